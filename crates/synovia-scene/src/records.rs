//! The records of a scene: plain numbers in a fixed memory layout, so that Python views them in place.
//!
//! Flags are bytes or `i32`, 0 or 1, as a program may write any number there.

use bytemuck::{Pod, Zeroable};
use synovia_model::GeomType;
use synovia_model::consts::NGROUP;
use synovia_model::record::{FieldInfo, Record};

use crate::enums::{frame, label, vis};

/// Declares a record: its fields in memory order, without padding between them.
macro_rules! record {
    (
        $(#[$meta:meta])*
        pub struct $record:ident {
            $( $(#[doc = $doc:literal])+ $field:ident: $ty:ty, )*
        }
    ) => {
        $(#[$meta])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
        pub struct $record {
            $( $(#[doc = $doc])+ pub $field: $ty, )*
        }

        impl Record for $record {
            const FIELDS: &'static [FieldInfo] = &[$(
                FieldInfo {
                    name: stringify!($field),
                    dtype: <$ty as synovia_model::Element>::DTYPE,
                    width: <$ty as synovia_model::Element>::WIDTH,
                    doc: concat!($($doc),+),
                },
            )*];

            fn field(&self, k: usize) -> Option<&[u8]> {
                [$(bytemuck::bytes_of(&self.$field)),*].into_iter().nth(k)
            }

            fn field_mut(&mut self, k: usize) -> Option<&mut [u8]> {
                [$(bytemuck::bytes_of_mut(&mut self.$field)),*].into_iter().nth(k)
            }
        }
    };
}
pub(crate) use record;

record! {
    /// One shape to draw.
    #[doc(alias = "mjvGeom")]
    pub struct Geom {
        /// Kind of shape.
        kind: GeomType,
        /// Height field or plane; for a mesh twice its id, plus 1 for its convex hull; −1 if there is none.
        dataid: i32,
        /// Type of its model element (`mjtObj`); 0 for decoration.
        objtype: i32,
        /// Id of its model element; −1 for decoration.
        objid: i32,
        /// [`category`](crate::enums::category) bits.
        category: i32,
        /// Material with a texture; −1 if there is none.
        matid: i32,
        /// 1 if a mesh or flex has texture coordinates.
        texcoord: i32,
        /// Id for segmentation; −1 if it is not shown there.
        segid: i32,
        /// Size, as for the model's geoms.
        size: [f32; 3],
        /// Position in the world.
        pos: [f32; 3],
        /// Orientation, row-major.
        mat: [f32; 9],
        /// Colour and alpha.
        rgba: [f32; 4],
        /// Emission.
        emission: f32,
        /// Specular reflection.
        specular: f32,
        /// Shininess.
        shininess: f32,
        /// Reflectance, of planes and boxes.
        reflectance: f32,
        /// Label, zero-terminated.
        label: [u8; 100],
        /// Distance to the camera, by which transparent shapes are sorted.
        camdist: f32,
        /// Radius of the model geom's bounding sphere; 0 if it is not a model geom.
        modelrbound: f32,
        /// 1 if drawn after opaque shapes.
        transparent: i32,
    }
}

record! {
    /// One light.
    #[doc(alias = "mjvLight")]
    pub struct Light {
        /// Light of the model; −1 for the headlight.
        id: i32,
        /// Position in the world.
        pos: [f32; 3],
        /// Direction in the world.
        dir: [f32; 3],
        /// Kind (`mjtLightType`).
        kind: i32,
        /// Texture of an image light.
        texid: i32,
        /// Attenuation: constant, linear and quadratic in distance.
        attenuation: [f32; 3],
        /// Half angle of a spot light's cone \[deg\].
        cutoff: f32,
        /// Spot exponent: how fast the light fades away from its axis.
        exponent: f32,
        /// Ambient colour.
        ambient: [f32; 3],
        /// Diffuse colour.
        diffuse: [f32; 3],
        /// Specular colour.
        specular: [f32; 3],
        /// 1 for the headlight.
        headlight: i32,
        /// 1 if it casts shadows.
        castshadow: i32,
        /// Radius of the light, for soft shadows.
        bulbradius: f32,
        /// Intensity \[cd\].
        intensity: f32,
        /// Range of effect \[m\].
        range: f32,
    }
}

record! {
    /// The camera of one eye, as a projection.
    #[doc(alias = "mjvGLCamera")]
    pub struct GlCamera {
        /// Position.
        pos: [f32; 3],
        /// View direction.
        forward: [f32; 3],
        /// Up direction of the image.
        up: [f32; 3],
        /// Horizontal centre of the near plane; its left and right follow from the aspect ratio.
        frustum_center: f32,
        /// Half width of the near plane; 0 if it follows from the aspect ratio.
        frustum_width: f32,
        /// Bottom of the near plane.
        frustum_bottom: f32,
        /// Top of the near plane.
        frustum_top: f32,
        /// Distance of the near plane.
        frustum_near: f32,
        /// Distance of the far plane.
        frustum_far: f32,
        /// 1 if orthographic.
        orthographic: i32,
    }
}

record! {
    /// An abstract camera, as it is moved interactively.
    #[doc(alias = "mjvCamera")]
    pub struct Camera {
        /// Kind, of [`camera`](crate::enums::camera).
        kind: i32,
        /// Camera of the model, for the fixed kind.
        fixedcamid: i32,
        /// Body to follow, for the tracking kind.
        trackbodyid: i32,
        /// 1 if orthographic.
        orthographic: i32,
        /// Point to look at.
        lookat: [f64; 3],
        /// Distance to that point or body.
        distance: f64,
        /// Azimuth \[deg\].
        azimuth: f64,
        /// Elevation \[deg\].
        elevation: f64,
    }
}

record! {
    /// What is to be drawn.
    #[doc(alias = "mjvOption")]
    pub struct Options {
        /// Elements that get labels, of [`label`].
        label: i32,
        /// Elements whose frames are drawn, of [`frame`].
        frame: i32,
        /// Groups of geoms that are shown.
        geomgroup: [u8; NGROUP],
        /// Groups of sites that are shown.
        sitegroup: [u8; NGROUP],
        /// Groups of joints that are shown.
        jointgroup: [u8; NGROUP],
        /// Groups of tendons that are shown.
        tendongroup: [u8; NGROUP],
        /// Groups of actuators that are shown.
        actuatorgroup: [u8; NGROUP],
        /// Groups of flexes that are shown.
        flexgroup: [u8; NGROUP],
        /// Groups of skins that are shown.
        skingroup: [u8; NGROUP],
        /// Kinds of elements that are shown, indexed by [`vis`].
        flags: [u8; vis::COUNT],
        /// Padding: makes the record's size a multiple of 4.
        padding: [u8; 3],
        /// Depth of bounding volumes that are shown.
        bvh_depth: i32,
        /// Layer of a solid flex that is shown.
        flex_layer: i32,
    }
}

record! {
    /// The selection, and how it is perturbed.
    #[doc(alias = "mjvPerturb")]
    pub struct Perturb {
        /// Selected body; not positive if there is none.
        select: i32,
        /// Selected flex; −1 if there is none.
        flexselect: i32,
        /// Selected skin; −1 if there is none.
        skinselect: i32,
        /// Active perturbation, [`perturb`](crate::enums::perturb) bits.
        active: i32,
        /// The same for a second hand.
        active2: i32,
        /// Padding: aligns the numbers that follow.
        padding: i32,
        /// Reference position of the selected object.
        refpos: [f64; 3],
        /// Reference orientation of the selected object.
        refquat: [f64; 4],
        /// Reference position of the selected point.
        refselpos: [f64; 3],
        /// The selected point in the object's frame.
        localpos: [f64; 3],
        /// Effective mass at that point.
        localmass: f64,
        /// Scale from mouse movements to movements in space.
        scale: f64,
    }
}

impl Default for Geom {
    fn default() -> Self {
        Self::zeroed()
    }
}

impl Default for Light {
    fn default() -> Self {
        Self::zeroed()
    }
}

impl Default for GlCamera {
    fn default() -> Self {
        Self::zeroed()
    }
}

impl Default for Camera {
    /// A free camera that looks down at the origin.
    #[doc(alias = "mjv_defaultCamera")]
    fn default() -> Self {
        Self {
            fixedcamid: -1,
            trackbodyid: -1,
            distance: 2.0,
            azimuth: 90.0,
            elevation: -45.0,
            ..Self::zeroed()
        }
    }
}

impl Default for Options {
    /// The first three groups, textures, tendons, rays of range finders, perturbed objects, static bodies, skins, and edges
    /// and skins of flexes.
    #[doc(alias = "mjv_defaultOption")]
    fn default() -> Self {
        let group = [1, 1, 1, 0, 0, 0];
        let mut flags = [0; vis::COUNT];
        for on in [
            vis::TEXTURE,
            vis::TENDON,
            vis::RANGEFINDER,
            vis::PERTURB_OBJECT,
            vis::STATIC,
            vis::SKIN,
            vis::FLEX_EDGE,
            vis::FLEX_SKIN,
        ] {
            flags[on] = 1;
        }
        Self {
            label: label::NONE,
            frame: frame::NONE,
            geomgroup: group,
            sitegroup: group,
            jointgroup: group,
            tendongroup: group,
            actuatorgroup: group,
            flexgroup: group,
            skingroup: group,
            flags,
            padding: [0; 3],
            bvh_depth: 1,
            flex_layer: 0,
        }
    }
}

impl Default for Perturb {
    /// Nothing is selected.
    #[doc(alias = "mjv_defaultPerturb")]
    fn default() -> Self {
        Self {
            flexselect: -1,
            skinselect: -1,
            refquat: [1.0, 0.0, 0.0, 0.0],
            scale: 1.0,
            ..Self::zeroed()
        }
    }
}
