//! What a live game remembers of its past: its records, a few bytes each, and the last steps in full. A live game may rest
//! for weeks; all else about its past follows from the rules, and is worked out again for the few who ask.

use super::{error::GameError, game::Game, header::Header, transition::Transition};
use crate::pb::{log::v1::TokenReplacer, v1 as pb};
use hierophant_rules::{Seat, Viewer};
use std::{
    collections::VecDeque,
    sync::{Arc, PoisonError, RwLock},
};
use tokio::sync::Semaphore;

/// So many steps that told everybody something are kept in full, and the secret ones after each. Whoever follows a game is
/// seldom further behind.
const PUBLIC_TRANSITIONS_KEPT_MAX: u32 = 8;

/// A log grows by so many records at a time.
const LOG_GROWTH_RECORDS: usize = 16;

/// Who has decided for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnsweredBy {
    /// Whoever the seat belongs to.
    Seat,
    /// The service, because the time was over.
    Expiry,
    /// The service, because the seat was out.
    Default,
    /// The house agent that has taken the seat over.
    HouseAgent,
}

impl From<AnsweredBy> for pb::AnsweredBy {
    fn from(by: AnsweredBy) -> pb::AnsweredBy {
        match by {
            AnsweredBy::Seat => pb::AnsweredBy::Unspecified,
            AnsweredBy::Expiry => pb::AnsweredBy::Expiry,
            AnsweredBy::Default => pb::AnsweredBy::Default,
            AnsweredBy::HouseAgent => pb::AnsweredBy::HouseAgent,
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
            pb::AnsweredBy::HouseAgent => AnsweredBy::HouseAgent,
        }
    }
}

/// A record of a live game's log, the deal not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameRecord {
    /// When, in milliseconds since 1970. An answer's time is that of its arrival.
    pub(super) at_ms: u64,
    /// What.
    pub(super) kind: RecordKind,
}

/// What a record tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordKind {
    /// A decision of a seat was answered, with an action of this code.
    Answered { seat: Seat, code: u32, by: AnsweredBy, grace_used_ms: u32 },
    /// A seat went out.
    SeatOut { seat: Seat, ending: pb::SeatEnding, by_agent: bool, ranks_last: bool },
    /// An illegal answer was counted.
    IllegalAnswer { seat: Seat },
    /// The service was down until now. If `clocks_stand`, seats' clocks stand until the seats are there again.
    Resumed { clocks_stand: bool },
    /// The holder of a seat was there, or is about to be told something.
    Attended { seat: Seat },
    /// Clocks that still stood since the service was down go on.
    ClocksStarted,
    /// The service stood still for so long: clocks that run are given it back.
    ClocksCredited { credit_ms: u32 },
    /// A viewer's token was replaced, by this request.
    TokenReplaced { viewer: Viewer, request: RequestDigest, replacer: TokenReplacer },
}

/// What tells one request to replace a token from another.
pub(super) type RequestDigest = [u8; 8];

impl RecordKind {
    /// The seat that was answered for, with which code, and by whom.
    fn answer(self) -> Option<(Seat, u32, AnsweredBy)> {
        match self {
            RecordKind::Answered { seat, code, by, grace_used_ms: _ } => Some((seat, code, by)),
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

/// All records of a game, in order; written by its owner alone. Clones are the same.
#[derive(Clone, Default)]
pub(super) struct Log(Arc<RwLock<Vec<GameRecord>>>);

impl Log {
    /// Adds a record.
    pub(super) fn push(&self, record: GameRecord) {
        let mut log = self.0.write().unwrap_or_else(PoisonError::into_inner);
        // A log that doubles is half empty; games are many, and their answers come slowly.
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

    /// The requests that have replaced a viewer's token, and whose they were, the earliest first.
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

    /// The place of the answer to a seat's decision, its code, and who gave it.
    pub(super) fn answer_of(&self, seat: Seat, decision_id: u32) -> Option<(usize, u32, AnsweredBy)> {
        let log = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let answers = log.iter().enumerate().filter_map(|(place, record)| Some((place, record.kind.answer()?)));
        let mut own = answers.filter(|(_, (whose, ..))| *whose == seat);
        let (place, (_, code, by)) = own.nth((decision_id as usize).checked_sub(1)?)?;
        Some((place, code, by))
    }
}

/// The last steps of a game, in full.
#[derive(Default)]
pub(super) struct Recent {
    /// Steps before these.
    before: usize,
    transitions: VecDeque<Arc<Transition>>,
}

impl Recent {
    /// Adds the next step. Which steps go follows from the public ones alone, those that spectators count: else a follower
    /// could tell by how long its call takes how many secret answers have come.
    pub(super) fn push(&mut self, transition: Arc<Transition>) {
        let public = |transition: &Transition| transition.progress.last().map_or(0, |spectator| spectator.version);
        let gone = public(&transition).saturating_sub(PUBLIC_TRANSITIONS_KEPT_MAX);
        while self.transitions.front().is_some_and(|first| public(first) <= gone) {
            self.transitions.pop_front();
            self.before += 1;
        }
        self.transitions.push_back(transition);
    }

    /// Those among the game's first `count` steps, if no step before them took the viewer at `index` beyond `version`.
    pub(super) fn reach(&self, count: usize, index: usize, version: u32) -> Option<Vec<Arc<Transition>>> {
        let transitions: Vec<_> = self.first(count).cloned().collect();
        let reach =
            self.before == 0 || transitions.first().is_some_and(|first| first.progress[index].version <= version);
        reach.then_some(transitions)
    }

    /// How many of the game's first `count` steps there are up to the last that told the viewer at `index` something.
    pub(super) fn count_to_last_visible(&self, count: usize, index: usize) -> usize {
        let version = |transition: &Arc<Transition>| transition.progress[index].version;
        let last = self.first(count).last().map(version);
        let place = self.first(count).position(|transition| Some(version(transition)) == last);
        place.map_or(count, |place| self.before + place + 1)
    }

    fn first(&self, count: usize) -> impl Iterator<Item = &Arc<Transition>> {
        self.transitions.iter().take(count.saturating_sub(self.before))
    }
}

/// A game's past, worked out again.
pub(super) struct ReplayedGame {
    /// From the deal.
    pub(super) transitions: Vec<Arc<Transition>>,
    /// What each was told who has answered for a seat.
    pub(super) responses: Vec<(Seat, pb::SubmitActionResponse)>,
}

/// Pasts that are worked out at the same time for those who ask; others wait. It must not be all the machine does.
static TURNS: Semaphore = Semaphore::const_new(1);

/// As [`replay`], in turn. Each viewer of a game asks one at a time, so that one that asks often waits for itself alone.
///
/// # Errors
/// A fault of ours: all of this was possible before.
pub(super) async fn replay_one_at_a_time(header: Arc<Header>, log: Vec<GameRecord>) -> Result<ReplayedGame, GameError> {
    let _turn = TURNS.acquire().await.expect("it is never closed");
    replay(header, log).await
}

/// Works out again what these records came to, off the threads that serve calls: it takes milliseconds.
///
/// # Errors
/// A fault of ours: all of this was possible before.
pub(super) async fn replay(header: Arc<Header>, log: Vec<GameRecord>) -> Result<ReplayedGame, GameError> {
    let work = tokio::task::spawn_blocking(move || replay_now(&header, &log));
    work.await.unwrap_or_else(|error| Err(GameError::internal(format!("a past was not worked out: {error}"))))
}

/// Works out again what these records came to.
///
/// # Errors
/// A fault of ours: all of this was possible before.
pub(super) fn replay_now(header: &Header, log: &[GameRecord]) -> Result<ReplayedGame, GameError> {
    let (mut game, deal) = Game::deal(header)?;
    let mut past = ReplayedGame { transitions: vec![deal], responses: Vec::with_capacity(log.len()) };
    for &record in log {
        let applied = game.apply(header, record)?;
        game.accept(&applied);
        past.transitions.push(applied.transition);
        past.responses.extend(applied.response);
    }
    Ok(past)
}

#[cfg(test)]
mod tests {
    use super::{super::transition::ViewerProgress, *};

    const STRANGER: usize = 1;

    /// A step after which seat 0, seat 1 and the spectators are at these versions.
    fn transition(versions: [u32; 3]) -> Arc<Transition> {
        let progress = versions.map(|version| ViewerProgress { version, digest: [0; 32] });
        Arc::new(Transition::after(&progress, &pb::ReplayEntry::default()))
    }

    /// Public steps up to this version, then so many that only seat 0 is told of.
    fn recent(public: u32, secret: u32) -> Recent {
        let mut recent = Recent::default();
        (1..=public).for_each(|version| recent.push(transition([version; 3])));
        (1..=secret).for_each(|more| recent.push(transition([public + more, public, public])));
        recent
    }

    #[test]
    fn what_is_at_hand_for_a_viewer_does_not_depend_on_steps_that_it_was_not_told() {
        for public in 1..20 {
            for secret in 0..30 {
                let (quiet, busy) = (recent(public, 0), recent(public, secret));
                let count = (public + secret) as usize;
                for version in 0..=public {
                    let reach = |recent: &Recent, count| recent.reach(count, STRANGER, version).is_some();
                    assert_eq!(reach(&quiet, public as usize), reach(&busy, count), "{public} {secret} {version}");
                }
                assert_eq!(
                    busy.count_to_last_visible(count, STRANGER),
                    public as usize,
                    "no secret transition is worked out again for it"
                );
            }
        }
    }

    #[test]
    fn the_last_public_steps_are_kept_and_no_more() {
        assert_eq!(recent(20, 0).transitions.len(), PUBLIC_TRANSITIONS_KEPT_MAX as usize);
        assert_eq!(recent(20, 5).transitions.len(), PUBLIC_TRANSITIONS_KEPT_MAX as usize + 5);
    }
}
