//! Documents read from files.

use std::collections::BTreeMap;

use synovia_mjcf::keyword::Bool;
use synovia_mjcf::spec::body::Node;
use synovia_mjcf::{Document, NoFiles, parse_file, parse_str};
use synovia_model::enums::{MeshInertia, Solver};

fn read(text: &str) -> Document {
    parse_str("model.xml", text, &NoFiles).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The text of a model with the sections `inside`.
fn model(inside: &str) -> String {
    format!("<mujoco>\n{inside}\n</mujoco>\n")
}

fn files(list: &[(&str, &str)]) -> BTreeMap<String, String> {
    list.iter()
        .map(|&(path, text)| (path.to_owned(), text.to_owned()))
        .collect()
}

#[test]
fn inr_01_exactmeshinertia_is_kept_and_survives_saving() {
    for (word, value) in [("true", Bool::True), ("false", Bool::False)] {
        let spec = read(&model(&format!("<compiler exactmeshinertia=\"{word}\"/>")));
        assert_eq!(spec.compiler.exactmeshinertia.get(), Some(&value));
        let again = read(&spec.to_xml());
        assert_eq!(again.compiler.exactmeshinertia.get(), Some(&value));
    }
    assert!(!read("<mujoco/>").compiler.exactmeshinertia.is_set());
}

#[test]
fn inr_02_the_four_mesh_inertias_are_read() {
    let words = [
        ("legacy", MeshInertia::Legacy),
        ("exact", MeshInertia::Exact),
        ("convex", MeshInertia::Convex),
        ("shell", MeshInertia::Shell),
    ];
    for (word, value) in words {
        let spec = read(&model(&format!(
            "<asset><mesh file=\"a.obj\" inertia=\"{word}\"/></asset>"
        )));
        assert_eq!(spec.meshes[0].inertia.get(), Some(&value));
    }
    assert!(
        !read(&model("<asset><mesh file=\"a.obj\"/></asset>")).meshes[0]
            .inertia
            .is_set()
    );
}

#[test]
fn asm_30_the_active_set_solver_is_a_keyword_and_survives_saving() {
    let spec = read(&model("<option solver=\"ActiveSet\"/>"));
    assert_eq!(spec.option.solver.get(), Some(&Solver::ActiveSet));
    assert_eq!(
        read(&spec.to_xml()).option.solver.get(),
        Some(&Solver::ActiveSet)
    );
}

#[test]
fn def_03_a_nested_class_may_stand_before_the_elements_of_its_parent() {
    let before = "<default><default class=\"robot\"><default class=\"arm\"><joint armature=\"0.01\"/></default>\
                  <joint damping=\"0.5\"/></default><joint damping=\"0.1\"/></default>";
    let spec = read(&model(before));
    let names: Vec<_> = (0..spec.defaults.classes.len())
        .map(|id| spec.defaults.name(id))
        .collect();
    assert_eq!(names, ["main", "robot", "arm"]);
    assert_eq!(spec.defaults.lineage(2), [0, 1, 2]);
    assert_eq!(spec.defaults.classes[0].joint.damping.get(), Some(&0.1));
    assert_eq!(spec.defaults.classes[1].joint.damping.get(), Some(&0.5));
    assert_eq!(spec.defaults.classes[2].joint.armature.get(), Some(&0.01));
}

#[test]
fn def_18_two_default_sections_merge() {
    let spec = read(&model(
        "<default><joint damping=\"1\"/></default><default><joint armature=\"2\"/></default>",
    ));
    let joint = &spec.defaults.classes[0].joint;
    assert_eq!(
        (joint.damping.get(), joint.armature.get()),
        (Some(&1.0), Some(&2.0))
    );
    assert_eq!(spec.defaults.classes.len(), 1);
}

#[test]
fn def_18_a_class_keeps_the_main_that_it_saw() {
    // measured on 3.5.0: the class of the first section does not inherit from the second
    let text = model(
        "<default><joint damping=\"1\"/><default class=\"a\"/></default>\
         <default><joint armature=\"2\"/><default class=\"b\"/></default>",
    );
    let spec = read(&text);
    let armature = |class: &str| {
        let id = spec.defaults.find(class).unwrap();
        let line = spec.defaults.lineage(id);
        line.iter()
            .rev()
            .find_map(|&k| spec.defaults.classes[k].joint.armature.get().copied())
    };
    assert_eq!(armature("a"), None);
    assert_eq!(armature("b"), Some(2.0));
    assert_eq!(armature("main"), Some(2.0));
    // the same after saving
    assert_eq!(read(&spec.to_xml()).to_xml(), spec.to_xml());
    assert_eq!(
        read(&spec.to_xml()).defaults.classes.len(),
        spec.defaults.classes.len()
    );
}

#[test]
fn def_05_actuators_of_a_class_keep_their_order() {
    let spec = read(&model(
        "<default><motor gear=\"100\"/><position kp=\"7\" gear=\"3\"/></default>",
    ));
    let tags: Vec<_> = spec.defaults.classes[0]
        .actuators
        .iter()
        .map(|a| a.kind.tag())
        .collect();
    assert_eq!(tags, ["motor", "position"]);
}

#[test]
fn sections_repeat_and_the_later_value_wins() {
    let spec = read(&model(
        "<option timestep=\"0.1\" gravity=\"0 0 1\"/><option timestep=\"0.2\"><flag contact=\"disable\"/></option>\
         <compiler meshdir=\"m\" texturedir=\"t\"/><compiler assetdir=\"a\"/>\
         <option actuatorgroupdisable=\"3 1\"/><option actuatorgroupdisable=\"1 2\"/>\
         <worldbody><geom size=\"1\"/></worldbody><worldbody><geom size=\"2\"/></worldbody>",
    ));
    assert_eq!(spec.option.timestep.get(), Some(&0.2));
    assert_eq!(spec.option.gravity.get(), Some(&[0.0, 0.0, 1.0]));
    assert!(spec.flag.contact.is_set());
    assert!(!spec.compiler.meshdir.is_set() && !spec.compiler.texturedir.is_set());
    assert_eq!(spec.compiler.assetdir.text(), "a");
    assert_eq!(spec.option.actuatorgroupdisable.get(), Some(&vec![1, 2, 3]));
    assert_eq!(spec.world.nodes.len(), 2);
}

#[test]
fn blank_lists_are_not_written_and_blank_names_are() {
    let spec = read(&model(
        "<worldbody><geom name=\"\" size=\"1\" user=\"\" pos=\"  \"/></worldbody>",
    ));
    let Node::Geom(geom) = &spec.world.nodes[0] else {
        panic!()
    };
    assert!(!geom.user.is_set() && !geom.pos.is_set());
    assert_eq!(geom.name.get(), Some(&String::new()));
}

#[test]
fn includes_are_looked_for_beside_the_main_file_then_beside_the_including_one() {
    let files = files(&[
        (
            "robot/main.xml",
            "<mujoco><include file=\"parts/arm.xml\"/></mujoco>",
        ),
        (
            "robot/parts/arm.xml",
            "<x><worldbody><include file=\"hand.xml\"/><include file=\"foot.xml\"/></worldbody></x>",
        ),
        ("robot/parts/hand.xml", "<x><geom size=\"1\"/></x>"),
        ("robot/foot.xml", "<x><geom size=\"2\"/></x>"),
        ("robot/parts/foot.xml", "<x><geom size=\"3\"/></x>"),
    ]);
    let spec = parse_file("robot/main.xml", &files).unwrap();
    let sizes: Vec<f64> = spec
        .world
        .nodes
        .iter()
        .map(|node| match node {
            Node::Geom(geom) => geom.size.get().unwrap().leading()[0],
            _ => panic!(),
        })
        .collect();
    assert_eq!(sizes, [1.0, 2.0]);
    let names: Vec<_> = spec.sources.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "robot/main.xml",
            "robot/parts/arm.xml",
            "robot/parts/hand.xml",
            "robot/foot.xml"
        ]
    );
    // every value has the span of its file
    let Node::Geom(geom) = &spec.world.nodes[0] else {
        panic!()
    };
    assert_eq!(
        spec.sources.location(geom.size.span()).unwrap().to_string(),
        "robot/parts/hand.xml:1:16"
    );
}

#[test]
fn models_to_attach_are_read_from_their_own_directory() {
    let files = files(&[
        (
            "main.xml",
            "<mujoco><asset><model name=\"c\" file=\"child/c.xml\"/></asset><worldbody><attach model=\"c\" prefix=\"p_\"/></worldbody></mujoco>",
        ),
        (
            "child/c.xml",
            "<mujoco model=\"own\"><compiler angle=\"radian\"/><include file=\"more.xml\"/></mujoco>",
        ),
        (
            "child/more.xml",
            "<x><worldbody><geom size=\"1\"/></worldbody></x>",
        ),
    ]);
    let spec = parse_file("main.xml", &files).unwrap();
    let child = &spec.models[0];
    assert_eq!(child.file.name.text(), "c");
    assert_eq!(child.document.model.text(), "own");
    assert_eq!(child.document.dir, "child/");
    assert!(child.document.compiler.angle.is_set() && !spec.compiler.angle.is_set());
    assert_eq!(child.document.world.nodes.len(), 1);
    // spans of the child refer to the common sources
    let Node::Geom(geom) = &child.document.world.nodes[0] else {
        panic!()
    };
    assert_eq!(
        spec.sources.location(geom.span).unwrap().file,
        "child/more.xml"
    );
}

#[test]
fn unknown_attributes_below_frames_are_warnings() {
    // measured on 3.5.0: such models load
    let spec = read(&model(
        "<worldbody><frame><geom size=\"1\" colour=\"red\"/></frame></worldbody>",
    ));
    let lines: Vec<_> = spec
        .warnings
        .iter()
        .map(|w| w.headline(&spec.sources))
        .collect();
    assert_eq!(
        lines,
        ["model.xml:2:34: geom: unrecognized attribute \"colour\""]
    );
}

#[test]
fn bodies_may_nest_as_deep_as_in_the_reference() {
    let deep = |n: usize| {
        model(&format!(
            "<worldbody>{}{}</worldbody>",
            "<body>".repeat(n),
            "</body>".repeat(n)
        ))
    };
    let spec = read(&deep(490));
    assert_eq!(read(&spec.to_xml()).to_xml(), spec.to_xml());
    assert!(parse_str("deep.xml", &deep(600), &NoFiles).is_err());
    assert!(parse_str("deep.xml", &deep(1_000_000), &NoFiles).is_err());
}

#[test]
fn whether_a_file_may_be_included_twice_depends_on_the_path_as_in_the_reference() {
    // measured on 3.5.0: below an included file with a directory, names are recorded with it but looked up without it
    let include = |list: &[&str]| {
        let inside: Vec<_> = list
            .iter()
            .map(|name| format!("<include file=\"{name}\"/>"))
            .collect();
        format!("<mujoco>{}</mujoco>", inside.concat())
    };
    let part = "<x><worldbody><geom size=\"1\"/></worldbody></x>";
    for (dir, refused) in [("", true), ("robot/", false)] {
        let files: BTreeMap<String, String> = [
            ("diamond.xml", include(&["b.xml", "c.xml"])),
            ("b.xml", include(&["d.xml"])),
            ("c.xml", include(&["d.xml"])),
            ("d.xml", part.to_owned()),
        ]
        .map(|(name, text)| (format!("{dir}{name}"), text))
        .into();
        assert_eq!(
            parse_file(&format!("{dir}diamond.xml"), &files).is_err(),
            refused,
            "{dir}"
        );
    }
}

#[test]
fn letters_that_are_not_utf_8_are_taken_for_latin_1() {
    let mut bytes = b"<mujoco model=\"caf".to_vec();
    bytes.extend([0xe9]);
    bytes.extend(b"\"/>");
    let files = BTreeMap::from([("m.xml".to_owned(), bytes)]);
    let spec = parse_file("m.xml", &files).unwrap();
    assert_eq!(spec.model.text(), "café");
    assert_eq!(spec.warnings.len(), 1);
}

#[test]
fn a_zero_byte_ends_the_text() {
    let read = |bytes: &[u8]| {
        let files = BTreeMap::from([("m.xml".to_owned(), bytes.to_vec())]);
        parse_file("m.xml", &files)
    };
    assert_eq!(read(b"<mujoco model='m'/>\0<x").unwrap().model.text(), "m");
    for cut in [
        &b"\0<mujoco/>"[..],
        b"<mujoco>\0</mujoco>",
        b"<mujoco model='a\0b'/>",
    ] {
        assert!(read(cut).is_err(), "{cut:?}");
    }
}
