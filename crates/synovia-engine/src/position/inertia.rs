//! The joint-space inertia `M` and its factor.
//!
//! ```text
//! Iᶜ_b = I_b + Σ_k Iᶜ_k                       k over the children of b                          (1)
//! M_ij = S_j · Iᶜ_{b(i)} S_i + δ_ij a_i       j on the way from i to the root, else 0           (2)
//! M ← M + Σ_t a_t J_tᵀ J_t                    tendons with armature                             (3)
//! M = Lᵀ D L                                                                                    (4)
//! ```
//!
//! | here    | in the code             | meaning                                          |
//! |---------|-------------------------|--------------------------------------------------|
//! | `I_b`   | `com.cinert[b]`         | inertia of `b` alone, about its tree's com       |
//! | `Iᶜ_b`  | `inertia.crb[b]`        | the same for the subtree rooted at `b`           |
//! | `S_i`   | `com.cdof[i]`           | motion axis of dof `i`                           |
//! | `a_i`   | `model.dof.armature[i]` | inertia added to dof `i` alone                   |
//! | `J_t`   | `tendon.row(t)`         | derivative of the length of tendon `t`           |
//! | `M`     | `inertia.m`             | lower triangle, compressed rows along the chains |
//!
//! The row of dof `i` contains its chain, root first, so the diagonal is its last entry. Bodies whose inertia never couples
//! (`body.simple`) store only the diagonal, which does not depend on the pose. The elimination in (4) proceeds from the
//! leaves to the root, therefore the factor has no fill-in. Featherstone, *RBDA* (2008), chapters 6 and 8.

#![expect(
    clippy::inline_always,
    reason = "the stage is compiled for the available vector unit"
)]

use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_math::{Csr, kernel, ldl, wide};
use synovia_model::Model;
use synovia_model::id::BodyId;

use super::elimination::Elimination;
use crate::data::{ComFrame, InertiaGroup, TendonGroup};
use crate::is_sparse;
use crate::position::joint_space::project;
use crate::sleep::Awake;
use crate::sleep::visit::{Visit, VisitAll, visiting};

/// The inertia matrix, equations (1) to (3), in both layouts.
///
/// Reads `com` and the tendon Jacobians; writes `inertia.crb`, `m`, `qm`.
#[doc(alias = "mj_makeM")]
pub(crate) fn make_m(
    model: &Model,
    com: &ComFrame,
    tendon: &TendonGroup,
    awake: &mut Awake,
    elimination: &mut Elimination,
    inertia: &mut InertiaGroup,
) {
    composite_m(model, com, awake, elimination, inertia);
    // the row of a sleeping tendon is empty
    tendon_armature(model, tendon, inertia);
    // the legacy layout; a tendon with armature may add to rows of sleeping trees
    let (qm, m) = (inertia.qm.rows_mut(), inertia.m.rows());
    let (map, armature) = (model.sparse.map_m2m.rows(), &model.tendon.armature);
    match awake.skipped(model) {
        Some(who) if awake.scattered && armature.iter().all(|&a| a == 0.0) => {
            for i in who.places() {
                let row = pattern(model).range(i);
                kernel::scatter(qm, &m[row.clone()], &map[row]);
            }
        }
        _ => {
            if elimination.is_mirrored(model) {
                wide!(simd => mirror_rows(simd, qm, m, pattern(model)));
            } else {
                kernel::scatter(qm, m, map);
            }
            awake.scattered = true;
        }
    }
}

/// Copies the rows of `m`, each from its end to its start.
#[inline(always)]
fn mirror_rows<S: Simd>(simd: S, out: &mut [f64], m: &[f64], pattern: Csr<'_>) {
    for (&adr, &len) in pattern.rowadr.iter().zip(pattern.rownnz) {
        let row = adr as usize..(adr + len) as usize;
        let (rest, fours) = m[row.clone()].as_rchunks::<4>();
        let (to, to_rest) = out[row].as_chunks_mut::<4>();
        for (to, four) in to.iter_mut().zip(fours.iter().rev()) {
            f64x4::load_array_ref(simd, four).reverse().store_array(to);
        }
        for (to, number) in to_rest.iter_mut().zip(rest.iter().rev()) {
            *to = *number;
        }
    }
}

/// The inertia matrix without tendons, equations (1) and (2).
#[doc(alias = "mj_crb")]
pub(crate) fn composite_m(
    model: &Model,
    com: &ComFrame,
    awake: &Awake,
    elimination: &mut Elimination,
    inertia: &mut InertiaGroup,
) {
    // vectors along the paths gain where rows are long: humanoid (9 numbers on average) 10.1 → 9.2 thousand instructions
    let long = inertia.m.len() >= 6 * model.dof.len();
    if long && !awake.is_partial(model) && elimination.of(model).is_some() {
        let who = VisitAll(model);
        return wide!(simd => {
            composite(model, com, inertia, who);
            project(simd, model, com, &mut elimination.path, inertia);
        });
    }
    visiting!(model, awake, who => wide!(_simd => {
        composite(model, com, inertia, who);
        joint_space(model, com, inertia, who);
    }));
}

/// Accumulates every subtree at its root, equation (1).
#[inline(always)]
pub(crate) fn composite(
    model: &Model,
    com: &ComFrame,
    inertia: &mut InertiaGroup,
    who: impl Visit,
) {
    let mut crb = inertia.crb.view_mut();

    // each body alone
    if who.is_all() {
        crb.copy_from_slice(com.cinert.rows());
    } else {
        crb[BodyId::WORLD] = com.cinert[BodyId::WORLD];
        for b in who.bodies() {
            crb[b] = com.cinert[b];
        }
    }

    // order: last body first, so that a parent is complete before it is added to its own parent
    for b in who.carried().rev() {
        let carried = crb[b];
        crb[model.body.parentid[b]] += carried;
    }
}

/// Projects composite inertias on motion axes, equation (2).
#[inline(always)]
pub(crate) fn joint_space(
    model: &Model,
    com: &ComFrame,
    inertia: &mut InertiaGroup,
    who: impl Visit,
) {
    let m = inertia.m.rows_mut();
    let (crb, cdof) = (inertia.crb.view(), com.cdof.rows());
    let pattern = pattern(model);
    for i in who.dofs() {
        let row = pattern.range(i.index());
        // the row of a simple dof is its constant diagonal
        if model.dof.simplenum[i] != 0 {
            m[row.start] = model.dof.m0[i];
            continue;
        }

        // the force for unit acceleration of dof i, projected on every dof of its chain: the columns of its row
        let force = crb[model.dof.bodyid[i]].mul_vec(&cdof[i.index()]);
        let columns = &pattern.colind[row.clone()];
        let row = &mut m[row];
        for (entry, &j) in row.iter_mut().zip(columns) {
            *entry = cdof[j as usize].dot(&force);
        }
        if let Some(diagonal) = row.last_mut() {
            *diagonal += model.dof.armature[i];
        }
    }
}

/// Adds the armature of tendons, equation (3).
#[doc(alias = "mj_tendonArmature")]
pub(crate) fn tendon_armature(model: &Model, tendon: &TendonGroup, inertia: &mut InertiaGroup) {
    let sparse = is_sparse(model);
    let nv = model.dof.len();
    let m = inertia.m.rows_mut();
    for t in model.tendon.ids() {
        let armature = model.tendon.armature[t];
        if armature == 0.0 {
            continue;
        }
        let row = tendon.row(sparse, nv, t);
        row.for_each(|i, at_i| {
            let start = model.sparse.m_rowadr.rows()[i] as usize;
            let end = start + model.sparse.m_rownnz.rows()[i] as usize;
            let scale = armature * at_i;
            // both lists are ascending: merge them at common columns
            let mut k = start;
            row.for_each(|j, at_j| {
                while k < end && (model.sparse.m_colind[k] as usize) < j {
                    k += 1;
                }
                if k < end && model.sparse.m_colind[k] as usize == j {
                    m[k] += scale * at_j;
                }
            });
        });
    }
}

/// Factors the inertia, equation (4).
///
/// Reads `inertia.m`; writes `inertia.qld`, `qld_diag_inv`.
#[doc(alias = "mj_factorM")]
pub(crate) fn factor_m(
    model: &Model,
    awake: &Awake,
    elimination: &mut Elimination,
    inertia: &mut InertiaGroup,
) {
    let InertiaGroup {
        m,
        qld,
        qld_diag_inv,
        ..
    } = inertia;
    let (factor, inverse) = (qld.rows_mut(), qld_diag_inv.rows_mut());
    visiting!(model, awake, who => copy_rows(model, factor, m.rows(), who));
    elimination.factor(model, awake, factor, inverse);
}

/// Copies the rows of the visited dofs between two matrices with the pattern of `M`.
pub(crate) fn copy_rows(model: &Model, out: &mut [f64], from: &[f64], who: impl Visit) {
    if who.is_all() {
        return out.copy_from_slice(from);
    }
    for i in who.places() {
        let row = pattern(model).range(i);
        out[row.clone()].copy_from_slice(&from[row]);
    }
}

/// Copies the entries of the visited dofs.
pub(crate) fn copy_dofs(out: &mut [f64], from: &[f64], who: impl Visit) {
    if who.is_all() {
        return out.copy_from_slice(from);
    }
    for i in who.places() {
        out[i] = from[i];
    }
}

/// The sparsity pattern of the lower triangle.
#[inline]
pub fn pattern(model: &Model) -> Csr<'_> {
    let sparse = &model.sparse;
    Csr::new(
        sparse.m_rownnz.rows(),
        sparse.m_rowadr.rows(),
        sparse.m_colind.rows(),
    )
}

/// Solves `M x = y` in place, for one vector or several consecutive ones.
///
/// ```
/// use synovia::engine::inertia::solve_m;
/// use synovia::model::id::BodyId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// let mut force = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
/// solve_m(&model, &data.inertia, &mut force);
/// assert!((force[0] * model.body.mass[BodyId(1)] - 1.0).abs() < 1e-12); // now an acceleration
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_solveM")]
pub fn solve_m(model: &Model, inertia: &InertiaGroup, x: &mut [f64]) {
    ldl::solve_many(
        x,
        inertia.qld.rows(),
        inertia.qld_diag_inv.rows(),
        pattern(model),
    );
}

/// `out = M x`.
///
/// ```
/// use synovia::engine::inertia::{mul_m, solve_m};
/// use synovia::model::id::BodyId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// let mut y = [0.0; 6];
/// mul_m(&model, &data.inertia, &mut y, &x);
/// assert!((y[0] - model.body.mass[BodyId(1)]).abs() < 1e-12);
/// solve_m(&model, &data.inertia, &mut y);
/// assert!(x.iter().zip(y).all(|(a, b)| (a - b).abs() < 1e-12));
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_mulM")]
pub fn mul_m(model: &Model, inertia: &InertiaGroup, out: &mut [f64], x: &[f64]) {
    ldl::mul_sym(out, inertia.m.rows(), x, pattern(model));
}
