//! The error messages for invalid files.

use std::collections::BTreeMap;

use synovia_mjcf::{NoFiles, parse_file, parse_str};

/// All error headlines of an invalid model.
fn mistakes(text: &str) -> Vec<String> {
    match parse_str("m.xml", text, &NoFiles) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.headlines().collect(),
    }
}

/// The headline of a model with one error, which must be at the place of `‸`; the place is removed from the result.
#[track_caller]
fn mistake(inside: &str) -> String {
    let marked = format!("<mujoco>\n{inside}\n</mujoco>\n");
    let (before, after) = marked.split_once('‸').expect("a marker");
    let line = before.lines().count();
    let column = before.lines().last().unwrap_or("").chars().count() + 1;
    let all = mistakes(&format!("{before}{after}"));
    assert_eq!(all.len(), 1, "{inside}: {all:?}");
    let place = format!("m.xml:{line}:{column}: ");
    let message = all[0].strip_prefix(&place);
    message
        .unwrap_or_else(|| panic!("expected at {place}, found {}", all[0]))
        .to_owned()
}

/// Checks models with the message of their only error.
#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (inside, expected) in cases {
        assert_eq!(mistake(inside), *expected);
    }
}

#[test]
fn inr_01_other_words_and_other_attributes_of_compiler_are_refused() {
    check(&[
        (
            "<compiler exactmeshinertia=\"‸yes\"/>",
            "compiler exactmeshinertia: invalid keyword \"yes\", expected one of false, true",
        ),
        (
            "<compiler ‸exactmeshinertias=\"true\"/>",
            "compiler: unrecognized attribute \"exactmeshinertias\" (did you mean \"exactmeshinertia\"?)",
        ),
        (
            "<compiler\n  ‸foo=\"1\"/>",
            "compiler: unrecognized attribute \"foo\"",
        ),
    ]);
}

#[test]
fn inr_02_another_mesh_inertia_is_refused() {
    check(&[(
        "<asset><mesh inertia=\"‸foo\"/></asset>",
        "mesh inertia: invalid keyword \"foo\", expected one of convex, exact, legacy, shell",
    )]);
}

#[test]
fn def_06_def_08_classes_hold_neither_actuator_nor_sensor() {
    check(&[
        (
            "<default><‸actuator/></default>",
            "unrecognized element \"actuator\" in \"default\"",
        ),
        (
            "<default><‸sensor/></default>",
            "unrecognized element \"sensor\" in \"default\"",
        ),
    ]);
}

#[test]
fn def_11_unknown_classes_are_named_with_element_and_line() {
    check(&[
        (
            "<worldbody>\n<geom name=\"g\" size=\"1\" class=\"‸nope\"/></worldbody>",
            "geom \"g\" class: unknown default class 'nope'",
        ),
        (
            "<worldbody><body childclass=\"‸nope\"/></worldbody>",
            "body childclass: unknown default class 'nope'",
        ),
        (
            "<worldbody><frame childclass=\"‸nope\"/></worldbody>",
            "frame childclass: unknown default class 'nope'",
        ),
        (
            "<default><default class=\"arm\"/></default><actuator><motor joint=\"j\" class=\"‸amr\"/></actuator>",
            "motor class: unknown default class 'amr' (did you mean \"arm\"?)",
        ),
    ]);
}

#[test]
fn def_19_wrong_classes_are_refused() {
    check(&[
        (
            "<default><default class=\"a\"/><default class=\"‸a\"/></default>",
            "default class: repeated default class 'a'",
        ),
        (
            "<default><default class=\"‸main\"/></default>",
            "default class: repeated default class 'main'",
        ),
        (
            "<default><‸default/></default>",
            "default: a nested default needs a class name; set class",
        ),
        (
            "<default class=\"‸robot\"/>",
            "default class: found 'robot', expected 'main' or no class, because all classes inherit from the outermost one; put 'robot' inside it",
        ),
    ]);
    assert!(mistakes("<mujoco><default class=\"main\"/></mujoco>").is_empty());
}

#[test]
fn def_21_wrong_values_name_attribute_element_and_line() {
    let geom = |attr: &str| mistake(&format!("<worldbody><geom size=\"1\" {attr}/></worldbody>"));
    assert_eq!(
        geom("condim=\"‸3.5\""),
        "geom condim: expected an integer, found \"3.5\""
    );
    assert_eq!(
        geom("priority=\"‸1.5\""),
        "geom priority: expected an integer, found \"1.5\""
    );
    assert_eq!(
        geom("margin=\"‸abc\""),
        "geom margin: expected a number, found \"abc\""
    );
    assert_eq!(
        geom("friction=\"‸1 1 1 1\""),
        "geom friction: too much data: expected 3, found 4 values"
    );
    assert_eq!(
        geom("solref=\"‸1 1 1\""),
        "geom solref: too much data: expected 2, found 3 values"
    );
    assert_eq!(
        geom("pos=\"‸1 1\""),
        "geom pos: not enough data: expected 3, found 2 values"
    );
}

#[test]
fn con_09_another_cone_is_refused() {
    check(&[(
        "<option cone=\"‸eliptic\"/>",
        "option cone: invalid keyword \"eliptic\", expected one of pyramidal, elliptic (did you mean \"elliptic\"?)",
    )]);
    assert!(mistakes("<mujoco><option cone=\"elliptic\"/></mujoco>").is_empty());
}

#[test]
fn con_08_a_contact_dimension_is_read_as_it_is() {
    // valid values are checked when classes are resolved; nothing is rounded here
    let spec = parse_str(
        "m.xml",
        "<mujoco><worldbody><geom size=\"1\" condim=\"5\"/></worldbody></mujoco>",
        &NoFiles,
    )
    .unwrap();
    let synovia_mjcf::spec::body::Node::Geom(geom) = &spec.world.nodes[0] else {
        panic!()
    };
    assert_eq!(geom.condim.get(), Some(&5));
}

#[test]
fn frl_11_joints_have_no_plain_solver_parameters() {
    for attr in ["solref", "solimp"] {
        let found = mistake(&format!(
            "<worldbody><body><joint ‸{attr}=\"0.02 1\"/></body></worldbody>"
        ));
        assert!(
            found.starts_with(&format!("joint: unrecognized attribute \"{attr}\"")),
            "{found}"
        );
    }
}

#[test]
fn srf_11_geoms_have_no_friction_solver_parameters() {
    for attr in ["solreffriction", "solimpfriction"] {
        let found = mistake(&format!(
            "<worldbody><geom ‸{attr}=\"0.02 1\"/></worldbody>"
        ));
        assert!(
            found.starts_with(&format!("geom: unrecognized attribute \"{attr}\"")),
            "{found}"
        );
    }
}

#[test]
fn flx_05_contact_attributes_of_a_flexcomp_stand_in_its_contact() {
    let found = mistake("<worldbody><flexcomp name=\"f\" ‸contype=\"1\"/></worldbody>");
    assert!(
        found.starts_with("flexcomp \"f\": unrecognized attribute \"contype\""),
        "{found}"
    );
    assert!(mistakes("<mujoco><worldbody><flexcomp name=\"f\"><contact contype=\"1\"/></flexcomp></worldbody></mujoco>").is_empty());
}

#[test]
fn act_10_an_actuator_has_exactly_one_target() {
    let actuator = |attrs: &str| mistake(&format!("<actuator><‸motor {attrs}/></actuator>"));
    assert_eq!(
        actuator("joint=\"j\" tendon=\"t\""),
        "motor: an actuator can have only one transmission target; remove the others"
    );
    assert!(actuator("gear=\"1\"").contains("transmission target is missing"));
    assert!(actuator("refsite=\"s\"").contains("transmission target is missing"));
    assert_eq!(
        actuator("joint=\"j\" refsite=\"s\""),
        "motor: refsite applies to a site transmission only; add site, or remove it"
    );
    assert_eq!(
        actuator("joint=\"j\" cranklength=\"1\""),
        "motor: cranklength and slidersite apply to a slider-crank only; add cranksite, or remove them"
    );
}

#[test]
fn asm_30_solver_words_are_case_sensitive() {
    check(&[(
        "<option solver=\"‸activeset\"/>",
        "option solver: invalid keyword \"activeset\", expected one of PGS, CG, Newton, ActiveSet \
         (did you mean \"ActiveSet\"?)",
    )]);
}

#[test]
fn asm_31_the_active_set_solver_needs_pyramidal_cones() {
    check(&[
        (
            "<option solver=\"ActiveSet\" cone=\"‸elliptic\"/>",
            "option cone: solver=\"ActiveSet\" requires cone=\"pyramidal\", found cone=\"elliptic\"",
        ),
        (
            "<option cone=\"‸elliptic\"/>\n<option solver=\"ActiveSet\"/>",
            "option cone: solver=\"ActiveSet\" requires cone=\"pyramidal\", found cone=\"elliptic\"",
        ),
    ]);
}

#[test]
fn what_the_grammar_cannot_say_about_settings_and_bodies_is_checked_too() {
    check(&[
        (
            "<compiler coordinate=\"‸global\"/>",
            "compiler coordinate: global coordinates are no longer supported; use local coordinates",
        ),
        (
            "<compiler eulerseq=\"‸xy\"/>",
            "compiler eulerseq: must have three characters, such as xyz",
        ),
        (
            "<size nuser_geom=\"‸-2\"/>",
            "size nuser_geom: must not be less than -1",
        ),
        (
            "<‸size memory=\"1M\" njmax=\"5\"/>",
            "size: both memory and njmax are set; remove one of them",
        ),
        (
            "<statistic extent=\"‸0\"/>",
            "statistic extent: must be strictly positive",
        ),
        (
            "<visual><map znear=\"‸0\"/></visual>",
            "map znear: must be strictly positive",
        ),
        (
            "<option actuatorgroupdisable=\"‸31\"/>",
            "option actuatorgroupdisable: group 31 is out of range, expected 0 to 30",
        ),
        (
            "<worldbody pos=\"‸0 0 0\"/>",
            "worldbody pos: worldbody cannot have attributes; remove them",
        ),
        (
            "<worldbody><‸joint/></worldbody>",
            "joint: the world body cannot have joints; put this element into a <body>",
        ),
        (
            "<worldbody><frame><‸freejoint/></frame></worldbody>",
            "freejoint: the world body cannot have joints; put this element into a <body>",
        ),
        (
            "<worldbody><‸body quat=\"1 0 0 0\" euler=\"0 0 0\"/></worldbody>",
            "body: the orientation is set by quat and euler; keep only one of them",
        ),
        (
            "<worldbody><‸site zaxis=\"1 0 0\" euler=\"0 0 0\"/></worldbody>",
            "site: the orientation is set by zaxis and euler; keep only one of them",
        ),
        (
            "<worldbody><body quat=\"‸0 0 0 0\"/></worldbody>",
            "body quat: found zeros, expected a rotation; the identity is 1 0 0 0",
        ),
        (
            "<worldbody><body><‸inertial pos=\"0 0 0\"/></body></worldbody>",
            "inertial: required attribute missing: \"mass\"",
        ),
        (
            "<worldbody><body><inertial pos=\"0 0 0\" mass=\"1\"/><‸inertial pos=\"0 0 0\" mass=\"1\"/></body></worldbody>",
            "body: unique element \"inertial\" found 2 times",
        ),
        (
            "<worldbody><‸light type=\"spot\" directional=\"true\"/></worldbody>",
            "light: both type and directional are set; remove one of them",
        ),
        (
            "<worldbody><‸camera fovy=\"1\" sensorsize=\"1 1\"/></worldbody>",
            "camera: both fovy and sensorsize are set; remove one of them",
        ),
        (
            "<worldbody><‸replicate offset=\"1 0 0\"/></worldbody>",
            "replicate: required attribute missing: \"count\"",
        ),
        (
            "<worldbody><‸attach model=\"m\"/></worldbody>",
            "attach: required attribute missing: \"prefix\"",
        ),
    ]);
}

#[test]
fn what_the_grammar_cannot_say_about_assets_and_relations_is_checked_too() {
    check(&[
        (
            "<asset><mesh maxhullvert=\"‸3\"/></asset>",
            "mesh maxhullvert: must be at least 4, or -1 for no limit",
        ),
        (
            "<asset><‸mesh builtin=\"cone\"/></asset>",
            "mesh: required attribute missing: \"params\"",
        ),
        (
            "<asset><hfield nrow=\"2\" ncol=\"2\" size=\"1 1 1 1\" elevation=\"‸1 2 3\"/></asset>",
            "hfield elevation: found 3 heights for 2 rows of 2 columns, expected 4",
        ),
        (
            "<asset><texture gridsize=\"1 2\" gridlayout=\"‸RL.\"/></asset>",
            "texture gridlayout: the number of characters must equal rows times columns of gridsize",
        ),
        (
            "<asset><material texture=\"t\"><‸layer role=\"rgb\" texture=\"t\"/></material></asset>",
            "layer: a material with a texture attribute cannot have layers; remove one of them",
        ),
        (
            "<equality><‸connect body1=\"a\"/></equality>",
            "connect: expected body1 and anchor, or site1 and site2",
        ),
        (
            "<equality><‸weld site1=\"a\" body1=\"b\"/></equality>",
            "weld: found attributes of both bodies and sites; remove site1 and site2, or body1, body2, anchor and relpose",
        ),
        (
            "<equality><‸joint joint2=\"a\"/></equality>",
            "joint: required attribute missing: \"joint1\"",
        ),
        (
            "<tendon><fixed><‸joint joint=\"j\"/></fixed></tendon>",
            "joint: required attribute missing: \"coef\"",
        ),
        (
            "<actuator><muscle joint=\"j\" timeconst=\"‸1\"/></actuator>",
            "muscle timeconst: not enough data: expected 2, found 1 values",
        ),
        (
            "<sensor><‸gyro/></sensor>",
            "gyro: required attribute missing: \"site\"",
        ),
        (
            "<sensor><rangefinder site=\"s\" data=\"‸dir dist\"/></sensor>",
            "rangefinder data: fields must be in order: dist, dir, origin, point, normal, depth",
        ),
        (
            "<sensor><‸framepos objtype=\"body\" objname=\"b\" refname=\"r\"/></sensor>",
            "framepos: refname is set but reftype is missing",
        ),
        (
            "<sensor><contact num=\"‸0\"/></sensor>",
            "contact num: must be positive",
        ),
        (
            "<custom><numeric name=\"n\" size=\"1\" data=\"‸1 2\"/></custom>",
            "numeric \"n\" data: too much data: expected 1, found 2 values",
        ),
        (
            "<custom><text name=\"t\" data=\"‸\"/></custom>",
            "text \"t\" data: the text must not be empty",
        ),
        (
            "<contact><‸exclude body1=\"a\"/></contact>",
            "exclude: required attribute missing: \"body2\"",
        ),
        (
            "<worldbody><geom ‸tpye=\"box\"/></worldbody>",
            "geom: unrecognized attribute \"tpye\" (did you mean \"type\"?)",
        ),
        (
            "<‸worldbdy/>",
            "unrecognized element \"worldbdy\" in \"mujoco\" (did you mean \"worldbody\"?)",
        ),
    ]);
}

#[test]
fn one_run_reports_every_mistake() {
    let text = "<mujoco>\n <option cone=\"a\" foo=\"1\"/>\n <worldbody>\n  <geom size=\"x\" class=\"c\"/>\n  <geo/>\n </worldbody>\n</mujoco>";
    let places: Vec<_> = mistakes(text)
        .iter()
        .map(|m| m.split(": ").next().unwrap_or("").to_owned())
        .collect();
    let mut sorted = places.clone();
    sorted.sort();
    assert_eq!(
        sorted,
        [
            "m.xml:2:16",
            "m.xml:2:19",
            "m.xml:4:15",
            "m.xml:4:25",
            "m.xml:5:4"
        ]
    );
    assert_eq!(places, sorted, "in the order of the file");
}

#[test]
fn wrong_roots_and_broken_xml_are_refused() {
    assert_eq!(
        mistakes("<robots/>"),
        ["m.xml:1:2: unrecognized element \"robots\" (did you mean \"robot\"?)"]
    );
    assert_eq!(
        mistakes("<Mujoco/>"),
        ["m.xml:1:2: unrecognized element \"Mujoco\" (did you mean \"mujoco\"?)"]
    );
    assert_eq!(
        mistakes("<mujoco><worldbody></mujoco>"),
        ["m.xml:1:20: expected </worldbody>, found </mujoco>"]
    );
    assert_eq!(mistakes(""), ["m.xml:1:1: the file is empty"]);
}

#[test]
fn includes_that_cannot_work_are_refused() {
    let run = |list: &[(&str, &str)]| -> Vec<String> {
        let files: BTreeMap<String, String> = list
            .iter()
            .map(|&(p, t)| (p.to_owned(), t.to_owned()))
            .collect();
        match parse_file("m.xml", &files) {
            Ok(_) => Vec::new(),
            Err(errors) => errors.headlines().collect(),
        }
    };
    let include = |name: &str| format!("<mujoco><include file=\"{name}\"/></mujoco>");
    assert_eq!(
        run(&[("m.xml", &include("x.xml"))]),
        ["m.xml:1:24: include file: file \"x.xml\" not found"]
    );
    assert_eq!(
        run(&[("m.xml", &include("m.xml"))]),
        ["m.xml:1:24: include file: file \"m.xml\" includes itself"]
    );
    assert_eq!(
        run(&[
            ("m.xml", &include("a.xml")),
            ("a.xml", &include("./b.xml")),
            ("b.xml", &include("sub/../a.xml"))
        ]),
        ["b.xml:1:24: include file: file \"a.xml\" includes itself"]
    );
    let part = "<x><option timestep=\"1\"/></x>";
    assert_eq!(
        run(&[
            (
                "m.xml",
                "<mujoco><include file=\"a.xml\"/><include file=\"a.xml\"/></mujoco>"
            ),
            ("a.xml", part)
        ]),
        ["m.xml:1:47: include file: file \"a.xml\" is already included"]
    );
    assert_eq!(
        run(&[
            (
                "m.xml",
                "<mujoco><include file=\"a.xml\">x</include></mujoco>"
            ),
            ("a.xml", part)
        ]),
        ["m.xml:1:10: include file: include cannot have children"]
    );
    assert_eq!(
        run(&[("m.xml", "<mujoco><include/></mujoco>")]),
        ["m.xml:1:10: include file: required attribute missing: \"file\""]
    );
    assert_eq!(
        run(&[("m.xml", &include("a.xml")), ("a.xml", "<x/>")]),
        ["m.xml:1:24: include file: included file \"a.xml\" has no elements"]
    );
    assert_eq!(
        run(&[(
            "m.xml",
            "<mujoco><asset><model file=\"m.xml\"/></asset></mujoco>"
        )]),
        ["m.xml:1:29: model file: model \"m.xml\" attaches itself"]
    );
    // an error in an included file is reported in that file
    assert_eq!(
        run(&[
            ("m.xml", &include("a.xml")),
            ("a.xml", "<x>\n<option timestep=\"a\"/></x>")
        ]),
        ["a.xml:2:19: option timestep: expected a number, found \"a\""]
    );
}

#[test]
fn files_that_multiply_come_to_an_end() {
    // every file includes, or attaches, the next one twice
    let chain = |line: &dyn Fn(usize) -> String| -> BTreeMap<String, String> {
        (0..40)
            .map(|k| (format!("d/{k}.xml"), line(k + 1)))
            .chain([("d/40.xml".to_owned(), "<mujoco/>".to_owned())])
            .collect()
    };
    let includes = chain(&|k| {
        format!("<mujoco><include file=\"{k}.xml\"/><include file=\"./{k}.xml\"/></mujoco>")
    });
    assert!(parse_file("d/0.xml", &includes).is_err());
    let models = chain(&|k| {
        format!(
            "<mujoco><asset><model file=\"{k}.xml\"/><model file=\"{k}.xml\"/></asset></mujoco>"
        )
    });
    let errors = parse_file("d/0.xml", &models).unwrap_err();
    assert!(
        errors.to_string().contains("consists of more than"),
        "{errors}"
    );
}

#[test]
fn a_flood_of_mistakes_takes_no_longer_than_its_text() {
    let classes: Vec<_> = (0..20_000)
        .map(|k| format!("<default class=\"class{k}\"/>"))
        .collect();
    let geoms: Vec<_> = (0..20_000)
        .map(|k| format!("<geom class=\"klass{k}\" foo=\"{k}\" size=\"x\"/>"))
        .collect();
    let (classes, geoms) = (classes.concat(), geoms.concat());
    let text =
        format!("<mujoco><default>{classes}</default><worldbody>{geoms}</worldbody></mujoco>");
    let start = std::time::Instant::now();
    let errors = parse_str("m.xml", &text, &NoFiles).unwrap_err();
    assert_eq!(errors.list.len() + errors.beyond, 60_000);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
