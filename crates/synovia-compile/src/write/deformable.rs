//! `deformable`: flexes and skins.

use synovia_geom::skin::SkinBone;
use synovia_mjcf::keyword::Elastic2d;
use synovia_mjcf::spec::asset::Skin;
use synovia_mjcf::spec::flex::{Elasticity, Flex, FlexContact, FlexEdge};
use synovia_mjcf::write::Node;
use synovia_model::{FlexId, SkinId};

use super::Context;
use super::differ::differ;
use super::files::FileKind;
use crate::assets::skin::inline;

pub(super) fn write(cx: &Context<'_>, root: &mut Node) {
    let flat = &cx.origin.flat;
    let mut section = cx.node("deformable");
    for (k, item) in flat.flexes.iter().enumerate().take(cx.flexcomps.first()) {
        section.push(flex(cx, &item.el, FlexId::new(k)));
    }
    for k in 0..flat.skins.len() {
        section.push(skin(cx, k));
    }
    root.push_if_any(section);
}

fn flex(cx: &Context<'_>, el: &Flex, f: FlexId) -> Node {
    let mut node = cx.node("flex");
    node.text("name", el.name.text());
    look(cx, el, &mut node);
    node.text("body", el.vert_bodies.join(" "));
    node.list("vertex", el.values().vertex.iter().copied());
    node.int_list("element", elements(cx, el, f));
    if !cx.discard() {
        let texcoord = el.values().texcoord.iter();
        node.list("texcoord", texcoord.map(|&x| f64::from(x)));
        let count = cx.model.flex.elemnum[f];
        node.int_list("elemtexcoord", &elem_texcoord(cx, el, count));
    }
    node.text("node", el.node_bodies.join(" "));
    material(cx, el, &mut node);
    node
}

/// Appearance: material and colour.
pub(super) fn look(cx: &Context<'_>, el: &Flex, node: &mut Node) {
    let (own, builtin) = (el.values(), Flex::BUILTIN);
    differ!(node, own, builtin; radius);
    node.text("material", cx.material(&el.material));
    differ!(node, own, builtin; rgba, flatskin, dim, group);
}

/// Vertices of the elements. Those of a tetrahedron may have been reordered, and the reference writes that order. Texture coordinates
/// refer to the original order, so that one is written if nothing may be lost.
pub(super) fn elements<'a>(cx: &Context<'a>, el: &'a Flex, f: FlexId) -> &'a [i32] {
    if let Some(written) = el.element.get().filter(|_| cx.exact()) {
        return written;
    }
    let table = &cx.model.flex;
    let first = usize::try_from(table.elemdataadr[f]).unwrap_or(0);
    let (count, dim) = (table.elemnum[f], table.dim[f]);
    let len = usize::try_from(count * (dim + 1)).unwrap_or(0);
    table.elem.rows().get(first..first + len).unwrap_or(&[])
}

/// `contact`, `elasticity` and `edge`.
pub(super) fn material(cx: &Context<'_>, el: &Flex, node: &mut Node) {
    let (own, builtin) = (el.contact.values(), FlexContact::BUILTIN);
    let mut contact = cx.node("contact");
    differ!(
        &mut contact, own, builtin;
        contype, conaffinity, condim, priority, friction, solmix, solref, solimp, margin, gap, internal, selfcollide, activelayers,
    );
    if cx.exact() && crate::flex::is_passive(el) {
        contact.text("passive", "true");
    }
    node.push_if_attrs(contact);

    let (own, builtin) = (el.elasticity.values(), Elasticity::BUILTIN);
    let elastic = node.child("elasticity");
    differ!(elastic, own, builtin; young, poisson, thickness, damping);
    let mode = own.elastic2d;
    // the reference has keywords for two of the four
    if matches!(mode, Elastic2d::Bend) || (cx.exact() && mode != Elastic2d::None) {
        elastic.text("elastic2d", mode.word());
    }
    let mut edge = cx.node("edge");
    let (own, builtin) = (el.edge.values(), FlexEdge::BUILTIN);
    differ!(&mut edge, own, builtin; stiffness, damping);
    node.push_if_attrs(edge);
}

/// Texture coordinate indices of the elements: as written, or the vertices.
///
/// QUIRK(written-elemtexcoord): three per element, whatever its dimension, taken from the beginning of the list of vertices.
fn elem_texcoord(cx: &Context<'_>, el: &Flex, count: i32) -> Vec<i32> {
    match el.elemtexcoord.get() {
        Some(written) => written.clone(),
        None if cx.exact() => Vec::new(),
        None if el.texcoord.is_set() => {
            let vertices = el.element.get().map_or(&[][..], Vec::as_slice);
            let count = usize::try_from(3 * count).unwrap_or(0);
            vertices.iter().copied().take(count).collect()
        }
        None => Vec::new(),
    }
}

fn skin(cx: &Context<'_>, k: usize) -> Node {
    let (el, table, s) = (&cx.origin.flat.skins[k].el, &cx.model.skin, SkinId::new(k));
    let mut node = cx.node("skin");
    node.text("name", el.name.text());
    let settings = cx.origin.flat.skins[k].settings;
    let file = cx.names.name(cx.origin, FileKind::Mesh, &el.file, settings);
    node.text(
        "file",
        if cx.names.as_written() {
            el.file.text()
        } else {
            file.as_str()
        },
    );
    node.text("material", el.material.text());
    let (own, builtin) = (el.values(), Skin::BUILTIN);
    differ!(&mut node, own, builtin; group, rgba, inflate);
    if !el.file.text().is_empty() {
        return node;
    }
    let wide = |list: &[f32]| list.iter().map(|&x| f64::from(x)).collect::<Vec<_>>();
    node.list("vertex", wide(el.vertex.get().map_or(&[], Vec::as_slice)));
    node.list(
        "texcoord",
        wide(el.texcoord.get().map_or(&[], Vec::as_slice)),
    );
    node.int_list("face", el.face.get().map_or(&[], Vec::as_slice));
    let first = usize::try_from(table.boneadr[s]).unwrap_or(0);
    let finished = if cx.exact() { shares(el) } else { Vec::new() };
    for (i, bone) in el.bones.iter().enumerate() {
        let at = first + i;
        let child = node.child("bone");
        child.text("body", bone.body.text());
        child.singles_always("bindpos", &table.bonebindpos[at]);
        let finished = finished.get(i);
        let (quat, written) = (table.bonebindquat[at], bone.bindquat.get());
        let same = finished.is_some_and(|own| own.bindquat == quat);
        child.singles_always("bindquat", written.filter(|_| same).unwrap_or(&quat));
        let vert = usize::try_from(table.bonevertadr[at]).unwrap_or(0);
        let count = usize::try_from(table.bonevertnum[at]).unwrap_or(0);
        let ids = table.bonevertid.rows().get(vert..vert + count);
        child.int_list("vertid", ids.unwrap_or(&[]));
        let weights = table.bonevertweight.rows().get(vert..vert + count);
        let (weights, written) = (weights.unwrap_or(&[]), bone.vertweight.get());
        let same = finished.is_some_and(|own| own.vertweight == weights);
        let written = written.filter(|_| same).map(Vec::as_slice);
        child.list("vertweight", wide(written.unwrap_or(weights)));
    }
    node
}

/// The bones of a skin as written, after normalisation. Normalising weights and quaternions a second time can change
/// their last bit, so values that a program has not changed are written as in the source.
fn shares(el: &Skin) -> Vec<SkinBone> {
    let mut made = inline(el);
    made.finish().map(|()| made.bones).unwrap_or_default()
}
