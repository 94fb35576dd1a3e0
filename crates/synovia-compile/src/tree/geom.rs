//! Geoms: pose, size, bounds, mass, fluid coefficients.
//!
//! ```text
//! check ──> referenced ──> posed ──> final_size ──> bounds ──> weight ──> fluid
//! attributes  assets       pose,     from the       box and    mass and   added
//!                          size      asset          sphere     inertia    mass
//! ```

use synovia_math::{Pose, Vec3};
use synovia_mjcf::keyword::{FluidShape, InertiaFromGeom};
use synovia_mjcf::spec::body::Geom;
use synovia_model::enums::{GeomType, ObjType};
use synovia_model::{BodyId, MaterialId, Model};

use super::primitive::Primitive;
use super::{BodyNode, EPS, GeomNode, Tree, fluid, pose, site, user};
use crate::assets::{Assets, HfieldAsset, MeshAsset};
use crate::cx::Cx;
use crate::spec::layout::flat::Placed;
use crate::spec::layout::orient;

/// Half size of the bounding box of a plane, which is infinite.
const MAX_VAL: f64 = 1e10;

/// Derives geom `src` of the flat model; `None` if it refers to an asset that does not exist.
pub(crate) fn build(
    cx: &mut Cx<'_>,
    assets: &Assets,
    bodies: &[BodyNode],
    src: usize,
) -> Option<GeomNode> {
    let placed = &cx.flat.geoms[src];
    let el = &placed.el;
    let own = el.values();
    let kind = own.kind;
    check(cx, el, kind, bodies[placed.body].moves);

    // assets: mesh and height field by name; without a material of its own a geom has that of its mesh
    let (mesh, hfield) = referenced(cx, el, kind)?;
    let field = hfield.map(|id| &assets.hfields[id]);
    let material = match mesh {
        Some(id) if el.material.text().is_empty() => {
            let name = &cx.flat.meshes[id].el.material;
            site::material(cx, name, "mesh")
        }
        _ => site::material(cx, &el.material, "geom"),
    };

    // pose, size and bounds; each is checked only if the values it is derived from have no errors
    let before = cx.diag.len();
    let posed = posed(cx, placed, kind, mesh.map(|id| &assets.meshes[id]));
    let Posed { pose, size, shape } = posed;
    let size_span = el.size.span_or(el.span);
    if !cx.diag.has_since(before) {
        site::check_size(cx, size_span, "geom", kind, size);
    }
    let size = final_size(kind, size, shape, field);
    if !size.is_finite() && size.x.is_nan() | size.y.is_nan() | size.z.is_nan() {
        cx.error(size_span, "geom size: not a number");
    }
    let (low, high) = bounds(kind, size, shape, field);
    let (center, half) = ((high + low) * 0.5, (high - low) * 0.5);

    // mass and inertia, zero if the body does not take them from its geoms
    let (mass, inertia) = weight(cx, placed, kind, size, shape);
    let is_negative = mass < 0.0 || inertia.min(Vec3::ZERO) != Vec3::ZERO;
    if (is_negative || (weighs(cx, placed) && own.density < 0.0)) && !cx.diag.has_since(before) {
        cx.error(
            el.span,
            "geom: mass, inertia and density must not be negative",
        );
    }
    // added mass and drag of the equivalent ellipsoid
    let fluid = match el.fluidshape.get() {
        Some(FluidShape::Ellipsoid) => fluid::coefficients(semiaxes(kind, size), own.fluidcoef),
        _ => [0.0; 12],
    };

    Some(GeomNode {
        src,
        body: placed.body,
        kind,
        pose: pose::in_frame(placed, pose),
        size,
        mesh,
        hfield,
        material,
        volume: volume(kind, size, own.shellinertia, shape),
        mass,
        inertia,
        aabb: [center.x, center.y, center.z, half.x, half.y, half.z],
        rbound: radius(kind, size, field),
        fluid,
        visual: own.contype == 0 && own.conaffinity == 0,
        stays: false,
    })
}

/// Reports attributes that are invalid for this type of geom.
fn check(cx: &mut Cx<'_>, el: &Geom, kind: GeomType, moves: bool) {
    if !matches!(el.values().condim, 1 | 3 | 4 | 6) {
        cx.error(
            el.condim.span(),
            format!("geom condim: must be 1, 3, 4 or 6{}", named(&el.name)),
        );
    }
    if kind == GeomType::Plane && moves {
        cx.error(
            el.kind.span(),
            "geom type: a plane is only allowed in a static body",
        );
    }
}

/// The mesh and the height field of a geom; `None` if one is missing.
fn referenced(
    cx: &mut Cx<'_>,
    el: &Geom,
    kind: GeomType,
) -> Option<(Option<usize>, Option<usize>)> {
    // names are resolved even if the type does not need them, so that wrong names are reported
    let mut mesh = None;
    if !el.mesh.text().is_empty() {
        mesh = Some(cx.resolve(ObjType::Mesh, &el.mesh, "geom")?);
    }
    let mut hfield = None;
    if !el.hfield.text().is_empty() {
        hfield = Some(cx.resolve(ObjType::Hfield, &el.hfield, "geom")?);
    }
    // type and asset must match
    if is_mesh(kind) && mesh.is_none() {
        cx.error(
            el.span,
            format!("geom: a {} needs the attribute mesh", kind.word()),
        );
        return None;
    }
    if (kind == GeomType::Hfield) != hfield.is_some() {
        cx.error(
            el.span,
            "geom: type=\"hfield\" and the attribute hfield must be used together",
        );
        return None;
    }
    if mesh.is_some() && matches!(kind, GeomType::Plane | GeomType::Hfield) {
        cx.error(
            el.mesh.span(),
            "geom mesh: a plane or height field cannot be fitted to a mesh",
        );
        return None;
    }
    Some((mesh, hfield))
}

/// Whether the shape of the geom is a mesh.
fn is_mesh(kind: GeomType) -> bool {
    matches!(kind, GeomType::Mesh | GeomType::Sdf)
}

/// The pose of a geom, before its bounds are known.
struct Posed<'a> {
    /// Pose in the enclosing frame.
    pose: Pose,
    /// Size as specified, or of the primitive that was fitted to a mesh.
    size: Vec3,
    /// The mesh of a mesh geom; `None` for a primitive that was fitted to a mesh.
    shape: Option<&'a MeshAsset>,
}

/// The pose of a geom: its own, composed with the frame in which its mesh is stored.
fn posed<'a>(
    cx: &mut Cx<'_>,
    placed: &Placed<Geom>,
    kind: GeomType,
    mesh: Option<&'a MeshAsset>,
) -> Posed<'a> {
    let el = &placed.el;
    let own = el.values();
    // angles and fitting follow the settings of the model that the geom came from
    let settings = &cx.flat.settings[placed.settings];
    let mut size = Vec3::from(own.size);
    // pose and length from `fromto`, or the pose as specified
    let stretched = site::between(cx, "geom", kind, &el.fromto, &el.pos, size);
    if stretched.is_some() && mesh.is_some() {
        cx.error(
            el.fromto.span(),
            "geom fromto: cannot be used together with a mesh",
        );
    }
    let mut pose = match stretched {
        Some((pose, stretched_size)) => {
            size = stretched_size;
            pose
        }
        None => Pose::new(
            Vec3::from(own.pos),
            pose::orientation(cx, &el.quat, &el.alt, settings),
        ),
    };

    // a mesh is stored in its principal frame, a fitted primitive is centred in it: compose the pose with that frame
    let mut shape = mesh;
    if let Some(asset) = mesh {
        let mut center = Vec3::ZERO;
        if is_mesh(kind) {
            if own.shellinertia {
                cx.error(
                    el.shellinertia.span(),
                    "geom shellinertia: for a mesh, set inertia=\"shell\" in the mesh asset",
                );
            }
        } else {
            // a primitive is fitted to the mesh, which is then not part of the geom
            let scale = own.fitscale;
            let (fitted, middle) = asset.fit(kind, settings.fitaabb, scale);
            // QUIRK(fitted-size): components of `size` that the shape does not use are kept, and scaled with the others
            size = match kind {
                GeomType::Sphere => Vec3::new(fitted.x, size.y * scale, size.z * scale),
                GeomType::Capsule | GeomType::Cylinder => {
                    Vec3::new(fitted.x, fitted.y, size.z * scale)
                }
                _ => fitted,
            };
            center = middle;
            shape = None;
        }
        // from the frame of the file to the principal frame, and to the centre of the fitted shape
        let inner = Pose::new(asset.pose.transform(center), asset.pose.quat);
        pose = orient::accumulate(&pose, &inner);
    }
    Posed { pose, size, shape }
}

/// Whether a geom contributes to the mass of its body.
fn weighs(cx: &Cx<'_>, placed: &Placed<Geom>) -> bool {
    // the world has no mass, and an explicit inertia makes geoms irrelevant
    let body = &cx.flat.bodies[placed.body];
    let settings = settings_of(cx, placed.body);
    let [least, most] = settings.inertiagrouprange;
    placed.body > 0
        && (!body.inertia_is_said() || settings.inertiafromgeom == InertiaFromGeom::True)
        && (least..=most).contains(&placed.el.values().group)
}

/// Mass and principal moments of inertia, zero if the geom does not contribute to those of its body.
fn weight(
    cx: &Cx<'_>,
    placed: &Placed<Geom>,
    kind: GeomType,
    size: Vec3,
    shape: Option<&MeshAsset>,
) -> (f64, Vec3) {
    let el = &placed.el;
    let own = el.values();
    let (mut mass, mut inertia) = (0.0, Vec3::ZERO);
    if !weighs(cx, placed) {
        return (mass, inertia);
    }
    // the volume, or the surface area of a shell, determines the mass
    let hollow = own.shellinertia;
    let volume = volume(kind, size, hollow, shape);
    // an explicit mass wins over density; a shape without volume has no mass
    match el.mass.defined() {
        Some(given) if given != 0.0 && volume > EPS => mass = given,
        Some(_) => {}
        None => mass = own.density * volume,
    }
    if mass != 0.0 {
        inertia = moments(kind, size, hollow, shape, mass);
    }
    (mass, inertia)
}

/// Settings of the model that a body belongs to.
fn settings_of<'a>(cx: &Cx<'a>, body: usize) -> &'a crate::spec::layout::flat::Settings {
    let flat = cx.flat;
    &flat.settings[flat.bodies[body].settings]
}

/// ` (geom "name")`, or an empty string.
fn named(name: &synovia_mjcf::Attr<String>) -> String {
    name.get()
        .map_or_else(String::new, |n| format!(" (geom \"{n}\")"))
}

/// The size of a geom; that of height fields and meshes is derived from the asset.
fn final_size(
    kind: GeomType,
    size: Vec3,
    mesh: Option<&MeshAsset>,
    field: Option<&HfieldAsset>,
) -> Vec3 {
    match (kind, mesh, field) {
        (GeomType::Hfield, _, Some(f)) => {
            Vec3::new(f.size[0], f.size[1], 0.25 * f.size[2] + 0.5 * f.size[3])
        }
        (GeomType::Mesh | GeomType::Sdf, Some(m), _) => m.aabb.min.abs().max(m.aabb.max.abs()),
        _ => size,
    }
}

/// Minimum and maximum of the bounding box in the geom's frame.
fn bounds(
    kind: GeomType,
    size: Vec3,
    mesh: Option<&MeshAsset>,
    field: Option<&HfieldAsset>,
) -> (Vec3, Vec3) {
    // height fields and meshes are not centred, planes are infinite, all others are symmetric
    let half = match kind {
        GeomType::Hfield => {
            let s = field.map_or([0.0; 4], |f| f.size);
            return (Vec3::new(-s[0], -s[1], -s[3]), Vec3::new(s[0], s[1], s[2]));
        }
        GeomType::Mesh | GeomType::Sdf => {
            return mesh.map_or((Vec3::ZERO, Vec3::ZERO), |m| (m.aabb.min, m.aabb.max));
        }
        GeomType::Plane => {
            return (Vec3::splat(-MAX_VAL), Vec3::new(MAX_VAL, MAX_VAL, 0.0));
        }
        GeomType::Sphere => Vec3::splat(size.x),
        GeomType::Capsule => Vec3::new(size.x, size.x, size.x + size.y),
        GeomType::Cylinder => Vec3::new(size.x, size.x, size.y),
        _ => size,
    };
    (-half, half)
}

/// Radius of the bounding sphere about the origin of the geom's frame; 0 for a plane, which is unbounded.
fn radius(kind: GeomType, size: Vec3, field: Option<&HfieldAsset>) -> f64 {
    match kind {
        GeomType::Hfield => {
            let s = field.map_or([0.0; 4], |f| f.size);
            (s[0] * s[0] + s[1] * s[1] + (s[2] * s[2]).max(s[3] * s[3])).sqrt()
        }
        GeomType::Sphere => size.x,
        GeomType::Capsule => size.x + size.y,
        GeomType::Cylinder => (size.x * size.x + size.y * size.y).sqrt(),
        GeomType::Ellipsoid => size.x.max(size.y).max(size.z),
        GeomType::Plane => 0.0,
        _ => size.norm(),
    }
}

/// The primitive that determines the mass properties of a geom; a height field has those of a box.
fn primitive(kind: GeomType, size: Vec3) -> Option<Primitive> {
    Some(match kind {
        GeomType::Sphere => Primitive::Sphere { r: size.x },
        GeomType::Capsule => Primitive::Capsule {
            r: size.x,
            half: size.y,
        },
        GeomType::Cylinder => Primitive::Cylinder {
            r: size.x,
            half: size.y,
        },
        GeomType::Ellipsoid => Primitive::Ellipsoid(size),
        GeomType::Box | GeomType::Hfield => Primitive::Box(size),
        _ => return None,
    })
}

/// Volume, or surface area of a hollow shape.
fn volume(kind: GeomType, size: Vec3, hollow: bool, mesh: Option<&MeshAsset>) -> f64 {
    match mesh {
        Some(asset) => asset.volume,
        None => primitive(kind, size).map_or(0.0, |p| p.measure(hollow)),
    }
}

/// Principal moments of inertia; a mesh has those of its equivalent inertia box.
fn moments(kind: GeomType, size: Vec3, hollow: bool, mesh: Option<&MeshAsset>, mass: f64) -> Vec3 {
    match mesh {
        Some(asset) => Primitive::Box(asset.inertia_box).inertia(mass, false),
        None => primitive(kind, size).map_or(Vec3::ZERO, |p| p.inertia(mass, hollow)),
    }
}

/// Semi-axes of the ellipsoid that represents a geom in a fluid.
fn semiaxes(kind: GeomType, size: Vec3) -> Vec3 {
    match kind {
        GeomType::Sphere => Vec3::splat(size.x),
        GeomType::Capsule => Vec3::new(size.x, size.x, size.y + size.x),
        GeomType::Cylinder => Vec3::new(size.x, size.x, size.y),
        _ => size,
    }
}

/// Fills the table of geoms.
pub(crate) fn fill(cx: &mut Cx<'_>, tree: &Tree, model: &mut Model) {
    let flat = cx.flat;
    for node in &tree.geoms {
        let el = &flat.geoms[node.src].el;
        let own = el.values();
        // values that need no derivation come from the element, the others from the node
        let row = &mut model.geom;
        row.type_.push(node.kind);
        row.contype.push(own.contype);
        row.conaffinity.push(own.conaffinity);
        row.condim.push(own.condim);
        row.bodyid.push(BodyId::new(node.body));
        row.dataid
            .push(node.mesh.or(node.hfield).map_or(-1, |id| id as i32));
        row.matid.push(node.material.map(MaterialId::new).into());
        row.group.push(own.group);
        row.priority.push(own.priority);
        row.plugin.push(cx.plugins.geoms[node.src]);
        row.sameframe
            .push(pose::same_frame(&node.pose, &tree.bodies[node.body].ipose).0 as u8);
        row.solmix.push(own.solmix);
        row.solref.push(own.solref);
        row.solimp.push(own.solimp);
        row.size.push(node.size);
        row.aabb.push(node.aabb);
        row.rbound.push(node.rbound);
        row.pos.push(node.pose.pos);
        row.quat.push(node.pose.quat);
        row.friction.push(Vec3::from(own.friction));
        row.margin.push(own.margin);
        row.gap.push(own.gap);
        row.fluid.push(node.fluid);
        row.rgba.push(own.rgba);
    }
    model.size.ngeom = tree.geoms.len() as i64;
    let rows = tree
        .geoms
        .iter()
        .map(|node| user::row(&flat.geoms[node.src].el.user));
    let (rows, user) = (rows.collect::<Vec<_>>(), &mut model.geom.user);
    model.size.nuser_geom = user::fill(cx, "geom", &flat.size.nuser_geom, &rows, user);
}
