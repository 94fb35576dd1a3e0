//! Flexes: positions, bounds, edge lengths and strains of soft bodies.
//!
//! A flex is a mesh of vertices that are attached to bodies, or interpolated from a few nodes that are. [`vertices`]
//! computes their positions, [`bounds`] the boxes of elements, [`edges`] the lengths of edges, [`strain`] the strain of a
//! sheet around each vertex.

pub(crate) mod bounds;
pub(crate) mod edges;
pub(crate) mod strain;
pub(crate) mod vertices;

use synovia_model::Model;
use synovia_model::id::{FlexEdgeId, FlexId, FlexVertId};

use crate::data::{ComFrame, Kin};
use crate::scratch::{Need, ScratchBuffer};

/// Temporaries of [`flex`].
pub(crate) fn scratch_len(model: &Model) -> Need {
    if model.flex.is_empty() {
        Need::default()
    } else {
        strain::scratch_len(model)
    }
}

/// Computes everything about flexes that follows from the pose.
///
/// Reads the body poses of `kin`, and `com`; writes the flex columns of `kin`.
#[doc(alias = "mj_flex")]
pub(crate) fn flex(model: &Model, com: &ComFrame, kin: &mut Kin, scratch: &mut ScratchBuffer) {
    run(model, com, kin, scratch, |f| model.flex.rigid[f] != 0);
}

/// The same, with rigidity decided by `rigid`.
pub(crate) fn run(
    model: &Model,
    com: &ComFrame,
    kin: &mut Kin,
    scratch: &mut ScratchBuffer,
    rigid: impl Fn(FlexId) -> bool,
) {
    if model.flex.is_empty() {
        return;
    }
    for f in model.flex.ids() {
        // positions of its vertices
        vertices::place(model, kin, f);
    }
    // boxes of elements, then of the hierarchies over them
    for f in model.flex.ids() {
        bounds::elements(model, kin, f);
    }
    bounds::hierarchies(model, kin);
    // lengths, strains and their Jacobians, for flexes that deform at their vertices
    kin.flexvert_jac.flat_mut::<f64>().fill(0.0);
    kin.flexedge_jac.rows_mut().fill(0.0);
    for f in model.flex.ids() {
        if rigid(f) || model.flex.interp[f] != 0 {
            continue;
        }
        edges::measure(model, com, kin, f);
        if strain::is_used(model, f) {
            strain::measure(model, com, kin, f, scratch.frame(scratch_len(model)));
        }
    }
}

/// Vertices of a flex.
pub(crate) fn verts(model: &Model, f: FlexId) -> impl Iterator<Item = FlexVertId> + use<> {
    let adr = model.flex.vertadr[f] as usize;
    (adr..adr + model.flex.vertnum[f] as usize).map(FlexVertId::new)
}

/// Edges of a flex.
pub(crate) fn edges_of(model: &Model, f: FlexId) -> impl Iterator<Item = FlexEdgeId> + use<> {
    let adr = model.flex.edgeadr[f] as usize;
    (adr..adr + model.flex.edgenum[f] as usize).map(FlexEdgeId::new)
}

/// The two vertices of an edge.
pub(crate) fn ends(model: &Model, f: FlexId, e: FlexEdgeId) -> [FlexVertId; 2] {
    model.flex.edge[e].map(|v| FlexVertId::new((model.flex.vertadr[f] + v) as usize))
}
