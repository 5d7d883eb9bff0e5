//! Standings: what is said of a tournament's results.

use super::{
    Tournaments, open_tournament::OpenTournament, queries::TournamentHandle, results,
    tournament_config::schedule,
};
use crate::{
    config::{STANDINGS_AGE_MAX, STANDINGS_INTERVAL, STANDINGS_KEPT_MAX, STANDINGS_SLOTS_MAX},
    games::GameError,
    pb::v1::{self as pb, entrant::Player, tournament_config::Format},
    storage::{PAGE_SLOTS_MAX, TournamentKey},
    wire::{self, page::Page, results::game_result},
};
use hierophant_arena::{
    ArithmeticVersion, Confidence, EntrantSummary, Estimate, GameResult, Pair, RankedBy, Score,
    Summary,
};
use std::{
    cmp::Ordering,
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::task::JoinError;

/// Kept standings serve the next callers for this many times the time that they took.
const COST_FACTOR: u32 = 10;

/// The results that count. Games that were under way when the hypothesis was decided do not: how
/// many they are depends on the machine.
pub fn counted(tournament: &pb::Tournament, messages: &[pb::SlotResult]) -> Vec<GameResult> {
    let counts = |slot: u32| tournament.slots_counted == 0 || slot < tournament.slots_counted;
    messages.iter().filter_map(game_result).filter(|result| counts(result.slot)).collect()
}

/// The statistics of a tournament with these results, which count.
pub fn summary(tournament: &pb::Tournament, results: &[GameResult]) -> Summary {
    let config = tournament.config.clone().unwrap_or_default();
    let entrants = (config.entrants.len(), &copies(&config)[..]);
    let summary = hierophant_arena::summary_with_copies(
        results,
        entrants,
        seats(&config),
        ranked_by(&config),
        Confidence::default(),
    );
    match scores(tournament, &config, results) {
        Some(scores) => summary.with_scores(&scores),
        None => summary,
    }
}

/// By entrant, the first for which the same built-in agent plays. Built-in agents draw their chance
/// from the game's seed and the seat: on one deal two copies that swap seats play the same game.
pub fn copies(config: &pb::TournamentConfig) -> Vec<usize> {
    let is_same = |one: &pb::Entrant, other: &pb::Entrant| matches!((&one.player, &other.player), (Some(Player::BuiltInAgent(one)), Some(Player::BuiltInAgent(other))) if one == other);
    let first = |(index, entrant): (usize, &pb::Entrant)| {
        config.entrants.iter().position(|other| is_same(entrant, other)).unwrap_or(index)
    };
    config.entrants.iter().enumerate().map(first).collect()
}

/// The seats of a table.
pub fn seats(config: &pb::TournamentConfig) -> usize {
    let setup = config.setup.clone().unwrap_or_default();
    wire::decode::setup(&setup).map_or(0, |setup| usize::from(setup.seats()))
}

/// What standings go by.
fn ranked_by(config: &pb::TournamentConfig) -> RankedBy {
    match config.format {
        Some(Format::Swiss(_) | Format::Ladder(_)) => RankedBy::Rating,
        None | Some(Format::RoundRobin(_) | Format::FixedField(_)) => RankedBy::WinShare,
    }
}

/// What rounds are paired by, in a Swiss tournament whose version of the arithmetic pairs by
/// scores.
fn scores(
    tournament: &pb::Tournament,
    config: &pb::TournamentConfig,
    results: &[GameResult],
) -> Option<Vec<Score>> {
    let version = ArithmeticVersion::numbered(tournament.arithmetic_version)?;
    let is_scored =
        matches!(config.format, Some(Format::Swiss(_))) && version >= ArithmeticVersion::Second;
    is_scored.then(|| schedule(config).ok().map(|plan| plan.scores(results)))?
}

/// Which results standings rest on.
pub(super) enum Results {
    /// All of a tournament that is open.
    All(Arc<OpenTournament>),
    /// Those of it that callers without a token are shown.
    Shown(Arc<OpenTournament>),
    /// Those of a tournament that is over.
    Stored,
}

/// Standings, kept for the next callers.
#[derive(Default)]
pub(super) struct KeptStandings {
    /// The newest last.
    kept: Mutex<VecDeque<Kept>>,
    /// Held while standings are computed: those of one tournament at a time.
    computing: tokio::sync::Mutex<()>,
}

struct Kept {
    key: TournamentKey,
    /// The tournament as it was.
    tournament: pb::Tournament,
    computed_at: Instant,
    /// How long that took.
    cost: Duration,
    standings: Arc<pb::Standings>,
}

impl Kept {
    fn is_fresh(&self, now: &pb::Tournament) -> bool {
        let was = &self.tournament;
        let age_max = (self.cost * COST_FACTOR).clamp(STANDINGS_INTERVAL, STANDINGS_AGE_MAX);
        let is_same = was.slots_done == now.slots_done
            && was.slots_counted == now.slots_counted
            && was.config == now.config;
        is_same || self.computed_at.elapsed() < age_max
    }
}

impl KeptStandings {
    fn get(&self, key: TournamentKey, now: &pb::Tournament) -> Option<Arc<pb::Standings>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.iter().find(|kept| kept.key == key)?;
        kept.is_fresh(now).then(|| kept.standings.clone())
    }

    fn keep(&self, new: Kept) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|kept| kept.key != new.key);
        if kept.len() >= STANDINGS_KEPT_MAX {
            kept.pop_front();
        }
        kept.push_back(new);
    }
}

impl Tournaments {
    /// A tournament and its standings. They may be a second old, or ten times the time that they
    /// take, but at most a minute.
    ///
    /// `permits` are held until the standings are computed, even if the caller leaves before.
    ///
    /// # Errors
    /// `TournamentUnknown`, `StorageUnavailable`, or `LimitReached` if it has more slots than
    /// standings are computed from.
    pub async fn standings(
        &self,
        scope: Option<&str>,
        name: &str,
        permits: impl Send + 'static,
    ) -> Result<(pb::Tournament, Arc<pb::Standings>), GameError> {
        let handle = self.find(scope, name).await?;
        let key = handle.key();
        let from = match &handle {
            TournamentHandle::Open(tournament) => Results::All(tournament.clone()),
            TournamentHandle::Over(..) => Results::Stored,
        };
        let tournament = self.message(handle).await?;
        let kept = self.standings.clone();
        let standings = self.standings_of(key, &tournament, from, kept, permits).await?;
        Ok((tournament, standings))
    }

    /// The standings of a tournament, from these results.
    ///
    /// # Errors
    /// As [`Tournaments::standings`].
    pub(super) async fn standings_of(
        &self,
        key: TournamentKey,
        tournament: &pb::Tournament,
        from: Results,
        kept: Arc<KeptStandings>,
        permits: impl Send + 'static,
    ) -> Result<Arc<pb::Standings>, GameError> {
        if tournament.slots_done > STANDINGS_SLOTS_MAX {
            return Err(GameError::LimitReached { limit: "standings_slots_max" });
        }
        if let Some(standings) = kept.get(key, tournament) {
            return Ok(standings);
        }
        let (tournaments, about) = (self.clone(), tournament.clone());
        let computed = tokio::spawn(async move {
            let _permits = permits;
            tournaments.computed(key, from, about, &kept).await
        });
        computed.await.map_err(failed)?
    }

    /// The standings, once it is their turn.
    async fn computed(
        &self,
        key: TournamentKey,
        from: Results,
        tournament: pb::Tournament,
        kept: &KeptStandings,
    ) -> Result<Arc<pb::Standings>, GameError> {
        let _turn = kept.computing.lock().await;
        if let Some(standings) = kept.get(key, &tournament) {
            return Ok(standings);
        }
        let mut stored = Vec::new();
        if matches!(from, Results::Stored) {
            self.each_page(key, |rows| stored.extend(results::messages(rows))).await?;
        }
        let began = Instant::now();
        let compute = move || {
            let mut results = match from {
                Results::All(open) => results_of(&open),
                Results::Shown(open) => shown_of(&open),
                Results::Stored => stored,
            };
            // Those that it had when the caller asked.
            results.truncate(tournament.slots_done as usize);
            let standings = message(&tournament, &counted(&tournament, &results));
            (tournament, Arc::new(standings))
        };
        let (tournament, standings) = tokio::task::spawn_blocking(compute).await.map_err(failed)?;
        kept.keep(Kept {
            key,
            tournament,
            computed_at: Instant::now(),
            cost: began.elapsed(),
            standings: standings.clone(),
        });
        Ok(standings)
    }
}

fn failed(error: JoinError) -> GameError {
    GameError::internal(format!("standings failed: {error}"))
}

/// The results of a public tournament that are shown.
fn shown_of(tournament: &OpenTournament) -> Vec<pb::SlotResult> {
    let shown = tournament.public.as_ref();
    let indices = shown.and_then(|public| public.read(|shown| shown.results_from(0).to_vec()));
    tournament.results_at(&indices.unwrap_or_default())
}

/// All results of an open tournament; it is locked for a page at a time.
fn results_of(tournament: &OpenTournament) -> Vec<pb::SlotResult> {
    let mut all = Vec::new();
    loop {
        let page = tournament.results_from(all.len(), Page::new(PAGE_SLOTS_MAX));
        if page.is_empty() {
            return all;
        }
        all.extend(page);
    }
}

fn message(tournament: &pb::Tournament, results: &[GameResult]) -> pb::Standings {
    let Summary { confidence, ranked_by, games, deals, void: _, entrants, pairs, seat_effect: _ } =
        summary(tournament, results);
    let ranked_by = match ranked_by {
        RankedBy::WinShare => pb::RankedBy::WinShare,
        RankedBy::Rating => pb::RankedBy::Rating,
    };
    let above = |(entrant, others): (usize, &Vec<Option<Pair>>)| {
        let pair = move |(other, pair): (usize, &Option<Pair>)| pair.map(|pair| (other, pair));
        let pairs: Vec<_> = others.iter().enumerate().skip(entrant + 1).filter_map(pair).collect();
        pairs.into_iter().map(move |(other, pair)| pair_standing(entrant, other, &pair))
    };
    pb::Standings {
        confidence_thousandths: (confidence.0 * 1_000.0).round() as u32,
        ranked_by: ranked_by.into(),
        slots: u32::try_from(results.len()).unwrap_or(u32::MAX),
        games,
        deals,
        entrants: entrants.iter().map(entrant_standing).collect(),
        pairs: pairs.iter().enumerate().flat_map(above).collect(),
    }
}

fn entrant_standing(row: &EntrantSummary) -> pb::EntrantStanding {
    let rating = &row.rating;
    let endings = row.failures.by_ending.iter().map(|(&ending, &count)| pb::SeatEndingCount {
        ending: i32::try_from(ending as u32).unwrap_or_default(),
        count,
    });
    let voids = row.failures.void.iter().map(|(&reason, &count)| pb::VoidReasonCount {
        reason: i32::try_from(reason as u32).unwrap_or_default(),
        count,
    });
    pb::EntrantStanding {
        entrant: row.entrant as u32,
        games: row.games,
        deals: row.deals,
        place_first: row.places.map_or(0, |places| places.first),
        place_last: row.places.map_or(0, |places| places.last),
        rank: Some(estimate(&row.rank)),
        win_share: Some(estimate(&row.win_share)),
        against_par: comparison(row.against_par).into(),
        score: row.score.map(|score| score.points),
        points: Some(estimate(&row.points)),
        points_games: row.points_games,
        utility: Some(estimate(&row.utility)),
        rating: Some(pb::RatingEstimate {
            value: rating.value,
            uncertainty: rating.uncertainty,
            low: finite(rating.low),
            high: finite(rating.high),
        }),
        provisional: row.is_provisional(),
        incomplete: row.is_incomplete(),
        endings: endings.collect(),
        voids: voids.collect(),
        decisions: row.thinking.decisions,
        thinking_ms: row.thinking.total_ms,
        thinking_median_ms: row.thinking.median_ms,
        thinking_slow_ms: row.thinking.slow_ms,
    }
}

fn pair_standing(entrant: usize, other: usize, pair: &Pair) -> pb::PairStanding {
    pb::PairStanding {
        entrant: entrant as u32,
        other: other as u32,
        meetings: pair.meetings,
        share: Some(estimate(&pair.share)),
        settled: comparison(pair.settled).into(),
    }
}

fn estimate(estimate: &Estimate) -> pb::Estimate {
    let Estimate { mean, low, high } = *estimate;
    pb::Estimate { mean: finite(mean), low: finite(low), high: finite(high) }
}

fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

fn comparison(ordering: Option<Ordering>) -> pb::Comparison {
    match ordering {
        Some(Ordering::Less) => pb::Comparison::Less,
        Some(Ordering::Greater) => pb::Comparison::Greater,
        Some(Ordering::Equal) | None => pb::Comparison::Unspecified,
    }
}
