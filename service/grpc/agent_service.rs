//! The handlers of what is for agents.

use super::{
    agent_decode as decode,
    agent_stream::{self, Sent, Served},
    caller::{AgentAccess, AgentRotationAuth},
    errors,
    quota::{QuotaKey, QuotaPermit},
    seat_queues::{SeatName, SeatQueues},
    service::Service,
    stream::StreamPermits,
};
use crate::{
    games::{AnsweredBy, Creator, GameError, Submission, id_in},
    pb::{
        server::agent_service_server::AgentService,
        v1::{self as pb, answer_result::Result as Told},
    },
};
use std::sync::Arc;
use tokio::task::JoinSet;
use tonic::{Request, Response, Status, Streaming, async_trait};

/// How long a call waits for a validation.
const VALIDATION_WAIT_MAX: std::time::Duration = crate::config::WAIT_TIMEOUT;

impl Service {
    /// The agent that calls and the generation of its token, with its place among its calls.
    async fn agent<T>(&self, request: &Request<T>) -> Result<(String, u32, QuotaPermit), GameError> {
        let (agent, generation) = self.callers.agent(request).await?;
        let held = self.quotas.call(QuotaKey::Agent(agent.clone()), &self.agents.owner(&agent))?;
        Ok((agent, generation, held))
    }

    /// Who calls about an agent, and the place among its calls.
    async fn about<T>(
        &self,
        request: &Request<T>,
        agent: &str,
    ) -> Result<(AgentAccess, Option<QuotaPermit>), GameError> {
        let about = self.callers.about_agent(request, agent).await?;
        let held = match &about {
            AgentAccess::Agent => Some(self.quotas.call(QuotaKey::Agent(agent.to_owned()), &self.agents.owner(agent))?),
            AgentAccess::Caller(caller) => self.count(caller)?,
        };
        Ok((about, held))
    }

    /// Answers a decision for an agent that has arrived at this time.
    pub(super) async fn answer(&self, agent: &str, answer: pb::AgentAnswer, arrived_ms: u64) -> Told {
        let sent = Sent::answer(&answer);
        match self.try_answer(agent, answer, arrived_ms).await {
            Ok(taken) => Told::Taken(taken),
            Err(refusal) => Told::Refused(self.refuse(sent, &refusal)),
        }
    }

    /// Counts an answer that is refused, and says what is told of it.
    pub(super) fn refuse(&self, sent: Sent, refusal: &GameError) -> pb::AnswerRefused {
        let told = agent_stream::refused(sent, refusal);
        self.games.metrics().refused_to_agent(told.reason());
        told
    }

    async fn try_answer(
        &self,
        agent: &str,
        answer: pb::AgentAnswer,
        arrived_ms: u64,
    ) -> Result<pb::AnswerTaken, GameError> {
        let (found, seat) = self.agents.seat_of(agent, &answer.game, answer.seat).await?;
        let request = decode::as_submission(answer);
        let (action_code, action) = super::decode::answer(&request, &found.header().ruleset)?;
        let decision_id = request.decision_id;
        let submission = Submission {
            seat,
            decision_id,
            action_code,
            action,
            by: AnsweredBy::Seat,
            arrived_ms,
            validate_only: false,
        };
        let told = self.games.submit(&found, submission).await;
        let id = found.header().id();
        if let Err(GameError::Illegal { rule, .. }) = &told {
            self.agents.note_illegal(id, seat, rule);
        }
        self.agents.look_again(agent, id, seat);
        let pb::SubmitActionResponse { decision_id, action_code, view_version, next_decision: _ } = told?;
        Ok(pb::AnswerTaken { game: request.game, seat: seat.number().into(), decision_id, action_code, view_version })
    }
}

#[async_trait]
impl AgentService for Arc<Service> {
    async fn register_agent(
        &self,
        request: Request<pb::RegisterAgentRequest>,
    ) -> Result<Response<pb::RegisterAgentResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let (caller, _held) = self.principal(&request).await?;
        let new = decode::new_agent(request.get_ref(), caller.creator())?;
        let (agent, token) = self.agents.register(new).await?;
        Ok(errors::answer(pb::RegisterAgentResponse { agent: Some(agent), token: token.expose().to_owned() })?)
    }

    async fn rotate_agent_token(
        &self,
        request: Request<pb::RotateAgentTokenRequest>,
    ) -> Result<Response<pb::RotateAgentTokenResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let agent = &request.get_ref().agent;
        let replacer = self.callers.agent_replacer(&request, agent).await?;
        let (_held, shown) = match &replacer {
            AgentRotationAuth::Holder(shown) => {
                (Some(self.quotas.call(QuotaKey::Agent(agent.clone()), &self.agents.owner(agent))?), Some(*shown))
            }
            AgentRotationAuth::Caller(caller) => (self.count(caller)?, None),
        };
        let id = decode::request_id(&request.get_ref().request_id)?;
        let token = self.agents.replace_token(agent, shown, id).await?;
        Ok(Response::new(pb::RotateAgentTokenResponse { token: token.expose().to_owned() }))
    }

    async fn get_agent(&self, request: Request<pb::GetAgentRequest>) -> Result<Response<pb::GetAgentResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let name = &request.get_ref().agent;
        let (_, _held) = self.about(&request, name).await?;
        Ok(errors::answer(pb::GetAgentResponse { agent: Some(self.agents.agent(name)?) })?)
    }

    async fn list_agents(
        &self,
        request: Request<pb::ListAgentsRequest>,
    ) -> Result<Response<pb::ListAgentsResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let (caller, _held) = self.principal(&request).await?;
        let (size, after) = decode::page(request.get_ref())?;
        let (agents, is_more) = self.agents.agents(caller.scope(), &after, size);
        let last = agents.last().filter(|_| is_more).map(|agent| agent.name.clone());
        Ok(errors::answer(pb::ListAgentsResponse { agents, next_page_token: last.unwrap_or_default() })?)
    }

    async fn retire_agent(
        &self,
        request: Request<pb::RetireAgentRequest>,
    ) -> Result<Response<pb::RetireAgentResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let name = &request.get_ref().agent;
        let (caller, _held) = self.principal(&request).await?;
        self.agents.check_owner(caller.scope(), name)?;
        let agent = self.agents.retire(name).await?;
        Ok(errors::answer(pb::RetireAgentResponse { agent: Some(agent) })?)
    }

    async fn validate_agent(
        &self,
        request: Request<pb::ValidateAgentRequest>,
    ) -> Result<Response<pb::ValidateAgentResponse>, Status> {
        let place = self.concurrency.call()?;
        let name = &request.get_ref().agent;
        let (about, _held) = self.about(&request, name).await?;
        let creator = match &about {
            AgentAccess::Agent => Creator { principal: self.agents.owner(name) },
            AgentAccess::Caller(caller) => caller.creator(),
        };
        let trial = decode::trial(request.get_ref(), creator)?;
        drop(place);
        let _permit = self.wait(QuotaKey::Agent(name.clone()), &self.agents.owner(name))?;
        let validation = self.agents.validate(name, trial, VALIDATION_WAIT_MAX).await?;
        Ok(errors::answer(pb::ValidateAgentResponse { validation: Some(validation) })?)
    }

    type ServeStream = Served;

    async fn serve(&self, request: Request<Streaming<pb::ServeRequest>>) -> Result<Response<Served>, Status> {
        let place = self.concurrency.stream()?;
        let (agent, generation, _) = self.agent(&request).await?;
        let held = self.quotas.stream(QuotaKey::Agent(agent.clone()), &self.agents.owner(&agent))?;
        let permits = StreamPermits { _permit: place, _held: vec![held] };
        Ok(Response::new(agent_stream::served(self.clone(), agent, generation, request.into_inner(), permits)))
    }

    async fn poll_decisions(
        &self,
        request: Request<pb::PollDecisionsRequest>,
    ) -> Result<Response<pb::PollDecisionsResponse>, Status> {
        let place = self.concurrency.call()?;
        let (agent, generation, _held) = self.agent(&request).await?;
        let (terms, known, at_most) = decode::poll(request.get_ref())?;
        drop(place);
        let _permit = self.wait(QuotaKey::Agent(agent.clone()), &self.agents.owner(&agent))?;
        let decisions = self.agents.poll((&agent, generation), &terms, &known, at_most).await?;
        // Its owner may be gone since it began to wait.
        self.callers.check_owned(&agent)?;
        Ok(errors::answer(decisions)?)
    }

    async fn submit_actions(
        &self,
        request: Request<pb::SubmitActionsRequest>,
    ) -> Result<Response<pb::SubmitActionsResponse>, Status> {
        // An answer's time is its arrival: whatever takes long from here on is ours.
        let arrived_ms = self.games.now_ms();
        let _permit = self.concurrency.call()?;
        let (agent, _, _held) = self.agent(&request).await?;
        let answers = request.into_inner().answers;
        decode::check_answers(&answers)?;
        let mut results: Vec<pb::AnswerResult> = vec![pb::AnswerResult::default(); answers.len()];
        let (mut queues, mut at_work) = (SeatQueues::default(), JoinSet::new());
        let begin = |seat: SeatName, (index, answer): (usize, pb::AgentAnswer)| {
            let (service, agent) = (self.clone(), agent.clone());
            async move { (seat, index, service.answer(&agent, answer, arrived_ms).await) }
        };
        for (index, answer) in answers.into_iter().enumerate() {
            let seat = (answer.game.clone(), answer.seat);
            if let Some(first) = queues.enter(&seat, (index, answer)) {
                at_work.spawn(begin(seat, first));
            }
        }
        while let Some(told) = at_work.join_next().await {
            let (seat, index, told) =
                told.map_err(|error| GameError::internal(format!("an answer failed: {error}")))?;
            results[index] = pb::AnswerResult { result: Some(told) };
            if let Some(next) = queues.done(&seat) {
                at_work.spawn(begin(seat, next));
            }
        }
        Ok(errors::answer(pb::SubmitActionsResponse { results })?)
    }
}

impl Service {
    /// Gives a seat of an agent up; what is told of it if that fails.
    pub(super) async fn give_up(&self, agent: &str, asked: pb::AgentSeat) -> Option<pb::AnswerRefused> {
        let sent = Sent::resignation(&asked);
        let pb::AgentSeat { game, seat: number } = asked;
        let resigned = async {
            let (found, seat) = self.agents.seat_of(agent, &game, number).await?;
            self.games.resign(&found, seat).await?;
            self.agents.look_again(agent, id_in(&game).unwrap_or_default(), seat);
            Ok(())
        };
        let refusal = resigned.await.err();
        refusal.map(|refusal: GameError| agent_stream::refused(sent, &refusal))
    }
}
