//! What has a number.

/// What an answer can name, by number. Members of a `set!` are numbered; `numbered!` does it for
/// enums that are `listed!`.
pub trait Numbered: Copy {
    /// The number, from 0.
    fn to_number(self) -> u32;
    /// What has this number, if anything has.
    fn from_number(number: u32) -> Option<Self>;
}

impl Numbered for u8 {
    fn to_number(self) -> u32 {
        self.into()
    }

    fn from_number(number: u32) -> Option<u8> {
        number.try_into().ok()
    }
}

/// Numbers the variants of enums that are `listed!`: `numbered!(House);`.
macro_rules! numbered {
    ($($Enum:ty),+) => {$(
        impl $crate::kit::numbered::Numbered for $Enum {
            fn to_number(self) -> u32 {
                self as u32
            }

            fn from_number(number: u32) -> Option<Self> {
                <$Enum>::ALL.get(number as usize).copied()
            }
        }
    )+};
}

pub(crate) use numbered;
