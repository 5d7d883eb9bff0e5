//! Reasons to refuse an action.

/// The rules that an action can break, one line each: its stable name, its variant, and what it
/// says.
///
/// `illegal! { NOT_ASKED = NotAsked: "no decision is open for this seat"; }` makes an enum
/// `Illegal` with `name()`, which displays the text. One of them is `NotAsked`. The texts reveal
/// nothing that the seat doesn't see; a variant's documentation is its text, and what stands before
/// its line.
macro_rules! illegal {
    ($($(#[$doc:meta])* $NAME:ident = $Variant:ident: $text:literal;)+) => {
        /// The rule that an action breaks. One variant per rule; the texts reveal nothing that the
        /// seat doesn't see.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Illegal {
            $(#[doc = concat!("\"", $text, "\".")] $(#[$doc])* $Variant,)+
        }

        impl Illegal {
            /// The rule's stable name, SCREAMING_SNAKE_CASE.
            pub const fn name(self) -> &'static str {
                match self { $(Illegal::$Variant => stringify!($NAME),)+ }
            }
        }

        impl $crate::kit::Illegal for Illegal {
            const NOT_ASKED: Illegal = Illegal::NotAsked;

            fn rule_name(self) -> &'static str {
                self.name()
            }
        }

        impl core::fmt::Display for Illegal {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(match self { $(Illegal::$Variant => $text,)+ })
            }
        }
    };
}

pub(crate) use illegal;
