//! The stages of a step on both sides, and their common start state.

use std::ffi::{c_int, c_void};

use synovia::engine::stage;
use synovia::model::Model;
use synovia::model::enums::Integrator;
use synovia::{Data, EngineError};

use crate::Failure;
use crate::reference::{self, Reference};

/// One stage: its name, our function and the reference's.
pub struct Stage {
    pub name: &'static str,
    pub ours: fn(&Model, &mut Data),
    pub reference: reference::Stage,
}

/// Both sides of each stage; ours are separate functions that an instruction counter finds by name.
macro_rules! stages {
    ($($name:ident: $ours:path, $reference:path;)*) => {
        $(
            #[inline(never)]
            fn $name(model: &Model, data: &mut Data) {
                done(stringify!($name), $ours(model, data));
            }
        )*

        /// The stages up to the integrator, in the order of the step.
        pub const STAGES: &[Stage] = &[
            $(Stage { name: stringify!($name), ours: $name, reference: $reference },)*
        ];
    };
}

stages! {
    stage_kinematics: stage::kinematics, reference::mj_kinematics;
    stage_com: stage::com_pos, reference::mj_comPos;
    stage_cameras: stage::camlight, reference::mj_camlight;
    stage_tendons: stage::tendons, reference::mj_tendon;
    stage_inertia: stage::make_m, reference::mj_makeM;
    stage_factor: stage::factor_m, reference::mj_factorM;
    stage_collision: stage::collision, reference::mj_collision;
    stage_rows: rows_and_islands, reference_rows_and_islands;
    stage_transmission: stage::transmission, reference::mj_transmission;
    stage_projection: stage::project_constraint, reference::mj_projectConstraint;
    stage_sensors_pos: stage::sensor_pos, reference::mj_sensorPos;
    stage_velocity: stage::forward_velocity, reference::mj_fwdVelocity;
    stage_sensors_vel: stage::sensor_vel, reference::mj_sensorVel;
    stage_actuation: stage::actuation, reference::mj_fwdActuation;
    stage_acceleration: stage::acceleration, reference::mj_fwdAcceleration;
    stage_solver: stage::solve, reference::mj_fwdConstraint;
    stage_sensors_acc: stage::sensor_acc, reference::mj_sensorAcc;
}

/// Exits if a stage fails: its time would be meaningless.
fn done(name: &str, stage: Result<(), EngineError>) {
    if let Err(error) = stage {
        eprintln!("{name}: {error}");
        std::process::exit(1);
    }
}

/// Rows, then islands: without new rows, repeated islands would accumulate in the reference's arena.
fn rows_and_islands(model: &Model, data: &mut Data) -> Result<(), EngineError> {
    stage::make_constraint(model, data)?;
    stage::islands(model, data)
}

/// The same for the reference.
unsafe extern "C" fn reference_rows_and_islands(m: *const c_void, d: *mut c_void) {
    // SAFETY: the caller guarantees valid pointers
    unsafe {
        reference::mj_makeConstraint(m, d);
        reference::mj_island(m, d);
    }
}

/// Our integrator.
#[inline(never)]
fn stage_integration(model: &Model, data: &mut Data) {
    let integrated = match model.opt.integrator {
        Integrator::Rk4 => stage::rk4(model, data),
        Integrator::Implicit | Integrator::ImplicitFast => stage::implicit(model, data),
        _ => stage::euler(model, data),
    };
    done("integration", integrated);
}

/// Fourth-order Runge–Kutta of the reference.
unsafe extern "C" fn runge_kutta(m: *const c_void, d: *mut c_void) {
    // SAFETY: the caller guarantees valid pointers
    unsafe { reference::mj_RungeKutta(m, d, 4) }
}

/// The integrator of the model.
pub fn integration(model: &Model) -> Stage {
    let reference: reference::Stage = match model.opt.integrator {
        Integrator::Rk4 => runge_kutta,
        Integrator::Implicit | Integrator::ImplicitFast => reference::mj_implicit,
        _ => reference::mj_Euler,
    };
    Stage {
        name: "stage_integration",
        ours: stage_integration,
        reference,
    }
}

/// Bits of the state that both sides exchange: positions, velocities, activations, warm-start accelerations, controls.
const SHARED: c_int = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 6;

/// Both sides at the same state of the same model.
pub struct Pair {
    pub model: synovia::Model,
    pub data: Data,
    pub reference: Reference,
    kept: Data,
    kept_reference: Vec<f64>,
}

impl Pair {
    /// Loads a model on both sides and makes 200 steps of the reference.
    pub fn new(path: &str) -> Result<Self, Failure> {
        let model = synovia::Model::from_xml_path(path)?;
        Self::from_parts(model, Reference::from_xml(path)?)
    }

    /// The same from loaded models.
    pub fn from_parts(
        mut model: synovia::Model,
        mut reference: Reference,
    ) -> Result<Self, Failure> {
        model.vis.global.bvactive = 0;
        let mut data = Data::new(&model);
        if model.size.nkey > 0 {
            reference.reset_to_key();
        }
        let mut state = reference.state(SHARED);
        let controls = state.len() - model.size.nu as usize;
        let mut random = 1_u64;
        for control in &mut state[controls..] {
            random = random
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            *control += 0.1 * ((random >> 33) as f64 / f64::from(1_u32 << 31) - 0.5);
        }
        reference.set_state(&state, SHARED);
        for _ in 0..200 {
            reference.run(reference::mj_step);
        }

        // our side starts from the same state
        let state = reference.state(SHARED);
        let mut rest = &state[..];
        let ours = &mut data.state;
        for column in [
            ours.qpos.rows_mut(),
            ours.qvel.rows_mut(),
            ours.act.rows_mut(),
            ours.qacc_warmstart.rows_mut(),
            ours.ctrl.rows_mut(),
        ] {
            let (own, others) = rest
                .split_at_checked(column.len())
                .ok_or("the two sides differ in size")?;
            column.copy_from_slice(own);
            rest = others;
        }
        let kept_reference = reference.keep();
        Ok(Self {
            model,
            kept: data.clone(),
            data,
            reference,
            kept_reference,
        })
    }

    /// Resets both sides to the start state.
    pub fn restore(&mut self) {
        self.data.state.clone_from(&self.kept.state);
        self.reference.restore(&self.kept_reference);
    }
}
