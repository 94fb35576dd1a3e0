//! End-to-end tests of `synovia bench`.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod support;

use std::process::Command;

use support::{complaint, model, stderr, stdout, synovia, synovia_json};

#[test]
fn the_measurement_speaks_json() {
    let args = ["bench", "--seconds", "0.02", "--threads", "2", "--json"];
    let told = synovia_json(&args);
    let robot = &told["models"][0];
    assert!(robot["model"].as_str().unwrap().contains("scorpion"));
    for field in [
        "steps_per_second",
        "realtime_factor",
        "contacts",
        "solver_iterations",
    ] {
        assert!(robot[field].as_f64().unwrap() > 0.0, "{field}");
    }
    assert_eq!(robot["allocations_per_step"], 0.0);
    let (best, mean) = (
        &robot["seconds_per_step"]["best"],
        &robot["seconds_per_step"]["mean"],
    );
    assert!(best.as_f64().unwrap() > 0.0 && best.as_f64() <= mean.as_f64());
    let profile = robot["profile"].as_object().unwrap();
    assert_eq!(profile.len(), 19);
    assert!(profile["collision"].as_f64().unwrap() > 0.0);
    let threads = robot["threads"].as_array().unwrap();
    assert_eq!(threads.len(), 2);
    assert_eq!(threads[1]["threads"], 2);
    assert!(robot["reference"].is_null());
}

#[test]
fn several_models_are_set_side_by_side() {
    let arm = model("arm.xml");
    let output = synovia(&["bench", &arm, &arm, "--seconds", "0.01", "--threads", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert_eq!(text.matches("allocations  0 per step").count(), 2, "{text}");
    assert!(text.contains("kinematics"), "{text}");
    assert_eq!(text.matches("arm.xml").count(), 4);
}

#[test]
fn a_missing_reference_is_explained() {
    let run = |python: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_synovia"))
            .args(["bench", &model("arm.xml"), "--seconds", "0.01", "--compare"])
            .env("PYTHON", python)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        stderr(&output).to_owned()
    };
    let told = run("no-such-python");
    assert!(told.contains("no-such-python does not start"), "{told}");
}

/// A fake Python with MuJoCo.
#[cfg(unix)]
fn stand_in(folder: &support::Folder, name: &str, text: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.file(name);
    std::fs::write(&path, format!("#!/bin/sh\n{text}")).unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    path
}

#[cfg(unix)]
#[test]
fn the_reference_is_measured_in_turns_and_its_errors_are_reported() {
    let folder = support::Folder::new("compare");
    let run = |python: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_synovia"))
            .args([
                "bench",
                &model("arm.xml"),
                "--seconds",
                "0.01",
                "--threads",
                "1",
            ])
            .args(["--compare", "--json"])
            .env("PYTHON", python)
            .output()
            .unwrap();
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (told["models"][0].clone(), stderr(&output).to_owned())
    };
    let talk = "read order; echo '{\"version\": \"3.5.0\"}'; while read line; do echo '{\"each\": 2}'; done";
    let (told, _) = run(&stand_in(&folder, "good", talk));
    assert_eq!(told["reference"]["version"], "3.5.0");
    let best = told["seconds_per_step"]["best"].as_f64().unwrap();
    // JSON numbers are parsed to within one unit in the last place
    let ratio = told["reference"]["ratio"].as_f64().unwrap();
    assert!((ratio * best - 2.0).abs() < 1e-14, "{ratio} {best}");

    let (_, complaint) = run(&stand_in(&folder, "bare", "exit 3"));
    assert!(
        complaint.contains("pip install mujoco==3.5.0"),
        "{complaint}"
    );
    let (_, complaint) = run(&stand_in(
        &folder,
        "broken",
        "echo 'ValueError: no' >&2; exit 1",
    ));
    assert!(
        complaint.contains("--compare: ValueError: no"),
        "{complaint}"
    );
}

#[test]
fn mistakes_point_at_their_cause() {
    assert!(complaint(&["bench", "no/such.xml"]).contains("no/such.xml"));
    assert!(complaint(&["bench", "--threads", "0"]).contains("--threads"));
    assert!(complaint(&["bench", "--seconds", "-1"]).contains("zero or more"));
}
