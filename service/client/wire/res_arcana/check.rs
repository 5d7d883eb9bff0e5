//! Whether a decoded view fits together.

use crate::wire::convert::{InField, Result, invalid, own_cards_are_counted};
use hierophant_rules::res_arcana::{FaceSet, PendingAnswer, View, knowledge::PLACES};

/// What the rules rely on, in sizes and sets.
pub(super) fn fits(view: &View) -> Result<()> {
    every_face_has_one_place(view)?;
    stores_lie_on_components(view)?;
    own_cards_fit(view)?;
    discards_are_artefacts(view).in_field("discards")?;
    knowledge_fits(view).in_field("knowledge")
}

/// No face lies open twice, and with the hidden zones there are 50 artefacts and mages, and 10
/// monuments.
fn every_face_has_one_place(view: &View) -> Result<()> {
    let public = &view.public;
    let table = [public.display, public.places, public.items, public.open];
    let mut seen = FaceSet::EMPTY;
    for set in public.play.iter().chain(&public.discards).chain(&table) {
        if seen.meets(*set) {
            return invalid(format!("faces are in two places: {:?}", seen.and(*set)));
        }
        seen = seen.union(*set);
    }
    let hidden = public.hand_sizes.iter().chain(&public.deck_sizes).chain(&public.mages_dealt);
    let cards = seen.and(FaceSet::ARTEFACTS.union(FaceSet::MAGES)).len();
    let cards = hidden.chain([&public.boxed, &cards]).map(|&size| u32::from(size)).sum::<u32>();
    let monuments = seen.and(FaceSet::MONUMENTS).len() + public.monuments;
    if (cards, monuments) != (50, 10) {
        return invalid(format!(
            "{cards} artefacts and mages instead of 50, {monuments} monuments instead of 10"
        ));
    }
    Ok(())
}

fn stores_lie_on_components(view: &View) -> Result<()> {
    let public = &view.public;
    let components = public.play.iter().fold(FaceSet::EMPTY, |all, set| all.union(*set));
    let stored = FaceSet::ALL.iter().filter(|face| !public.stores[face.index()].is_nothing());
    let strays = stored.collect::<FaceSet>().union(public.turned).minus(components);
    if strays.is_empty() { Ok(()) } else { invalid(format!("{strays:?} are not in play")) }
}

fn discards_are_artefacts(view: &View) -> Result<()> {
    if view.public.discards.iter().all(|cards| cards.is_within(FaceSet::ARTEFACTS)) {
        Ok(())
    } else {
        invalid("only artefacts are discarded")
    }
}

/// A viewer has as many cards of its own as all count, and picks from them.
fn own_cards_fit(view: &View) -> Result<()> {
    let View { public, own, answer, .. } = view;
    let zones =
        [(own.hand.len(), &public.hand_sizes[..]), (own.mages.len(), &public.mages_dealt[..])];
    own_cards_are_counted(view.viewer, &zones, *answer != PendingAnswer::default())?;
    if answer.cards.is_within(own.hand.union(own.mages)) {
        Ok(())
    } else {
        invalid("the viewer has picked cards that it does not hold").in_field("answer")
    }
}

/// Sets hold what can lie in their place and lies nowhere in sight; tops are no larger than decks,
/// orders those of tops.
fn knowledge_fits(view: &View) -> Result<()> {
    let (public, known) = (&view.public, &view.knowledge);
    let open = public.open_faces();
    let cards = FaceSet::ARTEFACTS.union(FaceSet::MAGES);
    let piles = known.tops.len();
    let monuments = piles - 1;
    let may_hold = |index: usize| match index {
        _ if index < known.hands.len() => FaceSet::ARTEFACTS,
        _ if index < 2 * known.hands.len() => FaceSet::MAGES,
        _ if index == PLACES - 1 => cards,
        _ if (index - 2 * known.hands.len()) % piles == monuments => FaceSet::MONUMENTS,
        _ => FaceSet::ARTEFACTS,
    };
    for (index, set) in known.sets().into_iter().enumerate() {
        if set.meets(open) {
            return invalid(format!("a face that lies in sight: {:?}", set.and(open)));
        }
        if !set.is_within(may_hold(index)) {
            return invalid(format!("{:?} cannot lie there", set.minus(may_hold(index))));
        }
    }
    for pile in 0..piles {
        let size = public.pile_size(pile);
        let (top, order) = (known.top_sizes[pile], known.orders[pile]);
        let ordered: FaceSet = order.iter().collect();
        let fits = order.is_empty()
            || ordered == known.tops[pile] && order.len() == top && ordered.len() == top;
        if top > size || !fits {
            return invalid(format!("the top of deck {pile} does not fit it"));
        }
    }
    Ok(())
}
