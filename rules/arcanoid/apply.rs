//! The referee: which seats a step asks, and what the others do.
//!
//! Every change for a viewer goes through the referee's `emit`. Secrets that no viewer sees change
//! (the order of the stock, what Death removed) are changed separately, only here and in `stock`.

use super::Arcanoid;
use super::agenda::{Agenda, Step};
use super::event::Event;
use super::player::Player;
use super::public::Public;
use crate::SeatSet;
use crate::kit::{self, Sink};

/// A state being changed, and where the facts of it go.
pub(super) type Referee<'a, S> = kit::Referee<'a, Arcanoid, S>;

impl<S: Sink<Event>> Referee<'_, S> {
    /// Carries out a step without a decision that has just been taken off.
    pub(super) fn carry_out(&mut self, step: Step) {
        match step {
            Step::Place => self.place(),
            Step::Fill { to } => self.fill(to),
            Step::Draw { to, left } => self.draw(to, left),
            Step::CardDone => {
                if let Some(card) = self.public().playing {
                    self.emit(&Event::CardDone { card });
                }
            }
            Step::Refill => self.refill(),
            Step::TurnOver => self.end_turn(),
            Step::NextTurn => self.next_turn(),
            // These ask; where there is no seat to ask they do nothing.
            Step::Act
            | Step::Steal
            | Step::Look
            | Step::Reveal
            | Step::LayReserve
            | Step::Extend { .. }
            | Step::Hang
            | Step::Block
            | Step::Destroy
            | Step::Call { .. }
            | Step::Judge
            | Step::Wheel
            | Step::Vote { .. }
            | Step::ExtraTurn => {}
        }
    }

    /// Nothing is left to do: the game is over.
    pub(super) fn end(&mut self) {
        self.emit(&Event::Ended);
        self.state.public.agenda = Agenda::EMPTY;
        self.state.answers = Default::default();
    }
}

/// The seats that a step puts a decision to. Public facts alone decide.
pub(super) fn asked_by(public: &Public, step: Step) -> SeatSet {
    let player = public.turn;
    let only_if = |asked: bool, player: Player| {
        if asked { SeatSet::only(public.decider(player)) } else { SeatSet::EMPTY }
    };
    match step {
        Step::Act => only_if(public.is_active(player), player),
        Step::Steal => {
            public.possible_thieves().iter().map(|thief| public.decider(thief)).collect()
        }
        Step::Wheel => only_if(public.hand_size(player) > public.hand_limit(player), player),
        Step::Vote { answered } => {
            SeatSet::only(public.decider(player).clockwise(answered, public.seats))
        }
        Step::ExtraTurn => {
            let hermit =
                public.hermit.filter(|hermit| !hermit.waits && public.is_active(hermit.owner));
            hermit.map_or(SeatSet::EMPTY, |hermit| only_if(true, hermit.owner))
        }
        Step::Look
        | Step::Reveal
        | Step::LayReserve
        | Step::Extend { .. }
        | Step::Hang
        | Step::Block
        | Step::Destroy
        | Step::Call { .. }
        | Step::Judge => only_if(true, player),
        Step::Place
        | Step::Fill { .. }
        | Step::Draw { .. }
        | Step::CardDone
        | Step::Refill
        | Step::TurnOver
        | Step::NextTurn => SeatSet::EMPTY,
    }
}
