//! Touch: the normal forces of the contacts in a zone.
//!
//! A contact of the site's body is included if the ray from the contact, opposite to the force on the body, hits the shape
//! of the site: always if the contact is inside, and from outside if the zone is behind it.

use synovia_geom::ray::Ray;
use synovia_model::Model;
use synovia_model::id::{SensorId, SiteId};

use super::{Sensed, put};
use crate::constraint::contact_force::contact_force;
use crate::data::Contact;
use crate::ray;

/// Sum of the normal forces.
pub(crate) fn read(model: &Model, now: &Sensed<'_>, s: SensorId, out: &mut [f64]) {
    let site = SiteId(model.sensor.objid[s]);
    let mut sum = 0.0;
    for contact in &now.contact.list {
        sum += pressure(model, now, site, contact).unwrap_or(0.0);
    }
    put(out, &[sum]);
}

/// The normal force of a contact, if it belongs to the zone of the site.
fn pressure(model: &Model, now: &Sensed<'_>, site: SiteId, contact: &Contact) -> Option<f64> {
    let body = model.site.bodyid[site];
    let sides = contact.sides(model);
    let [first, second] = sides.map(|g| g.is_some_and(|g| model.geom.bodyid[g] == body));
    if !(first || second) {
        return None;
    }
    let [force, ..] = contact_force(model, now.efc, contact);
    if force <= 0.0 {
        return None;
    }
    let mut dir = (contact.frame.row(0) * force).normalized();
    if second {
        dir = -dir;
    }
    let from = contact.pos;
    let (pos, mat) = (now.kin.site_xpos[site], &now.kin.site_xmat[site]);
    let (kind, size) = (model.site.type_[site], model.site.size[site]);
    ray::shape(kind, size, pos, mat, &Ray { from, dir }).map(|_| force)
}
