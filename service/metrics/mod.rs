//! The service's metrics, by `prometheus-client`. `admin` renders the page.
//!
//! The hot path takes no lock: the members of its families are looked up once, at the start. No
//! label is a game, seat, token or caller: the page stays short, and identifies no caller.

mod described;
mod histogram;
mod labels;
mod process;

pub use described::DescribedMetrics;
pub use histogram::{CommitMetrics, Histogram};
pub use labels::RulesetLabels;
pub use process::{ProcessCollector, processor_time};

use crate::pb::v1::{AnsweredBy, ErrorReason, ExpiryPolicy, GameEnding, SeatEnding};
use hierophant_rules::catalog::RulesetId;
use labels::{
    AnswerLabels, CallLabels, CauseLabels, GameEndingLabels, PolicyLabels, SeatEndingLabels,
    all_values, method_name, method_paths, reason_name,
};
use prometheus_client::metrics::{counter::Counter, family::Family, gauge::Gauge};
use std::{hash::Hash, sync::atomic::AtomicU64, time::Duration};
use tonic::Code;

/// A gauge of seconds, with fractions.
pub type SecondsGauge = Gauge<f64, AtomicU64>;

/// The use of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitUse {
    /// The name of the limit.
    pub name: &'static str,
    /// The amount in use.
    pub used: usize,
    /// The amount that the limit allows.
    pub max: usize,
}

/// Why a stream was closed by the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eviction {
    /// The client did not read its messages.
    Slow,
    /// Another stream has replaced it.
    Replaced,
}

/// Why a game was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GiveUpCause {
    /// No external client has ever answered.
    Unjoined,
    /// No answer has arrived for too long.
    Idle,
    /// A guest's game has taken too long.
    TooLong,
}

/// All counters, gauges and histograms of one service, except those of its store.
#[derive(Debug)]
pub struct Metrics {
    /// Paths of the protocol's methods, ascending.
    methods: Vec<String>,
    /// The index of SubmitAction among them.
    submit: usize,
    calls: Family<CallLabels, Counter>,
    /// By method; the last one is for all other paths.
    calls_by_method: Vec<MethodCounters>,
    answers: Family<AnswerLabels, Counter>,
    /// By [`AnsweredBy`].
    taken: Vec<Counter>,
    repeated: Counter,
    checked: Counter,
    refused: CountersByReason,
    submit_times: Histogram,
    append_times: Histogram,
    append_failures: Counter,
    watchers: Gauge,
    evicted: Family<CauseLabels, Counter>,
    created: Family<RulesetLabels, Counter>,
    ended: Family<GameEndingLabels, Counter>,
    seats_out: Family<SeatEndingLabels, Counter>,
    expired: Family<PolicyLabels, Counter>,
    given_up: Family<CauseLabels, Counter>,
    guest_games_deleted: Counter,
    recovered_games: Gauge,
    recovery_seconds: SecondsGauge,
    built_in_agents_us: Counter,
}

/// The members of `calls` for one method.
#[derive(Debug)]
struct MethodCounters {
    ok: Counter,
    refused: CountersByReason,
}

/// Members of a family, by the number of the error reason.
#[derive(Debug)]
struct CountersByReason(Vec<Option<Counter>>);

impl CountersByReason {
    fn new(member: impl Fn(&'static str) -> Counter) -> CountersByReason {
        let mut counters = Vec::new();
        for reason in all_values::<ErrorReason>() {
            counters.resize(reason as usize, None);
            counters.push(Some(member(reason_name(reason))));
        }
        CountersByReason(counters)
    }

    fn get(&self, reason: ErrorReason) -> Option<&Counter> {
        self.0.get(reason as usize)?.as_ref()
    }
}

/// Counts an open stream until it is dropped.
pub struct WatcherGuard<'a>(&'a Gauge);

impl Drop for WatcherGuard<'_> {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Default for Metrics {
    fn default() -> Metrics {
        let methods = method_paths();
        let calls = Family::default();
        let names = methods.iter().map(|path| method_name(path)).chain([OTHER_METHOD]);
        let calls_by_method = names.map(|method| MethodCounters::new(&calls, method)).collect();
        let answers: Family<AnswerLabels, Counter> = Family::default();
        let by = [AnsweredBy::Unspecified].into_iter().chain(all_values());
        let endings = RulesetId::ALL
            .iter()
            .flat_map(|&ruleset| all_values().map(move |ending| (ruleset, ending)));
        Metrics {
            submit: methods
                .iter()
                .position(|path| path.ends_with("/SubmitAction"))
                .expect("the protocol has it"),
            methods,
            calls,
            calls_by_method,
            taken: by.map(|by| answers.get_or_create_owned(&AnswerLabels::taken(by))).collect(),
            repeated: answers.get_or_create_owned(&AnswerLabels::repeated()),
            checked: answers.get_or_create_owned(&AnswerLabels::checked()),
            refused: CountersByReason::new(|reason| {
                answers.get_or_create_owned(&AnswerLabels::refused(reason))
            }),
            answers,
            submit_times: Histogram::of_times(),
            append_times: Histogram::of_times(),
            append_failures: Counter::default(),
            watchers: Gauge::default(),
            evicted: family([Eviction::Slow, Eviction::Replaced].map(CauseLabels::from)),
            created: family(RulesetId::ALL.iter().map(|&ruleset| ruleset.into())),
            ended: family(endings.map(|(ruleset, ending)| GameEndingLabels::new(ruleset, ending))),
            seats_out: family(all_values().map(|ending: SeatEnding| ending.into())),
            expired: family(all_values().map(|policy: ExpiryPolicy| policy.into())),
            given_up: family(
                [GiveUpCause::Unjoined, GiveUpCause::Idle, GiveUpCause::TooLong]
                    .map(CauseLabels::from),
            ),
            guest_games_deleted: Counter::default(),
            recovered_games: Gauge::default(),
            recovery_seconds: SecondsGauge::default(),
            built_in_agents_us: Counter::default(),
        }
    }
}

/// The label of methods outside the protocol.
const OTHER_METHOD: &str = "other";

impl MethodCounters {
    fn new(calls: &Family<CallLabels, Counter>, method: &str) -> MethodCounters {
        let counter = |outcome| calls.get_or_create_owned(&call_labels(method, outcome));
        MethodCounters { ok: counter("OK"), refused: CountersByReason::new(counter) }
    }
}

fn call_labels(method: &str, outcome: &str) -> CallLabels {
    CallLabels { method: method.to_owned(), outcome: outcome.to_owned() }
}

/// A family with these members at 0 from the start, so that their first increment is visible as
/// one.
fn family<L: Clone + Hash + Eq>(members: impl IntoIterator<Item = L>) -> Family<L, Counter> {
    let family = Family::default();
    for labels in members {
        family.get_or_create_owned(&labels);
    }
    family
}

impl Metrics {
    /// The index of a method; all other paths have the last one.
    pub fn method_index(&self, path: &str) -> usize {
        self.methods
            .binary_search_by(|method| method.as_str().cmp(path))
            .unwrap_or(self.methods.len())
    }

    /// Whether the method at this index is SubmitAction.
    pub fn is_submit(&self, method: usize) -> bool {
        method == self.submit
    }

    /// Counts a call whose response has begun, with its code, and with its reason if the service
    /// refused it.
    pub fn call(&self, method: usize, code: Code, reason: Option<&str>) {
        let counters = &self.calls_by_method[method.min(self.methods.len())];
        if code == Code::Ok {
            counters.ok.inc();
            return;
        }
        let reason =
            reason.and_then(|reason| ErrorReason::from_str_name(&format!("ERROR_REASON_{reason}")));
        let counters_of_reason = reason
            .and_then(|reason| Some((counters.refused.get(reason)?, self.refused.get(reason)?)));
        let Some((call, answer)) = counters_of_reason else {
            return self.call_without_reason(method, code);
        };
        call.inc();
        if self.is_submit(method) {
            answer.inc();
        }
    }

    /// Calls of the protocol rarely fail without a reason, so this may look up and create counters.
    fn call_without_reason(&self, method: usize, code: Code) {
        let name = self.methods.get(method).map_or(OTHER_METHOD, |path| method_name(path));
        let code = format!("{code:?}");
        self.calls.get_or_create(&call_labels(name, &code)).inc();
        if self.is_submit(method) {
            self.answers.get_or_create(&AnswerLabels::refused(code)).inc();
        }
    }

    /// Records the duration of a SubmitAction, whatever its result.
    pub fn submit_took(&self, time: Duration) {
        self.submit_times.observe_time(time);
    }

    /// Records how long the store took for a record, its queue included, and whether it succeeded.
    pub fn append_took(&self, time: Duration, done: bool) {
        self.append_times.observe_time(time);
        if !done {
            self.append_failures.inc();
        }
    }

    /// Counts a stored answer. An unspecified author is the seat itself, as in replays.
    pub fn answered(&self, by: AnsweredBy) {
        self.taken[by as usize].inc();
    }

    /// Counts a refused answer of a registered agent, whose call succeeds all the same.
    pub fn refused_to_agent(&self, reason: ErrorReason) {
        if let Some(counter) = self.refused.get(reason) {
            counter.inc();
        }
    }

    /// Counts a retried answer, which got the same response again.
    pub fn repeated(&self) {
        self.repeated.inc();
    }

    /// Counts an answer that was only validated, as requested.
    pub fn checked(&self) {
        self.checked.inc();
    }

    /// Counts a created game.
    pub fn created(&self, ruleset: RulesetId) {
        self.created.get_or_create(&ruleset.into()).inc();
    }

    /// Counts an ended game.
    pub fn ended(&self, ruleset: RulesetId, ending: GameEnding) {
        self.ended.get_or_create(&GameEndingLabels::new(ruleset, ending)).inc();
    }

    /// Counts a seat that went out of a game that continues.
    pub fn seat_out(&self, ending: SeatEnding) {
        self.seats_out.get_or_create(&ending.into()).inc();
    }

    /// Counts an expiry, by the policy that applied.
    pub fn expired(&self, policy: ExpiryPolicy) {
        self.expired.get_or_create(&policy.into()).inc();
    }

    /// Counts a game that the service has given up.
    pub fn given_up(&self, cause: GiveUpCause) {
        self.given_up.get_or_create(&cause.into()).inc();
    }

    /// Counts ended games of guests that were deleted.
    pub fn guest_games_deleted(&self, count: u64) {
        self.guest_games_deleted.inc_by(count);
    }

    /// Counts an open stream until the guard is dropped.
    pub fn watching(&self) -> WatcherGuard<'_> {
        self.watchers.inc();
        WatcherGuard(&self.watchers)
    }

    /// Counts a stream that the service has closed.
    pub fn evicted(&self, eviction: Eviction) {
        self.evicted.get_or_create(&eviction.into()).inc();
    }

    /// Records how many live games are resumed or checked at the start so far, and how long that
    /// took.
    pub fn recovered(&self, games: usize, time: Duration) {
        self.recovered_games.set(games as i64);
        self.recovery_seconds.set(time.as_secs_f64());
    }

    /// Adds processor time of a built-in agent.
    pub fn thought(&self, took: Duration) {
        self.built_in_agents_us.inc_by(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    }

    /// The processor time of built-in agents since the start, in microseconds.
    pub fn thinking_us(&self) -> u64 {
        self.built_in_agents_us.get()
    }

    /// Adds the metrics with their names and help texts.
    pub fn describe(&self, to: &mut DescribedMetrics) {
        to.add("hierophant_calls", "Calls that were answered, or have begun to be", &self.calls);
        to.add("hierophant_answers", "Answers to decisions", &self.answers);
        to.add(
            "hierophant_submit_action_seconds",
            "How long SubmitAction took",
            &self.submit_times,
        );
        let help = "How long the store took to keep a record, its queue included";
        to.add("hierophant_append_seconds", help, &self.append_times);
        to.add(
            "hierophant_append_failures",
            "Records that the store did not keep",
            &self.append_failures,
        );
        to.add("hierophant_games_created", "Games that were created", &self.created);
        to.add("hierophant_games_ended", "Games that have ended", &self.ended);
        to.add("hierophant_games_given_up", "Games that the service has given up", &self.given_up);
        to.add(
            "hierophant_guest_games_deleted",
            "Ended games of guests that were deleted",
            &self.guest_games_deleted,
        );
        to.add(
            "hierophant_seats_out",
            "Seats that went out of games that continued",
            &self.seats_out,
        );
        to.add(
            "hierophant_expiries",
            "Times that a seat's time was over, by what was done",
            &self.expired,
        );
        to.add("hierophant_watchers", "Open streams of WatchGame and Serve", &self.watchers);
        to.add(
            "hierophant_watchers_evicted",
            "Streams that were closed by the service",
            &self.evicted,
        );
        let help = "Games in play that were resumed or checked at the start, so far";
        to.add("hierophant_recovered_games", help, &self.recovered_games);
        to.add("hierophant_recovery_seconds", "How long that took", &self.recovery_seconds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f01_every_method_has_an_index_and_nothing_else_has_one() {
        let metrics = Metrics::default();
        for (index, path) in metrics.methods.iter().enumerate() {
            assert_eq!(metrics.method_index(path), index);
        }
        let named =
            |name: &str| metrics.methods.iter().filter(|path| method_name(path) == name).count();
        for name in ["SubmitAction", "Serve", "PollDecisions", "SubmitActions", "CreateTournament"]
        {
            assert_eq!(named(name), 1, "{name}");
        }
        for unknown in ["", "/", "/hierophant.v1.GameService/Guess", "/grpc.health.v1.Health/Check"]
        {
            assert_eq!(metrics.method_index(unknown), metrics.methods.len(), "{unknown}");
        }
    }

    #[test]
    fn answers_are_counted_by_author() {
        let metrics = Metrics::default();
        for by in [
            AnsweredBy::Unspecified,
            AnsweredBy::Expiry,
            AnsweredBy::Default,
            AnsweredBy::BuiltInAgent,
        ] {
            metrics.answered(by);
            assert_eq!(metrics.answers.get_or_create(&AnswerLabels::taken(by)).get(), 1, "{by:?}");
        }
    }

    #[test]
    fn refusals_are_counted_by_reason_or_else_by_code() {
        let metrics = Metrics::default();
        let count = |method: &str, outcome: &str| {
            metrics.calls.get_or_create(&call_labels(method, outcome)).get()
        };
        let refused =
            |reason: &str| metrics.answers.get_or_create(&AnswerLabels::refused(reason)).get();
        metrics.call(metrics.submit, Code::FailedPrecondition, Some("GAME_OVER"));
        metrics.call(metrics.submit, Code::Cancelled, None);
        metrics.call(metrics.methods.len(), Code::Unimplemented, Some("NO_REASON_OF_OURS"));
        assert_eq!((count("SubmitAction", "GAME_OVER"), refused("GAME_OVER")), (1, 1));
        assert_eq!((count("SubmitAction", "Cancelled"), refused("Cancelled")), (1, 1));
        assert_eq!(count("other", "Unimplemented"), 1);
        metrics.refused_to_agent(ErrorReason::GameOver);
        assert_eq!((count("SubmitAction", "GAME_OVER"), refused("GAME_OVER")), (1, 2));
    }
}
