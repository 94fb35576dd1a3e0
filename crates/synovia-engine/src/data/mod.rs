//! `Data`: the state of one simulation and everything derived from it, in the order of the step.
//!
//! | group      | contents                               | written by                     |
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
//! | `island`   | islands, sleep states                  | island, sleep                  |
//! | `sensor`   | readings                               | sensors                        |
//! | `lazy`     | flags of quantities computed on demand | all stages                     |
//! | `diag`     | warnings, solver statistics            | all stages                     |
//! | `callbacks`| code that the step calls               | the user                       |
//!
//! Columns have the reference's names and types and can be listed by name, like those of the model.

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
mod on_heap;
mod room;
mod sensor;
mod state;
mod tendon;
mod vel;

pub use actuator::ActuatorGroup;
pub use com::ComFrame;
pub use contact::{Contact, Contacts};
pub use diag::{Diag, NISLAND, NSOLVER, SolverStat, UnreportedWarning, WarningStat};
pub use efc::{Efc, EfcCounts, Jacobian};
pub use fit::size_mismatch;
pub use force::Forces;
pub use inertia::InertiaGroup;
pub use island::Islands;
pub use kin::Kin;
pub use lazy::Lazy;
pub use on_heap::OnHeap;
pub use room::{Room, room};
pub use sensor::Sensors;
pub use state::State;
pub use tendon::{TendonGroup, TendonRow};
pub use vel::Velocities;

use std::sync::LazyLock;

use synovia_model::column::AnyColumn;
use synovia_model::table::{ColumnInfo, Table};

use crate::callback::Callbacks;
pub use crate::error::{EngineError, SizeMismatch};
use crate::plugin::instances::Instances;
use crate::workspace::Workspace;

/// True if the number of rows of a column changes during a run.
pub fn grows(info: &ColumnInfo) -> bool {
    matches!(
        info.rows_symbol(),
        "nefc" | "nJ" | "nA" | "nisland" | "nidof" | "ncon"
    )
}

/// The declarations of the columns, in their order, and whether they [grow](grows).
pub static COLUMNS: LazyLock<Vec<(&'static ColumnInfo, bool)>> = LazyLock::new(|| {
    let infos = Data::column_infos().into_iter();
    infos.map(|info| (info, grows(info))).collect()
});

macro_rules! data {
    ($( $(#[$doc:meta])+ $field:ident: $table:ident, )*) => {
        /// One simulation.
        #[doc(alias = "mjData")]
        #[derive(Clone, Debug, Default)]
        pub struct Data {
            /// Potential, then kinetic energy \[J\].
            pub energy: OnHeap<[f64; 2]>,
            $( $(#[$doc])+ pub $field: $table, )*
            /// Contacts.
            pub contact: Contacts,
            /// Flags of quantities that are computed on demand.
            pub lazy: Lazy,
            /// Diagnostics.
            pub diag: Diag,
            /// Code of the program that the step calls.
            pub callbacks: Callbacks,
            /// Instances of plugins.
            pub(crate) plugins: Instances,
            /// Memory and caches of the stages; no results.
            pub(crate) work: Workspace,
        }

        impl Data {
            /// All columns of any data, group by group.
            pub fn column_infos() -> Vec<&'static ColumnInfo> {
                let mut all = Vec::new();
                $( all.extend($table::COLUMNS); )*
                all
            }

            /// Every column with its declaration, group by group.
            pub fn columns(&self) -> Vec<(&'static ColumnInfo, &dyn AnyColumn)> {
                let mut all: Vec<(&'static ColumnInfo, &dyn AnyColumn)> = Vec::new();
                $( all.extend($table::COLUMNS.iter().zip(self.$field.columns())); )*
                all
            }

            /// Every column, writable, group by group.
            pub fn columns_mut(&mut self) -> Vec<(&'static ColumnInfo, &mut dyn AnyColumn)> {
                let mut all: Vec<(&'static ColumnInfo, &mut dyn AnyColumn)> = Vec::new();
                $( all.extend($table::COLUMNS.iter().zip(self.$field.columns_mut())); )*
                all
            }

            /// Passes every column to `f`, in the order of [`Data::column_infos`].
            pub(crate) fn each_column_mut(&mut self, f: &mut dyn FnMut(&mut dyn AnyColumn)) {
                $( self.$field.each_mut(f); )*
            }

            /// Passes every column to `f`, each with the same column of another simulation.
            pub(crate) fn each_pair(
                &mut self,
                other: &Self,
                f: &mut dyn FnMut(&mut dyn AnyColumn, &dyn AnyColumn),
            ) {
                $( self.$field.each_pair(&other.$field, f); )*
            }

            /// Column number `k` of [`Data::column_infos`], without visiting the others.
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

            /// Column number `k` of [`Data::column_infos`], writable.
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
    /// The state of a saved run.
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
    /// The column of the reference's field `name`.
    pub fn column(&self, name: &str) -> Option<(&'static ColumnInfo, &dyn AnyColumn)> {
        self.columns()
            .into_iter()
            .find(|(info, _)| info.name == name)
    }

    /// The column of the reference's field `name`, writable.
    pub fn column_mut(&mut self, name: &str) -> Option<(&'static ColumnInfo, &mut dyn AnyColumn)> {
        self.columns_mut()
            .into_iter()
            .find(|(info, _)| info.name == name)
    }
    /// Bytes that constraint rows and islands have used so far: columns that grow keep their memory.
    pub fn grown_bytes(&self) -> usize {
        let columns = self.columns().into_iter();
        let growing = columns.filter(|(info, _)| grows(info));
        growing.map(|(_, column)| column.reserved()).sum()
    }

    /// Maximum bytes of temporaries that the stages have requested.
    pub fn scratch_bytes(&self) -> usize {
        self.work.scratch.bytes()
    }
}
