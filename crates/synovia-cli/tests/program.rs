//! End-to-end tests of the program: its output and exit codes.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod support;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use support::{Folder, model, stderr, stdout, synovia};

/// Runs the program with `text` on its standard input.
fn synovia_reading(args: &[&str], text: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_synovia"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

fn parsed(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn info_prints_an_aligned_table() {
    let output = synovia(&["info", &model("arm.xml")]);
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(0));
    let (table, memory): (Vec<&str>, Vec<&str>) = stdout(&output)
        .lines()
        .partition(|line| !line.starts_with("memory"));
    assert_eq!(
        table.join("\n"),
        "\
model           arm
bodies          3
trees           1
joints          2 (1 ball, 1 hinge)
positions (nq)  5
dofs (nv)       4
geoms           4 (1 plane, 2 capsule, 1 mesh)
meshes          1
  wedge         4 vertices, 4 faces
sites           2
lights          1
tendons         2 (1 fixed, 1 spatial)
actuators (nu)  2 (1 joint, 1 tendon)
sensors         2 (1 jointpos, 1 framepos)
keyframes       1
  bent          time 1.5
total mass      4 kg
options         that differ from the defaults
  timestep      0.005
  gravity       [0.0,0.0,-1.62]
  integrator    implicitfast
disabled        contact
enabled         energy"
    );
    assert_eq!(memory.len(), 1);
    assert!(memory[0].ends_with("KiB"), "{memory:?}");
}

#[test]
fn info_speaks_json() {
    let output = synovia(&["info", "--json", &model("arm.xml")]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let info = parsed(&output);
    assert_eq!(info["name"], "arm");
    assert_eq!(info["counts"]["bodies"], 3);
    assert_eq!(
        info["kinds"]["geoms"],
        json!({ "plane": 1, "capsule": 2, "mesh": 1 })
    );
    assert_eq!(
        info["meshes"],
        json!([{ "name": "wedge", "vertices": 4, "faces": 4 }])
    );
    assert_eq!(info["keyframes"], json!([{ "name": "bent", "time": 1.5 }]));
    assert_eq!(info["mass"], 4.0);
    assert_eq!(info["options"]["gravity"], json!([0.0, 0.0, -1.62]));
    assert_eq!(info["disabled"], json!(["contact"]));
    assert!(info["memory"].as_u64().unwrap() > 1000);
}

#[test]
fn info_reads_standard_input() {
    let text = r#"<mujoco model="piped"><worldbody><geom size=".1"/></worldbody></mujoco>"#;
    let output = synovia_reading(&["info", "--json", "-"], text);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(parsed(&output)["name"], "piped");
}

#[test]
fn a_binary_model_is_the_same_model() {
    let folder = Folder::new("binary");
    let path = folder.file("arm.mjb");
    let compiled = synovia::Model::from_xml_path(model("arm.xml")).unwrap();
    compiled.save_binary(&path).unwrap();
    let info = |file: &str| {
        let output = synovia(&["info", "--json", file]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let mut info = parsed(&output);
        info["file"].take();
        info
    };
    assert_eq!(info(&path), info(&model("arm.xml")));

    // damaged: one size is changed
    let mut bytes = compiled.to_mjb();
    bytes[20] = 77;
    std::fs::write(&path, bytes).unwrap();
    let output = synovia(&["check", &path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains("arm.mjb: byte 724: nbuffer"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn convert_writes_binary_models_and_texts() {
    let folder = Folder::new("convert");
    let (urdf, first, second) = (
        folder.file("robot.urdf"),
        folder.file("a.mjb"),
        folder.file("b.MJB"),
    );
    let robot = "<robot name='r'><link name='a'/><link name='b'><collision><geometry><sphere radius='.1'/></geometry>\
                 </collision></link><joint name='j' type='revolute'><parent link='a'/><child link='b'/></joint></robot>";
    std::fs::write(&urdf, robot).unwrap();
    for (from, to) in [(&urdf, &first), (&first, &second)] {
        let output = synovia(&["convert", from, to]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    let compiled = synovia::Model::from_xml_path(&urdf).unwrap();
    assert_eq!(compiled.size.njnt, 1);
    assert_eq!(std::fs::read(&first).unwrap(), compiled.to_mjb());
    assert_eq!(std::fs::read(&second).unwrap(), compiled.to_mjb());

    let output = synovia(&["convert", &urdf, "robot.step"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("must end with .xml, .mjb or .zip"));
    let text = folder.file("robot.xml");
    let output = synovia(&["convert", &urdf, &text]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let again = synovia::Model::from_xml_path(&text).unwrap();
    assert_eq!(again.to_mjb().len(), compiled.to_mjb().len());
    assert_eq!(again.body.mass, compiled.body.mass);
    // a binary model has no MJCF source
    let output = synovia(&["convert", &first, &text, "--force"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("a binary model cannot be written as MJCF"));
    std::fs::write(&urdf, robot.replace("'.1'", "'wide'")).unwrap();
    let output = synovia(&["convert", &urdf, &first, "--force"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("robot.urdf:1:"),
        "{}",
        stderr(&output)
    );
    assert_eq!(
        folder.names(),
        ["a.mjb", "b.MJB", "robot.urdf", "robot.xml"]
    );
}

#[test]
fn a_converted_text_finds_its_files_from_another_folder() {
    let folder = Folder::new("convert_away");
    let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    for part in ["robots/meshes", "out"] {
        std::fs::create_dir_all(folder.file(part)).unwrap();
    }
    std::fs::write(folder.file("robots/meshes/t.obj"), tetrahedron).unwrap();
    let xml = "<mujoco><compiler meshdir='meshes'/><asset><mesh file='t.obj'/></asset><worldbody><body><freejoint/>\
               <geom type='mesh' mesh='t'/></body></worldbody></mujoco>";
    let scene = folder.file("robots/scene.xml");
    std::fs::write(&scene, xml).unwrap();
    let model = synovia::Model::from_xml_path(&scene).unwrap();
    for (name, meshdir) in [
        ("out/a.xml", "../robots/meshes/"),
        ("robots/a.xml", "meshes/"),
    ] {
        let text = folder.file(name);
        let output = synovia(&["convert", &scene, &text]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let written = std::fs::read_to_string(&text).unwrap();
        assert!(
            written.contains(&format!("meshdir=\"{meshdir}\"")),
            "{written}"
        );
        let again = synovia::Model::from_xml_path(&text).unwrap();
        assert_eq!(again.mesh.vert, model.mesh.vert);
        assert_eq!(again.body.inertia, model.body.inertia);
    }
}

#[test]
fn convert_packs_a_model_with_its_files() {
    let folder = Folder::new("pack");
    let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    let (mesh, scene) = (folder.file("t.obj"), folder.file("scene.xml"));
    std::fs::write(&mesh, tetrahedron).unwrap();
    let xml = "<mujoco model='tetra'><asset><mesh name='m' file='t.obj'/></asset><worldbody><body><freejoint/>\
               <geom type='mesh' mesh='m'/></body></worldbody></mujoco>";
    std::fs::write(&scene, xml).unwrap();
    let (first, second) = (folder.file("first.zip"), folder.file("second.zip"));
    for (from, to) in [(&scene, &first), (&first, &second)] {
        let output = synovia(&["convert", from, to]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    // the archive does not need the mesh file
    std::fs::remove_file(&mesh).unwrap();
    for verb in ["check", "info"] {
        let output = synovia(&[verb, &second]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    let read = synovia::archive::read(&std::fs::read(&second).unwrap()).unwrap();
    assert_eq!(read.name, "tetra.xml");
    assert_eq!(
        read.assets,
        [("t.obj".to_owned(), tetrahedron.as_bytes().to_vec())]
    );

    // MJCF from an archive has its assets beside it, and no existing asset is overwritten
    let text = folder.file("out/tetra.xml");
    std::fs::create_dir_all(folder.file("out")).unwrap();
    for again in 0..2 {
        let output = synovia(&["convert", &second, &text, "--force"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(stdout(&output).lines().count(), 2 - again);
        let unpacked = synovia::Model::from_xml_path(&text).unwrap();
        assert_eq!(unpacked.size.nmeshvert, 4);
    }
    std::fs::write(folder.file("out/t.obj"), "v 0 0 0\n").unwrap();
    let output = synovia(&["convert", &second, &text, "-f"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("t.obj exists with different content"));
    let far = folder.file("far.zip");
    let (main, parts) = (
        xml.replace("t.obj", "../parts/t.obj"),
        tetrahedron.as_bytes(),
    );
    let entries = [("parts/t.obj".to_owned(), parts.to_vec())];
    let packed = synovia::archive::write("robot/main.xml", &main, &entries).unwrap();
    std::fs::write(&far, packed).unwrap();
    let output = synovia(&["convert", &far, &folder.file("out/far.xml")]);
    // an asset outside the folder of the model is moved inside
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("t.obj exists with different content"));
    let output = synovia(&["convert", &far, &folder.file("far/far.xml")]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(std::fs::exists(folder.file("far/t.obj")).unwrap());
    let unpacked = synovia::Model::from_xml_path(folder.file("far/far.xml")).unwrap();
    assert_eq!(unpacked.size.nmeshvert, 4);

    // an error in an archive is reported with the entry's name
    let bad = folder.file("bad.zip");
    let entries = [("../t.obj".to_owned(), Vec::new())];
    std::fs::write(
        &bad,
        synovia::archive::write("m.xml", "<mujoco/>", &entries).unwrap(),
    )
    .unwrap();
    let output = synovia(&["check", &bad]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains("bad.zip: entry '../t.obj' is outside the archive"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn check_accepts_a_good_model() {
    let file = model("arm.xml");
    let output = synovia(&["check", &file]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stdout(&output), format!("{file}: ok\n"));
}

#[test]
fn check_shows_every_mistake_where_it_is() {
    let output = synovia(&["check", &model("broken.xml")]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "");
    let text = stdout(&output);
    // the position of each error, and the source line
    for (place, excerpt) in [
        ("broken.xml:4:", r#"<joint name="knee" type="hinje"/>"#),
        ("broken.xml:8:", r#"<joint name="elbow" dampening="1"/>"#),
        ("broken.xml:9:", r#"<geom size=".1" condim="3.5"/>"#),
    ] {
        assert!(text.contains(place), "{place} is not in\n{text}");
        assert!(text.contains(excerpt), "{excerpt} is not in\n{text}");
    }
    assert!(text.contains(r#"did you mean "hinge"?"#), "{text}");
    // no colours if the output is not a terminal
    assert!(!text.contains('\x1b'), "{text}");
}

#[test]
fn check_takes_several_models_and_fails_if_one_does() {
    let (good, bad) = (model("arm.xml"), model("broken.xml"));
    let output = synovia(&["check", &good, &bad]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("arm.xml: ok"));
    assert!(stdout(&output).ends_with("2 models, 1 refused\n"));
    assert!(stdout(&output).contains("broken.xml: refused"));

    let verdict = parsed(&synovia(&["check", "--json", &good, &bad]));
    assert_eq!(verdict["ok"], false);
    assert_eq!(
        verdict["models"][0],
        json!({ "file": good, "ok": true, "mistakes": [], "warnings": [] })
    );
    assert_eq!(verdict["models"][1]["ok"], false);
    let mistakes = verdict["models"][1]["mistakes"].as_array().unwrap();
    assert_eq!(mistakes.len(), 3);
    let knee = mistakes.iter().find(|m| m["line"] == 4).unwrap();
    assert_eq!(knee["element"], "joint");
    assert_eq!(knee["name"], "knee");
    assert_eq!(knee["attribute"], "type");
    assert!(knee["message"].as_str().unwrap().contains("hinje"));
}

#[test]
fn a_missing_file_is_named() {
    // the findings of `check` are its result, so they go to standard output
    let [info, check] = ["info", "check"].map(|command| {
        let output = synovia(&[command, "no/such/model.xml"]);
        assert_eq!(output.status.code(), Some(1));
        output
    });
    for text in [stderr(&info), stdout(&check)] {
        assert!(text.contains("no/such/model.xml"), "{text}");
    }
}

#[test]
fn a_wrong_command_line_has_its_own_exit_code() {
    assert_eq!(synovia(&["explode"]).status.code(), Some(2));
    assert_eq!(synovia(&["info"]).status.code(), Some(2));
    assert_eq!(synovia(&["check"]).status.code(), Some(2));
}
