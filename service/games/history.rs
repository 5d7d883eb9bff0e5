//! The past of a live game in memory: its records ([`Log`](super::log::Log)) and its last
//! transitions, both in few bytes. A live game may be idle for weeks; everything else about its past
//! follows from the rules, and is replayed for the few callers that need it (`replay`).

use super::{
    seen_events::{OwnEvents, SeenPart},
    transition::{Transition, ViewerProgress, ViewerTransition, digest_after},
};
use crate::pb::{log::v1::TokenReplacer, v1 as pb};
use hierophant_rules::{Seat, Viewer};
use std::sync::Arc;

/// How many public transitions a block has, with the secret ones after each. The last two blocks are
/// kept: at least so many public transitions, and at most twice as many. A stream is seldom further
/// behind.
const PUBLIC_TRANSITIONS_IN_BLOCK: u32 = 8;

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
    pub(super) fn answer(self) -> Option<(Seat, u32, AnsweredBy)> {
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

/// The last transitions of a game: what viewers saw of them, and viewers' progress at the beginning
/// of each block, from which that between is computed again.
#[derive(Default)]
pub(super) struct Recent {
    /// How many transitions were before these.
    before: usize,
    older: Option<Block>,
    newer: Option<Block>,
    /// By viewer, the progress after the last transition; shared with the position.
    progress: Arc<[ViewerProgress]>,
}

/// Transitions one after the other.
struct Block {
    /// It follows from the public transitions alone.
    number: u32,
    /// By viewer, the progress before the first one.
    progress: Arc<[ViewerProgress]>,
    /// How many there are.
    count: usize,
    /// What viewers saw of each.
    seen: Vec<u8>,
}

impl Recent {
    /// Adds the next transition. Which ones are dropped depends only on the public ones, those that
    /// spectators see: otherwise the latency of a call would tell how many secret answers there
    /// are.
    pub(super) fn push(&mut self, transition: &Transition) {
        let spectator = transition.progress.last().map_or(0, |spectator| spectator.version);
        let number = spectator / PUBLIC_TRANSITIONS_IN_BLOCK;
        if self.newer.as_ref().is_none_or(|newer| newer.number != number) {
            let progress = match self.newer {
                Some(_) => self.progress.clone(),
                None => ViewerProgress::undealt(transition.progress.len()),
            };
            let next = Block { number, progress, count: 0, seen: Vec::new() };
            let gone = std::mem::replace(&mut self.older, self.newer.replace(next));
            self.before += gone.map_or(0, |gone| gone.count);
        }
        if let Some(newer) = &mut self.newer {
            newer.push(transition);
        }
        self.progress = transition.progress.clone();
    }

    /// The transitions among the game's first `count` that took the viewer at `index` beyond
    /// `version`, at most `limit`; `None` if some of them were dropped. `progress` is the viewer's
    /// after the first `count`.
    pub(super) fn since(
        &self,
        count: usize,
        index: usize,
        version: u32,
        progress: &ViewerProgress,
        limit: usize,
    ) -> Option<Vec<ViewerTransition>> {
        let kept = count.checked_sub(self.before)?;
        let begins_by_then = |block: &&Block| block.progress[index].version <= version;
        let older = self.older.as_ref();
        let (skipped, block) = match self.newer.as_ref().filter(begins_by_then) {
            Some(newer) => (older.map_or(0, |older| older.count), newer),
            None => (0, older.filter(begins_by_then)?),
        };
        let mut reached = block.progress[index];
        // Mostly the last transition alone is new to the viewer, and the digest after it is known.
        let are_several = progress.version > version + 1;
        let mut transitions = Vec::new();
        for seen in self.seen().take(kept).skip(skipped) {
            if !seen.viewers.contains(index) {
                continue;
            }
            reached.version += 1;
            if reached.version == progress.version {
                reached = *progress;
            } else if are_several {
                let own = seen.own(index);
                reached.digest =
                    own.fold(reached.digest, |digest, event| digest_after(&digest, event));
            }
            if reached.version > version {
                let events = OwnEvents::of(seen, index);
                transitions.push(ViewerTransition { progress: reached, events });
            }
            if transitions.len() >= limit {
                break;
            }
        }
        Some(transitions)
    }

    /// How many of the game's first `count` transitions there are up to the last one that the
    /// viewer at `index` saw, as far as is known here.
    pub(super) fn count_to_last_visible(&self, count: usize, index: usize) -> usize {
        let Some(kept) = count.checked_sub(self.before) else { return count };
        let visible =
            self.seen().take(kept).enumerate().filter(|(_, seen)| seen.viewers.contains(index));
        // The deal comes first in any case.
        visible.last().map_or(self.before.max(1), |(number, _)| self.before + number + 1)
    }

    /// What viewers saw of each of them.
    fn seen(&self) -> impl Iterator<Item = SeenPart<'_>> {
        self.older.iter().chain(&self.newer).flat_map(|block| SeenPart::all(&block.seen))
    }
}

impl Block {
    fn push(&mut self, transition: &Transition) {
        let seen = transition.seen.part();
        // Doubling would leave half of it empty; games are many, and their records come slowly.
        self.seen.reserve_exact(seen.appended_len());
        seen.append_to(&mut self.seen);
        self.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{super::at_every_kind::transitions, *};
    use hierophant_rules::catalog::RulesetId;

    /// The most bytes that a game of Arcanum keeps of its last transitions, digests not counted.
    const LAST_BYTES_MAX: usize = 2_048;

    const OTHER: usize = 1;
    const SPECTATOR: usize = 2;

    /// A game of two seats: all its transitions, and the last ones.
    #[derive(Default)]
    struct Recorded {
        all: Vec<Transition>,
        recent: Recent,
    }

    impl Recorded {
        /// Public transitions up to version `public`, then `secret` ones that only seat 0 sees.
        fn new(public: u32, secret: u32) -> Recorded {
            let mut recorded = Recorded::default();
            (1..=public).for_each(|_| recorded.push(&[0, 1], true));
            (1..=secret).for_each(|_| recorded.push(&[0], false));
            recorded
        }

        /// Adds a transition that these seats see, and spectators or not.
        fn push(&mut self, seats: &[u32], spectator: bool) {
            let event = pb::Event { text: self.all.len().to_string(), ..Default::default() };
            let variant = pb::EventVariant { event: Some(event), seats: seats.to_vec(), spectator };
            let events = vec![pb::ReplayEvent { variants: vec![variant] }];
            let entry = pb::ReplayEntry { events, ..Default::default() };
            let undealt = [ViewerProgress::default(); 3];
            let progress = self.all.last().map_or(&undealt[..], |last| &last.progress[..]);
            let transition = Transition::after(progress, entry);
            self.recent.push(&transition);
            self.all.push(transition);
        }

        fn since(&self, count: usize, index: usize, version: u32) -> Option<Vec<ViewerTransition>> {
            let progress = &self.all[count - 1].progress[index];
            self.recent.since(count, index, version, progress, usize::MAX)
        }

        fn kept(&self) -> usize {
            self.recent.seen().count()
        }
    }

    #[test]
    fn what_is_kept_for_a_viewer_depends_on_what_it_saw() {
        for public in 1..40 {
            for secret in 0..30 {
                let (quiet, busy) = (Recorded::new(public, 0), Recorded::new(public, secret));
                let count = (public + secret) as usize;
                for version in 0..=public {
                    let is_kept =
                        |game: &Recorded, count| game.since(count, OTHER, version).is_some();
                    assert_eq!(
                        is_kept(&quiet, public as usize),
                        is_kept(&busy, count),
                        "{public} {secret} {version}"
                    );
                }
                assert_eq!(
                    busy.recent.count_to_last_visible(count, OTHER),
                    public as usize,
                    "no secret transition is replayed for it"
                );
            }
        }
    }

    #[test]
    fn the_last_public_transitions_are_kept_and_no_more() {
        let block = PUBLIC_TRANSITIONS_IN_BLOCK as usize;
        for public in 1..50 {
            let quiet = Recorded::new(public, 0);
            assert!(quiet.kept() >= block.min(public as usize), "{public}");
            assert!(quiet.kept() <= 2 * block, "{public}");
            assert_eq!(Recorded::new(public, 5).kept(), quiet.kept() + 5);
        }
    }

    #[test]
    fn the_last_transitions_take_few_bytes() {
        let (mut recent, mut most) = (Recent::default(), 0);
        for transition in transitions(RulesetId::Arcanum, 120) {
            recent.push(&transition);
            let blocks = recent.older.iter().chain(&recent.newer);
            most = most.max(blocks.map(|block| block.seen.capacity()).sum());
        }
        assert!((500..LAST_BYTES_MAX).contains(&most), "{most}");
    }

    #[test]
    fn a_viewer_gets_from_the_last_transitions_what_all_of_them_say() {
        let mut game = Recorded::default();
        // Secret ones of either seat, several in a row, also at the beginning of a block.
        for number in 0..60 {
            match number % 7 {
                2 => game.push(&[0], false),
                3 | 4 => game.push(&[1], false),
                5 => game.push(&[], false),
                _ => game.push(&[0, 1], true),
            }
        }
        let mut compared = 0;
        for count in 1..=game.all.len() {
            for index in 0..=SPECTATOR {
                for version in 0..game.all[count - 1].progress[index].version {
                    let Some(found) = game.since(count, index, version) else { continue };
                    let mut seen = version;
                    let all = game.all[..count].iter().filter(|transition| {
                        let after = transition.progress[index].version;
                        after > version && std::mem::replace(&mut seen, after) != after
                    });
                    let all: Vec<ViewerTransition> =
                        all.map(|transition| transition.as_seen_by(index)).collect();
                    assert_eq!(found.len(), all.len(), "{count} {index} {version}");
                    for (found, whole) in found.iter().zip(&all) {
                        assert_eq!(found.progress, whole.progress, "{count} {index} {version}");
                        assert_eq!(found.events(), whole.events());
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 1000, "{compared}");
    }
}
