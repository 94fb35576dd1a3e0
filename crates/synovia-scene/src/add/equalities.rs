//! Active connect and weld constraints: a sphere at the anchor on each side.

use synovia_math::Vec3;
use synovia_model::id::EqualityId;
use synovia_model::{EqType, GeomType, ObjType};

use crate::builder::{At, Builder};
use crate::enums::{label, vis};

pub(crate) fn add(cx: &mut Builder<'_>) {
    if !cx.shows(vis::CONSTRAINT) {
        return;
    }
    let model = cx.model;
    let size = Vec3::splat(f64::from(cx.mean_size() * model.vis.scale.constraint));
    let colors = [model.vis.rgba.connect, model.vis.rgba.constraint];
    for e in model.equality.ids() {
        if cx.data.state.eq_active[e] == 0 {
            continue;
        }
        let Some(sides) = anchors(cx, e) else {
            continue;
        };
        for ((pos, at), rgba) in sides.into_iter().zip(colors) {
            let Some(mut geom) = cx.decor(ObjType::Equality, e.index()) else {
                return;
            };
            geom.init(
                GeomType::Sphere,
                Some(size),
                Some(pos),
                Some(at.mat),
                Some(rgba),
            );
            cx.name(&mut geom, label::CONSTRAINT, ObjType::Equality, e.index());
            cx.put(geom);
        }
    }
}

/// The anchors of a constraint with the frames of their objects; `None` if it has no anchors.
fn anchors<'a>(cx: &Builder<'a>, e: EqualityId) -> Option<[(Vec3, At<'a>); 2]> {
    let table = &cx.model.equality;
    let [a, b, c, x, y, z, ..] = table.data[e];
    let data = [Vec3::new(a, b, c), Vec3::new(x, y, z)];
    // a weld has the anchor of its second body first
    let local = match table.type_[e] {
        EqType::Connect => data,
        EqType::Weld => [data[1], data[0]],
        EqType::Distance => [Vec3::ZERO; 2],
        _ => return None,
    };
    let first = usize::try_from(table.obj1id[e]).ok()?;
    let second = usize::try_from(table.obj2id[e]).ok()?;
    if table.objtype[e] == ObjType::Site {
        let (first, second) = (cx.site(first)?, cx.site(second)?);
        return Some([(first.pos, first), (second.pos, second)]);
    }
    if table.objtype[e] == ObjType::Geom {
        let (first, second) = (cx.geom(first)?, cx.geom(second)?);
        return Some([(first.pos, first), (second.pos, second)]);
    }
    let (first, second) = (cx.body(first)?, cx.body(second)?);
    Some([
        (first.point(local[0]), first),
        (second.point(local[1]), second),
    ])
}
