//! Memory limits: models whose short text requests too much.

use synovia_compile::Compiler;
use synovia_engine::plugin::Registry;
use synovia_mjcf::{NoFiles, parse_str};
use synovia_model::budget::DEFAULT_LIMIT;
use synovia_model::id::GeomId;

/// The message with which a model is refused; empty if it is accepted.
fn refusal(inner: &str) -> String {
    let spec = parse_str("m.xml", &format!("<mujoco>{inner}</mujoco>"), &NoFiles);
    match spec.and_then(|spec| Compiler::new().document(&spec, &NoFiles)) {
        Ok(_) => String::new(),
        Err(errors) => errors.to_string(),
    }
}

const ARM: &str = r#"<worldbody><camera name="c" resolution="30000 30000"/>
    <body><joint name="j"/><geom name="g" size="1"/></body></worldbody>"#;

#[test]
fn sizes_that_would_fill_the_memory_are_refused() {
    for inner in [
        r#"<size nuserdata="2147483647"/>"#,
        r#"<size nuser_body="2147483647"/>"#,
        r#"<size nuser_geom="100000000"/><worldbody><geom size="1"/><geom size="1"/></worldbody>"#,
        r#"<asset><hfield name="h" nrow="20000" ncol="20000" size="1 1 1 1"/></asset>"#,
        &format!(r#"{ARM}<sensor><user dim="2147483647"/></sensor>"#),
        &format!(r#"{ARM}<sensor><rangefinder camera="c"/></sensor>"#),
        &format!(r#"{ARM}<sensor><contact geom1="g" num="2000000000"/></sensor>"#),
    ] {
        let message = refusal(inner);
        let limit = format!("a model may take {DEFAULT_LIMIT}");
        assert!(message.contains(&limit), "{inner}: {message}");
    }
    let many = r#"<actuator><general joint="j" dyntype="user" actdim="2147483647"/></actuator>"#;
    assert!(refusal(&format!("{ARM}{many}")).contains("actdim is too large"));
    assert_eq!(refusal(r#"<size nuserdata="1000"/>"#), "");
}

/// Models that request much with one number, in place of `@`, and the words in the message.
const ASKING: &[(&str, &str)] = &[
    (
        r#"<asset><texture name="t" type="2d" builtin="flat" width="@" height="@"/></asset>"#,
        "texture width",
    ),
    (
        r#"<asset><texture name="t" type="cube" builtin="checker" width="@"/></asset>"#,
        "texture width",
    ),
    (
        r#"<asset><hfield name="h" nrow="@" ncol="@" size="1 1 1 1"/></asset>"#,
        "hfield nrow",
    ),
    (
        r#"<asset><mesh name="m" builtin="supersphere" params="@ 1 1"/></asset>"#,
        "mesh params",
    ),
    (
        r#"<asset><mesh name="m" builtin="supertorus" params="@ .5 1 1"/></asset>"#,
        "mesh params",
    ),
    (
        r#"<asset><mesh name="m" builtin="wedge" params="@ @ 60 60 0"/></asset>"#,
        "mesh params",
    ),
    (
        r#"<asset><mesh name="m" builtin="plate" params="@ @"/></asset>"#,
        "mesh params",
    ),
    (
        r#"<worldbody><replicate count="@" offset="9 0 0"><body><freejoint/><geom size="1"/></body></replicate></worldbody>"#,
        "elements",
    ),
    (
        r#"<worldbody><replicate count="@"><site/></replicate></worldbody>"#,
        "elements",
    ),
    (
        r#"<worldbody><replicate count="@"><body><joint/><geom size="1"/></body></replicate></worldbody><keyframe><key qpos="1"/></keyframe>"#,
        "",
    ),
    (r#"<size nkey="@"/>"#, "size nkey"),
    (
        r#"<size nkey="@"/><worldbody><replicate count="500"><body><joint/><geom size="1"/></body></replicate></worldbody>"#,
        "",
    ),
    (r#"<size nuserdata="@"/>"#, "size nuserdata"),
    (
        r#"<size nuser_geom="@"/><worldbody><geom size="1"/><geom size="1"/></worldbody>"#,
        "size nuser_geom",
    ),
    (r#"<sensor><user dim="@"/></sensor>"#, "sensordata"),
    (
        r#"<worldbody><body><joint name="j"/><geom size="1"/></body></worldbody><sensor><jointpos joint="j" nsample="@"/></sensor>"#,
        "history",
    ),
    (
        r#"<worldbody><body name="b"><composite type="cable" curve="s" count="@ 1 1" size="1 0 0" offset="0 0 1" initial="none">
        <geom type="capsule" size=".001"/></composite></body></worldbody>"#,
        "",
    ),
    (
        r#"<worldbody><body name="b"><composite type="cable" curve="s" count="4 1 1" size="1 0 0" offset="0 0 1" initial="none">
        <geom type="box" size=".01 .01 .01"/><skin subgrid="@"/></composite></body></worldbody>"#,
        "composite subgrid",
    ),
    (
        r#"<worldbody><body name="b"><flexcomp name="f" dim="1" count="@ 1 1" spacing="1 1 1"/></body></worldbody>"#,
        "flexcomp \"f\" count",
    ),
    (
        r#"<worldbody><body name="b"><flexcomp name="f" dim="2" count="@ @ 1" spacing="1 1 1"/></body></worldbody>"#,
        "flexcomp \"f\" count",
    ),
    (
        r#"<worldbody><body name="b"><flexcomp name="f" dim="3" count="@ @ @" spacing="1 1 1" dof="trilinear"><contact selfcollide="none"/></flexcomp></body></worldbody>"#,
        "flexcomp \"f\" count",
    ),
    (
        r#"<worldbody><body name="b"><flexcomp name="f" dim="3" count="@ @ @" spacing="1 1 1" rigid="true"><contact selfcollide="none"/></flexcomp></body></worldbody>"#,
        "flexcomp \"f\" count",
    ),
    (
        r#"<worldbody><body name="b"><flexcomp name="f" type="box" dim="3" count="2 @ 2" spacing="1 1 1"/></body></worldbody>"#,
        "flexcomp \"f\" count",
    ),
];

#[test]
fn a_model_takes_at_most_twice_what_it_may_while_it_is_compiled() {
    const LIMIT: u64 = 16 << 20;
    let mut large = Vec::new();
    for (inner, named) in ASKING {
        let (mut n, mut refusals) = (4i64, 0);
        // one that fits, one that is just too large, and the largest possible
        while refusals < 2 {
            // without a size, as many contacts are addressed as the reference's arena would hold; no memory is allocated for them
            let xml = format!("<mujoco><size memory=\"1M\"/>{inner}</mujoco>");
            let xml = xml.replace('@', &n.to_string());
            let mut said = String::new();
            let used = allocation_counter::measure(|| {
                let doc = parse_str("m.xml", &xml, &NoFiles).unwrap();
                let compiler = Compiler::new().plugins(Registry::builtin());
                let made = compiler.memory_limit(LIMIT).document(&doc, &NoFiles);
                said = made.map_or_else(|errors| errors.to_string(), |_| String::new());
            });
            if used.bytes_max > 2 * LIMIT {
                large.push(format!("{} bytes: {n} of {inner}: {said}", used.bytes_max));
            }
            if refusals == 0 && said.contains("--memory-limit") {
                assert!(said.contains(named) && said.contains("16777216"), "{said}");
                refusals = 1;
                n = i64::from(i32::MAX);
            } else if refusals == 1 {
                // some numbers have a limit of their own
                assert!(!said.is_empty(), "{inner}");
                refusals = 2;
            } else {
                assert!(n < 100_000_000, "{inner}: {said}");
                n += n / 4;
            }
        }
    }
    assert!(large.is_empty(), "{large:#?}");
}

#[test]
fn delays_need_time_that_passes() {
    let sensor = r#"<sensor><jointpos joint="j" nsample="3"/></sensor>"#;
    let at = |step: &str| refusal(&format!("<option timestep=\"{step}\"/>{ARM}{sensor}"));
    assert!(at("0").contains("positive time step"));
    assert!(at("-1").contains("m.xml:1:27: option timestep"));
    assert_eq!(at("0.01"), "");
}

#[test]
fn a_capsule_that_points_down_is_turned_by_the_nearest_cosine() {
    let xml = r#"<mujoco><worldbody><geom type="capsule" size=".1" fromto="0 0 0 0 0 1"/></worldbody></mujoco>"#;
    let spec = parse_str("m.xml", xml, &NoFiles).unwrap();
    let model = Compiler::new().document(&spec, &NoFiles).unwrap().model;
    assert_eq!(
        model.geom.quat[GeomId(0)].to_array(),
        [6.123_233_995_736_766e-17, 1.0, 0.0, 0.0]
    );
}
