//! What cards and stakes are worth, in victory points, and who is likely to win a struggle.

use super::Situation;
use hierophant_rules::arcana::public::Public;
use hierophant_rules::arcana::rows::Slot;
use hierophant_rules::arcana::{Card, Objective, Zone};
use hierophant_rules::{SEATS_MAX, Seat};

/// What a face-down card counts in a struggle, on average.
const COVERED: f32 = 2.0;
/// What a stake counts besides its points, for each point of a personality's best value.
const STRENGTH: f32 = 0.5;
/// The same for a ducat of a relic.
const DUCAT: f32 = 0.35;
/// The same for a location.
const EFFECT: f32 = 0.8;

/// What a card adds in the arcanum in which this stake is fought for.
pub(super) fn value(card: Card, stake: Card) -> f32 {
    let best = || card.values().into_iter().max().unwrap_or(0);
    f32::from(stake.main().map_or_else(best, |arcanum| card.value(arcanum)))
}

/// What a card in the deck is worth besides its points.
pub(super) fn in_deck(card: Card) -> f32 {
    if card.is_relic() {
        DUCAT * f32::from(card.gift())
    } else if card.is_location() {
        EFFECT
    } else {
        STRENGTH * f32::from(card.values().into_iter().max().unwrap_or(0))
    }
}

/// How much of the game is still to come, from 1 to 0: as much as lies under the free zone's stake.
fn time_left(public: &Public) -> f32 {
    match public.last_round {
        Some(last) => f32::from(last.saturating_sub(public.round)) / 13.0,
        None => {
            let free = public.zones().next_back().map_or(0, |zone| public.piles[zone.index()].size);
            f32::from(free) / 13.0
        }
    }
}

/// What a market card is worth to a seat that wins it; of the objectives that it keeps, if they are
/// known.
pub fn stake(card: Card, public: &Public, kept: Option<[Objective; 2]>) -> f32 {
    let objectives = kept.into_iter().flatten().filter(|kept| Some(kept.0) == card.fief()).count();
    let part = f32::from(Objective::POINTS) / f32::from(Objective::needed(public.seats));
    let deck = in_deck(card) * time_left(public);
    f32::from(card.points()) + deck + 0.7 * part * objectives as f32
}

/// What lies at a stake, in the arcanum in which it is fought for.
#[derive(Clone, Copy)]
pub(super) struct Struggle {
    pub(super) own: f32,
    /// What the strongest rival has.
    pub(super) best_rival: f32,
    threshold: f32,
    /// What the seat's hand can add.
    hand: f32,
}

impl Struggle {
    pub(super) fn with(self, more: f32) -> Struggle {
        Struggle { own: self.own + more, hand: (self.hand - more).max(0.0), ..self }
    }

    fn needed(self) -> f32 {
        self.threshold.max(self.best_rival + 0.5)
    }

    pub(super) fn is_won(self) -> bool {
        self.own >= self.needed()
    }

    /// How likely the seat wins.
    pub(super) fn chance(self) -> f32 {
        let part = self.own / self.needed().max(1.0);
        if self.is_won() {
            // A rival may add something still.
            (0.8 + 0.05 * (self.own - self.needed())).min(0.95)
        } else if self.own + self.hand >= self.needed() {
            0.6 * part
        } else {
            0.3 * part
        }
    }
}

impl Situation<'_> {
    pub(super) fn stake_worth(&self, zone: Zone) -> f32 {
        let card = self.public.stake(zone);
        card.map_or(0.0, |card| stake(card, self.public, self.view.own.kept))
    }

    /// The face of a slot, if the seat knows it.
    pub(super) fn face(&self, slot: &Slot) -> Option<Card> {
        self.view.own.face(self.seat, slot)
    }

    pub(super) fn struggle(&self, zone: Zone) -> Struggle {
        let Some(stake) = self.public.stake(zone) else {
            return Struggle { own: 0.0, best_rival: 0.0, threshold: 1.0, hand: 0.0 };
        };
        let mut sums = [[0.0; 3]; SEATS_MAX as usize];
        for slot in self.public.rows.of(zone) {
            let values = self.face(slot).map_or([COVERED; 3], |card| card.values().map(f32::from));
            sums[slot.owner.index()].iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        let total = |sums: [f32; 3]| match stake.main() {
            Some(arcanum) => sums[arcanum as usize],
            None => sums.into_iter().fold(0.0, f32::max),
        };
        let rivals = Seat::all(self.public.seats).filter(|&seat| seat != self.seat);
        let best_rival = rivals.map(|seat| total(sums[seat.index()])).fold(0.0, f32::max);
        let hand = self.view.own.hand.iter().filter(|card| card.is_operative());
        Struggle {
            own: total(sums[self.seat.index()]),
            best_rival,
            threshold: f32::from(stake.threshold()),
            hand: hand.map(|card| value(card, stake)).sum(),
        }
    }
}
