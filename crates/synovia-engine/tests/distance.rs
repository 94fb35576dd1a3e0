//! `<equality><distance>`: closed forms, differences, and laws that hold for every equality.

mod support;

use support::{Numbers, close, load, near};
use synovia_engine::state::integrate_pos;
use synovia_engine::{Data, forward, step};
use synovia_model::Model;
use synovia_model::id::{BodyId, DofId, EqualityId};

/// Points of one tree, of two trees, of a tree and the world, sites and geoms.
const PAIRS: &str = r#"<mujoco><option jacobian="JACOBIAN"><flag contact="disable"/></option>
  <worldbody><site name="w" pos="0 0 2"/><geom name="wg" size=".1" pos="1 0 2"/>
    <body pos="0 0 1"><joint axis="0 1 0"/><geom name="g" type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
      <body pos=".3 0 0"><joint type="ball"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 .1"/><site name="s" pos=".3 0 .1"/></body>
      <body pos="0 0 .3"><joint axis="1 0 0"/><geom name="h" type="box" size=".1 .1 .05" pos=".1 .2 0"/></body></body>
    <body pos="0 1 1"><freejoint/><geom name="i" type="box" size=".1 .2 .3" pos=".1 0 0"/><site name="t" pos="0 0 .4"/></body></worldbody>
  <equality><distance name="tree" geom1="g" geom2="h" distance=".2"/><distance name="trees" site1="s" site2="t" distance="1"/>
    <distance name="world" site1="w" site2="s" solref=".05 .7"/><distance name="off" geom1="wg" geom2="i" active="false"/></equality>
</mujoco>"#;

/// The two points of an equality.
fn points(model: &Model, data: &Data, e: EqualityId) -> [[f64; 3]; 2] {
    use synovia_model::enums::ObjType;
    use synovia_model::id::{GeomId, SiteId};
    let ids = [model.equality.obj1id[e], model.equality.obj2id[e]];
    ids.map(|id| {
        if model.equality.objtype[e] == ObjType::Site {
            data.kin.site_xpos[SiteId(id)].to_array()
        } else {
            data.kin.geom_xpos[GeomId(id)].to_array()
        }
    })
}

fn apart(points: [[f64; 3]; 2]) -> f64 {
    let [a, b] = points;
    (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn rows_are_distances_and_their_derivatives() {
    for jacobian in ["dense", "sparse"] {
        let model = load(&PAIRS.replace("JACOBIAN", jacobian));
        let nv = model.dof.len();
        for seed in 1..8 {
            let mut data = Data::new(&model);
            Numbers::new(seed).state(&model, &mut data);
            forward(&model, &mut data).unwrap();
            assert_eq!(data.efc.counts.ne, 3);
            for r in 0..3 {
                let e = EqualityId(data.efc.id[r]);
                let kept = model.equality.data[e][0];
                near(
                    data.efc.pos[r],
                    apart(points(&model, &data, e)) - kept,
                    1e-14,
                );
                // along the velocity, with which the row is multiplied
                let at = |dt: f64| {
                    let mut moved = data.clone();
                    let qvel = data.state.qvel.rows().to_vec();
                    integrate_pos(&model, moved.state.qpos.rows_mut(), &qvel, dt);
                    forward(&model, &mut moved).unwrap();
                    apart(points(&model, &moved, e))
                };
                let slope = (at(1e-6) - at(-1e-6)) / 2e-6;
                near(data.efc.vel[r], slope, 1e-8);
            }
            assert!(nv > 0);
        }
        // a distance that was left open is that of the reference pose
        let data = {
            let mut data = Data::new(&model);
            forward(&model, &mut data).unwrap();
            data
        };
        let world = EqualityId(2);
        near(
            model.equality.data[world][0],
            apart(points(&model, &data, world)),
            1e-15,
        );
        assert_eq!(data.efc.counts.ne, 3, "one is inactive");
    }
}

#[test]
fn a_pendulum_on_a_distance_swings_as_on_a_rod() {
    // a point mass one metre from a fixed point, released at an angle, with a stiff constraint
    let held = r#"<mujoco><option timestep=".0005" integrator="RK4"/><worldbody><site name="a" pos="0 0 0"/>
        <body pos=".6 0 -.8"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><geom size=".01" mass="1"/><site name="b"/></body></worldbody>
        <equality><distance site1="a" site2="b" distance="1" solref=".002 1" solimp=".9999 .9999 .001"/></equality></mujoco>"#;
    let rod = r#"<mujoco><option timestep=".0005" integrator="RK4"/><worldbody>
        <body><joint axis="0 1 0" ref="0"/><inertial pos=".6 0 -.8" mass="1" diaginertia="1e-9 1e-9 1e-9"/><site name="b" pos=".6 0 -.8"/></body></worldbody></mujoco>"#;
    let run = |xml: &str| {
        let model = load(xml);
        let mut data = Data::new(&model);
        for _ in 0..2000 {
            step(&model, &mut data).unwrap();
        }
        forward(&model, &mut data).unwrap();
        let site = synovia_model::id::SiteId(model.site.len() as i32 - 1);
        (
            data.kin.site_xpos[site].to_array(),
            data.efc.force.rows().first().copied(),
        )
    };
    let ((held, force), (rod, _)) = (run(held), run(rod));
    close(&held, &rod, 2e-3);
    assert!(force.is_some_and(|f| f < 0.0), "it pulls");
}

#[test]
fn a_distance_keeps_two_trees_apart_and_their_momentum() {
    let xml = r#"<mujoco><option timestep=".002" gravity="0 0 0"><flag contact="disable"/></option><worldbody>
        <body><freejoint/><geom name="a" size=".1" mass="1"/></body><body pos="1 0 0"><freejoint/><geom name="b" size=".1" mass="3"/></body>
        </worldbody><equality><distance geom1="a" geom2="b"/></equality></mujoco>"#;
    let model = load(xml);
    let mut data = Data::new(&model);
    data.state.qvel[DofId::new(1_usize)] = 2.0;
    for _ in 0..3000 {
        step(&model, &mut data).unwrap();
        let momentum =
            data.state.qvel[DofId::new(1_usize)] + 3.0 * data.state.qvel[DofId::new(7_usize)];
        near(momentum, 2.0, 1e-9);
    }
    forward(&model, &mut data).unwrap();
    near(apart(points(&model, &data, EqualityId(0))), 1.0, 2e-2);
    assert_eq!(data.island.nisland, 1, "both are in one island");
    // force sensors include it: equal and opposite on the two bodies
    synovia_engine::stage::post_constraint(&model, &mut data).unwrap();
    let [one, two] = [1, 2].map(|b| data.force.cfrc_ext[BodyId(b)].lin());
    assert!(one.norm() > 0.1);
    close(&(one + two).to_array(), &[0.0; 3], 1e-12);
}

#[test]
fn points_in_the_same_place_are_counted_and_pushed_apart() {
    let xml = r#"<mujoco><option gravity="0 0 0"><flag contact="disable"/></option><worldbody>
        <body><freejoint/><geom name="a" size=".1"/></body><body><freejoint/><geom name="b" size=".1"/></body>
        </worldbody><equality><distance geom1="a" geom2="b" distance=".5"/></equality></mujoco>"#;
    let model = load(xml);
    let mut data = Data::new(&model);
    step(&model, &mut data).unwrap();
    assert_eq!(data.diag.undirected.number, 1);
    for _ in 0..2000 {
        step(&model, &mut data).unwrap();
        assert!(data.state.qpos.iter().all(|x| x.is_finite()));
    }
    near(apart(points(&model, &data, EqualityId(0))), 0.5, 1e-3);
    assert_eq!(data.diag.undirected.number, 1);

    // a distance of zero between coincident points: nothing to do
    let model = load(&xml.replace("\".5\"", "\"0\""));
    let mut data = Data::new(&model);
    for _ in 0..10 {
        step(&model, &mut data).unwrap();
    }
    assert_eq!(data.diag.undirected.number, 10);
    assert!(data.state.qvel.iter().all(|&v| v == 0.0));
}

#[test]
fn what_is_wrong_with_a_distance_is_reported() {
    let report = |attributes: &str| {
        let xml = format!(
            r#"<mujoco><worldbody><site name="s"/><body><freejoint/><geom name="g" size=".1"/><site name="t"/></body></worldbody>
            <equality><distance {attributes}/></equality></mujoco>"#
        );
        synovia::Model::from_xml_str(&xml).unwrap_err().to_string()
    };
    for (attributes, message) in [
        (
            r#"site1="s""#,
            "expected site1 and site2, or geom1 and geom2",
        ),
        (
            r#"site1="s" geom2="g""#,
            "expected site1 and site2, or geom1 and geom2",
        ),
        (
            r#"site1="s" site2="t" distance="-1""#,
            "must not be negative",
        ),
        (r#"site1="s" site2="u""#, "'u'"),
        (r#"site1="s" site2="s""#, "expected two different objects"),
        (r#"body1="s" site2="t""#, "body1"),
    ] {
        let found = report(attributes);
        assert!(found.contains(message), "{attributes}: {found}");
    }
}

#[test]
fn a_distance_wakes_what_it_is_tied_to() {
    let xml = r#"<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="5 5 1"/>
        <body pos="0 0 .1"><freejoint/><geom name="a" type="box" size=".1 .1 .1"/></body>
        <body pos="0 1 .1"><freejoint/><geom name="b" type="box" size=".1 .1 .1"/></body></worldbody>
        <equality><distance geom1="a" geom2="b"/></equality></mujoco>"#;
    let model = load(xml);
    let mut data = Data::new(&model);
    for _ in 0..2000 {
        step(&model, &mut data).unwrap();
    }
    assert!(data.state.tree_asleep.iter().all(|&k| k >= 0), "both sleep");
    data.state.qvel[DofId::new(1_usize)] = -1.0;
    for _ in 0..20 {
        step(&model, &mut data).unwrap();
    }
    assert!(
        data.state.tree_asleep.iter().all(|&k| k < 0),
        "both are awake"
    );
    assert!(
        data.state.qvel[DofId::new(7_usize)] < -0.1,
        "it is pulled along"
    );
}
