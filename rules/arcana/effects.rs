//! What locations do when they are enacted.

use super::action::Action;
use super::agenda::Step;
use super::apply::Referee;
use super::cards::{Card, Effect};
use super::event::{Event, SlotFaces};
use super::rows::SlotAt;
use super::zone::Zone;
use crate::Seat;
use crate::kit::Sink;

/// Cards that a location draws.
const DRAWN: u8 = 2;

impl<S: Sink<Event>> Referee<'_, S> {
    /// Enacts a location. `last` is the answer that completed the choice.
    pub(super) fn enact(&mut self, seat: Seat, location: Card, last: Action) {
        let answer = self.state.answers[seat.index()];
        self.emit(&Event::Enacted { seat, card: location });
        self.then(&[Step::EffectOver { seat }]);
        match (location.effect(), last) {
            (Some(Effect::Swap), _) => {
                if let [Some(one), Some(other)] = answer.zones {
                    self.emit(&Event::Swapped { zones: [one, other] });
                }
            }
            (Some(Effect::MoveOwn { .. } | Effect::MoveRival), _) => {
                for (card, to) in answer.picks.iter().zip(answer.zones.into_iter().flatten()) {
                    self.move_operative(card, to);
                }
            }
            (Some(Effect::Recall), Action::Pick(card)) => {
                if let Some((from, up, _)) = self.lies(card) {
                    self.emit(&Event::Recalled { seat, from, up, card: Some(card) });
                }
            }
            (Some(Effect::Expel), Action::Pick(card)) => {
                if let Some((from, ..)) = self.lies(card) {
                    self.emit(&Event::Expelled { from, card });
                }
            }
            (Some(Effect::Peek), Action::Zone(zone)) => {
                self.peek(seat, zone);
                self.then(&[Step::PeekAgain { seat, first: zone }]);
            }
            (Some(Effect::Cycle), Action::Zone(zone)) => self.cycle(zone),
            (Some(Effect::Draw), _) => {
                self.draw(seat, DRAWN);
            }
            (Some(Effect::Retrieve { .. }), Action::Pick(card)) => {
                self.emit(&Event::Retrieved { seat, card })
            }
            (Some(Effect::Lock), Action::Zone(zone)) => self.emit(&Event::Locked { zone }),
            (Some(Effect::Raid), Action::Seat(from)) => self.raid(from),
            (Some(Effect::Cover), _) => self.emit(&Event::Covered { seat }),
            _ => {}
        }
    }

    /// The slot of an operative, whether it is face up, and whose it is.
    fn lies(&self, card: Card) -> Option<(SlotAt, bool, Seat)> {
        let at = self.public().rows.find(|slot| self.face(slot) == Some(card))?;
        let slot = self.public().rows.get(at)?;
        Some((at, slot.shown.card().is_some(), slot.owner))
    }

    /// An operative becomes the last slot of another zone. Face down it stays only where it is its
    /// owner's zone.
    fn move_operative(&mut self, card: Card, to: Zone) {
        if let Some((from, up, owner)) = self.lies(card) {
            let up = up || !self.public().is_own(to, owner);
            self.emit(&Event::Moved { owner, from, to, up, card: Some(card) });
        }
    }

    /// A seat looks at the face-down cards of a zone, its own among them.
    pub(super) fn peek(&mut self, seat: Seat, zone: Zone) {
        let faces: SlotFaces = self.turned(zone, |_| true);
        self.emit(&Event::Peeked { seat, zone, faces });
    }
}
