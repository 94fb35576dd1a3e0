//! The muscle model: force against length and velocity, and the dynamics of activation.
//!
//! Length and velocity are normalised by the optimal length `L₀`, such that the actuator's length range maps to the
//! muscle's operating range:
//!
//! ```text
//! L₀ = (lengthrange₁ − lengthrange₀) / (range₁ − range₀)
//! L  = range₀ + (length − lengthrange₀)/L₀        V = velocity / (L₀ vmax)                    (1)
//! active force   −F · FL(L) · FV(V)               passive force   −F · FP(L)                  (2)
//! ȧ = (clamp(u) − a) / τ(u, a)                                                                (3)
//! ```
//!
//! `FL` is a bump of four parabolas with its maximum 1 at `L = 1` and support `[lmin, lmax]`; `FV` rises from 0 at the
//! fastest shortening through 1 at rest to `fvmax`; `FP` is half-quadratic, then linear. Muscles pull: forces are
//! negative. The time constant (3) depends on activation as in Millard et al. (2013).

use synovia_math::MIN_VAL;

/// Parameters of the muscle model in the reference's order: range₀, range₁, force, scale, lmin, lmax, vmax, fpmax,
/// fvmax.
pub type MuscleParams = [f64; 9];

/// The bump of active force against normalised length.
#[doc(alias = "mju_muscleGainLength")]
pub fn gain_length(length: f64, lmin: f64, lmax: f64) -> f64 {
    if !(lmin <= length && length <= lmax) {
        return 0.0;
    }
    let a = 0.5 * (lmin + 1.0);
    let b = 0.5 * (1.0 + lmax);
    if length <= a {
        let x = (length - lmin) / (a - lmin).max(MIN_VAL);
        0.5 * x * x
    } else if length <= 1.0 {
        let x = (1.0 - length) / (1.0 - a).max(MIN_VAL);
        1.0 - 0.5 * x * x
    } else if length <= b {
        let x = (length - 1.0) / (b - 1.0).max(MIN_VAL);
        1.0 - 0.5 * x * x
    } else {
        let x = (lmax - length) / (lmax - b).max(MIN_VAL);
        0.5 * x * x
    }
}

/// Peak force; if the parameter is negative, the force that accelerates the reference inertia by `scale`.
pub(crate) fn peak_force(acc0: f64, prm: &MuscleParams) -> f64 {
    let [_, _, force, scale, ..] = *prm;
    if force < 0.0 {
        scale / acc0.max(MIN_VAL)
    } else {
        force
    }
}

/// Optimal length and normalised length, equation (1).
pub(crate) fn normalize(length: f64, lengthrange: [f64; 2], prm: &MuscleParams) -> (f64, f64) {
    let optimal = (lengthrange[1] - lengthrange[0]) / (prm[1] - prm[0]).max(MIN_VAL);
    (
        optimal,
        prm[0] + (length - lengthrange[0]) / optimal.max(MIN_VAL),
    )
}

/// Active force per unit of activation, equation (2).
#[doc(alias = "mju_muscleGain")]
pub fn gain(
    length: f64,
    velocity: f64,
    lengthrange: [f64; 2],
    acc0: f64,
    prm: &MuscleParams,
) -> f64 {
    let [.., lmin, lmax, vmax, _, fvmax] = *prm;
    let force = peak_force(acc0, prm);
    let (optimal, l) = normalize(length, lengthrange, prm);
    let v = velocity / (optimal * vmax).max(MIN_VAL);
    let fl = gain_length(l, lmin, lmax);

    let y = fvmax - 1.0;
    let fv = if v <= -1.0 {
        0.0
    } else if v <= 0.0 {
        (v + 1.0) * (v + 1.0)
    } else if v <= y {
        fvmax - (y - v) * (y - v) / y.max(MIN_VAL)
    } else {
        fvmax
    };
    -force * fl * fv
}

/// Passive force, equation (2).
#[doc(alias = "mju_muscleBias")]
pub fn bias(length: f64, lengthrange: [f64; 2], acc0: f64, prm: &MuscleParams) -> f64 {
    let (lmax, fpmax) = (prm[5], prm[7]);
    let force = peak_force(acc0, prm);
    let (_, l) = normalize(length, lengthrange, prm);
    let b = 0.5 * (1.0 + lmax);
    if l <= 1.0 {
        0.0
    } else if l <= b {
        let x = (l - 1.0) / (b - 1.0).max(MIN_VAL);
        -force * fpmax * 0.5 * x * x
    } else {
        let x = (l - b) / (b - 1.0).max(MIN_VAL);
        -force * fpmax * (0.5 + x)
    }
}

/// The quintic that rises from 0 to 1 over the unit interval.
fn sigmoid(x: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else {
        x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)
    }
}

/// Time constant between activation and deactivation; a positive `width` smooths the switch.
#[doc(alias = "mju_muscleDynamicsTimescale")]
pub fn timescale(excess: f64, tau_act: f64, tau_deact: f64, width: f64) -> f64 {
    if width < MIN_VAL {
        if excess > 0.0 { tau_act } else { tau_deact }
    } else {
        tau_deact + (tau_act - tau_deact) * sigmoid(excess / width + 0.5)
    }
}

/// Rate of activation, equation (3); `prm` is (τ of activation, τ of deactivation, smoothing width).
#[doc(alias = "mju_muscleDynamics")]
pub fn dynamics(ctrl: f64, act: f64, prm: [f64; 3]) -> f64 {
    let wanted = ctrl.clamp(0.0, 1.0);
    let held = act.clamp(0.0, 1.0);
    let stretch = 0.5 + 1.5 * held;
    let excess = wanted - act;
    excess / timescale(excess, prm[0] * stretch, prm[1] / stretch, prm[2]).max(MIN_VAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFAULT: MuscleParams = [0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2];

    #[test]
    fn the_length_curve_is_continuous_and_peaks_at_one() {
        assert_eq!(gain_length(1.0, 0.5, 1.6), 1.0);
        for knot in [0.5, 0.75, 1.0, 1.3, 1.6] {
            let below = gain_length(knot - 1e-9, 0.5, 1.6);
            let above = gain_length(knot + 1e-9, 0.5, 1.6);
            assert!((below - above).abs() < 1e-7, "jump at {knot}");
        }
    }

    #[test]
    fn at_rest_and_optimal_length_the_force_is_the_peak_force() {
        // L = 1 at range₀ + (length − lr₀)/L₀
        let lengthrange = [0.3, 0.6];
        let optimal = 0.3 / 0.3;
        let length = 0.3 + (1.0 - 0.75) * optimal;
        let force = gain(length, 0.0, lengthrange, 2.0, &DEFAULT);
        assert!((force + 100.0).abs() < 1e-10);
        assert_eq!(bias(length - 1e-6, lengthrange, 2.0, &DEFAULT), 0.0);
    }

    #[test]
    fn activation_moves_towards_the_control() {
        assert!(dynamics(1.0, 0.2, [0.01, 0.04, 0.0]) > 0.0);
        assert!(dynamics(0.0, 0.2, [0.01, 0.04, 0.0]) < 0.0);
        assert_eq!(dynamics(0.5, 0.5, [0.01, 0.04, 0.0]), 0.0);
    }
}
