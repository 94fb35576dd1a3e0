//! Built-in values that several elements share.

/// The default colour.
pub const GREY: [f32; 4] = [0.5, 0.5, 0.5, 1.0];

/// The identity rotation.
pub const UNIT_QUAT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// An unset list: its first number is NaN.
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
