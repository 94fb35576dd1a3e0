//! `visual`.

use crate::element;
use crate::keyword::Bool;
use synovia_model::{VisGlobal, VisHeadlight, VisMap, VisQuality, VisRgba, VisScale};

/// Visual settings; all sections of one kind are merged.
#[derive(Clone, Debug, Default)]
pub struct Visual {
    /// `global`.
    pub global: Global,
    /// `quality`.
    pub quality: Quality,
    /// `headlight`.
    pub headlight: Headlight,
    /// `map`.
    pub map: Map,
    /// `scale`.
    pub scale: Scale,
    /// `rgba`.
    pub rgba: Rgba,
}

/// Declares a section: attributes with the names, defaults and meanings of the fields of a record.
macro_rules! visual {
    ($(#[$meta:meta])* $Name:ident of $Record:ident { $($field:ident: $ty:tt,)* }) => {
        element! {
            $(#[$meta])*
            pub struct $Name {
                $(
                    #[doc = concat!(" See [`", stringify!($Record), "::", stringify!($field), "`].")]
                    $field: $ty { default: visual!(@default $ty, $Record::DEFAULT.$field) }
                ),*
            }
        }
    };
    (@default Bool, $number:expr) => { $number != 0 };
    (@default $ty:tt, $value:expr) => { $value };
}

visual! {
    /// Settings of the whole view.
    Global of VisGlobal {
        cameraid: i32, orthographic: Bool, fovy: f32, ipd: f32, azimuth: f32, elevation: f32, linewidth: f32, glow: f32,
        offwidth: i32, offheight: i32, realtime: f32, ellipsoidinertia: Bool, bvactive: Bool,
    }
}

visual! {
    /// Rendering quality.
    Quality of VisQuality {
        shadowsize: i32, offsamples: i32, numslices: i32, numstacks: i32, numquads: i32,
    }
}

visual! {
    /// The light at the camera.
    Headlight of VisHeadlight {
        ambient: [f32; 3], diffuse: [f32; 3], specular: [f32; 3], active: i32,
    }
}

visual! {
    /// Scaling from physics to graphics.
    Map of VisMap {
        stiffness: f32, stiffnessrot: f32, force: f32, torque: f32, alpha: f32, fogstart: f32, fogend: f32, znear: f32,
        zfar: f32, haze: f32, shadowclip: f32, shadowscale: f32, actuatortendon: f32,
    }
}

visual! {
    /// Sizes of decorative objects, relative to the mean body size.
    Scale of VisScale {
        forcewidth: f32, contactwidth: f32, contactheight: f32, connect: f32, com: f32, camera: f32, light: f32,
        selectpoint: f32, jointlength: f32, jointwidth: f32, actuatorlength: f32, actuatorwidth: f32, framelength: f32,
        framewidth: f32, constraint: f32, slidercrank: f32, frustum: f32,
    }
}

visual! {
    /// Colours of decorative objects.
    Rgba of VisRgba {
        fog: [f32; 4], haze: [f32; 4], force: [f32; 4], inertia: [f32; 4], joint: [f32; 4], actuator: [f32; 4],
        actuatornegative: [f32; 4], actuatorpositive: [f32; 4], com: [f32; 4], camera: [f32; 4], light: [f32; 4],
        selectpoint: [f32; 4], connect: [f32; 4], contactpoint: [f32; 4], contactforce: [f32; 4],
        contactfriction: [f32; 4], contacttorque: [f32; 4], contactgap: [f32; 4], rangefinder: [f32; 4],
        constraint: [f32; 4], slidercrank: [f32; 4], crankbroken: [f32; 4], frustum: [f32; 4], bv: [f32; 4],
        bvactive: [f32; 4],
    }
}
