//! How fast the rules are, on one core, each ruleset measured alike. Run with `cargo bench -p
//! hierophant-rules`.
//!
//! Playouts are uniformly random, with the legal list made for each decision, and assert how many
//! decisions they see: a change of the rules, or of chance, can't pass for a change of speed.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use hierophant_rules::arcana::{self, Arcana};
use hierophant_rules::arcanoid::{self, Arcanoid};
use hierophant_rules::arcanum::{self, Arcanum};
use hierophant_rules::res_arcana::{self, ResArcana};
use hierophant_rules::{Rng, Ruleset, Seat, Seed, ToAct, Viewer, bounded};

fn main() {
    sizes::<Arcanum>();
    sizes::<Arcanoid>();
    sizes::<ResArcana>();
    sizes::<Arcana>();
    divan::main();
}

fn sizes<R: Ruleset>() {
    let [state, view, action] =
        [size_of::<R::State>(), size_of::<R::View>(), size_of::<R::Action>()];
    println!("{}, bytes: state {state}, view {view}, action {action}", R::ID);
}

/// Games of one measured round.
const GAMES: u32 = 50;

/// What is measured of a ruleset: its default game.
trait Measured: Ruleset {
    /// Decisions in [`GAMES`] games of 3, 4 and 5.
    const DECISIONS: [u64; 3];

    /// The default game of this number of players.
    fn setup(players: u8) -> Self::Setup;
}

impl Measured for Arcanum {
    const DECISIONS: [u64; 3] = [4387, 9312, 12469];

    fn setup(players: u8) -> arcanum::Setup {
        arcanum::Setup { players, ..arcanum::Setup::default() }
    }
}

impl Measured for Arcanoid {
    const DECISIONS: [u64; 3] = [8942, 16196, 23791];

    fn setup(players: u8) -> arcanoid::Setup {
        arcanoid::Setup { players, ..arcanoid::Setup::default() }
    }
}

impl Measured for ResArcana {
    // The last is one more run with four seats, the most there are.
    const DECISIONS: [u64; 3] = [25770, 31910, 34038];

    fn setup(players: u8) -> res_arcana::Setup {
        res_arcana::Setup { players: players.min(4), ..res_arcana::Setup::default() }
    }
}

impl Measured for Arcana {
    // The last is one more run with four seats, the most there are.
    const DECISIONS: [u64; 3] = [42546, 59477, 61676];

    fn setup(players: u8) -> arcana::Setup {
        arcana::Setup { players: players.min(4), ..arcana::Setup::default() }
    }
}

fn seed(number: u32) -> Seed {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&number.to_le_bytes());
    Seed::new(bytes)
}

/// The seat to answer next, or `None` at the end.
fn next_seat<R: Ruleset>(state: &R::State) -> Option<Seat> {
    match R::to_act(state) {
        ToAct::Seats(seats) => seats.iter().next(),
        ToAct::Over(_) => None,
    }
}

/// Plays on to the end, or for `most` decisions; returns how many there were.
fn play_on<R: Ruleset>(
    state: &mut R::State,
    rng: &mut impl Rng,
    legal: &mut Vec<R::Action>,
    most: u64,
) -> u64 {
    let mut decisions = 0;
    while decisions < most {
        let Some(seat) = next_seat::<R>(state) else { break };
        R::legal(state, seat, legal);
        let action = legal[bounded(rng, legal.len() as u32) as usize];
        R::apply_listed(state, seat, action);
        decisions += 1;
    }
    decisions
}

fn start<R: Measured>(players: u8, number: u32) -> R::State {
    R::start(&R::setup(players), &seed(number), &mut Vec::new()).expect("a sound setup")
}

fn playouts<R: Measured>(players: u8) -> u64 {
    let mut rng = seed(players.into()).at(9, 9);
    let mut legal = Vec::with_capacity(R::LEGAL_MAX);
    let games = (0..GAMES).map(|number| {
        play_on::<R>(&mut start::<R>(players, number), &mut rng, &mut legal, u64::MAX)
    });
    games.sum()
}

/// A position in the middle of a game.
fn middle<R: Measured>(players: u8) -> R::State {
    let mut state = start::<R>(players, 7);
    play_on::<R>(&mut state, &mut seed(8).at(9, 9), &mut Vec::new(), 60);
    state
}

/// Decisions per second, with the legal list made for each; 50 whole games a round.
#[divan::bench(types = [Arcanum, Arcanoid, ResArcana, Arcana], args = [3, 4, 5])]
fn random_playouts<R: Measured>(bencher: Bencher<'_, '_>, players: u8) {
    let decisions = R::DECISIONS[usize::from(players) - 3];
    assert_eq!(playouts::<R>(players), decisions, "decisions in {GAMES} games of {players}");
    bencher.counter(ItemsCount::new(decisions)).bench(|| playouts::<R>(black_box(players)));
}

/// A clone of the service's state, knowledge included.
#[divan::bench(types = [Arcanum, Arcanoid, ResArcana, Arcana], args = [3, 4, 5])]
fn clone_state<R: Measured>(bencher: Bencher<'_, '_>, players: u8) {
    let state = middle::<R>(players);
    bencher.bench(|| black_box(&state).clone());
}

/// A seat's view.
#[divan::bench(types = [Arcanum, Arcanoid, ResArcana, Arcana], args = [3, 4, 5])]
fn make_view<R: Measured>(bencher: Bencher<'_, '_>, players: u8) {
    let state = middle::<R>(players);
    bencher.bench(|| R::view(black_box(&state), Viewer::Seat(Seat::FIRST)));
}

/// The legal list of the seat that is asked.
#[divan::bench(types = [Arcanum, Arcanoid, ResArcana, Arcana], args = [3, 4, 5])]
fn make_legal_list<R: Measured>(bencher: Bencher<'_, '_>, players: u8) {
    let state = middle::<R>(players);
    let seat = next_seat::<R>(&state).expect("the middle of a game");
    let mut legal = Vec::with_capacity(R::LEGAL_MAX);
    bencher.bench_local(|| {
        R::legal(black_box(&state), seat, &mut legal);
        legal.len()
    });
}

/// A determinization of a seat's view.
#[divan::bench(types = [Arcanum, Arcanoid, ResArcana, Arcana], args = [3, 4, 5])]
fn determinize<R: Measured>(bencher: Bencher<'_, '_>, players: u8) {
    let view = R::view(&middle::<R>(players), Viewer::Seat(Seat::FIRST));
    let mut rng = seed(9).at(9, 9);
    bencher.bench_local(|| R::determinize(black_box(&view), &mut rng));
}
