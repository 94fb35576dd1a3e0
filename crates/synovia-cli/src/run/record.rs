//! Recordings: what happened at every step, kept in memory that is taken up front, written as CSV or NPZ.
//!
//! A row is one instant: the state there, and what the step that started there derived from it. The last row is the end of
//! the run, derived by a forward pass.

use std::fmt::Write;

use synovia::Data;
use synovia::model::{Model, ObjType};

use super::control;
use crate::files::csv;
use crate::files::npy;
use crate::files::npz::{Archive, TooLarge};
use crate::names;

/// A recording does not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a recording of {rows} rows of {width} numbers does not fit into memory; record less often with --every"
)]
pub struct NoRoom {
    /// Rows that were asked for.
    pub rows: usize,
    /// Numbers in a row.
    pub width: usize,
}

/// One recorded field: the same number of values at every instant.
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// Numbers at an instant.
    pub width: usize,
    /// Row by row.
    pub values: Vec<f64>,
}

impl Field {
    fn new(width: usize, rows: usize) -> Option<Self> {
        let mut values = Vec::new();
        values.try_reserve_exact(width.checked_mul(rows)?).ok()?;
        Some(Self { width, values })
    }

    /// The numbers of row `k`.
    pub fn row(&self, k: usize) -> &[f64] {
        &self.values[k * self.width..(k + 1) * self.width]
    }

    /// The numbers of column `k`.
    pub fn column(&self, k: usize) -> impl Iterator<Item = f64> + '_ {
        self.values
            .iter()
            .skip(k)
            .step_by(self.width.max(1))
            .copied()
    }
}

/// What was recorded so far.
#[derive(Clone, Debug)]
pub struct Recording {
    /// Time of each row.
    pub time: Vec<f64>,
    /// Positions.
    pub qpos: Field,
    /// Velocities.
    pub qvel: Field,
    /// Activations.
    pub act: Field,
    /// Controls.
    pub ctrl: Field,
    /// Sensor readings.
    pub sensordata: Field,
    /// Potential and kinetic energy.
    pub energy: Field,
    /// Number of contacts.
    pub ncon: Vec<i32>,
    /// Iterations of the solver, all islands together.
    pub niter: Vec<i32>,
}

/// Iterations of the constraint solver in the last step, all islands together.
pub fn iterations(data: &Data) -> i32 {
    data.diag.solver_niter.iter().sum()
}

impl Recording {
    /// An empty recording with room for `rows` rows.
    pub fn new(model: &Model, rows: usize) -> Result<Self, NoRoom> {
        let size = &model.size;
        let widths = [size.nq, size.nv, size.na, size.nu, size.nsensordata];
        let [nq, nv, na, nu, ns] = widths.map(|n| n as usize);
        let make = || {
            let (mut time, mut ncon, mut niter) = (Vec::new(), Vec::new(), Vec::new());
            time.try_reserve_exact(rows).ok()?;
            ncon.try_reserve_exact(rows).ok()?;
            niter.try_reserve_exact(rows).ok()?;
            Some(Self {
                time,
                qpos: Field::new(nq, rows)?,
                qvel: Field::new(nv, rows)?,
                act: Field::new(na, rows)?,
                ctrl: Field::new(nu, rows)?,
                sensordata: Field::new(ns, rows)?,
                energy: Field::new(2, rows)?,
                ncon,
                niter,
            })
        };
        make().ok_or(NoRoom {
            rows,
            width: nq + nv + na + nu + ns + 5,
        })
    }

    /// Number of complete rows.
    pub fn rows(&self) -> usize {
        self.niter.len()
    }

    /// The state before a step.
    pub fn before(&mut self, data: &Data) {
        let state = &data.state;
        self.time.push(data.time);
        self.qpos.values.extend_from_slice(state.qpos.rows());
        self.qvel.values.extend_from_slice(state.qvel.rows());
        self.act.values.extend_from_slice(state.act.rows());
        self.ctrl.values.extend_from_slice(state.ctrl.rows());
    }

    /// What the step derived.
    pub fn after(&mut self, data: &Data) {
        let readings = data.sensor.sensordata.rows();
        self.sensordata.values.extend_from_slice(readings);
        self.energy.values.extend_from_slice(&data.energy);
        self.ncon.push(data.contact.list.len() as i32);
        self.niter.push(iterations(data));
    }

    fn fields(&self) -> [(&'static str, &Field); 6] {
        [
            ("qpos", &self.qpos),
            ("qvel", &self.qvel),
            ("act", &self.act),
            ("ctrl", &self.ctrl),
            ("sensordata", &self.sensordata),
            ("energy", &self.energy),
        ]
    }

    /// As NPZ: an array for each field, with a row for each instant.
    pub fn to_npz(&self) -> Result<Vec<u8>, TooLarge> {
        let rows = self.rows();
        let mut archive = Archive::default();
        archive.add(control::TIME, &npy::of_doubles(&self.time, &[rows]))?;
        for (name, field) in self.fields() {
            archive.add(name, &npy::of_doubles(&field.values, &[rows, field.width]))?;
        }
        archive.add("ncon", &npy::of_integers(&self.ncon, &[rows]))?;
        archive.add("solver_niter", &npy::of_integers(&self.niter, &[rows]))?;
        archive.finish()
    }

    /// As CSV: a line for each instant; columns are called after joints, actuators and sensors.
    pub fn to_csv(&self, model: &Model) -> String {
        let numbered = |n: usize| (0..n).map(|k| k.to_string()).collect();
        let actuators = (0..self.ctrl.width).map(|i| names::of(model, ObjType::Actuator, i));
        let columns: [(&str, Vec<String>); 6] = [
            ("qpos:", names::positions(model)),
            ("qvel:", names::velocities(model)),
            ("act:", numbered(self.act.width)),
            (control::PREFIX, actuators.collect()),
            ("sensor:", names::readings(model)),
            (
                "energy:",
                vec!["potential".to_owned(), "kinetic".to_owned()],
            ),
        ];
        let mut text = control::TIME.to_owned();
        for (prefix, names) in &columns {
            for name in names {
                text.push(',');
                text.push_str(&csv::heading(&format!("{prefix}{name}")));
            }
        }
        text.push_str(",ncon,solver_niter\n");
        for k in 0..self.rows() {
            csv::number(&mut text, self.time[k]);
            for (_, field) in self.fields() {
                for &value in field.row(k) {
                    text.push(',');
                    csv::number(&mut text, value);
                }
            }
            // writing to a string cannot fail
            let _ = writeln!(text, ",{},{}", self.ncon[k], self.niter[k]);
        }
        text
    }
}
