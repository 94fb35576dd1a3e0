//! `body/composite`: a cable made of bodies.

use crate::attr::Lead;
use crate::element;
use crate::keyword::{Bool, CompositeJointKind, CompositeType, Tri};
use crate::spec::plugin::Plugin;
use synovia_model::enums::{GeomType, JointType};

element! {
    /// A chain of bodies to be generated.
    pub struct Composite {
        /// Prefix of the names.
        prefix: String,
        /// Shape; only `cable` is left.
        kind: CompositeType = "type",
        /// Number of points along each axis.
        count: Lead<3>,
        /// Position of the whole.
        offset: [f64; 3],
        /// Points of the cable.
        vertex: Vec<f32>,
        /// How the first body is joined to the parent.
        initial: String,
        /// A function for each axis.
        curve: String,
        /// Scale of these functions.
        size: Lead<3>,
        /// Orientation of the whole.
        quat: [f64; 4],
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
        /// Which joints.
        kind: CompositeJointKind,
        /// Group of visibility.
        group: i32,
        /// Spring stiffness.
        stiffness: f64,
        /// Damping.
        damping: f64,
        /// Rotor inertia.
        armature: f64,
        /// Reference of the constraint that fixes the joint.
        solreffix: Lead<2>,
        /// Impedance of the constraint that fixes the joint.
        solimpfix: Lead<5>,
        /// Type of joint.
        joint_type: JointType = "type",
        /// Axis.
        axis: [f64; 3],
        /// Whether the range holds.
        limited: Tri,
        /// Range.
        range: [f64; 2],
        /// Distance from the limit at which it acts.
        margin: f64,
        /// Reference of the limit.
        solreflimit: Lead<2>,
        /// Impedance of the limit.
        solimplimit: Lead<5>,
        /// Dry friction.
        frictionloss: f64,
        /// Reference of dry friction.
        solreffriction: Lead<2>,
        /// Impedance of dry friction.
        solimpfriction: Lead<5>,
    }
}

element! {
    /// The skin around the cable.
    pub struct CompositeSkin {
        /// Make texture coordinates.
        texcoord: Bool,
        /// Material.
        material: String,
        /// Group of visibility.
        group: i32,
        /// Colour.
        rgba: [f32; 4],
        /// How far vertices are moved along their normals.
        inflate: f32,
        /// Subdivisions between bodies.
        subgrid: i32,
    }
}

element! {
    /// The geoms of the bodies.
    pub struct CompositeGeom {
        /// Shape.
        kind: GeomType = "type",
        /// Contact type bits.
        contype: i32,
        /// Contact affinity bits.
        conaffinity: i32,
        /// Dimensions of the contact space.
        condim: i32,
        /// Group of visibility.
        group: i32,
        /// Priority of the parameters.
        priority: i32,
        /// Size.
        size: Lead<3>,
        /// Material.
        material: String,
        /// Colour.
        rgba: [f32; 4],
        /// Friction: sliding, torsional, rolling.
        friction: Lead<3>,
        /// Mass.
        mass: f64,
        /// Density.
        density: f64,
        /// Weight in mixing.
        solmix: f64,
        /// Reference of the constraint.
        solref: Lead<2>,
        /// Impedance of the constraint.
        solimp: Lead<5>,
        /// Detection distance.
        margin: f64,
        /// Part of the margin without force.
        gap: f64,
    }
}

element! {
    /// The sites at the ends.
    pub struct CompositeSite {
        /// Group of visibility.
        group: i32,
        /// Size.
        size: Lead<3>,
        /// Material.
        material: String,
        /// Colour.
        rgba: [f32; 4],
    }
}
