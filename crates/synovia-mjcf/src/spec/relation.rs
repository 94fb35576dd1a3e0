//! `contact`, `equality` and `tendon`: what relates bodies to each other.

use crate::attr::Lead;
use crate::band::Band;
use crate::element;
use crate::keyword::{Bool, Tri};

element! {
    /// A contact candidate with its own parameters.
    pub struct Pair {
        /// Name.
        name: String [own],
        /// Default class.
        class: String [own],
        /// First geom.
        geom1: String [own],
        /// Second geom.
        geom2: String [own],
        /// Contact dimension.
        condim: i32,
        /// Friction.
        friction: Lead<5>,
        /// Solver reference.
        solref: Lead<2>,
        /// Solver reference of friction rows.
        solreffriction: Lead<2>,
        /// Solver impedance.
        solimp: Lead<5>,
        /// Margin.
        margin: f64,
        /// Gap.
        gap: f64,
    }
}

element! {
    /// Two bodies that do not collide.
    pub struct Exclude {
        /// Name.
        name: String,
        /// First body.
        body1: String,
        /// Second body.
        body2: String,
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
        /// Name.
        name: String [own],
        /// Default class.
        class: String [own],
        /// First body.
        body1: String [bodies],
        /// Second body.
        body2: String [bodies],
        /// First site.
        site1: String [sites],
        /// Second site.
        site2: String [sites],
        /// First geom.
        geom1: String [apart],
        /// Second geom.
        geom2: String [apart],
        /// Distance that is kept; by default that of the reference pose.
        distance: f64 [apart],
        /// First joint.
        joint1: String [joints],
        /// Second joint.
        joint2: String [joints],
        /// First tendon.
        tendon1: String [tendons],
        /// Second tendon.
        tendon2: String [tendons],
        /// Flex.
        flex: String [flex],
        /// Anchor.
        anchor: [f64; 3] [bodies],
        /// Relative pose.
        relpose: [f64; 7] [pose],
        /// Ratio of rotational to translational terms.
        torquescale: f64 [pose],
        /// Coefficients of the quartic.
        polycoef: Lead<5> [polynomial],
        /// Is on.
        active: Bool,
        /// Solver reference.
        solref: Lead<2>,
        /// Solver impedance.
        solimp: Lead<5>,
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
        /// Name.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Group.
        group: i32,
        /// Has limits.
        limited: Tri,
        /// Has limits of actuator force.
        actuatorfrclimited: Tri [own],
        /// Range.
        range: [f64; 2],
        /// Range of actuator force.
        actuatorfrcrange: [f64; 2] [own],
        /// Solver reference of limits.
        solreflimit: Lead<2>,
        /// Solver impedance of limits.
        solimplimit: Lead<5>,
        /// Solver reference of friction loss.
        solreffriction: Lead<2>,
        /// Solver impedance of friction loss.
        solimpfriction: Lead<5>,
        /// Margin of limits.
        margin: f64,
        /// Friction loss.
        frictionloss: f64,
        /// Length at which the spring rests; one value stands for both ends of the dead band.
        springlength: Band,
        /// Stiffness.
        stiffness: f64,
        /// Damping.
        damping: f64,
        /// Armature.
        armature: f64 [own],
        /// Width for drawing.
        width: f64 [drawn],
        /// Material.
        material: String [drawn],
        /// Colour.
        rgba: [f32; 4] [drawn],
        /// User data.
        user: Vec<f64>,
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
        /// The site.
        site: String,
    }
}

element! {
    /// A sphere or cylinder to wrap around.
    pub struct WrapGeom {
        /// The geom.
        geom: String,
        /// On which side.
        sidesite: String,
    }
}

element! {
    /// A pulley that starts a new branch.
    pub struct WrapPulley {
        /// Divisor of the branch.
        divisor: f64,
    }
}

element! {
    /// A joint of a fixed tendon.
    pub struct WrapJoint {
        /// The joint.
        joint: String,
        /// Its coefficient.
        coef: f64,
    }
}
