//! What most programs need: `use synovia::prelude::*;`.
//!
//! ```
//! use synovia::prelude::*;
//!
//! fn main() -> Result<(), Error> {
//!     let model = Model::from_xml_str(
//!         "<mujoco><worldbody><geom type='plane' size='1 1 1'/>
//!            <body name='ball' pos='0 0 1'><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
//!     )?;
//!     let mut data = Data::new(&model);
//!     while data.state.time < 1.0 {
//!         step(&model, &mut data)?;
//!     }
//!     if let Some(ball) = model.body.named("ball") {
//!         assert!(data.kin.xpos[ball].z < 0.11);
//!     }
//!     Ok(())
//! }
//! ```

pub use crate::batch::{Batch, Rollout};
pub use crate::{
    Contact, Data, EngineError, Error, Model, StepOutcome, forward, inverse, step, step1, step2,
};
pub use synovia_engine::ray::Visible;
pub use synovia_engine::state::{get_state, integrate_pos, reset_to_key, set_state, state_size};
pub use synovia_math::{Mat3, Quat, Vec3};
pub use synovia_model::id::{
    ActuatorId, BodyId, CameraId, DofId, EqualityId, GeomId, JointId, KeyId, MeshId, SensorId,
    SiteId, TendonId,
};
