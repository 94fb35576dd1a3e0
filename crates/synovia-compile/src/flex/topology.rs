//! Edges of a mesh of simplices, numbered in the order in which the elements reference them, and the triangles on both sides.

use std::collections::HashMap;

use synovia_math::Vec3;

/// Local edges of a line, a triangle, a tetrahedron.
pub(super) const EDGES: [&[[usize; 2]]; 3] = [
    &[[0, 1]],
    &[[1, 2], [2, 0], [0, 1]],
    &[[0, 1], [1, 2], [2, 0], [2, 3], [0, 3], [1, 3]],
];

/// An edge of a sheet with the vertices opposite to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flap {
    /// The edge, oriented as in its first triangle.
    pub edge: [usize; 2],
    /// The third vertex of its first and of its last triangle; the second is `None` on the boundary.
    pub opposite: [Option<usize>; 2],
}

/// Edges.
#[derive(Clone, Debug)]
pub(super) struct Topology {
    /// The two vertices of each edge, the smaller first.
    pub edge: Vec<[usize; 2]>,
    /// Edges of the elements, in the order of [`EDGES`].
    pub elem_edge: Vec<usize>,
    /// The vertices opposite to each edge; only for sheets.
    pub flap: Vec<Flap>,
}

impl Topology {
    /// Finds the edges of elements with `dim + 1` vertices each.
    pub(super) fn new(elem: &[usize], dim: usize) -> Self {
        let local = EDGES[dim - 1];
        let nelem = elem.len() / (dim + 1);
        let mut known: HashMap<[usize; 2], usize> = HashMap::with_capacity(elem.len());
        let mut topology = Self {
            edge: Vec::new(),
            elem_edge: Vec::with_capacity(nelem * local.len()),
            flap: Vec::new(),
        };
        for verts in elem.chunks_exact(dim + 1) {
            for &[i, j] in local {
                let (a, b) = (verts[i], verts[j]);
                let edge = [a.min(b), a.max(b)];
                let next = topology.edge.len();
                let id = *known.entry(edge).or_insert(next);
                topology.elem_edge.push(id);
                if id == next {
                    topology.edge.push(edge);
                }
                if dim != 2 {
                    continue;
                }
                let third = Some(verts[3 - i - j]);
                match topology.flap.get_mut(id) {
                    // with more than two triangles the last one wins
                    Some(flap) => flap.opposite[1] = third,
                    None => topology.flap.push(Flap {
                        edge: [a, b],
                        opposite: [third, None],
                    }),
                }
            }
        }
        topology
    }
}

/// Reorders tetrahedra so that the right-hand rule makes the normals of their faces point outwards.
///
/// The faces are (0 1 2), (0 2 3), (0 3 1), (1 3 2).
pub(super) fn orient(elem: &mut [usize], pos: &[Vec3]) {
    for verts in elem.as_chunks_mut::<4>().0 {
        let [a, b, c, d] = verts.map(|v| pos[v]);
        if (b - a).cross(c - a).dot(d - a) > 0.0 {
            verts.swap(1, 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_triangles_share_one_edge_and_know_each_other() {
        let t = Topology::new(&[0, 1, 2, 2, 1, 3], 2);
        assert_eq!(t.edge, [[1, 2], [0, 2], [0, 1], [1, 3], [2, 3]]);
        assert_eq!(t.elem_edge, [0, 1, 2, 3, 4, 0]);
        assert_eq!(
            t.flap[0],
            Flap {
                edge: [1, 2],
                opposite: [Some(0), Some(3)]
            }
        );
        assert_eq!(t.flap[3].opposite, [Some(2), None]);
    }

    #[test]
    fn a_closed_surface_has_the_euler_characteristic_of_a_sphere() {
        // an octahedron
        let elem: Vec<usize> = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4]]
            .into_iter()
            .flat_map(|[a, b, top]| [a, b, top, b, a, top + 1])
            .collect();
        let t = Topology::new(&elem, 2);
        let (v, e, f) = (6, t.edge.len(), elem.len() / 3);
        assert_eq!(v + f - e, 2);
        assert!(t.flap.iter().all(|flap| flap.opposite[1].is_some()));
        let mut edges = t.edge.clone();
        edges.sort_unstable();
        edges.dedup();
        assert_eq!(edges.len(), e);
    }

    #[test]
    fn a_tetrahedron_that_is_inside_out_is_turned() {
        let pos = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let mut elem = [0, 1, 2, 3];
        orient(&mut elem, &pos);
        assert_eq!(elem, [0, 2, 1, 3]);
        orient(&mut elem, &pos);
        assert_eq!(elem, [0, 2, 1, 3]);
    }
}
