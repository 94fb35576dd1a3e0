//! The strain of a sheet around each of its vertices.
//!
//! Around a vertex the sheet maps rest edges `dx` to current edges `dy`, in the least-squares sense by `F = A B⁻¹`,
//!
//! ```text
//! A = Σ w dy dxᵀ,   B = Σ w dx dxᵀ                    over the edges that leave the vertex       (1)
//! C = FᵀF,   I₁ = tr C − 2,   I₂ = det C − 1          both zero where the sheet is unstretched  (2)
//! ```
//!
//! with the masses of the neighbours as weights. Both invariants, multiplied by the square root of the vertex mass, are
//! constrained to zero. Chen, Kry and Vouga, *Locking-free simulation of isometric thin plates* (2019).

use synovia_math::{MIN_VAL, Vec3};
use synovia_model::Model;
use synovia_model::id::{FlexEdgeId, FlexId, FlexVertId};

use super::edges::slides;
use super::{ends, verts};
use crate::data::{ComFrame, Kin};
use crate::position::jacobian::{BodyPoint, column, last_dof};
use crate::row_buffer::RowBuffer;
use crate::scratch::{Need, Scratch};

/// Temporaries of [`measure`].
pub(crate) fn scratch_len(model: &Model) -> Need {
    let nv = model.dof.len();
    Need::new(2 * nv, 4 * nv)
}

/// True if the strain of the flex is constrained.
pub(crate) fn is_used(model: &Model, f: FlexId) -> bool {
    model.flex.dim[f] == 2 && model.flex.edgeequality[f] == 2
}

/// Edges that leave a vertex.
pub(crate) fn incident(
    model: &Model,
    f: FlexId,
    v: FlexVertId,
) -> impl Iterator<Item = FlexEdgeId> + '_ {
    let adr = model.flex.vertedgeadr[v] as usize;
    let list = &model.flex.vertedge.flat::<i32>()[adr..];
    let first = model.flex.edgeadr[f];
    let num = model.flex.vertedgenum[v] as usize;
    list[..num]
        .iter()
        .map(move |&e| FlexEdgeId::new((first + e) as usize))
}

/// An edge at rest: its vector in the plane of the sheet.
pub(crate) fn rest_edge(model: &Model, f: FlexId, e: FlexEdgeId) -> Vec3 {
    let [a, b] = ends(model, f, e);
    let size = model.flex.size[f] * 2.0;
    (model.flex.vert0[b] - model.flex.vert0[a]).scale_by(size)
}

/// Mass of the vertex at the other end of an edge.
pub(crate) fn weight(model: &Model, f: FlexId, e: FlexEdgeId, v: FlexVertId) -> f64 {
    let [a, b] = ends(model, f, e);
    let neighbour = if v == a { b } else { a };
    model.body.mass[model.flex.vertbodyid[neighbour]].max(MIN_VAL)
}

/// A 3 × 2 matrix, stored by columns.
type Tall = [Vec3; 2];

fn times(a: Tall, b: [f64; 4]) -> Tall {
    [a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3]]
}

fn apply(a: Tall, x: Vec3) -> Vec3 {
    a[0] * x.x + a[1] * x.y
}

/// Strains of all vertices of a flex and their derivatives.
pub(crate) fn measure(
    model: &Model,
    com: &ComFrame,
    kin: &mut Kin,
    f: FlexId,
    mut scratch: Scratch<'_>,
) {
    let nv = model.dof.len();
    let mut rows = [
        RowBuffer::new(nv, &mut scratch),
        RowBuffer::new(nv, &mut scratch),
    ];
    for v in verts(model, f) {
        // equation (1)
        let mut a: Tall = [Vec3::ZERO; 2];
        for e in incident(model, f, v) {
            let [from, to] = ends(model, f, e).map(|v| kin.flexvert_xpos[v]);
            let (dx, w) = (rest_edge(model, f, e), weight(model, f, e, v));
            let dy = (to - from) * w;
            a[0] += dy * dx.x;
            a[1] += dy * dx.y;
        }
        let metric = model.flex.vertmetric[v];
        let gradient = times(a, metric);

        // equation (2)
        let c = [
            gradient[0].dot(gradient[0]),
            gradient[0].dot(gradient[1]),
            gradient[1].dot(gradient[0]),
            gradient[1].dot(gradient[1]),
        ];
        let mass = model.body.mass[model.flex.vertbodyid[v]];
        let scale = if mass > MIN_VAL { mass.sqrt() } else { 1.0 };
        kin.flexvert_length[v] = [
            (c[0] + c[3] - 2.0) * scale,
            (c[0] * c[3] - c[1] * c[2] - 1.0) * scale,
        ];

        // derivatives with respect to the ends of each edge
        let by_trace = times(gradient, metric);
        let by_det = times(times(gradient, [c[3], -c[1], -c[2], c[0]]), metric);
        for e in incident(model, f, v) {
            let (dx, w) = (rest_edge(model, f, e), weight(model, f, e, v));
            let slopes = [
                apply(by_trace, dx) * (-2.0 * w),
                apply(by_det, dx) * (-2.0 * w),
            ];
            for (end, sign) in ends(model, f, e).into_iter().zip([1.0, -1.0]) {
                let at = BodyPoint::new(model.flex.vertbodyid[end], kin.flexvert_xpos[end]);
                if let Some(axes) = slides(model, com, at.body) {
                    let first = model.body.dofadr[at.body] as usize;
                    // order: from the last dof to the first, as below
                    for (k, axis) in axes.iter().enumerate().rev() {
                        for (row, slope) in rows.iter_mut().zip(slopes) {
                            row.add(first + k, (slope * sign).dot(axis.lin()));
                        }
                    }
                    continue;
                }
                let offset = at.offset(model, com);
                let Some(last) = last_dof(model, at.body) else {
                    continue;
                };
                for i in model.dof.to_root(last) {
                    let col = column(com, i, offset).lin();
                    for (row, slope) in rows.iter_mut().zip(slopes) {
                        row.add(i.index(), (slope * sign).dot(col));
                    }
                }
            }
        }
        for (k, row) in rows.iter_mut().enumerate() {
            let start = model.flex.vert_j_rowadr[v][k] as usize;
            let count = model.flex.vert_j_rownnz[v][k] as usize;
            let columns = &model.flex.vert_j_colind.flat::<i32>()[start..start + count];
            let values = row.values();
            let out = &mut kin.flexvert_jac.flat_mut::<f64>()[start..start + count];
            for (out, &i) in out.iter_mut().zip(columns) {
                *out = values[i as usize] * scale;
            }
            row.clear();
        }
    }
}
