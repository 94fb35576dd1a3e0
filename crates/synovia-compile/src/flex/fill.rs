//! The table of flexes.

use synovia_mjcf::spec::flex::Flex;

use synovia_model::tables::FlexTable;
use synovia_model::{BodyId, EqType, MaterialId, Model, ObjType};

use super::{FlexMesh, SheetModes};
use crate::cx::Cx;

/// Fills the table of flexes except for hierarchies; the tables of the tree are complete at this point.
pub(crate) fn fill(cx: &Cx<'_>, flexes: &[FlexMesh], model: &mut Model) {
    for flex in flexes {
        let el = &cx.flat.flexes[flex.source.src].el;
        contact(el, &mut model.flex);
        properties(cx, el, flex, &mut model.flex);
        vertices(flex, &mut model.flex);
        edges(el, flex, model);
        elements(flex, &mut model.flex);
        texture(el, flex, &mut model.flex);
        elasticity(flex, &mut model.flex);
    }
    let (size, t) = (&mut model.size, &model.flex);
    size.nflex = t.dim.len() as i64;
    size.nflexnode = t.node.len() as i64;
    size.nflexvert = t.vert.len() as i64;
    size.nflexedge = t.edge.len() as i64;
    size.nflexelem = t.elemlayer.len() as i64;
    size.nflexelemdata = t.elem.len() as i64;
    size.nflexelemedge = t.elemedge.len() as i64;
    size.nflexshelldata = t.shell.len() as i64;
    size.nflexevpair = t.evpair.len() as i64;
    size.nflextexcoord = t.texcoord.len() as i64;
}

/// Contact parameters.
fn contact(el: &Flex, t: &mut FlexTable) {
    let c = &el.contact;
    let own = c.values();
    t.contype.push(own.contype);
    t.conaffinity.push(own.conaffinity);
    t.condim.push(own.condim);
    t.priority.push(own.priority);
    t.solmix.push(own.solmix);
    t.solref.push(own.solref);
    t.solimp.push(own.solimp);
    t.friction.push(own.friction.into());
    t.margin.push(own.margin);
    t.gap.push(own.gap);
    t.internal.push(u8::from(own.internal));
    t.selfcollide.push(own.selfcollide);
    t.activelayers.push(own.activelayers);
    t.passive.push(i32::from(is_passive(el)));
}

/// Whether contacts act as passive forces. Only an explicit flex names its bodies in an attribute.
pub(crate) fn is_passive(el: &Flex) -> bool {
    let (own, written) = (&el.contact.passive, !el.body.text().is_empty());
    if !own.is_set() || !written {
        return el.contact.values().passive;
    }
    // QUIRK(flex-passive): in an explicit flex, the last one read of `flatskin` and `internal` decides instead
    if el.contact.internal.is_set() {
        return el.contact.values().internal;
    }
    if el.flatskin.is_set() {
        return el.values().flatskin;
    }
    // DIFFERENCE(flex-passive-alone): if neither is set, the reference reads uninitialised memory; here `passive` applies as written
    el.contact.values().passive
}

/// The columns with one row per flex.
fn properties(cx: &Cx<'_>, el: &Flex, flex: &FlexMesh, t: &mut FlexTable) {
    let own = el.values();
    let source = &flex.source;
    t.dim.push(source.dim as i32);
    t.matid.push(source.material.map(MaterialId::new).into());
    t.group.push(own.group);
    t.interp.push(source.order as i32);
    t.radius.push(own.radius);
    t.size.push(flex.bounds.size);
    t.damping.push(el.elasticity.values().damping);
    t.edgestiffness.push(el.edge.values().stiffness);
    t.edgedamping.push(el.edge.values().damping);
    t.edgeequality.push(equality(cx, el));
    t.rigid.push(u8::from(source.rigid));
    t.centered.push(u8::from(source.centered));
    t.flatskin.push(u8::from(own.flatskin));
    t.rgba.push(own.rgba);
}

/// The kind of equality constraint on the flex: 0 none, 1 edges, 2 vertices; the first constraint that names the flex decides.
fn equality(cx: &Cx<'_>, el: &Flex) -> i32 {
    let name = el.name.text();
    let named = cx.flat.equalities.iter().map(|equality| &equality.el);
    named
        .filter(|equality| equality.related() == ObjType::Flex && equality.name1.text() == name)
        .find_map(|equality| match equality.kind {
            EqType::Flex => Some(1),
            EqType::FlexVert => Some(2),
            _ => None,
        })
        .unwrap_or(0)
}

/// Vertices and nodes.
fn vertices(flex: &FlexMesh, t: &mut FlexTable) {
    let source = &flex.source;
    t.vertadr.push(t.vert.len() as i32);
    t.vertnum.push(source.vert.len() as i32);
    t.vert.extend(source.vert.iter().copied());
    t.vert0.extend(flex.bounds.vert0.iter().copied());
    let bodies = source.vert_body.iter();
    t.vertbodyid
        .extend(bodies.map(|b| BodyId::from(b.map(BodyId::new))));

    t.nodeadr.push(t.node.len() as i32);
    t.nodenum.push(source.node.len() as i32);
    t.node.extend(source.node.iter().copied());
    t.node0.extend(source.node_xpos.iter().copied());
    t.nodebodyid
        .extend(source.node_body.iter().map(|&b| BodyId::new(b)));
}

/// Edges, and the vertices opposite to them.
fn edges(el: &Flex, flex: &FlexMesh, model: &mut Model) {
    let (source, topology) = (&flex.source, &flex.topology);
    let kind = el.elasticity.values().elastic2d;
    let bends = source.dim == 2 && SheetModes::of(kind).bends;
    let weld = |v: usize| source.vert_body[v].map(|b| model.body.weldid[BodyId::new(b)]);
    let t = &mut model.flex;
    t.edgeadr.push(t.edge.len() as i32);
    t.edgenum.push(topology.edge.len() as i32);
    for (e, &[a, b]) in topology.edge.iter().enumerate() {
        t.edge.push([a as i32, b as i32]);
        let flap = match topology.flap.get(e) {
            Some(flap) if bends => flap.opposite.map(|v| v.map_or(-1, |v| v as i32)),
            _ => [-1; 2],
        };
        t.edgeflap.push(flap);
        let welded = weld(a).is_some() && weld(a) == weld(b);
        t.edge_rigid.push(u8::from(source.rigid || welded));
    }
}

/// Elements and their surface.
fn elements(flex: &FlexMesh, t: &mut FlexTable) {
    let (source, topology, shell) = (&flex.source, &flex.topology, &flex.shell);
    let numbers = |list: &[usize]| -> Vec<i32> { list.iter().map(|&k| k as i32).collect() };
    t.elemadr.push(t.elemlayer.len() as i32);
    t.elemnum.push(source.nelem() as i32);
    t.elemdataadr.push(t.elem.len() as i32);
    t.elem.extend(numbers(&source.elem));
    t.elemedgeadr.push(t.elemedge.len() as i32);
    t.elemedge.extend(numbers(&topology.elem_edge));
    t.elemlayer.extend(numbers(&shell.layer));

    let address = |empty: bool, len: usize| if empty { -1 } else { len as i32 };
    t.shellnum.push((shell.fragments.len() / source.dim) as i32);
    t.shelldataadr
        .push(address(shell.fragments.is_empty(), t.shell.len()));
    t.shell.extend(numbers(&shell.fragments));
    t.evpairnum.push(shell.pairs.len() as i32);
    t.evpairadr
        .push(address(shell.pairs.is_empty(), t.evpair.len()));
    t.evpair
        .extend(shell.pairs.iter().map(|p| p.map(|k| k as i32)));
}

/// Texture coordinates.
fn texture(el: &Flex, flex: &FlexMesh, t: &mut FlexTable) {
    let source = &flex.source;
    let coords = el.texcoord.get().map_or(&[][..], Vec::as_slice);
    let own = el.elemtexcoord.get().map_or(&[][..], Vec::as_slice);
    let vertices = source.elem.iter().map(|&v| v as i32);
    if coords.is_empty() {
        t.texcoordadr.push(-1);
        t.elemtexcoord.extend(vertices);
        return;
    }
    t.texcoordadr.push(t.texcoord.len() as i32);
    t.texcoord.extend(coords.as_chunks().0.iter().copied());
    // QUIRK(flex-solid-texcoord): for a solid only three numbers per element are copied, the rest is zero; they are taken from the
    // elements as written, before their faces are oriented outwards
    let written = el.element.get().map_or(&[][..], Vec::as_slice);
    let copied = if own.is_empty() {
        &written[..written.len().min(3 * source.nelem())]
    } else {
        own
    };
    let padded = copied.iter().copied().chain(core::iter::repeat(0));
    t.elemtexcoord.extend(padded.take(source.elem.len()));
}

/// Stiffness of elements and edges.
fn elasticity(flex: &FlexMesh, t: &mut FlexTable) {
    let (nelem, nedge) = (flex.source.nelem(), flex.topology.edge.len());
    if flex.stiffness.is_empty() {
        t.stiffness.push_n([0.0; 21], nelem);
    } else {
        t.stiffness.extend(flex.stiffness.iter().copied());
    }
    if flex.bending.is_empty() {
        t.bending.push_n([0.0; 17], nedge);
    } else {
        t.bending.extend(flex.bending.iter().copied());
    }
}

/// Appends the hierarchies of all flexes to those of bodies and meshes; their boxes move and are not constants of the model.
///
/// DIFFERENCE(flex-after-idle-nodes): unused nodes that fused bodies left behind come before those of flexes. In the reference they come
/// after them, and the boxes of flexes are written before the beginning of their array.
pub(crate) fn fill_bounds(flexes: Vec<FlexMesh>, model: &mut Model) {
    for flex in flexes {
        let bvh = flex.bounds.bvh;
        model.flex.bvhadr.push(model.bvh.depth.len() as i32);
        model.flex.bvhnum.push(bvh.len() as i32);
        model.bvh.depth.extend(bvh.depth);
        model.bvh.child.extend(bvh.child);
        model.bvh.nodeid.extend(bvh.nodeid);
    }
    model.size.nbvh = model.bvh.depth.len() as i64;
    model.size.nbvhdynamic = model.size.nbvh - model.size.nbvhstatic;
}
