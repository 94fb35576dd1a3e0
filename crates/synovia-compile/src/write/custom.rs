//! `custom`: named numbers, strings and lists of objects.

use synovia_mjcf::write::Node;
use synovia_model::{NumericId, TupleId};

use super::Context;

pub(super) fn write(cx: &Context<'_>, root: &mut Node) {
    let (flat, model) = (&cx.origin.flat, cx.model);
    let mut section = cx.node("custom");
    for (k, numeric) in flat.numerics.iter().enumerate() {
        let n = NumericId::new(k);
        let (adr, size) = (model.numeric.adr[n], model.numeric.size[n]);
        let node = section.child("numeric");
        node.text("name", numeric.el.name.text());
        node.int("size", size, i64::MIN);
        let data = model.numeric.data.rows();
        let first = usize::try_from(adr).unwrap_or(0);
        let last = first + usize::try_from(size).unwrap_or(0);
        node.numbers("data", data.get(first..last).unwrap_or(&[]));
    }
    for text in &flat.texts {
        let node = section.child("text");
        node.text("name", text.el.name.text());
        node.text("data", text.el.data.text());
    }
    for (k, tuple) in flat.tuples.iter().enumerate() {
        let first = usize::try_from(model.tuple.adr[TupleId::new(k)]).unwrap_or(0);
        let node = section.child("tuple");
        node.text("name", tuple.el.name.text());
        for (i, element) in tuple.el.elements.iter().enumerate() {
            let child = node.child("element");
            child.text("objtype", element.objtype.text());
            child.text("objname", element.objname.text());
            let prm = model.tuple.objprm.get(first + i).copied().unwrap_or(0.0);
            if prm != 0.0 {
                child.numbers("prm", &[prm]);
            }
        }
    }
    root.push_if_any(section);
}
