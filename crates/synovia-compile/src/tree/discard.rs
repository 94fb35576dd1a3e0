//! Drops what has only visual meaning.

use super::Tree;

/// Drops geoms that cannot collide, and reports which meshes are still in use by the rest.
///
/// Masses are not touched: what a dropped geom weighed stays with its body.
pub fn visual_geoms(tree: &mut Tree, nmesh: usize) -> Vec<bool> {
    tree.geoms.retain(|geom| !geom.visual);
    let mut used = vec![false; nmesh];
    for mesh in tree.geoms.iter().filter_map(|geom| geom.mesh) {
        used[mesh] = true;
    }

    // ids among those that remain
    let mut next = 0;
    let new_id: Vec<usize> = used
        .iter()
        .map(|&stays| {
            next += usize::from(stays);
            next.saturating_sub(1)
        })
        .collect();
    for geom in &mut tree.geoms {
        geom.mesh = geom.mesh.map(|mesh| new_id[mesh]);
    }
    used
}
