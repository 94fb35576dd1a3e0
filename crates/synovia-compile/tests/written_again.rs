//! Text written with every bit reads as the same model, also where the reference's format loses data.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use synovia_compile::write::{write, write_seen_from};
use synovia_compile::{Compiled, Compiler};
use synovia_engine::plugin::Registry;
use synovia_mjcf::diag::FileError;
use synovia_mjcf::write::Precision;
use synovia_mjcf::{Files, NoFiles, parse_file, parse_str};
use synovia_model::id::{BodyId, FlexId, GeomId};
use synovia_model::record::Record;
use synovia_model::{DType, Model, Size};

/// Files by their full path.
#[derive(Default)]
struct Folder(HashMap<String, Vec<u8>>);

impl Folder {
    fn with(mut self, path: &str, content: impl Into<Vec<u8>>) -> Self {
        self.0.insert(path.to_owned(), content.into());
        self
    }
}

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let found = self.0.get(path).cloned();
        found.ok_or_else(|| FileError::NotFound {
            path: path.to_owned(),
        })
    }
}

/// The files next to the documents of `saved`, in any directory.
struct Saved;

impl Files for Saved {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let name = Path::new(path).file_name().unwrap_or_default();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saved");
        fs::read(folder.join(name)).map_err(|_| FileError::NotFound {
            path: path.to_owned(),
        })
    }
}

fn compiled(xml: &str, files: &dyn Files) -> Compiled {
    let document = parse_str("document.xml", xml, files);
    let document = document.unwrap_or_else(|error| panic!("{error}\n{xml}"));
    Compiler::new()
        .plugins(Registry::builtin())
        .document(&document, files)
        .unwrap_or_else(|error| panic!("{error}\n{xml}"))
}

/// Numbers of a column or a field.
fn numbers(dtype: DType, bytes: &[u8]) -> Vec<f64> {
    match dtype {
        DType::F64 => {
            let words = bytes.as_chunks::<8>().0.iter();
            words.map(|w| f64::from_ne_bytes(*w)).collect()
        }
        DType::F32 => {
            let words = bytes.as_chunks::<4>().0.iter();
            words.map(|w| f64::from(f32::from_ne_bytes(*w))).collect()
        }
        DType::I32 => {
            let words = bytes.as_chunks::<4>().0.iter();
            words.map(|w| f64::from(i32::from_ne_bytes(*w))).collect()
        }
        _ => bytes.iter().map(|&byte| f64::from(byte)).collect(),
    }
}

/// Fails unless two lists have the same numbers, to 12 digits.
fn assert_near(what: &str, dtype: DType, ours: &[u8], theirs: &[u8], xml: &str) {
    let (ours, theirs) = (numbers(dtype, ours), numbers(dtype, theirs));
    assert_eq!(ours.len(), theirs.len(), "{what}\n{xml}");
    for (k, (a, b)) in ours.iter().zip(&theirs).enumerate() {
        let equal = a == b || (a.is_nan() && b.is_nan());
        let near = (a - b).abs() <= 1e-12 * a.abs().max(1.0);
        assert!(
            equal || near,
            "{what}[{k}]: {a} was written, {b} read\n{xml}"
        );
    }
}

/// Fails unless all fields of two models are equal.
fn assert_same(one: &Model, two: &Model, xml: &str) {
    for name in Size::NAMES {
        // files may have other names
        if !matches!(*name, "npaths" | "nbuffer") {
            assert_eq!(one.size.get(name), two.size.get(name), "{name}\n{xml}");
        }
    }
    for ((info, a), (_, b)) in one.columns().into_iter().zip(two.columns()) {
        if info.name == "paths" || info.name.ends_with("_pathadr") {
            continue;
        }
        assert_near(info.name, a.dtype(), a.bytes(), b.bytes(), xml);
    }
    assert_records(&one.opt, &two.opt, xml);
    assert_records(&one.stat, &two.stat, xml);
    assert_eq!(one.vis, two.vis, "{xml}");
}

fn assert_records<T: Record>(one: &T, two: &T, xml: &str) {
    for (k, info) in T::FIELDS.iter().enumerate() {
        let (a, b) = (one.field(k).unwrap_or(&[]), two.field(k).unwrap_or(&[]));
        assert_near(info.name, info.dtype, a, b, xml);
    }
}

/// Writes a document and reads it again; returns the written text.
fn again(xml: &str) -> String {
    again_with(xml, &NoFiles)
}

fn again_with(xml: &str, files: &dyn Files) -> String {
    let made = compiled(xml, files);
    let text = write(&made.origin, &made.model, Precision::Exact)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_same(&made.model, &compiled(&text, files).model, &text);
    text
}

#[test]
fn saved_documents_are_the_same_models_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saved");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "xml") {
            let xml = fs::read_to_string(&path).unwrap();
            // see `inertias_that_geoms_do_not_tell_again_are_said`
            if !xml.contains("fusestatic") {
                again_with(&xml, &Saved);
            }
            count += 1;
        }
    }
    assert!(count > 20);
}

#[test]
fn a_mass_of_a_class_is_kept() {
    // in the reference's text a geom of mass zero in a class of density zero is written without both, and then has mass
    again(
        "<mujoco>
           <default><default class='hull'><geom mass='0' density='0'/></default></default>
           <worldbody><body><joint/><geom size='.1'/><geom class='hull' size='.2'/></body></worldbody>
         </mujoco>",
    );
}

#[test]
fn numbers_that_are_almost_the_usual_ones_are_kept() {
    let text = again(
        "<mujoco><visual><map haze='.30000002'/></visual><worldbody>
           <body pos='1e-17 0 0' quat='.9999999999999999 0 0 0'><joint damping='1e-17'/><geom size='.1'/></body>
         </worldbody></mujoco>",
    );
    assert!(
        text.contains("quat=\"0.9999999999999999 0 0 0\"") && text.contains("damping=\"1e-17\"")
    );
}

#[test]
fn a_reference_angle_of_zero_over_that_of_a_class_is_kept() {
    again(
        "<mujoco><compiler angle='radian'/><default><joint ref='.5' springref='.25'/></default><worldbody>
           <body><joint ref='0'/><geom size='.1'/><body><joint springref='0'/><geom size='.1'/></body></body>
         </worldbody></mujoco>",
    );
}

#[test]
fn the_order_of_geoms_in_frames_is_kept() {
    again(
        "<mujoco><worldbody>
           <frame pos='1 0 0'><geom size='.1'/></frame><geom size='.2'/>
           <frame name='named' childclass='main'><geom size='.3'/><site size='.1'/></frame><geom size='.4'/><site size='.2'/>
           <replicate count='2' offset='0 1 0'><frame pos='1 0 0'><body><geom size='.5'/></body></frame><geom size='.6'/></replicate>
         </worldbody></mujoco>",
    );
}

#[test]
fn inertias_that_geoms_do_not_tell_again_are_said() {
    let bodies = "<worldbody><body><joint/><geom size='.1 .2 .3' type='box' group='1'/>
        <geom size='.2' pos='1 0 0' group='4'/><body pos='0 0 1'><geom size='.1'/></body></body></worldbody>";
    for compiler in [
        "inertiagrouprange='0 1'",
        "settotalmass='7'",
        "inertiafromgeom='true'",
        "boundmass='.5' boundinertia='.1'",
    ] {
        again(&format!("<mujoco><compiler {compiler}/>{bodies}</mujoco>"));
    }
    // a fused body has reserved, unused hierarchy nodes, which no text can request
    let fused = format!("<mujoco><compiler fusestatic='true' settotalmass='7'/>{bodies}</mujoco>");
    let made = compiled(&fused, &NoFiles);
    let text = write(&made.origin, &made.model, Precision::Exact).unwrap();
    let read = compiled(&text, &NoFiles).model;
    assert_eq!(read.body.mass[BodyId(1)], made.model.body.mass[BodyId(1)]);
    assert_eq!(
        read.body.inertia[BodyId(1)],
        made.model.body.inertia[BodyId(1)]
    );
    let free = bodies.replace("<joint/>", "<freejoint align='true'/>");
    again(&format!("<mujoco>{free}</mujoco>"));
    let still = bodies.replace("<joint/>", "<freejoint align='false'/>");
    again(&format!(
        "<mujoco><compiler alignfree='true'/>{still}</mujoco>"
    ));
}

#[test]
fn numbers_that_a_program_changed_are_kept() {
    let xml =
        "<mujoco><worldbody><body name='b'><joint/><geom size='.1'/></body></worldbody></mujoco>";
    let mut made = compiled(xml, &NoFiles);
    made.model.body.mass[BodyId(1)] = 2.0;
    let text = write(&made.origin, &made.model, Precision::Exact).unwrap();
    assert_eq!(compiled(&text, &NoFiles).model.body.mass[BodyId(1)], 2.0);
}

#[test]
fn colours_channels_and_flips_of_textures_are_kept() {
    // one white pixel
    let png = one_pixel();
    let files = Folder::default().with("p.png", png);
    again_with(
        "<mujoco><asset>
           <texture name='grid' file='p.png' rgb1='0 .5 0' gridsize='1 1' gridlayout='F'/>
           <texture name='face' fileup='p.png' rgb1='.25 0 0'/>
           <texture name='four' type='2d' file='p.png' nchannel='4'/>
           <texture name='made' type='2d' builtin='gradient' width='4' height='4' hflip='true' vflip='true' rgb1='1 0 0'/>
         </asset></mujoco>",
        &files,
    );
}

#[test]
fn primitives_are_fitted_to_their_meshes_again() {
    let xml = "<mujoco><compiler fitaabb='true'/><asset><mesh name='m' vertex='0 0 0 1 0 0 0 2 0 0 0 3'/></asset><worldbody>
        <frame pos='1 2 3' euler='10 20 30'><geom type='box' mesh='m' fitscale='.5' pos='.1 .2 .3' axisangle='1 1 0 40'/></frame>
        <body><joint/><geom type='capsule' mesh='m' mass='0'/><geom type='ellipsoid' mesh='m' quat='1 2 3 4'/></body>
      </worldbody></mujoco>";
    again(xml);
    // values changed by a program are written
    let mut made = compiled(xml, &NoFiles);
    made.model.geom.pos[GeomId(0)].x = 9.0;
    let text = write(&made.origin, &made.model, Precision::Exact).unwrap();
    assert_eq!(compiled(&text, &NoFiles).model.geom.pos[GeomId(0)].x, 9.0);
}

/// An image of one pixel.
fn one_pixel() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder
        .write_header()
        .unwrap_or_else(|error| panic!("{error}"));
    writer
        .write_image_data(&[200, 100, 50])
        .unwrap_or_else(|error| panic!("{error}"));
    writer.finish().unwrap_or_else(|error| panic!("{error}"));
    bytes
}

/// A tetrahedron whose edges along the axes have this length.
fn tetrahedron(side: f64) -> String {
    format!(
        "v 0 0 0\nv {side} 0 0\nv 0 {side} 0\nv 0 0 {side}\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
    )
}

#[test]
fn limits_of_hulls_are_kept() {
    let points: Vec<String> = (0..40)
        .map(|k| f64::from(k) * 0.7)
        .map(|t| format!("{} {} {}", t.cos(), t.sin(), (0.37 * t).sin()))
        .collect();
    let xml = format!(
        "<mujoco><asset><mesh name='m' maxhullvert='8' vertex='{}'/></asset>
         <worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>",
        points.join(" ")
    );
    assert!(again(&xml).contains("maxhullvert=\"8\""));
}

#[test]
fn files_of_attached_models_are_found_again() {
    let child = "<mujoco><compiler meshdir='parts'/><asset><mesh file='p.obj'/></asset>
        <worldbody><body name='b'><geom type='mesh' mesh='p'/></body></worldbody></mujoco>";
    let own = "<asset><mesh name='q' file='q.obj'/><model name='m' file='arm/arm.xml'/></asset>";
    let tree = "<worldbody><geom type='mesh' mesh='q'/><frame><attach model='m' body='b' prefix='a_'/></frame></worldbody>";
    let files = Folder::default()
        .with("robots/arm/arm.xml", child)
        .with("robots/arm/parts/p.obj", tetrahedron(1.0))
        .with("robots/meshes/q.obj", tetrahedron(2.0));
    let alone = own.replace("<mesh name='q' file='q.obj'/>", "");
    for (main, meshdir, file) in [
        // the main model has files of its own: others are written relative to its directory
        (
            format!("<mujoco><compiler meshdir='meshes'/>{own}{tree}</mujoco>"),
            "meshes/",
            "../arm/parts/p.obj",
        ),
        // it has none: the directory of the others is written
        (
            format!(
                "<mujoco>{alone}{}</mujoco>",
                tree.replace("<geom type='mesh' mesh='q'/>", "")
            ),
            "arm/parts/",
            "p.obj",
        ),
    ] {
        let files = Folder(files.0.clone()).with("robots/main.xml", main);
        let document = parse_file("robots/main.xml", &files).unwrap();
        let made = Compiler::new()
            .plugins(Registry::builtin())
            .document(&document, &files)
            .unwrap();
        for (home, folder) in [("", "robots/"), ("../robots", "out/")] {
            let text = write_seen_from(&made.origin, &made.model, Precision::Exact, home).unwrap();
            let said = if home.is_empty() {
                format!("meshdir=\"{meshdir}\"")
            } else {
                format!("meshdir=\"{home}/{meshdir}\"")
            };
            assert!(text.contains(&said) && text.contains(file), "{text}");
            let path = format!("{folder}again.xml");
            let files = Folder(files.0.clone()).with(&path, text.clone());
            let document = parse_file(&path, &files).unwrap_or_else(|e| panic!("{e}\n{text}"));
            let read = Compiler::new()
                .plugins(Registry::builtin())
                .document(&document, &files)
                .unwrap();
            assert_same(&made.model, &read.model, &text);
        }
    }
}

#[test]
fn files_beside_an_included_text_are_found_again() {
    let part = "<mujoco><asset><mesh file='p.obj'/></asset></mujoco>";
    let main = "<mujoco><include file='sub/part.xml'/><worldbody><geom type='mesh' mesh='p'/></worldbody></mujoco>";
    let files = Folder::default()
        .with("sub/part.xml", part)
        .with("sub/p.obj", tetrahedron(1.0));
    assert!(again_with(main, &files).contains("file=\"sub/p.obj\""));
}

#[test]
fn weights_of_skins_are_kept_to_the_last_bit() {
    let weights = "0.1 0.3 0.7 0.9";
    again(&format!(
        "<mujoco><worldbody><body name='a'/><body name='b'/><body name='c'/></worldbody><deformable>
           <skin vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 2 0 2 3'>
             <bone body='a' bindpos='0 0 0' bindquat='1 .3 .2 .1' vertid='0 1 2 3' vertweight='{weights}'/>
             <bone body='b' bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 1 2 3' vertweight='.3 .3 .1 .2'/>
             <bone body='c' bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 1 2 3' vertweight='.7 .2 .1 .6'/>
           </skin></deformable></mujoco>"
    ));
}

/// A sheet of sixteen points.
fn sheet(attributes: &str, inside: &str) -> String {
    format!(
        "<mujoco><worldbody><body name='base' pos='0 0 1'><geom size='.01'/>
           <flexcomp name='f' type='grid' count='4 4 1' spacing='.1 .1 .1' radius='.01' dim='2' mass='3' {attributes}>{inside}</flexcomp>
         </body></worldbody></mujoco>"
    )
}

#[test]
fn stretching_of_sheets_is_kept() {
    let elastic = "<elasticity young='1e4' poisson='.1' thickness='.01' elastic2d='stretch'/>";
    let text = again(&sheet("", elastic));
    assert!(text.contains("elastic2d=\"stretch\"") && text.contains("<deformable"));
    again(&sheet("", &elastic.replace("stretch", "both")));
}

#[test]
fn passive_contacts_are_kept() {
    // the reference reads `passive` of a flex only if `flatskin` or `internal` is set; otherwise a flexcomp is needed
    let passive = "<contact passive='true'/><edge equality='true'/><pin id='0 3'/>";
    let text = again(&sheet("", passive));
    assert!(text.contains("<flexcomp") && !text.contains("<deformable"));
    assert!(text.contains("<pin id=\"0 3\"/>"));
    let text = again(&sheet("flatskin='true'", passive));
    assert!(!text.contains("<flexcomp") && text.contains("passive=\"true\""));
    // no flexcomp generates bodies of a different mass
    let xml = sheet("", passive);
    let mut made = compiled(&xml, &NoFiles);
    let body = made.model.size.nbody as usize - 1;
    made.model.body.mass[BodyId::new(body)] *= 2.0;
    let text = write(&made.origin, &made.model, Precision::Exact).unwrap();
    assert!(!text.contains("<flexcomp"));
    assert_eq!(compiled(&text, &NoFiles).model.flex.passive[FlexId(0)], 1);
}

#[test]
fn pinned_nodes_are_kept() {
    let solid = |dof: &str, inside: &str| {
        format!(
            "<mujoco><default><joint armature='.1'/></default><worldbody><body name='base' pos='0 0 1' childclass='main'>
               <flexcomp name='f' type='grid' count='5 5 5' spacing='.1 .1 .1' radius='.01' dim='3' mass='3' dof='{dof}'
                 inertiabox='.02' euler='0 30 0'><contact selfcollide='none'/><elasticity young='1e4' poisson='.1'/>{inside}</flexcomp>
               <body name='behind'><joint armature='0'/><geom size='.1'/></body>
             </body></worldbody></mujoco>"
        )
    };
    for dof in ["trilinear", "quadratic"] {
        let text = again(&solid(dof, "<pin id='4 5 6 7'/>"));
        assert!(text.contains("<flexcomp") && text.contains(&format!("dof=\"{dof}\"")));
        assert!(!again(&solid(dof, "")).contains("<flexcomp"));
    }
}

#[test]
fn energies_keys_and_sensors_are_kept() {
    again(
        "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>
           <sensor><e_potential/><e_kinetic/></sensor>
           <keyframe><key name='a'/><key/><key qpos='1'/></keyframe>
         </mujoco>",
    );
}

/// A mesh whose volume depends on the mode of `inertia`: an L of four unit cubes.
const L_MESH: &str = "vertex='0 0 0 3 0 0 3 1 0 1 1 0 1 2 0 0 2 0 0 0 1 3 0 1 3 1 1 1 1 1 1 2 1 0 2 1'
    face='0 2 1 6 7 8 0 3 2 6 8 9 0 4 3 6 9 10 0 5 4 6 10 11 0 1 7 0 7 6 1 2 8 1 8 7 2 3 9 2 9 8 3 4 10 3 10 9
          4 5 11 4 11 10 5 0 6 5 6 11'";

#[test]
fn inr_01_exactmeshinertia_has_the_same_effect_after_every_way_of_writing() {
    // attached with settings of its own; a class with a mode of its own; and one that inherits
    let child = |compiler: &str| {
        format!(
            "<mujoco model='child'>{compiler}<asset><mesh name='c' {L_MESH}/></asset>
             <worldbody><body name='b'><geom type='mesh' mesh='c'/></body></worldbody></mujoco>"
        )
    };
    let parent = |compiler: &str| {
        format!(
            "<mujoco>{compiler}<default><default class='sub'/>
               <default class='convex'><mesh inertia='convex'/></default></default>
             <asset><mesh name='plain' {L_MESH}/><mesh name='sub' class='sub' {L_MESH}/>
               <mesh name='convex' class='convex' {L_MESH}/><model name='child' file='child.xml'/></asset>
             <worldbody><body><geom type='mesh' mesh='plain'/></body><body><geom type='mesh' mesh='sub'/></body>
               <body><geom type='mesh' mesh='convex'/></body>
               <attach model='child' body='b' prefix='x'/></worldbody></mujoco>"
        )
    };
    let flag = |on: bool| {
        if on {
            "<compiler exactmeshinertia='true'/>"
        } else {
            ""
        }
    };
    for (outer, inner) in [(true, false), (false, true), (true, true), (false, false)] {
        let files = Folder::default().with("child.xml", child(flag(inner)));
        let made = compiled(&parent(flag(outer)), &files);
        let masses = |model: &Model| model.body.mass.rows()[1..].to_vec();
        let before = masses(&made.model);
        let expected = [outer, outer].map(|exact| if exact { 4000.0 } else { 4161.340544083906 });
        let last = if inner { 4000.0 } else { 4161.340544083906 };
        for (found, expected) in before.iter().zip([expected[0], expected[1], 5000.0, last]) {
            assert!((found - expected).abs() < 1e-9, "{before:?}");
        }
        for precision in [Precision::Short, Precision::Full, Precision::Exact] {
            let text = write(&made.origin, &made.model, precision).unwrap();
            // the reference reads it as well
            assert!(!text.contains("exactmeshinertia"), "{text}");
            for (a, b) in before.iter().zip(masses(&compiled(&text, &NoFiles).model)) {
                assert!((a - b).abs() < 1e-9, "{a} was written, {b} read\n{text}");
            }
        }
    }
}

#[test]
fn asm_30_the_active_set_solver_is_written() {
    let made = compiled("<mujoco><option solver='ActiveSet'/></mujoco>", &NoFiles);
    for precision in [Precision::Short, Precision::Full, Precision::Exact] {
        let text = write(&made.origin, &made.model, precision).unwrap();
        assert!(text.contains("solver=\"ActiveSet\""), "{text}");
        assert_eq!(
            compiled(&text, &NoFiles).model.opt.solver,
            made.model.opt.solver
        );
    }
    // also if a program set it after loading
    let mut made = compiled("<mujoco/>", &NoFiles);
    made.model.opt.solver = synovia_model::enums::Solver::ActiveSet;
    let text = write(&made.origin, &made.model, Precision::Short).unwrap();
    assert!(text.contains("solver=\"ActiveSet\""), "{text}");
}
