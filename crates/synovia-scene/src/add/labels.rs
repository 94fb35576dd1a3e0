//! Labels of bodies and islands, which have no shape of their own.

use synovia_model::id::BodyId;
use synovia_model::{GeomType, ObjType};

use crate::builder::{At, Builder};
use crate::enums::{label, vis};
use crate::text::{self, Text};

/// Names of bodies, unless their inertia boxes have them.
pub(crate) fn add_of_bodies(cx: &mut Builder<'_>) {
    let only_selected = cx.options.label == label::SELECTION;
    if cx.shows(vis::INERTIA) || !(only_selected || cx.options.label == label::BODY) {
        return;
    }
    for b in 1..cx.model.body.len() {
        let selected = cx.perturb.select == b as i32;
        if (only_selected && !selected) || cx.category(BodyId::new(b)) & !cx.catmask != 0 {
            continue;
        }
        let name = text::name(cx.model, ObjType::Body, b as i32);
        let at = cx.body(b);
        add_text(cx, b, at, name);
    }
}

/// The island of each body that is in one.
pub(crate) fn add_of_islands(cx: &mut Builder<'_>) {
    if cx.options.label != label::ISLAND || cx.data.island.nisland == 0 {
        return;
    }
    let bodies = &cx.model.body;
    for b in bodies.ids().skip(1) {
        let dof = bodies.dofs(bodies.weldid[b]).next();
        let island = dof.and_then(|dof| cx.data.island.dof_island.get(dof.index()));
        let Some(&island) = island.filter(|&&island| island >= 0) else {
            continue;
        };
        let mut text = Text::new();
        text.add(format_args!("{island}"));
        let at = cx.inertial(b.index());
        add_text(cx, b.index(), at, text.into_bytes());
    }
}

fn add_text(cx: &mut Builder<'_>, b: usize, at: Option<At<'_>>, text: [u8; 100]) {
    let (Some(mut geom), Some(at)) = (cx.decor(ObjType::Unknown, b), at) else {
        return;
    };
    geom.kind = GeomType::Label;
    geom.place(at.pos, at.mat);
    geom.label = text;
    cx.put(geom);
}
