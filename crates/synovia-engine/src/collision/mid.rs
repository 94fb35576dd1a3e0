//! Mid phase: two bodies with several geoms, by their bounding volume hierarchies.
//!
//! Each body has a binary tree of boxes in its inertial frame, whose leaves are its geoms. Pairs of nodes are visited while
//! their boxes are not [apart](super::obb); of two inner nodes the one with the larger surface is opened.
//!
//! | here     | in the code  | meaning                                                 |
//! |----------|--------------|---------------------------------------------------------|
//! | box      | `bvh.aabb`   | centre and half sizes in the inertial frame of the body |
//! | children | `bvh.child`  | positions relative to the root; −1 for a leaf           |
//! | leaf     | `bvh.nodeid` | the geom                                                |
//!
//! A leaf pair is decided by bounding spheres and oriented boxes of the geoms, all other pairs by the boxes of the nodes.
//! The traversal is the same as that of the reference, because the visited nodes may be marked for drawing.
#![expect(
    clippy::inline_always,
    reason = "the traversal of two trees is compiled as a whole for the vector unit"
)]

use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_math::{Mat3, Vec3, wide};
use synovia_model::Model;
use synovia_model::id::{BodyId, GeomId};

use super::obb::{Aabb, Endless, geoms_apart};
use super::pair_cache::PairCache;
use super::parameters;
use super::spheres::spheres_apart;
use crate::data::Kin;

/// Projections of the frames of two bodies on the axes of one of them: lane `k` is axis `k`, and the fourth repeats the
/// third.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Axes {
    /// Projections of the axes of each body.
    axes: [[[f64; 4]; 3]; 2],
    /// Projections of the origins.
    origins: [[f64; 4]; 2],
}

impl Axes {
    /// Projects the frames of both bodies on the axes of `owner`.
    #[inline(always)]
    fn set<S: Simd>(&mut self, simd: S, owner: &Mat3, pos: [Vec3; 2], mat: [&Mat3; 2]) {
        let [xx, xy, xz, yx, yy, yz, zx, zy, zz] = owner.0;
        // the components of the three axes, lane by lane
        let rows = [[xx, xy, xz, xz], [yx, yy, yz, yz], [zx, zy, zz, zz]];
        let rows = rows.map(
            #[inline(always)]
            |row| f64x4::load_array(simd, row),
        );
        for i in 0..2 {
            for (j, axis) in self.axes[i].iter_mut().enumerate() {
                project(simd, &rows, mat[i].col(j)).store_array(axis);
            }
            project(simd, &rows, pos[i]).store_array(&mut self.origins[i]);
        }
    }

    /// True if one of the axes separates two boxes, one of each body.
    #[inline(always)]
    fn separate<S: Simd>(&self, simd: S, [one, two]: [&Aabb; 2], margin: f64) -> bool {
        // the intervals on all axes at once
        let (at1, reach1) = self.intervals(simd, 0, one);
        let (at2, reach2) = self.intervals(simd, 1, two);
        let reach = reach1 + reach2 + f64x4::splat(simd, margin);
        reach.simd_lt((at2 - at1).abs()).any_true()
    }

    /// Centre and half extent of a box of body `i` on each axis.
    #[inline(always)]
    fn intervals<S: Simd>(&self, simd: S, i: usize, aabb: &Aabb) -> (f64x4<S>, f64x4<S>) {
        // centre and half sizes of the box, then the axes of its body
        let [x, y, z, h0, h1, h2] = *aabb;
        let [a, b, c] = &self.axes[i];
        let a = f64x4::load_array_ref(simd, a);
        let b = f64x4::load_array_ref(simd, b);
        let c = f64x4::load_array_ref(simd, c);
        (
            a * x + b * y + c * z + f64x4::load_array_ref(simd, &self.origins[i]),
            (a * h0).abs() + (b * h1).abs() + (c * h2).abs(),
        )
    }
}

/// A vector projected on the axes with these components.
#[inline(always)]
fn project<S: Simd>(simd: S, [x, y, z]: &[f64x4<S>; 3], v: Vec3) -> f64x4<S> {
    f64x4::splat(simd, v.x) * *x + f64x4::splat(simd, v.y) * *y + f64x4::splat(simd, v.z) * *z
}

/// Two bodies whose boxes are compared: projections are computed on first use and shared by all nodes.
pub(super) struct Frames<'a> {
    /// Origins of the two frames.
    pos: [Vec3; 2],
    /// Orientations of the two frames.
    mat: [&'a Mat3; 2],
    /// Projections on the axes of each of them.
    axes: &'a mut [Axes; 2],
    /// Whether these projections are computed.
    known: [bool; 2],
    /// Distance below which boxes are near each other.
    margin: f64,
}

impl<'a> Frames<'a> {
    /// The inertial frames of two bodies.
    #[inline(always)]
    fn new(model: &Model, kin: &'a Kin, [b1, b2]: [BodyId; 2], axes: &'a mut [Axes; 2]) -> Self {
        // margins of both bodies
        let sum = model.body.margin[b1] + model.body.margin[b2];
        Self::between(
            [kin.xipos[b1], kin.xipos[b2]],
            [&kin.ximat[b1], &kin.ximat[b2]],
            parameters::margin(model, sum),
            axes,
        )
    }

    /// For boxes in two frames; `axes` is memory.
    #[inline(always)]
    pub(super) fn between(
        pos: [Vec3; 2],
        mat: [&'a Mat3; 2],
        margin: f64,
        axes: &'a mut [Axes; 2],
    ) -> Self {
        Self {
            pos,
            mat,
            axes,
            known: [false; 2],
            margin,
        }
    }

    /// Equation (1) of [`super::obb`] for one node of each body.
    #[inline(always)]
    pub(super) fn apart<S: Simd>(&mut self, simd: S, aabb1: &Aabb, aabb2: &Aabb) -> bool {
        // an infinite box is near everything
        let endless = [Endless::of(aabb1), Endless::of(aabb2)];
        if endless[0].all || endless[1].all {
            return false;
        }
        // the axes of the first, then of the second; not those next to an infinite extent
        for owner in 0..2 {
            if endless[1 - owner].some {
                continue;
            }
            if !self.known[owner] {
                self.axes[owner].set(simd, self.mat[owner], self.pos, self.mat);
                self.known[owner] = true;
            }
            if self.axes[owner].separate(simd, [aabb1, aabb2], self.margin) {
                return true;
            }
        }
        false
    }
}

/// The measure that decides which of two inner nodes is opened.
#[inline]
pub(super) fn surface(aabb: &Aabb) -> f64 {
    // half size minus centre: not a surface, but it determines which nodes are visited, as in the reference
    let [x, y, z] = [aabb[3] - aabb[0], aabb[4] - aabb[1], aabb[5] - aabb[2]];
    x * y + y * z + z * x
}

/// Memory of a traversal and its results.
#[derive(Clone, Debug, Default)]
pub(super) struct BvhTraversal {
    stack: Vec<[usize; 2]>,
    axes: [Axes; 2],
    /// Pairs of geoms, one of each body, that are near each other.
    pub near: Vec<[GeomId; 2]>,
    /// Nodes that were not ruled out since this was last cleared.
    pub visited: Vec<usize>,
}

impl BvhTraversal {
    /// Finds the pairs of geoms of two bodies that are near each other.
    ///
    /// If the trees are invalid, because a program has written them, all pairs of geoms are tested.
    #[doc(alias = "mj_collideTree")]
    #[inline(never)]
    pub(super) fn find(
        &mut self,
        model: &Model,
        kin: &Kin,
        bodies: [BodyId; 2],
        pairs: &mut PairCache,
    ) {
        if wide!(simd => self.descend(simd, model, kin, bodies, pairs)).is_none() {
            self.find_all(model, kin, bodies, pairs);
        }
    }

    /// `None` if a node is outside its tree, or if there are more pairs of nodes than two trees have.
    #[inline(always)]
    fn descend<S: Simd>(
        &mut self,
        simd: S,
        model: &Model,
        kin: &Kin,
        [b1, b2]: [BodyId; 2],
        pairs: &mut PairCache,
    ) -> Option<()> {
        self.near.clear();
        self.stack.clear();
        // nodes of the two trees
        let bvh = &model.bvh;
        let (nodes1, nodes2) = (model.body.bvh(b1).range(), model.body.bvh(b2).range());
        if nodes1.is_empty() || nodes2.is_empty() {
            return Some(());
        }
        // every pair of nodes is visited at most once, which bounds the search in broken trees
        let (root1, root2) = (nodes1.start, nodes2.start);
        let mut left = nodes1.len() * nodes2.len();
        let mut frames = Frames::new(model, kin, [b1, b2], &mut self.axes);
        self.stack.push([root1, root2]);
        while let Some([n1, n2]) = self.stack.pop() {
            left = left.checked_sub(1)?;
            // a program may have written children that are out of range
            if !nodes1.contains(&n1) || !nodes2.contains(&n2) {
                return None;
            }
            let (children1, children2) = (bvh.child.rows()[n1], bvh.child.rows()[n2]);
            let leaf = |children: [i32; 2]| children[0] < 0 && children[1] < 0;
            let (leaf1, leaf2) = (leaf(children1), leaf(children2));
            // two leaves: test the geoms; otherwise test the boxes
            let near = if leaf1 && leaf2 {
                let pair = [GeomId(bvh.nodeid.rows()[n1]), GeomId(bvh.nodeid.rows()[n2])];
                let known = |g: GeomId| usize::try_from(g.0).is_ok_and(|g| g < model.geom.len());
                if !pair.into_iter().all(known) {
                    return None;
                }
                let near = geoms_near(model, kin, pair, pairs);
                if near {
                    self.near.push(pair);
                }
                near
            } else {
                !frames.apart(simd, &bvh.aabb.rows()[n1], &bvh.aabb.rows()[n2])
            };
            // a pair that is apart is not opened
            if !near {
                continue;
            }
            self.visited.extend([n1, n2]);
            if leaf1 && leaf2 {
                continue;
            }
            let larger1 = || surface(&bvh.aabb.rows()[n1]) > surface(&bvh.aabb.rows()[n2]);
            if !leaf1 && (leaf2 || larger1()) {
                // open the first node: the second is a leaf or has the smaller surface
                let children = children1.iter().filter(|&&child| child >= 0);
                self.stack
                    .extend(children.map(|&child| [root1 + child as usize, n2]));
            } else {
                let children = children2.iter().filter(|&&child| child >= 0);
                self.stack
                    .extend(children.map(|&child| [n1, root2 + child as usize]));
            }
        }
        Some(())
    }

    /// Finds the same pairs without the trees.
    fn find_all(&mut self, model: &Model, kin: &Kin, [b1, b2]: [BodyId; 2], pairs: &mut PairCache) {
        self.near.clear();
        for g1 in model.body.geoms(b1) {
            for g2 in model.body.geoms(b2) {
                if geoms_near(model, kin, [g1, g2], pairs) {
                    self.near.push([g1, g2]);
                }
            }
        }
    }
}

/// True unless the spheres or boxes of two geoms are farther apart than their margin.
#[inline(never)]
fn geoms_near(
    model: &Model,
    kin: &Kin,
    geoms @ [g1, g2]: [GeomId; 2],
    pairs: &mut PairCache,
) -> bool {
    // the margin of this pair
    let sum = model.geom.margin[g1] + model.geom.margin[g2];
    let margin = parameters::margin(model, sum);
    !spheres_apart(model, kin, geoms, margin) && !geoms_apart(model, kin, geoms, margin, pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_VAL;

    const CUBE: Aabb = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];

    fn apart(mat: [&Mat3; 2], x: f64, margin: f64, one: &Aabb, two: &Aabb) -> bool {
        let (pos, mut axes) = ([Vec3::ZERO, Vec3::new(x, 0.0, 0.0)], Default::default());
        let mut frames = Frames::between(pos, mat, margin, &mut axes);
        wide!(simd => frames.apart(simd, one, two))
    }

    #[test]
    fn faces_separate_boxes_beyond_the_margin() {
        let id = &Mat3::IDENTITY;
        assert!(apart([id, id], 2.1, 0.0, &CUBE, &CUBE));
        assert!(!apart([id, id], 2.0, 0.0, &CUBE, &CUBE));
        assert!(!apart([id, id], 2.1, 0.2, &CUBE, &CUBE));
        // a box on its edge extends √2 farther
        let turned = &synovia_math::Quat::new(0.5_f64.sqrt(), 0.0, 0.0, 0.5_f64.sqrt()).to_mat();
        assert!(apart([id, turned], 2.1, 0.0, &CUBE, &CUBE));
    }

    #[test]
    fn a_plane_says_nothing_about_the_axes_of_others() {
        let id = &Mat3::IDENTITY;
        let plane = [0.0, 0.0, -0.5 * MAX_VAL, MAX_VAL, MAX_VAL, 0.5 * MAX_VAL];
        assert!(!apart([id, id], 1e6, 0.0, &plane, &CUBE));
        let endless = [0.0, 0.0, 0.0, MAX_VAL, MAX_VAL, MAX_VAL];
        assert!(!apart([id, id], 1e6, 0.0, &endless, &CUBE));
    }
}
