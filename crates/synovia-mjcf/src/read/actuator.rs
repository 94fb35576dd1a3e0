//! Reads `actuator` and the actuators of default classes.
//!
//! All actuator elements are read into one type, with the kind of element beside it: what a shortcut such as `position` means is
//! decided by the compiler, after classes have been merged.

use super::Reader;
use super::tree::NodeRef;
use crate::ValueError;
use crate::spec::actuator::{Actuator, ActuatorKind};
use synovia_model::TrnType;

impl<'t> Reader<'_, '_, 't> {
    /// Reads one `actuator` section.
    pub(super) fn actuator(&mut self, section: NodeRef<'t>) {
        for node in section.children() {
            let Some(kind) = ActuatorKind::from_tag(node.tag()) else {
                continue;
            };
            let actuator = self.actuator_attributes(node, kind);
            if actuator.targets().next().is_none() {
                self.conflict(node, "the transmission target is missing; set one of joint, jointinparent, tendon, cranksite, site, body");
            }
            actuator.check(TrnType::Undefined, &mut self.job.diag);
            self.doc.actuators.push(actuator);
        }
    }

    /// Reads the attributes of an actuator, also of a default class, where a target is not required.
    pub(super) fn actuator_attributes(
        &mut self,
        node: NodeRef<'t>,
        kind: ActuatorKind,
    ) -> Actuator {
        let mut actuator: Actuator = self.element(node);
        actuator.kind = kind;
        actuator.config = self.used_config(node, actuator.instance.text());
        // a muscle has two time constants, the others one
        let expected = if kind == ActuatorKind::Muscle { 2 } else { 1 };
        if let Some(found) = actuator.timeconst.get().map(|t| t.leading().len())
            && found != expected
        {
            let error = if found < expected {
                ValueError::TooFew { expected, found }
            } else {
                ValueError::TooMuch { expected, found }
            };
            self.attr_error(node, "timeconst", error);
        }
        actuator
    }
}
