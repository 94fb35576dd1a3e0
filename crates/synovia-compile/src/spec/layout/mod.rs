//! Layout: converts a spec to a flat model; frames are composed, names are checked.
//!
//! Bodies are listed depth first; joints, geoms, sites, cameras and lights body by body. The pose of a body is
//!
//! ```text
//! parent_from_body = frames · (pos, orientation)                                    (1)
//! ```
//!
//! The flat model is the last form of the model that still consists of elements: after this, passes only derive values. Handles of the spec
//! are kept in `FlatModel::origins`, so that rows of the model can be traced back to the elements of a program.

pub(crate) mod flat;
pub mod orient;

use std::collections::{HashMap, HashSet};

use synovia_math::{Pose, Quat, Vec3};
use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::spec::body;
use synovia_model::enums::TextureType;

use self::flat::{FlatBody, FlatFrame, FlatModel, Origins, Owned, Placed, Settings};
use crate::spec::arena::{Arena, Id, List};
use crate::spec::edit::attach::{ELEMENT_BYTES, add_name, report_repeated};
use crate::spec::kinds::{list_kinds, tree_kinds};
use crate::spec::names::{Named, Obj};
use crate::spec::store::{Item, Spec};

/// Lays a model out as a flat model; errors go to `diag`, and the flat model is then only useful for finding more errors.
///
/// Keyframes are padded to `size/nkey`. Unset entries of their `qpos`, `mpos` and `mquat` have the values of the reference
/// configuration.
pub(crate) fn lay_out(mut spec: Spec, diag: &mut Diagnostics) -> FlatModel {
    // instances, names and keyframes are complete before elements move to the flat model
    let plugins = spec.finish_plugins();
    let order = spec.depth_first(0);
    check_names(&spec, &order, diag);
    finish_keys(&mut spec, &order, diag);
    for joint in spec.joints.each(&spec.bodies[0].joints) {
        diag.error(
            joint.el.span,
            "the world cannot have a joint; put it into a <body>",
        )
        .element("joint");
    }

    // the handles of all elements, then the tree, then the lists
    let mut flat = FlatModel {
        origins: origins(&spec, &order),
        classes: spec.classes.all(),
        comment: spec.comment.clone(),
        ..FlatModel::default()
    };
    lay_out_tree(&mut spec, &order, &mut flat, diag);
    macro_rules! lists {
        ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $( flat.$list = owned(spec.$list); )* };
    }
    list_kinds!(lists!);
    FlatModel {
        settings: spec.settings,
        modelname: spec.modelname,
        opt: spec.opt,
        timestep: spec.timestep,
        size: spec.size,
        stat: spec.stat,
        vis: spec.vis,
        lengthrange: spec.lengthrange,
        declared: spec.declared,
        plugins,
        ..flat
    }
}

/// The handle of the element in each row.
fn origins(spec: &Spec, order: &[usize]) -> Origins {
    let mut handles = HashMap::from([(Obj::Body, order.to_vec())]);
    macro_rules! tree {
        ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
            let ids = order.iter().flat_map(|&b| &spec.bodies[b].$list);
            handles.insert(Obj::$Obj, ids.map(|id| id.index()).collect());
        )* };
    }
    tree_kinds!(tree!);
    macro_rules! lists {
        ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
            let ids = spec.$list.ids().iter();
            handles.insert(Obj::$Obj, ids.map(|id| id.index()).collect());
        )* };
    }
    list_kinds!(lists!);
    Origins {
        handles,
        mocap_numbers: spec.last_compiled.mocap.clone(),
    }
}

/// The elements of a list, without their handles.
fn owned<T: Default>(list: List<T>) -> Vec<Owned<T>> {
    let plain = |item: Item<T>| Owned {
        el: item.el,
        class: item.class,
        settings: item.settings,
        plugin: item.plugin,
    };
    list.into_elements().into_iter().map(plain).collect()
}

/// Lays out bodies and their elements.
fn lay_out_tree(spec: &mut Spec, order: &[usize], flat: &mut FlatModel, diag: &mut Diagnostics) {
    // frames first: poses of bodies and elements refer to them
    let mut frames = frame_poses(spec, order, diag);
    let mut place = vec![0; spec.bodies.len()];
    for (k, &b) in order.iter().enumerate() {
        place[b] = k;
        // elements move to the flat model: a large model is not copied
        let node = core::mem::take(&mut spec.bodies[b]);
        // equation (1); frames of the body itself are listed after those of its parent
        let pose = body_pose(&node.body, &spec.settings, &frames, diag);
        frames.lay_out(&node.frames, &spec.frames, k, flat);
        let within = frames.place(node.body.frame);
        // the rest of the item is needed only while the model is edited
        let Item {
            el,
            class,
            settings,
            plugin,
            ..
        } = node.body;
        flat.bodies.push(FlatBody {
            class,
            within,
            name: el.name.text().to_owned(),
            parent: place[node.parent],
            pose,
            inertial: node.inertial.map(|item| placed(item, k, &frames)),
            explicit: node.explicit,
            settings,
            plugin,
            span: el.span,
            el,
        });
        macro_rules! lay_out {
            ($($list:ident),*) => { $(
                for id in node.$list {
                    let item = core::mem::take(&mut spec.$list[id]);
                    flat.$list.push(placed(item, k, &frames));
                }
            )* };
        }
        lay_out!(joints, geoms, sites, cameras, lights);
    }
}

/// Frames by id.
#[derive(Default)]
struct Frames {
    /// Poses in the body, composed with the enclosing frames.
    poses: HashMap<Id<body::Frame>, Pose>,
    /// Indices in the flat model.
    places: HashMap<Id<body::Frame>, usize>,
}

impl Frames {
    fn pose(&self, frame: Option<Id<body::Frame>>) -> Option<&Pose> {
        self.poses.get(&frame?)
    }

    fn place(&self, frame: Option<Id<body::Frame>>) -> Option<usize> {
        self.places.get(&frame?).copied()
    }

    /// Adds the frames of a body to the flat model. A frame may precede the frame that encloses it.
    fn lay_out(
        &mut self,
        ids: &[Id<body::Frame>],
        all: &Arena<body::Frame>,
        body: usize,
        flat: &mut FlatModel,
    ) {
        let next = flat.frames.len();
        let places = ids.iter().enumerate().map(|(k, &id)| (id, next + k));
        self.places.extend(places);
        for &id in ids {
            let item = &all[id];
            flat.frames.push(FlatFrame {
                name: item.el.name.text().to_owned(),
                class: item.class.clone(),
                body,
                within: self.place(item.frame),
            });
        }
    }
}

impl Spec {
    /// Stores the poses of all frames that are compiled for the first time.
    pub(crate) fn freeze_frames(&mut self) {
        let order = self.depth_first(0);
        let frames = frame_poses(self, &order, &mut Diagnostics::new());
        for (id, pose) in frames.poses {
            self.last_compiled.frames.entry(id.index()).or_insert(pose);
        }
    }
}

/// The poses of all frames in their bodies.
fn frame_poses(spec: &Spec, order: &[usize], diag: &mut Diagnostics) -> Frames {
    // each frame with all frames around it, the outermost first
    let chains: Vec<(Id<body::Frame>, Vec<Id<body::Frame>>)> = order
        .iter()
        .flat_map(|&b| &spec.bodies[b].frames)
        .map(|&id| (id, spec.around(Some(id))))
        .collect();
    // the own pose of each frame in a chain
    let mut own = HashMap::new();
    for &id in chains.iter().flat_map(|(_, chain)| chain) {
        let item = &spec.frames[id];
        let el = &item.el;
        let still = !(el.pos.is_set() || el.quat.is_set() || el.alt.is_set());
        if still && item.class.is_empty() || own.contains_key(&id) {
            // a generated identity frame, or one that is already known
            continue;
        }
        let quat = orient::orientation(&el.quat, &el.alt, &spec.settings[item.settings]);
        let quat = quat.unwrap_or_else(|error| {
            diag.error(el.alt.span(), error.to_string())
                .element("frame")
                .named(el.name.text());
            Quat::IDENTITY
        });
        own.insert(id, Pose::new(Vec3::from(el.values().pos), quat));
    }
    let poses = chains.into_iter().map(|(id, chain)| {
        // a frame that was compiled before keeps its pose: compose only the frames inside it
        let frozen = |id: &Id<body::Frame>| spec.last_compiled.frames.get(&id.index());
        let known = chain.iter().rposition(|id| frozen(id).is_some());
        let start = known.and_then(|k| frozen(&chain[k]).copied());
        let rest = &chain[known.map_or(0, |k| k + 1)..];
        let rest = rest.iter().filter_map(|id| own.get(id).copied());
        let chain: Vec<Pose> = start.into_iter().chain(rest).collect();
        (id, orient::fold(&chain))
    });
    let poses = poses.collect();
    Frames {
        poses,
        places: HashMap::new(),
    }
}

/// An element with the composed pose of its frames, and its place in the flat model.
fn placed<T>(item: Item<T>, body: usize, frames: &Frames) -> Placed<T> {
    let frame = frames.pose(item.frame);
    Placed {
        within: frames.place(item.frame),
        class: item.class,
        frame: frame.copied().unwrap_or(Pose::IDENTITY),
        has_frame: frame.is_some(),
        el: item.el,
        body,
        free_align: item.free_align,
        settings: item.settings,
        plugin: item.plugin,
    }
}

/// The pose of a body in its parent, equation (1).
fn body_pose(
    item: &Item<body::Body>,
    settings: &[Settings],
    frames: &Frames,
    diag: &mut Diagnostics,
) -> Pose {
    let el = &item.el;
    let quat = orient::orientation(&el.quat, &el.alt, &settings[item.settings]);
    let quat = quat.unwrap_or_else(|error| {
        diag.error(el.alt.span(), error.to_string())
            .element("body")
            .named(el.name.text());
        Quat::IDENTITY
    });
    // the frame's pose is already composed with its outer frames
    let own = Pose::new(Vec3::from(el.values().pos), orient::unit(quat));
    match frames.pose(item.frame) {
        Some(frame) => orient::accumulate(frame, &own),
        None => own,
    }
}

/// Completes keyframes, pads them to the requested number, and collects those that came with copies.
fn finish_keys(spec: &mut Spec, order: &[usize], diag: &mut Diagnostics) {
    spec.lengthen_keys();
    // a large `nkey` is refused before keys are added
    let asked = usize::try_from(spec.size.values().nkey).unwrap_or(0);
    let more = asked.saturating_sub(spec.keys.len()) as u64;
    if let Err(over) = spec.budget.take(more.saturating_mul(ELEMENT_BYTES)) {
        diag.error(spec.size.nkey.span(), over.to_string())
            .element("size")
            .attr("nkey");
    } else {
        while spec.keys.len() < asked {
            spec.keys.push(Item::default());
        }
    }
    // keyframes of copies have their numbers in the copied elements
    let pending = core::mem::take(&mut spec.pending);
    if let Err(over) = spec.check_keys(spec.keys.len() + pending.len(), order) {
        let message = format!("the keyframes of all copies: {over}");
        diag.placeless(message);
        return;
    }
    for key in &pending {
        let collected = spec.collect(order, key);
        add_name(&collected, 0, &mut spec.names, diag);
        spec.keys.push(Item::new(collected, 0));
    }
}

/// Reports repeated names in the tree, and assets without a name.
fn check_names(spec: &Spec, order: &[usize], diag: &mut Diagnostics) {
    // order: elements first, then bodies
    let mut bodies: Vec<&Item<body::Body>> = Vec::with_capacity(order.len());
    let mut seen = HashSet::new();
    for &b in order {
        let node = &spec.bodies[b];
        bodies.push(&node.body);
        macro_rules! carried {
            ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
                for item in spec.$list.each(&node.$list) {
                    check_one(&item.el, &mut seen, diag);
                }
            )* };
        }
        tree_kinds!(carried!);
    }
    for body in bodies {
        check_one(&body.el, &mut seen, diag);
    }

    // materials, textures and shapes are referred to by name only
    check_named(&spec.meshes, |_| true, diag);
    check_named(&spec.hfields, |_| true, diag);
    check_named(
        &spec.textures,
        |el| el.kind.get() != Some(&TextureType::Skybox),
        diag,
    );
    check_named(&spec.materials, |_| true, diag);
}

/// Reports elements without a name that need one.
fn check_named<T: Named>(list: &List<T>, needs: impl Fn(&T) -> bool, diag: &mut Diagnostics) {
    let nameless = list.iter().map(|item| &item.el);
    for el in nameless.filter(|el| el.name().text().is_empty() && needs(el)) {
        let word = T::OBJ.word();
        diag.error(el.span(), format!("a {word} needs a name; set name"))
            .element(word);
    }
}

/// Reports a name that was seen before.
fn check_one<'d, T: Named>(el: &'d T, seen: &mut HashSet<(Obj, &'d str)>, diag: &mut Diagnostics) {
    let name = el.name().text();
    if name.is_empty() || seen.insert((T::OBJ, name)) {
        return;
    }
    report_repeated(el, name, diag);
}
