//! Runs one tournament: plays the slots of its schedule without a result, until all have one or the
//! tournament's hypothesis is decided.
//!
//! The schedule is a function of config and seed (and, for formats that use results, of complete
//! rounds): after a restart it is the same, and finished slots are skipped.

use super::{
    Tournaments,
    open_tournament::{LiveGameCount, OpenTournament, is_over},
    read_results, results, slot, tournament_config,
};
use crate::{
    games::GameError,
    pb::v1::{self as pb, Answer, TournamentStatus},
    wire::results::hypothesis,
};
use hierophant_arena::{
    GameResult, Slot,
    schedule::{Mode, Plan, RoundDeals},
    stopping,
};
use std::{
    collections::{BTreeMap, VecDeque},
    iter::Peekable,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};
use tokio::task::JoinSet;

/// How often a tournament's played time is stored; a killed service loses at most this much.
const STORE_INTERVAL: Duration = Duration::from_secs(5);

/// Why a run ended.
enum RunEnd {
    /// All slots are finished, or the hypothesis is decided.
    Finished,
    /// The tournament is paused or cancelled, or the service stops.
    Stopped,
}

/// A run along the schedule.
struct ScheduleRun<'a> {
    tournaments: &'a Tournaments,
    tournament: &'a Arc<OpenTournament>,
    plan: Plan,
    /// The next round, the next slot and the next deal.
    round: u32,
    next_slot: u32,
    next_deal: u32,
    /// The deals of the current round that are not queued yet.
    deals: Option<Peekable<RoundDeals>>,
    /// Slots that are to be started.
    queue: VecDeque<Slot>,
    /// In repeated mode, by deal, the number of its unfinished slots.
    open: BTreeMap<u32, u32>,
    /// By round, the end of its slots; for rounds whose deals are all queued.
    round_ends: Vec<u32>,
    /// The number of complete rounds from the beginning.
    complete: u32,
    /// All slots before this one are finished.
    first_open: u32,
}

/// Runs a tournament until it is over or the service stops. While it is paused or has failed, waits
/// until it is resumed.
pub(super) async fn direct(tournaments: Tournaments, tournament: Arc<OpenTournament>) {
    let mut changes = tournament.changes.subscribe();
    if tournament.status() != TournamentStatus::Running
        && !tournament.cancelled.is_cancelled()
        && let Ok(mut run) = ScheduleRun::new(&tournaments, &tournament)
    {
        // Unseals the deals that were complete before a restart, whether the tournament continues
        // or not.
        if run.next(true).await.is_ok_and(|next| next.is_some()) {
            run.unseal_complete_deals().await;
        }
    }
    if tournament.status() != TournamentStatus::Running {
        tournament.caught_up();
    }
    loop {
        changes.borrow_and_update();
        if tournament.cancelled.is_cancelled() {
            if tournaments.end_games(&tournament).await {
                tournaments.end(&tournament, TournamentStatus::Cancelled).await;
            }
            return;
        }
        if tournament.status() != TournamentStatus::Running {
            tokio::select! {
                _ = changes.changed() => continue,
                () = tournament.cancelled.cancelled() => continue,
                // The time until the next start counts towards no delay.
                () = tournaments.drained() => return tournaments.store_or_log(&tournament).await,
            }
        }
        tournament.start_time(tournaments.thinking_us());
        let end = match ScheduleRun::new(&tournaments, &tournament) {
            Ok(mut run) => run.run().await,
            Err(error) => Err(error),
        };
        tournament.stop_time(tournaments.thinking_us());
        match end {
            Ok(RunEnd::Finished) => {
                return tournaments.end(&tournament, TournamentStatus::Complete).await;
            }
            Ok(RunEnd::Stopped) => {}
            Err(error) => fail(&tournament, &error),
        }
        tournament.caught_up();
        tournaments.store_or_log(&tournament).await;
        if tournaments.is_draining() {
            return;
        }
    }
}

/// Records that the tournament has failed; a caller may resume it.
fn fail(tournament: &OpenTournament, error: &GameError) {
    tracing::error!(tournament = tournament.id, %error, "a tournament cannot continue");
    tournament.change(|stored| {
        if is_over(stored.status()) {
            return;
        }
        stored.status = TournamentStatus::Failed.into();
        stored.reason = error.to_string();
    });
}

impl<'a> ScheduleRun<'a> {
    fn new(
        tournaments: &'a Tournaments,
        tournament: &'a Arc<OpenTournament>,
    ) -> Result<ScheduleRun<'a>, GameError> {
        let plan = tournament_config::plan_of(&tournament.stored())?;
        // Another version may have accepted what this one rejects.
        plan.check().map_err(|error| GameError::field("config", error.to_string()))?;
        Ok(ScheduleRun {
            tournaments,
            tournament,
            plan,
            round: 0,
            next_slot: 0,
            next_deal: 0,
            deals: None,
            queue: VecDeque::new(),
            open: BTreeMap::new(),
            round_ends: Vec::new(),
            complete: 0,
            first_open: 0,
        })
    }

    async fn run(&mut self) -> Result<RunEnd, GameError> {
        let mut playing: JoinSet<Result<SlotProgress, GameError>> = JoinSet::new();
        let mut stored_at = Instant::now();
        loop {
            let mut stops = self.must_stop();
            while !stops && playing.len() < self.games_at_once() {
                let Some(slot) = self.next(playing.is_empty()).await? else { break };
                let (tournaments, tournament) = (self.tournaments.clone(), self.tournament.clone());
                playing.spawn(play(tournaments, tournament, slot));
                stops = self.must_stop();
            }
            // Every slot that was done before a restart has been passed over.
            self.tournament.caught_up();
            stops |= self.tournament.cancelled.is_cancelled();
            if stored_at.elapsed() >= STORE_INTERVAL {
                stored_at = Instant::now();
                self.tournament.add_time(self.tournaments.thinking_us());
                self.tournaments.store_or_log(self.tournament).await;
            }
            match playing.join_next().await {
                None if stops => return Ok(RunEnd::Stopped),
                None => return Ok(RunEnd::Finished),
                Some(progress) => {
                    let progress = progress.unwrap_or_else(|error| {
                        Err(GameError::internal(format!("a game of a tournament failed: {error}")))
                    });
                    match progress {
                        Ok(SlotProgress::Done(slot)) => self.done(&slot),
                        Ok(SlotProgress::NotStarted(slot)) => self.queue.push_front(slot),
                        // The other slots will end likewise.
                        Err(_)
                            if self.tournaments.is_draining()
                                || self.tournament.cancelled.is_cancelled() => {}
                        Err(error) => return Err(error),
                    }
                }
            }
        }
    }

    fn must_stop(&self) -> bool {
        self.tournament.cancelled.is_cancelled()
            || self.tournaments.is_draining()
            || self.tournament.status() != TournamentStatus::Running
    }

    fn games_at_once(&self) -> usize {
        let max = |config: &pb::TournamentConfig| config.games_at_once_max as usize;
        self.tournament.read(|stored| stored.config.as_ref().map_or(1, max)).max(1)
    }

    /// The next slot to play; `None` if there is none (yet), or the tournament is cancelled.
    /// `is_idle`: no slot is being played.
    async fn next(&mut self, is_idle: bool) -> Result<Option<Slot>, GameError> {
        loop {
            if self.tournament.cancelled.is_cancelled() {
                return Ok(None);
            }
            if self.is_answered() {
                (self.deals, self.queue) = (None, VecDeque::new());
                return Ok(None);
            }
            if let Some(slot) = self.queue.pop_front() {
                if self.tournament.is_done(slot.slot) {
                    self.done(&slot);
                    continue;
                }
                return Ok(Some(slot));
            }
            if self.queue_next_deal() {
                // After a restart many deals may be finished.
                tokio::task::yield_now().await;
                continue;
            }
            if self.round >= self.plan.rounds() || (self.plan.format.is_adaptive() && !is_idle) {
                return Ok(None);
            }
            self.begin_round().await?;
        }
    }

    /// Queues the slots of the round's next deal; false if the round has no more.
    fn queue_next_deal(&mut self) -> bool {
        let Some(deals) = &mut self.deals else { return false };
        let slots = deals.next().unwrap_or_default();
        let is_last = deals.peek().is_none();
        for slot in &slots {
            self.next_deal = self.next_deal.max(slot.deal + 1);
            if self.plan.mode == Mode::Repeated {
                *self.open.entry(slot.deal).or_default() += 1;
            }
        }
        self.next_slot += slots.len() as u32;
        self.queue.extend(slots);
        if is_last {
            self.deals = None;
            self.round_ends.push(self.next_slot);
        }
        if self.tournament.slots_total() < self.next_slot {
            self.tournament
                .change(|stored| stored.slots_total = stored.slots_total.max(self.next_slot));
        }
        true
    }

    /// Starts the next round.
    async fn begin_round(&mut self) -> Result<(), GameError> {
        let changing = self.tournament.changing.lock().await;
        if self.plan.format.is_adaptive() {
            // The entrants may have changed, from this round on.
            self.plan = tournament_config::plan_of(&self.tournament.stored())?;
        }
        self.tournament.rounds_started.fetch_max(self.round + 1, Ordering::Relaxed);
        // From here on the round is fixed. Computing it may take long: no call must wait for that.
        drop(changing);
        let (plan, tournament, round) = (self.plan.clone(), self.tournament.clone(), self.round);
        let (first_slot, first_deal) = (self.next_slot, self.next_deal);
        let making = tokio::task::spawn_blocking(move || {
            let is_adaptive = plan.format.is_adaptive();
            let before = if is_adaptive {
                read_results(&tournament.results_before(first_slot))
            } else {
                Vec::new()
            };
            (
                plan.round_deals(round, first_slot, first_deal, &before),
                plan.slots().unwrap_or_default(),
            )
        });
        let failed = |error| {
            GameError::internal(format!("a round of a tournament could not be made: {error}"))
        };
        let (deals, total) = making.await.map_err(failed)?;
        self.deals = deals.map(Iterator::peekable);
        self.round += 1;
        self.tournament.change(|stored| stored.slots_total = total.max(self.next_slot));
        Ok(())
    }

    /// Records that a slot is finished; unseals its deal if it was the deal's last slot.
    fn done(&mut self, slot: &Slot) {
        if let Some(left) = self.open.get_mut(&slot.deal) {
            *left -= 1;
            if *left == 0 {
                self.open.remove(&slot.deal);
                self.tournaments.games.seals().open_deal(&self.tournament.id, slot.deal);
                self.tournament.deal_opened(slot.deal);
            }
        }
        self.check_hypothesis();
    }

    /// Records the slots of the present round that are finished, in order to unseal their deals;
    /// the run ends with that.
    async fn unseal_complete_deals(&mut self) {
        let last_done = self.tournament.last_slot_done();
        loop {
            while let Some(slot) = self.queue.pop_front() {
                if self.tournament.is_done(slot.slot) {
                    self.done(&slot);
                }
            }
            if last_done.is_none_or(|last| last < self.next_slot) || !self.queue_next_deal() {
                return;
            }
            tokio::task::yield_now().await;
        }
    }

    fn results_before(&self, end: u32) -> Vec<GameResult> {
        read_results(&self.tournament.results_before(end))
    }

    /// Evaluates the tournament's hypothesis, if another round is complete.
    fn check_hypothesis(&mut self) {
        if !self.has_hypothesis() {
            return;
        }
        while self.first_open < self.next_slot && self.tournament.is_done(self.first_open) {
            self.first_open += 1;
        }
        let complete = self.round_ends.partition_point(|&end| end <= self.first_open) as u32;
        if complete <= self.complete || self.is_answered() {
            return;
        }
        self.complete = complete;
        let end = self.round_ends[complete as usize - 1];
        let config = self.tournament.config();
        let Ok(version) = tournament_config::version_of(&self.tournament.stored()) else { return };
        let Some(hypothesis) = hypothesis(&config, version) else { return };
        match stopping::answer(&self.results_before(end), &hypothesis) {
            None => drop(self.tournament.change(|stored| stored.answer = Answer::Open.into())),
            // Several rounds may have become complete at once. Results count up to the round that
            // answers, so that statistics do not depend on how many games are played at once.
            Some(answered) => {
                let end = self.round_ends[answered.round as usize];
                let answer = if answered.is_better { Answer::Better } else { Answer::Worse };
                self.tournament
                    .change(|stored| (stored.answer, stored.slots_counted) = (answer.into(), end));
            }
        }
    }

    fn is_answered(&self) -> bool {
        self.has_hypothesis()
            && self
                .tournament
                .read(|stored| matches!(stored.answer(), Answer::Better | Answer::Worse))
    }

    fn has_hypothesis(&self) -> bool {
        self.tournament
            .read(|stored| stored.config.as_ref().is_some_and(|config| config.hypothesis.is_some()))
    }
}

/// What became of a slot that was started.
enum SlotProgress {
    /// It has a result, or is void.
    Done(Slot),
    /// The tournament was paused while the slot waited for its agents.
    NotStarted(Slot),
}

/// Plays a slot and stores its result.
async fn play(
    tournaments: Tournaments,
    tournament: Arc<OpenTournament>,
    slot: Slot,
) -> Result<SlotProgress, GameError> {
    let live = LiveGameCount::new(&tournament);
    let Some(outcome) = slot::play(&tournaments, &tournament, &slot).await? else {
        return Ok(SlotProgress::NotStarted(slot));
    };
    drop(live);
    let rows = results::rows(&slot, &outcome)?;
    tournaments.store_results(&tournament, rows).await?;
    Ok(SlotProgress::Done(slot))
}
