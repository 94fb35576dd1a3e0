//! Tendons against closed forms, recorded numbers and their own derivatives.

mod support;

use support::{Numbers, at, at_ctrl, close, load, near};
use synovia_engine::{Data, forward, is_sparse};
use synovia_model::id::{DofId, TendonId};

/// A string from a site of the world to a site on a vertical slide, around a geom at the origin.
fn string(geom: &str, side: &str, from: &str, to: &str) -> String {
    let (side_site, side_use) = match side {
        "" => (String::new(), ""),
        pos => (
            format!(r#"<site name="side" pos="{pos}"/>"#),
            r#"sidesite="side""#,
        ),
    };
    format!(
        r#"<mujoco>
  <worldbody>
    <geom name="g" {geom} contype="0" conaffinity="0"/>
    <site name="a" pos="{from}"/>{side_site}
    <body pos="{to}">
      <joint type="slide" axis="0 0 1"/>
      <geom size=".01" contype="0" conaffinity="0"/>
      <site name="b"/>
    </body>
  </worldbody>
  <tendon><spatial><site site="a"/><geom geom="g" {side_use}/><site site="b"/></spatial></tendon>
  <actuator><motor tendon="tendon0" gear="3"/></actuator>
</mujoco>"#
    )
    .replace("<spatial>", r#"<spatial name="tendon0">"#)
}

const SPHERE: &str = r#"type="sphere" size=".5""#;
const CYLINDER: &str = r#"type="cylinder" size=".5 1" euler="90 0 0""#;

fn length_and_slope(xml: &str) -> (f64, f64) {
    let (_, data) = at(xml, &[], &[]);
    (data.tendon.length[TendonId(0)], data.tendon.jac.cells()[0])
}

#[test]
fn ten_01_a_sphere_is_rounded_by_tangents_and_an_arc() {
    let (_, data) = at(&string(SPHERE, "", "-1 0 .1", "1 0 .1"), &[], &[]);
    near(data.tendon.length[TendonId(0)], 2.1646267831095907, 1e-14);
    near(data.tendon.jac.cells()[0], -0.4087346744, 1e-10);
    assert_eq!(data.tendon.wrapnum[TendonId(0)], 4);
    assert_eq!(data.tendon.wrap_obj[0], [-1, 0]);
    assert_eq!(data.tendon.wrap_obj[1], [0, -1]);
}

#[test]
fn ten_02_a_side_site_chooses_the_way() {
    let below = string(SPHERE, "0 0 -1", "-1 0 .1", "1 0 .1");
    near(length_and_slope(&below).0, 2.363964088091915, 1e-14);
    let above = string(SPHERE, "0 0 1", "-1 0 .1", "1 0 .1");
    near(length_and_slope(&above).0, 2.1646267831095907, 1e-14);
}

#[test]
fn ten_03_a_free_line_stays_straight_unless_the_side_says_otherwise() {
    near(
        length_and_slope(&string(SPHERE, "", "-1 0 .6", "1 0 .6")).0,
        2.0,
        1e-15,
    );
    let below = string(SPHERE, "0 0 -1", "-1 0 .6", "1 0 .6");
    near(length_and_slope(&below).0, 3.090655031270953, 1e-14);
}

#[test]
fn ten_04_a_side_site_inside_asks_for_the_inner_wall() {
    let (length, slope) = length_and_slope(&string(SPHERE, "0 0 .1", "-1 0 .6", "1 0 .6"));
    near(length, 2.0099751242241783, 1e-12);
    near(slope, 0.0995037191, 1e-6);
}

#[test]
fn ten_05_a_cylinder_is_rounded_along_a_helix() {
    near(
        length_and_slope(&string(CYLINDER, "", "-1 0 .1", "1 0 .1")).0,
        2.1646267831095907,
        1e-14,
    );
    let (length, slope) = length_and_slope(&string(CYLINDER, "", "-1 .3 .1", "1 0 .1"));
    near(length, 2.1853167070599575, 1e-14);
    near(slope, -0.4048648969, 1e-10);
}

#[test]
fn ten_06_actuator_forces_act_through_the_wrapped_string() {
    for geom in [SPHERE, CYLINDER] {
        let xml = string(geom, "", "-1 0 .1", "1 0 .1");
        let (_, data) = at_ctrl(&xml, &[0.05], &[], &[1.5]);
        let slope = data.tendon.jac.cells()[0];
        near(data.force.qfrc_actuator[DofId(0)], 3.0 * 1.5 * slope, 1e-15);
    }
}

#[test]
fn ten_07_a_straight_string_equals_the_matching_fixed_tendon() {
    let xml = r#"<mujoco>
  <worldbody>
    <site name="top" pos="0 0 1"/>
    <body>
      <joint name="down" type="slide" axis="0 0 -1"/>
      <geom size=".01"/>
      <site name="low"/>
    </body>
  </worldbody>
  <tendon>
    <spatial name="s"><site site="top"/><site site="low"/></spatial>
    <fixed name="f"><joint joint="down" coef="1"/></fixed>
  </tendon>
  <actuator><motor tendon="s" gear="3"/><motor tendon="f" gear="3"/></actuator>
</mujoco>"#;
    let (_, data) = at_ctrl(xml, &[0.2], &[0.7], &[1.0, 1.0]);
    close(data.tendon.length.rows(), &[1.2, 0.2], 1e-15);
    close(data.tendon.jac.cells(), &[1.0, 1.0], 1e-15);
    close(data.vel.ten_velocity.rows(), &[0.7, 0.7], 1e-15);
    near(data.force.qfrc_actuator[DofId(0)], 6.0, 1e-15);
}

/// A pendulum with strings of every kind to the world.
fn strings(jacobian: &str) -> String {
    format!(
        r#"<mujoco>
  <option jacobian="{jacobian}"><flag contact="disable"/></option>
  <worldbody>
    <geom name="ball" type="sphere" size=".2" pos="0 0 -.3"/>
    <geom name="pipe" type="cylinder" size=".15 1" pos=".1 0 -.3" euler="80 10 0"/>
    <site name="in" pos=".1 0 -.31"/>
    <site name="a" pos="-.6 .05 -.2"/>
    <body>
      <joint type="ball"/>
      <geom type="capsule" fromto="0 0 0 .7 .1 -.3" size=".02"/>
      <site name="b" pos=".5 .02 -.25"/>
      <body pos=".7 .1 -.3">
        <joint axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 .2 0 .3" size=".02"/>
        <site name="c" pos=".2 0 .3"/>
      </body>
    </body>
  </worldbody>
  <tendon>
    <spatial name="straight"><site site="a"/><site site="b"/><site site="c"/></spatial>
    <spatial name="sphere"><site site="a"/><geom geom="ball"/><site site="b"/></spatial>
    <spatial name="cylinder"><site site="a"/><geom geom="pipe"/><site site="c"/></spatial>
    <spatial name="inside"><site site="a"/><geom geom="pipe" sidesite="in"/><site site="b"/></spatial>
    <spatial name="pulley">
      <site site="a"/><site site="b"/><pulley divisor="2"/><site site="a"/><site site="c"/>
    </spatial>
  </tendon>
</mujoco>"#
    )
}

#[test]
fn ten_08_the_velocity_is_the_rate_of_the_length() {
    let model = load(&strings("dense"));
    let mut data = Data::new(&model);
    let mut numbers = Numbers::new(8);
    let mut compared = 0;
    for _ in 0..100 {
        numbers.state(&model, &mut data);
        forward(&model, &mut data).unwrap();
        let start = data.state.qpos.clone();
        let rate = data.vel.ten_velocity.clone();
        let ends = [-1e-6, 1e-6].map(|h| {
            data.state.qpos.copy_from(&start);
            let qvel = data.state.qvel.clone();
            synovia_engine::state::integrate_pos(
                &model,
                data.state.qpos.rows_mut(),
                qvel.rows(),
                h,
            );
            forward(&model, &mut data).unwrap();
            (data.tendon.length.clone(), data.tendon.wrapnum.clone())
        });
        for t in model.tendon.ids() {
            // away from the point where a string starts to wrap
            if ends[0].1[t] == ends[1].1[t] {
                let slope = (ends[1].0[t] - ends[0].0[t]) / 2e-6;
                near(rate[t], slope, 1e-6);
                compared += 1;
            }
        }
    }
    assert!(compared > 480);
}

#[test]
fn dense_and_sparse_rows_are_the_same() {
    let (dense, sparse) = (load(&strings("dense")), load(&strings("sparse")));
    let (mut d, mut s) = (Data::new(&dense), Data::new(&sparse));
    let mut numbers = Numbers::new(3);
    numbers.state(&dense, &mut d);
    s.state.qpos.copy_from(&d.state.qpos);
    forward(&dense, &mut d).unwrap();
    forward(&sparse, &mut s).unwrap();
    assert!(!is_sparse(&dense) && is_sparse(&sparse));
    for t in dense.tendon.ids() {
        let mut row = [0.0; 4];
        s.tendon.row(true, 4, t).for_each(|i, value| row[i] = value);
        assert_eq!(row, d.tendon.jac.row(t.index()));
    }
}

#[test]
fn ten_09_a_pulley_divides_its_branch() {
    let xml = r#"<mujoco>
  <worldbody>
    <site name="a" pos="0 0 1"/><site name="c" pos=".5 0 1"/>
    <body><joint type="slide" axis="0 0 1"/><geom size=".01"/><site name="b"/></body>
  </worldbody>
  <tendon><spatial>
    <site site="a"/><site site="b"/><pulley divisor="2"/><site site="b"/><site site="c"/>
  </spatial></tendon>
</mujoco>"#;
    let (_, data) = at(xml, &[], &[]);
    near(
        data.tendon.length[TendonId(0)],
        1.0 + 1.25_f64.sqrt() / 2.0,
        1e-15,
    );
    near(data.tendon.jac.cells()[0], -1.4472135955, 1e-10);
}

#[test]
fn a_divisor_of_zero_is_infinite_tension_as_in_the_oracle() {
    let xml = |jacobian: &str, divisor: &str, armature: &str| {
        format!(
            r#"<mujoco><option jacobian="{jacobian}"/><worldbody>
  <site name="a" pos="0 0 1"/><site name="c" pos="1 0 1"/>
  <body pos="0 0 .5"><joint type="slide" axis="0 0 1"/><geom size=".1"/><site name="b"/></body>
  <body pos="1 0 .5"><joint type="hinge" axis="0 1 0" pos="0 0 -.2"/><geom size=".1"/><site name="d" pos=".1 0 0"/>
    <body pos="0 .3 0"><joint type="hinge" axis="1 0 0"/><geom size=".1"/><site name="e" pos="0 0 .1"/></body>
  </body>
  <body pos="5 0 0"><joint type="slide"/><geom size=".1"/></body></worldbody>
  <tendon><spatial name="t" stiffness="3" damping="1" armature="{armature}">
    <site site="a"/><site site="b"/><pulley divisor="{divisor}"/><site site="c"/><site site="d"/><site site="e"/>
  </spatial></tendon>
  <actuator><motor tendon="t"/></actuator></mujoco>"#
        )
    };
    let (t, nan) = (TendonId(0), f64::NAN);
    // numbers equal, NaN equal to NaN
    let same = |found: &[f64], expected: &[f64]| {
        let differ = |(a, b): (&f64, &f64)| !(a == b || a.is_nan() && b.is_nan());
        !found.iter().zip(expected).any(differ)
    };
    for (divisor, length) in [("0", f64::INFINITY), ("-0", f64::NEG_INFINITY)] {
        for armature in ["0", "0.1"] {
            // a dense row multiplies the zeros of all dofs by infinity, a sparse one only those of its own
            let (_, data) = at(&xml("dense", divisor, armature), &[], &[0.1, 0.2, 0.3, 0.4]);
            assert_eq!(data.tendon.length[t], length);
            assert!(same(data.tendon.jac.cells(), &[nan; 4]));
            assert!(
                same(data.force.qacc.rows(), &[nan; 4]),
                "{:?}",
                data.force.qacc
            );

            let (model, data) = at(
                &xml("sparse", divisor, armature),
                &[],
                &[0.1, 0.2, 0.3, 0.4],
            );
            assert_eq!(data.tendon.length[t], length);
            assert!(same(data.tendon.jac.cells(), &[-1.0, nan, -length]));
            let row = data.actuator.moment.rows();
            assert!(same(row, &[-1.0, nan, -length]), "{row:?}");
            near(data.force.qacc[DofId(3)], -9.81, 1e-12);
            assert!(
                same(data.force.qacc.rows(), &[nan; 3]),
                "{:?}",
                data.force.qacc
            );
            assert!(model.tendon.invweight0[t].is_nan());
            assert_eq!(model.tendon.length0[t], length);
            assert!(model.actuator.acc0.iter().all(|acc| acc.is_nan()));
        }
    }
}

#[test]
fn ten_10_springs_and_dampers_of_tendons_are_passive() {
    let spring = |extra: &str| {
        format!(
            r#"<mujoco>
  <worldbody>
    <site name="a" pos="0 0 1"/>
    <body><joint type="slide" axis="0 0 1"/><geom size=".01"/><site name="b"/></body>
  </worldbody>
  <tendon><spatial stiffness="10" {extra}><site site="a"/><site site="b"/></spatial></tendon>
</mujoco>"#
        )
    };
    let (_, data) = at(&spring(r#"damping="2""#), &[-0.2], &[0.3]);
    near(data.tendon.length[TendonId(0)], 1.2, 1e-15);
    near(data.vel.ten_velocity[TendonId(0)], -0.3, 1e-15);
    near(data.force.qfrc_passive[DofId(0)], 1.4, 1e-14);
    let (_, data) = at(&spring(r#"springlength="0.9 1.1""#), &[-0.2], &[0.3]);
    near(data.force.qfrc_passive[DofId(0)], 1.0, 1e-14);
    let (_, data) = at(&spring(r#"springlength="0.9 1.1""#), &[-0.05], &[0.3]);
    near(data.force.qfrc_passive[DofId(0)], 0.0, 0.0);
}

#[test]
fn ten_13_degenerate_paths_stay_finite() {
    let cases = [
        ("0 0 0", "1 0 0", 1.0),
        ("-1 0 0", "1 0 0", 2.255649583167176),
        ("-.5 0 0", "1 0 0", 1.9132229549810364),
        ("0 .5 0", "1 0 0", 1.127824791583588),
    ];
    for (from, to, expected) in cases {
        near(
            length_and_slope(&string(SPHERE, "", from, to)).0,
            expected,
            1e-12,
        );
    }
}

#[test]
fn armature_of_a_tendon_adds_to_the_inertia_of_what_it_moves() {
    let xml = strings("dense");
    let plain = load(&xml);
    let heavy = load(&xml.replace(r#"name="straight""#, r#"name="straight" armature="2""#));
    let (mut a, mut b) = (Data::new(&plain), Data::new(&heavy));
    Numbers::new(4).state(&plain, &mut a);
    b.state.qpos.copy_from(&a.state.qpos);
    forward(&plain, &mut a).unwrap();
    forward(&heavy, &mut b).unwrap();
    let nv = plain.dof.len();
    let row = a.tendon.jac.row(0).to_vec();
    let mut response = vec![0.0; nv];
    let mut with = vec![0.0; nv];
    for i in 0..nv {
        let mut unit = vec![0.0; nv];
        unit[i] = 1.0;
        synovia_engine::inertia::mul_m(&plain, &a.inertia, &mut response, &unit);
        synovia_engine::inertia::mul_m(&heavy, &b.inertia, &mut with, &unit);
        for j in 0..nv {
            near(with[j] - response[j], 2.0 * row[i] * row[j], 1e-12);
        }
    }
    assert_eq!(heavy.tendon.armature[TendonId(0)], 2.0);
}

/// Two arms on a rotating post and a separate third one, with tendons between them that have the given armature.
fn arms(jacobian: &str, armature: f64) -> String {
    let arm = |name: &str, pos: &str| {
        format!(
            r#"<body pos="{pos}"><joint name="{name}" axis="1 .4 .2"/>
                 <geom type="capsule" fromto="0 0 0 .1 .2 .3" size=".03"/><site name="{name}" pos=".1 .2 .3"/></body>"#
        )
    };
    let (left, right, alone) = (arm("l", ".3 0 0"), arm("r", "-.2 .1 0"), arm("o", "1 1 0"));
    format!(
        r#"<mujoco>
  <option jacobian="{jacobian}" gravity="0 0 0"><flag contact="disable"/></option>
  <worldbody>
    <body><joint axis=".1 0 1"/><geom size=".1"/>{left}{right}</body>
    {alone}
  </worldbody>
  <tendon>
    <spatial armature="{armature}"><site site="l"/><site site="r"/></spatial>
    <spatial armature="{armature}">
      <site site="l"/><site site="r"/><site site="o"/><pulley divisor="3"/><site site="o"/><site site="l"/>
    </spatial>
    <fixed armature="{armature}"><joint joint="l" coef="2"/><joint joint="o" coef="-.5"/></fixed>
  </tendon>
</mujoco>"#
    )
}

#[test]
fn armature_between_branches_couples_only_dofs_of_one_chain() {
    // M has no entry for two dofs of which neither moves the other
    for jacobian in ["dense", "sparse"] {
        let (plain, heavy) = (load(&arms(jacobian, 0.0)), load(&arms(jacobian, 0.7)));
        let (mut a, mut b) = (Data::new(&plain), Data::new(&heavy));
        Numbers::new(5).state(&plain, &mut a);
        b.state.qpos.copy_from(&a.state.qpos);
        forward(&plain, &mut a).unwrap();
        forward(&heavy, &mut b).unwrap();
        let rows: Vec<[f64; 4]> = (plain.tendon.ids())
            .map(|t| {
                let mut row = [0.0; 4];
                let of = a.tendon.row(is_sparse(&plain), 4, t);
                of.for_each(|i, value| row[i] = value);
                row
            })
            .collect();
        let pattern = synovia_engine::inertia::pattern(&plain);
        for i in 0..4 {
            for (k, &j) in pattern.range(i).zip(pattern.cols(i)) {
                let added: f64 = rows.iter().map(|row| row[i] * row[j as usize]).sum();
                let found = b.inertia.m.rows()[k] - a.inertia.m.rows()[k];
                near(found, 0.7 * added, 1e-14);
            }
        }
        // post, two arms on it, and the separate one
        assert_eq!(pattern.colind, [0, 0, 1, 0, 2, 3]);
        assert!(rows[1].iter().all(|x| x.abs() > 1e-3));
    }
}

#[test]
fn armature_has_the_bias_force_of_a_row_that_changes() {
    // a Jᵀ (J̇ q̇), with J̇ q̇ the rate of the tendon's velocity while all joints rotate at constant speed
    let (plain, heavy) = (load(&arms("dense", 0.0)), load(&arms("dense", 0.7)));
    let (mut a, mut b) = (Data::new(&plain), Data::new(&heavy));
    let mut numbers = Numbers::new(6);
    for _ in 0..10 {
        numbers.state(&plain, &mut a);
        b.state.qpos.copy_from(&a.state.qpos);
        b.state.qvel.copy_from(&a.state.qvel);
        forward(&heavy, &mut b).unwrap();
        let start = a.state.qpos.clone();
        let ends = [-1e-5, 1e-5].map(|h| {
            for (i, q) in a.state.qpos.rows_mut().iter_mut().enumerate() {
                *q = start[i] + h * b.state.qvel[DofId::new(i)];
            }
            forward(&plain, &mut a).unwrap();
            a.vel.ten_velocity.clone()
        });
        a.state.qpos.copy_from(&start);
        forward(&plain, &mut a).unwrap();
        let rate = |t: usize| (ends[1][TendonId::new(t)] - ends[0][TendonId::new(t)]) / 2e-5;
        for i in 0..4 {
            let expected: f64 = (0..3).map(|t| 0.7 * rate(t) * a.tendon.jac.row(t)[i]).sum();
            near(
                b.force.qfrc_bias[DofId::new(i)] - a.force.qfrc_bias[DofId::new(i)],
                expected,
                1e-8,
            );
        }
        assert!(rate(0).abs() > 1e-4 && rate(1).abs() > 1e-4);
        near(rate(2), 0.0, 1e-9);
    }
}
