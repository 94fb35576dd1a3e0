//! Writing then reading a model changes nothing; any other bytes are an error.

use proptest::prelude::*;
use synovia_model::id::{BodyId, DofId, JointId, TreeId};
use synovia_model::{MjbError, Model, Names, ObjType, Size};

/// The padding after the options.
const PADDING: core::ops::Range<usize> = 1032..1036;

/// Two bodies, a hinge, names, user data and a keyframe.
fn sample() -> Model {
    let names = Names::build(
        "sample",
        &[
            (ObjType::Body, vec!["world", "arm"]),
            (ObjType::Joint, vec!["hinge"]),
            (ObjType::Key, vec![""]),
        ],
    );
    let mut size = Size {
        nq: 1,
        nv: 1,
        nbody: 2,
        njnt: 1,
        ntree: 1,
        nkey: 1,
        nuser_body: 2,
        ..Size::default()
    };
    size.nM = 1;
    size.nC = 1;
    size.nD = 1;
    size.nB = 2;
    size.njmax = -1;
    size.nconmax = -1;
    size.nnames = names.chars.len() as i64;
    size.nnames_map = names.map.len() as i64;
    let mut model = Model::with_size(size);
    model.names = names;
    model.index_names();
    model.joint.type_[JointId(0)] = synovia_model::JointType::Hinge;
    model.joint.bodyid[JointId(0)] = 1usize.into();
    model.dof.parentid[DofId(0)] = synovia_model::DofId::NONE;
    model.dof.bodyid[DofId(0)] = 1usize.into();
    for b in 0..2usize {
        model.body.mocapid[BodyId::new(b)] = synovia_model::MocapId::NONE;
        model.body.plugin[BodyId::new(b)] = synovia_model::PluginId::NONE;
        model.body.rootid[BodyId::new(b)] = b.into();
        model.body.weldid[BodyId::new(b)] = b.into();
        let moves = b as i32;
        model.body.jntnum[BodyId::new(b)] = moves;
        model.body.dofnum[BodyId::new(b)] = moves;
        model.body.jntadr[BodyId::new(b)] = moves - 1;
        model.body.dofadr[BodyId::new(b)] = moves - 1;
        model.body.treeid[BodyId::new(b)] = (moves - 1).into();
    }
    model.tree.bodyadr[TreeId(0)] = 1;
    model.tree.bodynum[TreeId(0)] = 1;
    model.tree.dofnum[TreeId(0)] = 1;
    model.body.mass[BodyId(1)] = 2.5;
    model.body.user.row_mut(1)[1] = -1.0;
    model.key.qpos.row_mut(0)[0] = 0.25;
    model.opt.timestep = 0.01;
    model.vis.map.haze = 0.75;
    model.stat.extent = 3.0;
    model.size.nbuffer = model.nbuffer();
    model
}

#[test]
fn writing_then_reading_a_model_changes_nothing() {
    let model = sample();
    assert_eq!(Model::from_mjb(&model.to_mjb()).unwrap(), model);
}

#[test]
fn every_shorter_prefix_is_refused() {
    let bytes = sample().to_mjb();
    for n in 0..bytes.len() {
        assert!(Model::from_mjb(&bytes[..n]).is_err(), "{n} bytes");
    }
}

/// The error for the sample with four bytes overwritten.
fn overwritten(at: usize, value: i32) -> String {
    let mut bytes = sample().to_mjb();
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    match Model::from_mjb(&bytes) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// Offset of a size in the file.
fn size_at(name: &str) -> usize {
    let place = Size::NAMES.iter().position(|n| *n == name);
    20 + 8 * place.unwrap_or(usize::MAX / 16)
}

#[test]
fn other_formats_and_versions_are_refused_with_what_was_found_and_what_was_expected() {
    let refused = |at, value, parts: &[&str]| {
        let message = overwritten(at, value);
        assert!(parts.iter().all(|p| message.contains(p)), "{message}");
    };
    refused(0, 7, &["not a binary model", "7", "54321"]);
    refused(0, 54321i32.swap_bytes(), &["highest byte"]);
    refused(4, 4, &["byte 4", "4 bytes", "expected 8"]);
    refused(8, 88, &["byte 8", "88 sizes", "expected 89"]);
    refused(12, 3_006_012, &["MuJoCo 3.6.12", "expected 3.5.0"]);
    // older versions stored the number of arrays in the place of the version
    refused(12, 13, &["before 3.5.0", "expected 3.5.0"]);
    refused(16, 455, &["byte 16", "455 arrays", "expected 456"]);
    let text = Model::from_mjb(b"<mujoco/>").unwrap_err();
    assert!(matches!(text, MjbError::Magic { .. }), "{text}");
}

#[test]
fn sizes_that_do_not_fit_are_refused_with_their_place() {
    let refused = |name: &str, value, parts: &[&str]| {
        let message = overwritten(size_at(name), value);
        let place = format!("byte {}: {name} is {value}", size_at(name));
        assert!(message.contains(&place), "{message}");
        assert!(parts.iter().all(|p| message.contains(p)), "{message}");
    };
    refused("nbody", 0, &["from 1"]);
    // eight bytes each in a simulation
    refused("nuserdata", 134_217_729, &["to 134217728"]);
    refused("nbvhdynamic", 1_000_000_000, &["nbvhdynamic", "require 0"]);
    refused("nnames_map", 7, &["the other sizes require 8"]);
    refused("nbuffer", 1, &["the other sizes"]);
    // as a number of 64 bits
    let message = overwritten(size_at("nq") + 4, -1);
    assert!(message.contains("byte 20: nq is -"), "{message}");
}

#[test]
fn what_is_missing_and_what_is_too_much_is_named() {
    let bytes = sample().to_mjb();
    let cut = Model::from_mjb(&bytes[..bytes.len() - 3]).unwrap_err();
    assert!(
        cut.to_string()
            .contains("the middle of mapD2M, which begins at byte"),
        "{cut}"
    );
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(
        Model::from_mjb(&longer).unwrap_err(),
        MjbError::Trailing {
            at: bytes.len(),
            count: 1
        }
    );
}

#[test]
fn the_length_is_known_beforehand() {
    assert_eq!(sample().mjb_len(), sample().to_mjb().len());
    assert_eq!(Model::default().mjb_len(), Model::default().to_mjb().len());
}

#[test]
fn ids_and_addresses_that_point_nowhere_are_refused_by_name() {
    let refused = |change: fn(&mut Model)| {
        let mut model = sample();
        change(&mut model);
        match Model::from_mjb(&model.to_mjb()).unwrap_err() {
            MjbError::Reference { at, error } => {
                assert!(at > 732 && at < model.mjb_len());
                (error.name, error.row)
            }
            other => panic!("{other}"),
        }
    };
    assert_eq!(
        refused(|m| m.joint.bodyid[JointId(0)] = 2usize.into()),
        ("jnt_bodyid", 0)
    );
    assert_eq!(
        refused(|m| m.body.jntnum[BodyId(1)] = 9),
        ("body_jntnum", 1)
    );
    assert_eq!(
        refused(|m| m.body.parentid[BodyId(1)] = 1usize.into()),
        ("body_parentid", 1)
    );
    assert_eq!(
        refused(|m| m.dof.parentid[DofId(0)] = 0usize.into()),
        ("dof_parentid", 0)
    );
    assert_eq!(
        refused(|m| m.joint.type_[JointId(0)] = synovia_model::JointType::Free),
        ("jnt_type", 0)
    );
}

proptest! {
    #[test]
    fn garbage_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(Model::from_mjb(&bytes).is_err());
    }

    #[test]
    fn damaged_bytes_ask_for_no_more_memory_than_they_have(
        seeds in prop::collection::vec((any::<usize>(), any::<u8>()), 1..9),
        cut in prop::option::of(any::<usize>()),
    ) {
        let mut bytes = sample().to_mjb();
        for (k, (at, value)) in seeds.into_iter().enumerate() {
            // sizes, at the beginning, as often as everything else
            let range = if k % 2 == 0 { 20..20 + 8 * Size::NAMES.len() } else { 0..bytes.len() };
            let at = range.start + at % range.len();
            bytes[at] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut % bytes.len());
        }
        let used = allocation_counter::measure(|| {
            let _ = Model::from_mjb(&bytes);
        });
        // the columns, and lists with one entry per column
        prop_assert!(used.bytes_max <= 2 * bytes.len() as u64 + 200_000, "{} bytes", used.bytes_max);
    }

    #[test]
    fn a_damaged_model_never_panics_and_never_lies(at in 0usize..20_000, value in any::<u8>(), n in 1usize..9) {
        let mut bytes = sample().to_mjb();
        let at = at % bytes.len();
        for byte in bytes.iter_mut().skip(at).take(n) {
            *byte = value;
        }
        if let Ok(model) = Model::from_mjb(&bytes) {
            prop_assert!(model.check_shapes().is_ok());
            // padding after the options is not part of the model
            bytes[PADDING].fill(0);
            prop_assert_eq!(model.to_mjb(), bytes);
            for id in 0..4 {
                let _ = model.name_of(ObjType::Body, id);
            }
            let _ = model.id_of(ObjType::Body, "arm");
            for b in model.body.ids() {
                prop_assert!(model.body.dofs(b).all(|i| model.dof.to_root(i).count() <= 1));
            }
        }
    }
}
