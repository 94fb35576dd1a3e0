//! `Context`: the resources of a model, uploaded once: meshes, textures with mipmaps, settings.

use synovia_model::Model;
use synovia_model::enums::TextureType;

use crate::overlay::Fonts;
use crate::resources::mesh::RenderMesh;
use crate::resources::model_mesh;
use crate::resources::primitives::{Primitives, Quality};
use crate::resources::texture::Texture;

/// A model's meshes, textures and settings, ready to be drawn.
#[doc(alias = "mjrContext")]
#[derive(Clone, Debug)]
pub struct Context {
    pub(crate) primitives: Primitives,
    pub(crate) quality: Quality,
    pub(crate) planes: Vec<RenderMesh>,
    /// Each mesh and its convex hull.
    pub(crate) meshes: Vec<[RenderMesh; 2]>,
    pub(crate) hfields: Vec<RenderMesh>,
    pub(crate) textures: Vec<Option<Texture>>,
    pub(crate) materials: Vec<TextureBinding>,
    pub(crate) skybox: Option<usize>,
    pub(crate) skins: Vec<SkinTopology>,
    pub(crate) shadow: ShadowSettings,
    pub(crate) fog: Fog,
    pub(crate) haze: [f32; 3],
    pub(crate) line_width: f32,
    pub(crate) samples: usize,
    pub(crate) fonts: Fonts,
}

/// The texture of a material and how it repeats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextureBinding {
    pub(crate) texture: Option<usize>,
    pub(crate) uniform: bool,
    pub(crate) repeat: [f32; 2],
}

/// The part of a skin that does not deform: faces and texture coordinates.
#[derive(Clone, Debug, Default)]
pub(crate) struct SkinTopology {
    pub(crate) face: Vec<[i32; 3]>,
    pub(crate) texcoord: Vec<[f32; 2]>,
}

/// Size and extent of shadow maps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShadowSettings {
    /// Half side of the square that the shadow map of a directional light covers \[m\].
    pub(crate) clip: f32,
    /// Share of a spot's cone that its shadow map covers.
    pub(crate) scale: f32,
    /// Texels along a side of a shadow map; 0 disables shadows.
    pub(crate) size: i32,
}

/// Linear fog.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fog {
    pub(crate) start: f32,
    pub(crate) end: f32,
    pub(crate) color: [f32; 3],
}

/// Most slices around an axis: an image cannot show more.
///
/// DIFFERENCE(facet-count): the reference makes as many facets as requested.
const FINEST: i32 = 2048;
/// Most facets of a round primitive: with many slices there are fewer stacks.
const FACETS: i32 = 1 << 17;
/// Most quads along a side of a flat primitive; more would look the same.
const SQUARES: i32 = 256;

impl Context {
    /// Uploads everything that `model` may draw.
    #[doc(alias = "mjr_makeContext")]
    pub fn new(model: &Model) -> Self {
        let vis = &model.vis;
        let slices = vis.quality.numslices.clamp(3, FINEST);
        let stacks = vis.quality.numstacks.clamp(2, FINEST.min(FACETS / slices));
        let quality = Quality {
            slices: slices as usize,
            stacks: stacks as usize,
            quads: vis.quality.numquads.clamp(1, SQUARES) as usize,
        };
        let extent = model.stat.extent;
        let types = model.texture.type_.rows();
        let materials = (0..model.material.texid.len())
            .map(|m| material(model, m))
            .collect();
        let mut context = Self {
            primitives: Primitives::new(quality, vis.map.haze),
            quality,
            planes: model_mesh::planes(model),
            meshes: Vec::new(),
            hfields: Vec::new(),
            textures: Vec::new(),
            materials,
            skybox: types.iter().position(|&t| t == TextureType::Skybox),
            skins: (0..model.skin.facenum.len())
                .map(|s| skin(model, s))
                .collect(),
            shadow: ShadowSettings {
                clip: (extent * f64::from(vis.map.shadowclip)) as f32,
                scale: vis.map.shadowscale,
                size: vis.quality.shadowsize.clamp(0, 1 << 14),
            },
            fog: Fog {
                start: (extent * f64::from(vis.map.fogstart)) as f32,
                end: (extent * f64::from(vis.map.fogend)) as f32,
                color: [vis.rgba.fog[0], vis.rgba.fog[1], vis.rgba.fog[2]],
            },
            haze: [vis.rgba.haze[0], vis.rgba.haze[1], vis.rgba.haze[2]],
            line_width: vis.global.linewidth,
            // the reference's graphics library supports one and four samples, and rounds up
            samples: if vis.quality.offsamples > 0 { 4 } else { 1 },
            fonts: Fonts::new(150),
        };
        context
            .meshes
            .resize_with(model.mesh.vertadr.len(), Default::default);
        context
            .hfields
            .resize_with(model.hfield.nrow.len(), Default::default);
        context.textures.resize_with(types.len(), || None);
        for m in 0..context.meshes.len() {
            context.upload_mesh(model, m);
        }
        for h in 0..context.hfields.len() {
            context.upload_hfield(model, h);
        }
        for t in 0..context.textures.len() {
            context.upload_texture(model, t);
        }
        context
    }

    /// Sets the font size of labels in percent, as in [`Fonts::new`]; the default is 150.
    #[doc(alias = "mjr_changeFont")]
    pub fn set_font_scale(&mut self, scale: i32) {
        self.fonts = Fonts::new(scale);
    }

    /// The fonts of labels and overlays.
    pub fn fonts(&self) -> Fonts {
        self.fonts
    }

    /// Uploads mesh `m` again, after it was changed in the model. Does nothing if there is no such mesh.
    #[doc(alias = "mjr_uploadMesh")]
    pub fn upload_mesh(&mut self, model: &Model, m: usize) {
        if let Some(slot) = self.meshes.get_mut(m) {
            *slot = [model_mesh::mesh(model, m), model_mesh::hull(model, m)];
        }
    }

    /// Uploads height field `h` again. Does nothing if there is no such field.
    #[doc(alias = "mjr_uploadHField")]
    pub fn upload_hfield(&mut self, model: &Model, h: usize) {
        if let Some(slot) = self.hfields.get_mut(h) {
            *slot = model_mesh::hfield(model, h, self.quality.quads);
        }
    }

    /// Uploads texture `t` again. Does nothing if there is no such texture.
    #[doc(alias = "mjr_uploadTexture")]
    pub fn upload_texture(&mut self, model: &Model, t: usize) {
        if let Some(slot) = self.textures.get_mut(t) {
            *slot = Texture::new(model, t);
        }
    }

    /// The texture of material `m`, if it has one.
    pub(crate) fn texture(&self, m: i32) -> Option<(&TextureBinding, &Texture)> {
        let material = self.materials.get(usize::try_from(m).ok()?)?;
        let texture = self.textures.get(material.texture?)?.as_ref()?;
        Some((material, texture))
    }
}

/// The role of the texture that gives a material its colour.
const ROLE_RGB: usize = 1;

fn material(model: &Model, m: usize) -> TextureBinding {
    let table = &model.material;
    let texture = table
        .texid
        .get(m)
        .and_then(|roles| usize::try_from(roles[ROLE_RGB].0).ok());
    TextureBinding {
        texture,
        uniform: table.texuniform.get(m).is_some_and(|&u| u != 0),
        repeat: table.texrepeat.get(m).copied().unwrap_or([1.0; 2]),
    }
}

fn skin(model: &Model, s: usize) -> SkinTopology {
    let table = &model.skin;
    let at = |column: &[i32]| column.get(s).copied().unwrap_or(0);
    let faces = run(
        at(table.faceadr.rows()),
        at(table.facenum.rows()),
        table.face.len(),
    );
    let texadr = at(table.texcoordadr.rows());
    let texcoord = if texadr >= 0 {
        let coords = run(texadr, at(table.vertnum.rows()), table.texcoord.len());
        table.texcoord.rows()[coords].to_vec()
    } else {
        Vec::new()
    };
    SkinTopology {
        face: table.face.rows()[faces].to_vec(),
        texcoord,
    }
}

/// `count` rows starting at `first`, clamped to the rows that exist.
fn run(first: i32, count: i32, len: usize) -> core::ops::Range<usize> {
    let first = (first.max(0) as usize).min(len);
    first..first.saturating_add(count.max(0) as usize).min(len)
}
