//! What is hidden: each seat's own cards, the order of piles, objectives.

use super::Arcana;
use super::cards::{Card, CardSet, MILITIA_FROM, Objective};
use super::event::Event;
use super::kind::Kind;
use super::rows::COVERS_MAX;
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
        let any = Card::from_bit(0);
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
        for seat in event.touched().iter() {
            if let Some(own) = self.own.get_mut(seat.index()) {
                kit::Own::fold(own, seat, event);
            }
        }
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
}

impl kit::Own<Arcana> for Own {
    fn zones(&self) -> impl Iterator<Item = (&'static str, CardSet)> {
        let mustered = self.mustered.map_or(CardSet::EMPTY, CardSet::only);
        let zones = [
            ("hand", self.hand),
            ("draw_pile", self.draw_pile),
            ("covered", self.covered()),
            ("mustered", mustered),
        ];
        zones.into_iter()
    }

    fn fold(&mut self, viewer: Seat, event: &Event) {
        let me = |seat: &Seat| *seat == viewer;
        match event {
            Event::GuildTaken { seat, guild } if me(seat) => self.draw_pile = guild.cards(),
            Event::ObjectivesDealt { seat, objectives } if me(seat) => self.dealt = *objectives,
            Event::ObjectivesKept { seat, kept } if me(seat) => self.kept = *kept,
            Event::Drew { seat, faces } if me(seat) => {
                let cards = faces.cards().unwrap_or_default();
                self.hand = self.hand.union(cards);
                self.draw_pile = self.draw_pile.minus(cards);
            }
            Event::Shuffled { seat, cards } if me(seat) => {
                self.draw_pile = self.draw_pile.union(*cards)
            }
            Event::Placed { seat, up, card, .. } if me(seat) => {
                self.hand = self.hand.minus(card.map_or(CardSet::EMPTY, CardSet::only));
                if !up {
                    self.cover(*card);
                }
            }
            Event::Discarded { seat, card }
            | Event::Enacted { seat, card }
            | Event::Raided { from: seat, card }
                if me(seat) =>
            {
                self.hand.remove(*card)
            }
            Event::Mustered { seat, relic, card } if me(seat) => {
                self.hand.remove(*relic);
                self.mustered = *card;
            }
            Event::MilitiaPlaced { seat, up, card, .. } if me(seat) => {
                self.mustered = None;
                if !up {
                    self.cover(*card);
                }
            }
            Event::Moved { owner, up: true, card: Some(card), .. } if me(owner) => {
                self.uncover(CardSet::only(*card))
            }
            Event::Recalled { seat, card: Some(card), .. } if me(seat) => {
                self.uncover(CardSet::only(*card));
                self.hand.insert(*card);
            }
            Event::Retrieved { seat, card } if me(seat) => self.hand.insert(*card),
            Event::Bribed { seat, bribe, turned, .. } => {
                if me(seat) {
                    self.hand.remove(bribe.relic);
                }
                self.uncover(turned.cards());
            }
            Event::Struggled { turned, .. } => self.uncover(turned.cards()),
            _ => {}
        }
    }
}

impl View {
    /// The kind of the decision that is put to the seats in `public.asked`.
    pub fn asked_kind(&self) -> Option<Kind> {
        self.public.agenda.next().and_then(|step| step.kind())
    }
}
