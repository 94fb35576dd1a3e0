//! Sensors: what each one sits on, what it puts out, and where in `sensordata`.
//!
//! Most of a row is the row of its kind (`SensorType::KINDS`). The rest is the object and the
//! reference object, found by name, and the length of the output where the element decides it:
//!
//! ```text
//! contact:      num · Σ size(field)                                               (1)
//! rangefinder:  rays · Σ size(field),   rays = width · height of a camera, else 1
//! tactile:      3 · vertices of the mesh
//! user:         dim
//! plugin:       what the plugin says
//! ```

use synovia_mjcf::Attr;
use synovia_mjcf::keyword::{Interp, Reduce};
use synovia_mjcf::spec::sensor::Sensor;
use synovia_model::{
    CameraId, DataType, GeomType, JointType, Model, ObjType, Seat, SensorId, SensorKind,
    SensorType, Stage,
};

use super::actuators::{check_history, history_len};
use super::sensor_fields::{CONTACT_FIELDS, RAY_FIELDS, fields};
use super::{at, raw, require, reset, user};
use crate::cx::Cx;
use crate::plugins;

/// An object with its kind; none at all is [`ObjType::Unknown`].
#[derive(Clone, Copy)]
struct Object {
    kind: ObjType,
    id: Option<usize>,
}

impl Object {
    const NONE: Self = Self {
        kind: ObjType::Unknown,
        id: None,
    };
}

/// What the element decides.
struct Resolved {
    object: Object,
    reference: Object,
    intprm: [i32; 3],
    dim: i64,
}

/// Fills `sensor`, `size.nsensor`, `size.nsensordata`, `size.nuser_sensor` and the rest of `size.nhistory`.
pub fn fill(cx: &mut Cx<'_>, model: &mut Model) {
    let scene = cx.scene;
    let sensors = &scene.sensors;
    let user_rows = sensors.iter().filter_map(|s| s.el.user.get());
    let width = user::width(&scene.size.nuser_sensor, user_rows.map(Vec::as_slice));
    let names = sensors.iter().map(|o| (o.el.name.text(), o.el.span));
    cx.register(ObjType::Sensor, names);
    model.size.nsensor = sensors.len() as i64;
    model.size.nuser_sensor = width as i64;
    reset(&mut model.sensor, sensors.len(), width);

    for (k, sensor) in sensors.iter().enumerate() {
        let (s, el) = (SensorId::new(k), &sensor.el);
        let kind = SensorType::from_keyword(&el.tag).and_then(SensorType::kind);
        let Some(kind) = kind else {
            cx.error(el.span, format!("sensor '{}' is not supported", el.tag));
            continue;
        };
        let plugin = cx.plugins.sensors[k];

        let found = resolve(cx, model, el, kind);
        let dim = i32::try_from(found.dim).unwrap_or_else(|_| {
            cx.error(
                el.span,
                format!("{}: {} outputs are too many", el.tag, found.dim),
            );
            0
        });
        let (datatype, mut stage) = output(cx, el, kind, dim);
        stage = cx.plugins.stage(plugin).unwrap_or(stage);

        let table = &mut model.sensor;
        table.type_[s] = kind.type_;
        table.datatype[s] = datatype;
        table.needstage[s] = stage;
        table.objtype[s] = found.object.kind;
        table.objid[s] = raw(found.object.id);
        table.reftype[s] = found.reference.kind;
        table.refid[s] = raw(found.reference.id);
        table.intprm[s] = found.intprm;
        table.dim[s] = dim;
        table.cutoff[s] = el.cutoff.or(0.0);
        table.noise[s] = el.noise.or(0.0);
        table.plugin[s] = plugin;
        table.delay[s] = el.delay.or(0.0);
        table.history[s] = [el.nsample.or(0), el.interp.or(Interp::Zoh) as i32];
        table.interval[s] = el.interval.fill([0.0; 2]);

        let data = el.user.get().map_or(&[][..], Vec::as_slice);
        user::write(cx, &mut table.user, k, data, "sensor", el.user.span());
        checks(cx, el, kind, datatype);
    }
    plugin_outputs(cx, model);
    addresses(cx, model);
}

/// How many numbers the sensors of plugins have; all other columns are there.
fn plugin_outputs(cx: &mut Cx<'_>, model: &mut Model) {
    for s in model.sensor.ids() {
        if !model.sensor.plugin[s].is_some() {
            continue;
        }
        let len = plugins::sensor_len(cx, model, s);
        model.sensor.dim[s] = i32::try_from(len).unwrap_or_else(|_| {
            let at = cx.scene.sensors[s.index()].el.span;
            cx.error(at, format!("plugin: {len} outputs are too many"));
            0
        });
    }
}

/// Where the outputs of each sensor are, and its history: two numbers of its own, a time and all outputs per sample.
fn addresses(cx: &mut Cx<'_>, model: &mut Model) {
    let mut adr: i32 = 0;
    let mut history = model.size.nhistory;
    for s in model.sensor.ids() {
        let table = &mut model.sensor;
        let dim = table.dim[s];
        table.adr[s] = adr;
        adr = adr.checked_add(dim).unwrap_or_else(|| {
            let at = cx.scene.sensors[s.index()].el.span;
            cx.error(at, "the sensors have too many outputs");
            0
        });
        let [nsample, _] = table.history[s];
        table.historyadr[s] = if nsample > 0 { history as i32 } else { -1 };
        history += history_len(nsample, dim);
    }
    model.size.nsensordata = i64::from(adr);
    model.size.nhistory = history;
}

/// What holds for all kinds.
fn checks(cx: &mut Cx<'_>, el: &Sensor, kind: &SensorKind, datatype: DataType) {
    let tag = &el.tag;
    let mut negative = |attr: &Attr<f64>, name: &str| {
        if attr.or(0.0) < 0.0 {
            cx.error(attr.span(), format!("{tag}: {name} must not be negative"));
        }
    };
    negative(&el.noise, "noise");
    negative(&el.cutoff, "cutoff");

    let [period, phase] = el.interval.fill([0.0; 2]);
    let mistake = if period < 0.0 {
        "the period of interval must not be negative"
    } else if phase > 0.0 {
        "the phase of interval must not be positive"
    } else if period > 0.0 && phase <= -period {
        "the phase of interval must be greater than −period"
    } else {
        ""
    };
    if !mistake.is_empty() {
        cx.error(el.interval.span(), format!("{tag}: {mistake}"));
    }
    check_history(cx, el.nsample.or(0), el.delay.or(0.0), tag, el.span);

    // a clamp would break unit length
    let unit = match datatype {
        DataType::Quaternion => true,
        DataType::Axis => kind.type_ != SensorType::GeomNormal,
        _ => false,
    };
    if unit && el.cutoff.or(0.0) > 0.0 {
        cx.error(
            el.cutoff.span(),
            format!("{tag}: cutoff does not apply to an axis or a quaternion"),
        );
    }
}

/// What numbers come out and after which stage; a user sensor says so itself.
fn output(cx: &mut Cx<'_>, el: &Sensor, kind: &SensorKind, dim: i32) -> (DataType, Stage) {
    if kind.seat != Seat::User {
        return (kind.datatype, kind.stage);
    }
    let datatype = el
        .datatype
        .get()
        .map_or(kind.datatype, |&d| DataType(d as i32));
    let stage = el.needstage.get().map_or(kind.stage, |&s| Stage(s as i32));
    let need = match datatype {
        DataType::Axis => 3,
        DataType::Quaternion => 4,
        _ => dim,
    };
    if dim != need {
        cx.error(
            at(&el.dim, el.span),
            format!("user: this datatype needs dim {need}, not {dim}"),
        );
    }
    (datatype, stage)
}

/// Finds the objects of a sensor and the length of its output.
fn resolve(cx: &mut Cx<'_>, model: &Model, el: &Sensor, kind: &SensorKind) -> Resolved {
    let mut found = Resolved {
        object: Object::NONE,
        reference: Object::NONE,
        intprm: [0; 3],
        dim: i64::from(kind.dim),
    };
    match kind.seat {
        Seat::Global => {}
        Seat::Plugin => {
            if el.objtype.is_set() || el.objname.is_set() {
                found.object = frame(cx, el, &el.objtype, &el.objname, false);
            }
            if el.reftype.is_set() || el.refname.is_set() {
                found.reference = frame(cx, el, &el.reftype, &el.refname, true);
            }
        }
        Seat::Site => found.object = by_kind(cx, el, ObjType::Site),
        Seat::Tendon => found.object = by_kind(cx, el, ObjType::Tendon),
        Seat::Actuator => found.object = by_kind(cx, el, ObjType::Actuator),
        Seat::Body => found.object = by_kind(cx, el, ObjType::Body),
        Seat::ScalarJoint | Seat::BallJoint | Seat::LimitedJoint => {
            found.object = by_kind(cx, el, ObjType::Joint);
            check_joint(cx, model, el, kind.seat, found.object.id);
        }
        Seat::LimitedTendon => {
            found.object = by_kind(cx, el, ObjType::Tendon);
            let limited = found.object.id.and_then(|t| model.tendon.limited.get(t));
            if limited == Some(&0) {
                cx.error(
                    el.tendon.span(),
                    format!("{}: tendon '{}' has no limits", el.tag, el.tendon.text()),
                );
            }
        }
        Seat::Frame | Seat::WorldFrame => {
            found.object = frame(cx, el, &el.objtype, &el.objname, true);
            if el.reftype.is_set() {
                found.reference = lenient(cx, el, &el.reftype, &el.refname, true);
            } else if el.refname.is_set() {
                cx.error(
                    el.refname.span(),
                    format!("{}: refname is written, but reftype is missing", el.tag),
                );
            }
        }
        Seat::InSite => {
            found.object = frame(cx, el, &el.objtype, &el.objname, true);
            found.reference = by_kind(cx, el, ObjType::Site);
        }
        Seat::InCamera => {
            found.object = by_kind(cx, el, ObjType::Site);
            found.reference = by_kind(cx, el, ObjType::Camera);
            check_resolution(cx, model, el, found.reference.id);
        }
        Seat::Distance => distance(cx, model, el, &mut found),
        Seat::Rays => rays(cx, model, el, &mut found),
        Seat::Contacts => contacts(cx, el, &mut found),
        Seat::Skin => {
            found.object = by_kind(cx, el, ObjType::Mesh);
            found.reference = by_kind(cx, el, ObjType::Geom);
            let vertices = found.object.id.and_then(|m| model.mesh.vertnum.get(m));
            found.dim = 3 * i64::from(vertices.copied().unwrap_or(0));
        }
        Seat::User => {
            if el.objtype.is_set() || el.objname.is_set() {
                found.object = lenient(cx, el, &el.objtype, &el.objname, false);
            }
            found.dim = i64::from(el.dim.or(0));
            if found.dim < 0 {
                cx.error(el.dim.span(), "user: dim must not be negative");
                found.dim = 0;
            }
        }
    }
    found
}

/// The object of one kind, from the attribute of the same name.
fn by_kind(cx: &mut Cx<'_>, el: &Sensor, kind: ObjType) -> Object {
    let attr = match kind {
        ObjType::Site => &el.site,
        ObjType::Joint => &el.joint,
        ObjType::Tendon => &el.tendon,
        ObjType::Actuator => &el.actuator,
        ObjType::Camera => &el.camera,
        ObjType::Mesh => &el.mesh,
        ObjType::Geom => &el.geom,
        _ => &el.body,
    };
    Object {
        kind,
        id: require(cx, kind, attr, &el.tag, el.span),
    }
}

/// As [`frame`], with a warning for a kind that does not exist.
///
/// QUIRK(unknown-object-kind): it counts as no object, and the model loads.
fn lenient(
    cx: &mut Cx<'_>,
    el: &Sensor,
    kind: &Attr<String>,
    name: &Attr<String>,
    spatial: bool,
) -> Object {
    if kind.is_set() && object_kind(kind.text()).is_none() {
        let message = format!(
            "{}: unknown object type \"{}\", '{}' is ignored",
            el.tag,
            kind.text(),
            name.text()
        );
        cx.diag.warning(kind.span(), message);
        return Object::NONE;
    }
    frame(cx, el, kind, name, spatial)
}

/// The object that a pair of attributes names: its kind and its name. With `spatial` it must have a frame.
fn frame(
    cx: &mut Cx<'_>,
    el: &Sensor,
    kind: &Attr<String>,
    name: &Attr<String>,
    spatial: bool,
) -> Object {
    let Some(object) = object_kind(kind.text()) else {
        cx.error(
            at(kind, el.span),
            format!("{}: unknown object type \"{}\"", el.tag, kind.text()),
        );
        return Object::NONE;
    };
    let has_frame = matches!(
        object,
        ObjType::Body | ObjType::XBody | ObjType::Geom | ObjType::Site | ObjType::Camera
    );
    if spatial && !has_frame {
        cx.error(
            kind.span(),
            format!(
                "{}: a {} has no frame, expected one of body, xbody, geom, site, camera",
                el.tag,
                kind.text()
            ),
        );
        return Object::NONE;
    }
    Object {
        kind: object,
        id: require(cx, object, name, &el.tag, el.span),
    }
}

/// The kind of object that a word names, if a name can be looked up for it.
pub(super) fn object_kind(word: &str) -> Option<ObjType> {
    let kind = ObjType::from_keyword(word)?;
    (kind != ObjType::Unknown && kind.to_i32() <= ObjType::Plugin.to_i32()).then_some(kind)
}

/// The joint must be of a type that the sensor understands.
fn check_joint(cx: &mut Cx<'_>, model: &Model, el: &Sensor, seat: Seat, joint: Option<usize>) {
    let Some(j) = joint else { return };
    let (Some(&type_), Some(&limited)) = (model.joint.type_.get(j), model.joint.limited.get(j))
    else {
        return;
    };
    let (fits, need) = match seat {
        Seat::ScalarJoint => (
            matches!(type_, JointType::Slide | JointType::Hinge),
            "must be a slide or hinge",
        ),
        Seat::BallJoint => (type_ == JointType::Ball, "must be a ball joint"),
        _ => (limited != 0, "must have limits"),
    };
    if !fits {
        cx.error(
            el.joint.span(),
            format!("{}: joint '{}' {need}", el.tag, el.joint.text()),
        );
    }
}

/// A projection needs pixels.
fn check_resolution(cx: &mut Cx<'_>, model: &Model, el: &Sensor, camera: Option<usize>) {
    let resolution = camera.and_then(|c| model.camera.resolution.get(c));
    if resolution.is_some_and(|r| r.contains(&0)) {
        cx.error(
            el.camera.span(),
            format!(
                "camprojection: camera '{}' has no resolution",
                el.camera.text()
            ),
        );
    }
}

/// Two geoms or bodies, each named by exactly one attribute.
fn distance(cx: &mut Cx<'_>, model: &Model, el: &Sensor, found: &mut Resolved) {
    let mut side = |geom: &Attr<String>, body: &Attr<String>, k: u8| {
        if geom.is_set() == body.is_set() {
            cx.error(
                el.span,
                format!("{}: exactly one of geom{k} and body{k} is needed", el.tag),
            );
            return Object::NONE;
        }
        let (kind, attr) = if geom.is_set() {
            (ObjType::Geom, geom)
        } else {
            (ObjType::Body, body)
        };
        let id = require(cx, kind, attr, &el.tag, el.span);
        let shape = (kind == ObjType::Geom)
            .then_some(id)
            .flatten()
            .and_then(|g| model.geom.type_.get(g));
        if shape == Some(&GeomType::Hfield) {
            cx.error(
                attr.span(),
                format!("{}: height fields are not supported here", el.tag),
            );
        }
        Object { kind, id }
    };
    found.object = side(&el.geom1, &el.body1, 1);
    found.reference = side(&el.geom2, &el.body2, 2);
    let (object, reference) = (found.object, found.reference);
    if object.id.is_some() && object.kind == reference.kind && object.id == reference.id {
        cx.error(
            el.span,
            format!("{}: the two objects must be different", el.tag),
        );
    }
}

/// A site or every pixel of a camera.
fn rays(cx: &mut Cx<'_>, model: &Model, el: &Sensor, found: &mut Resolved) {
    if el.site.is_set() == el.camera.is_set() {
        cx.error(
            el.span,
            "rangefinder: exactly one of site and camera is needed",
        );
        return;
    }
    let (bits, size) = fields(cx, el, &RAY_FIELDS);
    let mut rays = 1;
    if el.site.is_set() {
        found.object = by_kind(cx, el, ObjType::Site);
    } else {
        found.object = by_kind(cx, el, ObjType::Camera);
        if let Some(id) = found.object.id.filter(|&c| c < model.camera.len()) {
            let [width, height] = model.camera.resolution[CameraId::new(id)];
            rays = i64::from(width).saturating_mul(i64::from(height));
        }
    }
    found.intprm[0] = bits;
    found.dim = i64::from(size).saturating_mul(rays);
}

/// At most one criterion on each side, then the fields, the reduction and the number of slots.
fn contacts(cx: &mut Cx<'_>, el: &Sensor, found: &mut Resolved) {
    found.object = criterion(
        cx,
        el,
        &[
            (ObjType::Site, &el.site),
            (ObjType::Body, &el.body1),
            (ObjType::XBody, &el.subtree1),
            (ObjType::Geom, &el.geom1),
        ],
    );
    found.reference = criterion(
        cx,
        el,
        &[
            (ObjType::Body, &el.body2),
            (ObjType::XBody, &el.subtree2),
            (ObjType::Geom, &el.geom2),
        ],
    );

    let (bits, size) = fields(cx, el, &CONTACT_FIELDS);
    let num = el.num.or(1);
    if num <= 0 {
        cx.error(el.num.span(), "contact: num must be positive");
    }
    found.intprm = [bits, el.reduce.or(Reduce::None) as i32, num];
    found.dim = i64::from(num.max(0)) * i64::from(size);
}

/// The one attribute that is written, if any.
fn criterion(cx: &mut Cx<'_>, el: &Sensor, choices: &[(ObjType, &Attr<String>)]) -> Object {
    let mut written = choices.iter().filter(|(_, attr)| attr.is_set());
    let Some(&(kind, attr)) = written.next() else {
        return Object::NONE;
    };
    if let Some((_, second)) = written.next() {
        cx.error(
            second.span(),
            format!("{}: at most one criterion on each side", el.tag),
        );
    }
    Object {
        kind,
        id: require(cx, kind, attr, &el.tag, el.span),
    }
}
