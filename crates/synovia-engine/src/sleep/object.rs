//! Sleep states of objects.
//!
//! An object on one body has the state of the body. An object between several is awake if any of them is.

use synovia_model::Model;
use synovia_model::enums::{EqType, ObjType, SensorTarget, SleepState, TrnType};
use synovia_model::id::{
    ActuatorId, BodyId, CameraId, DofId, EqualityId, GeomId, JointId, LightId, SensorId, SiteId,
    TendonId,
};

use crate::data::Islands;

/// The state of object `id`; an object that is not on bodies is awake.
#[doc(alias = "mj_sleepState")]
pub fn state(model: &Model, island: &Islands, kind: ObjType, id: i32) -> SleepState {
    if id < 0 {
        return SleepState::Awake;
    }
    // the body of the object, or the state by its own rule
    let body = match kind {
        ObjType::Body | ObjType::XBody => BodyId(id),
        ObjType::Joint => model.joint.bodyid[JointId(id)],
        ObjType::Dof => model.dof.bodyid[DofId(id)],
        ObjType::Geom => model.geom.bodyid[GeomId(id)],
        ObjType::Site => model.site.bodyid[SiteId(id)],
        ObjType::Camera => model.camera.bodyid[CameraId(id)],
        ObjType::Light => model.light.bodyid[LightId(id)],
        ObjType::Tendon => return tendon(model, island, TendonId(id)),
        ObjType::Actuator => return actuator(model, island, ActuatorId(id)),
        ObjType::Equality => return equality(model, island, EqualityId(id)),
        ObjType::Sensor => return sensor(model, island, SensorId(id)),
        _ => return SleepState::Awake,
    };
    SleepState(island.body_awake[body])
}

/// A tendon over up to two trees; one over more trees never sleeps.
pub fn tendon(model: &Model, island: &Islands, t: TendonId) -> SleepState {
    // up to two trees are stored in the model
    let count = model.tendon.treenum[t];
    let trees = model.tendon.treeid[t];
    let Some(trees) = usize::try_from(count).ok().and_then(|n| trees.get(..n)) else {
        return SleepState::Awake;
    };
    if trees.is_empty() {
        return SleepState::Static;
    }
    any_awake(trees.iter().any(|&t| island.tree_awake[t] != 0))
}

/// Awake if any of several objects is, asleep otherwise.
fn any_awake(any: bool) -> SleepState {
    if any {
        SleepState::Awake
    } else {
        SleepState::Asleep
    }
}

/// An actuator has the state of the object that it acts on.
pub fn actuator(model: &Model, island: &Islands, u: ActuatorId) -> SleepState {
    let [first, second] = model.actuator.trnid[u];
    let kind = match model.actuator.trntype[u] {
        TrnType::Joint | TrnType::JointInParent => ObjType::Joint,
        // a slider-crank acts on two sites
        TrnType::SliderCrank => {
            let site = |id| state(model, island, ObjType::Site, id) == SleepState::Awake;
            return any_awake(site(first) || site(second));
        }
        TrnType::Tendon => ObjType::Tendon,
        TrnType::Site => ObjType::Site,
        TrnType::Body => ObjType::Body,
        _ => return SleepState::Awake,
    };
    state(model, island, kind, first)
}

/// An equality between two objects.
pub fn equality(model: &Model, island: &Islands, e: EqualityId) -> SleepState {
    let kind = match model.equality.type_[e] {
        EqType::Connect | EqType::Weld | EqType::Distance => model.equality.objtype[e],
        EqType::Joint => ObjType::Joint,
        EqType::Tendon => ObjType::Tendon,
        EqType::Flex | EqType::FlexVert => ObjType::Flex,
        _ => return SleepState::Awake,
    };
    // objects that exist
    let ids = [model.equality.obj1id[e], model.equality.obj2id[e]];
    let mut present = ids.into_iter().filter(|&id| id >= 0);
    any_awake(present.any(|id| state(model, island, kind, id) == SleepState::Awake))
}

/// A sensor of an object, possibly relative to another one.
///
/// QUIRK(static-sensor-pair): a sensor of a static object is awake, one of two static objects is asleep.
pub fn sensor(model: &Model, island: &Islands, s: SensorId) -> SleepState {
    use SensorTarget as T;
    let table = &model.sensor;
    let (of, to) = (table.objtype[s], table.reftype[s]);
    // types that are never skipped
    let always = match table.type_[s].kind().map(|kind| kind.target) {
        Some(T::User | T::Plugin | T::Rays) => true,
        Some(T::Contacts) => of == ObjType::Site || to == ObjType::Site,
        Some(
            T::Global
            | T::Site
            | T::Body
            | T::Frame
            | T::WorldFrame
            | T::InSite
            | T::InCamera
            | T::ScalarJoint
            | T::BallJoint
            | T::LimitedJoint
            | T::Tendon
            | T::LimitedTendon
            | T::Actuator
            | T::Distance
            | T::Skin,
        )
        | None => false,
    };
    if always {
        return SleepState::Awake;
    }
    let state_of = |kind, id| match kind {
        ObjType::Unknown => None,
        _ => Some(state(model, island, kind, id)),
    };
    // the states of both objects
    match [state_of(of, table.objid[s]), state_of(to, table.refid[s])] {
        [None, None] => SleepState::Awake,
        [Some(one), None] | [None, Some(one)] => any_awake(one != SleepState::Asleep),
        [Some(one), Some(two)] => any_awake([one, two].contains(&SleepState::Awake)),
    }
}
