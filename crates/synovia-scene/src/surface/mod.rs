//! Surfaces of flexes and skins: their vertices, faces and normals in the scene's buffers.

mod flex;
mod skin;
