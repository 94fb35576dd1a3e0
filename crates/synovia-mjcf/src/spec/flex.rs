//! `deformable/flex` and `body/flexcomp`: soft bodies, written out and generated.

use crate::attr::{Lead, Orientation};
use crate::element;
use crate::keyword::{Bool, Elastic2d, FlexEquality, FlexcompDof, FlexcompType};
use crate::spec::plugin::Plugin;
use synovia_model::enums::FlexSelf;

element! {
    /// A deformable line, sheet or solid whose vertices move with bodies.
    pub struct Flex {
        /// Name.
        name: String,
        /// Group of visibility.
        group: i32,
        /// 1: lines, 2: triangles, 3: tetrahedra.
        dim: i32,
        /// Half thickness.
        radius: f64,
        /// Material.
        material: String,
        /// Colour.
        rgba: [f32; 4],
        /// Flat shading.
        flatskin: Bool,
        /// The body of each vertex, or one for all.
        body: String,
        /// Positions of the vertices in their bodies; all zero if absent.
        vertex: Vec<f64>,
        /// Vertices of the elements.
        element: Vec<i32>,
        /// Texture coordinates.
        texcoord: Vec<f32>,
        /// Texture coordinates of the elements.
        elemtexcoord: Vec<i32>,
        /// The bodies of the nodes that vertices are interpolated from.
        node: String,
    }
    children {
        /// `contact`.
        contact: FlexContact,
        /// `edge`.
        edge: FlexEdge,
        /// `elasticity`.
        elasticity: Elasticity,
        /// The bodies that `body` names.
        vert_bodies: Vec<String>,
        /// The bodies that `node` names.
        node_bodies: Vec<String>,
        /// Positions of the nodes in their bodies; only generated flexes have them.
        node_pos: Vec<f64>,
        /// Half sizes as a program says them; the model has those of its vertices.
        size: [f64; 3],
    }
}

element! {
    /// How a flex touches others and itself.
    pub struct FlexContact {
        /// Contact type bits.
        contype: i32,
        /// Contact affinity bits.
        conaffinity: i32,
        /// Dimensions of the contact space.
        condim: i32,
        /// Priority of the parameters.
        priority: i32,
        /// Friction: sliding, torsional, rolling.
        friction: Lead<3>,
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
        /// Elements keep their own vertices from passing through.
        internal: Bool,
        /// Collisions with itself.
        selfcollide: FlexSelf,
        /// Layers of elements below the surface that collide.
        activelayers: i32,
        /// Vertices collide instead of elements.
        vertcollide: Bool,
        /// Contacts act as passive forces.
        passive: Bool,
    }
}

element! {
    /// Edges as springs, and as constraints.
    pub struct FlexEdge {
        /// Constraints on edge lengths or on strain at vertices.
        equality: FlexEquality [generated],
        /// Reference of these constraints.
        solref: Lead<2> [generated],
        /// Impedance of these constraints.
        solimp: Lead<5> [generated],
        /// Stiffness.
        stiffness: f64,
        /// Damping.
        damping: f64,
    }
}

element! {
    /// The material as a continuum.
    pub struct Elasticity {
        /// Young's modulus.
        young: f64,
        /// Poisson's ratio.
        poisson: f64,
        /// Rayleigh damping.
        damping: f64,
        /// Thickness of a sheet.
        thickness: f64,
        /// What a sheet resists.
        elastic2d: Elastic2d,
    }
}

element! {
    /// A flex to be generated, with its bodies.
    pub struct Flexcomp {
        /// Name of the flex; prefix of the names of its bodies.
        name: String,
        /// Shape or source of the points.
        kind: FlexcompType = "type",
        /// Group of visibility.
        group: i32,
        /// 1: lines, 2: triangles, 3: tetrahedra.
        dim: i32,
        /// How points may move.
        dof: FlexcompDof,
        /// Points along each axis.
        count: [i32; 3],
        /// Distance between points along each axis.
        spacing: [f64; 3],
        /// Half thickness.
        radius: f64,
        /// All points belong to the parent body.
        rigid: Bool,
        /// Mass of all points together.
        mass: f64,
        /// Half size of the box whose inertia each point has.
        inertiabox: f64,
        /// Scale per axis.
        scale: [f64; 3],
        /// File of a mesh or of GMSH.
        file: String,
        /// Points.
        point: Vec<f64>,
        /// Vertices of the elements.
        element: Vec<i32>,
        /// Texture coordinates.
        texcoord: Vec<f32>,
        /// Material.
        material: String,
        /// Colour.
        rgba: [f32; 4],
        /// Flat shading.
        flatskin: Bool,
        /// Position.
        pos: [f64; 3],
        /// Orientation as a quaternion.
        quat: [f64; 4],
        /// Orientation in another form.
        alt: Orientation = "axisangle" | "euler" | "xyaxes" | "zaxis",
        /// Point that the tetrahedra of a closed surface share.
        origin: [f64; 3],
    }
    children {
        /// `contact`.
        contact: FlexContact,
        /// `edge`.
        edge: FlexEdge,
        /// `elasticity`.
        elasticity: Elasticity,
        /// `pin`.
        pins: Vec<Pin>,
        /// `plugin`.
        plugin: Option<Plugin>,
    }
}

element! {
    /// Points that belong to the parent body.
    pub struct Pin {
        /// Points.
        id: Vec<i32>,
        /// First and last point, pair by pair.
        range: Vec<i32>,
        /// Points of a grid, `dim` numbers each.
        grid: Vec<i32>,
        /// Corners of boxes in a grid, twice `dim` numbers each.
        gridrange: Vec<i32>,
    }
}
