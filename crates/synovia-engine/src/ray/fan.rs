//! Many rays from one point.
//!
//! As seen from the point, the box around each geom is within a window of two angles, widened by the angle of its largest
//! half size. A ray whose angles are outside the window is not tested against the geom:
//!
//! ```text
//! azimuth   α = atan2(v_y, v_x)              elevation   ε = atan2(√(v_x² + v_y²), v_z)          (1)
//! ```
//!
//! Geoms whose bounding sphere is farther away than a cutoff are excluded. A ray that misses the sphere around the boxes of
//! a body is not tested against its geoms.

use core::f64::consts::PI;

use synovia_geom::ray::{Ray, meets_ball};
use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::id::{BodyId, BvhId, GeomId};

use super::{Seen, Visible, first};
use crate::data::{Data, Kin};
use crate::scratch::{Need, Scratch};

/// Numbers per window.
const WINDOW: usize = 4;

/// Scratch memory for the windows of all geoms.
pub(crate) fn scratch_len(model: &Model) -> Need {
    Need::new(WINDOW * model.geom.len(), 0)
}

/// The windows of all geoms as seen from a point.
#[derive(Debug)]
pub struct Fan<'a> {
    model: &'a Model,
    kin: &'a Kin,
    from: Vec3,
    /// Minimum azimuth and elevation, then the maximum; the window of a geom that is not tested is empty.
    windows: &'a mut [[f64; WINDOW]],
}

/// A window that contains all directions.
const ALL_AROUND: [f64; WINDOW] = [-PI, 0.0, PI, PI];
/// A window that contains no direction.
const NOTHING: [f64; WINDOW] = [
    f64::INFINITY,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NEG_INFINITY,
];

impl<'a> Fan<'a> {
    /// The windows as seen from a point in a simulation.
    #[doc(alias = "mj_multiRay")]
    pub fn of(
        model: &'a Model,
        data: &'a mut Data,
        from: Vec3,
        visible: &Visible,
        cutoff: f64,
    ) -> Self {
        let scratch = data.work.scratch.frame(scratch_len(model));
        Self::new(model, &data.kin, from, visible, cutoff, scratch)
    }

    /// The windows as seen from a point.
    ///
    /// Reads `kin`; needs the scratch memory of [`scratch_len`].
    #[doc(alias = "mju_multiRayPrepare")]
    pub(crate) fn new(
        model: &'a Model,
        kin: &'a Kin,
        from: Vec3,
        visible: &Visible,
        cutoff: f64,
        mut scratch: Scratch<'a>,
    ) -> Self {
        let (windows, _) = scratch.take(WINDOW * model.geom.len()).as_chunks_mut();
        for b in model.body.ids() {
            let boxed = has_boxes(model, b);
            for g in model.body.geoms(b) {
                windows[g.index()] = if !visible.shows(model, g) {
                    NOTHING
                } else if boxed {
                    window(model, kin, g, from, cutoff)
                } else {
                    ALL_AROUND
                };
            }
        }
        Self {
            model,
            kin,
            from,
            windows,
        }
    }

    /// The first geom in a direction; a zero direction hits nothing.
    pub fn cast(&self, dir: Vec3) -> Option<Seen> {
        let ray = Ray {
            from: self.from,
            dir,
        };
        if dir.dot(dir) < synovia_math::MIN_VAL {
            return None;
        }
        // computed on first use
        let mut direction = None;
        let mut seen = None;
        for b in self.model.body.ids() {
            let boxed = has_boxes(self.model, b);
            if boxed && self.misses(b, &ray) {
                continue;
            }
            let asked = (self.model.body.geoms(b)).filter(|g| {
                let window = &self.windows[g.index()];
                *window != NOTHING
                    && (!boxed || looks_into(window, *direction.get_or_insert_with(|| angles(dir))))
            });
            seen = first(self.model, self.kin, &ray, asked, seen);
        }
        seen
    }

    /// True if the ray misses the sphere around the boxes of body `b`.
    ///
    /// QUIRK(fan-sphere-axes): the centre of the boxes is added to the body's centre of mass without rotation to world
    /// axes, so a body that has rotated may be missed.
    fn misses(&self, b: BodyId, ray: &Ray) -> bool {
        let root = BvhId(self.model.body.bvhadr[b]);
        let [x, y, z, half_x, half_y, half_z] = self.model.bvh.aabb[root];
        let center = Vec3::new(x, y, z) + self.kin.xipos[b];
        let reach = half_x * half_x + half_y * half_y + half_z * half_z;
        !meets_ball(center, reach, ray)
    }
}

fn has_boxes(model: &Model, b: BodyId) -> bool {
    model.body.bvhadr[b] >= 0
}

/// Azimuth and elevation, equation (1).
fn angles(v: Vec3) -> [f64; 2] {
    let flat = (v.x * v.x + v.y * v.y).sqrt();
    [libm::atan2(v.y, v.x), libm::atan2(flat, v.z)]
}

/// True if a direction is within a window.
fn looks_into(
    [low_az, low_el, high_az, high_el]: &[f64; WINDOW],
    [azimuth, elevation]: [f64; 2],
) -> bool {
    if elevation < *low_el || elevation > *high_el {
        return false;
    }
    let (center, half) = ((low_az + high_az) * 0.5, (high_az - low_az) * 0.5);
    let mut turn = azimuth - center;
    if turn > PI {
        turn -= 2.0 * PI;
    } else if turn < -PI {
        turn += 2.0 * PI;
    }
    turn.abs() <= half
}

/// The window of the box around geom `g`.
fn window(model: &Model, kin: &Kin, g: GeomId, from: Vec3, cutoff: f64) -> [f64; WINDOW] {
    let (pos, mat) = (kin.geom_xpos[g], &kin.geom_xmat[g]);
    if pos.distance(from) > cutoff + model.geom.rbound[g] {
        return NOTHING;
    }
    let [x, y, z, half_x, half_y, half_z] = model.geom.aabb[g];
    let (center, half) = (Vec3::new(x, y, z), Vec3::new(half_x, half_y, half_z));
    let inside = mat.transpose_mul(from - pos) - center;
    if (0..3).all(|k| inside[k].abs() <= half[k]) {
        return ALL_AROUND;
    }

    let mut low = [crate::MAX_VAL; 2];
    let mut high = [-crate::MAX_VAL; 2];
    for corner in 0..8_u8 {
        let side = |k: u8| if corner >> k & 1 == 1 { 1.0 } else { -1.0 };
        let offset = Vec3::new(side(0) * half_x, side(1) * half_y, side(2) * half_z);
        let seen = angles(*mat * (center + offset) + pos - from);
        for k in 0..2 {
            low[k] = low[k].min(seen[k]);
            high[k] = high[k].max(seen[k]);
        }
    }
    let far = from.distance(pos);
    if far > synovia_math::MIN_VAL {
        let margin = libm::atan2(half_x.max(half_y.max(half_z)), far);
        low = low.map(|angle| angle - margin);
        high = high.map(|angle| angle + margin);
    }
    // a window across the seam of an angle cannot be represented
    if high[0] - low[0] > PI || high[1] - low[1] > PI {
        return ALL_AROUND;
    }
    [low[0], low[1], high[0], high[1]]
}
