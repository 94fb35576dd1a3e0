//! Constructors of elements for programs: each takes the name and the required values of an element.
//!
//! All other values are set with the methods that every attribute has, see [`crate::given`].

use crate::attr::Orientation;
use crate::given::IntoValue;
use crate::spec::actuator::{Actuator, ActuatorKind};
use crate::spec::asset::{Bone, Hfield, Layer, Material, Mesh, Skin, Texture};
use crate::spec::body::{
    Body, Camera, Frame, Freejoint, Geom, Inertial, Joint, Light, Node, Replicate, Site,
};
use crate::spec::custom::{Key, Numeric, Text, Tuple, TupleElement};
use crate::spec::flex::Flex;
use crate::spec::plugin::{Config, Plugin};
use crate::spec::relation::{
    Equality, EqualityKind, Exclude, Pair, Tendon, TendonKind, Wrap, WrapGeom, WrapJoint,
    WrapPulley, WrapSite,
};
use crate::spec::sensor::Sensor;
use synovia_model::enums::{Builtin, GeomType, JointType, MeshBuiltin, TextureRole, TextureType};

macro_rules! named {
    ($($T:ty),* $(,)?) => { $(
        impl $T {
            /// An element of this name, with no other value set.
            pub fn new(name: impl IntoValue<String>) -> Self {
                Self::default().name(name)
            }
        }
    )* };
}

named!(
    Body, Frame, Freejoint, Joint, Geom, Site, Camera, Light, Mesh, Hfield, Skin, Texture,
    Material, Flex, Pair, Exclude, Numeric, Text, Tuple, Key,
);

/// Orientations in forms other than a quaternion; the last one that is set wins.
macro_rules! oriented {
    ($($T:ty),*) => { $(
        impl $T {
            /// Orientation by an axis and an angle about it, in the unit of angles of the model.
            #[must_use]
            pub fn axisangle(self, axis: [f64; 3], angle: f64) -> Self {
                let [x, y, z] = axis;
                self.alt(Orientation::AxisAngle([x, y, z, angle]))
            }

            /// Orientation by three angles, in the unit and sequence of the model.
            #[must_use]
            pub fn euler(self, angles: [f64; 3]) -> Self {
                self.alt(Orientation::Euler(angles))
            }

            /// Orientation by the directions of the first two axes.
            #[must_use]
            pub fn xyaxes(self, x: [f64; 3], y: [f64; 3]) -> Self {
                let directions: [f64; 6] = [x, y].into_value();
                self.alt(Orientation::XyAxes(directions))
            }

            /// Orientation by the direction of the third axis, with the shortest rotation.
            #[must_use]
            pub fn zaxis(self, z: [f64; 3]) -> Self {
                self.alt(Orientation::ZAxis(z))
            }
        }
    )* };
}

oriented!(Body, Frame, Inertial, Geom, Site, Camera);

macro_rules! nodes {
    ($($Variant:ident => $T:ty $(, $boxed:ident)?;)*) => { $(
        impl From<$T> for Node {
            fn from(el: $T) -> Self {
                Self::$Variant($($boxed::new)?(el))
            }
        }
    )* };
}

nodes! {
    Inertial => Inertial;
    Joint => Joint;
    Freejoint => Freejoint;
    Geom => Geom;
    Site => Site;
    Camera => Camera;
    Light => Light;
    Body => Body, Box;
    Frame => Frame, Box;
    Replicate => Replicate, Box;
    Plugin => Plugin;
}

macro_rules! carriers {
    ($($T:ty),*) => { $(
        impl $T {
            /// Appends a child.
            #[must_use]
            pub fn with(mut self, inside: impl Into<Node>) -> Self {
                self.nodes.push(inside.into());
                self
            }
        }
    )* };
}

carriers!(Body, Frame, Replicate);

impl Inertial {
    /// A mass at this position.
    pub fn new(mass: f64, pos: [f64; 3]) -> Self {
        Self::default().mass(mass).pos(pos)
    }
}

impl Joint {
    /// A joint that rotates about its axis, by default z.
    pub fn hinge(name: impl IntoValue<String>) -> Self {
        Self::new(name).kind(JointType::Hinge)
    }

    /// A joint that slides along its axis, by default z.
    pub fn slide(name: impl IntoValue<String>) -> Self {
        Self::new(name).kind(JointType::Slide)
    }

    /// A joint that rotates in all directions.
    pub fn ball(name: impl IntoValue<String>) -> Self {
        Self::new(name).kind(JointType::Ball)
    }

    /// A joint with all six degrees of freedom.
    pub fn free(name: impl IntoValue<String>) -> Self {
        Self::new(name).kind(JointType::Free)
    }
}

macro_rules! shapes {
    ($($T:ty),*) => { $(
        impl $T {
            /// A sphere.
            pub fn sphere(name: impl IntoValue<String>, radius: f64) -> Self {
                Self::new(name).kind(GeomType::Sphere).size(radius)
            }

            /// A cylinder along z with hemispheres at its ends; with `fromto` its length follows from the end points.
            pub fn capsule(name: impl IntoValue<String>, radius: f64, half_length: f64) -> Self {
                Self::new(name).kind(GeomType::Capsule).size([radius, half_length])
            }

            /// A cylinder along z; with `fromto` its length follows from the end points.
            pub fn cylinder(name: impl IntoValue<String>, radius: f64, half_length: f64) -> Self {
                Self::new(name).kind(GeomType::Cylinder).size([radius, half_length])
            }

            /// An ellipsoid with these semi-axes.
            pub fn ellipsoid(name: impl IntoValue<String>, half: [f64; 3]) -> Self {
                Self::new(name).kind(GeomType::Ellipsoid).size(half)
            }

            /// A box with these half sizes; `box` is a keyword of Rust.
            #[doc(alias = "box")]
            pub fn cuboid(name: impl IntoValue<String>, half: [f64; 3]) -> Self {
                Self::new(name).kind(GeomType::Box).size(half)
            }
        }
    )* };
}

shapes!(Geom, Site);

impl Geom {
    /// A plane with normal z: half sizes for drawing, zero for infinite, and the spacing of its grid lines.
    pub fn plane(name: impl IntoValue<String>, size: [f64; 3]) -> Self {
        Self::new(name).kind(GeomType::Plane).size(size)
    }

    /// A mesh of the model.
    pub fn of_mesh(name: impl IntoValue<String>, mesh: impl IntoValue<String>) -> Self {
        Self::new(name).kind(GeomType::Mesh).mesh(mesh)
    }

    /// A height field of the model.
    pub fn of_hfield(name: impl IntoValue<String>, hfield: impl IntoValue<String>) -> Self {
        Self::new(name).kind(GeomType::Hfield).hfield(hfield)
    }
}

impl Mesh {
    /// A mesh of vertices and triangles: `Mesh::triangles("m", [[0.0, 0.0, 0.0], …], [[0, 1, 2], …])`.
    pub fn triangles(
        name: impl IntoValue<String>,
        vertices: impl IntoValue<Vec<f32>>,
        triangles: impl IntoValue<Vec<i32>>,
    ) -> Self {
        Self::new(name).vertex(vertices).face(triangles)
    }

    /// The convex hull of points.
    pub fn hull(name: impl IntoValue<String>, points: impl IntoValue<Vec<f32>>) -> Self {
        Self::new(name).vertex(points)
    }

    /// One of the built-in shapes, with its parameters.
    pub fn shape(
        name: impl IntoValue<String>,
        shape: MeshBuiltin,
        parameters: impl IntoValue<Vec<f64>>,
    ) -> Self {
        Self::new(name).builtin(shape).params(parameters)
    }
}

impl Hfield {
    /// A height field: half sizes x and y, height, depth of the base; rows and columns; elevations row by row, beginning at the smallest y.
    pub fn grid(
        name: impl IntoValue<String>,
        size: [f64; 4],
        [nrow, ncol]: [i32; 2],
        elevation: impl IntoValue<Vec<f32>>,
    ) -> Self {
        Self::new(name)
            .size(size)
            .nrow(nrow)
            .ncol(ncol)
            .elevation(elevation)
    }
}

impl Skin {
    /// Adds a body that moves vertices of the skin.
    #[must_use]
    pub fn bone(mut self, bone: Bone) -> Self {
        self.bones.push(bone);
        self
    }
}

impl Texture {
    /// A pattern of two colours.
    pub fn pattern(
        name: impl IntoValue<String>,
        pattern: Builtin,
        colours: [[f64; 3]; 2],
        [width, height]: [i32; 2],
    ) -> Self {
        Self::new(name)
            .kind(TextureType::Flat)
            .builtin(pattern)
            .rgb1(colours[0])
            .rgb2(colours[1])
            .width(width)
            .height(height)
    }

    /// Pixels, row by row, each of `nchannel` bytes.
    pub fn pixels(
        name: impl IntoValue<String>,
        [width, height]: [i32; 2],
        nchannel: i32,
        pixels: Vec<u8>,
    ) -> Self {
        let mut el = Self::new(name)
            .kind(TextureType::Flat)
            .width(width)
            .height(height)
            .nchannel(nchannel);
        el.data = pixels;
        el
    }
}

impl Material {
    /// Uses a texture in a role.
    #[must_use]
    pub fn layer(mut self, role: TextureRole, texture: impl IntoValue<String>) -> Self {
        let layer = Layer::default().role(role).texture(texture);
        self.layers.push(layer);
        self
    }
}

impl Pair {
    /// Two geoms that may collide, with parameters of their own.
    pub fn between(geom1: impl IntoValue<String>, geom2: impl IntoValue<String>) -> Self {
        Self::default().geom1(geom1).geom2(geom2)
    }
}

impl Exclude {
    /// Two bodies that do not collide.
    pub fn between(body1: impl IntoValue<String>, body2: impl IntoValue<String>) -> Self {
        Self::default().body1(body1).body2(body2)
    }
}

impl Tendon {
    fn of(name: impl IntoValue<String>, kind: TendonKind) -> Self {
        let mut el = Self::default().name(name);
        el.kind = kind;
        el
    }

    /// A tendon along sites and around geoms.
    pub fn spatial(name: impl IntoValue<String>) -> Self {
        Self::of(name, TendonKind::Spatial)
    }

    /// A weighted sum of joint positions.
    pub fn fixed(name: impl IntoValue<String>) -> Self {
        Self::of(name, TendonKind::Fixed)
    }

    /// Appends an element to its path.
    #[must_use]
    pub fn pass(mut self, wrap: Wrap) -> Self {
        self.path.push(wrap);
        self
    }

    /// Appends a site to its path.
    #[must_use]
    pub fn site(self, site: impl IntoValue<String>) -> Self {
        self.pass(Wrap::Site(WrapSite::default().site(site)))
    }

    /// Wraps around a sphere or cylinder.
    #[must_use]
    pub fn geom(self, geom: impl IntoValue<String>) -> Self {
        self.pass(Wrap::Geom(WrapGeom::default().geom(geom)))
    }

    /// Wraps around a sphere or cylinder on the side of a site.
    #[must_use]
    pub fn geom_beside(
        self,
        geom: impl IntoValue<String>,
        sidesite: impl IntoValue<String>,
    ) -> Self {
        let wrap = WrapGeom::default().geom(geom).sidesite(sidesite);
        self.pass(Wrap::Geom(wrap))
    }

    /// Begins a new branch, whose length is divided.
    #[must_use]
    pub fn pulley(self, divisor: f64) -> Self {
        self.pass(Wrap::Pulley(WrapPulley::default().divisor(divisor)))
    }

    /// Adds a joint, times a coefficient, to a fixed tendon.
    #[must_use]
    pub fn joint(self, joint: impl IntoValue<String>, coef: f64) -> Self {
        let wrap = WrapJoint::default().joint(joint).coef(coef);
        self.pass(Wrap::Joint(wrap))
    }
}

/// Constructors of elements that have several tags: `doc, name => kind`.
macro_rules! kinds {
    ($T:ident, $kind:ident, $Kind:ident: $($(#[$meta:meta])* $name:ident => $variant:ident;)*) => {
        impl $T {
            $(
                $(#[$meta])*
                pub fn $name(name: impl IntoValue<String>) -> Self {
                    let mut el = Self::default().name(name);
                    el.$kind = $Kind::$variant;
                    el
                }
            )*
        }
    };
}

kinds! { Equality, kind, EqualityKind:
    /// Two bodies or sites share a point.
    connect => Connect;
    /// Two bodies or sites do not move relative to each other.
    weld => Weld;
    /// A joint follows another, or is fixed.
    joint => Joint;
    /// A tendon follows another, or has a fixed length.
    tendon => Tendon;
    /// The edges of a flex keep their lengths.
    flex_edges => Flex;
    /// The vertices of a flex keep their shape.
    flex_vertices => FlexVert;
    /// Two sites, or the centres of two geoms, keep their distance. An extension.
    distance_of => Distance;
}

kinds! { Actuator, kind, ActuatorKind:
    /// An actuator with explicit gain, bias and dynamics.
    general => General;
    /// The control is a force.
    motor => Motor;
    /// The control is a position; see `kp`, `kv`, `dampratio`.
    position => Position;
    /// The control is a velocity; see `kv`.
    velocity => Velocity;
    /// The control is the rate of a position; see `kp`.
    intvelocity => IntVelocity;
    /// The control scales a damping; see `kv`.
    damper => Damper;
    /// A pneumatic or hydraulic cylinder; see `area`, `timeconst`.
    cylinder => Cylinder;
    /// A muscle.
    muscle => Muscle;
    /// A body that attracts what it touches; see `gain`.
    adhesion => Adhesion;
}

macro_rules! sensors {
    ($($tag:ident)*) => {
        impl Sensor {
            $(
                #[doc = concat!("A sensor `", stringify!($tag), "`.")]
                pub fn $tag(name: impl IntoValue<String>) -> Self {
                    Self::new(stringify!($tag), name)
                }
            )*
        }
    };
}

sensors! {
    touch accelerometer velocimeter gyro force torque magnetometer camprojection rangefinder
    jointpos jointvel tendonpos tendonvel actuatorpos actuatorvel actuatorfrc jointactuatorfrc tendonactuatorfrc
    ballquat ballangvel jointlimitpos jointlimitvel jointlimitfrc tendonlimitpos tendonlimitvel tendonlimitfrc
    framepos framequat framexaxis frameyaxis framezaxis framelinvel frameangvel framelinacc frameangacc
    subtreecom subtreelinvel subtreeangmom insidesite distance normal fromto contact e_potential e_kinetic clock tactile
}

impl Sensor {
    /// A sensor by its MJCF tag.
    pub fn new(tag: impl IntoValue<String>, name: impl IntoValue<String>) -> Self {
        let mut el = Self::default().name(name);
        el.tag = tag.into_value();
        el
    }

    /// The object of a frame sensor: a type such as `body`, `xbody`, `geom` or `site`, and a name.
    #[must_use]
    pub fn of(self, objtype: impl IntoValue<String>, objname: impl IntoValue<String>) -> Self {
        self.objtype(objtype).objname(objname)
    }

    /// The reference object of a frame sensor.
    #[must_use]
    pub fn against(self, reftype: impl IntoValue<String>, refname: impl IntoValue<String>) -> Self {
        self.reftype(reftype).refname(refname)
    }
}

impl Tuple {
    /// Adds an object, with a user parameter.
    #[must_use]
    pub fn element(
        mut self,
        objtype: impl IntoValue<String>,
        objname: impl IntoValue<String>,
        prm: f64,
    ) -> Self {
        let el = TupleElement::default().objtype(objtype).objname(objname);
        self.elements.push(el.prm(prm));
        self
    }
}

impl Plugin {
    /// A plugin by its name; the model must declare it.
    pub fn new(plugin: impl IntoValue<String>) -> Self {
        Self::default().plugin(plugin)
    }

    /// Sets a configuration value.
    #[must_use]
    pub fn config(mut self, key: impl IntoValue<String>, value: impl IntoValue<String>) -> Self {
        self.config.push(Config::default().key(key).value(value));
        self
    }
}

macro_rules! users {
    ($($T:ty),*) => { $(
        impl $T {
            /// Uses a plugin.
            #[must_use]
            pub fn using(mut self, plugin: Plugin) -> Self {
                self.plugin = Some(plugin);
                self
            }
        }
    )* };
}

users!(Geom, Mesh);

impl Actuator {
    /// An actuator that is a plugin.
    pub fn of_plugin(name: impl IntoValue<String>, plugin: Plugin) -> Self {
        let mut el = Self::general(name);
        el.kind = ActuatorKind::Plugin;
        (el.plugin, el.instance, el.config) = (plugin.plugin, plugin.instance, plugin.config);
        el
    }
}

impl Sensor {
    /// A sensor that is a plugin.
    pub fn of_plugin(name: impl IntoValue<String>, plugin: Plugin) -> Self {
        let mut el = Self::new("plugin", name);
        (el.plugin, el.instance, el.config) = (plugin.plugin, plugin.instance, plugin.config);
        el
    }
}
