//! Inertias and forces of bodies, four at a time.
//!
//! The bodies of a group are the lanes of vectors, so that each lane performs the operations of [`Inertia10`] and [`Spatial`]
//! in their order.
#![expect(
    clippy::inline_always,
    reason = "compiled for the SIMD level of the caller"
)]

use fearless_simd::{Simd, f64x4, prelude::*};

use crate::{Inertia10, Mat3, Spatial, Vec3};

/// Three numbers of four bodies.
type Three<S> = [f64x4<S>; 3];

/// `out ← I a + v ×* I v` for each body: the force that it needs to move as it does.
///
/// All slices have the length of `out`.
#[inline(always)]
pub fn net_forces<S: Simd>(
    simd: S,
    inertia: &[Inertia10],
    velocity: &[Spatial],
    acceleration: &[Spatial],
    out: &mut [Spatial],
) {
    let n = out.len();
    let (inertia, inertia_rest) = inertia[..n].as_chunks::<4>();
    let (velocity, velocity_rest) = velocity[..n].as_chunks::<4>();
    let (acceleration, acceleration_rest) = acceleration[..n].as_chunks::<4>();
    let (out, out_rest) = out.as_chunks_mut::<4>();
    for (((i, v), a), out) in inertia.iter().zip(velocity).zip(acceleration).zip(out) {
        let i = columns(simd, [&i[0].0, &i[1].0, &i[2].0, &i[3].0]);
        let v = columns(simd, [&v[0].0, &v[1].0, &v[2].0, &v[3].0]);
        let a = columns(simd, [&a[0].0, &a[1].0, &a[2].0, &a[3].0]);
        let momentum = mul_vec(&i, &v);
        let turning = cross_force(&v, &momentum);
        let force = mul_vec(&i, &a);
        for k in 0..6 {
            let column = (force[k] + turning[k]).to_array();
            for lane in 0..4 {
                out[lane].0[k] = column[lane];
            }
        }
    }
    let rest = inertia_rest
        .iter()
        .zip(velocity_rest)
        .zip(acceleration_rest);
    for (out, ((i, v), a)) in out_rest.iter_mut().zip(rest) {
        *out = i.mul_vec(a) + v.cross_force(&i.mul_vec(v));
    }
}

/// What [`inertias`] needs of bodies; all slices have the same length.
#[derive(Clone, Copy, Debug)]
pub struct Frames<'a> {
    /// Masses.
    pub mass: &'a [f64],
    /// Principal inertias.
    pub diag: &'a [Vec3],
    /// Their axes.
    pub axes: &'a [Mat3],
}

/// [`Inertia10::new`] for each body, whose centre of mass is at `com(k)`.
#[inline(always)]
pub fn inertias<S: Simd>(
    simd: S,
    frames: Frames<'_>,
    com: impl Fn(usize) -> Vec3,
    out: &mut [Inertia10],
) {
    let n = out.len();
    let (mass, mass_rest) = frames.mass[..n].as_chunks::<4>();
    let (diag, diag_rest) = frames.diag[..n].as_chunks::<4>();
    let (axes, axes_rest) = frames.axes[..n].as_chunks::<4>();
    let (out, out_rest) = out.as_chunks_mut::<4>();
    let groups = mass.iter().zip(diag).zip(axes).zip(out);
    for (group, (((mass, diag), axes), out)) in groups.enumerate() {
        let first = 4 * group;
        let com = [com(first), com(first + 1), com(first + 2), com(first + 3)];
        let [x, y, z] = three(simd, &com);
        let diag = three(simd, diag);
        let a = columns(simd, [&axes[0].0, &axes[1].0, &axes[2].0, &axes[3].0]);
        let mass = f64x4::load_array_ref(simd, mass);
        let rows = [[a[0], a[1], a[2]], [a[3], a[4], a[5]], [a[6], a[7], a[8]]];
        let mut scaled = rows;
        for r in 0..3 {
            for c in 0..3 {
                scaled[r][c] = rows[r][c] * diag[c];
            }
        }
        let columns = [
            dot(&rows[0], &scaled[0]) + mass * (y * y + z * z),
            dot(&rows[1], &scaled[1]) + mass * (x * x + z * z),
            dot(&rows[2], &scaled[2]) + mass * (x * x + y * y),
            dot(&rows[0], &scaled[1]) - mass * x * y,
            dot(&rows[0], &scaled[2]) - mass * x * z,
            dot(&rows[1], &scaled[2]) - mass * y * z,
            mass * x,
            mass * y,
            mass * z,
            mass,
        ];
        for k in 0..10 {
            let column = columns[k].to_array();
            for lane in 0..4 {
                out[lane].0[k] = column[lane];
            }
        }
    }
    let rest = mass_rest.iter().zip(diag_rest).zip(axes_rest);
    for (k, (out, ((&mass, &diag), axes))) in out_rest.iter_mut().zip(rest).enumerate() {
        *out = Inertia10::new(mass, com((n & !3) + k), diag, axes);
    }
}

/// Number `k` of four rows, for each `k`.
#[inline(always)]
fn columns<S: Simd, const K: usize>(simd: S, rows: [&[f64; K]; 4]) -> [f64x4<S>; K] {
    let mut out = [f64x4::splat(simd, 0.0); K];
    for k in 0..K {
        out[k] = f64x4::load_array(simd, [rows[0][k], rows[1][k], rows[2][k], rows[3][k]]);
    }
    out
}

/// The components of four vectors.
#[inline(always)]
fn three<S: Simd>(simd: S, v: &[Vec3; 4]) -> Three<S> {
    [
        f64x4::load_array(simd, [v[0].x, v[1].x, v[2].x, v[3].x]),
        f64x4::load_array(simd, [v[0].y, v[1].y, v[2].y, v[3].y]),
        f64x4::load_array(simd, [v[0].z, v[1].z, v[2].z, v[3].z]),
    ]
}

/// [`Vec3::dot`].
#[inline(always)]
fn dot<S: Simd>(a: &Three<S>, b: &Three<S>) -> f64x4<S> {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// [`Vec3::cross`].
#[inline(always)]
fn cross<S: Simd>(a: Three<S>, b: Three<S>) -> Three<S> {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// [`Inertia10::mul_vec`].
#[inline(always)]
fn mul_vec<S: Simd>(inertia: &[f64x4<S>; 10], v: &[f64x4<S>; 6]) -> [f64x4<S>; 6] {
    let [xx, yy, zz, xy, xz, yz, mx, my, mz, m] = *inertia;
    let [wx, wy, wz, vx, vy, vz] = *v;
    [
        xx * wx + xy * wy + xz * wz - mz * vy + my * vz,
        xy * wx + yy * wy + yz * wz + mz * vx - mx * vz,
        xz * wx + yz * wy + zz * wz - my * vx + mx * vy,
        mz * wy - my * wz + m * vx,
        mx * wz - mz * wx + m * vy,
        my * wx - mx * wy + m * vz,
    ]
}

/// [`Spatial::cross_force`].
#[inline(always)]
fn cross_force<S: Simd>(motion: &[f64x4<S>; 6], force: &[f64x4<S>; 6]) -> [f64x4<S>; 6] {
    let [wx, wy, wz, vx, vy, vz] = *motion;
    let [tx, ty, tz, fx, fy, fz] = *force;
    let (w, v) = ([wx, wy, wz], [vx, vy, vz]);
    let (spin, shift) = (cross(w, [tx, ty, tz]), cross(v, [fx, fy, fz]));
    let [lx, ly, lz] = cross(w, [fx, fy, fz]);
    [
        spin[0] + shift[0],
        spin[1] + shift[1],
        spin[2] + shift[2],
        lx,
        ly,
        lz,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{narrow, wide};
    use proptest::prelude::*;

    fn bits(v: impl IntoIterator<Item = f64>) -> Vec<u64> {
        let plain = |x: f64| if x.is_nan() { f64::NAN } else { x }.to_bits();
        v.into_iter().map(plain).collect()
    }

    fn any_number() -> impl Strategy<Value = f64> {
        const SPECIAL: &[f64] = &[0.0, -0.0, f64::NAN, f64::INFINITY, 1e300];
        prop_oneof![
            9 => -9.0..9.0_f64,
            1 => proptest::sample::select(SPECIAL),
        ]
    }

    proptest! {
        #[test]
        fn lanes_have_the_bits_of_single_bodies(
            bodies in prop::collection::vec(prop::array::uniform32(any_number()), 0..14),
        ) {
            let part = |body: &[f64; 32], from: usize| -> [f64; 10] { core::array::from_fn(|k| body[from + k]) };
            let spatial = |body: &[f64; 32], from: usize| Spatial(core::array::from_fn(|k| body[from + k]));
            let vec3 = |body: &[f64; 32], from: usize| Vec3::new(body[from], body[from + 1], body[from + 2]);
            let i: Vec<_> = bodies.iter().map(|b| Inertia10(part(b, 0))).collect();
            let v: Vec<_> = bodies.iter().map(|b| spatial(b, 10)).collect();
            let a: Vec<_> = bodies.iter().map(|b| spatial(b, 16)).collect();
            let want: Vec<_> = (0..bodies.len())
                .flat_map(|k| (i[k].mul_vec(&a[k]) + v[k].cross_force(&i[k].mul_vec(&v[k]))).0)
                .collect();
            let mut out = vec![Spatial::ZERO; bodies.len()];
            wide!(simd => net_forces(simd, &i, &v, &a, &mut out));
            prop_assert_eq!(bits(out.iter().flat_map(|f| f.0)), bits(want.clone()));
            narrow!(simd => net_forces(simd, &i, &v, &a, &mut out));
            prop_assert_eq!(bits(out.iter().flat_map(|f| f.0)), bits(want));

            let mass: Vec<_> = bodies.iter().map(|b| b[0]).collect();
            let diag: Vec<_> = bodies.iter().map(|b| vec3(b, 1)).collect();
            let com: Vec<_> = bodies.iter().map(|b| vec3(b, 4)).collect();
            let axes: Vec<_> = bodies.iter().map(|b| Mat3(core::array::from_fn(|k| b[7 + k]))).collect();
            let want: Vec<_> = (0..bodies.len())
                .flat_map(|k| Inertia10::new(mass[k], com[k], diag[k], &axes[k]).0)
                .collect();
            let frames = Frames { mass: &mass, diag: &diag, axes: &axes };
            let mut out = vec![Inertia10::ZERO; bodies.len()];
            wide!(simd => inertias(simd, frames, |k| com[k], &mut out));
            prop_assert_eq!(bits(out.iter().flat_map(|f| f.0)), bits(want.clone()));
            narrow!(simd => inertias(simd, frames, |k| com[k], &mut out));
            prop_assert_eq!(bits(out.iter().flat_map(|f| f.0)), bits(want));
        }
    }
}
