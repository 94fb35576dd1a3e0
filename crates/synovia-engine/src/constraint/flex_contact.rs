//! Contacts with flexes: the bodies that they act on, and their weights.
//!
//! ```text
//! a geom              its body                                           1
//! a vertex            its body                                           1
//! an element          the bodies of its vertices                         (1/d_v) / Σ_u (1/d_u)            (1)
//! interpolated        the bodies of the nodes                            φ_n(Σ_v w_v u_v)                 (2)
//! ```
//!
//! with `d_v` the distance from the contact point to a vertex, and `u_v` the coordinates of a vertex in the unit box. The
//! relative velocity at a contact is the weighted sum of the velocities of the contact point if it were fixed to each of
//! these bodies, with the opposite sign for the first side:
//!
//! ```text
//! J = Σ_b w_b J_b(p)         w_b < 0 on the first side                                                    (3)
//! ```

use synovia_math::{MIN_VAL, Spatial, Vec3, larger};
use synovia_model::Model;
use synovia_model::consts::MAX_FLEX_NODES;
use synovia_model::id::{BodyId, DofId, FlexId, FlexNodeId, FlexVertId, GeomId};

use super::block::Block;
use crate::data::{ComFrame, Contact, Kin};
use crate::flex::vertices::basis;
use crate::is_sparse;
use crate::position::jacobian::{BodyPoint, column, last_dof};
use crate::scratch::{Need, Scratch};

/// Nodes with a smaller weight are ignored.
const SMALLEST: f64 = 1e-5;

/// A body that a contact acts on, and its weight.
#[derive(Clone, Copy, Debug)]
struct Share {
    body: BodyId,
    weight: f64,
}

/// The bodies that a contact acts on.
#[derive(Clone, Debug)]
pub(crate) struct Shares {
    list: [Share; 2 * MAX_FLEX_NODES],
    len: usize,
    /// Approximate inverse inertia of both sides: translation, rotation.
    pub diag_approx: [f64; 2],
}

/// Vertices of one side, at most those of a tetrahedron.
#[derive(Clone, Copy, Debug)]
struct Corners {
    verts: [FlexVertId; 4],
    weights: [f64; 4],
    len: usize,
}

impl Shares {
    /// Without bodies.
    pub(crate) const fn new() -> Self {
        let none = Share {
            body: BodyId::WORLD,
            weight: 0.0,
        };
        Self {
            list: [none; 2 * MAX_FLEX_NODES],
            len: 0,
            diag_approx: [0.0; 2],
        }
    }

    /// Finds the bodies of a valid contact.
    pub(crate) fn find(&mut self, model: &Model, kin: &Kin, contact: &Contact) {
        self.len = 0;
        self.diag_approx = [0.0; 2];
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let start = self.len;
            self.add_side(model, kin, contact, side, 1.0);
            self.weigh(model, start);
            if side == 0 {
                self.len = start;
                self.add_side(model, kin, contact, side, sign);
            }
        }
    }

    /// Adds the bodies from `start` on to the approximate diagonal.
    fn weigh(&mut self, model: &Model, start: usize) {
        for share in &self.list[start..self.len] {
            let inverse = model.body.invweight0[share.body];
            for (sum, inverse) in self.diag_approx.iter_mut().zip(inverse) {
                *sum += inverse * share.weight;
            }
        }
    }

    fn push(&mut self, body: BodyId, weight: f64) {
        if let Some(slot) = self.list.get_mut(self.len) {
            *slot = Share { body, weight };
            self.len += 1;
        }
    }

    fn add_side(&mut self, model: &Model, kin: &Kin, contact: &Contact, side: usize, sign: f64) {
        if let Some(g) = GeomId(contact.geom[side]).get() {
            return self.push(model.geom.bodyid[g], sign);
        }
        let f = FlexId(contact.flex[side]);
        let corners = Corners::find(model, kin, contact, side);
        if model.flex.interp[f] == 0 {
            for (v, weight) in corners.each() {
                self.push(model.flex.vertbodyid[v], weight * sign);
            }
        } else {
            self.add_nodes(model, f, &corners, sign);
        }
    }

    /// Equation (2).
    fn add_nodes(&mut self, model: &Model, f: FlexId, corners: &Corners, mut sign: f64) {
        let flex = &model.flex;
        let mut at = Vec3::ZERO;
        for (v, weight) in corners.each() {
            at += flex.vert0[v] * weight;
        }
        // QUIRK(flex-first-side): the weights of the first side get their sign before they are interpolated: its point in
        // the unit box is mirrored at the origin, and the sign is lost.
        // DIFFERENCE(flex-first-side): with a sparse Jacobian the reference aborts there, because it has counted other
        // columns; here the weights are those of equation (2)
        if sign < 0.0 && !is_sparse(model) {
            at = -at;
            sign = 1.0;
        }
        let first = flex.nodeadr[f] as usize;
        for k in 0..flex.nodenum[f] as usize {
            let weight = basis(at, k, flex.interp[f]);
            if weight >= SMALLEST {
                self.push(flex.nodebodyid[FlexNodeId::new(first + k)], weight * sign);
            }
        }
    }
}

impl Corners {
    /// The vertices of a side that is a flex.
    fn find(model: &Model, kin: &Kin, contact: &Contact, side: usize) -> Self {
        let flex = &model.flex;
        let f = FlexId(contact.flex[side]);
        let first = flex.vertadr[f];
        let mut out = Self {
            verts: [FlexVertId(first); 4],
            weights: [0.0; 4],
            len: 0,
        };
        if contact.vert[side] >= 0 {
            out.push(FlexVertId(first + contact.vert[side]), 1.0);
            return out;
        }
        // equation (1)
        let corners = flex.dim[f] as usize + 1;
        let start = flex.elemdataadr[f] as usize + contact.elem[side] as usize * corners;
        let mut sum = 0.0;
        for &v in &flex.elem[start..start + corners] {
            // QUIRK(flex-own-vertex): an element does not touch one of its own vertices, which is skipped here; only the
            // number is compared, so a vertex of another flex skips the one with the same number
            if v == contact.vert[1 - side] {
                continue;
            }
            let v = FlexVertId(first + v);
            let weight = 1.0 / larger(MIN_VAL, (contact.pos - kin.flexvert_xpos[v]).norm());
            sum += weight;
            out.push(v, weight);
        }
        let scale = 1.0 / sum;
        for weight in &mut out.weights[..out.len] {
            *weight *= scale;
        }
        out
    }

    /// Vertices and weights.
    fn each(&self) -> impl Iterator<Item = (FlexVertId, f64)> {
        let verts = self.verts[..self.len].iter().copied();
        verts.zip(self.weights)
    }

    const fn push(&mut self, v: FlexVertId, weight: f64) {
        if self.len < self.verts.len() {
            self.verts[self.len] = v;
            self.weights[self.len] = weight;
            self.len += 1;
        }
    }
}

/// If a contact involves more than one in this many dofs, scanning all dofs is faster than sorting those of the contact.
const SOME: usize = 4;

/// Columns of a Jacobian while those of several bodies are summed.
#[derive(Debug)]
pub(crate) struct ColumnSum<'a> {
    /// Translation and rotation by dof.
    values: &'a mut [[f64; 6]],
    /// 1 for dofs in the list.
    seen: &'a mut [i32],
    list: &'a mut [i32],
    len: usize,
}

impl<'a> ColumnSum<'a> {
    /// The scratch memory that it needs.
    pub(crate) const fn need(nv: usize) -> Need {
        Need::new(6 * nv, 2 * nv)
    }

    /// An empty sum over `nv` dofs.
    pub(crate) fn new(nv: usize, scratch: &mut Scratch<'a>) -> Self {
        Self {
            values: bytemuck::cast_slice_mut(scratch.take_unset(6 * nv)),
            seen: scratch.take_ints(nv),
            list: scratch.take_ints_unset(nv),
            len: 0,
        }
    }

    /// Equation (3), in the frame of the contact: fills `block`.
    ///
    /// DIFFERENCE(flex-torsion): with a sparse Jacobian the reference reads the rotation of several bodies from another
    /// address than the one at which it was summed; here rows of spin and roll follow (3) in both formats.
    pub(crate) fn columns(
        &mut self,
        model: &Model,
        com: &ComFrame,
        contact: &Contact,
        shares: &Shares,
        block: &mut Block<'_>,
    ) {
        let turns = contact.dim > 3;
        // order: each column is summed body by body
        for share in &shares.list[..shares.len] {
            let at = BodyPoint::new(share.body, contact.pos);
            let offset = at.offset(model, com);
            let mut dof = last_dof(model, share.body);
            while let Some(i) = dof {
                self.add(i, column(com, i, offset), share.weight);
                dof = model.dof.parent(i);
            }
        }
        let list = &mut self.list[..self.len];
        if SOME * list.len() >= self.seen.len() {
            // most dofs are involved: scan all of them in ascending order
            let seen = (0..).zip(&*self.seen).filter(|(_, seen)| **seen != 0);
            for (slot, (i, _)) in list.iter_mut().zip(seen) {
                *slot = i;
            }
        } else {
            list.sort_unstable();
        }
        block.clear();
        for &i in list.iter().rev() {
            let [x, y, z, a, b, c] = self.values[i as usize];
            let v = contact.frame * Vec3::new(x, y, z);
            if turns {
                block.push_both(DofId(i), v, contact.frame * Vec3::new(a, b, c));
            } else {
                block.push(DofId(i), v);
            }
            self.seen[i as usize] = 0;
        }
        self.len = 0;
    }

    #[inline]
    fn add(&mut self, i: DofId, col: Spatial, weight: f64) {
        let (v, w) = (col.lin() * weight, col.rot() * weight);
        let part = [v.x, v.y, v.z, w.x, w.y, w.z];
        let slot = &mut self.values[i.index()];
        if self.seen[i.index()] == 0 {
            self.seen[i.index()] = 1;
            self.list[self.len] = i.0;
            self.len += 1;
            *slot = part;
        } else {
            for (slot, part) in slot.iter_mut().zip(part) {
                *slot += part;
            }
        }
    }
}

/// The body on each side, if each side has exactly one.
pub(crate) fn single_bodies(model: &Model, contact: &Contact) -> Option<[BodyId; 2]> {
    let single = |side: usize| {
        if let Some(g) = GeomId(contact.geom[side]).get() {
            return Some(model.geom.bodyid[g]);
        }
        let f = FlexId(contact.flex[side]);
        let v = usize::try_from(contact.vert[side]).ok()?;
        let first = model.flex.vertadr[f] as usize;
        (model.flex.interp[f] == 0).then(|| model.flex.vertbodyid[FlexVertId::new(first + v)])
    };
    Some([single(0)?, single(1)?])
}

/// Marks contacts of flexes that act as passive forces: they have no rows.
pub(crate) fn mark_passive(model: &Model, contacts: &mut [Contact]) {
    let passive = |f: i32| {
        let known = FlexId(f).get().filter(|f| f.index() < model.flex.len());
        known.is_some_and(|f| model.flex.passive[f] != 0)
    };
    for contact in contacts {
        if contact.flex.into_iter().any(passive) {
            contact.efc_address = -1;
            contact.exclude = Contact::PASSIVE;
        }
    }
}
