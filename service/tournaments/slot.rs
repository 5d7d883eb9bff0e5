//! Plays one slot of a schedule: a game, and another one if that has no result.
//! `hierophant_arena::adjudicate` decides what counts.

use super::{
    Tournaments,
    ending::cancelled,
    open_tournament::{OpenTournament, OwnGame},
    readiness::{self, WaitLimits, WaitOutcome},
    results::SlotOutcome,
    tournament_config,
};
use crate::{
    games::{EndedGame, GameError},
    pb::v1::{self as pb, FailurePolicy, GameEnding, entrant::Player},
};
use hierophant_arena::{
    Ending, Slot, VoidReason,
    adjudicate::{
        Attempt, GameEnd, OnFailure, Opening, Outcome, Ruling, SeatEnd, forfeited_by_all, ruling,
    },
};
use hierophant_rules::Seat;
use std::sync::Arc;

/// How an attempt ended.
enum AttemptEnd {
    /// A game was played to its end.
    Game(Arc<EndedGame>),
    /// No game was begun: entrants were absent.
    NoGame {
        opening: Opening,
        /// By seat, whether its entrant was absent.
        absent: Vec<bool>,
    },
    /// The tournament was paused before the game began.
    Paused,
}

/// Plays a slot until it has a result, or all attempts are used up; `None` if the tournament was
/// paused before a game began.
///
/// # Errors
/// `Unavailable` if the service stops, `TournamentOver` if the tournament is cancelled, or an
/// internal error.
pub(super) async fn play(
    tournaments: &Tournaments,
    tournament: &OpenTournament,
    slot: &Slot,
) -> Result<Option<SlotOutcome>, GameError> {
    let config = tournament.config();
    let on_failure = match config.on_failure() {
        FailurePolicy::VoidAndReplay => OnFailure::Replay,
        FailurePolicy::Forfeit | FailurePolicy::BuiltInAgent | FailurePolicy::Unspecified => {
            OnFailure::Forfeit
        }
    };
    let mut attempt = Attempt { number: 1, most: config.attempts_max.max(1) };
    loop {
        let ended = match game(tournaments, tournament, slot, attempt).await? {
            AttemptEnd::Game(ended) => ended,
            AttemptEnd::NoGame { opening, absent } => {
                return Ok(Some(outcome_without_game(
                    tournament, slot, attempt, &opening, &absent,
                )));
            }
            AttemptEnd::Paused => return Ok(None),
        };
        let (end, seats) = read(&config, slot, &ended)?;
        let Ruling { outcome, endings } = ruling(end, &seats, attempt, on_failure);
        let (void, credits) = match outcome {
            Outcome::Again(_) => {
                attempt.number += 1;
                continue;
            }
            Outcome::Counts(credits) => (None, credits),
            Outcome::Void(reason) => (Some(reason), Vec::new()),
        };
        let failures = failures(tournaments, &ended, &seats, &endings);
        return Ok(Some(SlotOutcome {
            ended: Some(ended),
            attempts: attempt.number,
            void,
            credits,
            endings,
            failures,
        }));
    }
}

/// Plays a game of the slot to its end.
async fn game(
    tournaments: &Tournaments,
    tournament: &OpenTournament,
    slot: &Slot,
    attempt: Attempt,
) -> Result<AttemptEnd, GameError> {
    let stored = tournament.stored();
    let id = tournament_config::game_id(&tournament.id, &stored, slot, attempt.number)?;
    let mut own = tournament.plays(&id, slot, attempt.number);
    // After a restart the game exists already.
    if tournaments.games.is_known(&id).await? {
        own.began(tournaments.games.now_ms());
        return until_ended(tournaments, tournament, &id, own).await.map(AttemptEnd::Game);
    }
    let mut wait_limits = WaitLimits::default();
    loop {
        let (opening, absent, seating_guard) =
            match readiness::until_ready(tournaments, tournament, slot, &mut wait_limits).await? {
                WaitOutcome::Paused => return Ok(AttemptEnd::Paused),
                WaitOutcome::Begin { opening, absent, seating_guard } => {
                    (opening, absent, seating_guard)
                }
            };
        let Opening::Play { stand_ins } = &opening else {
            return Ok(AttemptEnd::NoGame { opening, absent });
        };
        let order = tournament_config::order(
            &tournament.id,
            &tournament.stored(),
            tournament.creator(),
            slot,
            attempt,
            stand_ins,
        )?;
        match tournaments.games.create(order).await {
            Ok(_) => {
                own.began(tournaments.games.now_ms());
                break;
            }
            // The service or the creator has too many live games, or the storage is unavailable:
            // wait. Meanwhile other slots may seat the agents.
            Err(GameError::LimitReached { .. } | GameError::StorageUnavailable) => {
                drop(seating_guard);
                tournaments.wait_to_retry(tournament).await?;
            }
            Err(error) => return Err(error),
        }
    }
    until_ended(tournaments, tournament, &id, own).await.map(AttemptEnd::Game)
}

/// Waits for the end of the game; if the tournament is cancelled, ends it.
async fn until_ended(
    tournaments: &Tournaments,
    tournament: &OpenTournament,
    id: &str,
    mut own: OwnGame<'_>,
) -> Result<Arc<EndedGame>, GameError> {
    tokio::select! {
        ended = tournaments.games.until_ended(id) => {
            ended.inspect(|ended| own.ended(ended.finished.at_ms))
        }
        () = tournament.cancelled.cancelled() => {
            if let Some(live_game) = tournaments.games.live_game(id) {
                tournaments.games.cut(&live_game, cancelled()).await?;
            }
            Err(GameError::TournamentOver)
        }
    }
}

/// An ended game in the form of the arena crate.
fn read(
    config: &pb::TournamentConfig,
    slot: &Slot,
    ended: &EndedGame,
) -> Result<(GameEnd, Vec<SeatEnd>), GameError> {
    let outcome = ended.game().outcome.unwrap_or_default();
    let end = match outcome.ending() {
        GameEnding::Played => GameEnd::Played,
        GameEnding::Void => GameEnd::Expired,
        GameEnding::Abandoned => GameEnd::Abandoned,
        GameEnding::Unspecified | GameEnding::Aborted | GameEnding::InfrastructureFailure => {
            GameEnd::Cut
        }
    };
    let usage = if end == GameEnd::Abandoned { ended.usage()? } else { Vec::new() };
    let seat = |(index, standing): (usize, &pb::Standing)| {
        let entrant = slot.seats.get(index).and_then(|&entrant| config.entrants.get(entrant));
        let is_agents =
            matches!(entrant.and_then(|entrant| entrant.player.as_ref()), Some(Player::Agent(_)));
        let sits_there = seat_of(index).is_some_and(|seat| !ended.header.agent(seat).is_empty());
        // Only a seat that was never sent its hand has never joined.
        let ending =
            Ending::numbered(standing.ending.unsigned_abs()).unwrap_or(Ending::Infrastructure);
        SeatEnd {
            rank: standing.rank,
            points: standing.victory_points,
            ending,
            is_stand_in: is_agents && !sits_there,
            is_asked: sits_there && usage.get(index).is_some_and(|usage| usage.is_asked),
        }
    };
    Ok((end, outcome.standings.iter().enumerate().map(seat).collect()))
}

fn seat_of(index: usize) -> Option<Seat> {
    Seat::new(u8::try_from(index).ok()?)
}

/// The outcome of a slot without a game, since entrants were absent.
fn outcome_without_game(
    tournament: &OpenTournament,
    slot: &Slot,
    attempt: Attempt,
    opening: &Opening,
    absent: &[bool],
) -> SlotOutcome {
    let attempts = attempt.number - 1;
    if *opening == Opening::Forfeited {
        let Ruling { outcome, endings } = forfeited_by_all(slot.seats.len());
        let credits = if let Outcome::Counts(credits) = outcome { credits } else { Vec::new() };
        let failures = vec!["was absent, as all others were".to_owned(); slot.seats.len()];
        return SlotOutcome { ended: None, attempts, void: None, credits, endings, failures };
    }
    let never_came = |(&entrant, &is_absent): (&usize, &bool)| {
        is_absent && !readiness::owes(tournament, entrant)
    };
    let ending = |seat| if never_came(seat) { Ending::NeverJoined } else { Ending::Aborted };
    let words =
        |&is_absent: &bool| if is_absent { "was not connected".to_owned() } else { String::new() };
    SlotOutcome {
        ended: None,
        attempts,
        void: Some(VoidReason::NoShow),
        credits: Vec::new(),
        endings: slot.seats.iter().zip(absent).map(ending).collect(),
        failures: absent.iter().map(words).collect(),
    }
}

/// By seat, its failure in words.
fn failures(
    tournaments: &Tournaments,
    ended: &EndedGame,
    seats: &[SeatEnd],
    endings: &[Ending],
) -> Vec<String> {
    let words = |(seat, ending): (usize, &Ending)| match ending {
        Ending::Played | Ending::Aborted | Ending::Infrastructure => String::new(),
        Ending::Absent if seats[seat].is_stand_in => {
            "was absent; a built-in agent played its seat".to_owned()
        }
        Ending::Absent => "was absent: it left before its first decision".to_owned(),
        ending => readiness::failure(tournaments, ended.header.id(), seat, *ending),
    };
    endings.iter().enumerate().map(words).collect()
}
