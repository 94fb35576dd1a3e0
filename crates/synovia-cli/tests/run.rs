//! End-to-end tests of `synovia run`: every kind of control, recordings, plots, Ctrl-C and errors.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod support;

use std::collections::BTreeMap;
use std::fs;

use support::{
    Array, Folder, complaint, model, npz, stderr, stdout, synovia, synovia_json, synovia_json_and,
    well_formed,
};
use synovia::engine::state::reset_to_key;
use synovia::model::id::KeyId;
use synovia::{Data, Model, forward, step};

const DEMO: &str = include_str!("../models/scorpion.xml");

/// The built-in robot in its initial state, created without the program.
fn demo() -> (Model, Data) {
    let mut model = Model::from_xml_str(DEMO).unwrap();
    model.opt.enableflags |= synovia::model::enums::Enable::ENERGY;
    let mut data = Data::new(&model);
    reset_to_key(&model, &mut data, KeyId(0)).unwrap();
    (model, data)
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| x.to_bits()).collect()
}

/// Repeats a recording with its controls and compares every number of every row.
fn repeat(model: &Model, data: &mut Data, recorded: &BTreeMap<String, Array>, every: usize) {
    let rows = recorded["time"].shape[0];
    let mut row = 0;
    let mut compare = |k: usize, data: &mut Data, last: bool| {
        let ctrl = recorded["ctrl"].row(row.min(rows - 1));
        if k.is_multiple_of(every) || last {
            data.state.ctrl.rows_mut().copy_from_slice(ctrl);
            let state = &data.state;
            assert_eq!(
                recorded["time"].values[row].to_bits(),
                data.state.time.to_bits()
            );
            assert_eq!(
                bits(recorded["qpos"].row(row)),
                bits(state.qpos.rows()),
                "{k}"
            );
            assert_eq!(
                bits(recorded["qvel"].row(row)),
                bits(state.qvel.rows()),
                "{k}"
            );
            assert_eq!(bits(recorded["act"].row(row)), bits(state.act.rows()));
        }
        if last {
            forward(model, data).unwrap();
        } else {
            step(model, data).unwrap();
        }
        if k.is_multiple_of(every) || last {
            let readings = data.sensor.sensordata.rows();
            assert_eq!(bits(recorded["sensordata"].row(row)), bits(readings));
            assert_eq!(bits(recorded["energy"].row(row)), bits(&*data.energy));
            let (ncon, niter): (usize, i32) =
                (data.contact.list.len(), data.diag.solver_niter.iter().sum());
            assert_eq!(recorded["ncon"].values[row], ncon as f64);
            assert_eq!(recorded["solver_niter"].values[row], f64::from(niter));
            row += 1;
        }
    };
    let steps = (rows - 1) * every;
    for k in 0..steps {
        compare(k, data, false);
    }
    compare(steps, data, true);
    assert_eq!(row, rows);
}

#[test]
fn the_built_in_robot_runs_and_is_summed_up() {
    let output = synovia(&["run", "--time", "0.2"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // no bar if the output is not a terminal
    assert_eq!(stderr(&output), "");
    let text = stdout(&output);
    for told in [
        "scorpion",
        "keyframe home",
        "0.200 s in 100 steps",
        "real time",
        "warnings",
        "none",
    ] {
        assert!(text.contains(told), "{told} is not in\n{text}");
    }
    let quiet = synovia(&["run", "--time", "0.02", "--quiet"]);
    assert_eq!(
        (quiet.status.code(), stdout(&quiet), stderr(&quiet)),
        (Some(0), "", "")
    );
}

#[test]
fn the_summary_speaks_json() {
    let told = synovia_json(&["run", "--time", "0.1", "--json"]);
    assert_eq!(told["steps"], 50);
    assert_eq!(told["simulated"], 0.1);
    assert_eq!(told["key"], "home");
    assert_eq!(told["interrupted"], false);
    assert_eq!(told["finite"], true);
    assert_eq!(told["warnings"], serde_json::json!({}));
    assert!(told["contacts"]["max"].as_i64().unwrap() > 10);
    assert!(told["realtime_factor"].as_f64().unwrap() > 0.0);
}

#[test]
fn every_kind_of_control_is_recorded_to_the_last_bit() {
    let folder = Folder::new("kinds");
    let file = folder.file("out.npz");
    for kind in ["hold", "zero", "sine", "random"] {
        let args = [
            "run", "--time", "0.1", "--ctrl", kind, "--record", &file, "--json",
        ];
        let told = synovia_json(&args);
        assert_eq!(told["recording"]["rows"], 51);
        let recorded = npz(&file);
        let (model, mut data) = demo();
        let start = data.state.ctrl.rows().to_vec();
        repeat(&model, &mut data, &recorded, 1);

        let ctrl = &recorded["ctrl"];
        let range = |i: usize| model.actuator.ctrlrange.rows()[i];
        for (k, &t) in recorded["time"].values.iter().enumerate() {
            for (i, &u) in ctrl.row(k).iter().enumerate() {
                let [lower, upper] = range(i);
                let reach = (upper - start[i]).min(start[i] - lower);
                let turn = std::f64::consts::TAU * t + i as f64 * std::f64::consts::FRAC_PI_2;
                match kind {
                    "hold" => assert_eq!(u, start[i]),
                    "zero" => assert_eq!(u, 0.0),
                    "sine" => assert!((u - start[i] - 0.5 * reach * turn.sin()).abs() < 1e-12),
                    _ => assert!((lower..upper).contains(&u)),
                }
            }
        }
    }
}

#[test]
fn random_controls_follow_the_seed() {
    let folder = Folder::new("seed");
    let run = |seed: &str, name: &str| {
        let file = folder.file(name);
        let args = [
            "run", "--time", "0.02", "-c", "random", "--seed", seed, "-r", &file, "-q",
        ];
        assert_eq!(synovia(&args).status.code(), Some(0));
        fs::read(file).unwrap()
    };
    let (one, again, other) = (run("1", "a.npz"), run("1", "b.npz"), run("2", "c.npz"));
    assert!(one == again);
    assert!(one != other);
}

#[test]
fn a_thinned_recording_is_the_same_run() {
    let folder = Folder::new("thin");
    let file = folder.file("out.npz");
    let args = [
        "run", "--time", "0.08", "-c", "hold", "-r", &file, "--every", "10", "-q",
    ];
    assert_eq!(synovia(&args).status.code(), Some(0));
    let (model, mut data) = demo();
    repeat(&model, &mut data, &npz(&file), 10);
}

#[test]
fn csv_holds_the_same_numbers_and_can_be_replayed() {
    let folder = Folder::new("csv");
    let (array, table) = (folder.file("a.npz"), folder.file("a.csv"));
    for file in [&array, &table] {
        let args = ["run", "--time", "0.06", "-c", "random", "-r", file, "-q"];
        assert_eq!(synovia(&args).status.code(), Some(0));
    }
    let recorded = npz(&array);
    let text = fs::read_to_string(&table).unwrap();
    let mut lines = text.lines();
    let heading: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(heading[..2], ["time", "qpos:root.x"]);
    assert!(heading.contains(&"ctrl:swing_l1") && heading.contains(&"sensor:gyro.2"));
    let fields = [
        "time",
        "qpos",
        "qvel",
        "act",
        "ctrl",
        "sensordata",
        "energy",
        "ncon",
        "solver_niter",
    ];
    for (k, line) in lines.enumerate() {
        let found: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
        let expected: Vec<f64> = fields
            .iter()
            .flat_map(|name| recorded[*name].row(k).to_vec())
            .collect();
        assert_eq!(found.len(), heading.len());
        assert_eq!(bits(&found), bits(&expected));
    }

    let again = folder.file("again.npz");
    let args = ["run", "--time", "0.06", "-c", &table, "-r", &again, "-q"];
    assert_eq!(synovia(&args).status.code(), Some(0));
    assert!(fs::read(&array).unwrap() == fs::read(&again).unwrap());
    assert_eq!(folder.names(), ["a.csv", "a.npz", "again.npz"]);
}

/// A model with two actuators, so that tables are short.
const ARM: &str = "arm.xml";

#[test]
fn rows_of_a_file_are_one_a_step_and_the_last_is_held() {
    let folder = Folder::new("rows");
    let out = folder.file("out.npz");
    let table = folder.file("u.csv");
    fs::write(&table, "1,2\n3,4\n").unwrap();
    // the same as written by numpy
    let array = folder.file("u.npy");
    let head = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }\n";
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&(head.len() as u16).to_le_bytes());
    bytes.extend_from_slice(head.as_bytes());
    for u in [1.0_f32, 2.0, 3.0, 4.0] {
        bytes.extend_from_slice(&u.to_le_bytes());
    }
    fs::write(&array, bytes).unwrap();
    for file in [&table, &array] {
        let args = [
            "run",
            &model(ARM),
            "-t",
            "0.02",
            "-c",
            file,
            "-r",
            &out,
            "-q",
        ];
        assert_eq!(synovia(&args).status.code(), Some(0), "{file}");
        let ctrl = &npz(&out)["ctrl"];
        assert_eq!(
            ctrl.values,
            [1.0, 2.0, 3.0, 4.0, 3.0, 4.0, 3.0, 4.0, 3.0, 4.0]
        );
    }
    // columns by name, held until their time is reached
    fs::write(&table, "time,pull,flex\n0,2,1\n0.01,4,3\n").unwrap();
    let args = [
        "run",
        &model(ARM),
        "-t",
        "0.02",
        "-c",
        &table,
        "-r",
        &out,
        "-q",
    ];
    assert_eq!(synovia(&args).status.code(), Some(0));
    let ctrl = &npz(&out)["ctrl"];
    assert_eq!(
        ctrl.values,
        [1.0, 2.0, 1.0, 2.0, 3.0, 4.0, 3.0, 4.0, 3.0, 4.0]
    );
}

#[test]
fn a_run_starts_from_a_keyframe_by_name_or_number() {
    for key in ["bent", "0"] {
        let folder = Folder::new("key");
        let out = folder.file("out.npz");
        let args = [
            "run",
            &model(ARM),
            "-t",
            "0",
            "-k",
            key,
            "-r",
            &out,
            "--json",
        ];
        assert_eq!(synovia_json(&args)["key"], "bent");
        let recorded = npz(&out);
        assert_eq!(recorded["time"].values, [1.5]);
        assert_eq!(recorded["qpos"].values, [1.0, 0.0, 0.0, 0.0, 0.7]);
    }
}

#[test]
fn a_plot_is_a_well_formed_document() {
    let folder = Folder::new("plot");
    let file = folder.file("run.svg");
    let told = synovia_json(&["run", "-t", "0.1", "--plot", &file, "--json"]);
    assert_eq!(told["plot"], file.as_str());
    let svg = fs::read_to_string(&file).unwrap();
    assert!(well_formed(&svg));
    for text in [
        "qpos",
        "energy [J]",
        "contacts",
        "solver iterations",
        "time [s]",
        "swing_",
    ] {
        assert!(svg.contains(text), "{text}");
    }
    assert!(svg.matches("<polyline").count() >= 6);
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

#[test]
fn the_end_of_a_run_is_drawn_from_any_camera() {
    let folder = Folder::new("picture");
    let mut pictures = Vec::new();
    for camera in [None, Some("side"), Some("0")] {
        let file = folder.file("end.png");
        let mut args = vec![
            "run",
            "-t",
            "0.02",
            "--picture",
            &file,
            "--size",
            "40x30",
            "--json",
        ];
        args.extend(camera.iter().flat_map(|name| ["--camera", name]));
        assert_eq!(synovia_json(&args)["picture"], file.as_str());
        let bytes = fs::read(&file).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n"));
        // width and height are in the first chunk
        assert_eq!(bytes[16..24], [0, 0, 0, 40, 0, 0, 0, 30]);
        pictures.push(bytes);
    }
    assert!(pictures[0] != pictures[1]);
    // the camera by number is the same as by name
    assert!(pictures[1] == pictures[2]);
}

#[test]
fn bad_numbers_are_counted_and_told() {
    let folder = Folder::new("bad");
    let file = folder.file("wild.xml");
    let wild = "<mujoco><option timestep='0.1'/><worldbody><body><joint name='j'/>
        <geom size='.1' pos='1 0 0'/></body></worldbody>
        <actuator><motor name='m' joint='j' gear='1e12'/></actuator></mujoco>";
    fs::write(&file, wild).unwrap();
    let told = synovia_json_and(3, &["run", &file, "-t", "2", "-c", "sine", "--json"]);
    assert!(told["resets"].as_u64().unwrap() > 0, "{told}");
    assert!(!told["warnings"].as_object().unwrap().is_empty());
    let text = synovia(&["run", &file, "-t", "2", "-c", "sine"]);
    assert!(
        stdout(&text).contains("bad number in q"),
        "{}",
        stdout(&text)
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_run_and_what_was_recorded_is_written_whole() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let folder = Folder::new("interrupt");
    let (out, plot) = (folder.file("out.npz"), folder.file("out.svg"));
    let child = Command::new(env!("CARGO_BIN_EXE_synovia"))
        .args([
            "run", "-t", "100000", "-r", &out, "-p", &plot, "--every", "1000", "--json",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // the temporary files exist once the run is about to start
    while folder.names().len() < 2 {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(500));
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["interrupted"], true);
    let steps = told["steps"].as_u64().unwrap() as usize;
    let recorded = npz(&out);
    assert_eq!(recorded["time"].shape, [steps.div_ceil(1000) + 1]);
    assert_eq!(told["recording"]["rows"], recorded["time"].shape[0]);
    assert!(well_formed(&fs::read_to_string(&plot).unwrap()));
    assert_eq!(folder.names(), ["out.npz", "out.svg"]);
}

#[test]
fn mistakes_point_at_their_cause() {
    let folder = Folder::new("mistakes");
    let arm = model(ARM);
    let file = |name: &str, text: &str| {
        let path = folder.file(name);
        fs::write(&path, text).unwrap();
        path
    };
    let wide = file("wide.csv", "1,2,3\n");
    let word = file("word.csv", "1,2\n3,four\n");
    let name = file("name.csv", "flex,pul\n1,2\n");
    let late = file("late.csv", "time,flex,pull\n0,1,2\n0,1,2\n");
    let none = file("none.csv", "flex,pull\n1,nan\n");
    let junk = file("junk.npy", "not an array");
    let cases: &[(&[&str], &str)] = &[
        (&["run", "no/such.xml"], "no/such.xml"),
        (&["run", &arm, "--key", "bend"], "did you mean \"bent\"?"),
        (&["run", &arm, "--key", "7"], "no keyframe \"7\""),
        (&["run", &arm, "--time", "-1"], "zero or more"),
        (&["run", &arm, "--time", "soon"], "invalid float"),
        (&["run", &arm, "--ctrl", "sin"], "did you mean \"sine\"?"),
        (
            &["run", &arm, "--ctrl", "none/u.csv"],
            "--ctrl none/u.csv: ",
        ),
        (
            &["run", &arm, "--ctrl", &wide],
            "3 columns of controls, but the model has 2 actuators",
        ),
        (
            &["run", &arm, "--ctrl", &word],
            "line 2, column 2: \"four\" is not a number",
        ),
        (&["run", &arm, "--ctrl", &name], "did you mean \"pull\"?"),
        (
            &["run", &arm, "--ctrl", &late],
            "row 2: time 0 is not after 0",
        ),
        (
            &["run", &arm, "--ctrl", &none],
            "row 1, actuator \"pull\": the control is NaN",
        ),
        (&["run", &arm, "--ctrl", &junk], "not an NPY file"),
        (&["run", &arm, "--record", "out.txt"], "*.npz or *.csv"),
        (
            &["run", &arm, "--record", "no/such/out.npz"],
            "no/such/out.npz: ",
        ),
        (&["run", &arm, "--plot", "out.png"], "*.svg"),
        (&["run", &arm, "--picture", "out.jpg"], "*.png"),
        (
            &["run", "--picture", "a.png", "--camera", "sid"],
            "did you mean \"side\"?",
        ),
        (
            &["run", &arm, "--picture", "a.png", "--size", "big"],
            "WIDTHxHEIGHT",
        ),
        (&["run", &arm, "--every", "0"], "0 is not in"),
        (&["run", &arm, "--time", "1e300"], "takes too many steps"),
    ];
    for (args, told) in cases {
        let text = complaint(args);
        assert!(text.contains(told), "{args:?}: {told} is not in\n{text}");
    }
    // no temporary files are left behind
    assert!(folder.names().iter().all(|name| !name.contains("part")));
}

#[test]
fn a_model_with_mistakes_is_explained() {
    let text = complaint(&["run", &model("broken.xml")]);
    assert!(
        text.contains("broken.xml:4:") && text.contains("hinje"),
        "{text}"
    );
}
