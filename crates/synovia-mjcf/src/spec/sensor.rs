//! `sensor`.

use crate::element;
use crate::keyword::{Interp, Reduce};
use crate::spec::plugin::{Config, Plugin};
use synovia_model::enums::{DataType, Stage};

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
