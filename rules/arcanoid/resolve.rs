//! What an answer does: single answers at once, choices of several things and answers given
//! together once they are complete.

use super::action::Action;
use super::agenda::{Draw, Step};
use super::apply::Referee;
use super::cards::{Card, CardSet, FieldSet};
use super::engagement::is_stealable;
use super::event::{CardFaces, Event};
use super::player::{PLAYERS, Player};
use super::setup::Refill;
use crate::Seat;
use crate::kit::Sink;

impl<S: Sink<Event>> Referee<'_, S> {
    /// All answers to a collected step are complete: they take effect.
    pub(super) fn resolve(&mut self, seat: Seat, step: Step) {
        let (player, answer) = (self.public().turn, self.state.answers[seat.index()]);
        let cards = answer.cards;
        match step {
            Step::Act if answer.adding => {
                self.emit(&Event::ReserveGrew { player, cards });
                self.then(&[Step::Refill]);
            }
            Step::Act => self.declare(player, answer.fields, cards, answer.reserve),
            Step::Steal => self.resolve_theft(),
            Step::LayReserve => self.emit(&Event::ReserveLaid { player, cards }),
            Step::Wheel => self.emit(&Event::Discarded { player, cards }),
            _ => {}
        }
    }

    fn declare(&mut self, player: Player, fields: FieldSet, picked: CardSet, reserve: bool) {
        let held = self.public().reserve(player).filter(|_| reserve).unwrap_or_default();
        let cards = picked.union(held);
        self.emit(&Event::Declared { player, fields, cards, reserve });
        let lifted = self.public().temperance;
        if lifted.is_some_and(|temperance| {
            temperance.owner == player && fields.contains(temperance.field)
        }) {
            self.emit(&Event::TemperanceLifted);
        }
        if is_stealable(cards) {
            self.then(&[Step::Steal, Step::Place, Step::Refill]);
        } else {
            self.then(&[Step::Place, Step::Refill]);
        }
    }

    /// The nearest thief after the engager gets the engagement.
    fn resolve_theft(&mut self) {
        let Some(declared) = self.public().declared else { return };
        let (public, answers) = (self.public(), &self.state.answers);
        let steals = |thief: &Player| answers[public.decider(*thief).index()].thief == Some(*thief);
        // Only seats that were asked have answered: others' answers are empty.
        let thief = public.others_in_order(declared.engager).find(steals);
        let Some(thief) = thief else { return self.emit(&Event::NotStolen) };
        let was_in_pool = self.public().pool.contains(Card::FOOL);
        self.emit(&Event::Stolen { thief });
        if self.state.setup.out_of_turn_refill == Refill::Immediate && !was_in_pool {
            self.state.public.agenda.pop();
            self.then(&[Step::Place, Step::Fill { to: Draw::Fill(thief) }]);
        }
    }

    /// The declared engagement stands.
    pub(super) fn place(&mut self) {
        let Some(declared) = self.public().declared else { return };
        let (player, fields) = (declared.owner, declared.fields);
        self.emit(&Event::Engaged { player, fields });
        if declared.cards.contains(Card::WORLD) {
            for field in fields.iter() {
                self.for_each_after(player, |referee, other| {
                    if referee.public().engagements[other.index()][field.index()].is_none() {
                        referee.emit(&Event::Abdicated { player: other, field });
                    }
                });
            }
        }
        self.settle(declared.engager);
    }

    /// Does something for all players in play but `player`, in the order of turns after it.
    fn for_each_after(&mut self, player: Player, mut act: impl FnMut(&mut Self, Player)) {
        let mut other = self.public().player_after(player);
        for _ in 0..PLAYERS {
            if other == player {
                return;
            }
            act(self, other);
            other = self.public().player_after(other);
        }
    }

    /// Retires all who have engaged on all battlefields, in the order of turns from `first` on.
    pub(super) fn settle(&mut self, first: Player) {
        self.retire_if_settled(first);
        self.for_each_after(first, Self::retire_if_settled);
    }

    fn retire_if_settled(&mut self, player: Player) {
        if self.public().is_active(player) && self.public().engaged(player) == FieldSet::ALL {
            let hand =
                player.seat().map_or(CardSet::EMPTY, |seat| self.state.secrets.hands[seat.index()]);
            self.emit(&Event::Retired { player, hand });
        }
    }

    /// An answer that takes effect by itself.
    pub(super) fn carry_out_answer(&mut self, seat: Seat, step: Step, action: Action) {
        self.pop();
        let player = self.public().turn;
        match (step, action) {
            (Step::Act, Action::Discard(card)) => {
                self.emit(&Event::Discarded { player, cards: card.alone() });
                self.then(&[Step::Refill]);
            }
            (Step::Act, Action::DiscardReserve) => {
                self.emit(&Event::ReserveDiscarded { player });
                self.then(&[Step::Refill]);
            }
            (Step::Act, Action::Abdicate(field)) => {
                self.emit(&Event::Abdicated { player, field });
                self.settle(player);
                self.then(&[Step::Refill]);
            }
            (Step::Act, Action::Play(card)) => self.play(player, card),
            (Step::Vote { answered }, _) => self.vote(seat, answered, action == Action::Yes),
            (Step::ExtraTurn, _) => self.extra_turn(action),
            (Step::Look, Action::Player(target)) => {
                if let Some(at) = target.seat() {
                    let faces = CardFaces::shown(self.state.secrets.hands[at.index()]);
                    self.emit(&Event::Looked { player, by: seat, at, faces });
                }
            }
            (Step::Reveal, Action::Category(category)) => self.reveal(seat, category),
            (Step::Extend { on }, _) => {
                let extra = if action == Action::ExtendByTwo { 2 } else { 1 };
                self.emit(&Event::StrengthLaid { on, extra });
            }
            (Step::Hang, Action::Player(target)) => self.hang(Some(target)),
            (Step::Hang, _) => self.hang(None),
            (Step::Block, Action::Field(field)) => {
                self.emit(&Event::TemperanceLaid { player, field })
            }
            (Step::Destroy, Action::At(target, field)) => {
                self.emit(&Event::Destroyed { player: target, field })
            }
            (Step::Judge, Action::At(target, field)) => {
                self.emit(&Event::Abdicated { player: target, field });
                self.settle(target);
            }
            (Step::Call { left, .. }, Action::Call(card)) => self.call(player, card, left),
            _ => {}
        }
    }

    fn extra_turn(&mut self, action: Action) {
        let Some(hermit) = self.public().hermit else { return };
        let player = hermit.owner;
        if action == Action::TakeTurn {
            self.emit(&Event::ExtraTurnTaken { player, left: hermit.turns.saturating_sub(1) });
            // The extra turn comes before the next one, which its end will bring up again.
            self.pop();
            self.begin_turn(player, true);
        } else {
            self.emit(&Event::ExtraTurnDeclined {
                player,
                until_own_turn: action == Action::PassOn,
            });
        }
    }
}
