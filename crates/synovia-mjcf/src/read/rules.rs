//! The grammar of MJCF 3.5.0: the places of elements, how often they may appear, and their attributes.
//!
//! Attributes are declared with their elements (`spec`), each in a group; an element in one place has the attributes
//! without a group and those of the groups that are listed here. Sections have no declaration and list their
//! attributes. Attributes that the reference does not have are listed by [`Extension`](synovia_model::extension::Extension).
//!
//! ```text
//! ROOT ── compiler, option, size, visual, statistic, default, extension, custom, asset, deformable,
//!     │   contact, equality, tendon, actuator, sensor, keyframe
//!     └── worldbody ── CARRIED: body, frame, replicate (recursive), inertial, joint, geom, site, camera, light, …
//! ```
//!
//! Recursive rules are `static`, so that they can refer to themselves; all others are constants.

use synovia_model::{SensorTarget, SensorType};

use crate::spec::actuator::Actuator;
use crate::spec::asset::{Bone, Hfield, Layer, Material, Mesh, ModelFile, Skin, Texture};
use crate::spec::body::{
    Attach, Body, Camera, Frame, Freejoint, Geom, Inertial, Joint, Light, Replicate, Site,
};
use crate::spec::composite::{
    Composite, CompositeGeom, CompositeJoint, CompositeSite, CompositeSkin,
};
use crate::spec::custom::{Key, Numeric, Text, Tuple, TupleElement};
use crate::spec::flex::{Elasticity, Flex, FlexContact, FlexEdge, Flexcomp, Pin};
use crate::spec::plugin::{Config, Declaration, Instance, Plugin};
use crate::spec::relation::{
    Equality, Exclude, Pair, Tendon, WrapGeom, WrapJoint, WrapPulley, WrapSite,
};
use crate::spec::sensor::Sensor;
use crate::spec::settings::{Compiler, Flag, LengthRange, OptionSection, Size, Statistic};
use crate::spec::visual::{Global, Headlight, Map, Quality, Rgba, Scale};
use crate::{Attribute, Element};

type Words = &'static [&'static str];

/// The rule for one element.
pub(crate) struct Rule {
    /// Its tag.
    pub tag: &'static str,
    /// Whether it may appear only once in its parent.
    pub once: bool,
    /// Its attributes.
    attrs: Attrs,
    /// The elements inside it.
    pub children: &'static [Rule],
}

/// The attributes of an element in one place.
#[derive(Clone, Copy)]
enum Attrs {
    /// Those listed for a section.
    Listed(&'static [Words]),
    /// Those of a declared element without a group or in one of the groups `taken`.
    Declared {
        attributes: &'static [Attribute],
        builtins: fn() -> Vec<String>,
        taken: &'static [Words],
    },
}

impl Rule {
    /// All attributes.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = &'static str> {
        let listed = match self.attrs {
            Attrs::Listed(names) => names,
            Attrs::Declared { .. } => &[],
        };
        let declared = self.declared().flat_map(|(_, attribute)| attribute.names);
        listed.iter().copied().flatten().chain(declared).copied()
    }

    /// The attributes that are declared with an element, and their indices in the declaration.
    pub(crate) fn declared(&self) -> impl Iterator<Item = (usize, &'static Attribute)> {
        let (attributes, taken) = match self.attrs {
            Attrs::Listed(_) => (&[][..], &[][..]),
            Attrs::Declared {
                attributes, taken, ..
            } => (attributes, taken),
        };
        let takes = move |group: &str| {
            group.is_empty() || taken.iter().any(|list: &Words| list.contains(&group))
        };
        let all = attributes.iter().enumerate();
        all.filter(move |(_, attribute)| takes(attribute.group))
    }

    /// The built-in values of all attributes of the declaration.
    pub(crate) fn builtins(&self) -> Vec<String> {
        match self.attrs {
            Attrs::Listed(_) => Vec::new(),
            Attrs::Declared { builtins, .. } => builtins(),
        }
    }

    /// The rule of a child.
    pub(crate) fn child(&self, tag: &str) -> Option<&'static Rule> {
        self.children.iter().find(|rule| rule.tag == tag)
    }

    /// A rule without children that may be repeated.
    const fn new(tag: &'static str, attrs: Attrs) -> Self {
        Self {
            tag,
            once: false,
            attrs,
            children: &[],
        }
    }

    /// The rule with these children.
    const fn holding(mut self, children: &'static [Rule]) -> Self {
        self.children = children;
        self
    }

    /// The rule for an element that may appear only once.
    const fn once(mut self) -> Self {
        self.once = true;
        self
    }
}

/// A section that may be repeated.
const fn listed(tag: &'static str, attrs: &'static [Words]) -> Rule {
    Rule::new(tag, Attrs::Listed(attrs))
}

/// An element that may be repeated, with the attributes without a group and those of the groups `taken`.
const fn many<E: Element>(tag: &'static str, taken: &'static [Words]) -> Rule {
    let attrs = Attrs::Declared {
        attributes: E::ATTRIBUTES,
        builtins: E::builtins,
        taken,
    };
    Rule::new(tag, attrs)
}

/// Like [`many`], but at most once in its parent.
const fn once<E: Element>(tag: &'static str, taken: &'static [Words]) -> Rule {
    many::<E>(tag, taken).once()
}

/// A list of words, written without quotes.
macro_rules! words {
    ($($word:ident)*) => { &[$(stringify!($word)),*] };
}

/// Attributes of an element that default classes cannot set.
const OWN: Words = words![own];

const CONFIG: &[Rule] = &[many::<Config>("config", &[])];
const PLUGIN: Rule = many::<Plugin>("plugin", &[]).holding(CONFIG);
const LAYERS: &[Rule] = &[many::<Layer>("layer", &[])];
const SKIN: Rule = many::<Skin>("skin", &[]).holding(&[many::<Bone>("bone", &[])]);

// attribute groups of the actuator kinds, in classes and as elements
const GENERAL: Words = words![ctrl geared activation actrange law];
const MOTOR: Words = words![ctrl geared];
const POSITION: Words = words![ctrl geared servo kv timeconst];
const VELOCITY: Words = words![ctrl geared kv];
const INTVELOCITY: Words = words![ctrl geared servo kv actrange];
const DAMPER: Words = words![geared kv];
const CYLINDER: Words = words![ctrl geared timeconst cylinder];
const MUSCLE: Words = words![ctrl geared timeconst muscle];
const ADHESION: Words = words![adhesion];
/// Attributes that name the target.
const TARGET: Words = words![own target];
const SITE: Words = words![site refsite];

/// Children of `<default>`, which may be nested.
static DEFAULT: [Rule; 20] = [
    listed("default", &[words![class]]).holding(&DEFAULT),
    once::<Mesh>("mesh", &[]),
    once::<Material>("material", &[]).holding(LAYERS),
    once::<Joint>("joint", &[]),
    once::<Geom>("geom", &[]),
    once::<Site>("site", &[]),
    once::<Camera>("camera", &[]),
    once::<Light>("light", &[]),
    once::<Pair>("pair", &[]),
    once::<Equality>("equality", &[]),
    once::<Tendon>("tendon", &[words![drawn]]),
    once::<Actuator>("general", &[GENERAL]),
    once::<Actuator>("motor", &[MOTOR]),
    once::<Actuator>("position", &[POSITION]),
    once::<Actuator>("velocity", &[VELOCITY]),
    once::<Actuator>("intvelocity", &[INTVELOCITY]),
    once::<Actuator>("damper", &[DAMPER]),
    once::<Actuator>("cylinder", &[CYLINDER]),
    once::<Actuator>("muscle", &[MUSCLE]),
    once::<Actuator>("adhesion", &[ADHESION]),
];

/// Children of bodies, frames and replicates, which may be nested.
static CARRIED: [Rule; 14] = [
    many::<Body>("body", &[]).holding(&CARRIED),
    many::<Frame>("frame", &[]).holding(&CARRIED),
    many::<Replicate>("replicate", &[]).holding(&CARRIED),
    once::<Inertial>("inertial", &[]),
    many::<Joint>("joint", &[OWN]),
    many::<Freejoint>("freejoint", &[]),
    many::<Geom>("geom", &[OWN]).holding(&[PLUGIN]),
    many::<Attach>("attach", &[]),
    many::<Site>("site", &[OWN]),
    many::<Camera>("camera", &[OWN]),
    many::<Light>("light", &[OWN]),
    PLUGIN,
    many::<Composite>("composite", &[]).holding(&[
        many::<CompositeJoint>("joint", &[]),
        once::<CompositeSkin>("skin", &[]),
        once::<CompositeGeom>("geom", &[]),
        once::<CompositeSite>("site", &[]),
        PLUGIN,
    ]),
    many::<Flexcomp>("flexcomp", &[]).holding(&[
        once::<FlexEdge>("edge", &[words![generated]]),
        once::<Elasticity>("elasticity", &[]),
        once::<FlexContact>("contact", &[]),
        many::<Pin>("pin", &[]),
        PLUGIN,
    ]),
];

const VISUAL: &[Rule] = &[
    once::<Global>("global", &[]),
    once::<Quality>("quality", &[]),
    once::<Headlight>("headlight", &[]),
    once::<Map>("map", &[]),
    once::<Scale>("scale", &[]),
    once::<Rgba>("rgba", &[]),
];

const ASSET: &[Rule] = &[
    many::<Mesh>("mesh", &[OWN]).holding(&[PLUGIN]),
    many::<Hfield>("hfield", &[]),
    SKIN,
    many::<Texture>("texture", &[]),
    many::<Material>("material", &[OWN]).holding(LAYERS),
    many::<ModelFile>("model", &[]),
];

const DEFORMABLE: &[Rule] = &[
    many::<Flex>("flex", &[]).holding(&[
        once::<FlexContact>("contact", &[]),
        once::<FlexEdge>("edge", &[]),
        once::<Elasticity>("elasticity", &[]),
    ]),
    SKIN,
];

const EQUALITIES: &[Rule] = &[
    many::<Equality>("connect", &[words![own bodies sites]]),
    many::<Equality>("weld", &[words![own bodies sites pose]]),
    many::<Equality>("joint", &[words![own joints polynomial]]),
    many::<Equality>("tendon", &[words![own tendons polynomial]]),
    many::<Equality>("flex", &[words![own flex]]),
    many::<Equality>("flexvert", &[words![own flex]]),
    many::<Equality>("distance", &[words![own sites apart]]),
];

const TENDONS: &[Rule] = &[
    many::<Tendon>("spatial", &[words![own drawn]]).holding(&[
        many::<WrapSite>("site", &[]),
        many::<WrapGeom>("geom", &[]),
        many::<WrapPulley>("pulley", &[]),
    ]),
    many::<Tendon>("fixed", &[OWN]).holding(&[many::<WrapJoint>("joint", &[])]),
];

const ACTUATORS: &[Rule] = &[
    many::<Actuator>("general", &[GENERAL, TARGET, SITE, words![body]]),
    many::<Actuator>("motor", &[MOTOR, TARGET, SITE]),
    many::<Actuator>("position", &[POSITION, TARGET, SITE]),
    many::<Actuator>("velocity", &[VELOCITY, TARGET, SITE]),
    many::<Actuator>("intvelocity", &[INTVELOCITY, TARGET, SITE]),
    many::<Actuator>("damper", &[DAMPER, TARGET, SITE]),
    many::<Actuator>("cylinder", &[CYLINDER, TARGET, SITE]),
    many::<Actuator>("muscle", &[MUSCLE, TARGET, words![tausmooth]]),
    many::<Actuator>("adhesion", &[ADHESION, OWN, words![body]]),
    many::<Actuator>(
        "plugin",
        &[TARGET, words![ctrl geared activation actrange plugin site]],
    )
    .holding(CONFIG),
];

/// The attribute groups of a sensor, by what it is attached to.
const fn of_seat(target: SensorTarget) -> &'static [Words] {
    const SIGNAL: Words = words![history cutoff noise];
    match target {
        SensorTarget::Global => &[SIGNAL],
        SensorTarget::Site => &[SIGNAL, words![site]],
        SensorTarget::ScalarJoint | SensorTarget::BallJoint | SensorTarget::LimitedJoint => {
            &[SIGNAL, words![joint]]
        }
        SensorTarget::Tendon | SensorTarget::LimitedTendon => &[SIGNAL, words![tendon]],
        SensorTarget::Actuator => &[SIGNAL, words![actuator]],
        SensorTarget::Body => &[SIGNAL, words![body]],
        SensorTarget::Frame => &[SIGNAL, words![object reference]],
        SensorTarget::WorldFrame => &[SIGNAL, words![object]],
        SensorTarget::InSite => &[SIGNAL, words![object site]],
        SensorTarget::InCamera => &[SIGNAL, words![site camera]],
        SensorTarget::Distance => &[SIGNAL, words![shapes]],
        SensorTarget::Rays => &[SIGNAL, words![site camera data]],
        SensorTarget::Contacts => &[SIGNAL, words![shapes contact site data]],
        SensorTarget::Skin => &[words![history tactile]],
        SensorTarget::User => &[words![cutoff noise object user]],
        SensorTarget::Plugin => &[words![cutoff object reference plugin]],
    }
}

/// One rule per sensor type.
static SENSORS: [Rule; SensorType::KINDS.len()] = {
    const NONE: Rule = listed("", &[]);
    let mut rules = [NONE; SensorType::KINDS.len()];
    // a `while` loop, because `for` is not available in constants
    let mut k = 0;
    while k < rules.len() {
        let kind = &SensorType::KINDS[k];
        let rule = many::<Sensor>(kind.tag, of_seat(kind.target));
        rules[k] = match kind.target {
            SensorTarget::Plugin => rule.holding(CONFIG),
            _ => rule,
        };
        k += 1;
    }
    rules
};

/// The whole grammar, beginning at `<mujoco>`.
pub(crate) static ROOT: Rule = listed("mujoco", &[words![model]]).holding(&[
    many::<Compiler>("compiler", &[]).holding(&[once::<LengthRange>("lengthrange", &[])]),
    many::<OptionSection>("option", &[]).holding(&[once::<Flag>("flag", &[])]),
    many::<Size>("size", &[]),
    listed("visual", &[]).holding(VISUAL),
    many::<Statistic>("statistic", &[]),
    listed("default", &[words![class]]).holding(&DEFAULT),
    listed("extension", &[]).holding(&[many::<Declaration>("plugin", &[]).holding(&[many::<
        Instance,
    >(
        "instance",
        &[],
    )
    .holding(CONFIG)])]),
    listed("custom", &[]).holding(&[
        many::<Numeric>("numeric", &[]),
        many::<Text>("text", &[]),
        many::<Tuple>("tuple", &[]).holding(&[many::<TupleElement>("element", &[])]),
    ]),
    listed("asset", &[]).holding(ASSET),
    many::<Body>("worldbody", &[]).holding(&CARRIED),
    // QUIRK(root-body-ignored): these are checked and ignored; files that are meant to be included have them as roots
    many::<Body>("body", &[]).holding(&CARRIED),
    many::<Body>("frame", &[]).holding(&CARRIED),
    many::<Body>("replicate", &[]).holding(&CARRIED),
    listed("deformable", &[]).holding(DEFORMABLE),
    listed("contact", &[]).holding(&[
        many::<Pair>("pair", &[OWN]),
        many::<Exclude>("exclude", &[]),
    ]),
    listed("equality", &[]).holding(EQUALITIES),
    listed("tendon", &[]).holding(TENDONS),
    listed("actuator", &[]).holding(ACTUATORS),
    listed("sensor", &[]).holding(&SENSORS),
    listed("keyframe", &[]).holding(&[many::<Key>("key", &[])]),
]);
