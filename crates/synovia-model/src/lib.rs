//! The compiled model of the Synovia physics engine.
//!
//! A [`Model`] is plain data in tables, one per kind of element: `model.body.pos[b]` is the position of body `b`,
//! `model.joint.range[j]` the limits of joint `j`. Rows are named by typed ids ([`BodyId`], [`JointId`], …); columns
//! are contiguous, in the reference's order and types, so that they can be viewed in place from Python.
//!
//! | here | in the reference |
//! |------|------------------|
//! | `model.body.parentid[b]` | `body_parentid[b]` |
//! | `model.joint.type_[j]` | `jnt_type[j]` |
//! | `model.size.nq` | `nq` |
//! | `model.opt.timestep` | `opt.timestep` |
//! | `model.sparse.m_rowadr[i]` | `M_rowadr[i]` |
//!
//! Read `tables/` in order to learn what a model is. This crate contains no text formats and no algorithms.

pub mod budget;
pub mod column;
pub mod consts;
pub mod enums;
pub mod extension;
pub mod hulls;
pub mod id;
pub mod mjb;
mod model;
mod names;
mod opt;
mod plugins;
pub mod record;
mod size;
pub mod table;
pub mod tables;
mod validate;
pub mod view;
mod vis;
mod watch;

pub use column::{AnyColumn, Col, DType, Element, Grid};
pub use enums::{
    BiasType, CamLight, Cone, DataType, Disable, DynType, Enable, EqType, GainType, GeomType,
    Integrator, Jacobian, JointType, LightType, ObjType, Projection, SameFrame, SensorKind,
    SensorTarget, SensorType, SleepPolicy, Solver, Stage, TrnType, WrapType,
};
pub use id::{
    ActuatorId, BodyId, BvhId, CameraId, DofId, EqualityId, ExcludeId, FlexEdgeId, FlexElemId,
    FlexId, FlexNodeId, FlexVertId, GeomId, HfieldId, Ids, JointId, KeyId, LightId, MaterialId,
    MeshId, MocapId, NumericId, OctId, PairId, PluginId, SensorId, SiteId, SkinId, TableId,
    TendonId, TextId, TextureId, TreeId, TupleId, WrapId,
};
pub use mjb::MjbError;
pub use model::{Model, ShapeError};
pub use names::NAMED;
pub use opt::{DEFAULT_FRICTION, DEFAULT_PAIR_FRICTION, DEFAULT_SOLIMP, DEFAULT_SOLREF, Opt, Stat};
pub use plugins::{Brought, Plugins};
pub use size::Size;
pub use tables::NamesTable as Names;
pub use validate::{Allowed, ReferenceError, Structure};
pub use vis::{Vis, VisGlobal, VisHeadlight, VisMap, VisQuality, VisRgba, VisScale};
