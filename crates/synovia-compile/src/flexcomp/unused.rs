//! Removes points that belong to no element, and renumbers the others.

use synovia_mjcf::spec::flex::Flexcomp;

use super::{Cells, Refusal};

/// Removes the points that no element uses, together with their pins and texture coordinates; at least `nodes` pins remain.
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

/// QUIRK(flexcomp-unused-texture): texture coordinates are removed by point index, even if elements have their own indices.
fn texture(comp: &Flexcomp, cells: &mut Cells, kept: &[usize]) -> Result<(), Refusal> {
    if cells.texcoord.is_empty() {
        return Ok(());
    }
    for (k, &i) in kept.iter().enumerate() {
        let Some(&[u, v]) = cells.texcoord.get(2 * i..).and_then(|t| t.first_chunk()) else {
            let message = "there must be two texture coordinates per point";
            return Err(Refusal::at(&comp.texcoord, "texcoord", message));
        };
        cells.texcoord[2 * k..2 * k + 2].copy_from_slice(&[u, v]);
    }
    cells.texcoord.truncate(2 * kept.len());
    Ok(())
}
