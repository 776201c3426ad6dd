//! The fields of a struct of the ABI with their places: what a `struct_size` may end on, and what a test pins.

/// Larger than any struct of this ABI will ever be: a size beyond it was never set.
pub(crate) const STRUCT_SIZE_MAX: usize = 4096;

/// A field of a C struct, small: a firmware has some hundreds.
pub(crate) struct Field {
    offset: u16,
    size: u8,
    /// Whether a struct within does not go on behind it, and twice whether it is there for later.
    flags: u8,
    #[cfg(test)]
    pub(crate) of: fn() -> &'static str,
}

impl Field {
    pub(crate) const fn new(
        offset: usize,
        size: usize,
        is_room: bool,
        #[cfg(test)] of: fn() -> &'static str,
    ) -> Self {
        assert!(offset < STRUCT_SIZE_MAX && size <= u8::MAX as usize);
        Self {
            offset: offset as u16,
            size: size as u8,
            flags: 1 + 2 * is_room as u8,
            #[cfg(test)]
            of,
        }
    }

    pub(crate) const fn offset(&self) -> usize {
        self.offset as usize
    }

    pub(crate) const fn size(&self) -> usize {
        self.size as usize
    }

    /// Whether a struct within does not go on behind it.
    pub(crate) fn is_last(&self) -> bool {
        self.flags & 1 != 0
    }

    /// Whether it is there for later, and 0.
    pub(crate) const fn is_room(&self) -> bool {
        self.flags & 2 != 0
    }
}

/// A struct of the ABI.
pub(crate) trait Fields: Sized {
    /// All of them, in order.
    const FIELDS: &'static [Field];

    /// Their names.
    const NAMES: &'static [&'static str];
}

/// Whether the outermost struct within that a path goes through has the next field, too.
const fn goes_on(path: &str, next: &str) -> bool {
    let (path, next) = (path.as_bytes(), next.as_bytes());
    let mut i = 0;
    while i < path.len() && i < next.len() && path[i] == next[i] {
        if path[i] == b'.' {
            return true;
        }
        i += 1;
    }
    false
}

/// Fields with these names.
pub(crate) const fn ended<const N: usize>(mut fields: [Field; N], names: &[&str]) -> [Field; N] {
    let mut i = 1;
    while i < N {
        fields[i - 1].flags -= goes_on(names[i - 1], names[i]) as u8;
        i += 1;
    }
    fields
}

pub(crate) const fn field_size<T, F>(_: fn(&T) -> &F) -> usize {
    size_of::<F>()
}

#[cfg(test)]
pub(crate) fn field_type<T, F>(_: fn(&T) -> &F) -> &'static str {
    core::any::type_name::<F>()
}

/// A field that is missing is an error, by the sum of their sizes. Behind the last there is no padding, on any target:
/// what is added later is beyond the end of what is there. Room for a later field is 0.
macro_rules! fields {
    ($( $name:ident { $( $($field:ident).+ $(: $kind:ident)? ),* $(,)? } )*) => {
        $(
            impl $crate::fields::Fields for $name {
                const FIELDS: &'static [$crate::fields::Field] = &$crate::fields::ended([$($crate::fields::Field::new(
                    core::mem::offset_of!($name, $($field).+),
                    $crate::fields::field_size(|it: &$name| &it.$($field).+),
                    $crate::fields::fields!(@is_room $($kind)?),
                    #[cfg(test)]
                    || $crate::fields::field_type(|it: &$name| &it.$($field).+),
                )),*], Self::NAMES);
                const NAMES: &'static [&'static str] = &[$($crate::fields::fields!(@path $($field).+)),*];
            }

            const _: () = {
                let [.., last] = <$name as $crate::fields::Fields>::FIELDS else { panic!("no fields") };
                // Where a pointer is as long as a number there is none between them, either.
                let (mut size, mut rest) = (0, <$name as $crate::fields::Fields>::FIELDS);
                while let [field, others @ ..] = rest {
                    (size, rest) = (size + field.size(), others);
                }
                assert!(cfg!(not(target_pointer_width = "64")) || size == size_of::<$name>(), "a field is missing");
                assert!(last.offset() + last.size() == size_of::<$name>(), "padding at the end");
            };
        )*

        /// The structs of this list with their sizes and the names of their fields.
        #[cfg(test)]
        pub(crate) const STRUCTS: &[(&str, usize, &[$crate::fields::Field], &[&str])] = &[$((
            stringify!($name),
            size_of::<$name>(),
            <$name as $crate::fields::Fields>::FIELDS,
            <$name as $crate::fields::Fields>::NAMES,
        )),*];
    };
    (@path $first:ident $(. $field:ident)*) => { concat!(stringify!($first) $(, ".", stringify!($field))*) };
    (@is_room room) => { true };
    (@is_room $($kind:ident)?) => { false };
}
pub(crate) use fields;

/// Structs that are one of the core's, field by field: a flag is 0 or 1 here.
macro_rules! records {
    ($( $name:ident of $core:ident { $( $field:ident $(: $kind:ident)? ),* $(,)? } )*) => {
        fields! { $( $name { struct_size, $( $field $(: $kind)? ),* } )* }
        $(
            /// All of the core's.
            const _: () = {
                let own = [$(records!(@counts $($kind)?)),*];
                let (mut count, mut rest) = (0, own.as_slice());
                while let [one, others @ ..] = rest {
                    (count, rest) = (count + *one, others);
                }
                assert!(count == <$core as core_crate::schema::Described>::RECORD.fields.len());
            };

            impl From<$core> for $name {
                fn from(it: $core) -> Self {
                    Self { struct_size: size_of::<Self>(), $($field: records!(@from it.$field $($kind)?)),* }
                }
            }

            impl Default for $name {
                fn default() -> Self {
                    $core::default().into()
                }
            }

            impl $name {
                /// Refuses a flag that is neither 0 nor 1.
                #[allow(dead_code, reason = "not every struct comes from a caller")]
                pub(crate) fn core(&self) -> Result<$core, core_crate::Error> {
                    let mut it = $core::default();
                    $( records!(@into it self.$field $($kind)?); )*
                    Ok(it)
                }
            }
        )*
    };
    (@counts room) => { 0 };
    (@counts $($kind:ident)?) => { 1 };
    (@from $it:ident.$field:ident) => { $it.$field };
    (@from $it:ident.$field:ident flag) => { i32::from($it.$field) };
    (@from $it:ident.$field:ident room) => { 0 };
    (@into $it:ident $own:ident.$field:ident) => { $it.$field = $own.$field };
    (@into $it:ident $own:ident.$field:ident flag) => { $it.$field = $crate::flag::flag($own.$field)? };
    (@into $it:ident $own:ident.$field:ident room) => {};
}
pub(crate) use records;

/// Enums, of which C passes the numbers.
macro_rules! kinds {
    ($( $name:ident $(or $error:ident)? { $($variant:ident),* $(,)? } )*) => { $(
        #[allow(dead_code, reason = "not every enum is a setting, or gone through")]
        impl $name {
            /// All of them, in the order of their numbers.
            pub(crate) const ALL: &[Self] = &[$(Self::$variant),*];

            $(
                /// The one with this number, or the error that names the setting.
                pub(crate) fn from_number(number: i32) -> Result<Self, core_crate::Error> {
                    let found = Self::ALL.iter().find(|kind| **kind as i32 == number);
                    found.copied().ok_or(core_crate::Error::$error)
                }
            )?
        }
    )* };
}
pub(crate) use kinds;
