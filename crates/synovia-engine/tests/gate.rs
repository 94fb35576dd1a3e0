//! Ids, addresses, counts and kinds that a program wrote: every call refuses those that are out of range, by name.

mod support;

use proptest::prelude::*;
use support::load;
use synovia_engine::jacobian::{DenseJac, jac_body};
use synovia_engine::set_const::{LengthRangeOptions, set_const, set_length_range_of};
use synovia_engine::{
    Data, EngineError, InverseError, Sensing, forward, forward_from, inverse, stage, step, step2,
};
use synovia_model::enums::{Jacobian, Stage};
use synovia_model::id::{ActuatorId, BodyId, DofId, GeomId, TendonId};
use synovia_model::{DType, Model};

const SCENE: &str = r#"<mujoco><option jacobian="sparse"/><worldbody><geom type="plane" size="5 5 .1"/>
  <body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="a"/>
    <body pos=".3 0 0"><joint name="h" range="-1 1" limited="true"/><geom size=".05"/><site name="b" pos=".1 0 0"/></body></body>
  <body pos="1 0 .09" mocap="true"><geom size=".1"/></body>
  <body pos="2 0 .09"><joint type="ball"/><geom type="capsule" size=".05 .1"/></body></worldbody>
  <tendon><spatial name="t" limited="true" range="0 .05"><site site="a"/><site site="b"/></spatial>
    <fixed name="f"><joint joint="h" coef="1"/></fixed></tendon>
  <equality><joint joint1="h"/></equality>
  <actuator><motor joint="h"/><motor tendon="t"/><motor site="b" refsite="a" gear="1 0 0 0 0 0"/></actuator>
  <sensor><jointpos joint="h"/><framepos objtype="site" objname="b"/><touch site="a"/></sensor></mujoco>"#;

/// A call with a model and a simulation.
type Call = fn(&Model, &mut Data) -> Result<(), EngineError>;
/// A change of a simulation by a program.
type Change = fn(&mut Data);

fn told<T>(result: Result<T, EngineError>) -> String {
    result
        .err()
        .map(|error| error.to_string())
        .unwrap_or_default()
}

#[test]
fn a_cycle_of_parents_is_refused_by_every_call_and_nothing_moves() {
    for dofs in [false, true] {
        let mut model = load(SCENE);
        let mut data = Data::new(&model);
        forward(&model, &mut data).unwrap();
        let before = data.state.clone();
        let field = if dofs {
            model.dof.parentid[DofId(3)] = DofId(6);
            "dof_parentid[3] is 6"
        } else {
            model.body.parentid[BodyId(1)] = BodyId(2);
            "body_parentid[1] is 2"
        };
        let calls: [(&str, Call); 12] = [
            ("step", |m, d| step(m, d).map(|_| ())),
            ("forward", forward),
            ("kinematics", stage::kinematics),
            ("make_m", stage::make_m),
            ("collision", stage::collision),
            ("make_constraint", stage::make_constraint),
            ("solve", stage::solve),
            ("com_vel", stage::com_vel),
            ("sensors", stage::sensor_acc),
            ("reset", |model, data| data.reset(model)),
            ("new", |model, _| Data::try_new(model).map(|_| ())),
            ("inverse", |model, data| match inverse(model, data) {
                Err(InverseError::Refused(error)) => Err(error),
                other => panic!("{other:?}"),
            }),
        ];
        for (name, call) in calls {
            let mut data = data.clone();
            let error = told(call(&model, &mut data));
            assert!(error.contains(field), "{name}: {error}");
            assert_eq!(data.state, before, "{name}");
        }
        assert!(
            set_const(&mut model.clone())
                .unwrap_err()
                .to_string()
                .contains(field)
        );
        let mut refused = [0.0; 3 * 10];
        let translation = Some(&mut refused[..]);
        jac_body(
            &model,
            &data,
            BodyId(2),
            DenseJac {
                translation,
                rotation: None,
            },
        );
        assert!(refused.iter().all(|x| x.is_nan()));
    }
}

#[test]
fn a_tendon_in_a_model_without_dofs_is_no_mistake() {
    let model = load(
        "<mujoco><worldbody><site name='a'/><site name='b' pos='1 0 0'/></worldbody><tendon>
         <spatial limited='true' range='0 .5'><site site='a'/><site site='b'/></spatial></tendon></mujoco>",
    );
    let mut data = Data::new(&model);
    step(&model, &mut data).unwrap();
    assert_eq!(data.tendon.length[TendonId(0)], 1.0);
}

#[test]
fn a_repaired_model_runs_again() {
    let mut model = load(SCENE);
    let mut data = Data::new(&model);
    let body = model.geom.bodyid[GeomId(1)];
    model.geom.bodyid[GeomId(1)] = BodyId(99);
    assert_eq!(
        told(step(&model, &mut data)),
        "geom_bodyid[1] is 99, but it must be at least 0 and below nbody = 5"
    );
    model.geom.bodyid[GeomId(1)] = body;
    step(&model, &mut data).unwrap();
    assert_eq!(data.state.time, model.opt.timestep);
}

#[test]
fn a_simulation_of_another_model_is_refused() {
    let model = load(SCENE);
    let other =
        load("<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>");
    let mut data = Data::new(&other);
    let refused = step(&model, &mut data);
    assert!(matches!(refused, Err(EngineError::OtherModel(_))));
    // the error belonged to one call only
    step(&other, &mut data).unwrap();
}

#[test]
fn a_length_range_whose_time_stands_still_ends() {
    let mut model = load(SCENE);
    model.opt.timestep = 0.0;
    let mut data = Data::new(&model);
    let options = LengthRangeOptions {
        mode: synovia_model::enums::LengthRangeMode::All,
        uselimit: false,
        ..LengthRangeOptions::default()
    };
    let found = set_length_range_of(&mut model, &mut data, ActuatorId(0), &options);
    assert!(found.unwrap_err().to_string().contains("does not end"));
}

#[test]
fn what_stages_left_is_checked_where_a_later_stage_begins() {
    let model = load(SCENE);
    let mut fresh = Data::new(&model);
    step(&model, &mut fresh).unwrap();
    forward(&model, &mut fresh).unwrap();
    assert!(fresh.efc.counts.nefc > 0 && !fresh.contact.list.is_empty());
    let changes: [(&str, Change); 8] = [
        ("efc_id[0]", |data| data.efc.id[0] = 1 << 20),
        ("efc_type[0]", |data| data.efc.kind[0] = 99),
        ("efc_J_rowadr[1]", |data| data.efc.jac_rowadr[1] = -5),
        ("efc_J_colind", |data| data.efc.jac_colind[0] = 1000),
        ("moment_rownnz[0]", |data| {
            data.actuator.moment_rownnz[ActuatorId(0)] = i32::MAX;
        }),
        ("ten_J_colind", |data| {
            data.tendon.jac_colind.cells_mut()[0] = -3;
        }),
        ("contact.efc_address[0]", |data| {
            data.contact.list[0].efc_address = 1 << 30;
        }),
        ("map_idof2dof", |data| data.island.map_idof2dof[0] = -7),
    ];
    let calls: [Call; 3] = [
        stage::solve,
        |m, d| step2(m, d).map(|_| ()),
        |model, data| forward_from(model, data, Stage::Vel, Sensing::On),
    ];
    for (field, change) in changes {
        for call in calls {
            let mut data = fresh.clone();
            change(&mut data);
            let error = told(call(&model, &mut data));
            assert!(error.contains(field), "{field}: {error}");
            // a whole step recomputes all of it
            step(&model, &mut data).unwrap();
        }
    }
    stage::tendons(&model, &mut fresh).unwrap();
}

#[test]
fn rows_stored_in_another_way_are_made_anew_by_every_stage_that_reads_them() {
    let calls: [Call; 4] = [
        stage::islands,
        stage::post_constraint,
        stage::transmission,
        stage::reference_constraint,
    ];
    for call in calls {
        let mut model = load(SCENE);
        let mut data = Data::new(&model);
        forward(&model, &mut data).unwrap();
        for jacobian in [Jacobian::Dense, Jacobian::Sparse] {
            model.opt.jacobian = jacobian;
            call(&model, &mut data).unwrap();
            let sparse = jacobian == Jacobian::Sparse;
            assert!(data.efc.has_jacobian(sparse, model.dof.len()));
        }
    }
}

/// Every column of integers of a model, with its number.
fn columns(model: &Model) -> Vec<usize> {
    let infos = Model::column_infos();
    let integers = infos
        .iter()
        .enumerate()
        .filter(|(_, info)| info.dtype == DType::I32);
    let filled = integers.filter(|&(k, _)| model.column_at(k).is_some_and(|c| c.rows_len() > 0));
    filled.map(|(k, _)| k).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_integer_in_a_model_makes_a_step_panic_or_hang(
        column in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        value in prop_oneof![any::<i32>(), -3i32..40],
    ) {
        let mut model = load(SCENE);
        let mut data = Data::new(&model);
        step(&model, &mut data).unwrap();
        let all = columns(&model);
        let k = *column.get(&all);
        if let Some(column) = model.column_at_mut(k) {
            let numbers: &mut [i32] = bytemuck::cast_slice_mut(column.bytes_mut());
            *place.get_mut(numbers) = value;
        }
        let refused = step(&model, &mut data).is_err();
        let _ = set_const(&mut model.clone());
        let again = Data::try_new(&model);
        prop_assert!(refused || again.is_ok());
        if let Ok(mut again) = again {
            // refused or completed
            let _ = step(&model, &mut again);
        }
    }
}
