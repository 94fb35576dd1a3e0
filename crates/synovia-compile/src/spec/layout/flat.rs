//! The flat model: a specification with classes, frames, replicas and attachments resolved.
//!
//! Every list is in the order of the compiled model, so an index here is an id there. Elements are merged with their class
//! chain (`root ← … ← class ← element`) and have their final names. Poses of bodies are final; the elements of a
//! body are still relative to their enclosing frame, because end points, axes and directions each compose in their own way.
//!
//! ```text
//! body_from_element = Placed::frame · pose(Placed::el)                             (1)
//! ```

use std::collections::HashMap;
use std::sync::Arc;

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
use crate::spec::record::record;
use crate::spec::sensor::SensorRecord;

/// A flat model without classes, frames, replicas and attachments.
#[derive(Clone, Debug, Default)]
pub struct FlatModel {
    /// Settings of each model involved; the first are those of the main one.
    pub settings: Vec<Settings>,
    /// Name of the main model.
    pub modelname: String,
    /// Comment at the beginning of the main model.
    pub comment: String,
    /// `option` of the main model.
    pub opt: Opt,
    /// The place of the time step in the source.
    pub timestep: Span,
    /// `size` of the main model.
    pub size: settings::Size,
    /// `statistic` of the main model; NaN marks values to be computed.
    pub stat: Stat,
    /// `visual` of the main model.
    pub vis: Vis,
    /// `compiler/lengthrange` of the main model.
    pub lengthrange: settings::LengthRange,
    /// Default classes, the root first; used for writing the model, elements are already merged with theirs.
    pub classes: Vec<FlatClass>,
    /// Frames, body by body; used for writing the model, poses are already composed with theirs.
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
    /// Flexes, explicit and generated.
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
    /// Named strings.
    pub texts: Vec<Owned<custom::Text>>,
    /// Named lists of objects.
    pub tuples: Vec<Owned<custom::Tuple>>,
    /// Keyframes, each component absent or complete. `UNSET` marks numbers that a key of an attached model does not
    /// specify, which have the values of the reference configuration.
    pub keys: Vec<Owned<custom::Key>>,
    /// Declared plugins.
    pub declared: Vec<Attr<String>>,
    /// Plugin instances.
    pub plugins: Vec<PluginInstance>,
    /// The handles of the elements in the rows of the lists above.
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

/// An unspecified number of a keyframe: a NaN with a distinct bit pattern, so that it differs from a NaN in the source.
pub(crate) const UNSET: f64 = f64::from_bits(0x7ff8_0000_0000_0531);

/// A rigid body without its elements.
#[derive(Clone, Debug, Default)]
pub struct FlatBody {
    /// The element; its `nodes` are empty.
    pub el: body::Body,
    /// Final name; empty if it is unnamed.
    pub name: String,
    /// Parent body; the world is its own parent.
    pub parent: usize,
    /// Final pose in the parent body, enclosing frames included.
    pub pose: Pose,
    /// Name of the default class of its contents.
    pub class: String,
    /// The enclosing frame in the parent: its index in [`FlatModel::frames`].
    pub within: Option<usize>,
    /// Explicit mass and inertia.
    pub inertial: Option<Placed<body::Inertial>>,
    /// Whether the explicit inertia is used even if its position is not set.
    pub explicit: bool,
    /// The plugin that it uses.
    pub plugin: Option<PluginUse>,
    /// Index into [`FlatModel::settings`].
    pub settings: usize,
    /// The place of the element in the source.
    pub span: Span,
}

impl FlatBody {
    /// Whether mass and inertia are explicit, so that geoms are used only if `inertiafromgeom` is true: a program may set a mass without
    /// a position, which only applies if there are no geoms.
    pub fn inertia_is_said(&self) -> bool {
        let inertial = self.inertial.as_ref();
        inertial.is_some_and(|placed| self.explicit || placed.el.pos.defined().is_some())
    }
}

/// An element of a body.
#[derive(Clone, Debug, Default)]
pub struct Placed<T> {
    /// The element, merged with its classes; its own pose is relative to `frame`.
    pub el: T,
    /// The body that contains it.
    pub body: usize,
    /// The enclosing frames, composed, in the frame of the body.
    pub frame: Pose,
    /// False if no frame encloses it; then `frame` is the identity and no composition takes place.
    pub has_frame: bool,
    /// Name of its class.
    pub class: String,
    /// The enclosing frame: its index in [`FlatModel::frames`].
    pub within: Option<usize>,
    /// For a joint specified as `freejoint`: its `align`.
    pub free_align: Option<AlignFree>,
    /// Index into [`FlatModel::settings`].
    pub settings: usize,
    /// For a geom: the plugin that it uses.
    pub plugin: Option<PluginUse>,
}

/// A default class, including inherited values.
#[derive(Clone, Debug, Default)]
pub struct FlatClass {
    /// Name.
    pub name: String,
    /// Its parent class; `None` for the root.
    pub parent: Option<usize>,
    /// The defaults of its elements.
    pub class: Arc<Class>,
}

/// A frame inside a body.
#[derive(Clone, Debug, Default)]
pub struct FlatFrame {
    /// Name; empty if it is unnamed.
    pub name: String,
    /// Name of the default class of its contents; empty for generated frames.
    pub class: String,
    /// Its body.
    pub body: usize,
    /// The frame that encloses it.
    pub within: Option<usize>,
}

/// An element outside the tree.
#[derive(Clone, Debug, Default)]
pub struct Owned<T> {
    /// The element, merged with its classes.
    pub el: T,
    /// Name of its class.
    pub class: String,
    /// Index into [`FlatModel::settings`].
    pub settings: usize,
    /// For a mesh, actuator or sensor: the plugin that it uses.
    pub plugin: Option<PluginUse>,
}

record! {
    /// The settings of one model: `compiler`, with every default filled in.
    pub struct Settings of Compiler {
        autolimits: bool,
        strippath: bool,
        discardvisual: bool,
        fitaabb: bool,
        boundmass: f64,
        boundinertia: f64,
        settotalmass: f64,
        balanceinertia: bool,
        inertiafromgeom: InertiaFromGeom,
        inertiagrouprange: [i32; 2],
        alignfree: bool,
        usethread: bool,
        fusestatic: bool,
        saveinertial: bool,
        exactmeshinertia: bool,
    }
    own {
        /// Whether angles are in degrees.
        degree: bool = true,
        /// Order of Euler rotations: `x y z` about moving axes, `X Y Z` about fixed ones.
        eulerseq: [u8; 3] = *b"xyz",
        /// Directory of meshes and height fields, as specified.
        meshdir: String = String::new(),
        /// Directory of textures, as specified.
        texturedir: String = String::new(),
        /// Directory of the model's file.
        dir: String = String::new(),
    }
}

impl Settings {
    /// The settings of a `compiler` element, without directories.
    pub(crate) fn new(own: &<Compiler as Element>::Values<'_>) -> Self {
        let eulerseq = own.eulerseq.as_bytes().try_into();
        Self {
            degree: own.angle == AngleUnit::Degree,
            eulerseq: eulerseq.unwrap_or(*b"xyz"),
            ..Self::of(own)
        }
    }
}
