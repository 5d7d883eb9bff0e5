//! House agents: seats that the service plays by itself. They take the same path as strangers and see views alone. They think in turns
//! (see `turns`), and where rivals play they answer at a pace that tells nothing (see `pace`).

use super::{
    Shared,
    error::GameError,
    header::Header,
    history::AnsweredBy,
    live_game::{LiveGame, Notification},
    pace::{self, Choice, Pace},
    position::Position,
    shared::Submission,
    turns::{Flow, Turns},
};
use crate::config::{BUILT_IN_SEARCH_ITERATIONS_MAX, THINKING_SLICE_ITERATIONS};
use hierophant_agents::Policy;
use hierophant_rules::{
    Seat, Viewer,
    catalog::{Action, Kind, RulesetId, View},
};
use sha2::{Digest, Sha256};
use std::{sync::Arc, time::Duration};
use tokio::{sync::watch, time::Instant};

/// Where house agents wait for their turns to think.
pub(super) struct ThinkingTurns {
    /// Policies that take next to nothing, so that they never wait for those that search.
    quick: Arc<Turns>,
    search: Arc<Turns>,
}

impl ThinkingTurns {
    /// So many think at the same time.
    pub(super) fn new(at_once: usize) -> ThinkingTurns {
        ThinkingTurns { quick: Turns::new(at_once), search: Turns::new(at_once) }
    }
}

/// Seats the house agent that is to play the seat, if one is: from the beginning, or for a seat that is out.
pub(super) fn seat_if_asked(shared: &Arc<Shared>, live_game: &Arc<LiveGame>, seat: Seat) {
    let (header, position) = (&live_game.header, live_game.position());
    let name = match position.seat_clocks[seat.index()].counters.out {
        Some(out) if out.by_agent => header.control().map_or("", |control| control.house_agent.as_str()),
        _ => header.created.seats[seat.index()].house_agent.as_str(),
    };
    if name.is_empty() || position.outcome.is_some() {
        return;
    }
    let name = name.to_owned();
    match policy(&name, position.state.ruleset(), &header.created.seed, seat, 0) {
        Some(_) => drop(shared.tasks.spawn(play(shared.clone(), live_game.clone(), seat, name))),
        None => tracing::error!(game = header.id(), agent = name, "no such house agent any more"),
    }
}

/// Plays a seat until the game is over or the service stops.
async fn play(shared: Arc<Shared>, live_game: Arc<LiveGame>, seat: Seat, name: String) {
    let mut changes = live_game.subscribe(Viewer::Seat(seat));
    let mut player = Player::new(shared, live_game, seat, name);
    loop {
        changes.borrow_and_update();
        let position = player.live_game.position();
        if position.outcome.is_some() {
            return;
        }
        let Some((decision_id, decision)) = position.asked(seat) else {
            tokio::select! {
                changed = changes.changed() => changed.expect("the live game has the sender"),
                () = player.shared.draining.cancelled() => return,
            }
            continue;
        };
        if !decision.continues {
            player.choice = None;
        }
        let Some(answer) = player.answer(position, decision_id, decision.kind).await else { return };
        if !player.submit(answer).await {
            return;
        }
    }
}

/// A seat that the service plays.
struct Player {
    shared: Arc<Shared>,
    live_game: Arc<LiveGame>,
    seat: Seat,
    name: String,
    quick: Flow,
    search: Flow,
    changes: watch::Receiver<Notification>,
    /// The choice that it is at, where its pace is not to tell anything.
    choice: Option<Choice>,
    has_failed: bool,
}

/// What a policy has come to.
struct Thought {
    /// `None` if it has failed.
    action: Option<Action>,
    started: Instant,
    ended: Instant,
}

impl Player {
    fn new(shared: Arc<Shared>, live_game: Arc<LiveGame>, seat: Seat, name: String) -> Player {
        let flow = |turns: &Arc<Turns>| turns.flow(&live_game.header.created.principal, live_game.header.key);
        let (quick, search) = (flow(&shared.thinking_turns.quick), flow(&shared.thinking_turns.search));
        let changes = live_game.subscribe(Viewer::Seat(seat));
        Player { quick, search, changes, shared, live_game, seat, name, choice: None, has_failed: false }
    }

    /// Waits; `None` if the game is over before, or the service stops.
    async fn wait<T>(&self, wait: impl Future<Output = T>) -> Option<T> {
        let mut changes = self.changes.clone();
        tokio::select! {
            waited = wait => Some(waited),
            _ = changes.wait_for(|changes| changes.over) => None,
            () = self.shared.draining.cancelled() => None,
        }
    }

    /// Thinks about the open decision, and waits until its answer may be let out. `None` if there is nothing to answer any more.
    async fn answer(&mut self, position: Arc<Position>, decision_id: u32, kind: Kind) -> Option<Submission> {
        let (shared, live_game, seat) = (self.shared.clone(), self.live_game.clone(), self.seat);
        let header: &Header = &live_game.header;
        let pace = pace::pace(header, &position, &self.name, kind, shared.house_pace_percent);
        self.choice = pace.map(|pace| self.choice.take().unwrap_or_else(|| Choice::new(pace)));
        let (view, legal) = (position.state.view(Viewer::Seat(seat)), position.state.legal(seat));
        let by = by(&position, seat);
        let Some(&fallback) = legal.first() else {
            tracing::error!(game = header.id(), %seat, "a decision without a legal action");
            return None;
        };
        let thinker = policy(&self.name, position.state.ruleset(), &header.created.seed, seat, decision_id);
        let thinker = thinker.filter(|_| !self.has_failed);
        let Thought { action, started, ended } = self.think(thinker, view, legal, kind, pace).await?;
        self.has_failed |= action.is_none();
        let action = action.unwrap_or(fallback);
        if let Some(choice) = self.choice.take() {
            if pace::is_noticed(header, &position, seat, action) {
                self.wait(tokio::time::sleep_until(choice.release(started, ended))).await?;
            } else {
                self.choice = Some(choice);
            }
        }
        let arrived_ms = shared.clock.now_ms();
        let (action_code, action) = (action.code().0, Some(action));
        Some(Submission { seat, decision_id, action_code, action, by, arrived_ms, validate_only: false })
    }

    /// Asks the policy, if there is one, off the threads that serve calls, when it is its turn: slice by slice, each in a turn of its
    /// own. Where it keeps a pace, neither how many turns it takes nor what they are charged tells anything: it takes as many as the
    /// policy may need, and what it has waited between them doesn't count as thinking.
    async fn think(
        &self,
        policy: Option<Box<dyn Policy>>,
        view: View,
        legal: Vec<Action>,
        kind: Kind,
        pace: Option<Pace>,
    ) -> Option<Thought> {
        let iterations = hierophant_agents::iterations(&self.name);
        let slices = iterations.unwrap_or(1).div_ceil(THINKING_SLICE_ITERATIONS);
        let estimate = pace.map_or_else(|| hierophant_agents::cost(&self.name, kind).decision, |pace| pace.decision);
        let estimate = estimate / slices;
        let is_quick = iterations.is_none() || (pace.is_none() && legal.len() == 1);
        let flow = if is_quick { &self.quick } else { &self.search };
        let mut thinking = Thinking { policy, view: Arc::new(view), legal, came: None };
        let (mut turn, mut thought) = (self.wait(flow.turn(estimate)).await?, Duration::ZERO);
        for slice in 1.. {
            let began = Instant::now();
            let took = thinking.go_on().await;
            thought += began.elapsed();
            self.shared.metrics.thought(took);
            turn.charge(if pace.is_some() { estimate } else { took });
            let is_enough = pace.is_none() || slice >= slices;
            if is_enough && thinking.came.is_some() {
                break;
            }
            turn = self.wait(flow.next_turn(turn, estimate)).await?;
        }
        let ended = Instant::now();
        let started = ended.checked_sub(thought).unwrap_or(ended);
        Some(Thought { action: thinking.came.flatten(), started, ended })
    }

    /// Gives the answer. Whether the seat is played on.
    async fn submit(&mut self, answer: Submission) -> bool {
        let (id, seat) = (self.live_game.header.id(), self.seat);
        match self.shared.submit(&self.live_game, answer).await {
            Ok(_) => {}
            Err(GameError::Unavailable | GameError::GameOver) => return false,
            Err(GameError::Illegal { rule, .. }) => {
                tracing::error!(game = id, %seat, rule, "a house agent broke the rules; it is replaced");
                self.has_failed = true;
            }
            Err(GameError::Internal { incident }) => {
                tracing::error!(game = id, %seat, incident, "a house agent's seat cannot be played on");
                return false;
            }
            Err(refusal) => {
                tracing::warn!(game = id, %seat, %refusal, "a house agent's answer was refused");
                self.shared.clock.sleep(crate::config::RETRY_AFTER).await;
            }
        }
        true
    }
}

/// As whom a house agent answers for the seat.
fn by(position: &Position, seat: Seat) -> AnsweredBy {
    if position.seat_clocks[seat.index()].is_out() { AnsweredBy::HouseAgent } else { AnsweredBy::Seat }
}

/// A question that a policy thinks about.
struct Thinking {
    /// `None` if there is none, it has failed, or it is through.
    policy: Option<Box<dyn Policy>>,
    view: Arc<View>,
    legal: Vec<Action>,
    /// Its answer, once it has come to one; none if it has failed.
    came: Option<Option<Action>>,
}

impl Thinking {
    /// Thinks for a slice, if it is not through. Returns what that has used of a processor.
    async fn go_on(&mut self) -> Duration {
        let Some(mut policy) = self.policy.take() else {
            self.came = self.came.or(Some(None));
            return Duration::ZERO;
        };
        let (view, legal) = (self.view.clone(), std::mem::take(&mut self.legal));
        let thought = tokio::task::spawn_blocking(move || {
            let began = thread_time();
            let came = policy.think_on(&view, &legal, THINKING_SLICE_ITERATIONS);
            let came = came.map(|action| legal.contains(&action).then_some(action));
            (policy, legal, came, thread_time().saturating_sub(began))
        });
        match thought.await {
            Ok((policy, legal, came, took)) => {
                (self.policy, self.legal, self.came) = (came.is_none().then_some(policy), legal, came);
                took
            }
            Err(error) => {
                tracing::error!(%error, "a house agent failed; its seat plays the first legal action from here on");
                self.came = Some(None);
                Duration::ZERO
            }
        }
    }
}

/// What this thread has used of the processors so far; elsewhere than on Unix, the time that has passed.
pub(super) fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(used.tv_sec.unsigned_abs(), u32::try_from(used.tv_nsec).unwrap_or(0))
    }
    #[cfg(not(unix))]
    {
        static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
        START.elapsed()
    }
}

/// Why the service doesn't seat a house agent of this name in a new game of the ruleset, if it doesn't: there is none, or it would take too much
/// of the service's time.
pub fn not_seated(name: &str, ruleset: RulesetId) -> Option<String> {
    if hierophant_agents::policy(name, ruleset, [0; 32]).is_none() {
        let known = hierophant_agents::NAMES.join(", ");
        return Some(format!("there is no such house agent; there are {known}, and search:N with N iterations"));
    }
    let asked = hierophant_agents::iterations(name).unwrap_or(0);
    (asked > BUILT_IN_SEARCH_ITERATIONS_MAX).then(|| format!("more than {BUILT_IN_SEARCH_ITERATIONS_MAX} iterations"))
}

/// The policy for a seat's decision. Its chance follows from the game's seed and the decision's number, so that a game with a
/// chosen seed can be repeated, and comes to the same if the service is restarted in the midst of it; the seed itself does not
/// follow from it.
fn policy(name: &str, ruleset: RulesetId, seed: &[u8], seat: Seat, decision_id: u32) -> Option<Box<dyn Policy>> {
    let mut hash = Sha256::new();
    hash.update(b"hierophant house agent v2\0");
    hash.update(seed);
    hash.update([seat.number()]);
    hash.update(decision_id.to_be_bytes());
    hierophant_agents::policy(name, ruleset, hash.finalize().into())
}

#[cfg(test)]
mod tests;
