//! What rays meet: visible geoms, tendons and lines of flexes as thin capsules, soft surfaces as triangles.

use synovia::Data;
use synovia::engine::data::Kin;
use synovia::engine::ray::{self, Hit, Ray, Visible};
use synovia::math::{Mat3, Vec3};
use synovia::model::enums::TextureRole;
use synovia::model::id::{FlexId, GeomId, MaterialId};
use synovia::model::{GeomType, Model};

use super::soft;
use super::triangles::{Struck, Triangles};

/// How a surface looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// Share of the light that comes back, by colour; linear.
    pub colour: [f64; 3],
    /// Strength of highlights.
    pub specular: f64,
}

/// A piece of a tendon.
#[derive(Clone, Copy, Debug)]
struct Piece {
    size: Vec3,
    pos: Vec3,
    mat: Mat3,
    look: Look,
}

/// What there is to see.
#[derive(Debug)]
pub(super) struct Scene<'a> {
    model: &'a Model,
    kin: &'a Kin,
    /// Geoms with the squares of the radii of their balls; infinite for planes.
    geoms: Vec<(GeomId, f64)>,
    pieces: Vec<Piece>,
    soft: Triangles,
}

/// A surface where a ray meets it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    /// Where.
    pub point: Vec3,
    /// Its normal, towards the beginning of the ray.
    pub normal: Vec3,
    /// How far away.
    pub dist: f64,
    /// How it looks.
    pub look: Look,
}

/// A number of the sRGB standard as light.
pub(super) fn linear(value: f64) -> f64 {
    if value <= 0.04045 {
        value / 12.92
    } else {
        ((value + 0.055) / 1.055).powf(2.4)
    }
}

pub(super) fn light_of(rgba: [f32; 4]) -> [f64; 3] {
    [rgba[0], rgba[1], rgba[2]].map(|c| linear(f64::from(c)))
}

impl<'a> Scene<'a> {
    /// The geoms, flexes and skins of groups 0 to 2, which viewers show too, and spatial tendons.
    pub(super) fn new(model: &'a Model, data: &'a Data) -> Self {
        let visible = Visible {
            groups: Some([true, true, true, false, false, false]),
            ..Visible::default()
        };
        let geoms = model.geom.ids().filter(|&g| visible.shows(model, g));
        let geoms = geoms.map(|g| {
            let radius = model.geom.rbound[g];
            let bounded = radius > 0.0 && model.geom.type_[g] != GeomType::Plane;
            (
                g,
                if bounded {
                    radius * radius
                } else {
                    f64::INFINITY
                },
            )
        });
        Self {
            model,
            kin: &data.kin,
            geoms: geoms.collect(),
            pieces: pieces(model, data),
            soft: soft::triangles(model, data),
        }
    }

    /// The first surface on a ray.
    pub(super) fn meet(&self, ray: &Ray) -> Option<Met> {
        let mut nearest: Option<(Hit, Option<GeomId>, Look)> = None;
        let nearer = |hit: &Hit, nearest: &Option<(Hit, Option<GeomId>, Look)>| {
            nearest.is_none_or(|(known, ..)| hit.dist < known.dist)
        };
        let plain = Look {
            colour: [0.5; 3],
            specular: 0.0,
        };
        for &(g, radius) in &self.geoms {
            if !passes(ray, self.kin.geom_xpos[g], radius) {
                continue;
            }
            if let Some(hit) = ray::geom(self.model, self.kin, g, ray)
                && nearer(&hit, &nearest)
            {
                nearest = Some((hit, Some(g), plain));
            }
        }
        for piece in &self.pieces {
            if let Some(hit) = meet_piece(piece, ray)
                && nearer(&hit, &nearest)
            {
                nearest = Some((hit, None, piece.look));
            }
        }
        let reach = nearest.map_or(f64::INFINITY, |(hit, ..)| hit.dist);
        if let Some(struck) = self.soft.meet(ray, reach) {
            let Struck { dist, normal, look } = struck;
            nearest = Some((Hit { dist, normal }, None, look));
        }
        nearest.map(|(hit, geom, look)| {
            let point = ray.from + ray.dir * hit.dist;
            let away = hit.normal.dot(ray.dir) > 0.0;
            Met {
                point,
                normal: if away { -hit.normal } else { hit.normal },
                dist: hit.dist,
                look: geom.map_or(look, |g| self.look(g, point)),
            }
        })
    }

    /// Whether anything lies on a ray within `reach`.
    pub(super) fn is_hidden(&self, ray: &Ray, reach: f64) -> bool {
        let near = |hit: Option<Hit>| hit.is_some_and(|hit| hit.dist < reach);
        self.geoms.iter().any(|&(g, radius)| {
            passes(ray, self.kin.geom_xpos[g], radius)
                && near(ray::geom(self.model, self.kin, g, ray))
        }) || self.pieces.iter().any(|piece| near(meet_piece(piece, ray)))
            || self.soft.hides(ray, reach)
    }

    /// How geom `g` looks at a point.
    fn look(&self, g: GeomId, point: Vec3) -> Look {
        let Some(material) = self.model.geom.matid[g].get() else {
            return Look {
                colour: light_of(self.model.geom.rgba[g]),
                specular: 0.3,
            };
        };
        let mut colour = light_of(self.model.material.rgba[material]);
        if let Some(texture) = self.texture(g, material, point) {
            for (colour, texture) in colour.iter_mut().zip(texture) {
                *colour *= texture;
            }
        }
        Look {
            colour,
            specular: f64::from(self.model.material.specular[material]),
        }
    }

    /// The colour of the texture of a plane at a point; other shapes are plain.
    fn texture(&self, g: GeomId, material: MaterialId, point: Vec3) -> Option<[f64; 3]> {
        if self.model.geom.type_[g] != GeomType::Plane {
            return None;
        }
        let texture =
            self.model.material.texid[material][TextureRole::Rgb.to_i32() as usize].get()?;
        let table = &self.model.texture;
        let local = self.kin.geom_xmat[g].transpose_mul(point - self.kin.geom_xpos[g]);
        let repeat = self.model.material.texrepeat[material];
        let size = self.model.geom.size[g];
        let uniform = self.model.material.texuniform[material] != 0;
        let place = |at: f64, repeat: f32, half: f64, pixels: i32| {
            let whole = if uniform || half <= 0.0 {
                2.0
            } else {
                2.0 * half
            };
            let turn = at / whole * f64::from(repeat);
            (((turn - turn.floor()) * f64::from(pixels)) as i64).clamp(0, i64::from(pixels) - 1)
        };
        let (width, height) = (table.width[texture], table.height[texture]);
        let x = place(local.x, repeat[0], size.x, width);
        let y = place(local.y, repeat[1], size.y, height);
        let channels = i64::from(table.nchannel[texture]);
        if channels < 3 {
            return None;
        }
        let adr = table.adr[texture] + (y * i64::from(width) + x) * channels;
        let pixel = table.data.rows().get(adr as usize..adr as usize + 3)?;
        Some([pixel[0], pixel[1], pixel[2]].map(|byte| linear(f64::from(byte) / 255.0)))
    }
}

/// Whether a ray of length 1 passes through a ball.
fn passes(ray: &Ray, centre: Vec3, squared_radius: f64) -> bool {
    if squared_radius == f64::INFINITY {
        return true;
    }
    let way = centre - ray.from;
    let along = way.dot(ray.dir);
    let aside = way.norm_squared() - along * along;
    aside <= squared_radius && (along > 0.0 || way.norm_squared() <= squared_radius)
}

fn meet_piece(piece: &Piece, ray: &Ray) -> Option<Hit> {
    let reach = piece.size.x + piece.size.y;
    if !passes(ray, piece.pos, reach * reach) {
        return None;
    }
    ray::shape(GeomType::Capsule, piece.size, piece.pos, &piece.mat, ray)
}

/// The straight pieces of all tendons that lead through space.
fn pieces(model: &Model, data: &Data) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (points, objects) = (
        data.tendon.wrap_xpos.flat::<f64>(),
        data.tendon.wrap_obj.flat::<i32>(),
    );
    for t in model.tendon.ids() {
        let (adr, num) = (
            data.tendon.wrapadr[t] as usize,
            data.tendon.wrapnum[t] as usize,
        );
        let rgba = match model.tendon.matid[t].get() {
            Some(material) => model.material.rgba[material],
            None => model.tendon.rgba[t],
        };
        let look = Look {
            colour: light_of(rgba),
            specular: 0.3,
        };
        for k in adr..(adr + num).saturating_sub(1) {
            // −2 is a pulley, where the tendon begins anew
            let broken = [k, k + 1].iter().any(|&k| objects.get(k) == Some(&-2));
            let point = |k: usize| {
                points
                    .get(3 * k..3 * k + 3)
                    .map(|p| Vec3::new(p[0], p[1], p[2]))
            };
            let (Some(a), Some(b), false) = (point(k), point(k + 1), broken) else {
                continue;
            };
            pieces.push(rod(a, b, model.tendon.width[t], look));
        }
    }
    pieces.extend(model.flex.ids().flat_map(|f| lines(model, data, f)));
    pieces
}

/// A capsule between two points.
fn rod(a: Vec3, b: Vec3, radius: f64, look: Look) -> Piece {
    let z = (b - a).normalized();
    let side = if z.x.abs() < 0.8 { Vec3::X } else { Vec3::Y };
    let x = side.cross(z).normalized();
    Piece {
        size: Vec3::new(radius, 0.5 * (b - a).norm(), 0.0),
        pos: (a + b) * 0.5,
        mat: Mat3::from_cols(x, z.cross(x), z),
        look,
    }
}

/// The elements of a flex that is made of lines.
fn lines(model: &Model, data: &Data, f: FlexId) -> Vec<Piece> {
    let table = &model.flex;
    if table.dim[f] != 1 || !(0..3).contains(&table.group[f]) {
        return Vec::new();
    }
    let rgba = match table.matid[f].get() {
        Some(material) => model.material.rgba[material],
        None => table.rgba[f],
    };
    let look = Look {
        colour: light_of(rgba),
        specular: 0.3,
    };
    let (first, elements) = (table.vertadr[f] as usize, table.elemdataadr[f] as usize);
    let count = 2 * table.elemnum[f] as usize;
    let vertices = data.kin.flexvert_xpos.rows();
    let pairs = table.elem.rows().get(elements..elements + count);
    let pairs = pairs.unwrap_or_default().as_chunks::<2>().0;
    let rods = pairs.iter().filter_map(|&[a, b]| {
        let [a, b] = [a, b].map(|v| vertices.get(first + v as usize).copied());
        Some(rod(a?, b?, table.radius[f], look))
    });
    rods.collect()
}
