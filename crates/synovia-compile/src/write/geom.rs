//! Geoms and sites.
//!
//! A mesh is stored in its principal frame, so the pose of its geom is that of the frame; the pose that is written is the one
//! before:
//!
//! ```text
//! body_from_geom = body_from_file · file_from_principal                              (1)
//! ```

use synovia_math::{Pose, Quat, Vec3};
use synovia_mjcf::keyword::FluidShape;
use synovia_mjcf::spec::body::{Geom, Site};
use synovia_mjcf::write::{Node, same};
use synovia_model::enums::GeomType;
use synovia_model::{DEFAULT_SOLIMP, DEFAULT_SOLREF, GeomId, Model, SiteId};

use super::Context;
use crate::spec::{Placed, orient};
use crate::tree::GeomNode;
use crate::tree::pose::in_frame;

const UNIT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// How many numbers of its size a shape has.
fn size_len(kind: GeomType) -> usize {
    match kind {
        GeomType::Sphere => 1,
        GeomType::Capsule | GeomType::Cylinder => 2,
        GeomType::Plane | GeomType::Ellipsoid | GeomType::Box => 3,
        _ => 0,
    }
}

/// Adds the size of a shape. Numbers that the shape does not use are fields of the model all the same; where nothing may be lost they
/// are written, too.
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

/// All that is written of a geom, but for its pose.
pub(super) struct GeomValues<'a> {
    el: &'a Geom,
    kind: GeomType,
    material: &'a str,
    size: [f64; 3],
    friction: [f64; 3],
    solmix: f64,
    solref: [f64; 2],
    solimp: [f64; 5],
    margin: f64,
    gap: f64,
    density: f64,
    rgba: [f32; 4],
    user: Vec<f64>,
}

impl<'a> GeomValues<'a> {
    /// Those that a class says.
    pub(super) fn of_class(el: &'a Geom) -> Self {
        Self {
            el,
            kind: el.kind.or(GeomType::Sphere),
            material: el.material.text(),
            size: el.size.fill([0.0; 3]),
            friction: el.friction.fill([1.0, 0.005, 0.0001]),
            solmix: el.solmix.or(1.0),
            solref: el.solref.fill(DEFAULT_SOLREF),
            solimp: el.solimp.fill(DEFAULT_SOLIMP),
            margin: el.margin.or(0.0),
            gap: el.gap.or(0.0),
            density: el.density.or(1000.0),
            rgba: el.rgba.or([0.5, 0.5, 0.5, 1.0]),
            user: el.user.or(Vec::new()),
        }
    }

    /// Those that geom `g` has now.
    fn of_model(el: &'a Geom, model: &Model, g: GeomId) -> Self {
        let table = &model.geom;
        Self {
            size: table.size[g].to_array(),
            friction: table.friction[g].to_array(),
            solmix: table.solmix[g],
            solref: table.solref[g],
            solimp: table.solimp[g],
            margin: table.margin[g],
            gap: table.gap[g],
            rgba: table.rgba[g],
            user: table.user.row(g.index()).to_vec(),
            ..Self::of_class(el)
        }
    }

    /// Adds what differs from `class`; `mass` is the one it has and the one that it would have without saying so.
    fn write(&self, class: &Self, mass: Option<[f64; 2]>, node: &mut Node) {
        let (el, def) = (self.el, class.el);
        if self.kind != class.kind {
            node.text("type", self.kind.word());
        }
        node.int("contype", el.contype.or(1), i64::from(def.contype.or(1)));
        node.int(
            "conaffinity",
            el.conaffinity.or(1),
            i64::from(def.conaffinity.or(1)),
        );
        node.int("condim", el.condim.or(3), i64::from(def.condim.or(3)));
        node.int("group", el.group.or(0), i64::from(def.group.or(0)));
        node.int("priority", el.priority.or(0), i64::from(def.priority.or(0)));
        node.leading_unless("friction", &self.friction, &class.friction);
        node.number("solmix", self.solmix, class.solmix);
        node.leading_unless("solref", &self.solref, &class.solref);
        node.leading_unless("solimp", &self.solimp, &class.solimp);
        node.number("margin", self.margin, class.margin);
        node.number("gap", self.gap, class.gap);
        let fluid = |el: &Geom| el.fluidshape.or(FluidShape::None);
        if fluid(el) != fluid(def) {
            node.text("fluidshape", fluid(el).word());
        }
        let coef = |el: &Geom| el.fluidcoef.fill([0.5, 0.25, 1.5, 1.0, 1.0]);
        node.numbers_unless("fluidcoef", &coef(el), &coef(def));
        let shell = |el: &Geom| el.shellinertia.is_true_or(false);
        if self.kind != GeomType::Mesh && shell(el) != shell(def) {
            node.text("shellinertia", shell(el).to_string());
        }
        match mass {
            Some([mass, without]) => node.number("mass", mass, without),
            None => node.number("density", self.density, class.density),
        }
        node.text_unless("material", self.material, class.material);
        node.singles("rgba", &self.rgba, &class.rgba);
        if self.kind == GeomType::Hfield {
            node.text("hfield", el.hfield.text());
        }
        if is_mesh(self.kind) {
            node.text("mesh", el.mesh.text());
        }
    }

    /// Adds what a class says beyond the one around it; user data of elements has the given width.
    pub(super) fn write_class(&self, around: &Self, width: i64, exact: bool, node: &mut Node) {
        node.numbers_unless("size", &self.size, &around.size);
        let mass = |el: &Geom| el.mass.defined();
        if exact {
            self.write(around, None, node);
            let without = mass(around.el).unwrap_or(f64::NAN);
            node.number("mass", mass(self.el).unwrap_or(without), without);
        } else {
            // QUIRK(written-class-mass): a mass in a class is not written, nor is the density beside it; its geoms say theirs
            self.write(around, mass(self.el).map(|_| [0.0; 2]), node);
        }
        node.class_user(&self.user, width);
    }
}

/// The element of geom `g`.
pub(super) fn element((item, around): (&Placed<Geom>, &str), cx: &Context<'_>, g: GeomId) -> Node {
    let (el, model, derived) = (&item.el, cx.model, &cx.origin.tree.geoms[g.index()]);
    let class = &cx.class(&item.class).geom;
    let mut values = GeomValues::of_model(el, model, g);
    values.material = material(cx, el, derived);
    let class = GeomValues::of_class(class);
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
            // one that happens to be that of the density is said, too: the class may have another
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
    values.write(&class, mass, &mut node);
    if fitted.is_some() {
        node.text("mesh", el.mesh.text());
        node.number("fitscale", el.fitscale.or(1.0), 1.0);
    }
    node.user(&values.user, &class.user);
    node
}

/// The pose, before its mesh is known, of a primitive that was fitted to a mesh. The reference writes the primitive alone; where nothing
/// may be lost it is fitted again, unless a program has changed it.
fn fitted(cx: &Context<'_>, item: &Placed<Geom>, g: GeomId) -> Option<Pose> {
    let (el, table) = (&item.el, &cx.model.geom);
    let kind = el.kind.or(GeomType::Sphere);
    let primitive = !is_mesh(kind) && kind != GeomType::Hfield;
    if !cx.exact() || !primitive || el.mesh.text().is_empty() || table.mesh(g).is_none() {
        return None;
    }
    let derived = &cx.origin.tree.geoms[g.index()];
    let settings = cx.origin.scene.settings.get(item.settings)?;
    let same = table.size[g] == derived.size
        && table.pos[g] == derived.pose.pos
        && table.quat[g] == derived.pose.quat
        && settings.fitaabb == cx.origin.scene.settings.first()?.fitaabb;
    same.then(|| own_pose(cx, item)).flatten()
}

/// The pose of a geom in its body, before its mesh is known.
fn own_pose(cx: &Context<'_>, item: &Placed<Geom>) -> Option<Pose> {
    let el = &item.el;
    let settings = cx.origin.scene.settings.get(item.settings)?;
    let turned = orient::orientation(&el.quat, &el.alt, settings).ok()?;
    let own = Pose::new(Vec3::from(el.pos.or([0.0; 3])), orient::unit(turned));
    Some(in_frame(item, own))
}

/// The pose of a mesh before its principal frame is known, where nothing may be lost: the one that its author wrote, if equation (1) gives
/// every bit of the stored pose again. Solving (1) for it would round.
fn authored(cx: &Context<'_>, item: &Placed<Geom>, g: GeomId) -> Option<Pose> {
    let table = &cx.model.geom;
    if !cx.exact() || !is_mesh(item.el.kind.or(GeomType::Sphere)) {
        return None;
    }
    let (own, m) = (own_pose(cx, item)?, table.mesh(g)?);
    let principal = Pose::new(cx.model.mesh.pos[m], cx.model.mesh.quat[m]);
    let again = orient::accumulate(&own, &principal);
    (again.pos == table.pos[g] && again.quat == table.quat[g]).then_some(own)
}

/// The material of a geom: its own, or that of its mesh; none if all that is visual was dropped.
fn material<'a>(cx: &'a Context<'_>, el: &'a Geom, derived: &GeomNode) -> &'a str {
    let own = cx.material(&el.material);
    let mesh = derived
        .mesh
        .filter(|_| is_mesh(derived.kind) && el.material.text().is_empty());
    let asset = mesh.and_then(|m| cx.origin.mesh(m));
    asset.map_or(own, |asset| cx.material(&asset.el.material))
}

/// The pose to write; none if a mesh is where its file says.
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

/// All that is written of a site, but for its pose.
pub(super) struct SiteValues<'a> {
    el: &'a Site,
    kind: GeomType,
    material: &'a str,
    size: [f64; 3],
    rgba: [f32; 4],
    user: Vec<f64>,
}

impl<'a> SiteValues<'a> {
    /// Those that a class says.
    pub(super) fn of_class(el: &'a Site) -> Self {
        Self {
            el,
            kind: el.kind.or(GeomType::Sphere),
            material: el.material.text(),
            size: el.size.fill([0.005; 3]),
            rgba: el.rgba.or([0.5, 0.5, 0.5, 1.0]),
            user: el.user.or(Vec::new()),
        }
    }

    fn write(&self, class: &Self, node: &mut Node) {
        let (el, def) = (self.el, class.el);
        node.int("group", el.group.or(0), i64::from(def.group.or(0)));
        if self.kind != class.kind {
            node.text("type", self.kind.word());
        }
        node.text_unless("material", self.material, class.material);
        node.singles("rgba", &self.rgba, &class.rgba);
    }

    /// Adds what a class says beyond the one around it; user data of elements has the given width.
    pub(super) fn write_class(&self, around: &Self, width: i64, node: &mut Node) {
        node.numbers_unless("size", &self.size, &around.size);
        self.write(around, node);
        node.class_user(&self.user, width);
    }
}

/// The element of site `s`.
pub(super) fn site((item, around): (&Placed<Site>, &str), cx: &Context<'_>, s: SiteId) -> Node {
    let (el, table) = (&item.el, &cx.model.site);
    let class = &cx.class(&item.class).site;
    let values = SiteValues {
        size: table.size[s].to_array(),
        rgba: table.rgba[s],
        material: cx.material(&el.material),
        user: table.user.row(s.index()).to_vec(),
        ..SiteValues::of_class(el)
    };
    let class = SiteValues::of_class(class);
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
    values.write(&class, &mut node);
    node.user(&values.user, &class.user);
    node
}
