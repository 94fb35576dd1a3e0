//! Combining models: the result is identical, byte for byte, to the same model in one file.

use synovia::model::ObjType;
use synovia::spec::{
    self, Actuator, ActuatorRecord, Body, Frame, Geom, Inertial, Joint, Mesh, Plugin, Rename,
    Sensor, Site, Spec,
};
use synovia::{Loader, Model};

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn bytes(mut model: Model) -> Vec<u8> {
    model.signature = 0;
    model.to_mjb()
}

fn compile(spec: &Spec) -> Result<Model, synovia::Error> {
    Ok(Loader::new().compile(spec)?.model)
}

fn read(xml: &str) -> Result<Spec, synovia::Error> {
    Loader::new().string(xml).spec()
}

/// Asserts that a spec compiles to the same model as a file.
fn same(spec: &Spec, xml: &str) -> Outcome {
    let (made, wanted) = (compile(spec)?, compile(&read(xml)?)?);
    assert_eq!(made.size.nbody, wanted.size.nbody);
    assert_eq!(made.body.pos.rows(), wanted.body.pos.rows());
    for k in 0..usize::try_from(wanted.size.nkey)? {
        assert_eq!(made.key.qpos.row(k), wanted.key.qpos.row(k));
    }
    assert!(bytes(made) == bytes(wanted));
    Ok(())
}

const NAMES: Rename<'_> = Rename {
    prefix: "a-",
    suffix: "-z",
};

fn prefixed(prefix: &str) -> Rename<'_> {
    Rename { prefix, suffix: "" }
}

/// A crane with everything that refers to it, and a cart that is not attached.
const CRANE: &str = "<mujoco model='crane'>
  <default><default class='rod'><geom type='cylinder' size='.05 .5'/></default></default>
  <custom><numeric name='load' data='7'/></custom>
  <asset><texture name='rust' type='2d' builtin='flat' rgb1='.5 .2 .1' width='8' height='8'/><material name='steel' texture='rust'/></asset>
  <worldbody>
    <frame name='outer' pos='0 0 1'><frame name='inner' euler='0 0 45'>
      <body name='jib'><joint name='slew'/><geom class='rod' material='steel'/><light mode='targetbody' target='hook'/>
        <site name='end' material='steel'/><body name='hook' pos='0 0 -1'/><body/></body></frame></frame>
    <body name='cart'><joint type='slide'/><geom size='.2'/></body>
    <frame name='spot' pos='.3 0 0' euler='0 90 0'/>
  </worldbody>
  <contact><exclude body1='jib' body2='hook'/></contact>
  <tendon><fixed name='cable'><joint joint='slew' coef='3'/></fixed></tendon>
  <actuator><position name='turn' joint='slew' timeconst='.02'/><position name='pull' tendon='cable' timeconst='.02'/></actuator>
  <sensor><framepos name='where' objtype='body' objname='jib'/><framepos name='cart' objtype='body' objname='cart'/></sensor>
  <keyframe><key name='up' time='2' qpos='.2 .4' act='1 2' ctrl='3 4'/></keyframe></mujoco>";

const SHIP: &str = "<mujoco model='ship'><default><default class='hull'><geom size='.4'/></default></default>
  <worldbody><body name='ship'><freejoint/><geom class='hull'/><frame name='deck' pos='0 0 .5' euler='0 90 0'/></body></worldbody>
  <keyframe><key name='afloat' time='1' qpos='1 2 3 1 0 0 0'/></keyframe></mujoco>";

/// A ship with a crane; `placed` is the tree of the crane at its place.
fn ship_with(placed: &str) -> String {
    format!(
        "<mujoco model='ship'><default><default class='hull'><geom size='.4'/></default><default class='a-main-z'>
      <default class='a-rod-z'><geom type='cylinder' size='.05 .5'/></default></default></default>
  <custom><numeric name='a-load-z' data='7'/></custom>
  <asset><texture name='a-rust-z' type='2d' builtin='flat' rgb1='.5 .2 .1' width='8' height='8'/>
    <material name='a-steel-z' texture='a-rust-z'/></asset>
  <worldbody><body name='ship'><freejoint/><geom class='hull'/>{placed}</body></worldbody>
  <contact><exclude body1='a-jib-z' body2='a-hook-z'/></contact>
  <tendon><fixed name='a-cable-z'><joint joint='a-slew-z' coef='3'/></fixed></tendon>
  <actuator><position name='a-turn-z' joint='a-slew-z' timeconst='.02'/><position name='a-pull-z' tendon='a-cable-z' timeconst='.02'/></actuator>
  <sensor><framepos name='a-where-z' objtype='body' objname='a-jib-z'/></sensor>
  <keyframe><key name='afloat' time='1' qpos='1 2 3 1 0 0 0 0'/>
    <key name='a-up-z' time='2' qpos='0 0 0 1 0 0 0 .2' act='1 2' ctrl='3 4'/></keyframe></mujoco>"
    )
}

const JIB: &str =
    "<body name='a-jib-z'><joint name='a-slew-z'/><geom class='a-rod-z' material='a-steel-z'/>
    <light mode='targetbody' target='a-hook-z'/><site name='a-end-z' material='a-steel-z'/>
    <body name='a-hook-z' pos='0 0 -1'/><body/></body>";

#[test]
fn a_body_brings_all_that_refers_to_it() -> Outcome {
    let (mut ship, mut crane) = (read(SHIP)?, read(CRANE)?);
    let (deck, jib) = (ship.named::<Frame>("deck")?, crane.named("jib")?);
    let (attached, _) = ship.frame(deck).attach_body(&mut crane, jib, NAMES)?;
    assert_eq!(ship.named("a-jib-z"), Ok(attached));
    assert!(ship.class("hull").is_some() && ship.class("a-rod-z").is_some());
    assert!(ship.find::<Frame>("deck").is_some());
    same(
        &ship,
        &ship_with(&format!(
            "<frame name='deck' pos='0 0 .5' euler='0 90 0'>{JIB}</frame>"
        )),
    )
}

#[test]
fn a_frame_brings_the_frames_inside_it() -> Outcome {
    let (mut ship, mut crane) = (read(SHIP)?, read(CRANE)?);
    let (body, outer) = (ship.named("ship")?, crane.named("outer")?);
    let (attached, _) = ship.body(body).attach_frame(&mut crane, outer, NAMES)?;
    assert_eq!(ship.named("a-outer-z"), Ok(attached));
    let placed = format!(
        "<frame name='deck' pos='0 0 .5' euler='0 90 0'/><frame name='a-outer-z' pos='0 0 1'><frame name='a-inner-z' euler='0 0 45'>{JIB}</frame></frame>"
    );
    same(&ship, &ship_with(&placed))
}

#[test]
fn a_model_attaches_a_copy_of_itself() -> Outcome {
    let mut crane = read(CRANE)?;
    let mut copy = crane.clone();
    let (spot, jib) = (crane.named("spot")?, copy.named("jib")?);
    crane.frame(spot).attach_body(&mut copy, jib, NAMES)?;
    let model = compile(&crane)?;
    let size = &model.size;
    assert_eq!(
        (size.nbody, size.njnt, size.nu, size.ntendon, size.nkey),
        (8, 3, 4, 2, 2)
    );
    assert_eq!(model.name_of(ObjType::Body, 5), Some("a-jib-z"));
    assert_eq!(model.key.qpos.row(0), [0.2, 0.4, 0.0]);
    assert_eq!(model.key.qpos.row(1), [0.0, 0.0, 0.2]);
    Ok(())
}

#[test]
fn a_model_that_was_compiled_is_attached() -> Outcome {
    let mut room = Spec::new();
    room.world().add(Geom::plane("floor", [0.0, 0.0, 0.05]))?;
    let mut ship = read(SHIP)?;
    compile(&ship)?;
    let body = ship.named("ship")?;
    room.world().attach_body(&mut ship, body, prefixed(""))?;
    assert_eq!(compile(&room)?.size.nq, 7);
    // the other model is unchanged
    assert_eq!(compile(&ship)?.size.nbody, 2);
    Ok(())
}

#[test]
fn a_body_takes_all_that_refers_to_it_away() -> Outcome {
    let mut crane = read(CRANE)?;
    let first = compile(&crane)?;
    assert_eq!(first.size.nbody, 5);
    crane.delete(crane.named::<Body>("jib")?)?;
    same(
        &crane,
        "<mujoco model='crane'><default><default class='rod'><geom type='cylinder' size='.05 .5'/></default></default>
      <custom><numeric name='load' data='7'/></custom>
      <asset><texture name='rust' type='2d' builtin='flat' rgb1='.5 .2 .1' width='8' height='8'/><material name='steel' texture='rust'/></asset>
      <worldbody><body name='cart'><joint type='slide'/><geom size='.2'/></body></worldbody>
      <sensor><framepos name='cart' objtype='body' objname='cart'/></sensor>
      <keyframe><key name='up' time='2' qpos='.4'/></keyframe></mujoco>",
    )
}

/// A ball on a slider, and a camera beside it.
fn ball() -> Result<Spec, spec::EditError> {
    let mut spec = Spec::new();
    spec.world().add(
        Body::new("ball")
            .with(Joint::slide(""))
            .with(Geom::sphere("", 0.1)),
    )?;
    spec.world().add(spec::Camera::default().pos([0.0; 3]))?;
    Ok(spec)
}

#[test]
fn bodies_frames_and_models_are_attached_at_a_site() -> Outcome {
    let parent = "<site name='s' pos='1 0 0' quat='0 1 0 0'/>";
    let placed = |inside: &str| {
        format!(
            "<mujoco><worldbody>{parent}<frame pos='1 0 0' quat='0 1 0 0'>{inside}</frame></worldbody></mujoco>"
        )
    };
    let ball_xml = "<body name='a-ball-z'><joint type='slide'/><geom size='.1'/></body>";
    for whole in [false, true] {
        let mut spec = read(&format!("<mujoco><worldbody>{parent}</worldbody></mujoco>"))?;
        let mut child = ball()?;
        let frame = spec.frame_at_site(spec.named::<Site>("s")?)?;
        if whole {
            spec.frame(frame).attach(&mut child, NAMES)?;
            same(&spec, &placed(&format!("{ball_xml}<camera/>")))?;
        } else {
            let body = child.named("ball")?;
            spec.frame(frame).attach_body(&mut child, body, NAMES)?;
            same(&spec, &placed(ball_xml))?;
        }
    }
    // a frame in the other model, to which its body is moved
    let mut spec = read(&format!("<mujoco><worldbody>{parent}</worldbody></mujoco>"))?;
    let mut child = ball()?;
    let inner = child.world().add(Frame::new("f"))?;
    child.set_frame_of_body(child.named("ball")?, Some(inner))?;
    let frame = spec.frame_at_site(spec.named::<Site>("s")?)?;
    spec.frame(frame).attach_frame(&mut child, inner, NAMES)?;
    same(&spec, &placed(ball_xml))
}

#[test]
fn a_model_is_attached_to_a_body_and_then_moved() -> Outcome {
    let mut spec = Spec::new();
    let body = spec.world().add(Body::new("b"))?;
    let mut child = ball()?;
    let (frame, _) = spec.body(body).attach(&mut child, NAMES)?;
    spec.edit(frame)?.pos.set([1.0, 2.0, 3.0]);
    assert_eq!(
        child.children(Spec::WORLD).len(),
        1,
        "the other model keeps its world"
    );
    same(
        &spec,
        "<mujoco><worldbody><body name='b'><frame pos='1 2 3'><body name='a-ball-z'><joint type='slide'/><geom size='.1'/></body>
         <camera/></frame></body></worldbody></mujoco>",
    )
}

#[test]
fn a_body_becomes_a_frame() -> Outcome {
    let mut spec = read(
        "<mujoco><worldbody><body name='b'><body name='c' pos='1 2 3' euler='0 90 0'><geom size='.1'/><camera pos='1 0 0'/>
         <body name='d'><joint type='slide'/><geom size='.1'/></body></body></body></worldbody></mujoco>",
    )?;
    let frame = spec.body_to_frame(spec.named("c")?)?;
    assert!(spec.find::<Body>("c").is_none());
    assert_eq!(spec.frame_of_body(spec.named("d")?), Some(frame));
    // Euler angles are not copied: the quirk body-to-frame-poses
    same(
        &spec,
        "<mujoco><worldbody><body name='b'><frame pos='1 2 3'><geom size='.1'/><camera pos='1 0 0'/>
         <body name='d'><joint type='slide'/><geom size='.1'/></body></frame></body></worldbody></mujoco>",
    )?;
    assert!(spec.body_to_frame(Spec::WORLD).is_err());
    Ok(())
}

#[test]
fn a_body_that_becomes_a_frame_passes_its_inertia_on() -> Outcome {
    let inertial = || Inertial::new(1.0, [0.0; 3]).diaginertia([1.0, 2.0, 2.5]);
    // to a body without inertia
    let mut spec = Spec::new();
    let parent = Body::new("p").with(Body::new("c").pos([0.0, 0.0, 2.0]).with(inertial()));
    spec.world().add(parent)?;
    spec.body_to_frame(spec.named("c")?)?;
    let model = compile(&spec)?;
    assert_eq!((model.size.nbody, model.body.mass.rows()[1]), (2, 1.0));
    assert_eq!(
        model.body.ipos[synovia::model::BodyId::new(1)].to_array(),
        [0.0, 0.0, 2.0]
    );

    // to a body with inertia: parallel axis theorem about the common centre, one metre from each
    let mut spec = Spec::new();
    let parent = Body::new("p")
        .with(inertial())
        .with(Body::new("c").pos([0.0, 0.0, 2.0]).with(inertial()));
    spec.world().add(parent)?;
    spec.body_to_frame(spec.named("c")?)?;
    let model = compile(&spec)?;
    let at = synovia::model::BodyId::new(1);
    assert_eq!(
        (model.body.mass[at], model.body.ipos[at].to_array()),
        (2.0, [0.0, 0.0, 1.0])
    );
    let mut moments = model.body.inertia[at].to_array();
    moments.sort_by(f64::total_cmp);
    for (found, wanted) in moments.into_iter().zip([4.0, 5.0, 6.0]) {
        assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
    }

    // masses inferred from geoms are still inferred, as in the reference
    let mut spec = Spec::new();
    let parent = Body::new("p").with(Geom::sphere("g", 0.1).mass(3.0)).with(
        Body::new("c")
            .with(inertial())
            .with(Geom::sphere("h", 0.1).mass(2.0)),
    );
    spec.world().add(parent)?;
    spec.body_to_frame(spec.named("c")?)?;
    assert_eq!(compile(&spec)?.body.mass[at], 5.0);
    Ok(())
}

#[test]
fn mocap_bodies_keep_their_part_of_keyframes() -> Outcome {
    let xml =
        "<mujoco><worldbody><body name='m' mocap='true' pos='1 1 1' quat='0 1 0 0'/></worldbody>
        <keyframe><key name='k' time='1' mpos='2 2 2' mquat='0 0 0 1'/></keyframe></mujoco>";
    let (mut spec, mut copy) = (read(xml)?, read(xml)?);
    let body = copy.named("m")?;
    spec.world().attach_body(&mut copy, body, NAMES)?;
    let model = compile(&spec)?;
    assert_eq!(model.key.mpos.row(0), [2.0, 2.0, 2.0, 1.0, 1.0, 1.0]);
    assert_eq!(model.key.mpos.row(1), [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
    assert_eq!(
        model.key.mquat.row(0),
        [0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0]
    );
    assert_eq!(
        model.key.mquat.row(1),
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    );
    Ok(())
}

/// A body on a slider with a keyframe.
fn slider(key: &str, size: f64) -> Result<Spec, spec::EditError> {
    let mut spec = Spec::new();
    spec.world().add(
        Body::new("b")
            .with(Joint::slide("j"))
            .with(Geom::sphere("g", size)),
    )?;
    spec.add(spec::Key::new(key).qpos([size]))?;
    Ok(spec)
}

#[test]
fn keyframes_pass_through_two_attachments() -> Outcome {
    let (mut parent, mut child, mut grandchild) =
        (slider("k", 1.0)?, slider("k", 2.0)?, slider("k", 3.0)?);
    let body = grandchild.named("b")?;
    child
        .body(child.named("b")?)
        .attach_body(&mut grandchild, body, prefixed("g-"))?;
    let body = child.named("b")?;
    parent
        .world()
        .attach_body(&mut child, body, prefixed("c-"))?;
    let model = compile(&parent)?;
    let found: Vec<_> = (0..3)
        .map(|k| {
            (
                model.name_of(ObjType::Key, k).unwrap_or(""),
                model.key.qpos.row(k).to_vec(),
            )
        })
        .collect();
    assert_eq!(found[0], ("k", vec![1.0, 0.0, 0.0]));
    assert!(found.contains(&("c-k", vec![0.0, 2.0, 0.0])), "{found:?}");
    assert!(found.contains(&("c-g-k", vec![0.0, 0.0, 3.0])), "{found:?}");
    Ok(())
}

#[test]
fn parts_are_attached_one_after_the_other_with_their_keyframes() -> Outcome {
    let mut child = read(
        "<mujoco><worldbody><body name='b1'><joint/><geom size='.1'/></body><body name='b2'><joint/><geom size='.1'/></body></worldbody>
         <keyframe><key name='home' qpos='1 2'/></keyframe></mujoco>",
    )?;
    let mut parent = Spec::new();
    let at = parent.world().add(Frame::new("f"))?;
    for (name, keys) in [("b1", 1), ("b2", 2)] {
        let body = child.named(name)?;
        parent
            .frame(at)
            .attach_body(&mut child, body, prefixed(&format!("{name}-")))?;
        assert_eq!(compile(&parent)?.size.nkey, keys);
    }
    let model = compile(&parent)?;
    assert_eq!(model.name_of(ObjType::Key, 0), Some("b1-home"));
    assert_eq!(model.name_of(ObjType::Key, 1), Some("b2-home"));
    assert_eq!(
        (model.key.qpos.row(0)[0], model.key.qpos.row(1)[1]),
        (1.0, 2.0)
    );
    Ok(())
}

#[test]
fn keyframes_of_the_parent_grow() -> Outcome {
    let (mut parent, mut child) = (slider("home", 1.0)?, Spec::new());
    child.world().add(
        Body::new("b")
            .with(Joint::hinge(""))
            .with(Geom::sphere("", 0.1)),
    )?;
    parent.world().attach(&mut child, prefixed("c-"))?;
    let model = compile(&parent)?;
    assert_eq!(
        (model.size.nkey, model.key.qpos.row(0)),
        (1, &[1.0, 0.0][..])
    );
    Ok(())
}

#[test]
fn each_model_keeps_its_units_and_its_sequence_of_angles() -> Outcome {
    let rotated = |angle: &str, euler: &str, range: &str, inside: &str| {
        read(&format!(
            "<mujoco><compiler angle='{angle}'/><worldbody><body name='b' euler='{euler} 0 0'><geom size='.1'/>
             <joint range='-{range} {range}'/><frame name='f' euler='{inside} 0 0'/></body></worldbody></mujoco>"
        ))
    };
    let quarter = "1.5707963267948966";
    let mut parent = rotated("degree", "0", "180", "90")?;
    let mut child = rotated(
        "radian",
        &format!("-{quarter}"),
        "3.141592653589793",
        quarter,
    )?;
    let mut grandchild = rotated("degree", "-90", "180", "0")?;
    let body = grandchild.named("b")?;
    let at = child.named::<Frame>("f")?;
    child
        .frame(at)
        .attach_body(&mut grandchild, body, prefixed("g-"))?;
    let body = child.named("b")?;
    let at = parent.named::<Frame>("f")?;
    parent
        .frame(at)
        .attach_body(&mut child, body, prefixed("c-"))?;
    let model = compile(&parent.clone())?;
    drop((child, grandchild));
    for range in model.joint.range.rows() {
        assert!(
            (range[0] + core::f64::consts::PI).abs() < 1e-15
                && (range[1] - core::f64::consts::PI).abs() < 1e-15
        );
    }
    for quat in model.body.quat.rows() {
        let [w, x, y, z] = <[f64; 4]>::from(*quat);
        assert!(
            (w - 1.0).abs() < 1e-15 && x.abs() + y.abs() + z.abs() < 1e-15,
            "{quat:?}"
        );
    }

    let mut child = read(
        "<mujoco><compiler eulerseq='zyx'/><worldbody><frame name='f'><site euler='0 90 180'/></frame></worldbody></mujoco>",
    )?;
    let alone = compile(&child)?;
    let frame = child.named("f")?;
    let mut parent = Spec::new();
    for suffix in ["-1", "-2"] {
        parent
            .world()
            .attach_frame(&mut child, frame, Rename { prefix: "", suffix })?;
    }
    let model = compile(&parent)?;
    assert_eq!(model.site.quat.rows(), [alone.site.quat.rows()[0]; 2]);
    Ok(())
}

#[test]
fn assets_are_attached_with_their_classes_and_under_the_names_of_their_files() -> Outcome {
    let cube =
        b"v -1 -1 1\nv 1 -1 1\nv -1 1 1\nv 1 1 1\nv -1 1 -1\nv 1 1 -1\nv -1 -1 -1\nv 1 -1 -1\n"
            .to_vec();
    let mut child = Spec::new();
    child
        .add_default("small", Spec::MAIN)?
        .mesh(Mesh::default().scale([0.5; 3]));
    child.add(Mesh::default().file("cube.obj").class("small"))?;
    let frame = child
        .world()
        .add(Frame::default().with(Geom::of_mesh("", "cube")))?;
    let mut parent = Spec::new();
    parent
        .world()
        .attach_frame(&mut child, frame, prefixed("_"))?;
    let model = Loader::new()
        .asset("cube.obj", cube)
        .compile(&parent)?
        .model;
    assert_eq!(
        (model.size.nmesh, model.name_of(ObjType::Mesh, 0)),
        (1, Some("_cube"))
    );
    assert_eq!(model.geom.size.rows()[0].to_array(), [0.5; 3]);
    assert_eq!(parent.class_names(), ["main", "_main", "_small"]);
    Ok(())
}

#[test]
fn classes_are_deleted_with_all_inside_them() -> Outcome {
    let mut spec = Spec::new();
    spec.add_default("outer", Spec::MAIN)?;
    spec.add_default("one", "outer")?;
    spec.add_default("two", "outer")?;
    assert!(
        spec.add_default("three", "nowhere").is_err() && spec.add_default("two", "outer").is_err()
    );
    let number =
        |spec: &Spec, name: &str| spec.class_list().into_iter().find(|class| class.1 == name);
    let (one, ..) = number(&spec, "one").ok_or("one")?;
    spec.delete_class(one)?;
    assert_eq!(spec.class_names(), ["main", "outer", "two"]);
    let (outer, ..) = number(&spec, "outer").ok_or("outer")?;
    spec.delete_class(outer)?;
    assert_eq!(spec.class_names(), ["main"]);
    assert!(spec.delete_class(0).is_err() && spec.class("main").is_some());
    Ok(())
}

#[test]
fn plugins_come_along_and_go_with_what_uses_them() -> Outcome {
    const PID: &str = "mujoco.pid";
    let mut child = Spec::new();
    child.declare_plugin(PID);
    child.world().add(Body::new("empty"))?;
    child.world().add(
        Body::new("b")
            .with(Joint::slide("j"))
            .with(Geom::sphere("g", 0.1)),
    )?;
    let pid = Plugin::new(PID).config("ki", "4").config("slewmax", "3");
    let actuator = child.add(Actuator::of_plugin("a", pid).joint("j").actdim(2))?;
    assert_eq!(
        (compile(&child)?.size.nplugin, compile(&child)?.size.nu),
        (1, 1)
    );

    let mut parent = Spec::new();
    for (name, prefix, count) in [("b", "one-", 1), ("b", "two-", 2), ("empty", "none-", 2)] {
        let body = child.named(name)?;
        parent
            .world()
            .attach_body(&mut child, body, prefixed(prefix))?;
        assert_eq!(compile(&parent)?.size.nplugin, count);
    }
    parent.delete(parent.named::<Body>("one-b")?)?;
    assert_eq!(compile(&parent)?.size.nplugin, 1);

    child.delete::<ActuatorRecord>(actuator)?;
    assert_eq!(
        (compile(&child)?.size.nplugin, compile(&child)?.size.nu),
        (0, 0)
    );
    Ok(())
}

#[test]
fn plugins_of_bodies_and_sensors_are_written_in_code() -> Outcome {
    let mut spec = Spec::new();
    spec.declare_plugin("mujoco.elasticity.cable");
    let body = Body::new("b")
        .with(Geom::cuboid("g", [1.0; 3]))
        .with(Plugin::new("mujoco.elasticity.cable"));
    spec.world().add(body)?;
    let model = compile(&spec)?;
    assert_eq!(
        (model.size.nplugin, model.body.plugin.rows()[1].index()),
        (1, 0)
    );

    let mut child = Spec::new();
    child.declare_plugin("mujoco.sensor.touch_grid");
    child.world().add(
        Body::new("b")
            .with(Geom::sphere("g", 0.1))
            .with(Site::sphere("pad", 0.001)),
    )?;
    let grid = Plugin::new("mujoco.sensor.touch_grid")
        .config("size", "8 12")
        .config("fov", "10 13");
    let grid = grid.config("gamma", "0").config("nchannel", "1");
    child.add(Sensor::of_plugin("touch", grid).of("site", "pad"))?;
    let body = child.named("b")?;
    let mut parent = Spec::new();
    parent
        .world()
        .attach_body(&mut child, body, prefixed("c-"))?;
    assert_eq!(compile(&parent)?.size.nplugin, 1);
    Ok(())
}
