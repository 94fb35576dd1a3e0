//! Inertia of a body from its parts.
//!
//! Parts with mass `m`, centre `p`, principal moments `I` in a frame rotated by `R` add up to
//!
//! ```text
//! M = Σ m,   c = Σ m p / M                                                          (1)
//! J = Σ R diag(I) Rᵀ + m (‖d‖² 1 − d dᵀ),   d = p − c                               (2)
//! ```
//!
//! and the eigenframe of `J` is the body's inertial frame.

use synovia_math::{Mat3, Pose, Quat, Vec3, principal_axes};

use super::EPS;

/// A rigid part: mass, inertial frame, principal moments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RigidPart {
    /// Mass.
    pub mass: f64,
    /// Position of its centre of mass and orientation of its principal axes.
    pub pose: Pose,
    /// Principal moments.
    pub inertia: Vec3,
}

/// The reason why parts cannot be combined to a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum InertiaError {
    /// The total mass vanishes.
    #[error(
        "the mass of its geoms is too small for a centre of mass; set mass or density of the geoms, or add <inertial>"
    )]
    TooLight,
    /// The tensor is not positive definite.
    #[error("a principal inertia is zero or negative, expected a positive definite matrix")]
    NotPositive,
}

/// The upper triangle of a symmetric tensor: xx, yy, zz, xy, xz, yz.
type Six = [f64; 6];

/// R diag(I) Rᵀ.
fn rotated(inertia: Vec3, quat: Quat) -> Six {
    let r = quat.to_mat();
    let entry = |i: usize, j: usize| {
        r[(i, 0)] * (r[(j, 0)] * inertia.x)
            + r[(i, 1)] * (r[(j, 1)] * inertia.y)
            + r[(i, 2)] * (r[(j, 2)] * inertia.z)
    };
    [
        entry(0, 0),
        entry(1, 1),
        entry(2, 2),
        entry(0, 1),
        entry(0, 2),
        entry(1, 2),
    ]
}

/// m (‖d‖² 1 − d dᵀ).
fn shifted(m: f64, d: Vec3) -> Six {
    [
        m * (d.y * d.y + d.z * d.z),
        m * (d.x * d.x + d.z * d.z),
        m * (d.x * d.x + d.y * d.y),
        -m * d.x * d.y,
        -m * d.x * d.z,
        -m * d.y * d.z,
    ]
}

/// Principal axes and moments of a full tensor, the largest moment first.
pub(crate) fn principal(full: Six) -> Result<(Quat, Vec3), InertiaError> {
    let [xx, yy, zz, xy, xz, yz] = full;
    let eigen = principal_axes(&Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz]));
    if eigen.values.z < EPS {
        return Err(InertiaError::NotPositive);
    }
    Ok((eigen.quat, eigen.values))
}

/// Equations (1) and (2); a single part is returned unchanged.
pub(crate) fn combine(parts: &[RigidPart]) -> Result<RigidPart, InertiaError> {
    if let [only] = parts {
        return Ok(*only);
    }
    // equation (1): total mass and centre of mass
    let (mut mass, mut com) = (0.0, Vec3::ZERO);
    for part in parts {
        mass += part.mass;
        com += part.pose.pos * part.mass;
    }
    if mass < EPS {
        return Err(InertiaError::TooLight);
    }
    let com = Vec3::new(com.x / mass, com.y / mass, com.z / mass);

    // equation (2); order: part after part, own inertia before the shift
    let mut total = [0.0; 6];
    for part in parts {
        let own = rotated(part.inertia, part.pose.quat);
        let shift = shifted(part.mass, part.pose.pos - com);
        for k in 0..6 {
            total[k] = total[k] + own[k] + shift[k];
        }
    }
    let (quat, inertia) = principal(total)?;
    Ok(RigidPart {
        mass,
        pose: Pose::new(com, quat),
        inertia,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inr_25_full_inertia_is_diagonalised() {
        let (quat, moments) = principal([2.0, 2.0, 3.0, 0.1, 0.2, 0.3]).unwrap();
        for (found, expected) in
            moments
                .to_array()
                .into_iter()
                .zip([3.1259203819, 1.9838122487, 1.8902673694])
        {
            assert!((found - expected).abs() < 1e-9);
        }
        // the iteration stops before rotations below 1.5e-6 rad, which change an entry by the angle times the spread
        let back = rotated(moments, quat);
        let spread = moments.x - moments.z;
        for (found, expected) in back.into_iter().zip([2.0, 2.0, 3.0, 0.1, 0.2, 0.3]) {
            assert!((found - expected).abs() < 1.5e-6 * spread);
        }
        assert_eq!(
            principal([1.0, 1.0, 1.0, 2.0, 0.0, 0.0]),
            Err(InertiaError::NotPositive)
        );
    }

    #[test]
    fn inr_14_rotated_parts_are_rotated_before_summing() {
        let half = core::f64::consts::PI / 12.0;
        let tilted = Quat::new(libm::cos(half), libm::sin(half), 0.0, 0.0);
        let inertia = Vec3::new(2.08, 1.6, 0.8);
        let part = |pos, quat| RigidPart {
            mass: 48.0,
            pose: Pose::new(pos, quat),
            inertia,
        };
        let sum = combine(&[part(Vec3::ZERO, tilted), part(Vec3::X, Quat::IDENTITY)]).unwrap();
        assert!((sum.mass - 96.0).abs() < 1e-12);
        assert!(sum.pose.pos.distance(Vec3::new(0.5, 0.0, 0.0)) < 1e-15);
        for (found, expected) in
            sum.inertia
                .to_array()
                .into_iter()
                .zip([27.092820323, 25.707179677, 4.16])
        {
            assert!((found - expected).abs() < 1e-8);
        }
    }
}
