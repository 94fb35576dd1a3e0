//! The tree: bodies, frames and what they carry, node by node.
//!
//! The walk keeps a list of things to do instead of recursing, so that no nesting is too deep. The content of a `replicate` is read
//! into a template, a body without name that hangs where the copies will; when all of it is there, the copies are made and the
//! template is cut off.

use std::rc::Rc;

use synovia_math::{Pose, Quat, Vec3};
use synovia_mjcf::diag::{NameError, nearest};
use synovia_mjcf::keyword::{GeomType, JointType, Tri};
use synovia_mjcf::spec::Spec;
use synovia_mjcf::spec::body::{self, Node};
use synovia_mjcf::spec::composite;
use synovia_mjcf::{Attr, Element, Span};

use super::attach::{Attachment, Copies, LIMIT, Replicas, add_name};
use super::build::Builder;
use super::classes::{Class, Classed, MAIN};
use super::draft::{BodyNode, Chain, Draft, Item, born_geom, born_joint};
use super::keys::Saved;
use super::names::Named;
use super::orient;
use super::{cable, cable_skin, plugins};

/// The plugin that composites can use.
const CABLE_PLUGIN: &str = "mujoco.elasticity.cable";

/// What surrounds a node.
#[derive(Clone)]
pub(super) struct Around {
    /// The body that carries it.
    pub(super) body: usize,
    /// The frames inside that body.
    chain: Chain,
    /// Name of the class that it inherits.
    class: String,
    /// Name of the class of the body, whatever frames say.
    pub(super) body_class: Rc<str>,
}

/// What is still to be done in the tree.
enum Step<'a> {
    Visit(&'a Node, Rc<Around>),
    /// All that the template carries is there: copy it.
    Replicate(&'a body::Replicate, usize, Rc<Around>),
}

impl Builder<'_> {
    /// The tree, from the world down.
    pub(super) fn tree(
        &mut self,
        spec: &Spec,
        own: usize,
        draft: &mut Draft,
        children: &mut [(String, Draft)],
    ) {
        draft.bodies[0].body.el.span = spec.world.span;
        let world = Rc::new(Around {
            body: 0,
            chain: Vec::new(),
            class: MAIN.to_owned(),
            body_class: MAIN.into(),
        });
        let mut todo = Vec::new();
        push_nodes(&mut todo, &spec.world.nodes, &world);
        while let Some(step) = todo.pop() {
            match step {
                Step::Visit(Node::Body(el), around) => {
                    let inside = self.body(el, own, draft, &around);
                    push_nodes(&mut todo, &el.nodes, &inside);
                }
                Step::Visit(Node::Frame(el), around) => {
                    let inside = self.frame(el, own, draft, &around);
                    push_nodes(&mut todo, &el.nodes, &inside);
                }
                Step::Visit(Node::Replicate(el), around) => {
                    let template = draft.bodies.len();
                    let mut added = BodyNode {
                        parent: around.body,
                        ..BodyNode::default()
                    };
                    added.body.settings = own;
                    draft.bodies.push(added);
                    draft.bodies[around.body].bodies.push(template);
                    draft.total += 1;
                    let class = self.childclass(&el.childclass, "replicate", "", draft, &around);
                    let inside = Rc::new(Around {
                        body: template,
                        chain: Vec::new(),
                        class,
                        body_class: Rc::clone(&around.body_class),
                    });
                    todo.push(Step::Replicate(el, template, around));
                    push_nodes(&mut todo, &el.nodes, &inside);
                }
                Step::Visit(Node::Attach(el), around) => self.attach(el, draft, &around, children),
                Step::Visit(node, around) => self.leaf(node, own, draft, &around),
                Step::Replicate(el, template, around) => {
                    let copies = Copies {
                        count: usize::try_from(el.count.or(0)).unwrap_or(0),
                        separator: el.sep.text(),
                        offset: el.offset.or([0.0; 3]),
                        euler: el.euler.or([0.0; 3]),
                        span: if el.count.is_set() {
                            el.count.span()
                        } else {
                            el.span
                        },
                    };
                    let class = self.childclass(&el.childclass, "", "", draft, &around);
                    let place = Replicas {
                        template,
                        chain: &around.chain,
                        class: &class,
                    };
                    let settings = &self.settings[own];
                    draft.replicate(&place, &copies, settings, self.diag);
                }
            }
        }
    }

    /// The class of what is inside a body or frame.
    fn childclass(
        &mut self,
        attr: &Attr<String>,
        element: &str,
        name: &str,
        draft: &Draft,
        around: &Around,
    ) -> String {
        let found = draft.classes.named(attr, element, name, self.diag);
        if found.is_some() {
            attr.text().to_owned()
        } else {
            around.class.clone()
        }
    }

    fn body(
        &mut self,
        el: &body::Body,
        own: usize,
        draft: &mut Draft,
        around: &Around,
    ) -> Rc<Around> {
        let class = self.childclass(&el.childclass, "body", el.name.text(), draft, around);
        let mut body = body::Body::default();
        body.overlay(el);
        body.span = el.span;
        add_name(&body, 0, &mut draft.names, self.diag);

        let id = draft.bodies.len();
        draft.bodies.push(BodyNode {
            body: Item {
                el: body,
                chain: around.chain.clone(),
                class: class.clone(),
                settings: own,
                ..Item::default()
            },
            parent: around.body,
            ..BodyNode::default()
        });
        draft.bodies[around.body].bodies.push(id);
        draft.total += 1;
        Rc::new(Around {
            body: id,
            chain: Vec::new(),
            body_class: class.as_str().into(),
            class,
        })
    }

    fn frame(
        &mut self,
        el: &body::Frame,
        own: usize,
        draft: &mut Draft,
        around: &Around,
    ) -> Rc<Around> {
        let class = self.childclass(&el.childclass, "frame", el.name.text(), draft, around);
        let quat = orient::orientation(&el.quat, &el.alt, &self.settings[own]);
        let quat = quat.unwrap_or_else(|error| {
            self.diag
                .error(el.alt.span(), error.to_string())
                .element("frame")
                .named(el.name.text());
            Quat::IDENTITY
        });
        let mut frame = body::Frame::default();
        frame.overlay(el);
        frame.span = el.span;
        add_name(&frame, 0, &mut draft.names, self.diag);
        let pose = Pose::new(Vec3::from(el.pos.or([0.0; 3])), quat);
        let chain = draft.inside(&around.chain, Some(pose));
        let item = Item {
            el: frame,
            chain: chain.clone(),
            class: class.clone(),
            settings: own,
            ..Item::default()
        };
        draft.bodies[around.body].frames.push(item);
        draft.total += 1;
        Rc::new(Around {
            body: around.body,
            chain,
            class,
            body_class: Rc::clone(&around.body_class),
        })
    }

    /// What has nothing inside.
    fn leaf(&mut self, node: &Node, own: usize, draft: &mut Draft, around: &Around) {
        let mut put = Put {
            builder: self,
            draft,
            around,
            own,
        };
        match node {
            Node::Geom(el) => {
                let class = put.class(el);
                let born = born_geom(body::Geom::of(&class));
                put.item(el.over_class(&class), born, |b| &mut b.geoms);
                put.belongs(&el.class, |b| &mut b.geoms);
                if let Some(plugin) = &el.plugin {
                    let used = plugins::used(plugin, &mut put.draft.plugins);
                    let geom = put.draft.bodies[around.body].geoms.last_mut();
                    if let Some(geom) = geom {
                        geom.plugin = Some(used);
                    }
                }
            }
            Node::Site(el) => {
                let class = put.class(el);
                put.item(el.over_class(&class), 0, |b| &mut b.sites);
                put.belongs(&el.class, |b| &mut b.sites);
            }
            Node::Camera(el) => {
                let class = put.class(el);
                put.item(el.over_class(&class), 0, |b| &mut b.cameras);
                put.belongs(&el.class, |b| &mut b.cameras);
            }
            Node::Light(el) => {
                let class = put.class(el);
                put.item(el.over_class(&class), 0, |b| &mut b.lights);
                put.belongs(&el.class, |b| &mut b.lights);
            }
            Node::Joint(el) => {
                let class = put.class(el);
                let born = born_joint(body::Joint::of(&class));
                put.joint(el.over_class(&class), born, None);
                put.belongs(&el.class, |b| &mut b.joints);
            }
            Node::Freejoint(el) => {
                let mut joint = body::Joint {
                    span: el.span,
                    name: el.name.clone(),
                    group: el.group.clone(),
                    ..body::Joint::default()
                };
                joint.kind.set(JointType::Free);
                let align = el.align.or(Tri::Auto);
                put.joint(joint, JointType::Hinge as i32, Some(align));
            }
            Node::Inertial(el) => put.inertial(el),
            Node::Flexcomp(el) => self.flexcomp(el, own, draft, around),
            Node::Composite(el) => put.composite(el),
            Node::Plugin(el) => {
                let used = plugins::used(el, &mut draft.plugins);
                self.use_plugin(draft, around.body, used);
            }
            Node::Body(_) | Node::Frame(_) | Node::Replicate(_) | Node::Attach(_) => {}
        }
    }

    /// Gives a body the plugin that it uses; of several declared instances the last counts.
    pub(super) fn use_plugin(&mut self, draft: &mut Draft, body: usize, used: plugins::PluginUse) {
        let there = &mut draft.bodies[body].body.plugin;
        let own = |used: &plugins::PluginUse| used.own.is_some();
        if there.as_ref().is_some_and(|there| own(there) || own(&used)) {
            let report = self.diag.error(used.span, "a body can have one plugin");
            report.element("plugin");
        }
        *there = Some(used);
    }

    fn attach(
        &mut self,
        el: &body::Attach,
        draft: &mut Draft,
        around: &Around,
        children: &mut [(String, Draft)],
    ) {
        let (prefix, body) = (el.prefix.text(), el.body.text());
        let mut chain = around.chain.clone();
        if chain.is_empty() {
            chain = draft.inside(&[], Some(Pose::IDENTITY));
            draft.bare_frame(around.body, &chain, "");
        }

        // a body of that name that is already there is moved into the frame
        if let Some(there) = draft.find_body(&format!("{prefix}{body}")) {
            if there == 0 || draft.bodies[there].parent != around.body {
                let message = "a body of this name is already attached elsewhere";
                self.diag
                    .error(el.span, message)
                    .element("attach")
                    .named(format!("{prefix}{body}"));
            } else {
                draft.bodies[there].body.chain = chain;
            }
            return;
        }

        let model = el.model.text();
        let known: Vec<_> = children.iter().map(|(name, _)| name.clone()).collect();
        let Some((_, other)) = children.iter_mut().find(|(name, _)| name == model) else {
            self.unknown("model", &el.model, known.iter().map(String::as_str));
            return;
        };
        let root = if body.is_empty() {
            None
        } else {
            let found = other.find_body(body);
            if found.is_none() {
                let there = other.bodies.iter().map(|b| b.body.el.name.text());
                self.unknown("body", &el.body, there);
                return;
            }
            found
        };
        let place = Attachment {
            prefix,
            at: around.body,
            chain: &chain,
            span: el.span,
        };
        draft.attach(other, root, &place, self.diag);
    }

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

/// Puts something into the body that surrounds it.
struct Put<'b, 'd, 'a> {
    builder: &'b mut Builder<'d>,
    draft: &'a mut Draft,
    around: &'a Around,
    own: usize,
}

impl Put<'_, '_, '_> {
    /// The class of an element: the one it names, or else the one around it.
    fn class<T: Classed + Named>(&mut self, el: &T) -> Rc<Class> {
        let classes = &self.draft.classes;
        let name = el.name().text();
        classes
            .named(el.class(), T::OBJ.word(), name, self.builder.diag)
            .unwrap_or_else(|| classes.inherited(&self.around.class))
    }

    fn item<T: Named>(&mut self, el: T, born: i32, list: fn(&mut BodyNode) -> &mut Vec<Item<T>>) {
        self.full_item(el, born, None, list);
    }

    fn full_item<T: Named>(
        &mut self,
        el: T,
        born: i32,
        free_align: Option<Tri>,
        list: fn(&mut BodyNode) -> &mut Vec<Item<T>>,
    ) {
        add_name(&el, born, &mut self.draft.names, self.builder.diag);
        list(&mut self.draft.bodies[self.around.body]).push(Item {
            el,
            chain: self.around.chain.clone(),
            class: self.around.class.clone(),
            settings: self.own,
            born,
            free_align,
            saved: Saved::default(),
            plugin: None,
        });
        self.draft.total += 1;
    }

    /// The class that the last thing put there names.
    fn belongs<T>(&mut self, class: &Attr<String>, list: fn(&mut BodyNode) -> &mut Vec<Item<T>>) {
        let last = list(&mut self.draft.bodies[self.around.body]).last_mut();
        if let (Some(last), false) = (last, class.text().is_empty()) {
            class.text().clone_into(&mut last.class);
        }
    }

    fn joint(&mut self, el: body::Joint, born: i32, free_align: Option<Tri>) {
        if self.in_world("joint", el.span) {
            return;
        }
        self.full_item(el, born, free_align, |b| &mut b.joints);
    }

    /// Frames do not move it.
    fn inertial(&mut self, el: &body::Inertial) {
        if self.in_world("inertial", el.span) {
            return;
        }
        self.draft.bodies[self.around.body].inertial = Some(Item {
            el: el.clone(),
            settings: self.own,
            ..Item::default()
        });
    }

    /// A cable, body by body from the one around it.
    fn composite(&mut self, el: &composite::Composite) {
        let used = el.plugin.as_ref().map(|plugin| {
            if plugin.plugin.text() != CABLE_PLUGIN {
                let message = format!("composites support the plugin {CABLE_PLUGIN} only");
                let span = if plugin.plugin.is_set() {
                    plugin.plugin.span()
                } else {
                    plugin.span
                };
                let report = self.builder.diag.error(span, message);
                report.element("composite").named(el.prefix.text());
            }
            let name = format!("composite{}", el.prefix.text());
            self.draft.shared_use(plugin, name)
        });
        let room = LIMIT.saturating_sub(self.draft.total);
        let made = cable::make(el, room).and_then(|cable| {
            let skin = cable_skin::make(el, cable.segments.len() + 1)?;
            Ok((cable, skin))
        });
        let (cable, skin) = match made {
            Ok(made) => made,
            Err(error) => {
                let report = self.builder.diag.error(error.span, error.text);
                report.element("composite").named(el.prefix.text());
                return;
            }
        };
        let own = self.own;
        self.builder.add(
            &mut self.draft.names,
            &mut self.draft.texts,
            cable.mark,
            own,
        );
        let mut around = self.around.clone();
        for segment in cable.segments {
            let inside = self.builder.body(&segment.body, own, self.draft, &around);
            self.draft.bodies[inside.body].body.plugin.clone_from(&used);
            around = Around {
                class: around.class,
                ..(*inside).clone()
            };
            let mut put = Put {
                builder: self.builder,
                draft: self.draft,
                around: &around,
                own,
            };
            let born = segment.geom.kind.or(GeomType::Sphere) as i32;
            put.item(segment.geom, born, |b| &mut b.geoms);
            if let Some(joint) = segment.joint {
                put.joint(joint, JointType::Hinge as i32, None);
            }
            if let Some(site) = segment.site {
                put.item(site, 0, |b| &mut b.sites);
            }
        }
        let draft = &mut *self.draft;
        for exclude in cable.excludes {
            self.builder
                .add(&mut draft.names, &mut draft.excludes, exclude, own);
        }
        if let Some(skin) = skin {
            self.builder
                .add(&mut draft.names, &mut draft.skins, skin, own);
        }
    }

    /// Reports what the world cannot have.
    fn in_world(&mut self, element: &str, span: Span) -> bool {
        let world = self.around.body == 0;
        if world {
            self.builder
                .diag
                .error(span, format!("the world cannot have a {element}"))
                .element(element);
        }
        world
    }
}

/// Puts nodes on the list of things to do, the first on top.
fn push_nodes<'a>(todo: &mut Vec<Step<'a>>, nodes: &'a [Node], around: &Rc<Around>) {
    let visits = nodes.iter().rev();
    todo.extend(visits.map(|node| Step::Visit(node, Rc::clone(around))));
}
