//! A view as a page: the table, each seat's pool and components, the viewer's own cards, and what
//! is asked.

use super::super::cards::{Amount, Essence, Face, FaceKind};
use super::super::kind::Kind;
use super::super::setup::{Deal, ROUNDS_MAX};
use super::super::state::View;
use super::{WIDTH_MAX, joined};
use crate::kit::text::asked;
use crate::{Seat, Viewer};
use alloc::{
    format,
    string::{String, ToString},
};

/// Columns of the labels before lists of faces.
const LABEL: usize = 14;

/// Everything that the viewer sees, as a page of lines no longer than [`WIDTH_MAX`] characters.
pub fn view(view: &View) -> String {
    let mut text = heading(view);
    text.push('\n');
    text.push_str(&seats(view));
    text.push_str(
        "E elan  L life  C calm  D death  G gold   * first player   . passed   (turned)\n\n",
    );
    text.push_str(&table(view));
    Seat::all(view.public.seats).for_each(|seat| text.push_str(&components(view, seat)));
    text.push('\n');
    if view.viewer.seat().is_some() {
        text.push_str(&own_cards(view));
        text.push('\n');
    }
    text.push_str(&asked(view, view.asked_kind(), |kind| own_question(view, kind)));
    text
}

/// `seat 2` or `you`.
fn name(view: &View, seat: Seat) -> String {
    if view.viewer.is(seat) { "you".into() } else { seat.to_string() }
}

fn heading(view: &View) -> String {
    let deal = match view.setup.deal {
        Deal::Normal => "",
        Deal::Discovery => ", discovery",
        Deal::Draft => ", draft",
        Deal::OpenDraft { .. } => ", open draft",
        Deal::Given { .. } => ", given decks",
    };
    match view.public.round {
        0 => format!("RES ARCANA   setting up{deal}\n"),
        round => format!("RES ARCANA   round {round} of at most {ROUNDS_MAX}{deal}\n"),
    }
}

/// The table of seats: points, pool, hidden cards.
fn seats(view: &View) -> String {
    let public = &view.public;
    let mut text = String::from("               points   E  L  C  D  G   hand  deck  discards\n");
    for seat in Seat::all(public.seats) {
        let i = seat.index();
        let tile = if public.tile == Some(seat) { '*' } else { ' ' };
        let passed = if public.passed.contains(seat) { '.' } else { ' ' };
        let you = if view.viewer.is(seat) { "(you)" } else { "" };
        let pool =
            joined(Essence::ALL.map(|essence| format!("{:>2}", public.pools[i].get(essence))), " ");
        let (hand, deck, discards) =
            (public.hand_sizes[i], public.deck_sizes[i], public.discards[i].len());
        let points = public.points_of(seat);
        text.push_str(&format!(
            "{tile}{passed} {:<7}{you:<5}{points:>6}  {pool}   {hand:>4}  {deck:>4}  {discards:>8}\n",
            seat.to_string()
        ));
    }
    text
}

/// What lies on the table for everybody.
fn table(view: &View) -> String {
    let public = &view.public;
    let mut text = listing("Places:", public.places.iter());
    let deck = format!("({} in the deck)", public.monuments);
    let display = public.display.iter().map(|face| face.to_string());
    text.push_str(&listing("Monuments:", display.chain([deck])));
    text.push_str(&listing("Items:", public.items.iter()));
    if !public.open.is_empty() {
        text.push_str(&listing("To pick from:", public.open.iter()));
    }
    text
}

/// A seat's components, and its discards.
fn components(view: &View, seat: Seat) -> String {
    let public = &view.public;
    let kinds =
        [FaceKind::Mage, FaceKind::Item, FaceKind::Artefact, FaceKind::Monument, FaceKind::Place];
    let faces = kinds.into_iter().flat_map(|kind| public.components(seat, kind).iter());
    let mut label = name(view, seat);
    label.push(':');
    let mut text = listing(&label, faces.map(|face| component(view, face)));
    if !public.discards[seat.index()].is_empty() {
        text.push_str(&listing("   discards:", public.discards[seat.index()].iter()));
    }
    text
}

/// `Vault [2G]`, or `(Vault [2G])` if it is turned.
fn component(view: &View, face: Face) -> String {
    let store = view.public.stores[face.index()];
    let text =
        if store.is_nothing() { face.to_string() } else { format!("{face} [{}]", short(store)) };
    if view.public.turned.contains(face) { format!("({text})") } else { text }
}

/// `3G+1C`.
fn short(amount: Amount) -> String {
    let letter = |essence: Essence| ["E", "L", "C", "D", "G"][essence.index()];
    let types = amount.types().iter();
    joined(types.map(|essence| format!("{}{}", amount.get(essence), letter(essence))), "+")
}

fn own_cards(view: &View) -> String {
    let mut text = listing("Your hand:", view.hand().iter());
    let Viewer::Seat(seat) = view.viewer else { return text };
    let i = seat.index();
    if !view.knowledge.mages[i].is_empty() {
        text.push_str(&listing("Your mages:", view.knowledge.mages[i].iter()));
    }
    let deck = view.knowledge.tops[i].union(view.knowledge.rests[i]);
    if !deck.is_empty() && deck.len() == view.public.deck_sizes[i] {
        text.push_str(&listing("In your deck:", deck.iter()));
    }
    for (label, order) in [("On your deck:", i), ("On monuments:", view.knowledge.orders.len() - 1)]
    {
        if !view.knowledge.orders[order].is_empty() {
            text.push_str(&listing(label, view.knowledge.orders[order].iter()));
        }
    }
    text
}

/// What the viewer is asked, and what it has picked so far.
fn own_question(view: &View, kind: Kind) -> String {
    let answer = &view.answer;
    let mut text = if answer.complete {
        "You have answered.\n".into()
    } else {
        format!("You decide. {}\n", kind.prompt())
    };
    if !answer.cards.is_empty() && !answer.complete {
        text.push_str(&listing("So far:", answer.cards.iter()));
    }
    if answer.decided > 0 {
        text.push_str(&listing("So far:", [answer.amount]));
    }
    text
}

fn listing<T: ToString>(label: &str, items: impl IntoIterator<Item = T>) -> String {
    let (mut text, mut column) = (format!("{label:<LABEL$}"), LABEL);
    for (index, item) in items.into_iter().enumerate() {
        let item = item.to_string();
        if index > 0 {
            text.push_str(", ");
            column += 2;
            if column + item.chars().count() + 1 > WIDTH_MAX {
                text.truncate(text.trim_end().len());
                text.push('\n');
                text.push_str(&" ".repeat(LABEL));
                column = LABEL;
            }
        }
        column += item.chars().count();
        text.push_str(&item);
    }
    if column == LABEL {
        text.push_str("none");
    }
    text.push('\n');
    text
}
