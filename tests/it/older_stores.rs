//! A store that an older version has made opens: its games continue, and what was sent about them
//! still holds.

use crate::support::{
    bot::{Bot, play_to_end, reason},
    service::{self, TestService},
};
use hierophant::{client::Client, pb::v1 as pb, verify::verify};
use std::{fs, os::unix::fs::PermissionsExt, path::Path};

/// Token, view version and digest of each viewer: the seats, then the spectators.
type Sent = [(&'static str, u32, &'static str); 5];

/// What was sent about the game that had ended.
const ENDED: Sent = [
    (
        "AQAAAAABCERIVmF5SnAzBWVuZGVkD2vTx2kCUx-KJI9jBr3KuineWrGyuEkYMxFaEIzspLM",
        161,
        "186d1e0f4db41becd9029d0b5bf63e1fb0715fa8923afac42b9efbb321ea12ac",
    ),
    (
        "AQEAAAABCERIVmF5SnAzBWVuZGVk9p_jOQjn__6VQYmAEhusLWYcDxjadm7BcIRIgf69InA",
        161,
        "4a2f196e571aae88eb6c7ffd8dacad897d3a55b451f404e1a8de8eb1c0f6ffca",
    ),
    (
        "AQIAAAABCERIVmF5SnAzBWVuZGVkwdqn6_57OuUeS0zHdKNOoFUcneP4j9H7hJ3L8NR6T-4",
        164,
        "1946b56800e83c3fbecf0d894ef0f6354d7ace6adcfbcf445cbc67045011ceb6",
    ),
    (
        "AQMAAAABCERIVmF5SnAzBWVuZGVkBZpOXmLp85jBuFAWzmTB1hTc2WS-tjIymzLKRZl3Tzg",
        161,
        "e3d2abba719cc35fa6143fc3854ecdba52d4360b1d432fe11f156c3dda03393d",
    ),
    (
        "Af8AAAABCERIVmF5SnAzBWVuZGVkHl3i5HFTKAVOzk2hG8FQmzbae7N3RXIW9NAdo8mHA8Y",
        152,
        "bb98050f5c183cef63b78189c8d67ce28ddc37ab7d10a956d938ddcd39f6735a",
    ),
];

/// What was sent about the game in play.
const LIVE: Sent = [
    (
        "AQAAAAABCERIVmF5SnAzBGxpdmXyWDrVbrEjsTmzVKNQUk4wtWCZs4QvzzFL9IFArachVQ",
        20,
        "1242ff93537e128438c0c132579ab0872bd703a4f6742c7bb45bb82e017a0900",
    ),
    (
        "AQEAAAABCERIVmF5SnAzBGxpdmXHw-BWEZfNxIAjMryM-09LcLPxZsYv-gPTusTswCcYtA",
        19,
        "c23c840b710cd66f8d916407266b19fff2dc1e0e0ac4144249800357f725e8a0",
    ),
    (
        "AQIAAAABCERIVmF5SnAzBGxpdmXFBQJ8XKccl5wZU12v-dB8pBl0zoju4p8fxFZbfmocWw",
        18,
        "927e8849bd2f5a9c577268f9dee4aceec4e0a3777d8a0bfe1aff4390090eb0ea",
    ),
    (
        "AQMAAAABCERIVmF5SnAzBGxpdmVT2MnG3mk05-I_VZGQN9cThMiZeUb3zuJIfdQkSpWKdA",
        20,
        "089744fabcd9a0c39d06c7095221a903a4eba84d59f93994e01aebe83e2a580c",
    ),
    (
        "Af8AAAABCERIVmF5SnAzBGxpdmUc0k1XR8gZWjbaMif7AM7DBqFMQ-7gI0vHXwnU7XtSpw",
        17,
        "15953e0384907b65c73b37e33201b94b2f1b97a0c01036dab5bcec3e1bd1314d",
    ),
];

/// The last answer in the game in play: seat, decision, action, view version in the response.
const LAST_ANSWER: (usize, u32, u32, u32) = (0, 9, 6, 20);

/// Makes the store of layout 1 that lies in `stores/`.
pub(crate) fn layout_1(folder: &Path) {
    let store = rusqlite::Connection::open(folder.join("games.db")).expect("a new file");
    store.execute_batch(include_str!("stores/layout_1.sql")).expect("the script is sound");
    let keys = folder.join("keys");
    fs::write(&keys, include_str!("stores/layout_1.keys")).expect("a new file");
    fs::set_permissions(&keys, fs::Permissions::from_mode(0o600)).expect("it is ours");
}

fn bots(service: &TestService, game: &str, sent: &Sent) -> Vec<Bot> {
    sent.iter()
        .map(|(token, ..)| Bot::new(service.channel(), &format!("games/{game}"), token))
        .collect()
}

async fn check_sent(service: &TestService, game: &str, sent: &Sent) {
    for (bot, (_, version, digest)) in bots(service, game, sent).iter().zip(sent) {
        let view = bot.view().await;
        let shown: String = view.digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!((view.view_version, shown.as_str()), (*version, *digest), "{game}");
    }
}

#[tokio::test]
async fn games_of_a_layout_1_store_continue_and_verify() {
    let mut service = TestService::on_store(layout_1).await;
    for _ in 0..2 {
        check_sent(&service, "ended", &ENDED).await;
        check_sent(&service, "live", &LIVE).await;
        service.restart().await;
    }
    let seats = bots(&service, "live", &LIVE);
    let (seat, decision, action, version) = LAST_ANSWER;
    let again = seats[seat].submit(decision, action).await.expect("an answer of then, once more");
    assert_eq!(
        (again.decision_id, again.action_code, again.view_version),
        (decision, action, version)
    );
    let other = seats[seat].submit(decision, action - 1).await.expect_err("another answer");
    assert_eq!(reason(&other), "ALREADY_ANSWERED");

    play_to_end(&seats[..4]).await;
    service.restart().await;
    let client = Client::new(&service.address()).unwrap();
    for (game, sent) in [("ended", ENDED), ("live", LIVE)] {
        let replay = client.game_client(game, sent[0].0).unwrap().replay().await.expect("a replay");
        let verdict = verify(&replay).expect("the rules are known");
        assert!(verdict.holds(), "{game}: {verdict:?}");
    }
    let request = pb::ListGamesRequest::default();
    let listed = service.client().list_games(request).await.unwrap().into_inner().games;
    let kept: Vec<_> =
        listed.iter().map(|game| (game.name.as_str(), game.labels["kept"].as_str())).collect();
    assert_eq!(kept, [("games/ended", "ended"), ("games/live", "live")]);
    for game in listed {
        assert_eq!(
            game.outcome.expect("it is over").ending(),
            pb::GameEnding::Played,
            "{}",
            game.name
        );
    }
}

#[tokio::test]
async fn a_store_of_layout_1_still_knows_who_asked_for_its_games() {
    let service = TestService::on_store(layout_1).await;
    for game in ["ended", "live"] {
        let request = pb::CreateGameRequest {
            game_id: game.into(),
            request_id: format!("request-{game}"),
            labels: [("kept".to_owned(), game.to_owned())].into(),
            ..service::request()
        };
        let again = service
            .client()
            .create_game(request)
            .await
            .expect("the same request again")
            .into_inner();
        let sent = if game == "live" { LIVE } else { ENDED };
        assert_eq!(again.seat_tokens[0].token, sent[0].0);
        assert_eq!(again.spectator_token, sent[4].0);
    }
}
