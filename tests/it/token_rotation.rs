//! Replacing tokens: the old one opens nothing any more, at once and for ever.

use crate::support::{
    bot::{Bot, play_to_end, reason},
    secured_service::{SecuredService, refused},
};
use hierophant::{config::Limits, pb::v1 as pb};
use tonic::Code;

const GAME: &str = "games/g";

fn asked(request_id: &str) -> pb::RotateTokenRequest {
    pb::RotateTokenRequest {
        game: GAME.into(),
        request_id: format!("{request_id:-<16}"),
        ..Default::default()
    }
}

fn for_seat(seat: u32, request_id: &str) -> pb::RotateTokenRequest {
    pb::RotateTokenRequest { seat: Some(seat), ..asked(request_id) }
}

fn bot(secured: &SecuredService, token: &str) -> Bot {
    Bot::new(secured.service.channel(), GAME, token)
}

async fn is_dead(secured: &SecuredService, token: &str) {
    let bot = bot(secured, token);
    refused(bot.get_view(Default::default()).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(bot.submit(1, 0).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(bot.replay().await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(bot.watch(None).await.map(|_| ()), Code::Unauthenticated, "TOKEN_UNKNOWN");
}

#[tokio::test]
async fn an_old_token_is_dead_at_once_after_a_restart_and_after_the_end() {
    let mut secured = SecuredService::on_disk().await;
    let game = secured.created(&secured.league, "g").await;
    let mut tokens: Vec<String> = game.seat_tokens.iter().map(|seat| seat.token.clone()).collect();
    let old = tokens[1].clone();
    let new = secured.rotate(&old, asked("mine")).await.expect("by itself");
    is_dead(&secured, &old).await;
    assert!(bot(&secured, &new).view().await.decision.is_some());
    tokens[1] =
        secured.rotate(&secured.league, for_seat(1, "theirs")).await.expect("by the creator");
    is_dead(&secured, &new).await;
    secured.service.restart().await;
    for dead in [&old, &new] {
        is_dead(&secured, dead).await;
    }
    let bots: Vec<Bot> = tokens.iter().map(|token| bot(&secured, token)).collect();
    play_to_end(&bots).await;
    secured.service.restart().await;
    is_dead(&secured, &old).await;
    let (_, entries, _) = bot(&secured, &tokens[1]).replay().await.expect("it counts for ever");
    let replaced = |entry: &pb::ReplayEntry| matches!(&entry.record, Some(pb::replay_entry::Record::TokenReplaced(replaced)) if replaced.seat == Some(1));
    assert_eq!(entries.iter().filter(|entry| replaced(entry)).count(), 2);
    refused(
        secured.rotate(&tokens[1], asked("again")).await,
        Code::FailedPrecondition,
        "GAME_OVER",
    );
}

#[tokio::test]
async fn a_caller_that_lost_the_response_repeats_the_call_and_no_other_can() {
    let secured = SecuredService::open(Limits::default(), "").await;
    let game = secured.created(&secured.league, "g").await;
    let old = &game.seat_tokens[0].token;
    let new = secured.rotate(old, asked("mine")).await.unwrap();
    // The old token opens nothing, but its holder can repeat the request that replaced it.
    assert_eq!(secured.rotate(old, asked("mine")).await.unwrap(), new);
    refused(secured.rotate(old, asked("a thief's")).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    assert_eq!(secured.rotate(&new, asked("mine")).await.unwrap(), new);
    let newer = secured.rotate(&new, asked("again")).await.unwrap();
    refused(secured.rotate(old, asked("mine")).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(secured.rotate(&new, asked("mine")).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    refused(secured.rotate(&newer, asked("mine")).await, Code::AlreadyExists, "REQUEST_ID_REUSED");
    assert_eq!(secured.rotate(&secured.ops, for_seat(0, "again")).await.unwrap(), newer);
    assert!(bot(&secured, &newer).view().await.decision.is_some());
}

#[tokio::test]
async fn a_seat_replaces_its_own_token_and_only_the_creator_and_operators_others() {
    let secured = SecuredService::open(Limits::default(), "").await;
    let game = secured.created(&secured.league, "g").await;
    let seat = &game.seat_tokens[0].token;
    refused(
        secured.rotate(seat, for_seat(1, "x")).await,
        Code::PermissionDenied,
        "TOKEN_NOT_PERMITTED",
    );
    refused(
        secured.rotate(&secured.lab, for_seat(1, "x")).await,
        Code::PermissionDenied,
        "TOKEN_NOT_PERMITTED",
    );
    refused(
        secured.rotate("unknown", for_seat(1, "x")).await,
        Code::Unauthenticated,
        "TOKEN_UNKNOWN",
    );
    let spectators = pb::RotateTokenRequest { spectators: true, ..asked("spectators") };
    refused(
        secured.rotate(&game.spectator_token, asked("x")).await,
        Code::PermissionDenied,
        "TOKEN_NOT_PERMITTED",
    );
    refused(
        secured.rotate(seat, spectators.clone()).await,
        Code::PermissionDenied,
        "TOKEN_NOT_PERMITTED",
    );
    for wrong in [
        asked("whose?"),
        for_seat(4, "no such seat"),
        pb::RotateTokenRequest { seat: Some(0), ..spectators.clone() },
        pb::RotateTokenRequest { request_id: "short".into(), ..for_seat(0, "") },
    ] {
        refused(
            secured.rotate(&secured.league, wrong).await,
            Code::InvalidArgument,
            "INVALID_FIELD",
        );
    }
    let new = secured.rotate(&secured.league, spectators).await.expect("by the creator");
    is_dead(&secured, &game.spectator_token).await;
    bot(&secured, &new).view().await;
    bot(&secured, seat).view().await;
}

#[tokio::test]
async fn streams_and_waits_of_an_old_token_end_and_others_notice_nothing() {
    let secured = SecuredService::open(Limits::default(), "").await;
    let game = secured.created(&secured.league, "g").await;
    let seat = |number: usize| bot(&secured, &game.seat_tokens[number].token);
    let (mut mine, mut other) =
        (seat(0).watch(None).await.unwrap(), seat(1).watch(None).await.unwrap());
    let before = other.snapshot().await;
    mine.snapshot().await;
    let waiting = tokio::spawn({
        let bot = seat(0);
        async move {
            let wait_for = pb::WaitFor::NewerVersion.into();
            bot.get_view(pb::GetViewRequest {
                wait_for,
                known_view_version: 1_000,
                ..Default::default()
            })
            .await
        }
    });
    // Two streams' heartbeats, and the wait.
    secured.service.clock.until_sleeping(3).await;
    let new = secured.rotate(&game.seat_tokens[0].token, asked("mine")).await.unwrap();
    let end = mine.next().await.expect("a reason").expect_err("it ends");
    assert_eq!((end.code(), reason(&end).as_str()), (Code::Unauthenticated, "TOKEN_UNKNOWN"));
    refused(waiting.await.unwrap(), Code::Unauthenticated, "TOKEN_UNKNOWN");
    assert_eq!(seat(1).view().await, before);
    let mut resumed = bot(&secured, &new).watch(Some(before.view_version)).await.unwrap();
    for number in 1..4 {
        seat(number).act(|_| 0).await;
    }
    bot(&secured, &new).act(|_| 0).await.expect("asked");
    other.update().await;
    resumed.update().await;
}
