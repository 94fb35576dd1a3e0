//! `visual`.

use crate::element;
use crate::keyword::Bool;

/// Visual settings; all sections of one kind merged.
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

element! {
    /// What concerns the whole picture.
    pub struct Global {
        /// `cameraid`.
        cameraid: i32,
        /// `orthographic`.
        orthographic: Bool,
        /// `fovy`.
        fovy: f32,
        /// `ipd`.
        ipd: f32,
        /// `azimuth`.
        azimuth: f32,
        /// `elevation`.
        elevation: f32,
        /// `linewidth`.
        linewidth: f32,
        /// `glow`.
        glow: f32,
        /// `offwidth`.
        offwidth: i32,
        /// `offheight`.
        offheight: i32,
        /// `realtime`.
        realtime: f32,
        /// `ellipsoidinertia`.
        ellipsoidinertia: Bool,
        /// `bvactive`.
        bvactive: Bool,
    }
}

element! {
    /// Rendering quality.
    pub struct Quality {
        /// `shadowsize`.
        shadowsize: i32,
        /// `offsamples`.
        offsamples: i32,
        /// `numslices`.
        numslices: i32,
        /// `numstacks`.
        numstacks: i32,
        /// `numquads`.
        numquads: i32,
    }
}

element! {
    /// The light at the camera.
    pub struct Headlight {
        /// `ambient`.
        ambient: [f32; 3],
        /// `diffuse`.
        diffuse: [f32; 3],
        /// `specular`.
        specular: [f32; 3],
        /// `active`.
        active: i32,
    }
}

element! {
    /// Scaling from physics to graphics.
    pub struct Map {
        /// `stiffness`.
        stiffness: f32,
        /// `stiffnessrot`.
        stiffnessrot: f32,
        /// `force`.
        force: f32,
        /// `torque`.
        torque: f32,
        /// `alpha`.
        alpha: f32,
        /// `fogstart`.
        fogstart: f32,
        /// `fogend`.
        fogend: f32,
        /// `znear`.
        znear: f32,
        /// `zfar`.
        zfar: f32,
        /// `haze`.
        haze: f32,
        /// `shadowclip`.
        shadowclip: f32,
        /// `shadowscale`.
        shadowscale: f32,
        /// `actuatortendon`.
        actuatortendon: f32,
    }
}

element! {
    /// Sizes of decorative objects, relative to the mean body size.
    pub struct Scale {
        /// `forcewidth`.
        forcewidth: f32,
        /// `contactwidth`.
        contactwidth: f32,
        /// `contactheight`.
        contactheight: f32,
        /// `connect`.
        connect: f32,
        /// `com`.
        com: f32,
        /// `camera`.
        camera: f32,
        /// `light`.
        light: f32,
        /// `selectpoint`.
        selectpoint: f32,
        /// `jointlength`.
        jointlength: f32,
        /// `jointwidth`.
        jointwidth: f32,
        /// `actuatorlength`.
        actuatorlength: f32,
        /// `actuatorwidth`.
        actuatorwidth: f32,
        /// `framelength`.
        framelength: f32,
        /// `framewidth`.
        framewidth: f32,
        /// `constraint`.
        constraint: f32,
        /// `slidercrank`.
        slidercrank: f32,
        /// `frustum`.
        frustum: f32,
    }
}

element! {
    /// Colours of decorative objects.
    pub struct Rgba {
        /// `fog`.
        fog: [f32; 4],
        /// `haze`.
        haze: [f32; 4],
        /// `force`.
        force: [f32; 4],
        /// `inertia`.
        inertia: [f32; 4],
        /// `joint`.
        joint: [f32; 4],
        /// `actuator`.
        actuator: [f32; 4],
        /// `actuatornegative`.
        actuatornegative: [f32; 4],
        /// `actuatorpositive`.
        actuatorpositive: [f32; 4],
        /// `com`.
        com: [f32; 4],
        /// `camera`.
        camera: [f32; 4],
        /// `light`.
        light: [f32; 4],
        /// `selectpoint`.
        selectpoint: [f32; 4],
        /// `connect`.
        connect: [f32; 4],
        /// `contactpoint`.
        contactpoint: [f32; 4],
        /// `contactforce`.
        contactforce: [f32; 4],
        /// `contactfriction`.
        contactfriction: [f32; 4],
        /// `contacttorque`.
        contacttorque: [f32; 4],
        /// `contactgap`.
        contactgap: [f32; 4],
        /// `rangefinder`.
        rangefinder: [f32; 4],
        /// `constraint`.
        constraint: [f32; 4],
        /// `slidercrank`.
        slidercrank: [f32; 4],
        /// `crankbroken`.
        crankbroken: [f32; 4],
        /// `frustum`.
        frustum: [f32; 4],
        /// `bv`.
        bv: [f32; 4],
        /// `bvactive`.
        bvactive: [f32; 4],
    }
}
