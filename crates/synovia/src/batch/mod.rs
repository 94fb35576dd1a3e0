//! Many simulations of one model in parallel, on all cores.
//!
//! A [`Rollout`] owns the threads and a simulation per thread; a [`Batch`] specifies what to compute. Results are in the
//! order of the simulations and are identical, bit for bit, to those of a loop on one thread, for any number of threads.
//! Stepping does not allocate memory.
//!
//! ```
//! use synovia::batch::{Batch, Rollout};
//!
//! let model = synovia::Model::from_xml_str(
//!     "<mujoco>
//!        <worldbody>
//!          <body><joint name='hinge' axis='0 1 0'/><geom size='.05' pos='.3 0 0'/></body>
//!        </worldbody>
//!        <actuator><motor joint='hinge'/></actuator>
//!        <sensor><jointvel joint='hinge'/></sensor>
//!      </mujoco>",
//! )?;
//! let mut rollout = Rollout::new(&model)?;
//!
//! // 8 simulations of 50 steps, each with its own constant torque
//! let controls: Vec<f64> = (0..8).flat_map(|k| [0.1 * f64::from(k); 50]).collect();
//! let made = rollout.run(&Batch::new(8, 50).controls(&controls))?;
//! assert!(made.outcomes.iter().all(|outcome| outcome.is_healthy()));
//! // more torque gives more speed
//! assert!(made.sensordata(7, 49)[0] > made.sensordata(0, 49)[0]);
//!
//! // continue from the final states
//! let last: Vec<f64> = (0..8).flat_map(|k| made.state(k, 49).to_vec()).collect();
//! let more = rollout.run(&Batch::new(8, 50).initial(&last).controls(&controls))?;
//! let time = more.state(0, 49)[0]; // the first number of a state
//! assert!((time - 100.0 * model.opt.timestep).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Controls may also be computed at every step, and each simulation may have its own variant of the model:
//!
//! ```
//! use synovia::model::id::{ActuatorId, DofId};
//! # use synovia::batch::{Batch, Rollout};
//! # let model = synovia::Model::from_xml_str(
//! #     "<mujoco><worldbody><body><joint name='hinge' axis='0 1 0'/><geom size='.05' pos='.3 0 0'/></body></worldbody>
//! #      <actuator><motor joint='hinge'/></actuator><sensor><jointpos joint='hinge'/></sensor></mujoco>",
//! # )?;
//! # let mut rollout = Rollout::with_threads(&model, 2)?;
//! let batch = Batch::new(4, 2000)
//!     .controller(&|_simulation, _step, _model, data| {
//!         data.state.ctrl[ActuatorId(0)] = -40.0 * data.state.qpos[0] - 4.0 * data.state.qvel[DofId(0)];
//!     })
//!     .edit(&|simulation, model| model.opt.gravity.z *= simulation as f64);
//! let made = rollout.run(&batch)?;
//! assert!(made.sensordata(0, 1999)[0].abs() < 1e-9); // no gravity
//! assert!(made.sensordata(3, 1999)[0] > made.sensordata(1, 1999)[0]); // it sags further
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod outcome;
mod pictures;
mod plan;
mod pool;
mod rollout;
mod simulate;

pub use error::BatchError;
pub use outcome::{Outcome, SimulationError};
pub use pictures::{PictureError, Pictures, View};
pub use plan::{Batch, Controller, Finished, Rows};
pub use pool::{Pool, Record};
pub use rollout::{Rollout, Trajectories};
