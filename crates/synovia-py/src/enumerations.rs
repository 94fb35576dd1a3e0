//! The enumerations of the reference, as lists of names and numbers: those that the lower crates declare.

use pyo3::prelude::*;
use synovia_model::enums::{
    AlignFree, BiasType, Builtin, CamLight, CamOut, ColorSpace, ConData, Cone, ConstraintState,
    ConstraintType, DataType, Disable, DynType, Enable, EqType, FlexSelf, GainType, GeomInertia,
    GeomType, InertiaFromGeom, Integrator, Jacobian, JointType, LengthRangeMode, LightType,
    Limited, Mark, MeshBuiltin, MeshInertia, ObjType, Orientation, Projection, RayData, SameFrame,
    SdfType, SensorType, SleepPolicy, SleepState, Solver, Stage, StateBit, TextureRole,
    TextureType, Timer, TrnType, Warning, WrapType,
};
use synovia_scene::enums as scene;

/// The reference's name of an enumeration, and its members in the reference's order.
type Enumeration = (&'static str, Vec<(&'static str, i32)>);

/// Lists enumerations that are Rust types.
macro_rules! of_types {
    ($($Type:ident)*) => {
        [$( ($Type::REFERENCE, $Type::VALUES.iter().map(|&(name, value)| (name, value.to_i32())).collect()) ),*]
    };
}

/// Lists enumerations whose values are plain integers.
macro_rules! of_numbers {
    ($($($part:ident)::+),*) => {
        [$( ($($part)::+::REFERENCE, $($part)::+::VALUES.to_vec()) ),*]
    };
}

/// All enumerations of the engine and its scenes.
#[pyfunction]
pub(crate) fn enumerations() -> Vec<Enumeration> {
    let types: [Enumeration; 43] = of_types! {
        JointType GeomType Projection CamLight LightType TextureType TextureRole ColorSpace Integrator Cone Jacobian Solver EqType
        WrapType TrnType DynType GainType BiasType ObjType SensorType Stage DataType ConData RayData SameFrame SleepPolicy
        LengthRangeMode FlexSelf SdfType ConstraintType ConstraintState Warning Timer SleepState GeomInertia MeshInertia
        MeshBuiltin Builtin Mark Limited AlignFree InertiaFromGeom Orientation
    };
    let numbers: [Enumeration; 13] = of_numbers!(
        Disable,
        Enable,
        StateBit,
        CamOut,
        scene::camera,
        scene::label,
        scene::frame,
        scene::vis,
        scene::rnd,
        scene::stereo,
        scene::category,
        scene::mouse,
        scene::perturb
    );
    types.into_iter().chain(numbers).collect()
}
