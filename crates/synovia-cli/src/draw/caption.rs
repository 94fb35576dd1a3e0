//! Text over pictures: labels of shapes where they are seen, and a line or two in a corner.

use synovia::render::FrameBuffer;
use synovia::render::flat::{self, Corner, Font, Fonts, Sheet};
use synovia::scene::{GlCamera, Scene};

/// The letters for a picture of this height; `number` as in the reference: 0 plain, 1 with a shadow.
fn font(height: usize, number: i32) -> Font {
    let percent = match height {
        ..600 => 50,
        600..1000 => 100,
        1000..1500 => 150,
        _ => 200,
    };
    Fonts::new(percent).font(number)
}

/// Writes the labels of a scene.
pub(super) fn labels(frame: &mut FrameBuffer, scene: &Scene) {
    let (width, height) = (frame.width(), frame.height());
    let (font, eye) = (font(height, 1), super::eye(scene));
    let Some(mut sheet) = Sheet::new(width, height, frame.color_mut()) else {
        return;
    };
    for geom in scene.shapes() {
        let end = geom.label.iter().position(|&byte| byte == 0);
        let label = &geom.label[..end.unwrap_or(geom.label.len())];
        if label.is_empty() {
            continue;
        }
        let Some([x, y]) = project(&eye, [width, height], geom.pos) else {
            continue;
        };
        let text = String::from_utf8_lossy(label);
        font.draw(&mut sheet, &text, x, y, [1.0; 3]);
    }
}

/// Writes the name of the model and the time into the lower left corner.
pub(super) fn corner(frame: &mut FrameBuffer, name: &str, time: f64) {
    let (width, height) = (frame.width(), frame.height());
    let font = font(height, 0);
    let Some(mut sheet) = Sheet::new(width, height, frame.color_mut()) else {
        return;
    };
    let (all, time) = (sheet.rect(), format!("{name}\n{time:.3} s"));
    flat::overlay(
        &mut sheet,
        all,
        font,
        Corner::BottomLeft,
        ["model\ntime", &time],
    );
}

/// The pixel where a point is seen, from the lower left; none if it is not in the picture.
fn project(eye: &GlCamera, size: [usize; 2], point: [f32; 3]) -> Option<[i32; 2]> {
    let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let (f, u) = (eye.forward, eye.up);
    let right = [
        f[1] * u[2] - f[2] * u[1],
        f[2] * u[0] - f[0] * u[2],
        f[0] * u[1] - f[1] * u[0],
    ];
    let offset = core::array::from_fn(|k| point[k] - eye.pos[k]);
    let ahead = dot(offset, f);
    if ahead < eye.frustum_near {
        return None;
    }
    let onto = if eye.orthographic != 0 {
        1.0
    } else {
        eye.frustum_near / ahead
    };
    let (x, y) = (dot(offset, right) * onto, dot(offset, u) * onto);

    let [width, height] = size.map(|n| n as f32);
    let tall = eye.frustum_top - eye.frustum_bottom;
    let half = if eye.frustum_width > 0.0 {
        eye.frustum_width
    } else {
        0.5 * tall * width / height
    };
    let across = (x - eye.frustum_center + half) / (2.0 * half);
    let up = (y - eye.frustum_bottom) / tall;
    let inside = (0.0..1.0).contains(&across) && (0.0..1.0).contains(&up);
    inside.then_some([(across * width) as i32, (up * height) as i32])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_seen_where_the_camera_projects_them() {
        let eye = GlCamera {
            pos: [0.0, -2.0, 0.0],
            forward: [0.0, 1.0, 0.0],
            up: [0.0, 0.0, 1.0],
            frustum_bottom: -0.05,
            frustum_top: 0.05,
            frustum_near: 0.1,
            frustum_far: 10.0,
            ..GlCamera::default()
        };
        let seen = |point| project(&eye, [200, 100], point);
        assert_eq!(seen([0.0, 0.0, 0.0]), Some([100, 50]));
        // at distance 2 the picture is 2 high and 4 wide
        assert_eq!(seen([1.0, 0.0, 0.5]), Some([150, 75]));
        assert_eq!(seen([0.0, 0.0, 1.5]), None);
        assert_eq!(seen([0.0, -3.0, 0.0]), None);
        let flat = GlCamera {
            orthographic: 1,
            frustum_bottom: -1.0,
            frustum_top: 1.0,
            ..eye
        };
        assert_eq!(project(&flat, [200, 100], [1.0, 5.0, 0.5]), Some([150, 75]));
    }
}
