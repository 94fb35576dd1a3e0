//! Trees that come to rest fall asleep, and are woken by whatever moves them.

mod support;

use support::{close, load};
use synovia_engine::data::EngineError;
use synovia_engine::sleep::awake;
use synovia_engine::sleep::wake::{by_contact, first_of_cycle, wake_tree};
use synovia_engine::stage::collision;
use synovia_engine::stage::kinematics;
use synovia_engine::{Data, forward, gate, step};
use synovia_model::Model;
use synovia_model::id::{ActuatorId, BodyId, DofId, EqualityId, TreeId};

/// Two boxes on top of each other, one apart, and a ball that never sleeps.
const SCENE: &str = r#"<mujoco><option><flag sleep="enable"/></option>
  <worldbody><geom type="plane" size="5 5 1"/>
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="1 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="3 0 1" sleep="never"><joint type="slide" axis="0 0 1" stiffness="100"/><geom size=".1"/></body>
  </worldbody></mujoco>"#;

fn asleep() -> (Model, Data) {
    let model = load(SCENE);
    let mut data = Data::new(&model);
    for _ in 0..1000 {
        step(&model, &mut data).expect("the model is sound");
    }
    (model, data)
}

#[test]
fn an_island_sleeps_as_a_cycle_and_at_rest() {
    let (model, data) = asleep();
    assert_eq!(data.state.tree_asleep.rows(), [1, 0, 2, -11]);
    assert_eq!(data.island.tree_awake.rows(), [0, 0, 0, 1]);
    assert_eq!(data.asleep(), 3);
    assert_eq!(data.efc.counts.nefc, 0);
    assert!(
        data.state.qvel.rows()[..18]
            .iter()
            .all(|v| v.to_bits() == 0)
    );
    assert!(model.dof.len() == 19 && data.state.qvel[DofId(18)] != 0.0);
}

#[test]
fn what_sleeps_stays_as_it_is() {
    let (model, mut data) = asleep();
    let (qpos, xpos) = (data.state.qpos.clone(), data.kin.xpos.clone());
    for _ in 0..100 {
        step(&model, &mut data).unwrap();
    }
    assert_eq!(data.state.qpos.rows()[..21], qpos.rows()[..21]);
    assert_eq!(data.kin.xpos.rows()[..4], xpos.rows()[..4]);
    assert_ne!(data.state.qpos[21], qpos[21]);
}

#[test]
fn a_change_by_the_user_wakes_the_whole_cycle() {
    type Change = fn(&mut Data);
    let changes: [Change; 4] = [
        |data| data.state.qpos[2] += 1e-9,
        |data| data.state.qvel[DofId(6)] = 1e-12,
        |data| data.state.qfrc_applied[DofId(0)] = -0.0,
        |data| data.state.xfrc_applied[BodyId(1)][2] = 1e-3,
    ];
    for change in changes {
        let (model, mut data) = asleep();
        change(&mut data);
        forward(&model, &mut data).unwrap();
        assert_eq!(data.state.tree_asleep.rows(), [-11, -11, 2, -11]);
        assert!(data.efc.counts.nefc > 0);
    }
}

#[test]
fn a_contact_wakes_with_the_patience_of_the_one_who_touches() {
    let (model, mut data) = asleep();
    // the single box is moved next to the tower: it has been awake for a while and needs three more quiet steps
    data.state.qpos[14] = 0.199;
    data.state.tree_asleep[TreeId::new(2_usize)] = -4;
    awake::update(&mut gate::enter(&model, &mut data).unwrap());
    forward(&model, &mut data).unwrap();
    assert_eq!(data.state.tree_asleep.rows(), [-4, -4, -4, -11]);
    assert_eq!(data.island.nisland, 1);
}

#[test]
fn switching_sleep_off_wakes_everybody() {
    let (mut model, mut data) = asleep();
    model.opt.enableflags = 0;
    forward(&model, &mut data).unwrap();
    assert_eq!(data.asleep(), 0);
    assert!(data.efc.counts.nefc > 0);
}

#[test]
fn a_broken_cycle_is_told() {
    let (model, mut data) = asleep();
    data.state.tree_asleep[TreeId::new(0_usize)] = 7;
    data.state.qvel[DofId(0)] = 1.0;
    let error = forward(&model, &mut data).unwrap_err();
    assert!(error.to_string().contains("cycle"), "{error}");
}

#[test]
fn a_touch_by_one_who_is_said_to_sleep_is_told() {
    // written by the user after the poses are known: tree 2 is simulated, but its count means that it sleeps
    for count in [0, 1, 2] {
        let (model, mut data) = asleep();
        data.state.qpos[14] = 0.199;
        data.state.tree_asleep[TreeId::new(2_usize)] = -4;
        awake::update(&mut gate::enter(&model, &mut data).unwrap());
        kinematics(&model, &mut data).unwrap();
        collision(&model, &mut data).unwrap();
        data.state.tree_asleep[TreeId::new(2_usize)] = count;
        let mut at = gate::enter(&model, &mut data).unwrap();
        assert!(!by_contact(&mut at));
        let error = EngineError::BrokenSleepCycle(2);
        assert_eq!(at.outcome(), Err(error));
        assert_eq!(data.state.tree_asleep.rows(), [1, 0, count, -11]);
    }
}

#[test]
fn a_sleeping_tree_in_an_island_is_told_and_nothing_moves() {
    // a weld to a mocap body wakes no tree: the reference refuses to step
    let model = load(
        r#"<mujoco><option><flag sleep="enable"/></option>
          <worldbody><geom type="plane" size="5 5 .1"/>
            <body name="hand" mocap="true" pos="0 0 1"/>
            <body name="box" pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
          </worldbody>
          <equality><weld body1="box" body2="hand" active="false"/></equality></mujoco>"#,
    );
    let mut data = Data::new(&model);
    for _ in 0..100 {
        step(&model, &mut data).unwrap();
    }
    assert_eq!(data.state.tree_asleep.rows(), [0]);
    data.state.eq_active[EqualityId::new(0_usize)] = 1;
    let time = data.state.time;
    let refused = step(&model, &mut data);
    assert_eq!(refused, Err(EngineError::AsleepInIsland(0)));
    assert_eq!(data.state.time.to_bits(), time.to_bits());
}

#[test]
fn cycles_are_followed_to_their_start() {
    let mut trees = [2, -3, 4, 3, 0];
    assert_eq!(first_of_cycle(&trees, TreeId(4)), Some(TreeId(0)));
    assert_eq!(first_of_cycle(&trees, TreeId(3)), Some(TreeId(3)));
    assert_eq!(wake_tree(&mut trees, TreeId(1), -5), Some(0));
    assert_eq!(wake_tree(&mut trees, TreeId(2), -5), Some(3));
    assert_eq!(trees, [-5, -5, -5, 3, -5]);
    // the walk around the cycle ends even if the new value looks like a link
    let mut cycle = [1, 0];
    assert_eq!(wake_tree(&mut cycle, TreeId(0), 1), Some(2));
    assert_eq!(cycle, [1, 1]);
    // a tail that leads into a cycle is not a cycle
    assert_eq!(wake_tree(&mut [1, 2, 1], TreeId(0), -5), None);
}

/// The disturbance before step `k` of the recording, as in `conformance/tools/golden_sleep.py`.
fn disturb(data: &mut Data, k: usize) {
    let state = &mut data.state;
    match k {
        0 => state.qvel[DofId(9)] = 1.6,
        30 => state.qvel[DofId(0)] = 1.5,
        900 => state.ctrl[ActuatorId(0)] = 1.0,
        1100 => state.xfrc_applied[BodyId(8)][0] = 2.0,
        1110 => state.xfrc_applied[BodyId(8)][0] = 0.0,
        1300 => state.ctrl[ActuatorId(0)] = 0.0,
        1400 => state.eq_active[EqualityId::new(0_usize)] = 1,
        1900 => state.qpos[1] -= 0.15,
        _ => {}
    }
}

#[test]
fn trees_fall_asleep_and_wake_in_the_steps_of_the_oracle() {
    let numbers =
        |words: &str| -> Vec<f64> { words.split(' ').map(|word| word.parse().unwrap()).collect() };
    let lines = include_str!("golden/sleep.txt").lines();
    let mut recorded = lines.map(|line| {
        let (kind, rest) = line.split_once(' ').unwrap();
        let (k, values) = rest.split_once(' ').unwrap();
        (kind, k.parse::<usize>().unwrap(), numbers(values))
    });
    let mut next = recorded.next();

    let model = load(include_str!("golden/sleep.xml"));
    let mut data = Data::new(&model);
    let who = |asleep: &[i32]| -> Vec<bool> { asleep.iter().map(|&t| t >= 0).collect() };
    let mut expected = Vec::new();
    for k in 0..2400 {
        disturb(&mut data, k);
        step(&model, &mut data).unwrap();
        while let Some((kind, _, values)) = next.take_if(|(_, at, _)| *at == k) {
            match kind {
                "s" => {
                    expected = values.iter().map(|&t| t as i32).collect();
                    assert_eq!(data.state.tree_asleep.rows(), expected, "step {k}");
                }
                "d" => close(data.sensor.sensordata.rows(), &values, 1e-6),
                _ => close(data.state.qpos.rows(), &values, 1e-8),
            }
            next = recorded.next();
        }
        assert_eq!(who(data.state.tree_asleep.rows()), who(&expected), "{k}");
    }
    assert!(next.is_none());
}
