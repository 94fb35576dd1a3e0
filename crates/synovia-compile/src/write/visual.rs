//! `visual`: the values that differ from the built-in settings.

use synovia_mjcf::Element;
use synovia_mjcf::spec::visual::{Global, Headlight, Map, Quality, Rgba, Scale};
use synovia_mjcf::write::Node;
use synovia_model::record::Record;

use super::Context;
use super::differ::differ_field;

pub(super) fn write(cx: &Context<'_>, root: &mut Node) {
    let vis = &cx.model.vis;
    let mut section = cx.node("visual");
    section.push_if_attrs(part::<Global, _>(cx, "global", &vis.global));
    section.push_if_attrs(part::<Quality, _>(cx, "quality", &vis.quality));
    section.push_if_attrs(part::<Headlight, _>(cx, "headlight", &vis.headlight));
    section.push_if_attrs(part::<Map, _>(cx, "map", &vis.map));
    section.push_if_attrs(part::<Scale, _>(cx, "scale", &vis.scale));
    section.push_if_attrs(part::<Rgba, _>(cx, "rgba", &vis.rgba));
    root.push_if_any(section);
}

/// One of its elements.
///
/// order: that of the fields
fn part<E: Element, R: Record + Default>(cx: &Context<'_>, tag: &'static str, now: &R) -> Node {
    let mut node = cx.node(tag);
    for field in R::FIELDS {
        differ_field::<E, R>(field.name, now, &R::default(), &mut node);
    }
    node
}
