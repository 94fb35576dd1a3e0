//! Positions of flex vertices.
//!
//! ```text
//! centred         x_v = x_b                                   the vertex is its body
//! attached        x_v = x_b + R_b p_v
//! interpolated    x_v = Σ_n φ_n(u_v) x_n                       Lagrange polynomials over a box of nodes
//! ```
//!
//! | here       | in the code          | meaning                           |
//! |------------|----------------------|-----------------------------------|
//! | `x_v`      | `kin.flexvert_xpos`  | position of a vertex in the world |
//! | `x_b, R_b` | `kin.xpos, kin.xmat` | pose of its body                  |
//! | `p_v`      | `flex.vert`          | position in the frame of the body |
//! | `u_v`      | `flex.vert0`         | coordinates in the unit box       |
//! | `x_n`      | `nodes`              | positions of the nodes            |

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::id::{FlexId, FlexNodeId};

use super::verts;
use crate::data::Kin;
use crate::position::kinematics::point_on;

/// Places all vertices of a flex.
pub(crate) fn place(model: &Model, kin: &mut Kin, f: FlexId) {
    let flex = &model.flex;
    let centered = flex.centered[f] != 0;
    // attached to bodies, or interpolated with order one or two
    match flex.interp[f] {
        0 => {
            for v in verts(model, f) {
                let b = flex.vertbodyid[v];
                kin.flexvert_xpos[v] = if centered {
                    kin.xpos[b]
                } else {
                    point_on(kin, b, flex.vert[v])
                };
            }
        }
        1 => interpolate::<2>(model, kin, f),
        _ => interpolate::<3>(model, kin, f),
    }
}

/// Computes the vertices of a flex with `S` nodes along each edge of its box.
fn interpolate<const S: usize>(model: &Model, kin: &mut Kin, f: FlexId) {
    let flex = &model.flex;
    // positions of the nodes in the world
    let mut nodes = [[[Vec3::ZERO; S]; S]; S];
    let adr = flex.nodeadr[f] as usize;
    for (k, node) in nodes
        .as_flattened_mut()
        .as_flattened_mut()
        .iter_mut()
        .enumerate()
    {
        let n = FlexNodeId::new(adr + k);
        let b = flex.nodebodyid[n];
        *node = if flex.centered[f] != 0 {
            kin.xpos[b]
        } else {
            point_on(kin, b, flex.node[n])
        };
    }
    // each vertex from its coordinates in the box
    let first = flex.vertadr[f] as usize;
    let range = first..first + flex.vertnum[f] as usize;
    let places = &flex.vert0.rows()[range.clone()];
    for (out, at) in kin.flexvert_xpos.rows_mut()[range].iter_mut().zip(places) {
        let [x, y, z] = at.to_array().map(polynomials::<S>);
        // order: z first, x last
        let mut sum = Vec3::ZERO;
        for i in 0..S {
            for j in 0..S {
                for k in 0..S {
                    sum += nodes[i][j][k] * (z[k] * y[j] * x[i]);
                }
            }
        }
        *out = sum;
    }
}

/// The polynomials of `S` nodes on a line at a point.
#[inline]
fn polynomials<const S: usize>(s: f64) -> [f64; S] {
    core::array::from_fn(|k| polynomial(s, k, S - 1))
}

/// The polynomial of node `k` on a line, of order 1 or 2.
#[inline]
fn polynomial(s: f64, k: usize, order: usize) -> f64 {
    match (order, k) {
        (1, 0) => 1.0 - s,
        (1, _) => s,
        (_, 0) => 2.0 * s * s - 3.0 * s + 1.0,
        (_, 1) => 4.0 * (s - s * s),
        _ => 2.0 * s * s - s,
    }
}

/// The polynomial of node `k` at a point of the unit box; the node index runs along z first, x last.
#[doc(alias = "mju_evalBasis")]
pub fn basis(at: Vec3, k: usize, order: i32) -> f64 {
    // indices of the node along the three axes
    let per_side = (order + 1) as usize;
    let phi = |s: f64, k: usize| polynomial(s, k, order as usize);
    let (z, y, x) = (
        k % per_side,
        k / per_side % per_side,
        k / (per_side * per_side),
    );
    phi(at.z, z) * phi(at.y, y) * phi(at.x, x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_sum_to_one_and_reproduce_positions() {
        let at = Vec3::new(0.2, 0.7, 0.4);
        for order in [1, 2] {
            let per_side = order as usize + 1;
            let (mut one, mut point) = (0.0, Vec3::ZERO);
            for k in 0..per_side.pow(3) {
                let weight = basis(at, k, order);
                let place = |c: usize| c as f64 / f64::from(order);
                let node = Vec3::new(
                    place(k / (per_side * per_side)),
                    place(k / per_side % per_side),
                    place(k % per_side),
                );
                one += weight;
                point += node * weight;
            }
            assert!((one - 1.0).abs() < 1e-15);
            assert!((point - at).norm() < 1e-15);
        }
    }
}
