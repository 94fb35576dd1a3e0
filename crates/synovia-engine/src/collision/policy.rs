//! Every threshold of the neighbour list, the hierarchies and the caches of collision detection.
//!
//! None of them changes a result: tests run with [`Policy::PLAIN`] beside the default and compare bits.

use synovia_geom::collide::Policy as ShapePolicy;

/// Radii and their squares are taken this much larger where less would drop a pair because of rounding. Set by error
/// analysis: a square of a distance has a relative error below `1e-14`.
pub(super) const WIDER: f64 = 1.0 + 1e-8;

/// More than the relative rounding of the boxes of [`super::body_boxes`], whose first axis is in single precision: half
/// a unit of `f32` is `6e-8`.
pub(super) const BOX_ROUNDING: f64 = 1e-6;

/// More than the rounding of both equations of [`super::obb`], in sizes of what is compared: a few dozen operations of
/// `1e-16` each.
pub(super) const OBB_ROUNDING: f64 = 1e-12;

/// Room that lists have from the start, in pairs, so that a step that finds more neighbours than any before does not
/// allocate; models with fewer pairs need less.
pub(super) const RESERVED: usize = 10_000;

/// Thresholds of a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// Skin of the neighbour list to begin with, in mean radii of geoms.
    pub skin: f64,
    /// The skin grows and shrinks within these bounds, in mean radii of geoms.
    pub skin_bounds: [f64; 2],
    /// A list that served fewer steps than the first gets a thicker skin, one that served more than the second a
    /// thinner one.
    pub lasts: [u32; 2],
    /// Two bodies with more pairs of geoms than this are searched by their bounding volume hierarchies in every step,
    /// instead of being neighbours geom by geom.
    pub tree_pairs: usize,
    /// Records of the pair cache for each geom; a power of two.
    pub records_per_geom: usize,
    /// Most records of the pair cache; a power of two.
    pub max_records: usize,
    /// Thresholds of searches on shapes.
    pub shapes: ShapePolicy,
}

impl Policy {
    /// Nothing is kept from step to step: the plain path that results are compared with.
    pub const PLAIN: Self = Self {
        skin: 0.0,
        skin_bounds: [0.0; 2],
        lasts: [0, u32::MAX],
        tree_pairs: usize::MAX,
        records_per_geom: 1,
        max_records: 1,
        shapes: ShapePolicy::PLAIN,
    };
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            skin: 0.1,
            skin_bounds: [0.02, 2.0],
            lasts: [6, 40],
            tree_pairs: 500,
            records_per_geom: 16,
            max_records: 1 << 15,
            shapes: ShapePolicy::default(),
        }
    }
}
