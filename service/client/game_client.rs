//! Calls of the holder of a game's token: a seat's player, or a spectator.

use super::{Authorization, Client, Failure, GameInfo, Replay, RetryPolicy, Snapshot, timed};
use crate::pb::v1::{
    Game, GetGameRequest, GetReplayRequest, GetViewRequest, SubmitActionRequest,
    SubmitActionResponse, WaitFor, WatchGameRequest, WatchGameResponse,
    game_service_client::GameServiceClient, submit_action_request::Answer,
};
use hierophant_rules::catalog::Action;
use std::{fmt, sync::Arc, time::Duration};
use tonic::{Request, Streaming, transport::Channel};

/// Time that a waiting call may take on the network, in addition to the 30 s that it waits at most.
const WAIT_TIMEOUT: Duration = Duration::from_secs(45);

/// A text that cannot be a token. The error does not contain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the token is empty, or has characters that tokens never have")]
pub struct TokenError;

/// What a call for a view waits for, 30 s at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Nothing: the call returns the present view at once.
    No,
    /// A version above this one, or the end of the game.
    NewerThan(u32),
    /// An open decision of the own seat, or the end of the game.
    MyDecision,
}

/// A client for one game, with a token of that game. Cheap to clone.
#[derive(Clone)]
pub struct GameClient {
    stub: GameServiceClient<Channel>,
    retry_policy: RetryPolicy,
    game: String,
    authorization: Authorization,
}

/// The value of the `authorization` metadata.
pub(super) fn authorization(token: &str) -> Result<Authorization, TokenError> {
    let token = token.trim();
    if token.is_empty() || token.contains(char::is_whitespace) {
        return Err(TokenError);
    }
    let mut authorization =
        Authorization::try_from(format!("Bearer {token}")).map_err(|_| TokenError)?;
    authorization.set_sensitive(true);
    Ok(authorization)
}

/// Requests the replay, once.
pub(super) async fn fetch(
    stub: &GameServiceClient<Channel>,
    request: Request<GetReplayRequest>,
) -> Result<Replay, Failure> {
    let mut stream = stub.clone().get_replay(request).await?.into_inner();
    let mut chunks = Vec::new();
    while let Some(chunk) = stream.message().await? {
        chunks.push(chunk);
    }
    Replay::from_chunks(chunks).map_err(|error| Failure::nonsense(error.to_string()))
}

impl GameClient {
    pub(super) fn new(client: &Client, game: &str, token: &str) -> Result<GameClient, TokenError> {
        let authorization = authorization(token)?;
        let game =
            if game.starts_with("games/") { game.to_owned() } else { format!("games/{game}") };
        Ok(GameClient {
            stub: client.stub.clone(),
            retry_policy: client.retry_policy,
            game,
            authorization,
        })
    }

    /// The game's name, `games/{id}`.
    pub fn game_name(&self) -> &str {
        &self.game
    }

    /// The limits for repeating calls.
    pub fn retry_policy(&self) -> RetryPolicy {
        self.retry_policy
    }

    /// The game's public data.
    ///
    /// # Errors
    /// The service's error, or that it cannot be reached.
    pub async fn game(&self) -> Result<Game, Failure> {
        let call = || async {
            let request = self.signed(timed(GetGameRequest { game: self.game.clone() }));
            let response = self.stub.clone().get_game(request).await?;
            response.into_inner().game.ok_or_else(|| Failure::nonsense("the service sent no game"))
        };
        self.retry_policy.repeat(call).await
    }

    /// The game's constant data, which is needed to decode views and events.
    ///
    /// # Errors
    /// The service's error, or that it cannot be reached.
    pub async fn info(&self) -> Result<Arc<GameInfo>, Failure> {
        GameInfo::new(self.game().await?).map(Arc::new)
    }

    /// The viewer's view, after waiting as `wait` says. When the wait times out, the call returns
    /// the present view.
    ///
    /// # Errors
    /// The service's error, or that it cannot be reached.
    pub async fn view(&self, info: &GameInfo, wait: Wait) -> Result<Snapshot, Failure> {
        let (wait_for, known) = match wait {
            Wait::No => (WaitFor::Unspecified, 0),
            Wait::NewerThan(version) => (WaitFor::NewerVersion, version),
            Wait::MyDecision => (WaitFor::MyDecision, 0),
        };
        let call = || async {
            let mut request = Request::new(GetViewRequest {
                game: self.game.clone(),
                wait_for: wait_for.into(),
                known_view_version: known,
                ..GetViewRequest::default()
            });
            request.set_timeout(WAIT_TIMEOUT);
            let response = self.stub.clone().get_view(self.signed(request)).await?;
            let view = response
                .into_inner()
                .view
                .ok_or_else(|| Failure::nonsense("the service sent no view"))?;
            info.snapshot(&view)
        };
        self.retry_policy.repeat(call).await
    }

    /// Answers the seat's open decision. Repeating this is safe: an answer is taken once, and a
    /// repetition gets the same response.
    ///
    /// # Errors
    /// The service's error, or that it cannot be reached.
    pub async fn submit(
        &self,
        decision_id: u32,
        action: Action,
    ) -> Result<SubmitActionResponse, Failure> {
        let call = || async {
            let request = self.signed(timed(SubmitActionRequest {
                game: self.game.clone(),
                decision_id,
                answer: Some(Answer::ActionCode(action.code().0)),
                ..SubmitActionRequest::default()
            }));
            Ok(self.stub.clone().submit_action(request).await?.into_inner())
        };
        self.retry_policy.repeat(call).await
    }

    /// Opens one stream, once.
    pub(super) async fn watch(
        &self,
        watcher_id: &str,
        resume_after: Option<u32>,
    ) -> Result<Streaming<WatchGameResponse>, Failure> {
        let request = self.signed(Request::new(WatchGameRequest {
            game: self.game.clone(),
            resume_after_view_version: resume_after,
            include_legal_actions: false,
            include_text: false,
            watcher_id: watcher_id.to_owned(),
            include_views: false,
        }));
        Ok(self.stub.clone().watch_game(request).await?.into_inner())
    }

    /// The whole game, once it has ended.
    ///
    /// # Errors
    /// The service's error, that it cannot be reached, or that its chunks do not form a replay.
    pub async fn replay(&self) -> Result<Replay, Failure> {
        let call = || async {
            let request = self.signed(Request::new(GetReplayRequest { game: self.game.clone() }));
            fetch(&self.stub, request).await
        };
        self.retry_policy.repeat(call).await
    }

    fn signed<T>(&self, request: Request<T>) -> Request<T> {
        super::signed(Some(&self.authorization), request)
    }
}

impl fmt::Debug for GameClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameClient").field("game", &self.game).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_token_shows_in_no_debug_output() {
        let client = Client::new("http://127.0.0.1:1").unwrap();
        let seat = client.game_client("g1", " h1.secret\n").unwrap();
        assert_eq!(seat.game_name(), "games/g1");
        assert_eq!(client.game_client("games/g1", "t").unwrap().game_name(), "games/g1");
        let request = seat.signed(Request::new(()));
        assert_eq!(request.metadata().get("authorization").unwrap(), "Bearer h1.secret");
        assert!(!format!("{seat:?} {request:?}").contains("secret"));
    }

    #[tokio::test]
    async fn what_can_be_no_token_is_refused_without_repeating_it() {
        let client = Client::new("http://127.0.0.1:1").unwrap();
        for bad in ["", "  ", "two words", "line\nbreak", "bell\u{7}"] {
            assert!(
                !client.game_client("g", bad).unwrap_err().to_string().contains("words"),
                "{bad}"
            );
        }
    }
}
