//! Checks a tree against the grammar before anything is read from it.
//!
//! The reference does not look at attributes below `<frame>` and `<replicate>`: what it does not know there, it ignores. Models that
//! lean on this load here too, with a warning.

use super::rules::{ROOT, Rule};
use super::tree::{NodeRef, Tree};
use super::xml::MAX_DEPTH;
use crate::diag::{Diagnostics, SchemaError, XmlError};

/// One element that waits to be checked.
struct Step<'a> {
    node: NodeRef<'a>,
    rule: &'static Rule,
    depth: usize,
    lenient: bool,
}

/// Reports every element and attribute that does not belong; false if reading makes no sense.
pub(super) fn check(tree: &Tree, diag: &mut Diagnostics) -> bool {
    let root = tree.root();
    match root.tag() {
        "mujoco" => {}
        "robot" => {
            diag.error(
                root.span(),
                crate::ErrorKind::Unsupported("URDF (root element \"robot\")".to_owned()),
            );
            return false;
        }
        tag => {
            let found = tag.to_owned();
            diag.error(
                root.span(),
                SchemaError::UnknownElement {
                    found,
                    parent: String::new(),
                },
            )
            .suggest(tag, ["mujoco"]);
            return false;
        }
    }

    // a stack of our own: nesting is limited, but includes multiply it
    let mut shallow = true;
    let mut steps = vec![Step {
        node: root,
        rule: &ROOT,
        depth: 1,
        lenient: false,
    }];
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

fn attributes(step: &Step<'_>, diag: &mut Diagnostics) {
    for attr in step.node.attrs() {
        let name = attr.name();
        if step.rule.attrs.iter().any(|group| group.contains(&name)) {
            continue;
        }
        let kind = SchemaError::UnknownAttribute(name.to_owned());
        let report = if step.lenient {
            diag.warning(attr.name_span(), kind)
        } else {
            diag.error(attr.name_span(), kind)
        };
        report
            .element(step.node.tag())
            .named(step.node.label())
            .suggest(name, step.rule.attributes());
    }
}

fn children<'a>(step: &Step<'a>, below: &mut Vec<Step<'a>>, diag: &mut Diagnostics) {
    let mut singles: Vec<(&str, usize)> = Vec::new();
    for child in step.node.children() {
        let tag = child.tag();
        let Some(rule) = step.rule.child(tag) else {
            let parent = step.node.tag().to_owned();
            diag.error(
                child.span(),
                SchemaError::UnknownElement {
                    found: tag.to_owned(),
                    parent,
                },
            )
            .suggest(tag, step.rule.children.iter().map(|rule| rule.tag));
            continue;
        };
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
        let lenient = step.lenient || matches!(tag, "frame" | "replicate");
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
    use super::*;

    /// The grammar as one line an element: `parent/tag attr attr …`, sorted.
    fn lines(rule: &'static Rule, path: &str, out: &mut Vec<String>) {
        let mut attrs: Vec<_> = rule.attributes().collect();
        attrs.sort_unstable();
        out.push(format!("{path}{} {}", rule.tag, attrs.join(" ")));
        for child in rule.children {
            // recursive elements are followed once
            if child.tag != rule.tag && !matches!(child.tag, "body" | "frame" | "replicate") {
                lines(child, &format!("{path}{}/", rule.tag), out);
            }
        }
    }

    #[test]
    fn no_attribute_is_listed_twice() {
        let mut out = Vec::new();
        lines(&ROOT, "", &mut out);
        assert!(out.len() > 170, "{}", out.len());
        for line in out {
            let mut words: Vec<_> = line.split(' ').skip(1).filter(|w| !w.is_empty()).collect();
            let before = words.len();
            words.dedup();
            assert_eq!(words.len(), before, "{line}");
        }
    }
}
