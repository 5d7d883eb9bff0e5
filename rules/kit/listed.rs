//! Enums that know their variants.

/// An enum with `ALL` of its variants, in order: `listed! { /// A suit. pub enum Suit { /// Cups.
/// Cups } }`.
macro_rules! listed {
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
