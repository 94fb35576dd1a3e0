//! Resources: what draw calls refer to. Most are uploaded once for a model; meshes of skins and flexes are rebuilt every frame.
//!
//! After it, every geom of a scene has a mesh in clusters of at most 64 triangles with bounds and a normal cone, and every
//! texture its mipmap chain.

pub(crate) mod context;
pub(crate) mod dynamic_mesh;
pub(crate) mod mesh;
pub(crate) mod model_mesh;
pub(crate) mod primitives;
pub(crate) mod texture;
