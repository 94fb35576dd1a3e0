//! `contact`, `equality` and `tendon`.

use synovia_mjcf::Element;
use synovia_mjcf::spec::relation::{Pair, Tendon, TendonKind, Wrap};
use synovia_mjcf::write::Node;
use synovia_model::{EqType, EqualityId, ObjType, PairId, TendonId};

use super::Context;
use super::differ::differ;
use crate::spec::EqualityRecord;

/// Every value of a pair.
pub(super) type PairValues<'a> = <Pair as Element>::Values<'a>;

/// Adds the values that differ from `class`, except for the geoms.
pub(super) fn write_pair(own: &PairValues<'_>, class: &PairValues<'_>, node: &mut Node) {
    node.text("name", own.name);
    differ!(node, own, class; condim, margin, gap, [solref], [solreffriction], [solimp], friction);
}

/// Indices of `list` in the order of the model, which is sorted by signature.
fn sorted<T>(list: &[T], bodies: impl Fn(&T) -> [usize; 2]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.sort_by_key(|&k| {
        let [a, b] = bodies(&list[k]);
        crate::relations::signature(a.min(b) as i32, a.max(b) as i32)
    });
    order
}

pub(super) fn contact(cx: &Context<'_>, root: &mut Node) {
    let (flat, model) = (&cx.origin.flat, cx.model);
    let mut section = cx.node("contact");
    let body_of_geom = |name: &str| {
        let geom = model.id_of(ObjType::Geom, name);
        let found = geom.map(|g| cx.origin.tree.found_geom(g));
        let body = found.and_then(|g| model.geom.bodyid.get(g));
        body.map_or(0, |b| b.index())
    };
    let order = sorted(&flat.pairs, |pair| {
        [&pair.el.geom1, &pair.el.geom2].map(|name| body_of_geom(name.text()))
    });
    for (k, &at) in order.iter().enumerate() {
        let (item, p, table) = (&flat.pairs[at], PairId::new(k), &model.pair);
        let el = &item.el;
        let node = section.child("pair");
        super::class(cx, node, &item.class, "");
        let mut names = [el.geom1.text(), el.geom2.text()];
        if body_of_geom(names[0]) > body_of_geom(names[1]) {
            names.swap(0, 1);
        }
        node.text("geom1", names[0]);
        node.text("geom2", names[1]);
        let mut values = el.values();
        values.margin = table.margin[p];
        values.gap = table.gap[p];
        values.solref = table.solref[p];
        values.solreffriction = table.solreffriction[p];
        values.solimp = table.solimp[p];
        values.friction = table.friction[p];
        write_pair(&values, &cx.class(&item.class).pair.values(), node);
    }
    let body = |name: &str| model.id_of(ObjType::Body, name).unwrap_or(0);
    let order = sorted(&flat.excludes, |exclude| {
        [&exclude.el.body1, &exclude.el.body2].map(|name| body(name.text()))
    });
    for at in order {
        let el = &flat.excludes[at].el;
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

/// Adds the values that differ from `class`, except for its objects.
pub(super) fn write_equality(own: &EqualityRecord, class: &EqualityRecord, node: &mut Node) {
    differ!(node, own, class; active, [solref], [solimp]);
}

pub(super) fn equality(cx: &Context<'_>, root: &mut Node) {
    let mut section = cx.node("equality");
    for (k, item) in cx.origin.flat.equalities.iter().enumerate() {
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
        let values = EqualityRecord {
            solref: cx.model.equality.solref[e],
            solimp: cx.model.equality.solimp[e],
            ..el.clone()
        };
        write_equality(&values, &cx.class(&item.class).equality, &mut node);
        section.push(node);
    }
    root.push_if_any(section);
}

/// Every value of a tendon.
pub(super) type TendonValues<'a> = <Tendon as Element>::Values<'a>;

/// The current values of tendon `t`.
fn of_model<'a>(cx: &'a Context<'_>, el: &'a Tendon, t: TendonId) -> TendonValues<'a> {
    let table = &cx.model.tendon;
    let mut own = el.values();
    own.material = cx.material(&el.material);
    own.solreflimit = table.solref_lim[t];
    own.solimplimit = table.solimp_lim[t];
    own.solreffriction = table.solref_fri[t];
    own.solimpfriction = table.solimp_fri[t];
    own.range = table.range[t];
    own.actuatorfrcrange = table.actfrcrange[t];
    own.margin = table.margin[t];
    own.stiffness = table.stiffness[t];
    own.damping = table.damping[t];
    own.armature = table.armature[t];
    own.frictionloss = table.frictionloss[t];
    own.width = table.width[t];
    own.rgba = table.rgba[t];
    own.user = table.user.row(t.index());
    own
}

/// Adds the values that differ from `class`, except for the path.
pub(super) fn write_tendon(
    own: &TendonValues<'_>,
    class: &TendonValues<'_>,
    spatial: bool,
    node: &mut Node,
) {
    differ!(
        node, own, class;
        group, [solreflimit], [solimplimit], [solreffriction], [solimpfriction], limited, actuatorfrclimited, range, actuatorfrcrange,
        margin, stiffness, damping, armature, frictionloss,
    );
    let (spring, there) = (own.springlength, class.springlength);
    let n = if spring[0] != spring[1] || there[0] != there[1] {
        2
    } else {
        1
    };
    node.numbers_unless("springlength", &spring[..n], &there[..n]);
    if spatial {
        differ!(node, own, class; material, width, rgba);
    }
}

pub(super) fn tendon(cx: &Context<'_>, root: &mut Node) {
    let mut section = cx.node("tendon");
    for (k, item) in cx.origin.flat.tendons.iter().enumerate() {
        let el = &item.el;
        let mut node = cx.node(el.kind.tag());
        node.text("name", el.name.text());
        super::class(cx, &mut node, &item.class, "");
        let values = of_model(cx, el, TendonId::new(k));
        let class = cx.class(&item.class).tendon.values();
        write_tendon(&values, &class, el.kind == TendonKind::Spatial, &mut node);
        node.user(values.user, class.user);
        for wrap in &el.path {
            match wrap {
                Wrap::Joint(w) => {
                    let node = node.child("joint");
                    node.text("joint", w.joint.text());
                    node.numbers("coef", &[w.values().coef]);
                }
                Wrap::Site(w) => node.child("site").text("site", w.site.text()),
                Wrap::Geom(w) => {
                    let node = node.child("geom");
                    node.text("geom", w.geom.text());
                    node.text("sidesite", w.sidesite.text());
                }
                Wrap::Pulley(w) => node
                    .child("pulley")
                    .numbers("divisor", &[w.values().divisor]),
            }
        }
        section.push(node);
    }
    root.push_if_any(section);
}
