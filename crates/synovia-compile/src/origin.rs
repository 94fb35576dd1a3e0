//! What a model was compiled from, kept for whoever writes it.

use std::collections::HashMap;

use synovia_geom::MeshSource;
use synovia_mjcf::Span;
use synovia_mjcf::spec::asset::Mesh;
use synovia_model::{Size, Stat};

use crate::spec::{FlatModel, Owned};
use crate::tree::Tree;
use crate::write::FileKind;

/// What is needed, beside a model, to write it as MJCF.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The elements.
    pub(crate) flat: FlatModel,
    /// Where they are in the model, and what was derived for them.
    pub(crate) tree: Tree,
    /// Sizes of the model.
    pub(crate) size: Size,
    /// Fingerprint of the compilation.
    pub(crate) signature: u64,
    /// Statistics before those that were written replaced them.
    pub(crate) computed: Stat,
    /// Keys and values of each instance of a plugin that are not empty.
    pub(crate) configs: Vec<Vec<(String, String)>>,
    /// Which meshes of the flat model are in the model.
    pub(crate) used_meshes: Vec<bool>,
    /// The arrays of meshes that were made from a built-in shape.
    pub(crate) made_meshes: Vec<Option<MeshSource>>,
    /// Where files were that lay beside the included file that names them, by the place of the name.
    pub(crate) beside: HashMap<Span, String>,
}

impl Origin {
    /// What the model is called.
    pub fn model_name(&self) -> &str {
        &self.flat.modelname
    }

    /// The directory of a kind of files, as the main model says it.
    pub fn directory(&self, kind: FileKind) -> &str {
        let main = self.flat.settings.first();
        main.map_or("", |own| match kind {
            FileKind::Mesh => own.meshdir.as_str(),
            FileKind::Texture => own.texturedir.as_str(),
        })
    }

    /// The element of mesh `m` of the model.
    pub(crate) fn mesh(&self, m: usize) -> Option<&Owned<Mesh>> {
        let used = |k: usize| self.used_meshes.get(k).copied().unwrap_or(true);
        let meshes = self.flat.meshes.iter().enumerate();
        let mut there = meshes.filter(|(k, _)| used(*k)).map(|(_, mesh)| mesh);
        there.nth(m)
    }
}
