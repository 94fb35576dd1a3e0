//! The bodies and flexes, and the pairs of flexes, that may be in contact at all: by their bits, cached per model.
//!
//! Bits are tested as for two bodies: the union of the geoms' bits, current and compiled. The world and static bodies with
//! planes are near every flex; for others the boxes of the [broad phase](super::super::body_boxes) decide.

use synovia_model::Model;
use synovia_model::column::AnyColumn;
use synovia_model::id::{BodyId, FlexId};

use super::bits;
use super::filter::{Filter, bits_match, excluded, signature};

/// A body and a flex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BodyFlex {
    pub body: BodyId,
    pub flex: FlexId,
    /// True if the body is near everything.
    pub everywhere: bool,
}

/// All such pairs.
#[derive(Clone, Debug, Default)]
pub(super) struct FlexPairs {
    /// By body, then by flex.
    pub bodies: Vec<BodyFlex>,
    /// By the first, then by the second.
    pub flexes: Vec<[FlexId; 2]>,
    /// Columns from which the lists were derived, in addition to those of the [`Filter`].
    source: Vec<u8>,
}

/// These columns.
fn columns(model: &Model) -> [&dyn AnyColumn; 2] {
    [&model.flex.contype, &model.flex.conaffinity]
}

impl FlexPairs {
    /// Rebuilds the lists if the model has changed.
    pub(super) fn update(&mut self, model: &Model, filter: &Filter, changed: bool) {
        let now = || columns(model).into_iter().flat_map(AnyColumn::bytes);
        if !changed && self.source.iter().eq(now()) {
            return;
        }
        self.source.clear();
        self.source.extend(now());
        self.rebuild(model, filter);
    }

    fn rebuild(&mut self, model: &Model, filter: &Filter) {
        let (body, flex) = (&model.body, &model.flex);
        let place = |f: FlexId| BodyId::new(body.len() + f.index());
        self.bodies.clear();
        let world = Some(BodyId::WORLD).filter(|&b| b.index() < body.len());
        for b in world.into_iter().chain(filter.bodies.iter().copied()) {
            let everywhere = filter.is_everywhere(b);
            if b == BodyId::WORLD && !everywhere {
                continue;
            }
            let compiled = [body.contype[b], body.conaffinity[b]];
            for f in flex.ids() {
                let both = bits_match(filter.bits(b), bits(model, f))
                    && bits_match(compiled, bits(model, f));
                if both && !excluded(model, signature(b, place(f))) {
                    self.bodies.push(BodyFlex {
                        body: b,
                        flex: f,
                        everywhere,
                    });
                }
            }
        }
        self.flexes.clear();
        for f1 in flex.ids() {
            for f2 in flex.ids().skip(f1.index() + 1) {
                let both = bits_match(bits(model, f1), bits(model, f2));
                if both && !excluded(model, signature(place(f1), place(f2))) {
                    self.flexes.push([f1, f2]);
                }
            }
        }
    }
}
