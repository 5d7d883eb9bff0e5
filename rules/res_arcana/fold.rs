//! How events change the part of a position that all viewers see.

use super::action::Action;
use super::agenda::Agenda;
use super::cards::{Amount, Face, FaceSet};
use super::event::Event;
use super::public::Public;
use super::setup::{N, OPENING_HAND};
use crate::{Seat, SeatSet};

impl Public {
    /// Applies what an event, as any viewer sees it, changes in the public part.
    pub(super) fn fold(&mut self, event: &Event) {
        match event {
            Event::FirstPlayer { seat } => self.tile = Some(*seat),
            Event::ItemTaken { seat, item } => self.take_item(*seat, *item),
            Event::RoundBegan { round } => {
                self.round = *round;
                self.passed = SeatSet::EMPTY;
                self.moves = [0; N];
                self.turned = FaceSet::EMPTY;
            }
            Event::Moved { seat, action: Action::Pass } => {
                if self.passed.is_empty() {
                    self.tile = Some(*seat);
                }
                self.passed.insert(*seat);
            }
            Event::Moved { seat, .. } => more(&mut self.moves[seat.index()], 1),
            Event::Collected { seat, amount } | Event::Gained { seat, amount } => {
                self.gain(*seat, *amount)
            }
            Event::Paid { seat, amount } | Event::Lost { seat, amount } => {
                let pool = &mut self.pools[seat.index()];
                *pool = pool.minus(*amount);
            }
            Event::Put { face, amount } => {
                let store = &mut self.stores[face.index()];
                *store = store.plus(*amount);
            }
            Event::StoreTaken { seat, face, amount } => {
                self.stores[face.index()] = Amount::NOTHING;
                self.gain(*seat, *amount);
            }
            Event::StorePaid { face, amount } => {
                let store = &mut self.stores[face.index()];
                *store = store.minus(*amount);
            }
            Event::Turned { face } => self.turned.insert(*face),
            Event::Straightened { face } => self.turned.remove(*face),
            Event::Checked { points } => self.points = *points,
            Event::Asked { seats, agenda } => {
                self.asked = *seats;
                self.agenda = *agenda;
            }
            Event::Ended => {
                self.asked = SeatSet::EMPTY;
                self.agenda = Agenda::EMPTY;
                self.ended = true;
            }
            _ => self.fold_cards(event),
        }
    }

    /// What moves cards.
    fn fold_cards(&mut self, event: &Event) {
        match event {
            Event::Drew { seat, faces } => {
                less(&mut self.deck_sizes[seat.index()], faces.count());
                more(&mut self.hand_sizes[seat.index()], faces.count());
            }
            Event::Placed { seat, card, from } => {
                match from {
                    Some(owner) => self.discards[owner.index()].remove(*card),
                    None => less(&mut self.hand_sizes[seat.index()], 1),
                }
                self.play[seat.index()].insert(*card);
            }
            Event::Discarded { seat, cards } => {
                less(&mut self.hand_sizes[seat.index()], cards.len());
                self.discards[seat.index()] = self.discards[seat.index()].union(*cards);
            }
            Event::Destroyed { seat, card } => {
                self.leave_play(*seat, *card);
                self.discards[seat.index()].insert(*card);
            }
            Event::Claimed { seat, face, unseen } => {
                if *unseen {
                    less(&mut self.monuments, 1);
                }
                self.display.remove(*face);
                self.places.remove(*face);
                self.play[seat.index()].insert(*face);
            }
            Event::Refilled { face } => {
                less(&mut self.monuments, 1);
                self.display.insert(*face);
            }
            Event::Reshuffled { seat, .. } => {
                let i = seat.index();
                more(&mut self.deck_sizes[i], self.discards[i].len());
                self.discards[i] = FaceSet::EMPTY;
                self.shuffles[i] = self.shuffles[i].saturating_add(1);
            }
            _ => self.fold_deal(event),
        }
    }

    fn fold_deal(&mut self, event: &Event) {
        match event {
            Event::LaidOut { places, display } => {
                self.places = *places;
                self.display = *display;
                less(&mut self.monuments, display.len());
            }
            Event::MagesDealt { seat, faces } => {
                less(&mut self.boxed, faces.count());
                more(&mut self.mages_dealt[seat.index()], faces.count());
            }
            Event::Dealt { seat, faces } => self.deal(*seat, faces.count()),
            Event::DealtUnseen { seat, count } => self.deal(*seat, *count),
            Event::DeckGiven { seat, cards } => self.deal(*seat, cards.len()),
            Event::StarterSet { seat, set } => {
                let cards = FaceSet::starter_set(*set);
                less(&mut self.boxed, cards.len());
                more(&mut self.hand_sizes[seat.index()], OPENING_HAND);
                self.play[seat.index()] = self.play[seat.index()].union(cards.and(FaceSet::MAGES));
            }
            Event::PacketDealt { seat, faces } => {
                less(&mut self.boxed, faces.count());
                more(&mut self.hand_sizes[seat.index()], faces.count());
            }
            Event::Kept { seat, faces } => {
                less(&mut self.hand_sizes[seat.index()], faces.count());
                more(&mut self.deck_sizes[seat.index()], faces.count());
            }
            Event::OpenLaid { cards } => {
                less(&mut self.boxed, cards.len());
                self.open = *cards;
            }
            Event::OpenPicked { seat, card } => {
                self.open.remove(*card);
                more(&mut self.deck_sizes[seat.index()], 1);
            }
            Event::MagesShown { mages } => {
                for (i, mage) in mages.iter().enumerate() {
                    let Some(mage) = mage else { continue };
                    more(&mut self.boxed, self.mages_dealt[i]);
                    less(&mut self.boxed, 1);
                    self.mages_dealt[i] = 0;
                    self.play[i].insert(*mage);
                }
            }
            _ => {}
        }
    }

    fn deal(&mut self, seat: Seat, count: u8) {
        less(&mut self.boxed, count);
        more(&mut self.deck_sizes[seat.index()], count);
    }

    fn gain(&mut self, seat: Seat, amount: Amount) {
        let pool = &mut self.pools[seat.index()];
        *pool = pool.plus(amount);
    }

    fn leave_play(&mut self, seat: Seat, face: Face) {
        self.play[seat.index()].remove(face);
        self.turned.remove(face);
        self.stores[face.index()] = Amount::NOTHING;
    }

    fn take_item(&mut self, seat: Seat, item: Face) {
        if let Some(old) = self.play[seat.index()].and(FaceSet::ITEMS).first() {
            self.leave_play(seat, old);
            self.items.insert(old);
        }
        self.items.remove(item);
        self.play[seat.index()].insert(item);
    }
}

fn more(number: &mut u8, by: u8) {
    *number = number.saturating_add(by);
}

fn less(number: &mut u8, by: u8) {
    *number = number.saturating_sub(by);
}
