//! What the service counts about itself, in metrics of `prometheus-client`. The page that shows them is made in `admin`.
//!
//! What is counted with every call or answer takes no lock: the members of its family are looked up once, at the start. Nothing
//! is counted by game, seat, token or caller: the page stays short, and identifies nobody.

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
    AnswerLabels, CallLabels, CauseLabels, GameEndingLabels, PolicyLabels, SeatEndingLabels, all_values, method_name,
    method_paths, reason_name,
};
use prometheus_client::metrics::{counter::Counter, family::Family, gauge::Gauge};
use std::{hash::Hash, sync::atomic::AtomicU64, time::Duration};
use tonic::Code;

/// Seconds, or parts of one.
pub type SecondsGauge = Gauge<f64, AtomicU64>;

/// How far a limit is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitUse {
    /// What the limit is called.
    pub name: &'static str,
    /// How much of it is used.
    pub used: usize,
    /// How much there is.
    pub max: usize,
}

/// Why a stream was closed by the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eviction {
    /// Its client didn't take its messages.
    Slow,
    /// Another stream has taken its place.
    Replaced,
}

/// Why a game was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GiveUpCause {
    /// No external client has ever answered.
    Unjoined,
    /// Nothing has happened for too long.
    Idle,
}

/// All counters, gauges and histograms of one service, except those of its store.
#[derive(Debug)]
pub struct Metrics {
    /// Paths of our methods, ascending.
    methods: Vec<String>,
    /// The index of SubmitAction among them.
    submit: usize,
    calls: Family<CallLabels, Counter>,
    /// By method; the last one is for paths that are none of ours.
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
    recovered_games: Gauge,
    recovery_seconds: SecondsGauge,
    house_agents_us: Counter,
}

/// The members of `calls` for one method.
#[derive(Debug)]
struct MethodCounters {
    ok: Counter,
    refused: CountersByReason,
}

/// Members of a family, by the number of the reason.
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

/// One of the open streams, as long as it lives.
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
        let endings = RulesetId::ALL.iter().flat_map(|&ruleset| all_values().map(move |ending| (ruleset, ending)));
        Metrics {
            submit: methods.iter().position(|path| path.ends_with("/SubmitAction")).expect("the protocol has it"),
            methods,
            calls,
            calls_by_method,
            taken: by.map(|by| answers.get_or_create_owned(&AnswerLabels::taken(by))).collect(),
            repeated: answers.get_or_create_owned(&AnswerLabels::repeated()),
            checked: answers.get_or_create_owned(&AnswerLabels::checked()),
            refused: CountersByReason::new(|reason| answers.get_or_create_owned(&AnswerLabels::refused(reason))),
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
            given_up: family([GiveUpCause::Unjoined, GiveUpCause::Idle].map(CauseLabels::from)),
            recovered_games: Gauge::default(),
            recovery_seconds: SecondsGauge::default(),
            house_agents_us: Counter::default(),
        }
    }
}

/// What all methods that are none of ours are called in a label.
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

/// A family that has these members from the start, at 0: so their first step is seen as one.
fn family<L: Clone + Hash + Eq>(members: impl IntoIterator<Item = L>) -> Family<L, Counter> {
    let family = Family::default();
    for labels in members {
        family.get_or_create_owned(&labels);
    }
    family
}

impl Metrics {
    /// The index of a method among ours; paths that are none of ours have the last one.
    pub fn method_index(&self, path: &str) -> usize {
        self.methods.binary_search_by(|method| method.as_str().cmp(path)).unwrap_or(self.methods.len())
    }

    /// Whether the method at this index is SubmitAction.
    pub fn is_submit(&self, method: usize) -> bool {
        method == self.submit
    }

    /// A call has been answered, or has begun to be: with a code, and with a reason if the service refused it.
    pub fn call(&self, method: usize, code: Code, reason: Option<&str>) {
        let counters = &self.calls_by_method[method.min(self.methods.len())];
        if code == Code::Ok {
            counters.ok.inc();
            return;
        }
        let reason = reason.and_then(|reason| ErrorReason::from_str_name(&format!("ERROR_REASON_{reason}")));
        let counters_of_reason =
            reason.and_then(|reason| Some((counters.refused.get(reason)?, self.refused.get(reason)?)));
        let Some((call, answer)) = counters_of_reason else { return self.call_without_reason(method, code) };
        call.inc();
        if self.is_submit(method) {
            answer.inc();
        }
    }

    /// Hardly any calls but those of other services fail without a reason: these may look their counters up, and make them.
    fn call_without_reason(&self, method: usize, code: Code) {
        let name = self.methods.get(method).map_or(OTHER_METHOD, |path| method_name(path));
        let code = format!("{code:?}");
        self.calls.get_or_create(&call_labels(name, &code)).inc();
        if self.is_submit(method) {
            self.answers.get_or_create(&AnswerLabels::refused(code)).inc();
        }
    }

    /// A SubmitAction took this long, whatever its result.
    pub fn submit_took(&self, time: Duration) {
        self.submit_times.observe_time(time);
    }

    /// The store took this long to keep a record, its queue included, or failed to.
    pub fn append_took(&self, time: Duration, done: bool) {
        self.append_times.observe_time(time);
        if !done {
            self.append_failures.inc();
        }
    }

    /// An answer is stored. An unspecified author is the seat itself, as in replays.
    pub fn answered(&self, by: AnsweredBy) {
        self.taken[by as usize].inc();
    }

    /// An answer of a registered agent was refused: its call succeeds all the same.
    pub fn refused_to_agent(&self, reason: ErrorReason) {
        if let Some(counter) = self.refused.get(reason) {
            counter.inc();
        }
    }

    /// An answer was sent again, and got the same response again.
    pub fn repeated(&self) {
        self.repeated.inc();
    }

    /// An answer was found legal, and not taken, as requested.
    pub fn checked(&self) {
        self.checked.inc();
    }

    /// A game was created.
    pub fn created(&self, ruleset: RulesetId) {
        self.created.get_or_create(&ruleset.into()).inc();
    }

    /// A game has ended.
    pub fn ended(&self, ruleset: RulesetId, ending: GameEnding) {
        self.ended.get_or_create(&GameEndingLabels::new(ruleset, ending)).inc();
    }

    /// A seat went out of a game that continues.
    pub fn seat_out(&self, ending: SeatEnding) {
        self.seats_out.get_or_create(&ending.into()).inc();
    }

    /// A seat's time was over, and this was done.
    pub fn expired(&self, policy: ExpiryPolicy) {
        self.expired.get_or_create(&policy.into()).inc();
    }

    /// A game was given up.
    pub fn given_up(&self, cause: GiveUpCause) {
        self.given_up.get_or_create(&cause.into()).inc();
    }

    /// A stream is open until the guard is dropped.
    pub fn watching(&self) -> WatcherGuard<'_> {
        self.watchers.inc();
        WatcherGuard(&self.watchers)
    }

    /// A stream was closed by the service.
    pub fn evicted(&self, eviction: Eviction) {
        self.evicted.get_or_create(&eviction.into()).inc();
    }

    /// The games in play were read back in this time.
    pub fn recovered(&self, games: usize, time: Duration) {
        self.recovered_games.set(games as i64);
        self.recovery_seconds.set(time.as_secs_f64());
    }

    /// A house agent has used this much of a processor.
    pub fn thought(&self, took: Duration) {
        self.house_agents_us.inc_by(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    }

    /// How long house agents have thought since the service began, in microseconds of their threads.
    pub fn thinking_us(&self) -> u64 {
        self.house_agents_us.get()
    }

    /// Names and help of everything that is on the page.
    pub fn describe(&self, to: &mut DescribedMetrics) {
        to.add("hierophant_calls", "Calls that were answered, or have begun to be", &self.calls);
        to.add("hierophant_answers", "Answers to decisions", &self.answers);
        to.add("hierophant_submit_action_seconds", "How long SubmitAction took", &self.submit_times);
        let help = "How long the store took to keep a record, its queue included";
        to.add("hierophant_append_seconds", help, &self.append_times);
        to.add("hierophant_append_failures", "Records that the store did not keep", &self.append_failures);
        to.add("hierophant_games_created", "Games that were created", &self.created);
        to.add("hierophant_games_ended", "Games that have ended", &self.ended);
        to.add("hierophant_games_given_up", "Games that nobody played any more", &self.given_up);
        to.add("hierophant_seats_out", "Seats that went out of games that went on", &self.seats_out);
        to.add("hierophant_expiries", "Times that a seat's time was over, by what was done", &self.expired);
        to.add("hierophant_watchers", "Open streams of WatchGame and Serve", &self.watchers);
        to.add("hierophant_watchers_evicted", "Streams that were closed by the service", &self.evicted);
        let help = "Games in play that were read back at the start";
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
        let named = |name: &str| metrics.methods.iter().filter(|path| method_name(path) == name).count();
        for name in ["SubmitAction", "Serve", "PollDecisions", "SubmitActions", "CreateTournament"] {
            assert_eq!(named(name), 1, "{name}");
        }
        for unknown in ["", "/", "/hierophant.v1.GameService/Guess", "/grpc.health.v1.Health/Check"] {
            assert_eq!(metrics.method_index(unknown), metrics.methods.len(), "{unknown}");
        }
    }

    #[test]
    fn answers_are_counted_by_author() {
        let metrics = Metrics::default();
        for by in [AnsweredBy::Unspecified, AnsweredBy::Expiry, AnsweredBy::Default, AnsweredBy::HouseAgent] {
            metrics.answered(by);
            assert_eq!(metrics.answers.get_or_create(&AnswerLabels::taken(by)).get(), 1, "{by:?}");
        }
    }

    #[test]
    fn refusals_are_counted_by_reason_or_else_by_code() {
        let metrics = Metrics::default();
        let count = |method: &str, outcome: &str| metrics.calls.get_or_create(&call_labels(method, outcome)).get();
        let refused = |reason: &str| metrics.answers.get_or_create(&AnswerLabels::refused(reason)).get();
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
