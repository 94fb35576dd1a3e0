//! Keyframes while a model is edited.
//!
//! A keyframe is a list of numbers in the order of the model that it was written for. When that model is copied into another, each
//! joint, actuator and mocap body keeps its own numbers ([`Saved`]) and only the name remains ([`Pending`]); at the end the
//! numbers are collected in the new order. Elements without saved numbers use the reference configuration, left unset here:
//! the compiler knows that configuration only later.
//!
//! A keyframe that is shorter than the model has become is completed with the values of the new joints and bodies.

use synovia_mjcf::Attr;
use synovia_mjcf::diag::{Diagnostics, Error};
use synovia_mjcf::spec::{body, custom};
use synovia_model::Model;
use synovia_model::budget::{OverBudget, table_bytes};
use synovia_model::enums::{DynType, JointType};

use crate::relations::keys::mocap;
use crate::spec::actuator::ActuatorRecord;
use crate::spec::layout::flat::UNSET;
use crate::spec::names::Affix;
use crate::spec::store::{Item, Spec};

/// Numbers by the name of their keyframe.
#[derive(Clone, Debug, Default)]
pub(crate) struct SavedValues(Vec<(String, Vec<f64>)>);

impl SavedValues {
    fn put(&mut self, key: &str, values: &[f64]) {
        match self.0.iter_mut().find(|(name, _)| name == key) {
            Some((_, kept)) => *kept = values.to_vec(),
            None => self.0.push((key.to_owned(), values.to_vec())),
        }
    }

    /// The numbers of a keyframe, if there are any and the first is not NaN.
    fn get(&self, key: &str) -> Option<&[f64]> {
        let (_, values) = self.0.iter().find(|(name, _)| name == key)?;
        (!values.first()?.is_nan()).then_some(values)
    }
}

/// The saved numbers of a joint (qpos, qvel), an actuator (act, ctrl) or a mocap body (position, orientation).
#[derive(Clone, Debug, Default)]
pub struct Saved {
    first: SavedValues,
    second: SavedValues,
}

impl Saved {
    /// Removes everything.
    pub(crate) fn clear(&mut self) {
        self.first.0.clear();
        self.second.0.clear();
    }
}

/// A keyframe whose numbers are saved in elements.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    /// Its name.
    name: String,
    /// The keyframe without its numbers.
    key: custom::Key,
    /// The lists it has: qpos, qvel, act, ctrl, mpos, mquat.
    has: [bool; 6],
}

/// Numbers of qpos and qvel of a joint.
fn joint_size(joint: &body::Joint) -> (usize, usize) {
    let kind = joint.values().kind;
    (kind.qpos_len(), kind.dof_len())
}

/// Number of activations of an actuator.
fn act_size(actuator: &ActuatorRecord) -> usize {
    if actuator.actdim > 0 {
        actuator.actdim as usize
    } else {
        usize::from(actuator.dyntype != DynType::None)
    }
}

/// The lengths of the lists of a keyframe in a model: qpos, qvel, act, ctrl, mpos, mquat.
fn lengths(spec: &Spec, order: &[usize]) -> [usize; 6] {
    let mut n = [0; 6];
    for &b in order {
        let node = &spec.bodies[b];
        for joint in spec.joints.each(&node.joints) {
            let (nq, nv) = joint_size(&joint.el);
            n[0] += nq;
            n[1] += nv;
        }
        if is_mocap(&node.body) {
            n[4] += 3;
            n[5] += 4;
        }
    }
    n[2] = spec.actuators.iter().map(|a| act_size(&a.el)).sum();
    n[3] = spec.actuators.len();
    n
}

fn is_mocap(body: &Item<body::Body>) -> bool {
    body.el.values().mocap
}

impl Spec {
    /// Saves the numbers of all keyframes in joints, actuators and bodies, under the names of a copy; returns the pending keyframes.
    pub(crate) fn save_keys(&mut self, affix: &Affix, diag: &mut Diagnostics) -> Vec<Pending> {
        if self.keys.is_empty() {
            return Vec::new();
        }
        let order = self.depth_first(0);
        let lengths = lengths(self, &order);
        let keys: Vec<_> = self.keys.iter().map(|key| key.el.clone()).collect();
        let mut pending = Vec::with_capacity(keys.len());
        for mut key in keys {
            let name = affix.of(key.name.text());
            let has = key
                .lists()
                .map(|list| list.get().is_some_and(|v| !v.is_empty()));
            if !check(&key, has, lengths, diag) {
                continue;
            }
            self.save(&order, &name, &key, has);
            key.lists_mut().into_iter().for_each(Attr::clear);
            pending.push(Pending { name, key, has });
        }
        pending
    }

    /// Distributes the numbers of one keyframe.
    fn save(&mut self, order: &[usize], name: &str, key: &custom::Key, has: [bool; 6]) {
        let mut taken = [0; 6];
        let lists = key.lists();
        let mut next = |k: usize, n: usize| {
            let list = lists[k].get().filter(|_| has[k])?;
            let from = taken[k];
            taken[k] += n;
            list.get(from..from.checked_add(n)?)
        };
        let mut put = |saved: &mut Saved, (k1, n1), (k2, n2)| {
            if let Some(values) = next(k1, n1) {
                saved.first.put(name, values);
            }
            if let Some(values) = next(k2, n2) {
                saved.second.put(name, values);
            }
        };
        for &b in order {
            let node = &mut self.bodies[b];
            for &id in &node.joints {
                let joint = &mut self.joints[id];
                let (nq, nv) = joint_size(&joint.el);
                put(&mut joint.saved, (0, nq), (1, nv));
            }
            if is_mocap(&node.body) {
                put(&mut node.body.saved, (4, 3), (5, 4));
            }
        }
        self.actuators.for_each_mut(|_, actuator| {
            put(&mut actuator.saved, (2, act_size(&actuator.el)), (3, 1));
        });
    }

    /// Removes the numbers saved in the branch at `root`.
    pub(crate) fn forget(&mut self, root: usize) {
        for b in self.depth_first(root) {
            let node = &mut self.bodies[b];
            node.body.saved.clear();
            for &id in &node.joints {
                self.joints[id].saved.clear();
            }
        }
    }

    /// Converts pending keyframes to keyframes, as the next compilation would.
    pub(crate) fn settle_keys(&mut self) {
        let pending = core::mem::take(&mut self.pending);
        if pending.is_empty() {
            return;
        }
        self.lengthen_keys();
        let order = self.depth_first(0);
        for key in &pending {
            let collected = self.collect(&order, key);
            self.keys.push(Item::new(collected, 0));
        }
    }

    /// Records that the model was compiled: pending keyframes become keyframes, and their unset numbers get the values of that
    /// model; joints and geoms have their own types from now on, and assets are named after their files.
    pub fn note_compiled(&mut self, model: &Model) {
        self.name_assets();
        self.settle_keys_as(model);
        self.freeze_frames();
        self.number_mocap();
        self.compiled = true;
        for b in self.depth_first(0) {
            let node = &self.bodies[b];
            for &id in &node.joints {
                let joint = &mut self.joints[id];
                joint.born = joint.el.values().kind.to_i32();
            }
            for &id in &node.geoms {
                let geom = &mut self.geoms[id];
                geom.born = geom.el.values().kind.to_i32();
            }
        }
    }

    /// Converts pending keyframes to keyframes.
    fn settle_keys_as(&mut self, model: &Model) {
        if self.pending.is_empty() {
            self.lengthen_keys();
            return;
        }
        let before = self.keys.len();
        self.settle_keys();
        let (mpos, mquat) = mocap(model);
        let mut k = 0;
        self.keys.for_each_mut(|_, Item { el: key, .. }| {
            k += 1;
            if k > before {
                close(&mut key.qpos, model.qpos0.rows());
                close(&mut key.mpos, &mpos);
                close(&mut key.mquat, &mquat);
            }
        });
    }

    /// Completes the keyframes that are shorter than the model.
    pub(crate) fn lengthen_keys(&mut self) {
        if self.keys.is_empty() {
            return;
        }
        let order = self.depth_first(0);
        let [nq, nv, na, nu, npos, nquat] = lengths(self, &order);
        // too many numbers are reported when the table of keyframes is filled
        if self.check_keys(self.keys.len(), &order).is_err() {
            return;
        }

        // the values of each joint and mocap body as written
        let mut qpos0 = Vec::with_capacity(nq);
        let (mut mpos0, mut mquat0) = (Vec::with_capacity(npos), Vec::with_capacity(nquat));
        for &b in &order {
            let node = &self.bodies[b];
            let (pos, quat) = written_pose(&node.body.el);
            for joint in self.joints.each(&node.joints) {
                qpos0.extend(written_qpos(joint, pos, quat));
            }
            if is_mocap(&node.body) {
                mpos0.extend(pos);
                mquat0.extend(quat);
            }
        }

        let [qvel, act, ctrl] = [nv, na, nu].map(|n| vec![0.0; n]);
        let full = [qpos0, qvel, act, ctrl, mpos0, mquat0];
        self.keys.for_each_mut(|_, Item { el: key, .. }| {
            let lists = key.lists_mut().into_iter().zip(&full);
            for ((list, full), width) in lists.zip([1, 1, 1, 1, 3, 4]) {
                fill_up(list, full, width);
            }
        });
    }

    /// Returns an error if this many keyframes of a model with these bodies exceed the memory budget.
    pub(crate) fn check_keys(&self, keys: usize, order: &[usize]) -> Result<(), OverBudget> {
        let wide: u64 = lengths(self, order).into_iter().map(|n| n as u64).sum();
        let bytes = table_bytes(keys as u64, wide, size_of::<f64>());
        self.budget_of_rest().check(bytes)
    }

    /// Reports an error if the numbers that joints and bodies save for one more copy exceed the memory budget: each of them saves those of
    /// every pending keyframe.
    pub(crate) fn has_room_for_keys(&self, diag: &mut Diagnostics) -> bool {
        /// Memory of a saved number, with the name of its keyframe and two lists.
        const SAVED: usize = 96;
        if self.keys.is_empty() {
            return true;
        }
        let wide: u64 = lengths(self, &self.depth_first(0))
            .into_iter()
            .map(|n| n as u64)
            .sum();
        let keys = self.pending.len() + self.keys.len();
        // on average, half of the copies exist when a keyframe is saved
        let bytes = table_bytes(keys as u64, wide, SAVED) / 2;
        let fits = self.budget_of_rest().check(bytes);
        if let Err(over) = fits {
            diag.placeless(format!("the keyframes of all copies: {over}"));
        }
        fits.is_ok()
    }

    /// Collects the numbers of a pending keyframe in the order of this model.
    pub(crate) fn collect(&self, order: &[usize], pending: &Pending) -> custom::Key {
        let name = pending.name.as_str();
        let mut out: [Vec<f64>; 6] = Default::default();
        let mut take = |k: usize, saved: &SavedValues, n: usize, otherwise: f64| match saved
            .get(name)
            .filter(|values| values.len() == n)
        {
            Some(values) => out[k].extend(values),
            None => out[k].extend(core::iter::repeat_n(otherwise, n)),
        };
        for &b in order {
            let node = &self.bodies[b];
            for joint in self.joints.each(&node.joints) {
                let (nq, nv) = joint_size(&joint.el);
                take(0, &joint.saved.first, nq, UNSET);
                take(1, &joint.saved.second, nv, 0.0);
            }
            if is_mocap(&node.body) {
                take(4, &node.body.saved.first, 3, UNSET);
                take(5, &node.body.saved.second, 4, UNSET);
            }
        }
        for actuator in self.actuators.iter() {
            take(2, &actuator.saved.first, act_size(&actuator.el), 0.0);
            take(3, &actuator.saved.second, 1, 0.0);
        }

        let mut key = pending.key.clone();
        key.name = Attr::new(name.to_owned(), key.name.span());
        let lists = key.lists_mut().into_iter().zip(out);
        for ((attr, values), has) in lists.zip(pending.has) {
            if has {
                attr.set(values);
            }
        }
        key
    }
}

/// Reports lists whose length differs from that of the model at the time of the copy.
fn check(key: &custom::Key, has: [bool; 6], lengths: [usize; 6], diag: &mut Diagnostics) -> bool {
    let mut fits = true;
    for (k, list) in key.lists().into_iter().enumerate() {
        let found = list.get().map_or(0, Vec::len);
        if has[k] && found != lengths[k] {
            let message = format!(
                "has {found} values, but the model has {} where the keyframe is copied (a keyframe follows a \
                 replicate or attach only if all its joints, actuators and mocap bodies are defined before)",
                lengths[k]
            );
            // every further copy has the same error
            let said = |error: &Error| {
                error.span == Some(list.span()) && error.attr == custom::Key::LISTS[k]
            };
            if !diag.errors().iter().any(said) {
                diag.error(list.span(), message)
                    .element("key")
                    .named(key.name.text())
                    .attr(custom::Key::LISTS[k]);
            }
            fits = false;
        }
    }
    fits
}

/// Replaces unset entries of a list by the values of the reference configuration.
fn close(list: &mut Attr<Vec<f64>>, reference: &[f64]) {
    if let Some(values) = list.get_mut() {
        for (value, &at) in values.iter_mut().zip(reference) {
            if value.to_bits() == UNSET.to_bits() {
                *value = at;
            }
        }
    }
}

/// Position and quaternion of a body as written.
fn written_pose(body: &body::Body) -> ([f64; 3], [f64; 4]) {
    (body.values().pos, body.values().quat)
}

/// The numbers that a joint adds to a keyframe that is too short.
///
/// QUIRK(keyframe-class-type): the type of the joint is that of its class, not its own, and angles are not converted.
fn written_qpos(joint: &Item<body::Joint>, pos: [f64; 3], quat: [f64; 4]) -> Vec<f64> {
    let mut values = if joint.born == JointType::Free.to_i32() {
        pos.into_iter().chain(quat).collect()
    } else if joint.born == JointType::Ball.to_i32() {
        vec![1.0]
    } else {
        vec![joint.el.values().r#ref]
    };
    values.resize(joint_size(&joint.el).0, 0.0);
    values
}

/// Completes a list that is too short; `width` numbers belong together, and an incomplete group is replaced.
fn fill_up(list: &mut Attr<Vec<f64>>, full: &[f64], width: usize) {
    if let Some(values) = list.get_mut()
        && !values.is_empty()
        && values.len() < full.len()
    {
        values.truncate(values.len() / width * width);
        values.extend(&full[values.len()..]);
    }
}
