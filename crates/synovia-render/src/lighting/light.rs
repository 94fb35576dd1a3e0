//! Lights and the lighting model at a vertex: Lambert and Blinn–Phong, with the eye at the origin.
//!
//! ```text
//! c = e + Σ_l a_l s_l ( A_l k + max(n·L, 0) D_l k + [n·L > 0] max(n·H, 0)^p S_l σ )                                    (1)
//! ```
//!
//! | here      | meaning                                                                            |
//! |-----------|------------------------------------------------------------------------------------|
//! | `k`, `e`  | diffuse colour of the material; its emission                                       |
//! | `σ`, `p`  | specular reflectance and shininess                                                 |
//! | `A D S`   | ambient, diffuse and specular colours of a light                                   |
//! | `L`, `H`  | direction to the light; half vector between that and the direction to the eye      |
//! | `a`       | attenuation `1 / (k₀ + k₁ d + k₂ d²)`                                                |
//! | `s`       | spot: `max(−L·d, 0)^x` inside the cone, 0 outside                                  |

use synovia_model::LightType;
use synovia_scene::{Light, Scene};

use crate::matrix::{Mat4, Vec3, add, direction, dot, scale, sub};

/// Most lights of the reference's graphics library; further lights are off.
/// QUIRK(eight-lights)
pub(crate) const MAX_LIGHTS: usize = 8;

/// One light in eye space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EyeLight {
    ambient: Vec3,
    diffuse: Vec3,
    specular: Vec3,
    /// Its position, or the direction to it if it is directional.
    pos: Vec3,
    directional: bool,
    /// Axis of the spot cone.
    axis: Vec3,
    /// Cosine of the cone's half angle; below −1 if there is no cone.
    cutoff: f32,
    exponent: f32,
    attenuation: Vec3,
    /// It casts shadows, so it is shaded by an additive light pass.
    pub(crate) shadow: bool,
}

/// The part of a material that takes part in lighting.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BlinnPhong {
    pub(crate) rgb: Vec3,
    pub(crate) specular: f32,
    /// Specular exponent, from 0 to 128.
    pub(crate) shininess: f32,
}

/// The lights of a scene in the eye space of `eye`, the view matrix; with `shadows` those that cast shadows are marked.
pub(crate) fn lights(scene: &Scene, eye: &Mat4, shadows: bool) -> Vec<EyeLight> {
    let count = (scene.nlight.max(0) as usize)
        .min(scene.lights.len())
        .min(MAX_LIGHTS);
    scene.lights[..count]
        .iter()
        .map(|l| EyeLight::new(l, eye, shadows))
        .collect()
}

impl EyeLight {
    fn new(light: &Light, eye: &Mat4, shadows: bool) -> Self {
        let mut out = Self {
            ambient: light.ambient,
            diffuse: light.diffuse,
            specular: light.specular,
            // a light whose type the reference does not place shines from the eye
            pos: [0.0, 0.0, 1.0],
            directional: true,
            axis: [0.0, 0.0, -1.0],
            cutoff: -2.0,
            exponent: 0.0,
            attenuation: [1.0, 0.0, 0.0],
            shadow: shadows && light.castshadow != 0,
        };
        if light.kind == LightType::Directional.0 {
            out.pos = direction(eye.vector(scale(light.dir, -1.0)));
        } else if light.kind == LightType::Spot.0 {
            out.pos = eye.affine(light.pos);
            out.directional = false;
            out.axis = direction(eye.vector(light.dir));
            if light.cutoff <= 90.0 {
                out.cutoff = libm::cosf(light.cutoff.to_radians()).max(0.0);
            }
            out.exponent = light.exponent;
            out.attenuation = light.attenuation;
        }
        out
    }

    /// One term of the sum in (1), at `pos` with unit normal `n`, seen from the direction `eye`.
    pub(crate) fn at(&self, pos: Vec3, n: Vec3, eye: Vec3, blinn_phong: &BlinnPhong) -> Vec3 {
        let (towards, mut strength) = if self.directional {
            (self.pos, 1.0)
        } else {
            let d = sub(self.pos, pos);
            let square = dot(d, d);
            let distance = square.sqrt();
            let k = self.attenuation;
            (direction(d), 1.0 / (k[0] + k[1] * distance + k[2] * square))
        };
        if self.cutoff > -1.0 {
            let along = -dot(towards, self.axis);
            if along < self.cutoff {
                return [0.0; 3];
            }
            if self.exponent != 0.0 {
                strength *= power(along.max(0.0), self.exponent);
            }
        }
        let facing = dot(n, towards);
        let mut out: Vec3 = core::array::from_fn(|c| self.ambient[c] * blinn_phong.rgb[c]);
        if facing > 0.0 {
            let half = direction(add(towards, eye));
            let shine = dot(n, half).max(0.0);
            let shine = if blinn_phong.specular == 0.0 {
                0.0
            } else if blinn_phong.shininess == 0.0 {
                blinn_phong.specular
            } else {
                power(shine, blinn_phong.shininess) * blinn_phong.specular
            };
            for c in 0..3 {
                out[c] += facing * self.diffuse[c] * blinn_phong.rgb[c] + shine * self.specular[c];
            }
        }
        scale(out, strength)
    }
}

/// `x^p` for `0 ≤ x`, to about 1e-6: `2^(p log₂ x)` by two short series.
///
/// With `x = 2^e m` and `t = (m − 1)/(m + 1)`, `log₂ m = 2/ln 2 (t + t³/3 + …)`; here `m` is between √½ and √2.
#[inline]
fn power(x: f32, p: f32) -> f32 {
    if x <= 0.0 {
        return 0.0;
    }
    let bits = f64::from(x).to_bits();
    // the exponent that leaves a mantissa between √½ and √2
    let shifted = bits.wrapping_sub(0x3fe6_a09e_667f_3bcd);
    let exponent = (shifted as i64) >> 52;
    let m = f64::from_bits(bits.wrapping_sub((exponent << 52) as u64));
    let t = (m - 1.0) / (m + 1.0);
    let s = t * t;
    let series = 1.0 + s * (1.0 / 3.0 + s * (0.2 + s * (1.0 / 7.0 + s * (1.0 / 9.0))));
    let log = exponent as f64 + 2.0 * core::f64::consts::LOG2_E * t * series;
    let y = (f64::from(p) * log).clamp(-126.0, 127.0);
    // 2^y = 2^k 2^f with |f| ≤ ½
    let shift = 6755399441055744.0;
    let k = (y + shift) - shift;
    let f = (y - k) * core::f64::consts::LN_2;
    let e = 1.0
        + f * (1.0
            + f * (0.5 + f * (1.0 / 6.0 + f * (1.0 / 24.0 + f * (1.0 / 120.0 + f / 720.0)))));
    (e * f64::from_bits(((k as i64 + 1023) << 52) as u64)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_those_of_the_library() {
        for p in [0.5f32, 1.0, 10.0, 64.0, 128.0] {
            for k in 1..=1000 {
                let x = k as f32 / 1000.0;
                let expected = libm::powf(x, p);
                let found = power(x, p);
                assert!(
                    (found - expected).abs() <= 2e-6 * expected + 1e-30,
                    "{x}^{p}"
                );
            }
        }
        assert_eq!(power(0.0, 3.0), 0.0);
        assert!(power(f32::NAN, 2.0).is_nan() || power(f32::NAN, 2.0) >= 0.0);
    }

    fn spot() -> Light {
        Light {
            kind: LightType::Spot.0,
            pos: [0.0, 0.0, 2.0],
            dir: [0.0, 0.0, -1.0],
            attenuation: [1.0, 0.5, 0.25],
            cutoff: 45.0,
            exponent: 10.0,
            ambient: [0.1; 3],
            diffuse: [0.8; 3],
            specular: [0.5; 3],
            ..Light::default()
        }
    }

    #[test]
    fn a_spot_follows_the_formula() {
        let light = EyeLight::new(&spot(), &Mat4::IDENTITY, false);
        let blinn_phong = BlinnPhong {
            rgb: [1.0, 0.5, 0.0],
            specular: 0.3,
            shininess: 64.0,
        };
        let pos = [0.5, 0.0, 0.0];
        let n = [0.0, 0.0, 1.0];
        let eye = [0.0, 0.0, 1.0];
        let found = light.at(pos, n, eye, &blinn_phong);

        let d = (0.25f64 + 4.0).sqrt();
        let cosine = 2.0 / d;
        let strength = cosine.powi(10) / (1.0 + 0.5 * d + 0.25 * d * d);
        let l = [-0.5 / d, 0.0, 2.0 / d];
        let h = [l[0], 0.0, l[2] + 1.0];
        let shine = (h[2] / (h[0] * h[0] + h[2] * h[2]).sqrt()).powi(64) * 0.3 * 0.5;
        for (c, k) in [1.0, 0.5, 0.0].into_iter().enumerate() {
            let expected = strength * (0.1 * k + cosine * 0.8 * k + shine);
            assert!((f64::from(found[c]) - expected).abs() < 1e-6);
        }
    }

    #[test]
    fn outside_its_cone_a_spot_is_dark_and_behind_a_surface_only_ambient() {
        let light = EyeLight::new(&spot(), &Mat4::IDENTITY, false);
        let blinn_phong = BlinnPhong {
            rgb: [1.0; 3],
            specular: 1.0,
            shininess: 1.0,
        };
        let eye = [0.0, 0.0, 1.0];
        assert_eq!(
            light.at([3.0, 0.0, 0.0], [0.0, 0.0, 1.0], eye, &blinn_phong),
            [0.0; 3]
        );
        let back = light.at([0.0; 3], [0.0, 0.0, -1.0], eye, &blinn_phong);
        assert!((back[0] - 0.1 / 3.0).abs() < 1e-6);
    }
}
