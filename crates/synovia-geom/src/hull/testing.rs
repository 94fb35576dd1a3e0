//! Random hulls for tests, with vertices in single precision like those of compiled meshes.

use proptest::prelude::*;
use synovia_math::{Quat, Vec3};

use super::convex_hull;

/// Random numbers, uniform in `[0, 1)`.
fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed | 1;
    move || {
        state =
            (state.wrapping_mul(6_364_136_223_846_793_005)).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Points on a sphere, on a prism, or on a box-like grid with slightly curved faces.
fn points() -> impl Strategy<Value = Vec<Vec3>> {
    (0_usize..3, 8_usize..200, 0.02_f64..2.0, any::<u64>()).prop_map(|(kind, count, size, seed)| {
        let mut random = random(seed);
        let place = |k: usize| match kind {
            0 => {
                let (z, angle) = (2.0 * random() - 1.0, 6.3 * random());
                let r = (1.0 - z * z).sqrt();
                Vec3::new(r * libm::cos(angle), r * libm::sin(angle), z)
            }
            1 => {
                let angle = (k / 2) as f64 * 12.566 / count as f64;
                let z = if k.is_multiple_of(2) { -0.4 } else { 0.4 };
                Vec3::new(libm::cos(angle), 0.8 * libm::sin(angle), z)
            }
            _ => {
                let mut p = [(k % 4) as f64, (k / 4 % 4) as f64, (k / 16) as f64];
                p[k % 3] += 1e-8 * random();
                Vec3::new(p[0], p[1], p[2])
            }
        };
        (0..count).map(place).map(|p| p * size).collect()
    })
}

/// Vertices and graph of a hull whose vertices were rotated and rounded after construction.
pub(crate) fn float_hull() -> impl Strategy<Value = (Vec<[f32; 3]>, Vec<i32>)> {
    let frames = (-1.0..1.0, -1.0..1.0, -1.0..1.0, 0.0..3.0);
    (points(), frames).prop_filter_map("flat", |(points, (x, y, z, angle))| {
        let rounded = |p: Vec3| p.to_array().map(|x| x as f32);
        let given: Vec<Vec3> = (points.iter())
            .map(|&p| {
                let [x, y, z] = rounded(p).map(f64::from);
                Vec3::new(x, y, z)
            })
            .collect();
        let hull = convex_hull(&given, None).ok()?;
        let turn = Quat::from_axis_angle(Vec3::new(x, y, z).normalized(), angle).to_mat();
        let vert = given.iter().map(|&p| rounded(turn * p)).collect();
        Some((vert, hull.graph()))
    })
}

/// Angles by which test directions are tilted.
pub(crate) fn tilts() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![0.0, 1e-16, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3, 1.0])
}
