//! Lights: position and direction.

use synovia_math::{Pose, Quat, Vec3};
use synovia_model::enums::{CamLight, LightType, ObjType};
use synovia_model::{BodyId, Model, TextureId};

use super::camera::target;
use super::{EPS, LightNode, Tree, pose};
use crate::cx::Cx;
use crate::spec::layout::orient;

/// Derives the light number `src` of the scene.
pub(crate) fn build(cx: &mut Cx<'_>, src: usize) -> LightNode {
    let placed = &cx.scene.lights[src];
    let el = &placed.el;
    let mut pos = Vec3::from(el.pos.or([0.0; 3]));
    let mut dir = Vec3::from(el.dir.or([0.0, 0.0, -1.0]));
    if placed.has_frame {
        pos = pose::in_frame(placed, Pose::new(pos, Quat::IDENTITY)).pos;
        dir = placed.frame.quat.rotate(dir);
    }
    let (dir, length) = orient::unit3(dir);
    if length < EPS {
        cx.error(el.dir.span(), "light dir: must not be zero");
    }
    LightNode {
        src,
        body: placed.body,
        pos,
        dir,
    }
}

/// Fills the table of lights.
pub(crate) fn fill(cx: &mut Cx<'_>, tree: &Tree, model: &mut Model) {
    let scene = cx.scene;
    for node in &tree.lights {
        let el = &scene.lights[node.src].el;
        let mut texture = TextureId::NONE;
        if !el.texture.text().is_empty() {
            texture = cx
                .resolve(ObjType::Texture, &el.texture, "light")
                .map(TextureId::new)
                .into();
        }
        let row = &mut model.light;
        row.mode.push(el.mode.or(CamLight::Fixed));
        row.bodyid.push(BodyId::new(node.body));
        row.targetbodyid.push(target(cx, &el.target, "light"));
        row.type_.push(el.kind.or(LightType::Spot));
        row.texid.push(texture);
        row.castshadow.push(el.castshadow.is_true_or(true).into());
        row.bulbradius.push(el.bulbradius.or(0.02));
        row.intensity.push(el.intensity.or(0.0));
        row.range.push(el.range.or(10.0));
        row.active.push(el.active.is_true_or(true).into());
        row.pos.push(node.pos);
        row.dir.push(node.dir);
        row.attenuation.push(el.attenuation.or([1.0, 0.0, 0.0]));
        row.cutoff.push(el.cutoff.or(45.0));
        row.exponent.push(el.exponent.or(10.0));
        row.ambient.push(el.ambient.or([0.0; 3]));
        row.diffuse.push(el.diffuse.or([0.7; 3]));
        row.specular.push(el.specular.or([0.3; 3]));
    }
    model.size.nlight = tree.lights.len() as i64;
}
