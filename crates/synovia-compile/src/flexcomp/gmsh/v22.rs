//! Version 2.2: a count, then the nodes; a count, then the elements.
//!
//! ```text
//! $Nodes     nodes     tag  x y z …
//! $Elements  elements  tag  type  tags  [physical  entity]  node …
//! ```
//!
//! In binary files counts are text, tags and types have 4 bytes, coordinates 8. GMSH writes a header for every element (type, number
//! of elements, number of tags), fTetWild one header for all. Type 2 is a triangle, type 4 a tetrahedron.

use super::text::{Words, count};
use super::{Content, Refused, Section, Sections};

/// Bytes per node.
const NODE: usize = 28;
/// Bytes per integer.
const WORD: usize = 4;

fn unreadable(what: &str) -> Refused {
    format!("cannot read the {what}")
}

/// Dimension of an element type.
fn dimension(kind: i32) -> Result<usize, Refused> {
    match kind {
        2 => Ok(2),
        4 => Ok(3),
        _ => Err("the elements must be triangles or tetrahedra".to_owned()),
    }
}

/// The index of a node.
fn index(tag: i32, most: usize) -> Result<i32, Refused> {
    match usize::try_from(tag) {
        Ok(number) if (1..=most).contains(&number) => Ok(tag - 1),
        _ => Err("a node index of an element is out of range".to_owned()),
    }
}

/// The count at the beginning of a text section: a line of digits, or an empty line if lines end in two characters.
fn text_count(words: &mut Words<'_>, section: &Section<'_>, what: &str) -> Result<usize, Refused> {
    let text = section.text();
    let line = text.iter().position(|&byte| byte == b'\n');
    let digits = |line: usize| text[..line].iter().all(u8::is_ascii_digit);
    if !line.is_some_and(digits) {
        return Err(format!(
            "the section of the {what} must begin with their count"
        ));
    }
    let found = words.next_tag().ok_or_else(|| unreadable(what))?;
    count(found, section.len).ok_or_else(|| unreadable(what))
}

/// Reads a text file.
pub(super) fn text(sections: &Sections<'_>) -> Result<Content, Refused> {
    let mut words = Words::new(sections.nodes.text());
    let nodes = text_count(&mut words, &sections.nodes, "nodes")?;
    let mut point = Vec::with_capacity(3 * nodes);
    for _ in 0..nodes {
        words
            .next_tag()
            .ok_or_else(|| unreadable("tags of the nodes"))?;
        for _ in 0..3 {
            let x = words.next_number();
            point.push(x.ok_or_else(|| unreadable("coordinates of the nodes"))?);
        }
    }

    let mut words = Words::new(sections.elements.text());
    let elements = text_count(&mut words, &sections.elements, "elements")?;
    let mut integer = || words.next_integer().ok_or_else(|| unreadable("elements"));
    let mut offsets = || Ok::<_, Refused>([integer()?, integer()?, integer()?]);
    let [_, kind, mut tags] = offsets()?;
    let mut content = Content {
        dim: dimension(kind)?,
        point,
        element: Vec::new(),
    };
    for i in 0..elements {
        if i > 0 {
            [_, _, tags] = [integer()?, integer()?, integer()?];
        }
        // skips all tags
        if tags > 0 {
            integer()?;
            integer()?;
        }
        for _ in 0..=content.dim {
            content.element.push(index(integer()?, nodes)?);
        }
    }
    Ok(content)
}

/// The count at the beginning of a binary section, and the offset of the data.
fn binary_count(section: &Section<'_>, what: &str) -> Result<(usize, usize), Refused> {
    let lead = &section.text()[..section.len.min(10)];
    // the count and its newline, then the first number, of which only the first byte is not zero
    let text = lead
        .iter()
        .position(|&byte| byte == 0)
        .unwrap_or(lead.len());
    let number = Words::new(&lead[..text]).integer();
    let number = number.and_then(|n| usize::try_from(n).ok());
    match (number, text.checked_sub(1)) {
        (Some(number), Some(begin)) if section.len >= WORD => Ok((number, begin)),
        _ => Err(format!(
            "the section of the {what} must begin with their count"
        )),
    }
}

/// Reads a binary file.
pub(super) fn binary(sections: &Sections<'_>) -> Result<Content, Refused> {
    let short = |what: &str| format!("the section of the {what} is too short");
    let section = &sections.nodes;
    let (nodes, begin) = binary_count(section, "nodes")?;
    // QUIRK(gmsh-short-count): a section must have room for a count of three characters, or of fTetWild's larger files
    let needed = nodes.checked_mul(NODE).and_then(|n| n.checked_add(WORD));
    if needed.is_none_or(|needed| section.len < needed) {
        return Err(short("nodes"));
    }
    let mut point = Vec::with_capacity(3 * nodes);
    for i in 0..nodes {
        for k in 0..3 {
            let x = section.f64(begin + NODE * i + WORD + 8 * k);
            point.push(x.ok_or_else(|| short("nodes"))?);
        }
    }

    let section = &sections.elements;
    let (elements, begin) = binary_count(section, "elements")?;
    let word = |k: usize| section.i32(begin + WORD * k);
    let (Some(kind), Some(tags)) = (word(0), word(2)) else {
        return Err(short("elements"));
    };
    let dim = dimension(kind)?;
    let offsets = if tags > 0 {
        NodeOffsets {
            first: 6,
            next: 6 + (6 + dim + 1),
            size: 6 + dim + 1,
        }
    } else {
        NodeOffsets {
            first: 4,
            next: 4 + 5,
            size: 5,
        }
    };
    // room for the elements of fTetWild is required in any case
    let room = |lead: usize, words: usize| {
        let needed = elements.checked_mul(words * WORD);
        needed.is_some_and(|needed| section.len >= needed.saturating_add(lead))
    };
    if !room(17, 5) || (tags > 0 && !room(4, offsets.size)) {
        return Err(short("elements"));
    }
    let mut content = Content {
        dim,
        point,
        element: Vec::with_capacity((dim + 1) * elements.max(1)),
    };
    for i in 0..elements.max(1) {
        // QUIRK(gmsh-node-tags): after the first element, node indices are checked against the number of elements
        let (at, most) = if i == 0 {
            (offsets.first, nodes)
        } else {
            (offsets.next + offsets.size * (i - 1), elements)
        };
        for k in 0..=dim {
            let tag = word(at + k).ok_or_else(|| short("elements"))?;
            content.element.push(index(tag, most)?);
        }
    }
    Ok(content)
}

/// The positions of the nodes of elements, in units of integers.
struct NodeOffsets {
    /// Nodes of the first element.
    first: usize,
    /// Nodes of the second element.
    next: usize,
    /// Stride from one element to the next, after the second.
    size: usize,
}
