//! Actuators: the elements that they drive, drawn thicker, in a colour that depends on the control.
//!
//! The control, or the activation, is in a range that contains zero or ends there: colours are interpolated between negative,
//! neutral and positive.

use synovia_math::{MIN_VAL, Vec3};
use synovia_model::id::{ActuatorId, GeomId, JointId, SiteId, TendonId};
use synovia_model::{BodyId, DynType, GeomType, JointType, ObjType, TrnType};

use super::{joints, tendons};
use crate::builder::{Builder, in_group};
use crate::color::Rgba;
use crate::enums::{label, vis};

/// How much larger than the driven elements actuators are drawn.
const INFLATED: f64 = 1.05;

pub(crate) fn add(cx: &mut Builder<'_>) {
    if !cx.shows(vis::ACTUATOR) {
        return;
    }
    let actuators = &cx.model.actuator;
    for u in actuators.ids() {
        let off = synovia_engine::is_disabled(cx.model, u);
        if off || !in_group(cx.options.actuatorgroup, actuators.group[u]) {
            continue;
        }
        let rgba = color(cx, u);
        let target = actuators.trnid[u][0];
        match actuators.trntype[u] {
            TrnType::Joint | TrnType::JointInParent => add_joint(cx, u, JointId(target), rgba),
            TrnType::Site => add_site(cx, u, SiteId(target), rgba),
            TrnType::Body => add_body(cx, u, BodyId(target), rgba),
            TrnType::Tendon => add_tendon(cx, u, TendonId(target), rgba),
            _ => {}
        }
    }
}

/// The colour of an actuator's control or activation.
fn color(cx: &Builder<'_>, u: ActuatorId) -> Rgba {
    let actuators = &cx.model.actuator;
    let activations = cx.shows(vis::ACTIVATION);
    let [low, high] = if actuators.ctrllimited[u] != 0 {
        actuators.ctrlrange[u]
    } else if activations && actuators.actlimited[u] != 0 {
        actuators.actrange[u]
    } else {
        [-1.0, 1.0]
    };
    let [mut low, middle, mut high] = if low >= 0.0 {
        [-1.0, low, high]
    } else if high <= 0.0 {
        [low, high, 1.0]
    } else {
        [low, 0.0, high]
    };
    if middle - low < MIN_VAL {
        low = middle - MIN_VAL;
    }
    if high - middle < MIN_VAL {
        high = middle + MIN_VAL;
    }

    let activation = actuators.act(u).last();
    let driven = activations && actuators.dyntype[u] != DynType::None;
    let input = match activation.filter(|_| driven) {
        Some(k) => cx.data.state.act.get(k).copied(),
        None => cx.data.state.ctrl.get(u.index()).copied(),
    };
    let input = clip(input.unwrap_or(0.0), low, high);
    let (negative, positive) = if input <= middle {
        (((middle - input) / (middle - low).max(MIN_VAL)) as f32, 0.0)
    } else {
        (
            0.0,
            ((input - middle) / (high - middle).max(MIN_VAL)) as f32,
        )
    };
    let neutral = 1.0 - if input <= middle { negative } else { positive };
    let colors = &cx.model.vis.rgba;
    core::array::from_fn(|k| {
        negative * colors.actuatornegative[k]
            + neutral * colors.actuator[k]
            + positive * colors.actuatorpositive[k]
    })
}

fn clip(x: f64, low: f64, high: f64) -> f64 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}

fn add_joint(cx: &mut Builder<'_>, u: ActuatorId, j: JointId, rgba: Rgba) {
    let Some(mut geom) = cx.decor(ObjType::Actuator, u.index()) else {
        return;
    };
    let (scale, size) = (&cx.model.vis.scale, cx.mean_size());
    let (kin, table) = (&cx.data.kin, &cx.model.joint);
    let anchor = kin.xanchor[j];
    match table.type_[j] {
        kind @ (JointType::Hinge | JointType::Slide) => {
            let length = f64::from(scale.actuatorlength * size);
            let width = f64::from(scale.actuatorwidth * size);
            let to = anchor + kin.xaxis[j] * length;
            geom.connect(joints::arrow(kind), width, anchor, to);
        }
        kind => {
            let half = Vec3::splat(f64::from(scale.jointlength * size) * 0.33);
            let mat = &kin.xmat[table.bodyid[j]];
            let kind = joints::solid(kind);
            geom.init(kind, Some(half), Some(anchor), Some(mat), None);
        }
    }
    geom.rgba = rgba;
    cx.name(&mut geom, label::ACTUATOR, ObjType::Actuator, u.index());
    cx.put(geom);
}

fn add_site(cx: &mut Builder<'_>, u: ActuatorId, s: SiteId, rgba: Rgba) {
    let Some(mut geom) = cx.decor(ObjType::Actuator, u.index()) else {
        return;
    };
    let (sites, kin) = (&cx.model.site, &cx.data.kin);
    let size = sites.size[s] * INFLATED;
    let (pos, mat) = (kin.site_xpos[s], &kin.site_xmat[s]);
    geom.init(sites.type_[s], Some(size), Some(pos), Some(mat), Some(rgba));
    cx.name(&mut geom, label::ACTUATOR, ObjType::Actuator, u.index());
    cx.put(geom);
}

/// The geoms of a body that are primitives.
fn add_body(cx: &mut Builder<'_>, u: ActuatorId, b: BodyId, rgba: Rgba) {
    for g in cx.model.body.geoms(b) {
        let (geoms, kin) = (&cx.model.geom, &cx.data.kin);
        let kind = geoms.type_[g];
        let g: GeomId = g;
        if matches!(
            kind,
            GeomType::Plane | GeomType::Hfield | GeomType::Mesh | GeomType::Sdf
        ) {
            continue;
        }
        let Some(mut geom) = cx.decor(ObjType::Actuator, u.index()) else {
            return;
        };
        let size = geoms.size[g] * INFLATED;
        let (pos, mat) = (kin.geom_xpos[g], &kin.geom_xmat[g]);
        geom.init(kind, Some(size), Some(pos), Some(mat), Some(rgba));
        cx.put(geom);
    }
}

fn add_tendon(cx: &mut Builder<'_>, u: ActuatorId, t: TendonId, rgba: Rgba) {
    let (model, data) = (cx.model, cx.data);
    for piece in tendons::pieces(model, data, t) {
        let Some(mut geom) = cx.decor(ObjType::Actuator, u.index()) else {
            return;
        };
        let width = piece.width * f64::from(model.vis.map.actuatortendon);
        geom.connect(GeomType::Capsule, width, piece.from, piece.to);
        cx.paint(&mut geom, model.tendon.matid[t], model.tendon.rgba[t]);
        geom.rgba = rgba;
        if piece.first {
            cx.name(&mut geom, label::ACTUATOR, ObjType::Actuator, u.index());
        }
        cx.put(geom);
    }
}
