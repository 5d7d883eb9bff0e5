//! Tournaments of principals, ladders that people join and leave, and a service that is killed in the midst of one.

use crate::{
    arena::{asked, client, get, house, results, robin, until, until_complete},
    bot::with_token,
    host::Host,
    house::{House, refused},
};
use hierophant::{
    client::{Client, RetryPolicy},
    config::Limits,
    pb::v1::{self as pb, TournamentStatus, tournament_config::Format},
};
use tonic::Code;

const NAME: &str = "tournaments/cup";

fn ladder(rounds: u32) -> pb::TournamentConfig {
    let format = Some(Format::Ladder(pb::Ladder { rounds }));
    pb::TournamentConfig { format, games_at_once_max: 1, ..robin(house(&["random", "greedy", "bob"]), 2, 1) }
}

/// The first and the last round in which this entrant was seated.
fn rounds_of(results: &[pb::SlotResult], entrant: u32) -> Option<(u32, u32)> {
    let own = results.iter().filter(|result| result.seats.iter().any(|seat| seat.entrant == entrant));
    let rounds: Vec<u32> = own.map(|result| result.round).collect();
    Some((*rounds.iter().min()?, *rounds.iter().max()?))
}

#[tokio::test]
async fn entrants_come_to_a_ladder_and_leave_it_and_a_restart_changes_nothing() {
    let mut host = Host::on_disk().await;
    client(&host).create_tournament(asked("cup", ladder(60))).await.unwrap();
    let add = |name: &str| pb::AddEntrantRequest { tournament: NAME.into(), entrant: house(&[name]).pop() };
    let joined = client(&host).add_entrant(add("dan")).await.unwrap().into_inner().tournament.unwrap();
    let from = joined.config.unwrap().entrants[3].from_round;
    refused(client(&host).add_entrant(add("dan")).await, Code::InvalidArgument, "INVALID_FIELD");
    let remove = |name: &str| pb::RemoveEntrantRequest { tournament: NAME.into(), entrant: name.into() };
    let left = client(&host).remove_entrant(remove("bob")).await.unwrap().into_inner().tournament.unwrap();
    let until_round = left.config.unwrap().entrants[2].until_round.expect("it leaves");
    refused(client(&host).remove_entrant(remove("eve")).await, Code::InvalidArgument, "INVALID_FIELD");
    until(&host, NAME, |tournament| tournament.slots_done > 8).await;
    let before = results(&host, NAME, 0).await;
    host.restart().await;
    until_complete(&host, NAME).await;
    let found = results(&host, NAME, 0).await;
    assert_eq!(before, found[..before.len()], "what was done stays");
    assert_eq!(found.iter().map(|result| result.slot).collect::<Vec<_>>(), (0..found.len() as u32).collect::<Vec<_>>());
    let (first, _) = rounds_of(&found, 3).expect("dan plays");
    assert!(first >= from, "{first} {from}");
    assert!(rounds_of(&found, 2).is_none_or(|(_, last)| last < until_round));
    refused(client(&host).add_entrant(add("fay")).await, Code::FailedPrecondition, "TOURNAMENT_OVER");
}

#[tokio::test]
async fn nobody_joins_what_is_no_ladder() {
    let host = Host::start().await;
    client(&host).create_tournament(asked("cup", robin(house(&["random", "greedy"]), 2, 500))).await.unwrap();
    let add = pb::AddEntrantRequest { tournament: NAME.into(), entrant: house(&["dan"]).pop() };
    refused(client(&host).add_entrant(add).await, Code::InvalidArgument, "INVALID_FIELD");
    let without_entrant = pb::AddEntrantRequest { tournament: NAME.into(), entrant: None };
    refused(client(&host).add_entrant(without_entrant).await, Code::InvalidArgument, "INVALID_FIELD");
    assert_eq!(crate::arena::cancel(&host, NAME).await.unwrap().status(), TournamentStatus::Cancelled);
}

/// Each of these has 910,000 slots.
#[tokio::test]
async fn a13_the_slots_of_all_open_tournaments_are_bounded() {
    let host = Host::start().await;
    let names: Vec<String> = (0..14).map(|number| format!("entrant {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let long = || pb::TournamentConfig {
        deal_mode: pb::DealMode::Independent.into(),
        games_at_once_max: 1,
        ..robin(house(&names), 2, 10_000)
    };
    for id in ["one", "two"] {
        assert_eq!(crate::arena::create(&host, id, long()).await.slots_total, 910_000);
    }
    let refused = refused(
        client(&host).create_tournament(asked("three", long())).await,
        Code::ResourceExhausted,
        "LIMIT_REACHED",
    );
    assert!(refused.message().contains("tournament_slots_open_max"), "{refused:?}");
    crate::arena::create(&host, "one", long()).await;
    for id in ["tournaments/one", "tournaments/two"] {
        crate::arena::cancel(&host, id).await.unwrap();
    }
    crate::arena::create(&host, "three", long()).await;
    crate::arena::cancel(&host, "tournaments/three").await.unwrap();
}

/// Whose a tournament is comes before whether there is one.
#[tokio::test]
async fn a_creator_sees_its_own_tournaments_and_the_operator_all() {
    let house_of = House::open(Limits::default(), "").await;
    let calls = || client(&house_of.host);
    let config = || robin(house(&["random", "greedy"]), 2, 1);
    calls().create_tournament(with_token(asked("cup", config()), &house_of.league)).await.expect("a tournament");
    let get = |name: &str| pb::GetTournamentRequest { tournament: name.into() };
    for token in [&house_of.league, &house_of.ops] {
        calls().get_tournament(with_token(get(NAME), token)).await.expect("it may");
    }
    for name in [NAME, "tournaments/none"] {
        let lab = &house_of.lab;
        let cancel = pb::CancelTournamentRequest { tournament: name.into(), reason: String::new() };
        let list = pb::ListResultsRequest { tournament: name.into(), ..Default::default() };
        let watch = pb::WatchTournamentRequest { tournament: name.into(), ..Default::default() };
        let answers = [
            calls().get_tournament(with_token(get(name), lab)).await.map(drop),
            calls().cancel_tournament(with_token(cancel, lab)).await.map(drop),
            calls().list_results(with_token(list, lab)).await.map(drop),
            calls().watch_tournament(with_token(watch, lab)).await.map(drop),
        ];
        for answer in answers {
            refused(answer, Code::NotFound, "TOURNAMENT_UNKNOWN");
        }
        refused(calls().get_tournament(get(name)).await, Code::Unauthenticated, "TOKEN_UNKNOWN");
    }
    let list = async |token: &String| {
        let asked = with_token(pb::ListTournamentsRequest::default(), token);
        calls().list_tournaments(asked).await.expect("a list").into_inner().tournaments.len()
    };
    assert_eq!([list(&house_of.lab).await, list(&house_of.league).await, list(&house_of.ops).await], [0, 1, 1]);
}

/// Killed as by a power cut, twice: it continues by itself, and comes to what an undisturbed one comes to.
#[tokio::test]
async fn a_tournament_goes_on_where_the_service_was_killed() {
    let host = Host::on_disk().await;
    let config = || robin(house(&["random", "greedy", "bob"]), 3, 2);
    crate::arena::create(&host, "cup", config()).await;
    until_complete(&host, NAME).await;
    let expected = crate::arena::timeless(&results(&host, NAME, 0).await);
    assert_eq!(get(&host, NAME).await.slots_done, 12);

    let folder = tempfile::tempdir().unwrap();
    let mut served = crate::killed::Served::at(folder.path());
    let address = format!("unix:{}", folder.path().join("socket").display());
    let calls = Client::new(&address).unwrap().with_retry_policy(RetryPolicy::AGENT);
    calls.tournaments().create(asked("cup", config())).await.expect("a tournament");
    let mut news = calls.tournaments().follow(NAME);
    let (mut killed_at, mut sent) = ([2, 5].into_iter().peekable(), Vec::new());
    while let Some((tournament, more)) = news.next().await.expect("it is followed over restarts") {
        sent.extend(more);
        if killed_at.next_if(|&done| tournament.slots_done >= done).is_some() {
            drop(served);
            served = crate::killed::Served::at(folder.path());
        }
    }
    sent.sort_by_key(|result: &pb::SlotResult| result.slot);
    assert_eq!(crate::arena::timeless(&sent), expected);
    assert_eq!(crate::arena::timeless(&calls.tournaments().results(NAME).await.expect("results")), expected);
    drop(served);
}
