//! The result of compilation: the model row of each element, and how a state is transferred to a recompiled model.
//!
//! When a model is edited and compiled again, every joint, actuator and mocap body that still exists keeps its state; new ones get that of
//! the reference configuration.

use std::collections::HashMap;

use synovia_engine::Data;
use synovia_mjcf::Error;
use synovia_model::{JointType, Model, ObjType};

use crate::origin::Origin;
use crate::spec::layout::scene::Origins;
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
pub struct Order(HashMap<i32, HashMap<usize, usize>>);

impl Order {
    pub(crate) fn new(origins: &Origins, tree: &Tree, meshes: &[bool]) -> Self {
        let mut order = Self::default();
        let o = origins;
        let of = |nodes: &mut dyn Iterator<Item = usize>, all: &[usize]| -> Vec<usize> {
            nodes.filter_map(|src| all.get(src).copied()).collect()
        };
        let bodies = of(&mut tree.bodies.iter().map(|n| n.src), &o.bodies);
        let joints = of(&mut tree.joints.iter().map(|n| n.src), &o.joints);
        let geoms = of(&mut tree.geoms.iter().map(|n| n.src), &o.geoms);
        let sites = of(&mut tree.sites.iter().map(|n| n.src), &o.sites);
        let cameras = of(&mut tree.cameras.iter().map(|n| n.src), &o.cameras);
        let lights = of(&mut tree.lights.iter().map(|n| n.src), &o.lights);
        let used = o.meshes.iter().zip(meshes).filter(|(_, used)| **used);
        let used: Vec<usize> = used.map(|(&id, _)| id).collect();
        for (kind, ids) in [
            (ObjType::Body, &bodies),
            (ObjType::Joint, &joints),
            (ObjType::Geom, &geoms),
            (ObjType::Site, &sites),
            (ObjType::Camera, &cameras),
            (ObjType::Light, &lights),
            (ObjType::Mesh, &used),
            (ObjType::Skin, &o.skins),
            (ObjType::Flex, &o.flexes),
            (ObjType::Hfield, &o.hfields),
            (ObjType::Texture, &o.textures),
            (ObjType::Material, &o.materials),
            (ObjType::Pair, &o.pairs),
            (ObjType::Exclude, &o.excludes),
            (ObjType::Equality, &o.equalities),
            (ObjType::Tendon, &o.tendons),
            (ObjType::Actuator, &o.actuators),
            (ObjType::Sensor, &o.sensors),
            (ObjType::Numeric, &o.numerics),
            (ObjType::Text, &o.texts),
            (ObjType::Tuple, &o.tuples),
            (ObjType::Key, &o.keys),
        ] {
            let rows = ids.iter().enumerate().map(|(row, &id)| (id, row));
            order.0.insert(kind.0, rows.collect());
        }
        order
    }

    /// The row of the element with this handle, if it is in the model.
    pub fn row(&self, kind: ObjType, handle: usize) -> Option<usize> {
        self.0.get(&kind.0)?.get(&handle).copied()
    }

    /// Pairs of rows, in an older model and in this one, of elements that are in both.
    fn kept(&self, old: &Self, kind: ObjType) -> Vec<(usize, usize)> {
        let (Some(now), Some(then)) = (self.0.get(&kind.0), old.0.get(&kind.0)) else {
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
    for (j, k) in order.kept(old.order, ObjType::Joint) {
        let (nq, nv) = match now.joint.type_[k] {
            JointType::Free => (7, 6),
            JointType::Ball => (4, 3),
            _ => (1, 1),
        };
        let (from, to) = (then.joint.qposadr[j], now.joint.qposadr[k]);
        copy(state.qpos.rows(), from, data.state.qpos.rows_mut(), to, nq);
        let (from, to) = (then.joint.dofadr[j], now.joint.dofadr[k]);
        copy(state.qvel.rows(), from, data.state.qvel.rows_mut(), to, nv);
    }
    for (u, v) in order.kept(old.order, ObjType::Actuator) {
        let n = then.actuator.actnum[u].min(now.actuator.actnum[v]);
        let (from, to) = (then.actuator.actadr[u], now.actuator.actadr[v]);
        let n = usize::try_from(n).unwrap_or(0);
        copy(state.act.rows(), from, data.state.act.rows_mut(), to, n);
    }
    for v in 0..state.ctrl.len().min(data.state.ctrl.len()) {
        let at = v as i32;
        copy(state.ctrl.rows(), at, data.state.ctrl.rows_mut(), at, 1);
    }
    for (b, c) in order.kept(old.order, ObjType::Body) {
        let (from, to) = (then.body.mocapid[b].get(), now.body.mocapid[c].get());
        if let (Some(from), Some(to)) = (from, to) {
            data.state.mocap_pos[to] = state.mocap_pos[from];
            data.state.mocap_quat[to] = state.mocap_quat[from];
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
