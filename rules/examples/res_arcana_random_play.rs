//! How games of Res Arcana go when every seat answers at random: decisions, rounds, points, longest
//! lists, codes.
//!
//! `cargo run --release -p hierophant-rules --example res_arcana_random_play -- GAMES` plays that
//! many games for each number of players and each deal.

use hierophant_rules::res_arcana::{ACTION_SPACE, Deal, FaceSet, Kind, ResArcana, Setup};
use hierophant_rules::{Ruleset, Seed, ToAct, bounded, shuffle};

fn main() {
    let games: u32 = std::env::args().nth(1).and_then(|games| games.parse().ok()).unwrap_or(1000);
    for players in 2..=4 {
        for deal in [Deal::Normal, Deal::Discovery, Deal::Draft] {
            report(&format!("{deal:?}"), players, games, |_| deal.clone());
        }
        report("Given", players, games, |seed| given(players, seed));
    }
    report("OpenDraft", 2, games, open_draft);
}

/// Mages and decks as others have drafted them: at random.
fn given(players: u8, seed: &Seed) -> Deal {
    let (mut mages, mut artefacts) =
        (Vec::from_iter(FaceSet::MAGES.iter()), Vec::from_iter(FaceSet::ARTEFACTS.iter()));
    shuffle(&mut seed.at(u32::MAX, 1), &mut mages);
    shuffle(&mut seed.at(u32::MAX, 2), &mut artefacts);
    mages.truncate(players.into());
    Deal::Given {
        mages,
        decks: artefacts.chunks(8).take(players.into()).map(<[_]>::to_vec).collect(),
    }
}

/// Two mages, and 16 cards to draft openly.
fn open_draft(seed: &Seed) -> Deal {
    match given(2, seed) {
        Deal::Given { mages, decks } => Deal::OpenDraft { mages, artefacts: decks.concat() },
        other => other,
    }
}

/// A mean with its standard error.
#[derive(Default)]
struct Mean {
    count: u64,
    sum: u64,
    squares: u64,
}

impl Mean {
    fn add(&mut self, value: u64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// In hundredths, as there are no floats here.
    fn text(&self) -> String {
        let mean = 100 * self.sum / self.count;
        let spread = (self.squares * self.count - self.sum * self.sum) / self.count;
        let error = 100 * spread.isqrt() / self.count;
        let number = |hundredths: u64| format!("{}.{:02}", hundredths / 100, hundredths % 100);
        format!("{} (+-{})", number(mean), number(error))
    }
}

fn report(name: &str, players: u8, games: u32, deal: impl Fn(&Seed) -> Deal) {
    let (mut decisions, mut rounds, mut winners, mut longest) =
        (Mean::default(), Mean::default(), Mean::default(), [0; 26]);
    let (mut most, mut last_rounds) = (0, 0);
    let mut codes = [false; ACTION_SPACE as usize];
    let mut legal = Vec::new();
    for game in 0..games {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(&game.to_le_bytes());
        let seed = Seed::new(bytes);
        let mut rng = seed.at(u32::MAX, 0);
        let setup = Setup { players, deal: deal(&seed), ..Setup::default() };
        let mut state = ResArcana::start(&setup, &seed, &mut Vec::new()).expect("a sound setup");
        let mut count = 0;
        let outcome = loop {
            let seat = match ResArcana::to_act(&state) {
                ToAct::Seats(seats) => seats.iter().next().expect("a live game waits for a seat"),
                ToAct::Over(outcome) => break outcome,
            };
            let kind = ResArcana::decision(&state, seat).expect("it is asked").kind as usize - 1;
            ResArcana::legal(&state, seat, &mut legal);
            assert!(
                legal.len() <= Kind::ALL[kind].legal_max(),
                "{:?}: {} answers",
                Kind::ALL[kind],
                legal.len()
            );
            longest[kind] = longest[kind].max(legal.len());
            legal.iter().for_each(|action| codes[action.code().0 as usize] = true);
            let action = legal[bounded(&mut rng, legal.len() as u32) as usize];
            ResArcana::apply_quietly(&mut state, seat, action).expect("it is legal");
            count += 1;
        };
        let round = ResArcana::view(&state, hierophant_rules::Viewer::Spectator).public.round;
        last_rounds += u32::from(round == 30);
        decisions.add(count);
        rounds.add(round.into());
        most = most.max(count);
        let points = outcome.standings.iter().map(|standing| standing.victory_points).max();
        winners.add(points.unwrap_or_default().unsigned_abs().into());
    }
    let codes = codes.iter().filter(|offered| **offered).count();
    println!("{name} {players}: {games} games, {codes} codes");
    println!(
        "  decisions {}, at most {most}; rounds {}; {last_rounds} in 30 rounds",
        decisions.text(),
        rounds.text()
    );
    println!("  winner's points {}; longest lists {longest:?}", winners.text());
}
