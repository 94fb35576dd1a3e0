//! Skins: triangulated surfaces that follow several bodies.
//!
//! Each bone has a weight at each of its vertices. The weights of a vertex are normalised over its bones,
//!
//! ```text
//! w_bv ← w_bv / Σ_c w_cv        c over all bones of vertex v                                             (1)
//! ```
//!
//! so every vertex needs a bone with positive weight. Sums and quotients are `f32`, as the weights themselves are.
//!
//! The SKN format is four counts (vertices, texture coordinates, faces, bones), the arrays in that order, and then
//! the bones one after the other: 40 bytes of name, bind position and bind quaternion, a count, that many vertex
//! indices, that many weights. All numbers are little-endian `f32` and `i32`.

use synovia_math::MIN_VAL;

use crate::SkinError;

/// Bytes before the arrays.
const HEADER: u64 = 16;
/// Bytes reserved for the name of a bone; the last one is never part of the name.
const NAME: usize = 40;
/// Bytes of a bone without its vertices: name, pose, count.
const BONE: usize = NAME + 7 * 4 + 4;

/// A surface and the bones that deform it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinSource {
    /// Vertex positions.
    pub vertex: Vec<f32>,
    /// Texture coordinates: none, or one pair per vertex.
    pub texcoord: Vec<f32>,
    /// Triangles, three vertices each.
    pub face: Vec<i32>,
    /// Bones.
    pub bones: Vec<SkinBone>,
}

/// One body that a surface follows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinBone {
    /// Name of the body.
    pub body: String,
    /// Position of the body in the bind pose, in which the vertices are given.
    pub bindpos: [f32; 3],
    /// Orientation of the body in the bind pose.
    pub bindquat: [f32; 4],
    /// Vertices that the bone influences.
    pub vertid: Vec<i32>,
    /// Weight of the bone at each of these vertices.
    pub vertweight: Vec<f32>,
}

impl SkinSource {
    /// Reads an SKN file.
    pub fn read(bytes: &[u8]) -> Result<Self, SkinError> {
        if bytes.is_empty() {
            return Err(SkinError::EmptyFile);
        }
        let mut reader = ByteReader(bytes);
        let header = [reader.int(), reader.int(), reader.int(), reader.int()];
        let [Some(nvertex), Some(ntexcoord), Some(nface), Some(nbone)] = header else {
            return Err(SkinError::Header { bytes: bytes.len() });
        };
        let counts = [nvertex, ntexcoord, nface, nbone];
        let [nvertex, ntexcoord, nface, nbone] = counts.map(|n| usize::try_from(n).ok());
        let (Some(nvertex), Some(ntexcoord), Some(nface), Some(nbone)) =
            (nvertex, ntexcoord, nface, nbone)
        else {
            return Err(SkinError::NegativeCount { counts });
        };

        // an array is read only if the file contains all of it, which also bounds every allocation
        let arrays = (
            reader.reals(nvertex.saturating_mul(3)),
            reader.reals(ntexcoord.saturating_mul(2)),
            reader.ints(nface.saturating_mul(3)),
        );
        let (Some(vertex), Some(texcoord), Some(face)) = arrays else {
            return Err(SkinError::Arrays {
                found: bytes.len(),
                needed: HEADER + 12 * nvertex as u64 + 8 * ntexcoord as u64 + 12 * nface as u64,
            });
        };
        let mut bones = Vec::new();
        for k in 0..nbone {
            bones.push(reader.bone(k)?);
        }
        if !reader.0.is_empty() {
            return Err(SkinError::TooLong {
                extra: reader.0.len(),
            });
        }
        Ok(Self {
            vertex,
            texcoord,
            face,
            bones,
        })
    }

    /// Checks the arrays against each other, normalises weights by equation (1) and quaternions to unit length.
    pub fn finish(&mut self) -> Result<(), SkinError> {
        let (nvertex, ntexcoord) = (self.vertex.len(), self.texcoord.len());
        for (what, missing) in [
            ("vertices", self.vertex.is_empty()),
            ("faces", self.face.is_empty()),
            ("bones", self.bones.is_empty()),
        ] {
            if missing {
                return Err(SkinError::Missing { what });
            }
        }
        for (what, len) in [("vertex", nvertex), ("face", self.face.len())] {
            if !len.is_multiple_of(3) {
                return Err(SkinError::Multiple { what, len });
            }
        }
        if ntexcoord != 0 && ntexcoord != 2 * nvertex / 3 {
            return Err(SkinError::Texcoord {
                found: ntexcoord,
                nvertex: nvertex / 3,
            });
        }
        self.normalize_weights()?;
        for bone in &mut self.bones {
            bone.bindquat = unit(bone.bindquat);
        }
        Ok(())
    }

    /// Normalises the weights, equation (1).
    fn normalize_weights(&mut self) -> Result<(), SkinError> {
        let mut total = vec![0f32; self.vertex.len() / 3];

        // order: bone by bone
        for (k, bone) in self.bones.iter().enumerate() {
            if bone.vertid.is_empty() || bone.vertid.len() != bone.vertweight.len() {
                return Err(SkinError::BoneLength {
                    bone: k,
                    nvertex: bone.vertid.len(),
                    nweight: bone.vertweight.len(),
                });
            }
            for (&vertex, weight) in bone.vertid.iter().zip(&bone.vertweight) {
                let sum = usize::try_from(vertex)
                    .ok()
                    .and_then(|vertex| total.get_mut(vertex));
                *sum.ok_or(SkinError::VertexIndex { bone: k, vertex })? += weight;
            }
        }
        // QUIRK(skin-nan-weight): a sum that is NaN passes
        if let Some(vertex) = total.iter().position(|&w| f64::from(w) <= MIN_VAL) {
            return Err(SkinError::Loose { vertex });
        }
        for bone in &mut self.bones {
            for (&vertex, weight) in bone.vertid.iter().zip(&mut bone.vertweight) {
                *weight /= total[vertex as usize];
            }
        }
        Ok(())
    }
}

/// The normalised quaternion; unchanged if it is almost zero or already has unit length.
fn unit(quat: [f32; 4]) -> [f32; 4] {
    const EPS: f64 = 1e-14;
    let wide = quat.map(f64::from);
    let square = wide.iter().fold(0.0, |sum, x| sum + x * x);
    let length = square.sqrt();
    if square < EPS || (length - 1.0).abs() <= EPS {
        return quat;
    }
    wide.map(|x| (x / length) as f32)
}

/// The bytes of a file that are not yet read.
struct ByteReader<'a>(&'a [u8]);

impl<'a> ByteReader<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (head, tail) = self.0.split_at_checked(len)?;
        self.0 = tail;
        Some(head)
    }

    fn words(&mut self, count: usize) -> Option<impl Iterator<Item = [u8; 4]> + 'a> {
        let bytes = self.take(count.checked_mul(4)?)?;
        Some(bytes.as_chunks::<4>().0.iter().copied())
    }

    fn reals(&mut self, count: usize) -> Option<Vec<f32>> {
        Some(self.words(count)?.map(f32::from_le_bytes).collect())
    }

    fn ints(&mut self, count: usize) -> Option<Vec<i32>> {
        Some(self.words(count)?.map(i32::from_le_bytes).collect())
    }

    fn int(&mut self) -> Option<i32> {
        self.words(1)?.next().map(i32::from_le_bytes)
    }

    fn array<const N: usize>(&mut self) -> Option<[f32; N]> {
        self.reals(N)?.try_into().ok()
    }

    fn bone(&mut self, bone: usize) -> Result<SkinBone, SkinError> {
        let mut fixed = Self(self.take(BONE).ok_or(SkinError::BoneCut { bone })?);
        let head = (fixed.take(NAME), fixed.array(), fixed.array(), fixed.int());
        let (Some(name), Some(bindpos), Some(bindquat), Some(count)) = head else {
            return Err(SkinError::BoneCut { bone });
        };
        let text = name[..NAME - 1].split(|&c| c == 0).next();
        let body = String::from_utf8_lossy(text.unwrap_or_default()).into_owned();
        if count < 1 {
            return Err(SkinError::BoneEmpty { bone, count });
        }
        let (Some(vertid), Some(vertweight)) =
            (self.ints(count as usize), self.reals(count as usize))
        else {
            return Err(SkinError::BoneVertices { bone, count });
        };
        Ok(SkinBone {
            body,
            bindpos,
            bindquat,
            vertid,
            vertweight,
        })
    }
}
