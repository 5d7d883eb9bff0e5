//! PollDecisions: agents that poll instead of keeping a stream open.

use super::{
    AgentRegistry,
    seats::{LiveSeat, SeatKey},
};
use crate::{
    config::{
        AGENT_SEATS_LISTED_MAX, POLL_DECISIONS_MAX, POLL_PRESENCE_TIMEOUT, RESPONSE_BYTES_MAX,
    },
    games::{Extras, GameError, name_of},
    pb::v1 as pb,
    wire::page::Page,
};
use hierophant_rules::Viewer;
use std::{collections::BTreeMap, sync::Arc, time::Duration};

/// The size of the longest list of an agent's seats: each has the name of a game, at most 70 bytes,
/// and a number.
const SEATS_BYTES_MAX: usize = AGENT_SEATS_LISTED_MAX * 80;

/// The serving terms of an agent, validated.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The ids of the rulesets that it plays; empty for all.
    pub rulesets: Vec<String>,
    /// The number of games that it plays at once.
    pub games_at_once_max: u32,
    /// The optional parts of views.
    pub extras: Extras,
}

impl Terms {
    /// Whether the agent plays this ruleset.
    pub fn offers(&self, ruleset: &str) -> bool {
        self.rulesets.is_empty() || self.rulesets.iter().any(|offered| offered == ruleset)
    }
}

/// An agent's last poll, which keeps it connected for a while.
pub(super) struct LastPoll {
    pub(super) terms: Terms,
    until_ms: u64,
}

impl LastPoll {
    pub(super) fn is_current(&self, now_ms: u64) -> bool {
        now_ms < self.until_ms
    }
}

/// A waiting poll; from its end, whatever ends it, the agent counts as connected for
/// [`POLL_PRESENCE_TIMEOUT`].
struct PollGuard<'a> {
    agents: &'a AgentRegistry,
    agent: &'a str,
    generation: u32,
    terms: &'a Terms,
}

impl Drop for PollGuard<'_> {
    fn drop(&mut self) {
        // An agent whose token was replaced meanwhile is not connected.
        let _ =
            self.agents.record_poll(self.agent, self.generation, self.terms, POLL_PRESENCE_TIMEOUT);
    }
}

impl AgentRegistry {
    /// The open decisions of all seats of an agent, without the known ones. Waits up to `timeout`
    /// for one, or for the end of one of its games.
    ///
    /// # Errors
    /// `Unavailable` while games are resumed, when not all of its seats are known, and while the
    /// service stops; `TokenUnknown` if the agent's token of this generation
    /// was replaced.
    pub async fn poll(
        &self,
        (agent, generation): (&str, u32),
        terms: &Terms,
        known: &BTreeMap<SeatKey, u32>,
        timeout: Duration,
    ) -> Result<pb::PollDecisionsResponse, GameError> {
        self.games().check_open()?;
        let mut updates =
            self.with(agent, |entry| entry.updates.subscribe()).ok_or(GameError::TokenUnknown)?;
        let draining = self.games().draining();
        let mut time_over = self.games().clock().sleep(timeout);
        // While it waits, the agent is connected.
        self.record_poll(agent, generation, terms, timeout + POLL_PRESENCE_TIMEOUT)?;
        let _until_it_ends = PollGuard { agents: self, agent, generation, terms };
        let mut seats = 0;
        let decisions = loop {
            updates.borrow_and_update();
            if self.generation(agent) != generation {
                return Err(GameError::TokenUnknown);
            }
            let bytes_max = RESPONSE_BYTES_MAX - SEATS_BYTES_MAX;
            let decisions = self.open_decisions(agent, terms.extras, known, bytes_max).await?;
            let seats_now = self.with(agent, |entry| entry.seats.len()).unwrap_or_default();
            if !decisions.is_empty() || seats_now < seats {
                break decisions;
            }
            seats = seats_now;
            tokio::select! {
                _ = updates.changed() => {}
                () = &mut time_over => break decisions,
                () = draining.cancelled() => return Err(GameError::Unavailable),
            }
        };
        Ok(pb::PollDecisionsResponse { decisions, seats: self.seats_of(agent) })
    }

    fn record_poll(
        &self,
        agent: &str,
        generation: u32,
        terms: &Terms,
        lasts: Duration,
    ) -> Result<(), GameError> {
        let now_ms = self.games().now_ms();
        let until_ms = now_ms + u64::try_from(lasts.as_millis()).unwrap_or(u64::MAX);
        let mut state = self.state();
        let entry = state.agents.get_mut(agent).filter(|entry| entry.generation() == generation);
        let entry = entry.ok_or(GameError::TokenUnknown)?;
        let was_connected = entry.terms(now_ms).is_some();
        entry.last_poll = Some(LastPoll { terms: terms.clone(), until_ms });
        drop(state);
        if !was_connected {
            self.change();
        }
        Ok(())
    }

    /// As many decisions as fit into `bytes_max`; the next call returns the others.
    async fn open_decisions(
        &self,
        agent: &str,
        extras: Extras,
        known: &BTreeMap<SeatKey, u32>,
        bytes_max: usize,
    ) -> Result<Vec<pb::AgentDecision>, GameError> {
        let seats: Vec<Arc<LiveSeat>> =
            self.with(agent, |entry| entry.seats.values().cloned().collect()).unwrap_or_default();
        let open = |live: &&Arc<LiveSeat>| {
            live.live_game.position().open_decision(Viewer::Seat(live.seat))
        };
        let is_known = |live: &&Arc<LiveSeat>| {
            open(live).is_none_or(|(id, _)| known.get(&live.key()) == Some(&id))
        };
        // An agent that names an open decision knows it, so its seat is attended as well.
        self.attend(seats.iter().filter(|live| open(live).is_some() && is_known(live))).await?;
        let to_send: Vec<&Arc<LiveSeat>> =
            seats.iter().filter(|live| !is_known(live)).take(POLL_DECISIONS_MAX).collect();
        self.attend(to_send.iter().copied()).await?;
        let mut decisions = Page::of_bytes(POLL_DECISIONS_MAX, bytes_max);
        for live in to_send {
            let (position, viewer) = (live.live_game.position(), Viewer::Seat(live.seat));
            if position.open_decision(viewer).is_none() {
                continue;
            }
            let view = Some(self.games().view_at(&live.live_game, &position, viewer, extras));
            let game = name_of(live.live_game.header.id());
            if !decisions.push(pb::AgentDecision { game, seat: live.seat.number().into(), view }) {
                break;
            }
        }
        Ok(decisions.into_items())
    }
}
