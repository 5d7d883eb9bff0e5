//! A view as a page: the turn, the board, the Houses, the seats, the viewer's own cards, and what
//! is asked.

use super::super::Kind;
use super::super::cards::{CardSet, FigureSet, House};
use super::super::public::PRESTIGE_MAX;
use super::super::state::View;
use super::{counted, grid, initial, joined, ordinal, short_card, short_figure};
use crate::kit::text::wrapped;
use crate::{Seat, SeatSet};
use alloc::{
    format,
    string::{String, ToString},
};

/// Columns of the labels before lists of cards.
const LABEL: usize = 13;

/// Everything that the viewer sees, as a page of lines no longer than
/// [`WIDTH_MAX`](super::WIDTH_MAX) characters.
pub fn view(view: &View) -> String {
    let mut text = heading(view);
    text.push('\n');
    text.push_str(&grid::grid(view));
    text.push_str(
        "Kv Knave  Kn Knight  Q Queen  K King    S Swords  W Wands  C Chalices  P Pentacles\n\n",
    );
    text.push_str(&houses(view));
    text.push('\n');
    text.push_str(&seats(view));
    text.push_str(&off_board(view));
    if let Some(seat) = view.viewer.seat() {
        text.push('\n');
        text.push_str(&own_cards(view, seat));
    }
    text.push('\n');
    text.push_str(&asked(view));
    text
}

/// `seat 2`, or `you`.
fn name(view: &View, seat: Seat) -> String {
    if view.viewer.is(seat) { "you".into() } else { seat.to_string() }
}

/// The turn, who is active with what, and the piles.
fn heading(view: &View) -> String {
    let public = &view.public;
    let scoring =
        if view.setup.scores_after(public.turn) { ", the Houses are scored after it" } else { "" };
    let mut text = format!("ARCANUM   turn {} of {}{scoring}", public.turn, view.setup.turns());
    if let Some(active) = public.active {
        text.push_str(&format!("\nactive: {}", name(view, active)));
        text.push_str(match (public.minor_played, public.major_played) {
            (true, true) => " (Minor and Major played)",
            (true, false) => " (Minor played)",
            (false, true) => " (Major played)",
            (false, false) => "",
        });
    }
    if let Some(card) = public.playing {
        text.push_str(&format!(", playing {card}"));
    }
    let discarded = [public.discards.minors().len(), public.discards.majors().len()];
    text.push_str(&format!(
        "\npiles: {} ({} discarded), {} ({} discarded)\n",
        counted(public.pile_sizes[0], "Minor"),
        discarded[0],
        counted(public.pile_sizes[1], "Major"),
        discarded[1],
    ));
    if public.devil {
        text.push_str("THE DEVIL doubles all gains and losses until this activation ends\n");
    }
    text
}

/// A bar of prestige for each House, with its place.
fn houses(view: &View) -> String {
    let mut text = String::new();
    for (house, place) in House::ALL.into_iter().zip(view.public.house_places()) {
        let level = view.public.prestige[house.index()].min(PRESTIGE_MAX);
        let bar = "█".repeat(level.into()) + &"·".repeat((PRESTIGE_MAX - level).into());
        text.push_str(&format!(
            "{} {:<9}  {bar} {level:>2}  {}\n",
            initial(house),
            house.to_string(),
            ordinal(place)
        ));
    }
    text
}

/// The table of seats. `>` is active, `*` has the first-player pawn.
fn seats(view: &View) -> String {
    let public = &view.public;
    let mut text = String::from("                    VP  hand  face down  open\n");
    for seat in Seat::all(view.setup.players) {
        let i = seat.index();
        let active = if public.active == Some(seat) { '>' } else { ' ' };
        let pawn = if public.first == seat { '*' } else { ' ' };
        let you = if view.viewer.is(seat) { "(you)" } else { "" };
        let line = format!(
            "{active}{pawn} {:<7}{you:<6}  {:>4}  {:>4}  {:>9}  ",
            seat.to_string(),
            public.victory_points[i],
            public.hand_sizes[i],
            public.row_sizes[i],
        );
        let margin = line.chars().count();
        text.push_str(&wrapped(line, margin, public.open[i].iter().map(short_card), " "));
    }
    text.push_str(" > active   * first player\n");
    text
}

/// The Tower, and the figures that Judgement took.
fn off_board(view: &View) -> String {
    let mut text = String::new();
    if let Some(tower) = view.public.tower {
        let covered = joined(tower.covered.iter().map(|location| location.number()), ", ");
        let covered = if covered.is_empty() { "nothing".into() } else { covered };
        let own = view.viewer.is(tower.owner);
        let owner = if own { "Your Tower".into() } else { format!("The Tower of {}", tower.owner) };
        text.push_str(&format!(" {owner} covers {covered}.\n"));
    }
    for seat in Seat::all(view.setup.players) {
        let removed = view.public.removed[seat.index()];
        if removed != FigureSet::EMPTY {
            let figures = joined(removed.iter().map(short_figure), " ");
            let owner = if view.viewer.is(seat) { "you are".into() } else { format!("{seat} is") };
            text.push_str(&format!(" Off the board until {owner} active again: {figures}\n"));
        }
    }
    text
}

/// The viewer's hand and hidden row, spelled out.
fn own_cards(view: &View, seat: Seat) -> String {
    let cards = |label: &str, cards: CardSet| {
        let label = format!("{label:<LABEL$}");
        if cards.is_empty() {
            return format!("{label}none\n");
        }
        wrapped(label, LABEL, cards.iter(), ", ")
    };
    let mut text = cards("Your hand:", view.own.hand);
    text.push_str(&cards("Face down:", view.own.row));
    let open = view.public.open[seat.index()];
    if !open.is_empty() {
        text.push_str(&cards("Open:", open));
    }
    text
}

/// What is asked of whom, and what the viewer has picked so far.
fn asked(view: &View) -> String {
    if view.public.ended {
        return "The game is over.\n".into();
    }
    let (asked, kind) = (view.public.asked, view.asked_kind());
    let (Some(kind), false) = (kind, asked.is_empty()) else { return "Nothing is asked.\n".into() };
    let own = view.viewer.seat().filter(|seat| asked.contains(*seat));
    let others: SeatSet = asked.iter().filter(|seat| Some(*seat) != own).collect();
    let mut text = String::new();
    if own.is_some() {
        text.push_str(&own_question(view, kind));
    }
    if !others.is_empty() {
        let label = if own.is_some() { "Asked together with you: " } else { "Asked: " };
        text.push_str(&format!("{label}{}", joined(others.iter(), ", ")));
        text.push_str(&if own.is_some() { ".\n".into() } else { format!(". {}\n", kind.prompt()) });
    }
    text
}

fn own_question(view: &View, kind: Kind) -> String {
    let answer = &view.answer;
    let kind =
        if kind == Kind::ChooseFigure && answer.is_begun() { Kind::ChooseLocation } else { kind };
    let mut text = if answer.complete {
        "You have answered.\n".into()
    } else {
        format!("You decide. {}\n", kind.prompt())
    };
    let label = String::from("So far:      ");
    let cards = answer.cards.union(answer.put);
    if !cards.is_empty() {
        text.push_str(&wrapped(label, LABEL, cards.iter(), ", "));
    } else if answer.figures != FigureSet::EMPTY {
        text.push_str(&wrapped(label, LABEL, answer.figures.iter(), ", "));
    }
    text
}
