//! SIMD dispatch of inner loops.
//!
//! Programs are compiled for the oldest processor of their kind. A loop written over vectors of four numbers,
//! `f64x4<S>`, is generic in the SIMD level `S`; [`wide!`] compiles it for the widest useful level as well and
//! selects the level at run time. Every version performs the same operations in the same order, without fused
//! multiply-add, so the result does not depend on the level.
//!
//! Code to be compiled for `S` must be inlined into the dispatch: every function in between is `#[inline(always)]`.

/// `wide!(simd => work)` evaluates `work` with `simd` bound to the best SIMD level of this processor.
///
/// The dispatch costs about a nanosecond, so `work` is a whole factorisation rather than one row. Work without
/// explicit vectors gains a little as well: the code inlined into it uses three-operand instructions.
#[macro_export]
macro_rules! wide {
    ($simd:ident => $work:expr) => {{
        let level = $crate::fearless_simd::Level::new();
        #[cfg(target_arch = "x86_64")]
        if let Some($simd) = level.as_avx2() {
            $crate::fearless_simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $work,
            )
        } else {
            $crate::narrow!($simd => $work)
        }
        #[cfg(not(target_arch = "x86_64"))]
        $crate::fearless_simd::dispatch!(level, $simd => $work)
    }};
}

/// `narrow!(simd => work)` evaluates `work` with the SIMD level that every processor of this kind has.
#[macro_export]
macro_rules! narrow {
    ($simd:ident => $work:expr) => {{
        #[cfg(target_arch = "x86_64")]
        match $crate::fearless_simd::Level::baseline().as_sse2() {
            Some($simd) => $work,
            None => unreachable!("SSE2 is part of the architecture"),
        }
        #[cfg(not(target_arch = "x86_64"))]
        $crate::fearless_simd::dispatch!($crate::fearless_simd::Level::baseline(), $simd => $work)
    }};
}

pub(crate) use {narrow, wide};

#[cfg(test)]
mod tests {
    use crate::kernel::{axpys_in, dots_in, rotate_in};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_vector_unit_gives_the_same_bits(a in prop::collection::vec(-9.0..9.0_f64, 0..50), s in -2.0..2.0_f64) {
            let b: Vec<f64> = a.iter().map(|x| x / 3.0 + s).collect();
            let both = [&a[..], &b[..]];
            let (wide_dots, narrow_dots) =
                (wide!(simd => dots_in(simd, both, &b)), narrow!(simd => dots_in(simd, both, &b)));
            prop_assert_eq!(wide_dots, narrow_dots);

            let (mut y, mut z) = (a.clone(), a.clone());
            wide!(simd => axpys_in(simd, &mut y, [s, 0.1], both));
            narrow!(simd => axpys_in(simd, &mut z, [s, 0.1], both));
            prop_assert_eq!(&y, &z);

            let (mut v, mut w) = (b.clone(), b.clone());
            wide!(simd => rotate_in(simd, &mut y, &mut v, 0.3, s, -s));
            narrow!(simd => rotate_in(simd, &mut z, &mut w, 0.3, s, -s));
            prop_assert_eq!(y, z);
            prop_assert_eq!(v, w);
        }
    }
}
