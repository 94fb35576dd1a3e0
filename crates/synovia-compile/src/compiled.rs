//! The result of compilation: the model row of each element, and how a state is transferred to a recompiled model.
//!
//! When a model is edited and compiled again, every joint, actuator and mocap body that still exists keeps its state; new ones get that of
//! the reference configuration.

use std::collections::HashMap;

use synovia_engine::Data;
use synovia_mjcf::Error;
use synovia_model::id::{ActuatorId, BodyId, JointId};
use synovia_model::{JointType, Model};

use crate::origin::Origin;
use crate::spec::Obj;
use crate::spec::layout::flat::Origins;
use crate::tree::Tree;

/// A compiled model.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The model.
    pub model: Model,
    /// Warnings: the model loads, but is probably not what was intended.
    pub warnings: Vec<Error>,
    /// The row of each element.
    pub order: Order,
    /// The source of the model, from which it can be written as MJCF.
    pub origin: Origin,
}

/// Maps element handles to model rows.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// By kind and handle.
    rows: HashMap<Obj, HashMap<usize, usize>>,
    /// The numbers that mocap bodies had when they were compiled or copied last, by handle.
    mocap_numbers: HashMap<usize, usize>,
}

impl Order {
    pub(crate) fn new(origins: &Origins, tree: &Tree, meshes: &[bool]) -> Self {
        let mut order = Self {
            mocap_numbers: origins.mocap_numbers.clone(),
            ..Self::default()
        };
        // rows of the tree and of meshes that are used are not all of those of the flat model, nor in its order
        let sources = |obj: Obj| -> Option<Vec<usize>> {
            Some(match obj {
                Obj::Body => tree.bodies.iter().map(|n| n.src).collect(),
                Obj::Joint => tree.joints.iter().map(|n| n.src).collect(),
                Obj::Geom => tree.geoms.iter().map(|n| n.src).collect(),
                Obj::Site => tree.sites.iter().map(|n| n.src).collect(),
                Obj::Camera => tree.cameras.iter().map(|n| n.src).collect(),
                Obj::Light => tree.lights.iter().map(|n| n.src).collect(),
                Obj::Mesh => (0..meshes.len()).filter(|&k| meshes[k]).collect(),
                _ => return None,
            })
        };
        for (&obj, handles) in origins
            .handles
            .iter()
            .filter(|(obj, _)| **obj != Obj::Frame)
        {
            let rows = match sources(obj) {
                Some(sources) => {
                    let all = sources
                        .into_iter()
                        .filter_map(|src| handles.get(src).copied());
                    all.enumerate().map(|(row, id)| (id, row)).collect()
                }
                None => handles
                    .iter()
                    .enumerate()
                    .map(|(row, &id)| (id, row))
                    .collect(),
            };
            order.rows.insert(obj, rows);
        }
        order
    }

    /// The row of the element with this handle, if it is in the model.
    pub fn row(&self, obj: Obj, handle: usize) -> Option<usize> {
        self.rows.get(&obj)?.get(&handle).copied()
    }

    /// Pairs of rows, in an older model and in this one, of elements that are in both.
    fn kept(&self, old: &Self, obj: Obj) -> Vec<(usize, usize)> {
        let (Some(now), Some(then)) = (self.rows.get(&obj), old.rows.get(&obj)) else {
            return Vec::new();
        };
        let both = now.iter();
        both.filter_map(|(id, &row)| Some((*then.get(id)?, row)))
            .collect()
    }
}

/// The state to transfer: the older model, its data, and the rows of its elements.
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    /// The older model.
    pub model: &'a Model,
    /// Its data.
    pub data: &'a Data,
    /// The rows of its elements.
    pub order: &'a Order,
}

/// Transfers a state to `data` of the model `now`, compiled with the rows `order`: time, positions, velocities, activations, controls
/// and mocap poses of all elements that still exist.
///
/// QUIRK(recompile-state): a joint whose type has changed takes as many numbers as it needs now from the old address, and an
/// actuator takes the control that the old model had at the new address.
///
/// DIFFERENCE(recompile-places): keyframes do not affect this; in the reference they make addresses of the new model apply to the old
/// state.
pub fn carry_over(old: Before<'_>, now: &Model, order: &Order, data: &mut Data) {
    let then = old.model;
    let state = &old.data.state;
    data.state.time = state.time;
    for (j, k) in order.kept(old.order, Obj::Joint) {
        let (nq, nv) = match now.joint.type_[JointId::new(k)] {
            JointType::Free => (7, 6),
            JointType::Ball => (4, 3),
            _ => (1, 1),
        };
        let (from, to) = (
            then.joint.qposadr[JointId::new(j)],
            now.joint.qposadr[JointId::new(k)],
        );
        copy(state.qpos.rows(), from, data.state.qpos.rows_mut(), to, nq);
        let (from, to) = (
            then.joint.dofadr[JointId::new(j)],
            now.joint.dofadr[JointId::new(k)],
        );
        copy(state.qvel.rows(), from, data.state.qvel.rows_mut(), to, nv);
    }
    for (u, v) in order.kept(old.order, Obj::Actuator) {
        let n =
            then.actuator.actnum[ActuatorId::new(u)].min(now.actuator.actnum[ActuatorId::new(v)]);
        let (from, to) = (
            then.actuator.actadr[ActuatorId::new(u)],
            now.actuator.actadr[ActuatorId::new(v)],
        );
        let n = usize::try_from(n).unwrap_or(0);
        copy(state.act.rows(), from, data.state.act.rows_mut(), to, n);
    }
    for v in 0..state.ctrl.len().min(data.state.ctrl.len()) {
        let at = v as i32;
        copy(state.ctrl.rows(), at, data.state.ctrl.rows_mut(), at, 1);
    }
    for (b, c) in order.kept(old.order, Obj::Body) {
        let (from, to) = (
            then.body.mocapid[BodyId::new(b)].get(),
            now.body.mocapid[BodyId::new(c)].get(),
        );
        if let (Some(from), Some(to)) = (from, to) {
            data.state.mocap_pos[to] = state.mocap_pos[from];
            data.state.mocap_quat[to] = state.mocap_quat[from];
        }
    }
    let new = |handle: &usize| old.order.row(Obj::Body, *handle).is_none();
    for (&handle, &from) in order.mocap_numbers.iter().filter(|(handle, _)| new(handle)) {
        let row = order.row(Obj::Body, handle);
        if let Some(to) = row.and_then(|c| now.body.mocapid.rows().get(c)?.get())
            && let Some(&pos) = state.mocap_pos.rows().get(from)
            && let Some(&quat) = state.mocap_quat.rows().get(from)
        {
            data.state.mocap_pos[to] = pos;
            data.state.mocap_quat[to] = quat;
        }
    }
}

/// Copies `n` numbers if both ranges are in bounds.
fn copy(from: &[f64], a: i32, to: &mut [f64], b: i32, n: usize) {
    let range = |at: i32| usize::try_from(at).ok().map(|at| at..at.saturating_add(n));
    if let (Some(source), Some(dest)) = (
        range(a).and_then(|r| from.get(r)),
        range(b).and_then(|r| to.get_mut(r)),
    ) {
        dest.copy_from_slice(source);
    }
}
