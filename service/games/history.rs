//! The past of a live game in memory: its records, a few bytes each, and its last transitions in
//! full. A live game may be idle for weeks; everything else about its past follows from the rules,
//! and is replayed for the few callers that need it (`replay`).

use super::transition::Transition;
use crate::pb::{log::v1::TokenReplacer, v1 as pb};
use hierophant_rules::{Seat, Viewer};
use std::{
    collections::VecDeque,
    sync::{Arc, PoisonError, RwLock},
};

/// How many public transitions are kept in full, with the secret ones after each. A stream is
/// seldom further behind.
const PUBLIC_TRANSITIONS_KEPT_MAX: u32 = 8;

/// By how many records a log grows at a time.
const LOG_GROWTH_RECORDS: usize = 16;

/// Who has answered a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnsweredBy {
    /// The seat's holder.
    Seat,
    /// The service, because the time was over.
    Expiry,
    /// The service, because the seat was out.
    Default,
    /// The built-in agent that has replaced the seat's holder.
    BuiltInAgent,
}

impl From<AnsweredBy> for pb::AnsweredBy {
    fn from(by: AnsweredBy) -> pb::AnsweredBy {
        match by {
            AnsweredBy::Seat => pb::AnsweredBy::Unspecified,
            AnsweredBy::Expiry => pb::AnsweredBy::Expiry,
            AnsweredBy::Default => pb::AnsweredBy::Default,
            AnsweredBy::BuiltInAgent => pb::AnsweredBy::BuiltInAgent,
        }
    }
}

impl From<AnsweredBy> for i32 {
    fn from(by: AnsweredBy) -> i32 {
        pb::AnsweredBy::from(by).into()
    }
}

impl From<pb::AnsweredBy> for AnsweredBy {
    fn from(by: pb::AnsweredBy) -> AnsweredBy {
        match by {
            pb::AnsweredBy::Unspecified => AnsweredBy::Seat,
            pb::AnsweredBy::Expiry => AnsweredBy::Expiry,
            pb::AnsweredBy::Default => AnsweredBy::Default,
            pb::AnsweredBy::BuiltInAgent => AnsweredBy::BuiltInAgent,
        }
    }
}

/// A record of a live game's log, the deal not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameRecord {
    /// When it happened, in milliseconds since 1970; an answer, when it arrived.
    pub(super) at_ms: u64,
    /// What happened.
    pub(super) kind: RecordKind,
}

/// What a record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordKind {
    /// A decision of a seat was answered, with an action of this code.
    Answered { seat: Seat, code: u32, by: AnsweredBy, grace_used_ms: u32, uncharged_ms: u32 },
    /// A seat went out.
    SeatOut { seat: Seat, ending: pb::SeatEnding, by_agent: bool, ranks_last: bool },
    /// An illegal answer with an action of this code was counted. The decision is 0 if the game is
    /// older than the fields.
    IllegalAnswer { seat: Seat, decision_id: u32, code: u32 },
    /// The service was down until now. If `clocks_stand`, seats' clocks are paused until the seats
    /// return.
    Resumed { clocks_stand: bool },
    /// The holder of a seat has called, or is about to be sent something.
    Attended { seat: Seat },
    /// Clocks that were still paused since the service was down continue.
    ClocksStarted,
    /// The process stalled for this long: running clocks are credited with it.
    ClocksCredited { credit_ms: u32 },
    /// A viewer's token was replaced, by this request.
    TokenReplaced { viewer: Viewer, request: RequestDigest, replacer: TokenReplacer },
}

/// The digest of the request id of a token's replacement.
pub(super) type RequestDigest = [u8; 8];

impl RecordKind {
    /// The seat, the action's code and who has answered, if the record is an answer.
    fn answer(self) -> Option<(Seat, u32, AnsweredBy)> {
        match self {
            RecordKind::Answered { seat, code, by, grace_used_ms: _, uncharged_ms: _ } => {
                Some((seat, code, by))
            }
            RecordKind::SeatOut { .. }
            | RecordKind::IllegalAnswer { .. }
            | RecordKind::Resumed { .. }
            | RecordKind::Attended { .. }
            | RecordKind::ClocksStarted
            | RecordKind::ClocksCredited { .. }
            | RecordKind::TokenReplaced { .. } => None,
        }
    }
}

/// All records of a game, in order; only the game's task adds to it. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Log(Arc<RwLock<Vec<GameRecord>>>);

impl Log {
    /// Adds a record.
    pub(super) fn push(&self, record: GameRecord) {
        let mut log = self.0.write().unwrap_or_else(PoisonError::into_inner);
        // Doubling would leave half of it empty; games are many, and their records come slowly.
        if log.len() == log.capacity() {
            log.reserve_exact(LOG_GROWTH_RECORDS);
        }
        log.push(record);
    }

    /// The first records, `count` of them or all there are.
    pub(super) fn first(&self, count: usize) -> Vec<GameRecord> {
        let log = self.0.read().unwrap_or_else(PoisonError::into_inner);
        log[..count.min(log.len())].to_vec()
    }

    /// The requests that have replaced a viewer's token, and who sent them, the earliest first.
    pub(super) fn replacements(&self, viewer: Viewer) -> Vec<(RequestDigest, TokenReplacer)> {
        let log = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let request = |record: &GameRecord| match record.kind {
            RecordKind::TokenReplaced { viewer: whose, request, replacer } if whose == viewer => {
                Some((request, replacer))
            }
            _ => None,
        };
        log.iter().filter_map(request).collect()
    }

    /// The index of the answer to a seat's decision, its code, and who gave it.
    pub(super) fn answer_of(
        &self,
        seat: Seat,
        decision_id: u32,
    ) -> Option<(usize, u32, AnsweredBy)> {
        let log = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let answers = log
            .iter()
            .enumerate()
            .filter_map(|(index, record)| Some((index, record.kind.answer()?)));
        let mut own = answers.filter(|(_, (whose, ..))| *whose == seat);
        let (index, (_, code, by)) = own.nth((decision_id as usize).checked_sub(1)?)?;
        Some((index, code, by))
    }
}

/// The last transitions of a game, in full.
#[derive(Default)]
pub(super) struct Recent {
    /// How many transitions were before these.
    before: usize,
    transitions: VecDeque<Arc<Transition>>,
}

impl Recent {
    /// Adds the next transition. Which ones are dropped depends only on the public ones, those that
    /// spectators see: otherwise the latency of a call would tell how many secret answers there
    /// are.
    pub(super) fn push(&mut self, transition: Arc<Transition>) {
        let public = |transition: &Transition| {
            transition.progress.last().map_or(0, |spectator| spectator.version)
        };
        let gone = public(&transition).saturating_sub(PUBLIC_TRANSITIONS_KEPT_MAX);
        while self.transitions.front().is_some_and(|first| public(first) <= gone) {
            self.transitions.pop_front();
            self.before += 1;
        }
        self.transitions.push_back(transition);
    }

    /// Those among the game's first `count` transitions, if none before them took the viewer at
    /// `index` beyond `version`.
    pub(super) fn since(
        &self,
        count: usize,
        index: usize,
        version: u32,
    ) -> Option<Vec<Arc<Transition>>> {
        let transitions: Vec<_> = self.first(count).cloned().collect();
        let is_complete = self.before == 0
            || transitions.first().is_some_and(|first| first.progress[index].version <= version);
        is_complete.then_some(transitions)
    }

    /// How many of the game's first `count` transitions there are up to the last one that the
    /// viewer at `index` saw.
    pub(super) fn count_to_last_visible(&self, count: usize, index: usize) -> usize {
        let version = |transition: &Arc<Transition>| transition.progress[index].version;
        let last = self.first(count).last().map(version);
        let last_visible =
            self.first(count).position(|transition| Some(version(transition)) == last);
        last_visible.map_or(count, |last| self.before + last + 1)
    }

    fn first(&self, count: usize) -> impl Iterator<Item = &Arc<Transition>> {
        self.transitions.iter().take(count.saturating_sub(self.before))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::transition::ViewerProgress, *};

    const OTHER: usize = 1;

    /// A transition after which seat 0, seat 1 and the spectators are at these versions.
    fn transition(versions: [u32; 3]) -> Arc<Transition> {
        let progress = versions.map(|version| ViewerProgress { version, digest: [0; 32] });
        Arc::new(Transition::after(&progress, pb::ReplayEntry::default()))
    }

    /// Public transitions up to version `public`, then `secret` ones that only seat 0 sees.
    fn recent(public: u32, secret: u32) -> Recent {
        let mut recent = Recent::default();
        (1..=public).for_each(|version| recent.push(transition([version; 3])));
        (1..=secret).for_each(|more| recent.push(transition([public + more, public, public])));
        recent
    }

    #[test]
    fn what_is_kept_for_a_viewer_depends_on_what_it_saw() {
        for public in 1..20 {
            for secret in 0..30 {
                let (quiet, busy) = (recent(public, 0), recent(public, secret));
                let count = (public + secret) as usize;
                for version in 0..=public {
                    let is_kept =
                        |recent: &Recent, count| recent.since(count, OTHER, version).is_some();
                    assert_eq!(
                        is_kept(&quiet, public as usize),
                        is_kept(&busy, count),
                        "{public} {secret} {version}"
                    );
                }
                assert_eq!(
                    busy.count_to_last_visible(count, OTHER),
                    public as usize,
                    "no secret transition is replayed for it"
                );
            }
        }
    }

    #[test]
    fn the_last_public_transitions_are_kept_and_no_more() {
        assert_eq!(recent(20, 0).transitions.len(), PUBLIC_TRANSITIONS_KEPT_MAX as usize);
        assert_eq!(recent(20, 5).transitions.len(), PUBLIC_TRANSITIONS_KEPT_MAX as usize + 5);
    }
}
