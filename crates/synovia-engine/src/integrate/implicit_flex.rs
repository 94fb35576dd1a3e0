//! Nodes of interpolated flexes in implicit integration.
//!
//! These are stiff, so their positions at the end of the step are used, not those at its start. With the stiffness `K` of
//! all nodes, rotated to the world frame, and the Jacobian `J` of the nodes
//!
//! ```text
//! (H + (h² + h d) Jᵀ K J) a = f − h Jᵀ K J q̇ − H' a'                                            (1)
//! ```
//!
//! `H` are the rows and columns of the nodes' dofs in the modified inertia, `H'` those of other dofs, whose acceleration
//! `a'` is that of the system without stiffness. The system is dense and is solved by Cholesky factorisation.
//!
//! | here   | in the code              | meaning                                |
//! |--------|--------------------------|----------------------------------------|
//! | `K`    | `Stiffness`              | stiffness of all nodes, block by block |
//! | `H`    | `matrix`                 | rows and columns of the nodes' dofs    |
//! | `H'`   | `coupling`               | their entries at other dofs            |
//! | `h, d` | `timestep, flex.damping` | time step and damping                  |
//! | `J`    | `for_each_column`        | Jacobian of a node                     |

use synovia_math::{Csr, MIN_VAL, Mat3, Vec3, chol};
use synovia_model::Model;
use synovia_model::id::{BodyId, DofId, FlexId, FlexNodeId};

use crate::data::{ComFrame, Forces, Kin, State};
use crate::passive::flex::interp::corotated_nodes;
use crate::position::jacobian::{BodyPoint, column, last_dof};
use crate::sleep::Awake;
use crate::workspace::FlexMemory;

/// The stiffness of one flex in its current rotation.
struct Stiffness<'a> {
    /// Row-major, of all nodes together; its sign is such that it yields a force.
    local: &'a [f64],
    /// Number of nodes.
    nodes: usize,
    /// Rotation of the flex.
    world_from_flex: Mat3,
    /// `h² + h d`.
    scale: f64,
}

impl Stiffness<'_> {
    /// The block of two nodes in world axes.
    fn block(&self, i: usize, j: usize) -> Mat3 {
        // the 3×3 block, then `R K Rᵀ`
        let width = 3 * self.nodes;
        let at = |k: usize| self.local[(3 * i + k / 3) * width + 3 * j + k % 3];
        let turn = self.world_from_flex;
        turn * (Mat3(core::array::from_fn(at)) * turn.transpose()) * self.scale
    }
}

impl FlexMemory {
    /// Clears the memory of the last step.
    pub(crate) fn clear(&mut self) {
        self.dofs.clear();
    }

    /// Builds and factors the matrix of equation (1) from the modified inertia `values`.
    ///
    /// Reads `kin`, `com`; writes only this memory.
    pub(crate) fn assemble(
        &mut self,
        model: &Model,
        kin: &Kin,
        com: &ComFrame,
        awake: &Awake,
        pattern: Csr<'_>,
        values: &[f64],
    ) {
        // QUIRK(flex-implicit-asleep): while any tree sleeps the stiffness of nodes is explicit
        if awake.listed(model).is_some() {
            return;
        }
        self.find_dofs(model);
        let n = self.dofs.len();
        if n == 0 {
            return;
        }
        // `H` and `H'`
        self.matrix.clear();
        self.matrix.resize(n * n, 0.0);
        self.coupling.clear();
        for (row, i) in self.dofs.iter().enumerate() {
            let range = pattern.range(i.index());
            for (&j, &value) in pattern.cols(i.index()).iter().zip(&values[range]) {
                match usize::try_from(self.local[j as usize]) {
                    Ok(place) => self.matrix[row * n + place] = value,
                    Err(_) => self.coupling.push((row, DofId(j), value)),
                }
            }
        }

        // minus `Jᵀ K J`, because `K` has the sign of a force
        let mut matrix = core::mem::take(&mut self.matrix);
        self.for_each_flex(model, kin, |memory, f, stiffness| {
            for i in 0..stiffness.nodes {
                for j in 0..stiffness.nodes {
                    let block = stiffness.block(i, j);
                    memory.for_each_column(model, com, f, i, |a, at_i| {
                        let Ok(row) = usize::try_from(memory.local[a.index()]) else {
                            return;
                        };
                        memory.for_each_column(model, com, f, j, |b, at_j| {
                            if let Ok(place) = usize::try_from(memory.local[b.index()]) {
                                matrix[row * n + place] -= at_i.dot(block * at_j);
                            }
                        });
                    });
                }
            }
        });
        chol::factor(&mut matrix, n, MIN_VAL);
        self.matrix = matrix;
    }

    /// Replaces the accelerations of the nodes by the solution of equation (1).
    ///
    /// Reads `state.qvel`, `kin`, `com`, the sum of forces in `force`; writes the accelerations of the nodes to `qacc`.
    pub(crate) fn solve(
        &mut self,
        model: &Model,
        state: &State,
        kin: &Kin,
        com: &ComFrame,
        force: &Forces,
        qacc: &mut [f64],
    ) {
        if self.dofs.is_empty() {
            return;
        }
        // `Jᵀ K J q̇`
        let mut pull = core::mem::take(&mut self.pull);
        pull.clear();
        pull.resize(model.dof.len(), 0.0);
        let qvel = state.qvel.rows();
        self.for_each_flex(model, kin, |memory, f, stiffness| {
            let mut moving = core::mem::take(&mut memory.moving);
            moving.clear();
            // velocities of the nodes
            for i in 0..stiffness.nodes {
                let mut v = Vec3::ZERO;
                memory.for_each_column(model, com, f, i, |a, at| v += at * qvel[a.index()]);
                moving.push(v);
            }
            // forces on the nodes, mapped to dofs
            for i in 0..stiffness.nodes {
                let mut force = Vec3::ZERO;
                for (j, v) in moving.iter().enumerate() {
                    force += stiffness.block(i, j) * *v;
                }
                memory.for_each_column(model, com, f, i, |a, at| {
                    pull[a.index()] += at.dot(force);
                });
            }
            memory.moving = moving;
        });

        // divide by the scale of the stiffness; QUIRK(first-flex-damping): with the damping of the first flex, whatever
        // flex the node belongs to
        let h = model.opt.timestep;
        let damping = model.flex.damping.rows().first().copied().unwrap_or(0.0);
        let scale = h * h + h * damping;
        let back = if scale > MIN_VAL { h / scale } else { 0.0 };
        // right-hand side of equation (1)
        self.force.clear();
        for &i in &self.dofs {
            let applied = force.qfrc_smooth[i] + force.qfrc_constraint[i];
            self.force.push(applied + pull[i.index()] * back);
        }
        for &(row, dof, value) in &self.coupling {
            self.force[row] -= value * qacc[dof.index()];
        }
        chol::solve(&mut self.force, &self.matrix);
        for (i, a) in self.dofs.iter().zip(&self.force) {
            qacc[i.index()] = *a;
        }
        self.pull = pull;
    }

    /// The dofs of all nodes, in the order of the nodes.
    fn find_dofs(&mut self, model: &Model) {
        // −1 for dofs that move no node
        self.dofs.clear();
        self.local.clear();
        self.local.resize(model.dof.len(), -1);
        for f in model.flex.ids() {
            if model.flex.interp[f] == 0 {
                continue;
            }
            for k in 0..model.flex.nodenum[f] as usize {
                for i in model.body.dofs(body_of(model, f, k)) {
                    self.local[i.index()] = self.dofs.len() as i32;
                    self.dofs.push(i);
                }
            }
        }
    }

    /// Calls `visit` for each flex with stiff nodes, after computing the positions of these.
    fn for_each_flex(
        &mut self,
        model: &Model,
        kin: &Kin,
        mut visit: impl FnMut(&mut Self, FlexId, &Stiffness<'_>),
    ) {
        let flex = &model.flex;
        let h = model.opt.timestep;
        for f in flex.ids() {
            // stiffness of this flex; rigid and soft ones are skipped
            let all = flex.stiffness.flat::<f64>();
            let local = all.get(21 * flex.elemadr[f] as usize..).unwrap_or(&[]);
            let scale = h * h + h * flex.damping[f];
            let stiff = local.first().is_some_and(|&k| k != 0.0);
            if flex.interp[f] == 0 || flex.rigid[f] != 0 || !stiff || scale == 0.0 {
                continue;
            }
            // positions and rotation
            let nodes = flex.nodenum[f] as usize;
            self.nodes.clear();
            self.nodes.resize(nodes, Vec3::ZERO);
            let turn = corotated_nodes(model, kin, f, &mut self.nodes);
            let stiffness = Stiffness {
                local,
                nodes,
                world_from_flex: turn.to_mat(),
                scale,
            };
            visit(self, f, &stiffness);
        }
    }

    /// Calls `visit` with the columns of the Jacobian of node `k`.
    ///
    /// QUIRK(flex-node-frame): the position in the frame of the flex is used as the position in the world.
    fn for_each_column(
        &self,
        model: &Model,
        com: &ComFrame,
        f: FlexId,
        k: usize,
        mut visit: impl FnMut(DofId, Vec3),
    ) {
        let body = body_of(model, f, k);
        let offset = BodyPoint::new(body, self.nodes[k]).offset(model, com);
        let Some(last) = last_dof(model, body) else {
            return;
        };
        for i in model.dof.to_root(last) {
            visit(i, column(com, i, offset).lin());
        }
    }
}

/// The body of node `k` of a flex.
fn body_of(model: &Model, f: FlexId, k: usize) -> BodyId {
    let node = FlexNodeId::new(model.flex.nodeadr[f] as usize + k);
    model.flex.nodebodyid[node]
}
