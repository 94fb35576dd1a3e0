//! Linear elasticity of a box whose displacement is interpolated between nodes.
//!
//! With Lagrange polynomials `φ` of order 1 or 2 along each axis, node `i` has the shape function
//! `N_i(s, t, u) = φ(s) φ(t) φ(u)`, and
//!
//! ```text
//! K_(ik)(jl) = −∫ λ tr ε_ik tr ε_jl + μ ε_ik : ε_jl dV,    ε_ik = sym(e_k ∇N_iᵀ)              (1)
//! ```
//!
//! The integral is evaluated by Gauss quadrature. `K` has the sign of a force, and is stored row by row in place of the stiffness of
//! the elements.

use synovia_math::Vec3;

use super::Material;

/// Quadrature points on [0, 1] with their weights.
struct Rule {
    points: [f64; 3],
    weights: [f64; 3],
    count: usize,
}

impl Rule {
    fn of(order: usize) -> Self {
        let half = 0.5;
        if order == 1 {
            let apart = half / 3.0_f64.sqrt();
            return Self {
                points: [-apart + half, apart + half, 0.0],
                weights: [half, half, 0.0],
                count: 2,
            };
        }
        // QUIRK(quadratic-gauss-points): the outer points are divided by √(3/5) instead of multiplied, so they are outside the box
        let apart = half / (3.0_f64 / 5.0).sqrt();
        Self {
            points: [half, -apart + half, apart + half],
            weights: [8.0 / 9.0 * half, 5.0 / 9.0 * half, 5.0 / 9.0 * half],
            count: 3,
        }
    }
}

/// Lagrange polynomial `i` for the nodes 0, 1 or 0, ½, 1.
fn phi(s: f64, i: usize, order: usize) -> f64 {
    match (order, i) {
        (1, 0) => 1.0 - s,
        (1, _) => s,
        (_, 0) => 2.0 * s * s - 3.0 * s + 1.0,
        (_, 1) => 4.0 * (s - s * s),
        _ => 2.0 * s * s - s,
    }
}

/// Its derivative.
fn dphi(s: f64, i: usize, order: usize) -> f64 {
    match (order, i) {
        (1, 0) => -1.0,
        (1, _) => 1.0,
        (_, 0) => 4.0 * s - 3.0,
        (_, 1) => 4.0 * (1.0 - 2.0 * s),
        _ => 4.0 * s - 1.0,
    }
}

/// Gradients of all shape functions in the coordinates of the unit box.
fn gradients([s, t, u]: [f64; 3], order: usize) -> Vec<[f64; 3]> {
    let n = order + 1;
    let mut out = Vec::with_capacity(n * n * n);
    for x in 0..n {
        for y in 0..n {
            for z in 0..n {
                let (fs, ft, fu) = (phi(s, x, order), phi(t, y, order), phi(u, z, order));
                out.push([
                    dphi(s, x, order) * ft * fu,
                    fs * dphi(t, y, order) * fu,
                    fs * ft * dphi(u, z, order),
                ]);
            }
        }
    }
    out
}

/// `K` of the box spanned by the first and the last node, stored in the rows of the elements' stiffness, which have enough room.
pub(super) fn stiffness(
    nodes: &[Vec3],
    order: usize,
    material: &Material,
    nelem: usize,
) -> Vec<[f64; 21]> {
    let mut rows = vec![[0.0; 21]; nelem];
    let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else {
        return rows;
    };
    let edge = last - first;
    let det = edge.x * edge.y * edge.z;
    let inverse = [1.0 / edge.x, 1.0 / edge.y, 1.0 / edge.z];
    let (young, nu) = (material.young, material.poisson);
    let moduli = Moduli {
        lambda: young * nu / (1.0 + nu) / (1.0 - 2.0 * nu),
        mu: material.shear(),
    };
    let rule = Rule::of(order);
    let k = rows.as_flattened_mut();

    // order: the last axis fastest
    for a in 0..rule.count {
        for b in 0..rule.count {
            for c in 0..rule.count {
                let at = [a, b, c].map(|p| rule.points[p]);
                let volume = rule.weights[a] * rule.weights[b] * rule.weights[c] * det;
                let scaled: Vec<[f64; 3]> = gradients(at, order)
                    .into_iter()
                    .map(|g| [inverse[0] * g[0], inverse[1] * g[1], inverse[2] * g[2]])
                    .collect();
                add_point(k, &scaled, &moduli, volume);
            }
        }
    }
    rows
}

/// Lamé parameters.
struct Moduli {
    lambda: f64,
    mu: f64,
}

/// Adds the contribution of one quadrature point to equation (1).
fn add_point(k: &mut [f64], gradient: &[[f64; 3]], moduli: &Moduli, volume: f64) {
    let ndof = 3 * gradient.len();
    for (i, gi) in gradient.iter().enumerate() {
        for (j, gj) in gradient.iter().enumerate() {
            for r in 0..3 {
                for s in 0..3 {
                    let (u, v) = (strain(gi, r), strain(gj, s));
                    let Some(entry) = k.get_mut(ndof * (3 * i + r) + 3 * j + s) else {
                        continue;
                    };
                    *entry -= moduli.lambda * gi[r] * gj[s] * volume;
                    *entry -= moduli.mu * inner(&u, &v) * volume;
                }
            }
        }
    }
}

/// `sym(e_k gᵀ)`.
fn strain(g: &[f64; 3], k: usize) -> [[f64; 3]; 3] {
    let entry = |i: usize, j: usize| if i == k { g[j] } else { 0.0 };
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| (entry(i, j) + entry(j, i)) / 2.0))
}

/// `tr(a b)`.
fn inner(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> f64 {
    let diagonal = |i: usize| a[i][0] * b[0][i] + a[i][1] * b[1][i] + a[i][2] * b[2][i];
    diagonal(0) + diagonal(1) + diagonal(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUBBER: Material = Material {
        young: 1.0e3,
        poisson: 0.2,
    };

    /// Nodes of a box, the last axis fastest.
    fn nodes(order: usize) -> Vec<Vec3> {
        let n = order + 1;
        let place = |k: usize| k as f64 / order as f64;
        (0..n * n * n)
            .map(|k| Vec3::new(2.0 * place(k / n / n), place(k / n % n), 0.5 * place(k % n)))
            .collect()
    }

    fn times(k: &[[f64; 21]], x: &[Vec3]) -> Vec<f64> {
        let flat: Vec<f64> = x.iter().flat_map(|p| p.to_array()).collect();
        let rows = k.as_flattened().chunks_exact(flat.len()).take(flat.len());
        rows.map(|row| row.iter().zip(&flat).map(|(a, b)| a * b).sum())
            .collect()
    }

    #[test]
    fn infinitesimal_rigid_motions_make_no_force() {
        for order in 1..3 {
            let nodes = nodes(order);
            let least = (9 * nodes.len() * nodes.len()).div_ceil(21);
            let k = stiffness(&nodes, order, &RUBBER, least);
            let spin = Vec3::new(0.3, -0.2, 0.5);
            let moved: Vec<Vec3> = nodes.iter().map(|&p| spin.cross(p) + Vec3::X).collect();
            assert!(times(&k, &moved).iter().all(|f| f.abs() < 1e-9));
        }
    }

    #[test]
    fn the_matrix_is_symmetric_and_no_displacement_gains_energy() {
        for order in 1..3 {
            let nodes = nodes(order);
            let ndof = 3 * nodes.len();
            let least = (ndof * ndof).div_ceil(21);
            let k = stiffness(&nodes, order, &RUBBER, least);
            let flat = k.as_flattened();
            for r in 0..ndof {
                assert!(flat[ndof * r + r] < 0.0);
                for s in 0..ndof {
                    assert!((flat[ndof * r + s] - flat[ndof * s + r]).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn uniform_stretch_of_a_trilinear_box_has_the_energy_of_the_continuum() {
        let nodes = nodes(1);
        let k = stiffness(&nodes, 1, &RUBBER, 28);
        let moved: Vec<Vec3> = nodes
            .iter()
            .map(|p| Vec3::new(0.1 * p.x, 0.0, 0.0))
            .collect();
        let force = times(&k, &moved);
        let flat = moved.iter().flat_map(|p| p.to_array());
        let work: f64 = flat.zip(force).map(|(x, f)| x * f).sum();
        let (young, nu) = (RUBBER.young, RUBBER.poisson);
        let lambda = young * nu / (1.0 + nu) / (1.0 - 2.0 * nu);
        // volume 1, strain 0.1 along one axis; equation (1) has μ, not 2 μ
        let expected = -(lambda + RUBBER.shear()) * 0.01;
        assert!((work - expected).abs() < 1e-9 * expected.abs());
    }
}
