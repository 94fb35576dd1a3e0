//! Checks trees that start asleep: a tree can only sleep together with all trees that constraints connect it to.
//!
//! Two trees are connected by an active equality, by a tendon with friction or at its limit, or by a contact in the reference
//! configuration. A tree with `sleep="init"` that is connected to one without it cannot be put to sleep, which is an error in the model.
//! So is an equality constraint on a flex in a model with such trees.

use synovia_engine::data::{Contact, Data};
use synovia_engine::stage::collision;
use synovia_engine::stage::kinematics;
use synovia_model::enums::{Disable, Enable, EqType, SleepPolicy};
use synovia_model::id::JointId;
use synovia_model::{BodyId, FlexId, FlexVertId, GeomId, Model, TreeId};

use crate::cx::Cx;
use crate::tree::Tree;

/// Reports trees that are marked to start asleep but cannot.
pub(crate) fn check(cx: &mut Cx<'_>, tree: &Tree, model: &Model) {
    let starts_asleep = |t: TreeId| model.tree.sleep_policy[t] == SleepPolicy::Init;
    if !model.opt.enabled(Enable::SLEEP) || !model.tree.ids().any(starts_asleep) {
        return;
    }
    let mut ties = Ties::new(model.tree.len());
    if !model.opt.disabled(Disable::CONSTRAINT) {
        if !model.opt.disabled(Disable::EQUALITY) {
            flex_equalities(cx, model);
            equalities(model, &mut ties);
        }
        if !model.opt.disabled(Disable::CONTACT) {
            contacts(model, &mut ties);
        }
        tendons(model, &mut ties);
    }
    // a component with one tree that starts awake is awake
    let mut awake = vec![false; model.tree.len()];
    for t in model.tree.ids().filter(|&t| !starts_asleep(t)) {
        awake[ties.root(t.index())] = true;
    }
    for t in model.tree.ids().filter(|&t| starts_asleep(t)) {
        if awake[ties.root(t.index())] {
            let root = tree.bodies[model.tree.bodyadr[t] as usize].src;
            let at = &cx.flat.bodies[root];
            cx.diag
                .error(
                    at.el.sleep.span(),
                    "the tree cannot start asleep, because a constraint connects it to a tree that is awake; set sleep=\"init\" there too, or remove it here",
                )
                .element("body")
                .named(at.name.clone())
                .attr("sleep");
        }
    }
}

/// Connected components of trees (union-find).
struct Ties {
    parent: Vec<usize>,
}

impl Ties {
    /// Every tree alone.
    fn new(n: usize) -> Self {
        Self {
            parent: (0..n).collect(),
        }
    }

    /// The representative of a tree, with path halving.
    fn root(&mut self, mut t: usize) -> usize {
        while self.parent[t] != t {
            self.parent[t] = self.parent[self.parent[t]];
            t = self.parent[t];
        }
        t
    }

    /// Connects two trees; the world belongs to none.
    fn tie(&mut self, a: TreeId, b: TreeId) {
        if let (Some(a), Some(b)) = (a.get(), b.get()) {
            let (a, b) = (self.root(a.index()), self.root(b.index()));
            self.parent[a] = b;
        }
    }
}

/// Connects trees of bodies with active equality constraints.
fn equalities(model: &Model, ties: &mut Ties) {
    let eq = &model.equality;
    for e in eq.ids() {
        if eq.active0[e] == 0 {
            continue;
        }
        let joint = |id: i32| match eq.type_[e] {
            EqType::Joint if id >= 0 => model.joint.bodyid[JointId(id)],
            _ => BodyId::WORLD,
        };
        let ids = [eq.obj1id[e], eq.obj2id[e]];
        let [a, b] = (model.held_bodies(e)).unwrap_or_else(|| ids.map(joint));
        ties.tie(model.body.treeid[a], model.body.treeid[b]);
    }
}

/// Reports equality constraints on flexes: they connect many trees, which cannot be put to sleep together.
fn flex_equalities(cx: &mut Cx<'_>, model: &Model) {
    let eq = &model.equality;
    for e in eq.ids().filter(|&e| eq.active0[e] != 0) {
        if matches!(eq.type_[e], EqType::Flex | EqType::FlexVert) {
            let span = cx.flat.equalities[e.index()].el.span;
            let text = "flex equality: not supported in a model with trees that start asleep; remove sleep=\"init\"";
            cx.error(span, text);
        }
    }
}

/// Connects trees of tendons with friction, or at a limit in the reference configuration.
fn tendons(model: &Model, ties: &mut Ties) {
    let table = &model.tendon;
    for t in table.ids().filter(|&t| table.treenum[t] == 2) {
        let ([low, high], length) = (table.range[t], table.length0[t]);
        let limited = table.limited[t] != 0 && !model.opt.disabled(Disable::LIMIT);
        let stopped = length - low < table.margin[t] || high - length < table.margin[t];
        let rubs = table.frictionloss[t] > 0.0 && !model.opt.disabled(Disable::FRICTIONLOSS);
        if rubs || limited && stopped {
            let [a, b] = table.treeid[t];
            ties.tie(a, b);
        }
    }
}

/// Connects trees with contacts in the reference configuration.
fn contacts(model: &Model, ties: &mut Ties) {
    // all trees are awake in a new simulation
    let mut data = Data::new(model);
    // a model that cannot be stepped has no contacts here; the error is reported when it is stepped
    let found = kinematics(model, &mut data).and_then(|()| collision(model, &mut data));
    if found.is_err() {
        return;
    }
    for contact in data.contact.list.iter().filter(|c| c.exclude == 0) {
        let mut bodies = touched(model, contact, 0);
        bodies.extend(touched(model, contact, 1));
        for pair in bodies.windows(2) {
            ties.tie(model.body.treeid[pair[0]], model.body.treeid[pair[1]]);
        }
    }
}

/// Moving bodies on one side of a contact: that of the geom, or those that move the vertex or element of a flex.
fn touched(model: &Model, contact: &Contact, side: usize) -> Vec<BodyId> {
    if let Some(g) = GeomId(contact.geom[side]).get() {
        return moving(model, [model.geom.bodyid[g]]);
    }
    let Some(f) = FlexId(contact.flex[side]).get() else {
        return Vec::new();
    };
    let flex = &model.flex;
    if flex.interp[f] != 0 {
        let first = flex.nodeadr[f] as usize;
        let nodes = first..first + flex.nodenum[f] as usize;
        return moving(model, flex.nodebodyid[nodes].iter().copied());
    }
    let first = flex.vertadr[f] as usize;
    let (elem, corners) = (contact.elem[side], flex.dim[f] as usize + 1);
    let body = |v: usize| flex.vertbodyid[FlexVertId::new(first + v)];
    if let Ok(vert) = usize::try_from(contact.vert[side]) {
        return moving(model, [body(vert)]);
    }
    let start = flex.elemdataadr[f] as usize + elem.max(0) as usize * corners;
    let verts = flex.elem[start..start + corners].iter();
    moving(model, verts.map(|&v| body(v as usize)))
}

/// The bodies that belong to a kinematic tree.
fn moving(model: &Model, bodies: impl IntoIterator<Item = BodyId>) -> Vec<BodyId> {
    let in_tree = |b: &BodyId| model.body.treeid[*b].get().is_some();
    bodies.into_iter().filter(in_tree).collect()
}

#[cfg(test)]
mod tests {
    use synovia_mjcf::{NoFiles, parse_str};

    fn load(kind: &str, mark: &str, height: f64, flag: &str) -> Result<(), String> {
        let xml = format!(
            r#"<mujoco><option><flag sleep="{flag}"/></option><worldbody>
                 <body name="low" pos="0 0 .1" sleep="init"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
                 <body name="high" pos="0 0 {height}" euler="10 20 30" {mark}><freejoint/>
                   <geom type="{kind}" size=".1 .1 .1"/></body>
               </worldbody></mujoco>"#
        );
        let spec = parse_str("model", &xml, &NoFiles).map_err(|e| e.to_string())?;
        crate::Compiler::new()
            .document(&spec, &NoFiles)
            .map(|_| ())
            .map_err(|e| e.to_string())
    }

    #[test]
    fn a_tree_that_touches_an_awake_one_cannot_start_asleep() {
        for kind in ["box", "sphere", "capsule", "ellipsoid", "cylinder"] {
            let error = load(kind, "", 0.295, "enable").unwrap_err();
            assert!(
                error.contains("low") && error.contains("cannot start asleep"),
                "{error}"
            );
            assert!(load(kind, "sleep='init'", 0.295, "enable").is_ok());
            assert!(load(kind, "", 0.5, "enable").is_ok());
            assert!(load(kind, "", 0.295, "disable").is_ok());
        }
    }
}
