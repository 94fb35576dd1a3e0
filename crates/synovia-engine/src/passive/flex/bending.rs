//! Bending of sheets.
//!
//! Two triangles that share an edge have four vertices; the bending energy is quadratic in their positions, with a
//! correction for sheets that are curved at rest:
//!
//! ```text
//! f = −(B x + c n),     damping −d B ẋ
//! ```
//!
//! `B` is the 4 × 4 matrix of the edge, `n` the derivatives of the volume that the four vertices span.

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::id::{FlexId, FlexVertId};

use super::{FlexInputs, Out, slide_velocity};
use crate::flex::edges_of;

/// Adds the bending forces of a flex.
pub(crate) fn add(model: &Model, inputs: &FlexInputs<'_>, f: FlexId, out: &mut Out<'_>) {
    let flex = &model.flex;
    let vert = |v: i32| FlexVertId::new((flex.vertadr[f] + v) as usize);
    for e in edges_of(model, f) {
        let ([a, b], [c, d]) = (flex.edge[e], flex.edgeflap[e]);
        if d == -1 {
            continue;
        }
        let verts = [a, b, c, d].map(vert);
        let x = verts.map(|v| inputs.kin.flexvert_xpos[v]);
        let bodies = verts.map(|v| flex.vertbodyid[v]);
        let v = bodies.map(|b| slide_velocity(model, inputs.state, b));
        let matrix = &flex.bending[e];

        let (p, q, r) = (x[1] - x[0], x[2] - x[0], x[3] - x[0]);
        let mut normals = [Vec3::ZERO, q.cross(r), r.cross(p), p.cross(q)];
        normals[0] = -(normals[1] + normals[2] + normals[3]);

        let product = |of: &[Vec3; 4], i: usize| {
            (0..4).fold(Vec3::ZERO, |sum, j| sum + of[j] * matrix[4 * i + j])
        };
        let mut spring = [0.0; 12];
        let mut damper = [0.0; 12];
        for i in 0..4 {
            let s = product(&x, i) + normals[i] * matrix[16];
            let d = product(&v, i);
            spring[3 * i..3 * i + 3].copy_from_slice(&s.to_array());
            damper[3 * i..3 * i + 3].copy_from_slice(&d.to_array());
        }
        // QUIRK(flex-bending-dofs): dofs of a body beyond the third receive the forces of the next vertices
        for (i, &body) in bodies.iter().enumerate() {
            for (k, dof) in model.body.dofs(body).enumerate().take(12 - 3 * i) {
                if let Some(out) = &mut out.spring {
                    out[dof.index()] -= spring[3 * i + k];
                }
                if let Some(out) = &mut out.damper {
                    out[dof.index()] -= damper[3 * i + k] * flex.damping[f];
                }
            }
        }
    }
}
