//! The program as people meet it: `demo`, `replay` and `agent`, run as they are run from a shell.

use crate::support::{
    bot,
    service::TestService,
    wait::{POLL_INTERVAL, poll},
};
use hierophant_rules::{arcana::CardSet, catalog::RulesetId, res_arcana::FaceSet};
use std::{
    path::Path,
    process::{Command, Output, Stdio},
};

/// The program, with nothing of this process's environment that could change what it does.
fn hierophant(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hierophant"));
    command
        .args(arguments)
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// What the program wrote; it must have succeeded.
fn response(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{errors}", output.status);
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn run(arguments: &[&str]) -> String {
    response(&hierophant(arguments).output().expect("it runs"))
}

/// What the program says when it fails.
fn complaint(arguments: &[&str]) -> String {
    let output = hierophant(arguments).output().expect("it runs");
    assert!(!output.status.success());
    String::from_utf8(output.stderr).expect("text")
}

/// The narration itself: from the first turn to the end of the game.
fn narration(text: &str) -> &str {
    let first =
        ["━━━ Turn 1 ", "━━━ Round 1 "].into_iter().find_map(|first| text.split_once(first));
    let (_, narration) = first.expect("a beginning");
    narration.split_once("━━━ The game is over").expect("an end").0
}

#[test]
fn a_demo_comes_to_its_end_and_names_a_winner() {
    let text = run(&["demo", "--seed", "7"]);
    assert!(text.contains("wins"), "{text}");
    assert_eq!(text.matches("House scoring after turn").count(), 2, "{text}");
    assert_eq!(text.matches("  yes  ").count(), 4, "{text}");
    assert!(!text.contains('\u{1b}'), "colours are for terminals");
    let longest = text.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(110), "{longest:?}");
}

#[test]
fn a_demo_of_arcanoid_reads_as_well_at_every_table() {
    for seats in ["2", "4", "10"] {
        let text = run(&[
            "demo",
            "--ruleset",
            "arcanoid",
            "--rounds",
            "2",
            "--seats",
            seats,
            "--seed",
            "3",
        ]);
        assert!(text.contains("wins") || text.contains("share the victory"), "{text}");
        assert_eq!(text.matches("The battles of round").count(), 2, "{text}");
        assert_eq!(text.matches("★").count(), 8, "{text}");
        assert_eq!(text.matches("  yes  ").count(), 4, "{text}");
        let longest = text.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(110), "{longest:?}");
    }
}

#[test]
fn a_demo_of_res_arcana_reads_as_well_at_the_smallest_and_the_largest_table() {
    for seats in ["2", "4"] {
        let text = run(&["demo", "--ruleset", "res_arcana", "--seats", seats, "--seed", "3"]);
        assert!(text.contains("wins") || text.contains("share the victory"), "{text}");
        assert_eq!(text.matches("  yes  ").count(), 4, "{text}");
        let longest = text.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(110), "{longest:?}");
    }
}

#[test]
fn a_demo_of_arcana_with_all_modules_reads_as_well() {
    let modules = ["--objectives", "--militia", "--tactical-removal"];
    let demo = ["demo", "--ruleset", "arcana", "--seats", "2", "--seed", "3"];
    let text = run(&[&demo[..], &modules].concat());
    assert!(text.contains("wins") || text.contains("share the victory"), "{text}");
    assert_eq!(text.matches("  yes  ").count(), 4, "{text}");
    let longest = text.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(110), "{longest:?}");
}

#[test]
fn the_same_seed_shows_the_same_game() {
    let chance = ["commitment  ", "nonce  "];
    let run = || {
        let text = run(&[
            "demo",
            "--seed",
            "ab".repeat(32).as_str(),
            "--agents",
            "random,greedy",
            "--seats",
            "3",
        ]);
        let lines = text
            .lines()
            .filter(|line| !chance.iter().any(|chance| line.trim_start().starts_with(chance)));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

#[test]
fn a_replay_shows_what_was_sent_during_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.replay");
    let file = file.to_str().unwrap();
    // Each perspective once: a whole game is long.
    check_replay(file, &["--seats", "5", "--edition", "french"], &["2", "all"]);
    check_replay(file, &["--seats", "5", "--ruleset", "arcanoid"], &["spectator"]);
}

fn check_replay(file: &str, flags: &[&str], perspectives: &[&str]) {
    for perspective in perspectives {
        let demo = ["demo", "--perspective", perspective, "--agents", "greedy,random"];
        let shown = run(&[&demo[..], flags, &["--save", file]].concat());
        let replayed = run(&["replay", file, "--perspective", perspective]);
        assert_eq!(narration(&shown), narration(&replayed));
        // The deal is drawn anew in each run: the victory may be shared.
        assert!(replayed.contains("wins") || replayed.contains("share the victory"), "{replayed}");
    }
    assert!(narration(&run(&["replay", file])).contains("Elena holds"), "all hands are shown");
    assert!(complaint(&["replay", file, "--perspective", "5"]).contains("seats 0 to 4"));
    assert!(run(&["verify", file]).contains("yes"));
}

#[test]
fn mistakes_are_met_with_the_next_step() {
    let socket = tempfile::tempdir().unwrap();
    let unused = format!("unix:{}/unused", socket.path().display());
    let agent = |server: &str| {
        let mut command = hierophant(&["agent", "--server", server, "--game", "g"]);
        let output = command.env("HIEROPHANT_TOKEN", "h1.not-a-token").output().expect("it runs");
        String::from_utf8(output.stderr).expect("text")
    };
    assert!(agent("localhost").contains("http://host:port"));
    assert!(complaint(&["agent", "--game", "g"]).contains("HIEROPHANT_TOKEN"));
    assert!(complaint(&["agent"]).contains("--game"));
    assert!(complaint(&["demo", "--seats", "6"]).contains("arcanum has 3 to 5 seats"));
    assert!(
        complaint(&["demo", "--ruleset", "arcanoid", "--seats", "1"])
            .contains("arcanoid has 2 to 10 seats")
    );
    assert!(
        complaint(&["demo", "--ruleset", "arcanoid", "--edition", "french"])
            .contains("an option of arcanum")
    );
    assert!(complaint(&["demo", "--rounds", "2"]).contains("an option of arcanoid"));
    assert!(complaint(&["demo", "--ruleset", "chess"]).contains("arcanoid"));
    assert!(complaint(&["demo", "--agents", "unknown"]).contains("greedy"));
    assert!(complaint(&["demo", "--seats", "3", "--perspective", "3"]).contains("seats 0 to 2"));
    let replay = hierophant(&["replay", "g", "--server", &unused])
        .env("HIEROPHANT_TOKEN", "t")
        .output()
        .expect("it runs");
    let said = String::from_utf8(replay.stderr).expect("text");
    assert!(said.contains("hierophant serve"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn command_line_agents_survive_a_restart_and_never_print_their_tokens() {
    let mut service = TestService::on_disk().await;
    let game = service.game().await;
    let (address, id) = (service.address(), game.name.trim_start_matches("games/").to_owned());
    let agents: Vec<_> = (0..4)
        .map(|seat| {
            let file = service.path(&format!("token-{seat}"));
            write_token(&file, &game.tokens()[seat]);
            let mode = if seat % 2 == 0 { "stream" } else { "poll" };
            let flags = [
                "agent", "--server", &address, "--game", &id, "--mode", mode, "--policy", "random",
                "--log", "trace",
            ];
            let mut command = hierophant(&flags);
            command.arg("--token-file").arg(file).spawn().expect("it runs")
        })
        .collect();
    let mut watch = game.spectator().watch(None).await.unwrap();
    watch.snapshot().await;
    watch.update().await;
    service.restart().await;
    let waits = agents
        .into_iter()
        .map(|agent| tokio::task::spawn_blocking(move || agent.wait_with_output()));
    for waiting in waits.collect::<Vec<_>>() {
        let output = waiting.await.unwrap().expect("it runs");
        assert!(response(&output).contains("victory points"));
        let log = String::from_utf8_lossy(&output.stderr);
        assert!(log.contains("playing"), "{log}");
        for token in game.tokens() {
            assert!(!log.contains(&token));
        }
    }
}

/// Guarantee T46 (a failure recorded as success): a seat that fails is no success, to people and to
/// scripts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_whose_seat_was_not_in_the_game_to_the_end_fails() {
    let service = TestService::on_disk().await;
    let game = service.game().await;
    game.bot(0).resign().await.expect("it may");
    bot::play_on(&game.bots()[1..]).await;
    let file = service.path("token");
    write_token(&file, &game.tokens()[0]);
    let id = game.name.trim_start_matches("games/");
    let mut command =
        hierophant(&["agent", "--server", &service.address(), "--game", id, "--policy", "random"]);
    command.arg("--token-file").arg(file);
    let output =
        tokio::task::spawn_blocking(move || command.output()).await.unwrap().expect("it runs");
    assert!(!output.status.success());
    let (response, said) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(response.contains("place 4 of 4") && response.contains("(resigned)"), "{response}");
    assert!(said.contains("resigned"), "{said}");
}

fn write_token(path: &Path, token: &str) {
    std::fs::write(path, format!("{token}\n")).expect("a file for the token");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_is_registered_validated_and_retired_from_the_command_line() {
    let service = TestService::start().await;
    let said = async |words: &[&str]| {
        let mut command = hierophant(&["agent"]);
        command.args(words).args(["--server", &service.address()]);
        let output =
            tokio::task::spawn_blocking(move || command.output().expect("it runs")).await.unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let token = said(&["register", "ann", "--display-name", "Ann"]).await;
    let mut serve =
        hierophant(&["agent", "serve", "--policy", "random", "--server", &service.address()]);
    let mut serving = serve.env("HIEROPHANT_AGENT_TOKEN", token.trim()).spawn().expect("it runs");
    let connected = async || said(&["list"]).await.contains("plays 0 of 4").then_some(());
    poll("an agent that is connected", POLL_INTERVAL, connected).await;
    assert!(
        said(&["validate", "ann", "--ruleset", "arcanum"])
            .await
            .contains("passed: ann has played arcanum against itself in games/")
    );
    assert!(said(&["list"]).await.contains("ann (Ann): plays 0 of 4 games, validated for arcanum"));
    assert!(said(&["retire", "ann"]).await.contains("retired"));
    let ended =
        tokio::task::spawn_blocking(move || serving.wait().expect("it ends")).await.unwrap();
    assert!(!ended.success(), "its token opens nothing any more");
}

#[test]
fn f10_a_demo_prints_the_rules_of_every_ruleset_and_every_card_is_in_them() {
    for ruleset in RulesetId::ALL {
        let text = run(&["demo", "--ruleset", ruleset.info().id, "--rules"]);
        let cards: Vec<&str> = match ruleset {
            RulesetId::Arcanum | RulesetId::Arcanoid => {
                vec!["Fool", "Magician", "Judgement", "World"]
            }
            RulesetId::ResArcana => FaceSet::ALL.iter().map(|face| face.data().id).collect(),
            RulesetId::Arcana => CardSet::ALL.iter().map(|card| card.id()).collect(),
        };
        for part in
            ["## Goal", "## One worked ", "## What is hidden from whom"].into_iter().chain(cards)
        {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}

#[test]
fn f23_mistakes_are_reported_once_and_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let store = missing.join("games.db");
    let said = complaint(&["serve", "--store", &store.display().to_string()]);
    assert!(said.contains(&format!("the folder {} does not exist", missing.display())), "{said}");
    let said = complaint(&["replay", "missing.replay"]);
    assert!(
        said.contains("missing.replay is neither a file nor") && !said.contains("token"),
        "{said}"
    );
    assert!(complaint(&["demo", "--watch", "--speed", "0"]).contains("0.1 to 100"));
    let help = run(&["demo", "--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("two to six minutes at speed 1"), "{help}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f23_an_unknown_built_in_agent_is_named_once_with_those_that_exist() {
    let service = TestService::on_disk().await;
    let address = service.address();
    let said = tokio::task::spawn_blocking(move || {
        complaint(&[
            "arena",
            "create",
            "--server",
            &address,
            "--id",
            "a",
            "--entrants",
            "x=nobody,greedy,random,search:1",
        ])
    });
    let said = said.await.unwrap();
    assert_eq!(said.matches("there is no such built-in agent").count(), 1, "{said}");
    assert!(said.contains("there are random, greedy, search"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f23_a_validation_waits_for_a_starting_agent_and_reports_that_it_passed() {
    let service = TestService::on_disk().await;
    let address = service.address();
    let register =
        hierophant(&["agent", "register", "late", "--server", &address]).output().expect("it runs");
    let token = service.path("late-token");
    write_token(&token, response(&register).trim());
    let validate =
        hierophant(&["agent", "validate", "late", "--server", &address]).spawn().expect("it runs");
    let mut serve = hierophant(&["agent", "serve", "--policy", "random", "--server", &address])
        .arg("--token-file")
        .arg(&token)
        .spawn()
        .expect("it runs");
    let output = tokio::task::spawn_blocking(move || validate.wait_with_output().expect("it ends"))
        .await
        .unwrap();
    serve.kill().expect("it runs");
    serve.wait().expect("it ends");
    assert!(response(&output).starts_with("passed: late has played arcanum"), "{output:?}");
}
