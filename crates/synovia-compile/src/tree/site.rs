//! Sites, and the pose of elements that are specified by two end points.
//!
//! Sites have the shapes of geoms, except for meshes, height fields and planes, but no mass: they mark places for sensors, tendons and
//! actuators. Their size is used by touch sensors and for drawing.

use synovia_math::{Pose, Vec3};
use synovia_mjcf::{Attr, Span};
use synovia_model::enums::{GeomType, ObjType};
use synovia_model::{BodyId, MaterialId, Model};

use super::{EPS, SiteNode, Tree, pose, user};
use crate::cx::Cx;
use crate::spec::layout::orient;

/// Checks that the components of `size` that a type uses are positive.
pub(crate) fn check_size(cx: &mut Cx<'_>, span: Span, element: &str, kind: GeomType, size: Vec3) {
    // a plane is infinite in x and y if these sizes are 0, but its grid needs a spacing
    let needed = match kind {
        GeomType::Plane => {
            if size.z <= 0.0 {
                cx.error(span, format!("size 2 of a plane, the spacing of its grid, is {} in {element}, expected a positive number", size.z));
            }
            return;
        }
        GeomType::Sphere => 1,
        GeomType::Capsule | GeomType::Cylinder => 2,
        GeomType::Ellipsoid | GeomType::Box => 3,
        _ => 0,
    };
    for k in 0..needed {
        if size[k] <= 0.0 {
            cx.error(span, format!("size {k} must be positive in {element}"));
            return;
        }
    }
}

/// Pose and size of a shape between two points; its z axis points from the second to the first.
pub(crate) fn between(
    cx: &mut Cx<'_>,
    element: &str,
    kind: GeomType,
    fromto: &Attr<[f64; 6]>,
    pos: &Attr<[f64; 3]>,
    size: Vec3,
) -> Option<(Pose, Vec3)> {
    // NaN as first number means that there are no end points
    let [a, b, c, d, e, f] = fromto.defined()?;
    // only shapes with an axis can be stretched between two points
    let (from, to) = (Vec3::new(a, b, c), Vec3::new(d, e, f));
    if !matches!(
        kind,
        GeomType::Capsule | GeomType::Cylinder | GeomType::Ellipsoid | GeomType::Box
    ) {
        cx.error(
            fromto.span(),
            format!("{element} fromto: needs a capsule, cylinder, ellipsoid or box"),
        );
    }
    if pos.get().is_some_and(|p| *p != [0.0; 3]) {
        cx.error(
            fromto.span(),
            format!("{element}: both pos and fromto are set; remove one of them"),
        );
    }
    // the z axis of the shape, and half its length
    let (along, length) = orient::unit3(from - to);
    let half = length / 2.0;
    if half < EPS {
        cx.error(
            fromto.span(),
            format!("{element} fromto: the points are too close, expected two different points"),
        );
    }
    // the length replaces the last component of the size that the shape uses
    let size = match kind {
        GeomType::Ellipsoid | GeomType::Box => Vec3::new(size.x, size.x, half),
        _ => Vec3::new(size.x, half, size.z),
    };
    let pose = Pose::new((from + to) * 0.5, orient::from_z(along));
    Some((pose, size))
}

/// Index of a material by name; `None` if there is no name or materials are discarded.
pub(crate) fn material(cx: &mut Cx<'_>, name: &Attr<String>, element: &str) -> Option<usize> {
    (!name.text().is_empty() && !cx.discard_materials)
        .then(|| cx.resolve(ObjType::Material, name, element))
        .flatten()
}

/// Derives site `src` of the flat model.
pub(crate) fn build(cx: &mut Cx<'_>, src: usize) -> SiteNode {
    let flat = cx.flat;
    let placed = &flat.sites[src];
    let el = &placed.el;
    let own = el.values();
    let kind = own.kind;
    if matches!(kind, GeomType::Mesh | GeomType::Hfield | GeomType::Plane) {
        cx.error(
            el.kind.span(),
            "site type: meshes, height fields and planes are not allowed",
        );
    }
    // pose from the end points or as specified, then in the body
    let size = Vec3::from(own.size);
    let (pose, size) = between(cx, "site", kind, &el.fromto, &el.pos, size).unwrap_or_else(|| {
        let settings = &flat.settings[placed.settings];
        let quat = pose::as_written(cx, &el.quat, &el.alt, settings);
        (Pose::new(Vec3::from(own.pos), quat), size)
    });
    // a site's quaternion is normalised after frames are composed
    let mut pose = pose::in_frame(placed, pose);
    pose.quat = orient::unit(pose.quat);
    check_size(cx, el.size.span_or(el.span), "site", kind, size);
    let material = material(cx, &el.material, "site");
    SiteNode {
        src,
        body: placed.body,
        pose,
        size,
        material,
    }
}

/// Fills the table of sites.
pub(crate) fn fill(cx: &mut Cx<'_>, tree: &Tree, model: &mut Model) {
    let flat = cx.flat;
    for node in &tree.sites {
        let el = &flat.sites[node.src].el;
        let own = el.values();
        // values that need no derivation come from the element, the others from the node
        let row = &mut model.site;
        row.type_.push(own.kind);
        row.bodyid.push(BodyId::new(node.body));
        row.matid.push(node.material.map(MaterialId::new).into());
        row.group.push(own.group);
        row.sameframe
            .push(pose::same_frame(&node.pose, &tree.bodies[node.body].ipose).0 as u8);
        row.size.push(node.size);
        row.pos.push(node.pose.pos);
        row.quat.push(node.pose.quat);
        row.rgba.push(own.rgba);
    }
    model.size.nsite = tree.sites.len() as i64;
    let rows = tree
        .sites
        .iter()
        .map(|node| user::row(&flat.sites[node.src].el.user));
    let (rows, user) = (rows.collect::<Vec<_>>(), &mut model.site.user);
    model.size.nuser_site = user::fill(cx, "site", &flat.size.nuser_site, &rows, user);
}
