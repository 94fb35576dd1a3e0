//! Checks of tendons and equality constraints: the objects they are attached to.
//!
//! The path of a fixed tendon is a list of joints. The path of a spatial tendon consists of sites, pulleys, and geoms that
//! are each between two sites.

use super::error::{exactly, id, ids, ints, refuse};
use super::{Allowed, ReferenceError};
use crate::enums::{EqType, ObjType, WrapType};
use crate::id::{EqualityId, TendonId, WrapId};
use crate::model::Model;

impl Model {
    /// Checks the paths of tendons, their trees, and equality constraints.
    pub(super) fn check_paths(&self) -> Result<(), ReferenceError> {
        let mut next = 0;
        for t in self.tendon.ids() {
            let row = t.index();
            let num = self.tendon.num[t];
            let by = "tendon_num of the tendons before";
            exactly("tendon_adr", row, self.tendon.adr[t], next as i64, by)?;
            let left = self.wrap.len() - next;
            id(
                "tendon_num",
                row,
                num,
                0,
                "the remaining elements",
                left + 1,
            )?;
            self.check_path(t)?;
            next += num as usize;
        }
        let trees = ints(self.tendon.treeid.flat::<i32>());
        ids("tendon_treeid", trees, -1, "ntree", self.tree.len() as i64)?;
        self.equality.ids().try_for_each(|e| self.check_equality(e))
    }

    fn check_path(&self, t: TendonId) -> Result<(), ReferenceError> {
        let path = self.tendon.path(t).range();
        let kind = |w: usize| self.wrap.type_[WrapId::new(w)];
        let fixed = path
            .clone()
            .next()
            .is_some_and(|w| kind(w) == WrapType::Joint);
        for w in path.clone() {
            let object = self.wrap.objid[WrapId::new(w)];
            let check = |size, limit| id("wrap_objid", w, object, 0, size, limit);
            let misplaced = |what| refuse("wrap_type", w, kind(w).0, Allowed::OneOf(what));
            match kind(w) {
                WrapType::Joint if fixed => check("njnt", self.joint.len())?,
                _ if fixed => misplaced("1 (joint), as the first element of its tendon")?,
                WrapType::Site => check("nsite", self.site.len())?,
                WrapType::Pulley => {}
                WrapType::Sphere | WrapType::Cylinder => {
                    check("ngeom", self.geom.len())?;
                    let site = |w: usize| path.contains(&w) && kind(w) == WrapType::Site;
                    if w == 0 || !site(w - 1) || !site(w + 1) {
                        misplaced("3 (site) or 2 (pulley): a geom must be between two sites")?;
                    }
                }
                _ => misplaced("2 (pulley), 3 (site), 4 (sphere) or 5 (cylinder)")?,
            }
        }
        Ok(())
    }

    fn check_equality(&self, e: EqualityId) -> Result<(), ReferenceError> {
        let row = e.index();
        let table = &self.equality;
        let objects = [
            ("eq_obj1id", table.obj1id[e]),
            ("eq_obj2id", table.obj2id[e]),
        ];
        let both = |least: [i64; 2], size, limit| {
            let mut pairs = objects.into_iter().zip(least);
            pairs.try_for_each(|((name, found), least)| id(name, row, found, least, size, limit))
        };
        match table.type_[e] {
            EqType::Connect | EqType::Weld => match table.objtype[e] {
                ObjType::Body => both([0, 0], "nbody", self.body.len()),
                ObjType::Site => both([0, 0], "nsite", self.site.len()),
                kind => {
                    let allowed = Allowed::OneOf("1 (body) or 6 (site)");
                    refuse("eq_objtype", row, kind.0, allowed)
                }
            },
            EqType::Joint => both([0, -1], "njnt", self.joint.len()),
            EqType::Tendon => both([0, -1], "ntendon", self.tendon.len()),
            EqType::Flex | EqType::FlexVert => {
                let (name, found) = objects[0];
                id(name, row, found, 0, "nflex", self.flex.len())
            }
            EqType::Distance => match table.objtype[e] {
                ObjType::Site => both([0, 0], "nsite", self.site.len()),
                ObjType::Geom => both([0, 0], "ngeom", self.geom.len()),
                kind => {
                    let allowed = Allowed::OneOf("5 (geom) or 6 (site)");
                    refuse("eq_objtype", row, kind.0, allowed)
                }
            },
            kind => {
                let allowed = Allowed::OneOf("the number of a kind of equality, 0 to 6");
                refuse("eq_type", row, kind.0, allowed)
            }
        }
    }
}
