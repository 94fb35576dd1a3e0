//! Connected patches of triangles, and their boundaries (rims).
//!
//! Triangles are added one by one. If an earlier triangle has the same edge in the opposite direction, the edge
//! closes and the two patches merge; all other edges stay open. At the end, the open edges of a patch form its rim.

use crate::keymap::{KeyMap, NONE};

/// Up to this many edges, a linear search is fastest.
const FEW: usize = 24;

#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    patch: u32,
    open: bool,
    /// Next edge with the same start and end.
    twin: u32,
}

/// Patches of triangles, with buffers that are reused between calls.
pub(super) struct Patches {
    edges: Vec<Edge>,
    /// Index of the first edge with given vertices, once there are more than [`FEW`] edges; later the next vertex along a rim.
    places: KeyMap,
    /// Union-find forest of patches: the patch that each was merged into, or itself.
    parent: Vec<u32>,
    rim: Vec<u32>,
}

impl Patches {
    pub(super) fn new() -> Self {
        Self {
            edges: Vec::new(),
            places: KeyMap::new(),
            parent: Vec::new(),
            rim: Vec::new(),
        }
    }

    /// Calls `visit` with each closed rim of the patches of `faces`, in the order in which the patches were started.
    pub(super) fn rims(
        &mut self,
        faces: impl Iterator<Item = [u32; 3]>,
        mut visit: impl FnMut(&[u32]),
    ) {
        self.edges.clear();
        self.places.clear();
        self.parent.clear();
        for face in faces {
            self.insert(face);
        }
        for k in 0..self.edges.len() {
            self.edges[k].patch = self.find(self.edges[k].patch);
        }
        self.edges.retain(|e| e.open);
        if let [a, b, c] = self.edges[..] {
            return visit(&[a.from, b.from, c.from]);
        }

        // successor of each vertex within its patch, and the first edge of each patch
        //
        // QUIRK(rim-first-edge): the very first edge can start a rim but never continues one. This only matters if it
        // starts and ends at the same vertex, like edges of triangles without area.
        self.places.clear();
        let mut first = vec![NONE; self.parent.len()];
        for (k, e) in self.edges.iter().enumerate() {
            if k > 0 && self.places.get(e.patch, e.from) == NONE {
                self.places.set(e.patch, e.from, e.to);
            }
            if first[e.patch as usize] == NONE {
                first[e.patch as usize] = k as u32;
            }
        }
        for k in first.into_iter().filter(|&k| k != NONE) {
            let Edge {
                from: start,
                to,
                patch,
                ..
            } = self.edges[k as usize];
            self.rim.clear();
            self.rim.extend([start, to]);
            let mut at = to;
            for _ in 0..self.edges.len() {
                at = self.places.get(patch, at);
                if at == start {
                    visit(&self.rim);
                    break;
                }
                if at == NONE {
                    break;
                }
                self.rim.push(at);
            }
        }
    }

    fn insert(&mut self, face: [u32; 3]) {
        let mut patch = NONE;
        let mut new = [true; 3];
        for k in 0..3 {
            let back = self.find_open(face[(k + 1) % 3], face[k]);
            if back == NONE {
                continue;
            }
            new[k] = false;
            self.edges[back as usize].open = false;
            let other = self.find(self.edges[back as usize].patch);
            patch = if patch == NONE {
                other
            } else {
                self.union(patch, other)
            };
        }
        if patch == NONE {
            patch = self.parent.len() as u32;
            self.parent.push(patch);
        }
        for k in 0..3 {
            if new[k] {
                self.push(face[k], face[(k + 1) % 3], patch);
            }
        }
    }

    fn push(&mut self, from: u32, to: u32, patch: u32) {
        let at = self.edges.len();
        self.edges.push(Edge {
            from,
            to,
            patch,
            open: true,
            twin: NONE,
        });
        if at == FEW {
            for k in 0..=at {
                self.remember(k);
            }
        } else if at > FEW {
            self.remember(at);
        }
    }

    fn remember(&mut self, k: usize) {
        let Edge { from, to, .. } = self.edges[k];
        let mut at = self.places.get(from, to);
        if at == NONE {
            self.places.set(from, to, k as u32);
            return;
        }
        while self.edges[at as usize].twin != NONE {
            at = self.edges[at as usize].twin;
        }
        self.edges[at as usize].twin = k as u32;
    }

    /// The first open edge from one vertex to another.
    fn find_open(&self, from: u32, to: u32) -> u32 {
        if self.edges.len() <= FEW {
            let same = |e: &Edge| e.open && e.from == from && e.to == to;
            return self.edges.iter().position(same).map_or(NONE, |k| k as u32);
        }
        let mut at = self.places.get(from, to);
        while at != NONE && !self.edges[at as usize].open {
            at = self.edges[at as usize].twin;
        }
        at
    }

    fn find(&self, mut patch: u32) -> u32 {
        while self.parent[patch as usize] != patch {
            patch = self.parent[patch as usize];
        }
        patch
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b) as usize] = a.min(b);
        a.min(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rims(faces: &[[u32; 3]]) -> Vec<Vec<u32>> {
        let mut out = Vec::new();
        Patches::new().rims(faces.iter().copied(), |rim| out.push(rim.to_vec()));
        out
    }

    #[test]
    fn two_triangles_make_a_square_and_strangers_stay_apart() {
        assert_eq!(rims(&[[0, 1, 2], [0, 2, 3]]), [[0, 1, 2, 3]]);
        assert_eq!(rims(&[[0, 1, 2], [5, 6, 7]]), [[0, 1, 2], [5, 6, 7]]);
        // the third triangle joins the first two
        assert_eq!(rims(&[[0, 1, 2], [1, 4, 5], [2, 1, 5]]).len(), 1);
    }

    #[test]
    fn a_first_edge_without_length_begins_a_rim() {
        assert_eq!(rims(&[[0, 0, 1], [5, 6, 7]]), [[0, 0, 1], [5, 6, 7]]);
        // later in the list, such an edge gives a rim of two vertices, which is not a polygon
        let found = rims(&[[5, 6, 7], [0, 0, 1]]);
        assert_eq!(found, [vec![5, 6, 7], vec![0, 0]]);
    }

    #[test]
    fn a_large_grid_has_one_rim() {
        let n = 9;
        let at = |i: u32, j: u32| i * (n + 1) + j;
        let mut faces = Vec::new();
        for i in 0..n {
            for j in 0..n {
                faces.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
                faces.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
        }
        let found = rims(&faces);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].len(), 4 * n as usize);
    }
}
