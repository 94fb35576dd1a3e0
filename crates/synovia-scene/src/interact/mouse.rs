//! Mouse movements of the camera, of the model in the room, or of the selected object.
//!
//! Movements are relative to the height of the window. Distances are scaled so that the point that is looked at, or dragged, stays
//! under the mouse.

use core::f64::consts::PI;

use synovia_engine::{Data, gate};
use synovia_math::{Quat, Vec3};
use synovia_model::Model;
use synovia_model::id::BodyId;

use super::eyes::align_to_camera;
use crate::enums::{camera, mouse};
use crate::error::SceneError;
use crate::records::{Camera, Perturb};
use crate::scene::Scene;
use crate::single;

/// How much less orthographic cameras move.
pub(super) const FLAT: f64 = 0.15;

/// A mouse movement as a movement in space, with the vertical of the world.
fn in_space(action: i32, dx: f64, dy: f64, forward: Vec3) -> Result<Vec3, SceneError> {
    let vec = match action {
        mouse::ROTATE_V => Vec3::new(dy, 0.0, dx),
        mouse::ROTATE_H => Vec3::new(dy, dx, 0.0),
        mouse::MOVE_V | mouse::MOVE_V_REL => Vec3::new(dx, 0.0, -dy),
        mouse::MOVE_H | mouse::MOVE_H_REL => Vec3::new(dx, -dy, 0.0),
        mouse::ZOOM => Vec3::ZERO,
        _ => return Err(SceneError::MouseAction(action)),
    };
    Ok(align_to_camera(vec, forward))
}

impl Scene {
    /// Moves a camera; a fixed camera stays in place.
    #[doc(alias = "mjv_moveCamera")]
    pub fn move_camera(
        &self,
        model: &Model,
        action: i32,
        reldx: f64,
        reldy: f64,
        cam: &mut Camera,
    ) -> Result<(), SceneError> {
        if cam.kind == camera::FIXED {
            return Ok(());
        }
        let extent = model.stat.extent;
        let follows = cam.kind == camera::TRACKING;
        let mut lookat = Vec3::from(cam.lookat);
        match action {
            mouse::ROTATE_V | mouse::ROTATE_H => {
                cam.azimuth -= reldx * 180.0;
                cam.elevation -= reldy * 180.0;
            }
            mouse::MOVE_V | mouse::MOVE_H | mouse::MOVE_V_REL | mouse::MOVE_H_REL if follows => {
                return Ok(());
            }
            mouse::MOVE_V | mouse::MOVE_H => {
                let eye = self.camera_in_model()?;
                let vec = in_space(action, reldx, reldy, eye.forward)?;
                let mut scale = self.frustum_height()? * (lookat - eye.pos).dot(eye.forward);
                if cam.orthographic != 0 {
                    scale *= FLAT;
                }
                lookat += vec * -scale;
            }
            mouse::ZOOM => {
                let rate = libm::log(1.0 + cam.distance / extent / 3.0);
                cam.distance -= rate * reldy * 9.0 * extent;
            }
            mouse::MOVE_V_REL | mouse::MOVE_H_REL => {
                let eye = self.camera_in_model()?;
                let upright = action == mouse::MOVE_V_REL;
                lookat += if upright { eye.up } else { eye.forward } * reldy;
                lookat += eye.forward.cross(eye.up) * reldx;
            }
            _ => return Err(SceneError::MouseAction(action)),
        }
        cam.lookat = lookat.to_array();
        keep_in_bounds(cam, extent);
        Ok(())
    }

    /// Moves the model in the room, if the transform is enabled; `roomup` is the vertical of the room.
    #[doc(alias = "mjv_moveModel")]
    pub fn move_model(
        &mut self,
        model: &Model,
        action: i32,
        reldx: f64,
        reldy: f64,
        roomup: Vec3,
    ) -> Result<(), SceneError> {
        if self.enabletransform == 0 {
            return Ok(());
        }
        let ahead = self.camera_in_room()?.forward;
        let forward = (ahead + roomup * -ahead.dot(roomup)).normalized();
        let right = forward.cross(roomup).normalized();
        match action {
            mouse::ROTATE_V | mouse::ROTATE_H => {
                let upright = action == mouse::ROTATE_V;
                let about = if upright { roomup } else { forward };
                let mut axis = about * reldx + right * reldy;
                let angle = axis.normalize() * PI;
                let turn = Quat::from_axis_angle(axis, angle);
                let rotated = (turn * single::wide_quat(self.rotate)).normalized();
                self.rotate = rotated.to_array().map(|x| x as f32);
            }
            mouse::MOVE_V | mouse::MOVE_V_REL | mouse::MOVE_H | mouse::MOVE_H_REL => {
                let upright = matches!(action, mouse::MOVE_V | mouse::MOVE_V_REL);
                let along = if upright { roomup } else { forward };
                let step = single::vector(right * reldx - along * reldy);
                for (x, step) in self.translate.iter_mut().zip(step) {
                    *x = (f64::from(*x) + f64::from(step) * model.stat.extent) as f32;
                }
            }
            mouse::ZOOM => {
                // order: the quotient in single precision
                let rate = libm::log(f64::from(1.0 + self.scale / 3.0));
                let scale = self.scale + (rate * reldy * 3.0) as f32;
                self.scale = scale.clamp(0.01, 100.0);
            }
            _ => return Err(SceneError::MouseAction(action)),
        }
        Ok(())
    }

    /// Moves the reference pose of the selected object; its orientation by at most a right angle away from the current one.
    #[doc(alias = "mjv_movePerturb")]
    pub fn move_perturb(
        &self,
        model: &Model,
        data: &Data,
        action: i32,
        [reldx, reldy]: [f64; 2],
        pert: &mut Perturb,
    ) -> Result<(), SceneError> {
        gate::check(model, data)?;
        let eye = self.camera_in_model()?;
        let vec = in_space(action, reldx, reldy, eye.forward)?;
        let selected = usize::try_from(pert.select).ok();
        let body = selected.filter(|&b| b < model.body.len());
        match action {
            mouse::MOVE_V | mouse::MOVE_H => drag(pert, vec * pert.scale),
            mouse::MOVE_V_REL | mouse::MOVE_H_REL => {
                // along the axes of the object
                let Some(mat) = body.map(|b| &data.kin.xmat[BodyId::new(b)]) else {
                    return Ok(());
                };
                let axis = mat.col(if action == mouse::MOVE_H_REL { 0 } else { 2 });
                drag(pert, axis * (pert.scale * reldy));
                drag(pert, mat.col(1) * (pert.scale * reldx));
            }
            mouse::ROTATE_V | mouse::ROTATE_H => {
                let mut axis = vec;
                let angle = axis.normalize() * PI * 2.0;
                let turn = Quat::from_axis_angle(axis, angle);
                let goal = (turn * Quat::from(pert.refquat)).normalized();
                let now = body
                    .filter(|&b| b > 0)
                    .map(|b| data.kin.xquat[BodyId::new(b)] * model.body.iquat[BodyId::new(b)]);
                pert.refquat = now.map_or(goal, |now| near(now, goal)).to_array();
            }
            _ => {}
        }
        Ok(())
    }
}

/// Moves the reference positions of the object and of the selected point.
fn drag(pert: &mut Perturb, by: Vec3) {
    pert.refpos = (Vec3::from(pert.refpos) + by).to_array();
    pert.refselpos = (Vec3::from(pert.refselpos) + by).to_array();
}

/// The orientation between `now` and `goal` that is at most a right angle away from `now`.
fn near(now: Quat, goal: Quat) -> Quat {
    let mut axis = (now.conj() * goal).to_vel(1.0);
    let angle = axis.normalize();
    if angle.abs() > PI * 0.5 {
        let angle = angle.clamp(-PI * 0.5, PI * 0.5);
        now * Quat::from_axis_angle(axis, angle)
    } else {
        goal
    }
}

/// Clamps the angles and the distance of a camera.
fn keep_in_bounds(cam: &mut Camera, extent: f64) {
    if cam.azimuth > 180.0 {
        cam.azimuth -= 360.0;
    }
    if cam.azimuth < -180.0 {
        cam.azimuth += 360.0;
    }
    let within = |x: f64, low: f64, high: f64| {
        let x = if x < low { low } else { x };
        if x > high { high } else { x }
    };
    cam.elevation = within(cam.elevation, -89.0, 89.0);
    cam.distance = within(cam.distance, 0.01 * extent, 100.0 * extent);
}
