//! Statistics of a solver.

use crate::data::{Diag, NISLAND, NSOLVER, SolverStat};

/// The destination of statistics.
#[derive(Debug)]
pub(super) struct Report<'a> {
    /// The diagnostics.
    pub(super) diag: &'a mut Diag,
    /// The island; 0 if there are none.
    pub(super) island: usize,
}

impl Report<'_> {
    /// Stores the statistics of iteration `k`, if there is room.
    pub(super) fn iteration(&mut self, k: usize, stat: SolverStat) {
        if self.island < NISLAND && k < NSOLVER {
            self.diag.solver[self.island * NSOLVER + k] = stat;
        }
    }

    /// Iterations so far.
    pub(super) fn iterations(&self) -> usize {
        let so_far = self.diag.solver_niter.get(self.island);
        so_far.map_or(0, |&n| n.max(0) as usize)
    }

    /// Adds to the number of iterations.
    pub(super) fn more(&mut self, iterations: usize) {
        if let Some(n) = self.diag.solver_niter.get_mut(self.island) {
            *n += iterations as i32;
        }
    }

    /// Adds to the number of iterations and stores the size of the matrix.
    pub(super) fn end(&mut self, iterations: usize, nonzeros: usize) {
        self.more(iterations);
        if let Some(n) = self.diag.solver_nnz.get_mut(self.island) {
            *n = nonzeros as i32;
        }
    }
}
