//! Textures: read from files, generated from built-in patterns, or given as pixels; then stored.
//!
//! `prepare` opens files and looks images up in the cache, `Wanted::run` decodes or generates the others on any thread, `finish`
//! assembles cubes, reports errors and caches the results, and `fill` writes the model's table.

use std::sync::Arc;

use synovia_geom::texture::{Grid, Mark, Pattern, Style, Texture, cube_from_faces, cube_from_grid};
use synovia_mjcf::files::Files;
use synovia_mjcf::spec::asset;
use synovia_mjcf::{Attr, Span};
use synovia_model::Model;
use synovia_model::budget::table_bytes;
use synovia_model::enums::{self, Builtin, ColorSpace, TextureType};

use super::locate::{self, Paths};
use super::png;
use crate::cache::{Key, Made};
use crate::cx::Cx;
use crate::spec::layout::flat::Settings;

/// A texture, ready for the model.
#[derive(Clone, Debug)]
pub(crate) struct TextureAsset {
    /// The pixels; `None` if they could not be read or generated.
    pub texture: Option<Arc<Texture>>,
    /// Colour space: that of the attribute, or of the file if the attribute is `auto`.
    pub colorspace: ColorSpace,
}

/// An image: its pixels, and whether its file declares them as sRGB.
type Picture = (Arc<Texture>, bool);

/// An image to generate, or a file with an image and how to decode it.
#[derive(Debug)]
struct Job {
    format: Format,
    /// The bytes of the file; empty if the image is generated.
    bytes: Vec<u8>,
    nchannel: usize,
    /// Whether to mirror left and right, top and bottom.
    flip: [bool; 2],
}

/// The source of an image.
#[derive(Clone, Copy, Debug)]
enum Format {
    Png,
    Ktx,
    Binary,
    /// Width and height.
    Picture(Style, [i32; 2]),
    /// Width.
    Cube(Style, i32),
}

/// An image that a texture needs.
#[derive(Debug)]
pub(super) struct Wanted {
    /// The texture.
    src: usize,
    /// The index of the cube face.
    face: usize,
    /// The place of errors in it.
    span: Span,
    state: State,
}

#[derive(Debug)]
enum State {
    /// It was found in the cache.
    Known(Picture),
    /// It still has to be decoded or generated.
    Open(Job),
}

impl Job {
    /// Decodes or generates the image; the second value is whether it is declared as sRGB.
    fn run(&self) -> Result<(Texture, bool), String> {
        let [left_right, top_bottom] = self.flip;
        let (made, srgb) = match self.format {
            Format::Png => {
                // pixels are converted to the number of channels that the texture has
                let picture = png::decode(&self.bytes);
                let p = picture.map_err(|error| format!("cannot decode PNG: {error}"))?;
                let made =
                    Texture::from_pixels(p.width, p.height, p.channels, &p.pixels, self.nchannel);
                (made, p.srgb)
            }
            Format::Ktx => {
                let flipped = left_right || top_bottom;
                (
                    Texture::from_ktx(&self.bytes, self.nchannel, flipped),
                    false,
                )
            }
            Format::Binary => (Texture::from_binary(&self.bytes), false),
            Format::Picture(style, [width, height]) => {
                (style.picture(width, height, self.nchannel), false)
            }
            Format::Cube(style, width) => (style.cube(width, self.nchannel), false),
        };
        // other formats are generated or flipped while they are decoded
        let mut texture = made.map_err(|error| error.to_string())?;
        if matches!(self.format, Format::Png | Format::Binary) {
            if left_right {
                texture.flip_horizontal();
            }
            if top_bottom {
                texture.flip_vertical();
            }
        }
        Ok((texture, srgb))
    }

    /// The part of the cache key besides the file.
    fn key(&self) -> Vec<u8> {
        // the size is part of the key only for generated images; that of a file is in its bytes
        let (kind, size, style) = match self.format {
            Format::Png => (0, [0; 2], None),
            Format::Ktx => (1, [0; 2], None),
            Format::Binary => (2, [0; 2], None),
            Format::Picture(style, size) => (3, size, Some(style)),
            Format::Cube(style, width) => (4, [width, width], Some(style)),
        };
        let [left_right, top_bottom] = self.flip.map(u8::from);
        let mut key = vec![b't', kind, left_right, top_bottom];
        key.extend((self.nchannel as u64).to_le_bytes());
        if let Some(Style {
            pattern,
            rgb1,
            rgb2,
            mark,
            markrgb,
        }) = style
        {
            let (mark, share) = match mark {
                Mark::None => (0, 0.0),
                Mark::Edge => (1, 0.0),
                Mark::Cross => (2, 0.0),
                Mark::Random(share) => (3, share),
            };
            key.extend([pattern as u8, mark]);
            key.extend(size.iter().flat_map(|n| n.to_le_bytes()));
            let colours = [rgb1, rgb2, markrgb];
            for x in colours.as_flattened().iter().chain(&[share]) {
                key.extend(x.to_bits().to_le_bytes());
            }
        }
        key
    }

    /// Memory of the pixels, decoded or converted to `nchannel` channels, whichever is larger.
    fn pixels(&self) -> u64 {
        let side = |n: i32| u64::try_from(n).unwrap_or(0);
        let channels = self.nchannel as u64;
        match self.format {
            Format::Png => {
                let size = png::extent(&self.bytes).unwrap_or_default();
                let pixels = size.width.saturating_mul(size.height);
                pixels.saturating_mul(channels.max(size.channels))
            }
            Format::Ktx => channels.saturating_mul(self.bytes.len() as u64),
            Format::Binary => self.bytes.len() as u64,
            Format::Picture(_, [w, h]) => table_bytes(side(w), side(h), self.nchannel),
            Format::Cube(_, w) => table_bytes(side(w), 6 * side(w), self.nchannel),
        }
    }

    /// The approximate amount of work, in bytes.
    fn bytes(&self) -> usize {
        match self.format {
            Format::Picture(_, [w, h]) => (w.max(0) as usize).saturating_mul(h.max(0) as usize),
            Format::Cube(_, w) => (w.max(0) as usize).saturating_pow(2).saturating_mul(6),
            _ => self.bytes.len(),
        }
    }
}

/// The images of a texture, that of a single file at index 0; `None` if one of them could not be read.
type Faces = Option<[Option<Picture>; 6]>;

/// All images that are needed, and the faces of each texture, still empty.
#[derive(Debug, Default)]
pub(super) struct Prepared {
    pub(super) wanted: Vec<Wanted>,
    faces: Vec<Faces>,
}

impl Wanted {
    /// The approximate amount of work left, in bytes.
    pub(super) fn bytes(&self) -> usize {
        match &self.state {
            State::Known(_) => 0,
            State::Open(job) => job.bytes(),
        }
    }

    /// Does the work, if any is left.
    pub(super) fn run(&self) -> Option<Result<(Texture, bool), String>> {
        match &self.state {
            State::Known(_) => None,
            State::Open(job) => Some(job.run()),
        }
    }
}

/// Opens the files of all textures.
pub(super) fn prepare(cx: &mut Cx<'_>, files: &dyn Files) -> Prepared {
    let mut all = Prepared::default();
    for src in 0..cx.flat.textures.len() {
        // a texture with an error keeps its place, without images
        let whole = want(cx, files, src, &mut all.wanted);
        all.faces.push(whole.map(|()| Default::default()));
    }
    all
}

/// The assets of all textures; errors are reported, new images are added to the cache.
pub(super) fn finish(
    cx: &mut Cx<'_>,
    prepared: Prepared,
    results: Vec<Option<Result<(Texture, bool), String>>>,
) -> Vec<TextureAsset> {
    // images first, then the textures that are assembled from them
    let mut all = pictures(cx, prepared, results);
    let textures = all.iter_mut().enumerate().map(|(src, faces)| {
        let el = &cx.flat.textures[src].el;
        let written = el.values().colorspace;
        let made = faces.take().and_then(|faces| make(cx, src, faces));
        let found = made.as_ref().and_then(|(_, srgb)| *srgb);
        TextureAsset {
            texture: made.map(|(texture, _)| texture),
            colorspace: match found.filter(|_| written == ColorSpace::Auto) {
                Some(true) => ColorSpace::Srgb,
                Some(false) => ColorSpace::Linear,
                None => written,
            },
        }
    });
    textures.collect()
}

/// The images of each texture.
fn pictures(
    cx: &mut Cx<'_>,
    prepared: Prepared,
    results: Vec<Option<Result<(Texture, bool), String>>>,
) -> Vec<Faces> {
    // each image goes to its face; one error removes the whole texture
    let mut out = prepared.faces;
    for (picture, result) in prepared.wanted.into_iter().zip(results) {
        let found = match (picture.state, result) {
            (State::Known(found), _) => found,
            (State::Open(job), Some(Ok((texture, srgb)))) => {
                let texture = Arc::new(texture);
                if let Some(cache) = cx.cache {
                    let made = Made::Picture(Arc::clone(&texture), srgb);
                    cache.keep(job.key(), job.bytes, made);
                }
                (texture, srgb)
            }
            (State::Open(_), failed) => {
                let el = &cx.flat.textures[picture.src].el;
                let message = failed.and_then(Result::err).unwrap_or_default();
                complain(cx, el, picture.span, message);
                out[picture.src] = None;
                continue;
            }
        };
        if let Some(faces) = &mut out[picture.src] {
            faces[picture.face] = Some(found);
        }
    }
    out
}

/// Opens the files of a texture and adds its images to `wanted`; `None` if that fails.
fn want(cx: &mut Cx<'_>, files: &dyn Files, src: usize, wanted: &mut Vec<Wanted>) -> Option<()> {
    let flat = cx.flat;
    let (el, settings) = (
        &flat.textures[src].el,
        &flat.settings[flat.textures[src].settings],
    );
    let nchannel = el.values().nchannel.max(0) as usize;
    // a built-in pattern needs no file, only memory
    if let Some(style) = style(el) {
        let format = if el.values().kind == TextureType::Flat {
            Format::Picture(style, [el.values().width, el.values().height])
        } else {
            Format::Cube(style, el.values().width)
        };
        let job = Job {
            format,
            bytes: Vec::new(),
            nchannel,
            flip: [false; 2],
        };
        if !cx.pay(job.pixels(), el.width.span_or(el.span), "texture", "width") {
            return None;
        }
        wanted.push(wanted_by(cx, src, 0, el.span, job));
        return Some(());
    }
    // one file, or six faces of a cube
    let all = el.files().map(|(_, file)| file);
    let named = if !el.file.text().is_empty() {
        &all[..1]
    } else if el.values().kind == TextureType::Flat {
        &[]
    } else {
        // six files; missing ones are filled with a colour later
        &all[1..]
    };
    for (face, &file) in named.iter().enumerate() {
        if !file.text().is_empty() {
            let job = open(cx, files, el, settings, file)?;
            // memory for the file, and for a cube also for the assembled faces, which may be more than were read
            let copies = if el.values().kind == TextureType::Flat {
                1
            } else {
                3
            };
            let bytes = job.pixels().saturating_mul(copies);
            if !cx.pay(bytes, file.span(), "texture", "file") {
                return None;
            }
            wanted.push(wanted_by(cx, src, face, file.span(), job));
        }
    }
    Some(())
}

/// The image that texture `src` needs, from the cache if it is there.
fn wanted_by(cx: &Cx<'_>, src: usize, face: usize, span: Span, job: Job) -> Wanted {
    let state = match find(cx, &job) {
        Some(found) => State::Known(found),
        None => State::Open(job),
    };
    Wanted {
        src,
        face,
        span,
        state,
    }
}

/// The image of an earlier compilation with the same file and options.
fn find(cx: &Cx<'_>, job: &Job) -> Option<Picture> {
    let key = Key {
        options: &job.key(),
        file: &job.bytes,
    };
    match cx.cache?.find(&key)? {
        Made::Picture(texture, srgb) => Some((texture, srgb)),
        _ => None,
    }
}

/// Assembles the pixels of a texture; the second value is whether a file declares them as sRGB, if there is a file.
fn make(
    cx: &mut Cx<'_>,
    src: usize,
    mut faces: [Option<Picture>; 6],
) -> Option<(Arc<Texture>, Option<bool>)> {
    let flat = cx.flat;
    let el = &flat.textures[src].el;
    let own = el.values();
    let kind = own.kind;
    let rgb1 = own.rgb1;

    // pixels given in code
    if !el.data.is_empty() {
        // negative sizes are refused by `Texture::new`, because the number of pixels differs
        let size = |n: i32| usize::try_from(n).unwrap_or(0);
        let (width, height) = (size(own.width), size(own.height));
        let nchannel = size(own.nchannel);
        let given = Texture::new(width, height, nchannel, el.data.clone());
        let given = given.map(|mut texture| {
            if own.hflip {
                texture.flip_horizontal();
            }
            if own.vflip {
                texture.flip_vertical();
            }
            texture
        });
        return report(cx, el, given).map(|texture| (texture, None));
    }
    // a built-in pattern
    if style(el).is_some() {
        return faces[0].take().map(|(picture, _)| (picture, None));
    }
    // one file: the whole image, or a grid of cube faces
    if !el.file.text().is_empty() {
        let (picture, srgb) = faces[0].take()?;
        if kind == TextureType::Flat {
            return Some((picture, Some(srgb)));
        }
        // faces are cut out of the image, cell by cell
        let layout = own.gridlayout;
        let grid = Grid {
            size: own.gridsize,
            layout,
        };
        let cube = cube_from_grid(&picture, &grid, rgb1);
        return report(cx, el, cube).map(|texture| (texture, Some(srgb)));
    }
    if kind == TextureType::Flat {
        complain(
            cx,
            el,
            el.span,
            "a 2d texture needs a file or a builtin pattern; add file or builtin".to_owned(),
        );
        return None;
    }
    // separate files, one per cube face
    let first_srgb = faces.iter().flatten().map(|(_, srgb)| *srgb).next();
    let faces = faces.map(|face| face.map(|(picture, _)| Arc::unwrap_or_clone(picture)));
    let cube = cube_from_faces(&faces, rgb1);
    report(cx, el, cube).map(|texture| (texture, first_srgb))
}

/// The procedural pattern of a texture, if it has one.
fn style(el: &asset::Texture) -> Option<Style> {
    let own = el.values();
    let pattern = match own.builtin {
        Builtin::Gradient => Pattern::Gradient,
        Builtin::Checker => Pattern::Checker,
        Builtin::Flat => Pattern::Flat,
        _ => return None,
    };
    let mark = match own.mark {
        enums::Mark::Edge => Mark::Edge,
        enums::Mark::Cross => Mark::Cross,
        enums::Mark::Random => Mark::Random(own.random),
        _ => Mark::None,
    };
    Some(Style {
        pattern,
        rgb1: own.rgb1,
        rgb2: own.rgb2,
        mark,
        markrgb: own.markrgb,
    })
}

/// Opens the file of one image.
fn open(
    cx: &mut Cx<'_>,
    files: &dyn Files,
    el: &asset::Texture,
    settings: &Settings,
    file: &Attr<String>,
) -> Option<Job> {
    let own = el.values();
    // the attribute, or else the extension, determines the format; without either it is MuJoCo's own
    let kind = locate::content_type(&el.content_type, file.text())
        .unwrap_or_else(|| "image/vnd.mujoco.texture".to_owned());
    let bytes = locate::read(cx, files, settings, &settings.texturedir, file)?;
    let format = match kind.as_str() {
        "image/png" => Format::Png,
        "image/ktx" => Format::Ktx,
        "image/vnd.mujoco.texture" => Format::Binary,
        other => {
            complain(
                cx,
                el,
                el.content_type.span_or(file.span()),
                format!(
                    "content_type: unsupported type '{other}', expected image/png, image/ktx or image/vnd.mujoco.texture"
                ),
            );
            return None;
        }
    };
    Some(Job {
        format,
        bytes,
        nchannel: own.nchannel.max(0) as usize,
        flip: [own.hflip, own.vflip],
    })
}

/// Reports an error in a texture, by name.
fn complain(cx: &mut Cx<'_>, el: &asset::Texture, span: Span, message: String) {
    let report = cx.diag.error(span, message).element("texture");
    report.named(el.name.text());
}

/// The texture, or `None` after its error was reported.
fn report(
    cx: &mut Cx<'_>,
    el: &asset::Texture,
    made: Result<Texture, synovia_geom::TextureError>,
) -> Option<Arc<Texture>> {
    match made {
        Ok(texture) => Some(Arc::new(texture)),
        Err(error) => {
            complain(cx, el, el.span, error.to_string());
            None
        }
    }
}

/// Fills the table of textures.
pub(crate) fn fill(
    cx: &mut Cx<'_>,
    textures: Vec<TextureAsset>,
    paths: &mut Paths,
    model: &mut Model,
) {
    let flat = cx.flat;
    // pixels can be many megabytes: reserve them exactly, once
    let bytes = |asset: &TextureAsset| asset.texture.as_ref().map_or(0, |t| t.data.len());
    model
        .texture
        .data
        .reserve_exact(textures.iter().map(bytes).sum());
    for (src, asset) in textures.into_iter().enumerate() {
        let Some(texture) = asset.texture else {
            continue;
        };
        let (el, settings) = (
            &flat.textures[src].el,
            &flat.settings[flat.textures[src].settings],
        );
        let t = &mut model.texture;
        t.type_.push(el.values().kind);
        t.colorspace.push(asset.colorspace);
        t.height.push(texture.height as i32);
        t.width.push(texture.width as i32);
        t.nchannel.push(texture.nchannel as i32);
        t.adr.push(t.data.len() as i64);
        t.pathadr
            .push(paths.add(&locate::stored_name(cx, settings, &el.file)));
        t.data.extend(texture.data.iter().copied());
    }
    model.size.ntex = model.texture.height.len() as i64;
    model.size.ntexdata = model.texture.data.len() as i64;
}
