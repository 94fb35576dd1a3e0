//! The document: a model as written in its file, section by section.
//!
//! | file          | sections                                             |
//! |---------------|------------------------------------------------------|
//! | [`settings`]  | `compiler`, `option`, `size`, `statistic`            |
//! | [`visual`]    | `visual`                                             |
//! | [`defaults`]  | `default` classes                                    |
//! | [`asset`]     | `asset`, skins                                       |
//! | [`body`]      | `worldbody` and everything inside it                 |
//! | [`flex`]      | `deformable/flex`, `flexcomp`                        |
//! | [`composite`] | `composite`                                          |
//! | [`relation`]  | `contact`, `equality`, `tendon`                      |
//! | [`actuator`]  | `actuator`                                           |
//! | [`sensor`]    | `sensor`                                             |
//! | [`custom`]    | `custom`, `keyframe`                                 |
//! | [`plugin`]    | `extension`, plugins inside other elements           |
//! | [`builtin`]   | built-in values that several elements share           |

pub mod actuator;
pub mod asset;
pub mod body;
pub mod builtin;
pub mod composite;
pub mod custom;
pub mod defaults;
pub mod flex;
pub mod plugin;
pub mod relation;
pub mod sensor;
pub mod settings;
pub mod visual;

pub use crate::source::{Lines, Location, Source, Sources};

use crate::Attr;

/// Declares the kinds of an element that has several tags, the first being the default.
macro_rules! tags {
    ($(#[$meta:meta])* $Kind:ident: $First:ident = $first:literal $(, $Other:ident = $tag:literal)* $(,)?) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[allow(missing_docs)] // the variants are the elements
        pub enum $Kind { #[default] $First $(, $Other)* }

        impl $Kind {
            /// The kind of the element with this tag.
            pub fn from_tag(tag: &str) -> Option<Self> {
                match tag {
                    $first => Some(Self::$First),
                    $( $tag => Some(Self::$Other), )*
                    _ => None,
                }
            }

            /// The tag of this kind.
            pub fn tag(self) -> &'static str {
                match self {
                    Self::$First => $first,
                    $( Self::$Other => $tag, )*
                }
            }
        }
    };
}
pub(crate) use tags;

/// A model as written in its file.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Its source files.
    pub sources: Sources,
    /// Directory of the main file, for relative paths; empty for a model read from a string.
    pub dir: String,
    /// Warnings: the model loads, but is probably not what was intended.
    pub warnings: Vec<crate::Error>,
    /// Name of the model.
    pub model: Attr<String>,
    /// Comment at the top of the main file.
    pub comment: String,
    /// `compiler`, all sections merged.
    pub compiler: settings::Compiler,
    /// `compiler/lengthrange`, all sections merged.
    pub lengthrange: settings::LengthRange,
    /// `option`, all sections merged.
    pub option: settings::OptionSection,
    /// `option/flag`, all sections merged.
    pub flag: settings::Flag,
    /// `size`, all sections merged.
    pub size: settings::Size,
    /// `statistic`, all sections merged.
    pub statistic: settings::Statistic,
    /// `visual`, all sections merged.
    pub visual: visual::Visual,
    /// Default classes; the first is the root, `main`.
    pub defaults: defaults::Defaults,
    /// `extension/plugin`.
    pub extension: Vec<plugin::Declaration>,
    /// `custom/numeric`.
    pub numerics: Vec<custom::Numeric>,
    /// `custom/text`.
    pub texts: Vec<custom::Text>,
    /// `custom/tuple`.
    pub tuples: Vec<custom::Tuple>,
    /// `asset/mesh`.
    pub meshes: Vec<asset::Mesh>,
    /// `asset/hfield`.
    pub hfields: Vec<asset::Hfield>,
    /// `asset/texture`.
    pub textures: Vec<asset::Texture>,
    /// `asset/material`.
    pub materials: Vec<asset::Material>,
    /// `asset/model`, with the document of its file.
    pub models: Vec<asset::ModelAsset>,
    /// `asset/skin` and `deformable/skin`.
    pub skins: Vec<asset::Skin>,
    /// `deformable/flex`.
    pub flexes: Vec<flex::Flex>,
    /// `worldbody`, all sections merged.
    pub world: body::Body,
    /// `contact/pair`.
    pub pairs: Vec<relation::Pair>,
    /// `contact/exclude`.
    pub excludes: Vec<relation::Exclude>,
    /// `equality`.
    pub equalities: Vec<relation::Equality>,
    /// `tendon`.
    pub tendons: Vec<relation::Tendon>,
    /// `actuator`.
    pub actuators: Vec<actuator::Actuator>,
    /// `sensor`.
    pub sensors: Vec<sensor::Sensor>,
    /// `keyframe/key`.
    pub keys: Vec<custom::Key>,
}
