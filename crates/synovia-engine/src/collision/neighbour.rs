//! A pair of [neighbours](super::neighbours), and the tests that it is classified by.

use synovia_model::id::{BodyId, GeomId};

use crate::data::Kin;

/// The kind of test between two neighbouring bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NeighbourKind {
    /// Between two geoms.
    Geoms,
    /// Between two spheres or capsules: a closed test rules most of them out.
    Segments,
    /// Between a plane and a sphere or a capsule: the same.
    AbovePlane,
    /// Between two geoms, whose oriented boxes are tested before their shapes.
    GeomsWithBoxes,
    /// Between some of their geoms, which are found by bounding-volume hierarchies.
    Hierarchies,
}

/// A pair of neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour {
    /// The bodies, the smaller id first.
    pub bodies: [BodyId; 2],
    /// The geoms, the smaller kind first; unset for hierarchies.
    pub geoms: [GeomId; 2],
    /// The kind of test.
    pub kind: NeighbourKind,
    /// True if one of the bodies is near everything: there are no boxes of bodies to compare.
    pub everywhere: bool,
    /// Beyond this squared distance the spheres are apart.
    pub apart_beyond: f64,
    /// Within this squared distance the spheres surely overlap.
    pub meet_within: f64,
}

/// Number of neighbours that are tested at a time.
pub(super) const LANES: usize = 4;

/// Tests of a list that are made [`LANES`] at a time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct InLanes {
    /// Spheres and segments.
    pub any: bool,
    /// Boxes as well.
    pub boxes: bool,
}

/// Relation of the bounding spheres of two neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spheres {
    /// Farther apart than their margin.
    Apart,
    /// Not decided: too close to call within rounding, or there are no spheres.
    Grazing,
    /// Surely overlapping.
    Meeting,
}

impl Neighbour {
    /// A pair with the squared distance beyond which its spheres are apart.
    #[cfg(test)]
    pub(super) fn between(
        bodies: [BodyId; 2],
        geoms: [GeomId; 2],
        kind: NeighbourKind,
        apart_beyond: f64,
    ) -> Self {
        Self {
            bodies,
            geoms,
            kind,
            everywhere: false,
            apart_beyond,
            meet_within: 0.0,
        }
    }

    /// True if a closed test rules most of its kind out.
    #[inline]
    pub(super) fn is_closed(&self) -> bool {
        matches!(
            self.kind,
            NeighbourKind::Segments | NeighbourKind::AbovePlane
        )
    }

    /// Relation of the spheres in the current pose.
    #[inline]
    pub(super) fn spheres(&self, kin: &Kin) -> Spheres {
        if self.kind == NeighbourKind::Hierarchies {
            return Spheres::Grazing;
        }
        // the squared distance of the centres decides
        let [at1, at2] = self.geoms.map(|g| kin.geom_xpos[g]);
        let dist2 = (at1 - at2).norm_squared();
        if dist2 > self.apart_beyond {
            Spheres::Apart
        } else if dist2 < self.meet_within {
            Spheres::Meeting
        } else {
            Spheres::Grazing
        }
    }
}
