//! How a shape looks: its colour, its highlights, and where its texture comes from.

use synovia_scene::Geom;

use crate::context::Context;
use crate::light::Finish;
use crate::matrix::Vec3;
use crate::texture::{Image, Rgba, Texture};

/// How colours of a shape are computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shading {
    /// Lit at the vertices.
    Lit,
    /// One colour.
    Plain,
    /// The colour of the sky in the direction of view.
    Sky,
    /// One colour, opacity from the surface.
    Fade,
}

/// Where a texture's coordinates come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TextureUse<'a> {
    /// There is none.
    None,
    /// From the surface's corners.
    Corners(&'a Image),
    /// From positions: `s = s₀ x + s₁`, `t = t₀ y + t₁`.
    Flat {
        image: &'a Image,
        s: [f32; 2],
        t: [f32; 2],
    },
    /// From positions as directions, scaled.
    Cube {
        faces: &'a [Image; 6],
        axes: [Vec3; 3],
    },
}

/// The look of one shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<'a> {
    pub(crate) shading: Shading,
    pub(crate) rgba: Rgba,
    pub(crate) emission: Vec3,
    pub(crate) finish: Finish,
    pub(crate) texture: TextureUse<'a>,
    /// Adds what is mirrored in it.
    pub(crate) mirror: bool,
    /// May mirror: its colour is added to what was drawn before.
    pub(crate) adds: bool,
}

impl<'a> Look<'a> {
    /// One colour, without light.
    pub(crate) fn plain(rgba: Rgba) -> Self {
        Self {
            shading: Shading::Plain,
            rgba,
            emission: [0.0; 3],
            finish: Finish::default(),
            texture: TextureUse::None,
            mirror: false,
            adds: false,
        }
    }

    /// The look of a geom; `dim` scales its colour, as a mirror does.
    pub(crate) fn of(context: &'a Context, geom: &Geom, opacity: f32, dim: f32) -> Self {
        let rgb = [geom.rgba[0] * dim, geom.rgba[1] * dim, geom.rgba[2] * dim];
        Self {
            shading: Shading::Lit,
            rgba: [rgb[0], rgb[1], rgb[2], opacity],
            emission: rgb.map(|c| c * geom.emission),
            finish: Finish {
                rgb,
                specular: geom.specular,
                shininess: (geom.shininess * 128.0).clamp(0.0, 128.0),
            },
            texture: texture_use(context, geom),
            mirror: false,
            adds: false,
        }
    }
}

/// Cube textures of the sky are turned so that their second axis is up.
pub(crate) fn sky_texture(context: &Context) -> TextureUse<'_> {
    match context
        .skybox
        .and_then(|t| context.textures.get(t)?.as_ref())
    {
        Some(Texture::Cube(faces)) => TextureUse::Cube {
            faces,
            axes: [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]],
        },
        _ => TextureUse::None,
    }
}

fn texture_use<'a>(context: &'a Context, geom: &Geom) -> TextureUse<'a> {
    let Some((material, texture)) = context.texture(geom.matid) else {
        return TextureUse::None;
    };
    let size = geom.size;
    match texture {
        Texture::Flat(image) if geom.texcoord != 0 => TextureUse::Corners(image),
        Texture::Flat(image) => {
            let mut repeat = material.repeat;
            for k in 0..2 {
                if size[k] > 0.0 {
                    // surfaces of the model have their size already
                    if geom.dataid >= 0 {
                        repeat[k] /= size[k].max(1e-15);
                    }
                    if material.uniform {
                        repeat[k] *= size[k];
                    }
                }
            }
            TextureUse::Flat {
                image,
                s: [0.5 * repeat[0], -0.5],
                t: [-0.5 * repeat[1], -0.5],
            }
        }
        Texture::Cube(_) if geom.texcoord != 0 => TextureUse::None,
        Texture::Cube(faces) => {
            let s = if material.uniform { size } else { [1.0; 3] };
            TextureUse::Cube {
                faces,
                axes: [[s[0], 0.0, 0.0], [0.0, s[1], 0.0], [0.0, 0.0, s[2]]],
            }
        }
    }
}
