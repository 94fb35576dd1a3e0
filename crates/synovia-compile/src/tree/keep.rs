//! Which static bodies must stay, because something refers to them.

use synovia_model::SensorType;
use synovia_model::enums::ObjType;

use super::Tree;
use crate::cx::Cx;
use crate::spec::Transmission;

/// True for each body whose name is used, or whose site carries a force or torque sensor.
pub fn referenced(cx: &Cx<'_>, tree: &Tree) -> Vec<bool> {
    let scene = cx.scene;
    let mut names: Vec<&str> = Vec::new();
    for camera in &scene.cameras {
        names.push(camera.el.target.text());
    }
    for light in &scene.lights {
        names.push(light.el.target.text());
    }
    for bone in scene.skins.iter().flat_map(|skin| &skin.el.bones) {
        names.push(bone.body.text());
    }
    for exclude in &scene.excludes {
        names.extend([exclude.el.body1.text(), exclude.el.body2.text()]);
    }
    for equality in &scene.equalities {
        if equality.el.related() == ObjType::Body {
            names.extend([equality.el.name1.text(), equality.el.name2.text()]);
        }
    }
    for actuator in &scene.actuators {
        if actuator.el.trntype == Transmission::Body {
            names.push(actuator.el.target.text());
        }
    }
    for sensor in &scene.sensors {
        let el = &sensor.el;
        let is_body = |kind| matches!(kind, ObjType::Body | ObjType::XBody);
        if is_body(el.objtype) {
            names.push(el.objname.text());
        }
        if is_body(el.reftype) {
            names.push(el.refname.text());
        }
    }
    for element in scene.tuples.iter().flat_map(|tuple| &tuple.el.elements) {
        if is_body(element.objtype.text()) {
            names.push(element.objname.text());
        }
    }

    let mut kept = vec![false; tree.bodies.len()];
    for name in names {
        if let Some(body) = cx.ids.find(ObjType::Body, name) {
            kept[body] = true;
        }
    }
    for sensor in &scene.sensors {
        if matches!(sensor.el.kind, SensorType::Force | SensorType::Torque)
            && let Some(site) = cx.ids.find(ObjType::Site, sensor.el.objname.text())
        {
            kept[tree.sites[site].body] = true;
        }
    }
    kept
}

fn is_body(objtype: &str) -> bool {
    matches!(objtype, "body" | "xbody")
}
