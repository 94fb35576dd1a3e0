//! Rangefinders: the hit of a ray along the z axis of a site, or of one through each pixel of a camera.
//!
//! The body that carries the instrument is excluded. Each ray fills one slot with the selected fields, in the order of
//! [`RayData`]; pixels are in row-major order from the top.
//!
//! ```text
//! distance −1 and zeros elsewhere if nothing is hit        depth = −z · (point − camera)         (1)
//! ```
//!
//! The depth of a site's ray is its distance; it is −1 if nothing is hit.

use synovia_geom::ray::{Hit, Ray};
use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::{ObjType, Projection, RayData};
use synovia_model::id::{CameraId, SensorId, SiteId};

use super::{Sensed, put};
use crate::ray::{self, Fan, Pixels, Visible};
use crate::scratch::ScratchBuffer;

/// Fields with their widths, in the order of the outputs.
const FIELDS: [(RayData, usize); 6] = [
    (RayData::Dist, 1),
    (RayData::Dir, 3),
    (RayData::Origin, 3),
    (RayData::Point, 3),
    (RayData::Normal, 3),
    (RayData::Depth, 1),
];

/// Fills one slot per ray.
pub(crate) fn read(
    model: &Model,
    now: &Sensed<'_>,
    scratch: &mut ScratchBuffer,
    s: SensorId,
    out: &mut [f64],
) {
    let [fields, ..] = model.sensor.intprm[s];
    let id = model.sensor.objid[s];
    match model.sensor.objtype[s] {
        ObjType::Site => site(model, now, SiteId(id), fields, out),
        ObjType::Camera => camera(model, now, scratch, CameraId(id), fields, out),
        _ => out.fill(f64::NAN),
    }
}

/// The ray along the z axis of a site.
fn site(model: &Model, now: &Sensed<'_>, site: SiteId, fields: i32, out: &mut [f64]) {
    let ray = Ray {
        from: now.kin.site_xpos[site],
        dir: now.kin.site_xmat[site].col(2),
    };
    // the body of the site is excluded
    let visible = Visible {
        without: Some(model.site.bodyid[site]),
        ..Visible::default()
    };
    let hit = ray::cast(model, now.kin, &ray, &visible).map(|seen| seen.hit);
    let depth = hit.map(|hit| hit.dist);
    fill(out, fields, &ray, hit, depth);
}

/// One ray per pixel of a camera.
fn camera(
    model: &Model,
    now: &Sensed<'_>,
    scratch: &mut ScratchBuffer,
    camera: CameraId,
    fields: i32,
    out: &mut [f64],
) {
    // numbers per pixel, pixels per row
    let slot = width(fields);
    let [columns, _] = model.camera.resolution[camera];
    if slot == 0 || columns <= 0 {
        return;
    }
    let visible = Visible {
        without: Some(model.camera.bodyid[camera]),
        ..Visible::default()
    };
    let pixels = Pixels::new(model, now.kin, camera);
    let (eye, back) = (now.kin.cam_xpos[camera], now.kin.cam_xmat[camera].col(2));
    // rays of a perspective camera start at one point
    let fan = (model.camera.projection[camera] == Projection::Perspective).then(|| {
        let frame = scratch.frame(ray::scratch_len(model));
        Fan::new(model, now.kin, eye, &visible, crate::MAX_VAL, frame)
    });
    // pixels in row-major order
    for (k, slot) in out.chunks_exact_mut(slot).enumerate() {
        let (row, column) = (k / columns as usize, k % columns as usize);
        let ray = pixels.ray(row, column);
        let seen = match &fan {
            Some(fan) => fan.cast(ray.dir),
            None => ray::cast(model, now.kin, &ray, &visible),
        };
        let hit = seen.map(|seen| seen.hit);
        // equation (1)
        let depth = hit.map(|hit| -(ray.at(hit.dist) - eye).dot(back));
        fill(slot, fields, &ray, hit, depth);
    }
}

/// True if the field is selected.
fn has(fields: i32, field: RayData) -> bool {
    fields & (1 << field.to_i32()) != 0
}

/// Numbers per slot.
fn width(fields: i32) -> usize {
    let asked = FIELDS.iter().filter(|(field, _)| has(fields, *field));
    asked.map(|(_, width)| width).sum()
}

/// Writes the selected fields.
fn fill(mut out: &mut [f64], fields: i32, ray: &Ray, hit: Option<Hit>, depth: Option<f64>) {
    for (field, width) in FIELDS {
        if !has(fields, field) {
            continue;
        }
        let Some((piece, rest)) = out.split_at_mut_checked(width) else {
            return;
        };
        let vector = |v: Option<Vec3>| v.unwrap_or(Vec3::ZERO).to_array();
        match field {
            RayData::Dist => put(piece, &[hit.map_or(-1.0, |hit| hit.dist)]),
            RayData::Dir => put(piece, &vector(hit.map(|_| ray.dir))),
            RayData::Origin => put(piece, &ray.from.to_array()),
            RayData::Point => put(piece, &vector(hit.map(|hit| ray.at(hit.dist)))),
            RayData::Normal => put(piece, &vector(hit.map(|hit| hit.normal))),
            _ => put(piece, &[depth.unwrap_or(-1.0)]),
        }
        out = rest;
    }
}
