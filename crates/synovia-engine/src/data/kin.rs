//! Kinematics: world poses.

use synovia_math::{Mat3, Quat, Vec3};
use synovia_model::column::Col;
use synovia_model::id::{
    BodyId, BvhId, CameraId, FlexEdgeId, FlexElemId, FlexVertId, GeomId, JointId, LightId, SiteId,
};
use synovia_model::table;

table! {
    /// Poses in the world frame. Written by the kinematics and camera stages.
    pub struct Kin {
        /// Origin of each body.
        xpos: Col<BodyId, Vec3> = "xpos" ["nbody x 3"],
        /// Orientation of each body.
        xquat: Col<BodyId, Quat> = "xquat" ["nbody x 4"],
        /// The same as a matrix whose columns are the axes of the body.
        xmat: Col<BodyId, Mat3> = "xmat" ["nbody x 9"],
        /// Centre of mass of each body.
        xipos: Col<BodyId, Vec3> = "xipos" ["nbody x 3"],
        /// Principal axes of inertia of each body.
        ximat: Col<BodyId, Mat3> = "ximat" ["nbody x 9"],
        /// Anchor of each joint.
        xanchor: Col<JointId, Vec3> = "xanchor" ["njnt x 3"],
        /// Axis of each joint.
        xaxis: Col<JointId, Vec3> = "xaxis" ["njnt x 3"],
        /// Centre of each geom.
        geom_xpos: Col<GeomId, Vec3> = "geom_xpos" ["ngeom x 3"],
        /// Orientation of each geom.
        geom_xmat: Col<GeomId, Mat3> = "geom_xmat" ["ngeom x 9"],
        /// Position of each site.
        site_xpos: Col<SiteId, Vec3> = "site_xpos" ["nsite x 3"],
        /// Orientation of each site.
        site_xmat: Col<SiteId, Mat3> = "site_xmat" ["nsite x 9"],
        /// Position of each camera.
        cam_xpos: Col<CameraId, Vec3> = "cam_xpos" ["ncam x 3"],
        /// Orientation of each camera: it looks along −z, up is y.
        cam_xmat: Col<CameraId, Mat3> = "cam_xmat" ["ncam x 9"],
        /// Position of each light.
        light_xpos: Col<LightId, Vec3> = "light_xpos" ["nlight x 3"],
        /// Direction of each light, of unit length.
        light_xdir: Col<LightId, Vec3> = "light_xdir" ["nlight x 3"],
        /// Position of each flex vertex.
        flexvert_xpos: Col<FlexVertId, Vec3> = "flexvert_xpos" ["nflexvert x 3"],
        /// Bounding box (centre, half size) of each flex element.
        flexelem_aabb: Col<FlexElemId, [f64; 6]> = "flexelem_aabb" ["nflexelem x 6"],
        /// Derivatives of flex edge lengths with respect to the velocities they depend on.
        flexedge_jac: Col<usize, f64> = "flexedge_J" ["nJfe"],
        /// Length of each flex edge.
        flexedge_length: Col<FlexEdgeId, f64> = "flexedge_length" ["nflexedge"],
        /// Derivatives of flex vertex strains.
        flexvert_jac: Col<usize, [f64; 2]> = "flexvert_J" ["nJfv x 2"],
        /// Strain invariants at each flex vertex.
        flexvert_length: Col<FlexVertId, [f64; 2]> = "flexvert_length" ["nflexvert x 2"],
        /// Moving boxes of the flex hierarchies.
        bvh_aabb_dyn: Col<BvhId, [f64; 6]> = "bvh_aabb_dyn" ["nbvhdynamic x 6"],
        /// 1 if the node of the hierarchy was visited by the last collision pass.
        bvh_active: Col<BvhId, u8> = "bvh_active" ["nbvh"],
    }
}
