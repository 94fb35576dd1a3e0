//! A flex with itself: elements that share no body, and [internal] contacts.
//!
//! ```text
//! narrow      every two active elements
//! bvh         the hierarchy of the flex with itself: active elements are its leaves
//! sap         sweep and prune over active elements
//! auto        bvh for solids, sap for others
//! ```
//!
//! Margin and gap are ignored: otherwise a flex would always be in contact with itself. Rigid flexes have no such contacts,
//! nor do flexes whose own bits do not match.
//!
//! [internal]: super::internal

use synovia_model::Model;
use synovia_model::enums::FlexSelf;
use synovia_model::id::FlexId;

use super::{FlexMemory, has_hierarchy};
use crate::collision::Pass;
use crate::collision::parameters::Parameters;

/// How elements are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    OneByOne,
    Hierarchy,
    Sweep,
}

fn mode(model: &Model, f: FlexId) -> Option<Mode> {
    let solid = model.flex.dim[f] == 3;
    match model.flex.selfcollide[f] {
        FlexSelf::None => None,
        FlexSelf::Narrow => Some(Mode::OneByOne),
        _ if !has_hierarchy(model, f) => Some(Mode::OneByOne),
        FlexSelf::Bvh => Some(Mode::Hierarchy),
        FlexSelf::Auto if solid => Some(Mode::Hierarchy),
        _ => Some(Mode::Sweep),
    }
}

impl Pass<'_> {
    /// Contacts of flexes with themselves.
    pub(in crate::collision) fn flexes_with_themselves(&mut self) {
        let model = self.model;
        for f in model.flex.ids() {
            let flex = &model.flex;
            if flex.rigid[f] != 0 || flex.contype[f] & flex.conaffinity[f] == 0 {
                continue;
            }
            if flex.internal[f] != 0 {
                self.within_elements(f);
            }
            if let Some(mode) = mode(model, f) {
                self.find_own_elements(f, mode);
                self.elements_near([f, f], |model| Parameters::within_flex(model, f));
            }
        }
    }

    /// Searches for elements of a flex that are near each other.
    fn find_own_elements(&mut self, f: FlexId, mode: Mode) {
        let (model, kin) = (self.model, self.kin);
        let FlexMemory { descent, sweep, .. } = &mut *self.flexes;
        match mode {
            Mode::Sweep => sweep.within_flex(model, kin, f, &mut descent.near),
            Mode::Hierarchy if descent.flexes(model, kin, [f, f]).is_some() => {}
            _ => descent.all_elements(model, kin, [f, f], sweep),
        }
    }
}
