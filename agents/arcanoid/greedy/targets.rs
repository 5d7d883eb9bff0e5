//! Whom and what majors meet: looks, calls, the Tower, Judgement, Temperance, and the Fool's theft.

use super::situation::Situation;
use hierophant_rules::arcanoid::engagement::Strength;
use hierophant_rules::arcanoid::{Action, Card, CardSet, Field, FieldSet, Player};

/// What a theft must add to be worth the Fool.
const THEFT: f32 = 0.3;

impl Situation<'_> {
    /// The seat about which least is known.
    pub(super) fn look_worth(&self, action: Action) -> f32 {
        match action {
            Action::Player(player) if !self.is_own(player) => {
                f32::from(self.public().hand_size(player))
            }
            _ => -1.0,
        }
    }

    pub(super) fn hang_worth(&self, action: Action) -> f32 {
        match action {
            Action::Player(player) if !self.is_own(player) => {
                f32::from(self.public().holding(player))
            }
            Action::Pool => 0.5,
            _ => -1.0,
        }
    }

    /// The card that would be worth most, unless it can't be in any hand.
    pub(super) fn call_worth(&self, action: Action) -> f32 {
        let Action::Call(card) = action else { return 0.0 };
        let public = self.public();
        let reserve = public.chariot.map_or(CardSet::EMPTY, |chariot| chariot.reserve);
        let is_open = reserve.union(public.open_extra).union(public.devil_hand).contains(card);
        let hidden = self.view.knowledge.hands.iter().any(|hand| hand.contains(card));
        if self.cards.contains(card) || !hidden && !is_open {
            return -1.0;
        }
        self.with(card).worth(card) * if is_open { 3.0 } else { 1.0 }
    }

    /// The same situation with a card more.
    fn with(&self, card: Card) -> Situation<'_> {
        Situation { view: self.view, player: self.player, cards: self.cards.with(card) }
    }

    /// What destroying an engagement opens up: the more, the stronger it is and the fewer other
    /// engagements stand on its battlefields.
    pub(super) fn tower_worth(&self, action: Action) -> f32 {
        let Action::At(player, field) = action else { return 0.0 };
        let Some(cards) = self.engaged(player, field).filter(|_| !self.is_own(player)) else {
            return -1.0;
        };
        let strength = Strength::of(cards);
        if self.to_beat(field) != Some(strength) {
            return 0.0;
        }
        let others = self
            .rivals()
            .filter(|&rival| rival != player)
            .filter_map(|rival| self.engaged(rival, field));
        let next = others.map(Strength::of).max();
        let own = self
            .public()
            .players()
            .filter(|&own| self.is_own(own))
            .filter_map(|own| self.engaged(own, field));
        let stands = own.map(Strength::of).max().filter(|strength| Some(*strength) > next);
        // Our own comes to the top, or we have still to engage there.
        if stands.is_some_and(|strength| strength.value > 0 || strength.tier as u8 > 1) {
            1.0
        } else if self.hopes().contains(field) {
            0.1 + 0.1 * f32::from(strength.tier as u8)
        } else {
            0.0
        }
    }

    pub(super) fn best_tower(&self) -> f32 {
        self.best_at(|player, field| self.tower_worth(Action::At(player, field)) - 0.2)
    }

    /// The players that might still beat what stands, or stop our engagement.
    pub(super) fn judgement_worth(&self, action: Action) -> f32 {
        let Action::At(player, field) = action else { return 0.0 };
        if self.is_own(player) {
            return -1.0;
        }
        let stands = self.standing_chance(field);
        let hope = if self.hopes().contains(field) { 0.3 } else { 0.0 };
        let rivals =
            self.rivals().filter(|&rival| self.engaged(rival, field).is_none()).count().max(1);
        (stands * (1.0 - stands) * 2.0 + hope) / rivals as f32
            + 0.01 * f32::from(self.public().hand_size(player))
    }

    pub(super) fn best_judgement(&self) -> f32 {
        self.best_at(|player, field| {
            let free = self.engaged(player, field).is_none() && self.public().is_active(player);
            if free { self.judgement_worth(Action::At(player, field)) } else { -1.0 }
        })
    }

    fn best_at(&self, worth: impl Fn(Player, Field) -> f32) -> f32 {
        let targets = self.rivals().filter(|&rival| self.public().is_active(rival));
        let all = targets.flat_map(|player| Field::ALL.map(|field| (player, field)));
        all.map(|(player, field)| worth(player, field)).fold(0.0, f32::max)
    }

    /// Where rivals have still to engage and we have hopes.
    pub(super) fn block_worth(&self, action: Action) -> f32 {
        let Action::Field(field) = action else { return 0.0 };
        if !self.hopes().contains(field)
            || self.to_beat(field).is_some_and(|theirs| theirs.value > 0)
        {
            return 0.0;
        }
        self.rivals().filter(|&rival| self.engaged(rival, field).is_none()).count() as f32 / 10.0
    }

    pub(super) fn best_block(&self) -> f32 {
        FieldSet::ALL.iter().map(|field| self.block_worth(Action::Field(field))).fold(0.0, f32::max)
    }

    /// Steals what is likely to win, for the Devil if it can't be one's own.
    pub(super) fn steal(&self, legal: &[Action]) -> Action {
        let Some(declared) = self.public().declared else { return Action::Pass };
        let gain: f32 = declared.fields.iter().map(|field| self.gain(field, declared.cards)).sum();
        let may = |action: Action| {
            legal.contains(&action) && !self.is_own(declared.engager) && gain >= THEFT
        };
        if may(Action::Steal) {
            Action::Steal
        } else if may(Action::StealForDevil) {
            Action::StealForDevil
        } else {
            Action::Pass
        }
    }
}
