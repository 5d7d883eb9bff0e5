//! What happens in a game: facts in full, and events as one viewer sees them.
//!
//! A [`Fact`] wraps an event that shows every face. The only way out is [`Fact::visible_to`], and
//! `events!` below is the whole table of who learns what.

use super::Arcanoid;
use super::cards::{Card, CardSet, Category, FIELDS, Field, FieldSet};
use super::player::Player;
use crate::Seat;
use crate::kit;
use crate::kit::event::events;

/// Cards that some viewers see and others only count.
pub type CardFaces = kit::CardFaces<CardSet>;
/// What happened, in full.
pub type Fact = kit::Fact<Event>;

events! { Event of Arcanoid, to viewer {
    /// All 78 cards were collected and shuffled, and a round begins.
    RoundBegan { round: u8, starter: Seat } learnt;
    /// A player's turn begins; `extra` if it is one of the Hermit's.
    TurnBegan { player: Player, extra: bool };
    /// A seat drew into its hidden hand.
    Drew { seat: Seat, faces: CardFaces } learnt, faces if viewer.is(*seat);
    /// A player drew cards that lie face up: a seat's extra cards by Strength, or the Devil's hand.
    DrewOpen { player: Player, cards: CardSet } learnt;
    /// The Justice pool got cards from the stock.
    PoolFilled { cards: CardSet } learnt;
    /// A seat voted on the renewal of the stock.
    Voted { seat: Seat, yes: bool };
    /// The discard pile was shuffled and became the stock.
    StockRenewed learnt;
    /// The stock has ended for this round; what was left of it, after Death, was removed unseen.
    StockEnded { buried: u8 } learnt;
    /// A player discarded cards.
    Discarded { player: Player, cards: CardSet };
    /// A player declares an engagement of these cards; `reserve` if those of its Chariot are among
    /// them.
    Declared { player: Player, fields: FieldSet, cards: CardSet, reserve: bool };
    /// The declared engagement was not stolen, though it might have been.
    NotStolen;
    /// The Fool goes to the discard pile, and the declared engagement is the thief's.
    Stolen { thief: Player };
    /// The declared engagement stands.
    Engaged { player: Player, fields: FieldSet };
    /// A player abdicated, whether or not it wanted to.
    Abdicated { player: Player, field: Field };
    /// A player has engaged on all battlefields: it discards this hand and all that is its own, and
    /// retires.
    Retired { player: Player, hand: CardSet };
    /// A player plays a major.
    Played { player: Player, card: Card };
    /// The card in play went to the discard pile.
    CardDone { card: Card };
    /// High Priestess: this player looked at all hidden cards of a seat. The Devil looks with its
    /// controller's eyes, `by`.
    Looked { player: Player, by: Seat, at: Seat, faces: CardFaces } learnt as seen,
        faces if viewer.is(*by) || viewer.is(*at);
    /// Hierophant: all hidden cards of this category in a seat's hand are shown; they stay there.
    Shown { seat: Seat, category: Category, cards: CardSet } learnt;
    /// Chariot: it lies before a player with a reserve of these cards.
    ReserveLaid { player: Player, cards: CardSet };
    /// Chariot: these cards were added to its reserve.
    ReserveGrew { player: Player, cards: CardSet };
    /// Chariot: it went to the discard pile with its whole reserve.
    ReserveDiscarded { player: Player };
    /// Justice: there is a pool now; or all players use the Devil's hand if `shared`.
    JusticeDone { shared: bool };
    /// Hermit: it lies before a player, with three extra turns.
    HermitLaid { player: Player };
    /// Hermit: an extra turn is taken; `left` remain. With none left the card goes to the discard
    /// pile.
    ExtraTurnTaken { player: Player, left: u8 };
    /// Hermit: no extra turn now; none before its owner's next normal turn if `until_own_turn`.
    ExtraTurnDeclined { player: Player, until_own_turn: bool };
    /// Strength: it extends the hand of `on` (the pool if `None`) by one card or two.
    StrengthLaid { on: Option<Player>, extra: u8 }, on if true;
    /// Hanged Man: `target` (the pool if `None`) discards everything; `hand` are the hidden cards
    /// among it.
    Hanged { target: Option<Player>, hand: CardSet }, target if true;
    /// Temperance: it lies on a battlefield.
    TemperanceLaid { player: Player, field: Field };
    /// Temperance went to the discard pile.
    TemperanceLifted;
    /// Devil: it plays from now on, controlled by this seat. Justice goes to the discard pile, its
    /// pool to the Devil.
    DevilCame { controller: Seat };
    /// Tower: this engagement was destroyed on this battlefield.
    Destroyed { player: Player, field: Field };
    /// Star, Moon, Sun: a player called this card; `giver` had it and gave it away.
    Called { player: Player, card: Card, giver: Option<Player> } learnt, giver if true;
    /// The round is over: by battlefield, who won, and for which seat it counts.
    RoundEnded { winners: [Player; FIELDS], scored: [Option<Seat>; FIELDS] },
        scored if [true; FIELDS];
    /// The game is over.
    Ended;
} }

impl Event {
    /// Whose hidden hand may lose or gain cards that all viewers see by this event.
    pub(super) const fn hands_touched(&self) -> [Option<Player>; 2] {
        match self {
            Event::Discarded { player, .. }
            | Event::Declared { player, .. }
            | Event::ReserveLaid { player, .. }
            | Event::ReserveGrew { player, .. }
            | Event::Played { player, .. }
            | Event::Retired { player, .. }
            | Event::Stolen { thief: player } => [Some(*player), None],
            Event::Hanged { target, .. } => [*target, None],
            Event::Called { player, giver: Some(giver), .. } => [Some(*player), Some(*giver)],
            _ => [None, None],
        }
    }
}
