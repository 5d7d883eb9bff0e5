//! The handlers of `AgentService`.

use super::{
    agent_decode as decode,
    agent_stream::{self, AnswerRef, ServeStream},
    auth::{AgentAccess, AgentRotationAuth},
    errors,
    quota::QuotaKey,
    seat_queues::{SeatName, SeatQueues},
    service::Service,
    stream::StreamPermits,
};
use crate::{
    games::{AnswerResponse, AnsweredBy, Creator, GameError, Submission, id_in},
    pb::{
        server::agent_service_server::AgentService,
        v1::{self as pb, answer_result::Result as AnswerOutcome},
    },
};
use std::sync::Arc;
use tokio::task::JoinSet;
use tonic::{Request, Response, Status, Streaming, async_trait};

/// The longest wait of a ValidateAgent call.
const VALIDATION_WAIT_TIMEOUT: std::time::Duration = crate::config::WAIT_TIMEOUT;

impl Service {
    /// Submits an agent's answer that has arrived at this time.
    pub(super) async fn answer(
        &self,
        agent: &str,
        answer: pb::AgentAnswer,
        arrived_ms: u64,
    ) -> AnswerOutcome {
        let answer_ref = AnswerRef::to_decision(&answer);
        match self.try_answer(agent, answer, arrived_ms).await {
            Ok(taken) => AnswerOutcome::Taken(taken),
            Err(refusal) => AnswerOutcome::Refused(self.refuse(answer_ref, &refusal)),
        }
    }

    /// Counts an answer that is refused, and returns the message that refuses it.
    pub(super) fn refuse(&self, answer_ref: AnswerRef, refusal: &GameError) -> pb::AnswerRefused {
        let outcome = agent_stream::refusal(answer_ref, refusal);
        self.games.metrics().refused_to_agent(outcome.reason());
        outcome
    }

    async fn try_answer(
        &self,
        agent: &str,
        answer: pb::AgentAnswer,
        arrived_ms: u64,
    ) -> Result<pb::AnswerTaken, GameError> {
        let (handle, seat) = self.agents.seat_of(agent, &answer.game, answer.seat).await?;
        let request = decode::as_submission(answer);
        let (action_code, action) =
            super::decode::submitted_action(&request, &handle.header().ruleset)?;
        let decision_id = request.decision_id;
        let submission =
            Submission { seat, decision_id, action_code, action, by: AnsweredBy::Seat, arrived_ms };
        let outcome = self.games.submit(&handle, submission).await;
        let id = handle.header().id();
        self.agents.recheck(agent, id, seat);
        let AnswerResponse {
            decision_id,
            action_code,
            view_version,
            next_decision: _,
            choice_complete: _,
        } = *outcome?;
        Ok(pb::AnswerTaken {
            game: request.game,
            seat: seat.number().into(),
            decision_id,
            action_code,
            view_version,
        })
    }
}

#[async_trait]
impl AgentService for Arc<Service> {
    async fn register_agent(
        &self,
        request: Request<pb::RegisterAgentRequest>,
    ) -> Result<Response<pb::RegisterAgentResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let (caller, _quota) = self.auth.principal(&request).await?;
        let new = decode::new_agent(request.get_ref(), caller.creator())?;
        let (agent, token) = self.agents.register(new).await?;
        Ok(errors::within_limit(pb::RegisterAgentResponse {
            agent: Some(agent),
            token: token.expose().to_owned(),
        })?)
    }

    async fn rotate_agent_token(
        &self,
        request: Request<pb::RotateAgentTokenRequest>,
    ) -> Result<Response<pb::RotateAgentTokenResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let agent = &request.get_ref().agent;
        let (rotation, _quota) = self.auth.agent_rotation(&request, agent).await?;
        let generation = match rotation {
            AgentRotationAuth::Holder(generation) => Some(generation),
            AgentRotationAuth::Owner => None,
        };
        let id = decode::request_id(&request.get_ref().request_id)?;
        let token = self.agents.replace_token(agent, generation, id).await?;
        Ok(Response::new(pb::RotateAgentTokenResponse { token: token.expose().to_owned() }))
    }

    async fn get_agent(
        &self,
        request: Request<pb::GetAgentRequest>,
    ) -> Result<Response<pb::GetAgentResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let name = &request.get_ref().agent;
        let (_, _quota) = self.auth.agent_access(&request, name).await?;
        Ok(errors::within_limit(pb::GetAgentResponse { agent: Some(self.agents.agent(name)?) })?)
    }

    async fn list_agents(
        &self,
        request: Request<pb::ListAgentsRequest>,
    ) -> Result<Response<pb::ListAgentsResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let (caller, _quota) = self.auth.principal(&request).await?;
        let (size, after) = decode::page(request.get_ref())?;
        let (agents, is_more) = self.agents.agents(caller.scope(), &after, size);
        let last = agents.last().filter(|_| is_more).map(|agent| agent.name.clone());
        Ok(errors::within_limit(pb::ListAgentsResponse {
            agents,
            next_page_token: last.unwrap_or_default(),
        })?)
    }

    async fn retire_agent(
        &self,
        request: Request<pb::RetireAgentRequest>,
    ) -> Result<Response<pb::RetireAgentResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let name = &request.get_ref().agent;
        let (caller, _quota) = self.auth.principal(&request).await?;
        self.agents.check_owner(caller.scope(), name)?;
        let agent = self.agents.retire(name).await?;
        Ok(errors::within_limit(pb::RetireAgentResponse { agent: Some(agent) })?)
    }

    async fn validate_agent(
        &self,
        request: Request<pb::ValidateAgentRequest>,
    ) -> Result<Response<pb::ValidateAgentResponse>, Status> {
        let permit = self.concurrency.call()?;
        let name = &request.get_ref().agent;
        let (access, _quota) = self.auth.agent_access(&request, name).await?;
        let creator = match &access {
            AgentAccess::Agent => Creator { principal: self.agents.owner(name) },
            AgentAccess::Caller(caller) => caller.creator(),
        };
        let request = decode::validation_request(request.get_ref(), creator)?;
        drop(permit);
        let _permit = self.wait(QuotaKey::Agent(name.clone()), &self.agents.owner(name))?;
        let validation = self.agents.validate(name, request, VALIDATION_WAIT_TIMEOUT).await?;
        Ok(errors::within_limit(pb::ValidateAgentResponse { validation: Some(validation) })?)
    }

    type ServeStream = ServeStream;

    async fn serve(
        &self,
        request: Request<Streaming<pb::ServeRequest>>,
    ) -> Result<Response<ServeStream>, Status> {
        let permit = self.concurrency.stream()?;
        let (agent, generation, _) = self.auth.agent(&request).await?;
        let quota =
            self.auth.quotas.stream(QuotaKey::Agent(agent.clone()), &self.agents.owner(&agent))?;
        let permits = StreamPermits { _permit: permit, _quotas: vec![quota] };
        Ok(Response::new(agent_stream::serve_stream(
            self.clone(),
            agent,
            generation,
            request.into_inner(),
            permits,
        )))
    }

    async fn poll_decisions(
        &self,
        request: Request<pb::PollDecisionsRequest>,
    ) -> Result<Response<pb::PollDecisionsResponse>, Status> {
        let permit = self.concurrency.call()?;
        let (agent, generation, _quota) = self.auth.agent(&request).await?;
        let (terms, known, at_most) = decode::poll(request.get_ref())?;
        drop(permit);
        let _permit = self.wait(QuotaKey::Agent(agent.clone()), &self.agents.owner(&agent))?;
        let decisions = self.agents.poll((&agent, generation), &terms, &known, at_most).await?;
        // The owner may have been removed while the call waited.
        self.auth.check_owner(&agent)?;
        Ok(errors::within_limit(decisions)?)
    }

    async fn submit_actions(
        &self,
        request: Request<pb::SubmitActionsRequest>,
    ) -> Result<Response<pb::SubmitActionsResponse>, Status> {
        // The arrival counts: a delay from here on is not the agent's.
        let arrived_ms = self.games.now_ms();
        let _permit = self.concurrency.call()?;
        let (agent, _, _quota) = self.auth.agent(&request).await?;
        let answers = request.into_inner().answers;
        decode::check_answers(&answers)?;
        let mut results: Vec<pb::AnswerResult> = vec![pb::AnswerResult::default(); answers.len()];
        let (mut queues, mut tasks) = (SeatQueues::default(), JoinSet::new());
        let start = |seat: SeatName, (index, answer): (usize, pb::AgentAnswer)| {
            let (service, agent) = (self.clone(), agent.clone());
            async move { (seat, index, service.answer(&agent, answer, arrived_ms).await) }
        };
        for (index, answer) in answers.into_iter().enumerate() {
            let seat = (answer.game.clone(), answer.seat);
            if let Some(first) = queues.enter(&seat, (index, answer)) {
                tasks.spawn(start(seat, first));
            }
        }
        while let Some(outcome) = tasks.join_next().await {
            let (seat, index, outcome) = outcome
                .map_err(|error| GameError::internal(format!("an answer failed: {error}")))?;
            results[index] = pb::AnswerResult { result: Some(outcome) };
            if let Some(next) = queues.done(&seat) {
                tasks.spawn(start(seat, next));
            }
        }
        Ok(errors::within_limit(pb::SubmitActionsResponse { results })?)
    }
}

impl Service {
    /// Resigns a seat of an agent. Returns the message that refuses it, if that fails.
    pub(super) async fn resign_seat(
        &self,
        agent: &str,
        asked: pb::AgentSeat,
    ) -> Option<pb::AnswerRefused> {
        let answer_ref = AnswerRef::resignation(&asked);
        let pb::AgentSeat { game, seat: number } = asked;
        let resigned = async {
            let (handle, seat) = self.agents.seat_of(agent, &game, number).await?;
            self.games.resign(&handle, seat).await?;
            self.agents.recheck(agent, id_in(&game).unwrap_or_default(), seat);
            Ok(())
        };
        let refusal = resigned.await.err();
        refusal.map(|refusal: GameError| agent_stream::refusal(answer_ref, &refusal))
    }
}
