//! What is printed on a card, and how the table of cards is written.

use super::{Arcanum, Fief, Guild};

/// What a location does when it is enacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Two stakes change places.
    Swap,
    /// Own operatives go to other zones, at most so many.
    MoveOwn {
        /// One or two.
        most: u8,
    },
    /// Another seat's face-up operative goes to another zone.
    MoveRival,
    /// An own operative comes back to the hand.
    Recall,
    /// Another seat's face-up operative goes to its owner's resource pile.
    Expel,
    /// The seat looks at the face-down cards of a zone, then perhaps of another.
    Peek,
    /// The stake of a zone without slots goes under its pile.
    Cycle,
    /// Draws two cards.
    Draw,
    /// An operative, or a relic if `relics`, comes back from the own resource pile.
    Retrieve {
        /// Relics, too.
        relics: bool,
    },
    /// A zone is locked until the end of the round.
    Lock,
    /// Another seat loses a random card of its hand to its resource pile.
    Raid,
    /// The next operative that the seat places lies face down.
    Cover,
}

#[derive(Clone, Copy)]
pub(super) enum Origin {
    Guild(Guild),
    Fief(Fief),
    Militia,
}

/// Everything that is printed on a card.
#[derive(Clone, Copy)]
pub(super) struct Face {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) origin: Origin,
    /// The arcanum in which it is fought for; `None` if each participant has its own.
    pub(super) main: Option<Arcanum>,
    pub(super) threshold: u8,
    pub(super) values: [u8; 3],
    /// A personality's price, a relic's gift.
    pub(super) ducats: Option<u8>,
    pub(super) points: u8,
    pub(super) effect: Option<Effect>,
}

/// What is not printed.
const BLANK: Face = Face {
    id: "",
    name: "",
    origin: Origin::Militia,
    main: None,
    threshold: 0,
    values: [0; 3],
    ducats: None,
    points: 0,
    effect: None,
};

/// A guild's operative; `values` are staff, sword, cup.
pub(super) const fn operative(
    id: &'static str,
    name: &'static str,
    guild: Guild,
    values: [u8; 3],
) -> Face {
    Face { id, name, origin: Origin::Guild(guild), values, ..BLANK }
}

#[allow(clippy::too_many_arguments, reason = "a row of the table")]
pub(super) const fn personality(
    id: &'static str,
    name: &'static str,
    fief: Fief,
    main: Option<Arcanum>,
    threshold: u8,
    values: [u8; 3],
    price: Option<u8>,
    points: u8,
) -> Face {
    let origin = Origin::Fief(fief);
    Face { id, name, origin, main, threshold, values, ducats: price, points, ..BLANK }
}

pub(super) const fn treasure(id: &'static str, guild: Guild, gift: u8) -> Face {
    let origin = Origin::Guild(guild);
    Face { id, name: "Treasure", origin, ducats: Some(gift), ..BLANK }
}

pub(super) const fn relic(
    id: &'static str,
    name: &'static str,
    fief: Fief,
    main: Option<Arcanum>,
    threshold: u8,
    gift: u8,
    points: u8,
) -> Face {
    let origin = Origin::Fief(fief);
    Face { id, name, origin, main, threshold, ducats: Some(gift), points, ..BLANK }
}

pub(super) const fn house(id: &'static str, guild: Guild) -> Face {
    let effect = Some(Effect::Recall);
    Face { id, name: "Guild House", origin: Origin::Guild(guild), effect, ..BLANK }
}

pub(super) const fn location(
    id: &'static str,
    name: &'static str,
    fief: Fief,
    main: Option<Arcanum>,
    threshold: u8,
    points: u8,
    effect: Effect,
) -> Face {
    let origin = Origin::Fief(fief);
    Face { id, name, origin, main, threshold, points, effect: Some(effect), ..BLANK }
}

pub(super) const fn militia(id: &'static str, name: &'static str, values: [u8; 3]) -> Face {
    Face { id, name, values, ..BLANK }
}
