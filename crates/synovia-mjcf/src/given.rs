//! Types that programs may use for the value of an attribute.
//!
//! Every attribute has a method of its name that sets it and returns the element: `Geom::sphere("ball", 0.1).rgba([1.0, 0.0, 0.0, 1.0])`.
//! It takes the value itself or, as listed here, an equivalent: `&str` for a string, `bool` for the keywords `true` and `false`,
//! `-1.0..=1.0` for a range, an array or a single number for a list that may be short, rows for a flat list of vertices or triangles.

use core::ops::RangeInclusive;

use crate::attr::Lead;
use crate::band::Band;
use crate::keyword::{AlignFree, Bool, InertiaFromGeom, Limited};
use crate::value::Outputs;

/// A type that can be used for an attribute of type `T`.
pub trait IntoValue<T> {
    /// The value of the attribute.
    fn into_value(self) -> T;
}

impl<T> IntoValue<T> for T {
    fn into_value(self) -> T {
        self
    }
}

impl IntoValue<String> for &str {
    fn into_value(self) -> String {
        self.to_owned()
    }
}

impl IntoValue<String> for &String {
    fn into_value(self) -> String {
        self.clone()
    }
}

impl IntoValue<f64> for i32 {
    fn into_value(self) -> f64 {
        f64::from(self)
    }
}

macro_rules! true_or_false {
    ($($T:ty)*) => { $(
        impl IntoValue<$T> for bool {
            fn into_value(self) -> $T {
                if self { <$T>::True } else { <$T>::False }
            }
        }
    )* };
}

true_or_false!(Bool Limited AlignFree InertiaFromGeom);

impl IntoValue<[f64; 2]> for RangeInclusive<f64> {
    fn into_value(self) -> [f64; 2] {
        [*self.start(), *self.end()]
    }
}

/// Two points.
impl IntoValue<[f64; 6]> for [[f64; 3]; 2] {
    fn into_value(self) -> [f64; 6] {
        let [[a, b, c], [d, e, f]] = self;
        [a, b, c, d, e, f]
    }
}

impl IntoValue<Band> for f64 {
    fn into_value(self) -> Band {
        Band([self; 2])
    }
}

impl IntoValue<Band> for [f64; 2] {
    fn into_value(self) -> Band {
        Band(self)
    }
}

impl<const N: usize> IntoValue<Lead<N>> for f64 {
    fn into_value(self) -> Lead<N> {
        Lead::new(&[self])
    }
}

/// The leading entries; at most `N` are kept.
impl<const N: usize, const M: usize> IntoValue<Lead<N>> for [f64; M] {
    fn into_value(self) -> Lead<N> {
        Lead::new(&self)
    }
}

/// Bits of the model's `CamOut`.
impl<const N: usize> IntoValue<Outputs> for [i32; N] {
    fn into_value(self) -> Outputs {
        Outputs(self.iter().fold(0, |bits, bit| bits | bit))
    }
}

impl<T, const N: usize> IntoValue<Vec<T>> for [T; N] {
    fn into_value(self) -> Vec<T> {
        self.into()
    }
}

impl<T: Clone> IntoValue<Vec<T>> for &[T] {
    fn into_value(self) -> Vec<T> {
        self.to_vec()
    }
}

impl<T: Clone> IntoValue<Vec<T>> for &Vec<T> {
    fn into_value(self) -> Vec<T> {
        self.clone()
    }
}

/// Rows, one after the other.
impl<T: Clone, const N: usize> IntoValue<Vec<T>> for &[[T; N]] {
    fn into_value(self) -> Vec<T> {
        self.concat()
    }
}

/// Rows, one after the other.
impl<T: Clone, const N: usize> IntoValue<Vec<T>> for Vec<[T; N]> {
    fn into_value(self) -> Vec<T> {
        self.concat()
    }
}

/// Rows, one after the other.
impl<T: Clone, const N: usize, const M: usize> IntoValue<Vec<T>> for [[T; N]; M] {
    fn into_value(self) -> Vec<T> {
        self.concat()
    }
}
