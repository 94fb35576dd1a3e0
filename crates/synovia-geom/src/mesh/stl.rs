//! Binary STL: 80 bytes of comment, a face count, then 50 bytes per face (normal, three corners, attribute).
//!
//! Normals in the file are ignored, and corners at the same position become one vertex. ASCII STL is rejected: its
//! first bytes read as a count that does not match the length of the file.

use super::weld::{check_finite, weld};
use super::{MeshOrigin, MeshSource};
use crate::MeshError;

const HEADER: usize = 84;
const FACE: usize = 50;
/// The maximum number of faces of an STL file.
const MAX_FACES: i32 = 200_000;
/// Coordinates up to this can be cast to an integer safely.
const BOUND: f32 = 1_073_741_824.0;

/// Reads a binary STL file; `mirror` swaps two corners of each face, for a scale that mirrors space.
pub(super) fn read(bytes: &[u8], mirror: bool) -> Result<MeshSource, MeshError> {
    if bytes.is_empty() {
        return Err(MeshError::EmptyFile { format: "STL" });
    }
    if bytes.len() < HEADER {
        return Err(MeshError::Header {
            format: "STL",
            bytes: bytes.len(),
            needed: HEADER,
        });
    }
    let found = i32::from_le_bytes([bytes[80], bytes[81], bytes[82], bytes[83]]);
    if !(1..=MAX_FACES).contains(&found) {
        return Err(MeshError::StlFaceCount { found });
    }
    let faces = found as usize;
    if bytes.len() != HEADER + FACE * faces {
        return Err(MeshError::FileSize {
            format: "STL",
            found: bytes.len(),
            expected: (HEADER + FACE * faces) as u64,
            hint: "; perhaps this is an ASCII file?",
        });
    }

    let mut vertex = Vec::with_capacity(9 * faces);
    let mut face = Vec::with_capacity(3 * faces);
    for (f, record) in bytes[HEADER..].chunks_exact(FACE).enumerate() {
        // the corners follow the normal
        for number in record[12..48].chunks_exact(4) {
            let x = f32::from_le_bytes([number[0], number[1], number[2], number[3]]);
            if x.abs() > BOUND {
                return Err(MeshError::StlBounds { face: f });
            }
            vertex.push(x);
        }
        let at = 3 * f as i32;
        let corners = if mirror {
            [at, at + 2, at + 1]
        } else {
            [at, at + 1, at + 2]
        };
        face.extend_from_slice(&corners);
    }
    check_finite(&vertex)?;
    weld(&mut vertex, &mut face);
    Ok(MeshSource {
        vertex,
        face,
        origin: MeshOrigin::Stl,
        ..MeshSource::default()
    })
}
