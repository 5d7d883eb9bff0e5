//! Whole games of each ruleset, and what the search promises: the same answers, bounded memory, no
//! answer without a determinization.

use super::{Search, SearchModel};
use crate::{Policy, policy};
use hierophant_rules::arcana::{self, Arcana};
use hierophant_rules::arcanoid::{self, Arcanoid};
use hierophant_rules::arcanum::{self, Arcanum};
use hierophant_rules::catalog::{Registered, RulesetId, Setup, State};
use hierophant_rules::res_arcana::{self, ResArcana};
use hierophant_rules::{Outcome, Ruleset, Seat, Seed, ToAct, Viewer};
use std::cell::Cell;

fn arcanum(players: u8) -> Setup {
    Setup::Arcanum(arcanum::Setup { players, ..arcanum::Setup::default() })
}

fn arcanoid(players: u8, rounds: u8) -> Setup {
    Setup::Arcanoid(arcanoid::Setup { players, rounds: Some(rounds), ..arcanoid::Setup::default() })
}

fn res_arcana(players: u8) -> Setup {
    Setup::ResArcana(res_arcana::Setup { players, ..res_arcana::Setup::default() })
}

fn arcana(players: u8) -> Setup {
    Setup::Arcana(arcana::Setup { players, ..arcana::Setup::default() })
}

/// The players of these names.
fn players(ruleset: RulesetId, names: &[&str]) -> Vec<Box<dyn Policy>> {
    let make =
        |(seat, name): (u8, &&str)| policy(name, ruleset, [seat; 32]).expect("a listed policy");
    (0..).zip(names).map(make).collect()
}

/// Plays a game to its end; the answers of all, in order, and how it ended. Every answer must be
/// legal.
fn game(setup: &Setup, seed: u8, names: &[&str]) -> (Vec<u32>, Outcome) {
    let mut players = players(setup.ruleset(), names);
    let mut state =
        State::start(setup, &Seed::new([seed; 32]), &mut Vec::new()).expect("a sound setup");
    let mut answers = Vec::new();
    loop {
        let seat = match state.to_act() {
            ToAct::Over(outcome) => return (answers, outcome),
            ToAct::Seats(seats) => seats.iter().next().expect("a live game waits for a seat"),
        };
        let action =
            players[seat.index()].choose(&state.view(Viewer::Seat(seat)), &state.legal(seat));
        answers.push(action.code().0);
        state.apply(seat, action, &mut Vec::new()).expect("a legal answer");
    }
}

#[test]
fn every_table_is_played_to_its_end_and_the_same_way_each_time() {
    for setup in [
        arcanum(3),
        arcanum(4),
        arcanum(5),
        arcanoid(2, 1),
        arcanoid(3, 1),
        arcanoid(5, 1),
        res_arcana(2),
        arcana(2),
    ] {
        let mut names = vec!["random"; usize::from(setup.seats())];
        names[0] = "search:3";
        names[1] = "search:16";
        assert_eq!(game(&setup, 5, &names), game(&setup, 5, &names));
    }
}

#[test]
fn it_beats_random_players() {
    let won = |setup: &Setup, index: usize| {
        let mut names = vec!["random"; usize::from(setup.seats())];
        names[index] = "search:12";
        u32::from(game(setup, index as u8, &names).1.standings[index].rank == 1)
    };
    let table = arcanum(4);
    let arcanum: u32 = (0..12).map(|deal| won(&table, deal % 4)).sum();
    assert!(arcanum >= 9, "{arcanum} of 12 games of Arcanum won");
    let table = arcanoid(3, 2);
    let arcanoid: u32 = (0..6).map(|deal| won(&table, deal % 3)).sum();
    assert!(arcanoid >= 4, "{arcanoid} of 6 games of Arcanoid won");
}

/// A smoke test; docs/reference/built-in-agents.md has measured strengths.
#[test]
fn it_comes_out_ahead_of_greedy() {
    let table = arcanum(4);
    let mut ahead = 0;
    for deal in 0..24 {
        let index = usize::from(deal % 4);
        let mut names = ["greedy"; 4];
        names[index] = "search:60";
        let standings = game(&table, deal / 4 + 50, &names).1.standings;
        let all: i32 = standings.iter().map(|standing| standing.victory_points).sum();
        ahead += 4 * standings[index].victory_points - all;
    }
    assert!(ahead > 0, "{ahead}");
}

/// The first view of a default game, and what is open to its viewer.
fn first_view<R: SearchModel>(setup: &R::Setup) -> (R::View, Vec<R::Action>) {
    let mut state = R::start(setup, &Seed::new([9; 32]), &mut Vec::new()).expect("a sound setup");
    let mut legal = Vec::new();
    loop {
        let ToAct::Seats(seats) = R::to_act(&state) else {
            panic!("a choice comes before the end")
        };
        let seat = seats.iter().next().expect("a live game waits for a seat");
        R::legal(&state, seat, &mut legal);
        if legal.len() > 1 {
            return (R::view(&state, Viewer::Seat(seat)), legal);
        }
        R::apply_quietly(&mut state, seat, legal[0]).expect("a legal answer");
    }
}

fn remembers_no_more_than_it_may<R: SearchModel>(setup: &R::Setup) {
    let (view, legal) = first_view::<R>(setup);
    let mut search = Search::<R>::new(400, [1; 32]);
    search.playouts.tree.limit(50);
    let action = search.search(&view, &legal, &|| false);
    assert!(legal.contains(&action));
    assert_eq!(search.playouts.tree.entries(), 50);
}

#[test]
fn the_tree_never_grows_beyond_its_limit() {
    remembers_no_more_than_it_may::<Arcanum>(&arcanum::Setup::default());
    remembers_no_more_than_it_may::<Arcanoid>(&arcanoid::Setup::default());
    remembers_no_more_than_it_may::<ResArcana>(&res_arcana::Setup::default());
    remembers_no_more_than_it_may::<Arcana>(&arcana::Setup::default());
}

#[test]
fn it_stops_when_the_caller_says_so() {
    let (view, legal) = first_view::<Arcanum>(&arcanum::Setup::default());
    let mut search = Search::<Arcanum>::new(2000, [1; 32]);
    for asked_max in [0, 10, 1000] {
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > asked_max
        };
        let action = search.search(&view, &legal, &stop);
        assert!(legal.contains(&action));
        assert_eq!(asked.get(), asked_max + 1, "no playout after the stop");
    }
}

#[test]
fn a_view_that_allows_no_determinization_is_answered_by_the_preferred_action() {
    let (mut view, legal) = first_view::<Arcanum>(&arcanum::Setup::default());
    view.public.hand_sizes[usize::from(view.viewer == Viewer::Seat(Seat::FIRST))] += 60;
    let preferred_action = Arcanum::own_preferred_action(&view, &legal);
    let mut search = Search::<Arcanum>::new(100, [1; 32]);
    assert!(Arcanum::determinize(&view, &mut search.rng).is_none());
    assert_eq!(search.search(&view, &legal, &|| false), preferred_action);
}

/// Decisions of a deal that are searched, whole and in slices.
const DECISIONS: u8 = 6;

/// Searches decisions of a deal, as a whole and in slices of each of these sizes: all give the same
/// answer and end in the same state.
fn slices_answer_as_the_whole_does<R: SearchModel + Registered>(
    setup: &R::Setup,
    iterations: u32,
    sizes: &[u32],
) {
    let mut state = R::start(setup, &Seed::new([4; 32]), &mut Vec::new()).expect("a sound setup");
    let (mut legal, mut decisions) = (Vec::new(), 0u8);
    while let ToAct::Seats(seats) = R::to_act(&state) {
        let seat = seats.iter().next().expect("a seat is asked");
        R::legal(&state, seat, &mut legal);
        let view = R::view(&state, Viewer::Seat(seat));
        if legal.len() > 1 && decisions < DECISIONS {
            decisions += 1;
            let mut whole = Search::<R>::new(iterations, [decisions; 32]);
            let action = whole.search(&view, &legal, &|| false);
            for &size in sizes {
                let mut cut = Search::<R>::new(iterations, [decisions; 32]);
                let mut slices = 1;
                let answer = loop {
                    match cut.search_on(&view, &legal, size, &|| false) {
                        Some(answer) => break answer,
                        None => slices += 1,
                    }
                };
                assert_eq!(
                    R::code(answer),
                    R::code(action),
                    "decision {decisions} in slices of {size}"
                );
                assert_eq!(cut.rng, whole.rng, "as much luck is used");
                assert_eq!(cut.playouts.tree.entries(), whole.playouts.tree.entries());
                assert!(slices <= iterations.div_ceil(size), "{slices} slices of {size}");
            }
        }
        let answer = R::preferred_action(&R::view(&state, Viewer::Seat(seat)), &legal);
        R::apply_quietly(&mut state, seat, answer).expect("a legal answer");
    }
    assert_eq!(decisions, DECISIONS);
}

#[test]
fn a06_a_search_in_slices_of_any_size_answers_as_the_whole_one() {
    let sizes: Vec<u32> = (1..=37).collect();
    slices_answer_as_the_whole_does::<Arcanum>(&arcanum::Setup::default(), 36, &sizes);
    slices_answer_as_the_whole_does::<Arcanoid>(&arcanoid::Setup::default(), 36, &sizes);
    slices_answer_as_the_whole_does::<Arcanum>(&arcanum::Setup::default(), 251, &[1, 100, 250]);
    slices_answer_as_the_whole_does::<Arcanoid>(&arcanoid::Setup::default(), 251, &[100]);
    slices_answer_as_the_whole_does::<Arcanum>(&arcanum::Setup::default(), 3, &[1, 2, 3]);
}
