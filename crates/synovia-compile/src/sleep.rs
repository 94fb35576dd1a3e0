//! Trees that start asleep: a tree can only sleep together with everything it is tied to.
//!
//! Two trees are tied by an active equality, or by a contact at the reference pose. A tree marked `sleep="init"` that
//! is tied to one without that mark cannot be put to sleep, which is a mistake in the model.
//!
//! Contacts are decided here for boxes and spheres only, where overlap is a matter of a few projections: two boxes
//! overlap if and only if none of fifteen axes (the face normals of both and the cross products of their edges) separates
//! them. Other shapes are not looked at, so a mistake may go unnoticed, but no correct model is refused.

use synovia_engine::data::Data;
use synovia_engine::position::kinematics::kinematics;
use synovia_math::{Mat3, Vec3};
use synovia_model::enums::{Disable, Enable, EqType, GeomType, ObjType, SleepPolicy};
use synovia_model::{BodyId, GeomId, Model, TreeId};

use crate::cx::Cx;
use crate::tree::Tree;

/// Cross products of nearly parallel edges say nothing.
const PARALLEL: f64 = 1e-9;

/// Reports trees that are to start asleep but cannot.
pub fn check(cx: &mut Cx<'_>, tree: &Tree, model: &Model) {
    let starts_asleep = |t: TreeId| model.tree.sleep_policy[t] == SleepPolicy::Init;
    if !model.opt.enabled(Enable::SLEEP) || !model.tree.ids().any(starts_asleep) {
        return;
    }
    let mut ties = Ties::new(model.tree.len());
    if !model.opt.disabled(Disable::CONSTRAINT) {
        if !model.opt.disabled(Disable::EQUALITY) {
            equalities(model, &mut ties);
        }
        if !model.opt.disabled(Disable::CONTACT) {
            contacts(model, &mut ties);
        }
    }
    let mut awake = vec![false; model.tree.len()];
    for t in model.tree.ids().filter(|&t| !starts_asleep(t)) {
        awake[ties.root(t.index())] = true;
    }
    for t in model.tree.ids().filter(|&t| starts_asleep(t)) {
        if awake[ties.root(t.index())] {
            let root = tree.bodies[model.tree.bodyadr[t] as usize].src;
            let at = &cx.scene.bodies[root];
            cx.diag
                .error(
                    at.el.sleep.span(),
                    "this tree is tied to one that is awake, it cannot start asleep",
                )
                .element("body")
                .named(at.name.clone())
                .attr("sleep");
        }
    }
}

/// Which trees are tied together, directly or through others.
struct Ties {
    parent: Vec<usize>,
}

impl Ties {
    fn new(n: usize) -> Self {
        Self {
            parent: (0..n).collect(),
        }
    }

    fn root(&mut self, mut t: usize) -> usize {
        while self.parent[t] != t {
            self.parent[t] = self.parent[self.parent[t]];
            t = self.parent[t];
        }
        t
    }

    fn tie(&mut self, a: TreeId, b: TreeId) {
        if let (Some(a), Some(b)) = (a.get(), b.get()) {
            let (a, b) = (self.root(a.index()), self.root(b.index()));
            self.parent[a] = b;
        }
    }
}

/// Bodies held together by active constraints.
fn equalities(model: &Model, ties: &mut Ties) {
    let eq = &model.equality;
    for e in eq.ids() {
        if eq.active0[e] == 0 {
            continue;
        }
        let body = |id: i32| match (eq.type_[e], eq.objtype[e]) {
            (EqType::Connect | EqType::Weld, ObjType::Body) => BodyId(id),
            (EqType::Connect | EqType::Weld, ObjType::Site) => model.site.bodyid[id as usize],
            (EqType::Joint, _) if id >= 0 => model.joint.bodyid[id as usize],
            _ => BodyId::WORLD,
        };
        let (a, b) = (body(eq.obj1id[e]), body(eq.obj2id[e]));
        ties.tie(model.body.treeid[a], model.body.treeid[b]);
    }
}

/// Boxes and spheres that overlap at the reference pose.
fn contacts(model: &Model, ties: &mut Ties) {
    let mut data = Data::new(model);
    kinematics(model, &mut data);
    let treeid = |g: GeomId| model.body.treeid[model.geom.bodyid[g]];
    let moving: Vec<GeomId> = model
        .geom
        .ids()
        .filter(|&g| treeid(g).is_some())
        .filter(|&g| matches!(model.geom.type_[g], GeomType::Box | GeomType::Sphere))
        .collect();
    for (k, &g) in moving.iter().enumerate() {
        for &h in &moving[k + 1..] {
            if treeid(g) != treeid(h)
                && may_touch(model, g, h)
                && overlap(&solid(model, &data, g), &solid(model, &data, h))
            {
                ties.tie(treeid(g), treeid(h));
            }
        }
    }
}

/// Bits and exclusions of a pair of geoms.
fn may_touch(model: &Model, g: GeomId, h: GeomId) -> bool {
    let (contype, affinity) = (&model.geom.contype, &model.geom.conaffinity);
    let bits = contype[g] & affinity[h] != 0 || contype[h] & affinity[g] != 0;
    let (a, b) = (model.geom.bodyid[g].0, model.geom.bodyid[h].0);
    let signature = (a.min(b) << 16) + a.max(b);
    bits && !model.exclude.signature.iter().any(|&s| s == signature)
}

/// A box, or a sphere as a centre and a radius.
struct Solid {
    center: Vec3,
    axes: Mat3,
    half: Vec3,
    round: bool,
}

fn solid(model: &Model, data: &Data, g: GeomId) -> Solid {
    Solid {
        center: data.kin.geom_xpos[g],
        axes: data.kin.geom_xmat[g],
        half: model.geom.size[g],
        round: model.geom.type_[g] == GeomType::Sphere,
    }
}

impl Solid {
    /// Half of the extent along a unit direction.
    fn reach(&self, along: Vec3) -> f64 {
        if self.round {
            return self.half.x;
        }
        let local = self.axes.transpose_mul(along).abs();
        local.dot(self.half)
    }

    /// The point of a box nearest to `p`.
    fn nearest(&self, p: Vec3) -> Vec3 {
        let local = self.axes.transpose_mul(p - self.center);
        self.center + self.axes * local.max(-self.half).min(self.half)
    }
}

/// True if the two share an open set.
fn overlap(a: &Solid, b: &Solid) -> bool {
    let between = b.center - a.center;
    match (a.round, b.round) {
        (true, true) => between.norm() < a.half.x + b.half.x,
        (true, false) => b.nearest(a.center).distance(a.center) < a.half.x,
        (false, true) => a.nearest(b.center).distance(b.center) < b.half.x,
        (false, false) => {
            let faces = (0..3).flat_map(|k| [a.axes.col(k), b.axes.col(k)]);
            let edges = (0..9).map(|k| a.axes.col(k / 3).cross(b.axes.col(k % 3)));
            faces
                .chain(edges.filter(|edge| edge.norm() > PARALLEL))
                .all(|axis| {
                    let axis = axis.normalized();
                    between.dot(axis).abs() < a.reach(axis) + b.reach(axis)
                })
        }
    }
}

#[cfg(test)]
mod tests {
    use synovia_mjcf::{NoFiles, parse_str};

    fn load(mark: &str, height: f64, flag: &str) -> Result<(), String> {
        let xml = format!(
            r#"<mujoco><option><flag sleep="{flag}"/></option><worldbody>
                 <body name="low" pos="0 0 .1" sleep="init"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
                 <body name="high" pos="0 0 {height}" euler="10 20 30" {mark}><freejoint/>
                   <geom type="box" size=".1 .1 .1"/></body>
               </worldbody></mujoco>"#
        );
        let spec = parse_str("model", &xml, &NoFiles).map_err(|e| e.to_string())?;
        crate::compile(&spec, &NoFiles)
            .map(|_| ())
            .map_err(|e| e.to_string())
    }

    #[test]
    fn a_tree_that_touches_an_awake_one_cannot_start_asleep() {
        let error = load("", 0.3, "enable").unwrap_err();
        assert!(
            error.contains("low") && error.contains("cannot start asleep"),
            "{error}"
        );
        assert!(load("sleep='init'", 0.3, "enable").is_ok());
        assert!(load("", 0.5, "enable").is_ok());
        assert!(load("", 0.3, "disable").is_ok());
    }
}
