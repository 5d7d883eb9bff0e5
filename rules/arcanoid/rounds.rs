//! Rounds and turns: who comes next, when a round is over, who has won it.

use super::agenda::Step;
use super::apply::Referee;
use super::cards::{FIELDS, Field, FieldSet};
use super::event::Event;
use super::player::Player;
use super::score::winner;
use super::setup::DevilWins;
use crate::Seat;
use crate::kit::Sink;

impl<S: Sink<Event>> Referee<'_, S> {
    pub(super) fn begin_round(&mut self, round: u8, starter: Seat) {
        self.deal(round, starter);
        self.begin_turn(Player::at(starter), false);
    }

    pub(super) fn begin_turn(&mut self, player: Player, extra: bool) {
        self.emit(&Event::TurnBegan { player, extra });
        self.then(&[Step::Act, Step::TurnOver]);
    }

    pub(super) fn end_turn(&mut self) {
        let seats_retired =
            Seat::all(self.state.seats()).all(|seat| !self.public().is_active(Player::at(seat)));
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
        let next =
            public.others_in_order(last).find(|&player| public.is_active(player)).unwrap_or(last);
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
