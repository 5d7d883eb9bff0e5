use hierophant_rules::arcanum::{Arcanum, Edition, Length, Majors, Setup};
use hierophant_rules::{Rng, Ruleset, Seed, ToAct, Viewer, bounded};

fn play(setup: &Setup, n: u8) -> u32 {
    let seed = Seed::new([n; 32]);
    let mut rng = Seed::new([n ^ 0xff; 32]).at(9, 9);
    let mut facts = Vec::new();
    let mut state = Arcanum::start(setup, &seed, &mut facts).unwrap();
    let mut views: Vec<_> = Viewer::all(setup.players).map(|v| (v, Arcanum::view(&state, v))).collect();
    let mut legal = Vec::new();
    let mut count = 0;
    let _ = rng.next_u32();
    loop {
        assert_eq!(state.card_counts(), [1; 78], "after {count}");
        let ToAct::Seats(seats) = Arcanum::to_act(&state) else { break };
        assert!(!seats.is_empty());
        let pick = bounded(&mut rng, seats.len() as u32) as usize;
        let seat = seats.iter().nth(pick).unwrap();
        Arcanum::legal(&state, seat, &mut legal);
        let question = Arcanum::question(&state, seat).unwrap();
        assert!(!legal.is_empty(), "{question:?}");
        assert!(legal.is_sorted_by(|a, b| a < b));
        assert!(legal.len() <= question.kind.legal_max());
        let action = legal[bounded(&mut rng, legal.len() as u32) as usize];
        facts.clear();
        Arcanum::apply(&mut state, seat, action, &mut facts).unwrap();
        for (viewer, view) in &mut views {
            for fact in &facts {
                if let Some(event) = fact.seen_by(*viewer) {
                    view.fold(&event);
                }
            }
            let fresh = Arcanum::view(&state, *viewer);
            if *view != fresh {
                assert_eq!(view.public, fresh.public);
                assert_eq!(view.knowledge, fresh.knowledge, "{viewer:?} {facts:?}");
                assert_eq!(*view, fresh);
            }
        }
        count += 1;
    }
    count
}

#[test]
fn random_games_end() {
    let mut total = 0;
    let mut games = 0;
    for players in 3..=5 {
        for edition in Edition::ALL {
            for length in [Length::Normal, Length::Long] {
                for majors in [Majors::Full, Majors::FromTurn3, Majors::None] {
                    for n in 0..4 {
                        total += play(&Setup { players, edition, length, majors, ..Setup::default() }, n);
                        games += 1;
                    }
                }
            }
        }
    }
    println!("{total} decisions in {games} games");
}
