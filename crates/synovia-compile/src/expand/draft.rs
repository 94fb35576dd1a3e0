//! The draft: a model while it grows, with its tree still open to copying and cutting.
//!
//! Bodies live in one list and know their children by index, so a branch is copied or cut without touching the rest. What stands in
//! a frame remembers the chain of frames around it, the outermost first; chains are folded only at the end.

use std::collections::HashMap;

use synovia_math::Pose;
use synovia_mjcf::Attr;
use synovia_mjcf::keyword::{GeomType, JointType, Tri};
use synovia_mjcf::spec::{asset, body, custom, flex, relation, sensor};

use super::actuator::ActuatorRecord;
use super::classes::{Classes, MAIN};
use super::keys::{Pending, Saved};
use super::names::{Affix, Named, Names, Obj};
use super::plugins::{Instances, PluginUse};

/// A frame around something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// Where it is in the frame around it; nothing if it moves nothing.
    pub pose: Option<Pose>,
    /// Which one; a copy of a frame has its number, inside a frame with a number of its own.
    pub id: usize,
}

/// Frames around something, the outermost first.
pub(super) type Chain = Vec<Link>;

/// Something in the tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Item<T> {
    /// The element.
    pub el: T,
    /// The frames around it, inside its body; for a frame, itself is the last.
    pub chain: Chain,
    /// Name of its class; for a body or frame, of what is inside.
    pub class: String,
    /// Index of the settings of its model.
    pub settings: usize,
    /// The type of a joint or geom before its own attributes were read: that of its class.
    ///
    /// QUIRK(copy-class-type): copies of keyframes and of tendon paths go by this type, not by the element's own.
    pub born: i32,
    /// For a joint that was written as `freejoint`: its `align`.
    pub free_align: Option<Tri>,
    /// For a joint: its part of keyframes that are on their way into another model.
    pub saved: Saved,
    /// For a body or geom: the plugin that it uses.
    pub plugin: Option<PluginUse>,
}

/// Something outside the tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Loose<T> {
    /// The element.
    pub el: T,
    /// Name of its class.
    pub class: String,
    /// Index of the settings of its model.
    pub settings: usize,
    /// For an actuator: its part of keyframes that are on their way into another model.
    pub saved: Saved,
    /// For a mesh, actuator or sensor: the plugin that it uses.
    pub plugin: Option<PluginUse>,
}

impl<T> Loose<T> {
    /// A new element.
    pub(super) fn new(el: T, settings: usize) -> Self {
        Self {
            el,
            class: MAIN.to_owned(),
            settings,
            saved: Saved::default(),
            plugin: None,
        }
    }
}

/// A body and what it carries, each kind in the order written.
#[derive(Clone, Debug, Default)]
pub(super) struct BodyNode {
    /// The body itself, without its nodes.
    pub body: Item<body::Body>,
    /// The body that carries it.
    pub parent: usize,
    /// Explicit mass and inertia.
    pub inertial: Option<Item<body::Inertial>>,
    /// Joints.
    pub joints: Vec<Item<body::Joint>>,
    /// Geoms.
    pub geoms: Vec<Item<body::Geom>>,
    /// Sites.
    pub sites: Vec<Item<body::Site>>,
    /// Cameras.
    pub cameras: Vec<Item<body::Camera>>,
    /// Lights.
    pub lights: Vec<Item<body::Light>>,
    /// Frames, an outer one before those in it.
    pub frames: Vec<Item<body::Frame>>,
    /// Child bodies.
    pub bodies: Vec<usize>,
}

impl BodyNode {
    /// Calls `visit` with kind, name and born type of everything in it, the body itself excepted.
    pub(super) fn each_name(&self, mut visit: impl FnMut(Obj, &str, i32)) {
        fn all<T: Named>(items: &[Item<T>], visit: &mut impl FnMut(Obj, &str, i32)) {
            for item in items {
                visit(T::OBJ, item.el.name().text(), item.born);
            }
        }
        all(&self.geoms, &mut visit);
        all(&self.joints, &mut visit);
        all(&self.sites, &mut visit);
        all(&self.cameras, &mut visit);
        all(&self.lights, &mut visit);
        all(&self.frames, &mut visit);
    }

    /// Says which class it and its joints and geoms are of.
    pub(super) fn set_class(&mut self, class: &str) {
        class.clone_into(&mut self.body.class);
        let joints = self.joints.iter_mut().map(|item| &mut item.class);
        let geoms = self.geoms.iter_mut().map(|item| &mut item.class);
        for of in joints.chain(geoms) {
            class.clone_into(of);
        }
    }

    /// Number of elements in it, itself included.
    pub(super) fn len(&self) -> usize {
        1 + self.geoms.len()
            + self.joints.len()
            + self.sites.len()
            + self.cameras.len()
            + self.lights.len()
            + self.frames.len()
    }

    /// Renames all it carries.
    fn rename_contents(&mut self, affix: &Affix) {
        fn all<T: Named>(items: &mut [Item<T>], affix: &Affix) {
            for item in items {
                item.el.rename(affix);
                affix.apply_class(&mut item.class);
                if let Some(used) = &mut item.plugin {
                    used.rename(affix);
                }
            }
        }
        all(&mut self.geoms, affix);
        all(&mut self.joints, affix);
        all(&mut self.sites, affix);
        all(&mut self.cameras, affix);
        all(&mut self.lights, affix);
        all(&mut self.frames, affix);
    }
}

/// A branch taken out of a tree: the first is its root, indices are its own.
#[derive(Clone, Debug)]
pub(super) struct Branch(pub Vec<BodyNode>);

impl Branch {
    /// Gives everything the names of a copy; the root itself only if it is `rooted`, a body of its own.
    pub(super) fn rename(&mut self, affix: &Affix, rooted: bool) {
        for (k, node) in self.0.iter_mut().enumerate() {
            if k > 0 || rooted {
                node.body.el.rename(affix);
                affix.apply_class(&mut node.body.class);
                if let Some(used) = &mut node.body.plugin {
                    used.rename(affix);
                }
            }
            node.rename_contents(affix);
        }
    }
}

/// A model while it grows.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// All bodies; the world is the first. Bodies that were cut stay here, unreachable.
    pub bodies: Vec<BodyNode>,
    /// Default classes.
    pub classes: Classes,
    /// Names in use.
    pub names: Names,
    /// Meshes.
    pub meshes: Vec<Loose<asset::Mesh>>,
    /// Skins.
    pub skins: Vec<Loose<asset::Skin>>,
    /// Flexes.
    pub flexes: Vec<Loose<flex::Flex>>,
    /// Height fields.
    pub hfields: Vec<Loose<asset::Hfield>>,
    /// Textures.
    pub textures: Vec<Loose<asset::Texture>>,
    /// Materials.
    pub materials: Vec<Loose<asset::Material>>,
    /// Contact pairs.
    pub pairs: Vec<Loose<relation::Pair>>,
    /// Excluded pairs.
    pub excludes: Vec<Loose<relation::Exclude>>,
    /// Equality constraints.
    pub equalities: Vec<Loose<relation::Equality>>,
    /// Tendons.
    pub tendons: Vec<Loose<relation::Tendon>>,
    /// Actuators.
    pub actuators: Vec<Loose<ActuatorRecord>>,
    /// Sensors.
    pub sensors: Vec<Loose<sensor::Sensor>>,
    /// Named arrays.
    pub numerics: Vec<Loose<custom::Numeric>>,
    /// Named texts.
    pub texts: Vec<Loose<custom::Text>>,
    /// Named lists.
    pub tuples: Vec<Loose<custom::Tuple>>,
    /// Keyframes.
    pub keys: Vec<Loose<custom::Key>>,
    /// Keyframes whose values are saved in joints, actuators and bodies.
    pub pending: Vec<Pending>,
    /// Plugins that may be used.
    pub declared: Vec<Attr<String>>,
    /// Instances of plugins.
    pub plugins: Instances,
    /// Number of elements in the tree.
    pub total: usize,
    /// Number of frames that were ever made.
    pub frames: usize,
}

impl Draft {
    /// An empty world.
    pub(super) fn new(classes: Classes, settings: usize) -> Self {
        let mut world = BodyNode::default();
        world.body.settings = settings;
        MAIN.clone_into(&mut world.body.class);
        world.body.el.name.set("world".to_owned());
        let mut names = Names::default();
        names.add(Obj::Body, "world", 0);
        Self {
            bodies: vec![world],
            classes,
            names,
            meshes: Vec::new(),
            skins: Vec::new(),
            flexes: Vec::new(),
            hfields: Vec::new(),
            textures: Vec::new(),
            materials: Vec::new(),
            pairs: Vec::new(),
            excludes: Vec::new(),
            equalities: Vec::new(),
            tendons: Vec::new(),
            actuators: Vec::new(),
            sensors: Vec::new(),
            numerics: Vec::new(),
            texts: Vec::new(),
            tuples: Vec::new(),
            keys: Vec::new(),
            pending: Vec::new(),
            declared: Vec::new(),
            plugins: Instances::default(),
            total: 1,
            frames: 0,
        }
    }

    /// The chain of a new frame inside `chain`.
    pub(super) fn inside(&mut self, chain: &[Link], pose: Option<Pose>) -> Chain {
        self.frames += 1;
        let mut inside = chain.to_vec();
        let id = self.frames;
        inside.push(Link { pose, id });
        inside
    }

    /// A frame without a name, whose chain ends with itself.
    pub(super) fn bare_frame(&mut self, body: usize, chain: &[Link], class: &str) {
        self.bodies[body].frames.push(Item {
            chain: chain.to_vec(),
            class: class.to_owned(),
            ..Item::default()
        });
        self.total += 1;
    }

    /// All bodies below and including `root`, depth first.
    pub(super) fn depth_first(&self, root: usize) -> Vec<usize> {
        let mut order = Vec::new();
        let mut stack = vec![root];
        while let Some(b) = stack.pop() {
            order.push(b);
            stack.extend(self.bodies[b].bodies.iter().rev());
        }
        order
    }

    /// The first body of this name, depth first.
    pub(super) fn find_body(&self, name: &str) -> Option<usize> {
        if !name.is_empty() && !self.names.has(Obj::Body, name) {
            return None;
        }
        let named = |&b: &usize| self.bodies[b].body.el.name.text() == name;
        self.depth_first(0).into_iter().find(named)
    }

    /// A copy of the branch at `root`.
    pub(super) fn copy(&self, root: usize) -> Branch {
        let order = self.depth_first(root);
        let place: HashMap<usize, usize> = order.iter().enumerate().map(|(k, &b)| (b, k)).collect();
        let copied = order.iter().map(|&b| {
            let mut node = self.bodies[b].clone();
            node.parent = place.get(&node.parent).copied().unwrap_or(0);
            for child in &mut node.bodies {
                *child = place[child];
            }
            node
        });
        Branch(copied.collect())
    }

    /// Number of elements in the branch at `root`.
    pub(super) fn branch_len(&self, root: usize) -> usize {
        let order = self.depth_first(root);
        order.iter().map(|&b| self.bodies[b].len()).sum()
    }

    /// Inserts a branch as a child of `at`, with these frames around it.
    pub(super) fn insert(&mut self, mut branch: Branch, at: usize, chain: &[Link]) {
        branch.0[0].body.chain = chain.to_vec();
        let root = self.bodies.len();
        for mut node in branch.0 {
            node.parent += root;
            self.adopt(node, root);
        }
        self.bodies[root].parent = at;
        self.bodies[at].bodies.push(root);
    }

    /// Inserts what the root of a branch carries into the body `at`, with these frames around each thing.
    pub(super) fn insert_contents(&mut self, branch: Branch, at: usize, chain: &[Link]) {
        let mut nodes = branch.0.into_iter();
        let Some(root) = nodes.next() else { return };

        // the root itself is not inserted: its children begin at 1 there, and here at the end of the list
        let first = self.bodies.len();
        for mut node in nodes {
            node.parent = if node.parent == 0 {
                enclose(&mut node.body, chain);
                let id = self.bodies.len();
                self.bodies[at].bodies.push(id);
                at
            } else {
                first + node.parent - 1
            };
            self.adopt(node, first - 1);
        }

        root.each_name(|obj, name, born| self.names.add(obj, name, born));
        self.total += root.len() - 1;
        let dest = &mut self.bodies[at];
        append(&mut dest.geoms, root.geoms, chain);
        append(&mut dest.joints, root.joints, chain);
        append(&mut dest.sites, root.sites, chain);
        append(&mut dest.cameras, root.cameras, chain);
        append(&mut dest.lights, root.lights, chain);
        append(&mut dest.frames, root.frames, chain);
    }

    /// Puts a body of a branch at the end of the list; its children stand `offset` farther there.
    fn adopt(&mut self, mut node: BodyNode, offset: usize) {
        for child in &mut node.bodies {
            *child += offset;
        }
        self.names.add(Obj::Body, node.body.el.name.text(), 0);
        node.each_name(|obj, name, born| self.names.add(obj, name, born));
        self.total += node.len();
        self.bodies.push(node);
    }

    /// Removes the branch at `root`.
    pub(super) fn remove(&mut self, root: usize) {
        for b in self.depth_first(root) {
            let node = core::mem::take(&mut self.bodies[b]);
            self.names.remove(Obj::Body, node.body.el.name.text());
            node.each_name(|obj, name, _| self.names.remove(obj, name));
            self.total -= node.len();
            if b == root {
                let children = &mut self.bodies[node.parent].bodies;
                children.retain(|&child| child != root);
            }
        }
    }
}

/// Puts frames around something, outside those that it has.
fn enclose<T>(item: &mut Item<T>, chain: &[Link]) {
    item.chain.splice(0..0, chain.iter().copied());
}

/// Appends with frames around each.
fn append<T>(dest: &mut Vec<Item<T>>, items: Vec<Item<T>>, chain: &[Link]) {
    dest.extend(items.into_iter().map(|mut item| {
        enclose(&mut item, chain);
        item
    }));
}

/// The type that joints of a class have before they say so themselves.
pub(super) fn born_joint(class: &body::Joint) -> i32 {
    class.kind.or(JointType::Hinge) as i32
}

/// The type that geoms of a class have before they say so themselves.
pub(super) fn born_geom(class: &body::Geom) -> i32 {
    class.kind.or(GeomType::Sphere) as i32
}
