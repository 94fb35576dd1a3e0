//! Spatial tendons: straight segments between the points of their paths, or a hanging string.
//!
//! A tendon with a length limit and without forces of its own hangs as a [`catenary`] while it is slack.

use synovia_engine::Data;
use synovia_math::{MIN_VAL, Vec3};
use synovia_model::enums::ConstraintType;
use synovia_model::id::{ActuatorId, TendonId};
use synovia_model::{Disable, GeomType, Model, ObjType, TrnType};

use super::catenary::{self, Path};
use crate::builder::{Builder, in_group};
use crate::color;
use crate::enums::{category, label, vis};

/// Marks the pulley where a path is interrupted.
const PULLEY: i32 = -2;

pub(crate) fn add(cx: &mut Builder<'_>) {
    if category::DYNAMIC & cx.catmask == 0 || !cx.shows(vis::TENDON) {
        return;
    }
    for t in cx.model.tendon.ids() {
        if !in_group(cx.options.tendongroup, cx.model.tendon.group[t]) {
            continue;
        }
        match slack_length(cx.model, cx.data, t) {
            Some(length) => add_hanging(cx, t, length),
            None => add_straight(cx, t),
        }
    }
}

/// A straight segment of a tendon's path.
pub(super) struct Piece {
    pub(crate) from: Vec3,
    pub(crate) to: Vec3,
    /// Thinner on a wrapping geom.
    pub(crate) width: f64,
    /// True for the first segment of the path.
    pub(crate) first: bool,
}

/// The straight segments of tendon `t`, without pulleys.
pub(super) fn pieces<'a>(
    model: &'a Model,
    data: &'a Data,
    t: TendonId,
) -> impl Iterator<Item = Piece> + 'a {
    let width = model.tendon.width[t];
    let objects: &[i32] = data.tendon.wrap_obj.flat();
    let points: &[Vec3] = data.tendon.wrap_xpos.flat();
    let adr = usize::try_from(data.tendon.wrapadr[t]).unwrap_or(usize::MAX);
    let count = usize::try_from(data.tendon.wrapnum[t]).unwrap_or(0);
    let piece = move |k: usize| {
        let at = adr.checked_add(k)?;
        let [a, b] = *objects.get(at..at.checked_add(2)?)?.as_array()?;
        let [from, to] = *points.get(at..at + 2)?.as_array()?;
        let inside = a >= 0 && b >= 0;
        (a != PULLEY && b != PULLEY).then_some(Piece {
            from,
            to,
            width: if inside { 0.5 * width } else { width },
            first: k == 0,
        })
    };
    // a path is clamped to its storage
    let last = count.min(points.len()).saturating_sub(1);
    (0..last).filter_map(piece)
}

fn add_straight(cx: &mut Builder<'_>, t: TendonId) {
    let tendons = &cx.model.tendon;
    let material = tendons.matid[t];
    let mut rgba = tendons.rgba[t];
    let plain = material.0 == -1 && rgba == [0.5, 0.5, 0.5, 1.0];
    if plain {
        // towards its limit it takes the colour of a constraint
        let kind = ConstraintType::LimitTendon.to_i32();
        let impedance = cx.limit_impedance(kind, t.index());
        rgba = color::between(rgba, cx.model.vis.rgba.constraint, impedance);
    }
    let row = usize::try_from(cx.data.efc.tendon_efcadr[t]).ok();
    let island = row.and_then(|row| cx.data.island.efc_island.get(row));
    let island_color = color::island(cx.first_dof(island.copied()), true);

    for piece in pieces(cx.model, cx.data, t) {
        let Some(mut geom) = cx.shape(ObjType::Tendon, t.index(), category::DYNAMIC) else {
            return;
        };
        geom.connect(GeomType::Capsule, piece.width, piece.from, piece.to);
        cx.paint(&mut geom, material, rgba);
        if cx.shows(vis::ISLAND) {
            geom.matid = -1;
            geom.rgba = island_color;
        }
        if piece.first {
            cx.name(&mut geom, label::TENDON, ObjType::Tendon, t.index());
        }
        cx.put(geom);
    }
}

/// The length of tendon `t` if it hangs as a string.
fn slack_length(model: &Model, data: &Data, t: TendonId) -> Option<f64> {
    let tendons = &model.tendon;
    let stiffness = tendons.stiffness[t];
    let ([rest_low, rest], [low, high]) = (tendons.lengthspring[t], tendons.range[t]);

    let by_spring = stiffness > 0.0 && rest_low == 0.0 && rest > 0.0;
    let by_limit =
        stiffness == 0.0 && tendons.limited[t] == 1 && low == 0.0 && data.tendon.length[t] < high;
    let falls = !model.opt.disabled(Disable::GRAVITY) && model.opt.gravity.norm() > MIN_VAL;
    let free = tendons.num[t] == 2 && tendons.damping[t] == 0.0 && tendons.frictionloss[t] == 0.0;
    if !falls || !free || by_spring == by_limit {
        return None;
    }
    let pulls = |u: ActuatorId| {
        let actuators = &model.actuator;
        actuators.trntype[u] == TrnType::Tendon && actuators.trnid[u][0] == t.0
    };
    if model.actuator.ids().any(pulls) {
        return None;
    }
    Some(if by_limit { high } else { rest })
}

fn add_hanging(cx: &mut Builder<'_>, t: TendonId, length: f64) {
    let (model, data) = (cx.model, cx.data);
    let points: &[Vec3] = data.tendon.wrap_xpos.flat();
    let adr = usize::try_from(data.tendon.wrapadr[t]).ok();
    let Some(&[from, to]) = adr
        .and_then(|adr| points.get(adr..adr.checked_add(2)?))
        .and_then(|ends| ends.as_array())
    else {
        return;
    };
    let mut path = Path::default();
    let slices = model.vis.quality.numslices;
    catenary::hang(from, to, model.opt.gravity, length, slices, &mut path);
    for pair in path.points().windows(2) {
        let Some(mut geom) = cx.shape(ObjType::Tendon, t.index(), category::DYNAMIC) else {
            return;
        };
        geom.connect(GeomType::Capsule, model.tendon.width[t], pair[0], pair[1]);
        cx.paint(&mut geom, model.tendon.matid[t], model.tendon.rgba[t]);
        cx.name(&mut geom, label::TENDON, ObjType::Tendon, t.index());
        cx.put(geom);
    }
}
