//! Measures how far a hull is from convex after its vertices were rounded to single precision.
//!
//! The support function of a mesh is evaluated by hill climbing: from node to neighbour while the height increases.
//! On an exactly convex hull every climb ends at the highest node. After rounding, a node `q` can be a local maximum
//! in a direction `u` although others are higher. Two numbers, computed once per hull, bound when this can happen and
//! by how much.
//!
//! Let `eⱼ` be the edges that leave `q`, `K_q = cone(eⱼ)`, and let `q` be a local maximum up to the rounding error
//! `ε` of a height: `u·eⱼ ≤ ε`. For any other node `p` take the point of the cone, `Σ λⱼeⱼ`, that is nearest to
//! `p − q`, at distance `δ_q(p)`:
//!
//! ```text
//! u·(p − q) ≤ a_q(p) = δ_q(p) + ε Σ λⱼ                                           (1)
//! ```
//!
//! so no node is higher than a local maximum by more than the **shortfall** `max a_q(p)`. Now let `p` be higher than
//! all its neighbours by more than `c`. Expressing `q − p` by the edges of `p` in the same way, with `σ` the sum of
//! the coefficients, gives
//!
//! ```text
//! u·(q − p) ≤ δ_p(q) − c σ_p(q)                                                  (2)
//! ```
//!
//! (1) and (2) contradict each other if `c` exceeds the **clearance** `max (a_q(p) + δ_p(q)) / σ_p(q)`: then `p` is
//! the only local maximum, and every climb ends there, wherever it starts.
//!
//! Most pairs need no search for the nearest point of the cone: if the triangles around `q` enclose it and `p` is
//! below all of their planes, `p − q` is in the cone and `δ = 0`. Then `Σ λⱼ ≤ |p − q|/μ`, where `μ` is the smallest
//! component of an edge along an inward direction, and `σ ≥ |p − q|/E` with the longest edge `E`.

use synovia_math::Vec3;

use super::conic::nearest;

/// Larger hulls are not measured: the time is quadratic, once per mesh. A sphere of 500 nodes takes 1.1 ms, of 1000 nodes 4 ms, of
/// 2000 nodes 24 ms.
const MAX_NODES: usize = 2048;
/// Maximum number of pairs of nodes that are examined individually, each by a search for the nearest point of a cone. Rounded hulls
/// need few, because their nodes are clearly in the cones of each other; hulls with flat faces have few nodes.
const MAX_PAIRS: usize = 100_000;
/// Rounding error of the difference of two heights, relative to the largest distance of a node from the mesh origin.
const ROUNDING: f64 = 1e-15;

/// Bounds above this fraction of the extent of the hull are not useful.
const USEFUL: f64 = 1e-3;

/// Bounds on the convexity of a hull; see the [module](self).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Convexity {
    /// If a node is higher than all its neighbours by more than this, every climb ends there \[m\].
    pub clearance: f64,
    /// No node is higher than the end of a climb by more than this \[m\].
    pub shortfall: f64,
}

impl Convexity {
    /// No bounds are known.
    pub const UNKNOWN: Self = Self {
        clearance: f64::INFINITY,
        shortfall: f64::INFINITY,
    };

    /// Measures the hull of a mesh from its vertices and its [graph](super::Hull::graph).
    pub fn of(vert: &[[f32; 3]], graph: &[i32]) -> Self {
        Nodes::of(vert, graph)
            .and_then(|nodes| nodes.measure())
            .unwrap_or(Self::UNKNOWN)
    }
}

impl Default for Convexity {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

/// The nodes of a hull with their neighbourhoods.
struct Nodes {
    place: Vec<Vec3>,
    /// Neighbours of each node.
    rings: Vec<Vec<usize>>,
    /// Planes of the triangles around each node; empty if they do not enclose it.
    planes: Vec<Vec<Plane>>,
    /// Bound on the rounding error of a height difference.
    epsilon: f64,
}

/// The plane of a triangle.
#[derive(Clone, Copy)]
struct Plane {
    /// Outward unit normal.
    normal: Vec3,
    /// Bound on the error of a node's height due to the rounding of the normal, in multiples of `epsilon`.
    rounding: f64,
}

/// One node expressed by the edges of another, for nodes that are not clearly in the cone.
struct Pair {
    from: usize,
    to: usize,
    /// Distance from the cone.
    delta: f64,
    /// Sum of the coefficients.
    sum: f64,
}

/// Bounds for all nodes that are clearly in the cone of a node.
#[derive(Clone, Copy)]
struct Inside {
    /// Smallest component of an edge along an inward direction; not positive if all pairs are examined individually.
    depth: f64,
    /// Longest edge.
    longest: f64,
}

impl Nodes {
    fn of(vert: &[[f32; 3]], graph: &[i32]) -> Option<Self> {
        let count = usize::try_from(*graph.first()?).ok()?;
        let nface = usize::try_from(*graph.get(1)?).ok()?;
        if !(4..=MAX_NODES).contains(&count) || nface > 2 * MAX_NODES {
            return None;
        }
        let starts = graph.get(2..2 + count)?;
        let ids = graph.get(2 + count..2 + 2 * count)?;
        let edges = graph.get(2 + 2 * count..2 + 3 * count + 3 * nface)?;
        let faces = graph.get(2 + 3 * count + 3 * nface..2 + 3 * count + 6 * nface)?;

        let place: Vec<Vec3> = (ids.iter())
            .map(|&v| {
                let [x, y, z] = vert.get(usize::try_from(v).ok()?)?.map(f64::from);
                Some(Vec3::new(x, y, z)).filter(|p| p.is_finite())
            })
            .collect::<Option<_>>()?;
        let ring = |&start: &i32| -> Option<Vec<usize>> {
            let list = edges.get(usize::try_from(start).ok()?..)?;
            let nodes = list.iter().map_while(|&k| usize::try_from(k).ok());
            let ring: Vec<usize> = nodes.collect();
            (ring.iter().all(|&k| k < count) && !ring.is_empty()).then_some(ring)
        };
        let rings: Vec<Vec<usize>> = starts.iter().map(ring).collect::<Option<_>>()?;

        let mut node_of = vec![usize::MAX; vert.len()];
        for (k, &v) in ids.iter().enumerate() {
            node_of[v as usize] = k;
        }
        let node = |&v: &i32| {
            let k = node_of.get(usize::try_from(v).ok()?).copied()?;
            (k < count).then_some(k)
        };
        let faces: Vec<usize> = faces.iter().map(node).collect::<Option<_>>()?;
        let planes = enclosing_planes(&place, &rings, faces.as_chunks::<3>().0);
        let radius = place.iter().map(|p| p.norm()).fold(0.0, f64::max);
        Some(Self {
            place,
            rings,
            planes,
            epsilon: ROUNDING * radius,
        })
    }

    fn measure(&self) -> Option<Convexity> {
        let mut pairs = Vec::new();
        let inside: Vec<Inside> = (0..self.place.len())
            .map(|p| self.look_around(p, &mut pairs))
            .collect::<Option<_>>()?;

        // pairs that are clearly in each other's cones
        let positive = inside.iter().filter(|node| node.depth > 0.0);
        let depth = positive
            .map(|node| node.depth)
            .fold(f64::INFINITY, f64::min);
        let longest = inside.iter().map(|node| node.longest).fold(0.0, f64::max);
        let extent = self.place.iter().map(|p| p.norm()).fold(0.0, f64::max) * 2.0;
        let mut clearance = self.epsilon * (1.0 + longest / depth);
        let mut shortfall = self.epsilon * (1.0 + extent / depth);

        // pairs that were examined individually, from both ends
        pairs.sort_unstable_by_key(|pair| (pair.from.min(pair.to), pair.from.max(pair.to)));
        let same = |a: &Pair, b: &Pair| (a.from, a.to) == (b.to, b.from);
        for both in pairs.chunk_by(same) {
            let first = &both[0];
            let back = both.get(1);
            let ends = [(first.from, first.to), (first.to, first.from)];
            for (k, (p, q)) in ends.into_iter().enumerate() {
                let [of_p, of_q] = if k == 0 {
                    [Some(first), back]
                } else {
                    [back, Some(first)]
                };
                let length = self.place[p].distance(self.place[q]);
                let (delta_p, sigma) = of_p.map_or((0.0, length / inside[p].longest), |pair| {
                    let fit = (length - pair.delta) / inside[p].longest;
                    (pair.delta, pair.sum.max(fit))
                });
                let height = of_q.map_or(self.epsilon * length / inside[q].depth, |pair| {
                    pair.delta + self.epsilon * pair.sum
                });
                shortfall = shortfall.max(height);
                clearance = clearance.max((height + delta_p) / sigma);
            }
        }
        // the heights that are compared with these bounds are rounded as well
        clearance += 2.0 * self.epsilon;
        shortfall += 2.0 * self.epsilon;
        // hulls that are far from convex are searched without these bounds
        let useful = clearance < USEFUL * extent && shortfall < USEFUL * extent;
        useful.then_some(Convexity {
            clearance,
            shortfall,
        })
    }

    /// Finds the nodes that are not clearly in the cone of node `p`, and expresses them by its edges.
    fn look_around(&self, p: usize, pairs: &mut Vec<Pair>) -> Option<Inside> {
        let here = self.place[p];
        let edges: Vec<Vec3> = self.rings[p]
            .iter()
            .map(|&k| self.place[k] - here)
            .collect();
        let longest = edges.iter().map(|e| e.norm()).fold(0.0, f64::max);
        let planes = &self.planes[p];
        // an inward direction and the smallest component of an edge along it, `μ`
        let inward = planes
            .iter()
            .fold(Vec3::ZERO, |sum, plane| sum - plane.normal)
            .normalized();
        let depth = edges
            .iter()
            .map(|e| e.dot(inward))
            .fold(f64::INFINITY, f64::min);
        let enclosed = !planes.is_empty() && depth > 0.0;
        // height of each node above the planes, as an upper bound that includes rounding; infinite if there is no enclosing fan
        let mut above = vec![
            if enclosed {
                f64::NEG_INFINITY
            } else {
                f64::INFINITY
            };
            self.place.len()
        ];
        if enclosed {
            for &Plane {
                normal: n,
                rounding,
            } in planes
            {
                let level = n.dot(here) - rounding * self.epsilon;
                for (above, &place) in above.iter_mut().zip(&self.place) {
                    *above = above.max(n.dot(place) - level);
                }
            }
        }
        // neighbours and the node itself are in the cone by definition
        for &k in &self.rings[p] {
            above[k] = f64::NEG_INFINITY;
        }
        above[p] = f64::NEG_INFINITY;
        // nodes above some plane may be outside of the cone: find the nearest point of the cone
        for (to, _) in above.iter().enumerate().filter(|(_, above)| **above > 0.0) {
            let found = nearest(&edges, self.place[to] - here);
            pairs.push(Pair {
                from: p,
                to,
                delta: found.distance + self.epsilon,
                sum: found.sum,
            });
            if pairs.len() > MAX_PAIRS {
                return None;
            }
        }
        Some(Inside {
            depth: if enclosed { depth } else { -1.0 },
            longest,
        })
    }
}

/// A triangle seen from one of its corners: the other two in order, and its plane if the normal is reliable.
type Wedge = (usize, usize, Option<Plane>);

/// The planes of the triangles around each node, if they form a closed fan with the middle of the hull below all
/// planes; an empty list otherwise, or if a triangle is too thin to have a reliable normal.
fn enclosing_planes(place: &[Vec3], rings: &[Vec<usize>], faces: &[[usize; 3]]) -> Vec<Vec<Plane>> {
    let middle = place.iter().fold(Vec3::ZERO, |sum, &p| sum + p) * (1.0 / place.len() as f64);
    let mut fans: Vec<Vec<Wedge>> = vec![Vec::new(); place.len()];
    for face in faces {
        let [a, b, c] = face.map(|k| place[k]);
        let (side, other) = (b - a, c - a);
        let cross = side.cross(other);
        let size = cross.norm();
        let normal = cross * (1.0 / size);
        // rounding rotates the normal of a thin triangle
        let rounding = 4.0 * (1.0 + side.norm() * other.norm() / size);
        let sound = rounding < 1e7 && normal.dot(middle - a) < -1e-6 * (middle - a).norm();
        let plane = sound.then_some(Plane { normal, rounding });
        for k in 0..3 {
            fans[face[k]].push((face[(k + 1) % 3], face[(k + 2) % 3], plane));
        }
    }
    (fans.iter().zip(rings))
        .map(|(fan, ring)| closed(fan, ring).unwrap_or_default())
        .collect()
}

/// The planes of a fan of triangles, if it surrounds their common corner exactly once and contains all its
/// neighbours.
fn closed(fan: &[Wedge], ring: &[usize]) -> Option<Vec<Plane>> {
    let start = fan.first()?.0;
    let mut at = start;
    for steps in 1..=fan.len() {
        let mut from = fan.iter().filter(|&&(first, ..)| first == at);
        let &(_, next, _) = from.next()?;
        if from.next().is_some() || !ring.contains(&at) {
            return None;
        }
        at = next;
        if (at == start) != (steps == fan.len()) {
            return None;
        }
    }
    (ring.len() == fan.len()).then(|| fan.iter().map(|&(_, _, plane)| plane).collect())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hull::convex_hull;
    use crate::hull::testing::{float_hull, tilts};
    use proptest::prelude::*;

    /// The node at which the hill climbing of the reference ends.
    fn hill_climb(nodes: &Nodes, dir: Vec3, start: usize) -> usize {
        let (mut at, mut height) = (start, f64::NEG_INFINITY);
        loop {
            let before = at;
            for &next in &nodes.rings[before] {
                let there = dir.dot(nodes.place[next]);
                if there > height {
                    (at, height) = (next, there);
                }
            }
            if at == before {
                return at;
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        /// Climbs from every node in random directions, and in directions slightly tilted from the normals of faces.
        #[test]
        fn both_bounds_hold_for_every_walk(
            (vert, graph) in float_hull(),
            tilt in tilts(),
            aim in (-1.0..1.0, -1.0..1.0, -1.0..1.0),
        ) {
            let bound = Convexity::of(&vert, &graph);
            let nodes = Nodes::of(&vert, &graph).unwrap();
            let all = nodes.planes.iter().flatten().map(|plane| plane.normal).step_by(7).take(12);
            let aim = Vec3::new(aim.0, aim.1, aim.2);
            for normal in all {
                let dir = (normal + aim * tilt).normalized();
                let heights: Vec<f64> = nodes.place.iter().map(|&p| dir.dot(p)).collect();
                let top = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let ends: Vec<usize> = (0..heights.len()).map(|k| hill_climb(&nodes, dir, k)).collect();
                for &end in &ends {
                    prop_assert!(top - heights[end] <= bound.shortfall);
                    let ring = nodes.rings[end].iter().map(|&k| heights[k]);
                    if heights[end] - ring.fold(f64::NEG_INFINITY, f64::max) > bound.clearance {
                        prop_assert!(ends.iter().all(|&other| other == end));
                    }
                }
            }
        }
    }

    #[test]
    fn a_prism_is_convex_and_corners_that_are_pushed_in_are_measured() {
        let corner = |k: i32| {
            let angle = f64::from(k / 2) * core::f64::consts::FRAC_PI_4;
            let z = if k % 2 == 0 { -0.5 } else { 0.5 };
            Vec3::new(libm::cos(angle), libm::sin(angle), z)
        };
        let wide: Vec<Vec3> = (0..16).map(corner).collect();
        let graph = convex_hull(&wide, None).unwrap().graph();
        let pushed = |which: usize, depth: f32| {
            let places = wide.iter().map(|p| p.to_array().map(|x| x as f32));
            let mut vert: Vec<[f32; 3]> = places.collect();
            vert[which][2] -= depth;
            Convexity::of(&vert, &graph)
        };
        let sound = pushed(1, 0.0);
        assert!(
            sound.clearance < 1e-6 && sound.shortfall < 1e-6,
            "{sound:?}"
        );
        // with a corner pushed in, a climb can end below the highest node
        let worst = (0..8)
            .map(|k| pushed(2 * k + 1, 1e-4).shortfall)
            .fold(0.0, f64::max);
        assert!(worst > 1e-5 && worst < 2e-3, "{worst}");
        let worst = (0..8)
            .map(|k| pushed(2 * k + 1, 0.2).shortfall)
            .fold(0.0, f64::max);
        assert_eq!(worst, f64::INFINITY);
        assert_eq!(Convexity::of(&[], &[]), Convexity::UNKNOWN);
        assert_eq!(
            Convexity::of(&[[0.0; 3]; 16], &graph[..20]),
            Convexity::UNKNOWN
        );
    }
}
