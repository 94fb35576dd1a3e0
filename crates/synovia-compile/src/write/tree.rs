//! The tree: bodies, frames and their elements.
//!
//! Frames are composed with poses; one that has a name or a class is still written, around its contents. The elements of a body are
//! in this order: joints, geoms, sites, cameras and lights without a frame, then bodies and frames. Frames come before the first
//! body in a frame, or else last.
//!
//! Elements in a frame thus come after those without one, whatever their original order. If no order may be lost, a body for
//! which that would change the order is written without its frames.
//!
//! Bodies and frames are written from the last to the first, so that their contents are complete; nesting depth is not limited.

use std::collections::HashMap;

use synovia_mjcf::keyword::{AlignFree, InertiaFromGeom};
use synovia_mjcf::spec::body::Body;
use synovia_mjcf::write::Node;
use synovia_model::enums::JointType;
use synovia_model::{BodyId, CameraId, GeomId, JointId, LightId, SiteId};

use super::differ::differ;
use super::{Context, geom, joint, plugins, viewers};
use crate::spec::Settings;
use crate::spec::classes::MAIN;
use crate::spec::layout::flat::FlatFrame;

/// The contents of a body or of one of its frames, by model index; frames by their index in the flat model.
#[derive(Clone, Default)]
struct Group {
    joints: Vec<usize>,
    geoms: Vec<usize>,
    sites: Vec<usize>,
    cameras: Vec<usize>,
    lights: Vec<usize>,
    bodies: Vec<usize>,
    frames: Vec<usize>,
}

impl Group {
    /// Everything except frames, kind by kind.
    fn lists(&mut self) -> [&mut Vec<usize>; 6] {
        [
            &mut self.joints,
            &mut self.geoms,
            &mut self.sites,
            &mut self.cameras,
            &mut self.lights,
            &mut self.bodies,
        ]
    }
}

/// The contents of a body.
#[derive(Default)]
struct Carried {
    /// By the enclosing frame.
    groups: HashMap<Option<usize>, Group>,
    /// All frames, outer before inner.
    frames: Vec<usize>,
    /// The first child in a frame, or else the last child.
    first_framed: usize,
    /// Whether frames are omitted.
    flat: bool,
}

impl Carried {
    fn group(&mut self, frame: Option<usize>) -> &mut Group {
        self.groups.entry(frame).or_default()
    }

    /// Whether elements would be read in another order, or not at all.
    fn is_shuffled(&self) -> bool {
        let mut seen = Group::default();
        // in the order of writing: a group, then the frames in it
        let mut open = vec![None];
        let mut known = 0;
        while let Some(frame) = open.pop() {
            let Some(group) = self.groups.get(&frame) else {
                continue;
            };
            known += 1;
            let mut group = group.clone();
            let lists = seen.lists().into_iter().zip(group.lists());
            lists.for_each(|(all, more)| all.append(more));
            open.extend(group.frames.iter().rev().map(|&f| Some(f)));
        }
        let sorted = |list: &mut Vec<usize>| list.is_sorted();
        known < self.groups.len() || !seen.lists().into_iter().all(sorted)
    }

    /// Moves everything out of frames, in the order of the model.
    fn flatten(&mut self) {
        let mut all = Group::default();
        for (_, mut group) in self.groups.drain() {
            let lists = all.lists().into_iter().zip(group.lists());
            lists.for_each(|(all, more)| all.append(more));
        }
        all.lists()
            .into_iter()
            .for_each(|list| list.sort_unstable());
        self.groups.insert(None, all);
        self.frames.clear();
        self.first_framed = usize::MAX;
        self.flat = true;
    }
}

/// The world with its contents.
pub(super) fn world(cx: &Context<'_>) -> Node {
    let mut carried = carried(cx);
    let around = classes_around(cx, &carried);
    let mut nodes: Vec<Option<Node>> = Vec::new();
    nodes.resize_with(carried.len(), || None);
    for b in (0..carried.len()).rev() {
        let mut node = if b == 0 {
            cx.node("worldbody")
        } else {
            body(cx, b, &around[b])
        };
        let inside = core::mem::take(&mut carried[b]);
        fill(cx, (b, &around[b]), inside, &mut nodes, &mut node);
        nodes[b] = match cx.flexcomps.at(b) {
            Some(flexcomp) => flexcomp.clone(),
            None => Some(node),
        };
    }
    nodes.into_iter().next().flatten().unwrap_or_default()
}

/// Groups all elements by body and frame.
fn carried(cx: &Context<'_>) -> Vec<Carried> {
    let (tree, flat) = (&cx.origin.tree, &cx.origin.flat);
    let mut carried: Vec<Carried> = Vec::new();
    carried.resize_with(tree.bodies.len(), || Carried {
        first_framed: usize::MAX,
        ..Carried::default()
    });
    let mut place = HashMap::new();
    for (b, node) in tree.bodies.iter().enumerate() {
        place.insert(node.src, b);
        if b > 0 {
            let (within, parent) = (flat.bodies[node.src].within, &mut carried[node.parent]);
            parent.group(within).bodies.push(b);
            if within.is_some() {
                parent.first_framed = parent.first_framed.min(b);
            }
        }
    }
    for (k, node) in tree.joints.iter().enumerate() {
        let within = flat.joints[node.src].within;
        carried[node.body].group(within).joints.push(k);
    }
    for (k, node) in tree.geoms.iter().enumerate() {
        let within = flat.geoms[node.src].within;
        carried[node.body].group(within).geoms.push(k);
    }
    for (k, node) in tree.sites.iter().enumerate() {
        let within = flat.sites[node.src].within;
        carried[node.body].group(within).sites.push(k);
    }
    for (k, node) in tree.cameras.iter().enumerate() {
        let within = flat.cameras[node.src].within;
        carried[node.body].group(within).cameras.push(k);
    }
    for (k, node) in tree.lights.iter().enumerate() {
        let within = flat.lights[node.src].within;
        carried[node.body].group(within).lights.push(k);
    }
    // QUIRK(written-fused): the contents of frames of a fused body are not written
    for (k, frame) in flat.frames.iter().enumerate() {
        if let Some(&b) = place.get(&frame.body) {
            carried[b].group(frame.within).frames.push(k);
            carried[b].frames.push(k);
        }
    }
    if cx.exact() {
        let shuffled = carried.iter_mut().filter(|body| body.is_shuffled());
        shuffled.for_each(Carried::flatten);
    }
    carried
}

/// The class that each body would inherit.
fn classes_around(cx: &Context<'_>, carried: &[Carried]) -> Vec<String> {
    let (tree, flat) = (&cx.origin.tree, &cx.origin.flat);
    let mut around: Vec<String> = vec![String::new(); tree.bodies.len()];
    for (b, node) in tree.bodies.iter().enumerate().skip(1) {
        let within = flat.bodies[node.src].within;
        let within = within.filter(|_| !carried[node.parent].flat);
        let frame = within.map(|f| &flat.frames[f]);
        let class = inside(cx, node.parent, frame, &around[node.parent]).to_owned();
        around[b] = class;
    }
    around
}

/// The class that elements inherit in a body or one of its frames.
fn inside<'a>(
    cx: &'a Context<'_>,
    b: usize,
    frame: Option<&'a FlatFrame>,
    around: &'a str,
) -> &'a str {
    let body = cx.origin.flat.bodies[cx.origin.tree.bodies[b].src]
        .class
        .as_str();
    let own = match frame {
        Some(frame) if !frame.class.is_empty() => frame.class.as_str(),
        _ => body,
    };
    if own.is_empty() { around } else { own }
}

/// A body without its contents.
fn body(cx: &Context<'_>, b: usize, around: &str) -> Node {
    let (flat, model, id) = (&cx.origin.flat, cx.model, BodyId::new(b));
    let source = &flat.bodies[cx.origin.tree.bodies[b].src];
    let (el, table) = (&source.el, &model.body);
    let mut node = cx.node("body");
    node.text("name", source.name.as_str());
    if source.class != around && (source.class != MAIN || says_root(cx, around)) {
        node.text("childclass", source.class.as_str());
    }
    let (unit, pos) = ([1.0, 0.0, 0.0, 0.0], table.pos[id].to_array());
    if pos != [0.0; 3] {
        node.numbers("pos", &pos);
    }
    node.numbers_unless("quat", &table.quat[id].to_array(), &unit);
    let (own, builtin) = (el.values(), Body::BUILTIN);
    differ!(&mut node, own, builtin; mocap);
    if own.gravcomp != builtin.gravcomp {
        node.numbers("gravcomp", &[own.gravcomp]);
    }
    differ!(&mut node, own, builtin; sleep);
    node.user(table.user.row(b), &[]);

    if says_inertia(cx, b) {
        let inertial = node.child("inertial");
        inertial.numbers("pos", &table.ipos[id].to_array());
        inertial.numbers_unless("quat", &table.iquat[id].to_array(), &unit);
        inertial.numbers("mass", &[table.mass[id]]);
        inertial.numbers("diaginertia", &table.inertia[id].to_array());
    }
    node
}

/// Whether mass and inertia of a body are written: they do not follow, or no longer follow, from geoms.
fn says_inertia(cx: &Context<'_>, b: usize) -> bool {
    let (flat, bodies) = (&cx.origin.flat, &cx.origin.tree.bodies);
    let (node, source) = (&bodies[b], &flat.bodies[bodies[b].src]);
    let settings = flat.settings.first();
    let save = settings.is_some_and(|s| s.saveinertial);
    let given = settings.is_none_or(|s| s.inertiafromgeom != InertiaFromGeom::True);
    // the mass of discarded geoms is written explicitly
    let any_lost = bodies.iter().any(|body| body.lost);
    if save || ((source.inertia_is_said() || node.lost) && (given || any_lost)) {
        return true;
    }
    cx.exact() && !reads_inertia(cx, b)
}

/// Whether a body without explicit inertia gets the same inertia from its geoms when read again.
fn reads_inertia(cx: &Context<'_>, b: usize) -> bool {
    let (flat, node, id) = (&cx.origin.flat, &cx.origin.tree.bodies[b], BodyId::new(b));
    let (table, default) = (&cx.model.body, Settings::default());
    let own = flat.settings.get(flat.bodies[node.src].settings);
    let main = flat.settings.first();
    let (Some(own), Some(main)) = (own, main) else {
        return true;
    };
    let changed = table.mass[id] != node.mass
        || table.inertia[id] != node.inertia
        || table.ipos[id] != node.ipose.pos
        || table.iquat[id] != node.ipose.quat;
    let usual = own.inertiafromgeom == default.inertiafromgeom
        && own.inertiagrouprange == default.inertiagrouprange
        && own.balanceinertia == default.balanceinertia
        && own.boundmass == main.boundmass
        && own.boundinertia == main.boundinertia
        && !main.fusestatic;
    usual && !changed && !is_aligned(cx, b)
}

/// Whether the frame of a body was aligned with its principal axes.
fn is_aligned(cx: &Context<'_>, b: usize) -> bool {
    let (flat, tree) = (&cx.origin.flat, &cx.origin.tree);
    // order: joints are listed body by body
    let first = tree.joints.partition_point(|joint| joint.body < b);
    let mut joints = tree.joints[first..]
        .iter()
        .take_while(|joint| joint.body == b);
    joints.any(|joint| {
        let placed = &flat.joints[joint.src];
        let usual = flat.settings.get(placed.settings);
        let usual = usual.is_some_and(|s| s.alignfree);
        let free = placed.el.values().kind == JointType::Free;
        match placed.free_align {
            Some(AlignFree::True) => true,
            Some(AlignFree::False) => false,
            _ => free && usual,
        }
    })
}

/// Adds the contents of body `b`; its child bodies are complete.
fn fill(
    cx: &Context<'_>,
    (b, around): (usize, &str),
    mut carried: Carried,
    nodes: &mut [Option<Node>],
    body: &mut Node,
) {
    let flat = &cx.origin.flat;
    let source = &flat.bodies[cx.origin.tree.bodies[b].src];
    // order: a frame comes after the enclosing one, so in reverse order it is complete first
    let mut held: HashMap<usize, Vec<Node>> = HashMap::new();
    let around_frame = |&f: &usize| flat.frames[f].within;
    let depth = |&f: &usize| {
        let chain = core::iter::successors(Some(f), around_frame);
        chain.take(flat.frames.len()).count()
    };
    let mut frames = carried.frames.clone();
    frames.sort_by_cached_key(depth);
    let order: Vec<Option<usize>> = core::iter::once(None)
        .chain(frames.into_iter().map(Some))
        .collect();
    for frame in order.into_iter().rev() {
        let group = carried.groups.remove(&frame).unwrap_or_default();
        let class = inside(cx, b, frame.map(|f| &flat.frames[f]), around);
        let mut list = leaves(cx, &group, class);
        let wanted = frame.is_none() || !cx.exact();
        if let Some(used) = source.plugin.as_ref().filter(|_| wanted) {
            // QUIRK(written-frame-plugin): the plugin of a body is repeated in each of its frames
            let mut node = cx.node("plugin");
            plugins::used(cx, used, &mut node);
            list.push(node);
        }

        // bodies, and frames after the first body in a frame
        let before = |child: &&usize| **child <= carried.first_framed;
        let count = group.bodies.iter().take_while(before).count();
        let (before, behind) = group.bodies.split_at(count);
        list.extend(before.iter().filter_map(|&child| nodes[child].take()));
        for f in &group.frames {
            list.extend(held.remove(f).unwrap_or_default());
        }
        list.extend(behind.iter().filter_map(|&child| nodes[child].take()));
        match frame {
            Some(f) => {
                let around = inside(cx, b, None, around);
                held.insert(f, shown(cx, &flat.frames[f], around, list));
            }
            None => body.extend(list),
        }
    }
}

/// Whether the root class must be written inside this class: nothing may be lost, and elements without a class would inherit this one.
fn says_root(cx: &Context<'_>, around: &str) -> bool {
    cx.exact() && !super::is_root(around)
}

/// The contents of a frame, inside its element if it has one: it then has a name or a class.
fn shown(cx: &Context<'_>, frame: &FlatFrame, around: &str, list: Vec<Node>) -> Vec<Node> {
    let class = match frame.class.as_str() {
        MAIN if !says_root(cx, around) => "",
        class => class,
    };
    if frame.name.is_empty() && class.is_empty() {
        return list;
    }
    let mut node = cx.node("frame");
    node.text("name", frame.name.as_str());
    node.text("childclass", class);
    node.extend(list);
    vec![node]
}

/// The elements without children.
fn leaves(cx: &Context<'_>, group: &Group, around: &str) -> Vec<Node> {
    let (flat, tree) = (&cx.origin.flat, &cx.origin.tree);
    let mut list = Vec::new();
    for &k in &group.joints {
        let item = &flat.joints[tree.joints[k].src];
        list.push(joint::element((item, around), cx, JointId::new(k)));
    }
    for &k in &group.geoms {
        let item = &flat.geoms[tree.geoms[k].src];
        let mut node = geom::element((item, around), cx, GeomId::new(k));
        if let Some(used) = &item.plugin {
            plugins::used(cx, used, node.child("plugin"));
        }
        list.push(node);
    }
    for &k in &group.sites {
        let item = &flat.sites[tree.sites[k].src];
        list.push(geom::site((item, around), cx, SiteId::new(k)));
    }
    for &k in &group.cameras {
        let item = &flat.cameras[tree.cameras[k].src];
        list.push(viewers::camera((item, around), cx, CameraId::new(k)));
    }
    for &k in &group.lights {
        let item = &flat.lights[tree.lights[k].src];
        list.push(viewers::light((item, around), cx, LightId::new(k)));
    }
    list
}
