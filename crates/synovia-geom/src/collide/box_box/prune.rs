//! Removal of superfluous contacts of two boxes.
//!
//! A contact is removed if it is outside of one box and not well inside of the other, where boxes include the margin
//! and a tolerance of one percent; and if a later contact has the same position.

use synovia_math::Vec3;

use super::super::{ContactPoint, Manifold, Solid};

/// Tolerance: a point is outside if it is outside of the box enlarged by this factor, and well inside if it is inside
/// of the box reduced by it.
const DOUBT: f64 = 1.01;

/// A box with its margin, and the same enlarged by the tolerance.
struct Bounds<'a> {
    solid: &'a Solid<'a>,
    grown: Vec3,
    size: Vec3,
}

impl<'a> Bounds<'a> {
    #[inline]
    fn new(solid: &'a Solid<'a>, margin: f64) -> Self {
        let size = *solid.size + Vec3::splat(margin);
        Self {
            solid,
            grown: size * DOUBT,
            size,
        }
    }

    /// Absolute coordinates of a point in the frame of the box.
    #[inline]
    fn local(&self, point: Vec3) -> Vec3 {
        self.solid.mat.transpose_mul(point - *self.solid.pos).abs()
    }

    #[inline]
    fn outside(&self, local: Vec3) -> bool {
        let excess = local - self.grown;
        let most = if excess.x > excess.y {
            excess.x
        } else {
            excess.y
        };
        (if most > excess.z { most } else { excess.z }) > 0.0
    }

    #[cold]
    fn well_inside(&self, local: Vec3) -> bool {
        let size = self.size;
        local.x < size.x / DOUBT && local.y < size.y / DOUBT && local.z < size.z / DOUBT
    }
}

/// Removes contacts from index `first` on.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
pub(super) fn prune(a: &Solid<'_>, b: &Solid<'_>, margin: f64, first: usize, out: &mut Manifold) {
    let (bounds1, bounds2) = (Bounds::new(a, margin), Bounds::new(b, margin));
    let bad = |pos: Vec3| {
        let (local1, local2) = (bounds1.local(pos), bounds2.local(pos));
        let (outside1, outside2) = (bounds1.outside(local1), bounds2.outside(local2));
        // rare
        (outside1 | outside2)
            && ((outside1 && !bounds2.well_inside(local2))
                || (outside2 && !bounds1.well_inside(local1)))
    };
    keep(first, out, |list, k| !bad(list[k].pos));

    // the last of equals is kept
    keep(first, out, |list, k| {
        let pos = list[k].pos;
        let same = |p: Vec3| (p.x == pos.x) & (p.y == pos.y) & (p.z == pos.z);
        !list[k + 1..]
            .iter()
            .fold(false, |again, later| again | same(later.pos))
    });
}

/// Keeps the contacts from `first` on for which `good` is true; contacts after the tested one are still in place.
#[inline]
fn keep(first: usize, out: &mut Manifold, good: impl Fn(&[ContactPoint], usize) -> bool) {
    let mut kept = first;
    for k in first..out.len() {
        if good(out, k) {
            if kept < k {
                out[kept] = out[k];
            }
            kept += 1;
        }
    }
    out.truncate(kept);
}
