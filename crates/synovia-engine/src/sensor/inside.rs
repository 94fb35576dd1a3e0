//! Whether an object is inside the shape of a site: 1 or 0.

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::{GeomType, ObjType};
use synovia_model::id::{SensorId, SiteId};

use super::{Sensed, put};
use crate::velocity::object::Object;

/// 1 if the origin of the object is strictly inside.
pub(crate) fn read(model: &Model, now: &Sensed<'_>, s: SensorId, out: &mut [f64]) {
    // both poses
    let find = |kind, id| Object::find(model, now.kin, kind, id);
    let object = find(model.sensor.objtype[s], model.sensor.objid[s]);
    let site = find(ObjType::Site, model.sensor.refid[s]);
    let (Some(object), Some(site)) = (object, site) else {
        return out.fill(f64::NAN);
    };
    // the object in the frame of the site
    let id = SiteId(model.sensor.refid[s]);
    let local = site.mat.transpose_mul(object.pos - site.pos);
    let found = contains(model.site.type_[id], model.site.size[id], local);
    put(out, &[f64::from(u8::from(found))]);
}

/// True if the shape of that type and size, at the origin, has `p` in its interior.
#[doc(alias = "mju_insideGeom")]
pub(crate) fn contains(kind: GeomType, size: Vec3, p: Vec3) -> bool {
    // squared distance from the z axis
    let radial = p.x * p.x + p.y * p.y;
    match kind {
        GeomType::Sphere => p.dot(p) < size.x * size.x,
        // distance from the segment between the two centres
        GeomType::Capsule => {
            let beyond = p.z - p.z.min(size.y).max(-size.y);
            radial + beyond * beyond < size.x * size.x
        }
        GeomType::Ellipsoid => {
            let term = |k: usize| p[k] * p[k] / (size[k] * size[k]);
            term(0) + term(1) + term(2) < 1.0
        }
        GeomType::Cylinder => p.z.abs() < size.y && radial < size.x * size.x,
        GeomType::Box => (0..3).all(|k| p[k].abs() < size[k]),
        GeomType::Plane => p.z < 0.0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_end_where_their_sizes_say() {
        let size = Vec3::new(0.1, 0.2, 0.3);
        // extent of each shape along x and z
        let shapes = [
            (GeomType::Sphere, 0.1, 0.1),
            (GeomType::Capsule, 0.1, 0.3),
            (GeomType::Ellipsoid, 0.1, 0.3),
            (GeomType::Cylinder, 0.1, 0.2),
            (GeomType::Box, 0.1, 0.3),
        ];
        for (kind, x, z) in shapes {
            for (axis, reach) in [(Vec3::X, x), (Vec3::Z, z)] {
                assert!(contains(kind, size, axis * (reach - 1e-9)), "{kind:?}");
                assert!(!contains(kind, size, axis * (reach + 1e-9)), "{kind:?}");
                assert!(!contains(kind, size, -axis * (reach + 1e-9)), "{kind:?}");
            }
        }
        assert!(contains(GeomType::Plane, size, Vec3::new(5.0, 5.0, -1e-9)));
        assert!(!contains(GeomType::Plane, size, Vec3::ZERO));
        assert!(!contains(GeomType::Mesh, size, Vec3::ZERO));
    }
}
