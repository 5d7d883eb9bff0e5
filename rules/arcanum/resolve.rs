//! What an answer does: single answers at once, choices of several things and together-decisions
//! once they are complete.

use super::action::Action;
use super::agenda::Step;
use super::apply::Referee;
use super::cards::{Card, CardSet, House, Pile};
use super::event::{CardFaces, Event};
use super::pending_answer::PendingAnswer;
use super::setup::{HAND_LIMIT, N};
use crate::Seat;
use crate::kit::Sink;

/// Cards that Justice fills a hand up to.
const JUSTICE_CARDS: u8 = 4;

impl<S: Sink<Event>> Referee<'_, S> {
    /// Clockwise from the active seat, or from the first player where none is active.
    fn clockwise(&self) -> impl Iterator<Item = (Seat, PendingAnswer)> + use<S> {
        let (first, seats) = (self.active(), self.state.seats());
        let (asked, answers) = (self.public().asked, self.state.answers);
        (0..seats)
            .map(move |steps| first.clockwise(steps, seats))
            .filter(move |&seat| asked.contains(seat))
            .map(move |seat| (seat, answers[seat.index()]))
    }

    /// All answers to a collected step are complete: they take effect. `last` is the action that
    /// completed the last.
    pub(super) fn resolve(&mut self, step: Step, last: Action) {
        match step {
            Step::HandLimit { .. } | Step::OthersDiscard => {
                self.clockwise().for_each(|(seat, answer)| self.discard(seat, answer.cards));
            }
            Step::HideSome => {
                self.clockwise().for_each(|(seat, answer)| self.hide(seat, answer.cards))
            }
            Step::HidePhase => {
                for (seat, answer) in self.clockwise() {
                    if answer.cards.is_empty() {
                        self.emit(&Event::ShowsMinors { seat, least: 0, most: 0 });
                    }
                    self.hide(seat, answer.cards);
                }
            }
            Step::GiveTwo => self.pass_left(),
            Step::Death => {
                self.clockwise().for_each(|(seat, answer)| self.death(seat, answer.cards))
            }
            Step::Exchange => {
                self.clockwise().for_each(|(seat, answer)| self.exchange(seat, answer))
            }
            Step::RemoveFigures => {
                for (seat, answer) in self.clockwise() {
                    self.emit(&Event::FiguresRemoved { seat, figures: answer.figures });
                }
            }
            Step::TurnUp => {
                for (seat, answer) in self.clockwise() {
                    self.emit(&Event::TurnedUp { seat, cards: answer.cards });
                    let row = &mut self.state.secrets.rows[seat.index()];
                    *row = row.minus(answer.cards);
                }
            }
            Step::Joker => {
                for (seat, answer) in self.clockwise() {
                    match (answer.figures.first(), last) {
                        (Some(figure), Action::Location(to)) => self.move_figure(figure, to),
                        _ => self.emit(&Event::Declined { seat }),
                    }
                }
            }
            _ => {}
        }
    }

    /// An answer that takes effect by itself.
    pub(super) fn carry_out_answer(&mut self, seat: Seat, step: Step, action: Action) {
        // Playing a card leaves the step on the agenda: when its effects are over, the seat is
        // asked again.
        match (step, action) {
            (Step::Play, Action::Play(card)) if card.is_minor() => {
                return self.play_minor(seat, card);
            }
            (Step::Play, Action::Play(card)) => return self.play_major(seat, card),
            (Step::Play, Action::HideFool) => return self.hide_fool(seat),
            (Step::ReturnFigures { taken }, Action::Location(to)) => {
                return self.return_figure(seat, to, taken);
            }
            _ => self.pop(),
        }
        let draw = |minors, majors| Step::Draw { seat, minors, majors };
        match (step, action) {
            (Step::Play, Action::End) => self.end_activation(seat),
            (Step::ChooseDraw { .. }, Action::DrawMinors) => self.then(&[draw(3, 0)]),
            (Step::Artisan | Step::Cathedral, Action::DrawMinors) => self.then(&[draw(2, 0)]),
            (Step::ChooseDraw { .. } | Step::Artisan, Action::DrawMajor) => {
                self.then(&[draw(0, 1)]);
            }
            (Step::MoveByMinor, Action::Figure(figure)) => {
                if let Some(to) = self.state.public.playing.and_then(Card::location) {
                    self.move_figure(figure, to);
                }
            }
            (Step::MoveByMinor, Action::Location(to)) => {
                if let Some(figure) = self.state.public.playing.and_then(Card::figure) {
                    self.move_figure(figure, to);
                }
            }
            (Step::Harbour { answered, drawn }, _) => self.harbour(seat, action, answered, drawn),
            (Step::Market, Action::Discard(card)) => {
                self.discard(seat, CardSet::only(card));
                self.then(&[if card.is_minor() { draw(2, 0) } else { draw(0, 1) }]);
            }
            (Step::Cathedral | Step::MayHide, Action::Hide(card)) => {
                self.hide(seat, CardSet::only(card))
            }
            (Step::Fields { house }, _) => self.fields(seat, house, action),
            (Step::RaiseHouse { by }, Action::House(house)) => self.prestige(house, by as i8),
            (Step::RaiseThenLower, Action::House(house)) => {
                self.prestige(house, 1);
                self.then(&[Step::LowerHouse { not: house }]);
            }
            (Step::LowerHouse { .. }, Action::House(house)) => self.prestige(house, -1),
            (Step::LayTower, Action::Cover(covered)) => {
                self.emit(&Event::TowerLaid { seat, covered })
            }
            (Step::FoolHouse { reduced, next }, _) => {
                self.fool_answered(seat, reduced, next, action)
            }
            _ => self.emit(&Event::Declined { seat }),
        }
    }

    fn end_activation(&mut self, seat: Seat) {
        if !self.state.public.minor_played {
            self.emit(&Event::ShowsMinors { seat, least: 0, most: 0 });
        }
        self.emit(&Event::ActivationEnded { seat });
    }

    fn harbour(&mut self, seat: Seat, action: Action, answered: u8, drawn: u8) {
        if action == Action::DrawMinors {
            let got = self.draw(seat, Pile::Minor, 1);
            let next = Step::Harbour { answered: answered + 1, drawn: drawn + got };
            self.then(&[Step::HandLimit { seat }, next]);
        } else {
            self.emit(&Event::Declined { seat });
            self.then(&[Step::Harbour { answered: answered + 1, drawn }]);
        }
    }

    fn fields(&mut self, seat: Seat, house: House, action: Action) {
        match action {
            Action::Raise => self.prestige(house, 1),
            Action::Lower => self.prestige(house, -1),
            _ => self.emit(&Event::Declined { seat }),
        }
        if let Some(house) = House::ALL.get(house.index() + 1) {
            self.then(&[Step::Fields { house: *house }]);
        }
    }

    fn play_minor(&mut self, seat: Seat, card: Card) {
        let idle = self.state.public.movable_by(card).is_empty();
        self.emit(&Event::MinorPlayed { seat, card, idle });
        self.state.secrets.hands[seat.index()].remove(card);
        if let Some(house) = card.house() {
            self.prestige(house, 1);
        }
        self.then(if idle { &[Step::CardDone] } else { &[Step::MoveByMinor, Step::CardDone] });
    }

    fn hide_fool(&mut self, seat: Seat) {
        self.emit(&Event::FoolHidden { seat });
        self.state.secrets.hands[seat.index()].remove(Card::FOOL);
        self.state.secrets.rows[seat.index()].insert(Card::FOOL);
    }

    fn play_major(&mut self, seat: Seat, card: Card) {
        self.emit(&Event::MajorPlayed { seat, card });
        self.state.secrets.hands[seat.index()].remove(card);
        let draw = |minors, majors| Step::Draw { seat, minors, majors };
        let constants = self.state.setup.constants();
        let seats = self.state.seats();
        let done = Step::CardDone;
        match card.major_number().unwrap_or_default() {
            0 => self.then(&[Step::Joker, done]),
            1 => self.then(&[draw(2, 0), Step::MayHide, done]),
            2 => self.then(&[Step::Gain { points: 3 }, done]),
            3 => self.then(&[Step::Joker, Step::RaiseThenLower, done]),
            4 => self.then(&[Step::MayHide, Step::RaiseHouse { by: 3 }, done]),
            5 => self.then(&[draw(1, 1), done]),
            6 => {
                self.lovers(seat);
                self.then(&[done]);
            }
            7 => self.then(&[Step::RaiseHouse { by: 2 }, Step::OthersDiscard, done]),
            8 => {
                let points = self.state.setup.version.constants().strength_victory_points;
                self.then(&[Step::Gain { points }, Step::RaiseHouse { by: 3 }, done]);
            }
            9 => self.then(&[Step::HideSome, done]),
            10 => self.then(&[Step::GiveTwo, done]),
            11 => {
                let wanted = self.justice(seat);
                self.then(&[done]);
                if wanted > 0 {
                    self.then(&[draw(wanted, 0)]);
                }
            }
            12 => {
                self.gain(seat, -2);
                self.then(&[draw(0, 2), done]);
            }
            13 => self.then(&[Step::Death, done]),
            14 => self.then(&[Step::Joker, Step::Exchange, done]),
            15 => {
                self.emit(&Event::DevilInvoked);
                self.then(&[done]);
            }
            // The Tower stays on the board: it is discarded at its owner's next activation.
            16 => self.then(&[Step::Gain { points: 2 }, Step::LayTower]),
            17 => self.then(&[
                draw(2, 0),
                Step::Gain { points: constants.stars_victory_points as u8 },
                done,
            ]),
            18 => self.then(&[Step::MoonDraw { left: seats }, Step::HideSome, done]),
            19 => self.then(&[Step::Gain { points: 2 }, Step::TurnUp, done]),
            20 => self.then(&[Step::OthersDiscard, Step::RemoveFigures, done]),
            _ => self.then(&[
                Step::MayHide,
                Step::Scoring { reduced: true, next: 0, fool: None },
                done,
            ]),
        }
    }

    /// The lowest seats gain 2; its player gains 2 in any case, and twice if it is among the lowest
    /// (alone, in one edition).
    fn lovers(&mut self, player: Seat) {
        let seats = self.state.seats();
        let points = self.state.public.victory_points;
        let lowest = points[..seats as usize].iter().copied().min().unwrap_or_default();
        let is_low = |seat: Seat| points[seat.index()] == lowest;
        let alone = Seat::all(seats).filter(|&seat| is_low(seat)).count() == 1;
        self.gain(player, 2);
        for seat in
            (1..seats).map(|steps| player.clockwise(steps, seats)).filter(|&seat| is_low(seat))
        {
            self.gain(seat, 2);
        }
        if is_low(player) && (alone || !self.state.setup.constants().lovers_strictly_fewest) {
            self.gain(player, 2);
        }
    }

    /// How many Minors Justice draws. Where it counts Minors, the number reveals how many the seat
    /// holds.
    fn justice(&mut self, seat: Seat) -> u8 {
        let hand = self.state.secrets.hands[seat.index()];
        if !self.state.setup.constants().justice_counts_minors {
            return JUSTICE_CARDS.saturating_sub(hand.len());
        }
        let minors = hand.minors().len();
        let most = if minors < JUSTICE_CARDS { minors } else { HAND_LIMIT };
        self.emit(&Event::ShowsMinors { seat, least: minors.min(JUSTICE_CARDS), most });
        JUSTICE_CARDS.saturating_sub(minors)
    }

    /// The Wheel: all players' cards change hands at once.
    fn pass_left(&mut self) {
        let seats = self.state.seats();
        let mut given = [CardSet::EMPTY; N];
        self.clockwise().for_each(|(seat, answer)| given[seat.index()] = answer.cards);
        self.emit(&Event::Passed { seats, passed: given.map(CardFaces::shown) });
        for seat in Seat::all(seats) {
            let hand = &mut self.state.secrets.hands[seat.index()];
            *hand = hand.minus(given[seat.index()]);
        }
        for seat in Seat::all(seats) {
            let hand = &mut self.state.secrets.hands[seat.clockwise(1, seats).index()];
            *hand = hand.union(given[seat.index()]);
        }
    }

    fn death(&mut self, seat: Seat, cards: CardSet) {
        if cards.is_empty() {
            // It must take a Minor if there is one to spare, so taking none reveals how many there
            // are.
            let most = u8::from(self.state.public.has_duty(seat));
            self.emit(&Event::ShowsMinors { seat, least: 0, most });
            return;
        }
        self.discard(seat, cards);
        self.then(&[Step::Draw { seat, minors: 0, majors: cards.len() }]);
    }

    fn exchange(&mut self, seat: Seat, answer: PendingAnswer) {
        let i = seat.index();
        if answer.cards.is_empty() {
            self.emit(&Event::Declined { seat });
            return;
        }
        let opened = answer.cards.and(self.state.public.open[i]);
        let taken = answer.cards.minus(opened);
        self.emit(&Event::Exchanged {
            seat,
            count: answer.cards.len(),
            opened,
            taken: CardFaces::shown(taken),
            given: CardFaces::shown(answer.put),
        });
        let (hand, row) = (&mut self.state.secrets.hands[i], &mut self.state.secrets.rows[i]);
        *hand = hand.minus(answer.put).union(answer.cards);
        *row = row.minus(taken).union(answer.put);
    }
}
