//! The built-in board, boards of one's own, the figures' setup and what a setup is refused for.

use super::notation::{figure, place, places, seat};
use crate::arcanum::board::{Board, BoardDefect};
use crate::arcanum::cards::{Court, House, Location, LocationSet};
use crate::arcanum::{Arcanum, Defect, Setup, State};
use crate::kit::Setup as _;
use crate::{Ruleset, Seed};
use alloc::string::ToString;
use alloc::vec::Vec;

/// Location; Knave, Knight, Queen, King; Swords, Wands, Chalices, Pentacles.
const SYMBOLS: [(u8, [u8; 4], [u8; 4]); 10] = [
    (1, [0, 0, 2, 0], [0, 2, 1, 0]),
    (2, [2, 0, 0, 0], [0, 1, 0, 2]),
    (3, [2, 0, 0, 0], [0, 2, 0, 1]),
    (4, [0, 0, 0, 2], [2, 0, 1, 0]),
    (5, [1, 0, 1, 0], [0, 0, 1, 1]),
    (6, [0, 1, 0, 1], [1, 1, 0, 0]),
    (7, [0, 0, 0, 2], [1, 0, 0, 2]),
    (8, [0, 2, 0, 0], [1, 0, 2, 0]),
    (9, [0, 0, 2, 0], [0, 0, 2, 1]),
    (10, [0, 2, 0, 0], [2, 1, 0, 0]),
];

#[test]
fn the_built_in_board_has_these_symbols() {
    let board = Board::built_in();
    for (number, courts, houses) in SYMBOLS {
        let symbols = board.locations[place(number).index()];
        assert_eq!((symbols.courts, symbols.houses), (courts, houses), "location {number}");
    }
    assert!(House::ALL.iter().all(|house| board.symbols_of_house(*house) == 7));
    assert!(Court::ALL.iter().all(|court| board.symbols_of_court(*court) == 5));
    assert_eq!(board.defects(), []);
}

#[test]
fn a_figure_gains_by_its_suit_and_by_its_rank() {
    let board = Board::built_in();
    let cases = [
        ("KnS", 10, 4),
        ("KvW", 10, 1),
        ("QC", 1, 3),
        ("QC", 9, 4),
        ("KP", 7, 4),
        ("KvS", 8, 1),
        ("KC", 10, 0),
    ];
    for (name, number, gain) in cases {
        assert_eq!(board.gain(figure(name), place(number)), gain, "{name} to {number}");
    }
}

#[test]
fn the_tower_covers_nothing_or_up_to_three_mutual_neighbours() {
    let placements = Board::built_in().placements;
    let of_size = |size| placements.iter().filter(|placement| placement.len() == size).count();
    assert_eq!([of_size(0), of_size(1), of_size(2), of_size(3)], [1, 10, 19, 10]);
    assert_eq!(placements.len(), 40);
    for (numbers, is_one) in [
        (&[1, 2][..], true),
        (&[5, 9], true),
        (&[1, 3], false),
        (&[4, 7], false),
        (&[5, 6, 9], true),
        (&[1, 4, 8], false),
    ] {
        assert_eq!(placements.contains(&places(numbers)), is_one, "{numbers:?}");
    }
}

fn start(setup: &Setup, seed: u8) -> State {
    Arcanum::start(setup, &Seed::new([seed; 32]), &mut Vec::new()).expect("a good setup")
}

#[test]
fn figures_begin_at_most_two_to_a_location_and_never_two_of_a_house() {
    for seed in 0..100 {
        let figures =
            start(&Setup::default(), seed).public.figures.map(|at| at.expect("on the board"));
        for location in Location::all() {
            let houses: Vec<usize> =
                (0..16).filter(|&i| figures[i] == location).map(|i| i / 4).collect();
            assert!(
                houses.len() < 2 || (houses.len() == 2 && houses[0] != houses[1]),
                "seed {seed}, {location}"
            );
        }
    }
}

#[test]
fn a_board_of_ones_own_is_played_on() {
    let mut board = Board::built_in();
    board.locations[place(10).index()].houses = [9, 0, 0, 0];
    board.placements = Vec::from([places(&[1, 2, 3, 4, 5, 6, 7])]);
    let setup = Setup { board, ..Setup::default() };
    assert_eq!(Arcanum::defects(&setup), []);
    let state = start(&setup, 1);
    assert_eq!(state.setup.board.gain(figure("KnS"), place(10)), 9 + 2);
    assert_eq!(state.setup.board.placements.len(), 1);
}

#[track_caller]
fn check_refused(setup: &Setup, wanted: &[(Defect, &str)]) {
    let defects =
        Arcanum::start(setup, &Seed::new([1; 32]), &mut Vec::new()).expect_err("it is refused");
    assert_eq!(defects, wanted.iter().map(|(defect, _)| *defect).collect::<Vec<_>>());
    assert_eq!(defects, Arcanum::defects(setup));
    for (defect, text) in wanted {
        assert_eq!(defect.to_string(), *text);
    }
}

fn with_board(change: impl FnOnce(&mut Board)) -> Setup {
    let mut setup = Setup::default();
    change(&mut setup.board);
    setup
}

#[test]
fn a_game_needs_three_to_five_players_and_a_first_player_among_them() {
    for players in [0, 2, 6, 255] {
        let text = alloc::format!("players: a game has 3 to 5 players, not {players}");
        check_refused(&Setup { players, ..Setup::default() }, &[(Defect::Players(players), &text)]);
    }
    let setup = Setup { players: 3, first: Some(seat(3)), ..Setup::default() };
    check_refused(
        &setup,
        &[(Defect::FirstPlayer(seat(3)), "first_player: there is no seat 3 in this game")],
    );
}

#[test]
fn a_board_needs_ten_locations_with_few_symbols() {
    let nine = with_board(|board| board.locations.truncate(9));
    let text = "board.locations: a board has 10 locations, not 9";
    check_refused(&nine, &[(Defect::Board(BoardDefect::LocationCount(9)), text)]);
    let many = with_board(|board| board.locations[3].courts[2] = 10);
    let text = "board.locations: location 4 has more than 9 of one symbol";
    check_refused(&many, &[(Defect::Board(BoardDefect::TooManySymbols(4)), text)]);
    let most = with_board(|board| board.locations[3].houses = [9; 4]);
    assert_eq!(most.defects(), []);
}

#[test]
fn a_board_needs_1_to_256_ascending_placements_and_three_open_locations() {
    let sets = |count: u16| (0..count).filter_map(LocationSet::from_bits).collect::<Vec<_>>();
    let none = with_board(|board| board.placements.clear());
    let text = "board.tower_placements: a board has 1 to 256 Tower placements, not 0";
    check_refused(&none, &[(Defect::Board(BoardDefect::PlacementCount(0)), text)]);
    // Of the sets up to 256 one alone is as large as eight locations: the last but one.
    let too_many = with_board(|board| board.placements = sets(257));
    let covers = "board.tower_placements: placement 255 leaves fewer than 3 locations uncovered";
    let text = "board.tower_placements: a board has 1 to 256 Tower placements, not 257";
    check_refused(
        &too_many,
        &[
            (Defect::Board(BoardDefect::PlacementCount(257)), text),
            (Defect::Board(BoardDefect::CoversTooMuch(255)), covers),
        ],
    );
    let most = with_board(|board| board.placements = sets(255));
    assert_eq!(most.defects(), []);
    let twice = with_board(|board| {
        board.placements = Vec::from([places(&[2]), places(&[2]), places(&[1])])
    });
    let order = |index| Defect::Board(BoardDefect::PlacementOrder(index));
    check_refused(
        &twice,
        &[
            (order(1), "board.tower_placements: placement 1 isn't greater than the one before it"),
            (order(2), "board.tower_placements: placement 2 isn't greater than the one before it"),
        ],
    );
}

#[test]
fn all_reasons_are_given_at_once() {
    let mut setup = with_board(|board| {
        board.locations.pop();
        board.locations[0].houses[0] = 10;
        board.placements = Vec::from([LocationSet::ALL, LocationSet::EMPTY]);
    });
    setup.players = 6;
    setup.first = Some(seat(9));
    let wanted = [
        Defect::Players(6),
        Defect::FirstPlayer(seat(9)),
        Defect::Board(BoardDefect::LocationCount(9)),
        Defect::Board(BoardDefect::TooManySymbols(1)),
        Defect::Board(BoardDefect::CoversTooMuch(0)),
        Defect::Board(BoardDefect::PlacementOrder(1)),
    ];
    assert_eq!(Arcanum::defects(&setup), wanted);
}

#[test]
fn the_first_player_is_given_or_drawn() {
    for number in 0..4 {
        let setup = Setup { first: Some(seat(number)), ..Setup::default() };
        assert_eq!(start(&setup, 1).public.first, seat(number));
    }
    let drawn: Vec<u8> =
        (0..40).map(|seed| start(&Setup::default(), seed).public.first.number()).collect();
    assert!((0..4).all(|number| drawn.contains(&number)), "{drawn:?}");
    assert_eq!(start(&Setup::default(), 7).public.first, start(&Setup::default(), 7).public.first);
}
