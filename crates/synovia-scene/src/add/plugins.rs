//! Visualization by plugins: additional shapes, and colours of geoms.

use synovia_engine::plugin::{Drawn, Pen};
use synovia_model::ObjType;
use synovia_model::id::GeomId;

use crate::builder::Builder;

pub(crate) fn add(cx: &mut Builder<'_>) {
    let (model, data) = (cx.model, cx.data);
    cx.scene.repainted.clear();
    data.draw_plugins(model, cx);
    cx.scene.repainted.sort_by_key(|&(g, _)| g);
}

impl Pen for Builder<'_> {
    fn shape(&mut self, drawn: &Drawn) {
        let Some(mut geom) = self.decor(ObjType::Unknown, drawn.id) else {
            return;
        };
        let (size, pos) = (Some(drawn.size), Some(drawn.pos));
        geom.init(drawn.kind, size, pos, Some(&drawn.mat), Some(drawn.rgba));
        self.put(geom);
    }

    fn paint(&mut self, geom: GeomId, rgb: [f32; 3]) {
        self.scene.repainted.push((geom, rgb));
    }
}
