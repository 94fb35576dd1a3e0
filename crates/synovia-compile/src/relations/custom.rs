//! Custom numbers, strings and tuples: user data that the engine does not interpret.
//!
//! A tuple may name objects of any kind, including tuples and keyframes, so all names are registered before the
//! first one is resolved.

use synovia_mjcf::spec::custom::Numeric;
use synovia_model::column::Col;
use synovia_model::{Model, NumericId, ObjType, TextId, TupleId};

use super::{keys, raw, require};
use crate::cx::Cx;
use crate::names::named;
use crate::spec::sensor::object_kind;

/// The maximum number of values of a numeric field.
const MAX_NUMERIC: usize = 500;

/// Fills `numeric`, `text`, `tuple` and their sizes.
pub(crate) fn fill(cx: &mut Cx<'_>, model: &mut Model) {
    numerics(cx, model);
    texts(cx, model);
    keys::register(cx);
    tuples(cx, model);
}

/// Numeric fields one after the other, each padded with zeros to its size.
fn numerics(cx: &mut Cx<'_>, model: &mut Model) {
    let flat = cx.flat;
    let n = flat.numerics.len();
    cx.register(ObjType::Numeric, named(&flat.numerics));
    model.numeric.adr = Col::zeros(n);
    model.numeric.size = Col::zeros(n);
    let mut data = Vec::new();
    for (k, numeric) in flat.numerics.iter().enumerate() {
        let (id, el) = (NumericId::new(k), &numeric.el);
        // values beyond the size are an error, missing ones are zero
        let written = el.data.get().map_or(&[][..], Vec::as_slice);
        let size = numeric_size(cx, el, written.len());
        model.numeric.adr[id] = data.len() as i32;
        model.numeric.size[id] = size as i32;
        let end = data.len() + size;
        data.extend_from_slice(&written[..written.len().min(size)]);
        data.resize(end, 0.0);
    }
    model.size.nnumeric = n as i64;
    model.size.nnumericdata = data.len() as i64;
    model.numeric.data = data.into();
}

/// The attribute `size`, or else the number of values.
fn numeric_size(cx: &mut Cx<'_>, el: &Numeric, len: usize) -> usize {
    let size = match el.size.get() {
        Some(&said) => usize::try_from(said).unwrap_or(0),
        None => len,
    };
    if !(1..=MAX_NUMERIC).contains(&size) {
        cx.error(
            el.size.span_or(el.span),
            format!("numeric: size must be between 1 and {MAX_NUMERIC}"),
        );
        return 0;
    }
    if len > size {
        cx.error(
            el.data.span(),
            format!("numeric: found {len} values, but size is {size}"),
        );
    }
    size
}

/// Texts one after the other, each terminated by 0.
fn texts(cx: &mut Cx<'_>, model: &mut Model) {
    let flat = cx.flat;
    let n = flat.texts.len();
    cx.register(ObjType::Text, named(&flat.texts));
    model.text.adr = Col::zeros(n);
    model.text.size = Col::zeros(n);
    let mut data: Vec<u8> = Vec::new();
    for (k, text) in flat.texts.iter().enumerate() {
        let (id, el) = (TextId::new(k), &text.el);
        if el.data.text().is_empty() {
            cx.error(el.data.span_or(el.span), "text: data must not be empty");
        }
        // the size includes the terminating zero
        model.text.adr[id] = data.len() as i32;
        model.text.size[id] = el.data.text().len() as i32 + 1;
        data.extend_from_slice(el.data.text().as_bytes());
        data.push(0);
    }
    model.size.ntext = n as i64;
    model.size.ntextdata = data.len() as i64;
    model.text.data = data.into();
}

/// Tuples one after the other.
fn tuples(cx: &mut Cx<'_>, model: &mut Model) {
    let flat = cx.flat;
    let n = flat.tuples.len();
    cx.register(ObjType::Tuple, named(&flat.tuples));

    model.tuple.adr = Col::zeros(n);
    model.tuple.size = Col::zeros(n);
    let (mut objtype, mut objid, mut objprm) = (Vec::new(), Vec::new(), Vec::new());
    for (k, tuple) in flat.tuples.iter().enumerate() {
        let (id, el) = (TupleId::new(k), &tuple.el);
        if el.elements.is_empty() {
            cx.error(
                el.span,
                format!("tuple '{}' is empty; add elements to it", el.name.text()),
            );
        }
        // objects of all tuples are in one table
        model.tuple.adr[id] = objtype.len() as i32;
        model.tuple.size[id] = el.elements.len() as i32;
        // an unknown type or name is stored as −1 and reported
        for object in &el.elements {
            // the type determines in which table the name is looked up
            let kind = object_kind(object.objtype.text()).unwrap_or_else(|| {
                cx.error(
                    object.objtype.span_or(object.span),
                    format!("tuple: unknown object type \"{}\"", object.objtype.text()),
                );
                ObjType::Unknown
            });
            let found = if kind == ObjType::Unknown {
                None
            } else {
                require(cx, kind, &object.objname, "tuple", object.span)
            };
            objtype.push(kind);
            objid.push(raw(found));
            objprm.push(object.values().prm);
        }
    }
    model.size.ntuple = n as i64;
    model.size.ntupledata = objtype.len() as i64;
    model.tuple.objtype = objtype.into();
    model.tuple.objid = objid.into();
    model.tuple.objprm = objprm.into();
}
