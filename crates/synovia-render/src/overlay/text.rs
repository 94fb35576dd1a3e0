//! Text overlays: single lines, blocks in a corner, and labelled rectangles.

use super::canvas::Canvas;
use super::font::Font;
use crate::target::frame_buffer::Viewport;

/// Padding around text and between lines.
const PADDING: i32 = 5;

/// Position of a text block in its viewport.
#[doc(alias = "mjtGridPos")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridPos {
    /// Left, at the top.
    TopLeft,
    /// Right, at the top.
    TopRight,
    /// Left, at the bottom.
    BottomLeft,
    /// Right, at the bottom.
    BottomRight,
    /// Centred, at the top.
    Top,
    /// Centred, at the bottom.
    Bottom,
    /// Left, centred vertically.
    Left,
    /// Right, centred vertically.
    Right,
}

impl GridPos {
    /// The position with the reference's number.
    pub fn from_i32(number: i32) -> Option<Self> {
        const ALL: [GridPos; 8] = [
            GridPos::TopLeft,
            GridPos::TopRight,
            GridPos::BottomLeft,
            GridPos::BottomRight,
            GridPos::Top,
            GridPos::Bottom,
            GridPos::Left,
            GridPos::Right,
        ];
        ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The rectangle of a block of the given size, `skip` pixels further from the side.
    fn place(self, viewport: Viewport, skip: i32, width: i32, height: i32) -> Viewport {
        let left = viewport.left + skip + PADDING;
        let right = viewport.left + viewport.width - skip - 1 - PADDING - width;
        let middle = viewport.left + (viewport.width - skip - width) / 2 - 1 - PADDING;
        let bottom = viewport.bottom + PADDING;
        let top = viewport.bottom + viewport.height - 1 - PADDING - height;
        let half = viewport.bottom + (viewport.height - height) / 2 - 1 - PADDING;
        let (x, y) = match self {
            Self::TopLeft => (left, top),
            Self::TopRight => (right, top),
            Self::BottomLeft => (left, bottom),
            Self::BottomRight => (right, bottom),
            Self::Top => (middle, top),
            Self::Bottom => (middle, bottom),
            Self::Left => (left, half),
            Self::Right => (right, half),
        };
        Viewport::new(x, y, width, height)
    }
}

/// Draws one line of text that begins at `(x, y)`, in fractions of the viewport.
#[doc(alias = "mjr_text")]
pub fn text(
    canvas: &mut Canvas<'_>,
    viewport: Viewport,
    font: Font,
    line: &str,
    at: [f32; 2],
    rgb: [f32; 3],
) {
    let x = viewport.left + (at[0] * viewport.width as f32) as i32;
    let y = viewport.bottom + (at[1] * viewport.height as f32) as i32;
    font.draw(canvas, line, x, y, rgb);
}

/// Draws text blocks on a dark background: one column, or two side by side if the second is not empty.
#[doc(alias = "mjr_overlay")]
pub fn overlay(
    canvas: &mut Canvas<'_>,
    viewport: Viewport,
    font: Font,
    pos: GridPos,
    columns: [&str; 2],
) {
    const BRIGHT: [f32; 3] = [1.0; 3];
    const GREY: [f32; 3] = [0.7; 3];
    if viewport.is_empty() {
        return;
    }
    let [first, second] = columns;
    if second.is_empty() {
        block(canvas, viewport, 0, font, pos, (first, BRIGHT));
        return;
    }
    // names are on the left of their values, whichever side comes first
    let from_left = matches!(pos, GridPos::TopLeft | GridPos::BottomLeft);
    let (near, far) = if from_left {
        ((first, GREY), (second, BRIGHT))
    } else {
        ((second, BRIGHT), (first, GREY))
    };
    let skip = block(canvas, viewport, 0, font, pos, near);
    block(canvas, viewport, skip, font, pos, far);
}

/// Draws one block; returns the width that the next one has to skip.
fn block(
    canvas: &mut Canvas<'_>,
    viewport: Viewport,
    skip: i32,
    font: Font,
    pos: GridPos,
    (text, rgb): (&str, [f32; 3]),
) -> i32 {
    // lines that fit on the canvas
    let most = (canvas.rect().height / font.height().max(1)) as usize + 2;
    let lines = text.split('\n').take(most);
    let count = lines.clone().count() as i32;
    let widest = lines.clone().map(|line| font.width(line)).max();
    let widest = widest.unwrap_or(0).min(1 << 20);
    let (width, height) = (PADDING + widest + 8, count * (PADDING + font.height()));
    let place = pos.place(viewport, skip, width, height);
    canvas.fill(place, [0.0, 0.0, 0.0, 0.5]);
    for (k, line) in lines.enumerate() {
        let down = font.height() + k as i32 * (PADDING + font.height());
        font.draw(
            canvas,
            line,
            place.left + 3,
            place.bottom + height - down,
            rgb,
        );
    }
    width - 2
}

/// Draws a filled rectangle with centred text.
#[doc(alias = "mjr_label")]
pub fn label(
    canvas: &mut Canvas<'_>,
    rect: Viewport,
    font: Font,
    line: &str,
    ground: [f32; 4],
    rgb: [f32; 3],
) {
    if rect.is_empty() {
        return;
    }
    canvas.fill(rect, ground);
    let x = ((rect.width - font.width(line).min(1 << 20)) / 2).max(0);
    let y = (rect.height - font.height()) / 2;
    font.draw(canvas, line, rect.left + x, rect.bottom + y, rgb);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::Fonts;

    const WHITE: u8 = 255;

    /// The range of columns and rows of a white canvas that changed.
    fn changed(
        draw: impl FnOnce(&mut Canvas<'_>),
    ) -> (
        std::ops::RangeInclusive<usize>,
        std::ops::RangeInclusive<usize>,
    ) {
        let (w, h) = (200, 100);
        let mut rgb = vec![WHITE; 3 * w * h];
        draw(&mut Canvas::new(w, h, &mut rgb).expect("fits"));
        let dark: Vec<usize> = (0..w * h).filter(|k| rgb[3 * k] != WHITE).collect();
        let span = |of: fn(usize, usize) -> usize| {
            let all = dark.iter().map(|k| of(*k, w));
            all.clone().min().unwrap_or(0)..=all.max().unwrap_or(0)
        };
        (span(|k, w| k % w), span(|k, w| k / w))
    }

    #[test]
    fn blocks_are_in_their_corners() {
        let font = Fonts::new(50).font(0);
        let (width, height) = (2 * font.advance() + 13, 2 * (5 + font.height()));
        let full = Viewport::new(0, 0, 200, 100);
        let at = |pos| changed(|canvas| overlay(canvas, full, font, pos, ["ab\nc", ""]));
        let (x, y) = at(GridPos::TopLeft);
        assert_eq!((*x.start(), *y.end()), (5, 93));
        assert_eq!((x.count(), y.count()), (width as usize, height as usize));
        let (x, y) = at(GridPos::BottomRight);
        assert_eq!((*x.end(), *y.start()), (193, 5));
    }

    #[test]
    fn two_columns_are_side_by_side() {
        let font = Fonts::new(50).font(0);
        let full = Viewport::new(0, 0, 200, 100);
        let one = changed(|canvas| overlay(canvas, full, font, GridPos::TopLeft, ["ab", ""])).0;
        let two = changed(|canvas| overlay(canvas, full, font, GridPos::TopLeft, ["ab", "cd"])).0;
        assert_eq!(one.start(), two.start());
        assert_eq!(two.count(), 2 * one.count() - 2);
    }

    #[test]
    fn a_label_fills_its_rectangle() {
        let rect = Viewport::new(20, 30, 50, 20);
        let (x, y) = changed(|canvas| {
            let font = Fonts::new(50).font(0);
            label(
                canvas,
                rect,
                font,
                "Hi",
                [0.0, 0.0, 1.0, 1.0],
                [1.0, 0.0, 0.0],
            );
        });
        assert_eq!((x, y), (20..=69, 30..=49));
    }
}
