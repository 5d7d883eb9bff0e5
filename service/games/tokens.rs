//! What tokens open, and replacing them.
//!
//! A token names its generation; each replacement of a viewer's token raises the one that counts, as a record of the game's log.
//! So it is durable, and is known again after a restart and from the replay of an ended game.

use super::{
    Found, Games, delayed,
    header::{FIRST_GENERATION, id_in},
    history::{Happened, RequestDigest},
    owner::{Other, Owner},
    refusal::Refusal,
    shared::{Located, other},
};
use crate::{
    config::TOKEN_REPLACEMENTS_MAX,
    secrets::{Presented, Token},
};
use hierophant_rules::Viewer;
use sha2::{Digest, Sha256};

/// A genuine token's holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Whose eyes it opens.
    pub viewer: Viewer,
    /// Which of the viewer's tokens it is.
    pub generation: u32,
}

impl Pass {
    /// Whether it counts at present.
    ///
    /// # Errors
    /// It was replaced.
    pub(super) fn check(self, found: &Found) -> Result<(), Refusal> {
        match self.generation == found.generation(self.viewer) {
            true => Ok(()),
            false => Err(Refusal::TokenUnknown),
        }
    }
}

/// What tells the request of this id from others.
pub fn replacement_request(id: &str) -> RequestDigest {
    let digest: [u8; 32] = Sha256::digest(id).into();
    *digest.first_chunk().expect("a hash is longer")
}

impl Found {
    /// Which of the viewer's tokens counts.
    fn generation(&self, viewer: Viewer) -> u32 {
        let index = self.header().index(viewer);
        let replaced = match self {
            Found::Live(table) => table.position().replaced[index],
            Found::Delayed(delayed) => delayed.replaced(),
            Found::Ended(ended) => ended.replaced[index],
        };
        FIRST_GENERATION + replaced
    }
}

impl Games {
    /// The game that a token opens, and for whose eyes.
    ///
    /// # Errors
    /// The token is missing, unknown, replaced or for another game: nothing is told about `game` before that is clear.
    pub async fn admit(&self, token: Option<&str>, game: &str) -> Result<(Found, Pass), Refusal> {
        let (found, pass) = self.recognize(token, game).await?;
        pass.check(&found)?;
        self.admitted(&found, pass.viewer).await?;
        Ok((delayed::shown(found, pass.viewer, self.now_ms()).await?, pass))
    }

    /// The same for whoever wants its token replaced, who may show the one that was replaced last: the answer may have been
    /// lost, and [`Games::replace_token`] knows the request.
    ///
    /// # Errors
    /// See [`Games::admit`].
    pub async fn admit_to_replace(&self, token: &str, game: &str) -> Result<(Found, Pass), Refusal> {
        let (found, pass) = self.recognize(Some(token), game).await?;
        let current = found.generation(pass.viewer);
        if pass.generation != current && pass.generation + 1 != current {
            return Err(Refusal::TokenUnknown);
        }
        self.admitted(&found, pass.viewer).await?;
        Ok((found, pass))
    }

    /// A genuine token of the game, whether it counts or was replaced.
    async fn recognize(&self, token: Option<&str>, game: &str) -> Result<(Found, Pass), Refusal> {
        self.shared.check_open()?;
        let presented = token.and_then(Presented::parse).ok_or(Refusal::TokenUnknown)?;
        let claims = presented.claims();
        let located = match self.shared.locate(&claims.game_id).await {
            Err(Refusal::GameUnknown) => Err(Refusal::TokenUnknown),
            located => located,
        }?;
        let pass = Pass { viewer: claims.viewer, generation: claims.generation };
        if !self.is_genuine(&presented, &located) {
            return Err(Refusal::TokenUnknown);
        }
        if id_in(game) != Some(located.header().id()) {
            return Err(Refusal::TokenNotForGame);
        }
        Ok((self.shared.fetch(located).await?, pass))
    }

    fn is_genuine(&self, presented: &Presented, located: &Located) -> bool {
        let (header, claims) = (located.header(), presented.claims());
        let is_open = claims.viewer.seat().is_none_or(|seat| header.is_open(seat));
        let is_ours = is_open && *claims == header.claims(claims.viewer, claims.generation);
        is_ours && presented.is_genuine(&self.shared.ring, &header.created.token_salt)
    }

    /// Whether a token is of this service, whatever it opens.
    ///
    /// # Errors
    /// It is not, or that cannot be told now.
    pub async fn knows(&self, token: &str) -> Result<(), Refusal> {
        match self.recognize(Some(token), "").await {
            Err(Refusal::TokenNotForGame) | Ok(_) => Ok(()),
            Err(refusal) => Err(refusal),
        }
    }

    /// A game for its creator, or for whoever may have any.
    ///
    /// # Errors
    /// Whoever may have only games of `creator` is told nothing about others, not even whether they exist.
    pub async fn find(&self, creator: Option<&str>, game: &str) -> Result<Found, Refusal> {
        self.shared.check_open()?;
        let unknown = || if creator.is_some() { Refusal::TokenNotForGame } else { Refusal::GameUnknown };
        let located = match self.shared.locate(id_in(game).ok_or_else(unknown)?).await {
            Err(Refusal::GameUnknown) => Err(unknown()),
            located => located,
        }?;
        if creator.is_some_and(|creator| located.header().created.principal != creator) {
            return Err(Refusal::TokenNotForGame);
        }
        self.shared.fetch(located).await
    }

    /// Replaces a viewer's token. `shown` is the generation that the viewer itself has shown, if it is the one who asks.
    ///
    /// # Errors
    /// The game is over, the token was replaced by another request, or the store is away.
    pub async fn replace_token(
        &self,
        found: &Found,
        viewer: Viewer,
        shown: Option<u32>,
        request: RequestDigest,
    ) -> Result<Token, Refusal> {
        let Found::Live(table) = found else {
            return Err(match shown {
                Some(generation) if generation != found.generation(viewer) => Refusal::TokenUnknown,
                _ => Refusal::GameOver,
            });
        };
        let ask = |reply| other(Other::ReplaceToken { viewer, shown, request, reply });
        let generation = self.shared.ask(table, ask).await?;
        let token = table.header.token(&self.shared.ring, viewer, generation);
        token.ok_or_else(|| Refusal::internal("the key ring lacks the key of a game"))
    }
}

impl Owner {
    /// Replaces a viewer's token. Returns the generation that counts then.
    pub(super) async fn replace_token(
        &mut self,
        viewer: Viewer,
        shown: Option<u32>,
        request: RequestDigest,
    ) -> Result<u32, Refusal> {
        let replaced = self.game.position().replaced[self.table.header.index(viewer)];
        let current = FIRST_GENERATION + replaced;
        let earlier = self.table.replacements(viewer).iter().rposition(|earlier| *earlier == request);
        let is_current = shown.is_none_or(|shown| shown == current);
        match earlier {
            // A retry: it has made the token that counts.
            Some(place) if place + 1 == replaced as usize => Ok(current),
            Some(_) => Err(if is_current { Refusal::RequestIdReused } else { Refusal::TokenUnknown }),
            None if !is_current => Err(Refusal::TokenUnknown),
            None if replaced >= TOKEN_REPLACEMENTS_MAX => {
                Err(Refusal::LimitReached { limit: "token_replacements_max" })
            }
            None => {
                self.happen(Happened::TokenReplaced { viewer, request }, self.shared.clock.now_ms()).await?;
                Ok(current + 1)
            }
        }
    }
}
