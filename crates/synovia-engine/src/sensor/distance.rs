//! Distances between geoms, or between the geoms of bodies: distance, direction, or the segment between the nearest points.
//!
//! The cutoff of the sensor is the largest distance that is searched; beyond it the distance is the cutoff, and the
//! direction and the segment are zero. Of several pairs the nearest is used.

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::ObjType;
use synovia_model::id::{BodyId, GeomId, Ids, SensorId};

use super::{Sensed, put};
use crate::collision::narrow::NarrowMemory;
use crate::distance::between;

/// What is read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quantity {
    Distance,
    /// Unit direction.
    Normal,
    /// Both end points.
    Segment,
}

/// One of the quantities above.
pub(crate) fn read(
    model: &Model,
    now: &Sensed<'_>,
    memory: &mut NarrowMemory,
    s: SensorId,
    quantity: Quantity,
    out: &mut [f64],
) {
    // the cutoff is the search distance
    let cutoff = model.sensor.cutoff[s];
    let [first, second] = sides(model, s);
    let (mut nearest, mut from, mut to) = (cutoff, Vec3::ZERO, Vec3::ZERO);
    // all pairs of geoms; the first of several with the same distance is used
    for g1 in first {
        for g2 in second.clone() {
            let found = between(model, now.kin, memory, [g1, g2], cutoff);
            if found.dist.is_nan() {
                return out.fill(f64::NAN);
            }
            if found.dist < nearest {
                (nearest, from, to) = (found.dist, found.from, found.to);
            }
        }
    }
    match quantity {
        Quantity::Distance => put(out, &[nearest]),
        // unit direction; zero if the points coincide or nothing was found
        Quantity::Normal => {
            let across = to - from;
            let normal = if across == Vec3::ZERO {
                across
            } else {
                across.normalized()
            };
            put(out, &normal.to_array());
        }
        Quantity::Segment => {
            // both points
            let ([a, b, c], [x, y, z]) = (from.to_array(), to.to_array());
            put(out, &[a, b, c, x, y, z]);
        }
    }
}

/// The geoms on both sides.
fn sides(model: &Model, s: SensorId) -> [Ids<GeomId>; 2] {
    // the geoms of a body, or a single geom
    let sensor = &model.sensor;
    [
        (sensor.objtype[s], sensor.objid[s]),
        (sensor.reftype[s], sensor.refid[s]),
    ]
    .map(|(kind, id)| match kind {
        ObjType::Body => model.body.geoms(BodyId(id)),
        _ => Ids::new(id as usize, id as usize + 1),
    })
}
