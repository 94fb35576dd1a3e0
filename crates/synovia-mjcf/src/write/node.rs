//! A tree of elements, and its text in the format of the reference's saved models.
//!
//! Two spaces of indentation, one element per line, a blank line before each section. Attributes are added together with the value
//! they would have if omitted: equal values are not written.

use super::number::{Precision, attribute, list_item};

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Text(String),
    Numbers(Vec<f64>),
    /// A long list; if it has rows, each begins a new line.
    List(Vec<f64>, Option<usize>),
}

/// An element.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    tag: String,
    attrs: Vec<(&'static str, Value)>,
    children: Vec<Node>,
    /// Written before the children.
    comment: String,
    /// Whether values are omitted only if they are exactly equal, not if they are equal up to rounding.
    exact: bool,
}

/// Prefixes of the tags of sections that follow a blank line.
const SECTIONS: [&str; 17] = [
    "<actuator",
    "<asset",
    "<compiler",
    "<contact>",
    "<custom",
    "<default>",
    "<deformable",
    "<equality",
    "<extension",
    "<keyframe",
    "<option",
    "<sensor",
    "<size",
    "<statistic",
    "<tendon",
    "<visual",
    "<worldbody",
];

impl Node {
    /// An element without attributes.
    pub fn new(tag: impl Into<String>) -> Self {
        Self {
            tag: tag.into(),
            attrs: Vec::new(),
            children: Vec::new(),
            comment: String::new(),
            exact: false,
        }
    }

    /// An element without attributes, for text of this precision: with `Precision::Exact` an attribute is omitted only if it has
    /// exactly the value that the element would have without it.
    pub fn of(tag: impl Into<String>, precision: Precision) -> Self {
        let mut node = Self::new(tag);
        node.exact = precision == Precision::Exact;
        node
    }

    /// Adds a comment before the children.
    pub fn set_comment(&mut self, text: &str) {
        text.clone_into(&mut self.comment);
    }

    /// Whether it has attributes.
    pub fn has_attrs(&self) -> bool {
        !self.attrs.is_empty()
    }

    /// Whether it has no children.
    pub fn is_empty(&self) -> bool {
        self.children.is_empty()
    }

    /// Adds a child.
    pub fn push(&mut self, child: Self) {
        self.children.push(child);
    }

    /// Adds a child and returns it.
    pub fn child(&mut self, tag: impl Into<String>) -> &mut Self {
        let at = self.children.len();
        let mut child = Self::new(tag);
        child.exact = self.exact;
        self.children.push(child);
        &mut self.children[at]
    }

    /// Adds children.
    pub fn extend(&mut self, children: impl IntoIterator<Item = Self>) {
        self.children.extend(children);
    }

    /// Adds a child if it has attributes.
    pub fn push_if_attrs(&mut self, child: Self) {
        if child.has_attrs() {
            self.push(child);
        }
    }

    /// Adds a child if it has attributes or children.
    pub fn push_if_any(&mut self, child: Self) {
        if child.has_attrs() || !child.is_empty() {
            self.push(child);
        }
    }

    fn set(&mut self, name: &'static str, value: Value) {
        match self.attrs.iter_mut().find(|(known, _)| *known == name) {
            Some((_, there)) => *there = value,
            None => self.attrs.push((name, value)),
        }
    }

    /// Adds a text, unless it is empty.
    pub fn text(&mut self, name: &'static str, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.set(name, Value::Text(text));
        }
    }

    /// Adds a text, even if it is empty.
    pub fn text_always(&mut self, name: &'static str, text: impl Into<String>) {
        self.set(name, Value::Text(text.into()));
    }

    /// Adds a text that differs from `class`.
    pub fn text_unless(&mut self, name: &'static str, text: &str, class: &str) {
        if text != class {
            self.text(name, text);
        }
    }

    /// Adds an integer, unless it equals `class`.
    pub fn int(&mut self, name: &'static str, value: impl Into<i64>, class: i64) {
        let value = value.into();
        if value != class {
            self.set(name, Value::Text(value.to_string()));
        }
    }

    /// Adds numbers, unless one is NaN.
    pub fn numbers(&mut self, name: &'static str, values: &[f64]) {
        if !values.iter().any(|x| x.is_nan()) {
            self.set(name, Value::Numbers(values.to_vec()));
        }
    }

    /// Whether numbers can be omitted because the class has the same.
    fn known(&self, values: &[f64], class: &[f64]) -> bool {
        if self.exact {
            let differ = |(x, y): (&f64, &f64)| x.to_bits() != y.to_bits();
            return !values.iter().zip(class).any(differ);
        }
        same(values, class, f64::EPSILON)
    }

    /// Adds numbers, unless they equal those of `class` up to rounding.
    pub fn numbers_unless(&mut self, name: &'static str, values: &[f64], class: &[f64]) {
        if !self.known(values, class) {
            self.numbers(name, values);
        }
    }

    /// Like [`Node::numbers_unless`], without trailing numbers that equal those of `class`.
    pub fn leading_unless(&mut self, name: &'static str, values: &[f64], class: &[f64]) {
        if values.iter().any(|x| x.is_nan()) || self.known(values, class) {
            return;
        }
        let exact = self.exact;
        let differs = |(x, y): (&f64, &f64)| x != y || (exact && x.to_bits() != y.to_bits());
        let count = values.iter().zip(class).rposition(differs);
        self.numbers(name, &values[..count.map_or(0, |last| last + 1)]);
    }

    /// Adds one number, unless it equals that of `class` up to rounding.
    pub fn number(&mut self, name: &'static str, value: f64, class: f64) {
        self.numbers_unless(name, &[value], &[class]);
    }

    /// Adds single-precision numbers, unless they equal those of `class` up to rounding.
    pub fn singles(&mut self, name: &'static str, values: &[f32], class: &[f32]) {
        let exact = self.exact;
        let far = |(x, y): (&f32, &f32)| {
            (x - y).abs() > f32::EPSILON || (exact && x.to_bits() != y.to_bits())
        };
        if values.iter().zip(class).any(far) {
            self.singles_always(name, values);
        }
    }

    /// Adds single-precision numbers.
    pub fn singles_always(&mut self, name: &'static str, values: &[f32]) {
        let wide: Vec<f64> = values.iter().map(|&x| f64::from(x)).collect();
        self.numbers(name, &wide);
    }

    /// Adds user data, unless it equals that of `class`, or is zero where the class has none.
    pub fn user(&mut self, values: &[f64], class: &[f64]) {
        let there = |k: usize| class.get(k).copied().unwrap_or(0.0);
        if values.iter().enumerate().any(|(k, x)| *x != there(k)) {
            self.numbers("user", values);
        }
    }

    /// Adds user data of a class, with as many numbers as elements have; omitted if all are zero.
    pub fn class_user(&mut self, values: &[f64], width: i64) {
        let mut resized = values.to_vec();
        resized.resize(usize::try_from(width).unwrap_or(0), 0.0);
        self.user(&resized, &[]);
    }

    /// Adds a long list; omitted if it is empty.
    pub fn list(&mut self, name: &'static str, values: impl IntoIterator<Item = f64>) {
        let values: Vec<f64> = values.into_iter().collect();
        if !values.is_empty() {
            self.set(name, Value::List(values, None));
        }
    }

    /// Adds a long list in rows of `columns` numbers, one row per line; omitted if it is empty.
    pub fn table(&mut self, name: &'static str, values: Vec<f64>, columns: usize) {
        if !values.is_empty() {
            self.set(name, Value::List(values, Some(columns.max(1))));
        }
    }

    /// Adds a long list of integers; omitted if it is empty.
    pub fn int_list(&mut self, name: &'static str, values: &[i32]) {
        let words: Vec<String> = values.iter().map(i32::to_string).collect();
        self.text(name, words.join(" "));
    }

    /// The text of this element as a document.
    pub fn document(&self, precision: Precision) -> String {
        let mut plain = String::new();
        self.print(&mut plain, 0, precision);
        let mut text = String::with_capacity(plain.len() + 32);
        let mut first = true;
        for line in plain.split_inclusive('\n') {
            let begun: usize = SECTIONS.iter().map(|tag| line.matches(tag).count()).sum();
            for _ in usize::from(first)..begun {
                text.push('\n');
            }
            first &= begun == 0;
            text.push_str(line);
        }
        text
    }

    fn print(&self, text: &mut String, depth: usize, precision: Precision) {
        // no recursion: bodies may be nested deeper than the call stack allows
        let mut open: Vec<(&Self, usize, usize)> = vec![(self, 0, depth)];
        while let Some((node, next, depth)) = open.pop() {
            if next == 0 && !node.begin(text, depth, precision) {
                continue;
            }
            if let Some(child) = node.children.get(next) {
                open.push((node, next + 1, depth));
                open.push((child, 0, depth + 1));
            } else {
                indent(text, depth);
                text.push_str("</");
                text.push_str(&node.tag);
                text.push_str(">\n");
            }
        }
    }

    /// Writes the opening tag; false if the element has no content.
    fn begin(&self, text: &mut String, depth: usize, precision: Precision) -> bool {
        indent(text, depth);
        text.push('<');
        text.push_str(&self.tag);
        for (name, value) in &self.attrs {
            text.push(' ');
            text.push_str(name);
            text.push_str("=\"");
            match value {
                Value::Text(value) => escape(text, value),
                Value::Numbers(list) => {
                    for (k, &x) in list.iter().enumerate() {
                        text.push_str(if k > 0 { " " } else { "" });
                        text.push_str(&attribute(x, precision));
                    }
                }
                Value::List(list, columns) => {
                    for (k, &x) in list.iter().enumerate() {
                        let begins = columns.is_some_and(|columns| k.is_multiple_of(columns));
                        let space = if k > 0 { " " } else { "" };
                        text.push_str(if begins { "\n            " } else { space });
                        text.push_str(&list_item(x, precision));
                    }
                }
            }
            text.push('"');
        }
        let inside = !self.children.is_empty() || !self.comment.is_empty();
        text.push_str(if inside { ">\n" } else { "/>\n" });
        if !self.comment.is_empty() {
            indent(text, depth + 1);
            text.push_str("<!--");
            text.push_str(&self.comment);
            text.push_str("-->\n");
        }
        inside
    }
}

impl Drop for Node {
    /// Without recursion: elements may be nested deeper than the call stack allows.
    fn drop(&mut self) {
        let mut open = core::mem::take(&mut self.children);
        while let Some(mut node) = open.pop() {
            open.append(&mut node.children);
        }
    }
}

/// Whether two lists are equal up to rounding; NaN is equal to anything.
pub fn same(a: &[f64], b: &[f64], eps: f64) -> bool {
    let far = |(x, y): (&f64, &f64)| (x - y).abs() > eps;
    !a.iter().zip(b).any(far)
}

fn indent(text: &mut String, depth: usize) {
    for _ in 0..depth {
        text.push_str("  ");
    }
}

fn escape(text: &mut String, value: &str) {
    for c in value.chars() {
        match c {
            '"' => text.push_str("&quot;"),
            '&' => text.push_str("&amp;"),
            '\'' => text.push_str("&apos;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            c => text.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_stand_apart_but_for_the_first() {
        let mut root = Node::new("mujoco");
        root.text("model", "a<b");
        root.child("compiler").text("angle", "radian");
        let sensors = root.child("sensor");
        sensors.child("clock");
        sensors.child("tendonpos").text("tendon", "t");
        let text = root.document(Precision::Short);
        let wanted = "<mujoco model=\"a&lt;b\">\n  <compiler angle=\"radian\"/>\n\n  <sensor>\n    <clock/>\n\n    \
                      <tendonpos tendon=\"t\"/>\n  </sensor>\n</mujoco>\n";
        assert_eq!(text, wanted);
    }

    #[test]
    fn attributes_of_the_class_are_left_out() {
        let mut node = Node::new("geom");
        node.number("margin", 0.1 + 0.2, 0.3);
        node.leading_unless("solimp", &[0.9, 0.8, 0.5], &[0.9, 0.95, 0.5]);
        node.singles("rgba", &[0.5, 0.5], &[0.5, 0.500_000_06]);
        node.user(&[0.0, 0.0], &[]);
        node.user(&[0.0, 2.0], &[0.0]);
        assert_eq!(
            node.document(Precision::Short),
            "<geom solimp=\"0.9 0.8\" user=\"0 2\"/>\n"
        );
    }
}
