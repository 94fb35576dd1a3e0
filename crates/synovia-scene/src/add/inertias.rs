//! Boxes or ellipsoids with the mass and inertia of bodies.
//!
//! ```text
//! s_x = c √((I_y + I_z − I_x)/(2m))        c = √3 for boxes, √5 for ellipsoids                (1)
//! ```
//!
//! Optionally they are scaled to the density of water.

use synovia_math::{MIN_VAL, Vec3, larger};
use synovia_model::{GeomType, ObjType};

use crate::builder::Builder;
use crate::enums::{label, vis};

pub(crate) fn add(cx: &mut Builder<'_>) {
    if !cx.shows(vis::INERTIA) {
        return;
    }
    let model = cx.model;
    let round = model.vis.global.ellipsoidinertia == 1;
    for b in model.body.ids().skip(1) {
        let mass = model.body.mass[b];
        if mass <= MIN_VAL || !cx.wants(b) {
            continue;
        }
        let Some(mut geom) = cx.decor(ObjType::Body, b.index()) else {
            return;
        };
        let mut size = equivalent(model.body.inertia[b], mass, round);
        if cx.shows(vis::SCALE_INERTIA) {
            let unit = if round {
                4.0 / 3.0 * core::f64::consts::PI
            } else {
                8.0
            };
            let volume = unit * size.x * size.y * size.z;
            let density = mass / larger(MIN_VAL, volume);
            size *= libm::pow(density * 0.001, 1.0 / 3.0);
        }
        let kind = if round {
            GeomType::Ellipsoid
        } else {
            GeomType::Box
        };
        let (pos, mat) = (cx.data.kin.xipos[b], &cx.data.kin.ximat[b]);
        let rgba = model.vis.rgba.inertia;
        geom.init(kind, Some(size), Some(pos), Some(mat), Some(rgba));

        let selected = cx.perturb.select == b.0;
        if selected {
            cx.glow(&mut geom);
            cx.name(&mut geom, label::SELECTION, ObjType::Body, b.index());
        }
        cx.name(&mut geom, label::BODY, ObjType::Body, b.index());
        cx.put(geom);
    }
}

/// Half sizes of the equivalent shape, equation (1).
fn equivalent(inertia: Vec3, mass: f64, round: bool) -> Vec3 {
    let Vec3 { x, y, z } = inertia;
    let scale = if round { 5f64.sqrt() } else { 3f64.sqrt() };
    let half = |i: f64| (i / (2.0 * mass)).sqrt() * scale;
    Vec3::new(half(y + z - x), half(x + z - y), half(x + y - z))
}
