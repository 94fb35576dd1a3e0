//! From measurements of two bodies to contact points.
//!
//! Bodies that are inflated by half of the margin `m` each and then overlap by `d` have the signed distance `m − d`.
//! The contact is midway between the points of both; its normal is along the line from the second to the first,
//! because the bodies overlap.
//!
//! If a search finds one point, more are found by rotating both bodies slightly about it, in opposite directions, and
//! searching again.

use synovia_math::{Mat3, Quat, Vec3, narrow};

use super::difference::Difference;
use super::measure::{Answer, measure};
use super::normal_fix::fix_normal;
use super::policy::TILT;
use super::portal::is_origin;
use super::support::Body;
use super::{CcdOptions, SearchMemory, mpr};
use crate::collide::{ContactPoint, Manifold};

/// The overlap of two bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overlap {
    pub depth: f64,
    /// Unit vector from the first to the second.
    pub normal: Vec3,
    /// Midpoint.
    pub pos: Vec3,
}

impl Overlap {
    /// An overlap of the given depth between a point of each body.
    fn between([on_a, on_b]: [Vec3; 2], depth: f64) -> Self {
        Self {
            depth,
            normal: (on_a - on_b).normalized(),
            pos: (on_a + on_b) * 0.5,
        }
    }

    /// The contact of bodies that were inflated by a margin.
    fn contact(&self, margin: f64) -> ContactPoint {
        ContactPoint::new(margin - self.depth, self.pos, self.normal)
    }
}

/// An overlap by portal refinement; `None` if it has no direction.
fn portal_overlap(a: &mut Body<'_>, b: &mut Body<'_>, options: &CcdOptions) -> Option<Overlap> {
    let (tolerance, iterations) = (options.tolerance, options.iterations);
    let found = narrow!(simd => {
        mpr::overlap(&mut Difference { simd, a, b }, tolerance, iterations)
    })?;
    let finite = found.depth.is_finite() && found.normal.is_finite() && found.pos.is_finite();
    (finite && !is_origin(found.normal)).then_some(found)
}

/// An overlap at one point, by the search selected in the options.
pub(super) fn overlap(
    a: &mut Body<'_>,
    b: &mut Body<'_>,
    options: &CcdOptions,
    memory: &mut SearchMemory,
) -> Option<Overlap> {
    if !options.native {
        return portal_overlap(a, b, options);
    }
    let dist = measure(a, b, &options.ask(1, 0.0), memory).dist;
    let &points = memory.points.first()?;
    (dist < 0.0).then(|| Overlap::between(points, -dist))
}

/// Adds the contacts of two bodies, at most `points`; returns the normal of a separating plane if they do not touch.
pub(super) fn contacts(
    a: &mut Body<'_>,
    b: &mut Body<'_>,
    points: usize,
    margin: f64,
    options: &CcdOptions,
    memory: &mut SearchMemory,
    out: &mut Manifold,
) -> Vec3 {
    // portal refinement: one contact, with the normals of round shapes corrected
    if !options.native {
        if let Some(found) = portal_overlap(a, b, options) {
            let mut contact = found.contact(margin);
            if !a.is_element() && !b.is_element() {
                fix_normal(&mut contact, Some(a), Some(b));
            }
            out.push(contact);
        }
        return Vec3::ZERO;
    }

    // GJK and EPA: one contact per pair of points
    let Answer { dist, apart } = measure(a, b, &options.ask(points, 0.0), memory);
    if dist < 0.0 {
        for &pair in &memory.points {
            out.push(Overlap::between(pair, -dist).contact(margin));
        }
        return Vec3::ZERO;
    }
    apart
}

/// Adds contacts of two bodies that are rotated about the first contact, `out[start]`, in both directions about both
/// tangents. A contact within `near` of a known one is dropped; all get the distance of the first.
pub(super) fn contacts_tilted(
    a: &mut Body<'_>,
    b: &mut Body<'_>,
    near: f64,
    start: usize,
    options: &CcdOptions,
    memory: &mut SearchMemory,
    out: &mut Manifold,
) {
    let first = out[start];
    let Some(frame) = Mat3::make_frame(first.normal, Vec3::ZERO) else {
        return;
    };
    let margin = a.margin;
    let tangents = [frame.row(1), frame.row(2)];
    let tilts = tangents
        .into_iter()
        .flat_map(|axis| [(axis, -TILT), (axis, TILT)]);

    // order: the first tangent before the second, the negative angle before the positive one
    for (axis, angle) in tilts {
        let rotation = Quat::from_axis_angle(axis, angle).to_mat();
        let (pos_a, mat_a) = tilted(a, first.pos, rotation);
        let (pos_b, mat_b) = tilted(b, first.pos, rotation.transpose());
        let (mut tilted_a, mut tilted_b) = (a.moved(pos_a, &mat_a), b.moved(pos_b, &mat_b));
        let before = out.len();
        contacts(
            &mut tilted_a,
            &mut tilted_b,
            1,
            margin,
            options,
            memory,
            out,
        );
        // the next search starts where this one ended
        (a.node, a.corner) = (tilted_a.node, tilted_a.corner);
        (b.node, b.corner) = (tilted_b.node, tilted_b.corner);

        let (known, found) = out.split_at_mut(before);
        let Some(found) = found.first_mut() else {
            continue;
        };

        // a tilted pose is not the real one: the distance is that of the first contact
        found.dist = first.dist;
        let is_near = |other: &ContactPoint| other.pos.distance(found.pos) <= near;
        if known[start..].iter().any(is_near) {
            out.truncate(before);
        }
    }
}

/// The pose of a body after a rotation about a point.
fn tilted(body: &Body<'_>, about: Vec3, rotation: Mat3) -> (Vec3, Mat3) {
    let arm = about - body.pos;
    (body.pos - (rotation * arm - arm), rotation * *body.mat)
}
