//! How likely an engagement is to win its battle.

use super::situation::Situation;
use hierophant_rules::arcanoid::engagement::{Strength, Tier};
use hierophant_rules::arcanoid::{CardSet, Field, Player};

impl Situation<'_> {
    /// The chance that an engagement of these cards on `field` beats all rivals, now or to come.
    pub(super) fn chance(&self, field: Field, cards: CardSet) -> f32 {
        let strength = Strength::of(cards);
        if strength.tier == Tier::Abdication {
            return self.chance_of_abdicating(field);
        }
        let chances = self.rivals().map(|rival| match self.engaged(rival, field) {
            Some(theirs) => f32::from(u8::from(strength > Strength::of(theirs))),
            None => self.holds_against(rival, field, strength),
        });
        chances.product()
    }

    /// If no player engages anything the first abdication wins.
    fn chance_of_abdicating(&self, field: Field) -> f32 {
        let is_first = self.rivals().all(|rival| self.engaged(rival, field).is_none());
        let free = self.rivals().filter(|&rival| self.engaged(rival, field).is_none()).count();
        if is_first { ABDICATES.powi(free as i32) } else { 0.0 }
    }

    /// The cards of a player's engagement.
    pub(super) fn engaged(&self, player: Player, field: Field) -> Option<CardSet> {
        self.public().engagements[player.index()][field.index()].map(|engagement| engagement.cards)
    }

    /// The chance that this rival, who has still to engage, will engage something weaker.
    fn holds_against(&self, rival: Player, field: Field, strength: Strength) -> f32 {
        let blocked = self.public().temperance.is_some_and(|temperance| {
            temperance.field == field && temperance.owner != rival && self.public().stock_size > 0
        });
        let spent = self.public().stock_ended && self.public().hand_size(rival) == 0;
        let weaker = match strength.tier {
            Tier::Abdication => 0.0,
            Tier::Numeric => 0.25 + 0.6 * (f32::from(strength.value) / 32.0).min(1.0),
            Tier::Illegitimate => 0.92,
            Tier::Royal => 0.96,
            Tier::Imperial => 0.99,
            Tier::World => 1.0,
        };
        if spent {
            1.0
        } else if blocked {
            1.0 - 0.7 * (1.0 - weaker)
        } else {
            weaker
        }
    }

    /// The chance that what the seat, or its Devil, has engaged on `field` will win.
    pub(super) fn standing_chance(&self, field: Field) -> f32 {
        let own = self.public().players().filter(|&player| self.is_own(player));
        let chances = own.filter_map(|player| self.engaged(player, field)).map(|cards| {
            // Only the rivals' engagements show which player has abdicated first.
            if cards.is_empty() { 0.0 } else { self.chance(field, cards) }
        });
        chances.fold(0.0, f32::max)
    }

    /// What engaging these cards adds to the chance of winning on `field`.
    pub(super) fn gain(&self, field: Field, cards: CardSet) -> f32 {
        (self.chance(field, cards) - self.standing_chance(field)).max(0.0)
    }

    /// The strongest engagement of rivals on `field`.
    pub(super) fn to_beat(&self, field: Field) -> Option<Strength> {
        self.rivals().filter_map(|rival| self.engaged(rival, field)).map(Strength::of).max()
    }
}

/// How likely a rival is to end up without any engagement on a battlefield.
const ABDICATES: f32 = 0.15;
