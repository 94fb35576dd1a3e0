//! The source of a compiled model, kept for writing it as MJCF.

use std::collections::HashMap;

use synovia_geom::MeshSource;
use synovia_mjcf::Span;
use synovia_mjcf::spec::asset::Mesh;
use synovia_model::{Size, Stat};

use crate::spec::{FlatModel, Owned};
use crate::tree::Tree;
use crate::write::FileKind;

/// The data needed, in addition to a model, to write it as MJCF.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The elements.
    pub(crate) flat: FlatModel,
    /// Their rows in the model, and their derived values.
    pub(crate) tree: Tree,
    /// Sizes of the model.
    pub(crate) size: Size,
    /// Fingerprint of the compilation.
    pub(crate) signature: u64,
    /// Computed statistics, before specified ones replaced them.
    pub(crate) computed: Stat,
    /// The non-empty keys and values of each plugin instance.
    pub(crate) configs: Vec<Vec<(String, String)>>,
    /// Which meshes of the flat model are in the model.
    pub(crate) used_meshes: Vec<bool>,
    /// The arrays of meshes that were generated from a built-in shape.
    pub(crate) made_meshes: Vec<Option<MeshSource>>,
    /// Paths of files that were found next to the included file that names them, by the place of the name.
    pub(crate) beside: HashMap<Span, String>,
}

impl Origin {
    /// The name of the model.
    pub fn model_name(&self) -> &str {
        &self.flat.modelname
    }

    /// The directory of a kind of files, as specified by the main model.
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
