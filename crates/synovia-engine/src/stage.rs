//! The stages of the step, one by one: for programs that run a part of it, or insert code between stages.
//!
//! They are listed in the order in which `forward` runs them. Each reads the results of earlier ones in [`Data`] and lists
//! in its module the columns that it fills. A simulation of another model, or numbers in `Data` that are out of range, are
//! an [`EngineError`], and nothing is computed.
//!
//! ```
//! use synovia::engine::stage;
//! use synovia::model::id::BodyId;
//! let model = synovia::Model::from_xml_str(
//!     "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
//! )?;
//! let mut data = synovia::Data::new(&model);
//! data.state.qpos[0] = 2.0;
//! stage::kinematics(&model, &mut data)?;
//! assert_eq!(data.kin.xpos[BodyId(1)].to_array(), [2.0, 0.0, 1.0]);
//! # Ok::<(), synovia::Error>(())
//! ```

use synovia_model::Model;

use crate::constraint::complete;
use crate::data::{Data, EngineError};
use crate::gate::Derived;
use crate::workspace::Workspace;
use crate::{
    acceleration as acc, actuation as act, collision as contacts, constraint, energy, flex as soft,
    forward, integrate, inverse, island, passive as springs, position, post_constraint as post,
    sensor, tendon, transmission as moments, velocity,
};

pub use crate::constraint::complete::enter_after;
pub use crate::forward::{forward_acceleration, forward_position, forward_velocity};
pub use crate::island::rows_in_order;
pub use crate::sensor::read as read_sensor;

/// Declares the public form of each stage: what it is called with, `(at)` or `(model, data)`, what it reads of earlier stages, and
/// the call.
macro_rules! stages {
    ($( $(#[doc = $doc:literal])+ $(#[doc(alias = $alias:literal)])? $name:ident($($with:ident),+) $(after $reads:expr)? => $run:expr; )*) => {$(
        $(#[doc = $doc])+
        $(#[doc(alias = $alias)])?
        pub fn $name(model: &Model, data: &mut Data) -> Result<(), EngineError> {
            let reads: &[Derived] = stages!(@reads $($reads)?);
            let mut at = complete::enter_after(model, data, reads)?.alone();
            stages!(@run at, ($($with),+) $run);
            at.outcome()
        }
    )*};
    (@run $admitted:ident, ($at:ident) $run:expr) => {{
        let $at = &mut $admitted;
        $run
    }};
    (@run $admitted:ident, ($model:ident, $data:ident) $run:expr) => {{
        let ($model, $data) = $admitted.parts();
        $run
    }};
    (@reads) => { &[] };
    (@reads $reads:expr) => { $reads };
}

stages! {
    /// World poses of bodies, joints, geoms and sites.
    #[doc(alias = "mj_kinematics")]
    kinematics(model, data) => position::kinematics::kinematics(model, data);
    /// Centres of mass, and inertias and motion axes about them.
    #[doc(alias = "mj_comPos")]
    com_pos(model, data) => position::com::com_pos(model, &data.kin, &mut data.com, &data.work.awake);
    /// World poses of cameras and lights.
    #[doc(alias = "mj_camlight")]
    camlight(model, data) => {
        let (com, island, awake) = (&data.com, &data.island, &data.work.awake);
        position::camlight::camlight(model, com, island, awake, &mut data.kin);
    };
    /// Vertices, boxes, edges and strains of flexes.
    #[doc(alias = "mj_flex")]
    flex(model, data) => soft::flex(model, &data.com, &mut data.kin, &mut data.work.scratch);
    /// Lengths, paths and Jacobians of tendons.
    #[doc(alias = "mj_tendon")]
    tendons(model, data) => tendon::tendons(model, data);
    /// Composite inertias, and `M` without the armature of tendons.
    #[doc(alias = "mj_crb")]
    composite_m(model, data) => {
        let Workspace { awake, elimination, .. } = &mut data.work;
        position::inertia::composite_m(model, &data.com, awake, elimination, &mut data.inertia);
    };
    /// The joint-space inertia `M`.
    #[doc(alias = "mj_makeM")]
    make_m(model, data) after &[Derived::Tendons] => {
        let Workspace { awake, elimination, .. } = &mut data.work;
        position::inertia::make_m(model, &data.com, &data.tendon, awake, elimination, &mut data.inertia);
    };
    /// The factor of `M`.
    #[doc(alias = "mj_factorM")]
    factor_m(model, data) => {
        let Workspace { awake, elimination, .. } = &mut data.work;
        position::inertia::factor_m(model, awake, elimination, &mut data.inertia);
    };
    /// Contacts: broad, mid and narrow phase.
    #[doc(alias = "mj_collision")]
    collision(at) => {
        contacts::collision(at);
        at.parts().1.efc.clear();
    };
    /// Constraint rows.
    #[doc(alias = "mj_makeConstraint")]
    make_constraint(model, data) after &[Derived::Tendons] => constraint::make_constraint(model, data);
    /// Islands: groups of trees that constraints couple.
    #[doc(alias = "mj_island")]
    islands(model, data) after &[Derived::Contacts, Derived::Rows] => {
        let (island, lazy, diag) = (&mut data.island, &mut data.lazy, &mut data.diag);
        island::islands(model, &data.inertia, &data.contact, &mut data.efc, island, lazy, diag);
    };
    /// Lengths and moment arms of actuators.
    #[doc(alias = "mj_transmission")]
    transmission(model, data) after &[Derived::Tendons, Derived::Contacts, Derived::Rows] => moments::transmission(model, data);
    /// The Delassus matrix, for solvers that need it.
    #[doc(alias = "mj_projectConstraint")]
    project_constraint(model, data) after &[Derived::Rows] => constraint::project::project_constraint(model, data);
    /// Sensors that need positions.
    #[doc(alias = "mj_sensorPos")]
    sensor_pos(at) after sensor::READS => sensor::sensor_pos(at);
    /// Potential energy.
    #[doc(alias = "mj_energyPos")]
    energy_pos(model, data) => energy::energy_pos(model, data);
    /// Velocities of bodies and motion axes.
    #[doc(alias = "mj_comVel")]
    com_vel(model, data) => {
        let (state, com, awake) = (&data.state, &data.com, &data.work.awake);
        velocity::com_vel::com_vel(model, state, com, awake, &mut data.vel);
    };
    /// Passive forces.
    #[doc(alias = "mj_passive")]
    passive(at) after &[Derived::Tendons] => springs::passive(at);
    /// Reference accelerations of constraint rows.
    #[doc(alias = "mj_referenceConstraint")]
    reference_constraint(model, data) after &[Derived::Rows] => constraint::reference::reference_constraint(model, &data.state, &mut data.efc);
    /// Linear velocities and angular momenta of subtrees.
    #[doc(alias = "mj_subtreeVel")]
    subtree_vel(model, data) => velocity::subtree::subtree_vel(model, data);
    /// Sensors that need velocities.
    #[doc(alias = "mj_sensorVel")]
    sensor_vel(at) after sensor::READS => sensor::sensor_vel(at);
    /// Kinetic energy.
    #[doc(alias = "mj_energyVel")]
    energy_vel(model, data) => energy::energy_vel(model, data);
    /// Activation dynamics and actuator forces.
    #[doc(alias = "mj_fwdActuation")]
    actuation(at) after &[Derived::Tendons, Derived::Moments] => act::actuation(at);
    /// Sum of smooth forces, and the acceleration without constraints.
    #[doc(alias = "mj_fwdAcceleration")]
    acceleration(model, data) => {
        let (state, kin, com, inertia) = (&data.state, &data.kin, &data.com, &data.inertia);
        acc::acceleration(model, state, kin, com, inertia, &mut data.work, &mut data.force);
    };
    /// Constraint forces, and the constrained acceleration.
    #[doc(alias = "mj_fwdConstraint")]
    solve(model, data) after Derived::ALL => forward::forward_constraint(model, data);
    /// Accelerations of bodies and forces between them.
    #[doc(alias = "mj_rnePostConstraint")]
    post_constraint(model, data) after &[Derived::Contacts, Derived::Rows] => post::post_constraint(model, data);
    /// Sensors that need accelerations or forces.
    #[doc(alias = "mj_sensorAcc")]
    sensor_acc(at) after sensor::READS => sensor::sensor_acc(at);
    /// Resets the simulation if a position is NaN or too large.
    #[doc(alias = "mj_checkPos")]
    check_pos(at) => forward::check_pos(at);
    /// Resets the simulation if a velocity is NaN or too large.
    #[doc(alias = "mj_checkVel")]
    check_vel(at) => forward::check_vel(at);
    /// Resets the simulation if an acceleration is NaN or too large, and computes it again.
    #[doc(alias = "mj_checkAcc")]
    check_acc(at) => forward::check_acc(at);
    /// Constraint forces at a given acceleration, for inverse dynamics.
    #[doc(alias = "mj_invConstraint")]
    constraint_forces(model, data) after Derived::ALL => inverse::constraint_forces(model, data);
    /// Compares forward and inverse dynamics.
    #[doc(alias = "mj_compareFwdInv")]
    compare_forward_inverse(at) after Derived::ALL => inverse::compare_forward_inverse(at);
    /// Advances the state by the semi-implicit method of Euler.
    #[doc(alias = "mj_Euler")]
    euler(at) after integrate::READS => integrate::euler::euler(at);
    /// Advances the state by the integrators implicit and implicitfast.
    #[doc(alias = "mj_implicit")]
    implicit(at) after integrate::READS => integrate::implicit::implicit(at);
    /// Advances the state by the Runge–Kutta method.
    #[doc(alias = "mj_RungeKutta")]
    rk4(at) after integrate::READS => integrate::rk4::rk4(at);
}
