//! GMSH files: points, and elements of one dimension.
//!
//! ```text
//! $MeshFormat  version  0: text, 1: binary  …
//! $Nodes       …  $EndNodes
//! $Elements    …  $EndElements
//! ```
//!
//! Versions 2.2 and 4.1 are supported. The dimension of the elements is read from the file. All reads are bounds-checked: counts
//! are compared with the length of the file before memory is reserved.

mod text;
mod v22;
mod v41;

use synovia_mjcf::spec::flex::Flexcomp;

use super::{Cells, FlexcompContext, Refusal, mesh};

/// The contents of a file.
#[derive(Debug, Default)]
struct Content {
    dim: usize,
    point: Vec<f64>,
    element: Vec<i32>,
}

/// The two sections of a file; binary numbers may extend past the end of a section, but not past the end of the file.
struct Sections<'a> {
    /// Text or numbers of the nodes.
    nodes: Section<'a>,
    /// Text or numbers of the elements.
    elements: Section<'a>,
}

/// A part of a file.
#[derive(Clone, Copy)]
struct Section<'a> {
    /// From the beginning of the section to the end of the file.
    bytes: &'a [u8],
    /// Length of the section.
    len: usize,
}

impl Section<'_> {
    fn text(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// `N` bytes at offset `at`.
    fn chunk<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        self.bytes.get(at..)?.first_chunk().copied()
    }

    fn i32(&self, at: usize) -> Option<i32> {
        self.chunk(at).map(i32::from_le_bytes)
    }

    fn u64(&self, at: usize) -> Option<u64> {
        self.chunk(at).map(u64::from_le_bytes)
    }

    fn f64(&self, at: usize) -> Option<f64> {
        self.chunk(at).map(f64::from_le_bytes)
    }
}

/// The reason why a file is refused.
type Refused = String;

/// Adds the points and elements of a file; the dimension becomes that of the file.
pub(super) fn fill(
    comp: &Flexcomp,
    place: &FlexcompContext<'_>,
    cells: &mut Cells,
) -> Result<(), Refusal> {
    let bytes = mesh::read(comp, place)?;
    let content = content(&bytes).map_err(|why| Refusal::at(&comp.file, "file", why))?;
    cells.dim = content.dim;
    cells.point.extend(content.point);
    cells.element.extend(content.element);
    Ok(())
}

fn content(bytes: &[u8]) -> Result<Content, Refused> {
    const FORMAT: &[u8] = b"$MeshFormat";
    if bytes.is_empty() {
        return Err("the GMSH file is empty".to_owned());
    }
    let Some(rest) = bytes.strip_prefix(FORMAT) else {
        return Err("not a GMSH file: expected $MeshFormat as its first line".to_owned());
    };
    let (Some(version), Some(binary)) = header(rest) else {
        return Err("the header of the GMSH file cannot be read".to_owned());
    };
    let version = (100.0 * version).round();
    let supported = version == 220.0 || version == 410.0;
    if !supported {
        return Err("only versions 2.2 and 4.1 of the GMSH format are supported".to_owned());
    }
    let sections = Sections {
        nodes: section(bytes, "$Nodes", "$EndNodes")?,
        elements: section(bytes, "$Elements", "$EndElements")?,
    };
    let content = match (version == 220.0, binary == 0) {
        (true, true) => v22::text(&sections),
        (true, false) => v22::binary(&sections),
        (false, true) => v41::text(&sections),
        (false, false) => v41::binary(&sections),
    }?;
    // DIFFERENCE(flexcomp-damage): the reference accepts such coordinates
    if content.point.iter().any(|x| !x.is_finite()) {
        return Err("a coordinate in the GMSH file is not a finite number".to_owned());
    }
    Ok(content)
}

/// The version, and whether the file is binary.
fn header(rest: &[u8]) -> (Option<f64>, Option<i32>) {
    let mut words = text::Words::new(rest);
    (words.number(), words.integer())
}

/// The part of a file between two marks; the byte after the first mark ends its line.
fn section<'a>(bytes: &'a [u8], begin: &str, end: &str) -> Result<Section<'a>, Refused> {
    let missing = |mark: &str| format!("the GMSH file has no {mark}");
    let first = find(bytes, begin).ok_or_else(|| missing(begin))? + begin.len() + 1;
    let last = find(bytes, end).filter(|&last| last >= first);
    let last = last.ok_or_else(|| format!("{} after {begin}", missing(end)))?;
    Ok(Section {
        bytes: &bytes[first..],
        len: last - first,
    })
}

/// The position of the first occurrence of a mark.
fn find(bytes: &[u8], mark: &str) -> Option<usize> {
    // QUIRK(gmsh-last-mark): a mark at the very end of the file, without a newline, is not found
    let searched = &bytes[..bytes.len().saturating_sub(1)];
    let mut windows = searched.windows(mark.len());
    windows.position(|window| window == mark.as_bytes())
}
