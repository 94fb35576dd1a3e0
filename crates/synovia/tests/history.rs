//! Results depend on nothing but the input: random scenes on new data, on data that was used before, and in batches on one,
//! two and three threads have the same bits.
//!
//! Data cached between steps saves work and must not change results: neighbour lists, separating directions and axes,
//! support vertices, patterns of sparse matrices, groups of rows. Scenes are designed so that each cache is used and each
//! could be stale: flat and rounded meshes in single precision that rest on boxes, meshes and terrain, aligned or slightly
//! tilted, deep and shallow; every solver, cone and Jacobian.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::f64::consts::PI;
use std::fmt::Write;

use synovia::batch::{Batch, Rollout};
use synovia::engine::state::{get_state, set_state, state_size};
use synovia::model::enums::StateBit;
use synovia::{Data, Model, step};

/// Scenes per test.
const SCENES: u64 = 250;
/// Steps per run.
const STEPS: usize = 12;

/// Random numbers from a seed.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| {
            random.unit();
        });
        random
    }

    /// Between 0 and 1.
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn below(&mut self, n: usize) -> usize {
        ((self.unit() * n as f64) as usize).min(n - 1)
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// Vertices of a mesh, from 8 to about 2000, with flat faces at top and bottom or rounded, and its half height.
fn mesh(random: &mut Random) -> (String, f64) {
    let corners = [4, 5, 8, 16, 33, 60, 200][random.below(7)];
    let rings = random.of(&[1, 1, 2, 5]);
    let (radius, height) = (random.between(0.03, 0.09), random.between(0.02, 0.08));
    let regular = random.unit() < 0.6;
    let noise = random.of(&[0.0, 0.0, 1e-8, 1e-6]);
    let mut text = String::new();
    for side in [-1.0, 1.0] {
        for ring in 0..rings {
            let slope = 0.5 * PI * f64::from(ring) / f64::from(rings);
            let (r, z) = (
                radius * (0.7 + 0.3 * slope.cos()),
                side * height * (0.8 + 0.2 * slope.sin()),
            );
            for k in 0..corners {
                let angle = if regular {
                    2.0 * PI * f64::from(k) / f64::from(corners)
                } else {
                    random.between(0.0, 2.0 * PI)
                };
                let place = [1.3 * r * angle.cos(), r * angle.sin(), z];
                for x in place {
                    let x = (x + noise * random.unit()) as f32;
                    write!(text, "{x} ").unwrap();
                }
            }
        }
    }
    (text, height)
}

/// A scene: some meshes and primitives above or inside a ground of some kind, with random options.
fn scene(seed: u64) -> String {
    let random = &mut Random::new(seed);
    let (first, height) = mesh(random);
    let (second, below) = mesh(random);
    let solver = random.of(&["Newton", "CG", "PGS"]);
    let cone = random.of(&["pyramidal", "elliptic"]);
    let jacobian = random.of(&["dense", "sparse", "auto"]);
    let multi = random.of(&["enable", "disable", "disable"]);
    let noslip = random.of(&[0, 0, 3]);
    let integrator = random.of(&["Euler", "implicitfast", "RK4"]);
    let ground = match random.below(5) {
        0 => "<geom type='plane' size='1 1 .1'/>".to_owned(),
        1 => "<geom type='box' size='.4 .4 .05' pos='0 0 -.05'/>".to_owned(),
        2 => "<geom type='box' size='.4 .3 .05' pos='.03 .02 -.05' euler='0 0 30'/>".to_owned(),
        3 => format!("<geom type='mesh' mesh='b' pos='0 0 {}'/>", -below),
        _ => "<geom type='hfield' hfield='h'/>".to_owned(),
    };
    let mut bodies = String::new();
    for k in 0..=random.below(4) {
        let tilt = random.of(&[0.0, 1e-16, 1e-9, 1e-5, 1e-3, 0.3]);
        let yaw = random.of(&[0.0, 1.0]) * random.between(-3.0, 3.0);
        let depth = 10_f64.powf(random.between(-6.0, -2.0));
        let (x, y) = (random.between(-0.05, 0.05), random.between(-0.05, 0.05));
        let z = (2 * k + 1) as f64 * height - depth;
        let kind = random.of(&[
            "mesh",
            "mesh",
            "box",
            "cylinder",
            "capsule",
            "ellipsoid",
            "sphere",
        ]);
        let shape = if kind == "mesh" {
            format!("type='mesh' mesh='{}'", random.of(&["a", "b"]))
        } else {
            format!("type='{kind}' size='.04 {height} {height}'")
        };
        write!(
            bodies,
            "<body pos='{x} {y} {z}' quat='{} {tilt} {} {}'><freejoint/><geom {shape} condim='{}'/></body>",
            (yaw / 2.0).cos(),
            0.3 * tilt,
            (yaw / 2.0).sin(),
            random.of(&[1, 3, 4, 6]),
        )
        .unwrap();
    }
    format!(
        "<mujoco><option solver='{solver}' cone='{cone}' jacobian='{jacobian}' integrator='{integrator}'
           noslip_iterations='{noslip}'><flag multiccd='{multi}'/></option><visual><global bvactive='{}'/></visual>
         <asset><mesh name='a' vertex='{first}'/><mesh name='b' vertex='{second}'/>
           <hfield name='h' nrow='3' ncol='3' size='.4 .4 .02 .05' elevation='0 0 1  0 .5 0  1 0 0'/></asset>
         <worldbody>{ground}{bodies}</worldbody></mujoco>",
        random.of(&["true", "false"]),
    )
}

/// The bits of every state, acceleration and contact of a run.
fn run(model: &Model, data: &mut Data, push: f64, steps: usize) -> Vec<u64> {
    data.reset(model).unwrap();
    for (k, v) in data.state.qvel.iter_mut().enumerate() {
        *v = push * ((k + 1) as f64).sin();
    }
    let mut bits = Vec::new();
    for _ in 0..steps {
        step(model, data).unwrap();
        let state = data.state.qpos.iter().chain(data.state.qvel.iter());
        bits.extend(state.map(|x| x.to_bits()));
        for contact in &data.contact.list {
            let place = contact.pos.to_array();
            bits.extend(place.iter().chain([&contact.dist]).map(|x| x.to_bits()));
        }
    }
    bits
}

#[test]
fn data_that_was_used_before_gives_the_bits_of_fresh_data() {
    let mut contacts = 0;
    for seed in 0..SCENES {
        let model = Model::from_xml_str(&scene(seed)).unwrap();
        let expected = run(&model, &mut Data::new(&model), 0.1, STEPS);
        let mut used = Data::new(&model);
        for push in [3.0, -0.7] {
            run(&model, &mut used, push, 5);
        }
        assert_eq!(run(&model, &mut used, 0.1, STEPS), expected, "scene {seed}");
        // and again, with caches filled by every pose of this run
        assert_eq!(run(&model, &mut used, 0.1, STEPS), expected, "scene {seed}");
        contacts += used.contact.list.len();
    }
    assert!(
        contacts > SCENES as usize,
        "{contacts} contacts at the end of the runs"
    );
}

#[test]
fn every_step_on_fresh_data_gives_the_bits_of_a_run() {
    for seed in 0..SCENES {
        let model = Model::from_xml_str(&scene(1000 + seed)).unwrap();
        let mut data = Data::new(&model);
        let size = state_size(&model, StateBit::INTEGRATION).unwrap();
        let mut state = vec![0.0; size];
        for k in 0..STEPS {
            get_state(&data, StateBit::INTEGRATION, &mut state).unwrap();
            let mut fresh = Data::new(&model);
            set_state(&mut fresh, StateBit::INTEGRATION, &state).unwrap();
            step(&model, &mut data).unwrap();
            step(&model, &mut fresh).unwrap();
            let bits = |data: &Data| -> Vec<u64> {
                data.state
                    .qpos
                    .iter()
                    .chain(data.state.qvel.iter())
                    .map(|x| x.to_bits())
                    .collect()
            };
            assert_eq!(bits(&data), bits(&fresh), "scene {seed}, step {k}");
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_bits_of_one() {
    for seed in 0..SCENES / 5 {
        let model = Model::from_xml_str(&scene(2000 + seed)).unwrap();
        let mut data = Data::new(&model);
        let size = state_size(&model, StateBit::FULLPHYSICS).unwrap();
        let mut starts = Vec::new();
        for k in 0..7 {
            data.reset(&model).unwrap();
            for (i, v) in data.state.qvel.iter_mut().enumerate() {
                *v = 0.2 * (k as f64 + (i + 1) as f64).sin();
            }
            let mut state = vec![0.0; size];
            get_state(&data, StateBit::FULLPHYSICS, &mut state).unwrap();
            starts.extend(state);
        }
        let batch = Batch::new(7, STEPS).initial(&starts);
        let bits = |threads: usize| -> Vec<u64> {
            let mut rollout = Rollout::with_threads(&model, threads).unwrap();
            // the second run reuses data
            rollout.run(&batch).unwrap();
            let all = rollout.run(&batch).unwrap();
            (0..7)
                .flat_map(|k| (0..STEPS).map(move |t| (k, t)))
                .flat_map(|(k, t)| {
                    all.state(k, t)
                        .iter()
                        .map(|x| x.to_bits())
                        .collect::<Vec<_>>()
                })
                .collect()
        };
        let one = bits(1);
        assert_eq!(bits(2), one, "scene {seed}");
        assert_eq!(bits(3), one, "scene {seed}");
    }
}
