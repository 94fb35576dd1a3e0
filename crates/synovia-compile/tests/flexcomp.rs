//! Flexcomps in the flat model: bodies, joints, flex and constraint. The expected numbers are those of MuJoCo 3.5.0.

use std::collections::HashMap;

use synovia_compile::spec::{FlatModel, expand};
use synovia_mjcf::spec::flex::Flex;
use synovia_mjcf::{Diagnostics, parse_str};
use synovia_model::enums::{GeomType, JointType};

fn try_scene(text: &str, files: &[(&str, &[u8])]) -> Result<FlatModel, Vec<String>> {
    let files: HashMap<String, &[u8]> = files.iter().map(|&(n, b)| (n.to_owned(), b)).collect();
    let spec = parse_str("model.xml", text, &files).unwrap_or_else(|errors| panic!("{errors}"));
    let mut diag = Diagnostics::new();
    let flat = expand(&spec, &files, &mut diag);
    if diag.is_empty() {
        return Ok(flat);
    }
    let lines = diag.errors().iter().map(|e| e.headline(&spec.sources));
    Err(lines.collect())
}

fn scene_of(sections: &str, world: &str, files: &[(&str, &[u8])]) -> FlatModel {
    let text = format!("<mujoco>{sections}<worldbody>{world}</worldbody></mujoco>");
    try_scene(&text, files).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"))
}

fn flat(world: &str) -> FlatModel {
    scene_of("", world, &[])
}

/// The first error of a model with this content in its world.
fn mistake(world: &str) -> String {
    let text = format!("<mujoco><worldbody>{world}</worldbody></mujoco>");
    match try_scene(&text, &[]) {
        Ok(_) => panic!("this should be refused:\n{text}"),
        Err(lines) => lines[0].clone(),
    }
}

fn comp(attributes: &str, inside: &str) -> String {
    format!("<flexcomp name=\"f\" {attributes}>{inside}</flexcomp>")
}

fn names(flat: &FlatModel) -> Vec<&str> {
    flat.bodies.iter().map(|b| b.name.as_str()).collect()
}

fn the_flex(flat: &FlatModel) -> &Flex {
    assert_eq!(flat.flexes.len(), 1);
    &flat.flexes[0].el
}

fn element(flex: &Flex) -> &[i32] {
    flex.element.get().map_or(&[], Vec::as_slice)
}

fn vertex(flex: &Flex) -> &[f64] {
    flex.vertex.get().map_or(&[], Vec::as_slice)
}

fn positions(flat: &FlatModel) -> Vec<[f64; 3]> {
    flat.bodies[1..]
        .iter()
        .map(|b| b.pose.pos.to_array())
        .collect()
}

#[test]
fn every_free_point_of_a_line_is_a_body_with_three_sliders() {
    let s = flat(&comp(
        r#"dim="1" count="3 1 1" spacing=".1 1 1" mass="6""#,
        "",
    ));
    assert_eq!(names(&s), ["world", "f_0", "f_1", "f_2"]);
    assert_eq!(positions(&s), [[-0.1, 0.0, 0.0], [0.0; 3], [0.1, 0.0, 0.0]]);
    assert_eq!(s.joints.len(), 9);
    for (j, joint) in s.joints.iter().enumerate() {
        let mut axis = [0.0; 3];
        axis[j % 3] = 1.0;
        assert_eq!(joint.el.kind.get(), Some(&JointType::Slide));
        assert_eq!(joint.el.axis.get(), Some(&axis));
        assert_eq!(joint.body, 1 + j / 3);
    }
    let inertial = s.bodies[1].inertial.as_ref().map(|i| &i.el);
    let inertial = inertial.unwrap_or_else(|| panic!("no inertia"));
    assert_eq!(inertial.mass.get(), Some(&2.0));
    let moment = 2.0 * (2.0 * 0.005 * 0.005) / 3.0;
    assert_eq!(inertial.diaginertia.get(), Some(&[moment; 3]));

    let flex = the_flex(&s);
    assert_eq!(flex.vert_bodies, ["f_0", "f_1", "f_2"]);
    assert_eq!(element(flex), [0, 1, 1, 2]);
    assert!(
        !flex.vertex.is_set(),
        "every vertex is the origin of its body"
    );
}

#[test]
fn pinned_points_stay_in_the_parent_and_keep_their_mass_to_themselves() {
    let pins = r#"<pin id="0"/><pin range="2 3"/>"#;
    let s = flat(&comp(
        r#"dim="1" count="4 1 1" spacing=".1 1 1" pos="0 0 1""#,
        pins,
    ));
    assert_eq!(names(&s), ["world", "f_1"]);
    let flex = the_flex(&s);
    assert_eq!(flex.vert_bodies, ["world", "f_1", "world", "world"]);
    let x = 0.1 * 1.5;
    let expected = [
        -x,
        0.0,
        1.0,
        0.0,
        0.0,
        0.0,
        0.1 * 0.5,
        0.0,
        1.0,
        x,
        0.0,
        1.0,
    ];
    assert_eq!(vertex(flex), expected);
    let mass = s.bodies[1].inertial.as_ref().and_then(|i| i.el.mass.get());
    assert_eq!(mass, Some(&0.25));
}

#[test]
fn a_grid_is_pinned_by_its_places() {
    let grid = r#"count="3 3 1" spacing=".1 .1 .1""#;
    let s = flat(&comp(
        grid,
        r#"<pin grid="0 0 1 2"/><pin gridrange="2 0 2 2"/>"#,
    ));
    assert_eq!(names(&s), ["world", "f_1", "f_2", "f_3", "f_4"]);
    let cube = r#"dim="3" count="2 2 2" spacing=".1 .1 .1""#;
    let s = flat(&comp(cube, r#"<pin gridrange="0 0 0 0 1 1"/>"#));
    assert_eq!(names(&s), ["world", "f_4", "f_5", "f_6", "f_7"]);
}

#[test]
fn a_flex_whose_points_are_all_pinned_is_rigid() {
    let line = r#"dim="1" count="2 1 1" spacing=".1 1 1""#;
    for (more, pins) in [(r#" rigid="true""#, ""), ("", r#"<pin range="0 1"/>"#)] {
        let s = flat(&comp(&format!("{line}{more}"), pins));
        assert_eq!(names(&s), ["world"]);
        assert_eq!(the_flex(&s).vert_bodies, ["world"]);
        assert_eq!(vertex(the_flex(&s)), [-0.05, 0.0, 0.0, 0.05, 0.0, 0.0]);
    }
}

#[test]
fn sheets_and_solids_are_cut_into_triangles_and_tetrahedra() {
    let s = flat(&comp(r#"count="2 2 1" spacing=".1 .1 .1""#, ""));
    assert_eq!(element(the_flex(&s)), [0, 2, 3, 0, 3, 1]);
    let s = flat(&comp(r#"dim="3" count="5 5 5" spacing="1 1 1""#, ""));
    let flex = the_flex(&s);
    assert_eq!(flex.vert_bodies.len(), 125);
    assert_eq!(element(flex).len(), 4 * 64 * 6);
    assert_eq!(element(flex)[..8], [0, 5, 25, 6, 0, 25, 1, 6]);
    assert!(flex.flatskin.is_true_or(false));
}

#[test]
fn the_sides_of_a_circle_have_the_length_of_the_spacing() {
    let s = flat(&comp(
        r#"type="circle" dim="1" count="7 1 1" spacing=".1 1 1""#,
        "",
    ));
    let p = positions(&s);
    assert_eq!(p.len(), 6);
    assert_eq!(element(the_flex(&s)), [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0]);
    for i in 0..6 {
        let (a, b) = (p[i], p[(i + 1) % 6]);
        let side = (a[0] - b[0]).hypot(a[1] - b[1]);
        assert!((side - 0.1).abs() < 1e-15, "{side}");
    }
}

#[test]
fn points_of_a_disc_lie_on_circles() {
    let s = flat(&comp(r#"type="disc" count="5 5 1" spacing="1 1 1""#, ""));
    for (i, p) in positions(&s).iter().enumerate() {
        let ring = (i / 5).abs_diff(2).max((i % 5).abs_diff(2));
        assert!((p[0].hypot(p[1]) - 2.0 * ring as f64).abs() < 1e-14);
    }
    let square = flat(&comp(
        r#"type="square" dim="1" count="5 5 1" spacing="1 1 1""#,
        "",
    ));
    assert_eq!(the_flex(&square).dim.get(), Some(&2));
}

#[test]
fn a_solid_shape_has_a_centre_and_a_sheet_has_no_lid() {
    for kind in ["box", "cylinder", "ellipsoid"] {
        let shape = format!(r#"type="{kind}" count="3 4 5" spacing="1 1 1""#);
        let solid = flat(&comp(&format!("{shape} dim=\"3\""), ""));
        assert_eq!(positions(&solid).len(), 1 + 60 - 6);
        assert_eq!(element(the_flex(&solid)).len(), 4 * 4 * (6 + 8 + 12));
        let sheet = flat(&comp(&format!("{shape} dim=\"2\""), ""));
        assert_eq!(positions(&sheet).len(), 60 - 6 - 2);
        assert_eq!(element(the_flex(&sheet)).len(), 3 * 2 * (6 + 16 + 24));
    }
    let ball = flat(&comp(
        r#"type="ellipsoid" dim="2" count="3 3 3" spacing="1 1 1""#,
        "",
    ));
    for p in positions(&ball) {
        assert!((p.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-15);
    }
}

#[test]
fn every_edge_of_an_open_box_is_shared_or_at_the_rim() {
    let s = flat(&comp(
        r#"type="box" dim="2" count="3 4 5" spacing="1 1 1""#,
        "",
    ));
    let mut open: HashMap<(i32, i32), i32> = HashMap::new();
    for t in element(the_flex(&s)).chunks_exact(3) {
        for k in 0..3 {
            let (a, b) = (t[k], t[(k + 1) % 3]);
            *open.entry((a.min(b), a.max(b))).or_default() += if a < b { 1 } else { -1 };
        }
    }
    let p = positions(&s);
    let rim = open.iter().filter(|(_, count)| **count != 0);
    let rim: Vec<_> = rim.map(|(edge, _)| edge).collect();
    assert_eq!(rim.len(), 2 * (2 + 3));
    for &&(a, b) in &rim {
        assert_eq!(p[a as usize][2], 2.0);
        assert_eq!(p[b as usize][2], 2.0);
    }
}

#[test]
fn radial_points_slide_away_from_the_origin() {
    let s = flat(&comp(
        r#"type="box" dim="3" dof="radial" count="2 2 2" spacing="1 1 1""#,
        "",
    ));
    assert_eq!(names(&s)[1..3], ["f_1", "f_2"], "the centre is pinned");
    assert_eq!(s.joints.len(), 8);
    let u = 0.5 / 0.75_f64.sqrt();
    assert_eq!(s.joints[0].el.axis.get(), Some(&[-u, -u, -u]));
}

#[test]
fn interpolated_flexes_have_bodies_at_the_nodes_of_their_box() {
    let direct = r#"type="direct" dim="3" point="0 0 0 1 0 0 0 1 0 0 0 1 2 2 2" element="0 1 2 3""#;
    let s = flat(&comp(
        &format!(r#"{direct} dof="trilinear""#),
        r#"<pin id="0"/>"#,
    ));
    assert_eq!(s.bodies.len(), 8);
    assert_eq!(names(&s)[1..3], ["f_0_0_1", "f_0_1_0"]);
    let flex = the_flex(&s);
    assert_eq!(flex.vert_bodies, ["world"; 4], "the unused point is gone");
    assert_eq!(vertex(flex)[9..], [0.0, 0.0, 1.0]);
    assert_eq!(flex.node_bodies[..2], ["world", "f_0_0_1"]);
    assert_eq!(flex.node_pos, [0.0; 24]);
    assert_eq!(
        s.bodies[7].pose.pos.to_array(),
        [2.0; 3],
        "its box is that of all points"
    );

    let s = flat(&comp(
        &format!(r#"{direct} dof="quadratic" mass="216""#),
        "",
    ));
    assert_eq!(s.bodies.len(), 28);
    let mass = |b: usize| s.bodies[b].inertial.as_ref().and_then(|i| i.el.mass.get());
    assert!((mass(1).unwrap_or(&0.0) - 1.0).abs() < 1e-12, "a corner");
    assert!(
        (mass(14).unwrap_or(&0.0) - 64.0).abs() < 1e-12,
        "the centre"
    );
    assert!(the_flex(&s).node_pos.is_empty());
}

#[test]
fn frames_do_not_move_a_flexcomp_and_its_class_is_that_of_the_body() {
    let defaults = r#"<default><joint damping="1"/>
        <default class="k"><joint damping="2"/><geom group="1" friction=".4"/></default>
        <default class="l"><joint damping="3"/></default></default>"#;
    let line = comp(
        r#"dim="1" count="2 1 1" spacing=".1 1 1""#,
        r#"<contact vertcollide="true"/><edge equality="true" solref=".5 .6"/>"#,
    );
    let world = format!(
        r#"<body name="b" childclass="k"><frame pos="1 2 3" euler="90 0 0" childclass="l">{line}</frame></body>"#
    );
    let s = scene_of(defaults, &world, &[]);
    assert_eq!(positions(&s)[1], [-0.05, 0.0, 0.0]);
    assert_eq!(s.joints[0].el.damping.get(), Some(&2.0));
    let ball = &s.geoms[0].el;
    assert_eq!(ball.kind.get(), Some(&GeomType::Sphere));
    assert_eq!(ball.size.fill([0.0; 3]), [0.005, 0.0, 0.0]);
    assert_eq!((ball.group.get(), ball.friction.is_set()), (Some(&4), true));
    let equality = &s.equalities[0].el;
    assert_eq!(
        (equality.kind, equality.name1.text()),
        (synovia_model::EqType::Flex, "f")
    );
    assert_eq!(equality.solref, [0.5, 0.6]);
}

#[test]
fn a_quaternion_of_zeros_turns_nothing() {
    let line = r#"dim="1" count="2 1 1" spacing=".1 1 1" quat="0 0 0 0""#;
    assert_eq!(positions(&flat(&comp(line, "")))[1], [0.05, 0.0, 0.0]);
}

#[test]
fn the_pose_of_a_flexcomp_moves_its_points() {
    let attributes = r#"type="direct" dim="1" point="1 0 0 0 2 0" element="0 1" scale="2 1 1"
        pos="0 0 5" euler="0 0 90""#;
    let p = positions(&flat(&comp(attributes, "")));
    for (found, expected) in p.iter().zip([[0.0, 2.0, 5.0], [-2.0, 0.0, 5.0]]) {
        for k in 0..3 {
            assert!((found[k] - expected[k]).abs() < 1e-15, "{found:?}");
        }
    }
}

#[test]
fn texture_coordinates_are_made_for_a_material_and_follow_their_points() {
    let s = flat(&comp(
        r#"count="3 2 1" spacing=".1 .1 .1" material="m""#,
        "",
    ));
    let made = the_flex(&s).texcoord.or(Vec::new());
    assert_eq!(
        made,
        [0.0, 0.0, 0.0, 1.0, 0.5, 0.0, 0.5, 1.0, 1.0, 0.0, 1.0, 1.0]
    );
    let direct = r#"type="direct" dim="1" point="0 0 0 1 0 0 2 0 0" element="0 2" texcoord=".1 .2 .3 .4 .5 .6""#;
    let s = flat(&comp(direct, ""));
    assert_eq!(the_flex(&s).texcoord.or(Vec::new()), [0.1, 0.2, 0.5, 0.6]);
    assert_eq!(names(&s), ["world", "f_0", "f_1"]);
}

/// Checks the error of a flexcomp with these attributes and pins.
fn refused(attributes: &str, pins: &str, expected: &str) {
    let found = mistake(&comp(attributes, pins));
    assert!(found.contains("flexcomp \"f\""), "{found}");
    assert!(found.contains(expected), "{attributes}: {found}");
}

/// DIFFERENCE(flexcomp-damage): with a box of one layer the reference does not terminate.
#[test]
fn what_the_reference_refuses_is_refused_at_the_attribute() {
    let cases = [
        r#"dim="4" -> dim: must be between 1 and 3"#,
        r#"count="2 2 0" -> count: count is too small"#,
        r#"type="box" count="2 2 1" -> count: count is too small"#,
        r#"spacing=".5 .5 .5" radius="1" -> spacing: must be larger than the thickness"#,
        r#"scale="0 1 1" -> scale: must be positive"#,
        r#"mass="0" -> mass: must be positive"#,
        r#"inertiabox="0" -> inertiabox: must be positive"#,
        r#"count="1 1 1" -> count: no elements were created"#,
        r#"count="3 3 3" spacing="1 1 1" -> count: entry 1 of the elements refers to point 9, but there are 9 points"#,
        r#"count="3 3 3" spacing="1 1 1" -> the third count of a sheet must be 1"#,
        r#"count="2 2 1" point="0 0 0 0" -> point: the number of coordinates must be a multiple of 3"#,
        r#"type="direct" -> points and elements are required"#,
        r#"type="direct" dim="3" point="0 0 0" element="0 1 2" -> element: the length must be a multiple of dim + 1 = 4"#,
        r#"type="direct" point="0 0 0 1 0 0 0 1 0" element="0 1 3" -> element: entry 2 of the elements refers to point 3"#,
        r#"type="mesh" -> file: a file is required"#,
        r#"type="mesh" file="a.obj" dim="1" -> dim: must be at least 2 for a mesh"#,
        r#"type="mesh" file="a.msh" -> file: MSH files are not supported here"#,
        r#"type="gmsh" file="a.msh" -> file: file "a.msh" not found"#,
        r#"zaxis="0 0 0" -> z axis is too short"#,
    ];
    for case in cases {
        let (attributes, expected) = case.split_once(" -> ").unwrap_or_default();
        refused(attributes, "", expected);
    }
    let found = mistake(&format!("<body>{}</body>", comp("", "")));
    let expected = "the body that contains the flexcomp must have a name";
    assert!(found.contains(expected), "{found}");
}

/// DIFFERENCE(flexcomp-damage): the reference writes pins of an interpolated flex past the end of its points.
#[test]
fn pins_outside_are_refused_at_their_numbers() {
    let line = r#"dim="1" count="3 1 1" spacing=".1 .1 .1""#;
    let sheet = r#"count="2 2 1" spacing="1 1 1""#;
    let square = r#"type="square" count="2 2 1" spacing="1 1 1""#;
    let nodes = r#"type="direct" point="0 0 0 1 0 0 0 1 0" element="0 1 2" dof="trilinear""#;
    for (attributes, pin, expected) in [
        (
            line,
            r#"range="1""#,
            "pin range: the length must be a multiple of 2",
        ),
        (
            line,
            r#"id="3""#,
            "pin id: 3 is out of range, expected 0 to 2",
        ),
        (line, r#"range="0 -1""#, "pin range: -1 is out of range"),
        (line, r#"grid="0""#, "pin grid: a line cannot be pinned"),
        (
            sheet,
            r#"grid="0 0 1""#,
            "pin grid: the length must be a multiple of dim = 2",
        ),
        (
            sheet,
            r#"grid="0 2""#,
            "pin grid: 2 is out of range, expected 0 to 1",
        ),
        (
            sheet,
            r#"gridrange="0 0 1 2""#,
            "pin gridrange: 2 is out of range",
        ),
        (square, r#"grid="0 0""#, "pin grid: only a grid"),
        (nodes, r#"grid="1 1""#, "pin grid: out of range"),
    ] {
        refused(attributes, &format!("<pin {pin}/>"), expected);
    }
}

#[test]
fn flexcomps_that_would_fill_the_memory_are_refused() {
    let limit = "but a model may take";
    for attributes in [
        r#"dim="3" count="2000 2000 2000" spacing="1 1 1""#,
        r#"dim="1" count="2147483647 1 1" spacing="1 1 1""#,
        r#"count="2147483647 2147483647 1" spacing="1 1 1""#,
        r#"type="box" dim="3" count="2 2000000 2" spacing="1 1 1""#,
        r#"dim="1" count="900000 1 1" spacing="1 1 1""#,
    ] {
        assert!(
            mistake(&comp(attributes, "")).contains(limit),
            "{attributes}"
        );
    }
}

#[test]
fn a_flex_keeps_its_name_so_that_it_cannot_be_copied_twice() {
    let line = comp(
        r#"dim="1" count="2 1 1" spacing=".1 1 1""#,
        r#"<edge equality="true"/><pin id="0"/>"#,
    );
    let body = format!(r#"<body name="b">{line}</body>"#);
    let found = mistake(&format!(r#"<replicate count="1">{body}</replicate>"#));
    assert!(
        found.contains("repeated name \"f\"") || found.contains('f'),
        "{found}"
    );

    let part = format!("<mujoco model=\"part\"><worldbody>{body}</worldbody></mujoco>");
    let files: [(&str, &[u8]); 1] = [("part.xml", part.as_bytes())];
    let asset = r#"<asset><model file="part.xml"/></asset>"#;
    let attach = |prefix: &str| format!(r#"<attach model="part" body="b" prefix="{prefix}"/>"#);
    let s = scene_of(asset, &attach("p_"), &files);
    assert_eq!(names(&s), ["world", "p_b", "p_f_1"]);
    let flex = the_flex(&s);
    assert_eq!(flex.name.text(), "f");
    assert_eq!(flex.vert_bodies, ["p_b", "p_f_1"]);
    assert!(s.equalities.is_empty(), "its constraint looks for p_f");
    let s = scene_of(asset, &attach(""), &files);
    assert_eq!(s.equalities.len(), 1);
}
