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
    mju_zero3(res) => [0.0; 3];
    /// `res = data`.
    mju_copy3(res, data: Fixed<3> as Vec3) => data.to_array();
    /// `res = scl * vec`.
    mju_scl3(res, vec: Fixed<3> as Vec3, scl: f64 as f64) => (vec * scl).to_array();
    /// `res = vec1 + vec2`.
    mju_add3(res, vec1: Fixed<3> as Vec3, vec2: Fixed<3> as Vec3) => (vec1 + vec2).to_array();
    /// `res = vec1 - vec2`.
    mju_sub3(res, vec1: Fixed<3> as Vec3, vec2: Fixed<3> as Vec3) => (vec1 - vec2).to_array();
    /// `res = vec1 + scl * vec2`.
    mju_addScl3(res, vec1: Fixed<3> as Vec3, vec2: Fixed<3> as Vec3, scl: f64 as f64) => (vec1 + vec2 * scl).to_array();
    /// `res = res + vec`.
    mju_addTo3(res, vec: Fixed<3> as Vec3) => (here3(&res)? + vec).to_array();
    /// `res = res - vec`.
    mju_subFrom3(res, vec: Fixed<3> as Vec3) => (here3(&res)? - vec).to_array();
    /// `res = res + scl * vec`.
    mju_addToScl3(res, vec: Fixed<3> as Vec3, scl: f64 as f64) => (here3(&res)? + vec * scl).to_array();
    /// Cross product: `res = a x b`.
    mju_cross(res, a: Fixed<3> as Vec3, b: Fixed<3> as Vec3) => a.cross(b).to_array();
    /// `res = mat vec`, for a 3-by-3 matrix.
    mju_mulMatVec3(res, mat: Fixed<9> as Mat3, vec: Fixed<3> as Vec3) => (mat * vec).to_array();
    /// `res = mat' vec`, for a 3-by-3 matrix.
    mju_mulMatTVec3(res, mat: Fixed<9> as Mat3, vec: Fixed<3> as Vec3) => mat.transpose_mul(vec).to_array();

    /// `res = 0`.
    mju_zero4(res) => [0.0; 4];
    /// The identity: `res = (1, 0, 0, 0)`.
    mju_unit4(res) => Quat::IDENTITY.to_array();
    /// `res = data`.
    mju_copy4(res, data: Fixed<4> as Quat) => data.to_array();
    /// Rotates a vector by a quaternion.
    mju_rotVecQuat(res, vec: Fixed<3> as Vec3, quat: Fixed<4> as Quat) => quat.rotate(vec).to_array();
    /// Conjugate of a quaternion: the inverse rotation.
    mju_negQuat(res, quat: Fixed<4> as Quat) => quat.conj().to_array();
    /// Product of quaternions.
    mju_mulQuat(res, quat1: Fixed<4> as Quat, quat2: Fixed<4> as Quat) => (quat1 * quat2).to_array();
    /// Product of a quaternion and an axis.
    mju_mulQuatAxis(res, quat: Fixed<4> as Quat, axis: Fixed<3> as Vec3) => quat.mul_axis(axis).to_array();
    /// Quaternion of a rotation about an axis by an angle.
    mju_axisAngle2Quat(res, axis: Fixed<3> as Vec3, angle: f64 as f64) => Quat::from_axis_angle(axis, angle).to_array();
    /// Angular velocity that makes this rotation in the time `dt`.
    mju_quat2Vel(res, quat: Fixed<4> as Quat, dt: f64 as f64) => quat.to_vel(dt).to_array();
    /// Rotation from `qb` to `qa` as a vector, in the frame of `qb`.
    mju_subQuat(res, qa: Fixed<4> as Quat, qb: Fixed<4> as Quat) => qa.sub_quat(qb).to_array();
    /// Matrix of a quaternion.
    mju_quat2Mat(res, quat: Fixed<4> as Quat) => quat.to_mat().0;
    /// Quaternion of a matrix.
    mju_mat2Quat(quat, mat: Fixed<9> as Mat3) => Quat::from_mat(&mat).to_array();
    /// Time derivative of a quaternion that turns with an angular velocity.
    mju_derivQuat(res, quat: Fixed<4> as Quat, vel: Fixed<3> as Vec3) => quat.deriv(vel);
    /// Turns a quaternion with an angular velocity for the time `scale`.
    mju_quatIntegrate(quat, vel: Fixed<3> as Vec3, scale: f64 as f64) => integrated(&quat, vel, scale)?;
    /// Quaternion of the shortest rotation from the z-axis to a vector.
    mju_quatZ2Vec(quat, vec: Fixed<3> as Vec3) => Quat::z_to_vec(vec).to_array();
    /// Transforms a point by a pose.
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

/// Makes a vector one unit long and returns its length; what is too short becomes (1, 0, 0).
#[pyfunction]
pub(crate) fn mju_normalize3(vec: Out<'_>) -> PyResult<f64> {
    let mut x = here3(&vec)?;
    let length = x.normalize();
    vec.write(&x.to_array())?;
    Ok(length)
}

/// Makes a quaternion one unit long and returns its length; what is too short becomes the identity.
#[pyfunction]
pub(crate) fn mju_normalize4(vec: Out<'_>) -> PyResult<f64> {
    let mut x = Quat::from(vec.read_fixed::<4>()?);
    let length = x.normalize();
    vec.write(&x.to_array())?;
    Ok(length)
}

/// Length of a vector.
#[pyfunction]
pub(crate) fn mju_norm3(vec: Fixed<3>) -> f64 {
    Vec3::from(vec).norm()
}

/// Inner product.
#[pyfunction]
pub(crate) fn mju_dot3(vec1: Fixed<3>, vec2: Fixed<3>) -> f64 {
    Vec3::from(vec1).dot(vec2.into())
}

/// Distance of two points.
#[pyfunction]
pub(crate) fn mju_dist3(pos1: Fixed<3>, pos2: Fixed<3>) -> f64 {
    Vec3::from(pos1).distance(pos2.into())
}

/// Turns `quat` to the rotational part of any 3-by-3 matrix and returns the number of turns.
#[pyfunction]
pub(crate) fn mju_mat2Rot(quat: Out<'_>, mat: Fixed<9>) -> PyResult<usize> {
    let mut fitted = Quat::from(quat.read_fixed::<4>()?);
    let turns = fitted.fit(&mat.into());
    quat.write(&fitted.to_array())?;
    Ok(turns)
}

/// Product of poses.
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

/// A motion, or a force if `flg_force` is set, about another point and in other axes.
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
