//! `sensor`.

use crate::element;
use crate::keyword::{Interp, Reduce};
use crate::spec::plugin::{Config, Plugin};
use synovia_model::enums::{DataType, Stage};

element! {
    /// A sensor of any kind; its tag tells which.
    pub struct Sensor {
        /// Name, unique among sensors.
        name: String,
        /// Largest magnitude of the output, beyond which it is clipped; 0 for any.
        cutoff: f64 [cutoff],
        /// Standard deviation of the noise; for programs, the engine adds none.
        noise: f64 [noise],
        /// Number of past outputs that are kept.
        nsample: i32 [history],
        /// How an output between two samples of the past is found.
        interp: Interp [history] { default: Interp::Zoh },
        /// Time after which an output is seen.
        delay: f64 [history] { unit: "s" },
        /// Time between samples, and the time of the first.
        interval: crate::attr::Lead<2> [history] { unit: "s" },
        /// Numbers of the user, copied to `sensor_user`.
        user: Vec<f64> { member: "userdata" },
        /// Name of the site where it measures.
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
        /// Kind of the object that it measures.
        objtype: String [object],
        /// Name of the object that it measures.
        objname: String [object],
        /// Kind of the object in whose frame it measures; the world if absent.
        reftype: String [reference],
        /// Name of the object in whose frame it measures.
        refname: String [reference],
        /// Name of the first geom.
        geom1: String [shapes],
        /// Name of the second geom.
        geom2: String [shapes],
        /// Name of the first body, all of whose geoms are meant.
        body1: String [shapes],
        /// Name of the second body, all of whose geoms are meant.
        body2: String [shapes],
        /// Name of the first body, whose subtree is meant.
        subtree1: String [contact],
        /// Name of the second body, whose subtree is meant.
        subtree2: String [contact],
        /// Name of the geom that touches.
        geom: String [tactile],
        /// Name of the mesh whose vertices are the points of touch.
        mesh: String [tactile],
        /// Fields that a contact sensor or a rangefinder reports, separated by spaces.
        data: String [data],
        /// Which of the matching contacts a contact sensor reports first.
        reduce: Reduce [contact] { default: Reduce::None },
        /// Number of contacts that a contact sensor reports.
        num: i32 [contact] { default: 1 },
        /// Number of outputs of a user sensor.
        dim: i32 [user],
        /// Stage of the computation that a user sensor needs.
        needstage: Stage [user] { default: Stage::Acc },
        /// What the outputs of a user sensor are: any numbers, positive ones, an axis or a quaternion.
        datatype: DataType [user] { default: DataType::Real },
        /// Name of the plugin.
        plugin: String [plugin],
        /// Name of the plugin instance.
        instance: String [plugin],
    }
    children {
        /// Which element it was.
        tag: String,
        /// `config` of a plugin.
        config: Vec<Config>,
    }
}

impl Sensor {
    /// The plugin that it uses, as other elements have it inside.
    pub fn used(&self) -> Option<Plugin> {
        (self.tag == "plugin").then(|| Plugin {
            span: self.span,
            plugin: self.plugin.clone(),
            instance: self.instance.clone(),
            config: self.config.clone(),
        })
    }
}
