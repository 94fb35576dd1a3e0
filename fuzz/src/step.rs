//! Arbitrary bytes as a model that is compiled and stepped: errors can be printed, and an accepted model steps without a
//! panic, is unchanged after saving and loading, steps to the same bits again, and is written as MJCF.
//!
//! Models that explicitly request much work or memory are skipped, because they are not findings.

use synovia::model::Model;
use synovia::{Data, Loader, Precision, forward, inverse, step, write};
use synovia_compile::Compiler;
use synovia_mjcf::parse_file;

use crate::read_mjcf::files;

/// Attributes that specify an amount, and the largest value that is run.
const AMOUNTS: [(&str, f64); 29] = [
    ("count", 12.0),
    ("nrow", 64.0),
    ("ncol", 64.0),
    ("width", 64.0),
    ("height", 64.0),
    ("gridsize", 12.0),
    ("params", 16.0),
    ("builtin", f64::MAX),
    ("maxhullvert", 1000.0),
    ("memory", 0.0),
    ("njmax", 1000.0),
    ("nconmax", 1000.0),
    ("nstack", 1000.0),
    ("nkey", 16.0),
    ("nuserdata", 1000.0),
    ("dim", 64.0),
    ("size", 100.0),
    ("nsample", 64.0),
    ("iterations", 100.0),
    ("ls_iterations", 100.0),
    ("noslip_iterations", 100.0),
    ("ccd_iterations", 100.0),
    ("sdf_iterations", 20.0),
    ("sdf_initpoints", 40.0),
    ("contype", f64::MAX),
    ("actdim", 64.0),
    ("delay", 10.0),
    ("interval", 10.0),
    ("resolution", 16.0),
];
/// Elements that multiply their contents and may be nested.
const MANY: [&str; 4] = ["<replicate", "<composite", "<flexcomp", "<attach"];

/// True if an MJCF document needs little work and memory.
fn is_small(text: &str) -> bool {
    let many: usize = MANY.iter().map(|tag| text.matches(tag).count()).sum();
    if many > 2 {
        return false;
    }
    // name="value", with white space anywhere
    let mut parts = text.split('=');
    let mut before = parts.next().unwrap_or("");
    for part in parts {
        let name = before
            .trim_end()
            .rsplit([' ', '\t', '\n', '\r', '<', '"', '\''])
            .next();
        let name = name.unwrap_or("");
        let value = part.trim_start();
        let quote = value.chars().next().unwrap_or('"');
        let value = value.split(quote).nth(1).unwrap_or("");
        let user = name.starts_with("nuser").then_some(100.0);
        let most = AMOUNTS.iter().find(|(amount, _)| *amount == name);
        if let Some(most) = user.or(most.map(|&(_, most)| most)) {
            let numbers = value.split_whitespace();
            let large = |number: &str| number.parse::<f64>().is_ok_and(|x| x.abs() > most);
            // a memory size has a unit suffix
            if numbers.clone().any(large) || name == "memory" {
                return false;
            }
        }
        before = part;
    }
    true
}

/// Number of steps to run.
const STEPS: usize = 4;

/// The state after some steps, as bits.
fn play(model: &Model) -> Vec<u64> {
    let mut data = Data::new(model);
    let _ = forward(model, &mut data);
    for _ in 0..STEPS {
        let _ = step(model, &mut data);
    }
    // may be refused, but must not panic
    let _ = inverse(model, &mut data);
    let state = data.state.qpos.iter().chain(data.state.qvel.iter());
    let state = state.chain(data.state.act.iter());
    state.map(|x| x.to_bits()).collect()
}

/// Steps a model, saves and loads it, and steps the copy.
pub fn step_and_save(model: &Model) {
    let first = play(model);
    let bytes = model.to_mjb();
    let loaded = match Loader::new().bytes("m.mjb", &bytes).load() {
        Ok(loaded) => loaded.model,
        Err(error) => panic!("a compiled model is refused: {error}"),
    };
    assert!(loaded.to_mjb() == bytes, "the loaded model differs");
    assert_eq!(play(&loaded), first, "the loaded model steps differently");
}

/// The target.
pub fn run(data: &[u8]) {
    let files = files(data);
    if data.len() > 1 << 14
        || !files
            .values()
            .all(|text| is_small(&String::from_utf8_lossy(text)))
    {
        return;
    }
    let Ok(spec) = parse_file("m.xml", &files) else {
        return;
    };
    match Compiler::new().document(&spec, &files) {
        Err(errors) => assert!(!errors.to_string().is_empty()),
        Ok(made) => {
            let text = write(&made.origin, &made.model, Precision::Short);
            assert!(text.is_ok_and(|text| text.starts_with("<mujoco model=")));
            step_and_save(&made.model);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_amounts_are_told_from_small_ones() {
        assert!(is_small("<mujoco><replicate count='3'/></mujoco>"));
        assert!(!is_small("<mujoco><replicate count = \"3000\"/></mujoco>"));
        assert!(!is_small("<flexcomp count='2 2 900'/>"));
        assert!(!is_small("<option iterations='1e9'/>"));
        assert!(is_small("<geom size='1 2' friction='1e9'/>"));
    }
}
