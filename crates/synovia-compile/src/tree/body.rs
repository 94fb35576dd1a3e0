//! Bodies: frames, static bodies, mass and inertia.
//!
//! The inertia of a body has three sources, in this order:
//!
//! | source       | when it is used                                                               |
//! |--------------|-------------------------------------------------------------------------------|
//! | `inertial`   | if it is complete, unless `inertiafromgeom="true"`                            |
//! | geoms        | if there is no complete `inertial`, or on request                             |
//! | nothing      | zero mass, which is an error for a moving body without static mass below it   |

use synovia_math::{Pose, Quat, Vec3};
use synovia_mjcf::keyword::{AlignFree, InertiaFromGeom};
use synovia_model::enums::{JointType, SameFrame, SleepPolicy};
use synovia_model::{BodyId, Model};

use super::inertia::{self, RigidPart};
use super::pose::{in_frame, orientation, same_frame};
use super::{BodyNode, EPS, Tree, user};
use crate::cx::Cx;
use crate::spec::layout::orient;

/// The bodies with their parents and poses; the other values are derived later.
pub(crate) fn frames(cx: &Cx<'_>) -> Vec<BodyNode> {
    cx.flat
        .bodies
        .iter()
        .enumerate()
        .map(|(src, body)| BodyNode {
            src,
            parent: body.parent,
            pose: Pose::new(body.pose.pos, orient::unit(body.pose.quat)),
            ..BodyNode::default()
        })
        .collect()
}

/// Marks the bodies that are not fixed to the world.
pub(crate) fn find_moving(bodies: &mut [BodyNode]) {
    for b in 1..bodies.len() {
        bodies[b].moves = bodies[b].njoint > 0 || bodies[bodies[b].parent].moves;
    }
}

/// Reports combinations of joints that one body cannot have.
pub(crate) fn check_joints(cx: &mut Cx<'_>, tree: &Tree) {
    let flat = cx.flat;
    // joints are sorted by body, so each body takes a prefix of the rest
    let mut rest = tree.joints.as_slice();
    for (b, body) in tree.bodies.iter().enumerate() {
        // a mocap body is placed by programs, so it must be a static child of the world
        let at = &flat.bodies[body.src];
        // the joints of body `b` are contiguous
        let (joints, tail) = rest.split_at(rest.iter().take_while(|j| j.body == b).count());
        rest = tail;
        let Some(first) = joints.first() else {
            if at.el.values().mocap && body.parent != 0 {
                cx.error(
                    at.span,
                    format!(
                        "mocap body \"{}\" is not a child of the world; move it into <worldbody>",
                        at.name
                    ),
                );
            }
            continue;
        };
        let span = flat.joints[first.src].el.span;
        if b == 0 {
            cx.error(span, "the world cannot move; put this joint into a <body>");
            continue;
        }
        if at.el.values().mocap {
            cx.error(
                span,
                format!(
                    "mocap body \"{}\" must not have joints; remove them or mocap",
                    at.name
                ),
            );
        }
        if joints.iter().any(|j| j.kind == JointType::Free) {
            if joints.len() > 1 {
                cx.error(span, format!("body \"{}\" has a free joint and other joints, which would be redundant; remove those, or put them into a child", at.name));
            }
        } else if body.ndof > 6 {
            cx.error(
                span,
                format!(
                    "body \"{}\" has more than 6 degrees of freedom; move joints into a child",
                    at.name
                ),
            );
        }
        // a rotation after a ball joint would be redundant
        if let Some(ball) = joints.iter().position(|j| j.kind == JointType::Ball) {
            let turning =
                |j: &super::JointNode| matches!(j.kind, JointType::Ball | JointType::Hinge);
            if let Some(after) = joints[ball + 1..].iter().find(|j| turning(j)) {
                let span = flat.joints[after.src].el.span;
                cx.error(
                    span,
                    format!(
                        "body \"{}\" has a rotational joint after a ball joint; remove one of them",
                        at.name
                    ),
                );
            }
        }
    }
}

/// Mass and inertial frame of every body, from its `inertial` element or from its geoms.
pub(crate) fn inertias(cx: &mut Cx<'_>, tree: &mut Tree) {
    // geoms are sorted by body, so each body takes a prefix of the rest
    let mut rest = tree.geoms.as_slice();
    for (b, node) in tree.bodies.iter_mut().enumerate() {
        // the geoms of body `b` are contiguous
        let (geoms, tail) = rest.split_at(rest.iter().take_while(|g| g.body == b).count());
        rest = tail;
        if b == 0 {
            continue;
        }
        let body = &cx.flat.bodies[node.src];
        let settings = &cx.flat.settings[body.settings];
        let before = cx.diag.len();
        let explicit = explicit(cx, node.src);
        // without a position, `inertial` only replaces missing geoms, and only if it has a mass
        let certain = body.inertia_is_said();
        let explicit = explicit.filter(|part| certain || part.mass != 0.0);

        // geoms are used if there is no explicit inertia, or always on request; if none has mass, the explicit inertia remains
        let from_geoms = match settings.inertiafromgeom {
            InertiaFromGeom::True => true,
            InertiaFromGeom::False => false,
            _ => explicit.is_none() || !certain,
        };
        // geoms with mass replace the explicit inertia
        let mut found = explicit;
        if from_geoms {
            let [least, most] = settings.inertiagrouprange;
            let parts: Vec<RigidPart> = geoms
                .iter()
                .filter(|g| {
                    let group = cx.flat.geoms[g.src].el.values().group;
                    (least..=most).contains(&group) && g.mass > EPS
                })
                .map(|g| RigidPart {
                    mass: g.mass,
                    pose: g.pose,
                    inertia: g.inertia,
                })
                .collect();
            if !parts.is_empty() {
                match inertia::combine(&parts) {
                    Ok(sum) => found = Some(sum),
                    Err(error) => cx.error(body.span, format!("body \"{}\": {error}", body.name)),
                }
            }
        }
        // QUIRK(massless-inertial-frame): without mass, the inertial frame gets the values of the body's pose in its parent
        let part = found.unwrap_or_else(|| RigidPart {
            mass: 0.0,
            pose: own_pose(cx, node.src),
            inertia: Vec3::ZERO,
        });

        node.ipose = part.pose;
        node.mass = at_least(part.mass, settings.boundmass);
        node.inertia = Vec3::from(
            part.inertia
                .to_array()
                .map(|i| at_least(i, settings.boundinertia)),
        );
        // errors in derived values are reported only if the values they are derived from are valid
        if cx.diag.has_since(before) {
            cx.doubtful.insert(node.src);
        }
        let is_sound = !cx.doubtful.contains(&node.src);
        if is_sound && (node.mass < 0.0 || node.inertia.min(Vec3::ZERO) != Vec3::ZERO) {
            cx.error(body.span, format!("body \"{}\": mass {} or principal inertia {} {} {} is negative; expected 0 or more", body.name, node.mass, node.inertia.x, node.inertia.y, node.inertia.z));
        }
        // triangle inequality of principal moments, which every real mass distribution satisfies
        let i = node.inertia;
        if i.x + i.y < i.z || i.x + i.z < i.y || i.y + i.z < i.x {
            if settings.balanceinertia {
                node.inertia = Vec3::splat((i.x + i.y + i.z) / 3.0);
            } else if is_sound {
                let span = body
                    .inertial
                    .as_ref()
                    .map_or(body.span, |placed| placed.el.span);
                cx.error(
                    span,
                    "principal inertias A, B and C must satisfy A + B >= C; correct them, or set balanceinertia in <compiler>",
                );
            }
        }
    }
}

/// `x`, or the bound if `x` is smaller; NaN is returned as is.
fn at_least(x: f64, bound: f64) -> f64 {
    if x < bound { bound } else { x }
}

/// The pose attributes of a body, without the frames around it.
fn own_pose(cx: &mut Cx<'_>, src: usize) -> Pose {
    let body = &cx.flat.bodies[src];
    let settings = &cx.flat.settings[body.settings];
    let quat = orientation(cx, &body.el.quat, &body.el.alt, settings);
    Pose::new(Vec3::from(body.el.values().pos), quat)
}

/// Free joints are allowed in children of the world only, which a body may become when others are fused.
pub(crate) fn check_free(cx: &mut Cx<'_>, tree: &Tree) {
    let flat = cx.flat;
    for joint in tree.joints.iter().filter(|j| j.kind == JointType::Free) {
        if tree.bodies[joint.body].parent != 0 {
            let span = flat.joints[joint.src].el.span;
            cx.error(span, "only children of the world can have a free joint; move the body there, or use slide and ball joints");
        }
    }
}

/// The values of the `inertial` element, in principal axes.
fn explicit(cx: &mut Cx<'_>, src: usize) -> Option<RigidPart> {
    // a full tensor is diagonalised; its eigenframe is the orientation
    let placed = cx.flat.bodies[src].inertial.as_ref()?;
    let (el, settings) = (&placed.el, &cx.flat.settings[placed.settings]);
    let own = el.values();
    // principal axes and moments as specified
    let mut quat = orientation(cx, &el.quat, &el.alt, settings);
    let mut moments = Vec3::from(own.diaginertia);
    if let Some(full) = el.fullinertia.defined() {
        if el.alt.is_set() {
            cx.error(
                el.alt.span(),
                "inertial: both fullinertia and an orientation are set; remove one of them",
            );
        }
        if moments != Vec3::ZERO {
            cx.error(
                el.diaginertia.span(),
                "inertial: both fullinertia and diaginertia are set; remove one of them",
            );
        }
        match inertia::principal(full) {
            Ok(frame) => (quat, moments) = frame,
            Err(error) => cx.error(
                el.fullinertia.span(),
                format!("inertial fullinertia: {error}"),
            ),
        }
    }
    // NaN as position: that of the body in its parent, as the reference has it
    let pose = if el.pos.is_set() && el.pos.defined().is_none() {
        own_pose(cx, src)
    } else {
        let pos = el.pos.get().copied().unwrap_or_default();
        in_frame(placed, Pose::new(Vec3::from(pos), quat))
    };
    Some(RigidPart {
        mass: own.mass,
        pose,
        inertia: moments,
    })
}

/// Moves the frame of a single free body to its inertial frame, on request; its elements keep their world poses.
pub(crate) fn align_free(cx: &Cx<'_>, tree: &mut Tree) {
    let flat = cx.flat;
    let mut has_children = vec![false; tree.bodies.len()];
    for node in &tree.bodies[1..] {
        has_children[node.parent] = true;
    }
    // the inverse of the inertial frame, for each body that is aligned
    let mut moved: Vec<Option<Pose>> = vec![None; tree.bodies.len()];
    for joint in tree.joints.iter().filter(|j| j.kind == JointType::Free) {
        let placed = &flat.joints[joint.src];
        // `align` of the joint, or else `alignfree` of the model
        let align = match placed.free_align.unwrap_or(AlignFree::Auto) {
            AlignFree::True => true,
            AlignFree::False => false,
            _ => flat.settings[flat.bodies[joint.body].settings].alignfree,
        };
        let body = &mut tree.bodies[joint.body];
        if align && body.njoint == 1 && !has_children[joint.body] {
            body.pose = orient::accumulate(&body.pose, &body.ipose);
            moved[joint.body] = Some(orient::invert(&body.ipose));
            body.ipose = Pose::IDENTITY;
        }
    }

    // elements keep their place in the world: compose their pose with the inverse
    for geom in &mut tree.geoms {
        if let Some(undo) = moved[geom.body] {
            geom.pose = orient::accumulate(&undo, &geom.pose);
        }
    }
    for site in &mut tree.sites {
        if let Some(undo) = moved[site.body] {
            site.pose = orient::accumulate(&undo, &site.pose);
        }
    }
    // QUIRK(fused-free-viewers): with `fusestatic`, cameras and lights keep the pose as written, and so move with the frame
    if flat.settings.first().is_some_and(|s| s.fusestatic) {
        return;
    }
    for camera in &mut tree.cameras {
        if let Some(undo) = moved[camera.body] {
            camera.pose = orient::accumulate(&undo, &camera.pose);
        }
    }
    for light in &mut tree.lights {
        if let Some(undo) = moved[light.body] {
            let seen = Pose::new(light.pos, Quat::IDENTITY);
            light.pos = orient::accumulate(&undo, &seen).pos;
            light.dir = undo.quat.rotate(light.dir);
        }
    }
}

/// A moving body needs mass: its own, or that of a static descendant rigidly attached to it.
pub(crate) fn check_masses(cx: &mut Cx<'_>, tree: &Tree) {
    // mass and all moments must be positive, or the inertia matrix is singular
    let heavy = |body: &BodyNode| {
        let i = body.inertia;
        [body.mass, i.x, i.y, i.z]
            .iter()
            .all(|&x| x >= synovia_math::MIN_VAL)
    };
    // order: children before parents, so that a static child has passed its mass on
    let mut has_weight: Vec<bool> = tree.bodies.iter().map(heavy).collect();
    for b in (1..tree.bodies.len()).rev() {
        let body = &tree.bodies[b];
        if has_weight[b] && body.njoint == 0 {
            has_weight[body.parent] = true;
        }
    }
    let doubtful = doubtful(cx);
    for (b, body) in tree.bodies.iter().enumerate().skip(1) {
        if body.njoint > 0 && !has_weight[b] && !doubtful[body.src] {
            let at = &cx.flat.bodies[body.src];
            cx.error(
                at.span,
                format!(
                    "body \"{}\" has joints but no mass; mass and each principal inertia must be at least {:e} (mjMINVAL); add a geom, <inertial>, or a static child with mass",
                    at.name, synovia_math::MIN_VAL
                ),
            );
        }
    }
}

/// Bodies of the flat model whose mass is derived from an error: their own, or that of a static descendant.
fn doubtful(cx: &Cx<'_>) -> Vec<bool> {
    let bodies = &cx.flat.bodies;
    // a static body passes its errors on to the body that it is fixed to
    let mut has_joint = vec![false; bodies.len()];
    for joint in &cx.flat.joints {
        has_joint[joint.body] = true;
    }
    let mut doubtful = vec![false; bodies.len()];
    // order: children before parents
    for b in (0..bodies.len()).rev() {
        doubtful[b] |= cx.doubtful.contains(&b);
        if doubtful[b] && !has_joint[b] {
            doubtful[bodies[b].parent] = true;
        }
    }
    doubtful
}

/// Fills the table of bodies, except for the columns derived from the tree; joints are already filled.
pub(crate) fn fill(cx: &mut Cx<'_>, tree: &Tree, model: &mut Model) {
    let flat = cx.flat;
    // addresses count up in the order of the bodies
    let (mut jntadr, mut dofadr, mut geomadr, mut nmocap) = (0, 0, 0, 0);
    for (b, node) in tree.bodies.iter().enumerate() {
        let at = &flat.bodies[node.src];
        // the geoms of body `b` are contiguous
        let geoms = tree.geoms[geomadr..]
            .iter()
            .take_while(|g| g.body == b)
            .count();
        let own = &tree.geoms[geomadr..geomadr + geoms];
        let mocap = at.el.values().mocap;
        let adr = |count: usize, adr: usize| if count > 0 { adr as i32 } else { -1 };

        // addresses are −1 for an empty range
        let row = &mut model.body;
        row.parentid.push(BodyId::new(node.parent));
        row.mocapid.push(if mocap { nmocap } else { -1 }.into());
        row.jntnum.push(node.njoint as i32);
        row.jntadr.push(adr(node.njoint, jntadr));
        row.dofnum.push(node.ndof as i32);
        row.dofadr.push(adr(node.ndof, dofadr));
        row.geomnum.push(geoms as i32);
        row.geomadr.push(adr(geoms, geomadr));
        row.sameframe
            .push(match same_frame(&node.ipose, &node.ipose) {
                frame @ (SameFrame::Body | SameFrame::BodyRot) => frame.0 as u8,
                _ => SameFrame::None.0 as u8,
            });
        row.pos.push(node.pose.pos);
        row.quat.push(node.pose.quat);
        row.ipos.push(node.ipose.pos);
        row.iquat.push(node.ipose.quat);
        row.mass.push(node.mass);
        row.inertia.push(node.inertia);
        row.gravcomp.push(at.el.values().gravcomp);
        row.plugin.push(cx.plugins.bodies[node.src]);
        // collision filters and margin of the body: union and maximum over its geoms
        let of = |g: &super::GeomNode| &flat.geoms[g.src].el;
        row.margin.push(
            own.iter()
                .map(|g| of(g).values().margin)
                .fold(0.0, f64::max),
        );
        row.contype
            .push(own.iter().fold(0, |bits, g| bits | of(g).values().contype));
        row.conaffinity.push(
            own.iter()
                .fold(0, |bits, g| bits | of(g).values().conaffinity),
        );

        nmocap += i32::from(mocap);
        jntadr += node.njoint;
        dofadr += node.ndof;
        geomadr += geoms;
    }
    model.size.nbody = tree.bodies.len() as i64;
    model.size.nmocap = i64::from(nmocap);

    let rows = tree
        .bodies
        .iter()
        .map(|node| user::row(&flat.bodies[node.src].el.user));
    let (rows, user) = (rows.collect::<Vec<_>>(), &mut model.body.user);
    model.size.nuser_body = user::fill(cx, "body", &flat.size.nuser_body, &rows, user);
}

/// The sleep policy of each kinematic tree, set on its root body.
pub(crate) fn sleep_policies(cx: &mut Cx<'_>, tree: &Tree, model: &mut Model) {
    for b in 1..tree.bodies.len() {
        let at = &cx.flat.bodies[tree.bodies[b].src];
        let Some(&sleep) = at.el.sleep.get() else {
            continue;
        };
        if sleep == SleepPolicy::Auto {
            continue;
        }
        // the root is the first body of its tree
        let treeid = model.body.treeid[BodyId::new(b)];
        if !treeid.is_some() || treeid == model.body.treeid[BodyId::new(b - 1)] {
            cx.error(
                at.el.sleep.span(),
                "body sleep: only the root body of a moving kinematic tree can have a sleep policy; move it there",
            );
        } else {
            model.tree.sleep_policy[treeid] = sleep;
        }
    }
}
