//! The 78 cards.

use super::Field;
use crate::kit::tarot::MINORS;
use core::fmt;

/// A card of the 78, in canonical order: minors are `14 * suit + value - 1` (0..56), the Fool is
/// 56, majors 1..=21 are `56 + number` (57..78).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// Value of a knave; the knight, queen and king follow.
pub const KNAVE: u8 = 11;
/// Value of a knight.
pub const KNIGHT: u8 = 12;
/// Value of a queen.
pub const QUEEN: u8 = 13;
/// Value of a king.
pub const KING: u8 = 14;

crate::kit::tarot::tarot!(Card of Field by suit);

impl Card {
    /// I.
    pub const MAGICIAN: Card = Card(MINORS + 1);
    /// II.
    pub const PRIESTESS: Card = Card(MINORS + 2);
    /// III.
    pub const EMPRESS: Card = Card(MINORS + 3);
    /// IV.
    pub const EMPEROR: Card = Card(MINORS + 4);
    /// V.
    pub const HIEROPHANT: Card = Card(MINORS + 5);
    /// VI.
    pub const LOVERS: Card = Card(MINORS + 6);
    /// VII.
    pub const CHARIOT: Card = Card(MINORS + 7);
    /// VIII.
    pub const JUSTICE: Card = Card(MINORS + 8);
    /// IX.
    pub const HERMIT: Card = Card(MINORS + 9);
    /// X.
    pub const WHEEL: Card = Card(MINORS + 10);
    /// XI.
    pub const STRENGTH: Card = Card(MINORS + 11);
    /// XII.
    pub const HANGED_MAN: Card = Card(MINORS + 12);
    /// XIII.
    pub const DEATH: Card = Card(MINORS + 13);
    /// XIV.
    pub const TEMPERANCE: Card = Card(MINORS + 14);
    /// XV.
    pub const DEVIL: Card = Card(MINORS + 15);
    /// XVI.
    pub const TOWER: Card = Card(MINORS + 16);
    /// XVII.
    pub const STAR: Card = Card(MINORS + 17);
    /// XVIII.
    pub const MOON: Card = Card(MINORS + 18);
    /// XIX.
    pub const SUN: Card = Card(MINORS + 19);
    /// XX.
    pub const JUDGEMENT: Card = Card(MINORS + 20);
    /// XXI.
    pub const WORLD: Card = Card(MINORS + 21);
}

const MAJOR_NAMES: [&str; 22] = [
    "0 Fool",
    "I Magician",
    "II High Priestess",
    "III Empress",
    "IV Emperor",
    "V Hierophant",
    "VI Lovers",
    "VII Chariot",
    "VIII Justice",
    "IX Hermit",
    "X Wheel",
    "XI Strength",
    "XII Hanged Man",
    "XIII Death",
    "XIV Temperance",
    "XV Devil",
    "XVI Tower",
    "XVII Star",
    "XVIII Moon",
    "XIX Sun",
    "XX Judgement",
    "XXI World",
];

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(suit), value) = (self.suit(), self.value()) else {
            return f.write_str(MAJOR_NAMES[usize::from(self.0 - MINORS)]);
        };
        match value {
            1 => write!(f, "Ace of {suit}"),
            KNAVE => write!(f, "Knave of {suit}"),
            KNIGHT => write!(f, "Knight of {suit}"),
            QUEEN => write!(f, "Queen of {suit}"),
            KING => write!(f, "King of {suit}"),
            value => write!(f, "{value} of {suit}"),
        }
    }
}
