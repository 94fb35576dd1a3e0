//! The hull of a mesh, and the vertex of it that lies furthest in a direction.
//!
//! On a convex hull whoever walks from neighbour to better neighbour arrives at the best of all. Where several are equally
//! good, the start and the order of neighbours decide, so both are as in the reference.
//!
//! Vertices are in single precision and nodes of the hull are numbers of vertices. A search that asks often copies the
//! places of the nodes of a small hull first: a step of the walk is then one look instead of two and a conversion.

use synovia_math::Vec3;

use super::support::NONE;
use crate::collide::ConvexMesh;

/// Nodes of larger hulls are not copied.
const MAX_GATHERED: usize = 512;

/// Places of the nodes of a hull; the fourth number is there for the index alone.
pub(super) type Places = Vec<[f64; 4]>;

/// The hull of a mesh as a graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hull<'a> {
    vert: &'a [[f32; 3]],
    edge_adr: &'a [i32],
    vert_id: &'a [i32],
    edge: &'a [i32],
    /// Places of the nodes, if they were copied.
    places: &'a [[f64; 4]],
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
            places: &[],
        })
    }

    /// Copies the places of the nodes, if there are not too many.
    pub(super) fn gather(&mut self, memory: &'a mut Places) {
        memory.clear();
        if self.vert_id.len() <= MAX_GATHERED {
            memory.reserve(MAX_GATHERED);
            memory.extend(self.vert_id.iter().map(|&vertex| {
                let Vec3 { x, y, z } = point(self.vert, vertex);
                [x, y, z, 0.0]
            }));
            self.places = memory;
        }
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
        nodes.map_while(move |&next| hull.scattered(next))
    }

    /// Vertex of the mesh at a node.
    #[inline]
    pub(super) fn vertex_of(&self, node: i32) -> i32 {
        self.vert_id.get(node as usize).copied().unwrap_or(0)
    }

    /// Place of a node.
    #[inline]
    pub(super) fn point(&self, node: i32) -> Vec3 {
        self.gathered(node)
            .unwrap_or_else(|| point(self.vert, self.vertex_of(node)))
    }

    /// Place of a node, if there is one: from the mesh.
    #[inline]
    fn scattered(&self, node: i32) -> Option<Vec3> {
        let vertex = *self.vert_id.get(node as usize)?;
        self.vert.get(vertex as usize).map(|&place| widened(place))
    }

    /// Place of a node, if there is one: from the copy.
    #[inline]
    fn gathered(&self, node: i32) -> Option<Vec3> {
        let &[x, y, z, _] = self.places.get(node as usize)?;
        Some(Vec3::new(x, y, z))
    }

    /// The node furthest in a direction, climbed to from `start`.
    #[inline]
    pub(super) fn furthest(&self, dir: Vec3, start: i32) -> i32 {
        let height = dir.dot(self.point(start));
        self.climb_again(dir.x, dir.y, dir.z, start, height)
    }

    /// Walks from `start` to ever better neighbours until `best`, the height reached so far, stays.
    #[inline]
    pub(super) fn climb(&self, dir: Vec3, start: i32, best: f64) -> i32 {
        if self.places.is_empty() {
            self.walk(dir, start, best, |node| self.scattered(node))
        } else {
            self.walk(dir, start, best, |node| self.gathered(node))
        }
    }

    /// The same for directions `(x, y, z)` that hardly change from one search to the next.
    #[inline(never)]
    pub(super) fn climb_again(&self, x: f64, y: f64, z: f64, start: i32, best: f64) -> i32 {
        let dir = Vec3::new(x, y, z);
        if self.places.is_empty() {
            self.walk_again(dir, start, best, |node| self.scattered(node))
        } else {
            self.walk_again(dir, start, best, |node| self.gathered(node))
        }
    }

    /// Which neighbour is best is a choice of values, not of branches: right where directions are hard to foresee.
    #[expect(clippy::inline_always, reason = "the place of a node is a few loads")]
    #[inline(always)]
    fn walk(
        &self,
        dir: Vec3,
        start: i32,
        mut best: f64,
        place: impl Fn(i32) -> Option<Vec3>,
    ) -> i32 {
        let mut node = start;
        loop {
            let before = node;
            let mut consider = |next: i32, height: f64| {
                if height > best {
                    best = height;
                    node = next;
                }
            };
            // two heights at a time, as wide as every processor is
            let mut ring = self.edges(before);
            while let [first, second, rest @ ..] = ring {
                let Some(one) = place(*first) else {
                    break;
                };
                let Some(two) = place(*second) else {
                    consider(*first, dir.dot(one));
                    break;
                };
                let heights = [dir.dot(one), dir.dot(two)];
                consider(*first, heights[0]);
                consider(*second, heights[1]);
                ring = rest;
            }
            if let [last] = ring
                && let Some(place) = place(*last)
            {
                consider(*last, dir.dot(place));
            }
            // back at the start: its neighbours are known to be lower
            if node == before || node == start {
                return node;
            }
        }
    }

    /// Each better neighbour is a branch: the processor guesses where the walk goes and has the next ring at hand before
    /// the heights of this one are known.
    #[expect(clippy::inline_always, reason = "the place of a node is a few loads")]
    #[inline(always)]
    fn walk_again(
        &self,
        dir: Vec3,
        start: i32,
        mut best: f64,
        place: impl Fn(i32) -> Option<Vec3>,
    ) -> i32 {
        let mut node = start;
        loop {
            let before = node;
            let mut ring = self.edges(before).iter();
            let mut better = || {
                for &next in ring.by_ref() {
                    let height = dir.dot(place(next)?);
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
    use super::*;

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

    #[test]
    fn climbing_reaches_the_vertex_that_looking_at_all_finds() {
        let (vert, graph) = octahedron();
        let mesh = ConvexMesh {
            vert: &vert,
            graph: &graph,
            ..ConvexMesh::default()
        };
        let hull = Hull::of(&mesh).unwrap();
        let dirs = [
            Vec3::new(1.0, 0.1, 0.1),
            Vec3::new(0.3, -0.9, 0.2),
            Vec3::new(0.1, 0.0, -1.0),
        ];
        for dir in dirs {
            let all = furthest(&vert, dir);
            for start in 0..6 {
                let mut memory = Places::new();
                let mut near = hull;
                near.gather(&mut memory);
                assert_eq!(near.climb(dir, start, -1e30), all);
                assert_eq!(near.climb_again(dir.x, dir.y, dir.z, start, -1e30), all);
                assert_eq!(hull.climb(dir, start, -1e30), all);
                assert_eq!(hull.climb_again(dir.x, dir.y, dir.z, start, -1e30), all);
                assert_eq!(hull.furthest(dir, start), all);
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
        // nodes that are not there are at the origin: no panic, an answer
        let _ = Hull::of(&mesh).map(|hull| hull.furthest(Vec3::X, 0));
    }
}
