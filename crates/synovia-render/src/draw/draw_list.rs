//! Draw lists of a view, in drawing order.
//!
//! 1. Opaque geoms, the reflective one first; the skybox last.
//! 2. Haze, then transparent geoms: front to back, then back to front.
//!
//! A planar reflection has lists of its own, drawn by a camera reflected in the mirror plane.

use synovia_model::{GeomType, ObjType};
use synovia_scene::enums::rnd;
use synovia_scene::{Geom, Scene};

use crate::camera::CameraView;
use crate::draw::draw_item::{Cull, DrawItem, DrawItemBuilder, DrawShape, casts_shadow, is_behind};
use crate::draw::material::{Material, Shading, TextureMapping, skybox_texture};
use crate::matrix::{Mat4, Vec3, dot, sub};
use crate::resources::context::Context;
use crate::resources::mesh::RenderMesh;
use crate::resources::primitives::top_faces;

/// The draw lists of a view.
#[derive(Default)]
pub(crate) struct DrawLists<'a> {
    pub(crate) materials: Vec<Material<'a>>,
    /// Opaque items, then the skybox.
    pub(crate) opaque: Vec<DrawItem<'a>>,
    /// Haze and transparent items, in drawing order.
    pub(crate) blend: Vec<DrawItem<'a>>,
    /// Shadow casters.
    pub(crate) casters: Vec<DrawItem<'a>>,
    pub(crate) reflection: Option<PlanarReflection<'a>>,
}

/// What is seen in the reflective geom.
pub(crate) struct PlanarReflection<'a> {
    pub(crate) materials: Vec<Material<'a>>,
    pub(crate) opaque: Vec<DrawItem<'a>>,
    pub(crate) blend: Vec<DrawItem<'a>>,
    /// A point of the mirror plane.
    pub(crate) pos: Vec3,
    /// Rotation of the reflective geom, row-major; its z axis is the mirror plane's normal.
    pub(crate) mat: [f32; 9],
    /// The first triangles of the reflective geom are the ones that reflect, this many.
    pub(crate) faces: usize,
}

/// Builds the draw lists of one view.
pub(crate) struct DrawListBuilder<'a> {
    source: DrawItemBuilder<'a>,
    view: &'a CameraView,
    /// Transparent geoms, front to back.
    transparent: Vec<usize>,
    is_transparent: Vec<bool>,
    /// The reflective geom: the first that qualifies.
    reflection: Option<usize>,
}

impl<'a> DrawListBuilder<'a> {
    pub(crate) fn new(
        context: &'a Context,
        scene: &'a Scene,
        dynamic_meshes: &'a [(usize, RenderMesh)],
        view: &'a CameraView,
    ) -> Self {
        let cull = scene.flags[rnd::CULL_FACE] != 0;
        let source = DrawItemBuilder {
            context,
            scene,
            dynamic_meshes,
            eye_pos: view.eye_pos,
            cull,
        };
        let mut transparent: Vec<(f32, usize)> = Vec::new();
        let mut is_transparent = vec![false; scene.shapes().len()];
        for (g, geom) in scene.shapes().iter().enumerate() {
            let plane = geom.kind == GeomType::Plane;
            if geom.rgba[3] < 0.995 || (plane && is_behind(view.eye_pos, geom)) {
                is_transparent[g] = true;
                let d = sub(geom.pos, view.eye_pos);
                let far = if plane {
                    1e10
                } else {
                    dot(d, d).sqrt() - bounding_radius(geom)
                };
                transparent.push((far, g));
            }
        }
        // order: a stable sort
        transparent.sort_by(|a, b| a.0.total_cmp(&b.0));
        let reflective = |(g, geom): (usize, &Geom)| {
            let flat = matches!(geom.kind, GeomType::Plane | GeomType::Box);
            (flat && !is_transparent[g] && geom.reflectance > 0.0).then_some(g)
        };
        let reflection = scene.shapes().iter().enumerate().find_map(reflective);
        let transparent = transparent.into_iter().map(|(_, g)| g).collect();
        Self {
            source,
            view,
            transparent,
            is_transparent,
            reflection,
        }
    }

    /// Adds geom `g` with its own material.
    fn add(
        &self,
        g: usize,
        brightness: f32,
        materials: &mut Vec<Material<'a>>,
        out: &mut Vec<DrawItem<'a>>,
    ) {
        let geom = &self.source.scene.shapes()[g];
        let mut opacity = geom.rgba[3];
        if geom.kind == GeomType::Plane && is_behind(self.view.eye_pos, geom) {
            opacity *= 0.3;
        }
        let mut material = Material::from_geom(self.source.context, geom, opacity, brightness);
        if matches!(geom.kind, GeomType::Line | GeomType::LineBox) {
            material = Material::unlit(material.rgba);
        }
        let first = out.len();
        self.source.add(g, materials.len() as u32, out);
        // vertices and edges of a flex have no texture
        if geom.kind == GeomType::Flex && out.len() > first + 1 {
            let bare = materials.len() as u32 + 1;
            out[first + 1..]
                .iter_mut()
                .for_each(|item| item.material = bare);
            materials.push(material);
            material.texture = TextureMapping::None;
        }
        materials.push(material);
    }

    /// Transparent geoms front to back and, unless blending is additive, back to front again.
    fn add_transparent(
        &self,
        brightness: f32,
        skip: usize,
        materials: &mut Vec<Material<'a>>,
        out: &mut Vec<DrawItem<'a>>,
    ) {
        let order = self.transparent.iter().filter(|&&g| g != skip);
        order
            .clone()
            .for_each(|&g| self.add(g, brightness, materials, out));
        if self.source.scene.flags[rnd::ADDITIVE] == 0 {
            order
                .rev()
                .for_each(|&g| self.add(g, brightness, materials, out));
        }
    }

    /// The lists of a colour image.
    pub(crate) fn color_lists(&self) -> DrawLists<'a> {
        let scene = self.source.scene;
        let mut lists = DrawLists::default();
        let opaque = |g: &usize| !self.is_transparent[*g];
        let all = 0..scene.shapes().len();
        let first = self.reflection.into_iter();
        let rest = all
            .clone()
            .filter(opaque)
            .filter(|&g| Some(g) != self.reflection);
        for g in first.chain(rest) {
            self.add(g, 1.0, &mut lists.materials, &mut lists.opaque);
        }
        if self.reflection.is_some()
            && let Some(material) = lists.materials.first_mut()
        {
            material.additive = true;
        }
        if scene.flags[rnd::REFLECTION] != 0 && scene.flags[rnd::DEPTH] == 0 {
            lists.reflection = self.reflection.and_then(|g| self.planar_reflection(g));
        }
        if lists.reflection.is_some()
            && let Some(material) = lists.materials.first_mut()
        {
            material.reflection = true;
        }
        if scene.flags[rnd::SKYBOX] != 0 && self.source.context.skybox.is_some() {
            self.skybox_and_haze(&mut lists);
        }
        self.add_transparent(1.0, usize::MAX, &mut lists.materials, &mut lists.blend);
        for g in all {
            if casts_shadow(&scene.shapes()[g]) {
                self.source.add(g, 0, &mut lists.casters);
            }
        }
        lists
    }

    /// What is seen in the reflective geom `g`; `None` if the camera is behind it.
    fn planar_reflection(&self, g: usize) -> Option<PlanarReflection<'a>> {
        let geom = &self.source.scene.shapes()[g];
        let n = [geom.mat[2], geom.mat[5], geom.mat[8]];
        let mut pos = geom.pos;
        let mut faces = usize::MAX;
        if geom.kind == GeomType::Box {
            faces = top_faces(self.source.context.quality.quads);
            for k in 0..3 {
                pos[k] += geom.size[2] * n[k];
            }
        }
        if dot(sub(self.view.eye_pos, pos), n) < 0.0 {
            return None;
        }
        let brightness = geom.reflectance;
        let (mut materials, mut opaque, mut blend) = (Vec::new(), Vec::new(), Vec::new());
        for other in 0..self.is_transparent.len() {
            if other != g && !self.is_transparent[other] {
                self.add(other, brightness, &mut materials, &mut opaque);
            }
        }
        self.add_transparent(brightness, g, &mut materials, &mut blend);
        Some(PlanarReflection {
            materials,
            opaque,
            blend,
            pos,
            mat: geom.mat,
            faces,
        })
    }

    /// The skybox around the camera, and haze above the first infinite plane.
    fn skybox_and_haze(&self, lists: &mut DrawLists<'a>) {
        let context = self.source.context;
        let scene = self.source.scene;
        let mut distance = self.view.range[1] * 0.70;
        if scene.enabletransform != 0 {
            distance /= scene.scale;
        }
        let transform = Mat4::IDENTITY
            .translate(self.view.eye_pos)
            .scale([distance; 3]);
        let material = |shading: Shading, rgb: Vec3, texture: TextureMapping<'a>| Material {
            shading,
            texture,
            ..Material::unlit([rgb[0], rgb[1], rgb[2], 1.0])
        };
        let cull = if self.source.cull {
            Cull::Front
        } else {
            Cull::None
        };
        let item = |mesh: &'a RenderMesh, world: Mat4, material: usize| DrawItem {
            shape: DrawShape::Mesh(mesh),
            world,
            material: material as u32,
            geom: u32::MAX,
            cull,
        };
        let primitives = &context.primitives;
        lists
            .opaque
            .push(item(&primitives.cylinder, transform, lists.materials.len()));
        lists
            .materials
            .push(material(Shading::Skybox, [1.0; 3], skybox_texture(context)));
        if scene.flags[rnd::HAZE] == 0 {
            return;
        }
        let infinite =
            |g: &&Geom| g.kind == GeomType::Plane && g.size[0] == 0.0 && g.size[1] == 0.0;
        if let Some(plane) = scene.shapes().iter().find(infinite) {
            let n = [plane.mat[2], plane.mat[5], plane.mat[8]];
            let height = dot(sub(self.view.eye_pos, plane.pos), n) / distance;
            if height >= 0.0 {
                let rotated = transform.mul(&Mat4::rigid(&plane.mat, [0.0; 3]));
                let world = rotated
                    .translate([0.0, 0.0, -height])
                    .scale([1.0, 1.0, height]);
                lists
                    .blend
                    .push(item(&primitives.haze, world, lists.materials.len()));
                lists
                    .materials
                    .push(material(Shading::Haze, context.haze, TextureMapping::None));
            }
        }
    }

    /// The lists of a segmentation image: one unlit colour for each geom.
    pub(crate) fn segmentation_lists(&self) -> DrawLists<'a> {
        let scene = self.source.scene;
        let mut lists = DrawLists::default();
        for (g, geom) in scene.shapes().iter().enumerate() {
            if geom.segid < 0 {
                continue;
            }
            let rgba = if scene.flags[rnd::ID_COLOR] != 0 {
                let [r, g, b, _] = geom.segid.wrapping_add(1).to_le_bytes();
                [r, g, b, 255].map(|c| f32::from(c) / 255.0)
            } else {
                let n = geom.segid.wrapping_add(10);
                let tint = |base: i32| 0.1 + 0.8 * halton(n, base);
                [tint(2), tint(3), tint(5), 1.0]
            };
            self.source
                .add(g, lists.materials.len() as u32, &mut lists.opaque);
            lists.materials.push(Material::unlit(rgba));
        }
        lists
    }
}

/// The Halton sequence: the digits of `n` in a base, mirrored at the radix point.
fn halton(mut n: i32, base: i32) -> f32 {
    let (mut value, mut digit) = (0.0f64, 1.0 / f64::from(base));
    while n > 0 {
        value += f64::from(n % base) * digit;
        n /= base;
        digit /= f64::from(base);
    }
    value as f32
}

/// Radius of a sphere around a geom, for depth sorting.
#[doc(alias = "mjv_rbound")]
fn bounding_radius(geom: &Geom) -> f32 {
    if geom.objtype == ObjType::Geom.0 {
        return geom.modelrbound;
    }
    let s = geom.size;
    match geom.kind {
        GeomType::Sphere => s[0],
        GeomType::Capsule => s[0] + s[2],
        GeomType::Cylinder => (s[0] * s[0] + s[2] * s[2]).sqrt(),
        GeomType::Box => dot(s, s).sqrt(),
        _ => s[0].max(s[1]).max(s[2]),
    }
}
