//! A registered agent: one stream for all its games, over lost connections and restarts of the service.
//!
//! Each seat has a policy of its own, which thinks on a thread that serves no network; games don't wait for one another. A
//! decision with one legal answer is answered without asking the policy.

use super::{Client, Ended, Failure, GameInfo, TokenError, game_client::authorization, retry::Outage, timed};
use crate::pb::v1::{
    self as pb, AgentAnswer, AgentHello, ServeRequest, ServingTerms, agent_answer::Answer,
    agent_service_client::AgentServiceClient, serve_request::Message as Said, serve_response::Message as Told,
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

/// A stream on which nothing has come for so long is dead.
const SILENCE_MAX: Duration = Duration::from_secs(50);
/// So many things that an agent says wait for the network at most.
const SAID_MAX: usize = 64;
/// An answer that was refused because of a limit is sent again so often.
const TRIES_MAX: u32 = 20;

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

/// See the module.
pub struct AgentRunner {
    stub: AgentServiceClient<Channel>,
    client: Client,
    authorization: super::Authorization,
    terms: ServingTerms,
    policies: Arc<Policies>,
    seats: BTreeMap<Place, Playing>,
    thoughts: JoinSet<Thought>,
    outage: Outage,
}

/// A game's name and a seat's number.
type Place = (String, u32);

/// A seat in play.
struct Playing {
    table: Arc<GameInfo>,
    /// Away while it thinks.
    policy: Option<Box<dyn Policy>>,
    /// What was chosen last, to be sent again.
    chosen: Option<(u32, Action)>,
    /// The decision that is thought about.
    thinks: Option<u32>,
    /// A newer decision that came meanwhile: the one that is thought about has expired.
    waiting: Option<pb::AgentDecision>,
    tries: u32,
}

/// What a policy has come to.
struct Thought {
    place: Place,
    decision_id: u32,
    /// With what it chose; an error says what is wrong with the policy.
    chosen: Result<(Box<dyn Policy>, Action), String>,
}

impl Client {
    /// A registered agent, by its token.
    ///
    /// # Errors
    /// The token has characters that no token has.
    pub fn agent(&self, token: &str, terms: ServingTerms, policies: Arc<Policies>) -> Result<AgentRunner, TokenError> {
        Ok(AgentRunner {
            stub: self.agents.clone(),
            client: self.clone(),
            authorization: authorization(token)?,
            terms,
            policies,
            seats: BTreeMap::new(),
            thoughts: JoinSet::new(),
            outage: Outage::default(),
        })
    }

    /// Registers an agent; its token is in the answer. A request without a request id gets a random one.
    ///
    /// # Errors
    /// What the service answered, or that it cannot be reached.
    pub async fn register_agent(
        &self,
        mut asked: pb::RegisterAgentRequest,
    ) -> Result<pb::RegisterAgentResponse, Failure> {
        if asked.request_id.is_empty() {
            asked.request_id = super::random_id();
        }
        self.retry_policy
            .repeat(|| async { Ok(self.agents.clone().register_agent(self.signed(asked.clone())).await?.into_inner()) })
            .await
    }

    /// All agents that the caller may know, by name.
    ///
    /// # Errors
    /// What the service answered, or that it cannot be reached.
    pub async fn list_agents(&self) -> Result<Vec<pb::Agent>, Failure> {
        let (mut all, mut page_token) = (Vec::new(), String::new());
        loop {
            let asked = pb::ListAgentsRequest { page_size: 0, page_token };
            let call = || async { Ok(self.agents.clone().list_agents(self.signed(asked.clone())).await?.into_inner()) };
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
    /// What the service answered, or that it cannot be reached.
    pub async fn retire_agent(&self, name: &str) -> Result<pb::Agent, Failure> {
        let asked = pb::RetireAgentRequest { agent: name.to_owned() };
        let call = || async { Ok(self.agents.clone().retire_agent(self.signed(asked.clone())).await?.into_inner()) };
        let told = self.retry_policy.repeat(call).await?;
        told.agent.ok_or_else(|| Failure::nonsense("the service sent no agent"))
    }

    /// Lets an agent play against itself, and waits for what comes of it.
    ///
    /// # Errors
    /// What the service answered, or that it cannot be reached.
    pub async fn validate_agent(&self, mut asked: pb::ValidateAgentRequest) -> Result<pb::AgentValidation, Failure> {
        if asked.request_id.is_empty() {
            asked.request_id = super::random_id();
        }
        loop {
            let call = || async {
                let mut request = self.signed(asked.clone());
                request.set_timeout(SILENCE_MAX);
                Ok(self.agents.clone().validate_agent(request).await?.into_inner())
            };
            let told = self.retry_policy.repeat(call).await?.validation;
            let told = told.ok_or_else(|| Failure::nonsense("the service sent no validation"))?;
            if told.state() != pb::ValidationState::Running {
                return Ok(told);
            }
        }
    }

    fn signed<T>(&self, message: T) -> Request<T> {
        super::signed(self.authorization.as_ref(), timed(message))
    }
}

impl AgentRunner {
    /// Plays whatever the agent is seated in, and tells each game's end; returns only when it cannot go on.
    ///
    /// # Errors
    /// Its token opens nothing any more, another stream has taken its place, or the service was away for longer than the
    /// client's patience.
    pub async fn run(&mut self, mut ended: impl FnMut(AgentPlayed)) -> Failure {
        loop {
            let failure = match self.serve(&mut ended).await {
                Ok(()) => Failure::cut_off("the stream ended"),
                Err(failure) => failure,
            };
            let may_return = failure.is_transient() || failure.reason == pb::ErrorReason::LimitReached;
            if !may_return {
                return failure;
            }
            if let Err(failure) = self.client.retry_policy.wait_after(&mut self.outage, failure).await {
                return failure;
            }
        }
    }

    /// One stream, to its end.
    async fn serve(&mut self, ended: &mut impl FnMut(AgentPlayed)) -> Result<(), Failure> {
        let (said, queue) = mpsc::channel(SAID_MAX);
        let hello = AgentHello { agent: String::new(), terms: Some(self.terms.clone()) };
        let _ = said.send(ServeRequest { message: Some(Said::Hello(hello)) }).await;
        let request = super::signed(Some(&self.authorization), Request::new(ReceiverStream::new(queue)));
        let mut told = self.stub.clone().serve(request).await?.into_inner();
        loop {
            tokio::select! {
                message = next(&mut told) => match message? {
                    Some(message) => self.hear(message, &said, ended).await?,
                    None => return Ok(()),
                },
                Some(thought) = self.thoughts.join_next() => {
                    self.think_to_the_end(thought.map_err(|_| Failure::nonsense("a thought was lost"))?, &said).await?;
                }
            }
        }
    }

    async fn hear(
        &mut self,
        message: Told,
        said: &mpsc::Sender<ServeRequest>,
        ended: &mut impl FnMut(AgentPlayed),
    ) -> Result<(), Failure> {
        match message {
            Told::Welcome(welcome) => {
                self.outage = Outage::default();
                // What has ended while nobody listened.
                let places: Vec<Place> = welcome.seats.into_iter().map(|seat| (seat.game, seat.seat)).collect();
                self.seats.retain(|place, _| places.contains(place));
            }
            Told::Seated(pb::AgentSeated { game, seat, token: _ }) => {
                let game = game.ok_or_else(|| Failure::nonsense("the service sent no game"))?;
                self.sit_down(game, seat)?;
            }
            Told::Decision(asked) => self.decide(asked, said).await?,
            Told::Refused(refused) => self.refused(refused, said).await,
            Told::Ended(pb::AgentGameEnded { game, seat, view }) => {
                let outcome = view.and_then(|view| view.outcome);
                let outcome = outcome.ok_or_else(|| Failure::nonsense("the game ended without an outcome"))?;
                self.seats.remove(&(game.clone(), seat));
                if let Some(seat) = u8::try_from(seat).ok().and_then(Seat::new) {
                    ended(AgentPlayed { game, seat, ended: Ended::read(&outcome)? });
                }
            }
            Told::SeatLost(lost) => tracing::warn!(game = lost.game, seat = lost.seat, ending = ?lost.ending(), "out"),
            Told::Taken(_) | Told::Heartbeat(_) => {}
        }
        Ok(())
    }

    fn sit_down(&mut self, game: pb::Game, number: u32) -> Result<(), Failure> {
        let place = (game.name.clone(), number);
        if self.seats.contains_key(&place) {
            return Ok(());
        }
        let table = Arc::new(GameInfo::new(game)?);
        let seat = u8::try_from(number).ok().and_then(Seat::new);
        let seat = seat.ok_or_else(|| Failure::nonsense("the service names no seat"))?;
        let policy = (self.policies)(table.ruleset(), &place.0, seat);
        if policy.is_none() {
            tracing::error!(game = place.0, %seat, "there is no policy for this ruleset; the seat resigns");
        }
        self.seats.insert(place, Playing { table, policy, chosen: None, thinks: None, waiting: None, tries: 0 });
        Ok(())
    }

    async fn decide(&mut self, asked: pb::AgentDecision, said: &mpsc::Sender<ServeRequest>) -> Result<(), Failure> {
        let place = (asked.game.clone(), asked.seat);
        let view = asked.view.as_ref().ok_or_else(|| Failure::nonsense("the service sent no view"))?;
        let Some(playing) = self.seats.get_mut(&place) else { return Ok(()) };
        let position = playing.table.snapshot(view)?;
        let Some(decision) = position.decision else { return Ok(()) };
        match playing.chosen {
            // It was answered on a stream that was lost: the same answer counts once.
            Some((id, action)) if id == decision.id => return send(said, &place, id, action).await,
            _ if playing.thinks == Some(decision.id) => return Ok(()),
            _ => playing.tries = 0,
        }
        if let Some(only) = decision.forced() {
            playing.chosen = Some((decision.id, only));
            return send(said, &place, decision.id, only).await;
        }
        if playing.thinks.is_some() {
            playing.waiting = Some(asked);
            return Ok(());
        }
        let Some(mut policy) = playing.policy.take() else {
            resign(said, &place).await;
            return Ok(());
        };
        playing.thinks = Some(decision.id);
        let (view, legal, decision_id): (View, Vec<Action>, u32) = (position.view, decision.legal, decision.id);
        self.thoughts.spawn_blocking(move || {
            let chosen = catch_unwind(AssertUnwindSafe(|| policy.choose(&view, &legal)));
            let chosen = match chosen {
                Err(_) => Err("it panicked".to_owned()),
                Ok(action) if !legal.contains(&action) => {
                    Err(format!("it chose \"{}\", which is not legal", action.render()))
                }
                Ok(action) => Ok((policy, action)),
            };
            Thought { place, decision_id, chosen }
        });
        Ok(())
    }

    async fn think_to_the_end(&mut self, thought: Thought, said: &mpsc::Sender<ServeRequest>) -> Result<(), Failure> {
        let Thought { place, decision_id, chosen } = thought;
        let Some(playing) = self.seats.get_mut(&place) else { return Ok(()) };
        playing.thinks = None;
        let waiting = playing.waiting.take();
        let (policy, action) = match chosen {
            Ok(chosen) => chosen,
            // Its seat is given up, so that the game goes on; other games are not touched.
            Err(fault) => {
                tracing::error!(
                    game = place.0,
                    seat = place.1,
                    decision = decision_id,
                    "the policy is at fault: {fault}; its seat resigns"
                );
                resign(said, &place).await;
                return Ok(());
            }
        };
        playing.policy = Some(policy);
        if let Some(newer) = waiting {
            return self.decide(newer, said).await;
        }
        playing.chosen = Some((decision_id, action));
        // If the stream is lost the decision comes again, and finds what was chosen.
        let _ = send(said, &place, decision_id, action).await;
        Ok(())
    }

    async fn refused(&mut self, refused: pb::AnswerRefused, said: &mpsc::Sender<ServeRequest>) {
        let place = (refused.game.clone(), refused.seat);
        let Some(playing) = self.seats.get_mut(&place) else { return };
        let is_meant = |(id, action): &(u32, Action)| {
            *id == refused.decision_id && refused.action_code.is_none_or(|code| code == action.code().0)
        };
        let again = playing.chosen.filter(|chosen| is_meant(chosen) && refused.retry_after_ms > 0);
        match again {
            Some((id, action)) if playing.tries < TRIES_MAX => {
                playing.tries += 1;
                tokio::time::sleep(Duration::from_millis(refused.retry_after_ms.into())).await;
                let _ = send(said, &place, id, action).await;
            }
            _ => {
                // If the decision comes again, after a restore of the service say, the policy is asked anew.
                playing.chosen = playing.chosen.filter(|chosen| !is_meant(chosen));
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
async fn next(told: &mut Streaming<pb::ServeResponse>) -> Result<Option<Told>, Failure> {
    match timeout(SILENCE_MAX, told.message()).await {
        Ok(message) => Ok(message?.and_then(|message| message.message)),
        Err(_) => Err(Failure::cut_off("the stream has fallen silent")),
    }
}

async fn resign(said: &mpsc::Sender<ServeRequest>, (game, seat): &Place) {
    let seat = pb::AgentSeat { game: game.clone(), seat: *seat };
    // If the stream is lost the decision comes again, and finds no policy: the seat's clock decides.
    let _ = said.send(ServeRequest { message: Some(Said::Resign(seat)) }).await;
}

async fn send(
    said: &mpsc::Sender<ServeRequest>,
    (game, seat): &Place,
    decision_id: u32,
    action: Action,
) -> Result<(), Failure> {
    let answer = Some(Answer::ActionCode(action.code().0));
    let answer = AgentAnswer { game: game.clone(), seat: *seat, decision_id, answer };
    let said = said.send(ServeRequest { message: Some(Said::Answer(answer)) }).await;
    said.map_err(|_| Failure::cut_off("the stream was cut off"))
}
