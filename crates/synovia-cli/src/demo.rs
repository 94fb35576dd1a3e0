//! The built-in model: a six-legged robot, a wall of blocks and a ball.

use synovia::Model;

/// Label of the model in places where a file would be named.
pub(crate) const LABEL: &str = "scorpion (built in)";

/// The keyframe that it starts from.
pub(crate) const KEY: &str = "home";

/// The MJCF of the model.
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
