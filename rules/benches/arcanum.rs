//! How fast Arcanum's rules are, on one core. Run with `cargo bench -p hierophant-rules`.
//!
//! Playouts are uniformly random, with the legal list made for each decision, and assert how many decisions they see: a
//! change of the rules, or of chance, can't pass for a change of speed.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use hierophant_rules::arcanum::{Action, Arcanum, Setup, State, View};
use hierophant_rules::{Rng, Ruleset, Seat, Seed, ToAct, Viewer, bounded};

fn main() {
    println!("bytes: state {}, view {}, action {}", size_of::<State>(), size_of::<View>(), size_of::<Action>());
    divan::main();
}

/// Games of one measured round.
const GAMES: u32 = 50;

fn setup(players: u8) -> Setup {
    Setup { players, ..Setup::default() }
}

fn seed(number: u32) -> Seed {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&number.to_le_bytes());
    Seed::new(bytes)
}

/// The seat to answer next, or `None` at the end.
fn next_seat(state: &State) -> Option<Seat> {
    match Arcanum::to_act(state) {
        ToAct::Seats(seats) => seats.iter().next(),
        ToAct::Over(_) => None,
    }
}

/// Plays on to the end, or for `most` decisions; returns how many there were.
fn play_on<R: Rng>(state: &mut State, rng: &mut R, legal: &mut Vec<Action>, most: u64) -> u64 {
    let mut decisions = 0;
    while decisions < most {
        let Some(seat) = next_seat(state) else { break };
        Arcanum::legal(state, seat, legal);
        let action = legal[bounded(rng, legal.len() as u32) as usize];
        Arcanum::step(state, seat, action).expect("listed actions are legal");
        decisions += 1;
    }
    decisions
}

fn playouts(players: u8) -> u64 {
    let mut rng = seed(players.into()).at(9, 9);
    let mut legal = Vec::with_capacity(Arcanum::LEGAL_MAX);
    let games = (0..GAMES).map(|number| {
        let mut state = Arcanum::start(&setup(players), &seed(number), &mut Vec::new()).expect("a sound setup");
        play_on(&mut state, &mut rng, &mut legal, u64::MAX)
    });
    games.sum()
}

/// A position in the middle of a game.
fn middle(players: u8) -> State {
    let mut state = Arcanum::start(&setup(players), &seed(7), &mut Vec::new()).expect("a sound setup");
    play_on(&mut state, &mut seed(8).at(9, 9), &mut Vec::new(), 60);
    state
}

/// Decisions per second, with the legal list made for each; 50 whole games a round.
#[divan::bench(args = [3, 4, 5])]
fn random_playouts(bencher: Bencher<'_, '_>, players: u8) {
    let decisions = DECISIONS[usize::from(players) - 3];
    assert_eq!(playouts(players), decisions, "decisions in {GAMES} games of {players}");
    bencher.counter(ItemsCount::new(decisions)).bench(|| playouts(black_box(players)));
}

const DECISIONS: [u64; 3] = [4387, 9312, 12469];

/// A clone of the service's state, knowledge included.
#[divan::bench(args = [3, 4, 5])]
fn clone_state(bencher: Bencher<'_, '_>, players: u8) {
    let state = middle(players);
    bencher.bench(|| black_box(&state).clone());
}

/// A seat's view.
#[divan::bench(args = [3, 4, 5])]
fn make_view(bencher: Bencher<'_, '_>, players: u8) {
    let state = middle(players);
    bencher.bench(|| Arcanum::view(black_box(&state), Viewer::Seat(Seat::FIRST)));
}

/// The legal list of whoever is asked.
#[divan::bench(args = [3, 4, 5])]
fn make_legal_list(bencher: Bencher<'_, '_>, players: u8) {
    let state = middle(players);
    let seat = next_seat(&state).expect("the middle of a game");
    let mut legal = Vec::with_capacity(Arcanum::LEGAL_MAX);
    bencher.bench_local(|| {
        Arcanum::legal(black_box(&state), seat, &mut legal);
        legal.len()
    });
}

/// A guess at the truth behind a seat's view.
#[divan::bench(args = [3, 4, 5])]
fn determinize(bencher: Bencher<'_, '_>, players: u8) {
    let view = Arcanum::view(&middle(players), Viewer::Seat(Seat::FIRST));
    let mut rng = seed(9).at(9, 9);
    bencher.bench_local(|| Arcanum::determinize(black_box(&view), &mut rng));
}
