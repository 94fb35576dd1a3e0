//! Default classes: the attributes that each adds to its parent.
//!
//! Classes have the values as written, so their angles are in the author's unit; elements specify their own.

use synovia_mjcf::write::Node;

use super::Context;
use super::actuators;
use super::assets::{material_class, mesh_class};
use super::relations::{pair_class, tendon_class, write_equality};
use super::viewers::{camera_class, light_class};
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
    let mut add = |tag: &str, write: &dyn Fn(&mut Node)| {
        let mut node = cx.node(tag);
        write(&mut node);
        section.push_if_attrs(node);
    };
    add("mesh", &|node| {
        mesh_class(cx, &class.mesh, &around.mesh, node);
    });
    add("material", &|node| {
        material_class(&class.material, &around.material, node);
    });
    add("joint", &|node| {
        let width = size.nuser_jnt;
        joint::write_class(&class.joint, &around.joint, width, cx.exact(), node);
    });
    add("geom", &|node| {
        let width = size.nuser_geom;
        geom::write_class(&class.geom, &around.geom, width, cx.exact(), node);
    });
    add("site", &|node| {
        geom::site_class(&class.site, &around.site, size.nuser_site, node);
    });
    add("camera", &|node| {
        camera_class(&class.camera, &around.camera, size.nuser_cam, node);
    });
    add("light", &|node| {
        light_class(&class.light, &around.light, node);
    });
    add("pair", &|node| pair_class(&class.pair, &around.pair, node));
    add("equality", &|node| {
        write_equality(&class.equality, &around.equality, node);
    });
    add("tendon", &|node| {
        tendon_class(&class.tendon, &around.tendon, size.nuser_tendon, node);
    });
    add("general", &|node| {
        let width = size.nuser_actuator;
        actuators::write_class(&class.actuator, &around.actuator, width, node);
    });
}
