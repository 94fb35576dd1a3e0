//! Sites.

use synovia_model::ObjType;

use crate::builder::{Builder, in_group};
use crate::enums::label;

pub(crate) fn add(cx: &mut Builder<'_>) {
    let sites = &cx.model.site;
    for s in sites.ids() {
        let category = cx.category(sites.bodyid[s]);
        if category & cx.catmask == 0 || !in_group(cx.options.sitegroup, sites.group[s]) {
            continue;
        }
        let Some(mut geom) = cx.shape(ObjType::Site, s.index(), category) else {
            return;
        };
        let (pos, mat) = (cx.data.kin.site_xpos[s], &cx.data.kin.site_xmat[s]);
        geom.init(
            sites.type_[s],
            Some(sites.size[s]),
            Some(pos),
            Some(mat),
            None,
        );
        cx.paint(&mut geom, sites.matid[s], sites.rgba[s]);
        if geom.rgba[3] == 0.0 {
            continue;
        }
        if cx.perturb.select > 0 && cx.perturb.select == sites.bodyid[s].0 {
            cx.glow(&mut geom);
        }
        cx.name(&mut geom, label::SITE, ObjType::Site, s.index());
        cx.put(geom);
    }
}
