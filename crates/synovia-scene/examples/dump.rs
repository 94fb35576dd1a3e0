//! Writes the scenes of a model, state and list of options as bytes, to compare them with those of the reference.
//!
//! ```text
//! dump MODEL STATE REQUESTS OUT
//! ```
//!
//! `STATE` holds the numbers of an integration state. Each request is a line of numbers: label, frame, `bvh_depth`,
//! `flex_layer`, categories; the flags; 1 if all groups are shown; kind, fixed and tracked element of the camera; the
//! fields of the perturbation. Each answer is a row of counts, followed by that many records.

use std::error::Error;
use std::io::Write;

use bytemuck::cast_slice;
use synovia_engine::state::set_state;
use synovia_engine::{Data, forward};
use synovia_model::Model;
use synovia_model::enums::StateBit;
use synovia_scene::enums::vis;
use synovia_scene::{Camera, Options, Perturb, Scene};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut next = move || args.next().ok_or("MODEL STATE REQUESTS OUT");
    let (model, state, requests, out) = (next()?, next()?, next()?, next()?);
    let model = synovia::Model::from_xml_path(&model)?;
    let mut data = Data::new(&model);
    let state: Vec<f64> = std::fs::read(state)?
        .as_chunks::<8>()
        .0
        .iter()
        .map(|bytes| f64::from_le_bytes(*bytes))
        .collect();
    set_state(&mut data, StateBit::INTEGRATION, &state)?;
    forward(&model, &mut data)?;

    let mut scene = Scene::new(Some(&model), 20_000);
    let mut out = std::io::BufWriter::new(std::fs::File::create(out)?);
    for line in std::fs::read_to_string(requests)?.lines() {
        let numbers: Result<Vec<f64>, _> = line.split_whitespace().map(str::parse).collect();
        let request = Request::read(&model, &numbers?).ok_or("a request is too short")?;
        let mut camera = request.camera;
        scene.update(
            &model,
            &mut data,
            &request.options,
            Some(&request.perturb),
            &mut camera,
            request.catmask,
        )?;
        write(&mut out, &scene, &camera)?;
    }
    Ok(())
}

struct Request {
    options: Options,
    camera: Camera,
    perturb: Perturb,
    catmask: i32,
}

impl Request {
    fn read(model: &Model, numbers: &[f64]) -> Option<Self> {
        let mut numbers = numbers.iter().copied();
        let mut int = || numbers.next().map(|x| x as i32);
        let mut options = Options {
            label: int()?,
            frame: int()?,
            bvh_depth: int()?,
            flex_layer: int()?,
            ..Options::default()
        };
        let catmask = int()?;
        for k in 0..vis::COUNT {
            options.flags[k] = int()? as u8;
        }
        if int()? != 0 {
            options.geomgroup = [1; 6];
            options.sitegroup = [1; 6];
            options.jointgroup = [1; 6];
            options.tendongroup = [1; 6];
            options.actuatorgroup = [1; 6];
            options.flexgroup = [1; 6];
            options.skingroup = [1; 6];
        }
        let camera = Camera {
            kind: int()?,
            fixedcamid: int()?,
            trackbodyid: int()?,
            ..Camera::free_default(model)
        };
        let mut perturb = Perturb {
            select: int()?,
            flexselect: int()?,
            skinselect: int()?,
            active: int()?,
            active2: int()?,
            ..Perturb::default()
        };
        let mut vector = || Some([numbers.next()?, numbers.next()?, numbers.next()?]);
        perturb.localpos = vector()?;
        perturb.refselpos = vector()?;
        perturb.refpos = vector()?;
        let [x, y, z] = vector()?;
        perturb.refquat = [numbers.next()?, x, y, z];
        Some(Self {
            options,
            camera,
            perturb,
            catmask,
        })
    }
}

fn write(out: &mut impl Write, scene: &Scene, camera: &Camera) -> std::io::Result<()> {
    let (flex, skin) = (&scene.flex, &scene.skin);
    let counts = [
        scene.ngeom,
        scene.nlight,
        scene.status,
        flex.facenum.len() as i32,
        flex.vert.len() as i32,
        flex.face.len() as i32,
        skin.vertnum.len() as i32,
        skin.vert.len() as i32,
    ];
    out.write_all(cast_slice(&counts))?;
    out.write_all(cast_slice(scene.shapes()))?;
    out.write_all(cast_slice(&scene.lights[..scene.nlight as usize]))?;
    out.write_all(cast_slice(&scene.camera))?;
    out.write_all(cast_slice(&camera.lookat))?;
    for column in [
        &flex.edgeadr,
        &flex.edgenum,
        &flex.vertadr,
        &flex.vertnum,
        &flex.faceadr,
        &flex.facenum,
        &flex.faceused,
        &skin.facenum,
        &skin.vertadr,
        &skin.vertnum,
    ] {
        out.write_all(cast_slice(column))?;
    }
    out.write_all(cast_slice(&[
        flex.vertopt,
        flex.edgeopt,
        flex.faceopt,
        flex.skinopt,
    ]))?;
    out.write_all(cast_slice(&flex.vert))?;
    out.write_all(cast_slice(&flex.face))?;
    out.write_all(cast_slice(&flex.normal))?;
    out.write_all(cast_slice(&flex.texcoord))?;
    out.write_all(cast_slice(&skin.vert))?;
    out.write_all(cast_slice(&skin.normal))
}
