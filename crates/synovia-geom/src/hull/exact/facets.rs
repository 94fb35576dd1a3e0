//! From a triangulated hull with redundant vertices to its facets.
//!
//! Coplanar triangles form a facet. A vertex is extreme if at least three facets meet there; with two it is inside an
//! edge, with one inside a facet, and it is dropped. The remaining boundary of a facet is a convex polygon, which is
//! triangulated as a fan from the vertex that joined the hull last.

use super::super::Hull;
use super::grow::Quick;

/// Reduces the hull to its extreme points. `None` cannot occur for a closed surface.
pub(super) fn simplify(raw: &Quick) -> Option<Hull> {
    let facet = coplanar_groups(raw);
    let extreme = extreme_vertices(raw, &facet);
    let mut age = vec![0_u32; raw.point.len()];
    for (k, &v) in raw.added.iter().enumerate() {
        age[v as usize] = k as u32;
    }

    // boundary edges of each facet, by their first vertex
    let mut rims: Vec<Vec<[u32; 2]>> = vec![Vec::new(); raw.face.len()];
    for (f, face) in raw.face.iter().enumerate().filter(|(_, face)| face.alive) {
        for k in 0..3 {
            if facet[f] != facet[face.across[k] as usize] {
                rims[facet[f] as usize].push([face.corner[k], face.corner[(k + 1) % 3]]);
            }
        }
    }

    let mut faces = Vec::with_capacity(2 * raw.added.len());
    let mut follow = vec![u32::MAX; raw.point.len()];
    let mut polygon = Vec::new();
    for rim in rims.iter().filter(|rim| !rim.is_empty()) {
        for &[from, to] in rim {
            follow[from as usize] = to;
        }
        polygon.clear();
        let start = rim[0][0];
        let mut v = start;
        for _ in rim {
            if extreme[v as usize] {
                polygon.push(v);
            }
            v = *follow.get(v as usize)?;
        }
        if v != start || polygon.len() < 3 {
            return None;
        }
        // the newest vertex is the apex of the fan
        let newest = (0..polygon.len()).max_by_key(|&k| age[polygon[k] as usize])?;
        polygon.rotate_left(newest);
        faces.extend(
            polygon[1..]
                .windows(2)
                .map(|pair| [polygon[0], pair[0], pair[1]]),
        );
    }
    let vertices = raw
        .added
        .iter()
        .copied()
        .filter(|&v| extreme[v as usize])
        .collect();
    Some(Hull::new(vertices, faces, raw.point.len()))
}

/// For each live triangle, the smallest triangle id of its facet.
fn coplanar_groups(raw: &Quick) -> Vec<u32> {
    let mut group = vec![u32::MAX; raw.face.len()];
    let mut todo = Vec::new();
    for first in 0..raw.face.len() {
        if !raw.face[first].alive || group[first] != u32::MAX {
            continue;
        }
        // coplanarity is transitive, so one plane is sufficient for the whole facet
        let plane = raw.face[first].plane;
        group[first] = first as u32;
        todo.push(first as u32);
        while let Some(f) = todo.pop() {
            for other in raw.face[f as usize].across {
                let flat = |&v: &u32| plane.side(raw.point[v as usize]).is_eq();
                if group[other as usize] == u32::MAX
                    && raw.face[other as usize].corner.iter().all(flat)
                {
                    group[other as usize] = first as u32;
                    todo.push(other);
                }
            }
        }
    }
    group
}

/// True for vertices where three or more facets meet.
fn extreme_vertices(raw: &Quick, facet: &[u32]) -> Vec<bool> {
    // up to three distinct facets found so far at each vertex
    let mut met = vec![[u32::MAX; 3]; raw.point.len()];
    for (f, face) in raw.face.iter().enumerate().filter(|(_, face)| face.alive) {
        for v in face.corner {
            for slot in &mut met[v as usize] {
                if *slot == facet[f] {
                    break;
                }
                if *slot == u32::MAX {
                    *slot = facet[f];
                    break;
                }
            }
        }
    }
    met.iter().map(|facets| facets[2] != u32::MAX).collect()
}
