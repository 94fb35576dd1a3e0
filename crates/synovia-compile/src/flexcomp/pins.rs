//! Pins: points that are fixed in the parent body and get no body of their own.
//!
//! Points are named one by one, by ranges of indices, or by their grid coordinates. Each list is the concatenation of the lists of all
//! `pin` elements. The nodes of interpolated flexes are pinned with the same lists as points.

use synovia_mjcf::keyword::{FlexcompDof, FlexcompType};
use synovia_mjcf::spec::flex::{Flexcomp, Pin};
use synovia_mjcf::{Attr, Span};

use super::{Lattice, Refusal};

/// A number and its place in the source.
type Entry = (i32, Span);

/// The lists of all `pin` elements.
pub(super) struct Lists {
    id: Vec<Entry>,
    range: Vec<Entry>,
    grid: Vec<Entry>,
    gridrange: Vec<Entry>,
}

/// The pinned points.
pub(super) struct Pins {
    /// For each point, or for each node if there are more nodes.
    pub(super) pinned: Vec<bool>,
    /// All points are pinned: they belong to the parent body.
    pub(super) rigid: bool,
    /// No point is pinned: every vertex is the origin of its body.
    pub(super) centered: bool,
}

fn refuse(list: &[Entry], at: usize, attr: &'static str, message: impl Into<String>) -> Refusal {
    Refusal {
        span: list.get(at).map(|entry| entry.1),
        attr,
        message: message.into(),
    }
}

/// Collects the pins and checks the lengths of their lists.
pub(super) fn lists(comp: &Flexcomp, kind: FlexcompType, dim: usize) -> Result<Lists, Refusal> {
    let collect = |list: fn(&Pin) -> &Attr<Vec<i32>>| -> Vec<Entry> {
        let numbers = comp.pins.iter().flat_map(|pin| {
            let attr = list(pin);
            let numbers = attr.get().into_iter().flatten();
            numbers.map(|&number| (number, attr.span()))
        });
        numbers.collect()
    };
    let lists = Lists {
        id: collect(|pin| &pin.id),
        range: collect(|pin| &pin.range),
        grid: collect(|pin| &pin.grid),
        gridrange: collect(|pin| &pin.gridrange),
    };

    for (list, attr, unit, what) in [
        (&lists.range, "pin range", 2, "2"),
        (&lists.grid, "pin grid", dim, "dim"),
        (&lists.gridrange, "pin gridrange", 2 * dim, "2 dim"),
    ] {
        if !list.len().is_multiple_of(unit) {
            let message = format!("the length must be a multiple of {what} = {unit}");
            return Err(refuse(list, 0, attr, message));
        }
    }
    let interpolated = matches!(
        comp.values().dof,
        FlexcompDof::Trilinear | FlexcompDof::Quadratic
    );
    for (list, attr) in [
        (&lists.grid, "pin grid"),
        (&lists.gridrange, "pin gridrange"),
    ] {
        if list.is_empty() {
            continue;
        }
        if kind != FlexcompType::Grid && !interpolated {
            let message = "only a grid or an interpolated flex can be pinned by grid coordinates; use id or range";
            return Err(refuse(list, 0, attr, message));
        }
        if dim == 1 {
            let message = "a line cannot be pinned by grid coordinates; use id or range";
            return Err(refuse(list, 0, attr, message));
        }
    }
    Ok(lists)
}

/// Determines which points are pinned.
pub(super) fn resolve(
    comp: &Flexcomp,
    lists: &Lists,
    lattice: &Lattice,
    cells: &super::Cells,
    nodes: usize,
) -> Result<Pins, Refusal> {
    let own = comp.values();
    let points = cells.points();
    let rigid = own.rigid;
    let mut pinned = vec![rigid; points.max(nodes)];
    let mut pins = Pins {
        pinned: Vec::new(),
        rigid,
        centered: false,
    };
    if !rigid {
        by_id(lists, points, &mut pinned)?;
        by_place(comp, lists, lattice, cells.dim, &mut pinned)?;
        // the centre of radial motion is fixed
        if own.dof == FlexcompDof::Radial {
            pinned[0] = true;
        }
        pins.rigid = pinned[..points].iter().all(|&p| p);
        pins.centered = pinned[..points].iter().all(|&p| !p);
    }
    pins.pinned = pinned;
    Ok(pins)
}

/// An entry of a list, which must be below `count`.
fn below(list: &[Entry], at: usize, count: usize, attr: &'static str) -> Result<usize, Refusal> {
    let number = list[at].0;
    usize::try_from(number)
        .ok()
        .filter(|&number| number < count)
        .ok_or_else(|| {
            refuse(
                list,
                at,
                attr,
                format!("{number} is out of range, expected 0 to {}", count - 1),
            )
        })
}

fn by_id(lists: &Lists, points: usize, pinned: &mut [bool]) -> Result<(), Refusal> {
    for k in 0..lists.id.len() {
        pinned[below(&lists.id, k, points, "pin id")?] = true;
    }
    for k in (0..lists.range.len()).step_by(2) {
        let first = below(&lists.range, k, points, "pin range")?;
        let last = below(&lists.range, k + 1, points, "pin range")?;
        if first <= last {
            pinned[first..=last].fill(true);
        }
    }
    Ok(())
}

fn by_place(
    comp: &Flexcomp,
    lists: &Lists,
    lattice: &Lattice,
    dim: usize,
    pinned: &mut [bool],
) -> Result<(), Refusal> {
    let own = comp.values();
    let count = lattice.count;
    // QUIRK(flexcomp-pin-grid): node coordinates are checked against the number of nodes, but numbered by the count of points
    let id = |at: [usize; 3]| match dim {
        2 => at[0].saturating_mul(count[1]).saturating_add(at[1]),
        _ => (at[0].saturating_mul(count[1]).saturating_add(at[1]))
            .saturating_mul(count[2])
            .saturating_add(at[2]),
    };
    let mut pin = |list: &[Entry], k: usize, attr, at: [usize; 3]| {
        // DIFFERENCE(flexcomp-damage): the reference writes past the end of its list
        let slot = pinned.get_mut(id(at));
        let slot = slot.ok_or_else(|| refuse(list, k, attr, "out of range"))?;
        *slot = true;
        Ok(())
    };
    let limits = match (own.kind, own.dof) {
        (FlexcompType::Grid, _) => count,
        (_, FlexcompDof::Trilinear) => [2; 3],
        (_, FlexcompDof::Quadratic) => [3; 3],
        _ => count,
    };
    let list = &lists.grid;
    for k in (0..list.len()).step_by(dim) {
        let mut at = [0; 3];
        for axis in 0..dim {
            at[axis] = below(list, k + axis, limits[axis], "pin grid")?;
        }
        pin(list, k, "pin grid", at)?;
    }

    let list = &lists.gridrange;
    for k in (0..list.len()).step_by(2 * dim) {
        let mut ends = [[0; 3]; 2];
        for (half, end) in ends.iter_mut().enumerate() {
            for axis in 0..dim {
                end[axis] = below(list, k + half * dim + axis, count[axis], "pin gridrange")?;
            }
        }
        let [first, last] = ends;
        for x in first[0]..=last[0] {
            for y in first[1]..=last[1] {
                for z in first[2]..=last[2] {
                    pin(list, k, "pin gridrange", [x, y, z])?;
                }
            }
        }
    }
    Ok(())
}
