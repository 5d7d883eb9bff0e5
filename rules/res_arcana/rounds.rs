//! Rounds: collecting, moves, passing, checks and the end.

use super::action::Action;
use super::agenda::{Pile, Step, Use};
use super::apply::Referee;
use super::cards::{Amount, Collect, Essence, Face, FaceSet};
use super::event::Event;
use super::setup::{N, POINTS_TO_WIN, ROUNDS_MAX, STATUE_POINTS};
use crate::Seat;
use crate::kit::Sink;

impl<S: Sink<Event>> Referee<'_, S> {
    /// Carries out a step without a decision that has just been taken off.
    pub(super) fn carry_out(&mut self, step: Step) {
        match step {
            Step::Deal => self.deal(),
            Step::OpeningHands => self.draw_opening_hands(),
            Step::Round => self.begin_round(),
            Step::Collect { seat } => self.collect_income(seat),
            Step::Stores { seat, from } => self.next_store(seat, from),
            Step::Mixes { seat, from } => self.next_mix(seat, from),
            Step::NextMove { after } => self.next_move(after),
            Step::PassDraw { seat } => {
                self.draw(seat, 1);
            }
            Step::Power(used) => self.do_part(used),
            Step::Check { ends_round } => self.begin_check(ends_round),
            Step::Compare { ends_round, statue } => self.compare(ends_round, statue),
            // These ask.
            Step::FirstPlayer { .. }
            | Step::Draft
            | Step::OpenDraft
            | Step::Mage
            | Step::Item { .. }
            | Step::TakeOrLeave { .. }
            | Step::Forge { .. }
            | Step::Move { .. }
            | Step::Income { .. }
            | Step::PayCard { .. }
            | Step::Gain { .. }
            | Step::LifeLoss { .. }
            | Step::Lose { .. }
            | Step::VictimDiscards { .. }
            | Step::VictimDestroys { .. }
            | Step::Statue { .. } => {}
        }
    }

    fn begin_round(&mut self) {
        let round = self.public().round + 1;
        self.emit(&Event::RoundBegan { round });
        let first = self.public().tile.unwrap_or(Seat::FIRST);
        self.then(&[Step::Move { seat: first }]);
        let mut collecting = [Step::Round; N];
        let seats = self.public().clockwise_from(first);
        let mut count = 0;
        for (slot, seat) in collecting.iter_mut().zip(seats) {
            *slot = Step::Collect { seat };
            count += 1;
        }
        self.then(&collecting[..count]);
    }

    /// What the components of a seat give without a choice, then everything with one.
    fn collect_income(&mut self, seat: Seat) {
        let own = self.public().play[seat.index()];
        let mut fixed = Amount::NOTHING;
        for face in own.and(FaceSet::COLLECTING).iter() {
            match face.data().collect {
                Collect::Gain(amount) => fixed = fixed.plus(amount),
                Collect::PayOrTurn(_) => self.then(&[Step::Forge { seat, face }]),
                _ => {}
            }
        }
        let pool = self.public().pools[seat.index()];
        let amount = fixed.fitting(pool);
        if !amount.is_nothing() {
            self.emit(&Event::Collected { seat, amount });
        }
        self.then(&[Step::Stores { seat, from: 0 }, Step::Mixes { seat, from: 0 }]);
    }

    fn next_store(&mut self, seat: Seat, from: u8) {
        let public = self.public();
        let stored = |face: &Face| !public.stores[face.index()].is_nothing();
        let next = public.play[seat.index()].from(from).iter().find(stored);
        if let Some(face) = next {
            self.then(&[
                Step::TakeOrLeave { seat, face },
                Step::Stores { seat, from: face.number() + 1 },
            ]);
        }
    }

    fn next_mix(&mut self, seat: Seat, from: u8) {
        for face in self.public().play[seat.index()].and(FaceSet::COLLECTING).from(from).iter() {
            let (count, types) = match face.data().collect {
                Collect::Mix(count, types) => (count, types),
                Collect::IfLeft { held, count, types }
                    if self.public().stores[face.index()].get(held) > 0 =>
                {
                    (count, types)
                }
                _ => continue,
            };
            let from = face.number() + 1;
            return self.then(&[Step::Gain { seat, count, types }, Step::Mixes { seat, from }]);
        }
    }

    pub(super) fn take_or_leave(&mut self, seat: Seat, face: Face, action: Action) {
        let store = self.public().stores[face.index()];
        if action == Action::Take {
            let amount = store.fitting(self.public().pools[seat.index()]);
            return self.emit(&Event::StoreTaken { seat, face, amount });
        }
        if let Collect::Grow(by) = face.data().collect {
            let amount = Amount::of_each(by, store.types()).fitting(store);
            if !amount.is_nothing() {
                self.emit(&Event::Put { face, amount });
            }
        }
    }

    pub(super) fn forge(&mut self, seat: Seat, face: Face, action: Action) {
        match (action, face.data().collect) {
            (Action::Pay, Collect::PayOrTurn(amount)) => self.emit(&Event::Paid { seat, amount }),
            _ => self.emit(&Event::Turned { face }),
        }
    }

    /// The next seat clockwise that hasn't passed moves; if there is none, the check takes place.
    fn next_move(&mut self, after: Seat) {
        let mut seats = self.public().clockwise_from(after.clockwise(1, self.state.seats()));
        let next = seats.find(|seat| !self.public().passed.contains(*seat));
        match next {
            Some(seat) => self.then(&[Step::Move { seat }]),
            None => self.then(&[Step::Check { ends_round: true }]),
        }
    }

    /// Carries out a move.
    pub(super) fn make_move(&mut self, seat: Seat, action: Action) {
        self.emit(&Event::Moved { seat, action });
        self.then(&[Step::NextMove { after: seat }]);
        match action {
            Action::Pass => self.then(&[Step::Item { seat }, Step::PassDraw { seat }]),
            Action::Place(card) => {
                self.emit(&Event::Placed { seat, card, from: None });
                let less = self.public().discount(seat, card);
                self.then(&[Step::PayCard { seat, card, less }]);
            }
            Action::Discard(card) => {
                self.emit(&Event::Discarded { seat, cards: FaceSet::only(card) });
                self.then(&[Step::Income { seat }]);
            }
            Action::ClaimMonument(face) => {
                self.claim(seat, face, false);
                self.refill_display();
            }
            Action::ClaimTop => {
                let top = self.state.top(Pile::Monuments, 1).next();
                if let Some(face) = top {
                    self.claim(seat, face, true);
                }
            }
            Action::ClaimPlace(face) => self.claim(seat, face, false),
            Action::Use(face, power) => self.then(&[Step::Power(Use::of(seat, face, power))]),
            _ => {}
        }
    }

    fn claim(&mut self, seat: Seat, face: Face, unseen: bool) {
        self.emit(&Event::Paid { seat, amount: face.data().price.fixed });
        self.emit(&Event::Claimed { seat, face, unseen });
        if let Some((count, types)) = face.data().claimed {
            self.then(&[Step::Gain { seat, count, types }]);
        }
    }

    fn refill_display(&mut self) {
        let top = self.state.top(Pile::Monuments, 1).next();
        if let Some(face) = top {
            self.emit(&Event::Refilled { face });
        }
    }

    fn begin_check(&mut self, ends_round: bool) {
        let statue = Face::GOLDEN_STATUE;
        let public = self.public();
        let controller =
            public.controller(statue).filter(|seat| public.can_afford(*seat, statue, 1));
        self.then(&[Step::Compare { ends_round, statue: false }]);
        if let Some(seat) = controller {
            self.then(&[Step::Statue { seat }]);
        }
    }

    pub(super) fn answer_check(&mut self, seat: Seat, action: Action) {
        if let (Action::Use(face, power), Some(Step::Compare { ends_round, .. })) =
            (action, self.public().agenda.next())
        {
            self.state.public.agenda.pop();
            let used = Use::of(seat, face, power);
            self.then(&[Step::Power(used), Step::Compare { ends_round, statue: true }]);
        }
    }

    fn compare(&mut self, ends_round: bool, statue: bool) {
        let user = self.public().controller(Face::GOLDEN_STATUE).filter(|_| statue);
        let mut points = [0; N];
        for seat in Seat::all(self.state.seats()) {
            let extra = if user == Some(seat) { STATUE_POINTS } else { 0 };
            points[seat.index()] = self.public().points_of(seat) + extra;
        }
        self.emit(&Event::Checked { points });
        let is_won = points.iter().any(|&points| points >= POINTS_TO_WIN);
        if is_won || ends_round && self.public().round >= ROUNDS_MAX {
            self.emit(&Event::Ended);
        } else if ends_round {
            self.then(&[Step::Round]);
        }
    }

    /// The pool of a seat gets as much of an amount as it has room for.
    pub(super) fn gain(&mut self, seat: Seat, amount: Amount) {
        let amount = amount.fitting(self.public().pools[seat.index()]);
        if !amount.is_nothing() {
            self.emit(&Event::Gained { seat, amount });
        }
    }

    /// The store of a component gets as much of an amount as it has room for.
    pub(super) fn put(&mut self, face: Face, amount: Amount) {
        let amount = amount.fitting(self.public().stores[face.index()]);
        if !amount.is_nothing() {
            self.emit(&Event::Put { face, amount });
        }
    }

    pub(super) fn pay(&mut self, seat: Seat, amount: Amount) {
        if !amount.is_nothing() {
            self.emit(&Event::Paid { seat, amount });
        }
    }

    /// A life loss: life goes first, and two other essences for each that is missing.
    pub(super) fn suffer(&mut self, seat: Seat, life: u8) {
        let pool = self.public().pools[seat.index()];
        let lost = life.min(pool.get(Essence::Life));
        let amount = Amount::of(lost, Essence::Life);
        if lost > 0 {
            self.emit(&Event::Lost { seat, amount });
        }
        let owed = u16::from(2 * (life - lost)).min(pool.minus(amount).sum());
        self.then(&[Step::Lose { seat, count: owed as u8 }]);
    }
}
