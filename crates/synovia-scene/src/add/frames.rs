//! Frames of geoms, sites, bodies and the world. Those of cameras, lights and contacts are drawn with their elements.

use synovia_model::id::{BodyId, MaterialId};

use crate::builder::{Builder, in_group};
use crate::color::Rgba;
use crate::enums::{frame, vis};

pub(crate) fn add_of_geoms(cx: &mut Builder<'_>) {
    if cx.options.frame != frame::GEOM {
        return;
    }
    let geoms = &cx.model.geom;
    let (length, width) = cx.axes_size();
    for g in geoms.ids() {
        let shown = cx.wants(geoms.bodyid[g])
            && in_group(cx.options.geomgroup, geoms.group[g])
            && is_visible(cx, geoms.matid[g], geoms.rgba[g]);
        if let Some(at) = cx.geom(g.index()).filter(|_| shown) {
            cx.axes(g.index(), at, length, width);
        }
    }
}

pub(crate) fn add_of_sites(cx: &mut Builder<'_>) {
    if cx.options.frame != frame::SITE {
        return;
    }
    let sites = &cx.model.site;
    let (length, width) = cx.axes_size();
    for s in sites.ids() {
        let shown = cx.wants(sites.bodyid[s])
            && in_group(cx.options.sitegroup, sites.group[s])
            && is_visible(cx, sites.matid[s], sites.rgba[s]);
        if let Some(at) = cx.site(s.index()).filter(|_| shown) {
            cx.axes(s.index(), at, length, width);
        }
    }
}

/// Frames of bodies, or the world frame at twice the size.
pub(crate) fn add_of_bodies(cx: &mut Builder<'_>) {
    let (length, width) = cx.axes_size();
    let inertial = cx.shows(vis::INERTIA);
    match cx.options.frame {
        frame::WORLD => {
            let at = if inertial { cx.inertial(0) } else { cx.body(0) };
            if let Some(at) = at {
                cx.axes(0, at, length * 2.0, width * 2.0);
            }
        }
        frame::BODY => {
            for b in 1..cx.model.body.len() {
                if cx.category(BodyId::new(b)) & !cx.catmask != 0 {
                    continue;
                }
                let at = if inertial { cx.inertial(b) } else { cx.body(b) };
                if let Some(at) = at {
                    cx.axes(b, at, length, width);
                }
            }
        }
        _ => {}
    }
}

/// True unless the element, or its material, is fully transparent.
fn is_visible(cx: &Builder<'_>, material: MaterialId, rgba: Rgba) -> bool {
    let material = material
        .get()
        .and_then(|m| cx.model.material.rgba.get(m.index()));
    material.unwrap_or(&rgba)[3] != 0.0
}
