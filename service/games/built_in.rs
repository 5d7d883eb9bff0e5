//! Built-in agents: seats that the service plays itself. They use the same path as external clients
//! and see only views. They think in turns (see `turns`); where external clients play they answer
//! at a pace that reveals nothing (see `pace`).

use super::{
    context::Context,
    error::GameError,
    header::Header,
    history::AnsweredBy,
    live_game::LiveGame,
    pace::{self, Choice, Pace},
    position::Position,
    submit::{self, Submission},
    turns::{Flow, Turns},
};
use crate::config::{BUILT_IN_SEARCH_ITERATIONS_MAX, THINKING_SLICE_ITERATIONS};
use hierophant_agents::Policy;
use hierophant_rules::{
    Seat, Viewer,
    catalog::{Action, Kind, RulesetId, View},
};
use sha2::{Digest, Sha256};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};
use tokio::time::Instant;

/// Starts the built-in agent of a seat, if it has one: from the beginning, or because it is out.
pub(super) fn start(context: &Arc<Context>, live_game: &Arc<LiveGame>, seat: Seat) {
    let (header, position) = (&live_game.header, live_game.position());
    let name = match position.seat_clocks[seat.index()].counters.out {
        Some(out) if out.by_agent => {
            header.control().map_or("", |control| control.built_in_agent.as_str())
        }
        _ => header.created.seats[seat.index()].built_in_agent.as_str(),
    };
    if name.is_empty() || position.outcome.is_some() {
        return;
    }
    let name = name.to_owned();
    match policy(&name, position.state.ruleset(), &header.created.seed, seat, 0) {
        Some(_) => drop(context.tasks.spawn(play(context.clone(), live_game.clone(), seat, name))),
        None => tracing::error!(
            game = header.id(),
            agent = name,
            "this built-in agent does not exist any more"
        ),
    }
}

/// Plays a seat until the game is over or the service stops.
async fn play(context: Arc<Context>, live_game: Arc<LiveGame>, seat: Seat, name: String) {
    let mut changes = live_game.subscribe(Viewer::Seat(seat));
    let mut player = Player::new(context, live_game, seat, name);
    loop {
        changes.mark_seen();
        let position = player.live_game.position();
        if position.outcome.is_some() {
            return;
        }
        let Some((decision_id, decision)) = position.pending_decision(seat) else {
            tokio::select! {
                () = changes.changed() => {}
                () = player.context.draining.cancelled() => return,
            }
            continue;
        };
        if !decision.continues {
            player.choice = None;
        }
        let Some(answer) = player.answer(position, decision_id, decision.kind).await else {
            return;
        };
        if !player.submit(answer).await {
            return;
        }
    }
}

/// A seat that the service plays.
struct Player {
    context: Arc<Context>,
    live_game: Arc<LiveGame>,
    seat: Seat,
    name: String,
    quick: Flow,
    search: Flow,
    /// The choice that it is making, in a game where it keeps a pace.
    choice: Option<Choice>,
    /// Whether the policy has failed; then the seat plays the first legal action.
    has_failed: bool,
}

/// The result of a policy's thinking.
struct Thought {
    /// `None` if it has failed.
    action: Option<Action>,
    started: Instant,
    ended: Instant,
}

impl Player {
    fn new(context: Arc<Context>, live_game: Arc<LiveGame>, seat: Seat, name: String) -> Player {
        let flow = |turns: &Arc<Turns>| {
            turns.flow(&live_game.header.created.principal, live_game.header.key)
        };
        let (quick, search) =
            (flow(&context.thinking_turns.quick), flow(&context.thinking_turns.search));
        Player { quick, search, context, live_game, seat, name, choice: None, has_failed: false }
    }

    /// Waits for `wait`; `None` if the game is over before, or the service stops.
    async fn wait<T>(&self, wait: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            waited = wait => Some(waited),
            () = self.live_game.until_over(Viewer::Seat(self.seat)) => None,
            () = self.context.draining.cancelled() => None,
        }
    }

    /// Thinks about the open decision, and waits until its answer may be submitted. `None` if the
    /// game is over before, or the service stops.
    async fn answer(
        &mut self,
        position: Arc<Position>,
        decision_id: u32,
        kind: Kind,
    ) -> Option<Submission> {
        let (context, live_game, seat) = (self.context.clone(), self.live_game.clone(), self.seat);
        let header: &Header = &live_game.header;
        let pace =
            pace::pace(header, &position, &self.name, kind, context.limits.built_in_pace_percent);
        self.choice = pace.map(|pace| self.choice.take().unwrap_or_else(|| Choice::new(pace)));
        let (view, legal) = (position.state.view(Viewer::Seat(seat)), position.state.legal(seat));
        let by = by(&position, seat);
        let Some(&first) = legal.first() else {
            tracing::error!(game = header.id(), %seat, "a decision without a legal action");
            return None;
        };
        let thinker =
            policy(&self.name, position.state.ruleset(), &header.created.seed, seat, decision_id);
        let thinker = thinker.filter(|_| !self.has_failed);
        let Thought { action, started, ended } =
            self.think(thinker, view, legal, kind, pace).await?;
        self.has_failed |= action.is_none();
        let action = action.unwrap_or(first);
        if let Some(choice) = self.choice.take() {
            if pace::is_noticed(header, &position, seat, action) {
                self.wait(tokio::time::sleep_until(choice.release(started, ended))).await?;
            } else {
                self.choice = Some(choice);
            }
        }
        let arrived_ms = context.clock.now_ms();
        let (action_code, action) = (action.code().0, Some(action));
        Some(Submission { seat, decision_id, action_code, action, by, arrived_ms })
    }

    /// Runs the policy, if there is one, slice by slice, each in a turn of its own. Where the seat
    /// keeps a pace, neither the number of turns nor their charge reveals anything: it takes as
    /// many turns as the policy may need, and the time between them does not count as thinking.
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
        let estimate = pace.map_or_else(
            || hierophant_agents::cost(&self.name, kind).decision,
            |pace| pace.decision,
        );
        let estimate = estimate / slices;
        let is_quick = iterations.is_none() || (pace.is_none() && legal.len() == 1);
        let flow = if is_quick { &self.quick } else { &self.search };
        // A hop to another thread costs more than what a quick policy thinks, and turns limit how
        // many think at once. Where seats keep a pace, their thinking must not delay the clients.
        let here = is_quick && pace.is_none();
        let mut thinking = Thinking { policy, view: Arc::new(view), legal, answer: None, here };
        let (mut turn, mut thought) = (self.wait(flow.turn(estimate)).await?, Duration::ZERO);
        for slice in 1.. {
            let began = Instant::now();
            let took = thinking.think_slice().await;
            thought += began.elapsed();
            self.context.metrics.thought(took);
            turn.charge(if pace.is_some() { estimate } else { took });
            let is_enough = pace.is_none() || slice >= slices;
            if is_enough && thinking.answer.is_some() {
                break;
            }
            turn = self.wait(flow.next_turn(turn, estimate)).await?;
        }
        let ended = Instant::now();
        let started = ended.checked_sub(thought).unwrap_or(ended);
        Some(Thought { action: thinking.answer.flatten(), started, ended })
    }

    /// Submits the answer. Returns whether the agent goes on playing the seat.
    async fn submit(&mut self, submission: Submission) -> bool {
        let (id, seat) = (self.live_game.header.id(), self.seat);
        match submit::submit(&self.context, &self.live_game, submission).await {
            Ok(_) => {}
            Err(GameError::Unavailable | GameError::GameOver) => return false,
            Err(GameError::Illegal { rule, .. }) => {
                tracing::error!(game = id, %seat, rule, "a built-in agent chose an illegal action; its seat plays the first legal one from here on");
                self.has_failed = true;
            }
            Err(GameError::Internal { incident }) => {
                tracing::error!(game = id, %seat, incident, "a built-in agent cannot play on");
                return false;
            }
            Err(error) => {
                tracing::warn!(game = id, %seat, %error, "the answer of a built-in agent was refused");
                self.context.clock.sleep(crate::config::RETRY_AFTER).await;
            }
        }
        true
    }
}

/// Who answers, if the built-in agent does: the seat itself, or the agent that has replaced it.
fn by(position: &Position, seat: Seat) -> AnsweredBy {
    if position.seat_clocks[seat.index()].is_out() {
        AnsweredBy::BuiltInAgent
    } else {
        AnsweredBy::Seat
    }
}

/// A decision that a policy thinks about.
struct Thinking {
    /// `None` if there is none, it has failed, or it has answered.
    policy: Option<Box<dyn Policy>>,
    view: Arc<View>,
    legal: Vec<Action>,
    /// Its answer, once it has one; `Some(None)` if it has failed.
    answer: Option<Option<Action>>,
    /// Whether it thinks on this thread, not on a blocking one.
    here: bool,
}

impl Thinking {
    /// Thinks for one slice, unless it has answered. Returns the processor time that this used.
    async fn think_slice(&mut self) -> Duration {
        let Some(mut policy) = self.policy.take() else {
            self.answer = self.answer.or(Some(None));
            return Duration::ZERO;
        };
        let (view, legal) = (self.view.clone(), std::mem::take(&mut self.legal));
        let think = move || {
            let began = thread_time();
            let answer = policy.think_on(&view, &legal, THINKING_SLICE_ITERATIONS);
            let answer = answer.map(|action| legal.contains(&action).then_some(action));
            (policy, legal, answer, thread_time().saturating_sub(began))
        };
        let thought = match self.here {
            true => catch_unwind(AssertUnwindSafe(think)).ok(),
            false => tokio::task::spawn_blocking(think).await.ok(),
        };
        match thought {
            Some((policy, legal, answer, took)) => {
                (self.policy, self.legal, self.answer) =
                    (answer.is_none().then_some(policy), legal, answer);
                took
            }
            None => {
                tracing::error!(
                    "a built-in agent failed; its seat plays the first legal action from here on"
                );
                self.answer = Some(None);
                Duration::ZERO
            }
        }
    }
}

/// The processor time that this thread has used so far; on systems other than Unix, the time that
/// has passed.
pub(super) fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(used.tv_sec.unsigned_abs(), u32::try_from(used.tv_nsec).unwrap_or(0))
    }
    #[cfg(not(unix))]
    {
        static START: std::sync::LazyLock<std::time::Instant> =
            std::sync::LazyLock::new(std::time::Instant::now);
        START.elapsed()
    }
}

/// Why the service refuses a built-in agent of this name in a new game of the ruleset; `None` if it
/// does not. There may be no such agent, or it would take too much of the service's time.
pub fn built_in_agent_error(name: &str, ruleset: RulesetId) -> Option<String> {
    if hierophant_agents::policy(name, ruleset, [0; 32]).is_none() {
        let known = hierophant_agents::NAMES.join(", ");
        return Some(format!(
            "there is no such built-in agent; there are {known}, and search:N with N iterations"
        ));
    }
    let asked = hierophant_agents::iterations(name).unwrap_or(0);
    (asked > BUILT_IN_SEARCH_ITERATIONS_MAX)
        .then(|| format!("more than {BUILT_IN_SEARCH_ITERATIONS_MAX} iterations"))
}

/// The policy for a seat's decision. Its randomness follows from the game's seed and the decision's
/// id: a game with a chosen seed can be repeated, and continues in the same way after a restart.
/// The seed itself does not follow from it.
fn policy(
    name: &str,
    ruleset: RulesetId,
    seed: &[u8],
    seat: Seat,
    decision_id: u32,
) -> Option<Box<dyn Policy>> {
    let mut hash = Sha256::new();
    hash.update(b"hierophant house agent v2\0");
    hash.update(seed);
    hash.update([seat.number()]);
    hash.update(decision_id.to_be_bytes());
    hierophant_agents::policy(name, ruleset, hash.finalize().into())
}

#[cfg(test)]
mod tests;
