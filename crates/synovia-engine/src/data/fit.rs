//! Checks that a simulation has the memory that a model needs.

use synovia_model::{Model, Size};

use super::Data;
use crate::error::SizeMismatch;

/// The first size in which a simulation of one model differs from one of another.
///
/// The number of boxes in bounding volume hierarchies is ignored: simulations only store marks for drawing them.
///
/// ```
/// use synovia::engine::data::size_mismatch;
/// let of = |joint| {
///     let body = format!("<body>{joint}<geom size='.1'/></body>");
///     synovia::Model::from_xml_str(&format!("<mujoco><worldbody>{body}</worldbody></mujoco>"))
/// };
/// let (hinge, free) = (of("<joint/>")?, of("<freejoint/>")?);
/// assert_eq!(size_mismatch(&hinge.size, &hinge.size), None);
/// let found = size_mismatch(&hinge.size, &free.size).unwrap();
/// assert_eq!((found.name, found.expected, found.found), ("nq", 1, 7));
/// # Ok::<(), synovia::Error>(())
/// ```
pub fn size_mismatch(expected: &Size, found: &Size) -> Option<SizeMismatch> {
    if expected == found {
        return None;
    }
    let sides = Data::column_infos()
        .into_iter()
        .flat_map(|info| [Some(info.rows_symbol()), info.width_symbol()])
        .flatten()
        .filter(|&side| side != "nbvh");
    let mut sizes = sides.filter_map(|name| {
        Some(SizeMismatch {
            name,
            expected: expected.resolve(name)?,
            found: found.resolve(name)?,
        })
    });
    sizes.find(|size| size.expected != size.found)
}

impl Data {
    /// The first size in which this simulation differs from one that was created for `model`.
    pub fn size_mismatch(&self, model: &Model) -> Option<SizeMismatch> {
        size_mismatch(&model.size, &self.work.made_for)
    }
}
