//! Objects with frames, and velocities of frames.

use synovia_math::{Mat3, Quat, Spatial, Vec3};
use synovia_model::Model;
use synovia_model::enums::ObjType;
use synovia_model::id::BodyId;

use crate::data::{ComFrame, Kin, Velocities};

/// An object with a frame: a body (its inertial frame), an xbody (its own frame), a geom, a site or a camera.
#[derive(Clone, Copy, Debug)]
pub struct Object<'a> {
    /// The body that carries it.
    pub body: BodyId,
    /// Origin, world frame.
    pub pos: Vec3,
    /// Orientation; the columns are its axes.
    pub mat: &'a Mat3,
}

impl<'a> Object<'a> {
    /// The object with that id; `None` if it does not exist or the type has no frame.
    pub fn find(model: &Model, kin: &'a Kin, kind: ObjType, id: i32) -> Option<Self> {
        let k = usize::try_from(id).ok()?;
        let (body, pos, mat) = match kind {
            ObjType::Body => (BodyId::new(k), kin.xipos.get(k)?, kin.ximat.get(k)?),
            ObjType::XBody => (BodyId::new(k), kin.xpos.get(k)?, kin.xmat.get(k)?),
            ObjType::Geom => {
                let body = *model.geom.bodyid.get(k)?;
                (body, kin.geom_xpos.get(k)?, kin.geom_xmat.get(k)?)
            }
            ObjType::Site => {
                let body = *model.site.bodyid.get(k)?;
                (body, kin.site_xpos.get(k)?, kin.site_xmat.get(k)?)
            }
            ObjType::Camera => {
                let body = *model.camera.bodyid.get(k)?;
                (body, kin.cam_xpos.get(k)?, kin.cam_xmat.get(k)?)
            }
            _ => return None,
        };
        let pos = *pos;
        Some(Self { body, pos, mat })
    }

    /// Its orientation, as fixed to the body.
    ///
    /// QUIRK(tracking-camera-orientation): also for a camera that tracks or targets a body, whose matrix differs from this.
    pub fn quat(model: &Model, kin: &Kin, kind: ObjType, id: i32) -> Option<Quat> {
        let k = usize::try_from(id).ok()?;
        let (body, local) = match kind {
            ObjType::XBody => return kin.xquat.get(k).copied(),
            ObjType::Body => (BodyId::new(k), model.body.iquat.get(k)?),
            ObjType::Geom => (*model.geom.bodyid.get(k)?, model.geom.quat.get(k)?),
            ObjType::Site => (*model.site.bodyid.get(k)?, model.site.quat.get(k)?),
            ObjType::Camera => (*model.camera.bodyid.get(k)?, model.camera.quat.get(k)?),
            _ => return None,
        };
        Some(kin.xquat[body] * *local)
    }

    /// The frame for its motion in world axes.
    pub const fn in_world(&self) -> Frame<'static> {
        Frame {
            body: self.body,
            pos: self.pos,
            axes: None,
        }
    }

    /// The frame for its motion in its own axes.
    pub const fn in_itself(&self) -> Frame<'a> {
        Frame {
            body: self.body,
            pos: self.pos,
            axes: Some(self.mat),
        }
    }
}

/// A frame fixed to a body.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The body.
    pub body: BodyId,
    /// Origin, world frame.
    pub pos: Vec3,
    /// Axes of the result; world axes if `None`.
    pub axes: Option<&'a Mat3>,
}

/// Velocity of a frame at its origin: rotation, translation. Zero for a static body.
///
/// ```
/// use synovia::engine::object::{Object, object_velocity};
/// use synovia::model::enums::ObjType;
/// use synovia::model::id::DofId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1'/><site pos='0 0 -2'/>
///        <body pos='0 0 -3'><geom size='.1'/></body></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// data.state.qvel[DofId(0)] = 1.0;
/// synovia::forward(&model, &mut data)?;
/// let site = Object::find(&model, &data.kin, ObjType::Site, 0).ok_or("no site")?;
/// let velocity = object_velocity(&model, &data.com, &data.vel, site.in_world());
/// assert!((velocity.lin().x + 2.0).abs() < 1e-12);
/// assert!((velocity.rot().y - 1.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "mj_objectVelocity")]
pub fn object_velocity(model: &Model, com: &ComFrame, vel: &Velocities, at: Frame<'_>) -> Spatial {
    if model.body.weldid[at.body].index() == 0 {
        return Spatial::ZERO;
    }
    // from the reference point of the tree to the origin of the frame
    let shift = at.pos - com.subtree_com[model.body.rootid[at.body]];
    vel.cvel[at.body].transform_motion(shift, at.axes)
}
