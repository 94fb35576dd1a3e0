//! Assets: meshes, height fields, skins, textures and materials.
//!
//! Files are read through `Files`, decoded and processed by `synovia-geom`; here it is
//! decided which file, with which options, and where the result goes.

pub mod hfield;
pub mod image;
pub mod locate;
pub mod material;
pub mod mesh;
pub mod skin;
pub mod texture;

use synovia_geom::SkinSource;
use synovia_mjcf::files::Files;
use synovia_model::Model;

pub use hfield::HfieldAsset;
pub use mesh::MeshAsset;
pub use texture::TextureAsset;

use crate::cx::Cx;

/// Everything that was read and processed; the order is that of the scene.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    /// Meshes.
    pub meshes: Vec<MeshAsset>,
    /// Height fields.
    pub hfields: Vec<HfieldAsset>,
    /// Skins; nothing where one could not be read.
    pub skins: Vec<Option<SkinSource>>,
    /// Textures.
    pub textures: Vec<TextureAsset>,
}

/// Reads and processes all assets.
pub fn load(cx: &mut Cx<'_>, files: &dyn Files) -> Assets {
    Assets {
        meshes: mesh::load(cx, files),
        hfields: hfield::load(cx, files),
        skins: skin::load(cx, files),
        textures: if cx.discard_materials {
            Vec::new()
        } else {
            texture::load(cx, files)
        },
    }
}

/// Writes the tables of all assets; `used` tells which meshes remain.
pub fn fill(cx: &mut Cx<'_>, assets: Assets, used: &[bool], model: &mut Model) {
    let mut paths = locate::Paths::default();
    hfield::fill(cx, assets.hfields, &mut paths, model);
    mesh::fill(cx, assets.meshes, used, &mut paths, model);
    skin::fill(cx, assets.skins, &mut paths, model);
    texture::fill(cx, assets.textures, &mut paths, model);
    material::fill(cx, model);
    model.names.paths = paths.finish().into();
    model.size.npaths = model.names.paths.len() as i64;
}
