//! Materials.
//!
//! A material has one texture per role (colour, normals, roughness, …). MuJoCo's attribute `texture` is the role `rgb`.

use synovia_model::enums::{ObjType, TextureRole};
use synovia_model::{Model, TextureId};

use crate::cx::Cx;

/// Fills the table of materials; texture ids are final at this point.
pub(crate) fn fill(cx: &mut Cx<'_>, model: &mut Model) {
    let flat = cx.flat;
    if cx.discard_materials {
        return;
    }
    for material in &flat.materials {
        let el = &material.el;
        let own = el.values();
        // the attribute `texture` is the colour; layers set the other roles
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
        t.texuniform.push(own.texuniform.into());
        t.texrepeat.push(own.texrepeat);
        t.emission.push(own.emission);
        t.specular.push(own.specular);
        t.shininess.push(own.shininess);
        t.reflectance.push(own.reflectance);
        t.metallic.push(own.metallic);
        t.roughness.push(own.roughness);
        t.rgba.push(own.rgba);
    }
    model.size.nmat = model.material.emission.len() as i64;
}
