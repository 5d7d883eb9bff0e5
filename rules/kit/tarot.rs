//! The tarot deck: 56 minors of four suits and 22 others, the Fool first, in canonical order.

/// Number of cards.
pub const CARDS: u8 = 78;
/// Number of minors.
pub const MINORS: u8 = 56;

/// What every game with this deck asks of a card: `tarot!(Card of House by house)` for a `pub
/// struct Card(u8)`, a type of suits with `ALL` of them, and the name of the function that
/// gives a card's suit.
///
/// Minors are `14 * suit + value - 1` (0..56), the others `56 + number` (56..78). This is a macro
/// because the functions are `const`.
macro_rules! tarot {
    ($Card:ident of $Suit:ident by $suit:ident) => {
        impl $Card {
            /// The Fool, number 0 of the 22.
            pub const FOOL: $Card = $Card($crate::kit::tarot::MINORS);

            /// The card with this number; `None` from 78 on.
            pub const fn new(number: u8) -> Option<$Card> {
                if number < $crate::kit::tarot::CARDS { Some($Card(number)) } else { None }
            }

            /// The card at this bit of a set.
            pub(super) const fn from_bit(bit: u32) -> $Card {
                $Card(bit as u8)
            }

            /// The minor of a suit with `value` 1..=14 (knave 11, knight 12, queen 13, king 14).
            pub const fn minor(suit: $Suit, value: u8) -> Option<$Card> {
                if value >= 1 && value <= 14 {
                    Some($Card(suit as u8 * 14 + value - 1))
                } else {
                    None
                }
            }

            /// The major with this number, 1..=21, or the Fool for 0.
            pub const fn major(number: u8) -> Option<$Card> {
                if number < 22 { Some($Card($crate::kit::tarot::MINORS + number)) } else { None }
            }

            /// 0..78 in canonical order.
            pub const fn number(self) -> u8 {
                self.0
            }

            /// The number, as an index.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Whether this is one of the 56.
            pub const fn is_minor(self) -> bool {
                self.0 < $crate::kit::tarot::MINORS
            }

            /// A minor's suit.
            pub const fn $suit(self) -> Option<$Suit> {
                if self.is_minor() { Some($Suit::ALL[(self.0 / 14) as usize]) } else { None }
            }

            /// A minor's value 1..=14; 0 for all others.
            pub const fn value(self) -> u8 {
                if self.is_minor() { self.0 % 14 + 1 } else { 0 }
            }

            /// A major's number 1..=21, 0 for the Fool.
            pub const fn major_number(self) -> Option<u8> {
                if self.is_minor() { None } else { Some(self.0 - $crate::kit::tarot::MINORS) }
            }
        }

        impl core::fmt::Debug for $Card {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }
    };
}

pub(crate) use tarot;
