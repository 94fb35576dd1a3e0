//! Contacts: laws that hold for every scene, and caches between steps.

mod support;

use std::collections::BTreeSet;
use std::fmt::Write;

use support::{Numbers, load};
use synovia_engine::contact::narrow::{self, MeshViews, NarrowMemory};
use synovia_engine::contact::{Policy, set_policy};
use synovia_engine::data::Contact;
use synovia_engine::stage::collision;
use synovia_engine::stage::kinematics;
use synovia_engine::{Data, step};
use synovia_math::{Mat3, Vec3};
use synovia_model::enums::{Disable, Warning};
use synovia_model::id::GeomId;
use synovia_model::{BodyId, Model};

const KINDS: [&str; 6] = [
    r#"type="sphere" size=".1""#,
    r#"type="capsule" size=".06 .1""#,
    r#"type="ellipsoid" size=".1 .07 .13""#,
    r#"type="cylinder" size=".08 .1""#,
    r#"type="box" size=".1 .08 .06""#,
    r#"type="mesh" mesh="m""#,
];

/// A heap of bodies of one or two geoms in a cube of edge `2 spread`, above a plane.
fn heap(bodies: usize, spread: f64, seed: u64) -> Model {
    let mut numbers = Numbers::new(seed);
    let mut xml = String::from(
        r#"<mujoco><asset><mesh name="m" vertex="0 0 .1 .1 0 -.1 -.1 .1 -.1 -.1 -.1 -.1"/></asset>
           <worldbody><geom type="plane" size="3 3 1"/>"#,
    );
    for k in 0..bodies {
        let [x, y, z] = [0; 3].map(|_| spread * numbers.next());
        let more = if k % 3 == 0 {
            KINDS[(k / 3) % 6]
        } else {
            r#"size=".01""#
        };
        let _ = write!(
            xml,
            r#"<body pos="{x} {y} {z}" euler="{0} 30 {1}"><freejoint/><geom {2}/><geom {more} pos=".1 0 0"/></body>"#,
            50.0 * x,
            90.0 * y,
            KINDS[k % 6],
        );
    }
    load(&(xml + "</worldbody></mujoco>"))
}

fn found(model: &Model, data: &mut Data) -> Vec<Contact> {
    kinematics(model, data).expect("the model is sound");
    collision(model, data).expect("the model is sound");
    data.contact.list.clone()
}

/// Contacts of every pair of geoms of different bodies, by the narrow phase alone.
fn all_pairs(model: &Model, data: &Data) -> BTreeSet<[i32; 2]> {
    let mut memory = NarrowMemory::default();
    let mut touching = BTreeSet::new();
    for g1 in model.geom.ids() {
        for g2 in model.geom.ids().skip(g1.index() + 1) {
            if model.geom.bodyid[g1] == model.geom.bodyid[g2] {
                continue;
            }
            let geoms = if model.geom.type_[g1] > model.geom.type_[g2] {
                [g2, g1]
            } else {
                [g1, g2]
            };
            narrow::manifold(
                model,
                &data.kin,
                geoms,
                0.0,
                &mut memory,
                &mut MeshViews::default(),
            );
            if !memory.manifold.is_empty() {
                touching.insert(geoms.map(|g| g.0));
            }
        }
    }
    touching
}

#[test]
fn pipe_07_the_phases_lose_nothing() {
    // few bodies are compared one by one, many are swept
    for (bodies, spread) in [(12, 0.25), (90, 0.5)] {
        for seed in 1..5 {
            let model = heap(bodies, spread, seed);
            let mut data = Data::new(&model);
            let list = found(&model, &mut data);
            let pairs: BTreeSet<[i32; 2]> = list.iter().map(|c| c.geom).collect();
            assert!(pairs.len() > bodies / 2);
            assert_eq!(pairs, all_pairs(&model, &data));
        }
    }
}

#[test]
fn pipe_07_marks_of_boxes_change_no_contact() {
    // with marks all phases run as in the reference, without them the shortest path is used
    for (bodies, spread) in [(3, 0.1), (12, 0.25), (90, 0.5)] {
        for seed in 1..9 {
            let mut model = heap(bodies, spread, seed);
            let mut data = Data::new(&model);
            let marked = found(&model, &mut data);
            assert!(data.kin.bvh_active.iter().any(|&mark| mark != 0));
            model.vis.global.bvactive = 0;
            assert_eq!(found(&model, &mut data), marked);
            model.opt.disableflags = Disable::MIDPHASE;
            let plain = found(&model, &mut data);
            model.vis.global.bvactive = 1;
            assert_eq!(found(&model, &mut data), plain);
        }
    }
}

#[test]
fn contacts_come_in_the_order_of_their_bodies() {
    for bodies in [12, 90] {
        let model = heap(bodies, 0.3, 7);
        let list = found(&model, &mut Data::new(&model));
        let key = |c: &Contact| {
            let mut bodies = c.geom.map(|g| model.geom.bodyid[GeomId(g)]);
            bodies.sort();
            (bodies, c.geom)
        };
        assert!(list.is_sorted_by_key(key));
    }
}

#[test]
fn pipe_10_frames_are_rotations_with_the_normal_first() {
    let model = heap(30, 0.3, 3);
    let mut data = Data::new(&model);
    for c in found(&model, &mut data) {
        let identity = c.frame * c.frame.transpose();
        for (a, b) in identity.0.iter().zip(Mat3::IDENTITY.0) {
            assert!((a - b).abs() < 1e-12);
        }
        assert!((c.frame.det() - 1.0).abs() < 1e-12);
        let [g1, g2] = c.geom.map(GeomId);
        assert!(model.geom.type_[g1] <= model.geom.type_[g2]);
        assert_eq!([c.geom1, c.geom2], c.geom);
        assert_eq!((c.flex, c.elem, c.vert), ([-1; 2], [-1; 2], [-1; 2]));
        assert_eq!((c.efc_address, c.mu), (-1, 0.0));
        if model.geom.type_[g1].0 == 0 {
            assert_eq!(c.frame.row(0), Vec3::Z);
        }
    }
}

#[test]
fn what_is_kept_from_step_to_step_changes_nothing() {
    for (bodies, marks) in [(12, 1), (12, 0), (60, 0)] {
        let mut model = heap(bodies, 0.3, 5);
        model.vis.global.bvactive = marks;
        let mut data = Data::new(&model);
        for _ in 0..60 {
            step(&model, &mut data).unwrap();
            let mut fresh = Data::new(&model);
            fresh.state = data.state.clone();
            assert_eq!(found(&model, &mut data.clone()), found(&model, &mut fresh));
        }
    }
}

/// Thresholds that make every list and cache small, large, or useless.
fn policies() -> Vec<Policy> {
    let usual = Policy::default();
    vec![
        Policy::PLAIN,
        Policy {
            max_records: 2,
            ..usual
        },
        Policy {
            tree_pairs: 0,
            ..usual
        },
        Policy {
            skin: 5.0,
            tree_pairs: usize::MAX,
            ..usual
        },
    ]
}

#[test]
fn thresholds_change_no_contact() {
    for (bodies, spread, marks) in [(12, 0.25, 0), (12, 0.25, 1), (90, 0.6, 0), (90, 0.6, 1)] {
        let mut model = heap(bodies, spread, 11);
        model.vis.global.bvactive = marks;
        // inner nodes of hierarchies have the margins of bodies, which are derived from those of geoms when a model is
        // compiled
        model.body.margin.rows_mut().fill(0.04);
        let mut data = Data::new(&model);
        let mut others: Vec<Data> = policies()
            .into_iter()
            .map(|policy| {
                let mut other = Data::new(&model);
                set_policy(&mut other, policy);
                other
            })
            .collect();
        for k in 0..30 {
            step(&model, &mut data).unwrap();
            // margins may change at any time
            if k % 7 == 3 {
                let g = GeomId::new(k % model.geom.len());
                model.geom.margin[g] = 0.02 - model.geom.margin[g];
            }
            let expected = found(&model, &mut data);
            for other in &mut others {
                other.state = data.state.clone();
                let list = found(&model, other);
                let geoms = |list: &[Contact]| list.iter().map(|c| c.geom).collect::<Vec<_>>();
                assert_eq!(geoms(&list), geoms(&expected), "{bodies} {marks} {k}");
                assert_eq!(list, expected);
                assert_eq!(other.kin.bvh_active, data.kin.bvh_active);
            }
        }
    }
}

#[test]
fn thousands_of_geoms_have_the_contacts_of_the_plain_path() {
    let model = heap(1200, 1.6, 3);
    let (mut data, mut plain) = (Data::new(&model), Data::new(&model));
    set_policy(&mut plain, Policy::PLAIN);
    let list = found(&model, &mut data);
    assert!(model.geom.len() > 2000 && list.len() > 500);
    assert_eq!(found(&model, &mut plain), list);
    // again with the caches, from slightly different positions
    for data in [&mut data, &mut plain] {
        for (k, x) in data.state.qpos.iter_mut().enumerate() {
            *x += 1e-3 * (k as f64).sin();
        }
    }
    assert_eq!(found(&model, &mut plain), found(&model, &mut data));
}

#[test]
fn places_that_are_no_numbers_end_in_an_answer() {
    for marks in [0, 1] {
        let mut model = heap(12, 0.2, 9);
        model.vis.global.bvactive = marks;
        let mut data = Data::new(&model);
        let before = found(&model, &mut data);
        for x in [f64::NAN, f64::INFINITY, 1e200] {
            let g = GeomId::new(3);
            let kept = data.kin.geom_xpos[g];
            data.kin.geom_xpos[g] = Vec3::splat(x);
            collision(&model, &mut data).unwrap();
            data.kin.geom_xpos[g] = kept;
        }
        assert_eq!(found(&model, &mut data), before);
    }
}

#[test]
fn edits_of_the_model_are_noticed() {
    for marks in [0, 1] {
        edits(marks);
    }
}

fn edits(marks: i32) {
    let mut model = heap(12, 0.2, 9);
    model.vis.global.bvactive = marks;
    let mut data = Data::new(&model);
    let before = found(&model, &mut data);
    let touched = |list: &[Contact], g: i32| list.iter().any(|c| c.geom.contains(&g));
    let g = GeomId(before[before.len() / 2].geom[1]);

    // a geom without bits, although the union of its body still has some
    (model.geom.contype[g], model.geom.conaffinity[g]) = (0, 0);
    assert!(!touched(&found(&model, &mut data), g.0));
    (model.geom.contype[g], model.geom.conaffinity[g]) = (1, 1);
    assert_eq!(found(&model, &mut data), before);

    // a body without bits
    let b = model.geom.bodyid[g];
    (model.body.contype[b], model.body.conaffinity[b]) = (0, 0);
    assert!(!touched(&found(&model, &mut data), g.0));
    (model.body.contype[b], model.body.conaffinity[b]) = (1, 1);
    assert_eq!(found(&model, &mut data), before);

    // a body that no longer moves does not touch the plane
    model.body.weldid[b] = BodyId::WORLD;
    let list = found(&model, &mut data);
    assert!(!list.iter().any(|c| c.geom == [0, g.0]));
}

#[test]
fn switches_are_noticed() {
    let mut model = heap(12, 0.2, 9);
    let mut data = Data::new(&model);
    let before = found(&model, &mut data);
    for flag in [Disable::CONTACT, Disable::CONSTRAINT] {
        model.opt.disableflags = flag;
        assert!(found(&model, &mut data).is_empty());
    }
    model.opt.disableflags = Disable::MIDPHASE;
    let mut list = found(&model, &mut data);
    let by_geoms = |a: &Contact, b: &Contact| a.geom.cmp(&b.geom);
    list.sort_by(by_geoms);
    let mut sorted = before;
    sorted.sort_by(by_geoms);
    assert_eq!(list, sorted);
}

#[test]
fn a_full_list_is_counted_and_kept() {
    let mut model = heap(30, 0.2, 2);
    model.size.narena = 60_000;
    let mut data = Data::new(&model);
    let list = found(&model, &mut data);
    let warning = data.diag.warning[Warning::ContactFull.0 as usize];
    assert!(warning.number > 0);
    assert_eq!(warning.lastinfo as usize, list.len());
    assert!(list.len() * size_of::<Contact>() <= 60_000);
    assert!(data.contact.list.capacity() * size_of::<Contact>() <= 60_000);
}

#[test]
fn a_heap_falls_without_a_bad_number() {
    let model = heap(20, 0.3, 4);
    let mut data = Data::new(&model);
    for _ in 0..500 {
        step(&model, &mut data).unwrap();
    }
    assert!(data.diag.warning.iter().all(|w| w.number == 0));
    assert!(data.state.qpos.iter().all(|x| x.is_finite()));
    // everything rests on the plane
    for b in model.body.ids().skip(1) {
        assert!(data.kin.xpos[b].z > -0.05, "body {b} fell through");
    }
}
