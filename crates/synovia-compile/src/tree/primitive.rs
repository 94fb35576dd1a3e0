//! Mass properties of the primitive shapes, solid or hollow.
//!
//! The mass of a solid shape is distributed over its volume, that of a hollow one (`shellinertia`) over its surface; [`Primitive::measure`]
//! is the volume or the surface area. Moments of inertia are about the centre, in the shape's own axes, which are principal:
//!
//! ```text
//! I_xx = ∫ (y² + z²) dm,   I_yy = ∫ (x² + z²) dm,   I_zz = ∫ (x² + y²) dm          (1)
//! ```

use core::f64::consts::PI;

use synovia_math::{Vec3, nearest};

/// A primitive shape with its dimensions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Primitive {
    /// A ball of radius `r`.
    Sphere {
        /// Radius.
        r: f64,
    },
    /// A cylinder along z with a hemisphere at each end.
    Capsule {
        /// Radius.
        r: f64,
        /// Half the length of the cylindrical part.
        half: f64,
    },
    /// A cylinder along z.
    Cylinder {
        /// Radius.
        r: f64,
        /// Half the length.
        half: f64,
    },
    /// An ellipsoid with these semi-axes.
    Ellipsoid(Vec3),
    /// A box with these half sizes.
    Box(Vec3),
}

impl Primitive {
    /// Volume if solid, surface area if hollow.
    pub(crate) fn measure(self, hollow: bool) -> f64 {
        match (self, hollow) {
            (Self::Sphere { r }, false) => 4.0 * PI * r * r * r / 3.0,
            (Self::Sphere { r }, true) => 4.0 * PI * r * r,
            (Self::Capsule { r, half }, false) => {
                PI * (r * r * (2.0 * half) + 4.0 * r * r * r / 3.0)
            }
            (Self::Capsule { r, half }, true) => 4.0 * PI * r * r + 2.0 * PI * r * (2.0 * half),
            (Self::Cylinder { r, half }, false) => PI * r * r * (2.0 * half),
            (Self::Cylinder { r, half }, true) => 2.0 * PI * r * r + 2.0 * PI * r * (2.0 * half),
            (Self::Ellipsoid(s), false) => 4.0 * PI * s.x * s.y * s.z / 3.0,
            (Self::Ellipsoid(s), true) => {
                // Thomsen's approximation: the surface area of an ellipsoid is not an elementary function
                const P: f64 = 1.6075;
                let mean = nearest::pow(s.x * s.y, P)
                    + nearest::pow(s.y * s.z, P)
                    + nearest::pow(s.z * s.x, P);
                4.0 * PI * nearest::pow(mean / 3.0, 1.0 / P)
            }
            (Self::Box(s), false) => s.x * s.y * s.z * 8.0,
            (Self::Box(s), true) => 8.0 * (s.x * s.y + s.y * s.z + s.z * s.x),
        }
    }

    /// Principal moments of inertia for a total mass `mass`, equation (1).
    pub(crate) fn inertia(self, mass: f64, hollow: bool) -> Vec3 {
        match self {
            Self::Sphere { r } => Vec3::splat(2.0 * mass * r * r / if hollow { 3.0 } else { 5.0 }),
            Self::Capsule { r, half } if hollow => hollow_capsule(mass, r, half),
            Self::Capsule { r, half } => filled_capsule(mass, r, half),
            Self::Cylinder { r, half } if hollow => hollow_cylinder(mass, r, half),
            Self::Cylinder { r, half } => {
                let h = 2.0 * half;
                let side = mass * (3.0 * r * r + h * h) / 12.0;
                Vec3::new(side, side, mass * r * r / 2.0)
            }
            Self::Ellipsoid(s) if hollow => hollow_ellipsoid(mass, s),
            Self::Ellipsoid(s) => filled_ellipsoid(mass, s),
            Self::Box(s) if hollow => hollow_box(mass, s),
            Self::Box(s) => {
                let q = squares(s);
                Vec3::new(mass * q.x / 3.0, mass * q.y / 3.0, mass * q.z / 3.0)
            }
        }
    }
}

/// (y² + z², x² + z², x² + y²).
fn squares(s: Vec3) -> Vec3 {
    let q = s.scale_by(s);
    Vec3::new(q.y + q.z, q.x + q.z, q.x + q.y)
}

/// Cylinder and two hemispheres, each with its share of the volume.
fn filled_capsule(mass: f64, r: f64, half: f64) -> Vec3 {
    let h = 2.0 * half;
    let ball = mass * 4.0 * r / (4.0 * r + 3.0 * h);
    let tube = mass - ball;
    // parallel-axis theorem: a solid hemisphere has its centre of mass at 3r/8 from its flat face
    let own = 2.0 * ball * r * r / 5.0;
    let side = tube * (3.0 * r * r + h * h) / 12.0 + (own + ball * h * (3.0 * r + 2.0 * h) / 8.0);
    Vec3::new(side, side, tube * r * r / 2.0 + own)
}

/// Open tube and two hemispherical shells, each with its share of the area.
fn hollow_capsule(mass: f64, r: f64, half: f64) -> Vec3 {
    let h = 2.0 * half;
    let area_ball = 4.0 * PI * r * r;
    let ball = mass * area_ball / (area_ball + 2.0 * PI * r * h);
    let tube = mass - ball;
    let own = 2.0 * ball * r * r / 3.0;
    // a hemispherical shell has its centre of mass at r/2
    let com = r / 2.0;
    let at = half + com;
    let side = tube * (6.0 * r * r + h * h) / 12.0 + (own + ball * (at * at - com * com));
    Vec3::new(side, side, tube * r * r + own)
}

/// Open tube and two disks, each with its share of the area.
fn hollow_cylinder(mass: f64, r: f64, half: f64) -> Vec3 {
    let h = 2.0 * half;
    let area_disk = PI * r * r;
    let disk = mass * area_disk / (2.0 * area_disk + 2.0 * PI * r * h);
    let tube = mass - 2.0 * disk;
    let side =
        tube * (6.0 * r * r + h * h) / 12.0 + 2.0 * (disk * r * r / 4.0 + disk * half * half);
    Vec3::new(side, side, tube * r * r + 2.0 * (disk * r * r / 2.0))
}

/// Second moments of the unit ball, scaled along each axis.
fn filled_ellipsoid(mass: f64, s: Vec3) -> Vec3 {
    let q = squares(s);
    Vec3::new(mass * q.x / 5.0, mass * q.y / 5.0, mass * q.z / 5.0)
}

/// A thin layer between two ellipsoids; the mass is distributed over its volume.
fn hollow_ellipsoid(mass: f64, s: Vec3) -> Vec3 {
    const THICKNESS: f64 = 1e-6;
    let outer = s + Vec3::splat(THICKNESS);
    let volume = |a: Vec3| Primitive::Ellipsoid(a).measure(false);
    let density = mass / (volume(outer) - volume(s));
    let solid = |a: Vec3| filled_ellipsoid(volume(a) * density, a);
    solid(outer) - solid(s)
}

/// Six rectangles, each with its share of the area.
fn hollow_box(mass: f64, s: Vec3) -> Vec3 {
    let l = s * 2.0;
    // one face of each orientation: normal to z, to x, to y
    let areas = Vec3::new(l.x * l.y, l.y * l.z, l.z * l.x);
    let total = 2.0 * (areas.x + areas.y + areas.z);
    let share = |area: f64| mass * area / total;
    let (mz, mx, my) = (share(areas.x), share(areas.y), share(areas.z));
    // moments of a rectangle about an axis in its plane, and about its normal
    let flat = |m: f64, a: f64| m * a * a / 12.0;
    let round = |m: f64, a: f64, b: f64| m * (a * a + b * b) / 12.0;
    let d = s.scale_by(s);
    Vec3::new(
        2.0 * (mz * d.z + my * d.y + flat(mz, l.y) + round(mx, l.y, l.z) + flat(my, l.z)),
        2.0 * (mz * d.z + mx * d.x + flat(mz, l.x) + flat(mx, l.z) + round(my, l.x, l.z)),
        2.0 * (mx * d.x + my * d.y + round(mz, l.x, l.y) + flat(mx, l.y) + flat(my, l.x)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moments of inertia by summation over a fine grid, independent of the formulas above.
    fn by_grid(inside: impl Fn(Vec3) -> bool, reach: Vec3, mass: f64) -> (f64, Vec3) {
        const N: usize = 120;
        let step = reach * (2.0 / N as f64);
        let (mut count, mut sum) = (0.0, Vec3::ZERO);
        for i in 0..N {
            for j in 0..N {
                for k in 0..N {
                    let at = |n: usize| n as f64 + 0.5;
                    let p = Vec3::new(at(i), at(j), at(k)).scale_by(step) - reach;
                    if inside(p) {
                        count += 1.0;
                        sum += squares(p);
                    }
                }
            }
        }
        (count * step.x * step.y * step.z, sum * (mass / count))
    }

    fn assert_close(a: f64, b: f64, rel: f64) {
        assert!((a - b).abs() <= rel * b.abs(), "{a} is not {b}");
    }

    #[test]
    fn filled_shapes_agree_with_a_grid() {
        let (r, half) = (0.7, 1.1);
        let axes = Vec3::new(0.5, 0.8, 1.2);
        let round = |p: Vec3| p.x * p.x + p.y * p.y <= r * r;
        let capsule = |p: Vec3| {
            let over = (p.z.abs() - half).max(0.0);
            p.x * p.x + p.y * p.y + over * over <= r * r
        };
        let ellipsoid = |p: Vec3| {
            (p.x / axes.x).powi(2) + (p.y / axes.y).powi(2) + (p.z / axes.z).powi(2) <= 1.0
        };
        let cases: [(Primitive, (f64, Vec3)); 3] = [
            (
                Primitive::Capsule { r, half },
                by_grid(capsule, Vec3::new(r, r, half + r), 3.0),
            ),
            (
                Primitive::Cylinder { r, half },
                by_grid(round, Vec3::new(r, r, half), 3.0),
            ),
            (Primitive::Ellipsoid(axes), by_grid(ellipsoid, axes, 3.0)),
        ];
        for (shape, (volume, inertia)) in cases {
            assert_close(shape.measure(false), volume, 2e-3);
            for k in 0..3 {
                assert_close(shape.inertia(3.0, false)[k], inertia[k], 2e-3);
            }
        }
    }

    #[test]
    fn inr_16_primitive_volumes_and_inertias_are_analytic() {
        let check = |shape: Primitive, mass: f64, inertia: [f64; 3]| {
            assert_close(shape.measure(false) * 1000.0, mass, 1e-14);
            for k in 0..3 {
                assert_close(shape.inertia(mass, false)[k], inertia[k], 1e-8);
            }
        };
        check(
            Primitive::Sphere { r: 0.1 },
            4.188790204786391,
            [0.0167551608; 3],
        );
        check(
            Primitive::Capsule { r: 0.1, half: 0.2 },
            16.75516081914557,
            [0.4461061568, 0.4461061568, 0.0795870139],
        );
        check(
            Primitive::Cylinder { r: 0.1, half: 0.2 },
            12.566370614359174,
            [0.1989675347, 0.1989675347, 0.0628318531],
        );
        let size = Vec3::new(0.1, 0.2, 0.3);
        check(
            Primitive::Ellipsoid(size),
            25.132741228718345,
            [0.6534512719, 0.5026548246, 0.2513274123],
        );
        check(Primitive::Box(size), 48.0, [2.08, 1.6, 0.8]);
    }

    #[test]
    fn hollow_shapes_are_differences_of_filled_ones() {
        // the moments of a surface are the derivative of the solid moments with respect to an offset of the surface
        let eps = 1e-5;
        let layer = |outer: Primitive, inner: Primitive| {
            let (a, b) = (outer.measure(false), inner.measure(false));
            outer.inertia(a, false) * (1.0 / (a - b)) - inner.inertia(b, false) * (1.0 / (a - b))
        };
        let pairs = [
            (
                Primitive::Capsule { r: 0.3, half: 0.5 },
                Primitive::Capsule {
                    r: 0.3 - eps,
                    half: 0.5,
                },
                Primitive::Capsule {
                    r: 0.3 + eps,
                    half: 0.5,
                },
            ),
            (
                Primitive::Cylinder { r: 0.3, half: 0.5 },
                Primitive::Cylinder {
                    r: 0.3 - eps,
                    half: 0.5 - eps,
                },
                Primitive::Cylinder {
                    r: 0.3 + eps,
                    half: 0.5 + eps,
                },
            ),
            (
                Primitive::Box(Vec3::new(0.3, 0.5, 0.7)),
                Primitive::Box(Vec3::new(0.3, 0.5, 0.7) - Vec3::splat(eps)),
                Primitive::Box(Vec3::new(0.3, 0.5, 0.7) + Vec3::splat(eps)),
            ),
        ];
        for (shape, inner, outer) in pairs {
            let (hollow, thin) = (shape.inertia(1.0, true), layer(outer, inner));
            for k in 0..3 {
                assert_close(hollow[k], thin[k], 1e-8);
            }
        }
    }

    #[test]
    fn inr_23_hollow_cube() {
        let cube = Primitive::Box(Vec3::splat(0.5));
        assert_close(cube.measure(true) * 1000.0, 6000.0, 1e-15);
        assert_close(cube.inertia(6000.0, true).x, 1666.6666666666667, 1e-14);
    }
}
