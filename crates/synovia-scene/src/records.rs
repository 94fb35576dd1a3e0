//! The records of a scene: plain numbers in a fixed layout, so that Python views them in place.
//!
//! Flags are bytes or `i32`, 0 or 1, as a program may write any number there.

use bytemuck::{Pod, Zeroable};
use synovia_model::GeomType;
use synovia_model::consts::NGROUP;
use synovia_model::record::{FieldInfo, Record};

use crate::enums::{frame, label, vis};

/// Declares a record: its fields in the order of memory, which has no gaps between them.
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
        /// Height field or plane; for a mesh twice its id, plus 1 for its convex hull; −1 if none.
        dataid: i32,
        /// Kind of the model element that this is (`mjtObj`); 0 for decoration.
        objtype: i32,
        /// Its id; −1 for decoration.
        objid: i32,
        /// [`category`](crate::enums::category) bits.
        category: i32,
        /// Material with a texture; −1 if none.
        matid: i32,
        /// 1 if a mesh or flex has texture coordinates.
        texcoord: i32,
        /// Id for segmentation; −1 if it is not shown there.
        segid: i32,
        /// Size, as for the model's geoms.
        size: [f32; 3],
        /// Position in the world.
        pos: [f32; 3],
        /// Orientation, row by row.
        mat: [f32; 9],
        /// Colour and opacity.
        rgba: [f32; 4],
        /// Emission.
        emission: f32,
        /// Specular reflection.
        specular: f32,
        /// Shininess.
        shininess: f32,
        /// Reflectance, of planes and boxes.
        reflectance: f32,
        /// Text beside it, ended by a zero.
        label: [u8; 100],
        /// Distance to the camera, by which transparent shapes are sorted.
        camdist: f32,
        /// Radius of the model geom's bounding sphere; 0 if it is none.
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
        /// How fast a spot light fades away from its axis.
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
        /// Radius of the bulb, for soft shadows.
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
        /// Direction of view.
        forward: [f32; 3],
        /// Direction that is up in the picture.
        up: [f32; 3],
        /// Horizontal middle of the near plane; its left and right follow from the picture's aspect.
        frustum_center: f32,
        /// Half width of the near plane; 0 if it follows from the aspect.
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
    /// A camera as people move it.
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
        /// What gets a label, of [`label`].
        label: i32,
        /// Whose frames are drawn, of [`frame`].
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
        /// Kinds of elements that are shown, by the places of [`vis`].
        flags: [u8; vis::COUNT],
        /// Nothing: makes the record's size a multiple of 4.
        padding: [u8; 3],
        /// Depth of bounding volumes that are shown.
        bvh_depth: i32,
        /// Layer of a solid flex that is shown.
        flex_layer: i32,
    }
}

record! {
    /// What is selected, and how it is dragged.
    #[doc(alias = "mjvPerturb")]
    pub struct Perturb {
        /// Selected body; none if not positive.
        select: i32,
        /// Selected flex; −1 if none.
        flexselect: i32,
        /// Selected skin; −1 if none.
        skinselect: i32,
        /// What is done to it, [`perturb`](crate::enums::perturb) bits.
        active: i32,
        /// The same, for a second hand.
        active2: i32,
        /// Nothing: aligns the numbers that follow.
        padding: i32,
        /// Where the selected object shall be.
        refpos: [f64; 3],
        /// How it shall be turned.
        refquat: [f64; 4],
        /// Where the selected point shall be.
        refselpos: [f64; 3],
        /// The selected point in the object's frame.
        localpos: [f64; 3],
        /// Inertia at that point.
        localmass: f64,
        /// From movements of the mouse to movements in space.
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
