//! `worldbody`: bodies and all they carry.

use crate::attr::Flags;
use crate::attr::{Lead, Orientation};
use crate::element;
use crate::keyword::{Bool, CameraOutput, FluidShape, Tri};
use crate::spec::composite::Composite;
use crate::spec::flex::Flexcomp;
use crate::spec::plugin::Plugin;
use synovia_model::enums::{CamLight, GeomType, JointType, LightType, Projection, SleepPolicy};

/// One child of a body or frame, in the order written.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // the variants are the elements
#[allow(clippy::large_enum_variant)] // most nodes are geoms, the largest
pub enum Node {
    Inertial(Inertial),
    Joint(Joint),
    Freejoint(Freejoint),
    Geom(Geom),
    Site(Site),
    Camera(Camera),
    Light(Light),
    Body(Box<Body>),
    Frame(Box<Frame>),
    Replicate(Box<Replicate>),
    Attach(Attach),
    Flexcomp(Box<Flexcomp>),
    Composite(Box<Composite>),
    Plugin(Plugin),
}

element! {
    /// A rigid body.
    pub struct Body {
        /// Name.
        name: String,
        /// Default class of what is inside.
        childclass: String,
        /// Position in the parent's frame.
        pos: [f64; 3],
        /// Orientation as a quaternion.
        quat: [f64; 4],
        /// Orientation in another form.
        alt: Orientation = "axisangle" | "euler" | "xyaxes" | "zaxis",
        /// Moved by the user, not by physics.
        mocap: Bool,
        /// Fraction of gravity that is compensated.
        gravcomp: f64,
        /// Sleep policy.
        sleep: SleepPolicy,
        /// User data.
        user: Vec<f64>,
    }
    children {
        /// What it carries, in order.
        nodes: Vec<Node>,
    }
}

element! {
    /// A coordinate frame that disappears when the model is compiled.
    pub struct Frame {
        /// Name.
        name: String,
        /// Default class of what is inside.
        childclass: String,
        /// Position.
        pos: [f64; 3],
        /// Orientation as a quaternion.
        quat: [f64; 4],
        /// Orientation in another form.
        alt: Orientation = "axisangle" | "euler" | "xyaxes" | "zaxis",
    }
    children {
        /// What it carries, in order.
        nodes: Vec<Node>,
    }
}

element! {
    /// Copies of what is inside, each moved a little farther.
    pub struct Replicate {
        /// Default class of what is inside.
        childclass: String,
        /// Number of copies.
        count: i32,
        /// Separator between name and number.
        sep: String,
        /// Offset from one copy to the next.
        offset: [f64; 3],
        /// Rotation from one copy to the next.
        euler: [f64; 3],
    }
    children {
        /// What is copied, in order.
        nodes: Vec<Node>,
    }
}

element! {
    /// A subtree of another model.
    pub struct Attach {
        /// Which model.
        model: String,
        /// Which body of it; the whole world if absent.
        body: String,
        /// Prefix of all names.
        prefix: String,
    }
}

element! {
    /// Mass and inertia, given explicitly.
    pub struct Inertial {
        /// Centre of mass.
        pos: [f64; 3],
        /// Orientation as a quaternion.
        quat: [f64; 4],
        /// Orientation in another form.
        alt: Orientation = "axisangle" | "euler" | "xyaxes" | "zaxis",
        /// Mass.
        mass: f64,
        /// Principal inertias.
        diaginertia: [f64; 3],
        /// Full tensor: xx, yy, zz, xy, xz, yz.
        fullinertia: [f64; 6],
    }
}

element! {
    /// Degrees of freedom between a body and its parent.
    pub struct Joint {
        /// Name.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Type.
        kind: JointType = "type",
        /// Group.
        group: i32,
        /// Position.
        pos: [f64; 3],
        /// Axis.
        axis: [f64; 3],
        /// Time constant and damping ratio, from which stiffness and damping follow.
        springdamper: [f64; 2],
        /// Has limits.
        limited: Tri,
        /// Has limits of actuator force.
        actuatorfrclimited: Tri,
        /// Solver reference of limits.
        solreflimit: Lead<2>,
        /// Solver impedance of limits.
        solimplimit: Lead<5>,
        /// Solver reference of friction loss.
        solreffriction: Lead<2>,
        /// Solver impedance of friction loss.
        solimpfriction: Lead<5>,
        /// Stiffness.
        stiffness: f64,
        /// Range.
        range: [f64; 2],
        /// Range of actuator force.
        actuatorfrcrange: [f64; 2],
        /// Gravity compensation counts as actuator force.
        actuatorgravcomp: Bool,
        /// Margin of limits.
        margin: f64,
        /// Value in the reference configuration.
        r#ref: f64 = "ref",
        /// Value at which the spring rests.
        springref: f64,
        /// Armature.
        armature: f64,
        /// Damping.
        damping: f64,
        /// Friction loss.
        frictionloss: f64,
        /// User data.
        user: Vec<f64>,
    }
}

element! {
    /// Six degrees of freedom, untouched by default classes.
    pub struct Freejoint {
        /// Name.
        name: String,
        /// Group.
        group: i32,
        /// Align the body frame with its inertia.
        align: Tri,
    }
}

element! {
    /// A shape attached to a body.
    pub struct Geom {
        /// Name.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Type.
        kind: GeomType = "type",
        /// Size.
        size: Lead<3>,
        /// Collision type bits.
        contype: i32,
        /// Collision affinity bits.
        conaffinity: i32,
        /// Contact dimension.
        condim: i32,
        /// Group.
        group: i32,
        /// Priority.
        priority: i32,
        /// Friction: sliding, torsional, rolling.
        friction: Lead<3>,
        /// Weight in mixing solver parameters.
        solmix: f64,
        /// Solver reference.
        solref: Lead<2>,
        /// Solver impedance.
        solimp: Lead<5>,
        /// Distance at which contacts appear.
        margin: f64,
        /// Part of the margin without force.
        gap: f64,
        /// End points.
        fromto: [f64; 6],
        /// Position.
        pos: [f64; 3],
        /// Orientation as a quaternion.
        quat: [f64; 4],
        /// Orientation in another form.
        alt: Orientation = "axisangle" | "euler" | "xyaxes" | "zaxis",
        /// Height field.
        hfield: String,
        /// Mesh.
        mesh: String,
        /// Scale of a primitive fitted to a mesh.
        fitscale: f64,
        /// Material.
        material: String,
        /// Colour.
        rgba: [f32; 4],
        /// Fluid interaction.
        fluidshape: FluidShape,
        /// Fluid coefficients.
        fluidcoef: Lead<5>,
        /// Mass.
        mass: f64,
        /// Density.
        density: f64,
        /// Mass lies on the surface.
        shellinertia: Bool,
        /// User data.
        user: Vec<f64>,
    }
    children {
        /// `plugin`.
        plugin: Option<Plugin>,
    }
}

element! {
    /// A frame of interest on a body.
    pub struct Site {
        /// Name.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Type.
        kind: GeomType = "type",
        /// Group.
        group: i32,
        /// Position.
        pos: [f64; 3],
        /// Orientation as a quaternion.
        quat: [f64; 4],
        /// Orientation in another form.
        alt: Orientation = "axisangle" | "euler" | "xyaxes" | "zaxis",
        /// Material.
        material: String,
        /// Size.
        size: Lead<3>,
        /// End points.
        fromto: [f64; 6],
        /// Colour.
        rgba: [f32; 4],
        /// User data.
        user: Vec<f64>,
    }
}

element! {
    /// A camera.
    pub struct Camera {
        /// Name.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Projection.
        projection: Projection,
        /// Vertical field of view.
        fovy: f64,
        /// Distance between the eyes.
        ipd: f64,
        /// Resolution.
        resolution: [i32; 2],
        /// What it puts out.
        output: Flags<CameraOutput>,
        /// Position.
        pos: [f64; 3],
        /// Orientation as a quaternion.
        quat: [f64; 4],
        /// Orientation in another form.
        alt: Orientation = "axisangle" | "euler" | "xyaxes" | "zaxis",
        /// What it follows.
        mode: CamLight,
        /// Target body.
        target: String [own],
        /// Focal length.
        focal: [f32; 2],
        /// Focal length in pixels.
        focalpixel: [f32; 2],
        /// Principal point.
        principal: [f32; 2],
        /// Principal point in pixels.
        principalpixel: [f32; 2],
        /// Size of the sensor.
        sensorsize: [f32; 2],
        /// User data.
        user: Vec<f64>,
    }
    children {
        /// Focal lengths and principal point as a program says them; without a sensor the last two count.
        intrinsic: [f32; 4],
    }
}

element! {
    /// A light.
    pub struct Light {
        /// Name.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Type; the old spelling is `directional`.
        kind: LightType = "type" | "directional",
        /// Casts shadows.
        castshadow: Bool,
        /// Is on.
        active: Bool,
        /// Position.
        pos: [f64; 3],
        /// Direction.
        dir: [f64; 3],
        /// Radius of the bulb.
        bulbradius: f32,
        /// Intensity.
        intensity: f32,
        /// Range.
        range: f32,
        /// Attenuation.
        attenuation: [f32; 3],
        /// Cutoff angle in degrees.
        cutoff: f32,
        /// Exponent.
        exponent: f32,
        /// Ambient colour.
        ambient: [f32; 3],
        /// Diffuse colour.
        diffuse: [f32; 3],
        /// Specular colour.
        specular: [f32; 3],
        /// What it follows.
        mode: CamLight,
        /// Target body.
        target: String [own],
        /// Texture of an image light.
        texture: String [own],
    }
}
