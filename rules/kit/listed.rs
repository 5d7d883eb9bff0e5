//! Enums that know their variants.

/// An enum with `ALL` of its variants, in order: `listed! { /// A suit. pub enum Suit { /// Cups.
/// Cups } }`. With a text for each variant, `Cups: "Cups"`, it displays as that text, which then
/// begins the variant's documentation.
macro_rules! listed {
    ($(#[$doc:meta])* pub enum $Name:ident {
        $($(#[$of:meta])* $Variant:ident: $text:literal),+ $(,)?
    }) => {
        $crate::kit::listed! {
            $(#[$doc])*
            pub enum $Name {
                $(#[doc = concat!("\"", $text, "\".")] $(#[$of])* $Variant),+
            }
        }

        impl core::fmt::Display for $Name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(match self { $($Name::$Variant => $text,)+ })
            }
        }
    };
    ($(#[$doc:meta])* pub enum $Name:ident {
        $($(#[$of:meta])* $Variant:ident $(= $number:literal)?),+ $(,)?
    }) => {
        $(#[$doc])*
        pub enum $Name {
            $($(#[$of])* $Variant $(= $number)?),+
        }

        impl $Name {
            /// All, in canonical order.
            pub const ALL: [$Name; [$($Name::$Variant),+].len()] = [$($Name::$Variant),+];
        }
    };
}

pub(crate) use listed;
