//! Ended games: what is written when a game ends, and how everything about it is answered from that, without the rules.

use super::{
    delayed::SpectatorDelay,
    endings,
    error::GameError,
    game::{Applied, Game},
    header::{Header, name_of},
    history,
    live_game::LiveGame,
    transition::{Transition, ViewerProgress},
    viewing,
};
use crate::{
    pb::{
        log::v1::{AnswerTold, StoredReplay},
        v1 as pb,
    },
    storage::{Ending, Finished},
};
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use hierophant_rules::{Seat, Viewer};
use prost::Message;
use std::{
    io::{Read, Write},
    sync::Arc,
};
use tokio::sync::OnceCell;

/// No stored replay is longer when unpacked.
const REPLAY_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// An ended game.
pub struct EndedGame {
    /// What is fixed about it.
    pub header: Header,
    /// When and how it ended.
    pub finished: Finished,
    /// By viewer, how often its token was replaced.
    pub(super) replaced: Vec<u32>,
    replay: StoredReplay,
    /// What spectators are shown later; worked out when one of them asks while that is so.
    spectator_delay: OnceCell<SpectatorDelay>,
}

/// What to store when `next` ends a game. Packing takes milliseconds and is done off the threads that serve calls.
///
/// # Errors
/// A fault of ours.
pub(super) async fn ending(
    live_game: &LiveGame,
    game: &Game,
    applied: &Applied,
    outcome: &pb::Outcome,
) -> Result<Ending, GameError> {
    let header = &live_game.header;
    let past = history::replay(header.clone(), game.log().first(usize::MAX)).await?;
    let entries = past.transitions.iter().chain([&applied.transition]).map(|transition| transition.entry()).collect();
    let responses = past.responses.into_iter().chain(applied.response.clone());
    let answer = |(seat, response): (Seat, _)| AnswerTold { seat: seat.number().into(), response: Some(response) };
    let answers = responses.map(answer).collect();
    let at_ms = applied.position.at_ms;
    let views = header.viewers().map(|viewer| viewing::view(header, &applied.position, viewer, at_ms)).collect();
    let created = header.created.clone();
    let (seed, nonce) = (created.seed.clone(), created.nonce.clone());
    let header = pb::ReplayHeader { game: None, seed, nonce };
    let replay = StoredReplay { created: Some(created), header: Some(header), entries, answers, views };
    let replay = tokio::task::spawn_blocking(move || pack(&replay)).await;
    let replay = replay.map_err(|error| GameError::internal(format!("a replay was not packed: {error}")))?;
    Ok(Ending { at_ms, summary: outcome.encode_to_vec(), replay })
}

fn pack(replay: &StoredReplay) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&replay.encode_to_vec()).expect("a vector takes everything");
    packed.finish().expect("a vector takes everything")
}

fn unpack(packed: &[u8]) -> Option<StoredReplay> {
    let mut bytes = Vec::new();
    ZlibDecoder::new(packed).take(REPLAY_BYTES_MAX).read_to_end(&mut bytes).ok()?;
    StoredReplay::decode(bytes.as_slice()).ok()
}

fn replacements(replay: &StoredReplay, viewer: Viewer) -> u32 {
    let number = viewer.seat().map(|seat| u32::from(seat.number()));
    let is_one = |entry: &&pb::ReplayEntry| matches!(&entry.record, Some(pb::replay_entry::Record::TokenReplaced(replaced)) if replaced.seat == number);
    u32::try_from(replay.entries.iter().filter(is_one).count()).unwrap_or(u32::MAX)
}

impl EndedGame {
    /// Reads what was stored.
    ///
    /// # Errors
    /// It cannot be read: a fault of ours.
    pub async fn open(header: Header, finished: Finished, packed: Vec<u8>) -> Result<EndedGame, GameError> {
        match tokio::task::spawn_blocking(move || unpack(&packed)).await.ok().flatten() {
            Some(replay) => {
                let replaced = header.viewers().map(|viewer| replacements(&replay, viewer)).collect();
                Ok(EndedGame { header, finished, replaced, replay, spectator_delay: OnceCell::new() })
            }
            None => Err(GameError::internal(format!("the replay of game {} cannot be read", header.id()))),
        }
    }

    /// The game as everybody may know it.
    pub fn game(&self) -> pb::Game {
        self.header.game(Some(&self.finished))
    }

    /// A viewer's last view.
    ///
    /// # Errors
    /// It isn't there: a fault of ours.
    pub fn view(&self, viewer: Viewer) -> Result<pb::View, GameError> {
        let view = self.replay.views.get(self.header.index(viewer)).cloned();
        let view = view.map(|view| pb::View { outcome: view.outcome.map(endings::stored), ..view });
        view.ok_or_else(|| GameError::internal(format!("the replay of {} lacks a view", name_of(self.header.id()))))
    }

    /// What a seat was told for its answer, or why this answer comes too late.
    ///
    /// # Errors
    /// The decision was answered otherwise, or never.
    pub fn response_to(&self, seat: Seat, decision_id: u32, code: u32) -> Result<pb::SubmitActionResponse, GameError> {
        let by_seat = self.replay.answers.iter().filter(|answer| answer.seat == u32::from(seat.number()));
        let mut own = by_seat.filter_map(|answer| answer.response.as_ref());
        let earlier = own.find(|answer| answer.decision_id == decision_id);
        if let Some(refusal) = self.answered_instead(seat, decision_id) {
            return Err(refusal);
        }
        match earlier {
            Some(earlier) if earlier.action_code == code => Ok(earlier.clone()),
            Some(_) => Err(GameError::AlreadyAnswered),
            None => Err(GameError::GameOver),
        }
    }

    /// Why the seat's answer to this decision isn't wanted: the service has answered it.
    fn answered_instead(&self, seat: Seat, decision_id: u32) -> Option<GameError> {
        let number = u32::from(seat.number());
        let answered = self.replay.entries.iter().find_map(|entry| match &entry.record {
            Some(pb::replay_entry::Record::Answered(answered)) => {
                (answered.seat == number && answered.decision_id == decision_id).then_some(answered)
            }
            _ => None,
        })?;
        match answered.by() {
            pb::AnsweredBy::Unspecified => None,
            pb::AnsweredBy::Expiry => Some(GameError::DecisionExpired),
            pb::AnsweredBy::Default | pb::AnsweredBy::HouseAgent => Some(GameError::SeatOut),
        }
    }

    /// How a seat's part ended.
    pub fn seat_ending(&self, seat: Seat) -> pb::SeatEnding {
        let outcome = self.game().outcome.unwrap_or_default();
        outcome.standings.get(seat.index()).map_or(pb::SeatEnding::Unspecified, pb::Standing::ending)
    }

    /// Works out what spectators are shown later.
    ///
    /// # Errors
    /// A fault of ours, or the rules that the game was played by are here no more.
    pub(super) async fn fill_moments(self: &Arc<Self>) -> Result<(), GameError> {
        let work = || async {
            let ended = self.clone();
            let work = tokio::task::spawn_blocking(move || ended.work_out_moments()).await;
            work.unwrap_or_else(|error| Err(GameError::internal(format!("a past was not worked out: {error}"))))
        };
        self.spectator_delay.get_or_try_init(work).await.map(|_| ())
    }

    fn work_out_moments(&self) -> Result<SpectatorDelay, GameError> {
        let (mut game, deal) = Game::deal(&self.header)?;
        let spectator_delay = SpectatorDelay::dealt(&self.header, &deal, game.position());
        let spectator_delay =
            spectator_delay.ok_or_else(|| GameError::internal("a game without a delay has no spectator_delay"))?;
        for entry in &self.replay.entries {
            if let Some(applied) = game.entered(&self.header, entry)? {
                game.accept(&applied);
                spectator_delay.push(&applied.transition, &applied.position);
            }
        }
        Ok(spectator_delay)
    }

    /// What spectators are shown later, if it has been worked out.
    pub(super) fn spectator_delay(&self) -> Option<&SpectatorDelay> {
        self.spectator_delay.get()
    }

    /// Every step, from the deal.
    pub fn transitions(&self) -> Vec<Arc<Transition>> {
        let mut progress = vec![ViewerProgress::default(); usize::from(self.header.seats()) + 1];
        let transition = |entry: &pb::ReplayEntry| {
            let transition = Transition::after(&progress, entry);
            progress.clone_from(&transition.progress);
            Arc::new(transition)
        };
        self.replay.entries.iter().map(transition).collect()
    }

    /// What was recorded, in order.
    pub(super) fn entries(&self) -> &[pb::ReplayEntry] {
        &self.replay.entries
    }

    /// The replay for everybody: its header, then its entries.
    pub fn replay(&self) -> (pb::ReplayHeader, Vec<pb::ReplayEntry>) {
        let header = self.replay.header.clone().unwrap_or_default();
        (pb::ReplayHeader { game: Some(self.game()), ..header }, self.replay.entries.clone())
    }
}
