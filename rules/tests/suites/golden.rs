//! Golden playthroughs: whole games written down, so that no change of the rules goes by unnoticed.
//!
//! A file under `rules/tests/golden/` is named after the ruleset, its version and the scenario. It
//! holds the game's answers, a digest of all events of all viewers up to every 25th answer, and the
//! outcome. Without a file, or with another game than the file's, the test fails. `UPDATE_EXPECT=1
//! cargo test -p hierophant-rules --test suites golden` writes the files that are missing and never
//! changes one: who changes the rules raises `Ruleset::VERSION`, and thereby names new files.
//! Digests are over debug text, so that renaming a field of an event shows as well.

use crate::play::{Answer, Digest, Table, chance, seed};
use hierophant_rules::testing::Testable;
use hierophant_rules::{ActionCode, Outcome, Ruleset, Seat, ToAct};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Answers between two digests.
const STRIDE: usize = 25;
/// One setup in this number is played; no divisor of the number of any variant.
const SETUPS_STRIDE: usize = 7;

/// The place of a file of expectations, `folder` being `golden` or `perft`.
pub(crate) fn path<R: Ruleset>(folder: &str, name: &str) -> PathBuf {
    let file = format!("{}-v{}{name}.txt", R::ID, R::VERSION);
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder).join(file)
}

/// Compares a text with its file, or writes the file if there is none and writing was asked for.
pub(crate) fn compare(path: &Path, text: &str) {
    let name = path.display();
    if !path.exists() && std::env::var("UPDATE_EXPECT").is_ok_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().expect("it lies in a folder"))
            .expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
    }
    let Ok(expected) = std::fs::read_to_string(path) else {
        panic!("{name} is missing: set UPDATE_EXPECT=1 to write it");
    };
    for (number, (line, expected)) in text.lines().zip(expected.lines()).enumerate() {
        assert_eq!(
            line,
            expected,
            "{name}, line {}: the rules have changed; raise the version",
            number + 1
        );
    }
    assert_eq!(
        text.lines().count(),
        expected.lines().count(),
        "{name}: another length; raise the version"
    );
}

/// Every scenario's game is what its file says, answer by answer.
pub(crate) fn games_are_as_written<R: Testable>() {
    for (number, setup) in R::setups().iter().enumerate().step_by(SETUPS_STRIDE) {
        let path = path::<R>("golden", &format!("-{number:02}"));
        let case = 1000 + number as u32;
        // A file's own answers are played, not those that random play would choose today.
        let text = match std::fs::read_to_string(&path) {
            Ok(written) => replay::<R>(setup, case, &answers_in::<R>(&written)),
            Err(_) => replay::<R>(setup, case, &random_answers::<R>(setup, case)),
        };
        compare(&path, &text);
    }
}

fn random_answers<R: Testable>(setup: &R::Setup, case: u32) -> Vec<Answer<R>> {
    let mut table = Table::<R>::deal(setup, &seed(case));
    table.finish(&mut chance(7, case));
    table.answers
}

/// The answers that a file lists: words like `2:131`, seat and code.
fn answers_in<R: Ruleset>(text: &str) -> Vec<Answer<R>> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("answers "));
    lines
        .flat_map(str::split_whitespace)
        .map(|word| answer_in::<R>(word).expect("seat:code"))
        .collect()
}

fn answer_in<R: Ruleset>(word: &str) -> Option<Answer<R>> {
    let (seat, code) = word.split_once(':')?;
    Some((Seat::new(seat.parse().ok()?)?, R::action(ActionCode(code.parse().ok()?))?))
}

fn replay<R: Testable>(setup: &R::Setup, case: u32, answers: &[Answer<R>]) -> String {
    let mut table = Table::<R>::deal(setup, &seed(case));
    let mut digest = Digest::new();
    digest.feed_events(&table);
    let mut text = String::new();
    let mut say =
        |line: String| writeln!(text, "{line}").expect("writing into a string never fails");
    say(format!(
        "# {} version {}, a whole game: see rules/tests/suites/golden.rs",
        R::ID,
        R::VERSION
    ));
    say(format!("seats {} seed case {case} setup {:016x}", R::seats(setup), digest_of(setup)));
    say(format!("dealt {:016x}", digest.value()));
    for part in answers.chunks(STRIDE) {
        let words: Vec<String> = part
            .iter()
            .map(|(seat, action)| format!("{}:{}", seat.number(), R::code(*action).0))
            .collect();
        say(format!("answers {}", words.join(" ")));
        for answer in part {
            table.answer(*answer);
            digest.feed_events(&table);
        }
        say(format!("told {:016x}", digest.value()));
    }
    let ToAct::Over(outcome) = R::to_act(&table.state) else {
        panic!("the written answers don't end the game")
    };
    say(line_of(&outcome));
    text
}

fn digest_of(setup: &impl std::fmt::Debug) -> u64 {
    let mut digest = Digest::new();
    digest.feed(setup);
    digest.value()
}

fn line_of(outcome: &Outcome) -> String {
    let standings = outcome.standings.iter();
    let words: Vec<String> = standings
        .map(|standing| {
            let (points, rank, utility) =
                (standing.victory_points, standing.rank, standing.utility_thousandths);
            format!("{points} VP rank {rank} utility {utility}")
        })
        .collect();
    format!("outcome {}", words.join(", "))
}
