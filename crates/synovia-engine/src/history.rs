//! History buffers: past samples of a control or a sensor, stored in a ring buffer.
//!
//! A buffer of `n` samples of width `d` has the layout `[user, cursor, times (n), values (n·d)]`; the cursor is the slot of
//! the newest sample, the slot after it contains the oldest. For a sensor with a sampling period the user's number is the
//! time of its last tick. A value between two samples is the older one, or is interpolated linearly, or by a cubic with
//! Catmull–Rom slopes:
//!
//! ```text
//! x(s) = (2s³ − 3s² + 1) x₀ + (s³ − 2s² + s) h m₀ + (−2s³ + 3s²) x₁ + (s³ − s²) h m₁             (1)
//! ```
//!
//! with `s` from 0 to 1 over the interval `h`, and slopes `m` over two intervals, zero at the ends of the buffer.

use synovia_math::MIN_VAL;
use synovia_model::Model;
use synovia_model::id::{ActuatorId, SensorId};

use crate::data::State;

/// Interpolation between samples.
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

/// Position of the `k`th oldest sample in a ring of `n`.
fn slot(cursor: usize, n: usize, k: usize) -> usize {
    (cursor + 1 + k) % n
}

/// The first sample that is not before `t`; `n` if all are before.
fn first_from(times: &[f64], cursor: usize, t: f64) -> usize {
    // `time(k)` is the time of the `k`th oldest sample
    let n = times.len();
    let time = |k: usize| times[slot(cursor, n, k)];
    if t <= time(0) {
        return 0;
    }
    if t > time(n - 1) {
        return n;
    }
    // binary search
    let (mut low, mut high) = (0, n - 1);
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if time(middle) < t {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// A ring buffer of samples, oldest first.
#[derive(Clone, Copy, Debug)]
pub struct Ring<'a> {
    /// Slot of the newest sample.
    cursor: usize,
    /// Numbers per sample.
    width: usize,
    /// Times of the slots.
    times: &'a [f64],
    /// Values of the slots.
    values: &'a [f64],
}

impl<'a> Ring<'a> {
    /// The first `n` samples of `width` numbers in `buffer`; `None` if it is too short.
    pub fn new(buffer: &'a [f64], n: usize, width: usize) -> Option<Self> {
        // layout: user, cursor, times, values
        let (head, rest) = buffer.split_at_checked(2)?;
        let (times, values) = rest.split_at_checked(n)?;
        let values = values.get(..n * width)?;
        (n > 0).then(|| Self {
            cursor: head[1] as usize % n,
            width,
            times,
            values,
        })
    }

    /// Time of the `k`th oldest sample.
    fn time(&self, k: usize) -> f64 {
        self.times[slot(self.cursor, self.times.len(), k)]
    }

    /// Value of the `k`th oldest sample.
    fn value(&self, k: usize) -> &'a [f64] {
        let at = self.width * slot(self.cursor, self.times.len(), k);
        &self.values[at..at + self.width]
    }

    /// The value at time `t`, equation (1) if `how` is cubic; constant beyond the ends.
    #[doc(alias = "mju_historyRead")]
    pub fn read(&self, t: f64, how: Interpolation, out: &mut [f64]) {
        let last = self.times.len() - 1;
        let mut take = |k: usize| {
            for (out, value) in out.iter_mut().zip(self.value(k)) {
                *out = *value;
            }
        };
        // beyond the ends
        if t <= self.time(0) + MIN_VAL {
            return take(0);
        }
        if t >= self.time(last) - MIN_VAL {
            return take(last);
        }
        // 1 ≤ k ≤ last, unless times are NaN
        let k = first_from(self.times, self.cursor, t).clamp(last.min(1), last);
        if (t - self.time(k)).abs() < MIN_VAL || k == 0 {
            return take(k);
        }
        // between samples k − 1 and k
        let (before, after) = (self.value(k - 1), self.value(k));
        let step = self.time(k) - self.time(k - 1);
        let s = (t - self.time(k - 1)) / step;
        match how {
            Interpolation::Hold => take(k - 1),
            Interpolation::Linear => {
                for (i, out) in out.iter_mut().enumerate().take(self.width) {
                    *out = before[i] + s * (after[i] - before[i]);
                }
            }
            Interpolation::Cubic => {
                let (s2, s3) = (s * s, s * s * s);
                for (i, out) in out.iter_mut().enumerate().take(self.width) {
                    let slope = |a: usize, b: usize| {
                        (self.value(b)[i] - self.value(a)[i]) / (self.time(b) - self.time(a))
                    };
                    // Catmull–Rom slopes, zero at the ends
                    let start = if k > 1 { slope(k - 2, k) } else { 0.0 };
                    let end = if k < last { slope(k - 1, k + 1) } else { 0.0 };
                    // equation (1)
                    *out = (2.0 * s3 - 3.0 * s2 + 1.0) * before[i]
                        + (s3 - 2.0 * s2 + s) * step * start
                        + (-2.0 * s3 + 3.0 * s2) * after[i]
                        + (s3 - s2) * step * end;
                }
            }
        }
    }
}

/// Makes room for a sample at time `t` and returns it: a sample of equal time is overwritten, otherwise the oldest sample
/// is dropped.
///
/// `None` if the buffer is too short for `n` samples of `width` numbers.
#[doc(alias = "mju_historyInsert")]
pub(crate) fn insert(buffer: &mut [f64], n: usize, width: usize, t: f64) -> Option<&mut [f64]> {
    // layout: user, cursor, times, values
    let (head, rest) = buffer.split_at_mut_checked(2)?;
    let (times, values) = rest.split_at_mut_checked(n)?;
    if n == 0 || values.len() < n * width {
        return None;
    }
    let cursor = head[1] as usize % n;
    let k = first_from(times, cursor, t);
    let at = if k == n {
        // newer than all: the ring advances
        let newest = (cursor + 1) % n;
        head[1] = newest as f64;
        newest
    } else if (t - times[slot(cursor, n, k)]).abs() < MIN_VAL {
        // a sample of equal time is overwritten
        let same = slot(cursor, n, k);
        return values.get_mut(same * width..(same + 1) * width);
    } else if k == 0 {
        // older than all: the oldest sample is replaced
        slot(cursor, n, 0)
    } else {
        // in between: older samples move by one
        for j in 0..k - 1 {
            let (to, from) = (slot(cursor, n, j), slot(cursor, n, j + 1));
            times[to] = times[from];
            values.copy_within(from * width..(from + 1) * width, to * width);
        }
        slot(cursor, n, k - 1)
    };
    times[at] = t;
    values.get_mut(at * width..(at + 1) * width)
}

/// Address of the buffer of an actuator, and its number of samples; `None` if it has no history.
fn of_actuator(model: &Model, u: ActuatorId) -> Option<(usize, usize)> {
    let [samples, _] = model.actuator.history[u];
    let adr = usize::try_from(model.actuator.historyadr[u]).ok()?;
    (samples > 0).then_some((adr, samples as usize))
}

/// Address of the buffer of a sensor, and its number of samples; `None` if it has no history.
pub(crate) fn of_sensor(model: &Model, s: SensorId) -> Option<(usize, usize)> {
    let [samples, _] = model.sensor.history[s];
    let adr = usize::try_from(model.sensor.historyadr[s]).ok()?;
    (samples > 0).then_some((adr, samples as usize))
}

/// The control of actuator `u` that takes effect at `time`.
#[doc(alias = "mj_readCtrl")]
pub(crate) fn read_ctrl(model: &Model, state: &State, u: ActuatorId, time: f64) -> f64 {
    // without delay or history the control of this step
    let delay = model.actuator.delay[u];
    let mut value = [state.ctrl[u]];
    if let Some((adr, n)) = of_actuator(model, u)
        && delay != 0.0
    {
        let buffer = state.history.rows().get(adr..).unwrap_or(&[]);
        if let Some(ring) = Ring::new(buffer, n, 1) {
            let [_, order] = model.actuator.history[u];
            ring.read(time - delay, order.into(), &mut value);
        }
    }
    value[0]
}

/// The delayed reading of sensor `s` at `time`, from its history; `out` is unchanged if it has no history.
#[doc(alias = "mj_readSensor")]
pub(crate) fn read_sensor(model: &Model, history: &[f64], s: SensorId, time: f64, out: &mut [f64]) {
    let Some((adr, n)) = of_sensor(model, s) else {
        return;
    };
    let buffer = history.get(adr..).unwrap_or(&[]);
    if let Some(ring) = Ring::new(buffer, n, model.sensor.dim[s] as usize) {
        let [_, order] = model.sensor.history[s];
        ring.read(time - model.sensor.delay[s], order.into(), out);
    }
}

/// Records the controls of this step.
pub(crate) fn record_controls(model: &Model, state: &mut State) {
    let time = state.time;
    for u in model.actuator.ids() {
        let Some((adr, n)) = of_actuator(model, u) else {
            continue;
        };
        let buffer = state.history.rows_mut().get_mut(adr..).unwrap_or(&mut []);
        if let Some([slot]) = insert(buffer, n, 1, time) {
            *slot = state.ctrl[u];
        }
    }
}

/// Resets all histories: zeros at the times before the start at which samples would have been taken.
pub(crate) fn reset(model: &Model, history: &mut [f64]) {
    let step = model.opt.timestep;
    // writes one buffer: the last tick, the cursor, the times; values stay zero
    let mut start = |adr: usize, n: usize, tick: f64, time: &dyn Fn(usize) -> f64| {
        let buffer = history.get_mut(adr..).unwrap_or(&mut []);
        if let Some((head, times)) = buffer.split_at_mut_checked(2) {
            head[0] = tick;
            head[1] = (n - 1) as f64;
            for (k, slot) in times.iter_mut().enumerate().take(n) {
                *slot = time(n - 1 - k);
            }
        }
    };
    // one sample per step; `age` is counted from the newest
    let each_step = |age: usize| -((age + 1) as f64) * step;
    for u in model.actuator.ids() {
        if let Some((adr, n)) = of_actuator(model, u) {
            start(adr, n, 0.0, &each_step);
        }
    }
    for s in model.sensor.ids() {
        let Some((adr, n)) = of_sensor(model, s) else {
            continue;
        };
        let [period, phase] = model.sensor.interval[s];
        if period > 0.0 {
            // without a phase the first tick is at the start
            let tick = if phase == 0.0 { -period } else { phase };
            start(adr, n, tick, &|age| {
                ((tick - age as f64 * period) / step).ceil() * step
            });
        } else {
            start(adr, n, -step, &each_step);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // times 0, 1, 2, 3 with values 0, 1, 4, 9; the oldest is in slot 2
    const BUFFER: [f64; 10] = [0.0, 1.0, 2.0, 3.0, 0.0, 1.0, 4.0, 9.0, 0.0, 1.0];

    fn read(buffer: &[f64], n: usize, t: f64, how: Interpolation) -> f64 {
        let mut out = [f64::NAN];
        Ring::new(buffer, n, 1).unwrap().read(t, how, &mut out);
        out[0]
    }

    #[test]
    fn samples_are_read_oldest_first_and_held_at_the_ends() {
        for (t, expected) in [(-1.0, 0.0), (2.0, 4.0), (7.0, 9.0)] {
            assert_eq!(read(&BUFFER, 4, t, Interpolation::Linear), expected);
        }
    }

    #[test]
    fn between_samples_the_order_of_interpolation_counts() {
        assert_eq!(read(&BUFFER, 4, 1.5, Interpolation::Hold), 1.0);
        assert_eq!(read(&BUFFER, 4, 1.5, Interpolation::Linear), 2.5);
        // a parabola is reproduced where both slopes are known
        let cubic = read(&BUFFER, 4, 1.5, Interpolation::Cubic);
        assert!((cubic - 2.25).abs() < 1e-15);
    }

    #[test]
    fn a_new_sample_drops_the_oldest_and_an_equal_time_is_overwritten() {
        let mut buffer = BUFFER;
        insert(&mut buffer, 4, 1, 4.0).unwrap()[0] = 16.0;
        assert_eq!(buffer, [0.0, 2.0, 2.0, 3.0, 4.0, 1.0, 4.0, 9.0, 16.0, 1.0]);
        insert(&mut buffer, 4, 1, 3.0).unwrap()[0] = -9.0;
        assert_eq!(buffer, [0.0, 2.0, 2.0, 3.0, 4.0, 1.0, 4.0, -9.0, 16.0, 1.0]);
    }

    #[test]
    fn a_sample_in_between_keeps_the_order() {
        let mut buffer = BUFFER;
        insert(&mut buffer, 4, 1, 1.5).unwrap()[0] = 7.0;
        for (t, expected) in [(0.0, 1.0), (1.0, 1.0), (1.5, 7.0), (2.0, 4.0), (3.0, 9.0)] {
            assert_eq!(read(&buffer, 4, t, Interpolation::Hold), expected);
        }
        // older than all: replaces the oldest
        insert(&mut buffer, 4, 1, 0.5).unwrap()[0] = 5.0;
        assert_eq!(read(&buffer, 4, 0.5, Interpolation::Hold), 5.0);
    }

    #[test]
    fn a_buffer_that_is_too_short_has_no_ring() {
        assert!(Ring::new(&BUFFER[..9], 4, 1).is_none());
        assert!(Ring::new(&BUFFER, 0, 1).is_none());
        assert!(insert(&mut [0.0; 9], 4, 1, 1.0).is_none());
        let nan = [f64::NAN; 10];
        assert!(read(&nan, 4, 1.0, Interpolation::Cubic).is_nan());
    }
}
