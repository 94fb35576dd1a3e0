//! Flat sides of a mesh: triangles with nearly one normal, joined where they share an edge.
//!
//! A triangle belongs to a side whose normal `m` satisfies `n·m > 0.99999872` (an angle below 1.6 mrad). Sides are
//! listed by decreasing normal, x before y before z; see [`super::ordered`] for what happens when several are near.
//! Triangles of one normal need not touch: each connected patch becomes a polygon of its own, its rim.

use std::collections::HashMap;

use synovia_math::Vec3;

use super::ordered::Tree;

/// Cosine of the angle below which two normals are one.
const PARALLEL: f64 = 0.99999872;
/// Components of normals closer than this do not decide the order of sides.
const TIE: f64 = 1e-15;
/// A cross product shorter than this has no direction.
const TINY: f64 = 1e-14;

/// The flat sides of a mesh and which of them meet at each vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polygons {
    /// Vertices of all polygons, one after the other.
    pub vert: Vec<i32>,
    /// Where each polygon begins in `vert`.
    pub vertadr: Vec<i32>,
    /// Number of vertices of each polygon.
    pub vertnum: Vec<i32>,
    /// Unit normal of each polygon.
    pub normal: Vec<Vec3>,
    /// Polygons at each vertex, one vertex after the other.
    pub map: Vec<i32>,
    /// Where each vertex begins in `map`.
    pub mapadr: Vec<i32>,
    /// Number of polygons at each vertex.
    pub mapnum: Vec<i32>,
}

impl Polygons {
    /// Collects the sides of the surface `face`.
    pub fn new(vertex: &[Vec3], face: &[[u32; 3]]) -> Self {
        let mut sides: Vec<Side> = Vec::new();
        let mut tree = Tree::new();
        for &[a, b, c] in face {
            let [p, q, r] = [a, b, c].map(|k| vertex[k as usize]);
            let normal = unit_normal(p, q, r);
            let first = |k: u32| precedes(sides[k as usize].normal, normal);
            let second = |k: u32| precedes(normal, sides[k as usize].normal);
            if let Some(side) = tree.find(first, second) {
                sides[side as usize].insert([a, b, c]);
            } else if tree.insert(first, second) {
                sides.push(Side::new(normal, [a, b, c]));
            }
        }

        let mut out = Self::default();
        for k in tree.in_order() {
            let side = &sides[k as usize];
            side.rims(|rim| {
                if rim.len() >= 3 {
                    out.vertadr.push(out.vert.len() as i32);
                    out.vertnum.push(rim.len() as i32);
                    out.vert.extend(rim.iter().map(|&v| v as i32));
                    out.normal.push(side.normal);
                }
            });
        }
        out.map_vertices(vertex.len());
        out
    }

    /// Number of polygons.
    pub fn len(&self) -> usize {
        self.vertnum.len()
    }

    /// True if there is no polygon.
    pub fn is_empty(&self) -> bool {
        self.vertnum.is_empty()
    }

    /// Takes the normals again from the first three vertices of each polygon.
    pub fn renew_normals(&mut self, vertex: &[Vec3]) {
        for (normal, &adr) in self.normal.iter_mut().zip(&self.vertadr) {
            let at = adr as usize;
            let [p, q, r] = [at, at + 1, at + 2].map(|k| vertex[self.vert[k] as usize]);
            *normal = unit_normal(p, q, r);
        }
    }

    fn map_vertices(&mut self, nvertex: usize) {
        self.mapnum = vec![0; nvertex];
        for &v in &self.vert {
            self.mapnum[v as usize] += 1;
        }
        let mut total = 0;
        self.mapadr = self
            .mapnum
            .iter()
            .map(|n| {
                total += n;
                total - n
            })
            .collect();
        let mut next = self.mapadr.clone();
        self.map = vec![0; self.vert.len()];
        for (polygon, (&adr, &num)) in self.vertadr.iter().zip(&self.vertnum).enumerate() {
            for &v in &self.vert[adr as usize..(adr + num) as usize] {
                let slot = &mut next[v as usize];
                self.map[*slot as usize] = polygon as i32;
                *slot += 1;
            }
        }
    }
}

/// Unit normal of a triangle; one without area gives a direction that is parallel to nothing.
fn unit_normal(a: Vec3, b: Vec3, c: Vec3) -> Vec3 {
    let n = (b - a).cross(c - a);
    let len = n.norm();
    let n = if len < TINY { Vec3::X } else { n };
    Vec3::new(n.x / len, n.y / len, n.z / len)
}

/// True if a side with normal `a` is listed before one with normal `b`: larger x, then y, then z.
fn precedes(a: Vec3, b: Vec3) -> bool {
    if a.dot(b) > PARALLEL {
        return false;
    }
    for k in 0..3 {
        if (a[k] - b[k]).abs() > TIE {
            return a[k] > b[k];
        }
    }
    false
}

/// Triangles of one normal: the edges that are no longer shared, and the patch that each belongs to.
struct Side {
    normal: Vec3,
    /// Open edges in the order in which they came; closed ones are gone.
    edges: Vec<Option<([u32; 2], u32)>>,
    /// Where the open edges are, for sides of more than a few triangles.
    open: HashMap<[u32; 2], Vec<u32>>,
    /// Patches that were found to be one: the parent of each.
    patch: Vec<u32>,
}

impl Side {
    fn new(normal: Vec3, face: [u32; 3]) -> Self {
        let mut side = Self {
            normal,
            edges: Vec::new(),
            open: HashMap::new(),
            patch: vec![0],
        };
        side.add_edges(face, [true; 3], 0);
        side
    }

    fn insert(&mut self, face: [u32; 3]) {
        // edges that an earlier triangle runs the other way vanish and join the patches
        let mut patch = None;
        let mut new = [true; 3];
        for k in 0..3 {
            let back = [face[(k + 1) % 3], face[k]];
            let Some(at) = self.take_open(back) else {
                continue;
            };
            new[k] = false;
            let other = self.root(at);
            patch = Some(match patch {
                None => other,
                Some(p) => self.join(p, other),
            });
        }
        let patch = patch.unwrap_or_else(|| {
            self.patch.push(self.patch.len() as u32);
            self.patch.len() as u32 - 1
        });
        self.add_edges(face, new, patch);
    }

    fn add_edges(&mut self, face: [u32; 3], new: [bool; 3], patch: u32) {
        for k in 0..3 {
            if new[k] {
                let edge = [face[k], face[(k + 1) % 3]];
                self.open
                    .entry(edge)
                    .or_default()
                    .push(self.edges.len() as u32);
                self.edges.push(Some((edge, patch)));
            }
        }
    }

    /// Removes the first open edge equal to `edge` and returns its patch.
    fn take_open(&mut self, edge: [u32; 2]) -> Option<u32> {
        let places = self.open.get_mut(&edge)?;
        let at = places.remove(0);
        if places.is_empty() {
            self.open.remove(&edge);
        }
        self.edges[at as usize].take().map(|(_, patch)| patch)
    }

    fn root(&self, mut patch: u32) -> u32 {
        while self.patch[patch as usize] != patch {
            patch = self.patch[patch as usize];
        }
        patch
    }

    fn join(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.root(a), self.root(b));
        let (low, high) = (a.min(b), a.max(b));
        self.patch[high as usize] = low;
        low
    }

    /// Calls `visit` with the rim of each patch that closes.
    fn rims(&self, mut visit: impl FnMut(&[u32])) {
        let open: Vec<([u32; 2], u32)> = self
            .edges
            .iter()
            .flatten()
            .map(|&(edge, patch)| (edge, self.root(patch)))
            .collect();
        if let [([a, _], _), ([b, _], _), ([c, _], _)] = open[..] {
            return visit(&[a, b, c]);
        }
        // the first edge that leaves a vertex within a patch
        let mut follow: HashMap<(u32, u32), u32> = HashMap::with_capacity(open.len());
        let mut first: Vec<(u32, [u32; 2])> = Vec::new();
        for &([from, to], patch) in &open {
            follow.entry((patch, from)).or_insert(to);
            if first.last().is_none_or(|l| l.0 != patch) && !first.iter().any(|f| f.0 == patch) {
                first.push((patch, [from, to]));
            }
        }
        first.sort_by_key(|f| f.0);

        let mut rim = Vec::new();
        for (patch, [start, second]) in first {
            rim.clear();
            rim.extend([start, second]);
            let mut at = second;
            for _ in 0..open.len() {
                match follow.get(&(patch, at)) {
                    Some(&to) if to == start => {
                        visit(&rim);
                        break;
                    }
                    Some(&to) => {
                        rim.push(to);
                        at = to;
                    }
                    None => break,
                }
            }
        }
    }
}
