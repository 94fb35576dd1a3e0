//! The stages of the step, one by one: for programs that run a part of it, or insert code between stages.
//!
//! They are listed in the order in which `forward` runs them. Each reads the results of earlier ones in [`Data`] and lists
//! in its module the columns that it fills. A simulation of another model, or numbers in `Data` that are out of range, are
//! an [`EngineError`], and nothing is computed.
//!
//! ```
//! use synovia::engine::stage;
//! let model = synovia::Model::from_xml_str(
//!     "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
//! )?;
//! let mut data = synovia::Data::new(&model);
//! data.state.qpos[0] = 2.0;
//! stage::kinematics(&model, &mut data)?;
//! assert_eq!(data.kin.xpos[1].to_array(), [2.0, 0.0, 1.0]);
//! # Ok::<(), synovia::Error>(())
//! ```

use synovia_model::Model;

use crate::constraint::complete;
use crate::data::{Data, EngineError};
use crate::gate::Left;
use crate::{
    acceleration as acc, actuation as act, collision as contacts, constraint, energy, flex as soft,
    forward, integrate, inverse, island, passive as springs, position, post_constraint as post,
    sensor, tendon, transmission as moments, velocity,
};

pub use crate::constraint::complete::enter_after;
pub use crate::forward::{forward_acceleration, forward_position, forward_velocity};
pub use crate::island::rows_in_order;
pub use crate::sensor::read as read_sensor;

macro_rules! stages {
    ($( $(#[doc = $doc:literal])+ $(#[doc(alias = $alias:literal)])? $name:ident $(after $reads:expr)? => $stage:path; )*) => {$(
        $(#[doc = $doc])+
        $(#[doc(alias = $alias)])?
        pub fn $name(model: &Model, data: &mut Data) -> Result<(), EngineError> {
            let reads: &[Left] = stages!(@reads $($reads)?);
            let mut at = complete::enter_after(model, data, reads)?.alone();
            $stage(&mut at);
            at.outcome()
        }
    )*};
    (@reads) => { &[] };
    (@reads $reads:expr) => { $reads };
}

stages! {
    /// World poses of bodies, joints, geoms and sites.
    #[doc(alias = "mj_kinematics")]
    kinematics => position::kinematics::kinematics;
    /// Centres of mass, and inertias and motion axes about them.
    #[doc(alias = "mj_comPos")]
    com_pos => position::com::com_pos;
    /// World poses of cameras and lights.
    #[doc(alias = "mj_camlight")]
    camlight => position::camlight::camlight;
    /// Vertices, boxes, edges and strains of flexes.
    #[doc(alias = "mj_flex")]
    flex => soft::flex;
    /// Lengths, paths and Jacobians of tendons.
    #[doc(alias = "mj_tendon")]
    tendons => tendon::tendons;
    /// Composite inertias, and `M` without the armature of tendons.
    #[doc(alias = "mj_crb")]
    composite_m => position::inertia::composite_m;
    /// The joint-space inertia `M`.
    #[doc(alias = "mj_makeM")]
    make_m after &[Left::Tendons] => position::inertia::make_m;
    /// The factor of `M`.
    #[doc(alias = "mj_factorM")]
    factor_m => position::inertia::factor_m;
    /// Contacts: broad, mid and narrow phase.
    #[doc(alias = "mj_collision")]
    collision => contacts::collision;
    /// Constraint rows.
    #[doc(alias = "mj_makeConstraint")]
    make_constraint after &[Left::Tendons] => constraint::make_constraint;
    /// Islands: groups of trees that constraints couple.
    #[doc(alias = "mj_island")]
    islands after &[Left::Contacts, Left::Rows] => island::islands;
    /// Lengths and moment arms of actuators.
    #[doc(alias = "mj_transmission")]
    transmission after &[Left::Tendons, Left::Contacts, Left::Rows] => moments::transmission;
    /// The Delassus matrix, for solvers that need it.
    #[doc(alias = "mj_projectConstraint")]
    project_constraint after &[Left::Rows] => constraint::project::project_constraint;
    /// Sensors that need positions.
    #[doc(alias = "mj_sensorPos")]
    sensor_pos after sensor::READS => sensor::sensor_pos;
    /// Potential energy.
    #[doc(alias = "mj_energyPos")]
    energy_pos => energy::energy_pos;
    /// Velocities of bodies and motion axes.
    #[doc(alias = "mj_comVel")]
    com_vel => velocity::com_vel::com_vel;
    /// Passive forces.
    #[doc(alias = "mj_passive")]
    passive after &[Left::Tendons] => springs::passive;
    /// Reference accelerations of constraint rows.
    #[doc(alias = "mj_referenceConstraint")]
    reference_constraint after &[Left::Rows] => constraint::reference::reference_constraint;
    /// Linear velocities and angular momenta of subtrees.
    #[doc(alias = "mj_subtreeVel")]
    subtree_vel => velocity::subtree::subtree_vel;
    /// Sensors that need velocities.
    #[doc(alias = "mj_sensorVel")]
    sensor_vel after sensor::READS => sensor::sensor_vel;
    /// Kinetic energy.
    #[doc(alias = "mj_energyVel")]
    energy_vel => energy::energy_vel;
    /// Activation dynamics and actuator forces.
    #[doc(alias = "mj_fwdActuation")]
    actuation after &[Left::Tendons, Left::Moments] => act::actuation;
    /// Sum of smooth forces, and the acceleration without constraints.
    #[doc(alias = "mj_fwdAcceleration")]
    acceleration => acc::acceleration;
    /// Constraint forces, and the constrained acceleration.
    #[doc(alias = "mj_fwdConstraint")]
    solve after Left::ALL => forward::forward_constraint;
    /// Accelerations of bodies and forces between them.
    #[doc(alias = "mj_rnePostConstraint")]
    post_constraint after &[Left::Contacts, Left::Rows] => post::post_constraint;
    /// Sensors that need accelerations or forces.
    #[doc(alias = "mj_sensorAcc")]
    sensor_acc after sensor::READS => sensor::sensor_acc;
    /// Resets the simulation if a position is NaN or too large.
    #[doc(alias = "mj_checkPos")]
    check_pos => forward::check_pos;
    /// Resets the simulation if a velocity is NaN or too large.
    #[doc(alias = "mj_checkVel")]
    check_vel => forward::check_vel;
    /// Resets the simulation if an acceleration is NaN or too large, and computes it again.
    #[doc(alias = "mj_checkAcc")]
    check_acc => forward::check_acc;
    /// Constraint forces at a given acceleration, for inverse dynamics.
    #[doc(alias = "mj_invConstraint")]
    constraint_forces after Left::ALL => inverse::constraint_forces;
    /// Compares forward and inverse dynamics.
    #[doc(alias = "mj_compareFwdInv")]
    compare_forward_inverse after Left::ALL => inverse::compare_forward_inverse;
    /// Advances the state by the semi-implicit method of Euler.
    #[doc(alias = "mj_Euler")]
    euler after integrate::READS => integrate::euler::euler;
    /// Advances the state by the integrators implicit and implicitfast.
    #[doc(alias = "mj_implicit")]
    implicit after integrate::READS => integrate::implicit::implicit;
    /// Advances the state by the Runge–Kutta method.
    #[doc(alias = "mj_RungeKutta")]
    rk4 after integrate::READS => integrate::rk4::rk4;
}
