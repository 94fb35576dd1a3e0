//! Frames, replicas and attached models, tested in the flat model. The expected lists are those of MuJoCo 3.5.0.

use std::collections::HashMap;

use synovia_compile::spec::{FlatModel, Owned, Placed, expand};
use synovia_math::{Pose, Quat, Vec3};
use synovia_mjcf::{Diagnostics, Document, NoFiles, parse_str};

fn read(text: &str, files: &[(&str, &str)]) -> Document {
    let files: HashMap<String, &str> = files.iter().map(|&(n, t)| (n.to_owned(), t)).collect();
    parse_str("model.xml", text, &files).unwrap_or_else(|errors| panic!("{errors}"))
}

fn expanded(spec: &Document) -> FlatModel {
    let mut diag = Diagnostics::new();
    let flat = expand(spec, &NoFiles, &mut diag);
    diag.into_result(&spec.sources, flat)
        .unwrap_or_else(|errors| panic!("{errors}"))
}

/// A model with these sections before `worldbody` and this content inside.
fn model(sections: &str, world: &str) -> String {
    format!("<mujoco>{sections}<worldbody>{world}</worldbody></mujoco>")
}

fn flat(sections: &str, world: &str) -> FlatModel {
    expanded(&read(&model(sections, world), &[]))
}

fn mistakes(text: &str, files: &[(&str, &str)]) -> Vec<String> {
    let spec = read(text, files);
    let mut diag = Diagnostics::new();
    expand(&spec, &NoFiles, &mut diag);
    let lines = diag.errors().iter().map(|e| e.headline(&spec.sources));
    lines.collect()
}

/// An element with a name.
trait Called {
    fn called(&self) -> &str;
}

macro_rules! called {
    ($($T:ty),*) => { $( impl Called for $T { fn called(&self) -> &str { self.el.name.text() } } )* };
}
called!(
    Placed<synovia_mjcf::spec::body::Joint>,
    Placed<synovia_mjcf::spec::body::Geom>,
    Placed<synovia_mjcf::spec::body::Site>,
    Owned<synovia_mjcf::spec::relation::Pair>,
    Owned<synovia_mjcf::spec::relation::Exclude>,
    Owned<synovia_compile::spec::EqualityRecord>,
    Owned<synovia_mjcf::spec::relation::Tendon>,
    Owned<synovia_compile::spec::SensorRecord>,
    Owned<synovia_mjcf::spec::asset::Material>,
    Owned<synovia_mjcf::spec::custom::Key>,
    Owned<synovia_compile::spec::ActuatorRecord>,
    synovia_compile::spec::FlatBody
);

fn names<T: Called>(list: &[T]) -> Vec<&str> {
    list.iter().map(Called::called).collect()
}

const BODY: &str =
    r#"<body name="b"><joint name="j"/><geom name="g" size=".1"/><site name="s"/></body>"#;

fn replica(count: i32) -> String {
    format!(r#"<replicate count="{count}" offset="1 0 0">{BODY}</replicate>"#)
}

fn near(pose: &Pose, pos: [f64; 3], quat: [f64; 4]) -> bool {
    let q = Quat::from(quat);
    let dot = pose.quat.w * q.w + pose.quat.vec().dot(q.vec());
    (pose.pos - Vec3::from(pos)).norm() < 1e-14 && (dot.abs() - 1.0).abs() < 1e-14
}

#[test]
fn frames_compose_around_bodies_and_leaves() {
    let s = flat(
        "",
        r#"<frame pos="1 0 0" euler="0 0 90"><frame pos="2 0 0"><body pos="0 1 0"><geom size="1"/></body>
           <site pos="1 1 1"/></frame></frame><body><inertial pos="1 2 3" mass="1" diaginertia="1 1 1"/>
           <frame pos="9 9 9"><geom size="1"/></frame></body>"#,
    );
    let quarter = [0.5_f64.sqrt(), 0.0, 0.0, 0.5_f64.sqrt()];
    assert!(near(&s.bodies[1].pose, [0.0, 2.0, 0.0], quarter));
    assert!(s.sites[0].has_frame && near(&s.sites[0].frame, [1.0, 2.0, 0.0], quarter));
    // the body's own geom has no frame, and frames do not move an inertia
    assert!(!s.geoms[0].has_frame && s.geoms[0].frame == Pose::IDENTITY);
    let inertial = s.bodies[2].inertial.as_ref().unwrap();
    assert!(!inertial.has_frame && inertial.el.pos.get() == Some(&[1.0, 2.0, 3.0]));
}

#[test]
fn elements_keep_the_order_in_which_they_are_written_across_frames() {
    let s = flat(
        "",
        r#"<geom name="a" size="1"/><frame><geom name="b" size="1"/><body name="x"><geom name="d" size="1"/></body></frame>
           <geom name="c" size="1"/><body name="y"/>"#,
    );
    assert_eq!(names(&s.geoms), ["a", "b", "c", "d"]);
    assert_eq!(names(&s.bodies), ["world", "x", "y"]);
    assert_eq!(s.bodies[1].parent, 0);
    assert_eq!(s.geoms[3].body, 1);
}

#[test]
fn replicas_are_numbered_with_the_digits_of_the_count() {
    let s = flat(
        r#"<actuator><motor name="m" joint="j"/></actuator>"#,
        &format!(
            r#"<replicate count="2" offset="1 0 0"><replicate count="11" sep="-" euler="0 0 10">{BODY}</replicate></replicate>"#
        ),
    );
    assert_eq!(s.bodies.len(), 23);
    assert_eq!(names(&s.bodies)[1..4], ["b-000", "b-010", "b-020"]);
    assert_eq!(names(&s.bodies)[11..13], ["b-100", "b-001"]);
    assert_eq!(names(&s.actuators)[10..12], ["m-100", "m-001"]);
    assert_eq!(s.actuators[11].el.target.text(), "j-001");
}

#[test]
fn each_replica_stands_one_step_farther_on_the_turning_path() {
    let s = flat(
        "",
        r#"<replicate count="3" offset="1 0 0" euler="0 0 90"><body pos="0 0 1"/></replicate>"#,
    );
    let h = 0.5_f64.sqrt();
    assert!(near(
        &s.bodies[1].pose,
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 0.0, 0.0]
    ));
    assert!(near(&s.bodies[2].pose, [1.0, 0.0, 1.0], [h, 0.0, 0.0, h]));
    assert!(near(
        &s.bodies[3].pose,
        [1.0, 1.0, 1.0],
        [0.0, 0.0, 0.0, 1.0]
    ));
}

#[test]
fn no_copies_leave_nothing_behind() {
    for count in [0, -1] {
        let s = flat(
            r#"<actuator><motor joint="j"/></actuator>"#,
            &replica(count),
        );
        assert_eq!(names(&s.bodies), ["world"]);
        assert!(s.actuators.is_empty() && s.geoms.is_empty());
    }
}

#[test]
fn what_refers_into_a_replica_is_copied_along() {
    let s = flat(
        r#"<actuator><motor name="m" joint="j"/></actuator>
           <sensor><jointpos name="jp" joint="j"/><clock name="c"/></sensor>"#,
        &replica(3),
    );
    assert_eq!(names(&s.joints), ["j0", "j1", "j2"]);
    assert_eq!(names(&s.actuators), ["m0", "m1", "m2"]);
    // elements without references are copied with every copy, including copies of copies
    assert_eq!(
        names(&s.sensors),
        [
            "c", "jp0", "c0", "jp1", "c1", "c01", "jp2", "c2", "c02", "c12", "c012"
        ]
    );
    assert_eq!(s.sensors[3].el.objname.text(), "j1");
}

#[test]
fn pairs_may_keep_one_end_outside_and_equalities_may_not() {
    let s = flat(
        r#"<equality><connect name="e" body1="b" body2="o" anchor="0 0 0"/><connect name="f" body1="b" anchor="0 0 0"/>
             <joint name="h" joint1="j" joint2="oj"/></equality>
           <contact><exclude name="x" body1="b" body2="o"/><exclude name="w" body1="b" body2="world"/>
             <pair name="p" geom1="g" geom2="g"/></contact>"#,
        &(r#"<body name="o"><joint name="oj"/><geom size=".1"/></body>"#.to_owned() + &replica(2)),
    );
    assert_eq!(names(&s.equalities), ["f0", "f1"]);
    assert_eq!(names(&s.pairs), ["p0", "p1"]);
    assert_eq!(names(&s.excludes), ["x0", "w0", "x1", "w1"]);
    assert_eq!(s.excludes[2].el.body1.text(), "b1");
    assert_eq!(s.excludes[2].el.body2.text(), "o");
}

#[test]
fn tendons_may_run_from_outside_into_each_copy() {
    let s = flat(
        r#"<tendon><spatial name="t"><site site="os"/><site site="s"/></spatial>
             <spatial name="u"><site site="os"/><geom geom="g"/><site site="s"/></spatial>
             <spatial name="v"><site site="os"/><geom geom="og"/><site site="s"/></spatial></tendon>
           <actuator><motor name="m" tendon="t"/></actuator>"#,
        &(r#"<site name="os"/><geom name="og" size=".1"/>"#.to_owned() + &replica(2)),
    );
    // a wrapping geom without a side site is not found in the copy
    assert_eq!(names(&s.tendons), ["t0", "v0", "t1", "v1"]);
    assert_eq!(names(&s.actuators), ["m0", "m1"]);
}

#[test]
fn a_joint_can_be_replicated_inside_its_body() {
    let s = flat(
        "",
        r#"<body><geom size=".1"/><replicate count="3" euler="0 0 90"><joint name="j" axis="1 0 0"/></replicate></body>"#,
    );
    assert_eq!(names(&s.joints), ["j0", "j1", "j2"]);
    assert!(s.joints.iter().all(|j| j.body == 1 && j.has_frame));
    assert!(near(&s.joints[2].frame, [0.0; 3], [0.0, 0.0, 0.0, 1.0]));
    let in_world = model("", r#"<replicate count="1"><joint/></replicate>"#);
    assert_eq!(mistakes(&in_world, &[]).len(), 1);
}

#[test]
fn names_must_differ_where_they_stand_side_by_side() {
    let geom = |name: &str| format!(r#"<geom name="{name}" size=".1"/>"#);
    let copies = format!(r#"<replicate count="2">{}</replicate>"#, geom("a"));
    // paired with the original while it exists, and with the copies at the end
    for world in [
        geom("a") + &copies,
        geom("a0") + &copies,
        copies.clone() + &geom("a1"),
    ] {
        let found = mistakes(&model("", &world), &[]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("repeated geom 'a"), "{found:?}");
    }
    let s = flat("", &(copies + &geom("a")));
    assert_eq!(names(&s.geoms), ["a0", "a1", "a"]);
    let frames = model("", r#"<frame name="f"/><frame name="f"/>"#);
    assert_eq!(mistakes(&frames, &[]).len(), 1);
}

#[test]
fn assets_need_a_name_or_a_file() {
    let s = flat(
        r#"<asset><mesh file="a/cow.obj"/><texture file="grass.png" type="2d"/><texture type="skybox" builtin="flat" width="1" height="1"/></asset>"#,
        "",
    );
    assert_eq!(s.meshes[0].el.name.text(), "cow");
    assert_eq!(s.textures[0].el.name.text(), "grass");
    let nameless = model(
        r#"<asset><mesh vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>"#,
        "",
    );
    assert_eq!(mistakes(&nameless, &[]).len(), 1);
}

#[test]
fn keyframes_are_copied_with_what_each_copy_has() {
    let key = r#"<keyframe><key name="k" qpos=".5"/></keyframe>"#;
    let s = flat(key, &replica(2));
    assert_eq!(names(&s.keys), ["k0", "k1", "k"]);
    let qpos = |k: usize| s.keys[k].el.qpos.get().unwrap().clone();
    // NaN: as in the reference configuration
    assert!(qpos(0)[0] == 0.5 && qpos(0)[1].is_nan());
    assert_eq!(qpos(1), [0.0, 0.5]);
    assert_eq!(qpos(2), [0.0, 0.0]);

    let after = r#"<body><joint/><geom size=".1"/></body><replicate count="2"><geom size=".1"/></replicate>"#;
    let s = flat(key, after);
    assert_eq!(names(&s.keys), ["k0", "k1", "k"]);
    assert!(s.keys.iter().all(|k| k.el.qpos.get() == Some(&vec![0.5])));

    let before = r#"<replicate count="2"><geom size=".1"/></replicate><body><joint/><geom size=".1"/></body>"#;
    let found = mistakes(&model(key, before), &[]);
    assert!(
        !found.is_empty() && found[0].contains("key \"k\" qpos"),
        "{found:?}"
    );
}

#[test]
fn short_keyframes_are_filled_up_with_what_is_written() {
    let s = flat(
        r#"<size nkey="3"/><keyframe><key name="k" qpos=".5 .6" mpos="1 2 3"/></keyframe>"#,
        r#"<body pos="1 2 3"><freejoint/><geom size=".1"/></body><body><joint ref="30"/><geom size=".1"/></body>
           <body mocap="true"/><body mocap="true" pos="4 5 6"/>"#,
    );
    let key = &s.keys[0].el;
    assert_eq!(
        key.qpos.get().unwrap(),
        &vec![0.5, 0.6, 0.0, 0.0, 0.0, 0.0, 0.0, 30.0]
    );
    assert_eq!(key.mpos.get().unwrap(), &vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert!(!key.qvel.is_set());
    assert_eq!(s.keys.len(), 3);
}

const KID: &str = r#"<mujoco model="kid"><compiler angle="radian"/>
  <default><geom density="7"/><default class="k"><geom density="9"/></default></default>
  <asset><material name="mat"/></asset>
  <worldbody><geom name="w" size="1" material="mat"/>
    <frame pos="0 0 5"><body name="b" pos="1 0 0" childclass="k"><joint name="j" ref="0.5"/>
      <geom name="g" size=".1" material="mat"/><site name="s"/>
      <body name="d"><joint name="dj" type="slide"/><geom size=".1"/></body></body></frame>
    <body name="o"><joint name="oj"/><geom name="og" size=".1"/></body></worldbody>
  <contact><exclude name="x" body1="b" body2="o"/></contact>
  <tendon><fixed name="t"><joint joint="j" coef="1"/><joint joint="oj" coef="1"/></fixed></tendon>
  <actuator><motor name="m" joint="j"/><motor name="mo" joint="oj"/></actuator>
  <sensor><jointpos name="p" joint="j"/><clock name="c"/></sensor>
  <keyframe><key name="k" qpos="1 2 3" ctrl="4 5"/></keyframe></mujoco>"#;

fn attaching(sections: &str, world: &str) -> String {
    model(
        &format!(r#"<asset><model file="kid.xml"/></asset>{sections}"#),
        world,
    )
}

fn attached(sections: &str, world: &str) -> FlatModel {
    expanded(&read(&attaching(sections, world), &[("kid.xml", KID)]))
}

#[test]
fn a_whole_model_is_attached_into_a_frame() {
    let s = attached(
        "",
        r#"<body name="h" pos="0 0 1"><joint name="hj"/><geom size=".1"/>
           <frame euler="0 0 90"><attach model="kid" prefix="p_"/></frame></body>"#,
    );
    assert_eq!(names(&s.bodies), ["world", "h", "p_b", "p_d", "p_o"]);
    assert_eq!(names(&s.joints), ["hj", "p_j", "p_dj", "p_oj"]);
    assert_eq!(names(&s.geoms), ["", "p_w", "p_g", "", "p_og"]);
    assert_eq!(names(&s.tendons), ["p_t"]);
    assert_eq!(names(&s.excludes), ["p_x"]);
    assert_eq!(names(&s.sensors), ["p_p", "p_c"]);
    assert_eq!(names(&s.materials), ["p_mat"]);
    assert_eq!(s.geoms[2].el.material.text(), "p_mat");
    assert_eq!(s.geoms[2].el.density.get(), Some(&9.0));
    let h = 0.5_f64.sqrt();
    assert!(near(&s.bodies[2].pose, [0.0, 1.0, 5.0], [h, 0.0, 0.0, h]));
    // each element keeps the settings of its own file
    assert!(s.settings[s.joints[0].settings].degree);
    assert!(!s.settings[s.joints[1].settings].degree);
    let key = &s.keys[0].el;
    let qpos = key.qpos.get().unwrap();
    assert!(key.name.text() == "p_k" && qpos[0].is_nan() && qpos[1..] == [1.0, 2.0, 3.0]);
    assert_eq!(key.ctrl.get().unwrap(), &vec![4.0, 5.0]);
}

#[test]
fn a_body_is_attached_with_all_that_finds_everything_in_it() {
    let s = attached(
        "",
        r#"<attach model="kid" body="b" prefix="p_"/><geom name="late" size="1" class="p_k"/>"#,
    );
    assert_eq!(names(&s.bodies), ["world", "p_b", "p_d"]);
    assert_eq!(names(&s.geoms), ["late", "p_g", ""]);
    assert_eq!(names(&s.actuators), ["p_m"]);
    assert!(s.tendons.is_empty() && s.excludes.is_empty());
    // the enclosing frame is not attached; classes are
    assert!(near(
        &s.bodies[1].pose,
        [1.0, 0.0, 0.0],
        [1.0, 0.0, 0.0, 0.0]
    ));
    assert_eq!(s.geoms[0].el.density.get(), Some(&9.0));
    assert_eq!(s.keys[0].el.qpos.get().unwrap(), &vec![1.0, 2.0]);
    assert_eq!(s.keys[0].el.ctrl.get().unwrap(), &vec![4.0]);
}

#[test]
fn two_attachments_of_one_model_stay_apart() {
    let s = attached(
        "",
        r#"<attach model="kid" body="b" prefix="p_"/><attach model="kid" body="b" prefix="q_"/>"#,
    );
    assert_eq!(names(&s.joints), ["p_j", "p_dj", "q_j", "q_dj"]);
    assert_eq!(names(&s.materials), ["p_mat", "q_mat"]);
    assert_eq!(names(&s.keys), ["p_k", "q_k"]);
    assert_eq!(s.keys[1].el.ctrl.get().unwrap(), &vec![0.0, 4.0]);
    assert_eq!(s.keys[1].el.qpos.get().unwrap()[2..], [1.0, 2.0]);
}

#[test]
fn attaching_the_same_body_again_moves_it() {
    let s = attached(
        "",
        r#"<attach model="kid" body="b" prefix="p_"/><frame pos="3 0 0"><attach model="kid" body="b" prefix="p_"/></frame>"#,
    );
    assert_eq!(names(&s.bodies), ["world", "p_b", "p_d"]);
    assert!(near(
        &s.bodies[1].pose,
        [4.0, 0.0, 0.0],
        [1.0, 0.0, 0.0, 0.0]
    ));
    let elsewhere = attaching(
        "",
        r#"<attach model="kid" body="b" prefix="p_"/><body><attach model="kid" body="b" prefix="p_"/></body>"#,
    );
    assert_eq!(mistakes(&elsewhere, &[("kid.xml", KID)]).len(), 1);
    let other = attaching(
        "",
        r#"<attach model="kid" body="b" prefix="p_"/><attach model="kid" body="o" prefix="p_"/>"#,
    );
    let found = mistakes(&other, &[("kid.xml", KID)]);
    assert!(found[0].contains("repeated material 'p_mat'"), "{found:?}");
}

#[test]
fn an_attached_body_can_be_replicated() {
    let s = attached(
        "",
        r#"<replicate count="2" offset="1 0 0"><attach model="kid" body="b" prefix="p_"/></replicate>"#,
    );
    assert_eq!(names(&s.bodies), ["world", "p_b0", "p_d0", "p_b1", "p_d1"]);
    assert_eq!(names(&s.actuators), ["p_m0", "p_m1"]);
    assert_eq!(
        names(&s.sensors),
        ["p_c", "p_p0", "p_c0", "p_p1", "p_c1", "p_c01"]
    );
    assert!(near(
        &s.bodies[3].pose,
        [2.0, 0.0, 0.0],
        [1.0, 0.0, 0.0, 0.0]
    ));
    // assets are not copied with a replica
    assert_eq!(names(&s.materials), ["p_mat"]);
    assert_eq!(s.geoms[2].el.material.text(), "p_mat");
    assert_eq!(names(&s.keys), ["p_k"]);
}

#[test]
fn keyframes_of_the_main_model_grow_with_what_is_attached() {
    let s = attached(
        r#"<keyframe><key name="own" qpos=".7"/></keyframe>"#,
        r#"<body><joint name="mj"/><geom size="1"/></body><attach model="kid" body="b" prefix="p_"/>"#,
    );
    assert_eq!(names(&s.keys), ["own", "p_k"]);
    assert_eq!(s.keys[0].el.qpos.get().unwrap(), &vec![0.7, 0.5, 0.0]);
}

#[test]
fn the_world_of_a_model_can_become_a_body() {
    let s = attached("", r#"<attach model="kid" body="world" prefix="p_"/>"#);
    assert_eq!(names(&s.bodies), ["world", "p_world", "p_b", "p_d", "p_o"]);
}

#[test]
fn what_cannot_be_attached_is_named_with_a_neighbour() {
    let line = |world: &str| {
        let found = mistakes(&attaching("", world), &[("kid.xml", KID)]);
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].clone()
    };
    let unknown = line(r#"<attach model="kyd" prefix="p_"/>"#);
    assert!(
        unknown.contains("unknown model 'kyd'") && unknown.contains("\"kid\""),
        "{unknown}"
    );
    let unknown = line(r#"<attach model="kid" body="bo" prefix="p_"/>"#);
    assert!(unknown.contains("unknown body 'bo'"), "{unknown}");
}

#[test]
fn too_many_copies_are_refused_instead_of_filling_the_memory() {
    let refused = |sections: &str, world: &str| {
        let found = mistakes(&model(sections, world), &[]);
        assert!(
            found
                .iter()
                .any(|l| l.contains("elements: needs") || l.contains("100000 elements")),
            "{found:?}"
        );
    };
    refused(
        "",
        r#"<replicate count="2000000000"><geom size="1"/></replicate>"#,
    );
    let mut nested = r#"<geom size="1"/>"#.to_owned();
    for _ in 0..8 {
        nested = format!(r#"<replicate count="1000">{nested}</replicate>"#);
    }
    refused("", &nested);
    // the number of clocks doubles with every copy
    refused(
        "<sensor><clock/></sensor>",
        r#"<replicate count="100"><geom size="1"/></replicate>"#,
    );
}

#[test]
fn absurd_numbers_of_activations_do_not_fill_the_memory() {
    let text = model(
        r#"<actuator><general joint="j" dyntype="user" actdim="2000000000"/></actuator>
           <keyframe><key act="1"/><key ctrl="1"/></keyframe>"#,
        BODY,
    );
    let mut diag = Diagnostics::new();
    let s = expand(&read(&text, &[]), &NoFiles, &mut diag);
    assert!(s.keys[0].el.act.get().unwrap().len() <= 1_000_000);
}

#[test]
fn classes_whose_parents_make_no_sense_do_no_harm() {
    let mut spec = read(&model("", r#"<geom size="1"/>"#), &[]);
    let class = |parent| synovia_mjcf::spec::defaults::DefaultClass {
        parent: Some(parent),
        ..Default::default()
    };
    spec.defaults.classes.extend([2, 1, 99].map(class));
    spec.defaults.classes[0].parent = Some(0);
    assert_eq!(expanded(&spec).geoms.len(), 1);
    spec.defaults.classes.clear();
    assert_eq!(expanded(&spec).geoms.len(), 1);
}
