//! Hill climbing on the hull of a mesh: the vertex furthest in a direction.
//!
//! On a convex hull, moving from neighbour to higher neighbour always ends at the highest vertex. Vertices are stored
//! in single precision, so a hull is only nearly convex: a climb may end at a node that is higher than its neighbours
//! and lower than others, and if several are equally high, the start and the order of neighbours decide. Therefore
//! start, order and sums are those of the reference.
//!
//! A climb may start elsewhere if this cannot change the result: the [convexity](crate::hull::convexity) of the hull
//! gives the amount by which a node must exceed its neighbours for every climb to end there. If a node exceeds them by
//! less, the climb of the reference decides.

use synovia_math::fearless_simd::Simd;
use synovia_math::{Mat3, Vec3};

use super::placed::PlacedHull;
use super::small::{Heights, SmallHull, SmallHulls};
use super::support::NONE;
use super::vertex_cache::Lent;
use crate::collide::ConvexMesh;
use crate::collide::policy::MAX_SCANNED;
use crate::hull::convexity::Convexity;

/// The hull of a mesh as a graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hull<'a> {
    vert: &'a [[f32; 3]],
    edge_adr: &'a [i32],
    vert_id: &'a [i32],
    edge: &'a [i32],
    /// Id of the mesh.
    mesh: i32,
    convexity: Convexity,
    /// Start nodes of climbs.
    cache: Lent<'a>,
    /// A copy of the positions of all nodes, if there are few.
    small: Option<&'a SmallHull>,
    /// The same in the pose of its body.
    pub placed: Option<&'a PlacedHull>,
}

impl<'a> Hull<'a> {
    /// The graph of a mesh; `None` if it has no graph.
    #[inline]
    pub(super) fn of(mesh: &ConvexMesh<'a>) -> Option<Self> {
        let count = usize::try_from(*mesh.graph.first()?).ok()?;
        let lists = mesh.graph.get(2..)?;
        Some(Self {
            vert: mesh.vert,
            edge_adr: lists.get(..count)?,
            vert_id: lists.get(count..2 * count)?,
            edge: lists.get(2 * count..)?,
            mesh: mesh.id,
            convexity: mesh.convexity,
            cache: Lent::default(),
            small: None,
            placed: None,
        })
    }

    /// The same with a cache of start nodes.
    #[inline]
    pub(super) fn with_cache(self, cache: Lent<'a>) -> Self {
        Self { cache, ..self }
    }

    /// The same with a copy of its nodes, if there is one, placed where [`copy_to`](Self::copy_to) has put it.
    #[inline]
    pub(super) fn with_copy(self, hulls: &'a SmallHulls, place: Option<usize>) -> Self {
        let small = hulls.get(self.mesh);
        let placed = place.and_then(|place| hulls.placed_at(place));
        Self {
            small,
            placed,
            ..self
        }
    }

    /// Copies the positions of its nodes, if there are few, and places them as the body with a key; returns where.
    #[inline]
    pub(super) fn copy_to(
        &self,
        hulls: &mut SmallHulls,
        key: usize,
        pos: &Vec3,
        mat: &Mat3,
    ) -> Option<usize> {
        // a hull with out-of-range vertices is not copied
        let vertices = self.vert_id.iter();
        let nodes = vertices.map(|&v| self.vert.get(v as usize).map(|&place| widened(place)));
        if !hulls.add(self.mesh, nodes) {
            return None;
        }
        hulls.place(self.mesh, key, pos, mat)
    }

    /// Nodes next to a node, in the order of the graph; the list ends at the first number that is not a node.
    #[inline]
    fn edges(&self, node: i32) -> &'a [i32] {
        let from = self.edge_adr.get(node as usize);
        from.and_then(|&adr| self.edge.get(adr as usize..))
            .unwrap_or_default()
    }

    /// Positions of the nodes next to a node.
    #[inline]
    pub(super) fn neighbours(&self, node: i32) -> impl Iterator<Item = Vec3> + use<'a> {
        let hull = *self;
        let nodes = self.edges(node).iter();
        nodes.map_while(move |&next| hull.place(next))
    }

    /// Vertex of the mesh at a node.
    #[inline]
    pub(super) fn vertex_of(&self, node: i32) -> i32 {
        self.vert_id.get(node as usize).copied().unwrap_or(0)
    }

    /// Position of a node.
    #[inline]
    pub(super) fn point(&self, node: i32) -> Vec3 {
        point(self.vert, self.vertex_of(node))
    }

    /// Position of a node; `None` if it is out of range.
    #[inline]
    fn place(&self, node: i32) -> Option<Vec3> {
        let vertex = *self.vert_id.get(node as usize)?;
        self.vert.get(vertex as usize).map(|&place| widened(place))
    }

    /// The node furthest in a direction, by climbing from `start`, or from the first node if `start` is out of range.
    #[inline]
    pub(super) fn furthest(&self, dir: Vec3, start: i32) -> i32 {
        // the cached node may belong to another mesh
        let known = usize::try_from(start).is_ok_and(|node| node < self.vert_id.len());
        let start = if known { start } else { 0 };
        let height = dir.dot(self.point(start));
        self.climb_again(dir.x, dir.y, dir.z, start, height)
    }

    /// The same for a climb from the first node, which may start at the node cached for this direction, a unit vector.
    pub(super) fn furthest_cached(&self, dir: Vec3) -> i32 {
        if self.convexity.clearance < f64::INFINITY
            && let Some(node) = self.clear_top(dir, 0)
        {
            return node;
        }
        self.furthest(dir, 0)
    }

    /// An upper bound of the height of all nodes in a direction, and a node near there as the next start; `None` if
    /// the hull is not known to be convex enough.
    #[inline]
    pub(super) fn top(&self, dir: Vec3, start: i32) -> Option<(i32, f64)> {
        let slack = self.convexity.shortfall;
        if slack == f64::INFINITY {
            return None;
        }
        let node = self.furthest(dir, start);
        Some((node, dir.dot(self.point(node)) + slack))
    }

    /// The node at which every climb in a direction of the world, a unit vector, ends, and its position; `None` if this is
    /// not certain.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    pub(super) fn placed_top<S: Simd>(&self, simd: S, dir: Vec3) -> Option<(i32, Vec3)> {
        self.placed?.clear_top(simd, dir, self.convexity.clearance)
    }

    /// The end of a climb from `start` in the direction `(x, y, z)` of the mesh, a unit vector.
    ///
    /// The start itself is not evaluated: its best neighbour leads back to it.
    #[inline(never)]
    pub(super) fn climb(&self, x: f64, y: f64, z: f64, start: i32) -> i32 {
        let dir = Vec3::new(x, y, z);
        if let Some(small) = self.small {
            let mut heights = [0.0; MAX_SCANNED];
            small.heights(dir, &mut heights);
            return Self::hill_climb(start, |node| self.best_known(&heights, node));
        }
        if self.convexity.clearance < f64::INFINITY
            && let Some(node) = self.clear_top(dir, start)
        {
            return node;
        }
        Self::hill_climb(start, |node| self.best_neighbour(dir, node))
    }

    /// The node at which every climb ends, if this is certain: it is higher than its neighbours by more than the
    /// clearance of the hull. The search starts at the higher one of `start` and the node cached for this direction.
    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    fn clear_top(&self, dir: Vec3, start: i32) -> Option<i32> {
        let entry = self.cache.entry(self.mesh, dir);
        let known = |node: &i32| (*node as usize) < self.vert_id.len();
        let (mut node, mut height) = (start, dir.dot(self.point(start)));
        let guess = entry.node().filter(known);
        if let Some(guess) = guess {
            let there = dir.dot(self.point(guess));
            if there > height {
                (node, height) = (guess, there);
            }
        }
        loop {
            let (next, best) = self.best_neighbour(dir, node);
            if best > height {
                (node, height) = (next, best);
                continue;
            }
            let clear = next != NONE && height - best > self.convexity.clearance;
            if guess != Some(node) {
                entry.keep(node);
            }
            return clear.then_some(node);
        }
    }

    /// The highest neighbour of a node and its height, if the heights of all nodes are known.
    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    fn best_known(&self, heights: &Heights, node: i32) -> (i32, f64) {
        let (mut best, mut at) = (-f64::from(f32::MAX), NONE);
        let heights = heights.get(..self.vert_id.len()).unwrap_or_default();
        for &next in self.edges(node) {
            let Some(&height) = heights.get(next as usize) else {
                break;
            };
            let better = height > best;
            best = if better { height } else { best };
            at = core::hint::select_unpredictable(better, next, at);
        }
        (at, best)
    }

    /// The highest neighbour of a node and its height: the first of equals, [`NONE`] if there is no neighbour.
    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    fn best_neighbour(&self, dir: Vec3, node: i32) -> (i32, f64) {
        let (mut best, mut at) = (-f64::from(f32::MAX), NONE);
        // the best neighbour is selected without branches
        let mut consider = |next: i32, height: f64| {
            let better = height > best;
            best = if better { height } else { best };
            at = core::hint::select_unpredictable(better, next, at);
        };
        // two heights at a time, for the SIMD width that every processor has
        let mut ring = self.edges(node);
        while let [first, second, rest @ ..] = ring {
            let Some(one) = self.place(*first) else {
                break;
            };
            let Some(two) = self.place(*second) else {
                consider(*first, dir.dot(one));
                break;
            };
            let heights = [dir.dot(one), dir.dot(two)];
            consider(*first, heights[0]);
            consider(*second, heights[1]);
            ring = rest;
        }
        if let [last] = ring
            && let Some(place) = self.place(*last)
        {
            consider(*last, dir.dot(place));
        }
        (at, best)
    }

    /// Climbs from `start` to ever higher neighbours, as the reference does.
    #[expect(clippy::inline_always, reason = "one loop for each kind of hull")]
    #[inline(always)]
    fn hill_climb(start: i32, best_neighbour: impl Fn(i32) -> (i32, f64)) -> i32 {
        let (mut node, mut height) = (start, -f64::from(f32::MAX));
        loop {
            let (next, best) = best_neighbour(node);
            if best > height {
                node = next;
                height = best;
            } else {
                return node;
            }
            // back at the start, whose neighbours are known to be lower
            if node == start {
                return node;
            }
        }
    }

    /// The node furthest in the direction `(x, y, z)`, from `start` at height `best`, for directions that hardly change.
    ///
    /// Each better neighbour is a branch: the processor predicts the path and loads the next neighbours before the
    /// heights of the current ones are known.
    #[inline(never)]
    fn climb_again(&self, x: f64, y: f64, z: f64, start: i32, mut best: f64) -> i32 {
        let dir = Vec3::new(x, y, z);
        let mut node = start;
        loop {
            let before = node;
            let mut ring = self.edges(before).iter();
            let mut better = || {
                for &next in ring.by_ref() {
                    let height = dir.dot(self.place(next)?);
                    if height > best {
                        best = height;
                        return Some(next);
                    }
                }
                None
            };
            while let Some(next) = better() {
                node = next;
            }
            if node == before || node == start {
                return node;
            }
        }
    }
}

/// The vertex furthest in a direction, the first of the best; [`NONE`] if there are no vertices.
pub(super) fn furthest(vert: &[[f32; 3]], dir: Vec3) -> i32 {
    let mut best = -1e10;
    let mut node = NONE;
    for (k, &place) in (0..).zip(vert) {
        let height = dir.dot(widened(place));
        let better = height > best;
        best = if better { height } else { best };
        node = core::hint::select_unpredictable(better, k, node);
    }
    node
}

/// A vertex in double precision.
#[inline]
pub(super) fn widened([x, y, z]: [f32; 3]) -> Vec3 {
    Vec3::new(f64::from(x), f64::from(y), f64::from(z))
}

/// The vertex with an index; the origin if it is out of range.
#[inline]
pub(super) fn point(vert: &[[f32; 3]], index: i32) -> Vec3 {
    vert.get(index as usize)
        .map_or(Vec3::ZERO, |&place| widened(place))
}

#[cfg(test)]
mod tests {
    use super::super::vertex_cache::VertexCache;
    use super::*;
    use crate::hull::testing::{float_hull, tilts};
    use proptest::prelude::*;
    use synovia_math::{Quat, wide};

    /// An octahedron as a graph: each node is connected to all except its opposite.
    fn octahedron() -> (Vec<[f32; 3]>, Vec<i32>) {
        let vert = vec![
            [1.0, 0.0, 0.0],
            [-1.0, 0.0, 0.0],
            [0.0, 2.0, 0.0],
            [0.0, -2.0, 0.0],
            [0.0, 0.0, 3.0],
            [0.0, 0.0, -3.0],
        ];
        let mut graph = vec![6, 8];
        graph.extend((0..6).map(|k| 5 * k));
        graph.extend(0..6);
        for k in 0..6 {
            graph.extend((0..6).filter(|&other| other != k && other != (k ^ 1)));
            graph.push(-1);
        }
        (vert, graph)
    }

    fn mesh<'a>(vert: &'a [[f32; 3]], graph: &'a [i32]) -> ConvexMesh<'a> {
        ConvexMesh {
            vert,
            graph,
            ..ConvexMesh::default()
        }
    }

    fn climb(hull: &Hull<'_>, dir: Vec3, start: i32) -> i32 {
        hull.climb(dir.x, dir.y, dir.z, start)
    }

    #[test]
    fn climbing_reaches_the_vertex_that_looking_at_all_finds() {
        let (vert, graph) = octahedron();
        let mesh = mesh(&vert, &graph);
        let hull = Hull::of(&mesh).unwrap();
        let dirs = [
            Vec3::new(1.0, 0.1, 0.1),
            Vec3::new(0.3, -0.9, 0.2),
            Vec3::new(0.1, 0.0, -1.0),
        ];
        for dir in dirs {
            let all = furthest(&vert, dir);
            for start in 0..6 {
                assert_eq!(climb(&hull, dir, start), all);
                assert_eq!(hull.furthest(dir, start), all);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        /// With and without cache, copy and convexity: the same node for every start, whatever was searched before.
        #[test]
        fn accelerated_searches_end_where_the_plain_walk_ends(
            (vert, graph) in float_hull(),
            (other_vert, other_graph) in float_hull(),
            asks in prop::collection::vec((any::<u16>(), any::<u16>(), tilts(), -1.0..1.0, -1.0..1.0, -1.0..1.0), 40),
            angle in prop_oneof![Just(0.0), -3.0..3.0],
            far in prop_oneof![Just(0.0), Just(1.0), Just(1e5)],
        ) {
            let mesh = |vert, graph, convexity| ConvexMesh { vert, graph, convexity, ..ConvexMesh::default() };
            let plain_mesh = mesh(&vert, &graph, Convexity::UNKNOWN);
            let fast_mesh = mesh(&vert, &graph, Convexity::of(&vert, &graph));
            // another mesh with the same id before: its entries in the cache are not nodes of this one
            let other_mesh = mesh(&other_vert, &other_graph, Convexity::of(&other_vert, &other_graph));
            let (mut cache, mut copies) = (VertexCache::default(), SmallHulls::default());
            let plain = Hull::of(&plain_mesh).unwrap();
            let mat = Quat::from_axis_angle(Vec3::new(0.6, 0.0, -0.8), angle).to_mat();
            let pos = Vec3::new(0.3, -0.7, 1.1) * far;
            let place = plain.copy_to(&mut copies, 5, &pos, &mat);
            let lent = cache.lend();
            let fast = Hull::of(&fast_mesh).unwrap().with_cache(lent);
            let copied = plain.with_copy(&copies, place);
            let both = Hull::of(&fast_mesh).unwrap().with_copy(&copies, place);
            let other = Hull::of(&other_mesh).unwrap().with_cache(lent);
            let count = plain.vert_id.len();
            for (a, b, tilt, x, y, z) in asks {
                // normal to an edge of the hull, where nodes are nearly equally high
                let node = (a as usize % count) as i32;
                let ends = [plain.point(node), plain.neighbours(node).next().unwrap_or(Vec3::ZERO)];
                let across = (ends[1] - ends[0]).cross(ends[0] + Vec3::new(x, y, z) * 1e-3);
                let dir = (across.normalized() + Vec3::new(x, y, z) * tilt).normalized();
                let start = (b as usize % count) as i32;
                let world = mat * dir;
                let dir = mat.transpose_mul(world);
                let expected = climb(&plain, dir, start);
                prop_assert_eq!(climb(&fast, dir, start), expected);
                prop_assert_eq!(climb(&copied, dir, start), expected);
                for hull in [copied, both] {
                    if let Some((node, place)) = wide!(simd => hull.placed_top(simd, world)) {
                        prop_assert_eq!(node, expected);
                        let exact = (mat * plain.point(node) + pos).to_array();
                        prop_assert_eq!(place.to_array().map(f64::to_bits), exact.map(f64::to_bits));
                    }
                }
                prop_assert_eq!(fast.furthest_cached(dir), plain.furthest(dir, 0));
                let highest = (0..count as i32).map(|k| dir.dot(plain.point(k))).fold(f64::MIN, f64::max);
                if let Some((_, top)) = fast.top(dir, start) {
                    prop_assert!(top >= highest);
                }
                let _ = climb(&other, dir, 0);
            }
        }
    }

    #[test]
    fn a_graph_that_is_cut_off_is_no_hull() {
        let (vert, graph) = octahedron();
        let mesh = ConvexMesh {
            vert: &vert,
            graph: &graph[..10],
            ..ConvexMesh::default()
        };
        assert!(Hull::of(&mesh).is_none());
        let bad: Vec<i32> = graph
            .iter()
            .map(|&k| if k == -1 { 77 } else { k })
            .collect();
        let mesh = ConvexMesh {
            vert: &vert,
            graph: &bad,
            ..ConvexMesh::default()
        };
        // out-of-range nodes are at the origin: no panic, a result
        let _ = Hull::of(&mesh).map(|hull| hull.furthest(Vec3::X, 0));
    }
}
