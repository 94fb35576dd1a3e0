//! One tile of a picture: what is seen in it, then its colours.

use std::sync::Mutex;

use synovia_math::fearless_simd::Simd;
use synovia_math::wide;

use crate::bins::{Binned, Chunk};
use crate::corners::Corners;
use crate::cover::{Answer, Cover};
use crate::geometry::Tri;
use crate::look::Shading;
use crate::paint::{Painter, resolve};
use crate::raster::{FOUR, Fragment, NOTHING, ONE, Rect, Visible};
use crate::setup::{Extra, LANES, Pass, Setup, count_from, lanes, mix, mix_lanes};
use crate::shade::Shader;
use crate::shadow::{Point, Texels, texel};
use crate::texture::Rgba;

/// Fragments of a pass in a tile, in the order of drawing, with their triangles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fragments {
    pub(crate) list: Vec<Fragment>,
    pub(crate) setups: Vec<Setup>,
    pub(crate) extras: Vec<Extra>,
}

/// A pass over the scene: its triangles by tile, and what its pixels share.
#[derive(Clone, Copy)]
pub(crate) struct Drawn<'a> {
    pub(crate) binned: &'a Binned,
    pub(crate) pass: Pass<'a>,
}

/// An opaque pass and what is blended over it.
#[derive(Clone, Copy)]
pub(crate) struct Layer<'a> {
    pub(crate) opaque: Drawn<'a>,
    pub(crate) blend: Drawn<'a>,
    /// Every pixel alone, without vectors.
    pub(crate) plain: bool,
}

/// The triangles that meet a tile, with their names, in the order of drawing.
#[inline]
pub(crate) fn triangles(chunks: &[Chunk], tile: usize) -> impl Iterator<Item = (u32, &Tri)> {
    chunks.iter().enumerate().flat_map(move |(c, chunk)| {
        let list = chunk.of_tile(tile).iter();
        list.map(move |&k| ((c as u32) << 16 | u32::from(k), &chunk.tris[k as usize]))
    })
}

/// A tile and everything that is known about it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tile {
    pub(crate) rect: Rect,
    pub(crate) number: usize,
    pub(crate) opaque: Fragments,
    pub(crate) blend: Fragments,
    pub(crate) mirror: Fragments,
    pub(crate) mirror_blend: Fragments,
    /// Lines that each light with shadows adds to; empty where areas are drawn.
    pub(crate) glow: Vec<Fragments>,
    /// Depth of the first sample.
    pub(crate) depth: Vec<f32>,
    /// Colours, row after row.
    pub(crate) rgb: Vec<[u8; 3]>,
    /// Points that may be in the shadow of each light.
    pub(crate) points: Vec<Vec<Point>>,
}

/// What a thread keeps between tiles.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) visible: Visible,
    pub(crate) names: Names,
    pub(crate) corners: Corners,
    color: Vec<Rgba>,
    /// What mirrors show.
    below: Vec<Rgba>,
}

/// Lent to a thread for some tiles, then kept for the next picture.
pub(crate) struct Lent<'a> {
    pub(crate) scratch: Scratch,
    home: &'a Mutex<Vec<Scratch>>,
}

impl<'a> Lent<'a> {
    pub(crate) fn new(home: &'a Mutex<Vec<Scratch>>) -> Self {
        let kept = home.lock().ok().and_then(|mut kept| kept.pop());
        Self {
            scratch: kept.unwrap_or_default(),
            home,
        }
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        if let Ok(mut kept) = self.home.lock() {
            kept.push(core::mem::take(&mut self.scratch));
        }
    }
}

/// From names of triangles to numbers of setups: a table with open addresses.
#[derive(Debug, Default)]
pub(crate) struct Names {
    slot: Vec<(u64, u32)>,
}

impl Names {
    fn clear(&mut self, room: usize) {
        self.slot.clear();
        self.slot
            .resize((2 * room).next_power_of_two().max(16), (u64::MAX, 0));
    }

    /// The number of `name`, which `make` gives if it has none.
    fn number(&mut self, name: u64, make: impl FnOnce() -> u32) -> u32 {
        let last = self.slot.len() - 1;
        let mut at = (name.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & last;
        loop {
            let (known, number) = self.slot[at];
            if known == name {
                return number;
            }
            if known == u64::MAX {
                let number = make();
                self.slot[at] = (name, number);
                return number;
            }
            at = (at + 1) & last;
        }
    }
}

impl Fragments {
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.setups.clear();
        self.extras.clear();
    }

    /// Prepares the triangles of all fragments.
    pub(crate) fn prepare(
        &mut self,
        drawn: &Drawn<'_>,
        rect: &Rect,
        (names, corners): (&mut Names, &mut Corners),
        plain: bool,
    ) {
        names.clear(self.list.len());
        corners.clear(drawn.pass.shadows.len(), plain);
        let mut first = 0;
        while let Some(&Fragment { tri: name, .. }) = self.list.get(first) {
            // fragments of one triangle, one after the other
            let same = self.list[first..].iter().take_while(|f| f.tri == name);
            let run = first..first + same.count();
            first = run.end;
            let chunk = &drawn.binned.chunks()[(name >> 16) as usize];
            let tri = &chunk.tris[(name & 0xffff) as usize];
            let mut number = |name: u64, tri: &Tri| {
                names.number(name, || {
                    let extras = &mut self.extras;
                    let setup = drawn.pass.setup(tri, origin(rect), corners, extras);
                    self.setups.push(setup);
                    (self.setups.len() - 1) as u32
                })
            };
            let Some(outline) = drawn.pass.outline(tri, origin(rect)) else {
                let number = number(u64::from(name), tri);
                self.list[run].iter_mut().for_each(|f| f.tri = number);
                continue;
            };
            // a sheet is one triangle until light is needed
            let (mut face, mut known) = (NOTHING, 0);
            let mut find = |f: &mut Fragment, tri: &Tri| {
                if tri.face != face {
                    face = tri.face;
                    let name = 1 << 63 | u64::from(tri.item) << 32 | u64::from(tri.face);
                    known = number(name, tri);
                }
                f.tri = known;
            };
            let list = &mut self.list[run];
            if plain {
                for f in list {
                    let (x, y) = at(*f, rect);
                    find(f, &outline.tri_at(x, y));
                }
            } else {
                wide!(simd => {
                    let (mut done, mut cell) = (0, [0; 2]);
                    while let Some(&f) = list.get(done) {
                        let count = neighbours(&list[done..], rect.stride);
                        outline.tris_at(simd, at(f, rect), count, &mut cell, |i, tri| {
                            find(&mut list[done + i], &tri);
                        });
                        done += count;
                    }
                });
            }
        }
    }
}

/// How many fragments at the start of a list lie side by side in a row, at most [`LANES`].
#[inline]
pub(crate) fn neighbours(list: &[Fragment], stride: usize) -> usize {
    let Some(f) = list.first() else {
        return 0;
    };
    let room = (stride - f.pixel as usize % stride).min(LANES);
    let pixels = f.pixel..;
    let same = list.iter().take(room).zip(pixels);
    same.take_while(|(f, pixel)| f.pixel == *pixel).count()
}

/// How many fragments at the start of a list show one triangle side by side in a row, at most [`LANES`].
#[inline]
pub(crate) fn run_of(list: &[Fragment], stride: usize) -> usize {
    let Some(first) = list.first() else {
        return 0;
    };
    let count = neighbours(list, stride);
    let same = list[..count].iter().take_while(|f| f.tri == first.tri);
    same.count()
}

/// Where the samples of a pixel are.
pub(crate) fn sample_places(samples: usize) -> &'static [[i32; 2]] {
    if samples == 4 { &FOUR } else { &ONE }
}

impl Tile {
    pub(crate) fn place(&mut self, rect: Rect, number: usize) {
        self.rect = rect;
        self.number = number;
    }

    pub(crate) fn pixels(&self) -> usize {
        self.rect.stride * self.rect.h
    }

    /// Finds what is seen of a layer, and what is blended over it.
    fn see(
        &self,
        layer: &Layer<'_>,
        samples: usize,
        scratch: &mut Scratch,
        out: [&mut Fragments; 2],
    ) {
        let places = sample_places(samples);
        let [opaque, blend] = out;
        opaque.clear();
        blend.clear();
        scratch.visible.clear(self.pixels(), samples);
        let visible = &mut scratch.visible;
        let chunks = layer.opaque.binned.chunks();
        if layer.plain {
            for (name, tri) in triangles(chunks, self.number) {
                visible.draw(tri, name, &self.rect, places);
            }
        } else {
            wide!(simd => {
                for (name, tri) in triangles(chunks, self.number) {
                    visible.draw_lanes(simd, tri, name, &self.rect, places);
                }
            });
        }
        scratch
            .visible
            .fragments(&self.rect, samples, &mut opaque.list);
        let pass = &layer.blend.pass;
        for (name, tri) in triangles(layer.blend.binned.chunks(), self.number) {
            let write = pass.shading(tri) == Shading::Fade;
            let visible = &mut scratch.visible;
            visible.blend(tri, name, &self.rect, places, write, &mut blend.list);
        }
        let Scratch { names, corners, .. } = scratch;
        let (rect, plain) = (&self.rect, layer.plain);
        opaque.prepare(&layer.opaque, rect, (names, corners), plain);
        blend.prepare(&layer.blend, rect, (names, corners), plain);
    }

    /// Finds what is seen in the tile, and which points of it may be in shadow.
    pub(crate) fn look(
        &mut self,
        main: &Layer<'_>,
        mirror: Option<&Layer<'_>>,
        samples: usize,
        (covers, map_size): (&[Cover], i32),
        scratch: &mut Scratch,
    ) {
        self.glow.clear();
        let mut lists = [
            core::mem::take(&mut self.mirror),
            core::mem::take(&mut self.mirror_blend),
            core::mem::take(&mut self.opaque),
            core::mem::take(&mut self.blend),
        ];
        {
            let [a, b, c, d] = &mut lists;
            a.clear();
            b.clear();
            if let Some(mirror) = mirror {
                self.see(mirror, samples, scratch, [a, b]);
            }
            self.see(main, samples, scratch, [c, d]);
        }
        [self.mirror, self.mirror_blend, self.opaque, self.blend] = lists;
        self.depth.clear();
        self.depth
            .extend_from_slice(&scratch.visible.depth[..self.pixels()]);
        self.shadow_points(covers, map_size, main.plain);
    }

    /// Where the fragments are in the maps of the lights with shadows; those that surely are in shadow become dark.
    fn shadow_points(&mut self, covers: &[Cover], map_size: i32, plain: bool) {
        self.points.iter_mut().for_each(Vec::clear);
        if self.points.len() < covers.len() {
            self.points.resize_with(covers.len(), Vec::new);
        }
        if covers.is_empty() {
            return;
        }
        if plain {
            self.single_points(covers, map_size);
        } else {
            wide!(simd => self.rows_of_points(simd, covers, map_size));
        }
    }

    /// Each fragment alone.
    fn single_points(&mut self, covers: &[Cover], map_size: i32) {
        for k in 0..self.opaque.list.len() {
            let f = self.opaque.list[k];
            let setup = self.opaque.setups[f.tri as usize];
            let (x, y) = at(f, &self.rect);
            let b = setup.at(x, y);
            for n in (0..covers.len()).filter(|n| setup.catches >> n & 1 == 1) {
                let place = mix(b, &self.opaque.extras[setup.extra as usize + n].place);
                if let Some(at) = texel(place, map_size) {
                    self.ask(n, &covers[n], k, at);
                }
            }
        }
    }

    /// Neighbours that show one triangle together.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several vector units")]
    fn rows_of_points<S: Simd>(&mut self, simd: S, covers: &[Cover], map_size: i32) {
        let mut k = 0;
        while let Some(&f) = self.opaque.list.get(k) {
            let count = run_of(&self.opaque.list[k..], self.rect.stride);
            let setup = self.opaque.setups[f.tri as usize];
            if setup.catches != 0 {
                let (x, y) = at(f, &self.rect);
                let xs = count_from(simd, x);
                let b = lanes(simd, &setup.weight, xs, y);
                for n in (0..covers.len()).filter(|n| setup.catches >> n & 1 == 1) {
                    let extra = &self.opaque.extras[setup.extra as usize + n];
                    let texels = Texels::new(simd, mix_lanes(simd, b, &extra.place), map_size);
                    if covers[n].lights(&texels.bounds(count)) {
                        continue;
                    }
                    for i in 0..count {
                        if let Some(at) = texels.get(i) {
                            self.ask(n, &covers[n], k + i, at);
                        }
                    }
                }
            }
            k += count;
        }
    }

    /// Whether light `n` reaches fragment `k` at a texel and depth of its map: keeps the question if it is open.
    #[inline]
    fn ask(&mut self, n: usize, cover: &Cover, k: usize, (x, y, depth): (i32, i32, f32)) {
        match cover.of(x, y, depth) {
            Answer::Lit => {}
            Answer::Dark => self.opaque.list[k].shadow |= 1 << n,
            Answer::Open => self.points[n].push(Point {
                x,
                y,
                depth,
                tile: self.number as u32,
                fragment: k as u32,
            }),
        }
    }

    /// Light `n` does not reach fragment `k`.
    pub(crate) fn darken(&mut self, k: u32, n: usize) {
        let list = self.glow.get_mut(n).unwrap_or(&mut self.opaque);
        if let Some(f) = list.list.get_mut(k as usize) {
            f.shadow |= 1 << n;
        }
    }

    /// Computes the colours of the tile, of areas or of lines.
    pub(crate) fn shade(
        &mut self,
        main: &Shader<'_>,
        mirror: Option<&Shader<'_>>,
        scratch: &mut Scratch,
        wire: bool,
    ) {
        let (pixels, rect) = (self.pixels(), self.rect);
        let Scratch { color, below, .. } = scratch;
        if wire {
            color.clear();
            color.resize(pixels * main.samples, [0.0; 4]);
            self.paint_lines(main, mirror, color);
            self.rgb.clear();
            let samples = color.chunks_exact(main.samples);
            self.rgb.extend(samples.map(resolve));
            return;
        }
        if let Some(mirror) = mirror {
            below.clear();
            below.resize(pixels * main.samples, [0.0; 4]);
            let lists = [&self.mirror, &self.mirror_blend];
            Painter::new(mirror, rect, None).samples(lists, below);
        }
        let under = mirror.map(|_| below.as_slice());
        let painter = Painter::new(main, rect, under);
        self.rgb.clear();
        self.rgb.resize(pixels, [0; 3]);
        if self.blend.list.is_empty() && !main.plain {
            painter.pixels(&self.opaque, &mut self.rgb);
            return;
        }
        color.clear();
        color.resize(pixels * main.samples, [0.0; 4]);
        painter.samples([&self.opaque, &self.blend], color);
        for (rgb, samples) in self.rgb.iter_mut().zip(color.chunks_exact(main.samples)) {
            *rgb = resolve(samples);
        }
    }
}

/// Blocks of the picture in which weights are rounded alike, whatever the tiles.
pub(crate) const BLOCK: usize = 64;

/// The lower left pixel of a tile's block.
fn origin(rect: &Rect) -> [usize; 2] {
    [rect.x, rect.y].map(|c| c / BLOCK * BLOCK)
}

/// Middle of a fragment's pixel, from the middle of its block's first.
#[inline]
pub(crate) fn at(f: Fragment, rect: &Rect) -> (f32, f32) {
    let pixel = f.pixel as usize;
    let x = rect.x % BLOCK + pixel % rect.stride;
    let y = rect.y % BLOCK + pixel / rect.stride;
    (x as f32, y as f32)
}
