//! A client that holds one token of a game.

use super::{
    service::{Client, TestService},
    wait::within,
};
use hierophant::{
    grpc::REASON_KEY,
    pb::v1::{
        self as pb, submit_action_request::Answer, view::Viewer, watch_game_response::Message,
    },
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

    /// Answers this decision, and those that each answer opens at once. Returns the number of
    /// answers.
    async fn act_from(&self, mut decision: pb::Decision, turn: usize) -> usize {
        for answers in 1.. {
            let code = decision.legal_codes[some(turn + answers - 1)(decision.legal_codes.len())];
            let taken = self.submit(decision.decision_id, code).await;
            match taken.expect("a legal action is taken").next_decision {
                Some(next) => decision = next,
                None => return answers,
            }
        }
        unreachable!("a game ends")
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

    /// The index of the replay.
    pub(crate) async fn index(&self) -> Result<pb::GetReplayIndexResponse, Status> {
        let request = self.call(pb::GetReplayIndexRequest { game: self.game.clone() });
        Ok(self.client.clone().get_replay_index(request).await?.into_inner())
    }

    /// Frames of the replay.
    pub(crate) async fn frames(
        &self,
        wanted: pb::GetReplayFramesRequest,
    ) -> Result<Vec<pb::ReplayFrame>, Status> {
        let request = pb::GetReplayFramesRequest { game: self.game.clone(), ..wanted };
        let response = self.client.clone().get_replay_frames(self.call(request)).await?;
        Ok(response.into_inner().frames)
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
    play(bots, 2 * bots.len(), usize::MAX).await
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

/// So many looks that bring no decision mean that a game stands still in which the service answers
/// for some seats.
const LOOKS_MAX: usize = 5_000;

/// Plays these seats until the game is over; the service answers for the others, in its own time.
pub(crate) async fn play_on(bots: &[Bot]) {
    play(bots, LOOKS_MAX, usize::MAX).await;
}

/// As [`play_on`], and at most until these seats have given so many answers.
pub(crate) async fn play_on_for(bots: &[Bot], answers_max: usize) {
    play(bots, LOOKS_MAX, answers_max).await;
}

/// Plays these seats until the game is over or they have given so many answers; while none of them
/// has a decision, looks at most so often whether others have answered. Returns the number of
/// answers.
async fn play(bots: &[Bot], looks_max: usize, answers_max: usize) -> usize {
    let mut seats = Vec::new();
    for bot in bots {
        seats.push(bot.view().await.viewer);
    }
    let (mut answers, mut looks, mut looking) = (0, 0, 0);
    loop {
        let view = bots[looking].view().await;
        if view.status() == pb::GameStatus::Ended || answers >= answers_max {
            return answers;
        }
        if let Some(decision) = view.decision {
            answers += bots[looking].act_from(decision, answers).await;
            looks = 0;
        }
        assert!(looks <= looks_max, "no seat can act, and the game is not over");
        looks += 1;
        // Calls are what a test's time goes to: none is made for a seat that is not asked.
        let is_asked = |index: &usize| {
            let seat = &seats[index % bots.len()];
            view.asked_seats.iter().any(|asked| *seat == Some(Viewer::Seat(*asked)))
        };
        let next = (looking + 1..=looking + bots.len()).find(is_asked);
        looking = next.map_or(looking, |index| index % bots.len());
    }
}
