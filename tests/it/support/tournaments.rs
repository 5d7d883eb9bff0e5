//! Tournaments: their configurations, their calls, and waiting for what becomes of them.

use super::service::TestService;
use hierophant::pb::{
    arcanoid::v1::Setup,
    v1::{
        self as pb, TournamentStatus, entrant::Player, setup::Ruleset, tournament_config::Format,
        tournament_service_client::TournamentServiceClient,
    },
};
use std::time::Duration;
use tonic::{Status, transport::Channel};

/// The name of the tournament that most stories hold.
pub(crate) const NAME: &str = "tournaments/cup";

pub(crate) type Client = TournamentServiceClient<Channel>;

pub(crate) fn client(service: &TestService) -> Client {
    TournamentServiceClient::new(service.channel())
}

/// The shortest game that there is.
pub(crate) fn shortest(players: u32) -> Option<pb::Setup> {
    let ruleset = Ruleset::Arcanoid(Setup { players, rounds: Some(1), ..Default::default() });
    Some(pb::Setup { ruleset: Some(ruleset) })
}

/// Built-in agents as entrants: the one of that name if there is one, else `random`.
pub(crate) fn built_in(names: &[&str]) -> Vec<pb::Entrant> {
    let entrant = |name: &&str| {
        let agent = if hierophant_agents::NAMES.contains(name) { name } else { "random" };
        pb::Entrant {
            name: (*name).into(),
            player: Some(Player::BuiltInAgent(agent.into())),
            ..Default::default()
        }
    };
    names.iter().map(entrant).collect()
}

/// A round robin of short games between these.
pub(crate) fn round_robin(
    entrants: Vec<pb::Entrant>,
    players: u32,
    deals: u32,
) -> pb::TournamentConfig {
    pb::TournamentConfig {
        setup: shortest(players),
        entrants,
        format: Some(Format::RoundRobin(pb::RoundRobin {})),
        deal_mode: pb::DealMode::Repeated.into(),
        deals,
        ..Default::default()
    }
}

/// Asks for a tournament with a seed that is always the same.
pub(crate) fn creation(id: &str, config: pb::TournamentConfig) -> pb::CreateTournamentRequest {
    let request_id = format!("{id:-<16}");
    pb::CreateTournamentRequest {
        tournament_id: id.into(),
        request_id,
        config: Some(config),
        seed: Some(vec![7; 32]),
    }
}

pub(crate) async fn create(
    service: &TestService,
    id: &str,
    config: pb::TournamentConfig,
) -> pb::Tournament {
    let created = client(service)
        .create_tournament(creation(id, config))
        .await
        .expect("a tournament")
        .into_inner();
    created.tournament.expect("a tournament")
}

pub(crate) async fn get(service: &TestService, name: &str) -> pb::Tournament {
    let asked = pb::GetTournamentRequest { tournament: name.into() };
    client(service)
        .get_tournament(asked)
        .await
        .expect("it is known")
        .into_inner()
        .tournament
        .expect("a tournament")
}

/// Returns once the tournament is as it is waited for. The stream of its changes is no help: it is
/// paced by the service's clock, which stands still.
pub(crate) async fn until(
    service: &TestService,
    name: &str,
    is_there: impl Fn(&pb::Tournament) -> bool,
) -> pb::Tournament {
    let mut done = None;
    loop {
        // As long as slots are finished it is no hang.
        let (was_done, what) = (done, format!("a change of {name} after {done:?} slots"));
        let tournament = service
            .until(&what, async || {
                let tournament = get(service, name).await;
                let is_news = Some(tournament.slots_done) != was_done
                    || tournament.status() == TournamentStatus::Failed;
                (is_news || is_there(&tournament)).then_some(tournament)
            })
            .await;
        if is_there(&tournament) {
            return tournament;
        }
        assert_ne!(tournament.status(), TournamentStatus::Failed, "{}", tournament.reason);
        done = Some(tournament.slots_done);
    }
}

pub(crate) async fn until_complete(service: &TestService, name: &str) -> pb::Tournament {
    until(service, name, |tournament| tournament.status() == TournamentStatus::Complete).await
}

/// All results, by pages of `page_size`.
pub(crate) async fn results(
    service: &TestService,
    name: &str,
    page_size: u32,
) -> Vec<pb::SlotResult> {
    let (mut all, mut page_token) = (Vec::new(), String::new());
    loop {
        let asked = pb::ListResultsRequest { tournament: name.into(), page_size, page_token };
        let page = client(service).list_results(asked).await.expect("a page").into_inner();
        assert!(page_size == 0 || page.results.len() <= page_size as usize);
        all.extend(page.results);
        if page.next_page_token.is_empty() {
            return all;
        }
        page_token = page.next_page_token;
    }
}

/// Results without what the hour decides.
pub(crate) fn timeless(results: &[pb::SlotResult]) -> Vec<pb::SlotResult> {
    let mut results = results.to_vec();
    results.iter_mut().flat_map(|slot| &mut slot.seats).for_each(|seat| seat.thinking_ms = 0);
    results
}

pub(crate) async fn games(service: &TestService) -> Vec<pb::Game> {
    let asked = pb::ListGamesRequest { page_size: 200, ..Default::default() };
    service.client().list_games(asked).await.expect("a list").into_inner().games
}

pub(crate) type Stands = Result<pb::Tournament, Status>;

pub(crate) async fn cancel(service: &TestService, name: &str) -> Stands {
    let asked = pb::CancelTournamentRequest { tournament: name.into(), reason: "rain".into() };
    Ok(client(service)
        .cancel_tournament(asked)
        .await?
        .into_inner()
        .tournament
        .expect("a tournament"))
}

/// A registered agent as an entrant.
pub(crate) fn entrant(name: &str) -> pb::Entrant {
    pb::Entrant {
        name: name.into(),
        player: Some(Player::Agent(name.into())),
        ..Default::default()
    }
}

/// A long clock.
pub(crate) fn patient() -> Option<pb::TimeControl> {
    Some(pb::TimeControl {
        decision_ms: 60_000,
        first_choice_ms: 60_000,
        strikes_max: 0,
        ..Default::default()
    })
}

/// An hour: no seat of a test that answers at once loses time, however fast the clock is turned.
pub(crate) const DECISION_MS: u32 = 3_600_000;

/// Both seatings of two deals between two, one game at a time.
pub(crate) fn two_deals(entrants: Vec<pb::Entrant>) -> pb::TournamentConfig {
    pb::TournamentConfig {
        time_control: Some(pb::TimeControl { decision_ms: DECISION_MS, ..Default::default() }),
        allow_unvalidated: true,
        games_at_once_max: 1,
        absence_seconds_max: 30,
        busy_seconds_max: 30,
        ..round_robin(entrants, 2, 2)
    }
}

pub(crate) async fn begin(service: &TestService, config: pb::TournamentConfig) {
    client(service).create_tournament(creation("cup", config)).await.expect("a tournament");
}

/// Lets time pass, a second at a time, until `slots_done` slots are done.
pub(crate) async fn pass_time(service: &TestService, slots_done: u32) -> pb::Tournament {
    let what = format!("slot {slots_done} of {NAME}");
    let look = async || {
        let tournament = get(service, NAME).await;
        assert_ne!(tournament.status(), TournamentStatus::Failed, "{}", tournament.reason);
        (tournament.slots_done >= slots_done).then_some(tournament)
    };
    service.pass_time(&what, Duration::from_secs(1), look).await
}

/// Returns once there are `count` games.
pub(crate) async fn until_games(service: &TestService, count: usize) {
    service
        .until(&format!("game {count}"), async || {
            (games(service).await.len() >= count).then_some(())
        })
        .await;
}

/// The seat of an entrant.
pub(crate) fn seat_of(result: &pb::SlotResult, entrant: u32) -> &pb::SeatResult {
    result.seats.iter().find(|seat| seat.entrant == entrant).expect("it sits there")
}
