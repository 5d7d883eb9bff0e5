//! Whole pages and lines, held against what they should be.

use super::super::Kind;
use super::super::action::Action;
use super::super::agenda::{Agenda, Step};
use super::super::cards::{
    Card, CardSet, FIGURES, Figure, FigureSet, House, Location, LocationSet, Pile,
};
use super::super::event::{CardFaces, Event};
use super::super::knowledge::Knowledge;
use super::super::pending_answer::PendingAnswer;
use super::super::public::{Public, TowerOnBoard};
use super::super::setup::Setup;
use super::super::state::{Own, View};
use super::{WIDTH_MAX, event, view};
use crate::{Seat, SeatSet, Viewer};
use alloc::{
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn minor(house: House, value: u8) -> Card {
    Card::minor(house, value).unwrap()
}

fn place(number: u8) -> Location {
    Location::numbered(number).unwrap()
}

fn cards(cards: &[Card]) -> CardSet {
    cards.iter().copied().collect()
}

/// Seat 1's view of turn 2: two figures at each of the first eight locations, nothing hidden, seat
/// 0 active.
fn sample() -> View {
    let mut public = Public::before_deal(seat(0));
    public.turn = 2;
    public.active = Some(seat(0));
    public.victory_points = [12, 3, 0, 128, 0];
    public.hand_sizes = [3, 2, 7, 0, 0];
    public.pile_sizes = [31, 1];
    public.prestige = [9, 0, 21, 9];
    for figure in Figure::all() {
        public.figures[figure.index()] = Some(place(figure.number() % 8 + 1));
    }
    public.agenda = Agenda::from_steps(&[Step::TurnOver, Step::Play]).unwrap();
    public.asked = SeatSet::only(seat(0));
    View {
        setup: Arc::new(Setup::default()),
        viewer: Viewer::Seat(seat(1)),
        public,
        own: Own { hand: cards(&[minor(House::Swords, 13), Card::FOOL]), row: CardSet::EMPTY },
        answer: PendingAnswer::default(),
        knowledge: Knowledge::default(),
    }
}

#[track_caller]
fn check_page(view_of: &View, expected: &str) {
    let page = view(view_of);
    assert_eq!(page, expected, "\n{page}");
    check_width(view_of);
}

#[track_caller]
fn check_width(view_of: &View) {
    let page = view(view_of);
    for line in page.lines() {
        assert!(line.chars().count() <= WIDTH_MAX, "{} columns: {line}", line.chars().count());
        assert_eq!(line.trim_end(), line);
    }
}

#[track_caller]
fn check_contains(view_of: &View, lines: &[&str]) {
    let page = view(view_of);
    for line in lines {
        assert!(page.contains(line), "no {line:?} in\n{page}");
    }
    check_width(view_of);
}

#[test]
fn a_page_shows_the_board_the_houses_the_seats_and_the_own_hand() {
    check_page(&sample(), include_str!("sample.txt"));
}

#[test]
fn the_tower_and_judgement_show_on_the_board() {
    let mut seen = sample();
    seen.public.tower = Some(TowerOnBoard {
        owner: seat(1),
        covered: [place(5), place(8)].into_iter().collect::<LocationSet>(),
    });
    seen.public.removed[2] = FigureSet::of(House::Wands);
    for figure in FigureSet::of(House::Wands).iter() {
        seen.public.figures[figure.index()] = None;
    }
    check_contains(
        &seen,
        &[
            "│ ▒▒ under the Tower ▒▒    │ KnP ",
            "Your Tower covers 5, 8.",
            "Off the board until seat 2 is active again: KvW KnW QW KW",
        ],
    );
}

#[test]
fn the_fullest_page_keeps_to_the_width() {
    let mut seen = sample();
    seen.public.figures = [Some(place(2)); FIGURES as usize];
    seen.public.devil = true;
    seen.public.playing = Card::major(2);
    seen.public.minor_played = true;
    seen.public.open[3] = CardSet::MINORS;
    seen.public.victory_points[3] = 1_000_000;
    seen.own.row = CardSet::ALL;
    let mut setup = Setup::default();
    for symbols in &mut setup.board.locations {
        symbols.courts = [9; 4];
        symbols.houses = [9; 4];
    }
    seen.setup = Arc::new(setup);
    check_contains(
        &seen,
        &["│ KvS KnS QS KS KvW KnW QW │", "THE DEVIL", "playing II High Priestess"],
    );
}

#[test]
fn a_spectator_sees_no_hand() {
    let mut seen = sample();
    seen.viewer = Viewer::Spectator;
    seen.own.hand = CardSet::EMPTY;
    let page = view(&seen);
    assert!(!page.contains("Your hand") && !page.contains("you"), "\n{page}");
}

#[test]
fn a_page_ends_with_what_is_asked() {
    let mut seen = sample();
    seen.public.agenda = Agenda::from_steps(&[Step::HidePhase]).unwrap();
    seen.public.asked = SeatSet::first(4);
    check_contains(
        &seen,
        &["You decide. Which Minor to hide?\nAsked together with you: seat 0, seat 2, seat 3.\n"],
    );
    seen.answer.pick(seat(0), Action::Hide(minor(House::Swords, 13)), true);
    check_contains(&seen, &["You have answered.\nSo far:      Queen of Swords\n"]);
    seen.answer = PendingAnswer::default();
    seen.public.asked = SeatSet::only(seat(1));
    seen.public.agenda = Agenda::from_steps(&[Step::Joker]).unwrap();
    check_contains(&seen, &["You decide. Which figure to move?\n"]);
    seen.answer.pick(seat(0), Action::Figure(Figure::numbered(5).unwrap()), false);
    check_contains(
        &seen,
        &["You decide. Where does the figure go?\nSo far:      Knight of Wands\n"],
    );
    seen.public.ended = true;
    check_contains(&seen, &["The game is over.\n"]);
}

#[test]
fn every_kind_has_a_question() {
    let questions: Vec<&str> = Kind::ALL.into_iter().map(Kind::prompt).collect();
    assert!(questions.iter().all(|question| question.ends_with('?')));
}

#[track_caller]
fn check(happened: &Event, line: &str) {
    let names: Vec<String> =
        ["North", "East", "South", "West"].iter().map(|name| name.to_string()).collect();
    assert_eq!(event(happened, &names), line);
}

#[test]
fn plays_and_moves_read_as_sentences() {
    let four = minor(House::Swords, 4);
    let knight = Figure::numbered(1).unwrap();
    check(&Event::TurnBegan { turn: 3, first: seat(1) }, "Turn 3 begins; East is first");
    check(
        &Event::MinorPlayed { seat: seat(0), card: four, idle: false },
        "North plays 4 of Swords",
    );
    check(
        &Event::MinorPlayed { seat: seat(0), card: four, idle: true },
        "North plays 4 of Swords: nothing can move",
    );
    check(
        &Event::FigureMoved { figure: knight, to: place(10) },
        "Knight of Swords moves to 10 Castle",
    );
    check(
        &Event::PrestigeChanged { house: House::Swords, change: 4, levels: [9, 1, 2, 3] },
        "House of Swords +4 (now 9)",
    );
    check(
        &Event::PrestigeChanged { house: House::Swords, change: 4, levels: [21, 1, 2, 3] },
        "House of Swords +4 (now 21); the others stand at Wands 1, Chalices 2, Pentacles 3",
    );
    check(
        &Event::VictoryPointsChanged { seat: seat(2), change: -2, total: 0 },
        "South loses 2 VP (now 0)",
    );
    check(
        &Event::TowerLaid { seat: seat(3), covered: [place(9), place(10)].into_iter().collect() },
        "The Tower of West covers 9 Ballroom, 10 Castle",
    );
}

#[test]
fn hidden_cards_are_named_to_eyes_that_see_them_only() {
    let faces = cards(&[minor(House::Wands, 1), minor(House::Wands, 14)]);
    check(
        &Event::Drew { seat: seat(0), pile: Pile::Minor, faces: CardFaces::hidden(2) },
        "North draws 2 Minors",
    );
    check(
        &Event::Drew { seat: seat(0), pile: Pile::Minor, faces: CardFaces::shown(faces) },
        "North draws 2 Minors: 1 of Wands, King of Wands",
    );
    check(
        &Event::Drew { seat: seat(0), pile: Pile::Major, faces: CardFaces::hidden(0) },
        "North finds no Major left to draw",
    );
    check(&Event::Hid { seat: seat(1), faces: CardFaces::hidden(1) }, "East hides 1 card");
    let mut passed = [CardFaces::hidden(2); 5];
    passed[1] = CardFaces::shown(faces);
    passed[3] = CardFaces::hidden(0);
    check(
        &Event::Passed { seats: 4, passed },
        "The Wheel passes cards to the left: North 2 cards; East 1 of Wands, King of Wands; South 2 cards",
    );
    let happened = Event::Exchanged {
        seat: seat(1),
        count: 2,
        opened: CardSet::only(minor(House::Wands, 14)),
        taken: CardFaces::hidden(1),
        given: CardFaces::hidden(2),
    };
    check(&happened, "East exchanges 2 hidden cards, taking King of Wands");
}

#[test]
fn scoring_reads_house_by_house() {
    check(
        &Event::ScoringBegan { reduced: false, places: [2, 1, 4, 2] },
        "The Houses are scored: Wands 1st, Swords 2nd, Pentacles 2nd, Chalices 4th",
    );
    check(
        &Event::HouseScored { house: House::Swords, place: 1, awards: [16, 8, 0, 0, 0] },
        "The House of Swords (1st) pays: North 16, East 8",
    );
    check(
        &Event::HouseScored { house: House::Wands, place: 4, awards: [0; 5] },
        "The House of Wands (4th) pays: nobody",
    );
    check(
        &Event::FoolDeclared { seat: seat(9), house: House::Wands },
        "The Fool of seat 9 counts for Wands",
    );
}

#[test]
fn bookkeeping_takes_no_line() {
    let asked = Event::Asked { seats: SeatSet::only(seat(0)), agenda: Agenda::EMPTY };
    for silent in [
        asked,
        Event::Picked { seat: seat(0), action: Action::Pass, complete: true },
        Event::CardDone { card: Card::FOOL },
        Event::ShowsMinors { seat: seat(0), least: 1, most: 3 },
        Event::Shown { seat: seat(0), house: None, cards: CardSet::EMPTY },
    ] {
        check(&silent, "");
    }
}
