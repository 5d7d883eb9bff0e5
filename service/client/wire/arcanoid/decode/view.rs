//! A view: decoded field by field, then held against itself (see `check`).
//!
//! What comes out has sizes and sets that fit together, which is what the rules rely on. Whether a game can have come to it
//! is not asked; see `is_consistent` of the catalog for that.

mod check;

use super::{
    InField, Result, battlefield, battlefields, card, cards, invalid, known, of_game, pb, result, set, step::agenda,
};
use crate::wire::convert::{array, at_table, byte, bytes, each, mask, seat};
use hierophant_rules::{
    SEATS_MAX, Seat, SeatSet, Viewer,
    arcanoid::{
        CardSet, Field, Own, Player, Setup, View,
        answer::Answer,
        cards::{CARDS, FIELDS},
        knowledge::Knowledge,
        player::PLAYERS,
        public::{Chariot, Declared, Engagement, Hermit, Justice, Public, Strength, Temperance},
        setup::{RENEWALS_MAX, ROUNDS_MAX},
    },
};
use std::sync::Arc;

const N: usize = SEATS_MAX as usize;
/// Extra turns that a Hermit has.
const EXTRA_TURNS: u8 = 3;

/// A view of a game with this setup, which has no defects.
pub(in crate::wire) fn view(message: &pb::View, setup: &Arc<Setup>, viewer: Viewer, asked: SeatSet) -> Result<View> {
    let players = setup.players;
    at_table(asked.iter().chain(viewer.seat()), players)?;
    let view = View {
        setup: Arc::clone(setup),
        viewer,
        public: public(message, setup, asked)?,
        own: Own { hand: cards(&message.hand).in_field("hand")? },
        answer: message
            .answer
            .as_ref()
            .map_or(Ok(Answer::default()), |message| answer(message, players))
            .in_field("answer")?,
        knowledge: knowledge(message.knowledge.as_ref(), players).in_field("knowledge")?,
    };
    check::fits(&view)?;
    Ok(view)
}

fn public(message: &pb::View, setup: &Setup, asked: SeatSet) -> Result<Public> {
    let players = setup.players;
    let who = |number: u32| of_game(number, players);
    Ok(Public {
        seats: players,
        round: byte(message.round, setup.round_count()).in_field("round")?,
        starter: seat(message.starter, players).in_field("starter")?,
        turn: who(message.turn).in_field("turn")?,
        extra: message.extra,
        last_normal: who(message.last_normal).in_field("last_normal")?,
        hand_sizes: bytes::<N>(&message.hand_sizes, players, CARDS).in_field("hand_sizes")?,
        stock_size: byte(message.stock_size, CARDS).in_field("stock_size")?,
        stock_ended: message.stock_ended,
        renewals: byte(message.renewals, RENEWALS_MAX).in_field("renewals")?,
        buried: byte(message.buried, CARDS).in_field("buried")?,
        discards: cards(&message.discards).in_field("discards")?,
        playing: message.playing.map(card).transpose().in_field("playing")?,
        declared: message
            .declared
            .as_ref()
            .map(|message| declared(message, players))
            .transpose()
            .in_field("declared")?,
        engagements: engagements(&message.engagements, players).in_field("engagements")?,
        ever_engaged: battlefields(&message.ever_engaged).in_field("ever_engaged")?,
        engaged_count: byte(message.engaged_count, u8::MAX).in_field("engaged_count")?,
        retired: set(&message.retired, who).in_field("retired")?,
        chariot: message.chariot.as_ref().map(|message| chariot(message, players)).transpose().in_field("chariot")?,
        justice: justice(message.justice).in_field("justice")?,
        pool: cards(&message.pool).in_field("pool")?,
        hermit: message.hermit.as_ref().map(|message| hermit(message, players)).transpose().in_field("hermit")?,
        strength: message
            .strength
            .as_ref()
            .map(|message| strength(message, players))
            .transpose()
            .in_field("strength")?,
        open_extra: cards(&message.annex).in_field("annex")?,
        temperance: message.temperance.as_ref().map(|m| temperance(m, players)).transpose().in_field("temperance")?,
        devil: message.devil.map(|number| seat(number, players)).transpose().in_field("devil")?,
        devil_hand: cards(&message.devil_hand).in_field("devil_hand")?,
        results: results(&message.results, players).in_field("results")?,
        agenda: agenda(&message.agenda, players).in_field("agenda")?,
        asked,
        ended: message.ended,
    })
}

fn declared(message: &pb::DeclaredEngagement, players: u8) -> Result<Declared> {
    let pb::DeclaredEngagement { engager, owner, battlefields, cards } = message;
    Ok(Declared {
        engager: of_game(*engager, players).in_field("engager")?,
        owner: of_game(*owner, players).in_field("owner")?,
        fields: super::battlefields(battlefields).in_field("battlefields")?,
        cards: super::cards(cards).in_field("cards")?,
    })
}

fn engagements(messages: &[pb::Engagement], players: u8) -> Result<[[Option<Engagement>; FIELDS]; PLAYERS]> {
    let mut all = [[None; FIELDS]; PLAYERS];
    for (whose, field, engagement) in each(messages, PLAYERS * FIELDS, |message| engagement(message, players))? {
        let place: &mut Option<Engagement> = &mut all[whose.index()][field.index()];
        if place.replace(engagement).is_some() {
            return invalid(format!("{whose} has two on {field}"));
        }
    }
    Ok(all)
}

fn engagement(message: &pb::Engagement, players: u8) -> Result<(Player, Field, Engagement)> {
    let pb::Engagement { player, battlefield, cards, order, pair } = message;
    let engagement = Engagement {
        cards: super::cards(cards).in_field("cards")?,
        order: byte(*order, u8::MAX).in_field("order")?,
        pair: Some(*pair).filter(|&pair| pair != 0).map(super::battlefield).transpose().in_field("pair")?,
    };
    let whose = of_game(*player, players).in_field("player")?;
    Ok((whose, super::battlefield(*battlefield).in_field("battlefield")?, engagement))
}

fn chariot(message: &pb::Chariot, players: u8) -> Result<Chariot> {
    let pb::Chariot { owner, reserve } = message;
    Ok(Chariot { owner: of_game(*owner, players).in_field("owner")?, reserve: cards(reserve).in_field("reserve")? })
}

fn justice(value: i32) -> Result<Option<Justice>> {
    match pb::Justice::try_from(value) {
        Ok(pb::Justice::Unspecified) => Ok(None),
        Ok(pb::Justice::Pool) => Ok(Some(Justice::Pool)),
        Ok(pb::Justice::Shared) => Ok(Some(Justice::Shared)),
        Err(_) => invalid(format!("{value} has no meaning")),
    }
}

fn hermit(message: &pb::Hermit, players: u8) -> Result<Hermit> {
    let pb::Hermit { owner, turns, waits } = message;
    let turns = byte(*turns, EXTRA_TURNS).in_field("turns")?;
    Ok(Hermit { owner: of_game(*owner, players).in_field("owner")?, turns, waits: *waits })
}

fn strength(message: &pb::Strength, players: u8) -> Result<Strength> {
    let pb::Strength { on, extra } = message;
    let on = on.map(|number| of_game(number, players)).transpose().in_field("on")?;
    let extra = known(u8::try_from(*extra).ok().filter(|extra| (1..=2).contains(extra)), || {
        format!("{extra} cards instead of one or two")
    });
    Ok(Strength { on, extra: extra.in_field("extra")? })
}

fn temperance(message: &pb::Temperance, players: u8) -> Result<Temperance> {
    let pb::Temperance { owner, battlefield: field } = message;
    let field = battlefield(*field).in_field("battlefield")?;
    Ok(Temperance { owner: of_game(*owner, players).in_field("owner")?, field })
}

/// One entry per ended round; the rest of the array stays empty.
fn results(messages: &[pb::RoundResult], players: u8) -> Result<[[Option<Seat>; FIELDS]; ROUNDS_MAX as usize]> {
    let ended = each(messages, ROUNDS_MAX.into(), |message| result(message, players))?;
    let mut results = [[None; FIELDS]; ROUNDS_MAX as usize];
    results.iter_mut().zip(ended).for_each(|(entry, ended)| *entry = ended);
    Ok(results)
}

fn answer(message: &pb::Answer, players: u8) -> Result<Answer> {
    let pb::Answer { battlefields, adding, reserve, cards, thief, complete } = message;
    Ok(Answer {
        fields: super::battlefields(battlefields).in_field("battlefields")?,
        adding: *adding,
        reserve: *reserve,
        cards: super::cards(cards).in_field("cards")?,
        thief: thief.map(|number| of_game(number, players)).transpose().in_field("thief")?,
        complete: *complete,
    })
}

fn knowledge(message: Option<&pb::Knowledge>, players: u8) -> Result<Knowledge> {
    let Some(message) = message else {
        return invalid("missing");
    };
    let pb::Knowledge { stock, buried, hands } = message;
    Ok(Knowledge {
        stock: card_mask(stock.unwrap_or_default()).in_field("stock")?,
        buried: card_mask(buried.unwrap_or_default()).in_field("buried")?,
        hands: array(hands, players, card_mask).in_field("hands")?,
    })
}

fn card_mask(mask: pb::CardMask) -> Result<CardSet> {
    let pb::CardMask { low, middle, high } = mask;
    Ok(CardSet::from_bits(self::mask(low, middle, high)?).expect("a mask has no other bits"))
}
