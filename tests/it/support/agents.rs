//! Registered agents, their streams, and requests for games that seat them.

use super::{
    bot::{some, with_token},
    service::{TestService, request},
    wait::within,
};
use hierophant::pb::v1::{
    self as pb, ValidationState, agent_answer::Answer, agent_service_client::AgentServiceClient,
    seat_request::Occupant, serve_request::Message as Said, serve_response::Message,
};
use std::collections::BTreeSet;
use tokio::sync::mpsc;
use tokio_stream::{StreamExt, wrappers::ReceiverStream};
use tonic::{Status, Streaming, transport::Channel};

pub(crate) type Client = AgentServiceClient<Channel>;

/// A registered agent, with its token.
pub(crate) struct Agent {
    pub(crate) name: String,
    pub(crate) token: String,
}

impl Agent {
    /// Opens a stream, and says how to be served.
    pub(crate) async fn connect(&self, service: &TestService) -> Result<AgentStream, Status> {
        self.say_hello(service, pb::AgentHello { agent: self.name.clone(), terms: Some(terms(16)) })
            .await
    }

    pub(crate) async fn say_hello(
        &self,
        service: &TestService,
        hello: pb::AgentHello,
    ) -> Result<AgentStream, Status> {
        let (said, queue) = mpsc::channel(1_000);
        said.send(pb::ServeRequest { message: Some(Said::Hello(hello)) })
            .await
            .expect("its stream");
        let call = with_token(ReceiverStream::new(queue), &self.token);
        let received = client(service).serve(call).await?.into_inner();
        Ok(AgentStream { said, received })
    }
}

/// An agent's stream.
pub(crate) struct AgentStream {
    said: mpsc::Sender<pb::ServeRequest>,
    received: Streaming<pb::ServeResponse>,
}

impl AgentStream {
    /// The next message; `None` when there are no more.
    pub(crate) async fn next(&mut self) -> Option<Result<Message, Status>> {
        let message = within("the next message of an agent's stream", self.received.next()).await?;
        Some(message.map(|message| message.message.expect("a message has a kind")))
    }

    pub(crate) async fn message(&mut self) -> Message {
        self.next().await.expect("the stream continues").expect("no failure")
    }

    pub(crate) async fn welcome(&mut self) -> pb::AgentWelcome {
        match self.message().await {
            Message::Welcome(welcome) => welcome,
            other => panic!("expected a welcome, got {other:?}"),
        }
    }

    /// How the stream ends.
    pub(crate) async fn end(&mut self) -> Option<Status> {
        loop {
            match self.next().await {
                Some(Ok(_)) => {}
                Some(Err(status)) => return Some(status),
                None => return None,
            }
        }
    }

    pub(crate) async fn say(&self, said: Said) {
        self.said.send(pb::ServeRequest { message: Some(said) }).await.expect("its stream");
    }

    pub(crate) async fn answer(&self, game: &str, seat: u32, decision_id: u32, code: u32) {
        let answer = Some(Answer::ActionCode(code));
        self.say(Said::Answer(pb::AgentAnswer { game: game.into(), seat, decision_id, answer }))
            .await;
    }

    /// Answers a decision with a legal action.
    pub(crate) async fn decide(&self, asked: &pb::AgentDecision) {
        let decision =
            asked.view.as_ref().and_then(|view| view.decision.as_ref()).expect("a decision");
        let code =
            decision.legal_codes[some(decision.decision_id as usize)(decision.legal_codes.len())];
        self.answer(&asked.game, asked.seat, decision.decision_id, code).await;
    }

    /// Plays until the games of `seats` seats have ended. Returns how many decisions it was sent.
    pub(crate) async fn play(&mut self, seats: usize) -> usize {
        let (mut ended, mut decisions) = (BTreeSet::new(), 0);
        while ended.len() < seats {
            match self.message().await {
                Message::Decision(asked) => {
                    decisions += 1;
                    self.decide(&asked).await;
                }
                Message::Ended(end) => {
                    let outcome = end.view.expect("a last view").outcome.expect("an outcome");
                    assert_eq!(outcome.ending(), pb::GameEnding::Played);
                    assert!(ended.insert((end.game, end.seat)), "each end is sent once");
                }
                Message::Refused(refused) => panic!("{refused:?}"),
                _ => {}
            }
        }
        decisions
    }
}

pub(crate) fn client(service: &TestService) -> Client {
    AgentServiceClient::new(service.channel())
}

/// A request id that is long enough, and always the same for the same words.
pub(crate) fn id(words: &str) -> String {
    format!("{words:-<16}")
}

/// Registers an agent.
pub(crate) async fn register(service: &TestService, name: &str) -> Agent {
    let asked =
        pb::RegisterAgentRequest { name: name.into(), request_id: id(name), ..Default::default() };
    let response =
        client(service).register_agent(asked).await.expect("a name that is free").into_inner();
    Agent { name: name.into(), token: response.token }
}

/// Terms of an agent that plays at most this number of games at once.
pub(crate) fn terms(games_at_once_max: u32) -> pb::ServingTerms {
    pb::ServingTerms { games_at_once_max, ..Default::default() }
}

/// A request for a game with these agents in its seats; an empty name is an open seat.
pub(crate) fn seating(agents: &[&str]) -> pb::CreateGameRequest {
    let seat = |name: &&str| {
        let agent = (!name.is_empty()).then(|| Occupant::Agent((*name).to_owned()));
        pb::SeatRequest { occupant: agent, ..Default::default() }
    };
    pb::CreateGameRequest { seats: agents.iter().map(seat).collect(), ..request() }
}

/// The next decision.
pub(crate) async fn decision(stream: &mut AgentStream) -> pb::AgentDecision {
    loop {
        if let Message::Decision(asked) = stream.message().await {
            return asked;
        }
    }
}

/// What becomes of the next answer.
pub(crate) async fn verdict(
    stream: &mut AgentStream,
) -> Result<pb::AnswerTaken, pb::AnswerRefused> {
    loop {
        match stream.message().await {
            Message::Taken(taken) => return Ok(taken),
            Message::Refused(refused) => return Err(refused),
            _ => {}
        }
    }
}

pub(crate) fn decision_id(asked: &pb::AgentDecision) -> u32 {
    asked.view.as_ref().and_then(|view| view.decision.as_ref()).expect("a decision").decision_id
}

pub(crate) fn codes(asked: &pb::AgentDecision) -> Vec<u32> {
    asked
        .view
        .as_ref()
        .and_then(|view| view.decision.as_ref())
        .expect("a decision")
        .legal_codes
        .clone()
}

pub(crate) fn validation_of(name: &str, words: &str) -> pb::ValidateAgentRequest {
    pb::ValidateAgentRequest {
        agent: name.into(),
        setup: request().setup,
        request_id: format!("{words:-<16}"),
        ..Default::default()
    }
}

pub(crate) async fn validate(
    service: &TestService,
    request: pb::ValidateAgentRequest,
) -> pb::AgentValidation {
    client(service)
        .validate_agent(request)
        .await
        .expect("a validation")
        .into_inner()
        .validation
        .expect("one")
}

/// Lets an agent pass a validation of this setup, and leave.
pub(crate) async fn pass_validation(
    service: &TestService,
    agent: &Agent,
    setup: Option<pb::Setup>,
) {
    let mut stream = agent.connect(service).await.expect("its stream");
    stream.welcome().await;
    let mut validating = std::pin::pin!(validate(
        service,
        pb::ValidateAgentRequest { setup, ..validation_of(&agent.name, "pass") }
    ));
    loop {
        tokio::select! {
            validation = &mut validating => return assert_eq!(validation.state(), ValidationState::Passed),
            message = stream.message() => {
                if let Message::Decision(asked) = message {
                    stream.decide(&asked).await;
                }
            }
        }
    }
}
