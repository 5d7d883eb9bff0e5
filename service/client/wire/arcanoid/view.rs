//! A view, encoded and decoded: packed lists throughout, few nested messages, since every decision
//! sends one.
//!
//! A view is decoded field by field, then held against itself (see `check`). What comes out has
//! sizes and sets that fit together, which is what the rules rely on. Whether a game can have come
//! to it is not asked; see `is_consistent` of the catalog for that.

use super::check;
use crate::{
    pb::arcanoid::v1 as pb,
    wire::{
        convert::{InField, Result, byte, each, invalid, known},
        table::{Bounds, OnWire, by_seat, wire_message, wire_public},
    },
};
use hierophant_rules::{
    Seat, SeatSet, Viewer,
    arcanoid::{
        Field, Own, Player, Setup, View,
        cards::{CARDS, FIELDS},
        knowledge::Knowledge,
        pending_answer::PendingAnswer,
        player::PLAYERS,
        public::{Chariot, Declared, Engagement, Hermit, Justice, Public, Strength, Temperance},
        setup::{RENEWALS_MAX, ROUNDS_MAX},
    },
};
use std::sync::Arc;

/// Extra turns that a Hermit has.
const EXTRA_TURNS: u8 = 3;

/// A view without its setup, viewer and asked seats, which the envelope has.
pub(in crate::wire) fn encode(view: &View) -> pb::View {
    let View { setup, viewer: _, public, own: Own { hand }, answer, knowledge } = view;
    let Public { round, results, ended, .. } = public;
    let players = setup.players;
    let rounds_ended = if *ended { *round } else { round.saturating_sub(1) };
    pb::View {
        hand: hand.encode(players),
        answer: (*answer != PendingAnswer::default()).then(|| answer.encode(players)),
        knowledge: Some(knowledge.encode(players)),
        round: round.encode(players),
        results: results[..usize::from(rounds_ended)]
            .iter()
            .map(|result| result.encode(players))
            .collect(),
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
    byte(message.round, setup.round_count()).in_field("round")?;
    let own = Own { hand: OnWire::decode(&message.hand, bounds).in_field("hand")? };
    let answer = <Option<PendingAnswer>>::decode(&message.answer, bounds)
        .in_field("answer")?
        .unwrap_or_default();
    let Some(knowledge) = &message.knowledge else {
        return invalid("missing").in_field("knowledge");
    };
    let view = View {
        setup: Arc::clone(setup),
        viewer,
        public: Public { asked, ..Public::decode(message, bounds)? },
        own,
        answer,
        knowledge: OnWire::decode(knowledge, bounds).in_field("knowledge")?,
    };
    check::fits(&view)?;
    Ok(view)
}

// Who is asked stands in the envelope; how many rounds there are, in the setup; which of them have
// ended, in the view.
wire_public! { Public <=> pb::View, |message, bounds| {
    starter,
    turn,
    extra,
    last_normal,
    hand_sizes by by_seat ..= CARDS,
    stock_size ..= CARDS,
    stock_ended,
    renewals ..= RENEWALS_MAX,
    buried ..= CARDS,
    discards,
    playing,
    declared,
    engagements by all_engagements,
    ever_engaged,
    engaged_count,
    retired,
    chariot,
    justice,
    pool,
    hermit,
    strength,
    open_extra as annex,
    temperance,
    devil,
    devil_hand,
    agenda,
    ended;
    seats = bounds.players,
    round = byte(message.round, u8::MAX).in_field("round")?,
    results = results(&message.results, bounds).in_field("results")?,
    asked = SeatSet::EMPTY,
} }

wire_message! { Declared <=> pb::DeclaredEngagement { engager, owner, fields as battlefields, cards } }
wire_message! { Chariot <=> pb::Chariot { owner, reserve } }
wire_message! { Hermit <=> pb::Hermit { owner, turns ..= EXTRA_TURNS, waits } }
wire_message! { Strength <=> pb::Strength { on, extra by one_or_two } }
wire_message! { Temperance <=> pb::Temperance { owner, field as battlefield } }
wire_message! { PendingAnswer <=> pb::Answer { fields as battlefields, adding, reserve, cards, thief, complete } }
wire_message! { Knowledge <=> pb::Knowledge { stock, buried, hands by by_seat } }

/// Engagements, each with whose and where it is.
mod all_engagements {
    use super::*;

    type All = [[Option<Engagement>; FIELDS]; PLAYERS];

    pub(super) fn encode(all: &All, players: u8) -> Vec<pb::Engagement> {
        let mut messages = Vec::new();
        for (whose, by_field) in (0..PLAYERS as u8).filter_map(Player::new).zip(all) {
            for (field, engagement) in Field::ALL.into_iter().zip(by_field) {
                let Some(Engagement { cards, order, pair }) = engagement else { continue };
                messages.push(pb::Engagement {
                    player: whose.encode(players),
                    battlefield: field.encode(players),
                    cards: cards.encode(players),
                    order: order.encode(players),
                    pair: pair.map_or(0, |pair| pair.encode(players)),
                });
            }
        }
        messages
    }

    pub(super) fn decode(messages: &[pb::Engagement], bounds: Bounds) -> Result<All> {
        let mut all = [[None; FIELDS]; PLAYERS];
        for (whose, field, engagement) in
            each(messages, PLAYERS * FIELDS, |message| one(message, bounds))?
        {
            let entry: &mut Option<Engagement> = &mut all[whose.index()][field.index()];
            if entry.replace(engagement).is_some() {
                return invalid(format!("{whose} has two on {field}"));
            }
        }
        Ok(all)
    }

    fn one(message: &pb::Engagement, bounds: Bounds) -> Result<(Player, Field, Engagement)> {
        let pb::Engagement { player, battlefield, cards, order, pair } = message;
        let engagement = Engagement {
            cards: OnWire::decode(cards, bounds).in_field("cards")?,
            order: OnWire::decode(order, bounds).in_field("order")?,
            pair: OnWire::decode(&Some(*pair).filter(|&pair| pair != 0), bounds)
                .in_field("pair")?,
        };
        let whose = Player::decode(player, bounds).in_field("player")?;
        Ok((whose, Field::decode(battlefield, bounds).in_field("battlefield")?, engagement))
    }
}

/// How many cards Strength adds.
mod one_or_two {
    use super::*;

    pub(super) fn encode(extra: &u8, players: u8) -> u32 {
        extra.encode(players)
    }

    pub(super) fn decode(extra: &u32, _bounds: Bounds) -> Result<u8> {
        let some = u8::try_from(*extra).ok().filter(|extra| (1..=2).contains(extra));
        known(some, || format!("{extra} cards instead of one or two"))
    }
}

impl OnWire<i32> for Option<Justice> {
    fn encode(&self, _players: u8) -> i32 {
        match self {
            None => pb::Justice::Unspecified,
            Some(Justice::Pool) => pb::Justice::Pool,
            Some(Justice::Shared) => pb::Justice::Shared,
        }
        .into()
    }

    fn decode(message: &i32, _bounds: Bounds) -> Result<Option<Justice>> {
        match pb::Justice::try_from(*message) {
            Ok(pb::Justice::Unspecified) => Ok(None),
            Ok(pb::Justice::Pool) => Ok(Some(Justice::Pool)),
            Ok(pb::Justice::Shared) => Ok(Some(Justice::Shared)),
            Err(_) => invalid(format!("{message} has no meaning")),
        }
    }
}

/// One entry per ended round; the rest of the array stays empty.
fn results(
    messages: &[pb::RoundResult],
    bounds: Bounds,
) -> Result<[[Option<Seat>; FIELDS]; ROUNDS_MAX as usize]> {
    let ended = each(messages, ROUNDS_MAX.into(), |message| OnWire::decode(message, bounds))?;
    let mut results = [[None; FIELDS]; ROUNDS_MAX as usize];
    results.iter_mut().zip(ended).for_each(|(entry, ended)| *entry = ended);
    Ok(results)
}
