//! Selection: the first geom, flex or skin on the ray through a pixel.

use synovia_engine::ray::{self, FlexParts, Ray, Visible};
use synovia_engine::{Data, basis, gate};
use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::id::{BodyId, FlexId, GeomId, SkinId};

use super::eyes::average_camera;
use crate::enums::vis;
use crate::error::SceneError;
use crate::records::Options;
use crate::scene::Scene;
use crate::single;

/// The result of a selection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selection {
    /// The body, or that of the nearest vertex of a flex or skin.
    pub body: BodyId,
    /// The point; for flexes and skins that of the vertex.
    pub point: Vec3,
    /// The geom, if one was hit.
    pub geom: Option<GeomId>,
    /// The flex, if one was hit.
    pub flex: Option<FlexId>,
    /// The skin, if one was hit.
    pub skin: Option<SkinId>,
}

/// A selection and its distance.
type Candidate = Option<(f64, Selection)>;

impl Scene {
    /// The object at `(relx, rely)` of an image with the given aspect ratio, both from 0 to 1 and from the lower left.
    #[doc(alias = "mjv_select")]
    pub fn select(
        &self,
        model: &Model,
        data: &Data,
        options: &Options,
        aspectratio: f64,
        [relx, rely]: [f64; 2],
    ) -> Result<Option<Selection>, SceneError> {
        gate::check(model, data)?;
        let ray = self.ray_through(aspectratio, relx, rely)?;
        let candidates = [
            select_geom(model, data, options, &ray),
            select_flex(model, data, options, &ray),
            self.select_skin(model, options, &ray),
        ];
        // of equally near ones the first
        let mut best: Candidate = None;
        for candidate in candidates.into_iter().flatten() {
            if best.is_none_or(|(dist, _)| candidate.0 < dist) {
                best = Some(candidate);
            }
        }
        Ok(best.map(|(_, selection)| selection))
    }

    /// The ray through a point of the image.
    fn ray_through(&self, aspect: f64, relx: f64, rely: f64) -> Result<Ray, SceneError> {
        let camera = average_camera(&self.camera[0], &self.camera[1])?;
        let eye = self.camera_in_model()?;
        let left = eye.up.cross(eye.forward).normalized();
        let height = camera.frustum_top - camera.frustum_bottom;
        let halfwidth = 0.5 * aspect * f64::from(height);
        let up = f64::from(camera.frustum_bottom) + rely * f64::from(height);
        let aside = -(f64::from(camera.frustum_center) + (2.0 * relx - 1.0) * halfwidth);
        let offset = eye.up * up;
        Ok(if camera.orthographic != 0 {
            Ray {
                from: eye.pos + offset + left * aside,
                dir: eye.forward,
            }
        } else {
            let near = eye.forward * f64::from(camera.frustum_near);
            Ray {
                from: eye.pos,
                dir: (near + offset + left * aside).normalized(),
            }
        })
    }

    /// The first skin, as it is drawn; the bone with the largest weight at the nearest vertex is selected.
    fn select_skin(&self, model: &Model, options: &Options, ray: &Ray) -> Candidate {
        if options.flags[vis::SKIN] == 0 {
            return None;
        }
        let skin = &model.skin;
        let mut best: Candidate = None;
        for s in skin.ids() {
            let range = |adr: i32, num: i32| {
                let adr = usize::try_from(adr).unwrap_or(0);
                adr..adr.saturating_add(usize::try_from(num).unwrap_or(0))
            };
            let verts = range(skin.vertadr[s], skin.vertnum[s]);
            let vert = self.skin.vert.get(verts).unwrap_or_default();
            let faces = range(skin.faceadr[s], skin.facenum[s]);
            let face = skin.face.rows().get(faces).unwrap_or_default();
            let Some(hit) = ray::skin(vert, face, ray) else {
                continue;
            };
            if best.is_some_and(|(dist, _)| hit.dist >= dist) {
                continue;
            }
            // the largest weight of the vertex
            let mut holder: Option<(f32, BodyId)> = None;
            for bone in range(skin.boneadr[s], skin.bonenum[s]) {
                let Some(&body) = skin.bonebodyid.get(bone) else {
                    continue;
                };
                for k in range(skin.bonevertadr[bone], skin.bonevertnum[bone]) {
                    let (Some(&v), Some(&weight)) =
                        (skin.bonevertid.get(k), skin.bonevertweight.get(k))
                    else {
                        continue;
                    };
                    let heavier = holder.is_none_or(|(most, _)| weight > most);
                    if v as usize == hit.vertex && heavier {
                        holder = Some((weight, body));
                    }
                }
            }
            if let (Some((_, body)), Some(&point)) = (holder, vert.get(hit.vertex)) {
                let selection = Selection {
                    body,
                    point: single::wide(point),
                    geom: None,
                    flex: None,
                    skin: Some(s),
                };
                best = Some((hit.dist, selection));
            }
        }
        best
    }
}

fn select_geom(model: &Model, data: &Data, options: &Options, ray: &Ray) -> Candidate {
    let visible = Visible {
        groups: Some(options.geomgroup.map(|group| group != 0)),
        statics: options.flags[vis::STATIC] != 0,
        without: None,
    };
    let seen = ray::cast(model, &data.kin, ray, &visible)?;
    let selection = Selection {
        body: model.geom.bodyid[seen.geom],
        point: ray.at(seen.hit.dist),
        geom: Some(seen.geom),
        flex: None,
        skin: None,
    };
    Some((seen.hit.dist, selection))
}

fn select_flex(model: &Model, data: &Data, options: &Options, ray: &Ray) -> Candidate {
    let on = |flag: usize| options.flags[flag] != 0;
    let parts = FlexParts {
        layer: options.flex_layer,
        vertices: on(vis::FLEX_VERT),
        edges: on(vis::FLEX_EDGE),
        faces: on(vis::FLEX_FACE),
        skin: on(vis::FLEX_SKIN),
    };
    if !(parts.vertices || parts.edges || parts.faces || parts.skin) {
        return None;
    }
    let mut best: Candidate = None;
    for f in model.flex.ids() {
        let Some((hit, vertex)) = ray::flex(model, &data.kin, f, ray, &parts) else {
            continue;
        };
        if best.is_some_and(|(dist, _)| hit.dist >= dist) {
            continue;
        }
        if let Some((body, point)) = holder(model, data, f, vertex) {
            let selection = Selection {
                body,
                point,
                geom: None,
                flex: Some(f),
                skin: None,
            };
            best = Some((hit.dist, selection));
        }
    }
    best
}

/// The body that moves a vertex of a flex, and the point by which it does: the vertex itself, or the control point with the largest
/// weight.
fn holder(model: &Model, data: &Data, f: FlexId, vertex: usize) -> Option<(BodyId, Vec3)> {
    let flex = &model.flex;
    let v = usize::try_from(flex.vertadr[f]).ok()? + vertex;
    let order = flex.interp[f];
    if order == 0 {
        return Some((*flex.vertbodyid.get(v)?, *data.kin.flexvert_xpos.get(v)?));
    }
    let place = *flex.vert0.get(v)?;
    let mut share = 0.0;
    let mut node = None;
    for k in 0..usize::try_from(flex.nodenum[f]).ok()? {
        let of_node = basis(place, k, order);
        if of_node > share {
            share = of_node;
            node = Some(k);
        }
    }
    let node = usize::try_from(flex.nodeadr[f]).ok()? + node?;
    let body = *flex.nodebodyid.get(node)?;
    let pos = *data.kin.xpos.get(body.index())?;
    if flex.centered[f] != 0 {
        return Some((body, pos));
    }
    let mat = data.kin.xmat.get(body.index())?;
    Some((body, *mat * *flex.node.get(node)? + pos))
}
