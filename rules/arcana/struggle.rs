//! How stakes are won: by struggles at the end of a round, and by bribes.

use super::agenda::Step;
use super::apply::Referee;
use super::cards::{Arcanum, Card, CardSet, Guild};
use super::event::{Bribe, Event, SlotFaces, Struggle, Total};
use super::public::Public;
use super::rows::Slot;
use super::setup::N;
use super::zone::Zone;
use crate::kit::{self, Sink};
use crate::{Seat, SeatSet};

impl<S: Sink<Event>> Referee<'_, S> {
    /// Settles the struggle at this index of the order, then the rest.
    pub(super) fn struggle(&mut self, index: u8) {
        let public = self.public();
        let Some(zone) = Zone::settled_at(index, public.start, public.seats) else {
            return self.then(&[Step::RoundOver]);
        };
        self.then(&[Step::Struggle { index: index + 1 }]);
        let Some(stake) = self.public().stake(zone) else { return };
        if self.public().rows.is_empty(zone) {
            return;
        }
        let mut sums = [None; N];
        for slot in self.public().rows.of(zone) {
            let values = self.face(slot).map_or([0; 3], Card::values);
            let sum = sums[slot.owner.index()].get_or_insert([0; 3]);
            sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        let result = settle(stake, sums, self.public());
        let turned = self.turned(zone, |_| true);
        self.emit(&Event::Struggled { zone, result, turned });
        if let Some(winner) = result.winner {
            self.stake_won(winner, zone);
        }
    }

    /// The face of a slot.
    pub(super) fn face(&self, slot: &Slot) -> Option<Card> {
        self.state.secrets.own[slot.owner.index()].face(slot.owner, slot)
    }

    /// The face-down slots of a zone whose cards fit.
    pub(super) fn turned(&self, zone: Zone, fits: impl Fn(Card) -> bool) -> SlotFaces {
        let mut turned = kit::List::empty((0, Card::FIRST));
        for (slot, index) in self.public().rows.of(zone).zip(0..) {
            let card = self.face(slot).filter(|&card| fits(card));
            if let (Some(card), Some(_)) = (card, slot.shown.cover()) {
                turned.push((index, card));
            }
        }
        SlotFaces::Shown(turned)
    }

    /// A relic and some operatives against the price of a personality.
    pub(super) fn bribe(&mut self, seat: Seat, relic: Card, zone: Zone, picked: CardSet) {
        let Some(stake) = self.public().stake(zone) else { return };
        let values = picked.values();
        let brought = stake.main().unwrap_or(strongest(values));
        let sum = relic.gift() + values[brought as usize];
        let bribe = Bribe { relic, picked, sum, price: stake.price().unwrap_or(u8::MAX) };
        let turned = self.turned(zone, |card| bribe.succeeds() || picked.contains(card));
        self.emit(&Event::Bribed { seat, zone, bribe, turned });
        if bribe.succeeds() {
            self.then(&[Step::TurnUp { zone }]);
            self.stake_won(seat, zone);
        }
    }
}

/// The arcanum of the highest sum; of equal ones the first, which is also that in which the Blades
/// win ties.
fn strongest(sums: [u8; 3]) -> Arcanum {
    let better = |best: Arcanum, other: Arcanum| {
        if sums[other as usize] > sums[best as usize] { other } else { best }
    };
    Arcanum::ALL.into_iter().fold(Arcanum::Staff, better)
}

/// Who wins a stake; `sums` are those of the participants.
pub(super) fn settle(stake: Card, sums: [Option<[u8; 3]>; N], public: &Public) -> Struggle {
    let totals = sums.map(|sums| {
        let sums = sums?;
        let arcanum = stake.main().unwrap_or(strongest(sums));
        Some(Total { arcanum, points: sums[arcanum as usize] })
    });
    let best = totals.iter().flatten().map(|total| total.points).max().unwrap_or(0);
    let is_best = |total: Total| total.points == best && best >= stake.threshold();
    let first: SeatSet =
        Seat::all(N as u8).filter(|seat| totals[seat.index()].is_some_and(is_best)).collect();
    let fits = |seat: &Seat| {
        let (guild, total) = (public.player(*seat).guild, totals[seat.index()]);
        guild.zip(total).is_some_and(|(guild, total)| wins_ties(guild, stake, total.arcanum))
    };
    let fitting: SeatSet = first.iter().filter(fits).collect();
    let only = |seats: SeatSet| seats.iter().next().filter(|_| seats.len() == 1);
    let winner = only(first).or_else(|| only(fitting));
    Struggle { totals, winner, by_guild: first.len() > 1 && winner.is_some() }
}

/// Whether the guild's ability fits a stake that it fights for in this arcanum.
fn wins_ties(guild: Guild, stake: Card, arcanum: Arcanum) -> bool {
    match guild {
        Guild::Blades => arcanum == Arcanum::Staff,
        Guild::Ferrymen => stake.is_location(),
        Guild::Thieves => stake.is_relic(),
        Guild::Usurers => stake.is_personality(),
    }
}
