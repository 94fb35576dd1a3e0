//! Materials.

use synovia_model::enums::{ObjType, TextureRole};
use synovia_model::{Model, TextureId};

use crate::cx::Cx;

/// Fills the table of materials; textures have their ids.
pub(crate) fn fill(cx: &mut Cx<'_>, model: &mut Model) {
    let scene = cx.scene;
    if cx.discard_materials {
        return;
    }
    for material in &scene.materials {
        let el = &material.el;
        let mut texid = [TextureId::NONE; 10];
        if !el.texture.text().is_empty() {
            texid[TextureRole::Rgb.to_i32() as usize] = cx
                .resolve(ObjType::Texture, &el.texture, "material")
                .map(TextureId::new)
                .into();
        }
        for layer in &el.layers {
            let Some(&role) = layer.role.get() else {
                continue;
            };
            texid[role.to_i32() as usize] = cx
                .resolve(ObjType::Texture, &layer.texture, "layer")
                .map(TextureId::new)
                .into();
        }
        let t = &mut model.material;
        t.texid.push(texid);
        t.texuniform.push(el.texuniform.is_true_or(false).into());
        t.texrepeat.push(el.texrepeat.or([1.0; 2]));
        t.emission.push(el.emission.or(0.0));
        t.specular.push(el.specular.or(0.5));
        t.shininess.push(el.shininess.or(0.5));
        t.reflectance.push(el.reflectance.or(0.0));
        t.metallic.push(el.metallic.or(-1.0));
        t.roughness.push(el.roughness.or(-1.0));
        t.rgba.push(el.rgba.or([1.0; 4]));
    }
    model.size.nmat = model.material.emission.len() as i64;
}
