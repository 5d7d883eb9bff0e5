//! The handlers.

use super::{
    caller::{Access, Caller, Callers, RotationAuth},
    concurrency_limits::{ConcurrencyLimits, Permit},
    decode, errors, listing,
    quota::{QuotaKey, QuotaPermit, Quotas},
    stream::{Replayed, StreamPermits, Watched, replayed, watched},
};
use crate::{
    agent_registry::AgentRegistry,
    config::BUILT_IN_SEARCH_ITERATIONS_MAX,
    games::{
        AnsweredBy, CreatedGame, GameError, GameHandle, Games, Order, Requester, Submission, ViewExtras, ViewerAccess,
        replacement_request,
    },
    pb::{server::game_service_server::GameService, v1 as pb},
    wire::{self, InvalidField},
};
use hierophant_agents::search::ITERATIONS;
use hierophant_rules::{Viewer, catalog::RulesetId};
use tonic::{Request, Response, Status, async_trait};

/// See the module.
pub(super) struct Service {
    pub(super) games: Games,
    pub(super) agents: AgentRegistry,
    pub(super) callers: Callers,
    pub(super) concurrency: ConcurrencyLimits,
    pub(super) quotas: Quotas,
}

impl Service {
    /// The caller of what is for principals alone, with its place among its calls.
    pub(super) async fn principal<T>(&self, request: &Request<T>) -> Result<(Caller, Option<QuotaPermit>), GameError> {
        let caller = self.callers.principal(request).await?;
        let held = self.count(&caller)?;
        Ok((caller, held))
    }

    /// The game that the caller's token opens, for whose eyes, and the place among the token's calls.
    async fn viewer<T>(
        &self,
        request: &Request<T>,
        game: &str,
    ) -> Result<(GameHandle, ViewerAccess, QuotaPermit), GameError> {
        let (found, pass) = self.callers.viewer(request, game).await?;
        if pass.viewer == Viewer::Spectator {
            self.games.check_unsealed(&found)?;
        }
        let held = self.quotas.call(holder(&found, pass.viewer), &found.header().created.principal)?;
        Ok((found, pass, held))
    }

    /// A game for whoever may see it from outside.
    async fn any<T>(
        &self,
        request: &Request<T>,
        game: &str,
    ) -> Result<(GameHandle, Access, Option<QuotaPermit>), GameError> {
        let (found, admitted) = self.callers.any(request, game).await?;
        let held = match &admitted {
            Access::Viewer(viewer) => {
                Some(self.quotas.call(holder(&found, *viewer), &found.header().created.principal)?)
            }
            Access::Caller(caller) => self.count(caller)?,
        };
        Ok((found, admitted, held))
    }

    /// Whether the agents of a game to be created may be seated by whoever may have only those of `owner`.
    fn check_agents(&self, order: &Order, owner: Option<&str>) -> Result<(), GameError> {
        let barred = |seat: &&pb::GameSeat| !seat.agent.is_empty() && !self.agents.may_seat(owner, &seat.agent);
        let wrong: Vec<InvalidField> = (order.seats.iter().filter(barred))
            .map(|seat| InvalidField::new(format!("seats[{}].agent", seat.seat), decode::NO_AGENT))
            .collect();
        if wrong.is_empty() { Ok(()) } else { Err(GameError::InvalidField(wrong)) }
    }

    /// A place among a principal's calls; whoever is on this machine alone isn't counted.
    pub(super) fn count(&self, caller: &Caller) -> Result<Option<QuotaPermit>, GameError> {
        match caller {
            Caller::Local => Ok(None),
            Caller::Principal(principal) => Ok(Some(self.quotas.principal_call(principal)?)),
        }
    }

    /// What a stream of a principal's own holds while it lasts.
    pub(super) fn own_stream(&self, caller: &Caller, place: Permit) -> Result<StreamPermits, GameError> {
        let principal = match caller {
            Caller::Local => None,
            Caller::Principal(principal) => Some(&**principal),
        };
        Ok(StreamPermits { _permit: place, _held: vec![self.quotas.principal_stream(principal)?] })
    }

    /// A place for a call that waits in a game of this principal, or for its agent.
    pub(super) fn wait(&self, who: QuotaKey, principal: &str) -> Result<(QuotaPermit, Permit), GameError> {
        Ok((self.quotas.wait(who, principal)?, self.concurrency.wait()?))
    }

    /// What a viewer's stream holds while it lasts.
    fn stream(&self, found: &GameHandle, viewer: Viewer, place: Permit) -> Result<StreamPermits, GameError> {
        let creator = &found.header().created.principal;
        let mut held = vec![self.quotas.stream(holder(found, viewer), creator)?];
        if viewer == Viewer::Spectator && !creator.is_empty() {
            held.push(self.quotas.spectator_of(creator, self.callers.spectators_max(creator))?);
        }
        Ok(StreamPermits { _permit: place, _held: held })
    }
}

/// Whose account a token's calls are counted in.
fn holder(found: &GameHandle, viewer: Viewer) -> QuotaKey {
    let game = found.header().key;
    viewer.seat().map_or(QuotaKey::Spectators(game), |seat| QuotaKey::Seat(game, seat.number()))
}

#[async_trait]
impl GameService for Service {
    async fn list_rulesets(
        &self,
        _: Request<pb::ListRulesetsRequest>,
    ) -> Result<Response<pb::ListRulesetsResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let mut rulesets: Vec<pb::Ruleset> = RulesetId::ALL.iter().map(|&ruleset| described(ruleset)).collect();
        rulesets.sort_by(|one, other| one.id.cmp(&other.id));
        Ok(errors::answer(pb::ListRulesetsResponse { rulesets })?)
    }

    async fn get_ruleset(
        &self,
        request: Request<pb::GetRulesetRequest>,
    ) -> Result<Response<pb::GetRulesetResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let ruleset = RulesetId::named(&request.get_ref().ruleset).ok_or(GameError::RulesetUnknown)?;
        let documentation = wire::encode::documentation(ruleset).to_owned();
        let ruleset = pb::Ruleset { documentation, ..described(ruleset) };
        Ok(errors::answer(pb::GetRulesetResponse { ruleset: Some(ruleset) })?)
    }

    async fn create_game(
        &self,
        request: Request<pb::CreateGameRequest>,
    ) -> Result<Response<pb::CreateGameResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let (caller, _held) = self.principal(&request).await?;
        let order = decode::order(request.get_ref(), caller.creator())?;
        self.check_agents(&order, caller.scope())?;
        let CreatedGame { game, seat_tokens, spectator_token } = self.games.create(order).await?;
        let token = |(seat, token): (hierophant_rules::Seat, crate::secrets::Token)| pb::SeatToken {
            seat: seat.number().into(),
            token: token.expose().to_owned(),
        };
        Ok(Response::new(pb::CreateGameResponse {
            game: Some(game),
            seat_tokens: seat_tokens.into_iter().map(token).collect(),
            spectator_token: spectator_token.expose().to_owned(),
        }))
    }

    async fn get_game(&self, request: Request<pb::GetGameRequest>) -> Result<Response<pb::GetGameResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let (found, _, _held) = self.any(&request, &request.get_ref().game).await?;
        Ok(errors::answer(pb::GetGameResponse { game: Some(found.game()) })?)
    }

    async fn list_games(
        &self,
        request: Request<pb::ListGamesRequest>,
    ) -> Result<Response<pb::ListGamesResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let (caller, _held) = self.principal(&request).await?;
        let listing = listing::decode(request.get_ref(), caller.scope())?;
        let after = listing.after;
        let page = self.games.list(listing).await?;
        Ok(errors::answer(listing::encode(request.get_ref(), caller.scope(), after, &page)?)?)
    }

    async fn get_view(&self, request: Request<pb::GetViewRequest>) -> Result<Response<pb::GetViewResponse>, Status> {
        let place = self.concurrency.call()?;
        let (found, pass, _held) = self.viewer(&request, &request.get_ref().game).await?;
        self.games.attend_viewer(&found, pass.viewer).await?;
        let request = request.into_inner();
        if let Some((wait, at_most)) = decode::wait(&request)?
            && !self.games.is_ready(&found, pass.viewer, wait)
        {
            drop(place);
            let _permit = self.wait(holder(&found, pass.viewer), &found.header().created.principal)?;
            self.games.wait_until(&found, pass, wait, at_most).await?;
        }
        let extras =
            ViewExtras::new(found.header(), decode::extras(request.include_legal_actions, request.include_text));
        let view = extras.view(self.games.current_view(&found, pass.viewer)?);
        Ok(errors::answer(pb::GetViewResponse { view: Some(view) })?)
    }

    async fn submit_action(
        &self,
        request: Request<pb::SubmitActionRequest>,
    ) -> Result<Response<pb::SubmitActionResponse>, Status> {
        // An answer's time is its arrival: whatever takes long from here on is ours.
        let arrived_ms = self.games.now_ms();
        let _permit = self.concurrency.call()?;
        let (found, pass, _held) = self.viewer(&request, &request.get_ref().game).await?;
        let seat = pass.viewer.seat().ok_or(GameError::TokenNotPermitted)?;
        self.games.attend_viewer(&found, pass.viewer).await?;
        let request = request.into_inner();
        let (action_code, action) = decode::answer(&request, &found.header().ruleset)?;
        let pb::SubmitActionRequest { decision_id, validate_only, .. } = request;
        let submission =
            Submission { seat, decision_id, action_code, action, by: AnsweredBy::Seat, arrived_ms, validate_only };
        let mut told = self.games.submit(&found, submission).await?;
        let extras =
            ViewExtras::new(found.header(), decode::extras(request.include_legal_actions, request.include_text));
        told.next_decision = told.next_decision.map(|decision| extras.decision(decision));
        Ok(errors::answer(told)?)
    }

    async fn resign(&self, request: Request<pb::ResignRequest>) -> Result<Response<pb::ResignResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let (found, pass, _held) = self.viewer(&request, &request.get_ref().game).await?;
        let seat = pass.viewer.seat().ok_or(GameError::TokenNotPermitted)?;
        let ending = self.games.resign(&found, seat).await?;
        Ok(Response::new(pb::ResignResponse { ending: ending.into() }))
    }

    async fn abort_game(
        &self,
        request: Request<pb::AbortGameRequest>,
    ) -> Result<Response<pb::AbortGameResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let (caller, _held) = self.principal(&request).await?;
        let cut = decode::cut(request.get_ref())?;
        let found = self.games.find(caller.scope(), &request.get_ref().game).await?;
        check_not_of_tournament(&caller, &found)?;
        let game = self.games.abort(&found, cut).await?;
        Ok(Response::new(pb::AbortGameResponse { game: Some(game) }))
    }

    async fn rotate_token(
        &self,
        request: Request<pb::RotateTokenRequest>,
    ) -> Result<Response<pb::RotateTokenResponse>, Status> {
        let _permit = self.concurrency.call()?;
        let (found, replacer) = self.callers.replacer(&request, &request.get_ref().game).await?;
        let _held = match &replacer {
            RotationAuth::Holder(pass) => {
                Some(self.quotas.call(holder(&found, pass.viewer), &found.header().created.principal)?)
            }
            RotationAuth::Caller(caller) => self.count(caller)?,
        };
        let asked = decode::replacement(request.get_ref(), found.header())?;
        if let (RotationAuth::Caller(caller), Some(Viewer::Seat(_))) = (&replacer, asked) {
            check_not_of_tournament(caller, &found)?;
        }
        let (viewer, requester) = match replacer {
            // Spectators share a token: none of them may take it from the others.
            RotationAuth::Holder(pass)
                if pass.viewer == Viewer::Spectator || asked.is_some_and(|it| it != pass.viewer) =>
            {
                return Err(GameError::TokenNotPermitted.into());
            }
            RotationAuth::Holder(pass) => (pass.viewer, Requester::Holder(pass.generation)),
            RotationAuth::Caller(caller) => {
                let requester = if caller.scope().is_some() { Requester::Creator } else { Requester::Operator };
                (asked.ok_or_else(|| GameError::field("seat", "whose token is replaced?"))?, requester)
            }
        };
        let id = replacement_request(&request.get_ref().request_id);
        let token = self.games.replace_token(&found, viewer, requester, id).await?;
        Ok(Response::new(pb::RotateTokenResponse { token: token.expose().to_owned() }))
    }

    type WatchGameStream = Watched;

    async fn watch_game(&self, request: Request<pb::WatchGameRequest>) -> Result<Response<Watched>, Status> {
        let place = self.concurrency.stream()?;
        let (found, pass, _) = self.viewer(&request, &request.get_ref().game).await?;
        let permits = self.stream(&found, pass.viewer, place)?;
        if request.get_ref().resume_after_view_version.is_none() {
            // It begins with a view. A stream that is taken up again is told no decision: whoever answers may still be away.
            self.games.attend_viewer(&found, pass.viewer).await?;
        }
        let asked = decode::watch(request.into_inner())?;
        let stream = watched(&self.games, found, pass, asked, permits);
        Ok(Response::new(stream))
    }

    type GetReplayStream = Replayed;

    async fn get_replay(&self, request: Request<pb::GetReplayRequest>) -> Result<Response<Replayed>, Status> {
        let place = self.concurrency.stream()?;
        let (found, admitted, _) = self.any(&request, &request.get_ref().game).await?;
        let permits = match &admitted {
            Access::Viewer(viewer) => self.stream(&found, *viewer, place)?,
            Access::Caller(caller) => self.own_stream(caller, place)?,
        };
        self.games.check_unsealed(&found)?;
        let GameHandle::Ended(ended) = found else { return Err(GameError::ReplayNotReady.into()) };
        let (header, entries) = ended.replay();
        Ok(Response::new(replayed(&self.games, header, entries, permits)))
    }
}

/// Who has made a tournament may have entrants of its own in it: it neither ends single games nor takes seats over.
fn check_not_of_tournament(caller: &Caller, found: &GameHandle) -> Result<(), GameError> {
    match caller.scope().is_some() && found.header().is_of_tournament() {
        true => Err(GameError::field("game", "it belongs to a tournament: CancelTournament ends all of that")),
        false => Ok(()),
    }
}

/// A ruleset with the house agents that can play it.
fn described(ruleset: RulesetId) -> pb::Ruleset {
    let plays = |name: &&&str| hierophant_agents::policy(name, ruleset, [0; 32]).is_some();
    let agent = |name: &&str| pb::HouseAgent { name: (*name).to_owned(), description: description(name) };
    let house_agents = hierophant_agents::NAMES.iter().filter(plays).map(agent).collect();
    pb::Ruleset { house_agents, ..wire::encode::ruleset(ruleset) }
}

/// A house agent in a sentence.
fn description(name: &str) -> String {
    match name {
        "random" => "Any legal action, all equally likely.".into(),
        "greedy" => "Takes what looks best at once, by simple rules; no look-ahead.".into(),
        "search" => format!(
            "Looks ahead on guesses at what is hidden (information-set Monte Carlo tree search), {ITERATIONS} iterations a \
             decision; search:N takes N, at most {BUILT_IN_SEARCH_ITERATIONS_MAX}.",
        ),
        _ => "A policy of the house.".into(),
    }
}
