//! What sleeps is skipped without a change of any bit: the same scene with and without skipping, disturbed at random.

mod support;

use proptest::prelude::*;
use support::{Numbers, load};
use synovia_engine::{Data, forward, step, step1, step2};
use synovia_model::Model;
use synovia_model::enums::{Cone, Disable, Enable, Integrator, Jacobian, SleepPolicy, Solver};
use synovia_model::id::{BodyId, DofId, EqualityId, GeomId, JointId, MocapId, TendonId, TreeId};

/// A number below `n`.
fn pick(numbers: &mut Numbers, n: usize) -> usize {
    ((numbers.next() + 1.0) * 0.5 * n as f64) as usize % n.max(1)
}

/// Free boxes, arms on the world, on a static table and on a mocap body, tendons and equalities between them.
fn scene(numbers: &mut Numbers) -> String {
    let mut bodies = String::new();
    let (boxes, arms) = (2 + pick(numbers, 5), 1 + pick(numbers, 3));
    for k in 0..boxes {
        let (x, z) = (0.3 * (k / 2) as f64, 0.1 + 0.2 * (k % 2) as f64);
        // a box without a neighbour may start asleep
        let alone = k % 2 == 0 && k + 1 == boxes;
        let sleep = if alone {
            ["", " sleep='init'"][pick(numbers, 2)]
        } else {
            ""
        };
        let body = format!(
            "<body name='box{k}' pos='{x} 0 {z}'{sleep}><freejoint/>
               <geom type='box' size='.1 .1 .1' density='200'/><site name='on{k}' pos='0 0 .1'/></body>"
        );
        bodies += &body;
    }
    let arm = |name: &str, y: f64| {
        format!(
            "<body name='{name}' pos='0 {y} .6'>
               <joint name='{name}a' axis='0 1 0' damping='.4' stiffness='2' limited='true' range='-40 40'/>
               <geom type='capsule' fromto='0 0 0 0 0 -.2' size='.03'/>
               <body pos='0 0 -.2'><joint name='{name}b' axis='0 1 0' damping='.4' frictionloss='.05'/>
                 <geom type='capsule' fromto='0 0 0 0 0 -.2' size='.03'/>
                 <body pos='0 0 -.2'><geom size='.05' density='300'/><site name='{name}s'/><camera mode='trackcom'/></body>
               </body></body>"
        )
    };
    for k in 0..arms {
        bodies += &arm(&format!("arm{k}"), 1.0 + 0.5 * k as f64);
    }
    format!(
        "<mujoco><option sleep_tolerance='.02'><flag sleep='enable'/></option>
          <worldbody><geom type='plane' size='5 5 .1'/>{bodies}
            <body pos='2 0 0'><geom type='box' size='.3 .3 .1'/>{}</body>
            <body name='hand' mocap='true' pos='-2 0 0'><geom size='.05'/>{}</body>
            <body pos='-1 0 2'><joint axis='0 1 0'/><geom type='capsule' size='.05' fromto='0 0 0 .5 0 0'/></body>
          </worldbody>
          <tendon><spatial limited='true' range='0 3'><site site='on0'/><site site='arm0s'/></spatial>
            <fixed limited='true' range='-.5 .5'><joint joint='arm0a' coef='1'/><joint joint='ontablea' coef='-1'/></fixed></tendon>
          <equality><connect body1='box0' body2='box1' anchor='0 0 .1' active='false'/>
            <joint joint1='arm0b' joint2='onhandb' active='false'/></equality>
          <actuator><motor joint='arm0a' gear='2'/><position joint='ontablea' kp='3' kv='.3'/></actuator>
          <sensor><framepos objtype='body' objname='box0'/><accelerometer site='arm0s'/><subtreecom body='box1'/>
            <touch site='on0'/><jointvel joint='onhanda'/></sensor>
         </mujoco>",
        arm("ontable", 0.0),
        arm("onhand", 0.2),
    )
}

/// Options, at random.
fn choose(model: &mut Model, numbers: &mut Numbers) {
    model.opt.integrator = [
        Integrator::Euler,
        Integrator::ImplicitFast,
        Integrator::Implicit,
        Integrator::Rk4,
    ][pick(numbers, 4)];
    model.opt.solver = [Solver::Newton, Solver::Newton, Solver::Cg, Solver::Pgs][pick(numbers, 4)];
    model.opt.cone = [Cone::Pyramidal, Cone::Elliptic][pick(numbers, 2)];
    model.opt.jacobian = [Jacobian::Dense, Jacobian::Sparse][pick(numbers, 2)];
    model.opt.noslip_iterations = [0, 0, 0, 2][pick(numbers, 4)];
    if pick(numbers, 3) == 0 {
        model.opt.enableflags |= Enable::ENERGY;
    }
    if pick(numbers, 6) == 0 {
        model.opt.disableflags |= Disable::WARMSTART;
    }
    // rows of sleeping dofs of `M` grow if a tendon with armature is partly asleep
    if pick(numbers, 4) == 0 {
        model.tendon.armature[TendonId(0)] = 0.01;
    }
}

/// A disturbance of the simulations, the same for both.
#[expect(clippy::too_many_lines, reason = "a list of disturbances")]
fn disturb(model: &mut Model, both: &mut [Data], numbers: &mut Numbers) {
    let (nq, nv) = (model.qpos0.len(), model.dof.len());
    let (b, j) = (
        BodyId::new(pick(numbers, model.body.len())),
        JointId::new(pick(numbers, model.joint.len())),
    );
    let (g, t) = (
        GeomId::new(pick(numbers, model.geom.len())),
        TreeId::new(pick(numbers, model.tree.len())),
    );
    let (k, i, c) = (
        pick(numbers, nq),
        DofId::new(pick(numbers, nv)),
        pick(numbers, 6),
    );
    let small = 0.1 * numbers.next();
    let zero = [0.0, -0.0][pick(numbers, 2)];
    match pick(numbers, 34) {
        0 => both.iter_mut().for_each(|data| data.state.qpos[k] += small),
        1 => both
            .iter_mut()
            .for_each(|data| data.state.qpos[k] += 1e-17 * small),
        2 => both.iter_mut().for_each(|data| data.state.qvel[i] = small),
        3 => both.iter_mut().for_each(|data| data.state.qvel[i] = zero),
        4 => both
            .iter_mut()
            .for_each(|data| data.state.qfrc_applied[i] = small),
        5 => both
            .iter_mut()
            .for_each(|data| data.state.qfrc_applied.rows_mut().fill(zero)),
        6 => both
            .iter_mut()
            .for_each(|data| data.state.xfrc_applied[b][c] = small),
        7 => both
            .iter_mut()
            .for_each(|data| data.state.xfrc_applied.rows_mut().fill([zero; 6])),
        8 => both
            .iter_mut()
            .for_each(|data| data.state.mocap_pos[MocapId(0)].x += small),
        9 => both
            .iter_mut()
            .for_each(|data| data.state.ctrl.rows_mut().fill(3.0 * small)),
        10 => both.iter_mut().for_each(|data| {
            let active =
                &mut data.state.eq_active[EqualityId::new(pick(&mut Numbers::new(c as u64), 2))];
            *active = 1 - *active;
        }),
        11 => both
            .iter_mut()
            .for_each(|data| data.state.qacc_warmstart[i] = small),
        12 => both.iter_mut().for_each(|data| data.force.qacc[i] = small),
        13 => both
            .iter_mut()
            .for_each(|data| data.force.qfrc_constraint[i] = small),
        14 => both.iter_mut().for_each(|data| data.kin.xpos[b].x += small),
        15 => both.iter_mut().for_each(|data| {
            data.state.tree_asleep[t] = -3;
            data.sleep_was_written();
        }),
        16 => both
            .iter_mut()
            .for_each(|data| data.state.tree_asleep[t] = -3),
        17 => both.iter_mut().for_each(|data| drop(data.reset(model))),
        18 => model.body.pos[b].z += 0.01 * small,
        19 => model.body.quat[b].x += 0.01 * small,
        20 => model.joint.pos[j].z += 0.01 * small,
        21 => model.joint.axis[j].z += 0.01 * small,
        22 => model.qpos0[k] += 0.01 * small,
        23 => model.geom.margin[g] = small.abs(),
        24 => model.geom.rbound[g] += small.abs(),
        25 => model.body.subtreemass[b] *= 1.0 + small,
        26 => model.dof.frictionloss[i] = small.abs(),
        27 => model.joint.range[j] = [-small.abs(), small.abs()],
        28 => model.tendon.range[TendonId(1)] = [-small.abs(), small.abs()],
        29 => {
            model.tree.sleep_policy[t] =
                [SleepPolicy::Auto, SleepPolicy::Never, SleepPolicy::Allowed][pick(numbers, 3)];
        }
        30 => model.opt.enableflags ^= Enable::SLEEP,
        31 => model.opt.gravity.x = small,
        32 => model.body.mass[b] *= 1.0 + small,
        _ => model.opt.disableflags ^= Disable::ISLAND,
    }
}

/// Asserts that two simulations have the same bits.
fn compare([skipping, plain]: [&Data; 2], k: usize) {
    for ((info, a), (_, b)) in skipping.columns().into_iter().zip(plain.columns()) {
        assert_eq!(a.bytes(), b.bytes(), "{} after step {k}", info.name);
    }
    assert_eq!(
        skipping.contact.list, plain.contact.list,
        "contacts after step {k}"
    );
    let bits = |data: &Data| data.energy.map(f64::to_bits);
    assert_eq!(bits(skipping), bits(plain), "energies after step {k}");
}

/// Runs a random scene with and without skipping.
fn skipping_equals_visiting(seed: u64) {
    let mut numbers = Numbers::new(seed);
    let mut model = load(&scene(&mut numbers));
    choose(&mut model, &mut numbers);
    let mut both = vec![Data::new(&model), Data::new(&model)];
    both[1].skip_nothing_asleep();
    // disturbed seldom enough that trees fall asleep in between
    let often = [0, 4, 40][pick(&mut numbers, 3)];
    for k in 0..300 {
        if often > 0 && pick(&mut numbers, often) == 0 {
            disturb(&mut model, &mut both, &mut numbers);
        }
        let way = pick(&mut numbers, 20);
        let advance = |data: &mut Data| match way {
            0 => forward(&model, data).map(drop),
            1 => step1(&model, data).and_then(|_| {
                data.state.xfrc_applied[BodyId(1)][2] += 1e-3;
                step2(&model, data).map(drop)
            }),
            _ => step(&model, data).map(drop),
        };
        let done: Vec<_> = both.iter_mut().map(advance).collect();
        assert_eq!(done[0], done[1], "outcome of step {k}");
        compare([&both[0], &both[1]], k);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn skipping_what_sleeps_changes_no_bit(seed in any::<u64>()) {
        skipping_equals_visiting(seed);
    }
}

/// A program breaks a cycle of sleeping trees and forbids one of them to sleep.
#[test]
fn a_tree_that_cannot_wake_is_an_error_of_each_step() {
    skipping_equals_visiting(16375472310511754129);
}

#[test]
fn the_random_scenes_are_partly_asleep() {
    for seed in 0..10 {
        let model = load(&scene(&mut Numbers::new(seed)));
        let mut data = Data::new(&model);
        for _ in 0..300 {
            step(&model, &mut data).unwrap();
        }
        let trees = model.tree.len();
        assert!((trees / 2..trees).contains(&data.asleep()), "seed {seed}");
    }
}
