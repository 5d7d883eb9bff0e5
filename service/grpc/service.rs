//! The handlers of `GameService`.

use super::{
    auth::{Authenticator, Caller, GameAccess, Lister, RotationAuth},
    concurrency_limits::{ConcurrencyLimits, Permit, Sort},
    decode, errors, listing,
    quota::{QuotaKey, QuotaPermit},
    stream::{ReplayStream, StreamPermits, WatchStream, replay_stream, watch_stream},
    trace::Waited,
};
use crate::{
    agent_registry::AgentRegistry,
    config::{BUILT_IN_SEARCH_ITERATIONS_MAX, Limits},
    games::{
        AnsweredBy, ChoiceCheck, CreatedGame, EndedGame, GameError, GameHandle, Games, Order,
        Requester, Submission, ViewExtras, ViewerAccess, WaitFor, replacement_request,
    },
    pb::{server::game_service_server::GameService, v1 as pb},
    tournaments::Tournaments,
    wire::{self, InvalidField},
};
use hierophant_agents::search::ITERATIONS;
use hierophant_rules::{Viewer, catalog::RulesetId};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tonic::{Request, Response, Status, async_trait};

/// The state that handlers share.
pub(super) struct Service {
    pub(super) games: Games,
    pub(super) agents: AgentRegistry,
    pub(super) auth: Authenticator,
    pub(super) concurrency: ConcurrencyLimits,
    pub(super) tournaments: Tournaments,
    pub(super) limits: Limits,
}

impl Service {
    /// Checks that the agents of a game to be created may be seated; with `owner`, only that
    /// principal's agents may.
    fn check_agents(&self, order: &Order, owner: Option<&str>) -> Result<(), GameError> {
        let barred = |seat: &&pb::GameSeat| {
            !seat.agent.is_empty() && !self.agents.may_seat(owner, &seat.agent)
        };
        let wrong: Vec<InvalidField> = (order.seats.iter().filter(barred))
            .map(|seat| InvalidField::new(format!("seats[{}].agent", seat.seat), decode::NO_AGENT))
            .collect();
        if wrong.is_empty() { Ok(()) } else { Err(GameError::InvalidField(wrong)) }
    }

    /// The permits of a stream that a principal opens itself.
    pub(super) fn own_stream(
        &self,
        caller: &Caller,
        permit: Permit,
    ) -> Result<StreamPermits, GameError> {
        let principal = match caller {
            Caller::Local => None,
            Caller::Principal(principal) => Some(&**principal),
        };
        Ok(StreamPermits {
            _permit: permit,
            _quotas: vec![self.auth.quotas.principal_stream(principal)?],
        })
    }

    /// The ended game that a call for its index or frames is about, with permits of such calls
    /// instead of the call's own: they queue, and live games must not be refused meanwhile.
    async fn ended_game<T>(
        &self,
        request: &Request<T>,
        game: &str,
    ) -> Result<(Arc<EndedGame>, (QuotaPermit, Option<QuotaPermit>, Permit)), GameError> {
        let _permit = self.concurrency.call()?;
        let (handle, access, _quota) = self.auth.game(request, game).await?;
        let header = handle.header();
        let quotas = &self.auth.quotas;
        let quota = match &access {
            GameAccess::Viewer(viewer) => {
                let key = QuotaKey::of_viewer(header.key, *viewer);
                quotas.replay_call(key, &header.created.principal)?
            }
            GameAccess::Caller(caller) => {
                quotas.replay_call(caller.quota_key(), &caller.creator().principal)?
            }
            GameAccess::Agent(name) => {
                quotas.replay_call(QuotaKey::Agent(name.clone()), &self.agents.owner(name))?
            }
        };
        let address = self.auth.address_quota(request, &handle, Sort::Replay)?;
        let permit = self.concurrency.replay_call()?;
        Ok((self.games.replayable(handle)?, (quota, address, permit)))
    }

    /// The permits of a call that waits in a game of this principal, or for its agent.
    pub(super) fn wait(
        &self,
        key: QuotaKey,
        principal: &str,
    ) -> Result<(QuotaPermit, Permit), GameError> {
        Ok((self.auth.quotas.wait(key, principal)?, self.concurrency.wait()?))
    }

    /// Waits with the permits of a call that waits instead of the call's own; if there is nothing
    /// to wait for, it only checks that the token is still valid.
    async fn wait_until(
        &self,
        handle: &GameHandle,
        access: ViewerAccess,
        wait_for: WaitFor,
        at_most: Duration,
        permit: Permit,
    ) -> Result<(), GameError> {
        if self.games.is_ready(handle, access.viewer, wait_for) {
            return self.games.wait_until(handle, access, wait_for, Duration::ZERO).await;
        }
        drop(permit);
        let _permit = self.wait(
            QuotaKey::of_viewer(handle.header().key, access.viewer),
            &handle.header().created.principal,
        )?;
        self.games.wait_until(handle, access, wait_for, at_most).await
    }

    /// The permits of a viewer's stream.
    fn stream<T>(
        &self,
        request: &Request<T>,
        handle: &GameHandle,
        viewer: Viewer,
        permit: Permit,
    ) -> Result<StreamPermits, GameError> {
        let creator = &handle.header().created.principal;
        let mut quotas = vec![
            self.auth.quotas.stream(QuotaKey::of_viewer(handle.header().key, viewer), creator)?,
        ];
        if viewer == Viewer::Spectator && !creator.is_empty() {
            quotas.push(self.auth.quotas.spectator_of(creator, self.auth.spectators_max(creator))?);
        }
        quotas.extend(self.auth.address_quota(request, handle, Sort::Stream)?);
        Ok(StreamPermits { _permit: permit, _quotas: quotas })
    }
}

#[async_trait]
impl GameService for Service {
    async fn list_rulesets(
        &self,
        _: Request<pb::ListRulesetsRequest>,
    ) -> Result<Response<pb::ListRulesetsResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let mut rulesets: Vec<pb::Ruleset> =
            RulesetId::ALL.iter().map(|&ruleset| ruleset_message(ruleset)).collect();
        rulesets.sort_by(|one, other| one.id.cmp(&other.id));
        Ok(errors::within_limit(pb::ListRulesetsResponse { rulesets })?)
    }

    async fn get_ruleset(
        &self,
        request: Request<pb::GetRulesetRequest>,
    ) -> Result<Response<pb::GetRulesetResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let ruleset =
            RulesetId::named(&request.get_ref().ruleset).ok_or(GameError::RulesetUnknown)?;
        let documentation = wire::encode::documentation(ruleset).to_owned();
        let ruleset = pb::Ruleset { documentation, ..ruleset_message(ruleset) };
        Ok(errors::within_limit(pb::GetRulesetResponse { ruleset: Some(ruleset) })?)
    }

    async fn get_service_info(
        &self,
        request: Request<pb::GetServiceInfoRequest>,
    ) -> Result<Response<pb::GetServiceInfoResponse>, Status> {
        self.service_info(&request).await
    }

    async fn create_game(
        &self,
        request: Request<pb::CreateGameRequest>,
    ) -> Result<Response<pb::CreateGameResponse>, Status> {
        if let Some(peer) = self.auth.guest(&request) {
            return self.guest_create_game(peer, request.get_ref()).await;
        }
        let _permit = self.concurrency.call()?;
        let (caller, _quota) = self.auth.principal(&request).await?;
        let order = decode::order(request.get_ref(), caller.creator())?;
        self.check_visibility(order.visibility, "visibility")?;
        self.check_agents(&order, caller.scope())?;
        Ok(Response::new(created_response(self.games.create(order).await?)))
    }

    async fn get_game(
        &self,
        request: Request<pb::GetGameRequest>,
    ) -> Result<Response<pb::GetGameResponse>, Status> {
        if let Some(peer) = self.auth.stranger(&request) {
            return self.public_get_game(peer, &request.get_ref().game).await;
        }
        let _permit = self.concurrency.call()?;
        let (handle, _, _quota) = self.auth.game(&request, &request.get_ref().game).await?;
        Ok(errors::within_limit(pb::GetGameResponse { game: Some(handle.game()) })?)
    }

    async fn list_games(
        &self,
        request: Request<pb::ListGamesRequest>,
    ) -> Result<Response<pb::ListGamesResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let (lister, _quota) = self.auth.lister(&request).await?;
        let request = request.get_ref();
        let lister = match &lister {
            Lister::Agent(name) if request.agent.is_empty() || request.agent == *name => {
                listing::Lister::Agent(name)
            }
            Lister::Agent(_) => return Err(GameError::TokenNotPermitted.into()),
            Lister::Caller(caller) => {
                if !request.agent.is_empty() {
                    self.agents.check_owner(caller.scope(), &request.agent)?;
                }
                listing::Lister::Caller(caller.scope())
            }
        };
        let listing = listing::decode(request, lister)?;
        let after = listing.after;
        let page = self.games.list(listing).await?;
        let is_sealed = |header: &_| self.games.is_sealed(header);
        Ok(errors::within_limit(listing::encode(request, lister, after, &page, is_sealed))?)
    }

    async fn get_view(
        &self,
        request: Request<pb::GetViewRequest>,
    ) -> Result<Response<pb::GetViewResponse>, Status> {
        if let Some(peer) = self.auth.spectator(&request) {
            return self.public_get_view(peer, request.into_inner()).await;
        }
        let permit = self.concurrency.call()?;
        let (handle, access, _quota) = self.auth.viewer(&request, &request.get_ref().game).await?;
        self.games.record_return(&handle, access.viewer).await?;
        let request = request.into_inner();
        let wait = decode::wait(request.wait_for, request.known_view_version, request.wait_ms_max)?;
        if let Some((wait_for, at_most)) = wait {
            self.wait_until(&handle, access, wait_for, at_most, permit).await?;
        }
        let extras = ViewExtras::new(
            handle.header(),
            decode::extras(request.include_legal_actions, request.include_text),
        );
        let view = extras.view(self.games.current_view(&handle, access.viewer)?);
        Ok(errors::within_limit(pb::GetViewResponse { view: Some(view) })?)
    }

    async fn submit_action(
        &self,
        request: Request<pb::SubmitActionRequest>,
    ) -> Result<Response<pb::SubmitActionResponse>, Status> {
        // The arrival counts: a delay from here on is not the seat's.
        let arrived_ms = self.games.now_ms();
        let permit = self.concurrency.call()?;
        let (handle, access, _quota) = self.auth.viewer(&request, &request.get_ref().game).await?;
        let seat = access.viewer.seat().ok_or(GameError::TokenNotPermitted)?;
        self.games.record_return(&handle, access.viewer).await?;
        let request = request.into_inner();
        let (action_code, action) = decode::submitted_action(&request, &handle.header().ruleset)?;
        let wait = decode::wait_after_answer(&request)?;
        let following = decode::following_actions(&request, &handle.header().ruleset)?;
        let decision_id = request.decision_id;
        let response = if request.validate_only {
            let first = (action_code, action);
            let check = ChoiceCheck { seat, decision_id, first, following };
            self.games.check_choice(&handle, &check).await?
        } else {
            let by = AnsweredBy::Seat;
            let submission = Submission { seat, decision_id, action_code, action, by, arrived_ms };
            self.games.submit(&handle, submission).await?
        };
        let mut response = pb::SubmitActionResponse::from(Arc::unwrap_or_clone(response));
        let mut waited = None;
        let extras = ViewExtras::new(
            handle.header(),
            decode::extras(request.include_legal_actions, request.include_text),
        );
        if let Some((wait_for, at_most)) = wait {
            let began = Instant::now();
            let wait_for = wait_for.after(response.view_version);
            // The whole call takes no longer than GetView may.
            let at_most = at_most.saturating_sub(Duration::from_millis(
                self.games.now_ms().saturating_sub(arrived_ms),
            ));
            // The answer is taken: what fails from here on costs the view, not the response.
            let came = self.wait_until(&handle, access, wait_for, at_most, permit).await;
            waited = Some(Waited(began.elapsed()));
            let view = came.and_then(|()| self.games.current_view(&handle, access.viewer));
            response.view = view.ok().map(|view| extras.view(view));
        }
        response.next_decision = match response.view {
            Some(_) => None,
            None => response.next_decision.map(|decision| extras.decision(decision)),
        };
        let mut response = errors::within_limit(response)?;
        if let Some(waited) = waited {
            response.extensions_mut().insert(waited);
        }
        Ok(response)
    }

    async fn resign(
        &self,
        request: Request<pb::ResignRequest>,
    ) -> Result<Response<pb::ResignResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let (handle, access, _quota) = self.auth.viewer(&request, &request.get_ref().game).await?;
        let seat = access.viewer.seat().ok_or(GameError::TokenNotPermitted)?;
        let ending = self.games.resign(&handle, seat).await?;
        Ok(Response::new(pb::ResignResponse { ending: ending.into() }))
    }

    async fn abort_game(
        &self,
        request: Request<pb::AbortGameRequest>,
    ) -> Result<Response<pb::AbortGameResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let (caller, _quota) = self.auth.principal(&request).await?;
        let cut = decode::cut(request.get_ref())?;
        let handle = self.games.find(caller.scope(), &request.get_ref().game).await?;
        check_not_of_tournament(&caller, &handle)?;
        let game = self.games.abort(&handle, cut).await?;
        Ok(Response::new(pb::AbortGameResponse { game: Some(game) }))
    }

    async fn rotate_token(
        &self,
        request: Request<pb::RotateTokenRequest>,
    ) -> Result<Response<pb::RotateTokenResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let (handle, rotation, _quota) =
            self.auth.rotation(&request, &request.get_ref().game).await?;
        let requested = decode::replacement(request.get_ref(), handle.header())?;
        if let (RotationAuth::Caller(caller), Some(Viewer::Seat(_))) = (&rotation, requested) {
            check_not_of_tournament(caller, &handle)?;
        }
        let (viewer, asker) = match rotation {
            // Spectators share a token: no spectator may replace it for the others.
            RotationAuth::Holder(access)
                if access.viewer == Viewer::Spectator
                    || requested.is_some_and(|it| it != access.viewer) =>
            {
                return Err(GameError::TokenNotPermitted.into());
            }
            RotationAuth::Holder(access) => (access.viewer, Requester::Holder(access.generation)),
            RotationAuth::Caller(caller) => {
                let asker =
                    if caller.scope().is_some() { Requester::Creator } else { Requester::Operator };
                (
                    requested.ok_or_else(|| {
                        GameError::field(
                            "seat",
                            "name the seat, or spectators, whose token is to be replaced",
                        )
                    })?,
                    asker,
                )
            }
        };
        let id = replacement_request(&request.get_ref().request_id);
        let token = self.games.replace_token(&handle, viewer, asker, id).await?;
        Ok(Response::new(pb::RotateTokenResponse { token: token.expose().to_owned() }))
    }

    type WatchGameStream = WatchStream;

    async fn watch_game(
        &self,
        request: Request<pb::WatchGameRequest>,
    ) -> Result<Response<WatchStream>, Status> {
        if let Some(peer) = self.auth.spectator(&request) {
            return self.public_watch_game(peer, request.into_inner()).await;
        }
        let permit = self.concurrency.stream()?;
        let (handle, access, _) = self.auth.viewer(&request, &request.get_ref().game).await?;
        let permits = self.stream(&request, &handle, access.viewer, permit)?;
        if request.get_ref().resume_after_view_version.is_none() {
            // The stream begins with a view. A stream that is resumed shows no decision: the
            // process that answers may still be gone.
            self.games.record_return(&handle, access.viewer).await?;
        }
        let options = decode::watch(request.into_inner())?;
        let stream = watch_stream(&self.games, handle, access, options, permits);
        Ok(Response::new(stream))
    }

    type GetReplayStream = ReplayStream;

    async fn get_replay(
        &self,
        request: Request<pb::GetReplayRequest>,
    ) -> Result<Response<ReplayStream>, Status> {
        if let Some(peer) = self.auth.stranger(&request) {
            return self.public_get_replay(peer, &request.get_ref().game).await;
        }
        let permit = self.concurrency.stream()?;
        let (handle, access, _) = self.auth.game(&request, &request.get_ref().game).await?;
        let permits = match &access {
            GameAccess::Viewer(viewer) => self.stream(&request, &handle, *viewer, permit)?,
            GameAccess::Caller(caller) => self.own_stream(caller, permit)?,
            GameAccess::Agent(name) => {
                let key = QuotaKey::Agent(name.clone());
                let quota = self.auth.quotas.stream(key, &self.agents.owner(name))?;
                StreamPermits { _permit: permit, _quotas: vec![quota] }
            }
        };
        let (header, entries) = self.games.replayable(handle)?.replay();
        Ok(Response::new(replay_stream(&self.games, header, entries, permits)))
    }

    async fn get_replay_index(
        &self,
        request: Request<pb::GetReplayIndexRequest>,
    ) -> Result<Response<pb::GetReplayIndexResponse>, Status> {
        if let Some(peer) = self.auth.stranger(&request) {
            return self.public_get_replay_index(peer, &request.get_ref().game).await;
        }
        let (ended, _permits) = self.ended_game(&request, &request.get_ref().game).await?;
        Ok(errors::within_limit(ended.index().await?)?)
    }

    async fn get_replay_frames(
        &self,
        request: Request<pb::GetReplayFramesRequest>,
    ) -> Result<Response<pb::GetReplayFramesResponse>, Status> {
        if let Some(peer) = self.auth.stranger(&request) {
            return self.public_get_replay_frames(peer, request.into_inner()).await;
        }
        let (ended, _permits) = self.ended_game(&request, &request.get_ref().game).await?;
        let wanted = decode::frames(request.get_ref(), &ended.header)?;
        Ok(errors::within_limit(ended.frames(wanted).await?)?)
    }
}

/// A created game, with its tokens.
pub(super) fn created_response(created: CreatedGame) -> pb::CreateGameResponse {
    let CreatedGame { game, seat_tokens, spectator_token } = created;
    let token = |(seat, token): (hierophant_rules::Seat, crate::secrets::Token)| pb::SeatToken {
        seat: seat.number().into(),
        token: token.expose().to_owned(),
    };
    pb::CreateGameResponse {
        game: Some(game),
        seat_tokens: seat_tokens.into_iter().map(token).collect(),
        spectator_token: spectator_token.expose().to_owned(),
    }
}

/// The creator of a tournament may have entrants of its own in it, so it may neither end single
/// games nor take over seats.
fn check_not_of_tournament(caller: &Caller, handle: &GameHandle) -> Result<(), GameError> {
    match caller.scope().is_some() && handle.header().is_of_tournament() {
        true => Err(GameError::field(
            "game",
            "it belongs to a tournament: CancelTournament ends all of its games",
        )),
        false => Ok(()),
    }
}

/// A ruleset with the built-in agents that can play it.
fn ruleset_message(ruleset: RulesetId) -> pb::Ruleset {
    let plays = |name: &&&str| hierophant_agents::policy(name, ruleset, [0; 32]).is_some();
    let agent =
        |name: &&str| pb::BuiltInAgent { name: (*name).to_owned(), description: description(name) };
    let built_in_agents = hierophant_agents::NAMES.iter().filter(plays).map(agent).collect();
    pb::Ruleset { built_in_agents, ..wire::encode::ruleset(ruleset) }
}

/// The description of a built-in agent.
fn description(name: &str) -> String {
    match name {
        "random" => "Any legal action, all equally likely.".into(),
        "greedy" => "Takes what looks best at once, by simple rules; no look-ahead.".into(),
        "search" => format!(
            "Looks ahead on sampled hidden states (information-set Monte Carlo tree search), {ITERATIONS} iterations a \
             decision; search:N takes N, at most {BUILT_IN_SEARCH_ITERATIONS_MAX}.",
        ),
        _ => "A built-in policy.".into(),
    }
}
