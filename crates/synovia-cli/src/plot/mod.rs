//! Charts of a run as SVG: positions, energy, contacts and solver iterations over time.

mod chart;
mod scale;

use synovia::model::{JointType, Model, ObjType};

use crate::names;
use crate::run::record::Recording;
use chart::{Line, Panel, draw};

/// Most positions in one panel: more lines than colours cannot be told apart.
const LINES: usize = 8;

/// The chart of a recording.
pub fn chart(title: &str, model: &Model, recording: &Recording) -> String {
    let counts = |values: &[i32]| values.iter().map(|&n| f64::from(n)).collect();
    let line = |name: &str, values: Vec<f64>| Line {
        name: name.to_owned(),
        values,
    };
    let potential: Vec<f64> = recording.energy.column(0).collect();
    let kinetic: Vec<f64> = recording.energy.column(1).collect();
    let total = potential.iter().zip(&kinetic).map(|(v, t)| v + t).collect();
    let mut panels = Vec::new();
    let positions = positions(model, recording);
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
            line("total", total),
            line("potential", potential),
            line("kinetic", kinetic),
        ],
    });
    panels.push(Panel {
        label: "contacts",
        height: 90.0,
        lines: vec![line("", counts(&recording.ncon))],
    });
    panels.push(Panel {
        label: "solver iterations",
        height: 90.0,
        lines: vec![line("", counts(&recording.niter))],
    });
    draw(title, "time [s]", &recording.time, &panels)
}

/// The positions that move furthest; those of joints with a name first, parts of quaternions last.
fn positions(model: &Model, recording: &Recording) -> Vec<Line> {
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
    let reach = |k: usize| {
        let (low, high) = scale::extent(recording.qpos.column(k));
        high - low
    };
    let turns = |k: usize| {
        [".qw", ".qx", ".qy", ".qz"]
            .iter()
            .any(|end| names[k].ends_with(end))
    };
    let mut order: Vec<(bool, f64, usize)> = (0..recording.qpos.width)
        .map(|k| (named[k] && !turns(k), reach(k), k))
        .filter(|(_, reach, _)| reach.is_finite())
        .collect();
    order.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
    order.truncate(LINES);
    order.sort_by_key(|&(_, _, k)| k);
    (order.into_iter())
        .map(|(_, _, k)| Line {
            name: names[k].clone(),
            values: recording.qpos.column(k).collect(),
        })
        .collect()
}
