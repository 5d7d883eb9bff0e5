//! How fast a batch steps, and what its parts take: nanoseconds for each decision, one core.
//!
//! Parts take turns in chunks of several milliseconds, and each shows its fastest chunk: other work
//! on the machine, and a processor that changes its speed, matter little then. What compares between
//! machines is how many times the rules' own playouts each part takes.
//!
//! `cargo bench -p hierophant-native --bench throughput`; `-- arcanum 64` for some rulesets alone,
//! and a batch of 64.

use hierophant_native::batch::{Autoreset, OnIllegal, Options, batch};
use hierophant_native::tensors::{ForRuleset, Layout, RULESETS, Tensors, encode, for_ruleset};
use hierophant_native::{Buffers, Mask, Numbers, seeds};
use hierophant_rules::{SeatSet, Seed, ToAct, Viewer, bounded};
use std::hint::black_box;
use std::time::Instant;

/// Games of a batch, unless another number is given.
const GAMES: usize = 256;
const CHUNKS: u64 = 60;
/// Games of a chunk; all parts play the same ones.
const GAMES_IN_A_CHUNK: u64 = 30;
/// Steps of the batch in a chunk.
const STEPS_IN_A_CHUNK: u64 = 20;
/// Chunks of the batch before any counts: until then, its games are at one stage.
const CHUNKS_UNTIL_MIXED: u64 = 60;

/// What is done for each decision of random games, beyond playing it.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Part {
    Rules,
    View,
    Tensor,
}

/// What each decision of a chunk of games takes.
fn alone<R: Tensors>(part: Part, chunk: u64) -> f64 {
    let setup = R::setup(None);
    let layout = Layout::new::<R>(R::seats(&setup));
    let mut out = vec![0; layout.length()];
    let (mut rng, mut legal) = (Seed::new([3; 32]).at(1, chunk as u32), Vec::new());
    let (mut decisions, begun) = (0_u64, Instant::now());
    for game in 0..GAMES_IN_A_CHUNK {
        let seed = seeds::of_episode(1, chunk * GAMES_IN_A_CHUNK + game);
        let mut state = R::start(&setup, &seed, &mut Vec::new()).expect("the default setup");
        while let ToAct::Seats(seats) = R::to_act(&state) {
            let seat = seats.iter().next().expect("a live game waits for a seat");
            R::legal(&state, seat, &mut legal);
            if part >= Part::View {
                let view = R::view(&state, Viewer::Seat(seat));
                if part >= Part::Tensor {
                    encode::<R>(&layout, &view, &mut out);
                    black_box(&out);
                }
                black_box(&view);
            }
            let action = legal[bounded(&mut rng, legal.len() as u32) as usize];
            R::apply_listed(&mut state, seat, action);
            decisions += 1;
        }
    }
    begun.elapsed().as_nanos() as f64 / decisions as f64
}

/// A batch whose chunks are played one after the other; what each row of a chunk takes.
fn together<R: Tensors>(count: usize) -> impl FnMut() -> f64 {
    let setup = R::into_any_setup(R::setup(None));
    let (players, info) = (usize::from(setup.seats()), setup.ruleset().info());
    let options = Options {
        seats: SeatSet::first(setup.seats()),
        opponents: vec![None; players],
        skip_forced: false,
        illegal: OnIllegal::Refuse,
        autoreset: Autoreset::SameStep,
        answers_max: u32::MAX,
    };
    let mut games = batch(&setup, count, 1, options).expect("the default setup");
    let width = games.layout().length();
    let (mut obs, mut last) = (vec![0; count * width], vec![0; count * width]);
    let mut mask = vec![false; count * info.action_space as usize];
    let mut legal = vec![-1; count * info.legal_max];
    let mut legal_n = vec![0; count];
    let (mut seat, mut actor, mut kind) = (vec![0; count], vec![0; count], vec![0; count]);
    let mut rewards = vec![0.0; count * players];
    let (mut terminated, mut truncated) = (vec![false; count], vec![false; count]);
    let (mut episode, mut final_episode) = (vec![0; count], vec![0; count]);
    let mut length = vec![0; count];
    let mut rng = Seed::new([3; 32]).at(1, 1);
    let mut codes = vec![0_i64; count];
    let mut step = move |is_first: bool| {
        let buffers = Buffers {
            obs: Numbers::Bytes(&mut obs),
            mask: Mask::Bools(&mut mask),
            legal: &mut legal,
            legal_n: &mut legal_n,
            seat: &mut seat,
            actor: &mut actor,
            kind: &mut kind,
            rewards: &mut rewards,
            terminated: &mut terminated,
            truncated: &mut truncated,
            episode: &mut episode,
            final_obs: Numbers::Bytes(&mut last),
            final_episode: &mut final_episode,
            length: &mut length,
        };
        let begun = Instant::now();
        if is_first {
            games.open(buffers, 1);
        } else {
            games.step(&codes, buffers, 1).expect("what is listed is legal");
        }
        let spent = begun.elapsed().as_nanos();
        for (row, code) in codes.iter_mut().enumerate() {
            let choice = bounded(&mut rng, legal_n[row] as u32) as usize;
            *code = legal[row * info.legal_max + choice].into();
        }
        spent
    };
    step(true);
    move || {
        let spent: u128 = (0..STEPS_IN_A_CHUNK).map(|_| step(false)).sum();
        spent as f64 / (count as u64 * STEPS_IN_A_CHUNK) as f64
    }
}

fn measure<R: Tensors>(games: usize) {
    let mut batch = together::<R>(games);
    for _ in 0..CHUNKS_UNTIL_MIXED {
        batch();
    }
    let mut fastest = [f64::MAX; 4];
    for chunk in 0..CHUNKS {
        let [rules, views, tensors] =
            [Part::Rules, Part::View, Part::Tensor].map(|part| alone::<R>(part, chunk));
        for (least, spent) in fastest.iter_mut().zip([rules, views, tensors, batch()]) {
            *least = least.min(spent);
        }
    }
    let [rules, ..] = fastest;
    let [views, tensors, batch] = [1, 2, 3].map(|part| {
        let spent: f64 = fastest[part];
        format!("{spent:.0} ({:.2} times)", spent / rules)
    });
    println!(
        "{}: rules {rules:.0} ns, with views {views}, with tensors {tensors}; \
         a batch of {games} {batch}",
        R::ID
    );
}

fn main() {
    struct Measure(usize);
    impl ForRuleset for Measure {
        type Output = ();
        fn run<R: Tensors>(self) {
            measure::<R>(self.0);
        }
    }
    // cargo adds an option of its own.
    let words = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    let (numbers, wanted): (Vec<_>, Vec<_>) = words.partition(|word| word.parse::<usize>().is_ok());
    let games = numbers.first().and_then(|number| number.parse().ok()).unwrap_or(GAMES);
    for &ruleset in RULESETS {
        if wanted.is_empty() || wanted.iter().any(|name| name == ruleset.info().id) {
            for_ruleset(ruleset, Measure(games));
        }
    }
}
