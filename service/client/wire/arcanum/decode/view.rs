//! A view: decoded field by field, then held against itself.
//!
//! What comes out has sizes and sets that fit together (every card in one place, 78 in all, lists as long as the
//! table), which is what the rules rely on. Whether a game can have come to it is not asked; see `is_consistent` of the catalog
//! for that.

use super::{InField, Result, card, cards, figures, invalid, known, location, locations, pb, step::agenda};
use crate::wire::convert::{array, at_table, byte, bytes, mask, seat};
use hierophant_rules::{
    Seat, SeatSet, Viewer,
    arcanum::{
        Card, CardSet, FigureSet, Location, Own, Setup, View,
        answer::Answer,
        cards::{CARDS, FIGURES, MINORS},
        knowledge::{Knowledge, Span},
        public::{PRESTIGE_MAX, Public, TowerOnBoard},
        setup::SEATS_MAX,
    },
};
use std::sync::Arc;

const N: usize = SEATS_MAX as usize;

/// A view of a game with this setup, which has no defects.
pub(in crate::wire) fn view(message: &pb::View, setup: &Arc<Setup>, viewer: Viewer, asked: SeatSet) -> Result<View> {
    let players = setup.players;
    at_table(asked.iter().chain(viewer.seat()), players)?;
    let view = View {
        setup: Arc::clone(setup),
        viewer,
        public: public(message, setup, asked)?,
        own: Own { hand: cards(&message.hand).in_field("hand")?, row: cards(&message.row).in_field("row")? },
        answer: message.answer.as_ref().map_or(Ok(Answer::default()), answer).in_field("answer")?,
        knowledge: knowledge(message.knowledge.as_ref(), players).in_field("knowledge")?,
    };
    every_card_has_one_place(&view)?;
    own_cards_are_counted(&view)?;
    knowledge_fits(&view).in_field("knowledge")?;
    Ok(view)
}

fn public(message: &pb::View, setup: &Setup, asked: SeatSet) -> Result<Public> {
    let players = setup.players;
    let figures: [Option<Location>; FIGURES as usize] = places(&message.figures).in_field("figures")?;
    Ok(Public {
        turn: byte(message.turn, setup.turns()).in_field("turn")?,
        first: seat(message.first_player, players).in_field("first_player")?,
        active: message.active.map(|number| seat(number, players)).transpose().in_field("active")?,
        minor_played: message.minor_played,
        major_played: message.major_played,
        devil: message.devil,
        playing: message.playing.map(card).transpose().in_field("playing")?,
        victory_points: points(&message.victory_points, players).in_field("victory_points")?,
        prestige: bytes::<4>(&message.prestige, 4, PRESTIGE_MAX).in_field("prestige")?,
        figures,
        tower: message.tower.as_ref().map(|message| tower(message, players)).transpose().in_field("tower")?,
        removed: removed(&message.removed, players, &figures).in_field("removed")?,
        discards: cards(&message.discards).in_field("discards")?,
        open: open(&message.open, players).in_field("open")?,
        hand_sizes: bytes::<N>(&message.hand_sizes, players, CARDS).in_field("hand_sizes")?,
        row_sizes: bytes::<N>(&message.row_sizes, players, CARDS).in_field("row_sizes")?,
        pile_sizes: [
            byte(message.minor_pile_size, MINORS).in_field("minor_pile_size")?,
            byte(message.major_pile_size, CARDS - MINORS).in_field("major_pile_size")?,
        ],
        agenda: agenda(&message.agenda, players).in_field("agenda")?,
        asked,
        ended: message.ended,
    })
}

fn points(list: &[u32], players: u8) -> Result<[i32; N]> {
    array(list, players, |number| known(i32::try_from(number).ok(), || format!("{number} are too many")))
}

fn places(list: &[i32]) -> Result<[Option<Location>; FIGURES as usize]> {
    array(list, FIGURES, |number| if number == 0 { Ok(None) } else { location(number).map(Some) })
}

fn tower(message: &pb::Tower, players: u8) -> Result<TowerOnBoard> {
    let pb::Tower { owner, covered } = message;
    Ok(TowerOnBoard {
        owner: seat(*owner, players).in_field("owner")?,
        covered: locations(covered).in_field("covered")?,
    })
}

fn open(messages: &[pb::OpenCards], players: u8) -> Result<[CardSet; N]> {
    let mut open = [CardSet::EMPTY; N];
    for pb::OpenCards { seat, cards } in messages {
        let row = &mut open[self::seat(*seat, players).in_field("seat")?.index()];
        if !row.is_empty() {
            return invalid(format!("seat {seat} is there twice"));
        }
        *row = self::cards(cards).in_field("cards")?;
    }
    Ok(open)
}

fn removed(
    messages: &[pb::RemovedFigures],
    players: u8,
    places: &[Option<Location>; FIGURES as usize],
) -> Result<[FigureSet; N]> {
    let mut removed = [FigureSet::EMPTY; N];
    let mut all = FigureSet::EMPTY;
    for pb::RemovedFigures { seat, figures } in messages {
        let seat = self::seat(*seat, players).in_field("seat")?;
        for figure in self::figures(figures).in_field("figures")?.iter() {
            if all.contains(figure) || places[figure.index()].is_some() {
                return invalid(format!("figure {figure} is in two places"));
            }
            all.insert(figure);
            removed[seat.index()].insert(figure);
        }
    }
    Ok(removed)
}

fn answer(message: &pb::Answer) -> Result<Answer> {
    let pb::Answer { cards, put, figures, taken, complete } = message;
    Ok(Answer {
        cards: self::cards(cards).in_field("cards")?,
        put: self::cards(put).in_field("put")?,
        figures: self::figures(figures).in_field("figures")?,
        taken: *taken,
        complete: *complete,
    })
}

fn knowledge(message: Option<&pb::Knowledge>, players: u8) -> Result<Knowledge> {
    let Some(message) = message else {
        return invalid("missing");
    };
    let least = bytes::<N>(&message.hand_minors_least, players, MINORS).in_field("hand_minors_least")?;
    let most = bytes::<N>(&message.hand_minors_most, players, MINORS).in_field("hand_minors_most")?;
    Ok(Knowledge {
        piles: card_mask(message.piles.unwrap_or_default()).in_field("piles")?,
        hands: array(&message.hands, players, card_mask).in_field("hands")?,
        rows: array(&message.rows, players, card_mask).in_field("rows")?,
        minors: std::array::from_fn(|i| Span { least: least[i], most: most[i] }),
    })
}

fn card_mask(mask: pb::CardMask) -> Result<CardSet> {
    let pb::CardMask { low, middle, high } = mask;
    Ok(CardSet::from_bits(self::mask(low, middle, high)?).expect("a mask has no other bits"))
}

/// The sets of cards whose place the viewer sees don't overlap, and together with the hidden places they hold the 78.
fn every_card_has_one_place(view: &View) -> Result<()> {
    let View { public, own: Own { hand, row }, viewer, .. } = view;
    let tower = public.tower.map_or(CardSet::EMPTY, |_| CardSet::only(Card::TOWER));
    let playing = public.playing.map_or(CardSet::EMPTY, CardSet::only);
    let mut seen = CardSet::EMPTY;
    let mut total = 0;
    for set in [*hand, *row, public.discards, tower, playing].into_iter().chain(public.open) {
        if !seen.and(set).is_empty() {
            return invalid(format!("cards are in two places: {:?}", seen.and(set)));
        }
        seen = seen.union(set);
        total += u32::from(set.len());
    }
    let hidden = |sizes: &[u8; N]| -> u32 {
        let others = sizes.iter().enumerate().filter(|(i, _)| viewer.seat().map(Seat::index) != Some(*i));
        others.map(|(_, &size)| u32::from(size)).sum()
    };
    total += hidden(&public.hand_sizes) + hidden(&public.row_sizes);
    total += public.pile_sizes.iter().copied().map(u32::from).sum::<u32>();
    if total != u32::from(CARDS) {
        return invalid(format!("{total} cards instead of {CARDS}"));
    }
    Ok(())
}

fn own_cards_are_counted(view: &View) -> Result<()> {
    let View { public, own: Own { hand, row }, answer, .. } = view;
    let (hand_size, row_size) = match view.viewer {
        Viewer::Seat(seat) => (public.hand_sizes[seat.index()], public.row_sizes[seat.index()]),
        Viewer::Spectator => (0, 0),
    };
    if hand.len() != hand_size || row.len() != row_size {
        return invalid("the viewer's own cards are not as many as everybody counts");
    }
    if view.viewer == Viewer::Spectator && *answer != Answer::default() {
        return invalid("a spectator has nothing to answer").in_field("answer");
    }
    Ok(())
}

/// What is known of hidden places doesn't contradict what is seen.
fn knowledge_fits(view: &View) -> Result<()> {
    let View { public, knowledge, .. } = view;
    let Knowledge { piles, hands, rows, minors } = knowledge;
    let seen = view.seen_cards();
    if hands.iter().chain(rows).chain([piles]).any(|set| !set.and(seen).is_empty()) {
        return invalid("a card that lies in sight may be hidden");
    }
    for (i, Span { least, most }) in minors.iter().enumerate() {
        if least > most || *most > public.hand_sizes[i] {
            return invalid(format!("seat {i} holds {least} to {most} Minors among {} cards", public.hand_sizes[i]));
        }
    }
    let own = view.viewer.seat().map(Seat::index);
    if own.is_some_and(|i| !hands[i].is_empty() || !rows[i].is_empty() || minors[i] != Span::default()) {
        return invalid("the viewer's own cards are not hidden from it");
    }
    Ok(())
}
