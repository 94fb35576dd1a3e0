//! The kinds of sensors: one row each, with what they sit on and what they put out.
//!
//! The row says everything that holds for all sensors of a kind; where it depends on the element (the object of a frame
//! sensor, the length of a contact sensor), [`sensors`](super::sensors) decides.

use synovia_model::{DataType, ObjType, SensorType, Stage};

/// What a sensor is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    /// Nothing: it reports about the whole model.
    Global,
    /// The object of this kind that the attribute of the same name names.
    One(ObjType),
    /// A joint of one degree of freedom.
    ScalarJoint,
    /// A ball joint.
    BallJoint,
    /// A joint with limits.
    LimitedJoint,
    /// A tendon with limits.
    LimitedTendon,
    /// A frame, and perhaps a frame to measure in: `objtype`, `objname`, `reftype`, `refname`.
    Frame,
    /// A frame that may be inside a site.
    InSite,
    /// A site seen by a camera.
    InCamera,
    /// Two geoms or bodies whose distance counts.
    Distance,
    /// A site or a camera that sends out rays.
    Rays,
    /// Contacts that match two criteria.
    Contacts,
    /// The vertices of a mesh on a geom.
    Skin,
    /// Whatever the user says.
    User,
}

/// What holds for all sensors of a kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Number in the model.
    pub type_: SensorType,
    /// What it is attached to.
    pub seat: Seat,
    /// What numbers come out.
    pub datatype: DataType,
    /// Stage after which they are known.
    pub stage: Stage,
    /// How many; 0 if the element decides.
    pub dim: i32,
}

/// The kind that an element's tag names; `None` for what is no sensor and for plugins.
pub(super) fn kind(tag: &str) -> Option<Kind> {
    use DataType as D;
    use SensorType as T;
    use Stage as S;

    const SITE: Seat = Seat::One(ObjType::Site);
    const TENDON: Seat = Seat::One(ObjType::Tendon);
    const ACTUATOR: Seat = Seat::One(ObjType::Actuator);
    const BODY: Seat = Seat::One(ObjType::Body);

    let (type_, seat, datatype, stage, dim) = match tag {
        // on a site
        "touch" => (T::Touch, SITE, D::Positive, S::Acc, 1),
        "accelerometer" => (T::Accelerometer, SITE, D::Real, S::Acc, 3),
        "velocimeter" => (T::Velocimeter, SITE, D::Real, S::Vel, 3),
        "gyro" => (T::Gyro, SITE, D::Real, S::Vel, 3),
        "force" => (T::Force, SITE, D::Real, S::Acc, 3),
        "torque" => (T::Torque, SITE, D::Real, S::Acc, 3),
        "magnetometer" => (T::Magnetometer, SITE, D::Real, S::Pos, 3),
        "camprojection" => (T::CamProjection, Seat::InCamera, D::Real, S::Pos, 2),
        "rangefinder" => (T::Rangefinder, Seat::Rays, D::Real, S::Pos, 0),

        // on a joint, tendon or actuator
        "jointpos" => (T::JointPos, Seat::ScalarJoint, D::Real, S::Pos, 1),
        "jointvel" => (T::JointVel, Seat::ScalarJoint, D::Real, S::Vel, 1),
        "jointactuatorfrc" => (T::JointActFrc, Seat::ScalarJoint, D::Real, S::Acc, 1),
        "ballquat" => (T::BallQuat, Seat::BallJoint, D::Quaternion, S::Pos, 4),
        "ballangvel" => (T::BallAngVel, Seat::BallJoint, D::Real, S::Vel, 3),
        "tendonpos" => (T::TendonPos, TENDON, D::Real, S::Pos, 1),
        "tendonvel" => (T::TendonVel, TENDON, D::Real, S::Vel, 1),
        "tendonactuatorfrc" => (T::TendonActFrc, TENDON, D::Real, S::Acc, 1),
        "actuatorpos" => (T::ActuatorPos, ACTUATOR, D::Real, S::Pos, 1),
        "actuatorvel" => (T::ActuatorVel, ACTUATOR, D::Real, S::Vel, 1),
        "actuatorfrc" => (T::ActuatorFrc, ACTUATOR, D::Real, S::Acc, 1),

        // at a limit
        "jointlimitpos" => (T::JointLimitPos, Seat::LimitedJoint, D::Real, S::Pos, 1),
        "jointlimitvel" => (T::JointLimitVel, Seat::LimitedJoint, D::Real, S::Vel, 1),
        "jointlimitfrc" => (T::JointLimitFrc, Seat::LimitedJoint, D::Real, S::Acc, 1),
        "tendonlimitpos" => (T::TendonLimitPos, Seat::LimitedTendon, D::Real, S::Pos, 1),
        "tendonlimitvel" => (T::TendonLimitVel, Seat::LimitedTendon, D::Real, S::Vel, 1),
        "tendonlimitfrc" => (T::TendonLimitFrc, Seat::LimitedTendon, D::Real, S::Acc, 1),

        // on a frame
        "framepos" => (T::FramePos, Seat::Frame, D::Real, S::Pos, 3),
        "framequat" => (T::FrameQuat, Seat::Frame, D::Quaternion, S::Pos, 4),
        "framexaxis" => (T::FrameXAxis, Seat::Frame, D::Axis, S::Pos, 3),
        "frameyaxis" => (T::FrameYAxis, Seat::Frame, D::Axis, S::Pos, 3),
        "framezaxis" => (T::FrameZAxis, Seat::Frame, D::Axis, S::Pos, 3),
        "framelinvel" => (T::FrameLinVel, Seat::Frame, D::Real, S::Vel, 3),
        "frameangvel" => (T::FrameAngVel, Seat::Frame, D::Real, S::Vel, 3),
        "framelinacc" => (T::FrameLinAcc, Seat::Frame, D::Real, S::Acc, 3),
        "frameangacc" => (T::FrameAngAcc, Seat::Frame, D::Real, S::Acc, 3),
        "insidesite" => (T::InsideSite, Seat::InSite, D::Positive, S::Pos, 1),

        // on a subtree
        "subtreecom" => (T::SubtreeCom, BODY, D::Real, S::Pos, 3),
        "subtreelinvel" => (T::SubtreeLinVel, BODY, D::Real, S::Vel, 3),
        "subtreeangmom" => (T::SubtreeAngMom, BODY, D::Real, S::Vel, 3),

        // between geoms
        "distance" => (T::GeomDist, Seat::Distance, D::Real, S::Pos, 1),
        "normal" => (T::GeomNormal, Seat::Distance, D::Axis, S::Pos, 3),
        "fromto" => (T::GeomFromTo, Seat::Distance, D::Real, S::Pos, 6),
        "contact" => (T::Contact, Seat::Contacts, D::Real, S::Acc, 0),
        "tactile" => (T::Tactile, Seat::Skin, D::Real, S::Acc, 0),

        // on the whole model
        "e_potential" => (T::EPotential, Seat::Global, D::Real, S::Pos, 1),
        "e_kinetic" => (T::EKinetic, Seat::Global, D::Real, S::Pos, 1),
        "clock" => (T::Clock, Seat::Global, D::Real, S::Pos, 1),
        "user" => (T::User, Seat::User, D::Real, S::Acc, 0),
        _ => return None,
    };
    Some(Kind {
        type_,
        seat,
        datatype,
        stage,
        dim,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sensor_of_the_model_but_plugins_has_a_row_under_its_own_tag() {
        for &(tag, type_) in SensorType::KEYWORDS {
            match kind(tag) {
                Some(row) => assert_eq!(row.type_, type_, "{tag}"),
                None => assert_eq!(type_, SensorType::Plugin, "{tag}"),
            }
        }
    }
}
