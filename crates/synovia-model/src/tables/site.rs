//! Sites.

use synovia_math::{Quat, Vec3};

use crate::column::{Col, Grid};
use crate::enums::GeomType;
use crate::id::{BodyId, MaterialId, SiteId};
use crate::table::table;

table! {
    /// Frames of interest attached to bodies: anchors of tendons, sensors and constraints.
    pub struct SiteTable of named SiteId {
        /// Shape that draws the site and bounds touch sensors.
        type_: Col<SiteId, GeomType> = "site_type" ["nsite"],
        /// Body that carries the site.
        bodyid: Col<SiteId, BodyId> = "site_bodyid" ["nsite"],
        /// Material; −1 if none.
        matid: Col<SiteId, MaterialId> = "site_matid" ["nsite"],
        /// Visibility group.
        group: Col<SiteId, i32> = "site_group" ["nsite"],
        /// Which frames of the body the site frame coincides with ([`mjtSameFrame`](crate::enums::SameFrame)).
        sameframe: Col<SiteId, u8> = "site_sameframe" ["nsite"],
        /// Sizes of the shape, as of a geom \[m\].
        size: Col<SiteId, Vec3> = "site_size" ["nsite x 3"],
        /// Origin in the body frame \[m\].
        pos: Col<SiteId, Vec3> = "site_pos" ["nsite x 3"],
        /// Orientation in the body frame.
        quat: Col<SiteId, Quat> = "site_quat" ["nsite x 4"],
        /// User data.
        user: Grid<SiteId, f64> = "site_user" ["nsite x nuser_site"],
        /// Color if there is no material.
        rgba: Col<SiteId, [f32; 4]> = "site_rgba" ["nsite x 4"],
    }
}
