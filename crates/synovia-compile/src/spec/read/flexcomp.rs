//! Generated flexes: their bodies are added to the tree, the flex and its constraint to their lists.
//!
//! The bodies are children of the body that contains the flexcomp.
//!
//! QUIRK(flexcomp-frame): enclosing frames do not move them, and their joints and geoms have the default class of that body, whatever
//! class a frame specifies.

use synovia_mjcf::attr::Lead;
use synovia_mjcf::keyword::FlexcompDof;
use synovia_mjcf::spec::body;
use synovia_mjcf::spec::flex::Flexcomp;
use synovia_mjcf::{Attr, Span};
use synovia_model::enums::{GeomType, JointType};

use super::build::Builder;
use super::tree::Around;
use crate::flexcomp::{FlexcompContext, Generated, PointBody, generate};
use crate::spec::classes::{Class, Classed};
use crate::spec::edit::attach::{ELEMENT_BYTES, add_name, report_if_repeated};
use crate::spec::edit::branch::FreeBody;
use crate::spec::equality::EqualityRecord;
use crate::spec::kinds::born;
use crate::spec::plugins::PluginUse;
use crate::spec::store::{Item, Spec};

impl Builder<'_> {
    /// Generates a flex with its bodies.
    pub(crate) fn flexcomp(&mut self, el: &Flexcomp, own: usize, spec: &mut Spec, around: &Around) {
        let place = FlexcompContext {
            parent: spec.bodies[around.body].body.el.name.text(),
            settings: &spec.settings[own],
            files: self.files,
            sources: self.sources,
            budget: spec.budget_of_rest(),
            element_bytes: ELEMENT_BYTES,
        };
        let made = match generate(el, &place) {
            Ok(generated) => generated,
            Err(refusal) => {
                self.diag
                    .error(refusal.span.unwrap_or(el.span), refusal.message)
                    .element("flexcomp")
                    .named(el.name.text())
                    .attr(refusal.attr);
                return;
            }
        };

        // bodies are counted as elements of the tree
        self.budget.note(made.bytes);
        spec.budget = self.budget;
        let elements = |body: &PointBody| 1 + body.axes.len() + usize::from(body.ball.is_some());
        let more = made.bodies.iter().map(elements).sum();
        if !spec.has_room(more, el.span, self.diag) {
            return;
        }
        let used = self.flexcomp_plugin(el, &made, spec, around);
        let Generated {
            flex,
            bodies,
            equality,
            ..
        } = made;
        spec.generators.push(el.span);
        let class = spec.classes.inherited(&around.body_class);
        for body in bodies {
            let mut node = node(body, &class, el.span, around.body, own);
            node.body.plugin.clone_from(&used);
            node.set_class(&around.body_class);
            let el = node.body.el.clone();
            let id = spec.bodies.len();
            spec.adopt(node, 0);
            report_if_repeated(&el, &spec.names, self.diag);
            spec.bodies[around.body].bodies.push(id);
        }
        add_name(&flex, 0, &mut spec.names, self.diag);
        spec.flexes.push(Item::new(flex, own));
        if let Some(equality) = equality {
            let record = EqualityRecord::new(&equality, &EqualityRecord::default());
            spec.equalities.push(Item::new(record, own));
        }
    }
}

impl Builder<'_> {
    /// The plugin that the bodies of a flexcomp use; the parent body uses it as well if it has points of the flexcomp.
    fn flexcomp_plugin(
        &mut self,
        el: &Flexcomp,
        made: &Generated,
        spec: &mut Spec,
        around: &Around,
    ) -> Option<PluginUse> {
        let plugin = el.plugin.as_ref()?;
        let points = &made.flex.vert_bodies;
        if made.bodies.is_empty() && points.len() == 1 {
            if plugin.instance.text().is_empty() {
                let message =
                    "a rigid flexcomp has no bodies that could use a plugin; remove the plugin";
                let report = self.diag.error(plugin.span, message);
                report.element("plugin").named(el.name.text());
            }
            return None;
        }
        let used = spec.shared_use(plugin, format!("flexcomp_{}", el.name.text()));
        let parent = spec.bodies[around.body].body.el.name.text();
        if points.iter().any(|body| body == parent) {
            self.use_plugin(spec, around.body, used.clone());
        }
        let per_point = matches!(el.values().dof, FlexcompDof::Full | FlexcompDof::Radial);
        per_point.then_some(used)
    }
}

/// A body with its joints and its collision sphere, with the defaults of a class.
fn node(body: PointBody, class: &Class, span: Span, parent: usize, own: usize) -> FreeBody {
    let set_vec = |v: [f64; 3]| Attr::new(v, span);
    let joints = body.axes.iter().map(|&axis| {
        let joint = body::Joint {
            span,
            kind: Attr::new(JointType::Slide, span),
            pos: set_vec([0.0; 3]),
            axis: set_vec(axis),
            ..body::Joint::default()
        };
        Item {
            el: joint.over_class(class),
            settings: own,
            born: born::<body::Joint>(class),
            ..Item::default()
        }
    });
    let geoms = body.ball.iter().map(|ball| {
        let geom = body::Geom {
            span,
            kind: Attr::new(GeomType::Sphere, span),
            size: Attr::new(Lead::new(&[ball.radius]), span),
            group: ball
                .group
                .map_or_else(Attr::default, |group| Attr::new(group, span)),
            ..body::Geom::default()
        };
        Item {
            el: geom.over_class(class),
            settings: own,
            born: born::<body::Geom>(class),
            ..Item::default()
        }
    });
    FreeBody {
        joints: joints.collect(),
        geoms: geoms.collect(),
        body: Item {
            el: body::Body {
                span,
                name: Attr::new(body.name, span),
                pos: set_vec(body.pos),
                ..body::Body::default()
            },
            settings: own,
            ..Item::default()
        },
        parent,
        explicit: true,
        inertial: Some(Item {
            el: body::Inertial {
                span,
                pos: set_vec([0.0; 3]),
                mass: Attr::new(body.mass, span),
                diaginertia: set_vec([body.inertia; 3]),
                ..body::Inertial::default()
            },
            settings: own,
            ..Item::default()
        }),
        ..FreeBody::default()
    }
}
