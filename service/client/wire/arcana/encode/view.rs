//! A view.

use crate::{pb::arcana::v1 as pb, wire::table::OnWire};
use hierophant_rules::arcana::{PendingAnswer, View};

/// A view without its setup, viewer and asked seats, which the envelope has.
pub(in crate::wire) fn view(view: &View) -> pb::View {
    let View { setup, viewer, public, own, answer, knowledge } = view;
    let players = setup.players;
    pb::View {
        own: viewer.seat().map(|_| own.encode(players)),
        answer: (*answer != PendingAnswer::default()).then(|| answer.encode(players)),
        knowledge: Some(knowledge.encode(players)),
        ..public.encode(players)
    }
}
