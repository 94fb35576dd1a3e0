//! Small models that together cover most elements; they are also seeds of the target `step`.

use std::sync::OnceLock;

use synovia::model::Model;

/// The MJCF documents of the models.
pub const TEXTS: [&str; 4] = [
    include_str!("../seeds/step/arm.xml"),
    include_str!("../seeds/step/pile.xml"),
    include_str!("../seeds/step/wind.xml"),
    include_str!("../seeds/step/muscle.xml"),
];

/// Model number `k` modulo the number of models; each is compiled once.
pub fn get(k: usize) -> Model {
    static MODELS: [OnceLock<Model>; TEXTS.len()] = [const { OnceLock::new() }; TEXTS.len()];
    let k = k % TEXTS.len();
    let compiled = MODELS[k].get_or_init(|| match synovia::Model::from_xml_str(TEXTS[k]) {
        Ok(model) => model.into(),
        Err(error) => panic!("{error}"),
    });
    compiled.clone()
}
