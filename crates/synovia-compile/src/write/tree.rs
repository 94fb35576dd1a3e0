//! The tree: bodies, frames and what they carry.
//!
//! Frames are folded into poses; one that has a name or a class is still written, around what it holds. What a body carries stands
//! in this order: joints, geoms, sites, cameras and lights that no frame holds, then bodies and frames. Frames come before the first
//! body that stands in one, or else last.
//!
//! Bodies and frames are written from the last to the first, so that what they hold is complete; no nesting is too deep.

use std::collections::HashMap;

use synovia_mjcf::keyword::BodySleep;
use synovia_mjcf::keyword::Tri;
use synovia_mjcf::write::Node;
use synovia_model::{BodyId, CameraId, GeomId, JointId, LightId, SiteId};

use super::{Context, geom, joint, plugins, viewers};
use crate::expand::classes::MAIN;
use crate::expand::scene::SceneFrame;

/// What a body carries, by numbers in the model; frames by their place in the scene.
#[derive(Default)]
struct Carried {
    joints: Vec<usize>,
    geoms: Vec<usize>,
    sites: Vec<usize>,
    cameras: Vec<usize>,
    lights: Vec<usize>,
    bodies: Vec<usize>,
    frames: Vec<usize>,
}

/// The world with all that it carries.
pub(super) fn world(cx: &Context<'_>) -> Node {
    let carried = carried(cx);
    let around = classes_around(cx);
    let mut nodes: Vec<Option<Node>> = vec![None; carried.len()];
    for b in (0..carried.len()).rev() {
        let mut node = if b == 0 {
            Node::new("worldbody")
        } else {
            body(cx, b, &around[b])
        };
        fill(cx, b, &carried[b], &around[b], &mut nodes, &mut node);
        nodes[b] = Some(node);
    }
    nodes.into_iter().next().flatten().unwrap_or_default()
}

/// Sorts everything by its body.
fn carried(cx: &Context<'_>) -> Vec<Carried> {
    let (tree, scene) = (&cx.origin.tree, &cx.origin.scene);
    let mut carried: Vec<Carried> = Vec::new();
    carried.resize_with(tree.bodies.len(), Carried::default);
    let mut place = HashMap::new();
    for (b, node) in tree.bodies.iter().enumerate() {
        place.insert(node.src, b);
        if b > 0 {
            carried[node.parent].bodies.push(b);
        }
    }
    for (k, node) in tree.joints.iter().enumerate() {
        carried[node.body].joints.push(k);
    }
    for (k, node) in tree.geoms.iter().enumerate() {
        carried[node.body].geoms.push(k);
    }
    for (k, node) in tree.sites.iter().enumerate() {
        carried[node.body].sites.push(k);
    }
    for (k, node) in tree.cameras.iter().enumerate() {
        carried[node.body].cameras.push(k);
    }
    for (k, node) in tree.lights.iter().enumerate() {
        carried[node.body].lights.push(k);
    }
    for (k, frame) in scene.frames.iter().enumerate() {
        if let Some(&b) = place.get(&frame.body) {
            carried[b].frames.push(k);
        }
    }
    carried
}

/// The class that each body would have without saying so.
fn classes_around(cx: &Context<'_>) -> Vec<String> {
    let (tree, scene) = (&cx.origin.tree, &cx.origin.scene);
    let mut around: Vec<String> = vec![String::new(); tree.bodies.len()];
    for (b, node) in tree.bodies.iter().enumerate().skip(1) {
        let frame = scene.bodies[node.src].within.map(|f| &scene.frames[f]);
        let inside = inside(cx, node.parent, frame, &around[node.parent]);
        around[b] = inside.to_owned();
    }
    around
}

/// The class that things have in a body or one of its frames.
fn inside<'a>(
    cx: &'a Context<'_>,
    b: usize,
    frame: Option<&'a SceneFrame>,
    around: &'a str,
) -> &'a str {
    let body = cx.origin.scene.bodies[cx.origin.tree.bodies[b].src]
        .class
        .as_str();
    let own = match frame {
        Some(frame) if !frame.class.is_empty() => frame.class.as_str(),
        _ => body,
    };
    if own.is_empty() { around } else { own }
}

/// A body without what it carries.
fn body(cx: &Context<'_>, b: usize, around: &str) -> Node {
    let (scene, model, id) = (&cx.origin.scene, cx.model, BodyId::new(b));
    let source = &scene.bodies[cx.origin.tree.bodies[b].src];
    let (el, table) = (&source.el, &model.body);
    let mut node = Node::new("body");
    node.text("name", source.name.as_str());
    if source.class != around && source.class != MAIN {
        node.text("childclass", source.class.as_str());
    }
    let (unit, pos) = ([1.0, 0.0, 0.0, 0.0], table.pos[id].to_array());
    if pos != [0.0; 3] {
        node.numbers("pos", &pos);
    }
    node.numbers_unless("quat", &table.quat[id].to_array(), &unit);
    if el.mocap.is_true_or(false) {
        node.text("mocap", "true");
    }
    let gravcomp = el.gravcomp.or(0.0);
    if gravcomp != 0.0 {
        node.numbers("gravcomp", &[gravcomp]);
    }
    let sleep = el.sleep.or(BodySleep::Auto);
    if sleep != BodySleep::Auto {
        node.text("sleep", sleep.keyword());
    }
    node.user(table.user.row(b), &[]);

    let settings = scene.settings.first();
    let given = settings.is_none_or(|s| s.inertiafromgeom != Tri::True);
    let save = settings.is_some_and(|s| s.saveinertial);
    if save || (source.inertial.is_some() && given) {
        let inertial = node.child("inertial");
        inertial.numbers("pos", &table.ipos[id].to_array());
        inertial.numbers_unless("quat", &table.iquat[id].to_array(), &unit);
        inertial.numbers("mass", &[table.mass[id]]);
        inertial.numbers("diaginertia", &table.inertia[id].to_array());
    }
    node
}

/// Puts into a body what it carries; the bodies in it are complete.
fn fill(
    cx: &Context<'_>,
    b: usize,
    carried: &Carried,
    around: &str,
    nodes: &mut [Option<Node>],
    body: &mut Node,
) {
    let scene = &cx.origin.scene;
    // order: a frame stands behind the one around it, so it is complete first
    let mut held: HashMap<usize, Vec<Node>> = HashMap::new();
    for &f in carried.frames.iter().rev() {
        let inside = contents(cx, b, Some(f), carried, around, nodes, &mut held);
        let frame = &scene.frames[f];
        let shown = !frame.name.is_empty() || !(frame.class.is_empty() || frame.class == MAIN);
        let inside = if shown {
            let mut node = Node::new("frame");
            node.text("name", frame.name.as_str());
            if frame.class != MAIN {
                node.text("childclass", frame.class.as_str());
            }
            node.extend(inside);
            vec![node]
        } else {
            inside
        };
        held.insert(f, inside);
    }
    let inside = contents(cx, b, None, carried, around, nodes, &mut held);
    body.extend(inside);
}

/// What stands in a body or one of its frames.
fn contents(
    cx: &Context<'_>,
    b: usize,
    frame: Option<usize>,
    carried: &Carried,
    around: &str,
    nodes: &mut [Option<Node>],
    held: &mut HashMap<usize, Vec<Node>>,
) -> Vec<Node> {
    let (scene, tree) = (&cx.origin.scene, &cx.origin.tree);
    let class = inside(cx, b, frame.map(|f| &scene.frames[f]), around);
    let mut list = leaves(cx, frame, carried, class);
    if let Some(used) = &scene.bodies[tree.bodies[b].src].plugin {
        // QUIRK(written-frame-plugin): the plugin of a body stands in each of its frames as well
        let mut node = Node::new("plugin");
        plugins::used(cx, used, &mut node);
        list.push(node);
    }

    let mut frames = Some(&carried.frames);
    let mut all_frames = |list: &mut Vec<Node>| {
        for f in frames.take().into_iter().flatten() {
            if scene.frames[*f].within == frame {
                list.extend(held.remove(f).unwrap_or_default());
            }
        }
    };
    for (i, &child) in carried.bodies.iter().enumerate() {
        let within = scene.bodies[tree.bodies[child].src].within;
        if within == frame {
            list.extend(nodes[child].take());
        }
        if within.is_some() || i + 1 == carried.bodies.len() {
            all_frames(&mut list);
        }
    }
    all_frames(&mut list);
    list
}

/// What has nothing inside.
fn leaves(cx: &Context<'_>, frame: Option<usize>, carried: &Carried, around: &str) -> Vec<Node> {
    let (scene, tree, model) = (&cx.origin.scene, &cx.origin.tree, cx.model);
    let mut list = Vec::new();
    for &k in &carried.joints {
        let item = &scene.joints[tree.joints[k].src];
        if item.within == frame {
            let class = &cx.class(&item.class).joint;
            let place = (&item.el, item.class.as_str(), around);
            list.push(joint::element(place, class, model, JointId::new(k)));
        }
    }
    for &k in &carried.geoms {
        let item = &scene.geoms[tree.geoms[k].src];
        if item.within == frame {
            let class = &cx.class(&item.class).geom;
            let place = (&item.el, item.class.as_str(), around);
            let mut node = geom::element(place, class, &tree.geoms[k], (model, GeomId::new(k)));
            if let Some(used) = &item.plugin {
                plugins::used(cx, used, node.child("plugin"));
            }
            list.push(node);
        }
    }
    for &k in &carried.sites {
        let item = &scene.sites[tree.sites[k].src];
        if item.within == frame {
            let class = &cx.class(&item.class).site;
            let place = (&item.el, item.class.as_str(), around);
            list.push(geom::site(place, class, model, SiteId::new(k)));
        }
    }
    for &k in &carried.cameras {
        let item = &scene.cameras[tree.cameras[k].src];
        if item.within == frame {
            let class = &cx.class(&item.class).camera;
            let place = (&item.el, item.class.as_str(), around);
            list.push(viewers::camera(place, class, model, CameraId::new(k)));
        }
    }
    for &k in &carried.lights {
        let item = &scene.lights[tree.lights[k].src];
        if item.within == frame {
            let class = &cx.class(&item.class).light;
            let place = (&item.el, item.class.as_str(), around);
            list.push(viewers::light(place, class, model, LightId::new(k)));
        }
    }
    list
}
