//! What a seat sees of its decision, ordered for judging: for whom it decides, who are its rivals,
//! how much time is left.

use hierophant_rules::Actor;
use hierophant_rules::arcanoid::public::Public;
use hierophant_rules::arcanoid::{CardSet, Player, View};

/// A view, and what follows from it for the open decision.
pub(super) struct Situation<'a> {
    pub(super) view: &'a View,
    /// For whom the seat decides: itself or the Devil.
    pub(super) player: Player,
    /// The cards that this player may use.
    pub(super) cards: CardSet,
}

impl<'a> Situation<'a> {
    /// `None` if nothing is asked.
    pub(super) fn new(view: &'a View) -> Option<Situation<'a>> {
        let decision = view.decision()?;
        let seat = view.viewer.seat()?;
        let player = match decision.actor {
            Actor::Seat(seat) => Player::at(seat),
            Actor::Virtual => Player::DEVIL,
        };
        let own = if player == Player::at(seat) { view.own.hand } else { CardSet::EMPTY };
        Some(Situation { view, player, cards: own.union(view.public.usable(player)) })
    }

    pub(super) fn public(&self) -> &'a Public {
        &self.view.public
    }

    /// Whether what this player wins counts for the seat that decides.
    pub(super) fn is_own(&self, player: Player) -> bool {
        let seat = self.view.viewer.seat();
        seat.map(Player::at) == Some(player) || player.is_devil() && self.public().devil == seat
    }

    /// All players whose victories count for others.
    pub(super) fn rivals(&self) -> impl Iterator<Item = Player> + '_ {
        self.public().players().filter(|&player| !self.is_own(player))
    }

    /// How much of the round's time is left, 0..=1: nothing once the stock has ended.
    pub(super) fn time_left(&self) -> f32 {
        if self.public().stock_ended {
            return 0.0;
        }
        let dealt = 78.0 - 6.0 * f32::from(self.public().seats);
        (f32::from(self.public().stock_size) / dealt).min(1.0)
    }
}
