//! The program itself, killed in mid-game without a warning.

use crate::support::{
    bot::{Bot, some},
    program::Program,
    service::{Client, request},
};
use hierophant::pb::v1 as pb;
use std::process::Command;

#[tokio::test]
async fn what_a_seat_was_sent_still_holds_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    let mut program = Program::start(&store);
    let created =
        Client::new(program.channel().await).create_game(request()).await.unwrap().into_inner();
    let name = created.game.clone().unwrap().name;
    let mut received: Vec<(usize, pb::SubmitActionResponse)> = Vec::new();
    for crash in 0..3 {
        let channel = program.channel().await;
        let bots: Vec<Bot> = created
            .seat_tokens
            .iter()
            .map(|seat| Bot::new(channel.clone(), &name, &seat.token))
            .collect();
        for (seat, received) in &received {
            assert_eq!(
                bots[*seat].submit(received.decision_id, received.action_code).await.as_ref().ok(),
                Some(received)
            );
        }
        for turn in 0..24 {
            let seat = (crash + turn) % 4;
            received.extend(bots[seat].act(some(turn)).await.map(|response| (seat, response)));
        }
        drop(program);
        program = Program::start(&store);
    }
    assert!(received.len() > 10, "only {} answers", received.len());
}

#[test]
fn an_address_that_others_can_reach_is_refused_with_advice() {
    let refused = Command::new(env!("CARGO_BIN_EXE_hierophant"))
        .args(["serve", "--listen", "0.0.0.0:0", "--store", "memory"])
        .output()
        .expect("the program starts");
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("127.0.0.1"));
}

/// The short form of `hierophant crash-test`, which tells more when it is run by hand.
#[test]
fn a_service_killed_repeatedly_loses_repeats_and_retracts_nothing() {
    let soak = Command::new(env!("CARGO_BIN_EXE_hierophant"))
        .args(["crash-test", "--cycles", "5", "--tables", "4", "--life-ms-max", "250"])
        .output()
        .expect("the program starts");
    let response = String::from_utf8_lossy(&soak.stdout);
    assert!(soak.status.success(), "{response}{}", String::from_utf8_lossy(&soak.stderr));
    assert!(
        response.contains("faults                                             0"),
        "{response}"
    );
}
