//! Flat faces of a mesh: triangles with nearly equal normals, merged where they share an edge.
//!
//! A side is the set of triangles whose normals `n` satisfy `n·m > 0.99999872` (an angle below 1.6 mrad), where `m`
//! is the normal of the first one. Sides are sorted by decreasing normal: by x, then y, then z; see
//! [`super::ordered`] for lookups with several sides within tolerance. Triangles of one side need not touch: each
//! connected patch becomes a polygon of its own, given by its boundary (its rim).

use synovia_math::Vec3;

use super::ordered::Tree;
use super::patches::Patches;
use crate::keymap::NONE;

/// Cosine of the angle below which two normals are equal.
const PARALLEL: f64 = 0.99999872;
/// Components of normals that differ by less than this are treated as equal when sides are sorted.
const TIE: f64 = 1e-15;
/// A cross product shorter than this is treated as zero.
const TINY: f64 = 1e-14;

/// The flat faces of a mesh, and the faces at each vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polygons {
    /// Vertices of all polygons, one after the other.
    pub vert: Vec<i32>,
    /// Start of each polygon in `vert`.
    pub vertadr: Vec<i32>,
    /// Number of vertices of each polygon.
    pub vertnum: Vec<i32>,
    /// Unit normal of each polygon.
    pub normal: Vec<Vec3>,
    /// Polygons at each vertex, one vertex after the other.
    pub map: Vec<i32>,
    /// Start of each vertex in `map`.
    pub mapadr: Vec<i32>,
    /// Number of polygons at each vertex.
    pub mapnum: Vec<i32>,
}

impl Polygons {
    /// Collects the polygons of the surface `face`.
    pub fn new(vertex: &[Vec3], face: &[[u32; 3]]) -> Self {
        // assign each triangle to a side; a new normal starts a new side
        let mut normals: Vec<Vec3> = Vec::new();
        let mut tree = Tree::new();
        let mut side_of = Vec::with_capacity(face.len());
        for &[a, b, c] in face {
            let [p, q, r] = [a, b, c].map(|k| vertex[k as usize]);
            let normal = unit_normal(p, q, r);
            // the two comparisons of the search tree: side before triangle, triangle before side
            let first = |k: u32| precedes(normals[k as usize], normal);
            let second = |k: u32| precedes(normal, normals[k as usize]);
            if let Some(side) = tree.find(first, second) {
                side_of.push(side);
            } else if tree.insert(first, second) {
                side_of.push(normals.len() as u32);
                normals.push(normal);
            } else {
                // neither found nor insertable, because the tolerance is not transitive: the triangle belongs to no side
                side_of.push(NONE);
            }
        }
        let (starts, members) = group(&side_of, normals.len());

        // the boundary of each connected patch is a polygon
        let mut out = Self::default();
        let mut patches = Patches::new();
        for side in tree.in_order() {
            let range = starts[side as usize]..starts[side as usize + 1];
            let faces = members[range].iter().map(|&f| face[f as usize]);
            // order: polygons in the order of their sides; a rim of two vertices is not a polygon
            patches.rims(faces, |rim| {
                if rim.len() >= 3 {
                    out.vertadr.push(out.vert.len() as i32);
                    out.vertnum.push(rim.len() as i32);
                    out.vert.extend(rim.iter().map(|&v| v as i32));
                    out.normal.push(normals[side as usize]);
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

    /// True if there are no polygons.
    pub fn is_empty(&self) -> bool {
        self.vertnum.is_empty()
    }

    /// Recomputes the normal of each polygon from its first three vertices.
    pub fn renew_normals(&mut self, vertex: &[Vec3]) {
        for (normal, &adr) in self.normal.iter_mut().zip(&self.vertadr) {
            let at = adr as usize;
            let [p, q, r] = [at, at + 1, at + 2].map(|k| vertex[self.vert[k] as usize]);
            *normal = unit_normal(p, q, r);
        }
    }

    /// Lists the polygons at each vertex: the inverse of `vert`.
    fn map_vertices(&mut self, nvertex: usize) {
        // count the polygons at each vertex, then turn the counts into start addresses
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
        // fill in the polygons, in increasing order at each vertex
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

/// Unit normal of a triangle; a triangle without area yields a very long vector along x, or an infinite one.
fn unit_normal(a: Vec3, b: Vec3, c: Vec3) -> Vec3 {
    let n = (b - a).cross(c - a);
    let len = n.norm();
    // order: divided by the length of the cross product, even where x replaces it
    let n = if len < TINY { Vec3::X } else { n };
    Vec3::new(n.x / len, n.y / len, n.z / len)
}

/// True if a side with normal `a` is sorted before one with normal `b`: larger x first, then y, then z.
fn precedes(a: Vec3, b: Vec3) -> bool {
    if a.dot(b) > PARALLEL {
        return false;
    }
    // the first component that differs decides
    for k in 0..3 {
        if (a[k] - b[k]).abs() > TIE {
            return a[k] > b[k];
        }
    }
    false
}

/// Groups triangles by side: the start of each side in the list of members, and the list.
fn group(side_of: &[u32], nside: usize) -> (Vec<usize>, Vec<u32>) {
    // counting sort: number of triangles of each side, as start addresses
    let mut starts = vec![0; nside + 1];
    for &side in side_of.iter().filter(|&&side| side != NONE) {
        starts[side as usize + 1] += 1;
    }
    for k in 0..nside {
        starts[k + 1] += starts[k];
    }
    // triangles keep their order within a side; those without a side are left out
    let mut next = starts.clone();
    let mut members = vec![0; starts[nside]];
    for (f, &side) in side_of
        .iter()
        .enumerate()
        .filter(|(_, side)| **side != NONE)
    {
        members[next[side as usize]] = f as u32;
        next[side as usize] += 1;
    }
    (starts, members)
}
