//! Dry friction and limits through the constraint rows.

mod support;

use support::{at, close, load, near};
use synovia_engine::contact::qfrc_frictionloss;
use synovia_engine::{Data, forward, step};
use synovia_model::enums::ConstraintType;
use synovia_model::id::DofId;

/// A hinge with dry friction.
fn hinge(joint: &str, solver: &str) -> String {
    format!(
        r#"<mujoco>
  <option gravity="0 0 0" solver="{solver}"><flag contact="disable"/></option>
  <worldbody>
    <body>
      <joint axis="0 1 0" frictionloss="1.0" {joint}/>
      <geom type="capsule" fromto="0 0 0 0 0 .5" size=".05"/>
    </body>
  </worldbody>
</mujoco>"#
    )
}

const SOLVERS: [&str; 4] = ["Newton", "CG", "PGS", "ActiveSet"];

#[test]
fn frl_05_the_reference_of_friction_rows_is_their_own() {
    for solver in SOLVERS {
        let (_, data) = at(&hinge("", solver), &[], &[0.01]);
        near(data.efc.aref[0], -1.0526315789, 1e-9);
        near(data.efc.force[0], -0.3795023257, 1e-9);
        let (_, data) = at(&hinge(r#"solreffriction="0.05 0.5""#, solver), &[], &[0.01]);
        near(data.efc.aref[0], -0.4210526316, 1e-9);
        near(data.efc.force[0], -0.1518009303, 1e-9);
    }
}

#[test]
fn frl_06_friction_grows_with_velocity_and_saturates() {
    let cases = [
        (0.0, 0.0),
        (0.001, -0.0379502326),
        (0.01, -0.3795023257),
        (1.0, -1.0),
        (-1.0, 1.0),
    ];
    for solver in SOLVERS {
        for (velocity, force) in cases {
            let (_, data) = at(&hinge("", solver), &[], &[velocity]);
            near(data.efc.force[0], force, 1e-9);
            near(data.efc.r[0], 0.2773715752, 1e-9);
            near(data.efc.kbip[0][1], 105.2631578947, 1e-9);
            near(data.efc.kbip[0][2], 0.9, 0.0);
            // FRL-07: never a passive force
            assert_eq!(data.force.qfrc_passive[DofId(0)], 0.0);
            near(data.force.qfrc_constraint[DofId(0)], force, 1e-9);
        }
    }
}

#[test]
fn frl_07_frl_08_friction_is_a_constraint_force_and_can_be_asked_for() {
    for solver in SOLVERS {
        for velocity in [0.0, 0.001, 0.01, 1.0, -1.0] {
            let (model, data) = at(&hinge("", solver), &[], &[velocity]);
            assert_eq!(data.force.qfrc_passive[DofId(0)], 0.0);
            let mut part = [f64::NAN];
            qfrc_frictionloss(&model, &data, &mut part);
            near(part[0], data.force.qfrc_constraint[DofId(0)], 1e-15);
            if velocity == 1.0 {
                near(part[0], -1.0, 1e-12);
            }
        }
    }
}

#[test]
fn frl_01_rows_take_the_parameters_of_their_dof_or_tendon() {
    let xml = r#"<mujoco><worldbody>
    <body><joint name="a" frictionloss="1" solreffriction=".03 2" solimpfriction=".5 .6"/><geom size=".1" pos=".1 0 0"/></body>
    <body><joint name="b" solreffriction=".07 3"/><geom size=".1" pos=".1 0 0"/></body></worldbody>
  <tendon><fixed frictionloss="2" solreffriction=".05 .7" solimpfriction=".7 .8"><joint joint="b" coef="1"/></fixed></tendon>
  <option><flag contact="disable"/></option></mujoco>"#;
    let mut model = load(xml);
    let rows = |model: &synovia_model::Model| {
        let mut data = Data::new(model);
        forward(model, &mut data).unwrap();
        [data.efc.kbip[0], data.efc.kbip[1]]
    };
    // damping 2 / (dmax · time), impedance at zero violation, no stiffness
    let found = rows(&model);
    close(&found[0][..3], &[0.0, 2.0 / (0.6 * 0.03), 0.5], 1e-9);
    close(&found[1][..3], &[0.0, 2.0 / (0.8 * 0.05), 0.7], 1e-9);
    // parameters of limits have no effect, changes to the model do
    model.joint.solref.rows_mut()[0] = [0.5, 0.5];
    model.dof.solref.rows_mut()[0] = [0.06, 1.0];
    close(&rows(&model)[0][..3], &[0.0, 2.0 / (0.6 * 0.06), 0.5], 1e-9);
}

#[test]
fn frl_14_friction_is_exact_at_every_velocity() {
    // piecewise linear in the velocity: not a smooth function of it, without parameters to tune
    for solver in SOLVERS {
        let force = |velocity| at(&hinge("", solver), &[], &[velocity]).1.efc.force[0];
        for v in [1e-6, 1e-4, 1e-3, 1e-2] {
            near(force(v) / v, -37.95023257, 1e-6);
        }
        for v in [0.03, 0.1, 10.0] {
            near(force(v), -1.0, 1e-12);
        }
    }
}

#[test]
fn frl_09_rows_are_unit_vectors_and_tendon_jacobians() {
    let xml = r#"<mujoco>
  <worldbody>
    <body><joint name="a" frictionloss="1"/><geom size=".1" pos=".1 0 0"/></body>
    <body><joint name="b"/><geom size=".1" pos=".1 0 0"/></body>
  </worldbody>
  <tendon>
    <fixed frictionloss="2"><joint joint="a" coef="3"/><joint joint="b" coef="-4"/></fixed>
    <fixed frictionloss="2"><joint joint="a" coef="0"/></fixed>
  </tendon>
  <option><flag contact="disable"/></option>
</mujoco>"#;
    let (_, data) = at(xml, &[], &[]);
    assert_eq!(data.efc.jac.rows(), [1.0, 0.0, 3.0, -4.0]);
    assert_eq!(data.efc.counts.nf, 2);
    assert_eq!(
        data.efc.kind.rows(),
        [
            ConstraintType::FrictionDof.to_i32(),
            ConstraintType::FrictionTendon.to_i32()
        ]
    );
}

#[test]
fn frl_10_friction_can_be_switched_off() {
    let xml = hinge("", "Newton").replace(
        r#"contact="disable""#,
        r#"contact="disable" frictionloss="disable""#,
    );
    let (_, data) = at(&xml, &[], &[1.0]);
    assert_eq!((data.efc.counts.nf, data.efc.counts.nefc), (0, 0));
}

#[test]
fn frl_12_mixed_signs_are_replaced_by_the_default() {
    let (_, mixed) = at(
        &hinge(r#"solreffriction="0.05 -0.5""#, "Newton"),
        &[],
        &[0.01],
    );
    near(mixed.efc.aref[0], -1.0526315789, 1e-9);
}

#[test]
fn frl_13_at_rest_friction_holds_softly_and_gives_way() {
    for solver in SOLVERS {
        let model = load(&hinge("", solver));
        let mut data = Data::new(&model);
        for (torque, force) in [(0.5, -0.45), (1.05, -0.945), (2.0, -1.0)] {
            data.reset(&model).unwrap();
            data.state.qfrc_applied[DofId(0)] = torque;
            forward(&model, &mut data).unwrap();
            near(data.efc.force[0], force, 1e-8);
        }
        near(data.force.qacc[DofId(0)], 2.4963441772, 1e-8);
        data.reset(&model).unwrap();
        data.state.qfrc_applied[DofId(0)] = 0.5;
        forward(&model, &mut data).unwrap();
        near(data.force.qacc[DofId(0)], 0.1248172089, 1e-8);
    }
}

#[test]
fn a_limit_pushes_back_and_never_pulls() {
    let xml = r#"<mujoco>
  <worldbody>
    <body>
      <joint axis="0 1 0" limited="true" range="-10 20"/>
      <geom type="capsule" fromto="0 0 0 .5 0 0" size=".05"/>
    </body>
  </worldbody>
  <option><flag contact="disable"/></option>
</mujoco>"#;
    let model = load(xml);
    let mut data = Data::new(&model);
    for _ in 0..2000 {
        step(&model, &mut data).unwrap();
        for r in 0..data.efc.counts.nefc {
            assert!(data.efc.force[r] >= 0.0);
        }
    }
    // gravity rotates it down to the upper limit, where it rests
    near(data.state.qpos[0], 20.0_f64.to_radians(), 2e-2);
    near(data.state.qvel[DofId(0)], 0.0, 1e-6);
    near(
        data.force.qfrc_constraint[DofId(0)],
        data.force.qfrc_bias[DofId(0)],
        1e-6,
    );
}

#[test]
fn connected_and_welded_bodies_follow_the_oracle() {
    // heights of a and b and the angle of c after half a second
    let cases = [
        (
            "connect",
            3,
            [0.7306285010358865, 0.24782407309070892, 0.7524379392386421],
        ),
        (
            "weld",
            6,
            [0.8329945810551046, 1.2662366366935778, 1.146839712144692],
        ),
    ];
    for (kind, rows, expected) in cases {
        let anchor = if kind == "connect" {
            r#"anchor="0 0 0""#
        } else {
            ""
        };
        let xml = format!(
            r#"<mujoco>
  <option timestep="0.001"><flag contact="disable"/></option>
  <worldbody>
    <body name="a" pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .3"/></body>
    <body name="b" pos=".5 0 1" euler="0 0 40"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body name="c" pos="0 0 2"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .4 0 -.5" size=".03"/></body>
  </worldbody>
  <equality>
    <{kind} body1="a" body2="b" {anchor}/>
    <connect body1="c" body2="a" anchor=".4 0 -.5"/>
  </equality>
</mujoco>"#
        );
        for jacobian in ["dense", "sparse"] {
            let mut model = load(&xml);
            model.opt.jacobian = synovia_model::Jacobian::from_keyword(jacobian).unwrap();
            let mut data = Data::new(&model);
            for _ in 0..500 {
                step(&model, &mut data).unwrap();
            }
            assert_eq!(data.efc.counts.ne, rows + 3);
            let q = &data.state.qpos;
            close(&[q[2], q[9], q[14]], &expected, 1e-9);
        }
    }
}
