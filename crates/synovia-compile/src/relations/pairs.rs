//! Contact pairs: two geoms that are tested regardless of their collision masks, with their own parameters.
//!
//! Values that are NaN are derived from the geoms; attributes that a pair does not set have the built-in value. The first geom is the
//! one on the body with the smaller id, and pairs are sorted by signature; pairs with equal signatures keep the order of the file.

use synovia_mjcf::spec::relation::Pair;
use synovia_model::tables::{GeomTable, PairTable};
use synovia_model::{GeomId, Model, ObjType, PairId};

use super::{raw, require, reset, signature};
use crate::cx::Cx;
use crate::tree::EPS;

/// A pair with its geoms resolved.
struct Resolved<'a> {
    el: &'a Pair,
    geoms: [i32; 2],
    signature: i32,
}

/// Fills `pair` and `size.npair`.
pub(crate) fn fill(cx: &mut Cx<'_>, model: &mut Model) {
    let flat = cx.flat;
    let mut pairs: Vec<_> = flat
        .pairs
        .iter()
        .map(|pair| resolve(cx, model, &pair.el))
        .collect();

    // order: stable, so that equal signatures keep the order of the file
    pairs.sort_by_key(|pair| pair.signature);

    let names = pairs.iter().map(|pair| (pair.el.name.text(), pair.el.span));
    cx.register(ObjType::Pair, names);
    model.size.npair = pairs.len() as i64;
    reset(&mut model.pair, pairs.len());
    // rows in sorted order; NaN is replaced last, when both geoms are known
    let table = &mut model.pair;
    for (k, pair) in pairs.iter().enumerate() {
        let (p, el) = (PairId::new(k), pair.el);
        let own = el.values();
        table.dim[p] = own.condim;
        table.geom1[p] = GeomId(pair.geoms[0]);
        table.geom2[p] = GeomId(pair.geoms[1]);
        table.signature[p] = pair.signature;
        table.solref[p] = own.solref;
        table.solreffriction[p] = own.solreffriction;
        table.solimp[p] = own.solimp;
        table.margin[p] = own.margin;
        table.gap[p] = own.gap;
        table.friction[p] = own.friction;
        from_geoms(table, p, &model.geom);
    }
}

/// Replaces parameters that begin with NaN: by those of the geom with the higher priority; with equal priority by the larger margin, gap
/// and friction, the smaller `solref` and the mixed `solimp`.
fn from_geoms(pair: &mut PairTable, p: PairId, geom: &GeomTable) {
    let (g1, g2) = (pair.geom1[p], pair.geom2[p]);
    if g1.get().is_none() || g2.get().is_none() {
        return;
    }
    // as in the reference, comparisons with NaN keep the first argument
    let larger = |a: f64, b: f64| if a < b { b } else { a };
    let smaller = |a: f64, b: f64| if b < a { b } else { a };
    if pair.margin[p].is_nan() {
        pair.margin[p] = larger(geom.margin[g1], geom.margin[g2]);
    }
    if pair.gap[p].is_nan() {
        pair.gap[p] = larger(geom.gap[g1], geom.gap[g2]);
    }
    // the geom with the higher priority, if there is one, decides alone
    let (first, second) = (geom.priority[g1], geom.priority[g2]);
    let lead = match first.cmp(&second) {
        core::cmp::Ordering::Greater => Some(g1),
        core::cmp::Ordering::Less => Some(g2),
        core::cmp::Ordering::Equal => None,
    };
    if pair.friction[p][0].is_nan() {
        let [a, b] = [g1, g2].map(|g| geom.friction[lead.unwrap_or(g)]);
        let each = |k: usize| larger(a[k], b[k]);
        pair.friction[p] = [each(0), each(0), each(1), each(2), each(2)];
    }
    if pair.solref[p][0].is_nan() {
        let [a, b] = [g1, g2].map(|g| geom.solref[lead.unwrap_or(g)]);
        pair.solref[p] = core::array::from_fn(|k| smaller(a[k], b[k]));
    }
    if pair.solimp[p][0].is_nan() {
        let [a, b] = [g1, g2].map(|g| geom.solimp[lead.unwrap_or(g)]);
        // mixing weights of the two geoms
        let (s1, s2) = (geom.solmix[g1], geom.solmix[g2]);
        let mix = match (s1 >= EPS, s2 >= EPS) {
            (true, true) => s1 / (s1 + s2),
            (false, false) => 0.5,
            (true, false) => 1.0,
            (false, true) => 0.0,
        };
        pair.solimp[p] = match lead {
            Some(_) => a,
            None => core::array::from_fn(|k| mix * a[k] + (1.0 - mix) * b[k]),
        };
    }
}

/// Resolves the two geoms and orders them.
fn resolve<'a>(cx: &mut Cx<'_>, model: &Model, el: &'a Pair) -> Resolved<'a> {
    let condim = el.values().condim;
    if !matches!(condim, 1 | 3 | 4 | 6) {
        cx.error(
            el.condim.span_or(el.span),
            format!("pair: invalid condim {condim}, expected 1, 3, 4 or 6"),
        );
    }

    let mut geom = |attr| require(cx, ObjType::Geom, attr, "pair", el.span);
    let (geom1, geom2) = (geom(&el.geom1), geom(&el.geom2));
    let body = |geom: Option<usize>| {
        let body = geom.and_then(|g| model.geom.bodyid.get(g));
        body.map_or(0, |b| b.0)
    };

    // the geom on the body with the smaller id comes first
    let (body1, body2) = (body(geom1), body(geom2));
    let geoms = if body1 > body2 {
        [raw(geom2), raw(geom1)]
    } else {
        [raw(geom1), raw(geom2)]
    };
    Resolved {
        el,
        geoms,
        signature: signature(body1, body2),
    }
}
