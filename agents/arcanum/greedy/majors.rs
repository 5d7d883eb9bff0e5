//! What to play in an activation: the worth of each Major now and later, and which card comes
//! first.

use super::MAJOR_LOCATIONS;
use super::houses::reduced_payouts;
use super::rivals::Rivals;
use super::situation::Situation;
use hierophant_rules::arcanum::{Action, Card, CardSet, House};

/// What each Major brings in a typical position, by number: what a hand holds on to.
const TYPICAL: [f32; 22] = [
    4.5, 2.8, 3.0, 2.6, 4.5, 2.2, 2.0, 1.6, 4.0, 3.0, 0.2, 0.8, 1.6, 1.0, 2.2, 2.6, 2.4, 2.0, 2.6,
    2.3, 0.8, 4.5,
];

/// The number of a Major that is better played after the Minor: it closes places, removes figures,
/// or scores.
const fn waits_for_minor(number: u8) -> bool {
    matches!(number, 16 | 20 | 21)
}

impl Situation<'_> {
    /// What to play now.
    pub(super) fn play(&self, legal: &[Action]) -> Action {
        let mut minors = CardSet::EMPTY;
        let mut major: Option<(Action, u8, f32)> = None;
        for &action in legal {
            let (number, worth) = match action {
                Action::Play(card) if card.is_minor() => {
                    minors.insert(card);
                    continue;
                }
                Action::Play(card) => {
                    let number = card.major_number().unwrap_or_default();
                    (number, self.surplus(number, self.major_now(number)))
                }
                Action::HideFool => (0, self.surplus(0, self.fool_gain().1)),
                _ => continue,
            };
            if major.is_none_or(|(_, _, most)| worth > most) {
                major = Some((action, number, worth));
            }
        }
        let major = major.filter(|(_, _, worth)| *worth > 0.0);
        match (self.best_minor(minors), major) {
            (Some((minor, _)), Some((action, number, _))) => {
                let minor_first = waits_for_minor(number)
                    || minor.location().is_some_and(|to| MAJOR_LOCATIONS.contains(&to));
                if minor_first { Action::Play(minor) } else { action }
            }
            (Some((minor, _)), None) => Action::Play(minor),
            (None, Some((action, ..))) => action,
            (None, None) => Action::End,
        }
    }

    /// What playing a Major now brings beyond keeping it.
    fn surplus(&self, number: u8, now: f32) -> f32 {
        let later = self.horizon.own_activations;
        if later == 0 {
            return now;
        }
        let kept = match number {
            3 => now.max(self.style.empress),
            4 => now.max(self.style.swing_3 + self.best_hide()),
            7 => now.max(self.style.swing_2 + self.style.others_discard),
            8 => now.max(self.style.swing_3 + 2.0),
            15 => now.max(self.style.devil),
            21 => now.max(self.style.world),
            _ => now,
        };
        let crowded = self.hand.majors().len() > later;
        now - kept * self.style.later * if crowded { self.style.crowded } else { 1.0 }
    }

    /// The best hide that the hand has.
    pub(in crate::arcanum) fn best_hide(&self) -> f32 {
        self.hand.minors().iter().map(|card| self.hide_gain(card)).fold(0.0, f32::max)
    }

    /// The best two hides together.
    fn best_two_hides(&self) -> f32 {
        let (mut first, mut second) = (0.0f32, 0.0f32);
        for card in self.hand.minors().iter() {
            let gain = self.hide_gain(card);
            (first, second) = if gain > first { (gain, first) } else { (first, second.max(gain)) };
        }
        first + self.style.second_hide * second
    }

    /// What the effect of a Major, by number, is worth if it is played now.
    fn major_now(&self, number: u8) -> f32 {
        let setup = &self.view.setup;
        let constants = setup.constants();
        let (minor, major) = (self.minor_worth(), self.major_worth());
        match number {
            0 => self.joker_worth(),
            1 => 2.0 * minor + self.best_hide().max(self.hide_gain_unknown()),
            2 => 3.0,
            3 => self.joker_worth() + self.best_rise(1) + self.best_fall(1),
            4 => self.best_hide() + self.best_rise(3),
            5 => minor + major,
            6 => self.lovers(),
            7 => self.best_rise(2) + self.style.others_discard,
            8 => 2.0 + self.best_rise(3),
            9 => self.best_two_hides() - self.style.rival_hide,
            10 => self.style.wheel,
            11 => self.justice() * minor,
            12 => 2.0 * major - 2.0f32.min(self.points() as f32),
            13 => self.death_worth(),
            14 => self.joker_worth() + self.exchange_worth(),
            15 => self.devil(),
            16 => self.style.tower,
            17 => constants.stars_victory_points as f32 + 2.0 * minor,
            18 => {
                self.best_two_hides() - self.style.rival_hide
                    + 0.5 * minor * f32::from(constants.moon_minors)
            }
            19 => self.style.sun,
            20 => self.style.judgement + self.style.others_discard,
            _ => self.world(),
        }
    }

    fn points(&self) -> i32 {
        self.view.public.victory_points[self.me.index()]
    }

    /// What we gain, less what the others gain on average.
    fn lovers(&self) -> f32 {
        let seats = usize::from(self.view.setup.players);
        let points = &self.view.public.victory_points[..seats];
        let least = points.iter().copied().min().unwrap_or_default();
        let poorest = points.iter().filter(|&&seat| seat == least).count();
        let is_poorest = self.points() == least;
        let twice =
            is_poorest && (poorest == 1 || !self.view.setup.constants().lovers_strictly_fewest);
        let others = poorest - usize::from(is_poorest);
        2.0 + if twice { 2.0 } else { 0.0 } - 2.0 * others as f32 / (seats - 1) as f32
    }

    /// How many cards Justice draws once it has left the hand.
    fn justice(&self) -> f32 {
        let minors_only = self.view.setup.constants().justice_counts_minors;
        let counted =
            if minors_only { self.hand.minors().len() } else { self.hand.len().saturating_sub(1) };
        f32::from(4u8.saturating_sub(counted))
    }

    /// What doubling adds to the Minor that is still to be played.
    fn devil(&self) -> f32 {
        if self.view.public.minor_played {
            return 0.0;
        }
        let Some((card, _)) = self.best_minor(self.hand.minors()) else { return 0.0 };
        let points = match card.location().map(|location| location.number()) {
            Some(1) => 1.0,
            Some(5) => 2.0,
            _ => 0.0,
        };
        let board = &self.view.setup.board;
        let figures = self.view.public.movable_by(card);
        let gain = |figure| match card.location() {
            Some(to) => board.gain(figure, to),
            None => self
                .view
                .public
                .destinations(figure)
                .iter()
                .map(|to| board.gain(figure, to))
                .max()
                .unwrap_or(0),
        };
        let gain = 1 + figures.iter().map(gain).max().unwrap_or(0).min(9) as i8;
        let single = card.house().map_or(0.0, |house| self.after(Some((house, gain))));
        let double = card.house().map_or(0.0, |house| self.after(Some((house, 2 * gain))));
        points + (double - single).max(0.0)
    }

    /// What a reduced scoring brings now, after the best hide.
    fn world(&self) -> f32 {
        let rivals = Rivals::now(self.view, self.me, self.style);
        let payouts = reduced_payouts(self.view.public.house_places());
        let mut tally = *self.tally();
        let hide = self
            .hand
            .minors()
            .iter()
            .max_by(|a, b| self.hide_gain(*a).total_cmp(&self.hide_gain(*b)));
        if let Some((house, card)) = hide.and_then(|card| card.house().map(|house| (house, card))) {
            tally.add(house, card.value());
        }
        let ours = rivals.shares(tally.counts, tally.values);
        let theirs = rivals.mean_shares(&ours);
        // What it pays us for each House, less what it pays the rivals on average.
        let paid =
            |house: House| payouts[house.index()] * (ours[house.index()] - theirs[house.index()]);
        self.best_hide() + House::ALL.into_iter().map(paid).sum::<f32>()
    }

    /// How much of its worth a Major in the hand still has: one that never gets its turn has none.
    pub(super) fn major_keep(&self, card: Card) -> f32 {
        let typical =
            |card: Card| card.major_number().map_or(0.0, |number| TYPICAL[usize::from(number)]);
        let better =
            self.hand.majors().iter().filter(|&other| typical(other) > typical(card)).count();
        typical(card) * if better >= usize::from(self.major_plays()) { 0.1 } else { 1.0 }
    }
}
