//! Bodies.

use synovia_math::{Quat, Vec3};

use crate::column::{Col, Grid};
use crate::id::{BodyId, BvhId, DofId, GeomId, Ids, JointId, MocapId, PluginId, TreeId, span};
use crate::table::table;

table! {
    /// Bodies in depth-first order: a parent always precedes its children. Body 0 is the world.
    pub struct BodyTable of named BodyId {
        /// Parent body; the world is its own parent.
        parentid: Col<BodyId, BodyId> = "body_parentid" ["nbody"],
        /// Ancestor that is a child of the world; the world for the world.
        rootid: Col<BodyId, BodyId> = "body_rootid" ["nbody"],
        /// Highest ancestor rigidly connected to this body, itself if it has dofs.
        weldid: Col<BodyId, BodyId> = "body_weldid" ["nbody"],
        /// Row in the mocap arrays; −1 if the body is not a mocap body.
        mocapid: Col<BodyId, MocapId> = "body_mocapid" ["nbody"],
        /// Number of joints of this body.
        jntnum: Col<BodyId, i32> = "body_jntnum" ["nbody"],
        /// First joint of this body; −1 if it has none. See [`BodyTable::joints`].
        jntadr: Col<BodyId, i32> = "body_jntadr" ["nbody"],
        /// Number of dofs between this body and its parent.
        dofnum: Col<BodyId, i32> = "body_dofnum" ["nbody"],
        /// First dof between this body and its parent; −1 if it has none. See [`BodyTable::dofs`].
        dofadr: Col<BodyId, i32> = "body_dofadr" ["nbody"],
        /// Kinematic tree of this body; −1 if it never moves.
        treeid: Col<BodyId, TreeId> = "body_treeid" ["nbody"],
        /// Number of geoms of this body.
        geomnum: Col<BodyId, i32> = "body_geomnum" ["nbody"],
        /// First geom of this body; −1 if it has none. See [`BodyTable::geoms`].
        geomadr: Col<BodyId, i32> = "body_geomadr" ["nbody"],
        /// 1: the body's block of the inertia matrix is diagonal; 2: and all its joints are slides; 0:
        /// neither.
        simple: Col<BodyId, u8> = "body_simple" ["nbody"],
        /// Which frames coincide with the inertial frame ([`mjtSameFrame`](crate::enums::SameFrame)).
        sameframe: Col<BodyId, u8> = "body_sameframe" ["nbody"],
        /// Origin of the body in its parent's frame \[m\].
        pos: Col<BodyId, Vec3> = "body_pos" ["nbody x 3"],
        /// Orientation of the body in its parent's frame.
        quat: Col<BodyId, Quat> = "body_quat" ["nbody x 4"],
        /// Center of mass in the body frame \[m\].
        ipos: Col<BodyId, Vec3> = "body_ipos" ["nbody x 3"],
        /// Principal axes of inertia in the body frame.
        iquat: Col<BodyId, Quat> = "body_iquat" ["nbody x 4"],
        /// Mass \[kg\], without the subtree.
        mass: Col<BodyId, f64> = "body_mass" ["nbody"],
        /// Mass of the body and everything it carries \[kg\].
        subtreemass: Col<BodyId, f64> = "body_subtreemass" ["nbody"],
        /// Principal moments of inertia about the center of mass, in the frame (ipos, iquat) \[kg m²\].
        inertia: Col<BodyId, Vec3> = "body_inertia" ["nbody x 3"],
        /// Mean inverse inertia at the reference pose, for translation and rotation; scales constraints.
        invweight0: Col<BodyId, [f64; 2]> = "body_invweight0" ["nbody x 2"],
        /// Gravity compensation: share of the weight that is cancelled, 1 for all.
        gravcomp: Col<BodyId, f64> = "body_gravcomp" ["nbody"],
        /// Largest contact margin among the body's geoms \[m\].
        margin: Col<BodyId, f64> = "body_margin" ["nbody"],
        /// User data.
        user: Grid<BodyId, f64> = "body_user" ["nbody x nuser_body"],
        /// Plugin instance of this body; −1 if none.
        plugin: Col<BodyId, PluginId> = "body_plugin" ["nbody"],
        /// Union of the contact types of the body's geoms.
        contype: Col<BodyId, i32> = "body_contype" ["nbody"],
        /// Union of the contact affinities of the body's geoms.
        conaffinity: Col<BodyId, i32> = "body_conaffinity" ["nbody"],
        /// Root of the body's bounding volume hierarchy; −1 if none.
        bvhadr: Col<BodyId, i32> = "body_bvhadr" ["nbody"],
        /// Number of nodes of that hierarchy.
        bvhnum: Col<BodyId, i32> = "body_bvhnum" ["nbody"],
    }
}

impl BodyTable {
    /// Joints of body `b`, in the order in which they act.
    #[inline]
    pub fn joints(&self, b: BodyId) -> Ids<JointId> {
        span(self.jntadr[b], self.jntnum[b])
    }

    /// Dofs between body `b` and its parent.
    #[inline]
    pub fn dofs(&self, b: BodyId) -> Ids<DofId> {
        span(self.dofadr[b], self.dofnum[b])
    }

    /// Geoms of body `b`.
    #[inline]
    pub fn geoms(&self, b: BodyId) -> Ids<GeomId> {
        span(self.geomadr[b], self.geomnum[b])
    }

    /// Nodes of the bounding volume hierarchy of body `b`.
    #[inline]
    pub fn bvh(&self, b: BodyId) -> Ids<BvhId> {
        span(self.bvhadr[b], self.bvhnum[b])
    }

    /// Direct children of body `b`, in order.
    pub fn children(&self, b: BodyId) -> impl Iterator<Item = BodyId> + '_ {
        self.ids().skip(1).filter(move |&k| self.parentid[k] == b)
    }

    /// Body `b` and everything it carries: consecutive, because bodies are in depth-first order.
    pub fn subtree(&self, b: BodyId) -> Ids<BodyId> {
        let first = b.index();
        if b == BodyId::WORLD {
            return self.ids();
        }
        let after = (first + 1..self.len()).find(|&k| self.parentid.rows()[k].index() < first);
        Ids::new(first, after.unwrap_or(self.len()))
    }
}
