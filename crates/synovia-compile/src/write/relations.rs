//! `contact`, `equality` and `tendon`.

use synovia_mjcf::keyword::Tri;
use synovia_mjcf::spec::relation::{Pair, Tendon, TendonKind, Wrap};
use synovia_mjcf::write::Node;
use synovia_model::{
    DEFAULT_SOLIMP, DEFAULT_SOLREF, EqType, EqualityId, ObjType, PairId, TendonId,
};

use super::Context;
use crate::spec::EqualityRecord;

/// All that is written of a pair.
pub(super) struct PairValues<'a> {
    el: &'a Pair,
    margin: f64,
    gap: f64,
    solref: [f64; 2],
    solreffriction: [f64; 2],
    solimp: [f64; 5],
    friction: [f64; 5],
}

impl<'a> PairValues<'a> {
    /// Those that a class says.
    pub(super) fn of_class(el: &'a Pair) -> Self {
        Self {
            el,
            margin: el.margin.or(0.0),
            gap: el.gap.or(0.0),
            solref: el.solref.fill(DEFAULT_SOLREF),
            solreffriction: el.solreffriction.fill([0.0; 2]),
            solimp: el.solimp.fill(DEFAULT_SOLIMP),
            friction: el.friction.fill([1.0, 1.0, 0.005, 0.0001, 0.0001]),
        }
    }

    /// Adds what differs from `class`.
    pub(super) fn write(&self, class: &Self, node: &mut Node) {
        node.text("name", self.el.name.text());
        let condim = |el: &Pair| i64::from(el.condim.or(3));
        node.int("condim", condim(self.el), condim(class.el));
        node.number("margin", self.margin, class.margin);
        node.number("gap", self.gap, class.gap);
        node.leading_unless("solref", &self.solref, &class.solref);
        node.leading_unless(
            "solreffriction",
            &self.solreffriction,
            &class.solreffriction,
        );
        node.leading_unless("solimp", &self.solimp, &class.solimp);
        node.numbers_unless("friction", &self.friction, &class.friction);
    }
}

/// Indices of `list` in the order of the model, which sorts by signature.
fn sorted<T>(list: &[T], bodies: impl Fn(&T) -> [usize; 2]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.sort_by_key(|&k| {
        let [a, b] = bodies(&list[k]);
        crate::relations::signature(a.min(b) as i32, a.max(b) as i32)
    });
    order
}

pub(super) fn contact(cx: &Context<'_>, root: &mut Node) {
    let (scene, model) = (&cx.origin.scene, cx.model);
    let mut section = cx.node("contact");
    let body_of_geom = |name: &str| {
        let geom = model.id_of(ObjType::Geom, name);
        let found = geom.map(|g| cx.origin.tree.found_geom(g));
        let body = found.and_then(|g| model.geom.bodyid.get(g));
        body.map_or(0, |b| b.index())
    };
    let order = sorted(&scene.pairs, |pair| {
        [&pair.el.geom1, &pair.el.geom2].map(|name| body_of_geom(name.text()))
    });
    for (k, &at) in order.iter().enumerate() {
        let (item, p, table) = (&scene.pairs[at], PairId::new(k), &model.pair);
        let el = &item.el;
        let node = section.child("pair");
        super::class(cx, node, &item.class, "");
        let mut names = [el.geom1.text(), el.geom2.text()];
        if body_of_geom(names[0]) > body_of_geom(names[1]) {
            names.swap(0, 1);
        }
        node.text("geom1", names[0]);
        node.text("geom2", names[1]);
        let values = PairValues {
            el,
            margin: table.margin[p],
            gap: table.gap[p],
            solref: table.solref[p],
            solreffriction: table.solreffriction[p],
            solimp: table.solimp[p],
            friction: table.friction[p],
        };
        let class = PairValues::of_class(&cx.class(&item.class).pair);
        values.write(&class, node);
    }
    let body = |name: &str| model.id_of(ObjType::Body, name).unwrap_or(0);
    let order = sorted(&scene.excludes, |exclude| {
        [&exclude.el.body1, &exclude.el.body2].map(|name| body(name.text()))
    });
    for at in order {
        let el = &scene.excludes[at].el;
        let node = section.child("exclude");
        node.text("name", el.name.text());
        let mut names = [el.body1.text(), el.body2.text()];
        if body(names[0]) > body(names[1]) {
            names.swap(0, 1);
        }
        node.text("body1", names[0]);
        node.text("body2", names[1]);
    }
    root.push_if_any(section);
}

/// All that is written of an equality, but for what it relates.
pub(super) struct EqualityValues {
    active: bool,
    solref: [f64; 2],
    solimp: [f64; 5],
}

impl EqualityValues {
    /// Those that a class says.
    pub(super) fn of_class(el: &EqualityRecord) -> Self {
        Self {
            active: el.active,
            solref: el.solref,
            solimp: el.solimp,
        }
    }

    /// Adds what differs from `class`.
    pub(super) fn write(&self, class: &Self, node: &mut Node) {
        if self.active != class.active {
            node.text("active", self.active.to_string());
        }
        node.leading_unless("solref", &self.solref, &class.solref);
        node.leading_unless("solimp", &self.solimp, &class.solimp);
    }
}

pub(super) fn equality(cx: &Context<'_>, root: &mut Node) {
    let mut section = cx.node("equality");
    for (k, item) in cx.origin.scene.equalities.iter().enumerate() {
        let (el, e) = (&item.el, EqualityId::new(k));
        let data = if cx.as_said {
            el.data
        } else {
            cx.model.equality.data[e]
        };
        let mut node = cx.node(el.kind.keyword().unwrap_or("connect"));
        node.text("name", el.name.text());
        super::class(cx, &mut node, &item.class, "");
        let (one, two) = (el.name1.text(), el.name2.text());
        let weld = el.kind == EqType::Weld;
        match el.related() {
            ObjType::Body => {
                node.text("body1", one);
                node.text("body2", two);
                node.numbers("anchor", &data[..3]);
                if weld {
                    node.numbers("relpose", &data[3..10]);
                }
            }
            ObjType::Site => {
                node.text("site1", one);
                node.text("site2", two);
            }
            ObjType::Geom => {
                node.text("geom1", one);
                node.text("geom2", two);
            }
            ObjType::Joint => {
                node.text("joint1", one);
                node.text("joint2", two);
                node.numbers("polycoef", &data[..5]);
            }
            ObjType::Tendon => {
                node.text("tendon1", one);
                node.text("tendon2", two);
                node.numbers("polycoef", &data[..5]);
            }
            _ => node.text("flex", one),
        }
        if weld {
            node.numbers("torquescale", &data[10..]);
        }
        if el.kind == EqType::Distance && data[0] >= 0.0 {
            node.numbers("distance", &data[..1]);
        }
        let class = EqualityValues::of_class(&cx.class(&item.class).equality);
        let values = EqualityValues {
            solref: cx.model.equality.solref[e],
            solimp: cx.model.equality.solimp[e],
            ..EqualityValues::of_class(el)
        };
        values.write(&class, &mut node);
        section.push(node);
    }
    root.push_if_any(section);
}

/// All that is written of a tendon, but for its path.
pub(super) struct TendonValues<'a> {
    el: &'a Tendon,
    material: &'a str,
    solref_limit: [f64; 2],
    solimp_limit: [f64; 5],
    solref_friction: [f64; 2],
    solimp_friction: [f64; 5],
    range: [f64; 2],
    actfrcrange: [f64; 2],
    margin: f64,
    stiffness: f64,
    damping: f64,
    armature: f64,
    frictionloss: f64,
    width: f64,
    rgba: [f32; 4],
    user: Vec<f64>,
}

impl<'a> TendonValues<'a> {
    /// Those that a class says.
    pub(super) fn of_class(el: &'a Tendon) -> Self {
        Self {
            el,
            material: el.material.text(),
            solref_limit: el.solreflimit.fill(DEFAULT_SOLREF),
            solimp_limit: el.solimplimit.fill(DEFAULT_SOLIMP),
            solref_friction: el.solreffriction.fill(DEFAULT_SOLREF),
            solimp_friction: el.solimpfriction.fill(DEFAULT_SOLIMP),
            range: el.range.or([0.0; 2]),
            actfrcrange: el.actuatorfrcrange.or([0.0; 2]),
            margin: el.margin.or(0.0),
            stiffness: el.stiffness.or(0.0),
            damping: el.damping.or(0.0),
            armature: el.armature.or(0.0),
            frictionloss: el.frictionloss.or(0.0),
            width: el.width.or(0.003),
            rgba: el.rgba.or([0.5, 0.5, 0.5, 1.0]),
            user: el.user.or(Vec::new()),
        }
    }

    fn of_model(cx: &Context<'_>, el: &'a Tendon, t: TendonId) -> Self {
        let table = &cx.model.tendon;
        Self {
            el,
            material: cx.material(&el.material),
            solref_limit: table.solref_lim[t],
            solimp_limit: table.solimp_lim[t],
            solref_friction: table.solref_fri[t],
            solimp_friction: table.solimp_fri[t],
            range: table.range[t],
            actfrcrange: table.actfrcrange[t],
            margin: table.margin[t],
            stiffness: table.stiffness[t],
            damping: table.damping[t],
            armature: table.armature[t],
            frictionloss: table.frictionloss[t],
            width: table.width[t],
            rgba: table.rgba[t],
            user: table.user.row(t.index()).to_vec(),
        }
    }

    fn write(&self, class: &Self, spatial: bool, node: &mut Node) {
        let (el, def) = (self.el, class.el);
        node.int("group", el.group.or(0), i64::from(def.group.or(0)));
        node.leading_unless("solreflimit", &self.solref_limit, &class.solref_limit);
        node.leading_unless("solimplimit", &self.solimp_limit, &class.solimp_limit);
        node.leading_unless(
            "solreffriction",
            &self.solref_friction,
            &class.solref_friction,
        );
        node.leading_unless(
            "solimpfriction",
            &self.solimp_friction,
            &class.solimp_friction,
        );
        let limited = |el: &Tendon| el.limited.or(Tri::Auto);
        if limited(el) != limited(def) {
            node.text("limited", limited(el).word());
        }
        let actuator = |el: &Tendon| el.actuatorfrclimited.or(Tri::False);
        if actuator(el) != actuator(def) {
            node.text("actuatorfrclimited", actuator(el).word());
        }
        node.numbers_unless("range", &self.range, &class.range);
        node.numbers_unless("actuatorfrcrange", &self.actfrcrange, &class.actfrcrange);
        node.number("margin", self.margin, class.margin);
        node.number("stiffness", self.stiffness, class.stiffness);
        node.number("damping", self.damping, class.damping);
        node.number("armature", self.armature, class.armature);
        node.number("frictionloss", self.frictionloss, class.frictionloss);
        let spring = |el: &Tendon| el.springlength.get().map_or([-1.0; 2], |band| band.0);
        let (own, there) = (spring(el), spring(def));
        let n = if own[0] != own[1] || there[0] != there[1] {
            2
        } else {
            1
        };
        node.numbers_unless("springlength", &own[..n], &there[..n]);
        if spatial {
            node.text_unless("material", self.material, class.material);
            node.number("width", self.width, class.width);
            node.singles("rgba", &self.rgba, &class.rgba);
        }
    }

    /// Adds what a class says beyond the one around it; user data of elements has the given width.
    pub(super) fn write_class(&self, around: &Self, width: i64, node: &mut Node) {
        self.write(around, true, node);
        node.class_user(&self.user, width);
    }
}

pub(super) fn tendon(cx: &Context<'_>, root: &mut Node) {
    let mut section = cx.node("tendon");
    for (k, item) in cx.origin.scene.tendons.iter().enumerate() {
        let el = &item.el;
        let mut node = cx.node(el.kind.tag());
        node.text("name", el.name.text());
        super::class(cx, &mut node, &item.class, "");
        let values = TendonValues::of_model(cx, el, TendonId::new(k));
        let class = TendonValues::of_class(&cx.class(&item.class).tendon);
        values.write(&class, el.kind == TendonKind::Spatial, &mut node);
        node.user(&values.user, &class.user);
        for wrap in &el.path {
            match wrap {
                Wrap::Joint(w) => {
                    let node = node.child("joint");
                    node.text("joint", w.joint.text());
                    node.numbers("coef", &[w.coef.or(1.0)]);
                }
                Wrap::Site(w) => node.child("site").text("site", w.site.text()),
                Wrap::Geom(w) => {
                    let node = node.child("geom");
                    node.text("geom", w.geom.text());
                    node.text("sidesite", w.sidesite.text());
                }
                Wrap::Pulley(w) => node
                    .child("pulley")
                    .numbers("divisor", &[w.divisor.or(1.0)]),
            }
        }
        section.push(node);
    }
    root.push_if_any(section);
}
