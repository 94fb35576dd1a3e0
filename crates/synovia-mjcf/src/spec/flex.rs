//! `deformable/flex` and `body/flexcomp`: soft bodies, explicit and generated.

use crate::attr::{Lead, Orientation};
use crate::element;
use crate::keyword::{Bool, Elastic2d, FlexEquality, FlexcompDof, FlexcompType};
use crate::member::Kind;
use crate::spec::body::Geom;
use crate::spec::builtin::{GREY, UNIT_QUAT};
use crate::spec::plugin::Plugin;
use synovia_model::enums::FlexSelf;
use synovia_model::{DEFAULT_SOLIMP, DEFAULT_SOLREF};

element! {
    /// A deformable line, sheet or solid whose vertices move with bodies.
    pub struct Flex {
        /// Name, unique among flexes.
        name: String,
        /// Visibility group, 0 to 5.
        group: i32,
        /// Dimension of the elements: 1 lines, 2 triangles, 3 tetrahedra.
        dim: i32 { default: 2 },
        /// Radius around the elements, used for contacts.
        radius: f64 { unit: "m", default: 0.005 },
        /// Name of the material, for drawing.
        material: String,
        /// Colour and opacity, unless the material has one.
        rgba: [f32; 4] { default: GREY },
        /// True if faces are drawn flat, not smooth.
        flatskin: Bool,
        /// Names of the bodies of the vertices, or one name for all vertices.
        body: String { member: "" },
        /// Positions of the vertices in the frames of their bodies; all zero if absent.
        vertex: Vec<f64> { member: "vert", unit: "m" },
        /// Elements, `dim` + 1 vertex indices each.
        element: Vec<i32> { member: "elem" },
        /// Texture coordinates, two numbers each.
        texcoord: Vec<f32>,
        /// Texture coordinate indices of the vertices of the elements.
        elemtexcoord: Vec<i32>,
        /// Names of the bodies of the nodes between which vertices are interpolated.
        node: String { member: "" },
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
        /// Positions of the nodes in their bodies; for generated flexes only.
        node_pos: Vec<f64>,
        /// Half sizes as set by a program; those of the model are computed from the vertices.
        size: [f64; 3],
    }
}

element! {
    /// Contact parameters of a flex.
    pub struct FlexContact {
        /// Bit mask of its collision type; it collides with objects that have one of these bits in `conaffinity`.
        contype: i32 { default: Geom::BUILTIN.contype },
        /// Bit mask of the types it collides with, see `contype`.
        conaffinity: i32 { default: Geom::BUILTIN.conaffinity },
        /// Contact dimension: 1 frictionless, 3 with sliding, 4 with torsional too, 6 with rolling friction too.
        condim: i32 { default: Geom::BUILTIN.condim },
        /// The object with the higher priority determines the contact parameters.
        priority: i32,
        /// Friction coefficients: sliding, torsional, rolling.
        friction: Lead<3> { unit: "1, m, m", default: Geom::BUILTIN.friction },
        /// Weight when the solver parameters of two objects are averaged.
        solmix: f64 { default: Geom::BUILTIN.solmix },
        /// Reference parameters of contacts: time constant and damping ratio, or negative stiffness and damping.
        solref: Lead<2> { unit: "s, 1", default: Geom::BUILTIN.solref },
        /// Impedance parameters of contacts: minimum and maximum value, width, midpoint, power.
        solimp: Lead<5> { default: Geom::BUILTIN.solimp },
        /// Distance at which contacts are detected.
        margin: f64 { unit: "m" },
        /// Part of the margin in which contacts are detected but exert no force.
        gap: f64 { unit: "m" },
        /// True if internal contacts prevent elements from inverting.
        internal: Bool,
        /// Method of self-collision.
        selfcollide: FlexSelf { kind: Kind::Int, default: FlexSelf::Auto },
        /// Number of element layers at the surface that take part in self-collision.
        activelayers: i32 { default: 1 },
        /// True if spheres at the vertices collide instead of the elements.
        vertcollide: Bool { kind: Kind::Int, },
        /// True if contacts exert passive forces instead of constraint forces.
        passive: Bool { kind: Kind::Int, },
    }
}

element! {
    /// Springs and constraints along the edges.
    pub struct FlexEdge {
        /// Whether edge lengths, or strains at vertices, are constrained.
        equality: FlexEquality [generated] { member: "", default: FlexEquality::False },
        /// Reference parameters of these constraints.
        solref: Lead<2> [generated] { member: "", unit: "s, 1", default: DEFAULT_SOLREF },
        /// Impedance parameters of these constraints.
        solimp: Lead<5> [generated] { member: "", default: DEFAULT_SOLIMP },
        /// Stiffness of edge springs; for lines only.
        stiffness: f64 { member: "edgestiffness", unit: "N/m" },
        /// Damping of edges.
        damping: f64 { member: "edgedamping", unit: "N s/m" },
    }
}

element! {
    /// Elasticity of the material as a continuum.
    pub struct Elasticity {
        /// Young's modulus; 0: no elasticity.
        young: f64 { unit: "Pa" },
        /// Poisson's ratio, at least 0 and less than 0.5.
        poisson: f64,
        /// Damping, proportional to the stiffness.
        damping: f64 { unit: "s" },
        /// Thickness of a sheet; −1: unset.
        thickness: f64 { unit: "m", default: -1.0 },
        /// Deformations that a sheet resists: bending, stretching, both or none.
        elastic2d: Elastic2d { default: Elastic2d::None },
    }
}

element! {
    /// A flex to be generated, with its bodies.
    pub struct Flexcomp {
        /// Name of the flex; prefix of the names of its bodies.
        name: String,
        /// Shape to generate, or source of the points.
        kind: FlexcompType { xml: "type", default: FlexcompType::Grid },
        /// Visibility group, 0 to 5.
        group: i32,
        /// Dimension of the elements: 1 lines, 2 triangles, 3 tetrahedra.
        dim: i32 { default: 2 },
        /// Degrees of freedom of the points.
        dof: FlexcompDof { default: FlexcompDof::Full },
        /// Number of points along each axis.
        count: [i32; 3] { default: [10; 3] },
        /// Distance between points along each axis.
        spacing: [f64; 3] { unit: "m", default: [0.02; 3] },
        /// Radius around the elements, used for contacts.
        radius: f64 { unit: "m", default: Flex::BUILTIN.radius },
        /// True if all points belong to the parent body.
        rigid: Bool,
        /// Total mass of all points.
        mass: f64 { unit: "kg", default: 1.0 },
        /// Half size of the box that determines the rotational inertia of each point.
        inertiabox: f64 { unit: "m", default: 0.005 },
        /// Scale of the points along the axes.
        scale: [f64; 3] { default: [1.0; 3] },
        /// Mesh file or GMSH file.
        file: String,
        /// Positions of the points, three numbers each.
        point: Vec<f64> { unit: "m" },
        /// Elements, `dim` + 1 point indices each.
        element: Vec<i32>,
        /// Texture coordinates of the points, two numbers each.
        texcoord: Vec<f32>,
        /// Name of the material, for drawing.
        material: String,
        /// Colour and opacity, unless the material has one.
        rgba: [f32; 4] { default: GREY },
        /// True if faces are drawn flat, not smooth.
        flatskin: Bool,
        /// Position of the points in the frame of the parent body.
        pos: [f64; 3] { unit: "m" },
        /// Orientation of the points in the frame of the parent body, a quaternion (w, x, y, z).
        quat: [f64; 4] { default: UNIT_QUAT },
        /// Alternative to the quaternion: axis and angle, Euler angles, x and y axes, or z axis.
        alt: Orientation { xml: "axisangle" | "euler" | "xyaxes" | "zaxis", member: "alt" },
        /// Common vertex of all tetrahedra inside a closed surface.
        origin: [f64; 3] { unit: "m" },
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
        /// Ranges of points: first and last index, pair by pair.
        range: Vec<i32>,
        /// Points of a grid, by their indices along each of its `dim` axes.
        grid: Vec<i32>,
        /// Opposite corners of boxes in a grid, twice `dim` numbers each.
        gridrange: Vec<i32>,
    }
}
