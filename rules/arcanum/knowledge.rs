//! What one viewer knows about the hidden zones: a fold over that viewer's events and nothing
//! else.
//!
//! For each hidden zone of others (the two piles as one set, hands, face-down rows) it keeps the
//! cards that may be there. Seen from a card this is the set of zones where it can be. For each
//! hand it also keeps the least and the most Minors. Cards that lie open, and the viewer's own, are
//! left in these sets until they go into hiding again, which spares work in play;
//! `Knowledge::normalised` takes them out.
//!
//! Only certain knowledge is kept: what follows from the number of cards alone, or from how likely
//! a choice was, is not.

use super::Arcanum;
use super::cards::{Card, CardSet};
use super::event::{CardFaces, Event};
use super::public::Public;
use super::setup::{N, Setup};
use super::state::{Own, ROW_CARDS};
use crate::{Seat, Viewer, kit};

/// Bounds on a number of cards, both inclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// At least.
    pub least: u8,
    /// At most.
    pub most: u8,
}

impl Span {
    fn exactly(count: u8) -> Span {
        Span { least: count, most: count }
    }

    fn plus(self, other: Span) -> Span {
        Span {
            least: self.least.saturating_add(other.least),
            most: self.most.saturating_add(other.most),
        }
    }

    fn clamped(self, size: u8) -> Span {
        Span { least: self.least.min(size), most: self.most.min(size) }
    }
}

/// What one viewer knows about hidden zones. Arrays by seat have five entries; the viewer's own
/// stay empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// Cards that may be in the draw piles.
    pub piles: CardSet,
    /// Cards that may be in each hand.
    pub hands: [CardSet; N],
    /// Cards that may lie face down in each row.
    pub rows: [CardSet; N],
    /// How many Minors each hand may hold.
    pub minors: [Span; N],
}

impl kit::Knowledge<Arcanum> for Knowledge {
    fn before_deal() -> Knowledge {
        Knowledge { piles: CardSet::ALL, ..Knowledge::default() }
    }

    #[inline]
    fn normalised(&self, seen: CardSet, _public: &Public) -> Knowledge {
        Knowledge {
            piles: self.piles.minus(seen),
            hands: self.hands.map(|cards| cards.minus(seen)),
            rows: self.rows.map(|cards| cards.minus(seen)),
            minors: self.minors,
        }
    }

    fn learn(&mut self, viewer: Viewer, event: &Event, before: &Public, own: &Own, setup: &Setup) {
        match event {
            Event::Drew { seat, pile, faces } => {
                let i = seat.index();
                if !viewer.is(*seat) && faces.count() > 0 {
                    self.hands[i] = self.hands[i].union(self.piles.and(pile.cards()));
                    if pile.cards() == CardSet::MINORS {
                        self.minors[i] = self.minors[i].plus(Span::exactly(faces.count()));
                    }
                }
                if before.pile_sizes[pile.index()] == faces.count() {
                    self.piles = self.piles.minus(pile.cards());
                }
            }
            Event::Vaulted { seat, faces } => {
                let i = seat.index();
                if !viewer.is(*seat) && faces.count() > 0 {
                    self.rows[i] = self.rows[i].union(self.piles.minors());
                }
                if before.pile_sizes[0] == faces.count() {
                    self.piles = self.piles.majors();
                }
            }
            Event::Reshuffled { pile } => {
                let cards = before.discards.and(pile.cards());
                self.forget(cards);
                self.piles = self.piles.union(cards);
            }
            Event::Discarded { seat, cards } => {
                self.spent(viewer, *seat, *cards, before, before.has_duty(*seat))
            }
            Event::Hid { seat, faces } => {
                let i = seat.index();
                if !viewer.is(*seat) {
                    self.rows[i] = self.rows[i].union(self.hands[i].minors());
                    self.spent_kinds(*seat, faces.count(), 0, before, before.has_duty(*seat));
                }
            }
            Event::FoolHidden { seat } => {
                self.spent(viewer, *seat, CardSet::FOOL, before, before.has_duty(*seat));
                self.place(CardSet::FOOL, viewer, *seat, false);
            }
            Event::ShowsMinors { seat, least, most } => {
                let i = seat.index();
                if !viewer.is(*seat) {
                    self.minors[i].least = self.minors[i].least.max(*least);
                    self.minors[i].most = self.minors[i].most.min(*most);
                    if *most == 0 {
                        self.hands[i] = self.hands[i].majors();
                    }
                }
            }
            Event::MinorPlayed { seat, card, idle } => {
                if *idle {
                    self.hands[seat.index()] =
                        self.hands[seat.index()].minus(before.minors_that_move());
                }
                self.spent(viewer, *seat, CardSet::only(*card), before, false);
            }
            Event::MajorPlayed { seat, card } => {
                self.spent(viewer, *seat, CardSet::only(*card), before, before.has_duty(*seat));
            }
            Event::Passed { seats, passed } => self.passed(viewer, *seats, passed, before),
            Event::Exchanged { seat, count, opened, taken, .. } => {
                self.exchanged(viewer, *seat, *count, *opened, *taken, before, own, setup);
            }
            Event::Shown { seat, house, cards } => {
                let scope = house.map_or(CardSet::ALL, CardSet::of);
                if !viewer.is(*seat) {
                    self.rows[seat.index()] = self.rows[seat.index()].minus(scope);
                }
                self.place(*cards, viewer, *seat, false);
            }
            // With no face-down card left, nothing can lie there.
            Event::TurnedUp { seat, cards } if before.row_sizes[seat.index()] == cards.len() => {
                self.rows[seat.index()] = CardSet::EMPTY;
            }
            Event::RowsDiscarded { .. } => self.rows = [CardSet::EMPTY; N],
            Event::TurnBegan { .. }
            | Event::FiguresPlaced { .. }
            | Event::ActivationBegan { .. }
            | Event::ActivationEnded { .. }
            | Event::Declined { .. }
            | Event::CardDone { .. }
            | Event::DevilInvoked
            | Event::FigureMoved { .. }
            | Event::PrestigeChanged { .. }
            | Event::VictoryPointsChanged { .. }
            | Event::TowerLaid { .. }
            | Event::TowerLifted
            | Event::FiguresRemoved { .. }
            | Event::FigureReturned { .. }
            | Event::TurnedUp { .. }
            | Event::ScoringBegan { .. }
            | Event::FoolDeclared { .. }
            | Event::HouseScored { .. }
            | Event::Asked { .. }
            | Event::Picked { .. }
            | Event::Ended => {}
        }
    }

    fn uninformed(viewer: Viewer, public: &Public, _own: &Own) -> Knowledge {
        let mut knowledge = Knowledge { piles: CardSet::ALL, ..Knowledge::default() };
        for seat in Seat::all(N as u8).filter(|&seat| !viewer.is(seat)) {
            let i = seat.index();
            if public.hand_sizes[i] > 0 {
                knowledge.hands[i] = CardSet::ALL;
            }
            if public.row_sizes[i] > 0 {
                knowledge.rows[i] = ROW_CARDS;
            }
            knowledge.minors[i] = Span { least: 0, most: public.hand_sizes[i] };
        }
        knowledge
    }
}

impl Knowledge {
    /// Takes cards out of every set: they are about to be placed anew.
    fn forget(&mut self, cards: CardSet) {
        self.piles = self.piles.minus(cards);
        for set in self.hands.iter_mut().chain(&mut self.rows) {
            *set = set.minus(cards);
        }
    }

    /// These cards are known to be in the hand, or else in the face-down row, of `seat`.
    fn place(&mut self, cards: CardSet, viewer: Viewer, seat: Seat, in_hand: bool) {
        if cards.is_empty() {
            return;
        }
        self.forget(cards);
        if !viewer.is(seat) {
            let sets = if in_hand { &mut self.hands } else { &mut self.rows };
            sets[seat.index()] = sets[seat.index()].union(cards);
        }
    }

    /// Known cards left a hand for the open; `duty` to play a Minor binds the seat still.
    fn spent(&mut self, viewer: Viewer, seat: Seat, cards: CardSet, before: &Public, duty: bool) {
        if !viewer.is(seat) {
            self.spent_kinds(seat, cards.minors().len(), cards.majors().len(), before, duty);
        }
    }

    /// `minors` Minors and `majors` Majors left the hand of `seat`, which isn't the viewer's.
    fn spent_kinds(&mut self, seat: Seat, minors: u8, majors: u8, before: &Public, duty: bool) {
        let i = seat.index();
        let size = before.hand_sizes[i];
        let span = &mut self.minors[i];
        // A seat with the duty to play a Minor never gives its last one away, except by playing it.
        let keeps_one = duty && (minors > 0 || span.least > 0);
        span.most = span.most.min(size.saturating_sub(majors)).saturating_sub(minors);
        span.least = span.least.saturating_sub(minors).max(u8::from(keeps_one)).min(span.most);
        if size == minors.saturating_add(majors) {
            self.hands[i] = CardSet::EMPTY;
        }
    }

    fn passed(&mut self, viewer: Viewer, seats: u8, passed: &[CardFaces; N], before: &Public) {
        let old = *self;
        let mine = viewer
            .seat()
            .map_or(CardSet::EMPTY, |seat| passed[seat.index()].cards().unwrap_or_default());
        for seat in Seat::all(seats).filter(|&seat| !viewer.is(seat)) {
            let (i, right) = (seat.index(), seat.clockwise(seats - 1, seats));
            let (given, got) = (passed[i], passed[right.index()]);
            let size = before.hand_sizes[i];
            let (kept, kept_cards) = match given.cards() {
                Some(cards) => {
                    let minors = cards.minors().len();
                    let most = old.minors[i]
                        .most
                        .min(size.saturating_sub(cards.majors().len()))
                        .saturating_sub(minors);
                    (
                        Span { least: old.minors[i].least.saturating_sub(minors).min(most), most },
                        old.hands[i],
                    )
                }
                None => {
                    let least = old.minors[i].least.saturating_sub(given.count());
                    (
                        Span {
                            least,
                            most: old.minors[i].most.min(size.saturating_sub(given.count())),
                        },
                        old.hands[i],
                    )
                }
            };
            let came = match got.cards() {
                Some(cards) => Span::exactly(cards.minors().len()),
                None => {
                    let from = right.index();
                    let majors_most =
                        before.hand_sizes[from].saturating_sub(old.minors[from].least);
                    Span {
                        least: got.count().saturating_sub(majors_most),
                        most: got.count().min(old.minors[from].most),
                    }
                }
            };
            self.minors[i] = kept
                .plus(came)
                .clamped(size.saturating_sub(given.count()).saturating_add(got.count()));
            let stays = if size > given.count() { kept_cards } else { CardSet::EMPTY };
            let arrives = if got.count() > 0 && !viewer.is(right) {
                old.hands[right.index()]
            } else {
                CardSet::EMPTY
            };
            self.hands[i] = stays.union(arrives);
        }
        if let Viewer::Seat(seat) = viewer {
            self.place(mine, viewer, seat.clockwise(1, seats), true);
        }
    }

    #[allow(clippy::too_many_arguments, reason = "one event's fields and its context")]
    fn exchanged(
        &mut self,
        viewer: Viewer,
        seat: Seat,
        count: u8,
        opened: CardSet,
        taken: CardFaces,
        before: &Public,
        own: &Own,
        setup: &Setup,
    ) {
        if viewer.is(seat) {
            self.forget(opened);
            return;
        }
        let i = seat.index();
        let moves = setup.constants().exchangeable();
        let seen = before.open_cards().union(own.hand).union(own.row);
        let (hand, row) =
            (self.hands[i].minus(seen).and(moves), self.rows[i].minus(seen).and(moves));
        let size = before.hand_sizes[i];
        let span = &mut self.minors[i];
        let keeps_one = before.has_duty(seat) && span.least > 0;
        if opened.contains(Card::FOOL) {
            *span = Span { least: span.least.saturating_sub(1), most: span.most.saturating_sub(1) };
        } else if taken.count() > 0 && row.contains(Card::FOOL) {
            span.least = span.least.saturating_sub(1);
        }
        if hand.contains(Card::FOOL) {
            span.most = span.most.saturating_add(1);
        }
        *span = span.clamped(size);
        span.least = span.least.max(u8::from(keeps_one)).min(span.most);
        let taken_from_row = if taken.count() > 0 { row } else { CardSet::EMPTY };
        // All face-down cards were taken: none of them stays in the row.
        let stays =
            if before.row_sizes[i] == taken.count() { CardSet::EMPTY } else { self.rows[i] };
        let kept = if size == count { CardSet::EMPTY } else { self.hands[i] };
        self.rows[i] = stays.union(hand);
        self.hands[i] = kept.union(taken_from_row);
        self.place(opened, viewer, seat, true);
    }
}
