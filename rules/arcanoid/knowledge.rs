//! What one viewer knows about the hidden zones: a fold over that viewer's events and nothing
//! else.
//!
//! For each hidden zone of others (the stock as one set, hands, what Death removed) it keeps the
//! cards that may be there. Seen from a card this is the set of zones where it can be. Cards that
//! lie open, and the viewer's own, are left in these sets until they go into hiding again, which
//! spares work in play; `Knowledge::normalised` takes them out.
//!
//! Only certain knowledge is kept: what follows from the number of cards alone, or from how likely
//! a choice was, is not.

use super::Arcanoid;
use super::cards::{Card, CardSet};
use super::event::Event;
use super::public::Public;
use super::setup::{N, Setup};
use super::state::Own;
use crate::{Seat, Viewer, kit};

/// What one viewer knows about hidden zones. Arrays by seat have ten entries; the viewer's own
/// stays empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// Cards that may be in the stock.
    pub stock: CardSet,
    /// Cards that may be among those that Death removed.
    pub buried: CardSet,
    /// Cards that may be hidden in each hand.
    pub hands: [CardSet; N],
}

impl kit::Knowledge<Arcanoid> for Knowledge {
    fn before_deal() -> Knowledge {
        Knowledge { stock: CardSet::ALL, ..Knowledge::default() }
    }

    fn normalised(&self, seen: CardSet, public: &Public) -> Knowledge {
        let within =
            |cards: CardSet, size: u8| if size == 0 { CardSet::EMPTY } else { cards.minus(seen) };
        Knowledge {
            stock: within(self.stock, public.stock_size),
            buried: within(self.buried, public.buried),
            hands: core::array::from_fn(|i| within(self.hands[i], public.hand_sizes[i])),
        }
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
            Event::RoundBegan { .. } => *self = Knowledge::before_deal(),
            Event::Drew { seat, faces } => {
                if !viewer.is(*seat) && faces.count() > 0 {
                    let hand = &mut self.hands[seat.index()];
                    let held =
                        if before.hand_sizes[seat.index()] == 0 { CardSet::EMPTY } else { *hand };
                    *hand = held.union(self.stock);
                }
                self.drawn(faces.count(), before);
            }
            Event::DrewOpen { cards, .. } | Event::PoolFilled { cards } => {
                self.drawn(cards.len(), before)
            }
            Event::StockRenewed => {
                self.forget(before.discards);
                self.stock = self.stock.union(before.discards);
            }
            Event::StockEnded { buried } => {
                if *buried > 0 {
                    self.buried = self.buried.union(self.stock);
                }
                self.stock = CardSet::EMPTY;
            }
            Event::Looked { at, faces, .. } => {
                if let Some(cards) = faces.cards() {
                    self.place(cards, viewer, *at, CardSet::ALL);
                }
            }
            Event::Shown { seat, category, cards } => {
                self.place(*cards, viewer, *seat, category.cards())
            }
            Event::Called { player, card, giver } => {
                self.called(viewer, player.seat(), *card, giver.is_some(), before)
            }
            _ => {}
        }
    }

    fn uninformed(viewer: Viewer, public: &Public, _own: &Own) -> Knowledge {
        let all_if = |size: u8| if size > 0 { CardSet::ALL } else { CardSet::EMPTY };
        let mut knowledge = Knowledge {
            stock: all_if(public.stock_size),
            buried: all_if(public.buried),
            hands: public.hand_sizes.map(all_if),
        };
        if let Some(seat) = viewer.seat() {
            knowledge.hands[seat.index()] = CardSet::EMPTY;
        }
        knowledge
    }
}

impl Knowledge {
    /// `count` cards left the stock.
    fn drawn(&mut self, count: u8, before: &Public) {
        if before.stock_size == count {
            self.stock = CardSet::EMPTY;
        }
    }

    /// Takes cards out of every set: they are about to be placed anew.
    fn forget(&mut self, cards: CardSet) {
        self.stock = self.stock.minus(cards);
        self.buried = self.buried.minus(cards);
        for hand in &mut self.hands {
            *hand = hand.minus(cards);
        }
    }

    /// These cards, and no others of `scope`, are known to be in the hand of `seat`.
    fn place(&mut self, cards: CardSet, viewer: Viewer, seat: Seat, scope: CardSet) {
        self.forget(cards);
        if !viewer.is(seat) {
            let hand = &mut self.hands[seat.index()];
            *hand = hand.minus(scope).union(cards);
        }
    }

    /// A card was called: no player but the caller had it, or its holder gave it to the caller's
    /// hand (`None`: the Devil's).
    fn called(
        &mut self,
        viewer: Viewer,
        caller: Option<Seat>,
        card: Card,
        given: bool,
        before: &Public,
    ) {
        if given {
            self.forget(card.alone());
            if let Some(seat) = caller.filter(|&seat| !viewer.is(seat)) {
                let hand = &mut self.hands[seat.index()];
                let held =
                    if before.hand_sizes[seat.index()] == 0 { CardSet::EMPTY } else { *hand };
                *hand = held.with(card);
            }
            return;
        }
        for (i, hand) in self.hands.iter_mut().enumerate() {
            if caller.is_none_or(|seat| seat.index() != i) {
                hand.remove(card);
            }
        }
    }
}
