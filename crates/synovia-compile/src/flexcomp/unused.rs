//! Points that belong to no element are dropped, and the others numbered anew.

use synovia_mjcf::spec::flex::Flexcomp;

use super::{Cells, Refusal};

/// Drops the points that no element uses, together with their pins and texture coordinates; of the pins at least `nodes` stay.
pub(super) fn drop_unused(
    comp: &Flexcomp,
    cells: &mut Cells,
    pinned: &mut Vec<bool>,
    nodes: usize,
) -> Result<(), Refusal> {
    let mut used = vec![false; cells.points()];
    for &id in &cells.element {
        used[id as usize] = true;
    }
    let kept: Vec<usize> = (0..used.len()).filter(|&i| used[i]).collect();
    if kept.len() == used.len() {
        return Ok(());
    }

    let mut place = vec![0; used.len()];
    for (k, &i) in kept.iter().enumerate() {
        place[i] = k as i32;
        let point = [0, 1, 2].map(|axis| cells.point[3 * i + axis]);
        cells.point[3 * k..3 * k + 3].copy_from_slice(&point);
        pinned[k] = pinned[i];
    }
    for id in &mut cells.element {
        *id = place[*id as usize];
    }
    cells.point.truncate(3 * kept.len());
    pinned.resize(kept.len().max(nodes), false);
    texture(comp, cells, &kept)
}

/// QUIRK(flexcomp-unused-texture): texture coordinates are dropped by the numbers of points, even if elements have their own.
fn texture(comp: &Flexcomp, cells: &mut Cells, kept: &[usize]) -> Result<(), Refusal> {
    if cells.texcoord.is_empty() {
        return Ok(());
    }
    for (k, &i) in kept.iter().enumerate() {
        let Some(&[u, v]) = cells.texcoord.get(2 * i..).and_then(|t| t.first_chunk()) else {
            let message = "two texture coordinates per point are required";
            return Err(Refusal::at(&comp.texcoord, "texcoord", message));
        };
        cells.texcoord[2 * k..2 * k + 2].copy_from_slice(&[u, v]);
    }
    cells.texcoord.truncate(2 * kept.len());
    Ok(())
}
