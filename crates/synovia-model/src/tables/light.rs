//! Lights.

use synovia_math::Vec3;

use crate::column::Col;
use crate::enums::{CamLight, LightType};
use crate::id::{BodyId, LightId, TextureId};
use crate::table::table;

table! {
    /// Lights attached to bodies.
    pub struct LightTable of named LightId {
        /// How the light follows its body or target.
        mode: Col<LightId, CamLight> = "light_mode" ["nlight"],
        /// Body that carries the light.
        bodyid: Col<LightId, BodyId> = "light_bodyid" ["nlight"],
        /// Body to shine at in the targeting modes; −1 if none.
        targetbodyid: Col<LightId, BodyId> = "light_targetbodyid" ["nlight"],
        /// Kind of light.
        type_: Col<LightId, LightType> = "light_type" ["nlight"],
        /// Texture of an image light; −1 if none.
        texid: Col<LightId, TextureId> = "light_texid" ["nlight"],
        /// 1 if the light casts shadows.
        castshadow: Col<LightId, u8> = "light_castshadow" ["nlight"],
        /// Radius of the source, for soft shadows \[m\].
        bulbradius: Col<LightId, f32> = "light_bulbradius" ["nlight"],
        /// Luminous intensity \[cd\].
        intensity: Col<LightId, f32> = "light_intensity" ["nlight"],
        /// Distance beyond which the light has no effect \[m\].
        range: Col<LightId, f32> = "light_range" ["nlight"],
        /// 1 if the light is on.
        active: Col<LightId, u8> = "light_active" ["nlight"],
        /// Origin in the body frame \[m\].
        pos: Col<LightId, Vec3> = "light_pos" ["nlight x 3"],
        /// Direction in the body frame.
        dir: Col<LightId, Vec3> = "light_dir" ["nlight x 3"],
        /// World offset from the subtree's center of mass at the reference pose \[m\].
        poscom0: Col<LightId, Vec3> = "light_poscom0" ["nlight x 3"],
        /// World offset from the body at the reference pose \[m\].
        pos0: Col<LightId, Vec3> = "light_pos0" ["nlight x 3"],
        /// World direction at the reference pose.
        dir0: Col<LightId, Vec3> = "light_dir0" ["nlight x 3"],
        /// Constant, linear and quadratic coefficient of the decay with distance.
        attenuation: Col<LightId, [f32; 3]> = "light_attenuation" ["nlight x 3"],
        /// Half angle of a spot's cone \[deg\].
        cutoff: Col<LightId, f32> = "light_cutoff" ["nlight"],
        /// How sharply a spot falls off towards the edge of its cone.
        exponent: Col<LightId, f32> = "light_exponent" ["nlight"],
        /// Ambient color.
        ambient: Col<LightId, [f32; 3]> = "light_ambient" ["nlight x 3"],
        /// Diffuse color.
        diffuse: Col<LightId, [f32; 3]> = "light_diffuse" ["nlight x 3"],
        /// Specular color.
        specular: Col<LightId, [f32; 3]> = "light_specular" ["nlight x 3"],
    }
}
