//! `deformable/flex` and `body/flexcomp`: soft bodies, written out and generated.

use crate::attr::{Lead, Orientation};
use crate::element;
use crate::keyword::{Bool, Elastic2d, FlexEquality, FlexcompDof, FlexcompType};
use crate::member::Kind;
use crate::spec::builtin::{GREY, UNIT_QUAT};
use crate::spec::plugin::Plugin;
use synovia_model::enums::FlexSelf;
use synovia_model::{DEFAULT_FRICTION, DEFAULT_SOLIMP, DEFAULT_SOLREF};

element! {
    /// A deformable line, sheet or solid whose vertices move with bodies.
    pub struct Flex {
        /// Name, unique among flexes.
        name: String,
        /// Group of visibility, 0 to 5.
        group: i32,
        /// Dimension of the elements: 1 lines, 2 triangles, 3 tetrahedra.
        dim: i32 { default: 2 },
        /// Radius around the elements, which contacts see.
        radius: f64 { unit: "m", default: 0.005 },
        /// Name of the material, for drawing.
        material: String,
        /// Colour and opacity, unless the material has one.
        rgba: [f32; 4] { default: GREY },
        /// True if faces are drawn flat, not smooth.
        flatskin: Bool,
        /// Names of the bodies of the vertices, or one name for all.
        body: String { member: "" },
        /// Positions of the vertices in the frames of their bodies; all zero if absent.
        vertex: Vec<f64> { member: "vert", unit: "m" },
        /// Elements, `dim` + 1 vertices each.
        element: Vec<i32> { member: "elem" },
        /// Texture coordinates, two numbers each.
        texcoord: Vec<f32>,
        /// Texture coordinates of the vertices of the elements.
        elemtexcoord: Vec<i32>,
        /// Names of the bodies of the nodes that vertices are interpolated from.
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
        /// Positions of the nodes in their bodies; only generated flexes have them.
        node_pos: Vec<f64>,
        /// Half sizes as a program says them; the model has those of its vertices.
        size: [f64; 3],
    }
}

element! {
    /// How a flex touches others and itself.
    pub struct FlexContact {
        /// Bits of what it is; it collides with what has one of them in `conaffinity`.
        contype: i32 { default: 1 },
        /// Bits of what it collides with, see `contype`.
        conaffinity: i32 { default: 1 },
        /// Dimensions of contacts: 1 without friction, 3 sliding, 4 and torsional, 6 and rolling.
        condim: i32 { default: 3 },
        /// The one with the higher priority decides the parameters of a contact.
        priority: i32,
        /// Coefficients of friction: sliding, torsional, rolling.
        friction: Lead<3> { unit: "1, m, m", default: DEFAULT_FRICTION },
        /// Weight where the solver parameters of two objects are averaged.
        solmix: f64 { default: 1.0 },
        /// Reference parameters of contacts: time constant and damping ratio, or negative stiffness and damping.
        solref: Lead<2> { unit: "s, 1", default: DEFAULT_SOLREF },
        /// Impedance parameters of contacts: least and largest value, width, midpoint, power.
        solimp: Lead<5> { default: DEFAULT_SOLIMP },
        /// Distance at which contacts are detected.
        margin: f64 { unit: "m" },
        /// Part of the margin in which contacts exert no force.
        gap: f64 { unit: "m" },
        /// True if contacts keep elements from being turned inside out.
        internal: Bool,
        /// How it collides with itself.
        selfcollide: FlexSelf { kind: Kind::Int, default: FlexSelf::Auto },
        /// Layers of elements at the surface that collide with itself.
        activelayers: i32 { default: 1 },
        /// True if spheres at the vertices collide, not the elements.
        vertcollide: Bool { kind: Kind::Int, },
        /// True if contacts exert passive forces, not constraint forces.
        passive: Bool { kind: Kind::Int, },
    }
}

element! {
    /// Edges as springs, and as constraints.
    pub struct FlexEdge {
        /// Whether lengths of edges, or strains at vertices, are constrained.
        equality: FlexEquality [generated] { member: "", default: FlexEquality::False },
        /// Reference parameters of these constraints.
        solref: Lead<2> [generated] { member: "", unit: "s, 1", default: DEFAULT_SOLREF },
        /// Impedance parameters of these constraints.
        solimp: Lead<5> [generated] { member: "", default: DEFAULT_SOLIMP },
        /// Stiffness of edges as springs; of lines only.
        stiffness: f64 { member: "edgestiffness", unit: "N/m" },
        /// Damping of edges.
        damping: f64 { member: "edgedamping", unit: "N s/m" },
    }
}

element! {
    /// The material as a continuum.
    pub struct Elasticity {
        /// Young's modulus; 0 for no elasticity.
        young: f64 { unit: "Pa" },
        /// Poisson's ratio, at least 0 and less than 0.5.
        poisson: f64,
        /// Damping in proportion to the stiffness.
        damping: f64 { unit: "s" },
        /// Thickness of a sheet; −1 for unset.
        thickness: f64 { unit: "m", default: -1.0 },
        /// What a sheet resists: bending, stretching, both or nothing.
        elastic2d: Elastic2d { default: Elastic2d::None },
    }
}

element! {
    /// A flex to be generated, with its bodies.
    pub struct Flexcomp {
        /// Name of the flex; prefix of the names of its bodies.
        name: String,
        /// Shape that is generated, or where the points come from.
        kind: FlexcompType { xml: "type", default: FlexcompType::Grid },
        /// Group of visibility, 0 to 5.
        group: i32,
        /// Dimension of the elements: 1 lines, 2 triangles, 3 tetrahedra.
        dim: i32 { default: 2 },
        /// How the points may move.
        dof: FlexcompDof { default: FlexcompDof::Full },
        /// Number of points along each axis.
        count: [i32; 3] { default: [10; 3] },
        /// Distance between points along each axis.
        spacing: [f64; 3] { unit: "m", default: [0.02; 3] },
        /// Radius around the elements, which contacts see.
        radius: f64 { unit: "m", default: Flex::BUILTIN.radius },
        /// True if all points belong to the parent body.
        rigid: Bool,
        /// Mass of all points together.
        mass: f64 { unit: "kg", default: 1.0 },
        /// Half size of the box whose rotational inertia each point has.
        inertiabox: f64 { unit: "m", default: 0.005 },
        /// Scale of the points along the axes.
        scale: [f64; 3] { default: [1.0; 3] },
        /// File of a mesh, or of GMSH.
        file: String,
        /// Positions of the points, three numbers each.
        point: Vec<f64> { unit: "m" },
        /// Elements, `dim` + 1 points each.
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
        /// Orientation in another form: axis and angle, Euler angles, the x and y axes, or the z axis.
        alt: Orientation { xml: "axisangle" | "euler" | "xyaxes" | "zaxis", member: "alt" },
        /// Point that all tetrahedra of a closed surface share.
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
        /// First and last point, pair by pair.
        range: Vec<i32>,
        /// Points of a grid, by their places along each of its `dim` axes.
        grid: Vec<i32>,
        /// Opposite corners of boxes in a grid, twice `dim` numbers each.
        gridrange: Vec<i32>,
    }
}
