//! Centres of mass of trees, and a skeleton that connects centres of mass through the joints.

use synovia_math::Mat3;
use synovia_model::{BodyId, GeomType, ObjType};

use crate::builder::{Builder, Link};
use crate::enums::vis;

pub(crate) fn add_centers_of_mass(cx: &mut Builder<'_>) {
    if !cx.shows(vis::COM) {
        return;
    }
    let size = cx.mean_size() * cx.model.vis.scale.com;
    for b in cx.model.body.ids().skip(1) {
        if cx.model.body.rootid[b] != b {
            continue;
        }
        let Some(mut geom) = cx.decor(ObjType::Unknown, b.index()) else {
            return;
        };
        geom.kind = GeomType::Sphere;
        geom.size = [size; 3];
        geom.place(cx.data.com.subtree_com[b], &Mat3::IDENTITY);
        geom.rgba = cx.model.vis.rgba.com;
        cx.put(geom);
    }
}

/// Connects the centre of mass of each body through its joints to that of its parent.
pub(crate) fn add_skeleton(cx: &mut Builder<'_>) {
    if !cx.shows(vis::AUTO_CONNECT) {
        return;
    }
    let (bodies, kin) = (&cx.model.body, &cx.data.kin);
    let width = f64::from(cx.mean_size() * cx.model.vis.scale.connect);
    for b in bodies.ids().skip(1) {
        let parent = bodies.parentid[b];
        if parent == BodyId::WORLD {
            continue;
        }
        let mut from = kin.xipos[b];
        let joints = bodies.joints(b).rev().map(|j| kin.xanchor[j]);
        for to in joints.chain(core::iter::once(kin.xipos[parent])) {
            let rod = Link {
                kind: GeomType::Capsule,
                width,
                from,
                to,
                rgba: cx.model.vis.rgba.connect,
            };
            cx.link((ObjType::Unknown, b.index()), rod);
            from = to;
        }
    }
}
