//! Reads `sensor`.
//!
//! All sensor elements are read into one type, with their tag. The table of sensor types in `synovia-model` says what each is attached
//! to ([`SensorTarget`]), and that determines the required attributes.

use synovia_model::{SensorTarget, SensorType};

use super::Reader;
use super::tree::NodeRef;
use crate::spec::sensor::Sensor;

impl<'t> Reader<'_, '_, 't> {
    /// Reads one `sensor` section.
    pub(super) fn sensor(&mut self, section: NodeRef<'t>) {
        for node in section.children() {
            // attributes of all kinds are one type; the schema has refused those that this kind does not have
            let mut sensor: Sensor = self.element(node);
            node.tag().clone_into(&mut sensor.tag);
            sensor.config = self.used_config(node, sensor.instance.text());
            let kind = SensorType::from_keyword(node.tag()).and_then(SensorType::kind);
            for attr in kind.map_or(&[][..], |kind| required(kind.target)) {
                self.require(node, attr);
            }
            sensor.check(&mut self.job.diag);
            self.doc.sensors.push(sensor);
        }
    }
}

/// The attributes that a sensor needs, by what it is attached to.
fn required(target: SensorTarget) -> &'static [&'static str] {
    match target {
        SensorTarget::Site => &["site"],
        SensorTarget::InCamera => &["site", "camera"],
        SensorTarget::ScalarJoint | SensorTarget::BallJoint | SensorTarget::LimitedJoint => {
            &["joint"]
        }
        SensorTarget::Tendon | SensorTarget::LimitedTendon => &["tendon"],
        SensorTarget::Actuator => &["actuator"],
        SensorTarget::Body => &["body"],
        SensorTarget::Frame | SensorTarget::WorldFrame => &["objtype", "objname"],
        SensorTarget::InSite => &["site", "objtype", "objname"],
        SensorTarget::Skin => &["geom", "mesh"],
        SensorTarget::User => &["dim"],
        SensorTarget::Global
        | SensorTarget::Rays
        | SensorTarget::Distance
        | SensorTarget::Contacts
        | SensorTarget::Plugin => &[],
    }
}
