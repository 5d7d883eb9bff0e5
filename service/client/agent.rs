//! A registered agent: one stream for all its games, over lost connections and restarts of the
//! service.
//!
//! Each seat has a policy of its own, which chooses on a blocking thread; games do not wait for one
//! another. A decision with one legal answer is answered without asking the policy.

use super::{
    Client, Ended, Failure, GameInfo, TokenError, game_client::authorization, retry::Outage, timed,
};
use crate::pb::v1::{
    self as pb, AgentAnswer, AgentHello, ServeRequest, ServingTerms, agent_answer::Answer,
    agent_service_client::AgentServiceClient, serve_request::Message as Outgoing,
    serve_response::Message as Incoming,
};
use hierophant_rules::{
    Policy, Seat,
    catalog::{Action, RulesetId, View},
};
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};
use tokio::{sync::mpsc, task::JoinSet, time::timeout};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Streaming, transport::Channel};

/// A stream without a message for this long counts as lost.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(50);
/// Maximum number of requests of an agent that wait for the network.
const QUEUED_REQUESTS_MAX: usize = 64;
/// How often an answer is sent again that was refused because of a limit.
const ANSWER_ATTEMPTS_MAX: u32 = 20;

/// Makes the policy for a seat of a game; `None` if there is none for this ruleset.
pub type Policies = dyn Fn(RulesetId, &str, Seat) -> Option<Box<dyn Policy>> + Send + Sync;

/// A seat's game, as far as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentPlayed {
    /// The game's name, `games/{id}`.
    pub game: String,
    /// Which seat.
    pub seat: Seat,
    /// How it ended.
    pub ended: Ended,
}

/// A registered agent, which plays all its games on one stream.
pub struct AgentRunner {
    stub: AgentServiceClient<Channel>,
    client: Client,
    authorization: super::Authorization,
    terms: ServingTerms,
    policies: Arc<Policies>,
    seats: BTreeMap<SeatKey, SeatInPlay>,
    choices: JoinSet<Choice>,
    outage: Outage,
}

/// A game's name and a seat's number.
type SeatKey = (String, u32);

/// A seat in a game that is not over.
struct SeatInPlay {
    info: Arc<GameInfo>,
    /// `None` while it chooses.
    policy: Option<Box<dyn Policy>>,
    /// The last decision and its action, to send them again on a new stream.
    chosen: Option<(u32, Action)>,
    /// The decision for which the policy chooses.
    choosing_for: Option<u32>,
    /// A newer decision that arrived meanwhile: the former one has expired.
    waiting: Option<pb::AgentDecision>,
    tries: u32,
}

/// The end of a policy's choice.
struct Choice {
    key: SeatKey,
    decision_id: u32,
    /// The policy and its action, or what is wrong with the policy.
    chosen: Result<(Box<dyn Policy>, Action), String>,
}

impl Client {
    /// The agent that this token belongs to.
    ///
    /// # Errors
    /// [`TokenError`]: the token is empty, or has characters that tokens never have.
    pub fn agent(
        &self,
        token: &str,
        terms: ServingTerms,
        policies: Arc<Policies>,
    ) -> Result<AgentRunner, TokenError> {
        Ok(AgentRunner {
            stub: self.agents.clone(),
            client: self.clone(),
            authorization: authorization(token)?,
            terms,
            policies,
            seats: BTreeMap::new(),
            choices: JoinSet::new(),
            outage: Outage::default(),
        })
    }

    /// Registers an agent; the response has its token. A request without a request id gets a random
    /// one.
    ///
    /// # Errors
    /// The service's error, or that it cannot be reached.
    pub async fn register_agent(
        &self,
        mut request: pb::RegisterAgentRequest,
    ) -> Result<pb::RegisterAgentResponse, Failure> {
        if request.request_id.is_empty() {
            request.request_id = super::random_id();
        }
        self.retry_policy
            .repeat(|| async {
                Ok(self
                    .agents
                    .clone()
                    .register_agent(self.signed(request.clone()))
                    .await?
                    .into_inner())
            })
            .await
    }

    /// All agents that the caller may list, by name.
    ///
    /// # Errors
    /// The service's error, or that it cannot be reached.
    pub async fn list_agents(&self) -> Result<Vec<pb::Agent>, Failure> {
        let (mut all, mut page_token) = (Vec::new(), String::new());
        loop {
            let request = pb::ListAgentsRequest { page_size: 0, page_token };
            let call = || async {
                Ok(self
                    .agents
                    .clone()
                    .list_agents(self.signed(request.clone()))
                    .await?
                    .into_inner())
            };
            let page = self.retry_policy.repeat(call).await?;
            all.extend(page.agents);
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(all);
            }
        }
    }

    /// Retires an agent.
    ///
    /// # Errors
    /// The service's error, or that it cannot be reached.
    pub async fn retire_agent(&self, name: &str) -> Result<pb::Agent, Failure> {
        let request = pb::RetireAgentRequest { agent: name.to_owned() };
        let call = || async {
            Ok(self.agents.clone().retire_agent(self.signed(request.clone())).await?.into_inner())
        };
        let response = self.retry_policy.repeat(call).await?;
        response.agent.ok_or_else(|| Failure::nonsense("the service sent no agent"))
    }

    /// Lets an agent play a game against itself, and waits for the result.
    ///
    /// # Errors
    /// The service's error, or that it cannot be reached.
    pub async fn validate_agent(
        &self,
        mut request: pb::ValidateAgentRequest,
    ) -> Result<pb::AgentValidation, Failure> {
        if request.request_id.is_empty() {
            request.request_id = super::random_id();
        }
        loop {
            let call = || async {
                let mut request = self.signed(request.clone());
                request.set_timeout(SILENCE_TIMEOUT);
                Ok(self.agents.clone().validate_agent(request).await?.into_inner())
            };
            let validation = self.retry_policy.repeat(call).await?.validation;
            let validation =
                validation.ok_or_else(|| Failure::nonsense("the service sent no validation"))?;
            if validation.state() != pb::ValidationState::Running {
                return Ok(validation);
            }
        }
    }

    fn signed<T>(&self, message: T) -> Request<T> {
        super::signed(self.authorization.as_ref(), timed(message))
    }
}

impl AgentRunner {
    /// Plays every game that the agent is seated in, and calls `ended` at the end of each. Returns
    /// only when it cannot continue: the token is no longer valid, another stream of the agent has
    /// replaced this one, or the service was unavailable for longer than the retry policy allows.
    pub async fn run(&mut self, mut ended: impl FnMut(AgentPlayed)) -> Failure {
        loop {
            let failure = match self.serve(&mut ended).await {
                Ok(()) => Failure::cut_off("the stream ended"),
                Err(failure) => failure,
            };
            let may_return =
                failure.is_transient() || failure.reason == pb::ErrorReason::LimitReached;
            if !may_return {
                return failure;
            }
            if let Err(failure) =
                self.client.retry_policy.wait_after(&mut self.outage, failure).await
            {
                return failure;
            }
        }
    }

    /// Serves one stream to its end.
    async fn serve(&mut self, ended: &mut impl FnMut(AgentPlayed)) -> Result<(), Failure> {
        let (outgoing, queue) = mpsc::channel(QUEUED_REQUESTS_MAX);
        let hello = AgentHello { agent: String::new(), terms: Some(self.terms.clone()) };
        let _ = outgoing.send(ServeRequest { message: Some(Outgoing::Hello(hello)) }).await;
        let request =
            super::signed(Some(&self.authorization), Request::new(ReceiverStream::new(queue)));
        let mut incoming = self.stub.clone().serve(request).await?.into_inner();
        loop {
            tokio::select! {
                message = next(&mut incoming) => match message? {
                    Some(message) => self.handle(message, &outgoing, ended).await?,
                    None => return Ok(()),
                },
                Some(choice) = self.choices.join_next() => {
                    self.finish_choice(choice.map_err(|_| Failure::nonsense("a task of a policy was lost"))?, &outgoing).await?;
                }
            }
        }
    }

    async fn handle(
        &mut self,
        message: Incoming,
        outgoing: &mpsc::Sender<ServeRequest>,
        ended: &mut impl FnMut(AgentPlayed),
    ) -> Result<(), Failure> {
        match message {
            Incoming::Welcome(welcome) => {
                self.outage = Outage::default();
                // Forgets the games that ended while the agent was not connected.
                let keys: Vec<SeatKey> =
                    welcome.seats.into_iter().map(|seat| (seat.game, seat.seat)).collect();
                self.seats.retain(|key, _| keys.contains(key));
            }
            Incoming::Seated(pb::AgentSeated { game, seat, token: _ }) => {
                let game = game.ok_or_else(|| Failure::nonsense("the service sent no game"))?;
                self.take_seat(game, seat)?;
            }
            Incoming::Decision(request) => self.decide(request, outgoing).await?,
            Incoming::Refused(refused) => self.refused(refused, outgoing).await,
            Incoming::Ended(pb::AgentGameEnded { game, seat, view }) => {
                let outcome = view.and_then(|view| view.outcome);
                let outcome = outcome
                    .ok_or_else(|| Failure::nonsense("the game ended without an outcome"))?;
                self.seats.remove(&(game.clone(), seat));
                if let Some(seat) = u8::try_from(seat).ok().and_then(Seat::new) {
                    ended(AgentPlayed { game, seat, ended: Ended::read(&outcome)? });
                }
            }
            Incoming::SeatLost(lost) => {
                tracing::warn!(game = lost.game, seat = lost.seat, ending = ?lost.ending(), "the seat is out of the game")
            }
            Incoming::Taken(_) | Incoming::Heartbeat(_) => {}
        }
        Ok(())
    }

    fn take_seat(&mut self, game: pb::Game, number: u32) -> Result<(), Failure> {
        let key = (game.name.clone(), number);
        if self.seats.contains_key(&key) {
            return Ok(());
        }
        let info = Arc::new(GameInfo::new(game)?);
        let seat = u8::try_from(number).ok().and_then(Seat::new);
        let seat = seat.ok_or_else(|| Failure::nonsense("the service names no seat"))?;
        let policy = (self.policies)(info.ruleset(), &key.0, seat);
        if policy.is_none() {
            tracing::error!(game = key.0, %seat, "there is no policy for this ruleset; the seat resigns");
        }
        self.seats.insert(
            key,
            SeatInPlay { info, policy, chosen: None, choosing_for: None, waiting: None, tries: 0 },
        );
        Ok(())
    }

    async fn decide(
        &mut self,
        request: pb::AgentDecision,
        outgoing: &mpsc::Sender<ServeRequest>,
    ) -> Result<(), Failure> {
        let key = (request.game.clone(), request.seat);
        let view =
            request.view.as_ref().ok_or_else(|| Failure::nonsense("the service sent no view"))?;
        let Some(seat) = self.seats.get_mut(&key) else { return Ok(()) };
        let snapshot = seat.info.snapshot(view)?;
        let Some(decision) = snapshot.decision else { return Ok(()) };
        match seat.chosen {
            // It was answered on a lost stream. Sending the same answer again is safe: it is taken
            // once.
            Some((id, action)) if id == decision.id => {
                return send(outgoing, &key, id, action).await;
            }
            _ if seat.choosing_for == Some(decision.id) => return Ok(()),
            _ => seat.tries = 0,
        }
        if let Some(only) = decision.forced() {
            seat.chosen = Some((decision.id, only));
            return send(outgoing, &key, decision.id, only).await;
        }
        if seat.choosing_for.is_some() {
            seat.waiting = Some(request);
            return Ok(());
        }
        let Some(mut policy) = seat.policy.take() else {
            resign(outgoing, &key).await;
            return Ok(());
        };
        seat.choosing_for = Some(decision.id);
        let (view, legal, decision_id): (View, Vec<Action>, u32) =
            (snapshot.view, decision.legal, decision.id);
        self.choices.spawn_blocking(move || {
            let chosen = catch_unwind(AssertUnwindSafe(|| policy.choose(&view, &legal)));
            let chosen = match chosen {
                Err(_) => Err("it panicked".to_owned()),
                Ok(action) if !legal.contains(&action) => {
                    Err(format!("it chose \"{}\", which is not legal", action.render()))
                }
                Ok(action) => Ok((policy, action)),
            };
            Choice { key, decision_id, chosen }
        });
        Ok(())
    }

    async fn finish_choice(
        &mut self,
        choice: Choice,
        outgoing: &mpsc::Sender<ServeRequest>,
    ) -> Result<(), Failure> {
        let Choice { key, decision_id, chosen } = choice;
        let Some(seat) = self.seats.get_mut(&key) else { return Ok(()) };
        seat.choosing_for = None;
        let waiting = seat.waiting.take();
        let (policy, action) = match chosen {
            Ok(chosen) => chosen,
            // The seat resigns, so that the game continues; other games are not affected.
            Err(fault) => {
                tracing::error!(
                    game = key.0,
                    seat = key.1,
                    decision = decision_id,
                    "the policy has a bug: {fault}; its seat resigns"
                );
                resign(outgoing, &key).await;
                return Ok(());
            }
        };
        seat.policy = Some(policy);
        if let Some(newer) = waiting {
            return self.decide(newer, outgoing).await;
        }
        seat.chosen = Some((decision_id, action));
        // If the stream is lost, the service sends the decision again, and `chosen` has the answer.
        let _ = send(outgoing, &key, decision_id, action).await;
        Ok(())
    }

    async fn refused(&mut self, refused: pb::AnswerRefused, outgoing: &mpsc::Sender<ServeRequest>) {
        let key = (refused.game.clone(), refused.seat);
        let Some(seat) = self.seats.get_mut(&key) else { return };
        let is_meant = |(id, action): &(u32, Action)| {
            *id == refused.decision_id
                && refused.action_code.is_none_or(|code| code == action.code().0)
        };
        let again = seat.chosen.filter(|chosen| is_meant(chosen) && refused.retry_after_ms > 0);
        match again {
            Some((id, action)) if seat.tries < ANSWER_ATTEMPTS_MAX => {
                seat.tries += 1;
                tokio::time::sleep(Duration::from_millis(refused.retry_after_ms.into())).await;
                let _ = send(outgoing, &key, id, action).await;
            }
            _ => {
                // If the service sends the decision again, for example after a restore, the policy
                // chooses again.
                seat.chosen = seat.chosen.filter(|chosen| !is_meant(chosen));
                tracing::warn!(
                    game = refused.game,
                    seat = refused.seat,
                    decision = refused.decision_id,
                    action = refused.action_code,
                    reason = refused.reason().as_str_name(),
                    rule = refused.rule,
                    "an answer was refused: {}",
                    refused.message
                );
            }
        }
    }
}

/// The next message; `None` at the end of the stream.
async fn next(incoming: &mut Streaming<pb::ServeResponse>) -> Result<Option<Incoming>, Failure> {
    match timeout(SILENCE_TIMEOUT, incoming.message()).await {
        Ok(message) => Ok(message?.and_then(|message| message.message)),
        Err(_) => Err(Failure::cut_off("the stream has timed out")),
    }
}

async fn resign(outgoing: &mpsc::Sender<ServeRequest>, (game, seat): &SeatKey) {
    let seat = pb::AgentSeat { game: game.clone(), seat: *seat };
    // If the stream is lost, the service sends the decision again, and the seat resigns then.
    let _ = outgoing.send(ServeRequest { message: Some(Outgoing::Resign(seat)) }).await;
}

async fn send(
    outgoing: &mpsc::Sender<ServeRequest>,
    (game, seat): &SeatKey,
    decision_id: u32,
    action: Action,
) -> Result<(), Failure> {
    let answer = Some(Answer::ActionCode(action.code().0));
    let answer = AgentAnswer { game: game.clone(), seat: *seat, decision_id, answer };
    let sent = outgoing.send(ServeRequest { message: Some(Outgoing::Answer(answer)) }).await;
    sent.map_err(|_| Failure::cut_off("the stream was cut off"))
}
