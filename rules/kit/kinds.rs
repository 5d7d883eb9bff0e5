//! Kinds of decision.

use core::fmt::Debug;

/// A kind of decision; `kinds!` implements it.
pub trait Kind: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// How many kinds there are.
    const COUNT: usize;
    /// The number, from 1.
    fn number(self) -> usize;
    /// Maximum number of actions in a legal list of this kind.
    fn legal_max(self) -> usize;
    /// What it asks, as a question.
    fn prompt(self) -> &'static str;
}

/// The kinds of decision of a game: one entry each, with the longest legal list that a decision of
/// the kind can have, and what it asks.
///
/// `kinds! { pub enum Kind { /// A move. Move: 49, "Place, discard or pass?"; } }` makes an enum
/// numbered from 1 with `ALL`, `legal_max()` and `prompt()`.
macro_rules! kinds {
    ($(#[$doc:meta])* pub enum $Kind:ident {
        $(#[$of_first:meta])* $First:ident: $most_first:expr, $prompt_first:literal;
        $($(#[$of:meta])* $Variant:ident: $most:expr, $prompt:literal;)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $Kind {
            $(#[$of_first])*
            #[doc = concat!("At most ", stringify!($most_first), " answers.")]
            $First = 1,
            $(
                $(#[$of])*
                #[doc = concat!("At most ", stringify!($most), " answers.")]
                $Variant,
            )+
        }

        impl $Kind {
            /// Every kind.
            pub const ALL: [$Kind; [$Kind::$First, $($Kind::$Variant),+].len()] =
                [$Kind::$First, $($Kind::$Variant),+];

            /// Maximum number of actions in a legal list of this kind.
            pub const fn legal_max(self) -> usize {
                match self {
                    $Kind::$First => $most_first,
                    $($Kind::$Variant => $most,)+
                }
            }

            /// What it asks, as a question.
            pub const fn prompt(self) -> &'static str {
                match self {
                    $Kind::$First => $prompt_first,
                    $($Kind::$Variant => $prompt,)+
                }
            }
        }

        impl $crate::kit::Kind for $Kind {
            const COUNT: usize = $Kind::ALL.len();

            fn number(self) -> usize {
                self as usize
            }

            fn legal_max(self) -> usize {
                $Kind::legal_max(self)
            }

            fn prompt(self) -> &'static str {
                $Kind::prompt(self)
            }
        }
    };
}

pub(crate) use kinds;
