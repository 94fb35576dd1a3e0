//! Meshes of a model's geoms: planes, meshes with their convex hulls, height fields.

use synovia_model::{GeomType, Model};

use crate::matrix::{Vec3, dot, normal};
use crate::resources::mesh::{MeshVertex, RenderMesh};
use crate::resources::primitives::plane_grid;

/// Most grid lines of a plane.
const PLANE_GRID: usize = 200;
/// Grid intervals without those of the margin.
const PLANE_INNER: f64 = (PLANE_GRID - 2) as f64;

/// The planes of a model in the order of its geoms, divided along their grids.
pub(crate) fn planes(model: &Model) -> Vec<RenderMesh> {
    let zfar = f64::from(model.vis.map.zfar) * model.stat.extent;
    let mut out = Vec::new();
    for g in model.geom.type_.ids() {
        if model.geom.type_[g] != GeomType::Plane {
            continue;
        }
        let size = model.geom.size[g];
        let material = model
            .material
            .texrepeat
            .get(model.geom.matid[g].0.max(-1) as usize);
        let lines = [0, 1].map(|k| {
            if size[k] > 0.0 {
                finite_lines(size[k], size[2])
            } else {
                infinite_lines(material.map_or(0.0, |repeat| f64::from(repeat[k])), zfar)
            }
        });
        let mut mesh = RenderMesh::default();
        plane_grid(&mut mesh, &lines[0], &lines[1]);
        out.push(mesh);
    }
    out
}

/// Grid lines of a plane of half size `size`, about `spacing` apart, with a margin at both ends.
fn finite_lines(size: f64, spacing: f64) -> Vec<f32> {
    let spacing = spacing.max(size / PLANE_INNER);
    let count = (size / spacing.max(1e-15)).floor() as usize;
    let inner = (count - count % 2).min(PLANE_GRID);
    let margin = size - inner as f64 * spacing;
    let mut lines = vec![-size as f32];
    for x in 0..=inner {
        lines.push((-size + margin + x as f64 * spacing * 2.0) as f32);
    }
    let last = -size + margin + inner as f64 * spacing * 2.0;
    lines.push((last + margin).max(last) as f32);
    lines
}

/// Grid lines of an infinite plane: beyond the far plane, aligned with its texture.
fn infinite_lines(repeat: f64, zfar: f64) -> Vec<f32> {
    let step = if repeat > 0.0 {
        2.0 / repeat
    } else {
        2.1 * zfar / PLANE_INNER
    };
    let d = (2.1 * zfar + 2.0 * step) / PLANE_GRID as f64;
    (0..=PLANE_GRID)
        .map(|x| (d * x as f64 - d * (PLANE_GRID / 2) as f64) as f32)
        .collect()
}

/// The triangles of mesh `m`. Where a vertex normal differs much from the face normal, the face normal is used.
pub(crate) fn mesh(model: &Model, m: usize) -> RenderMesh {
    let table = &model.mesh;
    let mut out = RenderMesh::default();
    let at = |column: &[i32]| column.get(m).copied().unwrap_or(0);
    let vertadr = at(table.vertadr.rows());
    let normaladr = at(table.normaladr.rows());
    let texadr = at(table.texcoordadr.rows());
    let first = at(table.faceadr.rows()).max(0) as usize;
    let count = at(table.facenum.rows()).max(0) as usize;
    for f in first..first.saturating_add(count).min(table.face.len()) {
        let Some(v) = three_rows(table.vert.rows(), table.face[f], vertadr) else {
            continue;
        };
        let flat_triangle = normal(v[0], v[1], v[2]);
        let n = table
            .facenormal
            .get(f)
            .and_then(|&n| three_rows(table.normal.rows(), n, normaladr));
        let n = n.unwrap_or([flat_triangle; 3]);
        let tex = table.facetexcoord.get(f).filter(|_| texadr >= 0);
        if let Some(t) = tex.and_then(|&t| three_rows(table.texcoord.rows(), t, texadr)) {
            let corner = |k: usize| MeshVertex {
                pos: v[k],
                normal: n[k],
                texcoord: t[k],
            };
            out.textured_triangle(&[corner(0), corner(1), corner(2)], 0b111);
        } else {
            let corner = |k: usize| {
                let sharp = f64::from(dot(n[k], flat_triangle)) < 0.8;
                MeshVertex::new(v[k], if sharp { flat_triangle } else { n[k] })
            };
            out.triangle(&[corner(0), corner(1), corner(2)], 0b111);
            if texadr >= 0 {
                out.texcoord.push([[0.0; 2]; 3]);
            }
        }
    }
    out.close_cluster();
    out
}

/// The convex hull of mesh `m`; empty if it has none.
pub(crate) fn hull(model: &Model, m: usize) -> RenderMesh {
    let table = &model.mesh;
    let mut out = RenderMesh::default();
    let graph = table.graph.rows();
    let at = |column: &[i32]| column.get(m).copied().unwrap_or(-1);
    let (adr, vertadr, texadr) = (
        at(table.graphadr.rows()),
        at(table.vertadr.rows()),
        at(table.texcoordadr.rows()),
    );
    if adr < 0 {
        return out;
    }
    let adr = adr as usize;
    let (Some(&nvert), Some(&nface)) = (graph.get(adr), graph.get(adr + 1)) else {
        return out;
    };
    let (nvert, nface) = (nvert.max(0) as usize, nface.max(0) as usize);
    for f in 0..nface {
        let j = adr + 2 + 3 * nvert + 3 * nface + 3 * f;
        let Some(&[a, b, c]) = graph.get(j..).and_then(<[i32]>::first_chunk) else {
            break;
        };
        let Some(v) = three_rows(table.vert.rows(), [a, b, c], vertadr) else {
            continue;
        };
        if texadr >= 0 {
            let n = normal(v[0], v[1], v[2]);
            let t = three_rows(table.texcoord.rows(), [a, b, c], texadr).unwrap_or([[0.0; 2]; 3]);
            let corner = |k: usize| MeshVertex {
                pos: v[k],
                normal: n,
                texcoord: t[k],
            };
            out.textured_triangle(&[corner(0), corner(1), corner(2)], 0b111);
        } else {
            out.flat_triangle(v);
        }
    }
    out.close_cluster();
    out
}

/// Three rows of a column, relative to `first`.
fn three_rows<T: Copy>(rows: &[T], index: [i32; 3], first: i32) -> Option<[T; 3]> {
    let row = |k: usize| {
        let at = usize::try_from(i64::from(index[k]) + i64::from(first)).ok()?;
        rows.get(at).copied()
    };
    Some([row(0)?, row(1)?, row(2)?])
}

/// Height field `h`: its terrain, its four sides and its bottom.
pub(crate) fn hfield(model: &Model, h: usize, quads: usize) -> RenderMesh {
    let table = &model.hfield;
    let mut out = RenderMesh::default();
    let (Some(&size), Some(&nr), Some(&nc), Some(&adr)) = (
        table.size.get(h),
        table.nrow.get(h),
        table.ncol.get(h),
        table.adr.get(h),
    ) else {
        return out;
    };
    let (nr, nc) = (nr.max(0) as usize, nc.max(0) as usize);
    let data = table.data.rows().get(adr.max(0) as usize..).unwrap_or(&[]);
    if nr < 2 || nc < 2 || data.len() / nc < nr {
        return out;
    }
    let size = size.map(|s| s as f32);
    let half = [0.5 * (nc - 1) as f32, 0.5 * (nr - 1) as f32];
    let x = |c: usize| size[0] * (c as f32 / half[0] - 1.0);
    let y = |r: usize| size[1] * (r as f32 / half[1] - 1.0);
    let z = |r: usize, c: usize| data[r * nc + c] * size[2];
    let top = |r: usize, c: usize| [x(c), y(r), z(r, c)];

    // terrain: a strip of triangles between every two rows
    for r in 0..nr - 1 {
        for c in 0..nc - 1 {
            out.flat_triangle([top(r + 1, c), top(r, c), top(r + 1, c + 1)]);
            out.flat_triangle([top(r, c), top(r, c + 1), top(r + 1, c + 1)]);
        }
    }
    // sides
    let base = |p: Vec3| [p[0], p[1], -size[3]];
    let mut side = |n: Vec3, a: Vec3, b: Vec3| {
        out.quad(&[base(a), base(b), b, a].map(|p| MeshVertex::new(p, n)));
    };
    for r in 0..nr - 1 {
        side([-1.0, 0.0, 0.0], top(r + 1, 0), top(r, 0));
        side([1.0, 0.0, 0.0], top(r, nc - 1), top(r + 1, nc - 1));
    }
    for c in 0..nc - 1 {
        side([0.0, -1.0, 0.0], top(0, c), top(0, c + 1));
        side([0.0, 1.0, 0.0], top(nr - 1, c + 1), top(nr - 1, c));
    }
    // bottom
    let half = 0.5 * quads as f32;
    let at = |r: usize, c: usize| {
        let p = [
            size[0] * (c as f32 / half - 1.0),
            size[1] * (r as f32 / half - 1.0),
            -size[3],
        ];
        MeshVertex::new(p, [0.0, 0.0, -1.0])
    };
    for r in 0..quads {
        for c in 0..quads {
            out.quad(&[at(r, c), at(r + 1, c), at(r + 1, c + 1), at(r, c + 1)]);
        }
    }
    out.close_cluster();
    out
}
