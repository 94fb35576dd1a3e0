//! Version 4.1: one block of nodes and one of elements.
//!
//! ```text
//! $Nodes     blocks  nodes  first tag  last tag    dim  entity  parametric  nodes
//!            tag …   x y z …
//! $Elements  blocks  elements  first tag  last tag    dim  entity  type  elements
//!            tag  node …
//! ```
//!
//! In binary files counts and tags have 8 bytes, `dim`, `entity`, `parametric` and `type` have 4. Node tags must be consecutive.

use super::text::{Words, count};
use super::{Content, Refused, Section, Sections};

/// Bytes before the data of a binary section.
const HEADER: usize = 52;
const WORD: usize = 8;

/// The header of a section.
struct Header {
    blocks: u64,
    total: u64,
    first: u64,
    last: u64,
    dim: i32,
    kind: i32,
    in_block: u64,
}

impl Header {
    fn text(words: &mut Words<'_>) -> Option<Self> {
        Some(Self {
            blocks: words.next_tag()?,
            total: words.next_tag()?,
            first: words.next_tag()?,
            last: words.next_tag()?,
            dim: words.next_integer()?,
            kind: {
                words.next_integer()?;
                words.next_integer()?
            },
            in_block: words.next_tag()?,
        })
    }

    fn binary(section: &Section<'_>) -> Option<Self> {
        if section.len < HEADER {
            return None;
        }
        Some(Self {
            blocks: section.u64(0)?,
            total: section.u64(8)?,
            first: section.u64(16)?,
            last: section.u64(24)?,
            dim: section.i32(32)?,
            kind: section.i32(40)?,
            in_block: section.u64(44)?,
        })
    }

    fn check_nodes(&self) -> Result<usize, Refused> {
        if self.blocks != 1 || self.total != self.in_block {
            return Err("all nodes must be in a single block".to_owned());
        }
        match self.dim {
            1..=3 => Ok(self.dim as usize),
            _ => Err("the nodes must belong to a line, a surface or a volume".to_owned()),
        }
    }

    fn check_elements(&self, dim: usize) -> Result<(), Refused> {
        if self.blocks != 1 || self.total != self.in_block {
            return Err("all elements must be in a single block".to_owned());
        }
        if self.dim != dim as i32 {
            return Err("the dimensions of nodes and elements differ".to_owned());
        }
        // lines, triangles, tetrahedra
        if self.kind != [1, 2, 4][dim - 1] {
            return Err("the type of the elements does not match their dimension".to_owned());
        }
        Ok(())
    }
}

const SEQUENCE: &str = "node tags must be consecutive";

/// Reads a text file.
pub(super) fn text(sections: &Sections<'_>) -> Result<Content, Refused> {
    let section = &sections.nodes;
    let mut words = Words::new(section.text());
    let unreadable = |what: &str| format!("cannot read the {what}");
    let header = Header::text(&mut words).ok_or_else(|| unreadable("header of the nodes"))?;
    let blocks_first = header.blocks == 1 && header.total == header.in_block;
    if blocks_first && header.last != header.in_block {
        return Err("the largest node tag must equal the number of nodes".to_owned());
    }
    let dim = header.check_nodes()?;
    let nodes = count(header.total, section.len).ok_or_else(|| unreadable("tags of the nodes"))?;
    for i in 0..nodes {
        let tag = words.next_tag();
        let tag = tag.ok_or_else(|| unreadable("tags of the nodes"))?;
        if tag != (i as u64).wrapping_add(header.first) {
            return Err(SEQUENCE.to_owned());
        }
    }
    let mut content = Content {
        dim,
        point: Vec::with_capacity(3 * nodes),
        element: Vec::new(),
    };
    for _ in 0..3 * nodes {
        let x = words.next_number();
        content
            .point
            .push(x.ok_or_else(|| unreadable("coordinates of the nodes"))?);
    }

    let base = header.first;
    let section = &sections.elements;
    let mut words = Words::new(section.text());
    let header = Header::text(&mut words).ok_or_else(|| unreadable("header of the elements"))?;
    header.check_elements(dim)?;
    let elements = count(header.total, section.len).ok_or_else(|| unreadable("elements"))?;
    for _ in 0..elements {
        words.next_tag().ok_or_else(|| unreadable("elements"))?;
        for _ in 0..=dim {
            let tag = words.next_tag().ok_or_else(|| unreadable("elements"))?;
            content.element.push(tag.wrapping_sub(base) as i32);
        }
    }
    Ok(content)
}

/// Reads a binary file.
pub(super) fn binary(sections: &Sections<'_>) -> Result<Content, Refused> {
    let short = |what: &str| format!("the section of the {what} is too short");
    let section = &sections.nodes;
    let header = Header::binary(section).ok_or_else(|| short("nodes"))?;
    let dim = header.check_nodes()?;
    let nodes = fits(header.total, 4 * WORD, section).ok_or_else(|| short("nodes"))?;
    let mut content = Content {
        dim,
        point: Vec::with_capacity(3 * nodes),
        element: Vec::new(),
    };
    for i in 0..nodes {
        if section.u64(HEADER + WORD * i) != Some((i as u64).wrapping_add(header.first)) {
            return Err(SEQUENCE.to_owned());
        }
    }
    let data = HEADER + WORD * nodes;
    for i in 0..3 * nodes {
        let x = section.f64(data + WORD * i);
        content.point.push(x.ok_or_else(|| short("nodes"))?);
    }

    let base = header.first;
    let section = &sections.elements;
    let header = Header::binary(section).ok_or_else(|| short("elements"))?;
    header.check_elements(dim)?;
    let size = (dim + 2) * WORD;
    let elements = fits(header.total, size, section).ok_or_else(|| short("elements"))?;
    content.element.reserve((dim + 1) * elements);
    for i in 0..elements {
        for k in 1..=dim + 1 {
            let tag = section.u64(HEADER + size * i + WORD * k);
            let tag = tag.ok_or_else(|| short("elements"))?;
            content.element.push(tag.wrapping_sub(base) as i32);
        }
    }
    Ok(content)
}

/// The number of records of `size` bytes; `None` if the section is too short for them.
fn fits(count: u64, size: usize, section: &Section<'_>) -> Option<usize> {
    let count = usize::try_from(count).ok()?;
    let needed = count.checked_mul(size)?.checked_add(HEADER)?;
    (needed <= section.len).then_some(count)
}
