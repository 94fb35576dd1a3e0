//! Light: a sun, the sky, and what they make of a surface.

use synovia::Data;
use synovia::engine::ray::Ray;
use synovia::math::Vec3;
use synovia::model::Model;

use super::scene::{Met, Scene};

/// Colours of the sky at the horizon and above, and of the sun.
const HORIZON: [f64; 3] = [0.80, 0.85, 0.91];
const ZENITH: [f64; 3] = [0.34, 0.50, 0.72];
const SUN: [f64; 3] = [0.86, 0.81, 0.73];
/// Radius of the sun at distance 1; larger than the true one, for soft shadows.
const SUN_RADIUS: f64 = 0.035;
/// Share of the sky in the light of a surface that nothing hides.
const SKY: f64 = 0.5;
/// How much larger than the model things can be before the horizon swallows them.
const HAZE: f64 = 9.0;

/// Where light comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Light {
    /// Towards the sun.
    sun: Vec3,
    /// The size of the model.
    extent: f64,
}

impl Light {
    /// The first light of the model is the sun; without one it stands high on the left.
    pub(super) fn of(model: &Model, data: &Data) -> Self {
        let first = model.light.ids().next();
        let sun = first.map_or(Vec3::new(-0.4, -0.5, 1.0), |l| -data.kin.light_xdir[l]);
        // one from below lights nothing
        let sun = if sun.z > 0.05 { sun } else { Vec3::Z };
        Self {
            sun: sun.normalized(),
            extent: model.stat.extent.max(1e-3),
        }
    }
}

/// The colour of the sky in a direction.
fn sky(dir: Vec3) -> [f64; 3] {
    let up = dir.z.clamp(0.0, 1.0).sqrt();
    core::array::from_fn(|c| HORIZON[c] + (ZENITH[c] - HORIZON[c]) * up)
}

/// Two numbers in [0, 1) for ray `sample` of `n` of a pixel: evenly spread over the pixel's rays, shifted from pixel to pixel.
fn spread(pixel: usize, sample: usize, n: usize) -> (f64, f64) {
    // golden ratio, and its like for two dimensions
    const A: f64 = 0.754_877_666_246_692_8;
    const B: f64 = 0.569_840_290_998_053_3;
    let shift = pixel as f64;
    let first = (sample as f64 + 0.5) / n as f64 + A * shift;
    let second = B * (sample * 7 % n.max(1)) as f64 + B * shift;
    (first - first.floor(), second - second.floor())
}

/// A direction on the disc around `axis`: `radius` times the square root of `r`, turned by `turn`.
fn around(axis: Vec3, radius: f64, r: f64, turn: f64) -> Vec3 {
    let side = if axis.x.abs() < 0.8 { Vec3::X } else { Vec3::Y };
    let u = side.cross(axis).normalized();
    let v = axis.cross(u);
    let angle = core::f64::consts::TAU * turn;
    let reach = radius * r.sqrt();
    u * (reach * libm::cos(angle)) + v * (reach * libm::sin(angle))
}

/// The light that comes back along a ray.
pub(super) fn shade(
    scene: &Scene<'_>,
    light: &Light,
    ray: &Ray,
    pixel: usize,
    sample: usize,
    n: usize,
) -> [f64; 3] {
    let Some(met) = scene.meet(ray) else {
        return sky(ray.dir);
    };
    let (r, turn) = spread(pixel, sample, n);
    let lit = surface(scene, light, ray, &met, r, turn);
    // far ground fades into the horizon
    let far = met.dist / (HAZE * light.extent);
    let clear = libm::exp(-far * far);
    let behind = sky(Vec3::new(ray.dir.x, ray.dir.y, 0.0));
    core::array::from_fn(|c| behind[c] + (lit[c] - behind[c]) * clear)
}

fn surface(scene: &Scene<'_>, light: &Light, ray: &Ray, met: &Met, r: f64, turn: f64) -> [f64; 3] {
    let from = met.point + met.normal * (1e-5 * light.extent);

    // the sun, unless something stands before this part of it
    let sun = (light.sun + around(light.sun, SUN_RADIUS, r, turn)).normalized();
    let facing = met.normal.dot(sun).max(0.0);
    let shines = facing > 0.0 && !scene.is_hidden(&Ray { from, dir: sun }, f64::INFINITY);
    let half = (sun - ray.dir).normalized();
    let glint = met.look.specular * met.normal.dot(half).max(0.0).powi(60);

    // the sky, from a direction by the cosine of its height; the ground gives back a little where it is hidden
    let rise = met.normal * (1.0 - r).sqrt() + around(met.normal, 1.0, r, turn);
    let up = Ray {
        from,
        dir: rise.normalized(),
    };
    let open = !scene.is_hidden(&up, 0.35 * light.extent);
    let above = sky(Vec3::Z);
    core::array::from_fn(|c| {
        let ground = 0.12 + 0.25 * (0.5 - 0.5 * met.normal.z);
        let ambient = if open { above[c] + 0.25 } else { ground };
        let direct = if shines { SUN[c] * facing } else { 0.0 };
        let glow = if shines { SUN[c] * glint } else { 0.0 };
        met.look.colour[c] * (SKY * ambient + direct) + 0.6 * glow
    })
}
