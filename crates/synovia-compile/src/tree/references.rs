//! References: bodies, geoms and sites that elements outside the tree name.
//!
//! They are listed in the order in which the reference resolves them when it tests whether a static body can be fused:
//!
//! | elements                                             | name                     |
//! |------------------------------------------------------|--------------------------|
//! | cameras, lights, skins                               | bodies                   |
//! | pairs, excludes, equalities                          | geoms, bodies, sites     |
//! | tendons                                              | sites, geoms             |
//! | actuators, sensors, tuples                           | bodies, geoms, sites     |

use synovia_mjcf::spec::relation::Wrap;
use synovia_mjcf::{Attr, Span};
use synovia_model::SensorType;
use synovia_model::enums::{ObjType, TrnType};

use crate::cx::Cx;

use crate::spec::sensor::object_kind;

/// The requirement of an element on the object it refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// It exists.
    Exists,
    /// It is a geom that a tendon can wrap around.
    Round,
    /// It is a geom that must be kept although it is only visual.
    Stays,
    /// It is a site whose body must be kept, because the force on it is measured.
    Held,
}

/// A reference from an element outside the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reference<'a> {
    /// Tag of the element.
    pub element: &'a str,
    /// Name of the element; empty if it is unnamed.
    pub name: &'a str,
    /// The attribute; empty if the element can refer to several kinds of objects.
    pub attr: &'static str,
    /// The place of the name in the source.
    pub span: Span,
    /// Body, geom or site.
    pub kind: ObjType,
    /// The requirement.
    pub need: Need,
    /// The object of that name before any fusion.
    pub id: usize,
}

/// All references of a flat model whose names are registered, before any fusion.
pub(crate) fn references<'a>(cx: &Cx<'a>) -> Vec<Reference<'a>> {
    let mut list = List {
        cx,
        found: Vec::new(),
        element: ("", ""),
    };
    list.viewers();
    list.contacts_and_equalities();
    list.tendons();
    list.actuators();
    list.sensors();
    list.tuples();
    list.found
}

/// The list under construction.
struct List<'c, 'a> {
    cx: &'c Cx<'a>,
    found: Vec<Reference<'a>>,
    /// Tag and name of the element whose references are added.
    element: (&'a str, &'a str),
}

impl<'a> List<'_, 'a> {
    /// Adds the object named by `said`, if it exists: an unknown name is reported when the element is compiled.
    fn add(&mut self, kind: ObjType, attr: &'static str, said: &'a Attr<String>, need: Need) {
        let Some(id) = self.cx.ids.find(kind, said.text()) else {
            return;
        };
        let (element, name) = self.element;
        self.found.push(Reference {
            element,
            name,
            attr,
            span: said.span(),
            kind,
            need,
            id,
        });
    }

    /// Adds an object of any kind; only bodies, geoms and sites are relevant here.
    ///
    /// QUIRK(fused-unguarded): a body that is named as `xbody` is not protected and can be fused; its name is unknown afterwards. A site
    /// whose force is measured protects its body only if that has a name.
    fn object(&mut self, kind: ObjType, attr: &'static str, said: &'a Attr<String>) {
        match kind {
            ObjType::Body | ObjType::Site => self.add(kind, attr, said, Need::Exists),
            ObjType::Geom => self.add(kind, attr, said, Need::Stays),
            _ => {}
        }
    }

    fn viewers(&mut self) {
        let flat = self.cx.flat;
        for camera in &flat.cameras {
            self.element = ("camera", camera.el.name.text());
            self.add(ObjType::Body, "target", &camera.el.target, Need::Exists);
        }
        for light in &flat.lights {
            self.element = ("light", light.el.name.text());
            self.add(ObjType::Body, "target", &light.el.target, Need::Exists);
        }
        for skin in &flat.skins {
            self.element = ("skin", skin.el.name.text());
            for bone in &skin.el.bones {
                self.add(ObjType::Body, "body", &bone.body, Need::Exists);
            }
        }
    }

    fn contacts_and_equalities(&mut self) {
        let flat = self.cx.flat;
        for pair in &flat.pairs {
            self.element = ("pair", pair.el.name.text());
            self.add(ObjType::Geom, "geom1", &pair.el.geom1, Need::Exists);
            self.add(ObjType::Geom, "geom2", &pair.el.geom2, Need::Exists);
        }
        for exclude in &flat.excludes {
            self.element = ("exclude", exclude.el.name.text());
            self.add(ObjType::Body, "body1", &exclude.el.body1, Need::Exists);
            self.add(ObjType::Body, "body2", &exclude.el.body2, Need::Exists);
        }
        for equality in &flat.equalities {
            let el = &equality.el;
            let (kind, word) = (el.related(), el.kind.keyword().unwrap_or("equality"));
            self.element = (word, el.name.text());
            let attrs = match kind {
                ObjType::Body => ["body1", "body2"],
                ObjType::Site => ["site1", "site2"],
                ObjType::Geom => ["geom1", "geom2"],
                _ => continue,
            };
            self.add(kind, attrs[0], &el.name1, Need::Exists);
            self.add(kind, attrs[1], &el.name2, Need::Exists);
        }
    }

    fn tendons(&mut self) {
        for tendon in &self.cx.flat.tendons {
            self.element = ("tendon", tendon.el.name.text());
            for wrap in &tendon.el.path {
                match wrap {
                    Wrap::Site(el) => self.add(ObjType::Site, "site", &el.site, Need::Exists),
                    Wrap::Geom(el) => {
                        self.add(ObjType::Geom, "geom", &el.geom, Need::Round);
                        self.add(ObjType::Site, "sidesite", &el.sidesite, Need::Exists);
                    }
                    Wrap::Joint(_) | Wrap::Pulley(_) => {}
                }
            }
        }
    }

    fn actuators(&mut self) {
        for actuator in &self.cx.flat.actuators {
            let el = &actuator.el;
            self.element = ("actuator", el.name.text());
            match el.trntype {
                TrnType::SliderCrank => {
                    self.object(ObjType::Site, "slidersite", &el.slidersite);
                    self.object(ObjType::Site, "cranksite", &el.target);
                }
                TrnType::Site => {
                    self.object(ObjType::Site, "refsite", &el.refsite);
                    self.object(ObjType::Site, "site", &el.target);
                }
                TrnType::Body => self.object(ObjType::Body, "body", &el.target),
                _ => {}
            }
        }
    }

    fn sensors(&mut self) {
        let flat = self.cx.flat;
        for sensor in &flat.sensors {
            let el = &sensor.el;
            self.element = (el.tag(), el.name.text());
            self.object(el.objtype, "", &el.objname);
            self.object(el.reftype, "", &el.refname);
        }
        // order: force sensors are examined after all sensors have resolved their objects
        for sensor in &flat.sensors {
            let el = &sensor.el;
            let force = matches!(el.kind, SensorType::Force | SensorType::Torque);
            if force && el.objtype == ObjType::Site {
                self.element = (el.tag(), el.name.text());
                self.add(ObjType::Site, "site", &el.objname, Need::Held);
            }
        }
    }

    fn tuples(&mut self) {
        for tuple in &self.cx.flat.tuples {
            self.element = ("tuple", tuple.el.name.text());
            for element in &tuple.el.elements {
                if let Some(kind) = object_kind(element.objtype.text()) {
                    self.object(kind, "objname", &element.objname);
                }
            }
        }
    }
}
