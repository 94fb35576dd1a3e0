//! Height fields: read, normalise, store.
//!
//! | source                | heights                                                           |
//! |-----------------------|-------------------------------------------------------------------|
//! | PNG file              | first channel, top row last                                       |
//! | binary file           | as stored                                                         |
//! | `elevation`           | as written; reading has already reversed the rows                 |
//! | only `nrow`, `ncol`   | zero                                                              |
//!
//! Heights are normalised to the range from 0 to 1; `size` has their scale.

use std::sync::Arc;

use synovia_geom::HFieldError;
use synovia_geom::hfield::{HField, check_size};
use synovia_mjcf::files::Files;
use synovia_mjcf::{Attr, Span};
use synovia_model::Model;
use synovia_model::budget::table_bytes;

use super::locate::{self, Paths};
use super::png;
use crate::cache::{Key, Made};
use crate::cx::Cx;

/// A height field and its size, from which geoms derive theirs.
#[derive(Clone, Debug)]
pub(crate) struct HfieldAsset {
    /// The heights; `None` if they could not be read.
    pub field: Option<Arc<HField>>,
    /// Half sizes x and y, elevation, depth of the base.
    pub size: [f64; 4],
}

/// Reads all height fields.
pub(crate) fn load(cx: &mut Cx<'_>, files: &dyn Files) -> Vec<HfieldAsset> {
    (0..cx.flat.hfields.len())
        .map(|src| {
            let size = cx.flat.hfields[src].el.values().size;
            HfieldAsset {
                field: load_one(cx, files, src),
                size,
            }
        })
        .collect()
}

/// The heights of field `src`; `None` if they have errors.
fn load_one(cx: &mut Cx<'_>, files: &dyn Files, src: usize) -> Option<Arc<HField>> {
    let flat = cx.flat;
    let (el, settings) = (
        &flat.hfields[src].el,
        &flat.settings[flat.hfields[src].settings],
    );
    let own = el.values();
    let (nrow, ncol) = (own.nrow, own.ncol);
    if let Err(error) = check_size(own.size) {
        cx.diag
            .error(el.size.span(), error.to_string())
            .element("hfield")
            .attr("size");
    }

    // heights come from a file, from `elevation`, or are all zero
    let made = if let Some(file) = el.file.get().filter(|file| !file.is_empty()) {
        if nrow != 0 || ncol != 0 {
            cx.diag
                .error(el.span, "both a file and nrow or ncol are specified; remove nrow and ncol, the file sets them")
                .element("hfield");
        }
        let is_png = match locate::content_type(&el.content_type, file).as_deref() {
            Some("image/png") => true,
            None | Some("image/vnd.mujoco.hfield") => false,
            Some(other) => {
                cx.error(
                    el.content_type.span_or(el.file.span()),
                    format!("hfield: content_type: unsupported type '{other}', expected image/png or image/vnd.mujoco.hfield"),
                );
                return None;
            }
        };
        let bytes = locate::read(cx, files, settings, &settings.meshdir, &el.file)?;
        return read(cx, &el.file, el.span, is_png, bytes);
    } else if nrow < 1 || ncol < 1 {
        cx.diag
            .error(
                el.span,
                "neither a file nor positive nrow and ncol are specified; add one of them",
            )
            .element("hfield");
        return None;
    } else if !cx.pay(
        heights(nrow as u64, ncol as u64),
        el.nrow.span(),
        "hfield",
        "nrow",
    ) {
        return None;
    } else if let Some(elevation) = el.elevation.get().filter(|list| !list.is_empty()) {
        if elevation.len() != nrow as usize * ncol as usize {
            let text = crate::interface_messages::ELEVATION;
            cx.diag.error(el.elevation.span(), text);
            return None;
        }
        HField::from_elevation(nrow as usize, ncol as usize, elevation.clone())
    } else {
        HField::flat(nrow as usize, ncol as usize)
    };
    report(cx, el.span, made)
}

/// Memory of the heights and of the numbers they are converted from.
fn heights(nrow: u64, ncol: u64) -> u64 {
    table_bytes(nrow, ncol, size_of::<f32>() + size_of::<f64>())
}

/// The field, or `None` after its error was reported.
fn report(cx: &mut Cx<'_>, span: Span, made: Result<HField, HFieldError>) -> Option<Arc<HField>> {
    match made {
        Ok(field) => Some(Arc::new(field)),
        Err(error) => {
            cx.diag.error(span, error.to_string()).element("hfield");
            None
        }
    }
}

/// Reads the heights of a PNG image or of a file in the reference's binary format; the cache keeps the result.
fn read(
    cx: &mut Cx<'_>,
    file: &Attr<String>,
    span: Span,
    is_png: bool,
    bytes: Vec<u8>,
) -> Option<Arc<HField>> {
    let options = [b'h', u8::from(is_png)];
    let key = Key {
        options: &options,
        file: &bytes,
    };
    if let Some(Made::Field(field)) = cx.cache.and_then(|cache| cache.find(&key)) {
        return Some(field);
    }
    let made = if is_png {
        // memory is reserved by the size in the header, before anything is decoded
        let size = png::extent(&bytes).unwrap_or_default();
        if !cx.pay(
            heights(size.width, size.height),
            file.span(),
            "hfield",
            "file",
        ) {
            return None;
        }
        match png::decode(&bytes) {
            Ok(picture) => {
                // the first channel is the height
                let step = picture.channels.max(1);
                let grey: Vec<u8> = picture.pixels.iter().step_by(step).copied().collect();
                HField::from_grey(picture.width, picture.height, &grey)
            }
            Err(error) => {
                cx.error(
                    file.span(),
                    format!("hfield: file: cannot decode PNG: {error}"),
                );
                return None;
            }
        }
    } else {
        HField::from_binary(&bytes)
    };
    let field = report(cx, span, made)?;
    if let Some(cache) = cx.cache {
        cache.keep(options.to_vec(), bytes, Made::Field(Arc::clone(&field)));
    }
    Some(field)
}

/// Fills the table of height fields.
pub(crate) fn fill(
    cx: &mut Cx<'_>,
    hfields: Vec<HfieldAsset>,
    paths: &mut Paths,
    model: &mut Model,
) {
    let flat = cx.flat;
    for (src, asset) in hfields.into_iter().enumerate() {
        // heights of all fields are in one array
        let Some(field) = asset.field else { continue };
        let settings = &flat.settings[flat.hfields[src].settings];
        let file = &flat.hfields[src].el.file;
        let t = &mut model.hfield;
        t.size.push(asset.size);
        t.nrow.push(field.nrow as i32);
        t.ncol.push(field.ncol as i32);
        t.adr.push(t.data.len() as i32);
        t.pathadr
            .push(paths.add(&locate::stored_name(cx, settings, file)));
        t.data.extend(field.data.iter().copied());
    }
    model.size.nhfield = model.hfield.nrow.len() as i64;
    model.size.nhfielddata = model.hfield.data.len() as i64;
}
