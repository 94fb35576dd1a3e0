//! Scenes against closed forms.
#![allow(clippy::unwrap_used, reason = "a failure fails the test")]

use synovia_engine::{Data, forward};
use synovia_math::Vec3;
use synovia_model::enums::Warning;
use synovia_model::id::{BodyId, DofId, JointId};
use synovia_model::{GeomType, Model, ObjType};
use synovia_scene::enums::{category, label, mouse, perturb, vis};
use synovia_scene::{
    Camera, Geom, Options, Perturb, Scene, SceneError, apply_perturb_force, camera_frame,
    camera_frustum,
};

const BALLS: &str = "<mujoco><statistic extent='2' center='0 0 0' meansize='.5' meanmass='1'/>
  <visual><global fovy='90'/><map znear='.01' zfar='10' stiffness='100'/></visual>
  <worldbody>
    <body name='left' pos='-1 0 0'><freejoint/><geom name='l' size='.3' mass='2'/></body>
    <body name='right' pos='1 0 0'><freejoint/><geom name='r' size='.3' mass='2'/></body>
    <geom name='wall' type='box' size='5 .1 5' pos='0 9 0'/>
  </worldbody></mujoco>";

fn load(xml: &str) -> (Model, Data) {
    let model = synovia::Model::from_xml_str(xml).unwrap();
    let mut data = Data::new(&model);
    forward(&model, &mut data).unwrap();
    (model.into(), data)
}

/// A free camera at (0, −4, 0) that looks along y.
fn from_the_front() -> Camera {
    Camera {
        lookat: [0.0; 3],
        distance: 4.0,
        azimuth: 90.0,
        elevation: 0.0,
        ..Camera::default()
    }
}

fn seen(model: &Model, data: &mut Data, options: &Options, camera: &mut Camera) -> Scene {
    let mut scene = Scene::new(Some(model), 1000);
    let all = category::ALL;
    scene
        .update(model, data, options, None, camera, all)
        .unwrap();
    scene
}

fn text(geom: &Geom) -> String {
    let end = geom.label.iter().position(|&c| c == 0).unwrap();
    String::from_utf8(geom.label[..end].to_vec()).unwrap()
}

#[test]
fn a_right_angle_of_view_is_as_high_as_it_is_far() {
    let (model, mut data) = load(BALLS);
    let mut camera = from_the_front();
    let frustum = camera_frustum(&model, &camera).unwrap();
    assert!((frustum.vertical[1] - 0.02).abs() < 1e-8);
    assert_eq!(frustum.horizontal, [0.0; 2]);
    assert!((frustum.clip[1] - 20.0).abs() < 1e-5);
    let scene = seen(&model, &mut data, &Options::default(), &mut camera);
    assert!((scene.frustum_height().unwrap() - 2.0).abs() < 1e-6);
    let eye = scene.camera_in_model().unwrap();
    assert!(eye.pos.distance(Vec3::new(0.0, -4.0, 0.0)) < 1e-6);
    assert!(eye.forward.distance(Vec3::Y) < 1e-6);
    let frame = camera_frame(&model, &data, &camera).unwrap();
    assert!(frame.right.distance(Vec3::X) < 1e-12 && frame.up.distance(Vec3::Z) < 1e-12);
}

#[test]
fn connectors_stretch_between_their_points() {
    let (from, to) = (Vec3::new(1.0, 2.0, 3.0), Vec3::new(1.0, 2.0, 1.0));
    let mut geom = Geom::default();
    geom.connector(GeomType::Capsule, 0.1, from, to).unwrap();
    assert_eq!((geom.size, geom.pos), ([0.1, 0.1, 1.0], [1.0, 2.0, 2.0]));
    assert_eq!(geom.mat[8], -1.0);
    geom.connector(GeomType::Arrow, 0.1, from, from + Vec3::X * 2.0)
        .unwrap();
    assert_eq!((geom.size, geom.pos), ([0.1, 0.1, 2.0], [1.0, 2.0, 3.0]));
    let third = [geom.mat[2], geom.mat[5], geom.mat[8]];
    assert!((third[0] - 1.0).abs() < 1e-7 && third[2].abs() < 1e-7);
    let refused = geom.connector(GeomType::Box, 0.1, from, to);
    assert_eq!(refused, Err(SceneError::ConnectorKind(6)));
}

#[test]
fn what_is_under_the_pixel_is_selected() {
    let (model, mut data) = load(BALLS);
    let scene = seen(
        &model,
        &mut data,
        &Options::default(),
        &mut from_the_front(),
    );
    // four away, the picture is 8 high and, with this aspect, 16 wide: x = −1 is at 7/16
    let mut options = Options::default();
    let pick = |options: &Options, x: f64, y: f64| {
        let found = scene.select(&model, &data, options, 2.0, [x, y]);
        found.unwrap()
    };
    let left = pick(&options, 7.0 / 16.0, 0.5).unwrap();
    assert_eq!((left.body.0, left.geom.map(|g| g.0)), (1, Some(1)));
    // the ray points to (−1, 0, 0) from (0, −4, 0): it meets the ball .3 before its centre
    let expected = Vec3::new(-1.0, 0.0, 0.0) + Vec3::new(1.0, -4.0, 0.0).normalized() * 0.3;
    assert!(left.point.distance(expected) < 1e-6);
    let right = pick(&options, 9.0 / 16.0, 0.5).unwrap();
    assert_eq!(right.body.0, 2);
    assert_eq!(pick(&options, 0.5, 0.5).unwrap().body.0, 0);
    options.flags[vis::STATIC] = 0;
    assert_eq!(pick(&options, 0.5, 0.5), None);
}

#[test]
fn the_mouse_turns_and_moves_the_camera() {
    let (model, mut data) = load(BALLS);
    let mut camera = from_the_front();
    let scene = seen(&model, &mut data, &Options::default(), &mut camera);
    let mut moved = camera;
    scene
        .move_camera(&model, mouse::ROTATE_H, 1.0, 0.25, &mut moved)
        .unwrap();
    assert_eq!((moved.azimuth, moved.elevation), (-90.0, -45.0));
    // by half the height of the picture: at distance 4 that is 4
    let mut moved = camera;
    scene
        .move_camera(&model, mouse::MOVE_V, 0.5, 0.0, &mut moved)
        .unwrap();
    assert!((moved.lookat[0] + 4.0).abs() < 1e-5, "{:?}", moved.lookat);
    let refused = scene.move_camera(&model, 99, 0.0, 0.0, &mut moved);
    assert_eq!(refused, Err(SceneError::MouseAction(99)));
}

#[test]
fn a_dragged_ball_is_pulled_as_by_a_spring() {
    let (model, mut data) = load(BALLS);
    let mut camera = from_the_front();
    let scene = seen(&model, &mut data, &Options::default(), &mut camera);
    let mut pert = Perturb {
        select: 1,
        active: perturb::TRANSLATE,
        ..Perturb::default()
    };
    scene.init_perturb(&model, &data, &mut pert).unwrap();
    // at the centre of a free body its own mass is felt
    assert!((pert.localmass - 2.0).abs() < 1e-12);
    assert!((pert.scale - 2.0 * 4.0).abs() < 1e-5);
    pert.refselpos = [-1.0, 0.0, 0.1];
    apply_perturb_force(&model, &mut data, &pert).unwrap();
    let force = data.state.xfrc_applied[BodyId(1)];
    // k m x = 100 · 2 · 0.1
    assert!((force[2] - 20.0).abs() < 1e-9 && force[0].abs() < 1e-9);

    // and held back by √k m v
    data.state.qvel[DofId(2)] = 3.0;
    forward(&model, &mut data).unwrap();
    apply_perturb_force(&model, &mut data, &pert).unwrap();
    let force = data.state.xfrc_applied[BodyId(1)];
    assert!((force[2] - (20.0 - 10.0 * 2.0 * 3.0)).abs() < 1e-9);
}

#[test]
fn shapes_for_which_there_is_no_room_are_left_out_and_counted() {
    let (model, mut data) = load(BALLS);
    for room in 0..3 {
        let mut scene = Scene::new(Some(&model), room);
        let mut camera = from_the_front();
        let options = Options::default();
        scene
            .update(
                &model,
                &mut data,
                &options,
                None,
                &mut camera,
                category::ALL,
            )
            .unwrap();
        assert_eq!((scene.ngeom, scene.status), (room as i32, 1));
        let warned = data.diag.warning[Warning::VisGeomFull.to_i32() as usize];
        assert_eq!(
            (warned.number, warned.lastinfo),
            (room as i32 + 1, room as i32)
        );
    }
    let mut scene = Scene::new(Some(&model), 3);
    let options = Options::default();
    let mut camera = from_the_front();
    scene
        .update(
            &model,
            &mut data,
            &options,
            None,
            &mut camera,
            category::ALL,
        )
        .unwrap();
    assert_eq!((scene.ngeom, scene.status), (3, 0));
}

#[test]
fn labels_say_names_and_categories_select() {
    let (model, mut data) = load(BALLS);
    let options = Options {
        label: label::GEOM,
        ..Options::default()
    };
    let scene = seen(&model, &mut data, &options, &mut from_the_front());
    let texts: Vec<String> = scene.shapes().iter().map(text).collect();
    assert_eq!(texts, ["wall", "l", "r"]);
    let mut scene = Scene::new(Some(&model), 10);
    let mut camera = from_the_front();
    scene
        .update(
            &model,
            &mut data,
            &options,
            None,
            &mut camera,
            category::DYNAMIC,
        )
        .unwrap();
    let ids: Vec<i32> = scene.shapes().iter().map(|geom| geom.objid).collect();
    assert_eq!(ids, [1, 2]);
    let kind = ObjType::Geom.to_i32();
    assert!(scene.shapes().iter().all(|geom| geom.objtype == kind));
}

#[test]
fn a_ball_has_the_inertia_of_a_ball_of_its_size() {
    let (mut model, mut data) = load(BALLS);
    model.vis.global.ellipsoidinertia = 1;
    let mut options = Options::default();
    options.flags[vis::INERTIA] = 1;
    let scene = seen(&model, &mut data, &options, &mut from_the_front());
    let body = ObjType::Body.to_i32();
    let sizes: Vec<_> = scene
        .shapes()
        .iter()
        .filter(|geom| geom.objtype == body)
        .map(|geom| geom.size)
        .collect();
    assert_eq!(sizes.len(), 2);
    assert!(sizes.iter().flatten().all(|size| (size - 0.3).abs() < 1e-6));
}

#[test]
fn numbers_that_lead_nowhere_are_refused() {
    let (model, mut data) = load(BALLS);
    let options = Options::default();
    let mut scene = Scene::new(Some(&model), 10);
    let mut refused = |kind: i32, id: i32| {
        let mut camera = Camera {
            kind,
            fixedcamid: id,
            trackbodyid: id,
            ..Camera::default()
        };
        let result = scene.update(&model, &mut data, &options, None, &mut camera, 7);
        result.unwrap_err()
    };
    assert_eq!(refused(2, 0), SceneError::FixedCamera(0));
    assert_eq!(refused(1, 3), SceneError::TrackBody(3));
    assert_eq!(refused(9, 0), SceneError::CameraKind(9));
    // nobody has set the cameras
    assert_eq!(refused(3, 0), SceneError::FrustumNear);
    let (other, _) = load(include_str!("golden/room.xml"));
    let result = Scene::new(Some(&other), 10).check(&model);
    assert!(matches!(result, Err(SceneError::OtherModel { .. })));
}

/// A cable of four bodies along x, which is bent by `angle` at its second joint.
fn cable(angle: f64, vmax: f64) -> (Model, Data) {
    let xml = format!(
        "<mujoco><option gravity='0 0 0'/>
         <extension><plugin plugin='mujoco.elasticity.cable'/></extension>
         <worldbody><composite type='cable' curve='s' count='5 1 1' size='1' initial='none'>
           <plugin plugin='mujoco.elasticity.cable'><config key='twist' value='1e6'/>
             <config key='bend' value='1e6'/><config key='vmax' value='{vmax}'/></plugin>
           <joint kind='main' damping='1'/>
           <geom type='capsule' size='.01' rgba='.8 .2 .1 .5'/></composite></worldbody></mujoco>"
    );
    let model = synovia::Model::from_xml_str(&xml).unwrap();
    let mut data = Data::new(&model);
    let adr = model.joint.qposadr[JointId(1)] as usize;
    let (sin, cos) = (angle / 2.0).sin_cos();
    data.state.qpos[adr..adr + 4].copy_from_slice(&[cos, 0.0, sin, 0.0]);
    forward(&model, &mut data).unwrap();
    (model.into(), data)
}

#[test]
fn cables_show_their_stress_in_the_scene_and_not_in_the_model() {
    // the moment of a bend is E I θ / L, with I = π r⁴ / 4
    let moment = 1e6 * core::f64::consts::PI * 1e-8 / 4.0 * 0.1 / 0.25;
    let (model, mut data) = cable(0.1, moment);
    let before = model.geom.rgba.rows().to_vec();
    let scene = seen(
        &model,
        &mut data,
        &Options::default(),
        &mut from_the_front(),
    );
    let colors: Vec<_> = scene.shapes().iter().map(|geom| geom.rgba).collect();
    // half of the moment on either side of the bend: between cyan and yellow, green
    let blue = [0.0, 0.0, 1.0, 0.5];
    assert_eq!(colors.len(), 4);
    assert_eq!(colors[3], blue);
    for (found, green) in colors[1].iter().zip([0.0f32, 1.0, 0.0, 0.5]) {
        assert!((found - green).abs() < 1e-5, "{colors:?}");
    }
    assert_eq!(model.geom.rgba.rows(), before);

    // none is shown without a largest one
    let (model, mut data) = cable(0.1, 0.0);
    let scene = seen(
        &model,
        &mut data,
        &Options::default(),
        &mut from_the_front(),
    );
    assert!(scene.shapes().iter().all(|geom| geom.rgba == before[0]));
}
