//! What a model was compiled from, kept for whoever writes it.

use synovia_geom::MeshSource;
use synovia_model::{Size, Stat};

use crate::expand::Scene;
use crate::tree::Tree;

/// What is needed, beside a model, to write it as MJCF.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The elements.
    pub(crate) scene: Scene,
    /// Where they are in the model, and what was derived for them.
    pub(crate) tree: Tree,
    /// Sizes of the model.
    pub(crate) size: Size,
    /// Statistics before those that were written replaced them.
    pub(crate) computed: Stat,
    /// Keys and values of each instance of a plugin that are not empty.
    pub(crate) configs: Vec<Vec<(String, String)>>,
    /// Which meshes of the scene are in the model.
    pub(crate) used_meshes: Vec<bool>,
    /// The arrays of meshes that were made from a built-in shape.
    pub(crate) made_meshes: Vec<Option<MeshSource>>,
}
