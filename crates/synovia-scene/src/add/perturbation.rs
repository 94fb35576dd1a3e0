//! The perturbation of the selected body: the spring to its reference position, its reference orientation, and the selected point.

use synovia_math::{Mat3, Quat, Vec3};
use synovia_model::id::BodyId;
use synovia_model::{GeomType, ObjType};

use crate::builder::{At, Builder};
use crate::color;
use crate::enums::{label, perturb, vis};
use crate::text::Text;

/// The selected body; `None` if there is no such body.
fn selected<'a>(cx: &Builder<'a>) -> Option<(usize, At<'a>)> {
    let b = usize::try_from(cx.perturb.select).ok().filter(|&b| b > 0)?;
    Some((b, cx.body(b)?))
}

pub(crate) fn add(cx: &mut Builder<'_>) {
    if !cx.shows(vis::PERTURB_OBJECT) {
        return;
    }
    let Some((b, at)) = selected(cx) else {
        return;
    };
    let done = cx.perturb.active | cx.perturb.active2;
    if done & perturb::TRANSLATE != 0 {
        add_spring(cx, b, at);
    }
    if done & perturb::ROTATE != 0 {
        add_turned_box(cx, b);
    }
}

/// A rod from the selected point to its reference position, and a sphere there.
fn add_spring(cx: &mut Builder<'_>, b: usize, at: At<'_>) {
    let hands = cx.perturb;
    let [point, goal] = [
        at.point(Vec3::from(hands.localpos)),
        Vec3::from(hands.refselpos),
    ];
    let width = f64::from(cx.mean_size() * cx.model.vis.scale.constraint);
    let bit = perturb::TRANSLATE;
    let rgba = color::of_hands(
        cx.model.vis.rgba.constraint,
        hands.active & bit > 0,
        hands.active2 & bit > 0,
    );

    let Some(mut geom) = cx.decor(ObjType::Unknown, b) else {
        return;
    };
    geom.connect(GeomType::Capsule, width, point, goal);
    geom.rgba = rgba;
    cx.put(geom);

    let Some(mut geom) = cx.decor(ObjType::Unknown, b) else {
        return;
    };
    let (size, mat) = (Vec3::splat(2.0 * width), Quat::from(hands.refquat).to_mat());
    geom.init(
        GeomType::Sphere,
        Some(size),
        Some(goal),
        Some(&mat),
        Some(rgba),
    );
    cx.put(geom);
}

/// The bounding box of the body in its reference orientation.
fn add_turned_box(cx: &mut Builder<'_>, b: usize) {
    let hands = cx.perturb;
    let Some(at) = cx.inertial(b) else {
        return;
    };
    let Some(mut geom) = cx.decor(ObjType::Unknown, b) else {
        return;
    };
    let bit = perturb::ROTATE;
    let rgba = color::of_hands(
        cx.model.vis.rgba.inertia,
        hands.active & bit > 0,
        hands.active2 & bit > 0,
    );
    let bodies = &cx.model.body;
    let root = usize::try_from(bodies.bvhadr[BodyId::new(b)]).ok();
    let root = root.filter(|_| bodies.bvhnum[BodyId::new(b)] != 0);
    let (center, half) = match root.and_then(|i| cx.model.bvh.aabb.get(i)) {
        Some(&[x, y, z, a, b, c]) => (Vec3::new(x, y, z), Vec3::new(a, b, c)),
        None => (Vec3::ZERO, Vec3::splat(f64::from(cx.mean_size()))),
    };
    let mat = Quat::from(hands.refquat).to_mat();
    let pos = Some(at.point(center));
    geom.init(GeomType::Box, Some(half), pos, Some(&mat), Some(rgba));
    cx.put(geom);
}

/// The selected point.
pub(crate) fn add_point(cx: &mut Builder<'_>) {
    let Some((b, at)) = selected(cx).filter(|_| cx.shows(vis::SELECT)) else {
        return;
    };
    let local = Vec3::from(cx.perturb.localpos);
    let point = at.point(local);
    let Some(mut geom) = cx.decor(ObjType::Unknown, b) else {
        return;
    };
    geom.kind = GeomType::Sphere;
    geom.size = [cx.mean_size() * cx.model.vis.scale.selectpoint; 3];
    geom.place(point, &Mat3::IDENTITY);
    geom.rgba = cx.model.vis.rgba.selectpoint;
    if cx.options.label == label::SELECTED_POINT {
        geom.label = coordinates(point, local);
    }
    cx.put(geom);
}

fn coordinates(point: Vec3, local: Vec3) -> [u8; 100] {
    let mut text = Text::new();
    let parts = [
        (b"" as &[u8], point.x),
        (b" ", point.y),
        (b" ", point.z),
        (b" (local ", local.x),
        (b" ", local.y),
        (b" ", local.z),
    ];
    for (before, x) in parts {
        text.push(before);
        text.add_fixed(x);
    }
    text.push(b")");
    text.into_bytes()
}
