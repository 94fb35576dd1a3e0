//! Settings for drawing; the physics does not read them.

use crate::record::record;

record! {
    /// Camera, window and other global settings.
    pub struct VisGlobal {
        /// Camera to start with; −1 is the free one.
        cameraid: i32 = -1,
        /// 1 if the free camera is orthographic.
        orthographic: i32 = 0,
        /// Vertical field of view of the free camera: an angle \[deg\], or a length \[m\] if orthographic.
        fovy: f32 = 45.0,
        /// Distance between the pupils of the free camera \[m\].
        ipd: f32 = 0.068,
        /// Azimuth of the free camera at the start \[deg\].
        azimuth: f32 = 90.0,
        /// Elevation of the free camera at the start \[deg\].
        elevation: f32 = -45.0,
        /// Width of lines.
        linewidth: f32 = 1.0,
        /// Glow of the selected body.
        glow: f32 = 0.3,
        /// Speed at the start; 1 is real time.
        realtime: f32 = 1.0,
        /// Width of the off-screen buffer in pixels.
        offwidth: i32 = 640,
        /// Height of the off-screen buffer in pixels.
        offheight: i32 = 480,
        /// 1 if inertias are drawn as ellipsoids, 0 as boxes.
        ellipsoidinertia: i32 = 0,
        /// 1 if bounding volumes in use are drawn.
        bvactive: i32 = 1,
    }
}

record! {
    /// Quality of drawing.
    pub struct VisQuality {
        /// Pixels along a side of the shadow map.
        shadowsize: i32 = 4096,
        /// Samples per pixel off screen.
        offsamples: i32 = 4,
        /// Slices of round shapes.
        numslices: i32 = 28,
        /// Stacks of round shapes.
        numstacks: i32 = 16,
        /// Quads along a side of boxes.
        numquads: i32 = 4,
    }
}

record! {
    /// The light that moves with the viewer.
    pub struct VisHeadlight {
        /// Ambient color.
        ambient: [f32; 3] = [0.1; 3],
        /// Diffuse color.
        diffuse: [f32; 3] = [0.4; 3],
        /// Specular color.
        specular: [f32; 3] = [0.5; 3],
        /// 1 if it is on.
        active: i32 = 1,
    }
}

record! {
    /// How numbers become lengths, forces and distances on the screen.
    pub struct VisMap {
        /// Stiffness of dragging with the mouse.
        stiffness: f32 = 100.0,
        /// Stiffness of rotating with the mouse.
        stiffnessrot: f32 = 500.0,
        /// Length of a unit of force.
        force: f32 = 0.005,
        /// Length of a unit of torque.
        torque: f32 = 0.1,
        /// Opacity when everything is made transparent.
        alpha: f32 = 0.3,
        /// Distance where fog begins, in extents.
        fogstart: f32 = 3.0,
        /// Distance where fog is full, in extents.
        fogend: f32 = 10.0,
        /// Near clipping plane, in extents.
        znear: f32 = 0.01,
        /// Far clipping plane, in extents.
        zfar: f32 = 50.0,
        /// Share of the skybox's bottom that haze covers.
        haze: f32 = 0.3,
        /// Range of shadows of directional lights, in extents.
        shadowclip: f32 = 1.0,
        /// Range of shadows of spots, in cutoffs.
        shadowscale: f32 = 0.6,
        /// Width of actuated tendons, in tendon widths.
        actuatortendon: f32 = 2.0,
    }
}

record! {
    /// Sizes of decoration, in mean body sizes.
    pub struct VisScale {
        /// Width of force arrows.
        forcewidth: f32 = 0.1,
        /// Width of contact disks.
        contactwidth: f32 = 0.3,
        /// Height of contact disks.
        contactheight: f32 = 0.1,
        /// Width of connectors between bodies.
        connect: f32 = 0.2,
        /// Radius of centers of mass.
        com: f32 = 0.4,
        /// Size of cameras.
        camera: f32 = 0.3,
        /// Size of lights.
        light: f32 = 0.3,
        /// Size of the selection point.
        selectpoint: f32 = 0.2,
        /// Length of joints.
        jointlength: f32 = 1.0,
        /// Width of joints.
        jointwidth: f32 = 0.1,
        /// Length of actuators.
        actuatorlength: f32 = 0.7,
        /// Width of actuators.
        actuatorwidth: f32 = 0.2,
        /// Length of frame axes.
        framelength: f32 = 1.0,
        /// Width of frame axes.
        framewidth: f32 = 0.1,
        /// Width of constraints.
        constraint: f32 = 0.1,
        /// Width of slider-cranks.
        slidercrank: f32 = 0.2,
        /// Distance of the drawn end of camera frusta.
        frustum: f32 = 10.0,
    }
}

record! {
    /// Colors of decoration.
    pub struct VisRgba {
        /// Fog.
        fog: [f32; 4] = [0.0, 0.0, 0.0, 1.0],
        /// Haze.
        haze: [f32; 4] = [1.0, 1.0, 1.0, 1.0],
        /// External forces.
        force: [f32; 4] = [1.0, 0.5, 0.5, 1.0],
        /// Inertias.
        inertia: [f32; 4] = [0.8, 0.2, 0.2, 0.6],
        /// Joints.
        joint: [f32; 4] = [0.2, 0.6, 0.8, 1.0],
        /// Actuators at rest.
        actuator: [f32; 4] = [0.2, 0.25, 0.2, 1.0],
        /// Actuators at the lower limit.
        actuatornegative: [f32; 4] = [0.2, 0.6, 0.9, 1.0],
        /// Actuators at the upper limit.
        actuatorpositive: [f32; 4] = [0.9, 0.4, 0.2, 1.0],
        /// Centers of mass.
        com: [f32; 4] = [0.9, 0.9, 0.9, 1.0],
        /// Cameras.
        camera: [f32; 4] = [0.6, 0.9, 0.6, 1.0],
        /// Lights.
        light: [f32; 4] = [0.6, 0.6, 0.9, 1.0],
        /// The selection point.
        selectpoint: [f32; 4] = [0.9, 0.9, 0.1, 1.0],
        /// Connectors between bodies.
        connect: [f32; 4] = [0.2, 0.2, 0.8, 1.0],
        /// Contact points.
        contactpoint: [f32; 4] = [0.9, 0.6, 0.2, 1.0],
        /// Contact forces.
        contactforce: [f32; 4] = [0.7, 0.9, 0.9, 1.0],
        /// Frictional contact forces.
        contactfriction: [f32; 4] = [0.9, 0.8, 0.4, 1.0],
        /// Contact torques.
        contacttorque: [f32; 4] = [0.9, 0.7, 0.9, 1.0],
        /// Contacts within the gap.
        contactgap: [f32; 4] = [0.5, 0.8, 0.9, 1.0],
        /// Rangefinder rays.
        rangefinder: [f32; 4] = [1.0, 1.0, 0.1, 1.0],
        /// Constraints.
        constraint: [f32; 4] = [0.9, 0.0, 0.0, 1.0],
        /// Slider-cranks.
        slidercrank: [f32; 4] = [0.5, 0.3, 0.8, 1.0],
        /// Slider-cranks that cannot reach.
        crankbroken: [f32; 4] = [0.9, 0.0, 0.0, 1.0],
        /// Camera frusta.
        frustum: [f32; 4] = [1.0, 1.0, 0.0, 0.2],
        /// Bounding volumes.
        bv: [f32; 4] = [0.0, 1.0, 0.0, 0.5],
        /// Bounding volumes in use.
        bvactive: [f32; 4] = [1.0, 0.0, 0.0, 0.5],
    }
}

/// Settings for drawing.
#[doc(alias = "mjVisual")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vis {
    /// Camera, window and other global settings.
    pub global: VisGlobal,
    /// Quality of drawing.
    pub quality: VisQuality,
    /// The light that moves with the viewer.
    pub headlight: VisHeadlight,
    /// How numbers become lengths, forces and distances on the screen.
    pub map: VisMap,
    /// Sizes of decoration.
    pub scale: VisScale,
    /// Colors of decoration.
    pub rgba: VisRgba,
}
