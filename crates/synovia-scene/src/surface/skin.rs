//! Skins: linear blend skinning, vertices that follow bones.
//!
//! ```text
//! x_v = Σ_j w_jv (R_j x⁰_v + t_j)        R_j, t_j: motion of bone j since the bind pose                  (1)
//! n_v ∝ Σ_f (x₁ − x₀) × (x₂ − x₀)        faces around v, weighted by area                                (2)
//! ```
//!
//! A skin with `inflate` is offset by it from (1), along (2). Sums are in single precision.

use core::ops::Range;

use synovia_engine::{Data, gate};
use synovia_math::{MIN_VAL, Vec3};
use synovia_model::Model;
use synovia_model::id::SkinId;

use crate::builder::in_group;
use crate::error::SceneError;
use crate::records::Options;
use crate::scene::{Scene, SkinSurfaces};
use crate::single;

impl Scene {
    /// Updates vertices and normals of the skins whose group is shown; those of other skins are zero.
    #[doc(alias = "mjv_updateSkin")]
    #[doc(alias = "mjv_updateActiveSkin")]
    pub fn update_skin(
        &mut self,
        model: &Model,
        data: &Data,
        options: &Options,
    ) -> Result<(), SceneError> {
        gate::check(model, data)?;
        self.check(model)?;
        for s in model.skin.ids() {
            let verts = range(model.skin.vertadr[s], model.skin.vertnum[s]);
            let surface = &mut self.skin;
            let (Some(vert), Some(normal)) = (
                surface.vert.get_mut(verts.clone()),
                surface.normal.get_mut(verts.clone()),
            ) else {
                continue;
            };
            vert.fill([0.0; 3]);
            normal.fill([0.0; 3]);
            if in_group(options.skingroup, model.skin.group[s]) {
                bend(model, data, s, vert);
                smooth(model, s, vert, normal);
                let inflate = model.skin.inflate[s];
                if inflate != 0.0 {
                    for (v, n) in vert.iter_mut().zip(normal) {
                        *v = core::array::from_fn(|k| v[k] + inflate * n[k]);
                    }
                }
            }
        }
        Ok(())
    }
}

impl SkinSurfaces {
    /// Allocates the surfaces of a model's skins.
    pub(crate) fn new(model: &Model) -> Self {
        let skin = &model.skin;
        Self {
            facenum: skin.facenum.rows().to_vec(),
            vertadr: skin.vertadr.rows().to_vec(),
            vertnum: skin.vertnum.rows().to_vec(),
            vert: vec![[0.0; 3]; skin.vert.len()],
            normal: vec![[0.0; 3]; skin.vert.len()],
        }
    }
}

/// Positions of the vertices of a skin, equation (1).
fn bend(model: &Model, data: &Data, s: SkinId, vert: &mut [[f32; 3]]) {
    let skin = &model.skin;
    let verts = range(skin.vertadr[s], skin.vertnum[s]);
    let bind = skin.vert.rows().get(verts).unwrap_or_default();
    for bone in range(skin.boneadr[s], skin.bonenum[s]) {
        let Some(&body) = skin.bonebodyid.get(bone) else {
            continue;
        };
        let kin = &data.kin;
        let (Some(&pos), Some(&quat)) = (kin.xpos.get(body.index()), kin.xquat.get(body.index()))
        else {
            continue;
        };
        let bind_quat = single::wide_quat(skin.bonebindquat[bone]);
        let rotate = (quat * bind_quat.conj()).to_mat();
        let translate = pos - rotate * single::wide(skin.bonebindpos[bone]);

        for k in range(skin.bonevertadr[bone], skin.bonevertnum[bone]) {
            let (Some(&v), Some(&weight)) = (skin.bonevertid.get(k), skin.bonevertweight.get(k))
            else {
                continue;
            };
            let Ok(v) = usize::try_from(v) else { continue };
            let (Some(bound), Some(out)) = (bind.get(v), vert.get_mut(v)) else {
                continue;
            };
            let moved = single::vector(rotate * single::wide(*bound) + translate);
            *out = core::array::from_fn(|k| out[k] + weight * moved[k]);
        }
    }
}

/// Normals at the vertices, equation (2).
fn smooth(model: &Model, s: SkinId, vert: &[[f32; 3]], normal: &mut [[f32; 3]]) {
    let skin = &model.skin;
    let faces = range(skin.faceadr[s], skin.facenum[s]);
    for face in skin.face.rows().get(faces).unwrap_or_default() {
        let corner = |k: usize| vert.get(usize::try_from(face[k]).ok()?);
        let (Some(a), Some(b), Some(c)) = (corner(0), corner(1), corner(2)) else {
            continue;
        };
        let edge = |to: &[f32; 3]| single::wide(core::array::from_fn(|k| to[k] - a[k]));
        let across = edge(b).cross(edge(c));
        for &v in face {
            let n = &mut normal[v as usize];
            *n = single::vector(Vec3::from(n.map(f64::from)) + across);
        }
    }
    for n in normal {
        let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
        let scale = (1.0 / f64::from(length).max(MIN_VAL)) as f32;
        *n = n.map(|x| x * scale);
    }
}

/// A range of a column; empty if its numbers are negative.
fn range(adr: i32, num: i32) -> Range<usize> {
    match (usize::try_from(adr), usize::try_from(num)) {
        (Ok(adr), Ok(num)) => adr..adr.saturating_add(num),
        _ => 0..0,
    }
}
