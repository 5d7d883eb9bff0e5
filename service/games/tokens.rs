//! Verifying tokens, and replacing them.
//!
//! A token names its generation. Each replacement of a viewer's token raises the valid generation,
//! as a record of the game's log. So a replacement is durable, and is known after a restart and
//! from the replay of an ended game. The tokens of a registered agent's seats also belong to a
//! generation of the agent's own token, and become invalid with it: see `Header::token_salt`.

use super::{
    GameHandle, Games,
    access::ViewerAccess,
    command::{Command, Requester},
    delayed,
    error::GameError,
    game_task::GameTask,
    header::{FIRST_GENERATION, id_in},
    history::{RecordKind, RequestDigest},
    registry::GameLocation,
    submit,
};
use crate::{
    pb::log::v1::TokenReplacer,
    secrets::{Token, UnverifiedToken},
};
use hierophant_rules::Viewer;
use sha2::{Digest, Sha256};
use tokio::sync::SemaphorePermit;

/// The digest of a replacement's request id; a repeated request has the same.
pub fn replacement_request(id: &str) -> RequestDigest {
    let digest: [u8; 32] = Sha256::digest(id).into();
    *digest.first_chunk().expect("a hash is longer")
}

impl Games {
    /// Verifies a token for `game`. Returns the game as the token's viewer may see it, and records
    /// the viewer's attendance if needed.
    ///
    /// # Errors
    /// `TokenUnknown` if the token is missing, not genuine or replaced, `TokenNotPermitted` if it
    /// is for another game (only then does the caller learn anything about `game`); else see
    /// [`Context::fetch`].
    pub async fn admit(
        &self,
        token: Option<&str>,
        game: &str,
    ) -> Result<(GameHandle, ViewerAccess), GameError> {
        let (handle, access) = self.verify(token, game).await?;
        access.check(&self.context, &handle)?;
        self.record_attendance(&handle, access.viewer).await?;
        Ok((delayed::for_viewer(handle, access.viewer, self.now_ms()).await?, access))
    }

    /// As [`Games::admit`], for a caller that requests a replacement of its token. It may present
    /// the token that was replaced last: the response may have been lost, and
    /// [`Games::replace_token`] recognizes the repeated request.
    ///
    /// # Errors
    /// See [`Games::admit`].
    pub async fn admit_to_replace(
        &self,
        token: &str,
        game: &str,
    ) -> Result<(GameHandle, ViewerAccess), GameError> {
        let (handle, access) = self.verify(Some(token), game).await?;
        let current = handle.generation(access.viewer);
        if access.generation != current && access.generation + 1 != current {
            return Err(GameError::TokenUnknown);
        }
        self.record_attendance(&handle, access.viewer).await?;
        Ok((handle, access))
    }

    /// Verifies that a token is genuine and for `game`, whether it is valid or was replaced.
    async fn verify(
        &self,
        token: Option<&str>,
        game: &str,
    ) -> Result<(GameHandle, ViewerAccess), GameError> {
        self.context.check_open()?;
        let presented = token.and_then(UnverifiedToken::parse).ok_or(GameError::TokenUnknown)?;
        let claims = presented.claims();
        let location = match self.context.registry.locate(&claims.game_id).await {
            Err(GameError::GameNotFound) => Err(GameError::TokenUnknown),
            location => location,
        }?;
        let (viewer, generation) = (claims.viewer, claims.generation);
        let agent_generation = self.context.agent_generation(location.header(), viewer);
        if !self.is_genuine(&presented, &location, agent_generation) {
            return Err(GameError::TokenUnknown);
        }
        if id_in(game) != Some(location.header().id()) {
            return Err(GameError::TokenNotPermitted);
        }
        let access = ViewerAccess { viewer, generation, agent_generation, is_public: false };
        match self.context.fetch(location).await {
            // It was deleted just now.
            Err(GameError::GameNotFound) => Err(GameError::TokenUnknown),
            fetched => Ok((fetched?, access)),
        }
    }

    /// A public game as its spectators may see it, for a caller without a token.
    ///
    /// # Errors
    /// `Unavailable` while the service is starting or stopping, or `StorageUnavailable`;
    /// `TokenUnknown` if the game is not public, or not known to be (only of a public game does the caller learn anything); else see
    /// [`Context::fetch`].
    pub async fn admit_public(&self, game: &str) -> Result<(GameHandle, ViewerAccess), GameError> {
        self.context.check_open()?;
        let id = id_in(game).ok_or(GameError::TokenUnknown)?;
        let registry = &self.context.registry;
        let _reading = match registry.live_game(id) {
            Some(_) => None,
            None => Some(self.public_read().await),
        };
        let location = match registry.locate(id).await {
            Err(error @ (GameError::StorageUnavailable | GameError::Unavailable)) => Err(error),
            located => located.map_err(|_| GameError::TokenUnknown),
        }?;
        if !location.header().is_public() {
            return Err(GameError::TokenUnknown);
        }
        let handle = self.context.fetch(location).await?;
        let access = ViewerAccess::PUBLIC;
        Ok((delayed::for_viewer(handle, access.viewer, self.now_ms()).await?, access))
    }

    /// A permit to read the store for callers without a token: one for all of them, so that others
    /// wait for at most one of their reads.
    pub(crate) async fn public_read(&self) -> SemaphorePermit<'_> {
        self.context.public_reads.acquire().await.expect("it is never closed")
    }

    fn is_genuine(
        &self,
        presented: &UnverifiedToken,
        location: &GameLocation,
        agent_generation: u32,
    ) -> bool {
        let (header, claims) = (location.header(), presented.claims());
        let is_open = claims.viewer.seat().is_none_or(|seat| header.is_open(seat));
        let is_ours = is_open && *claims == header.claims(claims.viewer, claims.generation);
        let salt = header.token_salt(agent_generation);
        is_ours && presented.is_genuine(&self.context.key_ring, &salt)
    }

    /// Checks that this service has issued a token, for whichever game.
    ///
    /// # Errors
    /// `TokenUnknown` if it has not; `Unavailable` or `StorageUnavailable` if that is not known
    /// now.
    pub async fn check_issued(&self, token: &str) -> Result<(), GameError> {
        match self.verify(Some(token), "").await {
            Err(GameError::TokenNotPermitted) | Ok(_) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The viewer whose token this is, for whichever game; it may have been replaced.
    ///
    /// # Errors
    /// As [`Games::check_issued`].
    pub async fn viewer_of(&self, token: &str) -> Result<Viewer, GameError> {
        self.check_issued(token).await?;
        let presented = UnverifiedToken::parse(token).ok_or(GameError::TokenUnknown)?;
        Ok(presented.claims().viewer)
    }

    /// A game for `creator`, who must have created it; without a creator, for an operator.
    ///
    /// # Errors
    /// `TokenNotPermitted` if it is not the creator's, or if there is no such game; `GameNotFound`
    /// if there is none and the caller is an operator; else see
    /// [`Context::fetch`].
    pub async fn find(&self, creator: Option<&str>, game: &str) -> Result<GameHandle, GameError> {
        self.context.check_open()?;
        let unknown = || match creator {
            Some(_) => GameError::TokenNotPermitted,
            None => GameError::GameNotFound,
        };
        let location = self.located(game).await?.ok_or_else(unknown)?;
        if creator.is_some_and(|creator| location.header().created.principal != creator) {
            return Err(GameError::TokenNotPermitted);
        }
        self.context.fetch(location).await
    }

    /// A game for an agent that had a seat in it, once it has ended. What a game that is live or
    /// sealed shows, the agent is sent for its seat.
    ///
    /// # Errors
    /// `TokenNotPermitted` if the agent has no seat in it, or if there is no such game;
    /// `ReplayNotReady` while it is live, `Sealed` while its deal is played in another game; else
    /// see [`Context::fetch`].
    pub async fn find_of_agent(&self, agent: &str, game: &str) -> Result<GameHandle, GameError> {
        self.context.check_open()?;
        let location = self.located(game).await?.ok_or(GameError::TokenNotPermitted)?;
        let mut seats = location.header().created.seats.iter();
        if !seats.any(|seat| seat.agent == agent) {
            return Err(GameError::TokenNotPermitted);
        }
        let ended = self.replayable(self.context.fetch(location).await?)?;
        Ok(GameHandle::Ended(ended))
    }

    /// Where the game of this name is, if there is one.
    async fn located(&self, game: &str) -> Result<Option<GameLocation>, GameError> {
        let Some(id) = id_in(game) else { return Ok(None) };
        match self.context.registry.locate(id).await {
            Err(GameError::GameNotFound) => Ok(None),
            location => location.map(Some),
        }
    }

    /// Replaces a viewer's token. A repeated request gets the same token.
    ///
    /// # Errors
    /// `GameOver` if the game is over, `TokenUnknown` if the holder's token was replaced by another
    /// request, `RequestIdReused` if an earlier replacement had this request id, `LimitReached` if
    /// the requester has replaced it too often, `StorageUnavailable` if the store fails,
    /// `Unavailable` if the service stops.
    pub async fn replace_token(
        &self,
        handle: &GameHandle,
        viewer: Viewer,
        requester: Requester,
        request: RequestDigest,
    ) -> Result<Token, GameError> {
        let GameHandle::Live(live_game) = handle else {
            return Err(match requester.is_current(handle.generation(viewer)) {
                false => GameError::TokenUnknown,
                true => GameError::GameOver,
            });
        };
        // What changes nothing does not go to the task: see `submit`.
        let replaced = live_game.position().replaced[live_game.header.index(viewer)];
        let settled = settled(replaced, live_game.replacements(viewer), requester, request);
        if let Some(generation) = settled.transpose()? {
            return self.context.token(&live_game.header, viewer, generation);
        }
        let command = |reply| Command::ReplaceToken { viewer, requester, request, reply };
        let seat = matches!(requester, Requester::Holder(_)).then(|| viewer.seat()).flatten();
        let generation = submit::send(&self.context, live_game, seat, command).await?;
        self.context.token(&live_game.header, viewer, generation)
    }
}

impl GameTask {
    /// Replaces a viewer's token. Returns the generation that is valid afterwards.
    pub(super) async fn replace_token(
        &mut self,
        viewer: Viewer,
        requester: Requester,
        request: RequestDigest,
    ) -> Result<u32, GameError> {
        let replaced = self.game.position().replaced[self.live_game.header.index(viewer)];
        let earlier = self.live_game.replacements(viewer);
        if let Some(settled) = settled(replaced, earlier, requester, request) {
            return settled;
        }
        let kind = RecordKind::TokenReplaced { viewer, request, replacer: requester.replacer() };
        self.apply_and_commit(kind, self.context.clock.now_ms()).await?;
        Ok(FIRST_GENERATION + replaced + 1)
    }
}

/// The result of a request to replace a token that changes nothing: the valid generation, if it is
/// a repetition, or an error. `None` if the token is to be replaced. `replaced` says how often it
/// was replaced before, `earlier` by which requests, and who sent them.
fn settled(
    replaced: u32,
    mut earlier: Vec<(RequestDigest, TokenReplacer)>,
    requester: Requester,
    request: RequestDigest,
) -> Option<Result<u32, GameError>> {
    // The log may be ahead of the published position.
    earlier.truncate(replaced as usize);
    let current = FIRST_GENERATION + replaced;
    let is_current = requester.is_current(current);
    match earlier.iter().rposition(|(earlier, _)| *earlier == request) {
        // A repetition of the request that has issued the valid token.
        Some(index) if index + 1 == replaced as usize => return Some(Ok(current)),
        Some(_) if is_current => return Some(Err(GameError::RequestIdReused)),
        _ if !is_current => return Some(Err(GameError::TokenUnknown)),
        _ => {}
    }
    let own = earlier.iter().filter(|(_, by)| *by == requester.replacer()).count();
    let full = requester.replacements_max().filter(|(most, _)| own >= *most);
    full.map(|(_, limit)| Err(GameError::LimitReached { limit }))
}
