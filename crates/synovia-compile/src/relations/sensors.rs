//! Sensors: the object each one is attached to, its output, and its address in `sensordata`.
//!
//! Most columns of a row are those of its kind (`SensorType::KINDS`). The others are the object and the reference
//! object, resolved by name, and the length of the output where the element determines it:
//!
//! ```text
//! contact:      num · Σ size(field)                                               (1)
//! rangefinder:  rays · Σ size(field),   rays = width · height of a camera, else 1
//! tactile:      3 · vertices of the mesh
//! user:         dim
//! plugin:       as reported by the plugin
//! ```

use synovia_mjcf::Attr;
use synovia_mjcf::spec::sensor::Sensor;
use synovia_model::{
    CameraId, DataType, GeomType, JointType, Model, ObjType, SensorId, SensorKind, SensorTarget,
    SensorType, Stage,
};

use super::actuators::{check_history, history_len};
use super::{raw, require, reset};
use crate::cx::Cx;
use crate::names::named;
use crate::plugins;
use crate::spec::sensor::{CONTACT_FIELDS, RAY_FIELDS, SensorRecord};
use crate::tree::user;

/// The objects of a sensor and the length of its output.
struct Resolved {
    object: Option<usize>,
    reference: Option<usize>,
    dim: i64,
}

/// Fills `sensor`, `size.nsensor`, `size.nsensordata`, `size.nuser_sensor` and the rest of `size.nhistory`.
pub(crate) fn fill(cx: &mut Cx<'_>, model: &mut Model) {
    let flat = cx.flat;
    let sensors = &flat.sensors;
    // sizes are known before any row is filled, so that columns are allocated once
    cx.register(ObjType::Sensor, named(sensors));
    model.size.nsensor = sensors.len() as i64;
    reset(&mut model.sensor, sensors.len());

    for (k, sensor) in sensors.iter().enumerate() {
        let (s, el) = (SensorId::new(k), &sensor.el);
        // programs may set any number as type
        let Some(kind) = el.kind.kind() else {
            cx.error(
                el.span,
                format!("sensor: unknown sensor type {}", el.kind.0),
            );
            continue;
        };
        let plugin = cx.plugins.sensors[k];

        // objects, output length, data type and stage
        let found = resolve(cx, model, el, kind);
        let dim = i32::try_from(found.dim).unwrap_or_else(|_| {
            let text = format!("{}: {} outputs are too many", kind.tag, found.dim);
            cx.error(el.span, text);
            0
        });
        let (datatype, mut stage) = output(cx, el, kind, dim);
        stage = cx.plugins.stage(plugin).unwrap_or(stage);

        // the row: of the kind, of the element, and of the objects that were found
        let table = &mut model.sensor;
        table.type_[s] = kind.type_;
        table.datatype[s] = datatype;
        table.needstage[s] = stage;
        table.objtype[s] = el.objtype;
        table.objid[s] = raw(found.object);
        table.reftype[s] = el.reftype;
        table.refid[s] = raw(found.reference);
        table.intprm[s] = el.intprm;
        table.dim[s] = dim;
        table.cutoff[s] = el.cutoff.or(Sensor::BUILTIN.cutoff);
        table.noise[s] = el.noise.or(Sensor::BUILTIN.noise);
        table.plugin[s] = plugin;
        table.delay[s] = el.delay;
        table.history[s] = [el.nsample, el.interp as i32];
        table.interval[s] = el.interval;

        checks(cx, el, kind, datatype);
    }
    let rows: Vec<_> = sensors.iter().map(|s| user::row(&s.el.user)).collect();
    let (said, user) = (&flat.size.nuser_sensor, &mut model.sensor.user);
    model.size.nuser_sensor = user::fill(cx, "sensor", said, &rows, user);
    plugin_outputs(cx, model);
    addresses(cx, model);
}

/// The output lengths of plugin sensors, which may depend on all other columns.
fn plugin_outputs(cx: &mut Cx<'_>, model: &mut Model) {
    for s in model.sensor.ids() {
        if !model.sensor.plugin[s].is_some() {
            continue;
        }
        let len = plugins::sensor_len(cx, model, s);
        model.sensor.dim[s] = i32::try_from(len).unwrap_or_else(|_| {
            let at = cx.flat.sensors[s.index()].el.span;
            cx.error(at, format!("plugin: {len} outputs are too many"));
            0
        });
    }
}

/// Addresses of outputs and histories; a history has two numbers of its own, then a time and all outputs per sample.
fn addresses(cx: &mut Cx<'_>, model: &mut Model) {
    // outputs of all sensors are in one array, histories follow those of actuators
    let mut adr: i32 = 0;
    let mut history = model.size.nhistory;
    for s in model.sensor.ids() {
        let table = &mut model.sensor;
        let dim = table.dim[s];
        table.adr[s] = adr;
        adr = adr.checked_add(dim).unwrap_or_else(|| {
            let at = cx.flat.sensors[s.index()].el.span;
            cx.error(at, "the sensors have too many outputs in total");
            0
        });
        let [nsample, _] = table.history[s];
        table.historyadr[s] = if nsample > 0 { history as i32 } else { -1 };
        history += history_len(nsample, dim);
    }
    model.size.nsensordata = i64::from(adr);
    model.size.nhistory = history;
}

/// Checks that apply to all kinds of sensors.
fn checks(cx: &mut Cx<'_>, el: &SensorRecord, kind: &SensorKind, datatype: DataType) {
    let tag = kind.tag;
    let mut negative = |attr: &Attr<f64>, name: &str| {
        if attr.get().is_some_and(|&value| value < 0.0) {
            cx.error(attr.span(), format!("{tag}: {name} must not be negative"));
        }
    };
    negative(&el.noise, "noise");
    negative(&el.cutoff, "cutoff");

    // the phase must be in (−period, 0]
    let [period, phase] = el.interval;
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
        cx.error(el.interval_span, format!("{tag}: {mistake}"));
    }
    check_history(cx, el.nsample, el.delay, tag, el.span);

    // clamping would break unit length
    let unit = match datatype {
        DataType::Quaternion => true,
        DataType::Axis => kind.type_ != SensorType::GeomNormal,
        _ => false,
    };
    if unit && el.cutoff.or(Sensor::BUILTIN.cutoff) > 0.0 {
        cx.error(
            el.cutoff.span(),
            format!("{tag}: cutoff cannot be applied to an axis or a quaternion; remove it"),
        );
    }
}

/// Data type and stage of the output; a user sensor specifies its own.
fn output(cx: &mut Cx<'_>, el: &SensorRecord, kind: &SensorKind, dim: i32) -> (DataType, Stage) {
    if kind.target != SensorTarget::User {
        return (kind.datatype, kind.stage);
    }
    let need = match el.datatype {
        DataType::Axis => 3,
        DataType::Quaternion => 4,
        _ => dim,
    };
    if dim != need {
        cx.error(
            el.dim.span_or(el.span),
            format!("user: dim is {dim}, but this datatype needs {need}"),
        );
    }
    (el.datatype, el.needstage)
}

/// Resolves the objects of a sensor and determines the length of its output.
fn resolve(cx: &mut Cx<'_>, model: &Model, el: &SensorRecord, kind: &SensorKind) -> Resolved {
    let mut found = Resolved {
        object: None,
        reference: None,
        dim: i64::from(kind.dim),
    };
    // names of wrong types are not looked up
    if !kinds_fit(cx, el, kind) {
        return found;
    }
    if el.objtype != ObjType::Unknown {
        found.object = require(cx, el.objtype, &el.objname, kind.tag, el.span);
    }
    if el.reftype != ObjType::Unknown {
        found.reference = require(cx, el.reftype, &el.refname, kind.tag, el.span);
    }
    // requirements on the objects, and output lengths of equation (1)
    match kind.target {
        SensorTarget::ScalarJoint | SensorTarget::BallJoint | SensorTarget::LimitedJoint => {
            check_joint(cx, model, el, kind, found.object);
        }
        SensorTarget::LimitedTendon => {
            // a limit sensor needs a limit that is enforced
            let limited = found.object.and_then(|t| model.tendon.limited.get(t));
            if limited == Some(&0) {
                let (tag, name) = (kind.tag, el.objname.text());
                cx.error(
                    el.objname.span(),
                    format!("{tag}: tendon '{name}' must have limits"),
                );
            }
        }
        SensorTarget::InCamera => check_resolution(cx, model, el, found.reference),
        SensorTarget::Distance => check_distance(cx, model, el, kind, &found),
        SensorTarget::Rays => {
            // one ray for a site, one per pixel for a camera
            let size = i64::from(fields(cx, el, &RAY_FIELDS));
            let camera = (el.objtype == ObjType::Camera).then_some(found.object);
            let camera = camera.flatten().filter(|&c| c < model.camera.len());
            let rays = camera.map_or(1, |c| {
                let [width, height] = model.camera.resolution[CameraId::new(c)];
                i64::from(width).saturating_mul(i64::from(height))
            });
            found.dim = size.saturating_mul(rays);
        }
        SensorTarget::Contacts => {
            // a fixed number of slots, whatever the number of contacts
            let size = i64::from(fields(cx, el, &CONTACT_FIELDS));
            let [_, reduce, num] = el.intprm;
            if !(0..=3).contains(&reduce) {
                let text = format!(
                    "contact: unknown reduction criterion. got {reduce}, expected 0, 1, 2 or 3"
                );
                cx.error(el.span, text);
            }
            if num <= 0 {
                let text =
                    format!("contact: num (intprm[2]) must be positive in sensor, got {num}");
                cx.error(el.span, text);
            }
            found.dim = i64::from(num.max(0)) * size;
        }
        SensorTarget::Skin => {
            // one force per vertex of the mesh
            let vertices = found.object.and_then(|m| model.mesh.vertnum.get(m));
            found.dim = 3 * i64::from(vertices.copied().unwrap_or(0));
        }
        SensorTarget::User => {
            found.dim = i64::from(el.dim.or(Sensor::BUILTIN.dim));
            if found.dim < 0 {
                cx.error(el.dim.span(), "user: dim must not be negative");
                found.dim = 0;
            }
        }
        SensorTarget::Global
        | SensorTarget::Plugin
        | SensorTarget::Site
        | SensorTarget::Tendon
        | SensorTarget::Actuator
        | SensorTarget::Body
        | SensorTarget::Frame
        | SensorTarget::WorldFrame
        | SensorTarget::InSite => {}
    }
    found
}

/// Checks the object types of a sensor. Those of an element are always valid; those set by a program may not be.
fn kinds_fit(cx: &mut Cx<'_>, el: &SensorRecord, kind: &SensorKind) -> bool {
    const BODY: ObjType = ObjType::Body;
    const XBODY: ObjType = ObjType::XBody;
    const GEOM: ObjType = ObjType::Geom;
    const SITE: ObjType = ObjType::Site;
    const CAMERA: ObjType = ObjType::Camera;
    const NONE: ObjType = ObjType::Unknown;
    const FRAMES: &[ObjType] = &[BODY, XBODY, GEOM, SITE, CAMERA];
    // an empty list allows any type
    let free: &[ObjType] = &[];
    let (object, reference): (&[ObjType], &[ObjType]) = match kind.target {
        SensorTarget::Global | SensorTarget::Plugin | SensorTarget::User => (free, free),
        SensorTarget::Site => (&[SITE], free),
        SensorTarget::Tendon | SensorTarget::LimitedTendon => (&[ObjType::Tendon], free),
        SensorTarget::Actuator => (&[ObjType::Actuator], free),
        SensorTarget::Body => (&[BODY], free),
        SensorTarget::ScalarJoint | SensorTarget::BallJoint | SensorTarget::LimitedJoint => {
            (&[ObjType::Joint], free)
        }
        SensorTarget::Frame | SensorTarget::WorldFrame => (FRAMES, free),
        SensorTarget::InSite => (FRAMES, &[SITE]),
        SensorTarget::InCamera => (&[SITE], &[CAMERA]),
        SensorTarget::Distance => (&[BODY, GEOM], &[BODY, GEOM]),
        SensorTarget::Rays => (&[SITE, CAMERA], free),
        SensorTarget::Contacts => (&[SITE, BODY, XBODY, GEOM, NONE], &[BODY, XBODY, GEOM, NONE]),
        SensorTarget::Skin => (&[ObjType::Mesh], &[GEOM]),
    };
    let fits = |kind: ObjType, allowed: &[ObjType]| allowed.is_empty() || allowed.contains(&kind);
    let words = |allowed: &[ObjType]| {
        let words = allowed.iter().filter_map(|kind| kind.keyword());
        words.collect::<Vec<_>>().join(", ")
    };
    let mistake = if !fits(el.objtype, object) {
        if kind.target == SensorTarget::Contacts {
            crate::interface_messages::FIRST_CRITERION.to_owned()
        } else {
            format!("sensor must be attached to one of: {}", words(object))
        }
    } else if !fits(el.reftype, reference) {
        if kind.target == SensorTarget::Contacts {
            crate::interface_messages::SECOND_CRITERION.to_owned()
        } else {
            format!("sensor must refer to one of: {}", words(reference))
        }
    } else {
        let measured = el.reftype == NONE || FRAMES.contains(&el.reftype);
        if measured {
            return true;
        }
        format!("the reference object must be one of: {}", words(FRAMES))
    };
    // errors in an XML element were already reported when it was read
    if cx.sources.get(el.span.file).is_none() {
        cx.error(el.span, format!("{}: {mistake}", kind.tag));
    }
    false
}

/// Checks that the joint has a type the sensor supports.
fn check_joint(
    cx: &mut Cx<'_>,
    model: &Model,
    el: &SensorRecord,
    kind: &SensorKind,
    joint: Option<usize>,
) {
    let Some(j) = joint else { return };
    let (Some(&type_), Some(&limited)) = (model.joint.type_.get(j), model.joint.limited.get(j))
    else {
        return;
    };
    let (fits, need) = if kind.target == SensorTarget::ScalarJoint {
        let scalar = matches!(type_, JointType::Slide | JointType::Hinge);
        (scalar, "must be a slide or hinge")
    } else if kind.target == SensorTarget::BallJoint {
        (type_ == JointType::Ball, "must be a ball joint")
    } else {
        (limited != 0, "must have limits")
    };
    if !fits {
        let (tag, name) = (kind.tag, el.objname.text());
        cx.error(el.objname.span(), format!("{tag}: joint '{name}' {need}"));
    }
}

/// Checks that the camera of a projection has a resolution.
fn check_resolution(cx: &mut Cx<'_>, model: &Model, el: &SensorRecord, camera: Option<usize>) {
    let resolution = camera.and_then(|c| model.camera.resolution.get(c));
    if resolution.is_some_and(|r| r.contains(&0)) {
        let name = el.refname.text();
        cx.error(
            el.refname.span(),
            format!("camprojection: camera '{name}' has no resolution; set resolution there"),
        );
    }
}

/// Checks for two different geoms or bodies that are not height fields.
fn check_distance(
    cx: &mut Cx<'_>,
    model: &Model,
    el: &SensorRecord,
    kind: &SensorKind,
    found: &Resolved,
) {
    let sides = [
        (el.objtype, found.object, &el.objname),
        (el.reftype, found.reference, &el.refname),
    ];
    for (object, id, name) in sides {
        let shape = id
            .filter(|_| object == ObjType::Geom)
            .and_then(|g| model.geom.type_.get(g));
        if shape == Some(&GeomType::Hfield) {
            cx.error(
                name.span(),
                format!("{}: height fields are not supported here", kind.tag),
            );
        }
    }
    if found.object.is_some() && el.objtype == el.reftype && found.object == found.reference {
        cx.error(
            el.span,
            format!(
                "{}: both objects are the same, expected two different ones",
                kind.tag
            ),
        );
    }
}

/// The total size of the data fields of a contact sensor or a rangefinder.
fn fields(cx: &mut Cx<'_>, el: &SensorRecord, all: &[(&str, i32)]) -> i32 {
    let bits = el.intprm[0];
    let (tag, count) = (el.tag(), all.len());
    let word = if count == CONTACT_FIELDS.len() {
        "mjNCONDATA"
    } else {
        "mjNRAYDATA"
    };
    // bits beyond the known fields, or none at all, are errors
    let mask = (1 << count) - 1;
    let mistake = if bits <= 0 {
        format!("data spec (intprm[0]) must be positive, got {bits}")
    } else if bits & mask == 0 {
        format!(
            "data spec intprm[0]={bits} must have at least one bit set of the first {word} bits ({count})"
        )
    } else if bits & !mask != 0 {
        format!("data spec intprm[0]={bits} has bits set beyond the first {word} bits ({count})")
    } else {
        String::new()
    };
    if !mistake.is_empty() {
        cx.error(el.span, format!("{tag}: {mistake}"));
    }
    let sizes = all.iter().enumerate().filter(|(k, _)| bits & (1 << k) != 0);
    sizes.map(|(_, (_, size))| size).sum()
}
