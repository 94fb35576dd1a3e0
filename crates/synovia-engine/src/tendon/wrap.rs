//! Shortest paths of a string around a sphere or a cylinder.
//!
//! A tendon segment runs between two points and may have to go around a geom of radius `r`. Both shapes reduce to a
//! circle in a plane: for a sphere the plane through its centre and the two points, for a cylinder the plane across its
//! axis, with the height added afterwards as along an unrolled helix.
//!
//! ```text
//! tangent points of p on the circle:   (r² p ± r √(|p|²−r²) p⊥) / |p|²                       (1)
//! inside wrap, touching at one point:  asin(A z) + asin(B z) − 2 asin(z) + G = 0              (2)
//!                                      A = r/|p₀|,  B = r/|p₁|,  G = angle between p₀ and p₁
//! helix:                               length² = arc² + rise²                                 (3)
//! ```
//!
//! A side site selects between the two tangent paths; a side site inside the geom selects the inside wrap, where the
//! string is held against the inner wall and touches it in a single point.

use core::f64::consts::PI;

use synovia_math::{MIN_VAL, Mat3, Vec3};

/// The shape a string goes around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrapShape {
    /// A sphere.
    Sphere,
    /// A cylinder of unlimited height along its z axis.
    Cylinder,
}

/// The geom a string goes around, in the world frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacle<'a> {
    /// Sphere or cylinder.
    pub shape: WrapShape,
    /// Centre.
    pub pos: Vec3,
    /// Orientation, columns are the axes of the geom.
    pub mat: &'a Mat3,
    /// Radius.
    pub radius: f64,
}

/// Where a string touches the obstacle and how long it stays on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wrap {
    /// Point where the string arrives, then the point where it leaves; world frame.
    pub points: [Vec3; 2],
    /// Length of the curve between the two points.
    pub length: f64,
}

/// Goes around `obstacle` on the way from `start` to `end`, or returns `None` if the straight line is free.
///
/// `side` is a point on the side where the string should pass.
#[doc(alias = "mju_wrap")]
pub(crate) fn wrap(
    start: Vec3,
    end: Vec3,
    obstacle: &Obstacle<'_>,
    side: Option<Vec3>,
) -> Option<Wrap> {
    let Obstacle {
        shape,
        pos,
        mat,
        radius,
    } = *obstacle;

    // both ends in the frame of the obstacle
    let p = [mat.transpose_mul(start - pos), mat.transpose_mul(end - pos)];
    if p[0].norm() < MIN_VAL || p[1].norm() < MIN_VAL {
        return None;
    }

    // the plane of the circle, and the ends in it
    let (e0, e1) = match shape {
        WrapShape::Sphere => plane_through(p[0], p[1]),
        WrapShape::Cylinder => (Vec3::X, Vec3::Y),
    };
    let flat = p.map(|v| [v.dot(e0), v.dot(e1)]);

    // a side site outside gives a direction, one inside selects the inner wall
    let side = side.map(|s| mat.transpose_mul(s - pos));
    let arc = match side {
        Some(s) if s.norm() < radius => around_inside(flat, radius)?,
        Some(s) => {
            let [x, y] = unit([s.dot(e0), s.dot(e1)]);
            around_outside(flat, Some([x * radius, y * radius]), radius)?
        }
        None => around_outside(flat, None, radius)?,
    };
    let mut local = arc.points.map(|[x, y]| e0 * x + e1 * y);
    let mut length = arc.length;

    // cylinder: rise in proportion to the way along the plane path, equation (3)
    if shape == WrapShape::Cylinder {
        let before = planar_distance(p[0], local[0]);
        let after = planar_distance(p[1], local[1]);
        let total = before + length + after;
        let rise = p[1].z - p[0].z;
        local[0].z = p[0].z + rise * before / total;
        local[1].z = p[0].z + rise * (before + length) / total;
        let height = (local[1].z - local[0].z).abs();
        length = (length * length + height * height).sqrt();
    }

    Some(Wrap {
        points: local.map(|v| *mat * v + pos),
        length,
    })
}

/// Orthonormal axes of the plane through the origin, `a` and `b`; the first axis points at `a`.
fn plane_through(a: Vec3, b: Vec3) -> (Vec3, Vec3) {
    let e0 = a.normalized();
    let mut normal = a.cross(b);
    if normal.normalize() < MIN_VAL {
        // a and b are parallel: any plane that contains them, away from the largest component of the first axis
        let m = e0.abs();
        let mut other = Vec3::splat(1.0);
        if m.y > m.x && m.y > m.z {
            other.y = 0.0;
        } else if m.z > m.x && m.z > m.y {
            other.z = 0.0;
        } else {
            other.x = 0.0;
        }
        normal = e0.cross(other).normalized();
    }
    (e0, normal.cross(e0).normalized())
}

/// Score of a path whose straight parts cross each other.
const CROSSED: f64 = -10000.0;

/// A path in the plane: where it touches the circle and the length between.
struct Arc {
    points: [[f64; 2]; 2],
    length: f64,
}

/// The tangent path around the outside of a circle at the origin, equation (1).
fn around_outside(ends: [[f64; 2]; 2], side: Option<[f64; 2]>, radius: f64) -> Option<Arc> {
    let [p, q] = ends;
    let (pp, qq) = (dot(p, p), dot(q, q));
    let rr = radius * radius;
    if pp < rr || qq < rr || radius < MIN_VAL {
        return None;
    }

    // the straight line is free if it misses the circle, and passes on the wanted side
    let d = [q[0] - p[0], q[1] - p[1]];
    let dd = dot(d, d);
    if dd < MIN_VAL {
        return None;
    }
    let a = (-dot(d, p) / dd).clamp(0.0, 1.0);
    let nearest = [a * d[0] + p[0], a * d[1] + p[1]];
    if dot(nearest, nearest) > rr && side.is_none_or(|s| dot(s, nearest) >= 0.0) {
        return None;
    }

    // both tangent paths; one whose straight parts cross is not used
    let (p_reach, q_reach) = ((pp - rr).sqrt(), (qq - rr).sqrt());
    let path = |sign: f64| {
        [
            [
                (p[0] * rr + sign * radius * p[1] * p_reach) / pp,
                (p[1] * rr - sign * radius * p[0] * p_reach) / pp,
            ],
            [
                (q[0] * rr - sign * radius * q[1] * q_reach) / qq,
                (q[1] * rr + sign * radius * q[0] * q_reach) / qq,
            ],
        ]
    };
    let merit = |[s, t]: [[f64; 2]; 2]| {
        if segments_cross(p, s, q, t) {
            return CROSSED;
        }
        if let Some(side) = side {
            dot(unit([s[0] + t[0], s[1] + t[1]]), side)
        } else {
            let gap = [s[0] - t[0], s[1] - t[1]];
            -dot(gap, gap)
        }
    };
    let paths = [path(1.0), path(-1.0)];
    let merits = paths.map(merit);
    let second = merits[0] <= merits[1];
    let [s, t] = paths[usize::from(second)];
    if merits[0].max(merits[1]) == CROSSED {
        return None;
    }

    // the arc between the tangent points, the long way round if the path needs it
    let mut angle = libm::acos(dot(unit(s), unit(t)).clamp(-1.0, 1.0));
    let turn = s[1] * t[0] - s[0] * t[1];
    if (turn > 0.0 && second) || (turn < 0.0 && !second) {
        angle = 2.0 * PI - angle;
    }
    Some(Arc {
        points: [s, t],
        length: radius * angle,
    })
}

/// The path that touches the inner wall of a circle at the origin in one point, equation (2).
fn around_inside(ends: [[f64; 2]; 2], radius: f64) -> Option<Arc> {
    const MAX_ITERATIONS: usize = 20;
    const START: f64 = 1.0 - 1e-7;
    const TOLERANCE: f64 = 1e-6;

    let [p, q] = ends;
    let (len0, len1) = (dot(p, p).sqrt(), dot(q, q).sqrt());
    let d = [q[0] - p[0], q[1] - p[1]];
    let dd = dot(d, d);
    if len0 <= radius || len1 <= radius || radius < MIN_VAL || len0 < MIN_VAL || len1 < MIN_VAL {
        return None;
    }

    // a straight line that passes through the circle needs no wrap
    if dd > MIN_VAL {
        let a = -dot(d, p) / dd;
        if a > 0.0 && a < 1.0 {
            let nearest = [p[0] + a * d[0], p[1] + a * d[1]];
            if dot(nearest, nearest).sqrt() <= radius {
                return None;
            }
        }
    }

    // where the search fails, the point between the two ends is used
    let middle = unit([0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])]);
    let touch = |point: [f64; 2]| {
        Some(Arc {
            points: [point, point],
            length: 0.0,
        })
    };
    let fallback = [middle[0] * radius, middle[1] * radius];

    let a = radius / len0;
    let b = radius / len1;
    let cos_g = (len0 * len0 + len1 * len1 - dd) / (2.0 * len0 * len1);
    if cos_g < -1.0 + MIN_VAL {
        return None;
    }
    if cos_g > 1.0 - MIN_VAL {
        return touch(fallback);
    }
    let g = libm::acos(cos_g);
    let residual = |z: f64| libm::asin(a * z) + libm::asin(b * z) - 2.0 * libm::asin(z) + g;
    let slope = |c: f64, z: f64| c / (1.0 - z * z * c * c).sqrt().max(MIN_VAL);

    // Newton from the right end, moving left only
    let mut z = START;
    let mut f = residual(z);
    if f > 0.0 {
        return touch(fallback);
    }
    let mut iterations = 0;
    while iterations < MAX_ITERATIONS && f.abs() > TOLERANCE {
        let df = slope(a, z) + slope(b, z) - 2.0 / (1.0 - z * z).sqrt().max(MIN_VAL);
        if df > -MIN_VAL {
            return touch(fallback);
        }
        let next = z - f / df;
        if next > z {
            return touch(fallback);
        }
        z = next;
        f = residual(z);
        if f > TOLERANCE {
            return touch(fallback);
        }
        iterations += 1;
    }
    if iterations >= MAX_ITERATIONS {
        return touch(fallback);
    }

    // turn from the end that lies clockwise
    let (from, c) = if p[0] * q[1] - p[1] * q[0] > 0.0 {
        (p, a)
    } else {
        (q, b)
    };
    let angle = libm::asin(z) - libm::asin(c * z);
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let v = unit(from);
    touch([
        radius * (cos * v[0] - sin * v[1]),
        radius * (sin * v[0] + cos * v[1]),
    ])
}

/// True if the segments `a`–`b` and `c`–`d` meet.
fn segments_cross(a: [f64; 2], b: [f64; 2], c: [f64; 2], d: [f64; 2]) -> bool {
    let det = (d[1] - c[1]) * (b[0] - a[0]) - (d[0] - c[0]) * (b[1] - a[1]);
    if det.abs() < MIN_VAL {
        return false;
    }
    // where they meet, in lengths of each segment times the determinant
    let s = (d[0] - c[0]) * (a[1] - c[1]) - (d[1] - c[1]) * (a[0] - c[0]);
    let t = (b[0] - a[0]) * (a[1] - c[1]) - (b[1] - a[1]) * (a[0] - c[0]);
    let on_segment = |x: f64| {
        if det > 0.0 {
            (0.0..=det).contains(&x)
        } else {
            (det..=0.0).contains(&x)
        }
    };
    on_segment(s) && on_segment(t)
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// The direction of `v`; the first axis if `v` has none.
fn unit(v: [f64; 2]) -> [f64; 2] {
    let norm = dot(v, v).sqrt();
    if norm < MIN_VAL {
        return [1.0, 0.0];
    }
    let inv = 1.0 / norm;
    [v[0] * inv, v[1] * inv]
}

/// Distance between two points seen along z.
fn planar_distance(a: Vec3, b: Vec3) -> f64 {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).sqrt()
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
}
