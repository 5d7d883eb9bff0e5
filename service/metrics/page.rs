//! The page: every figure with its name and meaning, in the OpenMetrics text format.

use super::{
    Commits, Histogram, Metrics,
    figures::{REASONS, method_name},
    process::Process,
};
use crate::{
    games::{Census, Games, Refusal},
    pb::v1::{ErrorReason, ExpiryPolicy, GameEnding, SeatEnding},
};
use hierophant_rules::catalog::RulesetId;
use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeGaugeValue, NoLabelSet, text},
    metrics::MetricType,
    registry::Registry,
};
use std::{
    fmt,
    sync::{Arc, atomic::Ordering},
};
use tonic::Code;

/// A limit by its name, how much of it is used, and how much there is.
pub type Use = (&'static str, usize, usize);

/// Where the metrics come from.
#[derive(Clone)]
pub struct Source {
    /// Whose.
    pub games: Games,
    /// Asks how far limits are used.
    pub uses: Arc<dyn Fn() -> Vec<Use> + Send + Sync>,
}

impl Source {
    /// The page as it is now.
    ///
    /// # Errors
    /// A fault of ours.
    pub(super) async fn page(&self) -> Result<String, Refusal> {
        let census = self.games.census().await?;
        let now = Now {
            games: self.games.clone(),
            is_open: self.games.is_open(),
            census,
            uses: (self.uses)(),
            commits: self.games.commits(),
            process: Process::now(),
        };
        let mut registry = Registry::default();
        registry.register_collector(Box::new(now));
        let mut page = String::new();
        text::encode(&mut page, &registry).map_err(Refusal::internal)?;
        Ok(page)
    }
}

/// Everything on the page, at one moment.
struct Now {
    games: Games,
    is_open: bool,
    census: Census,
    uses: Vec<Use>,
    commits: Option<Arc<Commits>>,
    process: Process,
}

impl fmt::Debug for Now {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Now").finish_non_exhaustive()
    }
}

impl Collector for Now {
    fn encode(&self, encoder: DescriptorEncoder) -> fmt::Result {
        let mut page = Page(encoder);
        self.service(&mut page)?;
        self.games(&mut page)?;
        self.answers(&mut page)?;
        self.followers(&mut page)?;
        self.store(&mut page)
    }
}

impl Now {
    fn metrics(&self) -> &Metrics {
        self.games.metrics()
    }

    fn service(&self, page: &mut Page) -> fmt::Result {
        let Metrics { methods, calls, recovered, recovery_us, .. } = self.metrics();
        let version = env!("CARGO_PKG_VERSION");
        page.gauges("hierophant_build", "The version that runs", [([("version", version)], 1u64)])?;
        page.gauge("hierophant_serving", "1 while calls are let in, else 0", u64::from(self.is_open))?;
        let limit = |index: usize| {
            move |&(name, used, most): &Use| ([("limit", name)], if index == 0 { used as u64 } else { most as u64 })
        };
        let used = self.uses.iter().map(limit(0));
        page.gauges("hierophant_limit_used", "How much of a limit is used", used)?;
        let most = self.uses.iter().map(limit(1));
        page.gauges("hierophant_limit_max", "How much a limit allows", most)?;
        let outcomes: Vec<String> = (0..).map_while(outcome).collect();
        let rows = calls.iter().enumerate().flat_map(|(method, counts)| {
            let method = methods.get(method).map_or("other", |path| method_name(path));
            let outcomes = &outcomes;
            let row = move |(index, count): (usize, u64)| {
                ([("method", method), ("outcome", outcomes.get(index).map_or("", String::as_str))], count)
            };
            counts.iter().filter(of_known_set).map(row)
        });
        page.counters("hierophant_calls", "Calls that were answered, or have begun to be", rows)?;
        let restored = recovered.load(Ordering::Relaxed);
        page.gauge("hierophant_recovered_games", "Games in play that were read back at the start", restored)?;
        let seconds = recovery_us.load(Ordering::Relaxed) as f64 / 1e6;
        page.gauge("hierophant_recovery_seconds", "How long that took", seconds)?;
        let Process { resident_bytes, processor_seconds, open_files } = self.process;
        if let Some(bytes) = resident_bytes {
            page.gauge("process_resident_memory_bytes", "Memory that is in use", bytes)?;
        }
        if let Some(seconds) = processor_seconds {
            page.counter("process_cpu_seconds", "Processor time", seconds)?;
        }
        open_files.map_or(Ok(()), |count| page.gauge("process_open_fds", "Open files and sockets", count))
    }

    fn games(&self, page: &mut Page) -> fmt::Result {
        let Metrics { created, ended, seats_out, expired, given_up, .. } = self.metrics();
        let live = self.census.live.iter().map(|&(ruleset, count)| ([("ruleset", ruleset.facts().id)], count));
        page.gauges("hierophant_games_live", "Games in play", live)?;
        let rows = created.iter().map(|(place, count)| ([("ruleset", ruleset(place))], count));
        page.counters("hierophant_games_created", "Games that were created", rows)?;
        let rows = ended.iter().enumerate().flat_map(|(place, counts)| {
            let row = move |(index, count)| {
                let ending =
                    kind(index, |index| GameEnding::try_from(index).ok()?.as_str_name().strip_prefix("GAME_ENDING_"));
                ([("ruleset", ruleset(place)), ("ending", ending)], count)
            };
            counts.iter().map(row)
        });
        page.counters("hierophant_games_ended", "Games that have ended", rows)?;
        let causes = ["unjoined", "idle"];
        let rows = given_up.iter().map(|(index, count)| ([("cause", causes[index])], count));
        page.counters("hierophant_games_given_up", "Games that nobody played any more", rows)?;
        let rows = seats_out.iter().map(|(index, count)| {
            let ending =
                kind(index, |index| SeatEnding::try_from(index).ok()?.as_str_name().strip_prefix("SEAT_ENDING_"));
            ([("ending", ending)], count)
        });
        page.counters("hierophant_seats_out", "Seats that went out of games that went on", rows)?;
        let rows = expired.iter().map(|(index, count)| {
            let name = |index| ExpiryPolicy::try_from(index).ok()?.as_str_name().strip_prefix("EXPIRY_POLICY_");
            ([("policy", kind(index, name))], count)
        });
        page.counters("hierophant_expiries", "Times that a seat's time was over, by what was done", rows)
    }

    fn answers(&self, page: &mut Page) -> fmt::Result {
        let Metrics { answers, refused_to_agents, repeated, checked, submit, calls, submit_times, .. } = self.metrics();
        let open = self.census.open_decisions;
        page.gauge("hierophant_open_decisions", "Decisions that wait for an answer", open)?;
        let seconds = self.census.oldest_decision_ms as f64 / 1e3;
        page.gauge("hierophant_oldest_open_decision_seconds", "For how long the oldest has waited", seconds)?;
        let by = ["seat", "expiry", "default", "house_agent"];
        let labels = |by, outcome, reason| [("by", by), ("outcome", outcome), ("reason", reason)];
        let taken = answers.iter().map(|(index, count)| (labels(by[index], "taken", ""), count));
        let others = [
            (labels("seat", "repeated", ""), repeated.load(Ordering::Relaxed)),
            (labels("seat", "checked", ""), checked.load(Ordering::Relaxed)),
        ];
        let outcomes: Vec<String> = (0..).map_while(outcome).collect();
        let to_agents = refused_to_agents.iter().map(|(_, count)| count).chain(std::iter::repeat(0));
        let refused = calls[*submit].iter().zip(to_agents);
        let refused =
            refused.map(|((index, count), to_agents)| (index, count + to_agents)).skip(1).filter(of_known_set);
        let refused = refused
            .map(|(index, count)| (labels("seat", "refused", outcomes.get(index).map_or("", String::as_str)), count));
        let rows = taken.chain(others).chain(refused);
        page.counters("hierophant_answers", "Answers to decisions", rows)?;
        page.histogram("hierophant_submit_action_seconds", "How long SubmitAction took", submit_times, 1e6)
    }

    fn followers(&self, page: &mut Page) -> fmt::Result {
        let Metrics { watchers, evicted, .. } = self.metrics();
        let open = watchers.load(Ordering::Relaxed);
        page.gauge("hierophant_watchers", "Open streams of WatchGame and Serve", open)?;
        let causes = ["slow", "replaced"];
        let rows = evicted.iter().map(|(index, count)| ([("cause", causes[index])], count));
        page.counters("hierophant_watchers_evicted", "Streams that were closed by the service", rows)
    }

    fn store(&self, page: &mut Page) -> fmt::Result {
        let Metrics { append_times, store_failures, .. } = self.metrics();
        let name = "hierophant_append_seconds";
        page.histogram(name, "How long the store took to keep a record, its queue included", append_times, 1e6)?;
        let failures = store_failures.load(Ordering::Relaxed);
        page.counter("hierophant_append_failures", "Records that the store did not keep", failures)?;
        let Some(commits) = &self.commits else { return Ok(()) };
        page.histogram("hierophant_commit_writes", "Writes that shared a commit", &commits.writes, 1.0)?;
        page.histogram("hierophant_commit_seconds", "How long a commit took", &commits.times, 1e6)
    }
}

/// Whether a place among the outcomes of calls is told before it has moved: codes that come without a reason of ours are not.
fn of_known_set((index, count): &(usize, u64)) -> bool {
    *index < REASONS || *count > 0
}

/// What a place among the outcomes of calls stands for; `None` beyond the last.
fn outcome(index: usize) -> Option<String> {
    match index {
        0 => Some("OK".into()),
        1..REASONS => Some(
            kind(index, |index| ErrorReason::try_from(index).ok()?.as_str_name().strip_prefix("ERROR_REASON_")).into(),
        ),
        _ => {
            let code = Code::from(i32::try_from(index - REASONS).ok()?);
            (code as usize == index - REASONS).then(|| format!("{code:?}"))
        }
    }
}

/// Values of labels that stand for nothing that can happen.
const UNNAMED: [&str; 2] = [UNKNOWN, "UNSPECIFIED"];
const UNKNOWN: &str = "UNKNOWN";

/// The name of a kind of the protocol.
fn kind(index: usize, name: impl Fn(i32) -> Option<&'static str>) -> &'static str {
    i32::try_from(index).ok().and_then(name).unwrap_or(UNKNOWN)
}

/// The id of the ruleset at this place of the catalog.
fn ruleset(place: usize) -> &'static str {
    RulesetId::ALL[place].facts().id
}

type Labels<'a, const N: usize> = [(&'a str, &'a str); N];

/// Writes families of metrics.
struct Page<'a>(DescriptorEncoder<'a>);

impl Page<'_> {
    /// Counters. Those that never moved are told as well, so that their first step is seen as one; places without a name are not.
    fn counters<'a, const N: usize>(
        &mut self,
        name: &str,
        help: &str,
        rows: impl IntoIterator<Item = (Labels<'a, N>, u64)>,
    ) -> fmt::Result {
        let mut family = self.0.encode_descriptor(name, help, None, MetricType::Counter)?;
        let is_named = |labels: &Labels<'a, N>| labels.iter().all(|(_, value)| !UNNAMED.contains(value));
        for (labels, count) in rows.into_iter().filter(|(labels, count)| *count > 0 || is_named(labels)) {
            family.encode_family(&labels)?.encode_counter::<NoLabelSet, _, f64>(&count, None)?;
        }
        Ok(())
    }

    fn counter(
        &mut self,
        name: &str,
        help: &str,
        count: impl prometheus_client::encoding::EncodeCounterValue,
    ) -> fmt::Result {
        let mut family = self.0.encode_descriptor(name, help, None, MetricType::Counter)?;
        family.encode_counter::<NoLabelSet, _, f64>(&count, None)
    }

    fn gauges<'a, const N: usize>(
        &mut self,
        name: &str,
        help: &str,
        rows: impl IntoIterator<Item = (Labels<'a, N>, u64)>,
    ) -> fmt::Result {
        let mut family = self.0.encode_descriptor(name, help, None, MetricType::Gauge)?;
        rows.into_iter().try_for_each(|(labels, value)| family.encode_family(&labels)?.encode_gauge(&value))
    }

    fn gauge(&mut self, name: &str, help: &str, value: impl EncodeGaugeValue) -> fmt::Result {
        self.0.encode_descriptor(name, help, None, MetricType::Gauge)?.encode_gauge(&value)
    }

    /// A histogram whose numbers are in this part of the unit that its name says.
    fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram, unit: f64) -> fmt::Result {
        let (sum, count, buckets) = histogram.read(unit);
        let mut family = self.0.encode_descriptor(name, help, None, MetricType::Histogram)?;
        family.encode_histogram::<NoLabelSet>(sum, count, &buckets, None)
    }
}
