//! Rays through scenes: recorded numbers of the reference and closed forms.

mod support;

use support::{close, load, near};
use synovia_engine::distance::geom_distance;
use synovia_engine::ray::{Fan, FlexParts, Pixels, Seen, Visible, cast};
use synovia_engine::state::integrate_pos;
use synovia_engine::{Data, forward};
use synovia_geom::ray::Ray;
use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::id::{BodyId, CameraId, GeomId};

/// Numbers of each line of a recording.
fn table(text: &str) -> Vec<Vec<f64>> {
    let numbers = |line: &str| {
        line.split(' ')
            .map(|x| x.parse().unwrap_or(f64::NAN))
            .collect()
    };
    text.lines().map(numbers).collect()
}

/// A length in whole nanometres, for exact comparison.
fn nano(length: f64) -> i64 {
    (length * 1e9).round() as i64
}

fn vec3(numbers: &[f64]) -> Vec3 {
    Vec3::new(numbers[0], numbers[1], numbers[2])
}

/// The recorded scene in its disturbed state.
fn scene() -> (Model, Data) {
    let model = load(include_str!("golden/rays.xml"));
    let mut data = Data::new(&model);
    let moved: Vec<f64> = (0..model.dof.len())
        .map(|i| ((7 * i) % 11) as f64)
        .map(|x| (x - 5.0) / 5.0 * 0.25)
        .collect();
    integrate_pos(&model, data.state.qpos.rows_mut(), &moved, 1.0);
    forward(&model, &mut data).expect("the model is sound");
    (model, data)
}

/// Asserts that a ray has the result of the reference: distance, geom, normal.
#[track_caller]
fn same(found: Option<Seen>, expected: &[f64]) {
    let Some(seen) = found else {
        assert_eq!(expected[..2], [-1.0, -1.0]);
        return;
    };
    assert_eq!(f64::from(seen.geom.0), expected[1], "{seen:?} {expected:?}");
    near(seen.hit.dist, expected[0], 1e-13);
    close(&seen.hit.normal.to_array(), &expected[2..5], 1e-13);
}

#[test]
fn rays_see_what_the_oracle_sees() {
    let (model, data) = scene();
    let everything = Visible::default();
    let some = Visible {
        groups: Some([true, false, true, false, false, false]),
        statics: false,
        without: Some(BodyId(3)),
    };
    for line in table(include_str!("golden/rays.txt")) {
        let ray = Ray {
            from: vec3(&line),
            dir: vec3(&line[3..]),
        };
        same(cast(&model, &data.kin, &ray, &everything), &line[6..11]);
        same(cast(&model, &data.kin, &ray, &some), &line[11..16]);
    }
}

#[test]
fn a_fan_of_rays_sees_what_the_oracle_sees() {
    let (model, mut data) = scene();
    let lines = table(include_str!("golden/fan.txt"));
    let (from, cutoff) = (vec3(&lines[0]), lines[0][3]);
    let fan = Fan::of(&model, &mut data, from, &Visible::default(), cutoff);
    for line in &lines[1..] {
        same(fan.cast(vec3(line)), &line[3..]);
    }
    assert_eq!(fan.cast(Vec3::ZERO), None);
}

#[test]
fn rangefinders_show_what_the_oracle_shows() {
    let (_, data) = scene();
    let expected = &table(include_str!("golden/rangefinders.txt"))[0];
    close(data.sensor.sensordata.rows(), expected, 1e-13);
}

#[test]
fn distances_of_all_kinds_of_geoms_are_those_of_the_oracle() {
    let (model, mut data) = scene();
    for line in table(include_str!("golden/distances.txt")) {
        let geoms = [GeomId(line[0] as i32), GeomId(line[1] as i32)];
        for (limit, expected) in [(5.0, &line[2..9]), (0.3, &line[9..])] {
            let found = geom_distance(&model, &mut data, geoms, limit);
            let ([a, b, c], [x, y, z]) = (found.from.to_array(), found.to.to_array());
            let found = [found.dist, a, b, c, x, y, z];
            near(found[0], expected[0], 1e-9);
            // the search for the points has a lower precision
            for (a, b) in found[1..].iter().zip(&expected[1..]) {
                assert!(
                    (a - b).abs() < 1e-6,
                    "{geoms:?} {limit}: {found:?} {expected:?}"
                );
            }
        }
    }
    let nobody = geom_distance(&model, &mut data, [GeomId(0), GeomId(99)], 1.0);
    assert!(nobody.dist.is_nan());
}

#[test]
fn a_ray_without_length_sees_nothing() {
    let (model, data) = scene();
    for dir in [Vec3::ZERO, Vec3::splat(f64::NAN)] {
        let from = Vec3::new(0.0, 0.0, 3.0);
        let visible = Visible::default();
        assert_eq!(cast(&model, &data.kin, &Ray { from, dir }, &visible), None);
    }
}

/// DIFFERENCE(ray-marks): rays mark nothing for drawing.
#[test]
fn rays_leave_no_marks() {
    let (model, data) = scene();
    assert!(model.vis.global.bvactive != 0 && !model.bvh.is_empty());
    assert!(data.kin.bvh_active.iter().all(|&mark| mark == 0));
}

#[test]
fn what_is_hidden_is_seen_through() {
    let model = load(
        r#"<mujoco><worldbody><geom type="box" size="1 1 .1"/>
          <body pos="0 0 1"><joint/><geom size=".1" group="1"/></body>
          <body pos="0 0 2"><joint/><geom size=".1" group="3"/></body>
          <body pos="0 0 3"><geom size=".1" rgba="1 1 1 0"/></body></worldbody></mujoco>"#,
    );
    let mut data = Data::new(&model);
    forward(&model, &mut data).unwrap();
    let ray = Ray {
        from: Vec3::new(0.0, 0.0, 4.0),
        dir: -Vec3::Z,
    };
    let sees = |visible: &Visible| {
        cast(&model, &data.kin, &ray, visible).map(|s| (s.geom, nano(s.hit.dist)))
    };
    let all = Visible::default();
    assert_eq!(sees(&all), Some((GeomId(2), nano(1.9))));
    let without = Some(BodyId(2));
    assert_eq!(
        sees(&Visible { without, ..all }),
        Some((GeomId(1), nano(2.9)))
    );
    let groups = Some([true, false, false, false, false, false]);
    assert_eq!(
        sees(&Visible { groups, ..all }),
        Some((GeomId(0), nano(3.9)))
    );
    let statics = false;
    assert_eq!(
        sees(&Visible {
            groups,
            statics,
            ..all
        }),
        None
    );
}

#[test]
fn pixels_look_where_the_field_of_view_ends() {
    let model = load(
        r#"<mujoco><worldbody><camera name="p" pos="1 2 3" fovy="90" resolution="4 2"/>
          <camera name="o" pos="1 2 3" projection="orthographic" fovy="3" resolution="4 2"/></worldbody></mujoco>"#,
    );
    let mut data = Data::new(&model);
    forward(&model, &mut data).unwrap();
    let pixels = Pixels::new(&model, &data.kin, CameraId(0));
    // half of the height is seen at 45 degrees
    let corner = pixels.ray(0, 0);
    close(&corner.from.to_array(), &[1.0, 2.0, 3.0], 1e-15);
    close(
        &(corner.dir * (1.0 / -corner.dir.z)).to_array(),
        &[-1.5, 0.5, -1.0],
        1e-14,
    );
    near(corner.dir.norm(), 1.0, 1e-15);
    let pixels = Pixels::new(&model, &data.kin, CameraId(1));
    let corner = pixels.ray(1, 3);
    close(&corner.dir.to_array(), &[0.0, 0.0, -1.0], 1e-15);
    close(
        &corner.from.to_array(),
        &[1.0 + 0.75 * 1.5, 2.0 - 0.75, 3.0],
        1e-14,
    );
}

#[test]
fn parts_of_a_flex_are_met_as_they_are_drawn() {
    // a square of two triangles, in the layout of the flex compiler
    let mut size = synovia_model::Size::default();
    for (name, value) in [
        ("nflex", 1),
        ("nflexvert", 4),
        ("nflexedge", 5),
        ("nflexelem", 2),
        ("nflexelemdata", 6),
        ("nflexelemedge", 6),
        ("nbody", 1),
    ] {
        *size.get_mut(name).unwrap() = value;
    }
    let mut model = Model::with_size(size);
    for world in [&mut model.body.jntadr, &mut model.body.dofadr] {
        world.rows_mut().fill(-1);
    }
    model
        .body
        .mocapid
        .rows_mut()
        .fill(synovia_model::MocapId::NONE);
    model
        .body
        .plugin
        .rows_mut()
        .fill(synovia_model::PluginId::NONE);
    model
        .body
        .treeid
        .rows_mut()
        .fill(synovia_model::TreeId::NONE);
    let f = synovia_model::id::FlexId(0);
    model.flex.dim[f] = 2;
    model.flex.vertnum[f] = 4;
    model.flex.edgenum[f] = 5;
    model.flex.elemnum[f] = 2;
    model.flex.radius[f] = 0.1;
    (model.flex.edge.rows_mut()).copy_from_slice(&[[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]]);
    (model.flex.elem.rows_mut()).copy_from_slice(&[0, 1, 2, 0, 2, 3]);
    let mut data = Data::new(&model);
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
    for (v, (x, y)) in data.kin.flexvert_xpos.rows_mut().iter_mut().zip(corners) {
        *v = Vec3::new(x, y, 0.0);
    }
    let down = |x: f64, y: f64, parts: &FlexParts| {
        let ray = Ray {
            from: Vec3::new(x, y, 2.0),
            dir: -Vec3::Z,
        };
        let met = synovia_engine::ray::flex(&model, &data.kin, f, &ray, parts);
        met.map(|(hit, vertex)| (nano(hit.dist), vertex))
    };
    let none = FlexParts::default();
    let (vertices, edges, faces, skin) = (
        FlexParts {
            vertices: true,
            ..none
        },
        FlexParts {
            edges: true,
            ..none
        },
        FlexParts {
            faces: true,
            ..none
        },
        FlexParts { skin: true, ..none },
    );
    assert_eq!(down(1.0, 0.0, &none), None);
    assert_eq!(down(1.0, 0.0, &vertices), Some((nano(1.9), 1)));
    assert_eq!(down(0.7, 0.2, &vertices), None);
    assert_eq!(down(0.7, 0.0, &edges), Some((nano(1.9), 1)));
    assert_eq!(down(0.7, 0.2, &faces), Some((nano(2.0), 1)));
    assert_eq!(down(0.2, 0.7, &skin), Some((nano(2.0), 3)));
    assert_eq!(down(1.3, 0.5, &skin), None);
}
