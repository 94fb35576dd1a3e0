//! Signed distance fields: contacts, distances, rays and skins, against recorded numbers and laws.

mod support;

use support::{Numbers, close, load};
use synovia_engine::contact::narrow::{MeshViews, NarrowMemory, manifold};
use synovia_engine::distance::geom_distance;
use synovia_engine::ray::{Ray, Visible, cast};
use synovia_engine::stage::kinematics;
use synovia_engine::{Data, forward, step};
use synovia_math::{Quat, Vec3};
use synovia_model::Model;
use synovia_model::enums::GeomType;
use synovia_model::id::{DofId, GeomId};

const RECORD: &str = include_str!("golden/fields.txt");

/// The lines of a record with their first words.
fn lines() -> impl Iterator<Item = (&'static str, Vec<f64>)> {
    RECORD.lines().map(|line| {
        let (tag, rest) = line.split_once(' ').expect("a tag");
        let numbers = rest.split(' ').map(|x| x.parse().expect("a number"));
        (tag, numbers.collect())
    })
}

fn geom(x: f64) -> GeomId {
    GeomId(x as i32)
}

fn vec3(x: &[f64]) -> Vec3 {
    Vec3::new(x[0], x[1], x[2])
}

/// The model of the record.
fn scene() -> Model {
    load(include_str!("golden/fields.xml"))
}

#[test]
fn pipe_09_fields_touch_are_measured_met_and_felt_as_by_the_oracle() {
    let model = scene();
    let mut data = Data::new(&model);
    let mut contacts = Vec::new().into_iter();
    let mut counts = [0; 4];
    for (tag, x) in lines() {
        match tag {
            "pose" => {
                assert!(contacts.next().is_none());
                let (qpos, qvel) = x.split_at(model.qpos0.len());
                data.reset(&model).unwrap();
                data.state.qpos.rows_mut().copy_from_slice(qpos);
                data.state.qvel.rows_mut().copy_from_slice(qvel);
                forward(&model, &mut data).unwrap();
                contacts = data.contact.list.clone().into_iter();
            }
            "contact" => {
                counts[0] += 1;
                let c = contacts.next().expect("as many contacts");
                assert_eq!(c.geom.map(f64::from), x[..2]);
                // the same bits
                assert_eq!(c.dist, x[2], "{c:?}");
                assert_eq!(c.pos.to_array(), x[3..6], "{c:?}");
                let rows = [0, 1, 2].map(|k| c.frame.row(k).to_array());
                assert_eq!(rows.as_flattened(), &x[6..], "{c:?}");
            }
            "sensors" => {
                counts[1] += 1;
                close(data.sensor.sensordata.rows(), &x, 1e-14);
            }
            "distance" => {
                counts[2] += 1;
                let found = geom_distance(&model, &mut data, [geom(x[0]), geom(x[1])], 0.7);
                assert_eq!(found.dist, x[2], "{x:?}");
                assert_eq!(found.from.to_array(), x[3..6], "{x:?}");
                assert_eq!(found.to.to_array(), x[6..], "{x:?}");
            }
            "ray" => {
                counts[3] += 1;
                let ray = Ray {
                    from: vec3(&x),
                    dir: vec3(&x[3..]),
                };
                let seen = cast(&model, &data.kin, &ray, &Visible::default());
                assert_eq!(seen.map_or(-1.0, |seen| f64::from(seen.geom.0)), x[7]);
                if let Some(seen) = seen {
                    close(&[seen.hit.dist], &x[6..7], 1e-14);
                    close(&seen.hit.normal.to_array(), &x[8..], 1e-13);
                }
            }
            _ => {}
        }
    }
    assert!(contacts.next().is_none());
    assert!(
        counts[0] > 300 && counts[1..].iter().all(|&n| n > 2),
        "{counts:?}"
    );
}

#[test]
fn fields_do_not_allocate() {
    let mut model = scene();
    model.opt.gravity = Vec3::ZERO;
    let mut data = Data::new(&model);
    let (_, pose) = lines().find(|(tag, _)| *tag == "pose").unwrap();
    data.state
        .qpos
        .rows_mut()
        .copy_from_slice(&pose[..model.qpos0.len()]);
    let start = data.clone();
    step(&model, &mut data).unwrap();
    data.state = start.state.clone();
    let counted = allocation_counter::measure(|| {
        step(&model, &mut data).unwrap();
    });
    assert!(data.contact.list.len() > 50);
    assert_eq!(counted.count_total, 0);
}

/// Two free bodies: a ring, and the given one.
fn pair(other: &str) -> Model {
    load(&format!(
        r#"<mujoco><extension><plugin plugin="mujoco.sdf.torus"><instance name="ring">
          <config key="radius1" value=".15"/><config key="radius2" value=".05"/></instance></plugin></extension>
        <asset><mesh name="ring"><plugin instance="ring"/></mesh></asset>
        <worldbody><body><freejoint/><geom type="sdf" mesh="ring"><plugin instance="ring"/></geom></body>
        <body><freejoint/><geom {other}/></body></worldbody></mujoco>"#
    ))
}

/// Places the second body and returns the normals and positions of the contacts.
fn touch(model: &Model, data: &mut Data, pos: Vec3, quat: Quat) -> Vec<(Vec3, Vec3)> {
    let qpos = data.state.qpos.rows_mut();
    qpos[7..10].copy_from_slice(&pos.to_array());
    qpos[10..14].copy_from_slice(&[quat.w, quat.x, quat.y, quat.z]);
    kinematics(model, data).expect("the model is sound");
    let mut memory = NarrowMemory::default();
    manifold(
        model,
        &data.kin,
        [GeomId(1), GeomId(0)],
        0.0,
        &mut memory,
        &mut MeshViews::default(),
    );
    memory.manifold.iter().map(|c| (c.normal, c.pos)).collect()
}

#[test]
fn a_ball_in_a_ring_touches_the_tube() {
    let model = pair(r#"size=".12""#);
    let mut data = Data::new(&model);
    // the ball overlaps the tube by 0.02 all around
    let found = touch(&model, &mut data, Vec3::ZERO, Quat::IDENTITY);
    assert!(found.len() > 10);
    for (normal, pos) in found {
        let radial = Vec3::new(pos.x, pos.y, 0.0);
        assert!(
            radial.norm() > 0.09 && radial.norm() < 0.13 && pos.z.abs() < 0.04,
            "{pos:?}"
        );
        // outward from the ball
        assert!(normal.dot(radial.normalized()) > 0.8, "{normal:?} {pos:?}");
    }
}

/// The search is not continuous: at creases of a field, such as inside a box, the last digit decides where it continues.
/// The reference has the same jumps: of 4621 contacts of such a pair at 200 random poses, 101 rotated by more than 1e-3 (at
/// most 1.65) when the ring was moved by 1e-15, and at 8 poses their number changed; for balls, capsules, ellipsoids and
/// cylinders no contact rotated by more than 1.1e-9.
#[test]
fn contacts_of_boxes_jump_when_they_are_moved_by_the_last_digit_and_those_of_round_shapes_do_not() {
    let shapes = [
        (r#"type="box" size=".06 .07 .08""#, true),
        (r#"type="sphere" size=".07""#, false),
        (r#"type="capsule" size=".05 .08""#, false),
    ];
    for (other, jumps) in shapes {
        let model = pair(other);
        let mut data = Data::new(&model);
        let mut numbers = Numbers::new(3);
        let (mut turned, mut all) = (0, 0);
        for _ in 0..100 {
            let [x, y, z] = [0; 3].map(|_| 0.15 * numbers.next());
            let [a, b, c, d] = [0; 4].map(|_| numbers.next());
            let quat = Quat::new(a, b, c, d).normalized();
            let before = touch(&model, &mut data, Vec3::new(x, y, z), quat);
            let after = touch(&model, &mut data, Vec3::new(x + 1e-15, y, z), quat);
            let moved = before
                .iter()
                .zip(&after)
                .filter(|(a, b)| (a.0 - b.0).norm() > 1e-3);
            turned += moved.count() + before.len().abs_diff(after.len());
            all += before.len();
        }
        assert!(all > 1000, "{all}");
        assert_eq!(turned > 0, jumps, "{other}: {turned} of {all}");
    }
}

/// DIFFERENCE(tactile-octree): the reference aborts when a skin touches a field without a plugin.
#[test]
fn a_skin_feels_a_field_as_it_feels_a_mesh_with_the_same_octree() {
    let mut model = load(
        r#"<mujoco><asset>
          <mesh name="skin" builtin="plate" params="5 5" scale=".2 .2 .05"/>
          <mesh name="tent" vertex="0 0 .15 .1 0 -.05 -.1 .07 -.05 -.05 -.1 -.05"/></asset>
        <worldbody><geom name="tent" type="sdf" mesh="tent"/>
          <body pos="0 0 .1"><freejoint/><geom type="box" size=".2 .2 .05"/>
            <geom name="skin" type="mesh" mesh="skin" contype="0" conaffinity="0" mass="0"/></body></worldbody>
        <sensor><tactile geom="skin" mesh="skin"/></sensor></mujoco>"#,
    );
    let mut readings = [GeomType::Sdf, GeomType::Mesh].map(|kind| {
        model.geom.type_[GeomId(0)] = kind;
        let mut data = Data::new(&model);
        data.state.qvel[DofId(0)] = 0.3;
        forward(&model, &mut data).unwrap();
        data.sensor.sensordata.rows().to_vec()
    });
    assert!(readings[0].iter().any(|&x| x < 0.0));
    let second = readings[1].split_off(0);
    assert_eq!(readings[0], second);
}
