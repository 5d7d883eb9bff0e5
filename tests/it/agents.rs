//! Agents that connect once: registered, seated by name, served over one stream.

use crate::{
    bot::{reason, some, with_token},
    host::{Host, request},
};
use hierophant::pb::v1::{
    self as pb, agent_answer::Answer, agent_service_client::AgentServiceClient, seat_request::Occupant,
    serve_request::Message as Said, serve_response::Message,
};
use std::collections::BTreeSet;
use tokio::sync::mpsc;
use tokio_stream::{StreamExt, wrappers::ReceiverStream};
use tonic::{Code, Status, Streaming, transport::Channel};

pub(crate) type Client = AgentServiceClient<Channel>;

/// A registered agent, whose token somebody holds.
pub(crate) struct Agent {
    pub(crate) name: String,
    pub(crate) token: String,
}

/// An agent's stream.
pub(crate) struct Line {
    said: mpsc::Sender<pb::ServeRequest>,
    told: Streaming<pb::ServeResponse>,
}

pub(crate) fn client(host: &Host) -> Client {
    AgentServiceClient::new(host.channel())
}

/// A request id that is long enough, and always the same for the same words.
fn id(words: &str) -> String {
    format!("{words:-<16}")
}

/// Registers an agent.
pub(crate) async fn register(host: &Host, name: &str) -> Agent {
    let asked = pb::RegisterAgentRequest { name: name.into(), request_id: id(name), ..Default::default() };
    let told = client(host).register_agent(asked).await.expect("a name that is free").into_inner();
    Agent { name: name.into(), token: told.token }
}

/// Terms of an agent that plays so many games at once.
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

impl Agent {
    /// Opens a stream, and says how to be served.
    pub(crate) async fn connect(&self, host: &Host) -> Result<Line, Status> {
        self.say_hello(host, pb::AgentHello { agent: self.name.clone(), terms: Some(terms(16)) }).await
    }

    pub(crate) async fn say_hello(&self, host: &Host, hello: pb::AgentHello) -> Result<Line, Status> {
        let (said, queue) = mpsc::channel(1_000);
        said.send(pb::ServeRequest { message: Some(Said::Hello(hello)) }).await.expect("its stream");
        let call = with_token(ReceiverStream::new(queue), &self.token);
        let told = client(host).serve(call).await?.into_inner();
        Ok(Line { said, told })
    }
}

impl Line {
    /// The next message; `None` when there are no more.
    pub(crate) async fn next(&mut self) -> Option<Result<Message, Status>> {
        let message = self.told.next().await?;
        Some(message.map(|message| message.message.expect("a message has a kind")))
    }

    pub(crate) async fn message(&mut self) -> Message {
        self.next().await.expect("the stream goes on").expect("no failure")
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
        self.say(Said::Answer(pb::AgentAnswer { game: game.into(), seat, decision_id, answer })).await;
    }

    /// Answers a decision with a legal action.
    pub(crate) async fn decide(&self, asked: &pb::AgentDecision) {
        let decision = asked.view.as_ref().and_then(|view| view.decision.as_ref()).expect("a decision");
        let code = decision.legal_codes[some(decision.decision_id as usize)(decision.legal_codes.len())];
        self.answer(&asked.game, asked.seat, decision.decision_id, code).await;
    }

    /// Plays until so many seats' games have ended. Returns how many decisions it was sent.
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
                    assert!(ended.insert((end.game, end.seat)), "it is told once");
                }
                Message::Refused(refused) => panic!("{refused:?}"),
                _ => {}
            }
        }
        decisions
    }
}

#[tokio::test]
async fn one_stream_plays_several_games_at_once() {
    let host = Host::start().await;
    let (ann, bob) = (register(&host, "ann").await, register(&host, "bob").await);
    let (mut line, mut other) = (ann.connect(&host).await.unwrap(), bob.connect(&host).await.unwrap());
    let welcome = line.welcome().await;
    assert!(welcome.seats.is_empty() && welcome.agent.is_some_and(|agent| agent.connected));
    for _ in 0..3 {
        let game = host.create(seating(&["ann", "bob", "bob", "ann"])).await;
        let seats = &game.created.game.as_ref().unwrap().seats;
        assert_eq!(seats.iter().map(|seat| seat.agent.as_str()).collect::<Vec<_>>(), ["ann", "bob", "bob", "ann"]);
        assert_eq!(game.created.seat_tokens.len(), 4);
    }
    let (mine, theirs) = tokio::join!(line.play(6), other.play(6));
    assert!(mine > 50 && theirs > 50, "{mine} {theirs}");
    assert_eq!(
        client(&host)
            .get_agent(pb::GetAgentRequest { agent: "ann".into() })
            .await
            .unwrap()
            .into_inner()
            .agent
            .unwrap()
            .games,
        0
    );
}

#[tokio::test]
async fn a_wrong_token_or_name_opens_no_stream() {
    let host = Host::start().await;
    let (ann, bob) = (register(&host, "ann").await, register(&host, "bob").await);
    let game = host.game().await;
    let nobody = |token: &str| Agent { name: "ann".into(), token: token.into() };
    for token in ["nonsense", "ha1_nonsense", &format!("{}x", ann.token)] {
        let status = nobody(token).connect(&host).await.err().expect("refused");
        assert_eq!((status.code(), reason(&status).as_str()), (Code::Unauthenticated, "TOKEN_UNKNOWN"), "{token}");
    }
    let status = nobody(&game.created.seat_tokens[0].token).connect(&host).await.err().expect("refused");
    assert_eq!(reason(&status), "TOKEN_NOT_FOR_GAME");
    let mut line = nobody(&bob.token).connect(&host).await.expect("a genuine token");
    assert_eq!(reason(&line.end().await.expect("a failure")), "TOKEN_NOT_FOR_GAME");
    let bot = crate::bot::Bot::new(host.channel(), &game.name, &ann.token);
    assert_eq!(reason(&bot.get_view(pb::GetViewRequest::default()).await.unwrap_err()), "TOKEN_NOT_FOR_GAME");
}
