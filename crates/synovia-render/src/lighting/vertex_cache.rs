//! The vertex cache: lit vertices of a tile, each computed once.
//!
//! A vertex of a smooth mesh is shared by about six triangles with the same normal in each. A direct-mapped cache, indexed by a hash
//! of item, vertex and normal, keeps the last vertices. A lit vertex is a function of these three only, so a hit has the bits that
//! computing it again would give.

use crate::draw::draw_item::DrawItem;
use crate::draw::material::Material;
use crate::matrix::{Mat4, Vec3, Vec4, direction, scale};
use crate::shading::triangle_setup::PassState;

/// Slots of the cache, a power of two.
const SLOTS: usize = 1024;

/// A vertex in screen space, with its Gouraud colour.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LitVertex {
    /// Generation of the cache in which it was written.
    generation: u32,
    item: u32,
    vert: u32,
    normal: [u32; 3],
    /// Its homogeneous position in pixels: `P` of equation (1) in `triangle_setup.rs`.
    pub(crate) pixel: [f64; 3],
    /// Light from the lights without shadows.
    pub(crate) color: Vec3,
}

/// The attributes of a vertex for the additive pass of one light with shadows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AdditiveVertex {
    pub(crate) color: Vec3,
    /// Its homogeneous position in the light's shadow map.
    pub(crate) shadow_coord: Vec4,
}

/// The vertex cache of a pass in a tile: direct-mapped.
#[derive(Debug, Default)]
pub(crate) struct VertexCache {
    generation: u32,
    /// Scalar reference path: every lookup misses.
    scalar: bool,
    entries: Vec<LitVertex>,
    additive: Vec<AdditiveVertex>,
    /// The item of the last vertex, its matrix to eye space, and the normal matrix.
    item: u32,
    eye: Mat4,
    cofactors: [Vec3; 3],
}

impl Default for Mat4 {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl VertexCache {
    /// Invalidates all entries; `additive` is the number of lights with shadows.
    pub(crate) fn clear(&mut self, additive: usize, scalar: bool) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 || self.entries.is_empty() {
            self.entries.clear();
            self.entries.resize(SLOTS, LitVertex::default());
            self.generation = 1;
        }
        if self.additive.len() < SLOTS * additive {
            self.additive
                .resize(SLOTS * additive, AdditiveVertex::default());
        }
        self.scalar = scalar;
        self.item = u32::MAX;
    }

    /// Eye space from the frame of item `number`.
    pub(crate) fn eye(&mut self, pass: &PassState<'_>, item: &DrawItem<'_>, number: u32) -> &Mat4 {
        if self.item != number {
            self.item = number;
            self.eye = pass.eye.mul(&item.world);
            self.cofactors = self.eye.cofactors();
        }
        &self.eye
    }

    /// The lit vertex `vert` of item `number`, which is at `pos`; pixels are relative to `middle`.
    pub(crate) fn fetch(
        &mut self,
        pass: &PassState<'_>,
        (item, number): (&DrawItem<'_>, u32),
        (vert, pos, normal): (usize, Vec3, Vec3),
        middle: [f64; 2],
    ) -> (LitVertex, &[AdditiveVertex]) {
        let bits = normal.map(f32::to_bits);
        let mixed = bits
            .iter()
            .fold(vert as u64 ^ u64::from(number) << 32, |h, &b| {
                (h ^ u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            });
        let slot = (mixed >> 32) as usize % SLOTS;
        let additive = slot * pass.shadow_maps.len()..(slot + 1) * pass.shadow_maps.len();
        let entries = &self.entries[slot];
        let hit = entries.generation == self.generation
            && entries.item == number
            && entries.vert == vert as u32
            && entries.normal == bits;
        if self.scalar || !hit {
            let eye_pos = self.eye(pass, item, number).affine(pos);
            let m = &self.cofactors;
            let unit = direction(core::array::from_fn(|r| {
                m[0][r] * normal[0] + m[1][r] * normal[1] + m[2][r] * normal[2]
            }));
            let material = &pass.materials[item.material as usize];
            self.entries[slot] = LitVertex {
                generation: self.generation,
                item: number,
                vert: vert as u32,
                normal: bits,
                pixel: pass.pixel(eye_pos, middle),
                color: gouraud(pass, material, eye_pos, unit),
            };
            let world = item.world.affine(pos);
            let towards = direction(scale(eye_pos, -1.0));
            for (term, map) in self.additive[additive.clone()]
                .iter_mut()
                .zip(pass.shadow_maps)
            {
                let color =
                    pass.lights[map.light].at(eye_pos, unit, towards, &material.blinn_phong);
                *term = AdditiveVertex {
                    color: color.map(|c| c.clamp(0.0, 1.0)),
                    shadow_coord: map.matrix.point(world),
                };
            }
        }
        (self.entries[slot], &self.additive[additive])
    }
}

/// The Gouraud colour of a point with a unit normal, from the lights without shadows.
fn gouraud(pass: &PassState<'_>, material: &Material<'_>, eye_pos: Vec3, normal: Vec3) -> Vec3 {
    let towards = direction(scale(eye_pos, -1.0));
    let mut color: Vec3 =
        core::array::from_fn(|c| material.emission[c] + material.blinn_phong.rgb[c] * pass.ambient);
    for gouraud in pass.lights.iter().filter(|l| !l.shadow) {
        let add = gouraud.at(eye_pos, normal, towards, &material.blinn_phong);
        for c in 0..3 {
            color[c] += add[c];
        }
    }
    color.map(|c| c.clamp(0.0, 1.0))
}
