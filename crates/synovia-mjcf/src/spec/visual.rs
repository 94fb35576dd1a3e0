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
        fovy: f64,
        /// `ipd`.
        ipd: f64,
        /// `azimuth`.
        azimuth: f64,
        /// `elevation`.
        elevation: f64,
        /// `linewidth`.
        linewidth: f64,
        /// `glow`.
        glow: f64,
        /// `offwidth`.
        offwidth: i32,
        /// `offheight`.
        offheight: i32,
        /// `realtime`.
        realtime: f64,
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
        ambient: [f64; 3],
        /// `diffuse`.
        diffuse: [f64; 3],
        /// `specular`.
        specular: [f64; 3],
        /// `active`.
        active: i32,
    }
}

element! {
    /// Scaling from physics to graphics.
    pub struct Map {
        /// `stiffness`.
        stiffness: f64,
        /// `stiffnessrot`.
        stiffnessrot: f64,
        /// `force`.
        force: f64,
        /// `torque`.
        torque: f64,
        /// `alpha`.
        alpha: f64,
        /// `fogstart`.
        fogstart: f64,
        /// `fogend`.
        fogend: f64,
        /// `znear`.
        znear: f64,
        /// `zfar`.
        zfar: f64,
        /// `haze`.
        haze: f64,
        /// `shadowclip`.
        shadowclip: f64,
        /// `shadowscale`.
        shadowscale: f64,
        /// `actuatortendon`.
        actuatortendon: f64,
    }
}

element! {
    /// Sizes of decorative objects, relative to the mean body size.
    pub struct Scale {
        /// `forcewidth`.
        forcewidth: f64,
        /// `contactwidth`.
        contactwidth: f64,
        /// `contactheight`.
        contactheight: f64,
        /// `connect`.
        connect: f64,
        /// `com`.
        com: f64,
        /// `camera`.
        camera: f64,
        /// `light`.
        light: f64,
        /// `selectpoint`.
        selectpoint: f64,
        /// `jointlength`.
        jointlength: f64,
        /// `jointwidth`.
        jointwidth: f64,
        /// `actuatorlength`.
        actuatorlength: f64,
        /// `actuatorwidth`.
        actuatorwidth: f64,
        /// `framelength`.
        framelength: f64,
        /// `framewidth`.
        framewidth: f64,
        /// `constraint`.
        constraint: f64,
        /// `slidercrank`.
        slidercrank: f64,
        /// `frustum`.
        frustum: f64,
    }
}

element! {
    /// Colours of decorative objects.
    pub struct Rgba {
        /// `fog`.
        fog: [f64; 4],
        /// `haze`.
        haze: [f64; 4],
        /// `force`.
        force: [f64; 4],
        /// `inertia`.
        inertia: [f64; 4],
        /// `joint`.
        joint: [f64; 4],
        /// `actuator`.
        actuator: [f64; 4],
        /// `actuatornegative`.
        actuatornegative: [f64; 4],
        /// `actuatorpositive`.
        actuatorpositive: [f64; 4],
        /// `com`.
        com: [f64; 4],
        /// `camera`.
        camera: [f64; 4],
        /// `light`.
        light: [f64; 4],
        /// `selectpoint`.
        selectpoint: [f64; 4],
        /// `connect`.
        connect: [f64; 4],
        /// `contactpoint`.
        contactpoint: [f64; 4],
        /// `contactforce`.
        contactforce: [f64; 4],
        /// `contactfriction`.
        contactfriction: [f64; 4],
        /// `contacttorque`.
        contacttorque: [f64; 4],
        /// `contactgap`.
        contactgap: [f64; 4],
        /// `rangefinder`.
        rangefinder: [f64; 4],
        /// `constraint`.
        constraint: [f64; 4],
        /// `slidercrank`.
        slidercrank: [f64; 4],
        /// `crankbroken`.
        crankbroken: [f64; 4],
        /// `frustum`.
        frustum: [f64; 4],
        /// `bv`.
        bv: [f64; 4],
        /// `bvactive`.
        bvactive: [f64; 4],
    }
}
