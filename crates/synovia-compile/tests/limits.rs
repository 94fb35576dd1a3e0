//! What a few words of text may ask for.

use synovia_mjcf::{NoFiles, parse_str};

/// The message with which a model is refused; empty if it is not.
fn refusal(inner: &str) -> String {
    let spec = parse_str("m.xml", &format!("<mujoco>{inner}</mujoco>"), &NoFiles);
    match spec.and_then(|spec| synovia_compile::compile(&spec, &NoFiles)) {
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
        assert!(
            message.contains("more than 100000000"),
            "{inner}: {message}"
        );
    }
    let many = r#"<actuator><general joint="j" dyntype="user" actdim="2147483647"/></actuator>"#;
    assert!(refusal(&format!("{ARM}{many}")).contains("actdim is too large"));
    assert_eq!(refusal(r#"<size nuserdata="1000"/>"#), "");
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
    let model = synovia_compile::compile(&spec, &NoFiles).unwrap();
    assert_eq!(
        model.geom.quat[0].to_array(),
        [6.123_233_995_736_766e-17, 1.0, 0.0, 0.0]
    );
}
