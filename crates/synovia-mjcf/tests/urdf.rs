//! URDF robots, read as documents.

use proptest::prelude::*;
use synovia_mjcf::attr::Orientation;
use synovia_mjcf::keyword::{AngleUnit, Bool, Limited};
use synovia_mjcf::spec::body::{Body, Node};
use synovia_mjcf::{Document, NoFiles, parse_str};
use synovia_model::enums::{GeomType, JointType};

const ROBOT: &str = r#"<robot name="crane">
  <material name="steel"><color rgba=".5 .5 .5 1"/></material>
  <link name="hook"><collision name="c"><geometry><sphere radius=".1"/></geometry></collision></link>
  <link name="base">
    <inertial><origin xyz="1 2 3"/><mass value="4"/><inertia ixx="1" iyy="2" izz="3" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><box size="2 4 6"/></geometry><material name="steel"/></visual>
    <collision><origin rpy="1 2 3"/><geometry><mesh filename="package://crane/base.stl" scale="2 2 2"/></geometry></collision>
  </link>
  <joint name="rope" type="prismatic">
    <parent link="base"/><child link="hook"/>
    <origin xyz="0 0 5" rpy=".1 .2 .3"/><axis xyz="0 0 -1"/>
    <limit lower="2" upper="1" effort="100"/><dynamics damping=".5" friction="2"/>
  </joint>
</robot>"#;

fn read(text: &str) -> Document {
    parse_str("robot.urdf", text, &NoFiles).unwrap_or_else(|errors| panic!("{errors}"))
}

fn mistakes(text: &str) -> Vec<String> {
    match parse_str("robot.urdf", text, &NoFiles) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.headlines().collect(),
    }
}

/// The bodies directly inside.
fn bodies(nodes: &[Node]) -> Vec<&Body> {
    let all = nodes.iter().filter_map(|node| match node {
        Node::Body(body) => Some(&**body),
        _ => None,
    });
    all.collect()
}

#[test]
fn links_and_joints_become_bodies_inside_bodies() {
    let spec = read(ROBOT);
    assert_eq!(spec.model.text(), "crane");
    let [base] = bodies(&spec.world.nodes)[..] else {
        panic!("one body in the world");
    };
    assert_eq!(base.name.text(), "base");
    let [hook] = bodies(&base.nodes)[..] else {
        panic!("one body in the base");
    };
    assert_eq!(hook.pos.get(), Some(&[0.0, 0.0, 5.0]));
    assert_eq!(hook.alt.get(), Some(&Orientation::Euler([0.1, 0.2, 0.3])));
    let Some(Node::Joint(rope)) = hook.nodes.first() else {
        panic!("the hook moves");
    };
    assert_eq!(rope.kind.get(), Some(&JointType::Slide));
    assert_eq!(rope.axis.get(), Some(&[0.0, 0.0, -1.0]));
    assert_eq!(rope.limited.get(), Some(&Limited::False));
    assert_eq!(rope.actuatorfrcrange.get(), Some(&[-100.0, 100.0]));
    assert_eq!(rope.damping.get(), Some(&0.5));
    assert_eq!(rope.frictionloss.get(), Some(&2.0));
}

#[test]
fn settings_are_those_of_robots_unless_written() {
    let spec = read(ROBOT);
    assert_eq!(spec.compiler.strippath.get(), Some(&Bool::True));
    assert_eq!(spec.compiler.fusestatic.get(), Some(&Bool::True));
    assert_eq!(spec.compiler.discardvisual.get(), Some(&Bool::True));
    assert_eq!(spec.compiler.angle.get(), Some(&AngleUnit::Radian));
    let other = "<robot><mujoco><compiler strippath='false' angle='degree' meshdir='m'/>\
                 <option timestep='0.1'/></mujoco></robot>";
    let spec = read(other);
    assert_eq!(spec.compiler.strippath.get(), Some(&Bool::False));
    assert_eq!(spec.compiler.angle.get(), Some(&AngleUnit::Radian));
    assert_eq!(spec.compiler.meshdir.text(), "m");
    assert_eq!(spec.option.timestep.get(), Some(&0.1));
}

#[test]
fn a_visual_that_is_left_out_still_lends_its_colour() {
    let spec = read(ROBOT);
    let base = bodies(&spec.world.nodes)[0];
    let geoms: Vec<_> = (base.nodes.iter())
        .filter_map(|node| match node {
            Node::Geom(geom) => Some(geom),
            _ => None,
        })
        .collect();
    assert_eq!(geoms.len(), 1);
    assert_eq!(geoms[0].kind.get(), Some(&GeomType::Mesh));
    assert_eq!(geoms[0].mesh.text(), "base");
    assert_eq!(geoms[0].rgba.get(), Some(&[0.5, 0.5, 0.5, 1.0]));
    assert_eq!(spec.meshes[0].file.text(), "package://crane/base.stl");
    assert_eq!(spec.meshes[0].scale.get(), Some(&[2.0; 3]));
}

#[test]
fn mistakes_point_into_the_file_and_are_reported_together() {
    let text = ROBOT
        .replace("child link=\"hook\"", "child link=\"hok\"")
        .replace("radius=\".1\"", "radius=\"wide\"")
        .replace("ixy=\"0\"", "");
    let found = mistakes(&text);
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(found[0].starts_with("robot.urdf:3:67: sphere radius: expected a number"));
    assert!(found[1].contains("robot.urdf:5:54") && found[1].contains("\"ixy\""));
    assert!(found[2].starts_with("robot.urdf:10:39: child link: unknown link 'hok'"));
    assert!(found[2].contains("did you mean \"hook\""), "{}", found[2]);
}

#[test]
fn links_in_a_circle_are_named_once_for_each_circle() {
    let joint = |parent: &str, child: &str| {
        format!(
            "<joint name='{child}' type='fixed'><parent link='{parent}'/><child link='{child}'/></joint>"
        )
    };
    let links: String = ["a", "b", "c", "d", "e"]
        .map(|name| format!("<link name='{name}'/>"))
        .concat();
    let text = format!(
        "<robot>{links}{}{}{}{}</robot>",
        joint("a", "b"),
        joint("b", "a"),
        joint("b", "c"),
        joint("d", "d")
    );
    let found = mistakes(&text);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].ends_with("form a cycle: a, b, a"), "{}", found[0]);
    assert!(found[1].ends_with("form a cycle: d, d"), "{}", found[1]);
}

#[test]
fn chains_are_as_long_as_the_nesting_of_files_at_most() {
    let chain = |n: usize| {
        let links = (0..n).map(|k| format!("<link name='l{k}'/>"));
        let joints = (1..n).map(|k| {
            let before = k - 1;
            format!("<joint name='j{k}' type='fixed'><parent link='l{before}'/><child link='l{k}'/></joint>")
        });
        let all: Vec<String> = links.chain(joints).collect();
        format!("<robot>{}</robot>", all.concat())
    };
    assert_eq!(bodies(&read(&chain(500)).world.nodes).len(), 1);
    assert!(mistakes(&chain(501))[0].contains("more than 500 links"));
    assert!(mistakes(&chain(20_000))[0].contains("more than 500 links"));
}

proptest! {
    #[test]
    fn damaged_robots_never_panic(at in 0..ROBOT.len(), len in 0usize..40, text in "[<>/a-z='\" 0-9.-]{0,12}") {
        let end = (at + len).min(ROBOT.len());
        let damaged = format!("{}{text}{}", &ROBOT[..at], &ROBOT[end..]);
        if let Err(errors) = parse_str("robot.urdf", &damaged, &NoFiles) {
            prop_assert!(!errors.to_string().is_empty());
        }
    }
}
