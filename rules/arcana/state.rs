//! What is hidden: each seat's own cards, the order of piles, objectives.

use super::Arcana;
use super::cards::{Card, CardSet, MILITIA_FROM, Objective};
use super::event::Event;
use super::kind::Kind;
use super::rows::{COVERS_MAX, Slot};
use super::setup::N;
use super::zone::ZONES;
use crate::{Seat, kit};

/// The truth. It has no form on the wire; only a [`View`] and the events of a [`Fact`](super::Fact)
/// may be sent.
pub type State = kit::State<Arcana>;
/// Everything that one viewer may know, perfect recall included.
pub type View = kit::View<Arcana>;

/// Most cards that a seat owns: its guild's eleven and all that can be won.
pub const OWNED_MAX: usize = 71;
/// Most cards under a stake: twelve market cards and Game End.
pub const PILE_MAX: usize = 13;

/// What no viewer sees as a whole.
#[derive(Clone, Debug)]
pub struct Secrets {
    pub(super) own: [Own; N],
    /// Each seat's draw pile, the top card last; as long as public facts say.
    pub(super) draw_piles: [[Card; OWNED_MAX]; N],
    /// Each zone's pile, the top card last, as long as public facts say; `None` is Game End.
    pub(super) piles: [[Option<Card>; PILE_MAX]; ZONES],
    /// The order of the militia's deck, the top card last.
    pub(super) militia: [Card; 6],
    /// How often each seat's pile was shuffled, and the militia, and how many raids there were:
    /// each draws by its number.
    pub(super) shuffles: [u16; N],
    pub(super) musters: u16,
    pub(super) raids: u16,
}

impl Secrets {
    /// Before the deal.
    pub(super) fn before_deal() -> Secrets {
        let any = Card::FIRST;
        Secrets {
            own: [Own::default(); N],
            draw_piles: [[any; OWNED_MAX]; N],
            piles: [[None; PILE_MAX]; ZONES],
            militia: core::array::from_fn(|i| Card::from_bit(u32::from(MILITIA_FROM) + i as u32)),
            shuffles: [0; N],
            musters: 0,
            raids: 0,
        }
    }
}

impl kit::Secrets<Arcana> for Secrets {
    fn own(&self, seat: Seat) -> Own {
        self.own[seat.index()]
    }

    fn fold(&mut self, event: &Event) {
        Owns { first: Seat::FIRST, owns: &mut self.own }.fold(event);
    }
}

/// What a seat alone sees of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Own {
    /// Its hand.
    pub hand: CardSet,
    /// Its draw pile, without the order.
    pub draw_pile: CardSet,
    /// Its face-down slots, by the number of each.
    pub covers: [Option<Card>; COVERS_MAX],
    /// The militia card that it has drawn and not placed yet.
    pub mustered: Option<Card>,
    /// The objectives that it was dealt, ascending.
    pub dealt: Option<[Objective; 4]>,
    /// Those that it keeps, ascending.
    pub kept: Option<[Objective; 2]>,
}

impl Own {
    /// The faces of its face-down slots.
    pub fn covered(&self) -> CardSet {
        self.covers.iter().flatten().copied().collect()
    }

    fn cover(&mut self, card: Option<Card>) {
        if let Some(free) = self.covers.iter_mut().find(|cover| cover.is_none()) {
            *free = card;
        }
    }

    fn uncover(&mut self, cards: CardSet) {
        for cover in &mut self.covers {
            *cover = cover.filter(|card| !cards.contains(*card));
        }
    }

    /// The face of a slot, to `seat`, whose own cards these are; `None` if it doesn't see it.
    pub fn face(&self, seat: Seat, slot: &Slot) -> Option<Card> {
        let cover = slot.shown.cover().filter(|_| slot.owner == seat).map(usize::from);
        slot.shown.card().or_else(|| *self.covers.get(cover?)?)
    }
}

/// What seats see of their own, those from `first` on.
struct Owns<'a> {
    first: Seat,
    owns: &'a mut [Own],
}

impl Owns<'_> {
    /// Changes the part of a seat, if it is among them.
    fn of(&mut self, seat: Seat, change: impl FnOnce(&mut Own)) {
        let index = seat.index().checked_sub(self.first.index());
        if let Some(own) = index.and_then(|index| self.owns.get_mut(index)) {
            change(own);
        }
    }

    /// Applies what an event changes.
    fn fold(&mut self, event: &Event) {
        match event {
            Event::GuildTaken { seat, guild } => {
                self.of(*seat, |own| own.draw_pile = guild.cards())
            }
            Event::ObjectivesDealt { seat, objectives } => {
                self.of(*seat, |own| own.dealt = *objectives)
            }
            Event::ObjectivesKept { seat, kept } => self.of(*seat, |own| own.kept = *kept),
            Event::Drew { seat, faces } => self.of(*seat, |own| {
                let cards = faces.cards().unwrap_or_default();
                own.hand = own.hand.union(cards);
                own.draw_pile = own.draw_pile.minus(cards);
            }),
            Event::Shuffled { seat, cards } => {
                self.of(*seat, |own| own.draw_pile = own.draw_pile.union(*cards))
            }
            Event::Placed { seat, up, card, .. } => self.of(*seat, |own| {
                own.hand = own.hand.minus((*card).into());
                own.cover(card.filter(|_| !up));
            }),
            Event::Discarded { seat, card }
            | Event::Enacted { seat, card }
            | Event::Raided { from: seat, card } => self.of(*seat, |own| own.hand.remove(*card)),
            Event::Mustered { seat, relic, card } => self.of(*seat, |own| {
                own.hand.remove(*relic);
                own.mustered = *card;
            }),
            Event::MilitiaPlaced { seat, up, card, .. } => self.of(*seat, |own| {
                own.mustered = None;
                own.cover(card.filter(|_| !up));
            }),
            Event::Moved { owner, up: true, card, .. } => {
                self.of(*owner, |own| own.uncover((*card).into()))
            }
            Event::Recalled { seat, card: Some(card), .. } => self.of(*seat, |own| {
                own.uncover(CardSet::only(*card));
                own.hand.insert(*card);
            }),
            Event::Retrieved { seat, card } => self.of(*seat, |own| own.hand.insert(*card)),
            Event::Bribed { seat, bribe, turned, .. } => {
                self.of(*seat, |own| own.hand.remove(bribe.relic));
                self.owns.iter_mut().for_each(|own| own.uncover(turned.cards()));
            }
            Event::Struggled { turned, .. } => {
                self.owns.iter_mut().for_each(|own| own.uncover(turned.cards()))
            }
            Event::Moved { up: false, .. }
            | Event::Recalled { card: None, .. }
            | Event::TurnedUp { .. }
            | Event::GameEndCame { .. }
            | Event::RoundBegan { .. }
            | Event::EffectOver { .. }
            | Event::Swapped { .. }
            | Event::Expelled { .. }
            | Event::Peeked { .. }
            | Event::Cycled { .. }
            | Event::Locked { .. }
            | Event::Covered { .. }
            | Event::StakeTaken { .. }
            | Event::MilitiaHome { .. }
            | Event::Asked { .. }
            | Event::Picked { .. }
            | Event::Ended { .. } => {}
        }
    }
}

impl kit::Own<Arcana> for Own {
    fn zones(&self) -> impl Iterator<Item = (&'static str, CardSet)> {
        let zones = [
            ("hand", self.hand),
            ("draw_pile", self.draw_pile),
            ("covered", self.covered()),
            ("mustered", self.mustered.into()),
        ];
        zones.into_iter()
    }

    fn fold(&mut self, viewer: Seat, event: &Event) {
        Owns { first: viewer, owns: core::slice::from_mut(self) }.fold(event);
    }
}

impl View {
    /// The kind of the decision that is put to the seats in `public.asked`.
    pub fn asked_kind(&self) -> Option<Kind> {
        self.public.agenda.next().and_then(|step| step.kind())
    }
}
