//! End-to-end tests of `synovia rollout`.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod support;

use serde_json::{Value, json};
use support::{Folder, complaint, model, stderr, stdout, synovia, synovia_json, synovia_json_and};

/// Runs episodes of the built-in robot and returns the JSON.
fn episodes(more: &[&str]) -> Value {
    let mut args = vec!["rollout", "--episodes", "6", "--steps", "40", "--json"];
    args.extend(more);
    synovia_json(&args)
}

#[test]
fn every_number_of_threads_computes_the_same_episodes() {
    let one = episodes(&["--threads", "1"]);
    assert!(one["model"].as_str().unwrap().contains("scorpion"));
    assert_eq!(one["episodes"], 6);
    assert_eq!(one["steps"], 240);
    assert_eq!(one["errors"], json!([]));
    for field in ["wall", "steps_per_second", "realtime_factor", "timestep"] {
        assert!(one[field].as_f64().unwrap() > 0.0, "{field}");
    }
    let rate = one["steps_per_second"].as_f64().unwrap() * one["wall"].as_f64().unwrap();
    assert!((rate - 240.0).abs() < 1e-6);
    assert!(one["contacts"]["max"].as_u64().unwrap() > 0);
    for threads in ["2", "3"] {
        let more = episodes(&["--threads", threads]);
        assert_eq!(more["threads"].to_string(), threads);
        assert_eq!(more["contacts"], one["contacts"]);
        assert_eq!(more["state"], one["state"]);
    }
    let other = episodes(&["--seed", "1"]);
    assert_ne!(other["state"], one["state"]);
}

#[test]
fn the_table_has_what_was_measured() {
    let arm = model("arm.xml");
    let output = synovia(&["rollout", &arm, "-e", "3", "--steps", "20", "-j", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    let text = stdout(&output);
    for line in [
        "episodes    3\n",
        "threads     2\n",
        "steps       60 (",
        "throughput  ",
        "real time   ",
        "errors      none\n",
    ] {
        assert!(text.contains(line), "{line:?} in {text}");
    }
}

#[test]
fn errors_are_listed_for_each_episode() {
    let folder = Folder::new("rollout-errors");
    // a repelling spring: the simulation diverges
    let xml = "<mujoco><worldbody><body><joint name='j' type='slide'/><geom size='.1'/></body></worldbody>
      <actuator><general joint='j' gainprm='0' biastype='affine' biasprm='1 1e9 1e9'/></actuator></mujoco>";
    std::fs::write(folder.file("away.xml"), xml).unwrap();
    let away = folder.file("away.xml");
    let args = ["rollout", &away, "-e", "7", "--steps", "50", "--json"];
    let told = synovia_json_and(3, &args);
    assert_eq!(told["failed"], true);
    let errors = told["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 7);
    assert_eq!(errors[3]["episode"], 3);
    let step = errors[3]["step"].as_u64().unwrap();
    assert!((1..50).contains(&step));
    assert_eq!(errors[3]["reset"], true);
    let message = errors[3]["error"].as_str().unwrap();
    assert!(
        message.contains("of joint \"j\" in body 1 (dof 0) at time"),
        "{message}"
    );
    assert_eq!(told["steps"], 7 * step);
    let output = synovia(&args[..6]);
    let text = stdout(&output);
    assert!(text.contains("7 episodes") && text.contains("and 2 more"));
    let message = stderr(&output);
    assert!(
        message.contains("the simulation failed: 7 of 7 episodes ended early; episode 0,"),
        "{message}"
    );
}

#[test]
fn what_cannot_be_done_is_explained() {
    assert!(complaint(&["rollout", "no such file.xml"]).contains("not found"));
    assert!(complaint(&["rollout", "--threads", "0"]).contains("--threads"));
    assert!(complaint(&["rollout", "--episodes", "-1"]).contains("-1"));
}
