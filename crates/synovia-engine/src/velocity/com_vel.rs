//! Velocities of bodies and of motion axes, com-based.
//!
//! ```text
//! v_b = v_p + Σ_i S_i q̇_i           i over the dofs of b                                       (1)
//! Ṡ_i = v × S_i                     v of the frame that carries the axis                       (2)
//! ```
//!
//! | here       | in the code              | meaning                                        |
//! |------------|--------------------------|------------------------------------------------|
//! | `v_b, v_p` | `vel.cvel`               | spatial velocity of body `b` and of its parent |
//! | `S_i, Ṡ_i` | `com.cdof, vel.cdof_dot` | motion axis of dof `i`, and its rate           |
//! | `q̇_i`      | `state.qvel`             | velocity of dof `i`                            |
//!
//! Axes of hinges and slides are fixed to the frame before them. The three axes of a ball are those of the moving body;
//! their rate uses the velocity before the ball, so that `Σ Ṡ_i q̇_i` is the velocity-dependent part of the acceleration.
//! The translations of a free joint are along world axes and do not change.

#![expect(
    clippy::inline_always,
    reason = "the stage is compiled for the available vector unit"
)]

use synovia_math::{Spatial, wide};
use synovia_model::Model;
use synovia_model::enums::JointType;
use synovia_model::id::BodyId;

use crate::data::{ComFrame, State, Velocities};
use crate::sleep::Awake;
use crate::sleep::visit::{Visit, visiting};

/// Velocities of bodies and motion axes.
///
/// Reads `state.qvel` and `com.cdof`; writes `vel.cvel`, `vel.cdof_dot`.
#[doc(alias = "mj_comVel")]
pub(crate) fn com_vel(
    model: &Model,
    state: &State,
    com: &ComFrame,
    awake: &Awake,
    vel: &mut Velocities,
) {
    visiting!(model, awake, who => wide!(_simd => com_vel_of(model, state, com, vel, who)));
}

/// Equations (1) and (2) of the bodies that are visited, parents first.
#[inline(always)]
fn com_vel_of(model: &Model, state: &State, com: &ComFrame, vel: &mut Velocities, who: impl Visit) {
    let n = model.body.len();
    let (qvel, cdof) = (state.qvel.rows(), com.cdof.rows());
    let cvel = &mut vel.cvel.rows_mut()[..n];
    let cdof_dot = vel.cdof_dot.rows_mut();
    let (parents, body) = (&model.body.parentid.rows()[..n], &model.body);
    let (dofadr, dofnum) = (&body.dofadr.rows()[..n], &body.dofnum.rows()[..n]);
    let jntnum = &body.jntnum.rows()[..n];
    cvel[0] = Spatial::ZERO;
    for b in who.bodies().map(BodyId::index) {
        // start with the velocity of the parent; each joint adds to it
        let mut v = cvel[parents[b].index()];
        if dofnum[b] == jntnum[b] {
            // hinges and slides: equation (2) with the velocity before the joint, then equation (1)
            let dofs = match dofnum[b] {
                // the address of a body without dofs is −1
                0 => 0..0,
                count => dofadr[b] as usize..(dofadr[b] + count) as usize,
            };
            let (axes, speeds) = (&cdof[dofs.clone()], &qvel[dofs.clone()]);
            for ((rate, axis), speed) in cdof_dot[dofs].iter_mut().zip(axes).zip(speeds) {
                *rate = v.cross_motion(axis);
                v += *axis * *speed;
            }
            cvel[b] = v;
            continue;
        }
        for j in body.joints(BodyId::new(b)) {
            let dofs = model.joint.dofs(j).range();
            let mut rest = dofs.clone();

            // translations of a free joint, whose axes are constant; its rotations follow like a ball
            if model.joint.type_[j] == JointType::Free {
                let (shifts, turns) = (dofs.start..dofs.start + 3, dofs.start + 3..dofs.end);
                cdof_dot[shifts.clone()].fill(Spatial::ZERO);
                v += Spatial::combine(&cdof[shifts.clone()], &qvel[shifts]);
                rest = turns;
            }
            // equation (2) with the velocity before the joint, then equation (1)
            let axes = &cdof[rest.clone()];
            for (rate, axis) in cdof_dot[rest.clone()].iter_mut().zip(axes) {
                *rate = v.cross_motion(axis);
            }
            v += Spatial::combine(axes, &qvel[rest]);
        }
        cvel[b] = v;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Data;
    use proptest::prelude::*;

    /// Equations (1) and (2) joint by joint.
    fn plain(model: &Model, data: &Data) -> (Vec<Spatial>, Vec<Spatial>) {
        let (cdof, qvel) = (data.com.cdof.rows(), data.state.qvel.rows());
        let mut cvel = vec![Spatial::ZERO; model.body.len()];
        let mut rates = vec![Spatial::ZERO; model.dof.len()];
        for b in model.body.ids().skip(1) {
            let mut v = cvel[model.body.parentid[b].index()];
            for j in model.body.joints(b) {
                let mut dofs = model.joint.dofs(j).range();
                if model.joint.type_[j] == JointType::Free {
                    let shifts = dofs.start..dofs.start + 3;
                    v += Spatial::combine(&cdof[shifts.clone()], &qvel[shifts]);
                    dofs.start += 3;
                }
                for i in dofs.clone() {
                    rates[i] = v.cross_motion(&cdof[i]);
                }
                v += Spatial::combine(&cdof[dofs.clone()], &qvel[dofs]);
            }
            cvel[b.index()] = v;
        }
        (cvel, rates)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn several_hinges_of_a_body_are_several_joints(
            speeds in prop::collection::vec(prop_oneof![4 => -3.0..3.0_f64, 1 => Just(0.0), 1 => Just(-0.0)], 14),
        ) {
            let xml = "<mujoco><worldbody><body><freejoint/><geom size='.1'/>
              <body pos='1 0 0'><joint axis='1 0 0'/><joint axis='0 1 1' type='slide'/><joint axis='0 0 1'/><geom size='.1'/>
                <body pos='0 1 0'><geom size='.1'/><body><joint type='ball'/><geom size='.1' pos='1 1 0'/></body></body></body>
              <body pos='0 0 1'><joint axis='0 0 1'/><joint type='ball'/><geom size='.1' pos='0 1 0'/></body>
              </body></worldbody></mujoco>";
            let model = synovia::Model::from_xml_str(xml).unwrap();
            let mut data = Data::new(&model);
            for (out, speed) in data.state.qvel.rows_mut().iter_mut().zip(&speeds) {
                *out = *speed;
            }
            crate::forward(&model, &mut data).unwrap();
            let (cvel, rates) = plain(&model, &data);
            let bits = |rows: &[Spatial]| -> Vec<u64> { rows.iter().flat_map(|v| v.0).map(f64::to_bits).collect() };
            prop_assert_eq!(bits(data.vel.cvel.rows()), bits(&cvel));
            prop_assert_eq!(bits(data.vel.cdof_dot.rows()), bits(&rates));
        }
    }
}
