//! Whatever a program writes into options, cameras, perturbations and scenes: no call panics.
#![allow(clippy::unwrap_used, reason = "a failure fails the test")]

use bytemuck::Zeroable;
use proptest::prelude::*;
use synovia_engine::{Data, forward};
use synovia_math::Vec3;
use synovia_model::{AnyColumn, DType, Model};
use synovia_scene::{
    Camera, Options, Perturb, Scene, apply_perturb_force, apply_perturb_pose, average_camera,
    camera_frame, camera_frustum,
};

/// A record of random bytes; half of its numbers are small, so that some of them mean something.
fn record<T: bytemuck::Pod + std::fmt::Debug>() -> impl Strategy<Value = T> {
    let words = size_of::<T>() / 4;
    let word = prop_oneof![
        Just(0u32),
        1u32..9,
        any::<u32>(),
        Just(u32::MAX),
        Just(f32::NAN.to_bits())
    ];
    prop::collection::vec(word, words).prop_map(|words| {
        let mut value = T::zeroed();
        bytemuck::bytes_of_mut(&mut value).copy_from_slice(bytemuck::cast_slice(&words));
        value
    })
}

fn load() -> (Model, Data) {
    let model = synovia::Model::from_xml_str(include_str!("golden/room.xml")).unwrap();
    let mut data = Data::new(&model);
    for _ in 0..50 {
        synovia_engine::step(&model, &mut data).unwrap();
    }
    forward(&model, &mut data).unwrap();
    (model.into(), data)
}

thread_local! {
    static ROOM: (Model, Data) = load();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn garbage_never_panics(
        options in record::<Options>(),
        camera in record::<Camera>(),
        pert in record::<Perturb>(),
        catmask in any::<i32>(),
        action in -1..9i32,
        room in 0usize..500,
        ngeom in any::<i32>(),
        by in prop::array::uniform2(any::<f64>()),
    ) {
        ROOM.with(|(model, data)| {
            let (mut data, mut camera, mut pert) = (data.clone(), camera, pert);
            camera.kind &= 3;
            let mut scene = Scene::new(Some(model), room);
            // most of these are errors, which is as it should be
            let _ = scene.update(model, &mut data, &options, Some(&pert), &mut camera, catmask);
            let _ = camera_frame(model, &data, &camera);
            let _ = camera_frustum(model, &camera);
            camera.kind = 0;
            let _ = scene.update(model, &mut data, &options, Some(&pert), &mut camera, 7);
            prop_assert!(scene.ngeom <= room as i32);
            let _ = scene.move_camera(model, action, by[0], by[1], &mut camera);
            let _ = scene.init_perturb(model, &data, &mut pert);
            let _ = scene.move_perturb(model, &data, action, by, &mut pert);
            let _ = scene.select(model, &data, &options, by[0], by);
            let _ = apply_perturb_pose(model, &mut data, &pert, true);
            let _ = apply_perturb_force(model, &mut data, &pert);
            scene.enabletransform = 1;
            let _ = scene.move_model(model, action, by[0], by[1], Vec3::Z);
            let _ = average_camera(&scene.camera[0], &scene.camera[1]);
            scene.ngeom = ngeom;
            let _ = scene.add_geoms(model, &data, &options, Some(&pert), catmask);
            let _ = scene.shapes();
            Ok(())
        })?;
    }

    #[test]
    fn contacts_that_lead_nowhere_never_panic(ids in prop::array::uniform12(any::<i32>())) {
        ROOM.with(|(model, data)| {
            let mut data = data.clone();
            let mut contact = synovia_engine::data::Contact::zeroed();
            contact.dim = ids[0];
            contact.geom = [ids[1], ids[2]];
            contact.flex = [ids[3], ids[4]];
            contact.elem = [ids[5], ids[6]];
            contact.vert = [ids[7], ids[8]];
            contact.efc_address = ids[9] & 0xff;
            data.contact.list.push(contact);
            for x in data.tendon.wrapadr.rows_mut() {
                *x = ids[10];
            }
            for x in data.tendon.wrapnum.rows_mut() {
                *x = ids[11];
            }
            let mut scene = Scene::new(Some(model), 2000);
            for label in [14, 15, 16] {
                let mut options = Options { label, frame: 6, ..Options::default() };
                options.flags = [1; 31];
                let mut camera = Camera::free_default(model);
                scene.update(model, &mut data, &options, None, &mut camera, 7).unwrap();
            }
        });
    }
}

/// Writes a number into a column of integers of the model or the simulation.
fn scribble(column: &mut dyn AnyColumn, place: usize, value: i32) {
    let words = column.bytes().len() / 4;
    if column.dtype() == DType::I32 && words > 0 {
        let at = place % words * 4;
        column.bytes_mut()[at..at + 4].copy_from_slice(&value.to_ne_bytes());
        column.written();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn numbers_in_models_and_simulations_never_panic(
        which in any::<prop::sample::Index>(),
        in_model in any::<bool>(),
        place in any::<usize>(),
        value in prop_oneof![-3..40i32, any::<i32>()],
    ) {
        ROOM.with(|(model, data)| {
            let (mut model, mut data) = (model.clone(), data.clone());
            let mut scene = Scene::new(Some(&model), 500);
            if in_model {
                let columns = Model::column_infos().len();
                let column = model.column_at_mut(which.index(columns)).unwrap();
                scribble(column, place, value);
            } else {
                let columns = Data::column_infos().len();
                let column = data.column_at_mut(which.index(columns)).unwrap();
                scribble(column, place, value);
            }
            for (label, frame, skin) in [(3, 1, 1), (14, 6, 0), (16, 2, 1)] {
                let mut options = Options { label, frame, ..Options::default() };
                options.flags = [1; 31];
                options.flags[27] = skin;
                let mut camera = Camera::free_default(&model);
                // a model with ids out of range is refused
                let _ = scene.update(&model, &mut data, &options, None, &mut camera, 7);
            }
            let _ = scene.select(&model, &data, &Options::default(), 1.0, [0.5, 0.5]);
        });
    }
}

#[test]
fn after_the_first_picture_nothing_is_allocated() {
    let (model, mut data) = load();
    let mut scene = Scene::new(Some(&model), 2000);
    let mut camera = Camera::free_default(&model);
    let mut options = Options {
        label: 3,
        frame: 1,
        ..Options::default()
    };
    options.flags = [1; 31];
    let used = allocation_counter::measure(|| {
        for _ in 0..3 {
            scene
                .update(&model, &mut data, &options, None, &mut camera, 7)
                .unwrap();
        }
    });
    assert!(scene.ngeom > 100);
    assert_eq!(used.count_total, 0);
}
