//! The handlers.

use super::{
    budget::Budget,
    decode, listing,
    stream::{Replayed, Watched, replayed, watched},
};
use crate::{
    games::{By, Found, Games, Garnish, NewTable, Refusal, Submission},
    pb::v1::{self as pb, game_service_server::GameService},
    wire,
};
use hierophant_rules::{Viewer, catalog::RulesetId};
use tonic::{Request, Response, Status, async_trait};

/// See the module.
pub(super) struct Service {
    pub(super) games: Games,
    pub(super) budget: Budget,
}

impl Service {
    /// The game that the caller's token opens, and for whose eyes.
    async fn admit<T>(&self, request: &Request<T>, game: &str) -> Result<(Found, Viewer), Refusal> {
        self.games.admit(decode::bearer(request.metadata()), game).await
    }
}

#[async_trait]
impl GameService for Service {
    async fn list_rulesets(
        &self,
        _: Request<pb::ListRulesetsRequest>,
    ) -> Result<Response<pb::ListRulesetsResponse>, Status> {
        let _place = self.budget.call()?;
        let mut rulesets: Vec<pb::Ruleset> = RulesetId::ALL.iter().map(|&ruleset| described(ruleset)).collect();
        rulesets.sort_by(|one, other| one.id.cmp(&other.id));
        Ok(Response::new(pb::ListRulesetsResponse { rulesets }))
    }

    async fn get_ruleset(
        &self,
        request: Request<pb::GetRulesetRequest>,
    ) -> Result<Response<pb::GetRulesetResponse>, Status> {
        let _place = self.budget.call()?;
        let ruleset = RulesetId::named(&request.get_ref().ruleset).ok_or(Refusal::RulesetUnknown)?;
        Ok(Response::new(pb::GetRulesetResponse { ruleset: Some(described(ruleset)) }))
    }

    async fn create_game(
        &self,
        request: Request<pb::CreateGameRequest>,
    ) -> Result<Response<pb::CreateGameResponse>, Status> {
        let _place = self.budget.call()?;
        let order = decode::order(request.get_ref())?;
        let NewTable { game, seat_tokens, spectator_token } = self.games.create(order).await?;
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
        let _place = self.budget.call()?;
        let (found, _) = self.admit(&request, &request.get_ref().game).await?;
        Ok(Response::new(pb::GetGameResponse { game: Some(found.game()) }))
    }

    async fn list_games(
        &self,
        request: Request<pb::ListGamesRequest>,
    ) -> Result<Response<pb::ListGamesResponse>, Status> {
        let _place = self.budget.call()?;
        let listing = listing::decode(request.get_ref())?;
        let after = listing.after;
        let page = self.games.list(listing).await?;
        Ok(Response::new(listing::encode(request.get_ref(), after, &page)?))
    }

    async fn get_view(&self, request: Request<pb::GetViewRequest>) -> Result<Response<pb::GetViewResponse>, Status> {
        let place = self.budget.call()?;
        let (found, viewer) = self.admit(&request, &request.get_ref().game).await?;
        let request = request.into_inner();
        if let Some((wait, at_most)) = decode::wait(&request)?
            && !self.games.is_there(&found, viewer, wait)
        {
            drop(place);
            let _place = self.budget.wait()?;
            self.games.until(&found, viewer, wait, at_most).await?;
        }
        let garnish = Garnish::new(found.header(), decode::extras(request.include_legal_actions, request.include_text));
        let view = garnish.view(self.games.present(&found, viewer)?);
        Ok(Response::new(pb::GetViewResponse { view: Some(view) }))
    }

    async fn submit_action(
        &self,
        request: Request<pb::SubmitActionRequest>,
    ) -> Result<Response<pb::SubmitActionResponse>, Status> {
        // An answer's time is its arrival: whatever takes long from here on is ours.
        let arrived_ms = self.games.now_ms();
        let _place = self.budget.call()?;
        let (found, viewer) = self.admit(&request, &request.get_ref().game).await?;
        let seat = viewer.seat().ok_or(Refusal::TokenNotForGame)?;
        let request = request.into_inner();
        let action = decode::answer(&request, &found.header().ruleset)?;
        let pb::SubmitActionRequest { decision_id, validate_only, .. } = request;
        let submission = Submission { seat, decision_id, action, by: By::Seat, arrived_ms, validate_only };
        let mut told = self.games.submit(&found, submission).await?;
        let garnish = Garnish::new(found.header(), decode::extras(request.include_legal_actions, false));
        told.next_decision = told.next_decision.map(|decision| garnish.decision(decision));
        Ok(Response::new(told))
    }

    async fn resign(&self, request: Request<pb::ResignRequest>) -> Result<Response<pb::ResignResponse>, Status> {
        let _place = self.budget.call()?;
        let (found, viewer) = self.admit(&request, &request.get_ref().game).await?;
        let seat = viewer.seat().ok_or(Refusal::TokenNotForGame)?;
        let ending = self.games.resign(&found, seat).await?;
        Ok(Response::new(pb::ResignResponse { ending: ending.into() }))
    }

    async fn abort_game(
        &self,
        request: Request<pb::AbortGameRequest>,
    ) -> Result<Response<pb::AbortGameResponse>, Status> {
        let _place = self.budget.call()?;
        let cut = decode::cut(request.get_ref())?;
        let found = self.games.find(&request.get_ref().game).await?;
        let game = self.games.abort(&found, cut).await?;
        Ok(Response::new(pb::AbortGameResponse { game: Some(game) }))
    }

    type WatchGameStream = Watched;

    async fn watch_game(&self, request: Request<pb::WatchGameRequest>) -> Result<Response<Watched>, Status> {
        let place = self.budget.stream()?;
        let (found, viewer) = self.admit(&request, &request.get_ref().game).await?;
        let asked = decode::watch(request.into_inner())?;
        let stream = watched(&self.games, found, viewer, asked, place);
        Ok(Response::new(stream))
    }

    type GetReplayStream = Replayed;

    async fn get_replay(&self, request: Request<pb::GetReplayRequest>) -> Result<Response<Replayed>, Status> {
        let place = self.budget.stream()?;
        let (found, _) = self.admit(&request, &request.get_ref().game).await?;
        let Found::Ended(ended) = found else { return Err(Refusal::ReplayNotReady.into()) };
        let (header, entries) = ended.replay();
        Ok(Response::new(replayed(header, entries, place)))
    }
}

/// A ruleset with the house agents that can play it.
fn described(ruleset: RulesetId) -> pb::Ruleset {
    let plays = |name: &&&str| hierophant_agents::policy(name, ruleset, [0; 32]).is_some();
    let agent = |name: &&str| pb::HouseAgent { name: (*name).to_owned(), description: description(name).to_owned() };
    let house_agents = hierophant_agents::NAMES.iter().filter(plays).map(agent).collect();
    pb::Ruleset { house_agents, ..wire::encode::ruleset(ruleset) }
}

/// A house agent in a sentence.
fn description(name: &str) -> &'static str {
    match name {
        "random" => "Any legal action, all equally likely.",
        "greedy" => "Takes what looks best at once, by simple rules; no look-ahead.",
        _ => "A policy of the house.",
    }
}
