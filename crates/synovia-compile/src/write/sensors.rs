//! `sensor`.

use synovia_mjcf::keyword::{Interp, Reduce};
use synovia_mjcf::write::Node;
use synovia_model::enums::{ConData, RayData};
use synovia_model::{DataType, ObjType, SensorId, SensorTarget, Stage};

use super::{Context, plugins};
use crate::spec::SensorRecord;

pub(super) fn write(cx: &Context<'_>, root: &mut Node) {
    let mut section = cx.node("sensor");
    let table = &cx.model.sensor;
    for (k, item) in cx.origin.flat.sensors.iter().enumerate() {
        let (el, s) = (&item.el, SensorId::new(k));
        let mut node = cx.node(tag(cx, el));
        object(cx, el, s, &mut node);
        if let Some(used) = &item.plugin {
            plugins::used(cx, used, &mut node);
        }
        node.text("name", el.name.text());
        node.number("cutoff", table.cutoff[s], 0.0);
        if item.plugin.is_none() {
            node.number("noise", table.noise[s], 0.0);
        }
        node.int("nsample", el.nsample, 0);
        let interp = el.interp;
        if interp != Interp::Zoh {
            node.text("interp", interp.word());
        }
        node.number("delay", el.delay, 0.0);
        node.numbers_unless("interval", &el.interval, &[0.0; 2]);
        node.user(table.user.row(k), &[]);
        section.push(node);
    }
    root.push_if_any(section);
}

/// QUIRK(written-energy-tags): energy sensors are written with tags that cannot be read.
fn tag<'a>(cx: &Context<'_>, el: &'a SensorRecord) -> &'a str {
    match el.tag() {
        "e_potential" if !cx.exact() => "potential",
        "e_kinetic" if !cx.exact() => "kinetic",
        tag => tag,
    }
}

/// The keywords of the bits that are set; omitted if only the first one is.
fn data(node: &mut Node, bits: i32, words: &[&str]) {
    let there = words
        .iter()
        .enumerate()
        .filter(|(k, _)| bits & (1 << k) != 0);
    let there: Vec<&str> = there.map(|(_, word)| *word).collect();
    if there != words[..1] {
        node.text("data", there.join(" "));
    }
}

/// The keyword of an object type; empty for no object.
fn word(kind: ObjType) -> &'static str {
    if kind == ObjType::Unknown {
        return "";
    }
    kind.keyword().unwrap_or("")
}

/// The matching criteria of a contact sensor.
fn criteria(node: &mut Node, el: &SensorRecord) {
    let first = match el.objtype {
        ObjType::Site => "site",
        ObjType::XBody => "subtree1",
        ObjType::Geom => "geom1",
        _ => "body1",
    };
    node.text(first, el.objname.text());
    let second = match el.reftype {
        ObjType::XBody => "subtree2",
        ObjType::Geom => "geom2",
        _ => "body2",
    };
    node.text(second, el.refname.text());
}

/// The object of a sensor, and its reference object.
fn object(cx: &Context<'_>, el: &SensorRecord, s: SensorId, node: &mut Node) {
    let table = &cx.model.sensor;
    let Some(kind) = el.kind.kind() else {
        return;
    };
    let (objtype, reftype, intprm) = (table.objtype[s], table.reftype[s], table.intprm[s]);
    let (object, reference) = (el.objname.text(), el.refname.text());
    match kind.target {
        SensorTarget::Global => {}
        SensorTarget::Site => node.text("site", object),
        SensorTarget::ScalarJoint | SensorTarget::BallJoint | SensorTarget::LimitedJoint => {
            node.text("joint", object);
        }
        SensorTarget::Tendon | SensorTarget::LimitedTendon => node.text("tendon", object),
        SensorTarget::Actuator => node.text("actuator", object),
        SensorTarget::Body => node.text("body", object),
        SensorTarget::Frame | SensorTarget::WorldFrame => {
            node.text("objtype", word(objtype));
            node.text("objname", el.objname.text());
            if reftype != ObjType::Unknown {
                node.text("reftype", word(reftype));
                node.text("refname", el.refname.text());
            }
        }
        SensorTarget::InSite => {
            node.text("objtype", word(objtype));
            node.text("objname", el.objname.text());
            node.text("site", reference);
        }
        SensorTarget::InCamera => {
            node.text("site", object);
            node.text("camera", reference);
        }
        SensorTarget::Distance => {
            let geom = |kind: ObjType| kind == ObjType::Geom;
            node.text(if geom(objtype) { "geom1" } else { "body1" }, object);
            node.text(if geom(reftype) { "geom2" } else { "body2" }, reference);
        }
        SensorTarget::Rays => {
            let camera = objtype == ObjType::Camera;
            node.text(if camera { "camera" } else { "site" }, object);
            data(node, intprm[0], RayData::WORDS);
        }
        SensorTarget::Contacts => {
            criteria(node, el);
            node.int("num", intprm[2], 1);
            data(node, intprm[0], ConData::WORDS);
            let reduce = Reduce::from_number(intprm[1]).unwrap_or(Reduce::None);
            if reduce != Reduce::None {
                node.text("reduce", reduce.word());
            }
        }
        SensorTarget::Skin => {
            node.text("geom", reference);
            node.text("mesh", object);
        }
        SensorTarget::User => {
            node.text("objtype", word(objtype));
            node.text("objname", el.objname.text());
            node.int("dim", table.dim[s], i64::MIN);
            let stage: Stage = table.needstage[s];
            node.text("needstage", stage.keyword().unwrap_or(""));
            let datatype: DataType = table.datatype[s];
            node.text("datatype", datatype.keyword().unwrap_or(""));
        }
        SensorTarget::Plugin => {
            if objtype != ObjType::Unknown {
                node.text("objtype", word(objtype));
                node.text("objname", el.objname.text());
            }
            if cx.exact() && reftype != ObjType::Unknown {
                node.text("reftype", word(reftype));
                node.text("refname", reference);
            }
        }
    }
}
