//! The hull of a mesh, and the vertex of it that lies furthest in a direction.
//!
//! On a convex hull whoever walks from neighbour to better neighbour arrives at the best of all. Where several are equally
//! good, the start and the order of neighbours decide, so both are as in the reference.
//!
//! Most walks begin at a [guess](super::compass) and are over after one look around. A node that is clearly higher than all
//! of its neighbours,
//!
//! ```text
//! u·p − u·q > 10⁻⁶ |p|₁        for all q next to p                              (1)
//! ```
//!
//! is higher than all others by as much where the hull is convex, and whoever starts elsewhere arrives there too. Vertices
//! are kept in single precision, so a flat side is convex only up to 10⁻⁷ of its size, and walks over it may stop at any
//! bump; what (1) demands is more than such bumps. Where (1) does not hold, the walk is repeated from where the reference
//! begins it.

use synovia_math::Vec3;

use super::compass::Compass;
use super::small::{SmallHull, SmallHulls};
use super::support::NONE;
use crate::collide::ConvexMesh;

/// The factor in equation (1): more than the rounding of vertices to single precision.
const CLEAR: f64 = 1e-6;

/// The hull of a mesh as a graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hull<'a> {
    vert: &'a [[f32; 3]],
    edge_adr: &'a [i32],
    vert_id: &'a [i32],
    edge: &'a [i32],
    /// Number of the mesh.
    mesh: i32,
    /// Where walks may begin.
    compass: Compass<'a>,
    /// A copy of the places of all nodes, if there are few.
    small: Option<&'a SmallHull>,
}

impl<'a> Hull<'a> {
    /// The graph of a mesh; nothing if it has none.
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
            compass: Compass::default(),
            small: None,
        })
    }

    /// The same with guesses where to begin.
    #[inline]
    pub(super) fn with_compass(self, compass: Compass<'a>) -> Self {
        Self { compass, ..self }
    }

    /// The same with a copy of its nodes, if there is one.
    #[inline]
    pub(super) fn with_copy(self, hulls: &'a SmallHulls) -> Self {
        let small = hulls.get(self.mesh);
        Self { small, ..self }
    }

    /// Copies the places of its nodes, if there are few.
    #[inline]
    pub(super) fn copy_to(&self, hulls: &mut SmallHulls) {
        let vertices = self.vert_id.iter();
        hulls.add(self.mesh, vertices.map(|&v| point(self.vert, v)));
    }

    /// Nodes next to a node, in the order of the graph; the list ends at the first number that is no node.
    #[inline]
    fn edges(&self, node: i32) -> &'a [i32] {
        let from = self.edge_adr.get(node as usize);
        from.and_then(|&adr| self.edge.get(adr as usize..))
            .unwrap_or_default()
    }

    /// Places of the nodes next to a node.
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

    /// Place of a node.
    #[inline]
    pub(super) fn point(&self, node: i32) -> Vec3 {
        point(self.vert, self.vertex_of(node))
    }

    /// Place of a node, if there is one.
    #[inline]
    fn place(&self, node: i32) -> Option<Vec3> {
        let vertex = *self.vert_id.get(node as usize)?;
        self.vert.get(vertex as usize).map(|&place| widened(place))
    }

    /// The node furthest in a direction, climbed to from `start`, or from the first if that is no node.
    #[inline]
    pub(super) fn furthest(&self, dir: Vec3, start: i32) -> i32 {
        // what was remembered may be of another mesh
        let known = usize::try_from(start).is_ok_and(|node| node < self.vert_id.len());
        let start = if known { start } else { 0 };
        let height = dir.dot(self.point(start));
        self.climb_again(dir.x, dir.y, dir.z, start, height)
    }

    /// Where a walk from `start` ends in the direction `(x, y, z)`, a unit vector.
    ///
    /// The start itself is not looked at: its best neighbour leads back to it.
    #[inline(never)]
    pub(super) fn climb(&self, x: f64, y: f64, z: f64, start: i32) -> i32 {
        let dir = Vec3::new(x, y, z);
        if let Some(small) = self.small {
            return match small.highest(dir, CLEAR) {
                Some(node) => node,
                None => self.walk(dir, start),
            };
        }
        let place = self.compass.place(self.mesh, dir);
        let Some(guess) = place.guess() else {
            let node = self.walk(dir, start);
            place.note(node);
            return node;
        };
        // the higher of start and guess
        let (at_start, at_guess) = (self.point(start), self.point(guess));
        let (low, high) = (dir.dot(at_start), dir.dot(at_guess));
        let from_start = low >= high;
        let (mut node, mut here, mut height) = if from_start {
            (start, at_start, low)
        } else {
            (guess, at_guess, high)
        };
        loop {
            let (next, best) = self.best_neighbour(dir, node);
            if best > height {
                node = next;
                here = self.point(node);
                height = best;
                continue;
            }
            let size = here.x.abs() + here.y.abs() + here.z.abs();
            if next != NONE && height - best > CLEAR * size {
                if node != guess {
                    place.note(node);
                }
                return node;
            }
            // several are equally far: the walk of the reference decides
            if from_start && node == start && next != NONE {
                return self.walk_on(dir, next, best, start);
            }
            return self.walk(dir, start);
        }
    }

    /// The highest neighbour of a node and its height: the first of equals, no node if there is none.
    #[expect(clippy::inline_always, reason = "its numbers stay in registers")]
    #[inline(always)]
    fn best_neighbour(&self, dir: Vec3, node: i32) -> (i32, f64) {
        let (mut best, mut at) = (-f64::from(f32::MAX), NONE);
        // which neighbour is best is a choice of values, not of branches
        let mut consider = |next: i32, height: f64| {
            let better = height > best;
            best = if better { height } else { best };
            at = core::hint::select_unpredictable(better, next, at);
        };
        // two heights at a time, as wide as every processor is
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

    /// Walks from `start` to ever better neighbours, as the reference does.
    fn walk(&self, dir: Vec3, start: i32) -> i32 {
        self.walk_on(dir, start, -f64::from(f32::MAX), start)
    }

    /// The same from a later node, whose height is known.
    #[inline(never)]
    fn walk_on(&self, dir: Vec3, mut node: i32, mut height: f64, start: i32) -> i32 {
        loop {
            let (next, best) = self.best_neighbour(dir, node);
            if best > height {
                node = next;
                height = best;
            } else {
                return node;
            }
            // back at the start: its neighbours are known to be lower
            if node == start {
                return node;
            }
        }
    }

    /// The node furthest in the direction `(x, y, z)`, from `start` at height `best`, where directions hardly change.
    ///
    /// Each better neighbour is a branch: the processor guesses where the walk goes and has the next ring at hand before
    /// the heights of this one are known.
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

/// The vertex furthest in a direction, the first of the best; [`NONE`] if there is none.
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

/// A vertex in the numbers of the engine.
#[inline]
pub(super) fn widened([x, y, z]: [f32; 3]) -> Vec3 {
    Vec3::new(f64::from(x), f64::from(y), f64::from(z))
}

/// The vertex of a number; the origin if there is none.
#[inline]
pub(super) fn point(vert: &[[f32; 3]], index: i32) -> Vec3 {
    vert.get(index as usize)
        .map_or(Vec3::ZERO, |&place| widened(place))
}

#[cfg(test)]
mod tests {
    use super::super::compass::Notes;
    use super::*;
    use synovia_math::Quat;

    /// An octahedron as a graph: each node is next to all but its opposite.
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

    #[test]
    fn climbing_reaches_the_vertex_that_looking_at_all_finds() {
        let (vert, graph) = octahedron();
        let mesh = mesh(&vert, &graph);
        let hull = Hull::of(&mesh).unwrap();
        let mut notes = Notes::default();
        let guided = hull.with_compass(notes.lend());
        let dirs = [
            Vec3::new(1.0, 0.1, 0.1),
            Vec3::new(0.3, -0.9, 0.2),
            Vec3::new(0.1, 0.0, -1.0),
        ];
        for dir in dirs {
            let all = furthest(&vert, dir);
            for start in 0..6 {
                assert_eq!(hull.climb(dir.x, dir.y, dir.z, start), all);
                assert_eq!(guided.climb(dir.x, dir.y, dir.z, start), all);
                assert_eq!(hull.furthest(dir, start), all);
            }
        }
    }

    #[test]
    fn a_guess_changes_nothing_where_nodes_are_equally_far() {
        let (vert, graph) = octahedron();
        let mesh = mesh(&vert, &graph);
        let hull = Hull::of(&mesh).unwrap();
        let mut notes = Notes::default();
        let guided = hull.with_compass(notes.lend());
        // the height of nodes 0 and 2 is the same up to rounding, and so is that of 0 and 3
        let norm = 5_f64.sqrt();
        for y in [1.0 / norm, -1.0 / norm] {
            for start in [0, 1, 2, 3, 4, 5, 0, 3, 1] {
                let x = 2.0 / norm;
                assert_eq!(guided.climb(x, y, 0.0, start), hull.climb(x, y, 0.0, start));
            }
        }
    }

    #[test]
    fn a_guess_changes_nothing_on_flat_sides_with_bumps_of_single_precision() {
        // a prism of 90 sides: its hull is that of the file, its vertices are turned and rounded afterwards
        let corner = |k: i32| {
            let (s, c) = libm::sincos(f64::from(k) * core::f64::consts::TAU / 90.0);
            [0.03, -0.05].map(|z| Vec3::new(0.04 * c, 0.04 * s, z))
        };
        let points: Vec<Vec3> = (0..90).flat_map(corner).collect();
        let graph = crate::hull::convex_hull(&points, None).unwrap().graph();
        let turn = Quat::new(0.5, 0.1, -0.7, 0.3).normalized().to_mat();
        let turned = points.iter().map(|&p| (turn * p).to_array());
        let vert: Vec<[f32; 3]> = turned.map(|p| p.map(|x| x as f32)).collect();
        let mesh = mesh(&vert, &graph);
        let hull = Hull::of(&mesh).unwrap();
        let mut notes = Notes::default();
        let guided = hull.with_compass(notes.lend());
        let nodes = hull.vert_id.len() as i32;
        for k in 0..4000 {
            // nearly along the axis, tilted by 1e-9 to 1e-2
            let angle = 0.7 * f64::from(k);
            let tilt = libm::pow(10.0, -9.0 + f64::from(k % 71) / 10.0);
            let (s, c) = libm::sincos(angle);
            let dir = (turn * Vec3::new(tilt * c, tilt * s, 1.0)).normalized();
            let start = (7 * k) % nodes;
            let (x, y, z) = (dir.x, dir.y, dir.z);
            assert_eq!(
                guided.climb(x, y, z, start),
                hull.walk(dir, start),
                "{tilt}"
            );
        }
    }

    #[test]
    fn a_guess_that_is_no_node_is_no_answer() {
        let (vert, graph) = octahedron();
        let mesh = mesh(&vert, &graph);
        let mut notes = Notes::default();
        let compass = notes.lend();
        compass.place(mesh.id, Vec3::Z).note(77);
        let hull = Hull::of(&mesh).unwrap().with_compass(compass);
        assert_eq!(hull.climb(0.0, 0.0, 1.0, 5), 4);
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
        // nodes that are not there are at the origin: no panic, an answer
        let _ = Hull::of(&mesh).map(|hull| hull.furthest(Vec3::X, 0));
    }
}
