//! Serve: what an agent sends on its stream. What the agent is sent comes from the agent registry.

use super::{
    agent_decode as decode, errors,
    quota::{QuotaKey, QuotaPermit},
    seat_queues::{SeatName, SeatQueues},
    service::Service,
    stream::{QueuedStream, StreamPermits, queued_stream},
};
use crate::{
    agent_registry::StreamGuard,
    config::{AGENT_ANSWERS_MAX, HELLO_TIMEOUT, RETRY_AFTER, WATCHER_QUEUE_MESSAGES_MAX},
    games::{GameError, Stop},
    pb::v1::{
        self as pb, answer_result::Result as AnswerOutcome, serve_request::Message as Incoming,
        serve_response::Message as Outgoing,
    },
};
use std::sync::Arc;
use tokio::{
    sync::mpsc,
    task::{JoinError, JoinSet},
};
use tonic::Streaming;

/// The messages to an agent.
pub(super) type ServeStream = QueuedStream<pb::ServeResponse>;

/// Starts an agent's stream.
pub(super) fn serve_stream(
    service: Arc<Service>,
    agent: String,
    generation: u32,
    incoming: Streaming<pb::ServeRequest>,
    permits: StreamPermits,
) -> ServeStream {
    let (sender, messages) = mpsc::channel(WATCHER_QUEUE_MESSAGES_MAX);
    let games = service.games.clone();
    queued_stream(&games, messages, run(service, agent, generation, incoming, sender), permits)
}

async fn run(
    service: Arc<Service>,
    agent: String,
    generation: u32,
    mut incoming: Streaming<pb::ServeRequest>,
    outgoing: mpsc::Sender<Box<pb::ServeResponse>>,
) -> Result<(), Stop> {
    let draining = service.games.draining();
    let first = tokio::select! {
        message = next(&mut incoming) => message?,
        () = service.games.clock().sleep(HELLO_TIMEOUT) => {
            let reason = format!("it did not come within {} s", HELLO_TIMEOUT.as_secs());
            return Err(GameError::field("hello", reason).into());
        }
        () = draining.cancelled() => return Err(GameError::Unavailable.into()),
        () = outgoing.closed() => return Err(Stop::Gone),
    };
    let Some(first) = first else { return Ok(()) };
    let Incoming::Hello(pb::AgentHello { agent: name, terms }) = first else {
        return Err(GameError::field("hello", "it is the first message of a stream").into());
    };
    if !name.is_empty() && name != agent {
        return Err(GameError::TokenNotPermitted.into());
    }
    let terms = decode::terms(terms.as_ref(), "hello.terms")?;
    let stream = Arc::new(service.agents.open_stream(&agent, generation, terms, outgoing)?);
    tokio::select! {
        result = stream.send_updates() => result,
        result = handle_requests(&service, &agent, incoming, &stream) => result,
    }
}

/// The agent's next message; `None` when the agent has closed its side.
async fn next(incoming: &mut Streaming<pb::ServeRequest>) -> Result<Option<Incoming>, Stop> {
    match incoming.message().await {
        Ok(Some(pb::ServeRequest { message: Some(message) })) => Ok(Some(message)),
        Ok(Some(pb::ServeRequest { message: None })) => {
            Err(GameError::field("message", "it is empty").into())
        }
        Ok(None) => Ok(None),
        Err(status) => Err(match status.code() {
            tonic::Code::Cancelled | tonic::Code::Unknown => Stop::Gone,
            tonic::Code::OutOfRange => {
                GameError::LimitReached { limit: "request_bytes_max" }.into()
            }
            _ => GameError::field("", "the bytes are not a message of this call").into(),
        }),
    }
}

/// Handles the agent's messages: those of one seat in order, those of different seats
/// concurrently. While `AGENT_ANSWERS_MAX` messages are in progress, no further message is read.
async fn handle_requests(
    service: &Arc<Service>,
    agent: &str,
    mut incoming: Streaming<pb::ServeRequest>,
    stream: &Arc<StreamGuard>,
) -> Result<(), Stop> {
    let (queues, tasks) = (SeatQueues::default(), JoinSet::new());
    let mut requests = AgentRequests { service, agent, stream, queues, tasks };
    loop {
        let message = tokio::select! {
            biased;
            Some(joined) = requests.tasks.join_next() => {
                requests.finish(joined)?;
                continue;
            }
            message = next(&mut incoming), if requests.queues.len() < AGENT_ANSWERS_MAX => message?,
        };
        // The arrival counts: a delay from here on is not the agent's.
        let arrived_ms = service.games.now_ms();
        let Some(message) = message else { break };
        let quota = requests.acquire_quota().await?;
        requests.add(AgentRequest { message, quota, arrived_ms })?;
    }
    while let Some(joined) = requests.tasks.join_next().await {
        requests.finish(joined)?;
    }
    Ok(())
}

/// One message of an agent.
struct AgentRequest {
    message: Incoming,
    quota: Result<QuotaPermit, GameError>,
    arrived_ms: u64,
}

/// The messages of an agent that are queued or in progress.
struct AgentRequests<'a> {
    service: &'a Arc<Service>,
    agent: &'a str,
    stream: &'a Arc<StreamGuard>,
    queues: SeatQueues<AgentRequest>,
    tasks: JoinSet<(SeatName, Result<(), Stop>)>,
}

impl AgentRequests<'_> {
    fn add(&mut self, request: AgentRequest) -> Result<(), Stop> {
        let seat = match &request.message {
            Incoming::Hello(_) => return Err(second_hello()),
            Incoming::Answer(answer) => (answer.game.clone(), answer.seat),
            Incoming::Resign(seat) => (seat.game.clone(), seat.seat),
        };
        if let Some(request) = self.queues.enter(&seat, request) {
            self.start(seat, request);
        }
        Ok(())
    }

    /// Waits for the agent's quota; requests that are in progress continue meanwhile.
    async fn acquire_quota(&mut self) -> Result<Result<QuotaPermit, GameError>, Stop> {
        let quota = acquire_quota(self.service, self.agent);
        tokio::pin!(quota);
        loop {
            tokio::select! {
                biased;
                Some(joined) = self.tasks.join_next() => self.finish(joined)?,
                quota = &mut quota => return Ok(quota),
            }
        }
    }

    fn start(&mut self, seat: SeatName, request: AgentRequest) {
        let (service, agent) = (self.service.clone(), self.agent.to_owned());
        let stream = self.stream.clone();
        self.tasks.spawn(async move {
            let result = match execute(&service, &agent, request).await {
                Ok(Some(response)) => stream.send(response).await,
                Ok(None) => Ok(()),
                Err(stop) => Err(stop),
            };
            (seat, result)
        });
    }

    fn finish(
        &mut self,
        joined: Result<(SeatName, Result<(), Stop>), JoinError>,
    ) -> Result<(), Stop> {
        let (seat, result) =
            joined.map_err(|error| GameError::internal(format!("an answer failed: {error}")))?;
        result?;
        if let Some(request) = self.queues.done(&seat) {
            self.start(seat, request);
        }
        Ok(())
    }
}

fn second_hello() -> Stop {
    GameError::field("hello", "it is sent once, as the first message").into()
}

/// Takes a call from the agent's quota; waits while the agent exceeds its rate, so that its
/// messages are read more slowly.
async fn acquire_quota(service: &Service, agent: &str) -> Result<QuotaPermit, GameError> {
    loop {
        match service
            .auth
            .quotas
            .call(QuotaKey::Agent(agent.to_owned()), &service.agents.owner(agent))
        {
            Err(GameError::TooFast { wait, .. }) => service.games.clock().sleep(wait).await,
            quota => return quota,
        }
    }
}

/// Executes a request. Returns the response to it, if it has one.
async fn execute(
    service: &Service,
    agent: &str,
    request: AgentRequest,
) -> Result<Option<Outgoing>, Stop> {
    let AgentRequest { message, quota, arrived_ms } = request;
    let response = match (message, quota) {
        (Incoming::Hello(_), _) => return Err(second_hello()),
        (Incoming::Answer(answer), Err(error)) => {
            Some(Outgoing::Refused(service.refuse(AnswerRef::to_decision(&answer), &error)))
        }
        (Incoming::Resign(seat), Err(error)) => {
            Some(Outgoing::Refused(refusal(AnswerRef::resignation(&seat), &error)))
        }
        (Incoming::Answer(answer), Ok(_quota)) => {
            Some(match service.answer(agent, answer, arrived_ms).await {
                AnswerOutcome::Taken(taken) => Outgoing::Taken(taken),
                AnswerOutcome::Refused(refused) => Outgoing::Refused(refused),
            })
        }
        (Incoming::Resign(seat), Ok(_quota)) => {
            service.resign_seat(agent, seat).await.map(Outgoing::Refused)
        }
    };
    Ok(response)
}

/// Identifies an agent's answer in the refusal of it.
pub(super) struct AnswerRef {
    game: String,
    seat: u32,
    decision_id: u32,
    action_code: Option<u32>,
}

impl AnswerRef {
    pub(super) fn to_decision(answer: &pb::AgentAnswer) -> AnswerRef {
        let pb::AgentAnswer { game, seat, decision_id, answer } = answer;
        let action_code = decode::action_code(answer.as_ref());
        AnswerRef { game: game.clone(), seat: *seat, decision_id: *decision_id, action_code }
    }

    pub(super) fn resignation(seat: &pb::AgentSeat) -> AnswerRef {
        AnswerRef { game: seat.game.clone(), seat: seat.seat, decision_id: 0, action_code: None }
    }
}

/// The message that refuses an answer.
pub(super) fn refusal(answer: AnswerRef, error: &GameError) -> pb::AnswerRefused {
    let rule = match error {
        GameError::Illegal { rule, .. } => (*rule).to_owned(),
        _ => String::new(),
    };
    let wait = match error {
        GameError::TooFast { wait, .. } => *wait,
        GameError::LimitReached { .. } | GameError::Unavailable | GameError::StorageUnavailable => {
            RETRY_AFTER
        }
        _ => std::time::Duration::ZERO,
    };
    let AnswerRef { game, seat, decision_id, action_code } = answer;
    pb::AnswerRefused {
        game,
        seat,
        decision_id,
        reason: errors::reason_of(error).into(),
        rule,
        message: error.to_string(),
        retry_after_ms: u32::try_from(wait.as_millis()).unwrap_or(u32::MAX),
        action_code,
    }
}
