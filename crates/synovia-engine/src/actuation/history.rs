//! History buffers: past samples of a control or sensor, kept in a ring.
//!
//! A buffer of `n` samples of width `d` is laid out as `[user, cursor, times (n), values (n·d)]`; the cursor is the slot of
//! the newest sample, the slot after it holds the oldest. Reading between two samples holds the older one, or interpolates
//! linearly, or by a cubic with Catmull–Rom slopes.

use synovia_math::MIN_VAL;
use synovia_model::Model;
use synovia_model::id::ActuatorId;

use crate::data::State;

/// How to read between samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// The older sample.
    Hold,
    /// A straight line.
    Linear,
    /// A cubic.
    Cubic,
}

impl From<i32> for Interpolation {
    fn from(order: i32) -> Self {
        match order {
            0 => Self::Hold,
            1 => Self::Linear,
            _ => Self::Cubic,
        }
    }
}

/// A ring of scalar samples, oldest first.
struct Ring<'a> {
    cursor: usize,
    times: &'a [f64],
    values: &'a [f64],
}

impl<'a> Ring<'a> {
    fn new(buffer: &'a [f64], n: usize) -> Option<Self> {
        let (head, rest) = buffer.split_at_checked(2)?;
        let (times, values) = rest.split_at_checked(n)?;
        (n > 0).then_some(Self {
            cursor: head[1] as usize,
            times,
            values,
        })
    }

    fn slot(&self, k: usize) -> usize {
        (self.cursor + 1 + k) % self.times.len()
    }

    fn time(&self, k: usize) -> f64 {
        self.times[self.slot(k)]
    }

    fn value(&self, k: usize) -> f64 {
        self.values.get(self.slot(k)).copied().unwrap_or(0.0)
    }

    /// The first sample that is not before `t`.
    fn first_from(&self, t: f64) -> usize {
        let (mut low, mut high) = (0, self.times.len() - 1);
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if self.time(middle) < t {
                low = middle;
            } else {
                high = middle;
            }
        }
        high
    }

    fn read(&self, t: f64, how: Interpolation) -> f64 {
        let last = self.times.len() - 1;
        if t <= self.time(0) + MIN_VAL {
            return self.value(0);
        }
        if t >= self.time(last) - MIN_VAL {
            return self.value(last);
        }
        let k = self.first_from(t);
        if (t - self.time(k)).abs() < MIN_VAL {
            return self.value(k);
        }
        let (before, after) = (self.value(k - 1), self.value(k));
        let step = self.time(k) - self.time(k - 1);
        let s = (t - self.time(k - 1)) / step;
        match how {
            Interpolation::Hold => before,
            Interpolation::Linear => before + s * (after - before),
            Interpolation::Cubic => {
                // slopes over two intervals, flat at the ends
                let slope = |a: usize, b: usize| {
                    (self.value(b) - self.value(a)) / (self.time(b) - self.time(a))
                };
                let start = if k > 1 { slope(k - 2, k) } else { 0.0 };
                let end = if k < last { slope(k - 1, k + 1) } else { 0.0 };
                let (s2, s3) = (s * s, s * s * s);
                (2.0 * s3 - 3.0 * s2 + 1.0) * before
                    + (s3 - 2.0 * s2 + s) * step * start
                    + (-2.0 * s3 + 3.0 * s2) * after
                    + (s3 - s2) * step * end
            }
        }
    }
}

/// The control of actuator `u` as it takes effect at `time`.
#[doc(alias = "mj_readCtrl")]
pub fn read_ctrl(model: &Model, state: &State, u: ActuatorId, time: f64) -> f64 {
    let [samples, order] = model.actuator.history[u];
    let delay = model.actuator.delay[u];
    if delay == 0.0 || samples <= 0 {
        return state.ctrl[u];
    }
    let adr = model.actuator.historyadr[u] as usize;
    let buffer = state.history.rows().get(adr..).unwrap_or(&[]);
    let ring = Ring::new(buffer, samples as usize);
    ring.map_or(state.ctrl[u], |ring| ring.read(time - delay, order.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    // times 0, 1, 2, 3 with values 0, 1, 4, 9; the oldest is in slot 2
    const BUFFER: [f64; 10] = [0.0, 1.0, 2.0, 3.0, 0.0, 1.0, 4.0, 9.0, 0.0, 1.0];

    #[test]
    fn samples_are_read_oldest_first_and_held_at_the_ends() {
        let ring = Ring::new(&BUFFER, 4).unwrap();
        assert_eq!(ring.read(-1.0, Interpolation::Linear), 0.0);
        assert_eq!(ring.read(2.0, Interpolation::Linear), 4.0);
        assert_eq!(ring.read(7.0, Interpolation::Linear), 9.0);
    }

    #[test]
    fn between_samples_the_order_of_interpolation_counts() {
        let ring = Ring::new(&BUFFER, 4).unwrap();
        assert_eq!(ring.read(1.5, Interpolation::Hold), 1.0);
        assert_eq!(ring.read(1.5, Interpolation::Linear), 2.5);
        // a parabola is reproduced where both slopes are known
        assert!((ring.read(1.5, Interpolation::Cubic) - 2.25).abs() < 1e-15);
    }
}
