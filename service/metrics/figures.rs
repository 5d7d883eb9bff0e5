//! Everything that is counted, in one place. Who counts what stands beside each method.

use super::{Counts, Histogram};
use crate::{
    games::By,
    pb::{
        FILE_DESCRIPTOR_SET,
        v1::{ErrorReason, ExpiryPolicy, GameEnding, SeatEnding},
    },
};
use hierophant_rules::catalog::RulesetId;
use prost::Message;
use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};
use tonic::Code;

/// Reasons of the protocol have numbers below this.
pub(super) const REASONS: usize = 64;
/// Codes of gRPC.
const CODES: usize = 17;
/// Endings of games, endings of seats and policies of the protocol have numbers below this.
pub(super) const KINDS: usize = 16;

/// See the module.
#[derive(Debug)]
pub struct Metrics {
    /// Paths of our methods, ascending; one more place in `calls` is for all others.
    pub(super) methods: Vec<String>,
    /// The place of SubmitAction among them.
    pub(super) submit: usize,
    /// By method and outcome; see [`Metrics::call`].
    pub(super) calls: Vec<Counts>,
    pub(super) submit_times: Histogram,
    pub(super) append_times: Histogram,
    pub(super) store_failures: AtomicU64,
    /// By [`By`].
    pub(super) answers: Counts,
    /// Answers of registered agents that were refused, by reason: their calls succeed all the same.
    pub(super) refused_to_agents: Counts,
    pub(super) repeated: AtomicU64,
    pub(super) checked: AtomicU64,
    /// By ruleset.
    pub(super) created: Counts,
    /// By ruleset, then by ending.
    pub(super) ended: Vec<Counts>,
    pub(super) seats_out: Counts,
    pub(super) expired: Counts,
    pub(super) given_up: Counts,
    pub(super) watchers: AtomicU64,
    pub(super) evicted: Counts,
    pub(super) thinking_us: AtomicU64,
    pub(super) recovered: AtomicU64,
    pub(super) recovery_us: AtomicU64,
}

/// Why a watcher was closed by us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eviction {
    /// It didn't take its messages.
    Slow,
    /// Another stream has taken its place.
    Replaced,
}

/// Why a game was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// No stranger has ever answered.
    Unjoined,
    /// Nothing has happened for too long.
    Idle,
}

/// One of the watchers, as long as it lives.
pub struct Watching<'a>(&'a AtomicU64);

impl Drop for Watching<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Default for Metrics {
    fn default() -> Metrics {
        let methods = methods();
        let by_ruleset = || (0..RulesetId::ALL.len()).map(|_| Counts::new(KINDS)).collect();
        Metrics {
            calls: (0..=methods.len()).map(|_| Counts::new(REASONS + CODES)).collect(),
            submit: methods.iter().position(|path| path.ends_with("/SubmitAction")).expect("the protocol has it"),
            methods,
            submit_times: Histogram::of_times(),
            append_times: Histogram::of_times(),
            store_failures: AtomicU64::new(0),
            answers: Counts::new(4),
            refused_to_agents: Counts::new(REASONS),
            repeated: AtomicU64::new(0),
            checked: AtomicU64::new(0),
            created: Counts::new(RulesetId::ALL.len()),
            ended: by_ruleset(),
            seats_out: Counts::new(KINDS),
            expired: Counts::new(KINDS),
            given_up: Counts::new(2),
            watchers: AtomicU64::new(0),
            evicted: Counts::new(2),
            thinking_us: AtomicU64::new(0),
            recovered: AtomicU64::new(0),
            recovery_us: AtomicU64::new(0),
        }
    }
}

impl Metrics {
    /// A house agent has used so much of a processor; `house` counts.
    pub fn thought(&self, took: Duration) {
        self.thinking_us.fetch_add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// How long house agents have thought since the service began, in microseconds of their threads.
    pub fn thinking_us(&self) -> u64 {
        self.thinking_us.load(Ordering::Relaxed)
    }

    /// The place of a method among ours; a path that is none of ours has the last one.
    pub fn method(&self, path: &str) -> usize {
        self.methods.binary_search_by(|method| method.as_str().cmp(path)).unwrap_or(self.methods.len())
    }

    /// A call has been answered, or has begun to be: with a code, and with a reason if it was refused by us.
    pub fn call(&self, method: usize, code: Code, reason: Option<&str>) {
        let reason = reason.and_then(|reason| ErrorReason::from_str_name(&format!("ERROR_REASON_{reason}")));
        let outcome = match (code, reason.map(|reason| reason as usize)) {
            (Code::Ok, _) => 0,
            (_, Some(reason)) if (1..REASONS).contains(&reason) => reason,
            (code, _) => REASONS + code as usize,
        };
        self.calls[method.min(self.methods.len())].count(outcome);
    }

    /// Whether the method at this place is SubmitAction.
    pub fn is_submit(&self, method: usize) -> bool {
        method == self.submit
    }

    /// A SubmitAction took so long, whatever came of it.
    pub fn submit_took(&self, time: Duration) {
        self.submit_times.count_time(time);
    }

    /// The store took so long to keep a record, its queue included, or failed to.
    pub fn append_took(&self, time: Duration, done: bool) {
        self.append_times.count_time(time);
        if !done {
            self.store_failures.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// An answer is stored.
    pub fn answered(&self, by: By) {
        self.answers.count(by as usize);
    }

    /// An answer of a registered agent was refused.
    pub fn refused_to_agent(&self, reason: ErrorReason) {
        self.refused_to_agents.count_as(reason.into());
    }

    /// An answer was sent again, and the same was told again.
    pub fn repeated(&self) {
        self.repeated.fetch_add(1, Ordering::Relaxed);
    }

    /// An answer was found legal, and not taken, as asked.
    pub fn checked(&self) {
        self.checked.fetch_add(1, Ordering::Relaxed);
    }

    /// A game was created.
    pub fn created(&self, ruleset: RulesetId) {
        self.created.count(place(ruleset));
    }

    /// A game has ended.
    pub fn ended(&self, ruleset: RulesetId, ending: GameEnding) {
        self.ended[place(ruleset)].count_as(ending.into());
    }

    /// A seat went out of a game that goes on.
    pub fn seat_out(&self, ending: SeatEnding) {
        self.seats_out.count_as(ending.into());
    }

    /// A seat's time was over, and this was done.
    pub fn expired(&self, policy: ExpiryPolicy) {
        self.expired.count_as(policy.into());
    }

    /// A game was given up.
    pub fn given_up(&self, cause: Cause) {
        self.given_up.count(cause as usize);
    }

    /// A watcher comes.
    pub fn watching(&self) -> Watching<'_> {
        self.watchers.fetch_add(1, Ordering::Relaxed);
        Watching(&self.watchers)
    }

    /// A watcher was closed by us.
    pub fn evicted(&self, eviction: Eviction) {
        self.evicted.count(eviction as usize);
    }

    /// The games in play, so many, were read back in this time.
    pub fn recovered(&self, games: usize, time: Duration) {
        self.recovered.store(games as u64, Ordering::Relaxed);
        self.recovery_us.store(u64::try_from(time.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// The paths of our methods, ascending: a new one is counted without a change here.
fn methods() -> Vec<String> {
    const BUILT_IN: &str = "the descriptor set is compiled in";
    let files = prost_types::FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).expect(BUILT_IN).file;
    let ours = files.iter().filter(|file| file.package().starts_with("hierophant."));
    let services = ours.flat_map(|file| file.service.iter().map(move |service| (file.package(), service)));
    let paths = services.flat_map(|(package, service)| {
        let path = move |name| format!("/{package}.{}/{name}", service.name());
        service.method.iter().map(move |method| path(method.name()))
    });
    let mut paths: Vec<String> = paths.collect();
    paths.sort();
    paths
}

/// What a method is called in a label; no two of our services have methods of the same name.
pub(super) fn method_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A ruleset's place in the catalog.
fn place(ruleset: RulesetId) -> usize {
    RulesetId::ALL.iter().position(|&other| other == ruleset).expect("the catalog has every ruleset")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f01_every_method_has_a_place_and_nothing_else_has_one() {
        let metrics = Metrics::default();
        for (place, path) in metrics.methods.iter().enumerate() {
            assert_eq!(metrics.method(path), place);
        }
        let named = |name: &str| metrics.methods.iter().filter(|path| method_name(path) == name).count();
        for name in ["SubmitAction", "Serve", "PollDecisions", "SubmitActions", "CreateTournament"] {
            assert_eq!(named(name), 1, "{name}");
        }
        let names: std::collections::BTreeSet<&str> = metrics.methods.iter().map(|path| method_name(path)).collect();
        assert_eq!(names.len(), metrics.methods.len(), "labels tell methods apart");
        for stranger in ["", "/", "/hierophant.v1.GameService/Guess", "/grpc.health.v1.Health/Check"] {
            assert_eq!(metrics.method(stranger), metrics.methods.len(), "{stranger}");
        }
    }

    #[test]
    fn every_kind_of_the_protocol_has_a_place() {
        let is_beyond = |name: Option<&str>| name.is_some();
        for number in KINDS as i32..1_000 {
            let game = GameEnding::try_from(number).ok().map(|kind| kind.as_str_name());
            let seat = SeatEnding::try_from(number).ok().map(|kind| kind.as_str_name());
            let policy = ExpiryPolicy::try_from(number).ok().map(|kind| kind.as_str_name());
            assert!(![game, seat, policy].into_iter().any(is_beyond), "{number}");
        }
        for number in REASONS as i32..1_000 {
            assert!(ErrorReason::try_from(number).is_err(), "{number}");
        }
    }
}
