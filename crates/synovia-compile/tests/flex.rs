//! Flexes: the compiled tables of explicit flexes, and the errors of invalid ones.

mod support;

use support::{compile, mistakes};
use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::id::{EqualityId, FlexEdgeId, FlexId};

const SLIDES: &str = r#"<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/>"#;
const F: FlexId = FlexId(0);

/// Corners of a square and one above it, each a body of its own.
const PLACES: [[f64; 3]; 5] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [1.0, 1.0, 0.0],
    [0.5, 0.5, 1.0],
];

/// Bodies `b0` … `b4` with slide joints, and additional elements.
fn flat(head: &str, deformable: &str, tail: &str) -> String {
    let body = |(k, [x, y, z]): (usize, &[f64; 3])| {
        format!(r#"<body name="b{k}" pos="{x} {y} {z}">{SLIDES}<geom size=".1" mass="1"/></body>"#)
    };
    let bodies: Vec<String> = PLACES.iter().enumerate().map(body).collect();
    let bodies = bodies.concat();
    format!(
        "<mujoco>{head}<worldbody>{bodies}</worldbody>\n<deformable>\n{deformable}\n</deformable>{tail}</mujoco>"
    )
}

fn flex(attrs: &str, children: &str) -> Model {
    compile(&flat("", &written(attrs, children), ""))
}

fn written(attrs: &str, children: &str) -> String {
    format!(r#"<flex name="f" {attrs}>{children}</flex>"#)
}

/// The error of a flex; the message names it and points at its line.
fn wrong(attrs: &str, children: &str) -> String {
    let text = mistakes(&flat("", &written(attrs, children), ""));
    assert!(text.contains("model.xml:3:"), "{text}");
    text
}

const SQUARE: &str = r#"dim="2" body="b0 b1 b2 b3" element="0 1 2 1 3 2""#;

#[test]
fn a_square_of_two_triangles_has_five_edges_and_four_sides() {
    let model = flex(SQUARE, "");
    let t = &model.flex;
    assert_eq!(model.size.nflexedge, 5);
    assert_eq!(t.edge.rows(), [[1, 2], [0, 2], [0, 1], [2, 3], [1, 3]]);
    assert_eq!(t.elemedge.rows(), [0, 1, 2, 3, 0, 4]);
    assert_eq!(t.shellnum[F], 4);
    // each element with the far corner of the other
    assert_eq!(t.evpair.rows(), [[1, 0], [0, 3]]);
    // without bending there is no data about neighbours
    assert!(t.edgeflap.iter().all(|&flap| flap == [-1, -1]));
    assert_eq!((t.centered[F], t.rigid[F]), (1, 0));
    let away = t.size[F] - Vec3::new(0.5, 0.5, 0.0);
    assert!(away.norm() < 1e-15);
    assert_eq!(t.edge_length0[FlexEdgeId(0)], 2.0_f64.sqrt());
    assert_eq!(model.size.nbvhdynamic, 3);
    assert_eq!(t.bvhadr[F], model.size.nbvhstatic as i32);
    assert_eq!(model.size.nbvh, model.size.nbvhstatic + 3);
}

#[test]
fn vertices_of_one_body_are_rigid() {
    let corners = r#"vertex="0 0 0 1 0 0 0 1 0""#;
    let one = flex(&format!(r#"body="b4" {corners} element="0 1 2""#), "");
    let many = flex(&format!(r#"body="b4 b4 b4" {corners} element="0 1 2""#), "");
    assert_eq!(one, many);
    assert_eq!((one.flex.rigid[F], one.flex.centered[F]), (1, 0));
    assert!(one.flex.edge_rigid.iter().all(|&rigid| rigid == 1));
    assert_eq!(one.size.nJfe, 0);
    // world position of a vertex: that of its body plus its position in the body
    assert_eq!(one.flex.edge_length0[FlexEdgeId(2)], 1.0);
}

#[test]
fn derivatives_of_a_rigid_flex_have_no_rows() {
    // DIFFERENCE(flex-rigid-rows)
    let corners = r#"vertex="0 0 0 1 0 0 0 1 0""#;
    let damped = r#"<edge damping="1"/>"#;
    let model = flex(&format!(r#"body="b4" {corners} element="0 1 2""#), damped);
    assert_eq!(model.flex.edge_length0.rows(), [2.0_f64.sqrt(), 1.0, 1.0]);
}

#[test]
fn an_edge_within_a_body_has_each_dof_once() {
    // DIFFERENCE(flex-same-body)
    let bodies = r#"dim="1" body="b0 b0 b1" vertex="0 0 0 .1 0 0 0 0 0" element="0 1 1 2""#;
    let model = flex(bodies, r#"<edge damping="1"/>"#);
    assert_eq!(model.flex.edge_j_rownnz.rows(), [3, 6]);
    assert_eq!(model.flex.edge_j_colind.rows(), [0, 1, 2, 0, 1, 2, 3, 4, 5]);
    assert_eq!(model.flex.edge_rigid.rows(), [1, 0]);
}

#[test]
fn tetrahedra_are_turned_outwards_and_their_faces_are_the_shell() {
    let model = flex(r#"dim="3" body="b0 b1 b2 b4" element="0 1 2 3""#, "");
    assert_eq!(model.flex.elem.rows(), [0, 2, 1, 3]);
    assert_eq!(model.flex.shellnum[F], 4);
    assert_eq!(model.flex.elemlayer.rows(), [0]);
    assert_eq!(model.flex.elemedge.rows(), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_bent_sheet_knows_the_vertices_beside_its_edges() {
    let elastic = r#"<elasticity young="1e3" poisson=".2" thickness=".1" elastic2d="both"/>"#;
    let model = flex(SQUARE, elastic);
    assert_eq!(model.flex.edgeflap[FlexEdgeId(0)], [0, 3]);
    assert_eq!(model.flex.edgeflap[FlexEdgeId(1)], [1, -1]);
    // only the diagonal bends: k c₀² with unit right angles, c = (1, 1, −2, …) · cot 45°
    let (shear, area) = (1.0e3 / 2.4, 1.0);
    let k = 3.0 * shear * 0.001 / (24.0 * area);
    assert!((model.flex.bending[FlexEdgeId(0)][0] - 4.0 * k).abs() < 1e-12 * k);
    assert!(
        model.flex.bending.rows()[1..]
            .iter()
            .flatten()
            .all(|&x| x == 0.0)
    );
    assert!(model.flex.stiffness.rows()[0][0] > 0.0);
}

#[test]
fn texture_coordinates_of_a_solid_have_three_numbers_for_each_element() {
    // quirk flex-solid-texcoord
    let texcoord = r#"texcoord="0 0 1 0 0 1 1 1""#;
    let attrs = format!(r#"dim="3" body="b0 b1 b2 b4" element="0 1 2 3" {texcoord}"#);
    assert_eq!(flex(&attrs, "").flex.elemtexcoord.rows(), [0, 1, 2, 0]);
    let own = format!(r#"{SQUARE} texcoord="0 0 1 0" elemtexcoord="0 1 0 1 1 0""#);
    assert_eq!(flex(&own, "").flex.elemtexcoord.rows(), [0, 1, 0, 1, 1, 0]);
}

#[test]
fn passive_contacts_of_a_written_flex_follow_what_was_read_before() {
    let passive = |attrs: &str, contact: &str| {
        let attrs = format!("{SQUARE} {attrs}");
        flex(&attrs, &format!("<contact {contact}/>")).flex.passive[F]
    };
    // quirk flex-passive
    assert_eq!(passive("", r#"internal="true" passive="false""#), 1);
    assert_eq!(passive(r#"flatskin="false""#, r#"passive="true""#), 0);
    assert_eq!(
        passive(r#"flatskin="true""#, r#"internal="false" passive="true""#),
        0
    );
    assert_eq!(passive(r#"flatskin="true""#, ""), 0);
    // DIFFERENCE(flex-passive-alone)
    assert_eq!(passive("", r#"passive="true""#), 1);
}

#[test]
fn boxes_of_flexes_stand_behind_nodes_that_fused_bodies_left() {
    // DIFFERENCE(flex-after-idle-nodes)
    let fused = format!(
        r#"<mujoco><compiler fusestatic="true"/><worldbody><geom size=".1"/>
             <body pos="3 0 0"><geom size=".1"/></body>
             <body name="a">{SLIDES}<geom size=".1"/></body><body name="b" pos="1 0 0">{SLIDES}<geom size=".1"/></body>
           </worldbody><deformable><flex name="f" dim="1" body="a b" element="0 1"/></deformable></mujoco>"#
    );
    let model = compile(&fused);
    assert_eq!(i64::from(model.flex.bvhadr[F]), model.size.nbvhstatic);
    assert_eq!(model.size.nbvh, model.size.nbvhstatic + 1);
    assert_eq!(model.bvh.nodeid.rows().last(), Some(&0));
}

#[test]
fn equality_constraints_find_their_flex() {
    let both = r#"<equality><flexvert flex="f"/><flex flex="f" active="false"/></equality>"#;
    let model = compile(&flat("", &written(SQUARE, ""), both));
    assert_eq!(model.equality.obj1id.rows(), [0, 0]);
    assert_eq!(model.equality.obj2id[EqualityId(0)], -1);
    // the first constraint decides
    assert_eq!(model.flex.edgeequality[F], 2);
    assert_eq!(model.flex.vertedgenum.rows(), [2, 3, 3, 2]);

    let text = mistakes(&flat(
        "",
        &written(SQUARE, ""),
        r#"<equality><flex flex="g"/></equality>"#,
    ));
    assert!(text.contains("unknown flex 'g'"), "{text}");
    let rigid = written(
        r#"body="b0" vertex="0 0 0 1 0 0 0 1 0" element="0 1 2""#,
        "",
    );
    let text = mistakes(&flat(
        "",
        &rigid,
        r#"<equality><flex flex="f"/></equality>"#,
    ));
    assert!(text.contains("\"f\" is rigid"), "{text}");
}

#[test]
fn names_of_flexes_are_found() {
    let second = r#"<flex name="g" dim="1" body="b0 b1" element="0 1"/>"#;
    let model = compile(&flat("", &(written(SQUARE, "") + second), ""));
    assert_eq!(model.flex.len(), 2);
    assert_eq!(model.flex.vertadr.rows(), [0, 4]);
    let text = mistakes(&flat("", &(written(SQUARE, "") + &written(SQUARE, "")), ""));
    assert!(text.contains("repeated flex 'f'"), "{text}");
}

#[test]
fn what_is_wrong_with_elements_is_said_at_the_attribute() {
    for (attrs, expected) in [
        (
            r#"dim="4" body="b0 b1 b2" element="0 1 2""#,
            "dim: must be 1, 2 or 3",
        ),
        (
            r#"dim="-1" body="b0 b1 b2" element="0 1 2""#,
            "dim: must be 1, 2 or 3",
        ),
        (
            r#"body="b0 b1 b2" element="0 1""#,
            "there must be 3 vertices per element",
        ),
        (
            r#"body="b0 b1 b2" element="0 1 3""#,
            "vertex 3 of element 0 is out of range, there are 3",
        ),
        (
            r#"body="b0 b1 b2" element="0 1 -2147483648""#,
            "out of range",
        ),
        (
            r#"body="b0 b1 b2" element="0 1 2 2 1 2""#,
            "element 1 has a repeated vertex",
        ),
        (r#"body="b0 b1" element="0 1 0""#, "too few vertices"),
        (r#"body="b0 b1 x" element="0 1 2""#, "unknown body 'x'"),
        (
            r#"body="b0 b1 b2" vertex="0 0 0 1 1 1" element="0 1 2""#,
            "one body, or one per vertex (2)",
        ),
        (
            r#"body="b0 b1 b2" vertex="0 0 0 1" element="0 1 2""#,
            "there must be three numbers",
        ),
        (
            r#"body="b0 b1 b2" element="0 1 2" material="m""#,
            "unknown material 'm'",
        ),
        (
            r#"body="b0 b1 b2" element="0 1 2" texcoord="0 1""#,
            "two texture coordinates",
        ),
        (
            r#"body="b0 b1 b2" element="0 1 2" texcoord="0 1" elemtexcoord="0 0 1""#,
            "index 1 is out of range, there are 1",
        ),
        (
            r#"body="b0 b1 b2" element="0 1 2" texcoord="0 1" elemtexcoord="0 0""#,
            "there must be 3 numbers",
        ),
    ] {
        let text = wrong(attrs, "");
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

#[test]
fn what_is_wrong_with_the_material_is_said_at_the_attribute() {
    for (children, expected) in [
        (
            r#"<edge stiffness="1"/>"#,
            "stiffness: edges are springs only in a flex of dim 1",
        ),
        (
            r#"<elasticity young="1" poisson=".5"/>"#,
            "poisson: must be in [0, 0.5)",
        ),
        (
            r#"<elasticity young="1" poisson="-.1"/>"#,
            "poisson: must be in [0, 0.5)",
        ),
        (
            r#"<elasticity young="1" elastic2d="bend"/>"#,
            "thickness: must be positive",
        ),
    ] {
        let text = wrong(SQUARE, children);
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let pinned = r#"dim="2" body="world b1 b2" element="0 1 2""#;
    let text = wrong(pinned, r#"<elasticity elastic2d="bend"/>"#);
    assert!(
        text.contains("bending needs vertices with three slide joints"),
        "{text}"
    );
    // several errors at once
    let text = wrong(
        r#"dim="2" body="b0 b1 b2" element="0 1 7""#,
        r#"<edge stiffness="1"/>"#,
    );
    assert!(
        text.contains("out of range") && text.contains("springs"),
        "{text}"
    );
}

#[test]
fn interpolated_flexes_that_the_reference_reads_beyond_are_refused() {
    // DIFFERENCE(flex-outside-arrays)
    let none = r#"<contact selfcollide="none"/>"#;
    let corners = r#"vertex="0 0 0 1 0 0 0 1 0" element="0 1 2""#;
    let eight = "b0 b1 b2 b3 b0 b1 b2 b3";
    for (attrs, children, expected) in [
        (
            format!(r#"body="b0 b0 b0" node="b1" {corners}"#),
            none,
            "8 or 27 nodes, not 1",
        ),
        (
            format!(r#"body="b0" node="{eight}" {corners}"#),
            none,
            "one body per vertex",
        ),
        (
            format!(r#"body="b0 b0 b0" node="{eight}" element="0 1 2""#),
            none,
            "needs vertex positions",
        ),
        (
            format!(r#"body="b0 b0 b0" node="{eight}" {corners}"#),
            "",
            "collide with itself",
        ),
        (
            format!(r#"body="b0 b0 b0" node="{eight}" {corners}"#),
            r#"<contact selfcollide="none" internal="true"/>"#,
            "internal collisions",
        ),
        (
            format!(r#"body="b0 b0 b0" node="{eight}" {corners}"#),
            r#"<contact selfcollide="none"/><elasticity young="1"/>"#,
            "at least 28 elements",
        ),
    ] {
        let text = wrong(&attrs, children);
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let loaded = flex(
        &format!(r#"body="b0 b0 b0" node="{eight}" {corners}"#),
        none,
    );
    assert_eq!((loaded.flex.interp[F], loaded.flex.nodenum[F]), (1, 8));

    let twice = r#"dim="3" body="b0 b1 b2 b4" element="0 1 2 3 0 1 2 3""#;
    assert!(wrong(twice, "").contains("near enough to the surface"));
    let inactive = r#"<contact activelayers="0"/>"#;
    let text = wrong(r#"dim="3" body="b0 b1 b2 b4" element="0 1 2 3""#, inactive);
    assert!(text.contains("activelayers"), "{text}");
}

#[test]
fn fused_bodies_and_dropped_materials_are_unknown() {
    // quirk flex-fused-body
    let fused = format!(
        r#"<mujoco><compiler fusestatic="true"/><worldbody><body name="s"><geom size=".1"/></body>
             <body name="b" pos="1 0 0">{SLIDES}<geom size=".1"/></body></worldbody>
           <deformable><flex dim="1" body="s b" element="0 1"/></deformable></mujoco>"#
    );
    assert!(mistakes(&fused).contains("unknown body 's'"));
    // quirk flex-discarded-material
    let head = r#"<compiler discardvisual="true"/><asset><material name="m"/></asset>"#;
    let text = mistakes(&flat(
        head,
        &written(&format!("{SQUARE} material=\"m\""), ""),
        "",
    ));
    assert!(text.contains("unknown material 'm'"), "{text}");
}

#[test]
fn beside_a_constraint_on_a_flex_no_tree_starts_asleep() {
    let head = r#"<option><flag sleep="enable"/></option>"#;
    let asleep = flat(
        head,
        &written(SQUARE, ""),
        r#"<equality><flex flex="f"/></equality>"#,
    );
    let asleep = asleep.replace(r#"<body name="b4""#, r#"<body name="b4" sleep="init""#);
    let text = mistakes(&asleep);
    assert!(
        text.contains("not supported in a model with trees that start asleep"),
        "{text}"
    );
}

#[test]
fn odd_numbers_end_in_a_model_or_in_an_error() {
    for (attrs, children) in [
        (r#"radius="inf""#, ""),
        (
            r#"radius="-1""#,
            r#"<contact activelayers="-2147483648" margin="inf"/>"#,
        ),
        (
            r#"group="2147483647""#,
            r#"<contact condim="-1" contype="-1"/>"#,
        ),
        (
            "",
            r#"<elasticity young="1e308" poisson=".4999999" thickness="1e308" elastic2d="both"/>"#,
        ),
        (
            "",
            r#"<elasticity young="1e-320" thickness="0" elastic2d="both"/>"#,
        ),
        ("", r#"<edge damping="-inf"/>"#),
    ] {
        let text = flat("", &written(&format!("{SQUARE} {attrs}"), children), "");
        let spec = synovia_mjcf::parse_str("model.xml", &text, &synovia_mjcf::NoFiles);
        let _ = spec.and_then(|spec| {
            synovia_compile::Compiler::new().document(&spec, &synovia_mjcf::NoFiles)
        });
    }
    // two vertices at the same place
    let flat = r#"dim="2" body="b0 b0 b1" vertex="0 0 0 0 0 0 0 0 0" element="0 1 2""#;
    let elastic = r#"<elasticity young="1" thickness=".1" elastic2d="stretch"/>"#;
    assert_eq!(flex(flat, elastic).flex.rigid[F], 0);
}
