//! Attributes that take one of a list of words.

use crate::{Value, ValueError};

/// Declares an enum whose variants are keywords; the discriminants are the reference's numbers.
macro_rules! keywords {
    ($( $(#[$meta:meta])* pub enum $Name:ident { $( $Variant:ident = $text:literal $(: $value:literal)? ),* $(,)? } )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(i32)]
        #[allow(missing_docs)] // the variants are the words
        pub enum $Name { $( $Variant $(= $value)? ),* }

        impl $Name {
            /// All words, in order.
            pub const KEYWORDS: &'static [&'static str] = &[$($text),*];

            /// The variant that a word names.
            pub fn from_keyword(word: &str) -> Option<Self> {
                match word { $( $text => Some(Self::$Variant), )* _ => None }
            }

            /// The variant with this number of the reference.
            pub fn from_number(number: i32) -> Option<Self> {
                [$( Self::$Variant ),*].into_iter().find(|variant| *variant as i32 == number)
            }

            /// The word for this variant.
            pub fn keyword(self) -> &'static str {
                match self { $( Self::$Variant => $text ),* }
            }
        }

        impl Value for $Name {
            fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
                Self::from_keyword(text).ok_or_else(|| ValueError::UnknownKeyword {
                    found: text.to_owned(),
                    expected: Self::KEYWORDS,
                })
            }

            fn write(&self, name: &str) -> (String, String) {
                (name.to_owned(), self.keyword().to_owned())
            }
        }
    )* };
}

keywords! {
    /// True or false.
    pub enum Bool { False = "false", True = "true" }
    /// True, false, or decided by what else is written.
    pub enum Tri { False = "false", True = "true", Auto = "auto" }
    /// A flag of `<option><flag>`.
    pub enum Enable { Disable = "disable", Enable = "enable" }
    /// Unit of angles.
    pub enum AngleUnit { Radian = "radian", Degree = "degree" }
    /// Frame of positions; only local is alive.
    pub enum Coordinate { Local = "local", Global = "global" }
    /// Which actuators get a computed length range.
    pub enum LengthRangeMode { None = "none", Muscle = "muscle", MuscleUser = "muscleuser", All = "all" }
    /// Numerical integrator; `implicitspring` is an extension.
    pub enum Integrator {
        Euler = "Euler", Rk4 = "RK4", Implicit = "implicit", ImplicitFast = "implicitfast",
        ImplicitSpring = "implicitspring":100,
    }
    /// Friction cone.
    pub enum Cone { Pyramidal = "pyramidal", Elliptic = "elliptic" }
    /// Storage of constraint Jacobians.
    pub enum Jacobian { Dense = "dense", Sparse = "sparse", Auto = "auto" }
    /// Constraint solver; `ActiveSet` is an extension.
    pub enum Solver { Pgs = "PGS", Cg = "CG", Newton = "Newton", ActiveSet = "ActiveSet" }
    /// Sleep policy of a tree.
    pub enum BodySleep { Auto = "auto":0, Never = "never":3, Allowed = "allowed":4, Init = "init":5 }
    /// Joint type.
    pub enum JointType { Free = "free", Ball = "ball", Slide = "slide", Hinge = "hinge" }
    /// Geom type.
    pub enum GeomType {
        Plane = "plane", Hfield = "hfield", Sphere = "sphere", Capsule = "capsule", Ellipsoid = "ellipsoid",
        Cylinder = "cylinder", Box = "box", Mesh = "mesh", Sdf = "sdf",
    }
    /// Fluid interaction of a geom.
    pub enum FluidShape { None = "none", Ellipsoid = "ellipsoid" }
    /// Camera projection.
    pub enum Projection { Perspective = "perspective", Orthographic = "orthographic" }
    /// What a camera or light follows.
    pub enum TrackMode {
        Fixed = "fixed", Track = "track", TrackCom = "trackcom", TargetBody = "targetbody",
        TargetBodyCom = "targetbodycom",
    }
    /// What a camera can put out; the numbers are bits.
    pub enum CameraOutput { Rgb = "rgb":1, Depth = "depth":2, Distance = "distance":4, Normal = "normal":8, Segmentation = "segmentation":16 }
    /// Role of a texture in a material.
    pub enum TextureRole {
        Rgb = "rgb":1, Occlusion = "occlusion":2, Roughness = "roughness":3, Metallic = "metallic":4, Normal = "normal":5,
        Opacity = "opacity":6, Emissive = "emissive":7, Rgba = "rgba":8, Orm = "orm":9,
    }
    /// Texture type.
    pub enum TextureType { TwoD = "2d", Cube = "cube", Skybox = "skybox" }
    /// Colour space of a texture.
    pub enum ColorSpace { Auto = "auto", Linear = "linear", Srgb = "sRGB" }
    /// Procedural texture.
    pub enum TextureBuiltin { None = "none", Gradient = "gradient", Checker = "checker", Flat = "flat" }
    /// Marks on a procedural texture.
    pub enum TextureMark { None = "none", Edge = "edge", Cross = "cross", Random = "random" }
    /// How the inertia of a mesh is computed.
    pub enum MeshInertia { Convex = "convex", Exact = "exact", Legacy = "legacy", Shell = "shell" }
    /// Procedural mesh.
    pub enum MeshBuiltin {
        None = "none", Sphere = "sphere", Hemisphere = "hemisphere", Cone = "cone", Supersphere = "supersphere",
        Supertorus = "supertorus", Wedge = "wedge", Plate = "plate",
    }
    /// Activation dynamics.
    pub enum DynType {
        None = "none", Integrator = "integrator", Filter = "filter", FilterExact = "filterexact", Muscle = "muscle",
        User = "user",
    }
    /// Actuator gain.
    pub enum GainType { Fixed = "fixed", Affine = "affine", Muscle = "muscle", User = "user" }
    /// Actuator bias.
    pub enum BiasType { None = "none", Affine = "affine", Muscle = "muscle", User = "user" }
    /// Interpolation of delayed signals.
    pub enum Interp { Zoh = "zoh", Linear = "linear", Cubic = "cubic" }
    /// Stage that a user sensor needs.
    pub enum Stage { None = "none", Pos = "pos", Vel = "vel", Acc = "acc" }
    /// Type of a user sensor's data.
    pub enum DataType { Real = "real", Positive = "positive", Axis = "axis", Quaternion = "quaternion" }
    /// Fields of a contact sensor; the numbers are bit positions.
    pub enum ContactField {
        Found = "found", Force = "force", Torque = "torque", Dist = "dist", Pos = "pos", Normal = "normal", Tangent = "tangent",
    }
    /// Fields of a rangefinder; the numbers are bit positions.
    pub enum RayField {
        Dist = "dist", Dir = "dir", Origin = "origin", Point = "point", Normal = "normal", Depth = "depth",
    }
    /// Reduction of a contact sensor.
    pub enum Reduce { None = "none", MinDist = "mindist", MaxForce = "maxforce", NetForce = "netforce" }
    /// Composite type.
    pub enum CompositeType {
        Particle = "particle", Grid = "grid", Rope = "rope", Loop = "loop", Cable = "cable", Cloth = "cloth",
    }
    /// Which joints of a composite are meant.
    pub enum CompositeJointKind { Main = "main" }
    /// Flexcomp type.
    pub enum FlexcompType {
        Grid = "grid", Box = "box", Cylinder = "cylinder", Ellipsoid = "ellipsoid", Square = "square", Disc = "disc",
        Circle = "circle", Mesh = "mesh", Gmsh = "gmsh", Direct = "direct",
    }
    /// Flexcomp degrees of freedom.
    pub enum FlexcompDof { Full = "full", Radial = "radial", Trilinear = "trilinear", Quadratic = "quadratic" }
    /// Flex self collision.
    pub enum FlexSelf { None = "none", Narrow = "narrow", Bvh = "bvh", Sap = "sap", Auto = "auto" }
    /// Flex two-dimensional elasticity.
    pub enum Elastic2d { None = "none", Bend = "bend", Stretch = "stretch", Both = "both" }
    /// Flex edge equality.
    pub enum FlexEquality { False = "false", True = "true", Vert = "vert" }
}

impl Bool {
    /// The truth value.
    pub fn is_true(self) -> bool {
        self == Self::True
    }
}

impl crate::Attr<Bool> {
    /// The truth value, or `default` if it was not written.
    pub fn is_true_or(&self, default: bool) -> bool {
        self.get().map_or(default, |b| b.is_true())
    }
}
