//! ListGames, page by page. A page token says where the next page begins, and of which listing.

use super::decode::checked_labels;
use crate::{
    games::{GameError, Header},
    pb::v1 as pb,
    storage::{Cursor, Label, Listing, Page},
    wire::{self, InvalidField},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hierophant_rules::catalog::RulesetId;
use prost::Message;
use sha2::{Digest, Sha256};

const PAGE_GAMES_DEFAULT: u32 = 50;
const PAGE_GAMES_MAX: u32 = 200;
/// Bytes of the hash that identifies a listing.
const LISTING_HASH_BYTES: usize = 8;

/// Whose games are listed.
#[derive(Clone, Copy)]
pub(super) enum Lister<'a> {
    /// Those of this creator; without one, all.
    Caller(Option<&'a str>),
    /// Those of this agent, for the agent itself.
    Agent(&'a str),
}

impl<'a> Lister<'a> {
    fn creator(self) -> Option<&'a str> {
        match self {
            Lister::Caller(creator) => creator,
            Lister::Agent(_) => None,
        }
    }

    /// The agent whose games are listed.
    fn agent(self, request: &'a pb::ListGamesRequest) -> Option<&'a str> {
        match self {
            Lister::Caller(_) => (!request.agent.is_empty()).then_some(&request.agent),
            Lister::Agent(name) => Some(name),
        }
    }
}

/// Decodes a request. With a creator, it lists that creator's games alone.
pub(super) fn decode(
    request: &pb::ListGamesRequest,
    lister: Lister<'_>,
) -> Result<Listing, GameError> {
    let mut wrong = Vec::new();
    let labels = checked_labels(&request.labels, &mut wrong);
    if matches!(lister, Lister::Agent(_)) && !labels.is_empty() {
        // A label may say what a live game is about.
        wrong.push(InvalidField::new("labels", "an agent cannot filter by labels"));
    }
    if request.failed && request.status() == pb::GameStatus::Live {
        wrong.push(InvalidField::new("failed", "only ended games have failed"));
    }
    if !wrong.is_empty() {
        return Err(GameError::InvalidField(wrong));
    }
    if !request.ruleset.is_empty() && RulesetId::named(&request.ruleset).is_none() {
        return Err(GameError::RulesetUnknown);
    }
    let status = pb::GameStatus::try_from(request.status);
    let ended = match status.map_err(|_| GameError::field("status", "there is no such status"))? {
        pb::GameStatus::Unspecified => None,
        pb::GameStatus::Live => Some(false),
        pb::GameStatus::Ended => Some(true),
    };
    let limit = match request.page_size {
        0 => PAGE_GAMES_DEFAULT,
        1..=PAGE_GAMES_MAX => request.page_size,
        _ => return Err(GameError::field("page_size", format!("more than {PAGE_GAMES_MAX}"))),
    };
    let after = if request.page_token.is_empty() {
        request
            .finished_after
            .map_or(Cursor::Created(0), |sequence| Cursor::Finished(sequence.into()))
    } else {
        cursor(request, lister).ok_or_else(|| {
            GameError::field("page_token", "not from a response to the same request")
        })?
    };
    let labels = labels.into_iter();
    let narrow = match (lister.agent(request), request.failed) {
        (Some(agent), true) => Some(Label::of_failed_agent(agent)),
        (Some(agent), false) => Some(Label::of_agent(agent)),
        (None, true) => Some(Label::of_failure()),
        (None, false) => None,
    };
    Ok(Listing {
        ruleset: (!request.ruleset.is_empty()).then(|| request.ruleset.clone()),
        labels: labels
            .map(|(name, value)| Label { name, value })
            .chain(lister.creator().map(Label::of_principal))
            .collect(),
        narrow,
        ended,
        after,
        limit: limit as usize,
    })
}

/// The response with a page, cut short if it would be too long.
pub(super) fn encode(
    request: &pb::ListGamesRequest,
    lister: Lister<'_>,
    after: Cursor,
    page: &Page,
    is_sealed: impl Fn(&Header) -> bool,
) -> pb::ListGamesResponse {
    let (mut games, mut next) = (wire::page::Page::new(PAGE_GAMES_MAX as usize), page.next);
    for (index, row) in page.games.iter().enumerate() {
        // A game whose first record is damaged is left out; the others must still be listed.
        let Ok(header) = Header::from_row(row) else { continue };
        let game = header.game(row.finished.as_ref());
        let game = match lister {
            Lister::Agent(name) if row.finished.is_none() || is_sealed(&header) => {
                unopened(game, name)
            }
            _ => game,
        };
        if !games.push(game) && index > 0 {
            next = Some(after.at(&page.games[index - 1]));
            break;
        }
    }
    let next_page_token =
        next.map(|cursor| page_token(request, lister, cursor)).unwrap_or_default();
    pb::ListGamesResponse { games: games.into_items(), next_page_token }
}

/// What an agent is told of a game that is live or sealed: what its line has told it.
fn unopened(game: pb::Game, agent: &str) -> pb::Game {
    let pb::Game { name, status, seats, .. } = game;
    let own = seats.into_iter().filter(|seat| seat.agent == agent).map(|seat| pb::GameSeat {
        seat: seat.seat,
        agent: seat.agent,
        ..Default::default()
    });
    pb::Game { name, status, seats: own.collect(), ..Default::default() }
}

/// A short hash of the fields that must be the same for the next page.
fn listing_hash(request: &pb::ListGamesRequest, lister: Lister<'_>) -> [u8; LISTING_HASH_BYTES] {
    let request =
        pb::ListGamesRequest { page_token: String::new(), page_size: 0, ..request.clone() };
    let mut bytes = request.encode_to_vec();
    let whose = match lister {
        Lister::Caller(None) => None,
        Lister::Caller(Some(creator)) => Some((0, creator)),
        Lister::Agent(name) => Some((1, name)),
    };
    if let Some((kind, name)) = whose {
        bytes.push(kind);
        bytes.extend_from_slice(name.as_bytes());
    }
    let hash: [u8; 32] = Sha256::digest(bytes).into();
    *hash.first_chunk().expect("a hash is longer")
}

fn page_token(request: &pb::ListGamesRequest, lister: Lister<'_>, cursor: Cursor) -> String {
    let (order, position) = match cursor {
        Cursor::Created(key) => (0, key.cast_unsigned()),
        Cursor::Finished(sequence) => (1, sequence),
    };
    let mut bytes = vec![order];
    bytes.extend_from_slice(&position.to_be_bytes());
    bytes.extend_from_slice(&listing_hash(request, lister));
    URL_SAFE_NO_PAD.encode(bytes)
}

fn cursor(request: &pb::ListGamesRequest, lister: Lister<'_>) -> Option<Cursor> {
    let bytes = URL_SAFE_NO_PAD.decode(&request.page_token).ok()?;
    let (&[order], rest) = bytes.split_first_chunk()?;
    let (&position, hash) = rest.split_first_chunk()?;
    let position = u64::from_be_bytes(position);
    if hash != listing_hash(request, lister) {
        return None;
    }
    match order {
        0 => Some(Cursor::Created(position.cast_signed().max(0))),
        1 => Some(Cursor::Finished(position)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_token_fits_its_own_listing_alone() {
        let request = pb::ListGamesRequest { ruleset: "arcanum".into(), ..Default::default() };
        for cursor in [Cursor::Created(7), Cursor::Finished(9)] {
            let page_token = page_token(&request, Lister::Caller(None), cursor);
            let next = pb::ListGamesRequest {
                page_token: page_token.clone(),
                page_size: 3,
                ..request.clone()
            };
            assert_eq!(decode(&next, Lister::Caller(None)).unwrap().after, cursor);
            for other in [Lister::Caller(Some("league")), Lister::Agent("league")] {
                assert!(decode(&next, other).is_err());
            }
            let other = pb::ListGamesRequest { page_token, ..Default::default() };
            assert!(decode(&other, Lister::Caller(None)).is_err());
        }
        let nonsense = pb::ListGamesRequest { page_token: "nonsense".into(), ..Default::default() };
        assert!(decode(&nonsense, Lister::Caller(None)).is_err());
    }
}
