//! The trial step: the warnings of a compiled spec when it is stepped once.
//!
//! The reference makes one step of every model that it compiles, without contacts and without sleep, and `MjSpec.compile` raises the
//! warnings of that step.

use synovia_engine::{Data, step};
use synovia_model::Model;
use synovia_model::enums::{Disable, Enable, SleepPolicy, Warning};

use crate::plugins;

/// The kinds of warnings in the order in which they occur in a step.
const ORDER: [Warning; 8] = [
    Warning::VisGeomFull,
    Warning::BadQpos,
    Warning::BadQvel,
    Warning::Inertia,
    Warning::ContactFull,
    Warning::ConstraintFull,
    Warning::BadCtrl,
    Warning::BadQacc,
];

/// The last warning of the trial step: its kind, −1 for a `solref` of mixed format; its info; its time.
pub(crate) type Warned = (i32, i32, f64);

/// Makes the step; the model is unchanged afterwards.
///
/// DIFFERENCE(spec-asleep-warning): models with trees that start asleep are not tried; the reference warns during island discovery.
/// Models with plugins written in Python are not tried either, because they need the interpreter.
pub(crate) fn warning(model: &mut Model) -> Option<Warned> {
    let asleep = |model: &Model| {
        let mut policies = model.tree.sleep_policy.rows().iter();
        model.opt.enabled(Enable::SLEEP) && policies.any(|&policy| policy == SleepPolicy::Init)
    };
    if asleep(model) || plugins::any_in_python(model) {
        return None;
    }
    let flags = (model.opt.disableflags, model.opt.enableflags);
    model.opt.disableflags |= Disable::CONTACT;
    model.opt.enableflags &= !Enable::SLEEP;
    let mut data = Data::new(model);
    // a model that cannot be stepped is refused by the first call that steps it
    let stepped = step(model, &mut data);
    (model.opt.disableflags, model.opt.enableflags) = flags;
    stepped.ok()?;

    let told = |kind: &Warning| {
        let unreported = data
            .diag
            .unreported
            .get(kind.to_i32() as usize)
            .copied()??;
        Some((kind.to_i32(), unreported.info, unreported.time))
    };
    let mixed = (data.diag.replaced_reference.number > 0).then_some((-1, 0, 0.0));
    ORDER.iter().rev().find_map(told).or(mixed)
}
