//! Enums of parts and of settings, which know the names and the numbers of their variants.

/// Declares a public enum that crosses the boundary: by the numbers of its variants, which are never given to another
/// meaning. What a variant holds has a name, and a default where a line that chooses the variant begins with one; a variant
/// may be `in` a family. The enum itself begins with what stands behind `from`, or with its first variant.
macro_rules! named {
    (
        $(#[doc = $title:literal])+
        #[derive($($derived:ident),*)]
        $(#[$attribute:meta])?
        pub enum $name:ident $(<$lifetime:lifetime>)? {
            $(
                $(#[doc = $doc:literal])+ $(#[default $($default:tt)?])?
                $variant:ident $(($part:ident: $part_type:ty))?
                $({ $(
                    $(#[doc = $field_doc:literal])+
                    $field:ident: $type:ty $(= $begun:expr)? $(=> $range:expr, $error:ident)?
                ),* $(,)? })?
                = $number:literal $(in $family:ident)?,
            )*
        }
        $(from $from:expr)?
    ) => {
        $(#[doc = $title])+
        #[derive($($derived),*)]
        $(#[$attribute])?
        pub enum $name $(<$lifetime>)? {
            $(
                $(#[doc = $doc])+ $(#[default $($default)?])?
                $variant $(($part_type))? $({ $(
                    $(#[doc = $field_doc])+
                    $(#[doc = concat!("\n\nRange: `", stringify!($range), "`.")])?
                    $field: $type
                ),* })?,
            )*
        }

        #[allow(unused_imports, unused_variables, reason = "of fields and ranges each enum uses some")]
        const _: () = {
            use $crate::schema::{Value, above, at_least};

            impl<$($lifetime,)? R: $crate::num::Real> $crate::range::Ranges<R> for $name $(<$lifetime>)? {
                fn check_ranges(&self) -> Result<(), $crate::Error> {
                    match *self { $(Self::$variant { $($($field,)*)? .. } => {
                        $($($(
                            $crate::range::inside::<R>($range, $field, $crate::Error::$error)?;
                        )?)*)?
                    })* }
                    Ok(())
                }
            }
        };

        impl $(<$lifetime>)? $name $(<$lifetime>)? {
            /// The names of all variants, for tests that none is forgotten.
            #[doc(hidden)]
            pub const NAMES: &'static [&'static str] = &[$(stringify!($variant)),*];
        }

        impl $(<$lifetime>)? $crate::schema::Listed for $name $(<$lifetime>)? {
            const LIST: $crate::schema::List = $crate::schema::List {
                name: stringify!($name),
                doc: &[$($title),+],
                begun: || $crate::schema::Numbered::number(&<Self as $crate::text::Fresh>::fresh()),
                enumerators: &[$($crate::schema::Enumerator {
                    name: stringify!($variant),
                    number: $number,
                    doc: &[$($doc),+],
                    family: concat!($(stringify!($family))?),
                    fields: &[
                        $($crate::schema::Field {
                            name: stringify!($part), of: stringify!($part_type),
                            typed: <$part_type as $crate::schema::Typed>::OF,
                            doc: &[], default: "", range: $crate::schema::ANY, error: "",
                        },)?
                        $($($crate::schema::Field {
                            name: stringify!($field), of: stringify!($type),
                            typed: <$type as $crate::schema::Typed>::OF,
                            doc: &[$($field_doc),+], default: concat!($(stringify!($begun))?),
                            range: $crate::named::named!(@range $($range)?), error: concat!($(stringify!($error))?),
                        },)*)?
                    ],
                }),*],
            };
        }

        impl $(<$lifetime>)? $crate::schema::Numbered for $name $(<$lifetime>)? {
            fn number(&self) -> i32 {
                match self { $(Self::$variant { .. } => $number,)* }
            }

            fn numbered(number: i32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$variant
                        $((<$part_type as $crate::text::Fresh>::fresh()))?
                        $({ $($field: $crate::text::lines!(fresh $type $(, $begun)?)),* })?),)*
                    _ => None,
                }
            }
        }

        impl $(<$lifetime>)? $crate::schema::Typed for $name $(<$lifetime>)? {
            const OF: $crate::schema::Of = $crate::schema::Of::List(&<Self as $crate::schema::Listed>::LIST);
        }

        $crate::named::named!(@ends $(@$lifetime)? $name $(<$lifetime>)? {
            $(
                $variant $(($part: $part_type))? $({ $($field: $type $(= $begun)?),* })? $(in $family)?
            ),* $(; from $from)?
        });
    };
    (@range) => { $crate::schema::ANY };
    (@range $range:expr) => {{
        #[allow(unused_imports, reason = "it is one of them")]
        use $crate::schema::{above, at_least};
        $range
    }};
    (@ends $($entry:tt)+) => {
        #[allow(unused_imports, reason = "an enum whose variants hold nothing needs few")]
        const _: () = {
            use $crate::Error;
            use $crate::built;
            use $crate::image::{Image, Sink, Source, count, first, image, largest};
            use $crate::text::{Digests, Fresh, Key, Lines, below, lines, write_line};
            use core::fmt::Write;

            image! { enum $($entry)+ }
            lines! { enum $($entry)+ }
        };
    };
}
pub(crate) use named;
