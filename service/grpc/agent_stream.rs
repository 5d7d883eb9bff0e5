//! An agent's stream: what it says, as it comes in; what it is told comes from the roster.

use super::{
    agent_decode as decode, errors,
    quota::{QuotaKey, QuotaPermit},
    seat_queues::{SeatName, SeatQueues},
    service::Service,
    stream::{Queued, StreamPermits, queued},
};
use crate::{
    agent_registry::StreamGuard,
    config::{AGENT_ANSWERS_MAX, HELLO_TIMEOUT, RETRY_AFTER, WATCHER_QUEUE_MESSAGES_MAX},
    games::{GameError, Stop},
    pb::v1::{self as pb, answer_result::Result as Told, serve_request::Message as Said, serve_response::Message},
};
use std::sync::Arc;
use tokio::{
    sync::mpsc,
    task::{JoinError, JoinSet},
};
use tonic::Streaming;

/// What an agent is told.
pub(super) type Served = Queued<pb::ServeResponse>;

/// Starts an agent's stream.
pub(super) fn served(
    service: Arc<Service>,
    agent: String,
    generation: u32,
    said: Streaming<pb::ServeRequest>,
    permits: StreamPermits,
) -> Served {
    let (sender, messages) = mpsc::channel(WATCHER_QUEUE_MESSAGES_MAX);
    let games = service.games.clone();
    queued(&games, messages, run(service, agent, generation, said, sender), permits)
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
        () = service.callers.games.clock().sleep(HELLO_TIMEOUT) => {
            return Err(GameError::field("hello", format!("it did not come within {} s", HELLO_TIMEOUT.as_secs())).into());
        }
        () = draining.cancelled() => return Err(GameError::Unavailable.into()),
        () = messages.closed() => return Err(Stop::Gone),
    };
    let Some(hello) = hello else { return Ok(()) };
    let Said::Hello(pb::AgentHello { agent: name, terms }) = hello else {
        return Err(GameError::field("hello", "it is the first message of a stream").into());
    };
    if !name.is_empty() && name != agent {
        return Err(GameError::TokenNotPermitted.into());
    }
    let terms = decode::terms(terms.as_ref(), "hello.terms")?;
    let attached = Arc::new(service.agents.attach(&agent, generation, terms, messages)?);
    tokio::select! {
        told = attached.tell() => told,
        heard = hear(&service, &agent, said, &attached) => heard,
    }
}

/// What the agent says next; `None` when it has said all.
async fn next(said: &mut Streaming<pb::ServeRequest>) -> Result<Option<Said>, Stop> {
    match said.message().await {
        Ok(Some(pb::ServeRequest { message: Some(said) })) => Ok(Some(said)),
        Ok(Some(pb::ServeRequest { message: None })) => Err(GameError::field("message", "nothing is said").into()),
        Ok(None) => Ok(None),
        Err(status) => Err(match status.code() {
            tonic::Code::Cancelled | tonic::Code::Unknown => Stop::Gone,
            tonic::Code::OutOfRange => GameError::LimitReached { limit: "request_bytes_max" }.into(),
            _ => GameError::field("", "the bytes are not a message of this call").into(),
        }),
    }
}

/// Carries out what the agent says: many answers at the same time, but those of one seat in the order in which they came. An agent
/// that says more has to wait with it.
async fn hear(
    service: &Arc<Service>,
    agent: &str,
    mut said: Streaming<pb::ServeRequest>,
    attached: &Arc<StreamGuard>,
) -> Result<(), Stop> {
    let (queues, at_work) = (SeatQueues::default(), JoinSet::new());
    let mut hearing = Hearing { service, agent, attached, queues, at_work };
    loop {
        let said = tokio::select! {
            biased;
            Some(done) = hearing.at_work.join_next() => {
                hearing.done(done)?;
                continue;
            }
            said = next(&mut said), if hearing.queues.len() < AGENT_ANSWERS_MAX => said?,
        };
        // Its time is its arrival: whatever takes long from here on is ours.
        let arrived_ms = service.games.now_ms();
        let Some(said) = said else { break };
        let held = hearing.paced().await?;
        hearing.enter(Heard { said, held, arrived_ms })?;
    }
    while let Some(done) = hearing.at_work.join_next().await {
        hearing.done(done)?;
    }
    Ok(())
}

/// Something that an agent has said.
struct Heard {
    said: Said,
    held: Result<QuotaPermit, GameError>,
    arrived_ms: u64,
}

/// What an agent has said and is not done with.
struct Hearing<'a> {
    service: &'a Arc<Service>,
    agent: &'a str,
    attached: &'a Arc<StreamGuard>,
    queues: SeatQueues<Heard>,
    at_work: JoinSet<(SeatName, Result<(), Stop>)>,
}

impl Hearing<'_> {
    fn enter(&mut self, heard: Heard) -> Result<(), Stop> {
        let seat = match &heard.said {
            Said::Hello(_) => return Err(GameError::field("hello", "it is said once").into()),
            Said::Answer(answer) => (answer.game.clone(), answer.seat),
            Said::Resign(seat) => (seat.game.clone(), seat.seat),
        };
        if let Some(heard) = self.queues.enter(&seat, heard) {
            self.begin(seat, heard);
        }
        Ok(())
    }

    /// Waits for a place among the agent's calls, and goes on meanwhile with what was said before.
    async fn paced(&mut self) -> Result<Result<QuotaPermit, GameError>, Stop> {
        let held = paced(self.service, self.agent);
        tokio::pin!(held);
        loop {
            tokio::select! {
                biased;
                Some(done) = self.at_work.join_next() => self.done(done)?,
                held = &mut held => return Ok(held),
            }
        }
    }

    fn begin(&mut self, seat: SeatName, heard: Heard) {
        let (service, agent, attached) = (self.service.clone(), self.agent.to_owned(), self.attached.clone());
        self.at_work.spawn(async move {
            let told = match carry_out(&service, &agent, heard).await {
                Ok(Some(message)) => attached.send(message).await,
                Ok(None) => Ok(()),
                Err(stop) => Err(stop),
            };
            (seat, told)
        });
    }

    fn done(&mut self, done: Result<(SeatName, Result<(), Stop>), JoinError>) -> Result<(), Stop> {
        let (seat, told) = done.map_err(|error| GameError::internal(format!("an answer failed: {error}")))?;
        told?;
        if let Some(heard) = self.queues.done(&seat) {
            self.begin(seat, heard);
        }
        Ok(())
    }
}

/// A place among the agent's calls; whoever is too fast is read more slowly.
async fn paced(service: &Service, agent: &str) -> Result<QuotaPermit, GameError> {
    loop {
        match service.quotas.call(QuotaKey::Agent(agent.to_owned()), &service.agents.owner(agent)) {
            Err(GameError::TooFast { wait, .. }) => service.games.clock().sleep(wait).await,
            held => return held,
        }
    }
}

/// Does what was said. Returns what is told about it.
async fn carry_out(service: &Service, agent: &str, heard: Heard) -> Result<Option<Message>, Stop> {
    let Heard { said, held, arrived_ms } = heard;
    match (said, held) {
        (Said::Hello(_), _) => Err(GameError::field("hello", "it is said once").into()),
        (Said::Answer(answer), Err(full)) => Ok(Some(Message::Refused(service.refuse(Sent::answer(&answer), &full)))),
        (Said::Resign(seat), Err(full)) => Ok(Some(Message::Refused(refused(Sent::resignation(&seat), &full)))),
        (Said::Answer(answer), Ok(_held)) => Ok(Some(match service.answer(agent, answer, arrived_ms).await {
            Told::Taken(taken) => Message::Taken(taken),
            Told::Refused(refused) => Message::Refused(refused),
        })),
        (Said::Resign(seat), Ok(_held)) => Ok(service.give_up(agent, seat).await.map(Message::Refused)),
    }
}

/// What an agent has sent, as a refusal names it.
pub(super) struct Sent {
    game: String,
    seat: u32,
    decision_id: u32,
    action_code: Option<u32>,
}

impl Sent {
    pub(super) fn answer(answer: &pb::AgentAnswer) -> Sent {
        let pb::AgentAnswer { game, seat, decision_id, answer } = answer;
        let action_code = decode::action_code(answer.as_ref());
        Sent { game: game.clone(), seat: *seat, decision_id: *decision_id, action_code }
    }

    pub(super) fn resignation(seat: &pb::AgentSeat) -> Sent {
        Sent { game: seat.game.clone(), seat: seat.seat, decision_id: 0, action_code: None }
    }
}

/// What is told of an answer that is refused.
pub(super) fn refused(sent: Sent, refusal: &GameError) -> pb::AnswerRefused {
    let rule = match refusal {
        GameError::Illegal { rule, .. } => (*rule).to_owned(),
        _ => String::new(),
    };
    let wait = match refusal {
        GameError::TooFast { wait, .. } => *wait,
        GameError::LimitReached { .. } | GameError::Unavailable | GameError::StorageUnavailable => RETRY_AFTER,
        _ => std::time::Duration::ZERO,
    };
    let Sent { game, seat, decision_id, action_code } = sent;
    pb::AnswerRefused {
        game,
        seat,
        decision_id,
        reason: errors::reason_of(refusal).into(),
        rule,
        message: refusal.to_string(),
        retry_after_ms: u32::try_from(wait.as_millis()).unwrap_or(u32::MAX),
        action_code,
    }
}
