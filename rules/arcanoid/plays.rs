//! Which majors can be played: those whose effect can change something.

use super::cards::{Card, CardSet};
use super::decision_context::DecisionContext;
use super::player::Player;

/// The majors that are played for their effect; the others are engaged, or steal.
pub const PLAYED: CardSet = CardSet::MAJORS
    .minus(Card::MAGICIAN.alone())
    .minus(Card::EMPRESS.alone())
    .minus(Card::EMPEROR.alone())
    .minus(Card::LOVERS.alone())
    .minus(Card::WORLD.alone());

impl DecisionContext<'_> {
    /// Of `cards` those that whose turn it is may play.
    pub(super) fn playable(&self, cards: CardSet) -> CardSet {
        let majors = cards.and(PLAYED);
        if majors.is_empty() {
            majors
        } else {
            majors.iter().filter(|&card| self.has_effect(card)).collect()
        }
    }

    /// Whether playing this card can change anything.
    fn has_effect(&self, card: Card) -> bool {
        let (public, player) = (self.public, self.public.turn);
        let is_open = !public.stock_ended;
        match card {
            Card::PRIESTESS => !self.looked_at(player).is_empty(),
            Card::JUSTICE => is_open || public.devil_is_active(),
            Card::WHEEL | Card::STRENGTH | Card::DEATH => is_open,
            Card::HANGED_MAN => {
                let hangs = self.active().any(|target| self.holds_besides(target, card));
                hangs || !public.pool.minus(card.alone()).is_empty()
            }
            Card::TEMPERANCE => is_open && !self.blockable(player).is_empty(),
            Card::DEVIL => is_open || !public.pool.minus(card.alone()).is_empty(),
            Card::TOWER => self.destructible() != 0,
            Card::STAR | Card::MOON | Card::SUN => {
                self.active().any(|other| other != player && self.holds_besides(other, card))
            }
            Card::JUDGEMENT => self.judgeable(player) != 0,
            _ => true,
        }
    }

    /// Whether `holder` holds anything besides this card, which whose turn it is may use.
    fn holds_besides(&self, holder: Player, card: Card) -> bool {
        let (public, player) = (self.public, self.public.turn);
        let is_its_own = if public.devil_hand.contains(card) {
            holder.is_devil()
        } else {
            holder == player && !public.pool.contains(card)
        };
        public.holding(holder) > u8::from(is_its_own)
    }
}
