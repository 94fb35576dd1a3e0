//! Axes: the map from numbers to coordinates, and round numbers for ticks.

/// Minimum and maximum of the finite numbers; (0, 0) if there are none.
pub(super) fn extent(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let finite = values.into_iter().filter(|x| x.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
        (low.min(x), high.max(x))
    });
    if low > high { (0.0, 0.0) } else { (low, high) }
}

/// A linear map from an interval to coordinates, with round ticks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
}

impl Scale {
    /// Maps the interval onto `start..end`; an empty interval is widened.
    pub(super) fn new((low, high): (f64, f64), start: f64, end: f64) -> Self {
        let (low, high) = if high - low > 1e-12 * low.abs().max(high.abs()) {
            (low, high)
        } else {
            let half = (0.05 * low.abs()).max(0.5);
            (low - half, high + half)
        };
        Self {
            low,
            high,
            start,
            end,
        }
    }

    /// The same with a margin at both ends.
    pub(super) fn with_air(self) -> Self {
        let air = 0.06 * (self.high - self.low);
        Self {
            low: self.low - air,
            high: self.high + air,
            ..self
        }
    }

    /// The coordinate of a number.
    pub(super) fn place(&self, x: f64) -> f64 {
        let share = (x - self.low) / (self.high - self.low);
        self.start + share * (self.end - self.start)
    }

    /// Round numbers in the interval, about `n` of them, with as many decimals as they need.
    pub(super) fn marks(&self, n: usize) -> Vec<(f64, String)> {
        let step = round_step((self.high - self.low) / n.max(1) as f64);
        let first = (self.low / step - 1e-9).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        (first..=last)
            .map(|k| {
                let x = k as f64 * step;
                let text = if decimals > 6 || step >= 1e7 {
                    format!("{x:e}")
                } else {
                    format!("{x:.decimals$}")
                };
                (x, text)
            })
            .collect()
    }
}

/// The smallest of 1, 2, 5 times a power of ten that is at least `rough`.
fn round_step(rough: f64) -> f64 {
    let power = 10_f64.powf(rough.log10().floor());
    let share = rough / power;
    let rounded = [1.0, 2.0, 5.0].into_iter().find(|&r| share <= r * 1.000001);
    rounded.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_inside() {
        let scale = Scale::new((-0.3, 9.7), 0.0, 100.0);
        let marks = scale.marks(5);
        let texts: Vec<&str> = marks.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["0", "2", "4", "6", "8"]);
        assert!((scale.place(-0.3), scale.place(9.7)) == (0.0, 100.0));
        let fine: Vec<String> = (Scale::new((0.0, 0.01), 0.0, 1.0).marks(4).into_iter())
            .map(|(_, text)| text)
            .collect();
        assert_eq!(fine, ["0.000", "0.005", "0.010"]);
    }

    #[test]
    fn a_constant_has_a_scale_too() {
        for x in [0.0, 3.0, -1e9] {
            let scale = Scale::new((x, x), 0.0, 1.0);
            assert_eq!(scale.place(x), 0.5);
            assert!(!scale.marks(4).is_empty());
        }
        assert_eq!(extent([f64::NAN]), (0.0, 0.0));
    }
}
