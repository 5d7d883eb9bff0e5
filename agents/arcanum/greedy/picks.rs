//! Which cards to draw, hide, part with, exchange and show.

use super::houses::payout;
use super::rivals::Rivals;
use super::situation::{Situation, Tally, by_held};
use hierophant_rules::arcanum::agenda::Step;
use hierophant_rules::arcanum::setup::HAND_LIMIT;
use hierophant_rules::arcanum::{Action, Card, CardSet, House, Kind};

/// The same for those of phase A.
const DRAW_BY_HELD: [f32; 5] = [1.6, 1.2, 0.7, 0.5, 0.25];
/// Cards that the Sun turns up.
const TURNED_UP: usize = 3;
/// Longest list that is looked at for a choice of several.
const CANDIDATES_MAX: usize = 80;

/// The first in canonical order of the `count` actions with the least worth, for choices of
/// several, which are answered in that order one at a time. `legal` ascends; `later` are those
/// after it that can only be picked next.
pub(super) fn first_of_least(
    legal: &[Action],
    later: impl Iterator<Item = Action>,
    count: usize,
    mut worth: impl FnMut(Action) -> f32,
) -> Action {
    let mut candidates = [(legal[0], f32::INFINITY); CANDIDATES_MAX];
    let mut found = 0;
    for (slot, action) in candidates.iter_mut().zip(legal.iter().copied().chain(later)) {
        *slot = (action, worth(action));
        found += 1;
    }
    let candidates = &candidates[..found];
    let rank = |i: usize| {
        let comes_before = |j: usize| (candidates[j].1, j) < (candidates[i].1, i);
        (0..found).filter(|&j| comes_before(j)).count()
    };
    (0..found).find(|&i| rank(i) < count).map_or(legal[0], |i| candidates[i].0)
}

/// The cards of a set that come after the last of the legal list, as actions.
fn later(
    legal: &[Action],
    cards: CardSet,
    action: fn(Card) -> Action,
) -> impl Iterator<Item = Action> {
    let last = legal.iter().rev().find_map(|legal| match *legal {
        Action::Discard(card) | Action::Give(card) | Action::TurnUp(card) => Some(card),
        _ => None,
    });
    last.map_or(CardSet::EMPTY, |last| cards.after(last)).iter().map(action)
}

impl Situation<'_> {
    /// This number of Minors, or one Major.
    pub(super) fn draw(&self, minors: u8) -> Action {
        let room = HAND_LIMIT.saturating_sub(self.hand.len());
        let held = self.hand.minors().len();
        let mut worth = 0.0;
        for extra in 0..minors.min(room) {
            worth += self.style.draw * by_held(&DRAW_BY_HELD, held + extra, self.style.third_draw);
        }
        let pays = if self.horizon.own_activations == 0 { 0.05 * worth } else { worth };
        if self.major_worth() > pays { Action::DrawMajor } else { Action::DrawMinors }
    }

    /// Each Minor that we draw gives the active seat one as well.
    pub(super) fn harbour(&self) -> Action {
        let useful = self.hand.len() < HAND_LIMIT
            && self.hand.minors().len() < 5
            && self.horizon.own_activations > 0;
        if useful { Action::DrawMinors } else { Action::Pass }
    }

    /// Phase A: the hide that leaves the best sum of hidden card and play.
    pub(super) fn hide_one(&self, legal: &[Action]) -> Action {
        let mut plays: [(Option<Card>, f32); 2] = [(None, 0.0); 2];
        for card in self.hand.minors().iter() {
            let worth = self.minor_play_worth(card);
            if plays[0].0.is_none() || worth > plays[0].1 {
                plays = [(Some(card), worth), plays[0]];
            } else if plays[1].0.is_none() || worth > plays[1].1 {
                plays[1] = (Some(card), worth);
            }
        }
        super::best(legal, |action| match action {
            Action::Hide(card) => {
                let play = if plays[0].0 == Some(card) { plays[1].1 } else { plays[0].1 };
                self.hide_gain(card) + self.style.play_part * play
            }
            _ => f32::NEG_INFINITY,
        })
    }

    /// One hide, two Minors (Cathedral), or nothing.
    pub(super) fn may_hide(&self, legal: &[Action]) -> Action {
        super::best(legal, |action| match action {
            Action::Hide(card) => self.hide_gain(card) - self.kept(card),
            Action::DrawMinors => 2.0 * self.minor_worth(),
            _ => 0.0,
        })
    }

    /// What a Minor is worth for the next period if it isn't hidden now.
    fn kept(&self, card: Card) -> f32 {
        if self.horizon.turns_left > self.horizon.turns_to_scoring {
            self.style.hide_least + self.style.hide_least_by_value * f32::from(card.value())
        } else {
            0.0
        }
    }

    /// Hermit and Moon: the active seat up to two, others one.
    pub(super) fn hide_some(&self, legal: &[Action]) -> Action {
        let left = if self.is_active() && self.view.answer.cards.is_empty() { 2 } else { 1 };
        first_of_least(legal, core::iter::empty(), left, |action| match action {
            Action::Hide(card) => (self.kept(card) - self.hide_gain(card)).min(0.0),
            _ => 0.0,
        })
    }

    /// What a card is worth in the hand.
    fn keep(&self, card: Card) -> f32 {
        if !card.is_minor() {
            return self.major_keep(card);
        }
        if self.horizon.own_activations == 0 && !self.is_active() {
            return 0.02;
        }
        let play = match card.value() {
            7..=9 => self.style.play_789,
            1 | 5 => self.style.play_15,
            11.. => self.style.play_court,
            _ => self.style.play_other,
        };
        let hide = if self.horizon.hides > 0 {
            self.hide_gain(card)
        } else {
            self.style.keep_value * f32::from(card.value())
        };
        // The fourth Minor and further ones wait longer for their use.
        let crowd = if self.hand.minors().len() > 3 {
            self.style.keep_fourth
        } else {
            self.style.keep_minor
        };
        crowd * (self.style.keep_hide * hide + play)
    }

    /// Discards, and what the Wheel passes on: the cards with the least use.
    pub(super) fn part_with(&self, kind: Kind, legal: &[Action]) -> Action {
        let picked = self.view.answer.cards.len();
        let count = match kind {
            Kind::DiscardToLimit => self.view.own.hand.len().saturating_sub(HAND_LIMIT + picked),
            Kind::GiveTwo => 2u8.min(self.view.own.hand.len()).saturating_sub(picked),
            _ => 1,
        };
        let action = if kind == Kind::GiveTwo { Action::Give } else { Action::Discard };
        let later =
            later(legal, if count > 1 { self.view.own.hand } else { CardSet::EMPTY }, action);
        first_of_least(legal, later, usize::from(count.max(1)), |action| self.keep_of(action))
    }

    fn keep_of(&self, action: Action) -> f32 {
        match action {
            Action::Discard(card) | Action::Give(card) => self.keep(card),
            _ => f32::INFINITY,
        }
    }

    /// What Death brings: Majors for the Minors with the least use.
    pub(super) fn death_worth(&self) -> f32 {
        let least =
            self.hand.minors().iter().map(|card| self.keep(card)).fold(f32::INFINITY, f32::min);
        if self.hand.minors().len() > 1 { (self.major_worth() - least).max(0.0) } else { 0.0 }
    }

    /// Minors that are worth less than the Major they buy, up to two.
    pub(super) fn death(&self, legal: &[Action]) -> Action {
        let left = if self.view.answer.cards.is_empty() { 2 } else { 1 };
        let stop = self.major_worth();
        let may_stop = legal.contains(&Action::Pass);
        let count = legal.iter().filter(|&&action| self.keep_of(action) < stop).count().min(left);
        match count {
            0 if may_stop => Action::Pass,
            _ => first_of_least(legal, core::iter::empty(), count.max(1), |action| {
                self.keep_of(action)
            }),
        }
    }

    /// The Market: a poor Major for another, or a poor Minor for two.
    pub(super) fn market(&self, legal: &[Action]) -> Action {
        super::best(legal, |action| match action {
            Action::Discard(card) if card.is_minor() => {
                let room = HAND_LIMIT.saturating_sub(self.hand.len() - 1).min(2);
                f32::from(room) * self.minor_worth() - self.keep(card)
            }
            Action::Discard(card) => 0.9 * self.major_worth() - self.major_keep(card),
            _ => 0.0,
        })
    }

    /// The Sun: what a rival learns least from.
    pub(super) fn turn_up(&self, legal: &[Action]) -> Action {
        let left = TURNED_UP.saturating_sub(usize::from(self.view.answer.cards.len())).max(1);
        let later = later(legal, self.view.own.row, Action::TurnUp);
        first_of_least(legal, later, left, |action| match action {
            // Houses that we dominate anyway scare rivals off; single cards are best left in doubt.
            Action::TurnUp(card) => {
                card.house().map_or(99.0, |house| -f32::from(self.tally().counts[house.index()]))
            }
            _ => f32::INFINITY,
        })
    }

    /// What all cards of a tally are expected to win.
    fn tally_worth(&self, tally: &Tally) -> f32 {
        let won = |house: House| {
            let i = house.index();
            self.payouts[i] * self.rivals().share(house, tally.counts[i], tally.values[i])
        };
        House::ALL.into_iter().map(won).sum()
    }

    /// What swapping a hidden card for one of the hand brings.
    fn swap_worth(&self, row: CardSet, out: Card, put: Card) -> f32 {
        let swapped = row.minus(CardSet::only(out)).union(CardSet::only(put));
        self.tally_worth(&Tally::of(swapped)) - self.tally_worth(&Tally::of(row))
    }

    /// The best swap of any hidden Minor for any of the hand.
    fn best_swap(&self, row: CardSet, out: CardSet, hand: CardSet) -> (Option<(Card, Card)>, f32) {
        let mut best = (None, self.style.exchange_least);
        for out in out.minors().iter() {
            for put in hand.minors().iter() {
                let worth = self.swap_worth(row, out, put);
                if worth > best.1 {
                    best = (Some((out, put)), worth);
                }
            }
        }
        best
    }

    /// What Temperance's exchange brings.
    pub(super) fn exchange_worth(&self) -> f32 {
        match self.best_swap(self.row, self.row, self.hand) {
            (Some(_), worth) => worth,
            (None, _) => 0.0,
        }
    }

    /// Temperance: one swap after the other, as long as they pay.
    pub(super) fn exchange(&self, legal: &[Action]) -> Action {
        let answer = &self.view.answer;
        let row = self.row.minus(answer.cards).union(answer.put);
        if legal.iter().any(|action| matches!(action, Action::Put(_))) {
            return super::best(legal, |action| match action {
                Action::Put(card) if card.is_minor() => {
                    self.tally_worth(&Tally::of(row.union(CardSet::only(card))))
                }
                // The Fool counts where it brings most.
                Action::Put(_) => self.tally_worth(&Tally::of(row)) + self.fool_gain().1,
                _ => f32::NEG_INFINITY,
            });
        }
        let takes = legal
            .iter()
            .filter_map(|action| if let Action::Take(card) = action { Some(*card) } else { None });
        let swap = match answer.cards.last() {
            None => self.best_swap(row, takes.collect(), self.hand).0,
            // The card taken first is put back by the best of the hand; a second swap needs another
            // one.
            Some(taken) => {
                let whole = row.union(CardSet::only(taken));
                let spent =
                    self.best_swap(whole, CardSet::only(taken), self.hand).0.map(|(_, put)| put);
                let hand = self.hand.minus(spent.map_or(CardSet::EMPTY, CardSet::only));
                self.best_swap(
                    row.union(spent.map_or(CardSet::EMPTY, CardSet::only)),
                    takes.collect(),
                    hand,
                )
                .0
            }
        };
        swap.map_or(Action::Pass, |(out, _)| Action::Take(out))
    }

    /// The hidden Fool: the House where it adds most; it waits while a later House promises more.
    pub(super) fn fool_house(&self, legal: &[Action]) -> Action {
        let rivals = Rivals::now(self.view, self.me, self.style);
        let tally = Tally::of(self.row);
        let places = self.view.public.house_places();
        let gain = |house: House| {
            let i = house.index();
            let (count, value) = (tally.counts[i], tally.values[i]);
            payout(places[i])
                * (rivals.share(house, count + 1, value) - rivals.share(house, count, value))
        };
        let next = match self.view.public.agenda.next() {
            Some(Step::FoolHouse { next, .. }) => usize::from(next),
            _ => 0,
        };
        let later = self
            .view
            .public
            .houses_by_place()
            .into_iter()
            .skip(next + 1)
            .map(gain)
            .fold(0.0, f32::max);
        super::best(legal, |action| match action {
            Action::House(house) => gain(house) + 0.01,
            _ => later,
        })
    }
}
