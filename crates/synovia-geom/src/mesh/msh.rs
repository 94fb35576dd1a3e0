//! The binary MSH format: four counts (vertices, normals, texture coordinates, faces), then the arrays in that order.
//!
//! Numbers are little-endian, `f32` and `i32`. Normals and texture coordinates come one per vertex or not at all, and
//! the face array indexes all three.

use super::weld::{check_finite, weld};
use super::{MeshOrigin, MeshSource};
use crate::MeshError;

const HEADER: usize = 16;

/// Reads an MSH file; `mirror` swaps two corners of each face, `merge` removes repeated vertices.
pub(super) fn read(bytes: &[u8], mirror: bool, merge: bool) -> Result<MeshSource, MeshError> {
    if bytes.is_empty() {
        return Err(MeshError::EmptyFile { format: "MSH" });
    }
    if bytes.len() < HEADER {
        return Err(MeshError::Header {
            format: "MSH",
            bytes: bytes.len(),
            needed: HEADER,
        });
    }
    let mut words = bytes.chunks_exact(4).map(|b| [b[0], b[1], b[2], b[3]]);
    let mut count = || words.next().map_or(0, i32::from_le_bytes);
    let (nvertex, nnormal, ntexcoord, nface) = (count(), count(), count(), count());

    // the counts must be consistent with each other ...
    let per_vertex = |n: i32| n == 0 || n == nvertex;
    if nvertex < 4 || nface < 0 || !per_vertex(nnormal) || !per_vertex(ntexcoord) {
        return Err(MeshError::MshSizes {
            nvertex,
            nnormal,
            ntexcoord,
            nface,
        });
    }
    // ... and with the length of the file, which also bounds every allocation below
    let floats = 3 * nvertex as u64 + 3 * nnormal as u64 + 2 * ntexcoord as u64;
    let expected = HEADER as u64 + 4 * (floats + 3 * nface as u64);
    if bytes.len() as u64 != expected {
        return Err(MeshError::FileSize {
            format: "MSH",
            found: bytes.len(),
            expected,
            hint: "",
        });
    }

    let mut reals =
        |n: usize| -> Vec<f32> { words.by_ref().take(n).map(f32::from_le_bytes).collect() };
    let mut vertex = reals(3 * nvertex as usize);
    let normal = reals(3 * nnormal as usize);
    let texcoord = reals(2 * ntexcoord as usize);
    let mut face: Vec<i32> = words
        .take(3 * nface as usize)
        .map(i32::from_le_bytes)
        .collect();
    let face_normal = face.clone();
    let face_texcoord = if texcoord.is_empty() {
        Vec::new()
    } else {
        face.clone()
    };

    if mirror {
        for corners in face.chunks_exact_mut(3) {
            corners.swap(1, 2);
        }
    }
    check_finite(&vertex)?;
    if merge {
        weld(&mut vertex, &mut face);
    }
    Ok(MeshSource {
        vertex,
        normal,
        texcoord,
        face,
        face_normal,
        face_texcoord,
        origin: MeshOrigin::Msh,
    })
}
