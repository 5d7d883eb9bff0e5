//! Res Arcana at every size of table, across restarts; and the draft, in which all seats pick
//! together and packets are hidden.

use crate::support::{
    bot::{Bot, play_to_end, some},
    service::{TestGame, TestService},
};
use hierophant::{
    pb::{
        res_arcana::v1 as res_arcana,
        v1::{self as pb, watch_game_response::Message},
    },
    verify::verify,
};

fn request(setup: res_arcana::Setup) -> pb::CreateGameRequest {
    let setup = pb::Setup { ruleset: Some(pb::setup::Ruleset::ResArcana(setup)) };
    pb::CreateGameRequest { setup: Some(setup), ..Default::default() }
}

fn draft(players: u32) -> res_arcana::Setup {
    let deal = Some(res_arcana::setup::Deal::Draft(Default::default()));
    res_arcana::Setup { players, deal, ..Default::default() }
}

fn res_arcana(view: pb::View) -> res_arcana::View {
    let Some(pb::view::Ruleset::ResArcana(view)) = view.ruleset else {
        panic!("a view of Res Arcana")
    };
    view
}

fn viewers(game: &TestGame) -> Vec<Bot> {
    game.bots().into_iter().chain([game.spectator()]).collect()
}

async fn views(game: &TestGame) -> Vec<pb::View> {
    let mut seen = Vec::new();
    for viewer in viewers(game) {
        seen.push(viewer.view().await);
    }
    seen
}

async fn check_table(setup: res_arcana::Setup, answers: usize) {
    let players = setup.players as usize;
    let mut service = TestService::on_disk().await;
    let game =
        service.create(pb::CreateGameRequest { seed: Some(vec![7; 32]), ..request(setup) }).await;
    let bots = game.bots();
    assert_eq!(bots.len(), players);
    for turn in 0..answers {
        bots[turn % players].act(some(turn)).await;
    }
    let before = views(&game).await;
    assert_eq!(before[0].status(), pb::GameStatus::Live, "there is something left to play");

    service.restart().await;
    let game = game.again(&service);
    assert_eq!(views(&game).await, before, "the same views, the same pending decisions");
    play_to_end(&game.bots()).await;
    let last = game.spectator().view().await;
    let standings = last.outcome.clone().expect("the end").standings;
    let points: Vec<u32> =
        standings.iter().map(|it| u32::try_from(it.victory_points).expect("no loss")).collect();
    let last = res_arcana(last);
    assert!(last.ended);
    assert_eq!(last.points, points, "the outcome has the points of the last check");
    assert!(verify(&game.spectator().whole_replay().await).expect("our own rules").holds());
}

#[tokio::test]
async fn two_three_and_four_play_a_game_across_a_restart() {
    for players in 2..=4 {
        check_table(res_arcana::Setup { players, ..Default::default() }, 10 * players as usize)
            .await;
    }
}

#[tokio::test]
async fn a_restart_in_the_middle_of_a_draft_forgets_no_pick() {
    for players in 2..=4 {
        // Not all have answered: picks that wait for others are kept as well.
        check_table(draft(players), 3 * players as usize + 1).await;
    }
}

#[tokio::test]
async fn built_in_agents_play_at_every_table() {
    let service = TestService::start().await;
    for players in 2..=4 {
        let house = |name: &&str| pb::SeatRequest {
            occupant: Some(pb::seat_request::Occupant::BuiltInAgent((*name).into())),
            ..Default::default()
        };
        let seats =
            hierophant_agents::NAMES.iter().cycle().take(players as usize).map(house).collect();
        let game = service.create(pb::CreateGameRequest { seats, ..request(draft(players)) }).await;
        let mut stream = game.spectator().watch(None).await.unwrap();
        loop {
            if let Message::Ended(ended) = stream.message().await {
                assert_eq!(ended.view.unwrap().outcome.unwrap().standings.len(), players as usize);
                break;
            }
        }
        assert!(verify(&game.spectator().whole_replay().await).expect("our own rules").holds());
    }
}

#[tokio::test]
async fn a_pick_of_a_draft_shows_to_nobody_until_all_have_picked() {
    let service = TestService::start().await;
    let game = service.create(request(draft(4))).await;
    let bots = game.bots();
    let before = views(&game).await;
    assert!(before[4].decision.is_none(), "spectators are never asked");
    assert_eq!(before[4].asked_seats, [0, 1, 2, 3]);
    for bot in &bots[..3] {
        bot.act(some(1)).await.expect("asked");
    }
    let waiting = views(&game).await;
    assert_eq!(waiting[3], before[3], "the last one to pick sees no trace of the others' picks");
    assert_eq!(waiting[4], before[4], "nor do spectators");
    for (seat, view) in waiting.into_iter().take(3).enumerate() {
        assert!(view.decision.is_none(), "seat {seat} has picked");
        assert!(res_arcana(view).answer.is_some(), "seat {seat} sees its own pick");
    }
    bots[3].act(some(1)).await.expect("asked");
    assert_ne!(
        views(&game).await[3].view_version,
        before[3].view_version,
        "now packets are passed on"
    );
}
