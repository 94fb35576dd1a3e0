//! `sensor`.

use crate::element;
use crate::keyword::{DataType, Interp, Reduce, Stage};
use crate::spec::raw::Raw;

element! {
    /// A sensor of any kind; its tag tells which.
    pub struct Sensor {
        /// Name.
        name: String,
        /// Cutoff.
        cutoff: f64,
        /// Noise.
        noise: f64,
        /// Samples of the history.
        nsample: i32,
        /// Interpolation of the history.
        interp: Interp,
        /// Delay.
        delay: f64,
        /// Interval between samples, and its phase.
        interval: crate::attr::Lead<2>,
        /// User data.
        user: Vec<f64>,
        /// Site.
        site: String,
        /// Camera.
        camera: String,
        /// Joint.
        joint: String,
        /// Tendon.
        tendon: String,
        /// Actuator.
        actuator: String,
        /// Body.
        body: String,
        /// Type of the object.
        objtype: String,
        /// Name of the object.
        objname: String,
        /// Type of the reference object.
        reftype: String,
        /// Name of the reference object.
        refname: String,
        /// First geom.
        geom1: String,
        /// Second geom.
        geom2: String,
        /// First body.
        body1: String,
        /// Second body.
        body2: String,
        /// First subtree.
        subtree1: String,
        /// Second subtree.
        subtree2: String,
        /// Geom.
        geom: String,
        /// Mesh.
        mesh: String,
        /// Fields of a contact sensor or rangefinder, as written.
        data: String,
        /// Reduction of a contact sensor.
        reduce: Reduce,
        /// Contacts that a contact sensor reports.
        num: i32,
        /// Dimension of a user sensor.
        dim: i32,
        /// Stage of a user sensor.
        needstage: Stage,
        /// Data type of a user sensor.
        datatype: DataType,
        /// Plugin.
        plugin: String,
        /// Plugin instance.
        instance: String,
    }
    children {
        /// Which element it was.
        tag: String,
        /// Plugin configuration, kept as written.
        config: Vec<Raw>,
    }
}
