//! Lights: position and direction.
//!
//! The direction of a light is rotated with its frame, but unlike an orientation it has no rotation about itself.

use synovia_math::{Pose, Quat, Vec3};
use synovia_model::enums::ObjType;
use synovia_model::{BodyId, Model, TextureId};

use super::camera::target;
use super::{EPS, LightNode, Tree, pose};
use crate::cx::Cx;
use crate::spec::layout::orient;

/// Derives light `src` of the flat model.
pub(crate) fn build(cx: &mut Cx<'_>, src: usize) -> LightNode {
    let placed = &cx.flat.lights[src];
    let el = &placed.el;
    let own = el.values();
    let mut pos = Vec3::from(own.pos);
    let mut dir = Vec3::from(own.dir);
    // position and direction in the body
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
    let flat = cx.flat;
    for node in &tree.lights {
        let el = &flat.lights[node.src].el;
        let own = el.values();
        // the texture of an image light
        let mut texture = TextureId::NONE;
        if !el.texture.text().is_empty() {
            texture = cx
                .resolve(ObjType::Texture, &el.texture, "light")
                .map(TextureId::new)
                .into();
        }
        let row = &mut model.light;
        row.mode.push(own.mode);
        row.bodyid.push(BodyId::new(node.body));
        row.targetbodyid.push(target(cx, &el.target, "light"));
        row.type_.push(own.kind);
        row.texid.push(texture);
        row.castshadow.push(own.castshadow.into());
        row.bulbradius.push(own.bulbradius);
        row.intensity.push(own.intensity);
        row.range.push(own.range);
        row.active.push(own.active.into());
        row.pos.push(node.pos);
        row.dir.push(node.dir);
        row.attenuation.push(own.attenuation);
        row.cutoff.push(own.cutoff);
        row.exponent.push(own.exponent);
        row.ambient.push(own.ambient);
        row.diffuse.push(own.diffuse);
        row.specular.push(own.specular);
    }
    model.size.nlight = tree.lights.len() as i64;
}
