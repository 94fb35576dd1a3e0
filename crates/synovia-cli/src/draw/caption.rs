//! Text on images: one or two lines in a corner, and the font size.

use synovia::render::FrameBuffer;
use synovia::render::overlay::{self, Canvas, Fonts, GridPos};

/// Font scale in percent for an image of this height.
pub(super) fn font_scale(height: usize) -> i32 {
    match height {
        ..600 => 50,
        600..1000 => 100,
        1000..1500 => 150,
        _ => 200,
    }
}

/// Draws the name of the model and the time in the lower left corner.
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
