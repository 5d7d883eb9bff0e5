//! After the end: nothing is secret, and everything can be held against what was shown before.

use crate::support::{
    bot::play_to_end,
    fault_store::StoreMode,
    metrics::{figure, page},
    service::{Client, TestService, request},
};
use hierophant::{pb::v1 as pb, secrets::commitment};
use hierophant_rules::Seed;
use prost::Message;
use sha2::{Digest, Sha256};

#[tokio::test]
async fn the_replay_keeps_the_commitment() {
    let service = TestService::on_disk().await;
    let game = service.game().await;
    play_to_end(&game.bots()).await;
    let (header, entries, chunks) = game.bot(1).replay().await.unwrap();
    let shown = header.game.clone().unwrap();
    let committed = game.created.game.clone().unwrap().commitment;
    let seed = Seed::new(header.seed.as_slice().try_into().unwrap());
    let nonce = header.nonce.as_slice().try_into().unwrap();
    let setup = shown.setup.as_ref().unwrap().encode_to_vec();
    assert_eq!(
        commitment(&nonce, &seed, &game.name, &setup, shown.rules_version).to_vec(),
        committed
    );
    assert_eq!((shown.status(), shown.finish_sequence), (pb::GameStatus::Ended, 1));
    assert!(shown.outcome.is_some());
    assert!(chunks >= 2 && entries.len() > 100, "{chunks} chunks, {} entries", entries.len());
}

#[tokio::test]
async fn the_digest_of_each_viewer_follows_from_the_replay() {
    let service = TestService::start().await;
    let game = service.game().await;
    let bots = game.bots();
    play_to_end(&bots).await;
    let (_, entries, _) = game.spectator().replay().await.unwrap();
    for (seat, viewer) in bots.iter().chain([&game.spectator()]).enumerate() {
        let mut digest = vec![0; 32];
        for variant in
            entries.iter().flat_map(|entry| &entry.events).flat_map(|event| &event.variants)
        {
            if variant.seats.contains(&(seat as u32)) || (seat == bots.len() && variant.spectator) {
                let event = variant.event.as_ref().unwrap().encode_to_vec();
                digest = Sha256::digest([digest, event].concat()).to_vec();
            }
        }
        assert_eq!(viewer.view().await.digest, digest, "viewer {seat}");
    }
}

#[tokio::test]
async fn the_records_of_a_replay_play_the_game_again() {
    let service = TestService::start().await;
    let asked = pb::CreateGameRequest { seed: Some(vec![4; 32]), ..request() };
    let game = service.create(asked.clone()).await;
    play_to_end(&game.bots()).await;
    let (_, entries, _) = game.bot(0).replay().await.unwrap();
    let again = service.create(asked).await;
    for entry in &entries {
        match entry.record.as_ref().unwrap() {
            pb::replay_entry::Record::Dealt(_) => {}
            pb::replay_entry::Record::Answered(answer) => {
                let bot = again.bot(answer.seat as usize);
                bot.submit(answer.decision_id, answer.action_code)
                    .await
                    .expect("it was legal then");
            }
            other => panic!("no seat did that: {other:?}"),
        }
    }
    for seat in 0..4 {
        assert_eq!(again.bot(seat).view().await, game.bot(seat).view().await);
    }
}

/// A replay takes megabytes when it is unpacked: however many are asked for, a few at a time are.
#[tokio::test]
async fn a13_ended_games_are_unpacked_a_few_at_a_time() {
    let mut service = TestService::start().await;
    let at_once = std::thread::available_parallelism().map_or(1, usize::from);
    let count = 4 * at_once;
    let mut names = Vec::new();
    for _ in 0..count {
        let name = service.game().await.name;
        let abort = pb::AbortGameRequest { game: name.clone(), ..Default::default() };
        service.client().abort_game(abort).await.expect("it ends");
        names.push(name);
    }
    // None of them is remembered.
    service.restart().await;
    service.store.set(StoreMode::AllHeld);
    let mut asked = tokio::task::JoinSet::new();
    for game in names {
        let mut client: Client = service.client();
        asked.spawn(async move { client.get_game(pb::GetGameRequest { game }).await });
    }
    service.store.until_reading(at_once).await;
    while figure(&page(&service).await, "hierophant_limit_used{limit=\"calls_max\"}") < count as f64
    {
    }
    service.store.set(StoreMode::Open);
    for response in asked.join_all().await {
        assert_eq!(
            response.expect("a game").into_inner().game.expect("a game").status(),
            pb::GameStatus::Ended
        );
    }
    assert_eq!(service.store.read_at_once(), at_once);
}
