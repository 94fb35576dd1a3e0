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

element! {
    /// Settings of the whole view.
    pub struct Global {
        /// See [`VisGlobal::cameraid`].
        cameraid: i32 { default: VisGlobal::DEFAULT.cameraid },
        /// See [`VisGlobal::orthographic`].
        orthographic: Bool { default: VisGlobal::DEFAULT.orthographic != 0 },
        /// See [`VisGlobal::fovy`].
        fovy: f32 { default: VisGlobal::DEFAULT.fovy },
        /// See [`VisGlobal::ipd`].
        ipd: f32 { default: VisGlobal::DEFAULT.ipd },
        /// See [`VisGlobal::azimuth`].
        azimuth: f32 { default: VisGlobal::DEFAULT.azimuth },
        /// See [`VisGlobal::elevation`].
        elevation: f32 { default: VisGlobal::DEFAULT.elevation },
        /// See [`VisGlobal::linewidth`].
        linewidth: f32 { default: VisGlobal::DEFAULT.linewidth },
        /// See [`VisGlobal::glow`].
        glow: f32 { default: VisGlobal::DEFAULT.glow },
        /// See [`VisGlobal::offwidth`].
        offwidth: i32 { default: VisGlobal::DEFAULT.offwidth },
        /// See [`VisGlobal::offheight`].
        offheight: i32 { default: VisGlobal::DEFAULT.offheight },
        /// See [`VisGlobal::realtime`].
        realtime: f32 { default: VisGlobal::DEFAULT.realtime },
        /// See [`VisGlobal::ellipsoidinertia`].
        ellipsoidinertia: Bool { default: VisGlobal::DEFAULT.ellipsoidinertia != 0 },
        /// See [`VisGlobal::bvactive`].
        bvactive: Bool { default: VisGlobal::DEFAULT.bvactive != 0 },
    }
}

element! {
    /// Rendering quality.
    pub struct Quality {
        /// See [`VisQuality::shadowsize`].
        shadowsize: i32 { default: VisQuality::DEFAULT.shadowsize },
        /// See [`VisQuality::offsamples`].
        offsamples: i32 { default: VisQuality::DEFAULT.offsamples },
        /// See [`VisQuality::numslices`].
        numslices: i32 { default: VisQuality::DEFAULT.numslices },
        /// See [`VisQuality::numstacks`].
        numstacks: i32 { default: VisQuality::DEFAULT.numstacks },
        /// See [`VisQuality::numquads`].
        numquads: i32 { default: VisQuality::DEFAULT.numquads },
    }
}

element! {
    /// The light at the camera.
    pub struct Headlight {
        /// See [`VisHeadlight::ambient`].
        ambient: [f32; 3] { default: VisHeadlight::DEFAULT.ambient },
        /// See [`VisHeadlight::diffuse`].
        diffuse: [f32; 3] { default: VisHeadlight::DEFAULT.diffuse },
        /// See [`VisHeadlight::specular`].
        specular: [f32; 3] { default: VisHeadlight::DEFAULT.specular },
        /// See [`VisHeadlight::active`].
        active: i32 { default: VisHeadlight::DEFAULT.active },
    }
}

element! {
    /// Scaling from physics to graphics.
    pub struct Map {
        /// See [`VisMap::stiffness`].
        stiffness: f32 { default: VisMap::DEFAULT.stiffness },
        /// See [`VisMap::stiffnessrot`].
        stiffnessrot: f32 { default: VisMap::DEFAULT.stiffnessrot },
        /// See [`VisMap::force`].
        force: f32 { default: VisMap::DEFAULT.force },
        /// See [`VisMap::torque`].
        torque: f32 { default: VisMap::DEFAULT.torque },
        /// See [`VisMap::alpha`].
        alpha: f32 { default: VisMap::DEFAULT.alpha },
        /// See [`VisMap::fogstart`].
        fogstart: f32 { default: VisMap::DEFAULT.fogstart },
        /// See [`VisMap::fogend`].
        fogend: f32 { default: VisMap::DEFAULT.fogend },
        /// See [`VisMap::znear`].
        znear: f32 { default: VisMap::DEFAULT.znear },
        /// See [`VisMap::zfar`].
        zfar: f32 { default: VisMap::DEFAULT.zfar },
        /// See [`VisMap::haze`].
        haze: f32 { default: VisMap::DEFAULT.haze },
        /// See [`VisMap::shadowclip`].
        shadowclip: f32 { default: VisMap::DEFAULT.shadowclip },
        /// See [`VisMap::shadowscale`].
        shadowscale: f32 { default: VisMap::DEFAULT.shadowscale },
        /// See [`VisMap::actuatortendon`].
        actuatortendon: f32 { default: VisMap::DEFAULT.actuatortendon },
    }
}

element! {
    /// Sizes of decorative objects, relative to the mean body size.
    pub struct Scale {
        /// See [`VisScale::forcewidth`].
        forcewidth: f32 { default: VisScale::DEFAULT.forcewidth },
        /// See [`VisScale::contactwidth`].
        contactwidth: f32 { default: VisScale::DEFAULT.contactwidth },
        /// See [`VisScale::contactheight`].
        contactheight: f32 { default: VisScale::DEFAULT.contactheight },
        /// See [`VisScale::connect`].
        connect: f32 { default: VisScale::DEFAULT.connect },
        /// See [`VisScale::com`].
        com: f32 { default: VisScale::DEFAULT.com },
        /// See [`VisScale::camera`].
        camera: f32 { default: VisScale::DEFAULT.camera },
        /// See [`VisScale::light`].
        light: f32 { default: VisScale::DEFAULT.light },
        /// See [`VisScale::selectpoint`].
        selectpoint: f32 { default: VisScale::DEFAULT.selectpoint },
        /// See [`VisScale::jointlength`].
        jointlength: f32 { default: VisScale::DEFAULT.jointlength },
        /// See [`VisScale::jointwidth`].
        jointwidth: f32 { default: VisScale::DEFAULT.jointwidth },
        /// See [`VisScale::actuatorlength`].
        actuatorlength: f32 { default: VisScale::DEFAULT.actuatorlength },
        /// See [`VisScale::actuatorwidth`].
        actuatorwidth: f32 { default: VisScale::DEFAULT.actuatorwidth },
        /// See [`VisScale::framelength`].
        framelength: f32 { default: VisScale::DEFAULT.framelength },
        /// See [`VisScale::framewidth`].
        framewidth: f32 { default: VisScale::DEFAULT.framewidth },
        /// See [`VisScale::constraint`].
        constraint: f32 { default: VisScale::DEFAULT.constraint },
        /// See [`VisScale::slidercrank`].
        slidercrank: f32 { default: VisScale::DEFAULT.slidercrank },
        /// See [`VisScale::frustum`].
        frustum: f32 { default: VisScale::DEFAULT.frustum },
    }
}

element! {
    /// Colours of decorative objects.
    pub struct Rgba {
        /// See [`VisRgba::fog`].
        fog: [f32; 4] { default: VisRgba::DEFAULT.fog },
        /// See [`VisRgba::haze`].
        haze: [f32; 4] { default: VisRgba::DEFAULT.haze },
        /// See [`VisRgba::force`].
        force: [f32; 4] { default: VisRgba::DEFAULT.force },
        /// See [`VisRgba::inertia`].
        inertia: [f32; 4] { default: VisRgba::DEFAULT.inertia },
        /// See [`VisRgba::joint`].
        joint: [f32; 4] { default: VisRgba::DEFAULT.joint },
        /// See [`VisRgba::actuator`].
        actuator: [f32; 4] { default: VisRgba::DEFAULT.actuator },
        /// See [`VisRgba::actuatornegative`].
        actuatornegative: [f32; 4] { default: VisRgba::DEFAULT.actuatornegative },
        /// See [`VisRgba::actuatorpositive`].
        actuatorpositive: [f32; 4] { default: VisRgba::DEFAULT.actuatorpositive },
        /// See [`VisRgba::com`].
        com: [f32; 4] { default: VisRgba::DEFAULT.com },
        /// See [`VisRgba::camera`].
        camera: [f32; 4] { default: VisRgba::DEFAULT.camera },
        /// See [`VisRgba::light`].
        light: [f32; 4] { default: VisRgba::DEFAULT.light },
        /// See [`VisRgba::selectpoint`].
        selectpoint: [f32; 4] { default: VisRgba::DEFAULT.selectpoint },
        /// See [`VisRgba::connect`].
        connect: [f32; 4] { default: VisRgba::DEFAULT.connect },
        /// See [`VisRgba::contactpoint`].
        contactpoint: [f32; 4] { default: VisRgba::DEFAULT.contactpoint },
        /// See [`VisRgba::contactforce`].
        contactforce: [f32; 4] { default: VisRgba::DEFAULT.contactforce },
        /// See [`VisRgba::contactfriction`].
        contactfriction: [f32; 4] { default: VisRgba::DEFAULT.contactfriction },
        /// See [`VisRgba::contacttorque`].
        contacttorque: [f32; 4] { default: VisRgba::DEFAULT.contacttorque },
        /// See [`VisRgba::contactgap`].
        contactgap: [f32; 4] { default: VisRgba::DEFAULT.contactgap },
        /// See [`VisRgba::rangefinder`].
        rangefinder: [f32; 4] { default: VisRgba::DEFAULT.rangefinder },
        /// See [`VisRgba::constraint`].
        constraint: [f32; 4] { default: VisRgba::DEFAULT.constraint },
        /// See [`VisRgba::slidercrank`].
        slidercrank: [f32; 4] { default: VisRgba::DEFAULT.slidercrank },
        /// See [`VisRgba::crankbroken`].
        crankbroken: [f32; 4] { default: VisRgba::DEFAULT.crankbroken },
        /// See [`VisRgba::frustum`].
        frustum: [f32; 4] { default: VisRgba::DEFAULT.frustum },
        /// See [`VisRgba::bv`].
        bv: [f32; 4] { default: VisRgba::DEFAULT.bv },
        /// See [`VisRgba::bvactive`].
        bvactive: [f32; 4] { default: VisRgba::DEFAULT.bvactive },
    }
}
