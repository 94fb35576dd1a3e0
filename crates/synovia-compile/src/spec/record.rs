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
            $(
                #[doc = concat!("See [`", stringify!($Element), "`](struct@", stringify!($Element), ").")]
                pub $attribute: $T,
            )*
            $( $(#[$doc])* pub $field: $F, )*
        }

        impl $Record {
            /// The record of the attributes of an element.
            fn of(values: &<$Element as synovia_mjcf::Element>::Values<'_>) -> Self {
                Self {
                    $( $attribute: values.$attribute, )*
                    $( $field: $value, )*
                }
            }
        }

        impl Default for $Record {
            fn default() -> Self {
                Self::of(&$Element::BUILTIN)
            }
        }
    };
}
pub(super) use record;
