//! Editing models.

use synovia::model::id::{ActuatorId, BodyId, GeomId};
use synovia::spec::{
    self, ActuatorRecord, Body, Frame, Geom, Joint, Lead, Obj, Rename, Site, Spec, Value,
};
use synovia::{Data, Loader, Model, Overwrite, Precision};

/// A ball on a slider.
fn slider(name: &str) -> Spec {
    let xml = format!(
        "<mujoco><default><default class='soft'><geom margin='.25'/></default></default>
           <worldbody><body name='{name}'><joint name='{name}j' type='slide'/><geom name='{name}g' size='.1'/></body></worldbody>
           <actuator><motor name='{name}a' joint='{name}j'/></actuator>
           <keyframe><key name='k' qpos='.5' ctrl='2'/></keyframe></mujoco>"
    );
    Loader::new()
        .string(&xml)
        .spec()
        .unwrap_or_else(|error| panic!("{error}"))
}

fn compile(spec: &Spec) -> Model {
    let compiled = Loader::new().compile(spec);
    compiled.unwrap_or_else(|error| panic!("{error}")).model
}

#[test]
fn what_is_built_is_what_is_read() {
    let mut built = Spec::new();
    let mut el = Body::default();
    el.name.set("b".to_owned());
    el.pos.set([1.0, 2.0, 3.0]);
    let body = built.add_body(Spec::WORLD, el).unwrap();
    let mut el = Frame::default();
    el.quat.set([0.0, 1.0, 0.0, 0.0]);
    let frame = built.add_to(body, el).unwrap();
    let mut geom = Geom::default();
    geom.size.set(Lead::new(&[0.1]));
    geom.pos.set([0.0, 0.5, 0.0]);
    built.add_to(frame, geom).unwrap();
    built.add_to(body, Joint::default()).unwrap();

    let read = Model::from_xml_str(
        "<mujoco><worldbody><body name='b' pos='1 2 3'><frame quat='0 1 0 0'><geom size='.1' pos='0 .5 0'/></frame>
         <joint/></body></worldbody></mujoco>",
    )
    .unwrap();
    let built = compile(&built);
    assert_eq!(built.geom.pos[GeomId(0)], read.geom.pos[GeomId(0)]);
    assert_eq!(built.body.inertia[BodyId(1)], read.body.inertia[BodyId(1)]);
    assert_eq!(built.nbuffer(), read.nbuffer());
}

#[test]
fn handles_outlive_what_is_deleted_around_them() {
    let mut spec = slider("a");
    let site = spec
        .add_to(spec.find::<Body>("a").unwrap(), Site::default())
        .unwrap();
    let other = spec.add_body(Spec::WORLD, Body::default()).unwrap();
    let mut geom = Geom::default();
    geom.size.set(Lead::new(&[0.3]));
    let kept = spec.add_to(other, geom).unwrap();
    spec.delete_body(spec.find("a").unwrap()).unwrap();

    assert_eq!(spec.ids::<Geom>(), [kept]);
    assert!(
        spec.ids::<ActuatorRecord>().is_empty(),
        "what acted on the joint is gone"
    );
    assert!(spec.get(site).is_some() && spec.ids::<Site>().is_empty());
    let model = compile(&spec);
    assert_eq!(
        (
            model.size.nbody,
            model.size.nu,
            model.geom.size[GeomId(0)][0]
        ),
        (2, 0, 0.3)
    );
    assert!(spec.delete_body(Spec::WORLD).is_err());
}

#[test]
fn what_is_deleted_can_be_deleted_again() {
    let mut spec = slider("a");
    let body = spec.find::<Body>("a").unwrap();
    let geom = spec.find::<Geom>("ag").unwrap();
    for _ in 0..3 {
        spec.delete_body(body).unwrap();
        spec.delete_from(geom).unwrap();
    }
    // elements added to a deleted body are deleted with it
    spec.add_to(body, Site::default()).unwrap();
    assert_eq!(
        (compile(&spec).size.nbody, compile(&spec).size.nsite),
        (1, 0)
    );
}

#[test]
fn a_model_is_attached_twice_under_two_names() {
    let mut parent = Spec::new();
    let mut el = Frame::default();
    el.pos.set([0.0, 0.0, 2.0]);
    let frame = parent.add_to(Spec::WORLD, el).unwrap();
    for prefix in ["l-", "r-"] {
        let names = Rename { prefix, suffix: "" };
        let mut child = slider("m");
        let (_, moved) = parent.attach_model(frame, &mut child, names).unwrap();
        assert!(moved.iter().any(|(obj, ..)| obj == Obj::Actuator));
    }
    let model = compile(&parent);
    assert_eq!((model.size.njnt, model.size.nu, model.size.nkey), (2, 2, 2));
    assert_eq!(model.body.pos[BodyId(1)].z, 2.0);
    // a keyframe has the state of its own part; the other part is in the reference configuration
    assert_eq!(model.key.qpos.row(0), [0.5, 0.0]);
    assert_eq!(model.key.qpos.row(1), [0.0, 0.5]);
    assert!(parent.find::<Geom>("r-mg").is_some());
}

#[test]
fn a_frame_takes_along_only_what_stands_in_it() {
    let xml = "<mujoco><worldbody><geom name='out' size='1'/><frame name='f' pos='1 0 0'><geom name='in' size='1'/>
        <frame><body name='b'><geom size='1'/></body></frame></frame></worldbody></mujoco>";
    let mut child = Loader::new().string(xml).spec().unwrap();
    let mut parent = Spec::new();
    let frame = child.find::<Frame>("f").unwrap();
    let names = Rename {
        prefix: "p-",
        suffix: "-s",
    };
    parent
        .attach_frame(Spec::WORLD, &mut child, frame, names)
        .unwrap();
    let model = compile(&parent);
    assert_eq!((model.size.ngeom, model.size.nbody), (2, 2));
    assert!(parent.find::<Geom>("p-in-s").is_some() && parent.find::<Geom>("p-out-s").is_none());
    assert_eq!(
        (model.geom.pos[GeomId(0)].x, model.body.pos[BodyId(1)].x),
        (1.0, 1.0)
    );
}

#[test]
fn a_state_survives_a_change_of_the_model() {
    let mut spec = slider("a");
    let first = Loader::new().compile(&spec).unwrap();
    let mut data = Data::new(&first.model);
    data.state.qpos[0] = 0.75;
    data.state.ctrl[ActuatorId(0)] = 3.0;
    data.state.time = 1.5;

    // a new body before the old one
    let body = spec.add_body(Spec::WORLD, Body::default()).unwrap();
    let mut geom = Geom::default();
    geom.size.set(Lead::new(&[0.1]));
    spec.add_to(body, geom).unwrap();
    spec.add_to(body, Joint::default()).unwrap();
    let second = Loader::new().compile(&spec).unwrap();
    let data = second.resume(&first, &data);
    assert_eq!(second.model.size.njnt, 2);
    assert_eq!((data.state.qpos[0], data.state.qpos[1]), (0.75, 0.0));
    assert_eq!(
        (data.state.ctrl[ActuatorId(0)], data.state.time),
        (3.0, 1.5)
    );
}

#[test]
fn values_have_the_names_of_the_reference() {
    let mut spec = slider("a");
    let geom = spec.find::<Geom>("ag").unwrap().index();
    let size = spec.read_member(Obj::Geom, geom, "size").unwrap();
    assert_eq!(size, Value::Reals(vec![0.1, 0.0, 0.0]));
    spec.write_member(Obj::Geom, geom, "condim", Value::Int(4))
        .unwrap();
    spec.write_member(
        Obj::Geom,
        geom,
        "rgba",
        Value::Reals(vec![1.0, 0.0, 0.0, 1.0]),
    )
    .unwrap();
    assert!(
        spec.write_member(Obj::Geom, geom, "pos", Value::Reals(vec![1.0]))
            .is_err()
    );
    assert!(
        spec.write_member(Obj::Geom, geom, "vel", Value::Int(0))
            .is_err()
    );
    let model = compile(&spec);
    assert_eq!(
        (model.geom.condim[GeomId(0)], model.geom.rgba[GeomId(0)]),
        (4, [1.0, 0.0, 0.0, 1.0])
    );
}

#[test]
fn a_mistake_names_the_element_that_a_program_made() {
    let mut spec = Spec::new();
    let mut geom = Geom::default();
    geom.name.set("flat".to_owned());
    let id = spec.add_to(Spec::WORLD, geom).unwrap();
    spec.write_member(
        Obj::Geom,
        id.index(),
        "info",
        Value::Text("line 7".to_owned()),
    )
    .unwrap();
    let error = Loader::new().compile(&spec).unwrap_err();
    let text = spec::explain(&spec, &error);
    assert!(
        text.starts_with("Error: size 0 must be positive in geom"),
        "{text}"
    );
    assert!(
        text.ends_with("Element name 'flat', id 0, line 7"),
        "{text}"
    );
}

#[test]
fn classes_are_made_used_and_deleted() {
    let mut spec = slider("a");
    let (soft, ..) = spec
        .class_list()
        .into_iter()
        .find(|(_, name, _)| name == "soft")
        .unwrap();
    let harder = spec.add_class("harder", soft).unwrap();
    assert!(spec.add_class("harder", 0).is_err());
    spec.class_member(harder, Obj::Geom, "condim", &mut |slot| {
        slot.write(Value::Int(6)).unwrap();
    });
    let mut geom = Geom::default();
    geom.class.set("harder".to_owned());
    geom.size.set(Lead::new(&[0.1]));
    spec.add_to(Spec::WORLD, geom).unwrap();
    let model = compile(&spec);
    assert_eq!(
        (model.geom.condim[GeomId(0)], model.geom.margin[GeomId(0)]),
        (6, 0.25)
    );
    spec.delete_class(soft).unwrap();
    assert_eq!(spec.class_list().len(), 1);
    assert!(spec.delete_class(0).is_err());
}

#[test]
fn a_saved_file_has_the_text() {
    let xml = "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>";
    let spec = Loader::new().string(xml).spec().unwrap();
    let path = std::env::temp_dir().join(format!("synovia-saved-{}.xml", std::process::id()));
    let compiled = Loader::new().compile(&spec).unwrap();
    compiled.save(&path, Overwrite::Nothing).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(text, compiled.to_xml(Precision::Exact).unwrap());
    let nowhere = compiled.save("/proc/no/such/folder/a.xml", Overwrite::Nothing);
    assert!(nowhere.is_err());
}
