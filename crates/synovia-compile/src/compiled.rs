//! What became of a specification: which element is which row of the model, and how a state is carried over to the next model.
//!
//! When a model is edited and compiled again, every joint, actuator and mocap body that is still there keeps its numbers; what is new
//! stands at the reference configuration.

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
    /// What loads but is probably not meant.
    pub warnings: Vec<Error>,
    /// Which element became which row.
    pub order: Order,
    /// What it was compiled from, with which it can be written.
    pub origin: Origin,
}

/// The rows of a model by the handles of the elements that they were.
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

    /// The row of the element with this handle, if the model has one.
    pub fn row(&self, obj: Obj, handle: usize) -> Option<usize> {
        self.rows.get(&obj)?.get(&handle).copied()
    }

    /// Pairs of rows, in an older model and in this one, of elements that both have.
    fn kept(&self, old: &Self, obj: Obj) -> Vec<(usize, usize)> {
        let (Some(now), Some(then)) = (self.rows.get(&obj), old.rows.get(&obj)) else {
            return Vec::new();
        };
        let both = now.iter();
        both.filter_map(|(id, &row)| Some((*then.get(id)?, row)))
            .collect()
    }
}

/// A state as it is carried over: what the older model and data have, and the order that model was compiled in.
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    /// The older model.
    pub model: &'a Model,
    /// Its data.
    pub data: &'a Data,
    /// Which element was which row.
    pub order: &'a Order,
}

/// Carries a state over to `data`, which is of the model `now`, compiled in `order`: time, positions, velocities, activations, controls
/// and mocap poses of all that is still there, and of copies of mocap bodies.
///
/// QUIRK(recompile-state): a joint that is of another type now takes as many numbers as it has now from where its own began, and an
/// actuator the control that stood at the place where it stands now.
///
/// DIFFERENCE(recompile-places): keyframes change nothing of this; in the reference they make places of the new model count in the old
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

/// Copies `n` numbers if both lists have them.
fn copy(from: &[f64], a: i32, to: &mut [f64], b: i32, n: usize) {
    let range = |at: i32| usize::try_from(at).ok().map(|at| at..at.saturating_add(n));
    if let (Some(source), Some(dest)) = (
        range(a).and_then(|r| from.get(r)),
        range(b).and_then(|r| to.get_mut(r)),
    ) {
        dest.copy_from_slice(source);
    }
}
