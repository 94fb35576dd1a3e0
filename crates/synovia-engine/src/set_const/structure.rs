//! The structure that follows from the tree: chains, trees, simple bodies, sparse patterns.
//!
//! The inertia matrix has an entry `(i, j)` only if one of the dofs carries the other. Three patterns describe it:
//!
//! | pattern | rows                                                              | entries |
//! |---------|-------------------------------------------------------------------|---------|
//! | legacy  | from dof `i` up to the root                                       | `nM`    |
//! | `M`     | from the root down to dof `i`; only `i` for simple dofs           | `nC`    |
//! | `D`     | all dofs that carry `i` or are carried by it, ascending           | `nD`    |
//!
//! and `B` has for each body all dofs that carry it or are carried by it. A body is simple if its dofs couple with nothing:
//! it is a leaf at the world whose inertia is aligned with its joints.

use synovia_model::Model;
use synovia_model::column::{AnyColumn, Col};
use synovia_model::enums::{JointType, SameFrame, TrnType, WrapType};
use synovia_model::id::{BodyId, DofId, GeomId, JointId, SiteId, TreeId};
use synovia_model::tables::SparseTable;

/// Components of an axis below this are treated as zero.
const AXIS_EPS: f64 = 1e-14;
/// Offsets below this are treated as zero.
const FRAME_EPS: f64 = 1e-6;

/// Derives chains, trees, simple bodies and sparse patterns, with their sizes.
///
/// Reads parents, the joint and dof ranges of bodies, kinds, anchors and axes of joints, `body.sameframe`, tendon paths and
/// armatures, transmissions. Writes `body.rootid`, `weldid`, `treeid`, `simple`; `dof.parentid`, `treeid`, `madr`,
/// `simplenum`; the tree table, keeping its sleep policies; `sparse`; and the sizes `ntree`, `nM`, `nB`, `nC`, `nD`, `nJmom`.
pub fn set_structure(model: &mut Model) {
    set_trees(model);
    set_simple(model);
    set_patterns(model);
    model.size.nJmom = moment_entries(model);
}

/// Derives chains and kinematic trees: the part of the structure that needs only bodies and dofs.
pub fn set_trees(model: &mut Model) {
    set_ancestors(model);
    number_trees(model);
}

/// Root and weld bodies, and parent dofs.
fn set_ancestors(model: &mut Model) {
    // last dof of the chain that ends at each body
    let mut last_dof = vec![DofId::NONE; model.body.len()];
    model.body.rootid.reset(model.body.len(), 0);
    model.body.weldid.reset(model.body.len(), 0);
    model.dof.parentid.reset(model.dof.len(), 0);
    for b in model.body.ids() {
        let parent = model.body.parentid[b];
        // a child of the world is its own root; other bodies have the root of their parent
        let at_root = b.index() == 0 || parent.index() == 0;
        model.body.rootid[b] = if at_root {
            b
        } else {
            model.body.rootid[parent]
        };
        // a body without joints is rigidly connected to its parent
        let moves = model.body.jntnum[b] > 0;
        model.body.weldid[b] = match b.index() {
            0 => b,
            _ if moves => b,
            _ => model.body.weldid[parent],
        };

        // the chain continues from the last dof of the parent through the dofs of this body
        let mut last = if b.index() == 0 {
            DofId::NONE
        } else {
            last_dof[parent.index()]
        };
        for i in model.body.dofs(b) {
            model.dof.parentid[i] = last;
            last = i;
        }
        last_dof[b.index()] = last;
    }
}

/// Kinematic trees: a tree begins at a dof without parent.
fn number_trees(model: &mut Model) {
    model.body.treeid.reset(model.body.len(), 0);
    model.dof.treeid.reset(model.dof.len(), 0);
    // dofs: a dof without parent starts a new tree
    let mut count = 0;
    for i in model.dof.ids() {
        if model.dof.parent(i).is_none() {
            count += 1;
        }
        model.dof.treeid[i] = TreeId(count - 1);
    }
    // bodies: the tree of the nearest body with dofs, if any
    for b in model.body.ids() {
        let moved = model.body.weldid[b];
        let first = model.body.dofs(moved).next();
        model.body.treeid[b] = first.map_or(TreeId::NONE, |i| model.dof.treeid[i]);
    }

    model.size.ntree = i64::from(count);
    // resize the tree table and keep the sleep policies
    let policies = model.tree.sleep_policy.clone();
    let n = count as usize;
    model.tree.bodyadr.reset(n, 0);
    model.tree.bodynum.reset(n, 0);
    model.tree.dofadr.reset(n, 0);
    model.tree.dofnum.reset(n, 0);
    model.tree.sleep_policy.reset(n, 0);
    for (kept, policy) in model.tree.sleep_policy.iter_mut().zip(&policies) {
        *kept = *policy;
    }
    // bodies and dofs of a tree are consecutive: store the first and their number
    for b in model.body.ids() {
        if let Some(t) = model.body.treeid[b].get() {
            if model.tree.bodynum[t] == 0 {
                model.tree.bodyadr[t] = b.0;
            }
            model.tree.bodynum[t] += 1;
        }
    }
    for i in model.dof.ids() {
        let t = model.dof.treeid[i];
        if model.tree.dofnum[t] == 0 {
            model.tree.dofadr[t] = i.0;
        }
        model.tree.dofnum[t] += 1;
    }
}

/// Simple bodies and dofs.
fn set_simple(model: &mut Model) {
    // each body by its own frames and joints
    for b in model.body.ids() {
        model.body.simple[b] = simple_level(model, b);
    }

    // a body that carries others is not simple, nor is a body that a tendon with armature touches
    for b in model.body.ids().skip(1) {
        let parent = model.body.parentid[b];
        if parent.index() != 0 {
            model.body.simple[parent] = 0;
        }
    }
    for t in model.tendon.ids() {
        if model.tendon.armature[t] == 0.0 {
            continue;
        }
        for w in model.tendon.path(t) {
            let id = model.wrap.objid[w];
            match model.wrap.type_[w] {
                WrapType::Site => model.body.simple[model.site.bodyid[SiteId(id)]] = 0,
                WrapType::Sphere | WrapType::Cylinder => {
                    model.body.simple[model.geom.bodyid[GeomId(id)]] = 0;
                }
                _ => {}
            }
        }
    }

    // order: last dof first, each counts the simple dofs from it on
    let mut count = 0;
    for i in model.dof.ids().rev() {
        count = if model.body.simple[model.dof.bodyid[i]] == 0 {
            0
        } else {
            count + 1
        };
        model.dof.simplenum[i] = count;
    }
}

/// 0: coupled, 1: diagonal inertia, 2: diagonal inertia and slides only; children are not considered.
fn simple_level(model: &Model, b: BodyId) -> u8 {
    let parent = model.body.parentid[b];
    // the body must be a root or hang on a static root, and its frame must be its inertial frame
    let on_fixed_base = model.body.parentid[parent].index() == 0 && model.body.dofnum[parent] == 0;
    let centred = i32::from(model.body.sameframe[b]) == SameFrame::Body.to_i32();
    if !centred || !(model.body.rootid[b] == b || on_fixed_base) {
        return 0;
    }
    // joints must be centred and aligned with an axis, and at most the last one may rotate
    let mut rotates = false;
    for j in model.body.joints(b) {
        let kind = model.joint.type_[j];
        let axis = model.joint.axis[j].abs();
        let components = [axis.x, axis.y, axis.z]
            .into_iter()
            .filter(|&x| x > AXIS_EPS)
            .count();
        let pos = model.joint.pos[j].abs();
        let off_centre = !(pos.x < FRAME_EPS && pos.y < FRAME_EPS && pos.z < FRAME_EPS);
        let scalar = matches!(kind, JointType::Hinge | JointType::Slide);
        if rotates || off_centre || (scalar && components != 1) {
            return 0;
        }
        rotates |= matches!(kind, JointType::Ball | JointType::Hinge);
    }
    let slides = |j: JointId| model.joint.type_[j] == JointType::Slide;
    if model.body.dofnum[b] > 0 && model.body.joints(b).all(slides) {
        2
    } else {
        1
    }
}

/// Sizes, patterns and maps between them.
fn set_patterns(model: &mut Model) {
    let Patterns { madr, sparse } = patterns(model);
    let legacy = |model: &Model, i: DofId| model.dof.to_root(i).count() as i64;
    model.size.nM = model.dof.ids().map(|i| legacy(model, i)).sum();
    model.size.nD = 2 * model.size.nM - model.dof.len() as i64;
    model.size.nC = sparse.m_colind.len() as i64;
    model.size.nB = sparse.b_colind.len() as i64;
    model.dof.madr = Col::from(madr);
    model.sparse = sparse;
}

/// Sparse patterns that follow from the tree.
pub(crate) struct Patterns {
    /// Address of the row of each dof in the legacy order.
    pub madr: Vec<i32>,
    /// Patterns and maps between them.
    pub sparse: SparseTable,
}

/// The patterns of a model whose tree is known: a parent precedes its children.
pub(crate) fn patterns(model: &Model) -> Patterns {
    let d = full_pattern(model);
    let nv = d.diag.len();
    // the legacy order: chain after chain, from each dof to its root
    let mut madr = Vec::with_capacity(nv);
    let mut n_m = 0;
    for &diag in &d.diag {
        madr.push(n_m);
        n_m += diag + 1;
    }

    // M: the chain, diagonal last; and the position of each entry in the legacy order and in D
    let mut m = Rows::with_capacity(nv, n_m as usize);
    let (mut map_m2m, mut map_m2d) = (Vec::with_capacity(n_m as usize), Vec::new());
    let mut map_d2m = Vec::with_capacity(n_m as usize);
    for (i, &diag) in d.diag.iter().enumerate() {
        let chain = 0..diag as usize + 1;
        let kept = if model.dof.simplenum[DofId(i as i32)] == 0 {
            chain
        } else {
            diag as usize..chain.end
        };
        map_m2m.extend((0..kept.len() as i32).rev().map(|k| madr[i] + k));
        map_d2m.extend(kept.clone().map(|k| d.rows.rowadr[i] + k as i32));
        m.push(&d.rows.row(i)[kept]);
    }

    // for each entry of D, its position in M: an entry above the diagonal is its mirror image below it
    map_m2d.reserve_exact(d.rows.colind.len());
    for (i, &diag) in d.diag.iter().enumerate() {
        for (k, &j) in (0..).zip(d.rows.row(i)) {
            let (row, place) = if k <= diag {
                (i, k)
            } else {
                (j as usize, diag)
            };
            // of the chain of a simple dof only the diagonal is kept
            let left_out = d.diag[row] + 1 - m.rownnz[row];
            map_m2d.push(if place >= left_out {
                m.rowadr[row] + place - left_out
            } else {
                -1
            });
        }
    }

    let b = body_rows(model);
    let sparse = SparseTable {
        b_rownnz: Col::from(b.rownnz),
        b_rowadr: Col::from(b.rowadr),
        b_colind: Col::from(b.colind),
        m_rownnz: Col::from(m.rownnz),
        m_rowadr: Col::from(m.rowadr),
        m_colind: Col::from(m.colind),
        map_m2m: Col::from(map_m2m),
        d_rownnz: Col::from(d.rows.rownnz),
        d_rowadr: Col::from(d.rows.rowadr),
        d_diag: Col::from(d.diag),
        d_colind: Col::from(d.rows.colind),
        map_m2d: Col::from(map_m2d),
        map_d2m: Col::from(map_d2m),
    };
    Patterns { madr, sparse }
}

/// The pattern `D`.
struct FullPattern {
    /// Columns of each row: the chain of the dof from its root, then all dofs that it carries.
    rows: Rows,
    /// Position of the diagonal in its row, which is the number of ancestors.
    diag: Vec<i32>,
}

/// Derives `D` from the tree.
fn full_pattern(model: &Model) -> FullPattern {
    let nv = model.dof.len();
    let parent = |i: usize| model.dof.parentid.rows()[i].get().map(DofId::index);
    // ancestors of each dof, and the dofs that it carries
    let (mut diag, mut carried) = (vec![0; nv], vec![0; nv]);
    for i in 0..nv {
        diag[i] = parent(i).map_or(0, |p| diag[p] + 1);
    }
    for i in (0..nv).rev() {
        if let Some(p) = parent(i) {
            carried[p] += carried[i] + 1;
        }
    }
    // lengths and addresses of the rows
    let mut rows = Rows::with_capacity(nv, 0);
    let mut end = 0;
    for (diag, carried) in diag.iter().zip(&carried) {
        rows.rowadr.push(end);
        rows.rownnz.push(diag + 1 + carried);
        end += diag + 1 + carried;
    }
    // the chain continues that of the parent; each ancestor carries the dof
    rows.colind = vec![0; end as usize];
    let mut next: Vec<usize> = rows.rowadr.iter().map(|&adr| adr as usize).collect();
    for i in 0..nv {
        let (start, before) = (next[i], diag[i] as usize);
        if let Some(p) = parent(i) {
            let first = rows.rowadr[p] as usize;
            rows.colind.copy_within(first..first + before, start);
        }
        rows.colind[start + before] = i as i32;
        next[i] += before + 1;
        for k in start..start + before {
            let slot = &mut next[rows.colind[k] as usize];
            let place = *slot;
            *slot += 1;
            rows.colind[place] = i as i32;
        }
    }
    FullPattern { rows, diag }
}

/// For each body, the dofs of its ancestors, its own, and those of its descendants.
fn body_rows(model: &Model) -> Rows {
    let mut rows = Rows::with_capacity(model.body.len(), model.dof.len());
    let mut row = Vec::new();
    for b in model.body.ids() {
        row.clear();
        // dofs of all ancestors
        let mut up = b;
        while up.index() != 0 {
            up = model.body.parentid[up];
            row.extend(model.body.dofs(up).map(|i| i.0));
        }
        // its own dofs and those of its subtree
        row.extend(
            model
                .body
                .subtree(b)
                .flat_map(|k| model.body.dofs(k))
                .map(|i| i.0),
        );
        row.sort_unstable();
        rows.push(&row);
    }
    // without dofs all rows are empty
    if model.dof.is_empty() {
        rows.rownnz.fill(0);
        rows.rowadr.fill(0);
    }
    rows
}

/// Maximum number of entries of the moment matrix.
fn moment_entries(model: &Model) -> i64 {
    let mut count = 0;
    for u in model.actuator.ids() {
        // an actuator on a joint moves its dofs, any other may move all of them
        count += match model.actuator.trntype[u] {
            TrnType::Joint | TrnType::JointInParent => {
                model.joint.type_[JointId(model.actuator.trnid[u][0])].dof_len()
            }
            _ => model.dof.len(),
        };
    }
    count as i64
}

/// Compressed sparse rows (CSR) under construction.
struct Rows {
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
}

impl Rows {
    fn with_capacity(rows: usize, entries: usize) -> Self {
        Self {
            rownnz: Vec::with_capacity(rows),
            rowadr: Vec::with_capacity(rows),
            colind: Vec::with_capacity(entries),
        }
    }

    fn push(&mut self, columns: &[i32]) {
        self.rownnz.push(columns.len() as i32);
        self.rowadr.push(self.colind.len() as i32);
        self.colind.extend_from_slice(columns);
    }

    /// The columns of row `i`.
    fn row(&self, i: usize) -> &[i32] {
        let start = self.rowadr[i] as usize;
        &self.colind[start..start + self.rownnz[i] as usize]
    }
}
