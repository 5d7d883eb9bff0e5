//! Ended games: what is stored when a game ends, and how every later request is answered from that.
//! Only its moments ([`Timeline`]) and a spectator delay that lasts still need the rules.

use super::{
    encoded::EncodedReplay,
    endings,
    error::GameError,
    game::{Applied, Game, Response, catch_panic},
    header::{Header, name_of},
    replay,
    response::AnswerResponse,
    spectator_delay::SpectatorDelay,
    timeline::{FramesWanted, Timeline},
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
    sync::{Arc, OnceLock},
};
use tokio::sync::{OnceCell, Semaphore};

/// The longest stored replay, unpacked.
const REPLAY_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// One game is replayed for calls for indexes and frames at a time: they must not take all of the
/// machine's processors, and live games do not wait for them.
static TIMELINE_PERMIT: Semaphore = Semaphore::const_new(1);

/// An ended game.
pub struct EndedGame {
    /// What is fixed about the game.
    pub header: Header,
    /// When and how it ended.
    pub finished: Finished,
    /// By viewer, how often its token was replaced.
    pub(super) replaced: Vec<u32>,
    replay: StoredReplay,
    /// What spectators are still to be shown; computed for the first spectator that calls while the
    /// delay lasts.
    spectator_delay: OnceCell<SpectatorDelay>,
    /// Computed for the first call that asks for the index or for frames.
    timeline: OnceLock<Timeline>,
    /// One game is one caller of [`TIMELINE_PERMIT`].
    timeline_turn: Arc<Semaphore>,
}

/// What to store when `applied` ends a game. The game is replayed and packed on a blocking thread;
/// both take milliseconds.
///
/// # Errors
/// `Internal` if the log cannot be replayed.
pub(super) async fn ending(
    header: &Arc<Header>,
    game: &Game,
    applied: &Applied,
    outcome: &pb::Outcome,
) -> Result<Ending, GameError> {
    let replayed = replay::replay(header.clone(), game.log().first(usize::MAX)).await?;
    let entries = replayed
        .transitions
        .iter()
        .chain([&applied.transition])
        .map(|transition| transition.encoded())
        .collect();
    let responses = replayed.responses.into_iter().chain(applied.response.clone());
    let answer = |(seat, response): Response| AnswerTold {
        seat: seat.number().into(),
        response: Some(Arc::unwrap_or_clone(response).into()),
    };
    let answers = responses.map(answer).collect();
    let at_ms = applied.position.at_ms;
    let views = header
        .viewers()
        .map(|viewer| viewing::view(header, &applied.position, viewer, at_ms))
        .collect();
    let labels = endings::failure_labels(outcome, &header.created.seats);
    let created = header.created.clone();
    let (seed, nonce) = (created.seed.clone(), created.nonce.clone());
    let header = pb::ReplayHeader { game: None, seed, nonce };
    let replay =
        EncodedReplay { created: Some(created), header: Some(header), entries, answers, views };
    let replay = tokio::task::spawn_blocking(move || pack(&replay)).await;
    let replay =
        replay.map_err(|error| GameError::internal(format!("a replay was not packed: {error}")))?;
    Ok(Ending { at_ms, summary: outcome.encode_to_vec(), replay, labels })
}

/// Packs a [`StoredReplay`], or what has its bytes.
pub(super) fn pack(replay: &impl Message) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&replay.encode_to_vec()).expect("a vector takes everything");
    packed.finish().expect("a vector takes everything")
}

fn unpack(packed: &[u8]) -> Option<StoredReplay> {
    let mut bytes = Vec::new();
    ZlibDecoder::new(packed).take(REPLAY_BYTES_MAX).read_to_end(&mut bytes).ok()?;
    StoredReplay::decode(bytes.as_slice()).ok()
}

pub(super) fn replacements(replay: &StoredReplay, viewer: Viewer) -> u32 {
    let number = viewer.seat().map(|seat| u32::from(seat.number()));
    let is_one = |entry: &&pb::ReplayEntry| matches!(&entry.record, Some(pb::replay_entry::Record::TokenReplaced(replaced)) if replaced.seat == number);
    u32::try_from(replay.entries.iter().filter(is_one).count()).unwrap_or(u32::MAX)
}

impl EndedGame {
    /// Reads a stored replay.
    ///
    /// # Errors
    /// `Internal` if it cannot be unpacked.
    pub async fn open(
        header: Header,
        finished: Finished,
        packed: Vec<u8>,
    ) -> Result<EndedGame, GameError> {
        match tokio::task::spawn_blocking(move || unpack(&packed)).await.ok().flatten() {
            Some(replay) => {
                let replaced =
                    header.viewers().map(|viewer| replacements(&replay, viewer)).collect();
                Ok(EndedGame {
                    header,
                    finished,
                    replaced,
                    replay,
                    spectator_delay: OnceCell::new(),
                    timeline: OnceLock::new(),
                    timeline_turn: Arc::new(Semaphore::new(1)),
                })
            }
            None => Err(GameError::internal(format!(
                "the replay of game {} cannot be read",
                header.id()
            ))),
        }
    }

    /// The game as every caller may see it.
    pub fn game(&self) -> pb::Game {
        self.header.game(Some(&self.finished))
    }

    /// A viewer's last view.
    ///
    /// # Errors
    /// `Internal` if the replay lacks it.
    pub fn view(&self, viewer: Viewer) -> Result<pb::View, GameError> {
        let view = self.replay.views.get(self.header.index(viewer)).cloned();
        let view = view.map(|view| pb::View { outcome: view.outcome.map(endings::stored), ..view });
        view.ok_or_else(|| {
            GameError::internal(format!("the replay of {} lacks a view", name_of(self.header.id())))
        })
    }

    /// The response to the seat's equal answer to this decision, from when the game was live.
    ///
    /// # Errors
    /// `AlreadyAnswered` if the answer was another action, `DecisionExpired` or `SeatOut` if the
    /// service answered for the seat, `GameOver` if there was no answer.
    pub fn response_to(
        &self,
        seat: Seat,
        decision_id: u32,
        code: u32,
    ) -> Result<AnswerResponse, GameError> {
        let by_seat =
            self.replay.answers.iter().filter(|answer| answer.seat == u32::from(seat.number()));
        let mut own = by_seat.filter_map(|answer| answer.response.as_ref());
        let earlier = own.find(|answer| answer.decision_id == decision_id);
        if let Some(error) = self.answered_by_service(seat, decision_id) {
            return Err(error);
        }
        match earlier {
            Some(earlier) if earlier.action_code == code => Ok(earlier.clone().into()),
            Some(_) => Err(GameError::AlreadyAnswered),
            None => Err(GameError::GameOver),
        }
    }

    /// The error for a seat's answer to this decision, if the service answered it.
    fn answered_by_service(&self, seat: Seat, decision_id: u32) -> Option<GameError> {
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
            pb::AnsweredBy::Default | pb::AnsweredBy::BuiltInAgent => Some(GameError::SeatOut),
        }
    }

    /// How a seat ended.
    pub fn seat_ending(&self, seat: Seat) -> pb::SeatEnding {
        let outcome = self.game().outcome.unwrap_or_default();
        outcome
            .standings
            .get(seat.index())
            .map_or(pb::SeatEnding::Unspecified, pb::Standing::ending)
    }

    /// Computes what spectators are still to be shown.
    ///
    /// # Errors
    /// `Internal` if the records cannot be replayed, or if this program lacks the version of the
    /// rules that the game was played by.
    pub(super) async fn fill_spectator_delay(self: &Arc<Self>) -> Result<(), GameError> {
        let work = || async {
            let ended = self.clone();
            let work = tokio::task::spawn_blocking(move || ended.replay_spectator_delay()).await;
            work.unwrap_or_else(|error| {
                Err(GameError::internal(format!("an ended game was not replayed: {error}")))
            })
        };
        self.spectator_delay.get_or_try_init(work).await.map(|_| ())
    }

    fn replay_spectator_delay(&self) -> Result<SpectatorDelay, GameError> {
        let (mut game, deal) = Game::deal(&self.header)?;
        let spectator_delay = SpectatorDelay::dealt(&self.header, &deal, game.position());
        let spectator_delay = spectator_delay
            .ok_or_else(|| GameError::internal("the game has no spectator delay"))?;
        for entry in &self.replay.entries {
            if let Some(applied) = game.apply_entry(&self.header, entry)? {
                game.accept(&applied);
                spectator_delay.push(&applied.transition, &applied.position);
            }
        }
        Ok(spectator_delay)
    }

    /// What spectators are still to be shown, if it was computed.
    pub(super) fn spectator_delay(&self) -> Option<&SpectatorDelay> {
        self.spectator_delay.get()
    }

    /// Every transition, from the deal.
    pub fn transitions(&self) -> Vec<Arc<Transition>> {
        let mut progress = ViewerProgress::undealt(usize::from(self.header.seats()) + 1);
        let transition = |entry: &pb::ReplayEntry| {
            let transition = Transition::after(&progress, entry.clone());
            progress = transition.progress.clone();
            Arc::new(transition)
        };
        self.replay.entries.iter().map(transition).collect()
    }

    /// The game in few words.
    ///
    /// # Errors
    /// `Internal` if the work fails.
    pub async fn index(self: &Arc<Self>) -> Result<pb::GetReplayIndexResponse, GameError> {
        self.with_timeline(|ended, timeline| Ok(timeline.index(ended.game()))).await
    }

    /// Moments of the game as viewers saw them.
    ///
    /// # Errors
    /// As [`EndedGame::index`].
    pub async fn frames(
        self: &Arc<Self>,
        wanted: FramesWanted,
    ) -> Result<pb::GetReplayFramesResponse, GameError> {
        self.with_timeline(move |ended, timeline| {
            let frames = timeline.frames(&ended.header, &ended.replay.entries, &wanted)?;
            Ok(pb::GetReplayFramesResponse { frames })
        })
        .await
    }

    /// Does `work` on a blocking thread, one call of this game and one game at a time. The permits
    /// are held until it is done, even if the caller has gone.
    async fn with_timeline<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&EndedGame, &Timeline) -> Result<T, GameError> + Send + 'static,
    ) -> Result<T, GameError> {
        let turn = self.timeline_turn.clone().acquire_owned().await.expect("it is never closed");
        let permit = TIMELINE_PERMIT.acquire().await.expect("it is never closed");
        let ended = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _permits = (turn, permit);
            catch_panic(ended.header.id(), || work(&ended, ended.timeline()))
        });
        done.await.unwrap_or_else(|error| {
            Err(GameError::internal(format!("an ended game was not replayed: {error}")))
        })
    }

    /// The timeline. If the records cannot be replayed, which is logged once, it has no positions.
    fn timeline(&self) -> &Timeline {
        self.timeline.get_or_init(|| {
            let (header, entries) = (&self.header, &self.replay.entries);
            let timeline = catch_panic(header.id(), || Timeline::new(header, entries));
            timeline.unwrap_or_else(|error| {
                tracing::error!(game = header.id(), %error, "an ended game cannot be replayed");
                Timeline::without_positions(header, entries)
            })
        })
    }

    /// The entries of the replay, in order.
    pub(super) fn entries(&self) -> &[pb::ReplayEntry] {
        &self.replay.entries
    }

    /// The replay as callers get it: its header, then its entries.
    pub fn replay(&self) -> (pb::ReplayHeader, Vec<pb::ReplayEntry>) {
        let header = self.replay.header.clone().unwrap_or_default();
        (pb::ReplayHeader { game: Some(self.game()), ..header }, self.replay.entries.clone())
    }
}
