//! Mesh files: their meaning, and that no input causes a panic.

use proptest::prelude::*;
use synovia_geom::MeshError;
use synovia_geom::mesh::{MeshFormat, MeshOptions, MeshSource, process};
use synovia_math::Vec3;

const ONE: Vec3 = Vec3::splat(1.0);
const MIRROR: Vec3 = Vec3::new(-1.0, 1.0, 1.0);

fn stl(faces: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend((faces.len() as i32).to_le_bytes());
    for face in faces {
        bytes.extend([0; 12]);
        bytes.extend(face.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

fn tetrahedron() -> Vec<u8> {
    let (o, x, y, z) = ([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
    stl(&[[o, y, x], [o, x, z], [o, z, y], [x, y, z]])
}

fn msh(counts: [i32; 4], floats: &[f32], faces: &[i32]) -> Vec<u8> {
    let mut bytes: Vec<u8> = counts.iter().flat_map(|n| n.to_le_bytes()).collect();
    bytes.extend(floats.iter().flat_map(|x| x.to_le_bytes()));
    bytes.extend(faces.iter().flat_map(|k| k.to_le_bytes()));
    bytes
}

fn read(format: MeshFormat, bytes: &[u8]) -> Result<MeshSource, MeshError> {
    MeshSource::read(format, bytes, ONE, false)
}

fn obj(text: &str) -> Result<MeshSource, MeshError> {
    read(MeshFormat::Obj, text.as_bytes())
}

#[test]
fn stl_corners_become_vertices_in_order_of_appearance() {
    let mesh = read(MeshFormat::Stl, &tetrahedron()).unwrap();
    assert_eq!(
        mesh.vertex,
        [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    );
    assert_eq!(mesh.face, [0, 1, 2, 0, 2, 3, 0, 3, 1, 2, 1, 3]);
    let mirrored = MeshSource::read(MeshFormat::Stl, &tetrahedron(), MIRROR, false).unwrap();
    assert_eq!(mirrored.face[..3], [0, 2, 1]);
    let volume = process(&mesh, &MeshOptions::default()).unwrap().volume;
    assert!((volume - 1.0 / 6.0).abs() < 1e-15);
}

#[test]
fn stl_that_is_text_or_cut_short_is_refused() {
    let text =
        b"solid part\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
    let error = read(MeshFormat::Stl, text).unwrap_err();
    assert!(error.to_string().contains("ASCII"), "{error}");
    let good = tetrahedron();
    assert!(matches!(
        read(MeshFormat::Stl, &good[..good.len() - 1]),
        Err(MeshError::FileSize { .. })
    ));
    assert_eq!(
        read(MeshFormat::Stl, &[]),
        Err(MeshError::EmptyFile { format: "STL" })
    );
    assert!(matches!(
        read(MeshFormat::Stl, &good[..20]),
        Err(MeshError::Header { .. })
    ));
    let far = stl(&[[[2e9, 0.0, 0.0], [0.0; 3], [1.0; 3]]]);
    assert_eq!(
        read(MeshFormat::Stl, &far),
        Err(MeshError::StlBounds { face: 0 })
    );
    let nan = stl(&[[[f32::NAN, 0.0, 0.0], [0.0; 3], [1.0; 3]]]);
    assert_eq!(
        read(MeshFormat::Stl, &nan),
        Err(MeshError::NotFinite { vertex: 0 })
    );
}

#[test]
fn obj_indices_count_from_either_end() {
    let mesh = obj(
        "# comment\r\nv 0 0 0\nv 1 0 0 0.5 0.5 0.5\nv 0 1. 0\n\tv -.5e1 +2E-1 1\nvt 0.25 0.75\nvn 0 0 2\n\
         f 1/1/1 2//1 -2\nf -4 -3 -1\nusemtl x\ns off\n",
    )
    .unwrap();
    assert_eq!(mesh.vertex[9..], [-5.0, 0.2, 1.0]);
    assert_eq!(mesh.face, [0, 1, 2, 0, 1, 3]);
    assert_eq!(mesh.face_normal, [0, 0, -1, -1, -1, -1]);
    assert_eq!(mesh.face_texcoord, [0, -1, -1, -1, -1, -1]);
    assert_eq!(mesh.texcoord, [0.25, 0.25]);
    assert_eq!(mesh.normal, [0.0, 0.0, 2.0]);
    assert_eq!(
        obj("v 0 0 0\nf 1 0 1\n"),
        Err(MeshError::ObjIndex { line: 2 })
    );
    assert!(obj("v 0 0 0\nf 1/2/3/4 1 1\n").is_err());
}

/// As in the reference, a corner that omits an index uses the number of the next one in its place.
#[test]
fn obj_indices_may_be_left_out() {
    let points = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nvn 0 0 1\n";
    for (face, texcoord, normal) in [
        ("1/ 3 2", [2, -1, -1], [-1; 3]),
        ("1/1/ 3 2", [0, -1, -1], [2, -1, -1]),
        ("1// 3 2", [-1; 3], [2, -1, -1]),
    ] {
        let mesh = obj(&format!("{points}f {face}\n")).unwrap();
        assert_eq!(mesh.face, [0, 2, 1], "{face}");
        assert_eq!(mesh.face_texcoord, texcoord, "{face}");
        assert_eq!(mesh.face_normal, normal, "{face}");
    }
    // there is no next number
    for face in [
        "1/ 3/ 2/",
        "1/1/ 3/1/ 2/1/",
        "1// 3// 2//",
        "1 / 3 2",
        "1/ /3 2",
        "1/1/1/1 3 2",
    ] {
        let refused = obj(&format!("{points}f {face}\n")).unwrap_err();
        assert!(matches!(refused, MeshError::ObjIndex { .. }), "{refused}");
    }
}

#[test]
fn obj_numbers_are_those_of_the_reference() {
    let read = |word: &str| obj(&format!("v {word} 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
    for (word, value) in [
        ("0x10", 16.0),
        ("-0X1F", -31.0),
        ("0x1.8p1", 3.0),
        ("0x.8", 0.5),
        ("0x1p-2", 0.25),
        ("0x1p", 1.0),
        ("0xg", 0.0),
        ("1e", 1.0),
        ("1e+", 1.0),
        ("2.5E-x", 2.5),
        ("1e2x", 100.0),
        (".e3", 0.0),
        ("in", 0.0),
    ] {
        assert_eq!(read(word).unwrap().vertex[0], value, "{word}");
    }
    // DIFFERENCE(obj-infinite): in the reference these are the largest number, except for NaN
    for word in [
        "nan",
        "-NaN",
        "inf",
        "-Infinity",
        "1e400",
        "-1e39",
        "0x1p2000",
    ] {
        let refused = read(word).unwrap_err();
        assert!(refused.to_string().contains("finite"), "{refused}");
    }
}

#[test]
fn obj_texture_coordinates_are_finite() {
    for (word, v) in [("inf", -f32::MAX), ("-1e39", f32::MAX), ("0x1p-2", 0.75)] {
        let text = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 {word}\nf 1/1 2/1 3/1\n");
        assert_eq!(obj(&text).unwrap().texcoord, [0.0, v], "{word}");
    }
}

#[test]
fn obj_faces_of_the_first_group_count() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\ng empty\ng a\nf 1 2 3\no b\nf 1 2 4\nf 2 3 4\n";
    let mesh = obj(text).unwrap();
    assert_eq!(mesh.face, [0, 1, 2]);
    assert_eq!(mesh.vertex.len(), 12);
}

#[test]
fn obj_polygons_are_cut_into_triangles() {
    let mesh = obj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv -.5 .5 0\nf 1 2 3 4 5\nf 1 2\n").unwrap();
    assert_eq!(mesh.face, [0, 1, 2, 0, 2, 3, 0, 3, 4]);
}

#[test]
fn obj_faces_without_end_are_refused() {
    let mut text = String::from("v 0 0 0\nv 1 0 0\nv 0 1 0\nf");
    for _ in 0..4000 {
        text += " 1 2 3";
    }
    assert_eq!(
        obj(&text),
        Err(MeshError::ObjPolygon {
            line: 4,
            most: 10_000
        })
    );
}

#[test]
fn msh_arrays_follow_its_header() {
    let vertex = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let uv = [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0];
    let faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
    let bytes = msh(
        [4, 4, 4, 4],
        &[&vertex[..], &vertex[..], &uv[..]].concat(),
        &faces,
    );
    let mesh = read(MeshFormat::Msh, &bytes).unwrap();
    assert_eq!(
        (&mesh.face[..], &mesh.face_texcoord[..]),
        (&faces[..], &faces[..])
    );
    assert_eq!(mesh.texcoord, uv);
    let mirrored = MeshSource::read(MeshFormat::Msh, &bytes, MIRROR, false).unwrap();
    assert_eq!(
        (&mirrored.face[..3], &mirrored.face_normal[..3]),
        (&[0, 1, 2][..], &faces[..3])
    );

    assert!(matches!(
        read(MeshFormat::Msh, &msh([4, 3, 0, 0], &vertex, &[])),
        Err(MeshError::MshSizes { .. })
    ));
    // a header that announces gigabytes does not allocate them
    assert!(matches!(
        read(
            MeshFormat::Msh,
            &msh([700_000_000, 0, 0, 700_000_000], &[], &[])
        ),
        Err(MeshError::FileSize { .. })
    ));
}

#[test]
fn faces_that_name_no_vertex_are_refused() {
    let mesh = obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 5\n").unwrap();
    assert_eq!(
        process(&mesh, &MeshOptions::default()),
        Err(MeshError::VertexIndex {
            face: 1,
            index: 4,
            nvertex: 4
        })
    );
}

#[test]
fn arrays_beside_a_file_complete_it() {
    let file = obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n").unwrap();
    let beside = MeshSource {
        face: vec![0, 1, 2],
        ..MeshSource::default()
    };
    assert_eq!(file.clone().complete(beside).unwrap().face, [0, 1, 2]);
    let twice = MeshSource {
        vertex: vec![0.0; 3],
        ..MeshSource::default()
    };
    assert_eq!(
        file.complete(twice),
        Err(MeshError::Repeated { what: "vertex" })
    );
}

#[test]
fn formats_are_told_by_name_or_content_type() {
    assert_eq!(
        MeshFormat::from_file_name("a.b/Part.STL"),
        Some(MeshFormat::Stl)
    );
    assert_eq!(MeshFormat::from_file_name("part"), None);
    assert_eq!(
        MeshFormat::from_content_type("model/obj"),
        Some(MeshFormat::Obj)
    );
}

fn try_everything(bytes: &[u8]) {
    for format in [MeshFormat::Stl, MeshFormat::Obj, MeshFormat::Msh] {
        for merge in [false, true] {
            if let Ok(mesh) = MeshSource::read(format, bytes, ONE, merge) {
                for needhull in [false, true] {
                    let options = MeshOptions {
                        needhull,
                        ..MeshOptions::default()
                    };
                    if let Ok(done) = process(&mesh, &options) {
                        assert!(done.volume > 0.0);
                    }
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_a_mesh_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        try_everything(&bytes);
    }

    #[test]
    fn changed_bytes_are_a_mesh_or_an_error(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12)
    ) {
        let vertex = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 1\nf 1//1 3//1 2//1\nf -4 2 4 -3\n";
        let files = [
            tetrahedron(),
            msh([4, 0, 0, 2], &vertex, &[0, 2, 1, 0, 1, 3]),
            text.as_bytes().to_vec(),
        ];
        for mut bytes in files {
            for (at, byte) in &changes {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            try_everything(&bytes);
        }
    }

    #[test]
    fn any_words_are_an_obj_or_an_error(
        words in prop::collection::vec("(v|vn|vt|f|g|o|l|p|\n|-?[0-9]{1,2}(/[0-9]*){0,3}|[-+.0-9e]{1,8})", 0..80)
    ) {
        try_everything(words.join(" ").as_bytes());
    }
}
