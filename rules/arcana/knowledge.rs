//! What one viewer knows about the hidden places: a fold over that viewer's events and nothing
//! else.
//!
//! Every hidden player card belongs to a seat, and all viewers see which cards a seat hides
//! together (`Player::hidden`): in its hand, its draw pile, its face-down slots. For each of these
//! places knowledge holds the cards that may be there, whosever they are; the owner says in whose
//! hand. Seen from a card this is the set of places where it can be.
//!
//! Only certain knowledge is kept, card by card: what follows from the number of cards is not. A
//! place that becomes empty drops out at once.

use super::Arcana;
use super::cards::{Card, CardSet};
use super::event::{Event, SlotFaces};
use super::public::{Player, Public};
use super::rows::{COVERS_MAX, Shown, SlotAt};
use super::setup::{N, Setup};
use super::state::Own;
use super::zone::Zone;
use crate::{Seat, Viewer, kit};

/// A face-down slot: whose, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Its owner.
    pub owner: Seat,
    /// Its number among the owner's.
    pub number: u8,
}

/// What one viewer knows about hidden places; nothing about its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// Cards that may be in their owners' hands.
    pub hands: CardSet,
    /// Cards that may be in their owners' draw piles.
    pub draw_piles: CardSet,
    /// Operatives that may be in their owners' face-down slots, by the slot's number.
    pub covers: [CardSet; COVERS_MAX],
    /// The face-down slot of each militia card that the viewer has seen there.
    pub militia: [Option<Cover>; 6],
}

impl kit::Knowledge<Arcana> for Knowledge {
    fn before_deal() -> Knowledge {
        Knowledge::default()
    }

    fn learn(
        &mut self,
        viewer: Viewer,
        event: &Event,
        before: &Public,
        _own: &Own,
        _setup: &Setup,
    ) {
        match event {
            Event::GuildTaken { guild, .. } => {
                self.draw_piles = self.draw_piles.union(guild.cards())
            }
            Event::Drew { seat, faces } => self.drew(before.player(*seat), faces.count()),
            Event::Shuffled { cards, .. } => self.draw_piles = self.draw_piles.union(*cards),
            Event::Placed { seat, up, card, .. } => {
                let hidden = before.player(*seat).hidden;
                if let (true, Some(card)) = (*up, *card) {
                    self.forget(card);
                } else if let Some(cover) =
                    self.covers.get_mut(usize::from(before.rows.free_cover(*seat)))
                {
                    let may_be = self.hands.and(hidden).and(CardSet::OPERATIVES);
                    *cover = cover.union(may_be);
                }
                self.left_hand(before.player(*seat));
            }
            Event::Discarded { seat, card }
            | Event::Enacted { seat, card }
            | Event::Mustered { seat, relic: card, .. }
            | Event::Raided { from: seat, card } => {
                self.forget(*card);
                self.left_hand(before.player(*seat));
            }
            Event::Moved { from, up: true, card: Some(card), .. } => {
                self.uncovered(*from, *card, before)
            }
            Event::Recalled { from, up, card, .. } => match (before.cover_at(*from), *card) {
                (_, Some(card)) if *up => self.hands.insert(card),
                (Some((owner, Shown::Operative(cover))), _) => {
                    let cards = self.cover(before.player(owner), cover);
                    self.hands = self.hands.union(cards);
                    self.close(before.player(owner), cover);
                }
                _ => {}
            },
            Event::Retrieved { card, .. } => self.hands.insert(*card),
            Event::Peeked { seat, zone, faces } if viewer.is(*seat) => {
                self.peeked(*seat, *zone, faces, before)
            }
            Event::Bribed { seat, zone, bribe, turned } => {
                self.forget(bribe.relic);
                self.left_hand(before.player(*seat));
                self.turned(*zone, turned, before);
            }
            Event::Struggled { zone, turned, .. } => self.turned(*zone, turned, before),
            _ => {}
        }
    }

    fn normalised(&self, seen: CardSet, _public: &Public) -> Knowledge {
        let militia = CardSet::MILITIA.iter().zip(self.militia);
        let mut known = militia.map(|(card, cover)| cover.filter(|_| !seen.contains(card)));
        Knowledge {
            hands: self.hands.minus(seen),
            draw_piles: self.draw_piles.minus(seen),
            covers: self.covers.map(|cover| cover.minus(seen)),
            militia: core::array::from_fn(|_| known.next().flatten()),
        }
    }

    fn uninformed(viewer: Viewer, public: &Public, _own: &Own) -> Knowledge {
        let mut knowledge = Knowledge::default();
        for seat in Seat::all(N as u8).filter(|&seat| !viewer.is(seat)) {
            let player = public.player(seat);
            let all_if = |size: u8| if size > 0 { player.hidden } else { CardSet::EMPTY };
            knowledge.hands = knowledge.hands.union(all_if(player.hand));
            knowledge.draw_piles = knowledge.draw_piles.union(all_if(player.draw_pile));
            for cover in public.covered_operatives(seat) {
                let may_be = &mut knowledge.covers[usize::from(cover)];
                *may_be = may_be.union(player.hidden.and(CardSet::OPERATIVES));
            }
        }
        knowledge
    }
}

impl Knowledge {
    /// The operatives of this player that may be in its face-down slot of this number.
    pub fn cover(&self, player: &Player, cover: u8) -> CardSet {
        self.covers.get(usize::from(cover)).copied().unwrap_or_default().and(player.hidden)
    }

    /// The militia card that the viewer knows in this slot.
    pub fn militia_at(&self, owner: Seat, number: u8) -> Option<Card> {
        let here = Some(Cover { owner, number });
        CardSet::MILITIA.iter().zip(self.militia).find(|(_, at)| *at == here).map(|(card, _)| card)
    }

    /// The militia cards whose places the viewer knows.
    pub fn known_militia(&self) -> CardSet {
        let known = CardSet::MILITIA.iter().zip(self.militia);
        known.filter(|(_, at)| at.is_some()).map(|(card, _)| card).collect()
    }

    /// Cards come from the draw pile to the hand.
    fn drew(&mut self, player: &Player, count: u8) {
        let may_be = self.draw_piles.and(player.hidden);
        self.hands = self.hands.union(may_be);
        if player.draw_pile <= count {
            self.draw_piles = self.draw_piles.minus(may_be);
        }
    }

    /// A card has left the hand of this player, who held it before; the hand may be empty now.
    fn left_hand(&mut self, before: &Player) {
        if before.hand <= 1 {
            self.hands = self.hands.minus(before.hidden);
        }
    }

    /// Takes a card whose zone the viewer sees out of every zone.
    fn forget(&mut self, card: Card) {
        self.hands.remove(card);
        self.draw_piles.remove(card);
        self.covers.iter_mut().for_each(|cover| cover.remove(card));
    }

    /// A face-down slot is no more.
    fn close(&mut self, player: &Player, cover: u8) {
        if let Some(may_be) = self.covers.get_mut(usize::from(cover)) {
            *may_be = may_be.minus(player.hidden);
        }
    }

    /// A slot shows its card to all viewers.
    fn uncovered(&mut self, at: SlotAt, card: Card, before: &Public) {
        match before.cover_at(at) {
            Some((owner, Shown::Operative(cover))) => {
                self.forget(card);
                self.close(before.player(owner), cover);
            }
            Some((_, Shown::Militia(_))) => self.militia_lies(card, None),
            _ => {}
        }
    }

    fn turned(&mut self, zone: Zone, turned: &SlotFaces, before: &Public) {
        for (index, card) in turned.iter() {
            self.uncovered(SlotAt { zone, index }, card, before);
        }
    }

    fn militia_lies(&mut self, card: Card, at: Option<Cover>) {
        let mut militia = CardSet::MILITIA.iter().zip(&mut self.militia);
        if let Some((_, known)) = militia.find(|(militia, _)| *militia == card) {
            *known = at;
        }
    }

    /// The viewer has seen what lies face down there.
    fn peeked(&mut self, viewer: Seat, zone: Zone, faces: &SlotFaces, before: &Public) {
        for (index, card) in faces.iter() {
            match before.cover_at(SlotAt { zone, index }) {
                Some((owner, Shown::Operative(cover))) if owner != viewer => {
                    self.forget(card);
                    self.close(before.player(owner), cover);
                    if let Some(may_be) = self.covers.get_mut(usize::from(cover)) {
                        may_be.insert(card);
                    }
                }
                Some((owner, Shown::Militia(number))) if owner != viewer => {
                    self.militia_lies(card, Some(Cover { owner, number }))
                }
                _ => {}
            }
        }
    }
}
