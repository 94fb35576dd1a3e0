//! Assets: meshes, height fields, skins, textures and materials.
//!
//! Files are opened through `Files`; `synovia-geom` decodes and processes their bytes. This module decides which file to
//! read with which options, and stores the results in the model's tables.

pub(crate) mod hfield;
pub(crate) mod locate;
pub(crate) mod material;
pub(crate) mod mesh;
mod parallel;
pub(crate) mod png;
pub(crate) mod skin;
pub(crate) mod texture;

use synovia_geom::SkinSource;
use synovia_mjcf::files::Files;
use synovia_model::Model;

pub(crate) use hfield::HfieldAsset;
pub(crate) use mesh::MeshAsset;
pub(crate) use texture::TextureAsset;

use crate::cx::Cx;

/// All assets after reading and processing, in the order of the flat model.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assets {
    /// Meshes.
    pub meshes: Vec<MeshAsset>,
    /// Height fields.
    pub hfields: Vec<HfieldAsset>,
    /// Skins; `None` where one could not be read.
    pub skins: Vec<Option<SkinSource>>,
    /// Textures.
    pub textures: Vec<TextureAsset>,
}

/// A mesh or an image that is processed in parallel with the others.
enum Work<'a> {
    Mesh(&'a mesh::Prepared),
    Picture(&'a texture::Wanted),
}

/// Reads and processes all assets.
///
/// Files are opened one after the other. Meshes and images are then processed in parallel, and errors are reported in the order of the flat model.
pub(crate) fn load(cx: &mut Cx<'_>, files: &dyn Files) -> Assets {
    // opening files and checking elements needs the context, hence stays on this thread
    let meshes = mesh::prepare(cx, files);
    let hfields = hfield::load(cx, files);
    let skins = skin::load(cx, files);
    let textures = if cx.discard_materials {
        texture::Prepared::default()
    } else {
        texture::prepare(cx, files)
    };

    // decoding and processing only reads the prepared jobs, so it runs on all cores
    let mut work: Vec<Work<'_>> = meshes.iter().map(Work::Mesh).collect();
    work.extend(textures.wanted.iter().map(Work::Picture));
    let bytes = |work: &Work<'_>| match work {
        Work::Mesh(mesh) => mesh.bytes(),
        Work::Picture(picture) => picture.bytes(),
    };
    let done = parallel::map(&work, bytes, |work| match work {
        Work::Mesh(mesh) => (mesh.run(), None),
        Work::Picture(picture) => (None, picture.run()),
    });
    // meshes came first in `work`, images after them
    let (mut processed, mut painted): (Vec<_>, Vec<_>) = done.into_iter().unzip();
    let painted = painted.split_off(meshes.len());
    processed.truncate(meshes.len());
    Assets {
        meshes: mesh::finish(cx, meshes, processed),
        hfields,
        skins,
        textures: texture::finish(cx, textures, painted),
    }
}

/// Writes the tables of all assets; `used[k]` is true for meshes that are still in use.
pub(crate) fn fill(cx: &mut Cx<'_>, assets: Assets, used: &[bool], model: &mut Model) {
    let mut paths = locate::Paths::default();
    hfield::fill(cx, assets.hfields, &mut paths, model);
    mesh::fill(cx, assets.meshes, used, &mut paths, model);
    skin::fill(cx, assets.skins, &mut paths, model);
    texture::fill(cx, assets.textures, &mut paths, model);
    material::fill(cx, model);
    model.names.paths = paths.finish().into();
    model.size.npaths = model.names.paths.len() as i64;
}
