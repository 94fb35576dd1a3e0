//! Tile binning: which triangles may cover which tile.
//!
//! Visible clusters are transformed in chunks, in parallel; each chunk sorts its triangles by tile (a counting sort). A tile reads
//! the chunks in order, so it sees triangles in drawing order, whatever the number of threads.

use rayon::prelude::*;

use crate::draw::draw_item::{Cull, DrawItem, DrawShape};
use crate::geometry::frustum_culling::{Frustum, eye_position};
use crate::geometry::triangle_assembly::{ClusterDraw, ScreenTriangle};
use crate::geometry::vertex_transform::{ClipVertex, GeometryStage};
use crate::matrix::Mat4;

/// Clusters of a chunk.
const CHUNK_CLUSTERS: usize = 16;
/// Most chunks: the upper half of a triangle id is its chunk.
const MAX_CHUNKS: usize = 1 << 16;

/// How the image is divided into tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tiling {
    /// Pixels of the image.
    pub(crate) size: [usize; 2],
    /// Pixels along a side of a tile: a power of two.
    pub(crate) tile: usize,
}

impl Tiling {
    /// Tiles along each axis.
    pub(crate) fn counts(&self) -> [usize; 2] {
        self.size.map(|n| n.div_ceil(self.tile))
    }
}

/// Triangles of some clusters, sorted by tile.
#[derive(Clone, Debug, Default)]
pub(crate) struct BinChunk {
    pub(crate) tris: Vec<ScreenTriangle>,
    verts: Vec<ClipVertex>,
    /// First entry of each tile.
    first: Vec<u32>,
    /// Triangles, tile by tile.
    entry: Vec<u16>,
    cursor: Vec<u32>,
}

/// A cluster to transform: index of the item, index of the cluster (0 for a line).
type ClusterJob = (u32, u32);

/// The binned triangles of one draw list.
#[derive(Clone, Debug, Default)]
pub(crate) struct TileBins {
    jobs: Vec<ClusterJob>,
    chunks: Vec<BinChunk>,
    used: usize,
}

/// The binned draw lists of a view.
#[derive(Clone, Debug, Default)]
pub(crate) struct ViewBins {
    pub(crate) opaque: TileBins,
    pub(crate) blend: TileBins,
    pub(crate) reflection_opaque: TileBins,
    pub(crate) reflection_blend: TileBins,
    /// The reflective geom, filled: the stencil of the reflection in wireframe.
    pub(crate) stencil: TileBins,
}

impl TileBins {
    /// Culls, transforms and bins all triangles of `items`.
    pub(crate) fn fill(&mut self, stage: &GeometryStage, items: &[DrawItem<'_>], tiling: Tiling) {
        self.jobs.clear();
        for (i, item) in items.iter().enumerate() {
            match item.shape {
                DrawShape::Line(..) => self.jobs.push((i as u32, 0)),
                DrawShape::Mesh(mesh) => {
                    let clip = stage.clip.mul(&item.world);
                    let frustum = Frustum::new(&clip);
                    // back-face culling of whole clusters by their normal cones
                    let hides = item.cull == Cull::Back
                        && !stage.no_culling
                        && item.world.preserves_winding();
                    let eye = eye_position(&clip).filter(|_| hides);
                    let drawn = if stage.wireframe.is_some() {
                        mesh
                    } else {
                        mesh.proxy()
                    };
                    for (c, cluster) in drawn.clusters.iter().enumerate() {
                        let away = eye.is_some_and(|eye| cluster.is_back_facing(eye));
                        if !away && !frustum.culls(cluster.center, cluster.radius) {
                            self.jobs.push((i as u32, c as u32));
                        }
                    }
                }
            }
        }
        self.jobs.truncate(CHUNK_CLUSTERS * MAX_CHUNKS);
        self.used = self.jobs.len().div_ceil(CHUNK_CLUSTERS);
        if self.chunks.len() < self.used {
            self.chunks.resize_with(self.used, BinChunk::default);
        }
        let work = self.chunks[..self.used]
            .par_iter_mut()
            .zip(self.jobs.par_chunks(CHUNK_CLUSTERS));
        work.for_each(|(chunk, jobs)| chunk.fill(stage, items, jobs, tiling));
    }

    /// The chunks in use.
    pub(crate) fn chunks(&self) -> &[BinChunk] {
        &self.chunks[..self.used]
    }
}

impl BinChunk {
    fn fill(
        &mut self,
        stage: &GeometryStage,
        items: &[DrawItem<'_>],
        jobs: &[ClusterJob],
        tiling: Tiling,
    ) {
        self.tris.clear();
        let (mut last, mut clip) = (u32::MAX, Mat4::IDENTITY);
        for &(i, c) in jobs {
            let item = &items[i as usize];
            if i != last {
                (last, clip) = (i, stage.clip.mul(&item.world));
            }
            match item.shape {
                DrawShape::Line(..) => stage.line(item, i, &mut self.tris),
                DrawShape::Mesh(mesh) => {
                    let is_plane = mesh.plane_grid.is_some() && stage.wireframe.is_none();
                    let mesh = if is_plane { mesh.proxy() } else { mesh };
                    let cluster = &mesh.clusters[c as usize];
                    let draw = ClusterDraw {
                        item,
                        clip: &clip,
                        item_index: i,
                        mesh,
                        cluster,
                        cluster_index: c,
                        is_plane,
                    };
                    stage.assemble(draw, &mut self.verts, &mut self.tris);
                }
            }
        }
        // the lower half of a triangle id is its index in the chunk
        self.tris.truncate(1 << 16);
        self.sort(tiling);
    }

    fn sort(&mut self, tiling: Tiling) {
        let [nx, ny] = tiling.counts();
        self.first.clear();
        self.first.resize(nx * ny + 1, 0);
        let tiles = TileGrid {
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

    /// The triangles that may cover tile `t`, in drawing order.
    pub(crate) fn of_tile(&self, t: usize) -> &[u16] {
        &self.entry[self.first[t] as usize..self.first[t + 1] as usize]
    }
}

/// The grid of tiles, prepared so that a pixel's tile is found without a division.
#[derive(Clone, Copy)]
struct TileGrid {
    /// Pixels of the image.
    size: [usize; 2],
    /// Pixels along a side of a tile, as a power of two.
    shift: u32,
    across: usize,
    upwards: usize,
}

impl TileGrid {
    /// Calls `visit` for every tile that the bounding box of a triangle overlaps.
    #[inline]
    fn each(&self, tri: &ScreenTriangle, mut visit: impl FnMut(usize)) {
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
