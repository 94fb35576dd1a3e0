//! Models built in code compile to the same model as the equivalent file.

use synovia::model::id::GeomId;
use synovia::spec::keyword::{Builtin, GainType, MeshBuiltin, TextureRole, TextureType};
use synovia::spec::{
    self, Actuator, Body, Camera, EditError, Equality, Exclude, Frame, Freejoint, Geom, Hfield,
    Inertial, Joint, Key, Light, Material, Mesh, Numeric, Obj, Pair, Sensor, Site, Spec, Tendon,
    Text, Texture, Tuple, Value,
};
use synovia::{Loader, Model, Precision};

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn compile(spec: &Spec) -> Result<Model, synovia::Error> {
    Ok(Loader::new().compile(spec)?.model)
}

/// All fields of a model, as bytes.
fn bytes(model: &Model) -> Vec<u8> {
    let mut model = model.clone();
    model.signature = 0;
    model.to_mjb()
}

fn read(xml: &str) -> Result<Model, synovia::Error> {
    compile(&Loader::new().string(xml).spec()?)
}

const CUBE: [[f32; 3]; 8] = [
    [-1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0],
    [-1.0, 1.0, 1.0],
    [1.0, 1.0, 1.0],
];

/// A model with one of nearly everything.
fn robot() -> Result<Spec, EditError> {
    let mut spec = Spec::new();
    assets(&mut spec)?;
    tree(&mut spec)?;
    relations(&mut spec)?;
    Ok(spec)
}

/// Classes and assets.
fn assets(spec: &mut Spec) -> Result<(), EditError> {
    spec.add_default("stiff", Spec::MAIN)?
        .joint(Joint::default().damping(2.0).stiffness(3.0))
        .geom(Geom::default().margin(0.25))
        .site(Site::default().group(3))
        .tendon(Tendon::default().damping(4.0))
        .pair(Pair::default().condim(4))
        .equality(&Equality::connect("").solref(0.1))
        .actuator(&Actuator::general("").ctrlrange([-2.0, 2.0]))?;
    spec.add(Mesh::hull("cube", CUBE))?;
    spec.add(Mesh::shape("half", MeshBuiltin::Hemisphere, [2.0]))?;
    let colours = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    spec.add(Texture::pattern(
        "squares",
        Builtin::Checker,
        colours,
        [4, 4],
    ))?;
    spec.add(
        Material::new("paint")
            .texture("squares")
            .specular(0.25)
            .layer(TextureRole::Normal, "squares"),
    )?;
    let heights = [0.0, 0.5, 0.25, 1.0, 0.0, 0.5];
    spec.add(Hfield::grid("hills", [1.0, 1.0, 0.5, 0.1], [2, 3], heights))?;
    Ok(())
}

/// The elements of the world.
fn tree(spec: &mut Spec) -> Result<(), EditError> {
    let mut world = spec.world();
    world.add(Geom::plane("floor", [0.0, 0.0, 1.0]).material("paint"))?;
    world.add(Geom::of_hfield("ground", "hills").pos([0.0, 0.0, -3.0]))?;
    world.add(
        Light::new("sun")
            .dir([0.0, 1.0, -1.0])
            .castshadow(false)
            .active(true),
    )?;
    world.add(
        Camera::new("eye")
            .pos([0.0, -1.0, 0.0])
            .xyaxes([1.0, 0.0, 0.0], [0.0, 0.0, 1.0])
            .fovy(30.0),
    )?;
    let base = world.add(
        Body::new("base")
            .pos([0.0, 0.0, 1.0])
            .euler([0.0, 0.0, 30.0])
            .gravcomp(0.5),
    )?;
    spec.body(base).add(Freejoint::new("root").align(false))?;
    spec.body(base)
        .add(Geom::of_mesh("hull", "cube").density(10.0).friction(0.5))?;
    let frame = spec.body(base).add(
        Frame::new("mount")
            .pos([2.0, 0.0, 0.0])
            .axisangle([0.0, 1.0, 0.0], 90.0),
    )?;
    let upper = Body::new("upper")
        .childclass("stiff")
        .with(
            Joint::hinge("shoulder")
                .axis([0.0, 1.0, 0.0])
                .range(-60.0..=60.0)
                .armature(0.1),
        )
        .with(Geom::capsule("bone", 0.1, 0.0).fromto([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]]))
        .with(Site::sphere("end", 0.02).pos([0.0, 0.0, 1.0]))
        .with(
            Body::new("lower")
                .pos([0.0, 0.0, 1.0])
                .zaxis([1.0, 0.0, 1.0])
                .with(Inertial::new(2.0, [0.1, 0.0, 0.0]).diaginertia([1.0, 2.0, 2.5]))
                .with(Joint::slide("piston").limited(true).range([0.0, 0.5]))
                .with(Geom::cuboid("block", [0.1, 0.2, 0.3]).rgba([0.0, 1.0, 0.0, 0.5]))
                .with(Site::cuboid("tip", [0.01, 0.02, 0.03])),
        );
    spec.frame(frame).add(upper)?;
    spec.world().add(
        Body::new("ball")
            .with(Joint::ball("spin"))
            .with(Geom::ellipsoid("egg", [0.1, 0.2, 0.3])),
    )?;
    Ok(())
}

/// The elements that refer to them.
fn relations(spec: &mut Spec) -> Result<(), EditError> {
    spec.add(Pair::between("bone", "egg").class("stiff"))?;
    spec.add(Exclude::between("base", "ball"))?;
    spec.add(
        Equality::connect("pin")
            .class("stiff")
            .body1("lower")
            .body2("ball")
            .anchor([0.0, 0.0, 0.1]),
    )?;
    spec.add(
        Equality::joint("follow")
            .joint1("shoulder")
            .joint2("piston")
            .polycoef([0.0, 2.0])
            .active(false),
    )?;
    spec.add(
        Tendon::spatial("cord")
            .class("stiff")
            .site("end")
            .geom_beside("egg2", "tip")
            .site("tip")
            .springlength(0.5),
    )?;
    spec.add(
        Tendon::fixed("sum")
            .joint("shoulder", 1.0)
            .joint("piston", -2.0),
    )?;
    spec.world()
        .add(Geom::sphere("egg2", 0.1).pos([3.0, 3.0, 3.0]))?;
    spec.add(
        Actuator::motor("m")
            .joint("shoulder")
            .gear(50.0)
            .class("stiff"),
    )?;
    spec.add(
        Actuator::position("p")
            .tendon("sum")
            .kp(10.0)
            .dampratio(1.0)
            .inheritrange(0),
    )?;
    spec.add(
        Actuator::muscle("bicep")
            .tendon("cord")
            .force(100.0)
            .lengthrange([0.5, 1.5]),
    )?;
    spec.add(Sensor::gyro("turn").site("tip").noise(0.1))?;
    spec.add(
        Sensor::framepos("where")
            .of("body", "lower")
            .against("site", "end"),
    )?;
    spec.add(Sensor::clock("time"))?;
    spec.add(Numeric::new("gains").data([1.0, 2.0]))?;
    spec.add(Text::new("note").data("built"))?;
    spec.add(Tuple::new("group").element("body", "base", 1.5))?;
    spec.add(Key::new("home").time(1.0).ctrl([0.1, 0.2, 0.3]))?;
    Ok(())
}

const ROBOT: &str = "<mujoco><default><default class='stiff'><joint damping='2' stiffness='3'/><geom margin='.25'/><site group='3'/>
    <tendon damping='4'/><pair condim='4'/><equality solref='.1'/><general ctrlrange='-2 2'/></default></default>
  <asset><mesh name='cube' vertex='-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1'/>
    <mesh name='half' builtin='hemisphere' params='2'/>
    <texture name='squares' type='2d' builtin='checker' rgb1='1 0 0' rgb2='0 1 0' width='4' height='4'/>
    <material name='paint' specular='.25'><layer role='rgb' texture='squares'/><layer role='normal' texture='squares'/></material>
    <hfield name='hills' size='1 1 .5 .1' nrow='2' ncol='3' elevation='1 0 .5 0 .5 .25'/></asset>
  <worldbody><geom name='floor' type='plane' size='0 0 1' material='paint'/><geom name='ground' type='hfield' hfield='hills' pos='0 0 -3'/>
    <light name='sun' dir='0 1 -1' castshadow='false' active='true'/>
    <camera name='eye' pos='0 -1 0' xyaxes='1 0 0 0 0 1' fovy='30'/>
    <body name='base' pos='0 0 1' euler='0 0 30' gravcomp='.5'><freejoint name='root' align='false'/>
      <geom name='hull' type='mesh' mesh='cube' density='10' friction='.5'/>
      <frame name='mount' pos='2 0 0' axisangle='0 1 0 90'><body name='upper' childclass='stiff'>
        <joint name='shoulder' axis='0 1 0' range='-60 60' armature='.1'/><geom name='bone' type='capsule' size='.1' fromto='0 0 0 0 0 1'/>
        <site name='end' size='.02' pos='0 0 1'/>
        <body name='lower' pos='0 0 1' zaxis='1 0 1'><inertial mass='2' pos='.1 0 0' diaginertia='1 2 2.5'/>
          <joint name='piston' type='slide' limited='true' range='0 .5'/><geom name='block' type='box' size='.1 .2 .3' rgba='0 1 0 .5'/>
          <site name='tip' type='box' size='.01 .02 .03'/></body></body></frame></body>
    <body name='ball'><joint name='spin' type='ball'/><geom name='egg' type='ellipsoid' size='.1 .2 .3'/></body>
    <geom name='egg2' size='.1' pos='3 3 3'/></worldbody>
  <contact><pair geom1='bone' geom2='egg' class='stiff'/><exclude body1='base' body2='ball'/></contact>
  <equality><connect name='pin' class='stiff' body1='lower' body2='ball' anchor='0 0 .1'/>
    <joint name='follow' joint1='shoulder' joint2='piston' polycoef='0 2' active='false'/></equality>
  <tendon><spatial name='cord' class='stiff' springlength='.5'><site site='end'/><geom geom='egg2' sidesite='tip'/><site site='tip'/></spatial>
    <fixed name='sum'><joint joint='shoulder' coef='1'/><joint joint='piston' coef='-2'/></fixed></tendon>
  <actuator><motor name='m' joint='shoulder' gear='50' class='stiff'/><position name='p' tendon='sum' kp='10' dampratio='1'/>
    <muscle name='bicep' tendon='cord' force='100' lengthrange='.5 1.5'/></actuator>
  <sensor><gyro name='turn' site='tip' noise='.1'/><framepos name='where' objtype='body' objname='lower' reftype='site' refname='end'/>
    <clock name='time'/></sensor>
  <custom><numeric name='gains' data='1 2'/><text name='note' data='built'/>
    <tuple name='group'><element objtype='body' objname='base' prm='1.5'/></tuple></custom>
  <keyframe><key name='home' time='1' ctrl='.1 .2 .3'/></keyframe></mujoco>";

#[test]
fn a_robot_in_code_is_the_robot_in_a_file_byte_for_byte() -> Outcome {
    let (built, read) = (compile(&robot()?)?, read(ROBOT)?);
    assert_eq!(built.size.nbody, read.size.nbody);
    assert_eq!(built.body.pos.rows(), read.body.pos.rows());
    assert_eq!(built.geom.margin.rows(), read.geom.margin.rows());
    assert_eq!(
        built.actuator.ctrlrange.rows(),
        read.actuator.ctrlrange.rows()
    );
    assert!(bytes(&built) == bytes(&read));
    Ok(())
}

#[test]
fn what_is_compiled_twice_or_copied_is_the_same() -> Outcome {
    let spec = robot()?;
    let first = bytes(&compile(&spec)?);
    assert!(first == bytes(&compile(&spec)?));
    assert!(first == bytes(&compile(&spec.clone())?));
    assert!(first == bytes(&Loader::new().compile(spec)?.model));
    Ok(())
}

#[test]
fn names_and_user_data_are_read_back() -> Outcome {
    let mut spec = Spec::new();
    let numbers: Vec<f64> = (0..10).map(f64::from).collect();
    let id = spec.world().add(Site::new("here").user(&numbers))?;
    let site = spec.get(id).ok_or("gone")?;
    assert_eq!(
        (site.name.text(), site.user.get()),
        ("here", Some(&numbers))
    );
    assert_eq!(spec.named::<Site>("here")?, id);
    assert_eq!(
        spec.named::<Site>("there"),
        Err(EditError::NoName("site", "there".to_owned()))
    );
    Ok(())
}

#[test]
fn the_tree_is_walked_in_the_order_of_the_model() -> Outcome {
    let mut spec = Spec::new();
    let trunk = Body::new("trunk")
        .with(Site::new("a"))
        .with(Body::new("branch").with(Site::new("d")))
        .with(Geom::sphere("g1", 1.0))
        .with(Site::new("b"))
        .with(Geom::sphere("g2", 1.0))
        .with(Frame::new("f").with(Site::new("c")));
    let trunk = spec.world().add(trunk)?;
    let bush = spec.world().add(Body::new("bush").with(Site::new("e")))?;
    let branch = spec.named::<Body>("branch")?;

    let names = |ids: Vec<spec::Id<Site>>| -> String {
        let name = |id| spec.get(id).map_or("?", |site: &Site| site.name.text());
        ids.into_iter().map(name).collect()
    };
    assert_eq!(names(spec.ids()), "abcde");
    assert_eq!(names(spec.carried(trunk).to_vec()), "abc");
    assert_eq!(names(spec.below(trunk)), "abcd");
    assert_eq!(names(spec.below(Spec::WORLD)), "abcde");
    assert!(spec.below::<Camera>(trunk).is_empty() && spec.ids::<Light>().is_empty());
    assert_eq!(spec.children(Spec::WORLD), [trunk, bush]);
    assert_eq!(
        spec.subtree(Spec::WORLD),
        [Spec::WORLD, trunk, branch, bush]
    );
    assert_eq!(
        (spec.parent(branch), spec.parent(Spec::WORLD)),
        (Some(trunk), None)
    );
    let inner = spec.named::<Site>("c")?;
    assert_eq!(spec.body_of(inner), Some(trunk));
    assert_eq!(spec.frame_of(inner), spec.find::<Frame>("f"));
    let listed: Vec<&str> = spec
        .iter::<Geom>()
        .map(|(_, geom)| geom.name.text())
        .collect();
    assert_eq!(listed, ["g1", "g2"]);

    let model = compile(&spec)?;
    for (k, (_, site)) in spec.iter::<Site>().enumerate() {
        let kind = synovia::model::ObjType::Site;
        assert_eq!(model.id_of(kind, site.name.text()), Some(k));
    }
    Ok(())
}

#[test]
fn what_names_no_class_has_that_of_the_body_around_it() -> Outcome {
    let xml = "<mujoco><default><default class='a'><geom size='.1'/></default><default class='b'><geom size='.2'/></default></default>
        <worldbody><frame name='f0'/><body name='x' childclass='a'><body name='y'/><frame name='f'/>
        <frame name='g' childclass='b'><body name='z'/></frame></body><body name='w'/></worldbody></mujoco>";
    let mut spec = Loader::new().string(xml).spec()?;
    let mut childclass = |obj, index| match spec.read_member(obj, index, "childclass") {
        Ok(Value::Text(text)) => text,
        other => format!("{other:?}"),
    };
    // bodies read from a file, by handle: x y z w
    assert_eq!(
        [1, 2, 3, 4].map(|b| childclass(Obj::Body, b)),
        ["a", "a", "b", "main"]
    );
    assert_eq!(
        [0, 1, 2].map(|f| childclass(Obj::Frame, f)),
        ["main", "a", "b"]
    );

    let new = spec.body(spec.named("x")?).add(Body::new("new"))?;
    assert_eq!(spec.class_of_body(new), Some("a"));
    let geom = spec.body(new).add(Geom::default())?;
    assert_eq!(
        (
            spec.class_of(geom),
            spec.get(geom).map(|g| g.size.fill([0.0; 3])[0])
        ),
        (Some("a"), Some(0.1))
    );
    let inner = spec.frame(spec.named("g")?).add(Geom::default())?;
    assert_eq!(spec.edit(inner)?.size.fill([0.0; 3])[0], 0.2);
    // a class assigned later applies to elements created from then on
    spec.write_member(
        Obj::Body,
        new.index(),
        "childclass",
        Value::Text("b".to_owned()),
    )?;
    let later = spec.body(new).add(Geom::default())?;
    assert_eq!(spec.edit(later)?.size.fill([0.0; 3])[0], 0.2);
    let refused = spec.world().add(Geom::sphere("g", 1.0).class("c"));
    assert_eq!(refused, Err(EditError::NoClass("c".to_owned())));
    Ok(())
}

#[test]
fn a_free_joint_ignores_classes_and_a_joint_that_is_free_does_not() -> Outcome {
    let mut spec = Spec::new();
    spec.class_mut(Spec::MAIN)?
        .joint(Joint::default().damping(3.0));
    for name in ["a", "b"] {
        spec.world()
            .add(Body::new(name).with(Geom::sphere(name, 0.1)))?;
    }
    spec.body(spec.named("a")?).add(Freejoint::new("fa"))?;
    spec.body(spec.named("b")?).add(Joint::free("fb"))?;
    let model = compile(&spec)?;
    assert_eq!(
        (model.dof.damping.rows()[0], model.dof.damping.rows()[6]),
        (0.0, 3.0)
    );
    Ok(())
}

#[test]
fn what_cannot_be_added_leaves_the_model_as_it_was() -> Outcome {
    let mut spec = robot()?;
    let before = bytes(&compile(&spec)?);
    assert_eq!(
        spec.world().add(Joint::hinge("j")),
        Err(EditError::World("joint"))
    );
    let bad = Body::new("bad")
        .with(Geom::sphere("g", 1.0))
        .with(Geom::sphere("h", 1.0).class("none"));
    assert!(spec.world().add(bad).is_err());
    let bad = Frame::new("bad")
        .with(Body::new("inside").with(Geom::sphere("g", 1.0)))
        .with(Site::new("s").class("none"));
    assert!(spec.world().add(bad).is_err());
    assert!(spec.add(Sensor::new("smell", "s")).is_err());
    assert!(
        spec.add(
            Actuator::position("p2")
                .joint("shoulder")
                .kv(1.0)
                .dampratio(1.0)
        )
        .is_err()
    );
    assert!(before == bytes(&compile(&spec)?));
    Ok(())
}

#[test]
fn names_that_are_taken_are_found_when_the_model_is_compiled() -> Outcome {
    let mut spec = Spec::new();
    spec.world()
        .add(Body::new("b").with(Geom::sphere("g", 1.0)))?;
    compile(&spec)?;
    spec.add(Material::new("yellow"))?;
    spec.add(Material::new("yellow"))?;
    let error = Loader::new().compile(&spec).err().ok_or("compiled")?;
    assert!(spec::explain(&spec, &error).contains("yellow"), "{error}");
    Ok(())
}

#[test]
fn a_mesh_says_itself_that_it_is_hollow() -> Outcome {
    let mut spec = Spec::new();
    spec.add(Mesh::hull("m", CUBE))?;
    spec.world()
        .add(Geom::of_mesh("g", "m").shellinertia(true))?;
    let error = Loader::new().compile(&spec).err().ok_or("compiled")?;
    assert!(error.to_string().contains("mesh asset"), "{error}");
    Ok(())
}

#[test]
fn pixels_are_flipped_and_used_in_their_roles() -> Outcome {
    let mut spec = Spec::new();
    spec.add(Texture::pixels("h", [2, 2], 1, vec![1, 2, 3, 4]).hflip(true))?;
    let rows = vec![11, 12, 13, 21, 22, 23, 31, 32, 33, 41, 42, 43];
    spec.add(Texture::pixels("v", [2, 2], 3, rows).vflip(true))?;
    spec.add(
        Material::new("m")
            .layer(TextureRole::Rgb, "v")
            .layer(TextureRole::Orm, "h"),
    )?;
    spec.world().add(Geom::sphere("g", 1.0).material("m"))?;
    let compiled = Loader::new().compile(&spec)?;
    let texels = &compiled.model.texture.data;
    assert_eq!(texels.rows()[..4], [2, 1, 4, 3]);
    assert_eq!(
        texels.rows()[4..16],
        [31, 32, 33, 41, 42, 43, 11, 12, 13, 21, 22, 23]
    );
    // MJCF cannot represent pixels
    assert!(compiled.to_xml(Precision::Short).is_err());
    Ok(())
}

#[test]
fn a_pattern_is_painted_on_a_cube() -> Outcome {
    let mut spec = Spec::new();
    let colours = [[1.0; 3], [0.0; 3]];
    let cube = Texture::pattern("t", Builtin::Checker, colours, [30, 180]);
    spec.add(cube.kind(TextureType::Cube))?;
    spec.add(Material::new("floor").texture("t"))?;
    spec.world()
        .add(Geom::plane("p", [1.0, 1.0, 0.01]).material("floor"))?;
    let model = compile(&spec)?;
    assert_eq!(
        (model.size.ntex, model.texture.data.rows().len()),
        (1, 30 * 180 * 3)
    );
    Ok(())
}

#[test]
fn frames_may_be_nested_in_any_order() -> Outcome {
    let mut spec = Spec::new();
    let child = spec.world().add(Frame::new("child").pos([1.0, 0.0, 0.0]))?;
    let parent = spec
        .world()
        .add(Frame::new("parent").pos([0.0, 2.0, 0.0]))?;
    spec.frame(child).add(Geom::sphere("g", 1.0))?;
    spec.set_frame(child, Some(parent))?;
    assert_eq!(spec.set_frame(parent, Some(child)), Err(EditError::Frame));
    let copy = spec.clone();
    assert!(copy.find::<Frame>("child").is_some() && copy.find::<Frame>("parent").is_some());
    assert_eq!(
        compile(&copy)?.geom.pos[GeomId(0)].to_array(),
        [1.0, 2.0, 0.0]
    );
    Ok(())
}

#[test]
fn actuators_become_what_the_shortcuts_say() -> Outcome {
    let mut spec = Spec::new();
    let id = spec.add(
        Actuator::general("a")
            .joint("j")
            .gainprm([7.0, 8.0])
            .ctrlrange([0.0, 1.0]),
    )?;
    let record = spec.edit(id)?;
    record.to_velocity(3.0)?;
    assert_eq!(
        (record.gainprm[0], record.biasprm[..3].to_vec()),
        (3.0, vec![0.0, 0.0, -3.0])
    );
    record.to_intvelocity(4.0, 0.5)?;
    assert_eq!(record.biasprm[..3], [0.0, -4.0, -0.5]);
    record.to_damper(2.0)?;
    assert_eq!(
        (record.gaintype, record.gainprm[2]),
        (GainType::Affine, -2.0)
    );
    record.to_cylinder(0.1, 0.2, 0.3)?;
    assert_eq!(
        (record.dynprm[0], record.biasprm[0], record.gainprm[0]),
        (0.1, 0.2, 0.3)
    );
    record.to_motor()?;
    assert_eq!((record.gaintype, record.gainprm[0]), (GainType::Fixed, 1.0));
    record.to_muscle()?;
    assert_eq!((record.gainprm[0], record.gainprm[3]), (0.75, 200.0));
    record.to_adhesion(5.0)?;
    assert_eq!(record.gainprm[0], 5.0);
    assert!(record.to_adhesion(-5.0).is_err() && record.to_position(1.0, -1.0).is_err());
    assert_eq!(
        (record.name.text(), record.target.text(), record.ctrlrange),
        ("a", "j", [0.0, 1.0])
    );
    Ok(())
}

#[test]
fn every_constructor_of_a_sensor_names_a_sensor() {
    use synovia::model::SensorType;
    let some = [
        Sensor::touch("s"),
        Sensor::camprojection("s"),
        Sensor::jointactuatorfrc("s"),
        Sensor::tendonlimitfrc("s"),
        Sensor::frameangacc("s"),
        Sensor::subtreeangmom("s"),
        Sensor::insidesite("s"),
        Sensor::e_kinetic("s"),
        Sensor::tactile("s"),
        Sensor::contact("s"),
    ];
    for sensor in some {
        assert!(
            SensorType::from_keyword(&sensor.tag).is_some(),
            "{}",
            sensor.tag
        );
    }
}

#[test]
fn elements_are_deleted_by_their_handles() -> Outcome {
    let mut spec = robot()?;
    let cord = spec.named::<Tendon>("cord")?;
    spec.delete(spec.named::<spec::ActuatorRecord>("bicep")?)?;
    spec.delete(cord)?;
    spec.delete(spec.named::<Key>("home")?)?;
    spec.delete(spec.named::<Body>("upper")?)?;
    assert!(spec.delete(Spec::WORLD).is_err());
    let model = compile(&spec)?;
    let size = &model.size;
    assert_eq!(
        (size.nbody, size.ntendon, size.nu, size.nkey, size.neq),
        (3, 0, 0, 0, 0)
    );
    assert_eq!(size.njnt, 2);
    Ok(())
}
