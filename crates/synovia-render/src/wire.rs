//! Wire frames: sides of polygons, drawn one after the other.
//!
//! Where areas are drawn, each sample shows one triangle, and what is behind it does not matter. Lines are different. Each
//! side is drawn by both of its polygons, what mirrors adds its colour each time, each light with shadows adds its own where
//! a line has exactly the depth that is seen, and between the lines of a mirror shows what it mirrors. So all that passes the
//! depth test is kept in the order of drawing:
//!
//! 1. mirrored lines, inside of the mirror's outline;
//! 2. opaque lines and the sky, which write over what is there, or add to it if they mirror;
//! 3. for each light with shadows the opaque lines again, as far as they are seen;
//! 4. haze and transparent lines.

use crate::cover::Cover;
use crate::geometry::Tri;
use crate::items::Shape;
use crate::look::Shading;
use crate::paint::Painter;
use crate::raster::{Fragment, Rect, Visible, merge};
use crate::setup::{Pass, mix};
use crate::shade::Shader;
use crate::shadow::{Point, texel};
use crate::texture::Rgba;
use crate::tile::{Drawn, Fragments, Layer, Scratch, Tile, at, sample_places, triangles};

/// What a line does where it passes.
#[derive(Clone, Copy, PartialEq)]
enum Depth {
    Write,
    Keep,
}

/// Lines that are being drawn into a tile.
struct Strokes<'a> {
    visible: &'a mut Visible,
    rect: &'a Rect,
    places: &'a [[i32; 2]],
    /// Samples that may be drawn to; all of them if empty.
    stencil: Vec<bool>,
}

impl Strokes<'_> {
    /// Allows only samples inside of the first `faces` triangles of a surface.
    fn keep_inside(&mut self, outline: &Drawn<'_>, tile: usize, faces: usize) {
        self.stencil.clear();
        self.stencil.resize(self.visible.depth.len(), false);
        let inside = triangles(outline.binned.chunks(), tile);
        for (_, tri) in inside.filter(|(_, tri)| (tri.face as usize) < faces) {
            let pixels = self.visible.pixels;
            Visible::covered(pixels, tri, self.rect, self.places, |k, _, _| {
                self.stencil[k] = true;
            });
        }
    }

    /// Draws a triangle that is half of a line, or filled; adds what passes.
    fn draw(&mut self, tri: &Tri, name: u32, line: bool, depth: Depth, out: &mut Vec<Fragment>) {
        let first = out.len();
        let pixels = self.visible.pixels;
        let seen = &mut self.visible.depth;
        let middle = if self.places.len() > 1 { 0.0 } else { 0.5 };
        Visible::covered(pixels, tri, self.rect, self.places, |k, at, area| {
            let here = if line {
                depth_at(&tri.z, at, middle)
            } else {
                area
            };
            if here < seen[k] || here.is_nan() || self.stencil.get(k) == Some(&false) {
                return;
            }
            if depth == Depth::Write {
                seen[k] = here;
            }
            out.push(Fragment {
                pixel: (k % pixels) as u16,
                mask: 1 << (k / pixels),
                shadow: 0,
                tri: name,
            });
        });
        merge(out, first);
    }

    /// Draws all triangles of a pass in the tile.
    fn pass(&mut self, drawn: &Drawn<'_>, tile: usize, depth: Depth, out: &mut Vec<Fragment>) {
        for (name, tri) in triangles(drawn.binned.chunks(), tile) {
            let line = is_line(&drawn.pass, tri);
            let haze = drawn.pass.shading(tri) == Shading::Fade;
            let depth = if haze { Depth::Write } else { depth };
            self.draw(tri, name, line, depth, out);
        }
    }
}

/// The sky and haze are always filled.
fn is_line(pass: &Pass<'_>, tri: &Tri) -> bool {
    let item = &pass.items[tri.item as usize];
    matches!(item.shape, Shape::Line(..)) || item.geom != u32::MAX
}

/// The depth of a line at a point in 1/256 pixel; `middle` is where it has single precision: see `lines.rs`.
///
/// Both polygons of a side give its ends in another order, and its depths differ by how sums are rounded. Whether the second
/// one passes depends on that, so each sum is rounded as where pictures are compared with.
fn depth_at(z: &[f64; 3], at: [i32; 2], middle: f64) -> f32 {
    let [x, y] = at.map(|c| f64::from(c) / 256.0 - middle);
    let first = (z[0] + middle * (z[1] + z[2])) as f32;
    let along = (f64::from(first) + z[1] * x) as f32;
    (f64::from(along) + z[2] * y) as f32
}

impl Tile {
    /// Finds what of all lines passes, and which points of them may be in shadow; `outline` is the filled mirror.
    pub(crate) fn look_at_lines(
        &mut self,
        main: &Layer<'_>,
        mirror: Option<(&Layer<'_>, Drawn<'_>)>,
        samples: usize,
        (covers, map_size): (&[Cover], i32),
        scratch: &mut Scratch,
    ) {
        let rect = self.rect;
        let (tile, pixels) = (self.number, self.pixels());
        let Scratch {
            visible,
            names,
            corners,
            ..
        } = scratch;
        visible.clear(pixels, samples);
        let mut strokes = Strokes {
            visible,
            rect: &rect,
            places: sample_places(samples),
            stencil: Vec::new(),
        };
        let lists = [
            &mut self.mirror,
            &mut self.mirror_blend,
            &mut self.opaque,
            &mut self.blend,
        ];
        lists.into_iter().for_each(Fragments::clear);
        self.glow.resize_with(covers.len(), Fragments::default);
        self.glow.iter_mut().for_each(Fragments::clear);

        if let Some((layer, outline)) = &mirror {
            strokes.keep_inside(outline, tile, main.opaque.pass.mirror_faces);
            strokes.pass(&layer.opaque, tile, Depth::Write, &mut self.mirror.list);
            strokes.pass(&layer.blend, tile, Depth::Keep, &mut self.mirror_blend.list);
            strokes.stencil.clear();
        }
        strokes.pass(&main.opaque, tile, Depth::Write, &mut self.opaque.list);
        for glow in &mut self.glow {
            strokes.pass(&main.opaque, tile, Depth::Keep, &mut glow.list);
        }
        strokes.pass(&main.blend, tile, Depth::Keep, &mut self.blend.list);

        self.depth.clear();
        self.depth.extend_from_slice(&visible.depth[..pixels]);
        let mut prepare = |list: &mut Fragments, drawn: &Drawn<'_>| {
            list.prepare(drawn, &rect, (&mut *names, &mut *corners), main.plain);
        };
        if let Some((layer, _)) = mirror {
            prepare(&mut self.mirror, &layer.opaque);
            prepare(&mut self.mirror_blend, &layer.blend);
        }
        prepare(&mut self.opaque, &main.opaque);
        self.glow
            .iter_mut()
            .for_each(|glow| prepare(glow, &main.opaque));
        prepare(&mut self.blend, &main.blend);
        self.points_of_lines(map_size);
    }

    /// Where lines are in the maps of the lights with shadows.
    fn points_of_lines(&mut self, map_size: i32) {
        self.points.iter_mut().for_each(Vec::clear);
        if self.points.len() < self.glow.len() {
            self.points.resize_with(self.glow.len(), Vec::new);
        }
        for (n, (glow, points)) in self.glow.iter().zip(&mut self.points).enumerate() {
            for (k, &f) in glow.list.iter().enumerate() {
                let setup = &glow.setups[f.tri as usize];
                if setup.catches >> n & 1 == 0 {
                    continue;
                }
                let (x, y) = at(f, &self.rect);
                let extra = &glow.extras[setup.extra as usize + n];
                if let Some((x, y, depth)) = texel(mix(setup.at(x, y), &extra.place), map_size) {
                    points.push(Point {
                        x,
                        y,
                        depth,
                        tile: self.number as u32,
                        fragment: k as u32,
                    });
                }
            }
        }
    }

    /// Paints lines into samples, in the order of drawing.
    pub(crate) fn paint_lines(
        &self,
        main: &Shader<'_>,
        mirror: Option<&Shader<'_>>,
        out: &mut [Rgba],
    ) {
        if let Some(mirror) = mirror {
            let lists = [&self.mirror, &self.mirror_blend];
            Painter::new(mirror, self.rect, None).samples(lists, out);
        }
        // lights with shadows add theirs afterwards
        let bare = Shader {
            shadows: 0,
            ..*main
        };
        let n = main.samples;
        Painter::new(&bare, self.rect, None).each_alone(&self.opaque, |f, setup, color| {
            let adds = main.looks[setup.look as usize].adds;
            for out in covered(f, out, n) {
                if adds {
                    add(color, out);
                } else {
                    *out = color;
                }
            }
        });
        for (l, glow) in self.glow.iter().enumerate() {
            for &f in &glow.list {
                let setup = &glow.setups[f.tri as usize];
                let (x, y) = at(f, &self.rect);
                if let Some(light) = main.light(f, setup, &glow.extras, l, (x, y)) {
                    covered(f, out, n).for_each(|out| add(light, out));
                }
            }
        }
        let painter = Painter::new(main, self.rect, None);
        painter.samples([&Fragments::default(), &self.blend], out);
    }
}

/// The samples of a fragment.
fn covered(f: Fragment, out: &mut [Rgba], n: usize) -> impl Iterator<Item = &mut Rgba> {
    let first = f.pixel as usize * n;
    let samples = out[first..first + n].iter_mut().enumerate();
    samples.filter_map(move |(s, out)| (f.mask >> s & 1 == 1).then_some(out))
}

/// Adds a colour to what is there.
fn add(color: Rgba, out: &mut Rgba) {
    for k in 0..3 {
        out[k] = (out[k] + color[k]).min(1.0);
    }
}
