//! Bounding volume hierarchies of bodies.

use synovia_geom::bvh::{Bvh, Leaf};
use synovia_math::{Pose, Vec3};
use synovia_model::Model;
use synovia_model::tables::BvhTable;

use super::{GeomNode, Tree};

/// Appends the nodes of one hierarchy.
pub(crate) fn append(table: &mut BvhTable, bvh: &Bvh) {
    table.depth.extend(bvh.depth.iter().copied());
    table.child.extend(bvh.child.iter().copied());
    table.nodeid.extend(bvh.nodeid.iter().copied());
    table.aabb.extend(bvh.aabb.iter().copied());
}

/// The bounding box of geom `g` as a leaf; `pose` is the geom's pose in its body.
pub(crate) fn leaf(g: usize, geom: &GeomNode, pose: &Pose) -> Leaf {
    let [x, y, z, a, b, c] = geom.aabb;
    Leaf {
        id: g as i32,
        pos: pose.pos,
        quat: Some(pose.quat),
        center: Vec3::new(x, y, z),
        half: Vec3::new(a, b, c),
    }
}

/// Fills the hierarchies of all bodies: bounding boxes of colliding geoms, in the inertial frame of their body.
pub(crate) fn fill(tree: &Tree, model: &mut Model) {
    let mut first = 0;
    for (b, body) in tree.bodies.iter().enumerate() {
        // the geoms of body `b` are contiguous
        let count = tree.geoms[first..]
            .iter()
            .take_while(|g| g.body == b)
            .count();
        let leaves: Vec<Leaf> = (first..first + count)
            .filter(|&g| !tree.geoms[g].visual)
            .map(|g| leaf(g, &tree.geoms[g], &tree.geoms[g].pose))
            .collect();
        let mut bvh = Bvh::new(&leaves, body.ipose.pos, body.ipose.quat);
        // inner nodes may name a geom they were a leaf of before fusion: fused-stale-leaves in `fuse`
        for (node, stale) in bvh.nodeid.iter_mut().zip(&body.stale) {
            let of = |src: usize| leaves.iter().find(|l| tree.geoms[l.id as usize].src == src);
            if let (-1, Some(leaf)) = (*node, stale.and_then(of)) {
                *node = leaf.id;
            }
        }
        first += count;
        let adr = if bvh.is_empty() {
            -1
        } else {
            model.bvh.depth.len() as i32
        };
        model.body.bvhadr.push(adr);
        model.body.bvhnum.push(bvh.len() as i32);
        append(&mut model.bvh, &bvh);
    }
}
