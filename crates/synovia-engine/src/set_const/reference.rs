//! Constants at the reference pose.
//!
//! ```text
//! M0_i = a_i + S_i · Iᶜ S_i                                   inertia of dof i                           (1)
//! w_b  = mean diagonal of J_b M⁻¹ J_bᵀ                        diag_approx of a body: each half of it     (2)
//! w_i  = mean of (M⁻¹)_ii over the dofs of a joint            diag_approx of a dof                       (3)
//! w_t  = J_t M⁻¹ J_tᵀ,   a_u = |M⁻¹ m_u|                      diag_approx of a tendon; of an actuator    (4)
//! k_v  = 2 ζ √(k_p Σ_i M0_i / m_i²)                           damping of a position actuator             (5)
//! ```
//!
//! `w` are the diagonal elements of the Delassus matrix `J M⁻¹ Jᵀ` at this pose; constraint rows use them as an
//! approximation at every other pose.

use core::ops::Range;

use synovia_math::{MIN_VAL, Quat, Vec3, kernel, ldl_wide};
use synovia_model::Model;
use synovia_model::enums::{CamLight, EqType, JointType, ObjType};
use synovia_model::id::{BodyId, DofId, EqualityId};

use super::ConstError;
use crate::constraint::equality::anchors;
use crate::data::Data;
use crate::is_sparse;
use crate::position::inertia::{composite, factor_m, make_m, pattern, solve_m};
use crate::position::jacobian::{BodyPoint, DenseJac, jac_over_zeros};
use crate::position::kinematics::{kinematics, point_on};
use crate::position::{camlight, com};
use crate::sleep::visit::VisitAll;
use crate::workspace::Workspace;
use crate::{tendon, transmission};

/// Runs the position stages at `qpos0` and derives constants from them; `data` is left at that pose.
pub(super) fn set_reference(model: &mut Model, data: &mut Data) -> Result<(), ConstError> {
    data.state.qpos.copy_from(&model.qpos0);
    kinematics(model, data);
    com::com_pos(model, &data.kin, &mut data.com, &data.work.awake);
    // offsets of cameras and lights are those they would have if they were fixed
    camlight::cameras(model, &data.com, &mut data.kin, |_| Some(CamLight::Fixed));
    camlight::lights(model, &data.com, &mut data.kin, |_| Some(CamLight::Fixed));

    // equation (1), before the inertia matrix is built: simple dofs take their diagonal from here
    composite(model, &data.com, &mut data.inertia, VisitAll(model));
    for i in model.dof.ids() {
        let axis = &data.com.cdof[i];
        let force = data.inertia.crb[model.dof.bodyid[i]].mul_vec(axis);
        model.dof.m0[i] = model.dof.armature[i] + axis.dot(&force);
    }
    tendon::tendons(model, data);
    let Data {
        com,
        tendon,
        inertia,
        work: Workspace {
            awake, elimination, ..
        },
        ..
    } = data;
    make_m(model, com, tendon, awake, elimination, inertia);
    factor_m(model, awake, elimination, inertia);
    super::flex::set_reference(model, data);
    transmission::transmission(model, data);

    // reference lengths
    model.tendon.length0.copy_from(&data.tendon.length);
    model.actuator.length0.copy_from(&data.actuator.length);
    // equations (2) to (4)
    set_body_invweight(model, data)?;
    set_dof_invweight(model, data)?;
    set_tendon_invweight(model, data);
    set_actuator_acc0(model, data);
    // constants of equalities, cameras and lights
    for e in model.equality.ids() {
        set_equality(model, data, e);
    }
    set_cameras(model, data);
    set_lights(model, data);
    // equation (5)
    set_damping(model, data);
    Ok(())
}

/// Equation (2).
///
/// The inertia does not couple trees: the Jacobian of a body and its response are nonzero only at the dofs of its tree.
fn set_body_invweight(model: &mut Model, data: &Data) -> Result<(), ConstError> {
    let nv = model.dof.len();
    let span = Span::of(model, data);
    let (mut jac, mut response) = (vec![0.0; 6 * nv], vec![0.0; 6 * nv]);
    let (mut responses, mut chain) = (Responses::new(model), Vec::new());
    for b in model.body.ids() {
        // a static body has none, a body on slides the inverse of its mass
        model.body.invweight0[b] = if model.body.weldid[b].index() == 0 {
            [0.0, 0.0]
        } else if model.body.simple[b] == 2 {
            [1.0 / mass_of(model, b)?.max(MIN_VAL), 0.0]
        } else {
            // `J_b` about the centre of mass, at the dofs of the tree
            let rows = span.around(model, b);
            let dofs = in_fours(&rows, nv);
            let (lin, rot) = jac.split_at_mut(3 * nv);
            let out = DenseJac {
                translation: Some(lin),
                rotation: Some(rot),
            };
            let at = BodyPoint::new(b, data.kin.xipos[b]);
            jac_over_zeros(model, &data.com, at, out);
            // the response `M⁻¹ J_bᵀ`
            if let Span::Tree = span {
                find_chain(model, b, &mut chain);
                responses.solve(model, data, &chain, &jac, &mut response);
            } else {
                for (row, answer) in jac.chunks_exact(nv).zip(response.chunks_exact_mut(nv)) {
                    answer.copy_from_slice(row);
                    solve_m(model, &data.inertia, answer);
                }
            }
            // order: the diagonal of `J_b M⁻¹ J_bᵀ`, summed in fours; both buffers are zero again
            let mut diagonal = [0.0; 6];
            for (k, w) in diagonal.iter_mut().enumerate() {
                let row = k * nv + dofs.start..k * nv + dofs.end;
                *w = kernel::dot_in_fours(&jac[row.clone()], &response[row.clone()]);
                jac[row.clone()].fill(0.0);
                response[row].fill(0.0);
            }
            // means of the translational and the rotational half
            let [x, y, z, a, b, c] = diagonal;
            let (tran, rot) = ((x + y + z) / 3.0, (a + b + c) / 3.0);
            // a body that can only translate or only rotate uses the same value for both, so that the other is not rigid
            if tran < MIN_VAL && rot > MIN_VAL {
                [rot, rot]
            } else if rot < MIN_VAL && tran > MIN_VAL {
                [tran, tran]
            } else {
                [tran, rot]
            }
        };
    }
    Ok(())
}

/// Fills `chain` with the dofs that move a body, ascending. A row of `M` may be shorter: that of a simple dof has only its
/// diagonal.
fn find_chain(model: &Model, b: BodyId, chain: &mut Vec<i32>) {
    chain.clear();
    let mut next = model.body.dofs(model.body.weldid[b]).next_back();
    while let Some(i) = next {
        chain.push(i.0);
        next = model.dof.parentid[i].get();
    }
    chain.reverse();
}

/// Accelerations `M⁻¹ f` for up to eight forces at once, computed only at the dofs of the chain on which the forces act.
struct Responses(Vec<[f64; 8]>);

impl Responses {
    fn new(model: &Model) -> Self {
        Self(vec![[0.0; 8]; model.dof.len()])
    }

    /// Solves in place at the dofs of `chain`.
    fn solve_in_place(&mut self, model: &Model, data: &Data, chain: &[i32]) {
        let (factor, diag_inv) = (data.inertia.qld.rows(), data.inertia.qld_diag_inv.rows());
        ldl_wide::solve_rows(&mut self.0, factor, diag_inv, pattern(model), chain);
    }

    /// Writes the responses to the rows of `forces`, which are zero except at the dofs of `chain`, to the rows of
    /// `answers`.
    fn solve(
        &mut self,
        model: &Model,
        data: &Data,
        chain: &[i32],
        forces: &[f64],
        answers: &mut [f64],
    ) {
        let nv = model.dof.len();
        // one force per lane
        for &i in chain {
            let i = i as usize;
            for (x, row) in self.0[i].iter_mut().zip(forces.chunks_exact(nv)) {
                *x = row[i];
            }
        }
        self.solve_in_place(model, data, chain);
        // copy the responses and clear the buffer
        for &i in chain {
            let i = i as usize;
            let found = core::mem::take(&mut self.0[i]);
            for (x, row) in found.into_iter().zip(answers.chunks_exact_mut(nv)) {
                row[i] = x;
            }
        }
    }

    /// The diagonal of `M⁻¹`, with unit forces at up to eight consecutive dofs of a chain at once.
    fn inverse_diagonal(&mut self, model: &Model, data: &Data) -> Vec<f64> {
        let pattern = pattern(model);
        let mut diagonal = vec![0.0; model.dof.len()];
        let mut first = 0;
        while first < diagonal.len() {
            // up to eight consecutive dofs, each the parent of the next
            let follows = |&i: &usize| pattern.cols(i).iter().rev().nth(1) == Some(&(i as i32 - 1));
            let more = (first + 1..diagonal.len()).take(7).take_while(follows);
            let end = first + 1 + more.count();
            // a unit force at each of them, one per lane
            for i in first..end {
                self.0[i][i - first] = 1.0;
            }
            let chain = pattern.cols(end - 1);
            self.solve_in_place(model, data, chain);
            // `(M⁻¹)_ii` is the response of dof `i` to its own unit force
            for (k, found) in diagonal[first..end].iter_mut().enumerate() {
                *found = self.0[first + k][k];
            }
            for &i in chain {
                self.0[i as usize] = [0.0; 8];
            }
            first = end;
        }
        diagonal
    }
}

/// The dofs that a force on a body accelerates.
#[derive(Clone, Copy)]
enum Span {
    /// The dofs of its tree.
    Tree,
    /// All dofs: M is singular, and every acceleration may be NaN.
    All,
}

impl Span {
    fn of(model: &Model, data: &Data) -> Self {
        let numbers = data.inertia.qld.iter().chain(&data.inertia.qld_diag_inv);
        let trees = model.tree.ids().all(|t| {
            let end = i64::from(model.tree.dofadr[t]) + i64::from(model.tree.dofnum[t]);
            model.tree.dofadr[t] >= 0 && end <= model.dof.len() as i64
        });
        if trees && numbers.into_iter().all(|x| x.is_finite()) {
            Self::Tree
        } else {
            Self::All
        }
    }

    /// The range of these dofs.
    fn around(self, model: &Model, b: BodyId) -> Range<usize> {
        let nv = model.dof.len();
        let tree = model.body.treeid[b];
        match (self, tree.get()) {
            (Self::Tree, Some(t)) => {
                let first = model.tree.dofadr[t] as usize;
                let end = first + model.tree.dofnum[t].max(0) as usize;
                first..end
            }
            _ => 0..nv,
        }
    }
}

/// The range extended to multiples of four: a sum over it has the same order as a sum over all dofs.
fn in_fours(dofs: &Range<usize>, nv: usize) -> Range<usize> {
    dofs.start & !3..dofs.end.next_multiple_of(4).min(nv)
}

/// Mass of a moving body; zero is an error.
fn mass_of(model: &Model, body: BodyId) -> Result<f64, ConstError> {
    let mass = model.body.mass[body];
    if mass == 0.0 {
        Err(ConstError::Massless { body })
    } else {
        Ok(mass)
    }
}

/// Equation (3).
fn set_dof_invweight(model: &mut Model, data: &Data) -> Result<(), ConstError> {
    let known = match Span::of(model, data) {
        Span::Tree => Some(Responses::new(model).inverse_diagonal(model, data)),
        Span::All => None,
    };
    let (mut unit, mut response) = (vec![0.0; model.dof.len()], vec![0.0; model.dof.len()]);
    for j in model.joint.ids() {
        let b = model.joint.bodyid[j];
        let first = model.joint.dofadr[j] as usize;
        // a body on slides: the inverse of its mass
        if model.body.simple[b] == 2 {
            model.dof.invweight0[DofId::new(first)] = 1.0 / mass_of(model, b)?.max(MIN_VAL);
            continue;
        }
        let mut diagonal = |model: &Model, i: usize| {
            if let Some(known) = &known {
                return known[i];
            }
            unit[i] = 1.0;
            response.copy_from_slice(&unit);
            solve_m(model, &data.inertia, &mut response);
            // the full dot product: if M is singular, other dofs contribute NaN and so the mean is NaN
            let product = kernel::dot(&unit, &response);
            unit[i] = 0.0;
            product
        };
        // one mean for the translations and one for the rotations
        let blocks: &[(usize, usize)] = match model.joint.type_[j] {
            JointType::Free => &[(0, 3), (3, 3)],
            JointType::Ball => &[(0, 3)],
            _ => &[(0, 1)],
        };
        for &(start, n) in blocks {
            let start = first + start;
            let mut sum = diagonal(model, start);
            for i in start + 1..start + n {
                sum += diagonal(model, i);
            }
            let mean = if n == 1 { sum } else { sum / 3.0 };
            model.dof.invweight0[start..start + n].fill(mean);
        }
    }
    Ok(())
}

/// Equation (4) for tendons.
fn set_tendon_invweight(model: &mut Model, data: &Data) {
    let nv = model.dof.len();
    let (mut row, mut response) = (vec![0.0; nv], vec![0.0; nv]);
    for t in model.tendon.ids() {
        // the dense row `J_t`
        row.fill(0.0);
        data.tendon
            .row(is_sparse(model), nv, t)
            .for_each(|i, value| row[i] = value);
        // `w_t = J_t M⁻¹ J_tᵀ`
        response.copy_from_slice(&row);
        solve_m(model, &data.inertia, &mut response);
        model.tendon.invweight0[t] = kernel::dot_in_fours(&row, &response);
    }
}

/// Equation (4) for actuators.
fn set_actuator_acc0(model: &mut Model, data: &Data) {
    let mut response = vec![0.0; model.dof.len()];
    for u in model.actuator.ids() {
        response.fill(0.0);
        // `a_u = |M⁻¹ m_u|`
        let (columns, arms) = data.actuator.row(u);
        kernel::scatter(&mut response, arms, columns);
        solve_m(model, &data.inertia, &mut response);
        model.actuator.acc0[u] = kernel::dot_in_fours(&response, &response).sqrt();
    }
}

/// Sets the anchor of a connect in the second body, the relative pose that a weld keeps, and a distance that was left open.
fn set_equality(model: &mut Model, data: &Data, e: EqualityId) {
    let kin = &data.kin;
    let by_body = model.equality.objtype[e] == ObjType::Body;
    let (first, second) = (model.equality.obj1id[e], model.equality.obj2id[e]);
    let (b1, b2) = (BodyId(first), BodyId(second));
    let values = &mut model.equality.data[e];
    let anchor = Vec3::new(values[0], values[1], values[2]);
    match model.equality.type_[e] {
        EqType::Connect if by_body => {
            // the anchor on the second body coincides with that on the first
            let world = point_on(kin, b1, anchor);
            let local = kin.xmat[b2].transpose_mul(world - kin.xpos[b2]);
            values[3..6].copy_from_slice(&local.to_array());
        }
        EqType::Connect => *values = [0.0; 11],
        EqType::Weld if by_body => {
            // a relative orientation that the user specified is only normalised
            let given = Quat::new(values[6], values[7], values[8], values[9]);
            if given.to_array() != [0.0; 4] {
                values[6..10].copy_from_slice(&given.normalized().to_array());
                return;
            }
            // otherwise the relative pose at `qpos0` is kept
            let world = point_on(kin, b2, anchor);
            let local = kin.xmat[b1].transpose_mul(world - kin.xpos[b1]);
            values[3..6].copy_from_slice(&local.to_array());
            let turn = kin.xquat[b1].conj() * kin.xquat[b2];
            values[6..10].copy_from_slice(&turn.to_array());
        }
        EqType::Distance if values[0] < 0.0 => {
            let [first, second] = anchors(model, kin, e);
            model.equality.data[e][0] = (first.point - second.point).norm();
        }
        _ => {}
    }
}

fn set_cameras(model: &mut Model, data: &Data) {
    let camera = &mut model.camera;
    for c in camera.ids() {
        let b = camera.bodyid[c];
        let seen = camera.targetbodyid[c].get().unwrap_or(b);
        // world offsets from the body and from the target's centre of mass
        camera.pos0[c] = data.kin.cam_xpos[c] - data.kin.xpos[b];
        camera.poscom0[c] = data.kin.cam_xpos[c] - data.com.subtree_com[seen];
        camera.mat0[c] = data.kin.cam_xmat[c];
    }
}

fn set_lights(model: &mut Model, data: &Data) {
    let light = &mut model.light;
    for l in light.ids() {
        let b = light.bodyid[l];
        let seen = light.targetbodyid[l].get().unwrap_or(b);
        // world offsets from the body and from the target's centre of mass
        light.pos0[l] = data.kin.light_xpos[l] - data.kin.xpos[b];
        light.poscom0[l] = data.kin.light_xpos[l] - data.com.subtree_com[seen];
        light.dir0[l] = data.kin.light_xdir[l];
    }
}

/// Equation (5): a positive velocity bias of a position actuator is a damping ratio.
fn set_damping(model: &mut Model, data: &Data) {
    for u in model.actuator.ids() {
        // a position actuator: the gain is minus the position bias
        let stiffness = model.actuator.gainprm[u][0];
        let [_, position, ratio, ..] = model.actuator.biasprm[u];
        if stiffness != -position || ratio <= 0.0 {
            continue;
        }
        // inertia along the transmission, `Σ_i M0_i / m_i²`
        let mut mass = 0.0;
        let (columns, arms) = data.actuator.row(u);
        for (&i, arm) in columns.iter().zip(arms) {
            let squared = arm * arm;
            if squared > MIN_VAL {
                mass += model.dof.m0[DofId(i)] / squared;
            }
        }
        model.actuator.biasprm[u][2] = -(ratio * 2.0 * (stiffness * mass).sqrt());
    }
}
