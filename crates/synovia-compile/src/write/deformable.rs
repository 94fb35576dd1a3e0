//! `deformable`: flexes and skins.

use synovia_mjcf::keyword::{Elastic2d, FlexSelf};
use synovia_mjcf::spec::flex::Flex;
use synovia_mjcf::write::Node;
use synovia_model::{DEFAULT_SOLIMP, DEFAULT_SOLREF, FlexId, SkinId};

use super::Context;

pub(super) fn write(cx: &Context<'_>, root: &mut Node) {
    let scene = &cx.origin.scene;
    let mut section = Node::new("deformable");
    for (k, item) in scene.flexes.iter().enumerate() {
        section.push(flex(cx, &item.el, FlexId::new(k)));
    }
    for k in 0..scene.skins.len() {
        section.push(skin(cx, k));
    }
    root.push_if_any(section);
}

fn flex(cx: &Context<'_>, el: &Flex, f: FlexId) -> Node {
    let mut node = Node::new("flex");
    node.text("name", el.name.text());
    node.number("radius", el.radius.or(0.005), 0.005);
    node.text("material", cx.material(&el.material));
    let grey = [0.5, 0.5, 0.5, 1.0];
    node.singles("rgba", &el.rgba.or(grey), &grey);
    if el.flatskin.is_true_or(false) {
        node.text("flatskin", "true");
    }
    node.int("dim", el.dim.or(2), 2);
    node.int("group", el.group.or(0), 0);
    node.text("body", el.vert_bodies.join(" "));
    node.list("vertex", el.vertex.or(Vec::new()));
    // the vertices of a tetrahedron may have been put in another order
    let table = &cx.model.flex;
    let first = usize::try_from(table.elemdataadr[f]).unwrap_or(0);
    let (count, dim) = (table.elemnum[f], table.dim[f]);
    let len = usize::try_from(count * (dim + 1)).unwrap_or(0);
    let elements = table.elem.rows().get(first..first + len).unwrap_or(&[]);
    node.int_list("element", elements);
    if !cx.discard() {
        let texcoord = el.texcoord.or(Vec::new());
        node.list("texcoord", texcoord.into_iter().map(f64::from));
        node.int_list("elemtexcoord", &elem_texcoord(el, count));
    }
    node.text("node", el.node_bodies.join(" "));

    let c = &el.contact;
    let mut contact = Node::new("contact");
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
        contact.text("selfcollide", selfcollide.keyword());
    }
    contact.int("activelayers", c.activelayers.or(1), 1);
    node.push_if_attrs(contact);

    let (e, elastic) = (&el.elasticity, node.child("elasticity"));
    elastic.number("young", e.young.or(0.0), 0.0);
    elastic.number("poisson", e.poisson.or(0.0), 0.0);
    elastic.number("thickness", e.thickness.or(-1.0), -1.0);
    elastic.number("damping", e.damping.or(0.0), 0.0);
    let mode = e.elastic2d.or(Elastic2d::None);
    if matches!(mode, Elastic2d::Bend) {
        elastic.text("elastic2d", mode.keyword());
    }
    let mut edge = Node::new("edge");
    edge.number("stiffness", el.edge.stiffness.or(0.0), 0.0);
    edge.number("damping", el.edge.damping.or(0.0), 0.0);
    node.push_if_attrs(edge);
    node
}

/// Texture coordinates of the elements: as written, or the vertices.
///
/// QUIRK(written-elemtexcoord): three for each element, whatever its dimension, taken from the start of the list of vertices.
fn elem_texcoord(el: &Flex, count: i32) -> Vec<i32> {
    match el.elemtexcoord.get() {
        Some(written) => written.clone(),
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
    let mut node = Node::new("skin");
    node.text("name", el.name.text());
    node.text("file", el.file.text());
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
    for (i, bone) in el.bones.iter().enumerate() {
        let at = first + i;
        let child = node.child("bone");
        child.text("body", bone.body.text());
        child.singles_always("bindpos", &table.bonebindpos[at]);
        child.singles_always("bindquat", &table.bonebindquat[at]);
        let vert = usize::try_from(table.bonevertadr[at]).unwrap_or(0);
        let count = usize::try_from(table.bonevertnum[at]).unwrap_or(0);
        let ids = table.bonevertid.rows().get(vert..vert + count);
        child.int_list("vertid", ids.unwrap_or(&[]));
        let weights = table.bonevertweight.rows().get(vert..vert + count);
        child.list("vertweight", wide(weights.unwrap_or(&[])));
    }
    node
}
