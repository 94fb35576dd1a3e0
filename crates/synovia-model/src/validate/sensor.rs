//! Checks that sensors are attached to what their type can read.

use super::error::{refuse, span};
use super::{Allowed, ReferenceError};
use crate::enums::{JointType, ObjType, SensorType};
use crate::id::{JointId, SensorId};
use crate::model::Model;

/// Objects with a frame.
const FRAMES: &[ObjType] = &[
    ObjType::Body,
    ObjType::XBody,
    ObjType::Geom,
    ObjType::Site,
    ObjType::Camera,
];
const NOTHING: &[ObjType] = &[ObjType::Unknown];

impl SensorType {
    /// What a sensor of this type can be attached to, and what it can refer to; `None` if that is not known.
    pub fn attachments(self) -> Option<[&'static [ObjType]; 2]> {
        use ObjType as O;
        use SensorType as T;
        Some(match self {
            T::Touch
            | T::Accelerometer
            | T::Velocimeter
            | T::Gyro
            | T::Force
            | T::Torque
            | T::Magnetometer => [&[O::Site], NOTHING],
            T::Rangefinder => [&[O::Site, O::Camera], NOTHING],
            T::CamProjection => [&[O::Site], &[O::Camera]],
            T::JointPos
            | T::JointVel
            | T::JointActFrc
            | T::BallQuat
            | T::BallAngVel
            | T::JointLimitPos
            | T::JointLimitVel
            | T::JointLimitFrc => [&[O::Joint], NOTHING],
            T::TendonPos
            | T::TendonVel
            | T::TendonActFrc
            | T::TendonLimitPos
            | T::TendonLimitVel
            | T::TendonLimitFrc => [&[O::Tendon], NOTHING],
            T::ActuatorPos | T::ActuatorVel | T::ActuatorFrc => [&[O::Actuator], NOTHING],
            T::FramePos
            | T::FrameQuat
            | T::FrameXAxis
            | T::FrameYAxis
            | T::FrameZAxis
            | T::FrameLinVel
            | T::FrameAngVel => [FRAMES, FRAMES],
            T::FrameLinAcc | T::FrameAngAcc => [FRAMES, NOTHING],
            T::SubtreeCom | T::SubtreeLinVel | T::SubtreeAngMom => [&[O::Body], NOTHING],
            T::InsideSite => [FRAMES, &[O::Site]],
            T::GeomDist | T::GeomNormal | T::GeomFromTo => {
                [&[O::Body, O::Geom], &[O::Body, O::Geom]]
            }
            T::Contact => [
                &[O::Unknown, O::Site, O::Body, O::XBody, O::Geom],
                &[O::Unknown, O::Body, O::XBody, O::Geom],
            ],
            T::Tactile => [&[O::Mesh], &[O::Geom]],
            T::EPotential | T::EKinetic | T::Clock => [NOTHING, NOTHING],
            _ => return None,
        })
    }

    /// True if the type needs what it refers to.
    fn needs_reference(self) -> bool {
        matches!(
            self,
            Self::CamProjection
                | Self::InsideSite
                | Self::GeomDist
                | Self::GeomNormal
                | Self::GeomFromTo
                | Self::Tactile
        )
    }
}

impl Model {
    /// True if sensor `s` is attached to objects that are there and that its type can read.
    pub fn sensor_is_attached(&self, s: SensorId) -> bool {
        self.check_sensor(s).is_ok()
    }

    /// Checks all sensors.
    pub(super) fn check_sensors(&self) -> Result<(), ReferenceError> {
        for s in self.sensor.ids() {
            let (adr, dim) = (self.sensor.adr[s], self.sensor.dim[s]);
            let (adr, dim) = (("sensor_adr", adr), ("sensor_dim", dim));
            span(adr, dim, s.index(), "nsensordata", self.size.nsensordata)?;
            self.check_sensor(s)?;
        }
        Ok(())
    }

    fn check_sensor(&self, s: SensorId) -> Result<(), ReferenceError> {
        let table = &self.sensor;
        let kind = table.type_[s];
        let row = s.index();
        let Some([objects, references]) = kind.attachments() else {
            return Ok(());
        };
        let wrong_type = |name, found: ObjType| {
            let allowed = Allowed::OneOf("an object that sensors of sensor_type can have");
            refuse(name, row, found.to_i32(), allowed)
        };
        let (objtype, objid) = (table.objtype[s], table.objid[s]);
        if !objects.contains(&objtype) {
            return wrong_type("sensor_objtype", objtype);
        }
        self.check_object("sensor_objid", row, objtype, objid)?;
        let (reftype, refid) = (table.reftype[s], table.refid[s]);
        if refid >= 0 || kind.needs_reference() {
            if !references.contains(&reftype) {
                return wrong_type("sensor_reftype", reftype);
            }
            self.check_object("sensor_refid", row, reftype, refid)?;
        }

        // a joint of the right kind, so that all its numbers are there
        if objtype == ObjType::Joint {
            let found = self.joint.type_[JointId(objid)];
            let fits = match kind {
                SensorType::BallQuat | SensorType::BallAngVel => found == JointType::Ball,
                SensorType::JointPos | SensorType::JointVel | SensorType::JointActFrc => {
                    found == JointType::Hinge || found == JointType::Slide
                }
                _ => true,
            };
            if !fits {
                let allowed = Allowed::OneOf("a joint of the kind that sensor_type reads");
                return refuse("sensor_objid", row, objid, allowed);
            }
        }
        Ok(())
    }

    /// True if the object exists; no object has the number −1.
    fn check_object(
        &self,
        name: &'static str,
        row: usize,
        kind: ObjType,
        id: i32,
    ) -> Result<(), ReferenceError> {
        let (target, len) = match kind {
            ObjType::Body | ObjType::XBody => ("nbody", self.body.len()),
            ObjType::Joint => ("njnt", self.joint.len()),
            ObjType::Geom => ("ngeom", self.geom.len()),
            ObjType::Site => ("nsite", self.site.len()),
            ObjType::Camera => ("ncam", self.camera.len()),
            ObjType::Tendon => ("ntendon", self.tendon.len()),
            ObjType::Actuator => ("nu", self.actuator.len()),
            ObjType::Mesh => ("nmesh", self.mesh.len()),
            _ => return Ok(()),
        };
        if usize::try_from(id).is_ok_and(|k| k < len) {
            return Ok(());
        }
        let allowed = Allowed::Row {
            least: 0,
            size: target,
            limit: len as i64,
        };
        refuse(name, row, id, allowed)
    }
}
