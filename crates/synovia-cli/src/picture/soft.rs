//! Flexes and skins as triangles.
//!
//! Sheets are drawn as their elements, solids as their shells, both where their vertices are. A vertex of a skin is carried by bones,
//!
//! ```text
//! v = Σ w_b (x_b + R_b R(bind_b)ᵀ (v₀ − bind_b))                                     (1)
//! ```
//!
//! Normals are those of the triangles around a vertex, weighted by area, unless the flex is to look flat.

use synovia::Data;
use synovia::math::{Quat, Vec3};
use synovia::model::Model;
use synovia::model::enums::TextureRole;
use synovia::model::id::{FlexId, MaterialId, SkinId};

use super::scene::{Look, light_of, linear};
use super::triangles::{Triangle, Triangles};

/// Groups that are shown.
const SHOWN: core::ops::Range<i32> = 0..3;

/// A surface before it is cut into triangles.
struct Surface<'a> {
    vertices: Vec<Vec3>,
    faces: Vec<[usize; 3]>,
    /// Texture coordinates of the corners of each face.
    texcoord: Option<Vec<[[f32; 2]; 3]>>,
    flat: bool,
    paint: Paint<'a>,
}

/// Colour and texture.
struct Paint<'a> {
    model: &'a Model,
    material: Option<MaterialId>,
    rgba: [f32; 4],
}

/// All flexes and skins that are shown.
pub(super) fn triangles(model: &Model, data: &Data) -> Triangles {
    let flexes = model.flex.ids().filter_map(|f| flex(model, data, f));
    let skins = model.skin.ids().filter_map(|s| skin(model, data, s));
    Triangles::new(flexes.chain(skins).flat_map(|s| s.triangles()).collect())
}

/// Where a list of objects begins and ends; none if it is empty.
fn range(adr: i32, num: i32) -> Option<core::ops::Range<usize>> {
    let (adr, num) = (usize::try_from(adr).ok()?, usize::try_from(num).ok()?);
    (num > 0).then_some(adr..adr + num)
}

/// A sheet or the shell of a solid; lines are drawn as rods.
fn flex<'a>(model: &'a Model, data: &Data, f: FlexId) -> Option<Surface<'a>> {
    let table = &model.flex;
    if !SHOWN.contains(&table.group[f]) || table.dim[f] < 2 {
        return None;
    }
    let vertices = data
        .kin
        .flexvert_xpos
        .rows()
        .get(range(table.vertadr[f], table.vertnum[f])?)?;
    let solid = table.dim[f] == 3;
    let (list, adr, num) = if solid {
        (&table.shell, table.shelldataadr[f], 3 * table.shellnum[f])
    } else {
        (&table.elem, table.elemdataadr[f], 3 * table.elemnum[f])
    };
    let at = range(adr, num)?;
    let corners = |list: &[i32]| -> Vec<[usize; 3]> {
        let faces = list.as_chunks::<3>().0.iter();
        faces.map(|face| face.map(|v| v.max(0) as usize)).collect()
    };
    let faces = corners(list.rows().get(at.clone())?);
    let texcoord = usize::try_from(table.texcoordadr[f])
        .ok()
        .and_then(|first| {
            let ids = if solid {
                faces.clone()
            } else {
                corners(table.elemtexcoord.rows().get(at)?)
            };
            let uv = |k: usize| table.texcoord.rows().get(first + k).copied();
            let coordinates = ids.into_iter().map(|ids| {
                let [a, b, c] = ids.map(uv);
                Some([a?, b?, c?])
            });
            coordinates.collect()
        });
    Some(Surface {
        vertices: vertices.to_vec(),
        faces,
        texcoord,
        flat: table.flatskin[f] != 0,
        paint: Paint {
            model,
            material: table.matid[f].get(),
            rgba: table.rgba[f],
        },
    })
}

/// A skin, equation (1).
fn skin<'a>(model: &'a Model, data: &Data, s: SkinId) -> Option<Surface<'a>> {
    let table = &model.skin;
    if !SHOWN.contains(&table.group[s]) {
        return None;
    }
    let written = table
        .vert
        .rows()
        .get(range(table.vertadr[s], table.vertnum[s])?)?;
    let mut vertices = vec![Vec3::ZERO; written.len()];
    for b in range(table.boneadr[s], table.bonenum[s])? {
        let body = table.bonebodyid[b];
        let turn = data.kin.xquat[body] * Quat::from(table.bonebindquat[b].map(f64::from)).conj();
        let bind = Vec3::from(table.bonebindpos[b].map(f64::from));
        for k in range(table.bonevertadr[b], table.bonevertnum[b]).unwrap_or(0..0) {
            let v = table.bonevertid[k].max(0) as usize;
            let local = Vec3::from(written.get(v)?.map(f64::from)) - bind;
            let carried = data.kin.xpos[body] + turn.rotate(local);
            vertices[v] += carried * f64::from(table.bonevertweight[k]);
        }
    }
    let faces = table
        .face
        .rows()
        .get(range(table.faceadr[s], table.facenum[s])?)?;
    let faces = faces.iter().map(|face| face.map(|v| v.max(0) as usize));
    let mut surface = Surface {
        vertices,
        faces: faces.collect(),
        texcoord: None,
        flat: false,
        paint: Paint {
            model,
            material: table.matid[s].get(),
            rgba: table.rgba[s],
        },
    };
    let inflate = f64::from(table.inflate[s]);
    if inflate != 0.0 {
        let normals = surface.normals();
        for (v, normal) in surface.vertices.iter_mut().zip(normals) {
            *v += normal * inflate;
        }
    }
    Some(surface)
}

impl Surface<'_> {
    fn corners(&self, face: [usize; 3]) -> Option<[Vec3; 3]> {
        let [a, b, c] = face.map(|v| self.vertices.get(v).copied());
        Some([a?, b?, c?])
    }

    /// Unit normals at the vertices; zero where there is no face.
    fn normals(&self) -> Vec<Vec3> {
        let mut normals = vec![Vec3::ZERO; self.vertices.len()];
        for &face in &self.faces {
            let Some([a, b, c]) = self.corners(face) else {
                continue;
            };
            let area = (b - a).cross(c - a);
            for v in face {
                normals[v] += area;
            }
        }
        normals.into_iter().map(Vec3::normalized).collect()
    }

    fn triangles(&self) -> Vec<Triangle> {
        let normals = self.normals();
        let mut made = Vec::with_capacity(self.faces.len());
        for (k, &face) in self.faces.iter().enumerate() {
            let Some(corner) = self.corners(face) else {
                continue;
            };
            let own = (corner[1] - corner[0]).cross(corner[2] - corner[0]);
            let uv = self.texcoord.as_ref().and_then(|list| list.get(k));
            made.push(Triangle {
                corner,
                normal: face.map(|v| {
                    if self.flat {
                        own.normalized()
                    } else {
                        normals[v]
                    }
                }),
                look: core::array::from_fn(|i| self.paint.look(uv.map(|uv| uv[i]))),
            });
        }
        made
    }
}

impl Paint<'_> {
    /// How the surface looks at a place of its texture.
    fn look(&self, uv: Option<[f32; 2]>) -> Look {
        let Some(material) = self.material else {
            return Look {
                colour: light_of(self.rgba),
                specular: 0.3,
            };
        };
        let table = &self.model.material;
        let mut colour = light_of(table.rgba[material]);
        if let Some(texel) = uv.and_then(|uv| self.texel(material, uv)) {
            for (colour, texel) in colour.iter_mut().zip(texel) {
                *colour *= texel;
            }
        }
        Look {
            colour,
            specular: f64::from(table.specular[material]),
        }
    }

    /// The colour of the texture at coordinates that repeat from 0 to 1.
    fn texel(&self, material: MaterialId, uv: [f32; 2]) -> Option<[f64; 3]> {
        let role = TextureRole::Rgb.to_i32() as usize;
        let texture = self.model.material.texid[material][role].get()?;
        let table = &self.model.texture;
        let (width, height) = (table.width[texture], table.height[texture]);
        let repeat = self.model.material.texrepeat[material];
        let place = |k: usize, pixels: i32| {
            let at = f64::from(uv[k]) * f64::from(repeat[k]);
            (((at - at.floor()) * f64::from(pixels)) as i64).clamp(0, i64::from(pixels) - 1)
        };
        let channels = i64::from(table.nchannel[texture]);
        if channels < 3 {
            return None;
        }
        let at = place(1, height) * i64::from(width) + place(0, width);
        let adr = usize::try_from(table.adr[texture] + at * channels).ok()?;
        let pixel = table.data.rows().get(adr..adr + 3)?;
        Some([pixel[0], pixel[1], pixel[2]].map(|byte| linear(f64::from(byte) / 255.0)))
    }
}
