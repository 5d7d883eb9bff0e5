//! Calls without a token: about a public game they are the spectators' calls. Every field of a
//! message is either passed on here or left out.

use super::{
    calls::WithoutCredential,
    concurrency_limits::{Permit, Sort},
    connection_limit::Peer,
    decode, errors,
    quota::QuotaPermit,
    service::Service,
    stream::{ReplayStream, StreamPermits, WatchStream, replay_stream, watch_stream},
    trace::Waited,
};
use crate::{
    games::{EndedGame, GameError, GameHandle, ViewExtras, ViewerAccess},
    pb::v1::{self as pb, ReplayAccess, replay_entry::Record},
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tonic::{Response, Status};

/// What a call without a token holds while it lasts.
type Permits = (QuotaPermit, Permit);

/// The response to a call without a token.
pub(super) fn marked<T>(mut response: Response<T>) -> Response<T> {
    response.extensions_mut().insert(WithoutCredential);
    response
}

impl Service {
    /// The permits of a call without a token.
    ///
    /// # Errors
    /// `LimitReached` or `TooFast` if its address, or all such calls together, reach a limit.
    pub(super) fn public_call(&self, peer: Peer) -> Result<Permits, GameError> {
        Ok((self.auth.quotas.public_call(peer)?, self.concurrency.public(Sort::Call)?))
    }

    /// The permits that such a call of this sort holds instead.
    ///
    /// # Errors
    /// As [`Service::public_call`].
    pub(super) fn public_permits(&self, peer: Peer, sort: Sort) -> Result<Permits, GameError> {
        Ok((self.auth.quotas.public(peer, sort)?, self.concurrency.public(sort)?))
    }

    /// Checks that games and tournaments of this visibility may be created.
    ///
    /// # Errors
    /// `InvalidField` if they are public, and the operator has not allowed that.
    pub(super) fn check_visibility(
        &self,
        visibility: pb::Visibility,
        path: &str,
    ) -> Result<(), GameError> {
        match visibility == pb::Visibility::Public && !self.auth.is_public {
            true => Err(GameError::field(
                path,
                "nothing is shown without a token here: the operator has not allowed it (serve --public on)",
            )),
            false => Ok(()),
        }
    }

    /// A public game.
    async fn public_game(
        &self,
        peer: Peer,
        game: &str,
    ) -> Result<(GameHandle, ViewerAccess, Permits), GameError> {
        let permits = self.public_call(peer)?;
        let (handle, access) = self.games.admit_public(game).await?;
        Ok((handle, access, permits))
    }

    /// A public game whose deal is not sealed.
    async fn watchable_game(
        &self,
        peer: Peer,
        game: &str,
    ) -> Result<(GameHandle, ViewerAccess, Permits), GameError> {
        let (handle, access, permits) = self.public_game(peer, game).await?;
        self.check_shown_deal(&handle)?;
        Ok((handle, access, permits))
    }

    fn check_shown_deal(&self, handle: &GameHandle) -> Result<(), GameError> {
        match &handle.header().created.seal {
            Some(seal) => self.tournaments.check_shown(seal),
            None => Ok(()),
        }
    }

    /// A public game whose replay callers without a token may have.
    async fn replayable_game(&self, peer: Peer, game: &str) -> Result<Arc<EndedGame>, GameError> {
        let (handle, _, _permits) = self.public_game(peer, game).await?;
        let created = &handle.header().created;
        match created.replays() {
            ReplayAccess::AfterGame => {}
            ReplayAccess::AfterTournament => {
                self.tournaments.check_shown_over(&created.tournament)?;
            }
            ReplayAccess::Private | ReplayAccess::Unspecified => {
                return Err(GameError::TokenUnknown);
            }
        }
        self.check_shown_deal(&handle)?;
        self.games.replayable(handle)
    }

    pub(super) async fn public_get_game(
        &self,
        peer: Peer,
        name: &str,
    ) -> Result<Response<pb::GetGameResponse>, Status> {
        let (handle, _, _permits) = self.watchable_game(peer, name).await?;
        let response = pb::GetGameResponse { game: Some(game(handle.game())) };
        Ok(marked(errors::within_limit(response)?))
    }

    pub(super) async fn public_get_view(
        &self,
        peer: Peer,
        request: pb::GetViewRequest,
    ) -> Result<Response<pb::GetViewResponse>, Status> {
        let (handle, access, permits) = self.watchable_game(peer, &request.game).await?;
        let wait = decode::wait(request.wait_for, request.known_view_version, request.wait_ms_max)?;
        let mut waited = None;
        if let Some((wait_for, at_most)) = wait {
            if self.games.is_ready(&handle, access.viewer, wait_for) {
                self.games.wait_until(&handle, access, wait_for, Duration::ZERO).await?;
            } else {
                drop(permits);
                let _permits = self.public_permits(peer, Sort::Wait)?;
                let began = Instant::now();
                self.games.wait_until(&handle, access, wait_for, at_most).await?;
                waited = Some(Waited(began.elapsed()));
            }
        }
        let extras = decode::extras(request.include_legal_actions, request.include_text);
        let extras = ViewExtras::new(handle.header(), extras.without_reason());
        let view = extras.view(self.games.current_view(&handle, access.viewer)?);
        let mut response = errors::within_limit(pb::GetViewResponse { view: Some(view) })?;
        if let Some(waited) = waited {
            response.extensions_mut().insert(waited);
        }
        Ok(marked(response))
    }

    pub(super) async fn public_watch_game(
        &self,
        peer: Peer,
        request: pb::WatchGameRequest,
    ) -> Result<Response<WatchStream>, Status> {
        let (handle, access, _permits) = self.watchable_game(peer, &request.game).await?;
        let permits = self.public_stream(peer)?;
        let mut options = decode::watch(request)?;
        options.extras = options.extras.without_reason();
        // Only a stream from the same address is replaced. No id that a client chooses has control
        // characters.
        options.watcher_id = options.watcher_id.map(|id| format!("\u{1}{peer:?}\u{1}{id}"));
        Ok(marked(Response::new(watch_stream(&self.games, handle, access, options, permits))))
    }

    pub(super) async fn public_get_replay(
        &self,
        peer: Peer,
        name: &str,
    ) -> Result<Response<ReplayStream>, Status> {
        let ended = self.replayable_game(peer, name).await?;
        let permits = self.public_stream(peer)?;
        let (header, entries) = ended.replay();
        let header = pb::ReplayHeader { game: header.game.map(game), ..header };
        let entries = entries.into_iter().map(entry).collect();
        Ok(marked(Response::new(replay_stream(&self.games, header, entries, permits))))
    }

    pub(super) async fn public_get_replay_index(
        &self,
        peer: Peer,
        name: &str,
    ) -> Result<Response<pb::GetReplayIndexResponse>, Status> {
        let ended = self.replayable_game(peer, name).await?;
        let _permits = self.public_permits(peer, Sort::Replay)?;
        let index = ended.index().await?;
        let index = pb::GetReplayIndexResponse { game: index.game.map(game), ..index };
        Ok(marked(errors::within_limit(index)?))
    }

    pub(super) async fn public_get_replay_frames(
        &self,
        peer: Peer,
        request: pb::GetReplayFramesRequest,
    ) -> Result<Response<pb::GetReplayFramesResponse>, Status> {
        let ended = self.replayable_game(peer, &request.game).await?;
        let _permits = self.public_permits(peer, Sort::Replay)?;
        let mut wanted = decode::frames(&request, &ended.header)?;
        wanted.extras = wanted.extras.without_reason();
        let mut response = ended.frames(wanted).await?;
        for frame in &mut response.frames {
            frame.entry = frame.entry.take().map(entry);
            for outcome in
                frame.views.iter_mut().filter_map(|view| view.view.as_mut()?.outcome.as_mut())
            {
                outcome.reason.clear();
            }
        }
        Ok(marked(errors::within_limit(response)?))
    }

    /// The permits of a stream without a token.
    pub(super) fn public_stream(&self, peer: Peer) -> Result<StreamPermits, GameError> {
        let (quota, permit) = self.public_permits(peer, Sort::Stream)?;
        Ok(StreamPermits { _permit: permit, _quotas: vec![quota] })
    }
}

/// A game as callers without a token get it.
fn game(full: pb::Game) -> pb::Game {
    let pb::Game {
        name,
        ruleset,
        rules_version,
        setup,
        seats,
        // Its creator's words, for its creator.
        labels: _,
        commitment,
        seed_known_to_creator,
        created_at,
        status,
        ended_at,
        outcome,
        // It counts the games of the whole service.
        finish_sequence: _,
        time_control,
        illegal_answers_max,
        spectator_delay_ms,
        visibility,
    } = full;
    let seat = |full: pb::GameSeat| {
        let pb::GameSeat { seat, display_name, player_ref: _, built_in_agent, agent, person } =
            full;
        let player_ref = String::new();
        pb::GameSeat { seat, display_name, player_ref, built_in_agent, agent, person }
    };
    let outcome = outcome.map(|full| {
        let pb::Outcome { standings, ending, reason: _ } = full;
        pb::Outcome { standings, ending, reason: String::new() }
    });
    pb::Game {
        name,
        ruleset,
        rules_version,
        setup,
        seats: seats.into_iter().map(seat).collect(),
        labels: Default::default(),
        commitment,
        seed_known_to_creator,
        created_at,
        status,
        ended_at,
        outcome,
        finish_sequence: 0,
        time_control,
        illegal_answers_max,
        spectator_delay_ms,
        visibility,
    }
}

/// A record of an ended game as callers without a token get it.
fn entry(mut full: pb::ReplayEntry) -> pb::ReplayEntry {
    if let Some(Record::Cut(cut)) = &mut full.record {
        cut.reason.clear();
    }
    full
}
