//! Types of sensors, each declared once: the object it is attached to, its output, and the stage that computes it. The
//! grammar of MJCF, the compiler and the checks of a model follow from this table.

/// The object that a sensor is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SensorTarget {
    /// Nothing: it reports about the whole model.
    Global,
    /// A site.
    Site,
    /// A joint of one degree of freedom.
    ScalarJoint,
    /// A ball joint.
    BallJoint,
    /// A joint with limits.
    LimitedJoint,
    /// A tendon.
    Tendon,
    /// A tendon with limits.
    LimitedTendon,
    /// An actuator.
    Actuator,
    /// A body, for its subtree.
    Body,
    /// A frame, and perhaps a frame to measure in.
    Frame,
    /// A frame, measured in the world.
    WorldFrame,
    /// A frame that may be inside a site.
    InSite,
    /// A site seen by a camera.
    InCamera,
    /// Two geoms or bodies whose distance is measured.
    Distance,
    /// A site or a camera that sends out rays.
    Rays,
    /// Contacts that match two criteria.
    Contacts,
    /// The vertices of a mesh on a geom.
    Skin,
    /// Set by the user.
    User,
    /// Set by the plugin.
    Plugin,
}

/// Properties of all sensors of a type.
#[derive(Clone, Copy, Debug)]
pub struct SensorKind {
    /// Number in the model.
    pub type_: SensorType,
    /// The XML element.
    pub tag: &'static str,
    /// The object it is attached to.
    pub target: SensorTarget,
    /// Kind of output.
    pub datatype: DataType,
    /// Stage that computes it.
    pub stage: Stage,
    /// Number of outputs; 0 if the element determines it.
    pub dim: i32,
}

/// Declares the types of sensors: number, the reference's name, element, then the fields of [`SensorKind`].
macro_rules! sensor_types {
    ($( $variant:ident = $value:literal, $cname:literal, $tag:literal: $target:ident, $datatype:ident, $stage:ident, $dim:literal; )*) => {
        open_enum! {
            /// Kind of sensor; keywords are the element names.
            pub enum SensorType = "mjtSensor" {
                $( $variant = $value, $cname, $tag; )*
            }
        }

        /// The types of sensors that exist, where [`SensorType`] can have any number. A match over it names them all, so
        /// that a new type does not compile before each such match handles it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum KnownSensor {
            $( #[doc = concat!("`<", $tag, ">`")] $variant, )*
        }

        impl SensorType {
            /// The type; `None` for a number that is not a type.
            #[inline]
            pub const fn known(self) -> Option<KnownSensor> {
                match self.0 {
                    $( $value => Some(KnownSensor::$variant), )*
                    _ => None,
                }
            }

            /// Properties of the sensors of each type, in the reference's order.
            pub const KINDS: &'static [SensorKind] = &[
                $( SensorKind {
                    type_: Self::$variant,
                    tag: $tag,
                    target: SensorTarget::$target,
                    datatype: DataType::$datatype,
                    stage: Stage::$stage,
                    dim: $dim,
                }, )*
            ];
        }
    };
}

sensor_types! {
    Touch = 0, "mjSENS_TOUCH", "touch": Site, Positive, Acc, 1;
    Accelerometer = 1, "mjSENS_ACCELEROMETER", "accelerometer": Site, Real, Acc, 3;
    Velocimeter = 2, "mjSENS_VELOCIMETER", "velocimeter": Site, Real, Vel, 3;
    Gyro = 3, "mjSENS_GYRO", "gyro": Site, Real, Vel, 3;
    Force = 4, "mjSENS_FORCE", "force": Site, Real, Acc, 3;
    Torque = 5, "mjSENS_TORQUE", "torque": Site, Real, Acc, 3;
    Magnetometer = 6, "mjSENS_MAGNETOMETER", "magnetometer": Site, Real, Pos, 3;
    Rangefinder = 7, "mjSENS_RANGEFINDER", "rangefinder": Rays, Real, Pos, 0;
    CamProjection = 8, "mjSENS_CAMPROJECTION", "camprojection": InCamera, Real, Pos, 2;
    JointPos = 9, "mjSENS_JOINTPOS", "jointpos": ScalarJoint, Real, Pos, 1;
    JointVel = 10, "mjSENS_JOINTVEL", "jointvel": ScalarJoint, Real, Vel, 1;
    TendonPos = 11, "mjSENS_TENDONPOS", "tendonpos": Tendon, Real, Pos, 1;
    TendonVel = 12, "mjSENS_TENDONVEL", "tendonvel": Tendon, Real, Vel, 1;
    ActuatorPos = 13, "mjSENS_ACTUATORPOS", "actuatorpos": Actuator, Real, Pos, 1;
    ActuatorVel = 14, "mjSENS_ACTUATORVEL", "actuatorvel": Actuator, Real, Vel, 1;
    ActuatorFrc = 15, "mjSENS_ACTUATORFRC", "actuatorfrc": Actuator, Real, Acc, 1;
    JointActFrc = 16, "mjSENS_JOINTACTFRC", "jointactuatorfrc": ScalarJoint, Real, Acc, 1;
    TendonActFrc = 17, "mjSENS_TENDONACTFRC", "tendonactuatorfrc": Tendon, Real, Acc, 1;
    BallQuat = 18, "mjSENS_BALLQUAT", "ballquat": BallJoint, Quaternion, Pos, 4;
    BallAngVel = 19, "mjSENS_BALLANGVEL", "ballangvel": BallJoint, Real, Vel, 3;
    JointLimitPos = 20, "mjSENS_JOINTLIMITPOS", "jointlimitpos": LimitedJoint, Real, Pos, 1;
    JointLimitVel = 21, "mjSENS_JOINTLIMITVEL", "jointlimitvel": LimitedJoint, Real, Vel, 1;
    JointLimitFrc = 22, "mjSENS_JOINTLIMITFRC", "jointlimitfrc": LimitedJoint, Real, Acc, 1;
    TendonLimitPos = 23, "mjSENS_TENDONLIMITPOS", "tendonlimitpos": LimitedTendon, Real, Pos, 1;
    TendonLimitVel = 24, "mjSENS_TENDONLIMITVEL", "tendonlimitvel": LimitedTendon, Real, Vel, 1;
    TendonLimitFrc = 25, "mjSENS_TENDONLIMITFRC", "tendonlimitfrc": LimitedTendon, Real, Acc, 1;
    FramePos = 26, "mjSENS_FRAMEPOS", "framepos": Frame, Real, Pos, 3;
    FrameQuat = 27, "mjSENS_FRAMEQUAT", "framequat": Frame, Quaternion, Pos, 4;
    FrameXAxis = 28, "mjSENS_FRAMEXAXIS", "framexaxis": Frame, Axis, Pos, 3;
    FrameYAxis = 29, "mjSENS_FRAMEYAXIS", "frameyaxis": Frame, Axis, Pos, 3;
    FrameZAxis = 30, "mjSENS_FRAMEZAXIS", "framezaxis": Frame, Axis, Pos, 3;
    FrameLinVel = 31, "mjSENS_FRAMELINVEL", "framelinvel": Frame, Real, Vel, 3;
    FrameAngVel = 32, "mjSENS_FRAMEANGVEL", "frameangvel": Frame, Real, Vel, 3;
    FrameLinAcc = 33, "mjSENS_FRAMELINACC", "framelinacc": WorldFrame, Real, Acc, 3;
    FrameAngAcc = 34, "mjSENS_FRAMEANGACC", "frameangacc": WorldFrame, Real, Acc, 3;
    SubtreeCom = 35, "mjSENS_SUBTREECOM", "subtreecom": Body, Real, Pos, 3;
    SubtreeLinVel = 36, "mjSENS_SUBTREELINVEL", "subtreelinvel": Body, Real, Vel, 3;
    SubtreeAngMom = 37, "mjSENS_SUBTREEANGMOM", "subtreeangmom": Body, Real, Vel, 3;
    InsideSite = 38, "mjSENS_INSIDESITE", "insidesite": InSite, Positive, Pos, 1;
    GeomDist = 39, "mjSENS_GEOMDIST", "distance": Distance, Real, Pos, 1;
    GeomNormal = 40, "mjSENS_GEOMNORMAL", "normal": Distance, Axis, Pos, 3;
    GeomFromTo = 41, "mjSENS_GEOMFROMTO", "fromto": Distance, Real, Pos, 6;
    Contact = 42, "mjSENS_CONTACT", "contact": Contacts, Real, Acc, 0;
    EPotential = 43, "mjSENS_E_POTENTIAL", "e_potential": Global, Real, Pos, 1;
    EKinetic = 44, "mjSENS_E_KINETIC", "e_kinetic": Global, Real, Pos, 1;
    Clock = 45, "mjSENS_CLOCK", "clock": Global, Real, Pos, 1;
    Tactile = 46, "mjSENS_TACTILE", "tactile": Skin, Real, Acc, 0;
    Plugin = 47, "mjSENS_PLUGIN", "plugin": Plugin, Real, Acc, 0;
    User = 48, "mjSENS_USER", "user": User, Real, Acc, 0;
}

impl SensorType {
    /// Properties of all sensors of this type; `None` if the number is not a sensor type.
    pub fn kind(self) -> Option<&'static SensorKind> {
        let row = usize::try_from(self.0).ok()?;
        Self::KINDS.get(row)
    }
}

open_enum! {
    /// Stage of the step.
    pub enum Stage = "mjtStage" {
        None = 0, "mjSTAGE_NONE", "none";
        Pos = 1, "mjSTAGE_POS", "pos";
        Vel = 2, "mjSTAGE_VEL", "vel";
        Acc = 3, "mjSTAGE_ACC", "acc";
    }
}

open_enum! {
    /// Kind of output of a sensor.
    pub enum DataType = "mjtDataType" {
        Real = 0, "mjDATATYPE_REAL", "real";
        Positive = 1, "mjDATATYPE_POSITIVE", "positive";
        Axis = 2, "mjDATATYPE_AXIS", "axis";
        Quaternion = 3, "mjDATATYPE_QUATERNION", "quaternion";
    }
}

open_enum! {
    /// Fields that a contact sensor reports.
    pub enum ConData = "mjtConDataField" {
        Found = 0, "mjCONDATA_FOUND", "found";
        Force = 1, "mjCONDATA_FORCE", "force";
        Torque = 2, "mjCONDATA_TORQUE", "torque";
        Dist = 3, "mjCONDATA_DIST", "dist";
        Pos = 4, "mjCONDATA_POS", "pos";
        Normal = 5, "mjCONDATA_NORMAL", "normal";
        Tangent = 6, "mjCONDATA_TANGENT", "tangent";
    }
}

open_enum! {
    /// Fields that a rangefinder reports.
    pub enum RayData = "mjtRayDataField" {
        Dist = 0, "mjRAYDATA_DIST", "dist";
        Dir = 1, "mjRAYDATA_DIR", "dir";
        Origin = 2, "mjRAYDATA_ORIGIN", "origin";
        Point = 3, "mjRAYDATA_POINT", "point";
        Normal = 4, "mjRAYDATA_NORMAL", "normal";
        Depth = 5, "mjRAYDATA_DEPTH", "depth";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_of_a_type_is_its_number() {
        for (k, kind) in SensorType::KINDS.iter().enumerate() {
            assert_eq!(kind.type_.to_i32(), k as i32);
            assert_eq!(SensorType::from_keyword(kind.tag), Some(kind.type_));
        }
        assert!(SensorType(-1).kind().is_none() && SensorType(49).kind().is_none());
    }
}
