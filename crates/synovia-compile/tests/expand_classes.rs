//! Default classes, tested in the flat model.

use synovia_compile::spec::{ActuatorRecord, FlatModel, expand};
use synovia_mjcf::keyword::{AlignFree, Limited};
use synovia_mjcf::{Diagnostics, NoFiles, parse_str};
use synovia_model::enums::{BiasType, GainType, GeomType, JointType, TextureRole};

fn flat(inside: &str) -> FlatModel {
    let text = format!("<mujoco>{inside}</mujoco>");
    let spec = parse_str("model.xml", &text, &NoFiles).unwrap_or_else(|errors| panic!("{errors}"));
    let mut diag = Diagnostics::new();
    let flat = expand(&spec, &NoFiles, &mut diag);
    diag.into_result(&spec.sources, flat)
        .unwrap_or_else(|errors| panic!("{errors}"))
}

/// All errors, one per line.
fn mistakes(inside: &str) -> Vec<String> {
    let text = format!("<mujoco>{inside}</mujoco>");
    match parse_str("model.xml", &text, &NoFiles) {
        Err(errors) => errors.headlines().collect(),
        Ok(spec) => {
            let mut diag = Diagnostics::new();
            expand(&spec, &NoFiles, &mut diag);
            diag.errors()
                .iter()
                .map(|error| error.headline(&spec.sources))
                .collect()
        }
    }
}

/// A moving body, with these attributes on joint and geom.
fn body(joint: &str, geom: &str) -> String {
    format!(r#"<body><joint {joint}/><geom size=".1" {geom}/></body>"#)
}

fn world(inside: &str) -> String {
    format!("<worldbody>{inside}</worldbody>")
}

#[test]
fn def_01_a_value_of_the_root_class_reaches_the_joint() {
    let s =
        flat(&(r#"<default><joint damping="0.5"/></default>"#.to_owned() + &world(&body("", ""))));
    assert_eq!(s.joints[0].el.damping.get(), Some(&0.5));
}

#[test]
fn def_02_the_element_beats_its_class() {
    let s = flat(
        &(r#"<default><default class="heavy"><joint damping="0.5"/></default></default>"#
            .to_owned()
            + &world(&body(r#"class="heavy" damping="1.0""#, ""))),
    );
    assert_eq!(s.joints[0].el.damping.get(), Some(&1.0));
}

#[test]
fn def_03_classes_inherit_whatever_the_order_in_the_file() {
    let robot_first = r#"<default><joint damping="0.1"/><default class="robot"><joint damping="0.5"/>
        <default class="arm"><joint armature="0.01"/></default></default></default>"#;
    let arm_first = r#"<default><default class="robot"><default class="arm"><joint armature="0.01"/></default>
        <joint damping="0.5"/></default><joint damping="0.1"/></default>"#;
    for classes in [robot_first, arm_first] {
        let s = flat(&(classes.to_owned() + &world(&body(r#"class="arm""#, ""))));
        let joint = &s.joints[0].el;
        assert_eq!((joint.damping.or(0.0), joint.armature.or(0.0)), (0.5, 0.01));
    }
}

#[test]
fn def_04_geoms_of_the_world_take_the_root_class_too() {
    let s = flat(
        &(r#"<default><geom friction="0.8 0.01 0.001"/></default>"#.to_owned()
            + &world(&(r#"<geom size="1"/>"#.to_owned() + &body("", "")))),
    );
    for geom in &s.geoms {
        assert_eq!(geom.el.friction.fill([1.0; 3]), [0.8, 0.01, 0.001]);
    }
    assert_eq!(s.geoms.len(), 2);
}

const JOINT_J: &str = r#"<body><joint name="j"/><geom size=".1"/></body>"#;

fn actuators(defaults: &str, actuators: &str) -> Vec<ActuatorRecord> {
    let s = flat(&format!(
        "<default>{defaults}</default><worldbody>{JOINT_J}</worldbody><actuator>{actuators}</actuator>"
    ));
    s.actuators.into_iter().map(|a| a.el).collect()
}

#[test]
fn def_05_all_actuator_kinds_of_a_class_edit_one_record() {
    let three = r#"<motor joint="j"/><position joint="j"/><general joint="j"/>"#;
    for record in actuators(r#"<motor gear="100"/>"#, three) {
        assert_eq!(record.gear, [100.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    }

    let [motor, position, general] =
        actuators(r#"<motor gear="100"/><position kp="7" gear="3"/>"#, three)
            .try_into()
            .unwrap();
    for record in [&motor, &position, &general] {
        assert_eq!(record.gear[0], 3.0);
    }
    assert_eq!(
        (general.gainprm[0], general.biastype),
        (7.0, BiasType::Affine)
    );
    assert_eq!(general.biasprm[..3], [0.0, -7.0, 0.0]);
    assert_eq!((motor.gainprm[0], motor.biastype), (1.0, BiasType::None));
}

#[test]
fn def_05_shortcuts_write_gain_bias_and_dynamics() {
    let [velocity, damper, cylinder, muscle, filtered, servo] = actuators(
        "",
        r#"<velocity joint="j" kv="3"/><damper joint="j" kv="2" ctrlrange="0 1"/>
           <cylinder joint="j" timeconst="2" bias="1 2 3" diameter="2"/><muscle joint="j" force="5"/>
           <position joint="j" kp="4" timeconst=".5"/><intvelocity joint="j" kp="6" kv="1" actrange="-1 1"/>"#,
    )
    .try_into()
    .unwrap();
    assert_eq!((velocity.gainprm[0], velocity.biasprm[2]), (3.0, -3.0));
    assert_eq!(
        (damper.gaintype, damper.gainprm[2]),
        (GainType::Affine, -2.0)
    );
    assert_eq!(damper.ctrllimited, Limited::True);
    assert_eq!(cylinder.gainprm[0], core::f64::consts::PI);
    assert_eq!((cylinder.biasprm[0], cylinder.dynprm[0]), (1.0, 2.0));
    assert_eq!(
        muscle.gainprm[..9],
        [0.75, 1.05, 5.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2]
    );
    assert_eq!(muscle.biasprm[..9], muscle.gainprm[..9]);
    assert_eq!(muscle.dynprm[..3], [0.01, 0.04, 0.0]);
    assert_eq!((filtered.dynprm[0], filtered.biasprm[1]), (0.5, -4.0));
    assert_eq!((servo.biasprm[1], servo.biasprm[2]), (-6.0, -1.0));
    assert_eq!(servo.actlimited, Limited::True);
}

#[test]
fn def_07_tendon_values_reach_both_kinds() {
    let s = flat(&format!(
        r#"<default><tendon stiffness="1000"/></default><worldbody><site name="a"/>{JOINT_J}<site name="b" pos="1 0 0"/></worldbody>
           <tendon><fixed><joint joint="j" coef="1"/></fixed><spatial><site site="a"/><site site="b"/></spatial></tendon>"#
    ));
    assert_eq!(s.tendons.len(), 2);
    for tendon in &s.tendons {
        assert_eq!(tendon.el.stiffness.get(), Some(&1000.0));
    }
}

#[test]
fn def_10_main_is_a_class_like_any_other() {
    let s = flat(
        r#"<default><geom density="5"/><default class="a"><geom density="7"/></default></default>
           <worldbody><geom size="1" class="main"/><body childclass="a"><geom size="1"/>
           <body childclass="main"><geom size="1"/></body></body></worldbody>"#,
    );
    let density: Vec<_> = s.geoms.iter().map(|g| g.el.density.or(0.0)).collect();
    assert_eq!(density, [5.0, 7.0, 5.0]);
}

#[test]
fn def_11_an_unknown_class_is_named_with_its_place_and_a_neighbour() {
    let found = mistakes(
        r#"<default><default class="nape"/></default><worldbody><geom name="g" class="nope" size="1"/>
<body childclass="nix"><geom size="1"/></body></worldbody><actuator><motor class="no" joint="j"/></actuator>"#,
    );
    assert!(found.len() == 3, "{found:#?}");
    let geom = found.iter().find(|line| line.contains("'nope'")).unwrap();
    assert!(geom.starts_with("model.xml:1:"), "{geom}");
    assert!(geom.contains("geom \"g\"") && geom.contains("unknown default class 'nope'"));
    assert!(geom.contains("nape"), "{geom}");
    let body = found.iter().find(|line| line.contains("'nix'")).unwrap();
    assert!(body.starts_with("model.xml:2:"), "{body}");
}

#[test]
fn def_13_a_value_equal_to_the_built_in_one_beats_the_class() {
    let s = flat(
        &(r#"<default><joint damping="5" type="slide"/><geom density="500" type="box" friction="0.8 0.01 0.001"/></default>"#
            .to_owned()
            + &world(&body(
                r#"damping="0" type="hinge""#,
                r#"density="1000" type="sphere" friction="1 0.005 0.0001""#,
            ))),
    );
    let (joint, geom) = (&s.joints[0].el, &s.geoms[0].el);
    assert_eq!(joint.damping.get(), Some(&0.0));
    assert_eq!(joint.kind.get(), Some(&JointType::Hinge));
    assert_eq!(geom.density.get(), Some(&1000.0));
    assert_eq!(geom.kind.get(), Some(&GeomType::Sphere));
    assert_eq!(geom.friction.fill([0.0; 3]), [1.0, 0.005, 0.0001]);
}

#[test]
fn def_14_contact_parameters_cascade_and_explicit_ones_win() {
    let class = r#"<default><geom margin="0.1" gap="0.05" priority="3" solmix="7" condim="6" contype="4" conaffinity="8"
        solref="0.5 0.5" solimp="0.1 0.2 0.3 0.4 5"/></default>"#;
    let own = r#"margin="0" gap="0" priority="0" solmix="1" condim="3" contype="1" conaffinity="1"
        solref="0.02 1" solimp="0.9 0.95 0.001 0.5 2""#;
    let s = flat(&(class.to_owned() + &world(&(body("", "") + &body("", own)))));
    let numbers = |k: usize| {
        let g = &s.geoms[k].el;
        let floats = [g.margin.or(-1.0), g.gap.or(-1.0), g.solmix.or(-1.0)];
        let ints = [
            g.priority.or(-1),
            g.condim.or(-1),
            g.contype.or(-1),
            g.conaffinity.or(-1),
        ];
        let lists = (g.solref.fill([-1.0; 2]), g.solimp.fill([-1.0; 5]));
        (floats, ints, lists)
    };
    let inherited = ([0.1, 0.05, 7.0], [3, 6, 4, 8]);
    let explicit = ([0.0, 0.0, 1.0], [0, 3, 1, 1]);
    assert_eq!(
        numbers(0),
        (
            inherited.0,
            inherited.1,
            ([0.5, 0.5], [0.1, 0.2, 0.3, 0.4, 5.0])
        )
    );
    assert_eq!(
        numbers(1),
        (
            explicit.0,
            explicit.1,
            ([0.02, 1.0], [0.9, 0.95, 0.001, 0.5, 2.0])
        )
    );
}

#[test]
fn def_15_a_short_list_replaces_only_its_leading_entries() {
    let s = flat(
        &(r#"<default><geom friction="0.8 0.01 0.001" solref="0.05 0.5" solimp="0.8 0.9"/></default>"#.to_owned()
            + &world(&body("", r#"friction="0.5" solref="0.03" solimp="0.7""#))),
    );
    let geom = &s.geoms[0].el;
    assert_eq!(geom.friction.fill([1.0, 0.005, 0.0001]), [0.5, 0.01, 0.001]);
    assert_eq!(geom.solref.fill([0.02, 1.0]), [0.03, 0.5]);
    assert_eq!(
        geom.solimp.fill([0.9, 0.95, 0.001, 0.5, 2.0]),
        [0.7, 0.9, 0.001, 0.5, 2.0]
    );
}

#[test]
fn def_15_a_spring_length_replaces_both_ends() {
    let s = flat(&format!(
        r#"<default><tendon springlength="1 2"/></default><worldbody>{JOINT_J}</worldbody>
           <tendon><fixed springlength="3"><joint joint="j" coef="1"/></fixed><fixed><joint joint="j" coef="1"/></fixed></tendon>"#
    ));
    let bands: Vec<_> = s
        .tendons
        .iter()
        .map(|t| t.el.springlength.get().unwrap().0)
        .collect();
    assert_eq!(bands, [[3.0, 3.0], [1.0, 2.0]]);
}

#[test]
fn def_16_the_nearest_childclass_counts_and_the_own_class_more() {
    let s = flat(
        r#"<default><geom density="100"/><default class="A"><geom density="200"/></default>
           <default class="B"><geom density="300"/></default></default>
           <worldbody><body childclass="A"><joint/><geom size=".1"/>
             <body><joint/><geom size=".1"/>
               <body childclass="B"><joint/><geom size=".1"/><geom size=".1" class="A"/></body></body>
             <frame childclass="B"><geom size=".1"/></frame></body></worldbody>"#,
    );
    // relative masses of the bodies: 200 + 300, 200, 300 + 200
    let mut mass = [0.0; 4];
    for geom in &s.geoms {
        mass[geom.body] += geom.el.density.or(0.0);
    }
    assert_eq!(mass, [0.0, 500.0, 200.0, 500.0]);
}

#[test]
fn def_16_frames_and_replicas_hand_their_class_on() {
    let s = flat(
        r#"<default><default class="A"><geom density="200"/></default><default class="B"><geom density="300"/></default></default>
           <worldbody><frame childclass="A"><replicate count="1"><geom size="1"/><body><geom size="1"/></body></replicate>
           <frame><geom size="1"/></frame><frame childclass="B"><body><geom size="1"/></body></frame></frame></worldbody>"#,
    );
    let density: Vec<_> = s.geoms.iter().map(|g| g.el.density.or(0.0)).collect();
    assert_eq!(density, [200.0, 200.0, 200.0, 300.0]);
}

#[test]
fn def_17_every_element_with_a_class_takes_it() {
    let s = flat(&format!(
        r#"<default>
             <site size="0.3"/><mesh scale="2 2 2"/>
             <default class="c"><site size="0.7"/><mesh scale="3 3 3"/><material shininess="0.25"/><camera fovy="33"/>
               <light cutoff="11"/><pair condim="4" friction="2 2" margin="0.5"/><equality solref="0.1 2" active="false"/>
               <tendon width="0.5"/><general ctrlrange="-3 3"/></default></default>
           <asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><mesh name="n" class="c" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
             <material name="p" class="c"/></asset>
           <worldbody><site name="a"/><site name="b" class="c" pos="1 0 0"/><camera class="c"/><light class="c"/>{JOINT_J}
             <geom name="g" size="1"/><geom name="h" size="1"/></worldbody>
           <contact><pair geom1="g" geom2="h" class="c"/></contact>
           <equality><joint joint1="j" class="c"/></equality>
           <tendon><spatial class="c"><site site="a"/><site site="b"/></spatial></tendon>
           <actuator><motor joint="j" class="c"/></actuator>"#
    ));
    let site = |k: usize| s.sites[k].el.size.fill([0.0; 3])[0];
    assert_eq!((site(0), site(1)), (0.3, 0.7));
    let scale = |k: usize| s.meshes[k].el.scale.or([1.0; 3]);
    assert_eq!((scale(0), scale(1)), ([2.0; 3], [3.0; 3]));
    assert_eq!(s.materials[0].el.shininess.get(), Some(&0.25));
    assert_eq!(s.cameras[0].el.fovy.get(), Some(&33.0));
    assert_eq!(s.lights[0].el.cutoff.get(), Some(&11.0));
    let pair = &s.pairs[0].el;
    assert_eq!((pair.condim.or(0), pair.margin.or(0.0)), (4, 0.5));
    assert_eq!(pair.friction.fill([1.0; 5]), [2.0, 2.0, 1.0, 1.0, 1.0]);
    assert!(!s.equalities[0].el.active);
    assert_eq!(s.tendons[0].el.width.get(), Some(&0.5));
    assert_eq!(s.actuators[0].el.ctrlrange, [-3.0, 3.0]);
}

#[test]
fn def_17_textures_of_materials_are_inherited_role_by_role() {
    let s = flat(
        r#"<default><default class="c"><material texture="t"/></default></default>
           <asset><texture name="t" type="2d" builtin="flat" width="2" height="2"/><texture name="u" type="2d" builtin="flat" width="2" height="2"/>
             <material name="a" class="c"/><material name="b" class="c" texture="u"/>
             <material name="c" class="c"><layer role="rgb" texture="u"/><layer role="orm" texture="t"/></material></asset>"#,
    );
    let texture = |k: usize| s.materials[k].el.texture.text();
    assert_eq!((texture(0), texture(1), texture(2)), ("t", "u", ""));
    let layers = &s.materials[2].el.layers;
    let roles: Vec<_> = layers
        .iter()
        .map(|l| (l.role.get().copied(), l.texture.text()))
        .collect();
    assert_eq!(
        roles,
        [(Some(TextureRole::Rgb), "u"), (Some(TextureRole::Orm), "t")]
    );
}

#[test]
fn def_18_top_level_sections_merge() {
    let s = flat(
        &(r#"<default><joint damping="1"/></default><default><joint armature="2"/></default>"#
            .to_owned()
            + &world(&body("", ""))),
    );
    let joint = &s.joints[0].el;
    assert_eq!((joint.damping.or(0.0), joint.armature.or(0.0)), (1.0, 2.0));
}

#[test]
fn def_18_a_class_keeps_the_root_that_it_saw() {
    let s = flat(
        &(r#"<default><joint damping="1"/><default class="a"><joint armature="3"/></default></default>
             <default><joint damping="2" stiffness="5"/><default class="b"><joint armature="4"/></default></default>"#
            .to_owned()
            + &world(&(body(r#"class="a""#, "") + &body(r#"class="b""#, "") + &body("", "")))),
    );
    let numbers = |k: usize| {
        let j = &s.joints[k].el;
        (j.damping.or(0.0), j.armature.or(0.0), j.stiffness.or(0.0))
    };
    assert_eq!(numbers(0), (1.0, 3.0, 0.0));
    assert_eq!(numbers(1), (2.0, 4.0, 5.0));
    assert_eq!(numbers(2), (2.0, 0.0, 5.0));
}

#[test]
fn def_19_classes_that_cannot_be_are_refused() {
    let refused = |defaults: &str| assert!(!mistakes(defaults).is_empty(), "{defaults}");
    refused(r#"<default><default class="a"/><default class="a"/></default>"#);
    refused("<default><default/></default>");
    refused(r#"<default class="other"/>"#);
}

#[test]
fn def_20_a_freejoint_ignores_joint_defaults() {
    let s = flat(
        r#"<default><joint damping="1" armature="2" frictionloss="3"/></default>
           <worldbody><body><freejoint name="f" align="true"/><geom size="1"/></body>
           <body><joint type="free"/><geom size="1"/></body></worldbody>"#,
    );
    let (free, joint) = (&s.joints[0], &s.joints[1]);
    assert_eq!(free.el.kind.get(), Some(&JointType::Free));
    assert_eq!(free.el.name.text(), "f");
    assert!(!free.el.damping.is_set() && !free.el.armature.is_set());
    assert_eq!(free.free_align, Some(AlignFree::True));
    assert_eq!(joint.el.damping.get(), Some(&1.0));
    assert_eq!(joint.free_align, None);
}

#[test]
fn user_data_of_cameras_is_not_inherited() {
    let s = flat(
        r#"<default><camera user="1 2"/><site user="3"/></default><worldbody><camera/><camera user="4"/><site/></worldbody>"#,
    );
    assert_eq!(s.cameras[0].el.user.get(), None);
    assert_eq!(s.cameras[1].el.user.get(), Some(&vec![4.0]));
    assert_eq!(s.sites[0].el.user.get(), Some(&vec![3.0]));
}

#[test]
fn actuators_that_contradict_themselves_are_refused() {
    let refused = |actuator: &str, word: &str| {
        let found = mistakes(&format!(
            "<worldbody>{JOINT_J}</worldbody><actuator>{actuator}</actuator>"
        ));
        assert!(found.iter().any(|line| line.contains(word)), "{found:?}");
    };
    refused(r#"<position joint="j" kv="1" dampratio="1"/>"#, "dampratio");
    refused(r#"<position joint="j" kv="-1"/>"#, "kv");
    refused(
        r#"<position joint="j" inheritrange="1" ctrlrange="0 1"/>"#,
        "inheritrange",
    );
    refused(
        r#"<intvelocity joint="j" inheritrange="1" actrange="0 1"/>"#,
        "inheritrange",
    );
    refused(
        r#"<damper joint="j" kv="1" ctrlrange="-1 1"/>"#,
        "ctrlrange",
    );
    refused(r#"<muscle joint="j" tausmooth="-1"/>"#, "tausmooth");
    refused(r#"<adhesion body="b" gain="-1" ctrlrange="0 1"/>"#, "gain");
    refused(r#"<motor joint="j" site="s"/>"#, "target");
    refused(r#"<motor joint="j" cranklength="1"/>"#, "cranklength");
}
