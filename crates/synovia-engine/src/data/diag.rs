//! Diagnostics: warnings and solver statistics.

use bytemuck::{Pod, Zeroable};
use synovia_model::enums::Warning;

use super::OnHeap;
use crate::error::EngineError;
use crate::outcome::StepOutcome;

/// Islands whose solver statistics are kept.
#[doc(alias = "mjNISLAND")]
pub const NISLAND: usize = 20;
/// Solver iterations whose statistics are kept, per island.
#[doc(alias = "mjNSOLVER")]
pub const NSOLVER: usize = 200;

/// Number of occurrences of a warning.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[doc(alias = "mjWarningStat")]
pub struct WarningStat {
    /// Subject of the last occurrence, such as the index of the dof.
    pub lastinfo: i32,
    /// Number of occurrences.
    pub number: i32,
}

impl WarningStat {
    /// Adds an occurrence with the subject `info`.
    pub fn count(&mut self, info: usize) {
        self.lastinfo = info as i32;
        self.number = self.number.saturating_add(1);
    }
}

/// The first occurrence of a kind of warning, to be reported to the user.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UnreportedWarning {
    /// Its subject, such as the index of the dof.
    pub info: i32,
    /// Simulated time \[s\] at which it occurred.
    pub time: f64,
}

/// Statistics of one solver iteration.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[doc(alias = "mjSolverStat")]
pub struct SolverStat {
    /// Reduction of the cost, scaled.
    pub improvement: f64,
    /// Norm of the gradient, scaled.
    pub gradient: f64,
    /// Slope at the end of the line search.
    pub lineslope: f64,
    /// Number of active rows.
    pub nactive: i32,
    /// Number of rows that changed state.
    pub nchange: i32,
    /// Number of evaluations of the line search.
    pub neval: i32,
    /// Number of updates of the Cholesky factor.
    pub nupdate: i32,
}

/// Counters and messages that no stage reads.
#[derive(Clone, Debug, PartialEq)]
pub struct Diag {
    /// By [`Warning`].
    pub warning: OnHeap<[WarningStat; 8]>,
    /// Statistics of each iteration: [`NSOLVER`] for each of [`NISLAND`] islands.
    pub solver: Vec<SolverStat>,
    /// Iterations of each island.
    pub solver_niter: OnHeap<[i32; NISLAND]>,
    /// Non-zeros of the Hessian of each island.
    pub solver_nnz: OnHeap<[i32; NISLAND]>,
    /// Differences between forward and inverse dynamics.
    pub solver_fwdinv: OnHeap<[f64; 2]>,
    /// The error that stopped the current call; public functions return it.
    pub(crate) error: Option<EngineError>,
    /// The outcome of the current step so far; [`step`](crate::step()) returns it.
    pub(crate) step: StepOutcome,
    /// Problems that the solver ActiveSet left unfinished, and the island of the last one.
    pub unsolved: WarningStat,
    /// Constraints whose `solref` or `solreffriction` mixes signs and was replaced, and the first row of the last one.
    pub replaced_reference: WarningStat,
    /// Distance constraints between coincident points, which have no direction, and the last equality.
    pub undirected: WarningStat,
    /// The first warning of each kind that was not reported yet; the caller reads and clears them. They survive the reset
    /// that a warning may cause.
    pub unreported: [Option<UnreportedWarning>; 8],
}

impl Default for Diag {
    fn default() -> Self {
        Self {
            warning: OnHeap::default(),
            solver: vec![SolverStat::default(); NISLAND * NSOLVER],
            solver_niter: OnHeap::default(),
            solver_nnz: OnHeap::default(),
            solver_fwdinv: OnHeap::default(),
            error: None,
            step: StepOutcome::default(),
            unsolved: WarningStat::default(),
            replaced_reference: WarningStat::default(),
            undirected: WarningStat::default(),
            unreported: [None; 8],
        }
    }
}

impl Diag {
    /// Counts an occurrence of `warning` with the subject `info` at `time`; the first one of its kind is kept for the
    /// report.
    #[doc(alias = "mj_warning")]
    pub fn warn(&mut self, warning: Warning, info: usize, time: f64) {
        let kind = warning.to_i32() as usize;
        let (Some(stat), Some(unreported)) =
            (self.warning.get_mut(kind), self.unreported.get_mut(kind))
        else {
            return;
        };
        if stat.number == 0 {
            let info = info as i32;
            unreported.get_or_insert(UnreportedWarning { info, time });
        }
        stat.count(info);
        self.step.add(kind);
    }

    /// Counts an occurrence without reporting it, because it was counted before a reset.
    pub(crate) fn recount(&mut self, warning: Warning, info: usize) {
        if let Some(stat) = self.warning.get_mut(warning.to_i32() as usize) {
            stat.count(info);
        }
    }

    /// Clears everything except warnings that are not reported yet; memory is kept.
    pub fn clear(&mut self) {
        *self.warning = [WarningStat::default(); 8];
        self.solver.fill(SolverStat::default());
        *self.solver_niter = [0; NISLAND];
        *self.solver_nnz = [0; NISLAND];
        *self.solver_fwdinv = [0.0; 2];
        self.error = None;
        self.step = StepOutcome::default();
        self.unsolved = WarningStat::default();
        self.replaced_reference = WarningStat::default();
        self.undirected = WarningStat::default();
    }
}
