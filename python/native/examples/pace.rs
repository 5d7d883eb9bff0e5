//! How fast a batch steps, and what its parts take: nanoseconds for each decision, one core.
//!
//! Each number is the fastest tenth of many chunks of about a millisecond, so that other work on the
//! machine matters little.
//!
//! `cargo run --release -p hierophant-native --example pace`

use hierophant_native::batch::{Autoreset, OnIllegal, Options, batch};
use hierophant_native::tensors::{Layout, Tensors, encode};
use hierophant_native::{Buffers, Mask, Numbers, seeds};
use hierophant_rules::{SeatSet, Seed, ToAct, Viewer, bounded};
use std::hint::black_box;
use std::time::Instant;

const GAMES: usize = 256;
const CHUNKS: u64 = 300;
/// Games of a chunk, or steps of the batch.
const IN_A_CHUNK: u64 = 10;

/// What is done for each decision of random games, beyond playing it.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Part {
    Rules,
    View,
    Tensor,
}

fn alone<R: Tensors>(part: Part) -> f64 {
    let setup = R::setup(None);
    let layout = Layout::new::<R>(R::seats(&setup));
    let mut out = vec![0; layout.length()];
    let (mut rng, mut legal) = (Seed::new([3; 32]).at(1, 1), Vec::new());
    let chunk = |chunk: u64| {
        let (mut decisions, begun) = (0_u64, Instant::now());
        for game in 0..IN_A_CHUNK {
            let seed = seeds::of_episode(1, chunk * IN_A_CHUNK + game);
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
                R::apply_quietly(&mut state, seat, action).expect("it is legal");
                decisions += 1;
            }
        }
        begun.elapsed().as_nanos() as f64 / decisions as f64
    };
    fastest_tenth((0..CHUNKS).map(chunk).collect())
}

fn fastest_tenth(mut chunks: Vec<f64>) -> f64 {
    chunks.sort_by(f64::total_cmp);
    chunks[chunks.len() / 10]
}

fn together<R: Tensors>() -> f64 {
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
    let mut games = batch(&setup, GAMES, 1, options).expect("the default setup");
    let width = games.layout().length();
    let (mut obs, mut last) = (vec![0; GAMES * width], vec![0; GAMES * width]);
    let mut mask = vec![false; GAMES * info.action_space as usize];
    let mut legal = vec![-1; GAMES * info.legal_max];
    let mut legal_n = vec![0; GAMES];
    let (mut seat, mut actor, mut kind) = (vec![0; GAMES], vec![0; GAMES], vec![0; GAMES]);
    let mut rewards = vec![0.0; GAMES * players];
    let (mut terminated, mut truncated) = (vec![false; GAMES], vec![false; GAMES]);
    let (mut episode, mut final_episode) = (vec![0; GAMES], vec![0; GAMES]);
    let mut length = vec![0; GAMES];
    let mut rng = Seed::new([3; 32]).at(1, 1);
    let mut codes = vec![0_i64; GAMES];
    let (mut spent, mut chunks) = (0, Vec::new());
    for step in 0..=CHUNKS * IN_A_CHUNK {
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
        if step == 0 {
            games.reset(Some(1), buffers, 1);
        } else {
            games.step(&codes, buffers, 1).expect("what is listed is legal");
            spent += begun.elapsed().as_nanos();
            if step % IN_A_CHUNK == 0 {
                chunks.push(spent as f64 / (GAMES as u64 * IN_A_CHUNK) as f64);
                spent = 0;
            }
        }
        for (row, code) in codes.iter_mut().enumerate() {
            let choice = bounded(&mut rng, legal_n[row] as u32) as usize;
            *code = legal[row * info.legal_max + choice].into();
        }
    }
    fastest_tenth(chunks)
}

fn measure<R: Tensors>() {
    let parts = [Part::Rules, Part::View, Part::Tensor].map(alone::<R>);
    println!(
        "{}: rules {:.0} ns, with views {:.0}, with tensors {:.0}; a batch of {GAMES} {:.0}",
        R::ID,
        parts[0],
        parts[1],
        parts[2],
        together::<R>()
    );
}

fn main() {
    measure::<hierophant_rules::arcanum::Arcanum>();
    measure::<hierophant_rules::arcanoid::Arcanoid>();
    measure::<hierophant_rules::res_arcana::ResArcana>();
    measure::<hierophant_rules::arcana::Arcana>();
}
