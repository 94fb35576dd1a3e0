//! Builds a robot in code, simulates it, edits it, and continues the simulation.
//!
//! ```text
//! cargo run --release --example build_arm
//! ```

#![allow(clippy::print_stdout, reason = "this is a program")]

use std::error::Error;

use synovia::spec::keyword::Builtin;
use synovia::spec::{
    self, Actuator, ActuatorRecord, Body, Camera, Exclude, Geom, Joint, Key, Light, Material,
    Rename, Sensor, Site, Spec, Tendon, Texture,
};
use synovia::{Data, Loader, step};

/// A floor with a checker texture, a light and a camera.
fn room() -> Result<Spec, spec::EditError> {
    let mut spec = Spec::new();
    let colours = [[0.2, 0.3, 0.4], [0.1, 0.15, 0.2]];
    spec.add(Texture::pattern(
        "grid",
        Builtin::Checker,
        colours,
        [64, 64],
    ))?;
    spec.add(Material::new("floor").texture("grid").texrepeat([8.0, 8.0]))?;
    let mut world = spec.world();
    world.add(Geom::plane("floor", [0.0, 0.0, 0.1]).material("floor"))?;
    world.add(Light::new("sun").pos([0.0, 0.0, 3.0]).castshadow(true))?;
    world.add(
        Camera::new("side")
            .pos([0.0, -2.0, 1.0])
            .euler([60.0, 0.0, 0.0]),
    )?;
    Ok(spec)
}

/// An arm with two links, position-controlled joints, and a tendon along it.
fn arm() -> Result<Spec, spec::EditError> {
    let mut spec = Spec::new();
    spec.add_default("link", Spec::MAIN)?
        .joint(
            Joint::default()
                .axis([0.0, 1.0, 0.0])
                .damping(0.5)
                .range(-120.0..=120.0),
        )
        .geom(Geom::default().rgba([0.8, 0.4, 0.2, 1.0]));

    let upper = Body::new("upper")
        .childclass("link")
        .with(Joint::hinge("shoulder"))
        .with(Geom::capsule("upper", 0.04, 0.0).fromto([[0.0, 0.0, 0.0], [0.0, 0.0, 0.4]]))
        .with(Site::new("root").pos([0.05, 0.0, 0.0]));
    let upper = spec.world().add(upper)?;
    let lower = Body::new("lower")
        .pos([0.0, 0.0, 0.4])
        .with(Joint::hinge("elbow"))
        .with(Geom::capsule("lower", 0.03, 0.0).fromto([[0.0, 0.0, 0.0], [0.0, 0.0, 0.3]]))
        .with(Site::new("tip").pos([0.0, 0.0, 0.3]));
    spec.body(upper).add(lower)?;

    for joint in ["shoulder", "elbow"] {
        spec.add(Actuator::position(joint).joint(joint).kp(40.0).kv(2.0))?;
        spec.add(Sensor::jointpos(joint).joint(joint))?;
    }
    spec.add(
        Tendon::spatial("string")
            .site("root")
            .site("tip")
            .stiffness(1.0),
    )?;
    spec.add(Exclude::between("upper", "lower"))?;
    spec.add(Key::new("bent").qpos([0.3, 0.6]).ctrl([0.3, 0.6]))?;
    Ok(spec)
}

fn main() -> Result<(), Box<dyn Error>> {
    // two arms in a room, with prefixed names
    let mut spec = room()?;
    for (prefix, x) in [("left-", -0.3), ("right-", 0.3)] {
        let stand = spec
            .world()
            .add(Body::new(format!("{prefix}stand")).pos([x, 0.0, 0.5]))?;
        let names = Rename { prefix, suffix: "" };
        spec.body(stand).attach(&mut arm()?, names)?;
    }
    let loader = Loader::new();
    let compiled = loader.compile(&spec)?;
    let mut data = Data::new(&compiled.model);
    data.state
        .ctrl
        .rows_mut()
        .copy_from_slice(&[0.5, -0.5, -0.5, 0.5]);
    for _ in 0..500 {
        step(&compiled.model, &mut data)?;
    }
    println!(
        "after {:.2} s: {:.3?}",
        data.state.time,
        data.state.qpos.rows()
    );

    // add a tool to the left hand and weaken a servo: the arms keep their state
    let hand = spec.named("left-lower")?;
    let tool = Geom::cuboid("tool", [0.02, 0.02, 0.05]).pos([0.0, 0.0, 0.35]);
    spec.body(hand).add(tool)?;
    let servo = spec.named("left-elbow")?;
    spec.edit::<ActuatorRecord>(servo)?.to_position(10.0, 1.0)?;
    let changed = loader.compile(&spec)?;
    let mut data = changed.resume(&compiled, &data);
    for _ in 0..500 {
        step(&changed.model, &mut data)?;
    }
    println!(
        "after {:.2} s: {:.3?}",
        data.state.time,
        data.state.qpos.rows()
    );
    Ok(())
}
