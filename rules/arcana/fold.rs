//! How events change the part of a position that all viewers see.

use super::Arcana;
use super::agenda::Agenda;
use super::cards::{Card, CardSet};
use super::event::{Bribe, Event, SlotFaces};
use super::pending_answer::PendingAnswer;
use super::public::Public;
use super::rows::{Shown, Slot, SlotAt};
use super::setup::Setup;
use super::zone::{Zone, ZoneSet};
use crate::{Outcome, Seat, SeatSet, kit};

impl kit::Public<Arcana> for Public {
    kit::asked_fields!(Agenda);

    fn final_outcome(&self, _setup: &Setup) -> Option<Outcome> {
        self.ended.then(|| self.outcome())
    }

    fn open_cards(&self) -> CardSet {
        Public::open_cards(self)
    }

    fn fold(&mut self, event: &Event) {
        match event {
            Event::GuildTaken { seat, guild } => {
                let player = &mut self.players[seat.index()];
                player.guild = Some(*guild);
                player.hidden = guild.cards();
                player.draw_pile = player.hidden.len();
            }
            Event::TurnedUp { zone, card } => {
                let pile = &mut self.piles[zone.index()];
                pile.uncover();
                pile.stake = Some(*card);
            }
            Event::GameEndCame { zone, last_round } => {
                self.piles[zone.index()].uncover();
                self.last_round = Some(*last_round);
            }
            Event::ObjectivesDealt { seat, .. } => self.players[seat.index()].objectives = 4,
            Event::ObjectivesKept { seat, .. } => self.players[seat.index()].objectives = 2,
            Event::RoundBegan { round, start } => {
                (self.round, self.start) = (*round, *start);
                (self.locked, self.covers) = (ZoneSet::EMPTY, SeatSet::EMPTY);
            }
            Event::StakeTaken { seat, zone, card, under_base } => {
                self.piles[zone.index()].stake = None;
                let player = &mut self.players[seat.index()];
                let to = if *under_base { &mut player.base } else { &mut player.resources };
                to.insert(*card);
            }
            Event::Struggled { zone, result, turned } => {
                self.turn_up(*zone, turned);
                if result.winner.is_some() {
                    self.clear(*zone);
                }
            }
            Event::MilitiaHome { cards } => {
                self.rows.retain(|slot| !slot.shown.is_militia());
                self.set_aside = CardSet::EMPTY;
                self.militia = self.militia.map(|size| size.saturating_add(cards.len()));
            }
            Event::Asked { seats, agenda } => (self.asked, self.agenda) = (*seats, *agenda),
            Event::Ended { kept } => {
                for (player, kept) in self.players.iter_mut().zip(kept) {
                    player.kept = *kept;
                }
                (self.asked, self.agenda) = (SeatSet::EMPTY, Agenda::EMPTY);
                self.ended = true;
            }
            Event::Picked { .. } => {}
            _ => self.fold_action(event),
        }
    }

    fn fold_answer(&self, event: &Event, viewer: Seat, answer: &mut PendingAnswer) {
        match event {
            Event::Picked { seat, action, complete } if *seat == viewer => {
                answer.pick(*action, *complete)
            }
            Event::Asked { .. } | Event::Ended { .. } => *answer = PendingAnswer::default(),
            _ => {}
        }
    }
}

impl Public {
    /// What seats do with their cards.
    fn fold_action(&mut self, event: &Event) {
        match event {
            Event::Drew { seat, faces } => {
                let player = &mut self.players[seat.index()];
                player.hand = player.hand.saturating_add(faces.count());
                player.draw_pile = player.draw_pile.saturating_sub(faces.count());
            }
            Event::Shuffled { seat, cards } => {
                let player = &mut self.players[seat.index()];
                player.resources = player.resources.minus(*cards);
                player.hidden = player.hidden.union(*cards);
                player.draw_pile = player.draw_pile.saturating_add(cards.len());
            }
            Event::Placed { seat, zone, up, card } => {
                self.leave_hand(*seat, card.filter(|_| *up));
                self.covers.remove(*seat);
                self.lay(*seat, *zone, card.filter(|_| *up), Shown::Operative);
            }
            Event::Discarded { seat, card } | Event::Raided { from: seat, card } => {
                self.leave_hand(*seat, Some(*card));
                self.players[seat.index()].resources.insert(*card);
            }
            Event::Enacted { seat, card } => {
                self.leave_hand(*seat, Some(*card));
                self.in_use = Some(*card);
            }
            Event::Retrieved { seat, card } => {
                self.players[seat.index()].resources.remove(*card);
                self.enter_hand(*seat, Some(*card));
            }
            Event::Bribed { seat, zone, bribe, turned } => {
                self.fold_bribe(*seat, *zone, bribe, turned)
            }
            Event::Mustered { seat, relic, .. } => {
                self.leave_hand(*seat, Some(*relic));
                self.players[seat.index()].resources.insert(*relic);
                self.militia = self.militia.map(|size| size.saturating_sub(1));
            }
            Event::MilitiaPlaced { seat, zone, up, card } => {
                self.lay(*seat, *zone, card.filter(|_| *up), Shown::Militia);
            }
            _ => self.fold_effect(event),
        }
    }

    /// What locations do.
    fn fold_effect(&mut self, event: &Event) {
        match event {
            Event::EffectOver { seat, card } => {
                self.in_use = None;
                self.players[seat.index()].resources.insert(*card);
            }
            Event::Swapped { zones: [one, other] } => {
                let stake = self.stake(*one);
                self.piles[one.index()].stake = self.stake(*other);
                self.piles[other.index()].stake = stake;
            }
            Event::Moved { from, to, up, card, .. } => {
                if let Some(mut slot) = self.rows.take(*from) {
                    slot.zone = *to;
                    if let (true, Some(card)) = (*up, *card) {
                        self.uncover(&mut slot, card);
                    }
                    self.rows.push(slot);
                }
            }
            Event::Recalled { seat, from, up, card } => {
                self.rows.take(*from);
                self.enter_hand(*seat, card.filter(|_| *up));
            }
            Event::Expelled { from, card } => {
                if let Some(slot) = self.rows.take(*from) {
                    self.players[slot.owner.index()].resources.insert(*card);
                }
            }
            Event::Cycled { zone, .. } => self.piles[zone.index()].cycle(),
            Event::Locked { zone } => self.locked.insert(*zone),
            Event::Covered { seat } => self.covers.insert(*seat),
            _ => {}
        }
    }

    fn fold_bribe(&mut self, seat: Seat, zone: Zone, bribe: &Bribe, turned: &SlotFaces) {
        self.leave_hand(seat, Some(bribe.relic));
        self.players[seat.index()].resources.insert(bribe.relic);
        self.turn_up(zone, turned);
        if bribe.succeeds() {
            self.clear(zone);
        }
    }

    /// A card leaves a hand; this one, if all viewers see it.
    fn leave_hand(&mut self, seat: Seat, card: Option<Card>) {
        let player = &mut self.players[seat.index()];
        player.hand = player.hand.saturating_sub(1);
        if let Some(card) = card {
            player.hidden.remove(card);
        }
    }

    /// A card comes to a hand; this one, if all viewers have seen it.
    fn enter_hand(&mut self, seat: Seat, card: Option<Card>) {
        let player = &mut self.players[seat.index()];
        player.hand = player.hand.saturating_add(1);
        if let Some(card) = card {
            player.hidden.insert(card);
        }
    }

    /// A card becomes the last slot of a zone.
    fn lay(&mut self, owner: Seat, zone: Zone, card: Option<Card>, back: fn(u8) -> Shown) {
        let down = || back(self.rows.free_cover(owner));
        let shown = card.map_or_else(down, Shown::Card);
        self.rows.push(Slot { zone, owner, shown });
    }

    fn uncover(&mut self, slot: &mut Slot, card: Card) {
        slot.shown = Shown::Card(card);
        self.players[slot.owner.index()].hidden.remove(card);
    }

    /// Turns up slots of a zone.
    fn turn_up(&mut self, zone: Zone, turned: &SlotFaces) {
        let mut faces = turned.iter().peekable();
        let Public { rows, players, .. } = self;
        let row = rows.all_mut().iter_mut().filter(|slot| slot.zone == zone);
        for (slot, index) in row.zip(0..) {
            if let Some((_, card)) = faces.next_if(|(at, _)| *at == index) {
                slot.shown = Shown::Card(card);
                players[slot.owner.index()].hidden.remove(card);
            }
        }
    }

    /// All slots of a zone, which are face up, leave it.
    fn clear(&mut self, zone: Zone) {
        let Public { rows, players, set_aside, .. } = self;
        rows.retain(|slot| {
            if let (true, Shown::Card(card)) = (slot.zone == zone, slot.shown) {
                let militia = card.is_militia();
                let to = &mut players[slot.owner.index()].resources;
                (if militia { &mut *set_aside } else { to }).insert(card);
            }
            slot.zone != zone
        });
    }

    /// A slot as the knowledge of viewers needs it: whose, and the number of a face-down card.
    pub(super) fn cover_at(&self, at: SlotAt) -> Option<(Seat, Shown)> {
        self.rows.get(at).map(|slot| (slot.owner, slot.shown))
    }
}
