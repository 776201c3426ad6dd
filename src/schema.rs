//! What crosses the boundary to other languages, written once: an entry makes the type here and is data as well, of which
//! `cargo run -p schema` makes all other ends.

/// From where to where a number goes. NaN, which stands for a number that is not known, is nowhere.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The lower end, and whether it belongs to the range.
    pub low: (f64, bool),
    /// The upper end, likewise.
    pub high: (f64, bool),
    /// Which number has to be inside.
    pub held: Held,
}

/// A number as a part holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// As it is given.
    Given,
    /// In the precision of θ.
    InTheta,
    /// In the precision of θ, in which the inverse of its square is finite, too.
    Divisor,
}

/// Whatever its type can be.
pub(crate) const ANY: Range =
    Range { low: (f64::NEG_INFINITY, true), high: (f64::INFINITY, true), held: Held::Given };

/// A share of something.
pub(crate) const SHARE: Range = within(0.0, 1.0);

pub(crate) const fn above(low: f64) -> Range {
    Range { low: (low, false), ..ANY }
}

pub(crate) const fn at_least(low: f64) -> Range {
    Range { low: (low, true), ..ANY }
}

pub(crate) const fn within(low: f64, high: f64) -> Range {
    at_least(low).at_most(high)
}

pub(crate) const fn below(high: f64) -> Range {
    ANY.below(high)
}

pub(crate) const fn at_most(high: f64) -> Range {
    ANY.at_most(high)
}

pub(crate) const fn finite() -> Range {
    Range { low: (f64::NEG_INFINITY, false), ..ANY.finite() }
}

impl Range {
    pub(crate) const fn at_most(self, high: f64) -> Self {
        Self { high: (high, true), ..self }
    }

    pub(crate) const fn below(self, high: f64) -> Self {
        Self { high: (high, false), ..self }
    }

    pub(crate) const fn finite(self) -> Self {
        self.below(f64::INFINITY)
    }

    pub(crate) const fn in_theta(self) -> Self {
        Self { held: Held::InTheta, ..self }
    }

    pub(crate) const fn as_divisor(self) -> Self {
        Self { held: Held::Divisor, ..self }
    }

    /// Whether `number` is inside.
    pub fn has(self, number: f64) -> bool {
        between(number, self.low, self.high)
    }
}

/// Whether a number of any type is between two, each with whether it counts.
#[inline(always)]
pub(crate) fn between<N: PartialOrd>(number: N, low: (N, bool), high: (N, bool)) -> bool {
    (number > low.0 || low.1 && number == low.0) && (number < high.0 || high.1 && number == high.0)
}

/// What a field can be.
pub(crate) trait Value: Copy {
    /// Of a number that is not known yet.
    const UNKNOWN: Self;

    fn number(self) -> f64;

    /// Whether it is in a range whose finite ends are of its type.
    fn is_in(self, range: Range) -> bool;
}

macro_rules! values {
    ($($type:ty, $unknown:expr, |$value:ident| $number:expr, |$end:ident| $of_end:expr;)*) => { $(
        impl Value for $type {
            const UNKNOWN: Self = $unknown;

            fn number(self) -> f64 {
                let $value = self;
                $number
            }

            #[inline(always)]
            fn is_in(self, range: Range) -> bool {
                let of_type = |($end, counts): (f64, bool)| ($of_end, counts);
                between(self, of_type(range.low), of_type(range.high))
            }
        }
    )* };
}

values! {
    f64, f64::NAN, |number| number, |end| end;
    u64, 0, |number| number as f64, |end| end as u64;
    usize, 0, |number| number as f64, |end| end as usize;
    u32, 0, |number| number.into(), |end| end as u32;
    i32, 0, |number| number.into(), |end| end as i32;
    bool, false, |flag| u32::from(flag).into(), |end| end > 0.0;
}

macro_rules! typed {
    ($($type:ty),*) => { $(
        impl Typed for $type {
            const OF: Of = Of::Value;
        }
    )* };
}

typed!(f64, u64, usize, u32, i32, bool, &[f64]);

impl<T: Typed> Typed for Option<T> {
    const OF: Of = T::OF;
}

/// A caller's numbers, as many as there are parameters.
pub type EachParameter<'a> = &'a [f64];

/// A caller's numbers, d × d of them, row by row.
pub type EachPair<'a> = &'a [f64];

/// An enum without fields that crosses the boundary, by its numbers, which are never given to another meaning.
macro_rules! choice {
    (
        $(#[doc = $title:literal])+ $Name:ident $(, #[$attribute:meta])*;
        $( $(#[doc = $doc:expr])+ $variant:ident = $number:literal; )*
    ) => {
        $(#[doc = $title])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $(#[$attribute])*
        #[repr(i32)]
        pub enum $Name {
            $( $(#[doc = $doc])+ $variant = $number, )*
        }

        impl $Name {
            /// All of them, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The variant's name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => stringify!($variant),)* }
            }

            /// The one with this number.
            pub const fn from_number(number: i32) -> Option<Self> {
                match number { $($number => Some(Self::$variant),)* _ => None }
            }
        }

        impl $crate::schema::Listed for $Name {
            const LIST: $crate::schema::List = $crate::schema::List {
                name: stringify!($Name),
                doc: &[$($title),+],
                begun: || 0,
                enumerators: &[$($crate::schema::Enumerator {
                    name: stringify!($variant), number: $number, doc: &[$($doc),+], family: "", fields: &[],
                }),*],
            };
        }
    };
}
pub(crate) use choice;

/// An entry as data.
#[allow(missing_docs, reason = "each is what the macros put there")]
mod data {
    use super::Range;

    pub struct Field {
        pub name: &'static str,
        pub of: &'static str,
        pub typed: Of,
        pub doc: &'static [&'static str],
        /// Empty for what has none.
        pub default: &'static str,
        pub range: Range,
        /// Empty where nothing is checked.
        pub error: &'static str,
    }

    /// What a field's type is made of.
    pub enum Of {
        Value,
        Record(&'static Record),
        List(&'static List),
    }

    pub trait Typed {
        const OF: Of;
    }

    pub struct Record {
        pub name: &'static str,
        pub doc: &'static [&'static str],
        pub fields: &'static [Field],
    }

    pub trait Described {
        const RECORD: Record;
    }

    pub struct Enumerator {
        pub name: &'static str,
        pub number: i32,
        pub doc: &'static [&'static str],
        /// Empty where every build has it.
        pub family: &'static str,
        /// What it holds.
        pub fields: &'static [Field],
    }

    pub struct List {
        pub name: &'static str,
        pub doc: &'static [&'static str],
        /// The number that settings begin with.
        pub begun: fn() -> i32,
        pub enumerators: &'static [Enumerator],
    }

    pub trait Listed {
        const LIST: List;
    }

    /// Variants by their numbers.
    pub trait Numbered: Sized {
        fn number(&self) -> i32;

        /// The variant, with what a line that chooses it begins with.
        fn numbered(number: i32) -> Option<Self>;
    }
}
pub use data::*;
