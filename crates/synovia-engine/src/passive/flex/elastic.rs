//! Stretching of elements.
//!
//! The energy of an element is quadratic in the differences of its squared edge lengths from rest:
//!
//! ```text
//! e_k = L_k² − L_k⁰² + (L_k² − (L_k − h L̇_k)²) d/h                                              (1)
//! f = −Σ_k Σ_l e_k K_kl ∂(L_l²)/2                                                               (2)
//! ```
//!
//! The second part of `e` is damping: it compares the lengths with those of the previous step. (1) is computed once per
//! edge, (2) per element, in the order of the reference: contacts that begin a step earlier or later amplify a difference
//! in the last digit.
#![expect(
    clippy::inline_always,
    reason = "the loop over elements is compiled for the wide vector unit"
)]

use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_math::{Vec3, wide};
use synovia_model::Model;
use synovia_model::id::FlexId;

use super::FlexInputs;
use crate::flex::verts;
use crate::position::jacobian::{BodyPoint, apply_wrench};
use crate::scratch::Scratch;

/// Edges of a triangle and of a tetrahedron, as pairs of vertices.
const TRIANGLE: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];
const TETRAHEDRON: [[usize; 2]; 6] = [[0, 1], [1, 2], [2, 0], [2, 3], [0, 3], [1, 3]];

/// Adds the elastic forces of a flex.
pub(crate) fn add(
    model: &Model,
    inputs: &FlexInputs<'_>,
    f: FlexId,
    out: &mut [f64],
    mut scratch: Scratch<'_>,
) {
    let flex = &model.flex;
    let stretch = scratch.take_unset(flex.edgenum[f] as usize);
    stretches(model, inputs, f, stretch);
    let force: &mut [Vec3] = bytemuck::cast_slice_mut(scratch.take(3 * flex.vertnum[f] as usize));
    let first = flex.vertadr[f] as usize;
    let elements = Elements {
        elem: &flex.elem.rows()[flex.elemdataadr[f] as usize..],
        edges: &flex.elemedge.rows()[flex.elemedgeadr[f] as usize..],
        stiffness: {
            let first = flex.elemadr[f] as usize;
            &flex.stiffness.rows()[first..first + flex.elemnum[f] as usize]
        },
        x: &inputs.kin.flexvert_xpos.rows()[first..first + force.len()],
        stretch,
    };
    if flex.dim[f] == 2 {
        elements.add::<3, 3>(&TRIANGLE, force);
    } else {
        elements.add::<4, 6>(&TETRAHEDRON, force);
    }

    // bodies that only slide receive the force directly
    for (v, force) in verts(model, f).zip(force.iter()) {
        let b = flex.vertbodyid[v];
        if model.body.simple[b] == 2 {
            for (k, dof) in model.body.dofs(b).enumerate().take(3) {
                out[dof.index()] += force[k];
            }
        } else {
            let at = BodyPoint::new(b, inputs.kin.flexvert_xpos[v]);
            apply_wrench(model, inputs.com, at, *force, Vec3::ZERO, out);
        }
    }
}

/// Equation (1), for all edges of a flex.
fn stretches(model: &Model, inputs: &FlexInputs<'_>, f: FlexId, out: &mut [f64]) {
    let flex = &model.flex;
    let first = flex.edgeadr[f] as usize;
    let range = first..first + out.len();
    let step = model.opt.timestep;
    let damping = if step > 0.0 {
        flex.damping[f] / step
    } else {
        0.0
    };
    let now = &inputs.kin.flexedge_length.rows()[range.clone()];
    let rest = &flex.edge_length0.rows()[range.clone()];
    let rate = &inputs.vel.flexedge_velocity.rows()[range];
    for (((out, now), rest), rate) in out.iter_mut().zip(now).zip(rest).zip(rate) {
        let before = now - rate * step;
        *out = now * now - rest * rest + (now * now - before * before) * damping;
    }
}

/// The elements of a flex.
struct Elements<'a> {
    /// Vertices of each element.
    elem: &'a [i32],
    /// Edges of each element.
    edges: &'a [i32],
    /// The upper triangle of `K` of each element, by rows.
    stiffness: &'a [[f64; 21]],
    /// Positions of vertices.
    x: &'a [Vec3],
    /// Equation (1).
    stretch: &'a [f64],
}

impl Elements<'_> {
    /// Equation (2), for elements with `C` vertices and `E` edges.
    fn add<const C: usize, const E: usize>(&self, sides: &[[usize; 2]; E], force: &mut [Vec3]) {
        wide!(simd => self.add_in::<_, C, E>(simd, sides, force));
    }

    /// [`add`](Self::add) on the vector unit `simd`.
    #[inline(always)]
    fn add_in<S: Simd, const C: usize, const E: usize>(
        &self,
        simd: S,
        sides: &[[usize; 2]; E],
        force: &mut [Vec3],
    ) {
        let elements = self.elem.as_chunks::<C>().0.iter();
        let elements = elements.zip(self.edges.as_chunks::<E>().0);
        for ((corners, edges), packed) in elements.zip(self.stiffness) {
            let zero = f64x4::splat(simd, 0.0);
            let (mut x, mut along, mut sum) = ([zero; C], [zero; E], [zero; C]);
            for (x, &v) in x.iter_mut().zip(corners) {
                let at = self.x[v as usize];
                *x = f64x4::load_array(simd, [at.x, at.y, at.z, 0.0]);
            }
            for (along, &[a, b]) in along.iter_mut().zip(sides) {
                *along = x[a] - x[b];
            }
            for k in 0..E {
                let stretch = f64x4::splat(simd, self.stretch[edges[k] as usize]);
                for l in 0..E {
                    // order: edge by edge, each product from the left
                    let stiffness = packed[upper::<E>(k.min(l), k.max(l))];
                    let push = stretch * along[l] * f64x4::splat(simd, stiffness);
                    let [a, b] = sides[l];
                    sum[a] -= push;
                    sum[b] += push;
                }
            }
            for (&v, sum) in corners.iter().zip(sum) {
                let [x, y, z, _]: [f64; 4] = sum.into();
                force[v as usize] += Vec3::new(x, y, z);
            }
        }
    }
}

/// Position of row `k` and column `l ≥ k` in the packed upper triangle of a matrix with `N` rows.
const fn upper<const N: usize>(k: usize, l: usize) -> usize {
    k * N - k * (k + 1) / 2 + l
}
