//! Integration that is implicit in velocity and in the position of springs: `implicitspring`, an extension.
//!
//! Let `f = f₀ − D q̇ − K (q − q₀)` with the damping `D` and the stiffness `K` at the start of the step. If springs and
//! dampers act with the state at the end of the step, the velocity there is
//!
//! ```text
//! (M + h D + h² K) q̇⁺ = M q̇ + h f₀ − h K (q − q₀)
//! ```
//!
//! or, with `q̇⁺ = q̇ + h a` and the force `f` that all other integrators use as well,
//!
//! ```text
//! (M + h D + h² K) a = f − h K q̇                                                                (1)
//! ```
//!
//! `D` is that of `implicitfast`: dampers, actuators, fluids, without the bias force. `K` is a sum over springs:
//!
//! ```text
//! slides and hinges                k on the diagonal
//! ball joints, rotation of free    k (c 1 + (1 − c) u uᵀ)     c = ϑ/2 cot ϑ/2                     (2)
//! tendons beyond their band        k JᵀJ                      J the Jacobian of the length
//! actuators                        −∂p/∂l JᵀJ                 p the force, if it is restoring
//! ```
//!
//! In (2), `ϑ u` is the rotation away from rest. Its derivative along a further rotation of the body is the inverse of the
//! right Jacobian of the exponential map, of which (2) is the symmetric part; it is never negative, because `ϑ ≤ π`. The
//! rotation of `J` itself is neglected. Negative stiffness or damping of a tendon or actuator stays explicit. So the matrix
//! is symmetric and positive definite.
//!
//! It has the pattern of the tree, except for springs between dofs that do not move each other. With the rows `W = √(h b +
//! h² k) J` of these, and `H` for the rest, the inverse follows from the Woodbury identity:
//!
//! ```text
//! (H + WᵀW)⁻¹ = H⁻¹ − X (1 + W X)⁻¹ Xᵀ        X = H⁻¹Wᵀ                                           (3)
//! ```
//!
//! whose small matrix has no eigenvalue below one, however stiff the springs are.

use synovia_math::{Csr, MIN_VAL, Vec3, chol, kernel, ldl, nearest};
use synovia_model::Model;
use synovia_model::enums::{Disable, JointType};
use synovia_model::id::JointId;

use super::advance;
use super::implicit::{modified_symmetric, modified_symmetric_rows, total_force};
use crate::data::{Data, EngineError, InertiaGroup};
use crate::derivative::{Lengths, Smooth, SmoothGroups, length, smooth_vel_of};
use crate::gate::Admitted;
use crate::is_sparse;
use crate::position::inertia::pattern;
use crate::position::kinematics::quat_at;
use crate::sleep::Awake;
use crate::sleep::visit::{Visit, visiting};
use crate::workspace::SpringMemory;

/// One step.
///
/// Takes the [`Admitted`] because [`advance`] calls plugins, and forward dynamics if trees fall asleep.
pub(super) fn one_step(at: &mut Admitted<'_>) {
    let (model, data) = at.parts();
    if has_elastic_nodes(model) {
        data.diag.error = Some(EngineError::ImplicitSpringFlex);
        return;
    }
    let mut memory = data.work.integrator.spring.take().unwrap_or_default();
    let mut groups = SmoothGroups::of(model, data);
    memory.assemble(model, &mut groups);
    memory.factor(model, groups.awake, groups.inertia);
    let mut qacc = core::mem::take(&mut data.work.integrator.qacc);
    let (inertia, awake) = (&data.inertia, &data.work.awake);
    total_force(model, &data.force, awake, &mut qacc);
    memory.solve(model, inertia, awake, &mut qacc);
    advance(at, &qacc, None, None);
    let (_, data) = at.parts();
    data.work.integrator.qacc = qacc;
    data.work.integrator.spring = Some(memory);
}

/// Sets `qfrc` to the force from which an acceleration of this integrator results: the left-hand side of equation (1) and
/// the pull of the springs.
pub(crate) fn force_of(model: &Model, data: &mut Data, qfrc: &mut [f64], qacc: &[f64]) {
    let mut memory = data.work.integrator.spring.take().unwrap_or_default();
    memory.assemble(model, &mut SmoothGroups::of(model, data));
    ldl::mul_sym(qfrc, data.inertia.qh.rows(), qacc, pattern(model));
    for row in memory.rows.chunks_exact(model.dof.len().max(1)) {
        kernel::axpy(qfrc, kernel::dot(row, qacc), row);
    }
    kernel::add_to(qfrc, &memory.pull);
    data.work.integrator.spring = Some(memory);
}

/// True if an interpolated flex is elastic: its nodes would also need the system of `implicit_flex`.
fn has_elastic_nodes(model: &Model) -> bool {
    let flex = &model.flex;
    flex.ids()
        .any(|f| flex.interp[f] != 0 && flex.rigid[f] == 0)
}

impl SpringMemory {
    /// Sets `qh` to the part of the matrix within the pattern of the tree, and stores the rows of the rest and `h K q̇`.
    ///
    /// Reads `groups.at`, `inertia.m`; writes `inertia.qderiv` and `qh`.
    fn assemble(&mut self, model: &Model, groups: &mut SmoothGroups<'_>) {
        smooth_vel_of(model, groups, false, Lengths::Dofs);
        let SmoothGroups {
            at, awake, inertia, ..
        } = groups;
        let at = &*at;
        let nv = model.dof.len();
        self.rows.clear();
        self.pull.clear();
        self.pull.resize(nv, 0.0);
        self.awake.clear();
        match awake.listed(model) {
            Some(who) => {
                modified_symmetric_rows(model, inertia, who);
                self.awake.resize(nv, false);
                who.places().for_each(|i| self.awake[i] = true);
            }
            None => modified_symmetric(model, inertia),
        }

        let InertiaGroup { qh, .. } = &mut **inertia;
        visiting!(model, awake, who => self.joints(model, at, who, qh.rows_mut()));
        self.tendons(model, at, qh.rows_mut());
        self.actuators(model, at, qh.rows_mut());
    }

    /// Adds the springs of joints.
    fn joints(&mut self, model: &Model, at: &Smooth<'_>, who: impl Visit, qh: &mut [f64]) {
        if model.opt.disabled(Disable::SPRING) {
            return;
        }
        for j in who.joints(model) {
            let stiffness = model.joint.stiffness[j];
            if stiffness <= 0.0 {
                continue;
            }
            let dof = model.joint.dofadr[j] as usize;
            match model.joint.type_[j] {
                JointType::Free => {
                    for i in dof..dof + 3 {
                        self.add_one(model, at, qh, i, stiffness);
                    }
                    self.add_turn(model, at, qh, j, 3);
                }
                JointType::Ball => self.add_turn(model, at, qh, j, 0),
                _ => self.add_one(model, at, qh, dof, stiffness),
            }
        }
    }

    /// Adds a spring of one dof.
    fn add_one(&mut self, model: &Model, at: &Smooth<'_>, qh: &mut [f64], i: usize, k: f64) {
        self.dofs.clear();
        self.values.clear();
        self.dofs.push(i);
        self.values.push(1.0);
        self.add(model, at, qh, k, 0.0);
    }

    /// Adds the spring of an orientation, equation (2), whose dofs begin `offset` after the first of the joint.
    fn add_turn(
        &mut self,
        model: &Model,
        at: &Smooth<'_>,
        qh: &mut [f64],
        j: JointId,
        offset: usize,
    ) {
        let adr = model.joint.qposadr[j] as usize + offset;
        let dof = model.joint.dofadr[j] as usize + offset;
        let stiffness = model.joint.stiffness[j];
        let (now, rest) = (at.state.qpos.rows(), model.qpos_spring.rows());
        // `ϑ u`, the rotation away from rest
        let mut axis: Vec3 = quat_at(now, adr).normalized().sub_quat(quat_at(rest, adr));
        let angle = axis.normalize();
        let across = half_cotangent(angle);
        // `k c` on the diagonal, then `k (1 − c) u uᵀ`
        for i in dof..dof + 3 {
            self.add_one(model, at, qh, i, stiffness * across);
        }
        self.dofs.clear();
        self.values.clear();
        self.dofs.extend(dof..dof + 3);
        self.values.extend(axis.to_array());
        self.add(model, at, qh, stiffness * (1.0 - across), 0.0);
    }

    /// Adds springs and dampers of tendons.
    fn tendons(&mut self, model: &Model, at: &Smooth<'_>, qh: &mut [f64]) {
        let (sparse, nv) = (is_sparse(model), model.dof.len());
        for t in model.tendon.ids() {
            // outside its band the spring acts
            let length = at.tendon.length[t];
            let [lower, upper] = model.tendon.lengthspring[t];
            let is_taut =
                (length > upper || length < lower) && !model.opt.disabled(Disable::SPRING);
            let stiffness = if is_taut {
                model.tendon.stiffness[t]
            } else {
                0.0
            };
            let damping = if model.opt.disabled(Disable::DAMPER) {
                0.0
            } else {
                model.tendon.damping[t]
            };
            if stiffness > 0.0 || damping > 0.0 {
                self.dofs.clear();
                self.values.clear();
                at.tendon.row(sparse, nv, t).for_each(|i, value| {
                    self.dofs.push(i);
                    self.values.push(value);
                });
                self.add(model, at, qh, stiffness, damping);
            }
        }
    }

    /// Adds actuators with restoring forces.
    fn actuators(&mut self, model: &Model, at: &Smooth<'_>, qh: &mut [f64]) {
        if model.opt.disabled(Disable::ACTUATION) {
            return;
        }
        for u in model.actuator.ids() {
            if !length::responds(model, at, u) {
                continue;
            }
            let stiffness = -length::length_slope(model, at, u);
            let damping = -length::force_slope(model, at, u);
            if stiffness > 0.0 || damping > 0.0 {
                self.dofs.clear();
                self.values.clear();
                let (columns, values) = at.actuator.row(u);
                for (&i, &value) in columns.iter().zip(values) {
                    if value != 0.0 {
                        self.dofs.push(i as usize);
                        self.values.push(value);
                    }
                }
                self.add(model, at, qh, stiffness, damping);
            }
        }
    }

    /// Adds `(h b + h² k) JᵀJ` to the matrix and `h k Jᵀ J q̇` to the pull; `J` is the row in `dofs` and `values`.
    fn add(&mut self, model: &Model, at: &Smooth<'_>, qh: &mut [f64], k: f64, b: f64) {
        let h = model.opt.timestep;
        let (k, b) = (k.max(0.0), b.max(0.0));
        let scale = h * b + h * h * k;
        if !self.awake.is_empty() {
            // sleeping dofs do not move
            for (i, value) in self.dofs.iter().zip(&mut self.values) {
                if !self.awake[*i] {
                    *value = 0.0;
                }
            }
        }
        // `h k Jᵀ J q̇`
        let row = || self.dofs.iter().copied().zip(self.values.iter().copied());
        let speed: f64 = row()
            .map(|(i, value)| value * at.state.qvel.rows()[i])
            .sum();
        for (i, value) in row() {
            self.pull[i] += h * k * speed * value;
        }
        // within the pattern of the tree: add to the matrix; otherwise store a row of `W`
        if is_chain(pattern(model), &self.dofs) {
            for (count, (i, at_i)) in row().enumerate() {
                let places = pattern(model).range(i);
                let mut columns = pattern(model).cols(i).iter().zip(&mut qh[places]);
                // both lists are ascending, and every dof of the row up to the diagonal is among the columns
                for (j, at_j) in row().take(count + 1) {
                    if let Some((_, out)) = columns.find(|(column, _)| **column as usize == j) {
                        *out += scale * at_i * at_j;
                    }
                }
            }
        } else {
            let start = self.rows.len();
            self.rows.resize(start + model.dof.len(), 0.0);
            let root = scale.sqrt();
            for (&i, value) in self.dofs.iter().zip(&self.values) {
                self.rows[start + i] = root * value;
            }
        }
    }

    /// Factors the matrix: `qh`, and the small matrix of equation (3).
    fn factor(&mut self, model: &Model, awake: &Awake, inertia: &mut InertiaGroup) {
        let InertiaGroup {
            qh, qh_diag_inv, ..
        } = inertia;
        let (factor, inverse) = (qh.rows_mut(), qh_diag_inv.rows_mut());
        visiting!(model, awake, who => {
            ldl::factor_rows(factor, inverse, pattern(model), who.places());
        });

        let nv = model.dof.len().max(1);
        // `X = H⁻¹ Wᵀ`
        self.solved.clear();
        self.solved.extend_from_slice(&self.rows);
        for x in self.solved.chunks_exact_mut(nv) {
            visiting!(model, awake, who => {
                ldl::solve_rows(x, factor, inverse, pattern(model), who.places());
            });
        }
        // `1 + W X` and its Cholesky factor
        let n = self.rows.len() / nv;
        self.small.clear();
        self.small.resize(n * n, 0.0);
        for (i, w) in self.rows.chunks_exact(nv).enumerate() {
            for (j, x) in self.solved.chunks_exact(nv).enumerate().take(i + 1) {
                let value = kernel::dot(w, x) + f64::from(u8::from(i == j));
                self.small[i * n + j] = value;
                self.small[j * n + i] = value;
            }
        }
        chol::factor(&mut self.small, n, MIN_VAL);
    }

    /// Replaces the force `f` by the acceleration of equation (1).
    fn solve(&mut self, model: &Model, inertia: &InertiaGroup, awake: &Awake, x: &mut [f64]) {
        let (factor, inverse) = (inertia.qh.rows(), inertia.qh_diag_inv.rows());
        visiting!(model, awake, who => {
            who.places().for_each(|i| x[i] -= self.pull[i]);
            ldl::solve_rows(x, factor, inverse, pattern(model), who.places());
        });
        // equation (3): the correction for the rows `W`
        let nv = model.dof.len().max(1);
        self.along.clear();
        for w in self.rows.chunks_exact(nv) {
            // sleeping dofs have no entry in w, whatever x holds there
            let along = w.iter().zip(&*x).filter(|(w, _)| **w != 0.0);
            self.along.push(along.map(|(w, x)| w * x).sum());
        }
        if self.along.is_empty() {
            return;
        }
        chol::solve(&mut self.along, &self.small);
        for (column, s) in self.solved.chunks_exact(nv).zip(&self.along) {
            kernel::axpy(x, -s, column);
        }
    }
}

/// True if each dof of an ascending list has all previous ones in its row of the tree's pattern.
fn is_chain(pattern: Csr<'_>, dofs: &[usize]) -> bool {
    dofs.iter().enumerate().all(|(count, &i)| {
        let mut columns = pattern.cols(i).iter();
        dofs[..count]
            .iter()
            .all(|&j| columns.any(|&column| column as usize == j))
    })
}

/// `x/2 cot x/2`, which decreases from 1 at 0 to 0 at π.
fn half_cotangent(x: f64) -> f64 {
    let half = 0.5 * x;
    let (sin, cos) = nearest::sincos(half);
    if sin.abs() < MIN_VAL {
        1.0
    } else {
        (half * cos / sin).clamp(0.0, 1.0)
    }
}
