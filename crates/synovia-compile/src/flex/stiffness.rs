//! Stretching of triangles and tetrahedra: the Saint Venant-Kirchhoff material in terms of squared edge lengths.
//!
//! In a linear simplex Green's strain is a sum over the edges, with `Δ_e` the change of the squared length of edge `e`:
//!
//! ```text
//! E = −½ Σ_e Δ_e B_e,    B_e = sym(∇φ_i ∇φ_jᵀ),    e = (i, j)                                 (1)
//! K_ef = V (μ tr(B_e B_f) + λ tr B_e tr B_f)                                                  (2)
//! ½ Σ_ef K_ef Δ_e Δ_f = 2 V (μ tr E² + λ (tr E)²)                                             (3)
//! ```
//!
//! `∇φ` is the area normal of a facet over the volume, so that `B_e` is a symmetric product of the normals of the two facets
//! that do not contain the edge. `V` is the volume of a tetrahedron, and a quarter of the area times the thickness for a
//! triangle. Only the upper triangle of `K` is stored, row by row.
//!
//! QUIRK(flex-lame-weight): in (3) the energy of the continuum would have ½ λ.
//!
//! Weischedel, *A discrete geometric view on shear-deformable shell models* (2012), section 4.1.

use synovia_math::Vec3;

use super::Material;
use crate::spec::layout::orient::unit3;

/// Local vertices of the edge of a triangle opposite to each vertex.
const SIDES: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];
/// For each edge of a triangle, the other two edges.
const SIDES_BESIDE: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];
/// Local vertices of the faces of a tetrahedron.
const FACES: [[usize; 3]; 4] = [[2, 1, 0], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
/// For each edge of a tetrahedron, the two faces that do not contain it.
const FACES_BESIDE: [[usize; 2]; 6] = [[2, 3], [1, 3], [2, 1], [1, 0], [0, 2], [0, 3]];

/// A symmetric tensor.
type Tensor = [[f64; 3]; 3];

/// `K` of a triangle of a sheet of the given thickness.
pub(super) fn triangle(
    verts: &[usize],
    pos: &[Vec3],
    material: &Material,
    thickness: f64,
) -> [f64; 21] {
    let corner = |k: usize| pos[verts[k]];
    let normal = (corner(1) - corner(0)).cross(corner(2) - corner(0));
    let area = unit3(normal).1 / 2.0;
    let basis = SIDES_BESIDE.map(|[left, right]| {
        let left = corner(SIDES[left][0]) - corner(SIDES[left][1]);
        let right = corner(SIDES[right][1]) - corner(SIDES[right][0]);
        let normal = unit3(right.cross(left)).0;
        symmetric(normal.cross(left), right.cross(normal), 8.0 * area * area)
    });
    metric(&basis, &Moduli::new(material, area, thickness))
}

/// `K` of a tetrahedron.
pub(super) fn tetrahedron(verts: &[usize], pos: &[Vec3], material: &Material) -> [f64; 21] {
    /// Cancels the quarter in [`Moduli`].
    const FULL: f64 = 4.0;
    let corner = |k: usize| pos[verts[k]];
    let normal = (corner(1) - corner(0)).cross(corner(2) - corner(0));
    let volume = normal.dot(corner(3) - corner(0)) / 6.0;
    let basis = FACES_BESIDE.map(|[left, right]| {
        let area_normal = |face: usize| {
            let [a, b, c] = FACES[face].map(corner);
            (b - a).cross(c - a)
        };
        symmetric(
            area_normal(left),
            area_normal(right),
            72.0 * volume * volume,
        )
    });
    metric(&basis, &Moduli::new(material, volume, FULL))
}

/// Lamé parameters times the volume of (2).
struct Moduli {
    mu: f64,
    lambda: f64,
}

impl Moduli {
    fn new(material: &Material, volume: f64, thickness: f64) -> Self {
        let (young, nu) = (material.young, material.poisson);
        // order: from the left
        Self {
            mu: material.shear() * volume.abs() / 4.0 * thickness,
            lambda: young * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)) * volume.abs() / 4.0 * thickness,
        }
    }
}

/// `(l rᵀ + r lᵀ) / scale`.
fn symmetric(l: Vec3, r: Vec3, scale: f64) -> Tensor {
    let entry = |i: usize, j: usize| (l[i] * r[j] + r[i] * l[j]) / scale;
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j)))
}

/// The upper triangle of (2), row by row.
fn metric(basis: &[Tensor], moduli: &Moduli) -> [f64; 21] {
    let trace = |b: &Tensor| b[0][0] + b[1][1] + b[2][2];
    let product = |a: &Tensor, b: &Tensor| {
        // order: row by row
        let mut sum = 0.0;
        for i in 0..3 {
            for j in 0..3 {
                sum += a[i][j] * b[j][i];
            }
        }
        sum
    };
    let mut out = [0.0; 21];
    let mut slots = out.iter_mut();
    for (e, a) in basis.iter().enumerate() {
        for (b, slot) in basis[e..].iter().zip(&mut slots) {
            *slot = moduli.mu * product(a, b) + moduli.lambda * trace(b) * trace(a);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flex::topology::EDGES;

    const RUBBER: Material = Material {
        young: 5.0e3,
        poisson: 0.3,
    };

    /// `½ Σ K_ef Δ_e Δ_f`.
    fn energy(k: &[f64; 21], dim: usize, rest: &[Vec3], now: &[Vec3]) -> f64 {
        let square = |x: &[Vec3], [i, j]: [usize; 2]| (x[i] - x[j]).norm_squared();
        let delta: Vec<f64> = EDGES[dim - 1]
            .iter()
            .map(|&e| square(now, e) - square(rest, e))
            .collect();
        let (mut sum, mut slot) = (0.0, 0);
        for e in 0..delta.len() {
            for f in e..delta.len() {
                let twice = if e == f { 1.0 } else { 2.0 };
                sum += 0.5 * twice * k[slot] * delta[e] * delta[f];
                slot += 1;
            }
        }
        sum
    }

    #[test]
    fn stretching_a_tetrahedron_stores_the_energy_of_its_strain() {
        let rest = [
            Vec3::new(0.1, 0.0, 0.0),
            Vec3::new(1.0, 0.1, 0.2),
            Vec3::new(0.2, 0.8, 0.1),
            Vec3::new(0.3, 0.2, 0.9),
        ];
        let k = tetrahedron(&[0, 1, 2, 3], &rest, &RUBBER);
        // a deformation gradient, and Green's strain
        let f = [[1.1, 0.2, 0.0], [0.0, 0.9, 0.1], [0.05, 0.0, 1.2]];
        let now = rest.map(|p| {
            let row = |i: usize| f[i][0] * p.x + f[i][1] * p.y + f[i][2] * p.z;
            Vec3::new(row(0), row(1), row(2))
        });
        let mut strain = [[0.0; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                let ftf: f64 = (0..3).map(|r| f[r][i] * f[r][j]).sum();
                strain[i][j] = 0.5 * (ftf - f64::from(u8::from(i == j)));
            }
        }
        let squares: f64 = strain.iter().flatten().map(|x| x * x).sum();
        let trace = strain[0][0] + strain[1][1] + strain[2][2];
        let edges = [1, 2, 3].map(|v| rest[v] - rest[0]);
        let volume = edges[0].cross(edges[1]).dot(edges[2]).abs() / 6.0;
        let (young, nu) = (RUBBER.young, RUBBER.poisson);
        let lambda = young * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
        let expected = 2.0 * volume * (RUBBER.shear() * squares + lambda * trace * trace);
        let found = energy(&k, 3, &rest, &now);
        assert!(
            (found - expected).abs() < 1e-12 * expected,
            "{found} {expected}"
        );
    }

    #[test]
    fn a_rigid_motion_stores_no_energy() {
        let rest = [
            Vec3::ZERO,
            Vec3::new(1.0, 0.1, 0.3),
            Vec3::new(0.2, 0.7, 0.1),
        ];
        let turn = synovia_math::Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), 1.1);
        let now = rest.map(|p| turn.rotate(p) + Vec3::new(3.0, -1.0, 2.0));
        let k = triangle(&[0, 1, 2], &rest, &RUBBER, 0.01);
        assert!(energy(&k, 2, &rest, &now).abs() < 1e-20);
        let stretched = rest.map(|p| p * 1.1);
        assert!(energy(&k, 2, &rest, &stretched) > 1e-3);
    }
}
