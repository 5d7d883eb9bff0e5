//! Sets as bits of a number, of whatever width.

/// Goes through the bits of a number that are set, from the lowest; `$member` makes a member of
/// each one's index (a `u32`).
macro_rules! members {
    ($bits:expr, $member:expr) => {{
        let (mut bits, member) = ($bits, $member);
        core::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let lowest = bits.trailing_zeros();
            bits &= bits - 1;
            Some(member(lowest))
        })
    }};
}

/// A set that `set!` makes, to code that is generic over its members.
pub trait Set:
    Copy + Default + PartialEq + core::fmt::Debug + FromIterator<Self::Member> + Send + Sync + 'static
{
    /// What it holds.
    type Member: Copy + PartialEq + Send + Sync + 'static;
    /// Every possible member.
    const ALL: Self;

    /// Number of members.
    fn len(self) -> u8;
    /// Whether there is no member.
    fn is_empty(self) -> bool {
        self.len() == 0
    }
    /// Whether this is a member.
    fn contains(self, member: Self::Member) -> bool;
    /// Members of either.
    fn union(self, other: Self) -> Self;
    /// Members of `self` that aren't in `other`.
    fn minus(self, other: Self) -> Self;
    /// Members of both.
    fn and(self, other: Self) -> Self {
        self.minus(self.minus(other))
    }
    /// Whether a member of `self` is in `other`.
    fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }
    /// The members, ascending.
    fn iter(self) -> impl Iterator<Item = Self::Member> + Clone;
    /// A member's number among all, from 0.
    fn index_of(member: Self::Member) -> usize;
}

/// A type for sets of a type: `set! { /// What it holds. pub struct FieldSet(u8) of Field, 4; }`.
///
/// A member has `const fn index(self) -> usize`, below the count, and `const fn from_bit(bit: u32)
/// -> Self`, its inverse. Sets are ordered, and iterate, by index. This is a macro because the
/// sets' functions are `const`, which functions of a trait can't be.
macro_rules! set {
    ($(#[$doc:meta])* pub struct $Set:ident($bits:ty) of $Member:ty, $count:expr;) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Set($bits);

        impl $Set {
            /// No member.
            pub const EMPTY: $Set = $Set(0);
            /// Every possible member.
            pub const ALL: $Set = $Set(<$bits>::MAX >> (<$bits>::BITS - $count as u32));

            /// One member.
            pub const fn only(member: $Member) -> $Set {
                $Set(1 << member.index())
            }

            /// The set with these bits, by index; `None` if there is one that no member has.
            pub const fn from_bits(bits: $bits) -> Option<$Set> {
                if $Set(bits).is_within($Set::ALL) { Some($Set(bits)) } else { None }
            }

            /// Bits by index.
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// Whether this is a member.
            pub const fn contains(self, member: $Member) -> bool {
                self.0 >> member.index() & 1 == 1
            }

            /// Whether there is no member.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Number of members.
            pub const fn len(self) -> u8 {
                self.0.count_ones() as u8
            }

            /// The members, and this one.
            pub const fn with(self, member: $Member) -> $Set {
                $Set(self.0 | 1 << member.index())
            }

            /// Members of either.
            pub const fn union(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }

            /// Members of both.
            pub const fn and(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }

            /// Members of `self` that aren't in `other`.
            pub const fn minus(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }

            /// Whether every member is in `other`.
            pub const fn is_within(self, other: $Set) -> bool {
                self.0 & !other.0 == 0
            }

            /// Whether a member of `self` is in `other`.
            pub const fn meets(self, other: $Set) -> bool {
                self.0 & other.0 != 0
            }

            /// The members that come after `member`.
            pub const fn after(self, member: $Member) -> $Set {
                $Set(self.0 & !((2 as $bits) << member.index()).wrapping_sub(1))
            }

            /// The members that come before `member`.
            pub const fn before(self, member: $Member) -> $Set {
                $Set(self.0 & ((1 << member.index()) - 1))
            }

            /// The first member.
            pub const fn first(self) -> Option<$Member> {
                if self.0 == 0 { None } else { Some(<$Member>::from_bit(self.0.trailing_zeros())) }
            }

            /// The last member.
            pub const fn last(self) -> Option<$Member> {
                if self.0 == 0 { None } else { Some(<$Member>::from_bit(<$bits>::BITS - 1 - self.0.leading_zeros())) }
            }

            /// Adds a member.
            pub fn insert(&mut self, member: $Member) {
                self.0 |= 1 << member.index();
            }

            /// Takes a member away.
            pub fn remove(&mut self, member: $Member) {
                self.0 &= !(1 << member.index());
            }

            /// The members, ascending.
            pub fn iter(self) -> impl Iterator<Item = $Member> + Clone {
                $crate::kit::set::members!(self.0, <$Member>::from_bit)
            }
        }

        $crate::kit::set::set_traits!($Set of $Member);
    };
}

/// What a type for sets implements by its functions of the same names: `Set`, collecting, and the
/// members as its debug text.
macro_rules! set_traits {
    ($Set:ident of $Member:ty) => {
        impl $crate::kit::Set for $Set {
            type Member = $Member;
            const ALL: $Set = $Set::ALL;

            fn len(self) -> u8 {
                $Set::len(self)
            }

            fn contains(self, member: $Member) -> bool {
                $Set::contains(self, member)
            }

            fn union(self, other: $Set) -> $Set {
                $Set::union(self, other)
            }

            fn minus(self, other: $Set) -> $Set {
                $Set::minus(self, other)
            }

            fn iter(self) -> impl Iterator<Item = $Member> + Clone {
                $Set::iter(self)
            }

            fn index_of(member: $Member) -> usize {
                member.index()
            }
        }

        impl $crate::kit::numbered::Numbered for $Member {
            fn to_number(self) -> u32 {
                self.index() as u32
            }

            fn from_number(number: u32) -> Option<$Member> {
                (number < <$Set>::ALL.len().into()).then(|| <$Member>::from_bit(number))
            }
        }

        impl FromIterator<$Member> for $Set {
            fn from_iter<I: IntoIterator<Item = $Member>>(members: I) -> $Set {
                let mut set = $Set::EMPTY;
                for member in members {
                    set.insert(member);
                }
                set
            }
        }

        impl core::fmt::Debug for $Set {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }
    };
}

pub(crate) use {members, set, set_traits};
