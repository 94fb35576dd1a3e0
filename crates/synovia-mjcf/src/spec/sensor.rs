//! `sensor`.

use crate::element;
use crate::keyword::{Interp, Reduce};
use crate::spec::plugin::{Config, Plugin};
use synovia_model::enums::{DataType, Stage};

element! {
    /// A sensor of any kind; its tag tells which.
    pub struct Sensor {
        /// Name.
        name: String,
        /// Cutoff.
        cutoff: f64 [cutoff],
        /// Noise.
        noise: f64 [noise],
        /// Samples of the history.
        nsample: i32 [history],
        /// Interpolation of the history.
        interp: Interp [history],
        /// Delay.
        delay: f64 [history],
        /// Interval between samples, and its phase.
        interval: crate::attr::Lead<2> [history],
        /// User data.
        user: Vec<f64>,
        /// Site.
        site: String [site],
        /// Camera.
        camera: String [camera],
        /// Joint.
        joint: String [joint],
        /// Tendon.
        tendon: String [tendon],
        /// Actuator.
        actuator: String [actuator],
        /// Body.
        body: String [body],
        /// Type of the object.
        objtype: String [object],
        /// Name of the object.
        objname: String [object],
        /// Type of the reference object.
        reftype: String [reference],
        /// Name of the reference object.
        refname: String [reference],
        /// First geom.
        geom1: String [shapes],
        /// Second geom.
        geom2: String [shapes],
        /// First body.
        body1: String [shapes],
        /// Second body.
        body2: String [shapes],
        /// First subtree.
        subtree1: String [contact],
        /// Second subtree.
        subtree2: String [contact],
        /// Geom.
        geom: String [tactile],
        /// Mesh.
        mesh: String [tactile],
        /// Fields of a contact sensor or rangefinder, as written.
        data: String [data],
        /// Reduction of a contact sensor.
        reduce: Reduce [contact],
        /// Contacts that a contact sensor reports.
        num: i32 [contact],
        /// Dimension of a user sensor.
        dim: i32 [user],
        /// Stage of a user sensor.
        needstage: Stage [user],
        /// Data type of a user sensor.
        datatype: DataType [user],
        /// Plugin.
        plugin: String [plugin],
        /// Plugin instance.
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
