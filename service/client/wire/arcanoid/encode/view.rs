//! A view.

use crate::{pb::arcanoid::v1 as pb, wire::table::OnWire};
use hierophant_rules::arcanoid::{Own, View, pending_answer::PendingAnswer, public::Public};

/// A view without its setup, viewer and asked seats, which the envelope has.
pub(in crate::wire) fn view(view: &View) -> pb::View {
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
