//! An agent's stream: what it says, as it comes in; what it is told comes from the roster.

use super::{
    agent_decode as decode, errors,
    quota::{Held, Who},
    service::Service,
    stream::{Places, Queued, queued},
};
use crate::{
    config::{AGENT_ANSWERS_MAX, HELLO_MAX, RETRY_AFTER, WATCHER_QUEUE_MESSAGES_MAX},
    games::{Refusal, Stop},
    pb::v1::{self as pb, answer_result::Result as Told, serve_request::Message as Said, serve_response::Message},
    roster::Attached,
};
use std::sync::Arc;
use tokio::{sync::mpsc, task::JoinSet};
use tonic::Streaming;

/// What an agent is told.
pub(super) type Served = Queued<pb::ServeResponse>;

/// Starts an agent's stream.
pub(super) fn served(
    service: Arc<Service>,
    agent: String,
    generation: u32,
    said: Streaming<pb::ServeRequest>,
    places: Places,
) -> Served {
    let (sender, messages) = mpsc::channel(WATCHER_QUEUE_MESSAGES_MAX);
    let games = service.games.clone();
    queued(&games, messages, run(service, agent, generation, said, sender), places)
}

async fn run(
    service: Arc<Service>,
    agent: String,
    generation: u32,
    mut said: Streaming<pb::ServeRequest>,
    messages: mpsc::Sender<pb::ServeResponse>,
) -> Result<(), Stop> {
    let draining = service.games.draining();
    let hello = tokio::select! {
        said = next(&mut said) => said?,
        () = service.callers.games.clock().sleep(HELLO_MAX) => {
            return Err(Refusal::field("hello", format!("it did not come within {} s", HELLO_MAX.as_secs())).into());
        }
        () = draining.cancelled() => return Err(Refusal::Draining.into()),
        () = messages.closed() => return Err(Stop::Gone),
    };
    let Some(hello) = hello else { return Ok(()) };
    let Said::Hello(pb::AgentHello { agent: name, terms }) = hello else {
        return Err(Refusal::field("hello", "it is the first message of a stream").into());
    };
    if !name.is_empty() && name != agent {
        return Err(Refusal::TokenNotForGame.into());
    }
    let terms = decode::terms(terms.as_ref(), "hello.terms")?;
    let attached = Arc::new(service.roster.attach(&agent, generation, terms, messages)?);
    tokio::select! {
        told = attached.tell() => told,
        heard = hear(&service, &agent, said, &attached) => heard,
    }
}

/// What the agent says next; `None` when it has said all.
async fn next(said: &mut Streaming<pb::ServeRequest>) -> Result<Option<Said>, Stop> {
    match said.message().await {
        Ok(Some(pb::ServeRequest { message: Some(said) })) => Ok(Some(said)),
        Ok(Some(pb::ServeRequest { message: None })) => Err(Refusal::field("message", "nothing is said").into()),
        Ok(None) => Ok(None),
        Err(status) => Err(match status.code() {
            tonic::Code::Cancelled | tonic::Code::Unknown => Stop::Gone,
            tonic::Code::OutOfRange => Refusal::LimitReached { limit: "request_bytes_max" }.into(),
            _ => Refusal::field("", "the bytes are not a message of this call").into(),
        }),
    }
}

/// Carries out what the agent says, many answers at the same time. Whoever says more has to wait with it.
async fn hear(
    service: &Arc<Service>,
    agent: &str,
    mut said: Streaming<pb::ServeRequest>,
    attached: &Arc<Attached>,
) -> Result<(), Stop> {
    let mut at_work: JoinSet<Result<(), Stop>> = JoinSet::new();
    loop {
        let said = tokio::select! {
            biased;
            Some(done) = at_work.join_next() => {
                done.map_err(|error| Refusal::internal(format!("an answer failed: {error}")))??;
                continue;
            }
            said = next(&mut said), if at_work.len() < AGENT_ANSWERS_MAX => said?,
        };
        // Its time is its arrival: whatever takes long from here on is ours.
        let arrived_ms = service.games.now_ms();
        let Some(said) = said else { break };
        let held = paced(service, agent).await;
        let (service, agent, attached) = (service.clone(), agent.to_owned(), attached.clone());
        at_work.spawn(async move {
            match carry_out(&service, &agent, said, held, arrived_ms).await? {
                Some(message) => attached.send(message).await,
                None => Ok(()),
            }
        });
    }
    while let Some(done) = at_work.join_next().await {
        done.map_err(|error| Refusal::internal(format!("an answer failed: {error}")))??;
    }
    Ok(())
}

/// A place among the agent's calls; whoever is too fast is read more slowly.
async fn paced(service: &Service, agent: &str) -> Result<Held, Refusal> {
    loop {
        match service.quotas.call(Who::Agent(agent.to_owned())) {
            Err(Refusal::TooFast { wait, .. }) => service.games.clock().sleep(wait).await,
            held => return held,
        }
    }
}

/// Does what was said. Returns what is told about it.
async fn carry_out(
    service: &Service,
    agent: &str,
    said: Said,
    held: Result<Held, Refusal>,
    arrived_ms: u64,
) -> Result<Option<Message>, Stop> {
    match (said, held) {
        (Said::Hello(_), _) => Err(Refusal::field("hello", "it is said once").into()),
        (Said::Answer(answer), Err(full)) => {
            Ok(Some(Message::Refused(refused(answer.game, answer.seat, answer.decision_id, &full))))
        }
        (Said::Resign(seat), Err(full)) => Ok(Some(Message::Refused(refused(seat.game, seat.seat, 0, &full)))),
        (Said::Answer(answer), Ok(_held)) => Ok(Some(match service.answer(agent, answer, arrived_ms).await {
            Told::Taken(taken) => Message::Taken(taken),
            Told::Refused(refused) => Message::Refused(refused),
        })),
        (Said::Resign(seat), Ok(_held)) => Ok(service.give_up(agent, seat).await.map(Message::Refused)),
    }
}

/// What is told of an answer that is refused.
pub(super) fn refused(game: String, seat: u32, decision_id: u32, refusal: &Refusal) -> pb::AnswerRefused {
    let rule = match refusal {
        Refusal::Illegal { rule, .. } => (*rule).to_owned(),
        _ => String::new(),
    };
    let wait = match refusal {
        Refusal::TooFast { wait, .. } => *wait,
        Refusal::LimitReached { .. } | Refusal::Draining | Refusal::StoreAway => RETRY_AFTER,
        _ => std::time::Duration::ZERO,
    };
    pb::AnswerRefused {
        game,
        seat,
        decision_id,
        reason: errors::reason_of(refusal).into(),
        rule,
        message: refusal.to_string(),
        retry_after_ms: u32::try_from(wait.as_millis()).unwrap_or(u32::MAX),
    }
}
