//! The cause of an error is reported, and errors that follow from it are not.

use synovia::{Error, Model};

/// The messages of all errors in a body with this content.
fn mistakes(inside: &str) -> Vec<String> {
    let xml =
        format!("<mujoco><worldbody><body name='b'><joint/>{inside}</body></worldbody></mujoco>");
    match Model::from_xml_str(&xml) {
        Ok(_) => Vec::new(),
        Err(Error::Load(errors)) => {
            let mut messages = Vec::new();
            for error in &errors.list {
                messages.push(error.message());
            }
            messages
        }
        Err(error) => vec![error.to_string()],
    }
}

#[test]
fn a_mistake_is_reported_without_what_follows_from_it() {
    let cases = [
        (
            "<geom type='mesh' mesh='nope'/>",
            "geom: unknown mesh 'nope'",
        ),
        (
            "<geom type='mesh'/>",
            "geom: a mesh needs the attribute mesh",
        ),
        (
            "<geom type='box' mesh='nope'/>",
            "geom: unknown mesh 'nope'",
        ),
        (
            "<geom type='box' size='-1 1 1'/>",
            "size 0 must be positive in geom",
        ),
        ("<geom size='0'/>", "size 0 must be positive in geom"),
        (
            "<geom type='box' size='nan 1 1'/>",
            "geom size: not a number",
        ),
        (
            "<geom type='capsule' size='1' fromto='0 0 0 0 0 0'/>",
            "geom fromto: the points are too close, expected two different points",
        ),
        (
            "<geom size='1' mass='-1'/>",
            "geom: mass, inertia and density must not be negative",
        ),
        (
            "<geom size='1' density='-1'/>",
            "geom: mass, inertia and density must not be negative",
        ),
        (
            "<inertial pos='0 0 0' mass='1' fullinertia='1 1 -1 0 0 0'/>",
            "inertial fullinertia: a principal inertia is zero or negative, expected a positive definite matrix",
        ),
        // the mass of a static child is added to the body
        (
            "<body><body><geom size='-1'/></body></body>",
            "size 0 must be positive in geom",
        ),
    ];
    for (inside, cause) in cases {
        assert_eq!(mistakes(inside), [cause], "{inside}");
    }
}

#[test]
fn mistakes_that_do_not_follow_from_each_other_are_all_reported() {
    let light = |name: &str| {
        format!(
            "body \"{name}\" has joints but no mass; mass and each principal inertia must be at least 1e-15 (mjMINVAL); add a geom, <inertial>, or a static child with mass"
        )
    };
    assert_eq!(mistakes(""), [light("b")]);
    // a moving child needs its own mass, and so does its parent
    let child = "<body name='c'><joint/><geom size='-1'/></body>";
    assert_eq!(
        mistakes(child),
        [light("b"), "size 0 must be positive in geom".to_owned()]
    );
    assert_eq!(
        mistakes("<geom size='-1' material='m' condim='2'/>").len(),
        3
    );
}
