//! Ladders that entrants join and leave.

use crate::support::{
    secured_service::refused,
    service::TestService,
    tournaments::{
        self, NAME, built_in, client, creation, results, round_robin, until, until_complete,
    },
};
use hierophant::pb::v1::{self as pb, TournamentStatus, tournament_config::Format};
use tonic::Code;

fn ladder(rounds: u32) -> pb::TournamentConfig {
    let format = Some(Format::Ladder(pb::Ladder { rounds }));
    pb::TournamentConfig {
        format,
        games_at_once_max: 1,
        ..round_robin(built_in(&["random", "greedy", "bob"]), 2, 1)
    }
}

/// The first and the last round in which this entrant was seated.
fn rounds_of(results: &[pb::SlotResult], entrant: u32) -> Option<(u32, u32)> {
    let own =
        results.iter().filter(|result| result.seats.iter().any(|seat| seat.entrant == entrant));
    let rounds: Vec<u32> = own.map(|result| result.round).collect();
    Some((*rounds.iter().min()?, *rounds.iter().max()?))
}

#[tokio::test]
async fn entrants_come_to_a_ladder_and_leave_it_and_a_restart_changes_nothing() {
    let mut service = TestService::on_disk().await;
    client(&service).create_tournament(creation("cup", ladder(24))).await.unwrap();
    let add = |name: &str| pb::AddEntrantRequest {
        tournament: NAME.into(),
        entrant: built_in(&[name]).pop(),
    };
    let joined =
        client(&service).add_entrant(add("dan")).await.unwrap().into_inner().tournament.unwrap();
    let from = joined.config.unwrap().entrants[3].from_round;
    refused(client(&service).add_entrant(add("dan")).await, Code::InvalidArgument, "INVALID_FIELD");
    let remove =
        |name: &str| pb::RemoveEntrantRequest { tournament: NAME.into(), entrant: name.into() };
    let left = client(&service)
        .remove_entrant(remove("bob"))
        .await
        .unwrap()
        .into_inner()
        .tournament
        .unwrap();
    let until_round = left.config.unwrap().entrants[2].until_round.expect("it leaves");
    refused(
        client(&service).remove_entrant(remove("eve")).await,
        Code::InvalidArgument,
        "INVALID_FIELD",
    );
    until(&service, NAME, |tournament| tournament.slots_done > 8).await;
    let before = results(&service, NAME, 0).await;
    service.restart().await;
    until_complete(&service, NAME).await;
    let found = results(&service, NAME, 0).await;
    assert_eq!(before, found[..before.len()], "what was done stays");
    assert_eq!(
        found.iter().map(|result| result.slot).collect::<Vec<_>>(),
        (0..found.len() as u32).collect::<Vec<_>>()
    );
    let (first, _) = rounds_of(&found, 3).expect("dan plays");
    assert!(first >= from, "{first} {from}");
    assert!(rounds_of(&found, 2).is_none_or(|(_, last)| last < until_round));
    refused(
        client(&service).add_entrant(add("fay")).await,
        Code::FailedPrecondition,
        "TOURNAMENT_OVER",
    );
}

#[tokio::test]
async fn only_a_ladder_can_be_joined() {
    let service = TestService::start().await;
    client(&service)
        .create_tournament(creation("cup", round_robin(built_in(&["random", "greedy"]), 2, 500)))
        .await
        .unwrap();
    let add = pb::AddEntrantRequest { tournament: NAME.into(), entrant: built_in(&["dan"]).pop() };
    refused(client(&service).add_entrant(add).await, Code::InvalidArgument, "INVALID_FIELD");
    let unnamed = pb::AddEntrantRequest { tournament: NAME.into(), entrant: None };
    refused(client(&service).add_entrant(unnamed).await, Code::InvalidArgument, "INVALID_FIELD");
    assert_eq!(
        tournaments::cancel(&service, NAME).await.unwrap().status(),
        TournamentStatus::Cancelled
    );
}
