//! Islands and solvers: the same solution by every method.

mod support;

use support::{close, load, near};
use synovia_engine::stage::rows_in_order;
use synovia_engine::{Data, forward, step};
use synovia_model::Model;
use synovia_model::enums::{Disable, Jacobian, Solver};
use synovia_model::id::{DofId, JointId};

/// Three pendulums: two coupled, one at its limit; and a free body without constraints.
const SCENE: &str = r#"<mujoco>
  <option><flag contact="disable"/></option>
  <default><geom type="capsule" fromto="0 0 0 .5 0 0" size=".03"/></default>
  <worldbody>
    <body><joint name="a" axis="0 1 0" frictionloss=".1"/><geom/></body>
    <body pos="0 1 0"><freejoint/><geom/></body>
    <body pos="0 2 0"><joint name="l" axis="0 1 0" range="-5 10" limited="true"/><geom/>
      <body pos=".5 0 0"><joint axis="0 0 1"/><geom/></body>
    </body>
    <body pos="0 3 0"><joint name="b" axis="0 1 0"/><geom/></body>
  </worldbody>
  <equality><joint joint1="b" joint2="a" polycoef=".1 2 0 0 0"/></equality>
</mujoco>"#;

fn solved(model: &Model) -> Data {
    let mut data = Data::new(model);
    data.state.qpos[0] = 0.2;
    let limited = model.joint.qposadr[JointId(2)] as usize;
    data.state.qpos[limited] = 0.3;
    data.state.qvel[DofId(0)] = -0.4;
    forward(model, &mut data).expect("the model is sound");
    data
}

#[test]
fn trees_that_rows_join_are_one_island() {
    let model = load(SCENE);
    let data = solved(&model);
    assert_eq!(data.island.nisland, 2);
    // trees: a, the free body, l with its arm, b
    assert_eq!(data.island.tree_island.rows(), [0, -1, 1, 0]);
    assert_eq!(data.island.nidof, 4);
    assert_eq!(data.island.island_nv.rows(), [2, 2]);
    assert_eq!(data.island.island_nefc.rows(), [2, 1]);
    assert_eq!(data.island.island_ne.rows(), [1, 0]);
    assert_eq!(data.island.island_nf.rows(), [1, 0]);
    // dofs without rows move as if there were no constraints
    for i in 1..7 {
        assert_eq!(
            data.force.qacc[DofId::new(i)],
            data.force.qacc_smooth[DofId::new(i)]
        );
    }
}

#[test]
fn sol_solvers_storage_and_islands_do_not_change_the_solution() {
    let mut model = load(SCENE);
    model.opt.tolerance = 0.0;
    model.opt.iterations = 50;
    let reference = solved(&model);
    for solver in [Solver::Newton, Solver::Cg] {
        for jacobian in [Jacobian::Dense, Jacobian::Sparse] {
            for islands in [true, false] {
                model.opt.solver = solver;
                model.opt.jacobian = jacobian;
                model.opt.disableflags =
                    Disable::CONTACT | if islands { 0 } else { Disable::ISLAND };
                let data = solved(&model);
                close(data.force.qacc.rows(), reference.force.qacc.rows(), 1e-8);
                close(data.efc.force.rows(), reference.efc.force.rows(), 1e-8);
            }
        }
    }
}

#[test]
fn the_solution_is_where_every_row_balances() {
    let model = load(SCENE);
    let data = solved(&model);
    for r in 0..data.efc.counts.nefc {
        // residual of each row at the solution, and the force it implies
        let mut rate = 0.0;
        for (i, value) in data
            .efc
            .jacobian(false, model.dof.len())
            .values(r)
            .iter()
            .enumerate()
        {
            rate += value * data.force.qacc[DofId::new(i)];
        }
        let residual = rate - data.efc.aref[r];
        let free = -data.efc.d[r] * residual;
        let expected = if r < data.efc.counts.ne {
            free
        } else if r < data.efc.counts.ne + data.efc.counts.nf {
            free.clamp(-data.efc.frictionloss[r], data.efc.frictionloss[r])
        } else {
            free.max(0.0)
        };
        near(data.efc.force[r], expected, 1e-7);
    }
}

#[test]
fn dofs_without_constraints_have_no_part_in_the_forces_of_others() {
    // with noslip all dofs are solved together, and the previous acceleration of a flying body may be anything
    let run = |error: f64| {
        let mut model = load(
            r#"<mujoco><option noslip_iterations="1" iterations="1"/><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .0999"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="0 0 2"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"#,
        );
        let mut data = Data::new(&model);
        data.state.qvel[DofId(0)] = 0.3;
        for _ in 0..100 {
            step(&model, &mut data).unwrap();
        }
        for a in &mut data.state.qacc_warmstart.rows_mut()[6..] {
            *a += error;
        }
        model.opt.noslip_tolerance = 0.0;
        forward(&model, &mut data).unwrap();
        assert_eq!(data.island.nidof, 6);
        data.force.qacc.rows().to_vec()
    };
    assert_eq!(run(0.1), run(0.0));
}

#[test]
fn rows_with_the_same_columns_are_counted_within_their_island() {
    let cube = |x: f64| {
        format!(
            "<body pos='{x} 0 .0999'><freejoint/><geom type='box' size='.1 .1 .1'/><body pos='0 0 .1'>\
             <joint axis='0 1 0' frictionloss='1'/><geom size='.02' pos='0 0 .1'/></body></body>"
        )
    };
    for bodies in [cube(0.0), cube(0.0) + &cube(1.0)] {
        let xml = format!(
            "<mujoco><option jacobian='sparse'/><worldbody><geom type='plane' size='5 5 1'/>{bodies}</worldbody></mujoco>"
        );
        let model = load(&xml);
        let mut data = Data::new(&model);
        forward(&model, &mut data).unwrap();
        rows_in_order(&mut data);
        let island = &data.island;
        let columns = |r: usize| {
            let adr = island.iefc_jac_rowadr[r] as usize;
            &island.iefc_jac_colind[adr..adr + island.iefc_jac_rownnz[r] as usize]
        };
        let mut counted = 0;
        for k in 0..data.island.nisland {
            let first = island.island_iefcadr[k] as usize;
            let end = first + island.island_nefc[k] as usize;
            for r in first..end {
                let same = (r + 1..end).take_while(|&next| columns(next) == columns(r));
                let expected = same.count();
                assert_eq!(island.iefc_jac_rowsuper[r] as usize, expected, "{r}");
                counted += expected;
            }
        }
        assert!(counted > 15);
    }
}

#[test]
fn a_reset_leaves_no_rows() {
    let model = load(SCENE);
    let mut data = solved(&model);
    data.reset(&model).unwrap();
    rows_in_order(&mut data);
    for (info, column) in data.columns() {
        assert!(
            !synovia_engine::data::grows(info) || column.rows_len() == 0,
            "{}",
            info.name
        );
    }
    // and the following results are those of a new simulation
    forward(&model, &mut data).unwrap();
    let mut new = Data::new(&model);
    forward(&model, &mut new).unwrap();
    assert_eq!(data.force.qacc.rows(), new.force.qacc.rows());
}

/// With a single tree the answer is known without a search; an inactive second tree makes the search necessary.
#[test]
fn a_single_tree_is_one_island_as_the_search_finds_it() {
    let scene = |other: &str, format: &str| {
        load(&format!(
            r#"<mujoco><option jacobian="{format}"/><worldbody><geom type="plane" size="1 1 .1"/>
            <body pos="0 0 .09"><freejoint/><geom size=".1"/><body pos=".2 0 0">
              <joint axis="0 1 0" range="0 10" frictionloss=".1"/><geom size=".1"/></body></body>
            {other}</worldbody></mujoco>"#
        ))
    };
    for format in ["dense", "sparse"] {
        let islands = |other: &str| {
            let model = scene(other, format);
            let mut data = Data::new(&model);
            forward(&model, &mut data).expect("the model is sound");
            data.island
        };
        let alone = islands("");
        let beside = islands(r#"<body pos="9 9 9"><freejoint/><geom size=".1"/></body>"#);
        assert_eq!((alone.nisland, beside.nisland), (1, 1));
        assert!(alone.efc_island.len() > 5);
        assert_eq!(alone.efc_island, beside.efc_island);
        assert_eq!(alone.tree_island.rows(), [0]);
        assert_eq!(beside.tree_island.rows(), [0, -1]);
        assert_eq!(alone.dof_island.rows(), &beside.dof_island.rows()[..7]);
        assert_eq!(alone.island_nefc, beside.island_nefc);
        assert_eq!(alone.nidof, beside.nidof);
    }
}
