//! `worldbody`: bodies and their elements.

use crate::Outputs;
use crate::attr::{Lead, Orientation};
use crate::element;
use crate::keyword::{AlignFree, Bool, FluidShape, Limited};
use crate::member::Kind;
use crate::spec::builtin::{GREY, UNIT_QUAT, unset};
use crate::spec::composite::Composite;
use crate::spec::flex::Flexcomp;
use crate::spec::plugin::Plugin;
use synovia_model::enums::{
    CamLight, CamOut, GeomType, JointType, LightType, Projection, SleepPolicy,
};
use synovia_model::{DEFAULT_FRICTION, DEFAULT_SOLIMP, DEFAULT_SOLREF};

/// One child of a body or frame.
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
        /// Name, unique among bodies.
        name: String,
        /// Default class of the elements inside that do not name one.
        childclass: String { member: "" },
        /// Position of the body frame in the frame of its parent.
        pos: [f64; 3] { unit: "m" },
        /// Orientation of the body frame in the frame of its parent, a quaternion (w, x, y, z).
        quat: [f64; 4] { default: UNIT_QUAT },
        /// Alternative to the quaternion: axis and angle, Euler angles, x and y axes, or z axis.
        alt: Orientation { xml: "axisangle" | "euler" | "xyaxes" | "zaxis", member: "alt" },
        /// True if programs set the pose of the body; possible for static children of the world only.
        mocap: Bool,
        /// Fraction of the body's weight that is compensated by an upward force; 1: it floats.
        gravcomp: f64,
        /// Whether the kinematic tree of this body may be put to sleep.
        sleep: SleepPolicy { default: SleepPolicy::Auto },
        /// User data, copied to `body_user`.
        user: Vec<f64> { member: "userdata" },
    }
    children {
        /// Its child elements, in order.
        nodes: Vec<Node>,
    }
}

element! {
    /// A coordinate frame that disappears when the model is compiled.
    pub struct Frame {
        /// Name, unique among frames.
        name: String,
        /// Default class of the elements inside that do not name one.
        childclass: String { member: "" },
        /// Position in the enclosing frame or body.
        pos: [f64; 3] { unit: "m" },
        /// Orientation in the enclosing frame or body, a quaternion (w, x, y, z).
        quat: [f64; 4] { default: UNIT_QUAT },
        /// Alternative to the quaternion: axis and angle, Euler angles, x and y axes, or z axis.
        alt: Orientation { xml: "axisangle" | "euler" | "xyaxes" | "zaxis", member: "alt" },
    }
    children {
        /// Its child elements, in order.
        nodes: Vec<Node>,
    }
}

element! {
    /// Copies of its contents, each moved by the same offset from the previous one.
    pub struct Replicate {
        /// Default class of the elements inside that do not name one.
        childclass: String,
        /// Number of copies.
        count: i32,
        /// Separator between a name and the number of its copy.
        sep: String,
        /// Translation from one copy to the next.
        offset: [f64; 3] { unit: "m" },
        /// Rotation from one copy to the next, three Euler angles.
        euler: [f64; 3] { unit: "angle" },
    }
    children {
        /// The elements to copy, in order.
        nodes: Vec<Node>,
    }
}

element! {
    /// A subtree of another model.
    pub struct Attach {
        /// The model asset to attach from.
        model: String,
        /// The body of that model to attach, with its subtree; the whole world if absent.
        body: String,
        /// Prefix of all attached names.
        prefix: String,
    }
}

element! {
    /// Explicit mass and inertia.
    pub struct Inertial {
        /// Centre of mass in the body frame.
        pos: [f64; 3] { member: "ipos", unit: "m", default: unset() },
        /// Orientation of the principal axes in the body frame, a quaternion (w, x, y, z).
        quat: [f64; 4] { member: "iquat", default: UNIT_QUAT },
        /// Orientation of the principal axes, in a form other than a quaternion.
        alt: Orientation { xml: "axisangle" | "euler" | "xyaxes" | "zaxis", member: "ialt" },
        /// Mass of the body.
        mass: f64 { unit: "kg" },
        /// Moments of inertia about the principal axes.
        diaginertia: [f64; 3] { member: "inertia", unit: "kg m²" },
        /// Inertia in the body frame, instead of principal axes and moments: xx, yy, zz, xy, xz, yz.
        fullinertia: [f64; 6] { unit: "kg m²", default: unset() },
    }
}

element! {
    /// Degrees of freedom between a body and its parent.
    pub struct Joint {
        /// Name, unique among joints.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Type of motion: free, ball, slide or hinge.
        kind: JointType { xml: "type", default: JointType::Hinge },
        /// Visibility group, 0 to 5.
        group: i32,
        /// Anchor of the joint in the body frame; ignored by free joints.
        pos: [f64; 3] { unit: "m" },
        /// Axis of rotation or sliding in the body frame; it is normalized.
        axis: [f64; 3] { default: [0.0, 0.0, 1.0] },
        /// Time constant and damping ratio, from which stiffness and damping are computed in the reference configuration; used if both are positive.
        springdamper: [f64; 2] { unit: "s, 1" },
        /// Whether `range` is enforced; `auto`: if a range is set.
        limited: Limited { default: Limited::Auto },
        /// Whether `actuatorfrcrange` is enforced; `auto`: if a range is set.
        actuatorfrclimited: Limited { member: "actfrclimited", default: Limited::Auto },
        /// Reference parameters of the limit: time constant and damping ratio, or negative stiffness and damping.
        solreflimit: Lead<2> { member: "solref_limit", unit: "s, 1", default: DEFAULT_SOLREF },
        /// Impedance parameters of the limit: minimum and maximum value, width, midpoint, power.
        solimplimit: Lead<5> { member: "solimp_limit", default: DEFAULT_SOLIMP },
        /// Reference parameters of dry friction: time constant and damping ratio, or negative stiffness and damping.
        solreffriction: Lead<2> { member: "solref_friction", unit: "s, 1", default: DEFAULT_SOLREF },
        /// Impedance parameters of dry friction: minimum and maximum value, width, midpoint, power.
        solimpfriction: Lead<5> { member: "solimp_friction", default: DEFAULT_SOLIMP },
        /// Stiffness of the spring towards `springref`.
        stiffness: f64 { unit: "N m/rad or N/m" },
        /// Minimum and maximum position; for a ball joint 0 and the maximum angle.
        range: [f64; 2] { unit: "angle or m" },
        /// Minimum and maximum total actuator force on the joint.
        actuatorfrcrange: [f64; 2] { member: "actfrcrange", unit: "N m or N" },
        /// True if gravity compensation is part of the actuator force.
        actuatorgravcomp: Bool { member: "actgravcomp" },
        /// Distance from the limit at which it becomes active.
        margin: f64 { unit: "rad or m" },
        /// Position in the reference configuration.
        r#ref: f64 { xml: "ref", unit: "angle or m" },
        /// Position at which the spring is at rest.
        springref: f64 { unit: "angle or m" },
        /// Inertia of rotors and gears, added to the diagonal of the inertia matrix.
        armature: f64 { unit: "kg m² or kg" },
        /// Damping coefficient: force per velocity, against the motion.
        damping: f64 { unit: "N m s/rad or N s/m" },
        /// Maximum force of dry friction.
        frictionloss: f64 { unit: "N m or N" },
        /// User data, copied to `jnt_user`.
        user: Vec<f64> { member: "userdata" },
    }
}

element! {
    /// Six degrees of freedom, without the settings of default classes.
    pub struct Freejoint {
        /// Name, unique among joints.
        name: String,
        /// Visibility group, 0 to 5.
        group: i32,
        /// Whether the body frame is aligned with the inertial frame; `auto`: as `alignfree` of the compiler specifies.
        align: AlignFree { default: AlignFree::Auto },
    }
}

element! {
    /// A shape attached to a body.
    pub struct Geom {
        /// Name, unique among geoms.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Shape.
        kind: GeomType { xml: "type", default: GeomType::Sphere },
        /// Half sizes: radius, then half length; for a box or ellipsoid along x, y, z; for a plane x, y and the spacing of its grid.
        size: Lead<3> { unit: "m" },
        /// Bit mask of its collision type; it collides with geoms that have one of these bits in `conaffinity`.
        contype: i32 { default: 1 },
        /// Bit mask of the types it collides with, see `contype`.
        conaffinity: i32 { default: 1 },
        /// Contact dimension: 1 frictionless, 3 with sliding, 4 with torsional too, 6 with rolling friction too.
        condim: i32 { default: 3 },
        /// Visibility group, 0 to 5.
        group: i32,
        /// Of two geoms, the one with the higher priority determines the contact parameters.
        priority: i32,
        /// Friction coefficients: sliding, torsional, rolling.
        friction: Lead<3> { unit: "1, m, m", default: DEFAULT_FRICTION },
        /// Weight of this geom when the solver parameters of two geoms are averaged.
        solmix: f64 { default: 1.0 },
        /// Reference parameters of contacts: time constant and damping ratio, or negative stiffness and damping.
        solref: Lead<2> { unit: "s, 1", default: DEFAULT_SOLREF },
        /// Impedance parameters of contacts: minimum and maximum value, width, midpoint, power.
        solimp: Lead<5> { default: DEFAULT_SOLIMP },
        /// Distance at which contacts are detected.
        margin: f64 { unit: "m" },
        /// Part of the margin in which contacts are detected but exert no force.
        gap: f64 { unit: "m" },
        /// The two end points of its axis in the body frame, instead of position, orientation and length.
        fromto: [f64; 6] { unit: "m", default: unset() },
        /// Position of its centre in the body frame.
        pos: [f64; 3] { unit: "m" },
        /// Orientation in the body frame, a quaternion (w, x, y, z).
        quat: [f64; 4] { default: UNIT_QUAT },
        /// Alternative to the quaternion: axis and angle, Euler angles, x and y axes, or z axis.
        alt: Orientation { xml: "axisangle" | "euler" | "xyaxes" | "zaxis", member: "alt" },
        /// Name of the height field, if that is its shape.
        hfield: String { member: "hfieldname" },
        /// Name of the mesh, or of the mesh that a primitive shape is fitted to.
        mesh: String { member: "meshname" },
        /// Scale of a primitive shape that is fitted to a mesh.
        fitscale: f64 { default: 1.0 },
        /// Name of the material, for drawing.
        material: String,
        /// Colour and opacity, unless the material has one.
        rgba: [f32; 4] { default: GREY },
        /// Whether fluid forces are those of an ellipsoid; otherwise they act on the inertia box of the body.
        fluidshape: FluidShape { member: "fluid_ellipsoid", default: FluidShape::None },
        /// Fluid coefficients of the ellipsoid: blunt drag, slender drag, angular drag, Kutta lift, Magnus lift.
        fluidcoef: Lead<5> { member: "fluid_coefs", default: [0.5, 0.25, 1.5, 1.0, 1.0] },
        /// Mass; computed from the density if absent.
        mass: f64 { unit: "kg", default: f64::NAN },
        /// Density of the material, for bodies without explicit inertia.
        density: f64 { unit: "kg/m³", default: 1000.0 },
        /// True if the mass is distributed over the surface.
        shellinertia: Bool { member: "typeinertia", kind: Kind::Enum("mjtGeomInertia"), },
        /// User data, copied to `geom_user`.
        user: Vec<f64> { member: "userdata" },
    }
    children {
        /// `plugin`.
        plugin: Option<Plugin>,
    }
}

element! {
    /// A frame of interest on a body.
    pub struct Site {
        /// Name, unique among sites.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Shape, for drawing and for touch sensors.
        kind: GeomType { xml: "type", default: GeomType::Sphere },
        /// Visibility group, 0 to 5.
        group: i32,
        /// Position in the body frame.
        pos: [f64; 3] { unit: "m" },
        /// Orientation in the body frame, a quaternion (w, x, y, z).
        quat: [f64; 4] { default: UNIT_QUAT },
        /// Alternative to the quaternion: axis and angle, Euler angles, x and y axes, or z axis.
        alt: Orientation { xml: "axisangle" | "euler" | "xyaxes" | "zaxis", member: "alt" },
        /// Name of the material, for drawing.
        material: String,
        /// Half sizes, like those of a geom of the same shape.
        size: Lead<3> { unit: "m", default: [0.005; 3] },
        /// The two end points of its axis in the body frame, instead of position, orientation and length.
        fromto: [f64; 6] { unit: "m", default: unset() },
        /// Colour and opacity, unless the material has one.
        rgba: [f32; 4] { default: GREY },
        /// User data, copied to `site_user`.
        user: Vec<f64> { member: "userdata" },
    }
}

element! {
    /// A camera.
    pub struct Camera {
        /// Name, unique among cameras.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Perspective or orthographic projection.
        projection: Projection { member: "proj", default: Projection::Perspective },
        /// Vertical field of view; for an orthographic camera the height of its view.
        fovy: f64 { unit: "deg or m", default: 45.0 },
        /// Distance between the eyes, for stereo rendering.
        ipd: f64 { unit: "m", default: 0.068 },
        /// Width and height of its images.
        resolution: [i32; 2] { unit: "pixel", default: [1, 1] },
        /// Kinds of images that it renders.
        output: Outputs { default: Outputs(CamOut::RGB) },
        /// Position in the body frame.
        pos: [f64; 3] { unit: "m" },
        /// Orientation in the body frame, a quaternion (w, x, y, z); it looks along its negative z axis.
        quat: [f64; 4] { default: UNIT_QUAT },
        /// Alternative to the quaternion: axis and angle, Euler angles, x and y axes, or z axis.
        alt: Orientation { xml: "axisangle" | "euler" | "xyaxes" | "zaxis", member: "alt" },
        /// Whether it is fixed to its body, tracks its motion, or looks at a body.
        mode: CamLight { default: CamLight::Fixed },
        /// Name of the body that it looks at.
        target: String [own] { member: "targetbody" },
        /// Focal lengths along x and y.
        focal: [f32; 2] { member: "focal_length", unit: "m" },
        /// Focal lengths along x and y, in pixels.
        focalpixel: [f32; 2] { member: "focal_pixel", unit: "pixel" },
        /// Principal point, from the centre of the sensor.
        principal: [f32; 2] { member: "principal_length", unit: "m" },
        /// Principal point, from the centre of the sensor, in pixels.
        principalpixel: [f32; 2] { member: "principal_pixel", unit: "pixel" },
        /// Width and height of the sensor; with it, focal lengths replace the field of view.
        sensorsize: [f32; 2] { member: "sensor_size", unit: "m" },
        /// User data, copied to `cam_user`.
        user: Vec<f64> { member: "userdata" },
    }
    children {
        /// Focal lengths and principal point as set by a program; without a sensor size only the principal point is used.
        intrinsic: [f32; 4],
    }
}

element! {
    /// A light.
    pub struct Light {
        /// Name, unique among lights.
        name: String [own],
        /// Default class.
        class: String [own],
        /// Spot, directional, point or image light; older files have the attribute `directional` instead.
        kind: LightType { xml: "type" | "directional", default: LightType::Spot },
        /// True if it casts shadows.
        castshadow: Bool { default: true },
        /// True if it is on.
        active: Bool { default: true },
        /// Position in the body frame.
        pos: [f64; 3] { unit: "m" },
        /// Direction in the body frame.
        dir: [f64; 3] { default: [0.0, 0.0, -1.0] },
        /// Radius of the bulb, which softens shadows.
        bulbradius: f32 { unit: "m", default: 0.02 },
        /// Luminous intensity.
        intensity: f32 { unit: "cd" },
        /// Effective range.
        range: f32 { unit: "m", default: 10.0 },
        /// Attenuation coefficients: constant, linear and quadratic in the distance.
        attenuation: [f32; 3] { unit: "1, 1/m, 1/m²", default: [1.0, 0.0, 0.0] },
        /// Half angle of the cone of a spot light.
        cutoff: f32 { unit: "deg", default: 45.0 },
        /// Exponent of the falloff towards the edge of a spot light's cone.
        exponent: f32 { default: 10.0 },
        /// Ambient colour.
        ambient: [f32; 3],
        /// Diffuse colour.
        diffuse: [f32; 3] { default: [0.7; 3] },
        /// Specular colour.
        specular: [f32; 3] { default: [0.3; 3] },
        /// Whether it is fixed to its body, tracks its motion, or points at a body.
        mode: CamLight { default: CamLight::Fixed },
        /// Name of the body that it points at.
        target: String [own] { member: "targetbody" },
        /// Texture of an image light.
        texture: String [own],
    }
}
