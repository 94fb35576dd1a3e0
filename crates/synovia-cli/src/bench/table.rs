//! Text output of the measurements.

use super::Measured;
use crate::style::Style;
use crate::table;

/// Parts that take less than this share of the step are not shown.
const SHOWN: f64 = 0.005;
/// Length of the longest bar \[characters\].
const BAR: f64 = 30.0;

/// A time with three significant digits.
pub(super) fn short(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s if s >= 1e-6 => (s * 1e6, "µs"),
        s => (s * 1e9, "ns"),
    };
    let decimals = match value {
        v if v >= 100.0 => 0,
        v if v >= 10.0 => 1,
        _ => 2,
    };
    format!("{value:.decimals$} {unit}")
}

/// The full report on one model.
pub(super) fn one(measured: &Measured, style: Style) -> String {
    let spent = || measured.profile.iter().map(|(_, spent)| *spent);
    let total: f64 = spent().sum();
    let most = spent().fold(0.0, f64::max);
    let mut stages = Vec::new();
    for (part, spent) in &measured.profile {
        let share = spent / total;
        if share >= SHOWN {
            let bar = "━".repeat((BAR * spent / most).round() as usize);
            let share = format!("{:.0} %", 100.0 * share);
            stages.push([format!("  {}", part.label()), short(*spent), share, bar]);
        }
    }
    let text = table::labelled(&rows(measured), style);
    text + &table::columns(["stages", "", "", ""], stages, style)
}

fn rows(measured: &Measured) -> Vec<(&'static str, String)> {
    let speed = measured.steps_per_second();
    let mut rows = vec![
        (
            "model",
            format!(
                "{}, {} bodies (nbody), {} dofs (nv)",
                measured.label, measured.bodies, measured.dofs
            ),
        ),
        (
            "step",
            format!(
                "{} at best, {} on average",
                short(measured.timing.best),
                short(measured.timing.mean)
            ),
        ),
        (
            "speed",
            format!(
                "{speed:.0} steps per second, {:.1}× real time",
                speed * measured.timestep
            ),
        ),
        (
            "contacts",
            format!("{:.1} on average", measured.work.contacts),
        ),
        (
            "solver",
            format!("{:.2} iterations on average", measured.work.iterations),
        ),
        (
            "allocations",
            format!("{:.3} per step", measured.work.allocations).replace(".000", ""),
        ),
    ];
    let one = measured
        .threads
        .first()
        .map_or(f64::NAN, |(_, speed)| *speed);
    for (n, speed) in &measured.threads {
        let plural = if *n == 1 { "thread" } else { "threads" };
        rows.push((
            if *n == 1 { "threads" } else { "" },
            format!(
                "{n} {plural}: {speed:.0} steps per second, {:.2}×",
                speed / one
            ),
        ));
    }
    if let (Some((version, spent)), Some(ratio)) = (&measured.reference, measured.ratio()) {
        rows.push((
            "MuJoCo",
            format!(
                "{}: {} at best, {} on average; Synovia is {ratio:.2}× as fast",
                version,
                short(spent.best),
                short(spent.mean)
            ),
        ));
    }
    rows
}

/// All models, one per line.
pub(super) fn overview(all: &[Measured], style: Style) -> String {
    let rows = all.iter().map(|measured| {
        let (step, speed) = (measured.timing.best, measured.steps_per_second());
        let ratio = measured.ratio().map(|ratio| format!("{ratio:.2}× MuJoCo"));
        [
            measured.label.clone(),
            short(step),
            format!("{speed:.0}"),
            ratio.unwrap_or_default(),
        ]
    });
    let table = table::columns(["model", "step", "steps/s", ""], rows, style);
    let mut text = format!("\n{table}");
    let ratios: Vec<f64> = all.iter().filter_map(Measured::ratio).collect();
    if ratios.len() > 1 {
        let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len() as f64).exp();
        text = format!("{text}geometric mean {mean:.2}× MuJoCo\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        assert_eq!(short(1.2345e-4), "123 µs");
        assert_eq!(short(1.2345e-5), "12.3 µs");
        assert_eq!(short(1.2345e-3), "1.23 ms");
        assert_eq!(short(4.2e-8), "42.0 ns");
        assert_eq!(short(2.0), "2.00 s");
    }
}
