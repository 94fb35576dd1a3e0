//! Compares the stages of the engine with recordings of the reference.
//!
//! ```text
//! python conformance/tools/record.py RECORDINGS model.xml …
//! cargo run --release --example conform -- [--given-contacts] RECORDINGS/*.rec
//! ```
//!
//! With `--given-contacts` the recorded contacts replace the collision stage, so that later stages are judged alone. Prints
//! every field that deviates by more than 1e-9, and the largest deviation of each field over all files, and fails if there
//! is any.
#![allow(clippy::print_stdout, reason = "this is a program")]

#[path = "../tests/support/recording.rs"]
mod recording;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use recording::{Recording, column_numbers, deviation};
use synovia_engine::data::{Contact, NSOLVER, SolverStat};
use synovia_engine::is_dual;
use synovia_engine::{Data, EngineError, forward, set_const, stage, step};
use synovia_model::Model;
use synovia_model::enums::{Cone, EqType, GainType, Integrator, ObjType, SensorType};

const TOLERANCE: f64 = 1e-9;

const FIELDS: &[&str] = &[
    "xpos",
    "xquat",
    "xmat",
    "xipos",
    "ximat",
    "xanchor",
    "xaxis",
    "geom_xpos",
    "geom_xmat",
    "site_xpos",
    "site_xmat",
    "cam_xpos",
    "cam_xmat",
    "light_xpos",
    "light_xdir",
    "subtree_com",
    "cdof",
    "cinert",
    "ten_wrapadr",
    "ten_wrapnum",
    "ten_J_rownnz",
    "ten_J_rowadr",
    "ten_J",
    "ten_length",
    "wrap_obj",
    "wrap_xpos",
    "actuator_length",
    "moment_rownnz",
    "moment_rowadr",
    "crb",
    "qM",
    "M",
    "qLD",
    "qLDiagInv",
    "flexedge_velocity",
    "ten_velocity",
    "actuator_velocity",
    "cvel",
    "cdof_dot",
    "qfrc_bias",
    "qfrc_spring",
    "qfrc_damper",
    "qfrc_gravcomp",
    "qfrc_fluid",
    "qfrc_passive",
    "act_dot",
    "actuator_force",
    "qfrc_actuator",
    "qfrc_smooth",
    "qacc_smooth",
    "subtree_linvel",
    "subtree_angmom",
    "flexvert_xpos",
    "flexelem_aabb",
    "flexedge_J",
    "flexedge_length",
    "flexvert_J",
    "flexvert_length",
    "bvh_aabb_dyn",
    "bvh_active",
    "tree_island",
    "island_ntree",
    "island_itreeadr",
    "map_itree2tree",
    "dof_island",
    "island_nv",
    "island_idofadr",
    "island_dofadr",
    "map_dof2idof",
    "map_idof2dof",
    "iM_rownnz",
    "iM_rowadr",
    "efc_island",
    "island_ne",
    "island_nf",
    "island_nefc",
    "island_iefcadr",
    "map_efc2iefc",
    "map_iefc2efc",
    "iefc_type",
    "iefc_id",
    "iefc_state",
    "iefc_force",
    "ifrc_constraint",
    "iacc",
    "efc_state",
    "efc_type",
    "efc_id",
    "efc_J_rownnz",
    "efc_J_rowadr",
    "efc_J_rowsuper",
    "efc_J_colind",
    "efc_J",
    "efc_pos",
    "efc_margin",
    "efc_frictionloss",
    "efc_diagApprox",
    "efc_KBIP",
    "efc_D",
    "efc_R",
    "tendon_efcadr",
    "efc_AR_rownnz",
    "efc_AR_rowadr",
    "efc_AR_colind",
    "efc_AR",
    "efc_vel",
    "efc_aref",
    "efc_b",
    "efc_force",
    "qfrc_constraint",
    "qacc",
    "cacc",
    "cfrc_ext",
    "cfrc_int",
];

#[expect(
    clippy::too_many_lines,
    reason = "comparisons are listed once, in the order of the step"
)]
fn main() -> ExitCode {
    let mut worst: BTreeMap<&str, (f64, String)> = BTreeMap::new();
    let mut failures = 0;
    let mut files = 0;
    let mut given = false;
    for path in std::env::args().skip(1) {
        if path == "--given-contacts" {
            given = true;
            continue;
        }
        let Ok(recording) = Recording::open(Path::new(&path)) else {
            println!("{path}: cannot be read");
            return ExitCode::FAILURE;
        };
        files += 1;
        let model = recording.model();
        for (field, gap) in constants(&model) {
            judge(&path, "constants", field, gap, &mut worst, &mut failures);
        }
        for k in 0..recording.states() {
            let mut data = Data::new(&model);
            recording.load_state(k, &mut data);
            forward_as(&recording, &model, &mut data, k, given).expect("the model is sound");
            stage::rows_in_order(&mut data);
            let work = solver_work(&recording, &model, &data, k);
            let readings = sensors(&recording, &model, &data, k);
            stage::subtree_vel(&model, &mut data).expect("the model is sound");
            stage::post_constraint(&model, &mut data).expect("the model is sound");
            stage::energy_pos(&model, &mut data).expect("the model is sound");
            stage::energy_vel(&model, &mut data).expect("the model is sound");
            let readings = readings.into_iter().chain(energies(&recording, &data, k));
            let contacts = found(&recording, &data, k);
            // the shortest path to the contacts, without marks
            let mut unmarked = (model.clone(), data.clone());
            unmarked.0.vis.global.bvactive = 0;
            stage::collision(&unmarked.0, &mut unmarked.1).expect("the model is sound");
            for (field, gap) in found(&recording, &unmarked.1, k)
                .into_iter()
                .filter(|_| !given)
            {
                let place = format!("state {k}, without marks");
                judge(&path, &place, field, gap, &mut worst, &mut failures);
            }
            for (field, gap) in readings.chain(work).chain(contacts) {
                let place = format!("state {k}");
                judge(&path, &place, field, gap, &mut worst, &mut failures);
            }
            for (field, gap) in step_ahead(&recording, &model, k, given) {
                let place = format!("state {k}, one step ahead");
                judge(&path, &place, field, gap, &mut worst, &mut failures);
            }
            for &field in FIELDS {
                // the reference leaves these undefined without islands, and some if it solves all of them at once
                let by_island = field.contains("island") || field.starts_with("map_");
                let without = recording.scalar(&format!("d{k}.nisland")) == Some(0.0);
                if without && (by_island || field.starts_with('i')) {
                    continue;
                }
                let solved = ["iefc_state", "iefc_force", "ifrc_constraint", "iacc"];
                if is_dual(&model) && solved.contains(&field) {
                    continue;
                }
                // and the pattern of a dense Jacobian, and quantities that no solver needs
                let pattern = field.starts_with("efc_J_") || field.starts_with("efc_AR_");
                if pattern && !synovia_engine::is_sparse(&model) {
                    continue;
                }
                if field.starts_with("efc_AR") && !is_dual(&model) {
                    continue;
                }
                if field == "efc_state" && is_undecided(&model) {
                    continue;
                }
                let Some(expected) = recording.get(&format!("d{k}.{field}")) else {
                    continue;
                };
                let Some((_, column)) = data.column(field) else {
                    continue;
                };
                let gap = deviation(&column_numbers(column), &expected.numbers());
                judge(
                    &path,
                    &format!("state {k}"),
                    field,
                    gap,
                    &mut worst,
                    &mut failures,
                );
            }
        }
    }
    for (field, (gap, path)) in &worst {
        println!("{field:18} {gap:.1e}  {path}");
    }
    println!("{files} files, {failures} deviations above {TOLERANCE:.0e}");
    if failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn judge(
    path: &str,
    place: &str,
    field: &'static str,
    gap: f64,
    worst: &mut BTreeMap<&'static str, (f64, String)>,
    failures: &mut usize,
) {
    if gap > TOLERANCE {
        *failures += 1;
        if *failures < 600 {
            println!("{path} {place}: {field} deviates by {gap:.1e}");
        }
    }
    let entry = worst.entry(field).or_default();
    if gap > entry.0 {
        *entry = (gap, path.to_owned());
    }
}

/// Fields that follow from the rest of a model.
const CONSTANTS: &[&str] = &[
    "body_rootid",
    "body_weldid",
    "body_treeid",
    "body_simple",
    "body_subtreemass",
    "body_invweight0",
    "dof_parentid",
    "dof_treeid",
    "dof_Madr",
    "dof_simplenum",
    "dof_invweight0",
    "dof_M0",
    "dof_length",
    "tree_bodyadr",
    "tree_bodynum",
    "tree_dofadr",
    "tree_dofnum",
    "cam_poscom0",
    "cam_pos0",
    "cam_mat0",
    "light_poscom0",
    "light_pos0",
    "light_dir0",
    "tendon_treenum",
    "tendon_treeid",
    "tendon_length0",
    "tendon_invweight0",
    "actuator_acc0",
    "actuator_length0",
    "B_rownnz",
    "B_rowadr",
    "B_colind",
    "M_rownnz",
    "M_rowadr",
    "M_colind",
    "mapM2M",
    "D_rownnz",
    "D_rowadr",
    "D_diag",
    "D_colind",
    "mapM2D",
    "flexedge_length0",
    "flexedge_invweight0",
    "flexedge_J_rownnz",
    "flexedge_J_rowadr",
    "flexedge_J_colind",
    "flexvert_J_rownnz",
    "flexvert_J_rowadr",
    "flexvert_J_colind",
    "flex_vertedge",
    "flex_vertedgenum",
    "flex_vertedgeadr",
    "flex_vertmetric",
    "mapD2M",
];

/// Clears the constants of a model, sets them again, and compares.
fn constants(original: &Model) -> Vec<(&'static str, f64)> {
    let mut model = original.clone();
    for &field in CONSTANTS {
        if let Some((_, column)) = model.column_mut(field) {
            column.bytes_mut().fill(0x7f);
        }
    }
    for e in model.equality.ids() {
        if model.equality.type_[e] == EqType::Connect && model.equality.objtype[e] == ObjType::Body
        {
            model.equality.data[e][3..6].fill(f64::NAN);
        }
    }
    model.size.nJmom = -1;
    model.size.ngravcomp = -1;
    model.stat = synovia_model::Stat::default();
    set_const::set_structure(&mut model);
    if let Err(error) = set_const::set_const(&mut model) {
        println!("{error}");
        return vec![("set_const", f64::INFINITY)];
    }

    let mut out = Vec::new();
    for u in model.actuator.ids() {
        if model.actuator.gaintype[u] == GainType::Muscle {
            model.actuator.lengthrange[u] = [0.0; 2];
        }
    }
    if let Err(error) =
        set_const::set_length_range(&mut model, &set_const::LengthRangeOptions::default())
    {
        println!("{error}");
    }
    for &field in CONSTANTS.iter().chain(&[
        "eq_data",
        "tree_sleep_policy",
        "actuator_biasprm",
        "actuator_lengthrange",
    ]) {
        let (Some((_, found)), Some((_, expected))) = (model.column(field), original.column(field))
        else {
            continue;
        };
        out.push((
            field,
            deviation(&column_numbers(found), &column_numbers(expected)),
        ));
    }
    for (name, found) in model.size.iter() {
        out.push((
            name,
            deviation(
                &[found as f64],
                &[original.size.get(name).unwrap_or(-1) as f64],
            ),
        ));
    }
    let stat = |m: &Model| {
        let s = &m.stat;
        [
            s.meaninertia,
            s.meanmass,
            s.meansize,
            s.extent,
            s.center.x,
            s.center.y,
            s.center.z,
        ]
    };
    out.push(("stat", deviation(&stat(&model), &stat(original))));
    out
}

/// A forward pass, with the recorded contacts instead of collision detection if `given`.
fn forward_as(
    recording: &Recording,
    model: &Model,
    data: &mut Data,
    k: usize,
    given: bool,
) -> Result<(), EngineError> {
    let Some(contacts) = recording.contacts(k).filter(|_| given) else {
        return forward(model, data);
    };
    stage::kinematics(model, data)?;
    stage::com_pos(model, data)?;
    stage::camlight(model, data)?;
    stage::flex(model, data)?;
    stage::tendons(model, data)?;
    stage::make_m(model, data)?;
    stage::factor_m(model, data)?;
    data.contact.list = contacts;
    stage::make_constraint(model, data)?;
    stage::islands(model, data)?;
    stage::transmission(model, data)?;
    stage::project_constraint(model, data)?;
    stage::sensor_pos(model, data)?;
    stage::forward_velocity(model, data)?;
    stage::sensor_vel(model, data)?;
    stage::forward_acceleration(model, data)?;
    stage::sensor_acc(model, data)
}

/// One step from a recorded state, for models whose step is complete.
fn step_ahead(
    recording: &Recording,
    model: &Model,
    k: usize,
    given: bool,
) -> Vec<(&'static str, f64)> {
    let mut data = Data::new(model);
    recording.load_state(k, &mut data);
    let stepped = if given {
        forward_as(recording, model, &mut data, k, given).and_then(|()| {
            match model.opt.integrator {
                Integrator::Implicit | Integrator::ImplicitFast => {
                    stage::implicit(model, &mut data)
                }
                Integrator::Rk4 => stage::rk4(model, &mut data),
                _ => stage::euler(model, &mut data),
            }
        })
    } else {
        step(model, &mut data).map(|_| ())
    };
    stepped.expect("the model is sound");
    let mut out = Vec::new();
    for field in ["qpos", "qvel", "act", "history"] {
        let Some(expected) = recording.get(&format!("n{k}.{field}")) else {
            continue;
        };
        let Some((_, column)) = data.column(field) else {
            continue;
        };
        out.push((
            field,
            deviation(&column_numbers(column), &expected.numbers()),
        ));
    }
    out
}

/// Readings of all sensors that can be evaluated, by type.
fn sensors(
    recording: &Recording,
    model: &Model,
    data: &Data,
    k: usize,
) -> BTreeMap<&'static str, f64> {
    let mut out = BTreeMap::new();
    let Some(expected) = recording.get(&format!("d{k}.sensordata")) else {
        return out;
    };
    let expected = expected.numbers();
    for s in model.sensor.ids() {
        let kind = model.sensor.type_[s];
        let Some(name) = kind.keyword() else { continue };
        if kind == SensorType::Plugin {
            continue;
        }
        let at = model.sensor.outputs(s);
        let gap = deviation(&data.sensor.sensordata[at.clone()], &expected[at]);
        let worst = out.entry(name).or_insert(0.0);
        *worst = gap.max(*worst);
    }
    out
}

/// True if dual solvers put sliding contacts exactly onto their cones: the last bit decides on which side.
fn is_undecided(model: &Model) -> bool {
    is_dual(model) && model.opt.cone == Cone::Elliptic
}

/// Number of solver iterations, size of the matrix, and statistics.
fn solver_work(
    recording: &Recording,
    model: &Model,
    data: &Data,
    k: usize,
) -> Vec<(&'static str, f64)> {
    let diag = &data.diag;
    let count = |of: &[i32]| of.iter().map(|&n| f64::from(n)).collect::<Vec<_>>();
    let of_each = |f: &dyn Fn(&SolverStat) -> f64| diag.solver.iter().map(f).collect::<Vec<_>>();
    let mut found = vec![("solver_niter", count(&*diag.solver_niter))];
    if data.efc.counts.nefc > 0 {
        found.push(("solver_nnz", count(&*diag.solver_nnz)));
        found.push(("solver.improvement", of_each(&|s| s.improvement)));
        if !is_undecided(model) {
            found.push(("solver.nactive", of_each(&|s| f64::from(s.nactive))));
            found.push(("solver.nchange", of_each(&|s| f64::from(s.nchange))));
        }
        found.push(("solver.neval", of_each(&|s| f64::from(s.neval))));
        found.push(("solver.nupdate", of_each(&|s| f64::from(s.nupdate))));
    }
    let mut out = Vec::new();
    for (name, mut values) in found {
        if let Some(expected) = recording.get(&format!("d{k}.{name}")) {
            let mut expected = expected.numbers();
            // statistics of iterations and islands that did not run are from earlier steps
            if name != "solver_niter" {
                let one = if name == "solver_nnz" { 1 } else { NSOLVER };
                for (island, &n) in diag.solver_niter.iter().enumerate() {
                    let used = if one == 1 { n.min(1) } else { n } as usize;
                    let unused = island * one + used.min(one)..(island + 1) * one;
                    values[unused.clone()].fill(0.0);
                    if let Some(rest) = expected.get_mut(unused) {
                        rest.fill(0.0);
                    }
                }
            }
            out.push((name, deviation(&values, &expected)));
        }
    }
    out
}

/// Both energies.
fn energies(recording: &Recording, data: &Data, k: usize) -> Option<(&'static str, f64)> {
    let expected = recording.get(&format!("d{k}.energy"))?.numbers();
    Some(("energy", deviation(&*data.energy, &expected)))
}

/// All fields of the contacts, in their order.
fn found(recording: &Recording, data: &Data, k: usize) -> Vec<(&'static str, f64)> {
    type Numbers = fn(&Contact) -> Vec<f64>;
    let fields: [(&str, Numbers); 10] = [
        ("dist", |c| vec![c.dist]),
        ("pos", |c| c.pos.to_array().into()),
        ("frame", |c| c.frame.0.into()),
        ("includemargin", |c| vec![c.includemargin]),
        ("friction", |c| c.friction.into()),
        ("solref", |c| c.solref.into()),
        ("solreffriction", |c| c.solreffriction.into()),
        ("solimp", |c| c.solimp.into()),
        ("dim", |c| vec![c.dim.into()]),
        ("geom", |c| c.geom.map(f64::from).into()),
    ];
    let expected = |name| recording.get(&format!("d{k}.contact.{name}"));
    let compared = fields.into_iter().filter_map(|(name, numbers)| {
        let found: Vec<f64> = data.contact.list.iter().flat_map(numbers).collect();
        Some((name, deviation(&found, &expected(name)?.numbers())))
    });
    compared.collect()
}
