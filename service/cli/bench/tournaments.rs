//! A tournament of built-in agents, which the service plays by itself.

use super::{
    super::CommandError,
    process::Server,
    report::Report,
    script,
    types::{PlayedTournament, Transport},
    unary::{Client, next_number},
};
use hierophant::{
    client::endpoint,
    pb::v1::{
        self as pb, entrant::Player, tournament_config::Format,
        tournament_service_client::TournamentServiceClient,
    },
};
use std::time::Instant;

/// Entrants, which meet at one table.
const ENTRANTS: [(&str, &str); 4] =
    [("random", "random"), ("greedy", "greedy"), ("random 2", "random"), ("greedy 2", "greedy")];
/// Games of the tournament.
const GAMES: u32 = 192;

/// Plays the tournament.
pub(super) async fn measure(service: &Server, report: &mut Report) -> Result<(), CommandError> {
    report.stage("playing a tournament")?;
    let channel = endpoint(&service.address(Transport::Unix))?.connect().await?;
    let mut tournaments = TournamentServiceClient::new(channel.clone());
    let id = format!("bench-{}", next_number());
    let request = pb::CreateTournamentRequest {
        tournament_id: id.clone(),
        request_id: format!("{id:-<16}"),
        config: Some(config()),
        ..Default::default()
    };
    let (begin, used_before) = (Instant::now(), service.cpu());
    let created = tournaments.create_tournament(request).await?.into_inner();
    let tournament = created.tournament.unwrap_or_default().name;
    let request = pb::WatchTournamentRequest { tournament, ..Default::default() };
    let mut news = tournaments.watch_tournament(request).await?.into_inner();
    let mut games = Vec::new();
    while let Some(message) = news.message().await? {
        games.extend(message.results.into_iter().map(|result| result.game));
    }
    let (time, used_after) = (begin.elapsed(), service.cpu());
    let cpu = used_before.zip(used_after).map(|(before, after)| after - before);
    let mut client = Client::new(channel);
    let mut answers = 0;
    for game in &games {
        let request = pb::GetReplayIndexRequest { game: game.clone() };
        let index = client.get_replay_index(request).await?.into_inner();
        answers += index.steps.iter().filter(|step| step.decision_id > 0).count() as u64;
    }
    report.tournament(&PlayedTournament { games: games.len() as u32, answers, time, cpu })
}

fn config() -> pb::TournamentConfig {
    let entrant = |(name, agent): (&str, &str)| pb::Entrant {
        name: name.to_owned(),
        player: Some(Player::BuiltInAgent(agent.to_owned())),
        ..Default::default()
    };
    pb::TournamentConfig {
        setup: script::order(0).setup,
        entrants: ENTRANTS.into_iter().map(entrant).collect(),
        format: Some(Format::RoundRobin(pb::RoundRobin {})),
        deals: GAMES,
        ..Default::default()
    }
}
