//! Plugins defined by a program: what compiles, in which order, and which errors are reported where.

use std::sync::Arc;

use synovia_compile::{Compiled, Compiler};
use synovia_engine::Data;
use synovia_engine::plugin::{Capability, Config, ConfigError, Instance, Plugin, Registry};
use synovia_geom::sdf::Implicit;
use synovia_math::Vec3;
use synovia_mjcf::diag::FileError;
use synovia_mjcf::{Errors, Files, parse_str};
use synovia_model::enums::{ObjType, SensorType, Stage};
use synovia_model::{Model, PluginId, SensorId};

/// Has all capabilities except shapes; the sizes are set by its configuration.
struct Many;

struct Idle;

impl Instance for Idle {
    fn copy(&self) -> Box<dyn Instance> {
        Box::new(Self)
    }
}

fn count(model: &Model, at: PluginId, key: &str) -> Result<usize, ConfigError> {
    let number = Config::of(model, at).number(key)?.unwrap_or(1.0);
    if number < 0.0 {
        return Err(ConfigError::of(key, "must not be negative"));
    }
    Ok(number as usize)
}

impl Plugin for Many {
    fn name(&self) -> &'static str {
        "test.many"
    }
    fn attributes(&self) -> &[&str] {
        &["state", "outputs", "stiffness"]
    }
    fn capabilities(&self) -> Capability {
        Capability::PASSIVE | Capability::ACTUATOR | Capability::SENSOR
    }
    fn stage(&self) -> Stage {
        Stage::Vel
    }
    fn state_len(&self, model: &Model, at: PluginId) -> Result<usize, ConfigError> {
        count(model, at, "state")
    }
    fn sensor_len(&self, model: &Model, at: PluginId, s: SensorId) -> Result<usize, ConfigError> {
        // the object of a sensor is known when its length is queried
        assert_eq!(model.sensor.type_[s], SensorType::Plugin);
        assert_eq!(model.sensor.plugin[s], at);
        count(model, at, "outputs")
    }
    fn instance(&self, model: &Model, at: PluginId) -> Result<Box<dyn Instance>, ConfigError> {
        if Config::of(model, at).get("stiffness") == Some("none") {
            return Err(ConfigError::new("it bends too much"));
        }
        Config::of(model, at).number("stiffness")?;
        Ok(Box::new(Idle))
    }
}

/// A ball.
struct Round;

#[derive(Debug)]
struct Ball(f64);

impl Implicit for Ball {
    fn distance(&self, p: Vec3) -> f64 {
        p.norm() - self.0
    }
    fn aabb(&self) -> [f64; 6] {
        let half = 1.1 * self.0;
        [0.0, 0.0, 0.0, half, half, half]
    }
}

impl Plugin for Round {
    fn name(&self) -> &'static str {
        "test.round"
    }
    fn attributes(&self) -> &[&str] {
        &["radius"]
    }
    fn capabilities(&self) -> Capability {
        Capability::SDF
    }
    fn instance(&self, _: &Model, _: PluginId) -> Result<Box<dyn Instance>, ConfigError> {
        Ok(Box::new(Idle))
    }
    fn shape(&self, config: &Config<'_>) -> Result<Arc<dyn Implicit>, ConfigError> {
        Ok(Arc::new(Ball(config.number("radius")?.unwrap_or(1.0))))
    }
}

/// Has no keys.
struct Plain;

impl Plugin for Plain {
    fn name(&self) -> &'static str {
        "test.plain"
    }
    fn capabilities(&self) -> Capability {
        Capability::PASSIVE
    }
    fn instance(&self, _: &Model, _: PluginId) -> Result<Box<dyn Instance>, ConfigError> {
        Ok(Box::new(Idle))
    }
}

fn registry() -> Registry {
    let mut registry = Registry::builtin();
    for plugin in [
        Arc::new(Many) as Arc<dyn Plugin>,
        Arc::new(Round),
        Arc::new(Plain),
    ] {
        let added = registry.add(plugin);
        assert!(added.is_ok());
    }
    registry
}

/// A single file, `part.xml`.
struct Part<'a>(&'a str);

impl Files for Part<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        assert_eq!(path, "part.xml");
        Ok(self.0.as_bytes().to_vec())
    }
}

fn load_part(xml: &str, part: &str) -> Result<Model, Errors> {
    let files = Part(part);
    let spec = parse_str("m.xml", xml, &files)?;
    let compiler = Compiler::new().plugins(registry());
    compiler.document(&spec, &files).map(|made| made.model)
}

fn load(extension: &str, sections: &str, world: &str) -> Result<Model, Errors> {
    let xml =
        format!("<mujoco>\n{extension}\n{sections}\n<worldbody>\n{world}\n</worldbody>\n</mujoco>");
    load_part(&xml, "")
}

fn model(extension: &str, sections: &str, world: &str) -> Model {
    load(extension, sections, world).unwrap_or_else(|errors| panic!("{errors}"))
}

/// All errors, with every line of their excerpts.
fn refused(extension: &str, sections: &str, world: &str) -> String {
    match load(extension, sections, world) {
        Ok(_) => panic!("this should be refused:\n{extension}{sections}{world}"),
        Err(errors) => errors.to_string(),
    }
}

const DECLARED: &str = r#"<extension><plugin plugin="test.many"/><plugin plugin="test.round"/><plugin plugin="test.plain"/></extension>"#;

fn many(stiffness: &str) -> String {
    format!(r#"<plugin plugin="test.many"><config key="stiffness" value="{stiffness}"/></plugin>"#)
}

/// The stiffness of each instance.
fn stiffnesses(model: &Model) -> Vec<String> {
    let get = |at| {
        Config::of(model, at)
            .get("stiffness")
            .unwrap_or("")
            .to_owned()
    };
    model.plugin.ids().map(get).collect()
}

fn ids(column: &[PluginId]) -> Vec<i32> {
    column.iter().map(|id| id.0).collect()
}

#[test]
fn instances_stand_in_the_order_in_which_a_file_is_read() {
    let extension = r#"<extension>
        <plugin plugin="test.many"><instance name="shared"><config key="stiffness" value="1"/></instance></plugin>
        <plugin plugin="test.round"/>
      </extension>"#;
    let sections = r#"
      <actuator><plugin plugin="test.many" joint="j"><config key="stiffness" value="3"/></plugin></actuator>
      <sensor><plugin plugin="test.many"><config key="stiffness" value="4"/></plugin>
        <plugin instance="shared" objtype="body" objname="b"/></sensor>
      <asset><mesh name="ball"><plugin plugin="test.round"><config key="radius" value=".5"/></plugin></mesh></asset>"#;
    let world = format!(
        r#"<body name="b"><joint name="j"/>
             <geom type="sdf" mesh="ball"><plugin plugin="test.round"/></geom>
             {}<body><joint/><geom size=".1"/><plugin plugin="test.many" instance="shared"/></body>
           </body>"#,
        many("6")
    );
    let m = model(extension, sections, &world);
    // declared, mesh, actuator, sensor, geom, body
    assert_eq!(stiffnesses(&m), ["1", "", "3", "4", "", "6"]);
    assert_eq!(m.plugin.slot.rows(), [8, 9, 8, 8, 9, 8]);
    assert_eq!(m.plugin.named("shared"), Some(PluginId::new(0)));
    assert_eq!(ids(m.actuator.plugin.rows()), [2]);
    assert_eq!(ids(m.sensor.plugin.rows()), [3, 0]);
    assert_eq!(ids(m.geom.plugin.rows()), [4, -1]);
    assert_eq!(ids(m.body.plugin.rows()), [-1, 5, 0]);
    assert_eq!(m.plugin.attr.rows()[..5], *b"\0\x001\0.");
    assert_eq!(m.plugin.attradr.rows(), [0, 4, 7, 11, 15, 16]);
    assert_eq!(m.sensor.objtype.rows()[1], ObjType::Body);
    assert_eq!(m.sensor.needstage.rows(), [Stage::Vel; 2]);
    // the tables of plugins, row by row
    assert_eq!(m.plugins.len(), 6);
    let shape = |at: i32| {
        m.plugins
            .shape(PluginId(at))
            .map(|s| s.distance(Vec3::ZERO))
    };
    assert_eq!(
        [shape(0), shape(1), shape(4)],
        [None, Some(-0.5), Some(-1.0)]
    );
    Data::new(&m);
}

#[test]
fn plugins_say_how_many_numbers_there_are() {
    let extension = r#"<extension><plugin plugin="test.many">
        <instance name="a"><config key="state" value="3"/><config key="outputs" value="2"/></instance>
        <instance name="b"><config key="state" value="5"/></instance>
      </plugin></extension>"#;
    let sections = r#"<sensor><clock/><plugin instance="a"/><plugin instance="b"/><plugin instance="a"/></sensor>"#;
    let m = model(extension, sections, r#"<geom size="1"/>"#);
    assert_eq!(m.sensor.dim.rows(), [1, 2, 1, 2]);
    assert_eq!(m.sensor.adr.rows(), [0, 1, 3, 4]);
    assert_eq!(m.size.nsensordata, 6);
    assert_eq!(m.plugin.statenum.rows(), [3, 5]);
    assert_eq!(m.plugin.stateadr.rows(), [0, 3]);
    assert_eq!(m.size.npluginstate, 8);
    assert_eq!(Data::new(&m).state.plugin_state.rows().len(), 8);
}

#[test]
fn a_plugin_without_keys_has_one_byte() {
    let world = r#"<body><joint/><geom size="1"/><plugin plugin="test.plain"/></body>"#;
    let m = model(DECLARED, "", world);
    assert_eq!(m.plugin.attr.rows(), [0]);
}

#[test]
fn the_mesh_of_a_shape_keeps_the_frame_of_the_shape() {
    let sections =
        r#"<asset><mesh name="ball" vertex="0 0 0"><plugin plugin="test.round"/></mesh></asset>"#;
    let m = model(DECLARED, sections, r#"<geom type="sdf" mesh="ball"/>"#);
    assert_eq!(m.mesh.pos.rows(), [Vec3::ZERO]);
    assert!(m.mesh.vertnum.rows()[0] > 1000);
    for v in m.mesh.vert.rows() {
        let r = v.map(f64::from).iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!((r - 1.0).abs() < 1e-3, "{r}");
    }
}

#[test]
fn activations_of_a_plugin_are_what_the_actuator_says() {
    let actuator = |attrs: &str| {
        let sections =
            format!(r#"<actuator><plugin plugin="test.many" joint="j" {attrs}/></actuator>"#);
        let world = r#"<body><joint name="j"/><geom size="1"/></body>"#;
        let m = model(DECLARED, &sections, world);
        m.actuator.actnum.rows()[0]
    };
    assert_eq!(actuator(""), 0);
    assert_eq!(actuator(r#"actdim="4""#), 4);
    assert_eq!(actuator(r#"dyntype="filter""#), 1);
    assert_eq!(actuator(r#"dyntype="filter" actdim="0""#), 0);
    assert_eq!(actuator(r#"dyntype="filter" actdim="3""#), 3);
}

#[test]
fn copies_of_named_instances_are_renamed_and_those_of_actuators_are_their_own() {
    let extension = r#"<extension><plugin plugin="test.many">
        <instance name="i"><config key="stiffness" value="1"/></instance><instance name="unused"/>
      </plugin></extension>"#;
    let sections = r#"<actuator><plugin plugin="test.many" joint="j"><config key="stiffness" value="2"/></plugin></actuator>"#;
    let world = r#"<replicate count="2" offset="1 0 0">
        <body><joint name="j"/><geom size=".1"/><plugin instance="i"/></body></replicate>"#;
    let m = model(extension, sections, world);
    let name = |k: usize| m.plugin.name(PluginId::new(k)).unwrap_or("").to_owned();
    let names: Vec<_> = (0..m.plugin.len()).map(name).collect();
    assert_eq!(names, ["", "i0", "", "i1"]);
    assert_eq!(stiffnesses(&m), ["2", "1", "2", "1"]);
    assert_eq!(ids(m.body.plugin.rows()), [-1, 1, 3]);
    assert_eq!(ids(m.actuator.plugin.rows()), [0, 2]);
}

#[test]
fn an_instance_behind_a_replicate_is_still_there() {
    let extension =
        r#"<extension><plugin plugin="test.many"><instance name="i"/></plugin></extension>"#;
    let world = r#"<replicate count="2"><geom size=".1"/></replicate>
        <body><joint/><geom size=".1"/><plugin instance="i"/></body>"#;
    assert_eq!(ids(model(extension, "", world).body.plugin.rows()), [-1, 0]);
}

#[test]
fn bodies_inside_a_replicate_lose_the_plugin_that_is_inside_them_with_a_warning() {
    let xml = format!(
        r#"<mujoco>{DECLARED}<worldbody><replicate count="2"><body><joint/><geom size=".1"/>{}</body></replicate></worldbody></mujoco>"#,
        many("1")
    );
    let files = Part("");
    let spec = parse_str("m.xml", &xml, &files).unwrap();
    let compiler = Compiler::new().plugins(registry());
    let made = compiler.document(&spec, &files).unwrap();
    let Compiled {
        model: m, warnings, ..
    } = made;
    assert_eq!(m.size.nplugin, 0);
    assert_eq!(ids(m.body.plugin.rows()), [-1, -1, -1]);
    assert!(
        warnings[0]
            .headline(&spec.sources)
            .contains("inside a replicate")
    );
}

#[test]
fn what_an_attached_model_uses_comes_along_with_its_prefix() {
    let part = format!(
        r#"<mujoco model="part">
             <extension><plugin plugin="test.many"><instance name="i"/><instance name="unused"/></plugin>
               <plugin plugin="test.round"/></extension>
             <asset><mesh name="ball"><plugin plugin="test.round"/></mesh></asset>
             <actuator><plugin plugin="test.many" joint="j"><config key="stiffness" value="3"/></plugin></actuator>
             <worldbody><body name="b"><joint name="j"/><geom type="mesh" mesh="ball"/>{}
               <body><joint/><geom size=".1"/><plugin instance="i"/></body></body></worldbody>
           </mujoco>"#,
        many("2")
    );
    let xml = r#"<mujoco><asset><model name="part" file="part.xml"/></asset><worldbody>
        <attach model="part" body="b" prefix="x_"/>
        <frame pos="1 0 0"><attach model="part" body="b" prefix="y_"/></frame></worldbody></mujoco>"#;
    let m = load_part(xml, &part).unwrap_or_else(|errors| panic!("{errors}"));
    let name = |k: usize| m.plugin.name(PluginId::new(k)).unwrap_or("").to_owned();
    let names: Vec<_> = (0..m.plugin.len()).map(name).collect();
    // the instances of the tree, the mesh, the actuator, and named ones
    assert_eq!(names, ["", "", "", "x_i", "", "", "", "y_i"]);
    assert_eq!(stiffnesses(&m), ["2", "", "3", "", "2", "", "3", ""]);
    assert_eq!(ids(m.body.plugin.rows()), [-1, 0, 3, 4, 7]);
    assert_eq!(ids(m.actuator.plugin.rows()), [2, 6]);
}

#[test]
fn bodies_of_a_flexcomp_share_an_instance_with_the_body_that_has_the_pinned_points() {
    let sheet = |inside: &str, attributes: &str| {
        let world = format!(
            r#"<body name="h"><geom size=".1"/>
                 <flexcomp name="F" count="3 2 1" spacing=".1 .1 .1" dim="2" radius=".01" {attributes}>
                   <contact selfcollide="none"/>{inside}{}</flexcomp></body>"#,
            many("7")
        );
        let m = model(DECLARED, "", &world);
        assert_eq!(m.plugin.name(PluginId::new(0)), Some("flexcomp_F"));
        assert_eq!(stiffnesses(&m), ["7"]);
        ids(m.body.plugin.rows())
    };
    assert_eq!(sheet("", ""), [-1, -1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(sheet(r#"<pin id="1"/>"#, ""), [-1, 0, 0, 0, 0, 0, 0]);
    let trilinear = sheet("", r#"dof="trilinear""#);
    assert_eq!(trilinear[..2], [-1, 0]);
    assert!(trilinear[2..].iter().all(|&id| id == -1));
}

/// A body with a plugin.
fn body(plugin: &str) -> String {
    format!(r#"<body name="b"><joint/><geom size="1"/>{plugin}</body>"#)
}

/// A plugin with one key.
fn config(key: &str, value: &str) -> String {
    format!(r#"<plugin plugin="test.many"><config key="{key}" value="{value}"/></plugin>"#)
}

/// Documents that are refused: extension, world, and the expected words of the report.
fn assert_refused(cases: &[(&str, String, &[&str])]) {
    let mut wrong = Vec::new();
    for (extension, world, expected) in cases {
        let shown = refused(extension, "", world);
        for text in expected.iter().filter(|text| !shown.contains(**text)) {
            wrong.push(format!("{text} is not in\n{shown}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_that_are_wrong_are_pointed_at() {
    let instance =
        r#"<extension><plugin plugin="test.many"><instance name="shared"/></plugin></extension>"#;
    let twice = r#"<extension><plugin plugin="test.many"><instance name="i"/><instance name="i"/></plugin></extension>"#;
    let key_twice = r#"<plugin plugin="test.many"><config key="state" value="1"/><config key="state" value="2"/></plugin>"#;
    let cases: [(&str, String, &[&str]); 10] = [
        (
            r#"<extension><plugin plugin="test.mani"/></extension>"#,
            String::new(),
            &[
                "m.xml:2:28: plugin: plugin \"test.mani\" not found, expected one of mujoco.pid,",
                "did you mean \"test.many\"",
            ],
        ),
        (
            "",
            body(&many("1")),
            &["m.xml:5:56: plugin plugin: plugin \"test.many\" is not declared"],
        ),
        (
            DECLARED,
            body(r#"<plugin plugin="test.mayn"/>"#),
            &["unknown plugin \"test.mayn\"", "did you mean \"test.many\""],
        ),
        (
            DECLARED,
            body("<plugin/>"),
            &["neither plugin nor instance is set"],
        ),
        (
            DECLARED,
            body(&config("stifness", "1")),
            &[
                "m.xml:5:80: config key: unrecognized attribute 'plugin:stifness' of plugin test.many, expected one of state, outputs, stiffness",
                "did you mean \"stiffness\"",
            ],
        ),
        (
            DECLARED,
            body(key_twice),
            &["config key: repeated config key \"state\""],
        ),
        (
            instance,
            body(r#"<plugin instance="sharde"/>"#),
            &[
                "m.xml:5:58: plugin instance: unknown plugin instance 'sharde'",
                "did you mean \"shared\"",
            ],
        ),
        (
            instance,
            body(r#"<plugin plugin="test.many" instance="sharde"/>"#),
            &["unknown plugin instance 'sharde'"],
        ),
        (
            &instance.replace("</ext", r#"<plugin plugin="test.plain"/></ext"#),
            body(r#"<plugin plugin="test.plain" instance="shared"/>"#),
            &["instance \"shared\" belongs to plugin test.many"],
        ),
        (twice, String::new(), &["m.xml:2:75: repeated plugin 'i'"]),
    ];
    assert_refused(&cases);
}

#[test]
fn what_plugins_cannot_do_or_find_wrong_is_pointed_at() {
    let round = r#"<plugin plugin="test.round"/>"#;
    let cases: [(&str, String, &[&str]); 8] = [
        (
            DECLARED,
            body(round),
            &["m.xml:5:56: plugin: plugin test.round does not support passive forces"],
        ),
        (
            DECLARED,
            r#"<geom size="1"><plugin plugin="test.many"/></geom>"#.to_owned(),
            &["plugin test.many does not support signed distance fields"],
        ),
        (
            DECLARED,
            body(&(many("1") + &many("2"))),
            &["a body can have only one plugin"],
        ),
        (
            DECLARED,
            body(&config("state", "-1")),
            &["m.xml:5:94: config \"state\": plugin test.many: must not be negative"],
        ),
        (
            DECLARED,
            body(&config("stiffness", "stiff")),
            &["plugin test.many: \"stiff\" is not a number"],
        ),
        (
            DECLARED,
            body(&many("none")),
            &["m.xml:5:41: plugin: plugin test.many: it bends too much"],
        ),
        (
            DECLARED,
            format!(
                r#"<geom size="1">{}</geom>"#,
                r#"<plugin plugin="test.round"><config key="radius" value="wide"/></plugin>"#
            ),
            &[
                "plugin test.round: \"wide\" is not a number",
                "config \"radius\"",
            ],
        ),
        (
            DECLARED,
            format!(
                r#"<composite prefix="c" type="cable" curve="s" count="5 1 1" size="1">{}<geom type="capsule" size=".1"/></composite>"#,
                many("1")
            ),
            &["composites support only the plugin mujoco.elasticity.cable"],
        ),
    ];
    assert_refused(&cases);
}

#[test]
fn sensors_and_actuators_and_meshes_need_plugins_that_can_do_it() {
    let world = r#"<body><joint name="j"/><geom size="1"/></body>"#;
    for (sections, expected) in [
        (
            r#"<sensor><plugin plugin="test.plain"/></sensor>"#,
            "plugin test.plain does not support sensors",
        ),
        (
            r#"<actuator><plugin plugin="test.plain" joint="j"/></actuator>"#,
            "plugin test.plain does not support actuators",
        ),
        (
            r#"<asset><mesh name="m"><plugin plugin="test.plain"/></mesh></asset>"#,
            "plugin test.plain does not support signed distance fields",
        ),
        (
            r#"<asset><mesh name="m" scale="2 1 1"><plugin plugin="test.round"/></mesh></asset>"#,
            "scale cannot be applied",
        ),
        (
            r#"<sensor><plugin plugin="test.many"><config key="outputs" value="-1"/></plugin></sensor>"#,
            "must not be negative",
        ),
        (
            r#"<sensor><plugin plugin="test.many" objtype="site" objname="nowhere"/></sensor>"#,
            "nowhere",
        ),
    ] {
        let shown = refused(DECLARED, sections, world);
        assert!(shown.contains(expected), "{expected} is not in\n{shown}");
    }
}
