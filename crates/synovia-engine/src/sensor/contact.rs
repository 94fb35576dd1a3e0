//! Contacts between selected objects: their number, forces and positions.
//!
//! A contact matches if each named object (a geom, a body, a subtree) is one of its sides; a site as the first object
//! selects the contacts inside its shape instead. The outputs are slots of the fields in the order of [`ConData`], each
//! filled by one contact; unused slots stay zero. The `reduce` of the sensor determines which contacts fill the slots:
//!
//! ```text
//! none       in the order of detection
//! mindist    the deepest first
//! maxforce   the strongest first
//! netforce   one slot for all: Σ f_k at the mean of the positions weighted by |f_k|, in world axes      (1)
//! ```
//!
//! Normal and forces point from the first object to the second: if the contact has them in the opposite order, its frame is
//! rotated by half a turn about the second tangent.

use core::cmp::Ordering;

use synovia_math::{MIN_VAL, Vec3};
use synovia_model::Model;
use synovia_model::enums::{ConData, ObjType};
use synovia_model::id::{BodyId, GeomId, SensorId, SiteId};

use super::inside::contains;
use super::{Sensed, put};
use crate::constraint::contact_force::contact_force;
use crate::data::Contact;

/// The reduction modes, by their numbers in the model.
const MIN_DIST: i32 = 1;
const MAX_FORCE: i32 = 2;
const NET_FORCE: i32 = 3;

/// Fields with their widths, in the order of the outputs.
const FIELDS: [(ConData, usize); 7] = [
    (ConData::Found, 1),
    (ConData::Force, 3),
    (ConData::Torque, 3),
    (ConData::Dist, 1),
    (ConData::Pos, 3),
    (ConData::Normal, 3),
    (ConData::Tangent, 3),
];

/// Slots of the contacts that match.
pub(crate) fn read(model: &Model, now: &Sensed<'_>, s: SensorId, out: &mut [f64]) {
    out.fill(0.0);
    // selected fields and reduction
    let [fields, reduce, _] = model.sensor.intprm[s];
    let width = width(fields);
    if width == 0 {
        return;
    }
    // contacts between the objects, with their direction
    let matching = || {
        (now.contact.list.iter().enumerate())
            .filter_map(|(k, contact)| Some((k, contact, direction(model, now, s, contact)?)))
    };
    let found = matching().count();
    // one slot for all
    if reduce == NET_FORCE {
        let matching = matching().map(|(_, contact, flip)| (contact, flip));
        if let Some(slot) = out.get_mut(..width) {
            fill(slot, fields, &net(model, now, found, matching));
        }
        return;
    }
    // sort key; ties are broken by the order of detection
    let key = |k: usize, contact: &Contact| {
        let criterion = match reduce {
            MIN_DIST => contact.dist,
            MAX_FORCE => {
                let f = contact_force(model, now.efc, contact);
                -Vec3::new(f[0], f[1], f[2]).norm_squared()
            }
            _ => 0.0,
        };
        (criterion, k)
    };

    // fill the slots by ascending key: the smallest key above the last one
    let mut last = (f64::NEG_INFINITY, 0);
    for slot in out.chunks_exact_mut(width).take(found) {
        let next = matching()
            .map(|(k, contact, flip)| (key(k, contact), contact, flip))
            .filter(|(key, ..)| *key > last)
            .min_by(|(a, ..), (b, ..)| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        let Some((key, contact, flip)) = next else {
            break;
        };
        fill(slot, fields, &single(model, now, found, contact, flip));
        last = key;
    }
}

/// Numbers per slot.
fn width(fields: i32) -> usize {
    let asked = FIELDS.iter().filter(|(field, _)| has(fields, *field));
    asked.map(|(_, width)| width).sum()
}

/// True if the field is selected.
fn has(fields: i32, field: ConData) -> bool {
    fields & (1 << field.to_i32()) != 0
}

/// All fields of a slot.
struct Slot {
    /// Number of contacts that match.
    found: f64,
    /// Distance; negative if penetrating.
    dist: f64,
    /// Force, in the contact frame or in the world.
    force: Vec3,
    /// Torque, in the same frame.
    torque: Vec3,
    /// Position in the world.
    pos: Vec3,
    /// Normal in the world.
    normal: Vec3,
    /// First tangent in the world.
    tangent: Vec3,
}

/// Writes the selected fields.
fn fill(mut out: &mut [f64], fields: i32, slot: &Slot) {
    for (field, width) in FIELDS {
        if !has(fields, field) {
            continue;
        }
        let Some((piece, rest)) = out.split_at_mut_checked(width) else {
            return;
        };
        match field {
            ConData::Found => put(piece, &[slot.found]),
            ConData::Force => put(piece, &slot.force.to_array()),
            ConData::Torque => put(piece, &slot.torque.to_array()),
            ConData::Dist => put(piece, &[slot.dist]),
            ConData::Pos => put(piece, &slot.pos.to_array()),
            ConData::Normal => put(piece, &slot.normal.to_array()),
            _ => put(piece, &slot.tangent.to_array()),
        }
        out = rest;
    }
}

/// Force and torque of a contact, in its frame.
fn wrench(model: &Model, now: &Sensed<'_>, contact: &Contact) -> [Vec3; 2] {
    let [fx, fy, fz, tx, ty, tz] = contact_force(model, now.efc, contact);
    [Vec3::new(fx, fy, fz), Vec3::new(tx, ty, tz)]
}

/// One contact.
fn single(model: &Model, now: &Sensed<'_>, found: usize, contact: &Contact, flip: bool) -> Slot {
    // half a turn about the second tangent negates the other two axes
    let sign = if flip { -1.0 } else { 1.0 };
    let [force, torque] = wrench(model, now, contact).map(|v| Vec3::new(v.x, v.y, sign * v.z));
    Slot {
        found: found as f64,
        dist: contact.dist,
        force,
        torque,
        pos: contact.pos,
        normal: contact.frame.row(0) * sign,
        tangent: contact.frame.row(1) * sign,
    }
}

/// All contacts combined, equation (1).
fn net<'a>(
    model: &Model,
    now: &Sensed<'_>,
    found: usize,
    matching: impl Iterator<Item = (&'a Contact, bool)> + Clone,
) -> Slot {
    let (mut pos, mut total) = (Vec3::ZERO, 0.0);
    // mean position, weighted by force
    for (contact, _) in matching.clone() {
        let [force, _] = wrench(model, now, contact);
        let weight = force.norm();
        pos += contact.pos * weight;
        total += weight;
    }
    pos *= 1.0 / f64::max(total, MIN_VAL);

    // sums of forces, and of torques about that position
    let (mut force, mut torque) = (Vec3::ZERO, Vec3::ZERO);
    for (contact, flip) in matching {
        let sign = if flip { -1.0 } else { 1.0 };
        let [f, t] = wrench(model, now, contact).map(|v| contact.frame.transpose_mul(v * sign));
        force += f;
        torque += t;
        torque += (contact.pos - pos).cross(f);
    }
    Slot {
        found: found as f64,
        dist: 0.0,
        force,
        torque,
        pos,
        normal: Vec3::X,
        tangent: Vec3::Y,
    }
}

/// True if the contact's sides are in the opposite order of the sensor's objects; `None` if the contact does not match.
fn direction(model: &Model, now: &Sensed<'_>, s: SensorId, contact: &Contact) -> Option<bool> {
    let sensor = &model.sensor;
    // the two objects of the sensor
    let objects = [
        (sensor.objtype[s], sensor.objid[s]),
        (sensor.reftype[s], sensor.refid[s]),
    ];
    // a site: the contact must be inside its shape
    if let (ObjType::Site, id) = objects[0] {
        let (site, kin) = (SiteId(id), now.kin);
        let local = kin.site_xmat[site].transpose_mul(contact.pos - kin.site_xpos[site]);
        if !contains(model.site.type_[site], model.site.size[site], local) {
            return None;
        }
    }
    // is the object the first or the second side?
    let [first, second] =
        objects.map(|(kind, id)| contact.sides(model).map(|g| is_side(model, g, kind, id)));
    if first == [false; 2] || second == [false; 2] {
        return None;
    }
    // with one object, its side determines the direction
    match objects.map(|(kind, _)| kind != ObjType::Unknown) {
        [true, true] => match (first[0] && second[1], first[1] && second[0]) {
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        },
        [true, false] => Some(!first[0]),
        [false, true] => Some(!second[1]),
        [false, false] => Some(false),
    }
}

/// True if the object is the geom on one side of a contact, or carries it.
fn is_side(model: &Model, geom: Option<GeomId>, kind: ObjType, id: i32) -> bool {
    // the body of the geom; a flex has none
    let body = geom.map_or(BodyId::NONE, |g| model.geom.bodyid[g]);
    match kind {
        ObjType::Unknown | ObjType::Site => true,
        ObjType::Geom => geom.is_some_and(|g| g.0 == id),
        ObjType::Body => body.0 == id,
        // walk up to the root of the subtree
        ObjType::XBody => {
            let mut body = body;
            while body.0 > id && body.0 > 0 {
                body = model.body.parentid[body];
            }
            body.0 == id
        }
        _ => false,
    }
}
