//! `custom` and `keyframe`.

use crate::element;

element! {
    /// A named array of numbers.
    pub struct Numeric {
        /// Name.
        name: String,
        /// Size; that of the data if absent.
        size: i32,
        /// Numbers.
        data: Vec<f64>,
    }
}

element! {
    /// A named text.
    pub struct Text {
        /// Name.
        name: String,
        /// Text.
        data: String,
    }
}

element! {
    /// A named list of objects.
    pub struct Tuple {
        /// Name.
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
        /// Its type.
        objtype: String,
        /// Its name.
        objname: String,
        /// A number beside it.
        prm: f64,
    }
}

element! {
    /// A saved state.
    pub struct Key {
        /// Name.
        name: String,
        /// Time.
        time: f64,
        /// Positions.
        qpos: Vec<f64>,
        /// Velocities.
        qvel: Vec<f64>,
        /// Activations.
        act: Vec<f64>,
        /// Controls.
        ctrl: Vec<f64>,
        /// Where each mocap body is, in the world.
        mpos: Vec<f64>,
        /// How each mocap body is turned, in the world.
        mquat: Vec<f64>,
    }
}
