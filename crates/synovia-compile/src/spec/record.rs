//! Records: elements in the one form that all their tags share, with every value known.

/// Declares a record: the attributes that it has under the name and with the built-in value of its element, then fields of its own.
macro_rules! record {
    (
        $(#[$meta:meta])*
        pub struct $Record:ident of $Element:ident {
            $( $attribute:ident: $T:ty, )*
        }
        own {
            $( $(#[$doc:meta])* $field:ident: $F:ty = $value:expr, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $Record {
            /// Where the element was written.
            pub span: synovia_mjcf::Span,
            /// Name.
            pub name: synovia_mjcf::Attr<String>,
            $(
                #[doc = concat!("See [`", stringify!($Element), "`](struct@", stringify!($Element), ").")]
                pub $attribute: $T,
            )*
            $( $(#[$doc])* pub $field: $F, )*
        }

        impl Default for $Record {
            fn default() -> Self {
                Self {
                    span: synovia_mjcf::Span::default(),
                    name: synovia_mjcf::Attr::default(),
                    $( $attribute: $Element::BUILTIN.$attribute, )*
                    $( $field: $value, )*
                }
            }
        }
    };
}
pub(super) use record;
