//! A view.

use crate::{pb::arcanum::v1 as pb, wire::table::OnWire};
use hierophant_rules::{
    Seat,
    arcanum::{Own, View, pending_answer::PendingAnswer, public::Public},
};

/// A view without its setup, viewer and asked seats, which the envelope has.
pub(in crate::wire) fn view(view: &View) -> pb::View {
    let View { setup, viewer: _, public, own: Own { hand, row }, answer, knowledge } = view;
    let Public { removed, pile_sizes: [minors, majors], .. } = public;
    let players = setup.players;
    let taken_off = Seat::all(players).zip(removed).filter(|(_, figures)| !figures.is_empty());
    pb::View {
        hand: hand.encode(players),
        row: row.encode(players),
        answer: (*answer != PendingAnswer::default()).then(|| answer.encode(players)),
        knowledge: Some(knowledge.encode(players)),
        removed: taken_off
            .map(|(seat, figures)| pb::RemovedFigures {
                seat: seat.encode(players),
                figures: figures.encode(players),
            })
            .collect(),
        minor_pile_size: minors.encode(players),
        major_pile_size: majors.encode(players),
        ..public.encode(players)
    }
}
