//! The grammar of MJCF as a list, for programs that print it.

use synovia_model::extension::Extension;

use crate::read::rules::{ROOT, Rule};

/// One element of the grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its nesting depth.
    pub depth: usize,
    /// Its tag; `(world)body` for the bodies of a tree.
    pub tag: &'static str,
    /// How often it may appear: `!` once, `?` at most once, `*` any number of times, `R` the same and nested in itself.
    pub often: char,
    /// Its attributes, in alphabetical order.
    pub attributes: Vec<&'static str>,
}

/// The elements of MJCF 3.5.0, each followed by its children. Elements that can be nested in themselves are listed once.
///
/// ```
/// let grammar = synovia_mjcf::grammar::grammar();
/// assert_eq!((grammar[0].tag, grammar[0].often), ("mujoco", '!'));
/// let joint = grammar.iter().find(|one| one.tag == "joint" && one.often == '*');
/// assert!(joint.is_some_and(|joint| joint.attributes.contains(&"axis")));
/// ```
pub fn grammar() -> Vec<Entry> {
    let mut out = Vec::new();
    list(&ROOT, 0, &mut out);
    out
}

fn list(rule: &'static Rule, depth: usize, out: &mut Vec<Entry>) {
    let recursive = holds_itself(rule);
    let mut attributes: Vec<&str> = rule
        .attributes()
        .filter(|name| !Extension::adds(rule.tag, name))
        .collect();
    attributes.sort_unstable();
    out.push(Entry {
        depth,
        tag: match rule.tag {
            "worldbody" => "(world)body",
            tag => tag,
        },
        often: match (depth, recursive, rule.once) {
            (0, _, _) => '!',
            (_, true, _) => 'R',
            (_, false, true) => '?',
            (_, false, false) => '*',
        },
        attributes,
    });
    for child in in_order(rule) {
        // recursive elements are listed at their first place; bodies begin with the world
        let again = holds_itself(child)
            && (recursive || child.tag != "worldbody" && child.tag != "default");
        if !again && !Extension::adds(rule.tag, child.tag) {
            list(child, depth + 1, out);
        }
    }
}

/// The children of an element, in the order of MuJoCo's list: two sensors precede those with smaller numbers.
pub(crate) fn in_order(rule: &'static Rule) -> Vec<&'static Rule> {
    let mut children: Vec<&Rule> = rule.children.iter().collect();
    if rule.tag == "sensor" {
        for (first, second) in [("camprojection", "rangefinder"), ("user", "plugin")] {
            let at = |tag| children.iter().position(|child| child.tag == tag);
            if let (Some(a), Some(b)) = (at(first), at(second)) {
                children.swap(a, b);
            }
        }
    }
    children
}

/// Whether the rule, or one with the same children, is among its children.
pub(crate) fn holds_itself(rule: &Rule) -> bool {
    let inside = rule.children;
    (inside.iter()).any(|child| !inside.is_empty() && std::ptr::eq(child.children, inside))
}
