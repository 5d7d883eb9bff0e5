//! The moments of an ended game: what viewers saw right after each of its records, and which
//! decisions were open then. Made by the rules from the records.
//!
//! Positions at equal distances are kept with the game, so that a call replays few records, however
//! late in the game it looks.

use super::{
    error::GameError,
    game::Game,
    header::{Header, milliseconds},
    position::Position,
    transition::events_for,
    viewing::{self, Extras, ViewExtras},
};
use crate::{
    config::{
        REPLAY_FRAMES_BYTES, REPLAY_INDEX_STEPS_MAX, REPLAY_POSITIONS_APART_MIN,
        REPLAY_POSITIONS_KEPT_MAX,
    },
    pb::v1::{self as pb, replay_entry::Record},
    wire::decode::Reader,
};
use hierophant_rules::{Seat, Viewer};
use prost::Message;
use std::sync::Arc;

/// Which moments of a game to show, and how.
#[derive(Clone, Debug)]
pub struct FramesWanted {
    /// Whose views and events; all different.
    pub viewers: Vec<Viewer>,
    /// The first record, from 0.
    pub from: usize,
    /// At most so many records.
    pub count: usize,
    /// Optional parts of views and decisions.
    pub extras: Extras,
}

/// What is computed once about an ended game, for all callers that look at its moments.
pub(super) struct Timeline {
    steps: Vec<pb::ReplayStep>,
    chapters: Vec<pb::ReplayChapter>,
    /// By seat and decision.
    answers: Vec<Vec<GivenAnswer>>,
    /// `None` if this program lacks the rules of the game.
    positions: Option<KeptPositions>,
}

/// How a decision was answered.
struct GivenAnswer {
    step: u32,
    code: u32,
    by: i32,
    thinking_ms: u32,
}

/// Every so many records, the position after the record; that of the deal first.
struct KeptPositions {
    apart: usize,
    kept: Vec<Arc<Position>>,
}

impl Timeline {
    /// The timeline of a game with these entries.
    ///
    /// # Errors
    /// `Internal` if the entries do not fit the game.
    pub(super) fn new(header: &Header, entries: &[pb::ReplayEntry]) -> Result<Timeline, GameError> {
        let walk = match Game::has_rules(header) {
            true => Some(Walk::from_deal(header, entries)?),
            false => None,
        };
        Timeline::along(header, entries, walk)
    }

    /// The timeline of a game whose records the rules cannot replay.
    pub(super) fn without_positions(header: &Header, entries: &[pb::ReplayEntry]) -> Timeline {
        Timeline::along(header, entries, None).unwrap_or_else(|_| Timeline::empty(header))
    }

    fn empty(header: &Header) -> Timeline {
        let answers = Seat::all(header.seats()).map(|_| Vec::new()).collect();
        Timeline { steps: Vec::new(), chapters: Vec::new(), answers, positions: None }
    }

    /// The timeline, with the positions of a walk from the deal if there is one.
    fn along(
        header: &Header,
        entries: &[pb::ReplayEntry],
        mut walk: Option<Walk<'_>>,
    ) -> Result<Timeline, GameError> {
        let mut timeline = Timeline::empty(header);
        let reader = reader(header);
        let dealt_ms = entries.first().map_or(0, at_ms);
        let mut positions =
            KeptPositions { apart: positions_apart(entries.len()), kept: Vec::new() };
        // By seat, its open decision and since when it is open.
        let mut open: Vec<Option<(u32, u64)>> = vec![None; header.seats().into()];
        for (number, entry) in entries.iter().enumerate() {
            let mut step = step(entry, dealt_ms);
            if let Some(walk) = &mut walk {
                walk.go_to(number)?;
                if number % positions.apart == 0 {
                    positions.kept.push(walk.game.position().clone());
                }
                if let Some(Record::Answered(answered)) = &entry.record {
                    step.thinking_ms = Some(timeline.answered(number, entry, answered, &open));
                }
                for (seat, open) in Seat::all(header.seats()).zip(&mut open) {
                    let pending = walk.game.position().pending_decision(seat).map(|(id, _)| id);
                    if pending != open.map(|(id, _)| id) {
                        *open = pending.map(|id| (id, at_ms(entry)));
                    }
                }
            }
            let title = chapter(entry, reader.as_ref());
            let title = title.or((number == 0).then(|| "The deal".to_owned()));
            timeline
                .chapters
                .extend(title.map(|title| pb::ReplayChapter { step: number as u32, title }));
            timeline.steps.push(step);
        }
        timeline.positions = walk.map(|_| positions);
        Ok(timeline)
    }

    /// Notes how a decision was answered. Returns how long it was open and charged, in
    /// milliseconds.
    fn answered(
        &mut self,
        number: usize,
        entry: &pb::ReplayEntry,
        answered: &pb::DecisionAnswered,
        open: &[Option<(u32, u64)>],
    ) -> u32 {
        let since_ms = open.get(answered.seat as usize).copied().flatten();
        let since_ms = since_ms.map_or(at_ms(entry), |(_, since_ms)| since_ms);
        let open_ms = at_ms(entry).saturating_sub(since_ms);
        let thinking_ms = open_ms.saturating_sub(answered.uncharged_ms.into());
        let given = GivenAnswer {
            step: number as u32,
            code: answered.action_code,
            by: answered.by,
            thinking_ms: u32::try_from(thinking_ms).unwrap_or(u32::MAX),
        };
        let thinking_ms = given.thinking_ms;
        if let Some(own) = self.answers.get_mut(answered.seat as usize) {
            own.push(given);
        }
        thinking_ms
    }

    /// The game in few words.
    pub(super) fn index(&self, game: pb::Game) -> pb::GetReplayIndexResponse {
        pb::GetReplayIndexResponse {
            game: Some(game),
            steps: self.steps.iter().take(REPLAY_INDEX_STEPS_MAX).copied().collect(),
            chapters: self.chapters.iter().take(REPLAY_INDEX_STEPS_MAX).cloned().collect(),
            has_positions: self.positions.is_some(),
            step_count: self.steps.len() as u32,
        }
    }

    /// The wanted frames of the game with these entries; fewer if they are long.
    ///
    /// # Errors
    /// `Internal` if the entries do not fit the game.
    pub(super) fn frames(
        &self,
        header: &Header,
        entries: &[pb::ReplayEntry],
        wanted: &FramesWanted,
    ) -> Result<Vec<pb::ReplayFrame>, GameError> {
        let extras = ViewExtras::new(header, wanted.extras);
        let mut walk = match &self.positions {
            Some(positions) if wanted.from < entries.len() => {
                Some(positions.walk(header, entries, wanted.from)?)
            }
            _ => None,
        };
        let (mut frames, mut bytes) = (Vec::new(), 0);
        for (number, entry) in entries.iter().enumerate().skip(wanted.from).take(wanted.count) {
            if let Some(walk) = &mut walk {
                walk.go_to(number)?;
            }
            let position = walk.as_ref().map(|walk| &**walk.game.position());
            let frame = self.frame(header, (number, entry), position, &wanted.viewers, &extras);
            bytes += frame.encoded_len();
            if bytes > REPLAY_FRAMES_BYTES && !frames.is_empty() {
                break;
            }
            frames.push(frame);
        }
        Ok(frames)
    }

    /// The frame of an entry and its number; it led to this position.
    fn frame(
        &self,
        header: &Header,
        (number, entry): (usize, &pb::ReplayEntry),
        position: Option<&Position>,
        viewers: &[Viewer],
        extras: &ViewExtras,
    ) -> pb::ReplayFrame {
        let view = |&viewer: &Viewer| pb::ReplayView {
            view: position.map(|position| frame_view(header, position, viewer, extras)),
            events: events_for(entry, viewer).map(|event| extras.event(event.clone())).collect(),
        };
        pb::ReplayFrame {
            step: number as u32,
            entry: Some(pb::ReplayEntry {
                at: entry.at,
                events: Vec::new(),
                record: entry.record.clone(),
            }),
            views: viewers.iter().map(view).collect(),
            decisions: position.map_or_else(Vec::new, |position| {
                self.decisions(header, position, viewers, extras)
            }),
            action_text: match &entry.record {
                Some(Record::Answered(answered)) => extras.action_text(answered.action_code),
                Some(Record::IllegalAnswer(counted)) if counted.decision_id > 0 => {
                    extras.action_text(counted.action_code)
                }
                _ => String::new(),
            },
        }
    }

    /// The decisions of those seats that are among the viewers, ascending by seat.
    fn decisions(
        &self,
        header: &Header,
        position: &Position,
        viewers: &[Viewer],
        extras: &ViewExtras,
    ) -> Vec<pb::ReplayDecision> {
        let decision = |seat: Seat| {
            let (decision_id, decision) = position.pending_decision(seat)?;
            let answer = (decision_id as usize)
                .checked_sub(1)
                .and_then(|index| self.answers.get(seat.index())?.get(index));
            let decision = position.decision_message(header, seat, decision_id, &decision);
            Some(pb::ReplayDecision {
                seat: seat.number().into(),
                decision: Some(extras.decision(decision)),
                answered_step: answer.map(|answer| answer.step),
                action_code: answer.map(|answer| answer.code),
                by: answer.map_or(0, |answer| answer.by),
                thinking_ms: answer.map(|answer| answer.thinking_ms),
            })
        };
        Seat::all(header.seats())
            .filter(|&seat| viewers.contains(&Viewer::Seat(seat)))
            .filter_map(decision)
            .collect()
    }
}

/// The last view of each viewer: seats, then the spectators.
///
/// # Errors
/// `Internal` if the entries do not fit the game, or if this program lacks its version of the rules.
pub(super) fn last_views(
    header: &Header,
    entries: &[pb::ReplayEntry],
) -> Result<Vec<pb::View>, GameError> {
    let mut walk = Walk::from_deal(header, entries)?;
    walk.go_to(entries.len().saturating_sub(1))?;
    let position = walk.game.position();
    let view = |viewer| viewing::view(header, position, viewer, position.at_ms);
    Ok(header.viewers().map(view).collect())
}

/// A viewer's view without its decision.
fn frame_view(
    header: &Header,
    position: &Position,
    viewer: Viewer,
    extras: &ViewExtras,
) -> pb::View {
    let view = viewing::view(header, position, viewer, position.at_ms);
    extras.view(pb::View { decision: None, ..view })
}

/// How many records are between two kept positions of a game with so many records.
fn positions_apart(records: usize) -> usize {
    records.div_ceil(REPLAY_POSITIONS_KEPT_MAX).max(REPLAY_POSITIONS_APART_MIN)
}

impl KeptPositions {
    /// A walk that begins at the last kept position up to this record.
    fn walk<'a>(
        &self,
        header: &'a Header,
        entries: &'a [pb::ReplayEntry],
        number: usize,
    ) -> Result<Walk<'a>, GameError> {
        let index = (number / self.apart).min(self.kept.len().saturating_sub(1));
        let position = self.kept.get(index).cloned();
        let position = position.ok_or_else(|| GameError::internal("a replay has no positions"))?;
        Ok(Walk { header, entries, game: Game::at(position), number: index * self.apart })
    }
}

/// A game on its way through its records.
struct Walk<'a> {
    header: &'a Header,
    entries: &'a [pb::ReplayEntry],
    game: Game,
    /// The last record that was applied.
    number: usize,
}

impl<'a> Walk<'a> {
    fn from_deal(
        header: &'a Header,
        entries: &'a [pb::ReplayEntry],
    ) -> Result<Walk<'a>, GameError> {
        let (game, _) = Game::deal(header)?;
        Ok(Walk { header, entries, game, number: 0 })
    }

    /// Applies the records up to this one.
    fn go_to(&mut self, number: usize) -> Result<(), GameError> {
        while self.number < number {
            self.number += 1;
            let applied = self.game.apply_entry(self.header, &self.entries[self.number])?;
            if let Some(applied) = applied {
                self.game.accept(&applied);
            }
        }
        Ok(())
    }
}

/// Reads the events of a game; `None` if its setup cannot be read.
fn reader(header: &Header) -> Option<Reader> {
    Reader::new(&header.setup()?).ok()
}

/// The title of the chapter that begins with an entry.
fn chapter(entry: &pb::ReplayEntry, reader: Option<&Reader>) -> Option<String> {
    events_for(entry, Viewer::Spectator).find_map(|event| reader?.event(event).ok()?.chapter())
}

/// An entry in few words.
fn step(entry: &pb::ReplayEntry, dealt_ms: u64) -> pb::ReplayStep {
    use pb::ReplayFailure as Failure;
    let (seat, decision_id, failure) = match &entry.record {
        Some(Record::Answered(answered)) => {
            let failure = match answered.by() {
                pb::AnsweredBy::Expiry => Failure::Expired,
                _ => Failure::Unspecified,
            };
            (Some(answered.seat), answered.decision_id, failure)
        }
        Some(Record::IllegalAnswer(counted)) => {
            (Some(counted.seat), counted.decision_id, Failure::IllegalAnswer)
        }
        Some(Record::SeatOut(out)) => (Some(out.seat), 0, Failure::SeatOut),
        Some(Record::Cut(cut)) => (cut.seat, 0, Failure::Cut),
        Some(Record::SeatAttended(attended)) => (Some(attended.seat), 0, Failure::Unspecified),
        Some(Record::TokenReplaced(replaced)) => (replaced.seat, 0, Failure::Unspecified),
        Some(
            Record::Dealt(_)
            | Record::Resumed(_)
            | Record::ClocksStarted(_)
            | Record::ClocksCredited(_),
        )
        | None => (None, 0, Failure::Unspecified),
    };
    pb::ReplayStep {
        at_ms: at_ms(entry).saturating_sub(dealt_ms),
        seat,
        decision_id,
        thinking_ms: None,
        failure: failure.into(),
    }
}

fn at_ms(entry: &pb::ReplayEntry) -> u64 {
    entry.at.as_ref().map_or(0, milliseconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{client::Replay, games::EncodedSetup, pb::log::v1::Created, storage::GameKey};

    /// A game of the corpus, as if it had been played by this version of the rules.
    fn recorded(rules_version: u32) -> (Header, Vec<pb::ReplayEntry>) {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/arcanoid-v1-five.replay");
        let replay = Replay::load(&std::fs::read(file).expect("it is there")).expect("a replay");
        let game = replay.header.game.expect("a game");
        let created = Created {
            game_id: "recorded".into(),
            setup: game.setup.as_ref().map(EncodedSetup::from),
            rules_version,
            seed: replay.header.seed,
            seats: game.seats,
            created_at: game.created_at,
            ..Created::default()
        };
        (Header { key: GameKey(1), created, ruleset: game.ruleset }, replay.entries)
    }

    fn wanted() -> FramesWanted {
        let viewers = vec![Viewer::Seat(Seat::FIRST), Viewer::Spectator];
        let extras = Extras { text: true, ..Extras::default() };
        FramesWanted { viewers, from: 0, count: usize::MAX, extras }
    }

    #[test]
    fn a_game_whose_rules_are_gone_has_texts_alone() {
        let (known, entries) = recorded(1);
        let (gone, _) = recorded(99);
        let all = Timeline::new(&known, &entries).expect("a timeline");
        let timeline = Timeline::new(&gone, &entries).expect("a timeline");
        let (index, whole) = (timeline.index(pb::Game::default()), all.index(pb::Game::default()));
        assert!(whole.has_positions && !index.has_positions);
        assert_eq!((index.step_count, &index.chapters), (whole.step_count, &whole.chapters));
        assert!(index.steps.iter().all(|step| step.thinking_ms.is_none()));
        let frames = timeline.frames(&gone, &entries, &wanted()).expect("frames");
        let shown = all.frames(&known, &entries, &wanted()).expect("frames");
        assert!(frames.len() >= shown.len() && shown.len() > 50);
        for (frame, shown) in frames.iter().zip(&shown) {
            assert!(frame.decisions.is_empty() && frame.views.iter().all(|it| it.view.is_none()));
            let told = |frame: &pb::ReplayFrame| {
                let events = frame.views.iter().map(|view| view.events.clone());
                (events.collect::<Vec<_>>(), frame.action_text.clone())
            };
            assert_eq!(told(frame), told(shown));
        }
        let texts = frames.iter().flat_map(|frame| &frame.views).flat_map(|view| &view.events);
        assert!(texts.filter(|event| !event.text.is_empty()).count() > 50);
    }

    #[test]
    fn positions_are_kept_at_intervals_and_few_of_them() {
        let (header, entries) = recorded(1);
        let timeline = Timeline::new(&header, &entries).expect("a timeline");
        let positions = timeline.positions.expect("the rules are there");
        assert_eq!(positions.apart, REPLAY_POSITIONS_APART_MIN);
        assert_eq!(positions.kept.len(), entries.len().div_ceil(positions.apart));
        for number in 0..entries.len() {
            let walk = positions.walk(&header, &entries, number).expect("a position");
            assert!(walk.number <= number && number < walk.number + positions.apart);
            assert_eq!(walk.game.position().transition_count, walk.number + 1);
        }
        // However long a game is.
        for count in [0, 1, 63, 64, 65, 16_383, 16_384, 16_385, 100_000, 1_000_000] {
            let apart = positions_apart(count);
            assert!(count.div_ceil(apart) <= REPLAY_POSITIONS_KEPT_MAX, "{count}");
        }
    }
}
