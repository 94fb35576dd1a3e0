//! Hulls of few nodes, looked at as a whole.
//!
//! To look at two dozen nodes side by side takes less time than to walk among them. The node that is highest by more than
//! rounding is where every walk ends; where there is no such node, the walk decides.
//!
//! The places are copied once for all searches of a pass, since a model may be edited between two of them.

use synovia_math::{Vec3, wide};

/// Larger hulls are walked on.
pub(super) const MAX_NODES: usize = 32;
/// Meshes from this number on are walked on.
const MAX_MESHES: usize = 256;
/// Most copies of a pass.
const MAX_COPIES: usize = 64;
/// No copy.
const NONE: u8 = u8::MAX;
/// Nodes that are looked at together.
const LANES: usize = 4;

/// Places of nodes, one coordinate after the other.
#[derive(Clone, Debug)]
pub(super) struct SmallHull {
    x: [f64; MAX_NODES],
    y: [f64; MAX_NODES],
    z: [f64; MAX_NODES],
    /// How many are filled, in whole lanes; the last lanes may hold what is no number and never the highest.
    count: usize,
    /// Largest sum of the coordinates of a node.
    size: f64,
}

impl SmallHull {
    /// Copies the places of at most [`MAX_NODES`] nodes.
    fn of(nodes: impl Iterator<Item = Vec3>) -> Self {
        let mut copy = Self {
            x: [f64::NAN; MAX_NODES],
            y: [f64::NAN; MAX_NODES],
            z: [f64::NAN; MAX_NODES],
            count: 0,
            size: 0.0,
        };
        for (k, place) in nodes.take(MAX_NODES).enumerate() {
            (copy.x[k], copy.y[k], copy.z[k]) = (place.x, place.y, place.z);
            copy.count = (k + 1).next_multiple_of(LANES);
            copy.size = (copy.size).max(place.x.abs() + place.y.abs() + place.z.abs());
        }
        copy
    }

    /// The node that is highest in a direction by more than `clear`, in sizes of the hull.
    #[inline]
    pub(super) fn highest(&self, dir: Vec3, clear: f64) -> Option<i32> {
        wide!(_simd => self.highest_in(dir, clear))
    }

    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    fn highest_in(&self, dir: Vec3, clear: f64) -> Option<i32> {
        // the best and the second best of each lane, and the number of the best
        let (mut best, mut second) = ([f64::MIN; LANES], [f64::MIN; LANES]);
        let mut at = [0_u64; LANES];
        let lanes = self.x.as_chunks::<LANES>().0.iter();
        let lanes = lanes.zip(self.y.as_chunks::<LANES>().0);
        let lanes = lanes.zip(self.z.as_chunks::<LANES>().0);
        for (first, ((x, y), z)) in (0_u64..).zip(lanes.take(self.count / LANES)) {
            for k in 0..LANES {
                let height = dir.x * x[k] + dir.y * y[k] + dir.z * z[k];
                let higher = height > best[k];
                // what is no number is neither
                let lower = if best[k] < height { best[k] } else { height };
                second[k] = if lower > second[k] { lower } else { second[k] };
                best[k] = if higher { height } else { best[k] };
                at[k] = if higher { first } else { at[k] };
            }
        }

        // and of all
        let mut node = LANES as u64 * at[0];
        for k in 1..LANES {
            let higher = best[k] > best[0];
            let lower = if higher { best[0] } else { best[k] };
            second[0] = second[0].max(second[k]).max(lower);
            best[0] = if higher { best[k] } else { best[0] };
            node = core::hint::select_unpredictable(higher, LANES as u64 * at[k] + k as u64, node);
        }
        (best[0] - second[0] > clear * self.size).then_some(node as i32)
    }
}

/// The copies of a pass.
#[derive(Clone, Debug, Default)]
pub(super) struct SmallHulls {
    copies: Vec<SmallHull>,
    /// Which copy each mesh has.
    of_mesh: Vec<u8>,
}

impl SmallHulls {
    /// Forgets what the model may have changed.
    pub(super) fn forget(&mut self) {
        if !self.copies.is_empty() {
            self.copies.clear();
            self.of_mesh.fill(NONE);
        }
    }

    /// Copies a hull if it is small and not known.
    #[inline]
    pub(super) fn add(&mut self, mesh: i32, nodes: impl ExactSizeIterator<Item = Vec3>) {
        if nodes.len() > MAX_NODES || self.get(mesh).is_some() {
            return;
        }
        if self.of_mesh.is_empty() {
            self.of_mesh.resize(MAX_MESHES, NONE);
            self.copies.reserve(MAX_COPIES);
        }
        if let Some(place) = usize::try_from(mesh)
            .ok()
            .and_then(|m| self.of_mesh.get_mut(m))
            && self.copies.len() < MAX_COPIES
        {
            *place = self.copies.len() as u8;
            self.copies.push(SmallHull::of(nodes));
        }
    }

    /// The copy of the hull of a mesh.
    #[inline]
    pub(super) fn get(&self, mesh: i32) -> Option<&SmallHull> {
        let place = *self.of_mesh.get(usize::try_from(mesh).ok()?)?;
        self.copies.get(usize::from(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners() -> impl ExactSizeIterator<Item = Vec3> {
        let places = [0, 1, 2, 3, 4].map(|k| {
            let angle = f64::from(k);
            Vec3::new(libm::cos(angle), libm::sin(angle), 0.1 * angle)
        });
        places.into_iter()
    }

    #[test]
    fn the_highest_is_the_one_that_looking_at_each_finds() {
        let hull = SmallHull::of(corners());
        for k in 0..100 {
            let angle = 0.07 * f64::from(k);
            let dir = Vec3::new(libm::cos(angle), libm::sin(angle), 0.3);
            let all: Vec<f64> = corners().map(|p| p.dot(dir)).collect();
            let best = (0..5).max_by(|&a, &b| all[a].total_cmp(&all[b])).unwrap();
            assert_eq!(hull.highest(dir, 1e-10), Some(best as i32));
        }
        assert_eq!(hull.highest(Vec3::ZERO, 1e-10), None);
        assert_eq!(hull.highest(Vec3::splat(f64::NAN), 1e-10), None);
    }

    #[test]
    fn a_copy_is_known_until_the_next_pass_and_large_hulls_have_none() {
        let mut hulls = SmallHulls::default();
        assert!(hulls.get(3).is_none());
        hulls.add(3, corners());
        assert!(hulls.get(3).is_some() && hulls.get(2).is_none());
        hulls.forget();
        assert!(hulls.get(3).is_none());
        hulls.add(3, [Vec3::X; MAX_NODES + 1].into_iter());
        hulls.add(-1, corners());
        hulls.add(MAX_MESHES as i32, corners());
        assert!(
            [3, -1, MAX_MESHES as i32]
                .iter()
                .all(|&mesh| hulls.get(mesh).is_none())
        );
    }
}
