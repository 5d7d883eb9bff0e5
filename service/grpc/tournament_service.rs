//! The handlers of `TournamentService`. A creator manages its own tournaments, an operator all; calls
//! without a token read public ones.

use super::{
    auth::Caller,
    concurrency_limits::{Permit, Sort},
    decode, errors,
    public::marked,
    quota::QuotaPermit,
    service::Service,
    stream::{QueuedStream, queued_stream},
};
use crate::{
    games::{GameError, Games, Stop, is_id},
    pb::{server::tournament_service_server::TournamentService, v1 as pb},
    secrets::random_bytes,
    storage::{Request as Repeatable, TournamentKey},
    tournaments::{GameFilter, TournamentOrder, Tournaments, Updates, checked},
};
use hierophant_rules::Seed;
use prost::Message;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use tokio::sync::mpsc;
use tonic::{Request, Response, Status, async_trait};

const PAGE_TOURNAMENTS_DEFAULT: u32 = 50;
const PAGE_TOURNAMENTS_MAX: u32 = 200;
const PAGE_SLOTS_MAX: u32 = 500;
const PAGE_GAMES_DEFAULT: u32 = 100;
const PAGE_GAMES_MAX: u32 = 500;
/// The queue of a watcher.
const WATCHER_MESSAGES_MAX: usize = 4;

/// The state that the handlers share.
pub(super) struct TournamentHandler {
    pub(super) tournaments: Tournaments,
    /// Authenticates callers.
    pub(super) service: Arc<Service>,
}

#[async_trait]
impl TournamentService for TournamentHandler {
    async fn create_tournament(
        &self,
        request: Request<pb::CreateTournamentRequest>,
    ) -> Result<Response<pb::CreateTournamentResponse>, Status> {
        let _permit = self.service.concurrency.call()?;
        let (caller, _quota) = self.service.auth.principal(&request).await?;
        let principal = caller.creator().principal;
        let new =
            tournament_order(request.get_ref(), principal, caller.scope().map(str::to_owned))?;
        self.service.check_visibility(new.config.visibility(), "config.visibility")?;
        let tournament = Some(self.tournaments.create(new).await?);
        Ok(errors::within_limit(pb::CreateTournamentResponse { tournament })?)
    }

    async fn get_tournament(
        &self,
        request: Request<pb::GetTournamentRequest>,
    ) -> Result<Response<pb::GetTournamentResponse>, Status> {
        let name = &request.get_ref().tournament;
        if let Some(peer) = self.service.auth.stranger(&request) {
            let _permits = self.service.public_call(peer)?;
            let tournament = Some(self.tournaments.public_get(name).await?);
            return Ok(marked(errors::within_limit(pb::GetTournamentResponse { tournament })?));
        }
        let _permit = self.service.concurrency.call()?;
        let (caller, _quota) = self.service.auth.principal(&request).await?;
        let tournament = Some(self.tournaments.get(caller.scope(), name).await?);
        Ok(errors::within_limit(pb::GetTournamentResponse { tournament })?)
    }

    async fn list_tournaments(
        &self,
        request: Request<pb::ListTournamentsRequest>,
    ) -> Result<Response<pb::ListTournamentsResponse>, Status> {
        let pb::ListTournamentsRequest { page_size, page_token, open_only } = request.get_ref();
        if let Some(peer) = self.service.auth.stranger(&request) {
            let _permits = self.service.public_call(peer)?;
            let limit = page_size_of(*page_size, PAGE_TOURNAMENTS_DEFAULT, PAGE_TOURNAMENTS_MAX)?;
            let (tournaments, next_page_token) =
                self.tournaments.public_list(page_token, *open_only, limit).await?;
            let response = pb::ListTournamentsResponse { tournaments, next_page_token };
            return Ok(marked(errors::within_limit(response)?));
        }
        let _permit = self.service.concurrency.call()?;
        let (caller, _quota) = self.service.auth.principal(&request).await?;
        let limit = page_size_of(*page_size, PAGE_TOURNAMENTS_DEFAULT, PAGE_TOURNAMENTS_MAX)?;
        let after = TournamentKey(parse_page_token(page_token)?.into());
        let (tournaments, next) =
            self.tournaments.list(caller.scope(), after, *open_only, limit).await?;
        let next_page_token = next.map(|key| key.0.to_string()).unwrap_or_default();
        Ok(errors::within_limit(pb::ListTournamentsResponse { tournaments, next_page_token })?)
    }

    type WatchTournamentStream = QueuedStream<pb::WatchTournamentResponse>;

    async fn watch_tournament(
        &self,
        request: Request<pb::WatchTournamentRequest>,
    ) -> Result<Response<Self::WatchTournamentStream>, Status> {
        let pb::WatchTournamentRequest { tournament, without_results } = request.get_ref();
        if let Some(peer) = self.service.auth.stranger(&request) {
            let permits = self.service.public_call(peer)?;
            let watcher = self.tournaments.public_watch(tournament).await?;
            drop(permits);
            let permits = self.service.public_stream(peer)?;
            let (sender, messages) = mpsc::channel(WATCHER_MESSAGES_MAX);
            let games = &self.service.games;
            let updates = send_updates(games.clone(), watcher, *without_results, sender);
            return Ok(marked(Response::new(queued_stream(games, messages, updates, permits))));
        }
        let permit = self.service.concurrency.stream()?;
        let (caller, _) = self.service.auth.principal(&request).await?;
        let revoked = self.service.auth.revoked(&caller);
        let permits = self.service.own_stream(&caller, permit)?;
        let watcher = self.tournaments.watch(caller.scope(), tournament).await?;
        let (sender, messages) = mpsc::channel(WATCHER_MESSAGES_MAX);
        let games = &self.service.games;
        let updates = send_updates(games.clone(), watcher, *without_results, sender);
        let updates = async move {
            tokio::select! {
                updates = updates => updates,
                // A caller that is still permitted can open the stream again.
                () = revoked => Err(GameError::Unavailable.into()),
            }
        };
        Ok(Response::new(queued_stream(games, messages, updates, permits)))
    }

    async fn pause_tournament(
        &self,
        request: Request<pb::PauseTournamentRequest>,
    ) -> Result<Response<pb::PauseTournamentResponse>, Status> {
        let _permit = self.service.concurrency.call()?;
        let (caller, _quota) = self.service.auth.principal(&request).await?;
        let tournament =
            Some(self.tournaments.pause(caller.scope(), &request.get_ref().tournament).await?);
        Ok(errors::within_limit(pb::PauseTournamentResponse { tournament })?)
    }

    async fn resume_tournament(
        &self,
        request: Request<pb::ResumeTournamentRequest>,
    ) -> Result<Response<pb::ResumeTournamentResponse>, Status> {
        let _permit = self.service.concurrency.call()?;
        let (caller, _quota) = self.service.auth.principal(&request).await?;
        let tournament =
            Some(self.tournaments.resume(caller.scope(), &request.get_ref().tournament).await?);
        Ok(errors::within_limit(pb::ResumeTournamentResponse { tournament })?)
    }

    async fn cancel_tournament(
        &self,
        request: Request<pb::CancelTournamentRequest>,
    ) -> Result<Response<pb::CancelTournamentResponse>, Status> {
        let _permit = self.service.concurrency.call()?;
        let (caller, _quota) = self.service.auth.principal(&request).await?;
        let pb::CancelTournamentRequest { tournament, reason } = request.get_ref();
        decode::check_reason(reason)?;
        let tournament = Some(self.tournaments.cancel(caller.scope(), tournament, reason).await?);
        Ok(errors::within_limit(pb::CancelTournamentResponse { tournament })?)
    }

    async fn add_entrant(
        &self,
        request: Request<pb::AddEntrantRequest>,
    ) -> Result<Response<pb::AddEntrantResponse>, Status> {
        let _permit = self.service.concurrency.call()?;
        let (caller, _quota) = self.service.auth.principal(&request).await?;
        let pb::AddEntrantRequest { tournament, entrant } = request.get_ref();
        let entrant = entrant.clone().ok_or_else(|| GameError::field("entrant", "missing"))?;
        let tournament =
            Some(self.tournaments.add_entrant(caller.scope(), tournament, entrant).await?);
        Ok(errors::within_limit(pb::AddEntrantResponse { tournament })?)
    }

    async fn remove_entrant(
        &self,
        request: Request<pb::RemoveEntrantRequest>,
    ) -> Result<Response<pb::RemoveEntrantResponse>, Status> {
        let _permit = self.service.concurrency.call()?;
        let (caller, _quota) = self.service.auth.principal(&request).await?;
        let pb::RemoveEntrantRequest { tournament, entrant } = request.get_ref();
        let tournament =
            Some(self.tournaments.remove_entrant(caller.scope(), tournament, entrant).await?);
        Ok(errors::within_limit(pb::RemoveEntrantResponse { tournament })?)
    }

    async fn list_results(
        &self,
        request: Request<pb::ListResultsRequest>,
    ) -> Result<Response<pb::ListResultsResponse>, Status> {
        let pb::ListResultsRequest { tournament, page_size, page_token } = request.get_ref();
        if let Some(peer) = self.service.auth.stranger(&request) {
            let _permits = self.service.public_call(peer)?;
            let limit = page_size_of(*page_size, PAGE_SLOTS_MAX, PAGE_SLOTS_MAX)?;
            let from = parse_page_token(page_token)?;
            let (results, next) = self.tournaments.public_results(tournament, from, limit).await?;
            let next_page_token = next.map(|slot| slot.to_string()).unwrap_or_default();
            let response = pb::ListResultsResponse { results, next_page_token };
            return Ok(marked(errors::within_limit(response)?));
        }
        let _permit = self.service.concurrency.call()?;
        let (caller, _quota) = self.service.auth.principal(&request).await?;
        let limit = page_size_of(*page_size, PAGE_SLOTS_MAX, PAGE_SLOTS_MAX)?;
        let (results, next) = self
            .tournaments
            .results(caller.scope(), tournament, parse_page_token(page_token)?, limit)
            .await?;
        let next_page_token = next.map(|slot| slot.to_string()).unwrap_or_default();
        Ok(errors::within_limit(pb::ListResultsResponse { results, next_page_token })?)
    }

    async fn list_tournament_games(
        &self,
        request: Request<pb::ListTournamentGamesRequest>,
    ) -> Result<Response<pb::ListTournamentGamesResponse>, Status> {
        let pb::ListTournamentGamesRequest { tournament, page_size, page_token, .. } =
            request.get_ref();
        if let Some(peer) = self.service.auth.stranger(&request) {
            let _permits = self.service.public_call(peer)?;
            let limit = page_size_of(*page_size, PAGE_GAMES_DEFAULT, PAGE_GAMES_MAX)?;
            let (filter, from) = (game_filter(request.get_ref())?, parse_page_token(page_token)?);
            let (games, next) =
                self.tournaments.public_games(tournament, filter, from, limit).await?;
            let next_page_token = next.map(|slot| slot.to_string()).unwrap_or_default();
            let response = pb::ListTournamentGamesResponse { games, next_page_token };
            return Ok(marked(errors::within_limit(response)?));
        }
        let _permit = self.service.concurrency.call()?;
        let (caller, _quota) = self.service.auth.principal(&request).await?;
        let limit = page_size_of(*page_size, PAGE_GAMES_DEFAULT, PAGE_GAMES_MAX)?;
        let (filter, from) = (game_filter(request.get_ref())?, parse_page_token(page_token)?);
        let (games, next) =
            self.tournaments.games(caller.scope(), tournament, filter, from, limit).await?;
        let next_page_token = next.map(|slot| slot.to_string()).unwrap_or_default();
        Ok(errors::within_limit(pb::ListTournamentGamesResponse { games, next_page_token })?)
    }

    async fn get_standings(
        &self,
        request: Request<pb::GetStandingsRequest>,
    ) -> Result<Response<pb::GetStandingsResponse>, Status> {
        let name = &request.get_ref().tournament;
        if let Some(peer) = self.service.auth.stranger(&request) {
            drop(self.service.public_call(peer)?);
            let permits = self.service.public_permits(peer, Sort::Standings)?;
            let (tournament, standings) = self.tournaments.public_standings(name, permits).await?;
            return Ok(marked(errors::within_limit(pb::GetStandingsResponse {
                tournament: Some(tournament),
                standings: Some(Arc::unwrap_or_clone(standings)),
            })?));
        }
        let (caller, permits) = self.standings_caller(&request).await?;
        let (tournament, standings) =
            self.tournaments.standings(caller.scope(), name, permits).await?;
        Ok(errors::within_limit(pb::GetStandingsResponse {
            tournament: Some(tournament),
            standings: Some(Arc::unwrap_or_clone(standings)),
        })?)
    }
}

impl TournamentHandler {
    /// The caller of a call for standings, with permits of such calls instead of the call's own:
    /// they queue, and live games must not be refused meanwhile.
    async fn standings_caller<T>(
        &self,
        request: &Request<T>,
    ) -> Result<(Caller, (QuotaPermit, Permit)), GameError> {
        let _permit = self.service.concurrency.call()?;
        let (caller, _quota) = self.service.auth.principal(request).await?;
        let quota = self.service.auth.quotas.standings_call(caller.quota_key())?;
        Ok((caller, (quota, self.service.concurrency.standings_call()?)))
    }
}

/// Decodes which games are asked for.
fn game_filter(request: &pb::ListTournamentGamesRequest) -> Result<GameFilter, GameError> {
    let pb::ListTournamentGamesRequest { entrant, failed, .. } = *request;
    let live = match pb::GameStatus::try_from(request.status) {
        Ok(pb::GameStatus::Live) => true,
        Ok(pb::GameStatus::Ended) => false,
        Ok(pb::GameStatus::Unspecified) | Err(_) => {
            return Err(GameError::field(
                "status",
                "neither GAME_STATUS_LIVE nor GAME_STATUS_ENDED",
            ));
        }
    };
    if live && failed {
        return Err(GameError::field("failed", "only ended games have failed"));
    }
    Ok(GameFilter { live, entrant, failed })
}

/// Sends updates to a watcher, as fast as it reads them.
async fn send_updates(
    games: Games,
    mut watcher: impl Updates,
    without_results: bool,
    sender: mpsc::Sender<Box<pb::WatchTournamentResponse>>,
) -> Result<(), Stop> {
    while let Some(mut update) = watcher.next().await? {
        if without_results {
            update.results = Vec::new();
        }
        games.deliver(&sender, Box::new(update)).await?;
    }
    Ok(())
}

/// Decodes a CreateTournament request.
fn tournament_order(
    request: &pb::CreateTournamentRequest,
    principal: String,
    scope: Option<String>,
) -> Result<TournamentOrder, GameError> {
    let pb::CreateTournamentRequest { tournament_id, request_id, config, seed } = request;
    if !tournament_id.is_empty() && !is_id(tournament_id) {
        return Err(GameError::field("tournament_id", "not 1 to 64 of a-z, 0-9, - and _"));
    }
    decode::check_request_id(request_id)?;
    let seed = match seed.as_ref().map(|seed| <[u8; 32]>::try_from(seed.as_slice())) {
        Some(Err(_)) => return Err(GameError::field("seed", "not 32 bytes long")),
        Some(Ok(seed)) => Some(seed),
        None => None,
    };
    let config = config.as_ref().ok_or_else(|| GameError::field("config", "missing"))?;
    Ok(TournamentOrder {
        id: (!tournament_id.is_empty()).then(|| tournament_id.clone()),
        request: (!request_id.is_empty()).then(|| {
            Repeatable::new(request_id.clone(), Sha256::digest(request.encode_to_vec()).into())
        }),
        config: checked(config, seed.unwrap_or_else(random_bytes))?,
        seed: seed.map(Seed::new),
        principal,
        scope,
    })
}

fn page_size_of(requested: u32, default: u32, max: u32) -> Result<usize, GameError> {
    match requested {
        0 => Ok(default as usize),
        size if size <= max => Ok(size as usize),
        _ => Err(GameError::field("page_size", format!("more than {max}"))),
    }
}

/// The position in a page token.
fn parse_page_token(page_token: &str) -> Result<u32, GameError> {
    match page_token {
        "" => Ok(0),
        text => text
            .parse()
            .map_err(|_| GameError::field("page_token", "not from a response of this call")),
    }
}
