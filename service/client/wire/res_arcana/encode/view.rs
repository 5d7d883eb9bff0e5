//! A view.

use crate::{pb::res_arcana::v1 as pb, wire::table::OnWire};
use hierophant_rules::res_arcana::{PendingAnswer, View};

/// A view without its setup, viewer and asked seats, which the envelope has.
pub(in crate::wire) fn view(view: &View) -> pb::View {
    // Its own cards stand in its knowledge.
    let View { setup, viewer: _, public, own: _, answer, knowledge } = view;
    let players = setup.players;
    pb::View {
        answer: (*answer != PendingAnswer::default()).then(|| answer.encode(players)),
        knowledge: Some(knowledge.encode(players)),
        ..public.encode(players)
    }
}
