//! House agents: seats that the service plays by itself. They take the same path as strangers and see views alone.

use super::{Shared, history::By, position::Position, refusal::Refusal, shared::Submission, table::Table};
use crate::config::HOUSE_SEARCH_ITERATIONS_MAX;
use hierophant_agents::Policy;
use hierophant_rules::{
    Seat, Viewer,
    catalog::{Action, RulesetId, View},
};
use sha2::{Digest, Sha256};
use std::{sync::Arc, time::Duration};

/// Seats the house agent that is to play the seat, if one is: from the beginning, or for a seat that is out.
pub(super) fn seat_if_asked(shared: &Arc<Shared>, table: &Arc<Table>, seat: Seat) {
    let (header, position) = (&table.header, table.position());
    let name = match position.parts[seat.index()].tally.out {
        Some(out) if out.by_agent => header.control().map_or("", |control| control.house_agent.as_str()),
        _ => header.created.seats[seat.index()].house_agent.as_str(),
    };
    if name.is_empty() || position.outcome.is_some() {
        return;
    }
    let name = name.to_owned();
    match policy(&name, position.state.ruleset(), &header.created.seed, seat, 0) {
        Some(_) => drop(shared.tasks.spawn(play(shared.clone(), table.clone(), seat, name))),
        None => tracing::error!(game = header.id(), agent = name, "no such house agent any more"),
    }
}

/// Plays a seat until the game is over or the service stops.
async fn play(shared: Arc<Shared>, table: Arc<Table>, seat: Seat, name: String) {
    let mut bell = table.bell(Viewer::Seat(seat));
    let mut has_failed = false;
    loop {
        bell.borrow_and_update();
        let position = table.position();
        if position.outcome.is_some() {
            return;
        }
        let Some((decision_id, _)) = position.asked(seat) else {
            tokio::select! {
                rung = bell.changed() => rung.expect("the table has the other end"),
                () = shared.draining.cancelled() => return,
            }
            continue;
        };
        let seed = &table.header.created.seed;
        let thinker = policy(&name, position.state.ruleset(), seed, seat, decision_id).filter(|_| !has_failed);
        let (view, legal) = (position.state.view(Viewer::Seat(seat)), position.state.legal(seat));
        let by = by(&position, seat);
        drop(position);
        let Some(&fallback) = legal.first() else {
            tracing::error!(game = table.header.id(), %seat, "a decision without a legal action");
            return;
        };
        let action = choose(&shared, thinker, view, legal).await;
        has_failed |= action.is_none();
        let action = action.unwrap_or(fallback);
        let arrived_ms = shared.clock.now_ms();
        let (action_code, action) = (action.code().0, Some(action));
        let submission = Submission { seat, decision_id, action_code, action, by, arrived_ms, validate_only: false };
        match shared.submit(&table, submission).await {
            Ok(_) => {}
            Err(Refusal::Draining | Refusal::GameOver) => return,
            Err(Refusal::Illegal { rule, .. }) => {
                tracing::error!(game = table.header.id(), %seat, rule, "a house agent broke the rules; it is replaced");
                has_failed = true;
            }
            Err(Refusal::Internal { incident }) => {
                tracing::error!(game = table.header.id(), %seat, incident, "a house agent's seat cannot be played on");
                return;
            }
            Err(refusal) => {
                tracing::warn!(game = table.header.id(), %seat, %refusal, "a house agent's answer was refused");
                shared.clock.sleep(crate::config::RETRY_AFTER).await;
            }
        }
    }
}

/// As whom a house agent answers for the seat.
fn by(position: &Position, seat: Seat) -> By {
    if position.parts[seat.index()].is_out() { By::HouseAgent } else { By::Seat }
}

/// Asks the policy, if there is one, off the threads that serve calls. `None` if it has failed.
async fn choose(shared: &Shared, policy: Option<Box<dyn Policy>>, view: View, legal: Vec<Action>) -> Option<Action> {
    let mut thinking = policy?;
    let _place = shared.thinkers.acquire().await.ok()?;
    let thought = tokio::task::spawn_blocking(move || {
        let began = thread_time();
        let action = thinking.choose(&view, &legal);
        (legal.contains(&action).then_some(action), thread_time().saturating_sub(began))
    });
    match thought.await {
        Ok((action, took)) => {
            shared.figures.thought(took);
            action
        }
        Err(error) => {
            tracing::error!(%error, "a house agent failed; its seat plays the first legal action from here on");
            None
        }
    }
}

/// What this thread has used of the processors so far; elsewhere than on Unix, the time that has passed.
fn thread_time() -> Duration {
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
    (asked > HOUSE_SEARCH_ITERATIONS_MAX).then(|| format!("more than {HOUSE_SEARCH_ITERATIONS_MAX} iterations"))
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
