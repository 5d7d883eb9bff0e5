//! Whether a decoded view fits together.

use crate::wire::convert::{
    InField, Result, every_card_has_one_place, invalid, of_others, own_cards_are_counted,
};
use hierophant_rules::{
    Seat,
    arcanum::{
        Card, CardSet, Own, View,
        knowledge::{Knowledge, Span},
        pending_answer::PendingAnswer,
    },
};

/// What the rules rely on, in sizes and sets.
pub(super) fn fits(view: &View) -> Result<()> {
    every_card_lies_in_one_place(view)?;
    let View { viewer, public, own: Own { hand, row }, answer, .. } = view;
    let zones = [(hand.len(), &public.hand_sizes[..]), (row.len(), &public.row_sizes[..])];
    own_cards_are_counted(*viewer, &zones, *answer != PendingAnswer::default())?;
    knowledge_fits(view).in_field("knowledge")
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
