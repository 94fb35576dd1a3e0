//! Equality constraints.
//!
//! Values that depend on the reference configuration (the anchor in the second body, a relative pose that is not specified) are computed
//! with the other constants; see [`EqualityRecord`] for the meaning of the eleven numbers.
//!
//! Joint and tendon constraints satisfy, with positions relative to the reference configuration,
//!
//! ```text
//! y = a₀ + a₁ x + a₂ x² + a₃ x³ + a₄ x⁴                                           (1)
//! ```

use synovia_model::{EqType, EqualityId, JointType, Model, ObjType};

use super::{raw, require, reset};
use crate::cx::Cx;
use crate::names::named;
use crate::spec::EqualityRecord;

/// Fills `equality`, `size.neq` and `size.nemax`.
pub(crate) fn fill(cx: &mut Cx<'_>, model: &mut Model) {
    let flat = cx.flat;
    let n = flat.equalities.len();
    cx.register(ObjType::Equality, named(&flat.equalities));
    model.size.neq = n as i64;
    model.size.nemax = i64::from(flat.size.nemax);
    reset(&mut model.equality, n);

    for (k, equality) in flat.equalities.iter().enumerate() {
        let (e, el) = (EqualityId::new(k), &equality.el);

        let [obj1id, obj2id] = resolve(cx, model, el);
        let table = &mut model.equality;
        table.type_[e] = el.kind;
        table.obj1id[e] = obj1id;
        table.obj2id[e] = obj2id;
        table.objtype[e] = match el.kind {
            EqType::Connect | EqType::Weld | EqType::Distance => el.related(),
            // for other kinds the type of the constraint determines it, unless a program sets it
            _ => el.objtype,
        };
        table.active0[e] = u8::from(el.active);
        table.solref[e] = el.solref;
        table.solimp[e] = el.solimp;
        table.data[e] = el.data;
        model.size.nemax += rows(el.kind);
    }
}

/// The maximum number of rows of a constraint.
///
/// QUIRK(weld-row-count): seven are counted for a weld, which has six.
fn rows(type_: EqType) -> i64 {
    match type_ {
        EqType::Connect => 3,
        EqType::Weld => 7,
        _ => 1,
    }
}

/// Resolves the two objects and checks that they can be constrained.
fn resolve(cx: &mut Cx<'_>, model: &Model, el: &EqualityRecord) -> [i32; 2] {
    // the second object: required for sites and geoms, the world for a body alone, optional otherwise
    let word = el.kind.keyword().unwrap_or("equality");
    let (kind, name1, name2) = (el.related(), &el.name1, &el.name2);
    let first = require(cx, kind, name1, word, el.span);
    let second = if !name2.text().is_empty() {
        cx.resolve(kind, name2, word)
    } else if matches!(kind, ObjType::Site | ObjType::Geom) {
        require(cx, kind, name2, word, el.span)
    } else {
        // a single body is constrained to the world
        (kind == ObjType::Body).then_some(0)
    };

    if first.is_some() && first == second {
        cx.error(
            name2.span_or(el.span),
            format!(
                "{word}: '{}' is constrained to itself, expected two different objects",
                name1.text()
            ),
        );
    }

    // only joints with a single coordinate satisfy equation (1)
    if kind == ObjType::Joint {
        for (id, name) in [(first, name1), (second, name2)] {
            let type_ = id.and_then(|j| model.joint.type_.get(j).copied());
            if type_.is_some_and(|t| !matches!(t, JointType::Hinge | JointType::Slide)) {
                cx.error(
                    name.span(),
                    "joint equality: only hinge and slide joints can be constrained",
                );
            }
        }
    }
    let rigid = first.and_then(|f| model.flex.rigid.get(f).copied());
    if kind == ObjType::Flex && rigid.is_some_and(|rigid| rigid != 0) {
        let text = format!(
            "{word}: the flex \"{}\" is rigid and cannot be constrained; remove the constraint",
            name1.text()
        );
        cx.error(name1.span(), text);
    }
    [raw(first), raw(second)]
}
