//! The referee: the deal, which seats a step asks, and what the others do.
//!
//! Every change for a viewer goes through the referee's `emit`. Secrets (hands, rows, pile
//! order) are changed separately, by the referee alone.

use super::Arcanum;
use super::agenda::Step;
use super::cards::{CardSet, Court, FIGURES, LOCATIONS, Location, Pile};
use super::event::Event;
use super::setup::HAND_LIMIT;
use super::state::State;
use crate::kit::{self, Sink};
use crate::{Rng, Seat, SeatSet, Seed, bounded};

/// A state being changed, and where the facts of it go.
pub(super) type Referee<'a, S> = kit::Referee<'a, Arcanum, S>;

/// What is drawn from the seed, by purpose.
pub(super) mod purpose {
    pub(in super::super) const FIRST_PLAYER: u32 = 1;
    pub(super) const FIGURES: u32 = 2;
    /// Plus the pile's index.
    pub(super) const SHUFFLE: u32 = 3;
}

/// Tries at a random placement of the figures; about one in eight is valid, so the last is never
/// reached in practice.
const PLACEMENT_TRIES_MAX: u32 = 10_000;
/// Figures at one location after setup.
const CROWD_MAX: u8 = 2;

/// Places the 16 figures, at most two to a location and never two of a House, uniformly over all
/// such placements: each House's figures go to four different locations at random, all anew until
/// no location is overcrowded.
fn place_figures(seed: &Seed) -> [Location; FIGURES as usize] {
    let mut rng = seed.at(purpose::FIGURES, 0);
    let mut at = [Location::MAGE_TOWER; FIGURES as usize];
    for _ in 0..PLACEMENT_TRIES_MAX {
        if try_to_place(&mut rng, &mut at) {
            break;
        }
    }
    at
}

/// One try; whether nothing was overcrowded.
fn try_to_place<R: Rng>(rng: &mut R, at: &mut [Location; FIGURES as usize]) -> bool {
    let mut crowd = [0; LOCATIONS as usize];
    for locations in at.chunks_exact_mut(Court::ALL.len()) {
        let mut free = Location::ALL;
        for (taken, location) in locations.iter_mut().enumerate() {
            let rest = u32::from(LOCATIONS) - taken as u32;
            free.swap(taken, taken + bounded(rng, rest) as usize);
            *location = free[taken];
            crowd[location.index()] += 1;
            if crowd[location.index()] > CROWD_MAX {
                return false;
            }
        }
    }
    true
}

impl State {
    pub(super) fn shuffle(&mut self, pile: Pile, cards: CardSet) {
        let count = &mut self.secrets.shuffles[pile.index()];
        let mut rng = self.seed.at(purpose::SHUFFLE + pile.index() as u32, *count);
        *count += 1;
        self.secrets.piles.fill(pile, cards, &mut rng);
    }
}

impl<S: Sink<Event>> Referee<'_, S> {
    /// Shuffles the piles, places the figures, and begins the first turn.
    pub(super) fn deal(&mut self) {
        for pile in Pile::ALL {
            self.state.shuffle(pile, pile.cards());
        }
        let at = place_figures(&self.state.seed);
        self.emit(&Event::FiguresPlaced { at });
        let first = self.public().first;
        self.begin_turn(1, first);
    }

    /// The active seat; the first player outside of activations.
    pub(super) fn active(&self) -> Seat {
        self.public().active.unwrap_or(self.public().first)
    }

    pub(super) fn begin_turn(&mut self, turn: u8, first: Seat) {
        self.emit(&Event::TurnBegan { turn, first });
        let seats = self.state.seats();
        let scoring = Step::Scoring { reduced: false, next: 0, fool: None };
        let end: &[Step] = if self.state.setup.scores_after(turn) {
            &[scoring, Step::TurnOver]
        } else {
            &[Step::TurnOver]
        };
        self.then(end);
        self.then(&[
            Step::DrawPhase { left: seats },
            Step::HidePhase,
            Step::PlayPhase { left: seats },
        ]);
    }

    /// Carries out a step without a decision that has just been taken off.
    pub(super) fn carry_out(&mut self, step: Step) {
        let active = self.active();
        match step {
            Step::DrawPhase { left: left @ 1.. } => self.next_draw(left),
            Step::PlayPhase { left: left @ 1.. } => self.next_activation(left),
            Step::EnsureMinor => self.ensure_minor(active),
            Step::Play => self.emit(&Event::ActivationEnded { seat: active }),
            Step::CardDone => {
                if let Some(card) = self.public().playing {
                    self.emit(&Event::CardDone { card });
                }
            }
            Step::Gain { points } => self.gain(active, i32::from(points)),
            Step::Draw { seat, minors, majors } => {
                self.draw(seat, Pile::Minor, minors);
                self.draw(seat, Pile::Major, majors);
                self.then(&[Step::HandLimit { seat }]);
            }
            Step::Harbour { drawn: minors @ 1.., .. } => {
                self.then(&[Step::Draw { seat: active, minors, majors: 0 }])
            }
            Step::MoonDraw { left: left @ 1.. } => {
                let seats = self.state.seats();
                let seat = active.clockwise(seats - left, seats);
                let minors = self.state.setup.constants().moon_minors;
                self.then(&[
                    Step::Draw { seat, minors, majors: 0 },
                    Step::MoonDraw { left: left - 1 },
                ]);
            }
            Step::Scoring { reduced, next, fool } => self.score(reduced, next, fool),
            Step::TurnOver => self.end_turn(),
            _ => {}
        }
    }

    fn next_draw(&mut self, left: u8) {
        let (seats, turn) = (self.state.seats(), self.public().turn);
        let seat = self.public().first.clockwise(seats - left, seats);
        let draw = if self.state.setup.draw_is_chosen(turn) {
            Step::ChooseDraw { seat }
        } else {
            let (minors, majors) = self.state.setup.dealt(turn);
            Step::Draw { seat, minors, majors }
        };
        self.then(&[draw, Step::DrawPhase { left: left - 1 }]);
    }

    fn next_activation(&mut self, left: u8) {
        let seats = self.state.seats();
        let seat = self.public().first.clockwise(seats - left, seats);
        self.emit(&Event::ActivationBegan { seat });
        if self.public().tower.is_some_and(|tower| tower.owner == seat) {
            self.emit(&Event::TowerLifted);
        }
        self.then(&[
            Step::ReturnFigures { taken: 0 },
            Step::EnsureMinor,
            Step::Play,
            Step::PlayPhase { left: left - 1 },
        ]);
    }

    fn ensure_minor(&mut self, seat: Seat) {
        if self.state.secrets.hands[seat.index()].minors().is_empty() {
            self.emit(&Event::ShowsMinors { seat, least: 0, most: 0 });
            self.then(&[Step::Draw { seat, minors: 1, majors: 0 }]);
        } else {
            self.emit(&Event::ShowsMinors { seat, least: 1, most: HAND_LIMIT });
        }
    }

    fn end_turn(&mut self) {
        let (turn, first) = (self.public().turn, self.public().first);
        if turn == self.state.setup.turns() {
            self.emit(&Event::Ended);
            self.state.answers = Default::default();
        } else {
            self.begin_turn(turn + 1, first.clockwise(1, self.state.seats()));
        }
    }
}

/// The seats that a step puts a decision to. Public facts alone decide.
pub(super) fn asked_by(state: &State, step: Step) -> SeatSet {
    let public = &state.public;
    let active = public.active.unwrap_or(public.first);
    let seats = state.seats();
    let holds_cards = |seat: &Seat| public.hand_sizes[seat.index()] > 0;
    let only_if =
        |asked: bool, seat: Seat| if asked { SeatSet::only(seat) } else { SeatSet::EMPTY };
    match step {
        Step::ChooseDraw { seat } => SeatSet::only(seat),
        Step::HandLimit { seat } => only_if(public.hand_sizes[seat.index()] > HAND_LIMIT, seat),
        Step::HidePhase | Step::HideSome | Step::GiveTwo => {
            Seat::all(seats).filter(holds_cards).collect()
        }
        Step::OthersDiscard => {
            Seat::all(seats).filter(|seat| *seat != active && holds_cards(seat)).collect()
        }
        Step::TurnUp => Seat::all(seats)
            .filter(|seat| *seat != active && public.row_sizes[seat.index()] > 0)
            .collect(),
        Step::ReturnFigures { .. } => only_if(!public.removed[active.index()].is_empty(), active),
        Step::Play => {
            only_if(!(public.minor_played && public.major_played) && holds_cards(&active), active)
        }
        Step::Joker | Step::RemoveFigures => only_if(!public.movable().is_empty(), active),
        Step::Harbour { answered, .. } => {
            only_if(answered + 1 < seats, active.clockwise(answered + 1, seats))
        }
        Step::Market | Step::MayHide | Step::Death => only_if(holds_cards(&active), active),
        Step::Exchange => {
            let i = active.index();
            only_if(holds_cards(&active) && public.row_sizes[i] + public.open[i].len() > 0, active)
        }
        Step::MoveByMinor
        | Step::Artisan
        | Step::Fields { .. }
        | Step::Cathedral
        | Step::RaiseHouse { .. }
        | Step::RaiseThenLower
        | Step::LowerHouse { .. }
        | Step::LayTower => SeatSet::only(active),
        Step::FoolHouse { .. } => state.fool_owner().map_or(SeatSet::EMPTY, SeatSet::only),
        Step::DrawPhase { .. }
        | Step::PlayPhase { .. }
        | Step::EnsureMinor
        | Step::CardDone
        | Step::Gain { .. }
        | Step::Draw { .. }
        | Step::MoonDraw { .. }
        | Step::Scoring { .. }
        | Step::TurnOver => SeatSet::EMPTY,
    }
}
