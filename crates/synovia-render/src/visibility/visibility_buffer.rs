//! The visibility buffer: depth and triangle id of each sample of a tile, and the fragments they form.

use crate::visibility::rasterizer::TileRect;

/// The id of an uncovered sample.
pub(crate) const NO_TRIANGLE: u32 = u32::MAX;

/// The samples of one pixel that show one triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fragment {
    /// Pixel of the tile, row by row.
    pub(crate) pixel: u16,
    /// Coverage mask: bit `s` for sample `s`.
    pub(crate) mask: u8,
    /// Bit mask of the lights that do not reach it.
    pub(crate) shadow: u8,
    /// Id of the triangle, later the index of its setup.
    pub(crate) tri: u32,
}

/// Depth and triangle id of every sample of a tile, one sample plane after the other, each row by row.
#[derive(Clone, Debug, Default)]
pub(crate) struct VisibilityBuffer {
    pub(crate) depth: Vec<f32>,
    pub(crate) tri: Vec<u32>,
    pub(crate) pixels: usize,
}

impl VisibilityBuffer {
    /// Clears to the far plane, without triangles.
    pub(crate) fn clear(&mut self, pixels: usize, samples: usize) {
        self.pixels = pixels;
        self.depth.clear();
        self.depth.resize(pixels * samples, 0.0);
        self.tri.clear();
        self.tri.resize(pixels * samples, NO_TRIANGLE);
    }

    /// Collects fragments, pixel by pixel: the samples of one triangle form a fragment.
    pub(crate) fn collect_fragments(
        &self,
        rect: &TileRect,
        samples: usize,
        out: &mut Vec<Fragment>,
    ) {
        let pixels = (0..rect.h).flat_map(|y| y * rect.stride..y * rect.stride + rect.w);
        let all = (1u8 << samples) - 1;
        for pixel in pixels {
            // most pixels show one triangle
            let tri = self.tri[pixel];
            if (1..samples).all(|s| self.tri[s * self.pixels + pixel] == tri) {
                if tri != NO_TRIANGLE {
                    out.push(Fragment {
                        pixel: pixel as u16,
                        mask: all,
                        shadow: 0,
                        tri,
                    });
                }
                continue;
            }
            let mut left = all;
            while left != 0 {
                let first = left.trailing_zeros() as usize;
                let tri = self.tri[first * self.pixels + pixel];
                let mut mask = 0;
                for s in first..samples {
                    mask |= u8::from(self.tri[s * self.pixels + pixel] == tri) << s;
                }
                mask &= left;
                left &= !mask;
                if tri != NO_TRIANGLE {
                    out.push(Fragment {
                        pixel: pixel as u16,
                        mask,
                        shadow: 0,
                        tri,
                    });
                }
            }
        }
    }
}

/// Merges the samples of a triangle in the same pixel into one fragment.
pub(crate) fn merge_samples(out: &mut Vec<Fragment>, first: usize) {
    out[first..].sort_unstable_by_key(|f| (f.pixel, f.mask));
    let mut kept = first;
    for k in first..out.len() {
        let f = out[k];
        if kept > first && out[kept - 1].pixel == f.pixel {
            out[kept - 1].mask |= f.mask;
        } else {
            out[kept] = f;
            kept += 1;
        }
    }
    out.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_a_pixel_form_one_fragment_per_triangle() {
        let mut v = VisibilityBuffer::default();
        v.clear(2, 4);
        v.tri = vec![1, 2, 1, 2, 3, 2, 1, NO_TRIANGLE];
        let mut out = Vec::new();
        let rect = TileRect {
            x: 0,
            y: 0,
            w: 2,
            h: 1,
            stride: 2,
        };
        v.collect_fragments(&rect, 4, &mut out);
        let found: Vec<_> = out.iter().map(|f| (f.pixel, f.mask, f.tri)).collect();
        assert_eq!(found, [(0, 0b1011, 1), (0, 0b0100, 3), (1, 0b0111, 2)]);
    }
}
