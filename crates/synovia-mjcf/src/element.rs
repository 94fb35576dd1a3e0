//! The declaration of an element: one list of attributes from which the grammar, reading, merging, writing and the methods that
//! set them follow.

use crate::{Span, ValueError};

/// An element whose attributes are declared with [`element!`](crate::element!).
pub trait Element: Default + Clone {
    /// XML names of all attributes; names that share one field stand together.
    const ATTRS: &'static [&'static [&'static str]];

    /// The group of each attribute, by which the grammar says where it may be written; the empty one is for everywhere.
    const GROUPS: &'static [&'static str];

    /// Where the element was written.
    fn place(&mut self) -> &mut Span;

    /// Places all that was never written in a file where the element is.
    fn place_all(&mut self);

    /// Reads one attribute, and says whether one of its numbers is NaN; `None` if the element has no attribute of that name.
    fn read(&mut self, name: &str, text: &str, span: Span) -> Option<Result<bool, ValueError>>;

    /// Puts `over` on top of `self`, attribute by attribute.
    fn overlay(&mut self, over: &Self);

    /// All attributes that are set, as XML name and text, in the order of declaration.
    fn written(&self) -> Vec<(String, String)>;
}

/// Declares an element: documented fields, each an [`Attr`](crate::Attr) of a [`Value`](crate::Value).
///
/// The XML name is the field's name unless `= "name"` follows the type; several names (`= "type" | "directional"`) share one
/// field, and of those only one may be written. A group in brackets (`kp: f64 [servo]`) is for attributes that only some of the
/// element's forms have: the grammar (`read/rules.rs`) lists the groups of each form. Fields after `children:` are plain data that is not an attribute and does not merge.
#[macro_export]
macro_rules! element {
    (
        $(#[$meta:meta])*
        pub struct $Name:ident {
            $( $(#[$fmeta:meta])* $field:ident : $ty:ty $(= $xml0:literal $(| $xml:literal)*)? $([$group:ident])? ),* $(,)?
        }
        $( children {
            $( $(#[$cmeta:meta])* $cfield:ident : $cty:ty ),* $(,)?
        } )?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default)]
        pub struct $Name {
            /// Where the element was written.
            pub span: $crate::Span,
            $( $(#[$fmeta])* pub $field: $crate::Attr<$ty>, )*
            $( $( $(#[$cmeta])* pub $cfield: $cty, )* )?
        }

        /// One method for each attribute, which sets it.
        impl $Name {
            $(
                $(#[$fmeta])*
                #[must_use]
                pub fn $field(mut self, value: impl $crate::IntoValue<$ty>) -> Self {
                    self.$field.set(value.into_value());
                    self
                }
            )*
        }

        impl $crate::Element for $Name {
            const ATTRS: &'static [&'static [&'static str]] =
                &[$( $crate::element!(@names $field $($xml0 $(, $xml)*)?) ),*];

            const GROUPS: &'static [&'static str] = &[$( concat!($(stringify!($group))?) ),*];

            fn place(&mut self) -> &mut $crate::Span {
                &mut self.span
            }

            fn place_all(&mut self) {
                let span = self.span;
                let _ = span;
                $( self.$field.place(span); )*
            }

            fn read(
                &mut self,
                name: &str,
                text: &str,
                span: $crate::Span,
            ) -> Option<Result<bool, $crate::ValueError>> {
                $(
                    if $crate::element!(@is name, $field $($xml0 $(, $xml)*)?) {
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
                let _ = (text, span);
                None
            }

            fn overlay(&mut self, over: &Self) {
                $( self.$field.overlay(&over.$field); )*
                let _ = over;
            }

            fn written(&self) -> Vec<(String, String)> {
                let mut out = Vec::new();
                $(
                    if let Some(value) = self.$field.get() {
                        out.push($crate::Value::write(value, $crate::element!(@first $field $($xml0)?)));
                    }
                )*
                out
            }
        }
    };
    (@names $field:ident) => { &[stringify!($field)] };
    (@names $field:ident $($xml:literal),+) => { &[$($xml),+] };
    (@first $field:ident) => { stringify!($field) };
    (@first $field:ident $xml:literal) => { $xml };
    (@is $name:ident, $field:ident) => { $name == stringify!($field) };
    (@is $name:ident, $field:ident $($xml:literal),+) => { matches!($name, $($xml)|+) };
}
