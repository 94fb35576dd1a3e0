//! Melts static bodies into their parents.
//!
//! A body without joints that nothing refers to by name disappears: its mass joins its parent's, its geoms and sites hang
//! from the parent in the same place, its children become the parent's. A fused child takes the place of its body among the parent's
//! children, so the order of what remains is still depth first.

use synovia_math::{MIN_VAL, Pose};

use super::Tree;
use super::inertia::{self, Part};
use crate::cx::Cx;
use crate::expand::orient::accumulate;

/// Fuses every static body that may be fused; `kept[b]` names bodies that are referred to.
pub fn fuse(cx: &mut Cx<'_>, tree: &mut Tree, kept: &[bool]) {
    let n = tree.bodies.len();
    // where each old body's content goes, and through which transform
    let mut target: Vec<(usize, Pose)> = (0..n).map(|b| (b, Pose::IDENTITY)).collect();

    let mut colliding = vec![0; n];
    for geom in tree.geoms.iter().filter(|geom| !geom.visual) {
        colliding[geom.body] += 1;
    }

    // order: parents first, as in the reference: a fused parent has already passed its children on
    for b in 1..n {
        let (parent, through) = target[tree.bodies[b].parent];
        let pose = accumulate(&through, &tree.bodies[b].pose);
        tree.bodies[b].pose = pose;
        tree.bodies[b].parent = parent;
        let body = &tree.bodies[b];
        let mocap = cx.scene.bodies[body.src].el.mocap.is_true_or(false);
        if body.njoint > 0 || mocap || kept[b] {
            continue;
        }
        if parent != 0 && body.mass >= MIN_VAL {
            let part = Part {
                mass: body.mass,
                pose: accumulate(&pose, &body.ipose),
                inertia: body.inertia,
            };
            join(cx, tree, parent, part);
        }
        target[b] = (parent, pose);
        // QUIRK(fused-idle-nodes): nodes for the boxes of the joined tree are reserved and never used
        tree.idle_boxes += usize::from(colliding[b] > 0 && colliding[parent] > 0);
        colliding[parent] += colliding[b];
    }

    renumber(tree, &target);
}

/// Adds a part to a body that remains.
fn join(cx: &mut Cx<'_>, tree: &mut Tree, into: usize, part: Part) {
    let body = &tree.bodies[into];
    let own = Part {
        mass: body.mass,
        pose: body.ipose,
        inertia: body.inertia,
    };
    if own.mass + part.mass < MIN_VAL {
        return;
    }
    match inertia::combine(&[own, part]) {
        Ok(sum) => {
            let body = &mut tree.bodies[into];
            (body.mass, body.ipose, body.inertia) = (sum.mass, sum.pose, sum.inertia);
        }
        Err(error) => {
            let at = &cx.scene.bodies[body.src];
            cx.error(
                at.span,
                format!("body \"{}\", fused with a static child: {error}", at.name),
            );
        }
    }
}

/// Drops the fused bodies and hangs what they carried from those that remain.
fn renumber(tree: &mut Tree, target: &[(usize, Pose)]) {
    let remains = |b: usize| target[b].0 == b;

    // children of a fused body stand where it stood, which depth-first order already does
    let mut new_id = vec![0; target.len()];
    let mut next = 0;
    for b in 0..target.len() {
        if remains(b) {
            new_id[b] = next;
            next += 1;
        }
    }
    let place = |b: usize| (new_id[target[b].0], target[b].1);

    let mut index = 0;
    tree.bodies.retain(|_| {
        index += 1;
        remains(index - 1)
    });
    for body in &mut tree.bodies {
        body.parent = new_id[body.parent];
    }
    super::body::weld(&mut tree.bodies);

    for joint in &mut tree.joints {
        joint.body = place(joint.body).0;
    }
    for geom in &mut tree.geoms {
        let (body, through) = place(geom.body);
        (geom.body, geom.pose) = (body, accumulate(&through, &geom.pose));
    }
    for site in &mut tree.sites {
        let (body, through) = place(site.body);
        (site.body, site.pose) = (body, accumulate(&through, &site.pose));
    }
    for camera in &mut tree.cameras {
        let (body, through) = place(camera.body);
        (camera.body, camera.pose) = (body, accumulate(&through, &camera.pose));
    }
    for light in &mut tree.lights {
        let (body, through) = place(light.body);
        light.body = body;
        light.pos = through.transform(light.pos);
        light.dir = through.quat.rotate(light.dir);
    }

    // a parent's own geoms come before those it took over, body by body
    tree.geoms.sort_by_key(|g| g.body);
    tree.sites.sort_by_key(|s| s.body);
}
