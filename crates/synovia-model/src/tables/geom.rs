//! Geoms.

use synovia_math::{Quat, Vec3};

use crate::column::{Col, Grid};
use crate::enums::GeomType;
use crate::id::{BodyId, GeomId, HfieldId, MaterialId, MeshId, PluginId};
use crate::table::table;

table! {
    /// Shapes attached to bodies: what collides, what has mass, what is seen.
    pub struct GeomTable of named GeomId {
        /// Kind of shape.
        type_: Col<GeomId, GeomType> = "geom_type" ["ngeom"],
        /// Contact type bits (`contype`).
        contype: Col<GeomId, i32> = "geom_contype" ["ngeom"],
        /// Contact affinity bits (`conaffinity`): the types that it can touch.
        conaffinity: Col<GeomId, i32> = "geom_conaffinity" ["ngeom"],
        /// Dimensions of the contact space: 1, 3, 4 or 6.
        condim: Col<GeomId, i32> = "geom_condim" ["ngeom"],
        /// Body that carries the geom.
        bodyid: Col<GeomId, BodyId> = "geom_bodyid" ["ngeom"],
        /// Mesh or height field of the geom; −1 if it has none. See [`GeomTable::mesh`].
        dataid: Col<GeomId, i32> = "geom_dataid" ["ngeom"],
        /// Material; −1 if none.
        matid: Col<GeomId, MaterialId> = "geom_matid" ["ngeom"],
        /// Visibility group.
        group: Col<GeomId, i32> = "geom_group" ["ngeom"],
        /// The geom with the higher number alone sets the contact's parameters.
        priority: Col<GeomId, i32> = "geom_priority" ["ngeom"],
        /// Plugin instance of this geom; −1 if none.
        plugin: Col<GeomId, PluginId> = "geom_plugin" ["ngeom"],
        /// Which frames of the body the geom frame coincides with ([`mjtSameFrame`](crate::enums::SameFrame)).
        sameframe: Col<GeomId, u8> = "geom_sameframe" ["ngeom"],
        /// Weight of this geom when contact parameters of two geoms are averaged.
        solmix: Col<GeomId, f64> = "geom_solmix" ["ngeom"],
        /// Reference dynamics of contacts.
        solref: Col<GeomId, [f64; 2]> = "geom_solref" ["ngeom x mjNREF"],
        /// Impedance of contacts.
        solimp: Col<GeomId, [f64; 5]> = "geom_solimp" ["ngeom x mjNIMP"],
        /// Sizes of the shape, by kind: radius; radius and half length; half sizes \[m\].
        size: Col<GeomId, Vec3> = "geom_size" ["ngeom x 3"],
        /// Center and half sizes of the bounding box in the geom frame \[m\].
        aabb: Col<GeomId, [f64; 6]> = "geom_aabb" ["ngeom x 6"],
        /// Radius of the bounding sphere around the geom's origin; 0 for planes \[m\].
        rbound: Col<GeomId, f64> = "geom_rbound" ["ngeom"],
        /// Origin in the body frame \[m\].
        pos: Col<GeomId, Vec3> = "geom_pos" ["ngeom x 3"],
        /// Orientation in the body frame.
        quat: Col<GeomId, Quat> = "geom_quat" ["ngeom x 4"],
        /// Sliding, torsional and rolling friction coefficient.
        friction: Col<GeomId, Vec3> = "geom_friction" ["ngeom x 3"],
        /// Contacts appear when the distance is below this \[m\].
        margin: Col<GeomId, f64> = "geom_margin" ["ngeom"],
        /// Contacts push only when the distance is below `margin - gap` \[m\].
        gap: Col<GeomId, f64> = "geom_gap" ["ngeom"],
        /// Coefficients of the ellipsoid model of fluid forces; the first one switches it on.
        fluid: Col<GeomId, [f64; 12]> = "geom_fluid" ["ngeom x mjNFLUID"],
        /// User data.
        user: Grid<GeomId, f64> = "geom_user" ["ngeom x nuser_geom"],
        /// Color if there is no material.
        rgba: Col<GeomId, [f32; 4]> = "geom_rgba" ["ngeom x 4"],
    }
}

impl GeomTable {
    /// Mesh of geom `g`, if it is drawn from or collides as one.
    #[inline]
    pub fn mesh(&self, g: GeomId) -> Option<MeshId> {
        match self.type_[g] {
            GeomType::Hfield => None,
            _ => MeshId(self.dataid[g]).get(),
        }
    }

    /// Height field of geom `g`.
    #[inline]
    pub fn hfield(&self, g: GeomId) -> Option<HfieldId> {
        match self.type_[g] {
            GeomType::Hfield => HfieldId(self.dataid[g]).get(),
            _ => None,
        }
    }
}
