//! PID control: recorded rates and forces.

use synovia_engine::{Data, forward};
use synovia_model::Model;
use synovia_model::enums::DynType;
use synovia_model::id::{ActuatorId, PluginId};

use crate::support::load;
use crate::{AT, allocates_nothing, bare, extend, instance};

/// A hinge with an actuator of the plugin: its attributes, configuration and dynamics.
fn servo(attributes: &str, config: &[(&str, &str)], dynamics: DynType) -> Model {
    let mut model = load(&format!(
        r#"<mujoco><option timestep=".01"/>
          <worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body></worldbody>
          <actuator><general joint="j" gear="2" {attributes}/></actuator></mujoco>"#
    ));
    extend(&mut model, "mujoco.pid", config);
    model.actuator.plugin[ActuatorId(0)] = AT;
    model.actuator.dyntype[ActuatorId(0)] = dynamics;
    model.actuator.dynprm[ActuatorId(0)][0] = 0.1;
    model
}

/// The state in which [`servo`] is evaluated: activations, control, time.
type At<'a> = (&'a [f64], f64, f64);

/// Rates of activations, and the force.
fn answer(model: &Model, (act, ctrl, time): At<'_>) -> (Vec<f64>, f64) {
    let bare = bare(model);
    let mut data = Data::new(&bare);
    (data.state.qpos[0], data.state.qvel.rows_mut()[0]) = (0.3, 0.7);
    data.state.act.rows_mut().copy_from_slice(act);
    data.state.ctrl.rows_mut()[0] = ctrl;
    data.state.time = time;
    forward(&bare, &mut data).expect("the model is sound");
    let mut pid = instance(model).expect("the controller is sound");
    pid.act_dot(model, &mut data, AT)
        .expect("controllers do not fail");
    pid.actuate(model, &mut data, AT)
        .expect("controllers do not fail");
    let found = (
        data.actuator.act_dot.rows().to_vec(),
        data.actuator.force[ActuatorId(0)],
    );
    allocates_nothing(|| {
        drop(pid.act_dot(model, &mut data, AT));
        drop(pid.actuate(model, &mut data, AT));
    });
    found
}

const P: (&str, &str) = ("kp", "40");
const I: (&str, &str) = ("ki", "30");
const D: (&str, &str) = ("kd", "4");
const SLEW: (&str, &str) = ("slewmax", "3");

/// Attributes, configuration and dynamics of an actuator, the state, and the expected rates and force.
type Row<'a> = (
    &'a str,
    &'a [(&'a str, &'a str)],
    DynType,
    At<'a>,
    &'a [f64],
    f64,
);

fn check(rows: &[Row<'_>]) {
    for &(attributes, config, dynamics, at, rates, force) in rows {
        let model = servo(attributes, config, dynamics);
        let found = answer(&model, at);
        assert_eq!(found, (rates.to_vec(), force), "{attributes} {config:?}");
    }
}

const ONE: &str = r#"dyntype="user" actdim="1""#;
const TWO: &str = r#"dyntype="user" actdim="2""#;
const THREE: &str = r#"dyntype="user" actdim="3""#;

#[test]
fn plg_06_pid_control_is_that_of_the_reference() {
    let limited = r#"dyntype="user" actdim="1" ctrllimited="true" ctrlrange="-1 1""#;
    let bounded = [P, I, D, ("imax", "5")];
    let none = DynType::None;
    // numbers from 3.5.0
    check(&[
        ("", &[P, D], none, (&[], 1.1, 0.0), &[], 14.400000000000004),
        (
            ONE,
            &bounded,
            none,
            (&[0.1], 1.1, 0.0),
            &[0.5000000000000004],
            17.550000000000004,
        ),
        (
            limited,
            &bounded,
            none,
            (&[0.2], 1.7, 0.0),
            &[-3.3333333333333353],
            15.4,
        ),
        (
            TWO,
            &[P, ("ki", "-30"), SLEW],
            none,
            (&[0.1, 0.5], 1.1, 0.0),
            &[0.5000000000000004, 60.00000000000001],
            16.85,
        ),
        (
            TWO,
            &[P, I, SLEW],
            none,
            (&[0.1, 0.5], 1.1, 1.0),
            &[-0.07000000000000062, 3.0000000000000027],
            0.17900000000000205,
        ),
    ]);
}

#[test]
fn plg_06_pid_control_of_activations_is_that_of_the_reference() {
    let early = r#"dyntype="user" actdim="3" actearly="true""#;
    let early_alone = r#"dyntype="user" actdim="1" actearly="true""#;
    let filtered = [-0.07999999999999952, 2.0000000000000018, 5.800000000000001];
    let state: At<'_> = (&[0.1, 0.5, 0.52], 1.1, 1.0);
    let all = [P, I, D, SLEW];
    // numbers from 3.5.0
    check(&[
        (THREE, &all, DynType::FilterExact, state, &filtered, 17.376),
        (
            early,
            &all,
            DynType::FilterExact,
            state,
            &filtered,
            17.779000000000003,
        ),
        (
            early_alone,
            &[P, D],
            DynType::Integrator,
            (&[0.52], 1.1, 1.0),
            &[1.1],
            -3.9599999999999973,
        ),
    ]);
}

#[test]
fn plg_07_pid_settings_that_make_no_sense_are_refused() {
    let fails = |attributes: &str, config: &[(&str, &str)]| {
        let model = servo(attributes, config, DynType::None);
        instance(&model).err().unwrap()
    };
    let key = |config: &[(&str, &str)]| fails("", config).key.unwrap();
    assert_eq!(key(&[P, I, ("imax", "-1")]), "imax");
    assert_eq!(key(&[P, ("ki", "-2"), ("imax", "1")]), "imax");
    assert_eq!(key(&[P, ("slewmax", "-1")]), "slewmax");
    assert_eq!(key(&[("kp", "fast")]), "kp");
    let error = fails("", &[P, I]).message;
    assert_eq!(
        error,
        "actuator 0 has actdim 0, expected 1: add actdim=\"1\" to it"
    );

    // a muscle without activation
    let muscle = servo("", &[P], DynType::Muscle);
    let error = instance(&muscle).err().unwrap();
    assert!(error.message.contains("no activation"), "{error}");

    let mut idle = servo("", &[P], DynType::None);
    idle.actuator.plugin[ActuatorId(0)] = PluginId(-1);
    assert!(instance(&idle).is_err());
    // without ki the bound is not used
    assert!(instance(&servo("", &[P, ("imax", "-1")], DynType::None)).is_ok());
}
