//! Inner loops for the vector unit of the processor.
//!
//! Programs are compiled for the oldest processor of their kind. A loop written over four-number vectors `f64x4<S>` is
//! generic in the vector unit `S`; [`wide!`] compiles it for the widest unit worth having as well and chooses when it
//! runs. Every version does the same operations in the same order, with no additions fused into products, so the
//! result does not depend on the choice.
//!
//! What is to be compiled for `S` must be inlined into the choice: every function on the way is `#[inline(always)]`.

/// `wide!(simd => work)` evaluates `work` with `simd` standing for the best vector unit of this processor.
///
/// The choice costs about a nanosecond, so `work` is a whole factorisation rather than one row. Work that names no vectors
/// gains a little as well: what is inlined into it has instructions with three operands.
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

/// `narrow!(simd => work)` evaluates `work` with the vector unit that every processor of this kind has.
#[macro_export]
macro_rules! narrow {
    ($simd:ident => $work:expr) => {{
        #[cfg(target_arch = "x86_64")]
        match $crate::fearless_simd::Level::baseline().as_sse2() {
            Some($simd) => $work,
            None => unreachable!("part of the architecture"),
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
