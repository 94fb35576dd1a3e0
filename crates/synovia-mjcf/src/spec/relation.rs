//! `contact`, `equality` and `tendon`: relations between elements of the tree.

use crate::attr::Lead;
use crate::band::Band;
use crate::element;
use crate::keyword::{Bool, Limited};
use crate::spec::builtin::GREY;
use crate::spec::tags;
use synovia_model::{DEFAULT_PAIR_FRICTION, DEFAULT_SOLIMP, DEFAULT_SOLREF};

element! {
    /// Two geoms that collide regardless of their collision masks, with parameters of their own.
    pub struct Pair {
        /// Name, unique among pairs.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Name of the first geom.
        geom1: String [own] { member: "geomname1" },
        /// Name of the second geom.
        geom2: String [own] { member: "geomname2" },
        /// Contact dimension: 1 frictionless, 3 with sliding, 4 with torsional too, 6 with rolling friction too.
        condim: i32 { default: 3 },
        /// Friction coefficients: sliding along two directions, torsional, rolling about two directions.
        friction: Lead<5> { unit: "1, 1, m, m, m", default: DEFAULT_PAIR_FRICTION },
        /// Reference parameters of contacts: time constant and damping ratio, or negative stiffness and damping.
        solref: Lead<2> { unit: "s, 1", default: DEFAULT_SOLREF },
        /// Reference parameters of the frictional directions; zero: those of `solref`.
        solreffriction: Lead<2> { unit: "s, 1" },
        /// Impedance parameters of contacts: minimum and maximum value, width, midpoint, power.
        solimp: Lead<5> { default: DEFAULT_SOLIMP },
        /// Distance at which contacts are detected.
        margin: f64 { unit: "m" },
        /// Part of the margin in which contacts are detected but exert no force.
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

tags! {
    /// Kind of an equality constraint; `distance` is an extension.
    EqualityKind:
    Connect = "connect", Weld = "weld", Joint = "joint", Tendon = "tendon", Flex = "flex", FlexVert = "flexvert", Distance = "distance",
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
        /// Name of the first site, instead of bodies.
        site1: String [sites],
        /// Name of the second site.
        site2: String [sites],
        /// Name of the first geom.
        geom1: String [apart],
        /// Name of the second geom.
        geom2: String [apart],
        /// Distance to maintain; negative: that of the reference configuration.
        distance: f64 [apart] { unit: "m", default: -1.0 },
        /// Name of the joint that is constrained.
        joint1: String [joints],
        /// Name of the joint that it follows; if absent, it is fixed.
        joint2: String [joints],
        /// Name of the tendon that is constrained.
        tendon1: String [tendons],
        /// Name of the tendon that it follows; if absent, it is fixed.
        tendon2: String [tendons],
        /// Name of the flex.
        flex: String [flex],
        /// Common point of the bodies: for `connect` in the frame of the first body, for `weld` in that of the second.
        anchor: [f64; 3] [bodies] { unit: "m" },
        /// Pose of the second body in the frame of the first; by default that of the reference configuration.
        relpose: [f64; 7] [pose] { unit: "m, 1" },
        /// Weight of rotations relative to translations.
        torquescale: f64 [pose] { unit: "m", default: 1.0 },
        /// Coefficients of the quartic polynomial that relates the first joint or tendon to the second.
        polycoef: Lead<5> [polynomial] { default: [0.0, 1.0, 0.0, 0.0, 0.0] },
        /// True if it is active initially.
        active: Bool { default: true },
        /// Reference parameters: time constant and damping ratio, or negative stiffness and damping.
        solref: Lead<2> { unit: "s, 1", default: DEFAULT_SOLREF },
        /// Impedance parameters: minimum and maximum value, width, midpoint, power.
        solimp: Lead<5> { default: DEFAULT_SOLIMP },
    }
    children {
        /// Its element.
        kind: EqualityKind,
    }
}

tags! {
    /// Kind of a tendon.
    TendonKind: Spatial = "spatial", Fixed = "fixed",
}

element! {
    /// A tendon.
    pub struct Tendon {
        /// Name, unique among tendons.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Visibility group, 0 to 5.
        group: i32,
        /// Whether `range` is enforced; `auto`: if a range is set.
        limited: Limited { default: Limited::Auto },
        /// Whether `actuatorfrcrange` is enforced.
        actuatorfrclimited: Limited [own] { member: "actfrclimited", default: Limited::False },
        /// Minimum and maximum length.
        range: [f64; 2] { unit: "m or rad" },
        /// Minimum and maximum total actuator force on the tendon.
        actuatorfrcrange: [f64; 2] [own] { member: "actfrcrange", unit: "N or N m" },
        /// Reference parameters of the limit: time constant and damping ratio, or negative stiffness and damping.
        solreflimit: Lead<2> { member: "solref_limit", unit: "s, 1", default: DEFAULT_SOLREF },
        /// Impedance parameters of the limit: minimum and maximum value, width, midpoint, power.
        solimplimit: Lead<5> { member: "solimp_limit", default: DEFAULT_SOLIMP },
        /// Reference parameters of dry friction: time constant and damping ratio, or negative stiffness and damping.
        solreffriction: Lead<2> { member: "solref_friction", unit: "s, 1", default: DEFAULT_SOLREF },
        /// Impedance parameters of dry friction: minimum and maximum value, width, midpoint, power.
        solimpfriction: Lead<5> { member: "solimp_friction", default: DEFAULT_SOLIMP },
        /// Distance from the limit at which it becomes active.
        margin: f64 { unit: "m or rad" },
        /// Maximum force of dry friction.
        frictionloss: f64 { unit: "N or N m" },
        /// Dead band of the spring: lengths between which it exerts no force; one number sets both, −1: the length in the reference configuration.
        springlength: Band { unit: "m or rad", default: [-1.0; 2] },
        /// Stiffness of the spring outside `springlength`.
        stiffness: f64 { unit: "N/m or N m/rad" },
        /// Damping coefficient: force per rate of change of the length.
        damping: f64 { unit: "N s/m or N m s/rad" },
        /// Inertia associated with changes of length.
        armature: f64 [own] { unit: "kg or kg m²" },
        /// Width for drawing.
        width: f64 [drawn] { unit: "m", default: 0.003 },
        /// Name of the material, for drawing.
        material: String [drawn],
        /// Colour and opacity, unless the material has one.
        rgba: [f32; 4] [drawn] { default: GREY },
        /// User data, copied to `tendon_user`.
        user: Vec<f64> { member: "userdata" },
    }
    children {
        /// Its element.
        kind: TendonKind,
        /// Its path, in order.
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
        /// Name of a site on the side of the geom on which the tendon passes; if the site is inside the geom, the tendon passes inside.
        sidesite: String,
    }
}

element! {
    /// A pulley that starts a new branch.
    pub struct WrapPulley {
        /// Divisor of the lengths of the branches after it.
        divisor: f64,
    }
}

element! {
    /// A joint of a fixed tendon.
    pub struct WrapJoint {
        /// Name of the joint.
        joint: String,
        /// Coefficient of its position in the tendon length.
        coef: f64 { unit: "1 or m/rad" },
    }
}
