//! Shortest paths of a string around or through a sphere or a cylinder.
//!
//! A tendon segment runs between two points and may have to go around a geom of radius `r`. Both shapes reduce to a circle
//! in a plane: for a sphere its section with the plane through the centre and the two points, for a cylinder its
//! cross-section. In the plane [`outside`] finds the path of tangent, arc and tangent, and [`inside`] the path that is
//! pulled to the circle and touches it in a single point. A side site inside the geom selects the second; one outside
//! selects the side on which the string passes.
//!
//! On a cylinder the shortest path is straight once the surface is unrolled, so the height grows in proportion to the
//! distance along the planar path, and the arc becomes a helix:
//!
//! ```text
//! height(s) = z₀ + (z₁ − z₀) s/total,      length² = arc² + rise²                             (3)
//! ```

mod inside;
mod outside;
mod planar;

use synovia_math::{MIN_VAL, Mat3, Vec3};

use planar::Planar;

// Choices that agreement with the reference requires, beyond the mathematics. Besides these, lengths, squared lengths and
// distances of a cosine from ±1 are treated as zero below `MIN_VAL`.

/// Score of a path whose tangents intersect.
// QUIRK(wrap-score-scale): other scores are lengths or squared lengths, so with a radius above 10⁴ a feasible path may have
// a lower score than this, and the string stays straight on the wrong side
const INFEASIBLE: f64 = -1e4;

/// Sine of the angle of incidence at which Newton's method starts: nearly grazing, where the slope is still finite.
const NEWTON_START: f64 = 1.0 - 1e-7;

/// Tolerance of equation (2): angle between the ends, in radians.
const NEWTON_TOLERANCE: f64 = 1e-6;

/// Maximum number of Newton steps. The method has failed after this many, even if the last one reaches the tolerance.
const NEWTON_STEPS: usize = 20;

/// The shape that a string wraps around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrapShape {
    /// A sphere.
    Sphere,
    /// An infinite cylinder along its z axis.
    Cylinder,
}

/// The geom that a string wraps around, in the world frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacle<'a> {
    /// Sphere or cylinder.
    pub shape: WrapShape,
    /// Centre.
    pub pos: Vec3,
    /// Orientation; the columns are the axes of the geom.
    pub mat: &'a Mat3,
    /// Radius.
    pub radius: f64,
}

/// The points where a string touches the obstacle and the length of the curve between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wrap {
    /// Point where the string arrives, then point where it leaves; world frame.
    pub points: [Vec3; 2],
    /// Length of the curve between the two points.
    pub length: f64,
}

/// The part of a planar path on the circle.
#[derive(Clone, Copy, Debug)]
struct Contact {
    /// Points where the string arrives and where it leaves.
    points: [Planar; 2],
    /// Length of the arc between.
    length: f64,
}

/// Wraps the string from `start` to `end` around `obstacle`; `None` if the straight line is free.
///
/// `side` is a point on the side on which the string should pass.
#[doc(alias = "mju_wrap")]
pub(crate) fn wrap(
    start: Vec3,
    end: Vec3,
    obstacle: &Obstacle<'_>,
    side: Option<Vec3>,
) -> Option<Wrap> {
    // the ends in the frame of the geom; the path is undefined if one is at the centre
    let radius = obstacle.radius;
    let ends = [start, end].map(|point| obstacle.to_local(point));
    if ends.into_iter().any(is_centre) {
        return None;
    }
    // the plane in which the string is bent
    let section = match obstacle.shape {
        WrapShape::Sphere => Section::through(ends[0], ends[1]),
        WrapShape::Cylinder => Section {
            axes: [Vec3::X, Vec3::Y],
        },
    };
    let flat = ends.map(|end| section.project(end));
    // the path in the plane: inside if the side site is inside the geom, else around it
    let contact = match side.map(|site| obstacle.to_local(site)) {
        None => outside::around(flat, None, radius),
        Some(site) if site.norm() < radius => inside::touching(flat, radius),
        Some(site) => {
            let on_circle = section.project(site).unit() * radius;
            outside::around(flat, Some(on_circle), radius)
        }
    }?;

    // back to three dimensions; on a cylinder the height is added
    let points = contact.points.map(|point| section.lift(point));
    let local = match obstacle.shape {
        WrapShape::Sphere => Wrap {
            points,
            length: contact.length,
        },
        WrapShape::Cylinder => {
            let runs = [0, 1].map(|i| (flat[i] - contact.points[i]).norm());
            helix(ends.map(|end| end.z), runs, points, contact.length)
        }
    };
    // to the world frame
    Some(Wrap {
        points: local
            .points
            .map(|point| *obstacle.mat * point + obstacle.pos),
        length: local.length,
    })
}

/// True if the norm of a vector is below `MIN_VAL`; the root is only computed near that limit.
fn is_centre(v: Vec3) -> bool {
    const NEAR: f64 = 1e10 * MIN_VAL * MIN_VAL;
    v.dot(v) < NEAR && v.norm() < MIN_VAL
}

/// Adds the height to a planar path around a cylinder, equation (3).
///
/// `heights` are those of the ends, `runs` the lengths of the straight parts and `arc` the length of the arc in the plane.
fn helix(heights: [f64; 2], runs: [f64; 2], points: [Vec3; 2], arc: f64) -> Wrap {
    let [before, after] = runs;
    let total = before + arc + after;
    let rise = heights[1] - heights[0];
    // heights where the string arrives and leaves, proportional to the distance along the path
    let [arrival, departure] = [before, before + arc].map(|s| heights[0] + rise * s / total);
    let climb = departure - arrival;
    Wrap {
        points: [
            Vec3 {
                z: arrival,
                ..points[0]
            },
            Vec3 {
                z: departure,
                ..points[1]
            },
        ],
        length: (arc * arc + climb * climb).sqrt(),
    }
}

impl Obstacle<'_> {
    /// A point of the world in the frame of the geom.
    fn to_local(self, point: Vec3) -> Vec3 {
        self.mat.transpose_mul(point - self.pos)
    }
}

/// The plane through the centre of the geom in which the string is bent.
struct Section {
    /// Orthonormal axes of the plane.
    axes: [Vec3; 2],
}

impl Section {
    /// The plane through the centre, `a` and `b`; its first axis points at `a`.
    fn through(a: Vec3, b: Vec3) -> Self {
        let first = a.normalized();
        let mut normal = a.cross(b);
        // the ends and the centre are collinear: any plane through them
        if normal.normalize() < MIN_VAL {
            normal = first.cross(across(first)).normalized();
        }
        Self {
            axes: [first, normal.cross(first).normalized()],
        }
    }

    fn project(&self, point: Vec3) -> Planar {
        Planar {
            x: point.dot(self.axes[0]),
            y: point.dot(self.axes[1]),
        }
    }

    fn lift(&self, point: Planar) -> Vec3 {
        self.axes[0] * point.x + self.axes[1] * point.y
    }
}

/// A direction different from that of `v`: the diagonal of the coordinate plane perpendicular to the largest component of
/// `v`, or to x if no component is the largest.
fn across(v: Vec3) -> Vec3 {
    let Vec3 { x, y, z } = v.abs();
    if y > x && y > z {
        Vec3::new(1.0, 0.0, 1.0)
    } else if z > x && z > y {
        Vec3::new(1.0, 1.0, 0.0)
    } else {
        Vec3::new(0.0, 1.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT_SPHERE: Obstacle<'static> = Obstacle {
        shape: WrapShape::Sphere,
        pos: Vec3::ZERO,
        mat: &Mat3::IDENTITY,
        radius: 1.0,
    };

    #[test]
    fn a_string_over_a_sphere_has_tangents_and_an_arc() {
        // from (−2, 0, 0.5) to (2, 0, 0.5): each tangent has length √(d²−1), the rest is arc
        let start = Vec3::new(-2.0, 0.0, 0.5);
        let end = Vec3::new(2.0, 0.0, 0.5);
        let found = wrap(start, end, &UNIT_SPHERE, None).unwrap();
        let d = start.norm();
        let between = libm::acos(start.dot(end) / (d * d));
        let arc = between - 2.0 * libm::acos(1.0 / d);
        assert!((found.length - arc).abs() < 1e-14);
        for (point, outer) in [(found.points[0], start), (found.points[1], end)] {
            assert!((point.norm() - 1.0).abs() < 1e-14);
            assert!(point.dot(outer - point).abs() < 1e-14);
        }
    }

    #[test]
    fn a_free_line_does_not_wrap() {
        let start = Vec3::new(-2.0, 0.0, 1.5);
        let end = Vec3::new(2.0, 0.0, 1.5);
        assert_eq!(wrap(start, end, &UNIT_SPHERE, None), None);
        // unless it passes on the wrong side
        assert!(wrap(start, end, &UNIT_SPHERE, Some(Vec3::new(0.0, 0.0, -2.0))).is_some());
    }

    #[test]
    fn a_cylinder_adds_the_rise_of_the_helix() {
        let pipe = Obstacle {
            shape: WrapShape::Cylinder,
            ..UNIT_SPHERE
        };
        let flat = wrap(
            Vec3::new(-2.0, 0.5, 0.0),
            Vec3::new(2.0, 0.5, 0.0),
            &pipe,
            None,
        )
        .unwrap();
        let risen = wrap(
            Vec3::new(-2.0, 0.5, -1.0),
            Vec3::new(2.0, 0.5, 1.0),
            &pipe,
            None,
        )
        .unwrap();
        let rise = risen.points[1].z - risen.points[0].z;
        assert!((risen.length.powi(2) - flat.length.powi(2) - rise * rise).abs() < 1e-14);
        // same slope on the straight parts and on the curve
        let straight = risen.points[0] - Vec3::new(-2.0, 0.5, -1.0);
        let run = (straight.x * straight.x + straight.y * straight.y).sqrt();
        assert!((straight.z / run - rise / flat.length).abs() < 1e-13);
    }

    #[test]
    fn an_inside_wrap_touches_the_wall_at_equal_angles() {
        let start = Vec3::new(-2.0, 1.2, 0.0);
        let end = Vec3::new(1.5, 1.5, 0.0);
        let pipe = Obstacle {
            shape: WrapShape::Cylinder,
            ..UNIT_SPHERE
        };
        let inside = Some(Vec3::new(0.1, 0.0, 0.0));
        let found = wrap(start, end, &pipe, inside).unwrap();
        assert_eq!(found.points[0], found.points[1]);
        let normal = found.points[0];
        assert!((normal.norm() - 1.0).abs() < 1e-12);
        let incoming = (start - normal).normalized().dot(normal);
        let outgoing = (end - normal).normalized().dot(normal);
        assert!((incoming - outgoing).abs() < 1e-5);
    }

    #[test]
    fn a_string_through_the_centre_bends_across_its_largest_component() {
        // tangents touch at ±½ along the string and √¾ perpendicular to it, in the direction of the diagonal of the two
        // other axes
        let across = (3.0_f64 / 8.0).sqrt();
        for axis in 0..3 {
            let along = |s: f64, other: f64| {
                Vec3::from(core::array::from_fn::<f64, 3, _>(|k| {
                    if k == axis { s } else { other }
                }))
            };
            let found = wrap(along(-2.0, 0.0), along(2.0, 0.0), &UNIT_SPHERE, None).unwrap();
            for (point, s) in found.points.into_iter().zip([-0.5, 0.5]) {
                assert!((point - along(s, across)).norm() < 1e-14, "{point:?}");
            }
        }
        // no single component is the largest: the values of the reference
        for (end, arrival) in [
            (
                [1.0, 2.0, 1.5],
                [
                    0.43232335571694136,
                    -0.8761298481230961,
                    0.21329089368616727,
                ],
            ),
            (
                [1.0, 1.5, 2.0],
                [
                    0.43232335571694125,
                    0.21329089368616727,
                    -0.8761298481230961,
                ],
            ),
            (
                [2.0, 1.0, 1.5],
                [
                    -0.8761298481230961,
                    0.43232335571694136,
                    0.21329089368616727,
                ],
            ),
        ] {
            let end = Vec3::from(end);
            let found = wrap(-end, end, &UNIT_SPHERE, None).unwrap();
            assert!((found.points[0] - Vec3::from(arrival)).norm() < 1e-14);
        }
    }
}
