//! A plane and a flex: every vertex below the plane, as a sphere with the flex's radius.
//!
//! ```text
//! h = (x_v − p)·n,    dist = h − r,    pos = x_v − (r + dist/2) n                                       (1)
//! ```

use synovia_geom::collide::ContactPoint;
use synovia_model::id::{FlexId, GeomId};

use crate::collision::Pass;
use crate::collision::contacts::Sides;
use crate::collision::parameters::Parameters;

impl Pass<'_> {
    /// Contacts of a plane with the vertices of a flex.
    #[doc(alias = "mj_collidePlaneFlex")]
    pub(super) fn plane_and_flex(&mut self, g: GeomId, f: FlexId) {
        let (model, kin) = (self.model, self.kin);
        // plane and radius
        let (origin, normal) = (kin.geom_xpos[g], kin.geom_xmat[g].col(2));
        let radius = model.flex.radius[f];
        let margin = self.margin_with(g, f);
        let reach = margin + radius;
        // vertices of the flex
        let first = model.flex.vertadr[f] as usize;
        let verts = &kin.flexvert_xpos.rows()[first..first + model.flex.vertnum[f] as usize];
        let mut known = None;
        for (v, &at) in verts.iter().enumerate() {
            // equation (1)
            let height = (at - origin).dot(normal);
            if height > reach {
                continue;
            }
            if !self.contacts.has_room_for(1) {
                return;
            }
            let dist = height - radius;
            let pos = at + normal * (-dist * 0.5 - radius);
            let point = ContactPoint::new(dist, pos, normal);
            let sides = Sides {
                geom: [g.0, -1],
                flex: [-1, f.0],
                vert: [-1, v as i32],
                ..Sides::NONE
            };
            let parameters = known.get_or_insert_with(|| Parameters::of_geom_and_flex(model, g, f));
            self.contacts.push(sides, &[point], |contact| {
                parameters.apply(model, margin, contact);
            });
        }
    }
}
