//! Non-interference: nothing that a viewer is sent depends on what it may not know.
//!
//! Two searches for a counterexample, for every viewer, spectators included, at every step of
//! random games:
//!
//! * [`redraw`]: the truth next to another one in which everything hidden from the viewer has been
//!   drawn anew. View, legal list, decision and refusals are equal, and so is what the viewer sees
//!   of the next answer, until something that legitimately depends on hidden cards.
//! * [`twins`]: the truth next to the same game with two cards of one draw pile exchanged, both
//!   played on until one of them legitimately shows. This one doesn't trust what views say a viewer
//!   may know.
//!
//! [`planted`] are faulty rulesets in which the searches must find something.

pub(crate) mod leaky;
pub(crate) mod planted;
mod redraw;
mod twins;

use crate::play::{Table, chance, seed};
use hierophant_rules::testing::Testable;
use hierophant_rules::{Ruleset, ToAct, Viewer};

/// Games that are searched, at least.
const GAMES: u32 = 50;

/// Games are searched until there were so many answers: fewer games where games are longer.
const ANSWERS: usize = 20_000;

/// What a search went through.
pub(crate) struct Reach {
    /// By kind of decision: redraws while it was open.
    kinds: Vec<usize>,
    /// By phase.
    phases: Vec<usize>,
    /// Redraws for the seat that decides, another seat, a spectator.
    eyes: [usize; 3],
    /// Redraws while several seats were asked and some had begun or given an answer.
    pending: usize,
    /// Redraws in which some card, or an unfinished answer, really changed.
    changed: usize,
    /// Answers after which events were compared, and those compared to the last event.
    compared: usize,
    compared_to_the_end: usize,
    worlds: twins::Fates,
}

impl Reach {
    fn new<R: Testable>() -> Reach {
        Reach {
            kinds: vec![0; R::KINDS],
            phases: vec![0; R::PHASES],
            eyes: [0; 3],
            pending: 0,
            changed: 0,
            compared: 0,
            compared_to_the_end: 0,
            worlds: twins::Fates::default(),
        }
    }
}

/// Searches so many games at least, and until there were so many answers, one setup after the
/// other; the first leak found ends it.
pub(crate) fn search<R: Testable>(games: u32, answers: usize) -> Result<Reach, String> {
    let setups = R::setups();
    let mut reach = Reach::new::<R>();
    let mut answered = 0;
    for case in 0.. {
        if case >= games && answered >= answers {
            break;
        }
        // Neighbouring cases differ much, so that short searches reach many situations.
        let setup = &setups[case as usize * 37 % setups.len()];
        let mut table = Table::<R>::deal(setup, &seed(case));
        let mut rng = chance(5, case);
        let mut worlds = twins::Worlds::<R>::new();
        while let Some(answer) = table.choose(&mut rng) {
            redraw::check_all::<R>(&table, &mut rng, &mut reach)?;
            worlds.branch(&table, &mut rng)?;
            table.answer(answer);
            worlds.follow(&table, answer, &mut reach.worlds)?;
        }
        reach.worlds.survived += worlds.alive();
        answered += table.answers.len();
    }
    Ok(reach)
}

/// T01-T07, T10 and T11 (no leak): the real ruleset, with enough play for the absence of findings
/// to be evidence.
pub(crate) fn nobody_learns_what_it_may_not<R: Testable>() {
    let Reach { kinds, phases, eyes, pending, changed, compared, compared_to_the_end, worlds } =
        search::<R>(GAMES, ANSWERS).unwrap_or_else(|leak| panic!("{leak}"));
    println!(
        "redraws by kind {kinds:?}, by phase {phases:?}, decider/others/spectator {eyes:?}, pending {pending}"
    );
    println!(
        "{changed} redraws changed something; events compared {compared}, to the end {compared_to_the_end}"
    );
    println!("{worlds:?}");
    assert!(
        kinds.iter().chain(&phases).chain(&eyes).all(|&count| count > 0),
        "every kind, phase and pair of eyes"
    );
    assert!(pending > 100, "together-decisions with answers pending");
    let total: usize = eyes.iter().sum();
    // Where a viewer knows all by elimination, as two players do once the stock has ended, there is
    // nothing to change.
    assert!(changed * 5 > total * 4, "redraws change hidden things");
    assert!(compared_to_the_end * 2 > compared, "most answers compare to the end");
    worlds.check();
}

/// Whether the game is waiting for this viewer.
fn decides<R: Ruleset>(state: &R::State, viewer: Viewer) -> bool {
    matches!((R::to_act(state), viewer), (ToAct::Seats(seats), Viewer::Seat(seat)) if seats.contains(seat))
}
