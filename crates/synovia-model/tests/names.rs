//! Names are stored and found as in the reference.

use proptest::prelude::*;
use synovia_model::{Model, NAMED, Names, ObjType};

/// The reference's storage of a small model: buffer, addresses and map (recorded from version 3.5.0).
#[test]
fn the_buffer_and_the_maps_equal_the_reference() {
    let names = Names::build(
        "robot",
        &[
            (ObjType::Geom, vec!["", "floor", "Ärmel", "", "", ""]),
            (
                ObjType::Body,
                vec!["world", "torso", "left_arm", "right_arm"],
            ),
            (ObjType::Joint, vec!["a", "b", "c", "d", "e"]),
            (ObjType::Text, vec!["t"]),
        ],
    );
    assert_eq!(
        names.chars.rows(),
        "robot\0world\0torso\0left_arm\0right_arm\0a\0b\0c\0d\0e\0\0floor\0Ärmel\0\0\0\0t\0"
            .as_bytes()
    );
    assert_eq!(names.bodyadr.rows(), [6, 12, 18, 27]);
    let bodies = [1, 2, -1, -1, 3, -1, -1, 0];
    let joints = [4, 3, -1, -1, 0, -1, 2, 1, -1, -1];
    let geoms = [-1, -1, -1, -1, -1, 1, -1, -1, 2, -1, -1, -1];
    let texts = [-1, 0];
    assert_eq!(
        names.map.rows(),
        [&bodies[..], &joints, &geoms, &texts].concat()
    );
    assert_eq!(names.model(), "robot");
}

#[test]
fn an_unnamed_or_absent_object_has_no_name_and_an_unknown_name_no_object() {
    let model = Model {
        names: Names::build(
            "",
            &[
                (ObjType::Geom, vec!["", "g"]),
                (ObjType::Body, vec!["world"]),
            ],
        ),
        ..Model::default()
    };
    assert_eq!(model.name_of(ObjType::Geom, 0), None);
    assert_eq!(model.name_of(ObjType::Geom, 1), Some("g"));
    assert_eq!(model.name_of(ObjType::Geom, 2), None);
    assert_eq!(model.name_of(ObjType::Dof, 0), None);
    assert_eq!(model.id_of(ObjType::Geom, "g"), Some(1));
    assert_eq!(model.id_of(ObjType::Geom, ""), None);
    assert_eq!(model.id_of(ObjType::Geom, "h"), None);
    assert_eq!(model.id_of(ObjType::Site, "g"), None);
    assert_eq!(model.id_of(ObjType::XBody, "world"), Some(0));
    assert_eq!(model.id_of(ObjType::Unknown, "world"), None);
}

proptest! {
    #[test]
    fn every_name_is_found_again(
        lists in prop::collection::vec(prop::collection::btree_set("[a-c]{1,4}|é[a-z]{0,3}", 0..12), 23)
    ) {
        let lists: Vec<(ObjType, Vec<String>)> =
            NAMED.iter().copied().zip(lists.into_iter().map(|l| l.into_iter().collect())).collect();
        let names = Names::build("m", &lists);
        for (kind, list) in &lists {
            for (id, name) in list.iter().enumerate() {
                prop_assert_eq!(names.id_of(*kind, name), Some(id));
                prop_assert_eq!(names.name_of(*kind, id), Some(name.as_str()));
            }
        }
    }
}
