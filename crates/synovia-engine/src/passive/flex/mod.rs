//! Elastic and damping forces of flexes.
//!
//! | file        | force                                                                     |
//! |-------------|---------------------------------------------------------------------------|
//! | [`bending`] | a sheet resists being bent across each inner edge                         |
//! | [`elastic`] | elements resist stretching, by the squared lengths of their edges         |
//! | [`interp`]  | an interpolated body resists deformation, independent of its rotation     |
//! | [`edge`]    | edges are springs and dampers                                             |
//! | [`contact`] | contacts push like springs, if the flex requests that                     |

pub(crate) mod bending;
pub(crate) mod contact;
pub(crate) mod edge;
pub(crate) mod elastic;
pub(crate) mod interp;

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::Disable;
use synovia_model::id::{BodyId, FlexElemId};

use crate::data::{ComFrame, Kin, State, Velocities};
use crate::scratch::{Need, Scratch};

/// The inputs of the forces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlexInputs<'a> {
    /// Velocities.
    pub state: &'a State,
    /// Positions.
    pub kin: &'a Kin,
    /// Motion axes.
    pub com: &'a ComFrame,
    /// Rates of edges.
    pub vel: &'a Velocities,
}

/// The outputs of the forces.
#[derive(Debug)]
pub(crate) struct Out<'a> {
    /// Springs; `None` if they are disabled.
    pub spring: Option<&'a mut [f64]>,
    /// Dampers; `None` if they are disabled.
    pub damper: Option<&'a mut [f64]>,
}

/// Temporaries of [`flexes`].
pub(crate) fn scratch_len(model: &Model) -> Need {
    if model.flex.is_empty() {
        return Need::default();
    }
    let nodes = model.flex.nodenum.iter().copied().max().unwrap_or(0) as usize;
    let (verts, edges) = (model.flex.vertbodyid.len(), model.flex.edge.len());
    Need::new(3 * verts + edges + 12 * nodes, 0).or(contact::scratch_len(model))
}

/// Adds the forces of all flexes.
pub(crate) fn flexes(
    model: &Model,
    inputs: &FlexInputs<'_>,
    spring: &mut [f64],
    damper: &mut [f64],
    mut scratch: Scratch<'_>,
) {
    let (on_spring, on_damper) = (
        !model.opt.disabled(Disable::SPRING),
        !model.opt.disabled(Disable::DAMPER),
    );
    for f in model.flex.ids() {
        if model.flex.dim[f] == 1 || model.flex.rigid[f] != 0 {
            continue;
        }
        let mut out = Out {
            spring: on_spring.then_some(&mut *spring),
            damper: on_damper.then_some(&mut *damper),
        };
        if model.flex.dim[f] == 2 {
            bending::add(model, inputs, f, &mut out);
        }
        let first = FlexElemId::new(model.flex.elemadr[f] as usize);
        let stiff = model
            .flex
            .stiffness
            .get(first.index())
            .is_some_and(|k| k[0] != 0.0);
        if !stiff {
            continue;
        }
        if model.flex.interp[f] == 0 {
            elastic::add(model, inputs, f, spring, scratch.reborrow());
        } else {
            interp::add(model, inputs, f, &mut out, scratch.reborrow());
        }
    }
    for f in model.flex.ids() {
        edge::add(model, inputs, f, on_spring, on_damper, spring, damper);
    }
}

/// Velocity of a body that only slides, from its first three dofs.
pub(crate) fn slide_velocity(model: &Model, state: &State, b: BodyId) -> Vec3 {
    let Ok(adr) = usize::try_from(model.body.dofadr[b]) else {
        return Vec3::ZERO;
    };
    let at = |k: usize| state.qvel.get(adr + k).copied().unwrap_or(0.0);
    Vec3::new(at(0), at(1), at(2))
}
