//! The reference page of MJCF: every element and attribute, from their declarations.
//!
//! `cargo run -p synovia-mjcf --example reference > docs/mjcf.md` writes it; a test checks that it is up to date.

use core::fmt::Write;

use synovia_model::extension::Extension;
use synovia_model::record::{FieldInfo, Record};
use synovia_model::{VisGlobal, VisHeadlight, VisMap, VisQuality, VisRgba, VisScale};

use crate::Attribute;
use crate::grammar::{holds_itself, in_order};
use crate::member::Kind;
use crate::read::rules::{ROOT, Rule};

const INTRODUCTION: &str = "\
# MJCF

Every element and attribute of MJCF as Synovia reads it. This page is written from the declarations of the elements in
`crates/synovia-mjcf/src/spec`, by `cargo run -p synovia-mjcf --example reference > docs/mjcf.md`.

- An attribute that is not written has the value of the element's default class, and where that has none the default of this page.
  A dash stands for no value: empty, or computed as the sentence says.
- Where \"up to\" a number of values is given, a shorter list leaves the rest as they were.
- Positions and orientations are in the frame of the body or frame around the element.
- The unit \"angle\" is the one that `angle` of `compiler` selects: degrees, unless it says radians.
- Elements of `default` take the attributes of the elements of the same name, but for names, classes and references that are an
  element's own.
- Names of classes, bodies, materials and other elements may be used before the element that has them.
";

/// Records of a model that declare settings.
const RECORDS: [(&str, &[FieldInfo]); 6] = [
    ("VisGlobal", VisGlobal::FIELDS),
    ("VisQuality", VisQuality::FIELDS),
    ("VisHeadlight", VisHeadlight::FIELDS),
    ("VisMap", VisMap::FIELDS),
    ("VisScale", VisScale::FIELDS),
    ("VisRgba", VisRgba::FIELDS),
];

/// The page, in Markdown.
///
/// ```
/// let page = synovia_mjcf::reference::page();
/// assert!(page.contains("| `solmix` | number | 1 |"));
/// ```
pub fn page() -> String {
    let mut out = INTRODUCTION.to_owned();
    for section in in_order(&ROOT) {
        let _ = write!(out, "\n## {}\n", section.tag);
        if section.tag == "default" {
            let mut tags: Vec<&str> = section.children.iter().map(|rule| rule.tag).collect();
            tags.dedup();
            let list = tags.join("`, `");
            let _ = write!(
                out,
                "\nA class, with `class` for its name. It may hold `{list}`.\n"
            );
            continue;
        }
        table(section, &mut out);
        inside(section, section.tag, &mut out);
    }
    out
}

/// The elements inside `rule`; neighbours with the same attributes share a table.
fn inside(rule: &'static Rule, path: &str, out: &mut String) {
    let children: Vec<&Rule> = in_order(rule)
        .into_iter()
        .filter(|child| !(holds_itself(rule) && child.tag == "worldbody"))
        .collect();
    let signature = |rule: &'static Rule| rule.attributes().collect::<Vec<_>>();
    let mut shown: Vec<&str> = Vec::new();
    for child in &children {
        if shown.contains(&child.tag) {
            continue;
        }
        let same = children.iter().filter(|other| {
            other.tag == child.tag
                || child.children.is_empty()
                    && other.children.is_empty()
                    && signature(other) == signature(child)
                    && child.declared().count() > 1
        });
        let tags: Vec<&str> = same.map(|rule| rule.tag).collect();
        let names: Vec<String> = tags.iter().map(|tag| format!("`{path}/{tag}`")).collect();
        let note = if Extension::adds(rule.tag, child.tag) {
            " (extension)"
        } else {
            ""
        };
        let _ = write!(out, "\n### {}{note}\n", names.join(", "));
        shown.extend(tags);
        table(child, out);
        // bodies, frames and replicates hold each other: what they carry is listed once
        if !holds_itself(child) {
            inside(child, &format!("{path}/{}", child.tag), out);
        }
    }
}

/// The attributes of an element.
fn table(rule: &'static Rule, out: &mut String) {
    let builtins = rule.builtins();
    let mut rows = rule.declared().peekable();
    if rows.peek().is_none() {
        return;
    }
    out.push_str(
        "\n| attribute | takes | default | unit | meaning |\n| --- | --- | --- | --- | --- |\n",
    );
    for (k, attribute) in rows {
        let names: Vec<String> = attribute
            .names
            .iter()
            .map(|name| format!("`{name}`"))
            .collect();
        let builtin = builtins.get(k).map_or("", String::as_str);
        let builtin = if builtin.is_empty() || builtin.contains("NaN") {
            "—"
        } else {
            builtin
        };
        let _ = writeln!(
            out,
            "| {} | {} | {builtin} | {} | {} |",
            names.join(", "),
            takes(attribute),
            attribute.member.unit,
            sentence(attribute.member.doc),
        );
    }
}

/// What is written for an attribute.
fn takes(attribute: &Attribute) -> String {
    if !attribute.words.is_empty() {
        return attribute.words.join(", ");
    }
    let list = |size: usize, what: &str| match size {
        0 => format!("{what}s"),
        _ if attribute.short => format!("up to {size} {what}s"),
        _ => format!("{size} {what}s"),
    };
    match attribute.written {
        Kind::Real | Kind::Single => "number".to_owned(),
        Kind::Int => "integer".to_owned(),
        Kind::Reals(size) | Kind::Floats(size) => list(size, "number"),
        Kind::Ints(size) => list(size, "integer"),
        Kind::Orientation => "4, 3, 6 or 3 numbers".to_owned(),
        _ => "text".to_owned(),
    }
}

/// A sentence of the documentation; one that refers to a field of a model is that of the field.
fn sentence(doc: &str) -> String {
    let doc = doc.trim();
    let field = doc
        .strip_prefix("See [`")
        .and_then(|rest| rest.strip_suffix("`]."));
    let found = field
        .and_then(|path| path.split_once("::"))
        .and_then(|(record, name)| {
            let (_, fields) = RECORDS.iter().find(|(known, _)| *known == record)?;
            fields.iter().find(|field| field.name == name)
        });
    let text = found.map_or(doc, |field| field.doc.trim());
    text.replace(r"\[", "[")
        .replace(r"\]", "]")
        .replace('|', r"\|")
}
