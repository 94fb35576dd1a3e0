//! Reading back a frame buffer: rows of a viewport, distances from depths, objects from segmentation colours.
//!
//! A perspective with near plane `n` and far plane `f` maps distance `x` along the view direction to depth `z`, which is 1 at
//! `x = n` and 0 at `x = f`:
//!
//! ```text
//! x = d / (z + c)        c = ½ (f + n) / (f − n) − ½        d = f n / (f − n)                (1)
//! ```
//!
//! A segmentation image has the colour `segid + 1` for each geom, red as the lowest byte; 0 is the background.

use std::ops::Range;

use synovia_scene::Scene;

use crate::target::frame_buffer::{DepthMap, FrameBuffer, Viewport};

/// Colours of three bytes.
const COLORS: usize = 1 << 24;

/// Converts depths to distances, equation (1).
#[derive(Clone, Copy, Debug)]
pub struct Distances {
    c: f64,
    d: f64,
}

impl Distances {
    /// For a camera with these near and far planes.
    pub fn new(near: f32, far: f32) -> Self {
        // single precision for the coefficients of the projection, double for the division
        let c = -(far + near) / (far - near);
        let d = -(2.0 * far * near) / (far - near);
        Self {
            c: f64::from(-0.5 * c - 0.5),
            d: f64::from(-0.5 * d),
        }
    }

    /// The distance at a reversed depth.
    #[inline]
    pub fn at(&self, depth: f32) -> f32 {
        (self.d / (f64::from(depth) + self.c)) as f32
    }

    /// Converts as many depths as both slices have.
    pub fn fill(&self, depths: &[f32], out: &mut [f32]) {
        for (x, &z) in out.iter_mut().zip(depths) {
            *x = self.at(z);
        }
    }
}

/// The object of each colour of a segmentation image.
#[derive(Clone, Debug)]
pub struct Objects {
    /// Id and type by colour.
    table: Vec<[i32; 2]>,
}

impl Objects {
    /// The id and type of the background and of unknown colours.
    pub const NONE: [i32; 2] = [-1; 2];

    /// The objects of a scene's geoms.
    pub fn new(scene: &Scene) -> Self {
        let color = |segid: i32| usize::try_from(i64::from(segid) + 1).ok();
        let shown = || {
            (scene.shapes().iter())
                .filter_map(|geom| Some((color(geom.segid)?, [geom.objid, geom.objtype])))
                .filter(|(color, _)| (1..COLORS).contains(color))
        };
        let most = shown().map(|(color, _)| color).max().unwrap_or(0);
        let mut table = vec![Self::NONE; most + 1];
        for (color, object) in shown() {
            table[color] = object;
        }
        Self { table }
    }

    /// Id and type of the object with this colour.
    #[inline]
    pub fn at(&self, [r, g, b]: [u8; 3]) -> [i32; 2] {
        let color = u32::from_le_bytes([r, g, b, 0]) as usize;
        self.table.get(color).copied().unwrap_or(Self::NONE)
    }

    /// Converts as many pixels as both slices have.
    pub fn fill(&self, colors: &[u8], out: &mut [[i32; 2]]) {
        for (object, p) in out.iter_mut().zip(colors.chunks_exact(3)) {
            *object = self.at([p[0], p[1], p[2]]);
        }
    }
}

impl FrameBuffer {
    /// The pixels of each row of a viewport, the lowest row first; `None` if a part of it is outside.
    pub fn rows(
        &self,
        view: Viewport,
    ) -> Option<impl DoubleEndedIterator<Item = Range<usize>> + ExactSizeIterator + use<>> {
        let side = |from: i32, n: i32, most: usize| {
            let (from, n) = (usize::try_from(from).ok()?, usize::try_from(n).ok()?);
            (from.checked_add(n)? <= most).then_some((from, n))
        };
        let (left, width) = side(view.left, view.width, self.width())?;
        let (bottom, height) = side(view.bottom, view.height, self.height())?;
        let stride = self.width();
        Some((0..height).map(move |k| {
            let first = (bottom + k) * stride + left;
            first..first + width
        }))
    }

    /// Copies colours, the highest row first.
    pub fn read_color_top_first(&self, out: &mut Vec<u8>) {
        out.clear();
        if self.width() > 0 {
            (self.color().rchunks_exact(3 * self.width()))
                .for_each(|row| out.extend_from_slice(row));
        }
    }

    /// Copies depths in the given convention, the lowest row first.
    #[doc(alias = "mjr_readPixels")]
    pub fn read_depth(&self, map: DepthMap, out: &mut Vec<f32>) {
        out.clear();
        match map {
            DepthMap::ZeroFar => out.extend_from_slice(self.depth()),
            DepthMap::ZeroNear => out.extend(self.depth().iter().map(|&z| 1.0 - z)),
        }
    }

    /// Distances along the view direction, the lowest row first, for a camera with these planes; the background is at `far`.
    pub fn read_distance(&self, near: f32, far: f32, out: &mut Vec<f32>) {
        let distances = Distances::new(near, far);
        out.clear();
        out.extend(self.depth().iter().map(|&z| distances.at(z)));
    }

    /// Id and type of the object at each pixel, of an image rendered with the flags `SEGMENT` and `ID_COLOR`; −1 and −1 for the
    /// background. The lowest row first.
    pub fn read_segmentation(&self, scene: &Scene, out: &mut Vec<[i32; 2]>) {
        let objects = Objects::new(scene);
        out.clear();
        out.extend((self.color().chunks_exact(3)).map(|p| objects.at([p[0], p[1], p[2]])));
    }
}

#[cfg(test)]
mod tests {
    use synovia_scene::Geom;

    use super::*;

    #[test]
    fn rows_of_a_viewport_are_inside_the_frame_buffer() {
        let frame = FrameBuffer::new(5, 4);
        let rows = |l, b, w, h| {
            let rows = frame.rows(Viewport::new(l, b, w, h));
            rows.map(Iterator::collect::<Vec<_>>)
        };
        assert_eq!(rows(1, 2, 3, 2), Some(vec![11..14, 16..19]));
        assert_eq!(rows(0, 0, 0, 1).map(|rows| rows.len()), Some(1));
        assert_eq!(rows(5, 4, 0, 0), Some(vec![]));
        for outside in [[3, 0, 3, 1], [0, 3, 1, 2], [-1, 0, 1, 1], [0, 0, -1, 1]] {
            let [l, b, w, h] = outside;
            assert_eq!(rows(l, b, w, h), None, "{outside:?}");
        }
        assert_eq!(rows(i32::MAX, 0, i32::MAX, 1), None);
    }

    #[test]
    fn distances_are_the_planes_at_the_ends_of_depth() {
        let distances = Distances::new(0.25, 64.0);
        let mut found = [0.0; 2];
        distances.fill(&[1.0, 0.0], &mut found);
        assert!((found[0] - 0.25).abs() < 1e-6 && (found[1] - 64.0).abs() < 2e-2);
    }

    #[test]
    fn objects_are_found_by_any_number_that_a_colour_holds() {
        let mut scene = Scene::new(None, 4);
        let shape = |segid, objid| Geom {
            segid,
            objid,
            objtype: 5,
            ..Geom::default()
        };
        let ids = [(0, 10), (70_000, 11), (-1, 12), (i32::MAX, 13)];
        for (slot, (segid, objid)) in scene.geoms.iter_mut().zip(ids) {
            *slot = shape(segid, objid);
        }
        scene.ngeom = 4;
        let objects = Objects::new(&scene);
        let [low, mid, high, _] = 70_001_u32.to_le_bytes();
        let colors = [1, 0, 0, low, mid, high, 0, 0, 0, 255, 255, 255];
        let mut found = [[0; 2]; 4];
        objects.fill(&colors, &mut found);
        assert_eq!(found, [[10, 5], [11, 5], Objects::NONE, Objects::NONE]);
    }
}
