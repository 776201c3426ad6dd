//! Structs that cross the boundary to other languages, of their entries.

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
            use $crate::schema::{ANY, SHARE, Value, above, at_least, within};

            impl $Name {
                /// Refuses settings outside their ranges.
                #[allow(dead_code, reason = "a report is not refused")]
                pub(crate) fn check_ranges(&self) -> Result<(), $crate::Error> {
                    $($($(
                        if !$range.has(Value::number(self.$field)) {
                            return Err($crate::Error::$error);
                        }
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
