//! Textures: read or painted, stored.

use synovia_geom::texture::{Grid, Mark, Pattern, Style, Texture, cube_from_faces, cube_from_grid};
use synovia_mjcf::files::Files;
use synovia_mjcf::keyword::{self, TextureBuiltin, TextureMark, TextureType};
use synovia_mjcf::spec::asset;
use synovia_mjcf::{Attr, Span};
use synovia_model::Model;
use synovia_model::enums::{self, ColorSpace};

use super::image;
use super::locate::{self, Paths};
use crate::cx::Cx;
use crate::expand::scene::Settings;
use crate::relations::at;

/// A texture, ready for the model.
#[derive(Clone, Debug)]
pub struct TextureAsset {
    /// The pixels; nothing if they could not be had.
    pub texture: Option<Texture>,
    /// Colour space, as written or as the file tells.
    pub colorspace: ColorSpace,
}

/// Reads or paints all textures.
pub fn load(cx: &mut Cx<'_>, files: &dyn Files) -> Vec<TextureAsset> {
    (0..cx.scene.textures.len())
        .map(|src| {
            let el = &cx.scene.textures[src].el;
            let written = ColorSpace(el.colorspace.or(keyword::ColorSpace::Auto) as i32);
            match load_one(cx, files, src) {
                Some((texture, srgb)) => TextureAsset {
                    texture: Some(texture),
                    colorspace: match srgb {
                        Some(srgb) if written == ColorSpace::Auto => {
                            if srgb {
                                ColorSpace::Srgb
                            } else {
                                ColorSpace::Linear
                            }
                        }
                        _ => written,
                    },
                },
                None => TextureAsset {
                    texture: None,
                    colorspace: written,
                },
            }
        })
        .collect()
}

/// The pixels, and whether a file said that they are sRGB.
fn load_one(cx: &mut Cx<'_>, files: &dyn Files, src: usize) -> Option<(Texture, Option<bool>)> {
    let scene = cx.scene;
    let (el, settings) = (
        &scene.textures[src].el,
        &scene.settings[scene.textures[src].settings],
    );
    let kind = el.kind.or(TextureType::Cube);
    let nchannel = el.nchannel.or(3).max(0) as usize;
    let rgb1 = el.rgb1.or([0.8; 3]);

    if !el.data.is_empty() {
        let size = |n: i32| usize::try_from(n).unwrap_or(0);
        let (width, height) = (size(el.width.or(0)), size(el.height.or(0)));
        let given = Texture::new(width, height, nchannel, el.data.clone());
        return report(cx, el, given).map(|texture| (texture, None));
    }
    if let Some(style) = style(el) {
        let painted = if kind == TextureType::TwoD {
            style.picture(el.width.or(0), el.height.or(0), nchannel)
        } else {
            style.cube(el.width.or(0), nchannel)
        };
        return report(cx, el, painted).map(|texture| (texture, None));
    }
    if !el.file.text().is_empty() {
        let (picture, srgb) = open(cx, files, el, settings, &el.file, nchannel)?;
        if kind == TextureType::TwoD {
            return Some((picture, Some(srgb)));
        }
        let layout = el.gridlayout.or("............".to_owned());
        let grid = Grid {
            size: el.gridsize.or([1, 1]),
            layout: &layout,
        };
        let cube = cube_from_grid(&picture, &grid, rgb1);
        return report(cx, el, cube).map(|texture| (texture, Some(srgb)));
    }
    if kind == TextureType::TwoD {
        complain(
            cx,
            el,
            el.span,
            "a 2d texture needs a file or a builtin pattern".to_owned(),
        );
        return None;
    }

    // six files, some of them perhaps missing
    let named = [
        &el.fileright,
        &el.fileleft,
        &el.fileup,
        &el.filedown,
        &el.filefront,
        &el.fileback,
    ];
    let (mut faces, mut first_srgb): ([Option<Texture>; 6], _) = (Default::default(), None);
    for (face, file) in faces.iter_mut().zip(named) {
        if !file.text().is_empty() {
            let (picture, srgb) = open(cx, files, el, settings, file, nchannel)?;
            first_srgb = first_srgb.or(Some(srgb));
            *face = Some(picture);
        }
    }
    let cube = cube_from_faces(&faces, rgb1);
    report(cx, el, cube).map(|texture| (texture, first_srgb))
}

/// The procedural texture that was asked for.
fn style(el: &asset::Texture) -> Option<Style> {
    let pattern = match el.builtin.or(TextureBuiltin::None) {
        TextureBuiltin::None => return None,
        TextureBuiltin::Gradient => Pattern::Gradient,
        TextureBuiltin::Checker => Pattern::Checker,
        TextureBuiltin::Flat => Pattern::Flat,
    };
    let mark = match el.mark.or(TextureMark::None) {
        TextureMark::None => Mark::None,
        TextureMark::Edge => Mark::Edge,
        TextureMark::Cross => Mark::Cross,
        TextureMark::Random => Mark::Random(el.random.or(0.01)),
    };
    Some(Style {
        pattern,
        rgb1: el.rgb1.or([0.8; 3]),
        rgb2: el.rgb2.or([0.5; 3]),
        mark,
        markrgb: el.markrgb.or([0.0; 3]),
    })
}

/// Reads one picture and flips it as asked.
fn open(
    cx: &mut Cx<'_>,
    files: &dyn Files,
    el: &asset::Texture,
    settings: &Settings,
    file: &Attr<String>,
    nchannel: usize,
) -> Option<(Texture, bool)> {
    let (flip_h, flip_v) = (el.hflip.is_true_or(false), el.vflip.is_true_or(false));
    let kind = locate::content_type(&el.content_type, file.text())
        .unwrap_or_else(|| "image/vnd.mujoco.texture".to_owned());
    let bytes = locate::read(cx, files, settings, &settings.texturedir, file)?;
    let (made, srgb) = match kind.as_str() {
        "image/png" => match image::decode(&bytes) {
            Ok(p) => (
                Texture::from_pixels(p.width, p.height, p.channels, &p.pixels, nchannel),
                p.srgb,
            ),
            Err(error) => {
                complain(cx, el, file.span(), format!("cannot decode PNG: {error}"));
                return None;
            }
        },
        "image/ktx" => (Texture::from_ktx(&bytes, nchannel, flip_h || flip_v), false),
        "image/vnd.mujoco.texture" => (Texture::from_binary(&bytes), false),
        other => {
            complain(
                cx,
                el,
                at(&el.content_type, file.span()),
                format!("unsupported content type '{other}'"),
            );
            return None;
        }
    };
    let mut texture = report(cx, el, made)?;
    if kind != "image/ktx" {
        if flip_h {
            texture.flip_horizontal();
        }
        if flip_v {
            texture.flip_vertical();
        }
    }
    Some((texture, srgb))
}

fn complain(cx: &mut Cx<'_>, el: &asset::Texture, span: Span, message: String) {
    let name = locate::asset_name(&el.name, &el.file).to_owned();
    cx.diag.error(span, message).element("texture").named(name);
}

fn report(
    cx: &mut Cx<'_>,
    el: &asset::Texture,
    made: Result<Texture, synovia_geom::TextureError>,
) -> Option<Texture> {
    match made {
        Ok(texture) => Some(texture),
        Err(error) => {
            complain(cx, el, el.span, error.to_string());
            None
        }
    }
}

/// Fills the table of textures.
pub fn fill(cx: &mut Cx<'_>, textures: Vec<TextureAsset>, paths: &mut Paths, model: &mut Model) {
    let scene = cx.scene;
    for (src, asset) in textures.into_iter().enumerate() {
        let Some(texture) = asset.texture else {
            continue;
        };
        let (el, settings) = (
            &scene.textures[src].el,
            &scene.settings[scene.textures[src].settings],
        );
        let t = &mut model.texture;
        t.type_
            .push(enums::TextureType(el.kind.or(TextureType::Cube) as i32));
        t.colorspace.push(asset.colorspace);
        t.height.push(texture.height as i32);
        t.width.push(texture.width as i32);
        t.nchannel.push(texture.nchannel as i32);
        t.adr.push(t.data.len() as i64);
        t.pathadr
            .push(paths.add(&locate::stored_name(cx, settings, &el.file)));
        t.data.extend(texture.data);
    }
    model.size.ntex = model.texture.height.len() as i64;
    model.size.ntexdata = model.texture.data.len() as i64;
}
