//! Text over a picture: single lines, blocks in a corner, and labelled rectangles.

use super::font::Font;
use super::sheet::Sheet;
use crate::frame::Viewport;

/// Space around text, and between lines.
const PAD: i32 = 5;

/// Where a block of text is in its viewport.
#[doc(alias = "mjtGridPos")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Left, above.
    TopLeft,
    /// Right, above.
    TopRight,
    /// Left, below.
    BottomLeft,
    /// Right, below.
    BottomRight,
    /// In the middle, above.
    Top,
    /// In the middle, below.
    Bottom,
    /// Left, half way up.
    Left,
    /// Right, half way up.
    Right,
}

impl Corner {
    /// The corner with the reference's number.
    pub fn from_i32(number: i32) -> Option<Self> {
        const ALL: [Corner; 8] = [
            Corner::TopLeft,
            Corner::TopRight,
            Corner::BottomLeft,
            Corner::BottomRight,
            Corner::Top,
            Corner::Bottom,
            Corner::Left,
            Corner::Right,
        ];
        ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// Where a block of the given size is, `skip` pixels further from the side.
    fn place(self, viewport: Viewport, skip: i32, width: i32, height: i32) -> Viewport {
        let left = viewport.left + skip + PAD;
        let right = viewport.left + viewport.width - skip - 1 - PAD - width;
        let middle = viewport.left + (viewport.width - skip - width) / 2 - 1 - PAD;
        let bottom = viewport.bottom + PAD;
        let top = viewport.bottom + viewport.height - 1 - PAD - height;
        let half = viewport.bottom + (viewport.height - height) / 2 - 1 - PAD;
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

/// One line of text that begins at `(x, y)`, fractions of the viewport.
#[doc(alias = "mjr_text")]
pub fn text(
    sheet: &mut Sheet<'_>,
    viewport: Viewport,
    font: Font,
    line: &str,
    at: [f32; 2],
    rgb: [f32; 3],
) {
    let x = viewport.left + (at[0] * viewport.width as f32) as i32;
    let y = viewport.bottom + (at[1] * viewport.height as f32) as i32;
    font.draw(sheet, line, x, y, rgb);
}

/// Blocks of text on a dark ground: one column, or two side by side if the second is not empty.
#[doc(alias = "mjr_overlay")]
pub fn overlay(
    sheet: &mut Sheet<'_>,
    viewport: Viewport,
    font: Font,
    corner: Corner,
    columns: [&str; 2],
) {
    const BRIGHT: [f32; 3] = [1.0; 3];
    const GREY: [f32; 3] = [0.7; 3];
    if viewport.is_empty() {
        return;
    }
    let [first, second] = columns;
    if second.is_empty() {
        block(sheet, viewport, 0, font, corner, (first, BRIGHT));
        return;
    }
    // the names are on the left of their values, whichever side comes first
    let from_left = matches!(corner, Corner::TopLeft | Corner::BottomLeft);
    let (near, far) = if from_left {
        ((first, GREY), (second, BRIGHT))
    } else {
        ((second, BRIGHT), (first, GREY))
    };
    let skip = block(sheet, viewport, 0, font, corner, near);
    block(sheet, viewport, skip, font, corner, far);
}

/// One block; its width is what the next one has to skip.
fn block(
    sheet: &mut Sheet<'_>,
    viewport: Viewport,
    skip: i32,
    font: Font,
    corner: Corner,
    (text, rgb): (&str, [f32; 3]),
) -> i32 {
    // lines that a sheet can show
    let most = (sheet.rect().height / font.height().max(1)) as usize + 2;
    let lines = text.split('\n').take(most);
    let count = lines.clone().count() as i32;
    let widest = lines.clone().map(|line| font.width(line)).max();
    let widest = widest.unwrap_or(0).min(1 << 20);
    let (width, height) = (PAD + widest + 8, count * (PAD + font.height()));
    let place = corner.place(viewport, skip, width, height);
    sheet.fill(place, [0.0, 0.0, 0.0, 0.5]);
    for (k, line) in lines.enumerate() {
        let down = font.height() + k as i32 * (PAD + font.height());
        font.draw(
            sheet,
            line,
            place.left + 3,
            place.bottom + height - down,
            rgb,
        );
    }
    width - 2
}

/// A filled rectangle with a text in its middle.
#[doc(alias = "mjr_label")]
pub fn label(
    sheet: &mut Sheet<'_>,
    rect: Viewport,
    font: Font,
    line: &str,
    ground: [f32; 4],
    rgb: [f32; 3],
) {
    if rect.is_empty() {
        return;
    }
    sheet.fill(rect, ground);
    let x = ((rect.width - font.width(line).min(1 << 20)) / 2).max(0);
    let y = (rect.height - font.height()) / 2;
    font.draw(sheet, line, rect.left + x, rect.bottom + y, rgb);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flat::Fonts;

    const WHITE: u8 = 255;

    /// Which columns and rows of a white sheet changed.
    fn changed(
        draw: impl FnOnce(&mut Sheet<'_>),
    ) -> (
        std::ops::RangeInclusive<usize>,
        std::ops::RangeInclusive<usize>,
    ) {
        let (w, h) = (200, 100);
        let mut rgb = vec![WHITE; 3 * w * h];
        draw(&mut Sheet::new(w, h, &mut rgb).expect("fits"));
        let dark: Vec<usize> = (0..w * h).filter(|k| rgb[3 * k] != WHITE).collect();
        let span = |of: fn(usize, usize) -> usize| {
            let all = dark.iter().map(|k| of(*k, w));
            all.clone().min().unwrap_or(0)..=all.max().unwrap_or(0)
        };
        (span(|k, w| k % w), span(|k, w| k / w))
    }

    #[test]
    fn blocks_lie_in_their_corners() {
        let font = Fonts::new(50).font(0);
        let (width, height) = (2 * font.advance() + 13, 2 * (5 + font.height()));
        let full = Viewport::new(0, 0, 200, 100);
        let at = |corner| changed(|sheet| overlay(sheet, full, font, corner, ["ab\nc", ""]));
        let (x, y) = at(Corner::TopLeft);
        assert_eq!((*x.start(), *y.end()), (5, 93));
        assert_eq!((x.count(), y.count()), (width as usize, height as usize));
        let (x, y) = at(Corner::BottomRight);
        assert_eq!((*x.end(), *y.start()), (193, 5));
    }

    #[test]
    fn two_columns_are_side_by_side() {
        let font = Fonts::new(50).font(0);
        let full = Viewport::new(0, 0, 200, 100);
        let one = changed(|sheet| overlay(sheet, full, font, Corner::TopLeft, ["ab", ""])).0;
        let two = changed(|sheet| overlay(sheet, full, font, Corner::TopLeft, ["ab", "cd"])).0;
        assert_eq!(one.start(), two.start());
        assert_eq!(two.count(), 2 * one.count() - 2);
    }

    #[test]
    fn a_label_fills_its_rectangle() {
        let rect = Viewport::new(20, 30, 50, 20);
        let (x, y) = changed(|sheet| {
            let font = Fonts::new(50).font(0);
            label(
                sheet,
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
