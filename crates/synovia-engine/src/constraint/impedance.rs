//! Softness: how strongly and how fast a row responds to a violation.
//!
//! A row behaves like a damped spring with the reference acceleration `−b v − k d (pos − margin)`. Its impedance `d`, the
//! degree to which it is enforced, grows from `d₀` to `d₁` over the width `w` of violation:
//!
//! ```text
//! d(x) = d₀ + y(x) (d₁ − d₀),   x = |pos − margin|/w,   y a power up to the midpoint, mirrored beyond     (1)
//! R = (1 − d)/d · Â,   D = 1/R                            Â ≈ the diagonal of J M⁻¹ Jᵀ: diag_approx        (2)
//! k = 1/(d₁ τ ζ)²,     b = 2/(d₁ τ)                       from a time constant and damping ratio           (3)
//! k = −s₀/d₁²,         b = −s₁/d₁                         or specified directly, as negative numbers
//! ```
//!
//! | here       | in the code          | meaning                                               |
//! |------------|----------------------|-------------------------------------------------------|
//! | `d₀`, …    | `solimp`             | `d₀`, `d₁`, width `w`, midpoint and power of `y`      |
//! | `τ`, `ζ`   | `solref`             | time constant and damping ratio, if both are positive |
//! | `s₀`, `s₁` | `solref`             | negative stiffness and damping, if both are negative  |
//! | `k`, `b`   | `kbip[0]`, `kbip[1]` | stiffness and damping of the reference acceleration   |
//! | `d`, `d'`  | `kbip[2]`, `kbip[3]` | impedance and its slope                               |
//! | `R`, `D`   | `efc.r`, `efc.d`     | regularisation and its inverse, the constraint mass   |

use synovia_math::{MIN_VAL, larger, nearest};
use synovia_model::enums::{ConstraintType, Disable};
use synovia_model::{DEFAULT_SOLREF, Model};

/// Bounds of impedances, away from 0 and 1.
const MIN_IMP: f64 = 0.0001;
const MAX_IMP: f64 = 0.9999;

/// Softness of constraints with the same parameters, with invalid values replaced.
///
/// Most constraints of a model have the same parameters, so that what follows from them is computed once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softness {
    /// The parameters from which everything else follows.
    from: ([f64; 2], [f64; 5]),
    /// Impedance: d₀, d₁, width, midpoint, power.
    solimp: [f64; 5],
    /// True if the reference had one positive and one negative number, and was replaced.
    pub replaced: bool,
    /// Stiffness and damping, equation (3).
    stiffness: f64,
    damping: f64,
    /// The factor of equation (1) below the midpoint, then above it, once it has been needed.
    factors: [Option<f64>; 2],
}

impl Softness {
    /// Softness with these parameters.
    pub(crate) fn new(model: &Model, solref: [f64; 2], solimp: [f64; 5]) -> Self {
        let from = (solref, solimp);
        let [s0, s1] = safe_reference(model, solref, DEFAULT_SOLREF);
        let solimp = safe_impedance(solimp);
        let dmax = solimp[1];
        // equation (3), in either form of the reference
        let stiffness = if s0 > 0.0 {
            1.0 / larger(MIN_VAL, dmax * dmax * s0 * s0 * s1 * s1)
        } else {
            -s0 / larger(MIN_VAL, dmax * dmax)
        };
        Self {
            from,
            solimp,
            replaced: is_mixed(solref),
            stiffness,
            damping: damping([s0, s1], dmax),
            factors: [None; 2],
        }
    }

    /// True if it has these parameters, to the bit.
    #[inline]
    pub(crate) fn is_from(&self, solref: &[f64; 2], solimp: &[f64; 5]) -> bool {
        let differ = |a: &[f64], b: &[f64]| {
            let pairs = a.iter().zip(b);
            pairs.fold(0, |any, (a, b)| any | (a.to_bits() ^ b.to_bits()))
        };
        differ(&self.from.0, solref) | differ(&self.from.1, solimp) == 0
    }

    /// Stiffness, damping, impedance and its slope of a row.
    #[inline]
    pub(crate) fn kbip(&self, kind: ConstraintType, imp: f64, slope: f64) -> [f64; 4] {
        // friction has damping but no stiffness
        let is_friction = matches!(
            kind,
            ConstraintType::FrictionDof | ConstraintType::FrictionTendon
        );
        let stiffness = if is_friction { 0.0 } else { self.stiffness };
        [stiffness, self.damping, imp, slope]
    }

    /// The same for a friction row of an elliptic contact, which may have its own reference.
    pub(crate) fn tangential(
        &self,
        model: &Model,
        solreffriction: [f64; 2],
        imp: f64,
        slope: f64,
    ) -> [f64; 4] {
        let own = safe_reference(model, solreffriction, [0.0; 2]);
        let damping = if own == [0.0; 2] {
            self.damping
        } else {
            damping(own, self.solimp[1])
        };
        [0.0, damping, imp, slope]
    }

    /// Impedance and its slope, equation (1).
    pub(crate) fn impedance(&mut self, pos: f64, margin: f64) -> (f64, f64) {
        let [d0, d1, width, midpoint, power] = self.solimp;
        // constant impedance
        if d0 == d1 || width <= MIN_VAL {
            return (0.5 * (d0 + d1), 0.0);
        }
        // normalised violation; outside the width the impedance is constant
        let x = (pos - margin) / width;
        let (x, sign) = if x < 0.0 { (-x, -1.0) } else { (x, 1.0) };
        if x >= 1.0 {
            return (d1, 0.0);
        }
        if x <= 0.0 {
            return (d0, 0.0);
        }
        // the power curve and its slope, equation (1)
        let [below, above] = &mut self.factors;
        let (y, slope) = if power == 1.0 {
            (x, 1.0)
        // below the midpoint a power of `x`, above it mirrored at the midpoint
        } else if x <= midpoint {
            let a = *below.get_or_insert_with(|| 1.0 / raise(midpoint, power - 1.0));
            (a * raise(x, power), power * a * raise(x, power - 1.0))
        } else {
            let b = *above.get_or_insert_with(|| 1.0 / raise(1.0 - midpoint, power - 1.0));
            (
                1.0 - b * raise(1.0 - x, power),
                power * b * raise(1.0 - x, power - 1.0),
            )
        };
        // the slope with respect to `pos`
        (d0 + y * (d1 - d0), slope * sign * (d1 - d0) / width)
    }
}

/// The damping of equation (3).
fn damping([s0, s1]: [f64; 2], dmax: f64) -> f64 {
    if s1 > 0.0 {
        2.0 / larger(MIN_VAL, dmax * s0)
    } else {
        -s1 / larger(MIN_VAL, dmax)
    }
}

/// True unless it is a time constant with a damping ratio, or a stiffness with a damping.
pub(super) fn is_mixed(solref: [f64; 2]) -> bool {
    (solref[0] > 0.0) != (solref[1] > 0.0)
}

/// Replaces mixed signs, and makes time constants at least two steps long.
fn safe_reference(model: &Model, mut solref: [f64; 2], default: [f64; 2]) -> [f64; 2] {
    if is_mixed(solref) {
        solref = default;
    }
    if !model.opt.disabled(Disable::REFSAFE) && solref[0] > 0.0 {
        solref[0] = larger(solref[0], 2.0 * model.opt.timestep);
    }
    solref
}

/// Clamps impedances, width and power to their valid ranges.
fn safe_impedance([d0, d1, width, midpoint, power]: [f64; 5]) -> [f64; 5] {
    let inside = |x: f64| x.clamp(MIN_IMP, MAX_IMP);
    [
        inside(d0),
        inside(d1),
        larger(0.0, width),
        inside(midpoint),
        larger(1.0, power),
    ]
}

/// A power; the powers one and two are exact.
fn raise(x: f64, power: f64) -> f64 {
    if power == 1.0 {
        x
    } else if power == 2.0 {
        x * x
    } else {
        nearest::pow(x, power)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Impedance of one row with valid parameters.
    fn impedance(solimp: &[f64; 5], pos: f64, margin: f64) -> (f64, f64) {
        Softness::new(&Model::default(), DEFAULT_SOLREF, *solimp).impedance(pos, margin)
    }

    #[test]
    fn impedance_is_continuous_and_its_slope_is_its_derivative() {
        let solimp = [0.1, 0.95, 0.01, 0.3, 3.0];
        // on both sides of the margin: too near and too far
        for k in (-39..40).filter(|&k| k != 0) {
            let x = f64::from(k) * 2.6e-4;
            let h = 1e-8;
            let (ahead, _) = impedance(&solimp, x + h, 0.0);
            let (behind, _) = impedance(&solimp, x - h, 0.0);
            let (_, slope) = impedance(&solimp, x, 0.0);
            if x.abs() < 0.01 - h {
                assert!(
                    ((ahead - behind) / (2.0 * h) - slope).abs() < 1e-4,
                    "at {x}"
                );
            }
        }
        assert_eq!(impedance(&solimp, 0.02, 0.0), (0.95, 0.0));
        assert_eq!(impedance(&solimp, -0.02, 0.0), (0.95, 0.0));
        assert_eq!(impedance(&solimp, 0.0, 0.0), (0.1, 0.0));
    }

    #[test]
    fn a_softness_that_is_used_again_gives_the_same_bits_as_a_new_one() {
        for solimp in [[0.1, 0.95, 0.01, 0.3, 3.0], [0.9, 0.95, 0.001, 0.5, 2.0]] {
            let mut kept = Softness::new(&Model::default(), DEFAULT_SOLREF, solimp);
            for k in -39..40 {
                let x = f64::from(k) * 2.6e-4;
                let bits = |(a, b): (f64, f64)| (a.to_bits(), b.to_bits());
                assert_eq!(
                    bits(kept.impedance(x, 0.0)),
                    bits(impedance(&solimp, x, 0.0))
                );
            }
        }
    }

    #[test]
    fn only_the_same_bits_are_the_same_parameters() {
        let (solref, solimp) = (DEFAULT_SOLREF, [0.9, 0.95, 0.0, 0.5, 2.0]);
        let soft = Softness::new(&Model::default(), solref, solimp);
        assert!(soft.is_from(&solref, &solimp));
        assert!(!soft.is_from(&[solref[0], -solref[1]], &solimp));
        assert!(!soft.is_from(&solref, &[0.9, 0.95, -0.0, 0.5, 2.0]));
        let missing = Softness::new(&Model::default(), [f64::NAN; 2], solimp);
        assert!(missing.is_from(&[f64::NAN; 2], &solimp));
    }

    #[test]
    fn a_damping_ratio_of_one_is_critical() {
        let solimp = [0.9, 0.95, 0.001, 0.5, 2.0];
        let soft = Softness::new(&Model::default(), [0.02, 1.0], solimp);
        let [k, b, _, _] = soft.kbip(ConstraintType::LimitJoint, 0.9, 0.0);
        assert!((b * b - 4.0 * k).abs() < 1e-9 * k);
    }
}
