//! `custom` and `keyframe`.

use crate::{Attr, element};

element! {
    /// A named array of numbers.
    pub struct Numeric {
        /// Name, unique among such arrays.
        name: String,
        /// Number of entries, padded with zeros; that of the data if absent.
        size: i32 { member: "" },
        /// The numbers.
        data: Vec<f64> { member: "" },
    }
}

element! {
    /// A named text.
    pub struct Text {
        /// Name, unique among text fields.
        name: String,
        /// The text.
        data: String,
    }
}

element! {
    /// A named list of objects.
    pub struct Tuple {
        /// Name, unique among tuples.
        name: String,
    }
    children {
        /// The objects.
        elements: Vec<TupleElement>,
    }
}

element! {
    /// One object of a tuple.
    pub struct TupleElement {
        /// Type of the object, such as `body`.
        objtype: String,
        /// Name of the object.
        objname: String,
        /// A user parameter of the object.
        prm: f64,
    }
}

element! {
    /// A saved state.
    pub struct Key {
        /// Name, unique among keyframes.
        name: String,
        /// Time of the simulation.
        time: f64 { unit: "s" },
        /// Positions of all joints; those of the reference configuration if absent.
        qpos: Vec<f64>,
        /// Velocities of all degrees of freedom; zero if absent.
        qvel: Vec<f64>,
        /// Activations of all actuators that have one; zero if absent.
        act: Vec<f64>,
        /// Controls of all actuators; zero if absent.
        ctrl: Vec<f64>,
        /// Position of each mocap body in the world, three numbers each; that of the model if absent.
        mpos: Vec<f64> { unit: "m" },
        /// Quaternion of each mocap body in the world, four numbers each; that of the model if absent.
        mquat: Vec<f64>,
    }
}

impl Key {
    /// Names of its lists.
    pub const LISTS: [&str; 6] = ["qpos", "qvel", "act", "ctrl", "mpos", "mquat"];

    /// Its lists, in that order.
    pub fn lists(&self) -> [&Attr<Vec<f64>>; 6] {
        [
            &self.qpos,
            &self.qvel,
            &self.act,
            &self.ctrl,
            &self.mpos,
            &self.mquat,
        ]
    }

    /// The same for editing.
    pub fn lists_mut(&mut self) -> [&mut Attr<Vec<f64>>; 6] {
        [
            &mut self.qpos,
            &mut self.qvel,
            &mut self.act,
            &mut self.ctrl,
            &mut self.mpos,
            &mut self.mquat,
        ]
    }
}
