//! `synovia info`: the contents of a model, as an aligned table or as JSON.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use crate::input;
use crate::style::Style;
use crate::summary::{Count, Summary};
use crate::table;

/// Arguments of `synovia info`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// MJCF file; `-` is standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Prints the contents of the model; false if it does not load.
pub(crate) fn run<E: Write + IsTerminal>(
    args: &Args,
    out: &mut (impl Write + IsTerminal),
    err: &mut E,
) -> io::Result<bool> {
    let model = match input::load(&args.model) {
        Ok(model) => model,
        Err(failure) => {
            writeln!(err, "{failure}")?;
            return Ok(false);
        }
    };
    let summary = Summary::of(&model);
    if args.json {
        writeln!(out, "{:#}", summary.to_json())?;
    } else {
        let style = Style::of(out);
        out.write_all(table::labelled(&rows(&summary), style).as_bytes())?;
    }
    Ok(true)
}

/// The rows of the table; kinds of elements that the model does not have are left out.
fn rows(summary: &Summary) -> Vec<(String, String)> {
    let mut rows = vec![("model".to_owned(), summary.name.clone())];
    for count in &summary.counts {
        if count.total > 0 {
            let symbol = count.symbol.map(|symbol| format!(" ({symbol})"));
            let label = format!("{}{}", count.label, symbol.unwrap_or_default());
            rows.push((label, counted(count)));
        }
        if count.label == "meshes" {
            for mesh in &summary.meshes {
                let (vertices, faces) = (mesh.vertices, mesh.faces);
                let value = format!("{vertices} vertices, {faces} faces");
                rows.push((format!("  {}", mesh.name), value));
            }
        }
        if count.label == "keyframes" {
            for key in &summary.keyframes {
                rows.push((format!("  {}", key.name), format!("time {}", key.time)));
            }
        }
    }
    rows.push((
        "total mass".to_owned(),
        format!("{} kg", short(summary.mass)),
    ));
    rows.push(("memory".to_owned(), bytes(summary.memory)));
    if !summary.options.is_empty() {
        rows.push((
            "options".to_owned(),
            "that differ from the defaults".to_owned(),
        ));
        for (name, value) in &summary.options {
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            rows.push((format!("  {name}"), value));
        }
    }
    for (label, flags) in [
        ("disabled", &summary.disabled),
        ("enabled", &summary.enabled),
    ] {
        if !flags.is_empty() {
            rows.push((label.to_owned(), flags.join(", ")));
        }
    }
    rows
}

/// `22 (1 free, 21 hinge)`
fn counted(count: &Count) -> String {
    if count.kinds.is_empty() {
        return count.total.to_string();
    }
    let kinds: Vec<String> = count
        .kinds
        .iter()
        .map(|(kind, n)| format!("{n} {kind}"))
        .collect();
    format!("{} ({})", count.total, kinds.join(", "))
}

/// A number with at most six decimals.
fn short(value: f64) -> String {
    let text = format!("{value:.6}");
    if value != 0.0 && value.abs() < 1e-3 {
        return format!("{value:e}");
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A number of bytes with a unit.
pub(crate) fn bytes(n: u64) -> String {
    const STEP: f64 = 1024.0;
    let mut value = n as f64;
    for unit in ["B", "KiB", "MiB"] {
        if value < STEP {
            return if unit == "B" {
                format!("{n} B")
            } else {
                format!("{value:.1} {unit}")
            };
        }
        value /= STEP;
    }
    format!("{value:.1} GiB")
}

#[cfg(test)]
mod tests {
    use synovia::model::{Model, Size};

    use super::*;

    #[test]
    fn an_empty_model_has_a_short_table() {
        let model = Model::with_size(Size::default());
        let text = table::labelled(&rows(&Summary::of(&model)), Style::PLAIN);
        assert_eq!(text, "model\ntotal mass  0 kg\nmemory      0 B\n");
    }

    #[test]
    fn values_stand_in_one_column() {
        let mut model = Model::with_size(Size {
            nbody: 2,
            nq: 7,
            nv: 6,
            ..Size::default()
        });
        model.opt.timestep = 0.005;
        model.body.mass.rows_mut()[1] = 2.5;
        let text = table::labelled(&rows(&Summary::of(&model)), Style::PLAIN);
        let start = |label: &str| {
            let line = text.lines().find(|line| line.starts_with(label)).unwrap();
            line.len() - line[label.len()..].trim_start().len()
        };
        assert_eq!(start("bodies"), start("total mass"));
        assert_eq!(start("  timestep"), start("total mass"));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(short(0.0), "0");
        assert_eq!(short(40.0), "40");
        assert_eq!(short(4.188790204786391), "4.18879");
        assert_eq!(short(2.5e-7), "2.5e-7");
    }

    #[test]
    fn bytes_are_rounded_for_people() {
        assert_eq!(bytes(1023), "1023 B");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!(bytes(3 << 30), "3.0 GiB");
    }
}
