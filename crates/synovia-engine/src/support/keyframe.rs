//! Keyframes: states that are stored in the model.

use synovia_model::Model;
use synovia_model::id::KeyId;

use crate::data::{Data, EngineError};

/// Resets to the reference pose, then sets the state of keyframe `key`; if there is no such keyframe, only resets.
///
/// ```
/// use synovia::engine::state::reset_to_key;
/// use synovia::model::id::KeyId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco>
///        <worldbody><body><joint/><geom size='.1' pos='1 0 0'/></body></worldbody>
///        <keyframe><key name='up' qpos='1.5' time='2'/></keyframe>
///      </mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// reset_to_key(&model, &mut data, KeyId(0))?;
/// assert_eq!((data.state.time, data.state.qpos[0]), (2.0, 1.5));
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_resetDataKeyframe")]
pub fn reset_to_key(model: &Model, data: &mut Data, key: KeyId) -> Result<(), EngineError> {
    data.reset(model)?;
    if key.0 < 0 || key.index() >= model.key.time.len() {
        return Ok(());
    }
    let (keys, state) = (&model.key, &mut data.state);
    state.time = keys.time[key];
    state.qpos.rows_mut().copy_from_slice(&keys.qpos[key]);
    state.qvel.rows_mut().copy_from_slice(&keys.qvel[key]);
    state.act.rows_mut().copy_from_slice(&keys.act[key]);
    state.ctrl.rows_mut().copy_from_slice(&keys.ctrl[key]);
    (state.mocap_pos.flat_mut::<f64>()).copy_from_slice(&keys.mpos[key]);
    (state.mocap_quat.flat_mut::<f64>()).copy_from_slice(&keys.mquat[key]);
    Ok(())
}
