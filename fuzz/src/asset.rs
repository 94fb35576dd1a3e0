//! Arbitrary bytes as an image, a height field, a texture or a skin of a model.
//!
//! The first byte selects the kind of file. Checksums of a PNG file are corrected, so that changes reach the decoder.

use std::collections::BTreeMap;

use synovia_compile::Compiler;
use synovia_mjcf::parse_file;

use crate::step::step_and_save;

/// The kinds of files: the file name, and the element that uses it.
const USES: [(&str, &str); 8] = [
    ("f.png", r#"<texture name="t" type="2d" file="f.png"/>"#),
    (
        "f.png",
        r#"<texture name="t" type="2d" file="f.png" nchannel="4" hflip="true" vflip="true"/>"#,
    ),
    ("f.png", r#"<texture name="t" type="cube" file="f.png"/>"#),
    (
        "f.png",
        r#"<texture name="t" type="cube" file="f.png" gridsize="3 4" gridlayout=".U..LFRB.D.."/>"#,
    ),
    (
        "f.png",
        r#"<hfield name="h" file="f.png" size="1 1 .2 .1"/>"#,
    ),
    (
        "f.bin",
        r#"<hfield name="h" file="f.bin" size="1 1 .2 .1"/>"#,
    ),
    (
        "f.ktx",
        r#"<texture name="t" type="2d" file="f.ktx" content_type="image/ktx"/>"#,
    ),
    ("f.skn", r#"<skin name="s" file="f.skn"/>"#),
];

/// The bodies: one falls onto the height field, and their names are the bones of the skins in the seeds.
const BODIES: &str = r#"<worldbody>
    <body name="bone" pos=".1 .1 .25"><freejoint/><geom size=".1"/></body>
    <body name="b" pos="-.2 0 .4"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    GEOM
  </worldbody>"#;

/// The target.
pub fn run(data: &[u8]) {
    let Some((&choice, content)) = data.split_first() else {
        return;
    };
    let (name, element) = USES[usize::from(choice) % USES.len()];
    let asset = if name == "f.skn" {
        format!("<deformable>{element}</deformable>")
    } else {
        format!("<asset>{element}</asset>")
    };
    let geom = if element.starts_with("<hfield") {
        r#"<geom type="hfield" hfield="h"/>"#
    } else {
        ""
    };
    let xml = format!("<mujoco>{asset}{}</mujoco>", BODIES.replace("GEOM", geom));
    let content = if name == "f.png" {
        with_sums(content)
    } else {
        content.to_vec()
    };
    let files: BTreeMap<String, &[u8]> = [
        ("m.xml".to_owned(), xml.as_bytes()),
        (name.to_owned(), content.as_slice()),
    ]
    .into();
    let spec = match parse_file("m.xml", &files) {
        Ok(spec) => spec,
        Err(errors) => panic!("{errors}"),
    };
    match Compiler::new().document(&spec, &files) {
        Err(errors) => assert!(!errors.to_string().is_empty()),
        Ok(made) => step_and_save(&made.model),
    }
}

/// Corrects the checksums of a PNG file. A chunk is length, type and content, then the checksum of type and content.
fn with_sums(content: &[u8]) -> Vec<u8> {
    let mut file = content.to_vec();
    let mut at = 8;
    while let Some(length) = file.get(at..at + 4) {
        let length = length.iter().fold(0_usize, |n, &b| n << 8 | usize::from(b));
        let end = at.saturating_add(8).saturating_add(length);
        let Some(chunk) = file.get(at + 4..end) else {
            break;
        };
        let sum = crc32fast::hash(chunk).to_be_bytes();
        let Some(place) = file.get_mut(end..end + 4) else {
            break;
        };
        place.copy_from_slice(&sum);
        at = end + 4;
    }
    file
}
