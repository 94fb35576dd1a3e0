//! Textures.

use crate::column::Col;
use crate::enums::{ColorSpace, TextureType};
use crate::id::TextureId;
use crate::table::table;

table! {
    /// Images.
    pub struct TextureTable of named TextureId {
        /// Flat, cube or skybox.
        type_: Col<TextureId, TextureType> = "tex_type" ["ntex"],
        /// Color space of the pixels.
        colorspace: Col<TextureId, ColorSpace> = "tex_colorspace" ["ntex"],
        /// Rows of pixels.
        height: Col<TextureId, i32> = "tex_height" ["ntex"],
        /// Columns of pixels.
        width: Col<TextureId, i32> = "tex_width" ["ntex"],
        /// Numbers per pixel.
        nchannel: Col<TextureId, i32> = "tex_nchannel" ["ntex"],
        /// First byte in `data`.
        adr: Col<TextureId, i64> = "tex_adr" ["ntex"],
        /// Pixels.
        data: Col<usize, u8> = "tex_data" ["ntexdata"],
        /// Where the file name begins in `paths`; −1 if none.
        pathadr: Col<TextureId, i32> = "tex_pathadr" ["ntex"],
    }
}
