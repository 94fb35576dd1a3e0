//! The editable model, [`Spec`]: read from a document or built by a program, edited, and laid out as a flat model.
//!
//! ```text
//! Document ──read──> Spec ──edit (replicate, attach, changes of a program)──> Spec ──layout──> FlatModel
//! ```
//!
//! | file         | purpose                                                              |
//! |--------------|----------------------------------------------------------------------|
//! | `store`      | `Spec`: the elements; branches of its tree can be copied and removed |
//! | `arena`      | storage in which elements keep their index                           |
//! | `kinds`      | the kinds of elements, listed once                                   |
//! | `last_compiled` | what elements keep from the last compilation                      |
//! | `names`      | names in use, names of copies                                        |
//! | `classes`    | default classes merged into elements                                 |
//! | `actuator`   | the actuator record and how each kind of actuator edits it           |
//! | `equality`   | the equality record and how its elements edit it                     |
//! | `sensor`     | the sensor record and how elements are converted to it               |
//! | `record`     | how the records of actuators, equalities and sensors are declared    |
//! | `plugins`    | plugin instances, and the elements that use them                     |
//! | `read`       | converts a document to a `Spec`                                      |
//! | [`edit`]     | elements are added, found, changed, copied, moved, deleted           |
//! | `layout`     | converts a `Spec` to a [`FlatModel`] in the order of the compiled model |

pub(crate) mod actuator;
pub(crate) mod arena;
pub(crate) mod classes;
pub mod edit;
pub(crate) mod equality;
pub(crate) mod kinds;
pub(crate) mod last_compiled;
pub(crate) mod layout;
pub(crate) mod names;
pub(crate) mod plugins;
pub(crate) mod read;
mod record;
pub(crate) mod sensor;
pub(crate) mod store;

pub use actuator::ActuatorRecord;
pub use arena::Id;
pub use classes::{Class, Classes};
pub use edit::{author, by_kind, join, members};
pub use equality::EqualityRecord;
pub use layout::flat::{FlatBody, FlatModel, Owned, Placed, Settings};
pub(crate) use layout::lay_out;
pub use layout::orient;
pub use names::Obj;
pub use plugins::{PluginInstance, PluginUse};
pub use read::expand;
pub(crate) use read::read;
pub use sensor::SensorRecord;
pub use store::Spec;

use std::borrow::Cow;

impl<'a> From<&'a Spec> for Cow<'a, Spec> {
    fn from(spec: &'a Spec) -> Self {
        Self::Borrowed(spec)
    }
}

impl From<Spec> for Cow<'_, Spec> {
    fn from(spec: Spec) -> Self {
        Self::Owned(spec)
    }
}
