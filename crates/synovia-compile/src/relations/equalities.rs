//! Equality constraints.
//!
//! Eleven numbers describe a constraint; what is not written keeps its built-in value, and what depends on the reference
//! pose (the anchor in the second body, a relative pose that was left open) is filled in with the other constants.
//!
//! | kind                    | `data[0..3]`     | `data[3..10]`         | `data[10]`    |
//! |-------------------------|------------------|-----------------------|---------------|
//! | connect of bodies       | anchor in body 1 | anchor in body 2, …   | 1             |
//! | weld of bodies          | anchor in body 2 | relative pose         | torque scale  |
//! | connect, weld of sites  | unused           | unused                | torque scale  |
//! | joint, tendon           | `a₀ a₁ a₂`       | `a₃ a₄`, unused       | unused        |
//!
//! Joints and tendons satisfy, with lengths counted from the reference pose,
//!
//! ```text
//! y = a₀ + a₁ x + a₂ x² + a₃ x³ + a₄ x⁴                                           (1)
//! ```

use synovia_mjcf::Attr;
use synovia_mjcf::spec::relation::{Equality, EqualityKind};
use synovia_model::consts::NEQDATA;
use synovia_model::{
    DEFAULT_SOLIMP, DEFAULT_SOLREF, EqType, EqualityId, JointType, Model, ObjType,
};

use super::{at, raw, require, reset};
use crate::cx::Cx;

/// Fills `equality`, `size.neq` and `size.nemax`.
pub fn fill(cx: &mut Cx<'_>, model: &mut Model) {
    let scene = cx.scene;
    let n = scene.equalities.len();
    let names = scene
        .equalities
        .iter()
        .map(|o| (o.el.name.text(), o.el.span));
    cx.register(ObjType::Equality, names);
    model.size.neq = n as i64;
    model.size.nemax = 0;
    reset(&mut model.equality, n, 0);

    for (k, equality) in scene.equalities.iter().enumerate() {
        let (e, el) = (EqualityId::new(k), &equality.el);

        let ends = ends(el);
        let [obj1id, obj2id] = resolve(cx, model, el, &ends);
        let table = &mut model.equality;
        table.type_[e] = ends.type_;
        table.obj1id[e] = obj1id;
        table.obj2id[e] = obj2id;
        table.objtype[e] = ends.stored;
        table.active0[e] = u8::from(el.active.is_true_or(true));
        table.solref[e] = el.solref.fill(DEFAULT_SOLREF);
        table.solimp[e] = el.solimp.fill(DEFAULT_SOLIMP);
        table.data[e] = data(el);
        model.size.nemax += rows(ends.type_);
    }
}

/// The most rows that a constraint can make.
///
/// QUIRK(weld-row-count): a weld counts seven and makes six.
fn rows(type_: EqType) -> i64 {
    match type_ {
        EqType::Connect => 3,
        EqType::Weld => 7,
        _ => 1,
    }
}

/// What a constraint connects.
struct Ends<'a> {
    type_: EqType,
    /// What the two names are names of.
    kind: ObjType,
    /// What the model says they are: nothing, if the kind of constraint says it already.
    stored: ObjType,
    names: [&'a Attr<String>; 2],
}

/// Which attributes name the two objects.
fn ends(el: &Equality) -> Ends<'_> {
    let (type_, kind, stored, names) = match el.kind {
        EqualityKind::Connect | EqualityKind::Weld => {
            let type_ = if el.kind == EqualityKind::Weld {
                EqType::Weld
            } else {
                EqType::Connect
            };
            if by_sites(el) {
                (type_, ObjType::Site, ObjType::Site, [&el.site1, &el.site2])
            } else {
                (type_, ObjType::Body, ObjType::Body, [&el.body1, &el.body2])
            }
        }
        EqualityKind::Joint => {
            let names = [&el.joint1, &el.joint2];
            (EqType::Joint, ObjType::Joint, ObjType::Unknown, names)
        }
        EqualityKind::Tendon => {
            let names = [&el.tendon1, &el.tendon2];
            (EqType::Tendon, ObjType::Tendon, ObjType::Unknown, names)
        }
        EqualityKind::Flex | EqualityKind::FlexVert => {
            let type_ = if el.kind == EqualityKind::Flex {
                EqType::Flex
            } else {
                EqType::FlexVert
            };
            let names = [&el.flex, &el.body2];
            (type_, ObjType::Flex, ObjType::Unknown, names)
        }
    };
    Ends {
        type_,
        kind,
        stored,
        names,
    }
}

/// True if a connect or weld names sites instead of bodies.
fn by_sites(el: &Equality) -> bool {
    el.site1.is_set() || el.site2.is_set()
}

/// Finds the two objects and checks that they can be related.
fn resolve(cx: &mut Cx<'_>, model: &Model, el: &Equality, ends: &Ends<'_>) -> [i32; 2] {
    let word = ends.type_.keyword().unwrap_or("equality");
    let [name1, name2] = ends.names;
    let first = require(cx, ends.kind, name1, word, el.span);
    let second = if !name2.text().is_empty() {
        cx.resolve(ends.kind, name2, word)
    } else if ends.kind == ObjType::Site {
        require(cx, ends.kind, name2, word, el.span)
    } else {
        // a body alone is held by the world
        (ends.kind == ObjType::Body).then_some(0)
    };

    if first.is_some() && first == second {
        cx.error(
            at(name2, el.span),
            format!(
                "{word}: '{}' is repeated, two different objects are needed",
                name1.text()
            ),
        );
    }

    if ends.kind == ObjType::Joint {
        for (id, name) in [(first, name1), (second, name2)] {
            let type_ = id.and_then(|j| model.joint.type_.get(j).copied());
            if type_.is_some_and(|t| !matches!(t, JointType::Hinge | JointType::Slide)) {
                cx.error(
                    name.span(),
                    "joint equality: only hinge and slide joints can be related",
                );
            }
        }
    }
    let rigid = first.and_then(|f| model.flex.rigid.get(f).copied());
    if ends.kind == ObjType::Flex && rigid.is_some_and(|rigid| rigid != 0) {
        let text = format!("{word}: the flex \"{}\" is rigid", name1.text());
        cx.error(name1.span(), text);
    }
    [raw(first), raw(second)]
}

/// The eleven numbers, see the table above.
fn data(el: &Equality) -> [f64; NEQDATA] {
    let mut data = [0.0; NEQDATA];
    data[1] = 1.0;
    data[10] = 1.0;
    match el.kind {
        EqualityKind::Connect => {
            if let Some(anchor) = el.anchor.get() {
                data[..3].copy_from_slice(anchor);
            }
        }
        EqualityKind::Weld => {
            if !by_sites(el) {
                data[..3].copy_from_slice(&el.anchor.or([0.0; 3]));
            }
            if let Some(relpose) = el.relpose.get() {
                data[3..10].copy_from_slice(relpose);
            }
            data[10] = el.torquescale.or(1.0);
        }
        EqualityKind::Joint | EqualityKind::Tendon => {
            let poly = el.polycoef.fill([0.0, 1.0, 0.0, 0.0, 0.0]);
            data[..5].copy_from_slice(&poly);
        }
        EqualityKind::Flex | EqualityKind::FlexVert => {}
    }
    data
}
