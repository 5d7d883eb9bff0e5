//! What clients have observed. Each client records a response when it receives it; the store is not
//! read here.

use hierophant::{
    client::{GameClient, GameInfo},
    pb::v1 as pb,
    wire,
};
use hierophant_rules::{Seat, Viewer, catalog::View};
use prost::Message;
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

/// Maximum number of faults that are kept.
const FAULTS_MAX: usize = 50;

/// All observations of a run.
#[derive(Default)]
pub(super) struct Observations {
    games: Mutex<Vec<Arc<ObservedGame>>>,
    faults: Mutex<Vec<String>>,
    pub(super) counts: Counts,
}

/// Numbers of requests and responses.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) answers: AtomicU64,
    pub(super) repetitions: AtomicU64,
    pub(super) contests: AtomicU64,
    pub(super) views: AtomicU64,
}

impl Counts {
    pub(super) fn add(count: &AtomicU64, more: u64) {
        count.fetch_add(more, Ordering::Relaxed);
    }

    pub(super) fn of(count: &AtomicU64) -> u64 {
        count.load(Ordering::Relaxed)
    }
}

impl Observations {
    pub(super) fn fault(&self, fault: impl Into<String>) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        if faults.len() < FAULTS_MAX {
            faults.push(fault.into());
        }
    }

    pub(super) fn faults(&self) -> Vec<String> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn add(&self, game: ObservedGame) -> Arc<ObservedGame> {
        let game = Arc::new(game);
        self.games.lock().unwrap_or_else(PoisonError::into_inner).push(game.clone());
        game
    }

    pub(super) fn games(&self) -> Vec<Arc<ObservedGame>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What clients have observed of one game.
pub(super) struct ObservedGame {
    pub(super) request: pb::CreateGameRequest,
    pub(super) created: pb::CreateGameResponse,
    pub(super) table: Arc<GameInfo>,
    /// The seats that clients play.
    pub(super) players: Vec<(Seat, GameClient)>,
    pub(super) spectator: GameClient,
    /// All its clients have seen the end.
    pub(super) ended: AtomicBool,
    /// It was checked after its end, and need not be checked again.
    pub(super) settled: AtomicBool,
    observed: Mutex<ObservedResponses>,
}

/// Responses and versions of one game.
#[derive(Default)]
pub(super) struct ObservedResponses {
    /// By seat and decision.
    pub(super) answers: BTreeMap<(Seat, u32), pb::SubmitActionResponse>,
    /// By viewer (seats, then the spectator) and version.
    pub(super) versions: Vec<BTreeMap<u32, VersionDigest>>,
}

/// One version of a game for one viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VersionDigest {
    pub(super) digest: [u8; 32],
    /// SHA-256 of the view, if a view was shown.
    pub(super) view: Option<[u8; 32]>,
}

impl ObservedGame {
    pub(super) fn new(
        request: pb::CreateGameRequest,
        created: pb::CreateGameResponse,
        table: Arc<GameInfo>,
        players: Vec<(Seat, GameClient)>,
        spectator: GameClient,
    ) -> ObservedGame {
        let versions = vec![BTreeMap::new(); usize::from(table.setup.seats()) + 1];
        let observed = Mutex::new(ObservedResponses { versions, ..ObservedResponses::default() });
        let (ended, settled) = (AtomicBool::new(false), AtomicBool::new(false));
        ObservedGame { request, created, table, players, spectator, ended, settled, observed }
    }

    pub(super) fn name(&self) -> &str {
        &self.table.game.name
    }

    pub(super) fn observed(&self) -> MutexGuard<'_, ObservedResponses> {
        self.observed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a response. An earlier response for the same decision must be equal.
    pub(super) fn record_response(
        &self,
        observations: &Observations,
        seat: Seat,
        response: pb::SubmitActionResponse,
    ) {
        let decision = response.decision_id;
        let mut observed = self.observed();
        match observed.answers.get(&(seat, decision)) {
            None => {
                Counts::add(&observations.counts.answers, 1);
                observed.answers.insert((seat, decision), response);
            }
            Some(earlier) if *earlier == response => {
                Counts::add(&observations.counts.repetitions, 1)
            }
            Some(earlier) => observations.fault(format!(
                "{}: {seat} received {response:?} for decision {decision}, and {earlier:?} before",
                self.name()
            )),
        }
    }

    /// Records a version that a viewer was shown. What was shown before at this version must be
    /// equal.
    pub(super) fn record_view(
        &self,
        observations: &Observations,
        viewer: Viewer,
        version: u32,
        digest: &[u8],
        view: Option<&View>,
    ) {
        Counts::add(&observations.counts.views, 1);
        let Ok(digest) = digest.try_into() else {
            return observations.fault(format!("{}: a digest is not 32 bytes long", self.name()));
        };
        let now = VersionDigest { digest, view: view.map(view_hash) };
        let mut observed = self.observed();
        let index = self.index(viewer);
        let before = observed.versions[index].get(&version).copied().unwrap_or(now);
        if before.digest != now.digest
            || (before.view.is_some() && now.view.is_some() && before.view != now.view)
        {
            observations.fault(format!(
                "{}: {viewer:?} was shown a different version {version} before",
                self.name()
            ));
        }
        observed.versions[index]
            .insert(version, VersionDigest { view: before.view.or(now.view), ..before });
    }

    /// The highest version that a viewer was shown.
    pub(super) fn highest(&self, viewer: Viewer) -> u32 {
        self.observed().versions[self.index(viewer)]
            .last_key_value()
            .map_or(0, |(version, _)| *version)
    }

    pub(super) fn index(&self, viewer: Viewer) -> usize {
        viewer.seat().map_or(usize::from(self.table.setup.seats()), Seat::index)
    }

    /// The clients of the game, with their viewers.
    pub(super) fn bearers(&self) -> impl Iterator<Item = (Viewer, &GameClient)> {
        let players = self.players.iter().map(|(seat, bearer)| (Viewer::Seat(*seat), bearer));
        players.chain([(Viewer::Spectator, &self.spectator)])
    }
}

/// The SHA-256 of a view.
pub(super) fn view_hash(view: &View) -> [u8; 32] {
    Sha256::digest(wire::encode::view(view).encode_to_vec()).into()
}
