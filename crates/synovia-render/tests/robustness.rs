//! Images have the same bits for any tile size and number of threads; no scene makes rendering fail.

mod common;

use common::{add, plain_scene};
use synovia_model::GeomType;
use synovia_model::id::{HfieldId, TextureId};
use synovia_render::{Context, FrameBuffer, Viewport};
use synovia_scene::{Geom, Scene};

const MODEL: &str = "
<mujoco>
  <statistic extent='2'/>
  <asset>
    <texture type='skybox' builtin='gradient' rgb1='.3 .5 .7' rgb2='0 0 0' width='32' height='192'/>
    <texture name='grid' type='2d' builtin='checker' rgb1='.1 .2 .3' rgb2='.7 .8 .9' width='64' height='64'/>
    <texture name='cube' type='cube' builtin='flat' mark='cross' rgb1='.8 .2 .2' width='16' height='96'/>
    <material name='grid' texture='grid' texrepeat='3 3' reflectance='.3'/>
    <material name='cube' texture='cube'/>
    <hfield name='hills' nrow='5' ncol='7' size='1 1 .3 .1'/>
    <mesh name='tetra' vertex='0 0 0  .4 0 0  0 .4 0  0 0 .4'/>
  </asset>
  <worldbody>
    <geom type='plane' size='0 0 .1' material='grid'/>
    <geom type='hfield' hfield='hills'/>
    <geom type='mesh' mesh='tetra'/>
  </worldbody>
</mujoco>";

fn model() -> synovia::Model {
    synovia::Model::from_xml_str(MODEL).expect("a model")
}

/// A scene with every kind of geom and effect.
fn busy_scene() -> Scene {
    let mut s = plain_scene(3.0);
    let c = 0.5f32.sqrt();
    for camera in &mut s.camera {
        camera.pos = [0.0, -3.0, 1.5];
        camera.forward = [0.0, 0.9, -0.435];
        camera.up = [0.0, 0.435, 0.9];
    }
    s.flags = [1, 0, 1, 0, 1, 1, 1, 0, 0, 0, 1];
    s.lights[0].castshadow = 1;
    s.lights[0].pos = [1.0, -1.0, 3.0];
    s.lights[0].dir = [-0.3, 0.3, -0.9];
    s.lights[0].specular = [0.5; 3];
    s.lights[1] = s.lights[0];
    s.lights[1].kind = 0;
    s.lights[1].cutoff = 50.0;
    s.lights[1].exponent = 4.0;
    s.lights[1].attenuation = [1.0, 0.1, 0.0];
    s.nlight = 2;
    add(&mut s, GeomType::Plane, [0.0; 3], [0.0, 0.0, 0.1], [1.0; 4]);
    s.geoms[0].dataid = 0;
    s.geoms[0].matid = 0;
    s.geoms[0].reflectance = 0.3;
    let kinds = [
        GeomType::Sphere,
        GeomType::Capsule,
        GeomType::Box,
        GeomType::Cylinder,
        GeomType::Ellipsoid,
        GeomType::Arrow,
        GeomType::Arrow1,
        GeomType::Arrow2,
        GeomType::Line,
        GeomType::LineBox,
        GeomType::Triangle,
        GeomType::Mesh,
        GeomType::Hfield,
    ];
    for (k, kind) in kinds.into_iter().enumerate() {
        let x = 0.4 * (k % 5) as f32 - 0.8;
        let y = 0.6 * (k / 5) as f32 - 0.6;
        let alpha = if k % 3 == 0 { 0.5 } else { 1.0 };
        add(
            &mut s,
            kind,
            [x, y, 0.4],
            [0.12, 0.15, 0.25],
            [0.9, 0.6, 0.3, alpha],
        );
        let g = s.ngeom as usize - 1;
        s.geoms[g].mat = [c, 0.0, c, 0.0, 1.0, 0.0, -c, 0.0, c];
        s.geoms[g].specular = 0.5;
        s.geoms[g].shininess = 0.5;
        s.geoms[g].dataid = if k > 10 { 0 } else { -1 };
        s.geoms[g].matid = if k % 2 == 0 { 1 } else { -1 };
    }
    s
}

fn image(
    context: &Context,
    scene: &Scene,
    threads: usize,
    tile: usize,
    plain: bool,
) -> (Vec<u8>, Vec<f32>) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads");
    let mut frame = FrameBuffer::new(150, 110);
    frame.set_tile(tile);
    frame.set_plain(plain);
    let all = frame.viewport();
    pool.install(|| context.render(&mut frame, all, scene));
    (frame.color().to_vec(), frame.depth().to_vec())
}

#[test]
fn threads_and_tiles_do_not_change_a_bit() {
    let context = Context::new(&model());
    let mut scene = busy_scene();
    for wire in [0, 1] {
        scene.flags[1] = wire;
        let first = image(&context, &scene, 1, 32, true);
        assert!(first.0.iter().any(|&c| c > 100));
        for (threads, tile) in [(1, 32), (2, 32), (3, 8), (1, 16), (2, 64)] {
            let other = image(&context, &scene, threads, tile, false);
            assert!(
                first.0 == other.0,
                "colours with {threads} threads, tiles of {tile}"
            );
            assert!(
                first.1 == other.1,
                "depths with {threads} threads, tiles of {tile}"
            );
        }
    }
}

#[test]
fn rendering_again_gives_the_same_bits() {
    let context = Context::new(&model());
    let mut frame = FrameBuffer::new(90, 70);
    let all = frame.viewport();
    let (busy, plain) = (busy_scene(), plain_scene(2.0));
    context.render(&mut frame, all, &busy);
    let first = frame.color().to_vec();
    context.render(&mut frame, all, &plain);
    assert!(frame.color() != first);
    context.render(&mut frame, all, &busy);
    assert!(frame.color() == first);
}

#[test]
fn additive_blending_applies_to_transparent_geoms_only() {
    let context = Context::new(&model());
    let mut scene = busy_scene();
    for geom in &mut scene.geoms {
        geom.rgba[3] = 1.0;
    }
    // towards the horizon, where there is haze, without fog in front
    scene.flags[5] = 0;
    for camera in &mut scene.camera {
        (camera.forward, camera.up) = ([0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
    }
    let mixed = image(&context, &scene, 1, 32, false);
    scene.flags[3] = 1;
    assert!(image(&context, &scene, 1, 32, false) == mixed);
}

/// A small random number generator, for tests only.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 32) as u32
    }

    /// A number of any magnitude, sometimes NaN.
    fn float(&mut self) -> f32 {
        match self.next() % 8 {
            0 => f32::from_bits(self.next()),
            1 => 0.0,
            2 => -1.0,
            _ => (self.next() % 2000) as f32 / 1000.0 - 1.0,
        }
    }

    fn id(&mut self) -> i32 {
        match self.next() % 4 {
            0 => self.next() as i32,
            _ => (self.next() % 4) as i32 - 1,
        }
    }

    fn geom(&mut self) -> Geom {
        let kinds = [
            0, 1, 2, 3, 4, 5, 6, 7, 8, 100, 101, 102, 103, 104, 105, 106, 107, 108, 1001, -7,
        ];
        Geom {
            kind: GeomType(kinds[self.next() as usize % kinds.len()]),
            dataid: self.id(),
            objtype: self.id(),
            objid: self.id(),
            category: self.id(),
            matid: self.id(),
            texcoord: self.id(),
            segid: self.id(),
            size: [self.float(), self.float(), self.float()],
            pos: [self.float(), self.float(), self.float()],
            mat: core::array::from_fn(|_| self.float()),
            rgba: core::array::from_fn(|_| self.float()),
            emission: self.float(),
            specular: self.float(),
            shininess: self.float(),
            reflectance: self.float(),
            modelrbound: self.float(),
            ..Geom::default()
        }
    }
}

#[test]
fn no_scene_makes_rendering_fail() {
    let context = Context::new(&model());
    let mut n = Numbers(3);
    let mut frame = FrameBuffer::new(40, 30);
    // the scalar reference path
    let mut slow = FrameBuffer::new(40, 30);
    slow.set_plain(true);
    for round in 0..200 {
        let mut scene = busy_scene();
        scene.geoms = (0..20).map(|_| n.geom()).collect();
        scene.ngeom = if round % 10 == 0 { n.id() } else { 20 };
        scene.nlight = n.id();
        for flag in &mut scene.flags {
            *flag = (n.next() % 2) as u8;
        }
        if round % 3 == 0 {
            for light in &mut scene.lights[..2] {
                light.kind = n.id();
                light.pos = [n.float(), n.float(), n.float()];
                light.dir = [n.float(), n.float(), n.float()];
                light.cutoff = n.float() * 100.0;
                light.exponent = n.float();
                light.attenuation = [n.float(), n.float(), n.float()];
            }
        }
        if round % 4 == 0 {
            for camera in &mut scene.camera {
                camera.pos[0] = n.float();
                camera.forward[1] = n.float();
                camera.frustum_near = n.float();
                camera.frustum_center = n.float();
                camera.orthographic = n.id();
            }
            scene.enabletransform = n.id();
            scene.scale = n.float();
            scene.stereo = n.id();
            scene.framewidth = n.id();
        }
        scene.flex.vertadr = vec![n.id(), n.id()];
        scene.flex.vertnum = vec![n.id(), n.id()];
        scene.flex.edgeadr = vec![n.id()];
        scene.flex.edgenum = vec![2];
        scene.flex.edge = vec![[0, 1], [n.id(), n.id()]];
        scene.flex.vert = vec![[0.0; 3], [n.float(), 0.0, 1.0]];
        scene.flex.faceadr = vec![n.id()];
        scene.flex.faceused = vec![n.id()];
        scene.flex.face = vec![core::array::from_fn(|_| n.float()); 2];
        scene.flex.normal = vec![[0.5; 9]];
        (scene.flex.vertopt, scene.flex.edgeopt, scene.flex.skinopt) = (1, 1, n.id());
        scene.skin.vertadr = vec![n.id()];
        scene.skin.vertnum = vec![n.id()];
        scene.skin.facenum = vec![n.id()];
        let all = frame.viewport();
        let view = if round % 5 == 0 {
            Viewport {
                left: n.id(),
                bottom: n.id(),
                width: n.id(),
                height: n.id(),
            }
        } else {
            all
        };
        context.render(&mut frame, view, &scene);
        context.render(&mut slow, view, &scene);
        assert!(frame.color() == slow.color(), "colours of scene {round}");
        let bits = |f: &FrameBuffer| f.depth().iter().map(|d| d.to_bits()).collect::<Vec<_>>();
        assert!(bits(&frame) == bits(&slow), "depths of scene {round}");
        let mut ids = Vec::new();
        frame.read_segmentation(&scene, &mut ids);
        assert_eq!(ids.len(), 40 * 30);
    }
}

#[test]
fn edited_models_are_taken_as_they_are() {
    let mut model = model();
    let mut context = Context::new(&model);
    model.mesh.face[0] = [0, 99, -5];
    model.hfield.nrow[HfieldId(0)] = 1000;
    model.texture.width[TextureId(0)] = -3;
    model.texture.adr[TextureId(1)] = i64::MAX;
    for id in [0, 1, 2, 99] {
        context.upload_mesh(&model, id);
        context.upload_hfield(&model, id);
        context.upload_texture(&model, id);
    }
    let mut frame = FrameBuffer::new(20, 20);
    let all = frame.viewport();
    context.render(&mut frame, all, &busy_scene());
    Context::new(&model).render(&mut frame, all, &busy_scene());
}
