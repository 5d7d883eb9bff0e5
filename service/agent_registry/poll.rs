//! Agents that call instead of holding a stream.

use super::{
    AgentRegistry,
    seats::{LiveSeat, SeatKey},
};
use crate::{
    config::{AGENT_SEATS_LISTED_MAX, POLL_DECISIONS_MAX, POLL_PRESENCE_TIMEOUT, RESPONSE_BYTES_MAX},
    games::{Extras, GameError, name_of},
    pb::v1 as pb,
    wire::page::Page,
};
use hierophant_rules::Viewer;
use std::{collections::BTreeMap, sync::Arc, time::Duration};

/// No list of an agent's seats is longer: each has the name of a game, 70 bytes at most, and a number.
const SEATS_BYTES_MAX: usize = AGENT_SEATS_LISTED_MAX * 80;

/// How an agent wants to be served; everything is checked.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The ids of the rulesets that it plays; none if it plays all.
    pub rulesets: Vec<String>,
    /// How many games it plays at once.
    pub games_at_once_max: u32,
    /// What to send beside the necessary.
    pub extras: Extras,
}

impl Terms {
    /// Whether the agent plays this ruleset.
    pub fn offers(&self, ruleset: &str) -> bool {
        self.rulesets.is_empty() || self.rulesets.iter().any(|offered| offered == ruleset)
    }
}

/// A sign of life.
pub(super) struct Polled {
    pub(super) terms: Terms,
    until_ms: u64,
}

impl Polled {
    pub(super) fn counts_at(&self, now_ms: u64) -> bool {
        now_ms < self.until_ms
    }
}

/// An agent's call that waits; when it has ended, by whatever, the agent counts as connected for [`POLL_PRESENCE_TIMEOUT`].
struct Waiting<'a> {
    agents: &'a AgentRegistry,
    agent: &'a str,
    generation: u32,
    terms: &'a Terms,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        // An agent whose token was replaced meanwhile is not there.
        let _ = self.agents.give_sign(self.agent, self.generation, self.terms, POLL_PRESENCE_TIMEOUT);
    }
}

impl AgentRegistry {
    /// The open decisions of all seats of an agent but those that are known; waits for one, or for the end of one of its games,
    /// `at_most`.
    ///
    /// # Errors
    /// The service stops, or the agent's token, of this generation, counts no more.
    pub async fn poll(
        &self,
        (agent, generation): (&str, u32),
        terms: &Terms,
        known: &BTreeMap<SeatKey, u32>,
        at_most: Duration,
    ) -> Result<pb::PollDecisionsResponse, GameError> {
        let mut news = self.with(agent, |known| known.news.subscribe()).ok_or(GameError::TokenUnknown)?;
        let draining = self.games().draining();
        let mut time_over = self.games().clock().sleep(at_most);
        // While it waits it is there.
        self.give_sign(agent, generation, terms, at_most + POLL_PRESENCE_TIMEOUT)?;
        let _until_it_ends = Waiting { agents: self, agent, generation, terms };
        let mut seats = 0;
        let decisions = loop {
            news.borrow_and_update();
            if self.generation(agent) != generation {
                return Err(GameError::TokenUnknown);
            }
            let bytes_max = RESPONSE_BYTES_MAX - SEATS_BYTES_MAX;
            let decisions = self.open_decisions(agent, terms.extras, known, bytes_max).await?;
            let held = self.with(agent, |known| known.seats.len()).unwrap_or_default();
            if !decisions.is_empty() || held < seats {
                break decisions;
            }
            seats = held;
            tokio::select! {
                _ = news.changed() => {}
                () = &mut time_over => break decisions,
                () = draining.cancelled() => return Err(GameError::Unavailable),
            }
        };
        Ok(pb::PollDecisionsResponse { decisions, seats: self.seats_of(agent) })
    }

    fn give_sign(&self, agent: &str, generation: u32, terms: &Terms, lasts: Duration) -> Result<(), GameError> {
        let now_ms = self.games().now_ms();
        let until_ms = now_ms + u64::try_from(lasts.as_millis()).unwrap_or(u64::MAX);
        let mut state = self.state();
        let known = state.agents.get_mut(agent).filter(|known| known.generation() == generation);
        let known = known.ok_or(GameError::TokenUnknown)?;
        let was_there = known.terms(now_ms).is_some();
        known.polled = Some(super::poll::Polled { terms: terms.clone(), until_ms });
        drop(state);
        if !was_there {
            self.change();
        }
        Ok(())
    }

    /// As many as fit into so many bytes; the next call has the others.
    async fn open_decisions(
        &self,
        agent: &str,
        extras: Extras,
        known: &BTreeMap<SeatKey, u32>,
        bytes_max: usize,
    ) -> Result<Vec<pb::AgentDecision>, GameError> {
        let seats: Vec<Arc<LiveSeat>> =
            self.with(agent, |known| known.seats.values().cloned().collect()).unwrap_or_default();
        let open = |live: &&Arc<LiveSeat>| live.table.position().open_decision(Viewer::Seat(live.seat));
        let is_known = |live: &&Arc<LiveSeat>| open(live).is_none_or(|(id, _)| known.get(&live.key()) == Some(&id));
        // An agent that names an open decision has it: its seat is there as well.
        self.attend(seats.iter().filter(|live| open(live).is_some() && is_known(live))).await?;
        let asked: Vec<&Arc<LiveSeat>> = seats.iter().filter(|live| !is_known(live)).take(POLL_DECISIONS_MAX).collect();
        self.attend(asked.iter().copied()).await?;
        let mut decisions = Page::of_bytes(POLL_DECISIONS_MAX, bytes_max);
        for live in asked {
            let (position, viewer) = (live.table.position(), Viewer::Seat(live.seat));
            if position.open_decision(viewer).is_none() {
                continue;
            }
            let view = Some(self.games().view_at(&live.table, &position, viewer, extras));
            let game = name_of(live.table.header.id());
            if !decisions.push(pb::AgentDecision { game, seat: live.seat.number().into(), view }) {
                break;
            }
        }
        Ok(decisions.into_items())
    }
}
