//! Structs that cross the boundary to other languages, of their entries: reports and plain settings, and parts of a
//! chain's settings.

/// A struct that crosses the boundary: the fields in the order of C, where new ones go to the end. What stands behind
/// `=` is a setting's default, and behind `=>` where it may be, with the error that says so; a report's numbers have no
/// default, and are not known at first.
macro_rules! record {
    (
        $(#[doc = $title:literal])+ $Name:ident $(, #[$attribute:meta])?;
        $( $(#[doc = $doc:literal])+ $field:ident: $type:ty $(= $default:literal)? $(=> $range:expr $(, $error:ident)?)?; )*
    ) => {
        $(#[doc = $title])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        $(#[$attribute])?
        pub struct $Name {
            $(
                $(#[doc = $doc])+
                $(#[doc = concat!("\n\nDefault ", stringify!($default), ".")])?
                $(#[doc = concat!("\n\nRange: `", stringify!($range), "`.")])?
                pub $field: $type,
            )*
        }

        impl Default for $Name {
            fn default() -> Self {
                Self { $($field: $crate::record::record!(@default $($default)?)),* }
            }
        }

        #[allow(unused_imports, reason = "of the ranges each record uses some")]
        const _: () = {
            use $crate::schema::{ANY, SHARE, Value, above, at_least, at_most, within};

            impl $crate::range::Ranges<f64> for $Name {
                fn check_ranges(&self) -> Result<(), $crate::Error> {
                    $($($(
                        $crate::range::inside::<f64>($range, self.$field, $crate::Error::$error)?;
                    )?)?)*
                    Ok(())
                }
            }

            impl $crate::schema::Described for $Name {
                const RECORD: $crate::schema::Record = $crate::schema::Record {
                    name: stringify!($Name),
                    doc: &[$($title),+],
                    fields: &[$($crate::schema::Field {
                        name: stringify!($field),
                        of: stringify!($type),
                        typed: <$type as $crate::schema::Typed>::OF,
                        doc: &[$($doc),+],
                        default: concat!($(stringify!($default))?),
                        range: $crate::record::record!(@range $($range)?),
                        error: concat!($($(stringify!($error))?)?),
                    }),*],
                };
            }
        };
    };
    (@default) => { $crate::schema::Value::UNKNOWN };
    (@default $default:literal) => { $default };
    (@range) => { ANY };
    (@range $range:expr) => { $range };
}
pub(crate) use record;

/// A part of a chain's settings, whose fields are in the order of its words and lines: as [`record`], and a field without a
/// default is NaN, or 0, where a line chooses the part, which every chain refuses. A field `in` a family has
/// what stands behind `else` where the build leaves that out.
macro_rules! part {
    (
        $(#[doc = $title:literal])+ $Name:ident $(<$lifetime:lifetime>)? $(: $Default:ident)? $(, #[$attribute:meta])?;
    ) => {
        $(#[doc = $title])+
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $Name;

        $crate::record::part!(@described $Name, [$($title),+] {});
        $crate::record::part!(@ends $Name {});
    };
    (
        $(#[doc = $title:literal])+ $Name:ident $(<$lifetime:lifetime>)? $(: $Default:ident)? $(, #[$attribute:meta])?;
        $(
            $(#[doc = $doc:literal])+
            $field:ident: $type:ty $(= $default:expr)? $(=> $range:expr, $error:ident)?
            $(, in $family:ident else $left_out:expr)?;
        )+
    ) => {
        $(#[doc = $title])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        $(#[$attribute])?
        pub struct $Name $(<$lifetime>)? {
            $(
                $(#[doc = $doc])+
                $(#[doc = concat!("\n\nDefault `", stringify!($default), "`.")])?
                $(#[doc = concat!("\n\nRange: `", stringify!($range), "`.")])?
                pub $field: $type,
            )+
        }

        impl $(<$lifetime>)? $Name $(<$lifetime>)? {
            /// What it begins with: its defaults.
            #[allow(dead_code, reason = "for lines, and for those that are a default")]
            pub(crate) fn begun() -> Self {
                Self { $($field: $crate::record::part!(@begun $($default)?)),+ }
            }
        }

        $crate::record::part!(@described $Name $(<$lifetime>)?, [$($title),+] {
            $( [$($doc),+] $field: $type = ($($default)?) => ($($range, $error)?); )+
        });
        $crate::record::part!(@default [$($Default)?] $(@$lifetime)? $Name $(<$lifetime>)?);
        $crate::record::part!(@ends $(@$lifetime)? $Name $(<$lifetime>)? {
            $($field $(in $family [$left_out])?: $type),+; from Self::begun()
        });
    };
    (
        @described $Name:ident $(<$lifetime:lifetime>)?, [$($title:expr),+] {
            $( [$($doc:expr),+] $field:ident: $type:ty = ($($default:expr)?) => ($($range:expr, $error:ident)?); )*
        }
    ) => {
        #[allow(unused_imports, reason = "of the ranges each part uses some")]
        const _: () = {
            use $crate::schema::{ANY, Described, Field, Of, Record, Typed, Value};
            use $crate::schema::{above, at_least, at_most, below, finite, within};

            impl<$($lifetime,)? R: $crate::num::Real> $crate::range::Ranges<R> for $Name $(<$lifetime>)? {
                fn check_ranges(&self) -> Result<(), $crate::Error> {
                    $($(
                        $crate::range::inside::<R>($range, self.$field, $crate::Error::$error)?;
                    )?)*
                    Ok(())
                }
            }

            impl $(<$lifetime>)? Described for $Name $(<$lifetime>)? {
                const RECORD: Record = Record {
                    name: stringify!($Name),
                    doc: &[$($title),+],
                    fields: &[$(Field {
                        name: stringify!($field),
                        of: stringify!($type),
                        typed: <$type as Typed>::OF,
                        doc: &[$($doc),+],
                        default: concat!($(stringify!($default))?),
                        range: $crate::record::part!(@range $($range)?),
                        error: concat!($(stringify!($error))?),
                    }),*],
                };
            }

            impl $(<$lifetime>)? Typed for $Name $(<$lifetime>)? {
                const OF: Of = Of::Record(&<Self as Described>::RECORD);
            }
        };
    };
    (@range) => { ANY };
    (@range $range:expr) => { $range };
    (@default [] $($name:tt)+) => {};
    (@default [Default] $(@$lifetime:lifetime)? $name:ty) => {
        impl $(<$lifetime>)? Default for $name {
            fn default() -> Self {
                Self::begun()
            }
        }
    };
    (@begun) => { $crate::text::Fresh::fresh() };
    (@begun $default:expr) => { $default };
    (@ends $($entry:tt)+) => {
        #[allow(unused_imports, reason = "a part without fields needs few")]
        const _: () = {
            use $crate::Error;
            use $crate::built;
            use $crate::image::{Image, Sink, Source, image};
            use $crate::text::{Digests, Fresh, Key, Lines, below, lines};
            use core::fmt::Write;

            image! { struct $($entry)+ }
            lines! { struct $($entry)+ }
        };
    };
}
pub(crate) use part;

/// A struct that C has as well: as [`part`], but without words, and with `lines` only where it says so; what has no default
/// is given to `new`.
macro_rules! entry {
    (
        $(#[doc = $title:literal])+ $Name:ident $(<$lifetime:lifetime>)? $(, $lines:ident)?;
        $(#[doc = $new:literal])+ new($($given:ident: $of:ty),*);
        $(
            $(#[doc = $doc:literal])+
            $field:ident: $type:ty $(= $default:expr)? $(=> $range:expr, $error:ident)?;
        )+
    ) => {
        $(#[doc = $title])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $Name $(<$lifetime>)? {
            $(
                $(#[doc = $doc])+
                $(#[doc = concat!("\n\nDefault `", stringify!($default), "`.")])?
                $(#[doc = concat!("\n\nRange: `", stringify!($range), "`.")])?
                pub $field: $type,
            )+
        }

        impl $(<$lifetime>)? $Name $(<$lifetime>)? {
            $(#[doc = $new])+
            pub fn new($($given: $of),*) -> Self {
                Self { $($field: $crate::record::entry!(@begun $field $(, $default)?)),+ }
            }
        }

        $crate::record::part!(@described $Name $(<$lifetime>)?, [$($title),+] {
            $( [$($doc),+] $field: $type = ($($default)?) => ($($range, $error)?); )+
        });
        $crate::record::entry!(@ends [$($lines)?] $(@$lifetime)? $Name $(<$lifetime>)? { $($field: $type),+ });
    };
    (@ends [] $($entry:tt)+) => {};
    (@ends [lines] $($entry:tt)+) => {
        const _: () = {
            use $crate::Error;
            use $crate::text::{Digests, Fresh, Key, Lines, below, lines};
            use core::fmt::Write;

            lines! { struct $($entry)+ }
        };
    };
    (@begun $given:ident) => { $given };
    (@begun $field:ident, $default:expr) => { $default };
}
pub(crate) use entry;
