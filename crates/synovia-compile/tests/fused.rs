//! `fusestatic`: which static bodies are fused, and what references resolve to afterwards. All ids and names are those of MuJoCo 3.5.0.

mod support;

use support::{compile, mistakes};
use synovia_compile::write::write;
use synovia_compile::{Compiled, Compiler};
use synovia_engine::plugin::Registry;
use synovia_mjcf::write::Precision;
use synovia_mjcf::{NoFiles, parse_str};
use synovia_model::enums::ObjType;
use synovia_model::id::{BodyId, CameraId, LightId};
use synovia_model::{GeomId, Model};

/// Static bodies `b` and `d` are fused with `a`. Geoms are `ga gb gc gd ge` before and `ga gb gd gc ge` afterwards; sites as well.
const BODIES: &str = r#"
<body name="a"><joint name="ja"/><geom name="ga" size=".1"/><site name="sa"/>
  <body name="b" pos=".2 0 0"><geom name="gb" size=".1"/><site name="sb"/></body>
  <body name="c" pos=".4 0 0"><joint name="jc"/><geom name="gc" type="cylinder" size=".1 .1"/><site name="sc"/></body>
  <body name="d" pos=".6 0 0"><geom name="gd" size=".1"/><site name="sd"/></body>
  <body name="e" pos=".8 0 0"><joint name="je" type="slide"/><geom name="ge" size=".1"/><site name="se"/></body>
</body>"#;

fn document(bodies: &str, after: &str) -> String {
    format!(
        "<mujoco><compiler fusestatic=\"true\"/><worldbody>{bodies}</worldbody>{after}</mujoco>"
    )
}

fn with(after: &str) -> Model {
    compile(&document(BODIES, after))
}

fn compiled(xml: &str) -> Compiled {
    let document = parse_str("model.xml", xml, &NoFiles).unwrap_or_else(|e| panic!("{e}\n{xml}"));
    Compiler::new()
        .plugins(Registry::builtin())
        .document(&document, &NoFiles)
        .unwrap_or_else(|e| panic!("{e}\n{xml}"))
}

fn warnings(after: &str) -> Vec<String> {
    let compiled = compiled(&document(BODIES, after));
    compiled
        .warnings
        .iter()
        .map(synovia_mjcf::Error::message)
        .collect()
}

fn names(model: &Model, kind: ObjType, count: usize) -> Vec<&str> {
    (0..count)
        .map(|k| model.name_of(kind, k).unwrap_or(""))
        .collect()
}

fn bodies(model: &Model) -> Vec<&str> {
    names(model, ObjType::Body, model.body.len())
}

#[test]
fn fused_geoms_come_behind_those_of_the_parent() {
    let model = with("");
    assert_eq!(bodies(&model), ["world", "a", "c", "e"]);
    let geoms = names(&model, ObjType::Geom, model.geom.len());
    assert_eq!(geoms, ["ga", "gb", "gd", "gc", "ge"]);
}

#[test]
fn names_of_geoms_and_sites_stand_for_the_ids_from_before() {
    let model = with(
        r#"<contact><pair geom1="gc" geom2="ge"/><pair geom1="ga" geom2="gc"/></contact>
           <tendon><spatial><site site="sc"/><geom geom="gd" sidesite="sd"/><site site="se"/></spatial></tendon>
           <equality><connect site1="sd" site2="sa"/></equality>
           <actuator><motor site="sc" refsite="sd"/><motor cranksite="sd" slidersite="sc" cranklength=".4"/></actuator>
           <sensor><accelerometer site="sc"/><framepos objtype="site" objname="sc" reftype="geom" refname="gd"/></sensor>
           <custom><tuple name="u"><element objtype="site" objname="sc"/><element objtype="geom" objname="gd"/></tuple></custom>"#,
    );
    let ids = |list: &[GeomId]| list.iter().map(|g| g.0).collect::<Vec<_>>();
    assert_eq!(ids(model.pair.geom1.rows()), [0, 2]);
    assert_eq!(ids(model.pair.geom2.rows()), [2, 4]);
    assert_eq!(model.pair.signature.rows(), [65537, 65539]);
    assert_eq!(model.wrap.objid.rows(), [2, 3, 4]);
    // the name is that of a sphere, it resolves to a cylinder
    let types: Vec<i32> = model.wrap.type_.iter().map(|t| t.to_i32()).collect();
    assert_eq!(types, [3, 5, 3]);
    assert_eq!(model.wrap.prm.rows(), [0.0, 3.0, 0.0]);
    assert_eq!(model.equality.obj1id.rows(), [3]);
    assert_eq!(model.equality.obj2id.rows(), [0]);
    assert_eq!(model.actuator.trnid.rows(), [[2, 3], [3, 2]]);
    assert_eq!(model.sensor.objid.rows(), [2, 2]);
    assert_eq!(model.sensor.refid.rows(), [-1, 3]);
    assert_eq!(model.tuple.objid.rows(), [2, 3]);
}

#[test]
fn every_mistaken_reference_is_a_warning_that_names_the_element() {
    let found = warnings(
        r#"<contact><pair name="p" geom1="gc" geom2="ge"/></contact>
           <tendon><spatial name="t"><site site="sa"/><site site="sd"/></spatial></tendon>
           <equality><connect name="q" site1="sd" site2="sa"/></equality>
           <actuator><motor name="m" site="sb" refsite="sd"/></actuator>
           <sensor><gyro name="z" site="sc"/></sensor>
           <custom><tuple name="u"><element objtype="geom" objname="gd"/></tuple></custom>"#,
    );
    let starts = [
        "pair \"p\" geom1: geom \"gc\" resolves to geom \"gd\"",
        "connect \"q\" site1: site \"sd\" resolves to site \"sc\"",
        "tendon \"t\" site: site \"sd\" resolves to site \"sc\"",
        "actuator \"m\" refsite: site \"sd\" resolves to site \"sc\"",
        "gyro \"z\": site \"sc\" resolves to site \"sd\"",
        "tuple \"u\" objname: geom \"gd\" resolves to geom \"gc\"",
    ];
    assert_eq!(found.len(), starts.len(), "{found:#?}");
    for (line, start) in found.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}\nis not {start}…");
    }
    // names that resolve correctly are not mentioned
    for quiet in [
        r#"<contact><pair geom1="ga" geom2="ge"/></contact>"#,
        r#"<sensor><force site="sd"/></sensor>"#,
        r#"<equality><weld body1="d" body2="e"/></equality>"#,
    ] {
        assert_eq!(warnings(quiet), [""; 0], "{quiet}");
    }
}

#[test]
fn a_body_whose_name_is_used_stays_and_so_does_one_before_a_body_whose_id_is_out_of_range() {
    for (after, expected) in [
        // c had id 3, which stays in range
        (
            r#"<sensor><subtreecom body="c"/></sensor>"#,
            &["world", "a", "c", "e"][..],
        ),
        // e had id 5; with b fused there are five bodies, and d is tested next
        (
            r#"<sensor><subtreecom body="e"/></sensor>"#,
            &["world", "a", "c", "d", "e"],
        ),
        (
            r#"<equality><connect body1="e" anchor="0 0 0"/></equality>"#,
            &["world", "a", "c", "d", "e"],
        ),
        (
            r#"<contact><exclude body1="a" body2="e"/></contact>"#,
            &["world", "a", "c", "d", "e"],
        ),
        (
            r#"<actuator><adhesion body="d" ctrlrange="0 1"/></actuator>"#,
            &["world", "a", "c", "d", "e"],
        ),
        (
            r#"<custom><tuple name="u"><element objtype="body" objname="b"/></tuple></custom>"#,
            &["world", "a", "b", "c", "e"],
        ),
        (
            r#"<sensor><force site="sd"/></sensor>"#,
            &["world", "a", "c", "d", "e"],
        ),
        // references as xbody are always resolved
        (
            r#"<sensor><framepos objtype="xbody" objname="e"/></sensor>"#,
            &["world", "a", "c", "e"],
        ),
    ] {
        assert_eq!(bodies(&with(after)), expected, "{after}");
    }
}

#[test]
fn an_unnamed_body_is_fused_unasked() {
    let unnamed = BODIES.replace("<body name=\"d\"", "<body");
    for sensor in [r#"<force site="sd"/>"#, r#"<subtreecom body="e"/>"#] {
        let model = compile(&document(&unnamed, &format!("<sensor>{sensor}</sensor>")));
        assert_eq!(bodies(&model), ["world", "a", "c", "e"], "{sensor}");
    }
}

#[test]
fn a_body_named_as_xbody_is_fused_and_missed() {
    let text = mistakes(&document(
        BODIES,
        r#"<sensor><framepos objtype="xbody" objname="d"/></sensor>"#,
    ));
    assert!(
        text.contains("unknown body 'd': fusestatic fused it"),
        "{text}"
    );
}

#[test]
fn a_tendon_around_a_name_that_stands_for_a_box_is_refused() {
    let bodies = BODIES.replace(
        "\"gd\" size=\".1\"",
        "\"gd\" type=\"box\" size=\".1 .1 .1\"",
    );
    let tendon = r#"<tendon><spatial><site site="sa"/><geom geom="gc"/><site site="se"/></spatial></tendon>"#;
    let text = mistakes(&document(&bodies, tendon));
    assert!(
        text.contains("geom 'gc' is not a sphere or cylinder"),
        "{text}"
    );
    assert!(text.contains("fusestatic"), "{text}");
}

#[test]
fn the_exact_text_names_what_was_found() {
    let before = compiled(&document(
        BODIES,
        r#"<contact><pair geom1="gc" geom2="ge"/><pair geom1="ga" geom2="gc"/></contact>
           <tendon><spatial><site site="sc"/><geom geom="gd" sidesite="sd"/><site site="se"/></spatial></tendon>
           <actuator><motor site="sc" refsite="sd"/></actuator>
           <sensor><gyro site="sc"/></sensor>"#,
    ));
    let text = write(&before.origin, &before.model, Precision::Exact).unwrap();
    let again = compile(&text);
    assert_eq!(again.pair.geom1, before.model.pair.geom1, "{text}");
    assert_eq!(again.pair.geom2, before.model.pair.geom2, "{text}");
    assert_eq!(again.wrap.objid, before.model.wrap.objid, "{text}");
    assert_eq!(again.wrap.prm, before.model.wrap.prm, "{text}");
    assert_eq!(again.actuator.trnid, before.model.actuator.trnid, "{text}");
    assert_eq!(again.sensor.objid, before.model.sensor.objid, "{text}");
    // the reference's XML has the names of the file
    let short = write(&before.origin, &before.model, Precision::Short).unwrap();
    assert!(short.contains("geom1=\"gc\" geom2=\"ge\""), "{short}");
}

#[test]
fn difference_fused_camera_viewers_of_fused_bodies_are_carried_by_the_parent() {
    let viewers =
        r#"<site name="sd"/><camera name="v" pos=".1 0 0"/><light name="l" pos="0 0 .1"/>"#;
    let model = compile(&document(
        &BODIES.replace("<site name=\"sd\"/>", viewers),
        "",
    ));
    assert_eq!(bodies(&model), ["world", "a", "c", "e"]);
    assert_eq!(model.camera.bodyid[CameraId(0)].0, 1);
    assert!((model.camera.pos[CameraId(0)].x - 0.7).abs() < 1e-15);
    assert_eq!(model.light.bodyid[LightId(0)].0, 1);
    assert!((model.light.pos[LightId(0)].x - 0.6).abs() < 1e-15);
}

#[test]
fn viewers_of_an_aligned_free_body_keep_their_written_pose() {
    let model = |fuse: bool| {
        compile(&format!(
            "<mujoco><compiler fusestatic=\"{fuse}\" alignfree=\"true\"/><worldbody><body><freejoint/>
             <geom size=\".1\" pos=\"1 0 0\"/><camera pos=\"3 0 0\"/><light pos=\"4 0 0\"/></body></worldbody></mujoco>"
        ))
    };
    let x = |model: &Model| {
        (
            model.body.pos[BodyId(1)].x,
            model.camera.pos[CameraId(0)].x,
            model.light.pos[LightId(0)].x,
        )
    };
    assert_eq!(x(&model(false)), (1.0, 2.0, 3.0));
    assert_eq!(x(&model(true)), (1.0, 3.0, 4.0));
}

#[test]
fn rk4_with_discrete_inverse_dynamics_is_refused_where_the_first_step_compares() {
    let model = |option: &str, joint: &str| {
        format!(
            "<mujoco><option {option}><flag fwdinv=\"enable\" invdiscrete=\"enable\"/></option>
             <worldbody><body><joint {joint}/><geom size=\".1\"/></body></worldbody></mujoco>"
        )
    };
    let text = mistakes(&model("integrator=\"RK4\"", "frictionloss=\"1\""));
    assert!(text.contains("discrete inverse dynamics"), "{text}");
    compile(&model("integrator=\"RK4\"", ""));
    compile(&model("integrator=\"Euler\"", "frictionloss=\"1\""));
}
