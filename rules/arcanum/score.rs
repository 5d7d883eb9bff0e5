//! Scoring of the Houses: the regular one and the World's reduced one.

use super::action::Action;
use super::agenda::Step;
use super::apply::Referee;
use super::cards::{Card, CardSet, House};
use super::event::Event;
use super::setup::N;
use crate::Seat;
use crate::kit::Sink;

/// VP for dominating, influencing and being present, by the place of the House.
const PAYOUTS: [[i32; 3]; 4] = [[16, 8, 4], [12, 6, 3], [10, 5, 2], [8, 4, 2]];

/// What a House at `place` (1..=4) pays to each seat for these hidden cards; the Fool among them is
/// one of value 0.
///
/// Seats rank by number of cards, then by the sum of values; a full tie pools the places that it
/// covers and splits evenly, rounded down. The World (`reduced`) pays dominance the influence
/// column, influence the presence column.
pub fn awards(place: u8, reduced: bool, cards: &[CardSet; N]) -> [i32; N] {
    let payouts = PAYOUTS[usize::from(place.clamp(1, 4)) - 1];
    let pay = |rank: usize| match (reduced, payouts.get(rank + usize::from(reduced))) {
        (_, Some(points)) => *points,
        (_, None) => 0,
    };
    let strength = cards
        .map(|cards| (cards.len(), cards.iter().map(|card| u32::from(card.value())).sum::<u32>()));
    strength.map(|own| {
        if own.0 == 0 {
            return 0;
        }
        let better = strength.iter().filter(|other| **other > own).count();
        let tied = strength.iter().filter(|other| **other == own).count();
        (better..better + tied).map(pay).sum::<i32>() / tied as i32
    })
}

impl<S: Sink<Event>> Referee<'_, S> {
    /// Continues a scoring at the `next` House by place.
    pub(super) fn score(&mut self, reduced: bool, next: u8, fool: Option<House>) {
        if next == 0 {
            let places = self.state.public.house_places();
            self.emit(&Event::ScoringBegan { reduced, places });
        }
        let by_house = self.state.setup.constants().fool_house_by_house;
        let houses = self.state.public.houses_by_place();
        if !by_house {
            self.show(None);
            if self.state.fool_owner().is_some() {
                self.state.public.agenda.push(Step::FoolHouse { reduced, next });
            } else {
                self.settle_all(reduced, None);
            }
            return;
        }
        let Some(house) = houses.get(usize::from(next)).copied() else {
            return self.finish(reduced);
        };
        self.show(Some(house));
        match (fool, self.state.fool_owner()) {
            (None, Some(owner)) if usize::from(next) + 1 == houses.len() => {
                self.emit(&Event::FoolDeclared { seat: owner, house });
                self.settle_next(reduced, next, Some(house));
            }
            (None, Some(_)) => self.state.public.agenda.push(Step::FoolHouse { reduced, next }),
            _ => self.settle_next(reduced, next, fool),
        }
    }

    /// The Fool's owner has named a House, or waits.
    pub(super) fn fool_answered(&mut self, seat: Seat, reduced: bool, next: u8, action: Action) {
        let fool = match action {
            Action::House(house) => Some(house),
            _ => None,
        };
        match fool {
            Some(house) => self.emit(&Event::FoolDeclared { seat, house }),
            None => self.emit(&Event::Declined { seat }),
        }
        if self.state.setup.constants().fool_house_by_house {
            self.settle_next(reduced, next, fool);
        } else {
            self.settle_all(reduced, fool);
        }
    }

    /// Shows face-down cards: of one House, or all.
    fn show(&mut self, house: Option<House>) {
        let scope = house.map_or(CardSet::ALL, CardSet::of);
        for seat in Seat::all(self.state.seats()) {
            if self.state.public.row_sizes[seat.index()] > 0 {
                let cards = self.state.secrets.rows[seat.index()].and(scope);
                self.emit(&Event::Shown { seat, house, cards });
            }
        }
    }

    fn settle_next(&mut self, reduced: bool, next: u8, fool: Option<House>) {
        let house = self.state.public.houses_by_place()[usize::from(next) & 3];
        self.settle(reduced, house, fool);
        self.state.public.agenda.push(Step::Scoring { reduced, next: next + 1, fool });
    }

    fn settle_all(&mut self, reduced: bool, fool: Option<House>) {
        for house in self.state.public.houses_by_place() {
            self.settle(reduced, house, fool);
        }
        self.finish(reduced);
    }

    fn settle(&mut self, reduced: bool, house: House, fool: Option<House>) {
        let mut scope = CardSet::of(house);
        if fool == Some(house) {
            scope.insert(Card::FOOL);
        }
        let cards = core::array::from_fn(|i| {
            self.state.secrets.rows[i].union(self.state.public.open[i]).and(scope)
        });
        let place = self.state.public.house_places()[house.index()];
        self.emit(&Event::HouseScored { house, place, awards: awards(place, reduced, &cards) });
    }

    /// After a regular scoring the rows are discarded and prestige returns to 0; after the World's
    /// nothing changes.
    fn finish(&mut self, reduced: bool) {
        if reduced {
            return;
        }
        let rows = self.state.secrets.rows.iter().chain(&self.state.public.open);
        let cards = rows.fold(CardSet::EMPTY, |all, cards| all.union(*cards));
        self.emit(&Event::RowsDiscarded { cards });
        self.state.secrets.rows = [CardSet::EMPTY; N];
    }
}
