//! Figures and results as JSON: the types of the wire, kept apart from ours, so that a new field
//! there must be decided about here.

use super::{name_of, ranked_by_word};
use crate::PROVISIONAL_DEALS;
use crate::Score;
use crate::result::{GameResult, SeatResult, VoidReason};
use crate::stopping::{Hypothesis, Look, Verdict};
use crate::summary::{
    EntrantSummary, Estimate, Failures, Pair, Places, Rating, SeatEffect, Summary, ThinkingTime,
};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The form's version: raised when a field goes or changes its meaning.
const FORM: u32 = 3;

/// Figures and results as one JSON object, indented:
///
/// - `form`: 3.
/// - `entrants`: names, by index in the list; other fields refer to these indices, from 0.
/// - `hypothesis`: null without one; else `better` and `than` (indices), `confidence`, `answer`
///   (`better`, `worse` or `open`), `round` and `deal` (from 0; null while it is open: the look
///   after this round ended the tournament, by this deal), `deals` (on which both played) and
///   `margin` (of the mean utilities, its interval valid whenever the tournament is stopped).
/// - `summary`: `confidence`, `ranked_by` (`win_share` or `rating`: what the standings go by),
///   `provisional_deals` (places with fewer deals are provisional), `games`, `deals`, `void`
///   (counts by reason), `standings` (the best first; see below), `pairs` (an object for each two
///   that met: `entrant`, `against`, `meetings`, `share`, `margin`, `settled`), `seat_effect`
///   (`utility` by seat, `p_value`).
/// - `results`: an object for each slot: `slot`, `round`, `deal`, `seating` (from 0), `game`,
///   `attempts`, `void` (a reason or null), `seats` (`entrant`, `rank` and `points` (null in void
///   slots), `ending`, `thinking_ms`, `decisions`, `failure`).
///
/// A standing has `entrant`, `place`, `places` (`first`, `last`: where it may be, for all entrants
/// at once; null without a game), `provisional`, `incomplete` (games are missing because of it),
/// `games` (rated ones), `deals`, `games_void` (slots without a result), `games_out` (rated games
/// that it did not play to the end), `rank`, `win_share`, `against_par` (`above` or `below`, for
/// all entrants at once; else null, and null where `ranked_by` is `rating`, since pairing by
/// strength leaves no par), `score` (what the next Swiss round pairs by: `score`, `opposition`,
/// `games_won`; null in other formats), `points`, `points_games` (what `points` is over),
/// `utility`, `rating`, `ranks_by_seat` (`[seat][rank - 1]`), `failures` (`by_ending`, `void`,
/// `missed`, `samples` of `failure` and `game`) and `thinking` (`decisions`, `total_ms`,
/// `median_ms`, `slow_ms`). Means are `{mean, low, high}`, ratings `{value, uncertainty,
/// conservative, low, high, running}`; an end that is not known, or that nothing bounds, is null.
/// Where `ranked_by` is `rating`, intervals of means are for the tables that were played, and those
/// of ratings hold for all entrants at once. `settled` is `above` or `below` where that holds over
/// all pairs at once; else null.
pub fn json(
    summary: &Summary,
    results: &[GameResult],
    names: &[String],
    asked: Option<(&Hypothesis, &Look)>,
) -> String {
    let entrants = names.len().max(summary.pairs.len());
    let export = Export {
        form: FORM,
        entrants: (0..entrants).map(|entrant| name_of(names, entrant)).collect(),
        hypothesis: asked.map(|(hypothesis, look)| HypothesisForm::of(hypothesis, look)),
        summary: SummaryForm::of(summary),
        results: results.iter().map(ResultForm::of).collect(),
    };
    let mut text =
        serde_json::to_string_pretty(&export).expect("plain data with keys that are texts");
    text.push('\n');
    text
}

#[derive(Serialize)]
struct Export<'a> {
    form: u32,
    entrants: Vec<String>,
    hypothesis: Option<HypothesisForm>,
    summary: SummaryForm<'a>,
    results: Vec<ResultForm<'a>>,
}

#[derive(Serialize)]
struct HypothesisForm {
    better: usize,
    than: usize,
    confidence: f64,
    answer: &'static str,
    round: Option<u32>,
    deal: Option<u32>,
    deals: u32,
    margin: EstimateForm,
}

impl HypothesisForm {
    fn of(hypothesis: &Hypothesis, look: &Look) -> HypothesisForm {
        let Hypothesis { better, than, confidence, version: _ } = *hypothesis;
        let Look { verdict, answered, deals, mean, low, high } = *look;
        HypothesisForm {
            better,
            than,
            confidence: confidence.0,
            answer: match verdict {
                Verdict::Open { .. } => "open",
                Verdict::Better => "better",
                Verdict::Worse => "worse",
            },
            round: answered.map(|answered| answered.round),
            deal: answered.map(|answered| answered.deal),
            deals,
            margin: EstimateForm::of(&Estimate { mean, low, high }),
        }
    }
}

#[derive(Serialize)]
struct SummaryForm<'a> {
    confidence: f64,
    ranked_by: &'static str,
    provisional_deals: u32,
    games: u32,
    deals: u32,
    void: BTreeMap<&'static str, u32>,
    standings: Vec<StandingForm<'a>>,
    pairs: Vec<PairForm>,
    seat_effect: SeatEffectForm<'a>,
}

impl SummaryForm<'_> {
    fn of(summary: &Summary) -> SummaryForm<'_> {
        let Summary { confidence, ranked_by, games, deals, void, entrants, pairs, seat_effect } =
            summary;
        let SeatEffect { utility, p_value } = seat_effect;
        let pairs = pairs.iter().enumerate().flat_map(|(entrant, others)| {
            let met = others
                .iter()
                .enumerate()
                .filter_map(|(against, pair)| pair.as_ref().map(|pair| (against, pair)));
            met.map(move |(against, pair)| PairForm::of(entrant, against, pair))
        });
        SummaryForm {
            confidence: confidence.0,
            ranked_by: ranked_by_word(*ranked_by),
            provisional_deals: PROVISIONAL_DEALS,
            games: *games,
            deals: *deals,
            void: by_reason(void),
            standings: entrants.iter().enumerate().map(StandingForm::of).collect(),
            pairs: pairs.collect(),
            seat_effect: SeatEffectForm { utility, p_value: *p_value },
        }
    }
}

fn by_reason(void: &BTreeMap<VoidReason, u32>) -> BTreeMap<&'static str, u32> {
    void.iter().map(|(reason, &count)| (reason.words(), count)).collect()
}

/// On which side, where that is known.
fn side(side: Option<Ordering>) -> Option<&'static str> {
    match side? {
        Ordering::Greater => Some("above"),
        Ordering::Less => Some("below"),
        Ordering::Equal => None,
    }
}

#[derive(Serialize)]
struct SeatEffectForm<'a> {
    utility: &'a [f64],
    p_value: Option<f64>,
}

#[derive(Serialize)]
struct PlacesForm {
    first: u32,
    last: u32,
}

#[derive(Serialize)]
struct EstimateForm {
    mean: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl EstimateForm {
    fn of(estimate: &Estimate) -> EstimateForm {
        let Estimate { mean, low, high } = *estimate;
        EstimateForm { mean: known(mean), low: known(low), high: known(high) }
    }
}

/// JSON has no infinity.
fn known(figure: f64) -> Option<f64> {
    figure.is_finite().then_some(figure)
}

#[derive(Serialize)]
struct RatingForm {
    value: Option<f64>,
    uncertainty: Option<f64>,
    conservative: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    running: Option<f64>,
}

impl RatingForm {
    fn of(rating: &Rating) -> RatingForm {
        let Rating { value, uncertainty, low, high, running } = *rating;
        RatingForm {
            value: known(value),
            uncertainty: known(uncertainty),
            conservative: known(rating.conservative()),
            low: known(low),
            high: known(high),
            running: known(running),
        }
    }
}

#[derive(Serialize)]
struct StandingForm<'a> {
    entrant: usize,
    place: usize,
    places: Option<PlacesForm>,
    provisional: bool,
    incomplete: bool,
    games: u32,
    deals: u32,
    games_void: u32,
    games_out: u32,
    rank: EstimateForm,
    win_share: EstimateForm,
    against_par: Option<&'static str>,
    score: Option<ScoreForm>,
    points: EstimateForm,
    points_games: u32,
    utility: EstimateForm,
    rating: RatingForm,
    ranks_by_seat: &'a [Vec<u32>],
    failures: FailuresForm<'a>,
    thinking: ThinkingForm,
}

impl StandingForm<'_> {
    fn of((above, standing): (usize, &EntrantSummary)) -> StandingForm<'_> {
        let EntrantSummary {
            entrant,
            games,
            deals,
            places,
            rank,
            win_share,
            against_par,
            score,
            points,
            points_games,
            utility,
            rating,
            ranks_by_seat,
            failures,
            thinking,
        } = standing;
        StandingForm {
            entrant: *entrant,
            place: above + 1,
            places: places.map(|Places { first, last }| PlacesForm { first, last }),
            provisional: standing.is_provisional(),
            incomplete: standing.is_incomplete(),
            games: *games,
            deals: *deals,
            games_void: standing.games_void(),
            games_out: standing.games_out(),
            rank: EstimateForm::of(rank),
            win_share: EstimateForm::of(win_share),
            against_par: side(*against_par),
            score: score.as_ref().map(ScoreForm::of),
            points: EstimateForm::of(points),
            points_games: *points_games,
            utility: EstimateForm::of(utility),
            rating: RatingForm::of(rating),
            ranks_by_seat,
            failures: FailuresForm::of(failures),
            thinking: ThinkingForm::of(thinking),
        }
    }
}

#[derive(Serialize)]
struct ScoreForm {
    score: i64,
    opposition: i64,
    games_won: f64,
}

impl ScoreForm {
    fn of(score: &Score) -> ScoreForm {
        let Score { points, opposition, wins: _ } = *score;
        ScoreForm { score: points, opposition, games_won: score.games_won() }
    }
}

#[derive(Serialize)]
struct FailuresForm<'a> {
    by_ending: BTreeMap<&'static str, u32>,
    void: BTreeMap<&'static str, u32>,
    missed: u32,
    samples: Vec<SampleForm<'a>>,
}

#[derive(Serialize)]
struct SampleForm<'a> {
    failure: &'a str,
    game: &'a str,
}

impl FailuresForm<'_> {
    fn of(failures: &Failures) -> FailuresForm<'_> {
        let Failures { by_ending, void, missed, samples } = failures;
        FailuresForm {
            by_ending: by_ending.iter().map(|(ending, &count)| (ending.words(), count)).collect(),
            void: by_reason(void),
            missed: *missed,
            samples: samples.iter().map(|(failure, game)| SampleForm { failure, game }).collect(),
        }
    }
}

#[derive(Serialize)]
struct ThinkingForm {
    decisions: u64,
    total_ms: u64,
    median_ms: Option<f64>,
    slow_ms: Option<f64>,
}

impl ThinkingForm {
    fn of(thinking: &ThinkingTime) -> ThinkingForm {
        let ThinkingTime { decisions, total_ms, median_ms, slow_ms } = *thinking;
        ThinkingForm { decisions, total_ms, median_ms: known(median_ms), slow_ms: known(slow_ms) }
    }
}

#[derive(Serialize)]
struct PairForm {
    entrant: usize,
    against: usize,
    meetings: u32,
    share: EstimateForm,
    margin: EstimateForm,
    settled: Option<&'static str>,
}

impl PairForm {
    fn of(entrant: usize, against: usize, pair: &Pair) -> PairForm {
        let Pair { meetings, share, margin, settled } = pair;
        PairForm {
            entrant,
            against,
            meetings: *meetings,
            share: EstimateForm::of(share),
            margin: EstimateForm::of(margin),
            settled: side(*settled),
        }
    }
}

#[derive(Serialize)]
struct ResultForm<'a> {
    slot: u32,
    round: u32,
    deal: u32,
    seating: u32,
    game: &'a str,
    attempts: u32,
    void: Option<&'static str>,
    seats: Vec<SeatForm<'a>>,
}

impl ResultForm<'_> {
    fn of(result: &GameResult) -> ResultForm<'_> {
        let GameResult { slot, round, deal, seating, game, attempts, void, seats } = result;
        ResultForm {
            slot: *slot,
            round: *round,
            deal: *deal,
            seating: *seating,
            game,
            attempts: *attempts,
            void: void.map(VoidReason::words),
            seats: seats.iter().map(|seat| SeatForm::of(seat, void.is_none())).collect(),
        }
    }
}

#[derive(Serialize)]
struct SeatForm<'a> {
    entrant: usize,
    rank: Option<u32>,
    points: Option<i32>,
    ending: &'static str,
    thinking_ms: u64,
    decisions: u32,
    failure: &'a str,
}

impl SeatForm<'_> {
    fn of(seat: &SeatResult, counts: bool) -> SeatForm<'_> {
        let SeatResult { entrant, rank, points, ending, thinking_ms, decisions, failure } = seat;
        SeatForm {
            entrant: *entrant,
            rank: counts.then_some(*rank),
            points: counts.then_some(*points),
            ending: ending.words(),
            thinking_ms: *thinking_ms,
            decisions: *decisions,
            failure,
        }
    }
}
