//! Where models come from: a file, or standard input for `-`.

use std::io::Read;
use std::path::Path;

use synovia::{Error, Model};

/// The name that stands for standard input.
const STDIN: &str = "-";

/// Loads the model called `name` on the command line.
pub fn load(name: &Path) -> Result<Model, Error> {
    if name.as_os_str() != STDIN {
        return synovia::load_path(name);
    }
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| Error::new(format!("standard input: {error}")))?;
    synovia::load_string(&text, &[])
}

/// How a model is called in what the program prints.
pub fn label(name: &Path) -> String {
    if name.as_os_str() == STDIN {
        "standard input".to_owned()
    } else {
        name.display().to_string()
    }
}
