//! Enums that know the names of their variants.

/// Declares a public enum with `NAMES`, so that a test over all variants cannot miss one.
macro_rules! named {
    (
        $(#[$of_enum:meta])*
        pub enum $name:ident $(<$lifetime:lifetime>)? {
            $( $(#[$of_variant:meta])* $variant:ident $(($($tuple:tt)*))? $({ $($fields:tt)* })?, )*
        }
    ) => {
        $(#[$of_enum])*
        pub enum $name $(<$lifetime>)? {
            $( $(#[$of_variant])* $variant $(($($tuple)*))? $({ $($fields)* })?, )*
        }

        impl $(<$lifetime>)? $name $(<$lifetime>)? {
            /// The names of all variants, for tests that none is forgotten.
            #[doc(hidden)]
            pub const NAMES: &'static [&'static str] = &[$(stringify!($variant)),*];
        }
    };
}
pub(crate) use named;
