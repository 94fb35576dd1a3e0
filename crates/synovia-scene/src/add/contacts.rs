//! Contacts: discs at contact points, contact frames, and arrows of contact forces.

use synovia_engine::data::Contact;
use synovia_math::{MIN_VAL, Mat3, Vec3};
use synovia_model::{GeomType, ObjType};

use crate::builder::{At, Builder};
use crate::color;
use crate::enums::{frame, label, vis};
use crate::text::Text;

pub(crate) fn add(cx: &mut Builder<'_>) {
    let points = cx.shows(vis::CONTACT_POINT);
    let forces = cx.shows(vis::CONTACT_FORCE);
    let frames = cx.options.frame == frame::CONTACT;
    if !points && !forces && !frames {
        return;
    }
    let (scale, size) = (&cx.model.vis.scale, cx.model.stat.meansize);
    let length = (f64::from(scale.framelength) * size / 2.0) as f32;
    let width = (f64::from(scale.framewidth) * size / 2.0) as f32;
    let data = cx.data;
    for (k, contact) in data.contact.list.iter().enumerate() {
        if points {
            add_point(cx, k, contact);
        }
        let axes = contact.frame.transpose();
        if frames {
            let at = At {
                pos: contact.pos,
                mat: &axes,
            };
            cx.axes(k, at, length, width);
        }
        if forces && contact.efc_address >= 0 {
            add_force(cx, k, contact, &axes);
        }
    }
}

/// A disc normal to the contact, as thick as the penetration.
fn add_point(cx: &mut Builder<'_>, k: usize, contact: &Contact) {
    let Some(mut geom) = cx.decor(ObjType::Unknown, k) else {
        return;
    };
    let (scale, size) = (&cx.model.vis.scale, cx.model.stat.meansize);
    let radius = (f64::from(scale.contactwidth) * size) as f32;
    let height = (f64::from(scale.contactheight) * size) as f32;
    let depth = (-contact.dist / 2.0) as f32;
    geom.kind = GeomType::Cylinder;
    geom.size = [radius, radius, if height > depth { height } else { depth }];
    let rows = &contact.frame;
    let mat = Mat3::from_cols(rows.row(1), rows.row(2), rows.row(0));
    geom.place(contact.pos, &mat);

    let row = usize::try_from(contact.efc_address).ok();
    let colors = &cx.model.vis.rgba;
    geom.rgba = match row {
        Some(row) if cx.shows(vis::ISLAND) => {
            let island = cx.data.island.efc_island.get(row);
            color::island(cx.first_dof(island.copied()), true)
        }
        Some(_) => colors.contactpoint,
        None => colors.contactgap,
    };
    if cx.options.label == label::CONTACT_POINT {
        let mut text = Text::new();
        text.push(side(cx, contact, 0).written());
        text.push(b" | ");
        text.push(side(cx, contact, 1).written());
        geom.label = text.into_bytes();
    }
    cx.put(geom);
}

/// The name or number of a geom in contact, or of a flex with its element or vertex.
fn side(cx: &Builder<'_>, contact: &Contact, k: usize) -> Text<48> {
    let mut text = Text::new();
    let name = |kind, id: i32| {
        let id = usize::try_from(id).ok()?;
        cx.model.name_of(kind, id)
    };
    let (geom, flex) = (contact.geom[k], contact.flex[k]);
    if geom >= 0 {
        match name(ObjType::Geom, geom) {
            Some(name) => text.push(name.as_bytes()),
            None => text.add(format_args!("g{geom}")),
        }
        return text;
    }
    match name(ObjType::Flex, flex) {
        Some(name) => text.push(name.as_bytes()),
        None => text.add(format_args!("f{flex}")),
    }
    let (elem, vert) = (contact.elem[k], contact.vert[k]);
    if elem >= 0 {
        text.add(format_args!(".e{elem}"));
    } else {
        text.add(format_args!(".v{vert}"));
    }
    text
}

/// Arrows of a contact force, or of its normal and tangential components.
fn add_force(cx: &mut Builder<'_>, k: usize, contact: &Contact, axes: &Mat3) {
    let model = cx.model;
    let mut force = Vec3::ZERO;
    let all = cx.data.contact_force(model, contact);
    for (i, &component) in all.iter().enumerate().take(contact.dimension().min(3)) {
        force[i] = component;
    }
    if force.norm() < MIN_VAL {
        return;
    }
    let colors = &model.vis.rgba;
    let split = cx.shows(vis::CONTACT_SPLIT) && contact.dim > 1;
    let normal = axes.col(0) * force.x;
    let tangent = axes.col(1) * force.y + axes.col(2) * force.z;
    let whole = [(*axes * force, colors.contactforce)];
    let parts = [
        (normal, colors.contactforce),
        (tangent, colors.contactfriction),
    ];
    let arrows: &[_] = if split { &parts } else { &whole };

    // arrows point to the object with the higher number; flexes come after bodies
    let owner = |side: usize| match usize::try_from(contact.geom[side]) {
        Ok(g) => model.geom.bodyid.get(g).map_or(0, |b| i64::from(b.0)),
        Err(_) => model.body.len() as i64 + i64::from(contact.flex[side]),
    };
    let (first, second) = (owner(0), owner(1));
    let both_move = first > 0 && second > 0;
    let kind = if both_move && !split {
        GeomType::Arrow2
    } else {
        GeomType::Arrow
    };
    let length = f64::from(model.vis.map.force) / model.stat.meanmass;
    let width = f64::from(model.vis.scale.forcewidth) * model.stat.meansize;
    for (n, &(arrow, rgba)) in arrows.iter().enumerate() {
        let mut along = arrow * length;
        if first > second {
            along = -along;
        }
        let Some(mut geom) = cx.decor(ObjType::Unknown, k) else {
            return;
        };
        geom.connect(kind, width, contact.pos, contact.pos + along);
        geom.rgba = rgba;
        if cx.options.label == label::CONTACT_FORCE && n == 0 {
            let mut text = Text::new();
            text.add_general(force.norm());
            geom.label = text.into_bytes();
        }
        cx.put(geom);
    }
}
