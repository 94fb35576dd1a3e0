//! The integrator `implicitspring`: closed forms, a dense system from finite differences, laws of energy.

mod support;

use support::{Numbers, at_ctrl, close, load, near};
use synovia_engine::inertia::full_m;
use synovia_engine::state::integrate_pos;
use synovia_engine::{Data, EngineError, forward, step};
use synovia_model::Model;
use synovia_model::enums::{Disable, Integrator};
use synovia_model::id::DofId;

/// All kinds of springs: of joints (including a free body whose inertia matrix is diagonal), of tendons along one chain,
/// across branches and across trees, and of actuators.
const SPRINGS: &str = r#"<mujoco>
  <option timestep=".01" integrator="implicitspring"><flag contact="disable"/></option>
  <default><geom type="capsule" size=".03"/></default>
  <worldbody>
    <body name="ball" pos="0 0 2"><joint type="free" stiffness="30"/><geom type="sphere" size=".1"/></body>
    <body name="off" pos="0 1 2"><joint type="free" stiffness="20"/><geom type="box" size=".1 .2 .3" pos=".1 .05 0"/></body>
    <body pos="0 0 1"><joint name="a" axis="0 1 0" stiffness="50" springref="20" damping=".1"/><geom fromto="0 0 0 .3 0 0"/>
      <body pos=".3 0 0"><joint name="b" type="ball" stiffness="40" damping=".05"/><geom fromto="0 0 0 .2 0 .1"/>
        <body pos=".2 0 0"><joint name="c" axis="1 0 1"/><geom fromto="0 0 0 .2 .1 0"/></body></body>
      <body pos="0 0 .2"><joint name="d" type="slide" axis="0 1 1" stiffness="900"/><geom size=".05" fromto="0 0 0 0 .1 0"/></body></body>
    <body pos="1 0 1"><joint name="e" axis="0 0 1"/><geom fromto="0 0 0 .2 .1 0"/></body>
  </worldbody>
  <tendon>
    <fixed stiffness="60" damping=".3"><joint joint="a" coef="1"/><joint joint="c" coef="-2"/></fixed>
    <fixed stiffness="70" springlength="-.05 .05"><joint joint="c" coef="1"/><joint joint="d" coef="3"/></fixed>
    <fixed stiffness="80" damping=".2"><joint joint="a" coef=".5"/><joint joint="e" coef="1"/></fixed>
    <fixed name="free" ><joint joint="c" coef="1"/><joint joint="e" coef="-1"/></fixed>
  </tendon>
  <actuator><position joint="e" kp="90" kv="2"/><position tendon="free" kp="25" forcerange="-100 100"/>
    <general joint="a" gaintype="affine" gainprm="1 -3 -.1" biastype="affine" biasprm="0 -5 -.2"/>
    <position joint="d" kp="1e3" forcerange="-.001 .001"/><velocity joint="c" kv=".4"/></actuator>
</mujoco>"#;

/// The force of springs, dampers and actuators.
fn elastic(model: &Model, data: &Data) -> Vec<f64> {
    let mut moved = data.clone();
    forward(model, &mut moved).expect("the model is sound");
    let force = &moved.force;
    (model.dof.ids())
        .map(|i| force.qfrc_passive[i] + force.qfrc_actuator[i])
        .collect()
}

/// Minus the symmetric part of the derivative of [`elastic`] with respect to the perturbation by `nudge`.
fn slope(model: &Model, data: &Data, nudge: impl Fn(&mut Data, &[f64])) -> Vec<f64> {
    let (nv, eps) = (model.dof.len(), 1e-5);
    let mut out = vec![0.0; nv * nv];
    for j in 0..nv {
        let mut axis = vec![0.0; nv];
        let mut force = |eps: f64| {
            axis[j] = eps;
            let mut moved = data.clone();
            nudge(&mut moved, &axis);
            elastic(model, &moved)
        };
        let (plus, minus) = (force(eps), force(-eps));
        for i in 0..nv {
            let half = -(plus[i] - minus[i]) / (4.0 * eps);
            out[i * nv + j] += half;
            out[j * nv + i] += half;
        }
    }
    out
}

/// Solves a dense system by elimination.
fn dense_solve(mut a: Vec<f64>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for k in 0..n {
        for i in k + 1..n {
            let s = a[i * n + k] / a[k * n + k];
            for j in k..n {
                a[i * n + j] -= s * a[k * n + j];
            }
            b[i] -= s * b[k];
        }
    }
    for k in (0..n).rev() {
        for j in k + 1..n {
            b[k] -= a[k * n + j] * b[j];
        }
        b[k] /= a[k * n + k];
    }
    b
}

#[test]
fn a_spring_and_damper_have_the_velocity_of_the_formula() {
    let xml = r#"<mujoco><option timestep="0.01" gravity="0 0 0" integrator="implicitspring"/><worldbody>
        <body><joint type="slide" damping="2" stiffness="100" springref=".1"/><geom size=".1" mass="1"/></body></worldbody></mujoco>"#;
    let (model, mut data) = at_ctrl(xml, &[0.3], &[1.0], &[]);
    step(&model, &mut data).unwrap();
    // (1 + .01·2 + .0001·100) v = 1 + .01·100·(.1 − .3)
    near(data.state.qvel[DofId::new(0_usize)], 0.8 / 1.03, 1e-15);
    near(data.state.qpos[0], 0.3 + 0.01 * 0.8 / 1.03, 1e-15);
    near(data.force.qacc[DofId::new(0_usize)], -22.0, 1e-12);
}

#[test]
fn a_step_solves_the_dense_system() {
    let model = load(SPRINGS);
    let (nv, h) = (model.dof.len(), model.opt.timestep);
    for seed in 1..12 {
        let mut data = Data::new(&model);
        let mut numbers = Numbers::new(seed);
        numbers.state(&model, &mut data);
        for c in data.state.ctrl.rows_mut() {
            *c = numbers.next();
        }
        forward(&model, &mut data).unwrap();
        let stiffness = slope(&model, &data, |data, by| {
            integrate_pos(&model, data.state.qpos.rows_mut(), by, 1.0);
        });
        let damping = slope(&model, &data, |data, by| {
            for (v, by) in data.state.qvel.rows_mut().iter_mut().zip(by) {
                *v += by;
            }
        });
        let mut matrix = vec![0.0; nv * nv];
        full_m(&model, &mut matrix, data.inertia.qm.rows());
        for ((m, d), k) in matrix.iter_mut().zip(&damping).zip(&stiffness) {
            *m += h * d + h * h * k;
        }
        let qvel = data.state.qvel.rows().to_vec();
        let force: Vec<f64> = (0..nv)
            .map(|i| {
                let pull: f64 = (0..nv).map(|j| stiffness[i * nv + j] * qvel[j]).sum();
                data.force.qfrc_smooth.rows()[i] + data.force.qfrc_constraint.rows()[i] - h * pull
            })
            .collect();
        let expected: Vec<f64> = (dense_solve(matrix, force).iter().zip(&qvel))
            .map(|(a, v)| v + h * a)
            .collect();
        step(&model, &mut data).unwrap();
        close(data.state.qvel.rows(), &expected, 1e-7);
    }
}

/// Kinetic energy plus that of springs.
fn energy(model: &Model, data: &mut Data) -> f64 {
    forward(model, data).expect("a simulation of this model");
    data.energy.iter().sum()
}

#[test]
fn however_stiff_a_spring_is_energy_never_grows() {
    for power in -2..=6 {
        // three sliding masses in a chain, a fourth next to them, and a tendon between the two trees
        let (h, ratio) = (0.01, 10_f64.powi(power));
        let k = ratio / (h * h);
        let slide = format!(
            r#"<joint type="slide" axis="1 0 0" stiffness="{k}"/><geom size=".1" mass="1"/>"#
        );
        let xml = format!(
            r#"<mujoco><option timestep="{h}" gravity="0 0 0" integrator="implicitspring"><flag contact="disable" energy="enable"/></option>
            <worldbody><body>{slide}<body>{slide}<body>{slide}</body></body></body>
              <body pos="0 1 0"><joint name="b" type="slide" axis="1 0 0"/><geom size=".1" mass="1"/><site name="s"/></body>
              <body pos="3 1 0"><joint name="c" type="slide" axis="1 0 0"/><geom size=".1" mass="1"/><site name="t"/></body></worldbody>
            <tendon><spatial stiffness="{k}" springlength="3"><site site="s"/><site site="t"/></spatial></tendon></mujoco>"#
        );
        let (model, mut data) = at_ctrl(
            &xml,
            &[0.1, -0.2, 0.3, 0.1, -0.1],
            &[1.0, 2.0, -3.0, 1.0, 0.5],
            &[],
        );
        let mut last = energy(&model, &mut data);
        let start = last;
        for _ in 0..500 {
            step(&model, &mut data).unwrap();
            let now = energy(&model, &mut data);
            assert!(now <= last * (1.0 + 1e-9), "h²k/m = {ratio}: {last} {now}");
            last = now;
        }
        // the centre of mass of the free pair keeps its velocity
        near(
            data.state.qvel[DofId::new(3_usize)] + data.state.qvel[DofId::new(4_usize)],
            1.5,
            1e-9,
        );
        assert!(last < 0.9 * start, "h²k/m = {ratio}");
        // the reference's integrators gain energy
        if ratio > 10.0 {
            let mut other = load(&xml);
            other.opt.integrator = Integrator::ImplicitFast;
            let (_, mut data) = at_ctrl(&xml, &[0.1, -0.2, 0.3], &[1.0, 2.0, -3.0], &[]);
            let gains = (0..20).any(|_| {
                step(&other, &mut data).unwrap();
                energy(&other, &mut data) > 10.0 * start
            });
            assert!(gains, "h²k/m = {ratio}");
        }
    }
}

#[test]
fn stiff_chains_of_all_joints_come_to_rest() {
    for power in -2..=6 {
        let k = 10_f64.powi(power) / (0.01 * 0.01) * 0.02;
        let joint =
            |kind: &str| format!(r#"<joint type="{kind}" stiffness="{k}" damping="1e-3"/>"#);
        let xml = format!(
            r#"<mujoco><option timestep=".01" gravity="0 0 0" integrator="implicitspring"><flag contact="disable" energy="enable"/></option>
            <default><geom type="capsule" size=".05" fromto="0 0 0 .3 0 0" mass="1"/></default><worldbody>
            <body>{}<geom/><body pos=".3 0 0">{}<geom/><body pos=".3 0 0">{}<geom/></body></body></body>
            <body pos="0 1 0">{}<geom/></body></worldbody></mujoco>"#,
            joint("hinge"),
            joint("ball"),
            joint("slide"),
            joint("free"),
        );
        let model = load(&xml);
        let mut data = Data::new(&model);
        for v in data.state.qvel.rows_mut() {
            *v = 0.5;
        }
        let start = energy(&model, &mut data);
        for _ in 0..1000 {
            step(&model, &mut data).unwrap();
            assert!(data.energy.iter().sum::<f64>() < 1.01 * start, "1e{power}");
        }
        assert!(data.state.time > 9.9, "there was no reset");
        let left = energy(&model, &mut data) / start;
        assert!(
            left < if power < 1 { 0.9 } else { 0.1 },
            "1e{power}: {left}"
        );
    }
}

#[test]
fn without_springs_it_is_implicitfast() {
    let mut model = load(SPRINGS);
    model.opt.disableflags |= Disable::SPRING;
    model.opt.disableflags |= Disable::ACTUATION;
    // implicitfast ignores dampers of tendons across branches
    model.tendon.damping.rows_mut().fill(0.0);
    let mut data = Data::new(&model);
    Numbers::new(4).state(&model, &mut data);
    let mut other = data.clone();
    let mut fast = model.clone();
    fast.opt.integrator = Integrator::ImplicitFast;
    for _ in 0..20 {
        step(&model, &mut data).unwrap();
        step(&fast, &mut other).unwrap();
    }
    assert_eq!(data.state, other.state);
}

#[test]
fn trees_that_sleep_change_nothing_for_the_others() {
    let xml = |sleep: &str| {
        format!(
            r#"<mujoco><option timestep=".005" integrator="implicitspring"><flag sleep="{sleep}"/></option><worldbody>
            <geom type="plane" size="5 5 1"/>
            <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
            <body pos="0 2 1"><joint name="p" type="ball" stiffness="20"/><geom type="capsule" size=".05" fromto="0 0 0 .3 0 .1"/>
              <body pos=".3 0 .1"><joint name="q" axis="0 1 0" stiffness="5"/><geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/></body>
              <body pos="0 0 .2"><joint name="r" axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 0 .3 0"/></body></body>
            </worldbody><tendon><fixed stiffness="300"><joint joint="q" coef="1"/><joint joint="r" coef="1"/></fixed></tendon></mujoco>"#
        )
    };
    let run = |sleep: &str| {
        let model = load(&xml(sleep));
        let mut data = Data::new(&model);
        for _ in 0..1000 {
            step(&model, &mut data).unwrap();
        }
        let asleep = data.state.tree_asleep.iter().any(|&k| k >= 0);
        (data.state.qpos.rows()[7..].to_vec(), asleep)
    };
    let ((with, asleep), (without, _)) = (run("enable"), run("disable"));
    assert!(asleep);
    close(&with, &without, 1e-9);
}

#[test]
fn elastic_nodes_are_refused_by_name() {
    let xml = r#"<mujoco><option integrator="implicitspring"/><worldbody>
        <flexcomp name="f" type="grid" count="3 3 3" spacing=".1 .1 .1" dim="3" dof="trilinear" mass="1"><elasticity young="1e3"/>
          <contact selfcollide="none"/></flexcomp>
        </worldbody></mujoco>"#;
    let model = load(xml);
    let mut data = Data::new(&model);
    assert_eq!(
        step(&model, &mut data).unwrap_err(),
        EngineError::ImplicitSpringFlex
    );
}
