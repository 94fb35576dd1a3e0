//! Tendons and the elements of their paths.
//!
//! A fixed tendon is a weighted sum of joint positions. A spatial tendon is the shortest string through its sites, around its
//! wrapping geoms, divided into branches by pulleys:
//!
//! ```text
//! path   = branch (pulley branch)*                                                (1)
//! branch = site (site | geom site)*      of at least two elements
//! ```
//!
//! so a wrapping geom is between two sites, no site follows itself, and a pulley is neither last nor next to another one.

use synovia_mjcf::Span;
use synovia_mjcf::spec::relation::{Tendon, TendonKind, Wrap, WrapGeom};
use synovia_model::{GeomType, MaterialId, Model, ObjType, TendonId, WrapId, WrapType};

use super::limits::Limit;
use super::{raw, require, reset};
use crate::cx::Cx;
use crate::names::named;
use crate::tree::user;

/// Fills `tendon`, `wrap`, `size.ntendon`, `size.nwrap` and `size.nuser_tendon`.
pub(crate) fn fill(cx: &mut Cx<'_>, model: &mut Model) {
    let flat = cx.flat;
    let tendons = &flat.tendons;
    // sizes are known before any row is filled, so that columns are allocated once
    let nwrap: usize = tendons.iter().map(|t| t.el.path.len()).sum();
    cx.register(ObjType::Tendon, named(tendons));
    model.size.ntendon = tendons.len() as i64;
    model.size.nwrap = nwrap as i64;
    reset(&mut model.tendon, tendons.len());
    reset(&mut model.wrap, nwrap);

    // the path elements of all tendons are in one table, tendon by tendon
    let mut adr = 0;
    for (k, tendon) in tendons.iter().enumerate() {
        let (t, el) = (TendonId::new(k), &tendon.el);
        // limits follow the settings of the model that the tendon came from
        let settings = flat.settings.get(tendon.settings);
        let autolimits = settings.is_none_or(|s| s.autolimits);

        model.tendon.adr[t] = adr as i32;
        model.tendon.num[t] = el.path.len() as i32;
        path(cx, model, el, adr);
        adr += el.path.len();

        columns(model, t, el);
        limits(cx, model, t, el, autolimits);
        model.tendon.matid[t] = material(cx, el);
        checks(cx, el);
    }
    let rows: Vec<_> = tendons.iter().map(|t| user::row(&t.el.user)).collect();
    let (said, user) = (&flat.size.nuser_tendon, &mut model.tendon.user);
    model.size.nuser_tendon = user::fill(cx, "tendon", said, &rows, user);
}

/// Copies the columns that need no conversion.
fn columns(model: &mut Model, t: TendonId, el: &Tendon) {
    let own = el.values();
    let table = &mut model.tendon;
    table.group[t] = own.group;
    table.width[t] = own.width;
    table.solref_lim[t] = own.solreflimit;
    table.solimp_lim[t] = own.solimplimit;
    table.solref_fri[t] = own.solreffriction;
    table.solimp_fri[t] = own.solimpfriction;
    table.margin[t] = own.margin;
    table.stiffness[t] = own.stiffness;
    table.damping[t] = own.damping;
    table.armature[t] = own.armature;
    table.frictionloss[t] = own.frictionloss;
    table.lengthspring[t] = springlength(el);
    table.rgba[t] = own.rgba;
}

/// Dead band of the spring; a single number sets both ends, −1 means the length in the reference configuration.
fn springlength(el: &Tendon) -> [f64; 2] {
    el.springlength.get().map_or([-1.0, -1.0], |band| band.0)
}

/// Length limits and actuator force limits.
fn limits(cx: &mut Cx<'_>, model: &mut Model, t: TendonId, el: &Tendon, autolimits: bool) {
    let own = el.values();
    // `limited` of a tendon is inferred from the range of its length
    let length = Limit {
        limited: own.limited,
        range: own.range,
    };
    length.check(cx, autolimits, "tendon", "", el.range.span_or(el.span));

    // QUIRK(tendon-force-limit): this limit is inferred from its range only if `auto` is written
    let force = Limit {
        limited: own.actuatorfrclimited,
        range: own.actuatorfrcrange,
    };
    let span = el.actuatorfrcrange.span_or(el.span);
    force.check(cx, autolimits, "tendon", "actuatorfrc", span);
    if force.is_on() && (force.range[0] > 0.0 || force.range[1] < 0.0) {
        cx.error(span, "tendon: actuatorfrcrange must contain 0");
    }

    let table = &mut model.tendon;
    table.limited[t] = u8::from(length.is_on());
    table.range[t] = length.range;
    table.actfrclimited[t] = u8::from(force.is_on());
    table.actfrcrange[t] = force.range;
}

/// The material, unless visual assets are discarded.
fn material(cx: &mut Cx<'_>, el: &Tendon) -> MaterialId {
    if cx.discard_materials || el.material.text().is_empty() {
        return MaterialId::NONE;
    }
    MaterialId(raw(cx.resolve(ObjType::Material, &el.material, "tendon")))
}

/// Checks that do not depend on the path.
fn checks(cx: &mut Cx<'_>, el: &Tendon) {
    let own = el.values();
    let spatial = el.kind == TendonKind::Spatial;
    if spatial && own.width <= 0.0 {
        cx.error(el.width.span_or(el.span), "tendon: width must be positive");
    }
    if spatial && own.armature < 0.0 {
        cx.error(
            el.armature.span_or(el.span),
            "tendon: armature must not be negative",
        );
    }
    let [low, high] = springlength(el);
    if low > high {
        cx.error(
            el.springlength.span_or(el.span),
            format!("tendon: invalid springlength, {low} is greater than {high}"),
        );
    }
}

/// Fills the elements of one path beginning at `adr` and checks their order.
fn path(cx: &mut Cx<'_>, model: &mut Model, el: &Tendon, adr: usize) {
    for (i, wrap) in el.path.iter().enumerate() {
        let (type_, objid, prm) = element(cx, model, wrap);
        let w = WrapId::new(adr + i);
        model.wrap.type_[w] = type_;
        model.wrap.objid[w] = objid;
        model.wrap.prm[w] = prm;
    }

    if el.path.is_empty() {
        cx.error(
            el.span,
            format!("{}: the path is empty; add sites or joints", label(el)),
        );
        return;
    }
    match el.kind {
        TendonKind::Fixed => fixed_order(cx, el),
        TendonKind::Spatial => {
            let ids: Vec<i32> = (adr..adr + el.path.len())
                .map(|w| model.wrap.objid[WrapId::new(w)])
                .collect();
            spatial_order(cx, el, &ids);
        }
    }
}

/// Type, object and parameter of one path element.
fn element(cx: &mut Cx<'_>, model: &Model, wrap: &Wrap) -> (WrapType, i32, f64) {
    match wrap {
        Wrap::Site(site) => {
            let id = require(cx, ObjType::Site, &site.site, "tendon", site.span);
            (WrapType::Site, raw(id), 0.0)
        }
        Wrap::Joint(joint) => {
            let id = require(cx, ObjType::Joint, &joint.joint, "tendon", joint.span);
            (WrapType::Joint, raw(id), joint.values().coef)
        }
        Wrap::Pulley(pulley) => {
            // as in the reference, only negative divisors are refused
            let divisor = pulley.values().divisor;
            if divisor < 0.0 {
                cx.error(
                    pulley.divisor.span(),
                    format!("pulley: divisor {divisor} is negative, expected 0 or more"),
                );
            }
            (WrapType::Pulley, -1, divisor)
        }
        Wrap::Geom(geom) => wrapping(cx, model, geom),
    }
}

/// A sphere or cylinder with its side site.
fn wrapping(cx: &mut Cx<'_>, model: &Model, el: &WrapGeom) -> (WrapType, i32, f64) {
    let id = require(cx, ObjType::Geom, &el.geom, "tendon", el.span);
    // an unknown geom was reported; it is treated as a sphere to continue
    let shape = id.and_then(|g| model.geom.type_.get(g).copied());
    let type_ = match shape {
        Some(GeomType::Cylinder) => WrapType::Cylinder,
        Some(GeomType::Sphere) | None => WrapType::Sphere,
        Some(_) => {
            let name = el.geom.text();
            let because = match cx.ids.redirected(ObjType::Geom, name) {
                Some(g) => format!(" (fusestatic: the name resolves to geom {g}, a different one)"),
                None => String::new(),
            };
            cx.error(
                el.geom.span(),
                format!(
                    "tendon: geom '{name}' is not a sphere or cylinder, the only shapes that a tendon can wrap around{because}"
                ),
            );
            WrapType::Sphere
        }
    };
    let side = if el.sidesite.text().is_empty() {
        -1
    } else {
        raw(cx.resolve(ObjType::Site, &el.sidesite, "tendon side site"))
    };
    (type_, raw(id), f64::from(side))
}

/// Checks that a fixed path contains joints only.
fn fixed_order(cx: &mut Cx<'_>, el: &Tendon) {
    for wrap in &el.path {
        if !matches!(wrap, Wrap::Joint(_)) {
            cx.error(
                span(wrap),
                format!(
                    "{}: the path of a fixed tendon can contain joints only",
                    label(el)
                ),
            );
        }
    }
}

/// Checks grammar (1); `ids` are the objects of the elements.
fn spatial_order(cx: &mut Cx<'_>, el: &Tendon, ids: &[i32]) {
    let path = &el.path;
    if path.len() < 2 {
        cx.error(
            el.span,
            format!("{}: a spatial path needs at least two elements", label(el)),
        );
    }

    // each element is checked together with its neighbours
    let is_site = |i: Option<usize>| matches!(i.and_then(|i| path.get(i)), Some(Wrap::Site(_)));
    // a branch ends at a pulley or at the end of the path
    let ends =
        |i: Option<usize>| matches!(i.and_then(|i| path.get(i)), None | Some(Wrap::Pulley(_)));
    for (i, wrap) in path.iter().enumerate() {
        // the first rule that is violated is reported
        let (before, after) = (i.checked_sub(1), Some(i + 1));
        let mistake = match wrap {
            Wrap::Pulley(_) if before.is_some() && ends(before) => "two pulleys in a row",
            Wrap::Pulley(_) if i + 1 == path.len() => "the path ends with a pulley",
            Wrap::Site(_) if ends(before) && ends(after) => {
                "a site needs a neighbour that is not a pulley"
            }
            Wrap::Site(_) if is_site(after) && ids[i] == ids[i + 1] && ids[i] >= 0 => {
                "the same site twice in a row"
            }
            Wrap::Geom(_) if !is_site(before) || !is_site(after) => {
                "a wrapping geom must be between two sites"
            }
            Wrap::Geom(_) if el.values().armature > 0.0 => {
                "a tendon with armature cannot wrap around a geom"
            }
            Wrap::Joint(_) => "a spatial path cannot contain a joint",
            _ => continue,
        };
        cx.error(span(wrap), format!("{}: {mistake}", label(el)));
    }
}

/// The description of a tendon in messages.
fn label(el: &Tendon) -> String {
    match el.name.text() {
        "" => "tendon".to_owned(),
        name => format!("tendon \"{name}\""),
    }
}

/// The place of a path element in the source.
fn span(wrap: &Wrap) -> Span {
    match wrap {
        Wrap::Site(el) => el.span,
        Wrap::Geom(el) => el.span,
        Wrap::Pulley(el) => el.span,
        Wrap::Joint(el) => el.span,
    }
}
