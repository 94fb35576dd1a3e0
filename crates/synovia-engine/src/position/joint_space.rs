//! The joint-space inertia of all dofs, with motion axes along the path to the root in vectors of four.
//!
//! ```text
//! M_ij = S_j · Iᶜ_{b(i)} S_i + δ_ij a_i       j on the way from i to the root                   (1)
//! ```
//!
//! Dofs are numbered depth first. Therefore the path of a dof is the path of the dof before it up to the parent, followed by
//! the dof itself: one list of motion axes, overwritten from the depth of each dof on, has the axes `S_j` of its row at
//! the places of their columns. Four neighbouring entries of a row are computed together, each with the sum of
//! [`Spatial::dot`].

#![expect(
    clippy::inline_always,
    reason = "the stage is compiled for the available vector unit"
)]

use synovia_math::Spatial;
use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_model::Model;

use super::inertia::pattern;
use crate::data::{ComFrame, InertiaGroup};

/// Longest path, in vectors: that of [`Symbolic`](synovia_math::Symbolic).
const LONGEST: usize = 16;

/// The motion axes on the path to the root: the six components of four axes each.
pub(crate) type AxesOnPath = [[[f64; 4]; 6]; LONGEST];

/// Equation (1) for all dofs; the pattern has a symbolic analysis.
///
/// Reads `com.cdof`, `inertia.crb`; writes `inertia.m`.
#[inline(always)]
pub(super) fn project<S: Simd>(
    simd: S,
    model: &Model,
    com: &ComFrame,
    path: &mut AxesOnPath,
    inertia: &mut InertiaGroup,
) {
    let m = inertia.m.rows_mut();
    let (crb, cdof) = (inertia.crb.view(), com.cdof.rows());
    let pattern = pattern(model);
    for i in model.dof.ids() {
        let row = pattern.range(i.index());
        // the row of a simple dof is its constant diagonal
        if model.dof.simplenum[i] != 0 {
            m[row.start] = model.dof.m0[i];
            continue;
        }
        // the force for unit acceleration of dof i
        let axis = &cdof[i.index()];
        let force = crb[model.dof.bodyid[i]].mul_vec(axis);
        // the axis at its place on the path
        let last = row.len() - 1;
        let (block, lane) = ((last / 4) % LONGEST, last % 4);
        for c in 0..6 {
            path[block][c][lane] = axis[c];
        }
        // from the first row to the last, because vectors extend into the row that follows
        if let Some(out) = m.get_mut(row.start..row.start + 4 * (block + 1)) {
            for (out, axes) in out.as_chunks_mut::<4>().0.iter_mut().zip(&*path) {
                *out = dots(simd, axes, &force);
            }
        } else {
            for (out, axes) in m[row.clone()].chunks_mut(4).zip(&*path) {
                out.copy_from_slice(&dots(simd, axes, &force)[..out.len()]);
            }
        }
        m[row.end - 1] += model.dof.armature[i];
    }
}

/// [`Spatial::dot`] of four motion axes with a force.
#[inline(always)]
fn dots<S: Simd>(simd: S, axes: &[[f64; 4]; 6], force: &Spatial) -> [f64; 4] {
    let mut p = [f64x4::splat(simd, 0.0); 6];
    for c in 0..6 {
        p[c] = f64x4::load_array_ref(simd, &axes[c]) * f64x4::splat(simd, force[c]);
    }
    (((p[0] + p[2]) + (p[1] + p[3])) + (p[4] + p[5])).to_array()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Data;
    use crate::position::inertia::joint_space;
    use crate::sleep::visit::VisitAll;
    use proptest::prelude::*;
    use synovia_math::{kernel, wide};

    /// Trees of bodies with hinges, slides and balls; `up` says how many bodies of the path end before each body.
    fn forest(up: &[usize]) -> String {
        let (mut xml, mut depth) = (String::from("<mujoco><worldbody>"), 0);
        for (k, &up) in up.iter().enumerate() {
            let closed = depth.min(up);
            xml += &"</body>".repeat(closed);
            depth = depth - closed + 1;
            let joints = match (k % 5, depth) {
                (_, 1) if k % 2 == 0 => "<freejoint/>",
                (0, _) => "<joint type='ball'/>",
                (1, _) => "<joint axis='1 0 0' armature='.1'/><joint axis='0 1 1' pos='.1 0 0'/>",
                (2, _) => "<joint type='slide' axis='1 2 0'/>",
                _ => "<joint axis='0 0 1'/>",
            };
            let (side, length) = (k % 3, 1 + k % 4);
            let geom = format!("<geom size='.1 .{length}' type='capsule'/>");
            xml += &[&format!("<body pos='.1 {side} .2'>"), joints, &geom].concat();
        }
        xml + &"</body>".repeat(depth) + "</worldbody></mujoco>"
    }

    fn bits(m: &[f64]) -> Vec<u64> {
        m.iter().map(|x| x.to_bits()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn vectors_give_the_bits_of_the_plain_sums(
            up in prop::collection::vec(prop_oneof![4 => Just(0_usize), 2 => 0..3_usize, 1 => Just(9_usize)], 1..16),
            turn in -3.0..3.0_f64,
        ) {
            let model = synovia::Model::from_xml_str(&forest(&up)).unwrap();
            let mut data = Data::new(&model);
            for (k, q) in data.state.qpos.rows_mut().iter_mut().enumerate() {
                *q += turn * (k as f64).sin();
            }
            crate::forward(&model, &mut data).unwrap();
            let (com, inertia) = (&data.com, &mut data.inertia);
            // the legacy layout, which is copied by rows
            let mut legacy = vec![0.0; inertia.qm.len()];
            kernel::scatter(&mut legacy, inertia.m.rows(), model.sparse.map_m2m.rows());
            prop_assert_eq!(bits(&legacy), bits(inertia.qm.rows()));
            inertia.m.rows_mut().fill(f64::NAN);
            let mut path = AxesOnPath::default();
            wide!(simd => project(simd, &model, com, &mut path, inertia));
            let found = inertia.m.rows().to_vec();
            joint_space(&model, com, inertia, VisitAll(&model));
            prop_assert_eq!(bits(&found), bits(inertia.m.rows()));
        }
    }
}
