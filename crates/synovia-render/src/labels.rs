//! Labels of shapes, written over the picture where the shapes are.
//!
//! A label begins at the pixel where its shape's position is seen, and is not hidden by what is before it. One whose position
//! is outside the picture, or not between the near and far planes, is not written.

use synovia_scene::Scene;

use crate::context::Context;
use crate::flat::Sheet;
use crate::frame::{FrameBuffer, Viewport};
use crate::matrix::Vec3;
use crate::view::View;

/// Writes the labels of a scene over the part of a frame buffer that a view fills.
pub(crate) fn draw(
    context: &Context,
    frame: &mut FrameBuffer,
    viewport: Viewport,
    view: &View,
    scene: &Scene,
) {
    let labelled = scene.shapes().iter().filter(|geom| geom.label[0] != 0);
    let font = context.fonts.font(1);
    let (width, height) = (frame.width(), frame.height());
    let Some(mut sheet) = Sheet::new(width, height, frame.color_mut()) else {
        return;
    };
    for geom in labelled {
        let end = geom.label.iter().position(|&byte| byte == 0);
        let text = String::from_utf8_lossy(&geom.label[..end.unwrap_or(geom.label.len())]);
        if let Some([x, y]) = place(view, viewport, geom.pos) {
            font.label(&mut sheet, &text, x, y);
        }
    }
}

/// The pixel where a point of the world is seen.
fn place(view: &View, viewport: Viewport, pos: Vec3) -> Option<[i32; 2]> {
    let [x, y, z, w] = view.projection.point(view.eye.affine(pos));
    let inside = w > 0.0 && x.abs() <= w && y.abs() <= w && (0.0..=w).contains(&z);
    let at = |c: f32, first: i32, size: i32| {
        let from_first = (0.5 * (c / w + 1.0) * size as f32).floor();
        first.saturating_add(from_first as i32)
    };
    inside.then(|| {
        [
            at(x, viewport.left, viewport.width),
            at(y, viewport.bottom, viewport.height),
        ]
    })
}

#[cfg(test)]
mod tests {
    use synovia_scene::GlCamera;

    use super::*;

    fn view(change: impl Fn(&mut GlCamera)) -> View {
        let mut scene = Scene::new(None, 0);
        for camera in &mut scene.camera {
            *camera = GlCamera {
                pos: [0.0, -2.0, 0.0],
                forward: [0.0, 1.0, 0.0],
                up: [0.0, 0.0, 1.0],
                frustum_bottom: -0.05,
                frustum_top: 0.05,
                frustum_near: 0.1,
                frustum_far: 10.0,
                ..GlCamera::default()
            };
            change(camera);
        }
        View::new(&scene, None, [200, 100]).unwrap()
    }

    #[test]
    fn points_are_seen_where_the_camera_projects_them() {
        let viewport = Viewport::new(10, 20, 200, 100);
        let perspective = view(|_| ());
        let seen = |point| place(&perspective, viewport, point);
        assert_eq!(seen([0.001, 0.0, 0.001]), Some([110, 70]));
        // at distance 2 the picture is 2 high and 4 wide
        assert_eq!(seen([1.001, 0.0, 0.501]), Some([160, 95]));
        assert_eq!(seen([0.0, 0.0, 1.5]), None);
        assert_eq!(seen([0.0, -3.0, 0.0]), None);
        assert_eq!(seen([0.0, 9.0, 0.0]), None);
        assert_eq!(seen([f32::NAN, 0.0, 0.0]), None);
        let parallel = view(|camera| {
            camera.orthographic = 1;
            (camera.frustum_bottom, camera.frustum_top) = (-1.0, 1.0);
        });
        assert_eq!(
            place(&parallel, viewport, [1.001, 5.0, 0.501]),
            Some([160, 95])
        );
    }
}
