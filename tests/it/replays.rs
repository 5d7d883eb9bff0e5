//! After the end: nothing is secret, and everything can be held against what was shown before.

use crate::{
    bot::play_to_end,
    host::{Host, request},
};
use hierophant::{pb::v1 as pb, secrets::commitment};
use hierophant_rules::Seed;
use prost::Message;
use sha2::{Digest, Sha256};

#[tokio::test]
async fn the_replay_keeps_the_commitment() {
    let host = Host::on_disk().await;
    let game = host.game().await;
    play_to_end(&game.bots()).await;
    let (header, entries, chunks) = game.bot(1).replay().await.unwrap();
    let shown = header.game.clone().unwrap();
    let committed = game.created.game.clone().unwrap().commitment;
    let seed = Seed::new(header.seed.as_slice().try_into().unwrap());
    let nonce = header.nonce.as_slice().try_into().unwrap();
    let setup = shown.setup.as_ref().unwrap().encode_to_vec();
    assert_eq!(commitment(&nonce, &seed, &game.name, &setup, shown.rules_version).to_vec(), committed);
    assert_eq!((shown.status(), shown.finish_sequence), (pb::GameStatus::Ended, 1));
    assert!(shown.outcome.is_some());
    assert!(chunks >= 2 && entries.len() > 100, "{chunks} chunks, {} entries", entries.len());
}

#[tokio::test]
async fn the_digest_of_each_viewer_follows_from_the_replay() {
    let host = Host::start().await;
    let game = host.game().await;
    let bots = game.bots();
    play_to_end(&bots).await;
    let (_, entries, _) = game.spectator().replay().await.unwrap();
    for (seat, viewer) in bots.iter().chain([&game.spectator()]).enumerate() {
        let mut digest = vec![0; 32];
        for variant in entries.iter().flat_map(|entry| &entry.events).flat_map(|event| &event.variants) {
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
    let host = Host::start().await;
    let asked = pb::CreateGameRequest { seed: Some(vec![4; 32]), ..request() };
    let game = host.create(asked.clone()).await;
    play_to_end(&game.bots()).await;
    let (_, entries, _) = game.bot(0).replay().await.unwrap();
    let again = host.create(asked).await;
    for entry in &entries {
        match entry.record.as_ref().unwrap() {
            pb::replay_entry::Record::Dealt(_) => {}
            pb::replay_entry::Record::Answered(answer) => {
                let bot = again.bot(answer.seat as usize);
                bot.submit(answer.decision_id, answer.action_code).await.expect("it was legal then");
            }
            other => panic!("nobody did that: {other:?}"),
        }
    }
    for seat in 0..4 {
        assert_eq!(again.bot(seat).view().await, game.bot(seat).view().await);
    }
}
