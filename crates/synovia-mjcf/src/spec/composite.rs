//! `body/composite`: a cable, that is a chain of bodies.

use crate::attr::Lead;
use crate::element;
use crate::keyword::{Bool, CompositeJointKind, CompositeType, Limited};
use crate::spec::body::{Geom, Joint, Site};
use crate::spec::builtin::UNIT_QUAT;
use crate::spec::plugin::Plugin;
use synovia_model::enums::{GeomType, JointType};

element! {
    /// A chain of bodies to be generated.
    pub struct Composite {
        /// Prefix of the names of all generated elements.
        prefix: String,
        /// Shape; only `cable` is supported.
        kind: CompositeType { xml: "type", default: CompositeType::Particle },
        /// Number of points along the cable; the other two must be 1.
        count: Lead<3> { default: [1.0; 3] },
        /// Translation of all points in the frame of the parent body.
        offset: [f64; 3] { unit: "m" },
        /// Points of the cable, three numbers each, instead of a curve.
        vertex: Vec<f32> { unit: "m" },
        /// Joint of the first body: `none`, `free` or `ball`.
        initial: String,
        /// Functions for x, y and z along the cable: `s`, `cos(s)`, `sin(s)` or `0`.
        curve: String,
        /// Length of the curve, its radius, and its number of turns.
        size: Lead<3> { unit: "m", default: [1.0, 0.0, 0.0] },
        /// Rotation of all points, a quaternion (w, x, y, z).
        quat: [f64; 4] { default: UNIT_QUAT },
    }
    children {
        /// `joint`.
        joints: Vec<CompositeJoint>,
        /// `skin`.
        skin: Option<CompositeSkin>,
        /// `geom`.
        geom: CompositeGeom,
        /// `site`.
        site: CompositeSite,
        /// `plugin`.
        plugin: Option<Plugin>,
    }
}

element! {
    /// Joints between the bodies.
    pub struct CompositeJoint {
        /// The joints that it describes.
        kind: CompositeJointKind { default: CompositeJointKind::Main },
        /// Visibility group, 0 to 5.
        group: i32 { default: 3 },
        /// Stiffness of the springs.
        stiffness: f64 { unit: "N m/rad" },
        /// Damping coefficient: force per velocity, against the motion.
        damping: f64 { unit: "N m s/rad" },
        /// Inertia added to each degree of freedom.
        armature: f64 { unit: "kg m²" },
        /// Reference parameters of a constraint that older versions generated.
        solreffix: Lead<2> { unit: "s, 1", default: Joint::BUILTIN.solreflimit },
        /// Impedance parameters of a constraint that older versions generated.
        solimpfix: Lead<5> { default: Joint::BUILTIN.solimplimit },
        /// Type of the joints; cables have ball joints.
        joint_type: JointType { xml: "type", default: Joint::BUILTIN.kind },
        /// Axis of the joints in the body frame.
        axis: [f64; 3] { default: Joint::BUILTIN.axis },
        /// Whether `range` is enforced; `auto`: if a range is set.
        limited: Limited { default: Joint::BUILTIN.limited },
        /// Minimum and maximum position.
        range: [f64; 2] { unit: "angle" },
        /// Distance from the limit at which it becomes active.
        margin: f64 { unit: "rad" },
        /// Reference parameters of the limit.
        solreflimit: Lead<2> { unit: "s, 1", default: Joint::BUILTIN.solreflimit },
        /// Impedance parameters of the limit.
        solimplimit: Lead<5> { default: Joint::BUILTIN.solimplimit },
        /// Maximum force of dry friction.
        frictionloss: f64 { unit: "N m" },
        /// Reference parameters of dry friction.
        solreffriction: Lead<2> { unit: "s, 1", default: Joint::BUILTIN.solreffriction },
        /// Impedance parameters of dry friction.
        solimpfriction: Lead<5> { default: Joint::BUILTIN.solimpfriction },
    }
}

element! {
    /// The skin around the cable.
    pub struct CompositeSkin {
        /// True if it has texture coordinates.
        texcoord: Bool,
        /// Name of the material, for drawing.
        material: String,
        /// Visibility group, 0 to 5.
        group: i32,
        /// Colour and opacity.
        rgba: [f32; 4] { default: [1.0; 4] },
        /// Distance by which vertices are moved along their normals.
        inflate: f32 { unit: "m" },
        /// Number of subdivisions between two bodies.
        subgrid: i32,
    }
}

element! {
    /// The geoms of the bodies.
    pub struct CompositeGeom {
        /// Shape: capsule, cylinder or box.
        kind: GeomType { xml: "type", default: Geom::BUILTIN.kind },
        /// Bit mask of their collision type; they collide with geoms that have one of these bits in `conaffinity`.
        contype: i32 { default: Geom::BUILTIN.contype },
        /// Bit mask of the types they collide with, see `contype`.
        conaffinity: i32 { default: Geom::BUILTIN.conaffinity },
        /// Contact dimension: 1 frictionless, 3 with sliding, 4 with torsional too, 6 with rolling friction too.
        condim: i32 { default: Geom::BUILTIN.condim },
        /// Visibility group, 0 to 5.
        group: i32,
        /// Of two geoms, the one with the higher priority determines the contact parameters.
        priority: i32,
        /// Radius, or half sizes of a box; lengths follow from the points.
        size: Lead<3> { unit: "m" },
        /// Name of the material, for drawing.
        material: String,
        /// Colour and opacity, unless the material has one.
        rgba: [f32; 4] { default: Geom::BUILTIN.rgba },
        /// Friction coefficients: sliding, torsional, rolling.
        friction: Lead<3> { unit: "1, m, m", default: Geom::BUILTIN.friction },
        /// Mass of each geom; computed from the density if absent.
        mass: f64 { unit: "kg", default: f64::NAN },
        /// Density of the material.
        density: f64 { unit: "kg/m³", default: Geom::BUILTIN.density },
        /// Weight when the solver parameters of two geoms are averaged.
        solmix: f64 { default: Geom::BUILTIN.solmix },
        /// Reference parameters of contacts.
        solref: Lead<2> { unit: "s, 1", default: Geom::BUILTIN.solref },
        /// Impedance parameters of contacts.
        solimp: Lead<5> { default: Geom::BUILTIN.solimp },
        /// Distance at which contacts are detected.
        margin: f64 { unit: "m" },
        /// Part of the margin in which contacts are detected but exert no force.
        gap: f64 { unit: "m" },
    }
}

element! {
    /// The sites at the ends.
    pub struct CompositeSite {
        /// Visibility group, 0 to 5.
        group: i32 { default: 3 },
        /// Half sizes.
        size: Lead<3> { unit: "m", default: Site::BUILTIN.size },
        /// Name of the material, for drawing.
        material: String,
        /// Colour and opacity, unless the material has one.
        rgba: [f32; 4] { default: Site::BUILTIN.rgba },
    }
}
