//! An event, as one viewer is told it.

use super::{InField, Result, action, amount, face, faces_of, invalid, pb, pile, step::agenda};
use crate::wire::convert::{array, byte, each, known, seat, seats};
use hierophant_rules::res_arcana::{
    Action, CardFaces, Event, FaceSet,
    action::ORDERS,
    cards::FACES,
    sequence::{LOOK, Sequence},
    setup::ROUNDS_MAX,
};
use pb::event::Event as Wire;

/// Starter sets.
const SETS: u8 = 4;

/// An event of a game of `players` seats. It makes sense by itself; folding it into a view that it
/// wasn't told after is the caller's mistake. Errors name fields of the event's message as fields
/// of `event`.
pub(in crate::wire) fn event(message: &pb::Event, players: u8) -> Result<Event> {
    match &message.event {
        None => invalid("nothing happened"),
        Some(wire) => of(wire, players),
    }
    .in_field("event")
}

/// A table, one entry per variant. It goes on with the deal.
fn of(wire: &Wire, players: u8) -> Result<Event> {
    let sits = |number: u32| seat(number, players).in_field("seat");
    let one = |number: u32| face(number).in_field("face");
    let much = |message: &Option<pb::Amount>| amount(message.as_ref()).in_field("amount");
    Ok(match wire {
        Wire::ItemTaken(m) => Event::ItemTaken { seat: sits(m.seat)?, item: one(m.face)? },
        Wire::RoundBegan(m) => {
            Event::RoundBegan { round: byte(m.round, ROUNDS_MAX).in_field("round")? }
        }
        Wire::Collected(m) => Event::Collected { seat: sits(m.seat)?, amount: much(&m.amount)? },
        Wire::Moved(m) => Event::Moved { seat: sits(m.seat)?, action: answered(&m.action)? },
        Wire::Chose(m) => Event::Chose { seat: sits(m.seat)?, action: answered(&m.action)? },
        Wire::Placed(m) => Event::Placed {
            seat: sits(m.seat)?,
            card: face(m.card).in_field("card")?,
            from: m.from.map(|number| seat(number, players)).transpose().in_field("from")?,
        },
        Wire::Discarded(m) => Event::Discarded { seat: sits(m.seat)?, cards: artefacts(&m.cards)? },
        Wire::Destroyed(m) => Event::Destroyed { seat: sits(m.seat)?, card: one(m.face)? },
        Wire::Claimed(m) => {
            Event::Claimed { seat: sits(m.seat)?, face: one(m.face)?, unseen: m.unseen }
        }
        Wire::Refilled(m) => Event::Refilled { face: one(m.face)? },
        Wire::Paid(m) => Event::Paid { seat: sits(m.seat)?, amount: much(&m.amount)? },
        Wire::Lost(m) => Event::Lost { seat: sits(m.seat)?, amount: much(&m.amount)? },
        Wire::Gained(m) => Event::Gained { seat: sits(m.seat)?, amount: much(&m.amount)? },
        Wire::Put(m) => Event::Put { face: one(m.face)?, amount: much(&m.amount)? },
        Wire::StoreTaken(m) => {
            Event::StoreTaken { seat: sits(m.seat)?, face: one(m.face)?, amount: much(&m.amount)? }
        }
        Wire::StorePaid(m) => Event::StorePaid { face: one(m.face)?, amount: much(&m.amount)? },
        Wire::Turned(m) => Event::Turned { face: one(m.face)? },
        Wire::Straightened(m) => Event::Straightened { face: one(m.face)? },
        Wire::Reshuffled(m) => Event::Reshuffled { seat: sits(m.seat)?, under: m.under },
        Wire::Looked(m) => looked(m, players)?,
        Wire::Reordered(m) => Event::Reordered {
            seat: sits(m.seat)?,
            pile: pile(m.deck, players).in_field("deck")?,
            order: m
                .order
                .map(|order| byte(order, ORDERS.len() as u8 - 1))
                .transpose()
                .in_field("order")?,
        },
        Wire::Checked(m) => {
            Event::Checked { points: array(&m.points, players, points).in_field("points")? }
        }
        Wire::Asked(m) => Event::Asked {
            seats: seats(&m.seats, players).in_field("seats")?,
            agenda: agenda(&m.agenda, players).in_field("agenda")?,
        },
        Wire::Picked(m) => Event::Picked {
            seat: sits(m.seat)?,
            action: answered(&m.action)?,
            complete: m.complete,
        },
        Wire::Ended(pb::Ended {}) => Event::Ended,
        deal => return of_deal(deal, players),
    })
}

/// The rest of the table: how a game begins, and draws.
fn of_deal(wire: &Wire, players: u8) -> Result<Event> {
    let sits = |number: u32| seat(number, players).in_field("seat");
    let shown =
        |message: &Option<pb::Faces>, kind| hidden(message.as_ref(), kind).in_field("faces");
    let artefacts = |message: &Option<pb::Faces>| shown(message, FaceSet::ARTEFACTS);
    Ok(match wire {
        Wire::LaidOut(m) => Event::LaidOut {
            places: faces_of(&m.places, FaceSet::PLACES).in_field("places")?,
            display: faces_of(&m.display, FaceSet::MONUMENTS).in_field("display")?,
        },
        Wire::FirstPlayer(m) => Event::FirstPlayer { seat: sits(m.seat)? },
        Wire::MagesDealt(m) => {
            Event::MagesDealt { seat: sits(m.seat)?, faces: shown(&m.faces, FaceSet::MAGES)? }
        }
        Wire::Dealt(m) => Event::Dealt { seat: sits(m.seat)?, faces: artefacts(&m.faces)? },
        Wire::DealtUnseen(m) => Event::DealtUnseen {
            seat: sits(m.seat)?,
            count: byte(m.count, FACES).in_field("count")?,
        },
        Wire::StarterSet(m) => {
            Event::StarterSet { seat: sits(m.seat)?, set: byte(m.count, SETS).in_field("count")? }
        }
        Wire::PacketDealt(m) => {
            Event::PacketDealt { seat: sits(m.seat)?, faces: artefacts(&m.faces)? }
        }
        Wire::Kept(m) => Event::Kept { seat: sits(m.seat)?, faces: artefacts(&m.faces)? },
        Wire::PacketsPassed(m) => {
            let packets =
                each(&m.faces, players.into(), |faces| hidden(Some(faces), FaceSet::ARTEFACTS));
            let packets = packets.in_field("faces")?;
            let missing = || format!("{} entries instead of {players}", packets.len());
            known(Some(()).filter(|()| packets.len() == usize::from(players)), missing)
                .in_field("faces")?;
            let faces =
                core::array::from_fn(|i| packets.get(i).copied().unwrap_or(CardFaces::hidden(0)));
            Event::PacketsPassed { to_left: m.to_left, faces }
        }
        Wire::OpenLaid(m) => Event::OpenLaid { cards: self::artefacts(&m.cards)? },
        Wire::OpenPicked(m) => {
            Event::OpenPicked { seat: sits(m.seat)?, card: face(m.face).in_field("face")? }
        }
        Wire::DeckGiven(m) => {
            Event::DeckGiven { seat: sits(m.seat)?, cards: self::artefacts(&m.cards)? }
        }
        Wire::MagesShown(m) => Event::MagesShown {
            mages: array(&m.mages, players, |number| face(number).map(Some)).in_field("mages")?,
        },
        Wire::Drew(m) => Event::Drew { seat: sits(m.seat)?, faces: artefacts(&m.faces)? },
        _ => return invalid("not in the table"),
    })
}

fn looked(message: &pb::Looked, players: u8) -> Result<Event> {
    let pb::Looked { seat: looker, deck, count, cards } = message;
    let count = byte(*count, LOOK).in_field("count")?;
    let cards = each(cards, LOOK.into(), |number| face(*number)).in_field("cards")?;
    let distinct: FaceSet = cards.iter().copied().collect();
    if !cards.is_empty()
        && (cards.len() != usize::from(count) || usize::from(distinct.len()) != cards.len())
    {
        return invalid(format!("{} cards instead of {count}", distinct.len())).in_field("cards");
    }
    Ok(Event::Looked {
        seat: seat(*looker, players).in_field("seat")?,
        pile: pile(*deck, players).in_field("deck")?,
        count,
        cards: (!cards.is_empty()).then(|| Sequence::of(cards)),
    })
}

fn artefacts(numbers: &[u32]) -> Result<FaceSet> {
    faces_of(numbers, FaceSet::ARTEFACTS).in_field("cards")
}

/// Cards of a kind, shown or counted.
fn hidden(message: Option<&pb::Faces>, kind: FaceSet) -> Result<CardFaces> {
    match message.and_then(|message| message.faces.as_ref()) {
        None => invalid("missing"),
        Some(pb::faces::Faces::Hidden(count)) => byte(*count, FACES).map(CardFaces::hidden),
        Some(pb::faces::Faces::Shown(shown)) => faces_of(&shown.faces, kind).map(CardFaces::shown),
    }
}

pub(super) fn points(number: u32) -> Result<u16> {
    known(u16::try_from(number).ok(), || format!("{number} is far too many"))
}

fn answered(message: &Option<pb::Action>) -> Result<Action> {
    message.as_ref().map_or_else(|| invalid("missing"), action).in_field("action")
}
