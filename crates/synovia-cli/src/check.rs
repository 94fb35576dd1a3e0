//! `synovia check`: loads models and explains every mistake in them.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::input::{self, Failure};
use crate::style::Style;

/// Arguments of `synovia check`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// MJCF files; `-` is standard input
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// Print one JSON document with a result for each model
    #[arg(long)]
    json: bool,
}

/// The result of loading one model.
struct Verdict {
    label: String,
    /// The errors, if the model does not load.
    failure: Option<Failure>,
    /// The warnings, if it does.
    warnings: Vec<String>,
}

impl Verdict {
    fn of(name: &Path) -> Self {
        let (failure, warnings) = match input::open(name) {
            Ok(loaded) => (None, loaded.warnings),
            Err(failure) => (Some(failure), Vec::new()),
        };
        Self {
            label: input::label(name),
            failure,
            warnings,
        }
    }

    fn to_json(&self) -> Value {
        json!({
            "file": self.label,
            "ok": self.failure.is_none(),
            "mistakes": self.failure.as_ref().map_or_else(Vec::new, Failure::mistakes),
            "warnings": self.warnings,
        })
    }
}

/// Checks all models and returns true if every one of them loads.
pub(crate) fn run(args: &Args, out: &mut (impl Write + IsTerminal)) -> io::Result<bool> {
    let mut verdicts = Vec::with_capacity(args.models.len());
    for name in &args.models {
        let verdict = Verdict::of(name);
        if !args.json {
            report(&verdict, out)?;
        }
        verdicts.push(verdict);
    }

    let failed = verdicts.iter().filter(|v| v.failure.is_some()).count();
    if args.json {
        let list: Vec<Value> = verdicts.iter().map(Verdict::to_json).collect();
        writeln!(out, "{:#}", json!({ "ok": failed == 0, "models": list }))?;
    } else if verdicts.len() > 1 {
        writeln!(out, "{} models, {failed} refused", verdicts.len())?;
    }
    Ok(failed == 0)
}

/// Prints the result for one model as soon as it is known. The result is what this command is for, so it goes
/// to standard output.
fn report(verdict: &Verdict, out: &mut (impl Write + IsTerminal)) -> io::Result<()> {
    let style = Style::of(out);
    match &verdict.failure {
        None => {
            for line in &verdict.warnings {
                input::warn(out, line)?;
            }
            writeln!(out, "{}: {}", verdict.label, style.good("ok"))
        }
        Some(failure) => {
            writeln!(out, "{}: {}", verdict.label, style.bad("refused"))?;
            writeln!(out, "{}", failure.styled(style))
        }
    }
}
