//! The muscle model: force against length and velocity, and the dynamics of activation.
//!
//! Length and velocity are normalised by the optimal length `L₀`, such that the actuator's length range maps to the
//! muscle's operating range:
//!
//! ```text
//! L₀ = (lengthrange₁ − lengthrange₀) / (range₁ − range₀)
//! L  = range₀ + (length − lengthrange₀)/L₀        V = velocity / (L₀ vmax)                    (1)
//! active force   −F · FL(L) · FV(V)               passive force   −F · FP(L)                  (2)
//! ```
//!
//! Muscles pull: forces are negative. Each curve is a sequence of parabolas and lines that meet with equal slopes. Half-way
//! between the optimal length and an end of the range `[lmin, lmax]` is a knee, `k(e) = (1 + e)/2`. With `s(a, b)` the
//! position of `L` between `a` and `b`, as a fraction:
//!
//! ```text
//! FL:  ½ s(e, k)²      from an end e to its knee k           1 − ½ s(1, k)²   between the knees     (3)
//! FV:  (1 + V)²        shortening, −1 ≤ V ≤ 0; 0 if faster
//!      m − (h − V)²/h  lengthening, 0 < V ≤ h = m − 1; m = fvmax if faster                          (4)
//! FP:  fpmax ½ s²      1 < L ≤ k(lmax), s = s(1, k)
//!      fpmax (½ + s)   beyond the knee k, s counted from it in units of k − 1                       (5)
//! ```
//!
//! Activation follows the control, with a time constant that depends on activation as in Millard et al. (2013):
//!
//! ```text
//! ȧ = (clamp(u) − a) / τ(u, a)                                                                      (6)
//! ```

use synovia_math::MIN_VAL;

/// Parameters of the muscle model in the reference's order: range₀, range₁, force, scale, lmin, lmax, vmax, fpmax, fvmax.
pub type MuscleParams = [f64; 9];

/// Length at which the active force is largest and the passive force begins, in units of the optimal length.
const OPTIMAL: f64 = 1.0;

/// The knee half-way between the optimal length and an end of the range of lengths.
fn knee(end: f64) -> f64 {
    0.5 * (OPTIMAL + end)
}

/// Active force against length, equation (3): a bump of four half parabolas over `[shortest, longest]`.
#[derive(Clone, Copy, Debug)]
struct ForceLength {
    shortest: f64,
    longest: f64,
}

impl ForceLength {
    fn at(self, l: f64) -> f64 {
        if !(self.shortest..=self.longest).contains(&l) {
            return 0.0;
        }
        // a knee belongs to the piece of shorter lengths, which matters if a flank has zero width
        let rises = l <= OPTIMAL;
        let end = if rises { self.shortest } else { self.longest };
        let knee = knee(end);
        let at_the_foot = (l <= knee) == rises;

        // equation (3): a parabola from the end or from the optimal length
        let nearest_extremum = if at_the_foot { end } else { OPTIMAL };
        let share = (l - nearest_extremum).abs() / (knee - nearest_extremum).abs().max(MIN_VAL);
        let parabola = 0.5 * share * share;
        if at_the_foot {
            parabola
        } else {
            1.0 - parabola
        }
    }
}

/// Force against velocity, equation (4).
#[derive(Clone, Copy, Debug)]
struct ForceVelocity {
    /// Force when lengthening fast, as a multiple of the force at rest.
    saturation: f64,
}

impl ForceVelocity {
    /// The largest increase of the force by lengthening; also the velocity beyond which the force is constant.
    fn headroom(self) -> f64 {
        self.saturation - 1.0
    }

    fn at(self, v: f64) -> f64 {
        // shortening: a parabola that is zero at the maximum velocity
        if v <= 0.0 {
            let from_fastest = (v + 1.0).max(0.0);
            return from_fastest * from_fastest;
        }
        // lengthening: a parabola up to the saturation
        let headroom = self.headroom();
        if v <= headroom {
            let missing = headroom - v;
            self.saturation - missing * missing / headroom.max(MIN_VAL)
        } else {
            self.saturation
        }
    }

    /// Derivative of the curve.
    fn slope(self, v: f64) -> f64 {
        let headroom = self.headroom();
        if v <= -1.0 || v > headroom.max(0.0) {
            0.0
        } else if v <= 0.0 {
            2.0 * v + 2.0
        } else {
            (2.0 * headroom - 2.0 * v) / headroom.max(MIN_VAL)
        }
    }
}

/// Passive force against length, equation (5): a half parabola from the optimal length to the knee, then its tangent.
#[derive(Clone, Copy, Debug)]
struct PassiveForce {
    knee: f64,
}

impl PassiveForce {
    /// The curve without `fpmax`, multiplied by `scale`.
    fn scaled(self, scale: f64, l: f64) -> f64 {
        if l <= OPTIMAL {
            return 0.0;
        }
        // equation (5): a parabola up to the knee, then a line
        let share_from = |start: f64| (l - start) / (self.knee - OPTIMAL).max(MIN_VAL);
        if l <= self.knee {
            let share = share_from(OPTIMAL);
            // order: from the left
            scale * 0.5 * share * share
        } else {
            scale * (0.5 + share_from(self.knee))
        }
    }
}

/// One muscle: its curves and the units of its length, velocity and force.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Muscle<'a> {
    prm: &'a MuscleParams,
    /// Force `F` at rest and optimal length.
    peak: f64,
    /// Optimal length `L₀`.
    optimal: f64,
    /// Length at which the normalised length is range₀.
    start: f64,
}

impl<'a> Muscle<'a> {
    /// The muscle of an actuator whose unit force gives the acceleration `acc0`. A negative force parameter stands for the
    /// force that accelerates by `scale`.
    pub(crate) fn new(lengthrange: [f64; 2], acc0: f64, prm: &'a MuscleParams) -> Self {
        let [range_start, range_end, force, scale, ..] = *prm;
        let [start, end] = lengthrange;
        Self {
            prm,
            peak: if force < 0.0 {
                scale / acc0.max(MIN_VAL)
            } else {
                force
            },
            optimal: (end - start) / (range_end - range_start).max(MIN_VAL),
            start,
        }
    }

    /// Normalised length `L`, equation (1).
    fn normalized(&self, length: f64) -> f64 {
        self.prm[0] + (length - self.start) / self.optimal.max(MIN_VAL)
    }

    /// The velocity at which `V = 1`, equation (1).
    fn fastest(&self) -> f64 {
        let [.., vmax, _, _] = *self.prm;
        (self.optimal * vmax).max(MIN_VAL)
    }

    fn force_velocity(&self) -> ForceVelocity {
        let [.., saturation] = *self.prm;
        ForceVelocity { saturation }
    }

    /// Active force at rest, per unit of activation.
    fn isometric(&self, length: f64) -> f64 {
        let [.., lmin, lmax, _, _, _] = *self.prm;
        -self.peak * gain_length(self.normalized(length), lmin, lmax)
    }

    /// Active force per unit of activation, equation (2).
    fn active(&self, length: f64, velocity: f64) -> f64 {
        let v = velocity / self.fastest();
        self.isometric(length) * self.force_velocity().at(v)
    }

    /// Derivative of the active force with respect to velocity, per unit of activation.
    pub(crate) fn active_slope(&self, length: f64, velocity: f64) -> f64 {
        let fastest = self.fastest();
        self.isometric(length) * self.force_velocity().slope(velocity / fastest) / fastest
    }

    /// Passive force, equation (2).
    fn passive(&self, length: f64) -> f64 {
        let [.., lmax, _, fpmax, _] = *self.prm;
        PassiveForce { knee: knee(lmax) }.scaled(-self.peak * fpmax, self.normalized(length))
    }
}

/// The bump of active force against normalised length, equation (3).
#[doc(alias = "mju_muscleGainLength")]
pub fn gain_length(length: f64, lmin: f64, lmax: f64) -> f64 {
    ForceLength {
        shortest: lmin,
        longest: lmax,
    }
    .at(length)
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
    Muscle::new(lengthrange, acc0, prm).active(length, velocity)
}

/// Passive force, equation (2).
#[doc(alias = "mju_muscleBias")]
pub fn bias(length: f64, lengthrange: [f64; 2], acc0: f64, prm: &MuscleParams) -> f64 {
    Muscle::new(lengthrange, acc0, prm).passive(length)
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

/// Rate of activation, equation (6); `prm` is (τ of activation, τ of deactivation, smoothing width).
#[doc(alias = "mju_muscleDynamics")]
pub fn dynamics(ctrl: f64, act: f64, prm: [f64; 3]) -> f64 {
    let wanted = ctrl.clamp(0.0, 1.0);
    let held = act.clamp(0.0, 1.0);
    // time constants depend on the activation, Millard et al.
    let stretch = 0.5 + 1.5 * held;
    let excess = wanted - act;
    let tau = timescale(excess, prm[0] * stretch, prm[1] / stretch, prm[2]);
    // a comparison, not `max`: NaN parameters give NaN, as in the reference
    excess / if tau < MIN_VAL { MIN_VAL } else { tau }
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
    fn the_slope_against_velocity_is_the_limit_of_differences() {
        let muscle = Muscle::new([0.3, 0.6], 2.0, &DEFAULT);
        let h = 1e-6;
        for velocity in [-2.0, -0.7, -0.1, 0.05, 0.2, 0.5] {
            let change = muscle.active(0.5, velocity + h) - muscle.active(0.5, velocity - h);
            let found = muscle.active_slope(0.5, velocity);
            assert!((found - change / (2.0 * h)).abs() < 1e-6, "{velocity}");
        }
    }

    #[test]
    fn activation_moves_towards_the_control() {
        assert!(dynamics(1.0, 0.2, [0.01, 0.04, 0.0]) > 0.0);
        assert!(dynamics(0.0, 0.2, [0.01, 0.04, 0.0]) < 0.0);
        assert_eq!(dynamics(0.5, 0.5, [0.01, 0.04, 0.0]), 0.0);
    }
}
