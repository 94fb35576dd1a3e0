//! The words of `data`: which fields a contact sensor or a rangefinder reports, in a fixed order.

use synovia_mjcf::Span;
use synovia_mjcf::spec::sensor::Sensor;

use crate::cx::Cx;

/// What a contact sensor can report, with sizes; the positions are bits.
pub(super) const CONTACT_FIELDS: [(&str, i32); 7] = [
    ("found", 1),
    ("force", 3),
    ("torque", 3),
    ("dist", 1),
    ("pos", 3),
    ("normal", 3),
    ("tangent", 3),
];

/// What a rangefinder can report, with sizes; the positions are bits.
pub(super) const RAY_FIELDS: [(&str, i32); 6] = [
    ("dist", 1),
    ("dir", 3),
    ("origin", 3),
    ("point", 3),
    ("normal", 3),
    ("depth", 1),
];

/// The words of `data` as bits, and the sum of their sizes; the first field if nothing is written.
pub(super) fn fields(cx: &mut Cx<'_>, el: &Sensor, all: &[(&str, i32)]) -> (i32, i32) {
    let span = el.data.span();
    let (mut bits, mut size) = (0, 0);
    let mut next = 0;
    for word in el.data.text().split_ascii_whitespace() {
        let Some(k) = all.iter().position(|(field, _)| *field == word) else {
            unknown_field(cx, el, word, all, span);
            continue;
        };
        if k < next {
            let order = words(all);
            cx.error(
                span,
                format!("{}: data must be in the order {order}", el.tag),
            );
        }
        next = k + 1;
        if bits & (1 << k) == 0 {
            bits |= 1 << k;
            size += all[k].1;
        }
    }
    if bits == 0 {
        return (1, all[0].1);
    }
    (bits, size)
}

fn unknown_field(cx: &mut Cx<'_>, el: &Sensor, word: &str, all: &[(&str, i32)], span: Span) {
    let tag = &el.tag;
    let expected = words(all);
    cx.error(
        span,
        format!("{tag} data: invalid keyword \"{word}\", expected one of {expected}"),
    );
}

/// The names of the fields, in order.
fn words(all: &[(&str, i32)]) -> String {
    let words: Vec<&str> = all.iter().map(|(field, _)| *field).collect();
    words.join(", ")
}
