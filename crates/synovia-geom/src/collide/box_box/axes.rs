//! The direction in which two boxes overlap least.
//!
//! Box A has half sizes `a` and its own axes `e_i`; box B has half sizes `b`, axes `b_j` and centre `p`, all in the frame
//! of A; `R_ij = e_i·b_j`. The shadows on a unit direction `n` overlap by
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
//! Nine square roots would cost more than everything else, so (1) is first taken without normalisation, which is enough
//! to see that a direction overlaps more than the least one so far.

use synovia_math::{MIN_VAL, Mat3, Vec3};

use super::super::Solid;

/// A cross product has to beat the faces by this much: parallel edges would win by rounding.
const CLEARLY_LESS: f64 = 1.0 - 1e-12;

/// Where two boxes are, seen from each other.
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
    /// A face of the first box, by its number in the list of facings.
    FaceOfFirst(usize),
    /// A face of the second box.
    FaceOfSecond(usize),
    /// An edge of either box.
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
    /// Sets two boxes in relation, unless a face normal already separates them.
    #[inline]
    pub(super) fn new(a: &Solid<'_>, b: &Solid<'_>, margin: f64) -> Option<Self> {
        let between = b.pos - a.pos;
        let pos21 = a.mat.transpose_mul(between);
        let pos12 = b.mat.transpose_mul(-between);
        let rot = a.mat.transpose() * *b.mat;
        let rot_abs = Mat3(rot.0.map(f64::abs));

        let faces1 = -pos21.abs() + a.size + rot_abs * b.size;
        let faces2 = -pos12.abs() + b.size + rot_abs.transpose_mul(a.size);
        let least = faces1.min(faces2);
        if least.x.min(least.y).min(least.z) < -margin {
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

    /// The direction of least overlap; none if one separates the boxes by more than the margin.
    pub(super) fn least_overlap(&self, size1: Vec3, size2: Vec3, margin: f64) -> Option<Overlap> {
        let mut least = margin;
        for k in 0..3 {
            least += size1[k] * 3.0 + size2[k] * 3.0;
        }

        // face normals, in turn; the first of equals wins
        let mut found = None;
        for k in 0..3 {
            if self.faces1[k] < least {
                least = self.faces1[k];
                found = Some(Overlap::FaceOfFirst(facing(k, self.pos21[k])));
            }
            if self.faces2[k] < least {
                least = self.faces2[k];
                found = Some(Overlap::FaceOfSecond(facing(k, self.pos12[k])));
            }
        }

        // cross products
        for i in 0..3 {
            let row = self.rot_abs.row(i);
            for j in 0..3 {
                let direction = cross_axis(i, self.rot.col(j));
                let squared = direction.norm_squared();
                let (j1, j2) = others(j);
                let (b1, b2) = (size2[j1] * row[j2], size2[j2] * row[j1]);

                // equation (1) times the length of the direction
                let (i1, i2) = others(i);
                let shadow1 = size1[i1] * direction[i1].abs() + size1[i2] * direction[i2].abs();
                let away = self.pos21.dot(direction).abs();
                let sure = shadow1 + b1 + b2 - away - 1e-9 * (shadow1 + b1 + b2 + away);
                let bar = least.max(-margin);
                if sure > 0.0 && (bar <= 0.0 || sure * sure > bar * bar * squared) {
                    continue;
                }

                // the same, exactly as it is compared
                let length = squared.sqrt();
                if length < MIN_VAL {
                    continue;
                }
                let direction = direction * (1.0 / length);
                let away = self.pos21.dot(direction);
                // order: first box, then second, by axis
                let overlap = size1[i1] * direction[i1].abs()
                    + size1[i2] * direction[i2].abs()
                    + b1 / length
                    + b2 / length
                    - away.abs();
                if overlap < -margin {
                    return None;
                }
                if overlap < least * CLEARLY_LESS {
                    least = overlap;
                    found = Some(Overlap::Edges(EdgePair {
                        axis1: i,
                        axis2: j,
                        direction,
                        backwards: away < 0.0,
                    }));
                }
            }
        }
        found
    }
}

/// The face of axis `k` on the side of `towards`.
#[inline]
fn facing(k: usize, towards: f64) -> usize {
    if towards < 0.0 { k + 3 } else { k }
}

/// The two other axes, in ascending order.
#[inline]
fn others(k: usize) -> (usize, usize) {
    match k {
        0 => (1, 2),
        1 => (0, 2),
        _ => (0, 1),
    }
}

/// `e_i × b`.
#[inline]
fn cross_axis(i: usize, b: Vec3) -> Vec3 {
    match i {
        0 => Vec3::new(0.0, -b.z, b.y),
        1 => Vec3::new(b.z, 0.0, -b.x),
        _ => Vec3::new(-b.y, b.x, 0.0),
    }
}

impl EdgePair {
    /// Which of the first box's edges: true on the positive side of axis `k`, the side that faces the second box.
    #[inline]
    pub(super) fn side1(&self, k: usize) -> bool {
        (self.direction[k] > 0.0) != self.backwards
    }

    /// Which of the second box's edges: true on the positive side of axis `k`, the side that faces the first box.
    ///
    /// The sign of `b_k·n` comes from (2): it is that of `R_il` if `j, k, l` is an even permutation.
    #[inline]
    pub(super) fn side2(&self, k: usize, rot: &Mat3) -> bool {
        let along = rot[(self.axis1, 3 - k - self.axis2)] > 0.0;
        let even = (k + 3 - self.axis2) % 3 == 1;
        (along != even) != self.backwards
    }
}
