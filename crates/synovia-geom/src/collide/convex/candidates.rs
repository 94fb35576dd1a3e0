//! The faces among which the nearest to the origin is searched.
//!
//! An unordered list: a removed entry is replaced by the last. The order determines which of equally near faces is
//! found first, and boxes have many of those, so a heap would give other results.

/// Faces and their squared distances.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates {
    faces: Vec<u16>,
    dist2: Vec<f64>,
}

impl Candidates {
    pub(super) fn clear(&mut self) {
        self.faces.clear();
        self.dist2.clear();
    }

    pub(super) fn reserve(&mut self, count: usize) {
        self.faces.reserve(count);
        self.dist2.reserve(count);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    /// Adds a face; returns its index.
    #[inline]
    pub(super) fn add(&mut self, face: usize, dist2: f64) -> u32 {
        let place = self.faces.len() as u32;
        self.faces.push(face as u16);
        self.dist2.push(dist2);
        place
    }

    /// Removes the entry at an index, if it is valid; returns the face that moved there, if any.
    #[inline]
    pub(super) fn remove(&mut self, place: u32) -> Option<usize> {
        let place = place as usize;
        if place >= self.faces.len() || place >= self.dist2.len() {
            return None;
        }
        self.faces.swap_remove(place);
        self.dist2.swap_remove(place);
        self.faces.get(place).map(|&face| usize::from(face))
    }

    /// The face with the smallest squared distance: the first of equals; `None` if no distance is below the maximum.
    pub(super) fn nearest(&self) -> Option<(usize, f64)> {
        // the minima of both halves are computed side by side: values just written are read in the size in which they
        // were written, without branches on them
        let half = self.dist2.len() / 2;
        let (front, back) = self.dist2.split_at(half);
        let mut least = [f64::MAX; 2];
        let mut at = [0; 2];
        let lesser = |d: f64, k: usize, least: &mut f64, at: &mut usize| {
            let better = d < *least;
            *least = if better { d } else { *least };
            *at = core::hint::select_unpredictable(better, k, *at);
        };
        for (k, (&p, &q)) in front.iter().zip(back).enumerate() {
            lesser(p, k, &mut least[0], &mut at[0]);
            lesser(q, k, &mut least[1], &mut at[1]);
        }
        if let Some(&last) = back.get(half) {
            lesser(last, half, &mut least[1], &mut at[1]);
        }
        let (least, place) = if least[1] < least[0] {
            (least[1], half + at[1])
        } else {
            (least[0], at[0])
        };
        if least == f64::MAX {
            return None;
        }
        Some((usize::from(*self.faces.get(place)?), least))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Compared with a plain list of faces and distances in the same order.
        #[test]
        fn the_first_of_the_least_is_found_after_any_changes(
            steps in prop::collection::vec((0_usize..40, prop::option::of(0_u8..6)), 1..80),
        ) {
            let mut list = Candidates::default();
            let mut plain: Vec<(usize, f64)> = Vec::new();
            for (k, (place, dist)) in steps.into_iter().enumerate() {
                if let Some(dist) = dist {
                    let dist = if dist == 5 { f64::NAN } else { f64::from(dist) };
                    prop_assert_eq!(list.add(k, dist) as usize, plain.len());
                    plain.push((k, dist));
                } else if place < plain.len() {
                    plain.swap_remove(place);
                    prop_assert_eq!(list.remove(place as u32), plain.get(place).map(|p| p.0));
                } else {
                    prop_assert_eq!(list.remove(place as u32), None);
                }
                let least = plain.iter().map(|p| p.1).fold(f64::MAX, f64::min);
                let first = plain.iter().find(|p| p.1 == least);
                prop_assert_eq!(list.nearest(), first.copied());
                prop_assert_eq!(list.is_empty(), plain.is_empty());
            }
        }
    }
}
