//! Looking, selecting and dragging give the numbers of the reference, which `conformance/tools/golden_scenes.py` has recorded.
#![allow(clippy::unwrap_used, reason = "a failure fails the test")]

use synovia_engine::{Data, forward};
use synovia_math::{Pose, Quat, Vec3};
use synovia_model::Model;
use synovia_model::id::{BodyId, MocapId};
use synovia_scene::enums::category;
use synovia_scene::{
    Camera, Eye, Options, Perturb, Scene, apply_perturb_force, apply_perturb_pose,
};

/// The numbers of one case, one after the other.
struct Numbers<'a> {
    rest: std::str::SplitWhitespace<'a>,
    case: usize,
}

impl Numbers<'_> {
    fn next(&mut self) -> f64 {
        self.rest.next().unwrap().parse().unwrap()
    }

    fn take<const N: usize>(&mut self) -> [f64; N] {
        std::array::from_fn(|_| self.next())
    }

    fn many(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next()).collect()
    }

    /// The next numbers are these, to a part in `tolerance`.
    #[track_caller]
    fn expect(&mut self, what: &str, found: &[f64], tolerance: f64) {
        for (k, &found) in found.iter().enumerate() {
            let expected = self.next();
            let error = (found - expected).abs() / expected.abs().max(1.0);
            assert!(
                error <= tolerance,
                "case {}, {what}[{k}]: {found}, not {expected}",
                self.case
            );
        }
    }
}

fn eye(eye: Eye) -> Vec<f64> {
    [eye.pos, eye.forward, eye.up]
        .iter()
        .flat_map(|v| v.to_array())
        .collect()
}

fn pose(numbers: [f64; 7]) -> Pose {
    let [x, y, z, w, a, b, c] = numbers;
    Pose {
        pos: Vec3::new(x, y, z),
        quat: Quat::new(w, a, b, c),
    }
}

fn flat(pose: Pose) -> Vec<f64> {
    [&pose.pos.to_array()[..], &pose.quat.to_array()[..]].concat()
}

fn camera(cam: &Camera) -> Vec<f64> {
    let mut all = vec![cam.azimuth, cam.elevation, cam.distance];
    all.extend(cam.lookat);
    all
}

fn goal(pert: &Perturb) -> Vec<f64> {
    [&pert.refpos[..], &pert.refquat, &pert.refselpos].concat()
}

fn placed(scene: &Scene) -> Vec<f64> {
    let mut all: Vec<f32> = scene.translate.to_vec();
    all.extend(scene.rotate);
    all.push(scene.scale);
    all.into_iter().map(f64::from).collect()
}

struct Given {
    cam: Camera,
    transform: [f64; 9],
    pose: Pose,
    action: i32,
    by: [f64; 2],
    roomup: Vec3,
    pert: Perturb,
    place: [f64; 3],
}

fn read(model: &Model, data: &mut Data, numbers: &mut Numbers<'_>) -> Given {
    let (nq, nv) = (data.state.qpos.len(), data.state.qvel.len());
    data.state.qpos.assign(&numbers.many(nq));
    data.state.qvel.assign(&numbers.many(nv));
    let [azimuth, elevation, distance] = numbers.take();
    let cam = Camera {
        azimuth,
        elevation,
        distance,
        lookat: numbers.take(),
        ..Camera::free_default(model)
    };
    let (transform, pose) = (numbers.take(), pose(numbers.take()));
    let [action, dx, dy, x, y, z] = numbers.take();
    let [select, flexselect, active, active2] = numbers.take::<4>().map(|x| x as i32);
    let pert = Perturb {
        select,
        flexselect,
        active,
        active2,
        localpos: numbers.take(),
        ..Perturb::default()
    };
    Given {
        cam,
        transform,
        pose,
        action: action as i32,
        by: [dx, dy],
        roomup: Vec3::new(x, y, z),
        pert,
        place: numbers.take(),
    }
}

#[test]
fn people_get_the_answers_of_the_reference() {
    let model = synovia::Model::from_xml_str(include_str!("golden/room.xml")).unwrap();
    let options = Options::default();
    let mut hits = [0; 3];
    for (case, line) in include_str!("golden/interact.txt").lines().enumerate() {
        let rest = line.split_whitespace();
        let mut numbers = Numbers { rest, case };
        let mut data = Data::new(&model);
        let given = read(&model, &mut data, &mut numbers);
        forward(&model, &mut data).unwrap();
        let mut cam = given.cam;
        let mut scene = Scene::new(Some(&model), 1000);
        let all = category::ALL;
        scene
            .update(&model, &mut data, &options, None, &mut cam, all)
            .unwrap();
        let [aspect, relx, rely] = given.place;
        let selected = scene.select(&model, &data, &options, aspect, [relx, rely]);
        let selected = selected.unwrap();

        let [on, t0, t1, t2, r0, r1, r2, r3, scale] = given.transform;
        scene.enabletransform = on as i32;
        scene.translate = [t0, t1, t2].map(|x| x as f32);
        scene.rotate = [r0, r1, r2, r3].map(|x| x as f32);
        scene.scale = scale as f32;
        numbers.expect("in model", &eye(scene.camera_in_model().unwrap()), 1e-6);
        numbers.expect("in room", &eye(scene.camera_in_room().unwrap()), 1e-6);
        numbers.expect("height", &[scene.frustum_height().unwrap()], 1e-6);
        let inside = scene.room2model(&given.pose).unwrap();
        numbers.expect("room2model", &flat(inside), 1e-12);
        let outside = scene.model2room(&given.pose).unwrap();
        numbers.expect("model2room", &flat(outside), 1e-12);

        let (action, [dx, dy]) = (given.action, given.by);
        scene.move_camera(&model, action, dx, dy, &mut cam).unwrap();
        numbers.expect("camera", &camera(&cam), 1e-6);

        let mut pert = given.pert;
        scene.init_perturb(&model, &data, &mut pert).unwrap();
        numbers.expect("mass, scale", &[pert.localmass, pert.scale], 1e-6);
        numbers.expect("begin", &goal(&pert), 1e-10);
        scene
            .move_perturb(&model, &data, action, given.by, &mut pert)
            .unwrap();
        numbers.expect("dragged", &goal(&pert), 1e-6);
        apply_perturb_force(&model, &mut data, &pert).unwrap();
        let force = data.state.xfrc_applied[BodyId::new(pert.select as usize)];
        numbers.expect("force", &force, 1e-5);
        apply_perturb_pose(&model, &mut data, &pert, case % 3 != 0).unwrap();
        numbers.expect("qpos", data.state.qpos.rows(), 1e-6);
        numbers.expect("mocap", &data.state.mocap_pos[MocapId(0)].to_array(), 1e-6);
        numbers.expect("mocap", &data.state.mocap_quat[MocapId(0)].to_array(), 1e-6);

        scene
            .move_model(&model, action, dx, dy, given.roomup)
            .unwrap();
        numbers.expect("placed", &placed(&scene), 1e-6);

        let id = |id: Option<i32>| f64::from(id.unwrap_or(-1));
        let ids = [
            id(selected.map(|s| s.body.0)),
            id(selected.and_then(|s| s.geom).map(|g| g.0)),
            id(selected.and_then(|s| s.flex).map(|f| f.0)),
            id(selected.and_then(|s| s.skin).map(|s| s.0)),
        ];
        numbers.expect("selected", &ids, 0.0);
        let point = selected.map_or(Vec3::ZERO, |s| s.point);
        numbers.expect("point", &point.to_array(), 1e-5);
        for (count, id) in hits.iter_mut().zip(&ids[1..]) {
            *count += i32::from(*id >= 0.0);
        }
        assert!(numbers.rest.next().is_none());
    }
    assert!(hits.iter().all(|&count| count > 2), "{hits:?}");
}
