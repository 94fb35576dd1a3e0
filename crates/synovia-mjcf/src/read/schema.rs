//! Checks a tree against the grammar, before it is read.
//!
//! QUIRK(frame-unchecked): below `<frame>` and `<replicate>` neither attributes nor the contents of leaf elements are checked, and
//! unknown ones are ignored, with a warning. A body, frame or replicate directly below the root, as in files that are meant to
//! be included, is checked but not read; this is a warning as well.
//!
//! The check needs only the tree and the table of [`super::rules`]: it knows no types and no values. A tree that passes may still be
//! refused by the readers of the sections, but they need not handle unknown names.

use super::rules::{ROOT, Rule};
use super::tree::{NodeRef, Tree};
use super::xml::MAX_DEPTH;
use crate::diag::{Diagnostics, SchemaError, XmlError};

/// An element to check.
struct Step<'a> {
    node: NodeRef<'a>,
    rule: &'static Rule,
    depth: usize,
    lenient: bool,
}

/// Reports every unknown element and attribute; false if the tree cannot be read.
pub(super) fn check(tree: &Tree, diag: &mut Diagnostics) -> bool {
    // URDF has been recognised before; any other root is not a model
    let root = tree.root();
    match root.tag() {
        "mujoco" => {}
        tag => {
            let found = tag.to_owned();
            diag.error(
                root.span(),
                SchemaError::UnknownElement {
                    found,
                    parent: String::new(),
                },
            )
            .suggest(tag, ["mujoco", "robot"]);
            return false;
        }
    }

    // an explicit stack: nesting is limited per file, but includes multiply it
    let mut shallow = true;
    let mut steps = vec![Step {
        node: root,
        rule: &ROOT,
        depth: 1,
        lenient: false,
    }];
    // children are pushed in reverse, so that errors are reported in document order
    let mut below = Vec::new();
    while let Some(step) = steps.pop() {
        if step.depth > MAX_DEPTH {
            if shallow {
                diag.error(step.node.span(), XmlError::TooDeep(MAX_DEPTH));
            }
            shallow = false;
            continue;
        }
        attributes(&step, diag);
        children(&step, &mut below, diag);
        steps.extend(below.drain(..).rev());
    }
    shallow
}

/// Reports unknown attributes of one element, with the most similar known name.
fn attributes(step: &Step<'_>, diag: &mut Diagnostics) {
    for attr in step.node.attrs() {
        let name = attr.name();
        if step.rule.attributes().any(|known| known == name) {
            continue;
        }
        let full = diag.is_full();
        let kind = SchemaError::UnknownAttribute(name.to_owned());
        let report = if step.lenient {
            diag.warning(attr.name_span(), kind)
        } else {
            diag.error(attr.name_span(), kind)
        };
        report.element(step.node.tag()).named(step.node.label());
        if !full {
            report.suggest(name, step.rule.attributes());
        }
    }
}

/// Reports unknown and repeated children of one element, and appends the others to `below`.
fn children<'a>(step: &Step<'a>, below: &mut Vec<Step<'a>>, diag: &mut Diagnostics) {
    let mut singles: Vec<(&str, usize)> = Vec::new();
    for child in step.node.children() {
        let tag = child.tag();
        let Some(rule) = step.rule.child(tag) else {
            let parent = step.node.tag().to_owned();
            let full = diag.is_full();
            let kind = SchemaError::UnknownElement {
                found: tag.to_owned(),
                parent,
            };
            // unknown elements inside a leaf below a frame are ignored, with a warning
            let blind = step.lenient && !matches!(step.node.tag(), "body" | "frame" | "replicate");
            let report = if blind {
                diag.warning(child.span(), kind)
            } else {
                diag.error(child.span(), kind)
            };
            if !full {
                report.suggest(tag, step.rule.children.iter().map(|rule| rule.tag));
            }
            continue;
        };
        // elements that may appear only once
        if rule.once {
            match singles.iter_mut().find(|(seen, _)| *seen == tag) {
                Some((_, count)) => {
                    *count += 1;
                    if !step.lenient {
                        let kind = SchemaError::TooMany {
                            tag: tag.to_owned(),
                            count: *count,
                        };
                        diag.error(child.span(), kind)
                            .element(step.node.tag())
                            .named(step.node.label());
                    }
                }
                None => singles.push((tag, 1)),
            }
        }
        // bodies outside the world are allowed by the grammar, but do not become part of the model
        let top = step.depth == 1;
        if top && matches!(tag, "body" | "frame" | "replicate") {
            diag.warning(child.span(), SchemaError::NotInTheWorld(tag.to_owned()));
        }
        // everything below a frame is checked leniently, see frame-unchecked above
        let lenient = step.lenient || !top && matches!(tag, "frame" | "replicate");
        below.push(Step {
            node: child,
            rule,
            depth: step.depth + 1,
            lenient,
        });
    }
}

#[cfg(test)]
mod tests {
    use synovia_model::extension::Extension;

    use super::*;

    /// The grammar, one element per line: `parent/tag ? attribute attribute …`, sorted.
    fn lines(rule: &'static Rule, path: &str, out: &mut Vec<String>) {
        // the reference lists the world as a body, and neither frames nor our extensions
        let tag = if rule.tag == "worldbody" {
            "body"
        } else {
            rule.tag
        };
        let mut attrs: Vec<_> = rule
            .attributes()
            .filter(|a| !Extension::adds(tag, a))
            .collect();
        attrs.sort_unstable();
        let count = if rule.once { "?" } else { "*" };
        out.push(
            format!("{path}{tag} {count} {}", attrs.join(" "))
                .trim_end()
                .to_owned(),
        );
        for child in rule.children {
            // recursive elements are followed once
            let skipped = matches!(child.tag, "body" | "frame" | "replicate")
                || Extension::adds(tag, child.tag);
            if child.tag != rule.tag && !skipped {
                lines(child, &format!("{path}{tag}/"), out);
            }
        }
    }

    fn grammar() -> Vec<String> {
        let mut out = Vec::new();
        lines(&ROOT, "", &mut out);
        out.sort_unstable();
        out
    }

    #[test]
    fn the_grammar_is_that_of_the_reference() {
        // FNV-1a hash of the schema that 3.5.0 prints, in the form of `lines`
        let text = grammar().join("\n") + "\n";
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
            (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)
        });
        assert_eq!(hash, 0x28dde67d10c438d7, "{text}");
    }
}
