//! Answers and their codes.

use super::numbered::Numbered;
use crate::Seat;

impl Numbered for Seat {
    fn to_number(self) -> u32 {
        self.number().into()
    }

    fn from_number(number: u32) -> Option<Seat> {
        Seat::new(number.try_into().ok()?)
    }
}

/// The answers of a game: one entry each, with its code, or the range of its codes, and its text.
///
/// ```text
/// actions! { pub enum Action below 512 {
///     /// No more moves in this round.
///     0 = Pass, "pass";
///     /// Place this artefact of the hand.
///     248..288 = Place(face: Face), "place {face}";
///     /// Claim this monument of the display.
///     328..338 = ClaimMonument(face: Face) from 58, "claim {face}";
/// } }
/// ```
///
/// A code is the first of the range and the number of what the answer names ([`Numbered`]), less
/// what stands after `from`. Where that isn't so, two functions number what is named, and name what
/// has a number, from 0: `352..508 = Use(face: Face, power: u8) by power_number, power_numbered`.
/// `default_rank` is left to the game.
macro_rules! actions {
    ($(#[$doc:meta])* pub enum $Action:ident below $space:literal { $(
        $(#[$of:meta])*
        $first:literal $(.. $end:literal)? = $Variant:ident $(($($field:ident: $Field:ty),+))?
            $(from $from:literal)? $(by $number:path, $numbered:path)?, $text:literal $(, $part:expr)*;
    )+ }) => {
        /// Action codes lie in `0..ACTION_SPACE`.
        pub const ACTION_SPACE: u32 = $space;

        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $Action { $(
            $(#[$of])*
            #[doc = concat!("Code ", stringify!($first) $(, "..", stringify!($end))?, ".")]
            $Variant $(($($Field),+))?,
        )+ }

        impl $Action {
            /// The action's number.
            pub fn code(self) -> $crate::ActionCode {
                use $crate::kit::actions::actions;
                $crate::ActionCode(match self { $(
                    $Action::$Variant $(($($field),+))? => {
                        actions!(@code $first $(, $($field),+)? $(; from $from)? $(; by $number)?)
                    }
                )+ })
            }

            /// The action with this number.
            pub fn from_code($crate::ActionCode(code): $crate::ActionCode) -> Option<$Action> {
                use $crate::kit::actions::actions;
                Some(match code {
                    $($first $(.. $end)? => {
                        actions!(@action $Action::$Variant, code - $first $(, $($field),+)?
                            $(; from $from)? $(; by $numbered)?)
                    })+
                    _ => return None,
                })
            }
        }

        impl $crate::kit::Action for $Action {
            fn code(self) -> $crate::ActionCode {
                $Action::code(self)
            }

            fn from_code(code: $crate::ActionCode) -> Option<$Action> {
                $Action::from_code(code)
            }

            fn default_rank(self) -> u8 {
                $Action::default_rank(self)
            }
        }

        impl core::fmt::Display for $Action {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match *self {
                    $($Action::$Variant $(($($field),+))? => write!(f, $text $(, $part)*),)+
                }
            }
        }
    };
    (@code $first:literal) => { $first };
    (@code $first:literal, $field:ident) => {
        $first + $crate::kit::numbered::Numbered::to_number($field)
    };
    (@code $first:literal, $field:ident; from $from:literal) => {
        $first + $crate::kit::numbered::Numbered::to_number($field) - $from
    };
    (@code $first:literal, $($field:ident),+; by $number:path) => { $first + $number($($field),+) };
    (@action $Action:ident::$Variant:ident, $number:expr) => { $Action::$Variant };
    (@action $Action:ident::$Variant:ident, $number:expr, $field:ident) => {
        $Action::$Variant($crate::kit::numbered::Numbered::from_number($number)?)
    };
    (@action $Action:ident::$Variant:ident, $number:expr, $field:ident; from $from:literal) => {
        $Action::$Variant($crate::kit::numbered::Numbered::from_number($number + $from)?)
    };
    (@action $Action:ident::$Variant:ident, $number:expr, $($field:ident),+; by $numbered:path) => {{
        let ($($field),+) = $numbered($number)?;
        $Action::$Variant($($field),+)
    }};
}

pub(crate) use actions;
