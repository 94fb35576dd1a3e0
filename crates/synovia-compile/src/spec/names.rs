//! Names: the names in use, and how a copy gets names of its own.
//!
//! The names of a copy are distinguished by an [`Affix`]: `name → prefix name suffix`. References of a copied element get the same affix if
//! the copy has such an object; see `refs.rs`. Assets keep their names when a model is copied into itself, because they
//! are not copied with it.

use std::collections::{BTreeSet, HashMap};

use synovia_mjcf::spec::{asset, body, custom, flex};
use synovia_mjcf::{Attr, Span};

use super::classes::MAIN;
use super::store::Item;

/// Declares the kinds of objects: variants and the words that files have for them.
macro_rules! objects {
    ($($Obj:ident = $word:literal,)*) => {
        /// Kind of an object that has a name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)] // the variants are the elements
        pub enum Obj { $($Obj),* }

        impl Obj {
            /// All kinds.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$Obj),*];

            /// The word for it, as in the file.
            pub const fn word(self) -> &'static str {
                match self { $( Self::$Obj => $word, )* }
            }

            /// The kind that a word in `objtype` or `reftype` names.
            pub fn from_word(word: &str) -> Option<Self> {
                match word {
                    "xbody" => Some(Self::Body),
                    $( $word => Some(Self::$Obj), )*
                    _ => None,
                }
            }
        }
    };
}

objects! {
    Body = "body", Joint = "joint", Geom = "geom", Site = "site", Camera = "camera", Light = "light", Frame = "frame",
    Mesh = "mesh", Skin = "skin", Flex = "flex", Hfield = "hfield", Texture = "texture", Material = "material",
    Pair = "pair", Exclude = "exclude", Equality = "equality", Tendon = "tendon", Actuator = "actuator", Sensor = "sensor",
    Numeric = "numeric", Text = "text", Tuple = "tuple", Key = "key", Plugin = "plugin",
}

/// The prefix and suffix of the names in a copy.
#[derive(Clone, Debug, Default)]
pub struct Affix {
    /// Before the name.
    pub prefix: String,
    /// After the name.
    pub suffix: String,
    /// Whether the copy comes from another model, with assets of its own.
    pub foreign: bool,
}

impl Affix {
    /// The name in the copy.
    pub(super) fn of(&self, name: &str) -> String {
        format!("{}{name}{}", self.prefix, self.suffix)
    }

    /// Renames a class; the root of an attached model becomes the root of the enclosing model.
    pub(super) fn apply_class(&self, class: &mut String) {
        if self.foreign && !class.is_empty() && class != MAIN {
            *class = self.of(class);
        }
    }

    /// Renames, unless the name is empty.
    pub(super) fn apply(&self, name: &mut Attr<String>) {
        let text = name.text();
        if !text.is_empty() {
            let renamed = self.of(text);
            name.set(renamed);
        }
    }
}

/// An element with a name.
pub trait Named: 'static {
    /// Its kind.
    const OBJ: Obj;
    /// Its name.
    fn name(&self) -> &Attr<String>;
    /// The place of the element in the source.
    fn span(&self) -> Span;
    /// Renames it, and the assets and targets it refers to, for a copy.
    fn rename(&mut self, affix: &Affix);

    /// The place of the name, or of the element if it is unnamed.
    fn name_span(&self) -> Span {
        if self.name().is_set() && self.name().span() != Span::default() {
            self.name().span()
        } else {
            self.span()
        }
    }
}

impl<T: Named> Item<T> {
    /// Renames an element, with its class and its plugin, for a copy.
    pub(super) fn rename(&mut self, affix: &Affix) {
        self.el.rename(affix);
        affix.apply_class(&mut self.class);
        if let Some(used) = &mut self.plugin {
            affix.apply(&mut used.instance);
        }
    }
}

/// Implements [`Named`]; `assets` are renamed only in a copy from another model, `also` always. A kind with another rule has a function.
macro_rules! named {
    ($( $T:ty => $obj:ident $(, by $rename:path)? $(, also $($also:ident),+)? $(, assets $($asset:ident),+)? ; )*) => { $(
        impl Named for $T {
            const OBJ: Obj = Obj::$obj;
            fn name(&self) -> &Attr<String> {
                &self.name
            }
            fn span(&self) -> Span {
                self.span
            }
            #[allow(unreachable_code)] // where a function does it
            fn rename(&mut self, affix: &Affix) {
                $( return $rename(self, affix); )?
                affix.apply(&mut self.name);
                $( $( affix.apply(&mut self.$also); )+ )?
                $( if affix.foreign { $( affix.apply(&mut self.$asset); )+ } )?
            }
        }
    )* };
}
pub(super) use named;

named! {
    body::Body => Body;
    body::Frame => Frame;
    body::Joint => Joint;
    body::Geom => Geom, assets material, hfield, mesh;
    body::Site => Site, assets material;
    body::Camera => Camera, also target;
    body::Light => Light, also target, texture;
    asset::Mesh => Mesh;
    asset::Hfield => Hfield;
    asset::Texture => Texture;
    asset::Material => Material, by rename_material;
    asset::Skin => Skin, by rename_skin;
    flex::Flex => Flex, by rename_flex;
    custom::Numeric => Numeric;
    custom::Text => Text;
    custom::Key => Key;
}

fn rename_material(el: &mut asset::Material, affix: &Affix) {
    affix.apply(&mut el.name);
    affix.apply(&mut el.texture);
    for layer in &mut el.layers {
        affix.apply(&mut layer.texture);
    }
}

/// A skin keeps its own name and that of its material; its bones refer to the copied bodies.
fn rename_skin(el: &mut asset::Skin, affix: &Affix) {
    for bone in &mut el.bones {
        bone.body.set(affix.of(bone.body.text()));
    }
}

/// QUIRK(flex-name): a flex keeps its own name, so that a model cannot contain two copies of it; it refers to the copied bodies.
fn rename_flex(el: &mut flex::Flex, affix: &Affix) {
    for body in el.vert_bodies.iter_mut().chain(&mut el.node_bodies) {
        *body = affix.of(body);
    }
    if affix.foreign {
        affix.apply(&mut el.material);
    }
}

/// The registration of a name.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Number of objects with this name.
    count: usize,
    /// The type of a joint or geom before its own attributes were applied.
    kind: i32,
}

/// The names in use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    known: HashMap<Obj, HashMap<String, Entry>>,
    /// Names of more than one object.
    repeated: HashMap<Obj, BTreeSet<String>>,
}

impl Names {
    /// Registers a name; an empty name is ignored.
    pub(super) fn add(&mut self, obj: Obj, name: &str, kind: i32) {
        if name.is_empty() {
            return;
        }
        let of_kind = self.known.entry(obj).or_default();
        if let Some(entry) = of_kind.get_mut(name) {
            entry.count += 1;
            entry.kind = kind;
            let repeated = self.repeated.entry(obj).or_default();
            repeated.insert(name.to_owned());
        } else {
            of_kind.insert(name.to_owned(), Entry { count: 1, kind });
        }
    }

    /// Removes one registration of a name.
    pub(super) fn remove(&mut self, obj: Obj, name: &str) {
        let Some(of_kind) = self.known.get_mut(&obj) else {
            return;
        };
        if let Some(entry) = of_kind.get_mut(name) {
            entry.count -= 1;
            if entry.count < 2
                && let Some(repeated) = self.repeated.get_mut(&obj)
            {
                repeated.remove(name);
            }
            if entry.count == 0 {
                of_kind.remove(name);
            }
        }
    }

    /// A name that more than one object of this kind has.
    pub(super) fn repeated(&self, obj: Obj) -> Option<&str> {
        self.repeated.get(&obj)?.first().map(String::as_str)
    }

    /// Whether an object of this kind has the name.
    pub(super) fn has(&self, obj: Obj, name: &str) -> bool {
        self.known.get(&obj).is_some_and(|k| k.contains_key(name))
    }

    /// The type registered with the name, see [`Names::add`].
    pub(super) fn kind(&self, obj: Obj, name: &str) -> Option<i32> {
        Some(self.known.get(&obj)?.get(name)?.kind)
    }
}

/// The default name of an asset: that of its file, without directories and extension.
pub(crate) fn from_file(file: &str) -> &str {
    let base = file.rfind(['/', '\\']).map_or(file, |k| &file[k + 1..]);
    base.rfind('.').map_or(base, |k| &base[..k])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_renamed_and_so_are_its_assets_if_it_comes_from_elsewhere() {
        let at = Span::default();
        let geom = body::Geom {
            name: Attr::new("g".to_owned(), at),
            material: Attr::new("m".to_owned(), at),
            ..Default::default()
        };
        let mut affix = Affix {
            prefix: "a_".to_owned(),
            suffix: "1".to_owned(),
            foreign: false,
        };
        let mut own = geom.clone();
        own.rename(&affix);
        assert_eq!((own.name.text(), own.material.text()), ("a_g1", "m"));
        affix.foreign = true;
        let mut other = geom;
        other.rename(&affix);
        assert_eq!((other.name.text(), other.material.text()), ("a_g1", "a_m1"));
        assert_eq!(other.mesh.text(), "");
    }

    #[test]
    fn a_name_is_known_as_long_as_somebody_has_it() {
        let mut names = Names::default();
        names.add(Obj::Geom, "g", 2);
        names.add(Obj::Site, "g", 0);
        names.add(Obj::Geom, "", 0);
        names.add(Obj::Geom, "", 0);
        assert_eq!(names.repeated(Obj::Geom), None);
        names.add(Obj::Geom, "g", 2);
        assert_eq!(names.repeated(Obj::Geom), Some("g"));
        names.remove(Obj::Geom, "g");
        assert!(names.has(Obj::Geom, "g") && names.repeated(Obj::Geom).is_none());
        names.remove(Obj::Geom, "g");
        assert!(!names.has(Obj::Geom, "g") && names.has(Obj::Site, "g"));
        names.remove(Obj::Geom, "never");
    }

    #[test]
    fn assets_are_called_after_their_files() {
        assert_eq!(from_file("a/b\\cow.v2.obj"), "cow.v2");
        assert_eq!(from_file("cow"), "cow");
        assert_eq!(from_file(""), "");
    }
}
