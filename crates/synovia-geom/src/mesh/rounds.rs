//! Round built-in shapes: spheres, superspheres, supertori.

use core::f64::consts::PI;
use std::collections::HashMap;

use super::MeshSource;

/// Refines an icosahedron: each subdivision splits each face into four and projects the new vertices onto the sphere.
pub(super) fn sphere(subdivisions: i32) -> MeshSource {
    let phi = f64::midpoint(1.0, 5.0_f64.sqrt()) as f32;
    let mut vertex: Vec<[f32; 3]> = Vec::with_capacity(12);
    for (x, y) in [(-1.0, phi), (1.0, phi), (-1.0, -phi), (1.0, -phi)] {
        vertex.push([x, y, 0.0]);
    }
    for (y, z) in [(-1.0, phi), (1.0, phi), (-1.0, -phi), (1.0, -phi)] {
        vertex.push([0.0, y, z]);
    }
    for (z, x) in [(-1.0, phi), (1.0, phi), (-1.0, -phi), (1.0, -phi)] {
        vertex.push([x, 0.0, z]);
    }
    let norm = (1.0 + f64::from(phi * phi)).sqrt();
    for v in &mut vertex {
        *v = v.map(|x| (f64::from(x) / norm) as f32);
    }

    let mut face = ICOSAHEDRON.to_vec();
    for _ in 0..subdivisions {
        let mut middle = HashMap::new();
        let mut finer = Vec::with_capacity(4 * face.len());
        for [a, b, c] in face {
            let mut split = |i: i32, j: i32| {
                *middle.entry((i.min(j), i.max(j))).or_insert_with(|| {
                    vertex.push(midpoint(vertex[i as usize], vertex[j as usize]));
                    vertex.len() as i32 - 1
                })
            };
            let (ab, bc, ca) = (split(a, b), split(b, c), split(c, a));
            finer.extend([[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]);
        }
        face = finer;
    }
    MeshSource {
        vertex: vertex.into_flattened(),
        face: face.into_flattened(),
        ..MeshSource::default()
    }
}

const ICOSAHEDRON: [[i32; 3]; 20] = [
    // around vertex 0
    [0, 11, 5],
    [0, 5, 1],
    [0, 1, 7],
    [0, 7, 10],
    [0, 10, 11],
    // the ring above
    [1, 5, 9],
    [5, 11, 4],
    [11, 10, 2],
    [10, 7, 6],
    [7, 1, 8],
    // around vertex 3, opposite of 0
    [3, 9, 4],
    [3, 4, 2],
    [3, 2, 6],
    [3, 6, 8],
    [3, 8, 9],
    // the ring below
    [4, 9, 5],
    [2, 4, 11],
    [6, 2, 10],
    [8, 6, 7],
    [9, 8, 1],
];

/// The midpoint of an edge, projected onto the unit sphere.
fn midpoint(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    let m: [f32; 3] = core::array::from_fn(|k| f32::midpoint(a[k], b[k]));
    let norm = (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]).sqrt();
    m.map(|x| x / norm)
}

/// Rings of growing size from the pole to the equator: four faces of an octahedron, projected onto the sphere.
pub(super) fn hemisphere(resolution: i32) -> MeshSource {
    const EQUATOR: [[f64; 3]; 4] = [
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [-1.0, 0.0, 0.0],
        [0.0, -1.0, 0.0],
    ];
    const POLE: [f64; 3] = [0.0, 0.0, 1.0];

    let mut vertex: Vec<f32> = vec![0.0, 0.0, 1.0];
    for row in 0..=resolution {
        let down = f64::from(row + 1) / f64::from(resolution + 1);
        for side in 0..4 {
            let corner =
                |s: usize| POLE.map_with(EQUATOR[s % 4], |pole, foot| pole + down * (foot - pole));
            let (start, end) = (corner(side), corner(side + 1));
            let step = start.map_with(end, |s, e| (e - s) / f64::from(row + 1));
            for i in 0..=row {
                let p = start.map_with(step, |s, d| s + f64::from(i) * d);
                let norm = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
                vertex.extend(p.map(|x| (x / norm) as f32));
            }
        }
    }
    let center = vertex.len() as i32 / 3;
    vertex.extend([0.0; 3]);

    let mut face: Vec<[i32; 3]> = vec![[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 1]];
    for row in 0..resolution {
        // a ring of 4(row+1) vertices, and the next one with 4(row+2)
        let (inner, outer) = (4 * (row + 1), 4 * (row + 2));
        let start = 2 * row * (row + 1) + 1;
        let near = |k: i32| start + k % inner;
        let far = |k: i32| start + inner + k % outer;
        for side in 0..4 {
            for i in 0..row + 2 {
                let (k, l) = (i + (row + 1) * side, i + (row + 2) * side);
                face.push([near(k), far(l), far(l + 1)]);
                if i <= row {
                    face.push([near(k), far(l + 1), near(k + 1)]);
                }
            }
        }
    }
    let (rim, start) = (4 * (resolution + 1), 2 * resolution * (resolution + 1) + 1);
    face.extend((0..rim).map(|i| [start + i, center, start + (i + 1) % rim]));
    MeshSource {
        vertex,
        face: face.into_flattened(),
        ..MeshSource::default()
    }
}

/// Component-wise functions of two vectors.
trait MapWith {
    fn map_with(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self;
}

impl MapWith for [f64; 3] {
    fn map_with(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        core::array::from_fn(|k| f(self[k], other[k]))
    }
}

/// `sgn(cos ω)·|cos ω|^m`.
fn power_cos(angle: f64, m: f64) -> f64 {
    let c = libm::cos(angle);
    libm::copysign(libm::pow(c.abs(), m), c)
}

/// `sgn(sin ω)·|sin ω|^m`.
fn power_sin(angle: f64, m: f64) -> f64 {
    let s = libm::sin(angle);
    libm::copysign(libm::pow(s.abs(), m), s)
}

/// `resolution` meridians and `resolution − 1` parallels between two poles.
pub(super) fn supersphere(resolution: i32, e: f64, n: f64) -> MeshSource {
    let res = resolution;
    let mut vertex = vec![0.0, 0.0, -1.0];
    for i in 1..res {
        let v = -PI / 2.0 + f64::from(i) * PI / f64::from(res);
        for j in 0..res {
            let u = -PI + f64::from(j * 2) * PI / f64::from(res);
            let r = power_cos(v, n);
            vertex.extend([
                (r * power_cos(u, e)) as f32,
                (r * power_sin(u, e)) as f32,
                power_sin(v, n) as f32,
            ]);
        }
    }
    let north = vertex.len() as i32 / 3;
    vertex.extend([0.0, 0.0, 1.0]);

    let at = |ring: i32, j: i32| 1 + ring * res + j % res;
    let mut face = Vec::new();
    face.extend((0..res).map(|j| [0, at(0, j + 1), at(0, j)]));
    for i in 0..res - 2 {
        for j in 0..res {
            face.push([at(i, j), at(i, j + 1), at(i + 1, j)]);
            face.push([at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)]);
        }
    }
    face.extend((0..res).map(|j| [at(res - 2, j), at(res - 2, j + 1), north]));
    MeshSource {
        vertex,
        face: face.into_flattened(),
        ..MeshSource::default()
    }
}

/// A ring of `resolution` sections with `resolution` vertices each.
pub(super) fn supertorus(resolution: i32, radius: f64, s: f64, t: f64) -> MeshSource {
    let res = resolution;
    let mut vertex = Vec::new();
    let mut face = Vec::new();
    for i in 0..res {
        let u = 2.0 * PI * f64::from(i) / f64::from(res);
        for j in 0..res {
            let v = 2.0 * PI * f64::from(j) / f64::from(res);
            let r = 1.0 + radius * power_cos(v, s);
            vertex.extend([
                (r * power_cos(u, t)) as f32,
                (r * power_sin(u, t)) as f32,
                (radius * power_sin(v, s)) as f32,
            ]);
            let (next_i, next_j) = ((i + 1) % res, (j + 1) % res);
            let (here, ahead) = (i * res, next_i * res);
            face.push([here + j, ahead + j, here + next_j]);
            face.push([ahead + j, ahead + next_j, here + next_j]);
        }
    }
    MeshSource {
        vertex,
        face: face.into_flattened(),
        ..MeshSource::default()
    }
}
