//! Reads `custom` and `keyframe`.
//!
//! The names of custom data must be set; what the data mean is up to programs.

use super::Reader;
use super::tree::NodeRef;
use crate::ValueError;
use crate::spec::custom::{Key, Numeric, Text, Tuple, TupleElement};

/// The maximum number of values of a numeric field.
const MAX_NUMERIC: usize = 500;

impl<'t> Reader<'_, '_, 't> {
    /// Reads one `custom` section.
    pub(super) fn custom(&mut self, section: NodeRef<'t>) {
        for node in section.children() {
            match node.tag() {
                "numeric" => self.numeric(node),
                "text" => {
                    let text: Text = self.element(node);
                    self.require(node, "name");
                    self.require(node, "data");
                    if text.data.get().is_some_and(String::is_empty) {
                        self.attr_error(node, "data", "the text must not be empty");
                    }
                    self.doc.texts.push(text);
                }
                "tuple" => {
                    let mut tuple: Tuple = self.element(node);
                    self.require(node, "name");
                    for child in node.tagged("element") {
                        let element: TupleElement = self.element(child);
                        self.require(child, "objtype");
                        self.require(child, "objname");
                        self.check_object_type(child);
                        tuple.elements.push(element);
                    }
                    self.doc.tuples.push(tuple);
                }
                _ => {}
            }
        }
    }

    /// Reads a numeric field; its size is limited.
    fn numeric(&mut self, node: NodeRef<'t>) {
        let numeric: Numeric = self.element(node);
        self.require(node, "name");
        // fewer values than the size are padded by the compiler
        let found = numeric.data.get().map_or(0, Vec::len);
        // the size is explicit, or else the number of values
        match numeric.size.get() {
            Some(&size) => {
                if !(1..=MAX_NUMERIC as i32).contains(&size) {
                    self.attr_error(node, "size", format!("must be between 1 and {MAX_NUMERIC}"));
                } else if found > size as usize {
                    self.attr_error(
                        node,
                        "data",
                        ValueError::TooMuch {
                            expected: size as usize,
                            found,
                        },
                    );
                }
            }
            None => {
                if !(1..=MAX_NUMERIC).contains(&found) {
                    self.attr_error(
                        node,
                        "data",
                        format!("must have between 1 and {MAX_NUMERIC} values"),
                    );
                }
            }
        }
        self.doc.numerics.push(numeric);
    }

    /// Checks the values of `objtype`.
    fn check_object_type(&mut self, node: NodeRef<'t>) {
        const TYPES: &[&str] = &[
            "body", "xbody", "joint", "dof", "geom", "site", "camera", "light", "flex", "mesh",
            "skin", "hfield", "texture", "material", "pair", "exclude", "equality", "tendon",
            "actuator", "sensor", "numeric", "text", "tuple", "key", "plugin",
        ];
        // all types of named objects, whether or not the model has any
        if let Some(attr) = node.attr("objtype")
            && !TYPES.contains(&&*attr.value())
        {
            let error = ValueError::UnknownKeyword {
                found: attr.value().into_owned(),
                expected: TYPES,
            };
            self.value_error(node, attr, error);
        }
    }

    /// Reads one `keyframe` section; the lengths of its lists are checked when the model is complete.
    pub(super) fn keyframe(&mut self, section: NodeRef<'t>) {
        for node in section.tagged("key") {
            let key: Key = self.element(node);
            self.doc.keys.push(key);
        }
    }
}
