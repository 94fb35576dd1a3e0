//! Charts of a run as SVG: positions, energy, contacts and solver iterations over time.

mod chart;
mod history;
mod scale;

use synovia::Data;
use synovia::model::{JointType, Model, ObjType};

use crate::names;
use crate::run::record::iterations;
use chart::{Line, Panel, draw};
use history::History;

/// Most positions in one panel: there are no more distinguishable colours.
const LINES: usize = 8;
/// Columns after the positions: potential, kinetic and total energy, contacts, iterations.
const DERIVED: usize = 5;

/// The history of a run for a plot, in memory allocated before the run starts.
#[derive(Debug)]
pub(crate) struct Plot {
    history: History,
    time: f64,
    row: Vec<f64>,
}

impl Plot {
    /// An empty plot; `None` if there is not enough memory.
    pub(crate) fn new(model: &Model) -> Option<Self> {
        let width = model.size.nq as usize + DERIVED;
        Some(Self {
            history: History::new(width)?,
            time: 0.0,
            row: Vec::with_capacity(width),
        })
    }

    /// Records the state before a step.
    pub(crate) fn before(&mut self, data: &Data) {
        self.time = data.state.time;
        self.row.clear();
        self.row.extend_from_slice(data.state.qpos.rows());
    }

    /// Records the results of the step.
    pub(crate) fn after(&mut self, data: &Data) {
        let [potential, kinetic] = *data.energy;
        let counts = [data.contact.list.len() as i32, iterations(data)].map(f64::from);
        self.row.extend([potential, kinetic, potential + kinetic]);
        self.row.extend(counts);
        self.history.push(self.time, &self.row);
    }

    /// The chart as SVG.
    pub(crate) fn chart(&self, title: &str, model: &Model) -> String {
        let nq = model.size.nq as usize;
        let line = |name: &str, column: usize| Line {
            name: name.to_owned(),
            spans: self.history.line(column),
        };
        let mut panels = Vec::new();
        let positions = positions(model, &self.history);
        if !positions.is_empty() {
            panels.push(Panel {
                label: "qpos [m, rad]",
                height: 190.0,
                lines: positions,
            });
        }
        panels.push(Panel {
            label: "energy [J]",
            height: 130.0,
            lines: vec![
                line("total", nq + 2),
                line("potential", nq),
                line("kinetic", nq + 1),
            ],
        });
        panels.push(Panel {
            label: "contacts",
            height: 90.0,
            lines: vec![line("", nq + 3)],
        });
        panels.push(Panel {
            label: "solver iterations",
            height: 90.0,
            lines: vec![line("", nq + 4)],
        });
        draw(title, "time [s]", self.history.times(), &panels)
    }
}

/// The positions that vary most; positions of named joints first, components of quaternions last.
fn positions(model: &Model, history: &History) -> Vec<Line> {
    let names = names::positions(model);
    let mut named = vec![false; names.len()];
    for j in model.joint.ids() {
        let has = (model.name_of(ObjType::Joint, j.index())).is_some_and(|name| !name.is_empty());
        let adr = model.joint.qposadr[j] as usize;
        let width = match model.joint.type_[j] {
            JointType::Free => 7,
            JointType::Ball => 4,
            _ => 1,
        };
        for flag in named.iter_mut().skip(adr).take(width) {
            *flag = has;
        }
    }
    let turns = |k: usize| {
        [".qw", ".qx", ".qy", ".qz"]
            .iter()
            .any(|end| names[k].ends_with(end))
    };
    let mut order: Vec<(bool, f64, usize)> = (0..names.len())
        .map(|k| (named[k] && !turns(k), history.reach(k), k))
        .filter(|(_, reach, _)| reach.is_finite())
        .collect();
    order.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
    order.truncate(LINES);
    order.sort_by_key(|&(_, _, k)| k);
    (order.into_iter())
        .map(|(_, _, k)| Line {
            name: names[k].clone(),
            spans: history.line(k),
        })
        .collect()
}
