//! Whether a decoded view fits together.

use crate::wire::convert::{InField, Result, invalid, own_cards_are_counted};
use hierophant_rules::{
    Seat, Viewer,
    arcana::{
        CardSet, Guild, Own, PendingAnswer, View, Zone,
        public::{Player, Public},
        rows::Shown,
    },
};

/// What the rules rely on, in sizes and sets.
pub(super) fn fits(view: &View) -> Result<()> {
    every_card_has_one_owner(&view.public)?;
    hidden_cards_are_counted(&view.public)?;
    slots_fit(view).in_field("rows")?;
    modules_fit(view)?;
    own_cards_fit(view).in_field("own")?;
    picks_fit(view).in_field("answer")?;
    knowledge_fits(view).in_field("knowledge")
}

/// No card lies in two zones, and each guild's own are with the seat that plays it.
fn every_card_has_one_owner(public: &Public) -> Result<()> {
    let mut seen = CardSet::EMPTY;
    let mut see = |cards: CardSet| {
        if cards.meets(seen) {
            return invalid(format!("cards are in two places: {:?}", cards.and(seen)));
        }
        seen = seen.union(cards);
        Ok(())
    };
    for seat in Seat::all(public.seats) {
        let Player { hidden, resources, base, .. } = public.player(seat);
        [*hidden, *resources, *base].into_iter().try_for_each(&mut see)?;
    }
    for pile in &public.piles {
        let cards = pile.stake.iter().chain(pile.cycled());
        cards.copied().map(CardSet::only).try_for_each(&mut see)?;
    }
    let slots = public.rows.all().iter().filter_map(|slot| slot.shown.card());
    slots.chain(public.in_use).map(CardSet::only).try_for_each(&mut see)?;
    see(public.set_aside)?;
    let played: Vec<Guild> = public.players.iter().filter_map(|player| player.guild).collect();
    for guild in Guild::ALL {
        match played.iter().filter(|other| **other == guild).count() {
            0 if guild.cards().meets(seen) => {
                return invalid(format!("the {guild} are not played"));
            }
            0 | 1 => {}
            _ => return invalid(format!("two seats play the {guild}")),
        }
    }
    Ok(())
}

/// What a seat hides lies in its hand, its draw pile and its face-down operatives; unseen market
/// cards are as many as the piles need.
fn hidden_cards_are_counted(public: &Public) -> Result<()> {
    for (seat, player) in Seat::all(public.seats).zip(&public.players) {
        let covers = public.covered_operatives(seat).count();
        let counted = usize::from(player.hand) + usize::from(player.draw_pile) + covers;
        if counted != usize::from(player.hidden.len()) {
            return invalid(format!("{counted} hidden cards instead of {}", player.hidden.len()))
                .in_field(&format!("players[{}]", seat.number()));
        }
    }
    let unknown: u8 = public.piles.iter().map(|pile| pile.unknown()).sum();
    let unseen = public.unseen_market().len() + u8::from(public.has_game_end());
    if unknown > unseen {
        return invalid(format!("{unknown} cards instead of at most {unseen}")).in_field("piles");
    }
    let free = Zone::free(public.seats).index();
    if public.has_game_end() && public.piles[free].unknown() == 0 {
        return invalid("the Game End card has no place").in_field(&format!("piles[{free}]"));
    }
    Ok(())
}

/// Slots hold operatives and militia; face-down ones of a seat have different numbers.
fn slots_fit(view: &View) -> Result<()> {
    let rows = view.public.rows.all();
    for (index, slot) in rows.iter().enumerate() {
        let fits = match slot.shown {
            Shown::Card(card) => card.is_operative() || card.is_militia(),
            shown => rows[..index]
                .iter()
                .all(|other| other.owner != slot.owner || other.shown.cover() != shown.cover()),
        };
        if !fits {
            return invalid("the slot holds another kind of card, or its number is taken")
                .in_field(&format!("[{index}]"));
        }
    }
    Ok(())
}

/// Militia cards are six, if they are played with.
fn modules_fit(view: &View) -> Result<()> {
    let public = &view.public;
    if public.militia.is_some() != view.setup.militia {
        return invalid("as the setup says, or not").in_field("militia");
    }
    let lying = public.rows.all().iter().filter(|slot| slot.shown.is_militia()).count();
    let drawn = usize::from(public.musterer().is_some());
    let away = lying + drawn + usize::from(public.set_aside.len());
    let total = usize::from(public.militia.unwrap_or(6)) + away;
    if total == 6 {
        Ok(())
    } else {
        invalid(format!("{total} cards instead of 6")).in_field("militia")
    }
}

/// A viewer has as many cards of its own as all count.
fn own_cards_fit(view: &View) -> Result<()> {
    let View { public, own, viewer, .. } = view;
    let sizes = |size: fn(&Player) -> u8| public.players.each_ref().map(size);
    let zones = [
        (own.hand.len(), &sizes(|player| player.hand)[..]),
        (own.draw_pile.len(), &sizes(|player| player.draw_pile)[..]),
    ];
    own_cards_are_counted(*viewer, &zones, view.answer != PendingAnswer::default())?;
    let Viewer::Seat(seat) = *viewer else {
        return if *own == Own::default() { Ok(()) } else { invalid("a spectator has no cards") };
    };
    let slots = public.rows.all().iter().filter(|slot| slot.owner == seat);
    let mut covers = [None; 6];
    for shown in slots.map(|slot| slot.shown) {
        if let Some(number) = shown.cover() {
            covers[usize::from(number)] = Some(shown.is_militia());
        }
    }
    let laid = own.covers.map(|card| card.map(|card| card.is_militia()));
    let operatives = own.covered().and(CardSet::OPERATIVES);
    let all = own.hand.union(own.draw_pile).union(operatives);
    let count = own.hand.len() + own.draw_pile.len() + operatives.len();
    if laid != covers || all != public.player(seat).hidden || all.len() != count {
        return invalid("the viewer's own cards are not those that it hides");
    }
    if own.mustered.is_some() != (public.musterer() == Some(seat)) {
        return invalid("a militia card has been drawn, or not").in_field("mustered");
    }
    Ok(())
}

/// A choice begins with a card of the hand, and names zones and cards that it can.
fn picks_fit(view: &View) -> Result<()> {
    let View { own, answer, .. } = view;
    let card = answer.begun.and_then(|action| action.card());
    if card.is_some_and(|card| !own.hand.contains(card)) {
        return invalid("the viewer does not hold the card").in_field("begun");
    }
    if answer.begun.is_none() && !(answer.picks.is_empty() && answer.zones == [None; 2]) {
        return invalid("no choice has begun");
    }
    Ok(())
}

/// Sets hold what their owners hide, and covers operatives.
fn knowledge_fits(view: &View) -> Result<()> {
    let View { public, knowledge, viewer, .. } = view;
    let others = Seat::all(public.seats).filter(|&seat| !viewer.is(seat));
    let hidden = others.fold(CardSet::EMPTY, |all, seat| all.union(public.player(seat).hidden));
    let operatives = hidden.and(CardSet::OPERATIVES);
    let hands = [(knowledge.hands, hidden), (knowledge.draw_piles, hidden)];
    let covers = knowledge.covers.map(|cards| (cards, operatives));
    for (cards, bounds) in hands.into_iter().chain(covers) {
        if !cards.is_within(bounds) {
            return invalid(format!("{:?} cannot lie there", cards.minus(bounds)));
        }
    }
    Ok(())
}
