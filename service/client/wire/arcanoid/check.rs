//! Whether a decoded view fits together.

use crate::wire::convert::{self, InField, Result, invalid, of_others, own_cards_are_counted};
use hierophant_rules::arcanoid::{
    CardSet, Field, Own, Player, View,
    knowledge::Knowledge,
    pending_answer::PendingAnswer,
    public::{Engagement, Public},
};

/// What the rules rely on, in sizes and sets.
pub(super) fn fits(view: &View) -> Result<()> {
    pairs_are_mutual(&view.public).in_field("engagements")?;
    rounds_are_counted(view)?;
    every_card_has_one_place(view)?;
    let answers = view.answer != PendingAnswer::default();
    own_cards_are_counted(view.viewer, &[(view.own.hand.len(), &view.public.hand_sizes)], answers)?;
    only_the_devil_is_without_a_seat(&view.public)?;
    knowledge_fits(view).in_field("knowledge")
}

/// A couple on two battlefields stands there with the same cards, and knows of the other one.
fn pairs_are_mutual(public: &Public) -> Result<()> {
    for own in &public.engagements {
        for (field, engagement) in Field::ALL.into_iter().zip(own) {
            let Some(Engagement { cards, order: _, pair: Some(pair) }) = engagement else {
                continue;
            };
            let other = own[pair.index()]
                .filter(|other| other.pair == Some(field) && other.cards == *cards);
            if *pair == field || other.is_none() {
                return invalid(format!("the couple on {field} doesn't stand on {pair}"));
            }
        }
    }
    Ok(())
}

/// Results are there for rounds that have ended, and for no others.
fn rounds_are_counted(view: &View) -> Result<()> {
    let Public { round, ended, results, .. } = &view.public;
    if *round == 0 {
        return invalid("rounds count from 1").in_field("round");
    }
    let over = usize::from(if *ended { *round } else { round - 1 });
    if results[over..].iter().flatten().any(Option::is_some) {
        return invalid(format!("more than {over} rounds have a result")).in_field("results");
    }
    Ok(())
}

/// Every card lies in one place, in sight or hidden.
fn every_card_has_one_place(view: &View) -> Result<()> {
    let View { public, own: Own { hand }, viewer, .. } = view;
    let one = |card: Option<_>| card.map_or(CardSet::EMPTY, CardSet::only);
    let open = [
        *hand,
        public.discards,
        public.pool,
        public.open_extra,
        public.devil_hand,
        public.permanents(),
    ];
    let lying = [
        one(public.playing.filter(|&card| !public.permanents().contains(card))),
        public.chariot.map_or(CardSet::EMPTY, |chariot| chariot.reserve),
        public.declared.map_or(CardSet::EMPTY, |declared| declared.cards),
    ];
    let hidden = of_others(&public.hand_sizes, *viewer)
        + u32::from(public.stock_size)
        + u32::from(public.buried);
    convert::every_card_has_one_place(open.into_iter().chain(lying).chain(engaged(public)), hidden)
}

/// Every engagement's cards; those of a couple on two battlefields once.
fn engaged(public: &Public) -> impl Iterator<Item = CardSet> {
    public.engagements.iter().flat_map(|own| {
        Field::ALL.into_iter().zip(own).filter_map(|(field, engagement)| {
            engagement
                .filter(|engagement| engagement.pair.is_none_or(|pair| pair > field))
                .map(|it| it.cards)
        })
    })
}

/// The Devil plays, owns and has engaged only where a seat controls it.
fn only_the_devil_is_without_a_seat(public: &Public) -> Result<()> {
    if public.devil.is_some() {
        return Ok(());
    }
    let has_engaged = public.engagements[Player::DEVIL.index()].iter().any(Option::is_some);
    if public.turn.is_devil()
        || public.last_normal.is_devil()
        || has_engaged
        || !public.devil_hand.is_empty()
    {
        return invalid("the Devil plays, and nobody controls it").in_field("devil");
    }
    Ok(())
}

/// What is known of hidden zones doesn't contradict what is seen.
fn knowledge_fits(view: &View) -> Result<()> {
    let Knowledge { stock, buried, hands } = &view.knowledge;
    let seen = view.seen_cards();
    if hands.iter().chain([stock, buried]).any(|set| set.meets(seen)) {
        return invalid("a card that lies in sight may be hidden");
    }
    if view.viewer.seat().is_some_and(|seat| !hands[seat.index()].is_empty()) {
        return invalid("the viewer's own cards are not hidden from it");
    }
    Ok(())
}
