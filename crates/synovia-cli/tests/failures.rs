//! Failures are reported, also by the exit code, and no data is lost or overwritten silently.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod support;

use std::fs;

use support::{Folder, model, stderr, stdout, synovia, synovia_json, synovia_json_and};

/// A spring that pushes away from its rest position: it diverges within about ten steps.
const RUNAWAY: &str = "<mujoco><option timestep='.01'><flag autoreset='AUTORESET'/></option><worldbody>
    <body name='cart'><joint name='rail' type='slide'/><geom size='.1'/></body></worldbody>
    <actuator><general joint='rail' gainprm='0' biastype='affine' biasprm='1 1e6 1e6'/></actuator></mujoco>";

/// The path of that model, with or without automatic resets.
fn runaway(folder: &Folder, autoreset: &str) -> String {
    let path = folder.file(&format!("runaway_{autoreset}.xml"));
    fs::write(&path, RUNAWAY.replace("AUTORESET", autoreset)).unwrap();
    path
}

#[test]
fn a_run_that_diverges_names_the_joint_and_exits_with_3() {
    let folder = Folder::new("diverges");
    for autoreset in ["enable", "disable"] {
        let (file, out) = (runaway(&folder, autoreset), folder.file("out.npz"));
        let output = synovia(&["run", &file, "-t", "1", "--record", &out]);
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        let message = stderr(&output);
        assert!(
            message.starts_with("error: the simulation failed: "),
            "{message}"
        );
        assert!(message.contains("in qacc of joint \"rail\" in body \"cart\" (dof 0) at step "));
        assert_eq!(
            message.contains("reset to the initial state"),
            autoreset == "enable"
        );
        assert!(stdout(&output).contains("\nfailed "), "{}", stdout(&output));
        assert!(
            stdout(&output).contains("101 rows written"),
            "{}",
            stdout(&output)
        );
        assert!(fs::exists(&out).unwrap());

        let json = synovia_json_and(3, &["run", &file, "-t", "1", "--json"]);
        assert_eq!(json["failed"], true);
        let failure = &json["failure"];
        assert_eq!(
            (&failure["joint"], &failure["body"]),
            (&"rail".into(), &"cart".into())
        );
        let step = failure["step"].as_u64().unwrap();
        assert!((2..20).contains(&step), "{step}");
        let time = failure["time"].as_f64().unwrap();
        assert!((time - 0.01 * (step - 1) as f64).abs() < 1e-9, "{time}");
    }
    let healthy = synovia_json(&["run", &model("arm.xml"), "-t", "0.1", "--json"]);
    assert_eq!(
        (&healthy["failed"], &healthy["failure"]),
        (&false.into(), &().into())
    );
}

#[test]
fn a_video_of_a_run_that_diverges_is_written_and_exits_with_3() {
    let folder = Folder::new("diverges_video");
    let file = runaway(&folder, "disable");
    for out in ["out.png", "out.webp"] {
        let path = folder.file(out);
        let args = ["render", &file, "-o", &path, "-t", "1", "--size", "64x48"];
        let output = synovia(&args);
        assert_eq!(output.status.code(), Some(3), "{out}: {}", stderr(&output));
        assert!(stderr(&output).contains("joint \"rail\" in body \"cart\""));
        assert!(stdout(&output).contains("\nfailed "), "{}", stdout(&output));
        assert!(fs::exists(&path).unwrap());
    }
    let path = folder.file("json.png");
    let args = [
        "render", &file, "-o", &path, "-t", "1", "--size", "64x48", "--json",
    ];
    let json = synovia_json_and(3, &args);
    assert_eq!(
        (&json["failed"], &json["failure"]["joint"]),
        (&true.into(), &"rail".into())
    );
}

#[test]
fn no_steps_have_an_energy() {
    let json = synovia_json(&["run", &model("arm.xml"), "-t", "0", "--json"]);
    assert_eq!(json["steps"], 0);
    assert_ne!(json["energy"]["start"]["potential"], 0.0);
    assert_eq!(json["energy"]["start"], json["energy"]["end"]);
}

#[test]
fn convert_never_replaces_its_input_and_asks_before_it_replaces_another_file() {
    let folder = Folder::new("overwrite");
    let (source, other) = (folder.file("a.xml"), folder.file("b.xml"));
    let xml = "<mujoco><!-- mine --><worldbody><geom size='.1'/></worldbody></mujoco>";
    fs::write(&source, xml).unwrap();
    fs::create_dir(folder.file("sub")).unwrap();
    let mut names = vec![source.clone(), folder.file("sub/../a.xml")];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&source, folder.file("link.xml")).unwrap();
        fs::hard_link(&source, folder.file("hard.xml")).unwrap();
        names.extend([folder.file("link.xml"), folder.file("hard.xml")]);
    }
    for name in &names {
        for force in [&[][..], &["--force"]] {
            let output = synovia(&[&["convert", &source, name], force].concat());
            assert_eq!(output.status.code(), Some(1), "{name}");
            assert!(
                stderr(&output).contains("the output is the input"),
                "{}",
                stderr(&output)
            );
            assert_eq!(fs::read_to_string(&source).unwrap(), xml);
        }
    }
    fs::write(&other, "precious").unwrap();
    let output = synovia(&["convert", &source, &other]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("b.xml: the file exists; use --force to overwrite it"));
    assert_eq!(fs::read_to_string(&other).unwrap(), "precious");
    let output = synovia(&["convert", &source, &other, "--force"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(fs::read_to_string(&other).unwrap().contains("<geom"));
}

#[test]
fn a_replaced_recording_is_mentioned() {
    let folder = Folder::new("replaced");
    let (arm, out) = (model("arm.xml"), folder.file("out.csv"));
    let args = ["run", &arm, "-t", "0.1", "--record", &out];
    assert!(!stdout(&synovia(&args)).contains("replacing"));
    assert!(stdout(&synovia(&args)).contains("out.csv, replacing an existing file"));
}

#[test]
fn recordings_of_both_formats_are_drawn_and_drive_a_run() {
    let folder = Folder::new("formats");
    let arm = model("arm.xml");
    let mut pictures = Vec::new();
    let mut ends = Vec::new();
    for format in ["csv", "npz"] {
        let record = folder.file(&format!("run.{format}"));
        let args = [
            "run", &arm, "-t", "0.2", "--ctrl", "random", "--record", &record, "-q",
        ];
        assert_eq!(synovia(&args).status.code(), Some(0));
        let picture = folder.file(&format!("{format}.png"));
        let args = [
            "render", &arm, "--from", &record, "-t", "0.15", "--size", "64x48", "-o", &picture,
        ];
        let output = synovia(&args);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        pictures.push(fs::read(&picture).unwrap());
        let again = synovia_json(&["run", &arm, "-t", "0.2", "--ctrl", &record, "--json"]);
        ends.push(again["energy"].clone());
    }
    assert!(pictures[0] == pictures[1]);
    assert_eq!(ends[0], ends[1]);
    let random = synovia_json(&["run", &arm, "-t", "0.2", "--ctrl", "random", "--json"]);
    assert_eq!(ends[0], random["energy"]);
}

#[test]
fn files_of_other_formats_are_recognised() {
    let folder = Folder::new("foreign");
    let utf16: Vec<u8> = "\u{feff}<mujoco/>"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let files = [
        (
            "Cargo.toml",
            b"[package]\n".to_vec(),
            "does not begin with an XML element",
        ),
        ("wide.xml", utf16, "encoded as UTF-16"),
        (
            "image.png",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(),
            "binary file",
        ),
    ];
    for (name, content, reason) in files {
        let path = folder.file(name);
        fs::write(&path, content).unwrap();
        let output = synovia(&["check", &path]);
        assert_eq!(output.status.code(), Some(1));
        let message = stdout(&output);
        assert!(
            message.contains("this is not an MJCF, URDF or binary model"),
            "{message}"
        );
        assert!(message.contains(reason), "{message}");
        assert_eq!(stderr(&output), "");
    }
}

#[test]
fn help_lists_the_exit_codes() {
    let output = synovia(&["--help"]);
    for line in [
        "Exit codes:",
        "  0  success",
        "  3  the simulation failed",
        "130  interrupted",
    ] {
        assert!(stdout(&output).contains(line), "{line}");
    }
}
