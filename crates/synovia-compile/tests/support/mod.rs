//! Compiles XML text to a model, or returns its errors.

use synovia_mjcf::{NoFiles, parse_str};
use synovia_model::Model;

/// The compiled model; panics with all errors if there are any.
pub(crate) fn compile(xml: &str) -> Model {
    load(xml).unwrap_or_else(|text| panic!("{text}\n{xml}"))
}

/// All errors as shown to users; panics if there are none.
pub(crate) fn mistakes(xml: &str) -> String {
    match load(xml) {
        Ok(_) => panic!("this should not compile:\n{xml}"),
        Err(text) => text,
    }
}

fn load(xml: &str) -> Result<Model, String> {
    let spec = parse_str("model.xml", xml, &NoFiles).map_err(|errors| errors.to_string())?;
    let compiled = synovia_compile::Compiler::new().document(&spec, &NoFiles);
    compiled
        .map(|made| made.model)
        .map_err(|errors| errors.to_string())
}
