//! Cables: inextensible rods that resist twist and bending.
//!
//! A chain of bodies that rotate relative to each other is a discrete Kirchhoff rod. Between a body and its predecessor,
//! `κ` is the rotation as a vector (twist about x, bending about y and z) and the elastic energy is quadratic:
//!
//! ```text
//! κ = log(q_b ⊗ q_j),        E = ½ Σ (κ − κ₀)ᵀ K (κ − κ₀) / L                    (1)
//! m = −K (κ − κ₀) / L                                                            (2)
//! ```
//!
//! | here  | meaning                                                                                       |
//! |-------|-----------------------------------------------------------------------------------------------|
//! | `q_b` | orientation of the body in its parent at the reference pose, `q_j` the rotation of its joint  |
//! | `κ₀`  | the rotation at rest: that of the reference pose, or zero with `flat`                         |
//! | `L`   | distance between the origins of the two bodies, at the reference pose                         |
//! | `K`   | stiffness: `G J` for twist, `E I_y` and `E I_z` for bending                                   |
//!
//! The moment (2) acts on the predecessor; its opposite, in the frame of the body itself, on the body. `G` is `twist` and
//! `E` is `bend` of the configuration; the constants of the cross section are those of the first geom of the body:
//!
//! ```text
//! circle     J = π r⁴ / 2                                              I_y = I_z = π r⁴ / 4
//! rectangle  J = a b³ (16/3 − 3.36 b/a (1 − b⁴ / 12 a⁴))               I_y = (2w)³ 2h / 12,  I_z = (2h)³ 2w / 12
//! ```
//!
//! with `a ≥ b` the half sizes `h`, `w` along y and z. Bergou, Wardetzky, Robinson, Audoly, Grinspun, *Discrete elastic rods*
//! (2008); W. C. Young, R. G. Budynas, *Roark's formulas for stress and strain*, for `J` of a rectangle.

use core::f64::consts::PI;

use synovia_math::{Mat3, Quat, Vec3, nearest};
use synovia_model::Model;
use synovia_model::enums::{GeomType, JointType};
use synovia_model::id::{BodyId, PluginId};

use super::{Capability, Config, ConfigError, Failure, Instance, Pen, Plugin};
use crate::data::{ComFrame, Data, Kin, State};
use crate::position::jacobian::last_dof;
use crate::position::kinematics::{place_bodies, quat_at};

/// The plugin `mujoco.elasticity.cable`.
pub(crate) struct Cable;

impl Plugin for Cable {
    fn name(&self) -> &'static str {
        "mujoco.elasticity.cable"
    }

    fn attributes(&self) -> &[&str] {
        &["twist", "bend", "flat", "vmax"]
    }

    fn is_builtin(&self) -> bool {
        true
    }

    fn capabilities(&self) -> Capability {
        Capability::PASSIVE
    }

    fn instance(&self, model: &Model, at: PluginId) -> Result<Box<dyn Instance>, ConfigError> {
        let config = Config::of(model, at);
        let material = Material {
            twist: config.number("twist")?.unwrap_or(0.0),
            bend: config.number("bend")?.unwrap_or(0.0),
        };
        let flat = config.get("flat") == Some("true");
        let mut rod = Rod::new(model, at, material, flat)?;
        rod.vmax = config.number("vmax")?.unwrap_or(0.0);
        Ok(Box::new(rod))
    }
}

/// Moduli of the material.
#[derive(Clone, Copy, Debug)]
struct Material {
    /// Shear modulus.
    twist: f64,
    /// Young's modulus.
    bend: f64,
}

impl Material {
    /// `K` of a body, from its first geom; zero unless that is a cylinder, a capsule or a box.
    fn stiffness(self, model: &Model, b: BodyId) -> Vec3 {
        let Some(g) = model.body.geoms(b).next() else {
            return Vec3::ZERO;
        };
        let size = model.geom.size[g];
        let (j, iy, iz) = match model.geom.type_[g] {
            GeomType::Cylinder | GeomType::Capsule => {
                let fourth = nearest::pow(size.x, 4.0);
                (PI * fourth / 2.0, PI * fourth / 4.0, PI * fourth / 4.0)
            }
            GeomType::Box => {
                let (h, w) = (size.y, size.z);
                let (a, b) = (h.max(w), h.min(w));
                let slender = 1.0 - nearest::pow(b, 4.0) / nearest::pow(a, 4.0) / 12.0;
                (
                    a * nearest::pow(b, 3.0) * (16.0 / 3.0 - 3.36 * b / a * slender),
                    nearest::pow(2.0 * w, 3.0) * 2.0 * h / 12.0,
                    nearest::pow(2.0 * h, 3.0) * 2.0 * w / 12.0,
                )
            }
            _ => (0.0, 0.0, 0.0),
        };
        Vec3::new(j * self.twist, iy * self.bend, iz * self.bend)
    }
}

/// The link between a body and its predecessor.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// Address of the joint's quaternion in `qpos`.
    adr: usize,
    /// `κ₀`.
    rest: Vec3,
    /// `L`.
    length: f64,
}

/// A body of the cable.
#[derive(Clone, Copy, Debug)]
struct Segment {
    body: BodyId,
    /// `K`.
    stiffness: Vec3,
    /// The link to the predecessor; `None` for the first.
    link: Option<Link>,
}

/// The rotation and the moment of one link.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    /// `q_b ⊗ q_j`.
    turn: Quat,
    /// Equation (2).
    moment: Vec3,
}

/// An instance: the consecutive bodies that refer to it.
#[derive(Clone, Debug)]
struct Rod {
    segments: Vec<Segment>,
    /// The load between each segment and its predecessor; zero for the first.
    loads: Vec<Load>,
    /// The moment that is drawn in the warmest colour; zero disables the colours.
    vmax: f64,
}

impl Rod {
    fn new(
        model: &Model,
        at: PluginId,
        material: Material,
        flat: bool,
    ) -> Result<Self, ConfigError> {
        let bodies: Vec<BodyId> = (model.body.ids().skip(1))
            .filter(|&b| model.body.plugin[b] == at)
            .collect();
        if let Some(pair) = bodies.windows(2).find(|pair| pair[1].0 != pair[0].0 + 1) {
            return Err(ConfigError::new(format!(
                "the bodies of a cable must be consecutive, but {} comes after {}",
                pair[1].0, pair[0].0
            )));
        }
        let origins = reference_origins(model);
        let mut segments: Vec<Segment> = Vec::with_capacity(bodies.len());
        for &body in &bodies {
            let link = match segments.last() {
                None => None,
                Some(before) => {
                    let adr = turn_address(model, body)?;
                    let rest = if flat {
                        Vec3::ZERO
                    } else {
                        model.body.quat[body].sub_quat(quat_at(model.qpos0.rows(), adr))
                    };
                    let length = (origins[body.index()] - origins[before.body.index()]).norm();
                    Some(Link { adr, rest, length })
                }
            };
            segments.push(Segment {
                body,
                stiffness: material.stiffness(model, body),
                link,
            });
        }
        Ok(Self {
            loads: vec![Load::default(); segments.len()],
            segments,
            vmax: 0.0,
        })
    }

    /// Rotations and moments of all links.
    fn strain(&mut self, model: &Model, qpos: &[f64]) {
        for (segment, load) in self.segments.iter().zip(&mut self.loads) {
            let Some(Link { adr, rest, length }) = segment.link else {
                continue;
            };
            load.turn = model.body.quat[segment.body] * quat_at(qpos, adr);
            let bent = load.turn.to_vel(1.0) - rest;
            let moment = |k: usize| -segment.stiffness[k] * bent[k] / length;
            load.moment = Vec3::new(moment(0), moment(1), moment(2));
        }
    }
}

/// Blue, cyan, green, yellow and red, for fractions from 0 to 1.
fn heat(share: f64) -> [f32; 3] {
    let (quarter, along) = (share * 4.0, |from: f64| (4.0 * share - from) as f32);
    if quarter < 1.0 {
        [0.0, along(0.0), 1.0]
    } else if quarter < 2.0 {
        [0.0, 1.0, 1.0 - along(1.0)]
    } else if quarter < 3.0 {
        [along(2.0), 1.0, 0.0]
    } else {
        [1.0, 1.0 - along(3.0), 0.0]
    }
}

impl Instance for Rod {
    /// Colours each segment by the mean of the moments at its ends.
    fn draw(&self, model: &Model, _: &Data, _: PluginId, pen: &mut dyn Pen) {
        if self.vmax == 0.0 {
            return;
        }
        // moments in the frames of the segments before which they act
        let moment = |k: usize| {
            let linked = self.segments.get(k)?.link.is_some();
            let Load { turn, moment } = self.loads[k];
            linked.then(|| turn.conj().rotate(moment))
        };
        for (k, segment) in self.segments.iter().enumerate() {
            let (before, after) = (moment(k), moment(k + 1));
            let ends = [before.or(after), after.or(before)].map(Option::unwrap_or_default);
            let mean = ((ends[0] + ends[1]) * 0.5).norm();
            if let Some(g) = model.body.geoms(segment.body).next() {
                pen.paint(g, heat((mean / self.vmax).clamp(0.0, 1.0)));
            }
        }
    }

    fn copy(&self) -> Box<dyn Instance> {
        Box::new(self.clone())
    }

    fn passive(&mut self, model: &Model, data: &mut Data, _: PluginId) -> Result<(), Failure> {
        self.strain(model, data.state.qpos.rows());
        for (k, segment) in self.segments.iter().enumerate() {
            if segment.stiffness == Vec3::ZERO {
                continue;
            }
            // order: the moment of the predecessor, then that of the successor
            let mut torque = Vec3::ZERO;
            if segment.link.is_some() {
                let Load { turn, moment } = self.loads[k];
                torque += turn.conj().rotate(moment);
            }
            if let Some(next) = self.loads.get(k + 1) {
                torque -= next.moment;
            }
            let torque = data.kin.xquat[segment.body].rotate(torque);
            let qfrc = data.force.qfrc_passive.rows_mut();
            apply_torque(model, &data.com, segment.body, torque, qfrc);
        }
        Ok(())
    }
}

/// Adds the generalised force of a torque, in world axes, on a body.
fn apply_torque(model: &Model, com: &ComFrame, b: BodyId, torque: Vec3, qfrc: &mut [f64]) {
    let Some(last) = last_dof(model, b) else {
        return;
    };
    for i in model.dof.to_root(last) {
        qfrc[i.index()] += com.cdof[i].rot().dot(torque);
    }
}

/// Address of the quaternion of a body's last joint in `qpos`.
fn turn_address(model: &Model, b: BodyId) -> Result<usize, ConfigError> {
    // DIFFERENCE(plugin-outside-arrays): without a ball joint there is no quaternion to read
    let joint = model.body.joints(b).next_back();
    let turn = joint.and_then(|j| {
        let adr = usize::try_from(model.joint.qposadr[j]).ok()?;
        match model.joint.type_[j] {
            JointType::Ball => Some(adr),
            JointType::Free => Some(adr + 3),
            _ => None,
        }
    });
    turn.filter(|adr| adr + 4 <= model.qpos0.len())
        .ok_or_else(|| {
            ConfigError::new(format!(
                "body {} of the cable needs a ball joint to the previous body",
                b.0
            ))
        })
}

/// The origins of all bodies at the reference pose, with mocap bodies at the origin.
fn reference_origins(model: &Model) -> Vec<Vec3> {
    let (nbody, njnt) = (model.body.len(), model.joint.len());
    let nmocap = usize::try_from(model.size.nmocap).unwrap_or(0);
    let state = State {
        qpos: model.qpos0.clone(),
        mocap_pos: vec![Vec3::ZERO; nmocap].into(),
        mocap_quat: vec![Quat::IDENTITY; nmocap].into(),
        ..State::default()
    };
    let mut kin = Kin {
        xpos: vec![Vec3::ZERO; nbody].into(),
        xquat: vec![Quat::IDENTITY; nbody].into(),
        xmat: vec![Mat3::IDENTITY; nbody].into(),
        xipos: vec![Vec3::ZERO; nbody].into(),
        ximat: vec![Mat3::IDENTITY; nbody].into(),
        xanchor: vec![Vec3::ZERO; njnt].into(),
        xaxis: vec![Vec3::ZERO; njnt].into(),
        ..Kin::default()
    };
    synovia_math::wide!(simd => place_bodies(simd, model, &state, &mut kin));
    kin.xpos.rows().to_vec()
}
