//! `sensor`.

use crate::diag::{Diagnostics, SchemaError};
use crate::keyword::{Interp, Reduce};
use crate::spec::plugin::{Config, Plugin};
use crate::{Attr, ValueError, element};
use synovia_model::enums::{ConData, DataType, RayData, Stage};
use synovia_model::{SensorTarget, SensorType};

element! {
    /// A sensor of any type, given by its tag.
    pub struct Sensor {
        /// Name, unique among sensors.
        name: String,
        /// Maximum magnitude of the output, to which it is clamped; 0: not limited.
        cutoff: f64 [cutoff],
        /// Standard deviation of the noise; information for programs, the engine adds no noise.
        noise: f64 [noise],
        /// Number of samples in the output history.
        nsample: i32 [history],
        /// Interpolation between samples of the output history.
        interp: Interp [history] { default: Interp::Zoh },
        /// Delay of the output.
        delay: f64 [history] { unit: "s" },
        /// Time between samples, and the time of the first.
        interval: crate::attr::Lead<2> [history] { unit: "s" },
        /// User data, copied to `sensor_user`.
        user: Vec<f64> { member: "userdata" },
        /// Name of the site to which it is attached.
        site: String [site],
        /// Name of the camera.
        camera: String [camera],
        /// Name of the joint that it measures.
        joint: String [joint],
        /// Name of the tendon that it measures.
        tendon: String [tendon],
        /// Name of the actuator that it measures.
        actuator: String [actuator],
        /// Name of the body whose subtree it measures.
        body: String [body],
        /// Type of the object that it measures.
        objtype: String [object],
        /// Name of the object that it measures.
        objname: String [object],
        /// Type of the object in whose frame it measures; the world if absent.
        reftype: String [reference],
        /// Name of the object in whose frame it measures.
        refname: String [reference],
        /// Name of the first geom.
        geom1: String [shapes],
        /// Name of the second geom.
        geom2: String [shapes],
        /// Name of the first body, with all its geoms.
        body1: String [shapes],
        /// Name of the second body, with all its geoms.
        body2: String [shapes],
        /// Name of the first body, with its subtree.
        subtree1: String [contact],
        /// Name of the second body, with its subtree.
        subtree2: String [contact],
        /// Name of the geom whose contacts are measured.
        geom: String [tactile],
        /// Name of the mesh whose vertices are the measuring points.
        mesh: String [tactile],
        /// Fields that a contact sensor or a rangefinder reports, separated by spaces.
        data: String [data],
        /// Which of the matching contacts a contact sensor reports first.
        reduce: Reduce [contact] { default: Reduce::None },
        /// Number of contacts that a contact sensor reports.
        num: i32 [contact] { default: 1 },
        /// Number of outputs of a user sensor.
        dim: i32 [user],
        /// Stage of the computation after which a user sensor is evaluated.
        needstage: Stage [user] { default: Stage::Acc },
        /// Type of the outputs of a user sensor: real numbers, positive numbers, an axis or a quaternion.
        datatype: DataType [user] { default: DataType::Real },
        /// Name of the plugin.
        plugin: String [plugin],
        /// Name of the plugin instance.
        instance: String [plugin],
    }
    children {
        /// Its element.
        tag: String,
        /// `config` of a plugin.
        config: Vec<Config>,
    }
}

impl Sensor {
    /// The plugin that it uses, in the form of a `plugin` element inside other elements.
    pub fn used(&self) -> Option<Plugin> {
        (self.tag == "plugin").then(|| Plugin {
            span: self.span,
            plugin: self.plugin.clone(),
            instance: self.instance.clone(),
            config: self.config.clone(),
        })
    }
}

impl Sensor {
    /// Reports attributes that exclude or need each other, and data fields that the sensor does not have.
    pub fn check(&self, diag: &mut Diagnostics) {
        let kind = SensorType::from_keyword(&self.tag).and_then(SensorType::kind);
        let Some(kind) = kind else { return };
        let set = |attrs: &[&Attr<String>]| attrs.iter().filter(|attr| attr.is_set()).count();
        let object = [("objtype", &self.objtype), ("objname", &self.objname)];
        let reference = [("reftype", &self.reftype), ("refname", &self.refname)];
        match kind.target {
            SensorTarget::Rays => {
                if set(&[&self.site, &self.camera]) != 1 {
                    self.conflict("expected exactly one of site and camera", diag);
                }
                self.check_fields(RayData::WORDS, diag);
            }
            SensorTarget::Frame | SensorTarget::WorldFrame => self.together(reference, diag),
            SensorTarget::Distance => {
                if set(&[&self.geom1, &self.body1]) != 1 {
                    self.conflict("expected exactly one of geom1 and body1", diag);
                }
                if set(&[&self.geom2, &self.body2]) != 1 {
                    self.conflict("expected exactly one of geom2 and body2", diag);
                }
            }
            SensorTarget::Contacts => {
                // each side matches any object, or at most one criterion
                if set(&[&self.geom1, &self.body1, &self.subtree1, &self.site]) > 1 {
                    let text = "expected at most one of geom1, body1, subtree1, site";
                    self.conflict(text, diag);
                }
                if set(&[&self.geom2, &self.body2, &self.subtree2]) > 1 {
                    self.conflict("expected at most one of geom2, body2, subtree2", diag);
                }
                if self.num.get().is_some_and(|&n| n <= 0) {
                    let report = diag.error(self.num.span(), "must be positive");
                    report
                        .element(&self.tag)
                        .named(self.name.text())
                        .attr("num");
                }
                self.check_fields(ConData::WORDS, diag);
            }
            SensorTarget::User => self.together(object, diag),
            SensorTarget::Plugin => {
                self.together(object, diag);
                self.together(reference, diag);
            }
            _ => {}
        }
    }

    /// Reports attributes that exclude or need each other.
    fn conflict(&self, text: impl Into<String>, diag: &mut Diagnostics) {
        let report = diag.error(self.span, SchemaError::Conflict(text.into()));
        report.element(&self.tag).named(self.name.text());
    }

    /// Reports a type without a name, or a name without a type.
    fn together(&self, attrs: [(&str, &Attr<String>); 2], diag: &mut Diagnostics) {
        let [(kind, type_), (name, text)] = attrs;
        match (type_.is_set(), text.is_set()) {
            (true, false) => self.conflict(format!("{kind} is set but {name} is missing"), diag),
            (false, true) => self.conflict(format!("{name} is set but {kind} is missing"), diag),
            _ => {}
        }
    }

    /// Reports words of `data` that are not fields of `known`, each at most once, in order.
    fn check_fields(&self, known: &'static [&'static str], diag: &mut Diagnostics) {
        // a field may be omitted, but not repeated or moved
        let mut last = None;
        for word in self.data.text().split_ascii_whitespace() {
            let place = known.iter().position(|w| *w == word);
            let mistake = match (place, last) {
                (None, _) => ValueError::UnknownKeyword {
                    found: word.to_owned(),
                    expected: known,
                },
                (Some(k), Some(last)) if k == last => {
                    ValueError::Other(format!("repeated keyword \"{word}\"; remove one of them"))
                }
                (Some(k), Some(last)) if k < last => {
                    ValueError::Other(format!("fields must be in order: {}", known.join(", ")))
                }
                _ => {
                    last = place;
                    continue;
                }
            };
            // one error per attribute: later words are probably wrong for the same reason
            let report = diag.error(self.data.span(), mistake);
            let report = report.element(&self.tag).named(self.name.text());
            report.attr("data");
            if place.is_none() {
                report.suggest(word, known.iter().copied());
            }
            return;
        }
    }
}
