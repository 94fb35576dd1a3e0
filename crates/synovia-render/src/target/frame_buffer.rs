//! The frame buffer: colours and depths of all pixels, and viewports into it.

use crate::render::Workspace;

/// A rectangle of a frame buffer.
#[doc(alias = "mjrRect")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Viewport {
    /// Leftmost column.
    pub left: i32,
    /// Lowest row.
    pub bottom: i32,
    /// Columns.
    pub width: i32,
    /// Rows.
    pub height: i32,
}

impl Viewport {
    /// The rectangle with this lower left corner and this size.
    pub fn new(left: i32, bottom: i32, width: i32, height: i32) -> Self {
        Self {
            left,
            bottom,
            width,
            height,
        }
    }

    /// True if it has no pixels.
    pub fn is_empty(&self) -> bool {
        self.width <= 0 || self.height <= 0
    }

    /// True if it contains the pixel.
    pub fn contains(&self, x: i32, y: i32) -> bool {
        let inside =
            |x: i32, from: i32, n: i32| x >= from && i64::from(x) < i64::from(from) + i64::from(n);
        inside(x, self.left, self.width) && inside(y, self.bottom, self.height)
    }
}

/// The depth convention.
#[doc(alias = "mjtDepthMap")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthMap {
    /// 0 at the near plane, 1 at the far plane.
    ZeroNear,
    /// 0 at the far plane, 1 at the near plane (reversed): accurate far away.
    ZeroFar,
}

/// Colours and depths of all pixels, the lowest row first.
#[derive(Debug, Default)]
pub struct FrameBuffer {
    width: usize,
    height: usize,
    color: Vec<u8>,
    depth: Vec<f32>,
    pub(crate) work: Workspace,
}

impl FrameBuffer {
    /// A black image with all depths at the far plane.
    pub fn new(width: usize, height: usize) -> Self {
        let mut frame = Self::default();
        frame.resize(width, height);
        frame
    }

    /// Changes the size; the image becomes black.
    #[doc(alias = "mjr_resizeOffscreen")]
    pub fn resize(&mut self, width: usize, height: usize) {
        (self.width, self.height) = (width, height);
        self.color.clear();
        self.color.resize(3 * width * height, 0);
        self.depth.clear();
        self.depth.resize(width * height, 0.0);
    }

    /// Sets the side of tiles: 8, 16, 32 or 64 pixels. Images do not depend on it.
    pub fn set_tile(&mut self, pixels: usize) {
        self.work.tile = pixels.clamp(8, 64).next_power_of_two();
    }

    /// Selects the scalar reference path, without SIMD and early rejection, for tests. Images do not depend on it.
    pub fn set_plain(&mut self, scalar: bool) {
        self.work.scalar = scalar;
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The whole frame buffer.
    pub fn viewport(&self) -> Viewport {
        Viewport {
            left: 0,
            bottom: 0,
            width: self.width as i32,
            height: self.height as i32,
        }
    }

    /// Red, green and blue of every pixel, the lowest row first.
    pub fn color(&self) -> &[u8] {
        &self.color
    }

    /// Mutable access to [`FrameBuffer::color`].
    pub fn color_mut(&mut self) -> &mut [u8] {
        &mut self.color
    }

    /// Depth of every pixel, reversed: 0 at the far plane, 1 at the near plane; the lowest row first.
    pub fn depth(&self) -> &[f32] {
        &self.depth
    }

    /// Mutable access to [`FrameBuffer::depth`].
    pub fn depth_mut(&mut self) -> &mut [f32] {
        &mut self.depth
    }

    /// The part of a viewport inside the frame buffer, as the first pixel and the one after the last: `[x0, y0, x1, y1]`.
    pub(crate) fn inside(&self, v: &Viewport) -> Option<[usize; 4]> {
        let clip = |start: i32, length: i32, n: usize| {
            let low = i64::from(start).max(0);
            let high = (i64::from(start) + i64::from(length)).min(n as i64);
            (low < high).then_some((low as usize, high as usize))
        };
        let (x0, x1) = clip(v.left, v.width, self.width)?;
        let (y0, y1) = clip(v.bottom, v.height, self.height)?;
        Some([x0, y0, x1, y1])
    }

    /// Fills a rectangle with one colour.
    pub(crate) fn fill(&mut self, v: &Viewport, rgb: [u8; 3]) {
        if let Some([x0, y0, x1, y1]) = self.inside(v) {
            for y in y0..y1 {
                let row = &mut self.color[3 * (y * self.width + x0)..3 * (y * self.width + x1)];
                row.chunks_exact_mut(3)
                    .for_each(|p| p.copy_from_slice(&rgb));
            }
        }
    }
}
