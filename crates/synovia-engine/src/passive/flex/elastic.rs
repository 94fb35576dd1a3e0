//! Stretching of elements.
//!
//! The energy of an element is quadratic in how much the squared lengths of its edges differ from rest:
//!
//! ```text
//! e_k = L_k² − L_k⁰² + (L_k² − (L_k − h L̇_k)²) d/h                                              (1)
//! t_l = Σ_k e_k K_kl,     f = −Σ_l t_l ∂(L_l²)/2                                                (2)
//! ```
//!
//! The second part of `e` damps: it holds the lengths against those of the step before. (1) is computed once for each
//! edge, (2) for each element.

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::id::FlexId;

use super::Scene;
use crate::flex::verts;
use crate::position::jacobian::{BodyPoint, apply_wrench};
use crate::scratch::Scratch;

/// Edges of a triangle and of a tetrahedron, by their corners.
const TRIANGLE: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];
const TETRAHEDRON: [[usize; 2]; 6] = [[0, 1], [1, 2], [2, 0], [2, 3], [0, 3], [1, 3]];

/// Adds the elastic forces of a flex.
pub(crate) fn add(
    model: &Model,
    scene: &Scene<'_>,
    f: FlexId,
    out: &mut [f64],
    mut scratch: Scratch<'_>,
) {
    let flex = &model.flex;
    let stretch = scratch.take_unset(flex.edgenum[f] as usize);
    stretches(model, scene, f, stretch);
    let force: &mut [Vec3] = bytemuck::cast_slice_mut(scratch.take(3 * flex.vertnum[f] as usize));
    let first = flex.vertadr[f] as usize;
    let elements = Elements {
        elem: &flex.elem.rows()[flex.elemdataadr[f] as usize..],
        edges: &flex.elemedge.rows()[flex.elemedgeadr[f] as usize..],
        stiffness: {
            let first = flex.elemadr[f] as usize;
            &flex.stiffness.rows()[first..first + flex.elemnum[f] as usize]
        },
        x: &scene.kin.flexvert_xpos.rows()[first..first + force.len()],
        stretch,
    };
    if flex.dim[f] == 2 {
        elements.add::<3, 3>(&TRIANGLE, force);
    } else {
        elements.add::<4, 6>(&TETRAHEDRON, force);
    }

    // bodies that only slide take the force as it is
    for (v, force) in verts(model, f).zip(force.iter()) {
        let b = flex.vertbodyid[v];
        if model.body.simple[b] == 2 {
            for (k, dof) in model.body.dofs(b).enumerate().take(3) {
                out[dof.index()] += force[k];
            }
        } else {
            let at = BodyPoint::new(b, scene.kin.flexvert_xpos[v]);
            apply_wrench(model, scene.com, at, *force, Vec3::ZERO, out);
        }
    }
}

/// Equation (1), for all edges of a flex.
fn stretches(model: &Model, scene: &Scene<'_>, f: FlexId, out: &mut [f64]) {
    let flex = &model.flex;
    let first = flex.edgeadr[f] as usize;
    let range = first..first + out.len();
    let step = model.opt.timestep;
    let damping = if step > 0.0 {
        flex.damping[f] / step
    } else {
        0.0
    };
    let now = &scene.kin.flexedge_length.rows()[range.clone()];
    let rest = &flex.edge_length0.rows()[range.clone()];
    let rate = &scene.vel.flexedge_velocity.rows()[range];
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
    /// Equation (2), for elements with `C` corners and `E` edges.
    fn add<const C: usize, const E: usize>(&self, sides: &[[usize; 2]; E], force: &mut [Vec3]) {
        let elements = self.elem.as_chunks::<C>().0.iter();
        let elements = elements.zip(self.edges.as_chunks::<E>().0);
        for ((corners, edges), packed) in elements.zip(self.stiffness) {
            let stretch = edges.map(|e| self.stretch[e as usize]);
            let mut tension = [0.0; E];
            let mut at = 0;
            for k in 0..E {
                tension[k] += stretch[k] * packed[at];
                at += 1;
                for l in k + 1..E {
                    tension[l] += stretch[k] * packed[at];
                    tension[k] += stretch[l] * packed[at];
                    at += 1;
                }
            }
            let x = corners.map(|v| self.x[v as usize]);
            let mut sum = [Vec3::ZERO; C];
            for (&[a, b], tension) in sides.iter().zip(tension) {
                let push = (x[a] - x[b]) * tension;
                sum[a] -= push;
                sum[b] += push;
            }
            for (&v, sum) in corners.iter().zip(sum) {
                force[v as usize] += sum;
            }
        }
    }
}
