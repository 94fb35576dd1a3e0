//! Flexcomps of mesh and GMSH files, valid and damaged. The files are generated here.

use std::collections::HashMap;

use synovia_compile::spec::{FlatModel, expand};
use synovia_mjcf::{Diagnostics, parse_str};

/// Corners of a tetrahedron and one additional point.
const POINTS: [[f64; 3]; 5] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 1.0, 1.0],
];
const TRIANGLES: &[[i32; 3]] = &[
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 4],
    [2, 3, 4],
    [1, 4, 3],
];
const TETRAHEDRA: &[[i32; 4]] = &[
    [0, 1, 2, 3],
    [1, 2, 3, 4],
    [0, 2, 1, 4],
    [0, 3, 2, 4],
    [0, 1, 3, 4],
];

/// The format of a GMSH file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Form {
    version: &'static str,
    binary: bool,
    volume: bool,
    /// One header for all elements, as fTetWild writes.
    one_head: bool,
}

fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for version in ["2.2", "4.1"] {
        for binary in [false, true] {
            for volume in [false, true] {
                for one_head in [false, true] {
                    if one_head && (version == "4.1" || !volume) {
                        continue;
                    }
                    forms.push(Form {
                        version,
                        binary,
                        volume,
                        one_head,
                    });
                }
            }
        }
    }
    forms
}

fn elements(form: Form) -> Vec<Vec<i32>> {
    if form.volume {
        TETRAHEDRA.iter().map(|e| e.to_vec()).collect()
    } else {
        TRIANGLES.iter().map(|e| e.to_vec()).collect()
    }
}

/// Numbers as text or as bytes.
struct Out {
    bytes: Vec<u8>,
    binary: bool,
}

impl Out {
    fn line(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(b'\n');
    }

    fn put(&mut self, text: &str, bytes: &[u8]) {
        if self.binary {
            self.bytes.extend_from_slice(bytes);
        } else {
            self.bytes.extend_from_slice(text.as_bytes());
            self.bytes.push(b' ');
        }
    }

    fn int(&mut self, x: i32) {
        self.put(&x.to_string(), &x.to_le_bytes());
    }

    fn size(&mut self, x: usize) {
        self.put(&x.to_string(), &(x as u64).to_le_bytes());
    }

    fn real(&mut self, x: f64) {
        self.put(&format!("{x:?}"), &x.to_le_bytes());
    }

    fn end(&mut self) {
        self.bytes.push(b'\n');
    }
}

fn gmsh(form: Form) -> Vec<u8> {
    let mut out = Out {
        bytes: Vec::new(),
        binary: form.binary,
    };
    out.line("$MeshFormat");
    out.line(&format!("{} {} 8", form.version, u8::from(form.binary)));
    if form.binary {
        out.int(1);
        out.end();
    }
    out.line("$EndMeshFormat");
    let elements = elements(form);
    let (kind, dim) = if form.volume { (4, 3) } else { (2, 2) };
    if form.version == "2.2" {
        gmsh22(&mut out, form, &elements, kind);
    } else {
        gmsh41(&mut out, &elements, kind, dim);
    }
    out.bytes
}

/// Sections of version 2.2. Counts have three digits, because sections of binary files must not be shorter than that.
fn gmsh22(out: &mut Out, form: Form, elements: &[Vec<i32>], kind: i32) {
    out.line("$Nodes");
    out.line(&format!("{:03}", POINTS.len()));
    for (i, point) in POINTS.iter().enumerate() {
        out.int(i as i32 + 1);
        for &x in point {
            out.real(x);
        }
    }
    out.end();
    out.line("$EndNodes");
    out.line("$Elements");
    out.line(&format!("{:03}", elements.len()));
    if form.binary && form.one_head {
        for x in [kind, elements.len() as i32, 0] {
            out.int(x);
        }
    }
    for (i, element) in elements.iter().enumerate() {
        let tag = i as i32 + 1;
        match (form.binary, form.one_head) {
            (true, true) => out.int(tag),
            (true, false) => [kind, 1, 2, tag, 1, 1].iter().for_each(|&x| out.int(x)),
            (false, true) => [tag, kind, 0].iter().for_each(|&x| out.int(x)),
            (false, false) => [tag, kind, 2, 1, 1].iter().for_each(|&x| out.int(x)),
        }
        for id in element {
            out.int(id + 1);
        }
    }
    out.end();
    out.line("$EndElements");
}

fn gmsh41(out: &mut Out, elements: &[Vec<i32>], kind: i32, dim: i32) {
    let head = |out: &mut Out, n: usize, third: i32| {
        for x in [1, n, 1, n] {
            out.size(x);
        }
        for x in [dim, 1, third] {
            out.int(x);
        }
        out.size(n);
    };
    out.line("$Nodes");
    head(out, POINTS.len(), 0);
    for i in 0..POINTS.len() {
        out.size(i + 1);
    }
    POINTS.as_flattened().iter().for_each(|&x| out.real(x));
    out.end();
    out.line("$EndNodes");
    out.line("$Elements");
    head(out, elements.len(), kind);
    for (i, element) in elements.iter().enumerate() {
        out.size(i + 1);
        for &id in element {
            out.size(id as usize + 1);
        }
    }
    out.end();
    out.line("$EndElements");
}

fn load(attributes: &str, file: &str, bytes: &[u8]) -> Result<FlatModel, String> {
    let text = format!(
        r#"<mujoco><compiler meshdir="assets"/><worldbody><flexcomp name="f" file="{file}" {attributes}/></worldbody></mujoco>"#
    );
    let files = HashMap::from([(format!("assets/{file}"), bytes)]);
    let spec = parse_str("model.xml", &text, &files).map_err(|errors| errors.to_string())?;
    let mut diag = Diagnostics::new();
    let flat = expand(&spec, &files, &mut diag);
    match diag.errors().first() {
        None => Ok(flat),
        Some(error) => Err(error.headline(&spec.sources)),
    }
}

#[test]
fn all_files_of_gmsh_give_their_points_and_elements() {
    for form in forms() {
        let flat = load(r#"type="gmsh""#, "a.msh", &gmsh(form));
        let flat = flat.unwrap_or_else(|error| panic!("{form:?}: {error}"));
        let positions: Vec<_> = flat.bodies[1..]
            .iter()
            .map(|b| b.pose.pos.to_array())
            .collect();
        assert_eq!(positions, POINTS, "{form:?}");
        let flex = &flat.flexes[0].el;
        assert_eq!(flex.dim.get(), Some(&if form.volume { 3 } else { 2 }));
        assert_eq!(flex.element.or(Vec::new()), elements(form).concat());
    }
}

#[test]
fn lines_that_end_in_two_characters_are_read() {
    for form in forms().into_iter().filter(|form| !form.binary) {
        let text = String::from_utf8(gmsh(form)).unwrap_or_default();
        let text = text.replace('\n', "\r\n");
        let flat = load(r#"type="gmsh""#, "a.msh", text.as_bytes());
        assert!(flat.is_ok(), "{form:?}: {flat:?}");
    }
}

/// Checks the error of a file.
fn refused(bytes: &[u8], expected: &str) {
    let found = load(r#"type="gmsh""#, "a.msh", bytes);
    let found = found.err().unwrap_or_default();
    assert!(found.contains("file: "), "{expected}: {found}");
    assert!(found.contains(expected), "{expected}: {found}");
}

const VOLUME: Form = Form {
    version: "4.1",
    binary: false,
    volume: true,
    one_head: false,
};

#[test]
fn what_a_file_of_gmsh_lacks_is_said() {
    refused(b"", "is empty");
    refused(b"$Mesh", "not a GMSH file: expected $MeshFormat");
    refused(b"$MeshFormat x", "header of the GMSH file");
    let whole = String::from_utf8(gmsh(VOLUME)).unwrap_or_default();
    for mark in ["$Nodes", "$EndNodes", "$Elements", "$EndElements"] {
        let cut = whole.replace(mark, "$Nothing");
        refused(cut.as_bytes(), &format!("no {mark}"));
    }
    refused(whole.trim_end().as_bytes(), "no $EndElements");
    let binary = gmsh(Form {
        binary: true,
        ..VOLUME
    });
    refused(&binary[..binary.len() - 60], "no $EndElements");

    for (old, new, expected) in [
        ("4.1", "4.0", "only versions 2.2 and 4.1"),
        (
            "1 5 1 5 3",
            "2 5 1 5 3",
            "all nodes must be in a single block",
        ),
        ("1 5 1 5 3", "1 5 1 6 3", "largest node tag"),
        ("1 5 1 5 3", "1 5 1 5 4", "a line, a surface or a volume"),
        ("5 1 2 3 4 5 ", "5 1 2 4 3 5 ", "must be consecutive"),
        (
            "3 1 4 5",
            "3 1 4 4",
            "all elements must be in a single block",
        ),
        (
            "3 1 4 5",
            "2 1 4 5",
            "dimensions of nodes and elements differ",
        ),
        ("3 1 4 5", "3 1 2 5", "type of the elements"),
        ("0.0", "x", "coordinates of the nodes"),
        // DIFFERENCE(gmsh-hexadecimal)
        ("0.0", "0x10", "coordinates of the nodes"),
    ] {
        refused(whole.replacen(old, new, 1).as_bytes(), expected);
    }
}

#[test]
fn what_an_older_file_of_gmsh_lacks_is_said() {
    let whole = gmsh(Form {
        version: "2.2",
        ..VOLUME
    });
    let whole = String::from_utf8(whole).unwrap_or_default();
    for (old, new, expected) in [
        ("$Nodes\n005", "$Nodes\nfive", "must begin with their count"),
        ("$Nodes\n005", "$Nodes\n6", "tags of the nodes"),
        ("$Elements\n005", "$Elements\n6", "cannot read the elements"),
        ("1 4 2 1 1 1", "1 5 2 1 1 1", "triangles or tetrahedra"),
        (
            "1 4 2 1 1 1",
            "1 4 2 1 1 9",
            "a node index of an element is out of range",
        ),
    ] {
        refused(whole.replacen(old, new, 1).as_bytes(), expected);
    }
}

/// A small random number generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

#[test]
fn damaged_files_of_gmsh_give_an_error_or_a_flex() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut read, mut refused) = (0, 0);
    for form in forms() {
        let whole = gmsh(form);
        for len in 0..whole.len() {
            refused += usize::from(load(r#"type="gmsh""#, "a.msh", &whole[..len]).is_err());
        }
        for _ in 0..300 {
            let mut bytes = whole.clone();
            for _ in 0..=random.below(4) {
                let at = random.below(bytes.len());
                match random.below(4) {
                    0 => bytes[at] = random.below(256) as u8,
                    1 => bytes[at] = [0, 255, b'9', b'-'][random.below(4)],
                    2 => drop(bytes.drain(at..(at + random.below(9)).min(whole.len()).min(at + 1))),
                    _ => bytes.insert(at, b"019- \n."[random.below(7)]),
                }
            }
            match load(r#"type="gmsh""#, "a.msh", &bytes) {
                Ok(flat) => {
                    read += 1;
                    assert!(flat.bodies.len() <= 1 + bytes.len());
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(
        read > 100 && refused > 1000,
        "{read} read, {refused} refused"
    );
}

#[test]
fn counts_beyond_the_end_of_a_file_are_refused() {
    for form in forms().into_iter().filter(|form| form.binary) {
        let whole = gmsh(form);
        let find = |mark: &str| {
            let mark = mark.as_bytes();
            whole
                .windows(mark.len())
                .position(|w| w == mark)
                .unwrap_or(0)
                + mark.len()
                + 1
        };
        for at in [find("$Nodes"), find("$Elements")] {
            let mut bytes = whole.clone();
            if form.version == "4.1" {
                for count in [at + 8, at + 44] {
                    bytes[count..count + 8].copy_from_slice(&(u64::MAX / 16).to_le_bytes());
                }
            } else {
                bytes.splice(at..at + 3, *b"99999");
            }
            let found = load(r#"type="gmsh""#, "a.msh", &bytes).err();
            assert!(found.unwrap_or_default().contains("too short"), "{form:?}");
        }
    }
}

/// A square of two triangles with its own texture coordinates and an unused point.
const OBJ: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 9 9 9\n\
    vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt .5 .5\n\
    f 1/1 2/2 3/3\nf 1/1 3/3 4/4\n";

/// DIFFERENCE(flexcomp-memory-file): the file is in memory.
#[test]
fn a_mesh_gives_a_surface_with_its_texture() {
    let flat = load(r#"type="mesh""#, "a.obj", OBJ.as_bytes());
    let flat = flat.unwrap_or_else(|error| panic!("{error}"));
    let flex = &flat.flexes[0].el;
    assert_eq!(flat.bodies.len(), 1 + 4);
    assert_eq!(flex.element.or(Vec::new()), [0, 1, 2, 0, 2, 3]);
    assert_eq!(flex.elemtexcoord.or(Vec::new()), [0, 1, 2, 0, 2, 3]);
    assert_eq!(
        flex.texcoord.or(Vec::new()),
        [0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0]
    );
}

#[test]
fn a_closed_mesh_is_filled_with_tetrahedra_of_positive_volume() {
    let points = POINTS.map(|[x, y, z]| format!("v {x} {y} {z}"));
    let faces = TRIANGLES.iter();
    let faces = faces.map(|[a, b, c]| format!("f {} {} {}", a + 1, b + 1, c + 1));
    let lines: Vec<String> = points.into_iter().chain(faces).collect();
    let obj = lines.join(
        "
",
    );
    let volume = r#"type="mesh" dim="3""#;
    let inside = load(
        &format!(r#"{volume} origin=".3 .3 .3""#),
        "a.obj",
        obj.as_bytes(),
    );
    let inside = inside.unwrap_or_else(|error| panic!("{error}"));
    let flex = &inside.flexes[0].el;
    assert_eq!(flex.element.or(Vec::new()).len(), 4 * TRIANGLES.len());
    assert_eq!(inside.bodies[1].pose.pos.to_array(), [0.3; 3]);

    // from a corner, the three faces that meet there span no volume
    let corner = load(
        &format!(r#"{volume} origin="0 0 0""#),
        "a.obj",
        obj.as_bytes(),
    );
    let corner = corner.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(corner.flexes[0].el.element.or(Vec::new()).len(), 4 * 3);
    assert!(
        load(volume, "a.obj", obj.as_bytes()).is_err(),
        "the origin is required"
    );
}

#[test]
fn damaged_meshes_are_refused_with_their_file() {
    for (file, bytes) in [
        ("a.obj", "v 0 0 0\n".as_bytes()),
        ("a.stl", b"solid"),
        ("a.ply", b"ply"),
        ("a.xyz", b""),
    ] {
        let found = load(r#"type="mesh""#, file, bytes)
            .err()
            .unwrap_or_default();
        assert!(found.contains("flexcomp \"f\" file: "), "{file}: {found}");
    }
    let outside = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 7\n";
    // DIFFERENCE(flexcomp-damage): the reference reads past the end of the vertices
    for dim in ["2", "3"] {
        let attributes = format!(r#"type="mesh" dim="{dim}" origin="0 0 0""#);
        assert!(load(&attributes, "a.obj", outside.as_bytes()).is_err());
    }
}

/// DIFFERENCE(flexcomp-damage): coordinates that are not finite are refused.
#[test]
fn coordinates_that_are_no_numbers_are_refused() {
    for form in forms().into_iter().filter(|form| form.binary) {
        let mut bytes = gmsh(form);
        let one = 1.0_f64.to_le_bytes();
        let at = bytes.windows(8).position(|window| window == one);
        let at = at.unwrap_or_else(|| panic!("no coordinate is 1"));
        bytes[at..at + 8].copy_from_slice(&f64::NAN.to_le_bytes());
        let found = load(r#"type="gmsh""#, "a.msh", &bytes).err();
        let found = found.unwrap_or_default();
        assert!(found.contains("not a finite number"), "{form:?}: {found}");
    }
}
