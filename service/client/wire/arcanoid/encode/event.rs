//! An event, as one viewer is told it.

use super::{action, battlefield, battlefields, cards, category, maybe, player, steps, view::result};
use crate::{
    pb::arcanoid::v1 as pb,
    wire::convert::{number, numbers},
};
use hierophant_rules::arcanoid::{Card, CardFaces, Event};
use pb::event::Event as Wire;

/// An event of a game; it doesn't depend on the number of seats.
pub(in crate::wire) fn event(event: &Event, _players: u8) -> pb::Event {
    pb::Event { event: Some(wire(event)) }
}

/// A table, one entry per variant.
fn wire(event: &Event) -> Wire {
    match *event {
        Event::RoundBegan { round, starter } => {
            Wire::RoundBegan(pb::RoundBegan { round: round.into(), starter: number(starter) })
        }
        Event::TurnBegan { player: who, extra } => Wire::TurnBegan(pb::TurnBegan { player: player(who), extra }),
        Event::Drew { seat, faces } => Wire::Drew(pb::Drew { seat: number(seat), faces: told(faces) }),
        Event::DrewOpen { player: who, cards: set } => {
            Wire::DrewOpen(pb::DrewOpen { player: player(who), cards: cards(set) })
        }
        Event::PoolFilled { cards: set } => Wire::PoolFilled(pb::PoolFilled { cards: cards(set) }),
        Event::Voted { seat, yes } => Wire::Voted(pb::Voted { seat: number(seat), yes }),
        Event::StockRenewed => Wire::StockRenewed(pb::StockRenewed {}),
        Event::StockEnded { buried } => Wire::StockEnded(pb::StockEnded { buried: buried.into() }),
        Event::Discarded { player: who, cards: set } => {
            Wire::Discarded(pb::Discarded { player: player(who), cards: cards(set) })
        }
        Event::Declared { player: who, fields, cards: set, reserve } => Wire::Declared(pb::Declared {
            player: player(who),
            battlefields: battlefields(fields),
            cards: cards(set),
            reserve,
        }),
        Event::NotStolen => Wire::NotStolen(pb::NotStolen {}),
        Event::Stolen { thief } => Wire::Stolen(pb::Stolen { thief: player(thief) }),
        Event::Engaged { player: who, fields } => {
            Wire::Engaged(pb::Engaged { player: player(who), battlefields: battlefields(fields) })
        }
        Event::Abdicated { player: who, field } => {
            Wire::Abdicated(pb::Abdicated { player: player(who), battlefield: battlefield(field) })
        }
        Event::Retired { player: who, hand } => Wire::Retired(pb::Retired { player: player(who), hand: cards(hand) }),
        Event::Played { player: who, card } => Wire::Played(pb::Played { player: player(who), card: face(card) }),
        Event::CardDone { card } => Wire::CardDone(pb::CardDone { card: face(card) }),
        Event::Looked { player: who, by, at, faces } => {
            Wire::Looked(pb::Looked { player: player(who), by: number(by), at: number(at), faces: told(faces) })
        }
        Event::Shown { seat, category: of, cards: set } => {
            Wire::Shown(pb::Shown { seat: number(seat), category: category(of), cards: cards(set) })
        }
        Event::Asked { seats, ref agenda } => Wire::Asked(pb::Asked { seats: numbers(seats), agenda: steps(agenda) }),
        Event::Picked { seat, action: answer, complete } => {
            Wire::Picked(pb::Picked { seat: number(seat), action: Some(action(answer)), complete })
        }
        Event::RoundEnded { winners, ref scored } => {
            Wire::RoundEnded(pb::RoundEnded { winners: winners.map(player).to_vec(), scored: Some(result(scored)) })
        }
        Event::Ended => Wire::Ended(pb::Ended {}),
        Event::ReserveLaid { .. }
        | Event::ReserveGrew { .. }
        | Event::ReserveDiscarded { .. }
        | Event::JusticeDone { .. }
        | Event::HermitLaid { .. }
        | Event::ExtraTurnTaken { .. }
        | Event::ExtraTurnDeclined { .. }
        | Event::StrengthLaid { .. }
        | Event::Hanged { .. }
        | Event::TemperanceLaid { .. }
        | Event::TemperanceLifted
        | Event::DevilCame { .. }
        | Event::Destroyed { .. }
        | Event::Called { .. } => by_major(event),
    }
}

/// What the majors do. The two tables share the variants between them.
fn by_major(event: &Event) -> Wire {
    match *event {
        Event::ReserveLaid { player: who, cards: set } => {
            Wire::ReserveLaid(pb::ReserveLaid { player: player(who), cards: cards(set) })
        }
        Event::ReserveGrew { player: who, cards: set } => {
            Wire::ReserveGrew(pb::ReserveGrew { player: player(who), cards: cards(set) })
        }
        Event::ReserveDiscarded { player: who } => Wire::ReserveDiscarded(pb::ReserveDiscarded { player: player(who) }),
        Event::JusticeDone { shared } => Wire::JusticeDone(pb::JusticeDone { shared }),
        Event::HermitLaid { player: who } => Wire::HermitLaid(pb::HermitLaid { player: player(who) }),
        Event::ExtraTurnTaken { player: who, left } => {
            Wire::ExtraTurnTaken(pb::ExtraTurnTaken { player: player(who), left: left.into() })
        }
        Event::ExtraTurnDeclined { player: who, until_own_turn } => {
            Wire::ExtraTurnDeclined(pb::ExtraTurnDeclined { player: player(who), until_own_turn })
        }
        Event::StrengthLaid { on, extra } => {
            Wire::StrengthLaid(pb::StrengthLaid { on: maybe(on), extra: extra.into() })
        }
        Event::Hanged { target, hand } => Wire::Hanged(pb::Hanged { target: maybe(target), hand: cards(hand) }),
        Event::TemperanceLaid { player: who, field } => {
            Wire::TemperanceLaid(pb::TemperanceLaid { player: player(who), battlefield: battlefield(field) })
        }
        Event::TemperanceLifted => Wire::TemperanceLifted(pb::TemperanceLifted {}),
        Event::DevilCame { controller } => Wire::DevilCame(pb::DevilCame { controller: number(controller) }),
        Event::Destroyed { player: who, field } => {
            Wire::Destroyed(pb::Destroyed { player: player(who), battlefield: battlefield(field) })
        }
        Event::Called { player: who, card, giver } => {
            Wire::Called(pb::Called { player: player(who), card: face(card), giver: maybe(giver) })
        }
        _ => unreachable!("every other variant is in the first table"),
    }
}

fn face(card: Card) -> u32 {
    card.number().into()
}

fn told(faces: CardFaces) -> Option<pb::Faces> {
    Some(pb::Faces {
        faces: Some(match faces.cards() {
            Some(set) => pb::faces::Faces::Shown(pb::Cards { cards: cards(set) }),
            None => pb::faces::Faces::Hidden(faces.count().into()),
        }),
    })
}
