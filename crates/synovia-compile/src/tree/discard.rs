//! Removes elements that are only visual.

use synovia_model::enums::ObjType;

use super::Tree;
use crate::cx::Cx;
use crate::relations::kept;

/// Removes geoms that cannot collide and that no relation refers to, and returns which meshes are still in use.
///
/// Masses do not change: the mass of a removed geom stays with its body.
pub(crate) fn visual_geoms(cx: &Cx<'_>, tree: &mut Tree, nmesh: usize) -> Vec<bool> {
    let flat = cx.flat;
    let kept = kept(flat);
    // geoms that relations refer to are kept
    for name in &kept.geoms {
        if let Some(geom) = cx.ids.find(ObjType::Geom, name) {
            tree.geoms[geom].stays = true;
        }
    }
    let bodies = &mut tree.bodies;
    tree.geoms.retain(|geom| {
        let stays = !geom.visual || geom.stays;
        let body = &mut bodies[geom.body];
        body.lost |= !stays && !flat.bodies[body.src].inertia_is_said();
        stays
    });
    // meshes of relations and of the remaining geoms stay in use
    let mut used = vec![false; nmesh];
    for mesh in kept
        .meshes
        .iter()
        .filter_map(|name| cx.ids.find(ObjType::Mesh, name))
    {
        used[mesh] = true;
    }
    for mesh in tree.geoms.iter().filter_map(|geom| geom.mesh) {
        used[mesh] = true;
    }

    // mesh ids after removal
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
