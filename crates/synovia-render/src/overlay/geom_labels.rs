//! Labels of geoms, drawn over the image.
//!
//! A label begins at the pixel of its geom's position and is not occluded. It is not drawn if that position is outside the image or
//! not between the near and far planes.

use synovia_scene::Scene;

use crate::camera::CameraView;
use crate::matrix::Vec3;
use crate::overlay::Canvas;
use crate::resources::context::Context;
use crate::target::frame_buffer::{FrameBuffer, Viewport};

/// Draws the labels of a scene over the viewport of a view.
pub(crate) fn draw(
    context: &Context,
    frame: &mut FrameBuffer,
    viewport: Viewport,
    view: &CameraView,
    scene: &Scene,
) {
    let labelled = scene.shapes().iter().filter(|geom| geom.label[0] != 0);
    let font = context.fonts.font(1);
    let (width, height) = (frame.width(), frame.height());
    let Some(mut canvas) = Canvas::new(width, height, frame.color_mut()) else {
        return;
    };
    for geom in labelled {
        let end = geom.label.iter().position(|&byte| byte == 0);
        let text = String::from_utf8_lossy(&geom.label[..end.unwrap_or(geom.label.len())]);
        if let Some([x, y]) = place(view, viewport, geom.pos) {
            font.label(&mut canvas, &text, x, y);
        }
    }
}

/// The pixel of a point in world space.
fn place(view: &CameraView, viewport: Viewport, pos: Vec3) -> Option<[i32; 2]> {
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

    fn view(change: impl Fn(&mut GlCamera)) -> CameraView {
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
        CameraView::new(&scene, None, [200, 100]).unwrap()
    }

    #[test]
    fn points_are_seen_where_the_camera_projects_them() {
        let viewport = Viewport::new(10, 20, 200, 100);
        let perspective = view(|_| ());
        let seen = |point| place(&perspective, viewport, point);
        assert_eq!(seen([0.001, 0.0, 0.001]), Some([110, 70]));
        // at distance 2 the image is 2 high and 4 wide
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
