//! Rounds and turns: who comes next, when a round is over, who has won it.

use super::agenda::Step;
use super::answer::Answer;
use super::apply::{Referee, Sink};
use super::cards::{CardSet, FIELDS, Field, FieldSet};
use super::event::Event;
use super::knowledge::Knowledge;
use super::player::Player;
use super::public::Public;
use super::score::winner;
use super::setup::{Defect, DevilWins, N, Setup};
use super::state::{State, Stock};
use super::stock::purpose;
use crate::{Seat, Seed, bounded};
use alloc::{sync::Arc, vec::Vec};

/// Deals a new game.
pub(super) fn start<S: Sink>(setup: &Setup, seed: &Seed, sink: &mut S) -> Result<State, Vec<Defect>> {
    let defects = setup.defects();
    if !defects.is_empty() {
        return Err(defects);
    }
    let drawn = bounded(&mut seed.at(purpose::STARTER, 0), u32::from(setup.players)) as u8;
    let first = setup.first.or(Seat::new(drawn)).unwrap_or(Seat::FIRST);
    let mut state = State {
        setup: Arc::new(setup.clone()),
        seed: seed.clone(),
        public: Public::before_deal(setup.players, first),
        hands: [CardSet::EMPTY; N],
        stock: Stock::EMPTY,
        buried: CardSet::EMPTY,
        answers: [Answer::default(); N],
        knowledge: core::array::from_fn(|_| Knowledge::before_deal()),
    };
    let mut referee = Referee { state: &mut state, sink };
    referee.begin_round(1, first);
    referee.run();
    Ok(state)
}

impl<S: Sink> Referee<'_, S> {
    fn begin_round(&mut self, round: u8, starter: Seat) {
        self.deal(round, starter);
        self.begin_turn(Player::at(starter), false);
    }

    pub(super) fn begin_turn(&mut self, player: Player, extra: bool) {
        self.emit(&Event::TurnBegan { player, extra });
        self.then(&[Step::Act, Step::TurnOver]);
    }

    pub(super) fn end_turn(&mut self) {
        let seats_retired = Seat::all(self.state.seats()).all(|seat| !self.public().is_active(Player::at(seat)));
        if seats_retired && self.public().devil_is_active() && !self.state.setup.devil_must_finish {
            for field in FieldSet::ALL.minus(self.public().engaged(Player::DEVIL)).iter() {
                self.emit(&Event::Abdicated { player: Player::DEVIL, field });
            }
            self.settle(Player::DEVIL);
        }
        if seats_retired && !self.public().devil_is_active() {
            self.end_round();
        } else {
            self.then(&[Step::ExtraTurn, Step::NextTurn]);
        }
    }

    pub(super) fn next_turn(&mut self) {
        let public = self.public();
        let last = public.last_normal;
        let next = public.others_in_order(last).find(|&player| public.is_active(player)).unwrap_or(last);
        self.begin_turn(next, false);
    }

    fn end_round(&mut self) {
        let public = self.public();
        let winners: [Player; FIELDS] = Field::ALL.map(|field| winner(public, field));
        let scored = winners.map(|winner| match (winner.seat(), self.state.setup.devil_wins) {
            (None, DevilWins::Controller) => public.devil,
            (seat, _) => seat,
        });
        let (round, starter) = (public.round, public.starter);
        self.emit(&Event::RoundEnded { winners, scored });
        if round == self.state.setup.round_count() {
            self.end();
        } else {
            self.begin_round(round + 1, starter.clockwise(1, self.state.seats()));
        }
    }
}
