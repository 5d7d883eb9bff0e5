//! A game is its setup, its seed and its answers, in this process or another.

use crate::play::{Answer, Digest, Table, chance, seed};
use hierophant_rules::testing::Testable;
use std::process::Command;

/// Answers after which a game is restored.
const STRIDE: usize = 31;
/// Fresh processes that must agree.
const PROCESSES: usize = 5;
/// What precedes the digest in a process's output.
const MARK: &str = "game digest ";

/// T16 and T17 (restored games): at points along a game, deals anew and plays the answers so far:
/// views, lists and all that follows are equal.
pub(crate) fn restored_games_continue<R: Testable>() {
    for (case, setup) in (0..).zip(R::setups()) {
        let mut rng = chance(3, case);
        let mut table = Table::<R>::deal(&setup, &seed(case));
        table.finish(&mut rng);
        let answers = std::mem::take(&mut table.answers);
        for restored_at in (0..answers.len()).step_by(STRIDE) {
            check_restored::<R>(&setup, case, &answers, restored_at);
        }
    }
}

fn check_restored<R: Testable>(
    setup: &R::Setup,
    case: u32,
    answers: &[Answer<R>],
    restored_at: usize,
) {
    let mut original = Table::<R>::deal(setup, &seed(case));
    answers[..restored_at].iter().for_each(|answer| original.answer(*answer));
    // The original continues from its own state, the restored game from its setup, seed and answers
    // alone.
    let mut restored = Table::<R>::deal(&original.setup, &original.seed);
    original.answers.clone().into_iter().for_each(|answer| restored.answer(answer));
    for (step, answer) in answers[restored_at..].iter().enumerate() {
        if step % STRIDE == 0 {
            assert_eq!(format!("{:?}", original.state), format!("{:?}", restored.state));
        }
        for viewer in original.viewers() {
            let (one, other) = (R::view(&original.state, viewer), R::view(&restored.state, viewer));
            assert_eq!(one, other);
            assert_eq!(R::legal_in(&one), R::legal_in(&other));
        }
        original.answer(*answer);
        restored.answer(*answer);
        assert_eq!(format!("{:?}", original.facts), format!("{:?}", restored.facts));
        if step > STRIDE {
            break;
        }
    }
}

/// A digest of all events of all viewers in some games, and their number of answers.
fn digest_of_games<R: Testable>() -> (u64, usize) {
    let mut digest = Digest::new();
    let mut answers = 0;
    for (case, setup) in (0..).zip(R::setups()).step_by(7) {
        let mut rng = chance(4, case);
        let mut table = Table::<R>::deal(&setup, &seed(case));
        digest.feed_events(&table);
        while let Some(answer) = table.choose(&mut rng) {
            table.answer(answer);
            digest.feed_events(&table);
        }
        answers += table.answers.len();
    }
    (digest.value(), answers)
}

/// Prints the digest of some games.
pub(crate) fn print_digest<R: Testable>() {
    let (digest, answers) = digest_of_games::<R>();
    println!("\n{MARK}{digest:016x}");
    assert!(answers > 1000, "{answers} answers are too few to compare processes");
}

/// T18 (processes agree): fresh processes, each with its own memory layout and hash keys, print the
/// same digest. `test` is the test that prints it.
pub(crate) fn processes_agree<R: Testable>(test: &str) {
    let own = format!("{MARK}{:016x}", digest_of_games::<R>().0);
    let program = std::env::current_exe().expect("a test knows its program");
    for _ in 0..PROCESSES {
        let output = Command::new(&program)
            .args(["--exact", test, "--nocapture"])
            .output()
            .expect("it runs again");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains(&own), "another process prints another digest:\n{text}");
    }
}
