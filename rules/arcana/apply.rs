//! The referee: which seats a step asks, what the others do, and what answers do.
//!
//! Whatever changes for a viewer goes through the referee's `emit`. Secrets that no viewer sees change
//! (the order of piles) are changed separately, only in `deal`.

use super::Arcana;
use super::action::Action;
use super::agenda::Step;
use super::cards::CardSet;
use super::event::Event;
use super::public::Public;
use super::setup::{N, ROUNDS_MAX};
use super::zone::{Zone, ZoneSet};
use crate::kit::{self, Sink};
use crate::{Seat, SeatSet};

/// A state being changed, and where the facts of it go.
pub(super) type Referee<'a, S> = kit::Referee<'a, Arcana, S>;

/// The seats that a step puts a decision to. Public facts alone decide.
pub(super) fn asked_by(public: &Public, step: Step) -> SeatSet {
    match step {
        Step::Objectives => SeatSet::first(public.seats),
        Step::PeekAgain { seat, first } => {
            let others = public.peekable(seat).minus(ZoneSet::only(first));
            if others.is_empty() { SeatSet::EMPTY } else { SeatSet::only(seat) }
        }
        Step::Guild { seat }
        | Step::Act { seat }
        | Step::Muster { seat }
        | Step::Keep { seat, .. } => SeatSet::only(seat),
        // The others are carried out.
        Step::Deal
        | Step::Round { .. }
        | Step::Turn { .. }
        | Step::EffectOver { .. }
        | Step::TurnUp { .. }
        | Step::Struggle { .. }
        | Step::RoundOver => SeatSet::EMPTY,
    }
}

impl<S: Sink<Event>> Referee<'_, S> {
    /// Carries out a step without a decision that has just been taken off.
    pub(super) fn carry_out(&mut self, step: Step) {
        match step {
            Step::Deal => self.deal(),
            Step::Round { round } => self.begin_round(round),
            Step::Turn { seat } => self.begin_turn(seat),
            Step::EffectOver { seat } => {
                if let Some(card) = self.public().in_use {
                    self.emit(&Event::EffectOver { seat, card });
                }
            }
            Step::TurnUp { zone } => self.turn_up(zone),
            Step::Struggle { index } => self.struggle(index),
            Step::RoundOver => self.end_round(),
            // These ask; a second look does nothing where there is nothing to look at.
            Step::Guild { .. }
            | Step::Objectives
            | Step::Act { .. }
            | Step::Muster { .. }
            | Step::PeekAgain { .. }
            | Step::Keep { .. } => {}
        }
    }

    fn begin_round(&mut self, round: u8) {
        let (seats, public) = (self.state.seats(), self.public());
        let start = public.start.clockwise(u8::from(round > 1), seats);
        self.emit(&Event::RoundBegan { round, start });
        for seat in self.seats_from_start() {
            self.draw_for_round(seat);
        }
        self.then(&[Step::Turn { seat: start }]);
    }

    /// The next seat that holds cards acts; if there is none the struggles begin.
    fn begin_turn(&mut self, from: Seat) {
        let (seats, public) = (self.state.seats(), self.public());
        let mut order = (0..seats).map(|steps| from.clockwise(steps, seats));
        match order.find(|&seat| public.player(seat).hand > 0) {
            Some(seat) => {
                let next = seat.clockwise(1, seats);
                self.then(&[Step::Act { seat }, Step::Turn { seat: next }]);
            }
            None => self.then(&[Step::Struggle { index: 0 }]),
        }
    }

    fn end_round(&mut self) {
        if self.public().is_last_round() {
            return self.end();
        }
        let lies = self.public().rows.all().iter().filter_map(|slot| slot.shown.card());
        let militia = lies.collect::<CardSet>().and(CardSet::MILITIA);
        let cards = militia.union(self.public().set_aside);
        if !cards.is_empty() {
            self.emit(&Event::MilitiaHome { cards });
            self.shuffle_militia();
        }
        for zone in self.public().zones() {
            if self.public().stake(zone).is_none() {
                self.turn_up(zone);
            }
        }
        let round = (self.public().round + 1).min(ROUNDS_MAX);
        self.then(&[Step::Round { round }]);
    }

    fn end(&mut self) {
        let mut kept = [None; N];
        kept.iter_mut().zip(&self.state.secrets.own).for_each(|(kept, own)| *kept = own.kept);
        self.emit(&Event::Ended { kept });
        self.state.answers = Default::default();
    }

    /// A seat has won a stake, which lies alone in its zone: it goes to the resource pile, or where
    /// the seat says.
    pub(super) fn stake_won(&mut self, seat: Seat, zone: Zone) {
        if self.state.setup.tactical_removal {
            self.then(&[Step::Keep { seat, zone }]);
        } else {
            self.take_stake(seat, zone, false);
        }
    }

    fn take_stake(&mut self, seat: Seat, zone: Zone, under_base: bool) {
        if let Some(card) = self.public().stake(zone) {
            self.emit(&Event::StakeTaken { seat, zone, card, under_base });
        }
    }

    /// An answer that takes effect by itself.
    pub(super) fn carry_out_answer(&mut self, seat: Seat, step: Step, action: Action) {
        self.pop();
        match (step, action) {
            (Step::Guild { .. }, Action::Guild(guild)) => self.take_guild(seat, guild),
            (Step::Act { .. }, Action::Discard(card)) => {
                self.emit(&Event::Discarded { seat, card })
            }
            (Step::Act { .. }, Action::Muster(relic)) => {
                let card = self.top_militia();
                self.emit(&Event::Mustered { seat, relic, card });
                self.then(&[Step::Muster { seat }]);
            }
            (Step::Act { .. }, Action::Enact(card)) => self.enact(seat, card, action),
            (Step::Muster { .. }, Action::Zone(zone)) => {
                let card = self.state.secrets.own[seat.index()].mustered;
                let up = !self.public().is_own(zone, seat);
                self.emit(&Event::MilitiaPlaced { seat, zone, up, card });
            }
            (Step::PeekAgain { .. }, Action::Zone(zone)) => self.peek(seat, zone),
            (Step::Keep { zone, .. }, _) => {
                self.take_stake(seat, zone, action == Action::UnderBase)
            }
            _ => {}
        }
    }

    /// All answers to a collected step are complete: they take effect.
    pub(super) fn resolve_answers(&mut self, seat: Seat, step: Step, action: Action) {
        let answer = self.state.answers[seat.index()];
        match (step, answer.begun) {
            (Step::Objectives, _) => self.keep_objectives(),
            (_, Some(Action::Place(card))) => {
                let Some(zone) = answer.zone() else { return };
                let public = self.public();
                let up = !public.is_own(zone, seat) && !public.covers.contains(seat);
                self.emit(&Event::Placed { seat, zone, up, card: Some(card) });
            }
            (_, Some(Action::Bribe(relic))) => {
                let Some(zone) = answer.zone() else { return };
                self.bribe(seat, relic, zone, answer.picks);
            }
            (_, Some(Action::Enact(card))) => self.enact(seat, card, action),
            _ => {}
        }
    }

    fn keep_objectives(&mut self) {
        for seat in self.seats_from_start() {
            if let [Some(first), Some(second)] = self.state.answers[seat.index()].objectives {
                self.emit(&Event::ObjectivesKept { seat, kept: Some([first, second]) });
            }
        }
    }
}
