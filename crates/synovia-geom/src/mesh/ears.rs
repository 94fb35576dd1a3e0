//! Triangulation of polygons by ear clipping.
//!
//! The polygon is projected onto a coordinate plane: the one across the largest component of the normal at its first
//! corner with an area. From a moving start, three consecutive corners are an ear if they turn in the same direction
//! as the polygon and contain no other corner; the ear is cut off and the search continues from the same position.
//!
//! All arithmetic is in `f32`: the choice of diagonals depends on it.

/// One corner of a face: indices of its vertex, normal and texture coordinate (−1 if it has none).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    pub vertex: i32,
    pub normal: i32,
    pub texcoord: i32,
}

/// Appends the triangles of `polygon`; with fewer than three corners there are none.
pub(super) fn triangulate(polygon: &[Corner], vertex: &[f32], out: &mut Vec<[Corner; 3]>) {
    match *polygon {
        [] | [_] | [_, _] => {}
        [a, b, c] => out.push([a, b, c]),
        _ => clip(polygon, vertex, out),
    }
}

/// The position of a corner; `None` if its index is out of range.
fn place(corner: Corner, vertex: &[f32]) -> Option<[f32; 3]> {
    let at = 3 * usize::try_from(corner.vertex).ok()?;
    let v = vertex.get(at..at + 3)?;
    Some([v[0], v[1], v[2]])
}

/// A corner and its projection; `None` if its index is out of range.
type ProjectedCorner = (Corner, Option<[f32; 2]>);

fn clip(polygon: &[Corner], vertex: &[f32], out: &mut Vec<[Corner; 3]>) {
    let axes = widest_plane(polygon, vertex);
    let project = |&c: &Corner| (c, place(c, vertex).map(|p| axes.map(|axis| p[axis])));
    let mut left: Vec<ProjectedCorner> = polygon.iter().map(project).collect();
    let area = signed_area(&left);

    let mut start = 0;
    while left.len() > 3 {
        // the first ear at or after the last cut; if there is none, the rest is dropped
        let n = left.len();
        let mut turns = (0..n).map(|k| (start + k) % n);
        let Some(ear) = turns.find(|&k| is_ear(&left, k, area)) else {
            return;
        };
        out.push([0, 1, 2].map(|k| left[(ear + k) % n].0));
        left.remove((ear + 1) % n);
        // QUIRK(ear-search-end): the search ends at the last corner of the whole polygon, although more ears may exist
        if ear + 1 == polygon.len() {
            break;
        }
        start = ear;
    }
    if let [(a, _), (b, _), (c, _)] = left[..] {
        out.push([a, b, c]);
    }
}

/// True if the three corners starting at `at` turn in the same direction as the polygon and contain no other corner.
fn is_ear(left: &[ProjectedCorner], at: usize, area: f32) -> bool {
    let n = left.len();
    let corner = [0, 1, 2].map(|k| left[(at + k) % n].1.unwrap_or([0.0; 2]));
    let [a, b, c] = corner;
    let turn = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
    let reflex = turn * area < 0.0;
    !reflex
        && (3..n)
            .filter_map(|k| left[(at + k) % n].1)
            .all(|p| !inside(&corner, p))
}

/// The two axes of the plane of projection in which the polygon appears largest, judged at its first corner with an area.
fn widest_plane(polygon: &[Corner], vertex: &[f32]) -> [usize; 2] {
    let n = polygon.len();
    for k in 0..n {
        let corner = |i: usize| place(polygon[(k + i) % n], vertex);
        let (Some(a), Some(b), Some(c)) = (corner(0), corner(1), corner(2)) else {
            continue;
        };
        let e: [f32; 3] = core::array::from_fn(|i| b[i] - a[i]);
        let f: [f32; 3] = core::array::from_fn(|i| c[i] - b[i]);
        let x = (e[1] * f[2] - e[2] * f[1]).abs();
        let y = (e[2] * f[0] - e[0] * f[2]).abs();
        let z = (e[0] * f[1] - e[1] * f[0]).abs();
        if x > f32::EPSILON || y > f32::EPSILON || z > f32::EPSILON {
            return match () {
                () if x > y && x > z => [1, 2],
                () if z > x && z > y => [0, 1],
                () => [0, 2],
            };
        }
    }
    [1, 2]
}

/// Signed area of the projected polygon; negative if its corners run clockwise.
fn signed_area(polygon: &[ProjectedCorner]) -> f32 {
    let n = polygon.len();
    let mut area = 0.0;
    for k in 0..n {
        if let (Some(a), Some(b)) = (polygon[k].1, polygon[(k + 1) % n].1) {
            area += (a[0] * b[1] - a[1] * b[0]) * 0.5;
        }
    }
    area
}

/// True if `p` is in the triangle: an odd number of its edges is crossed by a ray to the right.
fn inside(triangle: &[[f32; 2]; 3], p: [f32; 2]) -> bool {
    let mut odd = false;
    for i in 0..3 {
        let [a, b] = [triangle[i], triangle[(i + 2) % 3]];
        if (a[1] > p[1]) != (b[1] > p[1])
            && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0]
        {
            odd = !odd;
        }
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(n: i32) -> Vec<Corner> {
        (0..n)
            .map(|vertex| Corner {
                vertex,
                normal: -1,
                texcoord: -1,
            })
            .collect()
    }

    #[test]
    fn a_notched_polygon_keeps_its_area() {
        // an L of area 3 in the plane x = 1
        let flat = [
            [0.0, 0.0],
            [2.0, 0.0],
            [2.0, 1.0],
            [1.0, 1.0],
            [1.0, 2.0],
            [0.0, 2.0],
        ];
        let vertex: Vec<f32> = flat.iter().flat_map(|p| [1.0, p[0], p[1]]).collect();
        let mut out = Vec::new();
        triangulate(&corners(6), &vertex, &mut out);
        assert_eq!(out.len(), 4);
        let area: f32 = out
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|c| flat[c.vertex as usize]);
                0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
            })
            .sum();
        assert_eq!(area, 3.0);
    }

    #[test]
    fn a_square_is_cut_at_its_first_ear() {
        let vertex = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0];
        let mut out = Vec::new();
        triangulate(&corners(4), &vertex, &mut out);
        let ids: Vec<_> = out.iter().map(|t| t.map(|c| c.vertex)).collect();
        assert_eq!(ids, [[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn an_ear_at_the_last_corner_ends_the_search_as_in_the_reference() {
        let flat = [[5.0, 4.0], [5.0, 2.0], [3.0, 2.0], [0.0, 5.0], [6.0, 0.0]];
        let vertex: Vec<f32> = flat.iter().flat_map(|p| [p[0], p[1], 0.0]).collect();
        let mut out = Vec::new();
        triangulate(&corners(5), &vertex, &mut out);
        let ids: Vec<_> = out.iter().map(|t| t.map(|c| c.vertex)).collect();
        assert_eq!(ids, [[4, 0, 1]]);
    }

    #[test]
    fn bad_indices_do_not_hang() {
        let mut polygon = corners(5);
        polygon[2].vertex = -7;
        polygon[4].vertex = 1_000_000;
        triangulate(&polygon, &[0.0; 9], &mut Vec::new());
    }
}
