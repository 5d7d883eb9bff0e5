//! Plays Arcana at random and prints figures: `cargo run --release -p hierophant-rules --example
//! arcana_random_play -- 400`, with the number of games for each table and each set of modules.

use hierophant_rules::arcana::{Arcana, Event, Kind, Setup};
use hierophant_rules::{Ruleset, Seed, ToAct, Viewer, bounded};

/// Sums over games.
#[derive(Default)]
struct Figures {
    answers: Vec<u32>,
    rounds: Vec<u32>,
    winners: i64,
    points: i64,
    won: u32,
    bribed: u32,
    failed: u32,
    tied: u32,
    shared: u32,
    listed: u64,
    longest: [usize; Kind::ALL.len()],
}

fn play(setup: &Setup, number: u32, figures: &mut Figures) {
    let mut bytes = [7; 32];
    bytes[..4].copy_from_slice(&number.to_le_bytes());
    let seed = Seed::new(bytes);
    let mut rng = seed.at(u32::MAX, 9);
    let (mut facts, mut legal) = (Vec::new(), Vec::new());
    let mut state = Arcana::start(setup, &seed, &mut facts).expect("a sound setup");
    let mut answers = 0;
    let outcome = loop {
        let seat = match Arcana::to_act(&state) {
            ToAct::Seats(seats) => seats.iter().next().expect("a live game waits for a seat"),
            ToAct::Over(outcome) => break outcome,
        };
        Arcana::legal(&state, seat, &mut legal);
        assert!(!legal.is_empty(), "a dead end in game {number} of {setup:?}");
        let kind = Arcana::decision(&state, seat).expect("it is asked").kind;
        let longest = &mut figures.longest[kind as usize - 1];
        *longest = (*longest).max(legal.len());
        figures.listed += legal.len() as u64;
        let action = legal[bounded(&mut rng, legal.len() as u32) as usize];
        facts.clear();
        Arcana::apply(&mut state, seat, action, &mut facts).expect("listed answers are legal");
        answers += 1;
        for event in facts.iter().filter_map(|fact| fact.visible_to(Viewer::Spectator)) {
            match event {
                Event::StakeTaken { .. } => figures.won += 1,
                Event::Bribed { bribe, .. } if bribe.succeeds() => figures.bribed += 1,
                Event::Bribed { .. } => figures.failed += 1,
                _ => {}
            }
        }
    };
    let standings = &outcome.standings;
    let best = standings.iter().map(|it| it.victory_points).max().unwrap_or(0);
    figures.winners += i64::from(best);
    figures.points += standings.iter().map(|it| i64::from(it.victory_points)).sum::<i64>();
    let at_best = standings.iter().filter(|it| it.victory_points == best).count();
    figures.tied += u32::from(at_best > 1);
    figures.shared += u32::from(standings.iter().filter(|it| it.rank == 1).count() > 1);
    figures.answers.push(answers);
    figures.rounds.push(Arcana::view(&state, Viewer::Spectator).public.round.into());
}

fn main() {
    let games = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(400_u32);
    for modules in 0..8 {
        for players in 2..=4 {
            let setup = Setup {
                players,
                objectives: modules & 1 != 0,
                militia: modules & 2 != 0,
                tactical_removal: modules & 4 != 0,
                ..Setup::default()
            };
            let mut figures = Figures::default();
            (0..games).for_each(|number| play(&setup, number, &mut figures));
            print(players, modules, games, &figures);
        }
    }
}

/// A sum over games as a mean, in tenths.
fn mean(sum: u64, games: u32) -> String {
    let tenths = (sum * 10 + u64::from(games) / 2) / u64::from(games);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The mean of values, with the least, the most and the standard deviation.
fn spread(values: &[u32]) -> String {
    let count = values.len() as u64;
    let sum: u64 = values.iter().map(|&value| u64::from(value)).sum();
    let squares: u64 = values.iter().map(|&value| u64::from(value).pow(2)).sum();
    let deviation = (squares * count - sum * sum).isqrt() / count;
    let (least, most) = (values.iter().min().unwrap_or(&0), values.iter().max().unwrap_or(&0));
    format!("{} ({least}-{most}, sd {deviation})", mean(sum, values.len() as u32))
}

fn print(players: u8, modules: u8, games: u32, figures: &Figures) {
    let of_games = |count: u32| mean(count.into(), games);
    let answers: u32 = figures.answers.iter().sum();
    println!(
        "{players} players, modules {modules:03b}: {} answers, {} rounds, winner {}, all {}, \
         won {}, by bribe {}, failed {}, tied {} %, shared {} %, mean list {}",
        spread(&figures.answers),
        spread(&figures.rounds),
        mean(figures.winners as u64, games),
        mean(figures.points as u64, games * u32::from(players)),
        of_games(figures.won),
        of_games(figures.bribed),
        of_games(figures.failed),
        mean(u64::from(figures.tied) * 100, games),
        mean(u64::from(figures.shared) * 100, games),
        mean(figures.listed, answers),
    );
    println!("  longest lists {:?}", figures.longest);
}
