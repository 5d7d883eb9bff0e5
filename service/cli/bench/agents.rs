//! The stream of a registered agent: one agent plays all seats of many games. A call is an answer,
//! from sending it until the service says that it was taken.

use super::{
    super::CommandError,
    load::{self, LoadCounters, TimeWindow},
    process::Server,
    script::order,
    streams::choose,
    types::{Case, Load, Measured, SEATS},
    unary::{Client, next_number},
};
use hierophant::pb::v1::{
    self as pb, agent_answer, agent_service_client::AgentServiceClient, seat_request,
    serve_request::Message as Outgoing, serve_response::Message as Incoming,
};
use hierophant_rules::Seed;
use std::{collections::BTreeMap, time::Instant};
use tokio::{
    sync::mpsc,
    task::JoinSet,
    time::{Duration, timeout_at},
};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, transport::Channel};

/// Answers that wait to be sent: more than the agent has decisions.
const ANSWERS_WAITING_MAX: usize = 4096;
/// How long the service may take to tell that the games of a case have begun.
const WELCOME_TIMEOUT: Duration = Duration::from_secs(30);

/// Plays as many games at the same time as the case has in flight.
pub(super) async fn games(service: &Server, load: Load) -> Result<Measured, CommandError> {
    let channels = load::connect(service, &load.case).await?;
    let games = load.case.in_flight;
    // All of them share one stream.
    let load = Load { case: Case { in_flight: 1, ..load.case }, ..load };
    load::measure(service, load, |_, window| play(channels[0].clone(), games, window)).await
}

async fn play(
    channel: Channel,
    games: usize,
    window: TimeWindow,
) -> Result<LoadCounters, CommandError> {
    let mut agents = AgentServiceClient::new(channel.clone());
    let name = format!("bench-{}", next_number());
    let request_id = format!("{name:-<16}");
    let request = pb::RegisterAgentRequest { name: name.clone(), request_id, ..Default::default() };
    let pb::RegisterAgentResponse { token, .. } =
        agents.register_agent(request).await?.into_inner();
    let (answers, queue) = mpsc::channel(ANSWERS_WAITING_MAX);
    let terms = pb::ServingTerms { games_at_once_max: 1024, ..Default::default() };
    let hello = pb::AgentHello { agent: name.clone(), terms: Some(terms) };
    answers.send(pb::ServeRequest { message: Some(Outgoing::Hello(hello)) }).await?;
    let mut request = Request::new(ReceiverStream::new(queue));
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse()?);
    let mut incoming = agents.serve(request).await?.into_inner();

    let mut counters = window.counters();
    let mut creating = JoinSet::new();
    (0..games)
        .for_each(|_| drop(creating.spawn(create(Client::new(channel.clone()), name.clone()))));
    let mut chance = Seed::new([3; 32]).at(0, 0);
    let mut sent = BTreeMap::new();
    let until = window.until() + WELCOME_TIMEOUT;
    while window.is_open() {
        // The games go on for ever, so there is always a next message.
        let message = timeout_at(until.into(), incoming.message()).await;
        let message = message.map_err(|_| "the agent's stream is silent")??;
        match message.and_then(|response| response.message) {
            Some(Incoming::Decision(pb::AgentDecision { game, seat, view: Some(view) })) => {
                let Some(decision) = view.decision else { continue };
                let answer = pb::AgentAnswer {
                    game: game.clone(),
                    seat,
                    decision_id: decision.decision_id,
                    answer: Some(agent_answer::Answer::ActionCode(choose(
                        &mut chance,
                        &decision.legal_codes,
                    ))),
                };
                sent.insert((game, seat), Instant::now());
                answers.send(pb::ServeRequest { message: Some(Outgoing::Answer(answer)) }).await?;
            }
            Some(Incoming::Taken(pb::AnswerTaken { game, seat, .. })) => {
                if let Some(begin) = sent.remove(&(game, seat)) {
                    counters.took(begin);
                }
            }
            Some(Incoming::Ended(pb::AgentGameEnded { seat: 0, .. })) => {
                counters.game();
                creating.spawn(create(Client::new(channel.clone()), name.clone()));
            }
            Some(Incoming::Refused(refused)) => {
                return Err(format!("an answer was refused: {}", refused.message).into());
            }
            Some(_) => {}
            None => return Err("the service has ended the agent's stream".into()),
        }
        while let Some(created) = creating.try_join_next() {
            created??;
        }
    }
    Ok(counters)
}

/// Creates a game in which the agent has every seat.
async fn create(mut client: Client, agent: String) -> Result<(), tonic::Status> {
    let occupant = Some(seat_request::Occupant::Agent(agent));
    let seats = vec![pb::SeatRequest { occupant, ..Default::default() }; SEATS];
    client.create_game(pb::CreateGameRequest { seats, ..order(next_number()) }).await?;
    Ok(())
}
