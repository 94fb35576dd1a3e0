//! The flat model: what is left of a specification once classes, frames, replicas and attachments are resolved.
//!
//! Every list stands in the order of the compiled model, so an index here is an id there. Elements carry their class
//! chain merged in (`root ← … ← class ← element`) and their final names. Poses of bodies are final; everything inside a
//! body still stands in its enclosing frame, because end points, axes and directions each compose in their own way.
//!
//! ```text
//! body_from_element = Placed::frame · pose(Placed::el)                             (1)
//! ```

use std::collections::HashMap;

use synovia_math::Pose;
use synovia_mjcf::keyword::{AlignFree, AngleUnit, InertiaFromGeom};
use synovia_mjcf::spec::settings::Compiler;
use synovia_mjcf::spec::{asset, body, custom, flex, relation, settings};
use synovia_mjcf::{Attr, Element, Span};
use synovia_model::{Opt, Stat, Vis};

use crate::spec::actuator::ActuatorRecord;
use crate::spec::classes::Class;
use crate::spec::equality::EqualityRecord;
use crate::spec::names::Obj;
use crate::spec::plugins::{PluginInstance, PluginUse};
use crate::spec::sensor::SensorRecord;

/// A flat model: no classes, frames, replicas or attachments are left.
#[derive(Clone, Debug, Default)]
pub struct FlatModel {
    /// How each model that took part is to be understood; the first is the main one.
    pub settings: Vec<Settings>,
    /// Name of the main model.
    pub modelname: String,
    /// What stands at the head of the main model.
    pub comment: String,
    /// `option` of the main model.
    pub opt: Opt,
    /// Where the time step was written.
    pub timestep: Span,
    /// `size` of the main model.
    pub size: settings::Size,
    /// `statistic` of the main model; NaN stands for what is to be computed.
    pub stat: Stat,
    /// `visual` of the main model.
    pub vis: Vis,
    /// `compiler/lengthrange` of the main model.
    pub lengthrange: settings::LengthRange,
    /// Default classes, the root first; for whoever writes the model, elements have theirs merged in.
    pub classes: Vec<FlatClass>,
    /// Frames, body by body; for whoever writes the model, poses have theirs folded in.
    pub frames: Vec<FlatFrame>,
    /// Bodies, depth first; the world is the first.
    pub bodies: Vec<FlatBody>,
    /// Joints, body by body; a `freejoint` has become a free joint.
    pub joints: Vec<Placed<body::Joint>>,
    /// Geoms, body by body.
    pub geoms: Vec<Placed<body::Geom>>,
    /// Sites, body by body.
    pub sites: Vec<Placed<body::Site>>,
    /// Cameras, body by body.
    pub cameras: Vec<Placed<body::Camera>>,
    /// Lights, body by body.
    pub lights: Vec<Placed<body::Light>>,
    /// Meshes.
    pub meshes: Vec<Owned<asset::Mesh>>,
    /// Skins.
    pub skins: Vec<Owned<asset::Skin>>,
    /// Flexes, written out and generated.
    pub flexes: Vec<Owned<flex::Flex>>,
    /// Height fields.
    pub hfields: Vec<Owned<asset::Hfield>>,
    /// Textures.
    pub textures: Vec<Owned<asset::Texture>>,
    /// Materials.
    pub materials: Vec<Owned<asset::Material>>,
    /// Contact pairs.
    pub pairs: Vec<Owned<relation::Pair>>,
    /// Excluded pairs of bodies.
    pub excludes: Vec<Owned<relation::Exclude>>,
    /// Equality constraints.
    pub equalities: Vec<Owned<EqualityRecord>>,
    /// Tendons.
    pub tendons: Vec<Owned<relation::Tendon>>,
    /// Actuators.
    pub actuators: Vec<Owned<ActuatorRecord>>,
    /// Sensors.
    pub sensors: Vec<Owned<SensorRecord>>,
    /// Named arrays.
    pub numerics: Vec<Owned<custom::Numeric>>,
    /// Named texts.
    pub texts: Vec<Owned<custom::Text>>,
    /// Named lists of objects.
    pub tuples: Vec<Owned<custom::Tuple>>,
    /// Saved states, each part absent or of the full length. `UNSET` stands for what a key of an attached model does not
    /// say, which is then as at the reference pose.
    pub keys: Vec<Owned<custom::Key>>,
    /// Plugins that may be used.
    pub declared: Vec<Attr<String>>,
    /// Instances of plugins.
    pub plugins: Vec<PluginInstance>,
    /// Which element of the specification each row of the lists above was.
    pub origins: Origins,
}

/// Where the elements of a flat model come from.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// The handles of all elements, kind by kind, in the order of the lists.
    pub handles: HashMap<Obj, Vec<usize>>,
    /// The numbers that mocap bodies had when they were compiled or copied last, by handle.
    pub mocap_numbers: HashMap<usize, usize>,
}

/// What nobody wrote in a saved state: NaN with bits of its own, so that a NaN that was written is not mistaken for it.
pub(crate) const UNSET: f64 = f64::from_bits(0x7ff8_0000_0000_0531);

/// A rigid body without what it carries.
#[derive(Clone, Debug, Default)]
pub struct FlatBody {
    /// The element; its `nodes` are empty.
    pub el: body::Body,
    /// Final name; empty if it has none.
    pub name: String,
    /// Parent body; the world is its own parent.
    pub parent: usize,
    /// Final pose in the parent body, enclosing frames included.
    pub pose: Pose,
    /// Name of the class of what is inside.
    pub class: String,
    /// The frame of the parent that it stands in: its place in [`FlatModel::frames`].
    pub within: Option<usize>,
    /// Explicit mass and inertia.
    pub inertial: Option<Placed<body::Inertial>>,
    /// The inertia counts even where its position is not said.
    pub explicit: bool,
    /// The plugin that it uses.
    pub plugin: Option<PluginUse>,
    /// Index into [`FlatModel::settings`].
    pub settings: usize,
    /// Where the element was written.
    pub span: Span,
}

impl FlatBody {
    /// Whether mass and inertia are said, so that geoms count only if they always do: a program may give a mass that only stands in
    /// where there are no geoms, without a position.
    pub fn inertia_is_said(&self) -> bool {
        let inertial = self.inertial.as_ref();
        inertial.is_some_and(|placed| self.explicit || placed.el.pos.defined().is_some())
    }
}

/// Something that a body carries.
#[derive(Clone, Debug, Default)]
pub struct Placed<T> {
    /// The element, with its classes merged in; its own pose is relative to `frame`.
    pub el: T,
    /// The body that carries it.
    pub body: usize,
    /// The enclosing frames, composed, in the frame of the body.
    pub frame: Pose,
    /// False if no frame encloses it; then `frame` is the identity and no composition takes place.
    pub has_frame: bool,
    /// Name of its class.
    pub class: String,
    /// The frame that it stands in: its place in [`FlatModel::frames`].
    pub within: Option<usize>,
    /// For a joint that was written as `freejoint`: its `align`.
    pub free_align: Option<AlignFree>,
    /// Index into [`FlatModel::settings`].
    pub settings: usize,
    /// For a geom: the plugin that it uses.
    pub plugin: Option<PluginUse>,
}

/// A default class, with all that it inherits.
#[derive(Clone, Debug, Default)]
pub struct FlatClass {
    /// Name.
    pub name: String,
    /// The class around it; none for the root.
    pub parent: Option<usize>,
    /// What elements start from.
    pub class: Class,
}

/// A frame inside a body.
#[derive(Clone, Debug, Default)]
pub struct FlatFrame {
    /// Name; empty if it has none.
    pub name: String,
    /// Name of the class of what is inside; empty for frames that nobody wrote.
    pub class: String,
    /// Its body.
    pub body: usize,
    /// The frame that it stands in.
    pub within: Option<usize>,
}

/// Something that no body carries.
#[derive(Clone, Debug, Default)]
pub struct Owned<T> {
    /// The element, with its classes merged in.
    pub el: T,
    /// Name of its class.
    pub class: String,
    /// Index into [`FlatModel::settings`].
    pub settings: usize,
    /// For a mesh, actuator or sensor: the plugin that it uses.
    pub plugin: Option<PluginUse>,
}

/// How the elements of one model are to be understood: `compiler`, with every default filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Angles are in degrees.
    pub degree: bool,
    /// Order of Euler rotations: `x y z` about moving axes, `X Y Z` about fixed ones.
    pub eulerseq: [u8; 3],
    /// Directory of meshes and height fields, as written.
    pub meshdir: String,
    /// Directory of textures, as written.
    pub texturedir: String,
    /// Directory of the model's file.
    pub dir: String,
    /// Infer `limited` from the presence of a range.
    pub autolimits: bool,
    /// Drop directories from file names.
    pub strippath: bool,
    /// Drop what has only visual meaning.
    pub discardvisual: bool,
    /// Fit primitives to the bounding box of a mesh.
    pub fitaabb: bool,
    /// Least mass of a moving body.
    pub boundmass: f64,
    /// Least diagonal inertia of a moving body.
    pub boundinertia: f64,
    /// Scale all masses to this total, if positive.
    pub settotalmass: f64,
    /// Repair inertias that break the triangle inequality.
    pub balanceinertia: bool,
    /// Take inertias from geoms: always, never, or where no `inertial` is given.
    pub inertiafromgeom: InertiaFromGeom,
    /// Geom groups that count for inertia, both ends included.
    pub inertiagrouprange: [i32; 2],
    /// Align the frames of free bodies with their inertia.
    pub alignfree: bool,
    /// Compile assets on several threads; kept for whoever writes the model.
    pub usethread: bool,
    /// Fuse static bodies with their parents.
    pub fusestatic: bool,
    /// Save inertias explicitly.
    pub saveinertial: bool,
    /// Compute mesh inertias exactly unless the mesh says otherwise.
    pub exactmeshinertia: bool,
}

impl Settings {
    /// Those of a `compiler` element, without directories.
    pub(crate) fn new(own: &<Compiler as Element>::Values<'_>) -> Self {
        let eulerseq = own.eulerseq.as_bytes().try_into();
        Self {
            degree: own.angle == AngleUnit::Degree,
            eulerseq: eulerseq.unwrap_or(*b"xyz"),
            meshdir: String::new(),
            texturedir: String::new(),
            dir: String::new(),
            autolimits: own.autolimits,
            strippath: own.strippath,
            discardvisual: own.discardvisual,
            fitaabb: own.fitaabb,
            boundmass: own.boundmass,
            boundinertia: own.boundinertia,
            settotalmass: own.settotalmass,
            balanceinertia: own.balanceinertia,
            inertiafromgeom: own.inertiafromgeom,
            inertiagrouprange: own.inertiagrouprange,
            alignfree: own.alignfree,
            usethread: own.usethread,
            fusestatic: own.fusestatic,
            saveinertial: own.saveinertial,
            exactmeshinertia: own.exactmeshinertia,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::new(&Compiler::BUILTIN)
    }
}
