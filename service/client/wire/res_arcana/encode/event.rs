//! An event, as one viewer is told it.

use super::{action, amount, face, faces, pile, steps};
use crate::{
    pb::res_arcana::v1 as pb,
    wire::convert::{number, numbers},
};
use hierophant_rules::{
    Seat,
    res_arcana::{Action, Amount, CardFaces, Event, Face, FaceSet},
};
use pb::event::Event as Wire;

/// An event of a game of `players` seats.
pub(in crate::wire) fn event(event: &Event, players: u8) -> pb::Event {
    pb::Event { event: Some(wire(event, players.into())) }
}

/// A table, one entry per variant.
fn wire(event: &Event, players: usize) -> Wire {
    match *event {
        Event::LaidOut { places, display } => {
            Wire::LaidOut(pb::LaidOut { places: faces(places), display: faces(display) })
        }
        Event::FirstPlayer { seat } => Wire::FirstPlayer(pb::SeatOnly { seat: number(seat) }),
        Event::MagesDealt { seat, faces } => Wire::MagesDealt(cards(seat, faces)),
        Event::Dealt { seat, faces } => Wire::Dealt(cards(seat, faces)),
        Event::DealtUnseen { seat, count } => {
            Wire::DealtUnseen(pb::SeatCount { seat: number(seat), count: count.into() })
        }
        Event::StarterSet { seat, set } => {
            Wire::StarterSet(pb::SeatCount { seat: number(seat), count: set.into() })
        }
        Event::PacketDealt { seat, faces } => Wire::PacketDealt(cards(seat, faces)),
        Event::Kept { seat, faces } => Wire::Kept(cards(seat, faces)),
        Event::PacketsPassed { to_left, ref faces } => Wire::PacketsPassed(pb::PacketsPassed {
            to_left,
            faces: faces[..players].iter().map(masked).collect(),
        }),
        Event::OpenLaid { cards } => Wire::OpenLaid(pb::OpenLaid { cards: faces(cards) }),
        Event::OpenPicked { seat, card } => Wire::OpenPicked(one(seat, card)),
        Event::DeckGiven { seat, cards } => Wire::DeckGiven(list(seat, cards)),
        Event::MagesShown { mages } => Wire::MagesShown(pb::MagesShown {
            mages: mages.into_iter().flatten().map(face).collect(),
        }),
        Event::Drew { seat, faces } => Wire::Drew(cards(seat, faces)),
        Event::ItemTaken { seat, item } => Wire::ItemTaken(one(seat, item)),
        Event::RoundBegan { round } => Wire::RoundBegan(pb::RoundBegan { round: round.into() }),
        Event::Collected { seat, amount } => Wire::Collected(much(seat, amount)),
        Event::Moved { seat, action } => Wire::Moved(did(seat, action)),
        Event::Chose { seat, action } => Wire::Chose(did(seat, action)),
        Event::Placed { seat, card, from } => Wire::Placed(pb::Placed {
            seat: number(seat),
            card: face(card),
            from: from.map(number),
        }),
        Event::Discarded { seat, cards } => Wire::Discarded(list(seat, cards)),
        Event::Destroyed { seat, card } => Wire::Destroyed(one(seat, card)),
        Event::Claimed { seat, face, unseen } => {
            Wire::Claimed(pb::Claimed { seat: number(seat), face: self::face(face), unseen })
        }
        Event::Refilled { face } => Wire::Refilled(pb::FaceOnly { face: self::face(face) }),
        Event::Paid { seat, amount } => Wire::Paid(much(seat, amount)),
        Event::Lost { seat, amount } => Wire::Lost(much(seat, amount)),
        Event::Gained { seat, amount } => Wire::Gained(much(seat, amount)),
        Event::Put { face, amount } => Wire::Put(onto(face, amount)),
        Event::StoreTaken { seat, face, amount } => Wire::StoreTaken(pb::StoreTaken {
            seat: number(seat),
            face: self::face(face),
            amount: Some(self::amount(amount)),
        }),
        Event::StorePaid { face, amount } => Wire::StorePaid(onto(face, amount)),
        Event::Turned { face } => Wire::Turned(pb::FaceOnly { face: self::face(face) }),
        Event::Straightened { face } => Wire::Straightened(pb::FaceOnly { face: self::face(face) }),
        Event::Reshuffled { seat, under } => {
            Wire::Reshuffled(pb::Reshuffled { seat: number(seat), under })
        }
        Event::Looked { seat, pile, count, cards } => Wire::Looked(pb::Looked {
            seat: number(seat),
            deck: self::pile(pile),
            count: count.into(),
            cards: cards.into_iter().flat_map(|cards| cards.iter().map(face)).collect(),
        }),
        Event::Reordered { seat, pile, order } => Wire::Reordered(pb::Reordered {
            seat: number(seat),
            deck: self::pile(pile),
            order: order.map(u32::from),
        }),
        Event::Checked { points } => Wire::Checked(pb::Checked {
            points: points[..players].iter().copied().map(u32::from).collect(),
        }),
        Event::Asked { seats, ref agenda } => {
            Wire::Asked(pb::Asked { seats: numbers(seats), agenda: steps(agenda) })
        }
        Event::Picked { seat, action: answer, complete } => {
            Wire::Picked(pb::Picked { seat: number(seat), action: Some(action(answer)), complete })
        }
        Event::Ended => Wire::Ended(pb::Ended {}),
    }
}

fn cards(seat: Seat, faces: CardFaces) -> pb::SeatFaces {
    pb::SeatFaces { seat: number(seat), faces: Some(masked(&faces)) }
}

fn masked(cards: &CardFaces) -> pb::Faces {
    pb::Faces {
        faces: Some(match cards.cards() {
            Some(set) => pb::faces::Faces::Shown(pb::FaceList { faces: faces(set) }),
            None => pb::faces::Faces::Hidden(cards.count().into()),
        }),
    }
}

fn one(seat: Seat, face: Face) -> pb::SeatFace {
    pb::SeatFace { seat: number(seat), face: self::face(face) }
}

fn list(seat: Seat, cards: FaceSet) -> pb::SeatFaceList {
    pb::SeatFaceList { seat: number(seat), cards: faces(cards) }
}

fn much(seat: Seat, amount: Amount) -> pb::SeatAmount {
    pb::SeatAmount { seat: number(seat), amount: Some(self::amount(amount)) }
}

fn onto(face: Face, amount: Amount) -> pb::FaceAmount {
    pb::FaceAmount { face: self::face(face), amount: Some(self::amount(amount)) }
}

fn did(seat: Seat, answer: Action) -> pb::SeatAction {
    pb::SeatAction { seat: number(seat), action: Some(action(answer)) }
}
