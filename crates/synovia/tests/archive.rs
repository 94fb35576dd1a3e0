//! Archives: packed models are read back, other layouts are accepted, and malicious archives are refused with a clear message.

use std::io::{Cursor, Write};

use synovia::archive::{self, ArchiveError, Limits};
use synovia::{Error, Loader};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const TETRAHEDRON: &str =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const MODEL: &str = "<mujoco model='tetra'><compiler meshdir='meshes'/><asset><mesh name='m' file='t.obj'/></asset>\
                     <worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>";

fn packed(entries: &[(&str, &[u8])], method: CompressionMethod) -> zip::result::ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, content) in entries {
        zip.start_file(*name, options)?;
        zip.write_all(content)?;
    }
    Ok(zip.finish()?.into_inner())
}

fn pack(entries: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    packed(entries, method).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_model_in_a_folder_of_an_archive_finds_its_files() {
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let entries: [(&str, &[u8]); 3] = [
            ("robot/meshes/t.obj", TETRAHEDRON.as_bytes()),
            ("robot/scene.xml", MODEL.as_bytes()),
            ("LICENSE", b"free"),
        ];
        let bytes = pack(&entries, method);
        let loaded = Loader::new().bytes("robot.zip", &bytes).load().unwrap();
        assert_eq!(loaded.model.size.nmeshvert, 4);
        let read = archive::read(&bytes).unwrap();
        let names: Vec<&str> = read.assets.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["meshes/t.obj", "../LICENSE"]);
    }
}

#[test]
fn an_archive_is_the_model_that_was_packed() {
    let assets = [("meshes/t.obj".to_owned(), TETRAHEDRON.as_bytes().to_vec())];
    let loader = Loader::new().assets(assets.clone()).keep_files(true);
    let spec = loader.string(MODEL).spec().unwrap();
    let before = loader.compile(&spec).unwrap();
    let bytes = before.to_zip().unwrap();
    let read = archive::read(&bytes).unwrap();
    assert_eq!(read.name, "tetra.xml");
    assert_eq!(read.assets, assets);
    let zip = Loader::new();
    let zip = zip.bytes("tetra.zip", &bytes);
    let refused = zip.spec().unwrap_err().to_string();
    assert!(refused.contains("1 assets of the archive"), "{refused}");
    let (again, files) = zip.spec_with_files().unwrap();
    let model = Loader::new().assets(files).compile(&again).unwrap().model;
    let before = before.model;
    assert_eq!(model.mesh.vert.rows(), before.mesh.vert.rows());
    assert_eq!(model.body.mass.rows(), before.body.mass.rows());
}

#[test]
fn the_files_of_a_model_on_the_disk_are_gathered() {
    let dir = std::env::temp_dir().join(format!("synovia-gather-{}", std::process::id()));
    std::fs::create_dir_all(dir.join("model/meshes")).unwrap();
    std::fs::write(dir.join("model/meshes/t.obj"), TETRAHEDRON).unwrap();
    std::fs::write(dir.join("model/part.xml"), MODEL).unwrap();
    let main = "<mujoco><include file='part.xml'/></mujoco>";
    std::fs::write(dir.join("model/main.xml"), main).unwrap();
    let gathered = Loader::new()
        .keep_files(true)
        .path(dir.join("model/main.xml"))
        .load();
    std::fs::remove_dir_all(&dir).unwrap();
    let loaded = gathered.unwrap();
    let bundle = loaded.bundle("main.xml").unwrap();
    let names: Vec<&str> = bundle.files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["meshes/t.obj"]);
    // without the disk it is the same model again
    let bytes = bundle.to_zip().unwrap();
    let again = Loader::new().bytes("main.zip", &bytes).load().unwrap();
    assert_eq!(again.model.mesh.vert.rows(), loaded.model.mesh.vert.rows());
}

#[test]
fn entries_outside_of_the_archive_are_refused() {
    for name in [
        "../a.obj",
        "a/../../b.obj",
        "/etc/passwd",
        "C:/a.obj",
        "..\\a.obj",
    ] {
        let entries: [(&str, &[u8]); 2] = [(name, b"x"), ("m.xml", b"<mujoco/>")];
        let found = archive::read(&pack(&entries, CompressionMethod::Stored));
        assert_eq!(found, Err(ArchiveError::Outside(name.to_owned())));
    }
}

#[test]
fn what_comes_out_is_counted_and_not_what_is_declared() {
    let many = vec![0u8; 1 << 20];
    let entries: [(&str, &[u8]); 3] = [("a", &many), ("b", &many), ("m.xml", b"<mujoco/>")];
    let bytes = pack(&entries, CompressionMethod::Deflated);
    assert!(bytes.len() < 10_000);
    let limits = Limits {
        bytes: (1 << 20) + 100,
        entries: 10,
    };
    let found = archive::read_within(&bytes, limits).unwrap_err();
    let name = "b".to_owned();
    let limit = limits.bytes;
    assert_eq!(found, ArchiveError::Large { name, limit });
    let limits = Limits {
        entries: 2,
        ..Limits::default()
    };
    let found = archive::read_within(&bytes, limits).unwrap_err();
    assert_eq!(found, ArchiveError::Crowded { found: 3, limit: 2 });
}

#[test]
fn damage_is_named() {
    let entries: [(&str, &[u8]); 2] = [("m.xml", b"<mujoco/>"), ("notes.txt", b"some words")];
    let mut bytes = pack(&entries, CompressionMethod::Stored);
    let at = bytes.windows(10).position(|w| w == b"some words").unwrap();
    bytes[at] = b'S';
    let message = archive::read(&bytes).unwrap_err().to_string();
    assert!(message.contains("notes.txt"), "{message}");

    let none = archive::read(&pack(&[("a.txt", b"x")], CompressionMethod::Stored));
    assert_eq!(none, Err(ArchiveError::NoModel));
    assert!(matches!(
        archive::read(b"PK\x03\x04"),
        Err(ArchiveError::Format(_))
    ));
}

#[test]
fn a_model_that_is_not_utf_8_is_read_as_latin_1() {
    let latin: [(&str, &[u8]); 1] = [("m.xml", b"<mujoco model='r\xe9gl'/>")];
    let bytes = pack(&latin, CompressionMethod::Stored);
    assert_eq!(
        archive::read(&bytes).unwrap().model,
        "<mujoco model='r\u{e9}gl'/>"
    );
    let spec = Loader::new().bytes("m.zip", &bytes).spec().unwrap();
    assert_eq!(spec.modelname, "r\u{e9}gl");
}

#[test]
fn an_entry_has_one_name() {
    let model: [(&str, &[u8]); 1] = [("m.xml", b"<mujoco/>")];
    let good = pack(&model, CompressionMethod::Stored);
    assert!(
        archive::read(&good).is_ok() && archive::read(&[b"before", &good[..]].concat()).is_ok()
    );
    // the first occurrence of the name is in the local header
    let mut bytes = good;
    let at = bytes.windows(5).position(|part| part == b"m.xml").unwrap();
    bytes[at + 1] = b'_';
    let refused = archive::read(&bytes).unwrap_err().to_string();
    assert!(
        refused.contains("differs from the one in the directory"),
        "{refused}"
    );
}

/// DIFFERENCE(archive-packing): the reference reads such entries.
#[test]
fn packings_that_are_not_read_are_named() {
    let model: [(&str, &[u8]); 1] = [("m.xml", b"<mujoco/>")];
    let good = pack(&model, CompressionMethod::Stored);
    for (number, name) in [
        (12, "bzip2"),
        (14, "LZMA"),
        (9, "Deflate64"),
        (77, "method"),
    ] {
        let mut bytes = good.clone();
        // the method in the local header and in the central directory
        let directory = bytes.windows(4).position(|at| at == b"PK\x01\x02").unwrap();
        bytes[8] = number;
        bytes[directory + 10] = number;
        let refused = archive::read(&bytes).unwrap_err().to_string();
        assert!(
            refused.contains("m.xml") && refused.contains(name),
            "{refused}"
        );
    }
}

#[test]
fn a_comment_that_was_cut_is_refused() {
    // DIFFERENCE(archive-cut)
    let mut bytes = pack(&[("m.xml", b"<mujoco/>")], CompressionMethod::Stored);
    let length = bytes.len() - 2;
    bytes[length] = 5;
    bytes.extend(b"12345");
    assert!(archive::read(&bytes).is_ok());
    bytes.pop();
    assert!(matches!(
        archive::read(&bytes),
        Err(ArchiveError::Format(_))
    ));
}

#[test]
fn no_cut_and_no_flipped_byte_brings_it_down() {
    let entries: [(&str, &[u8]); 2] = [
        ("meshes/t.obj", TETRAHEDRON.as_bytes()),
        ("scene.xml", MODEL.as_bytes()),
    ];
    let bytes = pack(&entries, CompressionMethod::Deflated);
    for end in 0..bytes.len() {
        assert!(archive::read(&bytes[..end]).is_err());
    }
    for k in 0..bytes.len() {
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[k] ^= 1 << bit;
            drop(archive::read(&flipped));
        }
    }
}

#[test]
fn an_archive_does_not_reach_the_disk() {
    let dir = std::env::temp_dir().join(format!("synovia-reach-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("t.obj"), TETRAHEDRON).unwrap();
    let xml = format!(
        "<mujoco><asset><mesh name='m' file='{}'/></asset><worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>",
        dir.join("t.obj").display()
    );
    let bytes = pack(&[("m.xml", xml.as_bytes())], CompressionMethod::Stored);
    let found = Loader::new().bytes("m.zip", &bytes).load();
    std::fs::remove_dir_all(&dir).unwrap();
    assert!(matches!(found, Err(Error::Load(_))));
}
