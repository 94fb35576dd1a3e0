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

/// Softness of one constraint, with invalid values replaced.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softness {
    /// Reference: time constant and damping ratio, or negative stiffness and damping.
    pub solref: [f64; 2],
    /// The same for the friction rows of an elliptic contact; zero means the same as the normal.
    pub solreffriction: [f64; 2],
    /// Impedance: d₀, d₁, width, midpoint, power.
    pub solimp: [f64; 5],
    /// Friction of a contact.
    pub friction: Option<FrictionCone>,
    /// True if a reference had one positive and one negative number, and was replaced.
    pub replaced: bool,
}

/// The friction of a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrictionCone {
    /// Friction coefficients.
    pub friction: [f64; 5],
}

impl Softness {
    /// Softness of a constraint other than a contact with friction.
    pub(crate) fn new(model: &Model, solref: [f64; 2], solimp: [f64; 5]) -> Self {
        Self {
            solref: safe_reference(model, solref, DEFAULT_SOLREF),
            solreffriction: [0.0; 2],
            solimp: safe_impedance(solimp),
            friction: None,
            replaced: is_mixed(solref),
        }
    }

    /// Softness of a contact with friction.
    #[must_use]
    pub(crate) fn with_friction(
        mut self,
        model: &Model,
        solref: [f64; 2],
        cone: FrictionCone,
    ) -> Self {
        self.solreffriction = safe_reference(model, solref, [0.0; 2]);
        self.friction = Some(cone);
        self.replaced |= is_mixed(solref);
        self
    }

    /// Stiffness, damping, impedance and its slope of a row, equation (3).
    pub(crate) fn kbip(&self, kind: ConstraintType, first: bool, imp: f64, slope: f64) -> [f64; 4] {
        // friction rows of an elliptic contact may have their own reference
        let tangential = kind == ConstraintType::ContactElliptic && !first;
        let own = self.solreffriction != [0.0; 2];
        let [s0, s1] = if tangential && own {
            self.solreffriction
        } else {
            self.solref
        };
        let dmax = self.solimp[1];
        // friction has damping but no stiffness
        let is_friction = matches!(
            kind,
            ConstraintType::FrictionDof | ConstraintType::FrictionTendon
        ) || tangential;

        // equation (3), in either form of the reference
        let stiffness = if is_friction {
            0.0
        } else if s0 > 0.0 {
            1.0 / larger(MIN_VAL, dmax * dmax * s0 * s0 * s1 * s1)
        } else {
            -s0 / larger(MIN_VAL, dmax * dmax)
        };
        let damping = if s1 > 0.0 {
            2.0 / larger(MIN_VAL, dmax * s0)
        } else {
            -s1 / larger(MIN_VAL, dmax)
        };
        [stiffness, damping, imp, slope]
    }
}

impl FrictionCone {
    /// Sets the regularisation of friction rows from that of the normal, `r[0]`; returns the slope of the resulting cone.
    pub(crate) fn regularise(&self, impratio: f64, kind: ConstraintType, r: &mut [f64]) -> f64 {
        let Some((&mut normal, others)) = r.split_first_mut() else {
            return 0.0;
        };
        // `impratio` makes friction stiffer or softer than the normal
        let tangential = normal / larger(MIN_VAL, impratio);
        let first = self.friction[0];
        let mu = first * (tangential / normal).sqrt();
        if kind == ConstraintType::ContactElliptic {
            // such that R μ² is the same in all directions
            for (j, (r, other)) in others.iter_mut().zip(self.friction).enumerate() {
                *r = if j == 0 {
                    tangential
                } else {
                    tangential * first * first / (other * other)
                };
            }
        } else {
            // every facet of a pyramid has 2 μ² times the regularisation of the normal
            r.fill(2.0 * mu * mu * normal);
        }
        mu
    }
}

/// True unless it is a time constant with a damping ratio, or a stiffness with a damping.
fn is_mixed(solref: [f64; 2]) -> bool {
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

/// Impedance and its slope, equation (1).
pub(crate) fn impedance(solimp: &[f64; 5], pos: f64, margin: f64) -> (f64, f64) {
    let [d0, d1, width, midpoint, power] = *solimp;
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
    let (y, slope) = if power == 1.0 {
        (x, 1.0)
    // below the midpoint a power of `x`, above it mirrored at the midpoint
    } else if x <= midpoint {
        let a = 1.0 / raise(midpoint, power - 1.0);
        (a * raise(x, power), power * a * raise(x, power - 1.0))
    } else {
        let b = 1.0 / raise(1.0 - midpoint, power - 1.0);
        (
            1.0 - b * raise(1.0 - x, power),
            power * b * raise(1.0 - x, power - 1.0),
        )
    };
    // the slope with respect to `pos`
    (d0 + y * (d1 - d0), slope * sign * (d1 - d0) / width)
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
    fn a_damping_ratio_of_one_is_critical() {
        let soft = Softness {
            solref: [0.02, 1.0],
            solreffriction: [0.0; 2],
            solimp: [0.9, 0.95, 0.001, 0.5, 2.0],
            friction: None,
            replaced: false,
        };
        let [k, b, _, _] = soft.kbip(ConstraintType::LimitJoint, true, 0.9, 0.0);
        assert!((b * b - 4.0 * k).abs() < 1e-9 * k);
    }
}
