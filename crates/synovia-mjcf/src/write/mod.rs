//! Writes a [`Document`] as XML.
//!
//! The text reads back as the same document: every attribute that was set and no other, classes as classes,
//! frames as frames, elements in their order. Repeated sections are written once; included files become part of the single
//! text; models to attach stay references to their files.

mod body;
mod defaults;
mod flex;
mod node;
mod number;
mod xml;

use crate::spec::plugin::{Config, Plugin};
use crate::spec::relation::Wrap;
use crate::{Document, Element};
use xml::Xml;

pub use node::{Node, same};
pub use number::{Precision, general};

impl Document {
    /// The model as MJCF.
    ///
    /// Names of asset files are written as they were read: a name in an included file that is relative to the directory of that file, and
    /// not found next to the main file, is then looked up next to the written file.
    pub fn to_xml(&self) -> String {
        let mut xml = Xml::default();
        let model: Vec<_> = self
            .model
            .get()
            .map(|name| ("model".to_owned(), name.clone()))
            .into_iter()
            .collect();
        xml.open("mujoco", &model);
        xml.comment(&self.comment);
        self.write_settings(&mut xml);
        defaults::write(&mut xml, &self.defaults);
        section(&mut xml, "extension", &self.extension, |xml, declared| {
            xml.element("plugin", &declared.written(), |xml| {
                for instance in &declared.instances {
                    xml.element("instance", &instance.written(), |xml| {
                        configs(xml, &instance.config);
                    });
                }
            });
        });
        self.write_custom(&mut xml);
        self.write_assets(&mut xml);
        body::write(&mut xml, &self.world);
        section(&mut xml, "deformable", &self.flexes, flex::flex);
        section(&mut xml, "deformable", &self.skins, |xml, skin| {
            xml.element("skin", &skin.written(), |xml| {
                for bone in &skin.bones {
                    xml.leaf("bone", &bone.written());
                }
            });
        });
        self.write_relations(&mut xml);
        section(&mut xml, "actuator", &self.actuators, |xml, a| {
            xml.element(a.kind.tag(), &a.written(), |xml| configs(xml, &a.config));
        });
        section(&mut xml, "sensor", &self.sensors, |xml, s| {
            xml.element(&s.tag, &s.written(), |xml| configs(xml, &s.config));
        });
        section(&mut xml, "keyframe", &self.keys, |xml, key| {
            xml.leaf("key", &key.written());
        });
        xml.close("mujoco");
        xml.finish()
    }

    fn write_settings(&self, xml: &mut Xml) {
        let (compiler, range) = (self.compiler.written(), self.lengthrange.written());
        if !(compiler.is_empty() && range.is_empty()) {
            xml.element("compiler", &compiler, |xml| {
                xml.leaf_if_any("lengthrange", &range);
            });
        }
        let (option, flag) = (self.option.written(), self.flag.written());
        if !(option.is_empty() && flag.is_empty()) {
            xml.element("option", &option, |xml| xml.leaf_if_any("flag", &flag));
        }
        xml.leaf_if_any("size", &self.size.written());
        xml.leaf_if_any("statistic", &self.statistic.written());
        let v = &self.visual;
        let parts = [
            ("global", v.global.written()),
            ("quality", v.quality.written()),
            ("headlight", v.headlight.written()),
            ("map", v.map.written()),
            ("scale", v.scale.written()),
            ("rgba", v.rgba.written()),
        ];
        if parts.iter().any(|(_, attrs)| !attrs.is_empty()) {
            xml.element("visual", &[], |xml| {
                for (tag, attrs) in &parts {
                    xml.leaf_if_any(tag, attrs);
                }
            });
        }
    }

    fn write_custom(&self, xml: &mut Xml) {
        section(xml, "custom", &self.numerics, |xml, numeric| {
            xml.leaf("numeric", &numeric.written());
        });
        section(xml, "custom", &self.texts, |xml, text| {
            xml.leaf("text", &text.written());
        });
        section(xml, "custom", &self.tuples, |xml, tuple| {
            xml.element("tuple", &tuple.written(), |xml| {
                for element in &tuple.elements {
                    xml.leaf("element", &element.written());
                }
            });
        });
    }

    fn write_assets(&self, xml: &mut Xml) {
        section(xml, "asset", &self.textures, |xml, texture| {
            xml.leaf("texture", &texture.written());
        });
        section(xml, "asset", &self.materials, |xml, material| {
            xml.element("material", &material.written(), |xml| {
                for layer in &material.layers {
                    xml.leaf("layer", &layer.written());
                }
            });
        });
        section(xml, "asset", &self.meshes, |xml, mesh| {
            xml.element("mesh", &mesh.written(), |xml| {
                plugins(xml, mesh.plugin.as_slice());
            });
        });
        section(xml, "asset", &self.hfields, |xml, hfield| {
            xml.leaf("hfield", &hfield.written());
        });
        section(xml, "asset", &self.models, |xml, model| {
            xml.leaf("model", &model.file.written());
        });
    }

    fn write_relations(&self, xml: &mut Xml) {
        section(xml, "contact", &self.pairs, |xml, pair| {
            xml.leaf("pair", &pair.written());
        });
        section(xml, "contact", &self.excludes, |xml, exclude| {
            xml.leaf("exclude", &exclude.written());
        });
        section(xml, "equality", &self.equalities, |xml, eq| {
            xml.leaf(eq.kind.tag(), &eq.written());
        });
        section(xml, "tendon", &self.tendons, |xml, tendon| {
            xml.element(tendon.kind.tag(), &tendon.written(), |xml| {
                for wrap in &tendon.path {
                    match wrap {
                        Wrap::Site(w) => xml.leaf("site", &w.written()),
                        Wrap::Geom(w) => xml.leaf("geom", &w.written()),
                        Wrap::Pulley(w) => xml.leaf("pulley", &w.written()),
                        Wrap::Joint(w) => xml.leaf("joint", &w.written()),
                    }
                }
            });
        });
    }
}

/// Writes a section, unless it would be empty.
fn section<'a, T: 'a>(
    xml: &mut Xml,
    tag: &str,
    items: impl IntoIterator<Item = &'a T>,
    mut write: impl FnMut(&mut Xml, &'a T),
) {
    let mut items = items.into_iter().peekable();
    if items.peek().is_some() {
        xml.open(tag, &[]);
        for item in items {
            write(xml, item);
        }
        xml.close(tag);
    }
}

/// Writes the plugins that an element uses.
fn plugins(xml: &mut Xml, list: &[Plugin]) {
    for plugin in list {
        xml.element("plugin", &plugin.written(), |xml| {
            configs(xml, &plugin.config);
        });
    }
}

/// Writes keys with their values.
fn configs(xml: &mut Xml, list: &[Config]) {
    for config in list {
        xml.leaf("config", &config.written());
    }
}
