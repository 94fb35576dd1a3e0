//! What elements keep from the last compilation, and take along into copies.

use std::collections::HashMap;

use synovia_math::Pose;

use super::names::Obj;
use super::store::Spec;

/// Values of the last compilation, by handle.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastCompiled {
    /// The poses in their bodies that frames had when they were first compiled.
    ///
    /// QUIRK(frame-compiled-once): these are the poses that they keep, wherever they are moved to.
    pub(super) frames: HashMap<usize, Pose>,
    /// The numbers of mocap bodies in that model.
    ///
    /// QUIRK(attached-mocap-pose): a copy has the number of its original, in the model that it was copied from, even if that was not
    /// compiled; `recompile` gives it the pose that the mocap body of this number has in the old state. The reference reads beyond that
    /// state where there is none; here such a body is at its reference pose.
    pub(super) mocap: HashMap<usize, usize>,
}

impl LastCompiled {
    /// What was copied from a model has the values of its originals there.
    fn follow(&mut self, from: &Self, moved: &[(Obj, usize, usize)]) {
        for &(obj, old, new) in moved {
            if let (Obj::Frame, Some(&pose)) = (obj, from.frames.get(&old)) {
                self.frames.insert(new, pose);
            }
            if let (Obj::Body, Some(&number)) = (obj, from.mocap.get(&old)) {
                self.mocap.insert(new, number);
            }
        }
    }
}

impl Spec {
    /// Numbers the mocap bodies as in a model that is compiled now.
    pub(super) fn number_mocap(&mut self) {
        let order = self.depth_first(0).into_iter();
        let mocap = order.filter(|&b| self.bodies[b].body.el.values().mocap);
        self.last_compiled.mocap = mocap.enumerate().map(|(number, b)| (b, number)).collect();
    }

    /// Lets what was just copied from another model, or from this one, have the values of its originals.
    pub(super) fn keep_last_compiled(&mut self, from: &LastCompiled) {
        self.last_compiled.follow(from, &self.moved);
    }
}
