//! Fuses static bodies with their parents.
//!
//! A body without joints that nothing refers to by name disappears: its mass joins its parent's, its geoms and sites are carried by
//! the parent in the same place, its children become the parent's. A fused child takes the place of its body among the parent's
//! children, so the order of what remains is still depth first. Whether something refers to a body is decided in [`super::lookup`].

use synovia_geom::bvh::{Bvh, Leaf};
use synovia_math::{MIN_VAL, Pose};

use super::Tree;
use super::bvh::leaf;
use super::inertia::{self, RigidPart};
use super::lookup::Lookup;
use crate::cx::Cx;
use crate::spec::layout::orient::accumulate;

/// Fuses every static body that may be fused.
///
/// DIFFERENCE(fused-camera): cameras and lights of a fused body are carried by its parent, in the same place.
///
/// DIFFERENCE(recompile-fused): a specification keeps its bodies, and compiles to the same model every time.
pub(crate) fn fuse(cx: &mut Cx<'_>, tree: &mut Tree) {
    let n = tree.bodies.len();
    let discard = cx.discard_materials;
    let mut lookup = Lookup::new(cx, tree);
    // where each old body's content goes, and through which transform
    let mut target: Vec<(usize, Pose)> = (0..n).map(|b| (b, Pose::IDENTITY)).collect();

    let mut colliding = vec![0; n];
    for geom in tree.geoms.iter().filter(|geom| !geom.visual) {
        colliding[geom.body] += 1;
    }

    let mut boxes = Boxes::new(tree);

    // order: parents first, as in the reference: a fused parent has already passed its children on
    for b in 1..n {
        let (parent, through) = target[tree.bodies[b].parent];
        let pose = accumulate(&through, &tree.bodies[b].pose);
        tree.bodies[b].pose = pose;
        tree.bodies[b].parent = parent;
        let (body, said) = (&tree.bodies[b], &cx.flat.bodies[tree.bodies[b].src]);
        let fixed = body.njoint == 0 && !said.el.values().mocap;
        // even a moving body makes references resolve, which shows which visual geoms are used
        let asked = !said.name.is_empty() && (fixed || discard);
        let free = !asked || lookup.succeeds_without(b, tree, &target);
        if !fixed || !free {
            continue;
        }
        boxes.start(tree, parent);
        let body = &tree.bodies[b];
        if parent != 0 && body.mass >= MIN_VAL {
            // QUIRK(fused-inertia-frame): the pose is taken inside the inertial frame instead of the frame inside the pose, and the
            // principal axes are not turned
            let part = RigidPart {
                mass: body.mass,
                pose: Pose::new(accumulate(&body.ipose, &pose).pos, body.ipose.quat),
                inertia: body.inertia,
            };
            join(cx, tree, parent, part);
        }
        target[b] = (parent, pose);
        boxes.join(tree, b, parent, &pose);
        // QUIRK(fused-idle-nodes): nodes for the boxes of the joined tree are reserved and never used
        tree.idle_boxes += usize::from(colliding[b] > 0 && colliding[parent] > 0);
        colliding[parent] += colliding[b];
        lookup.fused(tree, &target);
    }

    boxes.store(tree);
    renumber(tree, &target);
    lookup.finish(cx, tree);
}

/// The hierarchies of boxes of bodies into which others are fused.
///
/// QUIRK(fused-stale-leaves): after each fusion the hierarchy of the parent is built again, and a node that becomes an inner one keeps the geom
/// that it was the leaf of before.
struct Boxes {
    /// Geoms of each body that can collide, as places in the tree.
    geoms: Vec<Vec<usize>>,
    /// Where each geom is in the body that has it now.
    poses: Vec<Pose>,
    /// The geom that each node of a body was the leaf of last; empty if nothing was fused into the body.
    last: Vec<Vec<Option<usize>>>,
}

impl Boxes {
    fn new(tree: &Tree) -> Self {
        let mut geoms = vec![Vec::new(); tree.bodies.len()];
        for (g, geom) in tree.geoms.iter().enumerate() {
            if !geom.visual {
                geoms[geom.body].push(g);
            }
        }
        Self {
            geoms,
            poses: tree.geoms.iter().map(|geom| geom.pose).collect(),
            last: vec![Vec::new(); tree.bodies.len()],
        }
    }

    /// The hierarchy of a body before the first fusion.
    fn start(&mut self, tree: &Tree, b: usize) {
        if self.last[b].is_empty() {
            self.build(tree, b);
        }
    }

    /// Gives the geoms of `from`, which is at `pose` in `into`, to `into`.
    fn join(&mut self, tree: &Tree, from: usize, into: usize, pose: &Pose) {
        let moved = core::mem::take(&mut self.geoms[from]);
        for &g in &moved {
            self.poses[g] = accumulate(pose, &self.poses[g]);
        }
        self.geoms[into].extend(moved);
        self.build(tree, into);
    }

    fn build(&mut self, tree: &Tree, b: usize) {
        let leaves: Vec<Leaf> = (self.geoms[b].iter())
            .map(|&g| leaf(g, &tree.geoms[g], &self.poses[g]))
            .collect();
        let frame = &tree.bodies[b].ipose;
        let last = &mut self.last[b];
        for (node, id) in Bvh::new(&leaves, frame.pos, frame.quat)
            .nodeid
            .iter()
            .enumerate()
        {
            last.push(None);
            if let Ok(g) = usize::try_from(*id) {
                last[node] = Some(g);
            }
        }
    }

    /// Writes down what is left, by the places of geoms in the flat model.
    fn store(self, tree: &mut Tree) {
        for (body, last) in tree.bodies.iter_mut().zip(self.last) {
            let src = |g: usize| tree.geoms[g].src;
            body.stale = last.into_iter().map(|g| g.map(src)).collect();
        }
    }
}

/// Adds a part to a body that remains.
fn join(cx: &mut Cx<'_>, tree: &mut Tree, into: usize, part: RigidPart) {
    let body = &tree.bodies[into];
    let own = RigidPart {
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
            let at = &cx.flat.bodies[body.src];
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
