//! Arcana across restarts, at every size of table; and the choice of objectives, which all seats
//! make together.

use crate::support::{
    bot::{Bot, play_to_end, some},
    service::{TestGame, TestService},
};
use hierophant::{
    pb::{
        arcana::v1 as arcana,
        v1::{self as pb, watch_game_response::Message},
    },
    verify::verify,
};

fn request(setup: arcana::Setup) -> pb::CreateGameRequest {
    let setup = pb::Setup { ruleset: Some(pb::setup::Ruleset::Arcana(setup)) };
    pb::CreateGameRequest { setup: Some(setup), ..Default::default() }
}

fn with_modules(players: u32) -> arcana::Setup {
    arcana::Setup {
        players,
        objectives: true,
        militia: true,
        tactical_removal: true,
        ..Default::default()
    }
}

fn arcana(view: pb::View) -> arcana::View {
    let Some(pb::view::Ruleset::Arcana(view)) = view.ruleset else { panic!("a view of Arcana") };
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

/// Plays so many answers, each by a seat that is asked.
async fn play(bots: &[Bot], answers: usize) {
    let mut given = 0;
    while given < answers {
        for bot in bots {
            if bot.view().await.decision.is_some() && given < answers {
                bot.act(some(given)).await.expect("it is asked");
                given += 1;
            }
        }
    }
}

/// Restarts after so many answers and compares what is seen. Returns the game, and the service that
/// plays it.
async fn restarted(setup: arcana::Setup, answers: usize) -> (TestGame, TestService) {
    let mut service = TestService::on_disk().await;
    let game =
        service.create(pb::CreateGameRequest { seed: Some(vec![7; 32]), ..request(setup) }).await;
    play(&game.bots(), answers).await;
    let before = views(&game).await;
    assert_eq!(before[0].status(), pb::GameStatus::Live, "there is something left to play");

    service.restart().await;
    let game = game.again(&service);
    assert_eq!(views(&game).await, before, "the same views, the same pending decisions");
    (game, service)
}

#[tokio::test]
async fn a_restart_while_objectives_are_chosen_forgets_no_pick() {
    for players in 2..=4 {
        // Not all have answered: picks that wait for others are kept as well.
        let (game, _service) = restarted(with_modules(players), 2 * players as usize - 1).await;
        play(&game.bots(), 1).await;
        let shown = arcana(game.spectator().view().await);
        assert!(shown.round == 1 && shown.answer.is_none(), "all have chosen, and play begins");
    }
}

#[tokio::test]
async fn a_game_of_arcana_is_played_to_its_end_across_a_restart() {
    let (game, _service) = restarted(with_modules(3), 75).await;
    play_to_end(&game.bots()).await;
    let last = game.spectator().view().await;
    assert_eq!(last.outcome.clone().expect("the end").standings.len(), 3);
    let last = arcana(last);
    assert!(last.ended);
    assert!(last.players.iter().all(|player| player.kept.len() == 2), "objectives are shown");
    assert!(verify(&game.spectator().whole_replay().await).expect("our own rules").holds());
}

#[tokio::test]
async fn built_in_agents_play_arcana() {
    let service = TestService::start().await;
    let built_in = |name: &&str| pb::SeatRequest {
        occupant: Some(pb::seat_request::Occupant::BuiltInAgent((*name).into())),
        ..Default::default()
    };
    let seats = ["greedy", "random", "search:2"].iter().map(built_in).collect();
    let game = service.create(pb::CreateGameRequest { seats, ..request(with_modules(3)) }).await;
    let mut stream = game.spectator().watch(None).await.unwrap();
    loop {
        if let Message::Ended(ended) = stream.message().await {
            assert_eq!(ended.view.unwrap().outcome.unwrap().standings.len(), 3);
            break;
        }
    }
}

#[tokio::test]
async fn objectives_show_to_nobody_until_all_have_chosen() {
    let service = TestService::start().await;
    let game = service.create(request(with_modules(4))).await;
    let bots = game.bots();
    let before = views(&game).await;
    assert!(before[4].decision.is_none(), "spectators are never asked");
    assert_eq!(before[4].asked_seats, [0, 1, 2, 3]);
    for bot in &bots[..3] {
        bot.act(some(0)).await.expect("asked");
        bot.act(some(0)).await.expect("asked");
    }
    let waiting = views(&game).await;
    assert_eq!(waiting[3], before[3], "the last one to choose sees no trace of the others' picks");
    assert_eq!(waiting[4], before[4], "nor do spectators");
    for (seat, view) in waiting.into_iter().take(3).enumerate() {
        assert!(view.decision.is_none(), "seat {seat} has chosen");
        assert!(arcana(view).answer.is_some(), "seat {seat} sees its own picks");
    }
}
