//! Flexes: triangles with normals, from the positions of vertices.
//!
//! Faces of elements are flat and offset outwards by one radius. The skin is smooth: its vertices are moved by one radius along the
//! mean of the normals around them; 2-D flexes have two sides, connected by strips along the border.

use synovia_engine::{Data, gate};
use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::id::FlexId;

use crate::enums::vis;
use crate::error::SceneError;
use crate::records::Options;
use crate::scene::{FlexSurfaces, Scene};
use crate::single;

impl FlexSurfaces {
    /// Allocates the surfaces of a model's flexes.
    pub(crate) fn new(model: &Model) -> Self {
        let flex = &model.flex;
        let facenum: Vec<i32> = flex.ids().map(|f| most_faces(model, f)).collect();
        let mut total = 0;
        let faceadr = facenum
            .iter()
            .map(|&count| {
                total += count;
                total - count
            })
            .collect();
        let total = total as usize;
        Self {
            edgeadr: flex.edgeadr.rows().to_vec(),
            edgenum: flex.edgenum.rows().to_vec(),
            vertadr: flex.vertadr.rows().to_vec(),
            vertnum: flex.vertnum.rows().to_vec(),
            faceadr,
            faceused: vec![0; facenum.len()],
            facenum,
            edge: flex.edge.rows().to_vec(),
            vert: vec![[0.0; 3]; flex.vert.len()],
            face: vec![[0.0; 9]; total],
            normal: vec![[0.0; 9]; total],
            texcoord: vec![[0.0; 6]; total],
            smooth: vec![Vec3::ZERO; flex.vert.len()],
            ..Self::default()
        }
    }
}

/// The most faces that options can request.
///
/// QUIRK(line-faces): a line has room for faces, as if it were a solid, though it never has one.
fn most_faces(model: &Model, f: FlexId) -> i32 {
    let flex = &model.flex;
    let (shells, elements) = (flex.shellnum[f], flex.elemnum[f]);
    if flex.dim[f] == 2 {
        return 2 * shells + 2 * elements;
    }
    let first = flex.elemadr[f].max(0) as usize;
    let last = first + elements.max(0) as usize;
    let layers = flex.elemlayer.rows().get(first..last).unwrap_or_default();
    let in_layer = |layer: i32| layers.iter().filter(|&&l| l == layer).count() as i32;
    let counts = (0..).map(in_layer).take_while(|&count| count > 0);
    shells.max(4 * counts.max().unwrap_or(0))
}

impl Scene {
    /// Updates the vertices of all flexes, and the faces that the options request.
    #[doc(alias = "mjv_updateActiveFlex")]
    pub fn update_flex(
        &mut self,
        model: &Model,
        data: &Data,
        options: &Options,
    ) -> Result<(), SceneError> {
        gate::check(model, data)?;
        self.check(model)?;
        let surface = &mut self.flex;
        surface.vertopt = i32::from(options.flags[vis::FLEX_VERT]);
        surface.edgeopt = i32::from(options.flags[vis::FLEX_EDGE]);
        surface.faceopt = i32::from(options.flags[vis::FLEX_FACE]);
        surface.skinopt = i32::from(options.flags[vis::FLEX_SKIN]);
        let positions = data.kin.flexvert_xpos.rows();
        for (out, &pos) in surface.vert.iter_mut().zip(positions) {
            *out = single::vector(pos);
        }
        for f in model.flex.ids() {
            let used = draw(model, data, options, f, surface).unwrap_or(0);
            surface.faceused[f.index()] = used as i32;
        }
        Ok(())
    }
}

/// Computes the faces of one flex; returns their number.
fn draw(
    model: &Model,
    data: &Data,
    options: &Options,
    f: FlexId,
    surface: &mut FlexSurfaces,
) -> Option<usize> {
    let flex = &model.flex;
    let skin = surface.skinopt != 0;
    if flex.dim[f] == 1 || (surface.faceopt == 0 && !skin) {
        return Some(0);
    }
    let verts = range(flex.vertadr[f], flex.vertnum[f])?;
    let faces = range(surface.faceadr[f.index()], surface.facenum[f.index()])?;
    let textured = usize::try_from(flex.texcoordadr[f]).ok();
    let mut pen = Pen {
        vert: data.kin.flexvert_xpos.rows().get(verts.clone())?,
        smooth: surface.smooth.get_mut(verts)?,
        radius: flex.radius[f],
        flat: flex.flatskin[f] != 0,
        tex: textured.map(|adr| flex.texcoord.rows().get(adr..).unwrap_or_default()),
        face: surface.face.get_mut(faces.clone())?,
        normal: surface.normal.get_mut(faces.clone())?,
        texcoord: surface.texcoord.get_mut(faces)?,
        used: 0,
    };
    let parts = Parts::new(model, f)?;
    if skin {
        pen.draw_skin(&parts);
    } else {
        pen.draw_elements(&parts, options.flex_layer);
    }
    Some(pen.used)
}

/// Elements and border of one flex, by vertex numbers.
struct Parts<'a> {
    dim: usize,
    elem: &'a [i32],
    elem_tex: &'a [i32],
    layer: &'a [i32],
    shell: &'a [i32],
}

impl<'a> Parts<'a> {
    fn new(model: &'a Model, f: FlexId) -> Option<Self> {
        let flex = &model.flex;
        let dim = usize::try_from(flex.dim[f]).ok()?;
        let count = usize::try_from(flex.elemnum[f]).ok()?;
        let first = usize::try_from(flex.elemdataadr[f]).ok()?;
        let corners = first..first + count * (dim + 1);
        let shell = match usize::try_from(flex.shelldataadr[f]) {
            Ok(first) => {
                let count = usize::try_from(flex.shellnum[f]).ok()?;
                flex.shell.rows().get(first..first + count * dim)?
            }
            Err(_) => &[],
        };
        Some(Self {
            dim,
            elem: flex.elem.rows().get(corners.clone())?,
            elem_tex: flex.elemtexcoord.rows().get(corners)?,
            layer: flex
                .elemlayer
                .rows()
                .get(range(flex.elemadr[f], flex.elemnum[f])?)?,
            shell,
        })
    }

    /// Corners of each element, and their texture coordinates.
    fn elements(&self) -> impl Iterator<Item = (&'a [i32], &'a [i32])> {
        let corners = self.elem.chunks_exact(self.dim + 1);
        corners.zip(self.elem_tex.chunks_exact(self.dim + 1))
    }

    fn shells(&self) -> impl Iterator<Item = &'a [i32]> {
        self.shell.chunks_exact(self.dim)
    }
}

/// Builds the faces of one flex.
struct Pen<'a> {
    vert: &'a [Vec3],
    smooth: &'a mut [Vec3],
    radius: f64,
    /// True if the skin uses face normals.
    flat: bool,
    tex: Option<&'a [[f32; 2]]>,
    face: &'a mut [[f32; 9]],
    normal: &'a mut [[f32; 9]],
    texcoord: &'a mut [[f32; 6]],
    used: usize,
}

/// Triangles of a tetrahedron.
const SIDES: [[usize; 3]; 4] = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];

impl Pen<'_> {
    /// Faces of elements: both sides of triangles, or those of the tetrahedra of one layer.
    fn draw_elements(&mut self, parts: &Parts<'_>, layer: i32) {
        for ((corner, tex), &in_layer) in parts.elements().zip(parts.layer) {
            let sides: &[_] = match parts.dim {
                2 => &[[0, 1, 2], [0, 2, 1]],
                _ if in_layer == layer => &SIDES,
                _ => continue,
            };
            for side in sides {
                self.draw_flat(side.map(|k| corner[k]), side.map(|k| tex[k]));
            }
        }
    }

    /// The smooth skin: both sides and the border of a 2-D flex, or the surface of a 3-D flex.
    fn draw_skin(&mut self, parts: &Parts<'_>) {
        self.smooth.fill(Vec3::ZERO);
        if parts.dim == 2 {
            for (corner, _) in parts.elements() {
                self.lean([corner[0], corner[1], corner[2]]);
            }
        } else {
            for s in parts.shells() {
                self.lean([s[0], s[1], s[2]]);
            }
        }
        for normal in self.smooth.iter_mut() {
            normal.normalize();
        }

        if parts.dim == 2 {
            for (c, t) in parts.elements() {
                self.draw_smooth([c[0], c[1], c[2]], [t[0], t[1], t[2]], self.radius);
                self.draw_smooth([c[0], c[2], c[1]], [t[0], t[2], t[1]], -self.radius);
            }
            for s in parts.shells() {
                self.draw_border(s[0], s[1], self.radius);
                self.draw_border(s[1], s[0], -self.radius);
            }
        } else {
            for s in parts.shells() {
                let corner = [s[0], s[1], s[2]];
                self.draw_smooth(corner, corner, self.radius);
            }
        }
    }

    #[inline]
    fn corners(&self, corner: [i32; 3]) -> Option<[Vec3; 3]> {
        let at = |k: usize| self.vert.get(usize::try_from(corner[k]).ok()?).copied();
        Some([at(0)?, at(1)?, at(2)?])
    }

    /// Adds the normal of a face to those of its corners.
    fn lean(&mut self, corner: [i32; 3]) {
        let Some(at) = self.corners(corner) else {
            return;
        };
        let normal = normal_of(at);
        for v in corner {
            self.smooth[v as usize] += normal;
        }
    }

    /// A flat face, moved outwards.
    fn draw_flat(&mut self, corner: [i32; 3], tex: [i32; 3]) {
        let Some(at) = self.corners(corner) else {
            return;
        };
        let normal = normal_of(at);
        let at = at.map(|v| v + normal * self.radius);
        self.put(at, [normal; 3], tex);
    }

    /// A face whose corners are moved along the smooth normals, by a negative radius for the back.
    fn draw_smooth(&mut self, corner: [i32; 3], tex: [i32; 3], radius: f64) {
        let Some(at) = self.corners(corner) else {
            return;
        };
        let smooth = corner.map(|v| self.smooth[v as usize]);
        let side = if radius > 0.0 { 1.0 } else { -1.0 };
        let shading = if self.flat {
            [normal_of(at); 3]
        } else {
            smooth
        };
        let moved = core::array::from_fn(|k| at[k] + smooth[k] * radius);
        self.put(moved, shading.map(|n| n * side), tex);
    }

    /// Half of the strip between the two sides of a 2-D flex.
    fn draw_border(&mut self, from: i32, to: i32, radius: f64) {
        let corner = [from, to, to];
        let Some(at) = self.corners(corner) else {
            return;
        };
        let smooth = corner.map(|v| self.smooth[v as usize]);
        let mut normal = (at[1] - at[0]).cross(smooth[1]);
        if radius < 0.0 {
            normal = -normal;
        }
        normal.normalize();
        let reach = [radius, -radius, radius];
        let moved = core::array::from_fn(|k| at[k] + smooth[k] * reach[k]);
        self.put(moved, [normal; 3], corner);
    }

    #[inline]
    fn put(&mut self, at: [Vec3; 3], normal: [Vec3; 3], tex: [i32; 3]) {
        let k = self.used;
        let (Some(face), Some(shade), Some(coord)) = (
            self.face.get_mut(k),
            self.normal.get_mut(k),
            self.texcoord.get_mut(k),
        ) else {
            return;
        };
        *face = flat(at);
        *shade = flat(normal);
        if let Some(all) = self.tex {
            for (out, k) in coord.as_chunks_mut::<2>().0.iter_mut().zip(tex) {
                let source = usize::try_from(k).ok().and_then(|k| all.get(k));
                *out = source.copied().unwrap_or(*out);
            }
        }
        self.used += 1;
    }
}

/// Three vectors in single precision, concatenated.
#[inline]
fn flat(vectors: [Vec3; 3]) -> [f32; 9] {
    let [[a, b, c], [d, e, f], [g, h, i]] = vectors.map(single::vector);
    [a, b, c, d, e, f, g, h, i]
}

/// The unit normal of a triangle.
fn normal_of(at: [Vec3; 3]) -> Vec3 {
    (at[1] - at[0]).cross(at[2] - at[0]).normalized()
}

fn range(adr: i32, num: i32) -> Option<core::ops::Range<usize>> {
    let (adr, num) = (usize::try_from(adr).ok()?, usize::try_from(num).ok()?);
    Some(adr..adr.checked_add(num)?)
}
