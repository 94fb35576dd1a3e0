//! Columns of numbers over time, in memory that does not grow with time: a plot has a limited number of pixels.
//!
//! A span represents consecutive rows by the minimum and maximum of their numbers. It starts as one row; whenever there
//! are more than [`MOST`] spans, neighbouring spans are merged in pairs, so a long history has between half of `MOST` and
//! `MOST` spans.

use super::scale::extent;

/// Largest number of spans: about one per pixel.
pub(super) const MOST: usize = 800;

/// A point of a plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// Time.
    pub x: f64,
    /// The value at that time.
    pub y: f64,
}

/// Consecutive rows of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    least: Point,
    most: Point,
    /// True if the minimum comes before the maximum.
    least_first: bool,
    /// True if a number is not finite.
    gap: bool,
}

impl Span {
    /// A span of one row.
    fn new(x: f64, y: f64) -> Self {
        let point = Point { x, y };
        let gap = !y.is_finite();
        // without a finite number the minimum is above the maximum
        let [least, most] = if gap {
            [f64::INFINITY, f64::NEG_INFINITY].map(|y| Point { x, y })
        } else {
            [point, point]
        };
        Self {
            least,
            most,
            least_first: true,
            gap,
        }
    }

    /// Merges this span with the next one.
    fn with(self, next: Self) -> Self {
        let lower = next.least.y < self.least.y;
        let higher = next.most.y >= self.most.y;
        Self {
            least: if lower { next.least } else { self.least },
            most: if higher { next.most } else { self.most },
            least_first: match (lower, higher) {
                (false, false) => self.least_first,
                (true, true) => next.least_first,
                (lower, _) => !lower,
            },
            gap: self.gap || next.gap,
        }
    }

    /// Minimum and maximum of the rows, in order of time; `None` if a number is not finite.
    pub(super) fn points(&self) -> Option<[Point; 2]> {
        match (self.gap, self.least_first) {
            (true, _) => None,
            (false, true) => Some([self.least, self.most]),
            (false, false) => Some([self.most, self.least]),
        }
    }

    /// Minimum and maximum of the finite numbers; (∞, −∞) if there are none.
    pub(super) fn extent(&self) -> [f64; 2] {
        [self.least.y, self.most.y]
    }
}

/// Columns over time.
#[derive(Debug)]
pub(super) struct History {
    width: usize,
    /// Spans of all columns, interleaved: the first of each column, then the second of each, and so on.
    spans: Vec<Span>,
    /// Rows per span, and rows in the last span.
    size: u64,
    filled: u64,
    /// Smallest and largest time, across resets.
    times: (f64, f64),
}

impl History {
    /// An empty history of `width` columns; `None` if there is not enough memory.
    pub(super) fn new(width: usize) -> Option<Self> {
        let mut spans = Vec::new();
        spans.try_reserve_exact(width.checked_mul(MOST)?).ok()?;
        Some(Self {
            width,
            spans,
            size: 1,
            filled: 1,
            times: (f64::INFINITY, f64::NEG_INFINITY),
        })
    }

    /// Adds a row.
    pub(super) fn push(&mut self, time: f64, row: &[f64]) {
        let (low, high) = self.times;
        self.times = (low.min(time), high.max(time));
        let new = row.iter().map(|&y| Span::new(time, y));
        if self.filled < self.size && !self.spans.is_empty() {
            let last = self.spans.len() - self.width;
            for (span, new) in self.spans[last..].iter_mut().zip(new) {
                *span = span.with(new);
            }
            self.filled += 1;
            return;
        }
        if self.spans.len() == MOST * self.width {
            self.halve();
        }
        self.spans.extend(new);
        self.filled = 1;
    }

    /// Merges spans in pairs.
    fn halve(&mut self) {
        let width = self.width;
        let half = self.spans.len() / width.max(1) / 2;
        for k in 0..half {
            for column in 0..width {
                let [first, second] = [2 * k, 2 * k + 1].map(|k| self.spans[k * width + column]);
                self.spans[k * width + column] = first.with(second);
            }
        }
        self.spans.truncate(half * width);
        self.size *= 2;
    }

    /// The spans of a column.
    pub(super) fn line(&self, column: usize) -> Vec<Span> {
        let spans = self.spans.iter().skip(column).step_by(self.width.max(1));
        spans.copied().collect()
    }

    /// Difference between the largest and the smallest value of a column.
    pub(super) fn reach(&self, column: usize) -> f64 {
        let spans = self.spans.iter().skip(column).step_by(self.width.max(1));
        let (low, high) = extent(spans.flat_map(Span::extent));
        high - low
    }

    /// Smallest and largest time.
    pub(super) fn times(&self) -> (f64, f64) {
        extent([self.times.0, self.times.1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_history_is_kept_as_it_is() {
        let mut history = History::new(2).unwrap();
        for k in 0..MOST {
            history.push(k as f64, &[1.0, -(k as f64)]);
        }
        let line = history.line(1);
        assert_eq!(line.len(), MOST);
        let point = Point { x: 9.0, y: -9.0 };
        assert_eq!(line[9].points(), Some([point, point]));
        assert_eq!(
            (history.reach(0), history.reach(1)),
            (0.0, MOST as f64 - 1.0)
        );
        assert_eq!(history.times(), (0.0, MOST as f64 - 1.0));
    }

    #[test]
    fn a_long_history_keeps_its_extremes_in_the_memory_of_a_short_one() {
        let wave = |k: usize| ((k * 7919) % 10_007) as f64;
        let (n, mut history) = (123_457, History::new(1).unwrap());
        for k in 0..n {
            history.push(k as f64, &[wave(k)]);
        }
        let line = history.line(0);
        assert!(history.spans.capacity() == MOST && line.len() > MOST / 2);
        // each span has the minimum and maximum of its rows, the first and last ones here, in order
        let size = n.div_ceil(MOST).next_power_of_two();
        for (k, span) in line.iter().enumerate() {
            let rows = || k * size..n.min((k + 1) * size);
            let least = rows().min_by(|&a, &b| wave(a).total_cmp(&wave(b))).unwrap();
            let most = rows().max_by(|&a, &b| wave(a).total_cmp(&wave(b))).unwrap();
            let expected = [least.min(most), least.max(most)];
            let found = span.points().unwrap();
            assert_eq!(found.map(|p| p.x), expected.map(|k| k as f64));
            assert_eq!(found.map(|p| p.y), expected.map(wave));
        }
    }

    #[test]
    fn bad_numbers_leave_a_gap_and_no_trace_in_the_extent() {
        let mut history = History::new(1).unwrap();
        for y in [1.0, f64::NAN, 3.0, f64::INFINITY] {
            history.push(0.0, &[y]);
        }
        let gaps: Vec<bool> = history
            .line(0)
            .iter()
            .map(|s| s.points().is_none())
            .collect();
        assert_eq!(gaps, [false, true, false, true]);
        assert_eq!(history.reach(0), 2.0);
        history.halve();
        assert!(history.line(0).iter().all(|span| span.points().is_none()));
        assert_eq!(history.reach(0), 2.0);
    }
}
