//! `deformable`: flexes and skins.

use synovia_geom::skin::SkinBone;
use synovia_mjcf::keyword::Elastic2d;
use synovia_mjcf::spec::asset::Skin;
use synovia_mjcf::spec::flex::Flex;
use synovia_mjcf::write::Node;
use synovia_model::enums::FlexSelf;
use synovia_model::{DEFAULT_SOLIMP, DEFAULT_SOLREF, FlexId, SkinId};

use super::Context;
use super::files::FileKind;
use crate::assets::skin::inline;

pub(super) fn write(cx: &Context<'_>, root: &mut Node) {
    let scene = &cx.origin.scene;
    let mut section = cx.node("deformable");
    for (k, item) in scene.flexes.iter().enumerate().take(cx.flexcomps.first()) {
        section.push(flex(cx, &item.el, FlexId::new(k)));
    }
    for k in 0..scene.skins.len() {
        section.push(skin(cx, k));
    }
    root.push_if_any(section);
}

fn flex(cx: &Context<'_>, el: &Flex, f: FlexId) -> Node {
    let mut node = cx.node("flex");
    node.text("name", el.name.text());
    look(cx, el, &mut node);
    node.text("body", el.vert_bodies.join(" "));
    node.list("vertex", el.vertex.or(Vec::new()));
    node.int_list("element", elements(cx, el, f));
    if !cx.discard() {
        let texcoord = el.texcoord.or(Vec::new());
        node.list("texcoord", texcoord.into_iter().map(f64::from));
        let count = cx.model.flex.elemnum[f];
        node.int_list("elemtexcoord", &elem_texcoord(cx, el, count));
    }
    node.text("node", el.node_bodies.join(" "));
    material(cx, el, &mut node);
    node
}

/// Shape and colour.
pub(super) fn look(cx: &Context<'_>, el: &Flex, node: &mut Node) {
    node.number("radius", el.radius.or(0.005), 0.005);
    node.text("material", cx.material(&el.material));
    let grey = [0.5, 0.5, 0.5, 1.0];
    node.singles("rgba", &el.rgba.or(grey), &grey);
    if el.flatskin.is_true_or(false) {
        node.text("flatskin", "true");
    }
    node.int("dim", el.dim.or(2), 2);
    node.int("group", el.group.or(0), 0);
}

/// Vertices of the elements: those of a tetrahedron may have been put in another order, which the reference writes. Texture coordinates
/// are taken in the order before it, so that is what is written where nothing may be lost.
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
    let c = &el.contact;
    let mut contact = cx.node("contact");
    contact.int("contype", c.contype.or(1), 1);
    contact.int("conaffinity", c.conaffinity.or(1), 1);
    contact.int("condim", c.condim.or(3), 3);
    contact.int("priority", c.priority.or(0), 0);
    let friction = [1.0, 0.005, 0.0001];
    contact.numbers_unless("friction", &c.friction.fill(friction), &friction);
    contact.number("solmix", c.solmix.or(1.0), 1.0);
    contact.numbers_unless("solref", &c.solref.fill(DEFAULT_SOLREF), &DEFAULT_SOLREF);
    contact.numbers_unless("solimp", &c.solimp.fill(DEFAULT_SOLIMP), &DEFAULT_SOLIMP);
    contact.number("margin", c.margin.or(0.0), 0.0);
    contact.number("gap", c.gap.or(0.0), 0.0);
    if c.internal.is_true_or(false) {
        contact.text("internal", "true");
    }
    let selfcollide = c.selfcollide.or(FlexSelf::Auto);
    if selfcollide != FlexSelf::Auto {
        contact.text("selfcollide", selfcollide.word());
    }
    contact.int("activelayers", c.activelayers.or(1), 1);
    if cx.exact() && crate::flex::is_passive(el) {
        contact.text("passive", "true");
    }
    node.push_if_attrs(contact);

    let (e, elastic) = (&el.elasticity, node.child("elasticity"));
    elastic.number("young", e.young.or(0.0), 0.0);
    elastic.number("poisson", e.poisson.or(0.0), 0.0);
    elastic.number("thickness", e.thickness.or(-1.0), -1.0);
    elastic.number("damping", e.damping.or(0.0), 0.0);
    let mode = e.elastic2d.or(Elastic2d::None);
    // the reference has words for two of the four
    if matches!(mode, Elastic2d::Bend) || (cx.exact() && mode != Elastic2d::None) {
        elastic.text("elastic2d", mode.word());
    }
    let mut edge = cx.node("edge");
    edge.number("stiffness", el.edge.stiffness.or(0.0), 0.0);
    edge.number("damping", el.edge.damping.or(0.0), 0.0);
    node.push_if_attrs(edge);
}

/// Texture coordinates of the elements: as written, or the vertices.
///
/// QUIRK(written-elemtexcoord): three for each element, whatever its dimension, taken from the start of the list of vertices.
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
    let (el, table, s) = (&cx.origin.scene.skins[k].el, &cx.model.skin, SkinId::new(k));
    let mut node = cx.node("skin");
    node.text("name", el.name.text());
    let settings = cx.origin.scene.skins[k].settings;
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
    node.int("group", el.group.or(0), 0);
    let grey = [0.5, 0.5, 0.5, 1.0];
    node.singles("rgba", &el.rgba.or(grey), &grey);
    node.singles("inflate", &[el.inflate.or(0.0)], &[0.0]);
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

/// What the bones of a skin become that are as they were written. Shares and unit quaternions that are made such once more can lose
/// their last bit, so what a program has not changed is written as its author wrote it.
fn shares(el: &Skin) -> Vec<SkinBone> {
    let mut made = inline(el);
    made.finish().map(|()| made.bones).unwrap_or_default()
}
