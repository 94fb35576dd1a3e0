//! Stretching of elements.
//!
//! The energy of an element is quadratic in how much the squared lengths of its edges differ from rest:
//!
//! ```text
//! e_k = L_k² − L_k⁰² + (L_k² − (L_k − h L̇_k)²) d/h,     f = −Σ_{kl} e_k K_kl ∂(L_l²)/2          (1)
//! ```
//!
//! The second part of `e` damps: it holds the lengths against those of the step before.

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::id::{FlexEdgeId, FlexElemId, FlexId, FlexVertId};

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
    let sides: &[[usize; 2]] = if flex.dim[f] == 2 {
        &TRIANGLE
    } else {
        &TETRAHEDRON
    };
    let corners = flex.dim[f] as usize + 1;
    let first = flex.vertadr[f] as usize;
    let force: &mut [Vec3] = bytemuck::cast_slice_mut(scratch.take(3 * flex.vertnum[f] as usize));
    let step = model.opt.timestep;
    let damping = if step > 0.0 {
        flex.damping[f] / step
    } else {
        0.0
    };

    for t in 0..flex.elemnum[f] as usize {
        let at = flex.elemdataadr[f] as usize + t * corners;
        let elem = &flex.elem[at..at + corners];
        let x =
            |corner: usize| scene.kin.flexvert_xpos[FlexVertId::new(first + elem[corner] as usize)];

        // equation (1)
        let mut stretch = [0.0; 6];
        for (k, stretch) in stretch.iter_mut().enumerate().take(sides.len()) {
            let slot = flex.elemedgeadr[f] as usize + t * sides.len() + k;
            let e = FlexEdgeId::new((flex.edgeadr[f] + flex.elemedge[slot]) as usize);
            let (now, rest) = (scene.kin.flexedge_length[e], flex.edge_length0[e]);
            let before = now - scene.vel.flexedge_velocity[e] * step;
            *stretch = now * now - rest * rest + (now * now - before * before) * damping;
        }

        // the metric is stored as its upper triangle
        let packed = &flex.stiffness[FlexElemId::new(flex.elemadr[f] as usize + t)];
        let n = sides.len();
        let metric = |a: usize, b: usize| {
            let (a, b) = if a <= b { (a, b) } else { (b, a) };
            packed[a * n - a * (a + 1) / 2 + b]
        };
        for k in 0..n {
            for (l, &[a, b]) in sides.iter().enumerate() {
                let apart = x(a) - x(b);
                let push = apart * (stretch[k] * metric(k, l));
                force[elem[a] as usize] -= push;
                force[elem[b] as usize] += push;
            }
        }
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
