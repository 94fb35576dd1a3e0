//! A pointer-free interface to MuJoCo's library.

use std::ffi::{CString, c_char, c_int, c_void};

use crate::Failure;

/// A stage of the reference.
pub type Stage = unsafe extern "C" fn(*const c_void, *mut c_void);

#[allow(non_snake_case)]
unsafe extern "C" {
    fn mj_loadXML(
        file: *const c_char,
        vfs: *const c_void,
        error: *mut c_char,
        size: c_int,
    ) -> *mut c_void;
    fn mj_loadModel(file: *const c_char, vfs: *const c_void) -> *mut c_void;
    fn mj_saveModel(m: *const c_void, file: *const c_char, buffer: *mut c_void, size: c_int);
    fn mj_makeData(m: *const c_void) -> *mut c_void;
    fn mj_deleteModel(m: *mut c_void);
    fn mj_deleteData(d: *mut c_void);
    fn mj_resetDataKeyframe(m: *const c_void, d: *mut c_void, key: c_int);
    fn mj_stateSize(m: *const c_void, which: c_int) -> c_int;
    fn mj_getState(m: *const c_void, d: *const c_void, state: *mut f64, which: c_int);
    fn mj_setState(m: *const c_void, d: *mut c_void, state: *const f64, which: c_int);

    pub fn mj_step(m: *const c_void, d: *mut c_void);
    pub fn mj_checkPos(m: *const c_void, d: *mut c_void);
    pub fn mj_checkVel(m: *const c_void, d: *mut c_void);
    pub fn mj_checkAcc(m: *const c_void, d: *mut c_void);
    pub fn mj_fwdKinematics(m: *const c_void, d: *mut c_void);
    pub fn mj_makeM(m: *const c_void, d: *mut c_void);
    pub fn mj_factorM(m: *const c_void, d: *mut c_void);
    pub fn mj_collision(m: *const c_void, d: *mut c_void);
    pub fn mj_makeConstraint(m: *const c_void, d: *mut c_void);
    pub fn mj_island(m: *const c_void, d: *mut c_void);
    pub fn mj_transmission(m: *const c_void, d: *mut c_void);
    pub fn mj_projectConstraint(m: *const c_void, d: *mut c_void);
    pub fn mj_fwdVelocity(m: *const c_void, d: *mut c_void);
    pub fn mj_fwdActuation(m: *const c_void, d: *mut c_void);
    pub fn mj_fwdAcceleration(m: *const c_void, d: *mut c_void);
    pub fn mj_fwdConstraint(m: *const c_void, d: *mut c_void);
    pub fn mj_sensorPos(m: *const c_void, d: *mut c_void);
    pub fn mj_sensorVel(m: *const c_void, d: *mut c_void);
    pub fn mj_rnePostConstraint(m: *const c_void, d: *mut c_void);
    pub fn mj_sensorAcc(m: *const c_void, d: *mut c_void);
    pub fn mj_Euler(m: *const c_void, d: *mut c_void);
    pub fn mj_implicit(m: *const c_void, d: *mut c_void);
    pub fn mj_RungeKutta(m: *const c_void, d: *mut c_void, order: c_int);
}

/// State bits of everything that a step reads, including the warm start of the solver.
const WHOLE_STATE: c_int = 0xFFF;

/// `offsetof(mjModel, vis.global.bvactive)` in version 3.5.0: markers for a viewer, which are disabled here.
const MARKS: usize = 1064;

/// A model of the reference and its simulation.
pub struct Reference {
    model: *mut c_void,
    data: *mut c_void,
}

impl Reference {
    /// Compiles a model.
    pub fn from_xml(path: &str) -> Result<Self, Failure> {
        let file = CString::new(path)?;
        let mut error = [0 as c_char; 1000];
        // SAFETY: both buffers outlive the call, and the size is that of the buffer
        let model =
            unsafe { mj_loadXML(file.as_ptr(), std::ptr::null(), error.as_mut_ptr(), 1000) };
        Self::new(model, path)
    }

    /// Loads a compiled model.
    pub fn from_binary(path: &str) -> Result<Self, Failure> {
        let file = CString::new(path)?;
        // SAFETY: the name outlives the call
        let model = unsafe { mj_loadModel(file.as_ptr(), std::ptr::null()) };
        Self::new(model, path)
    }

    fn new(model: *mut c_void, path: &str) -> Result<Self, Failure> {
        if model.is_null() {
            return Err(format!("{path}: the reference cannot load it").into());
        }
        // SAFETY: the model is not null, and the offset is that of an int inside it
        unsafe {
            model.cast::<u8>().add(MARKS).cast::<c_int>().write(0);
            let data = mj_makeData(model);
            Ok(Self { model, data })
        }
    }

    /// Writes the compiled model.
    pub fn save(&self, path: &str) -> Result<(), Failure> {
        let file = CString::new(path)?;
        // SAFETY: the model and the name outlive the call
        unsafe { mj_saveModel(self.model, file.as_ptr(), std::ptr::null_mut(), 0) };
        Ok(())
    }

    /// Resets to the first keyframe.
    pub fn reset_to_key(&mut self) {
        // SAFETY: model and data belong together
        unsafe { mj_resetDataKeyframe(self.model, self.data, 0) };
    }

    /// The parts of the state selected by the bits of `which`.
    pub fn state(&self, which: c_int) -> Vec<f64> {
        // SAFETY: the vector has the length required by the reference
        unsafe {
            let mut state = vec![0.0; mj_stateSize(self.model, which) as usize];
            mj_getState(self.model, self.data, state.as_mut_ptr(), which);
            state
        }
    }

    /// Sets the parts of the state selected by the bits of `which`.
    pub fn set_state(&mut self, state: &[f64], which: c_int) {
        // SAFETY: the length was checked against the one required by the reference
        unsafe {
            assert_eq!(state.len(), mj_stateSize(self.model, which) as usize);
            mj_setState(self.model, self.data, state.as_ptr(), which);
        }
    }

    /// A copy of everything that a step reads.
    pub fn keep(&self) -> Vec<f64> {
        self.state(WHOLE_STATE)
    }

    /// Restores a saved state.
    pub fn restore(&mut self, kept: &[f64]) {
        self.set_state(kept, WHOLE_STATE);
    }

    /// Runs a stage.
    #[inline]
    pub fn run(&mut self, stage: Stage) {
        // SAFETY: model and data belong together, and stages check their requirements
        unsafe { stage(self.model, self.data) }
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        // SAFETY: they are not shared
        unsafe {
            mj_deleteData(self.data);
            mj_deleteModel(self.model);
        }
    }
}
