//! Messages that programs match on, in the words of the reference.
//!
//! These messages are an interface: the public Python tests of MuJoCo 3.5.0 compare them, and so do programs that were written against it.
//! All other messages are our own. Docstrings that those tests compare are at their functions, `mj_Euler` and `mj_step` in
//! `stages.rs`; messages of the Python package are in `python/synovia/_compat/interface.py`.

/// A state of the wrong length: `bindings_test.py`, `test_getsetstate`.
pub(crate) const STATE_SIZE: &str = "state size should equal mj_stateSize(m, sig)";

/// The wrong number of characters: `bindings_test.py`, `test_mju_euler_to_quat`.
pub(crate) const EULER_SEQUENCE: &str = "mju_euler2Quat: seq must contain exactly 3 characters";

/// A rollout without simulations: `rollout_test.py`, `test_data_sizes`.
pub(crate) const NO_DATA: &str = "The list of data instances is empty";

/// A rollout without threads and with several simulations: `rollout_test.py`, `test_data_sizes`.
pub(crate) const ONE_DATA: &str =
    "More than one data instance passed but rollout is configured to run on main thread";

/// Another number of simulations than threads: `rollout_test.py`, `test_data_sizes`.
pub(crate) fn data_for_threads(data: usize, threads: usize) -> String {
    format!("Length of data: {data} not equal to nthread: {threads}")
}

/// A keyframe beyond the last one: `bindings_test.py`, `test_mj_setKeyframe`.
pub(crate) fn keyframe_bound(nkey: i64) -> String {
    format!("index must be smaller than {nkey} (keyframes allocated in model)")
}

/// A callback that returned something else than `what`: `bindings_test.py`, `test_mjcb_time_wrong_return_type`.
pub(crate) fn not_returned(callback: &str, what: &str) -> String {
    format!("{callback} callback did not return {what}")
}
