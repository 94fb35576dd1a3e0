//! Mid phase of flexes: geoms and elements that are near each other, by bounding volume hierarchies.
//!
//! The tree of a body has boxes in its inertial frame and geoms as leaves; that of a flex has axis-aligned boxes in the
//! world, which move with its vertices, and elements as leaves. Pairs of nodes are visited while their boxes are not apart;
//! of two inner nodes the one with the larger surface is opened.
//!
//! | here | in the code | meaning                                        |
//! |------|-------------|------------------------------------------------|
//! | node | `nodes`     | index in the hierarchies of the model          |
//! | box  | `boxes`     | static boxes of bodies, moving boxes of flexes |
//! | leaf | `leaf`      | geom of a body, element of a flex              |

use core::ops::Range;

use synovia_math::{Mat3, Vec3, narrow};
use synovia_model::Model;
use synovia_model::enums::GeomType;
use synovia_model::id::{BodyId, FlexId, GeomId};

use super::filter::bits_match;
use super::sweep::ElementSweep;
use super::{Piece, bits, boxes_apart, has_hierarchy, point_and_box_apart};
use crate::collision::mid::{Frames, surface};
use crate::collision::obb::{Aabb, geom_and_box_apart};
use crate::collision::parameters;
use crate::data::Kin;

/// The box around all elements in the hierarchy of a flex.
pub(super) fn root_box(model: &Model, kin: &Kin, f: FlexId) -> Option<Aabb> {
    let tree = Tree::of_flex(model, kin, f).filter(|_| has_hierarchy(model, f))?;
    (!tree.nodes.is_empty()).then(|| *tree.aabb(tree.nodes.start))
}

/// The margin of two flexes; zero for a flex with itself.
pub(super) fn margin_of(model: &Model, [f1, f2]: [FlexId; 2]) -> f64 {
    if f1 == f2 {
        0.0
    } else {
        node_margin(model, [f1, f2])
    }
}

/// The margin of their inner nodes.
fn node_margin(model: &Model, flexes: [FlexId; 2]) -> f64 {
    let [one, two] = flexes.map(|f| model.flex.margin[f]);
    parameters::margin(model, one + two)
}

/// A hierarchy.
struct Tree<'a> {
    /// Its nodes; the root is the first.
    nodes: Range<usize>,
    /// Boxes of all hierarchies of its kind, from node `first` on.
    boxes: &'a [Aabb],
    /// Number of the node with the first box.
    first: usize,
    /// Children of all nodes.
    child: &'a [[i32; 2]],
    /// Items of all leaves.
    leaf: &'a [i32],
    /// Number of geoms or elements.
    count: usize,
}

impl<'a> Tree<'a> {
    /// The hierarchy of a body.
    fn of_body(model: &'a Model, b: BodyId) -> Self {
        Self {
            nodes: model.body.bvh(b).range(),
            boxes: model.bvh.aabb.rows(),
            first: 0,
            child: model.bvh.child.rows(),
            leaf: model.bvh.nodeid.rows(),
            count: model.geom.len(),
        }
    }

    /// `None` if it has no boxes.
    fn of_flex(model: &'a Model, kin: &'a Kin, f: FlexId) -> Option<Self> {
        // moving boxes follow the static ones
        let start = usize::try_from(model.flex.bvhadr[f]).ok()?;
        let nodes = start..start + model.flex.bvhnum[f] as usize;
        let first = usize::try_from(model.size.nbvhstatic).ok()?;
        let boxes = kin.bvh_aabb_dyn.rows();
        let known = start >= first && nodes.end - first <= boxes.len();
        known.then_some(Self {
            nodes,
            boxes,
            first,
            child: model.bvh.child.rows(),
            leaf: model.bvh.nodeid.rows(),
            count: model.flex.elemnum[f] as usize,
        })
    }

    /// The box of a node.
    #[inline]
    fn aabb(&self, node: usize) -> &'a Aabb {
        &self.boxes[node - self.first]
    }

    /// The children of a node; `None` for a leaf, and `None` in place of a missing child.
    #[inline]
    fn children(&self, node: usize) -> Option<[Option<usize>; 2]> {
        let children = self.child[node];
        let inner = children[0] >= 0 || children[1] >= 0;
        inner.then(|| children.map(|c| Some(self.nodes.start + usize::try_from(c).ok()?)))
    }

    /// The geom or element of a leaf, if it has one.
    #[inline]
    fn item(&self, node: usize) -> Option<i32> {
        let item = self.leaf[node];
        usize::try_from(item)
            .is_ok_and(|k| k < self.count)
            .then_some(item)
    }
}

/// Memory of descents, and the result of the last one.
#[derive(Clone, Debug, Default)]
pub(super) struct Descent {
    /// Pairs of nodes that are still to be visited.
    stack: Vec<[usize; 2]>,
    /// Pairs that are near each other: geom or element, and element.
    pub near: Vec<[i32; 2]>,
    /// Nodes that were not ruled out; empty if no marks are requested.
    marks: Vec<u8>,
}

impl Descent {
    /// Clears the marks; `marks` requests new ones.
    pub(super) fn begin(&mut self, model: &Model, marks: bool) {
        self.marks.clear();
        if marks {
            self.marks.resize(model.bvh.child.len(), 0);
        }
    }

    /// One number per node: 1 if it was not ruled out.
    pub(super) fn marks(&self) -> &[u8] {
        &self.marks
    }

    /// Marks two nodes, if marks are requested.
    #[inline]
    fn mark(&mut self, nodes: [usize; 2]) {
        if !self.marks.is_empty() {
            for node in nodes {
                self.marks[node] = 1;
            }
        }
    }

    /// Finds geoms of a body and elements of a flex that are near each other; `None` if a tree is invalid.
    #[doc(alias = "mj_collideTree")]
    pub(super) fn body_and_flex(
        &mut self,
        model: &Model,
        kin: &Kin,
        b: BodyId,
        f: FlexId,
    ) -> Option<()> {
        // boxes of the body are in its inertial frame, those of the flex in the world
        let trees = [Tree::of_body(model, b), Tree::of_flex(model, kin, f)?];
        let sum = model.body.margin[b] + model.flex.margin[f];
        let mut axes = Default::default();
        let mut frames = Frames::between(
            [kin.xipos[b], Vec3::ZERO],
            [&kin.ximat[b], &Mat3::IDENTITY],
            parameters::margin(model, sum),
            &mut axes,
        );
        let marked = !self.marks.is_empty();
        let mut leaves = Leaves::new(model, kin, f);
        self.start(&trees);
        // every pair of nodes is visited at most once, which bounds the search in broken trees
        let mut left = trees[0].nodes.len() * trees[1].nodes.len();
        while let Some([n1, n2]) = self.stack.pop() {
            left = left.checked_sub(1)?;
            let [one, two] = &trees;
            let (children1, children2) = (one.children(n1), two.children(n2));
            // planes touch vertices, not elements: their leaves are needed for marks only
            let geom = children1.is_none().then(|| one.item(n1).map(GeomId));
            if !marked && geom.flatten().is_some_and(|g| leaves.is_plane(g)) {
                continue;
            }
            // two leaves: test the geom and the box of the element
            if let (Some(geom), None) = (geom, children2) {
                let (g, elem) = (geom?, two.item(n2)?);
                if leaves.near(g, two.aabb(n2)) {
                    self.mark([n1, n2]);
                    if !leaves.is_plane(g) {
                        self.near.push([g.0, elem]);
                    }
                }
                continue;
            }
            // otherwise test the boxes
            let (box1, box2) = (one.aabb(n1), two.aabb(n2));
            if !narrow!(simd => frames.apart(simd, box1, box2)) {
                self.mark([n1, n2]);
                self.open(&trees, [n1, n2], [children1, children2])?;
            }
        }
        Some(())
    }

    /// Finds elements of two flexes, or of one with itself, that are near each other and share no body, in the order of the
    /// descent; `None` if a tree is invalid.
    pub(super) fn flexes(
        &mut self,
        model: &Model,
        kin: &Kin,
        flexes @ [f1, f2]: [FlexId; 2],
    ) -> Option<()> {
        let trees = [
            Tree::of_flex(model, kin, f1)?,
            Tree::of_flex(model, kin, f2)?,
        ];
        let (margin, inner_margin) = (margin_of(model, flexes), node_margin(model, flexes));
        self.start(&trees);
        // every pair of nodes is visited at most once, which bounds the search in broken trees
        let mut left = trees[0].nodes.len() * trees[1].nodes.len();
        while let Some([n1, n2]) = self.stack.pop() {
            left = left.checked_sub(1)?;
            // QUIRK(self-descent): pairs of nodes should be visited once, but if opening the first leads to a node after
            // the second, that pair is not visited at all
            if f1 == f2 && n1 > n2 {
                continue;
            }
            let [one, two] = &trees;
            let (children1, children2) = (one.children(n1), two.children(n2));
            // two leaves: test the elements; otherwise test the boxes
            if children1.is_none() && children2.is_none() {
                let elem = [one.item(n1)?, two.item(n2)?];
                self.mark([n1, n2]);
                if near_and_free(model, kin, flexes, elem, margin) {
                    self.near.push(elem);
                }
            } else if !boxes_apart(one.aabb(n1), two.aabb(n2), inner_margin) {
                self.mark([n1, n2]);
                self.open(&trees, [n1, n2], [children1, children2])?;
            }
        }
        Some(())
    }

    /// Starts a descent at the roots.
    fn start(&mut self, [one, two]: &[Tree<'_>; 2]) {
        self.near.clear();
        self.stack.clear();
        if !one.nodes.is_empty() && !two.nodes.is_empty() {
            self.stack.push([one.nodes.start, two.nodes.start]);
        }
    }

    /// Continues with the children of the larger of two nodes; `None` if they are not in its tree.
    #[inline]
    fn open(
        &mut self,
        [one, two]: &[Tree<'_>; 2],
        [n1, n2]: [usize; 2],
        [children1, children2]: [Option<[Option<usize>; 2]>; 2],
    ) -> Option<()> {
        let larger1 = || surface(one.aabb(n1)) > surface(two.aabb(n2));
        // an inner node next to a leaf, or the larger of two inner nodes
        let (tree, children, first) = match (children1, children2) {
            (Some(children), None) => (one, children, true),
            (Some(children), Some(_)) if larger1() => (one, children, true),
            (_, Some(children)) => (two, children, false),
            (None, None) => return Some(()),
        };
        for child in children.into_iter().flatten() {
            if !tree.nodes.contains(&child) {
                return None;
            }
            self.stack
                .push(if first { [child, n2] } else { [n1, child] });
        }
        Some(())
    }

    /// Finds the same elements of two flexes without hierarchies, sorted.
    pub(super) fn all_elements(
        &mut self,
        model: &Model,
        kin: &Kin,
        flexes: [FlexId; 2],
        sweep: &mut ElementSweep,
    ) {
        self.near.clear();
        let margin = margin_of(model, flexes);
        // candidates of the sweep, then the exact test
        sweep.near_boxes(model, kin, flexes, margin, |elem| {
            if near_and_free(model, kin, flexes, elem, margin) {
                self.near.push(elem);
            }
        });
        self.near.sort_unstable();
    }
}

/// True if the boxes of two elements are near each other and no two vertices move with the same body.
#[inline]
fn near_and_free(
    model: &Model,
    kin: &Kin,
    flexes: [FlexId; 2],
    elem: [i32; 2],
    margin: f64,
) -> bool {
    let [one, two] = [0, 1].map(|k| Piece {
        flex: flexes[k],
        elem: elem[k],
    });
    !boxes_apart(&one.aabb(model, kin), &two.aabb(model, kin), margin)
        && !one.shares_body(model, two)
}

/// Tests of a geom and the box of an element.
struct Leaves<'a> {
    /// Bits, margins and sizes.
    model: &'a Model,
    /// Poses.
    kin: &'a Kin,
    /// The flex whose elements are tested.
    flex: FlexId,
    /// The axis that separated the previous boxes.
    axis: u8,
}

impl<'a> Leaves<'a> {
    /// For the elements of a flex.
    fn new(model: &'a Model, kin: &'a Kin, flex: FlexId) -> Self {
        Self {
            model,
            kin,
            flex,
            axis: 0,
        }
    }

    /// True if the geom is a plane.
    fn is_plane(&self, g: GeomId) -> bool {
        self.model.geom.type_[g] == GeomType::Plane
    }

    /// True unless bits, the bounding sphere or oriented boxes rule them out.
    fn near(&mut self, g: GeomId, aabb: &Aabb) -> bool {
        let (model, kin, geom) = (self.model, self.kin, &self.model.geom);
        // the margin of this pair
        let sum = geom.margin[g] + model.flex.margin[self.flex];
        let margin = parameters::margin(model, sum);
        bits_match(
            [geom.contype[g], geom.conaffinity[g]],
            bits(model, self.flex),
        ) && !point_and_box_apart(kin.geom_xpos[g], geom.rbound[g] + margin, aabb)
            && !geom_and_box_apart(model, kin, g, aabb, margin, &mut self.axis)
    }
}
