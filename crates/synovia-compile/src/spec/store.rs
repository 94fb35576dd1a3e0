//! The specification: an editable model whose tree can be copied and cut.
//!
//! Bodies are in one list and refer to their children by index, so a branch is copied or removed without changing the rest. An element
//! in a frame refers to the innermost enclosing frame; frames are composed only at the end.

use core::fmt::Debug;
use std::collections::HashMap;

use synovia_mjcf::keyword::AlignFree;
use synovia_mjcf::spec::{Sources, asset, body, custom, flex, relation, settings};
use synovia_mjcf::{Attr, Span};
use synovia_model::budget::Budget;
use synovia_model::{Opt, Stat, Vis};

use super::actuator::ActuatorRecord;
use super::arena::{Arena, Id, List};
use super::classes::{Classes, MAIN};
use super::edit::branch::{Branch, FreeBody};
use super::edit::keys::{Pending, Saved};
use super::equality::EqualityRecord;
use super::kinds::{Carried, tree_kinds};
use super::last_compiled::LastCompiled;
use super::layout::flat::Settings;
use super::names::{Names, Obj};
use super::plugins::{Instances, PluginUse};
use super::read::build::UNNAMED;
use super::sensor::SensorRecord;

/// An element of the model.
#[derive(Clone, Debug, Default)]
pub struct Item<T> {
    /// The element.
    pub el: T,
    /// For an element of the tree: the enclosing frame, inside its body.
    pub frame: Option<Id<body::Frame>>,
    /// Name of its class; for a body or frame, that of its contents; empty for generated frames.
    pub class: String,
    /// For an element of the tree: the body that contains it.
    pub body: usize,
    /// Its index in the model that it was copied from.
    pub origin: usize,
    /// Index of the settings of its model.
    pub settings: usize,
    /// The type of a joint or geom before its own attributes were applied, which is that of its class. After compilation, its own.
    ///
    /// QUIRK(copy-class-type): copies of keyframes and of tendon paths use this type, not the element's own.
    pub born: i32,
    /// Text that is added to messages about it.
    pub info: String,
    /// For a joint specified as `freejoint`: its `align`.
    pub free_align: Option<AlignFree>,
    /// For a joint, an actuator or a mocap body: its part of keyframes that are being copied to another model.
    pub saved: Saved,
    /// For a body, geom, mesh, actuator or sensor: the plugin that it uses.
    pub plugin: Option<PluginUse>,
}

impl<T> Item<T> {
    /// A new element outside the tree.
    pub(super) fn new(el: T, settings: usize) -> Self
    where
        T: Default,
    {
        Self {
            el,
            class: MAIN.to_owned(),
            settings,
            ..Self::default()
        }
    }
}

/// How a body refers to its elements.
pub trait Hold: Clone + Debug {
    /// A reference to one element.
    type Held<T: Clone + Debug>: Clone + Debug;
}

/// In a model: by handle.
#[derive(Clone, Copy, Debug)]
pub struct ByHandle;

impl Hold for ByHandle {
    type Held<T: Clone + Debug> = Id<T>;
}

/// In a branch that is being copied or moved: the elements themselves.
#[derive(Clone, Copy, Debug)]
pub struct Whole;

impl Hold for Whole {
    type Held<T: Clone + Debug> = Item<T>;
}

/// A body and its elements, each kind in the order of the source.
#[derive(Clone, Debug)]
pub struct Carrier<H: Hold> {
    /// The body itself, without its nodes.
    pub body: Item<body::Body>,
    /// The parent body.
    pub parent: usize,
    /// Explicit mass and inertia.
    pub inertial: Option<Item<body::Inertial>>,
    /// Whether the explicit inertia is used regardless of geoms, even if its position is not set.
    pub explicit: bool,
    /// Joints.
    pub joints: Vec<H::Held<body::Joint>>,
    /// Geoms.
    pub geoms: Vec<H::Held<body::Geom>>,
    /// Sites.
    pub sites: Vec<H::Held<body::Site>>,
    /// Cameras.
    pub cameras: Vec<H::Held<body::Camera>>,
    /// Lights.
    pub lights: Vec<H::Held<body::Light>>,
    /// Frames; each comes after those that enclose it.
    pub frames: Vec<H::Held<body::Frame>>,
    /// Child bodies.
    pub bodies: Vec<usize>,
}

/// A body of a model.
pub(crate) type BodyNode = Carrier<ByHandle>;

impl<H: Hold> Default for Carrier<H> {
    fn default() -> Self {
        Self {
            body: Item::default(),
            parent: 0,
            inertial: None,
            explicit: false,
            joints: Vec::new(),
            geoms: Vec::new(),
            sites: Vec::new(),
            cameras: Vec::new(),
            lights: Vec::new(),
            frames: Vec::new(),
            bodies: Vec::new(),
        }
    }
}

impl<H: Hold> Carrier<H> {
    /// Number of elements, including itself.
    pub(super) fn len(&self) -> usize {
        1 + self.geoms.len()
            + self.joints.len()
            + self.sites.len()
            + self.cameras.len()
            + self.lights.len()
            + self.frames.len()
    }
}

/// An editable model.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Its source files.
    pub sources: Sources,
    /// Name of the model.
    pub modelname: String,
    /// Comment at the top of the file.
    pub comment: String,
    /// Options.
    pub opt: Opt,
    /// The place of the time step in the source.
    pub timestep: Span,
    /// Visual settings.
    pub vis: Vis,
    /// Statistics; NaN marks values to be computed.
    pub stat: Stat,
    /// Sizes from `size`.
    pub size: settings::Size,
    /// Options of length range computation.
    pub lengthrange: settings::LengthRange,
    /// All bodies; the world is the first. Removed bodies stay in the list, unreachable.
    pub(super) bodies: Vec<BodyNode>,
    /// All joints, including deleted ones.
    pub(super) joints: Arena<body::Joint>,
    /// All geoms.
    pub(super) geoms: Arena<body::Geom>,
    /// All sites.
    pub(super) sites: Arena<body::Site>,
    /// All cameras.
    pub(super) cameras: Arena<body::Camera>,
    /// All lights.
    pub(super) lights: Arena<body::Light>,
    /// All frames.
    pub(super) frames: Arena<body::Frame>,
    /// Settings of each model involved; its own are the first.
    pub settings: Vec<Settings>,
    /// Default classes.
    pub(super) classes: Classes,
    /// Names in use.
    pub(super) names: Names,
    /// Meshes.
    pub(super) meshes: List<asset::Mesh>,
    /// Skins.
    pub(super) skins: List<asset::Skin>,
    /// Flexes.
    pub(super) flexes: List<flex::Flex>,
    /// Height fields.
    pub(super) hfields: List<asset::Hfield>,
    /// Textures.
    pub(super) textures: List<asset::Texture>,
    /// Materials.
    pub(super) materials: List<asset::Material>,
    /// Contact pairs.
    pub(super) pairs: List<relation::Pair>,
    /// Excluded pairs.
    pub(super) excludes: List<relation::Exclude>,
    /// Equality constraints.
    pub(super) equalities: List<EqualityRecord>,
    /// Tendons.
    pub(super) tendons: List<relation::Tendon>,
    /// Actuators.
    pub(super) actuators: List<ActuatorRecord>,
    /// Sensors.
    pub(super) sensors: List<SensorRecord>,
    /// Named arrays.
    pub(super) numerics: List<custom::Numeric>,
    /// Named strings.
    pub(super) texts: List<custom::Text>,
    /// Named lists.
    pub(super) tuples: List<custom::Tuple>,
    /// Keyframes.
    pub(super) keys: List<custom::Key>,
    /// Keyframes whose values are saved in joints, actuators and bodies.
    pub(super) pending: Vec<Pending>,
    /// Declared plugins.
    pub declared: Vec<Attr<String>>,
    /// Plugin instances.
    pub(super) plugins: Instances,
    /// The elements that the last attachment added: kind, index in the model they came from, index here.
    pub(super) moved: Vec<(Obj, usize, usize)>,
    /// Whether the last change of the tree was a copy: its elements are then numbered, until one is added.
    pub(super) counted: bool,
    /// Places in the source of elements that others were generated from: composites and flexcomps.
    pub(super) generators: Vec<Span>,
    /// Number of elements in the tree.
    pub(super) total: usize,
    /// Memory budget of the model, without that of generated arrays.
    pub budget: Budget,
    /// Whether it was compiled before.
    pub(super) compiled: bool,
    /// The poses of frames in their bodies at their first compilation, by handle.
    ///
    /// Frames keep these poses, wherever they are moved to.
    pub(super) last_compiled: LastCompiled,
}

impl Spec {
    /// A model with an empty world.
    pub(super) fn with(classes: Classes, settings: Settings) -> Self {
        let mut world = BodyNode::default();
        world.body.el.name.set("world".to_owned());
        MAIN.clone_into(&mut world.body.class);
        let mut names = Names::default();
        names.add(Obj::Body, "world", 0);
        Self {
            sources: Sources::default(),
            modelname: UNNAMED.to_owned(),
            comment: String::new(),
            opt: Opt::default(),
            timestep: Span::default(),
            vis: Vis::default(),
            stat: crate::settings::statistics(&settings::Statistic::default()),
            size: settings::Size::default(),
            lengthrange: settings::LengthRange::default(),
            bodies: vec![world],
            joints: Arena::default(),
            geoms: Arena::default(),
            sites: Arena::default(),
            cameras: Arena::default(),
            lights: Arena::default(),
            frames: Arena::default(),
            settings: vec![settings],
            classes,
            names,
            meshes: List::default(),
            skins: List::default(),
            flexes: List::default(),
            hfields: List::default(),
            textures: List::default(),
            materials: List::default(),
            pairs: List::default(),
            excludes: List::default(),
            equalities: List::default(),
            tendons: List::default(),
            actuators: List::default(),
            sensors: List::default(),
            numerics: List::default(),
            texts: List::default(),
            tuples: List::default(),
            keys: List::default(),
            pending: Vec::new(),
            declared: Vec::new(),
            plugins: Instances::default(),
            moved: Vec::new(),
            counted: false,
            generators: Vec::new(),
            total: 1,
            budget: Budget::default(),
            compiled: false,
            last_compiled: LastCompiled::default(),
        }
    }

    /// All bodies of the branch at `root`, depth first.
    pub(super) fn depth_first(&self, root: usize) -> Vec<usize> {
        let mut order = Vec::new();
        let mut stack = vec![root];
        while let Some(b) = stack.pop() {
            order.push(b);
            stack.extend(self.bodies[b].bodies.iter().rev());
        }
        order
    }

    /// The first body with this name, depth first.
    pub(super) fn find_body(&self, name: &str) -> Option<usize> {
        if !name.is_empty() && !self.names.has(Obj::Body, name) {
            return None;
        }
        let named = |&b: &usize| self.bodies[b].body.el.name.text() == name;
        self.depth_first(0).into_iter().find(named)
    }

    /// Number of elements in the branch at `root`.
    pub(super) fn branch_len(&self, root: usize) -> usize {
        let order = self.depth_first(root);
        order.iter().map(|&b| self.bodies[b].len()).sum()
    }

    /// Adds a body without its contents; returns its index.
    pub(super) fn push_body(&mut self, parent: usize, body: Item<body::Body>) -> usize {
        let id = self.bodies.len();
        self.bodies.push(BodyNode {
            body,
            parent,
            ..BodyNode::default()
        });
        self.bodies[parent].bodies.push(id);
        self.total += 1;
        id
    }

    /// Adds an element to the body that its item names.
    pub(super) fn put<T: Carried>(&mut self, item: Item<T>) -> Id<T> {
        self.counted = false;
        let body = item.body;
        let id = T::arena_mut(self).insert(item);
        T::carried_mut(&mut self.bodies[body]).push(id);
        self.total += 1;
        id
    }

    /// Adds a frame to a body.
    pub(super) fn add_frame(&mut self, body: usize, item: Item<body::Frame>) -> Id<body::Frame> {
        self.put(Item { body, ..item })
    }

    /// The frames that enclose an element, the outermost first.
    pub(super) fn around(&self, frame: Option<Id<body::Frame>>) -> Vec<Id<body::Frame>> {
        let outer = |&id: &Id<body::Frame>| self.frames[id].frame;
        // at most the number of frames, so the walk ends even if frames form a cycle
        let chain = core::iter::successors(frame, outer).take(self.frames.made());
        let mut chain: Vec<_> = chain.collect();
        chain.reverse();
        chain
    }

    /// A copy of the branch at `root`.
    pub(super) fn copy(&self, root: usize) -> Branch {
        // indices within the branch, for parents, children and frames
        let order = self.depth_first(root);
        let place: HashMap<usize, usize> = order.iter().enumerate().map(|(k, &b)| (b, k)).collect();
        let mut frames = HashMap::new();
        for &b in &order {
            let ids = self.bodies[b].frames.iter().enumerate();
            frames.extend(ids.map(|(k, &id)| (id, Id::new(k))));
        }
        let copied = order.iter().map(|&b| self.free(b, &place, &frames));
        Branch(copied.collect())
    }

    /// A copy of one body, with parents, children and frames as indices in the branch.
    fn free(
        &self,
        b: usize,
        place: &HashMap<usize, usize>,
        frames: &HashMap<Id<body::Frame>, Id<body::Frame>>,
    ) -> FreeBody {
        let node = &self.bodies[b];
        let within = |frame: Option<Id<body::Frame>>| frame.and_then(|id| frames.get(&id).copied());
        macro_rules! copies {
            ($list:ident) => {
                node.$list
                    .iter()
                    .map(|&id| {
                        let item = &self.$list[id];
                        Item {
                            frame: within(item.frame),
                            origin: id.index(),
                            ..item.clone()
                        }
                    })
                    .collect()
            };
        }
        FreeBody {
            body: Item {
                frame: within(node.body.frame),
                origin: b,
                ..node.body.clone()
            },
            parent: place.get(&node.parent).copied().unwrap_or(0),
            inertial: node.inertial.clone(),
            explicit: node.explicit,
            joints: copies!(joints),
            geoms: copies!(geoms),
            sites: copies!(sites),
            cameras: copies!(cameras),
            lights: copies!(lights),
            frames: copies!(frames),
            bodies: node.bodies.iter().map(|child| place[child]).collect(),
        }
    }

    /// Inserts a branch as a child of `at`, in this frame; returns the index of its root.
    pub(super) fn insert(
        &mut self,
        branch: Branch,
        at: usize,
        frame: Option<Id<body::Frame>>,
    ) -> usize {
        let root = self.bodies.len();
        let mut frames: Vec<Vec<Id<body::Frame>>> = Vec::with_capacity(branch.0.len());
        // parents come before children, so the frames of a parent are known
        for (k, mut node) in branch.0.into_iter().enumerate() {
            if k == 0 {
                node.body.frame = None;
            } else {
                node.body.frame = mapped(node.body.frame, &frames[node.parent], None);
            }
            node.parent += root;
            frames.push(self.adopt(node, root));
        }
        self.bodies[root].parent = at;
        self.bodies[root].body.frame = frame;
        self.bodies[at].bodies.push(root);
        root
    }

    /// Inserts the contents of a branch's root into the body `at`, in this frame; returns the ids of its frames.
    pub(super) fn insert_contents(
        &mut self,
        branch: Branch,
        at: usize,
        frame: Option<Id<body::Frame>>,
    ) -> Vec<Id<body::Frame>> {
        let mut nodes = branch.0.into_iter();
        let Some(root) = nodes.next() else {
            return Vec::new();
        };
        root.each_name(|obj, name, born| self.names.add(obj, name, born));
        self.total += root.len() - 1;
        let mut frames = vec![self.settle(root, at, frame)];

        // the root itself is not inserted: its children begin at index 1 in the branch, and at the end of the list here
        let first = self.bodies.len();
        for mut node in nodes {
            let carrier = node.parent;
            let outer = (carrier == 0).then_some(frame).flatten();
            node.body.frame = mapped(node.body.frame, &frames[carrier], outer);
            node.parent = if carrier == 0 {
                let id = self.bodies.len();
                self.bodies[at].bodies.push(id);
                at
            } else {
                first + carrier - 1
            };
            frames.push(self.adopt(node, first - 1));
        }
        frames.swap_remove(0)
    }

    /// Appends a body of a branch to the list; the indices of its children are shifted by `offset`. Returns the ids of its frames.
    pub(super) fn adopt(&mut self, mut node: FreeBody, offset: usize) -> Vec<Id<body::Frame>> {
        self.counted = false;
        for child in &mut node.bodies {
            *child += offset;
        }
        self.names.add(Obj::Body, node.body.el.name.text(), 0);
        node.each_name(|obj, name, born| self.names.add(obj, name, born));
        self.total += node.len();
        let id = self.bodies.len();
        self.moved.push((Obj::Body, node.body.origin, id));
        self.bodies.push(BodyNode {
            body: core::mem::take(&mut node.body),
            parent: node.parent,
            inertial: node.inertial.take(),
            explicit: node.explicit,
            bodies: core::mem::take(&mut node.bodies),
            ..BodyNode::default()
        });
        self.settle(node, id, None)
    }

    /// Moves the elements of a branch's body to the body `at`; those without a frame get the frame `outer`. Returns the ids of the frames.
    fn settle(
        &mut self,
        node: FreeBody,
        at: usize,
        outer: Option<Id<body::Frame>>,
    ) -> Vec<Id<body::Frame>> {
        // ids that the frames will get, for references of the elements to them
        let next = self.frames.made();
        let frames: Vec<_> = (0..node.frames.len()).map(|k| Id::new(next + k)).collect();
        let dest = &mut self.bodies[at];
        macro_rules! settle {
            ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
                for mut item in node.$list {
                    item.frame = mapped(item.frame, &frames, outer);
                    item.body = at;
                    let origin = item.origin;
                    let id = self.$list.insert(item);
                    dest.$list.push(id);
                    self.moved.push((Obj::$Obj, origin, id.index()));
                }
            )* };
        }
        tree_kinds!(settle!);
        frames
    }

    /// Removes the branch at `root`.
    pub(super) fn remove(&mut self, root: usize) {
        for b in self.depth_first(root) {
            let node = &self.bodies[b];
            self.names.remove(Obj::Body, node.body.el.name.text());
            macro_rules! forget {
                ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
                    for item in self.$list.each(&node.$list) {
                        self.names.remove(Obj::$Obj, item.el.name.text());
                    }
                )* };
            }
            tree_kinds!(forget!);
            // an element that was deleted before its body is not subtracted twice
            self.total = self.total.saturating_sub(node.len());
        }
        let parent = self.bodies[root].parent;
        remove_child(&mut self.bodies[parent].bodies, root);
    }
}

/// Takes a body out of the children of another. They are in the order of their handles unless bodies became frames, so that it is found by
/// bisection; later ones move up.
pub(super) fn remove_child(children: &mut Vec<usize>, child: usize) {
    let sorted = children.binary_search(&child).ok();
    let place = sorted.or_else(|| children.iter().position(|&other| other == child));
    if let Some(place) = place {
        children.remove(place);
    }
}

/// The new id of a frame of a branch.
fn mapped(
    frame: Option<Id<body::Frame>>,
    frames: &[Id<body::Frame>],
    outer: Option<Id<body::Frame>>,
) -> Option<Id<body::Frame>> {
    let moved = frame.and_then(|id| frames.get(id.index()).copied());
    moved.or(outer)
}
