//! Rows of every kind, and the result of each solver: numbers of the reference, and laws between storage formats.

mod support;

use support::{Numbers, load};
use synovia_engine::state::integrate_pos;
use synovia_engine::{Data, forward};
use synovia_model::Model;
use synovia_model::enums::{Cone, Jacobian, JointType, Solver};
use synovia_model::id::DofId;

/// `n` numbers between −1 and 1.
fn pattern(n: usize, factor: usize, modulus: usize) -> impl Iterator<Item = f64> {
    let half = (modulus / 2) as f64;
    (0..n).map(move |i| (((factor * i) % modulus) as f64 - half) / half)
}

/// The state of `conformance/tools/golden_constraints.py`.
fn disturbed(model: &Model) -> Data {
    let mut data = Data::new(model);
    let nv = model.dof.len();
    let reach = |i: usize| match model.joint.type_[model.dof.jntid.rows()[i]] {
        JointType::Free => 0.004,
        _ => 0.1,
    };
    let moved: Vec<f64> = (pattern(nv, 7, 11).enumerate())
        .map(|(i, x)| x * reach(i))
        .collect();
    integrate_pos(model, data.state.qpos.rows_mut(), &moved, 1.0);
    let state = &mut data.state;
    for (slot, x) in state.qvel.iter_mut().zip(pattern(nv, 5, 13)) {
        *slot = x * 0.75;
    }
    for (slot, x) in state.qacc_warmstart.iter_mut().zip(pattern(nv, 3, 17)) {
        *slot = x * 20.0;
    }
    data
}

/// Asserts that numbers agree, relative to `scale` or their own size.
#[track_caller]
fn agree(what: &str, found: &[f64], expected: &[f64], scale: f64) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (k, (a, b)) in found.iter().zip(expected).enumerate() {
        let off = (a - b).abs() / b.abs().max(scale);
        assert!(off < 1e-11, "{what} {k}: {a} against {b}");
    }
}

fn rows(data: &Data) -> Vec<Vec<f64>> {
    let efc = &data.efc;
    let row = |r: usize| {
        let first = [
            f64::from(efc.kind[r]),
            f64::from(efc.id[r]),
            efc.pos[r],
            efc.margin[r],
            efc.frictionloss[r],
            efc.diag_approx[r],
        ];
        let last = [efc.d[r], efc.r[r], efc.vel[r], efc.aref[r]];
        [&first[..], &efc.kbip[r], &last].concat()
    };
    (0..efc.counts.nefc).map(row).collect()
}

/// Iterations, statistics of each, and nonzeros.
fn work(data: &Data) -> Vec<f64> {
    let count = data.diag.solver_niter[0];
    let mut out = vec![f64::from(count)];
    for stat in &data.diag.solver[..count as usize] {
        out.extend([stat.improvement, stat.gradient, stat.lineslope]);
        out.extend([stat.nactive, stat.nchange, stat.neval, stat.nupdate].map(f64::from));
    }
    out.push(f64::from(data.diag.solver_nnz[0]));
    out
}

/// Statistics without the number of active or changed rows if there are ties: forces that a dual solver has moved onto a
/// cone are inside or outside by rounding.
fn without_ties(list: &[f64], tied: bool) -> Vec<f64> {
    let keep = |k: &usize| !(tied && *k + 1 < list.len() && matches!(k % 7, 4 | 5));
    (0..list.len()).filter(keep).map(|k| list[k]).collect()
}

#[test]
fn rows_and_every_iteration_of_every_solver_are_those_of_the_reference() {
    let mut model = load(include_str!("golden/constraints.xml"));
    let mut lines = include_str!("golden/constraints.txt").lines().map(|line| {
        let numbers = line.split(' ').map(|word| word.parse::<f64>().unwrap());
        numbers.collect::<Vec<_>>()
    });
    let cones = [Cone::Pyramidal, Cone::Elliptic];
    let expected_rows = cones.map(|cone| {
        model.opt.cone = cone;
        let mut data = disturbed(&model);
        forward(&model, &mut data).unwrap();
        let count = data.efc.counts.nefc;
        lines.by_ref().take(count).collect::<Vec<_>>()
    });
    assert_eq!(expected_rows.each_ref().map(Vec::len), [54, 44]);

    for jacobian in [Jacobian::Dense, Jacobian::Sparse] {
        for (cone, expected_rows) in cones.into_iter().zip(&expected_rows) {
            for (solver, iterations) in [(Solver::Pgs, 6), (Solver::Cg, 6), (Solver::Newton, 4)] {
                for noslip in [0, 3] {
                    model.opt.jacobian = jacobian;
                    model.opt.cone = cone;
                    model.opt.solver = solver;
                    model.opt.iterations = iterations;
                    model.opt.noslip_iterations = noslip;
                    let mut data = disturbed(&model);
                    forward(&model, &mut data).unwrap();
                    let case = format!("{jacobian:?} {cone:?} {solver:?} {noslip}");
                    for (r, (row, expected)) in rows(&data).iter().zip(expected_rows).enumerate() {
                        agree(&format!("{case}, row {r}"), row, expected, 1.0);
                    }
                    let expected = lines.next().unwrap();
                    let (statistics, qacc) = expected.split_at(expected.len() - model.dof.len());
                    let tied = cone == Cone::Elliptic && (solver == Solver::Pgs || noslip > 0);
                    let [found, expected] =
                        [&work(&data), statistics].map(|list| without_ties(list, tied));
                    agree(&format!("{case}, statistics"), &found, &expected, 1e3);
                    agree(&format!("{case}, qacc"), data.force.qacc.rows(), qacc, 1e3);
                }
            }
        }
    }
    assert!(lines.next().is_none());
}

/// Rows of balls, each of which leans on the next and on the ground; more trees than a word has bits.
fn row_of_balls(cone: Cone) -> Model {
    let ball = |k| {
        let x = 0.199 * f64::from(k);
        format!(
            r#"<body pos="{x} 0 .0995"><freejoint/><geom size=".1" condim="3" friction=".4"/></body>"#
        )
    };
    let balls = (0..70).map(ball).collect::<Vec<_>>().concat();
    let mut model = load(&format!(
        r#"<mujoco><option tolerance="1e-14"/><worldbody><geom type="plane" size="5 5 1"/>{balls}</worldbody></mujoco>"#
    ));
    model.opt.cone = cone;
    model
}

/// The same simulation with a dense and a sparse Jacobian.
fn dense_and_sparse(model: &mut Model) -> [Data; 2] {
    [Jacobian::Dense, Jacobian::Sparse].map(|jacobian| {
        model.opt.jacobian = jacobian;
        let mut data = Data::new(model);
        let mut numbers = Numbers::new(11);
        for v in &mut data.state.qvel {
            *v = numbers.next();
        }
        forward(model, &mut data).expect("the model is sound");
        data
    })
}

#[test]
fn the_delassus_matrix_of_many_trees_is_the_dense_one() {
    let mut model = row_of_balls(Cone::Pyramidal);
    model.opt.solver = Solver::Pgs;
    model.opt.iterations = 20;
    let [dense, sparse] = dense_and_sparse(&mut model);
    let n = dense.efc.counts.nefc;
    assert_eq!([n, sparse.efc.counts.nefc], [4 * (70 + 69); 2]);
    let (mut found, efc) = (vec![0.0; n * n], &sparse.efc);
    for r in 0..n {
        let start = efc.ar_rowadr[r] as usize;
        for k in start..start + efc.ar_rownnz[r] as usize {
            found[r * n + efc.ar_colind[k] as usize] = efc.ar[k];
        }
    }
    agree("AR", &found, dense.efc.ar.rows(), 1.0);
    // a ball has one contact with the ground and one with each neighbour
    let entries: usize = (0..70)
        .map(|k| if k == 0 || k == 69 { 8 } else { 12 })
        .sum();
    assert!(efc.ar.len() > 4 * entries);
    agree("force", efc.force.rows(), dense.efc.force.rows(), 1.0);
}

#[test]
fn newton_and_cg_find_the_minimum_whatever_the_jacobian_is_stored_as() {
    for cone in [Cone::Pyramidal, Cone::Elliptic] {
        let mut model = row_of_balls(cone);
        let [dense, sparse] = dense_and_sparse(&mut model);
        let states = |data: &Data| data.efc.state.rows().to_vec();
        assert_eq!(states(&dense), states(&sparse));
        agree(
            "qacc",
            sparse.force.qacc.rows(),
            dense.force.qacc.rows(),
            1e2,
        );
        // rows changed on the way, so that the factor had to be updated
        let changes = |data: &Data| data.diag.solver[1].nchange;
        assert!(changes(&dense) > 0 && changes(&sparse) > 0);

        model.opt.solver = Solver::Cg;
        model.opt.iterations = 5;
        let [dense, sparse] = dense_and_sparse(&mut model);
        agree(
            "qacc",
            sparse.force.qacc.rows(),
            dense.force.qacc.rows(),
            1e2,
        );
    }
}

#[test]
fn the_improvement_is_the_fall_of_the_cost() {
    // more equalities than dofs: ½ (M q̈ − f)·(q̈ − q̈_s) + ½ Σ D x², and nothing else
    let mut model = load(
        r#"<mujoco><option iterations="1" tolerance="0"><flag warmstart="disable" island="disable"/></option><worldbody>
             <body name="a" pos="0 0 1"><joint axis="0 1 0"/><joint type="slide" axis="1 0 0"/>
               <geom type="box" size=".1 .2 .3" mass="2"/></body></worldbody>
           <equality><weld body1="a" relpose=".1 0 1.1 1 0 .1 0"/><connect body1="a" anchor=".1 .2 .3"/></equality></mujoco>"#,
    );
    for solver in [Solver::Cg, Solver::Newton] {
        model.opt.solver = solver;
        let mut data = Data::new(&model);
        data.state.qpos.rows_mut().copy_from_slice(&[0.2, 0.1]);
        data.state.qvel.rows_mut().copy_from_slice(&[0.5, -0.3]);
        forward(&model, &mut data).unwrap();
        assert_eq!((data.efc.counts.ne, data.efc.counts.nefc), (9, 9));
        let smooth = data.force.qacc_smooth.rows().to_vec();
        let cost = |qacc: &[f64]| {
            let mut x = vec![0.0; 9];
            data.efc.jacobian(false, 2).mul_vec(&mut x, qacc);
            let rows = (0..9).map(|r| 0.5 * data.efc.d[r] * (x[r] - data.efc.aref[r]).powi(2));
            let mut force = [0.0; 2];
            synovia_engine::inertia::mul_m(&model, &data.inertia, &mut force, qacc);
            let leaving = (0..2).map(|i| {
                0.5 * (force[i] - data.force.qfrc_smooth[DofId::new(i)]) * (qacc[i] - smooth[i])
            });
            rows.sum::<f64>() + leaving.sum::<f64>()
        };
        let fall = cost(&smooth) - cost(data.force.qacc.rows());
        let scale = 1.0 / (model.stat.meaninertia * 2.0);
        let found = data.diag.solver[0].improvement;
        assert!((found - scale * fall).abs() < 1e-10 * found && found > 1.0);
    }
}

#[test]
fn an_element_of_a_flex_shares_a_contact_by_inverse_distances() {
    for jacobian in [Jacobian::Dense, Jacobian::Sparse] {
        let mut model = load(
            r#"<mujoco><worldbody>
                 <flexcomp name="sheet" type="grid" count="4 4 1" spacing=".1 .1 .1" pos="0 0 .2" dim="2" mass="1" radius=".01">
                   <contact condim="1" selfcollide="none"/></flexcomp>
                 <body pos=".11 .02 .16"><freejoint/><geom size=".05" mass=".5" condim="1"/></body></worldbody></mujoco>"#,
        );
        model.opt.jacobian = jacobian;
        let mut data = Data::new(&model);
        forward(&model, &mut data).unwrap();
        let (nv, flex) = (model.dof.len(), &model.flex);
        let mut compared = 0;
        for contact in &data.contact.list {
            let Ok(element) = usize::try_from(contact.elem[1]) else {
                continue;
            };
            let verts = &flex.elem.rows()[3 * element..3 * element + 3];
            let inverse = |v: i32| {
                let at = data.kin.flexvert_xpos.rows()[v as usize];
                1.0 / (contact.pos - at).norm()
            };
            let sum: f64 = verts.iter().map(|&v| inverse(v)).sum();
            let normal = contact.frame.row(0).to_array();
            let ball = model.geom.bodyid.rows()[contact.geom[0] as usize];
            let mut diagonal = model.body.invweight0[ball][0];
            let mut row = vec![0.0; nv];
            for &v in verts {
                let (weight, body) = (inverse(v) / sum, flex.vertbodyid.rows()[v as usize]);
                diagonal += weight * model.body.invweight0[body][0];
                for (k, i) in model.body.dofs(body).enumerate() {
                    row[i.index()] = weight * normal[k];
                }
            }
            let r = contact.efc_address as usize;
            let mut found = vec![0.0; nv];
            let sparse = synovia_engine::is_sparse(&model);
            data.efc.jacobian(sparse, nv).add_row(&mut found, r, 1.0);
            // only the translation of the ball contributes: the last six dofs
            for (k, n) in normal.into_iter().enumerate() {
                row[nv - 6 + k] = -n;
            }
            agree("row", &found[..nv - 3], &row[..nv - 3], 1.0);
            agree("diagonal", &[data.efc.diag_approx[r]], &[diagonal], 1.0);
            compared += 1;
        }
        assert!(compared > 0, "{:?}", data.contact.list);
    }
}
