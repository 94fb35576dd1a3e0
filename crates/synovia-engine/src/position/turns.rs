//! Orientations of hinges, four joints at a time.
//!
//! Bodies are placed one after the other, but the angles of hinges are known before: sines and cosines of four joints with
//! neighbouring numbers are computed together when the first of them is needed.

#![expect(
    clippy::inline_always,
    reason = "compiled for the SIMD level of the caller"
)]

use synovia_math::fearless_simd::Simd;
use synovia_math::{Quat, Vec3, nearest};
use synovia_model::enums::JointType;

/// Positions of joints.
#[derive(Clone, Copy, Debug)]
pub(super) struct JointPositions<'a> {
    /// Types of joints.
    pub kind: &'a [JointType],
    /// Where their positions start.
    pub adr: &'a [i32],
    /// Positions, `θ`, and those of the reference pose, `θ₀`.
    pub qpos: &'a [f64],
    pub qpos0: &'a [f64],
}

impl JointPositions<'_> {
    /// `θ − θ₀` of a hinge or slide.
    #[inline(always)]
    pub(super) fn moved(&self, j: usize) -> f64 {
        let adr = self.adr[j] as usize;
        self.qpos[adr] - self.qpos0[adr]
    }
}

/// Sines and cosines of four joints with neighbouring numbers, which are computed together.
#[derive(Debug)]
pub(super) struct Turns {
    /// The number of the first joint divided by four.
    group: usize,
    /// Angles of hinges, zero for other joints.
    angle: [f64; 4],
    /// Sine and cosine of half the angle.
    sin: [f64; 4],
    cos: [f64; 4],
}

impl Default for Turns {
    fn default() -> Self {
        Self {
            group: usize::MAX,
            angle: [0.0; 4],
            sin: [0.0; 4],
            cos: [0.0; 4],
        }
    }
}

impl Turns {
    /// The orientation `exp(n⁰ (θ − θ₀))` of hinge `j`.
    #[inline(always)]
    pub(super) fn about<S: Simd>(
        &mut self,
        simd: S,
        at: JointPositions<'_>,
        j: usize,
        axis: Vec3,
    ) -> Quat {
        if self.group != j / 4 {
            self.group = j / 4;
            let first = j & !3;
            for lane in 0..4 {
                let hinge = at.kind.get(first + lane) == Some(&JointType::Hinge);
                self.angle[lane] = if hinge { at.moved(first + lane) } else { 0.0 };
            }
            (self.sin, self.cos) = nearest::sincos_each(simd, &self.angle.map(|x| x * 0.5));
        }
        let lane = j & 3;
        if self.angle[lane] == 0.0 {
            return Quat::IDENTITY;
        }
        let (s, c) = (self.sin[lane], self.cos[lane]);
        Quat::new(c, axis.x * s, axis.y * s, axis.z * s)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use synovia_math::wide;

    proptest! {
        #[test]
        fn hinges_turn_as_if_each_was_alone(
            angles in prop::collection::vec(
                prop_oneof![4 => -2.0..2.0_f64, 1 => -99.0..99.0_f64, 1 => Just(0.0), 1 => Just(5e-324), 1 => Just(f64::NAN)],
                1..11,
            ),
            other in 0..11_usize,
        ) {
            let n = angles.len();
            let kind: Vec<_> = (0..n).map(|k| if k == other { JointType::Slide } else { JointType::Hinge }).collect();
            let adr: Vec<_> = (0..n as i32).collect();
            let at = JointPositions { kind: &kind, adr: &adr, qpos: &angles, qpos0: &vec![0.0; n] };
            let axis = Vec3::new(0.6, -0.8, 0.0);
            let bits = |q: Quat| q.to_array().map(|x| if x.is_nan() { f64::NAN } else { x }.to_bits());
            let mut turns = Turns::default();
            for j in (0..n).filter(|&j| j != other) {
                let got = wide!(simd => turns.about(simd, at, j, axis));
                prop_assert_eq!(bits(got), bits(Quat::from_axis_angle(axis, angles[j])));
            }
        }
    }
}
