//! The relative velocity of two points of two bodies, four dofs at once.
//!
//! With the offset `o_k` of point `k` from the reference point of its tree, the column of a dof with the motion axis
//! `(ω, v)` is
//!
//! ```text
//! moves the second body     v + ω × o₂,                      ω                                  (1)
//! moves the first body    −(v + ω × o₁),                    −ω
//! moves both               (v + ω × o₂) − (v + ω × o₁),      ω − ω
//! ```
//!
//! The dofs of each kind are consecutive in a chain: those that move both bodies are the ancestors of the others.
#![expect(
    clippy::inline_always,
    reason = "the columns are compiled for the available vector unit"
)]

use synovia_math::Spatial;
use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_model::Model;
use synovia_model::id::DofId;

use super::block::Block;
use crate::data::ComFrame;
use crate::position::jacobian::{BodyPoint, last_dof};

/// Two points, each number in all lanes.
pub(crate) struct Relative<'a, S: Simd> {
    simd: S,
    /// Motion axes and parents of dofs.
    axes: &'a [Spatial],
    parents: &'a [DofId],
    /// The last dof that moves each body.
    lasts: [Option<DofId>; 2],
    /// The offset of each point.
    first: [f64x4<S>; 3],
    second: [f64x4<S>; 3],
}

/// Which of the two bodies some dofs move.
const FIRST: u8 = 1;
const SECOND: u8 = 2;
const BOTH: u8 = 3;

impl<'a, S: Simd> Relative<'a, S> {
    /// The velocity of the second point relative to the first.
    #[inline(always)]
    pub(crate) fn new(
        simd: S,
        model: &'a Model,
        com: &'a ComFrame,
        points: [BodyPoint; 2],
    ) -> Self {
        let [first, second] = points.map(|point| point.offset(model, com));
        Self {
            simd,
            axes: com.cdof.rows(),
            parents: model.dof.parentid.rows(),
            lasts: points.map(|point| last_dof(model, point.body)),
            first: first.to_array().map(|x| f64x4::splat(simd, x)),
            second: second.to_array().map(|x| f64x4::splat(simd, x)),
        }
    }

    /// Fills an empty block: `entries` are the `K` rows of four columns, given velocity and rotation.
    #[inline(always)]
    pub(crate) fn fill<const K: usize>(
        &self,
        block: &mut Block<'_>,
        entries: impl Fn([f64x4<S>; 6]) -> [f64x4<S>; K],
    ) {
        // chains of one tree are disjoint up to their common ancestor; `None` is smaller than any dof
        let [mut one, mut two] = self.lasts;
        loop {
            let done = block.count();
            if two > one {
                two = block.prepend_chain(self.parents, two, one);
                self.run::<SECOND, K>(block, done, &entries);
            } else if one > two {
                one = block.prepend_chain(self.parents, one, two);
                self.run::<FIRST, K>(block, done, &entries);
            } else if one.is_some() {
                block.prepend_chain(self.parents, one, None);
                self.run::<BOTH, K>(block, done, &entries);
                break;
            } else {
                break;
            }
        }
    }

    /// Sets the entries of all dofs but the last `done`, which move the given bodies.
    #[inline(always)]
    fn run<const MOVED: u8, const K: usize>(
        &self,
        block: &mut Block<'_>,
        done: usize,
        entries: &impl Fn([f64x4<S>; 6]) -> [f64x4<S>; K],
    ) {
        block.fill(
            self.simd,
            done,
            self.axes,
            #[inline(always)]
            |c| entries(self.column::<MOVED>(c)),
        );
    }

    /// Equation (1); `c` are the components of four motion axes.
    #[inline(always)]
    #[expect(
        clippy::eq_op,
        reason = "the difference of a number that is not finite is not zero"
    )]
    fn column<const MOVED: u8>(&self, c: &[f64x4<S>; 6]) -> [f64x4<S>; 6] {
        let [a, b, d, ..] = *c;
        if MOVED == SECOND {
            let [x, y, z] = velocity(c, &self.second);
            [x, y, z, a, b, d]
        } else if MOVED == FIRST {
            let [x, y, z] = velocity(c, &self.first);
            [-x, -y, -z, -a, -b, -d]
        } else {
            let (p, q) = (velocity(c, &self.second), velocity(c, &self.first));
            [p[0] - q[0], p[1] - q[1], p[2] - q[2], a - a, b - b, d - d]
        }
    }
}

/// The velocity of a point at this offset per unit velocity of each of four dofs.
#[inline(always)]
fn velocity<S: Simd>(c: &[f64x4<S>; 6], [x, y, z]: &[f64x4<S>; 3]) -> [f64x4<S>; 3] {
    [
        c[3] + (c[1] * *z - c[2] * *y),
        c[4] + (c[2] * *x - c[0] * *z),
        c[5] + (c[0] * *y - c[1] * *x),
    ]
}

#[cfg(test)]
mod tests {
    use synovia_math::{Vec3, wide};
    use synovia_model::column::Col;
    use synovia_model::id::BodyId;

    use super::*;
    use crate::position::jacobian::for_each_difference;
    use crate::scratch::{Need, ScratchBuffer};

    /// Thirteen bodies with one dof each: a stem of four with branches of five and three, and a tree of one.
    fn branches() -> (Model, ComFrame) {
        let parents = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 3, 9, 10, -1];
        let mut model = Model::default();
        model.dof.parentid = parents.into_iter().map(DofId).collect();
        model.body.weldid = (0..14).map(BodyId).collect();
        model.body.dofadr = (-1..13).collect();
        model.body.dofnum = (0..14).map(|b| i32::from(b > 0)).collect();
        let root = |b| [0, 1, 13][usize::from(b > 0) + usize::from(b > 12)];
        model.body.rootid = (0..14).map(|b| BodyId(root(b))).collect();
        let mut com = ComFrame {
            cdof: Col::zeros(13),
            ..ComFrame::default()
        };
        for (i, axis) in com.cdof.iter_mut().enumerate() {
            *axis = Spatial(core::array::from_fn(|k| {
                1.0 / (1.0 + i as f64) - 0.3 * k as f64
            }));
        }
        com.subtree_com = (0..14)
            .map(|b| Vec3::new(0.1, -0.2, 0.3) * f64::from(b))
            .collect();
        (model, com)
    }

    #[test]
    fn four_columns_at_once_are_the_same_as_one_after_the_other() {
        let (model, com) = branches();
        let need = Need::new(12 * 13, 2 * 13);
        for (a, b) in (0..14).flat_map(|a| (0..14).map(move |b| (a, b))) {
            let at = |b: i32, x: f64| BodyPoint::new(BodyId(b), Vec3::new(x, 0.3, -0.7));
            let points = [at(a, 0.1), at(b, -0.4)];
            let mut buffer = ScratchBuffer::new(need);
            let mut scratch = buffer.frame(need);
            let mut each = Block::new(13, true, &mut scratch);
            let mut four = Block::new(13, true, &mut scratch);
            for_each_difference(&model, &com, points[0], points[1], |i, column| {
                each.push_both(i, column.lin(), column.rot());
            });
            wide!(simd => Relative::new(simd, &model, &com, points).fill(&mut four, |c| c));
            assert_eq!(each.dofs(), four.dofs());
            let bits = |row: &[f64]| row.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            for k in 0..6 {
                assert_eq!(bits(each.row(k)), bits(four.row(k)));
            }
        }
    }
}
