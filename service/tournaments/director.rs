//! Plays one tournament: walks its schedule, plays what isn't done, and stops when all is, or when its question is answered.
//!
//! The schedule is a function of config and seed (and, for formats that go by results, of complete rounds): after a restart the
//! walk is the same, and what is done is skipped.

use super::{
    Tournaments,
    open_tournament::{LiveGameCount, OpenTournament, is_over},
    read_results, results, slot, tournament_config,
};
use crate::{
    games::GameError,
    pb::v1::{self as pb, Answer, TournamentStatus},
    wire::results::question,
};
use hierophant_arena::{
    GameResult,
    schedule::{Mode, Plan, RoundDeals, Slot},
    stopping,
};
use std::{
    collections::{BTreeMap, VecDeque},
    iter::Peekable,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};
use tokio::task::JoinSet;

/// So often is it stored how long a tournament has been played: more is not lost if the service is killed.
const STORE_EVERY: Duration = Duration::from_secs(5);

/// How a walk ended.
enum RunEnd {
    /// All is played, or the question is answered.
    Finished,
    /// It is paused, cancelled, or the service stops.
    Stopped,
}

/// A walk along the schedule.
struct ScheduleRun<'a> {
    tournaments: &'a Tournaments,
    running: &'a Arc<OpenTournament>,
    plan: Plan,
    /// The round that is being handed out, and where it begins.
    round: u32,
    next_slot: u32,
    next_deal: u32,
    /// The deals of that round that are still to be handed out.
    deals: Option<Peekable<RoundDeals>>,
    /// Slots of a deal that are still to be handed out, and those that were not begun.
    queue: VecDeque<Slot>,
    /// In repeated mode, slots of deals that are handed out and not done with, by deal.
    open: BTreeMap<u32, u32>,
    /// By round, where its slots end; of rounds that were handed out as a whole.
    round_ends: Vec<u32>,
    /// Rounds from the beginning that are known to be complete.
    complete: u32,
    /// Slots before this one are done with.
    first_open: u32,
}

/// Plays a tournament until it is over or the service stops. While it is paused, or cannot go on, it waits to be resumed.
pub(super) async fn direct(tournaments: Tournaments, running: Arc<OpenTournament>) {
    let mut changes = running.changes.subscribe();
    if running.status() != TournamentStatus::Running
        && !running.cancelled.is_cancelled()
        && let Ok(mut run) = ScheduleRun::new(&tournaments, &running)
    {
        // Deals that were over before the service was restarted are open to everybody, whether it goes on or not.
        let _ = run.next(true).await;
    }
    loop {
        changes.borrow_and_update();
        if running.cancelled.is_cancelled() {
            if tournaments.end_games(&running).await {
                tournaments.end(&running, TournamentStatus::Cancelled).await;
            }
            return;
        }
        if running.status() != TournamentStatus::Running {
            tokio::select! {
                _ = changes.changed() => continue,
                () = running.cancelled.cancelled() => continue,
                () = tournaments.drained() => return,
            }
        }
        running.start_time(tournaments.thinking_us());
        let end = match ScheduleRun::new(&tournaments, &running) {
            Ok(mut run) => run.run().await,
            Err(error) => Err(error),
        };
        running.stop_time(tournaments.thinking_us());
        match end {
            Ok(RunEnd::Finished) => return tournaments.end(&running, TournamentStatus::Complete).await,
            Ok(RunEnd::Stopped) => {}
            Err(error) => fail(&running, &error),
        }
        tournaments.store_or_log(&running).await;
        if tournaments.is_draining() {
            return;
        }
    }
}

/// It cannot go on until somebody resumes it.
fn fail(running: &OpenTournament, error: &GameError) {
    tracing::error!(tournament = running.id, %error, "a tournament cannot go on");
    running.change(|stored| {
        if is_over(stored.status()) {
            return;
        }
        stored.status = TournamentStatus::Failed.into();
        stored.reason = error.to_string();
    });
}

impl<'a> ScheduleRun<'a> {
    fn new(tournaments: &'a Tournaments, running: &'a Arc<OpenTournament>) -> Result<ScheduleRun<'a>, GameError> {
        let plan = tournament_config::plan_of(&running.stored())?;
        // Another version may have taken what this one does not.
        plan.check().map_err(|error| GameError::field("config", error.to_string()))?;
        Ok(ScheduleRun {
            tournaments,
            running,
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
                let (tournaments, running) = (self.tournaments.clone(), self.running.clone());
                playing.spawn(play(tournaments, running, slot));
                stops = self.must_stop();
            }
            stops |= self.running.cancelled.is_cancelled();
            if stored_at.elapsed() >= STORE_EVERY {
                stored_at = Instant::now();
                self.running.add_time(self.tournaments.thinking_us());
                self.tournaments.store_or_log(self.running).await;
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
                        // The others come to the same, each in its time.
                        Err(_) if self.tournaments.is_draining() || self.running.cancelled.is_cancelled() => {}
                        Err(error) => return Err(error),
                    }
                }
            }
        }
    }

    fn must_stop(&self) -> bool {
        self.running.cancelled.is_cancelled()
            || self.tournaments.is_draining()
            || self.running.status() != TournamentStatus::Running
    }

    fn games_at_once(&self) -> usize {
        let max = |config: &pb::TournamentConfig| config.games_at_once_max as usize;
        self.running.read(|stored| stored.config.as_ref().map_or(1, max)).max(1)
    }

    /// The next slot to be played; `None` if there is none (yet), or the tournament is cancelled. `is_idle`: nothing is being played.
    async fn next(&mut self, is_idle: bool) -> Result<Option<Slot>, GameError> {
        loop {
            if self.running.cancelled.is_cancelled() {
                return Ok(None);
            }
            if self.is_answered() {
                (self.deals, self.queue) = (None, VecDeque::new());
                return Ok(None);
            }
            if let Some(slot) = self.queue.pop_front() {
                if self.running.is_done(slot.slot) {
                    self.done(&slot);
                    continue;
                }
                return Ok(Some(slot));
            }
            if self.queue_next_deal() {
                // After a restart there may be many deals that are done.
                tokio::task::yield_now().await;
                continue;
            }
            if self.round >= self.plan.rounds() || (self.plan.format.is_adaptive() && !is_idle) {
                return Ok(None);
            }
            self.begin_round().await?;
        }
    }

    /// Makes the slots of the next deal of the round; false if it has no more.
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
        if self.running.slots_total() < self.next_slot {
            self.running.change(|stored| stored.slots_total = stored.slots_total.max(self.next_slot));
        }
        true
    }

    /// Begins the next round.
    async fn begin_round(&mut self) -> Result<(), GameError> {
        let changing = self.running.changing.lock().await;
        if self.plan.format.is_adaptive() {
            // Who takes part may have changed, from this round on.
            self.plan = tournament_config::plan_of(&self.running.stored())?;
        }
        self.running.rounds_started.fetch_max(self.round + 1, Ordering::Relaxed);
        // From here on the round is fixed. To make it takes long in a long tournament: no call is to wait for that.
        drop(changing);
        let (plan, running, round) = (self.plan.clone(), self.running.clone(), self.round);
        let (first_slot, first_deal) = (self.next_slot, self.next_deal);
        let making = tokio::task::spawn_blocking(move || {
            let is_adaptive = plan.format.is_adaptive();
            let before = if is_adaptive { read_results(&running.results_before(first_slot)) } else { Vec::new() };
            (plan.round_deals(round, first_slot, first_deal, &before), plan.slots().unwrap_or_default())
        });
        let failed = |error| GameError::internal(format!("a round of a tournament could not be made: {error}"));
        let (deals, total) = making.await.map_err(failed)?;
        self.deals = deals.map(Iterator::peekable);
        self.round += 1;
        self.running.change(|stored| stored.slots_total = total.max(self.next_slot));
        Ok(())
    }

    /// Notes that a slot is done with; opens its deal if it was the last of it.
    fn done(&mut self, slot: &Slot) {
        if let Some(left) = self.open.get_mut(&slot.deal) {
            *left -= 1;
            if *left == 0 {
                self.open.remove(&slot.deal);
                self.tournaments.games.seals().open_deal(&self.running.id, slot.deal);
            }
        }
        self.check_question();
    }

    fn results_before(&self, end: u32) -> Vec<GameResult> {
        read_results(&self.running.results_before(end))
    }

    /// Asks the tournament's question, if a round was completed since it was last asked.
    fn check_question(&mut self) {
        if !self.has_question() {
            return;
        }
        while self.first_open < self.next_slot && self.running.is_done(self.first_open) {
            self.first_open += 1;
        }
        let complete = self.round_ends.partition_point(|&end| end <= self.first_open) as u32;
        if complete <= self.complete || self.is_answered() {
            return;
        }
        self.complete = complete;
        let end = self.round_ends[complete as usize - 1];
        let config = self.running.config();
        let Ok(version) = tournament_config::version_of(&self.running.stored()) else { return };
        let Some(question) = question(&config, version) else { return };
        match stopping::answer(&self.results_before(end), &question) {
            None => drop(self.running.change(|stored| stored.answer = Answer::Open.into())),
            // Several rounds may have become complete at once. What counts ends with the one that answers, so that figures don't depend on
            // how many games are played at once.
            Some(answered) => {
                let end = self.round_ends[answered.round as usize];
                let answer = if answered.is_better { Answer::Better } else { Answer::Worse };
                self.running.change(|stored| (stored.answer, stored.slots_counted) = (answer.into(), end));
            }
        }
    }

    fn is_answered(&self) -> bool {
        self.has_question() && self.running.read(|stored| matches!(stored.answer(), Answer::Better | Answer::Worse))
    }

    fn has_question(&self) -> bool {
        self.running.read(|stored| stored.config.as_ref().is_some_and(|config| config.question.is_some()))
    }
}

/// What became of a slot that was handed out.
enum SlotProgress {
    /// It has a result, or is void.
    Done(Slot),
    /// The tournament was paused while the slot waited for its agents.
    NotStarted(Slot),
}

/// Plays a slot and stores what came of it.
async fn play(tournaments: Tournaments, running: Arc<OpenTournament>, slot: Slot) -> Result<SlotProgress, GameError> {
    let live = LiveGameCount::new(&running);
    let Some(outcome) = slot::play(&tournaments, &running, &slot).await? else {
        return Ok(SlotProgress::NotStarted(slot));
    };
    drop(live);
    let rows = results::rows(&slot, &outcome)?;
    tournaments.store_results(&running, rows).await?;
    Ok(SlotProgress::Done(slot))
}
