//! PGS: its cost never rises, and touch sensors read the normal force for every kind of contact.

mod support;

use support::{at, load, near};
use synovia_engine::contact::contact_force;
use synovia_engine::{Data, forward};
use synovia_model::Model;
use synovia_model::enums::{Cone, Jacobian, Solver};

/// `½ fᵀ AR f + fᵀ b`, with `AR` stored as a dense matrix.
fn dual_cost(data: &Data, force: &[f64]) -> f64 {
    let n = force.len();
    let row = |r: usize| -> f64 {
        let ar = &data.efc.ar.rows()[r * n..(r + 1) * n];
        let product: f64 = ar.iter().zip(force).map(|(a, f)| a * f).sum();
        force[r] * (0.5 * product + data.efc.b[r])
    };
    (0..n).map(row).sum()
}

fn box_of(mass: f64, condim: i32) -> Model {
    let mut model = load(&format!(
        r#"<mujoco><worldbody><geom type="plane" size="5 5 1"/><body pos="0 0 .0999"><freejoint/>
           <geom type="box" size=".1 .1 .1" mass="{mass}" condim="{condim}"/></body></worldbody></mujoco>"#
    ));
    model.opt.cone = Cone::Elliptic;
    model.opt.jacobian = Jacobian::Dense;
    model.opt.tolerance = 0.0;
    model
}

#[test]
fn sol_25_sol_48_an_update_that_raises_the_cost_is_taken_back() {
    // the friction blocks of a thousand tonnes are so small that their update fails, with zero friction
    for condim in [3, 4, 6] {
        let mut model = box_of(1e6, condim);
        let mut data = Data::new(&model);
        let push = [0.3, 0.2, -0.4, 0.1, -0.2, 0.3];
        data.state.qvel.rows_mut().copy_from_slice(&push);
        model.opt.solver = Solver::Newton;
        forward(&model, &mut data).unwrap();
        let start = data.efc.force.rows().to_vec();
        let qacc = data.force.qacc.rows().to_vec();
        data.state.qacc_warmstart.rows_mut().copy_from_slice(&qacc);

        model.opt.solver = Solver::Pgs;
        model.opt.iterations = 3;
        forward(&model, &mut data).unwrap();
        let largest = start.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
        let before = dual_cost(&data, &start);
        let after = dual_cost(&data, data.efc.force.rows());
        assert!(after <= before + 1e-12 * before.abs(), "{after} {before}");
        assert_eq!(data.contact.list.len(), 4);
        for contact in &data.contact.list {
            let force = contact_force(&model, &data.efc, contact);
            assert!(force[1].hypot(force[2]) > 1e-3 * largest, "{force:?}");
        }
    }
}

#[test]
fn con_22_touch_is_the_normal_force_of_every_condim() {
    for cone in ["pyramidal", "elliptic"] {
        for condim in [1, 3, 4, 6] {
            let xml = format!(
                r#"<mujoco><option cone="{cone}"/><worldbody><geom type="plane" size="5 5 1" condim="1"/>
                   <body pos="0 0 .099"><freejoint/><geom size=".1" condim="{condim}" friction=".7 .2 .1"/>
                     <site name="all" size=".2"/><site name="none" pos="0 0 .3" size=".1"/></body></worldbody>
                   <sensor><touch site="all"/><touch site="none"/></sensor></mujoco>"#
            );
            let (model, data) = at(&xml, &[], &[0.02, 0.01, -0.3, 0.1, -0.2, 0.3]);
            let force = contact_force(&model, &data.efc, &data.contact.list[0]);
            assert_eq!(force.iter().filter(|&&f| f != 0.0).count(), condim);
            assert!(force[0] > 1.0);
            near(data.sensor.sensordata[0], force[0], 1e-12);
            assert_eq!(data.sensor.sensordata[1], 0.0);
        }
    }
}

#[test]
fn a_body_with_many_more_rows_than_dofs_comes_to_the_cost_of_newton() {
    // temporaries of PGS grow with rows, those of Newton also with dofs
    let foot = |k| {
        let (x, y) = (f64::from(k % 8) * 0.1, f64::from(k / 8) * 0.1);
        format!(r#"<geom size=".06" pos="{x} {y} 0" mass=".1"/>"#)
    };
    let feet = (0..64).map(foot).collect::<Vec<_>>().concat();
    for cone in ["pyramidal", "elliptic"] {
        let mut model = load(&format!(
            r#"<mujoco><option cone="{cone}" tolerance="0" iterations="3000" jacobian="dense"/><worldbody>
               <geom type="plane" size="5 5 1"/><body pos="0 0 .0599"><freejoint/>{feet}</body></worldbody></mujoco>"#
        ));
        model.opt.solver = Solver::Pgs;
        let mut found = Data::new(&model);
        forward(&model, &mut found).unwrap();
        assert!(found.efc.counts.nefc >= 64 * 3);
        model.opt.solver = Solver::Newton;
        let mut expected = Data::new(&model);
        forward(&model, &mut expected).unwrap();
        // Newton's forces minimise the dual
        let [cost, least] =
            [&found, &expected].map(|data| dual_cost(&found, data.efc.force.rows()));
        let excess = (cost - least) / least.abs();
        assert!((-1e-12..1e-4).contains(&excess), "{cost} {least} {excess}");
    }
}
