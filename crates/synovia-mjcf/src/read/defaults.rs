//! Reads `default` classes.
//!
//! A class starts as a copy of its parent class, after the parent has read all its own elements; a nested class that is written first
//! still inherits them.
//!
//! QUIRK(second-default): the copy is made once. A second top-level `<default>` adds to `main`, but classes nested in the first
//! keep the earlier state of `main`; it becomes their parent, an unnamed class next to the root.

use super::Reader;
use super::tree::{AttrRef, NodeRef};
use crate::diag::NameError;
use crate::spec::actuator::ActuatorKind;
use crate::spec::asset::Material;
use crate::spec::defaults::{ClassId, DefaultClass, Defaults};
use crate::{Attr, Element};

impl<'t> Reader<'_, '_, 't> {
    /// Reads all `default` sections, before any element refers to a class.
    pub(super) fn defaults(&mut self, root: NodeRef<'t>) {
        self.classes.insert("main".to_owned());
        for section in root.tagged("default") {
            self.main_class(section);
        }
    }

    /// Reads a top-level `default`: the class `main`, and the classes nested in it.
    fn main_class(&mut self, node: NodeRef<'t>) {
        if let Some(class) = node.attr("class") {
            let name = class.value();
            if name.is_empty() || name == "main" {
                self.doc.defaults.classes[Defaults::ROOT].name =
                    Attr::new("main".to_owned(), class.span());
            } else {
                let text = format!(
                    "found '{name}', expected 'main' or no class, because all classes inherit from the outermost one; put '{name}' inside it"
                );
                self.attr_error(node, "class", text);
            }
        }
        // a section that only nests classes does not change `main`
        let adds = node.children().any(|child| child.tag() != "default");
        if adds {
            self.keep_main_for_its_children();
        }
        self.doc.defaults.classes[Defaults::ROOT].span = node.span();
        self.class_elements(node, Defaults::ROOT);

        // an explicit stack, in document order
        let mut open: Vec<(NodeRef<'t>, ClassId)> = node
            .tagged("default")
            .map(|n| (n, Defaults::ROOT))
            .collect();
        open.reverse();
        while let Some((node, parent)) = open.pop() {
            let id = self.nested_class(node, parent);
            let first = open.len();
            open.extend(node.tagged("default").map(|n| (n, id)));
            open[first..].reverse();
        }
    }

    /// Saves the current state of `main` as the parent of the classes nested in it so far.
    fn keep_main_for_its_children(&mut self) {
        let classes = &mut self.doc.defaults.classes;
        let id = classes.len();
        let mut found = false;
        for class in &mut *classes {
            if class.parent == Some(Defaults::ROOT) {
                class.parent = Some(id);
                found = true;
            }
        }
        if found {
            let earlier = DefaultClass {
                name: Attr::default(),
                parent: None,
                ..classes[Defaults::ROOT].clone()
            };
            classes.push(earlier);
        }
    }

    /// Reads one nested class and returns its id; its own nested classes are read by the caller.
    fn nested_class(&mut self, node: NodeRef<'t>, parent: ClassId) -> ClassId {
        let class = node.attr("class");
        let name = class.map_or_else(String::new, |attr| attr.value().into_owned());
        if name.is_empty() {
            self.error(node, "a nested default needs a class name; set class");
        } else if !self.classes.insert(name.clone()) {
            self.attr_error(
                node,
                "class",
                NameError::Repeated {
                    what: "default class",
                    name: name.clone(),
                },
            );
        }
        // the class exists even if its name is wrong, so that its elements are checked
        let span = class.map_or_else(|| node.span(), AttrRef::span);
        let id = self.doc.defaults.classes.len();
        self.doc.defaults.classes.push(DefaultClass {
            span: node.span(),
            name: Attr::new(name, span),
            parent: Some(parent),
            ..DefaultClass::default()
        });
        self.class_elements(node, id);
        id
    }

    /// Reads the defaults of a class for each kind of element.
    fn class_elements(&mut self, node: NodeRef<'t>, id: ClassId) {
        // a second element of the same kind in one class is merged with the first
        macro_rules! merge {
            ($field:ident, $read:expr) => {{
                let new = $read;
                let old = &mut self.doc.defaults.classes[id].$field;
                old.overlay(&new);
                old.span = new.span;
            }};
        }
        for child in node.children() {
            match child.tag() {
                "mesh" => merge!(mesh, self.mesh(child)),
                "material" => {
                    let new: Material = self.material(child);
                    let old = &mut self.doc.defaults.classes[id].material;
                    old.span = new.span;
                    old.overlay(&new);
                    old.layers.extend(new.layers);
                }
                "joint" => merge!(joint, self.element(child)),
                "geom" => merge!(geom, self.geom(child)),
                "site" => merge!(site, self.site(child)),
                "camera" => merge!(camera, self.camera(child)),
                "light" => merge!(light, self.light(child)),
                "pair" => merge!(pair, self.element(child)),
                "equality" => merge!(equality, self.element(child)),
                "tendon" => merge!(tendon, self.element(child)),
                // actuator shortcuts are edits, applied one after the other
                tag => {
                    if let Some(kind) = ActuatorKind::from_tag(tag) {
                        let new = self.actuator_attributes(child, kind);
                        self.doc.defaults.classes[id].actuators.push(new);
                    }
                }
            }
        }
    }
}
