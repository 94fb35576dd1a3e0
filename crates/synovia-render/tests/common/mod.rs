//! Scenes built by hand.

use synovia_model::GeomType;
use synovia_scene::{Geom, GlCamera, Light, Scene};

/// A camera at height `h` that looks straight down, with y up in the image.
pub(crate) fn camera_above(h: f32) -> GlCamera {
    GlCamera {
        pos: [0.0, 0.0, h],
        forward: [0.0, 0.0, -1.0],
        up: [0.0, 1.0, 0.0],
        frustum_bottom: -0.04,
        frustum_top: 0.04,
        frustum_near: 0.1,
        frustum_far: 50.0,
        ..GlCamera::default()
    }
}

/// A scene with one camera above, one light from above, and no effects.
pub(crate) fn plain_scene(h: f32) -> Scene {
    let mut scene = Scene::new(None, 64);
    scene.flags = [0; 11];
    scene.flags[10] = 1;
    scene.camera = [camera_above(h); 2];
    scene.lights[0] = Light {
        kind: 1,
        dir: [0.0, 0.0, -1.0],
        ambient: [0.1; 3],
        diffuse: [0.6; 3],
        ..Light::default()
    };
    scene.nlight = 1;
    scene
}

/// Adds a shape.
pub(crate) fn add(
    scene: &mut Scene,
    kind: GeomType,
    pos: [f32; 3],
    size: [f32; 3],
    rgba: [f32; 4],
) {
    let g = scene.ngeom as usize;
    scene.geoms[g] = Geom {
        kind,
        dataid: -1,
        objtype: 5,
        objid: 100 + g as i32,
        category: 2,
        matid: -1,
        segid: g as i32,
        size,
        pos,
        mat: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        rgba,
        ..Geom::default()
    };
    scene.ngeom += 1;
}
