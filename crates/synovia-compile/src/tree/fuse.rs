//! Fuses static bodies with their parents.
//!
//! A body without joints that no element refers to by name is removed: its mass is added to its parent's, its geoms and sites move to
//! the parent without changing their place, its children become the parent's. Children of a fused body take its position among the
//! parent's children, so the remaining bodies are still in depth-first order. [`super::lookup`] decides whether a body is referred to.

use synovia_geom::bvh::{Bvh, Leaf};
use synovia_math::{MIN_VAL, Pose};

use super::Tree;
use super::bvh::leaf;
use super::inertia::{self, RigidPart};
use super::lookup::Lookup;
use crate::cx::Cx;
use crate::spec::layout::orient::accumulate;

/// Fuses every static body that can be fused.
///
/// DIFFERENCE(fused-camera): cameras and lights of a fused body move to its parent, without changing their place.
///
/// DIFFERENCE(recompile-fused): a specification keeps its bodies, and compiles to the same model every time.
pub(crate) fn fuse(cx: &mut Cx<'_>, tree: &mut Tree) {
    // the tree keeps all bodies until the end; `target` says where their contents belong meanwhile
    let n = tree.bodies.len();
    let discard = cx.discard_materials;
    let mut lookup = Lookup::new(cx, tree);
    // for each original body, the body that has its elements now, and the transform to it
    let mut target: Vec<(usize, Pose)> = (0..n).map(|b| (b, Pose::IDENTITY)).collect();

    let mut colliding = vec![0; n];
    for geom in tree.geoms.iter().filter(|geom| !geom.visual) {
        colliding[geom.body] += 1;
    }

    let mut boxes = Boxes::new(tree);

    // order: parents first, as in the reference: the children of a fused parent already have their new parent
    for b in 1..n {
        let (parent, through) = target[tree.bodies[b].parent];
        let pose = accumulate(&through, &tree.bodies[b].pose);
        tree.bodies[b].pose = pose;
        tree.bodies[b].parent = parent;
        let (body, said) = (&tree.bodies[b], &cx.flat.bodies[tree.bodies[b].src]);
        let fixed = body.njoint == 0 && !said.el.values().mocap;
        // lookups run for moving bodies as well: they mark the visual geoms that references need
        let asked = !said.name.is_empty() && (fixed || discard);
        let free = !asked || lookup.succeeds_without(b, tree, &target);
        if !fixed || !free {
            continue;
        }
        boxes.start(tree, parent);
        let body = &tree.bodies[b];
        if parent != 0 && body.mass >= MIN_VAL {
            // QUIRK(fused-inertia-frame): the pose is composed in the wrong order (inside the inertial frame), and the principal axes are
            // not rotated
            let part = RigidPart {
                mass: body.mass,
                pose: Pose::new(accumulate(&body.ipose, &pose).pos, body.ipose.quat),
                inertia: body.inertia,
            };
            join(cx, tree, parent, part);
        }
        target[b] = (parent, pose);
        boxes.join(tree, b, parent, &pose);
        // QUIRK(fused-idle-nodes): hierarchy nodes for the combined body are reserved and never used
        tree.idle_boxes += usize::from(colliding[b] > 0 && colliding[parent] > 0);
        colliding[parent] += colliding[b];
        lookup.fused(tree, &target);
    }

    boxes.store(tree);
    renumber(tree, &target);
    lookup.finish(cx, tree);
}

/// The bounding volume hierarchies of bodies that others are fused into.
///
/// QUIRK(fused-stale-leaves): after each fusion the hierarchy of the parent is rebuilt, and a leaf that becomes an inner node keeps the
/// geom of the leaf.
struct Boxes {
    /// Colliding geoms of each body, as indices in the tree.
    geoms: Vec<Vec<usize>>,
    /// The pose of each geom in its current body.
    poses: Vec<Pose>,
    /// The last geom that each node of a body was a leaf of; empty if nothing was fused into the body.
    last: Vec<Vec<Option<usize>>>,
}

impl Boxes {
    /// The geoms of all bodies before any fusion.
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

    /// Builds the hierarchy of a body before the first fusion.
    fn start(&mut self, tree: &Tree, b: usize) {
        if self.last[b].is_empty() {
            self.build(tree, b);
        }
    }

    /// Moves the geoms of `from`, whose pose in `into` is `pose`, to `into`.
    fn join(&mut self, tree: &Tree, from: usize, into: usize, pose: &Pose) {
        let moved = core::mem::take(&mut self.geoms[from]);
        for &g in &moved {
            self.poses[g] = accumulate(pose, &self.poses[g]);
        }
        self.geoms[into].extend(moved);
        self.build(tree, into);
    }

    /// Rebuilds the hierarchy of body `b` and records the leaves.
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

    /// Stores the stale leaves, with geoms as indices in the flat model.
    fn store(self, tree: &mut Tree) {
        for (body, last) in tree.bodies.iter_mut().zip(self.last) {
            let src = |g: usize| tree.geoms[g].src;
            body.stale = last.into_iter().map(|g| g.map(src)).collect();
        }
    }
}

/// Adds the mass of a part to a remaining body.
fn join(cx: &mut Cx<'_>, tree: &mut Tree, into: usize, part: RigidPart) {
    let body = &tree.bodies[into];
    // both parts in the frame of the remaining body, equations (1) and (2) of `inertia`
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

/// Removes the fused bodies and attaches their elements to the remaining ones.
fn renumber(tree: &mut Tree, target: &[(usize, Pose)]) {
    let remains = |b: usize| target[b].0 == b;

    // children of a fused body take its position, which depth-first order already gives
    let mut new_id = vec![0; target.len()];
    let mut next = 0;
    for b in 0..target.len() {
        if remains(b) {
            new_id[b] = next;
            next += 1;
        }
    }
    let place = |b: usize| (new_id[target[b].0], target[b].1);

    // remaining bodies, with their new parents
    let mut index = 0;
    tree.bodies.retain(|_| {
        index += 1;
        remains(index - 1)
    });
    for body in &mut tree.bodies {
        body.parent = new_id[body.parent];
    }

    // elements move to the body that replaces theirs
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

    // the parent's own geoms come before those of fused bodies (stable sort)
    tree.geoms.sort_by_key(|g| g.body);
    tree.sites.sort_by_key(|s| s.body);
}
