//! Whether a view fits together: what determinizations rely on, in sizes and sets.

use super::cards::{CardSet, Guild};
use super::pending_answer::PendingAnswer;
use super::public::{Player, Public};
use super::rows::{COVERS_MAX, Shown};
use super::setup::{N, SEATS_MAX, SEATS_MIN};
use super::state::{Own, View};
use super::zone::Zone;
use crate::{Seat, Viewer};
use alloc::{format, string::String};

/// Why a view can't be one of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The way to the field that doesn't fit: `players[2]`; empty if it is no single one.
    pub field: String,
    /// A sentence fragment.
    pub reason: String,
}

type Result = core::result::Result<(), Contradiction>;

fn contradiction(field: impl Into<String>, reason: impl Into<String>) -> Result {
    Err(Contradiction { field: field.into(), reason: reason.into() })
}

/// Holds a view against itself. Whether a game can have come to it is not asked.
///
/// # Errors
/// The first contradiction.
pub fn check(view: &View) -> Result {
    all_sit_at_the_table(view)?;
    every_card_has_one_owner(&view.public)?;
    hidden_cards_are_counted(&view.public)?;
    slots_fit(&view.public)?;
    modules_fit(view)?;
    own_cards_are_counted(view)?;
    own_cards_fit(view)?;
    picks_fit(view)?;
    knowledge_fits(view)
}

fn all_sit_at_the_table(view: &View) -> Result {
    let View { setup, viewer, public, .. } = view;
    let is_a_table =
        (SEATS_MIN..=SEATS_MAX).contains(&setup.players) && setup.players == public.seats;
    let owners = public.rows.all().iter().map(|slot| slot.owner);
    if is_a_table
        && viewer.seat().into_iter().chain(owners).all(|seat| seat.number() < public.seats)
    {
        Ok(())
    } else {
        contradiction("", "no table has these seats")
    }
}

/// No card lies in two zones, and each guild's own are with the seat that plays it.
fn every_card_has_one_owner(public: &Public) -> Result {
    let mut seen = CardSet::EMPTY;
    let hidden = public.players.iter().map(|player| player.hidden);
    for cards in hidden.chain(public.open_places()) {
        if cards.meets(seen) {
            return contradiction("", format!("cards are in two places: {:?}", cards.and(seen)));
        }
        seen = seen.union(cards);
    }
    for guild in Guild::ALL {
        match public.players.iter().filter(|player| player.guild == Some(guild)).count() {
            0 if guild.cards().meets(seen) => {
                return contradiction("", format!("the {guild} are not played"));
            }
            0 | 1 => {}
            _ => return contradiction("", format!("two seats play the {guild}")),
        }
    }
    Ok(())
}

/// What a seat hides lies in its hand, its draw pile and its face-down operatives; unseen market
/// cards are as many as the piles need.
fn hidden_cards_are_counted(public: &Public) -> Result {
    for (seat, player) in Seat::all(N as u8).zip(&public.players) {
        let covers = public.covered_operatives(seat).count();
        let counted = usize::from(player.hand) + usize::from(player.draw_pile) + covers;
        let hidden = player.hidden.len();
        if counted != usize::from(hidden) {
            let field = format!("players[{}]", seat.number());
            return contradiction(field, format!("{counted} hidden cards instead of {hidden}"));
        }
    }
    let unknown: u32 = public.piles.iter().map(|pile| u32::from(pile.unknown())).sum();
    let unseen = u32::from(public.unseen_market().len()) + u32::from(public.has_game_end());
    if unknown > unseen {
        return contradiction("piles", format!("{unknown} cards instead of at most {unseen}"));
    }
    let free = Zone::free(public.seats).index();
    if public.has_game_end() && public.piles[free].unknown() == 0 {
        return contradiction(format!("piles[{free}]"), "the Game End card has no place");
    }
    Ok(())
}

/// Slots hold operatives and militia; face-down ones of a seat have different numbers.
fn slots_fit(public: &Public) -> Result {
    let rows = public.rows.all();
    for (index, slot) in rows.iter().enumerate() {
        let fits = match (slot.shown, slot.shown.cover()) {
            (Shown::Card(card), _) => card.is_operative() || card.is_militia(),
            (_, number) => {
                let mut others = rows[..index].iter().filter(|other| other.owner == slot.owner);
                number.is_some_and(|number| usize::from(number) < COVERS_MAX)
                    && others.all(|other| other.shown.cover() != number)
            }
        };
        if !fits {
            let reason = "the slot holds another kind of card, or its number is taken";
            return contradiction(format!("rows[{index}]"), reason);
        }
    }
    Ok(())
}

/// Militia cards are six, if they are played with.
fn modules_fit(view: &View) -> Result {
    let public = &view.public;
    if public.militia.is_some() != view.setup.militia {
        return contradiction("militia", "as the setup says, or not");
    }
    let lying = public.rows.all().iter().filter(|slot| slot.shown.is_militia()).count();
    let drawn = usize::from(public.musterer().is_some());
    let away = lying + drawn + usize::from(public.set_aside.len());
    let total = usize::from(public.militia.unwrap_or(6)) + away;
    if total == 6 {
        Ok(())
    } else {
        contradiction("militia", format!("{total} cards instead of 6"))
    }
}

/// A viewer has as many cards of its own as all count; a spectator has none, and no answer.
fn own_cards_are_counted(view: &View) -> Result {
    let View { public, own, viewer, .. } = view;
    let player = viewer.seat().map_or_else(Player::default, |seat| *public.player(seat));
    if (own.hand.len(), own.draw_pile.len()) != (player.hand, player.draw_pile) {
        let reason = "the viewer's own cards are not as many as everybody counts";
        return contradiction("own", reason);
    }
    if *viewer == Viewer::Spectator && view.answer != PendingAnswer::default() {
        return contradiction("own.answer", "a spectator has nothing to answer");
    }
    Ok(())
}

/// A viewer's own cards are those that it hides, and lie where all see their backs.
fn own_cards_fit(view: &View) -> Result {
    let View { public, own, viewer, .. } = view;
    let Viewer::Seat(seat) = *viewer else {
        let has_none = *own == Own::default();
        return if has_none { Ok(()) } else { contradiction("own", "a spectator has no cards") };
    };
    let mut covers = [None; COVERS_MAX];
    for slot in public.rows.all().iter().filter(|slot| slot.owner == seat) {
        if let Some(number) = slot.shown.cover() {
            covers[usize::from(number)] = Some(slot.shown.is_militia());
        }
    }
    let laid = own.covers.map(|card| card.map(|card| card.is_militia()));
    let parts = [own.hand, own.draw_pile, own.covered().and(CardSet::OPERATIVES)];
    let all = parts.into_iter().fold(CardSet::EMPTY, CardSet::union);
    let count: u32 = parts.into_iter().map(|cards| u32::from(cards.len())).sum();
    if laid != covers || all != public.player(seat).hidden || u32::from(all.len()) != count {
        return contradiction("own", "the viewer's own cards are not those that it hides");
    }
    if own.mustered.is_some() != (public.musterer() == Some(seat)) {
        return contradiction("own.mustered", "a militia card has been drawn, or not");
    }
    Ok(())
}

/// A choice begins with a card of the hand, and names zones and cards that it can.
fn picks_fit(view: &View) -> Result {
    let View { own, answer, .. } = view;
    let card = answer.begun.and_then(|action| action.card());
    if card.is_some_and(|card| !own.hand.contains(card)) {
        return contradiction("answer.begun", "the viewer does not hold the card");
    }
    if answer.begun.is_none() && !(answer.picks.is_empty() && answer.zones == [None; 2]) {
        return contradiction("answer", "no choice has begun");
    }
    Ok(())
}

/// Sets hold what their owners hide, and covers operatives.
fn knowledge_fits(view: &View) -> Result {
    let View { public, knowledge, viewer, .. } = view;
    let others = Seat::all(public.seats).filter(|&seat| !viewer.is(seat));
    let hidden = others.fold(CardSet::EMPTY, |all, seat| all.union(public.player(seat).hidden));
    let operatives = hidden.and(CardSet::OPERATIVES);
    let hands = [(knowledge.hands, hidden), (knowledge.draw_piles, hidden)];
    let covers = knowledge.covers.map(|cards| (cards, operatives));
    for (cards, bounds) in hands.into_iter().chain(covers) {
        if !cards.is_within(bounds) {
            let strays = cards.minus(bounds);
            return contradiction("knowledge", format!("{strays:?} cannot lie there"));
        }
    }
    Ok(())
}
