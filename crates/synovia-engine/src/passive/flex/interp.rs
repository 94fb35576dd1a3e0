//! Elasticity of interpolated bodies: linear in a frame that rotates with the body.
//!
//! ```text
//! R = rotation of the deformation gradient at the centre                                         (1)
//! f = R K (Rᵀ x + c − x⁰),     damping d R K Rᵀ ẋ                                                (2)
//! ```
//!
//! `K` is the stiffness of all nodes together; its sign is such that it yields a force.
//!
//! | here   | in the code    | meaning                               |
//! |--------|----------------|---------------------------------------|
//! | `R`    | `turn`         | rotation of the flex                  |
//! | `x, ẋ` | `pos, vel`     | positions and velocities of the nodes |
//! | `x⁰`   | `flex.node0`   | positions at rest, in the unit box    |
//! | `c`    | `centre`       | centre of the unit box                |
//! | `d`    | `flex.damping` | damping relative to the stiffness     |

use synovia_math::{Mat3, Quat, Vec3, dense};
use synovia_model::Model;
use synovia_model::id::{FlexId, FlexNodeId};

use super::{FlexInputs, Out, slide_velocity};
use crate::data::Kin;
use crate::position::jacobian::{BodyPoint, apply_wrench};
use crate::position::kinematics::point_on;
use crate::scratch::Scratch;
use crate::velocity::object::{Frame, object_velocity};

/// Adds the elastic forces of an interpolated flex.
pub(crate) fn add(
    model: &Model,
    inputs: &FlexInputs<'_>,
    f: FlexId,
    out: &mut Out<'_>,
    mut scratch: Scratch<'_>,
) {
    let flex = &model.flex;
    let (adr, n) = (flex.nodeadr[f] as usize, flex.nodenum[f] as usize);
    let centered = flex.centered[f] != 0;
    // three numbers per node
    let pos = scratch.take(3 * n);
    let vel = scratch.take(3 * n);
    let (spring, damper) = (scratch.take(3 * n), scratch.take(3 * n));
    {
        let (pos, vel): (&mut [Vec3], &mut [Vec3]) =
            (bytemuck::cast_slice_mut(pos), bytemuck::cast_slice_mut(vel));
        // velocities of the nodes
        for k in 0..n {
            let body = flex.nodebodyid[FlexNodeId::new(adr + k)];
            if centered {
                vel[k] = slide_velocity(model, inputs.state, body);
            } else {
                let at = Frame {
                    body,
                    pos: inputs.kin.xipos[body],
                    axes: None,
                };
                vel[k] = object_velocity(model, inputs.com, inputs.vel, at).lin();
            }
        }

        // equation (1), then everything in the frame of the body
        let turn = corotated_nodes(model, inputs.kin, f, pos);
        let back = turn.conj();
        for k in 0..n {
            pos[k] -= flex.node0[FlexNodeId::new(adr + k)];
            vel[k] = back.rotate(vel[k]);
        }

        // equation (2)
        let stiffness = &flex.stiffness.flat::<f64>()[21 * flex.elemadr[f] as usize..];
        let (pos, vel): (&[f64], &[f64]) = (bytemuck::cast_slice(pos), bytemuck::cast_slice(vel));
        dense::mul_vec_in_fours(spring, stiffness, pos);
        dense::mul_vec_in_fours(damper, stiffness, vel);
        // rotated back to the world
        let in_world =
            |x: &[f64], k: usize| turn.rotate(Vec3::new(x[3 * k], x[3 * k + 1], x[3 * k + 2]));
        let rest = |k: usize| flex.node0[FlexNodeId::new(adr + k)];
        // force on each node
        for k in 0..n {
            let body = flex.nodebodyid[FlexNodeId::new(adr + k)];
            let forces = [
                (&mut out.spring, in_world(spring, k)),
                (&mut out.damper, in_world(damper, k) * flex.damping[f]),
            ];
            for (out, force) in forces {
                let Some(out) = out else { continue };
                // a centred node has three slides; any other node is a point of a body
                if centered {
                    for (x, dof) in model.body.dofs(body).enumerate().take(3) {
                        out[dof.index()] += force[x];
                    }
                } else {
                    // QUIRK(flex-force-point): applied at the position in the frame of the flex, not in the world
                    let local = Vec3::new(pos[3 * k], pos[3 * k + 1], pos[3 * k + 2]) + rest(k);
                    let at = BodyPoint::new(body, local);
                    apply_wrench(model, inputs.com, at, force, Vec3::ZERO, out);
                }
            }
        }
    }
}

/// Computes the positions of the nodes in the frame of the flex; returns its rotation, equation (1).
pub(crate) fn corotated_nodes(model: &Model, kin: &Kin, f: FlexId, pos: &mut [Vec3]) -> Quat {
    let flex = &model.flex;
    let adr = flex.nodeadr[f] as usize;
    // positions in the world
    for (k, pos) in pos.iter_mut().enumerate() {
        let node = FlexNodeId::new(adr + k);
        let body = flex.nodebodyid[node];
        *pos = if flex.centered[f] != 0 {
            kin.xpos[body]
        } else {
            point_on(kin, body, flex.node[node])
        };
    }
    // equation (1) at the centre of the box
    let centre = Vec3::splat(0.5);
    let mut turn = Quat::IDENTITY;
    turn.fit(&gradient(centre, pos, flex.interp[f]));
    // rotate back, and move to the unit box
    let back = turn.conj();
    for pos in pos {
        *pos = back.rotate(*pos) + centre;
    }
    turn
}

/// The deformation gradient at a point of the unit box.
#[doc(alias = "mju_defGradient")]
fn gradient(at: Vec3, nodes: &[Vec3], order: i32) -> Mat3 {
    let side = order as usize + 1;
    // shape functions of order one and two, and their derivatives
    let phi = |s: f64, k: usize| match (order, k) {
        (1, 0) => 1.0 - s,
        (1, _) => s,
        (_, 0) => 2.0 * s * s - 3.0 * s + 1.0,
        (_, 1) => 4.0 * (s - s * s),
        _ => 2.0 * s * s - s,
    };
    let dphi = |s: f64, k: usize| match (order, k) {
        (1, 0) => -1.0,
        (1, _) => 1.0,
        (_, 0) => 4.0 * s - 3.0,
        (_, 1) => 4.0 * (1.0 - 2.0 * s),
        _ => 4.0 * s - 1.0,
    };
    let mut out = Mat3::ZERO;
    // `Σ_n x_n (∇φ_n)ᵀ` over the nodes
    for (k, node) in nodes.iter().enumerate().take(side.pow(3)) {
        let (x, y, z) = (k / (side * side), k / side % side, k % side);
        let slope = Vec3::new(
            dphi(at.x, x) * phi(at.y, y) * phi(at.z, z),
            phi(at.x, x) * dphi(at.y, y) * phi(at.z, z),
            phi(at.x, x) * phi(at.y, y) * dphi(at.z, z),
        );
        for r in 0..3 {
            for c in 0..3 {
                out[(r, c)] += node[r] * slope[c];
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_of_a_turned_box_is_its_rotation() {
        let turn = Quat::new(0.8, 0.1, -0.3, 0.5).normalized();
        for order in [1, 2] {
            let side = order as usize + 1;
            let nodes: Vec<Vec3> = (0..side.pow(3))
                .map(|k| {
                    let place = |c: usize| c as f64 / f64::from(order);
                    let rest = Vec3::new(
                        place(k / (side * side)),
                        place(k / side % side),
                        place(k % side),
                    );
                    turn.rotate(rest)
                })
                .collect();
            let found = gradient(Vec3::splat(0.5), &nodes, order);
            for (a, b) in found.0.iter().zip(turn.to_mat().0) {
                assert!((a - b).abs() < 1e-14);
            }
        }
    }
}
