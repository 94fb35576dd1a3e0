//! `sensor`.

use synovia_mjcf::keyword::{ContactField, Interp, RayField, Reduce};
use synovia_mjcf::spec::sensor::Sensor;
use synovia_mjcf::write::Node;
use synovia_model::{DataType, ObjType, Seat, SensorId, SensorType, Stage};

use super::{Context, plugins};

pub(super) fn write(cx: &Context<'_>, root: &mut Node) {
    let mut section = Node::new("sensor");
    let table = &cx.model.sensor;
    for (k, item) in cx.origin.scene.sensors.iter().enumerate() {
        let (el, s) = (&item.el, SensorId::new(k));
        let mut node = Node::new(tag(el));
        object(cx, el, s, &mut node);
        if let Some(used) = &item.plugin {
            plugins::used(cx, used, &mut node);
        }
        node.text("name", el.name.text());
        node.number("cutoff", table.cutoff[s], 0.0);
        if item.plugin.is_none() {
            node.number("noise", table.noise[s], 0.0);
        }
        node.int("nsample", el.nsample.or(0), 0);
        let interp = el.interp.or(Interp::Zoh);
        if interp != Interp::Zoh {
            node.text("interp", interp.keyword());
        }
        node.number("delay", el.delay.or(0.0), 0.0);
        node.numbers_unless("interval", &el.interval.fill([0.0; 2]), &[0.0; 2]);
        node.user(table.user.row(k), &[]);
        section.push(node);
    }
    root.push_if_any(section);
}

/// QUIRK(written-energy-tags): the sensors of energy are written with tags that are not read.
fn tag(el: &Sensor) -> &str {
    match el.tag.as_str() {
        "e_potential" => "potential",
        "e_kinetic" => "kinetic",
        tag => tag,
    }
}

/// The words of the bits that are set; nothing if it is the first alone.
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

/// The word for a kind of object; none for no object.
fn word(kind: ObjType) -> &'static str {
    if kind == ObjType::Unknown {
        return "";
    }
    kind.keyword().unwrap_or("")
}

/// What a sensor sits on, and what it measures in.
fn object(cx: &Context<'_>, el: &Sensor, s: SensorId, node: &mut Node) {
    let table = &cx.model.sensor;
    let Some(kind) = SensorType::from_keyword(&el.tag).and_then(SensorType::kind) else {
        return;
    };
    let (objtype, reftype, intprm) = (table.objtype[s], table.reftype[s], table.intprm[s]);
    match kind.seat {
        Seat::Global => {}
        Seat::Site => node.text("site", el.site.text()),
        Seat::ScalarJoint | Seat::BallJoint | Seat::LimitedJoint => {
            node.text("joint", el.joint.text());
        }
        Seat::Tendon | Seat::LimitedTendon => node.text("tendon", el.tendon.text()),
        Seat::Actuator => node.text("actuator", el.actuator.text()),
        Seat::Body => node.text("body", el.body.text()),
        Seat::Frame | Seat::WorldFrame => {
            node.text("objtype", word(objtype));
            node.text("objname", el.objname.text());
            if reftype != ObjType::Unknown {
                node.text("reftype", word(reftype));
                node.text("refname", el.refname.text());
            }
        }
        Seat::InSite => {
            node.text("objtype", word(objtype));
            node.text("objname", el.objname.text());
            node.text("site", el.site.text());
        }
        Seat::InCamera => {
            node.text("site", el.site.text());
            node.text("camera", el.camera.text());
        }
        Seat::Distance => {
            node.text("body1", el.body1.text());
            node.text("geom1", el.geom1.text());
            node.text("body2", el.body2.text());
            node.text("geom2", el.geom2.text());
        }
        Seat::Rays => {
            node.text("site", el.site.text());
            node.text("camera", el.camera.text());
            data(node, intprm[0], RayField::KEYWORDS);
        }
        Seat::Contacts => {
            node.text("body1", el.body1.text());
            node.text("subtree1", el.subtree1.text());
            node.text("geom1", el.geom1.text());
            node.text("site", el.site.text());
            node.text("body2", el.body2.text());
            node.text("subtree2", el.subtree2.text());
            node.text("geom2", el.geom2.text());
            node.int("num", el.num.or(1), 1);
            data(node, intprm[0], ContactField::KEYWORDS);
            let reduce = el.reduce.or(Reduce::None);
            if reduce != Reduce::None {
                node.text("reduce", reduce.keyword());
            }
        }
        Seat::Skin => {
            node.text("geom", el.geom.text());
            node.text("mesh", el.mesh.text());
        }
        Seat::User => {
            node.text("objtype", word(objtype));
            node.text("objname", el.objname.text());
            node.int("dim", table.dim[s], i64::MIN);
            let stage: Stage = table.needstage[s];
            node.text("needstage", stage.keyword().unwrap_or(""));
            let datatype: DataType = table.datatype[s];
            node.text("datatype", datatype.keyword().unwrap_or(""));
        }
        Seat::Plugin => {
            if objtype != ObjType::Unknown {
                node.text("objtype", word(objtype));
                node.text("objname", el.objname.text());
            }
        }
    }
}
