//! Reads `sensor`.
//!
//! All sensor elements are read into one type, with their tag. The table of sensor types in `synovia-model` says what each is attached
//! to ([`SensorTarget`]), and that determines the required attributes.

use synovia_model::enums::{ConData, RayData};
use synovia_model::{SensorTarget, SensorType};

use super::Reader;
use super::tree::NodeRef;
use crate::ValueError;
use crate::diag::SchemaError;
use crate::spec::sensor::Sensor;

impl<'t> Reader<'_, '_, 't> {
    /// Reads one `sensor` section.
    pub(super) fn sensor(&mut self, section: NodeRef<'t>) {
        for node in section.children() {
            // attributes of all kinds are one type; the schema has refused those that this kind does not have
            let mut sensor: Sensor = self.element(node);
            node.tag().clone_into(&mut sensor.tag);
            sensor.config = self.used_config(node, sensor.instance.text());
            self.check_sensor(node, &sensor);
            self.doc.sensors.push(sensor);
        }
    }

    /// Checks the attributes that a sensor needs, by what it is attached to.
    fn check_sensor(&mut self, node: NodeRef<'t>, s: &Sensor) {
        let Some(kind) = SensorType::from_keyword(node.tag()).and_then(SensorType::kind) else {
            return;
        };
        match kind.target {
            SensorTarget::Global => {}
            SensorTarget::Site => self.require(node, "site"),
            SensorTarget::InCamera => {
                self.require(node, "site");
                self.require(node, "camera");
            }
            SensorTarget::Rays => {
                if s.site.is_set() == s.camera.is_set() {
                    self.conflict(node, "expected exactly one of site and camera");
                }
                self.check_fields(node, RayData::WORDS);
            }
            SensorTarget::ScalarJoint | SensorTarget::BallJoint | SensorTarget::LimitedJoint => {
                self.require(node, "joint");
            }
            SensorTarget::Tendon | SensorTarget::LimitedTendon => self.require(node, "tendon"),
            SensorTarget::Actuator => self.require(node, "actuator"),
            SensorTarget::Body => self.require(node, "body"),
            SensorTarget::Frame | SensorTarget::WorldFrame => {
                self.require(node, "objtype");
                self.require(node, "objname");
                self.check_together(node, "reftype", "refname");
            }
            SensorTarget::InSite => {
                self.require(node, "site");
                self.require(node, "objtype");
                self.require(node, "objname");
            }
            SensorTarget::Distance => {
                if s.geom1.is_set() == s.body1.is_set() {
                    self.conflict(node, "expected exactly one of geom1 and body1");
                }
                if s.geom2.is_set() == s.body2.is_set() {
                    self.conflict(node, "expected exactly one of geom2 and body2");
                }
            }
            SensorTarget::Contacts => self.check_contact_sensor(node, s),
            SensorTarget::Skin => {
                self.require(node, "geom");
                self.require(node, "mesh");
            }
            SensorTarget::User => {
                self.check_together(node, "objtype", "objname");
                self.require(node, "dim");
            }
            SensorTarget::Plugin => {
                self.check_together(node, "objtype", "objname");
                self.check_together(node, "reftype", "refname");
            }
        }
    }

    /// Checks the matching criteria, the number of contacts and the data fields of a contact sensor.
    fn check_contact_sensor(&mut self, node: NodeRef<'t>, s: &Sensor) {
        // each side matches any object, or at most one criterion
        let first = [&s.geom1, &s.body1, &s.subtree1, &s.site];
        if first.iter().filter(|a| a.is_set()).count() > 1 {
            self.conflict(node, "expected at most one of geom1, body1, subtree1, site");
        }
        let second = [&s.geom2, &s.body2, &s.subtree2];
        if second.iter().filter(|a| a.is_set()).count() > 1 {
            self.conflict(node, "expected at most one of geom2, body2, subtree2");
        }
        if s.num.get().is_some_and(|&n| n <= 0) {
            self.attr_error(node, "num", "must be positive");
        }
        self.check_fields(node, ConData::WORDS);
    }

    /// Checks that `data` names fields of `known`, each at most once, in order.
    fn check_fields(&mut self, node: NodeRef<'t>, known: &'static [&'static str]) {
        let Some(attr) = node.attr("data") else {
            return;
        };
        // a field may be omitted, but not repeated or moved
        let mut last = None;
        for word in attr.value().split_ascii_whitespace() {
            // one error per attribute: later words are probably wrong for the same reason
            let Some(k) = known.iter().position(|w| *w == word) else {
                self.value_error(
                    node,
                    attr,
                    ValueError::UnknownKeyword {
                        found: word.to_owned(),
                        expected: known,
                    },
                );
                return;
            };
            if last == Some(k) {
                self.attr_error(
                    node,
                    "data",
                    format!("repeated keyword \"{word}\"; remove one of them"),
                );
                return;
            }
            if last.is_some_and(|last| k < last) {
                self.attr_error(
                    node,
                    "data",
                    format!("fields must be in order: {}", known.join(", ")),
                );
                return;
            }
            last = Some(k);
        }
    }

    /// Checks that a type and a name are set together.
    fn check_together(&mut self, node: NodeRef<'t>, kind: &'static str, name: &'static str) {
        match (node.attr(kind).is_some(), node.attr(name).is_some()) {
            (true, false) => {
                self.error(
                    node,
                    SchemaError::Conflict(format!("{kind} is set but {name} is missing")),
                );
            }
            (false, true) => {
                self.error(
                    node,
                    SchemaError::Conflict(format!("{name} is set but {kind} is missing")),
                );
            }
            _ => {}
        }
    }
}
