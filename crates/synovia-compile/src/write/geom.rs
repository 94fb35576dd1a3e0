//! Geoms and sites.
//!
//! A mesh is stored in its principal frame, so the pose of its geom is that of the frame; the written pose is the one
//! before:
//!
//! ```text
//! body_from_geom = body_from_file · file_from_principal                              (1)
//! ```

use synovia_math::{Pose, Quat, Vec3};
use synovia_mjcf::Element;
use synovia_mjcf::spec::body::{Geom, Site};
use synovia_mjcf::write::{Node, same};
use synovia_model::enums::GeomType;
use synovia_model::{GeomId, Model, SiteId};

use super::Context;
use super::differ::differ;
use crate::spec::{Placed, orient};
use crate::tree::GeomNode;
use crate::tree::pose::in_frame;

const UNIT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// The number of size components that a shape uses.
fn size_len(kind: GeomType) -> usize {
    match kind {
        GeomType::Sphere => 1,
        GeomType::Capsule | GeomType::Cylinder => 2,
        GeomType::Plane | GeomType::Ellipsoid | GeomType::Box => 3,
        _ => 0,
    }
}

/// Adds the size of a shape. Components that the shape does not use are fields of the model as well; if nothing may be lost they
/// are written too.
fn size(node: &mut Node, kind: GeomType, size: &[f64; 3], class: &[f64; 3], exact: bool) {
    let n = size_len(kind);
    if n == 0 {
        return;
    }
    if exact {
        node.leading_unless("size", size, class);
    } else {
        node.numbers_unless("size", &size[..n], &class[..n]);
    }
}

fn is_mesh(kind: GeomType) -> bool {
    matches!(kind, GeomType::Mesh | GeomType::Sdf)
}

/// Every value of a geom.
type GeomValues<'a> = <Geom as Element>::Values<'a>;

/// The current values of geom `g`.
fn of_model<'a>(el: &'a Geom, model: &'a Model, g: GeomId) -> GeomValues<'a> {
    let table = &model.geom;
    let mut own = el.values();
    own.size = table.size[g].to_array();
    own.friction = table.friction[g].to_array();
    own.solmix = table.solmix[g];
    own.solref = table.solref[g];
    own.solimp = table.solimp[g];
    own.margin = table.margin[g];
    own.gap = table.gap[g];
    own.rgba = table.rgba[g];
    own.user = table.user.row(g.index());
    own
}

/// Adds the values that differ from `class`, except for the pose; `mass` is its mass and the one that it would have if omitted.
fn write(own: &GeomValues<'_>, class: &GeomValues<'_>, mass: Option<[f64; 2]>, node: &mut Node) {
    differ!(
        node, own, class;
        kind "type", contype, conaffinity, condim, group, priority, [friction], solmix, [solref], [solimp], margin, gap,
        fluidshape, fluidcoef,
    );
    if own.kind != GeomType::Mesh {
        differ!(node, own, class; shellinertia);
    }
    match mass {
        Some([mass, without]) => node.number("mass", mass, without),
        None => differ!(node, own, class; density),
    }
    differ!(node, own, class; material, rgba);
    if own.kind == GeomType::Hfield {
        node.text("hfield", own.hfield);
    }
    if is_mesh(own.kind) {
        node.text("mesh", own.mesh);
    }
}

/// Adds the values of a class that differ from its parent.
pub(super) fn write_class(el: &Geom, around: &Geom, exact: bool, node: &mut Node) {
    let (own, class) = (el.values(), around.values());
    differ!(node, own, class; size);
    let mass = |el: &Geom| el.mass.defined();
    if exact {
        write(&own, &class, None, node);
        let without = mass(around).unwrap_or(f64::NAN);
        node.number("mass", mass(el).unwrap_or(without), without);
    } else {
        // QUIRK(written-class-mass): the mass of a class is not written, nor is its density; geoms specify theirs
        write(&own, &class, mass(el).map(|_| [0.0; 2]), node);
    }
}

/// The element of geom `g`.
pub(super) fn element((item, around): (&Placed<Geom>, &str), cx: &Context<'_>, g: GeomId) -> Node {
    let (el, model, derived) = (&item.el, cx.model, &cx.origin.tree.geoms[g.index()]);
    let class = &cx.class(&item.class).geom;
    let mut values = of_model(el, model, g);
    values.material = material(cx, el, derived);
    let class = class.values();
    let mut node = cx.node("geom");
    node.text("name", el.name.text());
    super::class(cx, &mut node, &item.class, around);
    let fitted = fitted(cx, item, g);
    if fitted.is_none() {
        size(
            &mut node,
            values.kind,
            &values.size,
            &class.size,
            cx.exact(),
        );
    }
    let mass = el.mass.defined().map(|given| {
        if cx.exact() {
            // written even if it equals the mass from the density: the class may have another
            [given, f64::NAN]
        } else {
            [derived.mass, derived.volume * class.density]
        }
    });
    let authored = fitted.or_else(|| authored(cx, item, g));
    if let Some(pose) = authored.or_else(|| pose(values.kind, model, g)) {
        node.numbers_unless("pos", &pose.pos.to_array(), &UNIT[1..]);
        node.numbers_unless("quat", &pose.quat.to_array(), &UNIT);
    }
    write(&values, &class, mass, &mut node);
    if fitted.is_some() {
        node.text("mesh", el.mesh.text());
        differ!(&mut node, values, Geom::BUILTIN; fitscale);
    }
    node.user(values.user, class.user);
    node
}

/// The pose, without the mesh frame, of a primitive that was fitted to a mesh. The reference writes the primitive alone; if nothing
/// may be lost it is fitted again, unless a program has changed it.
fn fitted(cx: &Context<'_>, item: &Placed<Geom>, g: GeomId) -> Option<Pose> {
    let (el, table) = (&item.el, &cx.model.geom);
    let kind = el.values().kind;
    let primitive = !is_mesh(kind) && kind != GeomType::Hfield;
    if !cx.exact() || !primitive || el.mesh.text().is_empty() || table.mesh(g).is_none() {
        return None;
    }
    let derived = &cx.origin.tree.geoms[g.index()];
    let settings = cx.origin.flat.settings.get(item.settings)?;
    let same = table.size[g] == derived.size
        && table.pos[g] == derived.pose.pos
        && table.quat[g] == derived.pose.quat
        && settings.fitaabb == cx.origin.flat.settings.first()?.fitaabb;
    same.then(|| own_pose(cx, item)).flatten()
}

/// The pose of a geom in its body, without the mesh frame.
fn own_pose(cx: &Context<'_>, item: &Placed<Geom>) -> Option<Pose> {
    let el = &item.el;
    let settings = cx.origin.flat.settings.get(item.settings)?;
    let turned = orient::orientation(&el.quat, &el.alt, settings).ok()?;
    let own = Pose::new(Vec3::from(el.values().pos), orient::unit(turned));
    Some(in_frame(item, own))
}

/// The pose of a mesh geom without the principal frame, if nothing may be lost: the one in the source, if equation (1) reproduces
/// every bit of the stored pose. Solving (1) for it would round.
fn authored(cx: &Context<'_>, item: &Placed<Geom>, g: GeomId) -> Option<Pose> {
    let table = &cx.model.geom;
    if !cx.exact() || !is_mesh(item.el.values().kind) {
        return None;
    }
    let (own, m) = (own_pose(cx, item)?, table.mesh(g)?);
    let principal = Pose::new(cx.model.mesh.pos[m], cx.model.mesh.quat[m]);
    let again = orient::accumulate(&own, &principal);
    (again.pos == table.pos[g] && again.quat == table.quat[g]).then_some(own)
}

/// The material of a geom: its own, or that of its mesh; empty if visual elements are discarded.
fn material<'a>(cx: &'a Context<'_>, el: &'a Geom, derived: &GeomNode) -> &'a str {
    let own = cx.material(&el.material);
    let mesh = derived
        .mesh
        .filter(|_| is_mesh(derived.kind) && el.material.text().is_empty());
    let asset = mesh.and_then(|m| cx.origin.mesh(m));
    asset.map_or(own, |asset| cx.material(&asset.el.material))
}

/// The pose to write; `None` if a mesh is at the place of its file.
fn pose(kind: GeomType, model: &Model, g: GeomId) -> Option<Pose> {
    let stored = Pose::new(model.geom.pos[g], model.geom.quat[g]);
    let Some(m) = model.geom.mesh(g).filter(|_| is_mesh(kind)) else {
        return Some(stored);
    };
    let (pos, quat) = (model.mesh.pos[m], model.mesh.quat[m]);
    let near = |a: &[f64], b: &[f64]| same(a, b, f64::EPSILON);
    if near(&stored.pos.to_array(), &pos.to_array())
        && near(&stored.quat.to_array(), &quat.to_array())
    {
        return None;
    }
    // equation (1), solved for the pose before
    let turned: Quat = orient::unit(stored.quat * quat.conj());
    Some(Pose::new(stored.pos - turned.to_mat() * pos, turned))
}

/// Every value of a site.
pub(super) type SiteValues<'a> = <Site as Element>::Values<'a>;

/// Adds the values that differ from `class`, except for pose and size.
pub(super) fn write_site(own: &SiteValues<'_>, class: &SiteValues<'_>, node: &mut Node) {
    differ!(node, own, class; group, kind "type", material, rgba);
}

/// The element of site `s`.
pub(super) fn site((item, around): (&Placed<Site>, &str), cx: &Context<'_>, s: SiteId) -> Node {
    let (el, table) = (&item.el, &cx.model.site);
    let class = cx.class(&item.class).site.values();
    let mut values = el.values();
    values.size = table.size[s].to_array();
    values.rgba = table.rgba[s];
    values.material = cx.material(&el.material);
    values.user = table.user.row(s.index());
    let mut node = cx.node("site");
    node.text("name", el.name.text());
    super::class(cx, &mut node, &item.class, around);
    node.numbers("pos", &table.pos[s].to_array());
    node.numbers_unless("quat", &table.quat[s].to_array(), &UNIT);
    size(
        &mut node,
        values.kind,
        &values.size,
        &class.size,
        cx.exact(),
    );
    write_site(&values, &class, &mut node);
    node.user(values.user, class.user);
    node
}
