//! Skins: the meaning of an SKN file, the normalisation of weights, and that no input causes a panic.

use proptest::prelude::*;
use synovia_geom::skin::SkinBone;
use synovia_geom::{SkinError, SkinSource};

const TRIANGLE: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];

fn bone(body: &str, vertid: &[i32], vertweight: &[f32]) -> SkinBone {
    SkinBone {
        body: body.to_owned(),
        bindpos: [1.0, 2.0, 3.0],
        bindquat: [1.0, 1.0, 0.0, 0.0],
        vertid: vertid.to_vec(),
        vertweight: vertweight.to_vec(),
    }
}

fn triangle(bones: &[SkinBone]) -> SkinSource {
    SkinSource {
        vertex: TRIANGLE.to_vec(),
        texcoord: Vec::new(),
        face: vec![0, 1, 2],
        bones: bones.to_vec(),
    }
}

fn two_bones() -> SkinSource {
    triangle(&[
        bone("a", &[0, 1, 2], &[1.0, 1.0, 3.0]),
        bone("b", &[2, 0], &[1.0, 0.25]),
    ])
}

/// The bytes of the SKN file for `skin`.
fn skn(skin: &SkinSource) -> Vec<u8> {
    let counts = [
        skin.vertex.len() / 3,
        skin.texcoord.len() / 2,
        skin.face.len() / 3,
        skin.bones.len(),
    ];
    let mut bytes: Vec<u8> = counts
        .iter()
        .flat_map(|&n| (n as i32).to_le_bytes())
        .collect();
    let reals = |bytes: &mut Vec<u8>, list: &[f32]| {
        bytes.extend(list.iter().flat_map(|x| x.to_le_bytes()));
    };
    let ints = |bytes: &mut Vec<u8>, list: &[i32]| {
        bytes.extend(list.iter().flat_map(|k| k.to_le_bytes()));
    };
    reals(&mut bytes, &skin.vertex);
    reals(&mut bytes, &skin.texcoord);
    ints(&mut bytes, &skin.face);
    for bone in &skin.bones {
        let mut name = bone.body.clone().into_bytes();
        name.resize(40, 0);
        bytes.extend(name);
        reals(&mut bytes, &bone.bindpos);
        reals(&mut bytes, &bone.bindquat);
        ints(&mut bytes, &[bone.vertid.len() as i32]);
        ints(&mut bytes, &bone.vertid);
        reals(&mut bytes, &bone.vertweight);
    }
    bytes
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let mut skin = two_bones();
    skin.texcoord = vec![0.0, 0.5, 1.0, 0.25, 0.75, 1.0];
    assert_eq!(SkinSource::read(&skn(&skin)), Ok(skin));
}

#[test]
fn the_last_byte_of_a_name_is_not_part_of_it() {
    let mut skin = two_bones();
    skin.bones[0].body = "n".repeat(40);
    let read = SkinSource::read(&skn(&skin)).unwrap();
    assert_eq!(read.bones[0].body, "n".repeat(39));
}

#[test]
fn a_file_that_is_cut_or_continued_is_refused() {
    let good = skn(&two_bones());
    for len in 0..good.len() {
        assert!(SkinSource::read(&good[..len]).is_err(), "{len} bytes");
    }
    let at = |len: usize| SkinSource::read(&good[..len]);
    assert_eq!(at(0), Err(SkinError::EmptyFile));
    assert_eq!(at(15), Err(SkinError::Header { bytes: 15 }));
    let cut = SkinError::Arrays {
        found: 63,
        needed: 64,
    };
    assert_eq!(at(63), Err(cut));
    assert_eq!(at(64 + 71), Err(SkinError::BoneCut { bone: 0 }));
    let cut = SkinError::BoneVertices { bone: 0, count: 3 };
    assert_eq!(at(64 + 72 + 23), Err(cut));
    let longer = [&good[..], &[0]].concat();
    assert_eq!(
        SkinSource::read(&longer),
        Err(SkinError::TooLong { extra: 1 })
    );
}

#[test]
fn counts_that_make_no_sense_are_refused() {
    let header =
        |counts: [i32; 4]| -> Vec<u8> { counts.iter().flat_map(|n| n.to_le_bytes()).collect() };
    let counts = [0, 0, -1, 0];
    assert_eq!(
        SkinSource::read(&header(counts)),
        Err(SkinError::NegativeCount { counts })
    );
    // a header that announces gigabytes does not allocate them
    assert!(matches!(
        SkinSource::read(&header([i32::MAX; 4])),
        Err(SkinError::Arrays { .. })
    ));
    assert_eq!(
        SkinSource::read(&header([0, 0, 0, i32::MAX])),
        Err(SkinError::BoneCut { bone: 0 })
    );
    let mut skin = two_bones();
    skin.bones[1] = bone("b", &[], &[]);
    assert_eq!(
        SkinSource::read(&skn(&skin)),
        Err(SkinError::BoneEmpty { bone: 1, count: 0 })
    );
}

#[test]
fn weights_become_shares_and_quaternions_unit() {
    let mut skin = two_bones();
    skin.finish().unwrap();
    assert_eq!(skin.bones[0].vertweight, [0.8, 1.0, 0.75]);
    assert_eq!(skin.bones[1].vertweight, [0.25, 0.2]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    assert_eq!(skin.bones[0].bindquat, [half, half, 0.0, 0.0]);

    // too short to have a direction, and already of unit length
    for quat in [[1e-8, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0]] {
        skin.bones[0].bindquat = quat;
        skin.finish().unwrap();
        assert_eq!(skin.bones[0].bindquat, quat);
    }
}

#[test]
fn arrays_that_contradict_each_other_are_refused() {
    let refused = |edit: &dyn Fn(&mut SkinSource)| {
        let mut skin = two_bones();
        edit(&mut skin);
        skin.finish().unwrap_err()
    };
    let missing = |what| SkinError::Missing { what };
    assert_eq!(refused(&|s| s.vertex.clear()), missing("vertices"));
    assert_eq!(refused(&|s| s.face.clear()), missing("faces"));
    assert_eq!(refused(&|s| s.bones.clear()), missing("bones"));
    let multiple = |what, len| SkinError::Multiple { what, len };
    assert_eq!(refused(&|s| s.vertex.truncate(8)), multiple("vertex", 8));
    assert_eq!(refused(&|s| s.face.truncate(2)), multiple("face", 2));
    let texcoord = SkinError::Texcoord {
        found: 3,
        nvertex: 3,
    };
    assert_eq!(refused(&|s| s.texcoord = vec![0.0; 3]), texcoord);
    let length = SkinError::BoneLength {
        bone: 1,
        nvertex: 2,
        nweight: 1,
    };
    assert_eq!(refused(&|s| s.bones[1].vertweight.truncate(1)), length);
    for vertex in [3, -1] {
        let outside = SkinError::VertexIndex { bone: 0, vertex };
        assert_eq!(refused(&|s| s.bones[0].vertid[1] = vertex), outside);
    }
    let loose = SkinError::Loose { vertex: 1 };
    assert_eq!(refused(&|s| s.bones[0].vertweight[1] = 0.0), loose.clone());
    assert_eq!(refused(&|s| s.bones[0].vertweight[1] = -1.0), loose);
}

fn try_everything(bytes: &[u8]) {
    if let Ok(mut skin) = SkinSource::read(bytes) {
        assert_eq!(skn(&skin).len(), bytes.len());
        if skin.finish().is_ok() {
            let vertices = skin.vertex.len() / 3;
            for bone in &skin.bones {
                assert!(bone.vertid.iter().all(|&v| (v as usize) < vertices));
            }
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_a_skin_or_an_error(
        counts in prop::array::uniform4(-1i32..3),
        bytes in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        try_everything(&bytes);
        let mut whole: Vec<u8> = counts.iter().flat_map(|n| n.to_le_bytes()).collect();
        whole.extend(&bytes);
        try_everything(&whole);
    }

    #[test]
    fn changed_bytes_are_a_skin_or_an_error(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12)
    ) {
        let mut bytes = skn(&two_bones());
        for (at, byte) in &changes {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        try_everything(&bytes);
    }

    #[test]
    fn shares_of_every_vertex_add_up_to_one(
        weights in prop::collection::vec(prop::array::uniform3(0.01f32..100.0), 1..6)
    ) {
        let bones: Vec<_> = weights.iter().map(|w| bone("b", &[0, 1, 2], w)).collect();
        let mut skin = triangle(&bones);
        skin.finish().unwrap();
        for v in 0..3 {
            let sum: f32 = skin.bones.iter().map(|b| b.vertweight[v]).sum();
            prop_assert!((sum - 1.0).abs() < 1e-6);
        }
    }
}
