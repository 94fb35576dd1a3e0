//! Solvers under stress: impossible, redundant, tiny, huge or broken problems.

mod support;

use support::{at, close, load};
use synovia_engine::Sensing;
use synovia_engine::data::{Contact, EngineError};
use synovia_engine::inverse_from;
use synovia_engine::{Data, forward, stage, step, step1, step2};
use synovia_model::Model;
use synovia_model::enums::{Cone, Disable, Integrator, Jacobian, Solver, Stage, Warning};
use synovia_model::id::DofId;

const SOLVERS: [Solver; 4] = [Solver::Newton, Solver::Cg, Solver::Pgs, Solver::ActiveSet];
const GROUND: &str = r#"<geom type="plane" size="20 20 1"/>"#;

fn cube(x: f64, y: f64, z: f64, more: &str) -> String {
    format!(
        r#"<body pos="{x} {y} {z}"><freejoint/><geom type="box" size=".1 .1 .1" {more}/></body>"#
    )
}

fn world(bodies: &str) -> Model {
    load(&format!(
        "<mujoco><worldbody>{GROUND}{bodies}</worldbody></mujoco>"
    ))
}

fn finite(data: &Data) -> bool {
    let all = [&data.force.qacc, &data.force.qfrc_constraint];
    all.iter()
        .all(|column| column.iter().all(|x| x.is_finite()))
        && data.efc.force.iter().all(|x| x.is_finite())
}

fn warned(data: &Data, warning: Warning) -> i32 {
    data.diag.warning[warning.to_i32() as usize].number
}

#[test]
fn what_is_no_number_is_warned_of_and_reset() {
    for solver in SOLVERS {
        let mut model = world(&cube(0.0, 0.0, 0.0999, ""));
        model.opt.solver = solver;
        for (index, warning) in [(0, Warning::BadQpos), (1, Warning::BadQvel)] {
            for bad in [f64::NAN, f64::INFINITY, 1e12] {
                let mut data = Data::new(&model);
                for _ in 0..10 {
                    step(&model, &mut data).unwrap();
                }
                if index == 0 {
                    data.state.qpos[2] = bad;
                } else {
                    data.state.qvel[DofId(2)] = bad;
                }
                step(&model, &mut data).unwrap();
                assert_eq!(warned(&data, warning), 1);
                assert!(finite(&data) && data.state.time < 0.01);
            }
        }

        // an acceleration that is too large, due to a huge force
        let mut data = Data::new(&model);
        data.state.qfrc_applied[DofId(2)] = 1e14;
        step(&model, &mut data).unwrap();
        assert_eq!(warned(&data, Warning::BadQacc), 1);
        assert!(data.state.qpos.iter().all(|x| x.is_finite()));

        // without the reset there is only the warning, counted twice as in the reference
        model.opt.disableflags |= Disable::AUTORESET;
        let mut data = Data::new(&model);
        data.state.qfrc_applied[DofId(2)] = 1e14;
        step(&model, &mut data).unwrap();
        assert_eq!(warned(&data, Warning::BadQacc), 2);
        assert!(data.state.qvel[DofId(2)].abs() > 1e8);
    }
}

#[test]
fn the_first_warning_of_a_kind_is_news_with_its_time() {
    let model = world(&cube(0.0, 0.0, 0.0999, ""));
    let mut data = Data::new(&model);
    for _ in 0..10 {
        step(&model, &mut data).unwrap();
    }
    let time = data.state.time;
    data.state.qpos[2] = f64::NAN;
    step(&model, &mut data).unwrap();
    let kind = Warning::BadQpos.to_i32() as usize;
    // the time before the reset
    let news = data.diag.unreported[kind].take();
    assert_eq!(news.map(|news| (news.info, news.time)), Some((2, time)));

    // the second one is only counted, until the next reset
    data.state.qpos[2] = f64::NAN;
    step(&model, &mut data).unwrap();
    assert_eq!(data.diag.unreported, [None; 8]);
    data.reset(&model).unwrap();
    data.state.qpos[2] = f64::NAN;
    step(&model, &mut data).unwrap();
    assert!(data.diag.unreported[kind].is_some());
}

#[test]
fn contradictory_equalities_find_a_compromise() {
    let xml = r#"<mujoco><option gravity="0 0 0"/><worldbody>
  <body name="a" pos="0 0 1"><freejoint/><geom size=".1"/></body>
  <body name="left" pos="-1 0 1"/><body name="right" pos="1 0 1"/></worldbody>
  <equality><connect body1="a" body2="left" anchor="0 0 0"/><connect body1="a" body2="right" anchor="0 0 0"/></equality></mujoco>"#;
    let mut found = Vec::new();
    for solver in SOLVERS {
        let mut model = load(xml);
        model.opt.solver = solver;
        // each pulls the body to a different position
        for (e, x) in [(0, -1.0), (1, 1.0)] {
            model.equality.data.rows_mut()[e][3] = x;
        }
        let mut data = Data::new(&model);
        for _ in 0..500 {
            step(&model, &mut data).unwrap();
            assert!(finite(&data));
        }
        found.push(data.state.qpos.rows().to_vec());
    }
    for other in &found[1..] {
        close(other, &found[0], 1e-6);
    }
}

#[test]
fn redundant_and_empty_constraints_are_solved() {
    let weld = r#"<weld body1="a" body2="b"/>"#;
    let nothing = r#"<weld body1="fixed" body2="still"/><connect body1="fixed" anchor="0 0 0"/>"#;
    let mut found = Vec::new();
    for solver in SOLVERS {
        let xml = format!(
            r#"<mujoco><worldbody><body name="fixed"/><body name="still" pos="1 0 0"/>
  <body name="a" pos="0 0 1"><freejoint/><geom size=".1"/></body><body name="b" pos=".3 0 1"><freejoint/><geom size=".1"/></body>
  </worldbody><equality>{}{nothing}<weld body1="a"/></equality></mujoco>"#,
            weld.repeat(4)
        );
        let mut model = load(&xml);
        model.opt.solver = solver;
        model.opt.iterations = 5000;
        model.opt.tolerance = 1e-15;
        let mut data = Data::new(&model);
        data.state.qpos[7] += 0.01;
        forward(&model, &mut data).unwrap();
        assert!(finite(&data));
        found.push(data.force.qacc.rows().to_vec());
    }
    for other in &found[1..] {
        close(other, &found[0], 1e-5);
    }
}

#[test]
fn a_mass_ratio_of_a_million_stands() {
    for solver in SOLVERS {
        let mut model = world(
            &(cube(0.0, 0.0, 0.0999, r#"mass=".001""#) + &cube(0.0, 0.0, 0.2997, r#"mass="1000""#)),
        );
        model.opt.solver = solver;
        let mut data = Data::new(&model);
        for _ in 0..500 {
            step(&model, &mut data).unwrap();
            assert!(finite(&data));
        }
        assert_eq!(data.diag.warning.iter().map(|w| w.number).sum::<i32>(), 0);
    }
}

#[test]
fn microsecond_steps_run() {
    for solver in SOLVERS {
        let mut model = world(&cube(0.0, 0.0, 0.09999, ""));
        model.opt.solver = solver;
        model.opt.timestep = 1e-6;
        let mut data = Data::new(&model);
        for _ in 0..2000 {
            step(&model, &mut data).unwrap();
        }
        assert!(finite(&data));
        assert!((data.state.qpos[2] - 0.09999).abs() < 1e-4);
    }
}

/// Bricks that overlap by half, row upon row: one island.
fn wall(columns: usize, rows: usize) -> Model {
    let bodies: String = (0..rows)
        .flat_map(|z| (0..columns).map(move |x| (x, z)))
        .map(|(x, z)| {
            let shift = if z % 2 == 0 { 0.0 } else { 0.1 };
            cube(
                0.2 * x as f64 * 1.001 + shift,
                0.0,
                0.0999 + 0.1999 * z as f64,
                "",
            )
        })
        .collect();
    world(&bodies)
}

#[test]
fn a_thousand_contacts_run() {
    for (solver, cone, iterations) in [
        (Solver::Newton, Cone::Pyramidal, 100),
        (Solver::Newton, Cone::Elliptic, 100),
        (Solver::Cg, Cone::Pyramidal, 30),
        (Solver::Pgs, Cone::Elliptic, 10),
    ] {
        let mut model = wall(15, 9);
        model.opt.solver = solver;
        model.opt.cone = cone;
        model.opt.iterations = iterations;
        let mut data = Data::new(&model);
        for _ in 0..3 {
            step(&model, &mut data).unwrap();
        }
        assert!(
            data.contact.list.len() >= 1000,
            "{}",
            data.contact.list.len()
        );
        assert!(finite(&data));
    }
}

#[test]
fn a_thousand_contacts_in_islands_are_solved_exactly() {
    let bodies: String = (0..256)
        .map(|k| cube(0.3 * f64::from(k % 16), 0.3 * f64::from(k / 16), 0.0999, ""))
        .collect();
    let mut model = world(&bodies);
    model.opt.solver = Solver::ActiveSet;
    let mut data = Data::new(&model);
    for _ in 0..3 {
        step(&model, &mut data).unwrap();
    }
    assert!(data.contact.list.len() >= 1000 && data.island.nisland == 256);
    assert!(finite(&data));
    assert_eq!(data.diag.unsolved.number, 0);
}

#[test]
fn par_19_references_of_mixed_signs_are_replaced_and_counted() {
    let scene = |solref: &str, condim: i32| {
        format!(
            r#"<mujoco><default><geom solref="{solref}" condim="{condim}"/></default><worldbody>
            <geom type="plane" size="1 1 1"/>
            <body pos="0 0 .0995"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"#
        )
    };
    // four contacts, each a separate group of rows
    for (condim, rows) in [(1, 4), (3, 16), (6, 40)] {
        let (model, mut data) = at(&scene("-100 1", condim), &[], &[]);
        let expected = at(&scene("0.02 1", condim), &[], &[]).1;
        assert_eq!(data.efc.counts.nefc, rows);
        let count = |data: &Data| {
            let stat = data.diag.replaced_reference;
            (stat.number, stat.lastinfo)
        };
        assert_eq!(count(&data), (4, rows as i32 * 3 / 4));
        assert_eq!(count(&expected), (0, 0));
        assert!(data.contact.list.iter().all(|c| c.solref == [-100.0, 1.0]));
        assert_eq!(data.efc.aref.rows(), expected.efc.aref.rows());
        assert_eq!(data.force.qacc.rows(), expected.force.qacc.rows());
        step(&model, &mut data).unwrap();
        assert_eq!(count(&data).0, 8);
    }
    let standard = at(&scene("-100 -1", 3), &[], &[]).1;
    assert_eq!(standard.diag.replaced_reference.number, 0);
}

#[test]
fn a_solver_asked_out_of_turn_makes_up_for_what_is_missing() {
    let xml = r#"<mujoco><worldbody><geom type="plane" size="20 20 1"/>
  <body pos="0 0 .0999"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="1 0 .0999"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"#;
    for jacobian in [Jacobian::Dense, Jacobian::Sparse] {
        for solver in SOLVERS {
            let mut model = load(xml);
            model.opt.solver = solver;
            model.opt.jacobian = jacobian;
            let mut data = Data::new(&model);
            forward(&model, &mut data).unwrap();
            let expected = data.force.qacc.rows().to_vec();
            assert!(data.efc.counts.nefc > 0);

            // rows are new, nothing else is
            stage::make_constraint(&model, &mut data).unwrap();
            stage::reference_constraint(&model, &mut data).unwrap();
            stage::solve(&model, &mut data).unwrap();
            close(data.force.qacc.rows(), &expected, 1e-6);

            // fewer rows than before
            data.contact.list.truncate(3);
            stage::make_constraint(&model, &mut data).unwrap();
            stage::reference_constraint(&model, &mut data).unwrap();
            stage::solve(&model, &mut data).unwrap();
            assert!(finite(&data));

            // rows in another format, or for a solver that needs less
            for (other, stored) in [
                (Solver::Newton, Jacobian::Dense),
                (Solver::Newton, Jacobian::Sparse),
                (Solver::Pgs, Jacobian::Dense),
                (Solver::Pgs, Jacobian::Sparse),
            ] {
                (model.opt.solver, model.opt.jacobian) = (other, stored);
                let mut data = Data::new(&model);
                forward(&model, &mut data).unwrap();
                (model.opt.solver, model.opt.jacobian) = (solver, jacobian);
                stage::solve(&model, &mut data).unwrap();
                close(data.force.qacc.rows(), &expected, 1e-6);
            }
        }
    }
}

#[test]
fn a_layout_that_changes_in_mid_step_changes_no_acceleration() {
    // rows of tendons are copied from Jacobians in one of two formats
    let xml = r#"<mujoco><worldbody>
  <body pos="0 0 1"><joint name="a" axis="0 1 0"/><geom size=".05" pos=".3 0 0"/></body>
  <body pos="1 0 1"><joint name="c" axis="0 1 0"/><geom size=".05" pos=".3 0 0"/>
    <body pos=".4 0 0"><joint name="b" axis="0 1 0"/><geom size=".05" pos=".3 0 0"/></body></body></worldbody>
  <tendon>
    <fixed limited="true" range="-.1 .1" frictionloss=".5"><joint joint="b" coef="2"/></fixed>
    <fixed limited="true" range="-.1 .1"><joint joint="a" coef="-1"/><joint joint="c" coef="1"/></fixed>
  </tendon></mujoco>"#;
    let run = |before, after| {
        let mut model = load(xml);
        let mut data = Data::new(&model);
        data.state.qpos.rows_mut().copy_from_slice(&[0.3, 0.6, 0.7]);
        model.opt.jacobian = before;
        step1(&model, &mut data).unwrap();
        model.opt.jacobian = after;
        step2(&model, &mut data).unwrap();
        assert_eq!(data.efc.counts.nefc, 3);
        let mut found = data.force.qacc.rows().to_vec();
        // and back, for the results that the previous acceleration needs
        forward(&model, &mut data).unwrap();
        model.opt.jacobian = before;
        inverse_from(&model, &mut data, Stage::Vel, Sensing::Off).unwrap();
        found.extend(data.force.qfrc_inverse.rows());
        found
    };
    let expected = run(Jacobian::Dense, Jacobian::Dense);
    assert!(expected.iter().any(|a| a.abs() > 1.0));
    for (before, after) in [
        (Jacobian::Sparse, Jacobian::Sparse),
        (Jacobian::Dense, Jacobian::Sparse),
        (Jacobian::Sparse, Jacobian::Dense),
    ] {
        close(&run(before, after), &expected, 1e-8);
    }
}

#[test]
fn a_cone_that_changes_in_mid_step_leaves_rows_what_they_are() {
    let cones = [Cone::Pyramidal, Cone::Elliptic];
    for solver in [Solver::Newton, Solver::Cg, Solver::Pgs] {
        for before in cones {
            let [stays, changes] = cones.map(|after| {
                let mut model = world(&cube(0.0, 0.0, 0.0999, ""));
                model.opt.solver = solver;
                model.opt.cone = before;
                let mut data = Data::new(&model);
                data.state.qvel[DofId(0)] = 0.3;
                step1(&model, &mut data).unwrap();
                model.opt.cone = after;
                step2(&model, &mut data).unwrap();
                (before == after, data.force.qacc.rows().to_vec())
            });
            assert_ne!(stays.0, changes.0);
            close(&stays.1, &changes.1, 1e-9);
        }
    }
}

#[test]
fn contacts_of_too_few_or_too_many_dimensions_are_refused() {
    for cone in [Cone::Pyramidal, Cone::Elliptic] {
        for dim in [-1, 0, 7, i32::MAX] {
            let mut model = world(&cube(0.0, 0.0, 0.0999, ""));
            model.opt.cone = cone;
            model.geom.condim.rows_mut().fill(dim);
            let mut data = Data::new(&model);
            let refused = step(&model, &mut data);
            assert_eq!(refused, Err(EngineError::UnsoundContact(0)));
            assert_eq!(data.state.time, 0.0);
        }
    }
}

#[test]
fn contacts_can_be_overwritten_with_anything() {
    let overwrite: [fn(&mut Contact); 6] = [
        |contact| contact.dim = 9,
        |contact| contact.dim = -3,
        |contact| contact.geom = [77, 99],
        |contact| contact.geom = [i32::MIN, i32::MAX],
        |contact| contact.efc_address = i32::MAX,
        |contact| contact.exclude = 12,
    ];
    for solver in [Solver::Newton, Solver::Cg, Solver::Pgs] {
        for (cone, noslip) in [
            (Cone::Pyramidal, 3),
            (Cone::Elliptic, 0),
            (Cone::Elliptic, 3),
        ] {
            for change in overwrite {
                let bodies = cube(0.0, 0.0, 0.0999, "") + &cube(0.4, 0.0, 0.0999, "condim='6'");
                let mut model = world(&bodies);
                (model.opt.solver, model.opt.cone) = (solver, cone);
                model.opt.noslip_iterations = noslip;
                let mut data = Data::new(&model);
                for last in [false, true] {
                    forward(&model, &mut data).unwrap();
                    let k = if last { data.contact.list.len() - 1 } else { 0 };
                    change(&mut data.contact.list[k]);
                    // each is refused or completed: an address that is out of range is an error of stages that use it
                    let _ = stage::solve(&model, &mut data);
                    let _ = stage::transmission(&model, &mut data);
                    let _ = stage::post_constraint(&model, &mut data);
                    let made = stage::make_constraint(&model, &mut data);
                    let sound = data.contact.list[k].is_sound(&model);
                    assert_eq!(made.is_ok(), sound);
                    let _ = stage::islands(&model, &mut data);
                    let _ = stage::solve(&model, &mut data);
                }
            }
        }
    }
}

#[test]
fn options_that_name_nothing_are_refused() {
    type Change = fn(&mut Model);
    let changes: [(&str, Change); 3] = [
        ("solver=7", |model| model.opt.solver = Solver(7)),
        ("integrator=12", |model| {
            model.opt.integrator = Integrator(12);
        }),
        // DIFFERENCE(unknown-cone): the reference mixes both cones
        ("cone=5", |model| model.opt.cone = Cone(5)),
    ];
    for (told, change) in changes {
        let mut model = world(&cube(0.0, 0.0, 0.0999, ""));
        change(&mut model);
        let mut data = Data::new(&model);
        let error = step(&model, &mut data).unwrap_err();
        assert!(error.to_string().contains(told), "{error}");
        assert_eq!(data.state.time, 0.0);
        // DIFFERENCE(unknown-integrator): the reference takes Euler in the second half of a step
        let halves = step1(&model, &mut data).and_then(|_| step2(&model, &mut data));
        assert_eq!(halves.unwrap_err(), error);
        assert_eq!(data.state.time, 0.0);
    }
}

#[test]
fn rows_that_do_not_fit_into_the_arena_are_dropped_with_a_warning() {
    let boxes: String = (0..5)
        .map(|k| cube(0.3 * f64::from(k), 0.0, 0.09, ""))
        .collect();
    // the smallest arena for all rows is that of the reference
    for (memory, contacts, rows) in [
        ("20K", 0, 0),
        ("40K", 20, 0),
        ("51199", 20, 0),
        ("51200", 20, 80),
        ("60K", 20, 80),
    ] {
        let model = load(&format!(
            "<mujoco><size memory='{memory}'/><worldbody>{GROUND}{boxes}</worldbody></mujoco>"
        ));
        let mut data = Data::new(&model);
        step(&model, &mut data).unwrap();
        assert_eq!(data.contact.list.len(), contacts);
        assert_eq!(data.efc.counts.nefc, rows);
        let dropped = contacts > 0 && rows == 0;
        assert_eq!(warned(&data, Warning::ConstraintFull) > 0, dropped);
        assert_eq!(warned(&data, Warning::ContactFull) > 0, contacts == 0);
    }
}
