//! Flexes: one shape for each, at its first vertex; the surface itself is in the scene's buffers.

use synovia_model::{GeomType, ObjType};

use crate::builder::{Builder, in_group};
use crate::enums::{category, label};

pub(crate) fn add(cx: &mut Builder<'_>) {
    if category::DYNAMIC & cx.catmask == 0 || !cx.shows_flexes() {
        return;
    }
    let flex = &cx.model.flex;
    for f in flex.ids() {
        if !in_group(cx.options.flexgroup, flex.group[f]) {
            continue;
        }
        let Some(mut geom) = cx.shape(ObjType::Flex, f.index(), category::DYNAMIC) else {
            return;
        };
        let first = usize::try_from(flex.vertadr[f]).ok();
        let pos = first
            .and_then(|v| cx.data.kin.flexvert_xpos.get(v))
            .copied();
        geom.init(GeomType::Flex, None, pos, None, None);
        geom.size[0] = flex.radius[f] as f32;
        cx.paint(&mut geom, flex.matid[f], flex.rgba[f]);
        if flex.texcoordadr[f] >= 0 {
            geom.texcoord = 1;
        } else {
            geom.matid = -1;
        }
        if cx.perturb.flexselect == f.0 {
            cx.glow(&mut geom);
        }
        if geom.rgba[3] == 0.0 {
            continue;
        }
        cx.name(&mut geom, label::FLEX, ObjType::Flex, f.index());
        cx.put(geom);
    }
}
