//! The list of contacts: manifolds with their parameters and frames, in order.

use synovia_geom::collide::ContactPoint;
use synovia_math::{Mat3, Vec3};
use synovia_model::Model;
use synovia_model::consts::MAX_CONTACTS_PER_PAIR;
use synovia_model::enums::Warning;
use synovia_model::id::GeomId;

use super::parameters;
use crate::data::{Contact, Diag, EngineError};

/// Maximum number of contacts: the reference stores them in an arena of bounded size, next to the list of all body pairs.
pub fn capacity(model: &Model) -> usize {
    let bodies = model.body.len() + model.flex.len();
    let pairs = size_of::<i32>() * (bodies * bodies.saturating_sub(1) / 2);
    let arena = usize::try_from(model.size.narena).unwrap_or(0);
    arena.saturating_sub(pairs) / size_of::<Contact>()
}

/// The objects of a contact, in the memory order of the reference; −1 where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sides {
    /// Geoms.
    pub geom: [i32; 2],
    /// Flexes.
    pub flex: [i32; 2],
    /// Elements of flexes.
    pub elem: [i32; 2],
    /// Vertices of flexes.
    pub vert: [i32; 2],
}

impl Sides {
    /// No objects.
    pub(super) const NONE: Self = Self {
        geom: [-1; 2],
        flex: [-1; 2],
        elem: [-1; 2],
        vert: [-1; 2],
    };

    /// Two geoms.
    #[inline]
    pub(super) const fn geoms([g1, g2]: [GeomId; 2]) -> Self {
        Self {
            geom: [g1.0, g2.0],
            ..Self::NONE
        }
    }
}

/// The list of a pass.
pub(super) struct Contacts<'a> {
    /// Contacts of the previous pose, replaced from the front by those of this one: memory is written once.
    pub list: &'a mut Vec<Contact>,
    /// Number of contacts of this pose.
    pub count: usize,
    /// True if Hessians of contacts must be cleared.
    pub cones: bool,
    /// Maximum number of contacts.
    pub capacity: usize,
    /// Simulated time, for warnings.
    pub time: f64,
    /// Counts warnings.
    pub diag: &'a mut Diag,
}

impl Contacts<'_> {
    /// True if one more pair fits; counts a warning if not.
    #[inline]
    pub(super) fn has_room(&mut self) -> bool {
        self.has_room_for(MAX_CONTACTS_PER_PAIR)
    }

    /// True if one more pair does not fit; counts no warning.
    #[inline]
    pub(super) const fn is_full(&self) -> bool {
        self.count + MAX_CONTACTS_PER_PAIR > self.capacity
    }

    /// True if so many pairs and one more fit; counts no warning.
    #[inline]
    pub(super) const fn has_room_for_pairs(&self, pairs: usize) -> bool {
        self.count + (pairs + 1) * MAX_CONTACTS_PER_PAIR <= self.capacity
    }

    /// True if this many contacts fit; counts a warning if not.
    #[inline]
    pub(super) fn has_room_for(&mut self, more: usize) -> bool {
        let room = self.count + more <= self.capacity;
        if !room {
            self.diag.warn(Warning::ContactFull, self.count, self.time);
        }
        room
    }

    /// Adds the manifold of two shapes; its parameters are computed once and copied.
    #[inline]
    pub(super) fn push(
        &mut self,
        sides: Sides,
        manifold: &[ContactPoint],
        parameters: impl FnOnce(&mut Contact),
    ) {
        // extend the list if this pose has more contacts than any before
        let missing = (self.count + manifold.len()).saturating_sub(self.list.len());
        for _ in 0..missing {
            self.list.push(bytemuck::Zeroable::zeroed());
        }
        let places = &mut self.list[self.count..];
        self.count += manifold.len();
        let ([first, others @ ..], [point, further @ ..]) = (places, manifold) else {
            return;
        };
        // parameters of the first contact; an invalid dimension is an error
        parameters(first);
        if first.dimension() as i32 != first.dim {
            self.diag.error = Some(EngineError::UnsoundContact(self.count - manifold.len()));
        }
        fill(first, point, sides, self.cones);
        // the other contacts share the parameters of the first
        for (contact, point) in others.iter_mut().zip(further) {
            parameters::copy(first, contact);
            fill(contact, point, sides, self.cones);
        }
    }

    /// Removes the rest of the previous pose and completes the frames.
    pub(super) fn finish(self) {
        self.list.truncate(self.count);
        complete_frames(self.list);
    }
}

/// Writes everything except the parameters. The frame gets the normal and the requested tangent; it is completed when all
/// contacts are found.
#[inline]
fn fill(contact: &mut Contact, point: &ContactPoint, sides: Sides, cones: bool) {
    contact.dist = point.dist;
    contact.pos = point.pos;
    contact.frame = Mat3::from_rows(point.normal, point.tangent, Vec3::ZERO);
    contact.mu = 0.0;
    if cones {
        contact.hessian = [0.0; 36];
    }
    [contact.geom1, contact.geom2] = sides.geom;
    contact.geom = sides.geom;
    contact.flex = sides.flex;
    contact.elem = sides.elem;
    contact.vert = sides.vert;
    // a contact beyond `includemargin` is in the gap and has no rows
    contact.exclude = i32::from(point.dist >= contact.includemargin);
    contact.efc_address = -1;
    contact.pad = 0;
}

/// Completes the frames of all contacts in one loop, in which the latencies of the square roots overlap.
fn complete_frames(list: &mut [Contact]) {
    // the last axes that were completed
    let mut asked = (Vec3::ZERO, Vec3::ZERO);
    let mut last = frame(asked.0, asked.1);
    for contact in list {
        let rows = (contact.frame.row(0), contact.frame.row(1));
        // the contacts of a flat face share their axes
        if rows != asked {
            asked = rows;
            last = frame(asked.0, asked.1);
        }
        contact.frame = last;
    }
}

/// The axes of a contact as rows: the normal, the requested tangent or else one near y or z, and the third.
///
/// DIFFERENCE(contact-normal): if huge coordinates leave no normal, it is the x axis; the reference aborts.
#[inline]
fn frame(normal: Vec3, tangent: Vec3) -> Mat3 {
    Mat3::frame_around(normal.normalized(), tangent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tangent_that_is_asked_for_is_kept() {
        let any = frame(Vec3::Z, Vec3::ZERO);
        assert_eq!(any, Mat3::from_rows(Vec3::Z, Vec3::Y, -Vec3::X));
        let along = frame(Vec3::Z, Vec3::new(1.0, 0.0, 5.0));
        assert_eq!(along, Mat3::from_rows(Vec3::Z, Vec3::X, Vec3::Y));
        assert_eq!(frame(Vec3::Y, Vec3::ZERO).row(1), Vec3::Z);
        // DIFFERENCE(contact-normal)
        assert_eq!(frame(Vec3::ZERO, Vec3::ZERO).row(0), Vec3::X);
    }
}
