//! Contacts of flexes: numbers of the reference, and laws.

mod support;

use support::load;
use synovia_engine::Data;
use synovia_engine::contact::{Policy, set_policy};
use synovia_engine::data::Contact;
use synovia_engine::stage::{collision, com_pos, flex, kinematics};
use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::column::DType;
use synovia_model::enums::{Disable, FlexSelf};
use synovia_model::id::FlexId;

const XML: &str = include_str!("golden/flexes.xml");
const RECORDED: &str = include_str!("golden/flexes.txt");

fn numbers<'a>(words: impl Iterator<Item = &'a str>) -> Vec<f64> {
    words.map(|word| word.parse().expect("a number")).collect()
}

/// The model of the recording: bodies and geoms from the XML, flexes as the reference compiled them.
fn model() -> Model {
    let (before, rest) = XML.split_once("<deformable>").expect("there are flexes");
    let (_, after) = rest.split_once("</deformable>").expect("there are flexes");
    let stiff = load(&format!("{before}{after}"));
    let mut size = stiff.size;
    let lines = |kind: &'static str| {
        let lines = RECORDED.lines().map(|line| line.split(' '));
        lines.filter(move |words| words.clone().next() == Some(kind))
    };
    for mut words in lines("size") {
        let name = words.nth(1).expect("a name");
        let value = words.next().expect("a value");
        *size.get_mut(name).expect("a size") = value.parse().expect("a number");
    }
    let mut model = Model::with_size(size);
    (model.opt, model.stat, model.vis) = (stiff.opt.clone(), stiff.stat.clone(), stiff.vis.clone());
    for (info, column) in model.columns_mut() {
        let (_, known) = stiff.column(info.name).expect("the same tables");
        let count = known.bytes().len().min(column.bytes().len());
        column.bytes_mut()[..count].copy_from_slice(&known.bytes()[..count]);
    }
    for mut words in lines("model") {
        let name = words.nth(1).expect("a name");
        let (_, column) = model.column_mut(name).expect("a column");
        let values = numbers(words);
        let bytes: Vec<u8> = match column.dtype() {
            DType::F64 => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
            DType::I32 => values
                .iter()
                .flat_map(|&v| (v as i32).to_le_bytes())
                .collect(),
            DType::U8 => values.iter().map(|&v| v as u8).collect(),
            DType::F32 => values
                .iter()
                .flat_map(|&v| (v as f32).to_le_bytes())
                .collect(),
            DType::I64 => values
                .iter()
                .flat_map(|&v| (v as i64).to_le_bytes())
                .collect(),
        };
        column.bytes_mut().copy_from_slice(&bytes);
    }
    model
}

/// A pose of the recording and its contacts: the numbers of one line each.
struct Pose {
    change: Vec<f64>,
    contacts: Vec<Vec<f64>>,
}

fn poses() -> Vec<Pose> {
    let mut poses: Vec<Pose> = Vec::new();
    for line in RECORDED.lines() {
        let mut words = line.split(' ');
        match (words.next(), poses.last_mut()) {
            (Some("pose"), _) => poses.push(Pose {
                change: numbers(words),
                contacts: Vec::new(),
            }),
            (Some("contact"), Some(pose)) => pose.contacts.push(numbers(words)),
            _ => {}
        }
    }
    poses
}

/// Changes the model and the simulation according to a pose.
fn place(model: &mut Model, data: &mut Data, pose: &Pose) {
    let (flags, where_) = pose.change.split_at(5);
    for f in model.flex.ids() {
        model.flex.selfcollide[f] = FlexSelf(flags[0] as i32);
        model.flex.internal[f] = flags[1] as u8;
        model.flex.activelayers[f] = flags[2] as i32;
    }
    model.opt.disableflags = flags[3] as i32;
    let terrain = model.opt.disabled(Disable::NATIVECCD);
    for f in [0, 1].map(FlexId::new) {
        model.flex.contype[f] = if terrain { 3 } else { 1 };
    }
    model.opt.enableflags = flags[4] as i32;
    let (qpos, mocap) = where_.split_at(data.state.qpos.len());
    data.state.qpos.rows_mut().copy_from_slice(qpos);
    let (pos, quat) = mocap.split_at(3 * data.state.mocap_pos.len());
    data.state.mocap_pos.flat_mut::<f64>().copy_from_slice(pos);
    data.state
        .mocap_quat
        .flat_mut::<f64>()
        .copy_from_slice(quat);
}

fn found(model: &Model, data: &mut Data) -> Vec<Contact> {
    for stage in [kinematics, com_pos, flex, collision] {
        stage(model, data).expect("the model is sound");
    }
    data.contact.list.clone()
}

/// The numbers of a contact that are recorded.
fn recorded(c: &Contact) -> Vec<f64> {
    let ids = [c.geom, c.flex, c.elem, c.vert, [c.dim, c.exclude]];
    let ids = ids.as_flattened().iter().map(|&id| f64::from(id));
    let (pos, normal) = (c.pos.to_array(), c.normal().to_array());
    let [slide, _, spin, _, roll] = c.friction;
    ids.chain([c.dist])
        .chain(pos)
        .chain(normal)
        .chain([c.includemargin, slide, spin, roll, c.solref[0]])
        .collect()
}

#[test]
fn contacts_of_flexes_are_those_of_the_reference() {
    let mut model = model();
    let mut total = 0;
    for (k, pose) in poses().iter().enumerate() {
        let mut data = Data::new(&model);
        place(&mut model, &mut data, pose);
        let list = found(&model, &mut data);
        assert_eq!(list.len(), pose.contacts.len(), "pose {k}");
        for (contact, expected) in list.iter().zip(&pose.contacts) {
            let found = recorded(contact);
            assert_eq!(found[..10], expected[..10], "pose {k}");
            let near = |(a, b): (&f64, &f64)| (a - b).abs() < 2e-9;
            assert!(
                found.iter().zip(expected).all(near),
                "pose {k}: {found:?} {expected:?}"
            );
        }
        total += list.len();
    }
    assert!(total > 200);
}

#[test]
fn marks_and_memory_change_no_contact_of_flexes() {
    let mut model = model();
    let mut used = Data::new(&model);
    for pose in poses() {
        let mut fresh = Data::new(&model);
        place(&mut model, &mut fresh, &pose);
        place(&mut model, &mut used, &pose);
        model.vis.global.bvactive = 1;
        let marked = found(&model, &mut fresh);
        let kept = found(&model, &mut used);
        model.vis.global.bvactive = 0;
        set_policy(&mut fresh, Policy::PLAIN);
        assert_eq!(found(&model, &mut fresh), marked);
        assert_eq!(found(&model, &mut used), kept);
        assert_eq!(marked, kept);
    }
}

#[test]
fn contacts_of_flexes_do_not_allocate_again() {
    let mut model = model();
    let poses = poses();
    let mut data = Data::new(&model);
    for counted in [false, true] {
        for pose in &poses {
            place(&mut model, &mut data, pose);
            for stage in [kinematics, com_pos, flex] {
                stage(&model, &mut data).expect("the model is sound");
            }
            let used = allocation_counter::measure(|| {
                collision(&model, &mut data).expect("the model is sound");
            });
            assert!(!counted || used.count_total == 0, "{used:?}");
        }
    }
}

/// The objects of the contacts, sorted.
fn pairs(list: &[Contact]) -> Vec<([i32; 2], [i32; 2], [i32; 2])> {
    let sorted = |[a, b]: [i32; 2]| [a.min(b), a.max(b)];
    let mut pairs: Vec<_> = (list.iter())
        .map(|c| {
            (
                c.geom,
                c.flex,
                if c.flex[0] == c.flex[1] {
                    sorted(c.elem)
                } else {
                    c.elem
                },
            )
        })
        .collect();
    pairs.sort_unstable();
    pairs
}

#[test]
fn flx_06_sweep_and_one_by_one_find_the_same_own_elements() {
    let mut model = model();
    for pose in poses() {
        let mut data = Data::new(&model);
        place(&mut model, &mut data, &pose);
        model.opt.disableflags = 0;
        let mut with = |mode: FlexSelf, disable: i32| {
            for f in model.flex.ids() {
                model.flex.selfcollide[f] = mode;
                model.flex.activelayers[f] = 100;
            }
            model.opt.disableflags = disable;
            pairs(&found(&model, &mut data))
        };
        assert_eq!(with(FlexSelf::Sap, 0), with(FlexSelf::Narrow, 0));
        let own = |list: Vec<([i32; 2], [i32; 2], [i32; 2])>| {
            let own = list.into_iter().filter(|pair| pair.1[0] == pair.1[1]);
            own.collect::<Vec<_>>()
        };
        let plain = own(with(FlexSelf::Narrow, 0));
        // without a mid phase every mode tests one by one
        assert_eq!(own(with(FlexSelf::Bvh, Disable::MIDPHASE)), plain);
        assert!(own(with(FlexSelf::None, 0)).len() <= plain.len());
    }
}

#[test]
fn flx_07_a_rigid_flex_does_not_touch_itself() {
    let mut model = model();
    for f in model.flex.ids() {
        model.flex.rigid[f] = 1;
    }
    for pose in poses() {
        let mut data = Data::new(&model);
        place(&mut model, &mut data, &pose);
        let list = found(&model, &mut data);
        assert!(!list.is_empty() && list.iter().all(|c| c.flex[0] != c.flex[1]));
    }
}

#[test]
fn contacts_move_with_everything_that_is_moved() {
    // a translation of all geoms and vertices changes positions by the same amount, and nothing else
    let mut model = model();
    let by = Vec3::new(0.25, -0.5, 0.125);
    for pose in poses() {
        let mut data = Data::new(&model);
        place(&mut model, &mut data, &pose);
        let before = found(&model, &mut data);
        for x in data.kin.geom_xpos.rows_mut() {
            *x += by;
        }
        for x in data.kin.xipos.rows_mut() {
            *x += by;
        }
        for x in data.kin.flexvert_xpos.rows_mut() {
            *x += by;
        }
        for aabb in [
            &mut data.kin.flexelem_aabb.rows_mut()[..],
            &mut data.kin.bvh_aabb_dyn.rows_mut()[..],
        ] {
            for row in aabb {
                for k in 0..3 {
                    row[k] += by[k];
                }
            }
        }
        collision(&model, &mut data).expect("the model is sound");
        let moved = &data.contact.list;
        assert_eq!(pairs(moved), pairs(&before));
        for (a, b) in before.iter().filter(|c| c.flex[0] < 0).zip(moved) {
            assert!((a.pos + by - b.pos).norm() < 1e-5 && (a.dist - b.dist).abs() < 1e-5);
        }
    }
}

#[test]
fn broken_hierarchies_are_left_and_elements_are_found_without() {
    let mut model = model();
    let pose = &poses()[2];
    let mut data = Data::new(&model);
    place(&mut model, &mut data, pose);
    let sound = pairs(&found(&model, &mut data));
    let start = model.flex.bvhadr[FlexId::new(1)] as usize;
    for child in [1 << 20, 0] {
        // the first is out of range, the second is a cycle
        model.bvh.child.rows_mut()[start] = [child; 2];
        flex(&model, &mut data).expect("the model is sound");
        collision(&model, &mut data).expect("the model is sound");
        let elements = |list: &[([i32; 2], [i32; 2], [i32; 2])]| {
            let of_sail = list
                .iter()
                .filter(|pair| pair.1 == [-1, 1] && pair.0[0] > 0);
            of_sail.copied().collect::<Vec<_>>()
        };
        assert_eq!(elements(&pairs(&data.contact.list)), elements(&sound));
    }
}
