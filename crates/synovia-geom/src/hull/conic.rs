//! Projection of a point onto a cone: non-negative least squares.
//!
//! ```text
//! K = { Σ λⱼ eⱼ : λ ≥ 0 }        minimise |w − Σ λⱼ eⱼ| over λ ≥ 0              (1)
//! ```
//!
//! An active-set method (Lawson and Hanson, *Solving Least Squares Problems*, 1974, chapter 23): the edge along which
//! the residual falls fastest joins the active set; edges whose coefficient would become negative leave it. In three
//! dimensions at most three edges are active. The result is always a point of the cone, so its distance is an upper
//! bound of (1) even if rounding ends the search early. That can happen if edges are nearly coplanar; then all sets
//! of two and three edges are tried.

use synovia_math::Vec3;

/// Maximum number of rounds; a few are usual.
const MAX_ROUNDS: usize = 40;
/// Slopes below this, relative to the vectors, are rounding errors.
const FLAT: f64 = 1e-13;

/// Distances below this, relative to the length of the vector, are accurate enough.
const CLOSE: f64 = 1e-9;
/// Sets of edges are enumerated only in cones with at most this many edges.
const MAX_EDGES: usize = 24;

/// A point of a cone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ConePoint {
    /// Distance from the given point.
    pub distance: f64,
    /// The sum of its coefficients.
    pub sum: f64,
}

/// The point of the cone over `edges` that is nearest to `w`.
pub(super) fn nearest(edges: &[Vec3], w: Vec3) -> ConePoint {
    let mut used = Used::default();
    let mut rest = w;
    for _ in 0..MAX_ROUNDS {
        // the edge with the steepest descent of the residual
        let slope = |e: Vec3| rest.dot(e) / e.norm();
        let best = (0..edges.len())
            .filter(|&j| !used.holds(j))
            .map(|j| (slope(edges[j]), j))
            .filter(|(slope, _)| *slope > FLAT * w.norm())
            .max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, join)) = best else { break };
        let before = (used, rest);
        used.join(join);
        used.settle(edges, w);
        rest = used.residual(edges, w);
        if rest.norm() >= before.1.norm() {
            (used, rest) = before;
            break;
        }
    }
    let found = ConePoint {
        distance: rest.norm(),
        sum: used.weight[..used.count].iter().sum(),
    };
    if found.distance <= CLOSE * w.norm() || edges.len() > MAX_EDGES {
        return found;
    }
    let better = |a: ConePoint, b: ConePoint| if b.distance < a.distance { b } else { a };
    sets(edges, w).fold(found, better)
}

/// Nearest points to `w` in the cones over two and over three edges, where the coefficients are not negative.
fn sets(edges: &[Vec3], w: Vec3) -> impl Iterator<Item = ConePoint> {
    let n = edges.len();
    let pairs = (0..n).flat_map(move |i| (i + 1..n).map(move |j| (i, j)));
    pairs.flat_map(move |(i, j)| {
        let (a, b) = (edges[i], edges[j]);
        let cross = a.cross(b);
        let size = cross.norm_squared();
        let flat = w - cross * (w.dot(cross) / size);
        let two = [
            flat.cross(b).dot(cross) / size,
            a.cross(flat).dot(cross) / size,
        ];
        let wedge = point(w, &[(a, two[0]), (b, two[1])]);
        let threes = (j + 1..n).map(move |k| {
            let c = edges[k];
            let volume = cross.dot(c);
            let x = w.dot(b.cross(c)) / volume;
            let y = w.dot(c.cross(a)) / volume;
            point(w, &[(a, x), (b, y), (c, w.dot(cross) / volume)])
        });
        core::iter::once(wedge).chain(threes).flatten()
    })
}

/// The point with the given coefficients; `None` if one is negative.
fn point(w: Vec3, parts: &[(Vec3, f64)]) -> Option<ConePoint> {
    if !parts.iter().all(|&(_, x)| x >= 0.0 && x.is_finite()) {
        return None;
    }
    let rest = parts.iter().fold(w, |rest, &(e, x)| rest - e * x);
    Some(ConePoint {
        distance: rest.norm(),
        sum: parts.iter().map(|&(_, x)| x).sum(),
    })
}

/// The active edges and their coefficients.
#[derive(Clone, Copy, Debug, Default)]
struct Used {
    edge: [usize; 4],
    weight: [f64; 4],
    count: usize,
}

impl Used {
    fn holds(&self, edge: usize) -> bool {
        self.edge[..self.count].contains(&edge)
    }

    fn join(&mut self, edge: usize) {
        self.edge[self.count] = edge;
        self.weight[self.count] = 0.0;
        self.count += 1;
    }

    fn leave(&mut self, k: usize) {
        self.edge.copy_within(k + 1..self.count, k);
        self.weight.copy_within(k + 1..self.count, k);
        self.count -= 1;
    }

    fn residual(&self, edges: &[Vec3], w: Vec3) -> Vec3 {
        (0..self.count).fold(w, |rest, k| rest - edges[self.edge[k]] * self.weight[k])
    }

    /// Moves the coefficients towards the unconstrained least-squares solution as far as all stay positive; edges
    /// with coefficient zero leave.
    fn settle(&mut self, edges: &[Vec3], w: Vec3) {
        loop {
            let wanted = (self.count <= 3).then(|| self.least_squares(edges, w));
            let Some(wanted) = wanted.flatten() else {
                // more than three edges, or coplanar edges: drop the newest
                self.leave(self.count - 1);
                return;
            };
            let mut step = 1.0;
            let mut out = None;
            for k in 0..self.count {
                if wanted[k] <= 0.0 {
                    let reach = self.weight[k] / (self.weight[k] - wanted[k]);
                    if out.is_none() || reach < step {
                        (step, out) = (reach, Some(k));
                    }
                }
            }
            for k in 0..self.count {
                self.weight[k] = (self.weight[k] + step * (wanted[k] - self.weight[k])).max(0.0);
            }
            match out {
                None => return,
                Some(k) => self.leave(k),
            }
            if self.count == 0 {
                return;
            }
        }
    }

    /// The unconstrained coefficients: the normal equations, by elimination.
    fn least_squares(&self, edges: &[Vec3], w: Vec3) -> Option<[f64; 3]> {
        let n = self.count;
        let mut rows = [[0.0; 4]; 3];
        for i in 0..n {
            let e = edges[self.edge[i]];
            for (j, cell) in rows[i][..n].iter_mut().enumerate() {
                *cell = e.dot(edges[self.edge[j]]);
            }
            rows[i][3] = e.dot(w);
        }
        for i in 0..n {
            let pivot = rows[i][i];
            let size = edges[self.edge[i]].norm_squared();
            if pivot.is_nan() || pivot <= 1e-14 * size {
                return None;
            }
            for k in i + 1..n {
                let factor = rows[k][i] / pivot;
                let row = rows[i];
                for (cell, above) in rows[k].iter_mut().zip(row) {
                    *cell -= factor * above;
                }
            }
        }
        let mut x = [0.0; 3];
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|j| rows[i][j] * x[j]).sum();
            x[i] = (rows[i][3] - known) / rows[i][i];
        }
        Some(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_first_octant_has_closed_forms() {
        let edges = [Vec3::X, Vec3::Y * 2.0, Vec3::Z];
        let inside = nearest(&edges, Vec3::new(1.0, 2.0, 3.0));
        assert!(inside.distance < 1e-14 && (inside.sum - 5.0).abs() < 1e-14);
        let beside = nearest(&edges, Vec3::new(1.0, -2.0, 3.0));
        assert!((beside.distance - 2.0).abs() < 1e-14 && (beside.sum - 4.0).abs() < 1e-14);
        // nearly coplanar edges
        let flat = [
            Vec3::X,
            Vec3::Y,
            Vec3::new(-1.0, -1.0, 1e-12),
            Vec3::new(-1.0, 0.5, 1e-13),
        ];
        assert!(nearest(&flat, Vec3::new(-0.3, 0.1, 1e-13)).distance < 1e-12);
        let behind = nearest(&edges, Vec3::splat(-1.0));
        assert_eq!(behind.sum, 0.0);
        assert!((behind.distance - 3_f64.sqrt()).abs() < 1e-14);
    }

    proptest! {
        /// The residual is orthogonal to the nearest point and makes no acute angle with any edge.
        #[test]
        fn the_residual_points_away_from_the_cone(
            raw in prop::collection::vec((-1.0..1.0, -1.0..1.0, 0.2..1.0), 3..9),
            w in (-1.0..1.0, -1.0..1.0, -1.0..1.0),
        ) {
            let edges: Vec<Vec3> = raw.iter().map(|&(x, y, z)| Vec3::new(x, y, z)).collect();
            let w = Vec3::new(w.0, w.1, w.2);
            let found = nearest(&edges, w);
            prop_assert!(found.distance <= w.norm() && found.sum >= 0.0);
            // no combination of two edges is nearer
            for &a in &edges {
                for &b in &edges {
                    for k in 0..=20 {
                        let e = a + (b - a) * (f64::from(k) / 20.0);
                        let foot = e * (w.dot(e) / e.norm_squared()).max(0.0);
                        prop_assert!(found.distance <= (w - foot).norm() + 1e-9);
                    }
                }
            }
        }
    }
}
