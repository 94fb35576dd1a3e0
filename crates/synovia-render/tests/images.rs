//! Rendered images against closed forms.

mod common;

use common::{add, plain_scene};
use synovia_model::GeomType;
use synovia_render::{Context, DepthMap, FrameBuffer, Viewport};
use synovia_scene::Scene;
use synovia_scene::enums::rnd;

/// An empty model with the given settings.
fn model(visual: &str) -> synovia::Model {
    let xml = format!("<mujoco><visual>{visual}</visual><worldbody/></mujoco>");
    synovia::Model::from_xml_str(&xml).expect("a model")
}

fn draw(scene: &Scene, size: usize) -> FrameBuffer {
    let context = Context::new(&model(""));
    let mut frame = FrameBuffer::new(size, size);
    context.render(
        &mut frame,
        Viewport {
            left: 0,
            bottom: 0,
            width: size as i32,
            height: size as i32,
        },
        scene,
    );
    frame
}

fn pixel(frame: &FrameBuffer, x: usize, y: usize) -> [u8; 3] {
    let k = 3 * (y * frame.width() + x);
    [frame.color()[k], frame.color()[k + 1], frame.color()[k + 2]]
}

fn close(found: [u8; 3], expected: [f32; 3]) -> bool {
    (0..3).all(|k| (f32::from(found[k]) - 255.0 * expected[k]).abs() <= 1.0)
}

#[test]
fn a_plane_has_its_depth_everywhere() {
    let mut scene = plain_scene(3.0);
    add(
        &mut scene,
        GeomType::Plane,
        [0.0, 0.0, 0.5],
        [5.0, 5.0, 0.1],
        [1.0; 4],
    );
    let frame = draw(&scene, 32);
    let (near, far, d) = (0.1f64, 50.0f64, 2.5f64);
    let z = near * (far - d) / (d * (far - near));
    assert!(
        frame
            .depth()
            .iter()
            .all(|&v| (f64::from(v) - z).abs() < 1e-6)
    );
    let mut out = Vec::new();
    frame.read_distance(0.1, 50.0, &mut out);
    assert!(out.iter().all(|&v| (v - 2.5).abs() < 1e-4));
    frame.read_depth(DepthMap::ZeroNear, &mut out);
    assert!(out.iter().all(|&v| (f64::from(v) - (1.0 - z)).abs() < 1e-6));
}

#[test]
fn a_plane_under_a_light_from_above_has_the_sum_of_ambient_and_diffuse() {
    let mut scene = plain_scene(3.0);
    add(
        &mut scene,
        GeomType::Plane,
        [0.0; 3],
        [5.0, 5.0, 0.1],
        [1.0, 0.5, 0.2, 1.0],
    );
    let frame = draw(&scene, 16);
    for k in 0..16 {
        assert!(close(pixel(&frame, k, k), [0.7, 0.35, 0.14]));
    }
}

#[test]
fn a_sphere_is_brightest_where_it_faces_the_light() {
    let mut scene = plain_scene(3.0);
    add(&mut scene, GeomType::Sphere, [0.0; 3], [0.5; 3], [1.0; 4]);
    let frame = draw(&scene, 65);
    assert!(close(pixel(&frame, 32, 32), [0.7; 3]));
    // the pixel where the normal is 30 degrees from the light: 0.25 from the axis, at height 0.433
    let x = 0.25 / (3.0 - 0.433) * 0.1 / 0.04;
    let at = ((x + 1.0) * 32.5) as usize;
    let cosine = 30.0f32.to_radians().cos();
    let found = f32::from(pixel(&frame, at, 32)[0]) / 255.0;
    assert!((found - (0.1 + 0.6 * cosine)).abs() < 0.02);
    assert_eq!(pixel(&frame, 0, 0), [0; 3]);
}

#[test]
fn segmentation_shows_the_ids_of_the_nearest_geoms() {
    let mut scene = plain_scene(3.0);
    add(
        &mut scene,
        GeomType::Plane,
        [0.0; 3],
        [5.0, 5.0, 0.1],
        [1.0; 4],
    );
    add(
        &mut scene,
        GeomType::Box,
        [0.0; 3],
        [0.3; 3],
        [1.0, 1.0, 1.0, 0.2],
    );
    add(
        &mut scene,
        GeomType::Sphere,
        [0.0, 0.0, -1.0],
        [0.5; 3],
        [1.0; 4],
    );
    scene.flags[rnd::SEGMENT] = 1;
    scene.flags[rnd::ID_COLOR] = 1;
    let frame = draw(&scene, 32);
    let mut ids = Vec::new();
    frame.read_segmentation(&scene, &mut ids);
    assert_eq!(ids[16 * 32 + 16], [101, 5]);
    assert_eq!(ids[0], [100, 5]);
    assert!(!ids.contains(&[102, 5]));
    // the box's top is at height 0.3: its half width in pixels is 0.3 / 2.7 · 0.1 / 0.04 · 16
    let half = 0.3 / 2.7 * 0.1 / 0.04 * 16.0f32;
    let wide = ids[16 * 32..17 * 32]
        .iter()
        .filter(|id| **id == [101, 5])
        .count();
    assert!((wide as f32 - 2.0 * half).abs() <= 1.0);
}

#[test]
fn transparent_geoms_are_blended_front_to_back_and_back_to_front() {
    let mut scene = plain_scene(3.0);
    let (near, far) = ([1.0, 0.0, 0.0, 0.5], [0.0, 1.0, 0.0, 0.25]);
    // the farther one is first in the list
    add(
        &mut scene,
        GeomType::Box,
        [0.0, 0.0, -1.0],
        [2.0, 2.0, 0.1],
        far,
    );
    add(
        &mut scene,
        GeomType::Box,
        [0.0, 0.0, 0.0],
        [2.0, 2.0, 0.1],
        near,
    );
    let frame = draw(&scene, 16);
    let mut expected = [0.0f32; 3];
    for c in [near, far, far, near] {
        for k in 0..3 {
            expected[k] = c[3] * 0.7 * c[k] + (1.0 - c[3]) * expected[k];
        }
    }
    assert!(
        close(pixel(&frame, 8, 8), expected),
        "{:?} {expected:?}",
        pixel(&frame, 8, 8)
    );
}

#[test]
fn additive_blending_adds_once() {
    let mut scene = plain_scene(3.0);
    scene.flags[rnd::ADDITIVE] = 1;
    for z in [0.0, -1.0] {
        add(
            &mut scene,
            GeomType::Box,
            [0.0, 0.0, z],
            [2.0, 2.0, 0.1],
            [1.0, 1.0, 1.0, 0.25],
        );
    }
    assert!(close(pixel(&draw(&scene, 16), 8, 8), [0.35; 3]));
}

#[test]
fn a_ball_casts_a_shadow_on_the_ground() {
    let mut scene = plain_scene(4.0);
    scene.flags[rnd::SHADOW] = 1;
    scene.lights[0].castshadow = 1;
    scene.lights[0].pos = [-0.5, 0.0, 3.0];
    scene.lights[0].dir = [0.3, 0.0, -0.9];
    add(
        &mut scene,
        GeomType::Plane,
        [0.0; 3],
        [3.0, 3.0, 0.1],
        [1.0; 4],
    );
    add(
        &mut scene,
        GeomType::Sphere,
        [0.0, 0.0, 0.5],
        [0.2; 3],
        [1.0; 4],
    );
    let context = Context::new(&model("<map shadowclip='5'/>"));
    let mut frame = FrameBuffer::new(65, 65);
    let all = frame.viewport();
    context.render(&mut frame, all, &scene);
    // along the light from the ball's centre to the ground: a third of its height to the right
    let at = |x: f32| ((x / 4.0 * 0.1 / 0.04 + 1.0) * 32.5) as usize;
    // no light arrives there, not even its ambient part
    assert_eq!(pixel(&frame, at(0.5 / 3.0 + 0.1), 32), [0; 3]);
    let cosine = 0.9 / (0.09f32 + 0.81).sqrt();
    assert!(close(pixel(&frame, at(-0.5), 32), [0.1 + 0.6 * cosine; 3]));
}

#[test]
fn a_mirror_adds_its_reflection() {
    let mut scene = plain_scene(3.0);
    scene.flags[rnd::REFLECTION] = 1;
    // seen at 45 degrees
    let s = 0.5f32.sqrt();
    for c in &mut scene.camera {
        c.pos = [0.0, -2.0, 2.0];
        c.forward = [0.0, s, -s];
        c.up = [0.0, s, s];
    }
    add(
        &mut scene,
        GeomType::Plane,
        [0.0; 3],
        [4.0, 4.0, 0.1],
        [0.2, 0.2, 0.2, 1.0],
    );
    scene.geoms[0].reflectance = 0.5;
    // a wall that faces the reflected view direction: visible in the mirror at the centre of the image
    add(
        &mut scene,
        GeomType::Sphere,
        [0.0, 1.5, 1.5],
        [0.5; 3],
        [0.0, 1.0, 0.0, 1.0],
    );
    scene.geoms[1].emission = 1.0;
    let frame = draw(&scene, 33);
    let found = pixel(&frame, 16, 16);
    assert!((i32::from(found[0]) - 36).abs() <= 1, "{found:?}");
    // half of the emission, plus its lighting
    assert!(found[1] > 36 + 120);
    scene.flags[rnd::REFLECTION] = 0;
    assert!(close(pixel(&draw(&scene, 33), 16, 16), [0.14; 3]));
}

#[test]
fn fog_grows_with_depth() {
    let mut scene = plain_scene(3.0);
    scene.flags[rnd::FOG] = 1;
    add(
        &mut scene,
        GeomType::Plane,
        [0.0; 3],
        [5.0, 5.0, 0.1],
        [1.0; 4],
    );
    let mut model = model("<rgba fog='0 0 1 1'/><map fogstart='1' fogend='5'/>");
    model.stat.extent = 1.0;
    let mut frame = FrameBuffer::new(8, 8);
    let all = frame.viewport();
    Context::new(&model).render(&mut frame, all, &scene);
    assert!(
        close(pixel(&frame, 4, 4), [0.35, 0.35, 0.85]),
        "{:?}",
        pixel(&frame, 4, 4)
    );
}

#[test]
fn a_geom_around_the_eye_is_clipped_at_the_near_plane() {
    let mut scene = plain_scene(0.5);
    scene.flags[rnd::CULL_FACE] = 0;
    add(&mut scene, GeomType::Box, [0.0; 3], [1.0; 3], [1.0; 4]);
    add(
        &mut scene,
        GeomType::Plane,
        [0.0, 0.0, -2.0],
        [9.0, 9.0, 0.1],
        [1.0; 4],
    );
    let frame = draw(&scene, 16);
    let mut out = Vec::new();
    frame.read_distance(0.1, 50.0, &mut out);
    // its bottom from inside, nothing beside or behind the eye
    assert!(out.iter().all(|&d| (d - 1.5).abs() < 1e-4));
}

#[test]
fn a_viewport_is_a_part_of_the_same_image() {
    let mut scene = plain_scene(3.0);
    add(
        &mut scene,
        GeomType::Capsule,
        [0.2, 0.1, 0.0],
        [0.1, 0.1, 0.3],
        [0.9, 0.5, 0.1, 1.0],
    );
    let context = Context::new(&model(""));
    let mut whole = FrameBuffer::new(24, 24);
    let all = whole.viewport();
    context.render(&mut whole, all, &scene);
    let mut part = FrameBuffer::new(40, 30);
    context.render(
        &mut part,
        Viewport {
            left: 10,
            bottom: -4,
            ..all
        },
        &scene,
    );
    for y in 0..20 {
        for x in 0..24 {
            assert_eq!(pixel(&part, 10 + x, y), pixel(&whole, x, y + 4));
        }
    }
    assert_eq!(pixel(&part, 5, 5), [0; 3]);
}

#[test]
fn a_border_has_its_width_and_colour() {
    let mut scene = plain_scene(3.0);
    scene.framewidth = 2;
    scene.framergb = [1.0, 0.5, 0.0];
    let frame = draw(&scene, 16);
    for k in 0..16 {
        for (x, y) in [
            (0, k),
            (1, k),
            (14, k),
            (15, k),
            (k, 0),
            (k, 1),
            (k, 14),
            (k, 15),
        ] {
            assert_eq!(pixel(&frame, x, y), [255, 128, 0]);
        }
    }
    assert_eq!(pixel(&frame, 2, 2), [0; 3]);
}

#[test]
fn two_eyes_share_the_image() {
    let mut scene = plain_scene(3.0);
    scene.stereo = 2;
    scene.camera[0].pos[0] = -0.5;
    scene.camera[1].pos[0] = 0.5;
    add(
        &mut scene,
        GeomType::Box,
        [-0.5, 0.0, 0.0],
        [0.2; 3],
        [1.0; 4],
    );
    let context = Context::new(&model(""));
    let mut frame = FrameBuffer::new(32, 16);
    let all = frame.viewport();
    context.render(&mut frame, all, &scene);
    // straight under the left eye; far to the left of the right one
    assert!(close(pixel(&frame, 8, 8), [0.7; 3]));
    assert_eq!(pixel(&frame, 24, 8), [0; 3]);
    // a border is drawn around the right image only
    scene.framewidth = 1;
    scene.framergb = [0.0, 1.0, 0.0];
    context.render(&mut frame, all, &scene);
    for (x, green) in [(0, false), (8, false), (16, true), (20, true), (31, true)] {
        assert_eq!(pixel(&frame, x, 0) == [0, 255, 0], green, "column {x}");
    }
    assert_eq!(pixel(&frame, 16, 8), [0, 255, 0]);
}

#[test]
fn a_label_is_written_where_its_shape_is() {
    let mut scene = plain_scene(3.0);
    add(
        &mut scene,
        GeomType::Sphere,
        [0.0; 3],
        [0.01; 3],
        [0.0, 0.0, 1.0, 1.0],
    );
    scene.geoms[0].label[..2].copy_from_slice(b"MW");
    let mut context = Context::new(&model(""));
    context.set_font_scale(50);
    let mut frame = FrameBuffer::new(128, 128);
    let all = frame.viewport();
    let white = |frame: &FrameBuffer| -> Vec<[usize; 2]> {
        (0..128 * 128)
            .map(|k| [k % 128, k / 128])
            .filter(|&[x, y]| pixel(frame, x, y).iter().all(|&c| c > 100))
            .collect()
    };
    context.render(&mut frame, all, &scene);
    let letters = white(&frame);
    assert!(letters.len() > 10, "{}", letters.len());
    // right of and above the centre of the image
    let font = context.fonts().font(1);
    let (width, height) = (font.width("MW") as usize, font.height() as usize);
    for [x, y] in letters {
        assert!((64..64 + width).contains(&x) && (64..64 + height).contains(&y));
    }
    // neither in segmentation images nor if the geom is behind the eye
    scene.flags[rnd::SEGMENT] = 1;
    context.render(&mut frame, all, &scene);
    assert!(white(&frame).is_empty());
    scene.flags[rnd::SEGMENT] = 0;
    scene.geoms[0].pos[2] = 4.0;
    context.render(&mut frame, all, &scene);
    assert!(white(&frame).is_empty());
}
