//! Checks the config of a tournament and fills in defaults; derives from it the schedule and each
//! game.

use super::slot_game::SlotGame;
use crate::{
    games::{Creator, GameError, Order, TOURNAMENT_REQUEST, built_in_agent_error},
    grpc::game_order,
    pb::{
        log::v1::{Seal, StoredTournament},
        v1::{self as pb, entrant::Player, tournament_config::Format as FormatMessage},
    },
    wire::InvalidField,
};
use hierophant_arena::{
    ArithmeticVersion, ENTRANTS_MAX, Slot,
    adjudicate::Attempt,
    schedule::{DEALS_MAX, Format, Membership, Mode, Plan, ROUNDS_MAX, Seatings},
};
use hierophant_rules::{Seed, catalog::RulesetId};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

const TITLE_BYTES_MAX: usize = 128;
const ENTRANT_NAME_BYTES_MAX: usize = 64;
const ATTEMPTS_MAX: u32 = 10;
const ATTEMPTS_DEFAULT: u32 = 3;
const GAMES_AT_ONCE_MAX: u32 = 1_000;
const ABSENCE_SECONDS_MAX: u32 = 24 * 60 * 60;
const ABSENCE_SECONDS_DEFAULT: u32 = 60;
const BUSY_SECONDS_MAX: u32 = 24 * 60 * 60;
const BUSY_SECONDS_DEFAULT: u32 = 600;
const ILLEGAL_ANSWERS_DEFAULT: u32 = 3;
const BUILT_IN_GAMES_PER_PROCESSOR: u32 = 4;
const BUILT_IN_AGENT_DEFAULT: &str = "greedy";
const CONFIDENCE_THOUSANDTHS_DEFAULT: u32 = 950;
/// The label by which a tournament's games are found.
pub(super) const LABEL: &str = "tournament";

/// A config with every default filled in.
///
/// # Errors
/// `InvalidField` with all fields that are invalid.
pub fn checked(
    requested: &pb::TournamentConfig,
    seed: [u8; 32],
) -> Result<pb::TournamentConfig, GameError> {
    let mut wrong = Vec::new();
    let filled = filled(requested, &mut wrong);
    check_texts(&filled, &mut wrong);
    check_entrants(&filled, &mut wrong);
    check_hypothesis(&filled, &mut wrong);
    for (value, max, name) in [
        (filled.deals, DEALS_MAX, "deals"),
        (filled.attempts_max, ATTEMPTS_MAX, "attempts_max"),
        (filled.games_at_once_max, GAMES_AT_ONCE_MAX, "games_at_once_max"),
        (filled.absence_seconds_max, ABSENCE_SECONDS_MAX, "absence_seconds_max"),
        (filled.busy_seconds_max, BUSY_SECONDS_MAX, "busy_seconds_max"),
    ] {
        if value > max {
            wrong.push(InvalidField::new(name, format!("more than {max}")));
        }
    }
    if filled.deals == 0 {
        wrong.push(InvalidField::new("deals", "at least one deal is needed"));
    }
    // The fields of games are checked like those of CreateGame.
    match game_order(&sample(&filled), Creator::default()) {
        Ok(order) if wrong.is_empty() => {
            let filled = pb::TournamentConfig { rules_version: order.rules_version, ..filled };
            let seats = usize::from(order.setup.seats());
            match plan(&filled, seats, seed, ArithmeticVersion::default()) {
                Ok(plan) => plan
                    .check()
                    .map(|()| filled)
                    .map_err(|error| GameError::field("config", error.to_string())),
                Err(field) => Err(GameError::InvalidField(vec![field.within("config")])),
            }
        }
        Ok(_) => Err(within(wrong)),
        Err(GameError::InvalidField(fields)) => {
            wrong.extend(fields);
            Err(within(wrong))
        }
        Err(error) => Err(error),
    }
}

fn within(wrong: Vec<InvalidField>) -> GameError {
    GameError::InvalidField(wrong.into_iter().map(|field| field.within("config")).collect())
}

fn filled(requested: &pb::TournamentConfig, wrong: &mut Vec<InvalidField>) -> pb::TournamentConfig {
    let mut filled = requested.clone();
    let or = |value: u32, default: u32| if value == 0 { default } else { value };
    filled.deal_mode = or_first(requested.deal_mode, pb::DealMode::Independent as i32);
    filled.seatings = or_first(requested.seatings, pb::Seatings::All as i32);
    filled.on_failure = or_first(requested.on_failure, pb::FailurePolicy::Forfeit as i32);
    filled.visibility = or_first(requested.visibility, pb::Visibility::Private as i32);
    let replays = match filled.visibility() {
        pb::Visibility::Public => pb::ReplayAccess::AfterGame,
        pb::Visibility::Private | pb::Visibility::Unspecified => pb::ReplayAccess::Private,
    };
    filled.replays = or_first(requested.replays, replays as i32);
    if filled.visibility == pb::Visibility::Private as i32
        && filled.replays != pb::ReplayAccess::Private as i32
    {
        wrong.push(InvalidField::new("replays", "a private tournament's replays are private"));
    }
    for (known, name) in [
        (pb::DealMode::try_from(filled.deal_mode).is_ok(), "deal_mode"),
        (pb::Seatings::try_from(filled.seatings).is_ok(), "seatings"),
        (pb::FailurePolicy::try_from(filled.on_failure).is_ok(), "on_failure"),
        (pb::ReplayAccess::try_from(filled.replays).is_ok(), "replays"),
    ] {
        if !known {
            wrong.push(InvalidField::new(name, "there is no such choice"));
        }
    }
    filled.illegal_answers_max =
        Some(requested.illegal_answers_max.unwrap_or(ILLEGAL_ANSWERS_DEFAULT));
    filled.attempts_max = or(requested.attempts_max, ATTEMPTS_DEFAULT);
    filled.games_at_once_max = or(requested.games_at_once_max, games_at_once(requested));
    filled.absence_seconds_max = or(requested.absence_seconds_max, ABSENCE_SECONDS_DEFAULT);
    filled.busy_seconds_max = or(requested.busy_seconds_max, BUSY_SECONDS_DEFAULT);
    if filled.built_in_agent.is_empty() {
        filled.built_in_agent = BUILT_IN_AGENT_DEFAULT.to_owned();
    }
    if let Some(hypothesis) = &mut filled.hypothesis {
        hypothesis.confidence_thousandths =
            or(hypothesis.confidence_thousandths, CONFIDENCE_THOUSANDTHS_DEFAULT);
    }
    let on_expiry = match filled.on_failure() {
        pb::FailurePolicy::VoidAndReplay => pb::ExpiryPolicy::Void,
        pb::FailurePolicy::BuiltInAgent => pb::ExpiryPolicy::BuiltInAgent,
        pb::FailurePolicy::Forfeit | pb::FailurePolicy::Unspecified => pb::ExpiryPolicy::Forfeit,
    };
    if let Some(control) = &mut filled.time_control {
        control.on_expiry = on_expiry.into();
        control.built_in_agent.clone_from(&filled.built_in_agent);
    }
    for entrant in &mut filled.entrants {
        (entrant.from_round, entrant.until_round) = (0, None);
    }
    filled
}

/// As many as the machine has processors, since agents' clocks run while others compute. Built-in
/// agents have no clocks; several games for each processor share the commits of the store.
fn games_at_once(config: &pb::TournamentConfig) -> u32 {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let processors = u32::try_from(processors).unwrap_or(1);
    if has_agents(config) { processors } else { processors * BUILT_IN_GAMES_PER_PROCESSOR }
}

fn has_agents(config: &pb::TournamentConfig) -> bool {
    config.entrants.iter().any(|entrant| matches!(entrant.player, Some(Player::Agent(_))))
}

fn or_first(value: i32, first: i32) -> i32 {
    if value == 0 { first } else { value }
}

fn check_texts(config: &pb::TournamentConfig, wrong: &mut Vec<InvalidField>) {
    let names = config.entrants.iter().enumerate().map(|(index, entrant)| {
        (entrant.name.as_str(), ENTRANT_NAME_BYTES_MAX, format!("entrants[{index}].name"))
    });
    let title = (config.title.as_str(), TITLE_BYTES_MAX, "title".to_owned());
    for (text, max, path) in names.chain([title]) {
        if text.contains(char::is_control) {
            wrong.push(InvalidField::new(path.clone(), "it has control characters"));
        }
        if text.len() > max {
            wrong.push(InvalidField::new(path, format!("longer than {max} bytes")));
        }
    }
}

fn check_entrants(config: &pb::TournamentConfig, wrong: &mut Vec<InvalidField>) {
    if config.entrants.is_empty() || config.entrants.len() > ENTRANTS_MAX {
        wrong.push(InvalidField::new("entrants", format!("not 1 to {ENTRANTS_MAX}")));
    }
    let ruleset = ruleset(config);
    let mut names = BTreeSet::new();
    for (index, entrant) in config.entrants.iter().enumerate().take(ENTRANTS_MAX) {
        check_entrant(entrant, ruleset, &format!("entrants[{index}]"), wrong);
        if !names.insert(&entrant.name) {
            wrong.push(InvalidField::new(
                format!("entrants[{index}].name"),
                "another entrant has this name",
            ));
        }
    }
    // Also if it is never seated, since it is stored and shown.
    if let Some(reason) =
        ruleset.and_then(|ruleset| built_in_agent_error(&config.built_in_agent, ruleset))
    {
        wrong.push(InvalidField::new("built_in_agent", reason));
    }
    if has_agents(config) && config.time_control.is_none() {
        wrong.push(InvalidField::new("time_control", "registered agents play against a clock"));
    }
}

/// Checks one entrant, of a new tournament or one that joins later.
pub(super) fn check_entrant(
    entrant: &pb::Entrant,
    ruleset: Option<RulesetId>,
    path: &str,
    wrong: &mut Vec<InvalidField>,
) {
    if entrant.name.is_empty() {
        wrong.push(InvalidField::new(format!("{path}.name"), "it is empty"));
    }
    match &entrant.player {
        None => wrong.push(InvalidField::new(
            format!("{path}.built_in_agent"),
            "neither built_in_agent nor agent is set",
        )),
        Some(Player::BuiltInAgent(name)) => {
            let reason = ruleset.and_then(|ruleset| built_in_agent_error(name, ruleset));
            wrong.extend(
                reason.map(|reason| InvalidField::new(format!("{path}.built_in_agent"), reason)),
            );
        }
        Some(Player::Agent(_)) => {}
    }
}

/// Adds an entrant from this round on. An entrant that has left can join again under another name:
/// results refer to entrants by their index.
pub(super) fn add(
    config: &mut pb::TournamentConfig,
    entrant: pb::Entrant,
    round: u32,
) -> Result<(), GameError> {
    let mut wrong = Vec::new();
    let entrant = pb::Entrant { from_round: round, until_round: None, ..entrant };
    config.entrants.push(entrant.clone());
    check_entrant(&entrant, ruleset(config), "entrant", &mut wrong);
    check_texts(config, &mut wrong);
    if config.entrants.len() > ENTRANTS_MAX {
        wrong.push(InvalidField::new(
            "entrant",
            format!("the tournament has {ENTRANTS_MAX} entrants already"),
        ));
    }
    if config.entrants.iter().filter(|other| other.name == entrant.name).count() > 1 {
        wrong.push(InvalidField::new("entrant.name", "an entrant has or had this name"));
    }
    if matches!(entrant.player, Some(Player::Agent(_))) && config.time_control.is_none() {
        wrong.push(InvalidField::new(
            "entrant.agent",
            "the tournament has no clock, against which agents play",
        ));
    }
    if wrong.is_empty() { Ok(()) } else { Err(GameError::InvalidField(wrong)) }
}

/// Removes an entrant from this round on.
pub(super) fn remove(
    config: &mut pb::TournamentConfig,
    name: &str,
    round: u32,
) -> Result<(), GameError> {
    let entrant = config.entrants.iter_mut().find(|entrant| entrant.name == name);
    let entrant = entrant.ok_or_else(|| GameError::field("entrant", "no entrant has this name"))?;
    let end = round.max(entrant.from_round + 1);
    entrant.until_round = Some(entrant.until_round.map_or(end, |until| until.min(end)));
    Ok(())
}

fn check_hypothesis(config: &pb::TournamentConfig, wrong: &mut Vec<InvalidField>) {
    let Some(hypothesis) = &config.hypothesis else { return };
    let index = |name: &str| config.entrants.iter().position(|entrant| entrant.name == name);
    for (name, path) in
        [(&hypothesis.better, "hypothesis.better"), (&hypothesis.than, "hypothesis.than")]
    {
        if index(name).is_none() {
            wrong.push(InvalidField::new(path, "no entrant has this name"));
        }
    }
    if hypothesis.better == hypothesis.than {
        wrong.push(InvalidField::new("hypothesis.than", "the same entrant as hypothesis.better"));
    }
    if !(500..=999).contains(&hypothesis.confidence_thousandths) {
        wrong.push(InvalidField::new("hypothesis.confidence_thousandths", "not 500 to 999"));
    }
}

/// The ruleset of the tournament.
pub(super) fn ruleset(config: &pb::TournamentConfig) -> Option<RulesetId> {
    let setup = config.setup.as_ref()?;
    crate::wire::decode::setup(setup).ok().map(|setup| setup.ruleset())
}

/// A request for a game of the tournament, without seats.
fn sample(config: &pb::TournamentConfig) -> pb::CreateGameRequest {
    pb::CreateGameRequest {
        setup: config.setup.clone(),
        rules_version: config.rules_version,
        time_control: config.time_control.clone(),
        illegal_answers_max: config.illegal_answers_max,
        visibility: config.visibility,
        spectator_delay_ms: config.spectator_delay_ms,
        ..Default::default()
    }
}

/// The schedule of a config.
///
/// # Errors
/// The field of the format that is invalid.
pub(super) fn plan(
    config: &pb::TournamentConfig,
    seats: usize,
    seed: [u8; 32],
    version: ArithmeticVersion,
) -> Result<Plan, InvalidField> {
    let rounds = |rounds: u32, path: &str| match (1..=ROUNDS_MAX).contains(&rounds) {
        true => Ok(rounds),
        false => Err(InvalidField::new(path, format!("not 1 to {ROUNDS_MAX}"))),
    };
    let format = match &config.format {
        None => return Err(InvalidField::new("format", "no format is chosen")),
        Some(FormatMessage::RoundRobin(pb::RoundRobin {})) => Format::RoundRobin,
        Some(FormatMessage::FixedField(pb::FixedField { candidate })) => {
            let index = config.entrants.iter().position(|entrant| entrant.name == *candidate);
            let unknown = || InvalidField::new("fixed_field.candidate", "no entrant has this name");
            Format::Field { candidate: index.ok_or_else(unknown)? }
        }
        Some(FormatMessage::Swiss(swiss)) => {
            Format::Swiss { rounds: rounds(swiss.rounds, "swiss.rounds")? }
        }
        Some(FormatMessage::Ladder(ladder)) => {
            Format::Ladder { rounds: rounds(ladder.rounds, "ladder.rounds")? }
        }
    };
    let membership = |entrant: &pb::Entrant| Membership {
        from_round: entrant.from_round,
        until_round: entrant.until_round,
    };
    Ok(Plan {
        entrants: config.entrants.iter().map(membership).collect(),
        seats,
        format,
        mode: match config.deal_mode() {
            pb::DealMode::Repeated => Mode::Repeated,
            pb::DealMode::Independent | pb::DealMode::Unspecified => Mode::Independent,
        },
        seatings: match config.seatings() {
            pb::Seatings::Balanced => Seatings::Balanced,
            pb::Seatings::All | pb::Seatings::Unspecified => Seatings::All,
        },
        deals: config.deals,
        version,
        seed: derived(&seed, "schedule", 0, 0),
    })
}

/// The schedule of a stored tournament.
///
/// # Errors
/// The config, accepted by another version of this program, is invalid by this one.
pub(super) fn plan_of(stored: &StoredTournament) -> Result<Plan, GameError> {
    let config = stored.config.clone().unwrap_or_default();
    let seed = seed_of(stored)?;
    let order = game_order(&sample(&config), Creator::default())?;
    plan(&config, usize::from(order.setup.seats()), seed, version_of(stored)?)
        .map_err(|field| GameError::InvalidField(vec![field]))
}

/// The schedule of a new tournament with an arbitrary seed, to compute its size.
///
/// # Errors
/// `InvalidField` if the config is invalid.
pub fn schedule(config: &pb::TournamentConfig) -> Result<Plan, GameError> {
    let config = checked(config, [0; 32])?;
    let order = game_order(&sample(&config), Creator::default())?;
    plan(&config, usize::from(order.setup.seats()), [0; 32], ArithmeticVersion::default())
        .map_err(|field| GameError::InvalidField(vec![field]))
}

/// The arithmetic version of a stored tournament.
///
/// # Errors
/// `Internal` if a later version of this program has created it.
pub(super) fn version_of(stored: &StoredTournament) -> Result<ArithmeticVersion, GameError> {
    let number = stored.arithmetic_version;
    let unknown = || {
        let newest = ArithmeticVersion::default() as u32;
        GameError::internal(format!(
            "the tournament has version {number} of the arithmetic, this program knows {newest}"
        ))
    };
    ArithmeticVersion::numbered(number).ok_or_else(unknown)
}

fn seed_of(stored: &StoredTournament) -> Result<[u8; 32], GameError> {
    stored
        .seed
        .as_slice()
        .try_into()
        .map_err(|_| GameError::internal("a tournament without a seed"))
}

/// The id of a slot's game in the tournament with this id: see [`order`].
///
/// # Errors
/// `Internal` if the stored tournament has no seed.
pub(super) fn game_id(
    id: &str,
    stored: &StoredTournament,
    slot: &Slot,
    attempt: u32,
) -> Result<String, GameError> {
    // Ids are public: they must not disclose which games share a deal. Two tournaments may have the
    // same seed, but never the same game.
    let purpose = match stored.game_ids_have_tournament {
        true => format!("game of {id}"),
        false => "game".to_owned(),
    };
    Ok(derived(&seed_of(stored)?, &purpose, slot.slot, attempt)
        .iter()
        .take(10)
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

/// The order for the game of a slot's attempt. Built-in agents stand in for absent entrants.
///
/// # Errors
/// The config, accepted by another version of this program, is invalid by this one.
pub(super) fn order(
    id: &str,
    stored: &StoredTournament,
    creator: Creator,
    slot: &Slot,
    attempt: Attempt,
    stand_ins: &[bool],
) -> Result<Order, GameError> {
    let config = stored.config.clone().unwrap_or_default();
    let seed = seed_of(stored)?;
    let mut request = sample(&config);
    let seating = slot.seats.iter().zip(stand_ins).map(|(&entrant, &is_stand_in)| {
        let entrant = config.entrants.get(entrant).cloned().unwrap_or_default();
        let stand_in = || Some(Player::BuiltInAgent(config.built_in_agent.clone()));
        if is_stand_in { pb::Entrant { player: stand_in(), ..entrant } } else { entrant }
    });
    request.seats = seating.map(|entrant| seat_request(&entrant)).collect();
    if let Some(control) = &mut request.time_control
        && attempt.is_last()
        && config.on_failure() == pb::FailurePolicy::VoidAndReplay
    {
        // This is the last attempt: it is played to its end.
        control.on_expiry = pb::ExpiryPolicy::Forfeit.into();
    }
    request.labels.insert(LABEL.to_owned(), id.to_owned());
    let mut order = game_order(&request, creator)?;
    let name = derived(&seed, "game", slot.slot, attempt.number);
    let game_id = game_id(id, stored, slot, attempt.number)?;
    order.request =
        Some(crate::storage::Request::new(format!("{TOURNAMENT_REQUEST}{game_id}"), name));
    order.tournament = id.to_owned();
    order.game_id = Some(game_id);
    let is_shared = config.deal_mode() == pb::DealMode::Repeated;
    // The replay of a game without a result shows all hands, unless its deal is sealed: the next
    // attempt has a new deal.
    let dealing = if is_shared { 0 } else { attempt.number - 1 };
    order.seed = Some(Seed::new(derived(&seed, "deal", slot.deal, dealing)));
    order.seed_known_to_creator = stored.seed_known_to_creator;
    order.seal = is_shared.then(|| Seal { tournament: id.to_owned(), deal: slot.deal });
    order.replays = config.replays();
    let is_public = order.visibility == pb::Visibility::Public;
    order.slot = is_public.then(|| SlotGame::record(slot, attempt.number));
    Ok(order)
}

fn seat_request(entrant: &pb::Entrant) -> pb::SeatRequest {
    let occupant = match &entrant.player {
        Some(Player::BuiltInAgent(name)) => pb::seat_request::Occupant::BuiltInAgent(name.clone()),
        Some(Player::Agent(name)) => pb::seat_request::Occupant::Agent(name.clone()),
        None => pb::seat_request::Occupant::Open(pb::OpenSeat::default()),
    };
    pb::SeatRequest {
        occupant: Some(occupant),
        display_name: entrant.name.clone(),
        player_ref: String::new(),
    }
}

/// Derives 32 bytes from a tournament's seed, one-way, for one purpose and two numbers.
fn derived(seed: &[u8; 32], purpose: &str, first: u32, second: u32) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"hierophant tournament v1\0");
    hash.update(seed);
    hash.update(purpose.as_bytes());
    hash.update([0]);
    hash.update(first.to_be_bytes());
    hash.update(second.to_be_bytes());
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of a tournament that an older version began keep their ids.
    #[test]
    fn tournaments_with_the_same_seed_have_games_of_their_own() {
        let game = |id: &str, game_ids_have_tournament| {
            let stored = StoredTournament {
                seed: vec![3; 32],
                game_ids_have_tournament,
                ..StoredTournament::default()
            };
            let slot = Slot { slot: 0, round: 0, deal: 0, seating: 0, seats: vec![0, 1] };
            game_id(id, &stored, &slot, 1).expect("it has a seed")
        };
        assert_ne!(game("cup", true), game("league", true));
        assert_eq!(game("cup", false), game("league", false));
        assert_eq!(game("cup", false), "c72de574060462f6c1d6");
    }

    /// Also if a later version of the program resumes it.
    #[test]
    fn s02_a_tournament_keeps_the_arithmetic_that_it_began_with() {
        let of = |arithmetic_version: u32| {
            let setup =
                pb::Setup { ruleset: Some(pb::setup::Ruleset::Arcanoid(Default::default())) };
            let entrant = |name: &str| pb::Entrant { name: name.into(), ..Default::default() };
            let config = pb::TournamentConfig {
                setup: Some(setup),
                entrants: ["a", "b", "c", "d", "e"].map(entrant).into(),
                format: Some(FormatMessage::Ladder(pb::Ladder { rounds: 9 })),
                deals: 1,
                ..Default::default()
            };
            let seed = vec![3; 32];
            plan_of(&StoredTournament {
                config: Some(config),
                seed,
                arithmetic_version,
                ..Default::default()
            })
        };
        for (number, version) in [
            (0, ArithmeticVersion::First),
            (1, ArithmeticVersion::First),
            (2, ArithmeticVersion::Second),
        ] {
            assert_eq!(of(number).expect("a plan").version, version, "{number}");
        }
        assert!(of(3).is_err(), "a later program's");
    }
}
