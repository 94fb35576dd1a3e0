//! The tree: bodies, frames and their elements, node by node.
//!
//! The traversal uses an explicit stack instead of recursion, so that nesting depth is not limited. The content of a `replicate` is
//! read into a template, an unnamed body at the place of the copies; when it is complete, the copies are made and the
//! template is removed.
//!
//! ```text
//! walk ── body, frame ──> push their nodes
//!      ├─ replicate ──> template, push its nodes, then Step::Replicate ──> Spec::replicate
//!      ├─ attach ──> Spec::attach
//!      └─ leaf ──> Put::item, with the class that it names or inherits
//! ```

use std::rc::Rc;
use std::sync::Arc;

use synovia_math::Pose;
use synovia_mjcf::Document;
use synovia_mjcf::diag::{Diagnostics, NameError, nearest};
use synovia_mjcf::keyword::AlignFree;
use synovia_mjcf::spec::body::{self, Node};
use synovia_mjcf::spec::composite;
use synovia_mjcf::{Attr, Element, NoFiles, Span};
use synovia_model::enums::JointType;

use super::build::Builder;
use super::{cable, cable_skin};
use crate::spec::arena::Id;
use crate::spec::classes::{Class, Classed, MAIN};
use crate::spec::edit::attach::{AttachedPart, Attachment, Copies, add_name, placed_frame};
use crate::spec::edit::{EditError, Place};
use crate::spec::kinds::{Carried, born};
use crate::spec::names::{Named, Obj};
use crate::spec::plugins;
use crate::spec::store::{Item, Spec};

/// The plugin that composites can use.
const CABLE_PLUGIN: &str = "mujoco.elasticity.cable";

/// The surroundings of a node.
#[derive(Clone)]
pub(crate) struct Around {
    /// The body that contains it.
    pub(crate) body: usize,
    /// The frame inside that body.
    frame: Option<Id<body::Frame>>,
    /// Name of the default class that it inherits.
    class: String,
    /// Name of the default class of the body, whatever the frames specify.
    pub(crate) body_class: Rc<str>,
    /// Whether it is the content of a replicate, without a body or frame of its own around it.
    template: bool,
}

/// A step on the traversal stack.
enum Step<'a> {
    Visit(&'a Node, Rc<Around>),
    /// The content of the template is complete: copy it.
    Replicate(&'a body::Replicate, usize, Rc<Around>),
}

impl Builder<'_> {
    /// Reads the tree, beginning at the world.
    pub(crate) fn tree(
        &mut self,
        doc: &Document,
        own: usize,
        spec: &mut Spec,
        children: &mut [(String, Spec)],
    ) {
        spec.bodies[0].body.el.span = doc.world.span;
        let world = Rc::new(Around {
            body: 0,
            frame: None,
            class: MAIN.to_owned(),
            body_class: MAIN.into(),
            template: false,
        });
        self.walk(&doc.world.nodes, &world, own, spec, children);
    }

    /// Reads nodes and everything inside them into one place.
    fn walk(
        &mut self,
        nodes: &[Node],
        around: &Rc<Around>,
        own: usize,
        spec: &mut Spec,
        children: &mut [(String, Spec)],
    ) {
        let mut todo = Vec::new();
        push_nodes(&mut todo, nodes, around);
        while let Some(step) = todo.pop() {
            match step {
                Step::Visit(Node::Body(el), around) => {
                    let inside = self.body(el, own, spec, &around);
                    push_nodes(&mut todo, &el.nodes, &inside);
                }
                Step::Visit(Node::Frame(el), around) => {
                    let inside = self.frame(el, own, spec, &around);
                    push_nodes(&mut todo, &el.nodes, &inside);
                }
                Step::Visit(Node::Replicate(el), around) => {
                    // a template for the content; the copies are made after all nodes inside were visited
                    let body = Item {
                        settings: own,
                        ..Item::default()
                    };
                    let template = spec.push_body(around.body, body);
                    let class = self.childclass(&el.childclass, "replicate", "", spec, &around);
                    let inside = Rc::new(Around {
                        body: template,
                        frame: None,
                        class,
                        body_class: Rc::clone(&around.body_class),
                        template: true,
                    });
                    todo.push(Step::Replicate(el, template, around));
                    push_nodes(&mut todo, &el.nodes, &inside);
                }
                Step::Visit(Node::Attach(el), around) => self.attach(el, spec, &around, children),
                Step::Visit(node, around) => self.leaf(node, own, spec, &around),
                Step::Replicate(el, template, around) => {
                    // the template is complete; an unknown class was reported above
                    let class = self.childclass(&el.childclass, "", "", spec, &around);
                    let copies = Copies {
                        class: &class,
                        count: usize::try_from(el.values().count).unwrap_or(0),
                        separator: el.sep.text(),
                        offset: el.values().offset,
                        euler: el.values().euler,
                        place: el.span,
                        span: if el.count.is_set() {
                            el.count.span()
                        } else {
                            el.span
                        },
                    };
                    spec.replicate(template, &copies, around.frame, self.diag);
                }
            }
        }
    }

    /// The default class of the elements inside a body or frame.
    fn childclass(
        &mut self,
        attr: &Attr<String>,
        element: &str,
        name: &str,
        spec: &Spec,
        around: &Around,
    ) -> String {
        // an unknown class is reported, and the inherited one is used instead
        let found = spec.classes.named(attr, element, name, self.diag);
        if found.is_some() {
            attr.text().to_owned()
        } else {
            around.class.clone()
        }
    }

    /// Adds a body, without its contents; returns the surroundings of its nodes.
    fn body(
        &mut self,
        el: &body::Body,
        own: usize,
        spec: &mut Spec,
        around: &Around,
    ) -> Rc<Around> {
        let class = self.childclass(&el.childclass, "body", el.name.text(), spec, around);
        // only attributes are copied: the nodes are read one by one into the spec
        let mut body = body::Body::default();
        body.overlay(el);
        body.span = el.span;
        add_name(&body, 0, &mut spec.names, self.diag);

        let body = Item {
            el: body,
            frame: around.frame,
            class: class.clone(),
            settings: own,
            ..Item::default()
        };
        let id = spec.push_body(around.body, body);
        spec.counted = false;
        Rc::new(Around {
            body: id,
            frame: None,
            body_class: class.as_str().into(),
            class,
            template: false,
        })
    }

    /// Adds a frame, without its contents; returns the surroundings of its nodes.
    fn frame(
        &mut self,
        el: &body::Frame,
        own: usize,
        spec: &mut Spec,
        around: &Around,
    ) -> Rc<Around> {
        let class = self.childclass(&el.childclass, "frame", el.name.text(), spec, around);
        let mut frame = body::Frame::default();
        frame.overlay(el);
        frame.span = el.span;
        add_name(&frame, 0, &mut spec.names, self.diag);
        let item = Item {
            el: frame,
            frame: around.frame,
            class: class.clone(),
            settings: own,
            ..Item::default()
        };
        let id = spec.add_frame(around.body, item);
        Rc::new(Around {
            body: around.body,
            frame: Some(id),
            class,
            body_class: Rc::clone(&around.body_class),
            template: false,
        })
    }

    /// Reads a node without children.
    fn leaf(&mut self, node: &Node, own: usize, spec: &mut Spec, around: &Around) {
        // every leaf is added with the class that it names or inherits
        let mut put = Put {
            builder: self,
            spec,
            around,
            own,
        };
        match node {
            Node::Geom(el) => {
                if let (Some(id), Some(plugin)) = (put.leaf(el), &el.plugin) {
                    let used = plugins::used(plugin, &mut put.spec.plugins);
                    put.spec.geoms[id].plugin = Some(used);
                }
            }
            Node::Site(el) => _ = put.leaf(el),
            Node::Camera(el) => _ = put.leaf(el),
            Node::Light(el) => _ = put.leaf(el),
            Node::Joint(el) => _ = put.leaf(el),
            Node::Freejoint(el) => {
                // a free joint has only a name and a group; its class does not apply
                let mut joint = body::Joint {
                    span: el.span,
                    name: el.name.clone(),
                    group: el.group.clone(),
                    ..body::Joint::default()
                };
                joint.kind.set(JointType::Free);
                let align = el.values().align;
                put.joint(joint, JointType::Hinge.to_i32(), Some(align));
            }
            Node::Inertial(el) => put.inertial(el),
            Node::Flexcomp(el) => self.flexcomp(el, own, spec, around),
            Node::Composite(el) => put.composite(el),
            Node::Plugin(el) => {
                let used = plugins::used(el, &mut spec.plugins);
                self.use_plugin(spec, around.body, used);
            }
            Node::Body(_) | Node::Frame(_) | Node::Replicate(_) | Node::Attach(_) => {}
        }
    }

    /// Sets the plugin of a body; of several uses of declared instances the last one wins.
    pub(crate) fn use_plugin(&mut self, spec: &mut Spec, body: usize, used: plugins::PluginUse) {
        // an instance of its own cannot be replaced; of declared ones the last is used
        let there = &mut spec.bodies[body].body.plugin;
        let own = |used: &plugins::PluginUse| used.own.is_some();
        if there.as_ref().is_some_and(|there| own(there) || own(&used)) {
            let report = self.diag.error(
                used.span,
                "a body can have only one plugin; remove the others",
            );
            report.element("plugin");
        }
        *there = Some(used);
    }

    /// Attaches part of another model, or moves a body that is already attached.
    fn attach(
        &mut self,
        el: &body::Attach,
        spec: &mut Spec,
        around: &Around,
        children: &mut [(String, Spec)],
    ) {
        let (prefix, body) = (el.prefix.text(), el.body.text());
        // an existing body of that name is moved into the frame
        if let Some(there) = spec.find_body(&format!("{prefix}{body}")) {
            if there == 0 || spec.bodies[there].parent != around.body {
                let message =
                    "a body of this name is already attached elsewhere; use another prefix";
                self.diag
                    .error(el.span, message)
                    .element("attach")
                    .named(format!("{prefix}{body}"));
            } else {
                spec.bodies[there].body.frame = frame_for(spec, around);
            }
            return;
        }

        // find the model and the body in it
        let model = el.model.text();
        let known: Vec<_> = children.iter().map(|(name, _)| name.clone()).collect();
        let Some((_, other)) = children.iter_mut().find(|(name, _)| name == model) else {
            self.unknown("model", &el.model, known.iter().map(String::as_str));
            return;
        };
        let part = if body.is_empty() {
            AttachedPart::World
        } else {
            let Some(found) = other.find_body(body) else {
                let there = other.bodies.iter().map(|b| b.body.el.name.text());
                self.unknown("body", &el.body, there);
                return;
            };
            AttachedPart::Body(found)
        };
        // the copy is placed in the enclosing frame, or in a new one
        let place = Attachment {
            prefix,
            suffix: "",
            at: around.body,
            frame: frame_for(spec, around),
            span: el.span,
        };
        spec.attach(other, part, &place, self.diag);
    }

    /// Reports an unknown name of an attachment, with the most similar known one.
    fn unknown<'n>(
        &mut self,
        what: &'static str,
        attr: &Attr<String>,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let name = attr.text().to_owned();
        let near = nearest(&name, known).map(str::to_owned);
        let error = self
            .diag
            .error(attr.span(), NameError::Unknown { what, name });
        error.element("attach").attr(what);
        if let Some(near) = near {
            error.suggestion = near;
        }
    }
}

impl Spec {
    /// Adds nodes and everything inside them to a body or a frame, as if they were read there.
    pub(crate) fn grow(&mut self, place: Place, nodes: &[Node]) -> Result<(), EditError> {
        // the class and the body that the nodes would inherit from at this place
        let (body, frame) = self.resolve(place)?;
        let around = Rc::new(Around {
            body,
            frame,
            class: self.class_at(body, frame),
            body_class: self.class_at(body, None).into(),
            template: false,
        });
        // files cannot be opened here: a program adds elements, not documents
        let sources = self.sources.clone();
        let mut diag = Diagnostics::new();
        let mut builder = Builder {
            files: &NoFiles,
            sources: &sources,
            budget: self.budget,
            diag: &mut diag,
        };
        if copies(nodes) {
            self.refresh_names();
            builder.walk(nodes, &around, 0, self, &mut []);
        } else {
            // repeated names are reported by the compiler: a program may still change them through handles
            let known = core::mem::take(&mut self.names);
            builder.walk(nodes, &around, 0, self, &mut []);
            self.names = known;
        }
        Self::said(&diag)
    }
}

/// Adds elements to the body that contains them.
struct Put<'b, 'd, 'a> {
    builder: &'b mut Builder<'d>,
    spec: &'a mut Spec,
    around: &'a Around,
    own: usize,
}

impl Put<'_, '_, '_> {
    /// The class of an element: the one it names, or else the one it inherits.
    fn class<T: Classed + Named>(&mut self, el: &T) -> Arc<Class> {
        let classes = &self.spec.classes;
        let name = el.name().text();
        classes
            .named(el.class(), T::OBJ.word(), name, self.builder.diag)
            .unwrap_or_else(|| classes.inherited(&self.around.class))
    }

    /// Adds an element to the surrounding body and registers its name.
    fn item<T: Carried>(&mut self, el: T, born: i32) -> Id<T> {
        add_name(&el, born, &mut self.spec.names, self.builder.diag);
        let item = Item {
            el,
            frame: self.around.frame,
            class: self.around.class.clone(),
            body: self.around.body,
            settings: self.own,
            born,
            ..Item::default()
        };
        self.spec.put(item)
    }

    /// Adds an element with the class that it names or inherits; `None` if the world cannot have it.
    fn leaf<T: Carried + Classed>(&mut self, el: &T) -> Option<Id<T>> {
        let class = self.class(el);
        if T::OBJ == Obj::Joint && self.in_world("joint", el.span()) {
            return None;
        }
        // the type of the class is kept beside the element, see `Item::born`
        let id = self.item(el.over_class(&class), born::<T>(&class));
        let named = el.class().text();
        if let (Some(item), false) = (T::item_mut(self.spec, id), named.is_empty()) {
            named.clone_into(&mut item.class);
        }
        Some(id)
    }

    /// Adds a joint as it is, unless the body is the world.
    fn joint(&mut self, el: body::Joint, born: i32, free_align: Option<AlignFree>) {
        if !self.in_world("joint", el.span) {
            let id = self.item(el, born);
            self.spec.joints[id].free_align = free_align;
        }
    }

    /// Sets the inertia of the body; frames do not affect it.
    fn inertial(&mut self, el: &body::Inertial) {
        if self.in_world("inertial", el.span) {
            return;
        }
        // an explicit inertia is relative to the body, not to frames
        let node = &mut self.spec.bodies[self.around.body];
        node.explicit = true;
        node.inertial = Some(Item {
            el: el.clone(),
            settings: self.own,
            ..Item::default()
        });
    }

    /// Expands a cable: a chain of bodies, each inside the previous one.
    fn composite(&mut self, el: &composite::Composite) {
        self.spec.generators.push(el.span);
        // all bodies of a cable share one plugin instance
        let used = el.plugin.as_ref().map(|plugin| {
            if plugin.plugin.text() != CABLE_PLUGIN {
                let message = format!("composites support only the plugin {CABLE_PLUGIN}");
                let span = if plugin.plugin.is_set() {
                    plugin.plugin.span()
                } else {
                    plugin.span
                };
                let report = self.builder.diag.error(span, message);
                report.element("composite").named(el.prefix.text());
            }
            let name = format!("composite{}", el.prefix.text());
            self.spec.shared_use(plugin, name)
        });
        // generate the cable and its skin within the memory budget
        let budget = self.spec.budget_of_rest();
        let arrays = &mut self.builder.budget;
        let made = cable::make(el, &budget).and_then(|cable| {
            let skin = cable_skin::make(el, cable.segments.len() + 1, arrays)?;
            Ok((cable, skin))
        });
        self.spec.budget = self.builder.budget;
        let (cable, skin) = match made {
            Ok(made) => made,
            Err(error) => {
                let report = self.builder.diag.error(error.span, error.text);
                let report = report.element("composite").named(el.prefix.text());
                report.attr(error.attr);
                return;
            }
        };
        let own = self.own;
        self.builder
            .add(&mut self.spec.names, &mut self.spec.texts, cable.mark, own);
        // each segment is a child of the previous one
        let mut around = self.around.clone();
        for segment in cable.segments {
            let inside = self.builder.body(&segment.body, own, self.spec, &around);
            self.spec.bodies[inside.body].body.plugin.clone_from(&used);
            around = Around {
                class: around.class,
                ..(*inside).clone()
            };
            let mut put = Put {
                builder: self.builder,
                spec: self.spec,
                around: &around,
                own,
            };
            let born = segment.geom.values().kind.to_i32();
            put.item(segment.geom, born);
            if let Some(joint) = segment.joint {
                put.joint(joint, JointType::Hinge.to_i32(), None);
            }
            if let Some(site) = segment.site {
                put.item(site, 0);
            }
        }
        let spec = &mut *self.spec;
        for exclude in cable.excludes {
            self.builder
                .add(&mut spec.names, &mut spec.excludes, exclude, own);
        }
        if let Some(skin) = skin {
            self.builder
                .add(&mut spec.names, &mut spec.skins, skin, own);
        }
    }

    /// Reports an element that the world cannot have.
    fn in_world(&mut self, element: &str, span: Span) -> bool {
        let world = self.around.body == 0;
        if world {
            self.builder
                .diag
                .error(
                    span,
                    format!("the world cannot have a {element}; put it into a <body>"),
                )
                .element(element);
        }
        world
    }
}

/// Whether nodes contain copies, which need all names to be registered.
fn copies(nodes: &[Node]) -> bool {
    let mut todo: Vec<&Node> = nodes.iter().collect();
    while let Some(node) = todo.pop() {
        match node {
            Node::Body(el) => todo.extend(&el.nodes),
            Node::Frame(el) => todo.extend(&el.nodes),
            Node::Replicate(_) | Node::Attach(_) => return true,
            _ => {}
        }
    }
    false
}

/// The frame of an attachment: the enclosing one, or else a new identity frame; `None` in a replicate, whose copies have frames of their
/// own.
fn frame_for(spec: &mut Spec, around: &Around) -> Option<Id<body::Frame>> {
    if around.frame.is_some() || around.template {
        return around.frame;
    }
    let own = spec.bodies[around.body].body.settings;
    Some(spec.add_frame(around.body, placed_frame(Pose::IDENTITY, None, own)))
}

/// Pushes nodes on the traversal stack, the first on top.
fn push_nodes<'a>(todo: &mut Vec<Step<'a>>, nodes: &'a [Node], around: &Rc<Around>) {
    let visits = nodes.iter().rev();
    todo.extend(visits.map(|node| Step::Visit(node, Rc::clone(around))));
}
