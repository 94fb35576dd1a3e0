//! Text over pictures: a line or two in a corner, and the size of letters.

use synovia::render::FrameBuffer;
use synovia::render::overlay::{self, Canvas, Fonts, GridPos};

/// Percent of the normal size of letters in a picture of this height.
pub(super) fn font_scale(height: usize) -> i32 {
    match height {
        ..600 => 50,
        600..1000 => 100,
        1000..1500 => 150,
        _ => 200,
    }
}

/// Writes the name of the model and the time into the lower left corner.
pub(super) fn corner(frame: &mut FrameBuffer, name: &str, time: f64) {
    let (width, height) = (frame.width(), frame.height());
    let font = Fonts::new(font_scale(height)).font(0);
    let Some(mut canvas) = Canvas::new(width, height, frame.color_mut()) else {
        return;
    };
    let (all, time) = (canvas.rect(), format!("{name}\n{time:.3} s"));
    overlay::overlay(
        &mut canvas,
        all,
        font,
        GridPos::BottomLeft,
        ["model\ntime", &time],
    );
}
