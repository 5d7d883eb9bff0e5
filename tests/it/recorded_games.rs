//! Rules that change: a game keeps the version that it was created with, and what was recorded once
//! is verified for ever.

use crate::support::{
    bot::{self, play_to_end, reason, some},
    clocks::{self, one_second},
    service::{TestGame, TestService, request},
};
use hierophant::{client::Replay, pb::v1 as pb, verify::verify};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// A version that only tests know: VIII Strength gives ten times as much.
const TRIAL: u32 = 1_000;

/// Guarantee T25 (a rules fix made running games unreplayable): two versions side by side, over a
/// restart, on one store.
#[tokio::test]
async fn a_game_ends_by_the_rules_that_it_began_with() {
    let mut service = TestService::on_disk().await;
    let newest =
        service.client().get_ruleset(pb::GetRulesetRequest { ruleset: "arcanum".into() }).await;
    let ruleset = newest.unwrap().into_inner().ruleset.unwrap();
    assert_eq!((ruleset.version, ruleset.versions.as_slice()), (1, &[1, TRIAL][..]));
    let ask = |rules_version| pb::CreateGameRequest {
        rules_version,
        seed: Some(vec![6; 32]),
        ..request()
    };
    let old = service.create(ask(0)).await;
    let new = service.create(ask(TRIAL)).await;
    for turn in 0..30 {
        for game in [&old, &new] {
            game.bot(turn % 4).act(some(turn)).await;
        }
    }
    service.restart().await;
    let mut points = Vec::new();
    for (game, version) in [(old.again(&service), 1), (new.again(&service), TRIAL)] {
        play_to_end(&game.bots()).await;
        let replay = game.spectator().whole_replay().await;
        assert_eq!(replay.header.game.as_ref().unwrap().rules_version, version);
        assert!(verify(&replay).expect("both versions are known").holds());
        let mut forged = replay.clone();
        forged.header.game.as_mut().unwrap().rules_version = if version == 1 { TRIAL } else { 1 };
        assert!(!verify(&forged).unwrap().holds(), "it is pinned by the commitment as well");
        points.push(
            replay
                .ended()
                .unwrap()
                .outcome
                .unwrap()
                .standings
                .iter()
                .map(|it| it.victory_points)
                .sum::<i32>(),
        );
    }
    assert!(points[1] > points[0], "the other rules show: {points:?}");
}

#[tokio::test]
async fn unknown_rules_versions_are_refused() {
    let service = TestService::start().await;
    let refused = service
        .client()
        .create_game(pb::CreateGameRequest { rules_version: 7, ..request() })
        .await
        .unwrap_err();
    assert_eq!(reason(&refused), "INVALID_FIELD");
    assert!(refused.message().contains("rules_version"), "{refused}");
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("corpus")
}

/// What is recorded: between them every kind of record.
async fn recorded(service: &TestService, name: &str) -> TestGame {
    let seed = Some(name.bytes().cycle().take(32).collect());
    let players = |players| pb::Setup {
        ruleset: Some(pb::setup::Ruleset::Arcanum(hierophant::pb::arcanum::v1::Setup {
            players,
            ..Default::default()
        })),
    };
    let arcanoid = |players| {
        let setup =
            hierophant::pb::arcanoid::v1::Setup { players, rounds: Some(2), ..Default::default() };
        let ruleset = Some(pb::setup::Ruleset::Arcanoid(setup));
        pb::CreateGameRequest { setup: Some(pb::Setup { ruleset }), ..Default::default() }
    };
    let res_arcana = |players| {
        let setup = hierophant::pb::res_arcana::v1::Setup { players, ..Default::default() };
        let ruleset = Some(pb::setup::Ruleset::ResArcana(setup));
        pb::CreateGameRequest { setup: Some(pb::Setup { ruleset }), ..Default::default() }
    };
    let arcana = |players| {
        let setup = hierophant::pb::arcana::v1::Setup {
            players,
            objectives: true,
            militia: true,
            tactical_removal: true,
            ..Default::default()
        };
        let ruleset = Some(pb::setup::Ruleset::Arcana(setup));
        pb::CreateGameRequest { setup: Some(pb::Setup { ruleset }), ..Default::default() }
    };
    let asked = match name {
        "arcana-v1-two" => arcana(2),
        "arcana-v1-three" => arcana(3),
        "arcana-v1-four" => arcana(4),
        "res_arcana-v1-two" => res_arcana(2),
        "res_arcana-v1-three" => res_arcana(3),
        "res_arcana-v1-four" => res_arcana(4),
        "arcanoid-v1-two" => arcanoid(2),
        "arcanoid-v1-five" => arcanoid(5),
        "arcanoid-v1-ten" => arcanoid(10),
        "arcanum-v1-three" => pb::CreateGameRequest { setup: Some(players(3)), ..request() },
        "arcanum-v1-five" => pb::CreateGameRequest { setup: Some(players(5)), ..request() },
        "arcanum-v1-out" => pb::CreateGameRequest { illegal_answers_max: Some(1), ..request() },
        "arcanum-v1-slow" => {
            pb::CreateGameRequest { time_control: Some(one_second()), ..request() }
        }
        _ => request(),
    };
    let game = service.create(pb::CreateGameRequest { seed, ..asked }).await;
    let bots = game.bots();
    match name {
        "arcanum-v1-out" => {
            bots[1].resign().await.expect("it may");
            for _ in 0..2 {
                bots[2].submit(1, 1).await.expect_err("that is no action of the first decision");
            }
            bot::play_on(&[bots[0].clone(), bots[3].clone()]).await;
        }
        "arcanum-v1-slow" => drop(clocks::run_out(service, &game).await),
        "arcanum-v1-cut" => {
            bots[0].act(|_| 0).await.expect("asked");
            bot::abort(service, &game.name).await.expect("it may");
        }
        _ => drop(play_to_end(&bots).await),
    }
    game
}

const RECORDED: [&str; 15] = [
    "arcanum-v1-three",
    "arcanum-v1-four",
    "arcanum-v1-five",
    "arcanum-v1-out",
    "arcanum-v1-slow",
    "arcanum-v1-cut",
    "arcanoid-v1-two",
    "arcanoid-v1-five",
    "arcanoid-v1-ten",
    "res_arcana-v1-two",
    "res_arcana-v1-three",
    "res_arcana-v1-four",
    "arcana-v1-two",
    "arcana-v1-three",
    "arcana-v1-four",
];

/// Guarantee T25 (a rules fix made running games unreplayable): files are added and never changed.
/// `UPDATE_EXPECT=1` records what is missing.
#[tokio::test]
async fn every_game_that_was_ever_recorded_still_holds() {
    if std::env::var("UPDATE_EXPECT").is_ok_and(|value| value == "1") {
        let service = TestService::start().await;
        for name in RECORDED {
            let path = corpus().join(name).with_extension("replay");
            if !path.exists() {
                let replay = recorded(&service, name).await.spectator().whole_replay().await;
                std::fs::create_dir_all(corpus()).expect("the folder can be made");
                std::fs::write(path, replay.save()).expect("the file can be written");
            }
        }
    }
    let mut kinds = BTreeSet::new();
    for name in RECORDED {
        let bytes = std::fs::read(corpus().join(name).with_extension("replay"))
            .expect("recorded games stay");
        let replay = Replay::load(&bytes).expect("a replay");
        let verdict = verify(&replay).expect("a version of the rules is never forgotten");
        assert!(verdict.holds(), "{name}: {verdict:?}");
        kinds.extend(replay.entries.iter().filter_map(|entry| entry.record.as_ref()).map(kind));
    }
    assert!(kinds.len() >= 5, "{kinds:?}");
}

fn kind(record: &pb::replay_entry::Record) -> &'static str {
    use pb::replay_entry::Record;
    match record {
        Record::Dealt(_) => "dealt",
        Record::Answered(_) => "answered",
        Record::SeatOut(_) => "seat out",
        Record::IllegalAnswer(_) => "illegal answer",
        Record::Resumed(_) => "resumed",
        Record::Cut(_) => "cut",
        Record::TokenReplaced(_) => "token replaced",
        Record::SeatAttended(_) => "seat attended",
        Record::ClocksStarted(_) => "clocks started",
        Record::ClocksCredited(_) => "clocks credited",
    }
}
