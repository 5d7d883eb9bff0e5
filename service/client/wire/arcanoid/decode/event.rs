//! An event, as one viewer is told it.

use super::{
    InField, Result, action, battlefield, battlefields, card, cards, category, invalid, known, of_game, pb, result,
    step::agenda,
};
use crate::wire::convert::{byte, seat, seats};
use hierophant_rules::{
    Seat,
    arcanoid::{
        Action, CardFaces, Event, Player,
        cards::{CARDS, FIELDS},
        setup::ROUNDS_MAX,
    },
};
use pb::event::Event as Wire;

/// An event of a game of `players` seats. It makes sense by itself; folding it into a view that it wasn't told after is
/// the caller's mistake. Errors name fields of the event's message as fields of `event`.
pub(in crate::wire) fn event(message: &pb::Event, players: u8) -> Result<Event> {
    match &message.event {
        None => invalid("nothing happened"),
        Some(wire) => of(wire, players),
    }
    .in_field("event")
}

/// A table, one entry per variant. It goes on with what the majors do.
fn of(wire: &Wire, players: u8) -> Result<Event> {
    let sits = |number: u32| seat(number, players).in_field("seat");
    let who = |number: u32| of_game(number, players).in_field("player");
    let set = |numbers: &[u32]| cards(numbers).in_field("cards");
    let shown = |message: &Option<pb::Faces>| faces(message.as_ref()).in_field("faces");
    let at = |values: &[i32]| battlefields(values).in_field("battlefields");
    Ok(match wire {
        Wire::RoundBegan(m) => Event::RoundBegan {
            round: byte(m.round, ROUNDS_MAX).in_field("round")?,
            starter: seat(m.starter, players).in_field("starter")?,
        },
        Wire::TurnBegan(m) => Event::TurnBegan { player: who(m.player)?, extra: m.extra },
        Wire::Drew(m) => Event::Drew { seat: sits(m.seat)?, faces: shown(&m.faces)? },
        Wire::DrewOpen(m) => Event::DrewOpen { player: who(m.player)?, cards: set(&m.cards)? },
        Wire::PoolFilled(m) => Event::PoolFilled { cards: set(&m.cards)? },
        Wire::Voted(m) => Event::Voted { seat: sits(m.seat)?, yes: m.yes },
        Wire::StockRenewed(pb::StockRenewed {}) => Event::StockRenewed,
        Wire::StockEnded(m) => Event::StockEnded { buried: byte(m.buried, CARDS).in_field("buried")? },
        Wire::Discarded(m) => Event::Discarded { player: who(m.player)?, cards: set(&m.cards)? },
        Wire::Declared(m) => Event::Declared {
            player: who(m.player)?,
            fields: at(&m.battlefields)?,
            cards: set(&m.cards)?,
            reserve: m.reserve,
        },
        Wire::NotStolen(pb::NotStolen {}) => Event::NotStolen,
        Wire::Stolen(m) => Event::Stolen { thief: of_game(m.thief, players).in_field("thief")? },
        Wire::Engaged(m) => Event::Engaged { player: who(m.player)?, fields: at(&m.battlefields)? },
        Wire::Abdicated(m) => {
            Event::Abdicated { player: who(m.player)?, field: battlefield(m.battlefield).in_field("battlefield")? }
        }
        Wire::Retired(m) => Event::Retired { player: who(m.player)?, hand: cards(&m.hand).in_field("hand")? },
        Wire::Played(m) => Event::Played { player: who(m.player)?, card: card(m.card).in_field("card")? },
        Wire::CardDone(m) => Event::CardDone { card: card(m.card).in_field("card")? },
        Wire::Looked(m) => Event::Looked {
            player: who(m.player)?,
            by: seat(m.by, players).in_field("by")?,
            at: seat(m.at, players).in_field("at")?,
            faces: shown(&m.faces)?,
        },
        Wire::Shown(m) => Event::Shown {
            seat: sits(m.seat)?,
            category: category(m.category).in_field("category")?,
            cards: set(&m.cards)?,
        },
        Wire::RoundEnded(m) => round_ended(m, players)?,
        Wire::Asked(m) => Event::Asked {
            seats: seats(&m.seats, players).in_field("seats")?,
            agenda: agenda(&m.agenda, players).in_field("agenda")?,
        },
        Wire::Picked(m) => Event::Picked { seat: sits(m.seat)?, action: answered(&m.action)?, complete: m.complete },
        Wire::Ended(pb::Ended {}) => Event::Ended,
        major => return by_major(major, players),
    })
}

/// The rest of the table: what the majors do.
fn by_major(wire: &Wire, players: u8) -> Result<Event> {
    let who = |number: u32| of_game(number, players).in_field("player");
    let maybe = |number: Option<u32>| number.map(|number| of_game(number, players)).transpose();
    let set = |numbers: &[u32]| cards(numbers).in_field("cards");
    let at = |value: i32| battlefield(value).in_field("battlefield");
    Ok(match wire {
        Wire::ReserveLaid(m) => Event::ReserveLaid { player: who(m.player)?, cards: set(&m.cards)? },
        Wire::ReserveGrew(m) => Event::ReserveGrew { player: who(m.player)?, cards: set(&m.cards)? },
        Wire::ReserveDiscarded(m) => Event::ReserveDiscarded { player: who(m.player)? },
        Wire::JusticeDone(m) => Event::JusticeDone { shared: m.shared },
        Wire::HermitLaid(m) => Event::HermitLaid { player: who(m.player)? },
        Wire::ExtraTurnTaken(m) => {
            Event::ExtraTurnTaken { player: who(m.player)?, left: byte(m.left, CARDS).in_field("left")? }
        }
        Wire::ExtraTurnDeclined(m) => {
            Event::ExtraTurnDeclined { player: who(m.player)?, until_own_turn: m.until_own_turn }
        }
        Wire::StrengthLaid(m) => {
            Event::StrengthLaid { on: maybe(m.on).in_field("on")?, extra: byte(m.extra, 2).in_field("extra")? }
        }
        Wire::Hanged(m) => {
            Event::Hanged { target: maybe(m.target).in_field("target")?, hand: cards(&m.hand).in_field("hand")? }
        }
        Wire::TemperanceLaid(m) => Event::TemperanceLaid { player: who(m.player)?, field: at(m.battlefield)? },
        Wire::TemperanceLifted(pb::TemperanceLifted {}) => Event::TemperanceLifted,
        Wire::DevilCame(m) => Event::DevilCame { controller: seat(m.controller, players).in_field("controller")? },
        Wire::Destroyed(m) => Event::Destroyed { player: who(m.player)?, field: at(m.battlefield)? },
        Wire::Called(m) => Event::Called {
            player: who(m.player)?,
            card: card(m.card).in_field("card")?,
            giver: maybe(m.giver).in_field("giver")?,
        },
        _ => return invalid("not in the table"),
    })
}

fn round_ended(message: &pb::RoundEnded, players: u8) -> Result<Event> {
    let pb::RoundEnded { winners, scored } = message;
    let who =
        winners.iter().map(|&number| of_game(number, players)).collect::<Result<Vec<Player>>>().in_field("winners")?;
    let missing = || format!("{} entries instead of {FIELDS}", winners.len());
    let scored: Result<[Option<Seat>; FIELDS]> =
        scored.as_ref().map_or_else(|| invalid("missing"), |message| result(message, players));
    Ok(Event::RoundEnded {
        winners: known(who.try_into().ok(), missing).in_field("winners")?,
        scored: scored.in_field("scored")?,
    })
}

fn faces(message: Option<&pb::Faces>) -> Result<CardFaces> {
    match message.and_then(|message| message.faces.as_ref()) {
        None => invalid("missing"),
        Some(pb::faces::Faces::Hidden(count)) => byte(*count, CARDS).map(CardFaces::hidden),
        Some(pb::faces::Faces::Shown(shown)) => cards(&shown.cards).map(CardFaces::shown),
    }
}

fn answered(message: &Option<pb::Action>) -> Result<Action> {
    message.as_ref().map_or_else(|| invalid("missing"), action).in_field("action")
}
