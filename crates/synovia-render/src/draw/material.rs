//! Materials: colour, emission, reflectance and texture mapping of a draw item.

use synovia_scene::Geom;

use crate::lighting::light::BlinnPhong;
use crate::matrix::Vec3;
use crate::resources::context::Context;
use crate::resources::texture::{MipmapChain, Rgba, Texture};

/// The shading model of a material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shading {
    /// Gouraud shading: lit at the vertices.
    Gouraud,
    /// One colour.
    Unlit,
    /// The skybox's cube map in the view direction.
    Skybox,
    /// One colour, alpha from the mesh.
    Haze,
}

/// Where texture coordinates come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TextureMapping<'a> {
    /// There is no texture.
    None,
    /// Texture coordinates of the mesh.
    MeshCoords(&'a MipmapChain),
    /// Planar mapping of object positions: `s = s₀ x + s₁`, `t = t₀ y + t₁`.
    Planar {
        image: &'a MipmapChain,
        s: [f32; 2],
        t: [f32; 2],
    },
    /// Cube map: scaled object positions are directions.
    CubeMap {
        faces: &'a [MipmapChain; 6],
        axes: [Vec3; 3],
    },
}

/// The material of one draw item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Material<'a> {
    pub(crate) shading: Shading,
    pub(crate) rgba: Rgba,
    pub(crate) emission: Vec3,
    pub(crate) blinn_phong: BlinnPhong,
    pub(crate) texture: TextureMapping<'a>,
    /// The planar reflection is added to its colour.
    pub(crate) reflection: bool,
    /// It is the reflective geom: in wireframe its colour is added to what is there.
    pub(crate) additive: bool,
}

impl<'a> Material<'a> {
    /// One colour, without lighting.
    pub(crate) fn unlit(rgba: Rgba) -> Self {
        Self {
            shading: Shading::Unlit,
            rgba,
            emission: [0.0; 3],
            blinn_phong: BlinnPhong::default(),
            texture: TextureMapping::None,
            reflection: false,
            additive: false,
        }
    }

    /// The material of a geom. `brightness` scales its colour, as reflectance does in a planar reflection.
    pub(crate) fn from_geom(
        context: &'a Context,
        geom: &Geom,
        opacity: f32,
        brightness: f32,
    ) -> Self {
        let rgb = [
            geom.rgba[0] * brightness,
            geom.rgba[1] * brightness,
            geom.rgba[2] * brightness,
        ];
        Self {
            shading: Shading::Gouraud,
            rgba: [rgb[0], rgb[1], rgb[2], opacity],
            emission: rgb.map(|c| c * geom.emission),
            blinn_phong: BlinnPhong {
                rgb,
                specular: geom.specular,
                shininess: (geom.shininess * 128.0).clamp(0.0, 128.0),
            },
            texture: texture_mapping(context, geom),
            reflection: false,
            additive: false,
        }
    }
}

/// Cube maps of the skybox are rotated so that their second axis is up.
pub(crate) fn skybox_texture(context: &Context) -> TextureMapping<'_> {
    match context
        .skybox
        .and_then(|t| context.textures.get(t)?.as_ref())
    {
        Some(Texture::CubeMap(faces)) => TextureMapping::CubeMap {
            faces,
            axes: [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]],
        },
        _ => TextureMapping::None,
    }
}

fn texture_mapping<'a>(context: &'a Context, geom: &Geom) -> TextureMapping<'a> {
    let Some((material, texture)) = context.texture(geom.matid) else {
        return TextureMapping::None;
    };
    let size = geom.size;
    match texture {
        Texture::Map2d(image) if geom.texcoord != 0 => TextureMapping::MeshCoords(image),
        Texture::Map2d(image) => {
            let mut repeat = material.repeat;
            for k in 0..2 {
                if size[k] > 0.0 {
                    // meshes of the model are not scaled by the geom's size
                    if geom.dataid >= 0 {
                        repeat[k] /= size[k].max(1e-15);
                    }
                    if material.uniform {
                        repeat[k] *= size[k];
                    }
                }
            }
            TextureMapping::Planar {
                image,
                s: [0.5 * repeat[0], -0.5],
                t: [-0.5 * repeat[1], -0.5],
            }
        }
        Texture::CubeMap(_) if geom.texcoord != 0 => TextureMapping::None,
        Texture::CubeMap(faces) => {
            let s = if material.uniform { size } else { [1.0; 3] };
            TextureMapping::CubeMap {
                faces,
                axes: [[s[0], 0.0, 0.0], [0.0, s[1], 0.0], [0.0, 0.0, s[2]]],
            }
        }
    }
}
