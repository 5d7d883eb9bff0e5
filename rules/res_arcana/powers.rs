//! What answers do, and the interpreter of powers: costs and effects one after the other.

use super::action::Action;
use super::agenda::{Part, Pile, Step, Use};
use super::apply::Referee;
use super::cards::{Alternative, Amount, Cost, Effect, Face, FaceSet, Source};
use super::event::Event;
use super::public::Public;
use super::sequence::{LOOK, Sequence};
use crate::Seat;
use crate::kit::Sink;
use alloc::vec::Vec;

impl<S: Sink<Event>> Referee<'_, S> {
    /// An answer that takes effect by itself. Its step has been taken off.
    pub(super) fn carry_out_answer(&mut self, seat: Seat, step: Step, action: Action) {
        match (step, action) {
            (Step::Move { .. }, _) => return self.make_move(seat, action),
            (Step::FirstPlayer { .. }, Action::Seat(first)) => {
                return self.emit(&Event::FirstPlayer { seat: first });
            }
            (Step::OpenDraft, Action::Choose(card)) => return self.pick_open(seat, card),
            (Step::Item { .. }, Action::Choose(item)) => {
                return self.emit(&Event::ItemTaken { seat, item });
            }
            (Step::VictimDiscards { .. }, Action::Choose(card)) => {
                return self.emit(&Event::Discarded { seat, cards: FaceSet::only(card) });
            }
            (Step::VictimDestroys { .. }, Action::Choose(card)) => {
                return self.emit(&Event::Destroyed { seat, card });
            }
            (Step::Income { .. }, _) => return self.gain(seat, action.amount()),
            (Step::Power(used), Action::Order(order)) => return self.reorder(used, order),
            (Step::Power(_), Action::Choose(_)) => {}
            _ => self.emit(&Event::Chose { seat, action }),
        }
        match step {
            Step::TakeOrLeave { face, .. } => self.take_or_leave(seat, face, action),
            Step::Forge { face, .. } => self.forge(seat, face, action),
            Step::LifeLoss { by, face, .. } => self.answer_loss(by, face, seat, action),
            Step::Statue { .. } => self.answer_check(seat, action),
            Step::Power(used) => self.answer_part(used, action),
            _ => {}
        }
    }

    /// The amount of a mix is complete.
    pub(super) fn settle_mix(&mut self, seat: Seat, step: Step, amount: Amount) {
        match step {
            Step::PayCard { .. } => self.pay(seat, amount),
            Step::Gain { .. } => self.gain(seat, amount),
            Step::Lose { .. } if !amount.is_nothing() => self.emit(&Event::Lost { seat, amount }),
            Step::Power(used) => {
                let essence = amount.types().iter().next();
                self.then(&[Step::Power(used.next())]);
                match used.part() {
                    Some(Part::Cost(_)) => {
                        self.pay(seat, amount);
                        // A single essence may go into a store.
                        self.note(|used| used.essence = essence.filter(|_| amount.sum() == 1));
                    }
                    Some(Part::Effect(Effect::PutMix(..))) => self.put(used.face, amount),
                    _ => self.gain(seat, amount),
                }
            }
            _ => {}
        }
    }

    /// Changes what is noted of the power that is next on the agenda.
    fn note(&mut self, change: impl FnOnce(&mut Use)) {
        if let Some(Step::Power(mut used)) = self.state.public.agenda.pop() {
            change(&mut used);
            self.then(&[Step::Power(used)]);
        }
    }

    /// A part of a power asks nothing for want of anything to choose.
    pub(super) fn skip(&mut self, step: Step) {
        let Step::Power(used) = step else { return };
        self.then(&[Step::Power(used.next())]);
    }

    /// Does the next part of a power, which asks nothing.
    pub(super) fn do_part(&mut self, used: Use) {
        let Some(part) = used.part() else { return };
        let Use { seat, face, .. } = used;
        self.then(&[Step::Power(used.next())]);
        match part {
            Part::Cost(Cost::Turn) => self.emit(&Event::Turned { face }),
            Part::Cost(Cost::Pay(price)) => self.pay(seat, price.fixed),
            Part::Cost(Cost::Take(amount)) => self.emit(&Event::StorePaid { face, amount }),
            Part::Cost(Cost::Destroy(_)) => self.emit(&Event::Destroyed { seat, card: face }),
            Part::Effect(Effect::Gain(amount)) => self.gain(seat, amount),
            Part::Effect(Effect::RivalsGain(amount)) => {
                for rival in self.public().rivals(seat) {
                    self.gain(rival, amount);
                }
            }
            Part::Effect(Effect::Put(amount)) => self.put(face, amount),
            Part::Effect(Effect::PutPaid) => self.put(face, used.paid()),
            Part::Effect(Effect::StraightenItself) => self.emit(&Event::Straightened { face }),
            Part::Effect(Effect::Draw(count)) => {
                let drawn = self.draw(seat, count);
                self.note(|used| used.x = drawn);
            }
            Part::Effect(Effect::Loss { .. }) => self.next_victim(seat, face, seat),
            Part::Effect(Effect::Check) => self.then(&[Step::Check { ends_round: false }]),
            // Ignoring a loss and points of the Statue are what the reaction does by being used.
            Part::Effect(Effect::Ignore | Effect::Points(_)) => {}
            asks => debug_assert!(used.kind().is_some(), "{asks:?} is not done"),
        }
    }

    /// Does the next part of a power with the answer that it asked for.
    fn answer_part(&mut self, used: Use, action: Action) {
        let seat = used.seat;
        let Some(part) = used.part() else { return };
        match (part, action) {
            (Part::Cost(Cost::PayX(_)), Action::Essence(essence)) => {
                return self.then(&[Step::Power(Use { essence: Some(essence), ..used })]);
            }
            (Part::Effect(Effect::Look), _) => {
                let pile =
                    if action == Action::OwnDeck { Pile::Deck(seat) } else { Pile::Monuments };
                return self.look(used, pile);
            }
            _ => self.then(&[Step::Power(used.next())]),
        }
        match (part, action) {
            (Part::Cost(Cost::PayX(_)), Action::Amount(count)) => {
                if let Some(essence) = used.essence {
                    self.pay(seat, Amount::of(count, essence));
                }
                self.note(|used| used.x = count);
            }
            (Part::Cost(Cost::TurnOther(_)), Action::Choose(other)) => {
                self.emit(&Event::Turned { face: other })
            }
            (Part::Cost(Cost::Destroy(_)), Action::Choose(card)) => {
                self.emit(&Event::Destroyed { seat, card });
                self.note(|used| used.card = Some(card));
            }
            (Part::Cost(Cost::Discard), Action::Choose(card)) => {
                self.emit(&Event::Discarded { seat, cards: FaceSet::only(card) });
                self.note(|used| used.card = Some(card));
            }
            (Part::Effect(Effect::GainX(_)), Action::Essence(essence)) => {
                self.gain(seat, Amount::of(used.x, essence));
            }
            (Part::Effect(Effect::GainPer { gained, counted }), Action::Seat(rival)) => {
                let count = self.public().pools[rival.index()].get(counted);
                self.gain(seat, Amount::of(count, gained));
            }
            (Part::Effect(Effect::PutPaidAnywhere), Action::Choose(onto)) => {
                self.put(onto, used.paid());
            }
            (Part::Effect(Effect::Straighten(_)), Action::Choose(other)) => {
                self.emit(&Event::Straightened { face: other });
            }
            (Part::Effect(Effect::Place { from, less, .. }), Action::Choose(card)) => {
                self.place_by_power(used, card, from == Source::Hand, less);
            }
            _ => {}
        }
    }

    /// A power places a card.
    fn place_by_power(&mut self, used: Use, card: Face, from_hand: bool, less: Option<u8>) {
        let seat = used.seat;
        let public = self.public();
        let owner =
            Seat::all(public.seats).find(|owner| public.discards[owner.index()].contains(card));
        self.emit(&Event::Placed { seat, card, from: owner.filter(|_| !from_hand) });
        if let Some(less) = less {
            let less = less + self.public().discount(seat, card);
            self.then(&[Step::PayCard { seat, card, less }]);
        }
    }

    /// Looks at the top of a deck; the own one is filled up from the discards first if it has to
    /// be.
    fn look(&mut self, used: Use, pile: Pile) {
        let seat = used.seat;
        let i = pile.index();
        if pile == Pile::Deck(seat)
            && self.public().deck_sizes[i] < LOOK
            && !self.public().discards[i].is_empty()
        {
            self.reshuffle(seat, true);
        }
        let count = self.public().pile_size(i).min(LOOK);
        let cards = Sequence::of(self.state.top(pile, count));
        self.emit(&Event::Looked { seat, pile, count, cards: Some(cards) });
        self.then(&[Step::Power(Use { pile: Some(pile), x: count, ..used })]);
    }

    /// Puts the cards looked at back.
    fn reorder(&mut self, used: Use, order: u8) {
        let Some(pile) = used.pile else { return };
        let cards = Sequence::of(self.state.top(pile, used.x)).in_order(order);
        let cards: Vec<Face> = cards.iter().collect();
        let below = self.public().pile_size(pile.index()).saturating_sub(cards.len() as u8);
        self.lay(pile, below, cards.into_iter().rev());
        self.emit(&Event::Reordered { seat: used.seat, pile, order: Some(order) });
        self.then(&[Step::Power(used.next())]);
    }

    /// The cards picked by Divination are discarded together.
    pub(super) fn discard_drawn(&mut self, step: Step, cards: FaceSet) {
        let Step::Power(used) = step else { return };
        self.emit(&Event::Discarded { seat: used.seat, cards });
        self.then(&[Step::Power(used.next())]);
    }

    /// The victim after `last`, clockwise up to the attacker, is asked.
    fn next_victim(&mut self, by: Seat, face: Face, last: Seat) {
        let public = self.public();
        let mut rivals = public.rivals(by).skip_while(|&rival| last != by && rival != last);
        if last != by {
            rivals.next();
        }
        let victim = rivals.find(|rival| !public.passed.contains(*rival));
        if let Some(victim) = victim {
            self.then(&[Step::LifeLoss { by, face, victim }]);
        }
    }

    fn answer_loss(&mut self, by: Seat, face: Face, victim: Seat, action: Action) {
        self.next_victim(by, face, victim);
        let (life, alternative) = Public::loss_by(face);
        match action {
            Action::Suffer => self.suffer(victim, life),
            Action::Use(face, power) => self.then(&[Step::Power(Use::of(victim, face, power))]),
            Action::Alternative => match alternative {
                Some(Alternative::Pay(essence)) => self.pay(victim, Amount::of(1, essence)),
                Some(Alternative::Discard) => self.then(&[Step::VictimDiscards { seat: victim }]),
                Some(Alternative::Destroy) => self.then(&[Step::VictimDestroys { seat: victim }]),
                None => {}
            },
            _ => {}
        }
    }
}
