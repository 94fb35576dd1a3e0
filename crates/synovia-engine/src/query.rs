//! Queries of a simulation: Jacobians, contacts and their forces, rays, distances, sensor readings.
//!
//! These are the short forms. Functions that write into memory of the caller, and those that need only some groups of
//! [`Data`], are in [`jacobian`], [`ray`], [`contact`](crate::contact) and [`distance`](crate::distance). All of them read
//! results of [`forward`](crate::forward()) and change none.

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::id::{BodyId, GeomId, SensorId, SiteId};

use crate::constraint::contact_force;
use crate::data::{Contact, Data, EngineError};
use crate::distance::{Distance, geom_distance};
use crate::gate;
use crate::jacobian::{self, BodyPoint, DenseJac};
use crate::ray::{self, Ray, Seen, Visible};

/// The motion of a point of a body due to velocities: `v = J_v q̇`, `ω = J_ω q̇`.
#[derive(Clone, Debug, PartialEq)]
pub struct PointJacobian {
    /// Number of columns.
    pub nv: usize,
    /// `J_v`: three rows of `nv` numbers, world axes.
    pub translation: Vec<f64>,
    /// `J_ω`: three rows of `nv` numbers, world axes.
    pub rotation: Vec<f64>,
}

impl PointJacobian {
    /// Linear and angular velocity at the velocities `qvel`.
    pub fn velocity(&self, qvel: &[f64]) -> [Vec3; 2] {
        let times = |rows: &[f64]| {
            let row = |k: usize| {
                let row = &rows[k * self.nv..(k + 1) * self.nv];
                row.iter().zip(qvel).map(|(a, b)| a * b).sum()
            };
            Vec3::new(row(0), row(1), row(2))
        };
        [times(&self.translation), times(&self.rotation)]
    }
}

/// # Queries
impl Data {
    /// Jacobian of a point of a body, in world coordinates.
    ///
    /// ```
    /// use synovia::prelude::*;
    /// use synovia::model::id::DofId;
    /// let model = Model::from_xml_str(
    ///     "<mujoco><worldbody><body name='arm'><joint axis='0 1 0'/>
    ///        <geom size='.1' pos='0 0 -1'/><site name='tip' pos='0 0 -2'/></body></worldbody></mujoco>",
    /// )?;
    /// let mut data = Data::new(&model);
    /// data.state.qvel[DofId(0)] = 3.0;
    /// forward(&model, &mut data)?;
    /// let tip = model.site.named("tip").ok_or("no tip")?;
    /// let [v, w] = data.site_jacobian(&model, tip)?.velocity(data.state.qvel.rows());
    /// assert!((v.x + 6.0).abs() < 1e-12 && w.y == 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "mj_jac")]
    pub fn point_jacobian(
        &self,
        model: &Model,
        body: BodyId,
        point: Vec3,
    ) -> Result<PointJacobian, EngineError> {
        gate::check(model, self)?;
        Ok(self.jacobian_at(model, BodyPoint::new(body, point)))
    }

    /// Jacobian of the origin of a body.
    #[doc(alias = "mj_jacBody")]
    pub fn body_jacobian(&self, model: &Model, body: BodyId) -> Result<PointJacobian, EngineError> {
        gate::check(model, self)?;
        Ok(self.jacobian_at(model, BodyPoint::new(body, self.kin.xpos[body])))
    }

    /// Jacobian of the centre of a geom.
    #[doc(alias = "mj_jacGeom")]
    pub fn geom_jacobian(&self, model: &Model, geom: GeomId) -> Result<PointJacobian, EngineError> {
        gate::check(model, self)?;
        let at = BodyPoint::new(model.geom.bodyid[geom], self.kin.geom_xpos[geom]);
        Ok(self.jacobian_at(model, at))
    }

    /// Jacobian of a site.
    #[doc(alias = "mj_jacSite")]
    pub fn site_jacobian(&self, model: &Model, site: SiteId) -> Result<PointJacobian, EngineError> {
        gate::check(model, self)?;
        Ok(self.jacobian_at(model, jacobian::site_point(model, &self.kin, site)))
    }

    fn jacobian_at(&self, model: &Model, at: BodyPoint) -> PointJacobian {
        let nv = model.dof.len();
        let (mut translation, mut rotation) = (vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
        let out = DenseJac {
            translation: Some(&mut translation),
            rotation: Some(&mut rotation),
        };
        jacobian::jac(model, &self.com, at, out);
        PointJacobian {
            nv,
            translation,
            rotation,
        }
    }

    /// The contacts of the current pose.
    ///
    /// ```
    /// use synovia::prelude::*;
    /// let model = Model::from_xml_str(
    ///     "<mujoco><worldbody><geom name='floor' type='plane' size='1 1 1'/>
    ///        <body pos='0 0 .1'><freejoint/><geom name='ball' size='.1' mass='2'/></body></worldbody></mujoco>",
    /// )?;
    /// let mut data = Data::new(&model);
    /// while data.state.time < 1.0 {
    ///     step(&model, &mut data)?;
    /// }
    /// for contact in data.contacts() {
    ///     let [floor, ball] = contact.geoms().ok_or("a flex")?;
    ///     assert_eq!(model.geom.name(floor), Some("floor"));
    ///     assert_eq!(model.geom.name(ball), Some("ball"));
    ///     let normal = data.contact_force(&model, contact)[0];
    ///     assert!((normal - 2.0 * 9.81).abs() < 1e-3); // it supports the ball
    /// }
    /// assert_eq!(data.contacts().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contacts(&self) -> impl ExactSizeIterator<Item = &Contact> {
        self.contact.list.iter()
    }

    /// Force, then torque, of the first geom on the second, in the frame of a contact. Zero if it has no rows.
    #[doc(alias = "mj_contactForce")]
    pub fn contact_force(&self, model: &Model, contact: &Contact) -> [f64; 6] {
        contact_force::contact_force(model, &self.efc, contact)
    }

    /// The first visible geom on a ray.
    ///
    /// ```
    /// use synovia::prelude::*;
    /// let model = Model::from_xml_str(
    ///     "<mujoco><worldbody><geom name='box' type='box' size='1 1 .5'/></worldbody></mujoco>",
    /// )?;
    /// let mut data = Data::new(&model);
    /// forward(&model, &mut data)?;
    /// let seen = data.ray(&model, Vec3::new(0.2, 0.3, 3.0), -Vec3::Z)?.ok_or("nothing below")?;
    /// assert_eq!(model.geom.name(seen.geom), Some("box"));
    /// assert!((seen.hit.dist - 2.5).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "mj_ray")]
    pub fn ray(&self, model: &Model, from: Vec3, dir: Vec3) -> Result<Option<Seen>, EngineError> {
        self.ray_among(model, from, dir, &Visible::default())
    }

    /// The first geom on a ray among those selected by `visible`.
    #[doc(alias = "mj_ray")]
    pub fn ray_among(
        &self,
        model: &Model,
        from: Vec3,
        dir: Vec3,
        visible: &Visible,
    ) -> Result<Option<Seen>, EngineError> {
        gate::check(model, self)?;
        Ok(ray::cast(model, &self.kin, &Ray { from, dir }, visible))
    }

    /// Distance and nearest points of two geoms, up to `max_dist`.
    #[doc(alias = "mj_geomDistance")]
    pub fn distance(
        &mut self,
        model: &Model,
        geoms: [GeomId; 2],
        max_dist: f64,
    ) -> Result<Distance, EngineError> {
        gate::check(model, self)?;
        Ok(geom_distance(model, self, geoms, max_dist))
    }

    /// The reading of a sensor.
    ///
    /// ```
    /// use synovia::prelude::*;
    /// let model = Model::from_xml_str(
    ///     "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>
    ///        <sensor><jointpos name='angle' joint='j'/></sensor></mujoco>",
    /// )?;
    /// let mut data = Data::new(&model);
    /// data.state.qpos[0] = 0.3;
    /// forward(&model, &mut data)?;
    /// let angle = model.sensor.named("angle").ok_or("no such sensor")?;
    /// assert_eq!(data.reading(&model, angle), [0.3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reading(&self, model: &Model, sensor: SensorId) -> &[f64] {
        let all = self.sensor.sensordata.rows();
        all.get(model.sensor.outputs(sensor)).unwrap_or(&[])
    }
}
