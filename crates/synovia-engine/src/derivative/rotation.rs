//! Derivatives of differences and integrals of orientations.
//!
//! Orientations change by small rotations in the body frame. With `K = [a]×` of the unit axis and `θ` half the angle of
//! the difference `φ = 2θ a` of two orientations,
//!
//! ```text
//! ∂(qa ⊖ qb)/∂qa = 1 + θ K + (1 − θ cot θ) K²,      ∂/∂qb = −(∂/∂qa)ᵀ                            (1)
//! ```
//!
//! and for `q ⊕ s`, `s = h ω`, `x = |s|`
//!
//! ```text
//! ∂/∂q = cos x 1 − (sin x / x) [s]× + ((1 − cos x)/x²) s sᵀ                                     (2)
//! ∂/∂s = (sin x / x) 1 − ((1 − cos x)/x²) [s]× + ((x − sin x)/x³) s sᵀ
//! ```
//!
//! J. Solà, *Quaternion kinematics for the error-state Kalman filter* (2017), arXiv 1711.02508.

use synovia_math::{Mat3, Quat, Vec3, nearest};

fn combine(eye: f64, cross: f64, outer: f64, s: Vec3) -> Mat3 {
    let Vec3 { x, y, z } = s;
    let unit = Mat3::IDENTITY.0;
    let skew = [0.0, z, -y, -z, 0.0, x, y, -x, 0.0];
    let square = [
        x * x,
        x * y,
        x * z,
        y * x,
        y * y,
        y * z,
        z * x,
        z * y,
        z * z,
    ];
    Mat3(core::array::from_fn(|k| {
        eye * unit[k] + cross * skew[k] + outer * square[k]
    }))
}

/// Derivatives of the difference of two orientations with respect to each, equation (1).
#[doc(alias = "mjd_subQuat")]
pub fn sub_quat(qa: Quat, qb: Quat) -> (Mat3, Mat3) {
    let mut axis = qa.sub_quat(qb);
    let half = 0.5 * axis.normalize();
    let skew = [
        0.0, -axis.z, axis.y, axis.z, 0.0, -axis.x, -axis.y, axis.x, 0.0,
    ];
    let square = Mat3(skew) * Mat3(skew);
    // for small angles, half the angle times its cotangent tends to one
    let cot = if half < 6e-8 {
        1.0
    } else {
        half / nearest::tan(half)
    };
    let by_a = Mat3(core::array::from_fn(|k| {
        Mat3::IDENTITY.0[k] + skew[k] * half + square.0[k] * (1.0 - cot)
    }));
    let by_b = Mat3(by_a.transpose().0.map(|x| -x));
    (by_a, by_b)
}

/// Derivatives of the integral of an orientation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuatIntegrate {
    /// With respect to the orientation.
    pub by_quat: Mat3,
    /// With respect to velocity times time.
    pub by_vel: Mat3,
    /// With respect to time.
    pub by_scale: Vec3,
}

/// Derivatives of an orientation that rotates with `vel` for the time `scale`, equation (2).
#[doc(alias = "mjd_quatIntegrate")]
pub fn quat_integrate(vel: Vec3, scale: f64) -> QuatIntegrate {
    let s = vel * scale;
    let xx = s.dot(s);
    let x = xx.sqrt();
    let (sin, a) = nearest::sincos(x);
    let (b, c, d) = if x > 1.0 / 32.0 {
        let b = sin / x;
        (b, (1.0 - a) / xx, (1.0 - b) / xx)
    } else {
        // the series, up to the sixth power
        let series = |p: f64, q: f64, r: f64| 1.0 + xx / p * (xx / q * (1.0 - xx / r) - 1.0);
        (
            series(6.0, 20.0, 42.0),
            series(12.0, 30.0, 56.0) / 2.0,
            series(20.0, 42.0, 72.0) / 6.0,
        )
    };
    let by_vel = combine(b, c, d, s);
    QuatIntegrate {
        by_quat: combine(a, b, c, s),
        by_vel,
        by_scale: by_vel * vel,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const H: f64 = 1e-6;

    fn unit(k: usize) -> Vec3 {
        let mut v = Vec3::ZERO;
        v[k] = 1.0;
        v
    }

    fn rotated(mut q: Quat, by: Vec3) -> Quat {
        q.integrate(by, 1.0);
        q
    }

    fn close(found: Vec3, expected: Vec3) {
        assert!((found - expected).norm() < 1e-8, "{found:?} {expected:?}");
    }

    #[test]
    fn differences_change_as_their_derivative_says() {
        let qa = Quat::new(0.5, -0.3, 0.7, 0.2).normalized();
        for qb in [Quat::new(0.9, 0.1, 0.2, -0.4).normalized(), qa] {
            let (by_a, by_b) = sub_quat(qa, qb);
            for k in 0..3 {
                let step = unit(k) * H;
                let a = rotated(qa, step).sub_quat(qb) - rotated(qa, -step).sub_quat(qb);
                close(by_a.col(k), a * (0.5 / H));
                let b = qa.sub_quat(rotated(qb, step)) - qa.sub_quat(rotated(qb, -step));
                close(by_b.col(k), b * (0.5 / H));
            }
        }
    }

    #[test]
    fn integrals_change_as_their_derivative_says() {
        let q = Quat::new(0.5, -0.3, 0.7, 0.2).normalized();
        for (vel, time) in [
            (Vec3::new(1.0, -2.0, 0.5), 0.7),
            (Vec3::new(0.01, 0.02, 0.0), 0.1),
        ] {
            let found = quat_integrate(vel, time);
            let end = |q: Quat, vel: Vec3, time: f64| rotated(q, vel * time);
            let slope = |plus: Quat, minus: Quat| plus.sub_quat(minus) * (0.5 / H);
            for k in 0..3 {
                let step = unit(k) * H;
                let by_quat = slope(
                    end(rotated(q, step), vel, time),
                    end(rotated(q, -step), vel, time),
                );
                close(found.by_quat.col(k), by_quat);
                let scaled = step * (1.0 / time);
                let by_vel = slope(end(q, vel + scaled, time), end(q, vel - scaled, time));
                close(found.by_vel.col(k), by_vel);
            }
            close(
                found.by_scale,
                slope(end(q, vel, time + H), end(q, vel, time - H)),
            );
        }
    }
}
