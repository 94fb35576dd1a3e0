//! Excluded pairs of bodies, whose geoms do not collide, sorted by signature.

use synovia_model::{ExcludeId, Model, ObjType};

use super::{require, reset, signature};
use crate::cx::Cx;

/// Fills `exclude` and `size.nexclude`.
pub(crate) fn fill(cx: &mut Cx<'_>, model: &mut Model) {
    let flat = cx.flat;
    let mut excludes = Vec::with_capacity(flat.excludes.len());
    for exclude in &flat.excludes {
        let el = &exclude.el;
        let mut body = |attr| {
            let id = require(cx, ObjType::Body, attr, "exclude", el.span);
            id.map_or(0, |b| b as i32)
        };
        let (body1, body2) = (body(&el.body1), body(&el.body2));
        excludes.push((signature(body1, body2), el));
    }

    // order: stable, so that equal signatures keep the order of the file
    excludes.sort_by_key(|(signature, _)| *signature);

    let names = excludes.iter().map(|(_, el)| (el.name.text(), el.span));
    cx.register(ObjType::Exclude, names);
    model.size.nexclude = excludes.len() as i64;
    reset(&mut model.exclude, excludes.len());
    for (k, (signature, _)) in excludes.iter().enumerate() {
        model.exclude.signature[ExcludeId::new(k)] = *signature;
    }
}
