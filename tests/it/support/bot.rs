//! A client that holds one token of a game.

use super::{
    service::{Client, TestService},
    wait::within,
};
use hierophant::{
    grpc::REASON_KEY,
    pb::v1::{self as pb, submit_action_request::Answer, watch_game_response::Message},
};
use tokio_stream::StreamExt;
use tonic::{Request, Status, Streaming, transport::Channel};

/// A client with one token of a game.
#[derive(Clone)]
pub(crate) struct Bot {
    pub(crate) client: Client,
    pub(crate) game: String,
    pub(crate) token: String,
}

impl Bot {
    pub(crate) fn new(channel: Channel, game: &str, token: &str) -> Bot {
        Bot { client: Client::new(channel), game: game.into(), token: token.into() }
    }

    /// A call with the bot's token.
    pub(crate) fn call<T>(&self, message: T) -> Request<T> {
        with_token(message, &self.token)
    }

    pub(crate) async fn get_view(&self, request: pb::GetViewRequest) -> Result<pb::View, Status> {
        let request = pb::GetViewRequest { game: self.game.clone(), ..request };
        let response = self.client.clone().get_view(self.call(request)).await?.into_inner();
        Ok(response.view.expect("an answer has a view"))
    }

    /// The present view.
    pub(crate) async fn view(&self) -> pb::View {
        self.get_view(pb::GetViewRequest::default()).await.expect("a view")
    }

    pub(crate) async fn submit_request(
        &self,
        request: pb::SubmitActionRequest,
    ) -> Result<pb::SubmitActionResponse, Status> {
        let request = pb::SubmitActionRequest { game: self.game.clone(), ..request };
        Ok(self.client.clone().submit_action(self.call(request)).await?.into_inner())
    }

    /// Answers a decision with a code.
    pub(crate) async fn submit(
        &self,
        decision_id: u32,
        code: u32,
    ) -> Result<pb::SubmitActionResponse, Status> {
        let answer = Some(Answer::ActionCode(code));
        self.submit_request(pb::SubmitActionRequest { decision_id, answer, ..Default::default() })
            .await
    }

    /// Answers the open decision, if there is one, with the legal action that `choose` picks by the
    /// length of their list.
    pub(crate) async fn act(
        &self,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<pb::SubmitActionResponse> {
        let decision = self.view().await.decision?;
        let code = decision.legal_codes[choose(decision.legal_codes.len())];
        Some(self.submit(decision.decision_id, code).await.expect("a legal action is taken"))
    }

    /// Answers decisions for as long as there is an open one. Returns the number of answers.
    pub(crate) async fn act_while_asked(&self, turn: usize) -> usize {
        let mut answers = 0;
        let mut open = self.view().await.decision;
        while let Some(decision) = open {
            let code = decision.legal_codes[some(turn + answers)(decision.legal_codes.len())];
            let taken =
                self.submit(decision.decision_id, code).await.expect("a legal action is taken");
            (open, answers) = (taken.next_decision, answers + 1);
        }
        answers
    }

    /// Gives the seat up.
    pub(crate) async fn resign(&self) -> Result<pb::SeatEnding, Status> {
        let request = self.call(pb::ResignRequest { game: self.game.clone() });
        Ok(self.client.clone().resign(request).await?.into_inner().ending())
    }

    /// The replay, for judging it.
    pub(crate) async fn whole_replay(&self) -> hierophant::client::Replay {
        let (header, entries, _) = self.replay().await.expect("a replay");
        hierophant::client::Replay { header, entries }
    }

    pub(crate) async fn watch(&self, resume_after: Option<u32>) -> Result<Stream, Status> {
        let request = pb::WatchGameRequest {
            game: self.game.clone(),
            resume_after_view_version: resume_after,
            ..Default::default()
        };
        self.watch_request(request).await
    }

    pub(crate) async fn watch_request(
        &self,
        request: pb::WatchGameRequest,
    ) -> Result<Stream, Status> {
        Ok(Stream(self.client.clone().watch_game(self.call(request)).await?.into_inner()))
    }

    /// The replay: its header and all entries, and the number of messages that it came in.
    pub(crate) async fn replay(
        &self,
    ) -> Result<(pb::ReplayHeader, Vec<pb::ReplayEntry>, usize), Status> {
        let request = self.call(pb::GetReplayRequest { game: self.game.clone() });
        let mut chunks = self.client.clone().get_replay(request).await?.into_inner();
        let (mut header, mut entries, mut count) = (None, Vec::new(), 0);
        while let Some(chunk) = chunks.next().await {
            count += 1;
            match chunk?.chunk.expect("a chunk") {
                pb::get_replay_response::Chunk::Header(first) => header = Some(first),
                pb::get_replay_response::Chunk::Entries(run) => entries.extend(run.entries),
            }
        }
        Ok((header.expect("a header"), entries, count))
    }
}

/// A stream of what a viewer is sent.
pub(crate) struct Stream(Streaming<pb::WatchGameResponse>);

impl Stream {
    /// The next message; `None` when there are no more.
    pub(crate) async fn next(&mut self) -> Option<Result<Message, Status>> {
        let message = within("the next message of a watched game", self.0.next()).await?;
        Some(message.map(|message| message.message.expect("a message has a kind")))
    }

    pub(crate) async fn message(&mut self) -> Message {
        self.next().await.expect("the stream continues").expect("no failure")
    }

    /// The next message, which must be a snapshot.
    pub(crate) async fn snapshot(&mut self) -> pb::View {
        match self.message().await {
            Message::Snapshot(view) => view,
            other => panic!("expected a snapshot, got {other:?}"),
        }
    }

    /// The next message, which must be an update.
    pub(crate) async fn update(&mut self) -> pb::GameUpdate {
        match self.message().await {
            Message::Update(update) => update,
            other => panic!("expected an update, got {other:?}"),
        }
    }
}

/// A call with this token.
pub(crate) fn with_token<T>(message: T, token: &str) -> Request<T> {
    let mut request = Request::new(message);
    request
        .metadata_mut()
        .insert("authorization", format!("Bearer {token}").parse().expect("a token is ASCII"));
    request
}

/// Picks without chance, but not always the same.
pub(crate) fn some(turn: usize) -> impl Fn(usize) -> usize {
    move |choices| turn.wrapping_mul(7) % choices
}

/// Plays every seat until the game is over. Returns the number of answers.
pub(crate) async fn play_to_end(bots: &[Bot]) -> usize {
    let mut answers = 0;
    loop {
        let before = answers;
        for bot in bots {
            answers += bot.act_while_asked(answers).await;
        }
        if bots[0].view().await.status() == pb::GameStatus::Ended {
            return answers;
        }
        assert!(answers > before, "no seat can act, and the game is not over");
    }
}

/// The reason of a failure.
pub(crate) fn reason(status: &Status) -> String {
    let reason =
        status.metadata().get(REASON_KEY).map(|reason| reason.to_str().expect("ASCII").to_owned());
    reason.unwrap_or_else(|| format!("no reason: {status:?}"))
}

pub(crate) async fn abort(service: &TestService, game: &str) -> Result<pb::Game, tonic::Status> {
    let request = pb::AbortGameRequest {
        game: game.into(),
        reason: "the hall is closed".into(),
        ..Default::default()
    };
    Ok(service.client().abort_game(request).await?.into_inner().game.expect("a game"))
}

/// Plays these seats until the game is over; the service answers for the others, in its own time.
pub(crate) async fn play_on(bots: &[Bot]) {
    let mut idle = 0;
    for turn in 0.. {
        let mut answers = 0;
        for bot in bots {
            answers += bot.act_while_asked(turn).await;
        }
        if bots[0].view().await.status() == pb::GameStatus::Ended {
            return;
        }
        idle = if answers > 0 { 0 } else { idle + 1 };
        assert!(idle < 1_000, "no seat can act, and the game is not over");
    }
}
