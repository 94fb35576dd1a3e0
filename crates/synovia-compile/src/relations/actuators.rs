//! Actuators: rows of the model from the records to which classes and shortcuts have been applied.
//!
//! This file resolves the target of the actuator, decides which ranges are enforced, and assigns addresses of
//! activations and control history. With `inheritrange = s` a position actuator derives its range from its target:
//!
//! ```text
//! range = mean ± s · radius,   of the target's range                              (1)
//! ```

use synovia_model::enums::{BiasType, DynType, GainType};
use synovia_model::id::TendonId;
use synovia_model::{ActuatorId, JointId, JointType, Model, ObjType, TrnType};

use super::limits::Limit;
use super::{raw, reset};
use crate::cx::Cx;
use crate::names::named;
use crate::spec::ActuatorRecord;
use crate::tree::user;

/// The largest number of samples; a longer history could not count its samples in single precision.
pub(super) const MAX_SAMPLES: i32 = 1 << 24;

/// Fills `actuator`, `size.nu`, `size.na`, `size.nuser_actuator`, `size.nJmom` and this part of `size.nhistory`.
pub(crate) fn fill(cx: &mut Cx<'_>, model: &mut Model) {
    let flat = cx.flat;
    let actuators = &flat.actuators;
    // sizes are known before any row is filled, so that columns are allocated once
    cx.register(ObjType::Actuator, named(actuators));
    model.size.nu = actuators.len() as i64;
    model.size.nJmom = 0;
    reset(&mut model.actuator, actuators.len());

    let mut adr: i32 = 0;
    let mut history: i64 = 0;
    for (k, actuator) in actuators.iter().enumerate() {
        let (u, el) = (ActuatorId::new(k), &actuator.el);
        let settings = flat.settings.get(actuator.settings);
        let autolimits = settings.is_none_or(|s| s.autolimits);

        // the target
        let (trntype, trnid) = transmission(cx, el);
        model.actuator.trntype[u] = trntype;
        model.actuator.trnid[u] = trnid;
        model.size.nJmom += moment_len(model, trntype, trnid[0]);
        // the plugin instance, which may add activations of its own
        let plugin = cx.plugins.actuators[k];
        model.actuator.plugin[u] = plugin;

        // parameters and limits
        columns(model, u, el);
        ranges(cx, model, u, el, autolimits);
        // activation addresses
        let actnum = activations(cx, el, plugin.is_some());
        model.actuator.actnum[u] = actnum;
        model.actuator.actadr[u] = if actnum > 0 { adr } else { -1 };
        adr = adr.saturating_add(actnum);

        // control history: two numbers of its own, then a time and a value per sample
        check_history(cx, el.nsample, el.delay, "actuator", el.span);
        model.actuator.historyadr[u] = if el.nsample > 0 { history as i32 } else { -1 };
        history += history_len(el.nsample, 1);

        check_muscle(cx, el);
    }
    let rows: Vec<_> = actuators.iter().map(|a| (&*a.el.user, a.el.span)).collect();
    let (said, user) = (&flat.size.nuser_actuator, &mut model.actuator.user);
    model.size.nuser_actuator = user::fill(cx, "actuator", said, &rows, user);
    model.size.na = i64::from(adr);
    model.size.nhistory = history;
}

/// Copies the columns that need no conversion.
fn columns(model: &mut Model, u: ActuatorId, el: &ActuatorRecord) {
    let table = &mut model.actuator;
    table.dyntype[u] = el.dyntype;
    table.gaintype[u] = el.gaintype;
    table.biastype[u] = el.biastype;
    table.group[u] = el.group;
    table.history[u] = [el.nsample, el.interp as i32];
    table.delay[u] = el.delay;
    table.dynprm[u] = el.dynprm;
    table.gainprm[u] = el.gainprm;
    table.biasprm[u] = el.biasprm;
    table.actearly[u] = u8::from(el.actearly);
    table.gear[u] = el.gear;
    table.cranklength[u] = el.cranklength;
    table.lengthrange[u] = el.lengthrange;
}

/// The target of an actuator: transmission type, object, and the reference or slider site.
fn transmission(cx: &mut Cx<'_>, el: &ActuatorRecord) -> (TrnType, [i32; 2]) {
    let trntype = el.trntype;
    let kind = match trntype {
        TrnType::Joint | TrnType::JointInParent => ObjType::Joint,
        TrnType::SliderCrank | TrnType::Site => ObjType::Site,
        TrnType::Tendon => ObjType::Tendon,
        TrnType::Body => ObjType::Body,
        _ => ObjType::Unknown,
    };
    // nothing else can be checked without a target
    if el.target.text().is_empty() {
        let any = "joint, jointinparent, tendon, site, body or cranksite";
        cx.error(
            el.span,
            format!("actuator: it has no target, set one of {any}"),
        );
        return (trntype, [-1, -1]);
    }

    // a slider-crank has a second site, a site transmission may have a reference site
    let second = match el.trntype {
        TrnType::SliderCrank => {
            if el.cranklength <= 0.0 {
                cx.error(el.span, "actuator: cranklength must be positive");
            }
            super::require(cx, ObjType::Site, &el.slidersite, "slider-crank", el.span)
        }
        TrnType::Site if !el.refsite.text().is_empty() => {
            cx.resolve(ObjType::Site, &el.refsite, "actuator reference")
        }
        _ => None,
    };
    let first = cx.resolve(kind, &el.target, "actuator");
    (trntype, [raw(first), raw(second)])
}

/// Number of nonzeros reserved for a row of the moment matrix.
fn moment_len(model: &Model, trntype: TrnType, target: i32) -> i64 {
    if !matches!(trntype, TrnType::Joint | TrnType::JointInParent) {
        return model.size.nv;
    }
    let type_ = usize::try_from(target)
        .ok()
        .and_then(|j| model.joint.type_.get(j));
    type_.map_or(0, |t| t.dof_len() as i64)
}

/// Ranges of control, force and activation, and whether they are enforced.
fn ranges(cx: &mut Cx<'_>, model: &mut Model, u: ActuatorId, el: &ActuatorRecord, auto: bool) {
    let mut ctrlrange = el.ctrlrange;
    let mut actrange = el.actrange;

    // a servo whose control has the unit of its target's length may inherit the range
    let servo = el.gaintype == GainType::Fixed
        && el.biastype == BiasType::Affine
        && el.gainprm[0] == -el.biasprm[1];
    if servo && el.inheritrange > 0.0 {
        match el.dyntype {
            DynType::None | DynType::FilterExact => inherit(cx, model, u, el, &mut ctrlrange),
            DynType::Integrator => inherit(cx, model, u, el, &mut actrange),
            _ => cx.error(
                el.span,
                "actuator: inheritrange applies to position and intvelocity actuators only; remove it",
            ),
        }
    }

    // limits are inferred from ranges, or explicit
    let force = Limit {
        limited: el.forcelimited,
        range: el.forcerange,
    };
    let ctrl = Limit {
        limited: el.ctrllimited,
        range: ctrlrange,
    };
    let act = Limit {
        limited: el.actlimited,
        range: actrange,
    };
    for (limit, name) in [(&force, "force"), (&ctrl, "ctrl"), (&act, "act")] {
        limit.check(cx, auto, "actuator", name, el.span);
    }
    if act.is_on() && el.dyntype == DynType::None {
        cx.error(
            el.span,
            "actuator: actrange is set, but with dyntype \"none\" there is no activation; remove actrange or set dyntype",
        );
    }

    let table = &mut model.actuator;
    table.ctrllimited[u] = u8::from(ctrl.is_on());
    table.forcelimited[u] = u8::from(force.is_on());
    table.actlimited[u] = u8::from(act.is_on());
    table.ctrlrange[u] = ctrlrange;
    table.forcerange[u] = el.forcerange;
    table.actrange[u] = actrange;
}

/// Derives a range from that of the target, equation (1).
fn inherit(
    cx: &mut Cx<'_>,
    model: &Model,
    u: ActuatorId,
    el: &ActuatorRecord,
    range: &mut [f64; 2],
) {
    let Ok(target) = usize::try_from(model.actuator.trnid[u][0]) else {
        return; // already reported
    };
    let [low, high] = match model.actuator.trntype[u] {
        TrnType::Joint => {
            let j = JointId::new(target);
            if !matches!(model.joint.type_[j], JointType::Hinge | JointType::Slide) {
                cx.error(
                    el.target.span(),
                    "actuator: inheritrange needs a hinge or slide joint as target",
                );
                return;
            }
            model.joint.range[j]
        }
        TrnType::Tendon => model.tendon.range[TendonId::new(target)],
        _ => {
            cx.error(
                el.span,
                "actuator: inheritrange needs a joint or a tendon as target",
            );
            return;
        }
    };
    if low == high {
        cx.error(
            el.target.span(),
            format!(
                "actuator: inheritrange is set, but its target '{}' has no range; set range there, or ctrlrange here",
                el.target.text()
            ),
        );
        return;
    }
    // equation (1)
    let mean = 0.5 * (high + low);
    let radius = 0.5 * (high - low) * el.inheritrange;
    *range = [mean - radius, mean + radius];
}

/// The number of activations of an actuator.
fn activations(cx: &mut Cx<'_>, el: &ActuatorRecord, plugin: bool) -> i32 {
    // activations needed by the dynamics, or the explicit number
    let stateless = el.dyntype == DynType::None;
    let mistake = match el.actdim {
        MAX_SAMPLES.. => "actdim is too large",
        // the actdim of a plugin is that of its dynamics, plus its own activations
        _ if plugin => "",
        2.. if el.dyntype != DynType::User => "actdim greater than 1 needs dyntype \"user\"",
        1 if stateless => "actdim is 1, but with dyntype \"none\" there is no activation",
        0 if !stateless => "actdim is 0, but the activation dynamics needs an activation",
        _ => "",
    };
    if !mistake.is_empty() {
        cx.error(el.span, format!("actuator: {mistake}"));
    }
    if el.actdim < 0 {
        i32::from(!stateless)
    } else {
        el.actdim.min(MAX_SAMPLES)
    }
}

/// Checks the parameters of a muscle, in its gain or in its bias.
fn check_muscle(cx: &mut Cx<'_>, el: &ActuatorRecord) {
    let gain = (el.gaintype == GainType::Muscle).then_some(&el.gainprm);
    let bias = (el.biastype == BiasType::Muscle).then_some(&el.biasprm);
    for prm in gain.into_iter().chain(bias) {
        // the force-length-velocity curve is only defined for such parameters
        let &[range0, range1, _, scale, lmin, lmax, vmax, fpmax, fvmax, _] = prm;
        if range0 >= range1 {
            cx.error(el.span, "muscle: range[0] < range[1] is required");
        }
        if lmin >= 1.0 || lmax <= 1.0 {
            cx.error(el.span, "muscle: lmin < 1 < lmax is required");
        }
        if scale <= 0.0 || vmax <= 0.0 || fpmax <= 0.0 || fvmax <= 0.0 {
            cx.error(
                el.span,
                "muscle: scale, vmax, fpmax and fvmax must be positive",
            );
        }
    }
}

/// Length of a history of `nsample` samples of `dim` values: two numbers of its own, then times, then values.
pub(super) fn history_len(nsample: i32, dim: i32) -> i64 {
    if nsample <= 0 {
        return 0;
    }
    2 + i64::from(nsample) * (1 + i64::from(dim))
}

/// Checks that a delay has a history, and the length of the history.
pub(super) fn check_history(
    cx: &mut Cx<'_>,
    nsample: i32,
    delay: f64,
    element: &str,
    span: synovia_mjcf::Span,
) {
    if delay > 0.0 && nsample <= 0 {
        cx.error(
            span,
            format!("{element}: delay needs a history; set nsample"),
        );
    }
    if nsample > MAX_SAMPLES {
        cx.error(
            span,
            format!("{element}: nsample {nsample} is too large, expected at most {MAX_SAMPLES}"),
        );
    }
}
