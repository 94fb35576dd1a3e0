//! Lights: cylinders just behind their positions, and their frames.

use synovia_math::Quat;
use synovia_model::{GeomType, ObjType};

use crate::builder::{At, Builder};
use crate::enums::{frame, label, vis};

/// Keeps the cylinder out of its own light.
const BEHIND: f64 = 0.0001;

pub(crate) fn add(cx: &mut Builder<'_>) {
    if !cx.shows(vis::LIGHT) {
        return;
    }
    let (length, width) = cx.axes_size();
    let unit = cx.mean_size() * cx.model.vis.scale.light;
    for l in cx.model.light.ids() {
        let (pos, dir) = (cx.data.kin.light_xpos[l], cx.data.kin.light_xdir[l]);
        let mat = Quat::z_to_vec(dir).to_mat();
        let Some(mut geom) = cx.decor(ObjType::Light, l.index()) else {
            return;
        };
        geom.kind = GeomType::Cylinder;
        geom.size = [0.8, 0.8, 1.0].map(|share: f64| (f64::from(unit) * share) as f32);
        geom.place(pos + dir * (f64::from(-unit) - BEHIND), &mat);
        geom.rgba = cx.model.vis.rgba.light;
        cx.name(&mut geom, label::LIGHT, ObjType::Light, l.index());
        cx.put(geom);

        if cx.options.frame == frame::LIGHT {
            cx.axes(l.index(), At { pos, mat: &mat }, length, width);
        }
    }
}
