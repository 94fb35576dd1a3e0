//! `Data`: the state of one simulation and everything derived from it, in the order of the step.
//!
//! | group      | holds                                  | written by                     |
//! |------------|----------------------------------------|--------------------------------|
//! | `state`    | positions, velocities, inputs          | the user, the integrators      |
//! | `kin`      | world poses                            | kinematics, cameras            |
//! | `com`      | centres of mass, motion axes           | com                            |
//! | `inertia`  | `M` and its factors                    | inertia, implicit integrators  |
//! | `tendon`   | lengths, Jacobians, paths              | tendons                        |
//! | `actuator` | lengths, moment arms, forces           | transmission, actuation        |
//! | `vel`      | velocities                             | velocity                       |
//! | `force`    | generalised forces and accelerations   | passive, bias, … , constraint  |
//! | `contact`  | contacts                               | collision                      |
//! | `efc`      | constraint rows                        | constraint, solver             |
//! | `island`   | islands, who is awake                  | island                         |
//! | `sensor`   | readings                               | sensors                        |
//! | `lazy`     | what has been computed on demand       | everyone                       |
//! | `diag`     | warnings, solver statistics            | everyone                       |
//!
//! Columns have the reference's names and types and can be walked by name, as those of the model can.

mod actuator;
mod com;
mod contact;
mod diag;
mod efc;
mod fit;
mod force;
mod inertia;
mod island;
mod kin;
mod lazy;
mod sensor;
mod state;
mod tendon;
mod vel;

pub use actuator::ActuatorGroup;
pub use com::ComFrame;
pub use contact::{Contact, Contacts};
pub use diag::{Diag, Fault, NISLAND, NSOLVER, SolverStat, Untold, WarningStat};
pub use efc::{Efc, EfcCounts, Jacobian};
pub use fit::{Misfit, misfit};
pub use force::Forces;
pub use inertia::InertiaGroup;
pub use island::Islands;
pub use kin::Kin;
pub use lazy::Lazy;
pub use sensor::Sensors;
pub use state::State;
pub use tendon::{TendonGroup, TendonRow};
pub use vel::Velocities;

use synovia_model::column::AnyColumn;
use synovia_model::table::{ColumnInfo, Table};
use synovia_model::{Model, Size};

use crate::collision::CollisionMemory;
use crate::constraint::project::ProjectWorkspace;
use crate::gate::{self, Gate};
use crate::history;
use crate::integrate::StepMemory;
use crate::scratch::ScratchBuffer;
use crate::sleep::{self, Awake};
use crate::solver::NewtonWorkspace;
use crate::solver::active_set::ActiveSetWorkspace;

/// True if the rows of a column are counted by the run and not by the model.
pub fn grows(info: &ColumnInfo) -> bool {
    matches!(
        info.rows_symbol(),
        "nefc" | "nJ" | "nA" | "nisland" | "nidof" | "ncon"
    )
}

macro_rules! data {
    ($( $(#[$doc:meta])+ $field:ident: $table:ident, )*) => {
        /// One simulation.
        #[doc(alias = "mjData")]
        #[derive(Clone, Debug, Default)]
        pub struct Data {
            /// Simulated time \[s\].
            pub time: f64,
            /// Potential, then kinetic energy \[J\].
            pub energy: [f64; 2],
            $( $(#[$doc])+ pub $field: $table, )*
            /// Contacts.
            pub contact: Contacts,
            /// How many constraint rows of each kind there are.
            pub counts: EfcCounts,
            /// Number of islands.
            pub nisland: usize,
            /// Number of dofs in islands.
            pub nidof: usize,
            /// Who is awake, as lists.
            pub awake: Awake,
            /// What has been computed on demand.
            pub lazy: Lazy,
            /// Diagnostics.
            pub diag: Diag,
            /// Temporaries of the stages.
            pub scratch: ScratchBuffer,
            /// What integrators keep between steps.
            pub integrator: StepMemory,
            /// What the Newton solver keeps between steps: memory, no results.
            pub newton: NewtonWorkspace,
            /// What the projection of constraints keeps between steps: memory, no results.
            pub project: ProjectWorkspace,
            /// What collision detection keeps between steps: memory, no results.
            pub collision: CollisionMemory,
            /// What the solver ActiveSet keeps between steps: memory, no results.
            pub active_set: ActiveSetWorkspace,
            /// Sizes of the model that it was made for.
            pub made_for: Size,
            /// What is known about the model that it was last called with.
            pub gate: Gate,
        }

        impl Data {
            /// All columns of any data, group by group.
            pub fn column_infos() -> Vec<&'static ColumnInfo> {
                let mut all = Vec::new();
                $( all.extend($table::COLUMNS); )*
                all
            }

            /// Every column with what is known about it, group by group.
            pub fn columns(&self) -> Vec<(&'static ColumnInfo, &dyn AnyColumn)> {
                let mut all: Vec<(&'static ColumnInfo, &dyn AnyColumn)> = Vec::new();
                $( all.extend($table::COLUMNS.iter().zip(self.$field.columns())); )*
                all
            }

            /// Every column to write, group by group.
            pub fn columns_mut(&mut self) -> Vec<(&'static ColumnInfo, &mut dyn AnyColumn)> {
                let mut all: Vec<(&'static ColumnInfo, &mut dyn AnyColumn)> = Vec::new();
                $( all.extend($table::COLUMNS.iter().zip(self.$field.columns_mut())); )*
                all
            }

            /// Column number `k` of [`Data::column_infos`], without looking at the others.
            pub fn column_at(&self, mut k: usize) -> Option<&dyn AnyColumn> {
                $(
                    if k < $table::COLUMNS.len() {
                        return self.$field.column(k);
                    }
                    k -= $table::COLUMNS.len();
                )*
                let _ = k;
                None
            }

            /// Column number `k` of [`Data::column_infos`], to write.
            pub fn column_at_mut(&mut self, mut k: usize) -> Option<&mut dyn AnyColumn> {
                $(
                    if k < $table::COLUMNS.len() {
                        return self.$field.column_mut(k);
                    }
                    k -= $table::COLUMNS.len();
                )*
                let _ = k;
                None
            }
        }
    };
}

data! {
    /// What a saved run needs.
    state: State,
    /// World poses.
    kin: Kin,
    /// Com-based quantities.
    com: ComFrame,
    /// Joint-space inertia.
    inertia: InertiaGroup,
    /// Tendons.
    tendon: TendonGroup,
    /// Actuators.
    actuator: ActuatorGroup,
    /// Velocities.
    vel: Velocities,
    /// Forces and accelerations.
    force: Forces,
    /// Constraint rows.
    efc: Efc,
    /// Islands and sleep.
    island: Islands,
    /// Sensor readings.
    sensor: Sensors,
}

impl Data {
    /// A simulation of `model` at its reference pose, at rest.
    #[doc(alias = "mj_makeData")]
    pub fn new(model: &Model) -> Self {
        let mut data = Self::default();
        // a model that cannot be computed with has no simulation either
        data.diag.fault = gate::refusal_of(model);
        if data.diag.fault.is_some() {
            return data;
        }
        data.made_for = model.size;
        data.gate = Gate::of(model);
        for (info, column) in data.columns_mut() {
            // sizes that only the run knows start at zero: see [`grows`]
            let side =
                |symbol: Option<&str>| symbol.and_then(|s| model.size.resolve(s)).unwrap_or(0);
            column.reset(side(Some(info.rows_symbol())), side(info.width_symbol()));
        }
        data.scratch = ScratchBuffer::new(crate::scratch_len(model));
        // room for all contacts that there can be, so that they never move; without it they move when they grow
        let _ = (data.contact.list).try_reserve_exact(crate::collision::capacity(model));
        data.reset(model);
        data
    }

    /// Back to the reference pose, at rest; keeps all memory.
    #[doc(alias = "mj_resetData")]
    pub fn reset(&mut self, model: &Model) {
        if !gate::open(model, self) {
            return;
        }
        for (info, column) in self.columns_mut() {
            if grows(info) {
                column.reset(0, 0);
            } else {
                column.bytes_mut().fill(0);
            }
        }
        self.time = 0.0;
        self.energy = [0.0; 2];
        self.contact.list.clear();
        self.counts = EfcCounts::default();
        self.nisland = 0;
        self.nidof = 0;
        self.lazy = Lazy::default();
        self.diag.clear();

        self.state.qpos.copy_from(&model.qpos0);
        history::reset(model, self.state.history.rows_mut());
        self.state.eq_active.copy_from(&model.equality.active0);
        // order: mocap bodies are still at the origin when static bodies are placed, as in the reference
        sleep::reset(model, self);
        for b in model.body.ids() {
            if let Some(k) = model.body.mocapid[b].get() {
                self.state.mocap_pos[k] = model.body.pos[b];
                self.state.mocap_quat[k] = model.body.quat[b];
            }
        }
    }

    /// The column of the reference's field `name`.
    pub fn column(&self, name: &str) -> Option<(&'static ColumnInfo, &dyn AnyColumn)> {
        self.columns()
            .into_iter()
            .find(|(info, _)| info.name == name)
    }

    /// The column of the reference's field `name`, to write.
    pub fn column_mut(&mut self, name: &str) -> Option<(&'static ColumnInfo, &mut dyn AnyColumn)> {
        self.columns_mut()
            .into_iter()
            .find(|(info, _)| info.name == name)
    }
}
