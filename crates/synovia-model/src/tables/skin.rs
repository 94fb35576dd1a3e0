//! Skins.

use crate::column::Col;
use crate::id::{BodyId, MaterialId, SkinId};
use crate::table::table;

table! {
    /// Surfaces that are drawn over moving bodies; they have no physics.
    pub struct SkinTable of named SkinId {
        /// Material; −1 if none.
        matid: Col<SkinId, MaterialId> = "skin_matid" ["nskin"],
        /// Visibility group.
        group: Col<SkinId, i32> = "skin_group" ["nskin"],
        /// Color if there is no material.
        rgba: Col<SkinId, [f32; 4]> = "skin_rgba" ["nskin x 4"],
        /// Offset along the normals \[m\].
        inflate: Col<SkinId, f32> = "skin_inflate" ["nskin"],
        /// First vertex.
        vertadr: Col<SkinId, i32> = "skin_vertadr" ["nskin"],
        /// Number of vertices.
        vertnum: Col<SkinId, i32> = "skin_vertnum" ["nskin"],
        /// First texture coordinate; −1 if there are none.
        texcoordadr: Col<SkinId, i32> = "skin_texcoordadr" ["nskin"],
        /// First face.
        faceadr: Col<SkinId, i32> = "skin_faceadr" ["nskin"],
        /// Number of faces.
        facenum: Col<SkinId, i32> = "skin_facenum" ["nskin"],
        /// First bone.
        boneadr: Col<SkinId, i32> = "skin_boneadr" ["nskin"],
        /// Number of bones.
        bonenum: Col<SkinId, i32> = "skin_bonenum" ["nskin"],
        /// Vertices \[m\].
        vert: Col<usize, [f32; 3]> = "skin_vert" ["nskinvert x 3"],
        /// Texture coordinates.
        texcoord: Col<usize, [f32; 2]> = "skin_texcoord" ["nskintexvert x 2"],
        /// Vertices of each triangle.
        face: Col<usize, [i32; 3]> = "skin_face" ["nskinface x 3"],
        /// First vertex weight of each bone.
        bonevertadr: Col<usize, i32> = "skin_bonevertadr" ["nskinbone"],
        /// Number of vertices that each bone moves.
        bonevertnum: Col<usize, i32> = "skin_bonevertnum" ["nskinbone"],
        /// Position of each bone when it was bound \[m\].
        bonebindpos: Col<usize, [f32; 3]> = "skin_bonebindpos" ["nskinbone x 3"],
        /// Orientation of each bone when it was bound.
        bonebindquat: Col<usize, [f32; 4]> = "skin_bonebindquat" ["nskinbone x 4"],
        /// Body that each bone moves with.
        bonebodyid: Col<usize, BodyId> = "skin_bonebodyid" ["nskinbone"],
        /// Vertices that the bones move.
        bonevertid: Col<usize, i32> = "skin_bonevertid" ["nskinbonevert"],
        /// Their weights.
        bonevertweight: Col<usize, f32> = "skin_bonevertweight" ["nskinbonevert"],
        /// Where the file name begins in `paths`; −1 if none.
        pathadr: Col<SkinId, i32> = "skin_pathadr" ["nskin"],
    }
}
