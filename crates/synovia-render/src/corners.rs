//! Corners of triangles in eye space, with the light they get.
//!
//! A vertex of a smooth surface is a corner of about six triangles with the same normal in each. Its light is computed once
//! in a tile: a table with one place for each remainder of a hash keeps the last corners. A corner is a function of its item,
//! vertex and normal only, so that what is found is what would be computed again.

use crate::items::Item;
use crate::look::Look;
use crate::matrix::{Mat4, Vec3, Vec4, direction, scale};
use crate::setup::Pass;

/// Places of the table, a power of two.
const PLACES: usize = 1024;

/// A corner of a triangle.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Corner {
    /// The table was filled anew so many times when it came in.
    turn: u32,
    item: u32,
    vert: u32,
    normal: [u32; 3],
    /// Its homogeneous position in pixels: `P` of equation (1) in `setup.rs`.
    pub(crate) pixel: [f64; 3],
    /// What it gets from lights that reach everything.
    pub(crate) color: Vec3,
}

/// What a corner gets from one light with shadows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gain {
    pub(crate) color: Vec3,
    /// Where it is in the light's map, homogeneous.
    pub(crate) place: Vec4,
}

/// The corners of a pass in a tile that were needed last.
#[derive(Debug, Default)]
pub(crate) struct Corners {
    turn: u32,
    /// Nothing is found again.
    plain: bool,
    known: Vec<Corner>,
    gains: Vec<Gain>,
    /// The item of the last corner, from it to the eye, and the same for normals.
    item: u32,
    eye: Mat4,
    cofactors: [Vec3; 3],
}

impl Default for Mat4 {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Corners {
    /// Forgets everything; `gains` lights have shadows.
    pub(crate) fn clear(&mut self, gains: usize, plain: bool) {
        self.turn = self.turn.wrapping_add(1);
        if self.turn == 0 || self.known.is_empty() {
            self.known.clear();
            self.known.resize(PLACES, Corner::default());
            self.turn = 1;
        }
        if self.gains.len() < PLACES * gains {
            self.gains.resize(PLACES * gains, Gain::default());
        }
        self.plain = plain;
        self.item = u32::MAX;
    }

    /// From item `number` to the eye.
    pub(crate) fn eye(&mut self, pass: &Pass<'_>, item: &Item<'_>, number: u32) -> &Mat4 {
        if self.item != number {
            self.item = number;
            self.eye = pass.eye.mul(&item.world);
            self.cofactors = self.eye.cofactors();
        }
        &self.eye
    }

    /// The corner of item `number` at its vertex `vert`, which is at `pos`; pixels are counted from `middle`.
    pub(crate) fn lit(
        &mut self,
        pass: &Pass<'_>,
        (item, number): (&Item<'_>, u32),
        (vert, pos, normal): (usize, Vec3, Vec3),
        middle: [f64; 2],
    ) -> (Corner, &[Gain]) {
        let bits = normal.map(f32::to_bits);
        let mixed = bits
            .iter()
            .fold(vert as u64 ^ u64::from(number) << 32, |h, &b| {
                (h ^ u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            });
        let place = (mixed >> 32) as usize % PLACES;
        let gains = place * pass.shadows.len()..(place + 1) * pass.shadows.len();
        let known = &self.known[place];
        let same = known.turn == self.turn
            && known.item == number
            && known.vert == vert as u32
            && known.normal == bits;
        if self.plain || !same {
            let seen = self.eye(pass, item, number).affine(pos);
            let m = &self.cofactors;
            let unit = direction(core::array::from_fn(|r| {
                m[0][r] * normal[0] + m[1][r] * normal[1] + m[2][r] * normal[2]
            }));
            let look = &pass.looks[item.look as usize];
            self.known[place] = Corner {
                turn: self.turn,
                item: number,
                vert: vert as u32,
                normal: bits,
                pixel: pass.pixel(seen, middle),
                color: light(pass, look, seen, unit),
            };
            let world = item.world.affine(pos);
            let towards = direction(scale(seen, -1.0));
            for (gain, (l, map)) in self.gains[gains.clone()].iter_mut().zip(pass.shadows) {
                let color = pass.lights[*l].at(seen, unit, towards, &look.finish);
                *gain = Gain {
                    color: color.map(|c| c.clamp(0.0, 1.0)),
                    place: map.point(world),
                };
            }
        }
        (self.known[place], &self.gains[gains])
    }
}

/// What a point with a unit normal gets from lights that reach everything.
fn light(pass: &Pass<'_>, look: &Look<'_>, seen: Vec3, normal: Vec3) -> Vec3 {
    let towards = direction(scale(seen, -1.0));
    let mut color: Vec3 =
        core::array::from_fn(|c| look.emission[c] + look.finish.rgb[c] * pass.ambient);
    for light in pass.lights.iter().filter(|l| !l.shadow) {
        let add = light.at(seen, normal, towards, &look.finish);
        for c in 0..3 {
            color[c] += add[c];
        }
    }
    color.map(|c| c.clamp(0.0, 1.0))
}
