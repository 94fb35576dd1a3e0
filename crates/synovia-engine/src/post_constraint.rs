//! After the constraint solver: accelerations of bodies, and the forces that joints transmit.
//!
//! ```text
//! f_ext  = xfrc_applied + contacts + connects and welds                                        (1)
//! a_b    = a_p + Σ_i Ṡ_i q̇_i + Σ_i S_i q̈_i              a_world = −g                           (2)
//! f_b    = I_b a_b + v_b ×* I_b v_b − f_ext + Σ_k f_k    k over the children of b               (3)
//! ```
//!
//! | here       | in the code              | meaning                              |
//! |------------|--------------------------|--------------------------------------|
//! | `f_ext`    | `force.cfrc_ext`         | external force on body `b`           |
//! | `a_b`      | `force.cacc`             | acceleration of body `b`             |
//! | `f_b`      | `force.cfrc_int`         | force on body `b` by its parent      |
//! | `v_b`      | `vel.cvel`               | velocity of body `b`                 |
//! | `I_b`      | `com.cinert`             | spatial inertia of body `b`          |
//! | `S_i, Ṡ_i` | `com.cdof, vel.cdof_dot` | motion axis of dof `i`, and its rate |
//!
//! All in the com-based frame of the tree, so that (3) is a plain sum. `f_b` is the force on the body by its parent:
//! everything that is not external is transmitted by the joints. The rotational rows of a weld are treated as its torque.

use synovia_math::body_lanes::net_forces;
use synovia_math::fearless_simd::Simd;
use synovia_math::{Spatial, Vec3, wide};
use synovia_model::Model;
use synovia_model::enums::EqType;
use synovia_model::id::{BodyId, EqualityId};

use crate::constraint::contact_force::contact_force;
use crate::constraint::equality::anchors;
use crate::data::{ComFrame, Contacts, Data, Efc, Forces, Kin, State, Velocities};
use crate::position::jacobian::BodyPoint;
use crate::velocity::object::{Frame, object_velocity};
use crate::velocity::rne::upward;

/// Accelerations of bodies, external forces on them, and the forces between them: [`external`] and [`inertial`] with the
/// groups of a simulation, where they are marked as computed.
#[doc(alias = "mj_rnePostConstraint")]
pub(crate) fn post_constraint(model: &Model, data: &mut Data) {
    let Data {
        state,
        kin,
        com,
        vel,
        contact,
        efc,
        force,
        lazy,
        ..
    } = data;
    external(model, state, kin, com, contact, efc, force);
    wide!(simd => inertial(simd, model, state, com, vel, force));
    lazy.rne_post = true;
}

/// External forces on bodies, equation (1).
///
/// Reads `state.xfrc_applied`, `kin`, `com`, `contact`, `efc`; writes `force.cfrc_ext`.
fn external(
    model: &Model,
    state: &State,
    kin: &Kin,
    com: &ComFrame,
    contact: &Contacts,
    efc: &Efc,
    force: &mut Forces,
) {
    let ext = force.cfrc_ext.rows_mut();
    ext.fill(Spatial::ZERO);
    let mut external = External { model, com, ext };
    external.add_applied(state, kin);
    external.add_contacts(contact, efc);
    external.add_equalities(kin, efc);
}

/// External forces while they are accumulated, equation (1).
struct External<'a> {
    /// Masses and tree structure.
    model: &'a Model,
    /// Reference points of the trees.
    com: &'a ComFrame,
    /// The sums so far, one row per body.
    ext: &'a mut [Spatial],
}

impl External<'_> {
    /// Adds `sign` times a wrench (torque, force) at a point of a body other than the world.
    fn add(&mut self, at: BodyPoint, wrench: &Spatial, sign: f64) {
        if at.body != BodyId::WORLD {
            // move the wrench from the point to the reference point of the tree
            let moved = wrench.transform_force(-at.offset(self.model, self.com), None);
            self.ext[at.body.index()] += moved * sign;
        }
    }

    /// Forces that the user applies at centres of mass.
    fn add_applied(&mut self, state: &State, kin: &Kin) {
        for b in self.model.body.ids().skip(1) {
            let [fx, fy, fz, tx, ty, tz] = state.xfrc_applied[b];
            let wrench = Spatial::new(Vec3::new(tx, ty, tz), Vec3::new(fx, fy, fz));
            if wrench != Spatial::ZERO {
                self.add(BodyPoint::new(b, kin.xipos[b]), &wrench, 1.0);
            }
        }
    }

    /// Contact forces between geoms.
    fn add_contacts(&mut self, contacts: &Contacts, efc: &Efc) {
        for contact in &contacts.list {
            // contacts of flexes are not included
            let [Some(g1), Some(g2)] = contact.sides(self.model) else {
                continue;
            };
            if contact.efc_address < 0 {
                continue;
            }
            // from the contact frame to the world; opposite on the two bodies
            let [fx, fy, fz, tx, ty, tz] = contact_force(self.model, efc, contact);
            let wrench = Spatial::new(
                contact.frame.transpose_mul(Vec3::new(tx, ty, tz)),
                contact.frame.transpose_mul(Vec3::new(fx, fy, fz)),
            );
            for (g, sign) in [(g1, -1.0), (g2, 1.0)] {
                let at = BodyPoint::new(self.model.geom.bodyid[g], contact.pos);
                self.add(at, &wrench, sign);
            }
        }
    }

    /// Forces of connects, welds and distances between bodies.
    fn add_equalities(&mut self, kin: &Kin, efc: &Efc) {
        let row = |r: usize| Vec3::new(efc.force[r], efc.force[r + 1], efc.force[r + 2]);
        let mut r = 0;
        while r < efc.counts.ne {
            let e = EqualityId(efc.id[r]);
            // QUIRK(weld-torque-rows): the rotational rows of a weld are those of half a quaternion, scaled; their forces
            // are used as the torque unchanged
            let [first, second] = match self.model.equality.type_[e] {
                EqType::Connect | EqType::Weld | EqType::Distance => anchors(self.model, kin, e),
                _ => {
                    r += 1;
                    continue;
                }
            };
            // force and torque of the rows, and their number
            let (torque, force, rows) = match self.model.equality.type_[e] {
                EqType::Connect => (Vec3::ZERO, row(r), 3),
                EqType::Weld => (row(r + 3), row(r), 6),
                _ => {
                    let along = (first.point - second.point).normalized();
                    (Vec3::ZERO, along * efc.force[r], 1)
                }
            };
            // opposite on the two bodies
            let wrench = Spatial::new(torque, force);
            self.add(first, &wrench, 1.0);
            self.add(second, &wrench, -1.0);
            r += rows;
        }
    }
}

/// Accelerations of bodies, and the forces between them: equations (2) and (3).
///
/// Reads `state.qvel`, `com`, `vel`, `force.qacc`, `force.cfrc_ext`; writes `force.cacc`, `force.cfrc_int`.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "the loops are compiled for the available vector unit"
)]
fn inertial<S: Simd>(
    simd: S,
    model: &Model,
    state: &State,
    com: &ComFrame,
    vel: &Velocities,
    force: &mut Forces,
) {
    let n = model.body.len();
    let Forces {
        cacc,
        cfrc_int,
        cfrc_ext,
        qacc,
        ..
    } = force;
    let (cacc, internal) = (&mut cacc.rows_mut()[..n], &mut cfrc_int.rows_mut()[..n]);
    let (parents, qvel, qacc) = (
        &model.body.parentid.rows()[..n],
        state.qvel.rows(),
        qacc.rows(),
    );
    let (cdof, cdof_dot) = (com.cdof.rows(), vel.cdof_dot.rows());
    cacc[0] = Spatial::new(Vec3::ZERO, upward(model));
    // forward: accelerations (2)
    for b in 1..n {
        let dofs = model.body.dofs(BodyId::new(b)).range();
        let drift = Spatial::combine(&cdof_dot[dofs.clone()], &qvel[dofs.clone()]);
        let own = Spatial::combine(&cdof[dofs.clone()], &qacc[dofs]);
        cacc[b] = cacc[parents[b].index()] + drift + own;
    }
    // the force that each body needs, equation (3) without the children
    let (cinert, cvel) = (&com.cinert.rows()[1..n], &vel.cvel.rows()[1..n]);
    net_forces(simd, cinert, cvel, &cacc[1..], &mut internal[1..]);
    internal[0] = Spatial::ZERO;
    for (internal, external) in internal.iter_mut().zip(cfrc_ext.iter()).skip(1) {
        *internal -= *external;
    }
    // backward (3); order: last body first, so that a body is complete before it is added to its parent
    for b in (1..n).rev() {
        let carried = internal[b];
        internal[parents[b].index()] += carried;
    }
}

/// Acceleration of a frame at its origin, relative to free fall: rotation, translation. Zero for a static body.
///
/// Needs [`stage::post_constraint`](crate::stage::post_constraint).
///
/// ```
/// use synovia::engine::object::{Object, object_acceleration};
/// use synovia::engine::stage::post_constraint;
/// use synovia::model::enums::ObjType;
/// use synovia::model::id::DofId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body><joint axis='0 0 1'/><geom size='.1' pos='1 0 0'/><site pos='1 0 0'/></body></worldbody>
///        </mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// data.state.qvel[DofId(0)] = 2.0;
/// synovia::forward(&model, &mut data)?;
/// post_constraint(&model, &mut data)?;
/// let site = Object::find(&model, &data.kin, ObjType::Site, 0).ok_or("no site")?;
/// let found = object_acceleration(&model, &data.com, &data.vel, &data.force, site.in_world());
/// assert!((found.lin().x + 4.0).abs() < 1e-12); // towards the axis
/// assert!((found.lin().z - 9.81).abs() < 1e-12); // held against gravity
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "mj_objectAcceleration")]
pub fn object_acceleration(
    model: &Model,
    com: &ComFrame,
    vel: &Velocities,
    force: &Forces,
    at: Frame<'_>,
) -> Spatial {
    if model.body.weldid[at.body] == BodyId::WORLD {
        return Spatial::ZERO;
    }
    let shift = at.pos - com.subtree_com[model.body.rootid[at.body]];
    let a = force.cacc[at.body].transform_motion(shift, at.axes);
    // centripetal acceleration of a point of the moving frame
    let v = object_velocity(model, com, vel, at);
    Spatial::new(a.rot(), a.lin() + v.rot().cross(v.lin()))
}
