//! External forces on bodies.

use synovia_math::{MIN_VAL, Vec3};
use synovia_model::{GeomType, ObjType};

use crate::builder::{Builder, Link};
use crate::enums::vis;

pub(crate) fn add(cx: &mut Builder<'_>) {
    if !cx.shows(vis::PERTURB_FORCE) {
        return;
    }
    let model = cx.model;
    let width = f64::from(model.vis.scale.forcewidth * cx.mean_size());
    let length = f64::from(model.vis.map.force) / model.stat.meanmass;
    for b in model.body.ids().skip(1) {
        let [x, y, z, ..] = cx.data.state.xfrc_applied[b];
        let force = Vec3::new(x, y, z);
        if force.norm() <= MIN_VAL {
            continue;
        }
        let from = cx.data.kin.xipos[b];
        let arrow = Link {
            kind: GeomType::Arrow,
            width,
            from,
            to: from + force * length,
            rgba: model.vis.rgba.force,
        };
        cx.link((ObjType::Unknown, b.index()), arrow);
    }
}
