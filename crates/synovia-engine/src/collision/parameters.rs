//! Parameters of a contact: those of two geoms or flexes combined, or those of a predefined pair.
//!
//! ```text
//! priority₁ ≠ priority₂    everything except margin and gap from the side with the higher one
//! otherwise                dim = max,  friction = max
//!                          solimp = w solimp₁ + (1 − w) solimp₂
//!                          solref likewise if both are time constants, else the smaller of each        (1)
//! w = solmix₁ / (solmix₁ + solmix₂);  a solmix of zero has no weight, two have equal weights     (2)
//! ```
//!
//! Margins and gaps are added. With the override flag the options replace margin, solref, solimp and friction of all
//! contacts.

use synovia_math::MIN_VAL;
use synovia_model::consts::MIN_MU;
use synovia_model::enums::Enable;
use synovia_model::id::{FlexId, GeomId, PairId};
use synovia_model::{Model, Opt};

use crate::data::Contact;

/// The parameters that all contacts of one pair of shapes share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Parameters {
    /// Dimension of the contact space.
    pub dim: i32,
    /// The part of the margin in which contacts exert no force \[m\].
    pub gap: f64,
    /// Friction coefficients.
    pub friction: [f64; 5],
    /// Reference of the normal.
    pub solref: [f64; 2],
    /// Reference of friction; zeros mean the same as the normal.
    pub solreffriction: [f64; 2],
    /// Impedance.
    pub solimp: [f64; 5],
}

/// One side of a contact.
struct Side {
    /// The higher number wins.
    priority: i32,
    /// Dimension of the contact space.
    condim: i32,
    /// Part of the margin without force.
    gap: f64,
    /// Weight in means.
    solmix: f64,
    /// Reference of the normal.
    solref: [f64; 2],
    /// Impedance.
    solimp: [f64; 5],
    /// Sliding, torsional and rolling friction.
    friction: [f64; 3],
}

impl Side {
    /// The parameters of a geom.
    fn geom(model: &Model, g: GeomId) -> Self {
        let geom = &model.geom;
        Self {
            priority: geom.priority[g],
            condim: geom.condim[g],
            gap: geom.gap[g],
            solmix: geom.solmix[g],
            solref: geom.solref[g],
            solimp: geom.solimp[g],
            friction: geom.friction[g].to_array(),
        }
    }

    /// The parameters of a flex.
    fn flex(model: &Model, f: FlexId) -> Self {
        let flex = &model.flex;
        Self {
            priority: flex.priority[f],
            condim: flex.condim[f],
            gap: flex.gap[f],
            solmix: flex.solmix[f],
            solref: flex.solref[f],
            solimp: flex.solimp[f],
            friction: flex.friction[f].to_array(),
        }
    }

    /// Its own parameters, not combined.
    fn alone(&self) -> Parameters {
        let [slide, spin, roll] = self.friction;
        Parameters {
            dim: self.condim,
            gap: self.gap,
            friction: [slide, slide, spin, roll, roll],
            solref: self.solref,
            solreffriction: [0.0; 2],
            solimp: self.solimp,
        }
    }
}

/// The smaller of two numbers; the second if they do not compare.
#[inline]
fn min(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The larger of two numbers; the second if they do not compare.
#[inline]
fn max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Weight of the first side, equation (2).
fn weight(solmix1: f64, solmix2: f64) -> f64 {
    match (solmix1 >= MIN_VAL, solmix2 >= MIN_VAL) {
        (true, true) => solmix1 / (solmix1 + solmix2),
        (false, false) => 0.5,
        (false, true) => 0.0,
        (true, false) => 1.0,
    }
}

/// Equation (1).
fn combine(one: &Side, two: &Side) -> Parameters {
    // the side with the higher priority
    let mut out = if one.priority >= two.priority {
        one.alone()
    } else {
        two.alone()
    };
    out.gap = one.gap + two.gap;
    if one.priority != two.priority {
        return out;
    }
    // equal priorities: the weighted mean, or the minimum or maximum
    let w = weight(one.solmix, two.solmix);
    let mix = |a: f64, b: f64| w * a + (1.0 - w) * b;
    // stiffness and damping are not averaged: the stiffer one is used
    let time_constants = one.solref[0] > 0.0 && two.solref[0] > 0.0;
    out.dim = one.condim.max(two.condim);
    for k in 0..2 {
        let (a, b) = (one.solref[k], two.solref[k]);
        out.solref[k] = if time_constants { mix(a, b) } else { min(a, b) };
    }
    for k in 0..5 {
        out.solimp[k] = mix(one.solimp[k], two.solimp[k]);
    }
    let [slide, spin, roll] = [0, 1, 2].map(|k| max(one.friction[k], two.friction[k]));
    out.friction = [slide, slide, spin, roll, roll];
    out
}

impl Parameters {
    /// Combines the parameters of two geoms.
    #[doc(alias = "mj_contactParam")]
    pub(super) fn of_geoms(model: &Model, g1: GeomId, g2: GeomId) -> Self {
        combine(&Side::geom(model, g1), &Side::geom(model, g2))
    }

    /// Combines the parameters of a geom and a flex.
    pub(super) fn of_geom_and_flex(model: &Model, g: GeomId, f: FlexId) -> Self {
        combine(&Side::geom(model, g), &Side::flex(model, f))
    }

    /// Combines the parameters of two flexes.
    pub(super) fn of_flexes(model: &Model, f1: FlexId, f2: FlexId) -> Self {
        combine(&Side::flex(model, f1), &Side::flex(model, f2))
    }

    /// The same for a flex with itself: margin and gap are ignored.
    pub(super) fn within_flex(model: &Model, f: FlexId) -> Self {
        Self {
            gap: 0.0,
            ..Self::of_flexes(model, f, f)
        }
    }

    /// The parameters of a predefined pair, regardless of its geoms.
    #[inline]
    pub(super) fn of_pair(model: &Model, p: PairId) -> Self {
        let pair = &model.pair;
        Self {
            dim: pair.dim[p],
            gap: pair.gap[p],
            friction: pair.friction[p],
            solref: pair.solref[p],
            solreffriction: pair.solreffriction[p],
            solimp: pair.solimp[p],
        }
    }

    /// Writes everything that does not depend on the position of the contact; friction has a lower bound.
    #[doc(alias = "mj_setContact")]
    #[inline]
    pub(super) fn apply(&self, model: &Model, margin: f64, contact: &mut Contact) {
        contact.dim = self.dim;
        contact.includemargin = margin - self.gap;
        contact.solref = self.solref;
        contact.solreffriction = self.solreffriction;
        contact.solimp = self.solimp;
        contact.friction = self.friction.map(|mu| max(MIN_MU, mu));
        // the options replace the parameters of all contacts
        if model.opt.enabled(Enable::OVERRIDE) {
            override_with(&model.opt, contact);
        }
    }
}

/// Replaces parameters by those of the options.
#[cold]
fn override_with(opt: &Opt, contact: &mut Contact) {
    contact.solref = opt.o_solref;
    contact.solreffriction = opt.o_solref;
    contact.solimp = opt.o_solimp;
    contact.friction = opt.o_friction.map(|mu| max(MIN_MU, mu));
}

/// Copies everything that does not depend on the position of a contact.
#[inline]
pub(super) fn copy(from: &Contact, to: &mut Contact) {
    to.dim = from.dim;
    to.includemargin = from.includemargin;
    to.solref = from.solref;
    to.solreffriction = from.solreffriction;
    to.solimp = from.solimp;
    to.friction = from.friction;
}

/// The margin within which contacts are detected: `sum` unless the options override it.
#[doc(alias = "mj_assignMargin")]
#[inline]
pub(super) fn margin(model: &Model, sum: f64) -> f64 {
    if model.opt.enabled(Enable::OVERRIDE) {
        model.opt.o_margin
    } else {
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(priority: i32, solmix: f64) -> Side {
        Side {
            priority,
            condim: 3,
            gap: 0.001,
            solmix,
            solref: [0.02, 1.0],
            solimp: [0.9, 0.95, 0.001, 0.5, 2.0],
            friction: [0.5, 0.005, 0.0001],
        }
    }

    #[test]
    fn par_17_a_side_without_weight_has_no_say() {
        assert_eq!(weight(0.0, 3.0), 0.0);
        assert_eq!(weight(3.0, 1e-16), 1.0);
        assert_eq!(weight(-1.0, 1e-16), 0.5);
        assert_eq!(weight(1.0, 3.0), 0.25);
    }

    #[test]
    fn par_10_gaps_add_up_whatever_the_priority() {
        for priority in [-1, 0, 1] {
            let out = combine(&side(priority, 1.0), &side(0, 1.0));
            assert_eq!(out.gap, 0.002);
        }
    }

    #[test]
    fn par_18_direct_references_take_the_smaller_of_each() {
        let (mut one, mut two) = (side(0, 1.0), side(0, 9.0));
        one.solref = [-100.0, -10.0];
        two.solref = [-200.0, -5.0];
        assert_eq!(combine(&one, &two).solref, [-200.0, -10.0]);
        two.solref = [0.02, 1.0];
        assert_eq!(combine(&one, &two).solref, [-100.0, -10.0]);
    }

    #[test]
    fn par_07_the_higher_priority_decides_even_if_smaller() {
        let (mut one, mut two) = (side(1, 1.0), side(0, 9.0));
        (one.condim, two.condim) = (1, 6);
        one.friction = [0.1, 0.0, 0.0];
        let out = combine(&one, &two);
        assert_eq!((out.dim, out.friction), (1, [0.1, 0.1, 0.0, 0.0, 0.0]));
        assert_eq!(combine(&two, &one).dim, 1);
    }
}
