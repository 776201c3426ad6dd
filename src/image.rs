//! Values as words of 64 bits: what is stored or compared has no padding, and no byte that nobody wrote.

use core::num::{NonZeroU32, NonZeroU64};

/// Words to read from; beyond the last there are zeros.
pub(crate) struct Source<'w>(pub(crate) &'w [u64]);

impl<'w> Source<'w> {
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn next(&mut self) -> u64 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    /// The next `len` words, by themselves.
    #[inline]
    pub(crate) fn take(&mut self, len: usize) -> Source<'w> {
        let (own, rest) = self.0.split_at_checked(len).unwrap_or_default();
        self.0 = rest;
        Source(own)
    }
}

/// Words to write to; what is written beyond the last is lost, and [`Image::LEN`] says how many there must be.
pub(crate) struct Sink<'w>(pub(crate) &'w mut [u64]);

impl Sink<'_> {
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn put(&mut self, word: u64) {
        if let Some((first, rest)) = core::mem::take(&mut self.0).split_first_mut() {
            *first = word;
            self.0 = rest;
        }
    }

    #[inline]
    pub(crate) fn zeros(&mut self, len: usize) {
        (0..len).for_each(|_| self.put(0));
    }
}

/// A value that is [`LEN`](Self::LEN) words, whichever of its variants it is.
///
/// Words that no value gives read as some value: nothing here can fail. What the build leaves out has words where `ALL`
/// says so, which other builds can read, and none in what a chain keeps.
pub(crate) trait Image<const ALL: bool = false>: Sized {
    const LEN: usize;
    fn write(&self, words: &mut Sink<'_>);
    fn read(words: &mut Source<'_>) -> Self;
}

/// One word, by two functions.
macro_rules! word {
    ($( $type:ty, $to:expr, $from:expr; )*) => { $(
        impl<const ALL: bool> Image<ALL> for $type {
            const LEN: usize = 1;

            #[inline]
            fn write(&self, words: &mut Sink<'_>) {
                words.put($to(*self));
            }

            #[inline]
            fn read(words: &mut Source<'_>) -> Self {
                $from(words.next())
            }
        }
    )* };
}

word! {
    u64, |x| x, |word| word;
    u32, u64::from, |word| word as u32;
    usize, |x| x as u64, |word| word as usize;
    bool, u64::from, |word| word != 0;
    f64, f64::to_bits, f64::from_bits;
    NonZeroU32, |x: NonZeroU32| u64::from(x.get()), |word| NonZeroU32::new(word as u32).unwrap_or(NonZeroU32::MIN);
    NonZeroU64, NonZeroU64::get, |word| NonZeroU64::new(word).unwrap_or(NonZeroU64::MIN);
}

/// A caller's vector, of which a chain has its own copy: nothing.
impl<const ALL: bool> Image<ALL> for &[f64] {
    const LEN: usize = 0;

    fn write(&self, _: &mut Sink<'_>) {}

    fn read(_: &mut Source<'_>) -> Self {
        &[]
    }
}

impl<T: Image<ALL>, const N: usize, const ALL: bool> Image<ALL> for [T; N] {
    const LEN: usize = N * T::LEN;

    #[inline]
    fn write(&self, words: &mut Sink<'_>) {
        self.iter().for_each(|element| element.write(words));
    }

    #[inline]
    fn read(words: &mut Source<'_>) -> Self {
        let words = &mut words.take(Self::LEN);
        core::array::from_fn(|_| T::read(words))
    }
}

/// Two words.
impl<const ALL: bool> Image<ALL> for [u8; 16] {
    const LEN: usize = 2;

    #[inline]
    fn write(&self, words: &mut Sink<'_>) {
        self.as_chunks().0.iter().for_each(|word| words.put(u64::from_le_bytes(*word)));
    }

    #[inline]
    fn read(words: &mut Source<'_>) -> Self {
        let mut bytes = [0; 16];
        bytes.as_chunks_mut().0.iter_mut().for_each(|word| *word = words.next().to_le_bytes());
        bytes
    }
}

impl<T: Image<ALL>, const ALL: bool> Image<ALL> for Option<T> {
    const LEN: usize = 1 + T::LEN;

    #[inline]
    fn write(&self, words: &mut Sink<'_>) {
        words.put(self.is_some().into());
        match self {
            Some(value) => value.write(words),
            None => words.zeros(T::LEN),
        }
    }

    #[inline]
    fn read(words: &mut Source<'_>) -> Self {
        if words.next() != 0 {
            return Some(T::read(words));
        }
        words.take(T::LEN);
        None
    }
}

/// The largest of some lengths.
pub(crate) const fn largest(lens: &[usize]) -> usize {
    let (mut largest, mut rest) = (0, lens);
    while let [first, others @ ..] = rest {
        (largest, rest) = (if *first > largest { *first } else { largest }, others);
    }
    largest
}

/// The index of the first that is true, or 0.
pub(crate) const fn first(all: &[bool]) -> usize {
    let mut index = 0;
    while index < all.len() && !all[index] {
        index += 1;
    }
    index % all.len()
}

/// How many are true.
pub(crate) const fn count(all: &[bool]) -> usize {
    let (mut count, mut rest) = (0, all);
    while let [one, others @ ..] = rest {
        (count, rest) = (count + *one as usize, others);
    }
    count
}

/// Structs and enums as the words of their fields, an enum's after its variant's number. A field or variant that is
/// missing here, or has another type, does not compile.
///
/// What is `in` a family that the build leaves out has no words, a field reads as what follows in brackets, and an enum
/// with one variant has no number.
macro_rules! image {
    () => {};
    (struct $(@$lifetime:lifetime)? $name:ty { $($field:ident $(in $family:ident [$value:expr])?: $type:ty),*
                        $(,)? $(; from $fresh:expr)? } $($rest:tt)*) => {
        impl<$($lifetime,)? const ALL: bool> Image<ALL> for $name {
            const LEN: usize =
                0 $(+ if true $(&& (ALL || built::$family))? { <$type as Image<ALL>>::LEN } else { 0 })*;

            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn write(&self, _words: &mut Sink<'_>) {
                let Self { $($field),* } = self;
                $(if true $(&& (ALL || built::$family))? {
                    <$type as Image<ALL>>::write($field, _words);
                })*
            }

            // Where the stack is small, a function of its own, which writes its result where it belongs.
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
            fn read(_words: &mut Source<'_>) -> Self {
                Self { $($field: {
                    $(if !(ALL || built::$family) { $value } else)? { <$type as Image<ALL>>::read(_words) }
                }),* }
            }
        }
        image! { $($rest)* }
    };
    (enum $(@$lifetime:lifetime)? $name:ty {
        $($variant:ident $(($part:ident: $part_type:ty))? $({ $($field:ident: $type:ty $(= $default:expr)?),* })?
           $(in $family:ident)?),*
        $(,)? $(; from $fresh:expr)?
    } $($rest:tt)*) => {
        const _: () = {
            #[derive(Clone, Copy)]
            enum Number { $($variant),* }

            /// Which of them the build has.
            const BUILT: &[bool] = &[$(true $(&& built::$family)?),*];

            /// What words without a variant's number read as.
            const FIRST: usize = first(BUILT);

            const fn is_kept<const ALL: bool>(number: Number) -> bool {
                ALL || BUILT[number as usize] || number as usize == FIRST
            }

            /// How many words the number takes.
            const fn number_len<const ALL: bool>() -> usize {
                if ALL || count(BUILT) > 1 { 1 } else { 0 }
            }

            impl<$($lifetime,)? const ALL: bool> Image<ALL> for $name {
                const LEN: usize = number_len::<ALL>() + largest(&[$(if is_kept::<ALL>(Number::$variant) {
                    0 $(+ <$part_type as Image<ALL>>::LEN)? $($(+ <$type as Image<ALL>>::LEN)*)?
                } else {
                    0
                }),*]);

                #[inline]
                fn write(&self, words: &mut Sink<'_>) {
                    match self { $(
                        // Refused where settings are checked.
                        Self::$variant { .. } if const { !is_kept::<ALL>(Number::$variant) } => {}
                        Self::$variant $(($part))? $({ $($field),* })? => {
                            if const { number_len::<ALL>() > 0 } {
                                words.put(Number::$variant as u64);
                            }
                            $(<$part_type as Image<ALL>>::write($part, words);)?
                            $($(<$type as Image<ALL>>::write($field, words);)*)?
                            words.zeros(const {
                                let len = number_len::<ALL>()
                                    $(+ <$part_type as Image<ALL>>::LEN)? $($(+ <$type as Image<ALL>>::LEN)*)?;
                                <Self as Image<ALL>>::LEN.saturating_sub(len)
                            });
                        }
                    )* }
                }

                #[inline]
                fn read(words: &mut Source<'_>) -> Self {
                    let words = &mut words.take(<Self as Image<ALL>>::LEN);
                    let mut number = if const { number_len::<ALL>() > 0 } { words.next() } else { FIRST as u64 };
                    loop {
                        $(if const { is_kept::<ALL>(Number::$variant) } && number == Number::$variant as u64 {
                            return Self::$variant
                                $((<$part_type as Image<ALL>>::read(words)))?
                                $({ $($field: <$type as Image<ALL>>::read(words)),* })?;
                        })*
                        number = FIRST as u64;
                    }
                }
            }
        };
        image! { $($rest)* }
    };
}
pub(crate) use image;

/// A number for a sequence of words, which tells whether another is the same.
///
/// ```text
/// x = (hash ⊕ word) K mod 2⁶⁴;   hash ← x ⊕ ⌊x/2³²⌋
/// ```
///
/// Each step is one to one in the word and in the hash before, so that sequences of one length that differ in one word
/// never have the same number. It finds damage, and is no protection against an adversary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digest(u64);

impl Digest {
    /// Of nothing.
    pub(crate) const fn new() -> Self {
        Self(0x6a09_e667_f3bc_c908)
    }

    pub(crate) fn put(&mut self, word: u64) {
        // 2⁶⁴ over the golden ratio.
        let x = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = x ^ (x >> 32);
    }

    /// Takes a value's words in.
    pub(crate) fn take<T: Image<true>>(&mut self, value: &T) {
        const ROOM: usize = 32;
        const { assert!(T::LEN <= ROOM) };
        let mut words = [0; ROOM];
        value.write(&mut Sink(&mut words));
        words.iter().take(T::LEN).for_each(|word| self.put(*word));
    }

    pub(crate) const fn finish(self) -> u64 {
        self.0
    }
}
