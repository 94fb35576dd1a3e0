//! The result of testing two shapes: contact points, together a manifold.

use synovia_math::Vec3;

/// The largest number of contacts of a pair of shapes.
#[doc(alias = "mjMAXCONPAIR")]
pub const MAX_CONTACTS: usize = 50;

/// A point where two shapes touch or are nearest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// Signed distance, negative when they overlap \[m\].
    pub dist: f64,
    /// Midpoint between the two surface points \[m\].
    pub pos: Vec3,
    /// Unit vector from the first shape to the second.
    pub normal: Vec3,
    /// Preferred direction of the first tangent; if zero, the caller chooses it.
    pub tangent: Vec3,
}

impl ContactPoint {
    /// All zero.
    pub const ZERO: Self = Self {
        dist: 0.0,
        pos: Vec3::ZERO,
        normal: Vec3::ZERO,
        tangent: Vec3::ZERO,
    };

    /// A contact with free tangents.
    #[inline]
    pub const fn new(dist: f64, pos: Vec3, normal: Vec3) -> Self {
        Self {
            dist,
            pos,
            normal,
            tangent: Vec3::ZERO,
        }
    }
}

/// The contact points of one pair: a list of bounded length that never allocates.
#[derive(Clone, Debug)]
pub struct Manifold {
    list: [ContactPoint; MAX_CONTACTS],
    len: usize,
}

impl Default for Manifold {
    fn default() -> Self {
        Self {
            list: [ContactPoint::ZERO; MAX_CONTACTS],
            len: 0,
        }
    }
}

impl Manifold {
    /// Removes all contacts.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a contact; returns false and changes nothing if the list is full.
    #[inline]
    pub fn push(&mut self, contact: ContactPoint) -> bool {
        let Some(place) = self.list.get_mut(self.len) else {
            return false;
        };
        *place = contact;
        self.len += 1;
        true
    }

    /// Adds a contact with distance and position alone if `counts`, without a branch on that condition. The caller
    /// fills in the rest later.
    #[inline]
    pub(super) fn offer(&mut self, counts: bool, dist: f64, pos: Vec3) {
        if let Some(place) = self.list.get_mut(self.len) {
            place.dist = dist;
            place.pos = pos;
            self.len += usize::from(counts);
        }
    }

    /// Keeps the first `len` contacts.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl core::ops::Deref for Manifold {
    type Target = [ContactPoint];

    #[inline]
    fn deref(&self) -> &[ContactPoint] {
        &self.list[..self.len]
    }
}

impl core::ops::DerefMut for Manifold {
    #[inline]
    fn deref_mut(&mut self) -> &mut [ContactPoint] {
        &mut self.list[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_list_takes_no_more() {
        let mut manifold = Manifold::default();
        for k in 0..MAX_CONTACTS {
            assert!(manifold.push(ContactPoint::new(k as f64, Vec3::ZERO, Vec3::Z)));
        }
        assert!(!manifold.push(ContactPoint::ZERO));
        assert_eq!(manifold.len(), MAX_CONTACTS);
        assert_eq!(manifold[7].dist, 7.0);
        manifold.clear();
        assert!(manifold.is_empty());
    }
}
