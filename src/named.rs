//! Enums of parts, which know the names and the numbers of their variants.

/// Declares a public enum that crosses the boundary, what its variants hold apart: by their numbers, which are never given
/// to another meaning.
macro_rules! named {
    (
        $(#[doc = $title:literal])+
        #[derive($($derived:ident),*)]
        $(#[$attribute:meta])?
        pub enum $name:ident $(<$lifetime:lifetime>)? {
            $(
                $(#[doc = $doc:literal])+ $(#[default $($default:tt)?])?
                $variant:ident $(($($tuple:tt)*))? $({ $($fields:tt)* })? = $number:literal,
            )*
        }
    ) => {
        $(#[doc = $title])+
        #[derive($($derived),*)]
        $(#[$attribute])?
        pub enum $name $(<$lifetime>)? {
            $( $(#[doc = $doc])+ $(#[default $($default)?])? $variant $(($($tuple)*))? $({ $($fields)* })?, )*
        }

        impl $(<$lifetime>)? $name $(<$lifetime>)? {
            /// The names of all variants, for tests that none is forgotten.
            #[doc(hidden)]
            pub const NAMES: &'static [&'static str] = &[$(stringify!($variant)),*];
        }

        impl $(<$lifetime>)? $crate::schema::Listed for $name $(<$lifetime>)? {
            const LIST: $crate::schema::List = $crate::schema::List {
                name: stringify!($name),
                doc: &[$($title),+],
                enumerators: &[$($crate::schema::Enumerator {
                    name: stringify!($variant), number: $number, doc: &[$($doc),+],
                }),*],
            };
        }
    };
}
pub(crate) use named;
