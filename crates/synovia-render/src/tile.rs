//! One tile of a picture: what is seen in it, then its colours.

use crate::bins::Binned;
use crate::look::Shading;
use crate::raster::{FOUR, Fragment, NOTHING, ONE, Rect, Visible};
use crate::setup::{Extra, Pass, Setup, mix};
use crate::shade::Shader;
use crate::shadow::{Point, texel};
use crate::texture::Rgba;

/// Fragments of a pass in a tile, in the order of drawing, with their triangles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fragments {
    pub(crate) list: Vec<Fragment>,
    setups: Vec<Setup>,
    extras: Vec<Extra>,
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
}

/// A tile and everything that is known about it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tile {
    pub(crate) rect: Rect,
    number: usize,
    opaque: Fragments,
    blend: Fragments,
    mirror: Fragments,
    mirror_blend: Fragments,
    /// Depth of the first sample.
    pub(crate) depth: Vec<f32>,
    /// Colours, row after row.
    pub(crate) rgb: Vec<[u8; 3]>,
    /// Points that may be in the shadow of each light.
    pub(crate) points: Vec<Vec<Point>>,
}

/// What a thread keeps between tiles.
#[derive(Default)]
pub(crate) struct Scratch {
    visible: Visible,
    names: Names,
    color: Vec<Rgba>,
    mirror: Vec<Rgba>,
}

/// From names of triangles to numbers of setups: a table with open addresses.
#[derive(Default)]
struct Names {
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
    fn clear(&mut self) {
        self.list.clear();
        self.setups.clear();
        self.extras.clear();
    }

    /// Prepares the triangles of all fragments.
    fn prepare(&mut self, drawn: &Drawn<'_>, rect: &Rect, names: &mut Names) {
        names.clear(self.list.len());
        let (mut last, mut number, mut outline) = (NOTHING, 0, None);
        let mut face = NOTHING;
        for f in &mut self.list {
            if f.tri != last {
                last = f.tri;
                face = NOTHING;
                let chunk = &drawn.binned.chunks()[(last >> 16) as usize];
                let tri = &chunk.tris[(last & 0xffff) as usize];
                outline = drawn.pass.outline(tri, origin(rect));
                if outline.is_none() {
                    number = names.number(u64::from(last), || {
                        let setup = drawn.pass.setup(tri, origin(rect), &mut self.extras);
                        self.setups.push(setup);
                        (self.setups.len() - 1) as u32
                    });
                }
            }
            if let Some(outline) = &outline {
                // a sheet is one triangle until light is needed
                let (x, y) = at(*f, rect);
                let tri = outline.tri_at(x, y);
                if tri.face == face {
                    f.tri = number;
                    continue;
                }
                face = tri.face;
                let name = 1 << 63 | u64::from(tri.item) << 32 | u64::from(tri.face);
                number = names.number(name, || {
                    let setup = drawn.pass.setup(&tri, origin(rect), &mut self.extras);
                    self.setups.push(setup);
                    (self.setups.len() - 1) as u32
                });
            }
            f.tri = number;
        }
    }
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

    fn pixels(&self) -> usize {
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
        for (c, chunk) in layer.opaque.binned.chunks().iter().enumerate() {
            for &k in chunk.of_tile(self.number) {
                let name = (c as u32) << 16 | u32::from(k);
                scratch
                    .visible
                    .draw(&chunk.tris[k as usize], name, &self.rect, places);
            }
        }
        scratch
            .visible
            .fragments(&self.rect, samples, &mut opaque.list);
        let pass = &layer.blend.pass;
        for (c, chunk) in layer.blend.binned.chunks().iter().enumerate() {
            for &k in chunk.of_tile(self.number) {
                let name = (c as u32) << 16 | u32::from(k);
                let tri = &chunk.tris[k as usize];
                let look = pass.items[tri.item as usize].look;
                let write = pass.looks[look as usize].shading == Shading::Fade;
                let visible = &mut scratch.visible;
                visible.blend(tri, name, &self.rect, places, write, &mut blend.list);
            }
        }
        opaque.prepare(&layer.opaque, &self.rect, &mut scratch.names);
        blend.prepare(&layer.blend, &self.rect, &mut scratch.names);
    }

    /// Finds what is seen in the tile, and which points of it may be in shadow.
    pub(crate) fn look(
        &mut self,
        main: &Layer<'_>,
        mirror: Option<&Layer<'_>>,
        samples: usize,
        map_size: i32,
        scratch: &mut Scratch,
    ) {
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
        self.shadow_points(main.opaque.pass.shadows.len(), map_size);
    }

    /// Where the fragments are in the maps of the lights with shadows.
    fn shadow_points(&mut self, lights: usize, map_size: i32) {
        self.points.iter_mut().for_each(Vec::clear);
        if self.points.len() < lights {
            self.points.resize_with(lights, Vec::new);
        }
        if lights == 0 {
            return;
        }
        for (k, &f) in self.opaque.list.iter().enumerate() {
            let setup = &self.opaque.setups[f.tri as usize];
            if setup.catches == 0 {
                continue;
            }
            let (x, y) = at(f, &self.rect);
            let b = setup.at(x, y);
            for n in (0..lights).filter(|n| setup.catches >> n & 1 == 1) {
                let place = mix(b, &self.opaque.extras[setup.extra as usize + n].place);
                if let Some((x, y, depth)) = texel(place, map_size) {
                    let (tile, fragment) = (self.number as u32, k as u32);
                    self.points[n].push(Point {
                        x,
                        y,
                        depth,
                        tile,
                        fragment,
                    });
                }
            }
        }
    }

    /// Light `n` does not reach fragment `k`.
    pub(crate) fn darken(&mut self, k: u32, n: usize) {
        if let Some(f) = self.opaque.list.get_mut(k as usize) {
            f.shadow |= 1 << n;
        }
    }

    /// Computes the colours of the tile.
    pub(crate) fn shade(
        &mut self,
        main: &Shader<'_>,
        mirror: Option<&Shader<'_>>,
        scratch: &mut Scratch,
    ) {
        let (pixels, samples) = (self.pixels(), main.samples);
        if let Some(mirror) = mirror {
            scratch.mirror.clear();
            scratch.mirror.resize(pixels * samples, [0.0; 4]);
            let lists = [&self.mirror, &self.mirror_blend];
            paint(lists, mirror, &self.rect, &mut scratch.mirror, None);
        }
        scratch.color.clear();
        scratch.color.resize(pixels * samples, [0.0; 4]);
        let under = mirror.map(|_| scratch.mirror.as_slice());
        let lists = [&self.opaque, &self.blend];
        paint(lists, main, &self.rect, &mut scratch.color, under);
        self.rgb.clear();
        let share = 255.0 / samples as f32;
        self.rgb
            .extend(scratch.color.chunks_exact(samples).map(|s| {
                let sum = s
                    .iter()
                    .fold([0.0; 3], |a, c| [a[0] + c[0], a[1] + c[1], a[2] + c[2]]);
                sum.map(|c| (c * share + 0.5) as u8)
            }));
    }
}

/// Blocks of the picture in which weights are rounded alike, whatever the tiles.
const BLOCK: usize = 64;

/// The lower left pixel of a tile's block.
fn origin(rect: &Rect) -> [usize; 2] {
    [rect.x, rect.y].map(|c| c / BLOCK * BLOCK)
}

/// Middle of a fragment's pixel, from the middle of its block's first.
#[inline]
fn at(f: Fragment, rect: &Rect) -> (f32, f32) {
    let pixel = f.pixel as usize;
    let x = rect.x % BLOCK + pixel % rect.stride;
    let y = rect.y % BLOCK + pixel / rect.stride;
    (x as f32, y as f32)
}

/// Paints opaque fragments, then those that are blended over them; `under` is what mirrors show.
fn paint(
    lists: [&Fragments; 2],
    shader: &Shader<'_>,
    rect: &Rect,
    out: &mut [Rgba],
    under: Option<&[Rgba]>,
) {
    let samples = shader.samples;
    let all = (1u8 << samples) - 1;
    for &f in &lists[0].list {
        let setup = &lists[0].setups[f.tri as usize];
        let (x, y) = at(f, rect);
        let color = shader.color(f, setup, &lists[0].extras, x, y);
        let first = f.pixel as usize * samples;
        if f.mask == all && !setup.mirror {
            out[first..first + samples].fill(color);
            continue;
        }
        for s in (0..samples).filter(|s| f.mask >> s & 1 == 1) {
            out[first + s] = color;
            if let Some(under) = under.filter(|_| setup.mirror) {
                for k in 0..3 {
                    out[first + s][k] = (color[k] + under[first + s][k]).min(1.0);
                }
            }
        }
    }
    for &f in &lists[1].list {
        let setup = &lists[1].setups[f.tri as usize];
        let (x, y) = at(f, rect);
        let color = shader.color(f, setup, &lists[1].extras, x, y);
        let first = f.pixel as usize * samples;
        // haze is mixed in any case
        let haze = shader.looks[setup.look as usize].shading == Shading::Fade;
        let keep = if shader.additive && !haze {
            1.0
        } else {
            1.0 - color[3]
        };
        for s in (0..samples).filter(|s| f.mask >> s & 1 == 1) {
            for k in 0..3 {
                let old = out[first + s][k];
                out[first + s][k] = (color[3] * color[k] + keep * old).clamp(0.0, 1.0);
            }
        }
    }
}
