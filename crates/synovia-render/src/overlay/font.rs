//! Bitmap fonts: Noto Sans Mono in fixed sizes, from the crate `noto-sans-mono-bitmap`.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster};

use super::canvas::{Canvas, Rgba};

/// A font size: a raster height, magnified by an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Font {
    size: RasterHeight,
    zoom: usize,
    shadow: bool,
}

/// The fonts of a context: normal, with a shadow, big.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fonts {
    /// Percent of the normal size.
    pub scale: i32,
    normal: (RasterHeight, usize),
}

/// Drawn for characters that are not in the font.
const REPLACEMENT: char = '?';

impl Fonts {
    /// The fonts of a scale in percent, 50 to 300; other values get the nearest.
    #[doc(alias = "mjtFontScale")]
    pub fn new(scale: i32) -> Self {
        let normal = match scale {
            ..75 => (RasterHeight::Size16, 1),
            75..125 => (RasterHeight::Size20, 1),
            125..175 => (RasterHeight::Size24, 1),
            175..225 => (RasterHeight::Size32, 1),
            225..275 => (RasterHeight::Size20, 2),
            275.. => (RasterHeight::Size24, 2),
        };
        Self { scale, normal }
    }

    /// The font with the reference's number: 0 normal, 1 with a shadow, 2 big.
    #[doc(alias = "mjtFont")]
    pub fn font(&self, number: i32) -> Font {
        let (size, zoom) = self.normal;
        Font {
            size,
            zoom: if number == 2 { 2 * zoom } else { zoom },
            shadow: number == 1,
        }
    }
}

impl Font {
    /// Height of a line.
    pub fn height(&self) -> i32 {
        (self.size.val() * self.zoom) as i32
    }

    /// Width of a character; the font is monospaced.
    pub fn advance(&self) -> i32 {
        let width =
            get_raster('x', FontWeight::Regular, self.size).map_or(0, |raster| raster.width());
        (width * self.zoom) as i32
    }

    /// Width of one line of text.
    pub fn width(&self, text: &str) -> i32 {
        let draw_glyphs = i32::try_from(text.chars().count()).unwrap_or(i32::MAX);
        draw_glyphs.saturating_mul(self.advance())
    }

    /// Draws one line of text with its lower left corner at `(x, y)`.
    pub fn draw(&self, canvas: &mut Canvas<'_>, text: &str, x: i32, y: i32, rgb: [f32; 3]) {
        if self.shadow {
            for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                self.draw_glyphs(canvas, text, (x + dx, y + dy), [0.0, 0.0, 0.0, 0.5]);
            }
        }
        self.draw_glyphs(canvas, text, (x, y), [rgb[0], rgb[1], rgb[2], 1.0]);
    }

    /// Draws the label of a geom: white characters with a black outline.
    pub(crate) fn label(&self, canvas: &mut Canvas<'_>, text: &str, x: i32, y: i32) {
        for k in (0..9).filter(|&k| k != 4) {
            let beside = (x + k % 3 - 1, y + k / 3 - 1);
            self.draw_glyphs(canvas, text, beside, [0.0, 0.0, 0.0, 1.0]);
        }
        self.draw_glyphs(canvas, text, (x, y), [1.0; 4]);
    }

    fn draw_glyphs(&self, canvas: &mut Canvas<'_>, text: &str, (x, y): (i32, i32), rgba: Rgba) {
        let right = canvas.rect().width;
        let mut left = x;
        for draw_glyph in text.chars() {
            if left >= right {
                return;
            }
            self.draw_glyph(canvas, draw_glyph, (left, y), rgba);
            left = left.saturating_add(self.advance());
        }
    }

    fn draw_glyph(
        &self,
        canvas: &mut Canvas<'_>,
        draw_glyph: char,
        (left, bottom): (i32, i32),
        rgba: Rgba,
    ) {
        let raster = get_raster(draw_glyph, FontWeight::Regular, self.size)
            .or_else(|| get_raster(REPLACEMENT, FontWeight::Regular, self.size));
        let Some(raster) = raster else {
            return;
        };
        for (row, line) in raster.rows().enumerate() {
            for (column, &strength) in line.iter().enumerate() {
                if strength == 0 {
                    continue;
                }
                let [r, g, b, a] = rgba;
                let rgba = [r, g, b, a * f32::from(strength) / 255.0];
                for sub in 0..self.zoom * self.zoom {
                    let dx = column * self.zoom + sub % self.zoom;
                    let down = row * self.zoom + sub / self.zoom;
                    let (dx, dy) = (dx as i32, self.height() - 1 - down as i32);
                    canvas.set_pixel(left.saturating_add(dx), bottom.saturating_add(dy), rgba);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_the_width_of_its_characters_and_stays_in_its_box() {
        let font = Fonts::new(150).font(0);
        let (width, height) = (font.width("Mg|"), font.height());
        assert_eq!(width, 3 * font.advance());
        let (w, h) = (width as usize + 10, height as usize + 10);
        let mut rgb = vec![0; 3 * w * h];
        let mut canvas = Canvas::new(w, h, &mut rgb).expect("fits");
        font.draw(&mut canvas, "Mg|", 5, 5, [1.0; 3]);
        let lit = |x: usize, y: usize| rgb[3 * (y * w + x)] > 0;
        for y in 0..h {
            for x in 0..w {
                let inside = (5..w - 5).contains(&x) && (5..h - 5).contains(&y);
                assert!(inside || !lit(x, y), "pixel {x} {y} is outside of the text");
            }
        }
        assert!((0..w * h).any(|k| rgb[3 * k] > 200));
    }

    #[test]
    fn the_big_font_has_twice_the_size_and_unknown_characters_are_drawn() {
        for scale in [50, 100, 150, 200, 250, 300, -1, i32::MAX] {
            let fonts = Fonts::new(scale);
            assert_eq!(fonts.font(2).height(), 2 * fonts.font(0).height());
            assert_eq!(fonts.font(2).advance(), 2 * fonts.font(0).advance());
        }
        let mut rgb = vec![0; 3 * 40 * 40];
        let mut canvas = Canvas::new(40, 40, &mut rgb).expect("fits");
        Fonts::new(100)
            .font(1)
            .draw(&mut canvas, "\u{4e00}\n", 0, 0, [1.0; 3]);
        assert!(rgb.iter().any(|byte| *byte > 0));
    }
}
