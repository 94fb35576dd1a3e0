//! Bounding volumes of bodies, flexes and meshes at one depth of their trees, and control points of flexes.
//!
//! A leaf above that depth is shown, too. Volumes that the collision stage has visited have a colour of their own.

use synovia_math::Vec3;
use synovia_model::id::{BodyId, BvhId, FlexId, GeomId};
use synovia_model::{GeomType, MeshId, Model, ObjType};

use crate::builder::{At, Builder, in_group};
use crate::color::Rgba;
use crate::enums::vis;

/// Volumes of bodies; leaves are the boxes of geoms.
pub(crate) fn add_of_bodies(cx: &mut Builder<'_>) {
    if !cx.shows(vis::BODY_BVH) {
        return;
    }
    let (model, mut body) = (cx.model, 0);
    for i in 0..model.bvh.aabb.len() {
        let leaf = is_leaf(model, i);
        if !is_shown(cx, i, leaf) {
            continue;
        }
        // nodes of bodies come first, in the order of bodies
        let end = |b: usize| {
            i64::from(model.body.bvhadr[BodyId::new(b)])
                + i64::from(model.body.bvhnum[BodyId::new(b)])
        };
        while body < model.body.len() && i as i64 >= end(body) {
            body += 1;
        }
        if body >= model.body.len() {
            return;
        }
        let (at, aabb) = if leaf {
            let Ok(g) = usize::try_from(model.bvh.nodeid[BvhId::new(i)]) else {
                continue;
            };
            (cx.geom(g), model.geom.aabb.get(g))
        } else {
            (cx.inertial(body), model.bvh.aabb.get(i))
        };
        if let (Some(at), Some(aabb)) = (at, aabb) {
            let rgba = color(cx, i);
            add_box(cx, i, at, aabb, rgba);
        }
    }
}

/// Volumes of flexes, and the grid of control points of those that are interpolated.
pub(crate) fn add_of_flexes(cx: &mut Builder<'_>) {
    if !cx.shows(vis::MESH_BVH) {
        return;
    }
    let flex = &cx.model.flex;
    let statics = cx.model.bvh.aabb.len();
    for f in flex.ids() {
        if in_group(cx.options.flexgroup, flex.group[f]) {
            for i in nodes(flex.bvhadr[f], flex.bvhnum[f]) {
                if !is_shown(cx, i, is_leaf(cx.model, i)) {
                    continue;
                }
                let aabb = i.checked_sub(statics);
                let Some(aabb) = aabb.and_then(|k| cx.data.kin.bvh_aabb_dyn.get(k)) else {
                    continue;
                };
                let (center, half) = halves(aabb);
                let rgba = color(cx, i);
                let Some(mut geom) = cx.decor(ObjType::Unknown, i) else {
                    return;
                };
                geom.init(
                    GeomType::LineBox,
                    Some(half),
                    Some(center),
                    None,
                    Some(rgba),
                );
                cx.put(geom);
            }
        }
        if flex.interp[f] > 0 {
            add_control_points(cx, f);
        }
    }
}

/// Lines between adjacent control points of a flex.
fn add_control_points(cx: &mut Builder<'_>, f: FlexId) {
    let flex = &cx.model.flex;
    let side = flex.interp[f] as usize + 1;
    let first = flex.nodeadr[f] as usize;
    let (model, data) = (cx.model, cx.data);
    let point = |n: [usize; 3]| -> Option<Vec3> {
        let k = first + (n[0] * side + n[1]) * side + n[2];
        let body = *model.flex.nodebodyid.get(k)?;
        let (pos, mat) = (
            *data.kin.xpos.get(body.index())?,
            data.kin.xmat.get(body.index())?,
        );
        if model.flex.centered[f] != 0 {
            return Some(pos);
        }
        Some(*mat * *model.flex.node.get(k)? + pos)
    };
    for (i, j, k) in
        (0..side).flat_map(|i| (0..side).flat_map(move |j| (0..side).map(move |k| (i, j, k))))
    {
        let at = [i, j, k];
        for axis in 0..3 {
            let mut next = at;
            next[axis] += 1;
            if next[axis] == side {
                continue;
            }
            let (Some(from), Some(to)) = (point(at), point(next)) else {
                continue;
            };
            let Some(mut geom) = cx.decor(ObjType::Unknown, i) else {
                return;
            };
            geom.connect(GeomType::Line, 3.0, from, to);
            cx.put(geom);
        }
    }
}

/// Volumes of meshes that have no octree.
pub(crate) fn add_of_meshes(cx: &mut Builder<'_>) {
    if !cx.shows(vis::MESH_BVH) {
        return;
    }
    let model = cx.model;
    let marks = model.vis.global.bvactive != 0;
    for g in model.geom.ids() {
        let Some(mesh) = mesh_of(model, g) else {
            continue;
        };
        if model.geom.type_[g] == GeomType::Sdf || model.mesh.octadr[mesh] >= 0 {
            continue;
        }
        for i in nodes(model.mesh.bvhadr[mesh], model.mesh.bvhnum[mesh]) {
            // if nodes are marked, those that were not visited are hidden
            let visited = is_active(cx, i);
            if !is_shown(cx, i, is_leaf(model, i)) || (marks && !visited) {
                continue;
            }
            let (Some(at), Some(aabb)) = (cx.geom(g.index()), model.bvh.aabb.get(i)) else {
                continue;
            };
            let rgba = color(cx, i);
            add_box(cx, i, at, aabb, rgba);
        }
    }
}

/// Cells of octrees.
pub(crate) fn add_of_octrees(cx: &mut Builder<'_>) {
    if !cx.shows(vis::MESH_BVH) {
        return;
    }
    let model = cx.model;
    for g in model.geom.ids() {
        let mesh = mesh_of(model, g).filter(|_| model.geom.type_[g] != GeomType::Hfield);
        let Some(mesh) = mesh.filter(|&mesh| model.mesh.octadr[mesh] >= 0) else {
            continue;
        };
        for i in nodes(model.mesh.octadr[mesh], model.mesh.octnum[mesh]) {
            if model.oct.depth.get(i) != Some(&cx.options.bvh_depth) {
                continue;
            }
            if let (Some(at), Some(aabb)) = (cx.geom(g.index()), model.oct.aabb.get(i)) {
                add_box(cx, i, at, aabb, model.vis.rgba.bv);
            }
        }
    }
}

/// The mesh of a geom's asset id.
///
/// QUIRK(hfield-mesh-volumes): the id of a height field is taken for that of a mesh.
fn mesh_of(model: &Model, g: GeomId) -> Option<MeshId> {
    let mesh = MeshId(model.geom.dataid[g]).get()?;
    (mesh.index() < model.mesh.len()).then_some(mesh)
}

/// Rows of a tree.
fn nodes(adr: i32, num: i32) -> core::ops::Range<usize> {
    match (usize::try_from(adr), usize::try_from(num)) {
        (Ok(adr), Ok(num)) => adr..adr.saturating_add(num),
        _ => 0..0,
    }
}

fn is_leaf(model: &Model, i: usize) -> bool {
    model.bvh.child.get(i) == Some(&[-1, -1])
}

/// True if node `i` is shown at the depth of the options.
fn is_shown(cx: &Builder<'_>, i: usize, leaf: bool) -> bool {
    let asked = cx.options.bvh_depth;
    let depth = cx.model.bvh.depth.get(i);
    depth.is_some_and(|&depth| depth == asked || (leaf && depth < asked))
}

fn is_active(cx: &Builder<'_>, i: usize) -> bool {
    cx.data
        .kin
        .bvh_active
        .get(BvhId::new(i).index())
        .is_some_and(|&mark| mark != 0)
}

fn color(cx: &Builder<'_>, i: usize) -> Rgba {
    let vis = &cx.model.vis;
    if vis.global.bvactive != 0 && is_active(cx, i) {
        vis.rgba.bvactive
    } else {
        vis.rgba.bv
    }
}

/// Centre and half sizes of a box.
fn halves(aabb: &[f64; 6]) -> (Vec3, Vec3) {
    let [x, y, z, a, b, c] = *aabb;
    (Vec3::new(x, y, z), Vec3::new(a, b, c))
}

fn add_box(cx: &mut Builder<'_>, i: usize, at: At<'_>, aabb: &[f64; 6], rgba: Rgba) {
    let (center, half) = halves(aabb);
    let Some(mut geom) = cx.decor(ObjType::Unknown, i) else {
        return;
    };
    let pos = Some(at.point(center));
    geom.init(GeomType::LineBox, Some(half), pos, Some(at.mat), Some(rgba));
    cx.put(geom);
}
