//! Orientations in all their forms, and composition of frames.
//!
//! | attribute          | rotation                                                                     |
//! |--------------------|------------------------------------------------------------------------------|
//! | `quat`             | the quaternion, normalised by the caller                                     |
//! | `axisangle` (a, α) | `(cos α/2, sin α/2 · a/|a|)`                                                 |
//! | `euler`, `eulerseq`| `q ← q ⊗ qᵢ` about moving axes (x y z), `q ← qᵢ ⊗ q` about fixed ones (X Y Z) |
//! | `xyaxes` (x, y)    | columns `x/|x|`, `y − (x·y) x` normalised, their cross product               |
//! | `zaxis` z          | the shortest rotation that takes the third axis to `z`                       |
//!
//! An element at `(p', q')` in a frame `F = (p, q)` is at
//!
//! ```text
//! (p + R(q) p', q ⊗ q')                                                             (1)
//! ```
//!
//! Lengths are compared with a coarser threshold here than in the engine: a vector whose squared length is below 1e-14 has no
//! direction, and one within 1e-14 of unit length is not changed.

use core::f64::consts::PI;

use synovia_math::{Mat3, Pose, Quat, Vec3, nearest};
use synovia_mjcf::Attr;
use synovia_mjcf::attr::Orientation;
use thiserror::Error;

use super::flat::Settings;

/// A squared length below this is treated as zero.
const EPS: f64 = 1e-14;
/// A sine of the angle to the third axis below this is treated as zero.
const PARALLEL: f64 = 1e-10;

/// The reason why an orientation is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OrientError {
    /// The axis of an axis-angle pair has no direction.
    #[error("the axis of \"axisangle\" is too short, expected a vector that is not zero")]
    Axis,
    /// The first axis has no direction.
    #[error("the x axis is too short")]
    XAxis,
    /// The second axis has no component orthogonal to the first.
    #[error("the y axis is too short or parallel to the x axis")]
    YAxis,
    /// The two axes do not span a plane.
    #[error("the cross product of x and y axis is too short")]
    Cross,
    /// The third axis has no direction.
    #[error("the z axis is too short")]
    ZAxis,
    /// The sequence of Euler rotations has an unknown character.
    #[error("\"eulerseq\" may contain only the characters x, y, z, X, Y, Z")]
    Sequence,
}

/// Normalises a vector and returns its previous length, zero if it has no direction.
#[must_use]
pub fn unit3(v: Vec3) -> (Vec3, f64) {
    let square = v.x * v.x + v.y * v.y + v.z * v.z;
    if square < EPS {
        return (v, 0.0);
    }
    let norm = square.sqrt();
    if (norm - 1.0).abs() > EPS {
        (Vec3::new(v.x / norm, v.y / norm, v.z / norm), norm)
    } else {
        (v, norm)
    }
}

/// Normalises a quaternion; one that is almost zero is not changed.
#[must_use]
pub fn unit(q: Quat) -> Quat {
    let square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if square < EPS {
        return q;
    }
    let norm = square.sqrt();
    if (norm - 1.0).abs() > EPS {
        Quat::new(q.w / norm, q.x / norm, q.y / norm, q.z / norm)
    } else {
        q
    }
}

/// The product of two rotations, normalised.
fn product(a: Quat, b: Quat) -> Quat {
    unit(a * b)
}

/// The shortest rotation from the z axis to the unit vector `z`.
#[must_use]
pub fn from_z(z: Vec3) -> Quat {
    let (axis, sin) = unit3(Vec3::Z.cross(z));
    let axis = if sin < PARALLEL { Vec3::X } else { axis };
    let (s, c) = nearest::sincos(nearest::atan2(sin, z.z) / 2.0);
    Quat::new(c, axis.x * s, axis.y * s, axis.z * s)
}

/// The rotation whose matrix has these columns.
pub(crate) fn from_axes(x: Vec3, y: Vec3, z: Vec3) -> Quat {
    unit(Quat::from_mat_unscaled(&Mat3([
        x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z,
    ])))
}

/// The rotation specified by Euler angles.
fn from_euler(angles: [f64; 3], settings: &Settings) -> Result<Quat, OrientError> {
    let mut q = Quat::IDENTITY;
    for (angle, letter) in angles.into_iter().zip(settings.eulerseq) {
        let angle = radians(angle, settings);
        let (s, c) = nearest::sincos(angle / 2.0);
        let turn = match letter.to_ascii_lowercase() {
            b'x' => Quat::new(c, s, 0.0, 0.0),
            b'y' => Quat::new(c, 0.0, s, 0.0),
            b'z' => Quat::new(c, 0.0, 0.0, s),
            _ => return Err(OrientError::Sequence),
        };
        // lower case: about the rotated axes, upper case: about the fixed axes
        q = if letter.is_ascii_lowercase() {
            product(q, turn)
        } else {
            product(turn, q)
        };
    }
    Ok(unit(q))
}

/// An angle in radians, converted from degrees if the settings say so.
#[must_use]
pub fn radians(angle: f64, settings: &Settings) -> f64 {
    if settings.degree {
        angle / 180.0 * PI
    } else {
        angle
    }
}

/// The rotation of an orientation that is not specified as a quaternion.
pub fn resolve(alt: &Orientation, settings: &Settings) -> Result<Quat, OrientError> {
    match *alt {
        Orientation::AxisAngle([x, y, z, angle]) => {
            let half = radians(angle, settings) / 2.0;
            let (axis, norm) = unit3(Vec3::new(x, y, z));
            if norm < EPS {
                return Err(OrientError::Axis);
            }
            let (s, c) = nearest::sincos(half);
            Ok(Quat::new(c, s * axis.x, s * axis.y, s * axis.z))
        }
        Orientation::Euler(angles) => from_euler(angles, settings),
        Orientation::XyAxes([a, b, c, d, e, f]) => {
            let (x, norm) = unit3(Vec3::new(a, b, c));
            if norm < EPS {
                return Err(OrientError::XAxis);
            }
            let y = Vec3::new(d, e, f);
            let along = x.x * y.x + x.y * y.y + x.z * y.z;
            let (y, norm) = unit3(y - x * along);
            if norm < EPS {
                return Err(OrientError::YAxis);
            }
            let (z, norm) = unit3(x.cross(y));
            if norm < EPS {
                return Err(OrientError::Cross);
            }
            Ok(from_axes(x, y, z))
        }
        Orientation::ZAxis([x, y, z]) => {
            let (z, norm) = unit3(Vec3::new(x, y, z));
            if norm < EPS {
                return Err(OrientError::ZAxis);
            }
            Ok(from_z(z))
        }
    }
}

/// The rotation of an element: the alternative form if it is set, else the quaternion, else the identity.
pub fn orientation(
    quat: &Attr<[f64; 4]>,
    alt: &Attr<Orientation>,
    settings: &Settings,
) -> Result<Quat, OrientError> {
    match alt.get() {
        Some(alt) => resolve(alt, settings),
        None => Ok(quat.get().map_or(Quat::IDENTITY, |&q| Quat::from(q))),
    }
}

/// The pose `inner`, given in `frame`, relative to the outside: equation (1).
#[doc(alias = "mjuu_frameaccumChild")]
#[must_use]
pub fn accumulate(frame: &Pose, inner: &Pose) -> Pose {
    // order: the rotated position is added to that of the frame
    let moved = frame.quat.to_mat() * inner.pos;
    Pose::new(
        Vec3::new(
            frame.pos.x + moved.x,
            frame.pos.y + moved.y,
            frame.pos.z + moved.z,
        ),
        product(frame.quat, inner.quat),
    )
}

/// The inverse of a pose.
#[doc(alias = "mjuu_frameinvert")]
#[must_use]
pub fn invert(pose: &Pose) -> Pose {
    let quat = pose.quat.conj();
    Pose::new(-(quat.to_mat() * pose.pos), quat)
}

/// Composes nested frames, the outermost first.
#[must_use]
pub fn fold(chain: &[Pose]) -> Pose {
    let mut frames = chain.iter();
    let Some(first) = frames.next() else {
        return Pose::IDENTITY;
    };
    let outermost = Pose::new(first.pos, unit(first.quat));
    frames.fold(outermost, |outer, inner| {
        let pose = accumulate(&outer, inner);
        Pose::new(pose.pos, unit(pose.quat))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use synovia_mjcf::Span;

    fn radian(eulerseq: [u8; 3]) -> Settings {
        Settings {
            degree: false,
            eulerseq,
            ..Settings::default()
        }
    }

    fn close(a: Quat, b: Quat) -> bool {
        let same = |s: f64| {
            (a.w - s * b.w).abs() < 1e-15
                && (a.x - s * b.x).abs() < 1e-15
                && (a.y - s * b.y).abs() < 1e-15
                && (a.z - s * b.z).abs() < 1e-15
        };
        same(1.0) || same(-1.0)
    }

    #[test]
    fn all_forms_of_one_rotation_agree() {
        // a third of a turn about (1, 1, 1) takes x to y, y to z, z to x
        let expected = Quat::new(0.5, 0.5, 0.5, 0.5);
        let settings = Settings::default();
        let forms = [
            Orientation::AxisAngle([2.0, 2.0, 2.0, 120.0]),
            Orientation::XyAxes([0.0, 3.0, 0.0, 0.0, 1.0, 1.0]),
            Orientation::Euler([90.0, 0.0, 90.0]),
        ];
        for form in &forms[..2] {
            assert!(
                close(resolve(form, &settings).unwrap(), expected),
                "{form:?}"
            );
        }
        // moving axes x then z: R = Rx Rz
        let q = resolve(&forms[2], &settings).unwrap();
        let x90 = Quat::from_axis_angle(Vec3::X, PI / 2.0);
        let z90 = Quat::from_axis_angle(Vec3::Z, PI / 2.0);
        assert!(close(q, x90 * z90));
    }

    #[test]
    fn fixed_axes_multiply_from_the_other_side() {
        let angles = [0.3, -0.4, 0.7];
        let [a, b, c] =
            [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| move |t| Quat::from_axis_angle(axis, t));
        let moving = resolve(&Orientation::Euler(angles), &radian(*b"xyz")).unwrap();
        let fixed = resolve(&Orientation::Euler(angles), &radian(*b"XYZ")).unwrap();
        assert!(close(moving, a(0.3) * b(-0.4) * c(0.7)));
        assert!(close(fixed, c(0.7) * b(-0.4) * a(0.3)));
    }

    #[test]
    fn the_third_axis_goes_where_it_is_told() {
        let z = Vec3::new(1.0, 2.0, 2.0) * (1.0 / 3.0);
        let q = resolve(&Orientation::ZAxis([1.0, 2.0, 2.0]), &Settings::default()).unwrap();
        let seen = q.rotate(Vec3::Z);
        assert!((seen - z).norm() < 1e-15);
        let down = resolve(&Orientation::ZAxis([0.0, 0.0, -5.0]), &Settings::default()).unwrap();
        assert!(close(down, Quat::new(0.0, 1.0, 0.0, 0.0)) || down.w.abs() < 1e-16);
    }

    #[test]
    fn what_has_no_direction_is_refused() {
        let s = Settings::default();
        let refused = |alt, error| assert_eq!(resolve(&alt, &s), Err(error));
        refused(
            Orientation::AxisAngle([0.0, 0.0, 0.0, 1.0]),
            OrientError::Axis,
        );
        refused(Orientation::ZAxis([1e-8, 0.0, 0.0]), OrientError::ZAxis);
        refused(Orientation::XyAxes([0.0; 6]), OrientError::XAxis);
        refused(
            Orientation::XyAxes([1.0, 0.0, 0.0, 2.0, 0.0, 0.0]),
            OrientError::YAxis,
        );
        assert_eq!(
            resolve(&Orientation::Euler([1.0; 3]), &radian(*b"xyw")),
            Err(OrientError::Sequence)
        );
    }

    #[test]
    fn the_other_form_beats_the_quaternion() {
        let quat = Attr::new([0.0, 1.0, 0.0, 0.0], Span::default());
        let alt = Attr::new(Orientation::Euler([0.0; 3]), Span::default());
        let s = Settings::default();
        assert_eq!(orientation(&quat, &alt, &s), Ok(Quat::IDENTITY));
        assert_eq!(
            orientation(&quat, &Attr::default(), &s),
            Ok(Quat::new(0.0, 1.0, 0.0, 0.0))
        );
    }

    #[test]
    fn frames_fold_from_the_outside_in() {
        let turn = Quat::from_axis_angle(Vec3::Z, PI / 2.0);
        let chain = [
            Pose::new(Vec3::new(1.0, 0.0, 0.0), turn),
            Pose::new(Vec3::new(0.0, 2.0, 0.0), turn),
        ];
        let both = fold(&chain);
        assert!((both.pos - Vec3::new(-1.0, 0.0, 0.0)).norm() < 1e-15);
        assert!(close(both.quat, Quat::new(0.0, 0.0, 0.0, 1.0)));
        // a quaternion that is not of unit length is normalised
        let long = [Pose::new(Vec3::ZERO, Quat::new(3.0, 0.0, 0.0, 0.0))];
        assert_eq!(fold(&long), Pose::IDENTITY);
    }
}
