//! Touch: the normal forces of the contacts in a zone.
//!
//! The contacts of the site's body count if the ray from the contact against the force that presses on the body meets the
//! shape of the site: always if the contact is inside, and from outside if the zone lies behind it.

use synovia_model::Model;
use synovia_model::enums::GeomType;
use synovia_model::id::{GeomId, SensorId, SiteId};

use super::put;
use crate::constraint::contact_force::contact_force;
use crate::data::{Contact, Data};
use crate::ray::ray_shape;

/// Sum of the normal forces.
pub fn read(model: &Model, data: &Data, s: SensorId, out: &mut [f64]) {
    let site = SiteId(model.sensor.objid[s]);
    let mut sum = 0.0;
    for contact in &data.contact.list {
        sum += pressure(model, data, site, contact).unwrap_or(0.0);
    }
    put(out, &[sum]);
}

/// The normal force of a contact that the site feels.
fn pressure(model: &Model, data: &Data, site: SiteId, contact: &Contact) -> Option<f64> {
    let body = model.site.bodyid[site];
    let [first, second] = contact.geom.map(|g| {
        GeomId(g)
            .get()
            .is_some_and(|g| model.geom.bodyid[g] == body)
    });
    if !(first || second) {
        return None;
    }
    let [force, ..] = contact_force(model, &data.efc, contact);
    if force <= 0.0 {
        return None;
    }
    let mut ray = (contact.frame.row(0) * force).normalized();
    if second {
        ray = -ray;
    }
    let (pos, mat) = (data.kin.site_xpos[site], &data.kin.site_xmat[site]);
    let (kind, size): (GeomType, _) = (model.site.type_[site], model.site.size[site]);
    let start = mat.transpose_mul(contact.pos - pos);
    ray_shape(kind, size, start, mat.transpose_mul(ray)).map(|_| force)
}
