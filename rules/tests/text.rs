//! Whole games as text: every page keeps its width, every line is one line.

use hierophant_rules::arcanum::text::WIDTH_MAX;
use hierophant_rules::arcanum::{Arcanum, Edition, Setup};
use hierophant_rules::{Ruleset, Seed, ToAct, Viewer, bounded};

/// Plays a game at random and renders every view and every event of every viewer; how many lines events made.
fn check(setup: &Setup, seed: [u8; 32]) -> usize {
    let names: Vec<String> = ["North", "East", "South", "West", "Zenith"].map(String::from).to_vec();
    let mut rng = Seed::new(seed).at(u32::MAX, 0);
    let (mut facts, mut legal, mut lines) = (Vec::new(), Vec::new(), 0);
    let mut state = Arcanum::start(setup, &Seed::new(seed), &mut facts).expect("a setup without defects");
    loop {
        for viewer in Viewer::all(setup.players) {
            let page = Arcanum::render_view(&Arcanum::view(&state, viewer));
            assert!(page.ends_with('\n'));
            for line in page.lines() {
                assert!(line.chars().count() <= WIDTH_MAX && line.trim_end() == line, "{line:?}");
            }
            for event in facts.iter().filter_map(|fact| Arcanum::seen_by(fact, viewer)) {
                let line = Arcanum::render_event(&event, &names);
                assert!(!line.contains('\n') && line.trim() == line, "{line:?}");
                lines += usize::from(!line.is_empty());
            }
        }
        facts.clear();
        let ToAct::Seats(seats) = Arcanum::to_act(&state) else { return lines };
        let seat = seats.iter().next().expect("somebody is asked");
        Arcanum::legal(&state, seat, &mut legal);
        let action = legal[bounded(&mut rng, legal.len() as u32) as usize];
        assert!(!Arcanum::render_action(action).is_empty());
        Arcanum::apply(&mut state, seat, action, &mut facts).expect("a legal answer");
    }
}

#[test]
fn every_page_and_line_of_whole_games_can_be_read() {
    for (seed, edition) in (0..).zip(Edition::ALL) {
        for players in 3..=5 {
            let lines = check(&Setup { players, edition, ..Setup::default() }, [seed; 32]);
            assert!(lines > 100, "{lines} lines in a game");
        }
    }
}
