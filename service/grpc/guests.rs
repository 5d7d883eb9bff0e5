//! Guests: callers without a token, who may create games where the operator has admitted them. What
//! a guest may ask for is listed here; everything else is refused.

use super::{
    concurrency_limits::Sort,
    connection_limit::Peer,
    decode,
    public::marked,
    service::{Service, created_response},
    time_control,
};
use crate::{
    config::{
        GUEST_BANK_MS_MAX, GUEST_DECISION_MS_MAX, GUEST_INCREMENT_MS_MAX,
        GUEST_REQUEST_ID_BYTES_MIN, Limits,
    },
    games::{Creator, GameError, Held, Order, guest_agents},
    pb::v1::{self as pb, seat_request::Occupant},
    wire::InvalidField,
};
use std::time::Duration;
use tonic::{Request, Response, Status};

const MS_PER_MINUTE: u128 = 60_000;
const SECONDS_PER_DAY: u64 = 24 * 60 * 60;

impl Service {
    /// What the service is to its caller.
    pub(super) async fn service_info<T>(
        &self,
        request: &Request<T>,
    ) -> Result<Response<pb::GetServiceInfoResponse>, Status> {
        let (role, _quota) = self.auth.role(request).await?;
        let has_credential = !matches!(role, pb::CallerRole::None | pb::CallerRole::Guest);
        let _permit = match has_credential {
            true => self.concurrency.call()?,
            false => self.concurrency.public(Sort::Call)?,
        };
        let response = Response::new(pb::GetServiceInfoResponse {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            role: role.into(),
            guests: self.auth.admits_guests.then(|| terms(&self.limits)),
        });
        Ok(if has_credential { response } else { marked(response) })
    }

    /// Creates a game for a guest. Its tokens are those of seats alone.
    pub(super) async fn guest_create_game(
        &self,
        peer: Peer,
        request: &pb::CreateGameRequest,
    ) -> Result<Response<pb::CreateGameResponse>, Status> {
        let _permits = self.public_call(peer)?;
        let order = order(request, peer)?;
        self.auth.quotas.creation(peer)?;
        let held = self.auth.quotas.live_game(peer).map(|game| Some(Box::new(game) as Held));
        let mut response = created_response(self.games.create_holding(order, held).await?);
        response.spectator_token = String::new();
        Ok(marked(Response::new(response)))
    }
}

/// What guests may do.
fn terms(limits: &Limits) -> pb::GuestTerms {
    let number = |number: u128| u32::try_from(number).unwrap_or(u32::MAX);
    pb::GuestTerms {
        built_in_agents: guest_agents().map(str::to_owned).collect(),
        live_games_max: number(limits.address_live_games_max as u128),
        creations_per_minute_max: limits.address_creations_per_minute_max,
        decision_ms_max: GUEST_DECISION_MS_MAX,
        bank_ms_max: GUEST_BANK_MS_MAX,
        increment_ms_max: GUEST_INCREMENT_MS_MAX,
        game_minutes_max: number(limits.guest_game_timeout.as_millis() / MS_PER_MINUTE),
        kept_days: number(u128::from(days(limits.guest_games_kept))),
    }
}

/// Whole days, rounded up.
fn days(time: Duration) -> u64 {
    time.as_secs().div_ceil(SECONDS_PER_DAY)
}

/// Decodes a guest's request. Its id counts for the guest's address alone: a
/// caller that learns it elsewhere gets another game.
fn order(request: &pb::CreateGameRequest, peer: Peer) -> Result<Order, GameError> {
    let wrong = refused(request);
    if !wrong.is_empty() {
        return Err(GameError::InvalidField(wrong));
    }
    let mut order = decode::order(request, Creator::guests())?;
    if let Some(request) = &mut order.request {
        // No id that a client chooses has control characters.
        request.id = format!("{peer:?}\u{0}{}", request.id);
    }
    Ok(order)
}

/// What a guest asks for and does not get.
fn refused(request: &pb::CreateGameRequest) -> Vec<InvalidField> {
    let pb::CreateGameRequest {
        game_id,
        request_id,
        setup: _,
        seats,
        labels,
        seed,
        time_control,
        illegal_answers_max,
        rules_version: _,
        spectator_delay_ms,
        visibility: _,
    } = request;
    let mut wrong = Vec::new();
    for (path, is_set) in [
        ("game_id", !game_id.is_empty()),
        ("labels", !labels.is_empty()),
        ("seed", seed.is_some()),
        ("illegal_answers_max", illegal_answers_max.is_some()),
        ("spectator_delay_ms", *spectator_delay_ms != 0),
        ("visibility", request.visibility() == pb::Visibility::Public),
    ] {
        if is_set {
            wrong.push(InvalidField::new(path, "a guest cannot choose it"));
        }
    }
    if !request_id.is_empty() && request_id.len() < GUEST_REQUEST_ID_BYTES_MIN {
        let expected = format!("a guest's has at least {GUEST_REQUEST_ID_BYTES_MIN} bytes");
        wrong.push(InvalidField::new("request_id", expected));
    }
    check_clock(time_control.as_ref(), &mut wrong);
    let is_open = |seat: &pb::SeatRequest| matches!(seat.occupant, None | Some(Occupant::Open(_)));
    if !seats.is_empty() && !seats.iter().any(is_open) {
        wrong.push(InvalidField::new("seats", "one at least is open in a guest's game"));
    }
    // More seats than any game has are refused later.
    for (index, seat) in seats.iter().enumerate().take(usize::from(u8::MAX)) {
        match &seat.occupant {
            None | Some(Occupant::Open(_)) => {}
            Some(Occupant::BuiltInAgent(name)) => {
                check_agent(name, &format!("seats[{index}].built_in_agent"), &mut wrong);
            }
            Some(Occupant::Agent(_)) => {
                let path = format!("seats[{index}].agent");
                wrong.push(InvalidField::new(path, decode::NO_AGENT));
            }
        }
        if !seat.player_ref.is_empty() {
            let path = format!("seats[{index}].player_ref");
            wrong.push(InvalidField::new(path, "a guest cannot choose it"));
        }
    }
    wrong
}

/// A guest's game has a clock, so that it ends even if all players leave.
fn check_clock(requested: Option<&pb::TimeControl>, wrong: &mut Vec<InvalidField>) {
    let Some(control) = requested else {
        wrong.push(InvalidField::new("time_control", "a guest's game has a clock"));
        return;
    };
    for (value, max, name) in [
        (control.decision_ms, GUEST_DECISION_MS_MAX, "decision_ms"),
        (control.bank_ms, GUEST_BANK_MS_MAX, "bank_ms"),
        (control.increment_ms, GUEST_INCREMENT_MS_MAX, "increment_ms"),
        (control.first_choice_ms, GUEST_DECISION_MS_MAX, "first_choice_ms"),
    ] {
        time_control::check_most(value, max, &format!("time_control.{name}"), wrong);
    }
    if !control.built_in_agent.is_empty() {
        check_agent(&control.built_in_agent, "time_control.built_in_agent", wrong);
    }
}

/// Records an error if guests may not seat this built-in agent.
fn check_agent(name: &str, path: &str, wrong: &mut Vec<InvalidField>) {
    if !guest_agents().any(|known| known == name) {
        let known: Vec<&str> = guest_agents().collect();
        let why = format!("not one that a guest may seat; these are {}", known.join(", "));
        wrong.push(InvalidField::new(path, why));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(address: [u8; 4]) -> Peer {
        Peer::from(std::net::IpAddr::from(address))
    }

    fn plain() -> pb::CreateGameRequest {
        let arcanum = crate::pb::arcanum::v1::Setup::default();
        pb::CreateGameRequest {
            request_id: "r".repeat(GUEST_REQUEST_ID_BYTES_MIN),
            setup: Some(pb::Setup { ruleset: Some(pb::setup::Ruleset::Arcanum(arcanum)) }),
            time_control: Some(pb::TimeControl { decision_ms: 1_000, ..Default::default() }),
            ..Default::default()
        }
    }

    fn paths(request: &pb::CreateGameRequest) -> Vec<String> {
        match order(request, peer([192, 0, 2, 1])) {
            Ok(_) => Vec::new(),
            Err(GameError::InvalidField(fields)) => {
                fields.into_iter().map(|field| field.path).collect()
            }
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn a_guest_chooses_no_more_than_is_listed() {
        assert_eq!(paths(&plain()), [""; 0]);
        let seat = |occupant| pb::SeatRequest { occupant: Some(occupant), ..Default::default() };
        let open = || seat(Occupant::Open(pb::OpenSeat { person: true }));
        let with = |one: pb::SeatRequest| pb::CreateGameRequest {
            seats: vec![open(), one, open(), open()],
            ..plain()
        };
        let clock = |change: fn(&mut pb::TimeControl)| {
            let mut request = plain();
            change(request.time_control.as_mut().expect("it has one"));
            request
        };
        let wrong: Vec<(&str, pb::CreateGameRequest)> = vec![
            ("game_id", pb::CreateGameRequest { game_id: "mine".into(), ..plain() }),
            ("request_id", pb::CreateGameRequest { request_id: "short".into(), ..plain() }),
            (
                "labels",
                pb::CreateGameRequest { labels: [("a".into(), "b".into())].into(), ..plain() },
            ),
            ("seed", pb::CreateGameRequest { seed: Some(vec![1; 32]), ..plain() }),
            (
                "illegal_answers_max",
                pb::CreateGameRequest { illegal_answers_max: Some(1), ..plain() },
            ),
            ("spectator_delay_ms", pb::CreateGameRequest { spectator_delay_ms: 1, ..plain() }),
            (
                "visibility",
                pb::CreateGameRequest { visibility: pb::Visibility::Public.into(), ..plain() },
            ),
            ("time_control", pb::CreateGameRequest { time_control: None, ..plain() }),
            ("time_control.decision_ms", clock(|it| it.decision_ms = GUEST_DECISION_MS_MAX + 1)),
            ("time_control.bank_ms", clock(|it| it.bank_ms = GUEST_BANK_MS_MAX + 1)),
            ("time_control.increment_ms", clock(|it| it.increment_ms = GUEST_INCREMENT_MS_MAX + 1)),
            ("time_control.first_choice_ms", clock(|it| it.first_choice_ms = u32::MAX)),
            ("time_control.built_in_agent", clock(|it| it.built_in_agent = "search:1".into())),
            ("seats[1].built_in_agent", with(seat(Occupant::BuiltInAgent("search".into())))),
            ("seats[1].built_in_agent", with(seat(Occupant::BuiltInAgent("search:9".into())))),
            ("seats[1].built_in_agent", with(seat(Occupant::BuiltInAgent("nobody".into())))),
            ("seats[1].agent", with(seat(Occupant::Agent("ann".into())))),
            (
                "seats[1].player_ref",
                with(pb::SeatRequest { player_ref: "x".into(), ..Default::default() }),
            ),
            (
                "seats",
                pb::CreateGameRequest {
                    seats: vec![seat(Occupant::BuiltInAgent("random".into())); 4],
                    ..plain()
                },
            ),
        ];
        for (path, request) in wrong {
            assert_eq!(paths(&request), [path], "{request:?}");
        }
        for allowed in guest_agents() {
            assert_eq!(paths(&with(seat(Occupant::BuiltInAgent(allowed.into())))), [""; 0]);
        }
        assert!(guest_agents().eq(["random", "greedy"]), "they compute next to nothing");
    }

    #[test]
    fn a_request_id_counts_for_its_address_alone() {
        let id = |address| {
            let order = order(&plain(), peer(address)).expect("it is right");
            order.request.expect("it has an id").of_principal(&order.creator.principal).id
        };
        assert_eq!(id([192, 0, 2, 1]), id([192, 0, 2, 1]));
        assert_ne!(id([192, 0, 2, 1]), id([192, 0, 2, 2]));
        let principals = decode::order(&plain(), Creator::default()).expect("it is right");
        let principals = principals.request.expect("it has an id").of_principal("").id;
        assert_ne!(id([192, 0, 2, 1]), principals);
    }
}
