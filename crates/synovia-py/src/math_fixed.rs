//! Functions of vectors, quaternions, matrices and poses in three dimensions.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use pyo3::prelude::*;
use synovia_math::{Mat3, Pose, Quat, Spatial, Vec3, eig3};

use crate::args::{Fixed, Out};

/// Declares functions that write one array: its name, the arguments, the value.
macro_rules! writing {
    ($( $(#[doc = $doc:literal])+ $name:ident($out:ident $(, $arg:ident: $kind:ty as $as:ty)*) => $value:expr; )*) => {$(
        $(#[doc = $doc])+
        #[pyfunction]
        pub(crate) fn $name($out: Out<'_> $(, $arg: $kind)*) -> PyResult<()> {
            $( let $arg = <$as>::from($arg); )*
            $out.write(&$value)
        }
    )*};
}

writing! {
    /// `res = 0`.
    ///
    /// - `res`: float64 (3,), written
    mju_zero3(res) => [0.0; 3];
    /// `res = data`.
    ///
    /// - `res`: float64 (3,), written
    /// - `data`: float64 (3,)
    mju_copy3(res, data: Fixed<3> as Vec3) => data.to_array();
    /// `res = scl * vec`.
    ///
    /// - `res`: float64 (3,), written
    /// - `vec`: float64 (3,)
    /// - `scl`: float
    mju_scl3(res, vec: Fixed<3> as Vec3, scl: f64 as f64) => (vec * scl).to_array();
    /// `res = vec1 + vec2`.
    ///
    /// - `res`: float64 (3,), written
    /// - `vec1`: float64 (3,)
    /// - `vec2`: float64 (3,)
    mju_add3(res, vec1: Fixed<3> as Vec3, vec2: Fixed<3> as Vec3) => (vec1 + vec2).to_array();
    /// `res = vec1 - vec2`.
    ///
    /// - `res`: float64 (3,), written
    /// - `vec1`: float64 (3,)
    /// - `vec2`: float64 (3,)
    mju_sub3(res, vec1: Fixed<3> as Vec3, vec2: Fixed<3> as Vec3) => (vec1 - vec2).to_array();
    /// `res = vec1 + scl * vec2`.
    ///
    /// - `res`: float64 (3,), written
    /// - `vec1`: float64 (3,)
    /// - `vec2`: float64 (3,)
    /// - `scl`: float
    mju_addScl3(res, vec1: Fixed<3> as Vec3, vec2: Fixed<3> as Vec3, scl: f64 as f64) => (vec1 + vec2 * scl).to_array();
    /// `res = res + vec`.
    ///
    /// - `res`: float64 (3,), written
    /// - `vec`: float64 (3,)
    mju_addTo3(res, vec: Fixed<3> as Vec3) => (here3(&res)? + vec).to_array();
    /// `res = res - vec`.
    ///
    /// - `res`: float64 (3,), written
    /// - `vec`: float64 (3,)
    mju_subFrom3(res, vec: Fixed<3> as Vec3) => (here3(&res)? - vec).to_array();
    /// `res = res + scl * vec`.
    ///
    /// - `res`: float64 (3,), written
    /// - `vec`: float64 (3,)
    /// - `scl`: float
    mju_addToScl3(res, vec: Fixed<3> as Vec3, scl: f64 as f64) => (here3(&res)? + vec * scl).to_array();
    /// Cross product: `res = a x b`.
    ///
    /// - `res`: float64 (3,), written
    /// - `a`: float64 (3,)
    /// - `b`: float64 (3,)
    mju_cross(res, a: Fixed<3> as Vec3, b: Fixed<3> as Vec3) => a.cross(b).to_array();
    /// `res = mat vec`, for a 3-by-3 matrix.
    ///
    /// - `res`: float64 (3,), written
    /// - `mat`: float64 (9,); row-major
    /// - `vec`: float64 (3,)
    mju_mulMatVec3(res, mat: Fixed<9> as Mat3, vec: Fixed<3> as Vec3) => (mat * vec).to_array();
    /// `res = mat' vec`, for a 3-by-3 matrix.
    ///
    /// - `res`: float64 (3,), written
    /// - `mat`: float64 (9,); row-major
    /// - `vec`: float64 (3,)
    mju_mulMatTVec3(res, mat: Fixed<9> as Mat3, vec: Fixed<3> as Vec3) => mat.transpose_mul(vec).to_array();

    /// `res = 0`.
    ///
    /// - `res`: float64 (4,), written
    mju_zero4(res) => [0.0; 4];
    /// The identity: `res = (1, 0, 0, 0)`.
    ///
    /// - `res`: float64 (4,), written
    mju_unit4(res) => Quat::IDENTITY.to_array();
    /// `res = data`.
    ///
    /// - `res`: float64 (4,), written
    /// - `data`: float64 (4,)
    mju_copy4(res, data: Fixed<4> as Quat) => data.to_array();
    /// Rotates a vector by a quaternion.
    ///
    /// - `res`: float64 (3,), written
    /// - `vec`: float64 (3,)
    /// - `quat`: float64 (4,); a unit quaternion, real part first
    mju_rotVecQuat(res, vec: Fixed<3> as Vec3, quat: Fixed<4> as Quat) => quat.rotate(vec).to_array();
    /// Conjugate of a quaternion: the inverse rotation.
    ///
    /// - `res`: float64 (4,), written
    /// - `quat`: float64 (4,); a unit quaternion, real part first
    mju_negQuat(res, quat: Fixed<4> as Quat) => quat.conj().to_array();
    /// Product of quaternions.
    ///
    /// - `res`: float64 (4,), written
    /// - `quat1`: float64 (4,)
    /// - `quat2`: float64 (4,)
    mju_mulQuat(res, quat1: Fixed<4> as Quat, quat2: Fixed<4> as Quat) => (quat1 * quat2).to_array();
    /// Product of a quaternion and an axis.
    ///
    /// - `res`: float64 (4,), written
    /// - `quat`: float64 (4,); a unit quaternion, real part first
    /// - `axis`: float64 (3,)
    mju_mulQuatAxis(res, quat: Fixed<4> as Quat, axis: Fixed<3> as Vec3) => quat.mul_axis(axis).to_array();
    /// Quaternion of a rotation by an angle about an axis.
    ///
    /// - `res`: float64 (4,), written
    /// - `axis`: float64 (3,); a unit vector
    /// - `angle`: float; rad
    mju_axisAngle2Quat(res, axis: Fixed<3> as Vec3, angle: f64 as f64) => Quat::from_axis_angle(axis, angle).to_array();
    /// Angular velocity of this rotation over the time `dt`.
    ///
    /// - `res`: float64 (3,), written; rad/s
    /// - `quat`: float64 (4,); a unit quaternion, real part first
    /// - `dt`: float; time, s
    mju_quat2Vel(res, quat: Fixed<4> as Quat, dt: f64 as f64) => quat.to_vel(dt).to_array();
    /// Rotation vector from `qb` to `qa`, in the frame of `qb`.
    ///
    /// - `res`: float64 (3,), written; axis times angle, rad
    /// - `qa`: float64 (4,)
    /// - `qb`: float64 (4,)
    mju_subQuat(res, qa: Fixed<4> as Quat, qb: Fixed<4> as Quat) => qa.sub_quat(qb).to_array();
    /// Matrix of a quaternion.
    ///
    /// - `res`: float64 (9,), written; row-major
    /// - `quat`: float64 (4,); a unit quaternion, real part first
    mju_quat2Mat(res, quat: Fixed<4> as Quat) => quat.to_mat().0;
    /// Quaternion of a matrix.
    ///
    /// - `quat`: float64 (4,), written
    /// - `mat`: float64 (9,); row-major
    mju_mat2Quat(quat, mat: Fixed<9> as Mat3) => Quat::from_mat(&mat).to_array();
    /// Time derivative of a quaternion that rotates with an angular velocity.
    ///
    /// - `res`: float64 (4,), written
    /// - `quat`: float64 (4,); a unit quaternion, real part first
    /// - `vel`: float64 (3,); angular velocity, rad/s
    mju_derivQuat(res, quat: Fixed<4> as Quat, vel: Fixed<3> as Vec3) => quat.deriv(vel);
    /// Rotates a quaternion with an angular velocity for the time `scale`.
    ///
    /// - `quat`: float64 (4,), written
    /// - `vel`: float64 (3,); angular velocity, rad/s
    /// - `scale`: float; time, s
    mju_quatIntegrate(quat, vel: Fixed<3> as Vec3, scale: f64 as f64) => integrated(&quat, vel, scale)?;
    /// Quaternion of the smallest rotation from the z-axis to a vector.
    ///
    /// - `quat`: float64 (4,), written
    /// - `vec`: float64 (3,)
    mju_quatZ2Vec(quat, vec: Fixed<3> as Vec3) => Quat::z_to_vec(vec).to_array();
    /// Transforms a point by a pose.
    ///
    /// - `res`: float64 (3,), written
    /// - `pos`: float64 (3,)
    /// - `quat`: float64 (4,); a unit quaternion, real part first
    /// - `vec`: float64 (3,)
    mju_trnVecPose(res, pos: Fixed<3> as Vec3, quat: Fixed<4> as Quat, vec: Fixed<3> as Vec3) => Pose::new(pos, quat).transform(vec).to_array();
}

fn here3(res: &Out<'_>) -> PyResult<Vec3> {
    Ok(res.read_fixed::<3>()?.into())
}

fn integrated(quat: &Out<'_>, vel: Vec3, scale: f64) -> PyResult<[f64; 4]> {
    let mut turned = Quat::from(quat.read_fixed::<4>()?);
    turned.integrate(vel, scale);
    Ok(turned.to_array())
}

/// Normalises a vector and returns its length; a vector that is too short becomes (1, 0, 0).
///
/// - `vec`: float64 (3,), written
/// - returns float
#[pyfunction]
pub(crate) fn mju_normalize3(vec: Out<'_>) -> PyResult<f64> {
    let mut x = here3(&vec)?;
    let length = x.normalize();
    vec.write(&x.to_array())?;
    Ok(length)
}

/// Normalises a quaternion and returns its length; a quaternion that is too short becomes the identity.
///
/// - `vec`: float64 (4,), written
/// - returns float
#[pyfunction]
pub(crate) fn mju_normalize4(vec: Out<'_>) -> PyResult<f64> {
    let mut x = Quat::from(vec.read_fixed::<4>()?);
    let length = x.normalize();
    vec.write(&x.to_array())?;
    Ok(length)
}

/// Length of a vector.
///
/// - `vec`: float64 (3,)
/// - returns float
#[pyfunction]
pub(crate) fn mju_norm3(vec: Fixed<3>) -> f64 {
    Vec3::from(vec).norm()
}

/// Inner product.
///
/// - `vec1`: float64 (3,)
/// - `vec2`: float64 (3,)
/// - returns float
#[pyfunction]
pub(crate) fn mju_dot3(vec1: Fixed<3>, vec2: Fixed<3>) -> f64 {
    Vec3::from(vec1).dot(vec2.into())
}

/// Distance between two points.
///
/// - `pos1`: float64 (3,)
/// - `pos2`: float64 (3,)
/// - returns float
#[pyfunction]
pub(crate) fn mju_dist3(pos1: Fixed<3>, pos2: Fixed<3>) -> f64 {
    Vec3::from(pos1).distance(pos2.into())
}

/// Rotates `quat` to the rotational part of any 3-by-3 matrix and returns the number of iterations.
///
/// - `quat`: float64 (4,), written; start, then result
/// - `mat`: float64 (9,); row-major
/// - returns int
#[pyfunction]
pub(crate) fn mju_mat2Rot(quat: Out<'_>, mat: Fixed<9>) -> PyResult<usize> {
    let mut fitted = Quat::from(quat.read_fixed::<4>()?);
    let turns = fitted.fit(&mat.into());
    quat.write(&fitted.to_array())?;
    Ok(turns)
}

/// Product of poses.
///
/// - `posres`: float64 (3,), written
/// - `quatres`: float64 (4,), written
/// - `pos1`: float64 (3,)
/// - `quat1`: float64 (4,)
/// - `pos2`: float64 (3,)
/// - `quat2`: float64 (4,)
#[pyfunction]
pub(crate) fn mju_mulPose(
    posres: Out<'_>,
    quatres: Out<'_>,
    pos1: Fixed<3>,
    quat1: Fixed<4>,
    pos2: Fixed<3>,
    quat2: Fixed<4>,
) -> PyResult<()> {
    let (outer, inner) = (
        Pose::new(pos1.into(), quat1.into()),
        Pose::new(pos2.into(), quat2.into()),
    );
    let pose = outer.compose(&inner);
    posres.write(&pose.pos.to_array())?;
    quatres.write(&pose.quat.to_array())
}

/// Inverse of a pose.
///
/// - `posres`: float64 (3,), written
/// - `quatres`: float64 (4,), written
/// - `pos`: float64 (3,)
/// - `quat`: float64 (4,); a unit quaternion, real part first
#[pyfunction]
pub(crate) fn mju_negPose(
    posres: Out<'_>,
    quatres: Out<'_>,
    pos: Fixed<3>,
    quat: Fixed<4>,
) -> PyResult<()> {
    let pose = Pose::new(pos.into(), quat.into()).inverse();
    posres.write(&pose.pos.to_array())?;
    quatres.write(&pose.quat.to_array())
}

/// Transforms a spatial motion, or a force if `flg_force` is set, to another point and other axes.
///
/// - `res`: float64 (6,), written; rotation, translation
/// - `vec`: float64 (6,); rotation, translation
/// - `flg_force`: int; 1 for a force
/// - `newpos`: float64 (3,); the new point
/// - `oldpos`: float64 (3,); the old point
/// - `rotnew2old`: float64 (9,) or None; rotation from the new to the old axes
#[pyfunction]
#[pyo3(signature = (res, vec, flg_force, newpos, oldpos, rotnew2old))]
pub(crate) fn mju_transformSpatial(
    res: Out<'_>,
    vec: Fixed<6>,
    flg_force: i64,
    newpos: Fixed<3>,
    oldpos: Fixed<3>,
    rotnew2old: Option<Fixed<9>>,
) -> PyResult<()> {
    let axes = rotnew2old.map(Mat3::from);
    let shift = Vec3::from(newpos) - Vec3::from(oldpos);
    let vec = Spatial::from(vec);
    let moved = if flg_force == 0 {
        vec.transform_motion(shift, axes.as_ref())
    } else {
        vec.transform_force(shift, axes.as_ref())
    };
    res.write(&moved.0)
}

/// Eigenvalues, largest first, and eigenvectors of a symmetric 3-by-3 matrix; returns the number of iterations.
///
/// - `eigval`: float64 (3,), written
/// - `eigvec`: float64 (9,), written; in columns
/// - `quat`: float64 (4,), written; the eigenvectors as a rotation
/// - `mat`: float64 (9,)
/// - returns int
#[pyfunction]
pub(crate) fn mju_eig3(
    eigval: Out<'_>,
    eigvec: Out<'_>,
    quat: Out<'_>,
    mat: Fixed<9>,
) -> PyResult<usize> {
    let eigen = eig3(&mat.into());
    eigval.write(&eigen.values.to_array())?;
    eigvec.write(&eigen.vectors.0)?;
    quat.write(&eigen.quat.to_array())?;
    Ok(eigen.turns)
}
