//! A view, encoded and decoded: packed lists throughout, few nested messages, since every decision
//! sends one.
//!
//! A view is decoded field by field, then held against itself (see the rules' `consistency`). What
//! comes out has sizes and sets that fit together, which is what the rules rely on. Whether a game
//! can have come to it is not asked; see `is_consistent` of the catalog for that.

use super::words::{locations, market, militia, operatives, player_cards, relics};
use crate::{
    pb::arcana::v1 as pb,
    wire::{
        InvalidField,
        convert::{InField, Result, array, byte, each, invalid, known},
        table::{
            Bounds, OnWire, by_seat, entries, required, wire_message, wire_public, wire_required,
        },
    },
};
use hierophant_rules::{
    Seat, SeatSet, Viewer,
    arcana::{
        Action, Card, CardSet, OWNED_MAX, Own, PILE_MAX, PendingAnswer, Setup, View,
        cards::MILITIA_FROM,
        consistency::{self, Contradiction},
        knowledge::{Cover, Knowledge},
        public::{Pile, Player, Public},
        rows::{COVERS_MAX, Rows, SLOTS_MAX, Shown, Slot},
        setup::ROUNDS_MAX,
        zone::{ZONES, Zone},
    },
};
use std::sync::Arc;

/// Objectives that a seat is dealt.
const DEALT: u8 = 4;
/// The number of the last face-down slot.
const LAST_COVER: u8 = COVERS_MAX as u8 - 1;

/// A view without its setup, viewer and asked seats, which the envelope has.
pub(in crate::wire) fn encode(view: &View) -> pb::View {
    let View { setup, viewer, public, own, answer, knowledge } = view;
    let players = setup.players;
    pb::View {
        own: viewer.seat().map(|_| own.encode(players)),
        answer: (*answer != PendingAnswer::default()).then(|| answer.encode(players)),
        knowledge: Some(knowledge.encode(players)),
        ..public.encode(players)
    }
}

/// A view of a game with this setup, which has no defects.
pub(in crate::wire) fn decode(
    message: &pb::View,
    setup: &Arc<Setup>,
    viewer: Viewer,
    asked: SeatSet,
) -> Result<View> {
    let bounds = Bounds::of(setup.players);
    let answer = <Option<PendingAnswer>>::decode(&message.answer, bounds).in_field("answer")?;
    let own = <Option<Own>>::decode(&message.own, bounds).in_field("own")?;
    let view = View {
        setup: Arc::clone(setup),
        viewer,
        public: Public { asked, ..Public::decode(message, bounds)? },
        answer: answer.unwrap_or_default(),
        own: own.unwrap_or_default(),
        knowledge: required(&message.knowledge, bounds).in_field("knowledge")?,
    };
    match consistency::check(&view) {
        Ok(()) => Ok(view),
        Err(Contradiction { field, reason }) => Err(InvalidField::new(field, reason)),
    }
}

// Who is asked stands in the envelope.
wire_public! { Public <=> pb::View, |message, bounds| {
    round ..= ROUNDS_MAX,
    start,
    last_round ..= ROUNDS_MAX,
    piles by by_zone,
    locked,
    covers,
    in_use by locations,
    rows,
    players by by_seat,
    militia ..= CardSet::MILITIA.len(),
    set_aside by militia,
    agenda,
    ended;
    seats = bounds.players,
    asked = SeatSet::EMPTY,
} }

wire_message! { Player <=> pb::Player {
    guild,
    hidden by player_cards,
    hand ..= OWNED_MAX as u8,
    draw_pile ..= OWNED_MAX as u8,
    resources by player_cards,
    base by market,
    objectives ..= DEALT,
    kept,
} }
wire_message! { Slot <=> pb::Slot { zone, owner, shown } }
wire_message! { Own <=> pb::Own {
    hand by player_cards,
    draw_pile by player_cards,
    covers by own_covers,
    mustered by militia,
    dealt,
    kept,
} }
wire_message! { PendingAnswer <=> pb::Answer {
    begun by begun,
    zones by up_to_two,
    picks by player_cards,
    objectives by up_to_two,
    complete,
} }
wire_message! { Knowledge <=> pb::Knowledge {
    hands by player_cards,
    draw_piles by player_cards,
    covers,
    militia by known_militia,
} }
wire_message! { (number, card): (u8, Card), pb::OwnCover { number ..= LAST_COVER, card } }
wire_message! { (card, owner, number): (Card, Seat, u8), pb::KnownMilitia {
    card by militia,
    owner,
    number ..= LAST_COVER,
} }
wire_required! { pb::Knowledge => Knowledge }

/// What all see of a slot.
impl OnWire<Option<pb::slot::Shown>> for Shown {
    fn encode(&self, players: u8) -> Option<pb::slot::Shown> {
        Some(match self {
            Shown::Card(card) => pb::slot::Shown::Card(card.encode(players)),
            Shown::Operative(number) => pb::slot::Shown::Operative((*number).into()),
            Shown::Militia(number) => pb::slot::Shown::Militia((*number).into()),
        })
    }

    fn decode(message: &Option<pb::slot::Shown>, bounds: Bounds) -> Result<Shown> {
        Ok(match message {
            None => return invalid("missing"),
            Some(pb::slot::Shown::Card(card)) => Shown::Card(Card::decode(card, bounds)?),
            Some(pb::slot::Shown::Operative(number)) => {
                Shown::Operative(byte(*number, LAST_COVER)?)
            }
            Some(pb::slot::Shown::Militia(number)) => Shown::Militia(byte(*number, LAST_COVER)?),
        })
    }
}

/// All slots, in order of arrival.
impl OnWire<Vec<pb::Slot>> for Rows {
    fn encode(&self, players: u8) -> Vec<pb::Slot> {
        self.all().iter().map(|slot| slot.encode(players)).collect()
    }

    fn decode(messages: &Vec<pb::Slot>, bounds: Bounds) -> Result<Rows> {
        let slots = each(messages, SLOTS_MAX, |slot| Slot::decode(slot, bounds))?;
        known(Rows::from_slots(&slots), || "too many".into())
    }
}

/// One pile for each zone of the table.
mod by_zone {
    use super::*;

    pub(super) fn encode(piles: &[Pile; ZONES], players: u8) -> Vec<pb::Pile> {
        let count = usize::from(Zone::count(players));
        let one = |pile: &Pile| pb::Pile {
            stake: pile.stake.encode(players),
            size: pile.size.into(),
            cycled: pile.cycled().iter().map(|card| card.encode(players)).collect(),
        };
        piles[..count].iter().map(one).collect()
    }

    pub(super) fn decode(messages: &[pb::Pile], bounds: Bounds) -> Result<[Pile; ZONES]> {
        let entries: Vec<&pb::Pile> = messages.iter().collect();
        array(&entries, Zone::count(bounds.players), |message| one(message, bounds))
    }

    fn one(message: &pb::Pile, bounds: Bounds) -> Result<Pile> {
        let pb::Pile { stake, size, cycled } = message;
        let stake = market::decode(stake, bounds).in_field("stake")?;
        let size = byte(*size, PILE_MAX as u8).in_field("size")?;
        let cycled = each(cycled, PILE_MAX, |card| market::decode(card, bounds));
        let pile = Pile::new(stake, size, &cycled.in_field("cycled")?);
        known(pile, || "the pile is smaller".into()).in_field("cycled")
    }
}

/// The viewer's face-down slots that there are.
mod own_covers {
    use super::*;

    type Covers = [Option<Card>; COVERS_MAX];

    pub(super) fn encode(covers: &Covers, players: u8) -> Vec<pb::OwnCover> {
        let one = |(number, card): (u8, &Option<Card>)| Some((number, (*card)?).encode(players));
        (0..).zip(covers).filter_map(one).collect()
    }

    pub(super) fn decode(messages: &[pb::OwnCover], bounds: Bounds) -> Result<Covers> {
        entries(messages, |message| {
            let (number, card) = <(u8, Card)>::decode(message, bounds)?;
            Ok((number.into(), card))
        })
    }
}

/// What a choice has begun with.
mod begun {
    use super::*;
    use pb::answer::Begun;

    pub(super) fn encode(begun: &Option<Action>, players: u8) -> Option<Begun> {
        match begun {
            Some(Action::Place(card)) => Some(Begun::Place(card.encode(players))),
            Some(Action::Bribe(card)) => Some(Begun::Bribe(card.encode(players))),
            Some(Action::Enact(card)) => Some(Begun::Enact(card.encode(players))),
            _ => None,
        }
    }

    pub(super) fn decode(message: &Option<Begun>, bounds: Bounds) -> Result<Option<Action>> {
        let Some(begun) = message else { return Ok(None) };
        Ok(Some(match begun {
            Begun::Place(card) => Action::Place(operatives::decode(card, bounds)?),
            Begun::Bribe(card) => Action::Bribe(relics::decode(card, bounds)?),
            Begun::Enact(card) => Action::Enact(locations::decode(card, bounds)?),
        }))
    }
}

/// What was named one after the other.
mod up_to_two {
    use super::*;

    pub(super) fn encode<M, T: OnWire<M>>(named: &[Option<T>; 2], players: u8) -> Vec<M> {
        named.iter().flatten().map(|one| one.encode(players)).collect()
    }

    pub(super) fn decode<M, T: OnWire<M>>(list: &[M], bounds: Bounds) -> Result<[Option<T>; 2]> {
        let mut named = each(list, 2, |one| T::decode(one, bounds))?.into_iter();
        Ok([named.next(), named.next()])
    }
}

/// Militia cards in face-down slots.
mod known_militia {
    use super::*;

    type Known = [Option<Cover>; CardSet::MILITIA.len() as usize];

    pub(super) fn encode(known: &Known, players: u8) -> Vec<pb::KnownMilitia> {
        let one = |(card, cover): (Card, &Option<Cover>)| {
            let Cover { owner, number } = (*cover)?;
            Some((card, owner, number).encode(players))
        };
        CardSet::MILITIA.iter().zip(known).filter_map(one).collect()
    }

    pub(super) fn decode(messages: &[pb::KnownMilitia], bounds: Bounds) -> Result<Known> {
        entries(messages, |message| {
            let (card, owner, number) = <(Card, Seat, u8)>::decode(message, bounds)?;
            Ok((usize::from(card.number() - MILITIA_FROM), Cover { owner, number }))
        })
    }
}
