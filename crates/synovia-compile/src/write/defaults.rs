//! Default classes: the attributes that each adds to its parent.
//!
//! Classes have the values as written, so their angles are in the author's unit; elements specify their own.

use synovia_mjcf::write::Node;

use super::Context;
use super::actuators;
use super::assets::{mesh_class, write_material};
use super::differ::differ;
use super::relations::{write_equality, write_pair, write_tendon};
use super::viewers::{write_camera, write_light};
use super::{geom, joint};
use crate::spec::classes::{Class, MAIN};

pub(super) fn write(cx: &Context<'_>, root: &mut Node) {
    let classes = cx.listed;
    let builtin = Class::default();
    // order: a class comes after its parent, so in reverse order it is complete first
    let mut inside: Vec<Vec<Node>> = vec![Vec::new(); classes.len()];
    for (k, class) in classes.iter().enumerate().rev() {
        let around = class
            .parent
            .map_or(&builtin, |parent| &classes[parent].class);
        let mut node = cx.node("default");
        if class.name != MAIN {
            node.text("class", class.name.as_str());
        }
        elements(cx, &class.class, around, &mut node);
        node.extend(core::mem::take(&mut inside[k]).into_iter().rev());
        match class.parent {
            Some(parent) => inside[parent].push(node),
            None if node.is_empty() => {}
            None => root.push(node),
        }
    }
}

/// Adds the values of `class` that differ from `around`.
fn elements(cx: &Context<'_>, class: &Class, around: &Class, section: &mut Node) {
    let size = &cx.model.size;
    let mut add = |tag: &str, user: (&[f64], i64), write: &dyn Fn(&mut Node)| {
        let mut node = cx.node(tag);
        write(&mut node);
        node.class_user(user.0, user.1);
        section.push_if_attrs(node);
    };
    let (c, a) = (class, around);
    add("mesh", NO_USER, &|node| {
        mesh_class(cx, &c.mesh, &a.mesh, node);
    });
    add("material", NO_USER, &|node| {
        write_material(&c.material, &c.material.values(), &a.material, node);
    });
    let (own, outer) = (c.joint.values(), a.joint.values());
    add("joint", (own.user, size.nuser_jnt), &|node| {
        joint::write(&own, &outer, cx.exact(), node);
    });
    add("geom", (c.geom.values().user, size.nuser_geom), &|node| {
        geom::write_class(&c.geom, &a.geom, cx.exact(), node);
    });
    let (own, outer) = (c.site.values(), a.site.values());
    add("site", (own.user, size.nuser_site), &|node| {
        differ!(node, own, outer; size);
        geom::write_site(&own, &outer, node);
    });
    let (own, outer) = (c.camera.values(), a.camera.values());
    add("camera", (own.user, size.nuser_cam), &|node| {
        write_camera(&own, &outer, node);
    });
    add("light", NO_USER, &|node| {
        write_light(&c.light.values(), &a.light.values(), node);
    });
    add("pair", NO_USER, &|node| {
        write_pair(&c.pair.values(), &a.pair.values(), node);
    });
    add("equality", NO_USER, &|node| {
        write_equality(&c.equality, &a.equality, node);
    });
    let (own, outer) = (c.tendon.values(), a.tendon.values());
    add("tendon", (own.user, size.nuser_tendon), &|node| {
        write_tendon(&own, &outer, true, node);
    });
    let user = (&*c.actuator.user, size.nuser_actuator);
    add("general", user, &|node| {
        actuators::write_class(&c.actuator, &a.actuator, node);
    });
}

/// Kinds without user data.
const NO_USER: (&[f64], i64) = (&[], 0);
