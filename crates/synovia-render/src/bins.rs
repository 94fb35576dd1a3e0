//! Which triangles meet which tile of the picture.
//!
//! Groups of surfaces are transformed in chunks, many at a time on all cores; a chunk sorts its triangles by tile. A tile
//! reads the chunks in their order, so triangles meet it in the order of drawing, however many cores there are.

use rayon::prelude::*;

use crate::frustum::{Frustum, eye_of};
use crate::geometry::{Place, Stage, Tri, Vertex};
use crate::items::{Cull, Item, Shape};
use crate::matrix::Mat4;

/// Groups of a chunk.
const CHUNK: usize = 16;
/// Most chunks: a chunk's number is half of a triangle's.
const MOST: usize = 1 << 16;

/// The tiles of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tiling {
    /// Pixels of the picture.
    pub(crate) size: [usize; 2],
    /// Pixels along a side of a tile: a power of two.
    pub(crate) tile: usize,
}

impl Tiling {
    /// Tiles along each side.
    pub(crate) fn counts(&self) -> [usize; 2] {
        self.size.map(|n| n.div_ceil(self.tile))
    }
}

/// Triangles of some groups, sorted by tile.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chunk {
    pub(crate) tris: Vec<Tri>,
    verts: Vec<Vertex>,
    /// Where each tile's entries begin.
    first: Vec<u32>,
    /// Triangles, tile by tile.
    entry: Vec<u16>,
    cursor: Vec<u32>,
}

/// A group to transform: number of the item, number of the group (lines have one).
type Job = (u32, u32);

/// Triangles of one pass over the scene.
#[derive(Clone, Debug, Default)]
pub(crate) struct Binned {
    jobs: Vec<Job>,
    chunks: Vec<Chunk>,
    used: usize,
}

impl Binned {
    /// Transforms and sorts all triangles of `items`.
    pub(crate) fn fill(&mut self, stage: &Stage, items: &[Item<'_>], tiling: Tiling) {
        self.jobs.clear();
        for (i, item) in items.iter().enumerate() {
            match item.shape {
                Shape::Line(..) => self.jobs.push((i as u32, 0)),
                Shape::Surface(surface) => {
                    let clip = stage.clip.mul(&item.world);
                    let frustum = Frustum::new(&clip);
                    // groups that look away are known from their normals
                    let hides = item.cull == Cull::Back && !stage.all && item.world.turns_right();
                    let eye = eye_of(&clip).filter(|_| hides);
                    let drawn = if stage.wire.is_some() {
                        surface
                    } else {
                        surface.outline()
                    };
                    for (c, group) in drawn.cluster.iter().enumerate() {
                        let away = eye.is_some_and(|eye| group.looks_away(eye));
                        if !away && !frustum.misses(group.center, group.radius) {
                            self.jobs.push((i as u32, c as u32));
                        }
                    }
                }
            }
        }
        self.jobs.truncate(CHUNK * MOST);
        self.used = self.jobs.len().div_ceil(CHUNK);
        if self.chunks.len() < self.used {
            self.chunks.resize_with(self.used, Chunk::default);
        }
        let work = self.chunks[..self.used]
            .par_iter_mut()
            .zip(self.jobs.par_chunks(CHUNK));
        work.for_each(|(chunk, jobs)| chunk.fill(stage, items, jobs, tiling));
    }

    /// The chunks of the pass.
    pub(crate) fn chunks(&self) -> &[Chunk] {
        &self.chunks[..self.used]
    }
}

impl Chunk {
    fn fill(&mut self, stage: &Stage, items: &[Item<'_>], jobs: &[Job], tiling: Tiling) {
        self.tris.clear();
        let (mut last, mut clip) = (u32::MAX, Mat4::IDENTITY);
        for &(i, c) in jobs {
            let item = &items[i as usize];
            if i != last {
                (last, clip) = (i, stage.clip.mul(&item.world));
            }
            match item.shape {
                Shape::Line(..) => stage.line(item, i, &mut self.tris),
                Shape::Surface(surface) => {
                    let sheet = surface.sheet.is_some() && stage.wire.is_none();
                    let surface = if sheet { surface.outline() } else { surface };
                    let group = &surface.cluster[c as usize];
                    let place = Place {
                        item,
                        clip: &clip,
                        number: i,
                        surface,
                        group,
                        cluster: c,
                        sheet,
                    };
                    stage.group(place, &mut self.verts, &mut self.tris);
                }
            }
        }
        // a triangle's number is half of its name
        self.tris.truncate(1 << 16);
        self.sort(tiling);
    }

    fn sort(&mut self, tiling: Tiling) {
        let [nx, ny] = tiling.counts();
        self.first.clear();
        self.first.resize(nx * ny + 1, 0);
        let tiles = Tiles {
            size: tiling.size,
            shift: tiling.tile.trailing_zeros(),
            across: nx,
            upwards: ny,
        };
        for tri in &self.tris {
            tiles.each(tri, |t| self.first[t + 1] += 1);
        }
        for t in 0..nx * ny {
            self.first[t + 1] += self.first[t];
        }
        self.cursor.clone_from(&self.first);
        self.entry.clear();
        self.entry.resize(self.first[nx * ny] as usize, 0);
        for (k, tri) in self.tris.iter().enumerate() {
            tiles.each(tri, |t| {
                self.entry[self.cursor[t] as usize] = k as u16;
                self.cursor[t] += 1;
            });
        }
    }

    /// The triangles that meet tile `t`, in the order of drawing.
    pub(crate) fn of_tile(&self, t: usize) -> &[u16] {
        &self.entry[self.first[t] as usize..self.first[t + 1] as usize]
    }
}

/// Where tiles are, so that a pixel's tile is found without a division.
#[derive(Clone, Copy)]
struct Tiles {
    /// Pixels of the picture.
    size: [usize; 2],
    /// Pixels along a side of a tile, as a power of two.
    shift: u32,
    across: usize,
    upwards: usize,
}

impl Tiles {
    /// Calls `visit` for every tile that the box around a triangle meets.
    #[inline]
    fn each(&self, tri: &Tri, mut visit: impl FnMut(usize)) {
        let span = |c: [i32; 3], n: usize, pixels: usize| {
            let low = c[0].min(c[1]).min(c[2]) >> 8;
            let high = c[0].max(c[1]).max(c[2]) >> 8;
            if high < 0 || low >= pixels as i32 {
                return 0..0;
            }
            let first = low.max(0) as usize >> self.shift;
            first..((high as usize >> self.shift) + 1).min(n)
        };
        let xs = span(tri.x, self.across, self.size[0]);
        for y in span(tri.y, self.upwards, self.size[1]) {
            for x in xs.clone() {
                visit(y * self.across + x);
            }
        }
    }
}
