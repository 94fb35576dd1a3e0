//! The declaration of an element: one list of attributes, from which the grammar, reading, merging, writing, built-in values,
//! members and the reference page are derived.

use crate::member::{Info, Kind, Slot};
use crate::{Span, ValueError};

/// The declaration of one attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its XML names: one, or several that share one field.
    pub names: &'static [&'static str],
    /// The group by which the grammar selects it for some forms of the element; empty for all forms.
    pub group: &'static str,
    /// The member of this name, including its description; its name is empty if programs have no such member.
    pub member: Info,
    /// The type of the XML value.
    pub written: Kind,
    /// Whether it takes a list that may be shorter.
    pub short: bool,
    /// The keywords of its XML value.
    pub words: &'static [&'static str],
}

/// An element whose attributes are declared with [`element!`](crate::element!).
pub trait Element: Default + Clone {
    /// Every value: that of the attribute if it is set, or else the built-in one.
    type Values<'a>: Copy;

    /// All attributes, in the order of declaration.
    const ATTRIBUTES: &'static [Attribute];

    /// The built-in values of all attributes, as XML text.
    fn builtins() -> Vec<String>;

    /// The place of the element in the source.
    fn place(&mut self) -> &mut Span;

    /// Sets the place of all values that were never written in a file to that of the element.
    fn place_all(&mut self);

    /// Reads one attribute, and returns whether one of its numbers is NaN; `None` if the element has no attribute of that name.
    fn read(&mut self, name: &str, text: &str, span: Span) -> Option<Result<bool, ValueError>>;

    /// Merges `over` into `self`, attribute by attribute.
    fn overlay(&mut self, over: &Self);

    /// All attributes that are set, as XML name and text, in the order of declaration.
    fn written(&self) -> Vec<(String, String)>;

    /// Calls `visit` with the attribute of the member `name`; false if there is none.
    fn slot(&mut self, name: &str, visit: &mut dyn FnMut(&mut dyn Slot)) -> bool;
}

/// Declares an element: documented fields, each an [`Attr`](crate::Attr) of a [`Value`](crate::Value).
///
/// ```text
/// /// Range that the joint is kept in.
/// range: [f64; 2] { unit: "rad or m" },
/// ```
///
/// A group in brackets (`kp: f64 [servo]`) is for attributes that only some of the element's forms have: the grammar
/// (`read/rules.rs`) lists the groups of each form. Properties that differ from the default follow in braces, in this order:
///
/// | key       | meaning                                                               | default                    |
/// |-----------|-----------------------------------------------------------------------|----------------------------|
/// | `xml`     | XML name; several (`"type" | "directional"`) share the field, of which only one may be set | the field's name |
/// | `member`  | name of the member; empty for none                                    | the XML name               |
/// | `unit`    | unit of the numbers                                                   | none                       |
/// | `kind`    | type of the member's value                                            | that of the field          |
/// | `default` | built-in value                                                        | zero, empty, false, unset; keywords must declare one |
///
/// Fields after `children` are plain data that is not an attribute and is not merged. `values` has every value, set or built-in;
/// `BUILTIN` has the built-in values alone.
#[macro_export]
macro_rules! element {
    (
        $(#[$meta:meta])*
        pub struct $Name:ident {
            $(
                $(#[doc = $($doc:tt)+])+
                $field:ident : $ty:ty $([$group:ident])? $({
                    $(xml: $xml0:literal $(| $xml:literal)* $(,)?)?
                    $(member: $member:literal $(,)?)?
                    $(unit: $unit:literal $(,)?)?
                    $(kind: $kind:expr,)?
                    $(default: $default:expr $(,)?)?
                })?
            ),* $(,)?
        }
        $( children {
            $( $(#[$cmeta:meta])* $cfield:ident : $cty:ty ),* $(,)?
        } )?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default)]
        pub struct $Name {
            /// The place of the element in the source.
            pub span: $crate::Span,
            $( $(#[doc = $($doc)+])+ pub $field: $crate::Attr<$ty>, )*
            $( $( $(#[$cmeta])* pub $cfield: $cty, )* )?
        }

        /// One method per attribute, which sets it.
        impl $Name {
            $(
                $(#[doc = $($doc)+])+
                #[must_use]
                pub fn $field(mut self, value: impl $crate::IntoValue<$ty>) -> Self {
                    self.$field.set(value.into_value());
                    self
                }
            )*
        }

        const _: () = {
            /// Every value of the element: that of the attribute if it is set, or else the built-in one.
            #[derive(Clone, Copy, Debug)]
            pub struct Values<'a> {
                $( $(#[doc = $($doc)+])+ pub $field: <$ty as $crate::Value>::Plain<'a>, )*
            }

            impl $Name {
                /// The built-in values.
                pub const BUILTIN: Values<'static> = Values {
                    $( $field: $crate::element!(@default $ty $($(, $default)?)?), )*
                };

                /// Every value: that of the attribute if it is set, or else the built-in one.
                #[inline]
                pub fn values(&self) -> Values<'_> {
                    Values {
                        $( $field: <$ty as $crate::Value>::plain(self.$field.get(), Self::BUILTIN.$field), )*
                    }
                }
            }

            impl $crate::Element for $Name {
                type Values<'a> = Values<'a>;

                const ATTRIBUTES: &'static [$crate::Attribute] = &[$(
                    $crate::Attribute {
                        names: $crate::element!(@names $field $($($xml0 $(, $xml)*)?)?),
                        group: concat!($(stringify!($group))?),
                        member: $crate::member::Info {
                            name: $crate::element!(@member $field; $($($xml0)?)?; $($($member)?)?),
                            attribute: $crate::element!(@first $field $($($xml0)?)?),
                            kind: [$($($kind,)?)? <$ty as $crate::member::Cell>::KIND][0],
                            unit: concat!($($($unit)?)?),
                            doc: concat!($($($doc)+),+),
                        },
                        written: <$ty as $crate::member::Cell>::KIND,
                        short: <$ty as $crate::Value>::SHORT,
                        words: <$ty as $crate::Value>::WORDS,
                    }
                ),*];

                fn builtins() -> Vec<String> {
                    vec![$( <$ty as $crate::Value>::text(Self::BUILTIN.$field) ),*]
                }

                fn place(&mut self) -> &mut $crate::Span {
                    &mut self.span
                }

                fn place_all(&mut self) {
                    let span = self.span;
                    $( self.$field.place(span); )*
                }

                fn read(
                    &mut self,
                    name: &str,
                    text: &str,
                    span: $crate::Span,
                ) -> Option<Result<bool, $crate::ValueError>> {
                    $(
                        if $crate::element!(@is name, $field $($($xml0 $(, $xml)*)?)?) {
                            if <$ty as $crate::Value>::BLANK_IS_UNSET && text.trim_ascii().is_empty() {
                                return Some(Ok(false));
                            }
                            return Some(<$ty as $crate::Value>::parse(name, text).map(|value| {
                                let nan = $crate::Value::has_nan(&value);
                                self.$field = $crate::Attr::new(value, span);
                                nan
                            }));
                        }
                    )*
                    None
                }

                fn overlay(&mut self, over: &Self) {
                    $( self.$field.overlay(&over.$field); )*
                }

                fn written(&self) -> Vec<(String, String)> {
                    let mut out = Vec::new();
                    $(
                        if let Some(value) = self.$field.get() {
                            out.push($crate::Value::write(value, $crate::element!(@first $field $($($xml0)?)?)));
                        }
                    )*
                    out
                }

                fn slot(&mut self, name: &str, visit: &mut dyn FnMut(&mut dyn $crate::member::Slot)) -> bool {
                    let found = Self::ATTRIBUTES.iter().position(|one| one.member.name == name);
                    let Some(found) = found.filter(|_| !name.is_empty()) else {
                        return false;
                    };
                    let mut left = found;
                    $(
                        if left == 0 {
                            let (attr, builtin) = (&mut self.$field, Self::BUILTIN.$field);
                            visit(&mut $crate::member::Bound { attr, builtin });
                            return true;
                        }
                        left -= 1;
                    )*
                    let _ = left;
                    false
                }
            }
        };
    };
    (@default $ty:ty) => { <$ty as $crate::Blank>::BLANK };
    (@default $ty:ty, $default:expr) => { $default };
    (@names $field:ident) => { &[stringify!($field)] };
    (@names $field:ident $($xml:literal),+) => { &[$($xml),+] };
    (@first $field:ident) => { stringify!($field) };
    (@first $field:ident $xml:literal) => { $xml };
    (@member $field:ident; ; ) => { stringify!($field) };
    (@member $field:ident; $xml:literal; ) => { $xml };
    (@member $field:ident; $($xml:literal)?; $member:literal) => { $member };
    (@is $name:ident, $field:ident) => { $name == stringify!($field) };
    (@is $name:ident, $field:ident $($xml:literal),+) => { matches!($name, $($xml)|+) };
}
