//! Writing: a compiled model as MJCF, in the format of the reference's saved models.
//!
//! The text describes the model, not how its author wrote it: angles in radians, frames composed with poses, copies and generated
//! bodies one by one, each class with the values it adds to its parent. Values that programs may change in a model are taken from
//! the model; all others from the elements that it was compiled from. An attribute is written if it differs from the value that the
//! element would have without it, which is that of its class.
//!
//! The reference's format loses some data: attributes that it cannot express, the order of elements in frames, the folders of
//! attached models. With [`Precision::Exact`] nothing is lost that MJCF can express: the text, read again, compiles to the same fields. The
//! additional output depends on `Context::exact`.
//!
//! | file         | contents                                                           |
//! |--------------|--------------------------------------------------------------------|
//! | `settings`   | `compiler`, `option`, `size`, `statistic`                          |
//! | `visual`     | `visual`                                                           |
//! | `defaults`   | default classes                                                    |
//! | `plugins`    | `extension`, and the plugins that elements use                     |
//! | `custom`     | `custom`                                                           |
//! | `assets`     | `asset`                                                            |
//! | `files`      | the names of files                                                 |
//! | `tree`       | the traversal of bodies and frames                                 |
//! | `joint`, `geom`, `viewers` | joints; geoms and sites; cameras and lights           |
//! | `deformable` | flexes and skins                                                   |
//! | `flexcomp`   | flexes that only a `flexcomp` can describe                         |
//! | `relations`  | `contact`, `equality`, `tendon`                                    |
//! | `renamed`    | names that references resolved to when bodies were fused           |
//! | `actuators`  | `actuator`                                                         |
//! | `sensors`    | `sensor`                                                           |
//! | `keys`       | `keyframe`                                                         |

mod actuators;
mod assets;
mod custom;
mod defaults;
mod deformable;
mod differ;
mod files;
mod flexcomp;
mod geom;
mod joint;
mod keys;
mod plugins;
mod relations;
mod renamed;
mod sensors;
mod settings;
mod tree;
mod viewers;
mod visual;

use std::collections::HashMap;
use std::sync::Arc;

use synovia_mjcf::Attr;
use synovia_mjcf::write::{Node, Precision};
use synovia_model::enums::MeshInertia;
use synovia_model::{Model, Size};

use self::files::FileNames;
pub use self::files::{FileKind, NamedFile, NewNames, named_files};
use self::flexcomp::Flexcomps;
use crate::origin::Origin;
use crate::spec::FlatModel;
use crate::spec::classes::{Class, MAIN};
use crate::spec::layout::flat::FlatClass;

/// The reason why a model cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The model was not compiled from this origin.
    #[error("the model was not compiled from this origin: {differs} differs")]
    OtherModel {
        /// The first difference: the name of a size, or the signature.
        differs: &'static str,
    },
    /// Ids or addresses of the model are out of range.
    #[error("the model is damaged: {0}")]
    Damaged(String),
    /// A texture whose pixels were set by a program.
    #[error("no support for buffer textures: the pixels of texture \"{0}\" are in no file")]
    Pixels(String),
}

/// The context of all writers.
struct Context<'a> {
    origin: &'a Origin,
    model: &'a Model,
    precision: Precision,
    /// Whether values that are computed from the whole model are written as specified.
    as_said: bool,
    names: FileNames<'a>,
    flexcomps: Flexcomps,
    /// Default classes, the root first.
    listed: &'a [FlatClass],
    classes: HashMap<&'a str, &'a Class>,
    root: &'a Class,
}

impl Context<'_> {
    /// The class with this name; the root if it is unknown.
    fn class(&self, name: &str) -> &Class {
        self.classes.get(name).copied().unwrap_or(self.root)
    }
}

impl Context<'_> {
    /// Whether nothing may be lost, even where the reference's text loses it.
    fn exact(&self) -> bool {
        self.precision == Precision::Exact
    }

    /// An element without attributes.
    fn node(&self, tag: impl Into<String>) -> Node {
        Node::of(tag, self.precision)
    }

    /// Whether visual elements were discarded.
    fn discard(&self) -> bool {
        let main = self.origin.flat.settings.first();
        main.is_some_and(|s| s.discardvisual)
    }

    /// The name of a material, unless visual elements were discarded.
    fn material<'m>(&self, name: &'m Attr<String>) -> &'m str {
        if self.discard() { "" } else { name.text() }
    }
}

/// The text of a model: its numbers, in the structure of its origin.
#[doc(alias = "mj_saveLastXML")]
pub fn write(origin: &Origin, model: &Model, precision: Precision) -> Result<String, WriteError> {
    write_with(origin, model, precision, Naming::Home(""), false)
}

/// Like [`write()`], for a model that was not changed after compilation: values that are computed from the whole model are written as
/// specified, as are relative poses of welds, damping ratios and length ranges of actuators.
#[doc(alias = "mj_saveXML")]
pub fn write_as_said(
    origin: &Origin,
    model: &Model,
    precision: Precision,
) -> Result<String, WriteError> {
    write_with(origin, model, precision, Naming::Home(""), true)
}

/// Like [`write()`], for a text in another folder than the model: `home` is the path from there to the folder of the model. With
/// [`Precision::Exact`] files are named relative to that folder; the other precisions name them as the reference does.
pub fn write_seen_from(
    origin: &Origin,
    model: &Model,
    precision: Precision,
    home: &str,
) -> Result<String, WriteError> {
    write_with(origin, model, precision, Naming::Home(home), false)
}

/// Like [`write()`], or [`write_as_said`] if `as_said` is set, for a text whose files have other names.
pub fn write_with_names(
    origin: &Origin,
    model: &Model,
    precision: Precision,
    names: &NewNames,
    as_said: bool,
) -> Result<String, WriteError> {
    write_with(origin, model, precision, Naming::Given(names), as_said)
}

/// The naming of files.
#[derive(Clone, Copy, Debug)]
enum Naming<'a> {
    /// Their previous names; this is the path from the folder of the text to that of the model.
    Home(&'a str),
    /// Other names.
    Given(&'a NewNames),
}

fn write_with(
    origin: &Origin,
    model: &Model,
    precision: Precision,
    naming: Naming<'_>,
    as_said: bool,
) -> Result<String, WriteError> {
    check(origin, model)?;
    if let Some(texture) = assets::pixels(&origin.flat) {
        return Err(WriteError::Pixels(texture.to_owned()));
    }
    let found = renamed::renamed(origin, precision);
    let origin = found.as_ref().unwrap_or(origin);
    let builtin = Class::default();
    let changed = changed_classes(&origin.flat, precision);
    let classes = changed.as_ref().unwrap_or(&origin.flat.classes);
    let names = match (naming, precision) {
        (Naming::Given(names), _) => FileNames::given(names),
        (Naming::Home(home), Precision::Exact) => FileNames::found(origin, home),
        (Naming::Home(_), _) => FileNames::written(&origin.flat),
    };
    let mut cx = Context {
        origin,
        model,
        precision,
        as_said,
        names,
        flexcomps: Flexcomps::default(),
        listed: classes,
        classes: classes
            .iter()
            .map(|c| (c.name.as_str(), &*c.class))
            .collect(),
        root: classes.first().map_or(&builtin, |c| &*c.class),
    };
    cx.flexcomps = flexcomp::plan(&cx);
    let mut root = cx.node("mujoco");
    root.text_always("model", origin.flat.modelname.as_str());
    root.set_comment(&origin.flat.comment);
    settings::compiler(&cx, &mut root);
    settings::option(&cx, &mut root);
    settings::size(&cx, &mut root);
    visual::write(&cx, &mut root);
    settings::statistic(&cx, &mut root);
    defaults::write(&cx, &mut root);
    plugins::extension(&cx, &mut root);
    custom::write(&cx, &mut root);
    assets::write(&cx, &mut root);
    root.push(tree::world(&cx));
    relations::contact(&cx, &mut root);
    deformable::write(&cx, &mut root);
    relations::equality(&cx, &mut root);
    relations::tendon(&cx, &mut root);
    actuators::write(&cx, &mut root);
    sensors::write(&cx, &mut root);
    keys::write(&cx, &mut root);
    Ok(root.document(precision))
}

/// The default classes, if compiler settings that are not written change them.
///
/// Materials are omitted if visual elements were discarded and the file must be readable again. `exactmeshinertia` becomes the mode of
/// meshes in the root class: that has the same effect, also on meshes that are added later, and the reference reads it.
fn changed_classes(flat: &FlatModel, precision: Precision) -> Option<Vec<FlatClass>> {
    let main = flat.settings.first()?;
    let bare = main.discardvisual && precision == Precision::Exact;
    if !bare && !main.exactmeshinertia {
        return None;
    }
    let mut classes = flat.classes.clone();
    for FlatClass { class, .. } in &mut classes {
        let class = Arc::make_mut(class);
        if bare {
            class.geom.material = Attr::default();
            class.site.material = Attr::default();
            class.tendon.material = Attr::default();
        }
        if main.exactmeshinertia && !class.mesh.inertia.is_set() {
            class.mesh.inertia.set(MeshInertia::Exact);
        }
    }
    Some(classes)
}

/// Refuses a model that was not compiled from `origin`.
fn check(origin: &Origin, model: &Model) -> Result<(), WriteError> {
    for name in Size::NAMES {
        // sizes that do not depend on the elements
        let free = matches!(*name, "narena" | "nbuffer" | "ngravcomp");
        if !free && origin.size.get(name) != model.size.get(name) {
            return Err(WriteError::OtherModel { differs: name });
        }
    }
    if origin.signature != model.signature {
        let differs = "signature";
        return Err(WriteError::OtherModel { differs });
    }
    let damaged = |error: String| WriteError::Damaged(error);
    model.check_shapes().map_err(|e| damaged(e.to_string()))?;
    model.check_references().map_err(|e| damaged(e.to_string()))
}

/// The class attribute: written unless the element inherits it, or it is the root.
fn class(cx: &Context<'_>, node: &mut Node, class: &str, around: &str) {
    if is_root(class) && cx.exact() && !is_root(around) {
        // QUIRK(written-root-class): in the reference's text such an element inherits the enclosing class
        node.text("class", MAIN);
    } else if class != around && class != MAIN {
        node.text("class", class);
    }
}

/// Whether an element of this class, or without a class, has the values of the root.
fn is_root(class: &str) -> bool {
    class.is_empty() || class == MAIN
}
