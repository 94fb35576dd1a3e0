//! Compares implicit integration, inverse dynamics, derivatives and support functions with recordings of the reference.
//!
//! ```text
//! python conformance/tools/record_derivatives.py RECORDINGS model.xml …
//! cargo run --release --example conform_derivative -- RECORDINGS/*.rec
//! ```
//!
//! Prints every deviation above its tolerance, and the largest deviation of each quantity over all files, and fails if
//! there is any.
#![allow(clippy::print_stdout, reason = "this is a program")]

#[path = "../tests/support/recording.rs"]
#[allow(dead_code, reason = "only part of it is used")]
mod recording;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use recording::{Recording, deviation};
use synovia_engine::derivative::finite::{
    Difference, InverseDerivatives, Transition, inverse, transition,
};
use synovia_engine::jacobian::{BodyPoint, DenseJac, jac_dot, jac_point_axis, jac_subtree_com};
use synovia_engine::object::object_acceleration;
use synovia_engine::object::{Object, object_velocity};
use synovia_engine::{Data, forward, inertia, state, step};
use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::{Enable, Integrator, ObjType};
use synovia_model::id::BodyId;

/// Results of formulas.
const TOLERANCE: f64 = 1e-9;
/// Differences of steps divided by 1e-6.
const FINITE: f64 = 1e-6;

/// The largest deviation of each quantity, and those above their tolerance.
#[derive(Default)]
struct Report {
    worst: BTreeMap<String, (f64, String)>,
    failures: usize,
}

impl Report {
    fn judge(&mut self, place: &str, what: &str, gap: f64, tolerance: f64) {
        if gap > tolerance {
            self.failures += 1;
            println!("{place}: {what} deviates by {gap:.1e}");
        }
        let entry = self.worst.entry(what.to_owned()).or_default();
        if gap > entry.0 {
            *entry = (gap, place.to_owned());
        }
    }
}

/// One state of one recording.
struct Case<'a> {
    recording: &'a Recording,
    model: &'a Model,
    k: usize,
    place: String,
}

impl Case<'_> {
    fn expected(&self, name: &str) -> Option<Vec<f64>> {
        let (prefix, rest) = name.split_at(1);
        let array = self.recording.get(&format!("{prefix}{}{rest}", self.k))?;
        Some(array.numbers())
    }

    fn compare(&self, report: &mut Report, name: &str, found: &[f64], tolerance: f64) {
        if let Some(expected) = self.expected(name) {
            let gap = deviation(found, &expected);
            report.judge(&self.place, name, gap, tolerance);
        }
    }

    fn start(&self) -> Data {
        let mut data = Data::new(self.model);
        self.recording.load_state(self.k, &mut data);
        data
    }
}

fn main() -> ExitCode {
    let mut report = Report::default();
    let (mut files, skipped) = (0, 0);
    for path in std::env::args().skip(1) {
        let Ok(recording) = Recording::open(Path::new(&path)) else {
            println!("{path}: cannot be read");
            return ExitCode::FAILURE;
        };
        let model = recording.model();
        files += 1;
        for k in 0..recording.states() {
            let case = Case {
                recording: &recording,
                model: &model,
                k,
                place: format!("{path} state {k}"),
            };
            steps(&case, &mut report);
            inverses(&case, &mut report);
            differences(&case, &mut report);
            supports(&case, &mut report);
        }
    }
    for (what, (gap, place)) in &report.worst {
        println!("{what:24} {gap:.1e}  {place}");
    }
    println!(
        "{files} files, {skipped} skipped, {} deviations",
        report.failures
    );
    if report.failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// One step and many.
fn steps(case: &Case<'_>, report: &mut Report) {
    let mut model = case.model.clone();
    model.opt.enableflags |= Enable::FWDINV;
    let mut data = case.start();
    step(&model, &mut data).expect("the model is sound");
    if case.model.opt.integrator != Integrator::Euler {
        case.compare(report, "n.qDeriv", data.inertia.qderiv.rows(), TOLERANCE);
    }
    case.compare(report, "n.qpos", data.state.qpos.rows(), TOLERANCE);
    case.compare(report, "n.qvel", data.state.qvel.rows(), TOLERANCE);
    case.compare(report, "n.act", data.state.act.rows(), TOLERANCE);
    case.compare(report, "n.solver_fwdinv", &*data.diag.solver_fwdinv, 1e-3);
    let steps = case.recording.scalar("steps").unwrap_or(1.0) as usize;
    for _ in 1..steps {
        step(case.model, &mut data).expect("the model is sound");
    }
    // a motion that amplifies the last digits cannot be followed more closely than the reference follows itself
    let spread = case.expected("t.spread").map_or(0.0, |s| s[0]);
    let tolerance = TOLERANCE.max(100.0 * spread);
    let kind = if tolerance > TOLERANCE {
        "t.unstable"
    } else {
        "t"
    };
    for (name, found) in [
        ("qpos", data.state.qpos.rows()),
        ("qvel", data.state.qvel.rows()),
        ("act", data.state.act.rows()),
    ] {
        if let Some(expected) = case.expected(&format!("t.{name}")) {
            let gap = deviation(found, &expected);
            report.judge(&case.place, &format!("{kind}.{name}"), gap, tolerance);
        }
    }
}

/// Inverse dynamics, of forward and of discrete accelerations.
fn inverses(case: &Case<'_>, report: &mut Report) {
    let mut data = case.start();
    forward(case.model, &mut data).expect("the model is sound");
    if synovia_engine::inverse(case.model, &mut data).is_err() {
        report.judge(&case.place, "inverse", f64::INFINITY, 0.0);
        return;
    }
    let found = data.force.qfrc_inverse.rows();
    case.compare(report, "i.qfrc_inverse", found, TOLERANCE);
    let found = data.force.qfrc_constraint.rows();
    case.compare(report, "i.qfrc_constraint", found, TOLERANCE);

    let mut model = case.model.clone();
    model.opt.enableflags |= Enable::INVDISCRETE;
    let mut data = case.start();
    forward(&model, &mut data).expect("the model is sound");
    if let Some(qacc) = case.expected("j.qacc") {
        data.force.qacc.rows_mut().copy_from_slice(&qacc);
    }
    if synovia_engine::inverse(&model, &mut data).is_err() {
        report.judge(&case.place, "discrete inverse", f64::INFINITY, 0.0);
        return;
    }
    let found = data.force.qfrc_inverse.rows();
    case.compare(report, "j.qfrc_inverse", found, TOLERANCE);
}

/// Finite differences.
fn differences(case: &Case<'_>, report: &mut Report) {
    let model = case.model;
    let (nv, na, nu) = (
        model.dof.len(),
        model.size.na as usize,
        model.actuator.len(),
    );
    let (ndx, ns) = (2 * nv + na, model.size.nsensordata as usize);
    if case.expected("f.A.one").is_none() {
        return;
    }
    for (name, centered) in [("one", false), ("two", true)] {
        let (mut a, mut b) = (vec![0.0; ndx * ndx], vec![0.0; ndx * nu]);
        let (mut c, mut d) = (vec![0.0; ns * ndx], vec![0.0; ns * nu]);
        let out = Transition {
            a: Some(&mut a),
            b: Some(&mut b),
            c: Some(&mut c),
            d: Some(&mut d),
        };
        let how = Difference {
            eps: 1e-6,
            centered,
        };
        if let Err(error) = transition(model, &mut case.start(), how, out) {
            println!("{}: {error}", case.place);
            report.judge(&case.place, "transition", f64::INFINITY, 0.0);
            return;
        }
        case.compare(report, &format!("f.A.{name}"), &a, FINITE);
        case.compare(report, &format!("f.B.{name}"), &b, FINITE);
        case.compare(report, &format!("f.C.{name}"), &c, FINITE);
        case.compare(report, &format!("f.D.{name}"), &d, FINITE);
    }
    for (name, actuation) in [("plain", false), ("actuated", true)] {
        let mut data = case.start();
        forward(model, &mut data).expect("the model is sound");
        let mut by = [(); 3].map(|()| vec![0.0; nv * nv]);
        let mut m = vec![0.0; nv * model.size.nM as usize];
        let [q, v, a] = &mut by;
        let out = InverseDerivatives {
            force_by_pos: Some(q),
            force_by_vel: Some(v),
            force_by_acc: Some(a),
            inertia_by_pos: Some(&mut m),
            actuation,
            ..InverseDerivatives::default()
        };
        if let Err(error) = inverse(model, &mut data, 1e-6, out) {
            println!("{}: {error}", case.place);
            report.judge(&case.place, "inverse differences", f64::INFINITY, 0.0);
            return;
        }
        for (letter, found) in ["q", "v", "a"].into_iter().zip(&by) {
            case.compare(report, &format!("f.inverse.{letter}.{name}"), found, FINITE);
        }
        case.compare(report, &format!("f.inverse.m.{name}"), &m, FINITE);
    }
}

/// Support functions.
fn supports(case: &Case<'_>, report: &mut Report) {
    let model = case.model;
    let nv = model.dof.len();
    let mut data = case.start();
    forward(model, &mut data).expect("the model is sound");
    let last = BodyId(model.body.len() as i32 - 1);
    let at = BodyPoint::new(last, data.kin.xipos[last]);

    let mut subtree = vec![0.0; 3 * nv];
    let first = BodyId(i32::from(last.0 > 0));
    jac_subtree_com(model, &data, first, &mut subtree);
    case.compare(report, "x.jac_subtree_com", &subtree, TOLERANCE);

    let mut pair = vec![0.0; 6 * nv];
    let (shift, turn) = pair.split_at_mut(3 * nv);
    let out = DenseJac {
        translation: Some(shift),
        rotation: Some(turn),
    };
    jac_dot(model, &data, at, out);
    case.compare(report, "x.jac_dot", &pair, TOLERANCE);
    let (shift, turn) = pair.split_at_mut(3 * nv);
    let axis = Vec3::new(0.6, 0.0, 0.8);
    jac_point_axis(model, &data.com, at, axis, shift, turn);
    case.compare(report, "x.jac_point_axis", &pair, TOLERANCE);

    let mut product = vec![0.0; nv];
    inertia::mul_m2(model, &data.inertia, &mut product, data.state.qvel.rows());
    case.compare(report, "x.mul_m2", &product, TOLERANCE);
    let mut full = vec![0.0; nv * nv];
    inertia::full_m(model, &mut full, data.inertia.qm.rows());
    case.compare(report, "x.full_m", &full, TOLERANCE);
    full.fill(0.0);
    inertia::add_m(model, &data, &mut full);
    case.compare(report, "x.full_m", &full, TOLERANCE);
    let (from, to) = (model.qpos0.rows(), data.state.qpos.rows());
    state::differentiate_pos(model, &mut product, 0.7, from, to);
    case.compare(report, "x.differentiate_pos", &product, TOLERANCE);

    // body accelerations are taken from the recording, so that only the formula for objects is judged
    if let Some(cacc) = case.expected("x.cacc") {
        for (b, value) in cacc.chunks_exact(6).enumerate() {
            data.force.cacc[BodyId::new(b)].0.copy_from_slice(value);
        }
    }
    for (name, kind, count) in [
        ("body", ObjType::Body, model.body.len()),
        ("xbody", ObjType::XBody, model.body.len()),
        ("geom", ObjType::Geom, model.geom.len()),
        ("site", ObjType::Site, model.site.len()),
        ("camera", ObjType::Camera, model.camera.len()),
    ] {
        for local in [false, true] {
            let mut motions = Vec::new();
            for id in 0..count as i32 {
                let Some(object) = Object::find(model, &data.kin, kind, id) else {
                    continue;
                };
                let frame = if local {
                    object.in_itself()
                } else {
                    object.in_world()
                };
                let Data {
                    com, vel, force, ..
                } = &data;
                motions.extend(object_velocity(model, com, vel, frame).0);
                motions.extend(object_acceleration(model, com, vel, force, frame).0);
            }
            let name = format!("x.{name}.{}", u8::from(local));
            case.compare(report, &name, &motions, TOLERANCE);
        }
    }
}
