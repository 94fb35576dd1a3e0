//! Jacobians: the motion of points due to joint velocities.
//!
//! A point `p` on body `b` is moved by every dof `i` from `b` to the root, and by no other:
//!
//! ```text
//! column i of the rotation Jacobian      ω_i                                                   (1)
//! column i of the translation Jacobian   v_i + ω_i × (p − c)        (ω_i, v_i) = cdof_i          (2)
//! ```
//!
//! with `c` the reference point of the tree. The dofs that move a body are its chain; two bodies of one tree share the part
//! of their chains above their common ancestor, and there the difference of their Jacobians is usually not zero, because
//! the points differ.

use synovia_math::{Spatial, Vec3};
use synovia_model::Model;
use synovia_model::enums::JointType;
use synovia_model::id::{BodyId, DofId, GeomId, SiteId};

use crate::data::{ComFrame, Data, Kin, Velocities};
use crate::gate;

/// A point on a body, in the world frame.
#[derive(Clone, Copy, Debug)]
pub struct BodyPoint {
    /// The body.
    pub body: BodyId,
    /// The point.
    pub point: Vec3,
}

impl BodyPoint {
    /// A point on a body.
    #[inline]
    pub const fn new(body: BodyId, point: Vec3) -> Self {
        Self { body, point }
    }

    /// The position of the point relative to the reference point of its tree.
    #[inline]
    pub fn offset(&self, model: &Model, com: &ComFrame) -> Vec3 {
        self.point - com.subtree_com[model.body.rootid[self.body]]
    }
}

/// The velocity of a point per unit velocity of a dof, equations (1) and (2); `offset` is relative to the reference point.
#[inline]
pub fn column(com: &ComFrame, i: DofId, offset: Vec3) -> Spatial {
    let cdof = &com.cdof[i];
    Spatial::new(cdof.rot(), cdof.lin() + cdof.rot().cross(offset))
}

/// The last dof of the chain of body `b`: the one closest to it.
#[inline]
pub fn last_dof(model: &Model, b: BodyId) -> Option<DofId> {
    let moved = model.body.weldid[b];
    model.body.dofs(moved).next_back()
}

/// Calls `f(dof, moves_first, moves_second)` for each dof that moves one of two bodies, from the last dof to the first.
#[inline]
pub fn for_each_dof_of_pair(
    model: &Model,
    first: BodyId,
    second: BodyId,
    mut f: impl FnMut(DofId, bool, bool),
) {
    let mut a = last_dof(model, first);
    let mut b = last_dof(model, second);
    // `None` is smaller than any dof
    while let Some(i) = a.max(b) {
        let (in_a, in_b) = (a == Some(i), b == Some(i));
        f(i, in_a, in_b);
        // the next dof of each chain that contains this one
        let parent = model.dof.parent(i);
        if in_a {
            a = parent;
        }
        if in_b {
            b = parent;
        }
    }
}

/// Calls `f(dof, column)` with the columns of the Jacobian of `second − first`, from the last dof to the first.
///
/// DIFFERENCE(simple-body-twice): two points of one body share its dofs, each of which is visited once.
#[inline]
pub fn for_each_difference(
    model: &Model,
    com: &ComFrame,
    first: BodyPoint,
    second: BodyPoint,
    mut f: impl FnMut(DofId, Spatial),
) {
    let offset1 = first.offset(model, com);
    let offset2 = second.offset(model, com);
    for_each_dof_of_pair(model, first.body, second.body, |i, in_first, in_second| {
        let difference = match (in_first, in_second) {
            (true, true) => column(com, i, offset2) - column(com, i, offset1),
            (true, false) => -column(com, i, offset1),
            _ => column(com, i, offset2),
        };
        f(i, difference);
    });
}

/// Writes the dofs that move either of two bodies, ascending, to the front of `chain`; returns their number.
#[doc(alias = "mj_mergeChain")]
pub fn merge_chain(model: &Model, first: BodyId, second: BodyId, chain: &mut [i32]) -> usize {
    let mut n = 0;
    for_each_dof_of_pair(model, first, second, |i, _, _| {
        chain[n] = i.0;
        n += 1;
    });
    chain[..n].reverse();
    n
}

/// Output of dense 3 × nv Jacobians; each part is optional.
#[derive(Debug, Default)]
pub struct DenseJac<'a> {
    /// Translation of the point.
    pub translation: Option<&'a mut [f64]>,
    /// Rotation of the body.
    pub rotation: Option<&'a mut [f64]>,
}

impl DenseJac<'_> {
    fn clear(&mut self, nv: usize) {
        for part in [
            self.translation.as_deref_mut(),
            self.rotation.as_deref_mut(),
        ]
        .into_iter()
        .flatten()
        {
            part[..3 * nv].fill(0.0);
        }
    }

    /// Fills the output with NaN, for a model that the gate refuses.
    fn refuse(self) {
        for part in [self.translation, self.rotation].into_iter().flatten() {
            part.fill(f64::NAN);
        }
    }

    #[inline]
    fn set(&mut self, nv: usize, i: DofId, col: &Spatial) {
        let put = |part: Option<&mut [f64]>, v: Vec3| {
            if let Some(part) = part {
                part[i.index()] = v.x;
                part[nv + i.index()] = v.y;
                part[2 * nv + i.index()] = v.z;
            }
        };
        put(self.translation.as_deref_mut(), col.lin());
        put(self.rotation.as_deref_mut(), col.rot());
    }
}

/// Jacobians of a point.
///
/// ```
/// use synovia::engine::jacobian::{BodyPoint, DenseJac, jac};
/// use synovia::math::Vec3;
/// use synovia::model::id::BodyId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1'/><site pos='0 0 -2'/>
///        <body pos='0 0 -3'><geom size='.1'/></body></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// let mut turned = [0.0; 3];
/// let out = DenseJac { translation: None, rotation: Some(&mut turned) };
/// jac(&model, &data.com, BodyPoint::new(BodyId(1), Vec3::ZERO), out);
/// assert_eq!(turned, [0.0, 1.0, 0.0]); // the axis of the hinge
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_jac")]
pub fn jac(model: &Model, com: &ComFrame, at: BodyPoint, mut out: DenseJac<'_>) {
    out.clear(model.dof.len());
    jac_over_zeros(model, com, at, out);
}

/// The same for an output that is already zero.
pub(crate) fn jac_over_zeros(model: &Model, com: &ComFrame, at: BodyPoint, mut out: DenseJac<'_>) {
    let nv = model.dof.len();
    let offset = at.offset(model, com);
    let Some(last) = last_dof(model, at.body) else {
        return;
    };
    for i in model.dof.to_root(last) {
        out.set(nv, i, &column(com, i, offset));
    }
}

/// Jacobians of the origin of a body.
///
/// ```
/// use synovia::engine::jacobian::{DenseJac, jac_body};
/// use synovia::model::id::BodyId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1'/><site pos='0 0 -2'/>
///        <body pos='0 0 -3'><geom size='.1'/></body></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// let mut moved = [0.0; 3];
/// let out = DenseJac { translation: Some(&mut moved), rotation: None };
/// jac_body(&model, &data, BodyId(2), out);
/// // rotation about y moves a point three below the hinge towards −x
/// assert!((moved[0] + 3.0).abs() < 1e-12 && moved[1] == 0.0);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_jacBody")]
pub fn jac_body(model: &Model, data: &Data, b: BodyId, out: DenseJac<'_>) {
    if gate::check(model, data).is_err() {
        return out.refuse();
    }
    jac(model, &data.com, BodyPoint::new(b, data.kin.xpos[b]), out);
}

/// Jacobians of the centre of mass of a body.
///
/// ```
/// use synovia::engine::jacobian::{DenseJac, jac_body_com};
/// use synovia::model::id::BodyId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1'/><site pos='0 0 -2'/>
///        <body pos='0 0 -3'><geom size='.1'/></body></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// let mut moved = [0.0; 3];
/// let out = DenseJac { translation: Some(&mut moved), rotation: None };
/// jac_body_com(&model, &data, BodyId(1), out);
/// assert!((moved[0] + 1.0).abs() < 1e-12);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_jacBodyCom")]
pub fn jac_body_com(model: &Model, data: &Data, b: BodyId, out: DenseJac<'_>) {
    if gate::check(model, data).is_err() {
        return out.refuse();
    }
    jac(model, &data.com, BodyPoint::new(b, data.kin.xipos[b]), out);
}

/// Jacobians of a geom.
///
/// ```
/// use synovia::engine::jacobian::{DenseJac, jac_geom};
/// use synovia::model::id::GeomId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1'/><site pos='0 0 -2'/>
///        <body pos='0 0 -3'><geom size='.1'/></body></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// let mut moved = [0.0; 3];
/// let out = DenseJac { translation: Some(&mut moved), rotation: None };
/// jac_geom(&model, &data, GeomId(0), out);
/// assert!((moved[0] + 1.0).abs() < 1e-12);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_jacGeom")]
pub fn jac_geom(model: &Model, data: &Data, g: GeomId, out: DenseJac<'_>) {
    if gate::check(model, data).is_err() {
        return out.refuse();
    }
    jac(
        model,
        &data.com,
        BodyPoint::new(model.geom.bodyid[g], data.kin.geom_xpos[g]),
        out,
    );
}

/// Jacobians of a site.
///
/// ```
/// use synovia::engine::jacobian::{DenseJac, jac_site};
/// use synovia::model::id::SiteId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1'/><site pos='0 0 -2'/>
///        <body pos='0 0 -3'><geom size='.1'/></body></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// let mut moved = [0.0; 3];
/// let out = DenseJac { translation: Some(&mut moved), rotation: None };
/// jac_site(&model, &data, SiteId(0), out);
/// assert!((moved[0] + 2.0).abs() < 1e-12);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_jacSite")]
pub fn jac_site(model: &Model, data: &Data, s: SiteId, out: DenseJac<'_>) {
    if gate::check(model, data).is_err() {
        return out.refuse();
    }
    jac(model, &data.com, site_point(model, &data.kin, s), out);
}

/// A site as a point on its body.
#[inline]
pub fn site_point(model: &Model, kin: &Kin, s: SiteId) -> BodyPoint {
    BodyPoint::new(model.site.bodyid[s], kin.site_xpos[s])
}

/// Translation Jacobian of the centre of mass of a subtree: the mean of its bodies, weighted by mass.
///
/// ```
/// use synovia::engine::jacobian::jac_subtree_com;
/// use synovia::model::id::BodyId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1'/><site pos='0 0 -2'/>
///        <body pos='0 0 -3'><geom size='.1'/></body></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// let mut moved = [0.0; 3];
/// jac_subtree_com(&model, &data, BodyId(1), &mut moved);
/// // two equal balls, one and three below the hinge
/// assert!((moved[0] + 2.0).abs() < 1e-12);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_jacSubtreeCom")]
pub fn jac_subtree_com(model: &Model, data: &Data, b: BodyId, translation: &mut [f64]) {
    if gate::check(model, data).is_err() {
        return translation.fill(f64::NAN);
    }
    let nv = model.dof.len();
    let out = &mut translation[..3 * nv];
    out.fill(0.0);
    // `Σ_k m_k J_k` over the bodies of the subtree
    for k in model.body.subtree(b) {
        let offset = BodyPoint::new(k, data.kin.xipos[k]).offset(model, &data.com);
        let Some(last) = last_dof(model, k) else {
            continue;
        };
        for i in model.dof.to_root(last) {
            let v = column(&data.com, i, offset).lin();
            for r in 0..3 {
                out[r * nv + i.index()] += v[r] * model.body.mass[k];
            }
        }
    }
    // divided by the mass of the subtree
    let inverse = 1.0 / model.body.subtreemass[b];
    for value in out {
        *value *= inverse;
    }
}

/// Jacobian of a point, and of an axis fixed to the same body: columns `ω_i × axis`.
///
/// ```
/// use synovia::engine::jacobian::{BodyPoint, jac_point_axis};
/// use synovia::math::Vec3;
/// use synovia::model::id::BodyId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1'/><site pos='0 0 -2'/>
///        <body pos='0 0 -3'><geom size='.1'/></body></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// let (mut moved, mut turned) = ([0.0; 3], [0.0; 3]);
/// let at = BodyPoint::new(BodyId(1), Vec3::new(0.0, 0.0, -1.0));
/// jac_point_axis(&model, &data.com, at, Vec3::Z, &mut moved, &mut turned);
/// assert!((moved[0] + 1.0).abs() < 1e-12);
/// assert!((turned[0] - 1.0).abs() < 1e-12); // z rotates towards x
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_jacPointAxis")]
pub fn jac_point_axis(
    model: &Model,
    com: &ComFrame,
    at: BodyPoint,
    axis: Vec3,
    point_out: &mut [f64],
    axis_out: &mut [f64],
) {
    let nv = model.dof.len();
    let out = DenseJac {
        translation: Some(point_out),
        rotation: Some(&mut *axis_out),
    };
    jac(model, com, at, out);
    // rate of the axis: `ω_i × axis`
    for i in 0..nv {
        let turn = Vec3::new(axis_out[i], axis_out[nv + i], axis_out[2 * nv + i]);
        let moved = turn.cross(axis);
        axis_out[i] = moved.x;
        axis_out[nv + i] = moved.y;
        axis_out[2 * nv + i] = moved.z;
    }
}

/// The rate of [`column()`] along the current motion: for each dof of the chain of `at`, from the last to the first.
///
/// ```text
/// d/dt ω_i = ω̇_i,    d/dt (v_i + ω_i × (p − c)) = v̇_i + ω̇_i × (p − c) + ω_i × ṗ
/// ```
#[inline]
pub fn for_each_rate(
    model: &Model,
    com: &ComFrame,
    vel: &Velocities,
    at: BodyPoint,
    mut f: impl FnMut(DofId, Spatial),
) {
    let offset = at.offset(model, com);
    let point_vel = vel.cvel[at.body].transform_motion(offset, None).lin();
    let Some(last) = last_dof(model, at.body) else {
        return;
    };
    for i in model.dof.to_root(last) {
        let cdof = &com.cdof[i];
        // the axes of a ball rotate with the body that it moves
        let j = model.dof.jntid[i];
        let turns_with_body = match model.joint.type_[j] {
            JointType::Ball => true,
            JointType::Free => i.0 >= model.joint.dofadr[j] + 3,
            _ => false,
        };
        let rate = if turns_with_body {
            vel.cvel[model.dof.bodyid[i]].cross_motion(cdof)
        } else {
            vel.cdof_dot[i]
        };
        let lin = rate.lin() + rate.rot().cross(offset) + cdof.rot().cross(point_vel);
        f(i, Spatial::new(rate.rot(), lin));
    }
}

/// Time derivatives of the Jacobians of a point.
///
/// ```
/// use synovia::engine::jacobian::{BodyPoint, DenseJac, jac_dot};
/// use synovia::math::Vec3;
/// use synovia::model::id::BodyId;
/// use synovia::model::id::DofId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1'/><site pos='0 0 -2'/>
///        <body pos='0 0 -3'><geom size='.1'/></body></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// data.state.qvel[DofId(0)] = 2.0;
/// synovia::forward(&model, &mut data)?;
/// let mut rate = [0.0; 3];
/// let out = DenseJac { translation: Some(&mut rate), rotation: None };
/// let below = BodyPoint::new(BodyId(1), Vec3::new(0.0, 0.0, -1.0));
/// jac_dot(&model, &data, below, out);
/// // the direction of motion rotates with the body: ω times the radius, upwards
/// assert!((rate[2] - 2.0).abs() < 1e-12 && rate[0].abs() < 1e-12);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_jacDot")]
pub fn jac_dot(model: &Model, data: &Data, at: BodyPoint, mut out: DenseJac<'_>) {
    if gate::check(model, data).is_err() {
        return out.refuse();
    }
    let nv = model.dof.len();
    out.clear(nv);
    for_each_rate(model, &data.com, &data.vel, at, |i, rate| {
        out.set(nv, i, &rate);
    });
}

/// Adds the generalised force of a force and a torque at a point of a body to `qfrc`: `Jᵀ (f, τ)`.
///
/// ```
/// use synovia::engine::jacobian::{BodyPoint, apply_wrench};
/// use synovia::math::Vec3;
/// use synovia::model::id::BodyId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1'/><site pos='0 0 -2'/>
///        <body pos='0 0 -3'><geom size='.1'/></body></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// let mut qfrc = [0.0];
/// let at = BodyPoint::new(BodyId(1), Vec3::new(0.0, 0.0, -2.0));
/// apply_wrench(&model, &data.com, at, Vec3::X * 5.0, Vec3::Y, &mut qfrc);
/// assert!((qfrc[0] - (-2.0 * 5.0 + 1.0)).abs() < 1e-12);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_applyFT")]
pub fn apply_wrench(
    model: &Model,
    com: &ComFrame,
    at: BodyPoint,
    force: Vec3,
    torque: Vec3,
    qfrc: &mut [f64],
) {
    let offset = at.offset(model, com);
    let Some(last) = last_dof(model, at.body) else {
        return;
    };
    for i in model.dof.to_root(last) {
        let col = column(com, i, offset);
        // order: the force first, then the torque
        qfrc[i.index()] += col.lin().dot(force);
        qfrc[i.index()] += col.rot().dot(torque);
    }
}
