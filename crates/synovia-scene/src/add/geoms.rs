//! Geoms of the model.
//!
//! An infinite plane is centred at the eye: it moves along its axes in steps of two squares of its texture, so that the pattern
//! stays in place,
//!
//! ```text
//! d = 2 s round(½ x/s),     x: the eye's coordinate in the plane,  s: size of a square                       (1)
//! ```

use synovia_engine::sleep::wake;
use synovia_math::Vec3;
use synovia_model::id::GeomId;
use synovia_model::{Enable, GeomType, ObjType};

use crate::builder::{Builder, in_group};
use crate::color;
use crate::enums::{label, vis};
use crate::records::Geom;
use crate::single;

/// Most lines of the grid of a plane, in each direction.
#[doc(alias = "mjMAXPLANEGRID")]
const PLANE_GRID: f64 = 200.0;

pub(crate) fn add(cx: &mut Builder<'_>) {
    let geoms = &cx.model.geom;
    let mut planes = 0;
    for g in geoms.ids() {
        let (kind, body) = (geoms.type_[g], geoms.bodyid[g]);
        let plane = planes;
        planes += i32::from(kind == GeomType::Plane);

        let category = cx.category(body);
        if category & cx.catmask == 0 || !in_group(cx.options.geomgroup, geoms.group[g]) {
            continue;
        }
        let Some(mut geom) = cx.shape(ObjType::Geom, g.index(), category) else {
            return;
        };
        let (pos, mat) = (cx.data.kin.geom_xpos[g], &cx.data.kin.geom_xmat[g]);
        geom.init(kind, Some(geoms.size[g]), Some(pos), Some(mat), None);
        geom.dataid = geoms.dataid[g];
        geom.modelrbound = geoms.rbound[g] as f32;
        cx.paint(&mut geom, geoms.matid[g], color_of(cx, g));
        if cx.shows(vis::ISLAND) {
            show_island(cx, &mut geom, g);
        }
        if matches!(kind, GeomType::Mesh | GeomType::Sdf) {
            refer_to_mesh(cx, &mut geom, g);
        }
        if geom.rgba[3] == 0.0 {
            continue;
        }
        if cx.perturb.select > 0 && cx.perturb.select == body.0 {
            cx.glow(&mut geom);
        }
        cx.name(&mut geom, label::GEOM, ObjType::Geom, g.index());
        if kind == GeomType::Plane {
            geom.dataid = plane;
            geom.pos = single::vector(around_the_eye(cx, g));
        }
        cx.put(geom);
    }
}

/// The colour of a geom, possibly changed by a plugin.
fn color_of(cx: &Builder<'_>, g: GeomId) -> color::Rgba {
    let [.., alpha] = cx.model.geom.rgba[g];
    let repainted = &cx.scene.repainted;
    match repainted.binary_search_by_key(&g, |&(g, _)| g) {
        Ok(k) => {
            let [r, g, b] = repainted[k].1;
            [r, g, b, alpha]
        }
        Err(_) => cx.model.geom.rgba[g],
    }
}

/// Colours a moving geom by its island, or by its tree if it has no island and trees may sleep.
fn show_island(cx: &Builder<'_>, geom: &mut Geom, g: GeomId) {
    let model = cx.model;
    let body = model.geom.bodyid[g];
    let Some(dof) = model.body.dofs(model.body.weldid[body]).next() else {
        return;
    };
    geom.matid = -1;

    let island = cx.data.island.dof_island.get(dof.index()).copied();
    let mut first = cx.first_dof(island);
    let awake = cx.data.island.body_awake[body] != 0;
    if first.is_none() && model.opt.enabled(Enable::SLEEP) {
        let mut tree = model.dof.treeid[dof];
        if !awake {
            let asleep = cx.data.state.tree_asleep.rows();
            tree = wake::first_of_cycle(asleep, tree).unwrap_or(tree);
        }
        let adr = model.tree.dofadr.get(tree.index());
        first = adr.and_then(|&adr| usize::try_from(adr).ok());
    }
    geom.rgba = color::island(first, awake);
}

/// Sets which mesh is drawn, itself or its convex hull, and whether it has texture coordinates.
fn refer_to_mesh(cx: &Builder<'_>, geom: &mut Geom, g: GeomId) {
    let geoms = &cx.model.geom;
    geom.dataid = geom.dataid.saturating_mul(2);
    let known = |m: &synovia_model::MeshId| m.index() < cx.model.mesh.len();
    let Some(mesh) = geoms.mesh(g).filter(known) else {
        return;
    };
    if cx.model.mesh.texcoordadr[mesh] >= 0 {
        geom.texcoord = 1;
    }
    let collides = geoms.contype[g] != 0 || geoms.conaffinity[g] != 0;
    if cx.model.mesh.graphadr[mesh] >= 0 && cx.shows(vis::CONVEX_HULL) && collides {
        geom.dataid += 1;
    }
}

/// The pose in which a plane is drawn, equation (1).
fn around_the_eye(cx: &Builder<'_>, g: GeomId) -> Vec3 {
    let model = cx.model;
    let (mut pos, mat) = (cx.data.kin.geom_xpos[g], &cx.data.kin.geom_xmat[g]);
    let [left, right] = cx.scene.camera.map(|camera| camera.pos);
    let eye = core::array::from_fn(|k| 0.5 * f64::from(left[k] + right[k]));
    let from_plane = Vec3::from(eye) - pos;
    let size = model.geom.size[g];
    for k in 0..2 {
        if size[k] > 0.0 {
            continue;
        }
        let repeat = model.geom.matid[g].get();
        let repeat = repeat.and_then(|m| model.material.texrepeat.get(m.index()));
        let square = match repeat.map(|repeat| repeat[k]) {
            Some(repeat) if repeat > 0.0 => f64::from(2.0 / repeat),
            _ => {
                let far = f64::from(model.vis.map.zfar) * model.stat.extent;
                2.1 * far / (PLANE_GRID - 2.0)
            }
        };
        let axis = mat.col(k);
        let steps = nearest(0.5 * from_plane.dot(axis) / square);
        pos += axis * (2.0 * square * f64::from(steps));
    }
    pos
}

/// Rounds to the nearest integer, halves upwards.
fn nearest(x: f64) -> i32 {
    let (lower, upper) = (x.floor(), x.ceil());
    if x - lower < upper - x {
        lower as i32
    } else {
        upper as i32
    }
}
