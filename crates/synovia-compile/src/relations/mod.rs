//! Relations: the tables outside the kinematic tree that need no asset files.
//!
//! At this point bodies, joints, geoms, sites, cameras, meshes and materials of the model are final. Each file fills
//! its own tables with a function `fill`, in an order in which objects precede references to them:
//!
//! | file           | tables                                    | refers to                                 |
//! |----------------|-------------------------------------------|-------------------------------------------|
//! | [`pairs`]      | `pair`                                    | geoms                                     |
//! | [`excludes`]   | `exclude`                                 | bodies                                    |
//! | [`tendons`]    | `tendon`, `wrap`                          | sites, geoms, joints, materials           |
//! | [`equalities`] | `equality`                                | bodies, sites, joints, tendons, flexes    |
//! | [`actuators`]  | `actuator`                                | joints, tendons, sites, bodies            |
//! | [`sensors`]    | `sensor`                                  | almost all objects                        |
//! | [`custom`]     | `numeric`, `text`, `tuple`                | all objects                               |
//! | [`keys`]       | `key`                                     | the sizes of the state                    |
//!
//! An error is reported at its place in the source and the row is filled with the values that are known, so that one run reports
//! all errors; the caller discards the model if there are any.

pub(crate) mod actuators;
pub(crate) mod custom;
pub(crate) mod equalities;
pub(crate) mod excludes;
mod kept;
pub(crate) mod keys;
pub(crate) mod limits;
pub(crate) mod pairs;
pub(crate) mod sensors;
pub(crate) mod tendons;

pub(crate) use kept::kept;

use synovia_mjcf::{Attr, Span};
use synovia_model::table::Table;
use synovia_model::{Model, ObjType};

use crate::cx::Cx;

/// Fills every table of this folder.
pub(crate) fn fill(cx: &mut Cx<'_>, model: &mut Model) {
    pairs::fill(cx, model);
    excludes::fill(cx, model);
    tendons::fill(cx, model);
    equalities::fill(cx, model);
    actuators::fill(cx, model);
    sensors::fill(cx, model);
    custom::fill(cx, model);
    keys::fill(cx, model);
}

/// Resizes every column of a table to `rows` rows of zeros; user data has no columns yet.
fn reset(table: &mut impl Table, rows: usize) {
    for column in table.columns_mut() {
        column.reset(rows, 0);
    }
}

/// The object that `attr` names; an error is reported at the attribute, or at `span` if the attribute is not set.
fn require(
    cx: &mut Cx<'_>,
    kind: ObjType,
    attr: &Attr<String>,
    element: &str,
    span: Span,
) -> Option<usize> {
    if attr.text().is_empty() {
        let what = kind.keyword().unwrap_or("object");
        cx.error(
            span,
            format!("{element}: the name of a {what} is missing; set it"),
        );
        return None;
    }
    cx.resolve(kind, attr, element)
}

/// An id as stored in the model: −1 for `None`.
fn raw(id: Option<usize>) -> i32 {
    id.and_then(|id| i32::try_from(id).ok()).unwrap_or(-1)
}

/// Two body ids in one number, the smaller in the upper half; collision detection looks pairs up by it.
///
/// ```text
/// signature = (body₁ << 16) + body₂,   body₁ ≤ body₂                              (1)
/// ```
pub(crate) fn signature(body1: i32, body2: i32) -> i32 {
    let (low, high) = (body1.min(body2), body1.max(body2));
    low.wrapping_shl(16).wrapping_add(high)
}
