//! Elements outside the kinematic tree, compiled from XML; the numbers are those of MuJoCo 3.5.0.

mod support;

use std::f64::consts::{FRAC_PI_3, FRAC_PI_6};

use support::{compile, mistakes};
use synovia_model::Model;
use synovia_model::id::{ActuatorId, EqualityId, SensorId, TendonId};

/// Bodies to relate: a hinge with a ball joint below it, a free box, a slider and a mocap body.
const BODIES: &str = r#"
<worldbody>
  <geom name="floor" type="plane" size="1 1 1"/>
  <site name="w"/>
  <body name="a">
    <joint name="h" axis="0 1 0" range="-30 60" ref="15"/>
    <geom name="ga" type="capsule" size=".1 .2"/>
    <geom name="sphere" size=".05" pos="0 0 1"/>
    <geom name="cyl" type="cylinder" size=".05 .1" pos="0 1 0"/>
    <site name="sa" pos="0 0 .5"/>
    <camera name="cam" resolution="4 3"/>
    <body name="b" pos="0 0 1">
      <joint name="ball" type="ball"/>
      <geom name="gb" size=".1"/>
      <site name="sb" pos=".1 0 0"/>
      <site name="side" pos=".2 0 1"/>
    </body>
  </body>
  <body name="c" pos="1 2 3" quat="0 1 0 0">
    <freejoint name="free"/>
    <geom name="gc" type="box" size=".1 .1 .1"/>
    <site name="sc"/>
  </body>
  <body name="slider"><joint name="s" type="slide" axis="1 0 0"/><geom name="gs" size=".1"/></body>
  <body name="m" mocap="true" pos="4 5 6" quat="0 0 2 0"/>
</worldbody>"#;

/// The bodies with sections before and after them.
fn document(before: &str, after: &str) -> String {
    format!("<mujoco>{before}{BODIES}{after}</mujoco>")
}

fn with(after: &str) -> Model {
    compile(&document("", after))
}

/// Compiles the bodies with `after`, and checks that the errors contain all of `words`.
fn refused(after: &str, words: &[&str]) {
    let text = mistakes(&document("", after));
    for word in words {
        assert!(text.contains(word), "{after}\nmisses {word:?} in\n{text}");
    }
}

fn assert_close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (x, y) in found.iter().zip(expected) {
        assert!((x - y).abs() <= tolerance, "{found:?} is not {expected:?}");
    }
}

const SOLIMP: [f64; 5] = [0.9, 0.95, 0.001, 0.5, 2.0];

#[test]
fn pair_06_what_a_pair_does_not_write_is_the_built_in_value() {
    let m = with(r#"<contact><pair geom1="ga" geom2="gb"/></contact>"#);
    assert_eq!(m.pair.dim.rows(), [3]);
    assert_eq!(m.pair.friction.rows(), [[1.0, 1.0, 0.005, 0.0001, 0.0001]]);
    assert_eq!(m.pair.solref.rows(), [[0.02, 1.0]]);
    assert_eq!(m.pair.solreffriction.rows(), [[0.0, 0.0]]);
    assert_eq!(m.pair.solimp.rows(), [SOLIMP]);
    assert_eq!(
        (m.pair.margin.rows(), m.pair.gap.rows()),
        (&[0.0][..], &[0.0][..])
    );
}

#[test]
fn pair_07_a_short_friction_replaces_the_leading_values_only() {
    let m = with(
        r#"<contact><pair geom1="ga" geom2="gb" friction="0.9"/>
                    <pair geom1="ga" geom2="gc" friction="1 0.5 0.02 0.003 0.004"/></contact>"#,
    );
    let first = [0.9, 1.0, 0.005, 0.0001, 0.0001];
    assert_eq!(
        m.pair.friction.rows(),
        [first, [1.0, 0.5, 0.02, 0.003, 0.004]]
    );
}

#[test]
fn pair_08_classes_apply_to_pairs() {
    let classes = r#"<default><pair condim="6" solreffriction="0.05 1"/>
                     <default class="k"><pair condim="1"/></default></default>"#;
    let pairs = r#"<contact><pair geom1="ga" geom2="floor"/>
                            <pair class="k" geom1="ga" geom2="gb"/></contact>"#;
    let m = compile(&document(classes, pairs));
    assert_eq!(m.pair.dim.rows(), [6, 1]);
    assert_eq!(m.pair.solreffriction.rows(), [[0.05, 1.0]; 2]);
}

#[test]
fn pairs_are_sorted_by_signature_with_the_lower_body_first() {
    let m = with(
        r#"<contact><pair name="late" geom1="gc" geom2="gb"/>
                    <pair name="floor" geom1="ga" geom2="floor" margin=".01" gap=".005"/>
                    <pair name="later" geom1="gb" geom2="gc"/></contact>"#,
    );
    assert_eq!(m.pair.signature.rows(), [1, 131_075, 131_075]);
    assert_eq!(m.pair.geom1.flat::<i32>(), [0, 4, 4]);
    assert_eq!(m.pair.geom2.flat::<i32>(), [1, 5, 5]);
    assert_eq!(m.pair.margin.rows(), [0.01, 0.0, 0.0]);
    assert_eq!(m.pair.gap.rows(), [0.005, 0.0, 0.0]);
    let name = |k| m.name_of(synovia_model::ObjType::Pair, k);
    assert_eq!(
        [name(0), name(1), name(2)],
        [Some("floor"), Some("late"), Some("later")]
    );
}

#[test]
fn mar_08_a_pair_has_its_own_margin_and_gap() {
    let bodies = BODIES.replace(
        r#"size=".1 .2""#,
        r#"size=".1 .2" margin=".001" gap=".0005""#,
    );
    let pair = r#"<contact><pair geom1="ga" geom2="floor" margin="0.01" gap="0.005"/></contact>"#;
    let m = compile(&format!("<mujoco>{bodies}{pair}</mujoco>"));
    assert_eq!(
        (m.pair.margin.rows(), m.pair.gap.rows()),
        (&[0.01][..], &[0.005][..])
    );
}

#[test]
fn pair_12_unknown_names_are_reported_with_their_line() {
    refused(
        r#"<contact><pair geom1="ga" geom2="gx"/></contact>"#,
        &["gx", ":26:"],
    );
    refused(
        r#"<contact><exclude body1="a" body2="bx"/></contact>"#,
        &["bx", ":26:"],
    );
    refused(
        r#"<contact><pair geom1="ga" geom2="gb" condim="5"/></contact>"#,
        &["condim"],
    );
    refused(r#"<contact><pair geom1="ga"/></contact>"#, &["pair"]);
}

#[test]
fn excludes_are_sorted_whatever_the_order_of_their_names() {
    let m = with(
        r#"<contact><exclude body1="b" body2="a"/><exclude body1="c" body2="world"/>
                    <exclude body1="a" body2="b"/></contact>"#,
    );
    assert_eq!(m.exclude.signature.rows(), [3, 65_538, 65_538]);
}

#[test]
fn equalities_keep_their_data_and_objects() {
    let m = with(
        r#"<tendon><fixed name="f"><joint joint="h" coef="2"/></fixed></tendon>
           <equality><tendon tendon1="f" polycoef="1 2"/>
                     <joint joint1="h" joint2="s" polycoef="0 1 .5"/>
                     <weld body1="a" body2="c" torquescale="3" active="false"/>
                     <connect body1="a" anchor="1 2 3" solref=".1"/></equality>"#,
    );
    let eq = &m.equality;
    assert_eq!(eq.type_.flat::<i32>(), [3, 2, 1, 0]);
    assert_eq!(eq.obj1id.rows(), [0, 0, 1, 1]);
    assert_eq!(eq.obj2id.rows(), [-1, 3, 3, 0]);
    assert_eq!(eq.objtype.flat::<i32>(), [0, 0, 1, 1]);
    assert_eq!(eq.active0.rows(), [1, 1, 0, 1]);
    assert_eq!(eq.solref[EqualityId(3)], [0.1, 1.0]);
    assert_eq!(
        eq.data[EqualityId(0)],
        [1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    );
    assert_eq!(
        eq.data[EqualityId(1)],
        [0.0, 1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    );
    assert_eq!(
        (eq.data[EqualityId(2)][10], &eq.data[EqualityId(3)][..3]),
        (3.0, &[1.0, 2.0, 3.0][..])
    );
    assert_eq!(m.size.nemax, 12);
}

#[test]
fn equalities_that_relate_nothing_are_refused() {
    refused(
        r#"<equality><joint joint1="ball"/></equality>"#,
        &["hinge and slide"],
    );
    refused(
        r#"<equality><weld body1="a" body2="a"/></equality>"#,
        &["'a' is constrained to itself"],
    );
    refused(
        r#"<equality><connect body1="world" anchor="0 0 0"/></equality>"#,
        &["constrained to itself"],
    );
    refused(r#"<equality><tendon tendon1="zz"/></equality>"#, &["zz"]);
}

#[test]
fn tendon_paths_become_rows_of_wraps() {
    let assets = r#"<asset><material name="red" rgba="1 0 0 1"/></asset>"#;
    let m = compile(&document(
        assets,
        r#"<tendon>
             <spatial name="t" range="0 1" material="red">
               <site site="sa"/><geom geom="cyl" sidesite="side"/><site site="sb"/>
               <pulley divisor="2"/>
               <site site="sb"/><geom geom="sphere"/><site site="sc"/>
             </spatial>
             <fixed name="f" springlength=".5">
               <joint joint="h" coef="2"/><joint joint="s" coef="-1"/>
             </fixed>
           </tendon>"#,
    ));
    assert_eq!(
        (m.tendon.adr.rows(), m.tendon.num.rows()),
        (&[0, 7][..], &[7, 2][..])
    );
    assert_eq!(m.tendon.limited.rows(), [1, 0]);
    assert_eq!(m.tendon.matid.flat::<i32>(), [0, -1]);
    assert_eq!(m.tendon.lengthspring[TendonId(1)], [0.5, 0.5]);
    assert_eq!(m.wrap.type_.flat::<i32>(), [3, 5, 3, 2, 3, 4, 3, 1, 1]);
    assert_eq!(m.wrap.objid.rows(), [1, 3, 2, -1, 2, 2, 4, 0, 3]);
    assert_eq!(
        m.wrap.prm.rows(),
        [0.0, 3.0, 0.0, 2.0, 0.0, -1.0, 0.0, 2.0, -1.0]
    );
    assert_eq!((m.size.ntendon, m.size.nwrap), (2, 9));
}

#[test]
fn frl_02_solver_parameters_of_tendons_have_the_common_defaults() {
    let m = with(r#"<tendon><fixed><joint joint="h" coef="1"/></fixed></tendon>"#);
    assert_eq!(m.tendon.solref_lim[TendonId(0)], [0.02, 1.0]);
    assert_eq!(m.tendon.solref_fri[TendonId(0)], [0.02, 1.0]);
    assert_eq!(
        (
            m.tendon.solimp_lim[TendonId(0)],
            m.tendon.solimp_fri[TendonId(0)]
        ),
        (SOLIMP, SOLIMP)
    );
}

#[test]
fn frl_04_tendons_inherit_solver_parameters_of_friction() {
    let class = r#"<default><tendon solreffriction="0.08 0.4" springlength="1 2"/></default>"#;
    let m = compile(&document(
        class,
        r#"<tendon><fixed springlength="3"><joint joint="h" coef="1"/></fixed></tendon>"#,
    ));
    assert_eq!(m.tendon.solref_fri[TendonId(0)], [0.08, 0.4]);
    assert_eq!(m.tendon.solref_lim[TendonId(0)], [0.02, 1.0]);
    assert_eq!(m.tendon.lengthspring[TendonId(0)], [3.0, 3.0]);
}

#[test]
fn ten_12_paths_that_make_no_sense_are_refused() {
    let spatial = |path: &str| format!("<tendon><spatial>{path}</spatial></tendon>");
    let path = |path: &str, word: &str| refused(&spatial(path), &[word]);
    path(r#"<site site="sa"/>"#, "at least two");
    path(
        r#"<geom geom="sphere"/><site site="sa"/>"#,
        "between two sites",
    );
    path(
        r#"<site site="sa"/><geom geom="gc"/><site site="sb"/>"#,
        "'gc' is not a sphere",
    );
    path(r#"<site site="sa"/><site site="sa"/>"#, "same site twice");
    path(r#"<site site="sa"/><site site="nope"/>"#, "nope");
    path(
        r#"<site site="sa"/><geom geom="nope"/><site site="sb"/>"#,
        "nope",
    );
    path(
        r#"<site site="sa"/><geom geom="sphere" sidesite="nope"/><site site="sb"/>"#,
        "nope",
    );
    path(
        r#"<site site="sa"/><site site="sb"/><pulley divisor="2"/>"#,
        "ends with a pulley",
    );
    path(
        r#"<site site="sa"/><site site="sb"/><pulley divisor="2"/><pulley divisor="2"/>
           <site site="sa"/><site site="sb"/>"#,
        "two pulleys",
    );
    path(
        r#"<site site="sa"/><pulley divisor="2"/><site site="sa"/><site site="sb"/>"#,
        "neighbour",
    );
}

#[test]
fn tendon_values_out_of_range_are_refused() {
    let tendon = |attrs: &str, word: &str| {
        let xml = format!(
            r#"<tendon><spatial {attrs}><site site="sa"/><site site="sb"/></spatial></tendon>"#
        );
        refused(&xml, &[word]);
    };
    tendon(r#"width="0""#, "width");
    tendon(r#"springlength="2 1""#, "springlength");
    tendon(r#"limited="true""#, "range");
    tendon(r#"material="zz""#, "zz");
    tendon(
        r#"actuatorfrclimited="true" actuatorfrcrange="1 2""#,
        "contain 0",
    );
    tendon(r#"armature="-1""#, "armature");
}

#[test]
fn the_force_limit_of_a_tendon_is_inferred_only_where_auto_is_written() {
    let m = with(
        r#"<tendon><fixed actuatorfrcrange="-1 1"><joint joint="h" coef="1"/></fixed>
           <fixed actuatorfrcrange="-1 1" actuatorfrclimited="auto">
             <joint joint="h" coef="1"/></fixed></tendon>"#,
    );
    assert_eq!(m.tendon.actfrclimited.rows(), [0, 1]);
}

#[test]
fn ranges_need_words_where_limits_are_not_inferred() {
    let before = r#"<compiler autolimits="false"/>"#;
    let bodies = BODIES.replace(r#" range="-30 60""#, "");
    let actuator = r#"<actuator><motor joint="h" ctrlrange="-1 1"/></actuator>"#;
    let text = mistakes(&format!("<mujoco>{before}{bodies}{actuator}</mujoco>"));
    assert!(text.contains("ctrllimited"), "{text}");
}

#[test]
fn actuators_act_on_what_they_name() {
    let m = with(
        r#"<actuator>
             <position joint="h" kp="5" inheritrange="1"/>
             <intvelocity joint="h" kp="5" inheritrange="0.5"/>
             <general site="sa" refsite="sb" dyntype="user" actdim="3" gear="0 0 1"/>
             <general cranksite="sa" slidersite="sb" cranklength="1" nsample="3" delay=".01"
                      interp="linear"/>
             <adhesion body="c" ctrlrange="0 2"/>
             <motor jointinparent="ball" ctrlrange="-1 1" ctrllimited="false" nsample="2"/>
             <muscle joint="h" user="1 2"/>
           </actuator>"#,
    );
    let a = &m.actuator;
    assert_eq!(a.trntype.flat::<i32>(), [0, 0, 4, 2, 5, 1, 0]);
    let targets = [[0, -1], [0, -1], [1, 2], [1, 2], [3, -1], [1, -1], [0, -1]];
    assert_eq!(a.trnid.rows(), targets);
    assert_close(&a.ctrlrange[ActuatorId(0)], &[-FRAC_PI_6, FRAC_PI_3], 1e-15);
    assert_close(
        &a.actrange[ActuatorId(1)],
        &[-FRAC_PI_6 / 4.0, FRAC_PI_6 * 1.25],
        1e-15,
    );
    assert_eq!(a.ctrllimited.rows(), [1, 0, 0, 0, 1, 0, 0]);
    assert_eq!(a.actlimited.rows(), [0, 1, 0, 0, 0, 0, 0]);
    assert_eq!(a.actadr.rows(), [-1, 0, 1, -1, -1, -1, 4]);
    assert_eq!(a.actnum.rows(), [0, 1, 3, 0, 0, 0, 1]);
    assert_eq!(a.history[ActuatorId(3)], [3, 1]);
    assert_eq!(a.historyadr.rows(), [-1, -1, -1, 0, -1, 8, -1]);
    assert_eq!(a.user.row(6), [1.0, 2.0]);
    let size = &m.size;
    assert_eq!(
        (size.nu, size.na, size.nhistory, size.nJmom),
        (7, 5, 14, 39)
    );
    assert_eq!(size.nuser_actuator, 2);
}

#[test]
fn act_10_actuators_without_a_clear_target_are_refused() {
    let actuator = |el: &str, word: &str| refused(&format!("<actuator>{el}</actuator>"), &[word]);
    actuator(r#"<motor site="zz"/>"#, "zz");
    actuator(r#"<motor site="sa" refsite="zz"/>"#, "zz");
    actuator(r#"<motor site="sa" joint="h"/>"#, "");
    actuator("<motor/>", "transmission target");
    actuator(r#"<general joint="h" refsite="sa"/>"#, "refsite");
}

#[test]
fn actuator_values_that_contradict_each_other_are_refused() {
    let actuator = |el: &str, word: &str| refused(&format!("<actuator>{el}</actuator>"), &[word]);
    actuator(r#"<general joint="h" actrange="0 1"/>"#, "actrange");
    actuator(
        r#"<position joint="s" inheritrange="1"/>"#,
        "'s' has no range",
    );
    actuator(r#"<muscle joint="h" range="1 0"/>"#, "range[0] < range[1]");
    actuator(r#"<muscle joint="h" lmin="2"/>"#, "lmin < 1");
    actuator(r#"<general joint="h" actdim="2"/>"#, "actdim");
    actuator(r#"<motor joint="h" delay="1"/>"#, "nsample");
    actuator(r#"<motor joint="h" ctrllimited="true"/>"#, "ctrlrange");
    actuator(
        r#"<general cranksite="sa" slidersite="sb"/>"#,
        "cranklength",
    );
}

#[test]
fn sensors_know_their_objects_and_their_place_in_the_output() {
    let m = with(
        r#"<actuator><motor name="m" joint="h" nsample="1"/></actuator>
           <sensor>
             <touch site="sa" nsample="2"/>
             <rangefinder camera="cam" data="dist point"/>
             <contact subtree1="a" geom2="gc" data="found dist tangent" num="2" reduce="mindist"/>
             <user name="u" dim="4" datatype="quaternion" needstage="pos"/>
             <framepos objtype="xbody" objname="a" reftype="site" refname="sc" user="7"/>
             <camprojection site="sa" camera="cam"/>
             <distance geom1="ga" body2="c"/>
             <fromto geom1="ga" geom2="gc"/>
             <insidesite site="sa" objtype="geom" objname="gb"/>
             <actuatorfrc actuator="m" cutoff="2" noise=".1"/>
             <jointlimitpos joint="h"/>
             <clock/>
             <user dim="0"/>
             <normal geom1="ga" geom2="gb" cutoff="1" nsample="3" interval=".1 -.05" delay=".2"
                     interp="cubic"/>
           </sensor>"#,
    );
    let s = &m.sensor;
    let types = [0, 7, 42, 48, 26, 8, 39, 41, 38, 15, 20, 45, 48, 40];
    assert_eq!(s.type_.flat::<i32>(), types);
    let objtypes = [6, 7, 2, 0, 2, 6, 5, 5, 5, 19, 3, 0, 0, 5];
    assert_eq!(s.objtype.flat::<i32>(), objtypes);
    assert_eq!(
        s.objid.rows(),
        [1, 0, 1, -1, 1, 1, 1, 1, 4, 0, 0, -1, -1, 1]
    );
    assert_eq!(
        s.reftype.flat::<i32>(),
        [0, 0, 5, 0, 6, 7, 1, 5, 6, 0, 0, 0, 0, 5]
    );
    assert_eq!(
        s.refid.rows(),
        [-1, -1, 5, -1, 4, 0, 3, 5, 1, -1, -1, -1, -1, 4]
    );
    assert_eq!(
        (s.intprm[SensorId(1)], s.intprm[SensorId(2)]),
        ([9, 0, 0], [73, 1, 2])
    );
    assert_eq!(s.dim.rows(), [1, 48, 10, 4, 3, 2, 1, 6, 1, 1, 1, 1, 0, 3]);
    assert_eq!(
        s.adr.rows(),
        [0, 1, 49, 59, 63, 66, 68, 69, 75, 76, 77, 78, 79, 79]
    );
    let datatypes = [1, 0, 0, 3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2];
    assert_eq!(s.datatype.flat::<i32>(), datatypes);
    let stages = [3, 1, 3, 1, 1, 1, 1, 1, 1, 3, 1, 1, 3, 1];
    assert_eq!(s.needstage.flat::<i32>(), stages);
    assert_eq!(
        (
            s.historyadr[SensorId(0)],
            s.historyadr[SensorId(13)],
            s.history[SensorId(13)]
        ),
        (4, 10, [3, 2])
    );
    assert_eq!(
        (s.cutoff[SensorId(9)], s.noise[SensorId(9)], s.user.row(4)),
        (2.0, 0.1, &[7.0][..])
    );
    assert_eq!((m.size.nsensordata, m.size.nhistory), (82, 24));
}

#[test]
fn sensors_on_the_wrong_object_are_refused() {
    let sensor = |el: &str, word: &str| refused(&format!("<sensor>{el}</sensor>"), &[word]);
    sensor(r#"<jointpos joint="ball"/>"#, "slide or hinge");
    sensor(r#"<ballquat joint="h"/>"#, "ball joint");
    sensor(r#"<jointlimitpos joint="s"/>"#, "limits");
    sensor(
        r#"<framequat objtype="body" objname="a" cutoff="1"/>"#,
        "cutoff",
    );
    sensor(r#"<framepos objtype="joint" objname="h"/>"#, "no frame");
    sensor(r#"<user dim="2" datatype="axis"/>"#, "needs 3");
    sensor(r#"<touch site="nope"/>"#, "nope");
    sensor(r#"<distance geom1="ga" geom2="ga"/>"#, "different");
    sensor(r#"<clock delay="1"/>"#, "nsample");
    sensor(r#"<clock interval="1 -1"/>"#, "period");
    sensor(r#"<clock noise="-1"/>"#, "noise");
    sensor(r#"<contact data="force found"/>"#, "order");
    sensor(r#"<rangefinder site="sa" data="colour"/>"#, "colour");
}

#[test]
fn a_reference_of_unknown_type_is_ignored_as_in_the_reference() {
    let m = with(
        r#"<sensor><framepos objtype="body" objname="a" reftype="foo" refname="b"/></sensor>"#,
    );
    assert_eq!(
        (
            m.sensor.reftype[SensorId(0)].to_i32(),
            m.sensor.refid[SensorId(0)]
        ),
        (0, -1)
    );
    refused(
        r#"<sensor><framepos objtype="foo" objname="a"/></sensor>"#,
        &["foo"],
    );
}

#[test]
fn custom_data_is_stored_end_to_end() {
    let m = with(
        r#"<custom>
             <numeric name="a" size="3" data="1"/><numeric name="b" data="2 3"/>
             <text name="t" data="hi"/><text name="u" data="x"/>
             <tuple name="p"><element objtype="xbody" objname="b" prm="5"/>
                             <element objtype="tuple" objname="q"/></tuple>
             <tuple name="q"><element objtype="key" objname="kk"/></tuple>
           </custom>
           <keyframe><key/><key name="kk"/></keyframe>"#,
    );
    assert_eq!(
        (m.numeric.adr.rows(), m.numeric.size.rows()),
        (&[0, 3][..], &[3, 2][..])
    );
    assert_eq!(m.numeric.data.rows(), [1.0, 0.0, 0.0, 2.0, 3.0]);
    assert_eq!(m.text.data.rows(), b"hi\0x\0");
    assert_eq!(m.text.size.rows(), [3, 2]);
    assert_eq!(m.tuple.objtype.flat::<i32>(), [2, 23, 24]);
    assert_eq!(m.tuple.objid.rows(), [2, 1, 1]);
    assert_eq!(m.tuple.objprm.rows(), [5.0, 0.0, 0.0]);
}

#[test]
fn keys_are_completed_from_the_reference_pose() {
    let keys = r#"<keyframe>
        <key name="one" time="2" qpos="1 0 2 0 0 1 2 3 0 0 0 4 .5" mpos="1 1 1"/><key/>
      </keyframe>"#;
    let m = compile(&document(r#"<size nkey="3"/>"#, keys));
    let reference = [
        0.261_799_387_799_149_4,
        1.0,
        0.0,
        0.0,
        0.0,
        1.0,
        2.0,
        3.0,
        0.0,
        1.0,
        0.0,
        0.0,
        0.0,
    ];
    let first = [
        1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0, 0.5,
    ];
    assert_eq!(m.key.time.rows(), [2.0, 0.0, 0.0]);
    assert_eq!(m.key.qpos.row(0), first);
    assert_eq!(
        (m.key.qpos.row(1), m.key.qpos.row(2)),
        (&reference[..], &reference[..])
    );
    assert_eq!(
        m.key.mpos.cells(),
        [1.0, 1.0, 1.0, 4.0, 5.0, 6.0, 4.0, 5.0, 6.0]
    );
    assert_eq!(m.key.mquat.row(0), [0.0, 0.0, 1.0, 0.0]);
}

#[test]
fn keys_that_are_too_long_are_refused_and_short_ones_completed() {
    refused(
        r#"<keyframe><key qvel="1 2 3 4 5 6 7 8 9 10 11 12 13"/></keyframe>"#,
        &["qvel", "expected 11", "found 13"],
    );
    // missing numbers of a short key are zero, except for `ref` as written; quaternions are then normalised
    let m = with(r#"<keyframe><key qpos=".3"/></keyframe>"#);
    let completed = [
        0.3, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0,
    ];
    assert_eq!(m.key.qpos.row(0), completed);
}

#[test]
fn user_data_is_as_wide_as_the_longest_row_or_as_the_size_section_says() {
    let tendon = |attrs: &str| {
        format!(r#"<tendon><fixed {attrs}><joint joint="h" coef="1"/></fixed></tendon>"#)
    };
    let m = with(&tendon(r#"user="1 2 3""#));
    assert_eq!(
        (m.size.nuser_tendon, m.tendon.user.cells()),
        (3, &[1.0, 2.0, 3.0][..])
    );
    let narrow = document(r#"<size nuser_tendon="2"/>"#, &tendon(r#"user="1 2 3""#));
    assert!(mistakes(&narrow).contains("nuser_tendon"));
    let wide = compile(&document(
        r#"<size nuser_tendon="4"/>"#,
        &tendon(r#"user="1""#),
    ));
    assert_eq!(wide.tendon.user.cells(), [1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn visual_geoms_stay_if_something_refers_to_them() {
    let m = compile(
        r#"<mujoco><compiler discardvisual="true"/>
        <default><default class="v"><geom contype="0" conaffinity="0"/></default></default>
        <worldbody><site name="a" pos="1 0 0"/><site name="b" pos="-1 0 0"/>
          <body><joint/><geom name="solid" size=".1"/>
            <geom class="v" name="gone" size=".1"/><geom class="v" name="paired" size=".1"/>
            <geom class="v" name="wrapped" size=".1"/><geom class="v" name="sensed" size=".1"/>
            <geom class="v" name="listed" size=".1"/></body></worldbody>
        <contact><pair geom1="paired" geom2="solid"/></contact>
        <tendon><spatial><site site="a"/><geom geom="wrapped"/><site site="b"/></spatial></tendon>
        <sensor><framepos objtype="geom" objname="sensed"/></sensor>
        <custom><tuple name="t"><element objtype="geom" objname="listed"/></tuple></custom>
        </mujoco>"#,
    );
    let name = |g| m.name_of(synovia_model::ObjType::Geom, g).unwrap_or("");
    let names: Vec<&str> = (0..m.geom.len()).map(name).collect();
    assert_eq!(names, ["solid", "paired", "wrapped", "sensed", "listed"]);
    assert_eq!(m.pair.geom1.flat::<i32>(), [1]);
    assert_eq!(m.wrap.objid.rows(), [0, 2, 1]);
    assert_eq!((m.sensor.objid[SensorId(0)], m.tuple.objid[0]), (3, 4));
}

/// A limited arm with muscles along a string, on its joint and along a fixed tendon, and a motor.
fn arm_with_muscles(compiler: &str) -> Model {
    compile(&format!(
        r#"<mujoco><compiler>{compiler}</compiler>
        <worldbody><site name="o" pos="0 0 .3"/>
          <body><joint name="j" axis="0 1 0" range="-60 90"/>
            <geom type="capsule" fromto="0 0 0 0.4 0 0" size=".03"/><site name="p" pos=".2 0 0"/>
          </body></worldbody>
        <tendon>
          <spatial name="t" limited="true" range="0.1 0.6">
            <site site="o"/><site site="p"/></spatial>
          <fixed name="f"><joint joint="j" coef="2"/></fixed>
        </tendon>
        <actuator><muscle tendon="t"/><muscle joint="j" lengthrange="0 1"/><muscle tendon="f"/>
          <motor joint="j"/></actuator></mujoco>"#
    ))
}

#[test]
fn muscles_get_the_length_range_that_simulation_finds() {
    let m = arm_with_muscles("");
    let expected = [
        [0.161_377_731_193_526_1, 0.499_999_994_177_146_8],
        [0.0, 1.0],
        [-2.095_534_979_099_727_7, 3.142_732_530_296_325_6],
        [0.0, 0.0],
    ];
    assert_close(m.actuator.lengthrange.flat(), expected.as_flattened(), 1e-7);

    let none = arm_with_muscles(r#"<lengthrange mode="none"/>"#);
    let written = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    assert_close(none.actuator.lengthrange.flat(), &written, 0.0);
}
