//! Built-in values that several elements share.

/// The colour of what has none.
pub const GREY: [f32; 4] = [0.5, 0.5, 0.5, 1.0];

/// No rotation.
pub const UNIT_QUAT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// A list that is unset unless it is written: its first number is NaN.
pub const fn unset<const N: usize>() -> [f64; N] {
    let mut list = [0.0; N];
    list[0] = f64::NAN;
    list
}

/// One, then zeros.
pub const fn leading_one<const N: usize>() -> [f64; N] {
    let mut list = [0.0; N];
    list[0] = 1.0;
    list
}
