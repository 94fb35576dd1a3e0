//! Skins: one shape for each, at its first bone; the surface itself is in the scene's buffers.

use synovia_model::{GeomType, ObjType};

use crate::builder::{Builder, in_group};
use crate::enums::{category, label, vis};

pub(crate) fn add(cx: &mut Builder<'_>) {
    if category::DYNAMIC & cx.catmask == 0 || !cx.shows(vis::SKIN) {
        return;
    }
    let skin = &cx.model.skin;
    for s in skin.ids() {
        if !in_group(cx.options.skingroup, skin.group[s]) {
            continue;
        }
        let Some(mut geom) = cx.shape(ObjType::Skin, s.index(), category::DYNAMIC) else {
            return;
        };
        let bone = usize::try_from(skin.boneadr[s]).ok();
        let body = bone.and_then(|bone| skin.bonebodyid.get(bone));
        let pos = body.and_then(|body| cx.body(body.index())).map(|at| at.pos);
        geom.init(GeomType::Skin, None, pos, None, None);
        cx.paint(&mut geom, skin.matid[s], skin.rgba[s]);
        if cx.perturb.skinselect == s.0 {
            cx.glow(&mut geom);
        }
        if skin.texcoordadr[s] >= 0 {
            geom.texcoord = 1;
        }
        if geom.rgba[3] == 0.0 {
            continue;
        }
        cx.name(&mut geom, label::SKIN, ObjType::Skin, s.index());
        cx.put(geom);
    }
}
