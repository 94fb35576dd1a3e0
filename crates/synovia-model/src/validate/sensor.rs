//! Checks that sensors are attached to objects that their type can read.

use super::error::{refuse, span};
use super::{Allowed, ReferenceError};
use crate::enums::{JointType, ObjType, SensorTarget};
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

impl SensorTarget {
    /// The kinds of objects that a sensor can be attached to and can refer to; `None` if any kind is allowed.
    fn attachments(self) -> Option<[&'static [ObjType]; 2]> {
        use ObjType as O;
        Some(match self {
            Self::Site => [&[O::Site], NOTHING],
            Self::Rays => [&[O::Site, O::Camera], NOTHING],
            Self::InCamera => [&[O::Site], &[O::Camera]],
            Self::ScalarJoint | Self::BallJoint | Self::LimitedJoint => [&[O::Joint], NOTHING],
            Self::Tendon | Self::LimitedTendon => [&[O::Tendon], NOTHING],
            Self::Actuator => [&[O::Actuator], NOTHING],
            Self::Frame => [FRAMES, FRAMES],
            Self::WorldFrame => [FRAMES, NOTHING],
            Self::Body => [&[O::Body], NOTHING],
            Self::InSite => [FRAMES, &[O::Site]],
            Self::Distance => [&[O::Body, O::Geom], &[O::Body, O::Geom]],
            Self::Contacts => [
                &[O::Unknown, O::Site, O::Body, O::XBody, O::Geom],
                &[O::Unknown, O::Body, O::XBody, O::Geom],
            ],
            Self::Skin => [&[O::Mesh], &[O::Geom]],
            Self::Global => [NOTHING, NOTHING],
            Self::User | Self::Plugin => return None,
        })
    }

    /// True if the sensor requires a reference object.
    fn needs_reference(self) -> bool {
        matches!(
            self,
            Self::InCamera | Self::InSite | Self::Distance | Self::Skin
        )
    }
}

impl Model {
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
        let row = s.index();
        let Some(kind) = table.type_[s].kind() else {
            return Ok(());
        };
        let target = kind.target;
        let Some([objects, references]) = target.attachments() else {
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
        if refid >= 0 || target.needs_reference() {
            if !references.contains(&reftype) {
                return wrong_type("sensor_reftype", reftype);
            }
            self.check_object("sensor_refid", row, reftype, refid)?;
        }

        // a joint of the required kind, so that all its numbers exist
        if objtype == ObjType::Joint {
            let found = self.joint.type_[JointId(objid)];
            let fits = match target {
                SensorTarget::BallJoint => found == JointType::Ball,
                SensorTarget::ScalarJoint => found == JointType::Hinge || found == JointType::Slide,
                SensorTarget::LimitedJoint
                | SensorTarget::Global
                | SensorTarget::Site
                | SensorTarget::Tendon
                | SensorTarget::LimitedTendon
                | SensorTarget::Actuator
                | SensorTarget::Body
                | SensorTarget::Frame
                | SensorTarget::WorldFrame
                | SensorTarget::InSite
                | SensorTarget::InCamera
                | SensorTarget::Distance
                | SensorTarget::Rays
                | SensorTarget::Contacts
                | SensorTarget::Skin
                | SensorTarget::User
                | SensorTarget::Plugin => true,
            };
            if !fits {
                let allowed = Allowed::OneOf("a joint of the kind that sensor_type reads");
                return refuse("sensor_objid", row, objid, allowed);
            }
        }
        Ok(())
    }

    /// Checks that the object exists; −1 means no object.
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
