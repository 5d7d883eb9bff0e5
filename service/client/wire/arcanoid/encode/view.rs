//! A view: packed lists throughout, few nested messages, since every decision sends one.

use super::{battlefield, battlefields, cards, maybe, player, players, steps};
use crate::{
    pb::arcanoid::v1 as pb,
    wire::convert::{mask_words, number},
};
use hierophant_rules::{
    Seat,
    arcanoid::{
        CardSet, Field, Own, Player, View,
        answer::Answer,
        cards::FIELDS,
        knowledge::Knowledge,
        player::PLAYERS,
        public::{Chariot, Declared, Engagement, Hermit, Justice, Public, Strength, Temperance},
    },
};

/// A view without its setup, viewer and asked seats, which the envelope has.
pub(in crate::wire) fn view(view: &View) -> pb::View {
    let View { setup, viewer: _, public, own: Own { hand }, answer, knowledge } = view;
    pb::View {
        hand: cards(*hand),
        answer: self::answer(answer),
        knowledge: Some(self::knowledge(knowledge, setup.players)),
        ..self::public(public, setup.players)
    }
}

fn public(public: &Public, table: u8) -> pb::View {
    let Public {
        seats: _,
        round,
        starter,
        turn,
        extra,
        last_normal,
        hand_sizes,
        stock_size,
        stock_ended,
        renewals,
        buried,
        discards,
        playing,
        declared,
        engagements,
        ever_engaged,
        engaged_count,
        retired,
        chariot,
        justice,
        pool,
        hermit,
        strength,
        open_extra,
        temperance,
        devil,
        devil_hand,
        results,
        agenda,
        asked: _,
        ended,
    } = public;
    let rounds_ended = if *ended { *round } else { round.saturating_sub(1) };
    pb::View {
        round: (*round).into(),
        starter: number(*starter),
        turn: player(*turn),
        extra: *extra,
        last_normal: player(*last_normal),
        hand_sizes: hand_sizes[..usize::from(table)].iter().copied().map(u32::from).collect(),
        stock_size: (*stock_size).into(),
        stock_ended: *stock_ended,
        renewals: (*renewals).into(),
        buried: (*buried).into(),
        discards: cards(*discards),
        playing: playing.map(|card| card.number().into()),
        declared: declared.map(self::declared),
        engagements: self::engagements(engagements),
        ever_engaged: battlefields(*ever_engaged),
        engaged_count: (*engaged_count).into(),
        retired: players(*retired),
        chariot: chariot.map(self::chariot),
        justice: justice.map_or(pb::Justice::Unspecified, self::justice).into(),
        pool: cards(*pool),
        hermit: hermit.map(self::hermit),
        strength: strength.map(self::strength),
        annex: cards(*open_extra),
        temperance: temperance.map(self::temperance),
        devil: devil.map(number),
        devil_hand: cards(*devil_hand),
        results: results[..usize::from(rounds_ended)].iter().map(result).collect(),
        agenda: steps(agenda),
        ended: *ended,
        ..pb::View::default()
    }
}

fn declared(declared: Declared) -> pb::DeclaredEngagement {
    let Declared { engager, owner, fields, cards } = declared;
    pb::DeclaredEngagement {
        engager: player(engager),
        owner: player(owner),
        battlefields: battlefields(fields),
        cards: self::cards(cards),
    }
}

fn engagements(all: &[[Option<Engagement>; FIELDS]; PLAYERS]) -> Vec<pb::Engagement> {
    let mut messages = Vec::new();
    for (whose, by_field) in (0..PLAYERS as u8).filter_map(Player::new).zip(all) {
        for (field, engagement) in Field::ALL.into_iter().zip(by_field) {
            let Some(Engagement { cards, order, pair }) = *engagement else { continue };
            messages.push(pb::Engagement {
                player: player(whose),
                battlefield: battlefield(field),
                cards: self::cards(cards),
                order: order.into(),
                pair: pair.map_or(0, battlefield),
            });
        }
    }
    messages
}

fn chariot(chariot: Chariot) -> pb::Chariot {
    let Chariot { owner, reserve } = chariot;
    pb::Chariot { owner: player(owner), reserve: cards(reserve) }
}

fn justice(justice: Justice) -> pb::Justice {
    match justice {
        Justice::Pool => pb::Justice::Pool,
        Justice::Shared => pb::Justice::Shared,
    }
}

fn hermit(hermit: Hermit) -> pb::Hermit {
    let Hermit { owner, turns, waits } = hermit;
    pb::Hermit { owner: player(owner), turns: turns.into(), waits }
}

fn strength(strength: Strength) -> pb::Strength {
    let Strength { on, extra } = strength;
    pb::Strength { on: maybe(on), extra: extra.into() }
}

fn temperance(temperance: Temperance) -> pb::Temperance {
    let Temperance { owner, field } = temperance;
    pb::Temperance { owner: player(owner), battlefield: battlefield(field) }
}

/// For which seats the victories of a round count.
pub(super) fn result(scored: &[Option<Seat>; FIELDS]) -> pb::RoundResult {
    let [swords, staves, cups, coins] = scored.map(|seat| seat.map(number));
    pb::RoundResult { swords, staves, cups, coins }
}

fn answer(answer: &Answer) -> Option<pb::Answer> {
    if *answer == Answer::default() {
        return None;
    }
    let Answer { fields, adding, reserve, cards: picked, thief, complete } = *answer;
    Some(pb::Answer {
        battlefields: battlefields(fields),
        adding,
        reserve,
        cards: cards(picked),
        thief: maybe(thief),
        complete,
    })
}

fn knowledge(knowledge: &Knowledge, table: u8) -> pb::Knowledge {
    let Knowledge { stock, buried, hands } = knowledge;
    let hands: &[CardSet] = &hands[..usize::from(table)];
    pb::Knowledge {
        stock: Some(mask(*stock)),
        buried: Some(mask(*buried)),
        hands: hands.iter().copied().map(mask).collect(),
    }
}

fn mask(set: CardSet) -> pb::CardMask {
    let [low, middle, high] = mask_words(set.bits());
    pb::CardMask { low, middle, high }
}
