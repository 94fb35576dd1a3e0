//! Writing then reading a model changes nothing; any other bytes are an error.

use proptest::prelude::*;
use synovia_model::{BytesError, Model, Names, ObjType, Size};

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
    model.joint.type_[0] = synovia_model::JointType::Hinge;
    model.joint.bodyid[0] = 1usize.into();
    model.dof.parentid[0] = synovia_model::DofId::NONE;
    model.dof.bodyid[0] = 1usize.into();
    for b in 0..2usize {
        model.body.mocapid[b] = synovia_model::MocapId::NONE;
        model.body.plugin[b] = synovia_model::PluginId::NONE;
        model.body.rootid[b] = b.into();
        model.body.weldid[b] = b.into();
        let moves = b as i32;
        model.body.jntnum[b] = moves;
        model.body.dofnum[b] = moves;
        model.body.jntadr[b] = moves - 1;
        model.body.dofadr[b] = moves - 1;
        model.body.treeid[b] = (moves - 1).into();
    }
    model.tree.bodyadr[0] = 1;
    model.tree.bodynum[0] = 1;
    model.tree.dofnum[0] = 1;
    model.body.mass[1] = 2.5;
    model.body.user.row_mut(1)[1] = -1.0;
    model.key.qpos.row_mut(0)[0] = 0.25;
    model.opt.timestep = 0.01;
    model.vis.map.haze = 0.75;
    model.stat.extent = 3.0;
    model.signature = 0xdead_beef_0123_4567;
    model
}

#[test]
fn writing_then_reading_a_model_changes_nothing() {
    let model = sample();
    assert_eq!(Model::from_bytes(&model.to_bytes()).unwrap(), model);
}

#[test]
fn every_shorter_prefix_is_refused() {
    let bytes = sample().to_bytes();
    for n in 0..bytes.len() {
        assert!(Model::from_bytes(&bytes[..n]).is_err(), "{n} bytes");
    }
}

#[test]
fn other_versions_layouts_and_tails_are_refused_by_name() {
    let bytes = sample().to_bytes();
    let with = |at: usize, value: u8| {
        let mut bytes = bytes.clone();
        bytes[at] ^= value;
        Model::from_bytes(&bytes).unwrap_err()
    };
    assert_eq!(with(0, 1), BytesError::Magic);
    assert_eq!(
        with(8, 2),
        BytesError::Version {
            found: 3,
            expected: 1
        }
    );
    assert_eq!(with(12, 1), BytesError::Schema);
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(
        Model::from_bytes(&longer).unwrap_err(),
        BytesError::Trailing(1)
    );
}

#[test]
fn ids_and_addresses_that_point_nowhere_are_refused_by_name() {
    let refused = |change: fn(&mut Model)| {
        let mut model = sample();
        change(&mut model);
        match Model::from_bytes(&model.to_bytes()).unwrap_err() {
            BytesError::Reference(error) => (error.name, error.row),
            other => panic!("{other}"),
        }
    };
    assert_eq!(
        refused(|m| m.joint.bodyid[0] = 2usize.into()),
        ("jnt_bodyid", 0)
    );
    assert_eq!(refused(|m| m.body.jntnum[1] = 9), ("body_jntnum", 1));
    assert_eq!(
        refused(|m| m.body.parentid[1] = 1usize.into()),
        ("body_parentid", 1)
    );
    assert_eq!(
        refused(|m| m.dof.parentid[0] = 0usize.into()),
        ("dof_parentid", 0)
    );
    assert_eq!(
        refused(|m| m.joint.type_[0] = synovia_model::JointType::Free),
        ("jnt_type", 0)
    );
}

proptest! {
    #[test]
    fn garbage_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(Model::from_bytes(&bytes).is_err());
    }

    #[test]
    fn damaged_bytes_ask_for_no_more_memory_than_they_have(
        seeds in prop::collection::vec((any::<usize>(), any::<u8>()), 1..9),
        cut in prop::option::of(any::<usize>()),
    ) {
        let mut bytes = sample().to_bytes();
        for (k, (at, value)) in seeds.into_iter().enumerate() {
            // sizes, at the beginning, as often as all the rest
            let range = if k % 2 == 0 { 20..20 + 8 * Size::NAMES.len() } else { 0..bytes.len() };
            let at = range.start + at % range.len();
            bytes[at] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut % bytes.len());
        }
        let used = allocation_counter::measure(|| {
            let _ = Model::from_bytes(&bytes);
        });
        // the columns, and lists of a line for each of them
        prop_assert!(used.bytes_max <= 2 * bytes.len() as u64 + 200_000, "{} bytes", used.bytes_max);
    }

    #[test]
    fn a_damaged_model_never_panics_and_never_lies(at in 0usize..20_000, value in any::<u8>(), n in 1usize..9) {
        let mut bytes = sample().to_bytes();
        let at = at % bytes.len();
        for byte in bytes.iter_mut().skip(at).take(n) {
            *byte = value;
        }
        if let Ok(model) = Model::from_bytes(&bytes) {
            prop_assert!(model.check_shapes().is_ok());
            prop_assert_eq!(model.to_bytes(), bytes);
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
