//! What a card is worth to its player.

use super::situation::Situation;
use hierophant_rules::arcanoid::cards::{KING, KNAVE, QUEEN};
use hierophant_rules::arcanoid::engagement::Tier;
use hierophant_rules::arcanoid::{Card, CardSet, Field, FieldSet};

impl Situation<'_> {
    /// What holding this card is worth, next to all other cards that the player may use; about
    /// 0..=1.
    pub(super) fn worth(&self, card: Card) -> f32 {
        match card.suit() {
            Some(suit) if card.value() < KNAVE => self.numeric_worth(card, suit),
            Some(suit) => self.court_worth(card, suit),
            None => self.major_worth(card),
        }
    }

    /// The battlefields that are open to the player, and on which it can still add to what it has.
    pub(super) fn hopes(&self) -> FieldSet {
        let open = self.public().open_fields(self.player);
        open.iter().filter(|&field| self.standing_chance(field) < 0.9).collect()
    }

    /// Whether an engagement of this tier can still win on `field`.
    fn can_win(&self, field: Field, tier: Tier) -> bool {
        self.hopes().contains(field) && self.to_beat(field).is_none_or(|theirs| theirs.tier <= tier)
    }

    fn numeric_worth(&self, card: Card, suit: Field) -> f32 {
        let value = f32::from(card.value());
        let magical = if self.cards.contains(Card::MAGICIAN) { 0.02 * value } else { 0.0 };
        if !self.can_win(suit, Tier::Numeric) {
            return magical;
        }
        let held = self.cards.and(CardSet::numerics_of(suit));
        let sum: u8 = held.iter().map(Card::value).sum();
        // A suit that is being collected is worth more than a stray card; an ace keeps the Fool
        // away.
        let ace = if card.value() == 1 && sum > 12 { 0.25 } else { 0.0 };
        (0.05 + 0.03 * value) * (0.7 + 0.02 * f32::from(sum)).min(1.4) + ace + magical
    }

    fn court_worth(&self, card: Card, suit: Field) -> f32 {
        let mut worth = 0.0_f32;
        if self.can_win(suit, Tier::Royal) && card.value() >= QUEEN {
            let partner = Card::minor(suit, QUEEN + KING - card.value());
            let has_partner = partner.is_some_and(|partner| self.cards.contains(partner));
            let is_gone =
                partner.is_some_and(|partner| self.public().engaged_cards().contains(partner));
            worth = if has_partner { 0.95 } else { 0.4 };
            worth = if is_gone { 0.0 } else { worth };
        }
        if self.can_win(suit, Tier::Illegitimate) {
            worth = worth.max(if self.cards.contains(Card::LOVERS) { 0.7 } else { 0.2 });
        }
        if self.can_win(suit, Tier::Numeric) && card.value() < QUEEN {
            worth = worth.max(0.3 + 0.05 * f32::from(card.value() - KNAVE));
        }
        worth
    }

    fn major_worth(&self, card: Card) -> f32 {
        let hopes = self.hopes();
        let virgin = hopes.iter().any(|field| !self.public().ever_engaged.contains(field));
        let rovers = self.cards.and(Card::LOVERS.alone().with(Card::EMPRESS).with(Card::EMPEROR));
        let beatable = hopes.iter().any(|field| self.can_win(field, Tier::Illegitimate));
        match card {
            Card::WORLD if virgin => 1.0,
            Card::EMPRESS | Card::EMPEROR if !hopes.is_empty() => {
                if rovers.len() > 1 {
                    0.95
                } else {
                    0.75
                }
            }
            Card::LOVERS if beatable => 0.8,
            Card::MAGICIAN if !hopes.is_empty() => 0.25,
            Card::FOOL if !hopes.is_empty() => 0.5,
            Card::DEVIL if !self.public().stock_ended => 0.9,
            Card::STRENGTH | Card::JUSTICE | Card::HERMIT | Card::WHEEL
                if !self.public().stock_ended =>
            {
                0.6
            }
            Card::SUN | Card::MOON | Card::STAR => 0.4,
            Card::TOWER | Card::JUDGEMENT => 0.45,
            Card::PRIESTESS | Card::HIEROPHANT => 0.35,
            Card::TEMPERANCE => 0.2,
            _ => 0.0,
        }
    }
}
