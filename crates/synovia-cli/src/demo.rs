//! The model that the program brings with it: a six-legged robot, a wall of blocks and a ball.

use synovia::Model;

/// What the model is called where a file would be named.
pub(crate) const LABEL: &str = "scorpion (built in)";

/// The keyframe from which it starts.
pub(crate) const KEY: &str = "home";

/// The text of the model.
pub(crate) const XML: &str = include_str!("../models/scorpion.xml");

/// The model.
pub(crate) fn model() -> Result<Model, synovia::Error> {
    Model::from_xml_str(XML)
}

#[cfg(test)]
mod tests {
    use synovia::model::ObjType;

    use super::*;

    #[test]
    fn the_model_has_what_the_guide_shows() {
        let model = model().unwrap();
        assert!(model.id_of(ObjType::Key, KEY).is_some());
        assert!(model.size.nu > 0 && model.size.nsensor > 0 && model.size.ntendon > 0);
    }
}
