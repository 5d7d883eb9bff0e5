//! Hypotheses of tournaments: what counts doesn't depend on the machine, and how many games they
//! take.

use crate::support::{
    service::TestService,
    tournaments::{built_in, create, results, round_robin, timeless, until_complete},
};
use hierophant::pb::v1 as pb;
use std::process::Command;

const BINARY: &str = env!("CARGO_BIN_EXE_hierophant");

/// A tournament that ends by its answer, with at most this number of games at a time: where it
/// ended, and what counts.
async fn answered(games_at_once_max: u32) -> (pb::Tournament, Vec<pb::SlotResult>) {
    let service = TestService::start().await;
    let hypothesis = Some(pb::Hypothesis {
        better: "greedy".into(),
        than: "random".into(),
        confidence_thousandths: 0,
    });
    let entrants = built_in(&["greedy", "random", "bob"]);
    let config =
        pb::TournamentConfig { hypothesis, games_at_once_max, ..round_robin(entrants, 3, 400) };
    let created = create(&service, "cup", config).await;
    let hypothesis = created.config.expect("as asked").hypothesis.expect("as asked");
    assert_eq!(hypothesis.confidence_thousandths, 950, "unless it is asked for otherwise");
    let ended = until_complete(&service, "tournaments/cup").await;
    let mut found = results(&service, "tournaments/cup", 0).await;
    assert_eq!(found.len() as u32, ended.slots_done);
    found.retain(|result| result.slot < ended.slots_counted);
    (ended, timeless(&found))
}

#[tokio::test]
async fn s06_what_counts_does_not_depend_on_how_many_games_are_played_at_once() {
    let (one, counted) = answered(1).await;
    assert_eq!(one.answer(), pb::Answer::Better);
    assert!(
        0 < one.slots_counted
            && one.slots_counted <= one.slots_done
            && one.slots_done < one.slots_total
    );
    assert_eq!(counted.len() as u32, one.slots_counted);
    for games_at_once_max in [5, 32] {
        let (many, same) = answered(games_at_once_max).await;
        assert_eq!(
            (many.answer(), many.slots_counted),
            (one.answer(), one.slots_counted),
            "{games_at_once_max} at once"
        );
        assert_eq!(same, counted, "{games_at_once_max} at once");
    }
}

fn plan(arguments: &[&str]) -> (bool, String, String) {
    let output =
        Command::new(BINARY).args(["arena", "plan"]).args(arguments).output().expect("the program");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn s09_the_command_line_says_how_many_games_a_margin_takes() {
    let entrants = [
        "--entrants",
        "greedy,random,other=random,third=random",
        "--margin",
        "0.6",
        "--games-per-minute",
        "60",
    ];
    let (is_well, response, said) = plan(&entrants);
    assert!(is_well, "{said}");
    for part in [
        "Is greedy better than random?",
        "--mode independent",
        "--mode repeated",
        "24 seatings, 4 of them different games",
        "about ",
    ] {
        assert!(response.contains(part), "{part} in {response}");
    }
    let (is_well, response, said) = plan(&[&entrants[..], &["--json"]].concat());
    assert!(
        is_well
            && response.contains("\"distinct_games_per_deal\": 4")
            && response.contains("\"games_per_minute\": 60.0"),
        "{response} {said}"
    );
    let (is_well, _, said) = plan(&[&entrants[..], &["--stop-when", "other>third"]].concat());
    assert!(!is_well && said.contains("the same deterministic player plays for both"), "{said}");
}

#[test]
fn s03_a_hypothesis_that_cannot_be_decided_is_warned_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |deals: &str| {
        let output = Command::new(BINARY)
            .current_dir(folder.path())
            .args([
                "arena",
                "run",
                "--ruleset",
                "arcanoid",
                "--seats",
                "3",
                "--entrants",
                "greedy,random,bob=random",
            ])
            .args([
                "--stop-when",
                "greedy>random",
                "--deals",
                deals,
                "--id",
                &format!("with-{deals}"),
            ])
            .output()
            .expect("the program");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "{}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    let (response, said) = run("2");
    assert!(
        said.contains("too few for any answer")
            && said.contains("meet on 2")
            && said.contains("takes 7"),
        "{said}"
    );
    assert!(
        response.contains("Margin: ") && response.contains("whenever the tournament is stopped"),
        "{response}"
    );
    assert!(response.contains("Copies: one built-in agent each for random and bob"), "{response}");
    let (_, said) = run("8");
    assert!(!said.contains("too few") && said.contains("a margin below"), "{said}");
}
