//! `contact`, `equality` and `tendon`: what relates bodies to each other.

use crate::attr::Lead;
use crate::band::Band;
use crate::element;
use crate::keyword::{Bool, Limited};
use crate::spec::builtin::GREY;
use synovia_model::{DEFAULT_PAIR_FRICTION, DEFAULT_SOLIMP, DEFAULT_SOLREF};

element! {
    /// Two geoms that collide, whatever the bits of their types, with parameters of their own.
    pub struct Pair {
        /// Name, unique among pairs.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Name of the first geom.
        geom1: String [own] { member: "geomname1" },
        /// Name of the second geom.
        geom2: String [own] { member: "geomname2" },
        /// Dimensions of contacts: 1 without friction, 3 sliding, 4 and torsional, 6 and rolling.
        condim: i32 { default: 3 },
        /// Coefficients of friction: sliding along two directions, torsional, rolling about two directions.
        friction: Lead<5> { unit: "1, 1, m, m, m", default: DEFAULT_PAIR_FRICTION },
        /// Reference parameters of contacts: time constant and damping ratio, or negative stiffness and damping.
        solref: Lead<2> { unit: "s, 1", default: DEFAULT_SOLREF },
        /// Reference parameters of the frictional directions; zero for those of `solref`.
        solreffriction: Lead<2> { unit: "s, 1" },
        /// Impedance parameters of contacts: least and largest value, width, midpoint, power.
        solimp: Lead<5> { default: DEFAULT_SOLIMP },
        /// Distance at which contacts are detected.
        margin: f64 { unit: "m" },
        /// Part of the margin in which contacts exert no force.
        gap: f64 { unit: "m" },
    }
}

element! {
    /// Two bodies that do not collide.
    pub struct Exclude {
        /// Name, unique among such pairs.
        name: String,
        /// Name of the first body.
        body1: String { member: "bodyname1" },
        /// Name of the second body.
        body2: String { member: "bodyname2" },
    }
}

/// Kind of an equality constraint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // the variants are the elements
pub enum EqualityKind {
    #[default]
    Connect,
    Weld,
    Joint,
    Tendon,
    Flex,
    FlexVert,
    /// An extension.
    Distance,
}

impl EqualityKind {
    /// All kinds with their tags.
    const TAGS: [(&'static str, Self); 7] = [
        ("connect", Self::Connect),
        ("weld", Self::Weld),
        ("joint", Self::Joint),
        ("tendon", Self::Tendon),
        ("flex", Self::Flex),
        ("flexvert", Self::FlexVert),
        ("distance", Self::Distance),
    ];

    /// The kind of the element with this tag.
    pub fn from_tag(tag: &str) -> Option<Self> {
        Self::TAGS
            .iter()
            .find(|(name, _)| *name == tag)
            .map(|&(_, kind)| kind)
    }

    /// The tag of this kind.
    pub fn tag(self) -> &'static str {
        Self::TAGS
            .iter()
            .find(|&&(_, kind)| kind == self)
            .map_or("connect", |&(name, _)| name)
    }
}

element! {
    /// An equality constraint.
    pub struct Equality {
        /// Name, unique among equality constraints.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Name of the first body.
        body1: String [bodies],
        /// Name of the second body; the world if absent.
        body2: String [bodies],
        /// Name of the first site, in place of bodies.
        site1: String [sites],
        /// Name of the second site.
        site2: String [sites],
        /// Name of the first geom.
        geom1: String [apart],
        /// Name of the second geom.
        geom2: String [apart],
        /// Distance that is kept; negative for that of the reference pose.
        distance: f64 [apart] { unit: "m", default: -1.0 },
        /// Name of the joint that is constrained.
        joint1: String [joints],
        /// Name of the joint that it follows; none: it is fixed.
        joint2: String [joints],
        /// Name of the tendon that is constrained.
        tendon1: String [tendons],
        /// Name of the tendon that it follows; none: it is fixed.
        tendon2: String [tendons],
        /// Name of the flex.
        flex: String [flex],
        /// Point that the bodies share: of `connect` in the frame of the first, of `weld` in that of the second.
        anchor: [f64; 3] [bodies] { unit: "m" },
        /// Pose of the second body in the frame of the first; by default that of the reference pose.
        relpose: [f64; 7] [pose] { unit: "m, 1" },
        /// Weight of rotations against translations.
        torquescale: f64 [pose] { unit: "m", default: 1.0 },
        /// Coefficients of the quartic by which the first joint or tendon follows the second.
        polycoef: Lead<5> [polynomial] { default: [0.0, 1.0, 0.0, 0.0, 0.0] },
        /// True if it is enforced at the start.
        active: Bool { default: true },
        /// Reference parameters: time constant and damping ratio, or negative stiffness and damping.
        solref: Lead<2> { unit: "s, 1", default: DEFAULT_SOLREF },
        /// Impedance parameters: least and largest value, width, midpoint, power.
        solimp: Lead<5> { default: DEFAULT_SOLIMP },
    }
    children {
        /// Which element it was.
        kind: EqualityKind,
    }
}

/// Kind of a tendon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // the variants are the elements
pub enum TendonKind {
    #[default]
    Spatial,
    Fixed,
}

impl TendonKind {
    /// The tag of this kind.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Spatial => "spatial",
            Self::Fixed => "fixed",
        }
    }
}

element! {
    /// A tendon.
    pub struct Tendon {
        /// Name, unique among tendons.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Group of visibility, 0 to 5.
        group: i32,
        /// Whether `range` is enforced; `auto` if a range is given.
        limited: Limited { default: Limited::Auto },
        /// Whether `actuatorfrcrange` is enforced.
        actuatorfrclimited: Limited [own] { member: "actfrclimited", default: Limited::False },
        /// Least and largest length.
        range: [f64; 2] { unit: "m or rad" },
        /// Least and largest sum of the actuator forces on the tendon.
        actuatorfrcrange: [f64; 2] [own] { member: "actfrcrange", unit: "N or N m" },
        /// Reference parameters of the limit: time constant and damping ratio, or negative stiffness and damping.
        solreflimit: Lead<2> { member: "solref_limit", unit: "s, 1", default: DEFAULT_SOLREF },
        /// Impedance parameters of the limit: least and largest value, width, midpoint, power.
        solimplimit: Lead<5> { member: "solimp_limit", default: DEFAULT_SOLIMP },
        /// Reference parameters of dry friction: time constant and damping ratio, or negative stiffness and damping.
        solreffriction: Lead<2> { member: "solref_friction", unit: "s, 1", default: DEFAULT_SOLREF },
        /// Impedance parameters of dry friction: least and largest value, width, midpoint, power.
        solimpfriction: Lead<5> { member: "solimp_friction", default: DEFAULT_SOLIMP },
        /// Distance from the limit at which it becomes active.
        margin: f64 { unit: "m or rad" },
        /// Largest force of dry friction.
        frictionloss: f64 { unit: "N or N m" },
        /// Lengths between which the spring exerts no force; one number stands for both, −1 for the length of the reference pose.
        springlength: Band { unit: "m or rad", default: [-1.0; 2] },
        /// Stiffness of the spring outside `springlength`.
        stiffness: f64 { unit: "N/m or N m/rad" },
        /// Force against the change of length, per velocity.
        damping: f64 { unit: "N s/m or N m s/rad" },
        /// Inertia that changes of length have.
        armature: f64 [own] { unit: "kg or kg m²" },
        /// Width with which it is drawn.
        width: f64 [drawn] { unit: "m", default: 0.003 },
        /// Name of the material, for drawing.
        material: String [drawn],
        /// Colour and opacity, unless the material has one.
        rgba: [f32; 4] [drawn] { default: GREY },
        /// Numbers of the user, copied to `tendon_user`.
        user: Vec<f64> { member: "userdata" },
    }
    children {
        /// Which element it was.
        kind: TendonKind,
        /// What it passes, in order.
        path: Vec<Wrap>,
    }
}

/// One object on the path of a tendon.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // the variants are the elements
pub enum Wrap {
    Site(WrapSite),
    Geom(WrapGeom),
    Pulley(WrapPulley),
    Joint(WrapJoint),
}

element! {
    /// A site on the path.
    pub struct WrapSite {
        /// Name of the site.
        site: String,
    }
}

element! {
    /// A sphere or cylinder to wrap around.
    pub struct WrapGeom {
        /// Name of the geom.
        geom: String,
        /// Name of the site on whose side the tendon passes; if it is inside, the tendon wraps from within.
        sidesite: String,
    }
}

element! {
    /// A pulley that starts a new branch.
    pub struct WrapPulley {
        /// Number that the lengths of the branches after it are divided by.
        divisor: f64,
    }
}

element! {
    /// A joint of a fixed tendon.
    pub struct WrapJoint {
        /// Name of the joint.
        joint: String,
        /// Factor with which its position adds to the tendon length.
        coef: f64 { unit: "1 or m/rad" },
    }
}
