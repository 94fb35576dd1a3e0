//! The surface of a mesh of simplices, and element-vertex pairs along it.
//!
//! A fragment is an element without one of its vertices: an end of a line, an edge of a triangle, a face of a tetrahedron. A
//! fragment that belongs to a single element is part of the surface. The layer of a tetrahedron is the smallest number of
//! fragments crossed on the way to an element on the surface.

use std::collections::VecDeque;

/// Local vertices of the fragments of a line, a triangle, a tetrahedron; those of tetrahedra are oriented outwards.
const FRAGMENTS: [&[&[usize]]; 3] = [
    &[&[0], &[1]],
    &[&[0, 1], &[1, 2], &[2, 0]],
    &[&[0, 1, 2], &[0, 2, 3], &[0, 3, 1], &[1, 3, 2]],
];

/// The surface.
#[derive(Clone, Debug)]
pub(super) struct Shell {
    /// Vertices of the fragments of the surface, `dim` each.
    pub fragments: Vec<usize>,
    /// Layer of each element: zero for lines and triangles; larger than the number of elements if the surface cannot be reached.
    pub layer: Vec<usize>,
    /// Elements, and vertices of their neighbours, that may collide; only for lines and sheets.
    pub pairs: Vec<[usize; 2]>,
}

/// A fragment of an element. Fragments are sorted by their vertices, then by their elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Fragment {
    /// Its vertices in ascending order, padded with zeros.
    sorted: [usize; 3],
    elem: usize,
    /// Its vertices in the order of the element.
    own: [usize; 3],
}

/// Two elements that share a fragment.
#[derive(Clone, Copy, Debug)]
struct Neighbours {
    elem: [usize; 2],
    common: [usize; 3],
}

impl Shell {
    /// Finds the surface of elements with `dim + 1` vertices each.
    pub(super) fn new(elem: &[usize], dim: usize) -> Self {
        let nelem = elem.len() / (dim + 1);
        let fragments = fragments(elem, dim);

        // equal fragments are adjacent
        let mut surface = Vec::new();
        let mut border = vec![false; nelem];
        let mut neighbours = Vec::new();
        for same in fragments.chunk_by(|a, b| a.sorted == b.sorted) {
            if let [alone] = same {
                surface.extend_from_slice(&alone.own[..dim]);
                border[alone.elem] = true;
            }
            neighbours.extend(same.windows(2).map(|pair| Neighbours {
                elem: [pair[0].elem, pair[1].elem],
                common: pair[0].sorted,
            }));
        }
        let (layer, pairs) = if dim == 3 {
            (layers(&border, &neighbours), Vec::new())
        } else {
            (vec![0; nelem], pairs(elem, dim, &border, &neighbours))
        };
        Self {
            fragments: surface,
            layer,
            pairs,
        }
    }
}

/// All fragments, sorted.
fn fragments(elem: &[usize], dim: usize) -> Vec<Fragment> {
    let mut list = Vec::with_capacity(elem.len());
    for (e, verts) in elem.chunks_exact(dim + 1).enumerate() {
        for local in FRAGMENTS[dim - 1] {
            let mut own = [0; 3];
            for (to, &k) in own.iter_mut().zip(*local) {
                *to = verts[k];
            }
            let mut sorted = own;
            sorted[..dim].sort_unstable();
            list.push(Fragment {
                sorted,
                elem: e,
                own,
            });
        }
    }
    list.sort_unstable();
    list
}

/// Distance of each element from the surface, by breadth-first search.
fn layers(border: &[bool], neighbours: &[Neighbours]) -> Vec<usize> {
    let nelem = border.len();
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); nelem];
    for &Neighbours { elem: [a, b], .. } in neighbours {
        beside[a].push(b);
        beside[b].push(a);
    }
    let mut layer = vec![nelem + 1; nelem];
    let mut pending = VecDeque::new();
    for e in (0..nelem).filter(|&e| border[e]) {
        layer[e] = 0;
        pending.push_back(e);
    }
    while let Some(e) = pending.pop_front() {
        for &other in &beside[e] {
            if layer[other] > layer[e] + 1 {
                layer[other] = layer[e] + 1;
                pending.push_back(other);
            }
        }
    }
    layer
}

/// For neighbours on the boundary: each element with the vertex of the other that is not shared.
fn pairs(
    elem: &[usize],
    dim: usize,
    border: &[bool],
    neighbours: &[Neighbours],
) -> Vec<[usize; 2]> {
    let mut pairs = Vec::new();
    for Neighbours { elem: both, common } in neighbours {
        if !both.iter().any(|&e| border[e]) {
            continue;
        }
        for side in 0..2 {
            let verts = &elem[both[side] * (dim + 1)..][..=dim];
            let apart = verts.iter().find(|v| !common[..dim].contains(v));
            if let Some(&vert) = apart {
                pairs.push([both[1 - side], vert]);
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kuhn's six tetrahedra in each cell of a grid with `n` cells along each axis.
    fn solid(n: usize) -> Vec<usize> {
        let vert = |c: [usize; 3]| (c[0] * (n + 1) + c[1]) * (n + 1) + c[2];
        let orders = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        let mut elem = Vec::new();
        for cell in 0..n * n * n {
            let low = [cell / (n * n), cell / n % n, cell % n];
            for order in orders {
                let mut corner = low;
                elem.push(vert(corner));
                for axis in order {
                    corner[axis] += 1;
                    elem.push(vert(corner));
                }
            }
        }
        elem
    }

    #[test]
    fn the_shell_of_a_cube_is_two_triangles_for_each_face_of_a_cell() {
        for n in 1..6 {
            let shell = Shell::new(&solid(n), 3);
            assert_eq!(shell.fragments.len(), 3 * 12 * n * n);
            assert!(shell.pairs.is_empty());
        }
    }

    #[test]
    fn layers_grow_by_one_from_neighbour_to_neighbour() {
        let elem = solid(5);
        let shell = Shell::new(&elem, 3);
        let list = fragments(&elem, 3);
        for pair in list.windows(2).filter(|p| p[0].sorted == p[1].sorted) {
            assert!(shell.layer[pair[0].elem].abs_diff(shell.layer[pair[1].elem]) <= 1);
        }
        assert_eq!(shell.layer.iter().min(), Some(&0));
        assert!(*shell.layer.iter().max().unwrap() > 1);
    }

    #[test]
    fn a_solid_without_surface_has_no_layers() {
        // the boundary of a four-dimensional simplex: five tetrahedra, all faces shared
        let elem: Vec<usize> = (0..5)
            .flat_map(|out| (0..5).filter(move |&v| v != out))
            .collect();
        let shell = Shell::new(&elem, 3);
        assert!(shell.fragments.is_empty());
        assert_eq!(shell.layer, [6; 5]);
    }

    #[test]
    fn a_chain_has_two_ends_and_pairs_beside_them() {
        let shell = Shell::new(&[0, 1, 1, 2, 2, 3, 3, 4], 1);
        assert_eq!(shell.fragments, [0, 4]);
        assert_eq!(shell.pairs, [[1, 0], [0, 2], [3, 2], [2, 4]]);
    }
}
