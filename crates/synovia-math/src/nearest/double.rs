//! Double-double numbers: unevaluated sums of two numbers, with about 106 bits.

/// `high + low`, |low| ≤ ½ ulp(high).
#[derive(Clone, Copy, Debug)]
pub(super) struct Double {
    pub(super) high: f64,
    pub(super) low: f64,
}

/// The exact sum of two numbers.
#[inline]
pub(super) const fn sum(a: f64, b: f64) -> Double {
    let high = a + b;
    let part = high - a;
    let low = (a - (high - part)) + (b - part);
    Double { high, low }
}

/// The exact sum of two numbers, the first of which is zero or at least as large as the second.
#[inline]
pub(super) const fn ordered_sum(a: f64, b: f64) -> Double {
    let high = a + b;
    let low = b - (high - a);
    Double { high, low }
}

/// The upper and lower half of a number, with 26 bits each.
#[inline]
pub(super) const fn split(a: f64) -> (f64, f64) {
    let scaled = 134_217_729.0 * a;
    let high = scaled - (scaled - a);
    (high, a - high)
}

/// The exact product of two numbers.
#[inline]
pub(super) const fn product(a: f64, b: f64) -> Double {
    let high = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    let low = ((ah * bh - high) + ah * bl + al * bh) + al * bl;
    Double { high, low }
}

impl Double {
    pub(super) const ONE: Self = Self::from(1.0);

    pub(super) const fn from(x: f64) -> Self {
        Self { high: x, low: 0.0 }
    }

    /// Rounded to one number.
    #[inline]
    pub(super) const fn round(self) -> f64 {
        self.high + self.low
    }

    /// Divided by a number.
    pub(super) const fn over(self, b: f64) -> Self {
        let first = self.high / b;
        let rest = self.plus(product(first, b).negated());
        sum(first, rest.round() / b)
    }

    pub(super) const fn plus(self, o: Self) -> Self {
        let (high, low) = (sum(self.high, o.high), sum(self.low, o.low));
        let once = sum(high.high, high.low + low.high);
        sum(once.high, once.low + low.low)
    }

    pub(super) const fn times(self, o: Self) -> Self {
        let p = product(self.high, o.high);
        sum(p.high, p.low + (self.high * o.low + self.low * o.high))
    }

    pub(super) const fn negated(self) -> Self {
        Self {
            high: -self.high,
            low: -self.low,
        }
    }

    /// The negative, if bit 1 of `sign` is set.
    #[inline]
    pub(super) fn signed(self, sign: i32) -> Self {
        let factor = f64::from(1 - sign);
        Self {
            high: factor * self.high,
            low: factor * self.low,
        }
    }

    /// Renormalises, so that the second part is at most half of the last bit of the first.
    #[inline]
    pub(super) fn normalized(self) -> Self {
        ordered_sum(self.high, self.low)
    }

    /// With the sign of `x`, for a number that is not negative.
    #[inline]
    pub(super) fn with_sign_of(self, x: f64) -> Self {
        let sign = x.to_bits() & (1 << 63);
        Self {
            high: f64::from_bits(self.high.to_bits() ^ sign),
            low: f64::from_bits(self.low.to_bits() ^ sign),
        }
    }

    /// The nearest number, if an error of `error` cannot change the rounding.
    #[inline]
    pub(super) fn rounded_within(self, error: f64) -> Option<f64> {
        let nearest = self.high + (self.low + error);
        (nearest == self.high + (self.low - error)).then_some(nearest)
    }
}
