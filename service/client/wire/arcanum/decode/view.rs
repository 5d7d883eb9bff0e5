//! A view: decoded field by field, then held against itself.
//!
//! What comes out has sizes and sets that fit together (every card in one place, 78 in all, lists
//! as long as the table), which is what the rules rely on. Whether a game can have come to it is
//! not asked; see `is_consistent` of the catalog for that.

use super::{Bounds, InField, OnWire, Result, invalid, pb};
use crate::wire::convert::{
    at_table, byte, every_card_has_one_place, of_others, own_cards_are_counted,
};
use hierophant_rules::{
    Seat, SeatSet, Viewer,
    arcanum::{
        Card, CardSet, Own, Setup, View,
        knowledge::{Knowledge, Span},
        pending_answer::PendingAnswer,
        public::Public,
    },
};
use std::sync::Arc;

/// A view of a game with this setup, which has no defects.
pub(in crate::wire) fn view(
    message: &pb::View,
    setup: &Arc<Setup>,
    viewer: Viewer,
    asked: SeatSet,
) -> Result<View> {
    let bounds = Bounds::of(setup.players);
    at_table(asked.iter().chain(viewer.seat()), setup.players)?;
    byte(message.turn, setup.turns()).in_field("turn")?;
    let public = Public { asked, ..Public::decode(message, bounds)? };
    let hand = OnWire::decode(&message.hand, bounds).in_field("hand")?;
    let row = OnWire::decode(&message.row, bounds).in_field("row")?;
    let answer = <Option<PendingAnswer>>::decode(&message.answer, bounds)
        .in_field("answer")?
        .unwrap_or_default();
    let Some(knowledge) = &message.knowledge else {
        return invalid("missing").in_field("knowledge");
    };
    let knowledge = OnWire::decode(knowledge, bounds).in_field("knowledge")?;
    let view = View {
        setup: Arc::clone(setup),
        viewer,
        public,
        own: Own { hand, row },
        answer,
        knowledge,
    };
    every_card_lies_in_one_place(&view)?;
    let View { public, own: Own { hand, row }, .. } = &view;
    let zones = [(hand.len(), &public.hand_sizes[..]), (row.len(), &public.row_sizes[..])];
    own_cards_are_counted(viewer, &zones, view.answer != PendingAnswer::default())?;
    knowledge_fits(&view).in_field("knowledge")?;
    Ok(view)
}

/// Every card lies in one place, in sight or hidden.
fn every_card_lies_in_one_place(view: &View) -> Result<()> {
    let View { public, own: Own { hand, row }, viewer, .. } = view;
    let tower = public.tower.map_or(CardSet::EMPTY, |_| CardSet::only(Card::TOWER));
    let playing = public.playing.map_or(CardSet::EMPTY, CardSet::only);
    let hidden = of_others(&public.hand_sizes, *viewer) + of_others(&public.row_sizes, *viewer);
    let piles: u32 = public.pile_sizes.iter().copied().map(u32::from).sum();
    let open = [*hand, *row, public.discards, tower, playing].into_iter().chain(public.open);
    every_card_has_one_place(open, hidden + piles)
}

/// What is known of hidden zones doesn't contradict what is seen.
fn knowledge_fits(view: &View) -> Result<()> {
    let View { public, knowledge, .. } = view;
    let Knowledge { piles, hands, rows, minors } = knowledge;
    let seen = view.seen_cards();
    if hands.iter().chain(rows).chain([piles]).any(|set| !set.and(seen).is_empty()) {
        return invalid("a card that lies in sight may be hidden");
    }
    for (i, Span { least, most }) in minors.iter().enumerate() {
        if least > most || *most > public.hand_sizes[i] {
            return invalid(format!(
                "seat {i} holds {least} to {most} Minors among {} cards",
                public.hand_sizes[i]
            ));
        }
    }
    let own = view.viewer.seat().map(Seat::index);
    if own.is_some_and(|i| {
        !hands[i].is_empty() || !rows[i].is_empty() || minors[i] != Span::default()
    }) {
        return invalid("the viewer's own cards are not hidden from it");
    }
    Ok(())
}
