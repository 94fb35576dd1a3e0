//! A canvas of pixels for 2-D drawing: filled rectangles and lines.

use crate::target::frame_buffer::Viewport;

/// Red, green, blue and alpha, each between 0 and 1.
pub type Rgba = [f32; 4];

/// An image to draw on: `3 width height` bytes, the bottom row first.
#[derive(Debug)]
pub struct Canvas<'a> {
    width: usize,
    height: usize,
    rgb: &'a mut [u8],
}

/// A colour channel as a byte.
fn byte(part: f32) -> u8 {
    // NaN becomes 0
    (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

/// `rgba` blended over `under` with opacity `alpha`.
fn blend(under: u8, rgba: f32, alpha: f32) -> u8 {
    let under = f32::from(under) / 255.0;
    byte(rgba.clamp(0.0, 1.0) * alpha + under * (1.0 - alpha))
}

impl<'a> Canvas<'a> {
    /// A canvas over these bytes; `None` if there are not `3 width height` of them.
    pub fn new(width: usize, height: usize, rgb: &'a mut [u8]) -> Option<Self> {
        let size = width.checked_mul(height)?.checked_mul(3)?;
        (rgb.len() == size).then_some(Self { width, height, rgb })
    }

    /// The whole canvas.
    pub fn rect(&self) -> Viewport {
        Viewport::new(0, 0, self.width as i32, self.height as i32)
    }

    /// Blends a colour over a pixel, if it is on the canvas.
    pub fn set_pixel(&mut self, x: i32, y: i32, rgba: Rgba) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else {
            return;
        };
        if x < self.width && y < self.height {
            self.blend_at(3 * (y * self.width + x), rgba);
        }
    }

    fn blend_at(&mut self, at: usize, [r, g, b, a]: Rgba) {
        let alpha = a.clamp(0.0, 1.0);
        for (under, part) in self.rgb[at..at + 3].iter_mut().zip([r, g, b]) {
            *under = blend(*under, part, alpha);
        }
    }

    /// Blends a colour over a rectangle, clipped to the canvas.
    pub fn fill(&mut self, rect: Viewport, rgba: Rgba) {
        let clip = |from: i32, n: i32, most: usize| {
            let (from, n) = (i64::from(from), i64::from(n.max(0)));
            let end = (from + n).clamp(0, most as i64);
            (from.clamp(0, most as i64) as usize, end as usize)
        };
        let (left, right) = clip(rect.left, rect.width, self.width);
        let (bottom, top) = clip(rect.bottom, rect.height, self.height);
        for y in bottom..top {
            for x in left..right {
                self.blend_at(3 * (y * self.width + x), rgba);
            }
        }
    }

    /// Draws a line of the given width between two points, in pixels, clipped to `within`.
    ///
    /// As in OpenGL: one square of `width` pixels for each column, or row if it is steep.
    pub fn line(&mut self, from: [f32; 2], to: [f32; 2], width: f32, rgba: Rgba, within: Viewport) {
        let finite = from.iter().chain(&to).all(|x| x.is_finite());
        let Some((from, to)) = finite.then(|| clipped(from, to, within)).flatten() else {
            return;
        };
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let steps = dx.abs().max(dy.abs()).ceil().max(1.0);
        let thick = (width.clamp(1.0, 64.0) + 0.5) as i32;
        let steep = dy.abs() > dx.abs();
        for k in 0..=steps as i32 {
            let t = k as f32 / steps;
            let (x, y) = (from[0] + t * dx, from[1] + t * dy);
            let (x, y) = (x.floor() as i32, y.floor() as i32);
            for across in 0..thick {
                let shift = across - (thick - 1) / 2;
                let (x, y) = if steep {
                    (x + shift, y)
                } else {
                    (x, y + shift)
                };
                if within.contains(x, y) {
                    self.set_pixel(x, y, rgba);
                }
            }
        }
    }
}

/// The part of a line inside a rectangle: the Liang–Barsky algorithm (1984).
fn clipped(from: [f32; 2], to: [f32; 2], rect: Viewport) -> Option<([f32; 2], [f32; 2])> {
    let low = [rect.left as f32, rect.bottom as f32];
    let high = [low[0] + rect.width as f32, low[1] + rect.height as f32];
    let (mut start, mut end) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let d = to[axis] - from[axis];
        for (edge, sign) in [(low[axis], 1.0), (high[axis], -1.0)] {
            // inside where sign (from + t d − edge) ≥ 0
            let (slope, gap) = (sign * d, sign * (from[axis] - edge));
            if slope == 0.0 {
                if gap < 0.0 {
                    return None;
                }
            } else if slope > 0.0 {
                start = start.max(-gap / slope);
            } else {
                end = end.min(-gap / slope);
            }
        }
    }
    let at = |t: f32| {
        [
            from[0] + t * (to[0] - from[0]),
            from[1] + t * (to[1] - from[1]),
        ]
    };
    (start <= end).then(|| (at(start), at(end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canvas(rgb: &mut [u8]) -> Canvas<'_> {
        Canvas::new(8, 4, rgb).expect("8 by 4 pixels")
    }

    #[test]
    fn a_rectangle_covers_its_pixels_and_no_others() {
        let mut rgb = [0; 96];
        canvas(&mut rgb).fill(Viewport::new(2, 1, 3, 2), [0.0, 0.0, 1.0, 1.0]);
        for (k, pixel) in rgb.chunks(3).enumerate() {
            let (x, y) = (k % 8, k / 8);
            let inside = (2..5).contains(&x) && (1..3).contains(&y);
            assert_eq!(pixel, if inside { [0, 0, 255] } else { [0, 0, 0] });
        }
    }

    #[test]
    fn drawing_is_clipped_to_the_canvas() {
        let mut rgb = [0; 96];
        let huge = Viewport::new(i32::MIN, -5, i32::MAX, i32::MAX);
        canvas(&mut rgb).fill(huge, [1.0; 4]);
        assert!(rgb.iter().all(|byte| *byte == 0));
        canvas(&mut rgb).fill(Viewport::new(-1, -1, i32::MAX, i32::MAX), [1.0; 4]);
        assert!(rgb.iter().all(|byte| *byte == 255));
        assert!(Canvas::new(8, 5, &mut rgb).is_none());
    }

    #[test]
    fn half_covered_is_the_mean() {
        let mut rgb = [100; 96];
        canvas(&mut rgb).set_pixel(0, 0, [1.0, 0.0, 100.0 / 255.0, 0.5]);
        assert_eq!(rgb[..3], [178, 50, 100]);
    }

    #[test]
    fn a_line_goes_from_end_to_end() {
        let mut rgb = [0; 96];
        let within = Viewport::new(0, 0, 8, 4);
        canvas(&mut rgb).line([-100.5, 2.5], [100.5, 2.5], 1.0, [1.0; 4], within);
        let lit: Vec<usize> = (0..32).filter(|k| rgb[3 * k] > 0).collect();
        assert_eq!(lit, (16..24).collect::<Vec<_>>());
        canvas(&mut rgb).line([f32::NAN, 0.0], [1.0, f32::INFINITY], 1e9, [1.0; 4], within);
    }
}
