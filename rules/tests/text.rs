//! Whole games as text: every page keeps its width, every line is one line.

use hierophant_rules::arcanum::{Arcanum, Edition};
use hierophant_rules::{Ruleset, Seed, ToAct, Viewer, bounded};
use hierophant_rules::{arcana, arcanoid, arcanum, res_arcana};

/// Plays a game at random and renders every view and every event of every viewer; how many lines
/// events made.
fn check<R: Ruleset>(setup: &R::Setup, seed: [u8; 32], width_max: usize) -> usize {
    let names: Vec<String> =
        ["North", "East", "South", "West", "Zenith"].map(String::from).to_vec();
    let mut rng = Seed::new(seed).at(u32::MAX, 0);
    let (mut facts, mut legal, mut lines) = (Vec::new(), Vec::new(), 0);
    let mut state = R::start(setup, &Seed::new(seed), &mut facts).expect("a setup without defects");
    loop {
        for viewer in Viewer::all(R::seats(setup)) {
            let page = R::render_view(&R::view(&state, viewer));
            assert!(page.ends_with('\n'));
            for line in page.lines() {
                assert!(line.chars().count() <= width_max && line.trim_end() == line, "{line:?}");
            }
            for event in facts.iter().filter_map(|fact| R::visible_to(fact, viewer)) {
                let line = R::render_event(&event, &names);
                assert!(!line.contains('\n') && line.trim() == line, "{line:?}");
                lines += usize::from(!line.is_empty());
            }
        }
        facts.clear();
        let ToAct::Seats(seats) = R::to_act(&state) else { return lines };
        let seat = seats.iter().next().expect("a live game waits for a seat");
        R::legal(&state, seat, &mut legal);
        let action = legal[bounded(&mut rng, legal.len() as u32) as usize];
        assert!(!R::render_action(action).is_empty());
        R::apply(&mut state, seat, action, &mut facts).expect("a legal answer");
    }
}

#[test]
fn every_page_and_line_of_whole_games_can_be_read() {
    for (seed, edition) in (0..).zip(Edition::ALL) {
        for players in 3..=5 {
            let setup = arcanum::Setup { players, edition, ..arcanum::Setup::default() };
            let lines = check::<Arcanum>(&setup, [seed; 32], arcanum::text::WIDTH_MAX);
            assert!(lines > 100, "{lines} lines in a game");
        }
    }
}

#[test]
fn so_can_those_of_arcanoid() {
    for (seed, players) in (0..9).zip(2..=10) {
        let setup = arcanoid::Setup { players, rounds: Some(2), ..arcanoid::Setup::default() };
        let lines = check::<arcanoid::Arcanoid>(&setup, [seed; 32], arcanoid::text::WIDTH_MAX);
        assert!(lines > 100, "{lines} lines in a game");
    }
}

#[test]
fn so_can_those_of_res_arcana() {
    use res_arcana::{Deal, ResArcana, Setup};
    for (seed, deal) in (0..).zip([Deal::Normal, Deal::Discovery, Deal::Draft]) {
        for players in 2..=4 {
            let setup = Setup { players, deal: deal.clone(), ..Setup::default() };
            let lines = check::<ResArcana>(&setup, [seed; 32], res_arcana::text::WIDTH_MAX);
            assert!(lines > 100, "{lines} lines in a game");
        }
    }
}

#[test]
fn so_can_those_of_arcana() {
    for (seed, players) in (0..3).zip(2..=4) {
        let setup = arcana::Setup {
            players,
            objectives: true,
            militia: true,
            tactical_removal: true,
            ..arcana::Setup::default()
        };
        let lines = check::<arcana::Arcana>(&setup, [seed; 32], arcana::text::WIDTH_MAX);
        assert!(lines > 100, "{lines} lines in a game");
    }
}
