//! What was measured, for people.

use std::fmt::Write;

use super::Measured;
use crate::style::Style;

/// Parts that take less than this share of the step are left out.
const SHOWN: f64 = 0.005;
/// Cells of the longest bar.
const BAR: f64 = 30.0;

/// A time with three digits.
pub fn short(seconds: f64) -> String {
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

/// One model in full. Writing to a string cannot fail, so results of `writeln!` are passed over.
pub fn one(measured: &Measured, style: Style) -> String {
    let mut text = String::new();
    for (label, value) in rows(measured) {
        let blanks = " ".repeat(14_usize.saturating_sub(label.len()));
        let _ = writeln!(text, "{}{blanks}{value}", style.strong(label));
    }
    let total: f64 = measured.profile.iter().map(|(_, spent)| spent).sum();
    let most = measured
        .profile
        .iter()
        .map(|(_, spent)| *spent)
        .fold(0.0, f64::max);
    let _ = writeln!(text, "{}", style.strong("stages"));
    for (part, spent) in &measured.profile {
        let share = spent / total;
        if share >= SHOWN {
            let bar = "━".repeat((BAR * spent / most).round() as usize);
            let (label, spent) = (part.label(), short(*spent));
            let _ = writeln!(
                text,
                "  {label:<22}{spent:>9}  {:>3.0} %  {bar}",
                100.0 * share
            );
        }
    }
    text
}

fn rows(measured: &Measured) -> Vec<(&'static str, String)> {
    let speed = measured.steps_per_second();
    let mut rows = vec![
        (
            "model",
            format!(
                "{}, {} bodies, {} dofs",
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

/// All models, a line each.
pub fn overview(all: &[Measured], style: Style) -> String {
    let width = all
        .iter()
        .map(|m| m.label.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = String::from("\n");
    let heading = format!("{:<width$}  {:>9}  {:>10}", "model", "step", "steps/s");
    let _ = writeln!(text, "{}", style.strong(&heading));
    for measured in all {
        let step = short(measured.timing.best);
        let speed = measured.steps_per_second();
        let _ = write!(text, "{:<width$}  {step:>9}  {speed:>10.0}", measured.label);
        if let Some(ratio) = measured.ratio() {
            let _ = write!(text, "  {ratio:.2}× MuJoCo");
        }
        text.push('\n');
    }
    let ratios: Vec<f64> = all.iter().filter_map(Measured::ratio).collect();
    if ratios.len() > 1 {
        let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let _ = writeln!(text, "geometric mean {mean:.2}× MuJoCo");
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
