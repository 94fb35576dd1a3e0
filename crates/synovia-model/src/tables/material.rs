//! Materials.

use crate::column::Col;
use crate::id::{MaterialId, TextureId};
use crate::table::table;

table! {
    /// How surfaces look.
    pub struct MaterialTable of named MaterialId {
        /// Texture for each [`TextureRole`](crate::enums::TextureRole); −1 where there is none.
        texid: Col<MaterialId, [TextureId; 10]> = "mat_texid" ["nmat x mjNTEXROLE"],
        /// 1 if the texture keeps its size in space whatever the size of the geom.
        texuniform: Col<MaterialId, u8> = "mat_texuniform" ["nmat"],
        /// Repetitions of the texture.
        texrepeat: Col<MaterialId, [f32; 2]> = "mat_texrepeat" ["nmat x 2"],
        /// Emitted share of the color.
        emission: Col<MaterialId, f32> = "mat_emission" ["nmat"],
        /// Strength of highlights.
        specular: Col<MaterialId, f32> = "mat_specular" ["nmat"],
        /// Sharpness of highlights.
        shininess: Col<MaterialId, f32> = "mat_shininess" ["nmat"],
        /// Mirror strength; 0 disables reflection.
        reflectance: Col<MaterialId, f32> = "mat_reflectance" ["nmat"],
        /// Metallic share.
        metallic: Col<MaterialId, f32> = "mat_metallic" ["nmat"],
        /// Roughness.
        roughness: Col<MaterialId, f32> = "mat_roughness" ["nmat"],
        /// Color.
        rgba: Col<MaterialId, [f32; 4]> = "mat_rgba" ["nmat x 4"],
    }
}
