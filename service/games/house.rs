//! House agents: seats that the service plays by itself. They take the same path as strangers and see views alone.

use super::{Shared, refusal::Refusal, table::Table};
use hierophant_agents::Policy;
use hierophant_rules::{
    Seat, Viewer,
    catalog::{Action, RulesetId, View},
};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Plays a seat until the game is over or the service stops.
pub(super) async fn play(shared: Arc<Shared>, table: Arc<Table>, seat: Seat, policy: Box<dyn Policy>) {
    let mut bell = table.bell(Viewer::Seat(seat));
    let mut policy = Some(policy);
    loop {
        bell.borrow_and_update();
        let position = table.position();
        if position.outcome.is_some() {
            return;
        }
        let Some((decision_id, _)) = position.open_decision(Viewer::Seat(seat)) else {
            tokio::select! {
                rung = bell.changed() => rung.expect("the table has the other end"),
                () = shared.draining.cancelled() => return,
            }
            continue;
        };
        let (view, legal) = (position.state.view(Viewer::Seat(seat)), position.state.legal(seat));
        drop(position);
        let Some(&fallback) = legal.first() else {
            tracing::error!(game = table.header.id(), %seat, "a decision without a legal action");
            return;
        };
        let action = choose(&shared, &mut policy, view, legal).await.unwrap_or(fallback);
        match shared.submit(&table, seat, decision_id, action, false).await {
            Ok(_) => {}
            Err(Refusal::Draining | Refusal::GameOver) => return,
            Err(Refusal::Illegal { rule, .. }) => {
                tracing::error!(game = table.header.id(), %seat, rule, "a house agent broke the rules; it is replaced");
                policy = None;
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

/// Asks the policy, off the threads that serve calls. `None` once it has failed.
async fn choose(
    shared: &Shared,
    policy: &mut Option<Box<dyn Policy>>,
    view: View,
    legal: Vec<Action>,
) -> Option<Action> {
    let mut thinking = policy.take()?;
    let _place = shared.thinkers.acquire().await.ok()?;
    let thought = tokio::task::spawn_blocking(move || {
        let action = thinking.choose(&view, &legal);
        (thinking, legal.contains(&action).then_some(action))
    });
    match thought.await {
        Ok((thinking, action)) => {
            *policy = Some(thinking);
            action
        }
        Err(error) => {
            tracing::error!(%error, "a house agent failed; its seat plays the first legal action from here on");
            None
        }
    }
}

/// The policy for a seat. Its chance follows from the game's seed, so that a game with a chosen seed can be repeated; the
/// seed itself does not follow from it.
pub(super) fn policy(name: &str, ruleset: RulesetId, seed: &[u8], seat: Seat) -> Option<Box<dyn Policy>> {
    let mut hash = Sha256::new();
    hash.update(b"hierophant house agent v1\0");
    hash.update(seed);
    hash.update([seat.number()]);
    hierophant_agents::policy(name, ruleset, hash.finalize().into())
}
