//! Derivatives of forces with respect to velocity, and finite differences of the step and of inverse dynamics.
//!
//! The smooth force `f = qfrc_passive + qfrc_actuator − qfrc_bias` depends on velocity in two ways:
//!
//! ```text
//! through lengths       f = −Jᵀ b(J q̇)                     ∂f/∂q̇ = −Jᵀ b' J                     (1)
//! through bodies        f = Σ_b J_bᵀ f_b(J_b q̇)            ∂f/∂q̇ = Σ_b J_bᵀ B_b J_b             (2)
//! ```
//!
//! Dofs, tendons, actuators and edges of flexes have a length and yield (1): a sparse row times itself. Fluids and the
//! Coriolis force act on bodies and yield (2). In the com-based frame of a tree the columns of `J_b` are the motion axes
//! `S_i` of the dofs from `b` to the root, the same for all bodies. Therefore the sum over bodies can be taken before the
//! projection, as with composite inertias:
//!
//! ```text
//! Bᶜ_b = B_b + Σ_k Bᶜ_k                        k over the children of b                        (3)
//! ∂f_i/∂q̇_j = S_i · Bᶜ_m S_j                   m the body of i or j that is farther from the root  (4)
//! ```
//!
//! which is zero unless one of the dofs moves the other: the pattern `D` of the model. [`coriolis`] explains what the bias
//! force adds to (4).
//!
//! DIFFERENCE(derivative-order): the reference propagates a row of all dofs through the tree instead, so the last digits
//! differ.
//!
//! | file           | contents                                                            |
//! |----------------|---------------------------------------------------------------------|
//! | [`length`]     | (1): dampers of dofs, tendons and flex edges, actuators              |
//! | [`fluid`]      | `B_b` of the fluid models, [`ellipsoid`] and the inertia box         |
//! | [`coriolis`]   | `B_b` of the bias force, and its second part                         |
//! | [`rotation`]   | derivatives of differences and integrals of orientations             |
//! | [`finite`]     | finite differences of the step and of inverse dynamics               |

pub mod coriolis;
pub mod ellipsoid;
pub mod finite;
pub mod fluid;
pub mod length;
pub mod mat6;
pub mod rotation;

use synovia_math::{Csr, Spatial};
use synovia_model::Model;
use synovia_model::enums::Disable;

use crate::data::{
    ActuatorGroup, ComFrame, Data, InertiaGroup, Islands, Kin, State, TendonGroup, Velocities,
};
use crate::gate::{self, Derived};
use crate::scratch::{Need, ScratchBuffer};
use crate::sleep::Awake;
use crate::sleep::visit::{Visit, visiting};
use crate::workspace::Workspace;
use coriolis::AxisRates;
use mat6::Mat6;

/// Temporaries of [`smooth_vel`].
pub fn scratch_len(model: &Model) -> Need {
    let (nbody, nv) = (model.body.len(), model.dof.len());
    Need::new(36 * nbody + 6 * nv, nv)
}

/// The sparsity pattern of both triangles.
#[inline]
pub fn pattern(model: &Model) -> Csr<'_> {
    let sparse = &model.sparse;
    Csr::new(
        sparse.d_rownnz.rows(),
        sparse.d_rowadr.rows(),
        sparse.d_colind.rows(),
    )
}

/// Derivative of the smooth forces with respect to velocity; `bias` includes the Coriolis forces.
///
/// Reads everything up to the actuator forces; writes `inertia.qderiv`.
///
/// ```
/// use synovia::engine::derivative::smooth_vel;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body><joint type='slide' damping='.3'/><geom size='.1'/></body></worldbody>
///        </mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// smooth_vel(&model, &mut data, true);
/// assert_eq!(data.inertia.qderiv[0], -0.3); // only the damper depends on velocity
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mjd_smooth_vel")]
pub fn smooth_vel(model: &Model, data: &mut Data, bias: bool) {
    if gate::enter_after(model, data, &[Derived::Tendons, Derived::Moments]).is_ok() {
        smooth_vel_of(
            model,
            &mut SmoothGroups::of(model, data),
            bias,
            Lengths::All,
        );
    }
}

/// The forces along lengths that [`smooth_vel_of`] includes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lengths {
    /// Forces of dofs, flex edges, tendons and actuators.
    All,
    /// Forces of dofs and flex edges.
    Dofs,
}

/// [`smooth_vel`] for a selection of forces.
///
/// Reads `groups.at` and `inertia.crb`; writes `inertia.qderiv`.
pub(crate) fn smooth_vel_of(
    model: &Model,
    groups: &mut SmoothGroups<'_>,
    bias: bool,
    lengths: Lengths,
) {
    let SmoothGroups {
        at,
        awake,
        scratch,
        inertia,
    } = groups;
    let (at, com) = (&*at, at.com);
    let InertiaGroup { crb, qderiv, .. } = &mut **inertia;
    let out = qderiv.rows_mut();
    visiting!(model, awake, who => {
        if who.is_all() {
            out.fill(0.0);
        } else {
            who.places().for_each(|i| out[pattern(model).range(i)].fill(0.0));
        }
        match lengths {
            Lengths::All => {
                length::actuators(model, at, out);
                length::dampers(model, at, who, out);
            }
            Lengths::Dofs => length::dof_dampers(model, at, who, out),
        }
    });

    let passive = !(model.opt.disabled(Disable::SPRING) && model.opt.disabled(Disable::DAMPER));
    let in_fluid = passive && fluid::is_present(model);
    if bias || in_fluid {
        let (nbody, nv) = (model.body.len(), model.dof.len());
        let mut frame = scratch.frame(scratch_len(model));
        // entries of sleeping trees are neither written nor read
        let bodies: &mut [Mat6] = bytemuck::cast_slice_mut(frame.take_unset(36 * nbody));
        let rates: &mut [Spatial] = bytemuck::cast_slice_mut(frame.take_unset(6 * nv));
        let cursors = frame.take_ints_unset(nv);
        visiting!(model, awake, who => {
            for b in who.bodies() {
                bodies[b.index()] = Mat6::ZERO;
            }
            if in_fluid {
                fluid::bodies(model, at, who, bodies);
            }
            let rates = bias.then(|| {
                coriolis::bodies(at, who, bodies);
                coriolis::axis_rates(model, at, who, rates);
                AxisRates {
                    inertia: crb.rows(),
                    rates,
                }
            });
            composite(model, who, bodies);
            project(model, com, bodies, rates.as_ref(), cursors, out, who);
        });
    }
}

/// The inputs of smooth forces.
#[derive(Clone, Copy, Debug)]
pub struct Smooth<'a> {
    /// Velocities, controls, activations.
    pub state: &'a State,
    /// Poses.
    pub kin: &'a Kin,
    /// Inertias and motion axes.
    pub com: &'a ComFrame,
    /// Tendons.
    pub tendon: &'a TendonGroup,
    /// Actuators.
    pub actuator: &'a ActuatorGroup,
    /// Velocities of bodies.
    pub vel: &'a Velocities,
    /// The lists of awake elements, if some tree sleeps.
    pub resting: Option<&'a Islands>,
}

/// The groups that derivatives of smooth forces read and fill.
#[derive(Debug)]
pub(crate) struct SmoothGroups<'a> {
    /// The inputs.
    pub at: Smooth<'a>,
    /// Lists of awake elements.
    pub awake: &'a Awake,
    /// Temporaries.
    pub scratch: &'a mut ScratchBuffer,
    /// The matrices; composite inertias are read.
    pub inertia: &'a mut InertiaGroup,
}

impl<'a> SmoothGroups<'a> {
    /// The groups of a simulation.
    pub(crate) fn of(model: &Model, data: &'a mut Data) -> Self {
        let Data {
            state,
            kin,
            com,
            inertia,
            tendon,
            actuator,
            vel,
            island,
            work: Workspace { scratch, awake, .. },
            ..
        } = data;
        let at = Smooth {
            state,
            kin,
            com,
            tendon,
            actuator,
            vel,
            resting: awake.resting(model, island),
        };
        Self {
            at,
            awake,
            scratch,
            inertia,
        }
    }
}

/// Accumulates every subtree at its root, equation (3).
fn composite(model: &Model, who: impl Visit, bodies: &mut [Mat6]) {
    // order: last body first, so that a parent is complete before it is added to its own parent
    for b in who.bodies().rev() {
        let parent = model.body.parentid[b].index();
        if parent != 0 {
            let carried = bodies[b.index()];
            bodies[parent] += carried;
        }
    }
}

/// Adds the projection on motion axes, equation (4), to `out`.
fn project(
    model: &Model,
    com: &ComFrame,
    bodies: &[Mat6],
    rates: Option<&AxisRates<'_>>,
    cursors: &mut [i32],
    out: &mut [f64],
    who: impl Visit,
) {
    // rows are filled from the diagonal on, in ascending order of dofs
    for i in who.dofs() {
        cursors[i.index()] = model.sparse.d_rowadr[i] + model.sparse.d_diag[i];
    }
    for i in who.dofs() {
        let b = model.dof.bodyid[i].index();
        let axis = &com.cdof[i];
        let own = model.sparse.d_rowadr[i] as usize;
        let diagonal = own + model.sparse.d_diag[i] as usize;

        // force on `i` and its ancestors due to the motion of `i`, and force on `i` due to the motion of its ancestors
        let mut force = bodies[b].mul_vec(axis);
        let motion = bodies[b].transpose_mul(axis);
        let mut momentum = Spatial::ZERO;
        if let Some(rates) = rates {
            force -= rates.inertia[b].mul_vec(&rates.rates[i.index()]);
            momentum = rates.inertia[b].mul_vec(axis);
        }
        for (k, j) in model.dof.to_root(i).enumerate() {
            let cursor = &mut cursors[j.index()];
            out[*cursor as usize] += com.cdof[j].dot(&force);
            *cursor += 1;
            if k > 0 {
                let mut value = motion.dot(&com.cdof[j]);
                if let Some(rates) = rates {
                    value -= momentum.dot(&rates.rates[j.index()]);
                }
                out[diagonal - k] += value;
            }
        }
    }
}
