//! The reference page of MJCF: every element and attribute, generated from their declarations.
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

Every element and attribute of MJCF as Synovia reads it. This page is generated from the declarations of the elements in
`crates/synovia-mjcf/src/spec`, by `cargo run -p synovia-mjcf --example reference > docs/mjcf.md`.

- An attribute that is not set has the value of the element's default class, or else the default on this page.
  A dash means no value: empty, or computed as described.
- Where \"up to\" a number of values is listed, a shorter list leaves the other values unchanged.
- Positions and orientations are in the frame of the enclosing body or frame.
- The unit \"angle\" is selected by `angle` of `compiler`: degrees by default, or radians.
- Elements of `default` have the attributes of the elements of the same name, except for names, classes and references that are
  specific to one element.
- Names of classes, bodies, materials and other elements may be used before the element that defines them.
";

/// Records of the model whose fields document settings.
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
    let mut page = Page {
        out: INTRODUCTION.to_owned(),
        shown: Vec::new(),
    };
    for section in in_order(&ROOT) {
        // bodies and frames directly below the root are ignored
        if holds_itself(section) && !matches!(section.tag, "worldbody" | "default") {
            continue;
        }
        let _ = write!(page.out, "\n## {}\n", section.tag);
        if section.tag == "default" {
            let tags: Vec<&str> = section.children.iter().map(|rule| rule.tag).collect();
            let list = tags.join("`, `");
            let _ = write!(
                page.out,
                "\nA default class; `class` is its name. It may contain `{list}`.\n"
            );
            continue;
        }
        page.table(section, section.tag);
        page.inside(section, section.tag);
    }
    page.out
}

/// The page under construction.
struct Page {
    out: String,
    /// Elements that have a table: their path and their attributes.
    shown: Vec<(String, Vec<&'static Attribute>)>,
}

impl Page {
    /// The elements inside `rule`; neighbours with the same attributes share a table.
    fn inside(&mut self, rule: &'static Rule, path: &str) {
        let children = in_order(rule);
        let mut listed: Vec<&str> = Vec::new();
        for child in &children {
            if listed.contains(&child.tag) {
                continue;
            }
            let same = children.iter().filter(|other| {
                let alone = child.children.is_empty() && other.children.is_empty();
                other.tag == child.tag || alone && attributes(other) == attributes(child)
            });
            let tags: Vec<&str> = same.map(|rule| rule.tag).collect();
            let names: Vec<String> = tags.iter().map(|tag| format!("`{path}/{tag}`")).collect();
            let note = if Extension::adds(rule.tag, child.tag) {
                " (extension)"
            } else {
                ""
            };
            let _ = write!(self.out, "\n### {}{note}\n", names.join(", "));
            listed.extend(tags);
            let own = format!("{path}/{}", child.tag);
            // bodies, frames and replicates can be nested in each other: their children are listed once
            if self.table(child, &own) && !holds_itself(child) {
                self.inside(child, &own);
            }
        }
    }

    /// The attribute table of an element; false if it was already listed for another one.
    fn table(&mut self, rule: &'static Rule, path: &str) -> bool {
        let all = attributes(rule);
        if all.is_empty() {
            return true;
        }
        if let Some((same, _)) = self.shown.iter().find(|(_, known)| *known == all) {
            let _ = write!(self.out, "\nIt has the attributes of `{same}`.\n");
            return false;
        }
        let builtins = rule.builtins();
        let head = ["attribute", "takes", "default", "unit", "meaning"];
        let _ = write!(self.out, "\n| {} |\n", head.join(" | "));
        let _ = writeln!(self.out, "| {} |", ["---"; 5].join(" | "));
        for (k, attribute) in rule.declared() {
            let builtin = builtins.get(k).map_or("", String::as_str);
            let unset = builtin.is_empty() || builtin.contains("NaN");
            let row = [
                format!("`{}`", attribute.names.join("`, `")),
                takes(attribute),
                if unset { "—" } else { builtin }.to_owned(),
                attribute.member.unit.to_owned(),
                sentence(attribute.member.doc),
            ];
            let _ = writeln!(self.out, "| {} |", row.join(" | "));
        }
        self.shown.push((path.to_owned(), all));
        true
    }
}

/// The declared attributes of an element.
fn attributes(rule: &'static Rule) -> Vec<&'static Attribute> {
    rule.declared().map(|(_, attribute)| attribute).collect()
}

/// The type of an attribute's value.
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

/// A sentence of the documentation; a reference to a field of the model is replaced by the field's sentence.
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
