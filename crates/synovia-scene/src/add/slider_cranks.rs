//! Slider-cranks: the slider from its site to the end of the rod of length `r`, and the rod to the crank.
//!
//! ```text
//! ℓ = c·a − √((c·a)² + r² − c·c)        c: from the slider's site to the crank, a: the slider's axis       (1)
//! ```

use synovia_model::{GeomType, ObjType, TrnType};

use crate::builder::Builder;
use crate::enums::{category, label};

pub(crate) fn add(cx: &mut Builder<'_>) {
    if category::DYNAMIC & cx.catmask == 0 {
        return;
    }
    let actuators = &cx.model.actuator;
    let size = cx.mean_size() * cx.model.vis.scale.slidercrank;
    let colors = &cx.model.vis.rgba;
    for u in actuators.ids() {
        if actuators.trntype[u] != TrnType::SliderCrank {
            continue;
        }
        let [crank, slider] = actuators.trnid[u].map(|id| cx.site(id as usize));
        let (Some(crank), Some(slider)) = (crank, slider) else {
            continue;
        };
        // equation (1)
        let (rod, axis) = (actuators.cranklength[u], slider.mat.col(2));
        let to_crank = crank.pos - slider.pos;
        let along = to_crank.dot(axis);
        let det = along * along + rod * rod - to_crank.dot(to_crank);
        let broken = det < 0.0;
        let length = along - (if broken { 0.0 } else { det }).sqrt();
        let end = axis * length + slider.pos;

        let Some(mut geom) = cx.shape(ObjType::Actuator, u.index(), category::DYNAMIC) else {
            return;
        };
        geom.connect(GeomType::Cylinder, f64::from(size), slider.pos, end);
        geom.rgba = colors.slidercrank;
        cx.name(&mut geom, label::ACTUATOR, ObjType::Actuator, u.index());
        cx.put(geom);

        let Some(mut geom) = cx.shape(ObjType::Actuator, u.index(), category::DYNAMIC) else {
            return;
        };
        geom.connect(GeomType::Capsule, f64::from(size) / 2.0, end, crank.pos);
        geom.rgba = if broken {
            colors.crankbroken
        } else {
            colors.slidercrank
        };
        cx.put(geom);
    }
}
