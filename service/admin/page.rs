//! The metrics page: every metric with its name and help text, in the OpenMetrics text format.

use crate::{
    games::{GameError, Games, Stats},
    metrics::{DescribedMetrics, LimitUse, ProcessCollector, RulesetLabels, SecondsGauge},
};
use prometheus_client::{
    encoding::{EncodeLabelSet, text},
    metrics::{family::Family, gauge::Gauge},
    registry::Registry,
};

/// The metrics on the page.
pub struct Page {
    games: Games,
    /// Reads the use of the limits.
    limits: Box<dyn Fn() -> Vec<LimitUse> + Send + Sync>,
    gauges: Gauges,
    registry: Registry,
}

/// Values that are read only when the page is rendered.
#[derive(Default)]
struct Gauges {
    serving: Gauge,
    live: Family<RulesetLabels, Gauge>,
    open_decisions: Gauge,
    oldest_decision: SecondsGauge,
    limit_used: Family<LimitLabels, Gauge>,
    limit_max: Family<LimitLabels, Gauge>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct LimitLabels {
    limit: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct BuildLabels {
    version: &'static str,
}

impl Page {
    /// The page of a service with these games; `limits` reads the use of its limits.
    pub fn new(games: Games, limits: impl Fn() -> Vec<LimitUse> + Send + Sync + 'static) -> Page {
        let gauges = Gauges::default();
        let mut described = DescribedMetrics::default();
        gauges.describe(&mut described);
        games.metrics().describe(&mut described);
        if let Some(commits) = games.commits() {
            commits.describe(&mut described);
        }
        let mut registry = Registry::default();
        registry.register_collector(Box::new(described));
        registry.register_collector(Box::new(ProcessCollector));
        Page { games, limits: Box::new(limits), gauges, registry }
    }

    /// Whether the service accepts calls.
    pub(super) fn is_serving(&self) -> bool {
        self.games.is_open()
    }

    /// Renders the page. Calls must not overlap: they set the same gauges.
    ///
    /// # Errors
    /// `Internal` if a metric cannot be encoded, or the games cannot be counted.
    pub(super) async fn text(&self) -> Result<String, GameError> {
        self.gauges.serving.set(self.is_serving().into());
        self.gauges.set_stats(&self.games.stats().await?);
        self.gauges.set_limits(&(self.limits)());
        let mut text = String::new();
        text::encode(&mut text, &self.registry).map_err(GameError::internal)?;
        Ok(text)
    }
}

impl Gauges {
    fn describe(&self, to: &mut DescribedMetrics) {
        let build: Family<BuildLabels, Gauge> = Family::default();
        build.get_or_create(&BuildLabels { version: env!("CARGO_PKG_VERSION") }).set(1);
        to.add("hierophant_build", "The version that runs", &build);
        to.add("hierophant_serving", "1 while calls are accepted, else 0", &self.serving);
        to.add("hierophant_limit_used", "How much of a limit is used", &self.limit_used);
        to.add("hierophant_limit_max", "How much a limit allows", &self.limit_max);
        to.add("hierophant_games_live", "Games in play", &self.live);
        to.add(
            "hierophant_open_decisions",
            "Decisions that wait for an answer",
            &self.open_decisions,
        );
        let help = "For how long the oldest has waited";
        to.add("hierophant_oldest_open_decision_seconds", help, &self.oldest_decision);
    }

    fn set_stats(&self, stats: &Stats) {
        for &(ruleset, count) in &stats.live {
            self.live.get_or_create(&ruleset.into()).set(count.cast_signed());
        }
        self.open_decisions.set(stats.open_decisions.cast_signed());
        self.oldest_decision.set(stats.oldest_decision_ms as f64 / 1e3);
    }

    fn set_limits(&self, limits: &[LimitUse]) {
        for &LimitUse { name, used, max } in limits {
            let labels = LimitLabels { limit: name };
            self.limit_used.get_or_create(&labels).set(used as i64);
            self.limit_max.get_or_create(&labels).set(max as i64);
        }
    }
}
