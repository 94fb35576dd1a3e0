//! Every threshold of the neighbour list, the hierarchies and the caches of collision detection.
//!
//! None of them changes a result: tests run with [`Policy::PLAIN`] next to the default and compare bits. Figures are
//! thousands of instructions per step without marks, measured by `scripts/measure/thresholds`.

use synovia_geom::collide::Policy as ShapePolicy;

/// Factor by which radii and their squares are enlarged, so that rounding does not drop a pair. Derived by error analysis:
/// a squared distance has a relative error below `1e-14`.
pub(super) const WIDER: f64 = 1.0 + 1e-8;

/// Upper bound of the relative rounding of the boxes of [`super::body_boxes`], whose first axis is in single precision:
/// half a unit of `f32` is `6e-8`.
pub(super) const BOX_ROUNDING: f64 = 1e-6;

/// Upper bound of the rounding of both equations of [`super::obb`], relative to the sizes that are compared: a few dozen
/// operations of `1e-16` each.
pub(super) const OBB_ROUNDING: f64 = 1e-12;

/// Initial capacity of lists, in pairs, so that a step that finds more neighbours than any before does not allocate; models
/// with fewer pairs need less.
pub(super) const RESERVED: usize = 10_000;

/// Thresholds of a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// Skin of the neighbour list, in mean radii of geoms. A thin skin is left soon, a thick one has neighbours that are
    /// far apart:
    ///
    /// | skin | humanoid | cards | dominos | ant   | cube |
    /// |------|----------|-------|---------|-------|------|
    /// | 0.1  | 211.9    | 1032  | 309.0   |       |      |
    /// | 0.2  | 206.9    | 999   | 302.9   |       |      |
    /// | 0.4  | 203.1    | 992   | 301.1   | 300.7 | 2145 |
    /// | 0.8  | 201.2    | 983   | 303.0   | 305.7 | 2148 |
    pub skin: f64,
    /// Models with at most so many pairs of geoms that may collide have a list of all of them, from which the neighbours
    /// are selected. That takes 40 instructions for each pair; the broad phase of a humanoid, and the filter for what it
    /// finds, take 48 thousand for 161 pairs.
    pub listed_pairs: usize,
    /// Two bodies with more pairs of geoms than this are searched by their bounding volume hierarchies in every step,
    /// instead of being neighbours geom by geom. Bodies with that many boxes, as neighbours and by hierarchies: 8² pairs
    /// 100.7 and 139.0, 20² 122.6 and 162.5, 40² 137.0 and 137.0, 120² 274.9 and 144.3.
    pub tree_pairs: usize,
    /// Records of the pair cache per geom; a power of two. Cards, five boxes each: 1044 with 8, 1032 with 16, 1030 with 32
    /// and with 64; with a single record for all pairs and a new list in every step 1751, and a cube of 26 meshes 2438
    /// instead of 2142.
    pub records_per_geom: usize,
    /// Maximum number of records of the pair cache; a power of two: two megabytes.
    pub max_records: usize,
    /// True if spheres, capsules and planes are tested by closed formulas before boxes and shapes: collision of a humanoid that
    /// lies on a plane 14.7 without and 13.0 with them.
    pub segments: bool,
    /// Thresholds of searches on shapes.
    pub shapes: ShapePolicy,
}

impl Policy {
    /// Nothing is kept between steps: the plain path with which results are compared.
    pub const PLAIN: Self = Self {
        skin: 0.0,
        listed_pairs: 0,
        tree_pairs: usize::MAX,
        records_per_geom: 1,
        max_records: 1,
        segments: false,
        shapes: ShapePolicy::PLAIN,
    };
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            skin: 0.4,
            listed_pairs: 1000,
            tree_pairs: 1600,
            records_per_geom: 16,
            max_records: 1 << 15,
            segments: true,
            shapes: ShapePolicy::default(),
        }
    }
}
