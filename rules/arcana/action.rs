//! Answers and their stable numbers.

use super::cards::{Card, Guild, LOCATIONS_FROM, OPERATIVES, Objective, PLAYER_CARDS};
use super::zone::Zone;
use crate::Seat;
use crate::kit::actions::actions;
use crate::kit::numbered::Numbered;

actions! {
    /// An answer to a decision. Ordered by code.
    pub enum Action below 480 {
        /// Nothing more.
        0 = Done, "nothing more";
        /// The stake that was won goes to the own resource pile.
        1 = ToPile, "to the resource pile";
        /// The stake that was won goes under the base, out of the deck.
        2 = UnderBase, "under the base";
        /// This zone.
        8..13 = Zone(zone: Zone), "{zone}";
        /// This seat's hand (raid).
        16..20 = Seat(seat: Seat), "{seat}";
        /// Play this guild.
        24..28 = Guild(guild: Guild), "play the {guild}";
        /// Keep this objective.
        32..43 = Objective(objective: Objective), "keep {objective}";
        /// Lay this card on the own resource pile.
        64..193 = Discard(card: Card), "discard {card}";
        /// Place this operative: its zone comes next.
        200..273 = Place(card: Card), "place {card}";
        /// Bribe with this relic: the zone and the operatives come next.
        280..308 = Bribe(card: Card) from 73, "bribe with {card}";
        /// Call the militia with this relic; its zone is asked for once its card has been seen.
        312..340 = Muster(card: Card) from 73, "call the militia with {card}";
        /// Enact this location: what its effect needs comes next.
        344..372 = Enact(card: Card) from 101, "enact {card}";
        /// Pick this operative, or a relic that is retrieved.
        376..477 = Pick(card: Card), "pick {card}";
    }
}

// The ranges end where the numbers of cards do.
const _: () = assert!(64 + PLAYER_CARDS as u32 == 193 && 200 + OPERATIVES as u32 == 273);
const _: () = assert!(376 + LOCATIONS_FROM as u32 == 477);

impl Action {
    /// See [`Ruleset::default_rank`](crate::Ruleset::default_rank): an absent seat ends a choice
    /// that it has begun, and discards.
    pub(super) const fn default_rank(self) -> u8 {
        match self {
            Action::Done => 0,
            Action::Discard(_) | Action::ToPile => 1,
            _ => 2,
        }
    }

    /// The card that the action names, if it names one.
    pub const fn card(self) -> Option<Card> {
        match self {
            Action::Discard(card)
            | Action::Place(card)
            | Action::Bribe(card)
            | Action::Muster(card)
            | Action::Enact(card)
            | Action::Pick(card) => Some(card),
            _ => None,
        }
    }
}

impl Numbered for Objective {
    fn to_number(self) -> u32 {
        self.number().into()
    }

    fn from_number(number: u32) -> Option<Objective> {
        Objective::new(number.try_into().ok()?)
    }
}
