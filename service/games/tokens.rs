//! What tokens open, and replacing them.
//!
//! A token names its generation; each replacement of a viewer's token raises the one that counts, as a record of the game's log.
//! So it is durable, and is known again after a restart and from the replay of an ended game. The tokens of a registered agent's seats
//! also belong to a generation of the agent's own token, and go with it: see `Header::token_salt`.

use super::{
    GameHandle, Games, Shared, delayed,
    error::GameError,
    game_task::{GameTask, Other},
    header::{FIRST_GENERATION, id_in},
    history::{RecordKind, RequestDigest},
    shared::{GameLocation, other},
};
use crate::{
    config::{CREATOR_TOKEN_REPLACEMENTS_MAX, TOKEN_REPLACEMENTS_MAX},
    pb::log::v1::TokenReplacer,
    secrets::{Token, UnverifiedToken},
};
use hierophant_rules::Viewer;
use sha2::{Digest, Sha256};

/// A genuine token's holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewerAccess {
    /// Whose eyes it opens.
    pub viewer: Viewer,
    /// Which of the viewer's tokens it is.
    pub generation: u32,
    /// To which of its agent's tokens it belongs, at the seat of a registered agent.
    agent_generation: u32,
}

/// Who asks for the replacement of a viewer's token. Each is counted apart, so that none uses up what another has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// The viewer itself, with a token of this generation.
    Holder(u32),
    /// The game's creator.
    Creator,
    /// An operator.
    Operator,
}

impl Asker {
    /// How it is logged.
    fn replacer(self) -> TokenReplacer {
        match self {
            Asker::Holder(_) => TokenReplacer::Unspecified,
            Asker::Creator => TokenReplacer::Creator,
            Asker::Operator => TokenReplacer::Operator,
        }
    }

    /// How often it replaces the tokens of one viewer of a game, and the name of that limit.
    fn replacements_max(self) -> Option<(usize, &'static str)> {
        match self {
            Asker::Holder(_) => Some((TOKEN_REPLACEMENTS_MAX, "token_replacements_max")),
            Asker::Creator => Some((CREATOR_TOKEN_REPLACEMENTS_MAX, "creator_token_replacements_max")),
            Asker::Operator => None,
        }
    }

    /// Whether it may ask for another token while the one of this generation counts.
    fn is_current(self, current: u32) -> bool {
        !matches!(self, Asker::Holder(shown) if shown != current)
    }
}

impl ViewerAccess {
    /// Whether it counts at present.
    ///
    /// # Errors
    /// It was replaced.
    pub(super) fn check(self, shared: &Shared, found: &GameHandle) -> Result<(), GameError> {
        let is_current = self.generation == found.generation(self.viewer);
        match is_current && self.agent_generation == shared.agent_generation(found.header(), self.viewer) {
            true => Ok(()),
            false => Err(GameError::TokenUnknown),
        }
    }
}

/// What tells the request of this id from others.
pub fn replacement_request(id: &str) -> RequestDigest {
    let digest: [u8; 32] = Sha256::digest(id).into();
    *digest.first_chunk().expect("a hash is longer")
}

impl GameHandle {
    /// Which of the viewer's tokens counts.
    fn generation(&self, viewer: Viewer) -> u32 {
        let index = self.header().index(viewer);
        let replaced = match self {
            GameHandle::Live(table) => table.position().replaced[index],
            GameHandle::Delayed(delayed) => delayed.replaced(),
            GameHandle::Ended(ended) => ended.replaced[index],
        };
        FIRST_GENERATION + replaced
    }
}

impl Games {
    /// The game that a token opens, and for whose eyes.
    ///
    /// # Errors
    /// The token is missing, unknown, replaced or for another game: nothing is told about `game` before that is clear.
    pub async fn admit(&self, token: Option<&str>, game: &str) -> Result<(GameHandle, ViewerAccess), GameError> {
        let (found, pass) = self.recognize(token, game).await?;
        pass.check(&self.shared, &found)?;
        self.admitted(&found, pass.viewer).await?;
        Ok((delayed::shown(found, pass.viewer, self.now_ms()).await?, pass))
    }

    /// The same for whoever wants its token replaced, who may show the one that was replaced last: the answer may have been
    /// lost, and [`Games::replace_token`] knows the request.
    ///
    /// # Errors
    /// See [`Games::admit`].
    pub async fn admit_to_replace(&self, token: &str, game: &str) -> Result<(GameHandle, ViewerAccess), GameError> {
        let (found, pass) = self.recognize(Some(token), game).await?;
        let current = found.generation(pass.viewer);
        if pass.generation != current && pass.generation + 1 != current {
            return Err(GameError::TokenUnknown);
        }
        self.admitted(&found, pass.viewer).await?;
        Ok((found, pass))
    }

    /// A genuine token of the game, whether it counts or was replaced.
    async fn recognize(&self, token: Option<&str>, game: &str) -> Result<(GameHandle, ViewerAccess), GameError> {
        self.shared.check_open()?;
        let presented = token.and_then(UnverifiedToken::parse).ok_or(GameError::TokenUnknown)?;
        let claims = presented.claims();
        let located = match self.shared.locate(&claims.game_id).await {
            Err(GameError::GameNotFound) => Err(GameError::TokenUnknown),
            located => located,
        }?;
        let agent_generation = self.shared.agent_generation(located.header(), claims.viewer);
        let pass = ViewerAccess { viewer: claims.viewer, generation: claims.generation, agent_generation };
        if !self.is_genuine(&presented, &located, agent_generation) {
            return Err(GameError::TokenUnknown);
        }
        if id_in(game) != Some(located.header().id()) {
            return Err(GameError::TokenNotPermitted);
        }
        Ok((self.shared.fetch(located).await?, pass))
    }

    fn is_genuine(&self, presented: &UnverifiedToken, located: &GameLocation, agent_generation: u32) -> bool {
        let (header, claims) = (located.header(), presented.claims());
        let is_open = claims.viewer.seat().is_none_or(|seat| header.is_open(seat));
        let is_ours = is_open && *claims == header.claims(claims.viewer, claims.generation);
        is_ours && presented.is_genuine(&self.shared.ring, &header.token_salt(agent_generation))
    }

    /// Whether a token is of this service, whatever it opens.
    ///
    /// # Errors
    /// It is not, or that cannot be told now.
    pub async fn knows(&self, token: &str) -> Result<(), GameError> {
        match self.recognize(Some(token), "").await {
            Err(GameError::TokenNotPermitted) | Ok(_) => Ok(()),
            Err(refusal) => Err(refusal),
        }
    }

    /// A game for its creator, or for whoever may have any.
    ///
    /// # Errors
    /// Whoever may have only games of `creator` is told nothing about others, not even whether they exist.
    pub async fn find(&self, creator: Option<&str>, game: &str) -> Result<GameHandle, GameError> {
        self.shared.check_open()?;
        let unknown = || if creator.is_some() { GameError::TokenNotPermitted } else { GameError::GameNotFound };
        let located = match self.shared.locate(id_in(game).ok_or_else(unknown)?).await {
            Err(GameError::GameNotFound) => Err(unknown()),
            located => located,
        }?;
        if creator.is_some_and(|creator| located.header().created.principal != creator) {
            return Err(GameError::TokenNotPermitted);
        }
        self.shared.fetch(located).await
    }

    /// Replaces a viewer's token.
    ///
    /// # Errors
    /// The game is over, the token was replaced by another request, whoever asks has done so too often, or the store is away.
    pub async fn replace_token(
        &self,
        found: &GameHandle,
        viewer: Viewer,
        asker: Asker,
        request: RequestDigest,
    ) -> Result<Token, GameError> {
        let GameHandle::Live(table) = found else {
            return Err(match asker.is_current(found.generation(viewer)) {
                false => GameError::TokenUnknown,
                true => GameError::GameOver,
            });
        };
        // What changes nothing doesn't go to the owner: see `Shared::submit`.
        let replaced = table.position().replaced[table.header.index(viewer)];
        let settled = settled(replaced, table.replacements(viewer), asker, request);
        if let Some(generation) = settled.transpose()? {
            return self.shared.token(&table.header, viewer, generation);
        }
        let ask = |reply| other(Other::ReplaceToken { viewer, asker, request, reply });
        let seat = matches!(asker, Asker::Holder(_)).then(|| viewer.seat()).flatten();
        let generation = self.shared.ask(table, seat, ask).await?;
        self.shared.token(&table.header, viewer, generation)
    }
}

impl GameTask {
    /// Replaces a viewer's token. Returns the generation that counts then.
    pub(super) async fn replace_token(
        &mut self,
        viewer: Viewer,
        asker: Asker,
        request: RequestDigest,
    ) -> Result<u32, GameError> {
        let replaced = self.game.position().replaced[self.table.header.index(viewer)];
        if let Some(settled) = settled(replaced, self.table.replacements(viewer), asker, request) {
            return settled;
        }
        let happened = RecordKind::TokenReplaced { viewer, request, replacer: asker.replacer() };
        self.append(happened, self.shared.clock.now_ms()).await?;
        Ok(FIRST_GENERATION + replaced + 1)
    }
}

/// What a request to replace a token comes to where nothing is to be done: the generation that counts, for a retry, or why not.
/// `replaced` says how often the token was replaced, `earlier` by which requests, and whose.
fn settled(
    replaced: u32,
    mut earlier: Vec<(RequestDigest, TokenReplacer)>,
    asker: Asker,
    request: RequestDigest,
) -> Option<Result<u32, GameError>> {
    // The log may be ahead of what is shown.
    earlier.truncate(replaced as usize);
    let current = FIRST_GENERATION + replaced;
    let is_current = asker.is_current(current);
    match earlier.iter().rposition(|(earlier, _)| *earlier == request) {
        // A retry: it has made the token that counts.
        Some(place) if place + 1 == replaced as usize => return Some(Ok(current)),
        Some(_) if is_current => return Some(Err(GameError::RequestIdReused)),
        _ if !is_current => return Some(Err(GameError::TokenUnknown)),
        _ => {}
    }
    let own = earlier.iter().filter(|(_, by)| *by == asker.replacer()).count();
    let full = asker.replacements_max().filter(|(most, _)| own >= *most);
    full.map(|(_, limit)| Err(GameError::LimitReached { limit }))
}
