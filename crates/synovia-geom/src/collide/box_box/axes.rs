//! Separating-axis test of two boxes: the direction of least overlap.
//!
//! Box A has half sizes `a` and its own axes `e_i`; box B has half sizes `b`, axes `b_j` and centre `p`, all in the
//! frame of A; `R_ij = e_i·b_j`. The projections onto a unit direction `n` overlap by
//!
//! ```text
//! o(n) = Σ_k a_k |n_k| + Σ_k b_k |b_k·n| − |p·n|                                     (1)
//! ```
//!
//! and the boxes are further apart than the margin if `o(n) < −margin`. For `n = e_i` the middle sum is row `i` of `|R|b`,
//! for `n = b_j` the first one is row `j` of `|R|ᵀa`. For `n = e_i × b_j / |e_i × b_j|` the triple products are entries of
//! `R`:
//!
//! ```text
//! |b_k·(e_i × b_j)| = |R_il|,      {j, k, l} = {0, 1, 2}                             (2)
//! ```
//!
//! Nine square roots would cost more than everything else, so (1) is first evaluated without normalisation, which is
//! sufficient to show that most directions overlap more than the least one so far.

use synovia_math::{MIN_VAL, Mat3, Vec3};

use super::super::Solid;

/// A cross product must overlap less than the faces by this factor: otherwise parallel edges could win by rounding.
const CLEARLY_LESS: f64 = 1.0 - 1e-12;

/// Far above the relative rounding error of sums like (1).
const ROUNDING: f64 = 1e-9;

/// The relative pose of two boxes.
pub(super) struct Relative {
    /// Centre of the second in the frame of the first.
    pub pos21: Vec3,
    /// Centre of the first in the frame of the second.
    pub pos12: Vec3,
    /// `R`: the axes of the second in the frame of the first, as columns.
    pub rot: Mat3,
    /// `|R|`.
    pub rot_abs: Mat3,
    /// Overlap along the face normals of the first.
    faces1: Vec3,
    /// Overlap along the face normals of the second.
    faces2: Vec3,
}

/// The direction of least overlap.
pub(super) enum Overlap {
    /// A face of the first box, as an index into the list of facings.
    FaceOfFirst(usize),
    /// A face of the second box.
    FaceOfSecond(usize),
    /// Two edges, one of each box.
    Edges(EdgePair),
}

/// Two edges that face each other.
pub(super) struct EdgePair {
    /// Axis of the first box along the edge.
    pub axis1: usize,
    /// Axis of the second box along the edge.
    pub axis2: usize,
    /// The unit direction `n`, in the frame of the first box.
    pub direction: Vec3,
    /// True if `n` points from the second box to the first.
    pub backwards: bool,
}

impl Relative {
    /// Computes the relative pose; `None` if a face normal separates the boxes by more than the margin.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    pub(super) fn new(a: &Solid<'_>, b: &Solid<'_>, margin: f64) -> Option<Self> {
        let apart = |o: Vec3| (o.x < -margin) | (o.y < -margin) | (o.z < -margin);
        let between = *b.pos - *a.pos;
        let pos21 = a.mat.transpose_mul(between);
        let rot = a.mat.transpose() * *b.mat;
        let rot_abs = Mat3(rot.0.map(f64::abs));
        // equation (1) for `n = e_i`
        let faces1 = -pos21.abs() + *a.size + rot_abs * *b.size;
        if apart(faces1) {
            return None;
        }
        let pos12 = b.mat.transpose_mul(-between);
        // equation (1) for `n = b_j`
        let faces2 = -pos12.abs() + *b.size + rot_abs.transpose_mul(*a.size);
        if apart(faces2) {
            return None;
        }
        Some(Self {
            pos21,
            pos12,
            rot,
            rot_abs,
            faces1,
            faces2,
        })
    }

    /// The direction of least overlap; `None` if a direction separates the boxes by more than the margin.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    pub(super) fn least_overlap(&self, size1: &Vec3, size2: &Vec3, margin: f64) -> Option<Overlap> {
        // larger than any overlap
        let mut least = margin;
        for k in 0..3 {
            least += size1[k] * 3.0 + size2[k] * 3.0;
        }

        // order: face normals of both boxes in turn; the first of equals wins
        let (f1, f2) = (self.faces1, self.faces2);
        let mut nearest = usize::MAX;
        for (m, overlap) in [f1.x, f2.x, f1.y, f2.y, f1.z, f2.z].into_iter().enumerate() {
            let less = overlap < least;
            least = if less { overlap } else { least };
            nearest = if less { m } else { nearest };
        }
        let axis = nearest / 2;
        let mut found = match (nearest < 6, nearest % 2) {
            (false, _) => None,
            (true, 0) => Some(Overlap::FaceOfFirst(facing(axis, self.pos21[axis]))),
            (true, _) => Some(Overlap::FaceOfSecond(facing(axis, self.pos12[axis]))),
        };

        // cross products that may overlap less than that, as a bit mask
        let bar = least.max(-margin);
        let mut candidates = self.candidates::<0>(size1, size2, bar)
            | self.candidates::<1>(size1, size2, bar)
            | self.candidates::<2>(size1, size2, bar);
        while candidates != 0 {
            let m = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            // equation (1) with normalisation, for the few that remain
            let Some((overlap, pair)) = self.cross_overlap(m / 3, m % 3, size1, size2) else {
                continue;
            };
            if overlap < -margin {
                return None;
            }
            if overlap < least * CLEARLY_LESS {
                least = overlap;
                found = Some(Overlap::Edges(pair));
            }
        }
        found
    }

    /// For `n ∥ e_i × b_j`, each `j`: bit `3i + j` is unset if the boxes certainly overlap more than `bar`.
    ///
    /// Multiplied by the length of the direction, (1) has no roots or divisions; the lower bound that remains after
    /// rounding is compared squared.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    fn candidates<const I: usize>(&self, size1: &Vec3, size2: &Vec3, bar: f64) -> u32 {
        let (k, l) = ((I + 1) % 3, (I + 2) % 3);
        let (row_k, row_l) = (self.rot.row(k), self.rot.row(l));
        let (abs_k, abs_l) = (self.rot_abs.row(k), self.rot_abs.row(l));
        let abs_i = self.rot_abs.row(I);
        let (size_k, size_l) = (size1[k], size1[l]);
        let (pos_k, pos_l) = (self.pos21[k], self.pos21[l]);
        let shadow2 = [
            size2.y * abs_i.z + size2.z * abs_i.y,
            size2.x * abs_i.z + size2.z * abs_i.x,
            size2.x * abs_i.y + size2.y * abs_i.x,
        ];
        let bar_squared = bar * bar;
        let mut bits = 0;
        for j in 0..3 {
            let shadows = size_k * abs_l[j] + size_l * abs_k[j] + shadow2[j];
            let away = (pos_l * row_k[j] - pos_k * row_l[j]).abs();
            let squared = row_k[j] * row_k[j] + row_l[j] * row_l[j];
            let sure = shadows - away - ROUNDING * (shadows + away);
            let open = (sure <= 0.0) | ((bar > 0.0) & (sure * sure <= bar_squared * squared));
            bits |= u32::from(open) << (3 * I + j);
        }
        bits
    }

    /// Equation (1) for `n = e_i × b_j / |e_i × b_j|`; `None` if the edges are parallel.
    fn cross_overlap(
        &self,
        i: usize,
        j: usize,
        size1: &Vec3,
        size2: &Vec3,
    ) -> Option<(f64, EdgePair)> {
        // the direction has no component along e_i
        let (k, l) = ((i + 1) % 3, (i + 2) % 3);
        let (n_k, n_l) = (-self.rot[(l, j)], self.rot[(k, j)]);
        let length = (n_k * n_k + n_l * n_l).sqrt();
        if length < MIN_VAL {
            return None;
        }
        let (n_k, n_l) = (n_k * (1.0 / length), n_l * (1.0 / length));
        let away = self.pos21[k] * n_k + self.pos21[l] * n_l;
        let (j1, j2) = OTHERS[j];
        // order: first box, then second, by increasing axis
        let overlap = size1[k] * n_k.abs()
            + size1[l] * n_l.abs()
            + size2[j1] * self.rot_abs[(i, j2)] / length
            + size2[j2] * self.rot_abs[(i, j1)] / length
            - away.abs();
        let pair = EdgePair {
            axis1: i,
            axis2: j,
            direction: match i {
                0 => Vec3::new(0.0, n_k, n_l),
                1 => Vec3::new(n_l, 0.0, n_k),
                _ => Vec3::new(n_k, n_l, 0.0),
            },
            backwards: away < 0.0,
        };
        Some((overlap, pair))
    }
}

/// The face of axis `k` on the side of the sign of `towards`.
#[inline]
fn facing(k: usize, towards: f64) -> usize {
    if towards < 0.0 { k + 3 } else { k }
}

/// The two other axes, in ascending order.
const OTHERS: [(usize, usize); 3] = [(1, 2), (0, 2), (0, 1)];

impl EdgePair {
    /// The edge of the first box that faces the second: true if it is on the positive side of axis `k`.
    #[inline]
    pub(super) fn side1(&self, k: usize) -> bool {
        (self.direction[k] > 0.0) != self.backwards
    }

    /// The edge of the second box that faces the first: true if it is on the positive side of axis `k`.
    ///
    /// The sign of `b_k·n` comes from (2): it is that of `R_il` if `j, k, l` is an even permutation.
    #[inline]
    pub(super) fn side2(&self, k: usize, rot: &Mat3) -> bool {
        let along = rot[(self.axis1, 3 - k - self.axis2)] > 0.0;
        let even = (k + 3 - self.axis2) % 3 == 1;
        (along != even) != self.backwards
    }
}
