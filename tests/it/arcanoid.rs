//! Arcanoid at the smallest, the usual and the largest table; and its Devil, who has no seat.

use crate::support::{
    bot::{Bot, play_to_end, some},
    service::{TestGame, TestService},
};
use hierophant::{
    pb::{
        arcanoid::v1 as arcanoid,
        v1::{self as pb, decision::Actor, watch_game_response::Message},
    },
    verify::verify,
};

/// The code of playing XV Devil.
const PLAY_DEVIL: u32 = 128 + 71;

fn request(setup: arcanoid::Setup) -> pb::CreateGameRequest {
    let setup = pb::Setup { ruleset: Some(pb::setup::Ruleset::Arcanoid(setup)) };
    pb::CreateGameRequest { setup: Some(setup), ..Default::default() }
}

fn arcanoid(view: pb::View) -> arcanoid::View {
    let Some(pb::view::Ruleset::Arcanoid(view)) = view.ruleset else {
        panic!("a view of Arcanoid")
    };
    view
}

/// Each seat answers at most `answers` times, or to the end of the game.
async fn play(game: &TestGame, answers: usize) {
    let bots = game.bots();
    for turn in 0..answers {
        bots[turn % bots.len()].act(some(turn)).await;
    }
}

async fn check_table(players: u32) {
    let mut service = TestService::on_disk().await;
    let setup = arcanoid::Setup { players, rounds: Some(1), ..Default::default() };
    let game =
        service.create(pb::CreateGameRequest { seed: Some(vec![7; 32]), ..request(setup) }).await;
    assert_eq!(game.bots().len(), players as usize);
    play(&game, 10 * players as usize).await;
    let viewers: Vec<Bot> = game.bots().into_iter().chain([game.spectator()]).collect();
    let mut before = Vec::new();
    for viewer in &viewers {
        before.push(viewer.view().await);
    }
    assert_eq!(before[0].status(), pb::GameStatus::Live, "there is something left to play");

    service.restart().await;
    let game = game.again(&service);
    for (viewer, before) in game.bots().into_iter().chain([game.spectator()]).zip(before) {
        assert_eq!(viewer.view().await, before, "the same view, the same pending decision");
    }
    play_to_end(&game.bots()).await;
    let last = game.spectator().view().await;
    let outcome = last.outcome.clone().expect("the end");
    assert_eq!(outcome.standings.len(), players as usize);
    assert_eq!(
        outcome.standings.iter().map(|seat| seat.victory_points).sum::<i32>(),
        4,
        "one for each battle"
    );
    assert_eq!(arcanoid(last).results.len(), 1);
    assert!(verify(&game.spectator().whole_replay().await).expect("our own rules").holds());
}

#[tokio::test]
async fn two_play_a_game_across_a_restart() {
    check_table(2).await;
}

#[tokio::test]
async fn four_play_a_game_across_a_restart() {
    check_table(4).await;
}

#[tokio::test]
async fn ten_play_a_game_across_a_restart() {
    check_table(10).await;
}

#[tokio::test]
async fn built_in_agents_play_at_the_smallest_and_the_largest_table() {
    let service = TestService::start().await;
    for players in [2, 10] {
        let built_in = |name: &&str| pb::SeatRequest {
            occupant: Some(pb::seat_request::Occupant::BuiltInAgent((*name).into())),
            ..Default::default()
        };
        let seats =
            hierophant_agents::NAMES.iter().cycle().take(players as usize).map(built_in).collect();
        let setup = arcanoid::Setup { players, rounds: Some(1), ..Default::default() };
        let game = service.create(pb::CreateGameRequest { seats, ..request(setup) }).await;
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
async fn the_seat_that_brought_the_devil_answers_for_it_and_knows_so() {
    let service = TestService::start().await;
    let mut for_the_devil = 0;
    for seed in 0..20 {
        let setup = arcanoid::Setup { rounds: Some(1), ..Default::default() };
        let game = service
            .create(pb::CreateGameRequest { seed: Some(vec![seed; 32]), ..request(setup) })
            .await;
        let bots = game.bots();
        for turn in 0..240 {
            let (seat, bot) = (turn % bots.len(), &bots[turn % bots.len()]);
            let view = bot.view().await;
            let Some(decision) = view.decision.clone() else { continue };
            let codes = &decision.legal_codes;
            let code = if codes.contains(&PLAY_DEVIL) {
                PLAY_DEVIL
            } else {
                codes[some(turn)(codes.len())]
            };
            match decision.actor.expect("a decision has an actor") {
                Actor::Seat(number) => assert_eq!(number as usize, seat),
                Actor::VirtualPlayer(pb::VirtualPlayer {}) => {
                    assert_eq!(arcanoid(view).devil, Some(seat as u32));
                    for_the_devil += 1;
                }
            }
            bot.submit(decision.decision_id, code).await.expect("a legal action is taken");
        }
        if for_the_devil > 3 {
            return;
        }
    }
    panic!("the Devil should have come");
}

#[tokio::test]
async fn a_spectator_counts_hands_and_sees_none() {
    let service = TestService::start().await;
    let game = service.create(request(arcanoid::Setup::default())).await;
    for turn in 0..80 {
        game.bot(turn % 4).act(some(turn)).await;
        let view = game.spectator().view().await;
        assert_eq!(view.decision, None);
        let seen = arcanoid(view);
        assert!(seen.hand.is_empty() && seen.answer.is_none() && seen.hand_sizes.len() == 4);
    }
}
