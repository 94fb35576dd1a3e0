//! Bounding spheres: the cheapest test that rules a pair of geoms out.

use synovia_model::Model;
use synovia_model::enums::GeomType;
use synovia_model::id::GeomId;

use crate::data::Kin;

/// True if the bounding spheres of two geoms are farther apart than the margin; for a plane, the height of the other sphere
/// above it.
#[doc(alias = "mj_filterSphere")]
#[inline]
pub(super) fn spheres_apart(model: &Model, kin: &Kin, [g1, g2]: [GeomId; 2], margin: f64) -> bool {
    let (r1, r2) = (model.geom.rbound[g1], model.geom.rbound[g2]);
    // two spheres
    if r1 > 0.0 && r2 > 0.0 {
        let bound = r1 + r2 + margin;
        return (kin.geom_xpos[g1] - kin.geom_xpos[g2]).norm_squared() > bound * bound;
    }
    // one of them is a plane
    let above = |plane: GeomId, g: GeomId, radius: f64| {
        let height = || {
            let normal = kin.geom_xmat[plane].col(2);
            (kin.geom_xpos[g] - kin.geom_xpos[plane]).dot(normal)
        };
        model.geom.type_[plane] == GeomType::Plane && radius > 0.0 && height() > margin + radius
    };
    above(g1, g2, r2) || above(g2, g1, r1)
}
