//! Cables: a chain of bodies along a curve, from `composite type="cable"`.
//!
//! The curve has n points xₖ; body k is at xₖ with its x axis along the edge eₖ = xₖ₊₁ − xₖ. The other axes are a moving
//! frame: the normal of the first edge is in the plane of the first two edges, and from each edge to the next it is rotated about the
//! binormal of the vertex between them by the angle between the edges (parallel transport, Bishop 1975):
//!
//! ```text
//! b = tₖ₋₁ × tₖ,   φ = atan2(|b|, tₖ₋₁ · tₖ),   nₖ = R(b/|b|, φ) nₖ₋₁                  (1)
//! ```
//!
//! Without explicit points a cable follows functions of s = k / (n − 1): each axis is `s` (size₀ s), `cos(s)` or `sin(s)`
//! (size₁ times that of π size₂ s), or 0. Points are stored in single precision.
//!
//! DIFFERENCE(short-cable): cables of two and three points load. For the latter the reference excludes contacts between the two bodies by
//! a name that neither has, and for the former it computes the frame from uninitialised memory.

use core::f64::consts::PI;

use synovia_math::{Quat, Vec3, nearest};
use synovia_mjcf::attr::Lead;
use synovia_mjcf::keyword::CompositeType;
use synovia_mjcf::spec::composite::{Composite, CompositeJoint};
use synovia_mjcf::spec::{body, custom, relation};
use synovia_mjcf::{Attr, Span};
use synovia_model::budget::Budget;
use synovia_model::enums::{GeomType, JointType};

use crate::spec::edit::attach::ELEMENT_BYTES;
use crate::spec::layout::orient::{from_axes, unit, unit3};

/// A squared curve size below this is treated as zero.
const MIN_SIZE: f64 = 1e-15;

/// The requirement on `count`, for messages.
const LINE: &str = "1 for the second and third: a cable is a line of points";

/// One body of a cable with its elements; each is a child of the previous one.
pub(crate) struct Segment {
    pub body: body::Body,
    pub geom: body::Geom,
    /// `None` for the first body if it is fixed.
    pub joint: Option<body::Joint>,
    /// Present on the two end bodies.
    pub site: Option<body::Site>,
}

/// The elements of a cable.
pub(crate) struct Cable {
    /// The bodies, from first to last.
    pub segments: Vec<Segment>,
    /// Excluded contacts between neighbours.
    pub excludes: Vec<relation::Exclude>,
    /// The text element that marks the composite in the model.
    pub mark: custom::Text,
}

/// An error in a composite, with its place.
pub(crate) struct CableError {
    pub span: Span,
    /// The attribute; empty if the error concerns the element as a whole.
    pub attr: &'static str,
    pub text: String,
}

/// The function along one axis.
#[derive(Clone, Copy, PartialEq)]
enum Curve {
    Line,
    Cos,
    Sin,
    Zero,
}

/// Checks the element and generates the cable, within the memory budget.
pub(crate) fn make(el: &Composite, budget: &Budget) -> Result<Cable, CableError> {
    let fail = |text: String| CableError {
        span: el.span,
        attr: "",
        text,
    };
    if el.joints.len() > 1 {
        let found = el.joints.len();
        return Err(fail(format!(
            "found {found} joints, expected at most one; it is copied to every body of the cable"
        )));
    }
    let curves = curves(el)?;
    let points = points(el, curves, budget)?;
    if let Some(text) = removed(el.values().kind) {
        return Err(fail(text.to_owned()));
    }
    if points.len() < 2 {
        let text = "a cable needs at least two points; set the first count to 2 or more, or list the points in vertex";
        return Err(fail(text.to_owned()));
    }
    let shape = el.geom.values().kind;
    if !matches!(
        shape,
        GeomType::Cylinder | GeomType::Capsule | GeomType::Box
    ) {
        let found = shape.keyword().unwrap_or("another");
        let text =
            format!("the geom type of a cable is {found}, expected one of capsule, cylinder, box");
        return Err(fail(text));
    }

    let prefix = el.prefix.text();
    let named = |text: String| Attr::new(text, el.span);
    Ok(Cable {
        segments: segments(el, shape, &points),
        excludes: (1..points.len() - 1)
            .map(|k| relation::Exclude {
                span: el.span,
                body1: named(body_name(prefix, k - 1, points.len())),
                body2: named(body_name(prefix, k, points.len())),
                ..relation::Exclude::default()
            })
            .collect(),
        mark: custom::Text {
            span: el.span,
            name: named(format!("composite_{prefix}")),
            data: named(format!("rope_{prefix}")),
        },
    })
}

/// The reason why a type of composite no longer exists, and what to use instead.
fn removed(kind: CompositeType) -> Option<&'static str> {
    Some(match kind {
        CompositeType::Cable => return None,
        CompositeType::Particle => {
            "type \"particle\", also the default, was removed from the format: set type=\"cable\", or put a body into <replicate>"
        }
        CompositeType::Grid => {
            "type \"grid\" was removed from the format: write <flexcomp type=\"grid\">, which makes a flex"
        }
        CompositeType::Rope => {
            "type \"rope\" was removed from the format; use type=\"cable\", with its points in vertex or along a curve"
        }
        CompositeType::Loop => {
            "type \"loop\" was removed from the format: write <flexcomp type=\"circle\" dim=\"1\">"
        }
        CompositeType::Cloth => {
            "type \"cloth\" was removed from the format: write <flexcomp dim=\"2\">, a shell of triangles"
        }
    })
}

/// The functions of the three axes.
fn curves(el: &Composite) -> Result<[Curve; 3], CableError> {
    let fail = |text: String| CableError {
        span: el.curve.span(),
        attr: "curve",
        text,
    };
    let mut curves = [Curve::Zero; 3];
    let text = el.curve.text();
    let mut words: Vec<_> = text.split_ascii_whitespace().collect();
    // QUIRK(curve-trailing-blank): blanks after the last function repeat it for the next axis
    if text.ends_with(|c: char| c.is_ascii_whitespace())
        && let Some(&last) = words.last()
    {
        words.push(last);
    }
    if words.len() > 3 {
        let found = words.len();
        let text = format!("found {found} functions, expected at most 3, one per axis");
        return Err(fail(text));
    }
    for (curve, word) in curves.iter_mut().zip(words) {
        *curve = match word {
            "s" => Curve::Line,
            "cos(s)" => Curve::Cos,
            "sin(s)" => Curve::Sin,
            "0" => Curve::Zero,
            _ => {
                let text =
                    format!("unknown function \"{word}\", expected one of s, cos(s), sin(s), 0");
                return Err(fail(text));
            }
        };
    }
    Ok(curves)
}

/// The points of the cable: explicit ones, or along the curves.
fn points(
    el: &Composite,
    curves: [Curve; 3],
    budget: &Budget,
) -> Result<Vec<[f32; 3]>, CableError> {
    let own = el.values();
    let fail = |span: Span, attr: &'static str, text: String| CableError { span, attr, text };
    let count = own.count;
    let [n, rows, layers] = count;
    let miscounted = |rule: &str| {
        let text = format!("found {n} {rows} {layers}, expected {rule}");
        fail(el.count.span(), "count", text)
    };
    if count.iter().any(|n| n.fract() != 0.0) {
        return Err(miscounted("integers"));
    }
    if count.iter().any(|&n| n < 1.0) {
        return Err(miscounted("numbers of points, each at least 1"));
    }
    let size = own.size;
    let given = el.vertex.get().filter(|list| !list.is_empty());
    if size.iter().map(|x| x * x).sum::<f64>() < MIN_SIZE && given.is_none() {
        let text = "found zeros, expected the size of the curve; its points can be listed in vertex instead";
        return Err(fail(el.size.span(), "size", text.to_owned()));
    }
    if let Some(list) = given {
        if count[0] > 1.0 {
            let text = format!("both vertex and a count of {n} are set; remove one of them");
            return Err(fail(el.vertex.span(), "vertex", text));
        }
        if count[2] > 1.0 {
            return Err(miscounted(LINE));
        }
        return Ok(list.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect());
    }
    if (count[0] == 1.0 && count[1..] != [1.0, 1.0]) || (count[1] == 1.0 && count[2] != 1.0) {
        return Err(miscounted("no larger number after a 1"));
    }
    if count[1..] != [1.0, 1.0] && el.kind.get() == Some(&CompositeType::Cable) {
        return Err(miscounted(LINE));
    }
    // a body, a geom, a joint and an exclusion per point; counts are saturated to the largest integer
    let bytes = (count[0] as u64).saturating_mul(4 * ELEMENT_BYTES);
    budget.check(bytes).map_err(|over| CableError {
        span: el.count.span(),
        attr: "count",
        text: over.to_string(),
    })?;

    let quat = Quat::from(own.quat);
    let last = count[0] - 1.0;
    let along = |curve, k: f64| match curve {
        Curve::Line => k * size[0] / last,
        Curve::Cos => size[1] * nearest::sincos(PI * k * size[2] / last).1,
        Curve::Sin => size[1] * nearest::sincos(PI * k * size[2] / last).0,
        Curve::Zero => 0.0,
    };
    let point = |k: usize| {
        let v = quat.rotate(Vec3::from(curves.map(|curve| along(curve, k as f64))));
        [v.x as f32, v.y as f32, v.z as f32]
    };
    Ok((0..count[0] as usize).map(point).collect())
}

/// The bodies of the chain.
fn segments(el: &Composite, shape: GeomType, points: &[[f32; 3]]) -> Vec<Segment> {
    // order: edges are differences in single precision
    let edges: Vec<Vec3> = points
        .windows(2)
        .map(|p| Vec3::from([0, 1, 2].map(|i| f64::from(p[1][i] - p[0][i]))))
        .collect();
    let offset = el.values().offset;
    let mut normal = Vec3::Y;
    let mut before = Quat::IDENTITY;
    let mut made = Vec::with_capacity(edges.len());
    for (k, &edge) in edges.iter().enumerate() {
        let next = edges.get(k + 1).map_or(Vec3::ZERO, |&e| unit3(e).0);
        let previous = k.checked_sub(1).map(|j| unit3(edges[j]));
        let quat = moving_frame(&mut normal, edge, previous.map(|p| p.0), next);
        let length = (edge.x * edge.x + edge.y * edge.y + edge.z * edge.z).sqrt();

        let mut body = body::Body {
            span: el.span,
            name: Attr::new(body_name(el.prefix.text(), k, points.len()), el.span),
            ..body::Body::default()
        };
        if let Some((_, behind)) = previous {
            body.pos.set([behind, 0.0, 0.0]);
            body.quat.set(unit(before.conj() * quat).to_array());
        } else {
            let start = points[0].map(f64::from);
            body.pos.set([0, 1, 2].map(|i| offset[i] + start[i]));
            body.quat.set(quat.to_array());
        }
        before = quat;

        let last = k + 1 == edges.len();
        made.push(Segment {
            body,
            geom: geom(el, shape, k, length),
            joint: joint(el, k, points.len()),
            site: (k == 0 || last).then(|| site(el, k, if last { length } else { 0.0 })),
        });
    }
    made
}

/// The orientation of an edge, equation (1); `normal` is transported to it.
fn moving_frame(normal: &mut Vec3, edge: Vec3, previous: Option<Vec3>, next: Vec3) -> Quat {
    let tangent = unit3(edge).0;
    let binormal = match previous {
        None => {
            let binormal = unit3(tangent.cross(next)).0;
            *normal = unit3(binormal.cross(tangent)).0;
            binormal
        }
        Some(previous) => {
            let (axis, sin) = unit3(previous.cross(tangent));
            let cos = previous.x * tangent.x + previous.y * tangent.y + previous.z * tangent.z;
            let (s, c) = nearest::sincos(nearest::atan2(sin, cos) / 2.0);
            let turn = Quat::new(c, axis.x * s, axis.y * s, axis.z * s);
            *normal = unit3(turn.rotate(*normal)).0;
            unit3(tangent.cross(*normal)).0
        }
    };
    from_axes(tangent, *normal, binormal)
}

/// Name of body `k` of a cable with this many points.
pub(crate) fn body_name(prefix: &str, k: usize, points: usize) -> String {
    numbered(prefix, 'B', k, points)
}

/// The name of an element: the ends have names of their own, the others are numbered.
fn numbered(prefix: &str, letter: char, k: usize, points: usize) -> String {
    if k == 0 {
        format!("{prefix}{letter}_first")
    } else if k + 2 >= points {
        format!("{prefix}{letter}_last")
    } else {
        format!("{prefix}{letter}_{k}")
    }
}

fn geom(el: &Composite, shape: GeomType, k: usize, length: f64) -> body::Geom {
    let from = &el.geom;
    let mut geom = body::Geom {
        span: el.span,
        name: Attr::new(format!("{}G{k}", el.prefix.text()), el.span),
        size: from.size.clone(),
        contype: from.contype.clone(),
        conaffinity: from.conaffinity.clone(),
        condim: from.condim.clone(),
        group: from.group.clone(),
        priority: from.priority.clone(),
        friction: from.friction.clone(),
        solmix: from.solmix.clone(),
        solref: from.solref.clone(),
        solimp: from.solimp.clone(),
        margin: from.margin.clone(),
        gap: from.gap.clone(),
        material: from.material.clone(),
        rgba: from.rgba.clone(),
        mass: from.mass.clone(),
        density: from.density.clone(),
        ..body::Geom::default()
    };
    geom.kind.set(shape);
    if shape == GeomType::Box {
        geom.pos.set([length / 2.0, 0.0, 0.0]);
        let [_, y, z] = from.values().size;
        geom.size.set(Lead::new(&[length / 2.0, y, z]));
    } else {
        geom.fromto.set([0.0, 0.0, 0.0, length, 0.0, 0.0]);
    }
    geom
}

/// The joint of body `k`: a ball joint, except for the first body, where `initial` decides.
fn joint(el: &Composite, k: usize, points: usize) -> Option<body::Joint> {
    let initial = el.initial.get().map_or("ball", String::as_str);
    if k == 0 && initial == "none" {
        return None;
    }
    let default = CompositeJoint::default();
    let from = el.joints.first().unwrap_or(&default);
    // QUIRK(composite-joint-limited): `limited` is not read; limits are inferred from the range
    let mut joint = body::Joint {
        span: el.span,
        name: Attr::new(numbered(el.prefix.text(), 'J', k, points), el.span),
        axis: from.axis.clone(),
        solreflimit: from.solreflimit.clone(),
        solimplimit: from.solimplimit.clone(),
        solreffriction: from.solreffriction.clone(),
        solimpfriction: from.solimpfriction.clone(),
        stiffness: from.stiffness.clone(),
        range: from.range.clone(),
        margin: from.margin.clone(),
        armature: from.armature.clone(),
        damping: from.damping.clone(),
        frictionloss: from.frictionloss.clone(),
        ..body::Joint::default()
    };
    joint.group.set(from.values().group);
    joint.kind.set(JointType::Ball);
    if k == 0 && initial == "free" {
        joint.kind.set(JointType::Free);
        joint.damping.set(0.0);
        joint.armature.set(0.0);
        joint.frictionloss.set(0.0);
    }
    Some(joint)
}

fn site(el: &Composite, k: usize, x: f64) -> body::Site {
    let from = &el.site;
    let end = if k == 0 { "first" } else { "last" };
    let mut site = body::Site {
        span: el.span,
        name: Attr::new(format!("{}S_{end}", el.prefix.text()), el.span),
        size: from.size.clone(),
        material: from.material.clone(),
        rgba: from.rgba.clone(),
        ..body::Site::default()
    };
    site.group.set(from.values().group);
    site.pos.set([x, 0.0, 0.0]);
    site
}
