//! Flexes: every stage that computes with them, against recordings of the reference and against laws.
//!
//! The models are compiled by the reference: `conformance/tools/record_flexes.py` creates the recordings.

#[allow(dead_code, reason = "not every program needs everything")]
#[path = "support/recording.rs"]
mod recording;
mod support;

use recording::{Recording, column_numbers, deviation};
use support::Numbers;
use synovia_engine::data::Contact;
use synovia_engine::{Data, EngineError, inverse, stage};
use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::{Disable, Integrator};
use synovia_model::id::{DofId, FlexId};

/// Models with flexes, by name.
const MODELS: [(&str, &[u8]); 6] = [
    ("sheet", include_bytes!("golden/flexes/sheet.rec")),
    ("strain", include_bytes!("golden/flexes/strain.rec")),
    ("solid", include_bytes!("golden/flexes/solid.rec")),
    ("trilinear", include_bytes!("golden/flexes/trilinear.rec")),
    ("cables", include_bytes!("golden/flexes/cables.rec")),
    ("passive", include_bytes!("golden/flexes/passive.rec")),
];

/// The fields that the reference derived, in the order of the step.
const DERIVED: &[&str] = &[
    "flexvert_xpos",
    "flexelem_aabb",
    "bvh_aabb_dyn",
    "flexedge_length",
    "flexedge_J",
    "flexvert_length",
    "flexvert_J",
    "flexedge_velocity",
    "efc_type",
    "efc_id",
    "efc_J",
    "efc_pos",
    "efc_margin",
    "efc_diagApprox",
    "efc_KBIP",
    "efc_D",
    "efc_R",
    "tree_island",
    "dof_island",
    "efc_island",
    "qfrc_spring",
    "qfrc_damper",
    "qfrc_passive",
    "qacc_smooth",
    "efc_aref",
    "efc_force",
    "qfrc_constraint",
    "qacc",
    "sensordata",
    "cfrc_ext",
];

/// The recording of this name.
fn recorded(name: &str) -> Recording {
    let (_, bytes) = MODELS
        .iter()
        .find(|(model, _)| *model == name)
        .expect("a model");
    Recording::parse(bytes)
}

/// The model of this name, and a simulation in its recorded state.
fn loaded(name: &str) -> (Recording, Model, Data) {
    let recording = recorded(name);
    let model = recording.model();
    let mut data = Data::new(&model);
    recording.load_state(0, &mut data);
    (recording, model, data)
}

/// A forward pass with the given contacts of the simulation.
fn forward_with_contacts(model: &Model, data: &mut Data) -> Result<(), EngineError> {
    let contacts = data.contact.list.clone();
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

/// Advances the state by the integrator of the model.
fn integrate(model: &Model, data: &mut Data) -> Result<(), EngineError> {
    match model.opt.integrator {
        Integrator::Implicit | Integrator::ImplicitFast => stage::implicit(model, data),
        _ => stage::euler(model, data),
    }
}

/// Positions, velocities and passive forces of the current state, without contacts.
fn passive(model: &Model, data: &mut Data) -> Vec<f64> {
    stage::kinematics(model, data).expect("sound");
    stage::com_pos(model, data).expect("sound");
    stage::flex(model, data).expect("sound");
    stage::tendons(model, data).expect("sound");
    data.contact.list.clear();
    stage::make_m(model, data).expect("sound");
    stage::factor_m(model, data).expect("sound");
    stage::make_constraint(model, data).expect("sound");
    stage::transmission(model, data).expect("sound");
    stage::forward_velocity(model, data).expect("sound");
    data.force.qfrc_passive.rows().to_vec()
}

#[test]
fn every_stage_computes_what_the_reference_computes() {
    for (name, _) in MODELS {
        let (recording, model, mut data) = loaded(name);
        forward_with_contacts(&model, &mut data).expect("sound");
        stage::rows_in_order(&mut data);
        stage::post_constraint(&model, &mut data).expect("sound");
        for field in DERIVED {
            let expected = recording
                .get(&format!("d0.{field}"))
                .expect("recorded")
                .numbers();
            let (_, column) = data.column(field).expect("a column");
            let gap = deviation(&column_numbers(column), &expected);
            assert!(gap < 1e-11, "{name}: {field} deviates by {gap:e}");
        }
        stage::energy_pos(&model, &mut data).expect("sound");
        stage::energy_vel(&model, &mut data).expect("sound");
        let energy = recording.get("d0.energy").expect("recorded").numbers();
        assert!(deviation(&*data.energy, &energy) < 1e-13, "{name}");

        integrate(&model, &mut data).expect("sound");
        for (field, found) in [
            ("qpos", data.state.qpos.rows()),
            ("qvel", data.state.qvel.rows()),
        ] {
            let expected = recording
                .get(&format!("n0.{field}"))
                .expect("recorded")
                .numbers();
            let gap = deviation(found, &expected);
            assert!(
                gap < 1e-12,
                "{name}: {field} deviates by {gap:e} after a step"
            );
        }
    }
}

#[test]
fn each_recording_has_contacts_of_its_flex() {
    for (name, _) in MODELS {
        let (_, _, data) = loaded(name);
        let soft = data.contact.list.iter().filter(|c| c.geoms().is_none());
        assert!(soft.count() >= 3, "{name}");
    }
}

#[test]
fn weights_of_a_contact_sum_to_one_on_each_side() {
    for (name, _) in MODELS {
        let (_, mut model, mut data) = loaded(name);
        if name == "passive" {
            model.flex.passive.rows_mut().fill(0);
        }
        forward_with_contacts(&model, &mut data).expect("sound");
        let nv = model.dof.len();
        let jacobian = data.efc.jacobian(synovia_engine::is_sparse(&model), nv);
        let mut count = 0;
        let against_a_geom = |c: &&Contact| c.geom[0] >= 0 && c.geom[1] < 0;
        for contact in data.contact.list.iter().filter(against_a_geom) {
            // all vertices have the same velocity: the flex moves as a whole
            let velocity = Vec3::new(0.3, -0.2, 0.7);
            let mut qvel = vec![0.0; nv];
            for joint in model.joint.ids().skip(1) {
                qvel[model.joint.dofadr[joint] as usize] = model.joint.axis[joint].dot(velocity);
            }
            let mut rates = vec![0.0; data.efc.counts.nefc];
            jacobian.mul_vec(&mut rates, &qvel);
            let adr = contact.efc_address as usize;
            let normal = if contact.dim > 1 && !matches!(name, "solid") {
                0.5 * (rates[adr] + rates[adr + 1])
            } else {
                rates[adr]
            };
            let expected = contact.normal().dot(velocity);
            assert!(
                (normal - expected).abs() < 1e-14,
                "{name}: {normal} against {expected}"
            );
            count += 1;
        }
        assert!(count >= 3, "{name}");
    }
}

#[test]
fn a_flex_at_rest_in_its_reference_pose_has_no_elastic_force() {
    for (name, _) in MODELS {
        let (_, model, mut data) = loaded(name);
        data.reset(&model).expect("sound");
        let force = passive(&model, &mut data);
        let stiffest = model
            .flex
            .stiffness
            .flat::<f64>()
            .iter()
            .fold(1.0_f64, |a, b| a.max(b.abs()));
        for f in force {
            assert!(f.abs() < 1e-15 * stiffest, "{name}: {f}");
        }
    }
}

#[test]
fn elastic_forces_are_those_of_an_energy() {
    // ∂f_i/∂q_j = ∂f_j/∂q_i for springs that have an energy
    for name in ["sheet", "solid", "cables"] {
        let (_, model, mut data) = loaded(name);
        data.state.qvel.rows_mut().fill(0.0);
        let nv = model.dof.len();
        let start = data.state.qpos.clone();
        let h = 1e-5;
        let mut slopes = vec![0.0; nv * nv];
        for j in 6..nv {
            for (sign, step) in [(0.5 / h, h), (-0.5 / h, -h)] {
                data.state.qpos.copy_from(&start);
                data.state.qpos[j + 1] += step;
                for (i, f) in passive(&model, &mut data).iter().enumerate() {
                    slopes[i * nv + j] += sign * f;
                }
            }
        }
        let largest = slopes.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
        assert!(largest > 1.0, "{name}: {largest}");
        for i in 6..nv {
            for j in 6..i {
                let gap = slopes[i * nv + j] - slopes[j * nv + i];
                assert!(gap.abs() < 1e-6 * largest, "{name}: {i}, {j}: {gap}");
            }
        }
    }
}

#[test]
fn internal_forces_change_no_momentum() {
    let mut numbers = Numbers::new(5);
    for (name, _) in MODELS {
        let (_, model, mut data) = loaded(name);
        if model.opt.viscosity > 0.0 {
            continue;
        }
        for v in &mut data.state.qvel {
            *v += 0.1 * numbers.next();
        }
        let force = passive(&model, &mut data);
        let mut sum = Vec3::ZERO;
        let mut size = 1e-3_f64;
        for joint in model.joint.ids().skip(1) {
            let f = force[model.joint.dofadr[joint] as usize];
            sum += model.joint.axis[joint] * f;
            size = size.max(f.abs());
        }
        assert!(sum.norm() < 1e-11 * size, "{name}: {sum:?} of {size}");
    }
}

#[test]
fn a_flex_that_is_turned_as_a_whole_feels_no_elastic_force() {
    let turn = synovia_math::Quat::new(0.8, 0.1, -0.3, 0.5).normalized();
    for name in ["sheet", "solid", "trilinear", "cables"] {
        let (_, mut model, mut data) = loaded(name);
        data.reset(&model).expect("sound");
        // bending of a sheet that is flat at rest, and lengths, do not change
        model.opt.gravity = Vec3::ZERO;
        stage::kinematics(&model, &mut data).expect("sound");
        for joint in model.joint.ids().skip(1) {
            let body = model.joint.bodyid[joint];
            let rest = model.body.pos[body];
            let moved = turn.rotate(rest) - rest;
            let adr = model.joint.qposadr[joint] as usize;
            data.state.qpos[adr] = moved.dot(model.joint.axis[joint]);
        }
        let force = passive(&model, &mut data);
        let stiffest = model
            .flex
            .stiffness
            .flat::<f64>()
            .iter()
            .fold(1e3_f64, |a, b| a.max(b.abs()));
        for f in force {
            assert!(f.abs() < 1e-14 * stiffest, "{name}: {f}");
        }
    }
}

#[test]
fn the_jacobian_of_edges_is_the_derivative_of_their_lengths() {
    let mut numbers = Numbers::new(9);
    for name in ["sheet", "solid", "cables", "strain"] {
        let (_, model, mut data) = loaded(name);
        for v in &mut data.state.qvel {
            *v = numbers.next();
        }
        passive(&model, &mut data);
        let rates = data.vel.flexedge_velocity.clone();
        let start = data.state.qpos.clone();
        let h = 1e-6;
        let mut measured = vec![0.0; rates.len()];
        for (sign, step) in [(0.5 / h, h), (-0.5 / h, -h)] {
            data.state.qpos.copy_from(&start);
            let qvel = data.state.qvel.clone();
            synovia_engine::state::integrate_pos(
                &model,
                data.state.qpos.rows_mut(),
                qvel.rows(),
                step,
            );
            passive(&model, &mut data);
            for (out, length) in measured.iter_mut().zip(data.kin.flexedge_length.rows()) {
                *out += sign * length;
            }
        }
        for (a, b) in rates.rows().iter().zip(&measured) {
            assert!((a - b).abs() < 1e-8, "{name}: {a} against {b}");
        }
    }
}

#[test]
fn inverse_dynamics_undoes_a_forward_pass_with_flexes() {
    for (name, _) in MODELS {
        let (_, mut model, mut data) = loaded(name);
        model.opt.disableflags |= Disable::CONTACT;
        synovia_engine::forward(&model, &mut data).expect("sound");
        inverse(&model, &mut data).expect("sound");
        let applied = data.state.qfrc_applied.clone();
        let gap = deviation(data.force.qfrc_inverse.rows(), applied.rows());
        // residual of the iterative solver
        assert!(gap < 1e-6, "{name}: {gap:e}");
    }
}

#[test]
fn passive_contacts_push_and_make_no_rows() {
    let (_, mut model, mut data) = loaded("passive");
    forward_with_contacts(&model, &mut data).expect("sound");
    let soft: Vec<_> = data
        .contact
        .list
        .iter()
        .filter(|c| c.geoms().is_none())
        .copied()
        .collect();
    assert!(soft.iter().all(|c| c.exclude == 4 && c.efc_address == -1));
    // the force on the whole flex is k times the depths, along the normals
    let with = data.force.qfrc_spring.clone();
    let mut sum = Vec3::ZERO;
    for joint in model.joint.ids().skip(1) {
        let f = with[DofId::new(model.joint.dofadr[joint] as usize)];
        sum += model.joint.axis[joint] * f;
    }
    let expected = soft
        .iter()
        .fold(Vec3::ZERO, |sum, c| sum + c.normal() * (-1e4 * c.dist));
    assert!(
        (sum - expected).norm() < 1e-9 * expected.norm().max(1.0),
        "{sum:?} {expected:?}"
    );

    // otherwise they are constraints
    model.flex.passive[FlexId(0)] = 0;
    data.contact.list.iter_mut().for_each(|c| c.exclude = 0);
    forward_with_contacts(&model, &mut data).expect("sound");
    assert!(data.contact.list.iter().all(|c| c.efc_address >= 0));
}

/// DIFFERENCE(flex-torsion): the reference has other numbers there.
#[test]
fn vertices_that_only_slide_do_not_spin_against_the_floor() {
    let (_, model, mut data) = loaded("trilinear");
    assert!(synovia_engine::is_sparse(&model));
    for contact in &mut data.contact.list {
        contact.dim = 4;
        contact.friction[2] = 0.5;
    }
    forward_with_contacts(&model, &mut data).expect("sound");
    let jacobian = data.efc.jacobian(true, model.dof.len());
    let mut count = 0;
    for contact in data.contact.list.iter().filter(|c| c.geom == [0, -1]) {
        let facet = |k: usize| jacobian.values(contact.efc_address as usize + k);
        for i in 0..facet(0).len() {
            let normal = 0.5 * (facet(0)[i] + facet(1)[i]);
            assert!((facet(4)[i] - normal).abs() < 1e-15);
            assert_eq!(facet(4)[i], facet(5)[i]);
        }
        count += 1;
    }
    assert!(count > 0);
}

/// DIFFERENCE(flex-first-side): the reference refuses such contacts, or has other numbers if the Jacobian is dense.
#[test]
fn a_contact_seen_from_its_other_side_has_the_opposite_rows() {
    for name in ["trilinear", "cables"] {
        let (_, mut model, mut data) = loaded(name);
        model.opt.jacobian = synovia_model::enums::Jacobian::Sparse;
        forward_with_contacts(&model, &mut data).expect("sound");
        let seen = data.efc.clone();
        for c in &mut data.contact.list {
            for pair in [&mut c.geom, &mut c.flex, &mut c.elem, &mut c.vert] {
                pair.reverse();
            }
        }
        forward_with_contacts(&model, &mut data).expect("sound");
        let first = seen.counts.nefc - 4 * data.contact.list.len();
        let from = seen.jac_rowadr[first] as usize;
        assert!(seen.jac.len() > from, "{name}");
        for (a, b) in seen.jac.rows()[from..]
            .iter()
            .zip(&data.efc.jac.rows()[from..])
        {
            assert!((a + b).abs() < 1e-15, "{name}: {a} against {b}");
        }
        support::close(data.efc.diag_approx.rows(), seen.diag_approx.rows(), 1e-10);
    }
}

#[test]
fn contacts_with_parts_that_a_flex_does_not_have_are_refused() {
    let (_, model, mut data) = loaded("sheet");
    let k = data
        .contact
        .list
        .iter()
        .position(|c| c.geoms().is_none())
        .expect("a soft contact");
    let side = usize::from(data.contact.list[k].geom[0] >= 0);
    let good = data.contact.list.clone();
    for break_it in [
        |c: &mut Contact, side: usize| c.flex[side] = 7,
        |c: &mut Contact, side: usize| (c.elem[side], c.vert[side]) = (1_000_000, -1),
        |c: &mut Contact, side: usize| (c.elem[side], c.vert[side]) = (-1, 1_000_000),
        |c: &mut Contact, side: usize| (c.elem[side], c.vert[side]) = (-1, -1),
        |c: &mut Contact, _: usize| c.flex = [-1; 2],
    ] {
        data.contact.list.clone_from(&good);
        break_it(&mut data.contact.list[k], side);
        let error = forward_with_contacts(&model, &mut data).unwrap_err();
        assert_eq!(error, EngineError::UnsoundContact(k));
    }
}

#[test]
fn set_const_makes_the_constants_of_flexes_again() {
    const CONSTANTS: [&str; 9] = [
        "flexedge_length0",
        "flexedge_invweight0",
        "flexedge_J_rownnz",
        "flexedge_J_rowadr",
        "flexedge_J_colind",
        "flexvert_J_rownnz",
        "flexvert_J_rowadr",
        "flexvert_J_colind",
        "flex_vertmetric",
    ];
    for (name, _) in MODELS {
        let (_, original, _) = loaded(name);
        let mut model = original.clone();
        for field in CONSTANTS {
            model
                .column_mut(field)
                .expect("a column")
                .1
                .bytes_mut()
                .fill(0x7f);
        }
        synovia_engine::set_const::set_const(&mut model).expect("sound");
        for field in CONSTANTS {
            let numbers = |m: &Model| column_numbers(m.column(field).expect("a column").1);
            let gap = deviation(&numbers(&model), &numbers(&original));
            assert!(gap < 1e-13, "{name}: {field} deviates by {gap:e}");
        }
    }
}
