//! Geometric primitives as meshes, tessellated into the slices, stacks and quads that the model specifies.
//!
//! Primitives have unit size and are scaled by the draw item. Lighting is computed at the vertices, so the tessellation is part of
//! the image. A sphere has the vertices
//!
//! ```text
//! (cos α cos ε, sin α cos ε, sin ε)      α = 2π j / slices,  ε = ±(π/2) i / (stacks / 2)
//! ```

use core::f64::consts::PI;

use crate::matrix::{Vec3, add, normalize};
use crate::resources::mesh::{MeshVertex, PlaneGrid, RenderMesh, STRIP_QUADS};

/// The tessellation of primitives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Quality {
    /// Around an axis.
    pub(crate) slices: usize,
    /// Along an axis.
    pub(crate) stacks: usize,
    /// Along a side.
    pub(crate) quads: usize,
}

/// The primitives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Primitives {
    /// Unit sphere.
    pub(crate) sphere: RenderMesh,
    /// Upper half of a unit sphere about `(0, 0, 1)`.
    pub(crate) top: RenderMesh,
    /// Lower half of a unit sphere about `(0, 0, −1)`.
    pub(crate) bottom: RenderMesh,
    /// Cylinder from −1 to 1 with both ends.
    pub(crate) cylinder: RenderMesh,
    /// The same without the end caps.
    pub(crate) tube: RenderMesh,
    /// Cone from a unit circle at 0 to a tip at 1.
    pub(crate) cone: RenderMesh,
    /// Box from −1 to 1.
    pub(crate) cube: RenderMesh,
    /// Square from −1 to 1.
    pub(crate) square: RenderMesh,
    /// Truncated cone of haze, transparent at both ends.
    pub(crate) haze: RenderMesh,
}

impl Primitives {
    /// Tessellates all primitives; `haze` is how much narrower the haze is at its base.
    pub(crate) fn new(q: Quality, haze: f32) -> Self {
        let half = q.stacks / 2;
        let mut p = Self::default();
        sphere(&mut p.sphere, q.slices, half);
        half_sphere(&mut p.top, 1.0, q.slices, half);
        half_sphere(&mut p.bottom, -1.0, q.slices, half);
        disk(&mut p.cylinder, -1.0, q.slices, half);
        tube(&mut p.cylinder, q.slices, q.stacks);
        disk(&mut p.cylinder, 1.0, q.slices, half);
        tube(&mut p.tube, q.slices, q.stacks);
        cone(&mut p.cone, q.slices, q.stacks);
        disk(&mut p.cone, 0.0, q.slices, q.stacks);
        cube(&mut p.cube, q.quads);
        square(&mut p.square, q.quads);
        haze_cone(&mut p.haze, q.slices, haze);
        for s in [
            &mut p.sphere,
            &mut p.top,
            &mut p.bottom,
            &mut p.cylinder,
            &mut p.tube,
            &mut p.cone,
            &mut p.cube,
            &mut p.square,
            &mut p.haze,
        ] {
            s.close_cluster();
        }
        p
    }
}

/// Cosine and sine of slice `j` of `n`.
fn around(j: usize, n: usize) -> (f32, f32) {
    let angle = (2.0 * PI * j as f64 / n as f64) as f32;
    (libm::cosf(angle), libm::sinf(angle))
}

/// Cosine and sine of elevation `i` of `n`, towards the pole `sign`.
fn up(i: usize, n: usize, sign: f32) -> (f32, f32) {
    let angle = (0.5 * PI * f64::from(sign) * i as f64 / n as f64) as f32;
    (libm::cosf(angle), libm::sinf(angle))
}

/// Vertex of a unit sphere about `(0, 0, height)`.
fn on_sphere(j: usize, slices: usize, elevation: (f32, f32), height: f32) -> MeshVertex {
    let (c, s) = around(j, slices);
    let n = [c * elevation.0, s * elevation.0, elevation.1];
    MeshVertex::new([n[0], n[1], height + elevation.1], n)
}

/// Adds a quad, with its winding flipped if `sign` is negative.
fn oriented_quad(out: &mut RenderMesh, sign: f32, c: [MeshVertex; 4]) {
    if sign > 0.0 {
        out.quad(&c);
    } else {
        out.quad(&[c[3], c[2], c[1], c[0]]);
    }
}

/// Adds a triangle, with its winding flipped if `sign` is negative.
fn oriented_triangle(out: &mut RenderMesh, sign: f32, c: [MeshVertex; 3]) {
    if sign > 0.0 {
        out.triangle(&c, 0b111);
    } else {
        out.triangle(&[c[2], c[1], c[0]], 0b111);
    }
}

/// One half of a unit sphere about `(0, 0, height)`, towards the pole `sign`: its cap, then its belts.
fn dome(out: &mut RenderMesh, sign: f32, height: f32, slices: usize, stacks: usize) {
    let rim = up(stacks.saturating_sub(1), stacks, sign);
    for j in 0..slices {
        let pole = MeshVertex::new([0.0, 0.0, height + sign], [0.0, 0.0, sign]);
        let (a, b) = (
            on_sphere(j, slices, rim, height),
            on_sphere(j + 1, slices, rim, height),
        );
        oriented_triangle(out, sign, [a, b, pole]);
    }
    for i in 0..stacks.saturating_sub(1) {
        let (low, high) = (up(i, stacks, sign), up(i + 1, stacks, sign));
        for j in 0..slices {
            let c = [
                on_sphere(j, slices, low, height),
                on_sphere(j + 1, slices, low, height),
                on_sphere(j + 1, slices, high, height),
                on_sphere(j, slices, high, height),
            ];
            oriented_quad(out, sign, c);
        }
    }
}

fn sphere(out: &mut RenderMesh, slices: usize, half: usize) {
    dome(out, -1.0, 0.0, slices, half);
    dome(out, 1.0, 0.0, slices, half);
}

fn half_sphere(out: &mut RenderMesh, sign: f32, slices: usize, stacks: usize) {
    dome(out, sign, sign, slices, stacks);
}

/// A disk at height `z` that faces up if `z` is positive and down otherwise.
fn disk(out: &mut RenderMesh, z: f32, slices: usize, stacks: usize) {
    let n = [0.0, 0.0, if z > 0.0 { 1.0 } else { -1.0 }];
    let at = |j: usize, r: f32| {
        let (c, s) = around(j, slices);
        MeshVertex::new([c * r, s * r, z], n)
    };
    let radius = |i: usize| i as f32 / stacks as f32;
    for j in 0..slices {
        let c = [
            at(j, radius(1)),
            at(j + 1, radius(1)),
            MeshVertex::new([0.0, 0.0, z], n),
        ];
        oriented_triangle(out, z, c);
    }
    for i in 1..stacks {
        let (inner, outer) = (radius(i), radius(i + 1));
        for j in 0..slices {
            let c = [
                at(j, outer),
                at(j + 1, outer),
                at(j + 1, inner),
                at(j, inner),
            ];
            oriented_quad(out, z, c);
        }
    }
}

fn tube(out: &mut RenderMesh, slices: usize, stacks: usize) {
    let at = |j: usize, h: f32| {
        let (c, s) = around(j, slices);
        let r = (c * c + s * s).sqrt();
        MeshVertex::new([c, s, h], [c / r, s / r, 0.0])
    };
    for i in 0..stacks {
        let low = 2.0 * i as f32 / stacks as f32 - 1.0;
        let high = 2.0 * (i + 1) as f32 / stacks as f32 - 1.0;
        for j in 0..slices {
            out.quad(&[at(j, low), at(j + 1, low), at(j + 1, high), at(j, high)]);
        }
    }
}

fn cone(out: &mut RenderMesh, slices: usize, stacks: usize) {
    let slope = 1.0 / 2.0f32.sqrt();
    let at = |j: usize, r: f32| {
        let (c, s) = around(j, slices);
        MeshVertex::new([c * r, s * r, 1.0 - r], [c * slope, s * slope, slope])
    };
    let radius = |i: usize| i as f32 / stacks as f32;
    for j in 0..slices {
        let (a, b) = (at(j, radius(1)), at(j + 1, radius(1)));
        let tip = MeshVertex::new([0.0, 0.0, 1.0], normalize(add(a.normal, b.normal)));
        out.triangle(&[a, b, tip], 0b111);
    }
    for i in 1..stacks {
        let (inner, outer) = (radius(i), radius(i + 1));
        for j in 0..slices {
            out.quad(&[
                at(j, outer),
                at(j + 1, outer),
                at(j + 1, inner),
                at(j, inner),
            ]);
        }
    }
}

/// The first triangles of [`cube`] are its upper face, this many.
pub(crate) fn top_faces(quads: usize) -> usize {
    2 * quads * quads
}

fn cube(out: &mut RenderMesh, quads: usize) {
    // two axes along each face, third its normal; seen from outside
    let faces: [(Vec3, Vec3, Vec3); 6] = [
        ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]),
        ([1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]),
        ([0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]),
        ([0.0, 1.0, 0.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0]),
        ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]),
        ([1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]),
    ];
    for (a, b, n) in faces {
        let at = |i: usize, j: usize| {
            let (x, y) = (grid(i, quads), grid(j, quads));
            let pos = [
                a[0] * x + b[0] * y + n[0],
                a[1] * x + b[1] * y + n[1],
                a[2] * x + b[2] * y + n[2],
            ];
            MeshVertex::new(pos, n)
        };
        for i in 0..quads {
            for j in 0..quads {
                out.quad(&[at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
        }
    }
}

/// Grid line `i` from −1 to 1.
fn grid(i: usize, n: usize) -> f32 {
    2.0 / n as f32 * i as f32 - 1.0
}

fn square(out: &mut RenderMesh, quads: usize) {
    let lines: Vec<f32> = (0..=quads).map(|i| grid(i, quads)).collect();
    plane_grid(out, &lines, &lines);
}

/// A plane at height 0 over the given grid lines, facing up, in clusters along y.
pub(crate) fn plane_grid(out: &mut RenderMesh, x: &[f32], y: &[f32]) {
    let n = [0.0, 0.0, 1.0];
    let at = |i: usize, j: usize| MeshVertex::new([x[i], y[j], 0.0], n);
    let (nx, ny) = (x.len().saturating_sub(1), y.len().saturating_sub(1));
    for i in 0..nx {
        for first in (0..ny).step_by(STRIP_QUADS) {
            out.open_cluster();
            for j in first..ny.min(first + STRIP_QUADS) {
                out.quad(&[at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
        }
    }
    out.close_cluster();
    if nx > 0 && ny > 0 {
        let mut proxy = RenderMesh::default();
        proxy.quad(&[at(0, 0), at(nx, 0), at(nx, ny), at(0, ny)]);
        proxy.close_cluster();
        out.plane_grid = Some(Box::new(PlaneGrid {
            proxy,
            x: x.to_vec(),
            y: y.to_vec(),
        }));
    }
}

/// Two belts of a cone whose base is narrower by `r`: transparent at the base, opaque at the bend, transparent at the top.
fn haze_cone(out: &mut RenderMesh, slices: usize, r: f32) {
    let alpha = libm::atan2f(1.0, r);
    let beta = (0.75 * PI) as f32 - alpha;
    let bend = 0.5f32.sqrt() * r * libm::sinf(alpha) / libm::sinf(beta);
    let at = |j: usize, h: f32| {
        let (c, s) = around(j, slices);
        let radius = 1.0 - r * (1.0 - h);
        MeshVertex::new([c * radius, s * radius, h], [0.0, 0.0, 1.0])
    };
    for (low, high, foot) in [(0.0, bend, 0.0), (bend, 1.0, 1.0)] {
        let top = 1.0 - foot;
        for j in 0..slices {
            out.quad(&[at(j, low), at(j + 1, low), at(j + 1, high), at(j, high)]);
            out.alpha.push([foot, foot, top]);
            out.alpha.push([foot, top, top]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{cross, dot, sub};

    /// Volume inside a closed mesh, by the divergence theorem; positive if triangles face outwards.
    fn volume(s: &RenderMesh) -> f32 {
        let mut total = 0.0;
        for cluster in &s.clusters {
            for f in cluster.face..cluster.face + cluster.nface {
                let [a, b, c] = s.corners(cluster, f);
                total += dot(a, cross(b, c)) / 6.0;
            }
        }
        total
    }

    #[test]
    fn closed_shapes_face_outwards_and_have_their_volume() {
        let p = Primitives::new(
            Quality {
                slices: 200,
                stacks: 200,
                quads: 3,
            },
            0.3,
        );
        assert!((volume(&p.sphere) - 4.0 / 3.0 * core::f32::consts::PI).abs() < 5e-3);
        assert!((volume(&p.cylinder) - 2.0 * core::f32::consts::PI).abs() < 5e-3);
        assert!((volume(&p.cone) - core::f32::consts::PI / 3.0).abs() < 5e-3);
        assert!((volume(&p.cube) - 8.0).abs() < 1e-5);
    }

    #[test]
    fn numbers_of_triangles_follow_the_quality() {
        let p = Primitives::new(
            Quality {
                slices: 28,
                stacks: 16,
                quads: 4,
            },
            0.3,
        );
        assert_eq!(p.sphere.face.len(), 2 * 28 + 2 * 7 * 28 * 2);
        assert_eq!(p.tube.face.len(), 28 * 16 * 2);
        assert_eq!(p.cube.face.len(), 6 * 16 * 2);
        assert_eq!(p.haze.alpha.len(), p.haze.face.len());
    }

    #[test]
    fn the_first_triangles_of_a_box_are_its_top() {
        let p = Primitives::new(
            Quality {
                slices: 8,
                stacks: 8,
                quads: 4,
            },
            0.3,
        );
        for cluster in &p.cube.clusters {
            for f in cluster.face..cluster.face + cluster.nface {
                let c = p.cube.corners(cluster, f);
                let n = cross(sub(c[1], c[0]), sub(c[2], c[0]));
                assert_eq!(f < top_faces(4), n[2] > 0.0);
            }
        }
    }
}
