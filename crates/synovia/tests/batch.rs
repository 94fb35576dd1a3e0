//! Batches: results are identical to those of a plain loop, and inconsistent input is reported.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use synovia::batch::{Batch, BatchError, Outcome, Pool, Record, Rollout, Rows, SimulationError};
use synovia::engine::set_const::set_const;
use synovia::engine::state::{get_state, set_state, state_size};
use synovia::model::enums::{StateBit, Warning};
use synovia::{Data, Model, forward, step};

/// Falling objects, an arm with filters and delays, a mocap body, an equality.
const SCENE: &str = r#"<mujoco>
  <size nuserdata="2"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos="0 0 .12"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos=".05 0 .35"><freejoint/><geom type="capsule" size=".1 .1"/></body>
    <body name="hand" mocap="true" pos="0 0 1"><geom size=".05" contype="0" conaffinity="0"/></body>
    <body name="arm" pos="1 0 1"><joint name="a" axis="0 1 0" damping=".1"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
      <site name="s" pos=".1 0 .05"/>
      <body pos=".3 0 0"><joint name="b" axis="0 1 0" range="-40 40"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
        <site name="t" pos=".1 0 .05"/></body></body>
  </worldbody>
  <tendon><spatial name="rope" stiffness="3"><site site="s"/><site site="t"/></spatial></tendon>
  <equality><connect body1="hand" body2="arm" anchor="0 0 0" active="false"/></equality>
  <actuator><motor joint="a" delay=".006" nsample="4"/><general tendon="rope" dyntype="filter" dynprm=".1"/></actuator>
  <sensor><jointpos joint="a"/><accelerometer site="t"/><tendonpos tendon="rope"/></sensor>
</mujoco>"#;

const STEPS: usize = 60;

fn scene() -> Model {
    Model::from_xml_str(SCENE).unwrap()
}

/// Reproducible numbers between −1 and 1.
fn numbers(seed: u64, n: usize) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..n).map(|_| next()).collect()
}

/// Different initial states: shifted poses, and everything moves.
fn starts(model: &Model, n: usize) -> Vec<f64> {
    let mut data = Data::new(model);
    let mut all = Vec::new();
    for k in 0..n {
        data.reset(model).unwrap();
        let noise = numbers(k as u64 + 1, data.state.qpos.len() + data.state.qvel.len());
        let (q, v) = noise.split_at(data.state.qpos.len());
        for (x, noise) in data.state.qpos.iter_mut().zip(q) {
            *x += 0.02 * noise;
        }
        for (x, noise) in data.state.qvel.iter_mut().zip(v) {
            *x += 0.3 * noise;
        }
        all.extend(state_of(model, &data));
    }
    all
}

fn state_of(model: &Model, data: &Data) -> Vec<f64> {
    let mut state = vec![0.0; state_size(model, StateBit::FULLPHYSICS).unwrap()];
    get_state(data, StateBit::FULLPHYSICS, &mut state).unwrap();
    state
}

/// The results of a loop on one thread: states and sensor readings after each step.
fn plain_loop(
    model: &Model,
    initial: &[f64],
    warmstart: Option<&[f64]>,
    mut control: impl FnMut(usize, &mut Data),
) -> (Vec<f64>, Vec<f64>) {
    let mut data = Data::new(model);
    set_state(&mut data, StateBit::FULLPHYSICS, initial).unwrap();
    if let Some(warmstart) = warmstart {
        set_state(&mut data, StateBit::WARMSTART, warmstart).unwrap();
    }
    let (mut states, mut sensors) = (Vec::new(), Vec::new());
    for t in 0..STEPS {
        control(t, &mut data);
        step(model, &mut data).unwrap();
        states.extend(state_of(model, &data));
        sensors.extend(data.sensor.sensordata.iter());
    }
    (states, sensors)
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|x| x.to_bits()).collect()
}

/// Row `k` of rows of `width` numbers.
fn row(values: &[f64], k: usize, width: usize) -> &[f64] {
    &values[k * width..(k + 1) * width]
}

#[test]
fn any_number_of_threads_computes_the_bits_of_a_plain_loop() {
    let model = scene();
    let (n, nu, nv) = (13, 2, model.dof.len());
    let initial = starts(&model, n);
    let controls = numbers(99, n * STEPS * nu);
    let warmstart = numbers(98, n * nv);
    let (mut states, mut sensors) = (Vec::new(), Vec::new());
    for k in 0..n {
        let start = row(&initial, k, initial.len() / n);
        let warm = row(&warmstart, k, nv);
        let (s, r) = plain_loop(&model, start, Some(warm), |t, data| {
            set_state(data, StateBit::CTRL, row(&controls, k * STEPS + t, nu)).unwrap();
        });
        states.extend(s);
        sensors.extend(r);
    }
    for threads in [1, 2, 3, 7] {
        let mut rollout = Rollout::with_threads(&model, threads).unwrap();
        assert_eq!(rollout.threads(), threads);
        // later chunks reuse memory of earlier ones
        for chunk in [1, 4, 100] {
            let batch = Batch::new(n, STEPS)
                .initial(&initial)
                .controls(&controls)
                .warmstart(&warmstart)
                .chunk_size(chunk);
            let made = rollout.run(&batch).unwrap();
            assert_eq!(bits(&made.states), bits(&states), "{threads} threads");
            assert_eq!(bits(&made.sensors), bits(&sensors), "{threads} threads");
            let healthy = Outcome {
                steps: STEPS,
                ..Outcome::default()
            };
            assert_eq!(made.outcomes, vec![healthy; n]);
        }
    }
}

#[test]
fn a_controller_sees_what_a_loop_of_control_and_step_sees() {
    let model = scene();
    let n = 5;
    let initial = starts(&model, n);
    // a controller that reads derived quantities, keeps its own state, and applies forces that nothing else clears
    let control = |k: usize, t: usize, data: &mut Data| {
        data.state.userdata[0] += data.kin.xpos.rows()[1].z;
        data.state.ctrl.rows_mut()[0] = -data.sensor.sensordata[0] - 0.1 * data.state.userdata[0];
        data.state.xfrc_applied.rows_mut()[1][2] = 0.1 * (k + t) as f64;
    };
    let closed = |k: usize, t: usize, _: &_, data: &mut Data| control(k, t, data);
    let mut rollout = Rollout::with_threads(&model, 2).unwrap();
    let batch = Batch::new(n, STEPS).initial(&initial).controller(&closed);
    let first = rollout.run(&batch).unwrap();
    let again = rollout.run(&batch.chunk_size(3)).unwrap();
    assert_eq!(bits(&first.states), bits(&again.states));
    for k in 0..n {
        let mut data = Data::new(&model);
        let start = row(&initial, k, initial.len() / n);
        set_state(&mut data, StateBit::FULLPHYSICS, start).unwrap();
        forward(&model, &mut data).unwrap();
        for t in 0..STEPS {
            control(k, t, &mut data);
            step(&model, &mut data).unwrap();
            assert_eq!(bits(first.state(k, t)), bits(&state_of(&model, &data)));
            let readings = data.sensor.sensordata.rows();
            assert_eq!(bits(first.sensordata(k, t)), bits(readings));
        }
    }
}

#[test]
fn every_simulation_may_have_its_own_model() {
    let model = scene();
    let n = 6;
    let variant = |k: usize, model: &mut synovia::model::Model| {
        model.opt.gravity.z = -1.0 - k as f64;
        model.body.mass.rows_mut()[1] *= 1.0 + 0.2 * k as f64;
        set_const(model).unwrap();
    };
    let vary = |k: usize| {
        let mut copy = model.clone();
        variant(k, &mut copy);
        copy
    };
    let variants: Vec<Model> = (0..n).map(vary).collect();
    let initial = starts(&model, 1);
    let mut rollout = Rollout::with_threads(&model, 3).unwrap();
    let batch = Batch::new(n, STEPS).initial(&initial);
    let edited = rollout.run(&batch.edit(&variant)).unwrap();
    let chosen = rollout.run(&batch.models(&|k| &variants[k])).unwrap();
    assert_eq!(bits(&edited.states), bits(&chosen.states));
    assert_eq!(bits(&edited.sensors), bits(&chosen.sensors));
    for (k, variant) in variants.iter().enumerate() {
        let (states, _) = plain_loop(variant, &initial, None, |_, _| {});
        let mine = row(&edited.states, k, states.len());
        assert_eq!(bits(mine), bits(&states));
    }
}

#[test]
fn controls_may_be_shared_and_be_any_input() {
    let model = scene();
    let signature = StateBit::CTRL | StateBit::XFRC_APPLIED | StateBit::MOCAP_POS;
    let width = state_size(&model, signature).unwrap();
    let (n, initial) = (3, starts(&model, 1));
    let values = numbers(5, n * STEPS * width);
    let mut rollout = Rollout::with_threads(&model, 2).unwrap();
    let cases = [
        (Rows::Each, n * STEPS),
        (Rows::PerStep, STEPS),
        (Rows::PerSimulation, n),
        (Rows::One, 1),
    ];
    for (rows, count) in cases {
        let values = &values[..count * width];
        let batch = Batch::new(n, STEPS).initial(&initial);
        let made = rollout.run(&batch.inputs(signature, rows, values)).unwrap();
        for k in 0..n {
            let (states, sensors) = plain_loop(&model, &initial, None, |t, data| {
                let index = match rows {
                    Rows::Each => k * STEPS + t,
                    Rows::PerStep => t,
                    Rows::PerSimulation => k,
                    Rows::One => 0,
                };
                set_state(data, signature, row(values, index, width)).unwrap();
            });
            let mine = row(&made.states, k, states.len());
            assert_eq!(bits(mine), bits(&states), "{rows:?}");
            let mine = row(&made.sensors, k, sensors.len());
            assert_eq!(bits(mine), bits(&sensors), "{rows:?}");
        }
        // inputs of one batch do not leak into the next
        let made = rollout.run(&batch).unwrap();
        let (states, _) = plain_loop(&model, &initial, None, |_, _| {});
        assert_eq!(bits(row(&made.states, 0, states.len())), bits(&states));
    }
}

#[test]
fn sleepers_of_one_simulation_are_awake_in_the_next() {
    let xml = r#"<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="5 5 1"/>
      <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"#;
    let model = Model::from_xml_str(xml).unwrap();
    let mut data = Data::new(&model);
    data.state.qpos[2] = 3.0;
    let high = state_of(&model, &data);
    let mut rollout = Rollout::with_threads(&model, 1).unwrap();
    let asleep = rollout.run(&Batch::new(1, 1000)).unwrap();
    assert_eq!(asleep.state(0, 998)[1..], asleep.state(0, 999)[1..]);
    let falling = rollout.run(&Batch::new(1, 10).initial(&high)).unwrap();
    assert!(falling.state(0, 9)[3] < 3.0);
}

#[test]
fn what_goes_wrong_stops_a_simulation_and_is_told() {
    let model = scene();
    let n = 3;
    let mut initial = starts(&model, n);
    let width = initial.len() / n;
    initial[width + 3] = f64::NAN;
    let mut rollout = Rollout::with_threads(&model, 2).unwrap();
    let batch = Batch::new(n, STEPS).initial(&initial);
    let made = rollout.run(&batch).unwrap();
    let kind = Warning::BadQpos;
    let error = SimulationError::Warning { kind, info: 2 };
    let stopped = &made.outcomes[1];
    assert_eq!((stopped.steps, stopped.reset), (1, true));
    assert_eq!(stopped.error.as_ref(), Some(&error));
    let bad = stopped.bad.unwrap();
    assert_eq!((bad.warning, bad.index), (kind, 2));
    assert!(bad.value.is_nan());
    assert_eq!(error.to_string(), "mjWARN_BADQPOS at 2");
    assert!(made.outcomes[0].is_healthy() && made.outcomes[2].is_healthy());
    // the row after the warning is repeated
    assert_eq!(bits(made.state(1, 0)), bits(made.state(1, STEPS - 1)));

    // a bad number from the last step is reported, although no step raised a warning
    let breaking = |k: usize, t: usize, _: &_, data: &mut Data| {
        if (k, t) == (2, STEPS - 1) {
            data.state.qpos.rows_mut()[..3].copy_from_slice(&[9.995e9, 0.0, 9.0]);
            data.state.qvel.rows_mut()[0] = 9e9;
        }
    };
    let made = rollout.run(&Batch::new(n, STEPS).controller(&breaking));
    let made = made.unwrap();
    assert!(made.outcomes[0].is_healthy());
    let expected = Outcome {
        steps: STEPS,
        error: Some(SimulationError::NotFinite),
        ..Outcome::default()
    };
    assert_eq!(made.outcomes[2], expected);

    // an edit may not change sizes
    let growing = |k: usize, model: &mut synovia::model::Model| {
        if k == 1 {
            model.size.nq += 1;
        }
    };
    let made = rollout.run(&Batch::new(n, STEPS).edit(&growing)).unwrap();
    assert_eq!(made.outcomes[1].error, Some(SimulationError::Misshapen));
    assert!(made.outcomes[2].is_healthy());
    assert!(made.state(1, STEPS - 1).iter().all(|x| x.is_nan()));
    assert!(made.state(2, STEPS - 1).iter().all(|x| x.is_finite()));

    // nor set ids out of range
    let pointing = |k: usize, model: &mut synovia::model::Model| {
        if k == 1 {
            model.geom.bodyid.rows_mut()[0].0 = 77;
        }
    };
    let made = rollout.run(&Batch::new(n, STEPS).edit(&pointing)).unwrap();
    let error = made.outcomes[1].error.as_ref().unwrap().to_string();
    assert!(error.starts_with("geom_bodyid[0] is 77"), "{error}");
    assert_eq!(made.outcomes[1].steps, 0);
    assert!(made.state(1, 0).iter().all(|x| x.is_nan()));
    assert!(made.outcomes[0].is_healthy() && made.outcomes[2].is_healthy());
}

#[test]
fn wrong_shapes_are_named() {
    let model = scene();
    let mut rollout = Rollout::with_threads(&model, 2).unwrap();
    let mut refused = |batch: Batch<'_>| rollout.run(&batch).unwrap_err().to_string();
    let batch = Batch::new(3, 10);
    let nstate = state_size(&model, StateBit::FULLPHYSICS).unwrap();
    assert_eq!(
        refused(batch.initial(&[0.0; 4])),
        format!(
            "initial should have {} numbers (3 simulations × {nstate}), it has 4",
            3 * nstate
        )
    );
    assert_eq!(
        refused(batch.warmstart(&[0.0; 2])),
        "warmstart should have 42 numbers (3 simulations × 14), it has 2"
    );
    assert_eq!(
        refused(batch.controls(&[0.0; 59])),
        "controls should have 60 numbers (3 simulations × 10 steps × 2), it has 59"
    );
    assert_eq!(
        refused(batch.inputs(StateBit::CTRL, Rows::PerStep, &[0.0; 60])),
        "controls should have 20 numbers (10 steps × 2), it has 60"
    );
    let not_inputs = batch.inputs(StateBit::QPOS, Rows::One, &[0.0; 16]);
    assert!(refused(not_inputs).contains("not user inputs"));
    assert!(refused(batch.inputs(1 << 20, Rows::One, &[])).contains("not a valid state signature"));
    let other = Model::from_xml_str(&SCENE.replace("<sensor>", "<sensor><clock/>")).unwrap();
    let (one, two): (&synovia::model::Model, &synovia::model::Model) = (&model, &other);
    let choose = |k: usize| if k == 2 { two } else { one };
    assert_eq!(
        refused(batch.models(&choose)),
        "the model of simulation 2 has nsensordata 6, not 5"
    );

    let mut outcomes = [Outcome::default(), Outcome::default()];
    let record = Record {
        outcomes: Some(&mut outcomes),
        ..Record::default()
    };
    let error = rollout.run_into(&batch, record).unwrap_err();
    assert_eq!(
        error.to_string(),
        "outcomes should have 3 entries (3 simulations), it has 2"
    );
    let pool = Pool::new(0).unwrap();
    let error = pool.run(&model, &mut [], &batch, Record::default());
    assert_eq!(error, Err(BatchError::NoData));
    let mut wrong = Data::new(&other);
    let error = pool.run(&model, &mut [&mut wrong], &batch, Record::default());
    assert_eq!(
        error.unwrap_err().to_string(),
        "a Data has nsensordata 6, but the model has 5"
    );
}

#[test]
fn nothing_to_do_is_done() {
    let model = scene();
    let mut rollout = Rollout::new(&model).unwrap();
    assert!(rollout.run(&Batch::new(0, 5)).unwrap().states.is_empty());
    let made = rollout.run(&Batch::new(2, 0)).unwrap();
    assert_eq!(made.outcomes, vec![Outcome::default(); 2]);
    assert!(made.state(0, 0).is_empty());
}

#[test]
fn a_batch_does_not_allocate_from_step_to_step() {
    let model = scene();
    let initial = starts(&model, 4);
    let mut rollout = Rollout::with_threads(&model, 1).unwrap();
    let mut used = |steps: usize| {
        let batch = Batch::new(4, steps).initial(&initial);
        let run = || rollout.run_into(&batch, Record::default()).unwrap();
        allocation_counter::measure(run).count_total
    };
    used(300);
    assert_eq!(used(3), used(300));
}

#[test]
fn whoever_waits_is_told_when_simulations_end() {
    let model = scene();
    let told = std::sync::Mutex::new(Vec::new());
    let finished = |k: usize, outcome: &Outcome, data: &Data| {
        let h = model.opt.timestep;
        assert!((data.state.time - outcome.steps as f64 * h).abs() < 1e-12);
        told.lock().unwrap().push((k, outcome.steps));
    };
    let mut rollout = Rollout::with_threads(&model, 3).unwrap();
    let batch = Batch::new(10, 5).on_finished(&finished);
    rollout.run_into(&batch, Record::default()).unwrap();
    let mut told = told.into_inner().unwrap();
    told.sort_unstable();
    assert_eq!(told, (0..10).map(|k| (k, 5)).collect::<Vec<_>>());
}

#[test]
fn memory_of_another_model_is_refused_whatever_size_differs() {
    let of = |more: &str| {
        let xml = format!(
            "<mujoco><worldbody><body {more}/><body pos='0 0 1'><freejoint/><geom size='.1'/></body></worldbody></mujoco>"
        );
        Model::from_xml_str(&xml).unwrap()
    };
    let (with, without) = (of("mocap='true'"), of(""));
    let mut data = Data::new(&without);
    assert_eq!(data.size_mismatch(&without), None);
    let found = data.size_mismatch(&with).unwrap();
    assert_eq!((found.name, found.expected, found.found), ("nmocap", 1, 0));
    let pool = Pool::new(1).unwrap();
    let run = |model: &Model, data: &mut Data| {
        let batch = Batch::new(1, 1);
        pool.run(model, &mut [data], &batch, Record::default())
    };
    assert!(run(&without, &mut data).is_ok());
    let refused = run(&with, &mut data).unwrap_err();
    assert!(refused.to_string().contains("nmocap"), "{refused}");
}

#[test]
fn models_may_differ_in_the_boxes_of_their_meshes() {
    let of = |corners: &[[f64; 3]]| {
        let vertex: Vec<String> = corners.iter().flatten().map(f64::to_string).collect();
        let xml = format!(
            "<mujoco><asset><mesh name='m' vertex='{}'/></asset><worldbody>
               <geom type='mesh' mesh='m'/>
               <body pos='0 0 .25'><freejoint/><geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>",
            vertex.join(" ")
        );
        Model::from_xml_str(&xml).unwrap()
    };
    let cube: Vec<[f64; 3]> = (0..8)
        .map(|k| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { -0.2 } else { 0.2 }))
        .collect();
    let (large, small) = (of(&cube), of(&[cube[0], cube[1], cube[2], cube[4]]));
    assert!(large.size.nbvh > small.size.nbvh);
    let alone = [&small, &large].map(|model| {
        let mut rollout = Rollout::with_threads(model, 1).unwrap();
        rollout.run(&Batch::new(1, 50)).unwrap()
    });
    // in the data of the model with fewer boxes
    let models = |k: usize| -> &synovia::model::Model { if k == 0 { &small } else { &large } };
    let mut rollout = Rollout::with_threads(&small, 1).unwrap();
    let both = rollout.run(&Batch::new(2, 50).models(&models)).unwrap();
    for (k, alone) in alone.iter().enumerate() {
        assert_eq!(bits(both.state(k, 49)), bits(alone.state(0, 49)));
    }
}
