//! Contacts.

use bytemuck::{Pod, Zeroable};
use synovia_math::{Mat3, Vec3};
use synovia_model::Model;
use synovia_model::id::{FlexId, GeomId};

/// One contact between two geoms or flex parts, in the memory order of the reference.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[doc(alias = "mjContact")]
pub struct Contact {
    /// Distance between the nearest points; negative when penetrating.
    pub dist: f64,
    /// Midpoint between the nearest points.
    pub pos: Vec3,
    /// Rows are the axes of the contact: the normal from the first geom to the second, then two tangents.
    pub frame: Mat3,
    /// The contact has constraint rows if `dist` is below this.
    pub includemargin: f64,
    /// Friction coefficients: two tangential, spin, two rolling.
    pub friction: [f64; 5],
    /// Reference of the normal row.
    pub solref: [f64; 2],
    /// Reference of the friction rows.
    pub solreffriction: [f64; 2],
    /// Impedance.
    pub solimp: [f64; 5],
    /// Friction coefficient of the regularised cone.
    pub mu: f64,
    /// Hessian of the cone.
    pub hessian: [f64; 36],
    /// Dimension of the contact space: 1, 3, 4 or 6.
    pub dim: i32,
    /// First geom, kept for old programs.
    pub geom1: i32,
    /// Second geom, kept for old programs.
    pub geom2: i32,
    /// Geoms; −1 for a flex.
    pub geom: [i32; 2],
    /// Flexes; −1 for a geom.
    pub flex: [i32; 2],
    /// Flex elements; −1 for a geom or a vertex.
    pub elem: [i32; 2],
    /// Flex vertices; −1 for a geom or an element.
    pub vert: [i32; 2],
    /// 0 included, 1 in the gap, 2 fused, 3 without dofs, 4 passive.
    pub exclude: i32,
    /// First constraint row; −1 if it has none.
    pub efc_address: i32,
    /// Padding to eight bytes.
    pub pad: i32,
}

impl Contact {
    /// Maximum dimension.
    pub const MAX_DIM: usize = 6;

    /// `exclude` of a contact that moves no dof.
    pub const MOVES_NOTHING: i32 = 3;

    /// `exclude` of a contact that is a passive force.
    pub const PASSIVE: i32 = 4;

    /// The geom on each side; `None` for a flex, or for an id that is out of range.
    #[inline]
    pub fn sides(&self, model: &Model) -> [Option<GeomId>; 2] {
        let known = |g: &GeomId| usize::try_from(g.0).is_ok_and(|g| g < model.geom.len());
        self.geom.map(|g| Some(GeomId(g)).filter(known))
    }

    /// The two geoms; `None` if a flex is on one side.
    #[inline]
    pub fn geoms(&self) -> Option<[GeomId; 2]> {
        let [first, second] = self.geom.map(GeomId);
        Some([first.get()?, second.get()?])
    }

    /// Unit vector from the first geom to the second.
    #[inline]
    pub fn normal(&self) -> Vec3 {
        self.frame.row(0)
    }

    /// The dimension, clamped to the valid range.
    #[inline]
    pub fn dimension(&self) -> usize {
        (self.dim.max(1) as usize).min(Self::MAX_DIM)
    }

    /// True if it can have rows: both sides and the dimension are valid.
    #[inline]
    pub fn is_sound(&self, model: &Model) -> bool {
        let side = |k: usize| {
            let g = self.geom[k];
            i64::from(g) < model.size.ngeom && (g >= 0 || self.has_flex(model, k))
        };
        side(0) && side(1) && self.dimension() as i32 == self.dim
    }

    /// True if a vertex or an element of a flex of the model is on side `k`.
    fn has_flex(&self, model: &Model, k: usize) -> bool {
        let flex = &model.flex;
        let Some(f) = FlexId(self.flex[k])
            .get()
            .filter(|f| f.index() < flex.len())
        else {
            return false;
        };
        match self.vert[k] {
            v @ 0.. => v < flex.vertnum[f],
            _ => (0..flex.elemnum[f]).contains(&self.elem[k]),
        }
    }
}

/// The contacts of the current pose. Written by the collision stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contacts {
    /// In the order of detection.
    pub list: Vec<Contact>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_is_that_of_the_reference() {
        assert_eq!(size_of::<Contact>(), 576);
        assert_eq!(core::mem::offset_of!(Contact, dim), 520);
        assert_eq!(core::mem::offset_of!(Contact, efc_address), 568);
    }
}
